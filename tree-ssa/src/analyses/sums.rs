//! Sums of multiples, modulo a power of two: addresses, and what remains between a use and a candidate of `ivopts`.
//!
//! ```text
//!   (unsigned long) a_1(D) + (unsigned long) i_2 * 8 + 16        16 + 1 * a_1(D) + 8 * (unsigned long) i_2
//! ```

use crate::analyses::scev::expr::{ExprId, Node};
use crate::analyses::scev::fold::Folder;
use gimple::code::TreeCode;
use gimple::simplify::Subject;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use smallvec::SmallVec;

/// Terms of the longest sum.
const MOST_TERMS: usize = 8;

/// A constant and multiples of expressions, modulo `2 ^ bits`.
#[derive(Clone, Debug)]
pub struct Sum {
    pub bits: u32,
    pub constant: u64,
    /// In the order they were added in; no factor is zero, no expression is there twice.
    pub terms: SmallVec<[(ExprId, u64); 4]>,
}

impl Sum {
    /// Nothing.
    pub fn zero(bits: u32) -> Sum {
        Sum { bits, constant: 0, terms: SmallVec::new() }
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// A number modulo `2 ^ bits` as one with a sign.
    pub fn signed(&self, value: u64) -> i64 {
        let shift = 64 - self.bits;
        ((value << shift) as i64) >> shift
    }

    fn add_term(&mut self, id: ExprId, factor: u64) {
        let mask = self.mask();
        match self.terms.iter().position(|term| term.0 == id) {
            Some(at) => {
                let sum = self.terms[at].1.wrapping_add(factor) & mask;
                if sum == 0 {
                    self.terms.swap_remove(at);
                } else {
                    self.terms[at].1 = sum;
                }
            }
            None if factor & mask != 0 => self.terms.push((id, factor & mask)),
            None => {}
        }
    }

    /// Adds a number.
    pub fn add_constant(&mut self, number: u64) {
        self.constant = self.constant.wrapping_add(number) & self.mask();
    }

    /// Adds a multiple of another sum of as many bits.
    pub fn add(&mut self, other: &Sum, factor: u64) {
        self.add_constant(other.constant.wrapping_mul(factor));
        for &(id, times) in &other.terms {
            self.add_term(id, times.wrapping_mul(factor));
        }
    }

    /// A multiple.
    pub fn times(&self, factor: u64) -> Sum {
        let mut product = Sum::zero(self.bits);
        product.add(self, factor);
        product
    }

    /// Whether it is a number.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty() && self.constant == 0
    }

    /// Whether it is a constant, or one expression alone.
    pub fn is_simple(&self) -> bool {
        self.is_constant() || self.constant == 0 && self.terms.len() == 1 && self.terms[0].1 == 1
    }

    /// Whether the variable parts of two are the same.
    pub fn same_terms(&self, other: &Sum) -> bool {
        self.bits == other.bits
            && self.terms.len() == other.terms.len()
            && self.terms.iter().all(|term| other.terms.contains(term))
    }

    /// Whether two are the same.
    pub fn same(&self, other: &Sum) -> bool {
        self.constant == other.constant && self.same_terms(other)
    }

    /// The number `n` for which this is `n` times another, if there is one: an exact quotient of numbers with a sign.
    pub fn over(&self, other: &Sum) -> Option<i64> {
        let quotient = |a: u64, b: u64| {
            let (a, b) = (self.signed(a), self.signed(b));
            (b != 0 && a.checked_rem(b)? == 0).then(|| a.checked_div(b)).flatten()
        };
        let ratio = match self.terms.first() {
            Some(a) => {
                let b = other.terms.iter().find(|term| term.0 == a.0)?;
                quotient(a.1, b.1)?
            }
            None if other.is_constant() => quotient(self.constant, other.constant)?,
            None => return None,
        };
        let mut rest = self.clone();
        rest.add(other, (ratio as u64).wrapping_neg());
        rest.is_zero().then_some(ratio)
    }
}

/// Bits of integers that are as wide as they are in memory, and of addresses.
pub fn bits_of(unit: &Unit, ty: TypeId) -> Option<u32> {
    let whole =
        matches!(unit.types.kind(ty), TypeKind::Integer { .. }) || unit.types.is_pointer(ty);
    unit.types.precision(ty).filter(|bits| whole && matches!(bits, 8 | 16 | 32 | 64))
}

