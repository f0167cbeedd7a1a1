//! The graph whose arcs are counted, and its spanning tree.
//!
//! ```text
//!   entry → 2, 2 → 3, 2 → 4, 3 → 4, 4 → exit       tree: 4 → exit, 3 → 4, 2 → 4       counted: entry → 2, 2 → 3
//! ```
//!
//! To the arcs of the control flow graph come those of paths that are not in it: from a block that ends with a call that
//! may not return to the exit, and where control arrives abnormally, from the entry. They and the arcs to the exit go
//! on the tree first, as nothing can be inserted there.

use crate::edit::cfg_edit::split_block;
use crate::effects::call_effects;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::unit::Unit;

/// An arc between blocks, known by their numbers in the layout.
pub struct Arc {
    pub src: u32,
    pub dst: u32,
    /// The edge; none for a way that is not in the control flow graph.
    pub edge: EdgeId,
    pub on_tree: bool,
    /// The destination is next in the layout.
    pub falls_through: bool,
}

impl Arc {
    /// Whether it stands for a way that is not in the control flow graph.
    pub fn is_fake(&self) -> bool {
        self.edge.is_none()
    }
}

/// The arcs of a function in the order of their sources.
pub struct Graph {
    pub arcs: Vec<Arc>,
    /// The blocks in order, entry and exit first.
    pub blocks: Vec<BlockId>,
}

/// Whether control may leave the function within a statement (`need_fake_edge_p`).
fn may_not_go_on(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => {
            let flags = call_effects::call_flags(unit, f, stmt);
            let forks = call_effects::callee_builtin(unit, call) == Some(Builtin::Fork);
            let known = call_effects::callee_builtin(unit, call).is_some()
                && flags.intersects(Ecf::NOTHROW)
                && !flags.intersects(Ecf::RETURNS_TWICE);
            forks || !flags.intersects(Ecf::CONST | Ecf::PURE | Ecf::NORETURN) && !known
        }
        StmtKind::Asm(asm) => asm.volatile || asm.outputs.is_empty(),
        _ => false,
    }
}

/// Splits blocks after statements within which control may leave the function.
pub fn end_blocks_at_calls(unit: &Unit, f: &mut Function) {
    let blocks = f.block_order();
    for block in blocks {
        let mut at = block;
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for (index, &stmt) in stmts.iter().enumerate() {
            if index + 1 < stmts.len() && may_not_go_on(unit, f, stmt) {
                let edge = split_block(f, at, stmt);
                at = f.edges[edge].dst;
            }
        }
    }
}

impl Graph {
    /// The graph of a function, with its tree.
    pub fn of(unit: &Unit, f: &Function) -> Graph {
        let mut blocks = vec![ENTRY, EXIT];
        blocks.extend(f.block_order());
        let mut number: EntityVec<BlockId, u32> = EntityVec::new();
        f.blocks.iter().for_each(|_| {
            number.push(0);
        });
        for (position, &block) in blocks.iter().enumerate() {
            number[block] = position as u32;
        }
        let arrived = |block: BlockId| {
            let complex = |&edge: &EdgeId| f.edges[edge].flags.intersects(EdgeFlags::COMPLEX);
            f.blocks[block].preds.iter().any(complex)
        };
        let mut arcs = Vec::new();
        for (position, &block) in blocks.iter().enumerate().filter(|&(_, &block)| block != EXIT) {
            let src = position as u32;
            let mut leaves = f.blocks[block].succs.is_empty();
            for &edge in &f.blocks[block].succs {
                let data = &f.edges[edge];
                if data.flags.intersects(EdgeFlags::COMPLEX) {
                    leaves = true;
                    continue;
                }
                let next = position >= 2 && blocks.get(position + 1) == Some(&data.dst);
                let chosen = data.flags.intersects(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE);
                let falls_through = data.flags.intersects(EdgeFlags::FALLTHRU) || chosen && next;
                let dst = number[data.dst];
                arcs.push(Arc { src, dst, edge, on_tree: false, falls_through });
            }
            let fake = |src, dst| Arc {
                src,
                dst,
                edge: EdgeId::NONE,
                on_tree: false,
                falls_through: false,
            };
            if block == ENTRY {
                let entered = blocks.iter().enumerate().skip(2).filter(|&(_, &b)| arrived(b));
                arcs.extend(entered.map(|(position, _)| fake(0, position as u32)));
            } else if leaves || f.last_stmt(block).is_some_and(|last| may_not_go_on(unit, f, last))
            {
                arcs.push(fake(src, 1));
            }
        }
        let mut graph = Graph { arcs, blocks };
        graph.grow_tree(f);
        graph
    }

    fn grow_tree(&mut self, f: &Function) {
        let mut classes = Classes((0..self.blocks.len() as u32).collect());
        classes.join(0, 1);
        let critical = |arc: &Arc| !arc.is_fake() && f.is_critical(arc.edge);
        let rounds: [&dyn Fn(&Arc) -> bool; 4] =
            [&|arc| arc.is_fake(), &|arc| arc.dst == 1, &critical, &|_| true];
        for chosen in rounds {
            for arc in self.arcs.iter_mut().rev() {
                if !arc.on_tree && chosen(arc) {
                    arc.on_tree = classes.join(arc.src, arc.dst);
                }
            }
        }
    }
}

/// Classes of blocks that are joined by arcs of the tree.
struct Classes(Vec<u32>);

impl Classes {
    fn find(&mut self, mut of: u32) -> u32 {
        while self.0[of as usize] != of {
            let up = self.0[of as usize];
            self.0[of as usize] = self.0[up as usize];
            of = up;
        }
        of
    }

    /// Joins two classes; whether they were two.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a as usize] = b;
        a != b
    }
}
