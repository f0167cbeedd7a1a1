//! Pass `ldist`: loops that fill or copy memory are calls of `memset`, `memcpy` and `memmove` (loop distribution, of patterns
//! only).
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_5(4)>           <bb 2> : _6 = (unsigned int) n_4(D);
//!   _2 = (long unsigned int) i_1;                 _7 = _6 + 4294967295;
//!   _3 = a_8(D) + _2;                             _9 = (sizetype) _7;
//!   *_3 = 0;                              =>      _10 = _9 + 1;
//!   i_5 = i_1 + 1;                                __builtin_memset (a_8(D), 0, _10);
//!   if (i_5 < n_4(D)) goto <bb 4>;
//! ```
//!
//! Innermost loops are looked at whose number of iterations is known and of which nothing is used after them but what they
//! store. Each store must fill what it goes over without gaps: with one byte, or with what is read from memory in the same
//! way. Where the loop reads what it has stored, it is no copy; where it stores what it has read, it is `memmove`. Several
//! stores become as many calls if none touches what another does. A function that is itself called `memset`, `memcpy` or
//! `memmove` is left alone: it would call itself.
//!
//! The cost is linear in the loops' statements; stores are compared in pairs, of which there are few.

use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::fold_const::constant_bytes;
use gimple::function::{Function, Prop};
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::data_ref::{DataRef, Dependence};
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::remove_block;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::update_ssa;

/// `ldist` for the pass table.
pub const PASS: Pass = Pass::tree("ldist", execute)
    .gate(|options, _| options.on(Flag::TreeLoopDistributePatterns))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "calls are put into preheaders, and values leave loops through φs")]);

/// Stores of one loop that are looked at.
const MOST_STORES: usize = 8;

/// What a store becomes.
#[derive(Clone, Copy)]
enum Filled {
    /// Memory is filled with a byte: a number, or a name of a type of one byte.
    With(Byte),
    /// It is copied from where a load reads; they may overlap.
    From { load: usize, overlaps: bool },
}

#[derive(Clone, Copy)]
enum Byte {
    Number(u8),
    Value(Operand),
}

/// A call that is made.
struct Pattern {
    stmt: StmtId,
    size: ExprId,
    to: ExprId,
    what: What,
}

enum What {
    Byte(Byte),
    Copy { from: ExprId, overlaps: bool },
}

/// A store, what it stores, and how.
struct Store {
    to: DataRef,
    filled: Filled,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) || is_one_of_them(cx.unit, f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut done: Vec<(LoopId, Vec<Pattern>)> = Vec::new();
    for of in innermost(f) {
        let mut looking =
            Looking { cx, f, tree: &tree, evolutions: &mut evolutions, of, loads: Vec::new() };
        if let Some(patterns) = looking.look() {
            done.push((of, patterns));
        }
    }
    for (of, patterns) in &done {
        for pattern in patterns {
            call(cx, f, &evolutions, *of, pattern);
        }
        let loc = natural_loops::location(f, *of);
        let count = patterns.len();
        let text = format!("Loop {of} distributed: split to 0 loops and {count} library calls.");
        cx.remark(RemarkKind::Optimized, "loop", (f.decl, loc), text);
    }
    if done.is_empty() {
        return Todo::NONE;
    }
    for (of, _) in &done {
        destroy(cx, f, *of);
    }
    update_ssa::mark_virtuals(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
    Todo::CLEANUP_CFG
}

/// Loops that have no loop inside.
fn innermost(f: &Function) -> Vec<LoopId> {
    let Some(loops) = &f.loops else { return Vec::new() };
    loops.ids().filter(|&id| id != LoopId::ROOT && loops[id].inner.is_none()).collect()
}

/// Whether a function is one of those that loops are turned into calls of.
fn is_one_of_them(unit: &Unit, f: &Function) -> bool {
    let extra = unit.decls[f.decl].extra.as_ref();
    let given = extra.and_then(|extra| extra.assembler_name);
    let name = given.map(|name| unit.symbols.text(name)).or_else(|| unit.decl_name(f.decl));
    name.is_some_and(|name| matches!(name, "memset" | "memcpy" | "memmove"))
}

/// A loop that is looked at.
struct Looking<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a Function,
    tree: &'a Dominators,
    evolutions: &'a mut Evolutions,
    of: LoopId,
    loads: Vec<DataRef>,
}

