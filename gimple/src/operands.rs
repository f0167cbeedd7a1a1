//! Operand scanning: which SSA names a statement uses and defines, and whether it touches memory.
//!
//! [`Function::update_stmt`] must be called after a statement's operands changed; it relinks the statement's immediate
//! uses and sets its virtual-operand flags. φ arguments are linked one by one through [`Function::set_phi_arg`].

use crate::aside::Aside;
use crate::builtins::{Builtin, kind};
use crate::cfg::{BlockId, Edge, EdgeFlags, EdgeId};
use crate::decl::{DeclId, DeclKind, flag};
use crate::function::Function;
use crate::location::Location;
use crate::ssa::{NameFlags, SsaData, SsaName, UseId, UseNode};
use crate::stmt::{Call, Callee, Phi, PhiArg, PhiArgs, StmtFlags, StmtId, StmtKind};
use crate::symbol::Symbol;
use crate::tree::{Operand, TreeId, TreeKind};
use crate::types::TypeId;
use crate::unit::Unit;
use smallvec::SmallVec;

/// What passes look for in a call.
fn call_kinds(unit: &Unit, call: &Call) -> u8 {
    let builtin = match call.callee {
        Callee::Decl(callee) => unit.decls[callee].builtin,
        _ => None,
    };
    let to_memory = !matches!(call.lhs, Operand::None | Operand::Ssa(_));
    builtin.map_or(0, Builtin::kind) | if to_memory { kind::TO_MEMORY } else { 0 }
}

impl Unit {
    /// Whether a declaration is a register in GIMPLE: renamed into SSA, never in memory (`is_gimple_reg`).
    pub fn is_gimple_reg(&self, decl: DeclId) -> bool {
        let d = &self.decls[decl];
        if !matches!(d.kind, DeclKind::Var | DeclKind::Parm | DeclKind::Result) {
            return false;
        }
        if d.flags & flag::VIRTUAL != 0 {
            return true;
        }
        const MEMORY: u64 = flag::STATIC
            | flag::EXTERNAL
            | flag::ADDRESSABLE
            | flag::VOLATILE
            | flag::NOT_GIMPLE_REG
            | flag::HARD_REGISTER
            | flag::HAS_VALUE_EXPR;
        d.flags & MEMORY == 0 && self.types.is_register_type(d.ty)
    }

    /// Whether an operand that is read or written as a whole touches memory.
    pub fn is_memory_operand(&self, op: Operand) -> bool {
        match op {
            Operand::Decl(decl) => match self.decls[decl].kind {
                DeclKind::Label | DeclKind::Function => false,
                _ => !self.is_gimple_reg(decl),
            },
            Operand::Tree(id) => match *self.trees.kind(id) {
                TreeKind::Addr(_)
                | TreeKind::Constructor(_)
                | TreeKind::Clobber(_)
                | TreeKind::VaArgPack
                | TreeKind::Expr { .. } => false,
                TreeKind::MemRef { .. } | TreeKind::TargetMemRef { .. } => true,
                // A part of a register is no memory: a reference over an SSA name or register variable.
                _ => match self.trees.base_address(op) {
                    Operand::Ssa(_) => false,
                    Operand::Const(id) => {
                        matches!(self.consts[id].value, crate::constant::ConstValue::String(_))
                    }
                    Operand::Decl(decl) => !self.is_gimple_reg(decl),
                    _ => true,
                },
            },
            _ => false,
        }
    }

    /// Whether an access through `op` is volatile.
    pub fn is_volatile_operand(&self, op: Operand) -> bool {
        match op {
            Operand::Decl(decl) => self.decls[decl].has(flag::VOLATILE),
            // The end of an object's life counts: nothing may move across it, and it prints as such.
            Operand::Tree(id) => match self.trees.kind(id) {
                TreeKind::Addr(_) => false,
                TreeKind::Clobber(_) => true,
                _ => self.trees[id].volatile,
            },
            _ => false,
        }
    }

    /// The type of an operand.
    #[inline]
    pub fn type_of(&self, function: &Function, op: Operand) -> TypeId {
        match op {
            Operand::None => self.common.void,
            Operand::Ssa(name) => function.names[name].ty,
            Operand::Const(id) => self.consts[id].ty,
            Operand::Decl(id) => self.decls[id].ty,
            Operand::Tree(id) => self.trees[id].ty,
        }
    }

