//! What statements say of sets.

use super::constraints::{Builder, Expr, Exprs, Form, UNKNOWN};
use super::variables::{self, NONLOCAL, Variable, var_flag};
use crate::analyses::alias::Access;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::stmt::{Asm, StmtId, StmtKind, constraint_is_memory_only};
use gimple::tree::{Operand, TreeKind};

impl Builder<'_> {
    /// The parameters, and the whole function, in the order of its blocks.
    pub fn function(&mut self) {
        let f = self.f;
        for &param in &f.params {
            self.parameter(param);
        }
        let by_reference = f.result.is_some() && self.unit.decls[f.result].has(flag::BY_REFERENCE);
        for decl in [f.result, f.static_chain].into_iter().filter(|decl| decl.is_some()) {
            if decl == f.static_chain || by_reference {
                let first = self.of_decl(decl);
                let fields: Vec<u32> = self.vars.from(first).collect();
                for field in fields {
                    self.constrain(Expr::scalar(field), Expr::address(NONLOCAL));
                }
            }
        }
        for block in f.block_order() {
            for stmt in f.phis(block).chain(f.block_stmts(block)) {
                self.statement(stmt);
            }
        }
    }

    /// One statement.
    pub fn statement(&mut self, stmt: StmtId) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Phi(phi) => {
                if f.names[phi.result].has(gimple::ssa::NameFlags::VIRTUAL) {
                    return;
                }
                let lhs = self.value_of(Operand::Ssa(phi.result));
                for arg in &phi.args {
                    let rhs = self.value_of(arg.value);
                    self.constrain_all(&lhs, &rhs);
                }
            }
            StmtKind::Assign { lhs, code, rhs } => self.assignment(*lhs, *code, rhs),
            StmtKind::Call(call) => self.call(stmt, call),
            StmtKind::Return(op) if op.is_some() => {
                // What is returned is looked at when all is solved: it points to no local variable then.
                self.of_decl(f.decl);
                if self.whole.is_some() {
                    self.returned_by_part(*op);
                } else if !matches!(op, Operand::Ssa(_) | Operand::Decl(_)) {
                    self.returned(*op);
                }
            }
            StmtKind::Asm(asm) => self.asm(asm),
            _ => {}
        }
    }

    /// Something that is neither a name nor a variable is returned; its address is no local one, or it escapes.
    fn returned(&mut self, op: Operand) {
        if matches!(op, Operand::Tree(id) if !matches!(self.unit.trees.kind(id), TreeKind::Addr(_)))
        {
            self.escape(op);
        }
    }

    fn assignment(&mut self, lhs: Operand, code: TreeCode, rhs: &[Operand; 3]) {
        let clobber = matches!(rhs[0], Operand::Tree(id)
            if matches!(self.unit.trees.kind(id), TreeKind::Clobber(_)));
        if !clobber {
            if rhs[1].is_none() && self.unit.types.is_aggregate(self.unit.type_of(self.f, lhs)) {
                self.copy_structure(lhs, rhs[0]);
            } else {
                let to = self.value_of(lhs);
                let from = self.computed(code, rhs);
                self.constrain_all(&to, &from);
            }
        }
        if let Operand::Decl(decl) = self.unit.trees.base_address(lhs) {
            let var = self.of_decl(decl);
            let seen = match self.whole {
                Some(_) => var_flag::ESCAPE_POINT,
                None => var_flag::GLOBAL,
            };
            if self.vars[var].has(seen) && !clobber {
                self.escape(rhs[0]);
            }
        }
    }

    /// What an operation may yield that points somewhere.
    fn computed(&mut self, code: TreeCode, rhs: &[Operand; 3]) -> Exprs {
        let constant = |op: Operand| self.unit.as_int(op);
        match code {
            TreeCode::PointerPlus => {
                let bytes = self.unit.as_distance(rhs[1]).map(i128::from);
                self.offset_by(rhs[0], bytes)
            }
            // The result is no part of a pointer.
            TreeCode::PointerDiff => Exprs::new(),
            _ if code.is_comparison() => Exprs::new(),
            TreeCode::TruthNot
            | TreeCode::TruthAnd
            | TreeCode::TruthOr
            | TreeCode::TruthXor
            | TreeCode::TruthAndIf
            | TreeCode::TruthOrIf => Exprs::new(),
            TreeCode::BitAnd if constant(rhs[1]).is_some() => self.anywhere_in(rhs[0]),
            TreeCode::TruncDiv | TreeCode::ExactDiv | TreeCode::TruncMod => {
                self.anywhere_in(rhs[0])
            }
            TreeCode::Single
            | TreeCode::Nop
            | TreeCode::ViewConvert
            | TreeCode::Realpart
            | TreeCode::Imagpart => self.value_of(rhs[0]),
            TreeCode::Cond => {
                let mut all = self.value_of(rhs[1]);
                all.extend(self.value_of(rhs[2]));
                all
            }
            _ => {
                let mut all = self.anywhere_in(rhs[0]);
                for &op in rhs[1..].iter().filter(|op| op.is_some()) {
                    all.extend(self.anywhere_in(op));
                }
                all
            }
        }
    }

    /// A structure is copied field by field, as far as it is known where these are.
    fn copy_structure(&mut self, lhs: Operand, rhs: Operand) {
        let (mut to, mut from) = (self.value_of(lhs), self.value_of(rhs));
        let (Some(first), Some(second)) = (to.first_mut(), from.first_mut()) else { return };
        let through_pointer = |one: &Expr| one.form == Form::Deref;
        if through_pointer(first) || through_pointer(second) || first.form == Form::Address {
            for one in [first, second] {
                if one.form == Form::Deref {
                    one.offset = UNKNOWN;
                }
            }
            return self.constrain_all(&to, &from);
        }
        match (self.place(lhs), self.place(rhs)) {
            (Some(a), Some(b)) => self.copy_fields(&to, &from, a, b),
            _ => self.constrain_all(&to, &from),
        }
    }

    /// The first bit of an operand in its variable, if it is known.
    fn place(&self, op: Operand) -> Option<u64> {
        if !self.unit.is_memory_operand(op) || matches!(op, Operand::Decl(_)) {
            return Some(0);
        }
        let access = Access::of(self.unit, self.f, op);
        let place = u64::try_from(access.offset).ok();
        place.filter(|_| access.is_exact())
    }

    /// Goes through the fields of two structures, whose parts at `a` and `b` are copied, side by side.
    fn copy_fields(&mut self, to: &[Expr], from: &[Expr], a: u64, b: u64) {
        let (mut i, mut k) = (0, 0);
        while i < to.len() && k < from.len() {
            let (x, y) = (&self.vars[to[i].var], &self.vars[from[k].var]);
            let (whole, whole_from) = (x.has(var_flag::FULL), y.has(var_flag::FULL));
            let span = |field: &Variable, by: u64| {
                let start = field.offset.saturating_add(by);
                (start, start.saturating_add(field.size))
            };
            let ((x0, x1), (y0, y1)) = (span(x, b), span(y, a));
            let next_from = !whole_from && (whole || x1 > y1);
            if whole || whole_from || (x0 < y1 && y0 < x1) {
                self.constrain(to[i], from[k]);
            }
            if next_from { k += 1 } else { i += 1 }
        }
    }

    /// Takes the addresses of what an asm may name in memory as escaped, and what it is given.
    fn asm(&mut self, asm: &Asm) {
        let memory_only = |builder: &Self, constraint| {
            constraint_is_memory_only(builder.unit.symbols.text(constraint))
        };
        for output in &asm.outputs {
            if memory_only(self, output.constraint) {
                self.escape_address(output.value);
            }
            let lhs = self.value_of(output.value);
            self.constrain_all(&lhs, &[Expr::scalar(NONLOCAL)]);
        }
        for input in &asm.inputs {
            let text = self.unit.symbols.text(input.constraint);
            let same_as = text.parse::<usize>().ok().and_then(|index| asm.outputs.get(index));
            let in_memory = memory_only(self, input.constraint)
                || same_as.is_some_and(|output| memory_only(self, output.constraint));
            if in_memory {
                self.escape_address(input.value);
            } else {
                self.escape(input.value);
            }
        }
    }

    fn escape_address(&mut self, object: Operand) {
        let addresses = self.address_of(object);
        self.constrain_var(variables::ESCAPED, &addresses);
    }

    /// Whether what an operand is part of outlives the function.
    pub fn is_in_global(&self, op: Operand) -> bool {
        let outlives = |decl: DeclId| self.unit.decls[decl].is_global();
        matches!(self.unit.trees.base_address(op), Operand::Decl(decl) if outlives(decl))
    }
}
