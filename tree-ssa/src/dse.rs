//! Pass `dse`: dead store elimination.
