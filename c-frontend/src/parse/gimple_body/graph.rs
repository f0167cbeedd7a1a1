//! Blocks, edges and uses of a body that has them.

use super::{Body, Jump, MAX_NUMBER, PendingPhi};
use crate::parse::Parser;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, PROB_BASE, Probability};
use gimple::decl::flag;
use gimple::function::Prop;
use gimple::location::Location;
use gimple::ssa::NameFlags;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::Operand;

impl Parser<'_> {
    /// Begins the block of a number.
    pub(super) fn gimple_begin_block(&mut self, body: &mut Body, number: u32, loc: Location) {
        if !(2..MAX_NUMBER).contains(&number) {
            self.error(loc, "invalid basic block index");
            return;
        }
        self.close_block(body, loc);
        let block = BlockId(number);
        while body.f.blocks.len() <= number as usize {
            body.f.add_block();
        }
        if body.f.is_live(block) {
            self.error(loc, "duplicate basic block");
            return;
        }
        let last = body.f.prev_block(EXIT);
        body.f.place_block(block, last);
        body.block = block;
    }

    /// A block must end in a jump or `return` before another begins, unless control cannot get there.
    fn close_block(&mut self, body: &mut Body, loc: Location) {
        if body.block.is_none() || body.jumps.last().is_some_and(|jump| jump.src == body.block) {
            return;
        }
        let last = body.f.blocks[body.block].stmts.last;
        let ends = last.is_some()
            && match &body.f.stmts[last].kind {
                StmtKind::Return(_) | StmtKind::Switch(_) | StmtKind::Goto(_) => true,
                StmtKind::Call(call) => matches!(call.callee, Callee::Decl(decl)
                    if self.cx.unit.decls[decl].has(flag::NORETURN)),
                _ => false,
            };
        if !ends {
            self.error(loc, "stmt expected to end the basic block");
        }
    }

    /// Makes the edges, gives φs their arguments, and links the uses of names.
    pub(super) fn finish_gimple_graph(&mut self, body: &mut Body) {
        let end = self.previous().loc;
        let first = body.f.next_block(ENTRY);
        if first == EXIT {
            self.error(end, "function without basic blocks");
            return;
        }
        self.close_block(body, end);
        body.f.make_edge_unchecked(ENTRY, first, EdgeFlags::FALLTHRU);
        for jump in std::mem::take(&mut body.jumps) {
            self.make_gimple_edge(body, &jump);
        }
        for block in body.f.block_order() {
            let last = body.f.blocks[block].stmts.last;
            if last.is_none() {
                continue;
            }
            match &body.f.stmts[last].kind {
                StmtKind::Return(_) => {
                    body.f.make_edge_unchecked(block, EXIT, EdgeFlags::NONE);
                }
                StmtKind::Switch(switch) => {
                    let labels: Vec<_> = switch.cases.iter().map(|case| case.label).collect();
                    for label in labels {
                        if let Some(target) = body.f.labels.block(label) {
                            body.f.make_edge(block, target, EdgeFlags::NONE);
                        }
                    }
                }
                _ => {}
            }
        }
        self.set_counts(body);
        if body.specs.ssa && self.cx.unit.diagnostics.error_count() == 0 {
            self.link_gimple_names(body, end);
        }
    }

    fn make_gimple_edge(&mut self, body: &mut Body, jump: &Jump) {
        let dst = BlockId(jump.dst);
        if !body.f.is_live(dst) || jump.dst < 2 {
            self.error(jump.loc, format!("no basic block {}", jump.dst));
            return;
        }
        if let Some(edge) = body.f.make_edge(jump.src, dst, jump.flags) {
            body.f.edges[edge].probability = jump.probability;
        }
    }

    fn set_counts(&mut self, body: &mut Body) {
        if let Some((count, _)) = body.specs.count {
            body.f.block_info[ENTRY].count = count;
            body.f.block_info[EXIT].count = count;
        }
    }

    /// Definitions, uses and the arguments of φs.
    fn link_gimple_names(&mut self, body: &mut Body, end: Location) {
        for PendingPhi { phi, args, loc } in std::mem::take(&mut body.phis) {
            let block = body.f.stmts[phi].block;
            let edges = body.f.blocks[block].preds.to_vec();
            if edges.len() != args.len() {
                self.error(loc, "wrong number of arguments of ‘__PHI’");
                return;
            }
            for (source, value) in args {
                let found = edges.iter().find(|&&edge| body.f.edges[edge].src == BlockId(source));
                match found {
                    Some(&edge) => body.f.add_phi_arg(phi, edge, value, loc),
                    None => {
                        self.error(loc, format!("no edge from basic block {source}"));
                        return;
                    }
                }
            }
        }
        body.f.properties |= Prop::SSA;
        let stmts: Vec<StmtId> = body
            .f
            .block_order()
            .into_iter()
            .flat_map(|block| body.f.block_stmts(block).collect::<Vec<_>>())
            .collect();
        for stmt in stmts {
            body.f.update_stmt(&self.cx.unit, stmt);
        }
        let undefined = body.f.names.iter().find(|(_, data)| {
            data.def.is_none()
                && !data.flags.intersects(NameFlags::RELEASED | NameFlags::DEFAULT_DEF)
        });
        if let Some((name, _)) = undefined {
            self.error(end, format!("SSA name version {} has no definition", name.0));
        }
    }

    /// The probability after a jump.
    pub(super) fn scaled_probability(value: u64) -> Probability {
        Probability(value.min(PROB_BASE.into()) as u32)
    }

    /// Lets a variable whose address is taken live in memory.
    pub(super) fn mark_gimple_addressable(&mut self, object: Operand) {
        if let Operand::Decl(decl) = self.cx.unit.trees.base_address(object) {
            self.cx.unit.decls[decl].flags |= flag::ADDRESSABLE;
        }
    }
}
