//! Tests of the preprocessor.

