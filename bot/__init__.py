"""The running application: settings, logging, start-up, and the tables that people sit at."""

__version__ = "0.1.0"