    /// Calls `f` on every SSA name in an operand, outermost left to right.
    #[inline]
    pub fn for_each_ssa(&self, op: Operand, f: &mut (impl FnMut(SsaName) + ?Sized)) {
        match op {
            Operand::Ssa(name) => f(name),
            Operand::Tree(id) => self.for_each_ssa_within(id, f),
            _ => {}
        }
    }

    fn for_each_ssa_within(&self, id: TreeId, f: &mut (impl FnMut(SsaName) + ?Sized)) {
        if !self.trees.has_names(id) {
            return;
        }
        self.trees.for_each_operand(id, |inner| match inner {
            Operand::Ssa(name) => f(name),
            Operand::Tree(id) => self.for_each_ssa_within(id, f),
            _ => {}
        });
    }

    /// `op` with every occurrence of an SSA name replaced by what `map` says (`None`: kept).
    pub fn replace_ssa(
        &mut self,
        op: Operand,
        map: &mut dyn FnMut(SsaName) -> Option<Operand>,
    ) -> Operand {
        match op {
            Operand::Ssa(name) => map(name).unwrap_or(op),
            Operand::Tree(id) if self.trees.has_names(id) => {
                Operand::Tree(self.replace_in_tree(id, map))
            }
            _ => op,
        }
    }

    fn replace_in_tree(
        &mut self,
        id: TreeId,
        map: &mut dyn FnMut(SsaName) -> Option<Operand>,
    ) -> TreeId {
        fn go(
            trees: &mut crate::tree::Trees,
            op: Operand,
            map: &mut dyn FnMut(SsaName) -> Option<Operand>,
        ) -> Operand {
            match op {
                Operand::Ssa(name) => map(name).unwrap_or(op),
                Operand::Tree(id) => {
                    Operand::Tree(trees.map_operands(id, |trees, inner| go(trees, inner, map)))
                }
                _ => op,
            }
        }
        self.trees.map_operands(id, |trees, inner| go(trees, inner, map))
    }
}

/// The flags a call's virtual operands follow from.
fn call_vop_flags(unit: &Unit, callee: Callee) -> StmtFlags {
    match callee {
        Callee::Decl(decl) => {
            let d = &unit.decls[decl];
            // A hint to the cache is no access.
            let hint = d.builtin == Some(Builtin::Prefetch);
            if d.has(flag::CONST) || hint {
                StmtFlags::NONE
            } else if d.has(flag::PURE) {
                StmtFlags::VUSE
            } else {
                StmtFlags::VUSE | StmtFlags::VDEF
            }
        }
        Callee::Pointer(_) => StmtFlags::VUSE | StmtFlags::VDEF,
        Callee::Internal(function) => match function {
            crate::stmt::InternalFn::VaArg | crate::stmt::InternalFn::AbnormalDispatcher => {
                StmtFlags::VUSE | StmtFlags::VDEF
            }
            function if function.is_check() => StmtFlags::VUSE | StmtFlags::VDEF,
            _ => StmtFlags::NONE,
        },
    }
}

impl Function {
    /// Calls `f` on each operand of a statement that is read: right-hand sides, arguments, the operands inside a
    /// reference that is written, in GCC's order of operand scanning (left-hand side first). φs are not covered.
    #[inline]
    pub fn for_each_read(&self, stmt: StmtId, f: &mut (impl FnMut(Operand) + ?Sized)) {
        match &self.stmts[stmt].kind {
            StmtKind::Assign { rhs, .. } => {
                rhs.iter().take_while(|op| op.is_some()).for_each(|&op| f(op));
            }
            StmtKind::Call(call) => {
                if let Callee::Pointer(op) = call.callee {
                    f(op);
                }
                if call.chain.is_some() {
                    f(call.chain);
                }
                call.args.iter().for_each(|&op| f(op));
            }
            StmtKind::Cond { lhs, rhs, .. } => {
                f(*lhs);
                f(*rhs);
            }
            StmtKind::Switch(switch) => f(switch.index),
            StmtKind::Goto(op) | StmtKind::Return(op) => f(*op),
            StmtKind::Asm(asm) => asm.inputs.iter().for_each(|operand| f(operand.value)),
            _ => {}
        }
    }

