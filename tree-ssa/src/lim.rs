//! Pass `lim`: moves loop-invariant computations out of loops.
