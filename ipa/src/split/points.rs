//! Where a function can be split: blocks through which everything that is reached from them is entered.
//!
//! A walk over the graph, ways back included, finds the blocks that no edge goes around (articulation points), with what is
//! reached from each. What has been visited since a block was entered has a stretch of visiting numbers of its own, so a
//! region is two numbers. Names are only looked at where sizes and counts speak for a split, and what is left of such a
//! function is small: so few regions are looked at.

use super::Blocks;
use dumps::{put, putln};
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, NO_COUNT};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::effects::size;
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::order::mark_dfs_back_edges;
use tree_ssa::profile::sreal::Sreal;

/// In percent of the calls, how often what is split off may be entered (`--param partial-inlining-entry-probability`).
pub const ENTERED: u64 = 70;
/// By how much what is left may be larger than what is inlined: conditions will be known there.
const HOPE: i64 = 10;

/// A place to split a function at.
pub struct SplitPoint {
    pub entry: BlockId,
    /// How often it is entered.
    pub count: u64,
    /// What is split off, by number of block.
    pub blocks: BTreeSet<BlockId>,
    /// Names to pass.
    pub names: BTreeSet<SsaName>,
    /// Whether what is split off computes the result.
    pub sets_result: bool,
    header: Part,
    split: Part,
}

/// What a part of the function takes.
#[derive(Clone, Copy)]
pub struct Part {
    pub time: Sreal,
    pub size: i64,
}

impl SplitPoint {
    /// The point as dumps show it.
    pub fn text(&self) -> String {
        fn list(numbers: impl Iterator<Item = u32>) -> String {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
        }
        format!(
            "Split point at BB {}\n  header time: {:.6} header size: {}\n  split time: {:.6} split size: {}\n  bbs: {}\n  SSA names to pass: {}\n",
            self.entry.0,
            self.header.time.to_f64(),
            self.header.size,
            self.split.time.to_f64(),
            self.split.size,
            list(self.blocks.iter().map(|block| block.0)),
            list(self.names.iter().map(|name| name.0)),
        )
    }
}

/// A block on the way of the walk.
struct Frame {
    block: BlockId,
    /// Edges looked at: those out of the block, then those into it.
    edges: usize,
    /// What the block and what was reached from it take.
    part: Part,
    /// The depth of the outermost block reached from here.
    earliest: usize,
    can_split: bool,
    /// The first visiting number of what is reached from here.
    first: usize,
}

/// The walk.
struct Search<'a, 'c> {
    cx: &'a mut PassContext<'c>,
    f: &'a Function,
    blocks: &'a Blocks,
    dominators: &'a Dominators,
    limit: i64,
    /// The visiting number of each block from 1; 0 before.
    visited: Vec<usize>,
    order: Vec<BlockId>,
    /// The depth of each block on the way from 1; 0 elsewhere.
    depth: Vec<usize>,
    /// Variables that are no registers, with the visiting numbers of the blocks they are used in.
    locals: Vec<(usize, DeclId)>,
    best: Option<SplitPoint>,
}

/// Finds the best place to split a function at, where what is left is smaller than `limit`.
pub fn find(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    blocks: &Blocks,
    limit: i64,
) -> Option<SplitPoint> {
    mark_dfs_back_edges(f);
    let dominators = analyses::analysis::<Dominators>(f);
    let mut search = Search {
        cx,
        f,
        blocks,
        dominators: &dominators,
        limit: limit + HOPE,
        visited: vec![0; f.blocks.len()],
        order: Vec::new(),
        depth: vec![0; f.blocks.len()],
        locals: Vec::new(),
        best: None,
    };
    search.walk();
    search.best
}

impl Search<'_, '_> {
    fn walk(&mut self) {
        let f = self.f;
        let mut stack = vec![self.frame(ENTRY, Part { time: Sreal::ZERO, size: 0 })];
        while let Some(top) = stack.len().checked_sub(1) {
            let frame = &mut stack[top];
            let (succs, preds) = (&f.blocks[frame.block].succs, &f.blocks[frame.block].preds);
            if frame.edges == succs.len() && frame.block != ENTRY {
                self.leave(frame, top + 1);
            }
            let next = match frame.edges.checked_sub(succs.len()) {
                None => Some(f.edges[succs[frame.edges]].dst),
                Some(at) => preds.get(at).map(|&edge| f.edges[edge].src),
            };
            let Some(next) = next else {
                let done = stack.pop().expect("the frame is there");
                self.depth[done.block.0 as usize] = 0;
                if let Some(outer) = stack.last_mut() {
                    outer.can_split &= done.can_split;
                    outer.earliest = outer.earliest.min(done.earliest);
                    outer.part.time = outer.part.time + done.part.time;
                    outer.part.size += done.part.size;
                }
                continue;
            };
            frame.edges += 1;
            let depth = self.depth[next.0 as usize];
            if next == ENTRY || next == EXIT || Some(next) == self.blocks.returning {
                continue;
            }
            if self.visited[next.0 as usize] == 0 {
                let part = self.blocks.parts[next.0 as usize];
                let frame = self.frame(next, part);
                stack.push(frame);
                self.depth[next.0 as usize] = stack.len();
            } else if depth > 0 {
                frame.earliest = frame.earliest.min(depth);
            }
        }
    }

