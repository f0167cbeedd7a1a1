//! IPA pass `pta` (`-fipa-pta`): what pointers may point to is found out for the whole unit at once.
//!
//! ```text
//!   static void set (int *p) { *p = 1; }
//!   int f (void) { int a = 2, b = 3; set (&a); return a + b; }
//!
//!   set.arg0 = &a      p_1(D) = { a }       the call clobbers a, and not b
//! ```
//!
//! Passes over single functions ask the same solution afterwards and make none of their own. A unit with nested functions is
//! left alone. Takes what solving for one function of that size does.

use crate::inline::node_name;
use crate::symbol_text;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::unit::Unit;
use tree_ssa::analyses::alias;
use tree_ssa::analyses::points_to;

/// `pta` for the pass table.
pub const PASS: Pass = Pass::ipa("pta", |cx, functions| execute(cx, functions))
    .gate(|options, _| options.optimize > 0 && options.on(Flag::IpaPta))
    .follows(&[("inline", "what is inlined points to what it does in the function it is in")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut [Function]) -> Todo {
    let apart = |f: &Function| !f.properties.intersects(Prop::SSA) || f.static_chain.is_some();
    if functions.iter().any(apart) {
        return Todo::NONE;
    }
    symbol_text::say(cx, functions);
    let order = in_order(cx.unit, functions);
    let all: Vec<&Function> = order.iter().map(|&index| &functions[index]).collect();
    let solutions = points_to::compute_unit(cx, &all, &node_name);
    for (&index, solution) in order.iter().zip(solutions) {
        alias::keep(&mut functions[index], Some(Box::new(solution)));
    }
    Todo::NONE
}

/// The functions, those made last first, as in GCC's symbol table.
fn in_order(unit: &Unit, functions: &[Function]) -> Vec<usize> {
    let number = |decl: DeclId| unit.symtab_node(decl).map_or(0, |node| node.order);
    let mut order: Vec<usize> = (0..functions.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(number(functions[index].decl)));
    order
}