    /// Calls `f` on each operand a statement writes.
    #[inline]
    pub fn for_each_write(&self, stmt: StmtId, f: &mut (impl FnMut(Operand) + ?Sized)) {
        match &self.stmts[stmt].kind {
            StmtKind::Assign { lhs, .. } => f(*lhs),
            StmtKind::Call(call) => f(call.lhs),
            StmtKind::Asm(asm) => asm.outputs.iter().for_each(|operand| f(operand.value)),
            StmtKind::Phi(phi) => f(Operand::Ssa(phi.result)),
            _ => {}
        }
    }

    /// Calls `f` on each SSA name whose value a statement reads, as often as it does; virtual operands are not covered, nor
    /// φs. In a large function this is quicker than its list of uses, whose nodes are elsewhere in memory.
    pub fn for_each_used_name(
        &self,
        unit: &Unit,
        stmt: StmtId,
        f: &mut (impl FnMut(SsaName) + ?Sized),
    ) {
        self.for_each_read(stmt, &mut |op| unit.for_each_ssa(op, f));
        self.for_each_write(stmt, &mut |op| {
            if op.ssa().is_none() {
                unit.for_each_ssa(op, f);
            }
        });
    }

    /// Replaces each operand slot of a statement, reads and writes alike, by what `map` makes of it. φs are not covered.
    pub fn map_operands(&mut self, stmt: StmtId, map: &mut dyn FnMut(Operand, bool) -> Operand) {
        match &mut self.stmts[stmt].kind {
            StmtKind::Assign { lhs, rhs, .. } => {
                rhs.iter_mut().for_each(|op| *op = map(*op, false));
                *lhs = map(*lhs, true);
            }
            StmtKind::Call(call) => {
                if let Callee::Pointer(op) = &mut call.callee {
                    *op = map(*op, false);
                }
                call.chain = map(call.chain, false);
                call.args.iter_mut().for_each(|op| *op = map(*op, false));
                call.lhs = map(call.lhs, true);
            }
            StmtKind::Cond { lhs, rhs, .. } => {
                *lhs = map(*lhs, false);
                *rhs = map(*rhs, false);
            }
            StmtKind::Switch(switch) => switch.index = map(switch.index, false),
            StmtKind::Goto(op) | StmtKind::Return(op) => *op = map(*op, false),
            StmtKind::Asm(asm) => {
                asm.inputs.iter_mut().for_each(|operand| operand.value = map(operand.value, false));
                asm.outputs.iter_mut().for_each(|operand| operand.value = map(operand.value, true));
            }
            _ => {}
        }
    }

    /// Re-scans a statement: relinks its uses, sets itself as the definition of the names it writes, and sets its
    /// virtual-operand and volatile flags. An existing VUSE stays linked. Linear in the statement's operands.
    pub fn update_stmt(&mut self, unit: &Unit, stmt: StmtId) {
        self.unlink_uses(stmt);
        if self.is_phi(stmt) {
            return;
        }
        let mut flags = StmtFlags::NONE;
        let mut uses: SmallVec<[SsaName; 4]> = SmallVec::new();
        let mut defs: SmallVec<[SsaName; 2]> = SmallVec::new();
        self.for_each_read(stmt, &mut |op| {
            match op {
                Operand::Ssa(name) => return uses.push(name),
                Operand::Const(_) | Operand::None => return,
                Operand::Decl(_) | Operand::Tree(_) => {}
            }
            if unit.is_memory_operand(op) {
                flags |= StmtFlags::VUSE;
            }
            if unit.is_volatile_operand(op) {
                flags |= StmtFlags::VOLATILE;
            }
            unit.for_each_ssa(op, &mut |name| uses.push(name));
        });
        self.for_each_write(stmt, &mut |op| {
            match op {
                Operand::Ssa(name) => return defs.push(name),
                _ if op.is_none() => return,
                _ => {}
            }
            if unit.is_memory_operand(op) {
                flags |= StmtFlags::VUSE | StmtFlags::VDEF;
            }
            if unit.is_volatile_operand(op) {
                flags |= StmtFlags::VOLATILE;
            }
            unit.for_each_ssa(op, &mut |name| uses.push(name));
        });
        flags |= self.special_vops(unit, stmt);
        if let StmtKind::Call(call) = &self.stmts[stmt].kind {
            self.call_kinds |= call_kinds(unit, call);
        }
        let data = &mut self.stmts[stmt];
        data.flags
            .remove(StmtFlags::VUSE | StmtFlags::VDEF | StmtFlags::VOLATILE | StmtFlags::MODIFIED);
        data.flags |= flags;
        let vuse = data.vuse;
        if !flags.intersects(StmtFlags::VDEF) {
            data.vdef = SsaName::NONE;
        } else if data.vdef.is_some() {
            defs.push(data.vdef);
        }
        if !flags.intersects(StmtFlags::VUSE) {
            data.vuse = SsaName::NONE;
        } else if vuse.is_some() {
            self.link_use(stmt, vuse, UseNode::VIRTUAL);
        }
        for name in uses {
            self.link_use(stmt, name, 0);
        }
        for name in defs {
            self.names[name].def = stmt;
        }
    }

