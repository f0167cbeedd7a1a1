//! Folding of whole statements.

use super::address::base_and_offset;
use super::initializer::memory_constant;
use super::{Expr, Simplifier, Valueize, should_swap_operands};
use crate::edit::Cursor;
use crate::fold::fold_builtins::fold_call_in_block;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::Options;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::typed_subject::TypedSubject;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use smallvec::SmallVec;

/// What an assignment computes or a condition tests, simplified as far as `valueize` allows (`gimple_simplify` of a
/// statement). For a condition the type is that of truth values.
pub fn simplify_stmt(
    unit: &mut Unit,
    f: &Function,
    options: &Options,
    valueize: &Valueize<'_>,
    stmt: StmtId,
) -> Option<Expr> {
    simplify_stmt_with(unit, f, options, valueize, valueize, stmt)
}

/// As [`simplify_stmt`], with what is known of the statement's own operands (`operands`) apart from what may be assumed
/// of names further off (`valueize`). A propagator whose values may still fall visits a statement again when one of its
/// operands has changed, but not when something after their definitions has: `valueize` must answer with nothing that
/// may change.
pub fn simplify_stmt_with(
    unit: &mut Unit,
    f: &Function,
    options: &Options,
    operands: &Valueize<'_>,
    valueize: &Valueize<'_>,
    stmt: StmtId,
) -> Option<Expr> {
    let (code, ty, ops) = operation_of(unit, f, stmt)?;
    if code == TreeCode::Single {
        return fold_single(unit, f, options, operands, ty, ops[0]);
    }
    let ops = ops.map(|op| op.ssa().and_then(operands).unwrap_or(op));
    Simplifier::new(unit, f, options, valueize).simplify(code, ty, ops)
}

/// What an assignment computes or a condition tests.
fn operation_of(
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
) -> Option<(TreeCode, TypeId, [Operand; 3])> {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs, code, rhs } => Some((code, unit.type_of(f, lhs), rhs)),
        StmtKind::Cond { code, lhs, rhs, .. } => {
            Some((code, unit.common.bool_, [lhs, rhs, Operand::None]))
        }
        _ => None,
    }
}

fn fold_single(
    unit: &mut Unit,
    f: &Function,
    options: &Options,
    valueize: &Valueize<'_>,
    ty: TypeId,
    op: Operand,
) -> Option<Expr> {
    match op {
        Operand::Ssa(name) => {
            valueize(name).filter(|&value| value != op).map(|value| Expr::value(ty, value))
        }
        Operand::Decl(_) => memory_constant(unit, f, op).map(|value| Expr::value(ty, value)),
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::Realpart(part @ (Operand::Ssa(_) | Operand::Const(_)))
            | TreeKind::Imagpart(part @ (Operand::Ssa(_) | Operand::Const(_))) => {
                let real = matches!(unit.trees.kind(id), TreeKind::Realpart(_));
                let code = if real { TreeCode::Realpart } else { TreeCode::Imagpart };
                Simplifier::new(unit, f, options, valueize).simplify(
                    code,
                    ty,
                    [part, Operand::None, Operand::None],
                )
            }
            TreeKind::ViewConvert(inner @ (Operand::Ssa(_) | Operand::Const(_))) => {
                Simplifier::new(unit, f, options, valueize)
                    .simplify(TreeCode::ViewConvert, ty, [inner, Operand::None, Operand::None])
                    .filter(|expr| expr.as_value().is_some())
            }
            TreeKind::Addr(_) => None,
            _ => memory_constant(unit, f, op).map(|value| Expr::value(ty, value)),
        },
        _ => None,
    }
}

/// Folds a statement in place, looking through names as `valueize` says (`fold_stmt`). Returns whether it changed;
/// uses are then up to date. What it is made of now may need statements that are put before it. A condition that is
/// decided becomes `1 != 0` or `0 != 0`.
pub fn fold_stmt(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    valueize: &Valueize<'_>,
    stmt: StmtId,
) -> bool {
    fold(unit, f, options, &Look::As(valueize), stmt, true)
}

