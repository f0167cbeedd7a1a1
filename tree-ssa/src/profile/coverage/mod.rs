//! IPA pass `profile`: arcs of the control flow graph are counted at run time (`-fprofile-arcs`, `--coverage`).
//!
//! ```text
//!   <bb 2> :                      <bb 2> :
//!   if (a_1(D) > 0) …       =>    PROF_edge_counter_2 = __gcov0.f[0];
//!                                 PROF_edge_counter_3 = PROF_edge_counter_2 + 1;
//!                                 __gcov0.f[0] = PROF_edge_counter_3;
//!                                 if (a_1(D) > 0) …
//! ```
//!
//! Blocks end after calls that may not return, so that all of a block is executed or nothing. What flows into a block
//! flows out of it; so only the arcs outside a spanning tree are counted (`arcs`), and `gcov` computes the others
//! from the notes (`notes`) that `-ftest-coverage` writes. Linear in the function, but for the union of classes.
//!
//! GCC counts other things under `-fprofile-generate` (values of operands, targets of calls) to guide optimisations;
//! nothing is made of them here, and they are not counted.

mod arcs;
mod notes;

use crate::edit::Cursor;
use crate::edit::cfg_edit::SwitchCases;
use crate::edit::cfg_edit::insert_on_edge;
use crate::ssa::{into_ssa, update_ssa};
use arcs::Graph;
use dumps::putln;
use dumps::tcl_regex::Regex;
use gimple::builtins::Builtin;
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::coverage::{CountedFunction, CoverageOptions, fingerprint};
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::location::Location;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::ArrayDomain;
use gimple::unit::Unit;
use std::fmt::Write;

/// `profile` for the pass table.
pub const PASS: Pass = Pass::ipa("profile", execute)
    .gate(|options, _| options.code.coverage.arcs || options.code.coverage.notes);

/// Functions after which a process is another, or two: the library writes the counts first.
const FORKS: &[Builtin] = &[
    Builtin::Fork,
    Builtin::Execl,
    Builtin::Execle,
    Builtin::Execlp,
    Builtin::Execv,
    Builtin::Execve,
    Builtin::Execvp,
];

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    let wanted = &cx.options.code.coverage;
    let (count, atomic) = (wanted.arcs, wanted.atomic);
    if !count && !wanted.notes {
        return Todo::NONE;
    }
    let mut notes = notes::Notes::new(&cx.options.code.directory, wanted.absolute);
    let mut counted = Vec::new();
    let files = CountedFiles::of(wanted);
    let mut all = std::mem::take(functions);
    for f in &mut all {
        let data = &cx.unit.decls[f.decl];
        let file = cx.unit.diagnostics.sources.position(data.loc).file;
        if data.has(flag::NO_PROFILE) || !files.count(file) {
            continue;
        }
        arcs::end_blocks_at_calls(cx.unit, f);
        let graph = Graph::of(cx.unit, f);
        let function = notes::Identity::of(cx.unit, f, &graph);
        notes.function(cx.unit, f, &graph, &function);
        if count {
            counted.push(instrument(cx, f, &graph, function, atomic));
        }
        crate::cleanup::cfg_cleanup::execute(cx, f);
    }
    *functions = all;
    let bytes = notes.finish();
    if let Some(coverage) = &mut cx.unit.coverage {
        coverage.stamp = fingerprint(&bytes);
        coverage.notes = notes::stamped(bytes, coverage.stamp);
        coverage.functions = counted;
    }
    Todo::NONE
}

/// The source files whose functions count (`-fprofile-filter-files=`, `-fprofile-exclude-files=`).
struct CountedFiles {
    only: Vec<Regex>,
    not: Vec<Regex>,
}

impl CountedFiles {
    fn of(options: &CoverageOptions) -> CountedFiles {
        // Those that are wrong have been refused.
        let compiled = |texts: &[String]| texts.iter().flat_map(|text| Regex::new(text)).collect();
        CountedFiles { only: compiled(&options.only_files), not: compiled(&options.not_files) }
    }

    fn count(&self, file: &str) -> bool {
        let fits = |list: &[Regex]| list.iter().any(|e| e.is_match(file).unwrap_or(false));
        !fits(&self.not) && (self.only.is_empty() || fits(&self.only))
    }
}

