//! What each block computes, and which values there are at its end (EXP_GEN, PHI_GEN, TMP_GEN, AVAIL_OUT).
//!
//! A value is available at the end of a block where one of its names is defined in a block above. So no set is kept for a
//! block: each value has the names that came first on their way down the dominator tree. No two of those lie above one
//! another, and the one above a block is found by its place in the walk of the tree. Names that were inserted come
//! later; a block sees one once it has been looked at again, so that rounds of insertion go as if each block had a set.

use super::expressions::{ExprId, Referred, ValueId};
use super::sets::Set;
use super::{Pre, report};
use gimple::cfg::{BlockId, ENTRY};
use gimple::code::TreeCode;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::out_of_ssa::is_undefined;

/// Inserted names of one value that are tried, latest first.
const MAX_INSERTED: usize = 64;

/// The names of values, by block.
pub struct Available {
    /// The first names of each value: by their block's place in the dominator tree.
    first: Vec<SmallVec<[(u32, BlockId, ExprId); 1]>>,
    /// What was inserted: where, and when.
    inserted: FxHashMap<ValueId, Vec<(BlockId, ExprId, u32)>>,
    /// When each block was last looked at.
    seen: Vec<u32>,
    now: u32,
}

impl Available {
    /// Nothing, in a function of so many blocks.
    pub fn new(blocks: usize) -> Available {
        Available {
            first: Vec::new(),
            inserted: FxHashMap::default(),
            seen: vec![0; blocks],
            now: 0,
        }
    }

    fn find_first(&self, tree: &Dominators, block: BlockId, value: ValueId) -> Option<ExprId> {
        let list = self.first.get(value.number() as usize)?;
        let place = tree.dfs_range(block).0;
        let after = list.partition_point(|entry| entry.0 <= place);
        let &(_, home, expr) = list.get(after.checked_sub(1)?)?;
        tree.dominated_by(block, home).then_some(expr)
    }

    /// The name of a value at the end of a block.
    pub fn find(&self, tree: &Dominators, block: BlockId, value: ValueId) -> Option<ExprId> {
        let inserted = self.inserted.get(&value).and_then(|list| {
            let sees = |&&(home, _, time): &&(BlockId, ExprId, u32)| {
                home == block
                    || time <= self.seen[block.0 as usize] && tree.dominated_by(block, home)
            };
            list.iter().rev().take(MAX_INSERTED).find(sees).map(|entry| entry.1)
        });
        inserted.or_else(|| self.find_first(tree, block, value))
    }

    /// Makes a name available in a block if its value is not there yet.
    fn add_first(&mut self, tree: &Dominators, block: BlockId, value: ValueId, expr: ExprId) {
        if value.is_constant() || self.find_first(tree, block, value).is_some() {
            return;
        }
        let index = value.number() as usize;
        if self.first.len() <= index {
            self.first.resize(index + 1, SmallVec::new());
        }
        let place = tree.dfs_range(block).0;
        let list = &mut self.first[index];
        let at = list.partition_point(|entry| entry.0 <= place);
        list.insert(at, (place, block, expr));
    }

    /// Makes an inserted name the one that stands for its value from the end of a block on.
    pub fn insert(&mut self, block: BlockId, value: ValueId, expr: ExprId) {
        if !value.is_constant() {
            self.now += 1;
            self.inserted.entry(value).or_default().push((block, expr, self.now));
        }
    }

    /// Lets a block see what was inserted above it.
    pub fn look_at(&mut self, block: BlockId) {
        self.seen[block.0 as usize] = self.now;
    }
}

