//! The pass table: every pass in order, with its gate and what it requires, provides and destroys.
//!
//! The order, the nesting and the names are GCC 12's, those of passes Gimlet does not have included, so that dump
//! numbers come out the same. Numbers are positions: `original` is 5 and `gimple` 6, the first row is 8, rows whose name
//! begins with `*` have no dump and no number. Four rows are not GCC's, `dataflow`, `sinkassign`,
//! `lexpre` and `outofssa`; they have the numbers of the rows before them. An IPA row's list runs for every function before the next IPA row.

use dumps::DumpKind;
use gimple::function::{Function, prop};
use gimple::options::{Flag, Options};
use gimple::pass::{GateFn, PassContext, PassEntry, PassRun, RunFn, Todo};

/// The first number the rows take: those before are of files that no pass writes.
const FIRST_NUMBER: u32 = 8;

/// The numbers of rows that GCC does not have: those of the rows before them, so that the others keep theirs.
const DATAFLOW_NUMBER: u32 = 20;
const OUT_OF_SSA_NUMBER: u32 = 252;

/// A row being written down; [`table`] gives it its number.
fn row(kind: DumpKind, depth: u32, name: &'static str, instance: u32) -> PassEntry {
    PassEntry {
        kind,
        name,
        instance,
        number: 0,
        depth,
        gate: always,
        run: PassRun::Missing,
        required: 0,
        provided: 0,
        destroyed: 0,
        todo: Todo::NONE,
    }
}

fn tree(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(DumpKind::Tree, depth, name, instance)
}

fn ipa(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(DumpKind::Ipa, depth, name, instance)
}

fn rtl(depth: u32, name: &'static str, instance: u32) -> PassEntry {
    row(DumpKind::Rtl, depth, name, instance)
}

/// What is written behind a row.
trait Row {
    /// The pass.
    fn run(self, run: RunFn) -> PassEntry;
    /// A list that runs if the gate says so.
    fn group(self) -> PassEntry;
    /// When it runs.
    fn gate(self, gate: GateFn) -> PassEntry;
    /// Properties it requires, and those it provides.
    fn props(self, required: u32, provided: u32) -> PassEntry;
    /// Properties it destroys.
    fn destroys(self, destroyed: u32) -> PassEntry;
    /// What is done after each run.
    fn todo(self, todo: Todo) -> PassEntry;
}

impl Row for PassEntry {
    fn run(self, run: RunFn) -> PassEntry {
        PassEntry { run: PassRun::Function(run), ..self }
    }
    fn group(self) -> PassEntry {
        PassEntry { run: PassRun::Group, ..self }
    }
    fn gate(self, gate: GateFn) -> PassEntry {
        PassEntry { gate, ..self }
    }
    fn props(self, required: u32, provided: u32) -> PassEntry {
        PassEntry { required, provided, ..self }
    }
    fn destroys(self, destroyed: u32) -> PassEntry {
        PassEntry { destroyed, ..self }
    }
    fn todo(self, todo: Todo) -> PassEntry {
        PassEntry { todo, ..self }
    }
}

fn always(_: &Options, _: &Function) -> bool {
    true
}

fn optimizing(options: &Options, _: &Function) -> bool {
    options.optimize >= 1
}

/// Whether vectors have not been lowered yet.
fn vectors_left(_: &Options, f: &Function) -> bool {
    f.properties & prop::GIMPLE_LVEC == 0
}

/// Pass `optimized`: GIMPLE as it goes to the backend, for the dump.
fn optimized(_: &mut PassContext<'_>, _: &mut Function) -> Todo {
    Todo::NONE
}

/// The table, numbered. The first two rows are the dumps the front end writes.
pub fn table() -> Vec<PassEntry> {
    let mut rows = vec![
        PassEntry { number: 5, ..tree(0, "original", 0) },
        PassEntry { number: 6, ..tree(0, "gimple", 0) },
        PassEntry { number: 7, ..tree(0, "nested", 0) },
    ];
    let mut number = FIRST_NUMBER;
    for row in rows_in_order() {
        let counts = !row.name.starts_with('*') && row.number == 0;
        rows.push(if counts { PassEntry { number, ..row } } else { row });
        number += u32::from(counts);
    }
    rows
}

