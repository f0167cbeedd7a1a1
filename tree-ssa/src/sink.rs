//! Pass `sink`: moves computations to where their results are used.
