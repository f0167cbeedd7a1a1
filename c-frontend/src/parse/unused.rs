//! What is declared and never mentioned: `-Wunused-variable` and its like.
//!
//! Mentioned is what an expression names, evaluated or not; a variable that is only assigned to is mentioned, but not
//! read (`-Wunused-but-set-variable`).

use super::Parser;
use super::function::FunctionState;
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::symbol::Symbol;

/// Attributes that say that something is used, or need not be.
const USED_ANYWAY: u64 = flag::UNUSED | flag::PRESERVED | flag::ARTIFICIAL;

impl Parser<'_> {
    /// Remembers that an expression names a declaration.
    #[inline]
    pub(super) fn mention(&mut self, decl: DeclId) {
        self.unit.mentioned.insert(decl);
    }

    /// Remembers that the value of an expression is taken, which may read a variable (`mark_exp_read`).
    pub(super) fn mark_read(&mut self, mut e: ExprId) {
        loop {
            e = match self.cx.exprs[e].kind {
                ExprKind::Decl(decl) => {
                    self.cx.unit.decls[decl].flags |= flag::READ;
                    return;
                }
                ExprKind::Component(inner, _)
                | ExprKind::ArrayRef(inner, _)
                | ExprKind::BitFieldRef(inner, ..)
                | ExprKind::Modify(inner, _)
                | ExprKind::Addr(inner)
                | ExprKind::Compound(_, inner)
                | ExprKind::Unary(
                    TreeCode::Nop
                    | TreeCode::Float
                    | TreeCode::FixTrunc
                    | TreeCode::ViewConvert
                    | TreeCode::Realpart
                    | TreeCode::Imagpart,
                    inner,
                ) => inner,
                _ => return,
            };
        }
    }

    /// A statement that names an object is taken to read it.
    pub(super) fn mark_read_by_statement(&mut self, e: ExprId) {
        let mut value = e;
        while let ExprKind::Compound(_, inner) = self.cx.exprs[value].kind {
            value = inner;
        }
        value = crate::fold::util::strip_nops(&self.cx, value);
        let named = matches!(
            self.cx.exprs[value].kind,
            ExprKind::Decl(_)
                | ExprKind::Component(..)
                | ExprKind::ArrayRef(..)
                | ExprKind::Addr(_)
        );
        if named {
            self.mark_read(value);
        }
    }

    fn is_only_set(&self, id: DeclId, decl: &Decl) -> bool {
        decl.name.is_some()
            && decl.flags & (USED_ANYWAY | flag::READ) == 0
            && decl.context == self.cx.current_function
            && self.unit.mentioned.contains(&id)
    }

    fn is_unused(&self, id: DeclId, decl: &Decl) -> bool {
        decl.name.is_some() && decl.flags & USED_ANYWAY == 0 && !self.unit.mentioned.contains(&id)
    }

    fn decl_name(&self, id: DeclId) -> String {
        self.cx.unit.decl_name(id).unwrap_or("").to_string()
    }

    /// Warns of the unused variables and types of a block that ends, the last one first.
    pub(super) fn warn_unused_in_block(&mut self, vars: &[DeclId]) {
        for &id in vars.iter().rev() {
            let decl = &self.cx.unit.decls[id];
            let loc = decl.loc;
            match decl.kind {
                DeclKind::Var if !decl.has(flag::EXTERNAL) && self.is_unused(id, decl) => {
                    let text = format!("unused variable ‘{}’", self.decl_name(id));
                    self.warning("unused-variable", loc, text);
                }
                DeclKind::Var if !decl.has(flag::EXTERNAL) && self.is_only_set(id, decl) => {
                    let text = format!("variable ‘{}’ set but not used", self.decl_name(id));
                    self.warning("unused-but-set-variable", loc, text);
                }
                DeclKind::Type
                    if decl.name.is_some() && !self.unit.mentioned_types.contains(&decl.ty) =>
                {
                    let name = self.decl_name(id);
                    let text = format!("typedef ‘{name}’ locally defined but not used");
                    self.warning("unused-local-typedefs", loc, text);
                }
                _ => {}
            }
        }
    }

    /// Warns of the unused labels and parameters of a function that ends.
    pub(super) fn warn_unused_in_function(&mut self, state: &FunctionState) {
        let mut labels: Vec<(Symbol, DeclId)> = state
            .labels
            .iter()
            .filter(|(_, info)| info.defined && !info.used)
            .map(|(&name, info)| (name, info.decl))
            .collect();
        labels.sort_by_key(|&(_, decl)| std::cmp::Reverse(decl));
        for (name, decl) in labels {
            if self.cx.unit.decls[decl].has(flag::UNUSED) {
                continue;
            }
            let text = format!("label ‘{}’ defined but not used", self.text(name));
            let loc = self.cx.unit.decls[decl].loc;
            self.warning("unused-label", loc, text);
        }
        for &id in &state.params {
            let decl = &self.cx.unit.decls[id];
            if self.is_unused(id, decl) {
                let loc = decl.loc;
                let text = format!("unused parameter ‘{}’", self.decl_name(id));
                self.warning("unused-parameter", loc, text);
            }
        }
        for &id in &state.params {
            let decl = &self.cx.unit.decls[id];
            if self.is_only_set(id, decl) {
                let loc = decl.loc;
                let text = format!("parameter ‘{}’ set but not used", self.decl_name(id));
                self.warning("unused-but-set-parameter", loc, text);
            }
        }
    }

    /// Warns, at the end of the unit, of what only this unit could have used.
    pub(super) fn warn_unused_in_unit(&mut self, static_locals: &[DeclId]) {
        let mut decls: Vec<DeclId> = self.scopes.file_scope_decls().collect();
        decls.reverse();
        decls.extend(static_locals.iter().rev());
        for id in decls {
            let decl = &self.cx.unit.decls[id];
            let special = flag::CONSTRUCTOR | flag::DESTRUCTOR | flag::PUBLIC;
            if decl.flags & special != 0 || !self.is_unused(id, decl) {
                continue;
            }
            if decl.extra.as_ref().is_some_and(|extra| extra.alias.is_some()) {
                continue;
            }
            let (loc, name) = (decl.loc, self.decl_name(id));
            match decl.kind {
                DeclKind::Function if decl.has(flag::INLINE | flag::NESTED) => {}
                DeclKind::Function if self.is_defined(id) && decl.has(flag::INLINE) => {}
                DeclKind::Function if self.is_defined(id) => {
                    let text = format!("‘{name}’ defined but not used");
                    self.warning("unused-function", loc, text);
                }
                DeclKind::Function if decl.has(flag::EXTERNAL) => {
                    let text = format!("‘{name}’ declared ‘static’ but never defined");
                    self.warning("unused-function", loc, text);
                }
                DeclKind::Var if !decl.has(flag::EXTERNAL) => {
                    let constant = decl.has(flag::READONLY);
                    // Constants of headers are there for whoever wants them.
                    let wanted = self.cx.unit.diagnostics.warnings.requested("unused-variable")
                        && (!constant
                            || self.cx.unit.diagnostics.sources.included_from(loc).is_none());
                    let option =
                        if constant { "unused-const-variable=" } else { "unused-variable" };
                    if wanted {
                        self.warning(option, loc, format!("‘{name}’ defined but not used"));
                    }
                }
                _ => {}
            }
        }
    }
}
