//! GIMPLE statements.
//!
//! Statements are linked into sequences: the body of a function or of a structured statement before the CFG is built,
//! the statements or the φs of a basic block after. Their virtual operands are SSA names once the function is in SSA
//! form; before, the flags tell which statements will have them.

use crate::aside::Aside;
use crate::cfg::BlockId;
use crate::code::TreeCode;
use crate::constant::ConstId;
use crate::decl::DeclId;
use crate::flag_set::flag_set;
use crate::location::Location;
use crate::ssa::{SsaName, UseId};
use crate::symbol::Symbol;
use crate::tree::Operand;
use crate::types::TypeId;
use crate::unit::Unit;
use smallvec::SmallVec;

crate::entity! {
    /// A statement.
    StmtId;
    /// A lexical block of the source.
    ScopeId;
}

/// A doubly linked sequence of statements, by its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seq {
    pub first: StmtId,
    pub last: StmtId,
}

impl Seq {
    /// The empty sequence.
    pub const EMPTY: Seq = Seq { first: StmtId::NONE, last: StmtId::NONE };

    /// Whether there is no statement.
    pub fn is_empty(self) -> bool {
        self.first.is_none()
    }
}

impl Default for Seq {
    fn default() -> Self {
        Seq::EMPTY
    }
}

flag_set! {
    /// Facts about a statement.
    pub struct StmtFlags: u16 {
        /// Reads memory: has or will have a VUSE.
        VUSE = 1;
        /// Writes memory: has or will have a VDEF (and a VUSE).
        VDEF = 2;
        /// Touches volatile memory.
        VOLATILE = 4;
        /// A mark of the running pass, cleared by whoever uses it.
        VISITED = 8;
        /// Another one.
        PLF_1 = 16;
        /// And a third.
        PLF_2 = 32;
        /// `no_warning`.
        NO_WARNING = 64;
        /// A signed operation of the user's that folding has made wrap is not marked; a load or store known not to trap is.
        NO_TRAP = 128;
        /// Call may be a tail call (`[tail call]`).
        TAIL_CALL = 256;
        /// Call returns in its lhs's memory (`[return slot optimization]`).
        RETURN_SLOT = 512;
        /// `__builtin_alloca` of a variable length array.
        ALLOCA_FOR_VAR = 1024;
        /// Not to be inlined at this call.
        CANNOT_INLINE = 2048;
        /// The operands changed since they were last scanned.
        MODIFIED = 4096;
        /// Debug statements stand before it.
        DEBUG_BEFORE = 8192;
        /// What says nothing of the statement itself: a copy of it has none of these.
        PASSING = StmtFlags::VISITED.0
            | StmtFlags::PLF_1.0
            | StmtFlags::PLF_2.0
            | StmtFlags::DEBUG_BEFORE.0;
    }
}

/// A statement and where it is in its function: what every walk reads, on a cache line of its own. Where it is in the
/// source is its [`StmtInfo`].
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Stmt {
    pub kind: StmtKind,
    pub prev: StmtId,
    pub next: StmtId,
    /// The block it is in; `NONE` in a sequence that belongs to no block.
    pub block: BlockId,
    pub vuse: SsaName,
    pub vdef: SsaName,
    /// The statement's uses (not for φs).
    pub uses: UseId,
    pub flags: StmtFlags,
}

const _: () = assert!(size_of::<Stmt>() == 64);

/// Where a statement is in the source, and where it goes when it throws, which few passes ask.
#[derive(Clone, Copy, Debug)]
pub struct StmtInfo {
    pub loc: Location,
    pub scope: ScopeId,
    /// The label of the landing pad: where a call goes on that an exception ends.
    pub pad: DeclId,
}

impl StmtInfo {
    /// Of no place in particular.
    pub const UNKNOWN: StmtInfo =
        StmtInfo { loc: Location::UNKNOWN, scope: ScopeId::NONE, pad: DeclId::NONE };
}

impl Stmt {
    /// A statement in no sequence, not scanned yet.
    pub fn new(kind: StmtKind) -> Stmt {
        Stmt {
            kind,
            prev: StmtId::NONE,
            next: StmtId::NONE,
            block: BlockId::NONE,
            vuse: SsaName::NONE,
            vdef: SsaName::NONE,
            uses: UseId::NONE,
            flags: StmtFlags::MODIFIED,
        }
    }