    fn frame(&mut self, block: BlockId, part: Part) -> Frame {
        if block != ENTRY {
            self.order.push(block);
            self.visited[block.0 as usize] = self.order.len();
        }
        let first = self.order.len();
        Frame { block, edges: 0, part, earliest: usize::MAX, can_split: true, first }
    }

    /// Everything that is reached from a block has been visited.
    fn leave(&mut self, frame: &mut Frame, depth: usize) {
        frame.can_split &= self.visit(frame.block);
        if depth > frame.earliest {
            return;
        }
        let details = self.cx.dump.details();
        if details {
            let but = if frame.can_split { "" } else { " but cannot split" };
            let block = frame.block.0;
            putln!(self.cx.dump, "found articulation at bb {block}{but}");
        }
        if !frame.can_split {
            return;
        }
        let header = Part {
            time: self.blocks.all.time - frame.part.time,
            size: self.blocks.all.size - frame.part.size,
        };
        if details {
            let point = self.point(frame, header);
            let _ = self.cx.dump.write_str(&point.text());
        }
        match self.consider(frame, header) {
            Ok(point) => {
                if details {
                    putln!(self.cx.dump, "  Accepted!");
                }
                self.compare(point);
            }
            Err(why) if details => {
                putln!(self.cx.dump, "  Refused: {why}");
            }
            Err(_) => {}
        }
    }

    /// Keeps a point if it is better than the best before.
    fn compare(&mut self, point: SplitPoint) {
        let better = self.best.as_ref().is_none_or(|best| {
            best.count > point.count
                || best.count == point.count && best.split.size < point.split.size
        });
        if better {
            if self.cx.dump.details() {
                putln!(self.cx.dump, "  New best split point!");
            }
            self.best = Some(point);
        }
    }

    fn within(&self, frame: &Frame, block: BlockId) -> bool {
        self.visited[block.0 as usize] >= frame.first
    }

    /// Whether a block can be split off; notes the variables it uses.
    fn visit(&mut self, block: BlockId) -> bool {
        let (f, number) = (self.f, self.visited[block.0 as usize]);
        let mut possible = true;
        for stmt in f.block_stmts(block) {
            if let Some(why) = forbids(self.cx.unit, f, stmt) {
                self.say_cannot(why);
                possible = false;
            }
        }
        let mut bases: Vec<DeclId> = Vec::new();
        self.memory_bases(block, &mut bases);
        for decl in bases {
            match self.cx.unit.decls[decl].kind {
                DeclKind::Parm => {
                    self.say_cannot("use of non-ssa function parameter.");
                    possible = false;
                }
                _ => self.locals.push((number, decl)),
            }
        }
        possible
    }

