//! Declaration specifiers: storage classes, qualifiers, type specifiers and attributes, in any order.

use super::Parser;
use super::attributes::AttrSet;
use super::keyword::Keyword;
use super::qualifier_checks::WrittenQualifiers;
use super::suggestion::Sought;
use crate::generic::ExprId;
use crate::lex::{Token, TokenKind};
use crate::scope::Binding;
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::{ArrayDomain, Quals, TypeId, TypeKind};

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // Named as they are spelled.
pub enum Storage {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

impl Storage {
    fn text(self) -> &'static str {
        match self {
            Storage::Typedef => "typedef",
            Storage::Extern => "extern",
            Storage::Static => "static",
            Storage::Auto => "auto",
            Storage::Register => "register",
        }
    }
}

/// The type specifier all others modify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    Void,
    Bool,
    Char,
    Int,
    Int128,
    Float,
    Double,
    /// `_Float32` and the like.
    FloatN(TypeId),
    /// Typedef names, tags, `typeof`, `_Atomic (T)`.
    Type(TypeId),
    Auto,
}

/// What the declaration specifiers say.
#[derive(Clone, Debug)]
pub struct DeclSpecs {
    /// The type, qualified; `NONE` for `__auto_type`.
    pub ty: TypeId,
    pub storage: Option<Storage>,
    pub storage_loc: Location,
    pub thread: bool,
    /// It was spelled `__thread`.
    pub thread_gnu: bool,
    pub inline: bool,
    pub noreturn: bool,
    /// `_Alignas`, in bytes; 0 for none.
    pub align: u32,
    pub attrs: AttrSet,
    /// Where the specifiers begin.
    pub loc: Location,
    /// No type was given: it is `int` by default.
    pub default_int: bool,
    pub auto_type: bool,
    /// The body of the function is GIMPLE.
    pub gimple: Option<super::gimple_body::GimpleSpecs>,
    /// A struct, union or enum specifier with or without a body was among them.
    pub tag: Option<TagUse>,
    /// There were any at all.
    pub any: bool,
    /// There was a type specifier that is a typedef name.
    pub typedef_name: Option<Symbol>,
    /// An error was reported: declarators are given the type `int` quietly.
    pub erroneous: bool,
    /// What has to be evaluated for the type.
    pub effects: Vec<ExprId>,
    quals: Quals,
    /// The qualifiers as written.
    pub(super) written_qualifiers: WrittenQualifiers,
    /// Where the typedef name is.
    pub(super) typedef_loc: Option<Location>,
    base: Option<Base>,
    /// Where the last type specifier is.
    type_loc: Location,
    /// The type is said to be signed, here or where the typedef it names was defined.
    pub explicitly_signed: bool,
    signed: bool,
    unsigned: bool,
    short: bool,
    long: u8,
    complex: bool,
}

/// How a tag was used among the specifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagUse {
    /// `struct s { … }`.
    Defined,
    /// `struct s`, known before.
    Referenced,
    /// `struct s`, seen first here.
    Introduced,
}

impl DeclSpecs {
    fn new(loc: Location) -> DeclSpecs {
        DeclSpecs {
            ty: TypeId::NONE,
            effects: Vec::new(),
            storage: None,
            storage_loc: loc,
            thread: false,
            thread_gnu: false,
            inline: false,
            noreturn: false,
            align: 0,
            attrs: AttrSet::default(),
            loc,
            default_int: false,
            auto_type: false,
            gimple: None,
            tag: None,
            any: false,
            typedef_name: None,
            erroneous: false,
            quals: Quals::NONE,
            written_qualifiers: WrittenQualifiers::default(),
            typedef_loc: None,
            base: None,
            type_loc: loc,
            explicitly_signed: false,
            signed: false,
            unsigned: false,
            short: false,
            long: 0,
            complex: false,
        }
    }

    /// Whether `_Atomic` qualifies the type.
    pub fn is_atomic(&self) -> bool {
        self.quals.contains(Quals::ATOMIC)
    }

    fn has_type(&self) -> bool {
        self.base.is_some()
            || self.signed
            || self.unsigned
            || self.short
            || self.long > 0
            || self.complex
    }
}

