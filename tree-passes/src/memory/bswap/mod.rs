//! Pass `bswap`: bytes put together one by one are loaded at once, or swapped at once.
//!
//! ```text
//!   _1 = *p_9;                                load_dst_8 = MEM <short unsigned int> [(u8 *)p_9];
//!   _2 = (int) _1;                            …
//!   _3 = MEM[p_9 + 1B];                  =>   _6 = (int) load_dst_8;
//!   _4 = (int) _3;
//!   _5 = _4 << 8;
//!   _6 = _2 | _5;
//!
//!   _2 = x_1 << 8;   _3 = x_1 >> 8;      =>   …   _4 = x_1 r>> 8;
//!   _4 = _2 | _3;
//! ```
//!
//! Each statement that may put bytes together is followed to what they are of (`number`), so far as a value of its width can
//! be deep. Where all of them are in their order one load or copy does; where two are swapped, a rotation. More bytes are not
//! swapped, since no machine we compile for has an instruction for that. What the bytes were made of stays for `dce`.
//! After GCC's pass of that name.

mod number;

use dumps::putln;
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use number::{Memory, Number, Order, number_of};
use std::fmt::Write;
use tree_ssa::analyses::alignment;
use tree_ssa::dump_text;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;

/// `bswap` for the pass table.
pub const PASS: Pass = Pass::tree("bswap", execute)
    .gate(|options, _| options.on(Flag::ExpensiveOptimizations))
    .requires(Prop::CFG_SSA)
    .follows(&[("reassoc", "sums and alternatives of bytes are in one order")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    for block in f.block_order() {
        let mut stmt = f.blocks[block].stmts.last;
        while stmt.is_some() {
            let before = f.stmts[stmt].prev;
            look_at(cx, f, stmt);
            stmt = before;
        }
    }
    Todo::NONE
}

/// Replaces what a statement computes if it is what some bytes are in order, or two of them swapped.
fn look_at(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Assign {
        code: TreeCode::BitIor | TreeCode::BitXor | TreeCode::Plus,
        rhs: [Operand::Ssa(_), Operand::Ssa(_), ..],
        ..
    } = f.stmts[stmt].kind
    else {
        return;
    };
    let Some(number) = number_of(cx.unit, f, stmt) else { return };
    let Some((order, bytes)) = number.order() else { return };
    let common = &cx.unit.common;
    let ty = match bytes {
        2 => common.ushort,
        4 => common.uint,
        8 => cx.unit.int64(true),
        _ => return,
    };
    match order {
        Order::Same => put_in_order(cx, f, stmt, &number, ty),
        Order::Swapped if bytes == 2 => put_swapped(cx, f, stmt, &number, ty),
        Order::Swapped => {}
    }
}

/// Lets a statement be a load, a copy, or a conversion of one of these.
fn put_in_order(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    number: &Number,
    ty: TypeId,
) {
    let own = cx.unit.type_of(f, f.stmts[stmt].kind.lhs());
    let what = match &number.memory {
        Some(memory) => {
            let mut at = before_load(f, stmt, number, memory);
            if useless_type_conversion(cx.unit, own, ty) {
                let reference = reference(cx, f, &mut at, number.source, memory, ty);
                edit::set_value(cx.unit, f, stmt, reference);
                f.set_vuse(stmt, memory.state);
            } else {
                let value = loaded(cx, f, &mut at, number.source, memory, ty);
                edit::set_rhs(cx.unit, f, stmt, TreeCode::Nop, [value]);
            }
            "load"
        }
        None => {
            let from = cx.unit.type_of(f, number.source);
            let code = match useless_type_conversion(cx.unit, own, from) {
                true => TreeCode::Single,
                false => TreeCode::Nop,
            };
            edit::set_rhs(cx.unit, f, stmt, code, [number.source]);
            "reshuffle"
        }
    };
    if cx.dump.enabled() {
        let bits = cx.unit.types.bits(ty).unwrap_or(0);
        let text = dump_text::stmt(cx.unit, f, stmt);
        putln!(cx.dump, "{bits} bit {what} in target endianness found at: {text}");
    }
}

/// Lets a statement be two bytes rotated.
fn put_swapped(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    number: &Number,
    ty: TypeId,
) {
    let was = cx.dump.enabled().then(|| dump_text::stmt(cx.unit, f, stmt));
    let lhs = f.stmts[stmt].kind.lhs();
    let own = cx.unit.type_of(f, lhs);
    let mut at = Cursor::before(stmt).like(f, stmt);
    let mut value = number.source;
    if let Some(memory) = &number.memory {
        at = before_load(f, stmt, number, memory);
        value = loaded(cx, f, &mut at, number.source, memory, ty);
    }
    if !useless_type_conversion(cx.unit, ty, cx.unit.type_of(f, value)) {
        let converted = named(cx, f, ty, "bswapsrc");
        at.assign(cx.unit, f, converted, TreeCode::Nop, [value]);
        value = converted;
    }
    let by = cx.unit.int(cx.unit.common.int, 8);
    if useless_type_conversion(cx.unit, own, ty) {
        edit::set_rhs(cx.unit, f, stmt, TreeCode::Rrotate, [value, by]);
    } else {
        let swapped = named(cx, f, ty, "bswapdst");
        at.assign(cx.unit, f, swapped, TreeCode::Rrotate, [value, by]);
        edit::set_rhs(cx.unit, f, stmt, TreeCode::Nop, [swapped]);
    }
    if let Some(text) = was {
        putln!(cx.dump, "16 bit bswap implementation found at: {text}");
    }
}

fn named(cx: &mut PassContext<'_>, f: &mut Function, ty: TypeId, name: &str) -> Operand {
    let name = cx.unit.symbols.intern(name);
    Operand::Ssa(f.make_temp_ssa_name(ty, name, StmtId::NONE))
}

/// Moves a statement to before the load that its bytes are loaded by first, where memory is in the state they see.
fn before_load(f: &mut Function, stmt: StmtId, number: &Number, memory: &Memory) -> Cursor {
    f.unlink_stmt(stmt);
    f.insert_before(number.stmt, stmt);
    f.reset_flow_sensitive_info(stmt);
    Cursor::before(stmt).like(f, stmt).reading(memory.state)
}

/// A register with what a [`reference`] loads.
fn loaded(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    at: &mut Cursor,
    lowest: Operand,
    memory: &Memory,
    ty: TypeId,
) -> Operand {
    let reference = reference(cx, f, at, lowest, memory, ty);
    let ty = cx.unit.type_of(f, reference);
    let value = named(cx, f, ty, "load_dst");
    at.copy(cx.unit, f, value, reference);
    value
}

/// `MEM <type> [(alias)address + position]`, which begins where `lowest` does; the address is computed where the cursor is.
fn reference(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    at: &mut Cursor,
    lowest: Operand,
    memory: &Memory,
    ty: TypeId,
) -> Operand {
    let align = alignment::of(cx.unit, f, cx.options, lowest).at(0) / 8;
    let ty = cx.unit.types.aligned_at_most(ty, u32::try_from(align).unwrap_or(u32::MAX));
    let base = memory.place.base.compute(at, cx.unit, f);
    let (offset, alias_ptr) = (memory.place.pos / 8, memory.alias);
    Operand::Tree(cx.unit.trees.add(TreeKind::MemRef { base, offset, alias_ptr }, ty))
}
