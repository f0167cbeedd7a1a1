//! Gimplification: GENERIC trees of a function in, GIMPLE statements out.
//!
//! ```text
//! return a[i++] + f (g);        i.0_1 = i;
//!                               i = i.0_1 + 1;
//!                               _2 = a[i.0_1];
//!                               g.1_3 = g;
//!                               _4 = f (g.1_3);
//!                               D.1500 = _2 + _4;
//!                               return D.1500;
//! ```
//!
//! The result is structured: bind and try statements remain until the pass `lower`. What GCC's gimplifier does is
//! mirrored in its visible effects: the order of evaluation, which values get temporaries, whether those are SSA names or
//! variables, what they are called and in which order they are declared.
//!
//! An expression is asked for in one of the forms that GCC's predicates describe: a right-hand side
//! (`Gimplifier::rhs`), a value (`Gimplifier::val`), an lvalue, a condition, or a statement. GENERIC is never changed;
//! where a transformation needs other trees (short-circuit conditions become jumps) it builds new ones.
//!
//! The form of GIMPLE is that of Merrill, "GENERIC and GIMPLE: A New Tree Representation for Entire Functions" (2003).

mod asm;
mod assign;
mod auto_init;
mod boolean;
mod call;
mod cond;
mod convert;
mod expr;
mod fall_through;
mod fallthru;
mod fold;
mod init;
mod instrument;
mod lvalue;
mod stmt;
mod storage_order;
mod temps;
mod unreachable;
mod vla;

