//! Assignments: arithmetic, conversions, copies, loads and stores.

use super::{Expander, Result, Value};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::decl::flag;
use gimple::options::Flag;
use gimple::ssa::SsaName;
use gimple::tree::{CtorIndex, Operand, TreeId, TreeKind};
use gimple::types::{TypeId, TypeKind};

impl Expander<'_> {
    pub(super) fn assignment(
        &mut self,
        lhs: Operand,
        code: TreeCode,
        rhs: [Operand; 3],
    ) -> Result<()> {
        if code == TreeCode::Single
            && let Operand::Tree(id) = rhs[0]
        {
            match self.unit.trees.kind(id).clone() {
                TreeKind::Clobber(_) => return Ok(()),
                TreeKind::Constructor(elements) => return self.constructor(lhs, id, &elements),
                _ => {}
            }
        }
        let ty = self.unit.type_of(self.f, lhs);
        if self.unit.types.size(ty) == Some(0) {
            return Ok(());
        }
        if code == TreeCode::Single && self.copy_held(lhs, rhs[0], ty)? {
            return Ok(());
        }
        if code == TreeCode::Single && self.copies_memory(lhs, ty) {
            if self.store_literal(lhs, rhs[0])? {
                return Ok(());
            }
            let target = self.reference_memory(lhs, ty)?;
            let Value::Memory(source) = self.operand(rhs[0])? else {
                return self.sorry("an assignment between these types");
            };
            let size = self.unit.types.size(ty).unwrap_or(0);
            self.move_object(target, source, size as i64);
            return Ok(());
        }
        if code == TreeCode::Single && self.stores_address(lhs, rhs[0], ty) {
            return self.store_operand(lhs, ty, rhs[0]);
        }
        let member = |op: Operand| op.tree().map(|id| self.unit.trees.kind(id));
        let aimed = self.unit.addressed(rhs[0]).is_some()
            || matches!(
                member(rhs[0]),
                Some(TreeKind::ComponentRef { .. } | TreeKind::BitFieldRef { .. })
            );
        if code == TreeCode::Single && aimed {
            self.goal = self.goal_of(lhs)?;
        }
        let value = match code {
            TreeCode::Single if self.replacement(rhs[0]).is_some() => {
                let goal = self.goal_of(lhs)?;
                self.operand_into(rhs[0], goal)?
            }
            TreeCode::Single => {
                if let Operand::Ssa(name) = rhs[0]
                    && self.is_undefined(name)
                    && matches!(lhs, Operand::Ssa(_))
                {
                    return Ok(());
                }
                self.operand(rhs[0])?
            }
            TreeCode::Cond => self.conditional(ty, rhs)?,
            TreeCode::BitInsert => self.bit_insert(ty, rhs)?,
            _ if code.arity() == 3 => return self.sorry(code.name()),
            _ => {
                self.goal = self.goal_of(lhs)?;
                self.expression(code, ty, rhs[0], rhs[1])?
            }
        };
        self.goal = None;
        self.em.aim(None);
        if let (Operand::Ssa(to), Operand::Ssa(from)) = (lhs, rhs[0])
            && code == TreeCode::Single
            && self.parts.of(to) == self.parts.of(from)
            && !self.replaced.contains(from.0 as usize)
            && let Value::Scalar(place, _) = value
        {
            // One register is both.
            self.em.keep_in_place(place);
            return Ok(());
        }
        self.store(lhs, ty, value)
    }

    /// Whether a statement stores what is computed only then, or an address, in memory: where it goes is found first.
    fn stores_address(&self, lhs: Operand, rhs: Operand, ty: TypeId) -> bool {
        let hard = lhs.decl().is_some_and(|decl| self.unit.decls[decl].has(flag::HARD_REGISTER));
        !hard
            && !matches!(lhs, Operand::Ssa(_))
            && !self.is_held(lhs)
            && (self.replacement(rhs).is_some()
                || self.unit.addressed(rhs).is_some()
                    && self.mode_of_type(ty) == self.em.word_mode())
    }

    /// Whether a statement copies one object in memory to another, whose address is found first.
    fn copies_memory(&self, lhs: Operand, ty: TypeId) -> bool {
        let hard = lhs.decl().is_some_and(|decl| self.unit.decls[decl].has(flag::HARD_REGISTER));
        !hard
            && !matches!(lhs, Operand::Ssa(_))
            && matches!(
                self.unit.types.kind(ty),
                TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Array { .. }
            )
    }

    /// The register of the name that a statement defines, if its value can be made there.
    fn goal_of(&mut self, lhs: Operand) -> Result<Option<RtxId>> {
        let Operand::Ssa(name) = lhs else { return Ok(None) };
        let id = self.parts.of(name);
        if id.is_none() {
            return Ok(None);
        }
        Ok(match self.partition(id)? {
            Value::Scalar(rtx, _) if self.em.f.rtx.code(rtx) != Code::Subreg => Some(rtx),
            _ => None,
        })
    }

    /// Aims the operation that comes next at where the statement's value is wanted, unless that is one of its operands.
    fn aim(&mut self, operands: &[RtxId]) -> Option<RtxId> {
        let register = |e: &Self, x: RtxId| e.em.f.rtx.code(x) == Code::Reg;
        let goal = self.goal.take();
        let goal = goal.filter(|goal| !register(self, *goal) || !operands.contains(goal));
        self.em.aim(goal);
        goal
    }

    /// Assigns a value to an SSA name, a variable or a reference.
    pub(super) fn store(&mut self, lhs: Operand, ty: TypeId, value: Value) -> Result<()> {
        match lhs {
            Operand::None => Ok(()),
            Operand::Ssa(name) => self.store_name(name, value),
            _ => {
                if self.store_held(lhs, ty, value)? {
                    return Ok(());
                }
                if let Some((register, mode)) = self.hard_register(lhs)? {
                    let Value::Scalar(rtx, from) = value else {
                        return self.sorry("an assignment between these types");
                    };
                    let rtx = if from == Mode::VOID { rtx } else { self.em.lowpart(mode, rtx) };
                    if lhs.decl().is_some_and(|decl| self.unit.decls[decl].is_global()) {
                        let rtx = self.em.force_reg(mode, rtx);
                        self.em.move_global_register(mode, register, rtx);
                    } else {
                        self.em.emit_move(register, rtx);
                    }
                    return Ok(());
                }
                let value = match value {
                    Value::Scalar(rtx, mode) if self.mode_of_type(ty) == Mode::BLK => {
                        // A scalar seen as an aggregate.
                        let slot = self.em.stack_local(u64::from(mode.size()), 16, "");
                        let part = self.em.adjust_address(slot, mode, 0);
                        self.em.emit_move(part, rtx);
                        Value::Memory(slot)
                    }
                    other => other,
                };
                self.store_reference(lhs, ty, value)
            }
        }
    }

    fn store_name(&mut self, name: SsaName, value: Value) -> Result<()> {
        let partition = self.parts.of(name);
        if partition.is_none() {
            return Ok(());
        }
        let place = self.partition(partition)?;
        let ty = self.f.names[name].ty;
        if let (Value::Scalar(dst, mode), Value::Scalar(src, from)) = (place, value)
            && mode != from
        {
            // A memory operand loaded with another mode, or a constant without one.
            let src = if from == Mode::VOID { src } else { self.em.lowpart(mode, src) };
            let unsigned = self.unit.types.is_unsigned(ty);
            self.store_scalar(dst, src, mode, unsigned);
            return Ok(());
        }
        self.assign_value(place, value, ty)
    }

    /// `code a` or `a code b` in type `ty`.
    pub(super) fn expression(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> Result<Value> {
        let complex = |e: &Self, op: Operand| {
            op.is_some()
                && matches!(e.unit.types.kind(e.unit.type_of(e.f, op)), TypeKind::Complex(_))
        };
        if matches!(self.unit.types.kind(ty), TypeKind::Complex(_)) || complex(self, a) {
            return self.complex_expression(code, a, b);
        }
        if code.is_comparison() {
            return self.comparison(code, ty, a, b);
        }
        if code.arity() == 1 {
            return self.unary(code, ty, a);
        }
        self.binary(code, ty, a, b)
    }

    fn unary(&mut self, code: TreeCode, ty: TypeId, a: Operand) -> Result<Value> {
        let from = self.unit.type_of(self.f, a);
        if code == TreeCode::ViewConvert {
            let value = self.operand(a)?;
            return self.view_convert(value, ty);
        }
        let mode = self.mode_of_type(ty);
        if mode == Mode::BLK {
            return self.sorry("arithmetic on this type");
        }
        if code == TreeCode::Nop
            && let Some((compare, rhs)) = self.converted_comparison(a, ty)
        {
            let goal = self.goal.take();
            let value = self.at_definition(a, |e| e.comparison(compare, ty, rhs[0], rhs[1]))?;
            self.goal = goal;
            return Ok(value);
        }
        let same = self.mode_of_type(from) == mode && code == TreeCode::Nop;
        let inner = if same { self.goal } else { None };
        let Value::Scalar(value, from_mode) = self.operand_into(a, inner)? else {
            return self.sorry("a value of this type as an operand");
        };
        let goal = self.aim(&[value]);
        let result = match code {
            TreeCode::Nop | TreeCode::Single | TreeCode::Paren => {
                let wanted = goal.filter(|_| !same && self.em.f.rtx.as_int(value).is_none());
                let value = self.convert_value(value, from_mode, from, ty)?;
                return Ok(match (wanted, value) {
                    (Some(goal), Value::Scalar(rtx, to)) if rtx != goal && to == mode => {
                        self.store_scalar(goal, rtx, mode, false);
                        Value::Scalar(goal, mode)
                    }
                    _ => value,
                });
            }
            TreeCode::Float => {
                let unsigned = self.unit.types.is_unsigned(from);
                self.em.convert(value, from_mode, mode, unsigned)
            }
            TreeCode::FixTrunc => {
                let unsigned = self.unit.types.is_unsigned(ty);
                self.em.convert(value, from_mode, mode, unsigned)
            }
            TreeCode::Negate | TreeCode::Abs if self.traps(ty, mode) => {
                self.trapping(code, mode, &[value])
            }
            TreeCode::Negate => self.em.unop(Code::Neg, mode, value),
            TreeCode::Abs | TreeCode::Absu => self.em.unop(Code::Abs, mode, value),
            TreeCode::BitNot => {
                if self.unit.types.precision(ty) == Some(1) {
                    let one = self.em.int(1);
                    let result = self.em.binop(Code::Xor, mode, value, one);
                    if self.unit.types.is_unsigned(ty) {
                        return Ok(Value::Scalar(result, mode));
                    }
                    result
                } else {
                    self.em.of_unsigned = true;
                    let result = self.em.unop(Code::Not, mode, value);
                    self.em.of_unsigned = false;
                    result
                }
            }
            TreeCode::TruthNot => {
                let zero = self.zero(from_mode);
                self.em.store_flag(Code::Eq, from_mode, value, zero, mode)
            }
            _ => return self.sorry(code.name()),
        };
        Ok(Value::Scalar(self.reduced_into(goal, result, mode, ty), mode))
    }

    /// As [`Self::reduce_precision`], where the value is wanted in a register.
    fn reduced_into(&mut self, goal: Option<RtxId>, value: RtxId, mode: Mode, ty: TypeId) -> RtxId {
        self.em.aim(goal);
        let value = self.reduce_precision(value, mode, ty);
        self.em.aim(None);
        value
    }

    /// Whether arithmetic of a type has to end the program where it overflows (`-ftrapv`).
    fn traps(&self, ty: TypeId, mode: Mode) -> bool {
        self.options.on(Flag::Trapv)
            && self.unit.types.is_integral(ty)
            && !self.unit.types.is_unsigned(ty)
            && self.unit.types.precision(ty) == Some(mode.bits())
            && matches!(mode, Mode::SI | Mode::DI | Mode::TI)
    }

    /// An operation done by a function of the library that ends the program where the result does not fit.
    fn trapping(&mut self, code: TreeCode, mode: Mode, operands: &[RtxId]) -> RtxId {
        let what = match code {
            TreeCode::Plus => "add",
            TreeCode::Minus => "sub",
            TreeCode::Mult => "mul",
            TreeCode::Negate => "neg",
            _ => "abs",
        };
        let width = match mode {
            Mode::SI => "si",
            Mode::DI => "di",
            _ => "ti",
        };
        let name = format!("__{what}v{width}{}", operands.len() + 1);
        let args: Vec<(RtxId, Mode)> = operands.iter().map(|&operand| (operand, mode)).collect();
        self.em.libcall(&name, mode, &args)
    }

    /// A conversion between scalar types.
    fn convert_value(
        &mut self,
        value: RtxId,
        from_mode: Mode,
        from: TypeId,
        ty: TypeId,
    ) -> Result<Value> {
        let mode = self.mode_of_type(ty);
        let unsigned = self.unit.types.is_unsigned(from);
        let is_const = self.em.f.rtx.as_int(value).is_some();
        let result = if from_mode == mode
            || from_mode == Mode::VOID
            || is_const && mode.is_int() && from_mode.is_int() && from_mode.size() >= mode.size()
        {
            if is_const && mode != Mode::TI {
                let constant = self.em.f.rtx.as_int(value).unwrap_or(0);
                self.em.int(mode.trunc_int(constant))
            } else if self.unit.types.is_unsigned(ty) != unsigned {
                self.em.unpromoted(value)
            } else {
                value
            }
        } else if from_mode.is_float() != mode.is_float() && from_mode.size() != mode.size() {
            return self.sorry("this conversion");
        } else {
            self.em.convert(value, from_mode, mode, unsigned)
        };
        let narrowing = match (self.unit.types.precision(from), self.unit.types.precision(ty)) {
            (Some(p), Some(q)) => {
                p > q || self.unit.types.is_unsigned(from) != self.unit.types.is_unsigned(ty)
            }
            _ => false,
        };
        let result = if narrowing { self.reduce_precision(result, mode, ty) } else { result };
        Ok(Value::Scalar(result, mode))
    }

    /// Cuts a value to its type's precision where that is less than its mode's.
    pub(super) fn reduce_precision(&mut self, value: RtxId, mode: Mode, ty: TypeId) -> RtxId {
        let Some(precision) = self.unit.types.precision(ty) else { return value };
        if precision >= mode.bits() {
            return value;
        }
        let unsigned = self.unit.types.is_unsigned(ty);
        if let Some(constant) = self.em.f.rtx.as_int(value) {
            let wrapped = self.unit.types.wrap(ty, constant.into());
            return self.em.int(wrapped as i64);
        }
        if mode != self.em.pair_mode() {
            return self.em.reduce_to_bits(value, mode, precision, unsigned);
        }
        if unsigned && precision < 64 {
            let mask = self.em.int(((1u64 << precision) - 1) as i64);
            return self.em.binop(Code::And, mode, value, mask);
        }
        let count = self.em.int(i64::from(mode.bits() - precision));
        let up = self.em.binop(Code::Ashift, mode, value, count);
        let down = if unsigned { Code::Lshiftrt } else { Code::Ashiftrt };
        self.em.binop(down, mode, up, count)
    }

    /// Whether an operand is the floating-point constant 2.
    fn is_two(&self, op: Operand) -> bool {
        let Operand::Const(id) = op else { return false };
        self.unit.consts.as_real(id) == Some(RealBits::from_f64(2.0))
    }

    fn binary(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Result<Value> {
        let mode = self.mode_of_type(ty);
        if mode == Mode::BLK {
            return self.sorry("arithmetic on this type");
        }
        let unsigned = self.unit.types.is_unsigned(ty);
        let (x, x_mode) = self.scalar(a)?;
        let (x, (y, y_mode)) = if a == b {
            // What is the same is loaded once, by the insn that takes it where there is one.
            let by_insn = matches!(code, TreeCode::Plus | TreeCode::Mult)
                && matches!(x_mode, Mode::SI | Mode::DI | Mode::SF | Mode::DF);
            let x = if by_insn { x } else { self.em.force_reg(x_mode, x) };
            (x, (x, x_mode))
        } else {
            (x, self.scalar(b)?)
        };
        let goal = self.aim(&[x, y]);
        let rtl = match code {
            TreeCode::Plus | TreeCode::Minus | TreeCode::Mult if self.traps(ty, mode) => {
                return Ok(Value::Scalar(self.trapping(code, mode, &[x, y]), mode));
            }
            TreeCode::Plus | TreeCode::PointerPlus => Code::Plus,
            TreeCode::Minus | TreeCode::PointerDiff => Code::Minus,
            // Twice a number is a sum, which takes less time.
            TreeCode::Mult if mode.is_float() && self.is_two(b) => {
                let x = self.em.force_reg(mode, x);
                return Ok(Value::Scalar(self.em.binop(Code::Plus, mode, x, x), mode));
            }
            TreeCode::Mult => Code::Mult,
            TreeCode::Rdiv => Code::Div,
            TreeCode::TruncDiv | TreeCode::ExactDiv if unsigned => Code::Udiv,
            TreeCode::TruncDiv | TreeCode::ExactDiv => Code::Div,
            TreeCode::TruncMod if unsigned => Code::Umod,
            TreeCode::TruncMod => Code::Mod,
            TreeCode::Min => {
                if mode.is_float() || !unsigned {
                    Code::Smin
                } else {
                    Code::Umin
                }
            }
            TreeCode::Max => {
                if mode.is_float() || !unsigned {
                    Code::Smax
                } else {
                    Code::Umax
                }
            }
            TreeCode::BitAnd | TreeCode::TruthAnd => Code::And,
            TreeCode::BitIor | TreeCode::TruthOr => Code::Ior,
            TreeCode::BitXor | TreeCode::TruthXor => Code::Xor,
            TreeCode::Lshift => Code::Ashift,
            TreeCode::Rshift if unsigned => Code::Lshiftrt,
            TreeCode::Rshift => Code::Ashiftrt,
            TreeCode::Lrotate | TreeCode::Rrotate => {
                let value = self.rotate(code == TreeCode::Lrotate, mode, x, (y, y_mode));
                return Ok(Value::Scalar(value, mode));
            }
            TreeCode::MultHighpart if mode == self.em.word_mode() => {
                let value = self.em.mul_highpart(x, y, [unsigned, unsigned]);
                return Ok(Value::Scalar(value, mode));
            }
            TreeCode::WidenMult if mode == self.em.pair_mode() => {
                let is_unsigned = |op| self.unit.types.is_unsigned(self.unit.type_of(self.f, op));
                let value = match (is_unsigned(a), is_unsigned(b)) {
                    (false, true) => self.em.mul_widening(y, x, [true, false]),
                    (a_unsigned, b_unsigned) => {
                        self.em.mul_widening(x, y, [a_unsigned, b_unsigned])
                    }
                };
                return Ok(Value::Scalar(value, mode));
            }
            TreeCode::WidenMult => {
                let from_unsigned = self.unit.types.is_unsigned(self.unit.type_of(self.f, a));
                let (wide_x, wide_y) = (
                    self.em.convert(x, x_mode, mode, from_unsigned),
                    self.em.convert(y, y_mode, mode, from_unsigned),
                );
                let value = self.em.binop(Code::Mult, mode, wide_x, wide_y);
                return Ok(Value::Scalar(value, mode));
            }
            _ => return self.sorry(code.name()),
        };
        let shift = matches!(rtl, Code::Ashift | Code::Ashiftrt | Code::Lshiftrt);
        let y = if shift { self.shift_count(y, y_mode) } else { y };
        self.em.of_unsigned = unsigned;
        let result = self.em.binop(rtl, mode, x, y);
        self.em.of_unsigned = false;
        Ok(Value::Scalar(self.reduced_into(goal, result, mode, ty), mode))
    }

    /// A shift count as a value of a word or less.
    fn shift_count(&mut self, count: RtxId, mode: Mode) -> RtxId {
        if mode == self.em.pair_mode() {
            self.em.lowpart(self.em.word_mode(), count)
        } else {
            count
        }
    }

    fn rotate(&mut self, left: bool, mode: Mode, x: RtxId, count: (RtxId, Mode)) -> RtxId {
        let bits = i64::from(mode.bits());
        let (first, second) =
            if left { (Code::Ashift, Code::Lshiftrt) } else { (Code::Lshiftrt, Code::Ashift) };
        let y = self.shift_count(count.0, count.1);
        if let Some(rotated) = self.em.rotate(left, mode, x, y) {
            return rotated;
        }
        let rest = match self.em.f.rtx.as_int(y) {
            Some(constant) => self.em.int((bits - constant).rem_euclid(bits)),
            None => {
                let y_mode =
                    if count.1 == self.em.pair_mode() { self.em.word_mode() } else { count.1 };
                let negated = self.em.unop(Code::Neg, y_mode, y);
                let mask = self.em.int(bits - 1);
                self.em.binop(Code::And, y_mode, negated, mask)
            }
        };
        let a = self.em.binop(first, mode, x, y);
        let b = self.em.binop(second, mode, x, rest);
        self.em.binop(Code::Ior, mode, a, b)
    }

    fn comparison(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Result<Value> {
        let out = self.mode_of_type(ty);
        let (rtl, mut mode, mut x, mut y) = self.compare_operands(code, a, b)?;
        if matches!(mode, Mode::QI | Mode::HI) {
            // Numbers are made of comparisons of a word's half at least.
            let unsigned = self.unit.types.is_unsigned(self.unit.type_of(self.f, a));
            x = self.em.convert(x, mode, Mode::SI, unsigned);
            y = self.em.convert(y, mode, Mode::SI, unsigned);
            mode = Mode::SI;
        }
        // The register of the result is there before the operands are loaded.
        let goal = self.em.new_reg(out);
        self.em.aim(Some(goal));
        Ok(Value::Scalar(self.em.store_flag(rtl, mode, x, y, out), out))
    }

    /// The operands of a comparison, and its code in RTL.
    pub(super) fn compare_operands(
        &mut self,
        code: TreeCode,
        a: Operand,
        b: Operand,
    ) -> Result<(Code, Mode, RtxId, RtxId)> {
        let ty = self.unit.type_of(self.f, a);
        let mode = self.mode_of_type(ty);
        let unsigned = self.unit.types.is_unsigned(ty);
        let (x, _) = self.scalar(a)?;
        let (y, _) = self.scalar(b)?;
        let rtl = match code {
            TreeCode::Eq => Code::Eq,
            TreeCode::Ne => Code::Ne,
            TreeCode::Lt => {
                if unsigned {
                    Code::Ltu
                } else {
                    Code::Lt
                }
            }
            TreeCode::Le => {
                if unsigned {
                    Code::Leu
                } else {
                    Code::Le
                }
            }
            TreeCode::Gt => {
                if unsigned {
                    Code::Gtu
                } else {
                    Code::Gt
                }
            }
            TreeCode::Ge => {
                if unsigned {
                    Code::Geu
                } else {
                    Code::Ge
                }
            }
            TreeCode::Unordered => Code::Unordered,
            TreeCode::Ordered => Code::Ordered,
            TreeCode::Unlt => Code::Unlt,
            TreeCode::Unle => Code::Unle,
            TreeCode::Ungt => Code::Ungt,
            TreeCode::Unge => Code::Unge,
            TreeCode::Uneq => Code::Uneq,
            TreeCode::Ltgt => Code::Ltgt,
            _ => return self.sorry(code.name()),
        };
        Ok((rtl, mode, x, y))
    }

    /// `c ? a : b`, by a branch over a move.
    pub(super) fn conditional(&mut self, ty: TypeId, rhs: [Operand; 3]) -> Result<Value> {
        let mode = self.mode_of_type(ty);
        if mode == Mode::BLK {
            return self.sorry("a conditional expression of this type");
        }
        let unsigned = self.unit.types.is_unsigned(ty);
        let var = self.em.new_var(mode, "", false, false);
        let result = self.em.var_value(var, mode, unsigned);
        let (otherwise, _) = self.scalar(rhs[2])?;
        let (chosen, _) = self.scalar(rhs[1])?;
        let chosen = self.em.force_reg(mode, chosen);
        self.store_scalar(result, chosen, mode, unsigned);
        let done = self.em.new_label();
        self.branch_if(rhs[0], done)?;
        self.store_scalar(result, otherwise, mode, unsigned);
        self.em.emit_label(done);
        Ok(Value::Scalar(result, mode))
    }

    /// Jumps if a condition, a name or a comparison, is true.
    fn branch_if(
        &mut self,
        condition: Operand,
        target: crate::rtl::function::InsnId,
    ) -> Result<()> {
        if let Operand::Tree(id) = condition
            && let TreeKind::Expr { code, args } = *self.unit.trees.kind(id)
            && code.is_comparison()
        {
            let (rtl, mode, x, y) = self.compare_operands(code, args[0], args[1])?;
            self.em.branch(rtl, mode, x, y, target, None);
            return Ok(());
        }
        let (value, mode) = self.scalar(condition)?;
        let zero = self.em.int(0);
        self.em.branch(Code::Ne, mode, value, zero, target, None);
        Ok(())
    }

    /// `lhs = {…}`: clears what is not named and stores the elements.
    fn constructor(
        &mut self,
        lhs: Operand,
        id: TreeId,
        elements: &[(CtorIndex, Operand)],
    ) -> Result<()> {
        let ty = self.unit.trees[id].ty;
        let size = self.unit.types.size(ty).unwrap_or(0);
        if let TypeKind::Complex(_) = self.unit.types.kind(ty)
            && let [(_, re), (_, im)] = elements
        {
            let value = self.complex_expression(TreeCode::Complex, *re, *im)?;
            return self.store(lhs, ty, value);
        }
        if elements.is_empty() && self.clear_held(lhs) {
            return Ok(());
        }
        if let Some(value) = self.word_of_lanes(ty, elements)? {
            return self.store(lhs, ty, value);
        }
        let target = match lhs {
            Operand::Ssa(_) => self.new_slot(ty, "")?,
            _ => self.reference_memory(lhs, ty)?,
        };
        let whole = elements.len() as u64 == self.array_length(ty).unwrap_or(u64::MAX);
        if !whole {
            self.em.block_clear(target, size as i64);
        }
        let mut next = 0;
        for &(index, value) in elements {
            self.constructor_element(target, ty, index, &mut next, value)?;
        }
        if let Operand::Ssa(_) = lhs {
            let value = self.load(target, ty)?;
            return self.store(lhs, ty, value);
        }
        Ok(())
    }

    fn constructor_element(
        &mut self,
        target: RtxId,
        ty: TypeId,
        index: CtorIndex,
        next: &mut u64,
        value: Operand,
    ) -> Result<()> {
        let element = self.unit.types.element(ty);
        let (first, last, element, bits) = match index {
            CtorIndex::Field(field) => {
                let field = self.unit.types.field(field).clone();
                if field.is_bitfield {
                    let (rtx, mode) = self.scalar(value)?;
                    self.em.store_bits(target, field.bit_offset, field.bit_size, rtx, mode);
                    return Ok(());
                }
                (0, 0, field.ty, field.bit_offset)
            }
            CtorIndex::None => (*next, *next, element.unwrap_or(ty), 0),
            CtorIndex::Index(i) => (i, i, element.unwrap_or(ty), 0),
            CtorIndex::Range(i, j) => (i, j, element.unwrap_or(ty), 0),
        };
        *next = last + 1;
        let size = self.unit.types.size(element).unwrap_or(0);
        for i in first..=last {
            let offset = (bits / 8 + i * size) as i64;
            let slot = self.em.adjust_address(target, Mode::BLK, offset);
            if let Operand::Tree(inner) = value
                && let TreeKind::Constructor(elements) = self.unit.trees.kind(inner).clone()
            {
                let mut nested = 0;
                for (at, op) in elements {
                    self.constructor_element(slot, element, at, &mut nested, op)?;
                }
                continue;
            }
            match self.operand(value)? {
                Value::Scalar(rtx, mode) => {
                    let part = self.em.adjust_address(slot, mode, 0);
                    self.store_memory(part, rtx, mode);
                }
                Value::Complex(re, im, mode) => {
                    let low = self.em.adjust_address(slot, mode, 0);
                    self.store_memory(low, re, mode);
                    let high = self.em.adjust_address(slot, mode, i64::from(mode.size()));
                    self.store_memory(high, im, mode);
                }
                Value::Memory(mem) => self.em.block_move(slot, mem, size as i64),
            }
        }
        Ok(())
    }
}
