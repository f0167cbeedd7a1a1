//! Structs, unions and enumerations.

use super::Parser;
use super::attributes::AttrSet;
use super::declarator::{DeclContext, DeclaratorKind};
use super::keyword::Keyword;
use super::shadow::Hiding;
use super::specs::{DeclSpecs, TagUse};
use crate::generic::ExprKind;
use crate::layout::variable::layout_variable;
use crate::layout::{ALL_PACKED, Layout, Member, RecordOptions, layout_record};
use crate::lex::TokenKind;
use crate::scope::{Binding, FrameKind, Meaning};
use gimple::decl::{Decl, DeclKind, flag};
use gimple::declared_types::DeclaredTypes;
use gimple::location::Location;
use gimple::options::Flag;
use gimple::symbol::Symbol;
use gimple::types::{
    ArrayDomain, Enumerator, FieldId, Quals, Type, TypeFlags, TypeId, TypeKind, TypeSize,
};
use rustc_hash::FxHashSet;

/// What a tag names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TagKind {
    Struct,
    Union,
    Enum,
}

impl TagKind {
    fn text(self) -> &'static str {
        match self {
            TagKind::Struct => "struct",
            TagKind::Union => "union",
            TagKind::Enum => "enum",
        }
    }

    fn incomplete(self, tag: Option<Symbol>) -> TypeKind {
        match self {
            TagKind::Struct => TypeKind::Record { tag, fields: Vec::new() },
            TagKind::Union => TypeKind::Union { tag, fields: Vec::new() },
            TagKind::Enum => {
                TypeKind::Enum { tag, precision: 32, unsigned: true, values: Vec::new() }
            }
        }
    }

    fn is(self, kind: &TypeKind) -> bool {
        matches!(
            (self, kind),
            (TagKind::Struct, TypeKind::Record { .. })
                | (TagKind::Union, TypeKind::Union { .. })
                | (TagKind::Enum, TypeKind::Enum { .. })
        )
    }
}

/// The members of a record read so far.
#[derive(Default)]
struct Members {
    list: Vec<Member>,
    names: FxHashSet<Symbol>,
    flexible: Option<Location>,
}

