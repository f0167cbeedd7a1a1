//! Translation of operations: fast forms for narrow integers and the two common real formats, the general evaluator
//! for everything else.

use super::code::*;
use super::compile::Compiler;
use super::shape::{Norm, Shape};
use crate::code::TreeCode;
use crate::tree::Operand;
use crate::types::TypeId;

/// The integer comparison a code stands for.
pub(super) fn condition(code: TreeCode, unsigned: bool) -> Option<Cc> {
    Some(match (code, unsigned) {
        (TreeCode::Eq, _) => Cc::Eq,
        (TreeCode::Ne, _) => Cc::Ne,
        (TreeCode::Lt, false) => Cc::Lt,
        (TreeCode::Le, false) => Cc::Le,
        (TreeCode::Gt, false) => Cc::Gt,
        (TreeCode::Ge, false) => Cc::Ge,
        (TreeCode::Lt, true) => Cc::Below,
        (TreeCode::Le, true) => Cc::BelowEq,
        (TreeCode::Gt, true) => Cc::Above,
        (TreeCode::Ge, true) => Cc::AboveEq,
        _ => return None,
    })
}

impl Compiler<'_, '_> {
    /// `d = code args…`, of type `ty`.
    pub fn operation(&mut self, d: u32, ty: TypeId, code: TreeCode, args: &[Operand; 3]) {
        let shape = self.shape(ty);
        let first = self.type_of(args[0]);
        let fast = match code.arity() {
            1 => self.unary(d, shape, self.shape(first), code, args[0]),
            2 => self.binary(d, shape, self.shape(first), code, args),
            _ => self.select(d, shape, code, args),
        };
        if !fast {
            self.generic(d, ty, code, args);
        }
    }

    fn generic(&mut self, d: u32, ty: TypeId, code: TreeCode, args: &[Operand; 3]) {
        let args: Vec<(Src, TypeId)> = args[..code.arity()]
            .iter()
            .map(|&op| {
                let ty = self.type_of(op);
                (self.value(op), ty)
            })
            .collect();
        let index = self.code.generics.len() as u32;
        self.code.generics.push(Generic { code, ty, args });
        self.emit(Op::Generic { d, index });
    }

    fn select(&mut self, d: u32, shape: Shape, code: TreeCode, args: &[Operand; 3]) -> bool {
        let condition = self.type_of(args[0]);
        if code != TreeCode::Cond || !self.shape(condition).is_narrow() {
            return false;
        }
        let [c, a, b] = args.map(|op| self.value(op));
        self.emit(Op::Select { d, c, a, b, n: shape.slots() });
        true
    }

    fn unary(&mut self, d: u32, to: Shape, from: Shape, code: TreeCode, arg: Operand) -> bool {
        use TreeCode::*;
        let narrow = to.is_narrow() && from.is_narrow();
        if !narrow || matches!(code, Conj | Realpart | Imagpart) {
            return false;
        }
        let a = self.value(arg);
        let single = |shape| shape == Shape::Single;
        let op = match (code, to, from) {
            (Nop | Float | FixTrunc, Shape::Int { norm, .. }, Shape::Int { .. }) => {
                Op::Extend { d, a, norm }
            }
            (Nop | Float | FixTrunc, Shape::Int { norm, .. }, _) => {
                Op::FloatToInt { d, a, norm, single: single(from) }
            }
            (Nop | Float | FixTrunc, _, Shape::Int { norm, .. }) => {
                Op::IntToFloat { d, a, unsigned: norm.unsigned, single: single(to) }
            }
            (Nop | Float | FixTrunc, ..) if to != from => {
                Op::FloatToFloat { d, a, narrow: single(to) }
            }
            (ViewConvert, Shape::Int { norm, .. }, _) => Op::Extend { d, a, norm },
            // A real's slot holds its bits, unextended.
            (ViewConvert, ..) => {
                let bits = if single(to) { 32 } else { 64 };
                Op::Extend { d, a, norm: Norm::new(bits, true) }
            }
            (Negate, Shape::Int { norm, .. }, _) => Op::Neg { d, a, norm },
            (Negate, ..) => Op::FloatNeg { d, a, single: single(to) },
            (Abs | Absu, Shape::Int { norm, .. }, _) => Op::Abs { d, a, norm },
            (Abs | Absu, ..) => Op::FloatAbs { d, a, single: single(to) },
            (BitNot, Shape::Int { norm, .. }, _) => Op::Not { d, a, norm },
            (TruthNot, ..) => {
                let b = self.constant(0);
                Op::Compare { d, a, b, cc: Cc::Eq }
            }
            _ => Op::Mov { d, s: a },
        };
        self.emit(op);
        true
    }

