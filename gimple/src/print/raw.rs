//! The `-raw` form of statements: `gimple_assign <plus_expr, _1, n_2(D), 1, NULL>`.

use super::Printer;
use crate::code::TreeCode;
use crate::constant::ConstValue;
use crate::decl::DeclKind;
use crate::stmt::{Asm, StmtId, StmtKind};
use crate::tree::{Operand, TreeKind};
use dumps::DumpFlags;

impl Printer<'_> {
    /// A statement that is not structured, in raw form.
    pub(super) fn raw_stmt(&mut self, stmt: StmtId, column: usize) {
        let Some(f) = self.function else { return };
        match &f.stmts[stmt].kind {
            StmtKind::Nop => self.text("gimple_nop"),
            StmtKind::Assign { lhs, code, rhs } => self.raw_assign(*lhs, *code, rhs),
            StmtKind::Call(call) => {
                self.text("gimple_call <");
                self.callee(call.callee);
                self.text(", ");
                self.raw_operand(call.lhs);
                if !call.args.is_empty() {
                    self.text(", ");
                    self.list(&call.args);
                }
                self.text(">");
            }
            StmtKind::Cond { code, lhs, rhs, true_label, false_label } => {
                self.text("gimple_cond <");
                self.text(code.name());
                for op in [*lhs, *rhs] {
                    self.text(", ");
                    self.operand(op);
                }
                for label in [*true_label, *false_label] {
                    self.text(", ");
                    match label.expand() {
                        Some(label) => self.decl(label),
                        None => self.text("NULL"),
                    }
                }
                self.text(">");
            }
            StmtKind::Switch(switch) => {
                self.text("gimple_switch <");
                self.operand(switch.index);
                self.text(", ");
                self.cases(stmt, switch);
                self.text(">");
            }
            StmtKind::Label(label) => {
                self.text("gimple_label <");
                self.decl(*label);
                self.text(">");
            }
            StmtKind::Goto(target) => {
                self.text("gimple_goto <");
                self.operand(*target);
                self.text(">");
            }
            StmtKind::Return(value) => {
                self.text("gimple_return <");
                self.raw_operand(*value);
                self.text(">");
            }
            StmtKind::Asm(asm) => self.raw_asm(asm, column),
            StmtKind::Phi(phi) => {
                self.text("gimple_phi <");
                self.ssa_name(phi.result);
                self.text(", ");
                self.phi_args(stmt, phi);
                self.text(">");
            }
            _ => {
                self.flags =
                    self.flags.without(DumpFlags::RAW | DumpFlags::VOPS | DumpFlags::LINENO);
                self.stmt(stmt, column);
                self.flags |= DumpFlags::RAW;
            }
        }
    }

    fn raw_operand(&mut self, op: Operand) {
        if op.is_none() {
            self.text("NULL");
        } else {
            self.operand(op);
        }
    }

    fn raw_assign(&mut self, lhs: Operand, code: TreeCode, rhs: &[Operand; 3]) {
        self.text("gimple_assign <");
        let name = if code == TreeCode::Single { self.operand_code(rhs[0]) } else { code.name() };
        self.text(name);
        self.text(", ");
        self.operand(lhs);
        for &op in rhs {
            self.text(", ");
            self.raw_operand(op);
        }
        self.text(">");
    }

    /// GCC's name for what kind of tree an operand is.
    fn operand_code(&self, op: Operand) -> &'static str {
        match op {
            Operand::None => "error_mark",
            Operand::Ssa(_) => "ssa_name",
            Operand::Const(id) => match self.unit.consts[id].value {
                ConstValue::Int(_) => "integer_cst",
                ConstValue::Real(_) => "real_cst",
                ConstValue::Complex(..) => "complex_cst",
                ConstValue::Vector(_) => "vector_cst",
                ConstValue::String(_) => "string_cst",
            },
            Operand::Decl(decl) => match self.unit.decls[decl].kind {
                DeclKind::Var => "var_decl",
                DeclKind::Parm => "parm_decl",
                DeclKind::Result => "result_decl",
                DeclKind::Function => "function_decl",
                DeclKind::Label => "label_decl",
                DeclKind::Type => "type_decl",
                DeclKind::Const => "const_decl",
            },
            Operand::Tree(id) => match self.unit.trees.kind(id) {
                TreeKind::Addr(_) => "addr_expr",
                TreeKind::MemRef { .. } => "mem_ref",
                TreeKind::ComponentRef { .. } | TreeKind::PlacedComponentRef { .. } => {
                    "component_ref"
                }
                TreeKind::ArrayRef { .. } | TreeKind::SizedArrayRef { .. } => "array_ref",
                TreeKind::VaArgPack => "call_expr",
                TreeKind::DebugTemp(_) => "debug_expr_decl",
                TreeKind::WithSize { .. } => "with_size_expr",
                TreeKind::BitFieldRef { .. } => "bit_field_ref",
                TreeKind::ViewConvert(_) => "view_convert_expr",
                TreeKind::Realpart(_) => "realpart_expr",
                TreeKind::Imagpart(_) => "imagpart_expr",
                TreeKind::TargetMemRef { .. } => "target_mem_ref",
                TreeKind::Constructor(_) | TreeKind::Clobber(_) => "constructor",
                TreeKind::Expr { code, .. } => code.name(),
            },
        }
    }

    fn raw_asm(&mut self, asm: &Asm, column: usize) {
        self.text("gimple_asm <\n");
        self.raw_line(column + 2, "STRING <\n");
        self.indent(column + 2);
        self.symbol(asm.template);
        self.text("\n");
        self.raw_line(column + 2, ">\n");
        for (title, operands) in [("OUTPUT: ", &asm.outputs), ("INPUT: ", &asm.inputs)] {
            if operands.is_empty() {
                continue;
            }
            self.raw_line(column + 2, title);
            for (index, operand) in operands.iter().enumerate() {
                if index != 0 {
                    self.text(", ");
                }
                self.asm_operand(operand);
            }
            self.text("\n");
        }
        if !asm.clobbers.is_empty() {
            self.raw_line(column + 2, "CLOBBER: ");
            for (index, &clobber) in asm.clobbers.iter().enumerate() {
                self.text(if index == 0 { "\"" } else { ", \"" });
                self.symbol(clobber);
                self.text("\"");
            }
            self.text("\n");
        }
        self.raw_line(column, ">");
    }

    fn raw_line(&mut self, column: usize, text: &str) {
        self.indent(column);
        self.text(text);
    }
}
