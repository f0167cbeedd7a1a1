//! Whether two bodies are the same but for the numbers of their blocks and names, blocks with nothing in them, predictions
//! and counts. That is a proof, whatever the statements mean.
//!
//! ```text
//!   <bb 2> :                           <bb 2> [local count: 1073741824]:
//!   if (a_1(D) != 0)                   if (a_1(D) != 0)
//!     goto <bb 3>; [INV]                 goto <bb 4>; [50.00%]
//!   else                               else
//!     goto <bb 4>; [INV]                 goto <bb 3>; [50.00%]
//!   <bb 3> :                           <bb 3> [local count: 536870913]:
//!   // predicted unlikely by …         <bb 4> [local count: 1073741824]:
//!   <bb 4> :                           # r_2 = PHI <1(2), 0(3)>
//!   # r_3 = PHI <1(3), 0(2)>           return r_2;
//!   return r_3;
//! ```
//!
//! Both are walked side by side from their entries; blocks and names are matched as they are met. A variable without a
//! value is matched with itself alone.

use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Asm, AsmOperand, Call, Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// Two bodies, and what is matched.
struct Both<'a> {
    unit: &'a Unit,
    f: [&'a Function; 2],
    names: [FxHashMap<SsaName, SsaName>; 2],
    blocks: [FxHashMap<BlockId, BlockId>; 2],
    waiting: Vec<(BlockId, BlockId)>,
}

/// Whether the bodies are the same.
pub fn same(unit: &Unit, before: &Function, after: &Function) -> bool {
    let mut both = Both {
        unit,
        f: [before, after],
        names: Default::default(),
        blocks: Default::default(),
        waiting: Vec::new(),
    };
    both.walk().is_some()
}

