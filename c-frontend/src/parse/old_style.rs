//! Definitions in the old style after a prototype: they are of the type the prototype gives, and their parameters must
//! be what it says, or what that is promoted to.
//!
//! ```text
//! float f (float);
//! float f (x) float x; { … }    is    float f (float x) { … }
//! ```

use super::Parser;
use crate::typeck::types::self_promoting;
use gimple::decl::DeclId;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

impl Parser<'_> {
    /// The type of a definition without parameter types, after a declaration that has them.
    pub fn with_prototype(&mut self, ty: TypeId, before: DeclId) -> Option<TypeId> {
        let old = self.cx.unit.decls[before].ty;
        let types = &self.cx.unit.types;
        let (
            &TypeKind::Function { result, prototyped: false, .. },
            &TypeKind::Function { result: declared, prototyped: true, .. },
        ) = (types.kind(ty), types.kind(old))
        else {
            return None;
        };
        let (result, declared) = (types.main_variant(result), types.main_variant(declared));
        self.compatible_types(result, declared).then(|| self.composite_type(old, ty))
    }

    /// Complains of parameters that are not what the prototype at `prototype` says (`store_parm_decls_oldstyle`).
    pub fn check_old_style(&mut self, function: DeclId, parms: &[DeclId], prototype: Location) {
        let TypeKind::Function { params, variadic, .. } =
            self.cx.unit.types.kind(self.cx.unit.decls[function].ty).clone()
        else {
            return;
        };
        let loc = self.cx.unit.decls[function].loc;
        if variadic {
            let name = self.cx.unit.decl_name(function).unwrap_or("").to_string();
            let text = format!("‘{name}’ defined as variadic function without prototype");
            self.warning("", loc, text);
        }
        if params.len() != parms.len() {
            self.error(loc, "number of arguments doesn’t match prototype");
            self.error(prototype, "prototype declaration");
            return;
        }
        for (&parm, &declared) in parms.iter().zip(&params) {
            let ty = self.cx.unit.types.main_variant(self.cx.unit.decls[parm].ty);
            let declared = self.cx.unit.types.main_variant(declared);
            let promoted = self.promoted(ty);
            if self.compatible_types(promoted, declared) {
                continue;
            }
            let (name, at) = (self.cx.unit.decl_name(parm), self.cx.unit.decls[parm].loc);
            let text = format!("argument ‘{}’ doesn’t match prototype", name.unwrap_or(""));
            if !self.compatible_types(ty, declared) {
                self.error(at, text);
                self.error(prototype, "prototype declaration");
            } else if self.cx.unit.diagnostics.warnings.pedantic() {
                self.pedwarn("pedantic", at, format!("promoted {text}"));
                self.pedwarn("pedantic", prototype, "prototype declaration");
            }
        }
    }

    /// What an argument of a type is passed as where nothing is known of the parameter.
    pub fn promoted(&self, ty: TypeId) -> TypeId {
        let (types, common) = (&self.cx.unit.types, &self.cx.unit.common);
        if self_promoting(&self.cx, ty) {
            ty
        } else if types.is_real(ty) {
            common.double
        } else {
            common.int
        }
    }
}