    fn binary(
        &mut self,
        d: u32,
        to: Shape,
        from: Shape,
        code: TreeCode,
        args: &[Operand; 3],
    ) -> bool {
        let second = self.type_of(args[1]);
        let second = self.shape(second);
        if !to.is_narrow() || !from.is_narrow() || !second.is_narrow() {
            return false;
        }
        match (to, from) {
            (Shape::Int { norm, .. }, Shape::Int { norm: operand, .. }) => {
                self.integer(d, norm, operand, code, args)
            }
            (Shape::Int { .. }, _) if code.is_comparison() => {
                let (a, b) = (self.value(args[0]), self.value(args[1]));
                self.emit(Op::FloatCompare { d, a, b, code, single: from == Shape::Single });
                true
            }
            (Shape::Single | Shape::Double, _) if to == from && second == from => {
                use TreeCode::*;
                let op = match code {
                    Plus => FloatOp::Add,
                    Minus => FloatOp::Sub,
                    Mult => FloatOp::Mul,
                    Rdiv => FloatOp::Div,
                    Min => FloatOp::Min,
                    Max => FloatOp::Max,
                    _ => return false,
                };
                let (a, b) = (self.value(args[0]), self.value(args[1]));
                self.emit(Op::Float { d, a, b, op, single: to == Shape::Single });
                true
            }
            _ => false,
        }
    }

    fn integer(
        &mut self,
        d: u32,
        norm: Norm,
        operand: Norm,
        code: TreeCode,
        args: &[Operand; 3],
    ) -> bool {
        use TreeCode::*;
        let supported = condition(code, operand.unsigned).is_some()
            || matches!(
                code,
                Plus | Minus
                    | PointerPlus
                    | PointerDiff
                    | Mult
                    | TruncDiv
                    | ExactDiv
                    | TruncMod
                    | Min
                    | Max
                    | Lshift
                    | Rshift
                    | Lrotate
                    | Rrotate
                    | BitIor
                    | BitXor
                    | BitAnd
                    | TruthAnd
                    | TruthOr
                    | TruthXor
            );
        if !supported {
            return false;
        }
        let (a, b) = (self.value(args[0]), self.value(args[1]));
        let op = match code {
            Plus | PointerPlus => Op::Add { d, a, b, norm },
            Minus | PointerDiff => Op::Sub { d, a, b, norm },
            Mult => Op::Mul { d, a, b, norm },
            TruncDiv | ExactDiv => Op::Div { d, a, b, norm },
            TruncMod => Op::Rem { d, a, b, norm },
            Lshift => Op::Shl { d, a, b, norm },
            Rshift => Op::Shr { d, a, b, norm },
            Lrotate => Op::Rotate { d, a, b, norm, right: false },
            Rrotate => Op::Rotate { d, a, b, norm, right: true },
            Min => Op::Extreme { d, a, b, cc: if norm.unsigned { Cc::Below } else { Cc::Lt } },
            Max => Op::Extreme { d, a, b, cc: if norm.unsigned { Cc::Above } else { Cc::Gt } },
            BitIor | TruthOr => Op::Or { d, a, b },
            BitXor | TruthXor => Op::Xor { d, a, b, norm },
            BitAnd | TruthAnd => Op::And { d, a, b },
            _ => match condition(code, operand.unsigned) {
                Some(cc) => Op::Compare { d, a, b, cc },
                None => return false,
            },
        };
        self.emit(op);
        true
    }
}
