//! Two loops change places: their blocks stay, and what is counted changes (`interchange_loops`).
//!
//! ```text
//!   <bb 3> : # j_1 = PHI <0(2), j_2(6)>                <bb 3> : # i_7 = PHI <0(2), i_8(6)>
//!   <bb 4> : # i_3 = PHI <0(3), i_4(5)>                <bb 4> : # j_9 = PHI <0(3), j_10(5)>
//!   use (i_3, j_1);                                    use (i_7, j_9);
//!   i_4 = i_3 + 1;                             =>      j_10 = j_9 + 1;
//!   if (i_4 != 8) goto <bb 5>; …                       if (…) goto <bb 5>;      as often as the loop around went round
//!   <bb 6> : j_2 = j_1 + 1;                            <bb 6> : i_8 = i_7 + 1;
//!   if (j_2 != 20) …                                   if (…) …                 as often as the loop inside did
//! ```

use super::vars::{Found, Induction, Reduction, Side};
use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use rustc_hash::FxHashSet;
use tree_ssa::analyses::scev::Evolutions;
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::locals::duplicate_name;
use tree_ssa::edit::replace;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::natural_loops::{loop_body, preheader_edge};
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

/// Lets two loops change places. What is not used any more is noted, and what counts the rounds of the outer loop: that is not
/// kept where it changes places once more.
pub(super) fn carry_out(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    evolutions: &Evolutions,
    (nest, found): (LoopId, &Found),
    (counter, seeds): (&mut SsaName, &mut Vec<SsaName>),
) -> bool {
    let Some(before) = preheader_edge(f, nest) else { return false };
    let sides = [&found.inner, &found.outer];
    let entries = sides.map(|side| preheader_edge(f, side.of));
    let tests = sides.map(|side| f.last_stmt(f.edges[side.exit].src));
    let backs = sides.map(|side| f.find_edge(side.latch, side.header));
    let ([Some(inner_in), Some(outer_in)], [Some(inner_test), Some(outer_test)]) = (entries, tests)
    else {
        return false;
    };
    let [Some(inner_back), Some(outer_back)] = backs else { return false };
    let inner = Ends { entry: inner_in, back: inner_back, test: inner_test };
    let outer = Ends { entry: outer_in, back: outer_back, test: outer_test };
    let mut work = Rewriting { cx, f, evolutions, seeds };
    if let Some(sum) = &found.reduction {
        work.keep_in_memory(sum, &found.inner);
    }
    let rounds = [&found.inner, &found.outer].map(|side| work.compute(before, side.rounds));
    let [Some(inner_rounds), Some(outer_rounds)] = rounds else { return false };
    work.move_inside(found, &inner);
    work.count_in(&found.outer, &found.inner, &inner, *counter);
    work.count_in(&found.inner, &found.outer, &outer, *counter);
    *counter = work.go_round(&found.outer, &outer, inner_rounds);
    work.go_round(&found.inner, &inner, outer_rounds);
    true
}

/// The edges into a header, and the test at the end.
struct Ends {
    entry: EdgeId,
    back: EdgeId,
    test: StmtId,
}

struct Rewriting<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a mut Function,
    evolutions: &'a Evolutions,
    seeds: &'a mut Vec<SsaName>,
}

impl Rewriting<'_, '_> {
    /// Computes an expression on an edge.
    fn compute(&mut self, edge: EdgeId, id: ExprId) -> Option<Operand> {
        let mut stmts = Vec::new();
        let value = emit::emit(self.cx.unit, self.f, &self.evolutions.exprs, id, &mut stmts)?;
        let mut at = Cursor::before_end(self.cx.unit, self.f, self.f.edges[edge].src);
        stmts.into_iter().for_each(|stmt| at.put(self.cx.unit, self.f, stmt));
        Some(value)
    }

