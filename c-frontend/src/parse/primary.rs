//! Primary expressions: names, constants, string literals, parentheses, compound literals, `_Generic`.

use super::Parser;
use super::declarator::TypeName;
use super::keyword::Keyword;
use super::suggestion::Sought;
use super::written::Written;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::lex::number::{FloatSuffix, IntegerSuffix, Number, classify};
use crate::lex::{Token, TokenKind, literal};
use crate::scope::Binding;
use crate::typeck::format;
use gimple::constant::{Const, ConstId, ConstValue, RealBits};
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::{ArrayDomain, Quals, TypeId, TypeKind, TypeSize};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Half, Quad, Single};

impl Parser<'_> {
    /// Parses a primary expression.
    pub fn primary_expression(&mut self) -> ExprId {
        let token = self.peek();
        match token.kind {
            TokenKind::Number => self.number(),
            TokenKind::Char
            | TokenKind::WideChar
            | TokenKind::Char16
            | TokenKind::Char32
            | TokenKind::Utf8Char => self.character(),
            kind if is_string(kind) => self.string_literal(),
            TokenKind::LeftParen => self.parenthesized(),
            TokenKind::Identifier => match self.keyword_of(token) {
                Some(keyword) => self.keyword_expression(keyword, token),
                None => self.name(),
            },
            _ => self.no_expression(token),
        }
    }

    fn no_expression(&mut self, token: Token) -> ExprId {
        self.syntax_error("expected expression");
        self.cx.error_expr(token.loc)
    }

    fn keyword_expression(&mut self, keyword: Keyword, token: Token) -> ExprId {
        match keyword {
            Keyword::FunctionName => self.function_name(),
            Keyword::Generic => self.generic_selection(),
            _ => match self.special_form(keyword) {
                Some(e) => e,
                None => self.no_expression(token),
            },
        }
    }

    fn parenthesized(&mut self) -> ExprId {
        let open = self.next().loc;
        if !self.enter() {
            return self.cx.error_expr(open);
        }
        let e = if self.at(TokenKind::LeftBrace) {
            self.pedantic(open, "ISO C forbids braced-groups within expressions");
            let e = self.statement_expression();
            self.written = Written::Plain;
            e
        } else {
            self.expression()
        };
        self.expect_or_skip(TokenKind::RightParen);
        self.leave();
        self.mark_parenthesized(e);
        e
    }

    /// An assignment in parentheses is not a mistyped comparison.
    fn mark_parenthesized(&mut self, e: ExprId) {
        if matches!(self.cx.exprs[e].kind, ExprKind::Modify(..)) {
            self.cx.exprs[e].flags |= expr_flag::NO_WARNING;
        }
    }

    // Names.

    fn name(&mut self) -> ExprId {
        let token = self.next();
        let loc = token.loc;
        let Some(symbol) = token.symbol() else { return self.cx.error_expr(loc) };
        match self.lookup(symbol) {
            Some(Binding::Decl(decl)) => self.declared(decl, loc),
            Some(Binding::Enumerator(id)) => {
                let defined = self.scopes.location(symbol);
                // One that no `int` holds is of the enumeration as it is.
                let ty = self.cx.unit.consts[id].ty;
                let is_enum = matches!(self.cx.unit.types.kind(ty), TypeKind::Enum { .. });
                let known = self.unit.enumerators.get(&defined).copied();
                self.last_enumerator = known.filter(|_| !is_enum);
                self.enumerator(id, loc)
            }
            Some(Binding::Error) => self.cx.error_expr(loc),
            Some(Binding::Typedef(_)) => {
                let text = format!("expected expression before ‘{}’", self.text(symbol));
                self.error(loc, text);
                self.cx.error_expr(loc)
            }
            None => self.undeclared(symbol, loc),
        }
    }

    fn enumerator(&mut self, id: ConstId, loc: Location) -> ExprId {
        let e = self.cx.const_expr(id, loc);
        self.cx.exprs[e].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
        e
    }

    /// A use of a declaration.
    pub fn declared(&mut self, decl: DeclId, loc: Location) -> ExprId {
        self.mention(decl);
        self.say_of_use(decl);
        if self.cx.folding.inhibit_warnings == 0 {
            self.cx.unit.decls[decl].flags |= flag::USED;
        }
        self.cx.decl_expr(decl, loc)
    }

    fn undeclared(&mut self, symbol: Symbol, loc: Location) -> ExprId {
        if let Some(decl) = self.builtin_decl(symbol) {
            return self.declared(decl, loc);
        }
        if self.at(TokenKind::LeftParen) {
            let decl = self.implicitly_declare(symbol, loc);
            return self.declared(decl, loc);
        }
        let text = self.text(symbol);
        match &mut self.function {
            None => {
                let meant = self.suggestion(symbol, Sought::Name);
                let said = format!("‘{text}’ undeclared here (not in a function){meant}");
                self.error(meant.at(loc), said);
                self.note_header(&text, loc);
                self.scopes.bind(symbol, crate::scope::Meaning::Ordinary(Binding::Error), loc);
            }
            Some(function) => {
                if function.undeclared.insert(symbol) {
                    let meant = self.suggestion(symbol, Sought::Name);
                    let said = format!("‘{text}’ undeclared (first use in this function){meant}");
                    self.error(meant.at(loc), said);
                    self.note_header(&text, loc);
                    if !std::mem::replace(&mut self.unit.undeclared_noted, true) {
                        let note = "each undeclared identifier is reported only once for each \
                                    function it appears in";
                        self.note(loc, note);
                    }
                }
            }
        }
        self.cx.error_expr(loc)
    }

    fn function_name(&mut self) -> ExprId {
        let token = self.next();
        let symbol = token.symbol().unwrap_or(Symbol::NONE);
        let decl = self.function_name_decl(symbol, token.loc);
        self.declared(decl, token.loc)
    }

    // Constants.

    fn number(&mut self) -> ExprId {
        let token = self.next();
        let spelling = self.pp.literals().bytes(token.value).to_vec();
        let standard = self.cx.options.standard;
        match classify(&spelling, standard, token.loc, &mut self.cx.unit.diagnostics) {
            Number::Integer { value, base, suffix, .. } => {
                self.integer_constant(value, base, suffix, token.loc)
            }
            Number::Floating { text, suffix, imaginary } => {
                self.floating_constant(&text, suffix, imaginary, token.loc)
            }
            Number::Invalid => self.cx.error_expr(token.loc),
        }
    }

    fn integer_constant(
        &mut self,
        value: u128,
        base: u32,
        suffix: IntegerSuffix,
        loc: Location,
    ) -> ExprId {
        if suffix.longs == 2 {
            self.pedwarn_c90("long-long", loc, "use of C99 long long integer constant");
        }
        let ty = self.integer_type(value, base, suffix, loc);
        let e = self.cx.int_expr(ty, value as i128, loc);
        self.cx.exprs[e].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
        if !suffix.imaginary {
            return e;
        }
        let zero = self.cx.unit.int_id(ty, 0);
        let id = self.cx.unit.int_id(ty, value as i128);
        self.imaginary(ty, zero, id, loc)
    }

    fn imaginary(&mut self, part: TypeId, zero: ConstId, value: ConstId, loc: Location) -> ExprId {
        self.pedantic(loc, "imaginary constants are a GCC extension");
        let ty = self.complex_type(part);
        let value = ConstValue::Complex(zero, value);
        let id = self.cx.unit.consts.intern(Const { ty, value, overflow: false });
        self.cx.const_expr(id, loc)
    }

    /// The first type of C's list that holds the value (C17 6.4.4.1).
    fn integer_type(
        &mut self,
        value: u128,
        base: u32,
        suffix: IntegerSuffix,
        loc: Location,
    ) -> TypeId {
        let c = self.cx.unit.common.clone();
        let long_long_is_last = self.cx.options.standard.year < 1999;
        let candidates = [(c.int, c.uint, 0), (c.long, c.ulong, 1), (c.llong, c.ullong, 2)];
        for (signed, unsigned, longs) in candidates {
            if suffix.longs > longs {
                continue;
            }
            let bits = self.cx.unit.types.precision(signed).unwrap_or(32);
            let fits_signed = value >> (bits - 1) == 0;
            let fits_unsigned = bits >= 128 || value >> bits == 0;
            if !suffix.unsigned && fits_signed {
                return signed;
            }
            let old_decimal = base == 10 && long_long_is_last && longs == 1;
            if fits_unsigned && (suffix.unsigned || base != 10 || old_decimal) {
                return unsigned;
            }
        }
        if base == 10 && !suffix.unsigned {
            if value >> 64 == 0 {
                let text = "integer constant is so large that it is unsigned";
                self.warning("", loc, text);
                // Where there is a type that holds it.
                let wide = self.cx.unit.target.pointer_size == 8;
                return if wide { c.int128 } else { c.ullong };
            }
            return c.ullong;
        }
        c.ullong
    }

    fn floating_constant(
        &mut self,
        text: &str,
        suffix: FloatSuffix,
        imaginary: bool,
        loc: Location,
    ) -> ExprId {
        let c = &self.cx.unit.common;
        let ty = match suffix {
            FloatSuffix::None
                if self.cx.options.on(gimple::options::Flag::SinglePrecisionConstant) =>
            {
                c.float
            }
            FloatSuffix::None | FloatSuffix::Double => c.double,
            FloatSuffix::Float => c.float,
            FloatSuffix::LongDouble => c.long_double,
            FloatSuffix::FloatN(128) => c.float128,
            FloatSuffix::FloatN(32) => c.float32,
            FloatSuffix::FloatN(64) => c.float64,
            FloatSuffix::FloatNx(32) => c.float32x,
            FloatSuffix::FloatNx(64) => c.float64x,
            FloatSuffix::Decimal(_) => {
                if self.cx.options.standard.year < 2020 {
                    self.pedantic(loc, "decimal float constants are a C2X feature");
                }
                let at = self.cx.input_location();
                self.error(at, "decimal floating-point not supported for this target");
                return self.cx.error_expr(loc);
            }
            _ => {
                let at = self.cx.input_location();
                self.error(at, "unsupported non-standard suffix on floating constant");
                return self.cx.error_expr(loc);
            }
        };
        let standard =
            [FloatSuffix::None, FloatSuffix::Float, FloatSuffix::LongDouble].contains(&suffix);
        if !standard {
            let at = self.cx.input_location();
            self.pedantic(at, "non-standard suffix on floating constant");
        }
        let id = match self.parse_real(text, ty) {
            Some(bits) => self.cx.unit.consts.real(ty, bits),
            None => {
                self.error(loc, "invalid floating constant");
                return self.cx.error_expr(loc);
            }
        };
        if imaginary {
            let zero = self.cx.unit.consts.real(ty, RealBits(0));
            return self.imaginary(ty, zero, id, loc);
        }
        self.cx.const_expr(id, loc)
    }

    /// The value of a floating constant, rounded to its type.
    fn parse_real(&self, text: &str, ty: TypeId) -> Option<RealBits> {
        use gimple::types::{RealFormat, TypeKind};
        use rustc_apfloat::FloatConvert;
        let mut lossy = false;
        let TypeKind::Real(format) = *self.cx.unit.types.kind(ty) else { return None };
        let quad = match format {
            RealFormat::Half => text.parse::<Half>().ok()?.convert(&mut lossy).value,
            RealFormat::Single => text.parse::<Single>().ok()?.convert(&mut lossy).value,
            RealFormat::Double => text.parse::<Double>().ok()?.convert(&mut lossy).value,
            RealFormat::Quad => text.parse::<Quad>().ok()?,
        };
        Some(RealBits(quad.to_bits()))
    }

    fn character(&mut self) -> ExprId {
        let token = self.next();
        let spelling = self.pp.literals().bytes(token.value).to_vec();
        let target = &self.cx.unit.target;
        let (int_bits, wchar) = (target.int_size * 8, target.wchar_size);
        let signed = match self.cx.options.unsigned_char {
            Some(unsigned) => !unsigned,
            None => target.char_signed,
        };
        let narrow = self.cx.options.code.exec_charset;
        let diagnostics = &mut self.cx.unit.diagnostics;
        let value = literal::char_value(
            token.kind,
            &spelling,
            literal::CharTraits { signed, int_bits, wchar, narrow },
            token.loc,
            diagnostics,
        );
        let c = &self.cx.unit.common;
        let ty = match token.kind {
            TokenKind::Char => c.int,
            TokenKind::Utf8Char => c.uchar,
            kind => self.element_type(kind),
        };
        let e = self.cx.int_expr(ty, value.into(), token.loc);
        self.cx.exprs[e].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
        e
    }

    /// The element type of a wide character or string.
    fn element_type(&self, kind: TokenKind) -> TypeId {
        let c = &self.cx.unit.common;
        match kind {
            TokenKind::WideChar | TokenKind::WideString if self.cx.unit.target.wchar_signed => {
                c.int
            }
            TokenKind::WideChar | TokenKind::WideString
                if self.cx.unit.target.wchar_size == self.cx.unit.target.short_size =>
            {
                c.ushort
            }
            TokenKind::Char16 | TokenKind::String16 => c.ushort,
            TokenKind::WideChar
            | TokenKind::WideString
            | TokenKind::Char32
            | TokenKind::String32 => c.uint,
            _ => c.char_,
        }
    }

    /// Parses with strings left in the character set of the source: they are the compiler's to read.
    pub fn untranslated<T>(&mut self, parse: impl FnOnce(&mut Self) -> T) -> T {
        let set = std::mem::take(&mut self.cx.options.code.exec_charset);
        let parsed = parse(self);
        self.cx.options.code.exec_charset = set;
        parsed
    }

    /// Parses adjacent string literals as one array constant.
    pub fn string_literal(&mut self) -> ExprId {
        let loc = self.loc();
        let mut parts = vec![self.next()];
        while is_string(self.peek().kind) {
            parts.push(self.next());
        }
        if parts.len() > 1 && format::are_shown(&self.cx) {
            let places = parts.iter().map(|part| part.loc).collect();
            self.cx.unit.diagnostics.sources.string_parts.insert(loc, places);
        }
        let kind = self.string_kind(&parts);
        let size = literal::element_size(kind, self.cx.unit.target.wchar_size);
        let set = literal::set_of(kind, self.cx.options.code.exec_charset);
        let mut elements = Vec::new();
        // What is wrong with an escape sequence is said after all the literals.
        let after = self.loc();
        for part in &parts {
            let spelling = self.pp.literals().bytes(part.value).to_vec();
            let diagnostics = &mut self.cx.unit.diagnostics;
            literal::decode(&spelling, size, set, after, diagnostics, &mut elements);
        }
        elements.push(0);
        let bytes = literal::to_bytes(&elements, size, self.cx.unit.target.big_endian);
        let mut element = self.element_type(kind);
        if self.cx.unit.diagnostics.warnings.enabled("write-strings") {
            element = self.cx.unit.types.qualified(element, Quals::CONST);
        }
        let ty = self.cx.unit.types.array_of(element, ArrayDomain::Count(elements.len() as u64));
        let value = ConstValue::String(bytes.into());
        let id = self.cx.unit.consts.intern(Const { ty, value, overflow: false });
        self.cx.const_expr(id, loc)
    }

    /// The kind of adjacent literals: that of the ones with a prefix.
    fn string_kind(&mut self, parts: &[Token]) -> TokenKind {
        let mut kind = parts[0].kind;
        for part in &parts[1..] {
            if kind == TokenKind::String {
                kind = part.kind;
            } else if part.kind != TokenKind::String && part.kind != kind {
                let at = self.cx.input_location();
                self.error(at, "unsupported non-standard concatenation of string literals");
            }
        }
        kind
    }

    // Compound literals.

    /// Parses the braces of a compound literal whose type has been read.
    pub fn compound_literal(&mut self, name: &TypeName, open: Location) -> ExprId {
        self.unevaluated_pedantic(open);
        let mut ty = name.ty;
        if self.cx.unit.types[ty].size == TypeSize::Variable {
            self.error(open, "compound literal has variable size");
            ty = self.cx.unit.common.int;
        }
        let init = self.braced_initializer(ty);
        self.check_flexible(ty, init, self.function.is_none());
        let literal = self.compound_literal_of(ty, init, open);
        self.after_effects(&name.effects, literal, open)
    }

    fn unevaluated_pedantic(&mut self, loc: Location) {
        if self.cx.options.standard.year < 1999 {
            self.pedwarn_c90("pedantic", loc, "ISO C90 forbids compound literals");
        }
    }
}

fn is_string(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::String
            | TokenKind::WideString
            | TokenKind::String16
            | TokenKind::String32
            | TokenKind::Utf8String
    )
}
