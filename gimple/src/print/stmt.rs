//! Statements, one by one and in the structured sequences of a function that has no CFG yet.

use super::Printer;
use crate::code::TreeCode;
use crate::debug_stmts::{DebugKind, DebugPlace, DebugStmt};
use crate::decl::flag;
use crate::stmt::{
    Asm, AsmOperand, Call, Callee, Case, Phi, Seq, StmtFlags, StmtId, StmtKind, Switch, TryKind,
};
use crate::tree::Operand;
use dumps::DumpFlags;

/// What is left to print of the structured statements around the current one.
enum Pending {
    /// The rest of a sequence, at a column.
    Seq(StmtId, usize),
    /// A line of its own.
    Line(&'static str, usize),
    /// The end of a bind statement.
    EndBind(usize, bool),
}

impl Printer<'_> {
    /// A statement at a column, its virtual operands above it. Structured statements are printed with all they hold.
    pub fn stmt(&mut self, stmt: StmtId, column: usize) {
        let Some(f) = self.function else { return };
        if self.has(DumpFlags::VOPS | DumpFlags::MEMSYMS) {
            self.virtual_operands(stmt, column);
        }
        let s = &f.stmts[stmt];
        if let StmtKind::Bind { .. } | StmtKind::Try { .. } = s.kind {
            self.structured(stmt, column);
            // The caller ends the line.
            self.out.pop();
            return;
        }
        let result = match &s.kind {
            StmtKind::Assign { lhs, .. } => lhs.ssa(),
            StmtKind::Call(call) => call.lhs.ssa(),
            _ => None,
        };
        if let Some(name) = result {
            self.note(name, column);
        }
        if let StmtKind::Call(_) = s.kind {
            self.note_call(stmt, column);
        }
        self.location(f.stmt_info[stmt].loc);
        if self.has(DumpFlags::RAW) {
            return self.raw_stmt(stmt, column);
        }
        match &s.kind {
            StmtKind::Nop => self.text("GIMPLE_NOP"),
            StmtKind::Assign { lhs, code, rhs } => {
                self.written(*lhs, s.has(StmtFlags::VOLATILE));
                self.rhs(*lhs, *code, rhs);
                self.text(";");
            }
            StmtKind::Call(call) => self.call(call, s.flags),
            StmtKind::Cond { code, lhs, rhs, true_label, false_label } => {
                self.text("if (");
                self.binary(*code, *lhs, *rhs);
                self.text(")");
                if true_label.is_some() {
                    self.text(" goto ");
                    self.decl(*true_label);
                    self.text(";");
                }
                if false_label.is_some() {
                    self.text(" else goto ");
                    self.decl(*false_label);
                    self.text(";");
                }
            }
            StmtKind::Switch(switch) if self.writes_gimple() => self.gimple_switch(switch),
            StmtKind::Switch(switch) => self.switch(stmt, switch),
            StmtKind::Label(label) => {
                self.decl(*label);
                self.text(":");
                if self.unit.decls[*label].has(flag::NONLOCAL) {
                    self.text(" [non-local]");
                }
            }
            StmtKind::Goto(target) => {
                self.text("goto ");
                self.operand(*target);
                self.text(";");
            }
            StmtKind::Return(value) => {
                self.text("return");
                if value.is_some() {
                    self.text(" ");
                    self.operand(*value);
                }
                self.text(";");
            }
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Phi(phi) if self.writes_gimple() => self.gimple_phi(stmt, phi),
            StmtKind::Phi(phi) => self.phi(stmt, phi),
            StmtKind::Predict { predictor, taken } => {
                let way = if *taken { "likely" } else { "unlikely" };
                self.number(format_args!("// predicted {way} by {} predictor.", predictor.name()));
            }
            StmtKind::BeginStmt => self.text("# DEBUG BEGIN_STMT"),
            StmtKind::WithCleanup { .. } => self.text("WITH_CLEANUP_EXPR;"),
            StmtKind::Bind { .. } | StmtKind::Try { .. } => {}
        }
    }