/// As [`fold_stmt`], looking at the definitions of names that nothing else uses: what is taken in then leaves nothing
/// over (`follow_single_use_edges`).
pub fn fold_stmt_with_sources(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    stmt: StmtId,
) -> bool {
    fold(unit, f, options, &Look::SingleUses, stmt, true)
}

/// As [`fold_stmt`], looking at no definition and making no other statement.
pub fn fold_stmt_inplace(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    stmt: StmtId,
) -> bool {
    fold(unit, f, options, &Look::As(&|_| None), stmt, false)
}

/// Which definitions are looked at.
enum Look<'a> {
    As(&'a Valueize<'a>),
    SingleUses,
}

fn fold(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    look: &Look<'_>,
    stmt: StmtId,
    making: bool,
) -> bool {
    if making && fold_call_in_block(unit, f, stmt) {
        return true;
    }
    let swapped = canonicalize_operands(unit, f, stmt);
    let mut addresses = canonicalize_memory(unit, f, stmt);
    addresses |= making && address_as_sum(unit, f, stmt);
    let simpler = {
        let f = &*f;
        let single = |name| f.has_single_use(name).then_some(Operand::Ssa(name));
        let valueize = match look {
            Look::As(valueize) => *valueize,
            Look::SingleUses => &single,
        };
        match operation_of(unit, f, stmt) {
            Some((code, ty, ops)) if making && code != TreeCode::Single => {
                let mut simplifier = Simplifier::new(unit, f, options, valueize).making();
                let simpler = simplifier.simplify(code, ty, ops);
                simpler.map(|expr| (expr, simplifier.into_made()))
            }
            None if making && matches!(f.stmts[stmt].kind, StmtKind::Call(_)) => {
                let mut simplifier = Simplifier::new(unit, f, options, valueize).making();
                let simpler = simplifier.only_bit(stmt).or_else(|| simplifier.swapped_back(stmt));
                simpler.map(|expr| (expr, simplifier.into_made()))
            }
            _ => simplify_stmt(unit, f, options, valueize, stmt).map(|expr| (expr, Vec::new())),
        }
    };
    let changed = simpler.is_some_and(|(expr, made)| replace_making(unit, f, stmt, &expr, &made));
    if swapped || addresses || changed {
        f.update_stmt(unit, stmt);
        return true;
    }
    false
}

/// As [`replace_with`], with the operations that `expr` is made of put before the statement.
fn replace_making(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    expr: &Expr,
    made: &[Expr],
) -> bool {
    let first = f.names.len();
    let wanted = wanted(first, expr, made);
    if !wanted.contains(&true) {
        return replace_with(unit, f, stmt, expr);
    }
    let parts = made.iter().zip(&wanted).filter(|entry| *entry.1).map(|entry| entry.0);
    let mut all_ops = parts.chain([expr]).flat_map(|part| part.ops);
    if all_ops.any(|op| made_index(first, made, op).is_none() && is_abnormal(f, op))
        || !may_become(f, stmt, expr)
    {
        return false;
    }
    let expr = put_before(unit, f, stmt, expr, made, &wanted);
    replace_with(unit, f, stmt, &expr)
}

/// The place of an operand among the operations that were made while there were `first` names.
fn made_index(first: usize, made: &[Expr], op: Operand) -> Option<usize> {
    op.ssa().and_then(|name| (name.0 as usize).checked_sub(first)).filter(|&n| n < made.len())
}

/// What of the operations that were made an expression needs: the rest belongs to rules that did not apply in the end.
fn wanted(first: usize, expr: &Expr, made: &[Expr]) -> Vec<bool> {
    let mut wanted = vec![false; made.len()];
    let visit = |expr: &Expr, wanted: &mut Vec<bool>| {
        for index in expr.ops.iter().filter_map(|&op| made_index(first, made, op)) {
            wanted[index] = true;
        }
    };
    visit(expr, &mut wanted);
    for (index, part) in made.iter().enumerate().rev() {
        if wanted[index] {
            visit(part, &mut wanted);
        }
    }
    wanted
}

