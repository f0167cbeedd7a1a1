//! What debuggers are told of variables that are in registers, from `expand` to `vartrack`.
//!
//! ```text
//! # DEBUG s => s_12          =>     (debug_insn 23 22 24 5 (var_location:SI s (subreg:SI (reg/v:DI 74 [ s ]) 0)) -1
//!                                      (nil))
//! ```
//! A bind is a note of the chain ([`NoteKind::Bind`]) with the variable's value in terms of pseudo-registers. **Passes know
//! nothing of binds, nor of markers (`debug_marker`)**: notes are no insns, and their patterns are no uses. What passes do to the insns that set a pseudo is
//! found out at the end: a bind counts if all insns that set its pseudos are still there, and the pseudo's register holds
//! what the last of them wrote. A pass that removes such an insn, or puts its value into another register, makes the
//! variable unknown where it is bound to that; it never makes it wrong.

use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_defs};
use crate::rtl::function::{
    FIRST_PSEUDO, Insn, InsnId, InsnKind, LAST_VIRTUAL, NoteKind, RtlFunction,
};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, VARIABLE};
use gimple::decl::DeclId;
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable that binds are about.
#[derive(Clone, Debug)]
pub struct Variable {
    pub decl: DeclId,
    pub name: Box<str>,
    pub mode: Mode,
}

/// The variables of a function's binds.
#[derive(Clone, Default, Debug)]
pub struct Binds {
    pub variables: Vec<Variable>,
    /// Markers say where statements of the source begin: no insn does.
    pub marked: bool,
    numbers: FxHashMap<DeclId, u32>,
    /// Where parameters are when the body begins.
    pub arrivals: Vec<(u32, RtxId)>,
    /// The insns that set each pseudo that binds name, as `expand` made them.
    definitions: FxHashMap<u32, Vec<InsnId>>,
}

impl Binds {
    /// None yet.
    pub fn new(marked: bool) -> Binds {
        Binds { marked, ..Binds::default() }
    }

    /// The number of a variable, given on first sight.
    pub fn number(&mut self, variable: Variable) -> u32 {
        *self.numbers.entry(variable.decl).or_insert_with(|| {
            self.variables.push(variable);
            self.variables.len() as u32 - 1
        })
    }

    /// Whether binds name a pseudo.
    pub fn knows(&self, pseudo: u32) -> bool {
        self.definitions.contains_key(&pseudo)
    }
}

impl RtlFunction {
    /// The registers that a value is computed from: pseudos, or those of the caller's that a parameter has come in.
    pub fn registers_of(&self, value: RtxId) -> Vec<u32> {
        let mut found = Vec::new();
        if value == RtxId::NONE {
            return found;
        }
        self.rtx.walk(value, &mut |x| {
            let register = self.pseudo_of(x).or_else(|| self.rtx.as_reg(x).filter(|&r| r < 64));
            found.extend(register.filter(|register| !found.contains(register)));
            true
        });
        found
    }

    /// The pseudo that an expression is, or was before it was given a register.
    pub fn pseudo_of(&self, x: RtxId) -> Option<u32> {
        self.rtx.as_reg(x)?;
        let regno = self.rtx.original_regno(x).or(self.rtx.as_reg(x))?;
        (regno > LAST_VIRTUAL).then_some(regno)
    }

    /// Notes which insns set the pseudos that binds name, once the function is expanded.
    pub fn note_definitions(&mut self) {
        let Some(mut binds) = self.binds.take() else { return };
        let mut named: FxHashSet<u32> = FxHashSet::default();
        for id in self.chain() {
            if self.insn(id).kind == InsnKind::Note(NoteKind::Bind) {
                named.extend(self.registers_of(self.insn(id).pattern));
            }
        }
        for &(_, value) in &binds.arrivals {
            named.extend(self.registers_of(value));
        }
        binds.definitions = named.into_iter().map(|pseudo| (pseudo, Vec::new())).collect();
        for id in self.chain().filter(|&id| self.is_real(id)) {
            self.for_each_set_pseudo(id, &mut |pseudo| {
                if let Some(list) = binds.definitions.get_mut(&pseudo) {
                    list.push(id);
                }
            });
        }
        self.binds = Some(binds);
    }

