//! Where a variable is from one label to another: lists of `.debug_loclists` (`.debug_loc` before DWARF 5).
//!
//! ```text
//! (note (var_location s (reg:SI 9 s1)))          .LVL3:
//! …                                        ⇒     …                      list: .LVL3 to .LVL5 reg s1
//! (note (var_location s (nil)))                  .LVL5:
//! ```
//! A list's addresses are whole, as those of [`super::ranges`]. A place that a call takes ends a byte before the call's return
//! address, by which debuggers know the caller's frame.

use super::codes::*;
use super::dies::Op;
use super::places::frame_offset;
use super::text::DwarfText;
use crate::rtl::code::Code as Rtx;
use crate::rtl::function::{InsnId, RtlFunction};
use crate::rtl::rtx::RtxId;
use dumps::putln;
use gimple::decl::DeclId;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A stretch of code and where a variable is there.
#[derive(Clone, Debug)]
pub struct Stretch {
    from: String,
    to: String,
    ops: Box<[Op]>,
}

/// Where each variable is, in the order of the code.
pub type Locations = FxHashMap<DeclId, Vec<Stretch>>;

/// Follows where variables are while a function is written.
#[derive(Default)]
pub struct Tracks {
    /// The label variables are in their places from, by their numbers.
    open: FxHashMap<u32, (u32, Box<[Op]>)>,
    lists: Locations,
    /// The label that stands here, if one does.
    here: Option<u32>,
    after_call: bool,
}

impl Tracks {
    /// An insn is written.
    pub fn insn(&mut self, is_call: bool) {
        self.here = None;
        self.after_call = is_call;
    }

    /// A variable gets to another place.
    pub fn note(&mut self, f: &RtlFunction, id: InsnId, next_label: &mut u32, out: &mut String) {
        let label = self.here.unwrap_or_else(|| {
            putln!(out, ".LVL{next_label}:");
            *next_label += 1;
            *next_label - 1
        });
        self.here = Some(label);
        let (variable, value) = (f.insn(id).label, f.insn(id).pattern);
        self.close(f, variable, format!(".LVL{label}{}", if self.after_call { "-1" } else { "" }));
        if let Some(ops) = expression(f, value) {
            self.open.insert(variable, (label, ops));
        }
    }

    fn close(&mut self, f: &RtlFunction, variable: u32, to: String) {
        let Some((from, ops)) = self.open.remove(&variable) else { return };
        let Some(binds) = &f.binds else { return };
        let (from, decl) = (format!(".LVL{from}"), binds.variables[variable as usize].decl);
        if from == to.trim_end_matches("-1") {
            return;
        }
        let list = self.lists.entry(decl).or_default();
        match list.last_mut() {
            Some(last) if last.to == from && last.ops == ops => last.to = to,
            _ => list.push(Stretch { from, to, ops }),
        }
    }

    /// The function ends at a label.
    pub fn end(mut self, f: &RtlFunction, label: &str) -> Locations {
        for variable in self.open.keys().copied().collect::<Vec<_>>() {
            self.close(f, variable, label.to_string());
        }
        self.lists
    }
}

/// The expression for a place or a value; `None` where there is none.
fn expression(f: &RtlFunction, x: RtxId) -> Option<Box<[Op]>> {
    if x == RtxId::NONE {
        return None;
    }
    if let Some(register) = f.rtx.as_reg(x) {
        return Some(Box::new([Op::Register(u8::try_from(register).ok()?)]));
    }
    if f.rtx.code(x) == Rtx::Mem {
        let address = f.rtx.op(x, 0);
        if let Some(offset) = frame_offset(f, address) {
            return Some(Box::new([Op::Offset(OP_FBREG, offset)]));
        }
        let mut ops = Vec::new();
        evaluate(f, address, &mut ops)?;
        return Some(ops.into());
    }
    let mut ops = Vec::new();
    evaluate(f, x, &mut ops)?;
    ops.push(Op::Plain(OP_STACK_VALUE));
    Some(ops.into())
}

