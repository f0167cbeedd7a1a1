//! What the first of two loops counts up to (`compute_new_first_bound`).
//!
//! ```text
//!   for (i = beg, j = init; i < end; i++, j++)        for (…; j < MIN (end + init - beg, border); …)
//!     if (j < border) …                          =>
//! ```
//!
//! Either counts by the same step, so that the way from `beg` to `end` is that of `j` as well. It is a way in one direction,
//! and is computed in an unsigned type where the difference may be greater than a signed one holds; the sum is within the type
//! as `j` does not overflow. A type that may wrap around says nothing of that: there `j` must be `i` itself.

use super::put_on;
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::simplify::Subject;
use gimple::stmt::StmtId;
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Affine, Evolutions, Scev};
use tree_ssa::edit::Cursor;

/// What decides of a loop, and what of the condition in it.
pub(super) struct Sides {
    /// What is compared at the end of an iteration, the comparison by which the loop goes on, and what with.
    pub control: Affine,
    pub going_on: TreeCode,
    pub end: ExprId,
    /// What is compared in the condition, and what with.
    pub guard: Affine,
    pub code: TreeCode,
    pub border: ExprId,
}

/// The end of the first loop: the smaller of two values, or the greater.
pub(super) struct Limit {
    code: TreeCode,
    /// Beside the border.
    whole: ExprId,
}

impl Sides {
    /// The limit of the first loop, if it can be computed.
    pub fn limit(&self, scev: &mut Scev<'_, '_>) -> Option<Limit> {
        let exprs = &scev.state.exprs;
        let [ty, own] = [self.control.base, self.guard.base].map(|id| exprs.ty(id));
        let rises = self.going_on == TreeCode::Lt;
        let mut folder = scev.folder();
        if folder.pointer(ty) || folder.pointer(own) {
            return None;
        }
        // What is compared at the end was increased already.
        let step = folder.convert(ty, self.control.step);
        let begin = folder.binary(TreeCode::Minus, ty, self.control.base, step);
        let mut whole = if begin == self.guard.base && ty == own {
            self.end
        } else if folder.undefined(own) {
            let unsigned = folder.unsigned_type(ty);
            let [begin, end] = [begin, self.end].map(|id| folder.convert(unsigned, id));
            let [low, high] = if rises { [begin, end] } else { [end, begin] };
            let way = folder.binary(TreeCode::Minus, unsigned, high, low);
            let wide = folder.unsigned_type(own);
            let way = folder.convert(wide, way);
            let init = folder.convert(wide, self.guard.base);
            let code = if rises { TreeCode::Plus } else { TreeCode::Minus };
            let sum = folder.binary(code, wide, init, way);
            folder.convert(own, sum)
        } else {
            return None;
        };
        let strict = matches!(self.code, TreeCode::Lt | TreeCode::Ge) == rises;
        if !strict {
            let one = folder.number(own, 1);
            let code = if rises { TreeCode::Minus } else { TreeCode::Plus };
            whole = folder.binary(code, own, whole, one);
        }
        let exprs = &scev.state.exprs;
        let fits = [whole, self.border].into_iter().all(|id| {
            id.known().is_some() && tree_ssa::analyses::scev::emit::is_computable(exprs, id)
        });
        let code = if rises { TreeCode::Min } else { TreeCode::Max };
        (fits && exprs.ty(self.border) == own).then_some(Limit { code, whole })
    }
}

impl Limit {
    /// Computes the limit where the first loop is entered.
    pub fn put(
        &self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        evolutions: &Evolutions,
        entry: EdgeId,
        border: Operand,
    ) -> Option<Operand> {
        let whole = put_on(cx, f, evolutions, entry, self.whole)?;
        if let (Some(a), Some(b)) = (cx.unit.as_int(whole), cx.unit.as_int(border)) {
            let least = self.code == TreeCode::Min;
            return Some(if (a < b) == least { whole } else { border });
        }
        let ty = cx.unit.types.main_variant(cx.unit.type_of(f, border));
        let name = Operand::Ssa(f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
        let swap = cx.unit.as_int(border).is_some();
        let [a, b] = if swap { [whole, border] } else { [border, whole] };
        let mut at = Cursor::before_end(cx.unit, f, f.edges[entry].src);
        at.assign(cx.unit, f, name, self.code, [a, b]);
        Some(name)
    }
}
