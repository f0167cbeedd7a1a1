//! Pass `pre`: partial redundancy elimination on value numbers.
//!
//! ```text
//!   <bb 3> : x_1 = a_2 + b_3;  goto <bb 5>;      <bb 3> : x_1 = a_2 + b_3;
//!   <bb 4> : goto <bb 5>;                   =>   <bb 4> : pretmp_9 = a_2 + b_3;
//!   <bb 5> : y_4 = a_2 + b_3;                    <bb 5> : # prephitmp_8 = PHI <x_1(3), pretmp_9(4)>
//! ```
//!
//! After VanDrunen and Hosking, "Value-based partial redundancy elimination" (2004), which GCC's pass follows, too. Critical
//! edges are split. For each block the operations anticipated at its start are found (one pass backward; back edges
//! bring nothing, which is safe); at each join they are translated over the entering edges by the join's φs; one that is
//! available on some edges and not on others is inserted on those, with a φ that joins the values. What has become
//! fully redundant, elimination then removes. The number of anticipated operations kept for a block is limited, which
//! bounds the whole by the size of the function.

use super::Numbering;
use super::eliminate::eliminate;
use crate::analyses;
use crate::graph::cfg_edit;
use crate::graph::dominance::{Direction, Dominators};
use crate::loops::natural_loops::{ensure_loops, in_loop};
use crate::memory::alias::Oracle;
use crate::scalar::gimple_fold::Expr;
use crate::sets::mark_set::MarkSet;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId, edge_flag};
use gimple::code::TreeCode;
use gimple::entity::EntityVec;
use gimple::function::{Function, prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::{StmtId, StmtKind, stmt_flag};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Operations kept as anticipated at the start of a block.
const MAX_ANTICIPATED: usize = 64;
/// Ways out of a block beyond which nothing is anticipated at its end.
const MAX_SUCCS: usize = 16;
/// Ways into a block beyond which nothing is inserted for it.
const MAX_PREDS: usize = 64;
/// Names of one value that are tried when looking for one that is available.
const MAX_LEADERS: usize = 16;

gimple::entity! {
    /// An operation that is anticipated somewhere. There are many places and few operations.
    WantedId;
}

/// An operation whose value is wanted.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Operation(Expr),
    /// A load, with the state it reads.
    Load(Operand, SsaName),
}

/// An operation anticipated at some place.
#[derive(Clone, Copy)]
struct Anticipated {
    /// The name that stands for the value.
    value: SsaName,
    what: WantedId,
}

/// What is known of values at the end of an edge's source that are used in its destination.
type Memo = FxHashMap<SsaName, Option<Operand>>;

/// What an operation is on an entering edge.
#[derive(Clone, Copy)]
enum Translated {
    /// This value, wherever it may be available.
    Value(Operand, Wanted),
    /// A value nothing computes yet.
    New(Wanted),
}

/// `pre` for the pass table.
pub const PASS: Pass = Pass::tree("pre", execute)
    .gate(|options, _| options.on(Flag::TreePre))
    .requires(prop::CFG | prop::SSA)
    .follows(&[(
        "lim",
        "what does not change in a loop is out of it: only what is left is worth a φ",
    )]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    cfg_edit::split_critical_edges(cx.unit, f);
    split_entry_edge(cx.unit, f);
    ensure_loops(f);
    let oracle = Oracle::new(cx.options);
    let numbering = Numbering::compute(cx.unit, f, cx.options, &oracle, &mut cx.dump);
    let tree = analyses::take_dominators(f, Direction::Dominators);
    let order = analyses::reverse_post_order(f);
    let mut pre = Pre {
        unit: cx.unit,
        options: cx.options,
        oracle: &oracle,
        numbering,
        tree: &tree,
        leaders: Leaders::new(f.names.len()),
        anticipated: vec![Vec::new(); f.blocks.len()],
        wanted: EntityVec::new(),
        have: MarkSet::with_bound(f.names.len()),
        defined: MarkSet::with_bound(f.names.len()),
        memos: Vec::new(),
        insertions: 0,
        phis: 0,
        log: cx.dump.details().then(String::new),
    };
    pre.collect_leaders(f, &order);
    pre.compute_anticipated(f, &order);
    for &block in order.iter() {
        pre.insert_at(f, block);
    }
    let Pre { numbering, insertions, phis, log, .. } = pre;
    if let Some(log) = log {
        let _ = cx.dump.write_str(&log);
    }
    analyses::keep_dominators(f, tree);
    let (eliminated, _) = eliminate(cx, f, &numbering);
    cx.statistics.count("Insertions", insertions);
    cx.statistics.count("New PHIs", phis);
    cx.statistics.count("Eliminated", eliminated as u64);
    Todo::CLEANUP_CFG
}