    fn special_vops(&self, unit: &Unit, stmt: StmtId) -> StmtFlags {
        match &self.stmts[stmt].kind {
            StmtKind::Call(call) => call_vop_flags(unit, call.callee),
            StmtKind::Asm(asm) => {
                // A basic asm that is not empty may do anything.
                let clobbers_memory = asm.basic && !unit.symbols.text(asm.template).is_empty()
                    || asm.clobbers.iter().any(|&clobber| unit.symbols.text(clobber) == "memory");
                let volatile = if asm.volatile { StmtFlags::VOLATILE } else { StmtFlags::NONE };
                if clobbers_memory {
                    volatile | StmtFlags::VUSE | StmtFlags::VDEF
                } else {
                    volatile
                }
            }
            StmtKind::Return(_) => StmtFlags::VUSE,
            _ => StmtFlags::NONE,
        }
    }

    fn link_use(&mut self, stmt: StmtId, name: SsaName, slot: u32) -> UseId {
        let head = self.names[name].uses;
        let phi = self.is_phi(stmt);
        let next_in_stmt = if phi { UseId::NONE } else { self.stmts[stmt].uses };
        let node = UseNode { stmt, name, prev: UseId::NONE, next: head, next_in_stmt, slot };
        let id = match self.free_uses.pop() {
            Some(id) => {
                self.uses[id] = node;
                id
            }
            None => self.uses.push(node),
        };
        if head.is_some() {
            self.uses[head].prev = id;
        }
        self.names[name].uses = id;
        if !phi {
            self.stmts[stmt].uses = id;
        }
        id
    }

    fn unlink_use(&mut self, id: UseId) {
        let UseNode { name, prev, next, .. } = self.uses[id];
        if prev.is_some() {
            self.uses[prev].next = next;
        } else {
            self.names[name].uses = next;
        }
        if next.is_some() {
            self.uses[next].prev = prev;
        }
        self.free_uses.push(id);
    }

    /// Unlinks all uses of a statement (of a φ: of all its arguments).
    pub fn unlink_uses(&mut self, stmt: StmtId) {
        let mut id = self.stmts[stmt].uses;
        while id.is_some() {
            let next = self.uses[id].next_in_stmt;
            self.unlink_use(id);
            id = next;
        }
        self.stmts[stmt].uses = UseId::NONE;
    }

    /// Sets the virtual use of a statement and links it.
    pub fn set_vuse(&mut self, stmt: StmtId, name: SsaName) {
        let mut previous = UseId::NONE;
        let mut id = self.stmts[stmt].uses;
        while id.is_some() {
            let next = self.uses[id].next_in_stmt;
            if self.uses[id].slot == UseNode::VIRTUAL {
                if previous.is_some() {
                    self.uses[previous].next_in_stmt = next;
                } else {
                    self.stmts[stmt].uses = next;
                }
                self.unlink_use(id);
                break;
            }
            previous = id;
            id = next;
        }
        self.stmts[stmt].vuse = name;
        if name.is_some() {
            self.link_use(stmt, name, UseNode::VIRTUAL);
        }
    }

    /// Sets the virtual definition of a statement.
    pub fn set_vdef(&mut self, stmt: StmtId, name: SsaName) {
        self.stmts[stmt].vdef = name;
        if name.is_some() {
            self.names[name].def = stmt;
        }
    }

