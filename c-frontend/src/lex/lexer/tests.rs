//! Tests of the lexer.