/// Lets a function count the arcs that are not on the tree.
fn instrument(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    graph: &Graph,
    function: notes::Identity,
    atomic: bool,
) -> CountedFunction {
    let counted: Vec<EdgeId> =
        graph.arcs.iter().filter(|arc| !arc.on_tree).map(|arc| arc.edge).collect();
    let counters = counter_array(cx.unit, &function.name, counted.len());
    into_ssa::create_vop(cx.unit, f);
    let mut cases = SwitchCases::default();
    let mut instrumented = 0;
    for (index, &edge) in counted.iter().enumerate() {
        // What only stands for a way that is not in the graph is never taken.
        if edge.is_none() {
            continue;
        }
        let stmts = match atomic {
            true => atomic_increment(cx.unit, f, counters, index),
            false => increment(cx.unit, f, counters, index),
        };
        insert_on_edge(cx.unit, f, edge, &stmts, &mut cases);
        instrumented += 1;
        if cx.dump.enabled() {
            let (src, dst) = (f.edges[edge].src.0, f.edges[edge].dst.0);
            putln!(cx.dump, "Edge {src} to {dst} instrumented");
        }
    }
    if cx.dump.enabled() {
        putln!(cx.dump, "{instrumented} edges instrumented");
    }
    call_counting_forks(cx.unit, f);
    update_ssa::mark_virtuals(f);
    update_ssa::update(cx.unit, f, &mut dumps::Dump::off());
    CountedFunction {
        name: function.name,
        ident: function.ident,
        lines: function.lines,
        graph: function.graph,
        count: counted.len() as u32,
    }
}

/// The counters of a function: an array that the assembly file gets with the rest of what describes it.
fn counter_array(unit: &mut Unit, function: &str, count: usize) -> DeclId {
    let name = unit.symbols.intern(&format!("__gcov0.{function}"));
    let ty = unit.types.array_of(unit.common.long, ArrayDomain::Count(count as u64));
    let mut decl = Decl::new(DeclKind::Var, Some(name), ty, Location::UNKNOWN);
    decl.flags = flag::STATIC | flag::ARTIFICIAL | flag::IGNORED | flag::ADDRESSABLE;
    unit.decls.push(decl)
}

fn counter(unit: &mut Unit, counters: DeclId, index: usize) -> Operand {
    let index = unit.int(unit.common.sizetype, index as i128);
    let kind = TreeKind::ArrayRef { base: Operand::Decl(counters), index };
    Operand::Tree(unit.trees.add(kind, unit.common.long))
}

fn increment(unit: &mut Unit, f: &mut Function, counters: DeclId, index: usize) -> Vec<StmtId> {
    let (long, ident) = (unit.common.long, unit.symbols.intern("PROF_edge_counter"));
    let place = counter(unit, counters, index);
    let one = unit.int(long, 1);
    let [old, new] =
        [(); 2].map(|()| Operand::Ssa(f.make_temp_ssa_name(long, ident, StmtId::NONE)));
    let mut at = Cursor::nowhere();
    let load = at.copy(unit, f, old, place);
    let add = at.assign(unit, f, new, TreeCode::Plus, [old, one]);
    let store = at.copy(unit, f, place, new);
    vec![load, add, store]
}

/// The same by a call of the builtin function for it.
fn atomic_increment(
    unit: &mut Unit,
    f: &mut Function,
    counters: DeclId,
    index: usize,
) -> Vec<StmtId> {
    let (long, int, pointer) = (unit.common.long, unit.common.int, unit.common.void_ptr);
    let function =
        unit.implicit_builtin(Builtin::AtomicFetchAdd8, long, &[pointer, long, int], false);
    let place = counter(unit, counters, index);
    let (address, one, relaxed) =
        (unit.address_of(place, long), unit.int(long, 1), unit.int(int, 0));
    let args = vec![address, one, relaxed];
    vec![Cursor::nowhere().call(unit, f, Operand::None, function, args)]
}

/// Lets `fork` and its kin be called by way of the library that writes the counts.
fn call_counting_forks(unit: &mut Unit, f: &mut Function) {
    let blocks = f.block_order();
    for block in blocks {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
            let Callee::Decl(callee) = call.callee else { continue };
            let forks = |builtin: &Builtin| FORKS.contains(builtin);
            let Some(builtin) = unit.decls[callee].builtin.filter(forks) else { continue };
            let name = unit.symbols.intern(&format!("__gcov_{}", builtin.name()));
            let mut decl =
                Decl::new(DeclKind::Function, Some(name), unit.decls[callee].ty, Location::BUILTIN);
            decl.flags = flag::EXTERNAL | flag::PUBLIC | flag::ARTIFICIAL;
            let counting = unit.decls.push(decl);
            if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
                call.callee = Callee::Decl(counting);
            }
            f.update_stmt(unit, stmt);
        }
    }
}
