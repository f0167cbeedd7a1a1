//! What `-details` says of the trees.

use super::access::{AccessId, Forest};
use dumps::{put, putln};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::pass::PassContext;
use std::fmt::Write;

/// Says why an object stays whole.
pub fn disqualified(cx: &mut PassContext<'_>, f: &Function, var: DeclId, why: &str) {
    if cx.dump.details() {
        let name = tree_ssa::dump_text::decl(cx.unit, f, var);
        putln!(cx.dump, "! Disqualifying {name} - {why}");
    }
}

/// Prints the trees of an object.
pub fn trees(cx: &mut PassContext<'_>, f: &Function, forest: &Forest, var: DeclId) {
    if !cx.dump.details() {
        return;
    }
    let name = tree_ssa::dump_text::decl(cx.unit, f, var);
    putln!(cx.dump, "\nAccess trees for {name} (UID: {}): ", var.0);
    for &root in forest.roots(var) {
        tree(cx, f, forest, root, 0);
    }
    putln!(cx.dump);
}

fn tree(cx: &mut PassContext<'_>, f: &Function, forest: &Forest, id: AccessId, depth: usize) {
    let access = &forest[id];
    let base = tree_ssa::dump_text::decl(cx.unit, f, access.base);
    let expr = tree_ssa::dump_text::operand(cx.unit, f, access.expr);
    let ty = gimple::print::type_text(cx.unit, access.ty, dumps::DumpFlags::NONE);
    let flags = access.flags;
    put!(
        cx.dump,
        "{}access {{ base = ({})'{base}', offset = {}, size = {}, expr = {expr}, type = {ty}, reverse = 0",
        "* ".repeat(depth),
        access.base.0,
        access.offset,
        access.size,
    );
    for (name, value) in [
        ("read", flags.read),
        ("write", flags.write),
        ("assignment_read", flags.assignment_read),
        ("assignment_write", flags.assignment_write),
        ("scalar_read", flags.scalar_read),
        ("scalar_write", flags.scalar_write),
        ("total_scalarization", flags.total_scalarization),
        ("hint", flags.hint),
        ("covered", flags.covered),
        ("unscalarizable_region", flags.unscalarizable),
        ("unscalarized_data", flags.unscalarized_data),
        ("same_access_path", flags.same_path),
        ("partial_lhs", false),
        ("to_be_replaced", access.replacement.is_some()),
        ("to_be_debug_replaced", false),
    ] {
        put!(cx.dump, ", grp_{name} = {}", u8::from(value));
    }
    putln!(cx.dump, "}}");
    for &child in &access.children {
        tree(cx, f, forest, child, depth + 1);
    }
}
