//! Pass `tailr`: tail recursion into loops.
