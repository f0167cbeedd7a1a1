//! Operands and the less regular instructions in assembly.

use dumps::{put, putln};
use std::fmt::Write;

use super::constants::is_loadable;
use super::isa::extension;
use super::predicates::is_local_symbolic;
use super::regs::NAMES;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, RtlFunction};
use crate::rtl::rtx::{RtxId, symbol_flag};

/// A text as the assembler reads it, what does not print as an octal escape.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                put!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}

/// A number. Most of what is printed is numbers, so they don't take the way through the formatter.
pub fn decimal(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    let mut rest = value.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[start..].iter().map(|&digit| char::from(digit)));
}

/// The name of the label of this number.
pub fn label_name(number: u32, out: &mut String) {
    out.push_str(".L");
    decimal(i64::from(number), out);
}

/// An operand: register, constant, memory, symbol or label.
pub fn operand(f: &RtlFunction, x: RtxId, out: &mut String) {
    let r = &f.rtx;
    match r.code(x) {
        Code::Reg => out.push_str(NAMES[r.regno(x) as usize]),
        Code::ConstInt => {
            let value = r.int_value(x);
            // From -O1 on GCC's insn is an extension.
            if value == 0xff && f.optimize > 0 {
                out.push_str("0xff");
            } else {
                decimal(value, out);
            }
        }
        Code::ConstDouble => out.push('0'),
        Code::Mem => address(f, r.op(x, 0), out),
        Code::SymbolRef | Code::LabelRef | Code::Const => symbolic(f, x, out),
        _ => operand(f, r.op(x, 0), out),
    }
}

fn address(f: &RtlFunction, x: RtxId, out: &mut String) {
    let r = &f.rtx;
    match r.code(x) {
        Code::Reg => {
            out.push_str("0(");
            operand(f, x, out);
            out.push(')');
        }
        Code::Plus => {
            decimal(r.int_value(r.op(x, 1)), out);
            out.push('(');
            operand(f, r.op(x, 0), out);
            out.push(')');
        }
        _ => symbolic(f, x, out),
    }
}

/// A symbol or label, perhaps with an offset.
pub fn symbolic(f: &RtlFunction, x: RtxId, out: &mut String) {
    let r = &f.rtx;
    match r.code(x) {
        Code::SymbolRef => r.push_symbol(x, out),
        Code::LabelRef => {
            label_name(f.insn(InsnId(r.label_of(x))).label, out);
        }
        Code::Const => {
            let sum = r.op(x, 0);
            symbolic(f, r.op(sum, 0), out);
            put!(out, "{:+}", r.int_value(r.op(sum, 1)));
        }
        _ => operand(f, x, out),
    }
}

fn is_fp(f: &RtlFunction, x: RtxId) -> bool {
    f.rtx.as_reg(x).is_some_and(|r| (32..64).contains(&r))
}

/// The start of an instruction, up to its first operand.
fn mnemonic_to(mnemonic: &str, out: &mut String) {
    out.push('\t');
    out.push_str(mnemonic);
    out.push('\t');
}

/// A register with one bit set.
fn set_bit(f: &RtlFunction, dst: RtxId, value: i64, out: &mut String) {
    mnemonic_to("bseti", out);
    operand(f, dst, out);
    out.push_str(",zero,");
    decimal(value.trailing_zeros().into(), out);
    out.push('\n');
}

/// A move: load, store, copy, constant or address.
pub fn move_insn(f: &RtlFunction, dst: RtxId, src: RtxId, out: &mut String) {
    let r = &f.rtx;
    let mode = r.mode(dst);
    if r.code(dst) == Code::Mem {
        let from_fp = is_fp(f, src);
        let mnemonic = match (mode.size(), from_fp) {
            (1, _) => "sb",
            (2, _) => "sh",
            (4, true) => "fsw",
            (4, false) => "sw",
            (_, true) => "fsd",
            (_, false) => "sd",
        };
        mnemonic_to(mnemonic, out);
        if matches!(r.code(src), Code::ConstInt | Code::ConstDouble) {
            out.push_str("zero");
        } else {
            operand(f, src, out);
        }
        out.push(',');
        operand(f, dst, out);
        out.push('\n');
        return;
    }
    let to_fp = is_fp(f, dst);
    let word = mode.size() == 4;
    let narrow = r.extensions & extension::RV32 != 0;
    let to_float = match word {
        true => "fmv.w.x",
        // There is no copy from one register of 32 bits; only zero comes here.
        false if narrow => "fcvt.d.w",
        false => "fmv.d.x",
    };
    let mnemonic = match r.code(src) {
        Code::Mem => match (mode.size(), to_fp) {
            (1, _) => "lbu",
            (2, _) => "lhu",
            (4, true) => "flw",
            (4, false) => "lw",
            (_, true) => "fld",
            (_, false) => "ld",
        },
        Code::ConstInt | Code::ConstDouble if to_fp => to_float,
        Code::ConstInt if !is_loadable(r.int_value(src), 0) => {
            return set_bit(f, dst, r.int_value(src), out);
        }
        Code::ConstInt | Code::ConstDouble => "li",
        Code::SymbolRef | Code::LabelRef | Code::Const if is_local_symbolic(r, src) => "lla",
        Code::SymbolRef | Code::LabelRef | Code::Const => "la",
        _ => match (to_fp, is_fp(f, src)) {
            (true, true) if word => "fmv.s",
            (true, true) => "fmv.d",
            (true, false) => to_float,
            (false, true) if word => "fmv.x.w",
            (false, true) => "fmv.x.d",
            (false, false) => "mv",
        },
    };
    mnemonic_to(mnemonic, out);
    operand(f, dst, out);
    out.push(',');
    if to_fp && matches!(r.code(src), Code::ConstInt | Code::ConstDouble) {
        out.push_str("zero");
    } else {
        move_source(f, src, out);
    }
    out.push('\n');
}