    /// Keeps a sum in memory: it is loaded and stored in each iteration (`undo_simple_reduction`).
    fn keep_in_memory(&mut self, sum: &Reduction, inner: &Side) {
        let at_start = |f: &Function| match f.first_after_labels(inner.header) {
            Some(first) => Cursor::before(first),
            None => Cursor::end(inner.header),
        };
        let result = self.f.phi(sum.phi).result;
        let value = match sum.producer {
            Some(load) => {
                self.f.unlink_stmt(load);
                self.f.set_vuse(load, SsaName::NONE);
                let mut at = at_start(self.f);
                at.put(self.cx.unit, self.f, load);
                sum.init
            }
            None => {
                let needed = self.computed_before(sum.consumer);
                let mut at = at_start(self.f);
                for stmt in needed {
                    self.f.unlink_stmt(stmt);
                    at.put(self.cx.unit, self.f, stmt);
                }
                let loaded = Operand::Ssa(duplicate_name(self.cx.unit, self.f, result));
                at.copy(self.cx.unit, self.f, loaded, sum.place);
                let exprs = &self.evolutions.exprs;
                let moves = |it: &&Induction| !self.cx.unit.is_zero(exprs.operand(it.step));
                let counted = inner.inductions.iter().find(moves).expect("something is counted");
                let counter = Operand::Ssa(self.f.phi(counted.phi).result);
                let truth = self.cx.unit.common.bool_;
                let test = TreeKind::Expr { code: TreeCode::Ne, args: [counter, counted.first] };
                let test = Operand::Tree(self.cx.unit.trees.add(test, truth));
                let value = Operand::Ssa(duplicate_name(self.cx.unit, self.f, result));
                let choice = [test, loaded, sum.init];
                at.assign(self.cx.unit, self.f, value, TreeCode::Cond, choice);
                value
            }
        };
        self.f.replace_uses_by(self.cx.unit, result, value);
        let store = sum.consumer;
        unlink_stmt_vdef(self.cx.unit, self.f, store);
        self.forget_memory(store);
        if let StmtKind::Assign { rhs, .. } = &mut self.f.stmts[store].kind {
            rhs[0] = Operand::Ssa(sum.next);
        }
        self.f.unlink_stmt(store);
        let grows = self.f.names[sum.next].def;
        let mut at = Cursor::after(grows);
        at.put(self.cx.unit, self.f, store);
        self.f.reset_flow_sensitive_info(grows);
        let closed = self.f.phi(sum.closing).result;
        self.seeds.extend([result, closed]);
    }

    /// The statements in a block that another one there needs, in order (`find_deps_in_bb_for_stmt`).
    fn computed_before(&self, consumer: StmtId) -> Vec<StmtId> {
        let block = self.f.stmts[consumer].block;
        let mut needed: FxHashSet<StmtId> = FxHashSet::default();
        let mut work = vec![consumer];
        while let Some(stmt) = work.pop() {
            self.f.for_each_used_name(self.cx.unit, stmt, &mut |name| {
                let def = self.f.names[name].def.expand();
                let here =
                    def.filter(|&def| self.f.stmts[def].block == block && !self.f.is_phi(def));
                work.extend(here.filter(|&def| needed.insert(def)));
            });
        }
        let stmts = self.f.block_stmts(block).take_while(|&stmt| stmt != consumer);
        stmts.filter(|stmt| needed.contains(stmt)).collect()
    }

    /// A statement has no place among the states of memory yet.
    fn forget_memory(&mut self, stmt: StmtId) {
        if let Some(state) = self.f.stmts[stmt].vdef.expand() {
            self.f.set_vdef(stmt, SsaName::NONE);
            self.f.release_ssa_name(state);
        }
        self.f.set_vuse(stmt, SsaName::NONE);
    }

    /// Moves what the outer loop does into the inner one (`move_code_to_inner_loop`).
    fn move_inside(&mut self, found: &Found, inner: &Ends) {
        let outer = &found.outer;
        let last = self.f.edges[outer.exit].src;
        let blocks: Vec<_> = loop_body(self.f, outer.of)
            .into_iter()
            .filter(|&block| !self.f.in_loop(block, found.inner.of))
            .collect();
        let starts = [found.inner.header, found.inner.latch]
            .map(|block| (block, self.f.first_after_labels(block)));
        for block in blocks {
            let (home, first) = match block {
                block if block == outer.header => starts[0],
                block if block == outer.latch => starts[1],
                _ => (self.f.stmts[inner.test].block, Some(inner.test)),
            };
            let stmts: Vec<StmtId> = self.f.block_stmts(block).collect();
            for stmt in stmts {
                let is_test = block == last && self.f.last_stmt(block) == Some(stmt);
                if is_test || matches!(self.f.stmts[stmt].kind, StmtKind::Label(_)) {
                    continue;
                }
                if self.f.stmts[stmt].has(StmtFlags::VUSE) {
                    unlink_stmt_vdef(self.cx.unit, self.f, stmt);
                    self.forget_memory(stmt);
                }
                self.f.unlink_stmt(stmt);
                match first {
                    Some(first) => self.f.insert_before(first, stmt),
                    None => self.f.append_to_block(home, stmt),
                }
            }
        }
    }

    /// Counts in a loop what was counted in another (`map_inductions_to_loop`).
    fn count_in(&mut self, from: &Side, to: &Side, ends: &Ends, counter: SsaName) {
        for induction in &from.inductions {
            let old = self.f.phi(induction.phi).result;
            if old != counter {
                let new = self.counter_like(induction, (to, ends));
                self.f.replace_uses_by(self.cx.unit, old, Operand::Ssa(new));
            }
            let args: Vec<Operand> =
                self.f.phi(induction.phi).args.iter().map(|arg| arg.value).collect();
            self.f.remove_stmt(induction.phi);
            self.seeds.extend(args.into_iter().filter_map(Operand::ssa));
        }
    }

