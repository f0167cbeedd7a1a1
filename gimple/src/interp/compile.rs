//! Translation of a function into operations: places of variables, control flow, φs.

use super::ErrorKind;
use super::code::*;
use super::compile_check::Plan;
use super::machine::Machine;
use super::memory::LABELS;
use super::shape::Shape;
use crate::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use crate::code::TreeCode;
use crate::decl::{DeclId, DeclKind, flag};
use crate::function::{Function, Prop};
use crate::partitions::{PartitionId, Place as CopyPlace};
use crate::ssa::{NameFlags, SsaName};
use crate::stmt::{Callee, Seq, StmtId, StmtKind, Switch, TryKind};
use crate::tree::{Operand, TreeKind};
use crate::types::TypeId;
use crate::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A position that is not known yet.
pub(super) type Label = u32;

/// Translates one function.
pub(super) struct Compiler<'m, 'a> {
    pub machine: &'m mut Machine<'a>,
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub code: Code,
    /// The statement being translated.
    pub stmt: StmtId,
    /// First slot of each SSA name, 0 for none yet.
    names: Vec<u32>,
    /// Slots shared by the names of a variable that occur in abnormal φs.
    shared: FxHashMap<DeclId, u32>,
    /// First slot of each partition, after out-of-SSA.
    partitions: FxHashMap<PartitionId, u32>,
    vars: FxHashMap<DeclId, Place>,
    /// Register variables that are also written or read in part.
    pub in_memory: FxHashSet<DeclId>,
    const_ids: FxHashMap<u64, Src>,
    /// Positions of labels of our own.
    bound: Vec<u32>,
    blocks: FxHashMap<BlockId, Label>,
    labels: FxHashMap<DeclId, Label>,
    /// The try statements around each label, innermost last, before lowering.
    label_tries: FxHashMap<DeclId, Rc<Vec<StmtId>>>,
    tries: Vec<StmtId>,
    /// Labels that are jumped to from elsewhere, by their addresses.
    landings: FxHashMap<u64, Label>,
    /// What is to be checked, and where.
    pub checks: Option<Box<Plan<'a>>>,
}

/// What is left to do of structured statements.
enum Work {
    Seq(StmtId),
    /// The body of a try ended: its cleanup follows.
    EndTry(StmtId),
    /// The tries around what follows are these.
    Tries(Vec<StmtId>),
    Bind(Label),
    /// An operation of a statement before.
    Emit(Op, StmtId),
}

/// Translates the function at `index` of the module.
pub(super) fn compile<'a>(machine: &mut Machine<'a>, index: usize) -> Code {
    let module = machine.module;
    let f = machine.bodies.list[index].0;
    let mut c = Compiler {
        unit: &module.unit,
        f,
        code: Code { index, slots: FIRST_SLOT, frame_align: 16, ..Code::default() },
        machine,
        stmt: StmtId::NONE,
        names: vec![0; f.names.len()],
        shared: FxHashMap::default(),
        partitions: FxHashMap::default(),
        vars: FxHashMap::default(),
        in_memory: FxHashSet::default(),
        const_ids: FxHashMap::default(),
        bound: Vec::new(),
        blocks: FxHashMap::default(),
        labels: FxHashMap::default(),
        label_tries: FxHashMap::default(),
        tries: Vec::new(),
        landings: FxHashMap::default(),
        checks: None,
    };
    c.find_memory_registers();
    c.plan_checks();
    c.params();
    if f.has_cfg() {
        c.graph();
    } else {
        c.find_label_tries();
        c.structured(f.body);
        c.emit(Op::ReturnVoid);
    }
    c.find_landings();
    c.resolve();
    c.code
}

