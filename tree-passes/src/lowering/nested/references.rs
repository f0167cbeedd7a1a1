//! References to variables that are, or become, fields of a frame.

use super::{Lowering, Step};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::stmt::{AsmOperand, StmtFlags, StmtId, StmtKind, constraint_is_memory_only};
use gimple::tree::{CtorIndex, Operand, TreeId, TreeKind, TreeNode};

/// What may stand in an operand's place.
#[derive(Clone, Copy)]
struct Want {
    /// A value only: a field goes through a temporary.
    value: bool,
    /// The operand is written.
    written: bool,
}

impl Want {
    const VALUE: Want = Want { value: true, written: false };
    const OBJECT: Want = Want { value: false, written: false };
}

impl Lowering<'_> {
    /// Puts fields in the place of variables in a statement.
    pub(super) fn references(&mut self, index: usize, stmt: StmtId, step: Step) {
        match self.functions[index].stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs } => {
                if self.ends_life_of_field(index, lhs, rhs[0], step) {
                    self.functions[index].stmts[stmt].kind = StmtKind::Nop;
                    return;
                }
                self.assign(index, stmt, (lhs, code, rhs), step);
            }
            StmtKind::Call(_) => self.call_operands(index, stmt, step),
            StmtKind::Asm(_) => self.asm_operands(index, stmt, step),
            StmtKind::Cond { lhs, rhs, .. } => {
                let new = [lhs, rhs].map(|op| self.operand(index, op, Want::VALUE, step));
                if let StmtKind::Cond { lhs, rhs, .. } = &mut self.functions[index].stmts[stmt].kind
                {
                    [*lhs, *rhs] = new;
                }
            }
            StmtKind::Switch(ref switch) => {
                let op = switch.index;
                let new = self.operand(index, op, Want::VALUE, step);
                if let StmtKind::Switch(switch) = &mut self.functions[index].stmts[stmt].kind {
                    switch.index = new;
                }
            }
            // Jumps to labels around are a step of their own.
            StmtKind::Goto(Operand::Decl(label))
                if self.unit.decls[label].kind == DeclKind::Label => {}
            StmtKind::Goto(op) => {
                let new = self.operand(index, op, Want::VALUE, step);
                self.functions[index].stmts[stmt].kind = StmtKind::Goto(new);
            }
            StmtKind::Return(op) => {
                let new = self.operand(index, op, Want::VALUE, step);
                self.functions[index].stmts[stmt].kind = StmtKind::Return(new);
            }
            _ => {}
        }
    }

    /// Whether an assignment ends the life of a variable that is a field: fields live as long as their frame.
    fn ends_life_of_field(&self, index: usize, lhs: Operand, rhs: Operand, step: Step) -> bool {
        let (Operand::Decl(decl), Operand::Tree(id)) = (lhs, rhs) else { return false };
        if !matches!(self.unit.trees.kind(id), TreeKind::Clobber(_)) || !self.is_automatic(decl) {
            return false;
        }
        match (self.owner(decl), step) {
            (Some(owner), Step::Outer) => owner != index,
            (Some(owner), _) => owner == index && self.has_own_field(index, decl),
            (None, _) => false,
        }
    }

    fn has_own_field(&self, index: usize, decl: DeclId) -> bool {
        self.known_frame(index).is_some_and(|frame| frame.variables.contains_key(&decl))
            && !self.in_frame_by_pointer(decl)
    }

    /// The right-hand side first. A field may stand alone on one side of a copy whose other side is a register.
    fn assign(
        &mut self,
        index: usize,
        stmt: StmtId,
        (lhs, code, rhs): (Operand, TreeCode, [Operand; 3]),
        step: Step,
    ) {
        let value = code != TreeCode::Single || self.is_in_memory_though_register_type(index, lhs);
        let new_rhs = rhs.map(|op| self.operand(index, op, Want { value, written: false }, step));
        let value =
            code != TreeCode::Single || self.is_in_memory_though_register_type(index, new_rhs[0]);
        let new_lhs = self.operand(index, lhs, Want { value, written: true }, step);
        if (new_lhs, new_rhs) == (lhs, rhs) {
            return;
        }
        let volatile = [new_lhs, new_rhs[0], new_rhs[1], new_rhs[2]]
            .into_iter()
            .any(|op| self.unit.is_volatile_operand(op));
        let data = &mut self.functions[index].stmts[stmt];
        data.kind = StmtKind::assign(new_lhs, code, new_rhs);
        data.flags = data.flags.without(StmtFlags::VOLATILE)
            | if volatile { StmtFlags::VOLATILE } else { StmtFlags::NONE };
    }

    /// Whether an operand could be in a register by its type, but isn't one.
    fn is_in_memory_though_register_type(&self, index: usize, op: Operand) -> bool {
        let ty = self.unit.type_of(&self.functions[index], op);
        let is_register = match op {
            Operand::Ssa(_) => true,
            Operand::Decl(decl) => self.unit.is_gimple_reg(decl),
            _ => false,
        };
        self.unit.types.is_register_type(ty) && !is_register
    }

    fn is_register_value(&self, index: usize, op: Operand) -> bool {
        let ty = self.unit.type_of(&self.functions[index], op);
        self.unit.types.is_register_type(ty)
    }

    fn call_operands(&mut self, index: usize, stmt: StmtId, step: Step) {
        let StmtKind::Call(call) = &self.functions[index].stmts[stmt].kind else { return };
        let mut call = call.clone();
        call.chain = self.operand(index, call.chain, Want::VALUE, step);
        if let gimple::stmt::Callee::Pointer(op) = &mut call.callee {
            *op = self.operand(index, *op, Want::VALUE, step);
        }
        for op in &mut call.args {
            let want = Want { value: self.is_register_value(index, *op), written: false };
            *op = self.operand(index, *op, want, step);
        }
        if call.lhs.is_some() {
            let want = Want { value: self.is_register_value(index, call.lhs), written: true };
            call.lhs = self.operand(index, call.lhs, want, step);
        }
        self.functions[index].stmts[stmt].kind = StmtKind::Call(call);
    }

    fn asm_operands(&mut self, index: usize, stmt: StmtId, step: Step) {
        let StmtKind::Asm(asm) = &self.functions[index].stmts[stmt].kind else { return };
        let mut asm = asm.clone();
        for operand in &mut asm.outputs {
            self.asm_operand(index, operand, true, step);
        }
        for operand in &mut asm.inputs {
            self.asm_operand(index, operand, false, step);
        }
        self.functions[index].stmts[stmt].kind = StmtKind::Asm(asm);
    }

    fn asm_operand(&mut self, index: usize, operand: &mut AsmOperand, output: bool, step: Step) {
        let memory = constraint_is_memory_only(self.unit.symbols.text(operand.constraint));
        // An operand in memory has to be an object, even if it is only read.
        let want = Want { value: !memory, written: output || memory };
        operand.value = self.operand(index, operand.value, want, step);
    }

    /// An operand with fields in the place of variables.
    fn operand(&mut self, index: usize, op: Operand, want: Want, step: Step) -> Operand {
        match op {
            Operand::Decl(decl) => self.variable(index, decl, want, step),
            Operand::Tree(id) => self.tree(index, id, want, step),
            _ => op,
        }
    }

    fn variable(&mut self, index: usize, decl: DeclId, want: Want, step: Step) -> Operand {
        let same = Operand::Decl(decl);
        if self.unit.decls[decl].kind == DeclKind::Label {
            // The address of a label around is no jump to it: the label is to stay.
            if step == Step::Outer && self.owner(decl).is_some_and(|owner| owner != index) {
                self.unit.decls[decl].flags |= flag::FORCED_LABEL;
            }
            return same;
        }
        if !self.is_automatic(decl) {
            return same;
        }
        let Some(owner) = self.owner(decl) else { return same };
        let field = match step {
            Step::Outer if owner != index => self.variable_field(owner, decl),
            Step::Own if owner == index && self.has_own_field(index, decl) => {
                self.variable_field(owner, decl)
            }
            _ => return same,
        };
        let ty = self.unit.types.field(field).ty;
        let volatile = self.unit.decls[decl].has(flag::VOLATILE);
        let mut place = self.frame_field(index, owner, field);
        if self.in_frame_by_pointer(decl) {
            let base = self.loaded(index, TreeCode::Single, place, ty);
            let kind = TreeKind::MemRef { base, offset: 0, alias_ptr: ty };
            let ty = self.unit.decls[decl].ty;
            place = Operand::Tree(self.unit.trees.add_node(TreeNode { kind, ty, volatile }));
        } else if volatile && let Operand::Tree(id) = place {
            let node = TreeNode { volatile, ..self.unit.trees[id].clone() };
            place = Operand::Tree(self.unit.trees.add_node(node));
        }
        let ty = self.unit.decls[decl].ty;
        match want {
            Want { value: true, written: true } => self.stored(index, place, ty),
            Want { value: true, written: false } => self.loaded(index, TreeCode::Single, place, ty),
            _ => place,
        }
    }

    fn tree(&mut self, index: usize, id: TreeId, want: Want, step: Step) -> Operand {
        match *self.unit.trees.kind(id) {
            TreeKind::Addr(object) => {
                let new = self.operand(index, object, Want::OBJECT, step);
                if new == object {
                    return Operand::Tree(id);
                }
                let address = self.rebuilt(id, TreeKind::Addr(new));
                if want.value { self.as_value(index, address) } else { address }
            }
            TreeKind::ViewConvert(base) if !self.is_part(base) => {
                let new = self.operand(index, base, want, step);
                if new == base {
                    return Operand::Tree(id);
                }
                self.rebuilt(id, TreeKind::ViewConvert(new))
            }
            TreeKind::MemRef { base, offset, alias_ptr } => {
                let new = self.operand(index, base, Want::VALUE, step);
                if new == base {
                    return Operand::Tree(id);
                }
                self.info[index].refers_to_field |= self.unit.addressed(new).is_some();
                self.rebuilt(id, TreeKind::MemRef { base: new, offset, alias_ptr })
            }
            TreeKind::Constructor(ref elements) => {
                let elements = elements.clone();
                let new: Box<[(CtorIndex, Operand)]> = elements
                    .iter()
                    .map(|&(at, op)| (at, self.operand(index, op, Want::VALUE, step)))
                    .collect();
                if new == elements {
                    return Operand::Tree(id);
                }
                self.rebuilt(id, TreeKind::Constructor(new))
            }
            TreeKind::Expr { code, args } => {
                let new = args.map(|op| self.operand(index, op, Want::VALUE, step));
                if new == args {
                    return Operand::Tree(id);
                }
                self.rebuilt(id, TreeKind::Expr { code, args: new })
            }
            TreeKind::WithSize { object, size } => {
                let object = self.operand(index, object, Want::OBJECT, step);
                let size = self.operand(index, size, Want::VALUE, step);
                self.rebuilt(id, TreeKind::WithSize { object, size })
            }
            TreeKind::Clobber(_)
            | TreeKind::TargetMemRef { .. }
            | TreeKind::VaArgPack
            | TreeKind::DebugTemp(_) => Operand::Tree(id),
            _ => self.part(index, id, step),
        }
    }

    fn is_part(&self, op: Operand) -> bool {
        op.tree().is_some_and(|id| {
            matches!(
                self.unit.trees.kind(id),
                TreeKind::ComponentRef { .. }
                    | TreeKind::ArrayRef { .. }
                    | TreeKind::PlacedComponentRef { .. }
                    | TreeKind::SizedArrayRef { .. }
                    | TreeKind::BitFieldRef { .. }
                    | TreeKind::Realpart(_)
                    | TreeKind::Imagpart(_)
                    | TreeKind::ViewConvert(_)
            )
        })
    }

    /// A chain of parts: the indices from the outside in, then the base.
    fn part(&mut self, index: usize, id: TreeId, step: Step) -> Operand {
        let mut chain = Vec::new();
        let mut base = Operand::Tree(id);
        while self.is_part(base)
            && let Operand::Tree(part) = base
        {
            let (at, size) = match *self.unit.trees.kind(part) {
                TreeKind::ArrayRef { index, .. } => (index, Operand::None),
                TreeKind::PlacedComponentRef { offset, .. } => (Operand::None, offset),
                TreeKind::SizedArrayRef { index, size, .. } => (index, size),
                _ => (Operand::None, Operand::None),
            };
            let [at, size] = [at, size].map(|op| match op {
                Operand::None => op,
                _ => self.operand(index, op, Want::VALUE, step),
            });
            chain.push((part, at, size));
            base = self.unit.trees.base(part);
        }
        let mut op = self.operand(index, base, Want::OBJECT, step);
        for (part, at, more) in chain.into_iter().rev() {
            let mut node = self.unit.trees[part].clone();
            match &mut node.kind {
                TreeKind::ArrayRef { base, index } => (*base, *index) = (op, at),
                TreeKind::PlacedComponentRef { base, offset, .. } => (*base, *offset) = (op, more),
                TreeKind::SizedArrayRef { base, index, size, .. } => {
                    (*base, *index, *size) = (op, at, more);
                }
                TreeKind::ComponentRef { base, .. }
                | TreeKind::BitFieldRef { base, .. }
                | TreeKind::Realpart(base)
                | TreeKind::Imagpart(base)
                | TreeKind::ViewConvert(base) => *base = op,
                _ => {}
            }
            op = if node == self.unit.trees[part] {
                Operand::Tree(part)
            } else {
                Operand::Tree(self.unit.trees.add_node(node))
            };
        }
        op
    }

    fn rebuilt(&mut self, id: TreeId, kind: TreeKind) -> Operand {
        let node = TreeNode { kind, ..self.unit.trees[id].clone() };
        Operand::Tree(self.unit.trees.add_node(node))
    }

    /// `MEM[&FRAME.0.x + 4]` becomes `MEM[&FRAME.0 + 28]`, now that the frame is laid out.
    pub(super) fn fold_references(&mut self, index: usize, stmt: StmtId) {
        let unit = &mut *self.unit;
        self.functions[index].map_operands(stmt, &mut |op, _| fold_reference(unit, op));
    }
}

