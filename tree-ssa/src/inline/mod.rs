//! Inlining: `einline` and `inline`.
