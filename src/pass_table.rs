//! The pass table: every pass in its place. What a pass is (its gate, what it requires and provides, what must come before
//! it) its own file says, in a constant; here are order, nesting and instances.
//!
//! They and the names are GCC 12's, those of passes Gimlet does not have included, so that dump numbers come out the
//! same. Numbers are positions: `original` is 5 and `gimple` 6, the first row is 8, rows whose name begins with `*` have
//! no dump and no number. Five rows are not GCC's, `dataflow`, `sinkassign`, `lexpre`, `*reference_offsets` and `outofssa`;
//! those with dumps have the numbers of the rows before them. Nor is `read`, the dump of what `-fbody-from=` has read. An IPA row's list runs for every function before the next IPA row.

use dumps::DumpKind;
use gimple::function::{Function, Prop};
use gimple::loops::Loops;
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, PassEntry, Todo, not_optimizing, optimizing};

/// The first number the rows take: those before are of files that no pass writes.
const FIRST_NUMBER: u32 = 8;

/// The numbers of rows that GCC does not have: those of the rows before them, so that the others keep theirs.
const DATAFLOW_NUMBER: u32 = 20;
const OUT_OF_SSA_NUMBER: u32 = 252;

/// Rows at the end that are no passes but have dumps.
pub const NO_PASSES: [&str; 3] = ["statistics", "earlydebug", "debug"];

/// Dumps that GCC writes though it has nothing to say in them: of C's types none inherits; without optimisation nothing is
/// copied and the one mention of the profile is that there is none; without debug information there is none to show.
pub fn empty_dumps(options: &Options) -> impl Iterator<Item = &'static str> {
    let always = ["type-inheritance"].into_iter();
    let unoptimized = ["ipa-clones", "profile_estimate"].into_iter();
    let plain = ["earlydebug", "debug"].into_iter();
    always
        .chain(unoptimized.filter(|_| options.optimize == 0))
        .chain(plain.filter(|_| options.code.debug.level == 0))
}

/// GIMPLE as it goes to the backend, for the dump.
const OPTIMIZED: Pass =
    Pass::tree("optimized", optimized).requires(Prop::CFG_SSA).todo(Todo::REMOVE_UNUSED_LOCALS);

/// What IPA passes have found out since is made use of, and blocks go that only forward, with labels nobody names
/// (`execute_cleanup_cfg_post_optimizing`).
fn optimized(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let todo = tree_ssa::cleanup::fixup_cfg::execute(cx, f);
    tree_ssa::cleanup::cfg_cleanup::execute(cx, f);
    tree_passes::lowering::cfg_build::remove_dead_labels(cx.unit, f);
    if todo.intersects(Todo::UPDATE_SSA) { Todo::UPDATE_SSA } else { Todo::NONE }
}

/// Whether the long list of passes runs: what `-Og` has instead is made for debugging.
fn long_list(options: &Options, f: &Function) -> bool {
    optimizing(options, f) && !options.optimize_debug
}

/// Whether `-Og`'s list runs.
fn debugging_list(options: &Options, f: &Function) -> bool {
    optimizing(options, f) && options.optimize_debug
}

/// Whether the loop passes run: not where no loop is or was.
fn loop_list(options: &Options, f: &Function) -> bool {
    options.on(Flag::TreeLoopOptimize) && f.loops.as_ref().is_none_or(Loops::any)
}

/// Whether what stands for the loop passes runs where no loop is.
fn list_without_loops(options: &Options, f: &Function) -> bool {
    !loop_list(options, f)
}

/// Whether what cleans up after the vectorizer runs: it is a list of the vectorizer's own in GCC.
fn after_vectorizer(options: &Options, _: &Function) -> bool {
    options.on(Flag::TreeDce) && options.on(Flag::TreeLoopVectorize)
}

/// A row being written down; [`table`] gives it its number.
fn row(depth: u32, pass: Pass, instance: u32) -> PassEntry {
    PassEntry::new(depth, pass, instance)
}

