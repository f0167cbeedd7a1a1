//! Functions whose bodies are RTL: `int __RTL (startwith ("combine")) f (int a) { (function "f" …) }`.
//!
//! The front end knows no RTL. It takes the text between the braces as it stands in the file, macros unexpanded, and hands it
//! on; what it says is the backend's to read.

use super::Parser;
use super::gimple_body::GimpleSpecs;
use crate::lex::TokenKind;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop, StartWith, WrittenRtl};
use gimple::location::Location;

impl Parser<'_> {
    /// Parses a body of RTL, its `{` next.
    pub(super) fn rtl_body(
        &mut self,
        decl: DeclId,
        funcdef_no: u32,
        specs: GimpleSpecs,
    ) -> Function {
        let mut function = Function::new(decl, funcdef_no);
        function.properties = Prop::GIMPLE_ANY | Prop::GIMPLE_LCF | Prop::GIMPLE_LEH | Prop::CFG;
        function.properties |= Prop::RTL;
        function.start_with = match specs.start_with {
            Some(pass) => StartWith::Pass(pass),
            None => StartWith::WhatIsMissing,
        };
        let open = self.loc();
        if !self.expect(TokenKind::LeftBrace) {
            return function;
        }
        let mut depth = 1;
        let mut close = open;
        while depth > 0 {
            let token = self.next();
            close = token.loc;
            match token.kind {
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => depth -= 1,
                TokenKind::Eof => {
                    self.error(open, "no closing brace");
                    return function;
                }
                _ => {}
            }
        }
        match self.text_between(open, close) {
            Some((loc, text)) => {
                function.written_rtl = Some(Box::new(WrittenRtl { loc, text }));
                self.cx.unit.has_rtl_bodies = true;
            }
            None => self.error(open, "a body of RTL begins and ends in one file"),
        }
        function
    }

    /// What stands in a file between two tokens of one character, and where it begins.
    fn text_between(&self, open: Location, close: Location) -> Option<(Location, Box<str>)> {
        let sources = &self.cx.unit.diagnostics.sources;
        let (file, _, start) = sources.file_offset(open)?;
        let (other, _, end) = sources.file_offset(close)?;
        if file != other {
            return None;
        }
        let text = sources.text(file).get(start as usize + 1..end as usize)?;
        Some((sources.location(file, start + 1), String::from_utf8_lossy(text).into()))
    }
}