impl Pre<'_> {
    /// Finds the sets of all blocks, down the dominator tree.
    pub(super) fn compute_available(&mut self) {
        let mut entry = Set::default();
        let names: Vec<SsaName> = self.f.names.keys().skip(1).collect();
        for name in names {
            let data = &self.f.names[name];
            if data.flags.intersects(NameFlags::VIRTUAL | NameFlags::RELEASED)
                || !data.has(NameFlags::DEFAULT_DEF)
                || self.f.has_zero_uses(name)
            {
                continue;
            }
            let expr = self.all.name(self.f, name);
            entry.insert(&self.all, expr);
            self.available.add_first(self.tree, ENTRY, self.all.value(expr), expr);
        }
        self.sets_mut(ENTRY).tmp_gen = entry;
        self.sets_mut(ENTRY).live_state = self.entry_state();
        let mut shown: report::Shown = report::Shown::new(self.details);
        self.report_available(ENTRY, &mut shown);
        // Of the blocks right below one, GCC takes the oldest first.
        let tree = self.tree;
        let below = |block: BlockId| {
            let mut children: Vec<BlockId> = tree.children(block).collect();
            children.sort_unstable_by_key(|child| std::cmp::Reverse(child.0));
            children
        };
        let mut work: Vec<BlockId> = below(ENTRY);
        while let Some(block) = work.pop() {
            self.sets_mut(block).live_state = self.sets(self.tree.idom(block)).live_state;
            self.compute_block(block);
            self.report_available(block, &mut shown);
            work.extend(below(block));
        }
    }

    /// The memory state on entry.
    fn entry_state(&self) -> SsaName {
        let given = |(name, data): (SsaName, &gimple::ssa::SsaData)| {
            let wanted = NameFlags::VIRTUAL | NameFlags::DEFAULT_DEF;
            (data.flags.intersection(wanted | NameFlags::RELEASED) == wanted).then_some(name)
        };
        self.f.names.iter().skip(1).find_map(given).unwrap_or(SsaName::NONE)
    }

    fn compute_block(&mut self, block: BlockId) {
        let phis: Vec<StmtId> = self.f.phis(block).collect();
        for phi in phis {
            let name = self.f.phi(phi).result;
            if self.f.names[name].has(NameFlags::VIRTUAL) {
                self.sets_mut(block).live_state = name;
                continue;
            }
            let expr = self.all.name(self.f, name);
            if !self.is_abnormal(name) {
                self.available.add_first(self.tree, block, self.all.value(expr), expr);
            }
            self.blocks[block.0 as usize].phi_gen.insert(&self.all, expr);
        }
        let mut stmt = self.f.blocks[block].stmts.first;
        // What may not return is known of what comes after the call only.
        let mut pending = false;
        while stmt.is_some() {
            if std::mem::take(&mut pending) {
                self.sets_mut(block).may_not_return = true;
            }
            let flags = call_effects::call_flags(self.unit, self.f, stmt);
            pending = matches!(self.f.stmts[stmt].kind, StmtKind::Call(_))
                && !call_effects::only_computes(flags)
                && !tree_ssa::edit::cfg_edit::ends_block(self.unit, self.f, stmt);
            self.compute_stmt(block, stmt);
            stmt = self.f.stmts[stmt].next;
        }
        if pending {
            self.sets_mut(block).may_not_return = true;
        }
    }

    fn compute_stmt(&mut self, block: BlockId, stmt: StmtId) {
        let mut defined: SmallVec<[SsaName; 2]> = SmallVec::new();
        self.f.for_each_write(stmt, &mut |op| defined.extend(op.ssa()));
        for name in defined {
            let expr = self.all.name(self.f, name);
            if !self.is_abnormal(name) {
                self.available.add_first(self.tree, block, self.all.value(expr), expr);
            }
            self.blocks[block.0 as usize].tmp_gen.insert(&self.all, expr);
        }
        if let Some(state) = self.f.stmts[stmt].vdef.expand() {
            self.sets_mut(block).live_state = state;
        }
        if has_side_effects(self.unit, self.f, stmt) {
            return;
        }
        let mut used: SmallVec<[SsaName; 4]> = SmallVec::new();
        self.f.for_each_used_name(self.unit, stmt, &mut |name| used.push(name));
        for name in used {
            if !is_undefined(self.unit, self.f, name) {
                let expr = self.all.name(self.f, name);
                self.blocks[block.0 as usize].exp_gen.insert_value(&self.all, expr);
            }
        }
        let Some(expr) = self.expression_of(block, stmt) else { return };
        if self.sets(block).may_not_return && self.may_trap(expr) {
            return;
        }
        self.blocks[block.0 as usize].exp_gen.insert_value(&self.all, expr);
    }

    /// The expression a statement computes, if it is one worth computing once only and its memory is as at the start.
    fn expression_of(&mut self, block: BlockId, stmt: StmtId) -> Option<ExprId> {
        let name = result_name(self.f, stmt)?;
        let Operand::Ssa(_) = self.numbering.value(name) else { return None };
        let mut bound = self.is_abnormal(name) || self.f.stmts[stmt].has(StmtFlags::VOLATILE);
        self.f.for_each_used_name(self.unit, stmt, &mut |used| {
            bound |= self.f.names[used].has(NameFlags::ABNORMAL);
        });
        if bound {
            return None;
        }
        let value = self.all.value_of_name(name);
        let loc = self.f.stmt_info[stmt].loc;
        let ty = self.f.names[name].ty;
        match &self.f.stmts[stmt].kind {
            StmtKind::Call(call) => {
                let known = call_effects::only_computes(call_effects::flags_of(self.unit, call));
                let memory = call.args.iter().any(|&arg| self.unit.is_memory_operand(arg));
                if !known || memory || call.chain.is_some() || !self.reads_start(block, stmt) {
                    return None;
                }
                let what = Referred::Call {
                    callee: call.callee,
                    fntype: call.fntype,
                    args: call.args.clone().into(),
                };
                let state = self.f.stmts[stmt].vuse;
                self.found_reference(what, state, value, ty, loc)
            }
            &StmtKind::Assign { code: TreeCode::Single, rhs: [op, ..], .. } => {
                if self.unit.is_memory_operand(op) {
                    return self.load_of(block, stmt, op, name);
                }
                let Operand::Tree(id) = op else { return None };
                let constructed = matches!(
                    self.unit.trees.kind(id),
                    TreeKind::Constructor(_) | TreeKind::Clobber(_) | TreeKind::Expr { .. }
                );
                let mut variable = false;
                self.unit.for_each_ssa(op, &mut |_| variable = true);
                if constructed || !variable {
                    return None;
                }
                self.found_reference(Referred::Computed(op), SsaName::NONE, value, ty, loc)
            }
            &StmtKind::Assign { code, rhs, .. } if code != TreeCode::Cond => {
                let expr = Expr { code, ty, ops: rhs };
                let variable = |op: &Operand| {
                    let mut found = false;
                    self.unit.for_each_ssa(*op, &mut |_| found = true);
                    found && op.ssa().is_none()
                };
                if rhs.iter().any(variable) || self.look_up(&expr, block).0.as_value().is_some() {
                    return None;
                }
                Some(self.all.operation(self.unit, &self.numbering, &expr, value, loc))
            }
            _ => None,
        }
    }

    fn found_reference(
        &mut self,
        what: Referred,
        state: SsaName,
        value: ValueId,
        ty: gimple::types::TypeId,
        loc: gimple::location::Location,
    ) -> Option<ExprId> {
        let state = if state.is_some() { self.numbering.state(state) } else { state };
        let what = self.all.refer(self.unit, self.f, &self.numbering, what);
        Some(self.all.reference(what, state, value, ty, loc))
    }

    /// Whether no statement before this one in its block writes memory.
    fn reads_start(&self, block: BlockId, stmt: StmtId) -> bool {
        let Some(vuse) = self.f.stmts[stmt].vuse.expand() else { return true };
        let def = self.f.names[vuse].def.expand();
        def.is_none_or(|def| self.f.is_phi(def) || self.f.stmts[def].block != block)
    }

    fn load_of(
        &mut self,
        block: BlockId,
        stmt: StmtId,
        op: Operand,
        name: SsaName,
    ) -> Option<ExprId> {
        let vuse = self.f.stmts[stmt].vuse.expand()?;
        let op = self.valued_reference(op)?;
        let access = self.access(op);
        let place = self.numbering.place(self.unit, self.unit.type_of(self.f, op), op, &access);
        // What is read as several types may have been written as another type than the one it is read as here.
        if self.numbering.place_types[place as usize].is_none() {
            return None;
        }
        let mut state = vuse;
        while let Some(def) = self.f.names[state].def.expand()
            && !self.f.is_phi(def)
            && self.f.stmts[def].block == block
        {
            if self.oracle.stmt_may_clobber(self.unit, self.f, def, &access, true) {
                return None;
            }
            state = self.f.stmts[def].vuse.expand()?;
        }
        let value = self.all.value_of_name(name);
        let (ty, loc) = (self.unit.type_of(self.f, op), self.f.stmt_info[stmt].loc);
        let origin = self.numbering.origin(name).unwrap_or(vuse);
        let first = self.forms.get(&(place, origin)).filter(|first| first.1 == access.ty);
        let op = first.map_or(op, |first| first.0);
        self.found_reference(Referred::Load(op), origin, value, ty, loc)
    }

    /// Finds of all loads of one place, as one type, in one state of memory the one that stands for all: fields may be
    /// named in several ways.
    pub(super) fn find_forms(&mut self, order: &[BlockId]) {
        for &block in order {
            let mut next = self.f.blocks[block].stmts.first;
            while let Some(stmt) = next.expand() {
                next = self.f.stmts[stmt].next;
                let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs: [op, ..] } =
                    self.f.stmts[stmt].kind
                else {
                    continue;
                };
                let Some(vuse) = self.f.stmts[stmt].vuse.expand() else { continue };
                if code != TreeCode::Single
                    || !self.unit.is_memory_operand(op)
                    || self.f.stmts[stmt].has(StmtFlags::VOLATILE)
                {
                    continue;
                }
                let Some(op) = self.valued_reference(op) else { continue };
                let (ty, access) = (self.unit.type_of(self.f, op), self.access(op));
                let place = self.numbering.place(self.unit, ty, op, &access);
                let origin = self.numbering.origin(name).unwrap_or(vuse);
                self.forms.entry((place, origin)).or_insert((op, access.ty));
            }
        }
    }

    /// A reference over the values of its names; `None` if those do not fit in.
    pub(super) fn valued_reference(&mut self, op: Operand) -> Option<Operand> {
        let numbering = &self.numbering;
        let mut fits = true;
        let unit = &*self.unit;
        unit.for_each_ssa(op, &mut |name| {
            fits &= unit.addressed(numbering.value(name)).is_none();
        });
        if !fits {
            // An address in place of a pointer would make another kind of reference.
            return Some(op);
        }
        Some(self.unit.replace_ssa(op, &mut |name| match numbering.value(name) {
            Operand::Ssa(own) if own == name => None,
            value => Some(value),
        }))
    }
}