/// A tree pass that is missing.
fn tree(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(depth, Pass::missing(DumpKind::Tree, name), instance)
}

/// An IPA pass that is missing.
fn ipa(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(depth, Pass::missing(DumpKind::Ipa, name), instance)
}

/// A tree pass that has nothing to do in what reaches it.
fn same(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(depth, Pass::unchanged(DumpKind::Tree, name), instance)
}

/// An IPA pass that has nothing to do in what reaches it.
fn same_unit(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(depth, Pass::unchanged(DumpKind::Ipa, name), instance)
}

/// An RTL pass that has nothing to do without optimisation, and is missing with it.
fn plain(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(depth, Pass::unchanged(DumpKind::Rtl, name).gate(not_optimizing), instance)
}

/// An RTL pass that is missing.
fn rtl(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(depth, Pass::missing(DumpKind::Rtl, name), instance)
}

/// The table, numbered. The first rows are the dumps of what the passes begin with: bodies that were read back, and what the
/// front end writes.
pub fn table() -> Vec<PassEntry> {
    let mut rows = vec![
        PassEntry { number: 4, ..tree(0, "read", 0) },
        PassEntry { number: 5, ..tree(0, "original", 0) },
        PassEntry { number: 6, ..tree(0, "gimple", 0) },
        PassEntry { number: 7, ..tree(0, "nested", 0) },
        PassEntry { number: 0, ..ipa(0, "cgraph", 0) },
        PassEntry { number: 0, ..ipa(0, "ipa-clones", 0) },
        PassEntry { number: 0, ..ipa(0, "type-inheritance", 0) },
    ];
    let mut number = FIRST_NUMBER;
    for row in rows_in_order() {
        let counts = !row.pass.name.starts_with('*') && row.number == 0;
        rows.push(if counts { PassEntry { number, ..row } } else { row });
        number += u32::from(counts);
    }
    for name in NO_PASSES {
        rows.push(PassEntry { number, ..tree(0, name, 0) });
        number += 1;
    }
    rows
}

