//! What a statement makes of the evolutions of its operands.

use super::Scev;
use super::expr::{ExprId, Node};
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::simplify::Subject;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;

impl Scev<'_, '_> {
    /// `interpret_gimple_assign`.
    pub(super) fn interpret_assignment(&mut self, around: LoopId, stmt: StmtId) -> ExprId {
        let StmtKind::Assign { lhs, code, rhs } = self.f.stmts[stmt].kind else {
            return ExprId::UNKNOWN;
        };
        let ty = self.unit.type_of(self.f, lhs);
        if !self.is_counted_type(ty) || self.f.stmts[stmt].vuse.is_some() {
            return ExprId::UNKNOWN;
        }
        if let (TreeCode::Single, Operand::Tree(tree)) = (code, rhs[0]) {
            return self.interpret_address(around, ty, tree, stmt);
        }
        let mut ops = [ExprId::NONE; 2];
        for (op, &operand) in ops.iter_mut().zip(&rhs) {
            match operand {
                Operand::None => {}
                Operand::Ssa(_) | Operand::Const(_) => *op = self.leaf(operand),
                _ if self.unit.addressed(operand).is_some() => *op = self.leaf(operand),
                _ => return ExprId::UNKNOWN,
            }
        }
        self.interpret(around, stmt, (code, ty), ops)
    }

    /// Whether values of a type are followed: integers and addresses of no more than 64 bits.
    pub fn is_counted_type(&self, ty: TypeId) -> bool {
        crate::analyses::ranges::Kind::of(self.unit, ty).is_some()
    }

    /// `interpret_expr`.
    pub(super) fn interpret_expression(&mut self, around: LoopId, id: ExprId) -> ExprId {
        match self.state.exprs.node(id) {
            Node::Leaf(_) => id,
            Node::Operation { code, ty, ops: [a, b, ExprId::NONE] } if self.is_counted_type(ty) => {
                self.interpret(around, StmtId::NONE, (code, ty), [a, b])
            }
            _ => ExprId::UNKNOWN,
        }
    }

    /// What an operation makes of its operands (`interpret_rhs_expr`).
    fn interpret(
        &mut self,
        around: LoopId,
        at: StmtId,
        (code, ty): (TreeCode, TypeId),
        [a, b]: [ExprId; 2],
    ) -> ExprId {
        match code {
            TreeCode::Single => {
                let value = self.evolution(around, a);
                self.chrec_convert(ty, value, at, None)
            }
            TreeCode::PointerPlus => {
                let base = self.operand(around, a, ty, at);
                let offset = self.operand(around, b, self.state.exprs.ty(b), at);
                self.chrec_plus(code, ty, base, offset)
            }
            TreeCode::Plus | TreeCode::Minus => self.arithmetic(around, at, (code, ty), [a, b]),
            TreeCode::Mult => self.arithmetic(around, at, (code, ty), [a, b]),
            TreeCode::Negate => {
                let minus_one = self.folder().number(ty, -1);
                let value = self.operand(around, a, ty, at);
                self.chrec_times(ty, value, minus_one)
            }
            TreeCode::BitNot => {
                let minus_one = self.folder().number(ty, -1);
                let value = self.operand(around, a, ty, at);
                self.chrec_plus(TreeCode::Minus, ty, minus_one, value)
            }
            TreeCode::Lshift => self.shift(around, at, ty, [a, b]),
            TreeCode::Nop => {
                let value = self.evolution(around, a);
                self.chrec_convert(ty, value, at, Some(a))
            }
            TreeCode::BitAnd => self.low_bits(around, at, ty, [a, b]),
            _ => ExprId::UNKNOWN,
        }
    }

    /// The evolution of an operand in a type, with what the loop computes put in.
    fn operand(&mut self, around: LoopId, id: ExprId, ty: TypeId, at: StmtId) -> ExprId {
        let value = self.evolution(around, id);
        let value = self.chrec_convert(ty, value, at, None);
        self.instantiate_parameters(around, value)
    }

    fn arithmetic(
        &mut self,
        around: LoopId,
        at: StmtId,
        (code, ty): (TreeCode, TypeId),
        [a, b]: [ExprId; 2],
    ) -> ExprId {
        let a = self.operand(around, a, ty, at);
        let b = self.operand(around, b, ty, at);
        // Where a statement is not executed in each iteration, its overflow in others does not show.
        let conditional = at.is_some()
            && self.folder().undefined(ty)
            && !self.dominates_latch(self.f.stmts[at].block, around);
        if !conditional {
            return self.combine(code, ty, a, b);
        }
        let wrapping = self.folder().unsigned_type(ty);
        let a = self.chrec_convert(wrapping, a, StmtId::NONE, None);
        let b = self.chrec_convert(wrapping, b, StmtId::NONE, None);
        let result = self.combine(code, wrapping, a, b);
        self.chrec_convert(ty, result, at, None)
    }

    fn combine(&mut self, code: TreeCode, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
        match code {
            TreeCode::Mult => self.chrec_times(ty, a, b),
            _ => self.chrec_plus(code, ty, a, b),
        }
    }

    /// A shift to the left is a product.
    fn shift(&mut self, around: LoopId, at: StmtId, ty: TypeId, [a, by]: [ExprId; 2]) -> ExprId {
        let unsigned = self.folder().unsigned_type(ty);
        let value = self.evolution(around, a);
        let value = self.chrec_convert(unsigned, value, at, None);
        let value = self.instantiate_parameters(around, value);
        let Some(by) = self.folder().as_int(by).filter(|by| (0..64).contains(by)) else {
            return ExprId::UNKNOWN;
        };
        let factor = self.folder().number(unsigned, 1 << by);
        let product = self.chrec_times(unsigned, value, factor);
        self.chrec_convert(ty, product, at, None)
    }