impl<'a> Compiler<'_, 'a> {
    pub fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.origin.push(self.stmt);
    }

    /// An operation that ends the run where it is reached.
    pub fn fail(&mut self, kind: ErrorKind) {
        let index = self.code.failures.len() as u32;
        self.code.failures.push(kind);
        self.emit(Op::Fail { index });
    }

    pub fn unsupported(&mut self, what: impl Into<String>) {
        self.fail(ErrorKind::Unsupported(what.into()));
    }

    pub fn shape(&self, ty: TypeId) -> Shape {
        Shape::of(&self.unit.types, ty)
    }

    pub fn type_of(&self, op: Operand) -> TypeId {
        self.unit.type_of(self.f, op)
    }

    /// Slots for a value that is needed for a moment.
    pub fn temp(&mut self, slots: u32) -> u32 {
        let first = self.code.slots;
        self.code.slots += slots;
        first
    }

    /// Room in the frame's memory.
    pub fn frame_room(&mut self, bytes: u64, align: u64) -> i64 {
        let align = align.max(1).next_power_of_two();
        let start = self.code.frame_bytes.next_multiple_of(align);
        // Where pointers are checked, the end of one object is not the start of another.
        let gap = if self.checks.is_some() { 1 } else { 0 };
        self.code.frame_bytes = start + bytes.max(1) + gap;
        self.code.frame_align = self.code.frame_align.max(align);
        start as i64
    }

    /// A constant source of one slot.
    pub fn constant(&mut self, value: u64) -> Src {
        let consts = &mut self.code.consts;
        *self.const_ids.entry(value).or_insert_with(|| {
            consts.push(value);
            CONST | (consts.len() as u32 - 1)
        })
    }

    /// A constant source of several slots.
    pub fn constants(&mut self, values: &[u64]) -> Src {
        if let [value] = values {
            return self.constant(*value);
        }
        self.code.consts.extend_from_slice(values);
        CONST | (self.code.consts.len() - values.len()) as u32
    }

    // Places.

    fn find_memory_registers(&mut self) {
        let unit = self.unit;
        let mut found = FxHashSet::default();
        let f = self.f;
        for stmt in f.stmts.keys() {
            let mut look = |op: Operand| {
                let Operand::Tree(id) = op else { return };
                if matches!(
                    unit.trees.kind(id),
                    TreeKind::Constructor(_) | TreeKind::Expr { .. } | TreeKind::Clobber(_)
                ) {
                    return;
                }
                if let Operand::Decl(decl) = unit.trees.base_address(op) {
                    found.insert(decl);
                }
            };
            f.for_each_read(stmt, &mut look);
            f.for_each_write(stmt, &mut look);
        }
        self.in_memory = found;
    }

    /// The first slot of an SSA name.
    pub fn name_slot(&mut self, name: SsaName) -> u32 {
        let known = self.names[name.0 as usize];
        if known != 0 {
            return known;
        }
        let data = &self.f.names[name];
        let slots = self.shape(data.ty).slots();
        let partition = self.f.partitions.as_ref().and_then(|parts| parts.of(name).expand());
        let slot = if let Some(partition) = partition {
            self.partition_slot(partition)
        } else if data.has(NameFlags::ABNORMAL) && data.var.is_some() {
            match self.shared.get(&data.var) {
                Some(&slot) => slot,
                None => {
                    let slot = self.temp(slots);
                    self.shared.insert(data.var, slot);
                    slot
                }
            }
        } else {
            self.temp(slots)
        };
        self.names[name.0 as usize] = slot;
        slot
    }

    /// The first slot of a partition.
    fn partition_slot(&mut self, partition: PartitionId) -> u32 {
        if let Some(&slot) = self.partitions.get(&partition) {
            return slot;
        }
        let ty = self.f.partitions.as_ref().map(|parts| parts.table[partition].ty);
        let slots = ty.map_or(1, |ty| self.shape(ty).slots());
        let slot = self.temp(slots);
        self.partitions.insert(partition, slot);
        slot
    }

    /// The copies that out-of-SSA has put at the end of a block.
    fn partition_copies(&mut self, block: BlockId) {
        let Some(parts) = self.f.partitions.as_deref() else { return };
        let mut saved: FxHashMap<PartitionId, u32> = FxHashMap::default();
        for copy in parts.copies.get(&block).map_or(&[][..], Vec::as_slice) {
            let (CopyPlace::Partition(of) | CopyPlace::SavedOf(of)) = copy.dst else { continue };
            let n = self.shape(parts.table[of].ty).slots();
            let s = match copy.src {
                CopyPlace::Partition(source) => self.partition_slot(source),
                CopyPlace::SavedOf(source) => saved.get(&source).copied().unwrap_or(0),
                CopyPlace::Value(value) => self.value(value),
            };
            let d = match copy.dst {
                CopyPlace::SavedOf(of) => *saved.entry(of).or_insert_with(|| self.temp(n)),
                _ => self.partition_slot(of),
            };
            self.copy_slots(d, s, n);
        }
    }

    /// Where a variable of the function lives; `None` for globals.
    pub fn place(&mut self, decl: DeclId) -> Option<Place> {
        let d = &self.unit.decls[decl];
        if d.is_global() {
            return None;
        }
        if let Some(&place) = self.vars.get(&decl) {
            return Some(place);
        }
        let shape = self.shape(d.ty);
        let register = self.unit.is_gimple_reg(decl) && !self.in_memory.contains(&decl);
        let place = if register {
            Place::Slot(self.temp(shape.slots()))
        } else {
            let align = u64::from(d.align.max(self.unit.types.align(d.ty)));
            Place::Frame(self.frame_room(shape.bytes(), align))
        };
        self.vars.insert(decl, place);
        Some(place)
    }

    fn params(&mut self) {
        let (f, unit) = (self.f, self.unit);
        for &param in &f.params {
            let ty = unit.decls[param].ty;
            let place = self.param_place(param);
            let shape = self.shape(ty);
            self.code.params.push(Param { place, shape });
        }
        if f.static_chain.is_some()
            && let Place::Slot(slot) = self.param_place(f.static_chain)
        {
            self.emit(Op::Mov { d: slot, s: CHAIN_SLOT });
        }
        self.code.variadic = match unit.types.kind(unit.decls[f.decl].ty) {
            crate::types::TypeKind::Function { variadic, .. } => *variadic,
            _ => false,
        };
    }

    fn param_place(&mut self, param: DeclId) -> Place {
        let f = self.f;
        if f.properties.intersects(Prop::SSA)
            && let Some(&name) = f.default_defs.get(&param)
        {
            return Place::Slot(self.name_slot(name));
        }
        self.place(param).unwrap_or(Place::Slot(0))
    }

    // Labels.

    pub fn new_label(&mut self) -> Label {
        self.bound.push(u32::MAX);
        self.bound.len() as u32 - 1
    }

    pub fn bind(&mut self, label: Label) {
        self.bound[label as usize] = self.code.ops.len() as u32;
    }

    fn block_label(&mut self, block: BlockId) -> Label {
        match self.blocks.get(&block) {
            Some(&label) => label,
            None => {
                let label = self.new_label();
                self.blocks.insert(block, label);
                label
            }
        }
    }

    fn decl_label(&mut self, decl: DeclId) -> Label {
        match self.labels.get(&decl) {
            Some(&label) => label,
            None => {
                let label = self.new_label();
                self.labels.insert(decl, label);
                label
            }
        }
    }

    /// Replaces labels by positions. What was never bound leads to a failure at the end.
    fn resolve(&mut self) {
        self.fail(ErrorKind::Unreachable);
        let lost = self.code.ops.len() as u32 - 1;
        let bound = std::mem::take(&mut self.bound);
        let at = |label: &mut u32| {
            let position = bound[*label as usize];
            *label = if position == u32::MAX { lost } else { position };
        };
        for op in &mut self.code.ops {
            match op {
                Op::Jump { to } => at(to),
                Op::Branch { to, or, .. } | Op::BranchTruth { to, or, .. } => {
                    at(to);
                    at(or);
                }
                _ => {}
            }
        }
        for (to, or) in &mut self.code.targets {
            at(to);
            at(or);
        }
        for table in &mut self.code.switches {
            at(&mut table.default);
            table.cases.iter_mut().for_each(|case| at(&mut case.2));
        }
        for table in &mut self.code.computed {
            table.values_mut().for_each(at);
        }
        let mut landings = std::mem::take(&mut self.landings);
        landings.values_mut().for_each(at);
        self.code.landings = landings;
    }

    /// Notes the labels that are jumped to from elsewhere.
    fn find_landings(&mut self) {
        let f = self.f;
        let mut decls: Vec<DeclId> = self.labels.keys().copied().collect();
        for block in f.has_cfg().then(|| f.block_order()).into_iter().flatten() {
            let stmts = f.block_stmts(block).map(|stmt| &f.stmts[stmt].kind);
            decls.extend(stmts.map_while(|kind| match kind {
                StmtKind::Label(decl) => Some(*decl),
                _ => None,
            }));
        }
        for decl in decls {
            if !self.unit.decls[decl].has(flag::NONLOCAL) {
                continue;
            }
            let label = match f.labels.block(decl).filter(|_| f.has_cfg()) {
                Some(block) => self.block_label(block),
                None => self.decl_label(decl),
            };
            self.landings.insert(label_address(decl), label);
        }
    }

    // With a CFG.

    fn graph(&mut self) {
        let f = self.f;
        self.check_entry();
        self.partition_copies(ENTRY);
        for &edge in &f.blocks[ENTRY].succs {
            self.follow(edge, BlockId::NONE);
        }
        for block in f.block_order() {
            let label = self.block_label(block);
            self.bind(label);
            self.check_block(block);
            let mut last = None;
            for stmt in f.block_stmts(block) {
                self.check_before(stmt);
                self.stmt = stmt;
                last = Some(stmt);
                if !self.is_left_out(stmt) {
                    self.simple(stmt);
                }
                self.check_after(stmt);
            }
            self.partition_copies(block);
            self.block_end(block, last);
        }
    }

    fn block_end(&mut self, block: BlockId, last: Option<StmtId>) {
        let f = self.f;
        match last.map(|stmt| &f.stmts[stmt].kind) {
            Some(StmtKind::Cond { code, lhs, rhs, .. }) => {
                let Some((on_true, on_false)) = f.true_false_edges(block) else {
                    return self.unsupported("condition without two edges");
                };
                let (to, to_stub) = self.edge_target(on_true);
                let (or, or_stub) = self.edge_target(on_false);
                self.branch(*code, *lhs, *rhs, to, or);
                self.stub(on_true, to, to_stub);
                self.stub(on_false, or, or_stub);
            }
            Some(StmtKind::Switch(switch)) => self.graph_switch(block, switch),
            Some(StmtKind::Goto(target)) => {
                let s = self.value(*target);
                let mut table = FxHashMap::default();
                let mut stubs = Vec::new();
                for &edge in &f.blocks[block].succs {
                    let (label, stub) = self.edge_target(edge);
                    stubs.push((edge, label, stub));
                    for stmt in f.block_stmts(f.edges[edge].dst) {
                        let StmtKind::Label(decl) = f.stmts[stmt].kind else { break };
                        table.insert(label_address(decl), label);
                    }
                }
                let index = self.code.computed.len() as u32;
                self.code.computed.push(table);
                self.emit(Op::Computed { s, table: index });
                for (edge, label, stub) in stubs {
                    self.stub(edge, label, stub);
                }
            }
            Some(StmtKind::Return(_)) => {}
            _ => {
                let next = f.next_block(block);
                let normal = f.blocks[block]
                    .succs
                    .iter()
                    .copied()
                    .find(|&edge| !f.edges[edge].flags.intersects(EdgeFlags::COMPLEX));
                match normal {
                    Some(edge) => self.follow(edge, next),
                    None => self.fail(ErrorKind::Unreachable),
                }
            }
        }
    }

    fn graph_switch(&mut self, block: BlockId, switch: &Switch) {
        let f = self.f;
        let mut by_block = FxHashMap::default();
        let mut stubs = Vec::new();
        for &edge in &f.blocks[block].succs {
            let (label, stub) = self.edge_target(edge);
            by_block.insert(f.edges[edge].dst, label);
            stubs.push((edge, label, stub));
        }
        let lost = self.new_label();
        let target = |decl: DeclId| {
            f.labels.block(decl).and_then(|block| by_block.get(&block)).copied().unwrap_or(lost)
        };
        self.emit_switch(switch, target);
        for (edge, label, stub) in stubs {
            self.stub(edge, label, stub);
        }
    }

    fn emit_switch(&mut self, switch: &Switch, target: impl Fn(DeclId) -> Label) {
        let ty = self.type_of(switch.index);
        let s = self.value(switch.index);
        let mut table = SwitchTable {
            cases: Vec::with_capacity(switch.cases.len()),
            default: self.bound.len() as u32,
            unsigned: self.unit.types.is_unsigned(ty),
            wide: !self.shape(ty).is_narrow(),
        };
        self.bound.push(u32::MAX);
        for case in &switch.cases {
            let label = target(case.label);
            match self.unit.case_range(case) {
                Some((low, high)) => table.cases.push((low, high, label)),
                None => table.default = label,
            }
        }
        table.cases.sort_by_key(|case| case.0);
        let index = self.code.switches.len() as u32;
        self.code.switches.push(table);
        self.emit(Op::Switch { s, table: index });
    }

    /// Whether an edge copies into φs.
    fn has_phis(&self, edge: EdgeId) -> bool {
        let f = self.f;
        f.partitions.is_none()
            && f.phis(f.edges[edge].dst).any(|stmt| match &f.stmts[stmt].kind {
                StmtKind::Phi(phi) => !f.names[phi.result].has(NameFlags::VIRTUAL),
                _ => false,
            })
    }

    /// Where to jump for an edge: its destination, or a stub (to be emitted) that copies into φs first.
    fn edge_target(&mut self, edge: EdgeId) -> (Label, bool) {
        if self.has_phis(edge) || self.is_checked(edge) {
            (self.new_label(), true)
        } else {
            (self.block_label(self.f.edges[edge].dst), false)
        }
    }

    fn stub(&mut self, edge: EdgeId, label: Label, wanted: bool) {
        if wanted {
            self.bind(label);
            self.follow(edge, BlockId::NONE);
        }
    }

    /// Takes an edge; no jump is needed to the block that comes next.
    fn follow(&mut self, edge: EdgeId, next: BlockId) {
        let f = self.f;
        let dst = f.edges[edge].dst;
        if dst == EXIT {
            return self.fail(ErrorKind::Unreachable);
        }
        self.check_edge(edge);
        self.phi_copies(edge);
        if dst != next {
            let to = self.block_label(dst);
            self.emit(Op::Jump { to });
        }
    }

    /// The parallel copy of an edge: through temporaries where a source is also written.
    fn phi_copies(&mut self, edge: EdgeId) {
        let f = self.f;
        if f.partitions.is_some() {
            return;
        }
        let mut copies = Vec::new();
        for stmt in f.phis(f.edges[edge].dst) {
            let StmtKind::Phi(phi) = &f.stmts[stmt].kind else { continue };
            if f.names[phi.result].has(NameFlags::VIRTUAL) {
                continue;
            }
            self.stmt = stmt;
            let Some(arg) = phi.args.get(f.edges[edge].dst_idx as usize) else { continue };
            let n = self.shape(f.names[phi.result].ty).slots();
            let d = self.name_slot(phi.result);
            let s = self.value(arg.value);
            if s != d {
                copies.push((d, s, n));
            }
            copies.extend(self.doubt_copy(phi.result, arg.value));
        }
        let written: FxHashSet<u32> = copies.iter().flat_map(|&(d, _, n)| d..d + n).collect();
        let conflict = copies.len() > 1
            && copies.iter().any(|&(_, s, n)| (s..s + n).any(|slot| written.contains(&slot)));
        if conflict {
            for (_, s, n) in &mut copies {
                let temp = self.temp(*n);
                self.copy_slots(temp, *s, *n);
                *s = temp;
            }
        }
        for (d, s, n) in copies {
            self.copy_slots(d, s, n);
        }
    }

    pub fn copy_slots(&mut self, d: u32, s: Src, n: u32) {
        match n {
            _ if d == s => {}
            1 => self.emit(Op::Mov { d, s }),
            _ => self.emit(Op::MovN { d, s, n }),
        }
    }

    // Without a CFG.

    fn find_label_tries(&mut self) {
        let f = self.f;
        let mut work = vec![(f.body.first, Rc::new(Vec::new()))];
        while let Some((stmt, tries)) = work.pop() {
            if stmt.is_none() {
                continue;
            }
            work.push((f.stmts[stmt].next, Rc::clone(&tries)));
            match &f.stmts[stmt].kind {
                StmtKind::Label(label) => {
                    self.label_tries.insert(*label, tries);
                }
                StmtKind::Bind { body, .. } => work.push((body.first, tries)),
                StmtKind::Try { body, cleanup, kind } => {
                    work.push((cleanup.first, Rc::clone(&tries)));
                    work.push((kind.otherwise().first, Rc::clone(&tries)));
                    let mut inner = (*tries).clone();
                    if *kind != TryKind::Catch {
                        inner.push(stmt);
                    }
                    work.push((body.first, Rc::new(inner)));
                }
                _ => {}
            }
        }
    }

    fn structured(&mut self, body: Seq) {
        let f = self.f;
        let mut work = vec![Work::Seq(body.first)];
        while let Some(item) = work.pop() {
            match item {
                Work::Seq(stmt) if stmt.is_none() => {}
                Work::Seq(stmt) => {
                    work.push(Work::Seq(f.stmts[stmt].next));
                    self.stmt = stmt;
                    self.structured_stmt(stmt, &mut work);
                }
                Work::EndTry(stmt) => {
                    self.tries.pop();
                    if let StmtKind::Try { cleanup, .. } = f.stmts[stmt].kind {
                        work.push(Work::Seq(cleanup.first));
                    }
                }
                Work::Tries(tries) => self.tries = tries,
                Work::Bind(label) => self.bind(label),
                Work::Emit(op, stmt) => {
                    self.stmt = stmt;
                    self.emit(op);
                }
            }
        }
    }

    fn structured_stmt(&mut self, stmt: StmtId, work: &mut Vec<Work>) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Bind { body, .. } => work.push(Work::Seq(body.first)),
            StmtKind::Try { body, kind: TryKind::Finally | TryKind::FinallyElse(_), .. } => {
                self.tries.push(stmt);
                work.push(Work::EndTry(stmt));
                work.push(Work::Seq(body.first));
            }
            StmtKind::Try { body, .. } => work.push(Work::Seq(body.first)),
            StmtKind::Label(decl) => {
                let label = self.decl_label(*decl);
                self.bind(label);
            }
            StmtKind::Goto(Operand::Decl(decl))
                if self.unit.decls[*decl].kind == DeclKind::Label =>
            {
                self.jump_to(*decl, work);
            }
            StmtKind::Goto(target) => self.structured_computed_goto(*target),
            StmtKind::Cond { code, lhs, rhs, true_label, false_label } => {
                let here = self.tries.len();
                if self.common_tries(*true_label) == here && self.common_tries(*false_label) == here
                {
                    let (to, or) = (self.decl_label(*true_label), self.decl_label(*false_label));
                    return self.branch(*code, *lhs, *rhs, to, or);
                }
                let (to, or) = (self.new_label(), self.new_label());
                self.branch(*code, *lhs, *rhs, to, or);
                self.jump_to(*false_label, work);
                work.push(Work::Bind(or));
                self.jump_to(*true_label, work);
                work.push(Work::Bind(to));
            }
            StmtKind::Switch(switch) => {
                let labels: FxHashMap<DeclId, Label> = switch
                    .cases
                    .iter()
                    .map(|case| (case.label, self.decl_label(case.label)))
                    .collect();
                self.emit_switch(switch, |decl| labels[&decl]);
            }
            StmtKind::Return(value) => {
                let op = self.return_op(*value);
                self.leave(0, op, work);
            }
            _ => self.simple(stmt),
        }
    }

    fn structured_computed_goto(&mut self, target: Operand) {
        let s = self.value(target);
        let mut table = FxHashMap::default();
        let mut decls: Vec<DeclId> = self.label_tries.keys().copied().collect();
        decls.sort_unstable();
        for decl in decls {
            let label = self.decl_label(decl);
            table.insert(label_address(decl), label);
        }
        let index = self.code.computed.len() as u32;
        self.code.computed.push(table);
        self.emit(Op::Computed { s, table: index });
    }

    /// How many of the tries around this place are around a label, too.
    fn common_tries(&self, target: DeclId) -> usize {
        let Some(there) = self.label_tries.get(&target) else { return self.tries.len() };
        self.tries.iter().zip(there.iter()).take_while(|(a, b)| a == b).count()
    }

    fn jump_to(&mut self, target: DeclId, work: &mut Vec<Work>) {
        let to = self.decl_label(target);
        let depth = self.common_tries(target);
        self.leave(depth, Op::Jump { to }, work);
    }

    /// Plans the cleanups of the tries beyond `depth`, innermost first, and `op` after them.
    fn leave(&mut self, depth: usize, op: Op, work: &mut Vec<Work>) {
        let f = self.f;
        work.push(Work::Tries(self.tries.clone()));
        work.push(Work::Emit(op, self.stmt));
        for level in depth..self.tries.len() {
            if let StmtKind::Try { cleanup, .. } = f.stmts[self.tries[level]].kind {
                work.push(Work::Seq(cleanup.first));
                work.push(Work::Tries(self.tries[..level].to_vec()));
            }
        }
    }

    // Statements.

    /// A statement that is not structured; jumps are left to the caller when there is a CFG.
    fn simple(&mut self, stmt: StmtId) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs } => {
                if self.machine.counts.is_some() {
                    self.emit(Op::Count { operation: *code != TreeCode::Single });
                }
                self.assign(*lhs, *code, rhs);
            }
            StmtKind::Call(call) => match call.callee {
                Callee::Internal(_) => self.internal_call(call),
                _ => self.call(call),
            },
            StmtKind::Return(value) => {
                let op = self.return_op(*value);
                self.emit(op);
            }
            StmtKind::Asm(asm) => {
                // An empty template is a barrier that moves operands at most.
                if !self.unit.symbols.text(asm.template).trim().is_empty() {
                    self.unsupported("asm");
                    return;
                }
                for output in &asm.outputs {
                    let tied = asm.inputs.iter().enumerate().find(|(_, input)| {
                        let number = self.unit.symbols.text(input.constraint).parse::<usize>();
                        number.is_ok_and(|n| {
                            asm.outputs.get(n).is_some_and(|o| o.value == output.value)
                        })
                    });
                    if let Some((_, input)) = tied {
                        self.assign(
                            output.value,
                            crate::code::TreeCode::Single,
                            &[input.value, Operand::None, Operand::None],
                        );
                    }
                    self.define(output.value);
                }
            }
            StmtKind::Phi(_)
            | StmtKind::Nop
            | StmtKind::Label(_)
            | StmtKind::BeginStmt
            | StmtKind::Predict { .. }
            | StmtKind::Cond { .. }
            | StmtKind::Switch(_)
            | StmtKind::Goto(_)
            | StmtKind::Bind { .. }
            | StmtKind::Try { .. }
            | StmtKind::WithCleanup { .. } => {}
        }
    }

    /// What an `asm` writes has a value.
    fn define(&mut self, output: Operand) {
        let ty = self.type_of(output);
        if let Some(d) = self.register(output) {
            let n = self.shape(ty).slots();
            self.emit(Op::Define { d, n });
        } else if let Some(bytes) = self.unit.types.size(ty) {
            let (base, off) = self.address(output);
            self.emit(Op::DefineMemory { base, off, bytes });
        }
    }

    fn return_op(&mut self, value: Operand) -> Op {
        if value.is_none() {
            return Op::ReturnVoid;
        }
        let ty = self.type_of(value);
        match self.shape(ty) {
            Shape::None => Op::ReturnVoid,
            Shape::Aggregate { bytes } => {
                let (base, off) = self.address(value);
                Op::ReturnMemory { base, off, bytes: bytes as u32 }
            }
            shape => {
                let s = self.value(value);
                Op::Return { s, n: shape.slots() }
            }
        }
    }

    /// Whether a declaration is a label or function, which have addresses but no storage.
    pub fn code_address(&mut self, decl: DeclId) -> Option<u64> {
        match self.unit.decls[decl].kind {
            DeclKind::Label => Some(label_address(decl)),
            DeclKind::Function => Some(self.machine.function_address(decl)),
            _ => None,
        }
    }
}

/// The address a label has.
pub(super) fn label_address(decl: DeclId) -> u64 {
    LABELS + 4 * u64::from(decl.0)
}
