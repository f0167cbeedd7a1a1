//! Expressions: a Pratt parser over the semantic actions of [`crate::typeck`].
// The lead writes this file right now (from 03:56): the author of typeck need not; write typeck's actions.