/// Steps that leave a value on the stack; of its bits those of its mode count.
fn evaluate(f: &RtlFunction, x: RtxId, ops: &mut Vec<Op>) -> Option<()> {
    let r = &f.rtx;
    if let Some(register) = r.as_reg(x) {
        ops.push(Op::Based(u8::try_from(register).ok().filter(|&number| number < 32)?));
        return Some(());
    }
    let binary = match r.code(x) {
        Rtx::ConstInt => {
            ops.push(Op::Offset(OP_CONSTS, r.int_value(x)));
            return Some(());
        }
        Rtx::ConstDouble => {
            ops.push(Op::Offset(OP_CONSTS, r.double_bits(x) as i64));
            return Some(());
        }
        Rtx::Mem => {
            ops.push(Op::Offset(OP_FBREG, frame_offset(f, r.op(x, 0))?));
            ops.push(Op::Plain(OP_DEREF));
            return Some(());
        }
        Rtx::Subreg => return evaluate(f, r.op(x, 0), ops),
        code @ (Rtx::SignExtend | Rtx::ZeroExtend) => {
            let inner = r.op(x, 0);
            evaluate(f, inner, ops)?;
            let unused = i64::from(r.word().bits()) - i64::from(r.mode(inner).bits());
            let back = if code == Rtx::SignExtend { OP_SHRA } else { OP_SHR };
            for step in [OP_SHL, back] {
                ops.extend([Op::Offset(OP_CONSTS, unused), Op::Plain(step)]);
            }
            return Some(());
        }
        code @ (Rtx::Neg | Rtx::Not) => {
            evaluate(f, r.op(x, 0), ops)?;
            ops.push(Op::Plain(if code == Rtx::Neg { OP_NEG } else { OP_NOT }));
            return Some(());
        }
        Rtx::Plus => match frame_offset(f, x) {
            Some(offset) => {
                ops.push(Op::Offset(OP_FBREG, offset));
                return Some(());
            }
            None => OP_PLUS,
        },
        Rtx::Minus => OP_MINUS,
        Rtx::Mult => OP_MUL,
        Rtx::And => OP_AND,
        Rtx::Ior => OP_OR,
        Rtx::Xor => OP_XOR,
        Rtx::Ashift => OP_SHL,
        _ => return None,
    };
    evaluate(f, r.op(x, 0), ops)?;
    evaluate(f, r.op(x, 1), ops)?;
    ops.push(Op::Plain(binary));
    Some(())
}

const LLE_END_OF_LIST: u32 = 0;
const LLE_START_END: u32 = 7;

/// Writes the lists, each under its label.
pub(super) fn write_lists(version: u8, lists: &[Vec<Stretch>], data: &mut DwarfText) {
    if lists.is_empty() {
        return;
    }
    data.begin_lists(version, "loclists", "loc");
    for (number, list) in lists.iter().enumerate() {
        data.raw(&format!(".LLST{number}:\n"));
        if version < 5 {
            data.address(-1, "the addresses are absolute");
            data.address(0, "Location list base address");
        }
        for stretch in list {
            write_stretch(version, stretch, data);
        }
        if version >= 5 {
            data.fixed(1, LLE_END_OF_LIST, "DW_LLE_end_of_list");
        } else {
            data.address(0, "Location list terminator begin");
            data.address(0, "Location list terminator end");
        }
    }
    if version >= 5 {
        data.raw(".Lloclists1:\n");
    }
}

fn write_stretch(version: u8, stretch: &Stretch, data: &mut DwarfText) {
    if version >= 5 {
        data.fixed(1, LLE_START_END, "DW_LLE_start_end");
    }
    data.address(&stretch.from, "Location list begin address");
    data.address(&stretch.to, "Location list end address");
    let size: usize = stretch.ops.iter().map(|op| op.size(data.word)).sum();
    if version >= 5 {
        data.uleb(size as u32, "Location expression size");
    } else {
        data.fixed(2, size, "Location expression size");
    }
    for op in &stretch.ops {
        op.write(data);
    }
}
