//! What the pass manager needs of the crates above it: how to clean up, update, print and verify.

use dumps::DumpFlags;
use dumps::put;
use gimple::function::Function;
use gimple::pass::{PassContext, Services};
use std::fmt::Write;

/// The services of this build.
pub fn services() -> Services {
    Services {
        cleanup_cfg: tree_ssa::cleanup::closed_form::clean_up_cfg,
        update_ssa: tree_ssa::ssa::update_ssa::execute,
        compute_alias: tree_ssa::analyses::alias::compute,
        update_address_taken: tree_ssa::ssa::address_taken::execute,
        remove_unused_locals: tree_ssa::cleanup::remove_unused_locals::execute,
        dump_header: header,
        dump_tree: tree,
        dump_rtl: rtl_backend::state::dump,
        graph_rtl: rtl_backend::state::draw,
        verify_tree: gimple::verify::verify_function,
        verify_rtl: rtl_backend::state::verify,
    }
}

fn header(cx: &mut PassContext<'_>, f: &Function) {
    if cx.dump.flags().intersects(DumpFlags::GIMPLE) {
        // The dump is a program.
        return;
    }
    let mut text = String::new();
    gimple::print::dump_function_header(&mut text, cx.unit, f);
    put!(cx.dump, "{text}");
}

fn tree(cx: &mut PassContext<'_>, f: &Function) {
    let mut text = String::new();
    let flags = cx.dump.flags();
    if flags.intersects(DumpFlags::ALIAS) {
        let facts = tree_ssa::analyses::alias::Facts { unit: cx.unit, f, options: cx.options };
        gimple::print::dump_function_with(&mut text, cx.unit, f, flags, &facts);
    } else {
        gimple::print::dump_function(&mut text, cx.unit, f, flags);
    }
    put!(cx.dump, "{text}");
}
