//! What functions are translated into.

use super::shape::{Norm, Shape};
use crate::code::TreeCode;
use crate::decl::DeclId;
use crate::stmt::{InternalFn, StmtId};
use crate::types::TypeId;
use rustc_hash::FxHashMap;

/// A source: a slot of the frame, or (with [`CONST`] set) an entry of the function's constants.
pub(super) type Src = u32;
/// Marks a source as constant.
pub(super) const CONST: u32 = 1 << 31;
/// The slot that holds the address of the frame's memory.
pub(super) const FRAME_SLOT: u32 = 0;
/// The slot that holds the address of the variadic arguments.
pub(super) const VARARGS_SLOT: u32 = 1;
/// The slot that holds the static chain.
pub(super) const CHAIN_SLOT: u32 = 2;
/// The first slot for values.
pub(super) const FIRST_SLOT: u32 = 3;

/// An integer comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cc {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Unsigned.
    Below,
    BelowEq,
    Above,
    AboveEq,
}

/// A two-operand operation on reals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

/// How an integer or real lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    X64,
}

impl Width {
    pub fn bytes(self) -> usize {
        match self {
            Width::U8 | Width::I8 => 1,
            Width::U16 | Width::I16 => 2,
            Width::U32 | Width::I32 => 4,
            Width::X64 => 8,
        }
    }
}

