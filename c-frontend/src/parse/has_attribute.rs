//! `__builtin_has_attribute`: whether a declaration, or the type of an expression or type name, has an attribute.
//!
//! Attributes are kept as they are written. Of types, some are found by what they have made of the type.

use super::Parser;
use super::attribute_table::{is_known, plain};
use super::attributes::AttrSet;
use super::declarator::TypeName;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::layout::Member;
use crate::lex::TokenKind;
use gimple::decl::{AttributeArgument, DeclId, WrittenAttribute, flag};
use gimple::types::{TypeFlags, TypeId, TypeKind};

/// What is asked.
enum Subject {
    Type(TypeId, Vec<WrittenAttribute>),
    Expr(ExprId),
}

impl Parser<'_> {
    /// `__builtin_has_attribute (type or expression, attribute)`.
    pub(super) fn has_attribute(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        self.cx.folding.inhibit_warnings += 1;
        let subject = if self.starts_type_name() {
            let TypeName { ty, written, .. } = self.full_type_name();
            Subject::Type(ty, written)
        } else {
            Subject::Expr(self.assignment_expression())
        };
        self.cx.folding.inhibit_warnings -= 1;
        self.expect(TokenKind::Comma);
        let sought = self.sought_attribute();
        self.expect_or_skip(TokenKind::RightParen);
        let found = sought.is_some_and(|sought| self.has(&subject, &sought));
        let int = self.cx.unit.common.int;
        let e = self.cx.int_expr(int, found.into(), loc);
        self.cx.exprs[e].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
        e
    }

    /// The attribute that is asked for; arguments may be left out where an attribute needs some.
    fn sought_attribute(&mut self) -> Option<WrittenAttribute> {
        let token = self.peek();
        if let Some(symbol) = token.symbol()
            && self.peek2().kind != TokenKind::LeftParen
            && let name = plain(self.cx.unit.symbols.text(symbol)).to_string()
            && is_known(&name)
        {
            self.next();
            let name = self.cx.unit.symbols.intern(&name);
            return Some(WrittenAttribute { name, args: Vec::new() });
        }
        if let Some(symbol) = token.symbol()
            && let name = plain(self.cx.unit.symbols.text(symbol)).to_string()
            && !is_known(&name)
        {
            self.error(token.loc, format!("unknown attribute ‘{name}’"));
            self.skip_until(TokenKind::RightParen);
            return None;
        }
        let mut set = AttrSet::default();
        self.attribute(&mut set);
        set.written.pop()
    }

    fn has(&mut self, subject: &Subject, sought: &WrittenAttribute) -> bool {
        let name = self.text(sought.name);
        if name == "mode" {
            let at = self.cx.input_location();
            let text = "‘mode’ attribute not supported in ‘__builtin_has_attribute’";
            self.warning("attributes", at, text);
            return false;
        }
        match subject {
            Subject::Type(ty, written) => {
                lists(written, sought, &name) == Some(true) || self.type_has(*ty, sought, &name)
            }
            &Subject::Expr(e) => {
                let mut e = e;
                while let ExprKind::NonLvalue(inner) = self.cx.exprs[e].kind {
                    e = inner;
                }
                match self.cx.exprs[e].kind {
                    ExprKind::Decl(decl) if self.decl_has(decl, sought, &name) => return true,
                    ExprKind::Component(_, field) => {
                        let written = self.unit.field_attributes.get(&field);
                        if written.is_some_and(|all| lists(all, sought, &name) == Some(true)) {
                            return true;
                        }
                    }
                    _ => {}
                }
                self.type_has(self.cx.type_of(e), sought, &name)
            }
        }
    }

    fn decl_has(&self, decl: DeclId, sought: &WrittenAttribute, name: &str) -> bool {
        let d = &self.cx.unit.decls[decl];
        let written = d.extra.as_ref().map_or(&[][..], |extra| &extra.written);
        // A variable that is said to be packed is not; that it is a vector, or has elements that are, its type says.
        if matches!(name, "packed" | "vector_size") {
            return false;
        }
        if let Some(found) = lists(written, sought, name) {
            return found;
        }
        let implied_by = |implying: &[&str]| {
            written.iter().any(|w| implying.contains(&self.cx.unit.symbols.text(w.name)))
        };
        match name {
            "noinline" | "noclone" => implied_by(&["noipa", "naked"]),
            "no_icf" => implied_by(&["noipa"]),
            "const" => d.has(flag::CONST) || d.has(flag::READONLY),
            "noreturn" => d.has(flag::NORETURN) || d.has(flag::VOLATILE),
            "pure" => d.has(flag::PURE),
            _ => false,
        }
    }

    fn type_has(&self, ty: TypeId, sought: &WrittenAttribute, name: &str) -> bool {
        let types = &self.cx.unit.types;
        let mut ty = ty;
        if name == "aligned" {
            // An array is aligned as its elements are.
            while let TypeKind::Array { element, .. } = *types.kind(ty) {
                ty = element;
            }
        }
        let data = &types[ty];
        let is = |flag: u16| data.flags.0 & flag != 0;
        let fits = |value: u64| match sought.args.first() {
            None => true,
            Some(&AttributeArgument::Int(wanted)) => wanted == value.into(),
            Some(_) => false,
        };
        match name {
            "aligned" => is(TypeFlags::USER_ALIGN) && fits(data.align.into()),
            "packed" => {
                let may_be = types.is_aggregate(ty) || matches!(data.kind, TypeKind::Enum { .. });
                is(TypeFlags::PACKED) && may_be
            }
            "may_alias" => is(TypeFlags::MAY_ALIAS),
            "transparent_union" => is(TypeFlags::TRANSPARENT_UNION),
            "scalar_storage_order" => types.is_reversed(ty) && sought.args.is_empty(),
            "vector_size" => {
                matches!(data.kind, TypeKind::Vector { .. }) && types.size(ty).is_some_and(fits)
            }
            _ => {
                let written = self.unit.type_attributes.get(&ty);
                written.is_some_and(|all| lists(all, sought, name) == Some(true))
            }
        }
    }

    /// Keeps what attributes members have.
    pub(super) fn keep_member_attributes<'m>(
        &mut self,
        ty: TypeId,
        members: impl Iterator<Item = &'m mut Member>,
    ) {
        let with_any = members.filter(|member| !member.written.is_empty());
        for member in with_any {
            let types = &self.cx.unit.types;
            let called = |&&field: &&gimple::types::FieldId| types.field(field).name == member.name;
            if let Some(&field) = types.fields(ty).iter().find(called) {
                self.unit.field_attributes.insert(field, std::mem::take(&mut member.written));
            }
        }
    }

    /// What `copy` of a declaration copies: not what concerns its linkage, and whether it is inlined.
    pub(super) fn copy_written(&mut self, set: &mut AttrSet, from: DeclId) {
        const NOT_COPIED: [&str; 12] = [
            "alias",
            "always_inline",
            "copy",
            "gnu_inline",
            "ifunc",
            "leaf",
            "noinline",
            "visibility",
            "weak",
            "weakref",
            "externally_visible",
            "used",
        ];
        let Some(extra) = &self.cx.unit.decls[from].extra else { return };
        let symbols = &self.cx.unit.symbols;
        let copied =
            |written: &&WrittenAttribute| !NOT_COPIED.contains(&symbols.text(written.name));
        set.written.extend(extra.written.iter().filter(copied).cloned());
    }
}

/// Whether a list has an attribute with the arguments sought; `None` where it has none of that name.
fn lists(all: &[WrittenAttribute], sought: &WrittenAttribute, name: &str) -> Option<bool> {
    let mut any = None;
    for written in all.iter().filter(|written| written.name == sought.name) {
        any.get_or_insert(false);
        let nonnull = name == "nonnull";
        let matches = match (&sought.args[..], &written.args[..]) {
            ([], given) => !nonnull || given.is_empty(),
            // Without arguments it is of all parameters.
            (_, []) => nonnull,
            (wanted, given) if nonnull => given.iter().any(|arg| wanted.contains(arg)),
            ([first, ..], given) => given.contains(first) && *first != AttributeArgument::Other,
        };
        if matches {
            return Some(true);
        }
    }
    any
}
