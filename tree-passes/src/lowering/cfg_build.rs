//! Pass `cfg`: the statements of a function become basic blocks and edges.
//!
//! ```text
//! if (n != 0) goto <D.2>; else goto <D.1>;      <bb 2> :
//! <D.1>:                                        if (n != 0)
//! f (n);                                          goto <bb 4>; [INV]
//! <D.2>:                                        else
//! return;                                         goto <bb 3>; [INV]
//!
//!                                               <bb 3> :
//!                                               f (n);
//!
//!                                               <bb 4> :
//!                                               return;
//! ```
//!
//! Blocks begin at leaders (Aho, Sethi, Ullman, "Compilers", 9.4); they and their edges are made in the order of the
//! statements, so that numbers, predecessors and successors come out as GCC's. Computed jumps are factored: all of a
//! function go through one block, so that edges stay linear in the jumps and labels.

use crate::lowering::gimple_low::artificial_label;
use fixedbitset::FixedBitSet;
use gimple::aside::Aside;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::debug_stmts::{DebugKind, DebugPlace};
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Call, Callee, InternalFn, Seq, Stmt, StmtId, StmtInfo, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::cleanup::cfg_cleanup;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::call_can_make_abnormal_goto;
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::edit::cfg_edit::group_case_labels;
use tree_ssa::edit::locals::new_local;
use tree_ssa::effects::call_effects;
use tree_ssa::graph::natural_loops;

/// `cfg` for the pass table.
pub const PASS: Pass =
    Pass::tree("cfg", execute).requires(Prop::GIMPLE_LEH).provides(Prop::CFG.union(Prop::LOOPS));

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut body = std::mem::take(&mut f.body);
    f.init_cfg();
    f.debug.binds = cx.options.debug_binds();
    let trailing = hang_markers(cx.unit, f, &mut body);
    let labels = make_blocks(cx.unit, f, body);
    for StmtInfo { loc, scope, .. } in trailing {
        let end = DebugPlace::AtEnd(f.prev_block(EXIT));
        f.add_debug(cx.unit, end, DebugKind::BeginStmt, (loc, scope));
    }
    let order = f.block_order();
    let naming = make_edges(cx.unit, f, &labels, &order);
    if cx.options.code.debug.level > 0 {
        discriminate(cx.unit, f, &order);
    }
    cleanup_dead_labels(cx.unit, f, &labels, &naming);
    cfg_cleanup::clean_up(cx, f);
    f.compact_cfg();
    natural_loops::find_loops(f);
    natural_loops::dump_loops(f, &mut cx.dump);
    Todo::NONE
}

/// Takes the markers out of the list of statements: each is before the next statement that is no label. Returns the places
/// of those with none after them.
fn hang_markers(unit: &Unit, f: &mut Function, body: &mut Seq) -> Vec<StmtInfo> {
    let mut pending: Vec<StmtInfo> = Vec::new();
    if !f.debug.markers {
        return pending;
    }
    let mut stmt = body.first;
    while stmt.is_some() {
        let Stmt { next, prev, .. } = f.stmts[stmt];
        match f.stmts[stmt].kind {
            StmtKind::BeginStmt => {
                pending.push(f.stmt_info[stmt]);
                f.unlink_stmt(stmt);
                body.first = if body.first == stmt { next } else { body.first };
                body.last = if body.last == stmt { prev } else { body.last };
            }
            StmtKind::Label(_) => {}
            _ => {
                for StmtInfo { loc, scope, .. } in pending.drain(..) {
                    let place = DebugPlace::Before(stmt);
                    f.add_debug(unit, place, DebugKind::BeginStmt, (loc, scope));
                }
            }
        }
        stmt = next;
    }
    f.debug.markers = false;
    pending
}

/// The labels of a block.
#[derive(Clone, Copy)]
struct BlockLabels {
    /// The one that jumps to the block name: the first of the user's, or else the first.
    main: DeclId,
    /// Whether there is no other, and only jumps of this function may name it.
    plain: bool,
}

impl BlockLabels {
    const NONE: BlockLabels = BlockLabels { main: DeclId::NONE, plain: true };