/// An operation. `d` is the slot written, `a`, `b`, `s` are sources; jumps hold positions in the list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Something is assigned: the result of an operation, or a copy.
    Count {
        operation: bool,
    },
    Mov {
        d: u32,
        s: Src,
    },
    MovN {
        d: u32,
        s: Src,
        n: u32,
    },
    Add {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    Sub {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    Mul {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    And {
        d: u32,
        a: Src,
        b: Src,
    },
    Or {
        d: u32,
        a: Src,
        b: Src,
    },
    Xor {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    Div {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    Rem {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    Shl {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    Shr {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
    },
    /// Rotates left; `right` the other way.
    Rotate {
        d: u32,
        a: Src,
        b: Src,
        norm: Norm,
        right: bool,
    },
    /// Minimum (`Lt`, `Below`) or maximum (`Gt`, `Above`).
    Extreme {
        d: u32,
        a: Src,
        b: Src,
        cc: Cc,
    },
    Neg {
        d: u32,
        a: Src,
        norm: Norm,
    },
    Not {
        d: u32,
        a: Src,
        norm: Norm,
    },
    Abs {
        d: u32,
        a: Src,
        norm: Norm,
    },
    Extend {
        d: u32,
        a: Src,
        norm: Norm,
    },
    Compare {
        d: u32,
        a: Src,
        b: Src,
        cc: Cc,
    },
    /// A comparison of reals, by its tree code.
    FloatCompare {
        d: u32,
        a: Src,
        b: Src,
        code: TreeCode,
        single: bool,
    },
    Float {
        d: u32,
        a: Src,
        b: Src,
        op: FloatOp,
        single: bool,
    },
    FloatNeg {
        d: u32,
        a: Src,
        single: bool,
    },
    FloatAbs {
        d: u32,
        a: Src,
        single: bool,
    },
    IntToFloat {
        d: u32,
        a: Src,
        unsigned: bool,
        single: bool,
    },
    FloatToInt {
        d: u32,
        a: Src,
        norm: Norm,
        single: bool,
    },
    /// Between the two formats; `narrow` to single.
    FloatToFloat {
        d: u32,
        a: Src,
        narrow: bool,
    },
    Select {
        d: u32,
        c: Src,
        a: Src,
        b: Src,
        n: u32,
    },
    Load {
        d: u32,
        base: Src,
        off: i64,
        width: Width,
    },
    Store {
        base: Src,
        off: i64,
        s: Src,
        width: Width,
    },
    /// What was loaded of a type must be a value of that type.
    Fits {
        d: u32,
        norm: Norm,
    },
    LoadN {
        d: u32,
        base: Src,
        off: i64,
        bytes: u32,
    },
    StoreN {
        base: Src,
        off: i64,
        s: Src,
        bytes: u32,
    },
    /// A bit-field of `norm.bits()` bits, from bit `pos` of the byte addressed.
    LoadBits {
        d: u32,
        base: Src,
        off: i64,
        pos: u8,
        norm: Norm,
    },
    StoreBits {
        base: Src,
        off: i64,
        s: Src,
        pos: u8,
        norm: Norm,
    },
    Lea {
        d: u32,
        base: Src,
        off: i64,
    },
    LeaIndex {
        d: u32,
        base: Src,
        index: Src,
        scale: i64,
    },
    Copy {
        to: Src,
        to_off: i64,
        from: Src,
        copy: u32,
    },
    Zero {
        base: Src,
        off: i64,
        bytes: u64,
    },
    /// An object ends: what it holds is nobody's from here on.
    End {
        base: Src,
        off: i64,
        bytes: u64,
    },
    Jump {
        to: u32,
    },
    Branch {
        a: Src,
        b: Src,
        cc: Cc,
        to: u32,
        or: u32,
    },
    BranchFloat {
        a: Src,
        b: Src,
        code: TreeCode,
        single: bool,
        targets: u32,
    },
    /// On a slot that is zero or not.
    BranchTruth {
        a: Src,
        to: u32,
        or: u32,
    },
    Switch {
        s: Src,
        table: u32,
    },
    Computed {
        s: Src,
        table: u32,
    },
    Call {
        site: u32,
    },
    Internal {
        site: u32,
    },
    Generic {
        d: u32,
        index: u32,
    },
    Return {
        s: Src,
        n: u32,
    },
    ReturnMemory {
        base: Src,
        off: i64,
        bytes: u32,
    },
    ReturnVoid,
    Fail {
        index: u32,
    },
    /// Checks what is claimed.
    Check {
        index: u32,
    },
    /// What an `asm` leaves in slots, or in memory, is a value.
    Define {
        d: u32,
        n: u32,
    },
    DefineMemory {
        base: Src,
        off: i64,
        bytes: u64,
    },
    /// Notes the time.
    Tick {
        d: u32,
    },
    /// What is written does not count as written, or does again.
    Quiet {
        on: bool,
    },
}

/// A [`Op::Check`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    /// The claim's number; of none where a value that may be undefined decides the way.
    pub claim: Option<u32>,
    pub what: Checked,
    /// Sources that are not zero where a value that is looked at is undefined.
    pub doubts: [Src; 2],
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Checked {
    /// The two are equal in the bits that are known, as values of the shape.
    Equal { a: Src, b: Src, shape: Shape, unknown: i128 },
    /// The value is between these.
    Within { s: Src, shape: Shape, low: i128, high: i128 },
    /// The bytes have not been written since then.
    Unwritten { base: Src, off: i64, bytes: u64, since: u32 },
    /// The address is in no other object than these ([`crate::claims::Claims::pointees`]).
    PointsTo { s: Src, pointees: u32 },
    /// Nothing reads the bytes before they are written again.
    Dead { base: Src, off: i64, bytes: u64 },
    /// Control does not come here.
    NotReached,
}

/// A local object that pointers may point to, or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    /// Offset in the frame's memory.
    pub off: i64,
    pub bytes: u64,
    pub var: DeclId,
}

/// The rest of a [`Op::Copy`].
#[derive(Clone, Copy, Debug)]
pub(super) struct CopyRest {
    pub from_off: i64,
    pub bytes: u64,
}

/// An operation on values that are not narrow.
#[derive(Clone, Debug)]
pub(super) struct Generic {
    pub code: TreeCode,
    pub ty: TypeId,
    pub args: Vec<(Src, TypeId)>,
}

/// A multi-way branch.
#[derive(Clone, Debug)]
pub(super) struct SwitchTable {
    /// Case ranges in order of their lower bounds, by [`crate::types::Types::order_key`].
    pub cases: Vec<(i128, i128, u32)>,
    pub default: u32,
    pub unsigned: bool,
    /// The index is a 128-bit value.
    pub wide: bool,
}

/// What a call calls.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A number in the machine's table of functions.
    Function(u32),
    Pointer(Src),
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arg {
    /// The value, or for an aggregate the base of its address.
    pub s: Src,
    /// Offset of an aggregate from its base.
    pub off: i64,
    pub shape: Shape,
    pub ty: TypeId,
    /// The bytes of an aggregate whose type does not tell.
    pub size: Option<Src>,
}

/// Where a call's value goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dest {
    Nothing,
    Slot { slot: u32, shape: Shape },
    Memory { base: Src, off: i64, shape: Shape },
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub target: Target,
    pub args: Vec<Arg>,
    pub dest: Dest,
    /// How many arguments are named ones, by the type of the function called.
    pub named: usize,
    pub chain: Option<Src>,
}

/// A call of an internal function.
#[derive(Clone, Debug)]
pub(super) struct InternalSite {
    pub function: InternalFn,
    pub args: Vec<Arg>,
    pub dest: Dest,
    pub ty: TypeId,
}

/// Where a parameter lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Param {
    pub place: Place,
    pub shape: Shape,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Slot(u32),
    /// Offset in the frame's memory.
    Frame(i64),
}

/// A translated function.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// Its position among the module's functions.
    pub index: usize,
    pub ops: Vec<Op>,
    /// The statement each operation comes from.
    pub origin: Vec<StmtId>,
    pub consts: Vec<u64>,
    pub slots: u32,
    pub frame_bytes: u64,
    pub frame_align: u64,
    pub params: Vec<Param>,
    pub variadic: bool,
    pub generics: Vec<Generic>,
    pub copies: Vec<CopyRest>,
    pub switches: Vec<SwitchTable>,
    /// Positions by label address.
    pub computed: Vec<FxHashMap<u64, u32>>,
    /// Where labels are that other functions jump to.
    pub landings: FxHashMap<u64, u32>,
    pub calls: Vec<CallSite>,
    pub internals: Vec<InternalSite>,
    /// Targets of [`Op::BranchFloat`]: true, false.
    pub targets: Vec<(u32, u32)>,
    pub failures: Vec<super::ErrorKind>,
    pub checks: Vec<Check>,
    /// What [`Checked::PointsTo`] looks at.
    pub objects: Vec<Object>,
}
