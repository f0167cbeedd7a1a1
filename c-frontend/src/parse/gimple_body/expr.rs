//! Operands and right-hand sides of GIMPLE.
//!
//! An operand is a name, constant, address or reference; a right-hand side has one operation at most. Constants take the
//! type their neighbours want; casts of constants are constants.

use super::Body;
use crate::lex::TokenKind;
use crate::parse::Parser;
use crate::parse::keyword::Keyword;
use crate::scope::Binding;
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstId, ConstValue};
use gimple::decl::{DeclId, flag};
use gimple::fold_const::{const_convert, zero};
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{Type, TypeId, TypeKind};

/// An operation and its operands.
pub(super) type Rhs = (TreeCode, [Operand; 3]);

/// A right-hand side of one operand.
pub(super) fn single(op: Operand) -> Rhs {
    (TreeCode::Single, [op, Operand::None, Operand::None])
}

fn binary_code(kind: TokenKind) -> Option<TreeCode> {
    Some(match kind {
        TokenKind::Star => TreeCode::Mult,
        TokenKind::Slash => TreeCode::TruncDiv,
        TokenKind::Percent => TreeCode::TruncMod,
        TokenKind::Plus => TreeCode::Plus,
        TokenKind::Minus => TreeCode::Minus,
        TokenKind::ShiftLeft => TreeCode::Lshift,
        TokenKind::ShiftRight => TreeCode::Rshift,
        TokenKind::Less => TreeCode::Lt,
        TokenKind::Greater => TreeCode::Gt,
        TokenKind::LessEqual => TreeCode::Le,
        TokenKind::GreaterEqual => TreeCode::Ge,
        TokenKind::EqualEqual => TreeCode::Eq,
        TokenKind::NotEqual => TreeCode::Ne,
        TokenKind::And => TreeCode::BitAnd,
        TokenKind::Xor => TreeCode::BitXor,
        TokenKind::Or => TreeCode::BitIor,
        _ => return None,
    })
}

