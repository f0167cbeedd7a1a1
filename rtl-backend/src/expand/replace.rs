//! Names that have no register: what is used once, in the same block, is computed where it is used (temporary expression
//! replacement).
//!
//! ```text
//! _1 = a_2(D) + b_3(D);               (set (reg:SI 78) (plus:SI a b))
//! _5 = _1 * c_4(D);            =>     (set (reg:SI 77) (mult:SI (reg:SI 78) c))
//! return _5;
//! ```
//!
//! A definition stays in its place if what it reads may have changed where it is used: a register of several names that
//! has been assigned in between, memory after a store. Nor does it go past a call, which would keep its operands alive in
//! place of its value, unless it has none; nor into the definition of another value of one of its own variables.

use super::{Expander, Result, Value};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use dumps::{DumpFlags, putln};
use fixedbitset::FixedBitSet;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::partitions::Partitions;
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tree_ssa::analyses::alias::Oracle;

/// How many definitions deep an expression may get.
const DEEPEST: u32 = 400;

/// An assignment that may still go where its value is used.
struct Pending {
    /// The variables that the names in the expression are of.
    vars: FxHashSet<DeclId>,
    /// How many calls came before it.
    calls: u32,
    /// How many assignments of hard registers did.
    registers: u32,
    /// How many definitions deep it is.
    depth: u32,
}

/// The search for definitions that can be replaced.
struct Search<'a> {
    unit: &'a Unit,
    f: &'a Function,
    options: &'a Options,
    parts: &'a Partitions,
    oracle: Oracle,
    found: FixedBitSet,
    pending: FxHashMap<SsaName, Pending>,
    /// The pending definition that a replaced one has become part of.
    part_of: FxHashMap<SsaName, SsaName>,
    /// The names that are lost when a register is assigned: those whose definition reads it.
    readers: FxHashMap<u32, Vec<SsaName>>,
    /// Those that are lost when memory is written.
    loads: Vec<SsaName>,
    calls: u32,
    registers: u32,
}

/// The names whose definitions are expanded where they are used. Near-linear in statements and operands.
pub(super) fn replaced_names(
    unit: &Unit,
    f: &Function,
    options: &Options,
    parts: &Partitions,
) -> FixedBitSet {
    let mut search = Search {
        unit,
        f,
        options,
        parts,
        oracle: Oracle::new(unit, options),
        found: FixedBitSet::with_capacity(f.names.len()),
        pending: FxHashMap::default(),
        part_of: FxHashMap::default(),
        readers: FxHashMap::default(),
        loads: Vec::new(),
        calls: 0,
        registers: 0,
    };
    if options.optimize > 0 && options.on(Flag::TreeTer) {
        for block in f.block_iter() {
            search.block(block);
        }
    }
    search.found
}