/// As [`Lowering::fold_references`], for one operand.
fn fold_reference(unit: &mut gimple::unit::Unit, op: Operand) -> Operand {
    let mut chain = Vec::new();
    let mut base = op;
    while let Operand::Tree(id) = base
        && !matches!(unit.trees.kind(id), TreeKind::MemRef { .. })
    {
        let inner = unit.trees.base(id);
        if inner.is_none() {
            return op;
        }
        chain.push(id);
        base = inner;
    }
    let Operand::Tree(id) = base else { return op };
    let TreeKind::MemRef { base: pointer, offset, alias_ptr } = *unit.trees.kind(id) else {
        return op;
    };
    let Some((decl, distance)) = unit.addressed(pointer).and_then(|at| constant_place(unit, at))
    else {
        return op;
    };
    let object_type = unit.decls[decl].ty;
    let pointer = unit.address_of(Operand::Decl(decl), object_type);
    let kind = TreeKind::MemRef { base: pointer, offset: offset + distance, alias_ptr };
    let node = TreeNode { kind, ..unit.trees[id].clone() };
    let mut new = Operand::Tree(unit.trees.add_node(node));
    for part in chain.into_iter().rev() {
        let old = unit.trees.base(part);
        let map = |_: &mut gimple::tree::Trees, op| if op == old { new } else { op };
        new = Operand::Tree(unit.trees.map_operands(part, map));
    }
    new
}

/// The declaration a part of an object is in, and how far in, where it is a part of one.
fn constant_place(unit: &gimple::unit::Unit, mut op: Operand) -> Option<(DeclId, i64)> {
    let mut distance = 0;
    let mut parts = false;
    while let Operand::Tree(id) = op {
        match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                distance += unit.types.field(field).byte_offset() as i64;
                op = base;
            }
            TreeKind::ArrayRef { base, index } => {
                let size = unit.types.size(unit.trees[id].ty)? as i64;
                distance += unit.as_int(index)? as i64 * size;
                op = base;
            }
            _ => return None,
        }
        parts = true;
    }
    op.decl().filter(|_| parts).map(|decl| (decl, distance))
}