    /// Adds the next label.
    fn add(&mut self, unit: &Unit, label: DeclId) {
        let is_artificial = |label: DeclId| unit.decls[label].has(flag::ARTIFICIAL);
        self.plain = self.main.is_none() && !stays(unit, label);
        if self.main.is_none() || (is_artificial(self.main) && !is_artificial(label)) {
            self.main = label;
        }
    }
}

/// Whether a label stays though no jump names it.
fn stays(unit: &Unit, label: DeclId) -> bool {
    let label = &unit.decls[label];
    !label.has(flag::ARTIFICIAL) || label.flags & (flag::NONLOCAL | flag::FORCED_LABEL) != 0
}

/// Distributes the statements over blocks: they are linked already, and each block takes a stretch of them.
fn make_blocks(unit: &mut Unit, f: &mut Function, body: Seq) -> Vec<BlockLabels> {
    // A branch with two arms is seven statements, and makes three blocks and four edges.
    f.reserve_blocks(f.stmts.len() / 7 * 3);
    f.edges.reserve(f.stmts.len() / 7 * 4);
    let mut labels = vec![BlockLabels::NONE; 2];
    let mut block = ENTRY;
    let mut start_new = true;
    let (mut stmts, mut stmt) = (Seq::EMPTY, body.first);
    while stmt.is_some() {
        if start_new || starts_block(unit, f, stmt, stmts.last) {
            f.fill_block(block, stmts);
            block = f.create_block(block);
            labels.push(BlockLabels::NONE);
            stmts.first = stmt;
        }
        stmts.last = stmt;
        f.stmts[stmt].block = block;
        if let StmtKind::Label(label) = f.stmts[stmt].kind {
            f.labels.place(label, block);
            labels[block.0 as usize].add(unit, label);
        }
        start_new = ends_block(unit, f, stmt);
        if start_new && let Some(copy) = separate_result(unit, f, stmt) {
            // It is the next statement, and begins a block.
            let next = std::mem::replace(&mut f.stmts[stmt].next, copy);
            f.stmts[copy].next = next;
            if next.is_some() {
                f.stmts[next].prev = copy;
            }
        }
        stmt = f.stmts[stmt].next;
    }
    f.fill_block(block, stmts);
    if block == ENTRY {
        f.create_block(ENTRY);
        labels.push(BlockLabels::NONE);
    }
    labels
}

/// Whether a statement must be the first of its block.
fn starts_block(unit: &Unit, f: &Function, stmt: StmtId, previous: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Label(label) => {
            if unit.decls[label].flags & (flag::NONLOCAL | flag::FORCED_LABEL) != 0 {
                return true;
            }
            match previous.expand().map(|previous| &f.stmts[previous].kind) {
                Some(StmtKind::Label(before)) => {
                    let before = &unit.decls[*before];
                    before.has(flag::NONLOCAL) || !before.has(flag::ARTIFICIAL)
                }
                _ => true,
            }
        }
        StmtKind::Call(_) => call_effects::call_flags(unit, f, stmt).intersects(Ecf::RETURNS_TWICE),
        _ => false,
    }
}

/// A call that may return elsewhere must not set a variable on the way: its result gets a temporary.
fn separate_result(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> Option<StmtId> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    let lhs = call.lhs;
    if lhs.is_none() || !call_can_make_abnormal_goto(unit, f, stmt) {
        return None;
    }
    let ty = unit.type_of(f, lhs);
    if !unit.types.is_register_type(ty) {
        return None;
    }
    let temp = new_local(unit, f, ty, None);
    let copy = f.new_stmt_at(stmt, StmtKind::copy(lhs, Operand::Decl(temp)));
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
        call.lhs = Operand::Decl(temp);
    }
    if let Operand::Ssa(name) = lhs {
        f.names[name].def = copy;
    }
    Some(copy)
}

/// Removes labels that nothing names any more.
pub fn remove_dead_labels(unit: &Unit, f: &mut Function) {
    let mut labels = vec![BlockLabels::NONE; f.blocks.len()];
    let (mut naming, mut found) = (Vec::new(), false);
    for block in f.block_order() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some()
            && let StmtKind::Label(label) = f.stmts[stmt].kind
        {
            labels[block.0 as usize].add(unit, label);
            found = true;
            stmt = f.stmts[stmt].next;
        }
        let last = f.last_stmt(block).map(|last| &f.stmts[last].kind);
        if matches!(last, Some(StmtKind::Switch(_) | StmtKind::Goto(_) | StmtKind::Asm(_))) {
            naming.push(block);
        }
    }
    if found {
        cleanup_dead_labels(unit, f, &labels, &naming);
    }
}

