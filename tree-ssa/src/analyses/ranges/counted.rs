//! φs to which their loops add a constant in each iteration, for the ranges of these (`range_of_ssa_name_with_loop_info`).

use crate::analyses::scev::{Evolutions, Scev};
use crate::graph::dominance::Dominators;
use crate::graph::natural_loops;
use dumps::Dump;
use gimple::function::Function;
use gimple::loops::{LoopId, Loops};
use gimple::options::Options;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// What a φ at the head of a loop begins with, and grows by in each iteration without overflowing.
#[derive(Clone, Copy)]
pub struct Counted {
    pub first: Operand,
    pub step: i128,
    /// How often the loop's latch runs at most.
    pub most: Option<i128>,
}

/// Such φs.
pub type CountedPhis = FxHashMap<SsaName, Counted>;

/// Finds them in a function with preheaders.
pub fn counted_phis(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    dump: &mut Dump<'_>,
    tree: &Dominators,
) -> CountedPhis {
    let mut found = CountedPhis::default();
    if !f.loops.as_ref().is_some_and(Loops::any) {
        return found;
    }
    natural_loops::record_exits(f);
    let f = &*f;
    let ids = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    let mut evolutions = Evolutions::default();
    let mut scev = Scev { unit, f, options, dump, tree, state: &mut evolutions };
    for &id in ids.iter().skip(1) {
        let Some(header) = f.header_of(id) else { continue };
        for phi in f.phis(header) {
            let result = f.phi(phi).result;
            if !f.names[result].flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL)
                && let Some(counted) = counted(&mut scev, id, phi, result)
            {
                found.insert(result, counted);
            }
        }
    }
    found
}

fn counted(scev: &mut Scev<'_, '_>, of: LoopId, phi: StmtId, result: SsaName) -> Option<Counted> {
    if !scev.unit.types.is_integral(scev.f.names[result].ty) {
        return None;
    }
    let evolution = scev.evolution_of(of, result);
    let evolution = scev.instantiate_parameters(of, evolution);
    let (around, base, step) = scev.state.exprs.chrec(evolution).filter(|it| it.0 == of)?;
    let first = scev.state.exprs.operand(base);
    if !matches!(first, Operand::Ssa(_) | Operand::Const(_))
        || scev.folder().as_int(step).is_none()
        || scev.probably_wraps(None, (around, base, step), phi, true)
    {
        return None;
    }
    let step = scev.signed_number(step);
    // Of a loop whose latch never runs GCC does not know how far a signed value goes.
    let unsigned = scev.unit.types.is_unsigned(scev.f.names[result].ty);
    let most = scev.max_iterations(of).filter(|&most| most != 0 || unsigned);
    Some(Counted { first, step, most })
}