    /// Something that counts as something else does, in another loop (`create_iv`).
    fn counter_like(&mut self, induction: &Induction, (to, ends): (&Side, &Ends)) -> SsaName {
        let old = self.f.phi(induction.phi).result;
        let base = self.compute(ends.entry, induction.base).unwrap_or(induction.first);
        let step = self.evolutions.exprs.operand(induction.step);
        let [before, after] = [0, 1].map(|_| {
            let name = duplicate_name(self.cx.unit, self.f, old);
            self.f.nonzero_bits.forget(name);
            name
        });
        let ty = self.f.names[old].ty;
        let (code, rhs) = self.sum(ty, Operand::Ssa(before), step);
        let mut at = Cursor::before(ends.test);
        at.assign(self.cx.unit, self.f, Operand::Ssa(after), code, rhs);
        let phi = self.f.create_phi(before, to.header);
        self.f.add_phi_arg(phi, ends.entry, base, Location::UNKNOWN);
        self.f.add_phi_arg(phi, ends.back, Operand::Ssa(after), Location::UNKNOWN);
        self.seeds.extend([before, after]);
        before
    }

    fn sum(&mut self, ty: TypeId, value: Operand, step: Operand) -> (TreeCode, [Operand; 2]) {
        match self.cx.unit.types.is_pointer(ty) {
            true => (TreeCode::PointerPlus, [value, step]),
            false => (TreeCode::Plus, [value, step]),
        }
    }

    /// Lets a loop go round so many times, and once more (`create_canonical_iv`); what counts that.
    fn go_round(&mut self, side: &Side, ends: &Ends, rounds: Operand) -> SsaName {
        let ty = self.cx.unit.type_of(self.f, rounds);
        let one = self.cx.unit.int(ty, 1);
        let first = match self.cx.unit.as_int(rounds) {
            Some(number) => {
                let all = self.cx.unit.types.wrap(ty, number + 1);
                self.cx.unit.int(ty, all)
            }
            None => {
                let home = self.f.edges[ends.entry].src;
                let mut at = Cursor::before_end(self.cx.unit, self.f, home);
                at.temporary(self.cx.unit, self.f, ty, TreeCode::Plus, [rounds, one])
            }
        };
        let ident = self.cx.unit.symbols.intern("ivtmp");
        let [before, after] = [0, 1].map(|_| self.f.make_temp_ssa_name(ty, ident, StmtId::NONE));
        let mut at = Cursor::before(ends.test).like(self.f, ends.test);
        let lowered = [Operand::Ssa(before), one];
        at.assign(self.cx.unit, self.f, Operand::Ssa(after), TreeCode::Minus, lowered);
        let phi = self.f.create_phi(before, side.header);
        self.f.add_phi_arg(phi, ends.entry, first, Location::UNKNOWN);
        self.f.add_phi_arg(phi, ends.back, Operand::Ssa(after), Location::UNKNOWN);
        let ends_if_true = self.f.edges[side.exit].flags.intersects(EdgeFlags::TRUE_VALUE);
        let code = if ends_if_true { TreeCode::Eq } else { TreeCode::Ne };
        let zero = self.cx.unit.int(ty, 0);
        let kind = StmtKind::cond(code, [Operand::Ssa(after), zero]);
        replace(self.cx.unit, self.f, ends.test, kind);
        before
    }
}

/// Takes away what names that nothing uses any more are computed by (`simple_dce_from_worklist`).
pub(super) fn remove_unused(cx: &mut PassContext<'_>, f: &mut Function, seeds: Vec<SsaName>) {
    let mut work = seeds;
    while let Some(name) = work.pop() {
        let Some(def) = f.names[name].def.expand() else { continue };
        let own = f.is_phi(def) && f.imm_uses(name).all(|node| node.stmt == def);
        if !f.has_zero_uses(name) && !own || f.stmts[def].block.is_none() {
            continue;
        }
        if !f.is_phi(def)
            && (f.stmts[def].vdef.is_some()
                || has_side_effects(cx.unit, f, def)
                || !matches!(f.stmts[def].kind, StmtKind::Assign { .. }))
        {
            continue;
        }
        if f.is_phi(def) {
            work.extend(f.phi(def).args.iter().filter_map(|arg| arg.value.ssa()));
        } else {
            f.for_each_used_name(cx.unit, def, &mut |name| work.push(name));
        }
        f.remove_stmt(def);
    }
}
