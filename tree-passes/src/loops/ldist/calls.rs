//! Partitions that fill memory, or copy it, and the calls they become.
//!
//! ```text
//!   for (i = 0; i < 8; i++)
//!     for (j = 0; j < 20; j++)     =>    __builtin_memset (&a, 0, 640);
//!       a[i][j] = 0;
//! ```
//!
//! From the innermost loop outwards, each must move the reference by what the loops inside go over
//! (`compute_access_range`).

use super::graph::Graph;
use super::partition::{Kind, Partition};
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::fold_const::constant_bytes;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::data_ref::DataRef;
use tree_ssa::analyses::nest_ref::Order;
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::edit::Cursor;

/// A call that is made.
#[derive(Clone)]
pub struct Pattern {
    pub stmt: StmtId,
    size: ExprId,
    /// The size, where it is a number.
    bytes: Option<i128>,
    target: DataRef,
    to: ExprId,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Fill(Byte),
    Copy { from: ExprId, overlaps: bool },
}

/// What memory is filled with: a number, or a value of a type of one byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    Number(u8),
    Value(Operand),
}

/// Over how much of memory a reference goes in a nest.
struct Range {
    size: ExprId,
    to: ExprId,
    /// Where the reference begins, whatever the outermost loop does.
    lowest: DataRef,
}

/// Of how many loops of a nest what they go over is known.
enum Reach {
    None,
    Innermost,
    All(Range),
}

/// What partitions of a nest are looked at for.
pub struct Looking<'a, 's, 'd> {
    pub scev: &'a mut Scev<'s, 'd>,
    pub oracle: &'a Oracle,
    pub graph: &'a mut Graph,
    pub nest: LoopId,
}