    /// Whether all insns that set a pseudo still do.
    pub fn is_whole(&self, pseudo: u32) -> bool {
        let definitions = self.binds.as_ref().and_then(|binds| binds.definitions.get(&pseudo));
        definitions.is_some_and(|list| list.iter().all(|&id| self.still_sets(id, pseudo)))
    }

    /// Whether an element is there for debuggers.
    pub fn is_for_debuggers(&self, id: InsnId) -> bool {
        let kind = self.insn(id).kind;
        matches!(kind, InsnKind::Note(NoteKind::Bind | NoteKind::Marker | NoteKind::Moved))
    }

    /// Whether an insn sets one of these registers.
    pub fn sets_any(&self, id: InsnId, registers: &[u32]) -> bool {
        let mut found = false;
        visit_defs(self, id, &mut |_, reg, count, node| {
            let pseudo = self.pseudo_of(node);
            found |= pseudo.is_some_and(|pseudo| registers.contains(&pseudo));
            found |= (reg..reg + count).any(|reg| registers.contains(&reg));
        });
        found || self.insn(id).kind == InsnKind::Call
    }

    /// The last element up to one that is there without debuggers, too.
    pub fn before_debuggers(&self, mut id: InsnId) -> InsnId {
        while id.exists() && self.is_for_debuggers(id) {
            id = self.prev(id);
        }
        id
    }

    /// A copy of a note for debuggers, which is in no chain.
    pub fn copy_note(&mut self, id: InsnId) -> InsnId {
        let Insn { kind, pattern, label, loc, .. } = *self.insn(id);
        let copy = self.make_insn(kind, pattern, loc);
        self.insn_mut(copy).label = label;
        copy
    }

    /// Deletes a move of a register to itself. Where binds name its pseudo, a note of it stays.
    pub fn delete_noop_move(&mut self, id: InsnId) {
        let pattern = self.insn(id).pattern;
        self.delete_insn(id);
        let named = |binds: &Binds| {
            self.pseudo_of(self.rtx.op(pattern, 0)).is_some_and(|pseudo| binds.knows(pseudo))
        };
        if self.binds.as_deref().is_some_and(named) {
            let insn = self.insn_mut(id);
            (insn.kind, insn.pattern) = (InsnKind::Note(NoteKind::Moved), pattern);
        }
    }

    fn still_sets(&self, id: InsnId, pseudo: u32) -> bool {
        let insn = self.insn(id);
        let linked = self.first == id || insn.prev.exists();
        if insn.kind == InsnKind::Note(NoteKind::Moved) {
            return linked && self.pseudo_of(self.rtx.op(insn.pattern, 0)) == Some(pseudo);
        }
        let mut found = false;
        if linked && self.is_real(id) {
            self.for_each_set_pseudo(id, &mut |set| found |= set == pseudo);
        }
        found
    }

    /// The pseudo whose place in the frame a reference to memory is.
    pub fn spilled_pseudo(&self, x: RtxId) -> Option<u32> {
        if self.rtx.code(x) != Code::Mem {
            return None;
        }
        let base = self.rtx.mem_attrs(x).base;
        (FIRST_PSEUDO..VARIABLE).contains(&base).then_some(base)
    }

    /// The pseudos an insn sets: those of registers, and the one whose place in the frame it writes.
    fn for_each_set_pseudo(&self, id: InsnId, visit: &mut impl FnMut(u32)) {
        visit_defs(self, id, &mut |kind, _, _, x| {
            if matches!(kind, RefKind::Def | RefKind::EarlyDef)
                && let Some(pseudo) = self.pseudo_of(x)
            {
                visit(pseudo);
            }
        });
        if let Some(set) = self.single_set(id)
            && let Some(pseudo) = self.spilled_pseudo(self.rtx.op(set, 0))
        {
            visit(pseudo);
        }
    }
}