impl Search<'_> {
    fn block(&mut self, block: BlockId) {
        for stmt in self.f.block_stmts(block) {
            self.statement(stmt);
        }
        self.pending.clear();
        self.part_of.clear();
        self.readers.clear();
        self.loads.clear();
    }

    fn statement(&mut self, stmt: StmtId) {
        let f = self.f;
        let own = self.replaceable(stmt);
        let mut used: SmallVec<[SsaName; 8]> = SmallVec::new();
        if own.is_some() || !self.pending.is_empty() {
            f.for_each_used_name(self.unit, stmt, &mut |name| used.push(name));
        }
        let mut joined = Pending { vars: FxHashSet::default(), calls: 0, registers: 0, depth: 0 };
        let mut parts: SmallVec<[SsaName; 8]> = SmallVec::new();
        for &name in &used {
            let Some(pending) = self.pending.remove(&name) else { continue };
            if !self.may_move(name, &pending, stmt) {
                continue;
            }
            self.found.insert(name.0 as usize);
            joined.depth = joined.depth.max(pending.depth + 1);
            merge(&mut joined.vars, pending.vars);
            parts.push(name);
        }
        self.assigned(stmt);
        if let Some(name) = own {
            self.add(stmt, name, &used, (joined, parts));
        }
        if f.stmts[stmt].has(StmtFlags::VDEF) {
            let loads = std::mem::take(&mut self.loads);
            self.lose(loads);
        }
    }

    /// Takes note of what a statement changes, but for memory.
    fn assigned(&mut self, stmt: StmtId) {
        let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
        let mut register = false;
        let mut note = |op: Operand| match op {
            Operand::Ssa(name) => names.push(name),
            Operand::Decl(decl) => register |= self.unit.decls[decl].has(flag::HARD_REGISTER),
            _ => {}
        };
        match &self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, .. } => note(*lhs),
            StmtKind::Call(call) => {
                note(call.lhs);
                let builtin = matches!(call.callee, Callee::Decl(decl)
                    if self.unit.decls[decl].builtin.is_some());
                self.calls += u32::from(!builtin);
            }
            StmtKind::Asm(asm) => asm.outputs.iter().for_each(|output| note(output.value)),
            _ => {}
        }
        self.registers += u32::from(register);
        for name in names {
            if let Some(lost) = self.readers.remove(&self.parts.of(name).0) {
                self.lose(lost);
            }
        }
    }

    /// These stay where they are, or what they are part of does.
    fn lose(&mut self, names: Vec<SsaName>) {
        for name in names {
            let whole = self.whole(name);
            self.pending.remove(&whole);
        }
    }

    /// The definition that a replaced name is now part of.
    fn whole(&mut self, name: SsaName) -> SsaName {
        let mut at = name;
        while let Some(&next) = self.part_of.get(&at) {
            if let Some(&further) = self.part_of.get(&next) {
                self.part_of.insert(at, further);
            }
            at = next;
        }
        at
    }

    /// A definition that may be replaced further down.
    fn add(
        &mut self,
        stmt: StmtId,
        name: SsaName,
        used: &[SsaName],
        (mut pending, parts): (Pending, SmallVec<[SsaName; 8]>),
    ) {
        let vars = used.iter().filter(|name| !parts.contains(name)).chain(std::iter::once(&name));
        pending.vars.extend(vars.map(|&name| self.f.names[name].var).filter(|var| var.is_some()));
        (pending.calls, pending.registers) = (self.calls, self.registers);
        for &reads in used {
            if self.found.contains(reads.0 as usize) {
                continue;
            }
            let id = self.parts.of(reads);
            // What only one name is in never changes.
            if id.is_some() && self.parts.table[id].count > 1 {
                self.readers.entry(id.0).or_default().push(name);
            }
        }
        for part in parts {
            self.part_of.insert(part, name);
        }
        if self.f.stmts[stmt].has(StmtFlags::VUSE) {
            self.loads.push(name);
        }
        self.pending.insert(name, pending);
    }

    /// The name that a statement defines, if its value could be computed elsewhere in the block.
    fn replaceable(&self, stmt: StmtId) -> Option<SsaName> {
        let (unit, f) = (self.unit, self.f);
        let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } = f.stmts[stmt].kind else {
            return None;
        };
        let flags = StmtFlags::VDEF | StmtFlags::VOLATILE;
        if f.stmts[stmt].flags.intersects(flags) || f.stmt_info[stmt].pad.is_some() {
            return None;
        }
        if !f.has_single_use(name) || self.parts.of(name).is_none() {
            return None;
        }
        let reader = f.imm_uses(name).next()?.stmt;
        if f.is_phi(reader) || f.stmts[reader].block != f.stmts[stmt].block {
            return None;
        }
        let ty = f.names[name].ty;
        let complex = matches!(unit.types.kind(ty), TypeKind::Complex(_));
        if super::types::mode_of(unit, ty) == Mode::BLK && !complex {
            return None;
        }
        let here = f.stmt_info[stmt].loc;
        if self.options.optimize_debug && !here.is_unknown() && here != f.stmt_info[reader].loc {
            return None;
        }
        if code == TreeCode::Single {
            let built = |op: Operand| {
                op.tree().is_some_and(|id| {
                    matches!(unit.trees.kind(id), TreeKind::Constructor(_) | TreeKind::Clobber(_))
                })
            };
            let register = |op: Operand| {
                op.decl().is_some_and(|decl| unit.decls[decl].has(flag::HARD_REGISTER))
            };
            if built(rhs[0]) || register(rhs[0]) {
                return None;
            }
        }
        Some(name)
    }

    /// Whether a pending definition can be computed in a statement that uses it.
    fn may_move(&self, name: SsaName, pending: &Pending, stmt: StmtId) -> bool {
        let (unit, f) = (self.unit, self.f);
        if f.stmts[stmt].has(StmtFlags::VOLATILE) || pending.depth >= DEEPEST {
            return false;
        }
        let def = f.names[name].def;
        let mut operands = false;
        f.for_each_used_name(unit, def, &mut |_| operands = true);
        if self.calls != pending.calls && operands || self.registers != pending.registers {
            return false;
        }
        let own_variable =
            |op: Operand| op.ssa().is_some_and(|name| pending.vars.contains(&f.names[name].var));
        let overwrites = match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, .. } => own_variable(*lhs),
            StmtKind::Call(call) => own_variable(call.lhs),
            StmtKind::Asm(asm) => asm.outputs.iter().any(|output| own_variable(output.value)),
            _ => false,
        };
        !overwrites && !self.is_stored_over(def, name, stmt)
    }

    /// Whether a statement may write what a load reads of which it uses the value, perhaps before.
    fn is_stored_over(&self, def: StmtId, name: SsaName, stmt: StmtId) -> bool {
        let (unit, f) = (self.unit, self.f);
        if !f.stmts[stmt].has(StmtFlags::VDEF) {
            return false;
        }
        let mut def = def;
        let loaded = loop {
            match f.stmts[def].kind {
                StmtKind::Assign {
                    code: TreeCode::Single, rhs: [Operand::Ssa(from), ..], ..
                } => {
                    let Some(next) = f.names[from].def.expand() else { return false };
                    def = next;
                }
                StmtKind::Assign { code: TreeCode::Single, rhs: [loaded, ..], .. } => break loaded,
                _ => return false,
            }
        };
        if !f.stmts[def].has(StmtFlags::VUSE) {
            return false;
        }
        let access = self.oracle.access(unit, f, loaded);
        if !self.oracle.stmt_may_clobber(unit, f, stmt, &access, false) {
            return false;
        }
        let within = |op: Operand| {
            let mut within = false;
            unit.for_each_ssa(op, &mut |used| within |= used == name);
            within
        };
        match &f.stmts[stmt].kind {
            // Arguments are all looked at before the call; where its value goes is not.
            StmtKind::Call(call) => within(call.lhs),
            StmtKind::Asm(asm) => asm.outputs.iter().any(|output| within(output.value)),
            _ => true,
        }
    }
}