    /// The variables in memory that a block uses, and those it hands to the block that returns.
    fn memory_bases(&self, block: BlockId, bases: &mut Vec<DeclId>) {
        let (f, unit) = (self.f, &*self.cx.unit);
        let mut note = |op| memory_base(unit, op, bases);
        for stmt in f.block_stmts(block).filter(|&stmt| !is_clobber(unit, f, stmt)) {
            f.for_each_read(stmt, &mut note);
            f.for_each_write(stmt, &mut note);
        }
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| note(arg.value));
        }
        for &edge in &f.blocks[block].succs {
            let (dst, at) = (f.edges[edge].dst, f.edges[edge].dst_idx as usize);
            if Some(dst) == self.blocks.returning {
                f.phis(dst).for_each(|phi| note(f.phi(phi).args[at].value));
            }
        }
    }

    fn say_cannot(&mut self, why: &str) {
        if self.cx.dump.details() {
            putln!(self.cx.dump, "Cannot split: {why}");
        }
    }

    /// The point with the names it needs: used within it and not defined there.
    fn point(&self, frame: &Frame, header: Part) -> SplitPoint {
        let f = self.f;
        let region = &self.order[frame.first - 1..];
        let mut names: FxHashSet<SsaName> = FxHashSet::default();
        for &block in region {
            for stmt in f.block_stmts(block).filter(|&stmt| !is_clobber(self.cx.unit, f, stmt)) {
                f.for_each_used_name(self.cx.unit, stmt, &mut |name| {
                    names.insert(name);
                });
            }
            for phi in f.phis(block).filter(|&phi| !f.is_virtual_phi(phi)) {
                names.extend(f.phi(phi).args.iter().filter_map(|arg| arg.value.ssa()));
            }
            for &edge in &f.blocks[block].succs {
                let (dst, at) = (f.edges[edge].dst, f.edges[edge].dst_idx as usize);
                if Some(dst) == self.blocks.returning {
                    let phis = f.phis(dst).filter(|&phi| !f.is_virtual_phi(phi));
                    names.extend(phis.filter_map(|phi| f.phi(phi).args[at].value.ssa()));
                }
            }
        }
        let outside = |name: &SsaName| {
            let data = &f.names[*name];
            let at = data.def.expand().map(|def| f.stmts[def].block);
            !data.has(NameFlags::VIRTUAL)
                && at.is_none_or(|at| at.is_none() || !self.within(frame, at))
        };
        SplitPoint {
            entry: frame.block,
            count: 0,
            blocks: region.iter().copied().collect(),
            names: names.into_iter().filter(outside).collect(),
            sets_result: true,
            header,
            split: frame.part,
        }
    }

    /// Whether it is worth splitting a function here, and can be done; what speaks against it (`consider_split`).
    fn consider(&mut self, frame: &Frame, header: Part) -> Result<SplitPoint, &'static str> {
        let f = self.f;
        let (mut count, mut comes_back) = (Some(0u64), false);
        for &edge in &f.blocks[frame.block].preds {
            comes_back |= f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK);
            if !self.within(frame, f.edges[edge].src) {
                let times = edge_count(f, edge);
                count = count.filter(|_| times != NO_COUNT).map(|sum| sum.saturating_add(times));
            }
        }
        let all = f.block_info[ENTRY].count;
        let count = count.filter(|_| all != NO_COUNT);
        let seldom = count.is_some_and(|count| count < scaled(all, ENTERED, 100));
        if !seldom {
            let Some(count) = count.filter(|&count| comes_back && count < all) else {
                return Err("incoming frequency is too large.");
            };
            if self.cx.dump.details() {
                put!(
                    self.cx.dump,
                    "  Split before loop, accepting despite low counts{count} (estimated locally) {all} (estimated locally)"
                );
            }
        }
        if header.size == 0 {
            return Err("header empty");
        }
        if !self.enters_with_one_value(frame) {
            return Err("entry BB has PHI with multiple variants");
        }
        let result = self.cx.unit.returned_type(f.decl);
        let mut overhead = 1 + result.map_or(0, |ty| size::move_size(self.cx.unit, ty));
        if header.size + overhead >= self.limit
            && frame.part.size > overhead + f.params.len() as i64 * 4
        {
            // Whatever is passed.
            return Err("header size is too large for inline candidate");
        }
        let mut point = SplitPoint { count: count.unwrap_or(0), ..self.point(frame, header) };
        let mut passed = 0;
        for param in &f.params {
            if let Some(name) = f.default_defs.get(param)
                && point.names.contains(name)
                && self.cx.unit.is_gimple_reg(*param)
            {
                overhead += size::move_size(self.cx.unit, self.cx.unit.decls[*param].ty);
                passed += 1;
            }
        }
        if frame.part.size <= overhead {
            return Err("split size is smaller than call overhead");
        }
        if header.size + overhead >= self.limit {
            return Err("header size is too large for inline candidate");
        }
        if passed != point.names.len() {
            return Err("need to pass non-param values");
        }
        let locals: FxHashSet<DeclId> = self
            .locals
            .iter()
            .filter(|(number, _)| *number >= frame.first)
            .map(|&(_, decl)| decl)
            .collect();
        if !locals.is_empty() && self.header_uses(frame, &locals) {
            return Err("split part has non-ssa uses");
        }
        let dominates = |&block: &BlockId| self.dominators.dominated_by(frame.block, block);
        if self.blocks.forbidden.iter().any(dominates) {
            return Err("split point dominated by forbidden block");
        }
        point.sets_result = self.sets_result(frame, &locals);
        if !self.fits_return(&point) {
            return Err("return bb has extra PHIs");
        }
        Ok(point)
    }

    /// Whether the φs of the entry have the same value on all paths from outside.
    fn enters_with_one_value(&self, frame: &Frame) -> bool {
        let f = self.f;
        f.phis(frame.block).filter(|&phi| !f.is_virtual_phi(phi)).all(|phi| {
            let edges = f.blocks[frame.block].preds.iter().zip(&f.phi(phi).args);
            let mut values = edges
                .filter(|(edge, _)| !self.within(frame, f.edges[**edge].src))
                .map(|(_, arg)| arg.value);
            let first = values.next();
            values.all(|value| Some(value) == first)
        })
    }

    /// Whether what leads to a split part uses its variables, or something else has its labels (`verify_non_ssa_vars`).
    fn header_uses(&self, frame: &Frame, locals: &FxHashSet<DeclId>) -> bool {
        let f = self.f;
        let mut seen: FxHashSet<BlockId> = FxHashSet::default();
        let mut work = vec![frame.block];
        while let Some(block) = work.pop() {
            for &edge in &f.blocks[block].preds {
                let src = f.edges[edge].src;
                if src != ENTRY && !self.within(frame, src) && seen.insert(src) {
                    work.push(src);
                }
            }
        }
        let mut bases = Vec::new();
        for block in f.block_order() {
            if self.within(frame, block) {
                continue;
            }
            if seen.contains(&block) {
                self.memory_bases(block, &mut bases);
            }
            let labels = f.block_stmts(block).filter_map(|stmt| match f.stmts[stmt].kind {
                StmtKind::Label(label) => Some(label),
                _ => None,
            });
            bases.extend(labels);
        }
        bases.iter().any(|decl| locals.contains(decl))
    }

    /// Whether what is split off computes the result.
    fn sets_result(&self, frame: &Frame, locals: &FxHashSet<DeclId>) -> bool {
        let (f, unit) = (self.f, &*self.cx.unit);
        match self.blocks.result {
            Operand::None => true,
            op if is_invariant(unit, op) => false,
            Operand::Ssa(name) => f.names[name].def.expand().is_some_and(|def| {
                let block = f.stmts[def].block;
                Some(block) == self.blocks.returning || block.is_some() && self.within(frame, block)
            }),
            Operand::Decl(decl) if unit.decls[decl].kind != DeclKind::Parm => {
                locals.contains(&decl)
            }
            Operand::Decl(_) => false,
            _ => true,
        }
    }

    /// Whether the block that returns has no φ but that of a result that is split off.
    fn fits_return(&self, point: &SplitPoint) -> bool {
        let f = self.f;
        let Some(block) = self.blocks.returning else { return true };
        f.phis(block)
            .filter(|&phi| !f.is_virtual_phi(phi))
            .all(|phi| point.sets_result && self.blocks.result == Operand::Ssa(f.phi(phi).result))
    }
}