impl Parser<'_> {
    /// Whether a token begins a type name: a type specifier or qualifier.
    pub fn token_starts_type_name(&self, token: Token) -> bool {
        use Keyword as K;
        match self.keyword_of(token) {
            Some(keyword) => matches!(
                keyword,
                K::Unsigned
                    | K::Long
                    | K::Int128
                    | K::Short
                    | K::Signed
                    | K::Complex
                    | K::Int
                    | K::Char
                    | K::Float
                    | K::Double
                    | K::Void
                    | K::Bool
                    | K::Float16
                    | K::Float32
                    | K::Float64
                    | K::Float128
                    | K::Float32x
                    | K::Float128x
                    | K::Float64x
                    | K::Decimal
                    | K::Enum
                    | K::Struct
                    | K::Union
                    | K::Typeof
                    | K::AutoType
                    | K::Const
                    | K::Atomic
                    | K::Volatile
                    | K::Restrict
                    | K::Attribute
                    | K::Alignas
            ),
            None => token
                .symbol()
                .is_some_and(|symbol| matches!(self.lookup(symbol), Some(Binding::Typedef(_)))),
        }
    }

    /// Whether a type name comes next.
    pub fn starts_type_name(&mut self) -> bool {
        let token = self.peek();
        self.token_starts_type_name(token)
    }

    /// Whether a token begins declaration specifiers.
    pub fn token_starts_declaration(&self, token: Token) -> bool {
        use Keyword as K;
        let storage = matches!(
            self.keyword_of(token),
            Some(
                K::Static
                    | K::Extern
                    | K::Register
                    | K::Typedef
                    | K::Inline
                    | K::Noreturn
                    | K::Auto
                    | K::ThreadLocal
            )
        );
        storage || self.token_starts_type_name(token)
    }

    /// Whether a declaration comes next; one of an unknown type's name counts.
    pub fn starts_declaration(&mut self) -> bool {
        let token = self.peek();
        self.token_starts_declaration(token)
            || self.keyword_of(token) == Some(Keyword::StaticAssert)
            || self.at_unknown_type_name()
    }

    /// Whether an undeclared identifier stands where a type name should: before another identifier, or a `*`.
    pub fn at_unknown_type_name(&mut self) -> bool {
        let Some(symbol) = self.identifier() else { return false };
        if self.lookup(symbol).is_some() {
            return false;
        }
        let second = self.peek2();
        match second.kind {
            TokenKind::Star => true,
            TokenKind::Identifier => self.identifier_of(second).is_some(),
            _ => false,
        }
    }

    /// Parses declaration specifiers. With `type_only`, storage classes are left alone.
    pub fn declaration_specifiers(&mut self, type_only: bool) -> DeclSpecs {
        let mut specs = DeclSpecs::new(self.loc());
        loop {
            let token = self.peek();
            match self.keyword_of(token) {
                Some(keyword) => {
                    if !self.specifier_keyword(&mut specs, keyword, token, type_only) {
                        break;
                    }
                }
                // After the specifiers they belong to the type, of which they change what is said of it here.
                None if self.at_standard_attributes()
                    && specs.any
                    && !matches!(specs.base, None | Some(Base::Auto)) =>
                {
                    let attrs = self.attributes();
                    specs.attrs.type_flags |= attrs.type_flags;
                    specs.attrs.vector_size = attrs.vector_size.or(specs.attrs.vector_size);
                }
                None if self.at_standard_attributes() && !specs.any => {
                    let attrs = self.attributes();
                    specs.attrs.merge(attrs);
                }
                None => {
                    let Some(symbol) = token.symbol() else { break };
                    if specs.has_type() {
                        break;
                    }
                    match self.lookup(symbol) {
                        Some(Binding::Typedef(ty)) => {
                            self.next();
                            self.unit.mentioned_types.insert(ty);
                            self.say_of_type(ty);
                            specs.base = Some(Base::Type(ty));
                            specs.typedef_name = Some(symbol);
                            specs.typedef_loc = Some(token.loc);
                        }
                        None if self.at_unknown_type_name() => {
                            self.next();
                            self.unknown_type_name(symbol, token.loc);
                            specs.base = Some(Base::Int);
                            specs.erroneous = true;
                        }
                        _ => break,
                    }
                }
            }
            specs.any = true;
        }
        self.finish_specifiers(&mut specs);
        specs
    }

    /// Complains of an unknown type name.
    pub fn unknown_type_name(&mut self, symbol: Symbol, loc: Location) {
        let name = self.cx.unit.symbols.text(symbol).to_string();
        match self.scopes.lookup_tag(symbol) {
            Some(ty) => {
                let tag = match self.cx.unit.types.kind(ty) {
                    TypeKind::Union { .. } => "union",
                    TypeKind::Enum { .. } => "enum",
                    _ => "struct",
                };
                let text =
                    format!("unknown type name ‘{name}’; use ‘{tag}’ keyword to refer to the type");
                self.error(loc, text);
            }
            None => {
                let meant = self.suggestion(symbol, Sought::Type);
                self.error(meant.at(loc), format!("unknown type name ‘{name}’{meant}"));
                self.note_header(&name, loc);
            }
        }
    }

    /// Takes a specifier that is a keyword; `false` if it is none.
    fn specifier_keyword(
        &mut self,
        specs: &mut DeclSpecs,
        keyword: Keyword,
        token: Token,
        type_only: bool,
    ) -> bool {
        use Keyword as K;
        let storage = match keyword {
            K::Typedef => Some(Storage::Typedef),
            K::Extern => Some(Storage::Extern),
            K::Static => Some(Storage::Static),
            K::Auto => Some(Storage::Auto),
            K::Register => Some(Storage::Register),
            _ => None,
        };
        if storage.is_some() || matches!(keyword, K::ThreadLocal | K::Inline | K::Noreturn) {
            if type_only {
                return false;
            }
            self.next();
            if specs.has_type() || !specs.quals.is_empty() {
                let at = self.cx.input_location();
                let text = format!("‘{}’ is not at beginning of declaration", self.spelling(token));
                self.warning("old-style-declaration", at, text);
            }
            self.storage_specifier(specs, storage, keyword, token.loc);
            return true;
        }
        match keyword {
            K::Const => self.add_qualifier(specs, Quals::CONST),
            K::Volatile => self.add_qualifier(specs, Quals::VOLATILE),
            K::Restrict => self.add_qualifier(specs, Quals::RESTRICT),
            K::Atomic if self.peek2().kind != TokenKind::LeftParen => {
                self.add_qualifier(specs, Quals::ATOMIC);
            }
            K::Attribute => {
                let attrs = self.gnu_attributes_only();
                specs.attrs.merge(attrs);
            }
            K::Alignas => self.alignas(specs),
            K::Gimple | K::Rtl if !type_only => specs.gimple = Some(self.gimple_specs()),
            _ => return self.type_specifier(specs, keyword, token),
        }
        true
    }

    fn add_qualifier(&mut self, specs: &mut DeclSpecs, quals: Quals) {
        let token = self.next();
        self.note_qualifier(&mut specs.written_qualifiers, quals, token);
        specs.quals = specs.quals.union(quals);
    }

    fn storage_specifier(
        &mut self,
        specs: &mut DeclSpecs,
        storage: Option<Storage>,
        keyword: Keyword,
        loc: Location,
    ) {
        match (storage, keyword) {
            (Some(storage), _) => {
                match specs.storage {
                    Some(old) if old == storage => {
                        let at = self.cx.input_location();
                        self.error(at, format!("duplicate ‘{}’", storage.text()));
                    }
                    Some(_) => {
                        let at = self.cx.input_location();
                        self.error(at, "multiple storage classes in declaration specifiers");
                    }
                    None => {}
                }
                specs.storage = Some(storage);
                specs.storage_loc = loc;
            }
            (None, Keyword::ThreadLocal) => {
                specs.thread = true;
                specs.thread_gnu = self.spelling(self.previous()) == "__thread";
            }
            (None, Keyword::Inline) => specs.inline = true,
            (None, _) => specs.noreturn = true,
        }
    }

    /// Parses `_Alignas ( type-or-constant )`.
    fn alignas(&mut self, specs: &mut DeclSpecs) {
        let loc = self.next().loc;
        if !self.expect(TokenKind::LeftParen) {
            return;
        }
        if self.starts_type_name() {
            let ty = self.type_name();
            specs.align = specs.align.max(self.cx.unit.types.align(ty));
        } else {
            let e = self.constant_expression();
            match self.folded_int(e) {
                Some(0) => {}
                Some(value) if value > 0 && value & (value - 1) == 0 && value <= 1 << 28 => {
                    specs.align = specs.align.max(value as u32);
                }
                Some(value) => {
                    let text =
                        format!("requested alignment ‘{value}’ is not a positive power of 2");
                    self.error(loc, text);
                }
                None => self.error(loc, "requested alignment is not an integer constant"),
            }
        }
        self.expect_or_skip(TokenKind::RightParen);
    }

    /// Takes a type specifier; `false` if the keyword is none.
    fn type_specifier(&mut self, specs: &mut DeclSpecs, keyword: Keyword, token: Token) -> bool {
        use Keyword as K;
        let common = &self.cx.unit.common;
        let base = match keyword {
            K::Unsigned | K::Signed | K::Short | K::Long | K::Complex => {
                self.next();
                self.add_modifier(specs, keyword, token.loc);
                return true;
            }
            K::Void => Base::Void,
            K::Bool => Base::Bool,
            K::Char => Base::Char,
            K::Int => Base::Int,
            K::Float => Base::Float,
            K::Double => Base::Double,
            K::Float32 => Base::FloatN(common.float32),
            K::Float64 => Base::FloatN(common.float64),
            K::Float128 => Base::FloatN(common.float128),
            K::Float32x => Base::FloatN(common.float32x),
            K::Float64x => Base::FloatN(common.float64x),
            K::Float16 | K::Float128x | K::Decimal => {
                self.absent_real(specs, keyword, token);
                return true;
            }
            K::Int128 if !self.cx.unit.target.has_int128() => {
                self.absent_integer(specs, token);
                return true;
            }
            K::Int128 => Base::Int128,
            K::AutoType => Base::Auto,
            K::Struct | K::Union | K::Enum => {
                let (ty, tag) = if keyword == K::Enum {
                    self.enum_specifier()
                } else {
                    self.record_specifier()
                };
                specs.tag = Some(tag);
                self.add_base(specs, Base::Type(ty), token.loc);
                return true;
            }
            K::Typeof => {
                let ty = self.typeof_specifier(&mut specs.effects);
                self.add_base(specs, Base::Type(ty), token.loc);
                return true;
            }
            K::Atomic => {
                self.next();
                self.next();
                let name = self.full_type_name();
                self.expect_or_skip(TokenKind::RightParen);
                specs.quals = specs.quals.union(Quals::ATOMIC);
                specs.effects.extend(name.effects);
                self.add_base(specs, Base::Type(name.ty), token.loc);
                return true;
            }
            _ => return false,
        };
        self.next();
        if let Base::FloatN(_) = base {
            let name = self.spelling(token);
            self.pedantic(token.loc, format!("ISO C does not support the ‘{name}’ type"));
        }
        self.add_base(specs, base, token.loc);
        true
    }

    /// A floating type of the language that the target does not have.
    fn absent_real(&mut self, specs: &mut DeclSpecs, keyword: Keyword, token: Token) {
        let name = self.spelling(token);
        self.next();
        if keyword == Keyword::Decimal {
            self.error(token.loc, "decimal floating-point not supported for this target");
            if self.cx.options.standard.year < 2020 {
                let text = "ISO C does not support decimal floating-point before C2X";
                self.pedantic(token.loc, text);
            }
        } else {
            self.pedantic(token.loc, format!("ISO C does not support the ‘{name}’ type"));
            self.error(token.loc, format!("‘{name}’ is not supported on this target"));
        }
        specs.erroneous = true;
        self.add_base(specs, Base::Double, token.loc);
    }

    /// An integer type that the target does not have.
    fn absent_integer(&mut self, specs: &mut DeclSpecs, token: Token) {
        let name = self.spelling(token);
        self.next();
        self.error(token.loc, format!("‘{name}’ is not supported on this target"));
        specs.erroneous = true;
        self.add_base(specs, Base::Int, token.loc);
    }

    /// The spelling of a token.
    pub fn spelling(&self, token: Token) -> String {
        let mut bytes = Vec::new();
        token.spelling(&self.cx.unit.symbols, self.pp.literals()).append_to(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn add_base(&mut self, specs: &mut DeclSpecs, base: Base, loc: Location) {
        if specs.base.is_some() {
            if !specs.erroneous {
                self.error(loc, "two or more data types in declaration specifiers");
            }
            specs.erroneous = true;
            return;
        }
        specs.base = Some(base);
        specs.type_loc = loc;
    }

    fn add_modifier(&mut self, specs: &mut DeclSpecs, keyword: Keyword, loc: Location) {
        specs.type_loc = loc;
        let (clash, duplicate) = match keyword {
            Keyword::Unsigned => (specs.signed.then_some(("signed", "unsigned")), specs.unsigned),
            Keyword::Signed => (specs.unsigned.then_some(("signed", "unsigned")), specs.signed),
            Keyword::Short => ((specs.long > 0).then_some(("long", "short")), specs.short),
            Keyword::Long if specs.long >= 2 => {
                self.error(loc, "‘long long long’ is too long for GCC");
                return;
            }
            Keyword::Long => {
                if specs.long == 1 {
                    self.pedwarn_c90("long-long", loc, "ISO C90 does not support ‘long long’");
                }
                (specs.short.then_some(("long", "short")), false)
            }
            _ => (None, specs.complex),
        };
        if let Some((a, b)) = clash {
            self.error(loc, format!("both ‘{a}’ and ‘{b}’ in declaration specifiers"));
            return;
        }
        if duplicate {
            let name = match keyword {
                Keyword::Unsigned => "unsigned",
                Keyword::Signed => "signed",
                Keyword::Short => "short",
                _ => "_Complex",
            };
            self.error(loc, format!("duplicate ‘{name}’"));
        }
        match keyword {
            Keyword::Unsigned => specs.unsigned = true,
            Keyword::Signed => specs.signed = true,
            Keyword::Short => specs.short = true,
            Keyword::Long => specs.long += 1,
            _ => specs.complex = true,
        }
    }

    /// `typeof (…)`; what has to be evaluated for the type is appended to `effects`: the operand, if it is of a variably
    /// modified type.
    fn typeof_specifier(&mut self, effects: &mut Vec<ExprId>) -> TypeId {
        self.next();
        if !self.expect(TokenKind::LeftParen) {
            self.skip_until(TokenKind::RightParen);
            return self.cx.unit.common.int;
        }
        self.cx.folding.inhibit_warnings += 1;
        let ty = if self.starts_type_name() {
            let name = self.full_type_name();
            effects.extend(name.effects);
            name.ty
        } else {
            let e = self.expression();
            self.mark_read(e);
            let ty = self.cx.type_of(e);
            if self.is_variably_modified(ty) {
                let e = self.fully_fold(e);
                effects.push(e);
            }
            ty
        };
        self.cx.folding.inhibit_warnings -= 1;
        self.expect_or_skip(TokenKind::RightParen);
        ty
    }

    /// Works out the type from the specifiers seen.
    fn finish_specifiers(&mut self, specs: &mut DeclSpecs) {
        let c = self.cx.unit.common.clone();
        let unsigned = specs.unsigned;
        let pick = |signed_type, unsigned_type| if unsigned { unsigned_type } else { signed_type };
        let sized = |specs: &DeclSpecs| match (specs.short, specs.long) {
            (true, _) => pick(c.short, c.ushort),
            (_, 1) => pick(c.long, c.ulong),
            (_, 2) => pick(c.llong, c.ullong),
            _ => pick(c.int, c.uint),
        };
        let modified = specs.short || specs.long > 0 || specs.signed || specs.unsigned;
        let ty = match specs.base {
            None if modified => sized(specs),
            None if specs.complex => c.double,
            None => {
                specs.default_int = true;
                c.int
            }
            Some(Base::Int) => sized(specs),
            Some(Base::Char) if specs.signed => c.schar,
            Some(Base::Char) => pick(c.char_, c.uchar),
            Some(Base::Int128) => pick(c.int128, c.uint128),
            Some(Base::Double) if specs.long == 1 => c.long_double,
            Some(Base::Double) => c.double,
            Some(Base::Float) => c.float,
            Some(Base::Void) => c.void,
            Some(Base::Bool) => c.bool_,
            Some(Base::Type(ty) | Base::FloatN(ty)) => ty,
            Some(Base::Auto) => {
                specs.auto_type = true;
                c.int
            }
        };
        specs.explicitly_signed = specs.signed || self.unit.explicitly_signed.contains(&ty);
        self.check_modifiers(specs);
        self.check_restrict(specs, ty);
        let ty = if specs.complex && self.is_complex_part(ty) { self.complex_type(ty) } else { ty };
        let quals = specs.quals;
        specs.ty = self.add_quals(ty, quals);
    }

    /// `restrict` is for pointers.
    fn check_restrict(&mut self, specs: &mut DeclSpecs, ty: TypeId) {
        if !specs.quals.contains(Quals::RESTRICT) || specs.erroneous {
            return;
        }
        let mut inner = ty;
        while let TypeKind::Array { element, .. } = *self.cx.unit.types.kind(inner) {
            inner = element;
        }
        if !self.cx.unit.types.is_pointer(inner) {
            let at = self.cx.input_location();
            self.error(at, "invalid use of ‘restrict’");
            specs.quals = specs.quals.without(Quals::RESTRICT);
        }
    }

    fn is_complex_part(&self, ty: TypeId) -> bool {
        self.cx.unit.types.is_real(ty) || self.cx.unit.types.is_integral(ty)
    }

    /// The complex type over a type.
    pub fn complex_type(&mut self, part: TypeId) -> TypeId {
        let main = self.cx.unit.types.main_variant(part);
        self.cx.unit.types.complex_of(main)
    }

    fn check_modifiers(&mut self, specs: &mut DeclSpecs) {
        let (name, allowed_sign, allowed_short, allowed_long) = match specs.base {
            None | Some(Base::Int) => return,
            Some(Base::Char) => ("char", true, false, 0),
            Some(Base::Int128) => ("__int128", true, false, 0),
            Some(Base::Double) => ("double", false, false, 1),
            Some(Base::Float) => ("float", false, false, 0),
            Some(Base::Void) => ("void", false, false, 0),
            Some(Base::Bool) => ("_Bool", false, false, 0),
            Some(Base::Type(ty))
                if specs.short
                    || specs.long > 0
                    || specs.signed
                    || specs.unsigned
                    || specs.complex && !self.is_complex_part(ty) =>
            {
                if !specs.erroneous {
                    self.error(specs.type_loc, "two or more data types in declaration specifiers");
                }
                specs.erroneous = true;
                return;
            }
            Some(Base::FloatN(ty)) => {
                let name = self.cx.unit.types[ty].name.expect("a common type has a name");
                (self.cx.unit.symbols.text(name), false, false, 0)
            }
            Some(Base::Auto) => ("__auto_type", false, false, 0),
            Some(Base::Type(_)) => return,
        };
        let clash = if specs.short && !allowed_short {
            Some("short")
        } else if specs.long > allowed_long {
            Some(if specs.long == 2 && allowed_long == 1 { "long long" } else { "long" })
        } else if specs.signed && !allowed_sign {
            Some("signed")
        } else if specs.unsigned && !allowed_sign {
            Some("unsigned")
        } else if specs.complex && matches!(specs.base, Some(Base::Void | Base::Bool | Base::Auto))
        {
            Some("complex")
        } else {
            None
        };
        if let Some(word) = clash {
            let text = format!("both ‘{word}’ and ‘{name}’ in declaration specifiers");
            self.error(specs.type_loc, text);
            specs.erroneous = true;
        }
    }

    /// A type with more qualifiers; those of an array are its elements', functions have none.
    pub fn add_quals(&mut self, ty: TypeId, quals: Quals) -> TypeId {
        if quals.is_empty() {
            return ty;
        }
        let types = &mut self.cx.unit.types;
        // Down through the array's dimensions, and up again.
        let mut dimensions: Vec<(TypeId, ArrayDomain)> = Vec::new();
        let mut inner = ty;
        while let TypeKind::Array { element, domain } = *types.kind(inner) {
            dimensions.push((inner, domain));
            inner = element;
        }
        if matches!(types.kind(inner), TypeKind::Function { .. }) {
            return ty;
        }
        let all = types[inner].quals.union(quals);
        let mut result = types.qualified(inner, all);
        for (array, domain) in dimensions.into_iter().rev() {
            result = self.rebuild_array(array, result, domain);
        }
        result
    }

    /// The array type like `array` over another element type; run-time bounds and the name go with it.
    fn rebuild_array(&mut self, array: TypeId, element: TypeId, domain: ArrayDomain) -> TypeId {
        let types = &mut self.cx.unit.types;
        let new = types.array_of(element, domain);
        if new != array && self.cx.variable_sizes.contains_key(&array) {
            let count = self.cx.variable_sizes[&array];
            self.cx.variable_sizes.insert(new, count);
        }
        new
    }
}
