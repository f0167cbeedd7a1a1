//! Copies of loops that run where some names are 1.
//!
//! ```text
//!   <bb 8> : a copy of the loop            <bb 8> : a copy of the loop
//!   _14 = s_2(D) * i_11;              =>   _14 = i_11;
//! ```
//!
//! The test is taken to find strides of 1 four times in five, and the loops are executed accordingly.

use crate::loops::version::{Choice, loop_version};
use gimple::cfg::{BlockId, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::remark::RemarkKind;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use std::collections::BTreeSet;
use tree_ssa::analyses::scev::emit;
use tree_ssa::fold::substitute::{Point, Values, substitute_and_fold_below};
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::ssa::copy_blocks::can_copy;
use tree_ssa::ssa::update_ssa;

/// Copies loops, and puts 1 in place of names in the copies.
pub(super) fn carry_out(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    wanted: Vec<(LoopId, BTreeSet<SsaName>)>,
) {
    let mut copies: Vec<(BlockId, BTreeSet<SsaName>)> = Vec::new();
    for (of, ones) in wanted {
        let loc = natural_loops::location(f, of);
        let made = copy(cx, f, tree, (of, &ones));
        let (kind, text) = match made {
            Some(_) => {
                (RemarkKind::Optimized, "versioned this loop for when certain strides are 1")
            }
            None => (
                RemarkKind::Missed,
                "tried but failed to version this loop for when certain strides are 1",
            ),
        };
        cx.remark(kind, "loop", (f.decl, loc), text.to_owned());
        copies.extend(made.map(|header| (header, ones)));
    }
    if copies.is_empty() {
        return;
    }
    natural_loops::find_loops(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
    let tree = analyses::analysis::<Dominators>(f);
    for (header, ones) in copies {
        substitute_and_fold_below(cx, f, &tree, header, &mut Ones(ones));
    }
}

/// Names that are 1.
struct Ones(BTreeSet<SsaName>);

impl Values for Ones {
    fn value_at(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        name: SsaName,
        point: Point,
    ) -> Option<Operand> {
        let uses = !matches!(point, Point::Definition) && self.0.contains(&name);
        uses.then(|| cx.unit.int(f.names[name].ty, 1))
    }

    fn fold(&mut self, _: &mut PassContext<'_>, _: &mut Function, _: StmtId, _: bool) -> bool {
        false
    }
}

/// Copies a loop, which is entered where a name is not 1; the copy's header.
fn copy(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    (of, ones): (LoopId, &BTreeSet<SsaName>),
) -> Option<BlockId> {
    if !can_copy(f, &loop_body(f, of)) {
        return None;
    }
    let (stmts, operands) = condition(cx, f, ones);
    let shares = [Probability::UNLIKELY, Probability::UNLIKELY.inverse()];
    let choice = Choice { stmts, code: TreeCode::Ne, operands, entered: shares, scale: shares };
    loop_version(cx, f, tree, of, choice).map(|made| made.header)
}

/// Statements, in no block yet, that find whether one of some names is not 1, and the operands of the test that is left.
fn condition(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    ones: &BTreeSet<SsaName>,
) -> (Vec<StmtId>, [Operand; 2]) {
    let (mut stmts, mut all) = (Vec::new(), Operand::None);
    let truth = cx.unit.common.bool_;
    for &name in ones {
        let one = cx.unit.int(f.names[name].ty, 1);
        if ones.len() == 1 {
            return (stmts, [Operand::Ssa(name), one]);
        }
        let operands = [Operand::Ssa(name), one, Operand::None];
        let differs = emit::assign(f, truth, TreeCode::Ne, operands, &mut stmts);
        all = match all {
            Operand::None => differs,
            _ => {
                let operands = [all, differs, Operand::None];
                emit::assign(f, truth, TreeCode::BitIor, operands, &mut stmts)
            }
        };
    }
    (stmts, [all, cx.unit.int(truth, 0)])
}
