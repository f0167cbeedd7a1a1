//! GENERIC: the typed trees the parser builds and the gimplifier takes apart.
//!
//! As in GCC there is no untyped syntax tree: the parser's actions build typed, converted and folded expressions. Types,
//! declarations and constants are the unit's own; only expressions and statements live here, and are dropped once the
//! function they belong to is gimplified. Statements are expressions of type `void`.

use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::decl::DeclId;
use gimple::entity::EntityVec;
use gimple::location::Location;
use gimple::stmt::{InternalFn, Predictor, ScopeId};
use gimple::symbol::Symbol;
use gimple::tree::CtorIndex;
use gimple::types::{FieldId, TypeId};
use rustc_hash::FxHashMap;

gimple::entity! {
    /// An expression or statement.
    ExprId;
}

/// Facts about an expression, as bits of [`Expr::flags`].
pub mod expr_flag {
    /// Evaluating it does something besides yielding a value (`TREE_SIDE_EFFECTS`).
    pub const SIDE_EFFECTS: u16 = 1;
    /// The value is a constant (`TREE_CONSTANT`).
    pub const CONSTANT: u16 = 2;
    /// The access is volatile (`TREE_THIS_VOLATILE`).
    pub const VOLATILE: u16 = 4;
    /// The object is read-only (`TREE_READONLY`).
    pub const READONLY: u16 = 8;
    /// An assignment in parentheses, or otherwise not to be warned about (`TREE_NO_WARNING`).
    pub const NO_WARNING: u16 = 16;
    /// Known not to trap (`TREE_THIS_NOTRAP`).
    pub const NO_TRAP: u16 = 32;
    /// A conversion, call or jump the compiler put there.
    pub const ARTIFICIAL: u16 = 64;
    /// Built from an integer constant expression all along.
    pub const INTEGER_CONSTANT_EXPR: u16 = 128;
    /// A call that is `__builtin_alloca` for a variable length array.
    pub const ALLOCA_FOR_VAR: u16 = 256;
    /// Contains a label the rest of the function may jump to.
    pub const HAS_LABEL: u16 = 512;
    /// Folded already, with all its operands.
    pub const FOLDED: u16 = 1024;
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub loc: Location,
    /// Bits of [`expr_flag`].
    pub flags: u16,
}

impl Expr {
    /// Whether all bits of `flag` are set.
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag == flag
    }
}

/// What an increment or decrement does, and when its value is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Incr {
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

/// An operand of an asm statement.
#[derive(Clone, Debug)]
pub struct AsmArg {
    pub name: Option<Symbol>,
    pub constraint: Symbol,
    pub value: ExprId,
}

/// An asm statement.
#[derive(Clone, Debug)]
pub struct AsmExpr {
    pub template: Symbol,
    pub outputs: Vec<AsmArg>,
    pub inputs: Vec<AsmArg>,
    pub clobbers: Vec<Symbol>,
    pub labels: Vec<DeclId>,
    pub volatile: bool,
    pub basic: bool,
    pub inline: bool,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Stands for something already diagnosed (`error_mark_node`).
    Error,
    Const(ConstId),
    Decl(DeclId),
    /// Arithmetic, logic and conversions; `Nop`, `Float`, `FixTrunc` and `ViewConvert` convert to the expression's type.
    Unary(TreeCode, ExprId),
    Binary(TreeCode, ExprId, ExprId),
    /// `a ? b : c`; with `void` arms, `if`. An absent arm is `ExprId::NONE`.
    Cond(ExprId, ExprId, ExprId),
    /// `VecCond` and `VecPerm`.
    Ternary(TreeCode, [ExprId; 3]),
    /// `__builtin_convertvector`: each lane converted.
    ConvertVector(ExprId),
    /// `&object`.
    Addr(ExprId),
    /// `*pointer`.
    Indirect(ExprId),
    /// `MEM[(alias_ptr)pointer + offset]`.
    MemRef(ExprId, i64, TypeId),
    Component(ExprId, FieldId),
    ArrayRef(ExprId, ExprId),
    /// Size and position in bits.
    BitFieldRef(ExprId, u32, u64),
    /// Assignment; its value is the left-hand side's new value.
    Modify(ExprId, ExprId),
    /// Initialisation of a variable.
    Init(ExprId, ExprId),
    /// The amount is a constant of the operand's type (scaled for pointers).
    Incr(Incr, ExprId, ExprId),
    /// `a, b`.
    Compound(ExprId, ExprId),
    /// `callee` is the address of a function declaration, or a pointer value.
    Call {
        callee: ExprId,
        args: Box<[ExprId]>,
    },
    /// A call of an internal function: `.ADD_OVERFLOW (a, b)`.
    Internal(InternalFn, Box<[ExprId]>),
    /// Evaluated once, however often it occurs (`SAVE_EXPR`).
    Save(ExprId),
    /// `TARGET_EXPR <slot, init>`.
    Target(DeclId, ExprId),
    /// The object of a compound literal, with its declaration statement.
    CompoundLiteral(DeclId, ExprId),
    Constructor(Box<[(CtorIndex, ExprId)]>),
    /// `__builtin_va_arg (list, type)`.
    VaArg(ExprId),
    /// A value that is no lvalue although its operand is one (`NON_LVALUE_EXPR`).
    NonLvalue(ExprId),
    /// The address of a label, `&&label`.
    LabelAddr(DeclId),
    // Statements.
    /// `{ vars; body }`; also the body of a statement expression, whose value is that of its last statement.
    Bind {
        vars: Vec<DeclId>,
        body: ExprId,
        scope: ScopeId,
    },
    /// Statements in order (`STATEMENT_LIST`).
    List(Vec<ExprId>),
    /// A declaration takes effect here (`DECL_EXPR`). The initialiser of a static variable is in the unit, that of
    /// an automatic one in [`crate::context::Context::local_inits`].
    DeclStmt(DeclId),
    Label(DeclId),
    Goto(DeclId),
    /// `goto *e`.
    ComputedGoto(ExprId),
    Switch {
        cond: ExprId,
        /// The type of the condition before the integer promotions.
        own_type: TypeId,
        body: ExprId,
    },
    /// `case low ... high:`; both `NONE` for `default:`.
    Case {
        low: ConstId,
        high: ConstId,
        label: DeclId,
    },
    /// Value: `NONE`, an initialisation of the function's result, or (in a `void` function) an expression to evaluate.
    Return(ExprId),
    Asm(Box<AsmExpr>),
    Predict(Predictor, bool),
    /// `try body finally cleanup`: what the `cleanup` attribute makes.
    TryFinally(ExprId, ExprId),
    /// `(void) 0`, an empty statement.
    Empty,
    /// No value, where an arm has none (`void_cst`).
    Void,
}

