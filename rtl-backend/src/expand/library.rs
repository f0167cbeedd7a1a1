//! Builtins that are calls of functions with other names, and those that read or write what only the machine has.

use super::{Expander, Result, Value};
use crate::machine::target;
use crate::machine::target::description::{UNSPECV_FRFLAGS, UNSPECV_FSFLAGS};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::{Builtin, Family};
use gimple::constant::ConstValue;
use gimple::stmt::Call;
use gimple::tree::Operand;
use tree_ssa::fold::fold_builtins::string_constant;

/// Roundings to an integer type that the library has for `long` only, or as a function that stays real: the library's,
/// and whether that gives a real number.
fn library_rounding(family: Family) -> Option<(Family, bool)> {
    match family {
        Family::Iround => Some((Family::Lround, false)),
        Family::Irint => Some((Family::Lrint, false)),
        Family::Iceil | Family::Lceil | Family::Llceil => Some((Family::Ceil, true)),
        Family::Ifloor | Family::Lfloor | Family::Llfloor => Some((Family::Floor, true)),
        _ => None,
    }
}

impl Expander<'_> {
    /// Whether memory or strings differ, at their first `size` bytes: piece by piece, or by the library's function that also
    /// tells which is greater.
    pub(super) fn equality_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<()> {
        let (a, b) = (call.args[0], call.args[1]);
        let size = self.unit.as_int(call.args[2]).and_then(|size| i64::try_from(size).ok());
        let speed = self.options.optimize > 0 && !self.options.optimize_size;
        if let Some(size) = size.filter(|&size| size <= 32 && speed)
            && let Some(differs) = self.compared_by_pieces(a, b, size)?
        {
            return self.finish_builtin(call, differs, Mode::SI);
        }
        let mut args = vec![self.scalar(a)?, self.scalar(b)?];
        let function = match builtin {
            Builtin::StrcmpEq => Builtin::Strcmp,
            Builtin::StrncmpEq => Builtin::Strncmp,
            _ => Builtin::Memcmp,
        };
        if function != Builtin::Strcmp {
            args.push(self.scalar(call.args[2])?);
        }
        let order = self.em.libcall(function.name(), Mode::SI, &args);
        self.finish_builtin(call, order, Mode::SI)
    }

    /// 1 if memory differs at one of a number of bytes, 0 if not; nothing where there are too many pieces.
    fn compared_by_pieces(&mut self, a: Operand, b: Operand, size: i64) -> Result<Option<RtxId>> {
        let (a, b) = if self.literal(a, size).is_some() { (b, a) } else { (a, b) };
        let text = self.literal(b, size);
        let left = self.block_at(a, size)?;
        let right = match &text {
            Some(bytes) => Err(&bytes[..]),
            None => Ok(self.block_at(b, size)?),
        };
        let (differ, done) = (self.em.new_label(), self.em.new_label());
        if !self.em.block_differs((left, right), size, differ) {
            return Ok(None);
        }
        let result = self.em.new_reg(Mode::SI);
        let (zero, one) = (self.em.int(0), self.em.int(1));
        self.em.emit_move(result, zero);
        self.em.emit_jump(done);
        self.em.emit_label(differ);
        self.em.emit_move(result, one);
        self.em.emit_label(done);
        Ok(Some(result))
    }

    /// The first bytes of a literal an operand points to.
    fn literal(&self, op: Operand, size: i64) -> Option<Vec<u8>> {
        let (id, offset) = string_constant(self.unit, op)?;
        let ConstValue::String(bytes) = &self.unit.consts[id].value else { return None };
        let end = offset.checked_add(usize::try_from(size).ok()?)?;
        bytes.get(offset..end).map(<[u8]>::to_vec)
    }

    /// Expands a builtin of this file; `false` if it is none.
    pub(super) fn named_otherwise(&mut self, builtin: Builtin, call: &Call) -> Result<bool> {
        let word_mode = self.em.word_mode();
        match builtin {
            Builtin::Powi | Builtin::Powif | Builtin::Powil => {
                let (base, mode) = self.scalar(call.args[0])?;
                let (power, _) = self.scalar(call.args[1])?;
                let function = match mode {
                    Mode::SF => "__powisf2",
                    Mode::DF => "__powidf2",
                    _ => "__powitf2",
                };
                let value = self.em.libcall(function, mode, &[(base, mode), (power, Mode::SI)]);
                self.finish_builtin(call, value, mode)?;
            }
            Builtin::Bswap128 => {
                let (value, mode) = self.scalar(call.args[0])?;
                let value = self.em.force_mode_reg(mode, value);
                let [low, high] = [0, 1].map(|index| {
                    let word = self.em.word(value, mode, index);
                    self.em.const_libcall("__bswapdi2", Mode::DI, &[(word, Mode::DI)])
                });
                let swapped = self.em.concat(Mode::TI, high, low);
                self.finish_builtin(call, swapped, Mode::TI)?;
            }
            // Without optimisation what is at hand is known; else what is not known by now will not be: the most, or
            // for the least nothing.
            Builtin::ObjectSize | Builtin::DynamicObjectSize => {
                let kind = call.args.get(1).and_then(|&op| self.unit.as_int(op)).unwrap_or(0);
                let mode = kind as u8 & 3;
                let known = tree_ssa::object_size::size_of(self.unit, self.f, call.args[0], mode);
                let unknown = if mode & 2 == 0 { -1 } else { 0 };
                let size = self.em.int(known.map_or(unknown, |size| size as i64));
                self.finish_builtin(call, size, word_mode)?;
            }
            Builtin::Cexpi | Builtin::Cexpif | Builtin::Cexpil => self.sine_and_cosine(call)?,
            Builtin::EhReturnDataRegno => {
                let number = call.args.first().and_then(|&op| self.unit.as_int(op));
                let regno = match number {
                    Some(number @ 0..=3) => i64::from(target::GP_ARG_FIRST) + number as i64,
                    _ => -1,
                };
                let regno = self.em.int(regno);
                self.finish_builtin(call, regno, Mode::SI)?;
            }
            Builtin::DwarfSpColumn => {
                let column = self.em.int(i64::from(target::STACK_POINTER_REGNUM));
                self.finish_builtin(call, column, Mode::SI)?;
            }
            Builtin::ExtendPointer => {
                let (pointer, mode) = self.scalar(call.args[0])?;
                self.finish_builtin(call, pointer, mode)?;
            }
            Builtin::ThreadPointer => {
                let pointer = self.em.f.rtx.gen_reg(word_mode, target::THREAD_POINTER_REGNUM);
                let value = self.em.copy_to_reg(word_mode, pointer);
                self.finish_builtin(call, value, word_mode)?;
            }
            Builtin::RiscvFrflags => {
                let zero = self.em.int(0);
                let number = UNSPECV_FRFLAGS;
                let read =
                    self.em.f.rtx.gen_vector(Code::UnspecVolatile, Mode::SI, &[zero], number);
                let flags = self.em.new_reg(Mode::SI);
                self.em.emit_set(flags, read);
                self.finish_builtin(call, flags, Mode::SI)?;
            }
            Builtin::RiscvFsflags => {
                let (flags, mode) = self.scalar(call.args[0])?;
                let flags = self.em.force_mode_reg(mode, flags);
                self.em.emit_volatile(&[flags], UNSPECV_FSFLAGS);
            }
            Builtin::ClearCache => {
                let [(from, _), (to, _)] = [self.scalar(call.args[0])?, self.scalar(call.args[1])?];
                let all = self.em.int(0);
                let args = [(from, word_mode), (to, word_mode), (all, word_mode)];
                self.em.libcall(target::FLUSH_ICACHE, word_mode, &args);
            }
            _ => return self.rounding(builtin, call),
        }
        Ok(true)
    }

    /// `cexpi (x)` is `cos (x) + sin (x) * i`.
    fn sine_and_cosine(&mut self, call: &Call) -> Result<()> {
        let (angle, mode) = self.scalar(call.args[0])?;
        let angle = self.em.force_mode_reg(mode, angle);
        let suffix = match mode {
            Mode::SF => "f",
            Mode::DF => "",
            _ => "l",
        };
        let [cosine, sine] = [Family::Cos, Family::Sin].map(|family| {
            self.em.libcall(&format!("{}{suffix}", family.name()), mode, &[(angle, mode)])
        });
        if call.lhs.is_none() {
            return Ok(());
        }
        let ty = self.unit.type_of(self.f, call.lhs);
        self.store(call.lhs, ty, Value::Complex(cosine, sine, mode))
    }

    /// `lfloor (x)` is `floor (x)` converted; `iround (x)` is `lround (x)`.
    fn rounding(&mut self, builtin: Builtin, call: &Call) -> Result<bool> {
        let family = builtin.family();
        let Some((library, real)) = library_rounding(family) else { return Ok(false) };
        let function = format!("{}{}", library.name(), builtin.suffix());
        let to_int =
            matches!(family, Family::Iround | Family::Irint | Family::Iceil | Family::Ifloor);
        let out = match family {
            _ if to_int => Mode::SI,
            Family::Llceil | Family::Llfloor => Mode::DI,
            _ => self.em.word_mode(),
        };
        let (value, mode) = self.scalar(call.args[0])?;
        let ret = if real { mode } else { self.em.word_mode() };
        let whole = self.em.libcall(&function, ret, &[(value, mode)]);
        let result = self.em.convert(whole, ret, out, false);
        self.finish_builtin(call, result, out)?;
        Ok(true)
    }
}