/// Lets what still names labels name the main ones of their blocks, and removes labels nothing names
/// (`cleanup_dead_labels`). Only the blocks of `naming` end in statements that name labels.
fn cleanup_dead_labels(unit: &Unit, f: &mut Function, labels: &[BlockLabels], naming: &[BlockId]) {
    let mut used = FixedBitSet::with_capacity(f.blocks.len());
    for &block in naming {
        let Some(last) = f.last_stmt(block) else { continue };
        let blocks = &f.labels;
        each_label(&mut f.stmts[last].kind, &mut |label| {
            if let Some(target) = blocks.block(*label) {
                used.insert(target.0 as usize);
                *label = labels[target.0 as usize].main;
            }
        });
    }
    for number in 0..f.blocks.len() {
        // Blocks made for abnormal edges need no label.
        let made_since = BlockLabels { main: DeclId::NONE, plain: false };
        let own = labels.get(number).copied().unwrap_or(made_since);
        let is_used = used.contains(number);
        if !own.plain || own.main.is_some() && !is_used {
            remove_labels(unit, f, BlockId(number as u32), own, is_used);
        }
    }
}

/// Removes the labels of a block but those that stay anyway, and the main one if it is used.
fn remove_labels(unit: &Unit, f: &mut Function, block: BlockId, own: BlockLabels, is_used: bool) {
    let mut stmt = f.blocks[block].stmts.first;
    while stmt.is_some() {
        let next = f.stmts[stmt].next;
        let StmtKind::Label(label) = f.stmts[stmt].kind else { break };
        let is_kept = is_used && label == own.main;
        if !is_kept && (own.plain || !stays(unit, label)) {
            f.unlink_stmt(stmt);
            f.labels.remove(label);
        }
        stmt = next;
    }
}

/// The statement a block that is jumped to begins with, labels that are not to stay left out.
fn first_to_stay(unit: &Unit, f: &Function, block: BlockId, main: DeclId) -> Option<StmtId> {
    let mut at = f.blocks[block].stmts.first;
    while at.is_some()
        && let StmtKind::Label(label) = f.stmts[at].kind
        && label != main
        && !stays(unit, label)
    {
        at = f.stmts[at].next;
    }
    at.expand()
}

/// Calls `change` on each label a statement may jump to.
fn each_label(kind: &mut StmtKind, change: &mut dyn FnMut(&mut DeclId)) {
    match kind {
        StmtKind::Cond { true_label, false_label, .. } => {
            for label in [true_label, false_label] {
                if label.is_some() {
                    change(label);
                }
            }
        }
        StmtKind::Switch(switch) => {
            switch.cases.iter_mut().for_each(|case| change(&mut case.label));
        }
        StmtKind::Goto(Operand::Decl(label)) => change(label),
        StmtKind::Asm(asm) => asm.labels.iter_mut().for_each(change),
        _ => {}
    }
}

/// Makes the edges, block by block; cases are grouped first. Returns the blocks whose last statement still names labels.
fn make_edges(
    unit: &mut Unit,
    f: &mut Function,
    labels: &[BlockLabels],
    order: &[BlockId],
) -> Vec<BlockId> {
    let (mut naming, mut computed, mut abnormal) = (Vec::new(), Vec::new(), Vec::new());
    f.make_edge(ENTRY, f.next_block(ENTRY), EdgeFlags::FALLTHRU);
    for &block in order {
        let mut falls = true;
        if let Some(last) = f.last_stmt(block) {
            group_case_labels(unit, f, block);
            falls = make_block_edges(unit, f, labels, block, last, &mut computed);
            if matches!(f.stmts[last].kind, StmtKind::Switch(_) | StmtKind::Asm(_)) {
                naming.push(block);
            }
            if matches!(f.stmts[last].kind, StmtKind::Call(_)) {
                if call_can_make_abnormal_goto(unit, f, last) {
                    abnormal.push(block);
                }
                falls = !call_effects::call_flags(unit, f, last).intersects(Ecf::NORETURN);
                // A return statement in all but name.
                if call_effects::builtin_at(unit, f, last) == Some(Builtin::Return) {
                    f.make_edge(block, EXIT, EdgeFlags::NONE);
                }
            }
        }
        if falls {
            let next = f.next_block(block);
            f.make_edge(block, next, EdgeFlags::FALLTHRU);
        }
    }
    if !computed.is_empty() || !abnormal.is_empty() {
        make_abnormal_edges(unit, f, order, &computed, &abnormal);
    }
    naming
}