    /// A debug statement, without its column.
    fn debug_stmt(&mut self, stmt: &DebugStmt) {
        self.location(stmt.loc);
        let (var, arrow, value) = match stmt.kind {
            DebugKind::BeginStmt => return self.text("# DEBUG BEGIN_STMT"),
            DebugKind::InlineEntry(function) => {
                self.text("# DEBUG INLINE_ENTRY ");
                return self.decl(function);
            }
            DebugKind::Bind { var, value } => (var, " => ", value),
            DebugKind::SourceBind { var, value } => (var, " s=> ", value),
            DebugKind::Gone => return,
        };
        self.text("# DEBUG ");
        self.operand(var);
        self.text(arrow);
        match value.is_some() {
            true => self.operand(value),
            false => self.text("NULL"),
        }
    }

    /// The debug statements at a place, each on a line.
    pub(super) fn debug_stmts(&mut self, place: DebugPlace) {
        let Some(f) = self.function else { return };
        for id in f.debug_at(place) {
            self.indent(2);
            self.debug_stmt(&f.debug[id]);
            self.text("\n");
        }
    }

    fn virtual_operands(&mut self, stmt: StmtId, column: usize) {
        let Some(f) = self.function else { return };
        let s = &f.stmts[stmt];
        if s.vdef.is_some() {
            self.text("# ");
            self.ssa_name(s.vdef);
            self.text(" = VDEF <");
        } else if s.vuse.is_some() {
            self.text("# VUSE <");
        } else {
            return;
        }
        if s.vuse.is_some() {
            self.ssa_name(s.vuse);
        }
        self.text(">\n");
        self.indent(column);
    }

    fn written(&mut self, lhs: Operand, volatile: bool) {
        self.operand(lhs);
        self.text(if volatile { " ={v} " } else { " = " });
    }

    /// The right-hand side of an assignment to `lhs`.
    pub(super) fn rhs(&mut self, lhs: Operand, code: TreeCode, rhs: &[Operand; 3]) {
        match code.arity() {
            1 => {
                let ty = match (self.function, lhs) {
                    (Some(f), _) => self.unit.type_of(f, lhs),
                    _ => self.unit.common.void,
                };
                self.unary(code, ty, rhs[0]);
            }
            2 => self.binary(code, rhs[0], rhs[1]),
            _ => self.ternary(code, rhs),
        }
    }

    fn call(&mut self, call: &Call, flags: StmtFlags) {
        if call.lhs.is_some() {
            self.written(call.lhs, flags.intersects(StmtFlags::VOLATILE));
        }
        self.callee(call.callee);
        self.text(" (");
        self.list(&call.args);
        self.text(");");
        if call.chain.is_some() {
            self.text(" [static-chain: ");
            self.operand(call.chain);
            self.text("]");
        }
        if flags.intersects(StmtFlags::RETURN_SLOT) {
            self.text(" [return slot optimization]");
        }
        if flags.intersects(StmtFlags::TAIL_CALL) {
            self.text(" [tail call]");
        }
    }

    pub(super) fn callee(&mut self, callee: Callee) {
        match callee {
            Callee::Decl(decl) => self.decl(decl),
            Callee::Pointer(op) => self.operand(op),
            Callee::Internal(function) => {
                self.text(".");
                self.text(function.name());
            }
        }
    }

