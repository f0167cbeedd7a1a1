//! Declarations: at file scope, in blocks, at the start of `for`, and of old-style parameters.

use super::Parser;
use super::attributes::AttrSet;
use super::declarator::{Declarator, DeclaratorKind, Part};
use super::keyword::Keyword;
use super::specs::{DeclSpecs, Storage, TagUse};
use crate::lex::TokenKind;
use crate::scope::{Binding, Meaning};
use gimple::decl::DeclKind;
use gimple::location::Location;
use gimple::types::TypeKind;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    File,
    Block,
    ForInit,
    /// Between the declarator and the body of an old-style function definition.
    OldParameter,
}

impl Parser<'_> {
    /// Parses the whole translation unit.
    pub fn translation_unit(&mut self, consume: &mut super::Consume<'_>) {
        self.declare_builtin_types();
        if self.at(TokenKind::Eof) {
            self.pedantic(Location::UNKNOWN, "ISO C forbids an empty translation unit");
        }
        while !self.at(TokenKind::Eof) {
            let (mark, functions) = (self.cx.exprs.len(), self.cx.next_funcdef_no);
            let taken = self.taken;
            self.external_declaration(consume);
            self.ensure_progress(taken);
            if functions == self.cx.next_funcdef_no || !self.cx.keep_bodies {
                self.cx.exprs.truncate(mark);
            }
        }
        self.finish_unit();
    }

    fn external_declaration(&mut self, consume: &mut super::Consume<'_>) {
        let token = self.peek();
        match token.kind {
            TokenKind::Semicolon => {
                self.next();
                self.pedantic(token.loc, "ISO C does not allow extra ‘;’ outside of a function");
                return;
            }
            TokenKind::Pragma => {
                self.pragma();
                return;
            }
            TokenKind::RightBrace | TokenKind::RightParen => {
                self.syntax_error("expected identifier or ‘(’");
                self.next();
                self.recovered();
                return;
            }
            _ => {}
        }
        if self.at_keyword(Keyword::Asm) {
            self.file_scope_asm();
            return;
        }
        let extensions = self.extension_prefix();
        self.pending_gimple = None;
        if let Some((specs, declarator, attrs)) = self.declaration(Place::File) {
            self.function_definition(&specs, declarator, attrs, consume);
        }
        self.extension -= extensions;
        self.recovered();
    }

    /// Parses a declaration. At file scope, where a function definition's body (or its old-style parameters) comes
    /// next, its parts are returned instead.
    pub fn declaration(&mut self, place: Place) -> Option<(DeclSpecs, Declarator, AttrSet)> {
        if self.at_keyword(Keyword::StaticAssert) {
            self.static_assert();
            return None;
        }
        if self.at_unknown_pointer_type(place) {
            return self.after_unknown_type(place);
        }
        if place == Place::File && self.at_standard_attributes() {
            // An attribute declaration, `[[…]];`, or attributes before the specifiers.
            let attrs = self.attributes();
            if self.at(TokenKind::Semicolon) {
                self.next();
                return None;
            }
            self.pending_attrs = Some(attrs);
        }
        if place != Place::File {
            let start = self.loc();
            self.mark_statement(start);
        }
        let mut specs = self.declaration_specifiers(false);
        if let Some(attrs) = self.pending_attrs.take() {
            specs.attrs.merge(attrs);
        }
        self.declarators(specs, place)
    }

    /// Whether `name * …` comes next where `name` is not declared: meant as a type name.
    fn at_unknown_pointer_type(&mut self, place: Place) -> bool {
        let Some(symbol) = self.identifier() else { return false };
        if self.lookup(symbol).is_some() || self.peek2().kind != TokenKind::Star {
            return false;
        }
        place == Place::File
    }

    fn after_unknown_type(&mut self, place: Place) -> Option<(DeclSpecs, Declarator, AttrSet)> {
        let token = self.next();
        if let Some(symbol) = token.symbol() {
            self.unknown_type_name(symbol, token.loc);
        }
        let mut specs = self.declaration_specifiers(false);
        specs.default_int = false;
        specs.erroneous = true;
        self.declarators(specs, place)
    }

    fn declarators(
        &mut self,
        specs: DeclSpecs,
        place: Place,
    ) -> Option<(DeclSpecs, Declarator, AttrSet)> {
        if self.at(TokenKind::Semicolon) && specs.any {
            self.empty_declaration(&specs, place);
            self.next();
            return None;
        }
        let mut first = true;
        loop {
            let mut attrs = if first { AttrSet::default() } else { self.attributes() };
            let Some(mut declarator) = self.declarator(DeclaratorKind::Named, !specs.default_int)
            else {
                self.skip_to_end_of_statement();
                return None;
            };
            attrs.merge(std::mem::take(&mut declarator.attrs));
            if first && self.at_function_body(&declarator, place) {
                return self.begin_function(specs, declarator, attrs, place);
            }
            first = false;
            if !self.init_declarator(&specs, declarator, attrs, place) {
                return None;
            }
            match self.peek().kind {
                TokenKind::Comma if specs.auto_type => {
                    let text = "‘__auto_type’ may only be used with a single declarator";
                    self.error(specs.loc, text);
                    self.skip_to_end_of_statement();
                    return None;
                }
                TokenKind::Comma => {
                    self.next();
                }
                TokenKind::Semicolon => {
                    self.next();
                    return None;
                }
                _ => {
                    self.syntax_error("expected ‘,’ or ‘;’");
                    self.skip_to_end_of_statement();
                    return None;
                }
            }
        }
    }

    /// Whether the body of a function definition comes next, or the declarations of its old-style parameters.
    fn at_function_body(&mut self, declarator: &Declarator, place: Place) -> bool {
        if place == Place::OldParameter
            || !matches!(declarator.parts.last(), Some(Part::Function(_)))
        {
            return false;
        }
        let token = self.peek();
        if token.kind == TokenKind::LeftBrace {
            return true;
        }
        let old_style = declarator.parameters().is_some_and(|params| !params.names.is_empty());
        old_style
            && self.keyword_of(token) != Some(Keyword::Attribute)
            && (self.token_starts_declaration(token)
                || self.keyword_of(token) == Some(Keyword::Extension))
    }

    fn begin_function(
        &mut self,
        specs: DeclSpecs,
        declarator: Declarator,
        attrs: AttrSet,
        place: Place,
    ) -> Option<(DeclSpecs, Declarator, AttrSet)> {
        if place == Place::File {
            return Some((specs, declarator, attrs));
        }
        self.nested_function(&specs, declarator, attrs);
        None
    }

    /// Skips to after the `}` of a block whose `{` has been taken.
    pub fn skip_block(&mut self) {
        let mut nesting = 1u32;
        while nesting > 0 && !self.at(TokenKind::Eof) {
            match self.next().kind {
                TokenKind::LeftBrace => nesting += 1,
                TokenKind::RightBrace => nesting -= 1,
                _ => {}
            }
        }
        self.recovered();
    }

    /// A declaration without declarators: it must declare a tag.
    fn empty_declaration(&mut self, specs: &DeclSpecs, place: Place) {
        let types = &self.cx.unit.types;
        let is_tag = matches!(
            types.kind(specs.ty),
            TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Enum { .. }
        );
        if let Some(at) = specs.attrs.fallthrough
            && specs.default_int
            && place == Place::Block
        {
            let _ = at;
            return;
        }
        if specs.erroneous {
            return;
        }
        if specs.typedef_name.is_some() || (!is_tag && !specs.default_int) {
            self.pedwarn("", specs.loc, "useless type name in empty declaration");
        } else if specs.tag == Some(TagUse::Defined) || is_tag {
            if specs.storage.is_some() {
                self.warning("", specs.loc, "useless storage class specifier in empty declaration");
            }
        } else if specs.any {
            self.pedwarn("", specs.loc, "empty declaration");
        }
    }

    /// Parses what follows a declarator up to the `,` or `;`, and declares. `false` at an unrecoverable error.
    fn init_declarator(
        &mut self,
        specs: &DeclSpecs,
        declarator: Declarator,
        attrs: AttrSet,
        place: Place,
    ) -> bool {
        let next = self.peek();
        let expected =
            matches!(next.kind, TokenKind::Equal | TokenKind::Comma | TokenKind::Semicolon)
                || matches!(self.keyword_of(next), Some(Keyword::Asm | Keyword::Attribute))
                || self.at_standard_attributes();
        if !expected {
            self.missing_after_declarator(&declarator);
            return false;
        }
        let asm_name = self.asm_name();
        let mut all = specs.attrs.clone();
        all.merge(attrs);
        let more = self.attributes();
        all.merge(more);
        let has_init = self.at(TokenKind::Equal);
        if specs.auto_type {
            return self.auto_declaration(specs, declarator, all, has_init);
        }
        let Some(declared) = self.declare(specs, &declarator, &all, asm_name, has_init, place)
        else {
            if has_init {
                self.next();
                self.skip_initializer();
            }
            return true;
        };
        let mut init = None;
        if has_init {
            let at = self.next().loc;
            if self.cx.unit.decls[declared].kind == DeclKind::Parm {
                let at = self.cx.input_location();
                let name = declarator.name.map_or(String::new(), |name| self.text(name));
                self.error(at, format!("parameter ‘{name}’ is initialized"));
                self.skip_initializer();
            } else {
                let is_static = self.cx.unit.decls[declared].has(gimple::decl::flag::STATIC);
                let outer = std::mem::replace(&mut self.cx.folding.require_constant, is_static);
                // What the initialiser of a static object needs is computed now, whatever the run will be like.
                let care = self.cx.unit.folding;
                if is_static {
                    self.cx.unit.folding = gimple::fold_const::Folding::INITIALIZER;
                }
                init = Some(self.initializer_for(declared, at));
                self.cx.unit.folding = care;
                self.cx.folding.require_constant = outer;
            }
        }
        self.finish_declaration(declared, init, &all);
        true
    }

    fn missing_after_declarator(&mut self, declarator: &Declarator) {
        let token = self.peek();
        if self.token_starts_declaration(token) {
            // Another declaration: what is missing is the end of this one, which is forgotten.
            self.expect(TokenKind::Semicolon);
            self.recovered();
            return;
        }
        self.syntax_error("expected ‘=’, ‘,’, ‘;’, ‘asm’ or ‘__attribute__’");
        // The name is known from here on, so that its uses do not complain again.
        if let Some(name) = declarator.name
            && self.lookup(name).is_none()
        {
            self.scopes.bind(name, Meaning::Ordinary(Binding::Error), declarator.loc);
        }
        self.skip_to_end_of_statement();
    }

    fn skip_initializer(&mut self) {
        self.skip_to_comma();
    }

    /// Evaluates what a declared type asks for, ahead of the declaration.
    pub fn evaluate_effects(&mut self, loc: Location) {
        let mut effects = std::mem::take(&mut self.pending_effects);
        if self.function.is_none() {
            return;
        }
        if let Some(last) = effects.last_mut() {
            *last = self.discarded(*last, loc);
        }
        if let Some(all) = self.in_sequence(&effects, loc) {
            self.add_stmt(all);
        }
    }

    fn auto_declaration(
        &mut self,
        specs: &DeclSpecs,
        declarator: Declarator,
        attrs: AttrSet,
        has_init: bool,
    ) -> bool {
        if !declarator.parts.is_empty() {
            self.error(declarator.loc, "‘__auto_type’ requires a plain identifier as declarator");
        }
        if !has_init {
            self.error(specs.loc, "‘__auto_type’ requires an initialized data declaration");
            return true;
        }
        let at = self.next().loc;
        let e = self.assignment_expression();
        let e = self.rvalue(e);
        let ty = self.cx.type_of(e);
        let mut specs = specs.clone();
        specs.ty = {
            let quals = self.cx.unit.types[specs.ty].quals;
            let plain = self.cx.unit.types.qualified(ty, gimple::types::Quals::NONE);
            self.add_quals(plain, quals)
        };
        specs.auto_type = false;
        if let Some(decl) = self.declare(&specs, &declarator, &attrs, None, true, Place::Block) {
            let ty = self.cx.unit.decls[decl].ty;
            let init = self.convert_initializer(ty, e, at);
            self.finish_declaration(decl, Some(init), &attrs);
        }
        true
    }

    /// Parses `_Static_assert ( e , "…" );`.
    pub fn static_assert(&mut self) {
        let loc = self.next().loc;
        if !self.expect(TokenKind::LeftParen) {
            self.skip_to_end_of_statement();
            return;
        }
        let at = self.loc();
        let e = self.constant_expression();
        let mut message = None;
        if self.accept(TokenKind::Comma) {
            if self.peek().kind.is_string() {
                let text = self.untranslated(|parser| parser.string_literal());
                message = self.string_text(text);
            } else {
                self.syntax_error("expected string literal");
            }
        } else if self.at(TokenKind::RightParen) {
            self.unlabelled_assertion(loc);
        }
        if !self.expect(TokenKind::RightParen) {
            self.skip_until(TokenKind::RightParen);
        }
        if !self.expect(TokenKind::Semicolon) {
            self.skip_until(TokenKind::Semicolon);
        }
        if self.cx.is_error(e) {
            return;
        }
        if !self.cx.unit.types.is_integral(self.cx.type_of(e)) {
            self.error(at, "expression in static assertion is not an integer");
            return;
        }
        match (self.folded_int(e), message) {
            (None, _) => self.error(at, "expression in static assertion is not constant"),
            (Some(0), Some(text)) => {
                self.error(loc, format!("static assertion failed: \"{text}\""))
            }
            (Some(0), None) => self.error(loc, "static assertion failed"),
            _ => {}
        }
    }

    fn unlabelled_assertion(&mut self, loc: Location) {
        let standard = match self.cx.options.standard.year {
            ..1999 => "C90",
            1999..2011 => "C99",
            2011..2018 => "C11",
            _ => return,
        };
        let text =
            format!("ISO {standard} does not support omitting the string in ‘_Static_assert’");
        self.pedantic(loc, text);
    }

    /// Whether specifiers make what they declare a typedef.
    pub fn is_typedef(specs: &DeclSpecs) -> bool {
        specs.storage == Some(Storage::Typedef)
    }
}