/// Numbers the blocks of each line that control goes between, as GCC does.
fn discriminate(unit: &Unit, f: &mut Function, order: &[BlockId]) {
    let sources = &unit.diagnostics.sources;
    let mut near = 0;
    let mut place = |f: &Function, stmt: StmtId| {
        let loc = f.stmt_info[stmt].loc;
        (!loc.is_unknown()).then(|| {
            let position = sources.position_after(loc, &mut near);
            (position.file, position.line)
        })
    };
    let mut of_line: FxHashMap<u32, u32> = FxHashMap::default();
    for &block in order {
        let Some(line) = f.last_stmt(block).and_then(|last| place(f, last)) else { continue };
        for index in 0..f.blocks[block].succs.len() {
            let to = f.edges[f.blocks[block].succs[index]].dst;
            let mut first = f.blocks[to].stmts.first;
            while first.is_some() && matches!(f.stmts[first].kind, StmtKind::Label(_)) {
                first = f.stmts[first].next;
            }
            let ends = [Some(first).filter(|first| first.is_some()), f.last_stmt(to)];
            if !ends.into_iter().flatten().any(|stmt| place(f, stmt) == Some(line)) {
                continue;
            }
            let number = of_line.entry(line.1).or_default();
            *number += 1;
            let entered = f.block_info[to].discriminator != 0;
            let own = entered && f.block_info[block].discriminator == 0;
            f.block_info[if own { block } else { to }].discriminator = *number;
        }
    }
}

/// Gives an edge the place of a statement.
fn locate(f: &mut Function, edge: EdgeId, stmt: StmtId) {
    let StmtInfo { loc, scope, .. } = f.stmt_info[stmt];
    (f.edges[edge].loc, f.edges[edge].scope) = (loc, scope);
}

/// The edges that leave a block by its last statement. Returns whether control also falls through.
fn make_block_edges(
    unit: &Unit,
    f: &mut Function,
    labels: &[BlockLabels],
    block: BlockId,
    last: StmtId,
    computed: &mut Vec<BlockId>,
) -> bool {
    match &f.stmts[last].kind {
        &StmtKind::Goto(Operand::Decl(label)) if f.labels.stands(label) => {
            if let Some(to) = f.labels.block(label)
                && let Some(edge) = f.make_edge(block, to, EdgeFlags::FALLTHRU)
            {
                locate(f, edge, last);
            }
            f.unlink_stmt(last);
            false
        }
        StmtKind::Goto(_) => {
            computed.push(block);
            false
        }
        StmtKind::Return(_) => {
            f.make_edge(block, EXIT, EdgeFlags::NONE);
            false
        }
        &StmtKind::Cond { true_label, false_label, .. } => {
            for (label, flags) in
                [(true_label, EdgeFlags::TRUE_VALUE), (false_label, EdgeFlags::FALSE_VALUE)]
            {
                let Some(to) = f.labels.block(label) else { continue };
                let first = first_to_stay(unit, f, to, labels[to.0 as usize].main);
                if let (Some(edge), Some(first)) = (f.make_edge(block, to, flags), first) {
                    locate(f, edge, first);
                }
            }
            if let StmtKind::Cond { true_label, false_label, .. } = &mut f.stmts[last].kind {
                (*true_label, *false_label) = (DeclId::NONE, DeclId::NONE);
            }
            false
        }
        StmtKind::Switch(switch) => {
            let mut seen = FixedBitSet::with_capacity(f.blocks.len());
            let targets = switch.cases.iter().filter_map(|case| f.labels.block(case.label));
            let targets: Vec<BlockId> = targets.filter(|to| !seen.put(to.0 as usize)).collect();
            for to in targets {
                f.make_edge_unchecked(block, to, EdgeFlags::NONE);
            }
            false
        }
        StmtKind::Asm(asm) => {
            let targets = asm.labels.iter().filter_map(|&label| f.labels.block(label));
            for to in targets.collect::<Vec<_>>() {
                f.make_edge(block, to, EdgeFlags::NONE);
            }
            true
        }
        _ => true,
    }
}

