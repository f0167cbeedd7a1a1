//! Tests of the preprocessor.