struct Pre<'a> {
    unit: &'a mut Unit,
    options: &'a Options,
    oracle: &'a Oracle,
    numbering: Numbering,
    tree: &'a Dominators,
    leaders: Leaders,
    anticipated: Vec<Vec<Anticipated>>,
    wanted: EntityVec<WantedId, Wanted>,
    /// Values that the list being made has, and that its block makes in another way.
    have: MarkSet,
    defined: MarkSet,
    /// Empty ones, with the memory they once needed.
    memos: Vec<Memo>,
    insertions: u64,
    phis: u64,
    log: Option<String>,
}

/// The names that have a value, by the name that stands for it: lists in the order in which they were found.
struct Leaders {
    /// The first name and the last.
    ends: Vec<[SsaName; 2]>,
    /// The name behind each one.
    next: Vec<SsaName>,
}

impl Leaders {
    fn new(names: usize) -> Leaders {
        Leaders { ends: vec![[SsaName::NONE; 2]; names], next: vec![SsaName::NONE; names] }
    }

    /// Adds a name, which must not be in any list.
    fn add(&mut self, value: SsaName, name: SsaName) {
        let count = value.0.max(name.0) as usize + 1;
        if self.next.len() < count {
            self.ends.resize(count, [SsaName::NONE; 2]);
            self.next.resize(count, SsaName::NONE);
        }
        let [first, last] = &mut self.ends[value.0 as usize];
        if first.is_none() {
            *first = name;
        } else {
            self.next[last.0 as usize] = name;
        }
        *last = name;
    }

    fn of(&self, value: SsaName) -> impl Iterator<Item = SsaName> {
        let first = self.ends.get(value.0 as usize).and_then(|ends| ends[0].expand());
        std::iter::successors(first, |name| self.next[name.0 as usize].expand())
    }
}