/// Computes what is wanted of the operations that were made before a statement; returns the expression over their names.
fn put_before(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    expr: &Expr,
    made: &[Expr],
    wanted: &[bool],
) -> Expr {
    let first = f.names.len();
    let mut names = vec![Operand::None; made.len()];
    for (index, part) in made.iter().enumerate().filter(|entry| wanted[entry.0]) {
        let rhs = part.ops.map(|op| made_index(first, made, op).map_or(op, |index| names[index]));
        // What a simplification needs besides is of no place in the source, as in GCC.
        let main = unit.types.main_variant(part.ty);
        names[index] = Cursor::before(stmt).temporary(unit, f, main, part.code, rhs);
    }
    let ops = expr.ops.map(|op| made_index(first, made, op).map_or(op, |index| names[index]));
    Expr { ops, ..*expr }
}

/// A new name for an operation, computed before a statement.
fn put_operation(unit: &mut Unit, f: &mut Function, stmt: StmtId, expr: &Expr) -> Operand {
    let main = unit.types.main_variant(expr.ty);
    Cursor::before(stmt).like(f, stmt).temporary(unit, f, main, expr.code, expr.ops)
}

/// The value of an operation, simplified as far as the definitions of its operands allow, or a new name for it; what is
/// computed is put before a statement (`gimplify_build2`).
pub fn build_before(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    stmt: StmtId,
    expr: Expr,
) -> Operand {
    let mut simplifier = Simplifier::new(unit, f, options, &super::follow_all).making();
    let Some(simpler) = simplifier.simplify(expr.code, expr.ty, expr.ops) else {
        return put_operation(unit, f, stmt, &expr);
    };
    let made = simplifier.into_made();
    let first = f.names.len();
    let wanted = wanted(first, &simpler, &made);
    // Operands stay in their order where only that would change.
    let swapped = [expr.ops[1], expr.ops[0], expr.ops[2]];
    if simpler.ops == swapped && simpler.code.arity() == 2 && !wanted.contains(&true) {
        return put_operation(unit, f, stmt, &expr);
    }
    Simplified { expr: simpler, made, wanted, first }.put_before(unit, f, stmt)
}

/// What something is in a simpler way: an operation, with what it is made of before it.
pub struct Simplified {
    expr: Expr,
    made: Vec<Expr>,
    /// What of the operations that were made is needed.
    wanted: Vec<bool>,
    first: usize,
}

impl Simplified {
    /// What is computed: the value there is, or the code of the only operation, or nothing if there are several.
    pub fn only_code(&self) -> Option<TreeCode> {
        (!self.wanted.contains(&true)).then_some(self.expr.code)
    }

    /// Whether it is computed from a name.
    pub fn reads(&self, name: Operand) -> bool {
        let parts = self.made.iter().zip(&self.wanted).filter(|part| *part.1).map(|part| part.0);
        parts.chain([&self.expr]).any(|part| part.ops.contains(&name))
    }

    /// Computes it before a statement; returns the value.
    pub fn put_before(self, unit: &mut Unit, f: &mut Function, stmt: StmtId) -> Operand {
        debug_assert_eq!(self.first, f.names.len(), "no name has been made since");
        let expr = put_before(unit, f, stmt, &self.expr, &self.made, &self.wanted);
        expr.as_value().unwrap_or_else(|| put_operation(unit, f, stmt, &expr))
    }
}

