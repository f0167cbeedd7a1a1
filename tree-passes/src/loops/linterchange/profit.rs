//! Whether it pays that two loops change places (`should_interchange_loops`).
//!
//! ```text
//!   a[i][j]   <4, 80>        the inner loop moves it by 80 bytes, the outer one by 4: it had better be the other way round
//! ```

use super::Reference;
use dumps::{put, putln};
use std::fmt::Write;
use tree_ssa::analyses::scev::Scev;

/// By how many times the steps must become smaller (`--param loop-interchange-stride-ratio`), and one more for the innermost
/// loop; the statements of the inner loop must be so many times those that come into it.
const RATIO: i64 = 2;
const COST_RATIO: usize = 3;

/// What there is of references of a kind, before and after.
#[derive(Default)]
struct Counts {
    strides: [i128; 2],
    fixed: [usize; 2],
}

/// Whether it pays that the loop of a number, which may be the innermost, and the one around it change places.
pub(super) fn pays(
    scev: &mut Scev<'_, '_>,
    references: &[Reference],
    (inner, innermost): (usize, bool),
    (inner_cost, outer_cost): (usize, usize),
    shows: bool,
) -> bool {
    let mut counts = Counts::default();
    let mut in_a_row = [true; 2];
    for reference in references {
        let pair = [reference.strides[inner], reference.strides[inner - 1]];
        let moves_inside = reference.strides[inner + 1..].iter().any(|&stride| stride != 0);
        for (which, stride) in pair.into_iter().enumerate() {
            counts.fixed[which] += usize::from(stride == 0 && !moves_inside);
            // As the sizes that GCC adds up have no sign, what goes backward goes far.
            counts.strides[which] += i128::from(stride as u64);
            in_a_row[which] &= !moves_inside && (stride == 0 || stride == reference.size);
        }
    }
    if shows {
        show(scev, &counts, in_a_row, (inner_cost, outer_cost));
    }
    let [before, after] = counts.strides;
    let [old_fixed, new_fixed] = counts.fixed;
    let costly = inner_cost != 0
        && outer_cost != 0
        && old_fixed + outer_cost > new_fixed
        && outer_cost * COST_RATIO > inner_cost;
    if costly {
        return false;
    }
    let ratio = scev.options.param("loop-interchange-stride-ratio").unwrap_or(RATIO);
    let ratio = i128::from(ratio) + i128::from(innermost);
    let more_fixed = (!in_a_row[0] || in_a_row[1]) && new_fixed > old_fixed;
    let now_in_a_row = new_fixed >= old_fixed && !in_a_row[0] && in_a_row[1];
    before > after * ratio || before > after && (more_fixed || now_in_a_row)
}

fn show(
    scev: &mut Scev<'_, '_>,
    counts: &Counts,
    in_a_row: [bool; 2],
    (inner_cost, outer_cost): (usize, usize),
) {
    if !scev.dump.details() {
        return;
    }
    let ([before, after], [old, new]) = (counts.strides, counts.fixed);
    putln!(scev.dump, "\nData ref strides:\n\tmem_ref:\t\tiloop\toloop");
    putln!(scev.dump, "\toverall:\t\t{before}\t{after}");
    putln!(scev.dump, "Invariant data ref: before({old}), after({new})");
    let [first, second] = in_a_row;
    putln!(scev.dump, "All consecutive stride: before({first}), after({second})");
    putln!(scev.dump, "OK to interchage with variable strides: 0");
    putln!(scev.dump, "Not OK to interchage with variable strides: 0");
    putln!(scev.dump, "Variable strides we cannot decide: 0");
    putln!(scev.dump, "Stmt cost of inner loop: {inner_cost}");
    putln!(scev.dump, "Stmt cost of outer loop: {outer_cost}");
}

/// Says by how much each loop moves each reference.
pub(super) fn show_strides(scev: &mut Scev<'_, '_>, references: &[Reference]) {
    putln!(scev.dump, "Access Strides for DRs:");
    for reference in references {
        let place = tree_ssa::dump_text::operand(scev.unit, scev.f, reference.place);
        let strides: Vec<String> = reference.strides.iter().map(i128::to_string).collect();
        put!(scev.dump, "  {place}:\t\t<{}>\n", strides.join(",\t"));
    }
}
