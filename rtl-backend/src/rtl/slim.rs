//! RTL as `-slim` dumps and graphs show it: what an insn does, in the notation of formulas.
//!
//! ```text
//!    10: r136:DI=r137:DI+0x1
//!       REG_DEAD r137:DI
//! ```

use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RegNote, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::print::note_name;
use crate::rtl::rtx::RtxId;
use gimple::constant::RealBits;
use std::fmt::Write;

/// Appends one element of the chain: a line for what it is, and one for each of its notes.
pub fn print_insn(f: &RtlFunction, id: InsnId, out: &mut String) {
    let mut p = Slim { f, out, brief: false };
    p.put(format_args!("{:5}: ", id.0));
    p.element(id);
    p.out.push('\n');
    for note in f.notes(id) {
        p.out.push_str("      ");
        p.note(note);
        p.out.push('\n');
    }
}

/// What an insn does, on one line and without modes: `sp=sp-0x10`.
pub fn pattern(f: &RtlFunction, id: InsnId) -> String {
    let mut text = String::new();
    Slim { f, out: &mut text, brief: true }.rtx(f.insn(id).pattern);
    text
}

struct Slim<'a> {
    f: &'a RtlFunction,
    out: &'a mut String,
    /// Without the modes of registers and the arguments of calls.
    brief: bool,
}