/// Simplifies `(code lhs, rhs) ? yes : no`, looking through all names to what is computed; the comparison exists no more
/// than the choice. Where the choice is one between numbers the comparison is computed even if only its inverse is used.
pub fn simplify_choice(
    unit: &mut Unit,
    f: &Function,
    options: &Options,
    condition: (TreeCode, Operand, Operand),
    ty: TypeId,
    [yes, no]: [Operand; 2],
) -> Option<Simplified> {
    let boolean = unit.common.bool_;
    let mut simplifier = Simplifier::new(unit, f, options, &super::follow_all).making();
    let ops = [condition.1, condition.2, Operand::None];
    let compared = simplifier.build(condition.0, boolean, ops)?;
    let compared_anew = simplifier.made.len() == 1;
    let expr = simplifier.simplify(TreeCode::Cond, ty, [compared, yes, no])?;
    if expr.code == TreeCode::Cond {
        return None;
    }
    let made = simplifier.into_made();
    let first = f.names.len();
    let mut wanted = wanted(first, &expr, &made);
    if compared_anew && [yes, no].iter().all(|op| op.constant().is_some()) {
        wanted[0] = true;
    }
    Some(Simplified { expr, made, wanted, first })
}

fn is_abnormal(f: &Function, op: Operand) -> bool {
    op.ssa().is_some_and(|name| f.names[name].has(gimple::ssa::NameFlags::ABNORMAL))
}

/// Whether a statement can compute an operation: a condition only compares.
fn may_become(f: &Function, stmt: StmtId, expr: &Expr) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Cond { .. } => expr.code.is_comparison(),
        _ => true,
    }
}

fn canonicalize_operands(unit: &Unit, f: &mut Function, stmt: StmtId) -> bool {
    match &mut f.stmts[stmt].kind {
        StmtKind::Assign { code, rhs, .. }
            if (code.is_commutative() || code.is_comparison())
                && should_swap_operands(unit, rhs[0], rhs[1]) =>
        {
            rhs.swap(0, 1);
            if code.is_comparison() {
                *code = code.swap_comparison();
            }
            true
        }
        StmtKind::Cond { code, lhs, rhs, .. } if should_swap_operands(unit, *lhs, *rhs) => {
            std::mem::swap(lhs, rhs);
            *code = code.swap_comparison();
            true
        }
        _ => false,
    }
}

/// Writes the address of what lies some bytes after a pointer as a sum.
fn address_as_sum(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [Operand::Tree(id), ..] } =
        f.stmts[stmt].kind
    else {
        return false;
    };
    let TreeKind::Addr(Operand::Tree(object)) = *unit.trees.kind(id) else { return false };
    let TreeKind::MemRef { base: base @ Operand::Ssa(_), offset, .. } = *unit.trees.kind(object)
    else {
        return false;
    };
    let offset = unit.int(unit.common.sizetype, offset.into());
    f.stmts[stmt].kind = StmtKind::assign(lhs, TreeCode::PointerPlus, [base, offset]);
    f.update_stmt(unit, stmt);
    true
}

/// Writes `*&x` as `x` and takes constant offsets of addresses into the reference (`maybe_canonicalize_mem_ref_addr`).
fn canonicalize_memory(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    // Most statements have no tree among their operands, and no memory is asked for then.
    let mut replaced: SmallVec<[(Operand, Operand); 2]> = SmallVec::new();
    let mut note = |op| {
        if matches!(op, Operand::Tree(_)) {
            replaced.push((op, op));
        }
    };
    f.for_each_read(stmt, &mut note);
    f.for_each_write(stmt, &mut note);
    replaced.retain(|(old, new)| {
        *new = canonical_reference(unit, f, *old);
        old != new
    });
    if replaced.is_empty() {
        return false;
    }
    f.map_operands(stmt, &mut |op, _| {
        replaced.iter().find(|entry| entry.0 == op).map_or(op, |entry| entry.1)
    });
    true
}

