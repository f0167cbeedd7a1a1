//! What is claimed of loops: how values evolve, and how often latches run (`-fchecking=2`).
//!
//! The function that the interpreter runs counts its iterations, and computes beside each value what is claimed of it:
//!
//! ```text
//!   # i_1 = PHI <0(2), i_3(4)>             # _7 = PHI <0(2), _8(4)>
//!                                          _8 = _7 + 1;   _9 = (unsigned int) _7;   _10 = (int) _9;
//!   i_1 is {0, +, 1}_1:                    i_1 is _10
//!   # of iterations 99:                    where the loop is left, _7 is 99; it is never more
//! ```

use crate::analyses::scev::emit::{self, emit};
use crate::analyses::scev::expr::{ExprId, Exprs};
use crate::analyses::scev::{Evolutions, Scev};
use crate::edit::cfg_edit::SwitchCases;
use crate::edit::cfg_edit::split_edge;
use crate::graph::dominance::Dominators;
use crate::graph::natural_loops::preheader_edge;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::claims::{Claim, Claims};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::{LoopId, Loops};
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// What is known of a loop.
struct Known {
    id: LoopId,
    entry: EdgeId,
    back: EdgeId,
    most: Option<i128>,
    /// Names with what they begin with and grow by.
    evolving: Vec<(SsaName, ExprId, i128)>,
    /// Exits with how often the latch runs before they are taken.
    exits: Vec<(EdgeId, ExprId)>,
}

/// Claims what is found out of a function's loops, if somebody checks it.
pub fn claim_loops(cx: &mut PassContext<'_>, f: &Function, tree: &Dominators) {
    let Some(mut claimed) = cx.begin_claims(f) else { return };
    let mut evolutions = Evolutions::default();
    let known = known(&mut Scev::new(cx, f, tree, &mut evolutions));
    let mut counting = Counting {
        unit: cx.unit,
        f: &mut claimed.function,
        exprs: &evolutions.exprs,
        list: Vec::new(),
        cases: SwitchCases::default(),
    };
    known.iter().for_each(|known| counting.of_loop(known));
    let list = counting.list;
    cx.end_claims(Some(claimed), Claims::from(list));
}

fn known(scev: &mut Scev<'_, '_>) -> Vec<Known> {
    let f = scev.f;
    let ids = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    let mut all: Vec<Known> = Vec::new();
    for &id in ids.iter().skip(1) {
        let Some(header) = f.header_of(id) else { continue };
        let back = scev.latch(id).and_then(|latch| f.find_edge(latch, header));
        let (Some(entry), Some(back)) = (preheader_edge(f, id), back) else { continue };
        let most = scev.max_iterations(id);
        let mut exits = Vec::new();
        for exit in scev.exits(id).to_vec() {
            if let Some(niter) = scev.niter_of_exit(id, exit, true) {
                exits.push((exit, scev.with_zero(niter)));
            }
        }
        exits.retain(|exit| exit.1 != ExprId::UNKNOWN);
        all.push(Known { id, entry, back, most, evolving: Vec::new(), exits });
    }
    for (name, data) in f.names.iter() {
        let apart = NameFlags::RELEASED | NameFlags::VIRTUAL | NameFlags::ABNORMAL;
        let block = scev.defining_block(name).filter(|_| !data.flags.intersects(apart));
        let Some(known) = block.and_then(|b| all.iter_mut().find(|k| k.id == f.loop_of(b))) else {
            continue;
        };
        let evolution = scev.evolution_of(known.id, name);
        let evolution = scev.instantiate_parameters(known.id, evolution);
        if let Some((around, base, step)) = scev.affine(evolution)
            && around == known.id
            && !scev.state.exprs.has_chrec(base)
            && scev.folder().as_int(step).is_some()
        {
            known.evolving.push((name, base, scev.signed_number(step)));
        }
    }
    all
}

/// A function that is made to count its iterations.
struct Counting<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    exprs: &'a Exprs,
    list: Vec<Claim>,
    cases: SwitchCases,
}