impl Slim<'_> {
    fn put(&mut self, args: std::fmt::Arguments) {
        let _ = self.out.write_fmt(args);
    }

    fn element(&mut self, id: InsnId) {
        let insn = self.f.insn(id);
        match insn.kind {
            InsnKind::Note(NoteKind::BasicBlock) => {
                self.put(format_args!("{} {}", note_name(NoteKind::BasicBlock), insn.block));
            }
            InsnKind::Note(kind) => self.out.push_str(note_name(kind)),
            InsnKind::Barrier => self.out.push_str("barrier"),
            InsnKind::Label => self.put(format_args!("L{}:", id.0)),
            InsnKind::JumpTable => {
                self.out.push_str("jump_table_data{\n");
                for target in self.f.jump_tables.get(&insn.prev).iter().flat_map(|t| &t.targets) {
                    self.put(format_args!("L{};", target.0));
                }
                self.out.push('}');
            }
            InsnKind::Insn | InsnKind::Jump | InsnKind::Call => self.rtx(insn.pattern),
        }
    }

    fn note(&mut self, note: RegNote) {
        let (name, x) = match note {
            RegNote::Dead(x) => ("DEAD", x),
            RegNote::Unused(x) => ("UNUSED", x),
            RegNote::Equal(x) => ("EQUAL", x),
            RegNote::Equiv(x) => ("EQUIV", x),
            RegNote::CallDecl(x) => ("CALL_DECL", x),
            RegNote::FrameRelated(x) => ("FRAME_RELATED_EXPR", x),
            RegNote::CfaRestore(x) => ("CFA_RESTORE", x),
            RegNote::CfaDefCfa(x) => ("CFA_DEF_CFA", x),
            RegNote::CfaAdjustCfa(x) => ("CFA_ADJUST_CFA", x),
            RegNote::BrProb(value) => return self.put(format_args!("REG_BR_PROB {value}")),
            RegNote::NoThrow => return self.out.push_str("REG_EH_REGION 0"),
            RegNote::OfLibrary => {
                self.out.push_str("REG_EH_REGION ");
                return self.integer(i32::MIN.into());
            }
            RegNote::NoReturn => return self.out.push_str("REG_NORETURN 0"),
            RegNote::EhRegion(value) => {
                self.out.push_str("REG_EH_REGION ");
                return self.integer(value);
            }
        };
        self.put(format_args!("REG_{name} "));
        self.rtx(x);
    }

    fn integer(&mut self, value: i64) {
        match value {
            0 => self.out.push('0'),
            _ => self.put(format_args!("{value:#x}")),
        }
    }

    fn real(&mut self, mode: Mode, bits: u128) {
        let value = match mode {
            Mode::SF => RealBits::from_f64(f64::from(f32::from_bits(bits as u32))),
            Mode::DF => RealBits::from_f64(f64::from_bits(bits as u64)),
            Mode::TF => RealBits(bits),
            _ => return self.put(format_args!("{bits:#x}")),
        };
        let mut text = String::new();
        gimple::print::write_real(&mut text, value);
        match text.as_str() {
            " Inf" => self.out.push_str("+Inf"),
            " -Inf" => self.out.push_str("-Inf"),
            " Nan" => self.out.push_str("+QNaN"),
            number => self.out.push_str(number),
        }
    }

    /// `a+b`.
    fn infix(&mut self, x: RtxId, operator: &str) {
        self.rtx(self.f.rtx.op(x, 0));
        self.out.push_str(operator);
        self.rtx(self.f.rtx.op(x, 1));
    }

    /// `udiv(a,b)`.
    fn applied(&mut self, x: RtxId, name: &str) {
        self.out.push_str(name);
        self.list(x, "(", ",");
        self.out.push(')');
    }

    /// The operands, each but the first after a separator.
    fn list(&mut self, x: RtxId, open: &str, separator: &str) {
        self.out.push_str(open);
        let count = self.f.rtx.num_ops(x);
        for index in 0..count {
            self.out.push_str(if index == 0 { "" } else { separator });
            self.rtx(self.f.rtx.any_op(x, index));
        }
    }

    fn rtx(&mut self, x: RtxId) {
        let f = self.f;
        let r = &f.rtx;
        match r.code(x) {
            Code::Reg => {
                let (number, mode) = (r.regno(x), r.mode(x));
                match crate::machine::target::REGISTER_NAMES.get(number as usize) {
                    Some(name) => self.out.push_str(name),
                    None => self.put(format_args!("r{number}")),
                }
                if !self.brief {
                    self.put(format_args!(":{mode}"));
                }
            }
            Code::ConstInt => self.integer(r.int_value(x)),
            Code::ConstDouble => self.real(r.mode(x), r.double_bits(x)),
            Code::SymbolRef => {
                self.put(format_args!("`{}'", r.symbol_info(r.symbol_of(x)).name));
            }
            Code::LabelRef => self.put(format_args!("L{}", r.label_of(x))),
            Code::Subreg => {
                self.rtx(r.op(x, 0));
                self.put(format_args!("#{}", r.subreg_byte(x)));
            }
            Code::Mem => {
                self.out.push('[');
                self.rtx(r.op(x, 0));
                self.out.push(']');
            }
            Code::Neg => self.prefixed(x, "-"),
            Code::Not => self.prefixed(x, "~"),
            code @ (Code::Use | Code::Clobber | Code::TrapIf) => {
                self.prefixed(x, &format!("{} ", code.name()));
            }
            Code::Plus => match r.as_int(r.op(x, 1)) {
                Some(value) if value < 0 => {
                    self.rtx(r.op(x, 0));
                    self.put(format_args!("-{:#x}", value.unsigned_abs()));
                }
                _ => self.infix(x, "+"),
            },
            Code::LoSum => {
                self.infix(x, "+low(");
                self.out.push(')');
            }
            Code::Call => {
                self.out.push_str("call ");
                if self.brief {
                    self.rtx(r.op(x, 0));
                } else {
                    self.infix(x, " argc:");
                }
            }
            Code::IfThenElse => {
                self.out.push_str("{(");
                self.rtx(r.op(x, 0));
                self.out.push_str(")?");
                self.rtx(r.op(x, 1));
                self.out.push(':');
                self.rtx(r.op(x, 2));
                self.out.push('}');
            }
            Code::Fma => {
                self.out.push('{');
                self.infix(x, "*");
                self.out.push('+');
                self.rtx(r.op(x, 2));
                self.out.push('}');
            }
            Code::Parallel => {
                self.list(x, "{", ";");
                self.out.push_str(";}");
            }
            code @ (Code::Unspec | Code::UnspecVolatile) => {
                let open = if code == Code::Unspec { "unspec[" } else { "unspec/v[" };
                self.list(x, open, ",");
                self.put(format_args!("] {}", r.unspec_number(x)));
            }
            code if code.arity() == 0 => self.out.push_str(code.name()),
            code => match operator(code) {
                Some(operator) => self.infix(x, operator),
                None => self.applied(x, short_name(code)),
            },
        }
    }

    fn prefixed(&mut self, x: RtxId, prefix: &str) {
        self.out.push_str(prefix);
        self.rtx(self.f.rtx.op(x, 0));
    }
}

/// What stands between two operands.
fn operator(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::Set => "=",
        Code::Minus => "-",
        Code::Mult => "*",
        Code::Div => "/",
        Code::Mod => "%",
        Code::And => "&",
        Code::Ior => "|",
        Code::Xor => "^",
        Code::Ashift => "<<",
        Code::Ashiftrt => ">>",
        Code::Lshiftrt => " 0>>",
        Code::Rotate => "<-<",
        Code::Rotatert => ">->",
        Code::Eq => "==",
        Code::Ne => "!=",
        Code::Lt => "<",
        Code::Le => "<=",
        Code::Gt => ">",
        Code::Ge => ">=",
        _ => return None,
    })
}

/// The name of what is written as a function of its operands.
fn short_name(code: Code) -> &'static str {
    match code {
        Code::Truncate => "trunc",
        Code::FloatTruncate => "float_trunc",
        Code::UnsignedFloat => "uns_float",
        Code::UnsignedFix => "uns_fix",
        code => code.name(),
    }
}
