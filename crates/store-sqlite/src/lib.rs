//! The SQLite backend: one writer with group commit, readers beside it.