impl<'d> Looking<'_, 'd> {
    fn scev(&mut self) -> Scev<'_, 'd> {
        Scev::new(self.cx, self.f, self.tree, self.evolutions)
    }

    /// The calls a loop is replaced by, if it is.
    fn look(&mut self) -> Option<Vec<Pattern>> {
        let of = self.of;
        let niters = self.scev().latch_executions(of).known()?;
        let exit = self.scev().single_exit(of)?;
        let stores = self.stores()?;
        let found = self.patterns(niters, exit, &stores);
        if found.is_none() && self.cx.dump.details() {
            putln!(self.cx.dump, "Loop {} not distributed.", self.of);
        }
        found
    }

    /// The statements that write to memory; `None` where the loop does something else that counts, or nothing.
    fn stores(&self) -> Option<Vec<StmtId>> {
        let mut stores = Vec::new();
        for block in loop_body(self.f, self.of) {
            for stmt in self.f.block_stmts(block) {
                if has_side_effects(self.cx.unit, self.f, stmt) {
                    return None;
                }
                if self.f.stmts[stmt].vdef.is_some() {
                    stores.push(stmt);
                }
            }
        }
        (!stores.is_empty() && stores.len() <= MOST_STORES).then_some(stores)
    }

    fn patterns(
        &mut self,
        niters: ExprId,
        exit: EdgeId,
        stores: &[StmtId],
    ) -> Option<Vec<Pattern>> {
        if self.is_used_later(exit) || !self.can_be_computed(niters) {
            return None;
        }
        let mut found = Vec::new();
        for &stmt in stores {
            found.push(self.store(stmt)?);
        }
        let oracle = Oracle::new(self.cx.options);
        self.are_apart(&oracle, &found).then_some(())?;
        let mut patterns = Vec::new();
        for store in &found {
            patterns.push(self.pattern(niters, exit, store)?);
        }
        Some(patterns)
    }

    /// Whether something that a loop computes leaves it.
    fn is_used_later(&self, exit: EdgeId) -> bool {
        let f = self.f;
        let mut phis = f.phis(f.edges[exit].dst).filter(|&phi| !f.is_virtual_phi(phi));
        phis.any(|phi| f.phi_arg(phi, exit).ssa().is_some_and(|name| self.is_inside(name)))
    }

    fn is_inside(&self, name: SsaName) -> bool {
        let def = self.f.names[name].def.expand();
        def.is_some_and(|def| self.f.in_loop(self.f.stmts[def].block, self.of))
    }

    /// Whether statements before the loop can compute an expression.
    fn can_be_computed(&self, id: ExprId) -> bool {
        let (exprs, unit, f) = (&self.evolutions.exprs, &*self.cx.unit, self.f);
        let out_of_place = NameFlags::ABNORMAL | NameFlags::RELEASED | NameFlags::VIRTUAL;
        id != ExprId::UNKNOWN
            && emit::is_computable(exprs, id)
            && !exprs.varies_by_name(unit, f, id, self.of)
            && !exprs.any_name(unit, id, &mut |name| f.names[name].flags.intersects(out_of_place))
    }

    /// A store that goes over memory without gaps, and what with.
    fn store(&mut self, stmt: StmtId) -> Option<Store> {
        let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [value, ..] } =
            self.f.stmts[stmt].kind
        else {
            return None;
        };
        let of = self.of;
        let to = self.scev().data_ref(of, stmt, lhs)?;
        if to.step.unsigned_abs() != to.size || self.f.loop_of(self.f.stmts[stmt].block) != of {
            return None;
        }
        if let Some(byte) = self.byte(value) {
            return Some(Store { to, filled: Filled::With(byte) });
        }
        let load = value.ssa().and_then(|name| self.f.names[name].def.expand())?;
        let StmtKind::Assign { code: TreeCode::Single, rhs: [from, ..], .. } =
            self.f.stmts[load].kind
        else {
            return None;
        };
        let block = self.f.stmts[load].block;
        if !self.f.stmts[load].has(StmtFlags::VUSE)
            || block.is_none()
            || self.f.loop_of(block) != of
        {
            return None;
        }
        let from = self.scev().data_ref(of, load, from)?;
        if from.step != to.step || from.size != to.size {
            return None;
        }
        let oracle = Oracle::new(self.cx.options);
        let overlaps = match self.scev().dependence(&oracle, &to, &from) {
            Dependence::None => false,
            // What is read was not stored in an earlier iteration.
            Dependence::Distance(later) if later >= 0 => true,
            _ => return None,
        };
        self.loads.push(from);
        Some(Store { to, filled: Filled::From { load: self.loads.len() - 1, overlaps } })
    }

    /// The byte that a value consists of (`const_with_all_bytes_same`), or the value, if it is one byte that stays the same.
    fn byte(&self, value: Operand) -> Option<Byte> {
        let unit = &*self.cx.unit;
        if let Operand::Const(id) = value {
            let bytes = constant_bytes(unit, id)?;
            let first = *bytes.first()?;
            return bytes.iter().all(|&byte| byte == first).then_some(Byte::Number(first));
        }
        if let Operand::Tree(id) = value {
            let empty =
                matches!(unit.trees.kind(id), TreeKind::Constructor(parts) if parts.is_empty());
            return empty.then_some(Byte::Number(0));
        }
        let name = value.ssa().filter(|&name| !self.is_inside(name))?;
        let ty = self.f.names[name].ty;
        let of_one_byte = unit.types.is_integral(ty) && unit.types.size(ty) == Some(1);
        (of_one_byte && !self.f.names[name].has(NameFlags::ABNORMAL)).then_some(Byte::Value(value))
    }

    /// Whether no store touches what another writes, or reads to write it.
    fn are_apart(&mut self, oracle: &Oracle, stores: &[Store]) -> bool {
        for (index, store) in stores.iter().enumerate() {
            for other in stores.iter().take(index) {
                let mut pairs = vec![(store.to.clone(), other.to.clone())];
                for (one, two) in [(store, other), (other, store)] {
                    if let Filled::From { load, .. } = two.filled {
                        pairs.push((one.to.clone(), self.loads[load].clone()));
                    }
                }
                for (a, b) in pairs {
                    if self.scev().dependence(oracle, &a, &b) != Dependence::None {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// How many bytes from where a store goes over (`compute_access_range`).
    fn pattern(&mut self, niters: ExprId, exit: EdgeId, store: &Store) -> Option<Pattern> {
        let size_t = self.cx.unit.common.size_t;
        let block = self.f.stmts[store.to.stmt].block;
        let test = self.f.edges[exit].src;
        let latch = self.f.loop_data(self.of)?.latch;
        let before_test = self.tree.dominated_by(test, block);
        let after_test =
            self.tree.dominated_by(block, test) && self.tree.dominated_by(latch, block);
        if !before_test && !after_test {
            return None;
        }
        if let Filled::From { load, .. } = store.filled {
            let read = self.f.stmts[self.loads[load].stmt].block;
            // The load, too, is executed as often as the store.
            if before_test != self.tree.dominated_by(test, read) {
                return None;
            }
        }
        let mut scev = self.scev();
        let mut folder = scev.folder();
        let rounds = folder.convert(size_t, niters);
        let one = folder.number(size_t, 1);
        let (count, more) = match before_test {
            true => (folder.binary(TreeCode::Plus, size_t, rounds, one), rounds),
            false => (rounds, folder.binary(TreeCode::Minus, size_t, rounds, one)),
        };
        let bytes = folder.number(size_t, store.to.size.into());
        let size = folder.binary(TreeCode::Mult, size_t, count, bytes);
        let to = scev.lowest_address(&store.to, more);
        let what = match store.filled {
            Filled::With(byte) => What::Byte(byte),
            Filled::From { load, overlaps } => {
                let load = self.loads[load].clone();
                What::Copy { from: self.scev().lowest_address(&load, more), overlaps }
            }
        };
        let from = if let What::Copy { from, .. } = what { from } else { to };
        let possible = [size, to, from].into_iter().all(|id| self.can_be_computed(id));
        possible.then_some(Pattern { stmt: store.to.stmt, size, to, what })
    }
}

/// Puts a call before a loop (`generate_memset_builtin`, `generate_memcpy_builtin`).
fn call(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    evolutions: &Evolutions,
    of: LoopId,
    pattern: &Pattern,
) {
    let Some(entry) = preheader_edge(f, of) else { return };
    let loc = f.stmt_info[pattern.stmt].loc;
    let mut at = Cursor::before_end(cx.unit, f, f.edges[entry].src);
    let mut value = |cx: &mut PassContext<'_>, f: &mut Function, id: ExprId| {
        let found = emit::right_side_in_order(cx.unit, f, &evolutions.exprs, id);
        let (mut stmts, code, mut rhs) = found.expect("what was looked at can be computed");
        let value = if code == TreeCode::Single {
            rhs[0]
        } else {
            emit::put_in_order(code, &mut rhs);
            emit::assign(f, evolutions.exprs.ty(id), code, rhs, &mut stmts)
        };
        stmts.into_iter().for_each(|stmt| at.put(cx.unit, f, stmt));
        value
    };
    let size = value(cx, f, pattern.size);
    let to = value(cx, f, pattern.to);
    let common = &cx.unit.common;
    let (void_ptr, source, size_t, int) =
        (common.void_ptr, common.const_void_ptr, common.size_t, common.int);
    let (builtin, second, second_type) = match pattern.what {
        What::Byte(Byte::Number(number)) => (Builtin::Memset, cx.unit.int(int, number.into()), int),
        What::Byte(Byte::Value(byte)) => {
            let wide = at.temporary(cx.unit, f, int, TreeCode::Nop, [byte]);
            (Builtin::Memset, wide, int)
        }
        What::Copy { from, overlaps } => {
            let from = value(cx, f, from);
            (if overlaps { Builtin::Memmove } else { Builtin::Memcpy }, from, source)
        }
    };
    let callee =
        cx.unit.implicit_builtin(builtin, void_ptr, &[void_ptr, second_type, size_t], false);
    at.at(loc).call(cx.unit, f, Operand::None, callee, vec![to, second, size]);
    if cx.dump.details() {
        let zero = cx.unit.is_zero(second);
        let name = match pattern.what {
            What::Byte(_) if zero => "memset zero",
            What::Byte(_) => "memset",
            What::Copy { overlaps: true, .. } => "memmove",
            What::Copy { .. } => "memcpy",
        };
        putln!(cx.dump, "generated {name}");
    }
}

/// Lets control go past a loop, which goes (`destroy_loop`).
fn destroy(cx: &mut PassContext<'_>, f: &mut Function, of: LoopId) {
    let Some(entry) = preheader_edge(f, of) else { return };
    let body: Vec<BlockId> = loop_body(f, of);
    let exits = f.loop_data(of).map(|data| data.exits.clone()).unwrap_or_default();
    let [exit] = exits[..] else { return };
    leave_memory_as_it_was(cx, f, entry, &body);
    let arguments = saved_phi_args(f, exit);
    let after = f.edges[exit].dst;
    let mut cases = SwitchCases::default();
    let Some(past) = redirect_edge_and_branch(cx.unit, f, entry, after, &mut cases) else { return };
    let phis: Vec<StmtId> = f.phis(after).collect();
    for (phi, argument) in phis.into_iter().zip(&arguments) {
        f.add_phi_arg(phi, past, argument.value, argument.loc);
    }
    for block in body {
        if cx.dump.enabled() {
            putln!(cx.dump, "Removing basic block {}", block.0);
        }
        remove_block(cx.unit, f, block);
    }
}

/// Lets what comes after a loop read the memory that was there before it; calls are put in between by the update.
fn leave_memory_as_it_was(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    entry: EdgeId,
    body: &[BlockId],
) {
    let header = f.edges[entry].dst;
    let states: Vec<StmtId> = f.phis(header).filter(|&phi| f.is_virtual_phi(phi)).collect();
    let Some(before) = states.first().and_then(|&phi| f.phi_arg(phi, entry).ssa()) else { return };
    let mut changed = Vec::new();
    for &block in body {
        for stmt in f.phis(block).chain(f.block_stmts(block)) {
            if f.is_phi(stmt) {
                changed.extend(f.is_virtual_phi(stmt).then(|| f.phi(stmt).result));
            } else if f.stmts[stmt].vdef.is_some() {
                changed.push(f.stmts[stmt].vdef);
            }
        }
    }
    for state in changed.into_iter().filter(|&state| state != before) {
        f.replace_uses_by(cx.unit, state, Operand::Ssa(before));
    }
}
