//! The CFG verifier.

use super::{Entity, Report, Verdict};
use crate::cfg::{BlockId, ENTRY, EXIT, EdgeFlags};
use crate::function::Function;
use crate::stmt::{Callee, StmtId, StmtKind};
use crate::tree::Operand;
use crate::unit::Unit;
use rustc_hash::FxHashSet;

/// Checks the graph, the layout and the statements' places in it.
pub fn verify_cfg(unit: &Unit, f: &Function) -> Verdict {
    let mut r = Report::new(unit, f);
    layout(&mut r);
    let mut dests = FxHashSet::default();
    for (id, block) in f.blocks.iter() {
        if r.is_full() {
            break;
        }
        if !f.is_live(id) {
            let empty = block.preds.is_empty() && block.succs.is_empty();
            if !empty || !block.phis.is_empty() || !block.stmts.is_empty() {
                r.add(Entity::Block(id), "block with edges or statements, but not in the layout");
            }
            continue;
        }
        dests.clear();
        edges(&mut r, id, &mut dests);
        if statements(&mut r, id) && id != ENTRY && id != EXIT {
            block_end(&mut r, id);
        }
    }
    if !f.blocks[ENTRY].preds.is_empty() {
        r.add(Entity::Block(ENTRY), "entry block has predecessors");
    }
    if !f.blocks[EXIT].succs.is_empty() {
        r.add(Entity::Block(EXIT), "exit block has successors");
    }
    for (label, block) in f.labels.in_blocks() {
        if !f.is_live(block) {
            r.add(Entity::Block(block), format!("label {label:?} registered for a removed block"));
        }
    }
    r.finish()
}

fn layout(r: &mut Report<'_>) {
    let f = r.f;
    if f.blocks.len() != f.layout.len() || f.blocks.len() != f.block_info.len() {
        return r.add(Entity::Function, "tables of blocks of different lengths");
    }
    let live = f.blocks.keys().filter(|&block| f.is_live(block)).count();
    let (mut count, mut block, mut prev) = (0, ENTRY, BlockId::NONE);
    while block.is_some() && count <= live {
        if f.blocks.get(block).is_none() {
            return r.add(Entity::Block(prev), "next block does not exist");
        }
        let before = f.prev_block(block);
        if before != prev {
            r.add(Entity::Block(block), format!("prev_bb is {before:?}, not {prev:?}"));
        }
        count += 1;
        prev = block;
        block = f.next_block(block);
    }
    if prev != EXIT {
        r.add(Entity::Block(prev), "layout does not end in the exit block");
    }
    if count != live {
        r.add(Entity::Function, format!("layout has {count} blocks, {live} are live"));
    }
}

fn edges(r: &mut Report<'_>, id: BlockId, dests: &mut FxHashSet<BlockId>) {
    let f = r.f;
    let block = &f.blocks[id];
    for (index, &edge) in block.succs.iter().enumerate() {
        let Some(e) = f.edges.get(edge) else {
            r.add(Entity::Block(id), format!("successor {edge:?} does not exist"));
            continue;
        };
        if e.src != id || e.src_idx as usize != index {
            r.add(Entity::Edge(edge), "edge disagrees with its source's successors");
        }
        let back = f.blocks.get(e.dst).and_then(|dst| dst.preds.get(e.dst_idx as usize));
        if back != Some(&edge) || !f.is_live(e.dst) {
            r.add(Entity::Edge(edge), "edge disagrees with its destination's predecessors");
        }
        if !dests.insert(e.dst) {
            r.add(Entity::Edge(edge), "duplicate edge");
        }
    }
    for (index, &edge) in block.preds.iter().enumerate() {
        let fits = f.edges.get(edge).is_some_and(|e| {
            e.dst == id
                && e.dst_idx as usize == index
                && f.blocks.get(e.src).and_then(|src| src.succs.get(e.src_idx as usize))
                    == Some(&edge)
        });
        if !fits {
            r.add(Entity::Edge(edge), "edge disagrees with its ends");
        }
    }
}