/// An expression as a sum modulo `2 ^ bits`; `None` where that is too long.
pub fn sum_of(folder: &mut Folder<'_>, id: ExprId, bits: u32) -> Option<Sum> {
    let mut sum = Sum::zero(bits);
    add_to(folder, id, 1, &mut sum)?;
    Some(sum)
}

fn add_to(folder: &mut Folder<'_>, id: ExprId, factor: u64, sum: &mut Sum) -> Option<()> {
    if id == ExprId::UNKNOWN {
        return None;
    }
    if let Some(number) = folder.as_int(id) {
        sum.add_constant((number as u64).wrapping_mul(factor));
        return Some(());
    }
    let ty = folder.exprs.ty(id);
    let bits = folder.unit.types.precision(ty)?;
    match folder.exprs.node(id) {
        Node::Leaf(op) if folder.unit.addressed(op).is_some() => {
            let (op, offset) = address_parts(folder, op);
            let leaf = folder.leaf(op);
            sum.add_constant((offset as u64).wrapping_mul(factor));
            sum.add_term(leaf, factor);
        }
        Node::Operation { code, ops: [a, b, _], .. } if bits >= sum.bits => {
            add_operation(folder, id, (code, [a, b]), factor, sum)?;
        }
        _ => sum.add_term(id, factor),
    }
    (sum.terms.len() <= MOST_TERMS).then_some(())
}

fn add_operation(
    folder: &mut Folder<'_>,
    id: ExprId,
    (code, [a, b]): (TreeCode, [ExprId; 2]),
    factor: u64,
    sum: &mut Sum,
) -> Option<()> {
    match code {
        TreeCode::Plus | TreeCode::PointerPlus => {
            add_to(folder, a, factor, sum)?;
            add_to(folder, b, factor, sum)?;
        }
        TreeCode::Minus => {
            add_to(folder, a, factor, sum)?;
            add_to(folder, b, factor.wrapping_neg(), sum)?;
        }
        TreeCode::Negate => add_to(folder, a, factor.wrapping_neg(), sum)?,
        TreeCode::Mult if let Some(number) = folder.as_int(b) => {
            add_to(folder, a, factor.wrapping_mul(number as u64), sum)?;
        }
        TreeCode::Nop => {
            let from = folder.exprs.ty(a);
            let whole = folder.integral(from) || folder.pointer(from);
            match folder.unit.types.precision(from).filter(|_| whole) {
                Some(bits) if bits >= sum.bits => add_to(folder, a, factor, sum)?,
                Some(_) => add_widened(folder, a, factor, sum)?,
                None => sum.add_term(id, factor),
            }
        }
        _ => sum.add_term(id, factor),
    }
    Some(())
}

/// Adds what is converted from a narrower type: the parts of a sum each, where it does not overflow.
fn add_widened(folder: &mut Folder<'_>, id: ExprId, factor: u64, sum: &mut Sum) -> Option<()> {
    let from = folder.exprs.ty(id);
    if let Some((code @ (TreeCode::Plus | TreeCode::Minus | TreeCode::Mult), [a, b, _])) =
        folder.exprs.operation(id)
        && folder.undefined(from)
    {
        let number = folder.as_int(b);
        if code != TreeCode::Mult || number.is_some() {
            let wide = unsigned(folder, sum.bits);
            let (a, b) = (folder.convert(wide, a), folder.convert(wide, b));
            return add_operation(folder, id, (code, [a, b]), factor, sum);
        }
    }
    let wide = unsigned(folder, sum.bits);
    let term = folder.convert(wide, id);
    sum.add_term(term, factor);
    Some(())
}

/// The type without sign that sums of so many bits are computed in.
pub fn unsigned(folder: &mut Folder<'_>, bits: u32) -> TypeId {
    folder.unit.types.nonstandard_integer(bits as u16, true)
}

