//! What a function reads of its parameters as they were passed, of them and of what they point to
//! (`unmodified_parm_or_parm_agg_item`, `ipa_load_from_parm_agg`).
//!
//! ```text
//!   int f (struct s *p, struct s q)
//!   {
//!     _1 = p_2(D)->b;       p, the 32 bits from 32 on of what it points to
//!     _2 = q.c;             q, the 32 bits from 64 on
//!     p_2(D)->a = 1;
//!     _3 = p_2(D)->a;       nothing: it may have been changed
//!   }
//! ```
//!
//! Whether something has been stored is asked of the stores above in memory. As in GCC, once one was found that may change what
//! a parameter points to, nothing more is asked of that parameter in the blocks that are dominated.

use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::Options;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::alias::walk::walk_aliased_vdefs;
use tree_ssa::graph::dominance::{Direction, Dominators};

/// So many stores are looked at in a function (`--param ipa-max-aa-steps`).
const MAX_STORES: usize = 25000;
/// So many dominators are asked what is known in them.
const MAX_DOMINATORS: usize = 256;

/// A part of what a parameter is or points to (`agg_position_info`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The first bit.
    pub offset: i64,
    /// Whether it is a part of what the parameter points to.
    pub by_ref: bool,
}

/// A parameter's index, and the part of it where it is not the whole.
pub type Source = (u32, Option<Part>);

/// What may have been stored before a block, as far as it was asked (`ipa_param_aa_status`).
#[derive(Clone, Copy, Default)]
struct Changed {
    /// In the parameter itself.
    itself: bool,
    /// In a part of what it points to.
    part: bool,
    /// Anywhere in what it points to.
    anything: bool,
}

/// Answers for the parameters of one function.
pub struct ParamLoads<'a> {
    unit: &'a Unit,
    f: &'a Function,
    pub oracle: Oracle,
    /// How many stores may still be looked at.
    pub stores_left: usize,
    changed: FxHashMap<(BlockId, u32), Changed>,
    /// Made when it is asked for.
    tree: Option<Dominators>,
}