fn canonical_reference(unit: &mut Unit, f: &Function, op: Operand) -> Operand {
    let Operand::Tree(id) = op else { return op };
    match *unit.trees.kind(id) {
        TreeKind::MemRef { base, offset, alias_ptr } => {
            let Some(object) = unit.addressed(base) else { return op };
            let (ty, volatile) = (unit.trees[id].ty, unit.trees[id].volatile);
            if object.tree().is_some() {
                let Some((base, more)) = base_and_offset(unit, f, object) else { return op };
                let Some(offset) = offset.checked_add(more) else { return op };
                let kind = TreeKind::MemRef { base, offset, alias_ptr };
                let node = gimple::tree::TreeNode { kind, ty, volatile };
                let (new, place) = (unit.trees.add_node(node), unit.trees.place(id));
                unit.trees.set_place(new, place);
                return canonical_reference(unit, f, Operand::Tree(new));
            }
            let object_type = unit.type_of(f, object);
            if matches!(object, Operand::Const(_)) {
                // All of a string is the string.
                let whole =
                    offset == 0 && !volatile && useless_type_conversion(unit, ty, object_type);
                return if whole { object } else { op };
            }
            let same = offset == 0
                && unit.is_volatile_operand(object) == volatile
                && unit.types.main_variant(ty) == unit.types.main_variant(object_type)
                && unit
                    .types
                    .pointee(alias_ptr)
                    .is_some_and(|to| unit.types.main_variant(to) == unit.types.main_variant(ty));
            if same { object } else { op }
        }
        TreeKind::ComponentRef { .. }
        | TreeKind::PlacedComponentRef { .. }
        | TreeKind::SizedArrayRef { .. }
        | TreeKind::ArrayRef { .. }
        | TreeKind::BitFieldRef { .. }
        | TreeKind::ViewConvert(_)
        | TreeKind::Realpart(_)
        | TreeKind::Imagpart(_)
        | TreeKind::Addr(_) => {
            let base = unit.trees.base(id);
            let new = canonical_reference(unit, f, base);
            if new == base {
                return op;
            }
            let mut first = true;
            Operand::Tree(unit.trees.map_operands(id, |_, operand| {
                if std::mem::take(&mut first) { new } else { operand }
            }))
        }
        _ => op,
    }
}

/// Lets a statement compute `expr`. Returns whether it could be done and changed anything; the caller updates it.
pub fn replace_with(unit: &mut Unit, f: &mut Function, stmt: StmtId, expr: &Expr) -> bool {
    if expr.ops.iter().any(|&op| is_abnormal(f, op)) {
        return false;
    }
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs, code, rhs } => {
            let single = expr.code == TreeCode::Single;
            if (code, rhs) == (expr.code, expr.ops) || (single && !is_simple_value(expr.ops[0])) {
                return false;
            }
            f.stmts[stmt].kind = StmtKind::assign(lhs, expr.code, expr.ops);
            true
        }
        StmtKind::Cond { code, lhs, rhs, true_label, false_label } => {
            let (new_code, a, b) = match expr.as_value() {
                Some(Operand::Const(id)) => {
                    let truth = unit.consts.as_int(id).unwrap_or(0) != 0;
                    let bool_ = unit.common.bool_;
                    (TreeCode::Ne, unit.int(bool_, truth.into()), unit.int(bool_, 0))
                }
                Some(value @ Operand::Ssa(_)) => {
                    let zero = Operand::Const(gimple::fold_const::zero(unit, expr.ty));
                    (TreeCode::Ne, value, zero)
                }
                Some(_) => return false,
                None if expr.code.is_comparison() => (expr.code, expr.ops[0], expr.ops[1]),
                None => return false,
            };
            if (code, lhs, rhs) == (new_code, a, b) {
                return false;
            }
            f.stmts[stmt].kind =
                StmtKind::Cond { code: new_code, lhs: a, rhs: b, true_label, false_label };
            true
        }
        StmtKind::Call(ref call) if call.lhs.ssa().is_some() => {
            f.stmts[stmt].kind = StmtKind::assign(call.lhs, expr.code, expr.ops);
            true
        }
        _ => false,
    }
}

fn is_simple_value(op: Operand) -> bool {
    matches!(op, Operand::Ssa(_) | Operand::Const(_) | Operand::Tree(_) | Operand::Decl(_))
}