/// The edges of jumps to computed addresses, and of calls that return elsewhere, each kind through one block.
fn make_abnormal_edges(
    unit: &mut Unit,
    f: &mut Function,
    order: &[BlockId],
    computed: &[BlockId],
    abnormal: &[BlockId],
) {
    let (mut goto_block, mut call_block) = (BlockId::NONE, BlockId::NONE);
    for &block in order {
        let labels: Vec<DeclId> = f
            .block_stmts(block)
            .map_while(|stmt| match f.stmts[stmt].kind {
                StmtKind::Label(label) => Some(label),
                _ => None,
            })
            .collect();
        for label in labels {
            if unit.decls[label].has(flag::FORCED_LABEL) && !computed.is_empty() {
                if goto_block.is_none() {
                    goto_block = factor_computed_gotos(unit, f, block, computed);
                }
                f.make_edge(goto_block, block, EdgeFlags::ABNORMAL);
            }
            if unit.decls[label].has(flag::NONLOCAL) && !abnormal.is_empty() {
                if call_block.is_none() {
                    call_block = abnormal_dispatcher(unit, f, block, abnormal);
                }
                f.make_edge(call_block, block, EdgeFlags::ABNORMAL);
                break;
            }
        }
        let returns_twice = f.first_after_labels(block).is_some_and(|stmt| {
            call_effects::call_flags(unit, f, stmt).intersects(Ecf::RETURNS_TWICE)
        });
        if returns_twice && !abnormal.is_empty() {
            if call_block.is_none() {
                call_block = abnormal_dispatcher(unit, f, block, abnormal);
            }
            f.make_edge(call_block, block, EdgeFlags::ABNORMAL);
        }
    }
}

/// One block that jumps to the address in a variable, which all computed jumps set.
fn factor_computed_gotos(
    unit: &mut Unit,
    f: &mut Function,
    after: BlockId,
    computed: &[BlockId],
) -> BlockId {
    let factored = f.create_block(after);
    let void_ptr = unit.common.void_ptr;
    let var = Operand::Decl(new_local(unit, f, void_ptr, Some("gotovar")));
    let label = artificial_label(unit, f, Location::UNKNOWN);
    let stmt = f.new_stmt(StmtKind::Label(label), Location::UNKNOWN);
    f.append_to_block(factored, stmt);
    f.labels.place(label, factored);
    let goto = f.new_stmt(StmtKind::Goto(var), Location::UNKNOWN);
    f.append_to_block(factored, goto);
    for &block in computed {
        let Some(last) = f.last_stmt(block) else { continue };
        let StmtKind::Goto(target) = f.stmts[last].kind else { continue };
        Cursor::before(last).copy(unit, f, var, target);
        if let Some(edge) = f.make_edge(block, factored, EdgeFlags::FALLTHRU) {
            locate(f, edge, last);
        }
        f.unlink_stmt(last);
    }
    factored
}

/// One block where calls that return elsewhere go on.
fn abnormal_dispatcher(
    unit: &mut Unit,
    f: &mut Function,
    after: BlockId,
    abnormal: &[BlockId],
) -> BlockId {
    let dispatcher = f.create_block(after);
    let (bool_, void) = (unit.common.bool_, unit.common.void);
    let fntype = unit.types.function_of(void, vec![bool_], false, true);
    let call = Call {
        lhs: Operand::None,
        callee: Callee::Internal(InternalFn::AbnormalDispatcher),
        fntype,
        args: vec![unit.int(bool_, 0)],
        chain: Operand::None,
    };
    let stmt = f.new_stmt(StmtKind::Call(Aside::new(call)), Location::UNKNOWN);
    f.append_to_block(dispatcher, stmt);
    for &block in abnormal {
        f.make_edge(block, dispatcher, EdgeFlags::ABNORMAL);
    }
    dispatcher
}