/// Where statements of the source begin (`DEBUG_BEGIN_STMT`), before and after a statement. They stand beside the
/// statements so that nothing is parsed or folded differently for them.
#[derive(Clone, Default)]
pub struct Marks {
    pub before: Vec<Location>,
    pub after: Vec<Location>,
}

/// The expressions of a unit (of the function being parsed, and of file-scope initialisers).
#[derive(Default)]
pub struct Exprs {
    table: EntityVec<ExprId, Expr>,
    marks: FxHashMap<ExprId, Marks>,
}

impl Exprs {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an expression as it is.
    pub fn add(&mut self, kind: ExprKind, ty: TypeId, loc: Location, flags: u16) -> ExprId {
        self.table.push(Expr { kind, ty, loc, flags })
    }

    /// Number of expressions: a mark to [`Self::truncate`] to.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Drops the expressions made after `mark`.
    pub fn truncate(&mut self, mark: usize) {
        self.table.truncate(mark);
        if !self.marks.is_empty() {
            self.marks.retain(|id, _| (id.0 as usize) < mark);
        }
    }

    /// What is marked at a statement, if anything is.
    pub fn marks(&self, id: ExprId) -> Option<&Marks> {
        self.marks.get(&id)
    }

    /// Lets marks stand before all that stands before a statement.
    pub fn mark_before(&mut self, id: ExprId, mut marks: Vec<Location>) {
        if !marks.is_empty() {
            let own = self.marks.entry(id).or_default();
            marks.append(&mut own.before);
            own.before = marks;
        }
    }

    /// Lets marks stand after all that stands after a statement.
    pub fn mark_after(&mut self, id: ExprId, marks: Vec<Location>) {
        if !marks.is_empty() {
            self.marks.entry(id).or_default().after.extend(marks);
        }
    }

    /// Takes the marks of a statement away.
    pub fn take_marks(&mut self, id: ExprId) -> Marks {
        match self.marks.is_empty() {
            true => Marks::default(),
            false => self.marks.remove(&id).unwrap_or_default(),
        }
    }

    /// Gives the marks of one statement to another that stands for it.
    pub fn move_marks(&mut self, from: ExprId, to: ExprId) {
        if from != to && !self.marks.is_empty() {
            let Marks { before, after } = self.take_marks(from);
            self.mark_before(to, before);
            self.mark_after(to, after);
        }
    }

    /// What the expression is.
    pub fn kind(&self, id: ExprId) -> &ExprKind {
        &self.table[id].kind
    }
}

impl std::ops::Index<ExprId> for Exprs {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.table[id]
    }
}

impl std::ops::IndexMut<ExprId> for Exprs {
    fn index_mut(&mut self, id: ExprId) -> &mut Expr {
        &mut self.table[id]
    }
}
