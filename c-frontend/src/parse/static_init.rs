//! Initialisers of objects with static storage: GENERIC that must be constant, as operands of the IR.
//!
//! ```text
//! { &a[2], "x", (long) f }   →   {&a[2], "x", (long int) f}
//! ```

use super::Parser;
use crate::fold::util::strip_nops;
use crate::generic::{ExprId, ExprKind};
use crate::typeck::storage_order::lower_initializer;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};

/// Why an expression is no constant initialiser.
struct NotConstant {
    loc: Location,
    /// It is an address converted to something too narrow.
    narrow: bool,
}

type Converted = Result<Operand, NotConstant>;

/// A label, and how far after it.
type Label = (DeclId, i128);

impl Parser<'_> {
    /// An initialiser as an operand; what is not constant is reported, and becomes 0.
    pub fn static_initializer(&mut self, init: ExprId) -> Operand {
        let init = lower_initializer(&mut self.cx, init);
        match self.static_operand(init) {
            Ok(operand) => operand,
            Err(NotConstant { loc, narrow }) => {
                if !self.cx.is_error(init) {
                    let text = if narrow {
                        "initializer element is not computable at load time"
                    } else {
                        "initializer element is not constant"
                    };
                    self.error(loc, text);
                }
                let int = self.cx.unit.common.int;
                self.cx.unit.int(int, 0)
            }
        }
    }

    fn static_operand(&mut self, e: ExprId) -> Converted {
        let (ty, loc) = (self.cx.exprs[e].ty, self.cx.exprs[e].loc);
        let not_constant = Err(NotConstant { loc, narrow: false });
        match &self.cx.exprs[e].kind {
            &ExprKind::Const(id) => Ok(Operand::Const(id)),
            ExprKind::Constructor(elements) => {
                let elements = elements.clone();
                let mut operands = Vec::with_capacity(elements.len());
                let reversed = self.cx.unit.types.is_reversed(ty);
                for &(index, value) in elements.iter() {
                    let pointer = self.cx.unit.types.is_pointer(self.cx.type_of(value));
                    if reversed && pointer && self.cx.int_value(value).is_none() {
                        // The linker does not reverse bytes.
                        self.report_element(NotConstant { loc, narrow: false });
                    }
                    let operand = self.static_operand(value).unwrap_or_else(|error| {
                        if !self.cx.is_error(value) {
                            self.report_element(error);
                        }
                        self.cx.unit.int(self.cx.unit.common.int, 0)
                    });
                    operands.push((index, operand));
                }
                Ok(self.tree(TreeKind::Constructor(operands.into()), ty))
            }
            &ExprKind::Addr(object) => {
                let object = self.static_object(object)?;
                Ok(self.tree(TreeKind::Addr(object), ty))
            }
            &ExprKind::LabelAddr(label) => {
                self.cx.unit.decls[label].flags |= flag::FORCED_LABEL | flag::ADDRESSABLE;
                Ok(self.tree(TreeKind::Addr(Operand::Decl(label)), ty))
            }
            &ExprKind::NonLvalue(inner) | &ExprKind::Save(inner) => self.static_operand(inner),
            &ExprKind::Unary(code, inner) => self.static_conversion(code, inner, ty, loc),
            &ExprKind::Binary(code, a, b)
                if matches!(
                    code,
                    TreeCode::PointerPlus
                        | TreeCode::Plus
                        | TreeCode::Minus
                        | TreeCode::PointerDiff
                ) =>
            {
                if let (Some(from), Some(to)) = (self.label_of(a), self.label_of(b)) {
                    return self.label_difference(code, (from, to), e);
                }
                // What two differences have in common falls out of their sum.
                if code == TreeCode::Plus
                    && let (Some((from, to)), Some((other, end))) =
                        (self.labels_of_difference(a), self.labels_of_difference(b))
                {
                    let labels = if to == other { (from, end) } else { (other, to) };
                    if to == other || from == end {
                        return self.label_difference(TreeCode::Minus, labels, e);
                    }
                }
                let a = self.static_operand(a)?;
                let b = self.static_operand(b)?;
                let (a_is_const, b_is_const) =
                    (matches!(a, Operand::Const(_)), matches!(b, Operand::Const(_)));
                // The assembler adds numbers to addresses, and to nothing else.
                if !b_is_const && (!a_is_const || code != TreeCode::Plus) {
                    return not_constant;
                }
                Ok(self.tree(TreeKind::Expr { code, args: [a, b] }, ty))
            }
            &ExprKind::CompoundLiteral(decl, _) => {
                match (self.static_value(decl), self.cx.local_inits.get(&decl)) {
                    (Some(operand), _) => Ok(operand),
                    (None, Some(&init)) => {
                        let init = lower_initializer(&mut self.cx, init);
                        self.static_operand(init)
                    }
                    (None, None) => not_constant,
                }
            }
            _ => not_constant,
        }
    }

    /// The label whose address a value is, in a pointer or in an integer of any width, and how far after it that is.
    fn label_of(&self, e: ExprId) -> Option<Label> {
        let (mut e, mut offset) = (e, 0);
        loop {
            match self.cx.exprs[e].kind {
                ExprKind::LabelAddr(label) => return Some((label, offset)),
                ExprKind::Binary(TreeCode::PointerPlus, pointer, amount) => {
                    // A large offset is a negative one.
                    offset += i128::from(self.cx.int_value(amount)? as i64);
                    e = pointer;
                }
                ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner) => e = inner,
                _ => return None,
            }
        }
    }

    fn labels_of_difference(&self, e: ExprId) -> Option<(Label, Label)> {
        match self.cx.exprs[strip_nops(&self.cx, e)].kind {
            ExprKind::Binary(TreeCode::Minus | TreeCode::PointerDiff, from, to) => {
                Some((self.label_of(from)?, self.label_of(to)?))
            }
            _ => None,
        }
    }

    /// How far one label is from another: a number, though only the assembler knows it.
    fn label_difference(&mut self, code: TreeCode, labels: (Label, Label), e: ExprId) -> Converted {
        let (ty, loc) = (self.cx.exprs[e].ty, self.cx.exprs[e].loc);
        let types = &self.cx.unit.types;
        let difference = matches!(code, TreeCode::Minus | TreeCode::PointerDiff);
        if !difference || types.size(ty) > types.size(self.cx.unit.common.void_ptr) {
            return Err(NotConstant { loc, narrow: false });
        }
        let args = [labels.0, labels.1].map(|(label, offset)| {
            self.cx.unit.decls[label].flags |= flag::FORCED_LABEL | flag::ADDRESSABLE;
            let pointer = self.cx.unit.common.void_ptr;
            let address = self.tree(TreeKind::Addr(Operand::Decl(label)), pointer);
            if offset == 0 {
                return address;
            }
            let offset = self.cx.unit.int(self.cx.unit.common.sizetype, offset);
            let args = [address, offset];
            self.tree(TreeKind::Expr { code: TreeCode::PointerPlus, args }, pointer)
        });
        Ok(self.tree(TreeKind::Expr { code, args }, ty))
    }

    fn report_element(&mut self, error: NotConstant) {
        let text = if error.narrow {
            "initializer element is not computable at load time"
        } else {
            "initializer element is not constant"
        };
        self.error(error.loc, text);
    }

    fn tree(&mut self, kind: TreeKind, ty: TypeId) -> Operand {
        Operand::Tree(self.cx.unit.trees.add(kind, ty))
    }

    /// A conversion of an address: to another pointer, or an integer as wide.
    fn static_conversion(
        &mut self,
        code: TreeCode,
        inner: ExprId,
        ty: TypeId,
        loc: Location,
    ) -> Converted {
        if !matches!(code, TreeCode::Nop | TreeCode::ViewConvert | TreeCode::Paren) {
            return Err(NotConstant { loc, narrow: false });
        }
        let operand = self.static_operand(inner)?;
        let from = self.cx.type_of(inner);
        let types = &self.cx.unit.types;
        if types.main_variant(ty) == types.main_variant(from) && ty == from {
            return Ok(operand);
        }
        let is_difference = match operand {
            Operand::Const(_) => true,
            Operand::Tree(id) => {
                matches!(
                    self.cx.unit.trees.kind(id),
                    TreeKind::Expr { code: TreeCode::Minus | TreeCode::PointerDiff, .. }
                )
            }
            _ => false,
        };
        // What the assembler computes is at most as wide as an address. Zeros stand after it if it has no sign.
        let pointer = self.cx.unit.common.void_ptr;
        let extended =
            is_difference && types.is_unsigned(from) && types.size(from) == types.size(pointer);
        let too_wide = !matches!(operand, Operand::Const(_))
            && types.is_integral(ty)
            && (types.size(ty) > types.size(pointer) && !extended
                || matches!(types.kind(ty), TypeKind::Bool));
        if too_wide || types.size(ty) < types.size(from) && !is_difference {
            return Err(NotConstant { loc, narrow: true });
        }
        if types.is_aggregate(ty) && types.same_main(ty, from) {
            return Ok(operand);
        }
        Ok(self.tree(TreeKind::Expr { code: TreeCode::Nop, args: [operand, Operand::None] }, ty))
    }

    /// An object whose address is constant.
    fn static_object(&mut self, e: ExprId) -> Converted {
        let (ty, loc) = (self.cx.exprs[e].ty, self.cx.exprs[e].loc);
        let not_constant = Err(NotConstant { loc, narrow: false });
        match self.cx.exprs[e].kind {
            ExprKind::Decl(decl) | ExprKind::CompoundLiteral(decl, _) => {
                let d = &self.cx.unit.decls[decl];
                let fixed = matches!(d.kind, DeclKind::Function | DeclKind::Label)
                    || (d.kind == DeclKind::Var
                        && d.flags & (flag::STATIC | flag::EXTERNAL) != 0
                        && !d.has(flag::THREAD_LOCAL));
                if fixed { Ok(Operand::Decl(decl)) } else { not_constant }
            }
            ExprKind::Const(id) => Ok(Operand::Const(id)),
            ExprKind::Component(base, field) => {
                let base = self.static_object(base)?;
                Ok(self.tree(TreeKind::ComponentRef { base, field }, ty))
            }
            ExprKind::ArrayRef(base, index) => {
                let is_array = matches!(
                    self.cx.unit.types.kind(self.cx.type_of(base)),
                    TypeKind::Array { .. }
                );
                if !is_array {
                    return not_constant;
                }
                let base = self.static_object(base)?;
                match self.cx.exprs[index].kind {
                    ExprKind::Const(id) => {
                        Ok(self.tree(TreeKind::ArrayRef { base, index: Operand::Const(id) }, ty))
                    }
                    _ => not_constant,
                }
            }
            ExprKind::Indirect(pointer) => {
                let base = self.static_operand(pointer)?;
                let alias_ptr = self.cx.type_of(pointer);
                Ok(self.tree(TreeKind::MemRef { base, offset: 0, alias_ptr }, ty))
            }
            ExprKind::MemRef(pointer, offset, alias_ptr) => {
                let base = self.static_operand(pointer)?;
                Ok(self.tree(TreeKind::MemRef { base, offset, alias_ptr }, ty))
            }
            ExprKind::Unary(TreeCode::Realpart, inner) => {
                let inner = self.static_object(inner)?;
                Ok(self.tree(TreeKind::Realpart(inner), ty))
            }
            ExprKind::Unary(TreeCode::Imagpart, inner) => {
                let inner = self.static_object(inner)?;
                Ok(self.tree(TreeKind::Imagpart(inner), ty))
            }
            ExprKind::Unary(TreeCode::Nop | TreeCode::ViewConvert, inner)
            | ExprKind::NonLvalue(inner) => self.static_object(inner),
            _ => not_constant,
        }
    }
}