/// The source of a move; constants are always decimal here.
fn move_source(f: &RtlFunction, src: RtxId, out: &mut String) {
    match f.rtx.as_int(src) {
        Some(value) => decimal(value, out),
        None => operand(f, src, out),
    }
}

/// A call or tail call.
pub fn call(f: &RtlFunction, callee: RtxId, tail: bool, pic: bool, out: &mut String) {
    let r = &f.rtx;
    if r.code(callee) != Code::SymbolRef {
        out.push_str(if tail { "\tjr\t" } else { "\tjalr\t" });
        operand(f, callee, out);
        out.push('\n');
        return;
    }
    let info = r.symbol_info(r.symbol_of(callee));
    let plt = pic && (info.flags & symbol_flag::LOCAL == 0 || info.weak);
    out.push_str(if tail { "\ttail\t" } else { "\tcall\t" });
    r.push_symbol(callee, out);
    out.push_str(if plt { "@plt\n" } else { "\n" });
}

/// What ends inline assembly: what follows is the compiler's own.
const NO_APP: &str = "#NO_APP\n";

/// The text of an inline `asm` between the marks GCC puts around it, with its place in the source, for what the assembler
/// has to say about it. Statements next to each other have their marks in common.
pub fn asm_statement(f: &RtlFunction, x: RtxId, (file, line): (&str, u32), out: &mut String) {
    let info = f.rtx.asm_info(x);
    if info.template.is_empty() {
        return;
    }
    if out.ends_with(NO_APP) {
        out.truncate(out.len() - NO_APP.len());
    } else {
        out.push_str("#APP\n");
    }
    if !file.is_empty() {
        putln!(out, "# {line} {} 1", quoted(file));
    }
    out.push('\t');
    let mut chars = info.template.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut letter = None;
        match chars.peek() {
            Some('%') => {
                chars.next();
                out.push('%');
                continue;
            }
            Some('=') => {
                chars.next();
                put!(out, "{}", x.0);
                continue;
            }
            Some(c) if c.is_ascii_alphabetic() => letter = chars.next(),
            _ => {}
        }
        let mut number = 0usize;
        while let Some(d) = chars.peek().and_then(|c| c.to_digit(10)) {
            number = number * 10 + d as usize;
            chars.next();
        }
        asm_operand(f, x, number, letter, out);
    }
    out.push('\n');
    if !file.is_empty() {
        out.push_str("# 0 \"\" 2\n");
    }
    out.push_str(NO_APP);
}

fn asm_operand(f: &RtlFunction, x: RtxId, number: usize, letter: Option<char>, out: &mut String) {
    let info = f.rtx.asm_info(x);
    let outputs = info.results.len();
    let value = match number.checked_sub(outputs) {
        None => info.results[number],
        Some(i) => match info
            .operands
            .get(i)
            .or_else(|| info.labels.get(i.wrapping_sub(info.operands.len())))
        {
            Some(value) => *value,
            None => return,
        },
    };
    match letter {
        Some('z') if f.rtx.is_int(value, 0) => out.push_str("zero"),
        Some('i') => {
            if f.rtx.code(value) == Code::ConstInt {
                out.push('i');
            }
        }
        _ => match f.rtx.as_int(value) {
            Some(v) => {
                put!(out, "{v}");
            }
            None => operand(f, value, out),
        },
    }
}

/// The instruction that goes back to what was interrupted.
pub fn interrupt_return(how: u32) -> &'static str {
    match how {
        super::description::UNSPECV_SRET => "\tsret\n",
        super::description::UNSPECV_URET => "\turet\n",
        _ => "\tmret\n",
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn numbers_are_as_the_formatter_prints_them() {
        for value in [0, 7, -1, 10, 99, 100, -4096, i64::MAX, i64::MIN] {
            let mut text = String::new();
            decimal(value, &mut text);
            assert_eq!(text, value.to_string());
        }
    }
}