impl Parser<'_> {
    /// Parses a struct or union specifier.
    pub fn record_specifier(&mut self) -> (TypeId, TagUse) {
        let kind = if self.at_keyword(Keyword::Union) { TagKind::Union } else { TagKind::Struct };
        self.next();
        let mut attrs = self.attributes();
        let loc = self.loc();
        self.cx.line_start = loc;
        let tag = self.identifier();
        if tag.is_some() {
            self.next();
        }
        if self.at(TokenKind::LeftBrace) {
            if !self.enter() {
                return (self.cx.unit.common.int, TagUse::Defined);
            }
            let ty = self.begin_definition(kind, tag, loc);
            self.defining.push(ty);
            // The bounds of members are evaluated with the type, not with what is declared by it.
            let effects = std::mem::take(&mut self.pending_effects);
            let members = self.record_members(kind);
            self.pending_effects = effects;
            self.defining.pop();
            let more = self.attributes();
            attrs.merge(more);
            self.finish_record(ty, members, &attrs, kind, loc);
            self.leave();
            return (ty, TagUse::Defined);
        }
        match tag {
            Some(tag) => self.tag_reference(kind, tag, loc),
            None => {
                self.syntax_error("expected identifier or ‘{’");
                (self.cx.unit.common.int, TagUse::Referenced)
            }
        }
    }

    /// The type a tag without a body names; made if it is new.
    fn tag_reference(&mut self, kind: TagKind, tag: Symbol, loc: Location) -> (TypeId, TagUse) {
        let alone = self.at(TokenKind::Semicolon);
        let found =
            if alone { self.scopes.lookup_tag_current(tag) } else { self.scopes.lookup_tag(tag) };
        if let Some(ty) = found {
            if kind.is(self.cx.unit.types.kind(ty)) {
                return (ty, TagUse::Referenced);
            }
            let name = self.cx.unit.symbols.text(tag).to_string();
            self.error(loc, format!("‘{name}’ defined as wrong kind of tag"));
        }
        let ty = self.new_tag(kind, Some(tag), loc);
        if self.scopes.kind() == FrameKind::Prototype {
            let name = self.cx.unit.symbols.text(tag).to_string();
            let text = format!(
                "‘{} {name}’ declared inside parameter list will not be visible outside of this definition or declaration",
                kind.text()
            );
            self.warning("", loc, text);
        }
        (ty, TagUse::Introduced)
    }

    /// A new, incomplete type, its tag bound in the innermost scope.
    fn new_tag(&mut self, kind: TagKind, tag: Option<Symbol>, loc: Location) -> TypeId {
        let ty = self.cx.unit.types.add(Type {
            kind: kind.incomplete(tag),
            quals: Quals::NONE,
            name: None,
            main_variant: TypeId::NONE,
            size: TypeSize::Incomplete,
            align: 1,
            flags: TypeFlags::default(),
        });
        if let Some(tag) = tag {
            self.scopes.bind(tag, Meaning::Tag(ty), loc);
        }
        self.note_tag(ty, loc);
        self.local_type_decl(None, ty, loc);
        ty
    }

    /// Notes for debuggers where a type is declared.
    fn note_tag(&mut self, ty: TypeId, loc: Location) {
        if self.cx.options.code.debug.level > 1 {
            self.cx.unit.pass_state.of::<DeclaredTypes>().add_tag(ty, loc);
        }
    }

    /// Lists a type among the declarations of a block, as dumps do.
    pub fn local_type_decl(&mut self, name: Option<Symbol>, ty: TypeId, loc: Location) {
        if matches!(self.scopes.kind(), FrameKind::Block | FrameKind::Function) {
            let mut decl = Decl::new(DeclKind::Type, name, ty, loc);
            decl.context = self.cx.current_function;
            let decl = self.cx.new_decl(decl);
            self.scopes.current().vars.push(decl);
        }
    }

    /// The sizes of a type of variable size are evaluated where it is defined.
    fn sizes_take_effect(&mut self, ty: TypeId, loc: Location) {
        if self.function.is_none() {
            return;
        }
        if self.scopes.kind() == FrameKind::Prototype {
            let effect = self.type_effect(ty, loc);
            self.add_stmt(effect);
            return;
        }
        let listed = |parser: &mut Self| {
            let decls = &parser.cx.unit.decls;
            let vars = parser.scopes.current().vars.iter().rev();
            vars.copied().find(|&decl| decls[decl].kind == DeclKind::Type && decls[decl].ty == ty)
        };
        let mut decl = listed(self);
        if decl.is_none() {
            self.local_type_decl(None, ty, loc);
            decl = listed(self);
        }
        if let Some(decl) = decl {
            let stmt = self.statement_expr(ExprKind::DeclStmt(decl), loc);
            self.add_stmt(stmt);
        }
    }

    /// The type whose definition begins.
    fn begin_definition(&mut self, kind: TagKind, tag: Option<Symbol>, loc: Location) -> TypeId {
        let Some(tag) = tag else { return self.new_tag(kind, None, loc) };
        let Some(ty) = self.scopes.lookup_tag_current(tag) else {
            if self.scopes.kind() == FrameKind::Prototype {
                let name = self.cx.unit.symbols.text(tag).to_string();
                let text = format!(
                    "‘{} {name}’ declared inside parameter list will not be visible outside of this definition or declaration",
                    kind.text()
                );
                self.warning("", loc, text);
            }
            return self.new_tag(kind, Some(tag), loc);
        };
        let name = self.cx.unit.symbols.text(tag).to_string();
        if !kind.is(self.cx.unit.types.kind(ty)) {
            self.error(loc, format!("‘{name}’ defined as wrong kind of tag"));
            return self.new_tag(kind, Some(tag), loc);
        }
        if self.defining.contains(&ty) {
            self.error(loc, format!("nested redefinition of ‘{} {name}’", kind.text()));
            return self.new_tag(kind, Some(tag), loc);
        }
        if self.cx.unit.types[ty].size != TypeSize::Incomplete {
            let what = if kind == TagKind::Enum { "enum" } else { kind.text() };
            let again = if kind == TagKind::Enum { "redeclaration" } else { "redefinition" };
            self.error(loc, format!("{again} of ‘{what} {name}’"));
            let before = self.scopes.tag_location(tag);
            self.note(before, "originally defined here");
            return self.new_tag(kind, Some(tag), loc);
        }
        self.note_tag(ty, loc);
        ty
    }

    fn record_members(&mut self, kind: TagKind) -> Members {
        self.next();
        let mut members = Members::default();
        loop {
            match self.peek().kind {
                TokenKind::RightBrace => break,
                TokenKind::Eof => {
                    self.syntax_error("expected ‘}’");
                    return members;
                }
                TokenKind::Semicolon => {
                    let at = self.next().loc;
                    self.pedantic(at, "extra semicolon in struct or union specified");
                    continue;
                }
                TokenKind::Pragma => {
                    self.pragma();
                    continue;
                }
                _ => {}
            }
            if self.at_keyword(Keyword::StaticAssert) {
                self.static_assert();
                continue;
            }
            let mark = self.taken;
            let count = members.list.len();
            self.member_declaration(&mut members, kind);
            if self.is_in_error() {
                for member in members.list.drain(count..) {
                    members.names.retain(|&name| Some(name) != member.name);
                }
            }
            if self.accept(TokenKind::Semicolon) {
                self.recovered();
                continue;
            }
            if self.at(TokenKind::RightBrace) {
                if !self.is_in_error() {
                    let at = self.loc();
                    self.pedwarn("", at, "no semicolon at end of struct or union");
                }
                break;
            }
            if self.is_in_error() || !self.starts_declaration() {
                self.syntax_error("expected ‘;’");
                self.skip_to_brace();
                return members;
            }
            self.ensure_progress(mark);
        }
        self.next();
        self.recovered();
        members
    }

    fn member_declaration(&mut self, members: &mut Members, kind: TagKind) {
        let extensions = self.extension_prefix();
        let specs = self.declaration_specifiers(true);
        if !specs.any {
            match self.identifier() {
                Some(symbol) if self.lookup(symbol).is_none() => {
                    let at = self.loc();
                    self.unknown_type_name(symbol, at);
                    self.suppress_errors();
                }
                _ => self.syntax_error("expected specifier-qualifier-list"),
            }
            self.extension -= extensions;
            return;
        }
        if self.at(TokenKind::Semicolon) || self.at(TokenKind::RightBrace) {
            self.anonymous_member(members, &specs);
        } else {
            while self.member_declarator(members, &specs, kind) {}
        }
        self.extension -= extensions;
    }

    /// Takes `__extension__` any number of times, and says how often; to be subtracted from `extension` again.
    pub fn extension_prefix(&mut self) -> u32 {
        let mut count = 0;
        while self.accept_keyword(Keyword::Extension) {
            count += 1;
        }
        self.extension += count;
        count
    }

    /// A struct or union without a name, whose members are the record's own.
    fn anonymous_member(&mut self, members: &mut Members, specs: &DeclSpecs) {
        let types = &self.cx.unit.types;
        let tagged = match types.kind(specs.ty) {
            TypeKind::Record { tag, .. } | TypeKind::Union { tag, .. } => tag.is_some(),
            _ => {
                self.pedwarn("", specs.loc, "declaration does not declare anything");
                return;
            }
        };
        let extended = self.cx.options.on(gimple::options::Flag::MsExtensions)
            || self.cx.options.on(gimple::options::Flag::Plan9Extensions);
        if (tagged || specs.typedef_name.is_some()) && !extended {
            self.pedwarn("", specs.loc, "declaration does not declare anything");
            return;
        }
        self.add_inner_names(members, specs.ty, specs.loc);
        let uid = self.fresh_uid();
        let align = specs.align.max(specs.attrs.align.unwrap_or(0));
        members.list.push(Member {
            name: None,
            ty: specs.ty,
            declared: specs.ty,
            width: None,
            align,
            packed: specs.attrs.packed,
            uid,
            loc: specs.loc,
            written: Vec::new(),
        });
    }

    /// A number for something unnamed; numbers are shared with declarations.
    pub fn fresh_uid(&mut self) -> u32 {
        let mut decl = Decl::new(DeclKind::Type, None, self.cx.unit.common.void, Location::UNKNOWN);
        decl.flags = flag::ARTIFICIAL;
        self.cx.new_decl(decl).0
    }

    fn add_inner_names(&mut self, members: &mut Members, ty: TypeId, loc: Location) {
        let mut work: Vec<FieldId> = self.cx.unit.types.fields(ty).to_vec();
        while let Some(field) = work.pop() {
            let field = self.cx.unit.types.field(field);
            match field.name {
                Some(name) => self.add_member_name(members, name, loc),
                None => work.extend(self.cx.unit.types.fields(field.ty)),
            }
        }
    }

    fn add_member_name(&mut self, members: &mut Members, name: Symbol, loc: Location) {
        if !members.names.insert(name) {
            let text = format!("duplicate member ‘{}’", self.cx.unit.symbols.text(name));
            self.error(loc, text);
        }
    }

    /// Parses one member declarator; whether another follows.
    fn member_declarator(
        &mut self,
        members: &mut Members,
        specs: &DeclSpecs,
        kind: TagKind,
    ) -> bool {
        let mut attrs = specs.attrs.clone();
        let prefix = self.attributes();
        attrs.merge(prefix);
        let (mut name, mut loc, mut ty) = (None, self.loc(), specs.ty);
        if !self.at(TokenKind::Colon) {
            let Some(declarator) = self.declarator(DeclaratorKind::Named, true) else {
                return false;
            };
            (name, loc) = (declarator.name, declarator.loc);
            ty = self.apply_declarator(specs, &declarator, DeclContext::Field);
            attrs.merge(declarator.attrs);
        }
        let mut width = None;
        if self.accept(TokenKind::Colon) {
            let e = self.constant_expression();
            width = Some((e, loc));
        }
        let suffix = self.attributes();
        attrs.merge(suffix);
        let ty = self.apply_mode_attributes(ty, &attrs);
        self.refuse_storage_order(&attrs, loc);
        let align = specs.align.max(attrs.align.unwrap_or(0));
        let mut member = Member {
            name,
            ty,
            declared: ty,
            width: None,
            align,
            packed: attrs.packed,
            uid: 0,
            loc,
            written: attrs.written.clone(),
        };
        if let Some((e, _)) = width {
            if specs.align > 0 {
                let name = self.member_name(name);
                self.error(loc, format!("alignment specified for bit-field {name}"));
            }
            let value = if self.cx.is_error(e) { Some(1) } else { self.folded_int(e) };
            if !specs.explicitly_signed && !self.cx.options.on(Flag::SignedBitfields) {
                let ty = self.plain_field_type(member.ty);
                (member.ty, member.declared) = (ty, ty);
            }
            self.bitfield(&mut member, value, loc);
        } else {
            member.ty = self.check_member_type(members, ty, name, kind, loc);
        }
        if let Some(name) = name {
            self.add_member_name(members, name, loc);
        }
        members.list.push(member);
        self.another_member(width.is_some())
    }

    /// Whether a comma, and with it another member of the declaration, comes next; nothing else but its end may.
    fn another_member(&mut self, is_bitfield: bool) -> bool {
        if self.accept(TokenKind::Comma) {
            return true;
        }
        if !matches!(self.peek().kind, TokenKind::Semicolon | TokenKind::RightBrace) {
            self.syntax_error(if is_bitfield {
                "expected ‘,’, ‘;’ or ‘}’"
            } else {
                "expected ‘:’, ‘,’, ‘;’, ‘}’ or ‘__attribute__’"
            });
        }
        false
    }

    fn check_member_type(
        &mut self,
        members: &mut Members,
        ty: TypeId,
        name: Option<Symbol>,
        kind: TagKind,
        loc: Location,
    ) -> TypeId {
        let text = name.map_or(String::new(), |name| self.cx.unit.symbols.text(name).to_string());
        if let Some(at) = members.flexible.take()
            && kind == TagKind::Struct
        {
            self.error(at, "flexible array member not at end of struct");
        }
        let types = &self.cx.unit.types;
        let message = match *types.kind(ty) {
            TypeKind::Function { .. } => format!("field ‘{text}’ declared as a function"),
            TypeKind::Void => format!("variable or field ‘{text}’ declared void"),
            TypeKind::Array { domain: ArrayDomain::Unknown, .. } => {
                if kind == TagKind::Union {
                    "flexible array member in union".to_string()
                } else {
                    members.flexible = Some(loc);
                    return ty;
                }
            }
            TypeKind::Record { .. } if types[ty].flags.0 & TypeFlags::FLEXIBLE != 0 => {
                self.pedantic(loc, "invalid use of structure with flexible array member");
                return ty;
            }
            _ if types[ty].size == TypeSize::Incomplete => {
                format!("field ‘{text}’ has incomplete type")
            }
            _ => return ty,
        };
        self.error(loc, message);
        self.cx.unit.common.int
    }

    /// A member's name in quotes.
    fn member_name(&self, name: Option<Symbol>) -> String {
        match name {
            Some(name) => format!("‘{}’", self.cx.unit.symbols.text(name)),
            None => "‘<anonymous>’".to_string(),
        }
    }

    /// Turns a member into a bit-field of a width.
    fn bitfield(&mut self, member: &mut Member, width: Option<i128>, loc: Location) {
        let name = self.member_name(member.name);
        let types = &self.cx.unit.types;
        let int = self.cx.unit.common.int;
        if !types.is_integral(member.ty) {
            self.error(loc, format!("bit-field {name} has invalid type"));
            (member.ty, member.declared) = (int, int);
        }
        let precision = self.cx.unit.types.precision(member.ty).unwrap_or(32);
        let width = match width {
            None => {
                self.error(loc, format!("bit-field {name} width not an integer constant"));
                1
            }
            Some(value) if value < 0 => {
                self.error(loc, format!("negative width in bit-field {name}"));
                1
            }
            Some(0) if member.name.is_some() => {
                self.error(loc, format!("zero width for bit-field {name}"));
                1
            }
            Some(value) if value > i128::from(precision) => {
                self.error(loc, format!("width of {name} exceeds its type"));
                precision
            }
            Some(value) => value as u32,
        };
        member.width = Some(width);
        if width > 0 && width != precision {
            let unsigned = self.cx.unit.types.is_unsigned(member.ty);
            let quals = self.cx.unit.types[member.ty].quals;
            let ty = self.integer_of_width(width, unsigned);
            member.ty = self.cx.unit.types.qualified(ty, quals);
        }
    }

    /// The type of a bit-field whose signedness is not said, with `-funsigned-bitfields`: integers are unsigned.
    fn plain_field_type(&mut self, ty: TypeId) -> TypeId {
        let types = &mut self.cx.unit.types;
        if types.is_unsigned(ty) || !matches!(types.kind(ty), TypeKind::Integer { .. }) {
            return ty;
        }
        let quals = types[ty].quals;
        let unsigned = crate::fold::unsigned_type_for(&mut self.cx, ty);
        self.cx.unit.types.qualified(unsigned, quals)
    }

    /// The type of a bit-field of a width: a standard type where one has that width.
    pub fn integer_of_width(&mut self, width: u32, unsigned: bool) -> TypeId {
        let c = &self.cx.unit.common;
        let standard = [
            (c.int, c.uint),
            (c.schar, c.uchar),
            (c.short, c.ushort),
            (c.long, c.ulong),
            (c.llong, c.ullong),
        ];
        for (signed_type, unsigned_type) in standard {
            if self.cx.unit.types.precision(signed_type) == Some(width) {
                return if unsigned { unsigned_type } else { signed_type };
            }
        }
        self.cx.unit.types.nonstandard_integer(width as u16, unsigned)
    }

    fn finish_record(
        &mut self,
        ty: TypeId,
        members: Members,
        attrs: &AttrSet,
        kind: TagKind,
        loc: Location,
    ) {
        let mut members = members;
        let reversed = attrs.reversed.unwrap_or(self.unit.reversed);
        if reversed {
            self.cx.unit.types.get_mut(ty).flags.0 |= TypeFlags::REVERSED;
            self.reverse_arrays(&mut members.list);
        }
        let options = RecordOptions {
            is_union: kind == TagKind::Union,
            packed: attrs.packed || self.cx.options.code.pack_struct == ALL_PACKED,
            align: attrs.align.unwrap_or(0),
            pack: self.unit.pack,
        };
        if let Some(at) = members.flexible
            && !members.list.iter().any(|member| {
                member.name.is_some() && member.width.is_none() && !self.is_flexible(member.ty)
            })
            && members.list.len() == 1
        {
            self.error(at, "flexible array member in a struct with no named members");
        }
        self.check_members(&members, kind, loc);
        if members.list.iter().any(|member| member.name.is_none() && member.width.is_some()) {
            self.cx.with_unnamed_bits.insert(ty);
        }
        let types = &self.cx.unit.types;
        let variable =
            members.list.iter().any(|member| types[member.ty].size == TypeSize::Variable);
        let layout = match variable {
            true => layout_variable(&mut self.cx, ty, &members.list, options, loc),
            false => layout_record(&mut self.cx.unit.types, ty, &members.list, options),
        };
        if layout.too_large {
            self.error(loc, format!("size of {} is too large", self.quoted_type(ty)));
        }
        self.complete_record(ty, layout, attrs, kind);
        self.keep_member_attributes(ty, members.list.iter_mut());
        if reversed {
            self.make_bit_units(ty, loc);
        }
        if kind == TagKind::Union {
            self.check_punning(ty, &members.list);
        }
        if members.list.iter().any(|member| self.is_variably_modified(member.ty)) {
            self.modified_records.insert(ty);
            self.sizes_take_effect(ty, loc);
        }
    }

    /// What pedantic readers find wrong with a record's members.
    fn check_members(&mut self, members: &Members, kind: TagKind, loc: Location) {
        let what = kind.text();
        if members.list.is_empty() {
            self.pedantic(loc, format!("{what} has no members"));
        } else if members.names.is_empty() {
            self.pedantic(loc, format!("{what} has no named members"));
        }
    }

    fn complete_record(&mut self, ty: TypeId, layout: Layout, attrs: &AttrSet, kind: TagKind) {
        let target = self.cx.unit.types.get_mut(ty);
        let tag = match target.kind {
            TypeKind::Record { tag, .. } | TypeKind::Union { tag, .. } => tag,
            _ => None,
        };
        target.kind = match kind {
            TagKind::Union => TypeKind::Union { tag, fields: layout.fields },
            _ => TypeKind::Record { tag, fields: layout.fields },
        };
        target.size = layout.size;
        target.align = layout.align;
        target.flags.0 |= attrs.type_flags;
        if attrs.packed || self.cx.options.code.pack_struct == ALL_PACKED {
            target.flags.0 |= TypeFlags::PACKED;
        }
        if attrs.align.is_some() {
            target.flags.0 |= TypeFlags::USER_ALIGN;
        }
        if layout.flexible {
            target.flags.0 |= TypeFlags::FLEXIBLE;
        }
        self.complete_dependents(ty);
    }

    /// Lets the variants of a type that was completed, and the arrays made of it before, know its size.
    fn complete_dependents(&mut self, ty: TypeId) {
        let types = &mut self.cx.unit.types;
        types.complete_variants(ty);
        for index in ty.0 + 1..types.len() as u32 {
            let array = TypeId(index);
            if types[array].size != TypeSize::Incomplete {
                continue;
            }
            let TypeKind::Array { element, domain: ArrayDomain::Count(count) } = *types.kind(array)
            else {
                continue;
            };
            let size = match types[element].size {
                TypeSize::Const(size) => size.checked_mul(count).map(TypeSize::Const),
                TypeSize::Variable => Some(TypeSize::Variable),
                TypeSize::Incomplete => None,
            };
            let (Some(size), align) = (size, types.align(element)) else { continue };
            let array = types.get_mut(array);
            (array.size, array.align) = (size, align);
        }
    }

    /// Parses an enum specifier.
    pub fn enum_specifier(&mut self) -> (TypeId, TagUse) {
        self.next();
        let mut attrs = self.attributes();
        let loc = self.loc();
        self.cx.line_start = loc;
        let tag = self.identifier();
        if tag.is_some() {
            self.next();
        }
        if self.at(TokenKind::LeftBrace) {
            let ty = self.begin_definition(TagKind::Enum, tag, loc);
            self.defining.push(ty);
            let values = self.enumerators(ty);
            self.defining.pop();
            let more = self.attributes();
            attrs.merge(more);
            self.refuse_storage_order(&attrs, loc);
            self.finish_enum(ty, values, &attrs);
            return (ty, TagUse::Defined);
        }
        match tag {
            Some(tag) => {
                let (ty, tag_use) = self.tag_reference(TagKind::Enum, tag, loc);
                if tag_use == TagUse::Introduced {
                    self.pedantic(loc, "ISO C forbids forward references to ‘enum’ types");
                }
                (ty, tag_use)
            }
            None => {
                self.syntax_error("expected identifier or ‘{’");
                (self.cx.unit.common.int, TagUse::Referenced)
            }
        }
    }

    fn enumerators(&mut self, ty: TypeId) -> Vec<Enumerator> {
        self.next();
        let mut values: Vec<Enumerator> = Vec::new();
        if self.at(TokenKind::RightBrace) {
            let at = self.loc();
            self.error(at, "empty enum is invalid");
        }
        let (mut next, mut overflow) = (0i128, false);
        // The type that the next value is counted up in.
        let mut counted = self.cx.unit.common.int;
        while !self.at(TokenKind::RightBrace) {
            let token = self.peek();
            let Some(name) = self.identifier_of(token) else {
                self.syntax_error("expected identifier");
                self.skip_until(TokenKind::RightBrace);
                return values;
            };
            self.cx.line_start = token.loc;
            self.next();
            self.attributes();
            let mut value_type = self.cx.unit.common.int;
            if self.accept(TokenKind::Equal) {
                let at = self.loc();
                let e = self.constant_expression();
                value_type = self.cx.type_of(e);
                counted = value_type;
                match self.folded_int(e) {
                    Some(value) => {
                        next = value;
                        overflow = false;
                        if !self.fits_int(value) {
                            let text = "ISO C restricts enumerator values to range of ‘int’";
                            self.pedantic(at, text);
                        }
                    }
                    None if self.cx.is_error(e) => {}
                    None => {
                        let text = self.cx.unit.symbols.text(name).to_string();
                        let is_integer = self.cx.unit.types.is_integral(value_type);
                        let at = if is_integer { self.cx.input_location() } else { at };
                        self.error(
                            at,
                            format!("enumerator value for ‘{text}’ is not an integer constant"),
                        );
                    }
                }
            }
            if overflow {
                self.error(token.loc, "overflow in enumeration values");
            }
            self.bind_enumerator(name, next, value_type, ty, token.loc);
            values.push(Enumerator { name, value: next });
            (next, overflow) = self.next_enumerator(next, counted);
            let comma = self.loc();
            if !self.accept(TokenKind::Comma) {
                break;
            }
            if self.at(TokenKind::RightBrace) && self.cx.options.standard.year < 1999 {
                self.pedwarn_c90("pedantic", comma, "comma at end of enumerator list");
            }
        }
        if !self.accept(TokenKind::RightBrace) {
            self.syntax_error("expected ‘,’ or ‘}’");
            self.skip_to_brace();
        }
        values
    }

    /// The value after that of an enumerator, and whether it wraps around in the type of that.
    fn next_enumerator(&self, value: i128, counted: TypeId) -> (i128, bool) {
        let next = value.wrapping_add(1);
        let types = &self.cx.unit.types;
        let ty = if self.fits_int(value) { self.cx.unit.common.int } else { counted };
        if !types.is_integral(ty) {
            return (next, false);
        }
        let wrapped = types.wrap(ty, next);
        (wrapped, wrapped != next)
    }

    fn fits_int(&self, value: i128) -> bool {
        self.cx.unit.types.wrap(self.cx.unit.common.int, value) == value
    }

    fn bind_enumerator(
        &mut self,
        name: Symbol,
        value: i128,
        value_type: TypeId,
        ty: TypeId,
        loc: Location,
    ) {
        let c = self.cx.unit.common.clone();
        let constant_type = if self.fits_int(value) {
            c.int
        } else if self.cx.unit.types.is_integral(value_type)
            && self.cx.unit.types.wrap(value_type, value) == value
        {
            value_type
        } else if self.cx.unit.types.wrap(c.long, value) == value {
            c.long
        } else {
            c.ulong
        };
        if let Some(old) = self.scopes.lookup_current(name) {
            let text = self.cx.unit.symbols.text(name).to_string();
            let what = match old.meaning {
                Meaning::Ordinary(Binding::Enumerator(_)) => {
                    format!("redeclaration of enumerator ‘{text}’")
                }
                _ => format!("‘{text}’ redeclared as different kind of symbol"),
            };
            self.error(loc, what);
            self.previous_declaration_note(name, old.loc, false);
        }
        let constant = self.cx.unit.int_id(constant_type, value);
        self.warn_of_shadowing(Hiding { name, loc, ty: constant_type });
        self.unit.enumerators.insert(loc, ty);
        self.scopes.bind(name, Meaning::Ordinary(Binding::Enumerator(constant)), loc);
        if matches!(self.scopes.kind(), FrameKind::Block | FrameKind::Function) {
            let mut decl = Decl::new(DeclKind::Const, Some(name), ty, loc);
            decl.context = self.cx.current_function;
            let decl = self.cx.new_decl(decl);
            self.cx.unit.initializers.insert(decl, gimple::tree::Operand::Const(constant));
            self.scopes.current().vars.push(decl);
        }
    }

    fn finish_enum(&mut self, ty: TypeId, values: Vec<Enumerator>, attrs: &AttrSet) {
        let min = values.iter().map(|v| v.value).min().unwrap_or(0);
        let max = values.iter().map(|v| v.value).max().unwrap_or(0);
        let signed = min < 0;
        let magnitude = max.max(if signed { !min } else { 0 });
        let needed = 128 - magnitude.leading_zeros() + u32::from(signed);
        let int_bits = self.cx.unit.target.int_size * 8;
        let short = attrs.packed || self.cx.options.on(gimple::options::Flag::ShortEnums);
        let mut bits = if short || needed > int_bits {
            needed.next_power_of_two().clamp(8, 128)
        } else {
            int_bits
        };
        if let Some((mode, _)) = attrs.mode
            && let Some(mode_bits) = self.integer_mode_bits(self.cx.unit.symbols.text(mode))
        {
            bits = mode_bits;
        }
        let target = self.cx.unit.types.get_mut(ty);
        if let TypeKind::Enum { precision, unsigned, values: list, .. } = &mut target.kind {
            *precision = bits as u16;
            *unsigned = !signed;
            list.clone_from(&values);
        }
        target.size = TypeSize::Const(u64::from(bits / 8));
        target.align = (bits / 8).max(attrs.align.unwrap_or(0));
        if short {
            target.flags.0 |= TypeFlags::PACKED;
        }
        self.complete_dependents(ty);
        for value in values {
            if !self.fits_int(value.value) {
                let constant = self.cx.unit.int_id(ty, value.value);
                self.scopes.rebind(value.name, Binding::Enumerator(constant));
            }
        }
    }
}
