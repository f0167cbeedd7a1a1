//! GENERIC as text: the dump `original`.
//!
//! ```text
//! {
//!   int x = a;
//!
//!     int x = a;
//!   if (x > 3)
//!     {
//!       goto <D.1500>;
//!     }
//! }
//! ```
//!
//! Declarations, types and constants are printed by [`gimple::print`]; expressions and statements here. Nesting beyond
//! `MAX_DEPTH` is cut off with `...`.

mod expr;

use crate::context::{Context, FunctionDef};
use crate::generic::{AsmArg, AsmExpr, ExprId, ExprKind};
use gimple::constant::ConstId;
use gimple::decl::DeclId;
use gimple::print::{Flags, Printer};
use gimple::tree::Operand;
use gimple::types::TypeId;

/// Nesting that is still printed.
const MAX_DEPTH: u32 = 1000;

/// The dump of a function as the parser hands it over, and of those nested in it, the last one first; `rules` are lines
/// about how it was folded.
pub fn dump_original(cx: &Context, definition: &FunctionDef, rules: &str, flags: Flags) -> String {
    let mut printer = GenericPrinter { cx, out: String::new(), flags, depth: 0 };
    let (mut pending, mut rules) = (vec![definition], rules);
    while let Some(definition) = pending.pop() {
        let name = cx.unit.decl_name(definition.decl).unwrap_or_default();
        let header = format!("\n;; Function {name} (null)\n;; enabled by -tree-original\n\n\n");
        printer.text(&header);
        printer.text(std::mem::take(&mut rules));
        printer.node(definition.body, 0, true);
        printer.text("\n\n");
        pending.extend(&definition.nested);
    }
    printer.out
}

/// Writes GENERIC into a string.
struct GenericPrinter<'a> {
    cx: &'a Context,
    out: String,
    flags: Flags,
    depth: u32,
}

