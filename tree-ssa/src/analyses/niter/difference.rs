//! Bounds on the difference of two values where a loop is entered, by their ranges and by what is tested before.
//!
//! ```text
//!   if (n_2(D) > 5) ...  the loop is entered with i = 3:      n_2(D) - 3 is between 3 and 2147483644
//! ```

use crate::analyses::ranges::Kind;
use crate::analyses::scev::Scev;
use crate::analyses::scev::expr::ExprId;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::simplify::Subject;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::types::TypeId;

/// Tests before a loop that are looked at.
const MAX_TESTS: usize = 8;
/// Blocks that are gone through for them.
const MAX_BLOCKS: usize = 256;

/// What a difference is at least and at most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Difference {
    pub below: i128,
    pub up: i128,
}

impl Difference {
    /// That of the other from the one.
    pub fn negated(self) -> Difference {
        Difference { below: -self.up, up: -self.below }
    }

    /// With a number added, in so many bits (`bounds_add`).
    pub fn moved(self, by: i128, bits: u32) -> Difference {
        let most = (1i128 << bits) - 1;
        Difference { below: (self.below + by).max(-most), up: (self.up + by).min(most) }
    }
}

/// A variable part, none of a constant, and a constant one.
#[derive(Clone, Copy)]
struct Sum {
    variable: Option<ExprId>,
    offset: i128,
}

/// What a branch before a loop makes known: `left code right`.
pub(super) struct Guard {
    pub left: Operand,
    pub code: TreeCode,
    pub right: Operand,
}

impl Scev<'_, '_> {
    /// `bound_difference`: bounds on `x - y`.
    pub(super) fn difference(
        &mut self,
        of: LoopId,
        ty: TypeId,
        x: ExprId,
        y: ExprId,
    ) -> Difference {
        let (x, y) = (self.split(x), self.split(y));
        let Some(kind) = Kind::of(self.unit, ty) else {
            return Difference { below: i128::MIN / 4, up: i128::MAX / 4 };
        };
        let mut gap = if x.variable.is_some() && x.variable == y.variable {
            self.of_offsets(ty, kind, x.offset - y.offset)
        } else {
            let (min_x, max_x) = self.value_range(of, ty, kind, x);
            let (min_y, max_y) = self.value_range(of, ty, kind, y);
            Difference { below: min_x - max_y, up: max_x - min_y }
        };
        if x.variable.is_none() && y.variable.is_none() {
            return gap;
        }
        for guard in self.guards(of) {
            self.refine(&mut gap, ty, (x, y), guard);
        }
        gap
    }

    /// Of one variable with two constants added.
    fn of_offsets(&mut self, ty: TypeId, kind: Kind, difference: i128) -> Difference {
        let mut gap = Difference { below: difference, up: difference };
        if !self.never_wraps(ty) {
            match difference {
                0 => {}
                1.. => gap.below -= kind.count(),
                _ => gap.up += kind.count(),
            }
        }
        gap
    }

    /// `split_to_var_and_offset`.
    fn split(&mut self, id: ExprId) -> Sum {
        if let Some(value) = self.folder().as_int(id) {
            return Sum { variable: None, offset: value };
        }
        let whole = Sum { variable: Some(id), offset: 0 };
        let Some((code, [a, b, _])) = self.state.exprs.operation(id) else { return whole };
        let sign = match code {
            TreeCode::Plus | TreeCode::PointerPlus => 1,
            TreeCode::Minus => -1,
            _ => return whole,
        };
        let ty = self.state.exprs.ty(b);
        match (self.folder().as_int(b), Kind::of(self.unit, ty)) {
            // Offsets count as signed.
            (Some(value), Some(kind)) => {
                let value = Kind { signed: true, ..kind }.wrap(value);
                Sum { variable: Some(a), offset: sign * value }
            }
            _ => whole,
        }
    }

    /// `determine_value_range`.
    fn value_range(&mut self, of: LoopId, ty: TypeId, kind: Kind, sum: Sum) -> (i128, i128) {
        let Sum { variable: Some(variable), offset } = sum else { return (sum.offset, sum.offset) };
        let never_wraps = self.never_wraps(ty);
        let (min, max) = (kind.min(), kind.max());
        if !kind.pointer && self.state.exprs.name(variable).is_some() {
            let mut range = self.range_of(variable).unwrap_or((min, max));
            if let Some((least, most)) = self.range_of_phi_from(of, variable) {
                range = (range.0.max(least), range.1.min(most));
            }
            for guard in self.guards(of) {
                self.refine_range(&mut range, (ty, kind), variable, guard);
            }
            let (low, high) = range;
            let fits = match offset {
                0 => true,
                1.. => high + offset <= max,
                _ => low + offset >= min,
            };
            if low <= high && (low, high) != (min, max) && (never_wraps || fits) {
                return (low + offset, high + offset);
            }
        }
        match offset {
            _ if !never_wraps => (min, max),
            1.. => (min + offset, max),
            _ => (min, max + offset),
        }
    }