    pub(super) fn list(&mut self, ops: &[Operand]) {
        for (index, &op) in ops.iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            self.operand(op);
        }
    }

    fn switch(&mut self, stmt: StmtId, switch: &Switch) {
        self.text("switch (");
        self.operand(switch.index);
        self.text(") <");
        self.cases(stmt, switch);
        self.text(">");
    }

    /// The cases with their labels, and with the probabilities of their edges once there is a CFG.
    pub(super) fn cases(&mut self, stmt: StmtId, switch: &Switch) {
        let Some(f) = self.function else { return };
        let block = f.stmts[stmt].block;
        // Many cases may lead to blocks with many predecessors: look edges up, don't search for each case.
        let edges: rustc_hash::FxHashMap<_, _> = match block.expand() {
            Some(block) => f.blocks[block].succs.iter().map(|&e| (f.edges[e].dst, e)).collect(),
            None => rustc_hash::FxHashMap::default(),
        };
        for (index, case) in switch.cases.iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            self.location(self.unit.decls[case.label].loc);
            self.case(case);
            if let Some(&edge) = f.labels.block(case.label).and_then(|block| edges.get(&block)) {
                self.probability(f.edges[edge].probability);
            }
        }
    }

    /// `case 1 ... 3: L` or `default: L`.
    pub(super) fn case(&mut self, case: &Case) {
        if case.low.is_none() {
            self.text("default");
        } else {
            self.text("case ");
            self.constant(case.low);
            if case.high.is_some() {
                self.text(" ... ");
                self.constant(case.high);
            }
        }
        self.text(": ");
        self.decl(case.label);
    }

    fn asm(&mut self, asm: &Asm) {
        self.text("__asm__");
        if asm.volatile {
            self.text(" __volatile__");
        }
        if asm.inline {
            self.text(" __inline__");
        }
        if !asm.labels.is_empty() {
            self.text(" goto");
        }
        self.text("(");
        if self.names.is_some() {
            self.quoted(asm.template);
        } else {
            self.text("\"");
            self.symbol(asm.template);
            self.text("\"");
        }
        let sections = if !asm.labels.is_empty() {
            4
        } else if !asm.clobbers.is_empty() {
            3
        } else if !asm.inputs.is_empty() {
            2
        } else {
            usize::from(!asm.outputs.is_empty())
        };
        for section in 0..sections {
            self.text(" : ");
            match section {
                0 => self.asm_operands(&asm.outputs),
                1 => self.asm_operands(&asm.inputs),
                2 => {
                    for (index, &clobber) in asm.clobbers.iter().enumerate() {
                        self.text(if index == 0 { "\"" } else { ", \"" });
                        self.symbol(clobber);
                        self.text("\"");
                    }
                }
                _ => {
                    for (index, &label) in asm.labels.iter().enumerate() {
                        if index != 0 {
                            self.text(", ");
                        }
                        if let Some(name) = self.unit.decl_name(label)
                            && self.names.is_none()
                        {
                            self.number(format_args!("\"{name}\" "));
                        }
                        self.decl(label);
                    }
                }
            }
        }
        self.text(");");
    }

    fn asm_operands(&mut self, operands: &[AsmOperand]) {
        for (index, operand) in operands.iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            self.asm_operand(operand);
        }
    }

    pub(super) fn asm_operand(&mut self, operand: &AsmOperand) {
        for text in [operand.name, Some(operand.constraint)].into_iter().flatten() {
            self.text("\"");
            self.symbol(text);
            self.text("\" ");
        }
        self.operand(operand.value);
    }

    fn phi(&mut self, stmt: StmtId, phi: &Phi) {
        self.ssa_name(phi.result);
        self.text(" = PHI <");
        self.phi_args(stmt, phi);
        self.text(">");
    }

    pub(super) fn phi_args(&mut self, stmt: StmtId, phi: &Phi) {
        let Some(f) = self.function else { return };
        let block = f.stmts[stmt].block;
        for (index, arg) in phi.args.iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            self.location(arg.loc);
            self.operand(arg.value);
            if let Some(block) = block.expand()
                && let Some(&edge) = f.blocks[block].preds.get(index)
            {
                self.number(format_args!("({})", f.edges[edge].src.0));
            }
        }
    }

    /// A sequence of statements at a column, each on a line.
    pub fn sequence(&mut self, seq: Seq, column: usize) {
        self.pending(vec![Pending::Seq(seq.first, column)]);
    }

    /// A bind or try statement with all that is nested in it; ends the line.
    fn structured(&mut self, stmt: StmtId, column: usize) {
        let mut work = Vec::new();
        self.open(stmt, column, &mut work);
        self.pending(work);
    }

    fn pending(&mut self, mut work: Vec<Pending>) {
        let Some(f) = self.function else { return };
        while let Some(item) = work.pop() {
            match item {
                Pending::Seq(stmt, column) if stmt.is_some() => {
                    work.push(Pending::Seq(f.stmts[stmt].next, column));
                    self.indent(column);
                    if let StmtKind::Bind { .. } | StmtKind::Try { .. } = f.stmts[stmt].kind {
                        self.open(stmt, column, &mut work);
                    } else {
                        self.stmt(stmt, column);
                        self.text("\n");
                    }
                }
                Pending::Seq(..) => {}
                Pending::Line(line, column) => {
                    self.indent(column);
                    self.text(line);
                    self.text("\n");
                }
                Pending::EndBind(column, empty) => {
                    if empty {
                        self.text("\n");
                    }
                    self.indent(column);
                    self.text(if self.has(DumpFlags::RAW) { ">\n" } else { "}\n" });
                }
            }
        }
    }

    /// Prints the head of a structured statement and leaves the rest in `work`.
    fn open(&mut self, stmt: StmtId, column: usize, work: &mut Vec<Pending>) {
        let Some(f) = self.function else { return };
        let raw = self.has(DumpFlags::RAW);
        self.location(f.stmt_info[stmt].loc);
        match &f.stmts[stmt].kind {
            StmtKind::Bind { vars, body, .. } => {
                self.text(if raw { "gimple_bind <\n" } else { "{\n" });
                if self.names.is_some() {
                    self.indent(if vars.is_empty() { 0 } else { column + 2 });
                    self.uid_list("vars", vars);
                    work.push(Pending::EndBind(column, false));
                    return work.push(Pending::Seq(body.first, column + 2));
                }
                for &var in vars.iter() {
                    self.indent(column + 2);
                    self.declaration(var, column);
                    self.text("\n");
                }
                if !vars.is_empty() {
                    self.text("\n");
                }
                work.push(Pending::EndBind(column, body.is_empty()));
                work.push(Pending::Seq(body.first, column + 2));
            }
            StmtKind::Try { body, cleanup, kind } if raw => {
                self.text(match kind {
                    TryKind::Finally | TryKind::FinallyElse(_) => {
                        "gimple_try <GIMPLE_TRY_FINALLY,\n"
                    }
                    TryKind::Catch => "gimple_try <GIMPLE_TRY_CATCH,\n",
                });
                work.push(Pending::Line(">", column));
                if let TryKind::FinallyElse(otherwise) = kind {
                    work.extend([
                        Pending::Line(">", column + 2),
                        Pending::Seq(otherwise.first, column + 4),
                        Pending::Line("ELSE <", column + 2),
                    ]);
                }
                work.extend([
                    Pending::Line(">", column + 2),
                    Pending::Seq(cleanup.first, column + 4),
                    Pending::Line("CLEANUP <", column + 2),
                    Pending::Line(">", column + 2),
                    Pending::Seq(body.first, column + 4),
                    Pending::Line("EVAL <", column + 2),
                ]);
            }
            StmtKind::Try { body, cleanup, kind } => {
                self.text("try\n");
                if let TryKind::FinallyElse(otherwise) = kind {
                    work.extend([
                        Pending::Line("}", column + 2),
                        Pending::Seq(otherwise.first, column + 4),
                        Pending::Line("{", column + 2),
                        Pending::Line("else", column),
                    ]);
                }
                work.extend([
                    Pending::Line("}", column + 2),
                    Pending::Seq(cleanup.first, column + 4),
                    Pending::Line("{", column + 2),
                    Pending::Line(
                        match kind {
                            TryKind::Finally | TryKind::FinallyElse(_) => "finally",
                            TryKind::Catch => "catch",
                        },
                        column,
                    ),
                    Pending::Line("}", column + 2),
                    Pending::Seq(body.first, column + 4),
                    Pending::Line("{", column + 2),
                ]);
            }
            _ => {}
        }
    }
}