    /// The uses of a name, newest first; ids stay valid until the statement is updated.
    pub fn imm_uses(&self, name: SsaName) -> impl Iterator<Item = &UseNode> {
        let mut id = self.names[name].uses;
        std::iter::from_fn(move || {
            let node = &self.uses[id.expand()?];
            id = node.next;
            Some(node)
        })
    }

    /// The statements that use a name, each once, newest use first.
    pub fn use_stmts(&self, name: SsaName) -> Vec<StmtId> {
        let mut stmts: Vec<StmtId> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for node in self.imm_uses(name) {
            if seen.insert(node.stmt) {
                stmts.push(node.stmt);
            }
        }
        stmts
    }

    /// Whether nothing uses the name.
    pub fn has_zero_uses(&self, name: SsaName) -> bool {
        self.names[name].uses.is_none()
    }

    /// Whether exactly one operand uses the name.
    pub fn has_single_use(&self, name: SsaName) -> bool {
        let head = self.names[name].uses;
        head.is_some() && self.uses[head].next.is_none()
    }

    /// Replaces every use of `name` by `value` (`replace_uses_by`, without folding). Linear in the uses' statements.
    pub fn replace_uses_by(
        &mut self,
        unit: &mut Unit,
        name: SsaName,
        value: Operand,
    ) -> Vec<StmtId> {
        self.note_replaced(name, value);
        let stmts = self.use_stmts(name);
        for &stmt in &stmts {
            if let Operand::Ssa(state) = value
                && self.names[name].has(NameFlags::VIRTUAL)
                && !self.is_phi(stmt)
            {
                // A state of memory stands nowhere else in a statement, of which nothing else is to change.
                self.set_vuse(stmt, state);
                continue;
            }
            self.replace_in_stmt(unit, stmt, &mut |n| (n == name).then_some(value));
        }
        stmts
    }

    /// Replaces SSA names read by a statement by what `map` says, its VUSE too, and updates the statement.
    /// Returns whether anything changed.
    pub fn replace_in_stmt(
        &mut self,
        unit: &mut Unit,
        stmt: StmtId,
        map: &mut dyn FnMut(SsaName) -> Option<Operand>,
    ) -> bool {
        let mut changed = false;
        if let StmtKind::Phi(phi) = &self.stmts[stmt].kind {
            let replaced: Vec<(usize, Operand)> = phi
                .args
                .iter()
                .enumerate()
                .filter_map(|(i, arg)| arg.value.ssa().and_then(&mut *map).map(|value| (i, value)))
                .collect();
            for (index, value) in replaced {
                self.set_phi_arg(stmt, index, value);
                changed = true;
            }
            return changed;
        }
        self.map_operands(stmt, &mut |op, written| {
            if written && matches!(op, Operand::Ssa(_)) {
                return op;
            }
            let new = unit.replace_ssa(op, map);
            changed |= new != op;
            new
        });
        let vuse = self.stmts[stmt].vuse;
        if vuse.is_some()
            && let Some(Operand::Ssa(new)) = map(vuse)
        {
            self.set_vuse(stmt, new);
            changed = true;
        }
        if changed {
            self.call_directly(unit, stmt);
            let (vdef, vuse) = (self.stmts[stmt].vdef, self.stmts[stmt].vuse);
            self.update_stmt(unit, stmt);
            if vdef.is_some() && self.stmts[stmt].vdef.is_none() {
                // What is called turns out to write nothing.
                if vuse.is_some() {
                    self.replace_uses_by(unit, vdef, Operand::Ssa(vuse));
                }
                self.release_ssa_name(vdef);
            }
        }
        changed
    }

    /// A call through the address of a function is a call of the function.
    pub fn call_directly(&mut self, unit: &Unit, stmt: StmtId) {
        if let StmtKind::Call(call) = &mut self.stmts[stmt].kind
            && let Callee::Pointer(pointer) = call.callee
            && let Some(Operand::Decl(decl)) = unit.addressed(pointer)
            && unit.decls[decl].kind == DeclKind::Function
        {
            call.callee = Callee::Decl(decl);
        }
    }

