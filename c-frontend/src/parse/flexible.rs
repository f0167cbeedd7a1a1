//! Initialisers of flexible array members: only variables that are static have any, and only at the outermost level.
//!
//! ```text
//! struct s { int n; int a[]; };
//!
//! static struct s x = { 2, { 1, 2 } };
//! void f (void) { struct s y = { 2, { 1, 2 } }; }     non-static initialization of a flexible array member
//! ```

use super::Parser;
use crate::generic::{ExprId, ExprKind};
use gimple::tree::CtorIndex;
use gimple::types::{ArrayDomain, TypeId, TypeKind};

/// How deep types are looked into.
const MOST_DEPTH: u32 = 64;

impl Parser<'_> {
    /// Looks for initialisers of flexible array members in one of a type. Linear in the parts that hold such members.
    pub(super) fn check_flexible(&mut self, ty: TypeId, initializer: ExprId, is_static: bool) {
        let mut work = vec![(ty, initializer, 0)];
        while let Some((ty, e, depth)) = work.pop() {
            if depth > MOST_DEPTH || !self.holds_flexible(ty, 0) {
                continue;
            }
            let ExprKind::Constructor(elements) = &self.cx.exprs[e].kind else { continue };
            let mut flexible = None;
            for &(slot, value) in elements.iter() {
                let part = match (slot, self.cx.unit.types.kind(ty)) {
                    (CtorIndex::Field(field), _) => self.cx.unit.types.field(field).ty,
                    (_, &TypeKind::Array { element, .. }) => element,
                    _ => continue,
                };
                if self.is_flexible(part) {
                    flexible = Some(value);
                } else {
                    work.push((part, value, depth + 1));
                }
            }
            let Some(value) = flexible else { continue };
            let loc = self.cx.get(value).loc;
            // Strings and empty braces are taken within others.
            let braced = match &self.cx.exprs[value].kind {
                ExprKind::Constructor(elements) => !elements.is_empty(),
                _ => false,
            };
            if depth > 0 && braced {
                self.error(loc, "initialization of flexible array member in a nested context");
            } else if !is_static {
                self.error(loc, "non-static initialization of a flexible array member");
            }
        }
    }

    /// Whether a type has a flexible array member somewhere.
    fn holds_flexible(&self, ty: TypeId, depth: u32) -> bool {
        let types = &self.cx.unit.types;
        match types.kind(ty) {
            TypeKind::Array { element, .. } => {
                depth < MOST_DEPTH && self.holds_flexible(*element, depth + 1)
            }
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => {
                fields.iter().any(|&field| {
                    let ty = types.field(field).ty;
                    self.is_flexible(ty) || depth < MOST_DEPTH && self.holds_flexible(ty, depth + 1)
                })
            }
            _ => false,
        }
    }

    /// Whether a type is an array without a bound.
    pub(super) fn is_flexible(&self, ty: TypeId) -> bool {
        matches!(self.cx.unit.types.kind(ty), TypeKind::Array { domain: ArrayDomain::Unknown, .. })
    }
}