use crate::context::{Context, FunctionDef};
use crate::generic::{ExprId, ExprKind};
use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Level, Prop};
use gimple::location::Location;
use gimple::stmt::{Call, Case, ScopeId, Seq, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{FieldId, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nesting of expressions and statements beyond which a program is refused.
const MAX_DEPTH: u32 = 120_000;

/// A right-hand side.
#[derive(Clone, Debug)]
enum RhsKind {
    /// An operand: a value, a memory reference, an address, a constructor.
    Single(Operand),
    Op(TreeCode, [Operand; 3]),
    /// A call whose arguments are evaluated already; whether its result may be built in place (`return slot`).
    Call(Aside<Call>, bool),
}

/// A right-hand side and its type.
#[derive(Clone, Debug)]
struct Rhs {
    kind: RhsKind,
    ty: TypeId,
}

impl Rhs {
    fn single(op: Operand, ty: TypeId) -> Rhs {
        Rhs { kind: RhsKind::Single(op), ty }
    }
    fn unary(code: TreeCode, ty: TypeId, a: Operand) -> Rhs {
        Rhs { kind: RhsKind::Op(code, [a, Operand::None, Operand::None]), ty }
    }
    fn binary(code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Rhs {
        Rhs { kind: RhsKind::Op(code, [a, b, Operand::None]), ty }
    }
}

/// The cases of the switch being gimplified.
struct SwitchFrame {
    cases: Vec<Case>,
    default: DeclId,
}

/// Gimplifies one function.
struct Gimplifier<'a> {
    cx: &'a mut Context,
    f: Function,
    /// Temporaries in order of creation: they are declared in the outermost bind statement.
    temps: Vec<DeclId>,
    /// The variable that takes the value of `return` statements.
    return_temp: DeclId,
    /// How many conditions the statement at hand is nested in.
    conditions: u32,
    /// Temporaries are variables: a name's definition would not dominate its use.
    no_names: bool,
    /// A variable length array was made in the innermost bind statement.
    save_stack: bool,
    /// Values of `SAVE_EXPR`s that have been evaluated, here or in a function around this one.
    saved: FxHashMap<ExprId, Operand>,
    /// Slots of `TARGET_EXPR`s that have been initialised.
    targets: FxHashSet<DeclId>,
    /// Variables declared by a bind statement.
    bound: FxHashSet<DeclId>,
    /// Compound literals whose object is not needed, and the initialiser used instead: dumps show it.
    substituted: Vec<(DeclId, ExprId)>,
    /// Types whose run-time sizes have been evaluated.
    sized: FxHashSet<TypeId>,
    /// The variables that hold their sizes in bytes.
    byte_sizes: FxHashMap<TypeId, DeclId>,
    /// The variables that hold the places of fields after something of variable size.
    field_offsets: FxHashMap<FieldId, DeclId>,
    switches: Vec<SwitchFrame>,
    /// What falls through in the `switch` at hand, where somebody wants to know.
    falling: Option<fall_through::Falling>,
    loc: Location,
    /// Where the innermost statement at hand is: what is made for it at no place of its own is there.
    stmt_loc: Location,
    scope: ScopeId,
    depth: u32,
    too_deep: bool,
}

/// What functions share with those nested in them: sizes evaluated once.
#[derive(Default)]
struct Shared {
    saved: FxHashMap<ExprId, Operand>,
    sized: FxHashSet<TypeId>,
    byte_sizes: FxHashMap<TypeId, DeclId>,
    field_offsets: FxHashMap<FieldId, DeclId>,
}

/// A function and those nested in it, outer ones first, as gimplified: the innermost ones of the last come last.
pub struct GimplifiedNest {
    pub function: Function,
    /// In order of definition.
    pub nested: Vec<GimplifiedNest>,
}

impl GimplifiedNest {
    /// The functions in a list, outer ones before inner ones.
    pub fn flatten(self) -> Vec<Level> {
        let mut levels = Vec::new();
        let mut pending = vec![(self, None)];
        while let Some((nest, outer)) = pending.pop() {
            let index = levels.len();
            levels.push(Level { function: nest.function, outer });
            pending.extend(nest.nested.into_iter().rev().map(|inner| (inner, Some(index))));
        }
        levels
    }
}

/// Gimplifies a function and what is nested in it; `each` sees every function when it is done.
pub fn gimplify_nest(
    cx: &mut Context,
    def: FunctionDef,
    each: &mut dyn FnMut(&mut Context, &Function),
) -> GimplifiedNest {
    gimplify_level(cx, def, &mut Shared::default(), each)
}

/// As [`gimplify_nest`]; recursion is bounded by how deep the parser lets functions nest.
fn gimplify_level(
    cx: &mut Context,
    mut def: FunctionDef,
    shared: &mut Shared,
    each: &mut dyn FnMut(&mut Context, &Function),
) -> GimplifiedNest {
    if let Some(function) = def.gimple {
        each(cx, &function);
        return GimplifiedNest { function: *function, nested: Vec::new() };
    }
    let inner = std::mem::take(&mut def.nested);
    let function = gimplify_function(cx, def, shared);
    each(cx, &function);
    // The last one first, as in GCC's list of them.
    let mut nested: Vec<GimplifiedNest> =
        inner.into_iter().rev().map(|def| gimplify_level(cx, def, shared, each)).collect();
    nested.reverse();
    GimplifiedNest { function, nested }
}

/// Gimplifies a function.
fn gimplify_function(cx: &mut Context, def: FunctionDef, shared: &mut Shared) -> Function {
    let mut f = Function::new(def.decl, def.funcdef_no);
    f.params = def.params;
    f.result = def.result;
    f.scopes = def.scopes;
    f.start = def.start;
    let declared = cx.unit.decls[def.decl].loc;
    f.end = def.end;
    let outer_options = cx.enter_options(def.decl);
    if outer_options.as_ref().is_some_and(|outer| *outer != cx.options) {
        f.options = Some(cx.own_options());
    }
    let saved_function = std::mem::replace(&mut cx.current_function, def.decl);
    let mut g = Gimplifier {
        cx,
        f,
        temps: Vec::new(),
        return_temp: DeclId::NONE,
        conditions: 0,
        no_names: false,
        save_stack: false,
        saved: std::mem::take(&mut shared.saved),
        targets: FxHashSet::default(),
        bound: FxHashSet::default(),
        substituted: Vec::new(),
        sized: std::mem::take(&mut shared.sized),
        byte_sizes: std::mem::take(&mut shared.byte_sizes),
        field_offsets: std::mem::take(&mut shared.field_offsets),
        switches: Vec::new(),
        falling: None,
        loc: declared,
        stmt_loc: declared,
        scope: ScopeId::NONE,
        depth: 0,
        too_deep: false,
    };
    g.body(def.body);
    g.instrument();
    (shared.saved, shared.sized) = (g.saved, g.sized);
    (shared.byte_sizes, shared.field_offsets) = (g.byte_sizes, g.field_offsets);
    let mut f = g.f;
    cx.current_function = saved_function;
    if let Some(options) = outer_options {
        cx.options = options;
    }
    f.properties |= Prop::GIMPLE_ANY;
    f
}

impl Gimplifier<'_> {
    /// The function's body: a single bind statement that declares the temporaries before the user's variables.
    fn body(&mut self, body: ExprId) {
        let (mut sizes, mut seq) = (Seq::EMPTY, Seq::EMPTY);
        let outer = self.only_bind(body);
        self.parameter_types(&mut sizes);
        self.stmt(outer, &mut seq);
        let single = seq.first.is_some()
            && seq.first == seq.last
            && matches!(self.f.stmts[seq.first].kind, StmtKind::Bind { .. });
        let bind = if single {
            seq.first
        } else {
            let kind =
                StmtKind::Bind { vars: Aside::new(Vec::new()), body: seq, scope: self.scope };
            self.f.new_stmt(kind, Location::default())
        };
        if let StmtKind::Bind { body, .. } = self.f.stmts[bind].kind {
            self.f.seq_append(&mut sizes, body);
            if let StmtKind::Bind { body, .. } = &mut self.f.stmts[bind].kind {
                *body = sizes;
            }
        }
        for (decl, init) in std::mem::take(&mut self.substituted) {
            if let Some(value) = self.shown_initializer(init) {
                self.cx.unit.initializers.entry(decl).or_insert(value);
            }
        }
        let temps = std::mem::take(&mut self.temps);
        if let StmtKind::Bind { vars, .. } = &mut self.f.stmts[bind].kind {
            vars.splice(0..0, temps);
        }
        self.f.body = Seq { first: bind, last: bind };
    }

    /// The function's own block, without lists of one statement around it.
    fn only_bind(&self, mut body: ExprId) -> ExprId {
        while body.is_some()
            && let ExprKind::List(stmts) = self.cx.exprs.kind(body)
            && let [only] = stmts[..]
        {
            body = only;
        }
        body
    }

    fn parameter_types(&mut self, seq: &mut Seq) {
        for param in self.f.params.clone() {
            let ty = self.cx.unit.decls[param].ty;
            let mut sized = ty;
            while let TypeKind::Pointer(to) = *self.cx.unit.types.kind(sized) {
                sized = to;
            }
            self.type_sizes(sized, seq);
            if self.is_variable(ty) {
                self.size_pair(ty, seq);
            }
        }
        if let Some(result) = self.f.result.expand() {
            let ty = self.cx.unit.decls[result].ty;
            if self.is_variable(ty) {
                self.size_pair(ty, seq);
            }
        }
    }

    /// Goes one level deeper; says so, once, where the program's nesting is beyond what can be handled.
    fn enter(&mut self) -> bool {
        if self.depth >= crate::limits::depth(MAX_DEPTH) {
            if !self.too_deep {
                self.too_deep = true;
                self.sorry("expression nested too deeply");
            }
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn sorry(&mut self, what: &str) {
        let loc = self.loc;
        self.cx.unit.diagnostics.sorry(loc, what);
    }

    /// A new statement at the current place.
    fn new_stmt(&mut self, kind: StmtKind) -> StmtId {
        let stmt = self.f.new_stmt(kind, self.loc);
        self.f.stmt_info[stmt].scope = self.scope;
        stmt
    }

    /// Appends a statement.
    fn emit(&mut self, seq: &mut Seq, kind: StmtKind) -> StmtId {
        let stmt = self.new_stmt(kind);
        self.f.seq_push(seq, stmt);
        stmt
    }

    /// Appends a label. One that is made for a jump is at no place.
    fn emit_label(&mut self, seq: &mut Seq, label: DeclId) {
        let stmt = self.emit(seq, StmtKind::Label(label));
        if self.cx.unit.decls[label].has(flag::ARTIFICIAL) {
            self.f.stmt_info[stmt].loc = Location::UNKNOWN;
        }
    }

    fn emit_goto(&mut self, seq: &mut Seq, label: DeclId) {
        self.emit(seq, StmtKind::Goto(Operand::Decl(label)));
    }

    /// A label without a location.
    fn new_label(&mut self) -> DeclId {
        self.cx.artificial_label(Location::UNKNOWN)
    }

    // Facts about types and operands.

    fn kind(&self, e: ExprId) -> &ExprKind {
        self.cx.exprs.kind(e)
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.cx.exprs[e].ty
    }

    fn op_type(&self, op: Operand) -> TypeId {
        self.cx.unit.type_of(&self.f, op)
    }

    fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.cx.unit.types.kind(ty), TypeKind::Void)
    }

    fn is_register_type(&self, ty: TypeId) -> bool {
        self.cx.unit.types.is_register_type(ty)
    }

    /// A value: a register, a constant, an invariant address (`is_gimple_val`).
    fn is_val(&self, op: Operand) -> bool {
        match op {
            Operand::Ssa(_) => true,
            Operand::Const(id) => !matches!(self.cx.unit.consts[id].value, ConstValue::String(_)),
            Operand::Decl(decl) => {
                let d = &self.cx.unit.decls[decl];
                if d.kind == gimple::decl::DeclKind::Function
                    || d.kind == gimple::decl::DeclKind::Label
                {
                    return false;
                }
                !self.is_register_type(d.ty) || self.cx.unit.is_gimple_reg(decl)
            }
            Operand::Tree(id) => match *self.cx.unit.trees.kind(id) {
                TreeKind::Addr(object) => self.is_invariant_object(object),
                _ => false,
            },
            Operand::None => false,
        }
    }

    /// A constant or invariant address (`is_gimple_min_invariant`).
    fn is_invariant(&self, op: Operand) -> bool {
        match op {
            Operand::Const(id) => !matches!(self.cx.unit.consts[id].value, ConstValue::String(_)),
            Operand::Tree(_) => self.is_val(op),
            _ => false,
        }
    }

    /// Whether the address of an object never changes within the function: no pointer and no variable index in it.
    fn is_invariant_object(&self, object: Operand) -> bool {
        let trees = &self.cx.unit.trees;
        let mut op = object;
        loop {
            match op {
                Operand::Decl(_) | Operand::Const(_) => return true,
                Operand::Tree(id) => match *trees.kind(id) {
                    TreeKind::ArrayRef { base, index } => {
                        if index.constant().is_none() {
                            return false;
                        }
                        op = base;
                    }
                    TreeKind::MemRef { base, .. } => match self.cx.unit.addressed(base) {
                        Some(inner) => op = inner,
                        None => return false,
                    },
                    TreeKind::PlacedComponentRef { base, offset, .. } => {
                        if offset.constant().is_none() {
                            return false;
                        }
                        op = base;
                    }
                    TreeKind::SizedArrayRef { base, index, size, .. } => {
                        if index.constant().is_none() || size.constant().is_none() {
                            return false;
                        }
                        op = base;
                    }
                    TreeKind::ComponentRef { base, .. }
                    | TreeKind::ViewConvert(base)
                    | TreeKind::Realpart(base)
                    | TreeKind::Imagpart(base)
                    | TreeKind::BitFieldRef { base, .. } => op = base,
                    _ => return false,
                },
                _ => return false,
            }
        }
    }
}