impl<'a> ParamLoads<'a> {
    /// Nothing is looked at yet.
    pub fn new(unit: &'a Unit, f: &'a Function, options: &Options) -> ParamLoads<'a> {
        ParamLoads {
            unit,
            f,
            oracle: Oracle::new(unit, options),
            stores_left: MAX_STORES,
            changed: FxHashMap::default(),
            tree: None,
        }
    }

    /// The parameter whose value an operand of a statement is, unless it may have been changed before (`unmodified_parm`).
    pub fn unmodified_param(&mut self, stmt: StmtId, op: Operand) -> Option<u32> {
        let (mut stmt, mut op) = (stmt, op);
        loop {
            match op {
                Operand::Ssa(name) => {
                    let data = &self.f.names[name];
                    if data.has(NameFlags::DEFAULT_DEF) {
                        return data.var.expand().and_then(|var| self.param_index(var));
                    }
                    (stmt, op) = (data.def, self.copied(data.def)?);
                }
                Operand::Decl(decl) => {
                    let param = self.param_index(decl)?;
                    let access = self.oracle.access(self.unit, self.f, op);
                    return (!self.is_stored(stmt, &access)).then_some(param);
                }
                _ => return None,
            }
        }
    }

    /// The same, or the part of a parameter that is loaded.
    pub fn unmodified_source(&mut self, stmt: StmtId, op: Operand) -> Option<Source> {
        let (mut stmt, mut op) = (stmt, op);
        loop {
            if let Some(param) = self.unmodified_param(stmt, op) {
                return Some((param, None));
            }
            let Some(name) = op.ssa() else { break };
            let data = &self.f.names[name];
            if data.has(NameFlags::DEFAULT_DEF) {
                return None;
            }
            (stmt, op) = (data.def, self.copied(data.def)?);
        }
        self.unmodified_part(stmt, op).map(|(param, part)| (param, Some(part)))
    }

    /// What a statement copies.
    fn copied(&self, stmt: StmtId) -> Option<Operand> {
        match self.f.stmts.get(stmt)?.kind {
            StmtKind::Assign { code: TreeCode::Single, rhs, .. } => Some(rhs[0]),
            _ => None,
        }
    }

    fn param_index(&self, decl: DeclId) -> Option<u32> {
        if self.unit.decls[decl].kind != DeclKind::Parm {
            return None;
        }
        self.f.params.iter().position(|&param| param == decl).map(|index| index as u32)
    }

    fn unmodified_part(&mut self, stmt: StmtId, reference: Operand) -> Option<(u32, Part)> {
        let (unit, f) = (self.unit, self.f);
        if !unit.is_memory_operand(reference) {
            return None;
        }
        let access = self.oracle.access(unit, f, reference);
        if access.volatile || !access.is_exact() {
            return None;
        }
        match unit.trees.base_address(reference) {
            Operand::Decl(decl) => {
                let param = self.param_index(decl)?;
                let untouched = unit.decls[decl].has(flag::READONLY)
                    || !self.may_change(stmt, param, &access, |it| &mut it.itself);
                untouched.then_some((param, Part { offset: access.offset, by_ref: false }))
            }
            Operand::Tree(id) => {
                let TreeKind::MemRef { base, offset: 0, .. } = *unit.trees.kind(id) else {
                    return None;
                };
                let param = self.pointer_param(base)?;
                let touched = self.may_change(stmt, param, &access, |it| &mut it.part);
                (!touched).then_some((param, Part { offset: access.offset, by_ref: true }))
            }
            _ => None,
        }
    }

    /// The parameter that a pointer is, or is loaded from.
    fn pointer_param(&mut self, pointer: Operand) -> Option<u32> {
        let data = &self.f.names[pointer.ssa()?];
        if data.has(NameFlags::DEFAULT_DEF) {
            return data.var.expand().and_then(|var| self.param_index(var));
        }
        match self.copied(data.def)? {
            decl @ Operand::Decl(_) => self.unmodified_param(data.def, decl),
            _ => None,
        }
    }

    /// Whether what a parameter points to may have been changed before a call that gets it (`parm_ref_data_pass_through_p`).
    pub fn is_pointed_to_preserved(&mut self, call: StmtId, param: u32, pointer: Operand) -> bool {
        let (unit, f) = (self.unit, self.f);
        if f.stmts[call].vuse.is_none() || !unit.types.is_pointer(unit.type_of(f, pointer)) {
            return false;
        }
        let access = Access::from_pointer(unit, f, pointer, None);
        !self.may_change(call, param, &access, |it| &mut it.anything)
    }

    /// Whether a store before a statement may change what is accessed; what is found is noted for the parameter.
    fn may_change(
        &mut self,
        stmt: StmtId,
        param: u32,
        access: &Access,
        of: impl Fn(&mut Changed) -> &mut bool,
    ) -> bool {
        let block = self.f.stmts[stmt].block;
        let mut known = self.known_in(block, param);
        if *of(&mut known) || self.stores_left == 0 {
            return true;
        }
        let stored = self.is_stored(stmt, access);
        *of(&mut known) = stored;
        self.changed.insert((block, param), known);
        stored
    }

    /// What is known in a block, or in the closest that dominates it.
    fn known_in(&mut self, block: BlockId, param: u32) -> Changed {
        if self.changed.is_empty() {
            return Changed::default();
        }
        if let Some(known) = self.changed.get(&(block, param)) {
            return *known;
        }
        let f = self.f;
        let tree = self.tree.get_or_insert_with(|| Dominators::compute(f, Direction::Dominators));
        let mut above = block;
        for _ in 0..MAX_DOMINATORS {
            above = tree.idom(above);
            if above.is_none() {
                break;
            }
            if let Some(known) = self.changed.get(&(above, param)) {
                return *known;
            }
        }
        Changed::default()
    }

    fn is_stored(&mut self, stmt: StmtId, access: &Access) -> bool {
        let Some(before) = self.f.stmts[stmt].vuse.expand() else { return true };
        if self.stores_left == 0 {
            return true;
        }
        let mut stored = false;
        let mut note = |_| {
            stored = true;
            false
        };
        let looked_at =
            walk_aliased_vdefs(&self.oracle, self.unit, self.f, access, before, &mut note);
        self.stores_left = self.stores_left.saturating_sub(looked_at);
        stored
    }
}