/// Puts the smaller set into the larger.
fn merge(into: &mut FxHashSet<DeclId>, mut from: FxHashSet<DeclId>) {
    if into.len() < from.len() {
        std::mem::swap(into, &mut from);
    }
    into.extend(from);
}

impl Expander<'_> {
    /// The definition of an operand that is computed where it is used.
    pub(super) fn replacement(&self, op: Operand) -> Option<(TreeCode, [Operand; 3])> {
        let Operand::Ssa(name) = op else { return None };
        if !self.replaced.contains(name.0 as usize) {
            return None;
        }
        match self.f.stmts[self.f.names[name].def].kind {
            StmtKind::Assign { code, rhs, .. } => Some((code, rhs)),
            _ => None,
        }
    }

    /// Whether a statement is expanded where its value is used.
    pub(super) fn is_replaced(&self, stmt: StmtId) -> bool {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs: Operand::Ssa(name), .. } => {
                self.replaced.contains(name.0 as usize)
            }
            _ => false,
        }
    }

    /// What `build` emits for the definition of a name stands where that is in the source.
    pub(super) fn at_definition<T>(
        &mut self,
        op: Operand,
        build: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let def = op.ssa().map(|name| self.f.names[name].def);
        let saved = (self.loc, self.block, self.em.loc_id());
        if let Some(def) = def {
            let info = &self.f.stmt_info[def];
            self.set_location(info.loc, info.scope);
        }
        let only = std::mem::take(&mut self.addresses_only);
        let spelling = self.spelling.take();
        let value = build(self);
        self.spelling = spelling;
        self.addresses_only = only;
        let place;
        (self.loc, self.block, place) = saved;
        self.em.set_loc_id(place);
        value
    }

    /// The value of a name that is computed where it is used, in `goal` if it may be there.
    pub(super) fn replaced_value(&mut self, name: SsaName, goal: Option<RtxId>) -> Result<Value> {
        let op = Operand::Ssa(name);
        let Some((code, rhs)) = self.replacement(op) else {
            return self.sorry("a name without a definition");
        };
        let ty = self.f.names[name].ty;
        let outer = std::mem::replace(&mut self.goal, goal);
        let value = self.at_definition(op, |e| match code {
            TreeCode::Single => e.operand(rhs[0]),
            TreeCode::Cond => e.conditional(ty, rhs),
            TreeCode::BitInsert => e.bit_insert(ty, rhs),
            _ if code.arity() == 3 => e.sorry(code.name()),
            _ => e.expression(code, ty, rhs[0], rhs[1]),
        });
        self.goal = outer;
        self.em.aim(None);
        if let Ok(Value::Scalar(rtx, _)) = value {
            self.name_value(name, rtx);
        }
        value
    }

    /// Lets dumps call a register that holds a value of a variable by its name, if it has none.
    fn name_value(&mut self, name: SsaName, rtx: RtxId) {
        let var = self.f.names[name].var;
        if var.is_none() || self.em.f.rtx.code(rtx) != Code::Reg {
            return;
        }
        if let Some(text) = self.unit.decl_name(var).map(str::to_string) {
            self.em.name_register(rtx, &text);
        }
    }

    /// The comparison that an integer is converted from, if that is computed only here: it gives the wanted type at once.
    pub(super) fn converted_comparison(
        &self,
        op: Operand,
        ty: TypeId,
    ) -> Option<(TreeCode, [Operand; 3])> {
        let (code, rhs) = self.replacement(op)?;
        let (mode, own) = (self.mode_of_type(ty), self.unit.type_of(self.f, op));
        let words =
            mode.is_int() && !self.em.f.rtx.is_multiword(mode) && self.unit.types.is_unsigned(own);
        // What is true is -1 in a signed type of one bit.
        let one = self.unit.types.is_unsigned(ty) || self.unit.types.precision(ty) != Some(1);
        (words && one && code.is_comparison()).then_some((code, rhs))
    }

    /// An address, or what is added to one, as a sum that need not be computed yet.
    pub(super) fn address_sum(&mut self, op: Operand) -> Result<RtxId> {
        let word_mode = self.em.word_mode();
        let ty = self.unit.type_of(self.f, op);
        let word = self.mode_of_type(ty) == word_mode;
        let Some((code, rhs)) = self.replacement(op).filter(|_| word) else {
            return Ok(self.scalar(op)?.0);
        };
        match code {
            TreeCode::PointerPlus | TreeCode::Plus => self.at_definition(op, |e| {
                let a = e.address_sum(rhs[0])?;
                let b = e.address_sum(rhs[1])?;
                Ok(e.em.lazy_sum(a, b))
            }),
            TreeCode::Mult if self.unit.as_int(rhs[1]).is_some() => self.at_definition(op, |e| {
                let a = e.address_sum(rhs[0])?;
                let a = e.em.computed_sum(a);
                let (factor, _) = e.scalar(rhs[1])?;
                Ok(e.em.f.rtx.gen_binary(Code::Mult, word_mode, a, factor))
            }),
            _ => Ok(self.scalar(op)?.0),
        }
    }

    /// Says in the dump what has no register.
    pub(super) fn report_replaced(&mut self) {
        if self.replaced.is_clear() {
            return;
        }
        putln!(self.report, "Replacing Expressions");
        for index in self.replaced.ones() {
            let name = SsaName(index as u32);
            let text = gimple::print::ssa_name_text(self.unit, self.f, name);
            let def = self.f.names[name].def;
            let stmt = gimple::print::stmt_text(self.unit, self.f, def, DumpFlags::NONE);
            putln!(self.report, "{text} replace with --> {stmt}\n");
        }
        putln!(self.report, "");
    }
}