impl Looking<'_, '_, '_> {
    /// What a partition can become (`classify_partition`).
    pub fn kind(&mut self, partition: &Partition) -> Kind {
        self.call(partition).unwrap_or(Kind::Loop)
    }

    fn call(&mut self, partition: &Partition) -> Option<Kind> {
        let references = &self.graph.references;
        let mut stores = partition.references.iter().filter(|&&index| references[index].writes);
        let mut loads = partition.references.iter().filter(|&&index| !references[index].writes);
        let (&store, load) = (stores.next()?, loads.next().copied());
        if stores.next().is_some() || loads.next().is_some() {
            return None;
        }
        let latch = self.scev.f.loop_data(self.nest)?.latch;
        for index in [Some(store), load].into_iter().flatten() {
            let block = self.block(index);
            if !self.scev.tree.dominated_by(latch, block) {
                return None;
            }
        }
        match load {
            Some(load) => self.copy(store, load),
            None => self.fill(store),
        }
    }

    fn block(&self, reference: usize) -> BlockId {
        self.scev.f.stmts[self.graph.references[reference].stmt].block
    }

    /// A store that fills memory (`classify_builtin_st`).
    fn fill(&mut self, store: usize) -> Option<Kind> {
        let stmt = self.graph.references[store].stmt;
        let StmtKind::Assign { rhs: [value, ..], .. } = self.scev.f.stmts[stmt].kind else {
            return None;
        };
        let byte = self.byte(value)?;
        match self.reach(store) {
            Reach::None => None,
            Reach::Innermost => Some(Kind::PartlyFilled),
            Reach::All(range) => self.pattern(stmt, range, What::Fill(byte)),
        }
    }

    /// A store of what is loaded (`classify_builtin_ldst`).
    fn copy(&mut self, store: usize, load: usize) -> Option<Kind> {
        let (to, from) = (self.graph.references[store].stmt, self.graph.references[load].stmt);
        let f = self.scev.f;
        let StmtKind::Assign { rhs: [value, ..], .. } = f.stmts[to].kind else { return None };
        let StmtKind::Assign { lhs: loaded, .. } = f.stmts[from].kind else { return None };
        let (in_to, in_from) = (f.loop_of(self.block(store)), f.loop_of(self.block(load)));
        if to != from && value != loaded || in_to != in_from {
            return None;
        }
        let exit = self.scev.single_exit(in_to)?;
        let test = f.edges[exit].src;
        let [early_store, early_load] =
            [store, load].map(|index| self.scev.tree.dominated_by(test, self.block(index)));
        if early_store != early_load {
            return None;
        }
        let [a, b] = [store, load].map(|index| self.graph.references[index].at.as_ref());
        if a?.steps != b?.steps {
            return None;
        }
        let (Reach::All(target), Reach::All(source)) = (self.reach(store), self.reach(load)) else {
            return None;
        };
        let overlaps = match self.graph.order(self.scev, self.oracle, load, store) {
            Order::Apart => {
                let constant = self.scev.folder().as_int(target.size).is_some();
                !constant && source.lowest.same_terms(&target.lowest)
            }
            // What is read was not stored in an earlier iteration.
            Order::Second(order) if order.is_ge() => true,
            _ => return None,
        };
        self.can_be_computed(source.to).then_some(())?;
        self.pattern(to, target, What::Copy { from: source.to, overlaps })
    }

    fn pattern(&mut self, stmt: StmtId, range: Range, what: What) -> Option<Kind> {
        let Range { size, to, lowest } = range;
        let possible = [size, to].into_iter().all(|id| self.can_be_computed(id));
        let bytes = self.scev.folder().as_int(size);
        let pattern = Pattern { stmt, size, bytes, target: lowest, to, what };
        possible.then_some(Kind::Call(pattern))
    }

    /// The byte that a value consists of (`const_with_all_bytes_same`), or the value, if it is one byte that stays the same.
    fn byte(&self, value: Operand) -> Option<Byte> {
        let (unit, f) = (&*self.scev.unit, self.scev.f);
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
        let ty = f.names[name].ty;
        let of_one_byte = unit.types.is_integral(ty) && unit.types.size(ty) == Some(1);
        (of_one_byte && !f.names[name].has(NameFlags::ABNORMAL)).then_some(Byte::Value(value))
    }

    fn is_inside(&self, name: SsaName) -> bool {
        let f = self.scev.f;
        let def = f.names[name].def.expand();
        def.is_some_and(|def| f.in_loop(f.stmts[def].block, self.nest))
    }

    /// Whether statements before the nest can compute an expression.
    fn can_be_computed(&self, id: ExprId) -> bool {
        let (exprs, unit, f) = (&self.scev.state.exprs, &*self.scev.unit, self.scev.f);
        let out_of_place = NameFlags::ABNORMAL | NameFlags::RELEASED | NameFlags::VIRTUAL;
        id != ExprId::UNKNOWN
            && emit::is_computable(exprs, id)
            && !exprs.varies_by_name(unit, f, id, self.nest)
            && !exprs.any_name(unit, id, &mut |name| f.names[name].flags.intersects(out_of_place))
    }

    /// Over how much of memory a reference goes without gaps (`compute_access_range`).
    fn reach(&mut self, reference: usize) -> Reach {
        let Some(at) = self.graph.references[reference].at.clone() else { return Reach::None };
        let block = self.block(reference);
        let mut covered = i128::from(at.whole.size);
        let mut lowest = at.whole.clone();
        for (index, &(of, step)) in at.steps.iter().enumerate() {
            let reached = if index == 0 { Reach::None } else { Reach::Innermost };
            if i128::from(step.unsigned_abs()) != covered {
                return reached;
            }
            let (Some(exit), rounds) = (self.scev.single_exit(of), self.scev.latch_executions(of))
            else {
                return reached;
            };
            let test = self.scev.f.edges[exit].src;
            let early = self.scev.tree.dominated_by(test, block);
            if of == self.nest {
                lowest.size = covered as u64;
                let range = self.whole_range(lowest, rounds, early);
                return range.map_or(reached, |range| Reach::All(self.typed(range, reference)));
            }
            let Some(rounds) = self.scev.folder().as_int(rounds) else { return Reach::Innermost };
            let count = rounds + i128::from(early);
            if count == 0 || count >= 1 << 40 {
                return Reach::Innermost;
            }
            if step < 0 {
                let by = step.wrapping_mul((count - 1) as i64);
                let mut folder = self.scev.folder();
                let Some(lower) = lowest.moved(&mut folder, by) else { return Reach::Innermost };
                lowest = lower;
            }
            covered *= count;
        }
        Reach::None
    }

    /// The same range, of which a sum is the address of what the reference is to.
    fn typed(&mut self, range: Range, reference: usize) -> Range {
        let Some((TreeCode::PointerPlus, ops)) = self.scev.state.exprs.operation(range.to) else {
            return range;
        };
        let place = self.graph.references[reference].place;
        let element = self.scev.unit.type_of(self.scev.f, place);
        let ty = self.scev.unit.types.pointer_to(element);
        let to = self.scev.state.exprs.operation_on(TreeCode::PointerPlus, ty, ops);
        Range { to, ..range }
    }

    /// What a reference goes over that moves by its size in each round of the nest.
    fn whole_range(&mut self, lowest: DataRef, rounds: ExprId, early: bool) -> Option<Range> {
        rounds.known()?;
        let size_t = self.scev.unit.common.sizetype;
        let mut folder = self.scev.folder();
        let rounds = folder.convert(size_t, rounds);
        let one = folder.number(size_t, 1);
        let (count, more) = match early {
            true => (folder.binary(TreeCode::Plus, size_t, rounds, one), rounds),
            false => (rounds, folder.binary(TreeCode::Minus, size_t, rounds, one)),
        };
        let bytes = folder.number(size_t, lowest.size.into());
        let size = folder.binary(TreeCode::Mult, size_t, count, bytes);
        let to = self.scev.lowest_address(&lowest, more);
        Some(Range { size, to, lowest })
    }
}