/// Links and places of a block's statements. Returns whether they can be walked.
fn statements(r: &mut Report<'_>, id: BlockId) -> bool {
    let f = r.f;
    for (phis, seq) in [(true, f.blocks[id].phis), (false, f.blocks[id].stmts)] {
        let (mut prev, mut stmt, mut steps) = (StmtId::NONE, seq.first, 0);
        let mut labels = true;
        while stmt.is_some() {
            let Some(s) = f.stmts.get(stmt) else {
                r.add(Entity::Block(id), format!("{stmt:?} does not exist"));
                return false;
            };
            steps += 1;
            if steps > f.stmts.len() {
                r.add(Entity::Block(id), "statements form a cycle");
                return false;
            }
            if s.prev != prev {
                r.stmt(stmt, "previous statement is not the one before");
            }
            if s.block != id {
                r.stmt(stmt, format!("statement of <bb {}> says it is in {:?}", id.0, s.block));
            }
            if f.is_phi(stmt) != phis {
                r.stmt(stmt, "phi among statements, or statement among phis");
            }
            if let StmtKind::Label(label) = s.kind {
                if !labels {
                    r.stmt(stmt, "label in the middle of a block");
                }
                if f.labels.block(label) != Some(id) {
                    r.stmt(stmt, "label is not registered for its block");
                }
            } else {
                labels = false;
            }
            if s.next.is_some() && ends_block(&s.kind) {
                r.stmt(stmt, "control flow in the middle of a block");
            }
            (prev, stmt) = (stmt, s.next);
        }
        if seq.last != prev {
            r.add(Entity::Block(id), "last statement is not the last of the chain");
        }
    }
    true
}

fn ends_block(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Cond { .. }
        | StmtKind::Switch(_)
        | StmtKind::Goto(_)
        | StmtKind::Return(_)
        | StmtKind::Bind { .. }
        | StmtKind::Try { .. }
        | StmtKind::WithCleanup { .. } => true,
        StmtKind::Asm(asm) => !asm.labels.is_empty(),
        _ => false,
    }
}

/// Whether the edges that leave a block are those its last statement calls for.
fn block_end(r: &mut Report<'_>, id: BlockId) {
    let f = r.f;
    let entity = Entity::Block(id);
    let flags: Vec<EdgeFlags> = f.blocks[id].succs.iter().map(|&e| f.edges[e].flags).collect();
    let count = |flag: EdgeFlags| flags.iter().filter(|flags| flags.intersects(flag)).count();
    let fallthru = count(EdgeFlags::FALLTHRU);
    let last = f.last_stmt(id);
    match last.map(|stmt| &f.stmts[stmt].kind) {
        Some(StmtKind::Cond { true_label, false_label, .. }) => {
            let (on_true, on_false) = (count(EdgeFlags::TRUE_VALUE), count(EdgeFlags::FALSE_VALUE));
            if flags.len() != 2 || on_true != 1 || on_false != 1 || fallthru != 0 {
                r.add(entity, "wrong outgoing edges after a condition");
            }
            if true_label.is_some() || false_label.is_some() {
                r.add(entity, "labels in a condition of a CFG");
            }
        }
        Some(StmtKind::Goto(target)) => {
            if matches!(target, Operand::Decl(decl)
                if r.unit.decls[*decl].kind == crate::decl::DeclKind::Label)
            {
                r.add(entity, "explicit goto at the end of a block");
            } else if fallthru != 0 || count(EdgeFlags::ABNORMAL) != flags.len() {
                r.add(entity, "wrong outgoing edges after a computed goto");
            }
        }
        Some(StmtKind::Return(_)) => {
            let to_exit = f.single_succ(id).is_some_and(|edge| f.edges[edge].dst == EXIT);
            if !to_exit || fallthru != 0 {
                r.add(entity, "wrong outgoing edges after a return");
            }
        }
        Some(StmtKind::Switch(switch)) => {
            if count(EdgeFlags::FALLTHRU | EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE) != 0 {
                r.add(entity, "wrong outgoing edges after a switch");
            }
            let wanted: FxHashSet<Option<BlockId>> =
                switch.cases.iter().map(|case| f.labels.block(case.label)).collect();
            if wanted.contains(&None) {
                r.add(entity, "case label stands in no block");
            }
            let found: FxHashSet<Option<BlockId>> =
                f.blocks[id].succs.iter().map(|&e| Some(f.edges[e].dst)).collect();
            if wanted != found {
                r.add(entity, "edges after a switch do not lead to its cases");
            }
        }
        kind => {
            if count(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE) != 0 {
                r.add(entity, "true or false edge without a condition");
            }
            let normal =
                flags.iter().filter(|&&flags| !flags.intersects(EdgeFlags::COMPLEX)).count();
            let asm_goto = matches!(kind, Some(StmtKind::Asm(asm)) if !asm.labels.is_empty());
            if normal > 1 && !asm_goto {
                r.add(entity, "several ways out without a control statement");
            }
            if normal == 0 && !ends_function(r, kind) {
                r.add(entity, "control flow falls off a block");
            }
        }
    }
}

/// Whether what ends a block may be followed by nothing: calls that do not return.
fn ends_function(r: &Report<'_>, kind: Option<&StmtKind>) -> bool {
    match kind {
        Some(StmtKind::Call(call)) => match call.callee {
            Callee::Decl(decl) => r.unit.decls[decl].has(crate::decl::flag::NORETURN),
            // A volatile function type is not kept; an internal function may be the end of the line.
            Callee::Pointer(_) | Callee::Internal(_) => true,
        },
        _ => false,
    }
}