    /// Whether all bits of `flag` are set.
    #[inline]
    pub fn has(&self, flag: StmtFlags) -> bool {
        self.flags.contains(flag)
    }
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    Nop,
    /// `lhs = code rhs…`.
    Assign {
        lhs: Operand,
        code: TreeCode,
        rhs: [Operand; 3],
    },
    Call(Aside<Call>),
    /// `if (lhs code rhs) goto …; else goto …;`. The labels are `NONE` once the CFG is built.
    Cond {
        code: TreeCode,
        lhs: Operand,
        rhs: Operand,
        true_label: DeclId,
        false_label: DeclId,
    },
    Switch(Aside<Switch>),
    Label(DeclId),
    /// To a label, or to a computed address.
    Goto(Operand),
    Return(Operand),
    Asm(Aside<Asm>),
    Phi(Aside<Phi>),
    /// `# DEBUG BEGIN_STMT`; before the CFG only ([`crate::debug_stmts`]).
    BeginStmt,
    /// `// predicted likely by …`.
    Predict {
        predictor: Predictor,
        taken: bool,
    },
    /// `{ decls; body }`; before lowering only.
    Bind {
        vars: Aside<Vec<DeclId>>,
        body: Seq,
        scope: ScopeId,
    },
    /// `try { body } finally { cleanup }`; before lowering only.
    Try {
        body: Seq,
        cleanup: Seq,
        kind: TryKind,
    },
    /// While gimplifying: the rest of the sequence is to be protected by `cleanup`.
    WithCleanup {
        cleanup: Seq,
    },
}

impl StmtKind {
    /// `lhs = code rhs…`, with as many operands as the code has.
    pub fn assign<const N: usize>(lhs: Operand, code: TreeCode, rhs: [Operand; N]) -> StmtKind {
        const { assert!(N <= 3, "no operation has more operands") };
        let mut operands = [Operand::None; 3];
        operands[..N].copy_from_slice(&rhs);
        StmtKind::Assign { lhs, code, rhs: operands }
    }

    /// `lhs = value`.
    pub fn copy(lhs: Operand, value: Operand) -> StmtKind {
        StmtKind::assign(lhs, TreeCode::Single, [value])
    }

    /// `if (a code b)`, of a block whose edges say where it goes.
    pub fn cond(code: TreeCode, [lhs, rhs]: [Operand; 2]) -> StmtKind {
        StmtKind::Cond { code, lhs, rhs, true_label: DeclId::NONE, false_label: DeclId::NONE }
    }

    /// `lhs = callee (args…)`, without a result where `lhs` is none.
    pub fn call(unit: &Unit, lhs: Operand, callee: DeclId, args: Vec<Operand>) -> StmtKind {
        let fntype = unit.decls[callee].ty;
        let callee = Callee::Decl(callee);
        StmtKind::Call(Aside::new(Call { lhs, callee, fntype, args, chain: Operand::None }))
    }

    /// What an assignment or a call writes its result to; none for other statements.
    pub fn lhs(&self) -> Operand {
        match self {
            StmtKind::Assign { lhs, .. } => *lhs,
            StmtKind::Call(call) => call.lhs,
            _ => Operand::None,
        }
    }
}

/// What a try statement's second sequence is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TryKind {
    /// Runs on each path out.
    Finally,
    /// Runs where an exception passes through.
    Catch,
    /// Runs on each path out but for exceptions, which run this one (`EH_ELSE`).
    FinallyElse(Seq),
}

impl TryKind {
    /// What runs only where an exception passes through, beside the second sequence.
    pub fn otherwise(self) -> Seq {
        match self {
            TryKind::FinallyElse(seq) => seq,
            _ => Seq::EMPTY,
        }
    }

    /// Lets another sequence run where an exception passes through, if it is one of its own that does.
    pub fn replace_otherwise(&mut self, seq: Seq) {
        if let TryKind::FinallyElse(old) = self {
            *old = seq;
        }
    }
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    Decl(DeclId),
    /// Through a pointer: an SSA name, a variable (before SSA), or a constant.
    Pointer(Operand),
    Internal(InternalFn),
}

