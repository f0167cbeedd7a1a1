//! Operands and the trees over them: references, addresses, constructors, nested operations.

use super::Printer;
use crate::code::TreeCode;
use crate::decl::DeclKind;
use crate::tree::{Clobber, CtorIndex, Operand, TreeId, TreeKind, TreeNode};
use crate::types::{TypeId, TypeKind};
use dumps::DumpFlags;

/// Binding strength of an operation, higher binds tighter; for the parentheses of nested operations.
pub fn priority(code: TreeCode) -> u8 {
    use TreeCode::*;
    match code {
        Cond => 3,
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

impl Printer<'_> {
    /// An operand.
    pub fn operand(&mut self, op: Operand) {
        match op {
            Operand::None => self.text("<<< Unknown >>>"),
            Operand::Ssa(name) => self.ssa_name(name),
            Operand::Const(id) => {
                if self.names.is_some() {
                    self.literal(self.unit.consts[id].ty);
                }
                self.constant(id);
            }
            Operand::Decl(decl) => self.decl(decl),
            Operand::Tree(id) => {
                self.location(self.unit.trees.place(id));
                self.nested(|p| p.tree(id));
            }
        }
    }

    /// What stands before a constant or address whose type is said: `_Literal (int) `.
    pub(super) fn literal(&mut self, ty: TypeId) {
        self.text("_Literal (");
        self.type_name(ty);
        self.text(") ");
    }

    fn tree(&mut self, id: TreeId) {
        let unit = self.unit;
        let node = &unit.trees[id];
        match &node.kind {
            TreeKind::Addr(object) => {
                if self.names.is_some() {
                    self.literal(node.ty);
                }
                self.address(*object);
            }
            TreeKind::MemRef { base, offset, alias_ptr } if self.writes_gimple() => {
                self.gimple_mem(node, *base, *offset, *alias_ptr);
            }
            TreeKind::MemRef { base, offset, alias_ptr } => {
                self.mem_ref(node, *base, *offset, *alias_ptr);
            }
            TreeKind::ComponentRef { base, field } => self.component(*base, *field),
            TreeKind::ArrayRef { base, index } => self.element(*base, *index),
            TreeKind::PlacedComponentRef { base, field, offset, unit } => {
                self.component(*base, *field);
                if self.names.is_some() || offset.constant().is_none() {
                    self.text("{off: ");
                    self.scaled(*offset, *unit);
                    self.text("}");
                }
            }
            TreeKind::SizedArrayRef { base, index, size, unit } => {
                self.element(*base, *index);
                self.text("{lb: 0 sz: ");
                self.scaled(*size, *unit);
                self.text("}");
            }
            TreeKind::VaArgPack => self.text("__builtin_va_arg_pack ()"),
            TreeKind::DebugTemp(number) => self.number(format_args!("D#{number}")),
            TreeKind::WithSize { object, size } => {
                self.text("WITH_SIZE_EXPR <");
                self.operand(*object);
                self.text(", ");
                self.operand(*size);
                self.text(">");
            }
            TreeKind::BitFieldRef { base, size, pos }
                if self.names.is_some() || self.writes_gimple() =>
            {
                self.text("__BIT_FIELD_REF <");
                self.type_name(node.ty);
                self.text("> (");
                self.operand(*base);
                self.number(format_args!(", {size}, {pos})"));
            }
            TreeKind::BitFieldRef { base, size, pos } => {
                self.text("BIT_FIELD_REF <");
                self.operand(*base);
                self.number(format_args!(", {size}, {pos}>"));
            }
            TreeKind::ViewConvert(base) => {
                self.view_convert(node.ty);
                self.operand(*base);
                self.text(")");
            }
            TreeKind::Realpart(base) if self.writes_gimple() => self.prefixed("__real ", *base),
            TreeKind::Imagpart(base) if self.writes_gimple() => self.prefixed("__imag ", *base),
            TreeKind::Realpart(base) => self.bracketed("REALPART_EXPR <", *base),
            TreeKind::Imagpart(base) => self.bracketed("IMAGPART_EXPR <", *base),
            TreeKind::TargetMemRef { .. } => self.target_mem_ref(node),
            TreeKind::Constructor(elements) => self.constructor(node.ty, elements),
            TreeKind::Clobber(Clobber::Undef) => self.text("{CLOBBER}"),
            TreeKind::Clobber(Clobber::EndOfLife) => self.text("{CLOBBER(eol)}"),
            TreeKind::Expr { code, args } => self.operation(*code, node.ty, args),
        }
    }

    /// `amount * unit`, multiplied where that is a constant.
    fn scaled(&mut self, amount: Operand, unit: u32) {
        if let Some(amount) = self.unit.as_int(amount) {
            return self.number(format_args!("{}", amount * i128::from(unit)));
        }
        let wrapped = unit == 1 && matches!(amount, Operand::Decl(_)) && self.names.is_none();
        self.text(if wrapped { "NON_LVALUE_EXPR <" } else { "" });
        self.operand(amount);
        self.text(if wrapped { ">" } else { "" });
        if unit != 1 {
            self.number(format_args!(" * {unit}"));
        }
    }

    fn element(&mut self, base: Operand, index: Operand) {
        self.parenthesised(base, self.prints_as_star(base));
        self.text("[");
        self.operand(index);
        self.text("]");
    }

    fn bracketed(&mut self, before: &str, op: Operand) {
        self.text(before);
        self.operand(op);
        self.text(">");
    }

    /// Strings and functions are named where their address is meant.
    fn address(&mut self, object: Operand) {
        let silent = match object {
            _ if self.names.is_some() => false,
            Operand::Const(_) if self.writes_gimple() => false,
            Operand::Const(id) => {
                matches!(self.unit.consts[id].value, crate::constant::ConstValue::String(_))
            }
            Operand::Decl(decl) => self.unit.decls[decl].kind == DeclKind::Function,
            _ => false,
        };
        if !silent {
            self.text("&");
        }
        self.operand(object);
    }

    fn operand_type(&self, op: Operand) -> Option<TypeId> {
        Some(match op {
            Operand::None => return None,
            Operand::Ssa(name) => self.function?.names.get(name)?.ty,
            Operand::Const(id) => self.unit.consts[id].ty,
            Operand::Decl(decl) => self.unit.decls[decl].ty,
            Operand::Tree(id) => self.unit.trees[id].ty,
        })
    }

    /// Whether the plain dereference of `base` says all that a memory reference says: no offset, and the pointer's
    /// own type is the one the access is made by.
    fn plain_dereference(&self, ty: TypeId, base: Operand, offset: i64, alias_ptr: TypeId) -> bool {
        let types = &self.unit.types;
        if self.names.is_some() || offset != 0 || matches!(base, Operand::Const(_)) {
            return false;
        }
        let Some(pointer) = self.operand_type(base).filter(|ty| ty.is_some()) else { return false };
        let (Some(own), Some(access)) = (types.pointee(pointer), types.pointee(alias_ptr)) else {
            return false;
        };
        own == access
            && self.aliases_all(pointer) == self.aliases_all(alias_ptr)
            && types.same_main(ty, access)
    }

    fn is_address(&self, op: Operand) -> Option<Operand> {
        self.unit.addressed(op)
    }

    fn mem_ref(&mut self, node: &TreeNode, base: Operand, offset: i64, alias_ptr: TypeId) {
        if !self.plain_dereference(node.ty, base, offset, alias_ptr) {
            self.mem_prefix(node.ty, alias_ptr);
            self.operand(base);
            self.mem_offset(offset);
            return self.text("]");
        }
        if let Some(object) = self.is_address(base) {
            return self.operand(object);
        }
        self.text("*");
        self.operand(base);
    }

    /// Whether a reference prints as `*p`, which elements are taken of in parentheses only.
    fn prints_as_star(&self, op: Operand) -> bool {
        let Operand::Tree(id) = op else { return false };
        let node = &self.unit.trees[id];
        match node.kind {
            TreeKind::MemRef { base, offset, alias_ptr } => {
                self.plain_dereference(node.ty, base, offset, alias_ptr)
                    && self.is_address(base).is_none()
            }
            _ => false,
        }
    }

    /// `MEM <T> [(P)`: the type accessed only where its size is not that of what the pointer points to; `void` has none.
    fn mem_prefix(&mut self, ty: TypeId, alias_ptr: TypeId) {
        let types = &self.unit.types;
        let alias_main = types.main_variant(alias_ptr);
        let pointee =
            types.pointee(alias_ptr).filter(|&to| !matches!(types.kind(to), TypeKind::Void));
        let pointee_size = pointee.and_then(|to| types.size(to));
        let same_size = types.pointee(alias_ptr).is_some_and(|to| types.same_main(to, ty))
            || pointee_size.is_some() && types.size(ty) == pointee_size;
        self.text("MEM");
        let flags = self.flags;
        self.flags = flags | DumpFlags::SLIM;
        if !same_size || self.names.is_some() {
            self.text(" <");
            self.type_name(ty);
            self.text("> ");
        }
        self.text("[(");
        self.type_name(alias_main);
        self.text(")");
        self.flags = flags;
    }

    fn mem_offset(&mut self, offset: i64) {
        // As the low bits of a number that has no sign.
        let offset = match self.unit.target.pointer_size {
            4 => i64::from(offset as u32),
            _ => offset,
        };
        if offset != 0 {
            self.number(format_args!(" + {offset}B"));
        }
    }

    fn target_mem_ref(&mut self, node: &TreeNode) {
        let TreeKind::TargetMemRef { base, index, step, index2, offset, alias_ptr } = node.kind
        else {
            return;
        };
        self.mem_prefix(node.ty, alias_ptr);
        self.operand(base);
        if index.is_some() {
            self.text(" + ");
            self.operand(index);
            if step != 1 {
                self.number(format_args!(" * {step}"));
            }
        }
        if index2.is_some() {
            self.text(" + ");
            self.operand(index2);
        }
        self.mem_offset(offset);
        self.text("]");
    }

    fn component(&mut self, base: Operand, field: crate::types::FieldId) {
        let unit = self.unit;
        let mut through = None;
        if let Operand::Tree(id) = base
            && let TreeKind::MemRef { base: pointer, offset, alias_ptr } = unit.trees[id].kind
            && self.is_address(pointer).is_none()
            && self.plain_dereference(unit.trees[id].ty, pointer, offset, alias_ptr)
        {
            through = Some(pointer);
        }
        match through {
            Some(pointer) => {
                self.operand(pointer);
                self.text("->");
            }
            None => {
                self.operand(base);
                self.text(".");
            }
        }
        self.field_name(field);
    }

    pub(super) fn field_name(&mut self, field: crate::types::FieldId) {
        let field = self.unit.types.field(field);
        match field.name {
            Some(name) => {
                let name = self.unit.symbols.text(name);
                if self.names.is_some() {
                    self.text(&super::module::as_word(name));
                } else {
                    self.text(name);
                }
                if self.has(DumpFlags::UID) {
                    self.number(format_args!("D.{}", field.uid));
                }
            }
            None => self.number(format_args!("D.{}", field.uid)),
        }
    }

    fn constructor(&mut self, ty: TypeId, elements: &[(CtorIndex, Operand)]) {
        let array = matches!(self.unit.types.kind(ty), TypeKind::Array { .. });
        let mut next = 0;
        self.text("{");
        for (position, &(index, value)) in elements.iter().enumerate() {
            if position != 0 {
                self.text(", ");
            }
            match index {
                CtorIndex::None => {}
                CtorIndex::Field(field) => {
                    self.text(".");
                    self.field_name(field);
                    self.text("=");
                }
                CtorIndex::Index(at) => {
                    if array && at != next {
                        self.number(format_args!("[{at}]="));
                    }
                    next = at.wrapping_add(1);
                }
                CtorIndex::Range(low, high) => {
                    self.number(format_args!("[{low} ... {high}]="));
                    next = high.wrapping_add(1);
                }
            }
            self.operand(value);
        }
        self.text("}");
    }

    /// An operation inside an operand.
    fn operation(&mut self, code: TreeCode, ty: TypeId, args: &[Operand; 2]) {
        if self.names.is_some() {
            self.text("_Expr (");
            self.type_name(ty);
            self.text(") ");
            self.text(code.name());
            self.text(" <");
            self.operand(args[0]);
            if code.arity() > 1 {
                self.text(", ");
                self.operand(args[1]);
            }
            return self.text(">");
        }
        if code.arity() == 1 {
            self.unary(code, ty, args[0]);
        } else {
            self.binary(code, args[0], args[1]);
        }
    }

    fn priority_of(&self, op: Operand) -> u8 {
        let Operand::Tree(id) = op else { return u8::MAX };
        match self.unit.trees.kind(id) {
            TreeKind::Expr { code, .. } => priority(*code),
            TreeKind::Addr(_) => 14,
            _ => u8::MAX,
        }
    }

    fn parenthesised(&mut self, op: Operand, parentheses: bool) {
        if parentheses {
            self.text("(");
        }
        self.operand(op);
        if parentheses {
            self.text(")");
        }
    }

    fn prefixed(&mut self, prefix: &str, op: Operand) {
        self.text(prefix);
        self.operand(op);
    }

    /// The beginning of a view conversion, to its parenthesis.
    fn view_convert(&mut self, ty: TypeId) {
        let gimple = self.writes_gimple();
        self.text(if gimple { "__VIEW_CONVERT <" } else { "VIEW_CONVERT_EXPR<" });
        self.type_name(ty);
        self.text(">(");
    }

    /// A right-hand side of one operand whose type is `ty`.
    pub(super) fn unary(&mut self, code: TreeCode, ty: TypeId, op: Operand) {
        use TreeCode::*;
        match code {
            Single => self.operand(op),
            Nop | Float | FixTrunc => {
                self.text("(");
                self.type_name(ty);
                self.text(") ");
                let parentheses = self.priority_of(op) < priority(code);
                self.parenthesised(op, parentheses);
            }
            ViewConvert => {
                self.view_convert(ty);
                self.operand(op);
                self.text(")");
            }
            Paren => {
                self.text("((");
                self.operand(op);
                self.text("))");
            }
            Abs if self.writes_gimple() => self.prefixed("__ABS ", op),
            Absu if self.writes_gimple() => self.prefixed("__ABSU ", op),
            Realpart if self.writes_gimple() => self.prefixed("__real ", op),
            Imagpart if self.writes_gimple() => self.prefixed("__imag ", op),
            Abs => self.bracketed("ABS_EXPR <", op),
            Absu => self.bracketed("ABSU_EXPR <", op),
            Realpart => self.bracketed("REALPART_EXPR <", op),
            Imagpart => self.bracketed("IMAGPART_EXPR <", op),
            Negate | BitNot | TruthNot => {
                self.text(code.symbol().unwrap_or_default());
                let parentheses = self.priority_of(op) < priority(code);
                self.parenthesised(op, parentheses);
            }
            _ => {
                self.text("[");
                self.text(code.name());
                self.text("] ");
                self.operand(op);
            }
        }
    }

    /// A right-hand side of two operands.
    pub(super) fn binary(&mut self, code: TreeCode, a: Operand, b: Operand) {
        use TreeCode::*;
        let symbol = match code {
            Min | Max | Complex => None,
            _ => code.symbol(),
        };
        let Some(symbol) = symbol else {
            if self.writes_gimple() && matches!(code, Min | Max) {
                self.text(if code == Min { "__MIN (" } else { "__MAX (" });
                self.list(&[a, b]);
                return self.text(")");
            }
            return self.bracketed_list(code, &[a, b]);
        };
        let parentheses = self.priority_of(a) <= priority(code);
        self.parenthesised(a, parentheses);
        self.text(" ");
        self.text(symbol);
        self.text(" ");
        let parentheses = self.priority_of(b) <= priority(code);
        self.parenthesised(b, parentheses);
    }

    /// A right-hand side of three operands.
    pub(super) fn ternary(&mut self, code: TreeCode, args: &[Operand; 3]) {
        match code {
            TreeCode::Cond => {
                let parentheses = self.priority_of(args[0]) <= priority(code);
                self.parenthesised(args[0], parentheses);
                self.text(" ? ");
                self.operand(args[1]);
                self.text(" : ");
                self.operand(args[2]);
            }
            TreeCode::BitInsert => {
                let types = &self.unit.types;
                let bits = self.operand_type(args[1]).map_or(0, |ty| match types.precision(ty) {
                    Some(bits) if types.is_integral(ty) => u64::from(bits),
                    _ => types.size(ty).unwrap_or(0) * 8,
                });
                self.text("BIT_INSERT_EXPR <");
                self.operand(args[0]);
                self.text(", ");
                self.operand(args[1]);
                self.text(", ");
                self.operand(args[2]);
                self.number(format_args!(" ({bits} bits)>"));
            }
            _ => self.bracketed_list(code, args),
        }
    }

    /// `CODE_EXPR <a, b>`.
    fn bracketed_list(&mut self, code: TreeCode, args: &[Operand]) {
        let start = self.out.len();
        self.text(code.name());
        self.out[start..].make_ascii_uppercase();
        self.text(" <");
        for (index, &arg) in args.iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            self.operand(arg);
        }
        self.text(">");
    }
}
