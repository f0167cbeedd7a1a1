//! The table of operands and φs that `-stats` shows wherever names have been rewritten: in `ssa`, and in the passes that
//! update SSA form (`dump_dfa_stats`).
//!
//! ```text
//! _3 = a_1(D) + b_2(D);   USE operands   3     24
//! return _3;         =>   DEF operands   1      8
//! ```
//! The memory is what GCC's tables of 64-bit words would take.

use dumps::put;
use gimple::function::Function;
use gimple::stmt::StmtFlags;
use gimple::unit::Unit;
use std::fmt::Write;

const LINE: &str = "---------------------------------------------------------\n";
/// Bytes of an operand, a φ and an argument of one.
const OPERAND: u64 = 8;
const PHI: u64 = 104;
const ARGUMENT: u64 = 48;

/// The table of a function in SSA form.
pub(super) fn table(unit: &Unit, f: &Function) -> String {
    let [mut uses, mut defs, mut vuses, mut vdefs] = [0u64; 4];
    let [mut phis, mut arguments, mut most] = [0u64; 3];
    for block in f.block_iter() {
        for _ in f.phis(block) {
            let count = f.blocks[block].preds.len() as u64;
            (phis, arguments, most) = (phis + 1, arguments + count, count.max(most));
        }
        for stmt in f.block_stmts(block) {
            f.for_each_used_name(unit, stmt, &mut |_| uses += 1);
            f.for_each_write(stmt, &mut |op| defs += u64::from(op.ssa().is_some()));
            let flags = &f.stmts[stmt];
            vuses += u64::from(flags.has(StmtFlags::VUSE));
            vdefs += u64::from(flags.has(StmtFlags::VDEF));
        }
    }
    let rows = [
        ("USE operands", uses, OPERAND),
        ("DEF operands", defs, OPERAND),
        ("VUSE operands", vuses, OPERAND),
        ("VDEF operands", vdefs, OPERAND),
        ("PHI nodes", phis, PHI),
        ("PHI arguments", arguments, ARGUMENT),
    ];
    let name = unit.decl_name(f.decl).unwrap_or_default();
    let mut text = format!("\nDFA Statistics for {name}\n\n{LINE}");
    put!(text, "{:32}Number of        Memory\n{:32}instances         used \n{LINE}", "", "");
    for (what, count, bytes) in rows {
        put!(text, "{what:<30}{count:>13}{}\n", amount(count * bytes));
    }
    let total: u64 = rows.iter().map(|(_, count, bytes)| count * bytes).sum();
    put!(text, "{LINE}{:<43}{}\n{LINE}\n", "Total memory used by DFA/SSA data", amount(total));
    if phis > 0 {
        let average = arguments as f64 / phis as f64;
        put!(text, "Average number of arguments per PHI node: {average:.1} (max: {most})\n");
    }
    text.push('\n');
    text
}

/// A number of bytes, in thousands or millions where it is large.
fn amount(bytes: u64) -> String {
    const KILO: u64 = 1 << 10;
    const MEGA: u64 = 1 << 20;
    let (number, unit) = match bytes {
        0..10240 => (bytes, ' '),
        10240..10_485_760 => (bytes / KILO, 'k'),
        _ => (bytes / MEGA, 'M'),
    };
    format!("{number:>11}{unit}")
}
