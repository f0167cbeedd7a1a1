//! Calls of library functions and builtins of which more is known than of others: nothing escapes in them.

use super::calls::pointed_to;
use super::constraints::{Builder, Expr, Exprs};
use super::variables::{INTEGER, NULL, var_flag};
use gimple::builtins::{Builtin, PointsTo};
use gimple::stmt::{Call, StmtId};
use gimple::tree::Operand;

impl Builder<'_> {
    /// Handles such a call. Returns whether it was one.
    pub fn builtin_call(&mut self, stmt: StmtId, call: &Call, builtin: Builtin) -> bool {
        let info = builtin.info();
        if call.args.len() < usize::from(info.least_arguments) {
            return false;
        }
        let arg = |index: usize| call.args.get(index).copied().unwrap_or_default();
        let effect = info.points_to;
        match effect {
            PointsTo::Unknown => return false,
            PointsTo::Nothing => {}
            PointsTo::Copy | PointsTo::CopyPast => self.copying(call, effect, arg(0), arg(1)),
            PointsTo::CopyBack => self.copying(call, effect, arg(1), arg(0)),
            PointsTo::Fill => self.filling(call),
            PointsTo::Stack => {
                if call.lhs.is_some() {
                    let lhs = self.value_of(call.lhs);
                    self.allocated(&lhs, false);
                }
            }
            PointsTo::HeapByAddress => {
                let mut to = self.value_of(arg(0));
                self.dereference(&mut to);
                self.allocated(&to, true);
            }
            PointsTo::Same => {
                if call.lhs.is_some() {
                    let (lhs, rhs) = (self.value_of(call.lhs), self.value_of(arg(0)));
                    self.constrain_all(&lhs, &rhs);
                }
            }
            PointsTo::Duplicate | PointsTo::Reallocate => {
                if call.lhs.is_none() {
                    return false;
                }
                self.copied_memory(call, effect == PointsTo::Reallocate);
            }
            PointsTo::Within => {
                if call.lhs.is_some() {
                    let mut rhs = self.anywhere_in(arg(0));
                    rhs.push(Expr::address(NULL));
                    let lhs = self.value_of(call.lhs);
                    self.constrain_all(&lhs, &rhs);
                }
            }
            PointsTo::ReadTwo => self.reading(stmt, &[arg(0), arg(1)]),
            PointsTo::Read => self.reading(stmt, &[arg(0)]),
            PointsTo::VaStart => {
                let lhs = pointed_to(self, arg(0));
                let further = self.further_arguments();
                self.constrain_all(&lhs, &[further]);
                let clobbered = self.clobbered_by(stmt);
                self.assign_operand(clobbered, arg(0));
            }
            PointsTo::Return => {
                let everything = Expr::address(super::variables::ANYTHING);
                self.constrain(Expr::scalar(super::variables::ESCAPED), everything);
            }
        }
        true
    }

    /// What `from` points to is copied to where `to` points, which may be returned.
    fn copying(&mut self, call: &Call, effect: PointsTo, to: Operand, from: Operand) {
        if call.lhs.is_some() {
            let lhs = self.value_of(call.lhs);
            let past = effect == PointsTo::CopyPast;
            let rhs = if past { self.anywhere_in(to) } else { self.value_of(to) };
            self.constrain_all(&lhs, &rhs);
        }
        let (mut lhs, mut rhs) = (self.anywhere_in(to), self.anywhere_in(from));
        self.dereference(&mut lhs);
        self.dereference(&mut rhs);
        self.constrain_all(&lhs, &rhs);
    }

    /// `memset`.
    fn filling(&mut self, call: &Call) {
        if call.lhs.is_some() {
            let (lhs, rhs) = (self.value_of(call.lhs), self.value_of(call.args[0]));
            self.constrain_all(&lhs, &rhs);
        }
        let lhs = pointed_to(self, call.args[0]);
        let zero = self.unit.is_zero(call.args[1]) && self.settings.null_is_no_object;
        let filler = if zero { Expr::address(NULL) } else { Expr::scalar(INTEGER) };
        for to in lhs {
            self.constrain(to, filler);
        }
    }

    /// Fresh memory, which `lhs` points to. What is on the stack does not outlive the function.
    fn allocated(&mut self, lhs: &[Expr], on_heap: bool) {
        let memory = self.heap("HEAP", 0);
        if !on_heap {
            self.vars[memory].flags &= !var_flag::HEAP;
        }
        self.constrain_all(lhs, &[Expr::address(memory)]);
    }

    /// Fresh memory with what the first argument points to, or that itself.
    fn copied_memory(&mut self, call: &Call, or_itself: bool) {
        self.result(call, true, Exprs::new());
        let (mut lhs, mut rhs) = (self.anywhere_in(call.lhs), self.anywhere_in(call.args[0]));
        self.dereference(&mut lhs);
        self.dereference(&mut rhs);
        self.constrain_all(&lhs, &rhs);
        if or_itself {
            let (lhs, rhs) = (self.value_of(call.lhs), self.value_of(call.args[0]));
            self.constrain_all(&lhs, &rhs);
        }
    }

    /// What the arguments point to is read, and nothing that is reached from there.
    fn reading(&mut self, stmt: StmtId, args: &[Operand]) {
        let used = self.used_by(stmt);
        self.with_all_fields(used);
        for &arg in args {
            self.assign_operand(used, arg);
        }
    }
}
