//! Whole functions: the header line, the declarator, local variables, blocks with their φs and edges.

use super::{Flags, Notes, Printer};
use crate::cfg::{BlockId, ENTRY, EXIT, Edge, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use crate::debug_stmts::DebugPlace;
use crate::decl::DeclId;
use crate::function::{CountQuality, Function};
use crate::ssa::{NameFlags, SsaName};
use crate::stmt::{StmtId, StmtKind};
use crate::types::TypeKind;
use crate::unit::{Frequency, Unit};
use dumps::DumpFlags;

/// The line before each function of a dump, with the blank lines around it:
/// `;; Function fact (fact, funcdef_no=0, decl_uid=1491, cgraph_uid=1, symbol_order=1)`.
pub fn dump_function_header(out: &mut String, unit: &Unit, function: &Function) {
    let mut p = Printer::new(out, unit, Some(function), DumpFlags::NONE);
    p.text("\n;; Function ");
    p.decl(function.decl);
    p.text(" (");
    p.flags = DumpFlags::ASMNAME;
    p.decl(function.decl);
    p.number(format_args!(", funcdef_no={}, decl_uid={}", function.funcdef_no, function.decl.0));
    if let Some(node) = unit.symtab_node(function.decl) {
        p.number(format_args!(", cgraph_uid={}, symbol_order={}", node.cgraph_uid, node.order));
    }
    p.text(match unit.frequency(function.decl) {
        Frequency::Normal => ")\n\n",
        Frequency::Unlikely => ") (unlikely executed)\n\n",
        Frequency::Once => ") (executed once)\n\n",
        Frequency::Hot => ") (hot)\n\n",
    });
}

/// A function: declarator, locals, and the body in whatever form it has (`dump_function_to_file`).
pub fn dump_function(out: &mut String, unit: &Unit, function: &Function, flags: Flags) {
    Printer::new(out, unit, Some(function), flags).function(function);
}

/// As [`dump_function`], with notes on names above their definitions: `# PT = nonlocal null`.
pub fn dump_function_with(
    out: &mut String,
    unit: &Unit,
    function: &Function,
    flags: Flags,
    notes: &dyn Notes,
) {
    let mut printer = Printer::new(out, unit, Some(function), flags);
    printer.notes = Some(notes);
    printer.function(function);
}

/// A block with its φs, statements and edges (`dump_bb`), as passes show one.
pub fn dump_block(
    out: &mut String,
    unit: &Unit,
    function: &Function,
    block: BlockId,
    flags: Flags,
) {
    Printer::new(out, unit, Some(function), flags).block(function, block);
}

impl Printer<'_> {
    /// A function.
    pub fn function(&mut self, f: &Function) {
        self.declarator(f);
        let body = f.body;
        if !f.has_cfg()
            && body.first.is_some()
            && body.first == body.last
            && matches!(f.stmts[body.first].kind, StmtKind::Bind { .. })
        {
            self.sequence(body, 0);
            return self.text("\n\n");
        }
        self.text("{\n");
        if self.locals(f) {
            self.text("\n");
        }
        if f.has_cfg() {
            self.hidden_arguments(f, ENTRY);
            for block in f.block_iter() {
                self.block(f, block);
            }
        } else {
            self.sequence(body, 2);
        }
        self.text("}\n\n\n");
    }

    fn declarator(&mut self, f: &Function) {
        let decl = &self.unit.decls[f.decl];
        if let Some(attributes) = decl.extra.as_ref().and_then(|extra| extra.attributes) {
            self.symbol(attributes);
            self.text("\n");
        }
        let result = match self.unit.types.kind(decl.ty) {
            TypeKind::Function { result, .. } => *result,
            _ => self.unit.common.void,
        };
        // Before it has a CFG, the uids of its parameters are not shown.
        let flags = self.flags;
        if !f.has_cfg() {
            self.flags = flags.without(DumpFlags::UID);
        }
        self.type_name(result);
        self.text(" ");
        if self.writes_gimple() {
            self.gimple_specifier(f);
        }
        self.decl(f.decl);
        self.text(" (");
        for (index, &param) in f.params.iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            self.type_name(self.unit.decls[param].ty);
            self.text(" ");
            self.decl(param);
        }
        self.text(")\n");
        self.flags = flags;
    }

    /// The local variables, last declared first, and in SSA form the names that no variable's line stands for.
    /// Returns whether there is any.
    fn locals(&mut self, f: &Function) -> bool {
        let mut any = self.values_at_entry(f);
        for &local in f.locals.iter().rev() {
            self.local(local);
            any = true;
        }
        if self.partitions {
            return self.partition_declarations(f) || any;
        }
        if !f.properties.intersects(crate::function::Prop::SSA) {
            return any;
        }
        for (name, data) in f.names.iter() {
            if data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL) {
                continue;
            }
            let named = data.var.expand().is_some_and(|var| self.unit.decls[var].name.is_some());
            if named {
                continue;
            }
            self.text("  ");
            self.type_name(data.ty);
            self.text(" ");
            self.ssa_name(name);
            self.text(";\n");
            any = true;
        }
        any
    }

    /// What parameters hold at the beginning, with what is noted of that: `int * p_1(D) = p;`. Whether there is any.
    fn values_at_entry(&mut self, f: &Function) -> bool {
        let mut any = false;
        if self.notes.is_none() || !f.properties.intersects(crate::function::Prop::SSA) {
            return any;
        }
        for &param in &f.params {
            let Some(&name) = f.default_defs.get(&param) else { continue };
            self.text("  ");
            self.note(name, 2);
            self.type_name(f.names[name].ty);
            self.text(" ");
            self.ssa_name(name);
            self.text(" = ");
            self.decl(param);
            self.text(";\n");
            any = true;
        }
        any
    }

    /// What is noted of a name, in lines of their own before what stands at a column.
    pub(super) fn note(&mut self, name: SsaName, column: usize) {
        if let Some(notes) = self.notes {
            self.note_lines(&notes.of_name(name), column);
        }
    }

    /// What is noted of a call, as of a name.
    pub(super) fn note_call(&mut self, stmt: StmtId, column: usize) {
        if let Some(notes) = self.notes {
            self.note_lines(&notes.of_call(stmt), column);
        }
    }

    fn note_lines(&mut self, lines: &[String], column: usize) {
        for line in lines {
            self.text("# ");
            self.text(line);
            self.text("\n");
            self.indent(column);
        }
    }

    fn local(&mut self, local: DeclId) {
        self.text("  ");
        self.declaration(local, 2);
        self.text("\n");
    }

    /// A block and the blank line after it.
    pub fn block(&mut self, f: &Function, block: BlockId) {
        let summary = self.has(DumpFlags::BLOCKS);
        if summary {
            self.block_summary(f, block);
        } else if self.writes_gimple() {
            self.gimple_block(f, block);
        } else {
            self.text("  ");
            self.block_name(block);
            self.block_parameters(f, block);
            match f.block_info[block].count {
                NO_COUNT => self.text(" :\n"),
                0 => self.text(" [count: 0]:\n"),
                count if f.count_quality == CountQuality::Precise => {
                    self.number(format_args!(" [count: {count}]:\n"));
                }
                count => self.number(format_args!(" [local count: {count}]:\n")),
            }
        }
        let gone = self.partitions || self.has(DumpFlags::BLOCKARGS);
        for phi in f.phis(block).take_while(|_| !gone) {
            let is_virtual = match &f.stmts[phi].kind {
                StmtKind::Phi(node) => f.names[node.result].has(NameFlags::VIRTUAL),
                _ => false,
            };
            if is_virtual && !self.has(DumpFlags::VOPS) {
                continue;
            }
            self.text("  ");
            if let StmtKind::Phi(node) = &f.stmts[phi].kind {
                self.note(node.result, 2);
            }
            self.text(if self.writes_gimple() { "" } else { "# " });
            self.stmt(phi, 2);
            self.text("\n");
        }
        let mut copies = self.partitions;
        for stmt in f.block_stmts(block) {
            if copies && f.stmts[stmt].next.is_none() && f.is_control(stmt) {
                self.partition_copies(f, block);
                copies = false;
            }
            self.debug_stmts(DebugPlace::Before(stmt));
            let column = if matches!(f.stmts[stmt].kind, StmtKind::Label(_)) { 0 } else { 2 };
            self.indent(column);
            self.stmt(stmt, column);
            self.text("\n");
        }
        self.debug_stmts(DebugPlace::AtEnd(block));
        if copies {
            self.partition_copies(f, block);
        }
        self.implicit_edges(f, block);
        if summary {
            self.edge_list("succ:", f, &f.blocks[block].succs, false);
        }
        self.text("\n");
    }

    /// The jumps that the CFG implies after the last statement: both arms of a condition, or a fallthrough to a
    /// block that does not follow.
    pub(super) fn implicit_edges(&mut self, f: &Function, block: BlockId) {
        if self.writes_gimple() {
            return self.gimple_jumps(f, block);
        }
        self.hidden_arguments(f, block);
        let last = f.last_stmt(block);
        if let Some(stmt) = last
            && matches!(f.stmts[stmt].kind, StmtKind::Cond { .. })
            && let Some((on_true, on_false)) = f.true_false_edges(block)
        {
            self.text("    ");
            self.jump(f, on_true);
            self.text("  else\n    ");
            return self.jump(f, on_false);
        }
        let fallthru = f.blocks[block]
            .succs
            .iter()
            .copied()
            .find(|&e| f.edges[e].flags.intersects(EdgeFlags::FALLTHRU));
        if let Some(edge) = fallthru
            && (f.edges[edge].dst != f.next_block(block) || self.has_arguments(f, edge))
        {
            self.text("  ");
            let Edge { loc, scope, .. } = &f.edges[edge];
            // A jump that is at no place still has its lexical block.
            match loc.is_unknown() && scope.is_some() && self.has(DumpFlags::LINENO) {
                true => self.text("[0:0] "),
                false => self.location(*loc),
            }
            self.jump(f, edge);
        }
    }

    fn jump(&mut self, f: &Function, edge: EdgeId) {
        self.text("goto ");
        self.block_name(f.edges[edge].dst);
        self.edge_arguments(f, edge);
        self.text(";");
        self.probability(f.edges[edge].probability);
        self.text("\n");
    }

    /// ` [50.00%]`, ` [INV]`.
    pub(super) fn probability(&mut self, probability: Probability) {
        if probability.is_known() {
            let percent = f64::from(probability.0) * 100.0 / f64::from(PROB_BASE);
            self.number(format_args!(" [{percent:.2}%]"));
        } else {
            self.text(" [INV]");
        }
    }

    fn block_summary(&mut self, f: &Function, block: BlockId) {
        let info = &f.block_info[block];
        let depth = f.loop_depth(block);
        self.number(format_args!(";;   basic block {}, loop depth {depth}", block.0));
        if self.has(DumpFlags::DETAILS) {
            match info.count {
                NO_COUNT => {}
                0 => self.text(", count 0"),
                count => self.number(format_args!(", count {count} (estimated locally)")),
            }
            self.text(if info.count == 0 { "\n" } else { ", maybe hot\n" });
            self.profile_mismatches(f, block);
            let show = |block: BlockId| block.expand().map_or(-1, |block| i64::from(block.0));
            self.number(format_args!(
                ";;    prev block {}, next block {}, flags: ()",
                show(f.prev_block(block)),
                show(f.next_block(block))
            ));
        }
        self.text("\n");
        self.edge_list("pred:", f, &f.blocks[block].preds, true);
    }

    /// What does not fit together of how often a block is executed (`check_bb_profile`).
    fn profile_mismatches(&mut self, f: &Function, block: BlockId) {
        let count = f.block_info[block].count;
        let (succs, preds) = (&f.blocks[block].succs, &f.blocks[block].preds);
        let known = |edges: &[EdgeId]| {
            edges.iter().all(|&edge| {
                let edge = &f.edges[edge];
                edge.probability.is_known() && f.block_info[edge.src].count != NO_COUNT
            })
        };
        let base = u128::from(PROB_BASE);
        let out: u128 = succs.iter().map(|&edge| u128::from(f.edges[edge].probability.0)).sum();
        if !succs.is_empty() && known(succs) && out.abs_diff(base) > base / 100 {
            let percent = out as f64 * 100.0 / base as f64;
            self.number(format_args!(";;   Invalid sum of outgoing probabilities {percent:.1}%\n"));
        }
        if count == NO_COUNT || !known(preds) {
            return;
        }
        let came = |&edge: &EdgeId| {
            let edge = &f.edges[edge];
            let whole = u128::from(f.block_info[edge.src].count);
            (whole * u128::from(edge.probability.0) + base / 2) / base
        };
        let (sum, count): (u128, u128) = (preds.iter().map(came).sum(), count.into());
        let differs = count == 0 || !(99..=101).contains(&((sum * 100 + count / 2) / count));
        if sum.abs_diff(count) >= 100 && differs {
            self.number(format_args!(
                ";;   Invalid sum of incoming counts {sum} (estimated locally), \
                 should be {count} (estimated locally)\n"
            ));
        }
    }

    fn edge_list(&mut self, title: &str, f: &Function, edges: &[EdgeId], sources: bool) {
        self.number(format_args!(";;    {title:<12}"));
        for (index, &id) in edges.iter().enumerate() {
            if index != 0 {
                self.text(";;                ");
            }
            let edge = &f.edges[id];
            match if sources { edge.src } else { edge.dst } {
                ENTRY => self.text("ENTRY"),
                EXIT => self.text("EXIT"),
                block => self.number(block.0),
            }
            if self.has(DumpFlags::DETAILS) {
                self.edge_details(f, id);
            }
            self.text("\n");
        }
        if edges.is_empty() {
            self.text("\n");
        }
    }

    fn edge_details(&mut self, f: &Function, id: EdgeId) {
        const NAMES: [(EdgeFlags, &str); 9] = [
            (EdgeFlags::FALLTHRU, "FALLTHRU"),
            (EdgeFlags::ABNORMAL, "ABNORMAL"),
            (EdgeFlags::ABNORMAL_CALL, "ABNORMAL_CALL"),
            (EdgeFlags::EH, "EH"),
            (EdgeFlags::FAKE, "FAKE"),
            (EdgeFlags::DFS_BACK, "DFS_BACK"),
            (EdgeFlags::TRUE_VALUE, "TRUE_VALUE"),
            (EdgeFlags::FALSE_VALUE, "FALSE_VALUE"),
            (EdgeFlags::EXECUTABLE, "EXECUTABLE"),
        ];
        let edge = &f.edges[id];
        if edge.probability.is_known() {
            let percent = f64::from(edge.probability.0) * 100.0 / f64::from(PROB_BASE);
            self.number(format_args!(" [{percent:.1}% (guessed)] "));
        }
        let mut open = false;
        for (_, name) in NAMES.iter().filter(|entry| edge.flags.intersects(entry.0)) {
            self.text(if open { "," } else { " (" });
            self.text(name);
            open = true;
        }
        if open {
            self.text(")");
        }
        if !edge.loc.is_unknown() {
            let unit = self.unit;
            let at = unit.diagnostics.sources.position(edge.loc);
            self.number(format_args!(" {}:{}:{}", at.file, at.line, at.column));
        }
    }
}