    /// The low bits of a value are what it is in a narrower type.
    fn low_bits(
        &mut self,
        around: LoopId,
        at: StmtId,
        ty: TypeId,
        [a, mask]: [ExprId; 2],
    ) -> ExprId {
        let bits = self.unit.types.precision(ty).unwrap_or(0);
        let mask = self.folder().as_int(mask).filter(|&mask| mask > 0 && mask & (mask + 1) == 0);
        let Some(width) = mask.map(|mask| (mask + 1).trailing_zeros()).filter(|&w| w < bits) else {
            return ExprId::UNKNOWN;
        };
        if !matches!(width, 8 | 16 | 32 | 64) {
            return ExprId::UNKNOWN;
        }
        let narrow = self.unit.types.nonstandard_integer(width as u16, true);
        let value = self.evolution(around, a);
        let value = self.chrec_convert(narrow, value, at, None);
        self.chrec_convert(ty, value, at, None)
    }

    /// The address of a place is what it is based on and how far the place is from there.
    fn interpret_address(
        &mut self,
        around: LoopId,
        ty: TypeId,
        tree: gimple::tree::TreeId,
        at: StmtId,
    ) -> ExprId {
        let TreeKind::Addr(object) = *self.unit.trees.kind(tree) else { return ExprId::UNKNOWN };
        let Operand::Tree(place) = object else { return self.leaf(Operand::Tree(tree)) };
        let TreeKind::MemRef { base, offset, .. } = *self.unit.trees.kind(place) else {
            let mut names = false;
            self.unit.for_each_ssa(object, &mut |_| names = true);
            return if names { ExprId::UNKNOWN } else { self.leaf(Operand::Tree(tree)) };
        };
        let base = self.leaf(base);
        let base = self.operand(around, base, ty, at);
        let sizetype = self.unit.common.sizetype;
        let offset = self.folder().number(sizetype, offset.into());
        self.chrec_plus(TreeCode::PointerPlus, ty, base, offset)
    }

    /// A φ at the head of a loop (`interpret_loop_phi`).
    pub(super) fn interpret_loop_phi(&mut self, around: LoopId, phi: StmtId) -> ExprId {
        let result = self.f.phi(phi).result;
        if !self.is_counted_type(self.f.names[result].ty) {
            return ExprId::UNKNOWN;
        }
        let first = self.initial_condition(around, phi);
        let found = self.evolution_in_loop(around, phi, first);
        // What a value begins with is what comes in.
        let inner = self.state.exprs.converted(found).unwrap_or(found);
        let begins_with = match self.state.exprs.chrec(inner) {
            Some((_, base, _)) if inner == found => base,
            Some((_, base, _)) => {
                let ty = self.state.exprs.ty(found);
                self.folder().convert(ty, base)
            }
            None => found,
        };
        if begins_with == first { found } else { ExprId::UNKNOWN }
    }

    /// What a φ is before the first iteration (`analyze_initial_condition`).
    fn initial_condition(&mut self, around: LoopId, phi: StmtId) -> ExprId {
        let mut first = ExprId::NONE;
        for (value, edge) in self.arguments(phi) {
            if self.f.in_loop(self.f.edges[edge].src, around) {
                continue;
            }
            let value = self.leaf(value);
            first = if first.is_none() || first == value { value } else { ExprId::UNKNOWN };
        }
        if first.is_none() {
            first = ExprId::UNKNOWN;
        }
        let first = match first.known() {
            Some(value) => self.constant_through_copies(value),
            None => first,
        };
        self.say(|s| {
            let (phi, first) = (s.statement_text(phi), s.text(first));
            let phi = phi.trim_start_matches("# ");
            format!(
                "(analyze_initial_condition \n  (loop_phi_node = \n{phi}\n)\n  (init_cond = {first}))\n"
            )
        });
        first
    }

    /// The arguments of a φ with their edges.
    pub(super) fn arguments(&self, phi: StmtId) -> Vec<(Operand, EdgeId)> {
        let preds = &self.f.blocks[self.f.stmts[phi].block].preds;
        let args = self.f.phi(phi).args.iter().map(|arg| arg.value);
        args.zip(preds.iter().copied()).collect()
    }

    /// A φ after a branch: what all paths have in common (`interpret_condition_phi`).
    pub(super) fn interpret_condition_phi(&mut self, around: LoopId, phi: StmtId) -> ExprId {
        let mut all = ExprId::NONE;
        for (value, edge) in self.arguments(phi) {
            if self.goes_back(phi, edge) {
                return ExprId::UNKNOWN;
            }
            let value = self.leaf(value);
            let value = self.evolution(around, value);
            all = if all.is_none() || all == value { value } else { ExprId::UNKNOWN };
            if all == ExprId::UNKNOWN {
                break;
            }
        }
        all.expand().unwrap_or(ExprId::UNKNOWN)
    }

    /// Whether an argument comes to a φ from after it (`backedge_phi_arg_p`).
    pub(super) fn goes_back(&self, phi: StmtId, edge: EdgeId) -> bool {
        let edge = &self.f.edges[edge];
        edge.flags.intersects(gimple::cfg::EdgeFlags::IRREDUCIBLE_LOOP)
            || self.tree.dominated_by(edge.src, self.f.stmts[phi].block)
    }
}
