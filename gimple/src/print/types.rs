//! Types: `long unsigned int`, `struct s *`, `int[10] *`, `int (*<T5a>) (int)`; and declarations with their types.

use super::Printer;
use crate::decl::{Decl, DeclId, DeclKind, flag};
use crate::types::{ArrayDomain, FieldId, Quals, TypeFlags, TypeId, TypeKind};
use dumps::DumpFlags;

impl Printer<'_> {
    /// A type's name.
    pub fn type_name(&mut self, ty: TypeId) {
        self.nested(|p| p.type_node(ty));
    }

    fn type_node(&mut self, ty: TypeId) {
        let unit = self.unit;
        let node = &unit.types[ty];
        if let Some(name) = self.names.and_then(|names| names.of(&unit.types, ty)) {
            self.quals(node.quals);
            return self.text(name);
        }
        match &node.kind {
            TypeKind::Pointer(to) => self.pointer(ty, *to, node.quals),
            TypeKind::Function { result, params, variadic, prototyped } => {
                self.type_name(*result);
                self.text(" ");
                match node.name {
                    Some(name) if self.names.is_none() => self.symbol(name),
                    _ => self.type_uid(ty),
                }
                self.params(params, *variadic, *prototyped);
            }
            TypeKind::Array { .. } => {
                self.quals(node.quals.without(Quals::RESTRICT));
                self.array(ty, None);
            }
            TypeKind::Record { tag, fields } | TypeKind::Union { tag, fields } => {
                self.quals(node.quals.without(Quals::RESTRICT));
                let record = matches!(node.kind, TypeKind::Record { .. });
                self.text(if record { "struct " } else { "union " });
                match node.name.or(*tag) {
                    Some(name) => self.symbol(name),
                    None if self.has(DumpFlags::SLIM) => {}
                    None => self.record_body(fields),
                }
            }
            kind => {
                self.quals(node.quals);
                match (kind, node.name) {
                    (_, Some(name)) => self.symbol(name),
                    (&TypeKind::Integer { precision, .. }, None)
                        if node.flags.0 & TypeFlags::SIGNED_BOOLEAN != 0 =>
                    {
                        self.text("<signed-boolean:");
                        self.number(precision);
                        self.text(">");
                    }
                    (TypeKind::Enum { tag: Some(tag), .. }, None) => self.symbol(*tag),
                    _ => self.unnamed_scalar(kind),
                }
            }
        }
    }

    fn quals(&mut self, quals: Quals) {
        for (qual, text) in [
            (Quals::ATOMIC, "atomic "),
            (Quals::CONST, "const "),
            (Quals::VOLATILE, "volatile "),
            (Quals::RESTRICT, "restrict "),
        ] {
            if quals.contains(qual) {
                self.text(text);
            }
        }
    }

    pub(super) fn unnamed_scalar(&mut self, kind: &TypeKind) {
        match *kind {
            TypeKind::Void => self.text("void"),
            TypeKind::Bool => self.text("_Bool"),
            TypeKind::Integer { precision, unsigned } => {
                self.unnamed_integer(precision, unsigned);
            }
            TypeKind::Real(format) => {
                let bits = match format {
                    crate::types::RealFormat::Half => 16,
                    crate::types::RealFormat::Single => 32,
                    crate::types::RealFormat::Double => 64,
                    crate::types::RealFormat::Quad => 128,
                };
                self.text("<float:");
                self.number(bits);
                self.text(">");
            }
            TypeKind::Complex(part) => {
                // Of the complex integer types only that of `int` has a name; those of reals print as if they had one.
                let named = part == self.unit.common.int || self.unit.types.is_real(part);
                self.text(if named { "complex " } else { "__complex__ " });
                self.type_name(part);
            }
            TypeKind::Vector { element, lanes } => {
                self.text("vector(");
                self.number(lanes);
                self.text(") ");
                self.type_name(element);
            }
            _ => self.text("<unnamed type>"),
        }
    }

    /// An integer type the front end never named: spelled after the C type of its size, the other way round.
    fn unnamed_integer(&mut self, precision: u16, unsigned: bool) {
        let target = &self.unit.target;
        let bits = u32::from(precision);
        let word = if bits == 8 {
            Some("char")
        } else if bits == target.short_size * 8 {
            Some("short")
        } else if bits == target.int_size * 8 {
            Some("int")
        } else if bits == target.long_size * 8 {
            Some("long")
        } else if bits == target.long_long_size * 8 {
            Some("long long")
        } else {
            None
        };
        match word {
            Some(word) => {
                self.text(if unsigned { "unsigned " } else { "signed " });
                self.text(word);
            }
            None if bits >= 8 && bits.is_power_of_two() => {
                self.text(if unsigned { "uint" } else { "int" });
                self.number(bits);
                self.text("_t");
            }
            None => {
                self.text(if unsigned { "<unnamed-unsigned:" } else { "<unnamed-signed:" });
                self.number(bits);
                self.text(">");
            }
        }
    }

    fn pointer(&mut self, ty: TypeId, to: TypeId, quals: Quals) {
        let unit = self.unit;
        if let TypeKind::Function { result, params, variadic, prototyped } = unit.types.kind(to) {
            self.type_name(*result);
            self.text(" (*");
            match unit.types[ty].name {
                Some(name) if self.names.is_none() => self.symbol(name),
                _ => self.type_uid(ty),
            }
            self.text(")");
            return self.params(params, *variadic, *prototyped);
        }
        self.type_name(to);
        let reference = unit.types[ty].flags.0 & TypeFlags::REFERENCE != 0;
        self.text(if reference { " &" } else { " *" });
        for (qual, text) in [
            (Quals::CONST, " const"),
            (Quals::VOLATILE, " volatile"),
            (Quals::RESTRICT, " restrict"),
        ] {
            if quals.contains(qual) {
                self.text(text);
            }
        }
        if self.aliases_all(ty) {
            self.text(" {ref-all}");
        }
    }

    /// Whether accesses through a pointer type alias everything (`TYPE_REF_CAN_ALIAS_ALL`).
    pub(super) fn aliases_all(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        let may_alias = |ty: TypeId| types[ty].flags.0 & TypeFlags::MAY_ALIAS != 0;
        may_alias(ty) || types.pointee(ty).is_some_and(may_alias)
    }

    fn type_uid(&mut self, ty: TypeId) {
        if self.has(DumpFlags::NOUID) {
            return self.text("<Txxxx>");
        }
        if self.names.is_some() {
            return self.text("<T>");
        }
        let types = &self.unit.types;
        let number = types.uid(types.main_variant(ty));
        self.number(format_args!("<T{number:x}>"));
    }

    fn params(&mut self, params: &[TypeId], variadic: bool, prototyped: bool) {
        self.text(" (");
        for (index, &param) in params.iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            self.type_name(param);
        }
        if variadic && !params.is_empty() {
            self.text(", ...");
        } else if prototyped && params.is_empty() {
            self.text("void");
        }
        self.text(")");
    }

    /// An array's innermost element type, what is declared (if anything), and its dimensions.
    fn array(&mut self, ty: TypeId, declared: Option<DeclId>) {
        let unit = self.unit;
        let mut inner = ty;
        while let TypeKind::Array { element, .. } = *unit.types.kind(inner) {
            inner = element;
        }
        self.type_name(inner);
        if let Some(decl) = declared {
            self.text(" ");
            self.decl(decl);
        }
        self.dimensions(ty);
    }

    fn array_domain(&mut self, domain: ArrayDomain) {
        match domain {
            ArrayDomain::Unknown => self.text("[<unknown>]"),
            ArrayDomain::Count(0) => self.text("[0:]"),
            ArrayDomain::Count(count) => self.number(format_args!("[{count}]")),
            ArrayDomain::Variable(index) => {
                self.text("[0:");
                match self.unit.array_bounds.get(&index) {
                    Some(&bound) => self.decl(bound),
                    None => self.number(format_args!("D.{index}")),
                }
                self.text("]");
            }
        }
    }

    /// The members of a record or union that has no name.
    fn record_body(&mut self, fields: &[FieldId]) {
        let column = self.spaces;
        self.text("\n");
        self.indent(column);
        self.text("{\n");
        self.spaces = column + 2;
        for &field in fields {
            self.indent(column + 2);
            self.member(field);
            self.text(";\n");
        }
        self.spaces = column;
        self.indent(column);
        self.text("}");
    }

    fn member(&mut self, field: FieldId) {
        let unit = self.unit;
        let ty = unit.types.field(field).ty;
        let mut inner = ty;
        while let TypeKind::Array { element, .. } = *unit.types.kind(inner) {
            inner = element;
        }
        self.type_name(inner);
        self.text(" ");
        self.field_name(field);
        self.dimensions(ty);
    }

    fn dimensions(&mut self, mut ty: TypeId) {
        let unit = self.unit;
        while let TypeKind::Array { element, domain } = *unit.types.kind(ty) {
            self.array_domain(domain);
            ty = element;
        }
    }

    /// The declaration of a local variable, label, type or constant: `static int tab[3] = {1, 2, 3};`. The bodies of
    /// unnamed records stand at column `spaces`.
    pub fn declaration(&mut self, decl: DeclId, spaces: usize) {
        let unit = self.unit;
        let d = &unit.decls[decl];
        if d.kind == DeclKind::Label {
            self.text("void ");
            self.decl(decl);
            return self.text(" = <<< error >>>;");
        }
        self.spaces = spaces;
        self.storage(d);
        match unit.types.kind(d.ty) {
            _ if d.kind == DeclKind::Type && d.name.is_none() => self.tag_definition(d.ty),
            TypeKind::Array { .. } => self.array(d.ty, Some(decl)),
            TypeKind::Function { result, params, variadic, prototyped } => {
                self.type_name(*result);
                self.text(" ");
                self.decl(decl);
                self.params(params, *variadic, *prototyped);
            }
            _ => {
                self.type_name(d.ty);
                self.text(" ");
                self.decl(decl);
            }
        }
        self.spaces = 0;
        let register = d.extra.as_ref().and_then(|extra| extra.hard_register);
        if let (true, Some(register)) = (d.has(flag::HARD_REGISTER), register) {
            self.text(" __asm__ (*");
            self.symbol(register);
            self.text(")");
        }
        if let Some(&value) = unit.initializers.get(&decl) {
            if d.has(flag::HAS_VALUE_EXPR) {
                self.text(" [value-expr: ");
                self.operand(value);
                return self.text("];");
            }
            self.text(" = ");
            if self.has(DumpFlags::SLIM) {
                self.text("<<< omitted >>>");
            } else {
                self.operand(value);
            }
        }
        self.text(";");
    }

    /// A tag's declaration in a block, as GCC shows it: `typedef struct V struct struct V;`.
    fn tag_definition(&mut self, ty: TypeId) {
        self.type_name(ty);
        let is_union = matches!(self.unit.types.kind(ty), TypeKind::Union { .. });
        self.text(if is_union { " union" } else { " struct " });
        self.type_name(ty);
    }

    fn storage(&mut self, d: &Decl) {
        if d.kind == DeclKind::Type {
            return self.text("typedef ");
        }
        if d.has(flag::REGISTER) {
            self.text("register ");
        }
        if d.has(flag::PUBLIC | flag::EXTERNAL) {
            self.text("extern ");
        } else if d.flags & (flag::STATIC | flag::NESTED) != 0 {
            self.text("static ");
        }
    }
}
