//! Types: names, declarations of named types, and derived types.

use super::lexer::Tok;
use super::{Reader, Result};
use crate::decl::DeclId;
use crate::types::{
    ArrayDomain, Enumerator, Field, Quals, RealFormat, Type, TypeFlags, TypeId, TypeKind, TypeSize,
};

impl Reader<'_> {
    /// The names of the types every unit has.
    pub(super) fn common_names(&mut self) {
        for index in 0..self.unit.types.len() as u32 {
            let ty = TypeId(index);
            if let Some(name) = self.unit.types[ty].name {
                let name = self.unit.symbols.text(name).to_string();
                self.type_names.entry(name).or_insert(ty);
            }
        }
    }

    /// Whether the current token can begin a type.
    pub(super) fn at_type(&self) -> bool {
        match self.tok {
            Tok::Ident(word) => self.begins_type(word),
            Tok::Punct("<") => self.lexer.follows('u') || self.lexer.follows('f'),
            _ => false,
        }
    }

    fn begins_type(&self, word: &str) -> bool {
        matches!(
            word,
            "const"
                | "volatile"
                | "atomic"
                | "restrict"
                | "struct"
                | "union"
                | "enum"
                | "vector"
                | "complex"
                | "__complex__"
                | "long"
                | "short"
                | "unsigned"
                | "signed"
                | "__int128"
        ) || self.type_names.contains_key(word)
            || sized_integer(word).is_some()
    }

    /// A type.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        self.nested(|r| {
            let base = r.base_type()?;
            r.derived(base)
        })
    }

    fn qualifiers(&mut self) -> Result<Quals> {
        let mut quals = Quals::NONE;
        loop {
            let qual = match self.tok {
                Tok::Ident("const") => Quals::CONST,
                Tok::Ident("volatile") => Quals::VOLATILE,
                Tok::Ident("atomic") => Quals::ATOMIC,
                Tok::Ident("restrict") => Quals::RESTRICT,
                _ => return Ok(quals),
            };
            quals = quals.union(qual);
            self.advance()?;
        }
    }

    fn base_type(&mut self) -> Result<TypeId> {
        let quals = self.qualifiers()?;
        let base = match self.tok {
            Tok::Punct("<") => self.unnamed_integer()?,
            Tok::Ident(keyword @ ("struct" | "union" | "enum")) => {
                self.advance()?;
                if self.is("{") {
                    self.anonymous_record(keyword == "union")?
                } else if self.is("*") {
                    match keyword {
                        "struct" => self.first_unnamed(|kind| {
                            matches!(kind, TypeKind::Record { tag: None, .. })
                        }),
                        _ => self.first_unnamed(|kind| {
                            matches!(kind, TypeKind::Union { tag: None, .. })
                        }),
                    }?
                } else {
                    let mut spelled = format!("{keyword} {}", self.ident()?);
                    if spelled == "struct FRAME" && self.eat(".")? {
                        spelled = format!("{spelled}.{}", self.ident()?);
                    }
                    match self.type_names.get(&spelled) {
                        Some(&ty) => ty,
                        None => return self.error(format!("unknown type {spelled}")),
                    }
                }
            }
            // A type of the program's may have that name.
            Tok::Ident("vector") if self.lexer.follows('(') => {
                self.advance()?;
                self.expect("(")?;
                let lanes: u32 = self.small()?;
                self.expect(")")?;
                let element = self.ty()?;
                if !self.is_scalar(element) || lanes == 0 || lanes > 1 << 16 {
                    return self.error("vector of what has no lanes");
                }
                self.unit.types.vector_of(element, lanes)
            }
            Tok::Ident(_) => self.named_type()?,
            _ => return self.unexpected("a type"),
        };
        Ok(if quals.is_empty() { base } else { self.qualify(base, quals) })
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        types.is_integral(ty) || types.is_real(ty) || types.is_pointer(ty)
    }

    fn qualify(&mut self, ty: TypeId, quals: Quals) -> TypeId {
        let quals = quals.union(self.unit.types[ty].quals);
        self.unit.types.qualified(ty, quals)
    }

    /// The longest run of words that names a type.
    fn named_type(&mut self) -> Result<TypeId> {
        if let Tok::Ident("complex" | "__complex__") = self.tok {
            let named = self.is_word("complex");
            self.advance()?;
            let part = match self.tok {
                Tok::Punct("<") => self.unnamed_integer()?,
                _ => self.named_type()?,
            };
            if !self.is_scalar(part) || self.unit.types.is_pointer(part) {
                return self.error("complex type of what has no parts");
            }
            let common = &self.unit.common;
            let known = [
                (common.float, common.complex_float),
                (common.double, common.complex_double),
                (common.long_double, common.complex_long_double),
            ];
            return Ok(match known.iter().find(|(real, _)| *real == part && named) {
                Some(&(_, complex)) => complex,
                None => self.unit.types.complex_of(part),
            });
        }
        let Tok::Ident(first) = self.tok else { return self.unexpected("a type") };
        let mut spelled = first.to_string();
        self.advance()?;
        while let Tok::Ident(word) = self.tok {
            let longer = format!("{spelled} {word}");
            if !self.type_names.contains_key(&longer)
                && !begins_name(&longer)
                && self.unnamed_bits(&longer).is_none()
            {
                break;
            }
            spelled = longer;
            self.advance()?;
        }
        if let Some(&ty) = self.type_names.get(&spelled) {
            return Ok(ty);
        }
        match self.unnamed_bits(&spelled) {
            Some((bits, unsigned)) => Ok(self.unit.types.nonstandard_integer(bits, unsigned)),
            None => self.error(format!("unknown type {spelled}")),
        }
    }

    /// Precision and sign of an integer type that has no name, by how it prints.
    fn unnamed_bits(&self, spelled: &str) -> Option<(u16, bool)> {
        let target = &self.unit.target;
        let (sign, word) = match spelled.split_once(' ') {
            Some(split) => split,
            None => return sized_integer(spelled),
        };
        let bytes = match word {
            "char" => 1,
            "short" => target.short_size,
            "int" => target.int_size,
            "long" => target.long_size,
            "long long" => target.long_long_size,
            _ => return None,
        };
        matches!(sign, "unsigned" | "signed").then_some((bytes as u16 * 8, sign == "unsigned"))
    }

    /// `<unnamed-unsigned:5>`.
    fn unnamed_integer(&mut self) -> Result<TypeId> {
        let text = self.lexer.take_until('>').map(str::to_string);
        if text.as_deref() == Some("unnamed type") {
            self.advance()?;
            return self.first_unnamed(|kind| matches!(kind, TypeKind::Enum { tag: None, .. }));
        }
        let boolean = text.as_deref().and_then(|text| {
            let bits = text.trim().strip_prefix("signed-boolean:")?.parse::<u16>().ok()?;
            (8..=128).contains(&bits).then_some(bits)
        });
        if let Some(bits) = boolean {
            self.advance()?;
            return Ok(self.unit.types.signed_boolean(bits));
        }
        let parsed = text.as_deref().and_then(|text| {
            let (sign, bits) = text.trim().strip_prefix("unnamed-")?.split_once(':')?;
            let bits: u16 = bits.parse().ok().filter(|bits| (1..=128).contains(bits))?;
            Some((bits, sign == "unsigned"))
        });
        let Some((bits, unsigned)) = parsed else { return self.error("unknown type") };
        self.advance()?;
        Ok(self.unit.types.nonstandard_integer(bits, unsigned))
    }

    fn derived(&mut self, base: TypeId) -> Result<TypeId> {
        let mut ty = base;
        for _ in 0..super::MAX_DEPTH {
            match self.tok {
                Tok::Punct("*") => {
                    self.advance()?;
                    let quals = self.qualifiers()?;
                    let refall = self.is("{") && self.lexer.follows('r');
                    if refall {
                        self.advance()?;
                        for word in ["ref", "-", "all", "}"] {
                            if !self.eat(word)? {
                                self.expect_word(word)?;
                            }
                        }
                    }
                    ty = if refall {
                        self.unit.types.ref_all_pointer_to(ty)
                    } else {
                        self.unit.types.pointer_to(ty)
                    };
                    if !quals.is_empty() {
                        ty = self.qualify(ty, quals);
                    }
                }
                Tok::Punct("[") => ty = self.dimensions(ty)?,
                Tok::Punct("(") if self.lexer.follows('*') => {
                    self.advance()?;
                    self.advance()?;
                    let named = self.type_id()?;
                    self.expect(")")?;
                    let function = self.signature(ty)?;
                    ty = match named {
                        Some(named) if self.unit.types.is_pointer(named) => named,
                        Some(named) => self.unit.types.pointer_to(named),
                        None => self.unit.types.pointer_to(function),
                    };
                }
                Tok::Punct("<") if self.lexer.follows('T') => {
                    let named = self.type_id()?;
                    let function = self.signature(ty)?;
                    ty = named.unwrap_or(function);
                }
                _ => return Ok(ty),
            }
        }
        self.error("nested too deeply")
    }

    /// `<T5a>`, or a typedef's name; the C file's function type or pointer to one that is called so.
    fn type_id(&mut self) -> Result<Option<TypeId>> {
        if !self.eat("<")? {
            let name = self.ident()?;
            return Ok(self.type_names.get(name).copied().filter(|ty| self.is_callable(*ty)));
        }
        let name = self.ident()?;
        self.expect(">")?;
        let Some(number) = name.strip_prefix('T').and_then(|n| u32::from_str_radix(n, 16).ok())
        else {
            return Ok(None);
        };
        if !self.scope.plain {
            return Ok(None);
        }
        if self.numbered.is_none() {
            let all = (0..self.unit.types.len() as u32).map(TypeId);
            let callable = all.filter(|ty| self.is_callable(*ty));
            let numbers = callable.map(|ty| (self.unit.types.uid(ty), ty)).collect();
            self.numbered = Some(numbers);
        }
        Ok(self.numbered.as_ref().and_then(|numbers| numbers.get(&number)).copied())
    }

    /// Whether a type is that of functions, or of pointers to them.
    fn is_callable(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        let inner = types.pointee(ty).unwrap_or(ty);
        matches!(types.kind(inner), TypeKind::Function { .. })
    }

    /// `[3][4]` after an element type.
    pub(super) fn dimensions(&mut self, element: TypeId) -> Result<TypeId> {
        let mut domains = Vec::new();
        while self.is("[") && !self.lexer.at_mark("value-expr") {
            self.advance()?;
            let domain = if self.eat("<")? {
                self.expect_word("unknown")?;
                self.expect(">")?;
                ArrayDomain::Unknown
            } else {
                let count = self.number()?;
                if !self.eat(":")? {
                    ArrayDomain::Count(count)
                } else if self.is("]") {
                    ArrayDomain::Count(0)
                } else {
                    let bound = self.ident()?;
                    match self.scope.plain {
                        // Only what is allocated for it depends on the variable that bounds it.
                        true => self.known_domain(bound),
                        false => self.variable_domain(bound)?,
                    }
                }
            };
            self.expect("]")?;
            domains.push(domain);
            if domains.len() > super::MAX_DEPTH as usize {
                return self.error("nested too deeply");
            }
        }
        Ok(domains
            .into_iter()
            .rev()
            .fold(element, |element, domain| self.unit.types.array_of(element, domain)))
    }

    /// The domain of the C file's array that a variable bounds, or whose bound no variable says.
    fn known_domain(&self, bound: &str) -> ArrayDomain {
        let Some(bound) = super::body::unnamed(bound) else { return ArrayDomain::Unknown };
        let without = ArrayDomain::Variable(bound.0);
        let no_bound =
            self.unit.types.has_domain(without) && !self.unit.array_bounds.contains_key(&bound.0);
        match self.domains.get(&bound) {
            Some(&domain) => domain,
            None if no_bound => without,
            None => ArrayDomain::Unknown,
        }
    }

    fn variable_domain(&mut self, bound: &str) -> Result<ArrayDomain> {
        let uid = bound.rsplit_once("D.").and_then(|(_, uid)| uid.parse::<u32>().ok());
        let Some(uid) = uid.filter(|&uid| uid < super::MAX_NUMBER) else {
            return self.error("unknown array bound");
        };
        let bound = DeclId(uid);
        if let Some(&domain) = self.domains.get(&bound) {
            return Ok(domain);
        }
        let domain = self.unit.types.fresh_variable_domain();
        if let ArrayDomain::Variable(index) = domain {
            self.unit.array_bounds.insert(index, bound);
        }
        self.domains.insert(bound, domain);
        Ok(domain)
    }

    /// The parameters after a function's result type.
    fn signature(&mut self, result: TypeId) -> Result<TypeId> {
        self.expect("(")?;
        let mut params = Vec::new();
        let (mut variadic, mut prototyped) = (false, true);
        if self.is(")") {
            prototyped = false;
        } else if self.is_word("void") && self.lexer.follows(')') {
            self.advance()?;
        } else {
            loop {
                if self.eat("...")? {
                    variadic = true;
                } else {
                    params.push(self.ty()?);
                }
                if !self.eat(",")? {
                    break;
                }
            }
        }
        self.expect(")")?;
        Ok(self.unit.types.function_of(result, params, variadic, prototyped))
    }

    // Declarations of types.

    fn type_name_text(&mut self) -> Result<String> {
        let mut spelled = String::new();
        while let Tok::Ident(word) = self.tok {
            if matches!(word, "name" | "tag") && !spelled.is_empty() {
                break;
            }
            if !spelled.is_empty() {
                spelled.push(' ');
            }
            spelled.push_str(word);
            self.advance()?;
            if spelled.split(' ').count() > 6 {
                return self.error("not the name of a type");
            }
        }
        Ok(spelled)
    }

    fn optional_name(&mut self, word: &str) -> Result<Option<crate::symbol::Symbol>> {
        if !self.eat_word(word)? {
            return Ok(None);
        }
        // Names of basic types may be several words.
        let mut name = self.ident()?.to_string();
        while let Tok::Ident(next) = self.tok {
            if matches!(next, "name" | "at" | "size") {
                break;
            }
            name = format!("{name} {next}");
            self.advance()?;
        }
        Ok(Some(self.unit.symbols.intern(&name)))
    }

    /// `basic bitsizetype : unsigned long;`
    pub(super) fn basic_type(&mut self) -> Result<()> {
        self.advance()?;
        let spelled = self.type_name_text()?;
        self.expect(":")?;
        let like = self.ty()?;
        self.expect(";")?;
        let name = self.unit.symbols.intern(&spelled);
        let node = Type {
            name: Some(name),
            main_variant: TypeId::NONE,
            flags: TypeFlags::default(),
            ..self.unit.types[like].clone()
        };
        let ty = self.unit.types.add(node);
        self.type_names.insert(spelled, ty);
        Ok(())
    }

    /// `typedef S name S : struct s;`
    pub(super) fn typedef(&mut self) -> Result<()> {
        self.advance()?;
        let spelled = self.type_name_text()?;
        let name = self.optional_name("name")?;
        self.expect(":")?;
        let main = self.ty()?;
        let align = if self.eat_word("align")? { Some(self.small()?) } else { None };
        let flags = if self.eat_word("flags")? { Some(self.small()?) } else { None };
        self.expect(";")?;
        let ty = match (align, flags) {
            (None, None) => self.unit.types.variant(main, Quals::NONE, name),
            _ => {
                let mut node = self.unit.types[main].clone();
                node.name = name;
                node.align = align.unwrap_or(node.align).max(1);
                node.flags = TypeFlags(flags.unwrap_or(node.flags.0));
                self.unit.types.add(node)
            }
        };
        self.type_names.insert(spelled, ty);
        Ok(())
    }

    /// What begins with `struct`, `union` or `enum`: the declaration or the body of a type, or a function.
    pub(super) fn tagged_item(&mut self) -> Result<()> {
        let Tok::Ident(keyword) = self.tok else { return self.unexpected("a type") };
        self.advance()?;
        let name = self.ident()?;
        let spelled = format!("{keyword} {name}");
        match self.tok {
            Tok::Ident("size") => match self.type_names.get(&spelled) {
                Some(&ty) => self.record_body(ty),
                None => self.error(format!("unknown type {spelled}")),
            },
            Tok::Ident("tag" | "name") | Tok::Punct(";" | ":") => {
                self.declare_tag(keyword, spelled)
            }
            _ => match self.type_names.get(&spelled) {
                Some(&ty) => {
                    let result = self.derived(ty)?;
                    self.dump_function_of(result)
                }
                None => self.error(format!("unknown type {spelled}")),
            },
        }
    }

    fn declare_tag(&mut self, keyword: &str, spelled: String) -> Result<()> {
        let mut tag = None;
        if self.eat_word("tag")? {
            let name = self.ident()?;
            tag = Some(self.unit.symbols.intern(name));
        }
        let name = self.optional_name("name")?;
        let kind = match keyword {
            "struct" => TypeKind::Record { tag, fields: Vec::new() },
            "union" => TypeKind::Union { tag, fields: Vec::new() },
            _ => self.enum_body(tag)?,
        };
        self.expect(";")?;
        let (size, align) = match kind {
            TypeKind::Enum { precision, .. } => {
                let bytes = u64::from(precision.div_ceil(8)).next_power_of_two();
                (TypeSize::Const(bytes), bytes as u32)
            }
            _ => (TypeSize::Incomplete, 1),
        };
        let ty = self.unit.types.add(Type {
            kind,
            quals: Quals::NONE,
            name,
            main_variant: TypeId::NONE,
            size,
            align,
            flags: TypeFlags::default(),
        });
        self.type_names.insert(spelled, ty);
        Ok(())
    }

    fn enum_body(&mut self, tag: Option<crate::symbol::Symbol>) -> Result<TypeKind> {
        let (mut unsigned, mut precision) = (true, 32);
        let mut values = Vec::new();
        if self.eat(":")? {
            unsigned = match self.ident()? {
                "unsigned" => true,
                "signed" => false,
                _ => return self.error("expected signed or unsigned"),
            };
            precision = self.small()?;
            if !(1..=128).contains(&precision) {
                return self.error("impossible precision");
            }
            self.expect("{")?;
            while !self.is("}") {
                let name = self.ident()?;
                let name = self.unit.symbols.intern(name);
                self.expect("=")?;
                let negative = self.eat("-")?;
                let Tok::Num(text) = self.tok else { return self.unexpected("a number") };
                let Some(value) = super::lexer::unsigned(text) else {
                    return self.unexpected("a number");
                };
                self.advance()?;
                let value = if negative { (value as i128).wrapping_neg() } else { value as i128 };
                values.push(Enumerator { name, value });
                if !self.eat(",")? {
                    break;
                }
            }
            self.expect("}")?;
        }
        Ok(TypeKind::Enum { tag, precision, unsigned, values })
    }

    /// `size 16 align 8 flags 0 { … }` after the name of a record.
    fn record_body(&mut self, ty: TypeId) -> Result<()> {
        if !matches!(self.unit.types.kind(ty), TypeKind::Record { .. } | TypeKind::Union { .. }) {
            return self.error("members in what has none");
        }
        self.expect_word("size")?;
        let size = match self.tok {
            Tok::Ident("variable") => {
                self.advance()?;
                TypeSize::Variable
            }
            Tok::Ident("incomplete") => {
                self.advance()?;
                TypeSize::Incomplete
            }
            _ => TypeSize::Const(self.number()?),
        };
        self.expect_word("align")?;
        let align: u32 = self.small()?;
        self.expect_word("flags")?;
        let flags = TypeFlags(self.small()?);
        self.expect("{")?;
        let mut list = Vec::new();
        while !self.eat("}")? {
            list.push(self.field(ty)?);
        }
        let node = self.unit.types.get_mut(ty);
        match &mut node.kind {
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => *fields = list,
            _ => {}
        }
        (node.size, node.align, node.flags) = (size, align.max(1), flags);
        self.unit.types.complete_variants(ty);
        Ok(())
    }

    fn field(&mut self, container: TypeId) -> Result<crate::types::FieldId> {
        let ty = self.ty()?;
        let name = self.optional_name("name")?;
        self.expect_word("at")?;
        let bit_offset = self.number()?;
        self.expect_word("size")?;
        let bit_size = self.number()?;
        let is_bitfield = self.eat_word("bitfield")?;
        let declared_type = if is_bitfield { self.ty()? } else { ty };
        self.expect_word("align")?;
        let align = self.small()?;
        self.expect_word("uid")?;
        let uid = self.small()?;
        self.expect(";")?;
        if bit_offset > 1 << 50 || bit_size > 1 << 50 {
            return self.error("field is too large");
        }
        let id = self.unit.types.add_field(Field {
            name,
            ty,
            uid,
            bit_offset,
            bit_size,
            is_bitfield,
            declared_type,
            container,
            align,
        });
        let plain = name.map(|name| self.unit.symbols.text(name).to_string()).unwrap_or_default();
        self.fields.insert((container, format!("{plain}D.{uid}")), id);
        if !plain.is_empty() {
            self.fields.insert((container, plain), id);
        }
        Ok(id)
    }

    /// The format of a real type.
    pub(super) fn real_format(&self, ty: TypeId) -> Option<RealFormat> {
        match *self.unit.types.kind(ty) {
            TypeKind::Real(format) => Some(format),
            _ => None,
        }
    }
}

/// Beginnings of names of basic types that are no such names themselves.
fn begins_name(words: &str) -> bool {
    matches!(words, "long unsigned" | "long long" | "long long unsigned" | "short unsigned")
}

/// `uint128_t`, `int24_t`.
fn sized_integer(word: &str) -> Option<(u16, bool)> {
    let stem = word.strip_suffix("_t")?;
    let (digits, unsigned) = match stem.strip_prefix("uint") {
        Some(digits) => (digits, true),
        None => (stem.strip_prefix("int")?, false),
    };
    let bits = digits.parse().ok().filter(|bits| (1..=128).contains(bits))?;
    Some((bits, unsigned))
}