/// What a statement does that only its own function can.
fn forbids(unit: &Unit, f: &Function, stmt: StmtId) -> Option<&'static str> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    if let gimple::stmt::Callee::Decl(decl) = call.callee
        && let Some(notices) = unit.decls[decl].extra.as_ref().and_then(|e| e.notices.as_deref())
        && (notices.call_warning.is_some() || notices.call_error.is_some())
    {
        return Some("warning or error attribute.");
    }
    match tree_ssa::effects::call_effects::callee_builtin(unit, call) {
        Some(Builtin::Apply | Builtin::ApplyArgs | Builtin::VaStart) => {
            Some("builtin_apply and va_start.")
        }
        _ => None,
    }
}

/// The variables in memory, and the labels that addresses name, in an operand.
fn memory_base(unit: &Unit, op: Operand, bases: &mut Vec<DeclId>) {
    let object = match op {
        Operand::Tree(id) => match unit.trees.kind(id) {
            TreeKind::Addr(object) => *object,
            TreeKind::Constructor(_) | TreeKind::Expr { .. } => {
                unit.trees.for_each_operand(id, |inner| memory_base(unit, inner, bases));
                return;
            }
            _ => op,
        },
        _ => op,
    };
    let base = unit.trees.base_address(object);
    if let Operand::Tree(id) = base
        && let TreeKind::WithSize { object, .. } = *unit.trees.kind(id)
    {
        return memory_base(unit, object, bases);
    }
    let Operand::Decl(decl) = base else { return };
    let data = &unit.decls[decl];
    let own = match data.kind {
        DeclKind::Var | DeclKind::Parm | DeclKind::Result => {
            !data.is_global() && !unit.is_gimple_reg(decl)
        }
        DeclKind::Label => data.has(flag::FORCED_LABEL),
        _ => false,
    };
    if own {
        bases.push(decl);
    }
}
