//! Tests of the lexer.


