//! `_Generic ( e , int: a , default: b )`: the association whose type is that of the value of `e`.

use super::Parser;
use super::keyword::Keyword;
use crate::generic::ExprId;
use crate::lex::TokenKind;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind, TypeSize};

/// The associations seen so far.
#[derive(Default)]
struct Associations {
    types: Vec<(TypeId, Location)>,
    default: Option<(ExprId, Location)>,
    matched: Option<(ExprId, Location)>,
}

impl Parser<'_> {
    pub(super) fn generic_selection(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        if !self.enter() {
            return self.cx.error_expr(loc);
        }
        let at = self.loc();
        self.cx.folding.inhibit_warnings += 1;
        let control = self.assignment_expression();
        self.cx.folding.inhibit_warnings -= 1;
        let control = self.rvalue(control);
        let selected = self.cx.unit.types.main_variant(self.cx.type_of(control));
        let mut seen = Associations::default();
        while self.accept(TokenKind::Comma) {
            self.generic_association(selected, &mut seen);
        }
        self.expect_or_skip(TokenKind::RightParen);
        self.leave();
        if let Some((e, _)) = seen.matched.or(seen.default) {
            return e;
        }
        if !self.cx.is_error(control) {
            let text = format!(
                "‘_Generic’ selector of type {} is not compatible with any association",
                self.quoted_type(selected)
            );
            self.error(at, text);
        }
        self.cx.error_expr(loc)
    }

    fn generic_association(&mut self, selected: TypeId, seen: &mut Associations) {
        let at = self.loc();
        let is_default = self.accept_keyword(Keyword::Default);
        let ty = if is_default { None } else { Some(self.type_name()) };
        self.expect(TokenKind::Colon);
        match ty {
            None => {
                if let Some((_, before)) = seen.default {
                    self.error(at, "duplicate ‘default’ case in ‘_Generic’");
                    self.note(before, "original ‘default’ is here");
                }
            }
            Some(ty) => self.check_association(ty, at, seen),
        }
        let fits = ty.is_some_and(|ty| {
            let plain = self.cx.unit.types[ty].quals.is_empty();
            plain && self.compatible_types(selected, ty)
        });
        let used = fits && seen.matched.is_none();
        self.cx.folding.inhibit_warnings += u32::from(!used && !is_default);
        let e = self.assignment_expression();
        self.cx.folding.inhibit_warnings -= u32::from(!used && !is_default);
        match (is_default, seen.matched) {
            (true, _) => seen.default = Some((e, at)),
            (false, Some((_, before))) if fits => {
                self.error(at, "‘_Generic’ selector matches multiple associations");
                self.note(before, "other match is here");
            }
            (false, _) if fits => seen.matched = Some((e, at)),
            _ => {}
        }
    }

    /// The type of an association is complete and no other's.
    fn check_association(&mut self, ty: TypeId, at: Location, seen: &mut Associations) {
        let entry = &self.cx.unit.types[ty];
        let wrong = if matches!(entry.kind, TypeKind::Function { .. }) {
            Some("function")
        } else if matches!(entry.kind, TypeKind::Void) || entry.size == TypeSize::Incomplete {
            Some("incomplete")
        } else if entry.size == TypeSize::Variable {
            Some("variable length")
        } else {
            None
        };
        if let Some(kind) = wrong {
            self.error(at, format!("‘_Generic’ association has {kind} type"));
        }
        let same = seen.types.iter().find(|(other, _)| {
            let types = &self.cx.unit.types;
            types[*other].quals == types[ty].quals && self.compatible_types(*other, ty)
        });
        if let Some(&(_, before)) = same {
            self.error(at, "‘_Generic’ specifies two compatible types");
            self.note(before, "compatible type is here");
        }
        seen.types.push((ty, at));
    }
}