    /// Unlinks a statement from its block and its operands, and releases the names it defines
    /// (`gsi_remove` and `release_defs`). Uses of those names must be gone, or be about to go.
    pub fn remove_stmt(&mut self, stmt: StmtId) {
        let mut defs: SmallVec<[SsaName; 2]> = SmallVec::new();
        self.for_each_write(stmt, &mut |op| defs.extend(op.ssa()));
        defs.extend(self.stmts[stmt].vdef.expand());
        self.detach_stmt(stmt);
        for name in defs {
            self.release_ssa_name(name);
        }
    }

    /// As [`Self::remove_stmt`], without releasing the names it defines.
    pub fn detach_stmt(&mut self, stmt: StmtId) {
        self.note_unlinked(stmt);
        self.unlink_uses(stmt);
        if let StmtKind::Phi(phi) = &self.stmts[stmt].kind {
            let nodes: Vec<UseId> =
                phi.args.iter().filter_map(|arg| arg.use_node.expand()).collect();
            nodes.into_iter().for_each(|node| self.unlink_use(node));
            if let StmtKind::Phi(phi) = &mut self.stmts[stmt].kind {
                phi.args.clear();
            }
        }
        self.unlink_stmt(stmt);
    }

    // φ nodes.

    /// A new φ at the end of the block's φs, with an empty argument for each predecessor (`create_phi_node`).
    pub fn create_phi(&mut self, result: SsaName, block: BlockId) -> StmtId {
        let empty =
            PhiArg { value: Operand::None, loc: Location::default(), use_node: UseId::NONE };
        let args = PhiArgs::from_elem(empty, self.blocks[block].preds.len());
        let stmt =
            self.new_stmt(StmtKind::Phi(Aside::new(Phi { result, args })), Location::default());
        self.append_to_block(block, stmt);
        self.names[result].def = stmt;
        stmt
    }

    /// The φ's data.
    ///
    /// # Panics
    /// If the statement is no φ.
    pub fn phi(&self, stmt: StmtId) -> &Phi {
        match &self.stmts[stmt].kind {
            StmtKind::Phi(phi) => phi,
            other => panic!("not a phi: {other:?}"),
        }
    }

    /// Whether a φ is of memory: its result is a virtual operand.
    ///
    /// # Panics
    /// If the statement is no φ.
    pub fn is_virtual_phi(&self, stmt: StmtId) -> bool {
        self.names[self.phi(stmt).result].has(NameFlags::VIRTUAL)
    }

    /// The argument of a φ for an edge into its block.
    pub fn phi_arg(&self, stmt: StmtId, edge: EdgeId) -> Operand {
        self.phi(stmt).args[self.edges[edge].dst_idx as usize].value
    }

    /// Sets a φ's argument by position. O(1).
    pub fn set_phi_arg(&mut self, stmt: StmtId, index: usize, value: Operand) {
        let old = self.phi(stmt).args[index].use_node;
        if old.is_some() {
            self.unlink_use(old);
        }
        let node = match value {
            Operand::Ssa(name) => self.link_use(stmt, name, index as u32),
            _ => UseId::NONE,
        };
        if let StmtKind::Phi(phi) = &mut self.stmts[stmt].kind {
            phi.args[index].value = value;
            phi.args[index].use_node = node;
        }
    }

    /// Sets a φ's argument for an edge (`add_phi_arg`).
    pub fn add_phi_arg(&mut self, stmt: StmtId, edge: EdgeId, value: Operand, loc: Location) {
        let Edge { dst_idx, flags, .. } = self.edges[edge];
        self.set_phi_arg(stmt, dst_idx as usize, value);
        if flags.intersects(EdgeFlags::ABNORMAL) {
            // What control that arrives from nowhere brings must stay in its place.
            for name in [Some(self.phi(stmt).result), value.ssa()].into_iter().flatten() {
                self.names[name].flags |= NameFlags::ABNORMAL;
            }
        }
        if let StmtKind::Phi(phi) = &mut self.stmts[stmt].kind {
            phi.args[dst_idx as usize].loc = loc;
        }
    }

    /// Gives the φs of a block as many arguments as it has predecessors.
    pub(crate) fn reserve_phi_args(&mut self, block: BlockId) {
        let count = self.blocks[block].preds.len();
        let mut stmt = self.blocks[block].phis.first;
        while stmt.is_some() {
            let empty =
                PhiArg { value: Operand::None, loc: Location::default(), use_node: UseId::NONE };
            if let StmtKind::Phi(phi) = &mut self.stmts[stmt].kind {
                phi.args.resize(count, empty);
            }
            stmt = self.stmts[stmt].next;
        }
    }

