//! Blocks and edges.

use super::lexer::Tok;
use super::{Reader, Result};
use crate::cfg::{BlockId, ENTRY, EXIT, Edge, EdgeFlags, EdgeId, NO_COUNT, Probability};
use crate::decl::flag;
use crate::edge_list::EdgeList;
use crate::function::Prop;
use crate::location::Location;
use crate::ssa::NameFlags;
use crate::stmt::{Callee, ScopeId, StmtId, StmtKind};
use crate::tree::Operand;
use rustc_hash::{FxHashMap, FxHashSet};

/// An edge as the text shows it.
pub(super) struct Shown {
    pub src: BlockId,
    pub dst: BlockId,
    /// All its flags, where a list of edges says so.
    pub flags: Option<EdgeFlags>,
    /// What a jump that shows it makes of it: true, false, or falling through.
    pub kind: EdgeFlags,
    pub probability: Probability,
    /// What it brings for the parameters of its destination.
    pub args: Vec<Operand>,
}

impl Reader<'_> {
    fn ensure_block(&mut self, block: BlockId) {
        if !self.f.has_cfg() {
            self.f.init_cfg();
        }
        while self.f.blocks.len() <= block.0 as usize {
            self.f.add_block();
        }
    }

    /// `<bb 3> [local count: 12]:`.
    pub(super) fn block_header(&mut self) -> Result<()> {
        self.expect("<")?;
        self.expect_word("bb")?;
        let block = BlockId(self.index()?);
        self.expect(">")?;
        self.ensure_block(block);
        self.block_parameters(block)?;
        let mut count = NO_COUNT;
        if self.eat("[")? {
            self.eat_word("local")?;
            self.expect_word("count")?;
            self.expect(":")?;
            count = self.number()?;
            self.expect("]")?;
        }
        self.expect(":")?;
        if block.0 < 2 || self.f.is_live(block) {
            return self.error(format!("second <bb {}>", block.0));
        }
        self.f.place_block(block, self.f.prev_block(EXIT));
        self.f.block_info[block].count = count;
        self.scope.block = block;
        Ok(())
    }

    /// `;; pred 2 3; succ 5:64 6:128`, or a comment.
    pub(super) fn edge_line(&mut self) -> Result<()> {
        self.advance()?;
        let mut src = self.scope.block;
        if self.eat_word("args")? {
            return self.hidden_arguments(src);
        } else if self.eat_word("entry")? {
            self.ensure_block(EXIT);
            src = ENTRY;
            if self.eat_word("args")? {
                return self.hidden_arguments(src);
            }
        } else if self.eat_word("pred")? {
            let mut preds = Vec::new();
            while let Tok::Num(_) = self.tok {
                preds.push(BlockId(self.index()?));
            }
            self.scope.preds.push((src, preds));
        } else {
            return self.skip_line();
        }
        self.expect(";")?;
        self.expect_word("succ")?;
        while let Tok::Num(_) = self.tok {
            let dst = BlockId(self.index()?);
            self.expect(":")?;
            let flags = Some(EdgeFlags::from_bits(self.small()?));
            let probability = Probability::UNKNOWN;
            self.scope.edges.push(Shown {
                src,
                dst,
                flags,
                kind: EdgeFlags::NONE,
                probability,
                args: Vec::new(),
            });
        }
        if src.is_none() {
            return self.error("edges outside a block");
        }
        Ok(())
    }

    /// Makes the edges, orders predecessors, and links names, when the body has been read.
    pub(super) fn finish_graph(&mut self) -> Result<()> {
        if !self.f.has_cfg() {
            return Ok(());
        }
        let mut shown = std::mem::take(&mut self.scope.edges);
        if self.scope.plain {
            self.separate_arms(&mut shown);
        }
        let mut known: FxHashMap<(BlockId, BlockId), EdgeId> = FxHashMap::default();
        if self.scope.plain {
            for edge in self.derived_edges(&shown) {
                self.add_edge(&mut known, &edge)?;
            }
        }
        // Lists of edges say all; jumps add probabilities.
        for edge in shown.iter().filter(|edge| edge.flags.is_some()) {
            self.add_edge(&mut known, edge)?;
        }
        for edge in shown.iter().filter(|edge| edge.flags.is_none()) {
            match known.get(&(edge.src, edge.dst)) {
                Some(&id) => self.f.edges[id].probability = edge.probability,
                None => return self.error(format!("no edge {} -> {}", edge.src.0, edge.dst.0)),
            }
        }
        let said = shown.iter().filter(|edge| edge.flags.is_none());
        let said = said.map(|edge| (edge.src, edge.dst)).collect();
        self.probabilities_not_shown(&known, &said);
        self.order_predecessors(&known)?;
        self.phis_of_parameters(&shown)?;
        self.link_names()
    }

    /// Probabilities that no jump shows: those of cases, and of the only edge out of a block that has a count.
    fn probabilities_not_shown(
        &mut self,
        known: &FxHashMap<(BlockId, BlockId), EdgeId>,
        said: &FxHashSet<(BlockId, BlockId)>,
    ) {
        for (src, label, probability) in std::mem::take(&mut self.scope.cases) {
            let dst = self.f.labels.block(label);
            if let Some(&edge) = dst.and_then(|dst| known.get(&(src, dst))) {
                self.f.edges[edge].probability = probability;
            }
        }
        let unsaid = |&(src, dst): &(BlockId, BlockId)| !said.contains(&(src, dst));
        for (_, &edge) in known.iter().filter(|(ends, _)| unsaid(ends)) {
            let src = self.f.edges[edge].src;
            let counted = src == ENTRY || self.f.block_info[src].count != NO_COUNT;
            if counted && self.f.blocks[src].succs.len() == 1 && self.has_counts() {
                self.f.edges[edge].probability = Probability::ALWAYS;
            }
        }
    }

    fn has_counts(&self) -> bool {
        self.f.block_info[self.f.next_block(ENTRY)].count != NO_COUNT
    }

    fn add_edge(
        &mut self,
        known: &mut FxHashMap<(BlockId, BlockId), EdgeId>,
        shown: &Shown,
    ) -> Result<()> {
        let (src, dst) = (shown.src, shown.dst);
        if !self.f.is_live(src) || !self.f.is_live(dst) || src == EXIT || dst == ENTRY {
            return self.error(format!("edge {} -> {} between no blocks", src.0, dst.0));
        }
        if let Some(&edge) = known.get(&(src, dst)) {
            self.f.edges[edge].flags |= shown.flags.unwrap_or(shown.kind);
            return Ok(());
        }
        let edge = self.f.edges.push(Edge {
            src,
            dst,
            src_idx: self.f.blocks[src].succs.len() as u32,
            dst_idx: self.f.blocks[dst].preds.len() as u32,
            flags: shown.flags.unwrap_or(shown.kind),
            probability: shown.probability,
            loc: Location::UNKNOWN,
            scope: ScopeId::NONE,
        });
        self.f.blocks[src].succs.push(edge);
        self.f.blocks[dst].preds.push(edge);
        known.insert((src, dst), edge);
        Ok(())
    }

    fn order_predecessors(&mut self, known: &FxHashMap<(BlockId, BlockId), EdgeId>) -> Result<()> {
        for (block, sources) in std::mem::take(&mut self.scope.preds) {
            let edges: Option<EdgeList> =
                sources.iter().map(|&src| known.get(&(src, block)).copied()).collect();
            let unique: FxHashSet<BlockId> = sources.iter().copied().collect();
            let fits = edges.as_ref().is_some_and(|edges| {
                edges.len() == self.f.blocks[block].preds.len() && unique.len() == edges.len()
            });
            match edges.filter(|_| fits) {
                Some(edges) => {
                    for (index, &edge) in edges.iter().enumerate() {
                        self.f.edges[edge].dst_idx = index as u32;
                    }
                    self.f.blocks[block].preds = edges;
                }
                None => {
                    return self.error(format!("predecessors of <bb {}> do not fit", block.0));
                }
            }
        }
        Ok(())
    }

    /// Edges that what ends each block calls for.
    fn derived_edges(&self, shown: &[Shown]) -> Vec<Shown> {
        let f = &self.f;
        let edge = |src, dst, kind| Shown {
            src,
            dst,
            flags: None,
            kind,
            probability: Probability::UNKNOWN,
            args: Vec::new(),
        };
        let mut jumps: FxHashMap<BlockId, Vec<&Shown>> = FxHashMap::default();
        for jump in shown {
            jumps.entry(jump.src).or_default().push(jump);
        }
        let mut edges = vec![edge(ENTRY, f.next_block(ENTRY), EdgeFlags::FALLTHRU)];
        for block in f.block_order() {
            let last = f.last_stmt(block).map(|stmt| &f.stmts[stmt].kind);
            match last {
                Some(StmtKind::Switch(switch)) => {
                    for case in &switch.cases {
                        if let Some(dst) = f.labels.block(case.label) {
                            edges.push(edge(block, dst, EdgeFlags::NONE));
                        }
                    }
                }
                Some(StmtKind::Return(_)) => edges.push(edge(block, EXIT, EdgeFlags::NONE)),
                Some(StmtKind::Goto(_)) => {
                    let mut targets: Vec<BlockId> = f
                        .labels
                        .in_blocks()
                        .filter(|(label, _)| self.unit.decls[*label].name.is_some())
                        .map(|(_, block)| block)
                        .collect();
                    targets.sort_unstable();
                    edges.extend(
                        targets.into_iter().map(|dst| edge(block, dst, EdgeFlags::ABNORMAL)),
                    );
                }
                _ => match jumps.get(&block) {
                    Some(jumps) => {
                        edges.extend(jumps.iter().map(|jump| edge(block, jump.dst, jump.kind)));
                    }
                    None if self.ends_here(last) => {}
                    None => edges.push(edge(block, f.next_block(block), EdgeFlags::FALLTHRU)),
                },
            }
        }
        edges.retain(|edge| edge.dst.is_some());
        edges
    }

    fn ends_here(&self, last: Option<&StmtKind>) -> bool {
        matches!(last, Some(StmtKind::Call(call))
            if matches!(call.callee, Callee::Decl(decl)
                if self.unit.decls[decl].has(flag::NORETURN)))
    }

    /// Definitions, uses and φ arguments.
    fn link_names(&mut self) -> Result<()> {
        if self.scope.plain {
            let ssa = self.f.names.iter().any(|(_, data)| {
                !data.has(NameFlags::RELEASED) && (data.var.is_some() || data.def.is_some())
            }) || self.f.blocks.values().any(|block| !block.phis.is_empty());
            self.f.properties |= Prop::GIMPLE_ANY | Prop::GIMPLE_LCF | Prop::GIMPLE_LEH | Prop::CFG;
            if ssa {
                self.f.properties |= Prop::SSA;
            }
        }
        if !self.f.properties.intersects(Prop::SSA) {
            return Ok(());
        }
        let stmts: Vec<StmtId> = self
            .f
            .block_order()
            .into_iter()
            .flat_map(|block| {
                let phis: Vec<StmtId> = self.f.phis(block).collect();
                let stmts: Vec<StmtId> = self.f.block_stmts(block).collect();
                phis.into_iter().chain(stmts)
            })
            .collect();
        for stmt in stmts {
            let args: Option<(crate::ssa::SsaName, Vec<Operand>, BlockId)> =
                match &self.f.stmts[stmt].kind {
                    StmtKind::Phi(phi) => Some((
                        phi.result,
                        phi.args.iter().map(|arg| arg.value).collect(),
                        self.f.stmts[stmt].block,
                    )),
                    _ => None,
                };
            match args {
                Some((result, args, block)) => {
                    if args.len() != self.f.blocks[block].preds.len() {
                        return self
                            .error(format!("phi of <bb {}> has too few arguments", block.0));
                    }
                    self.f.names[result].def = stmt;
                    for (index, value) in args.into_iter().enumerate() {
                        self.f.set_phi_arg(stmt, index, value);
                    }
                }
                None => self.f.update_stmt(&self.unit, stmt),
            }
        }
        Ok(())
    }
}
