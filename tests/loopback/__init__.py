"""A small Discord of our own on real sockets, for tests and benchmarks; see `api`."""
