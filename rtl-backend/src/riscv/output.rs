//! Operands and the less regular instructions in assembly.

use std::fmt::Write;

use super::predicates::is_local_symbolic;
use super::regs::NAMES;
use crate::code::Code;
use crate::function::{InsnId, RtlFunction};
use crate::rtx::{RtxId, symbol_flag};
use crate::unit::CodegenOptions;

/// An operand: register, constant, memory, symbol or label.
pub fn operand(f: &RtlFunction, x: RtxId, out: &mut String) {
    let r = &f.rtx;
    match r.code(x) {
        Code::Reg => out.push_str(NAMES[r.regno(x) as usize]),
        Code::ConstInt => {
            let value = r.int_value(x);
            let _ = if value == 0xff { write!(out, "0xff") } else { write!(out, "{value}") };
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
            let _ = write!(out, "{}(", r.int_value(r.op(x, 1)));
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
        Code::SymbolRef => out.push_str(r.symbol_info(r.symbol_of(x)).asm_name()),
        Code::LabelRef => {
            let _ = write!(out, ".L{}", f.insn(InsnId(r.label_of(x))).label);
        }
        Code::Const => {
            let sum = r.op(x, 0);
            symbolic(f, r.op(sum, 0), out);
            let _ = write!(out, "{:+}", r.int_value(r.op(sum, 1)));
        }
        _ => operand(f, x, out),
    }
}

fn is_fp(f: &RtlFunction, x: RtxId) -> bool {
    f.rtx.as_reg(x).is_some_and(|r| (32..64).contains(&r))
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
        let _ = write!(out, "\t{mnemonic}\t");
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
    let s = if mode.size() == 4 { "s" } else { "d" };
    let w = if mode.size() == 4 { "w" } else { "d" };
    let mnemonic = match r.code(src) {
        Code::Mem => match (mode.size(), to_fp) {
            (1, _) => "lbu".into(),
            (2, _) => "lhu".into(),
            (4, true) => "flw".into(),
            (4, false) => "lw".into(),
            (_, true) => "fld".into(),
            (_, false) => "ld".into(),
        },
        Code::ConstInt | Code::ConstDouble if to_fp => format!("fmv.{w_or_d}.x", w_or_d = w),
        Code::ConstInt | Code::ConstDouble => "li".into(),
        Code::SymbolRef | Code::LabelRef | Code::Const => {
            if is_local_symbolic(r, src) {
                "lla".to_string()
            } else {
                "la".into()
            }
        }
        _ => match (to_fp, is_fp(f, src)) {
            (true, true) => format!("fmv.{s}"),
            (true, false) => format!("fmv.{w}.x"),
            (false, true) => format!("fmv.x.{w}"),
            (false, false) => "mv".into(),
        },
    };
    let _ = write!(out, "\t{mnemonic}\t");
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
        Some(value) => {
            let _ = write!(out, "{value}");
        }
        None => operand(f, src, out),
    }
}

/// A call or tail call.
pub fn call(
    f: &RtlFunction,
    callee: RtxId,
    tail: bool,
    options: &CodegenOptions,
    out: &mut String,
) {
    let r = &f.rtx;
    if r.code(callee) != Code::SymbolRef {
        out.push_str(if tail { "\tjr\t" } else { "\tjalr\t" });
        operand(f, callee, out);
        out.push('\n');
        return;
    }
    let info = r.symbol_info(r.symbol_of(callee));
    let plt = options.pic && (info.flags & symbol_flag::LOCAL == 0 || info.weak);
    let _ = writeln!(
        out,
        "\t{}\t{}{}",
        if tail { "tail" } else { "call" },
        info.asm_name(),
        if plt { "@plt" } else { "" }
    );
}

/// The text of an inline `asm` between the marks GCC puts around it.
pub fn asm_statement(f: &RtlFunction, x: RtxId, out: &mut String) {
    let info = f.rtx.asm_info(x);
    if info.template.is_empty() {
        return;
    }
    out.push_str("#APP\n\t");
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
                let _ = write!(out, "{}", x.0);
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
    out.push_str("\n#NO_APP\n");
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
                let _ = write!(out, "{v}");
            }
            None => operand(f, value, out),
        },
    }
}
