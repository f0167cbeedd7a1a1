//! Which functions nothing but calls by name in the unit refers to (`cgraph_node::local`).

use gimple::call_graph::CallGraph;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::unit::Unit;
use tree_ssa::analyses::symbol_references;

/// Of each function, whether it is known by its calls alone. Linear in statements and initialisers.
pub fn find(
    unit: &Unit,
    functions: &[Function],
    by_name: &CallGraph,
    keep_static: bool,
) -> Vec<bool> {
    let mut referred = Vec::new();
    for f in functions {
        symbol_references::addresses_taken(unit, f, &mut referred);
        if !f.properties.intersects(Prop::SSA) {
            let index = by_name.position(f.decl).unwrap_or(0);
            referred.extend(by_name.calls(index).iter().map(|call| call.callee));
        }
    }
    symbol_references::functions_in_data(unit, &mut referred);
    let is_root = |decl: DeclId| unit.is_kept(decl, keep_static);
    let mut local: Vec<bool> = functions.iter().map(|f| !is_root(f.decl)).collect();
    referred.extend(unit.folded.keys().filter(|&&name| is_root(name)));
    for index in referred.into_iter().filter_map(|decl| by_name.position(decl)) {
        local[index] = false;
    }
    local
}