impl Both<'_> {
    /// Goes on to nothing where the bodies differ.
    fn walk(&mut self) -> Option<()> {
        self.ways_out(ENTRY, ENTRY, [None, None])?;
        while let Some((a, b)) = self.waiting.pop() {
            let [x, y] = [self.statements(0, a), self.statements(1, b)];
            if x.len() != y.len() {
                return None;
            }
            for (&x, &y) in x.iter().zip(&y) {
                self.statement(x, y)?;
            }
            self.ways_out(a, b, [x.last().copied(), y.last().copied()])?;
        }
        Some(())
    }

    /// The statements of a block that do something.
    fn statements(&self, side: usize, block: BlockId) -> Vec<StmtId> {
        let f = self.f[side];
        let does = |&stmt: &StmtId| {
            !matches!(
                f.stmts[stmt].kind,
                StmtKind::Nop | StmtKind::Label(_) | StmtKind::BeginStmt | StmtKind::Predict { .. }
            )
        };
        f.block_stmts(block).filter(does).collect()
    }

    /// The edges that two blocks are left by, in pairs.
    fn ways_out(&mut self, a: BlockId, b: BlockId, last: [Option<StmtId>; 2]) -> Option<()> {
        let [f, g] = self.f;
        let kinds = [last[0].map(|it| &f.stmts[it].kind), last[1].map(|it| &g.stmts[it].kind)];
        let mut pairs: Vec<(EdgeId, EdgeId)> = Vec::new();
        match kinds {
            [Some(StmtKind::Cond { .. }), Some(StmtKind::Cond { .. })] => {
                let (x, y) = (f.true_false_edges(a)?, g.true_false_edges(b)?);
                pairs.extend([(x.0, y.0), (x.1, y.1)]);
            }
            [Some(StmtKind::Switch(x)), Some(StmtKind::Switch(y))] => {
                for (x, y) in x.cases.iter().zip(&y.cases) {
                    let to =
                        |f: &Function, block, label| f.find_edge(block, f.labels.block(label)?);
                    pairs.push((to(f, a, x.label)?, to(g, b, y.label)?));
                }
            }
            _ => {
                let (x, y) = (&f.blocks[a].succs, &g.blocks[b].succs);
                if x.len() != y.len() {
                    return None;
                }
                pairs.extend(x.iter().copied().zip(y.iter().copied()));
                // Where control goes among several is said by labels.
                let at = |f: &Function, edge: EdgeId| labels(f, f.edges[edge].dst);
                if x.len() > 1 && pairs.iter().any(|&(x, y)| at(f, x) != at(g, y)) {
                    return None;
                }
            }
        }
        pairs.into_iter().try_for_each(|(x, y)| self.edge(x, y))
    }

    /// Where two edges lead, and with what.
    fn edge(&mut self, x: EdgeId, y: EdgeId) -> Option<()> {
        let [f, g] = self.f;
        let kind =
            |f: &Function, edge: EdgeId| f.edges[edge].flags.intersection(EdgeFlags::COMPLEX);
        if kind(f, x) != kind(g, y) {
            return None;
        }
        let (x, y) = (self.through_empty(0, x), self.through_empty(1, y));
        let (a, b) = (f.edges[x].dst, g.edges[y].dst);
        let known = (self.blocks[0].get(&a), self.blocks[1].get(&b));
        let new = match known {
            (None, None) => true,
            (Some(&to), Some(&from)) if to == b && from == a => false,
            _ => return None,
        };
        let real = |f: &Function, block: BlockId| -> Vec<StmtId> {
            let is_real = |&phi: &StmtId| !f.names[f.phi(phi).result].has(NameFlags::VIRTUAL);
            f.phis(block).filter(is_real).collect()
        };
        let (p, q) = (real(f, a), real(g, b));
        if p.len() != q.len() {
            return None;
        }
        for (&p, &q) in p.iter().zip(&q) {
            let (p, q) = (f.phi(p), g.phi(q));
            if new {
                self.name(p.result, q.result)?;
            } else if self.names[0].get(&p.result) != Some(&q.result) {
                return None;
            }
            let at = |f: &Function, edge: EdgeId| f.edges[edge].dst_idx as usize;
            self.operand(p.args[at(f, x)].value, q.args[at(g, y)].value)?;
        }
        if new {
            self.blocks[0].insert(a, b);
            self.blocks[1].insert(b, a);
            if a != EXIT && b != EXIT {
                self.waiting.push((a, b));
            } else if a != b {
                return None;
            }
        }
        Some(())
    }

    /// The edge into the next block that does something.
    fn through_empty(&self, side: usize, mut edge: EdgeId) -> EdgeId {
        let f = self.f[side];
        let mut seen = FxHashSet::default();
        loop {
            let block = f.edges[edge].dst;
            let &[next] = &f.blocks[block].succs[..] else { return edge };
            let plain = block != EXIT
                && !f.edges[next].flags.intersects(EdgeFlags::COMPLEX)
                && f.phis(block).next().is_none()
                && self.statements(side, block).is_empty();
            if !plain || f.edges[next].dst == EXIT || !seen.insert(block) {
                return edge;
            }
            edge = next;
        }
    }

    fn statement(&mut self, x: StmtId, y: StmtId) -> Option<()> {
        let [f, g] = self.f;
        let volatile = |f: &Function, stmt: StmtId| f.stmts[stmt].has(StmtFlags::VOLATILE);
        if volatile(f, x) != volatile(g, y) {
            return None;
        }
        match (&f.stmts[x].kind, &g.stmts[y].kind) {
            (
                StmtKind::Assign { lhs: to, code, rhs: from },
                StmtKind::Assign { lhs, code: other, rhs },
            ) if code == other => {
                for (&a, &b) in from.iter().zip(rhs) {
                    self.operand(a, b)?;
                }
                self.operand(*to, *lhs)
            }
            (StmtKind::Call(a), StmtKind::Call(b)) => self.call(a, b),
            (
                StmtKind::Cond { code, lhs, rhs, .. },
                StmtKind::Cond { code: other, lhs: l, rhs: r, .. },
            ) if code == other => {
                self.operand(*lhs, *l)?;
                self.operand(*rhs, *r)
            }
            (StmtKind::Switch(a), StmtKind::Switch(b)) => {
                let values = a.cases.iter().map(|case| (case.low, case.high));
                let others = b.cases.iter().map(|case| (case.low, case.high));
                values.eq(others).then_some(())?;
                self.operand(a.index, b.index)
            }
            (StmtKind::Asm(a), StmtKind::Asm(b)) => self.asm(a, b),
            (StmtKind::Return(a), StmtKind::Return(b)) | (StmtKind::Goto(a), StmtKind::Goto(b)) => {
                self.operand(*a, *b)
            }
            _ => None,
        }
    }

    fn call(&mut self, a: &Call, b: &Call) -> Option<()> {
        match (a.callee, b.callee) {
            (Callee::Pointer(x), Callee::Pointer(y)) => self.operand(x, y)?,
            (x, y) if x == y => {}
            _ => return None,
        }
        if a.args.len() != b.args.len() {
            return None;
        }
        for (&x, &y) in a.args.iter().zip(&b.args) {
            self.operand(x, y)?;
        }
        self.operand(a.chain, b.chain)?;
        self.operand(a.lhs, b.lhs)
    }

    fn asm(&mut self, a: &Asm, b: &Asm) -> Option<()> {
        let alike = a.template == b.template
            && a.clobbers == b.clobbers
            && a.labels == b.labels
            && a.volatile == b.volatile;
        alike.then_some(())?;
        for (x, y) in [(&a.inputs, &b.inputs), (&a.outputs, &b.outputs)] {
            self.asm_operands(x, y)?;
        }
        Some(())
    }

    fn asm_operands(&mut self, x: &[AsmOperand], y: &[AsmOperand]) -> Option<()> {
        if x.len() != y.len() {
            return None;
        }
        x.iter().zip(y).try_for_each(|(x, y)| {
            (x.constraint == y.constraint).then_some(())?;
            self.operand(x.value, y.value)
        })
    }

    fn operand(&mut self, a: Operand, b: Operand) -> Option<()> {
        match (a, b) {
            (Operand::Ssa(x), Operand::Ssa(y)) => self.name(x, y),
            (Operand::Tree(x), Operand::Tree(y)) => {
                let trees = &self.unit.trees;
                let (p, q) = (&trees[x], &trees[y]);
                if p.ty != q.ty || p.kind.shape() != q.kind.shape() {
                    return None;
                }
                let (mut left, mut right) = (Vec::new(), Vec::new());
                trees.for_each_operand(x, |op| left.push(op));
                trees.for_each_operand(y, |op| right.push(op));
                left.into_iter().zip(right).try_for_each(|(a, b)| self.operand(a, b))
            }
            _ => (a == b).then_some(()),
        }
    }

    /// Names are the same that are defined by the same, which is seen where they are.
    fn name(&mut self, x: SsaName, y: SsaName) -> Option<()> {
        match (self.names[0].get(&x), self.names[1].get(&y)) {
            (None, None) => {}
            (Some(&to), Some(&from)) => return (to == y && from == x).then_some(()),
            _ => return None,
        }
        let (p, q) = (&self.f[0].names[x], &self.f[1].names[y]);
        let given = (p.def.is_none(), q.def.is_none());
        if given.0 != given.1 || given.0 && p.var != q.var || !self.same_type(p.ty, q.ty) {
            return None;
        }
        self.names[0].insert(x, y);
        self.names[1].insert(y, x);
        Some(())
    }

    fn same_type(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.unit.types;
        a == b || a.is_some() && b.is_some() && types.main_variant(a) == types.main_variant(b)
    }
}

/// The labels that stand in a block.
fn labels(f: &Function, block: BlockId) -> Vec<DeclId> {
    let label = |stmt: StmtId| match f.stmts[stmt].kind {
        StmtKind::Label(label) => Some(label),
        _ => None,
    };
    f.block_stmts(block).filter_map(label).collect()
}