    /// `refine_value_range_using_guard`: what a test before the loop says of a variable by the range of what it is
    /// compared with.
    fn refine_range(
        &mut self,
        range: &mut (i128, i128),
        (ty, kind): (TypeId, Kind),
        variable: ExprId,
        guard: Guard,
    ) {
        let Guard { left, mut code, right } = guard;
        let (left, right) = (self.leaf(left), self.leaf(right));
        let own = self.state.exprs.ty(left);
        match code {
            TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge
                if self.folder().same(own, ty) => {}
            TreeCode::Ne if left == variable && self.folder().as_int(right) == Some(range.0) => {
                code = TreeCode::Gt;
            }
            TreeCode::Ne if left == variable && self.folder().as_int(right) == Some(range.1) => {
                code = TreeCode::Lt;
            }
            _ => return,
        }
        let (left, right) = (self.expand(left), self.expand(right));
        let (mut a, mut b) = (self.split(left), self.split(right));
        if b.variable == Some(variable) {
            (a, b) = (b, a);
            code = code.swap_comparison();
        }
        if a.variable != Some(variable) || a.offset != 0 {
            return;
        }
        let (least, most) = match b.variable {
            None => (b.offset, b.offset),
            Some(other) => {
                let (low, high) = self.range_of(other).unwrap_or((kind.min(), kind.max()));
                let (low, high) = (low + b.offset, high + b.offset);
                if !self.never_wraps(ty) && (low < kind.min() || high > kind.max()) {
                    return;
                }
                (low, high)
            }
        };
        match code {
            TreeCode::Lt => range.1 = range.1.min(most - 1),
            TreeCode::Le => range.1 = range.1.min(most),
            TreeCode::Gt => range.0 = range.0.max(least + 1),
            _ => range.0 = range.0.max(least),
        }
    }

    /// The range of a φ at the head of a loop that begins with a value.
    fn range_of_phi_from(&mut self, of: LoopId, value: ExprId) -> Option<(i128, i128)> {
        let value = self.state.exprs.operand(value);
        let entry = self.entry(of)?;
        let header = self.f.header_of(of)?;
        let mut phis = self.f.phis(header);
        let phi = phis.find(|&phi| self.f.phi_arg(phi, entry) == value)?;
        let result = self.leaf(Operand::Ssa(self.f.phi(phi).result));
        self.range_of(result)
    }

    /// The tests whose outcome is known where a loop is entered, the last one first.
    pub(super) fn guards(&self, of: LoopId) -> Vec<Guard> {
        let mut found = Vec::new();
        let Some(mut block) = self.f.header_of(of) else { return found };
        for _ in 0..MAX_BLOCKS {
            if block == ENTRY || found.len() == MAX_TESTS {
                break;
            }
            if let Some(edge) = self.f.single_pred(block)
                && let Some(guard) = self.guard(edge)
            {
                found.push(guard);
            }
            let next: BlockId = self.tree.idom(block);
            if next == block {
                break;
            }
            block = next;
        }
        found
    }

    fn guard(&self, edge: EdgeId) -> Option<Guard> {
        let flags = self.f.edges[edge].flags;
        if !flags.intersects(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE) {
            return None;
        }
        let last = self.f.last_stmt(self.f.edges[edge].src)?;
        let StmtKind::Cond { code, lhs, rhs, .. } = self.f.stmts[last].kind else { return None };
        let holds = flags.intersects(EdgeFlags::TRUE_VALUE);
        let ty = self.unit.type_of(self.f, lhs);
        if !self.is_counted_type(ty) {
            return None;
        }
        let code = if holds { code } else { code.invert_comparison(false)? };
        Some(Guard { left: lhs, code, right: rhs })
    }

    /// `refine_bounds_using_guard`.
    fn refine(&mut self, gap: &mut Difference, ty: TypeId, (x, y): (Sum, Sum), guard: Guard) {
        let Guard { left, mut code, right } = guard;
        let (mut left, right) = (self.leaf(left), self.leaf(right));
        let own = self.state.exprs.ty(left);
        let folder = self.folder();
        match code {
            TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge => {
                if !folder.same(own, ty) {
                    return;
                }
            }
            TreeCode::Ne => {
                if folder.as_int(right).is_none()
                    || !folder.integral(ty)
                    || folder.bits(own) != folder.bits(ty)
                {
                    return;
                }
                left = self.folder().convert(ty, left);
                match self.excluded_end(ty, (x, y), left, right) {
                    Some(better) => code = better,
                    None => return,
                }
            }
            _ => return,
        }
        let right = self.folder().convert(ty, right);
        let (left, right) = (self.expand(left), self.expand(right));
        let (mut a, mut b) = (self.split(left), self.split(right));
        if x.variable == b.variable {
            (a, b) = (b, a);
            code = code.swap_comparison();
        }
        if x.variable != a.variable || y.variable != b.variable {
            return;
        }
        let (mut x, mut y) = (x, y);
        let lower = matches!(code, TreeCode::Gt | TreeCode::Ge);
        if lower {
            std::mem::swap(&mut x, &mut y);
            std::mem::swap(&mut a, &mut b);
            code = code.swap_comparison();
        }
        // Where sums wrap around, they must do so on both sides or on none.
        let safe = self.never_wraps(ty)
            || (x.variable.is_none() || x.offset >= a.offset)
                && (y.variable.is_none() || y.offset <= b.offset);
        if !safe {
            return;
        }
        let mut bound = x.offset - y.offset + b.offset - a.offset;
        if code == TreeCode::Lt {
            bound -= 1;
        }
        if lower {
            gap.below = gap.below.max(-bound);
        } else {
            gap.up = gap.up.min(bound);
        }
    }

    /// What is not the first value of its range is greater, and what is not the last one less.
    fn excluded_end(
        &mut self,
        ty: TypeId,
        (x, y): (Sum, Sum),
        left: ExprId,
        right: ExprId,
    ) -> Option<TreeCode> {
        if x.variable != Some(left) && y.variable != Some(left) {
            return None;
        }
        let kind = Kind::of(self.unit, ty)?;
        let value = kind.wrap(self.folder().as_int(right)?);
        let (low, high) = self.range_of(left)?;
        match value {
            _ if value == low => Some(TreeCode::Gt),
            _ if value == high => Some(TreeCode::Lt),
            _ => None,
        }
    }
}