/// An address of a part of a variable as that of the variable, and how far the part is in it.
fn address_parts(folder: &mut Folder<'_>, op: Operand) -> (Operand, i64) {
    let whole = (op, 0);
    let unit = &mut *folder.unit;
    let Some(mut object) = unit.addressed(op) else { return whole };
    let mut offset = 0i64;
    let decl = loop {
        let id = match object {
            Operand::Decl(decl) => break decl,
            Operand::Tree(id) => id,
            _ => return whole,
        };
        let (base, by) = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                (base, Some(unit.types.field(field).byte_offset() as i64))
            }
            TreeKind::ArrayRef { base, index } => {
                let size = unit.types.size(unit.trees[id].ty).and_then(|n| i64::try_from(n).ok());
                let index = unit.as_int(index).and_then(|n| i64::try_from(n).ok());
                (base, size.zip(index).and_then(|(size, index)| size.checked_mul(index)))
            }
            TreeKind::MemRef { base, offset, .. } => match unit.addressed(base) {
                Some(object) => (object, Some(offset)),
                None => return whole,
            },
            _ => return whole,
        };
        let Some(sum) = by.and_then(|by| offset.checked_add(by)) else { return whole };
        (object, offset) = (base, sum);
    };
    let ty = unit.decls[decl].ty;
    (unit.address_of(Operand::Decl(decl), ty), offset)
}

/// The sum as an expression: of a type without sign that has its bits, or of a pointer type. Products come before what they
/// are added to, as GCC has them.
pub fn expression(folder: &mut Folder<'_>, sum: &Sum, ty: TypeId) -> ExprId {
    let pointer = folder.pointer(ty);
    let own = if pointer { folder.unit.common.sizetype } else { ty };
    let mut all = ExprId::NONE;
    for (index, &(id, factor)) in sum.terms.iter().enumerate() {
        if index == 0 && pointer && factor == 1 && folder.pointer(folder.exprs.ty(id)) {
            all = id;
            continue;
        }
        all = add_product(folder, own, all, (id, sum.signed(factor)));
    }
    let at_pointer = all.is_some() && folder.pointer(folder.exprs.ty(all));
    if all.is_none() || sum.constant != 0 {
        let number = if at_pointer { sum.constant.into() } else { sum.signed(sum.constant).into() };
        let number = folder.number(own, number);
        all = match all.is_some() {
            true => folder.plus(if at_pointer { ty } else { own }, all, number),
            false => number,
        };
    }
    folder.convert(ty, all)
}

/// A value in another type; what is a conversion already is one to that type, even if those are alike.
fn cast(folder: &mut Folder<'_>, ty: TypeId, id: ExprId) -> ExprId {
    match folder.exprs.converted(id) {
        Some(inner) if folder.exprs.ty(id) != ty && folder.same(ty, folder.exprs.ty(id)) => {
            folder.exprs.operation_on(TreeCode::Nop, ty, [inner, ExprId::NONE, ExprId::NONE])
        }
        _ => folder.convert(ty, id),
    }
}

/// A sum so far and one more product.
fn add_product(
    folder: &mut Folder<'_>,
    ty: TypeId,
    all: ExprId,
    (id, factor): (ExprId, i64),
) -> ExprId {
    let first = all.is_none();
    let minus = factor < 0 && (!first || factor == -1);
    let times = if minus { factor.wrapping_neg() } else { factor };
    let mut term = cast(folder, ty, id);
    if times != 1 {
        let number = folder.number(ty, times.into());
        term = folder.binary(TreeCode::Mult, ty, term, number);
    }
    if first {
        return if minus { folder.unary(TreeCode::Negate, ty, term) } else { term };
    }
    if folder.pointer(folder.exprs.ty(all)) {
        let own = folder.exprs.ty(all);
        let term = if minus { folder.unary(TreeCode::Negate, ty, term) } else { term };
        return folder.plus(own, all, term);
    }
    match (minus, times) {
        (true, _) => folder.binary(TreeCode::Minus, ty, all, term),
        (false, 1) => folder.binary(TreeCode::Plus, ty, all, term),
        (false, _) => folder.binary(TreeCode::Plus, ty, term, all),
    }
}

/// The pointer that a sum is computed from: the only one in it, once.
pub fn object(folder: &Folder<'_>, sum: &Sum) -> Option<ExprId> {
    let mut pointers = sum.terms.iter().filter(|term| folder.pointer(folder.exprs.ty(term.0)));
    let first = pointers.next()?;
    (pointers.next().is_none() && first.1 == 1).then_some(first.0)
}

/// Whether an operation takes an instruction or two, and cannot trap.
pub fn is_simple(code: TreeCode) -> bool {
    matches!(
        code,
        TreeCode::Plus
            | TreeCode::Minus
            | TreeCode::PointerPlus
            | TreeCode::Mult
            | TreeCode::Negate
            | TreeCode::Nop
            | TreeCode::BitNot
            | TreeCode::BitAnd
            | TreeCode::BitIor
            | TreeCode::BitXor
            | TreeCode::Lshift
            | TreeCode::Rshift
    )
}