#[rustfmt::skip]
fn rows_in_order() -> Vec<PassEntry> {
    vec![
        tree(0, "*warn_unused_result", 0),
        tree(0, "*diagnose_omp_blocks", 0),
        tree(0, "*diagnose_tm_blocks", 0),
        tree(0, "omp_oacc_kernels_decompose", 0),
        tree(0, "omplower", 0),
        tree(0, "lower", 0).run(tree_ssa::lowering::gimple_low::execute).props(prop::GIMPLE_ANY, prop::GIMPLE_LCF),
        tree(0, "tmlower", 0),
        tree(0, "ehopt", 0),
        tree(0, "eh", 0).run(tree_ssa::lowering::lower_eh::execute).props(prop::GIMPLE_LCF, prop::GIMPLE_LEH),
        tree(0, "coro-lower-builtins", 0),
        tree(0, "cfg", 0).run(tree_ssa::lowering::cfg_build::execute).props(prop::GIMPLE_LEH, prop::CFG | prop::LOOPS),
        tree(0, "*warn_function_return", 0).run(tree_ssa::lowering::warn_function_return::execute).props(prop::CFG, 0),
        tree(0, "coro-early-expand-ifns", 0),
        tree(0, "ompexp", 0),
        tree(0, "*build_cgraph_edges", 0),
        tree(0, "*free_lang_data", 0),
        PassEntry {
            run: PassRun::Ipa(tree_ssa::ipa::canonical_initializers::execute),
            ..ipa(0, "visibility", 0)
        },
        ipa(0, "build_ssa_passes", 0).group(),
        tree(1, "fixup_cfg", 1).run(tree_ssa::lowering::fixup_cfg::execute).props(prop::CFG, 0),
        PassEntry { number: DATAFLOW_NUMBER, ..tree(1, "dataflow", 0).run(tree_ssa::analyses::dataflow::execute).gate(|o, _| !o.analyses.is_empty()).props(prop::CFG, 0) },
        PassEntry { number: DATAFLOW_NUMBER, ..tree(1, "sinkassign", 0).run(tree_ssa::redundancy::motion::sinking::execute).gate(|o, _| o.on(Flag::TreeSinkAssignments)).props(prop::CFG, 0) },
        PassEntry { number: DATAFLOW_NUMBER, ..tree(1, "lexpre", 0).run(tree_ssa::redundancy::motion::execute).gate(tree_ssa::redundancy::motion::gate).props(prop::CFG, 0) },
        tree(1, "ssa", 0).run(tree_ssa::ssa::into_ssa::execute).props(prop::CFG, prop::SSA).todo(Todo::REMOVE_UNUSED_LOCALS),
        tree(1, "walloca", 1),
        tree(1, "warn-printf", 0),
        tree(1, "*nonnullcmp", 0),
        tree(1, "early_uninit", 0),
        tree(1, "waccess", 1),
        tree(1, "ubsan", 0),
        tree(1, "nothrow", 0),
        tree(1, "*rebuild_cgraph_edges", 0),
        ipa(0, "opt_local_passes", 0).group(),
        tree(1, "fixup_cfg", 2).run(tree_ssa::lowering::fixup_cfg::execute).props(prop::CFG, 0),
        tree(1, "*rebuild_cgraph_edges", 0),
        tree(1, "local-fnsummary", 1),
        tree(1, "einline", 0).run(tree_ssa::ipa::inline::execute_early).props(prop::CFG | prop::SSA, 0),
        tree(1, "*infinite-recursion", 0),
        tree(1, "early_optimizations", 0).group().gate(optimizing),
        tree(2, "*remove_cgraph_callee_edges", 0),
        tree(2, "early_objsz", 0),
        tree(2, "ccp", 1).run(tree_ssa::scalar::ccp::execute).gate(|o, _| o.on(Flag::TreeCcp)).props(prop::CFG | prop::SSA, 0),
        tree(2, "forwprop", 1).run(tree_ssa::scalar::forwprop::execute).gate(|o, _| o.on(Flag::TreeForwprop)).props(prop::CFG | prop::SSA, 0),
        tree(2, "ethread", 0),
        tree(2, "esra", 0),
        tree(2, "ealias", 0).run(tree_ssa::memory::alias::compute).gate(|o, _| o.on(Flag::TreePta)).props(prop::CFG | prop::SSA, 0),
        tree(2, "fre", 1).run(tree_ssa::redundancy::vn::fre::execute).gate(|o, _| o.on(Flag::TreeFre)).props(prop::CFG | prop::SSA, 0),
        tree(2, "evrp", 0),
        tree(2, "mergephi", 1).run(tree_ssa::scalar::merge_phi::execute).gate(|o, _| o.optimize >= 1).props(prop::CFG | prop::SSA, 0),
        tree(2, "dse", 1).run(tree_ssa::memory::dse::execute).gate(|o, _| o.on(Flag::TreeDse)).props(prop::CFG | prop::SSA, 0),
        tree(2, "cddce", 1).run(tree_ssa::scalar::dce::execute_control_dependent).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(2, "phiopt", 1).run(tree_ssa::scalar::phiopt::execute).gate(|o, _| o.on(Flag::SsaPhiopt)).props(prop::CFG | prop::SSA, 0),
        tree(2, "tailr", 1),
        tree(2, "iftoswitch", 0),
        tree(2, "switchconv", 0),
        tree(2, "ehcleanup", 1),
        tree(2, "profile_estimate", 0),
        tree(2, "local-pure-const", 1),
        tree(2, "modref", 1),
        tree(2, "fnsplit", 0),
        tree(2, "*strip_predict_hints", 0),
        tree(1, "release_ssa", 0).run(tree_ssa::ssa::release_ssa::execute).props(prop::SSA, 0),
        tree(1, "*rebuild_cgraph_edges", 0),
        tree(1, "local-fnsummary", 2).run(tree_ssa::ipa::inline::summarize).props(prop::CFG | prop::SSA, 0),
        PassEntry { run: PassRun::Ipa(tree_ssa::ipa::remove_symbols::execute), ..ipa(0, "remove_symbols", 0) },
        ipa(0, "ipa_oacc", 0),
        ipa(1, "pta", 1),
        ipa(1, "ipa_oacc_kernels", 0),
        tree(2, "oacc_kernels", 0),
        tree(3, "ch", 1),
        tree(3, "fre", 2).run(tree_ssa::redundancy::vn::fre::execute).gate(|o, _| o.on(Flag::TreeFre)).props(prop::CFG | prop::SSA, 0),
        tree(3, "lim", 1).run(tree_ssa::loops::lim::execute).gate(|o, _| o.on(Flag::TreeLoopIm)).props(prop::CFG | prop::SSA, 0),
        tree(3, "dom", 1),
        tree(3, "dce", 1).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(3, "parloops", 1),
        tree(3, "ompexpssa", 1),
        tree(3, "*rebuild_cgraph_edges", 0),
        ipa(0, "targetclone", 0),
        ipa(0, "afdo", 0),
        ipa(0, "profile", 0),
        tree(1, "feedback_fnsplit", 0),
        ipa(0, "free-fnsummary", 1),
        ipa(0, "increase_alignment", 0),
        ipa(0, "tmipa", 0),
        ipa(0, "emutls", 0),
        ipa(0, "analyzer", 0),
        ipa(0, "odr", 0),
        ipa(0, "whole-program", 0),
        ipa(0, "profile_estimate", 0),
        ipa(0, "icf", 0),
        ipa(0, "devirt", 0),
        ipa(0, "cp", 0),
        ipa(0, "sra", 0),
        ipa(0, "cdtor", 0),
        ipa(0, "fnsummary", 0),
        PassEntry { run: PassRun::Ipa(tree_ssa::ipa::inline::execute), ..ipa(0, "inline", 0) },
        ipa(0, "pure-const", 0),
        ipa(0, "modref", 0),
        ipa(0, "free-fnsummary", 2),
        ipa(0, "static-var", 0),
        ipa(0, "single-use", 0),
        ipa(0, "comdats", 0),
        ipa(0, "pta", 2),
        ipa(0, "simdclone", 0),
        tree(0, "fixup_cfg", 3),
        tree(0, "ehdisp", 0),
        tree(0, "oaccloops", 0),
        tree(0, "omp_oacc_neuter_broadcast", 0),
        tree(0, "oaccdevlow", 0),
        tree(0, "ompdevlow", 0),
        tree(0, "omptargetlink", 0),
        tree(0, "adjust_alignment", 0),
        tree(0, "*all_optimizations", 0).group().gate(optimizing),
        tree(1, "*remove_cgraph_callee_edges", 0),
        tree(1, "*strip_predict_hints", 0),
        tree(1, "ccp", 2).run(tree_ssa::scalar::ccp::execute).gate(|o, _| o.on(Flag::TreeCcp)).props(prop::CFG | prop::SSA, 0),
        tree(1, "objsz", 1).run(tree_ssa::memory::object_size::execute).props(prop::CFG | prop::SSA, 0),
        tree(1, "post_ipa_warn", 1),
        tree(1, "waccess", 2),
        tree(1, "cunrolli", 0),
        tree(1, "backprop", 0),
        tree(1, "phiprop", 0),
        tree(1, "forwprop", 2).run(tree_ssa::scalar::forwprop::execute).gate(|o, _| o.on(Flag::TreeForwprop)).props(prop::CFG | prop::SSA, 0),
        tree(1, "alias", 0).run(tree_ssa::memory::alias::compute).gate(|o, _| o.on(Flag::TreePta)).props(prop::CFG | prop::SSA, 0),
        tree(1, "retslot", 0),
        tree(1, "fre", 3).run(tree_ssa::redundancy::vn::fre::execute).gate(|o, _| o.on(Flag::TreeFre)).props(prop::CFG | prop::SSA, 0),
        tree(1, "mergephi", 2).run(tree_ssa::scalar::merge_phi::execute).gate(|o, _| o.optimize >= 1).props(prop::CFG | prop::SSA, 0),
        tree(1, "threadfull", 1),
        tree(1, "vrp", 1),
        tree(1, "dse", 2).run(tree_ssa::memory::dse::execute).gate(|o, _| o.on(Flag::TreeDse)).props(prop::CFG | prop::SSA, 0),
        tree(1, "dce", 2).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(1, "stdarg", 0),
        tree(1, "cdce", 0),
        tree(1, "cselim", 0),
        tree(1, "copyprop", 1).run(tree_ssa::scalar::copyprop::execute).gate(|o, _| o.on(Flag::TreeCopyProp)).props(prop::CFG | prop::SSA, 0),
        tree(1, "ifcombine", 0),
        tree(1, "mergephi", 3).run(tree_ssa::scalar::merge_phi::execute).gate(|o, _| o.optimize >= 1).props(prop::CFG | prop::SSA, 0),
        tree(1, "phiopt", 2).run(tree_ssa::scalar::phiopt::execute).gate(|o, _| o.on(Flag::SsaPhiopt)).props(prop::CFG | prop::SSA, 0),
        tree(1, "tailr", 2),
        tree(1, "ch", 2).run(tree_ssa::loops::ch::execute).gate(|o, _| o.on(Flag::TreeCh)).props(prop::CFG | prop::SSA, 0),
        tree(1, "cplxlower", 1),
        tree(1, "sra", 0),
        tree(1, "thread", 1),
        tree(1, "dom", 2),
        tree(1, "copyprop", 2).run(tree_ssa::scalar::copyprop::execute).gate(|o, _| o.on(Flag::TreeCopyProp)).props(prop::CFG | prop::SSA, 0),
        tree(1, "isolate-paths", 0),
        tree(1, "reassoc", 1),
        tree(1, "dce", 3).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(1, "forwprop", 3).run(tree_ssa::scalar::forwprop::execute).gate(|o, _| o.on(Flag::TreeForwprop)).props(prop::CFG | prop::SSA, 0),
        tree(1, "phiopt", 3).run(tree_ssa::scalar::phiopt::execute).gate(|o, _| o.on(Flag::SsaPhiopt)).props(prop::CFG | prop::SSA, 0),
        tree(1, "ccp", 3).run(tree_ssa::scalar::ccp::execute).gate(|o, _| o.on(Flag::TreeCcp)).props(prop::CFG | prop::SSA, 0),
        tree(1, "sincos", 0),
        tree(1, "bswap", 0),
        tree(1, "laddress", 0),
        tree(1, "lim", 2).run(tree_ssa::loops::lim::execute).gate(|o, _| o.on(Flag::TreeLoopIm)).props(prop::CFG | prop::SSA, 0),
        tree(1, "walloca", 2),
        tree(1, "pre", 0).run(tree_ssa::redundancy::vn::pre::execute).gate(|o, _| o.on(Flag::TreePre)).props(prop::CFG | prop::SSA, 0),
        tree(1, "sink", 1).run(tree_ssa::redundancy::sink::execute).gate(|o, _| o.on(Flag::TreeSink)).props(prop::CFG | prop::SSA, 0),
        tree(1, "sancov", 1),
        tree(1, "asan", 1),
        tree(1, "tsan", 1),
        tree(1, "dse", 3).run(tree_ssa::memory::dse::execute).gate(|o, _| o.on(Flag::TreeDse)).props(prop::CFG | prop::SSA, 0),
        tree(1, "dce", 4).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(1, "fix_loops", 0),
        tree(1, "loop", 0).group().gate(|o, _| o.on(Flag::TreeLoopOptimize)),
        tree(2, "loopinit", 0),
        tree(2, "unswitch", 0),
        tree(2, "sccp", 0),
        tree(2, "lsplit", 0),
        tree(2, "lversion", 0),
        tree(2, "unrolljam", 0),
        tree(2, "cddce", 2).run(tree_ssa::scalar::dce::execute_control_dependent).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(2, "ivcanon", 0),
        tree(2, "ldist", 0),
        tree(2, "linterchange", 0),
        tree(2, "copyprop", 3).run(tree_ssa::scalar::copyprop::execute).gate(|o, _| o.on(Flag::TreeCopyProp)).props(prop::CFG | prop::SSA, 0),
        tree(2, "graphite0", 0),
        tree(3, "graphite", 0),
        tree(3, "lim", 3).run(tree_ssa::loops::lim::execute).gate(|o, _| o.on(Flag::TreeLoopIm)).props(prop::CFG | prop::SSA, 0),
        tree(3, "copyprop", 4).run(tree_ssa::scalar::copyprop::execute).gate(|o, _| o.on(Flag::TreeCopyProp)).props(prop::CFG | prop::SSA, 0),
        tree(3, "dce", 5).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(2, "parloops", 2),
        tree(2, "ompexpssa", 2),
        tree(2, "ch_vect", 0),
        tree(2, "ifcvt", 0),
        tree(2, "vect", 0),
        tree(3, "dce", 6).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(2, "pcom", 0),
        tree(2, "cunroll", 0),
        tree(2, "*pre_slp_scalar_cleanup", 0),
        tree(3, "fre", 4).run(tree_ssa::redundancy::vn::fre::execute).gate(|o, _| o.on(Flag::TreeFre)).props(prop::CFG | prop::SSA, 0),
        tree(3, "dse", 4).run(tree_ssa::memory::dse::execute).gate(|o, _| o.on(Flag::TreeDse)).props(prop::CFG | prop::SSA, 0),
        tree(2, "slp", 1),
        tree(2, "aprefetch", 0),
        tree(2, "ivopts", 0),
        tree(2, "lim", 4).run(tree_ssa::loops::lim::execute).gate(|o, _| o.on(Flag::TreeLoopIm)).props(prop::CFG | prop::SSA, 0),
        tree(2, "loopdone", 0),
        tree(1, "no_loop", 0),
        tree(2, "slp", 2),
        tree(1, "simduid", 1),
        tree(1, "veclower2", 1).run(tree_ssa::lowering::veclower::execute).props(prop::CFG | prop::SSA, prop::GIMPLE_LVEC),
        tree(1, "switchlower", 1),
        tree(1, "recip", 0),
        tree(1, "reassoc", 2),
        tree(1, "slsr", 0),
        tree(1, "split-paths", 0),
        tree(1, "tracer", 0),
        tree(1, "fre", 5).run(tree_ssa::redundancy::vn::fre::execute).gate(|o, _| o.on(Flag::TreeFre)).props(prop::CFG | prop::SSA, 0),
        tree(1, "thread", 2),
        tree(1, "dom", 3),
        tree(1, "strlen", 1),
        tree(1, "threadfull", 2),
        tree(1, "vrp", 2),
        tree(1, "ccp", 4).run(tree_ssa::scalar::ccp::execute).gate(|o, _| o.on(Flag::TreeCcp)).props(prop::CFG | prop::SSA, 0),
        tree(1, "wrestrict", 0),
        tree(1, "dse", 5).run(tree_ssa::memory::dse::execute).gate(|o, _| o.on(Flag::TreeDse)).props(prop::CFG | prop::SSA, 0),
        tree(1, "cddce", 3).run(tree_ssa::scalar::dce::execute_control_dependent).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(1, "forwprop", 4).run(tree_ssa::scalar::forwprop::execute).gate(|o, _| o.on(Flag::TreeForwprop)).props(prop::CFG | prop::SSA, 0),
        tree(1, "sink", 2).run(tree_ssa::redundancy::sink::execute).gate(|o, _| o.on(Flag::TreeSink)).props(prop::CFG | prop::SSA, 0),
        tree(1, "phiopt", 4).run(tree_ssa::scalar::phiopt::execute).gate(|o, _| o.on(Flag::SsaPhiopt)).props(prop::CFG | prop::SSA, 0),
        tree(1, "fab", 1).run(tree_ssa::scalar::fab::execute).props(prop::CFG | prop::SSA, 0),
        tree(1, "widening_mul", 0).run(tree_ssa::scalar::widening_mul::execute).gate(|o, _| tree_ssa::scalar::widening_mul::gate(o)).props(prop::CFG | prop::SSA, 0),
        tree(1, "store-merging", 0),
        tree(1, "tailc", 0),
        tree(1, "dce", 7).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(1, "crited", 1),
        tree(1, "uninit", 1),
        tree(1, "local-pure-const", 2),
        tree(1, "modref", 2),
        tree(1, "uncprop", 1),
        tree(0, "*all_optimizations_g", 0),
        tree(1, "*remove_cgraph_callee_edges", 0),
        tree(1, "*strip_predict_hints", 0),
        tree(1, "cplxlower", 2),
        tree(1, "veclower2", 2).gate(vectors_left).run(tree_ssa::lowering::veclower::execute).props(prop::CFG | prop::SSA, prop::GIMPLE_LVEC),
        tree(1, "switchlower", 2),
        tree(1, "ccp", 5).run(tree_ssa::scalar::ccp::execute).gate(|o, _| o.on(Flag::TreeCcp)).props(prop::CFG | prop::SSA, 0),
        tree(1, "post_ipa_warn", 2),
        tree(1, "objsz", 2),
        tree(1, "fab", 2).run(tree_ssa::scalar::fab::execute).props(prop::CFG | prop::SSA, 0),
        tree(1, "strlen", 2),
        tree(1, "copyprop", 5).run(tree_ssa::scalar::copyprop::execute).gate(|o, _| o.on(Flag::TreeCopyProp)).props(prop::CFG | prop::SSA, 0),
        tree(1, "dce", 8).run(tree_ssa::scalar::dce::execute).gate(|o, _| o.on(Flag::TreeDce)).props(prop::CFG | prop::SSA, 0),
        tree(1, "sancov", 2),
        tree(1, "asan", 2),
        tree(1, "tsan", 2),
        tree(1, "crited", 2),
        tree(1, "uninit", 2),
        tree(1, "uncprop", 2),
        tree(0, "*tminit", 0),
        tree(1, "tmmark", 0),
        tree(1, "tmmemopt", 0),
        tree(1, "tmedge", 0),
        tree(0, "simduid", 2),
        tree(0, "vtable-verify", 0),
        tree(0, "lower_vaarg", 0),
        tree(0, "veclower", 0).gate(vectors_left).run(tree_ssa::lowering::veclower::execute).props(prop::CFG | prop::SSA, prop::GIMPLE_LVEC),
        tree(0, "cplxlower0", 0),
        tree(0, "sancov_O0", 0),
        tree(0, "switchlower_O0", 0),
        tree(0, "asan0", 0),
        tree(0, "tsan0", 0),
        tree(0, "sanopt", 0),
        tree(0, "ehcleanup", 2),
        tree(0, "resx", 0),
        tree(0, "nrv", 0),
        tree(0, "isel", 0),
        tree(0, "hardcbr", 0),
        tree(0, "hardcmp", 0),
        tree(0, "waccess", 3),
        tree(0, "optimized", 0).run(optimized).props(prop::CFG | prop::SSA, 0).todo(Todo::REMOVE_UNUSED_LOCALS),
        tree(0, "*warn_function_noreturn", 0),
        PassEntry { number: OUT_OF_SSA_NUMBER, ..tree(0, "outofssa", 0).run(tree_ssa::ssa::out_of_ssa::execute).props(prop::CFG | prop::SSA, 0) },
        rtl(0, "expand", 0).run(rtl_backend::pipeline::expand).props(prop::CFG | prop::SSA, prop::RTL).destroys(prop::SSA),
        tree(0, "*rest_of_compilation", 0).group(),
        rtl(1, "vregs", 0).run(rtl_backend::pipeline::vregs).props(prop::RTL, 0),
        rtl(1, "into_cfglayout", 0),
        rtl(1, "jump", 0).run(rtl_backend::pipeline::jump).gate(optimizing).props(prop::RTL, 0),
        rtl(1, "subreg1", 0).run(rtl_backend::pipeline::subreg).props(prop::RTL, 0),
        rtl(1, "dfinit", 0),
        rtl(1, "cse1", 0).run(rtl_backend::pipeline::cse).gate(optimizing).props(prop::RTL, 0),
        rtl(1, "fwprop1", 0),
        rtl(1, "cprop", 1),
        rtl(1, "rtl pre", 0),
        rtl(1, "hoist", 0),
        rtl(1, "cprop", 2),
        rtl(1, "store_motion", 0),
        rtl(1, "shorten_memrefs", 0),
        rtl(1, "cse_local", 0),
        rtl(1, "ce1", 0),
        rtl(1, "reginfo", 0),
        rtl(1, "loop2", 0).group().gate(optimizing),
        rtl(2, "loop2_init", 0),
        rtl(2, "loop2_invariant", 0).run(rtl_backend::pipeline::loop_invariant).gate(optimizing).props(prop::RTL, 0),
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
        rtl(1, "combine", 0).run(rtl_backend::pipeline::combine).gate(optimizing).props(prop::RTL, 0),
        rtl(1, "ce2", 0),
        rtl(1, "jump_after_combine", 0),
        rtl(1, "bbpart", 0),
        rtl(1, "outof_cfglayout", 0),
        rtl(1, "split1", 0),
        rtl(1, "subreg3", 0),
        rtl(1, "no-opt dfinit", 0),
        tree(1, "*stack_ptr_mod", 0),
        rtl(1, "mode_sw", 0),
        rtl(1, "asmcons", 0),
        rtl(1, "sms", 0),
        rtl(1, "lr_shrinkage", 0),
        rtl(1, "sched1", 0),
        rtl(1, "early_remat", 0),
        rtl(1, "ira", 0).run(rtl_backend::pipeline::ira).props(prop::RTL, 0),
        rtl(1, "reload", 0).run(rtl_backend::pipeline::reload).props(prop::RTL, 0),
        tree(1, "*all-postreload", 0).group(),
        rtl(2, "postreload", 0),
        rtl(2, "gcse2", 0),
        rtl(2, "split2", 0),
        rtl(2, "ree", 0),
        rtl(2, "cmpelim", 0),
        rtl(2, "pro_and_epilogue", 0).run(rtl_backend::pipeline::pro_and_epilogue).props(prop::RTL, 0),
        rtl(2, "dse2", 0),
        rtl(2, "csa", 0),
        rtl(2, "jump2", 0),
        rtl(2, "compgotos", 0),
        rtl(2, "sched_fusion", 0),
        rtl(2, "peephole2", 0),
        rtl(2, "ce3", 0),
        rtl(2, "rnreg", 0),
        rtl(2, "cprop_hardreg", 0),
        rtl(2, "rtl_dce", 0),
        rtl(2, "bbro", 0).run(rtl_backend::pipeline::bbro).gate(optimizing).props(prop::RTL, 0),
        tree(2, "*leaf_regs", 0),
        rtl(2, "split3", 0),
        rtl(2, "sched2", 0),
        tree(2, "*stack_regs", 0),
        rtl(3, "split4", 0),
        rtl(3, "stack", 0),
        tree(1, "*all-late_compilation", 0).group(),
        rtl(2, "zero_call_used_regs", 0),
        rtl(2, "alignments", 0),
        rtl(2, "vartrack", 0),
        tree(2, "*free_cfg", 0),
        rtl(2, "mach", 0),
        rtl(2, "barriers", 0),
        rtl(2, "dbr", 0),
        rtl(2, "split5", 0),
        rtl(2, "eh_ranges", 0),
        rtl(2, "shorten", 0).run(rtl_backend::pipeline::shorten).props(prop::RTL, 0),
        rtl(2, "nothrow", 0),
        rtl(2, "dwarf2", 0),
        rtl(2, "final", 0).run(rtl_backend::pipeline::final_).props(prop::RTL, 0),
        rtl(1, "dfinish", 0),
        tree(0, "*clean_state", 0).run(rtl_backend::pipeline::clean_state),
    ]
}