impl Counting<'_> {
    fn of_loop(&mut self, known: &Known) {
        let header = self.f.edges[known.entry].dst;
        let size_t = self.unit.common.size_t;
        let counter = self.new_name(size_t);
        let phi = self.f.create_phi(counter, header);
        let mut stmts = Vec::new();
        let one = self.unit.int(size_t, 1);
        let next = self.assign(size_t, TreeCode::Plus, [Operand::Ssa(counter), one], &mut stmts);
        let zero = self.unit.int(size_t, 0);
        self.f.add_phi_arg(phi, known.entry, zero, Location::UNKNOWN);
        self.f.add_phi_arg(phi, known.back, next, Location::UNKNOWN);
        if let Some(high) = known.most.filter(|&most| most < 1 << 63) {
            self.list.push(Claim::Within { name: counter, low: 0, high });
        }
        for &(name, base, step) in &known.evolving {
            self.evolving(name, base, step, counter, &mut stmts);
        }
        let mut counts = Vec::new();
        for &(exit, count) in &known.exits {
            let count = emit(self.unit, self.f, self.exprs, count, &mut stmts);
            let count = count.map(|count| self.converted(size_t, count, &mut stmts));
            counts.extend(count.map(|count| (exit, count)));
        }
        for &stmt in stmts.iter().rev() {
            self.f.insert_after_labels(header, stmt);
        }
        for (exit, count) in counts {
            self.leaves_after(exit, counter, count);
        }
        stmts.into_iter().for_each(|stmt| self.f.update_stmt(self.unit, stmt));
    }

    /// That a name is what it begins with and a multiple of its step.
    fn evolving(
        &mut self,
        name: SsaName,
        base: ExprId,
        step: i128,
        counter: SsaName,
        stmts: &mut Vec<StmtId>,
    ) {
        let ty = self.f.names[name].ty;
        let bits = self.unit.types.precision(ty).unwrap_or(64);
        let wide = self.unit.types.nonstandard_integer(bits as u16, true);
        let before = stmts.len();
        let Some(base) = emit(self.unit, self.f, self.exprs, base, stmts) else {
            stmts.truncate(before);
            return;
        };
        let base = self.converted(wide, base, stmts);
        let iteration = self.converted(wide, Operand::Ssa(counter), stmts);
        let step = self.unit.int(wide, step);
        let growth = self.assign(wide, TreeCode::Mult, [iteration, step], stmts);
        let sum = self.assign(wide, TreeCode::Plus, [base, growth], stmts);
        let value = self.converted(ty, sum, stmts);
        self.list.push(Claim::Value(name, value));
    }

    /// That the latch has run so often when an exit is taken.
    fn leaves_after(&mut self, exit: EdgeId, counter: SsaName, count: Operand) {
        if self.f.edges[exit].flags.intersects(EdgeFlags::COMPLEX) {
            return;
        }
        let after: BlockId = split_edge(self.unit, self.f, exit, &mut self.cases);
        let size_t = self.unit.common.size_t;
        let mut stmts = Vec::new();
        let zero = self.unit.int(size_t, 0);
        let left = self.assign(size_t, TreeCode::Plus, [Operand::Ssa(counter), zero], &mut stmts);
        for stmt in stmts {
            self.f.append_to_block(after, stmt);
            self.f.update_stmt(self.unit, stmt);
        }
        self.list.extend(left.ssa().map(|left| Claim::Value(left, count)));
    }

    fn new_name(&mut self, ty: TypeId) -> SsaName {
        self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE)
    }

    fn converted(&mut self, ty: TypeId, op: Operand, stmts: &mut Vec<StmtId>) -> Operand {
        self.assign(ty, TreeCode::Nop, [op, Operand::None], stmts)
    }

    fn assign(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        [a, b]: [Operand; 2],
        stmts: &mut Vec<StmtId>,
    ) -> Operand {
        emit::assign(self.f, ty, code, [a, b, Operand::None], stmts)
    }
}
