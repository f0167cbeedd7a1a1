//! Comparisons made twice, against faults of the machine: the second time in reverse, of copies about which nothing is
//! known, and where both say the same the program ends.
//!
//! [`hardcmp`] does so with comparisons whose result is a value, [`hardcbr`] with conditional jumps. A comparison that
//! has no reverse (`a < b` of numbers that may be NaN, where exceptions count) is left as it is, as in GCC.

pub mod hardcbr;
pub mod hardcmp;

use gimple::aside::Aside;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{Asm, AsmOperand, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use tree_ssa::edit::Cursor;

/// The comparison that says the contrary, of operands like this one.
fn reverse(
    cx: &PassContext<'_>,
    f: &Function,
    code: TreeCode,
    operand: Operand,
) -> Option<TreeCode> {
    let ty = cx.unit.type_of(f, operand);
    let types = &cx.unit.types;
    let nans = cx.options.honor_nans() && !types.is_integral(ty) && !types.is_pointer(ty);
    code.inverse_comparison(nans, cx.options.on(Flag::TrappingMath))
}

/// Copies of two operands that nothing relates to them, made by `asm ("" : "=g" (copy) : "0" (operand))` before a
/// statement; constants stay.
fn detached(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    before: StmtId,
    operands: [Operand; 2],
) -> [Operand; 2] {
    let first = detach(cx, f, before, operands[0]);
    let second = match operands[0] == operands[1] {
        true => first,
        false => detach(cx, f, before, operands[1]),
    };
    [first, second]
}

fn detach(cx: &mut PassContext<'_>, f: &mut Function, before: StmtId, value: Operand) -> Operand {
    let Operand::Ssa(name) = value else { return value };
    let copy = f.make_temp_ssa_name(f.names[name].ty, Symbol::NONE, StmtId::NONE);
    let symbols = &mut cx.unit.symbols;
    let operand = |constraint: Symbol, value: Operand| AsmOperand { name: None, constraint, value };
    let asm = Asm {
        template: symbols.intern(""),
        outputs: vec![operand(symbols.intern("=g"), Operand::Ssa(copy))],
        inputs: vec![operand(symbols.intern("0"), value)],
        clobbers: Vec::new(),
        labels: Vec::new(),
        volatile: false,
        basic: false,
        inline: false,
    };
    Cursor::before(before).make(cx.unit, f, StmtKind::Asm(Aside::new(asm)));
    Operand::Ssa(copy)
}

/// A block after `check` that ends the program, taken over a new edge of this flag with a probability; the other way is
/// `onwards`.
pub(super) fn trap_from(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    check: BlockId,
    (when, probability): (EdgeFlags, Probability),
    onwards: EdgeId,
) -> BlockId {
    let trap = f.create_block(check);
    Cursor::end(trap).trap(cx.unit, f);
    if f.loops.is_some() {
        f.block_info[trap].loop_father = LoopId::ROOT;
    }
    let edge = f.make_edge_unchecked(check, trap, when);
    f.edges[edge].probability = probability;
    let other = match when {
        EdgeFlags::TRUE_VALUE => EdgeFlags::FALSE_VALUE,
        _ => EdgeFlags::TRUE_VALUE,
    };
    let onwards = &mut f.edges[onwards];
    onwards.flags = onwards.flags.without(EdgeFlags::FALLTHRU) | other;
    onwards.probability = probability.inverse();
    trap
}

/// The comparison an assignment makes, and of what.
fn comparison(f: &Function, stmt: StmtId) -> Option<(SsaName, TreeCode, [Operand; 2])> {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs } if code.is_comparison() => {
            Some((lhs, code, [rhs[0], rhs[1]]))
        }
        _ => None,
    }
}