/// Functions that exist only inside the compiler; they print with a dot (`.ADD_OVERFLOW (a, b)`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InternalFn {
    AddOverflow,
    SubOverflow,
    MulOverflow,
    /// `va_arg` before it is lowered.
    VaArg,
    Fallthrough,
    BuiltinExpect,
    DeferredInit,
    Unreachable,
    /// Where calls that may return elsewhere go on: `setjmp`, non-local labels.
    AbnormalDispatcher,
    /// `__builtin_convertvector`: each lane converted.
    VecConvert,
    /// `a * b + c` rounded once, and the same with the sum, the product, or both negated: `a * b - c`,
    /// `-(a * b) + c`, `-(a * b) - c`.
    Fma,
    Fms,
    Fnma,
    Fnms,
    /// The square root of what is not less than zero, which sets no `errno`.
    Sqrt,
    /// The sum, difference, product of signed numbers, which ends the program if it overflows.
    UbsanCheckAdd,
    UbsanCheckSub,
    UbsanCheckMul,
    /// Ends the program unless a subscript is within an array: `.UBSAN_BOUNDS (0B, index, last)`.
    UbsanBounds,
    /// Ends the program if a pointer is null or not aligned as its type asks: `.UBSAN_NULL (p, kind, alignment)`.
    UbsanNull,
    /// Ends the program if a pointer wraps when an offset is added: `.UBSAN_PTR (p, offset)`.
    UbsanPtr,
    /// Ends the program if an access reaches beyond its object: `.UBSAN_OBJECT_SIZE (p, end, size, kind)`.
    UbsanObjectSize,
    /// Which of two versions of a loop runs, given by their numbers; `vect` decides: `.LOOP_VECTORIZED (1, 2)`.
    LoopVectorized,
}

impl InternalFn {
    /// All, in order.
    const ALL: [InternalFn; 23] = [
        InternalFn::AddOverflow,
        InternalFn::SubOverflow,
        InternalFn::MulOverflow,
        InternalFn::VaArg,
        InternalFn::Fallthrough,
        InternalFn::BuiltinExpect,
        InternalFn::DeferredInit,
        InternalFn::Unreachable,
        InternalFn::AbnormalDispatcher,
        InternalFn::VecConvert,
        InternalFn::Fma,
        InternalFn::Fms,
        InternalFn::Fnma,
        InternalFn::Fnms,
        InternalFn::Sqrt,
        InternalFn::UbsanCheckAdd,
        InternalFn::UbsanCheckSub,
        InternalFn::UbsanCheckMul,
        InternalFn::UbsanBounds,
        InternalFn::UbsanNull,
        InternalFn::UbsanPtr,
        InternalFn::UbsanObjectSize,
        InternalFn::LoopVectorized,
    ];

    /// The function of a name as dumps print it, without the dot.
    pub fn find(name: &str) -> Option<InternalFn> {
        InternalFn::ALL.into_iter().find(|function| function.name() == name)
    }

    /// How many arguments it takes, of those that compute a value from values alone.
    pub fn operands(self) -> Option<usize> {
        match self {
            InternalFn::AddOverflow | InternalFn::SubOverflow | InternalFn::MulOverflow => Some(2),
            InternalFn::UbsanCheckAdd | InternalFn::UbsanCheckSub | InternalFn::UbsanCheckMul => {
                Some(2)
            }
            InternalFn::Fma | InternalFn::Fms | InternalFn::Fnma | InternalFn::Fnms => Some(3),
            InternalFn::Sqrt => Some(1),
            _ => None,
        }
    }

