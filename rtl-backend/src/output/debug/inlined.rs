//! Entries of functions that were inlined: one that says what the function is, and one for each copy that says where its
//! code is and which call it has taken the place of.
//!
//! ```text
//! static int twice (int x) { … }      subprogram "twice" inlined { formal_parameter "x" }
//! int f (int n)                       subprogram "f" {
//! {                                     inlined_subroutine, origin: twice, call at line 4, .LS0 to .LS1 {
//!   return twice (n);                     formal_parameter, origin: x } }
//! }
//! ```

use super::Information;
use super::codes::*;
use super::dies::{DieId, Value};
use gimple::decl::DeclId;
use gimple::function::Inlined;
use gimple::types::TypeKind;

/// `DW_INL_inlined`: inlined, whether declared so or not.
const INLINED: u64 = 1;

impl Information<'_> {
    /// The entry of a copy in the place of a call.
    pub(super) fn inlined(
        &mut self,
        parent: DieId,
        call: Inlined,
        stretches: Vec<(u32, u32)>,
    ) -> DieId {
        let origin = self.abstract_function(call.function);
        let entry = self.dies.add(parent, TAG_INLINED_SUBROUTINE);
        self.dies.set(entry, AT_ABSTRACT_ORIGIN, Value::Entry(origin));
        if let Some((first, _)) = stretches.first() {
            self.dies.set(entry, AT_ENTRY_PC, Value::Address(format!(".LS{first}").into()));
        }
        self.code_of(entry, stretches);
        self.placed(entry, call.call, [AT_CALL_FILE, AT_CALL_LINE, AT_CALL_COLUMN]);
        entry
    }

    /// What the copies of a function have in common.
    fn abstract_function(&mut self, function: DeclId) -> DieId {
        if let Some(&die) = self.abstracts.get(&function) {
            return die;
        }
        let die = self.dies.add(self.root, TAG_SUBPROGRAM);
        self.abstracts.insert(function, die);
        // A copy that an optimisation has made is named as it was written.
        let name = self.unit.decl_name(function).unwrap_or("");
        let name = name.split('.').next().unwrap_or(name).to_string();
        self.dies.text(die, AT_NAME, &name);
        self.declared_at(die, self.unit.decls[function].loc);
        let ty = self.unit.decls[function].ty;
        if let TypeKind::Function { result, prototyped, .. } = *self.unit.types.kind(ty) {
            self.signature(die, function, result, prototyped);
        }
        self.dies.number(die, AT_INLINE, INLINED);
        for param in self.params.of.get(&function).cloned().unwrap_or_default() {
            let entry = self.dies.add(die, TAG_FORMAL_PARAMETER);
            self.abstracts.insert(param, entry);
            self.declaration(entry, param);
        }
        die
    }

    /// The entry of a variable that stands for a parameter in an inlined copy; of another there is none.
    pub(super) fn inlined_parameter(&mut self, parent: DieId, decl: DeclId) -> Option<DieId> {
        let origin = self.origin(decl)?;
        let die = self.dies.add(parent, TAG_FORMAL_PARAMETER);
        self.dies.set(die, AT_ABSTRACT_ORIGIN, Value::Entry(origin));
        Some(die)
    }

    /// The entry of the parameter that a variable stands for.
    fn origin(&self, decl: DeclId) -> Option<DieId> {
        self.abstracts.get(self.params.origins.get(&decl)?).copied()
    }

    /// Variables that stand for parameters come before others, in the order of those.
    pub(super) fn parameter_order(&self, decl: DeclId) -> u32 {
        self.origin(decl).map_or(u32::MAX, |die| die.0)
    }
}
