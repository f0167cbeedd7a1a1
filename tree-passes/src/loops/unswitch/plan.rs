//! Which conditions of a loop are tested before it, and what becomes of them in its copies.

use gimple::cfg::{BlockId, EdgeFlags};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::copy_blocks::can_copy;
use tree_ssa::ssa::out_of_ssa::is_undefined;

/// Conditions are tested one after the other up to this level (`--param max-unswitch-level`).
const MOST_LEVELS: i64 = 3;
/// Blocks before a loop that are looked at for what is known there, and names that are joined in a condition.
const MOST_BLOCKS: usize = 50;
const MOST_NAMES: usize = 100;

/// What conditions of a loop are known to be.
pub type Version = Vec<(StmtId, bool)>;

/// What a loop becomes.
pub enum Plan {
    /// The loop, or a copy of it.
    Loop {
        version: Version,
        original: bool,
    },
    Test {
        test: StmtId,
        yes: Box<Plan>,
        no: Box<Plan>,
    },
}

impl Plan {
    /// Whether anything is to be done.
    pub fn changes(&self) -> bool {
        !matches!(self, Plan::Loop { version, .. } if version.is_empty())
    }
}

/// A condition and what it is.
type Fact = (TreeCode, [Operand; 2], bool);

/// Plans what becomes of an innermost loop (`tree_unswitch_single_loop`).
pub fn plan(cx: &PassContext<'_>, f: &Function, of: LoopId) -> Plan {
    let body = loop_body(f, of);
    let candidates: Vec<StmtId> =
        body.iter().filter_map(|&block| candidate(cx, f, of, block)).collect();
    let mut planning = Planning {
        f,
        of,
        candidates,
        facts: known_before(f, of),
        most: cx.options.param("max-unswitch-level").unwrap_or(MOST_LEVELS),
        copies: can_copy(f, &body),
    };
    planning.plan(0, true)
}

struct Planning<'a> {
    f: &'a Function,
    of: LoopId,
    candidates: Vec<StmtId>,
    facts: Vec<Fact>,
    most: i64,
    copies: bool,
}

impl Planning<'_> {
    fn plan(&mut self, level: i64, original: bool) -> Plan {
        let mut version: Version = Vec::new();
        for &test in &self.candidates {
            version.extend(self.known(test).map(|holds| (test, holds)));
        }
        let reached = self.reached(&version);
        let is_open = |test: &&StmtId| {
            reached.contains(&self.f.stmts[**test].block)
                && version.iter().all(|(settled, _)| settled != *test)
        };
        let next = self.candidates.iter().find(is_open).copied();
        let Some(test) = next.filter(|_| self.copies && level <= self.most) else {
            return Plan::Loop { version, original };
        };
        let [yes, no] = [true, false].map(|holds| {
            self.facts.extend(fact(self.f, test, holds));
            let plan = self.plan(level + 1, original && holds);
            self.facts.pop();
            Box::new(plan)
        });
        Plan::Test { test, yes, no }
    }

    fn known(&self, test: StmtId) -> Option<bool> {
        let (code, operands, _) = fact(self.f, test, true)?;
        let found = self.facts.iter().find(|fact| (fact.0, fact.1) == (code, operands));
        found.map(|fact| fact.2)
    }

    /// The blocks of the loop that are reached where conditions are what they are known to be.
    fn reached(&self, version: &Version) -> FxHashSet<BlockId> {
        let f = self.f;
        let mut work: Vec<BlockId> = f.header_of(self.of).into_iter().collect();
        let mut reached: FxHashSet<BlockId> = work.iter().copied().collect();
        while let Some(block) = work.pop() {
            let last = f.last_stmt(block);
            let holds = version.iter().find(|(test, _)| Some(*test) == last).map(|known| known.1);
            for &edge in &f.blocks[block].succs {
                let if_true = f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE);
                let dst = f.edges[edge].dst;
                let taken = holds.is_none_or(|holds| holds == if_true);
                if taken && f.in_loop(dst, self.of) && reached.insert(dst) {
                    work.push(dst);
                }
            }
        }
        reached
    }
}

fn fact(f: &Function, test: StmtId, holds: bool) -> Option<Fact> {
    match f.stmts[test].kind {
        StmtKind::Cond { code, lhs, rhs, .. } => Some((code, [lhs, rhs], holds)),
        _ => None,
    }
}

/// The condition a block of a loop ends in, if it is the same in all iterations (`tree_may_unswitch_on`).
fn candidate(cx: &PassContext<'_>, f: &Function, of: LoopId, block: BlockId) -> Option<StmtId> {
    let test = f.last_stmt(block)?;
    let StmtKind::Cond { lhs, rhs, .. } = f.stmts[test].kind else { return None };
    let names: Vec<SsaName> = [lhs, rhs].into_iter().filter_map(Operand::ssa).collect();
    let stays = |name: SsaName| {
        let def = f.names[name].def.expand();
        def.is_none_or(|def| !f.in_loop(f.stmts[def].block, of))
            && !f.names[name].has(NameFlags::ABNORMAL)
    };
    // Only what is executed in any case may be asked for before: what is not set may be the same as ever.
    let is_header = f.header_of(of) == Some(block);
    let fits = !names.is_empty()
        && names.iter().all(|&name| stays(name))
        && (is_header || !names.iter().any(|&name| may_be_undefined(cx, f, name)));
    fits.then_some(test)
}

/// Whether a name may stand for what was never set (`is_maybe_undefined`).
fn may_be_undefined(cx: &PassContext<'_>, f: &Function, name: SsaName) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![name];
    while let Some(name) = work.pop() {
        if is_undefined(cx.unit, f, name) || seen.len() > MOST_NAMES {
            return true;
        }
        let Some(def) = f.names[name].def.expand() else { continue };
        if seen.insert(name) && f.is_phi(def) {
            work.extend(f.phi(def).args.iter().filter_map(|arg| arg.value.ssa()));
        }
    }
    false
}

/// The conditions on the only path to a loop (`simplify_using_entry_checks`).
fn known_before(f: &Function, of: LoopId) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut at = preheader_edge(f, of);
    for _ in 0..MOST_BLOCKS {
        let Some(edge) = at else { break };
        let block = f.edges[edge].src;
        let flags = f.edges[edge].flags;
        if let Some(last) = f.last_stmt(block)
            && flags.intersects(EdgeFlags::TRUE_VALUE.union(EdgeFlags::FALSE_VALUE))
        {
            facts.extend(fact(f, last, flags.intersects(EdgeFlags::TRUE_VALUE)));
        }
        at = f.single_pred(block);
    }
    facts
}