    /// Whether the two arguments may change places.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            InternalFn::AddOverflow
                | InternalFn::MulOverflow
                | InternalFn::UbsanCheckAdd
                | InternalFn::UbsanCheckMul
        )
    }

    /// Of the fused operations: whether the product is negated, and whether the addend is.
    pub fn fused(self) -> Option<(bool, bool)> {
        match self {
            InternalFn::Fma => Some((false, false)),
            InternalFn::Fms => Some((false, true)),
            InternalFn::Fnma => Some((true, false)),
            InternalFn::Fnms => Some((true, true)),
            _ => None,
        }
    }

    /// What one that ends the program on overflow computes.
    pub fn checked(self) -> Option<TreeCode> {
        match self {
            InternalFn::UbsanCheckAdd => Some(TreeCode::Plus),
            InternalFn::UbsanCheckSub => Some(TreeCode::Minus),
            InternalFn::UbsanCheckMul => Some(TreeCode::Mult),
            _ => None,
        }
    }

    /// Whether it only ends the program, if something is not as it should be.
    pub fn is_check(self) -> bool {
        matches!(
            self,
            InternalFn::UbsanBounds
                | InternalFn::UbsanNull
                | InternalFn::UbsanPtr
                | InternalFn::UbsanObjectSize
        )
    }

    /// The name as dumps print it, without the dot.
    pub fn name(self) -> &'static str {
        match self {
            InternalFn::AddOverflow => "ADD_OVERFLOW",
            InternalFn::SubOverflow => "SUB_OVERFLOW",
            InternalFn::MulOverflow => "MUL_OVERFLOW",
            InternalFn::VaArg => "VA_ARG",
            InternalFn::Fallthrough => "FALLTHROUGH",
            InternalFn::BuiltinExpect => "BUILTIN_EXPECT",
            InternalFn::DeferredInit => "DEFERRED_INIT",
            InternalFn::Unreachable => "UNREACHABLE",
            InternalFn::AbnormalDispatcher => "ABNORMAL_DISPATCHER",
            InternalFn::VecConvert => "VEC_CONVERT",
            InternalFn::Fma => "FMA",
            InternalFn::Fms => "FMS",
            InternalFn::Fnma => "FNMA",
            InternalFn::Fnms => "FNMS",
            InternalFn::Sqrt => "SQRT",
            InternalFn::UbsanCheckAdd => "UBSAN_CHECK_ADD",
            InternalFn::UbsanCheckSub => "UBSAN_CHECK_SUB",
            InternalFn::UbsanCheckMul => "UBSAN_CHECK_MUL",
            InternalFn::UbsanBounds => "UBSAN_BOUNDS",
            InternalFn::UbsanNull => "UBSAN_NULL",
            InternalFn::UbsanPtr => "UBSAN_PTR",
            InternalFn::UbsanObjectSize => "UBSAN_OBJECT_SIZE",
            InternalFn::LoopVectorized => "LOOP_VECTORIZED",
        }
    }
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    pub lhs: Operand,
    pub callee: Callee,
    /// The type of the function called.
    pub fntype: TypeId,
    pub args: Vec<Operand>,
    /// Static chain of a nested function.
    pub chain: Operand,
}

/// A switch; the first case is the default.
#[derive(Clone, Debug)]
pub struct Switch {
    pub index: Operand,
    pub cases: Vec<Case>,
}

/// A case of a switch: sorted by value, `high` is `NONE` but for ranges, both are for the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    pub low: ConstId,
    pub high: ConstId,
    pub label: DeclId,
}

/// An operand of an asm.
#[derive(Clone, Debug)]
pub struct AsmOperand {
    pub name: Option<Symbol>,
    pub constraint: Symbol,
    pub value: Operand,
}

/// Whether a constraint allows memory and no register.
pub fn constraint_is_memory_only(constraint: &str) -> bool {
    let letters = || {
        constraint
            .chars()
            .filter(|c| !matches!(c, '=' | '+' | '&' | '%' | ',' | '*' | '?' | '!' | '#'))
    };
    letters().next().is_some()
        && letters().all(|c| matches!(c, 'm' | 'o' | 'V' | 'A' | '<' | '>' | 'Q'))
}

/// An asm statement.
#[derive(Clone, Debug)]
pub struct Asm {
    pub template: Symbol,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<Symbol>,
    pub labels: Vec<DeclId>,
    pub volatile: bool,
    /// `asm ("…")` without operands.
    pub basic: bool,
    pub inline: bool,
}

/// The arguments of a φ, in the φ itself where two paths join.
pub type PhiArgs = SmallVec<[PhiArg; 2]>;

/// A φ node: one argument for each predecessor edge, at the edge's `dest_idx`.
#[derive(Clone, Debug)]
pub struct Phi {
    pub result: SsaName,
    pub args: PhiArgs,
}

/// An argument of a φ.
#[derive(Clone, Copy, Debug)]
pub struct PhiArg {
    pub value: Operand,
    pub loc: Location,
    pub use_node: UseId,
}

/// Why a branch is predicted as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predictor {
    TreeEarlyReturn,
    Goto,
    ColdLabel,
    HotLabel,
    Continue,
    NoReturn,
}

impl Predictor {
    /// The name as dumps print it.
    pub fn name(self) -> &'static str {
        match self {
            Predictor::TreeEarlyReturn => "early return (on trees)",
            Predictor::Goto => "goto",
            Predictor::ColdLabel => "cold label",
            Predictor::HotLabel => "hot label",
            Predictor::Continue => "continue",
            Predictor::NoReturn => "no return",
        }
    }
}