/// Lets calls become one that fill memory beside each other with the same byte (`fuse_memset_builtins`).
pub fn fuse_fills(scev: &mut Scev<'_, '_>, all: &mut Vec<Partition>) {
    let mut start = 0;
    while start < all.len() {
        let mut end = start + 1;
        while end < all.len() && are_alike(&all[start], &all[end]) {
            end += 1;
        }
        if let Some(first) = filled(&all[start]).cloned() {
            let apart = |partition: &Partition| {
                filled(partition).map_or(0, |pattern| first.target.apart(&pattern.target))
            };
            all[start..end].sort_by_key(apart);
        }
        start = end;
    }
    let mut at = 0;
    while at + 1 < all.len() {
        match fused(scev, &all[at], &all[at + 1]) {
            Some(pattern) => {
                all[at].kind = Kind::Call(pattern);
                all.remove(at + 1);
            }
            None => at += 1,
        }
    }
}

fn filled(partition: &Partition) -> Option<&Pattern> {
    match &partition.kind {
        Kind::Call(pattern) => matches!(pattern.what, What::Fill(_)).then_some(pattern),
        _ => None,
    }
}

/// Whether two partitions fill parts of one object with the same.
fn are_alike(one: &Partition, other: &Partition) -> bool {
    let (Some(a), Some(b)) = (filled(one), filled(other)) else { return false };
    let (What::Fill(x), What::Fill(y)) = (a.what, b.what) else { return false };
    x == y && a.target.same_terms(&b.target)
}

fn fused(scev: &mut Scev<'_, '_>, one: &Partition, other: &Partition) -> Option<Pattern> {
    let (a, b) = (filled(one)?, filled(other)?);
    let (first, second) = (a.bytes?, b.bytes?);
    let number = matches!(a.what, What::Fill(Byte::Number(_)));
    // An address that is computed is that of the first iteration only where the loop goes upwards.
    let beside = are_alike(one, other)
        && a.target.step > 0
        && b.target.step > 0
        && a.target.apart(&b.target) == first;
    let size_t = scev.unit.common.sizetype;
    (number && beside).then(|| Pattern {
        bytes: Some(first + second),
        size: scev.folder().number(size_t, first + second),
        ..a.clone()
    })
}

/// Puts a call before a loop (`generate_memset_builtin`, `generate_memcpy_builtin`).
pub fn put(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    evolutions: &Evolutions,
    entry: EdgeId,
    pattern: &Pattern,
) {
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
        What::Fill(Byte::Number(number)) => (Builtin::Memset, cx.unit.int(int, number.into()), int),
        What::Fill(Byte::Value(byte)) => {
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
            What::Fill(_) if zero => "memset zero",
            What::Fill(_) => "memset",
            What::Copy { overlaps: true, .. } => "memmove",
            What::Copy { .. } => "memcpy",
        };
        dumps::putln!(cx.dump, "generated {name}");
    }
}
