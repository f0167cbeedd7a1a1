//! Expressions of GENERIC as text.

use super::GenericPrinter;
use crate::generic::{ExprId, ExprKind, Incr};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind};
use gimple::stmt::InternalFn;
use gimple::tree::CtorIndex;
use gimple::types::{FieldId, TypeId};

/// How tightly an expression binds, higher is tighter.
fn priority(code: TreeCode) -> u8 {
    use TreeCode::*;
    match code {
        TruthOr | TruthOrIf => 4,
        TruthAnd | TruthAndIf => 5,
        BitIor => 6,
        BitXor | TruthXor => 7,
        BitAnd => 8,
        Eq | Ne => 9,
        _ if code.is_comparison() => 10,
        Lshift | Rshift | Lrotate | Rrotate => 11,
        Plus | Minus | PointerPlus | PointerDiff => 12,
        Mult | MultHighpart | WidenMult | TruncDiv | ExactDiv | TruncMod | Rdiv => 13,
        Nop | Float | FixTrunc | Negate | BitNot | TruthNot => 14,
        _ => 16,
    }
}

impl GenericPrinter<'_> {
    fn priority_of(&self, e: ExprId) -> u8 {
        match self.cx.exprs[e].kind {
            ExprKind::Unary(code, _) | ExprKind::Binary(code, ..) => priority(code),
            ExprKind::Save(inner) => self.priority_of(inner),
            ExprKind::Modify(..) | ExprKind::Init(..) => 1,
            ExprKind::Compound(..) => 0,
            ExprKind::Cond(..) => 3,
            ExprKind::Addr(_)
            | ExprKind::Indirect(_)
            | ExprKind::Incr(..)
            | ExprKind::LabelAddr(_) => 14,
            _ => 16,
        }
    }

    /// An operand in parentheses where it binds less tightly than `limit`.
    fn operand(&mut self, e: ExprId, limit: u8, column: usize) {
        let parentheses = self.priority_of(e) < limit;
        if parentheses {
            self.text("(");
        }
        self.node(e, column, false);
        if parentheses {
            self.text(")");
        }
    }

    /// Prints an expression, and says whether it takes a semicolon as a statement.
    pub(super) fn expr(&mut self, e: ExprId, column: usize) -> bool {
        match &self.cx.exprs[e].kind {
            ExprKind::Error => {
                self.text("<<< error >>>");
                return false;
            }
            &ExprKind::Const(id) => {
                self.constant(id);
                return false;
            }
            &ExprKind::Decl(decl) => {
                self.decl(decl);
                return false;
            }
            &ExprKind::Unary(code, a) => self.unary(code, e, a, column),
            &ExprKind::Binary(code, a, b) => self.binary(code, a, b, column),
            &ExprKind::Cond(c, a, b) => {
                self.operand(c, 4, column);
                self.text(" ? ");
                self.node(a, column, false);
                self.text(" : ");
                self.node(b, column, false);
            }
            &ExprKind::Ternary(code, args) => self.ternary(code, args, column),
            &ExprKind::ConvertVector(a) => self.bracketed(".VEC_CONVERT (", a, ")", column),
            &ExprKind::Addr(object) => self.address(object, column),
            &ExprKind::LabelAddr(label) => {
                self.text("&");
                self.decl(label);
            }
            &ExprKind::Indirect(pointer) => {
                self.text("*");
                self.operand(pointer, 14, column);
            }
            &ExprKind::MemRef(pointer, offset, alias) => {
                self.memory(self.cx.type_of(e), (pointer, offset, alias), column)
            }
            &ExprKind::Component(base, field) => self.component(base, field, column),
            &ExprKind::ArrayRef(base, index) => self.element(base, index, column),
            &ExprKind::BitFieldRef(base, size, position) => {
                self.bit_field(base, size, position, column);
            }
            &ExprKind::Modify(target, value) | &ExprKind::Init(target, value) => {
                self.node(target, column, false);
                self.text(" = ");
                self.node(value, column, false);
            }
            &ExprKind::Incr(incr, target, _) => self.increment(incr, target, column),
            &ExprKind::Compound(a, mut b) => {
                self.node(a, column, true);
                while let ExprKind::Compound(next, rest) = self.cx.exprs[b].kind {
                    self.text(", ");
                    self.node(next, column, true);
                    b = rest;
                }
                self.text(", ");
                self.node(b, column, true);
            }
            ExprKind::Call { callee, args } => self.call(*callee, args, column),
            &ExprKind::Save(inner) => self.bracketed("SAVE_EXPR <", inner, ">", column),
            &ExprKind::NonLvalue(inner) => self.bracketed("NON_LVALUE_EXPR <", inner, ">", column),
            &ExprKind::VaArg(list) => self.bracketed("VA_ARG_EXPR <", list, ">", column),
            ExprKind::Internal(function, operands) => {
                self.internal_call(*function, operands, column);
            }
            &ExprKind::Target(slot, init) => {
                self.text("TARGET_EXPR <");
                self.decl(slot);
                self.bracketed(", ", init, ">", column);
            }
            &ExprKind::CompoundLiteral(decl, stmt) => self.compound_literal(decl, stmt, column),
            ExprKind::Constructor(elements) => self.constructor(elements, column),
            _ => self.text("<<< Unknown tree >>>"),
        }
        true
    }

    /// `MEM <T> [(P)pointer + offset]`: the type accessed only where its size is not that of what the pointer points to.
    fn memory(
        &mut self,
        ty: TypeId,
        (pointer, offset, alias): (ExprId, i64, TypeId),
        column: usize,
    ) {
        let types = &self.cx.unit.types;
        let pointee_size = types.pointee(alias).and_then(|to| types.size(to));
        let same_size = pointee_size.is_some() && types.size(ty) == pointee_size;
        self.text("MEM");
        if !same_size {
            self.text(" <");
            self.type_name(ty);
            self.text("> ");
        }
        self.text("[(");
        self.type_name(alias);
        self.text(")");
        self.node(pointer, column, false);
        if offset != 0 {
            self.text(&format!(" + {offset}B"));
        }
        self.text("]");
    }

    fn element(&mut self, base: ExprId, index: ExprId, column: usize) {
        self.operand(base, 16, column);
        self.text("[");
        self.node(index, column, false);
        self.text("]");
    }

    fn bit_field(&mut self, base: ExprId, size: u32, position: u64, column: usize) {
        self.text("BIT_FIELD_REF <");
        self.node(base, column, false);
        self.text(&format!(", {size}, {position}>"));
    }

    fn internal_call(&mut self, function: InternalFn, operands: &[ExprId], column: usize) {
        self.text(&format!(".{} (", function.name()));
        for (index, &operand) in operands.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.node(operand, column, false);
        }
        self.text(")");
    }

    fn bracketed(&mut self, open: &str, inner: ExprId, close: &str, column: usize) {
        self.text(open);
        self.node(inner, column, false);
        self.text(close);
    }

    fn compound_literal(&mut self, decl: DeclId, stmt: ExprId, column: usize) {
        self.text("<<< Unknown tree: compound_literal_expr");
        self.line(column + 2);
        if stmt.is_some() {
            self.declaration(decl, column + 2);
        } else {
            self.decl(decl);
        }
        self.text(" >>>");
    }

    /// Strings and functions are named without their address being taken.
    fn address(&mut self, object: ExprId, column: usize) {
        let plain = match self.cx.exprs[object].kind {
            ExprKind::Const(_) => true,
            ExprKind::Decl(decl) => self.cx.unit.decls[decl].kind == DeclKind::Function,
            _ => false,
        };
        if !plain {
            self.text("&");
        }
        self.operand(object, 14, column);
    }

    fn ternary(&mut self, code: TreeCode, args: [ExprId; 3], column: usize) {
        let name = code.name().to_uppercase();
        self.text(&format!(" {name} < "));
        for (index, arg) in args.into_iter().enumerate() {
            self.text(if index == 0 { "" } else { " , " });
            self.node(arg, column, false);
        }
        self.text(" > ");
    }

    fn unary(&mut self, code: TreeCode, e: ExprId, a: ExprId, column: usize) {
        let ty = self.cx.type_of(e);
        match code {
            TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc => {
                if ty != self.cx.type_of(a) {
                    self.text("(");
                    self.type_name(ty);
                    self.text(") ");
                }
                self.operand(a, priority(code), column);
            }
            TreeCode::ViewConvert => {
                self.text("VIEW_CONVERT_EXPR<");
                self.type_name(ty);
                self.text(">(");
                self.node(a, column, false);
                self.text(")");
            }
            TreeCode::Paren => {
                self.text("((");
                self.node(a, column, false);
                self.text("))");
            }
            TreeCode::Negate | TreeCode::BitNot | TreeCode::TruthNot => {
                self.text(code.symbol().unwrap_or_default());
                self.operand(a, priority(code), column);
            }
            _ => {
                let name = code.name().to_uppercase();
                self.bracketed(&format!("{name} <"), a, ">", column);
            }
        }
    }

    fn binary(&mut self, code: TreeCode, a: ExprId, b: ExprId, column: usize) {
        let Some(symbol) = code
            .symbol()
            .filter(|_| !matches!(code, TreeCode::Min | TreeCode::Max | TreeCode::Complex))
        else {
            self.text(&format!("{} <", code.name().to_uppercase()));
            self.node(a, column, false);
            self.text(", ");
            self.node(b, column, false);
            self.text(">");
            return;
        };
        self.operand(a, priority(code) + 1, column);
        self.text(&format!(" {symbol} "));
        self.operand(b, priority(code) + 1, column);
    }

    fn component(&mut self, base: ExprId, field: FieldId, column: usize) {
        match self.cx.exprs[base].kind {
            ExprKind::Indirect(pointer) => {
                self.operand(pointer, 15, column);
                self.text("->");
            }
            _ => {
                self.operand(base, 15, column);
                self.text(".");
            }
        }
        self.field(field);
    }

    fn field(&mut self, field: FieldId) {
        let field = self.cx.unit.types.field(field);
        match field.name {
            Some(name) => {
                let name = self.cx.unit.symbols.text(name).to_string();
                self.text(&name);
            }
            None => self.text(&format!("D.{}", field.uid)),
        }
    }

    fn increment(&mut self, incr: Incr, target: ExprId, column: usize) {
        match incr {
            Incr::PreIncrement | Incr::PreDecrement => {
                self.text(if incr == Incr::PreIncrement { " ++" } else { " --" });
                self.operand(target, 14, column);
            }
            Incr::PostIncrement | Incr::PostDecrement => {
                self.operand(target, 14, column);
                self.text(if incr == Incr::PostIncrement { "++ " } else { "-- " });
            }
        }
    }

    fn call(&mut self, callee: ExprId, args: &[ExprId], column: usize) {
        let mut function = callee;
        while let ExprKind::Addr(inner) | ExprKind::Unary(TreeCode::Nop, inner) =
            self.cx.exprs[function].kind
        {
            function = inner;
        }
        // Of a call through an array's element only the array is named.
        if let ExprKind::ArrayRef(array, _) = self.cx.exprs[function].kind {
            function = array;
        }
        self.operand(function, 15, column);
        self.text(" (");
        for (index, &arg) in args.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.node(arg, column, false);
        }
        self.text(")");
    }

    fn constructor(&mut self, elements: &[(CtorIndex, ExprId)], column: usize) {
        self.text("{");
        let mut expected = 0;
        for (position, &(index, value)) in elements.iter().enumerate() {
            if position > 0 {
                self.text(", ");
            }
            match index {
                CtorIndex::None => {}
                CtorIndex::Field(field) => {
                    self.text(".");
                    self.field(field);
                    self.text("=");
                }
                CtorIndex::Index(index) => {
                    if index != expected {
                        self.text(&format!("[{index}]="));
                    }
                    expected = index + 1;
                }
                CtorIndex::Range(low, high) => {
                    self.text(&format!("[{low} ... {high}]="));
                    expected = high + 1;
                }
            }
            self.node(value, column, false);
        }
        self.text("}");
    }
}
