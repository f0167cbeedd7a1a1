//! The `access` attribute that parameters declared as arrays give a function's type:
//! `void f (int n, int a[n], int b[3])` has `access ("^1[$],$0^2[3]", )`.
//!
//! For each such parameter there is its index, and in brackets `s` for `static`, a `$` for each bound that varies, and
//! the outermost bound where it is constant (a blank for none, `*` for one left open). For bounds that vary follow the
//! parameters they are, after `$`.

use super::Parser;
use super::attributes::ShownAttribute;
use super::declarator::{Declarator, Parameters, Part};
use crate::fold::util::strip_nops;
use crate::generic::ExprKind;
use gimple::types::{ArrayDomain, TypeId, TypeKind};

impl Parser<'_> {
    /// What a parameter's declarator says of its array, if it is one; `ty` is the type the specifiers give.
    pub(super) fn note_array_parameter(
        &mut self,
        params: &mut Parameters,
        declarator: &Declarator,
        ty: TypeId,
    ) {
        let mut outer = String::new();
        let mut varying = Vec::new();
        let mut is_static = false;
        for (level, part) in declarator.parts.iter().rev().enumerate() {
            let Part::Array(array) = part else { break };
            is_static |= level == 0 && array.is_static;
            let bound = if array.size.is_none() {
                if array.star { "*".to_string() } else { " ".to_string() }
            } else if let Some(count) = self.folded_int(array.size) {
                count.to_string()
            } else {
                let e = strip_nops(&self.cx, array.size);
                let index = match self.cx.exprs[e].kind {
                    ExprKind::Decl(decl) => params.decls.iter().position(|&other| other == decl),
                    _ => None,
                };
                varying.push(index);
                continue;
            };
            if level == 0 {
                outer = bound;
            }
        }
        if declarator.parts.is_empty()
            && let TypeKind::Array { domain, .. } = *self.cx.unit.types.kind(ty)
        {
            match domain {
                ArrayDomain::Count(count) => outer = count.to_string(),
                ArrayDomain::Unknown => outer = " ".to_string(),
                ArrayDomain::Variable(_) => varying.push(None),
            }
        }
        if outer.is_empty() && varying.is_empty() {
            return;
        }
        let mut text = format!("^{}[", params.decls.len());
        text.push_str(if is_static { "s" } else { "" });
        text.push_str(&"$".repeat(varying.len()));
        text.push_str(&outer);
        text.push(']');
        if !varying.is_empty() {
            text.push(',');
            params.varying_arrays += 1;
        }
        for index in varying {
            text.push('$');
            text.extend(index.map(|index| index.to_string()));
        }
        params.access.push_str(&text);
    }
}

impl Parameters {
    /// The attribute of the type of a function with these parameters.
    pub fn access_attribute(&self) -> Option<ShownAttribute> {
        if self.access.is_empty() {
            return None;
        }
        let bounds = ", ".repeat(self.varying_arrays.max(1));
        let text = format!("access (\"{}\"{bounds})", self.access);
        Some(ShownAttribute { text, of_type: true, hidden: false })
    }
}