impl GenericPrinter<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self, column: usize) {
        self.out.push('\n');
        self.indent(column);
    }

    fn indent(&mut self, column: usize) {
        self.out.extend(std::iter::repeat_n(' ', column));
    }

    fn gimple(&mut self, print: impl FnOnce(&mut Printer<'_>)) {
        print(&mut Printer::new(&mut self.out, &self.cx.unit, None, self.flags));
    }

    fn decl(&mut self, decl: DeclId) {
        self.gimple(|p| p.decl(decl));
    }

    fn type_name(&mut self, ty: TypeId) {
        self.gimple(|p| p.type_name(ty));
    }

    fn constant(&mut self, id: ConstId) {
        self.gimple(|p| p.operand(Operand::Const(id)));
    }

    /// An expression, or a statement with its semicolon.
    fn node(&mut self, e: ExprId, column: usize, is_stmt: bool) {
        if self.depth >= MAX_DEPTH {
            self.text("...");
            return;
        }
        self.depth += 1;
        let marks = self.cx.exprs.marks(e).filter(|_| is_stmt).cloned().unwrap_or_default();
        let silent = matches!(self.cx.exprs.kind(e), ExprKind::List(stmts) if stmts.is_empty());
        for index in 0..marks.before.len() {
            self.text("# DEBUG BEGIN STMT;");
            if !silent || index + 1 < marks.before.len() {
                self.line(column);
            }
        }
        let is_expr = match self.statement(e, column) {
            Some(is_expr) => is_expr,
            None => self.expr(e, column),
        };
        if is_stmt && is_expr {
            self.text(";");
        }
        for _ in marks.after {
            self.line(column);
            self.text("# DEBUG BEGIN STMT;");
        }
        self.depth -= 1;
    }

    /// Prints a statement, and says whether a semicolon is due; `None` if it is an expression.
    fn statement(&mut self, e: ExprId, column: usize) -> Option<bool> {
        let cx = self.cx;
        match &cx.exprs[e].kind {
            ExprKind::Bind { vars, body, .. } => {
                self.bind(vars, *body, column);
                return Some(false);
            }
            ExprKind::List(stmts) => {
                for (index, &stmt) in stmts.iter().enumerate() {
                    if index > 0 {
                        self.line(column);
                    }
                    self.node(stmt, column, true);
                }
                return Some(false);
            }
            &ExprKind::DeclStmt(decl) => {
                self.declaration(decl, column);
                return Some(false);
            }
            &ExprKind::Cond(cond, then, otherwise) if self.is_branch(e) => {
                self.branch(cond, then, otherwise, column);
                return Some(false);
            }
            &ExprKind::Switch { cond, body, .. } => {
                self.text("switch (");
                self.node(cond, column, false);
                self.text(")");
                self.braces(body, column);
                return Some(false);
            }
            &ExprKind::TryFinally(body, cleanup) => {
                self.text("try");
                self.braces(body, column);
                self.line(column);
                self.text("finally");
                self.braces(cleanup, column);
                return Some(false);
            }
            &ExprKind::Label(label) => {
                self.decl(label);
                self.text(":");
            }
            &ExprKind::Case { low, high, .. } => self.case(low, high),
            &ExprKind::Goto(label) => {
                self.text("goto ");
                self.decl(label);
            }
            &ExprKind::ComputedGoto(target) => {
                self.text("goto ");
                self.node(target, column, false);
            }
            &ExprKind::Return(value) => self.return_value(value, column),
            ExprKind::Asm(asm) => self.asm(asm, column),
            ExprKind::Predict(predictor, taken) => {
                let which = if *taken { "likely" } else { "unlikely" };
                let text = format!("// predicted {which} by {} predictor.", predictor.name());
                self.text(&text);
            }
            ExprKind::Empty => self.text("(void) 0"),
            ExprKind::Void => {
                self.text("<<< Unknown tree: void_cst >>>");
                return Some(false);
            }
            _ => return None,
        }
        Some(true)
    }

    /// Whether a conditional is an `if` rather than `?:`.
    fn is_branch(&self, e: ExprId) -> bool {
        match self.cx.exprs[e].kind {
            ExprKind::Cond(..) => self.cx.type_of(e) == self.cx.unit.common.void,
            _ => false,
        }
    }

    fn bind(&mut self, vars: &[DeclId], body: ExprId, column: usize) {
        self.text("{");
        if !vars.is_empty() {
            self.out.push('\n');
            for &var in vars {
                self.declaration(var, column + 2);
                self.out.push('\n');
            }
        }
        self.line(column + 2);
        self.node(body, column + 2, true);
        self.line(column);
        self.text("}");
    }

    /// A declaration with its initialiser, indented.
    fn declaration(&mut self, decl: DeclId, column: usize) {
        self.indent(column);
        self.gimple(|p| p.declaration(decl, column));
        if let Some(&init) = self.cx.local_inits.get(&decl) {
            // The initialiser goes before the semicolon.
            self.out.pop();
            self.text(" = ");
            self.node(init, column, false);
            self.text(";");
        }
    }

    fn branch(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId, column: usize) {
        self.text("if (");
        self.node(cond, column, false);
        self.text(")");
        if self.is_jump(then) && self.is_jump(otherwise) {
            self.text(" ");
            self.node(then, column, true);
            if !self.is_empty(otherwise) {
                self.text(" else ");
                self.node(otherwise, column, true);
            }
            return;
        }
        if then.is_some() {
            self.braces(then, column);
        }
        if otherwise.is_some() && !self.is_empty(otherwise) {
            self.line(column);
            self.text("else");
            self.braces(otherwise, column);
        }
    }

    fn is_jump(&self, e: ExprId) -> bool {
        e.is_some()
            && self.cx.exprs.marks(e).is_none()
            && matches!(
                self.cx.exprs[e].kind,
                ExprKind::Goto(_) | ExprKind::ComputedGoto(_) | ExprKind::Empty
            )
    }

    fn is_empty(&self, e: ExprId) -> bool {
        matches!(self.cx.exprs[e].kind, ExprKind::Empty)
    }

    /// `{ … }` on lines of its own, two columns in.
    fn braces(&mut self, body: ExprId, column: usize) {
        self.line(column + 2);
        self.text("{");
        self.line(column + 4);
        self.node(body, column + 4, true);
        self.line(column + 2);
        self.text("}");
    }

    fn case(&mut self, low: ConstId, high: ConstId) {
        if low.is_none() {
            return self.text("default:");
        }
        self.text("case ");
        self.constant(low);
        if high.is_some() {
            self.text(" ... ");
            self.constant(high);
        }
        self.text(":");
    }

    fn return_value(&mut self, value: ExprId, column: usize) {
        self.text("return");
        if value.is_none() {
            return;
        }
        self.text(" ");
        let value = match self.cx.exprs[value].kind {
            ExprKind::Init(_, value) | ExprKind::Modify(_, value) => value,
            _ => value,
        };
        self.node(value, column, false);
    }

    fn asm(&mut self, asm: &AsmExpr, column: usize) {
        self.text("__asm__");
        if asm.volatile {
            self.text(" __volatile__");
        }
        if asm.inline {
            self.text(" __inline__");
        }
        self.text("(");
        self.quoted(asm.template);
        self.text(":");
        self.asm_operands(&asm.outputs, column);
        self.text(":");
        self.asm_operands(&asm.inputs, column);
        if !asm.clobbers.is_empty() {
            self.text(":");
            for (index, &clobber) in asm.clobbers.iter().enumerate() {
                if index > 0 {
                    self.text(", ");
                }
                self.quoted(clobber);
            }
        }
        self.text(")");
    }

    fn quoted(&mut self, text: gimple::symbol::Symbol) {
        let text = self.cx.unit.symbols.text(text).escape_debug().to_string();
        self.text(&format!("\"{text}\""));
    }

    fn asm_operands(&mut self, operands: &[AsmArg], column: usize) {
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            if let Some(name) = operand.name {
                self.quoted(name);
                self.text(" ");
            }
            self.quoted(operand.constraint);
            self.text(" ");
            self.node(operand.value, column, false);
        }
    }
}
