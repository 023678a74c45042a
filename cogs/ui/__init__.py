"""What people see and press: custom ids, layouts, answers, and the messages kept up to date."""