#[rustfmt::skip]
fn rows_in_order() -> Vec<PassEntry> {
    vec![
        row(0, tree_passes::lowering::warn_unused_result::PASS, 0),
        tree(0, "*diagnose_omp_blocks", 0),
        tree(0, "*diagnose_tm_blocks", 0),
        tree(0, "omp_oacc_kernels_decompose", 0),
        same(0, "omplower", 0),
        row(0, tree_passes::lowering::gimple_low::PASS, 0),
        tree(0, "tmlower", 0),
        tree(0, "ehopt", 0),
        row(0, tree_passes::lowering::lower_eh::PASS, 0),
        tree(0, "coro-lower-builtins", 0),
        row(0, tree_passes::lowering::cfg_build::PASS, 0),
        row(0, tree_passes::lowering::warn_function_return::PASS, 0),
        tree(0, "coro-early-expand-ifns", 0),
        same(0, "ompexp", 0),
        row(0, ipa::call_edges::BUILD, 0),
        tree(0, "*free_lang_data", 0),
        row(0, ipa::visibility::PASS, 0),
        row(0, Pass::group(DumpKind::Ipa, "build_ssa_passes"), 0),
        row(1, tree_ssa::cleanup::fixup_cfg::PASS, 1),
        PassEntry { number: DATAFLOW_NUMBER, ..row(1, tree_ssa::analyses::dataflow::PASS, 0) },
        PassEntry { number: DATAFLOW_NUMBER, ..row(1, tree_passes::redundancy::motion::sinking::PASS, 0) },
        PassEntry { number: DATAFLOW_NUMBER, ..row(1, tree_passes::redundancy::motion::PASS, 0) },
        row(1, tree_ssa::ssa::into_ssa::PASS, 0),
        same(1, "walloca", 1),
        row(1, tree_passes::memory::strlen::printf::pass::PASS, 0),
        tree(1, "*nonnullcmp", 0),
        row(1, tree_ssa::analyses::early_uninit::PASS, 0),
        row(1, tree_ssa::analyses::waccess::PASS, 1),
        row(1, tree_passes::scalar::sanitize::ubsan::PASS, 0),
        row(1, ipa::nothrow::PASS, 0),
        row(1, ipa::call_edges::REBUILD, 0),
        row(0, Pass::group(DumpKind::Ipa, "opt_local_passes"), 0),
        row(1, tree_ssa::cleanup::fixup_cfg::PASS, 2),
        tree(1, "*rebuild_cgraph_edges", 0),
        row(1, ipa::inline::LOCAL_FNSUMMARY_EARLY, 1),
        row(1, ipa::inline::EINLINE, 0),
        tree(1, "*infinite-recursion", 0),
        row(1, Pass::group(DumpKind::Tree, "early_optimizations").gate(optimizing), 0),
        row(2, ipa::call_edges::REMOVE, 0),
        row(2, tree_ssa::object_size::EARLY, 0),
        row(2, tree_passes::scalar::ccp::PASS, 1),
        row(2, tree_passes::scalar::forwprop::PASS, 1),
        row(2, tree_passes::scalar::thread::EARLY, 0),
        row(2, tree_passes::memory::sra::EARLY, 0),
        row(2, tree_ssa::analyses::alias::EALIAS, 0),
        row(2, tree_passes::redundancy::vn::fre::PASS, 1),
        row(2, tree_passes::scalar::evrp::EARLY, 0),
        row(2, tree_passes::scalar::merge_phi::PASS, 1),
        row(2, tree_passes::memory::dse::PASS, 1),
        row(2, tree_passes::scalar::dce::CDDCE, 1),
        row(2, tree_passes::scalar::phiopt::PASS, 1),
        row(2, tree_passes::scalar::tailcall::TAILR, 1),
        row(2, tree_passes::scalar::if_to_switch::PASS, 0),
        row(2, tree_passes::scalar::switch_conversion::PASS, 0),
        tree(2, "ehcleanup", 1),
        row(2, tree_ssa::profile::PASS, 0),
        row(2, ipa::pure_const::PASS, 1),
        row(2, ipa::modref::PASS, 1),
        row(2, ipa::split::PASS, 0),
        row(2, tree_ssa::profile::strip_hints::PASS, 0),
        row(1, tree_ssa::cleanup::release_ssa::PASS, 0),
        row(1, ipa::call_edges::REBUILD, 0),
        row(1, ipa::inline::LOCAL_FNSUMMARY, 2),
        row(0, ipa::remove_symbols::PASS, 0),
        ipa(0, "ipa_oacc", 0),
        ipa(1, "pta", 1),
        ipa(1, "ipa_oacc_kernels", 0),
        tree(2, "oacc_kernels", 0),
        tree(3, "ch", 1),
        row(3, tree_passes::redundancy::vn::fre::PASS, 2),
        row(3, tree_passes::loops::lim::PASS, 1),
        tree(3, "dom", 1),
        row(3, tree_passes::scalar::dce::DCE, 1),
        tree(3, "parloops", 1),
        tree(3, "ompexpssa", 1),
        tree(3, "*rebuild_cgraph_edges", 0),
        same_unit(0, "targetclone", 0),
        ipa(0, "afdo", 0),
        row(0, tree_ssa::profile::coverage::PASS, 0),
        tree(1, "feedback_fnsplit", 0),
        same_unit(0, "free-fnsummary", 1),
        ipa(0, "increase_alignment", 0),
        ipa(0, "tmipa", 0),
        ipa(0, "emutls", 0),
        ipa(0, "analyzer", 0),
        ipa(0, "odr", 0),
        row(0, ipa::whole_program::PASS, 0),
        ipa(0, "profile_estimate", 0),
        row(0, ipa::icf::PASS, 0),
        row(0, ipa::devirt::PASS, 0),
        row(0, ipa::cp::PASS, 0),
        row(0, ipa::sra::PASS, 0),
        ipa(0, "cdtor", 0),
        row(0, ipa::summary_text::PASS, 0),
        row(0, ipa::inline::INLINE, 0),
        row(0, ipa::pure_const::whole_unit::PASS, 0),
        row(0, ipa::modref::whole_unit::PASS, 0),
        same_unit(0, "free-fnsummary", 2),
        row(0, ipa::reference::PASS, 0),
        row(0, ipa::single_use::PASS, 0),
        row(0, ipa::comdats::PASS, 0),
        row(0, ipa::pta::PASS, 2),
        ipa(0, "simdclone", 0),
        row(0, tree_ssa::cleanup::fixup_cfg::PASS.provides(Prop::INLINED), 3),
        tree(0, "ehdisp", 0),
        tree(0, "oaccloops", 0),
        tree(0, "omp_oacc_neuter_broadcast", 0),
        tree(0, "oaccdevlow", 0),
        tree(0, "ompdevlow", 0),
        tree(0, "omptargetlink", 0),
        same(0, "adjust_alignment", 0),
        row(0, Pass::group(DumpKind::Tree, "*all_optimizations").gate(long_list), 0),
        tree(1, "*remove_cgraph_callee_edges", 0),
        row(1, tree_ssa::profile::strip_hints::LATE, 0),
        row(1, tree_passes::scalar::ccp::PASS, 2),
        row(1, tree_ssa::object_size::PASS, 1),
        tree(1, "post_ipa_warn", 1),
        row(1, tree_ssa::analyses::waccess::PASS, 2),
        row(1, tree_passes::loops::unroll::INNER, 0),
        row(1, tree_passes::scalar::backprop::PASS, 0),
        row(1, tree_passes::memory::phiprop::PASS, 0),
        row(1, tree_passes::scalar::forwprop::PASS, 2),
        row(1, tree_ssa::analyses::alias::ALIAS, 0),
        row(1, tree_passes::memory::retslot::PASS, 0),
        row(1, tree_passes::redundancy::vn::fre::PASS, 3),
        row(1, tree_passes::scalar::merge_phi::PASS, 2),
        row(1, tree_passes::scalar::thread::FULL, 1),
        row(1, tree_passes::scalar::evrp::WITH_ASSERTIONS, 1),
        row(1, tree_passes::memory::dse::PASS, 2),
        row(1, tree_passes::scalar::dce::DCE, 2),
        row(1, tree_passes::lowering::stdarg::PASS, 0),
        row(1, tree_passes::scalar::cdce::PASS, 0),
        row(1, tree_passes::memory::cselim::PASS, 0),
        row(1, tree_passes::scalar::copyprop::PASS, 1),
        row(1, tree_passes::scalar::ifcombine::PASS, 0),
        row(1, tree_passes::scalar::merge_phi::PASS, 3),
        row(1, tree_passes::scalar::phiopt::PASS, 2),
        row(1, tree_passes::scalar::tailcall::TAILR, 2),
        row(1, tree_passes::loops::ch::PASS, 2),
        row(1, tree_passes::lowering::cplxlower::PASS, 1),
        row(1, tree_passes::memory::sra::LATE, 0),
        row(1, tree_passes::scalar::thread::THREAD, 1),
        row(1, tree_passes::scalar::dom::PASS, 2),
        row(1, tree_passes::scalar::copyprop::PASS, 2),
        row(1, tree_passes::scalar::isolate_paths::PASS, 0),
        row(1, tree_passes::scalar::reassoc::PASS, 1),
        row(1, tree_passes::scalar::dce::DCE, 3),
        row(1, tree_passes::scalar::forwprop::PASS, 3),
        row(1, tree_passes::scalar::phiopt::PASS, 3),
        row(1, tree_passes::scalar::ccp::PASS, 3),
        row(1, tree_passes::scalar::sincos::PASS, 0),
        row(1, tree_passes::memory::bswap::PASS, 0),
        row(1, tree_passes::memory::laddress::PASS, 0),
        row(1, tree_passes::loops::lim::PASS, 2),
        same(1, "walloca", 2),
        row(1, tree_passes::redundancy::vn::pre::PASS, 0),
        row(1, tree_passes::redundancy::sink::PASS, 1),
        row(1, tree_passes::scalar::sanitize::sancov::PASS, 1),
        tree(1, "asan", 1),
        tree(1, "tsan", 1),
        row(1, tree_passes::memory::dse::PASS, 3),
        row(1, tree_passes::scalar::dce::DCE, 4),
        same(1, "fix_loops", 0),
        row(1, Pass::group(DumpKind::Tree, "loop").gate(loop_list), 0),
        row(2, tree_passes::loops::loopinit::PASS, 0),
        row(2, tree_passes::loops::unswitch::PASS, 0),
        row(2, tree_passes::loops::sccp::PASS, 0),
        row(2, tree_passes::loops::lsplit::PASS, 0),
        row(2, tree_passes::loops::lversion::PASS, 0),
        row(2, tree_passes::loops::unrolljam::PASS, 0),
        row(2, tree_passes::scalar::dce::CDDCE, 2),
        row(2, tree_passes::loops::unroll::ivcanon::PASS, 0),
        row(2, tree_passes::loops::ldist::PASS, 0),
        row(2, tree_passes::loops::linterchange::PASS, 0),
        row(2, tree_passes::scalar::copyprop::PASS, 3),
        tree(2, "graphite0", 0),
        tree(3, "graphite", 0),
        row(3, tree_passes::loops::lim::PASS, 3),
        row(3, tree_passes::scalar::copyprop::PASS, 4),
        row(3, tree_passes::scalar::dce::DCE, 5),
        tree(2, "parloops", 2),
        tree(2, "ompexpssa", 2),
        row(2, tree_passes::loops::ch::VECT, 0),
        row(2, tree_passes::loops::ifcvt::PASS, 0),
        row(2, tree_passes::loops::vect::PASS, 0),
        row(2, tree_passes::scalar::dce::DCE.gate(after_vectorizer), 6),
        row(2, tree_passes::loops::pcom::PASS, 0),
        row(2, tree_passes::loops::unroll::ALL, 0),
        tree(2, "*pre_slp_scalar_cleanup", 0),
        row(3, tree_passes::redundancy::vn::fre::PASS, 4),
        row(3, tree_passes::memory::dse::PASS, 4),
        row(2, tree_passes::loops::slp::PASS, 1),
        tree(2, "aprefetch", 0),
        row(2, tree_passes::loops::ivopts::PASS, 0),
        row(2, tree_passes::loops::lim::PASS, 4),
        row(2, tree_passes::loops::loopinit::DONE, 0),
        row(1, Pass::group(DumpKind::Tree, "no_loop").gate(list_without_loops), 0),
        row(2, tree_passes::loops::slp::PASS, 2),
        tree(1, "simduid", 1),
        row(1, tree_passes::lowering::veclower::VECLOWER2, 1),
        row(1, tree_passes::lowering::switchlower::PASS, 1),
        row(1, tree_passes::scalar::recip::PASS, 0),
        row(1, tree_passes::scalar::reassoc::PASS, 2),
        row(1, tree_passes::scalar::slsr::PASS, 0),
        row(1, tree_passes::scalar::split_paths::PASS, 0),
        tree(1, "tracer", 0),
        row(1, tree_passes::redundancy::vn::fre::PASS, 5),
        row(1, tree_passes::scalar::thread::THREAD, 2),
        row(1, tree_passes::scalar::dom::PASS, 3),
        row(1, tree_passes::memory::strlen::PASS, 1),
        row(1, tree_passes::scalar::thread::FULL, 2),
        row(1, tree_passes::scalar::evrp::LATE, 2),
        row(1, tree_passes::scalar::ccp::PASS, 4),
        same(1, "wrestrict", 0),
        row(1, tree_passes::memory::dse::PASS, 5),
        row(1, tree_passes::scalar::dce::CDDCE, 3),
        row(1, tree_passes::scalar::forwprop::PASS, 4),
        row(1, tree_passes::redundancy::sink::PASS, 2),
        row(1, tree_passes::scalar::phiopt::PASS, 4),
        row(1, tree_passes::scalar::fab::PASS, 1),
        row(1, tree_passes::scalar::widening_mul::PASS, 0),
        row(1, tree_passes::memory::store_merging::PASS, 0),
        row(1, tree_passes::scalar::tailcall::TAILC, 0),
        row(1, tree_passes::scalar::dce::DCE, 7),
        row(1, tree_ssa::ssa::crited::PASS, 1),
        row(1, tree_ssa::analyses::uninit::PASS, 1),
        row(1, ipa::pure_const::PASS, 2),
        row(1, ipa::modref::PASS, 2),
        row(1, tree_passes::scalar::uncprop::PASS, 1),
        row(0, Pass::group(DumpKind::Tree, "*all_optimizations_g").gate(debugging_list), 0),
        tree(1, "*remove_cgraph_callee_edges", 0),
        row(1, tree_ssa::profile::strip_hints::LATE, 0),
        row(1, tree_passes::lowering::cplxlower::PASS, 2),
        row(1, tree_passes::lowering::veclower::VECLOWER2, 2),
        row(1, tree_passes::lowering::switchlower::PASS, 2),
        row(1, tree_passes::scalar::ccp::PASS, 5),
        tree(1, "post_ipa_warn", 2),
        row(1, tree_ssa::object_size::PASS, 2),
        row(1, tree_passes::scalar::fab::PASS, 2),
        row(1, tree_passes::memory::strlen::PASS, 2),
        row(1, tree_passes::scalar::copyprop::PASS, 5),
        row(1, tree_passes::scalar::dce::DCE, 8),
        row(1, tree_passes::scalar::sanitize::sancov::PASS, 2),
        tree(1, "asan", 2),
        tree(1, "tsan", 2),
        row(1, tree_ssa::ssa::crited::PASS, 2),
        tree(1, "uninit", 2),
        row(1, tree_passes::scalar::uncprop::PASS, 2),
        tree(0, "*tminit", 0),
        tree(1, "tmmark", 0),
        tree(1, "tmmemopt", 0),
        tree(1, "tmedge", 0),
        tree(0, "simduid", 2),
        tree(0, "vtable-verify", 0),
        row(0, tree_passes::lowering::stdarg::LOWER_VAARG, 0),
        row(0, tree_passes::lowering::veclower::VECLOWER, 0),
        row(0, tree_passes::lowering::cplxlower::WITHOUT_OPTIMIZATION, 0),
        row(0, tree_passes::scalar::sanitize::sancov::WITHOUT_OPTIMIZATION, 0),
        row(0, tree_passes::lowering::switchlower::WITHOUT_OPTIMIZATION, 0),
        tree(0, "asan0", 0),
        tree(0, "tsan0", 0),
        row(0, tree_passes::scalar::sanitize::sanopt::PASS, 0),
        tree(0, "ehcleanup", 2),
        tree(0, "resx", 0),
        row(0, tree_passes::memory::nrv::PASS, 0),
        same(0, "isel", 0),
        row(0, tree_passes::scalar::harden::hardcbr::PASS, 0),
        row(0, tree_passes::scalar::harden::hardcmp::PASS, 0),
        row(0, tree_ssa::analyses::waccess::PASS, 3),
        row(0, OPTIMIZED, 0),
        tree(0, "*warn_function_noreturn", 0),
        row(0, rtl_backend::expand::offsets::PASS, 0),
        PassEntry { number: OUT_OF_SSA_NUMBER, ..row(0, tree_ssa::ssa::out_of_ssa::PASS, 0) },
        row(0, rtl_backend::expand::PASS, 0),
        row(0, Pass::group(DumpKind::Tree, "*rest_of_compilation"), 0),
        row(1, rtl_backend::passes::vregs::PASS, 0),
        row(1, rtl_backend::passes::layout::ENTER, 0),
        row(1, rtl_backend::passes::jump::PASS, 0),
        row(1, rtl_backend::passes::subreg::PASS, 0),
        rtl(1, "dfinit", 0),
        row(1, rtl_backend::passes::cse::PASS, 0),
        rtl(1, "fwprop1", 0),
        rtl(1, "cprop", 1),
        row(1, rtl_backend::passes::gcse::PASS, 0),
        rtl(1, "hoist", 0),
        rtl(1, "cprop", 2),
        rtl(1, "store_motion", 0),
        rtl(1, "shorten_memrefs", 0),
        rtl(1, "cse_local", 0),
        row(1, rtl_backend::passes::ce::PASS, 0),
        plain(1, "reginfo", 0),
        row(1, Pass::group(DumpKind::Rtl, "loop2").gate(optimizing), 0),
        rtl(2, "loop2_init", 0),
        row(2, rtl_backend::passes::loop_invariant::PASS, 0),
        rtl(2, "loop2_unroll", 0),
        rtl(2, "loop2_doloop", 0),
        rtl(2, "loop2_done", 0),
        rtl(1, "subreg2", 0),
        rtl(1, "web", 0),
        rtl(1, "cprop", 3),
        rtl(1, "cse2", 0),
        rtl(1, "dse1", 0),
        rtl(1, "fwprop2", 0),
        rtl(1, "auto_inc_dec", 0),
        rtl(1, "init-regs", 0),
        rtl(1, "ud_dce", 0),
        row(1, rtl_backend::passes::combine::PASS, 0),
        rtl(1, "ce2", 0),
        rtl(1, "jump_after_combine", 0),
        rtl(1, "bbpart", 0),
        row(1, rtl_backend::passes::layout::PASS, 0),
        plain(1, "split1", 0),
        rtl(1, "subreg3", 0),
        row(1, rtl_backend::passes::dfinit::PASS, 0),
        tree(1, "*stack_ptr_mod", 0),
        rtl(1, "mode_sw", 0),
        plain(1, "asmcons", 0),
        rtl(1, "sms", 0),
        rtl(1, "lr_shrinkage", 0),
        rtl(1, "sched1", 0),
        rtl(1, "early_remat", 0),
        row(1, rtl_backend::allocation::ira::PASS, 0),
        row(1, rtl_backend::allocation::reload::PASS, 0),
        row(1, Pass::group(DumpKind::Tree, "*all-postreload"), 0),
        rtl(2, "postreload", 0),
        rtl(2, "gcse2", 0),
        rtl(2, "split2", 0),
        rtl(2, "ree", 0),
        rtl(2, "cmpelim", 0),
        row(2, rtl_backend::passes::pro_and_epilogue::PASS, 0),
        rtl(2, "dse2", 0),
        rtl(2, "csa", 0),
        row(2, rtl_backend::passes::layout::AFTER_RELOAD, 0),
        rtl(2, "compgotos", 0),
        rtl(2, "sched_fusion", 0),
        rtl(2, "peephole2", 0),
        rtl(2, "ce3", 0),
        rtl(2, "rnreg", 0),
        rtl(2, "cprop_hardreg", 0),
        rtl(2, "rtl_dce", 0),
        row(2, rtl_backend::passes::bbro::PASS, 0),
        tree(2, "*leaf_regs", 0),
        rtl(2, "split3", 0),
        row(2, rtl_backend::passes::sched::PASS, 0),
        tree(2, "*stack_regs", 0),
        rtl(3, "split4", 0),
        rtl(3, "stack", 0),
        row(1, Pass::group(DumpKind::Tree, "*all-late_compilation"), 0),
        plain(2, "zero_call_used_regs", 0),
        plain(2, "alignments", 0),
        row(2, rtl_backend::passes::vartrack::PASS, 0),
        row(2, rtl_backend::passes::dfinit::FREE_CFG, 0),
        plain(2, "mach", 0),
        plain(2, "barriers", 0),
        rtl(2, "dbr", 0),
        row(2, rtl_backend::passes::split::PASS, 0),
        rtl(2, "eh_ranges", 0),
        row(2, rtl_backend::passes::shorten::PASS, 0),
        plain(2, "nothrow", 0),
        rtl(2, "dwarf2", 0),
        row(2, rtl_backend::output::final_::PASS, 0),
        row(1, rtl_backend::passes::dfinit::DFINISH, 0),
        row(0, rtl_backend::output::clean_state::PASS, 0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use gimple::pass::{DynamicPass, Hook, PassRun, PassTable, Registration};
    use std::collections::HashSet;

    /// Where a pass says that another comes first, one of that name does: before each of its instances.
    #[test]
    fn passes_follow_what_they_build_on() {
        let rows = table();
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.pass.is_missing()) {
            for (before, reason) in row.pass.follows {
                let there = rows[..index].iter().any(|row| row.pass.name == *before);
                assert!(there, "{} has no {before} before it: {reason}", row.full_name());
            }
        }
    }

    /// What a pass requires, a pass before it provides that runs whatever the options are.
    #[test]
    fn properties_are_provided_before_they_are_required() {
        let mut have = Prop::GIMPLE_ANY;
        for row in table() {
            let missing = row.pass.required.without(have);
            assert!(missing.is_empty(), "{} lacks properties {missing:?}", row.full_name());
            have |= row.pass.provided;
            have.remove(row.pass.destroyed);
        }
    }

    /// Names with their instances are unique, but for rows without dumps and numbers.
    #[test]
    fn full_names_are_unique() {
        let mut seen = HashSet::new();
        for row in table().iter().filter(|row| !row.pass.name.starts_with('*')) {
            let name = (row.pass.kind, row.full_name());
            assert!(seen.insert(name), "{} stands twice", row.full_name());
        }
    }

    struct Nothing;

    impl DynamicPass for Nothing {
        fn describe(&self) -> Pass {
            Pass::of_user("nothing")
        }
        fn execute(&mut self, _: &mut PassContext<'_>, _: &mut Function) -> Todo {
            Todo::NONE
        }
    }

    fn registered(reference: &str, instance: u32, hook: Hook) -> Result<PassTable, String> {
        let mut table = PassTable::new(table());
        let reference = reference.to_string();
        table.register(Registration { pass: Box::new(Nothing), reference, instance, hook })?;
        Ok(table)
    }

    /// A pass that is registered goes beside every instance it names, after all that is below the row, with numbers
    /// after all others.
    #[test]
    fn registered_passes_get_rows_of_their_own() {
        let before = table();
        let last = before.iter().map(|row| row.number).max().unwrap_or(0);
        let one = registered("fre", 3, Hook::After).expect("fre3 is there");
        let at = one.find("nothing").expect("the row");
        assert_eq!(one.rows[at - 1].full_name(), "fre3");
        assert_eq!(one.rows[at].number, last + 1);
        assert!(matches!(one.rows[at].pass.run, PassRun::Dynamic(0)));

        let every = registered("dce", 0, Hook::Before).expect("dce is there");
        let count = before.iter().filter(|row| row.pass.name == "dce").count();
        assert_eq!(every.rows.len(), before.len() + count);
        let third = every.find("nothing3").expect("one for each");
        assert_eq!(every.rows[third + 1].full_name(), "dce3");

        let after = registered("loop", 0, Hook::After).expect("the list is there");
        let at = after.find("nothing").expect("the row");
        assert_eq!(after.rows[at + 1].full_name(), "no_loop");

        let instead = registered("loop", 0, Hook::Replace).expect("the list is there");
        assert!(instead.find("loopinit").is_none());
        assert_eq!(registered("fre", 9, Hook::After).err(), Some("pass ‘fre9’ not found".into()));
    }
}