impl Pre<'_> {
    fn collect_leaders(&mut self, f: &Function, order: &[BlockId]) {
        for &block in order {
            for stmt in f.phis(block).chain(f.block_stmts(block)) {
                if let Some(name) = crate::scalar::substitute::result_name(f, stmt) {
                    self.add_leader(f, name);
                }
            }
        }
    }

    fn add_leader(&mut self, f: &Function, name: SsaName) {
        if let Operand::Ssa(value) = self.numbering.value(name)
            && f.names[name].flags & (name_flag::VIRTUAL | name_flag::ABNORMAL) == 0
        {
            self.leaders.add(value, name);
        }
    }

    /// A name or constant that has a value at the end of a block.
    fn available_at(&self, f: &Function, value: Operand, block: BlockId) -> Option<Operand> {
        let Operand::Ssa(value) = value else { return Some(value) };
        if f.names[value].def.is_none() {
            return Some(Operand::Ssa(value));
        }
        let above = |&name: &SsaName| {
            let def = f.names[name].def.expand();
            def.is_some_and(|def| self.tree.dominated_by(block, f.stmts[def].block))
        };
        self.leaders.of(value).take(MAX_LEADERS).find(above).map(Operand::Ssa)
    }

    // Anticipated operations.

    fn compute_anticipated(&mut self, f: &Function, order: &[BlockId]) {
        let mut done = vec![false; f.blocks.len()];
        for &block in order.iter().rev() {
            if is_asked_for(f, block) {
                let after = self.anticipated_after(f, block, &done);
                let here = self.anticipated_before(f, block, after);
                self.anticipated[block.0 as usize] = here;
            }
            done[block.0 as usize] = true;
        }
    }

    /// What is anticipated at the end of a block.
    fn anticipated_after(
        &mut self,
        f: &Function,
        block: BlockId,
        done: &[bool],
    ) -> Vec<Anticipated> {
        let succs = &f.blocks[block].succs;
        let dst = |edge: &EdgeId| f.edges[*edge].dst;
        let unknown = |edge: &EdgeId| {
            dst(edge) == EXIT
                || !done[dst(edge).0 as usize]
                || f.edges[*edge].flags & edge_flag::COMPLEX != 0
        };
        if succs.is_empty() || succs.len() > MAX_SUCCS || succs.iter().any(unknown) {
            return Vec::new();
        }
        if let [edge] = succs[..] {
            let list = self.take_anticipated(f, dst(&edge));
            let mut memo = self.memos.pop().unwrap_or_default();
            let mut kept = Vec::with_capacity(list.len());
            for wanted in &list {
                let translated = self.translate(f, edge, wanted, &list, &mut memo);
                if let Some(Translated::Value(Operand::Ssa(value), what)) = translated {
                    let known = wanted.value == value && self.wanted[wanted.what] == what;
                    let what = if known { wanted.what } else { self.wanted.push(what) };
                    kept.push(Anticipated { value, what });
                }
            }
            memo.clear();
            self.memos.push(memo);
            return kept;
        }
        let mut common = self.take_anticipated(f, dst(&succs[0]));
        for edge in &succs[1..] {
            self.have.clear();
            for wanted in &self.anticipated[dst(edge).0 as usize] {
                self.have.insert(wanted.value.0);
            }
            common.retain(|wanted| self.have.contains(wanted.value.0));
        }
        common
    }

    /// What is anticipated at the start of a block, for one of its predecessors. A list that neither another predecessor
    /// nor [`Pre::insert_at`] will ask for is handed over.
    fn take_anticipated(&mut self, f: &Function, block: BlockId) -> Vec<Anticipated> {
        let list = &mut self.anticipated[block.0 as usize];
        if f.blocks[block].preds.len() == 1 { std::mem::take(list) } else { list.clone() }
    }

    /// What is anticipated at the start of a block: what it computes first, and what follows and can pass.
    fn anticipated_before(
        &mut self,
        f: &Function,
        block: BlockId,
        after: Vec<Anticipated>,
    ) -> Vec<Anticipated> {
        let mut list: Vec<Anticipated> = Vec::new();
        self.have.clear();
        self.defined.clear();
        let (mut stored, mut may_stop) = (false, false);
        for stmt in f.block_stmts(block) {
            if let Some((value, what)) = self.operation_of(f, stmt) {
                let loads = matches!(what, Wanted::Load(..));
                let blocked = may_stop && may_trap(self.unit, &what);
                let stale = loads && stored;
                if !blocked && !stale && list.len() < MAX_ANTICIPATED && self.have.insert(value.0) {
                    list.push(Anticipated { value, what: self.wanted.push(what) });
                }
            } else if let Some(name) = crate::scalar::substitute::result_name(f, stmt) {
                if let Operand::Ssa(value) = self.numbering.value(name) {
                    self.defined.insert(value.0);
                }
            }
            stored |= f.stmts[stmt].has(stmt_flag::VDEF);
            may_stop |= matches!(f.stmts[stmt].kind, StmtKind::Call(_) | StmtKind::Asm(_))
                && f.stmts[stmt].has(stmt_flag::VDEF);
        }
        for wanted in after {
            let what = &self.wanted[wanted.what];
            let stale = matches!(what, Wanted::Load(..)) && stored;
            let blocked = may_stop && may_trap(self.unit, what);
            if !stale
                && !blocked
                && list.len() < MAX_ANTICIPATED
                && self.have.insert(wanted.value.0)
            {
                list.push(wanted);
            }
        }
        // What uses a value the block makes in another way cannot be computed before.
        list.retain(|wanted| {
            let mut usable = !self.defined.contains(wanted.value.0);
            self.for_each_value(&self.wanted[wanted.what], &mut |value| {
                usable &= !self.defined.contains(value.0);
            });
            if !usable {
                self.defined.insert(wanted.value.0);
            }
            usable
        });
        list
    }

    fn for_each_value(&self, what: &Wanted, found: &mut dyn FnMut(SsaName)) {
        let mut visit = |op: Operand| {
            if let Operand::Ssa(value) = self.numbering.value_of(op) {
                found(value);
            }
        };
        match what {
            Wanted::Operation(expr) => expr.ops.iter().for_each(|&op| visit(op)),
            Wanted::Load(reference, _) => {
                self.unit.for_each_ssa(*reference, &mut |name| visit(Operand::Ssa(name)));
            }
        }
    }

    /// The operation a statement does, if it is one worth doing once only, as numbering has it.
    fn operation_of(&mut self, f: &Function, stmt: StmtId) -> Option<(SsaName, Wanted)> {
        let data = &f.stmts[stmt];
        let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } = data.kind else {
            return None;
        };
        let Operand::Ssa(value) = self.numbering.value(name) else { return None };
        if data.has(stmt_flag::VOLATILE) || f.names[name].has(name_flag::ABNORMAL) {
            return None;
        }
        if code == TreeCode::Single {
            let load = data.vuse.is_some() && self.unit.is_memory_operand(rhs[0]);
            let register = self.unit.types.is_register_type(f.names[name].ty);
            return (load && register).then_some((value, Wanted::Load(rhs[0], data.vuse)));
        }
        if rhs.iter().any(|&op| matches!(op, Operand::Tree(_) | Operand::Decl(_))) {
            return None;
        }
        let expr = Expr { code, ty: f.names[name].ty, ops: rhs };
        let (expr, known) = self.numbering.value_of_operation(self.unit, f, self.options, &expr);
        (known == Some(Operand::Ssa(value))).then_some((value, Wanted::Operation(expr)))
    }

    // Translation over edges.

    /// What the value of a name at the start of an edge's destination is at the end of its source.
    fn translate_value(
        &mut self,
        f: &Function,
        edge: EdgeId,
        op: Operand,
        list: &[Anticipated],
        memo: &mut Memo,
        depth: u32,
    ) -> Option<Operand> {
        let op = self.numbering.value_of(op);
        let Operand::Ssa(value) = op else { return Some(op) };
        let block = f.edges[edge].dst;
        let home = f.names[value].def.expand().map(|def| f.stmts[def].block);
        let below = home.is_some_and(|home| self.tree.dominated_by(home, block));
        if !below && f.blocks[block].phis.is_empty() {
            return Some(op);
        }
        if let Some(&known) = memo.get(&value) {
            return known;
        }
        for phi in f.phis(block) {
            if self.numbering.value(f.phi(phi).result) == op {
                let arg = self.numbering.value_of(f.phi_arg(phi, edge));
                memo.insert(value, Some(arg));
                return Some(arg);
            }
        }
        let result = if !below {
            Some(op)
        } else if depth < 8
            && let Some(inner) = list.iter().find(|other| other.value == value).copied()
        {
            match self.translate_at(f, edge, &inner, list, memo, depth + 1) {
                Some(Translated::Value(op, _)) => Some(op),
                _ => None,
            }
        } else {
            None
        };
        memo.insert(value, result);
        result
    }

    fn translate(
        &mut self,
        f: &Function,
        edge: EdgeId,
        wanted: &Anticipated,
        list: &[Anticipated],
        memo: &mut Memo,
    ) -> Option<Translated> {
        self.translate_at(f, edge, wanted, list, memo, 0)
    }

    fn translate_at(
        &mut self,
        f: &Function,
        edge: EdgeId,
        wanted: &Anticipated,
        list: &[Anticipated],
        memo: &mut Memo,
        depth: u32,
    ) -> Option<Translated> {
        match self.wanted[wanted.what] {
            Wanted::Operation(expr) => {
                let mut ops = expr.ops;
                for op in &mut ops {
                    *op = self.translate_value(f, edge, *op, list, memo, depth)?;
                }
                if ops == expr.ops {
                    let value = self.numbering.value(wanted.value);
                    return Some(Translated::Value(value, Wanted::Operation(expr)));
                }
                let expr = Expr { ops, ..expr };
                let (expr, value) =
                    self.numbering.value_of_operation(self.unit, f, self.options, &expr);
                let what = Wanted::Operation(expr);
                Some(match value {
                    Some(value) => Translated::Value(value, what),
                    None => Translated::New(what),
                })
            }
            Wanted::Load(reference, vuse) => {
                self.translate_load(f, edge, reference, vuse, list, memo, depth)
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn translate_load(
        &mut self,
        f: &Function,
        edge: EdgeId,
        reference: Operand,
        vuse: SsaName,
        list: &[Anticipated],
        memo: &mut Memo,
        depth: u32,
    ) -> Option<Translated> {
        let (src, dst) = (f.edges[edge].src, f.edges[edge].dst);
        let mut names: Vec<SsaName> = Vec::new();
        self.unit.for_each_ssa(reference, &mut |name| names.push(name));
        let mut map: Vec<(SsaName, Operand)> = Vec::new();
        for name in names {
            let value = self.translate_value(f, edge, Operand::Ssa(name), list, memo, depth)?;
            let leader = self.available_at(f, value, src)?;
            if !matches!(leader, Operand::Ssa(_)) && self.unit.addressed(leader).is_some() {
                return None;
            }
            map.push((name, leader));
        }
        let reference = self.unit.replace_ssa(reference, &mut |name| {
            map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
        });
        let state = match f.names[vuse].def.expand() {
            Some(def) if f.stmts[def].block == dst => {
                if !f.is_phi(def) {
                    return None;
                }
                f.phi_arg(def, edge).ssa()?
            }
            Some(def) if self.tree.dominated_by(f.stmts[def].block, dst) => return None,
            _ => vuse,
        };
        let found = self.numbering.value_of_load(
            self.unit,
            f,
            self.options,
            self.oracle,
            self.tree,
            reference,
            state,
        );
        let what = Wanted::Load(reference, state);
        Some(match found {
            Some(value) => Translated::Value(self.numbering.value_of(value), what),
            None => Translated::New(what),
        })
    }

    // Insertion.

    fn insert_at(&mut self, f: &mut Function, block: BlockId) {
        let preds = f.blocks[block].preds.clone();
        let complex = |edge: &EdgeId| {
            let data = &f.edges[*edge];
            data.flags & edge_flag::COMPLEX != 0 || f.blocks[data.src].succs.len() != 1
        };
        if preds.len() < 2 || preds.len() > MAX_PREDS || preds.iter().any(complex) {
            return;
        }
        let list = std::mem::take(&mut self.anticipated[block.0 as usize]);
        if list.is_empty() {
            return;
        }
        let mut memos: Vec<Memo> =
            preds.iter().map(|_| self.memos.pop().unwrap_or_default()).collect();
        for wanted in &list {
            self.insert_wanted(f, block, &preds, wanted, &list, &mut memos);
        }
        memos.iter_mut().for_each(Memo::clear);
        self.memos.append(&mut memos);
    }

    fn insert_wanted(
        &mut self,
        f: &mut Function,
        block: BlockId,
        preds: &[EdgeId],
        wanted: &Anticipated,
        list: &[Anticipated],
        memos: &mut [Memo],
    ) {
        let value = Operand::Ssa(wanted.value);
        let above = self.tree.idom(block);
        if above.is_some() && self.available_at(f, value, above).is_some() {
            return;
        }
        let mut found: Vec<(Translated, Option<Operand>)> = Vec::with_capacity(preds.len());
        for (index, &edge) in preds.iter().enumerate() {
            // What is inserted may depend on names, so that what was translated before is asked again.
            memos[index].remove(&wanted.value);
            let Some(translated) = self.translate(f, edge, wanted, list, &mut memos[index]) else {
                return;
            };
            let leader = match translated {
                Translated::Value(value, _) => self.available_at(f, value, f.edges[edge].src),
                Translated::New(_) => None,
            };
            found.push((translated, leader));
        }
        let available = found.iter().filter(|entry| entry.1.is_some()).count();
        if available == 0 {
            return;
        }
        let same =
            found.iter().all(|entry| matches!(entry.0, Translated::Value(own, _) if own == value));
        let invariant_only = self.is_counter_like(f, block, preds, wanted);
        if (available == preds.len() && same) || (invariant_only && !same) {
            return;
        }
        let Some(names) = self.insert_missing(f, preds, &found, wanted) else { return };
        if !(invariant_only && same) {
            self.insert_phi(f, block, preds, wanted, &names);
        }
        for memo in memos {
            memo.remove(&wanted.value);
        }
    }

    /// Whether a φ for an operation in a loop's header would make a new induction variable.
    fn is_counter_like(
        &self,
        f: &Function,
        block: BlockId,
        preds: &[EdgeId],
        wanted: &Anticipated,
    ) -> bool {
        let father = f.block_info[block].loop_father;
        if father == 0 || preds.len() != 2 || matches!(self.wanted[wanted.what], Wanted::Load(..)) {
            return false;
        }
        let inside = |edge: EdgeId| in_loop(f, f.edges[edge].src, father);
        inside(preds[0]) != inside(preds[1])
    }

    /// Computes the operation on the edges where it is not available; returns the names or constants by edge.
    fn insert_missing(
        &mut self,
        f: &mut Function,
        preds: &[EdgeId],
        found: &[(Translated, Option<Operand>)],
        wanted: &Anticipated,
    ) -> Option<Vec<Operand>> {
        let mut planned: Vec<Option<StmtKind>> = Vec::with_capacity(found.len());
        let ty = f.names[wanted.value].ty;
        for (&edge, (translated, leader)) in preds.iter().zip(found) {
            if leader.is_some() {
                planned.push(None);
                continue;
            }
            let (Translated::Value(_, what) | Translated::New(what)) = *translated;
            let (code, rhs) = match what {
                Wanted::Operation(expr) => {
                    let mut ops = expr.ops;
                    for op in &mut ops {
                        if op.is_some() {
                            *op = self.available_at(f, *op, f.edges[edge].src)?;
                        }
                    }
                    (expr.code, ops)
                }
                Wanted::Load(reference, _) => {
                    (TreeCode::Single, [reference, Operand::None, Operand::None])
                }
            };
            planned.push(Some(StmtKind::Assign { lhs: Operand::None, code, rhs }));
        }
        let ident = self.unit.symbols.intern("pretmp");
        let mut names = Vec::with_capacity(preds.len());
        for (index, plan) in planned.into_iter().enumerate() {
            let (translated, leader) = found[index];
            let Some(StmtKind::Assign { code, rhs, .. }) = plan else {
                names.push(leader?);
                continue;
            };
            let name = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
            let kind = StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs };
            let stmt = f.new_stmt(kind, Default::default());
            append(self.unit, f, f.edges[preds[index]].src, stmt);
            f.update_stmt(self.unit, stmt);
            let (Translated::Value(_, what) | Translated::New(what)) = translated;
            if let Wanted::Load(_, state) = what {
                f.set_vuse(stmt, state);
            }
            let value = match translated {
                Translated::Value(value, _) => value,
                Translated::New(_) => Operand::Ssa(name),
            };
            self.numbering.set_value(name, value);
            if let Wanted::Operation(expr) = what {
                self.numbering.record_operation(self.unit, &expr, value);
            }
            self.add_leader(f, name);
            self.insertions += 1;
            if let Some(log) = &mut self.log {
                let text = crate::dump_text::stmt(self.unit, f, stmt);
                let block = f.edges[preds[index]].src.0;
                let _ = writeln!(log, "Inserted {text}\n in predecessor {block} (0000)");
            }
            names.push(Operand::Ssa(name));
        }
        Some(names)
    }

    fn insert_phi(
        &mut self,
        f: &mut Function,
        block: BlockId,
        preds: &[EdgeId],
        wanted: &Anticipated,
        names: &[Operand],
    ) {
        let ident: Symbol = self.unit.symbols.intern("prephitmp");
        let ty = f.names[wanted.value].ty;
        let result = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
        let phi = f.create_phi(result, block);
        for (&edge, &name) in preds.iter().zip(names) {
            f.add_phi_arg(phi, edge, name, Default::default());
        }
        self.numbering.set_value(result, Operand::Ssa(wanted.value));
        self.add_leader(f, result);
        self.phis += 1;
        if let Some(log) = &mut self.log {
            let text = crate::dump_text::stmt(self.unit, f, phi);
            let _ = writeln!(log, "Created phi {text}\n in block {} (0000)", block.0);
        }
    }
}

/// Whether what is anticipated at the start of a block is of use: to insert it before the block, or to a block before.
fn is_asked_for(f: &Function, block: BlockId) -> bool {
    let preds = &f.blocks[block].preds;
    let ways_out = |edge: &EdgeId| f.blocks[f.edges[*edge].src].succs.len();
    (2..=MAX_PREDS).contains(&preds.len()) || preds.iter().any(|edge| ways_out(edge) <= MAX_SUCCS)
}

/// Gives the edge from the entry a block when it enters a join: what is inserted there needs a place. An empty one goes
/// when the graph is cleaned up.
fn split_entry_edge(unit: &mut Unit, f: &mut Function) {
    let joins = |edge: EdgeId| f.blocks[f.edges[edge].dst].preds.len() > 1;
    if let [edge] = f.blocks[ENTRY].succs[..]
        && joins(edge)
    {
        cfg_edit::split_edge(unit, f, edge, &mut Default::default());
    }
}

/// Appends a statement to a block, before what ends it.
fn append(unit: &Unit, f: &mut Function, block: BlockId, stmt: StmtId) {
    match f.last_stmt(block) {
        Some(last) if cfg_edit::ends_block(unit, f, last) => f.insert_before(last, stmt),
        _ => f.append_to_block(block, stmt),
    }
}

/// Whether an operation may trap, so that it must not be done where it was not done before.
fn may_trap(unit: &Unit, what: &Wanted) -> bool {
    match what {
        Wanted::Load(..) => true,
        Wanted::Operation(expr) => match expr.code {
            TreeCode::TruncDiv | TreeCode::TruncMod | TreeCode::ExactDiv => {
                unit.as_int(expr.ops[1]).is_none_or(|divisor| divisor == 0)
            }
            TreeCode::Plus
            | TreeCode::Minus
            | TreeCode::Mult
            | TreeCode::Negate
            | TreeCode::Abs
                if unit.overflow_traps(expr.ty) =>
            {
                true
            }
            _ => unit.types.is_real(expr.ty),
        },
    }
}