/// Operations that are words: `__ABS a`, `__MULT_HIGHPART (a, b)`.
fn named_code(word: &str) -> Option<TreeCode> {
    Some(match word {
        "__ABS" => TreeCode::Abs,
        "__ABSU" => TreeCode::Absu,
        "__MIN" => TreeCode::Min,
        "__MAX" => TreeCode::Max,
        "__MULT_HIGHPART" => TreeCode::MultHighpart,
        "__UNLT" => TreeCode::Unlt,
        "__UNLE" => TreeCode::Unle,
        "__UNGT" => TreeCode::Ungt,
        "__UNGE" => TreeCode::Unge,
        "__UNEQ" => TreeCode::Uneq,
        "__UNORDERED" => TreeCode::Unordered,
        "__ORDERED" => TreeCode::Ordered,
        "__LTGT" => TreeCode::Ltgt,
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn gimple_type(&self, body: &Body, op: Operand) -> TypeId {
        self.cx.unit.type_of(&body.f, op)
    }

    fn gimple_tree(&mut self, kind: TreeKind, ty: TypeId) -> Operand {
        Operand::Tree(self.cx.unit.trees.add(kind, ty))
    }

    /// A right-hand side for something of type `ty`; `None` after an error.
    pub(super) fn gimple_rhs(&mut self, body: &mut Body, ty: TypeId) -> Option<Rhs> {
        let token = self.peek();
        let unary = match token.kind {
            TokenKind::Minus => Some(TreeCode::Negate),
            TokenKind::Tilde => Some(TreeCode::BitNot),
            TokenKind::Identifier => match self.keyword_of(token) {
                Some(Keyword::Real) => Some(TreeCode::Realpart),
                Some(Keyword::Imag) => Some(TreeCode::Imagpart),
                Some(_) => None,
                None => named_code(&self.spelling(token)),
            },
            _ => None,
        };
        if token.kind == TokenKind::Minus && self.peek2().kind == TokenKind::Number {
            return self.gimple_tail(body, ty);
        }
        if token.kind == TokenKind::LeftParen && {
            let second = self.peek2();
            self.token_starts_type_name(second)
        } {
            return self.gimple_cast(body);
        }
        let Some(code) = unary else { return self.gimple_tail(body, ty) };
        self.next();
        if code.arity() == 2 {
            return self.gimple_named(body, code, ty);
        }
        let op = self.gimple_operand(body, Some(ty))?;
        if matches!(code, TreeCode::Realpart | TreeCode::Imagpart) {
            return Some(single(self.complex_part(body, code, op)));
        }
        Some((code, [op, Operand::None, Operand::None]))
    }

    fn complex_part(&mut self, body: &Body, code: TreeCode, op: Operand) -> Operand {
        let of = self.gimple_type(body, op);
        let ty = self.cx.unit.types.element(of).unwrap_or(of);
        let kind = match code {
            TreeCode::Realpart => TreeKind::Realpart(op),
            _ => TreeKind::Imagpart(op),
        };
        self.gimple_tree(kind, ty)
    }

    /// `(a, b)` after a named operation.
    fn gimple_named(&mut self, body: &mut Body, code: TreeCode, ty: TypeId) -> Option<Rhs> {
        self.expect(TokenKind::LeftParen);
        let a = self.gimple_operand(body, Some(ty))?;
        self.expect(TokenKind::Comma);
        let hint = self.gimple_type(body, a);
        let b = self.gimple_operand(body, Some(hint))?;
        self.expect(TokenKind::RightParen);
        Some((code, [a, b, Operand::None]))
    }

    /// `(type) operand`.
    fn gimple_cast(&mut self, body: &mut Body) -> Option<Rhs> {
        self.next();
        let to = self.type_name();
        self.expect_or_skip(TokenKind::RightParen);
        let op = self.gimple_operand(body, None)?;
        let from = self.gimple_type(body, op);
        if let Operand::Const(id) = op {
            return Some(single(Operand::Const(self.converted_constant(id, to))));
        }
        let types = &self.cx.unit.types;
        let code = match (types.is_real(to), types.is_real(from)) {
            (true, false) => TreeCode::Float,
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        };
        Some((code, [op, Operand::None, Operand::None]))
    }

    fn converted_constant(&mut self, id: ConstId, to: TypeId) -> ConstId {
        if let ConstValue::Int(value) = self.cx.unit.consts[id].value {
            return match self.cx.unit.types.is_real(to) {
                false => self.cx.unit.int_id(to, value),
                true => const_convert(&mut self.cx.unit, TreeCode::Float, to, id).unwrap_or(id),
            };
        }
        let code = match self.cx.unit.types.is_real(to) {
            true => TreeCode::Nop,
            false => TreeCode::FixTrunc,
        };
        const_convert(&mut self.cx.unit, code, to, id).unwrap_or(id)
    }

    /// An operand, and the operator and second operand after it; `a < b ? c : d`.
    fn gimple_tail(&mut self, body: &mut Body, ty: TypeId) -> Option<Rhs> {
        let a = self.gimple_operand(body, Some(ty))?;
        let token = self.peek();
        if token.kind == TokenKind::Question {
            return self.gimple_conditional(body, a, ty);
        }
        let Some(code) = binary_code(token.kind) else { return Some(single(a)) };
        self.next();
        let (code, a, b) = self.gimple_second(body, code, a)?;
        if self.at(TokenKind::Question) {
            let boolean = self.cx.unit.common.bool_;
            let condition = self.gimple_tree(TreeKind::Expr { code, args: [a, b] }, boolean);
            return self.gimple_conditional(body, condition, ty);
        }
        Some((code, [a, b, Operand::None]))
    }

    /// The second operand of an operator; both as the operation wants them.
    fn gimple_second(
        &mut self,
        body: &mut Body,
        code: TreeCode,
        a: Operand,
    ) -> Option<(TreeCode, Operand, Operand)> {
        let left = self.gimple_type(body, a);
        let shift = matches!(code, TreeCode::Lshift | TreeCode::Rshift);
        let pointer = self.cx.unit.types.is_pointer(left);
        let sum = matches!(code, TreeCode::Plus | TreeCode::Minus);
        let hint = match (shift, pointer && sum) {
            (true, _) => self.cx.unit.common.uint,
            (_, true) => self.cx.unit.common.sizetype,
            _ => left,
        };
        let b = self.gimple_operand(body, Some(hint))?;
        let right = self.gimple_type(body, b);
        let types = &self.cx.unit.types;
        let code = match code {
            TreeCode::Plus if pointer => TreeCode::PointerPlus,
            TreeCode::Minus if pointer && types.is_pointer(right) => TreeCode::PointerDiff,
            TreeCode::TruncDiv if types.is_real(left) => TreeCode::Rdiv,
            code => code,
        };
        // A constant on the left of a variable takes its type.
        let a = match (a, b) {
            (Operand::Const(id), Operand::Ssa(_) | Operand::Decl(_)) if !shift && left != right => {
                Operand::Const(self.converted_constant(id, right))
            }
            _ => a,
        };
        Some((code, a, b))
    }

    fn gimple_conditional(&mut self, body: &mut Body, cond: Operand, ty: TypeId) -> Option<Rhs> {
        self.next();
        let a = self.gimple_operand(body, Some(ty))?;
        self.expect(TokenKind::Colon);
        let b = self.gimple_operand(body, Some(ty))?;
        let of = self.gimple_type(body, cond);
        let code = match self.cx.unit.types.kind(of) {
            TypeKind::Vector { .. } => TreeCode::VecCond,
            _ => TreeCode::Cond,
        };
        Some((code, [cond, a, b]))
    }

    /// The condition of an `if`: a comparison, or a value that is compared with zero.
    pub(super) fn gimple_condition(
        &mut self,
        body: &mut Body,
    ) -> Option<(TreeCode, Operand, Operand)> {
        let at = self.loc();
        let boolean = self.cx.unit.common.int;
        let (code, [a, b, _]) = self.gimple_rhs(body, boolean)?;
        if code.is_comparison() {
            return Some((code, a, b));
        }
        if code != TreeCode::Single || self.at(TokenKind::LeftParen) {
            self.error(at, "comparison required");
            self.suppress_errors();
            return None;
        }
        let ty = self.gimple_type(body, a);
        let none = Operand::Const(zero(&mut self.cx.unit, ty));
        Some((TreeCode::Ne, a, none))
    }

    /// An operand; `hint` is the type its surroundings want.
    pub(super) fn gimple_operand(
        &mut self,
        body: &mut Body,
        hint: Option<TypeId>,
    ) -> Option<Operand> {
        if !self.enter() {
            return None;
        }
        let op = self.gimple_primary(body, hint).and_then(|op| self.gimple_postfix(body, op));
        self.leave();
        op
    }

    fn gimple_primary(&mut self, body: &mut Body, hint: Option<TypeId>) -> Option<Operand> {
        let token = self.peek();
        match token.kind {
            TokenKind::And => {
                self.next();
                let object = self.gimple_operand(body, None)?;
                let ty = self.gimple_type(body, object);
                let pointer = self.cx.unit.types.pointer_to(ty);
                Some(self.gimple_address(object, pointer))
            }
            TokenKind::Star => {
                self.next();
                let pointer = self.gimple_operand(body, None)?;
                self.gimple_dereference(body, pointer, token.loc)
            }
            TokenKind::Minus => {
                self.next();
                let op = self.gimple_operand(body, hint)?;
                self.negated(op, token.loc)
            }
            TokenKind::LeftParen => {
                let second = self.peek2();
                if !self.token_starts_type_name(second) {
                    self.syntax_error("expected expression");
                    return None;
                }
                let (code, [op, ..]) = self.gimple_cast(body)?;
                if code != TreeCode::Single {
                    self.error(token.loc, "conversion within an operand");
                    return None;
                }
                Some(op)
            }
            TokenKind::Number => self.gimple_constant(hint),
            kind if kind.is_string() || kind.is_char() => self.gimple_constant(hint),
            TokenKind::Identifier => self.gimple_identifier(body, token.loc),
            _ => {
                self.syntax_error("expected expression");
                None
            }
        }
    }

    fn gimple_address(&mut self, object: Operand, ty: TypeId) -> Operand {
        self.mark_gimple_addressable(object);
        self.gimple_tree(TreeKind::Addr(object), ty)
    }

    fn negated(&mut self, op: Operand, loc: Location) -> Option<Operand> {
        let negated = op.constant().and_then(|id| {
            let ty = self.cx.unit.consts[id].ty;
            gimple::fold_const::const_unop(&mut self.cx.unit, TreeCode::Negate, ty, id)
        });
        if negated.is_none() {
            self.error(loc, "expected constant");
        }
        negated.map(Operand::Const)
    }

    /// A number, character or string as C has it, converted to the type wanted where that is a number's.
    fn gimple_constant(&mut self, hint: Option<TypeId>) -> Option<Operand> {
        let e = self.primary_expression();
        let id = crate::fold::util::constant(&self.cx, e)?;
        let types = &self.cx.unit.types;
        let scalar =
            hint.filter(|&ty| types.is_integral(ty) || types.is_pointer(ty) || types.is_real(ty));
        let string = matches!(self.cx.unit.consts[id].value, ConstValue::String(_));
        Some(Operand::Const(match scalar.filter(|_| !string) {
            Some(ty) => self.converted_constant(id, ty),
            None => id,
        }))
    }

    fn gimple_identifier(&mut self, body: &mut Body, loc: Location) -> Option<Operand> {
        let token = self.next();
        let symbol = token.symbol()?;
        match self.spelling(token).as_str() {
            "_Literal" => return self.gimple_literal(body),
            "__MEM" => return self.gimple_mem(body),
            "__VIEW_CONVERT" => return self.gimple_view_convert(body),
            "__BIT_FIELD_REF" => return self.gimple_bit_field(body),
            _ => {}
        }
        let bound = self.lookup(symbol);
        if bound.is_none()
            && let Some(name) = self.gimple_name(body, symbol, loc)
        {
            return Some(Operand::Ssa(name));
        }
        match bound {
            Some(Binding::Decl(decl)) => {
                self.cx.unit.decls[decl].flags |= flag::USED;
                Some(Operand::Decl(decl))
            }
            Some(Binding::Enumerator(id)) => Some(Operand::Const(id)),
            _ => self.gimple_unknown(symbol, loc).map(Operand::Decl),
        }
    }

    /// A builtin, or a function that is declared by being called.
    fn gimple_unknown(&mut self, symbol: Symbol, loc: Location) -> Option<DeclId> {
        if let Some(decl) = self.builtin_decl(symbol) {
            return Some(decl);
        }
        if self.at(TokenKind::LeftParen) {
            return Some(self.implicitly_declare(symbol, loc));
        }
        if !self.is_in_error() {
            let text = self.text(symbol);
            self.error(loc, format!("‘{text}’ undeclared (first use in this function)"));
            self.suppress_errors();
        }
        None
    }

    /// `[index]`, `.member`, `->member`.
    fn gimple_postfix(&mut self, body: &mut Body, mut op: Operand) -> Option<Operand> {
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::LeftBracket => {
                    self.next();
                    let sizetype = self.cx.unit.common.sizetype;
                    let index = self.gimple_operand(body, Some(sizetype))?;
                    self.expect_or_skip(TokenKind::RightBracket);
                    let of = self.gimple_type(body, op);
                    let Some(element) = self.cx.unit.types.element(of) else {
                        self.error(token.loc, "subscripted value is neither array nor vector");
                        return None;
                    };
                    op = self.gimple_tree(TreeKind::ArrayRef { base: op, index }, element);
                }
                TokenKind::Dot | TokenKind::Arrow => {
                    self.next();
                    if token.kind == TokenKind::Arrow {
                        op = self.gimple_dereference(body, op, token.loc)?;
                    }
                    op = self.gimple_member(body, op)?;
                }
                _ => return Some(op),
            }
        }
    }

    fn gimple_dereference(
        &mut self,
        body: &Body,
        pointer: Operand,
        loc: Location,
    ) -> Option<Operand> {
        let alias_ptr = self.gimple_type(body, pointer);
        let Some(ty) = self.cx.unit.types.pointee(alias_ptr) else {
            self.error(loc, "dereference of non-pointer");
            self.suppress_errors();
            return None;
        };
        Some(self.gimple_tree(TreeKind::MemRef { base: pointer, offset: 0, alias_ptr }, ty))
    }

    fn gimple_member(&mut self, body: &Body, base: Operand) -> Option<Operand> {
        let at = self.loc();
        let Some(name) = self.identifier() else {
            self.syntax_error("expected identifier");
            return None;
        };
        self.next();
        let of = self.gimple_type(body, base);
        let fields = self.cx.unit.types.fields(of);
        let found = fields
            .iter()
            .copied()
            .find(|&field| self.cx.unit.types.field(field).name == Some(name));
        let Some(field) = found else {
            let text =
                format!("{} has no member named ‘{}’", self.quoted_type(of), self.text(name));
            self.error(at, text);
            self.suppress_errors();
            return None;
        };
        let ty = self.cx.unit.types.field(field).ty;
        Some(self.gimple_tree(TreeKind::ComponentRef { base, field }, ty))
    }

    /// `(type) constant`, `(type) &object`, `(type) { elements }` after `_Literal`.
    fn gimple_literal(&mut self, body: &mut Body) -> Option<Operand> {
        self.expect(TokenKind::LeftParen);
        let ty = self.type_name();
        self.expect_or_skip(TokenKind::RightParen);
        if self.at(TokenKind::LeftBrace) {
            return self.gimple_constructor(body, ty);
        }
        if self.accept(TokenKind::And) {
            let object = self.gimple_operand(body, None)?;
            return Some(self.gimple_address(object, ty));
        }
        let at = self.loc();
        let op = self.gimple_operand(body, Some(ty))?;
        match op {
            Operand::Const(id) => Some(Operand::Const(self.converted_constant(id, ty))),
            _ => {
                self.error(at, "invalid _Literal");
                None
            }
        }
    }

    /// `{ a, b }`: a vector or an aggregate.
    fn gimple_constructor(&mut self, body: &mut Body, ty: TypeId) -> Option<Operand> {
        self.next();
        let element = self.cx.unit.types.element(ty);
        let mut elements = Vec::new();
        while !matches!(self.peek().kind, TokenKind::RightBrace | TokenKind::Eof) {
            let value = self.gimple_operand(body, element)?;
            elements.push((CtorIndex::None, value));
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_or_skip(TokenKind::RightBrace);
        if let Some(constant) = self.constant_vector(ty, &elements) {
            return Some(Operand::Const(constant));
        }
        Some(self.gimple_tree(TreeKind::Constructor(elements.into()), ty))
    }

    /// A vector all of whose elements are constants of one lane; what is missing is zero.
    fn constant_vector(
        &mut self,
        ty: TypeId,
        elements: &[(CtorIndex, Operand)],
    ) -> Option<ConstId> {
        let (element, lanes) = self.cx.unit.types.lanes(ty)?;
        let mut values = Vec::with_capacity(lanes as usize);
        for (_, value) in elements {
            let id = value.constant()?;
            if self.cx.unit.types.lanes(self.cx.unit.consts[id].ty).is_some() {
                return None;
            }
            values.push(id);
        }
        let none = zero(&mut self.cx.unit, element);
        values.resize(lanes as usize, none);
        let value = ConstValue::Vector(values.into());
        Some(self.cx.unit.consts.intern(Const { ty, value, overflow: false }))
    }

    /// `<type, alignment> ((pointer) base + offset)` after `__MEM`.
    fn gimple_mem(&mut self, body: &mut Body) -> Option<Operand> {
        if !self.expect(TokenKind::Less) {
            return None;
        }
        let mut ty = self.type_name();
        if self.accept(TokenKind::Comma) {
            let e = self.primary_expression();
            let bits = self.folded_int(e).unwrap_or(8);
            ty = self.aligned_type(ty, bits);
        }
        self.expect(TokenKind::Greater);
        self.expect(TokenKind::LeftParen);
        let mut alias = None;
        if self.at(TokenKind::LeftParen) {
            self.next();
            alias = Some(self.type_name());
            self.expect_or_skip(TokenKind::RightParen);
        }
        let at = self.loc();
        let base = self.gimple_operand(body, alias)?;
        let of = self.gimple_type(body, base);
        let alias_ptr = alias.unwrap_or(of);
        if !self.cx.unit.types.is_pointer(alias_ptr) {
            self.error(at, "expected pointer");
            return None;
        }
        let mut offset = 0;
        if self.accept(TokenKind::Plus) {
            offset = self.gimple_offset(body, alias_ptr)?;
        }
        self.expect_or_skip(TokenKind::RightParen);
        Some(self.gimple_tree(TreeKind::MemRef { base, offset, alias_ptr }, ty))
    }

    /// A number of bytes: a constant expression, or a literal of the pointer's type.
    fn gimple_offset(&mut self, body: &mut Body, pointer: TypeId) -> Option<i64> {
        let token = self.peek();
        let literal = self.identifier_of(token).is_some_and(|name| self.text(name) == "_Literal");
        if !literal {
            let e = self.constant_expression();
            return Some(self.folded_int(e).unwrap_or(0) as i64);
        }
        match self.gimple_operand(body, Some(pointer))? {
            Operand::Const(id) => match self.cx.unit.consts[id].value {
                ConstValue::Int(offset) => Some(offset as i64),
                _ => None,
            },
            _ => {
                self.error(token.loc, "expected constant offset for ‘__MEM’ operand");
                None
            }
        }
    }

    /// A type with an alignment of so many bits.
    fn aligned_type(&mut self, ty: TypeId, bits: i128) -> TypeId {
        let align = u32::try_from(bits / 8).unwrap_or(1).max(1);
        let original: Type = self.cx.unit.types[ty].clone();
        if original.align == align || !align.is_power_of_two() {
            return ty;
        }
        self.cx.unit.types.add(Type { align, ..original })
    }

    /// `<type> (operand)` after `__VIEW_CONVERT`.
    fn gimple_view_convert(&mut self, body: &mut Body) -> Option<Operand> {
        self.expect(TokenKind::Less);
        let ty = self.type_name();
        self.expect(TokenKind::Greater);
        self.expect(TokenKind::LeftParen);
        let op = self.gimple_operand(body, None)?;
        self.expect_or_skip(TokenKind::RightParen);
        Some(self.gimple_tree(TreeKind::ViewConvert(op), ty))
    }

    /// `<type> (operand, size, position)` after `__BIT_FIELD_REF`.
    fn gimple_bit_field(&mut self, body: &mut Body) -> Option<Operand> {
        self.expect(TokenKind::Less);
        let ty = self.type_name();
        self.expect(TokenKind::Greater);
        self.expect(TokenKind::LeftParen);
        let base = self.gimple_operand(body, None)?;
        let mut numbers = [0u64; 2];
        for number in &mut numbers {
            self.expect(TokenKind::Comma);
            let e = self.primary_expression();
            *number = self.folded_int(e).and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        }
        self.expect_or_skip(TokenKind::RightParen);
        let [size, pos] = numbers;
        let size = u32::try_from(size).unwrap_or(0);
        Some(self.gimple_tree(TreeKind::BitFieldRef { base, size, pos }, ty))
    }
}
