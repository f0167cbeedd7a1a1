//! Constant propagation over variables, and in its conditional form.
//!
//! ```text
//!            ⊤             nothing known yet
//!   … -1   0   1   2 …     always this constant
//!            ⊥             not a constant
//! ```
//!
//! Forward; a value is a place in this lattice for every register variable. The transfer functions are monotone but do
//! not distribute over the meet: where `x = 2; y = 3` meets `x = 3; y = 2`, `z = x + y` is 5 on both paths, and the
//! fixed point has met x and y to ⊥ before it adds them.
//!
//! In the conditional form what a condition decides flows only along the edge that is taken, so that what is never executed
//! spoils nothing (as in Wegman and Zadeck 1991, here on the CFG instead of SSA edges). The pass that changes programs is
//! pass `ccp`.

use super::{Direction, Problem};
use crate::edit::cfg_edit::taken_edge;
use crate::ssa::into_ssa::for_each_register_def;
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::decl::{DeclId, DeclKind};
use gimple::fold_const;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// ⊤: no value has come yet.
    Undetermined,
    Constant(ConstId),
    /// ⊥.
    Varying,
}

impl Known {
    /// The meet of two.
    pub fn meet(self, other: Known) -> Known {
        match (self, other) {
            (Known::Undetermined, value) | (value, Known::Undetermined) => value,
            (a, b) if a == b => a,
            _ => Known::Varying,
        }
    }
}

/// The problem.
pub struct Constants<'a> {
    unit: &'a mut Unit,
    variables: &'a [DeclId],
    numbers: &'a FxHashMap<DeclId, usize>,
    conditional: bool,
}

impl<'a> Constants<'a> {
    /// Over the variables numbered by `numbers`; `conditional` if conditions are to be decided.
    pub fn new(
        unit: &'a mut Unit,
        variables: &'a [DeclId],
        numbers: &'a FxHashMap<DeclId, usize>,
        conditional: bool,
    ) -> Constants<'a> {
        Constants { unit, variables, numbers, conditional }
    }

    fn of(&self, op: Operand, values: &[Known]) -> Known {
        match op {
            Operand::Const(id) => Known::Constant(id),
            Operand::Decl(var) => {
                self.numbers.get(&var).map_or(Known::Varying, |&number| values[number])
            }
            _ => Known::Varying,
        }
    }

    /// The value of an operation.
    fn evaluate(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        ops: [Operand; 3],
        values: &[Known],
    ) -> Known {
        if code == TreeCode::Single {
            return self.of(ops[0], values);
        }
        let mut constants = Vec::new();
        let mut undetermined = false;
        for op in ops.into_iter().filter(|&op| op != Operand::None) {
            match self.of(op, values) {
                Known::Varying => return Known::Varying,
                Known::Undetermined => undetermined = true,
                Known::Constant(id) => constants.push(id),
            }
        }
        if undetermined {
            return Known::Undetermined;
        }
        let folded = match constants[..] {
            [a] => fold_const::const_unop(self.unit, code, ty, a),
            [a, b] => fold_const::const_binop(self.unit, code, ty, a, b),
            _ => None,
        };
        folded.map_or(Known::Varying, Known::Constant)
    }

    fn statement(&mut self, f: &Function, stmt: StmtId, values: &mut [Known]) {
        if let StmtKind::Assign { lhs: Operand::Decl(var), code, rhs } = f.stmts[stmt].kind
            && let Some(&number) = self.numbers.get(&var)
        {
            let ty = self.unit.decls[var].ty;
            values[number] = self.evaluate(code, ty, rhs, values);
            return;
        }
        let numbers = self.numbers;
        for_each_register_def(self.unit, f, stmt, &mut |var| {
            if let Some(&number) = numbers.get(&var) {
                values[number] = Known::Varying;
            }
        });
    }

    /// The only edge a block can leave by, if its condition is decided.
    fn decided(&mut self, f: &Function, block: BlockId, values: &[Known]) -> Option<EdgeId> {
        let last = f.last_stmt(block)?;
        let value = match &f.stmts[last].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => {
                let truth = self.unit.common.bool_;
                self.evaluate(*code, truth, [*lhs, *rhs, Operand::None], values)
            }
            StmtKind::Switch(switch) => self.of(switch.index, values),
            _ => return None,
        };
        match value {
            Known::Constant(id) => taken_edge(self.unit, f, block, Operand::Const(id)),
            _ => None,
        }
    }
}

impl Problem for Constants<'_> {
    type Value = Vec<Known>;

    fn direction(&self) -> Direction {
        Direction::Forward
    }

    /// Parameters may be anything; other variables have no value yet.
    fn boundary(&self) -> Vec<Known> {
        let on_entry = |&var: &DeclId| match self.unit.decls[var].kind {
            DeclKind::Parm => Known::Varying,
            _ => Known::Undetermined,
        };
        self.variables.iter().map(on_entry).collect()
    }

    fn top(&self) -> Vec<Known> {
        vec![Known::Undetermined; self.variables.len()]
    }

    fn meet(&self, value: &mut Vec<Known>, other: &Vec<Known>) {
        value.iter_mut().zip(other).for_each(|(a, b)| *a = a.meet(*b));
    }

    fn transfer(&mut self, f: &Function, block: BlockId, value: &Vec<Known>) -> Vec<Known> {
        let mut values = value.clone();
        for stmt in f.block_stmts(block) {
            self.statement(f, stmt, &mut values);
        }
        values
    }

    fn along(&mut self, f: &Function, edge: EdgeId, value: &Vec<Known>) -> Option<Vec<Known>> {
        let decided =
            if self.conditional { self.decided(f, f.edges[edge].src, value) } else { None };
        (decided.is_none() || decided == Some(edge)).then(|| value.clone())
    }
}
