//! IPA pass `sra`: parameters that are not used, and results that nobody uses, go; of structures, and of what pointers point
//! to, the parts are passed that are read.
//!
//! ```text
//!   static int f (struct s *p, int n)           void f.isra (int ISRA.1)
//!   { h (p->b); return n; }                     { h (ISRA.1); }
//!                                        =>
//!   f (&x, 3);                                  _1 = x.b;
//!                                               f.isra (_1);
//! ```
//!
//! After Jambor's pass of GCC 10. Of each function it is found out what is done with its parameters and with what its calls
//! return (`candidates`). That goes from function to function where something is only passed on (`propagate`): then it is
//! decided what each takes (`decide`), and functions and calls are made anew (`materialize`). Only functions change that
//! nobody else can call, and all of whose calls pass what they take. Linear in the unit.

mod candidates;
mod decide;
mod graph;
mod materialize;
mod propagate;
mod report;

use crate::{cp, local_functions, remove_symbols, symbol_text, version};
use candidates::{Candidates, call_fits};
use dumps::Dump;
use gimple::call_graph::CallGraph;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::StmtKind;
use gimple::unit::Unit;
use graph::Graph;
use report::Log;
use std::fmt::Write;

/// `sra` for the pass table.
pub const PASS: Pass = Pass::ipa("sra", execute)
    .gate(|options, _| options.optimize > 0 && options.on(Flag::IpaSra))
    .follows(&[("cp", "what is constant needs not be passed")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    let by_name = CallGraph::with_names(functions, &cx.unit.folded);
    let keep_static = !cx.options.on(Flag::ToplevelReorder);
    let local = local_functions::find(cx.unit, functions, &by_name, keep_static);
    let (wanted, in_detail) = (cx.dump.enabled(), cx.dump.details());
    if !wanted && !local.contains(&true) {
        return Todo::NONE;
    }
    let mut log = Log { wanted, in_detail, text: String::new() };
    let mut graph = Graph::new(cx.unit, functions);
    for (index, f) in functions.iter().enumerate() {
        graph.add_calls(f, index);
    }
    for index in (0..functions.len()).rev() {
        let f = &functions[index];
        let options = f.options.as_deref().unwrap_or(cx.options);
        let changes = may_change(cx.unit, options, f);
        let name = graph.name(cx.unit, index);
        log.details(|| format!("\nCreating summary for {name}:\n"));
        let mut work = Candidates::new((cx.unit, options), f, &mut graph, index, &mut log);
        work.summarize(changes);
    }
    log.say(|| "\n\n========== IPA-SRA IPA stage ==========\n".to_owned());
    report::say_graph(cx.unit, &graph, &mut log);
    for (index, _) in functions.iter().enumerate().filter(|(index, _)| !local[*index]) {
        if std::mem::replace(&mut graph.nodes[index].is_candidate, false) {
            let name = graph.name(cx.unit, index);
            log.say(|| format!("Function {name} disqualified because it cannot be made local.\n"));
        }
    }
    drop_misused(cx.unit, functions, &mut graph);
    graph.propagate(cx.unit, &mut log);
    if cx.dump.details() {
        log.say(|| "\n========== IPA-SRA propagation final state  ==========\n".to_owned());
        report::say_graph(cx.unit, &graph, &mut log);
    }
    log.say(|| "\n\n\n========== IPA-SRA decisions ==========\n".to_owned());
    let mut adjusted = decide::decide(cx.unit, &graph, functions, &mut log);
    log.say(|| "\n========== IPA SRA IPA analysis done ==========\n\n".to_owned());
    if wanted {
        let _ = cx.dump.write_str(&log.text);
    }
    if !adjusted.is_empty() {
        // What is said of each step would drown what the pass says.
        let dump = std::mem::replace(&mut cx.dump, Dump::off());
        materialize::execute(cx, &graph, &adjusted, functions);
        adjusted.clear();
        cx.dump = dump;
        remove_symbols::execute(cx, functions);
    } else {
        remove_symbols::say_gone(cx, &[], &[]);
        symbol_text::say(cx, functions);
    }
    Todo::NONE
}

/// Whether the signature of a function may change, as far as that is up to itself (`ipa_sra_preliminary_function_checks`).
fn may_change(unit: &Unit, options: &Options, f: &Function) -> bool {
    f.properties.intersects(Prop::SSA)
        && options.optimize > 0
        && options.on(Flag::IpaSra)
        && !options.on(Flag::NonCallExceptions)
        && unit.decls[f.decl].flags & (flag::NOIPA | flag::NAKED) == 0
        && cp::is_versionable(unit, f)
        && !version::has_fixed_signature(unit, f.decl)
}

/// Functions that are called otherwise than they are declared do not change.
fn drop_misused(unit: &Unit, functions: &[Function], graph: &mut Graph) {
    for call in &graph.calls {
        let Some(callee) = call.callee else { continue };
        let caller = &functions[call.caller];
        let StmtKind::Call(stmt) = &caller.stmts[call.stmt].kind else { continue };
        if !call_fits(unit, caller, stmt, &functions[callee]) {
            graph.nodes[callee].is_candidate = false;
        }
    }
}