    /// Removes argument `index` of all φs of a block; the last one takes its place.
    pub(crate) fn remove_phi_args(&mut self, block: BlockId, index: usize) {
        let mut stmt = self.blocks[block].phis.first;
        while stmt.is_some() {
            let next = self.stmts[stmt].next;
            let node = self.phi(stmt).args[index].use_node;
            if node.is_some() {
                self.unlink_use(node);
            }
            let mut moved = UseId::NONE;
            if let StmtKind::Phi(phi) = &mut self.stmts[stmt].kind {
                phi.args.swap_remove(index);
                moved = phi.args.get(index).map_or(UseId::NONE, |arg| arg.use_node);
            }
            if moved.is_some() {
                self.uses[moved].slot = index as u32;
            }
            stmt = next;
        }
    }

    // SSA names.

    /// A new version of a variable (`make_ssa_name_fn`).
    pub fn make_ssa_name(&mut self, unit: &Unit, var: DeclId, def: StmtId) -> SsaName {
        let virtual_ =
            if unit.decls[var].has(flag::VIRTUAL) { NameFlags::VIRTUAL } else { NameFlags::NONE };
        self.alloc_name(SsaData {
            var,
            ty: unit.decls[var].ty,
            def,
            uses: UseId::NONE,
            ident: Symbol::NONE,
            flags: virtual_,
        })
    }

    /// A new anonymous name of a type; `ident` is the name it prints by, or `NONE`.
    pub fn make_temp_ssa_name(&mut self, ty: TypeId, ident: Symbol, def: StmtId) -> SsaName {
        self.alloc_name(SsaData {
            var: DeclId::NONE,
            ty,
            def,
            uses: UseId::NONE,
            ident,
            flags: NameFlags::NONE,
        })
    }

    fn alloc_name(&mut self, data: SsaData) -> SsaName {
        match self.free_names.pop() {
            Some(name) => {
                self.names[name] = data;
                self.nonzero_bits.forget(name);
                name
            }
            None => self.names.push(data),
        }
    }

    /// Forgets what is known of the value a statement computes, of its bits and that it is not null: that may have followed
    /// from the conditions under which it was computed (`reset_flow_sensitive_info`).
    pub fn reset_flow_sensitive_info(&mut self, stmt: StmtId) {
        let mut defined: Option<SsaName> = None;
        self.for_each_write(stmt, &mut |op| defined = op.ssa());
        if let Some(name) = defined {
            self.nonzero_bits.forget(name);
            self.value_ranges.remove(&name);
            self.names[name].flags.remove(NameFlags::NONNULL);
        }
    }

    /// The name of the value a variable has on entry, made on first sight (`get_or_create_ssa_default_def`).
    pub fn default_def(&mut self, unit: &Unit, var: DeclId) -> SsaName {
        if let Some(&name) = self.default_defs.get(&var) {
            return name;
        }
        let name = self.make_ssa_name(unit, var, StmtId::NONE);
        self.names[name].flags |= NameFlags::DEFAULT_DEF;
        self.default_defs.insert(var, name);
        name
    }

    /// Gives a name back. Its uses must have been replaced or be about to be removed; it may be handed out again
    /// after [`Self::flush_free_names`].
    pub fn release_ssa_name(&mut self, name: SsaName) {
        let data = &mut self.names[name];
        if data.flags.intersects(NameFlags::RELEASED) {
            return;
        }
        if data.flags.intersects(NameFlags::UPDATING) {
            self.release_later.push(name);
            return;
        }
        if data.flags.intersects(NameFlags::DEFAULT_DEF) {
            let var = data.var;
            self.default_defs.remove(&var);
        }
        self.note_removed(name);
        self.value_ranges.remove(&name);
        let data = &mut self.names[name];
        data.flags = NameFlags::RELEASED | (data.flags.intersection(NameFlags::VIRTUAL));
        data.def = StmtId::NONE;
        self.free_names_queue.push(name);
    }

    /// Makes the released names available (`flush_ssaname_freelist`).
    pub fn flush_free_names(&mut self) {
        self.free_names.append(&mut self.free_names_queue);
    }
}
