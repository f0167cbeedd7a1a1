//! Pass `laddress`: an address with a variable index becomes arithmetic, which then can be moved and shared.
//!
//! ```text
//!   _1 = &a[i_2(D)];         =>     _3 = (sizetype) i_2(D);   _4 = _3 * 4;   _1 = &a + _4;
//! ```
//!
//! The sum of what the indices are multiplied by is written with common factors outside, as GCC folds it:
//! `&a[i][j]` is `&a + (j + i * 20) * 4`.

use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;

/// `laddress` for the pass table.
pub const PASS: Pass = Pass::tree("laddress", execute).requires(Prop::CFG_SSA);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    for block in f.block_order() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            if let StmtKind::Assign {
                code: TreeCode::Single, rhs: [op @ Operand::Tree(_), ..], ..
            } = f.stmts[stmt].kind
                && let Some(place) = cx.unit.addressed(op)
            {
                lower(cx.unit, f, stmt, place);
            }
            stmt = next;
        }
    }
    Todo::NONE
}

/// A number of bytes.
#[derive(Clone)]
enum Bytes {
    Number(i64),
    /// An index.
    Index(Operand),
    Sum(Box<[Bytes; 2]>),
    Product(Box<Bytes>, i64),
}

impl Bytes {
    fn times(self, by: i64) -> Bytes {
        match self {
            Bytes::Number(n) => Bytes::Number(n.wrapping_mul(by)),
            _ if by == 1 => self,
            Bytes::Product(inner, n) => inner.times(n.wrapping_mul(by)),
            _ => Bytes::Product(Box::new(self), by),
        }
    }

    /// What is multiplied, and by what; a number is a multiple of 1.
    fn factors(self) -> (Bytes, i64) {
        match self {
            Bytes::Product(inner, by) => (*inner, by),
            Bytes::Number(n) => (Bytes::Number(1), n),
            _ => (self, 1),
        }
    }

    fn is_product(&self) -> bool {
        matches!(self, Bytes::Product(..))
    }

    fn is_number(&self) -> bool {
        matches!(self, Bytes::Number(_))
    }
}

/// Makes an address with a variable index arithmetic.
fn lower(unit: &mut Unit, f: &mut Function, stmt: StmtId, place: Operand) {
    let Some((base, Some(offset), constant)) = parts(unit, f, place) else { return };
    let (pointer, constant) = match base.tree().map(|id| unit.trees.kind(id)) {
        Some(&TreeKind::MemRef { base, offset, .. }) => (base, constant.wrapping_add(offset)),
        _ => {
            let ty = unit.type_of(f, base);
            (unit.address_of(base, ty), constant)
        }
    };
    let sum = plus(unit, f, offset, Bytes::Number(constant));
    let by = emit(unit, f, stmt, &sum);
    edit::set_rhs(unit, f, stmt, TreeCode::PointerPlus, [pointer, by]);
}

/// The innermost object of a reference, the variable part of how far into it that is, and the constant one.
fn parts(unit: &Unit, f: &Function, place: Operand) -> Option<(Operand, Option<Bytes>, i64)> {
    let (mut op, mut offset, mut constant) = (place, None, 0i64);
    while let Operand::Tree(id) = op {
        match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                let field = unit.types.field(field);
                if field.is_bitfield || !field.bit_offset.is_multiple_of(8) {
                    return None;
                }
                constant = constant.checked_add(field.byte_offset() as i64)?;
                op = base;
            }
            TreeKind::ArrayRef { base, index } => {
                let size = i64::try_from(unit.types.size(unit.trees[id].ty)?).ok()?;
                match unit.as_int(index) {
                    Some(index) => {
                        let by = i64::try_from(index).ok()?.checked_mul(size)?;
                        constant = constant.checked_add(by)?;
                    }
                    None => {
                        let bytes = Bytes::Index(index).times(size);
                        offset = Some(match offset {
                            Some(before) => plus(unit, f, before, bytes),
                            None => bytes,
                        });
                    }
                }
                op = base;
            }
            TreeKind::ViewConvert(base) | TreeKind::Realpart(base) => op = base,
            TreeKind::Imagpart(base) => {
                constant = constant.checked_add(unit.types.size(unit.trees[id].ty)? as i64)?;
                op = base;
            }
            TreeKind::MemRef { base, offset: more, .. } => match unit.addressed(base) {
                Some(inner) => {
                    constant = constant.checked_add(more)?;
                    op = inner;
                }
                None => return Some((op, offset, constant)),
            },
            _ => return None,
        }
    }
    matches!(op, Operand::Decl(_)).then_some((op, offset, constant))
}

/// A sum, with a factor of both outside: one that both are multiplied by, or the lesser of two where it is a power of two
/// and divides the other.
fn plus(unit: &Unit, f: &Function, a: Bytes, b: Bytes) -> Bytes {
    match (&a, &b) {
        (Bytes::Number(x), Bytes::Number(y)) => return Bytes::Number(x.wrapping_add(*y)),
        (_, Bytes::Number(0)) => return a,
        (Bytes::Sum(parts), &Bytes::Number(n)) => {
            if let Bytes::Number(m) = parts[1] {
                return plus(unit, f, parts[0].clone(), Bytes::Number(m.wrapping_add(n)));
            }
        }
        _ => {}
    }
    if !a.is_product() && !b.is_product() {
        return sum(unit, f, a, b);
    }
    let ((x, by_x), (y, by_y)) = (a.clone().factors(), b.clone().factors());
    if by_x == by_y {
        return sum(unit, f, x, y).times(by_x);
    }
    let (least, of_least, most) =
        if by_x.unsigned_abs() < by_y.unsigned_abs() { (by_x, &x, by_y) } else { (by_y, &y, by_x) };
    let shared = least > 1 && least.count_ones() == 1 && most % least == 0;
    if !shared || of_least.is_number() {
        return sum(unit, f, a, b);
    }
    sum(unit, f, x.times(by_x / least), y.times(by_y / least)).times(least)
}

/// Two terms side by side: a number comes last, and a name, or what is one but for its sign, after what is not.
fn sum(unit: &Unit, f: &Function, a: Bytes, b: Bytes) -> Bytes {
    let named = |bytes: &Bytes| match bytes {
        Bytes::Index(op) => {
            let size = unit.types.precision(unit.type_of(f, *op));
            size == unit.types.precision(unit.common.sizetype)
        }
        _ => false,
    };
    let swapped = a.is_number() || (!b.is_number() && named(&a) && !named(&b));
    let parts = if swapped { [b, a] } else { [a, b] };
    Bytes::Sum(Box::new(parts))
}

/// Calculates a number of bytes before a statement. The recursion goes as deep as one reference is nested.
fn emit(unit: &mut Unit, f: &mut Function, at: StmtId, bytes: &Bytes) -> Operand {
    let sizetype = unit.common.sizetype;
    let (code, rhs) = match bytes {
        &Bytes::Number(n) => return unit.int(sizetype, i128::from(n)),
        &Bytes::Index(op) => {
            if useless_type_conversion(unit, sizetype, unit.type_of(f, op)) {
                return op;
            }
            (TreeCode::Nop, [op, Operand::None])
        }
        Bytes::Sum(parts) => {
            let a = emit(unit, f, at, &parts[0]);
            (TreeCode::Plus, [a, emit(unit, f, at, &parts[1])])
        }
        Bytes::Product(inner, by) => {
            let inner = emit(unit, f, at, inner);
            (TreeCode::Mult, [inner, unit.int(sizetype, i128::from(*by))])
        }
    };
    Cursor::before(at).temporary(unit, f, sizetype, code, rhs)
}
