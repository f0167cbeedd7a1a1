//! What dumps show: constraints, sets, and what the alias oracle is told.

use super::PointsTo;
use super::constraints::{self, Constraint};
use super::graph::Graph;
use super::solution::Solution;
use super::variables::{Variables, var_flag};
use crate::analyses::alias::may_be_aliased;
use crate::analyses::ranges::fold;
use dumps::{Dump, DumpFlags};
use dumps::{put, putln};
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::print::{ssa_name_text, type_text};
use gimple::ssa::{NameFlags, SsaName};
use gimple::unit::Unit;
use std::fmt::Write;

/// The constraints, and the steps in which they are solved.
pub fn constraints(
    dump: &mut Dump<'_>,
    unit: &Unit,
    f: &Function,
    vars: &Variables,
    constraints: &[Constraint],
) {
    if !dump.enabled() {
        return;
    }
    let mut text = String::from("Points-to analysis\n\nConstraints:\n\n");
    for constraint in constraints {
        text += &constraints::text(unit, f, vars, constraint);
        text.push('\n');
    }
    text.push_str(STEPS);
    put!(dump, "{text}");
}

/// The steps in which constraints are solved.
pub const STEPS: &str = "\nCollapsing static cycles and doing variable substitution\nBuilding predecessor graph\n\
     Detecting pointer and location equivalences\nRewriting constraints and unifying variables\n\
     Uniting pointer but not location equivalent variables\nFinding indirect cycles\nSolving graph\n";

/// What is known of the unit is not found out again for a function.
pub fn kept(dump: &mut Dump<'_>, unit: &Unit, f: &Function, solution: &PointsTo) {
    put!(
        dump,
        "\nNot re-computing points-to information because IPA points-to information is available.\n\n"
    );
    alias_information(dump, unit, f, solution);
}

/// The sets.
pub fn sets(dump: &mut Dump<'_>, unit: &Unit, f: &Function, vars: &Variables, graph: &Graph) {
    if !dump.enabled() {
        return;
    }
    let name = |var: u32| vars.text(unit, f, var);
    let mut text = String::from("\nPoints-to sets\n\n");
    if dump.stats() {
        let counts = graph.counts;
        for (what, count) in [
            ("Total vars:               ", vars.len() - 1),
            ("Statically unified vars:  ", counts.unified_before),
            ("Dynamically unified vars: ", counts.unified_later),
            ("Iterations:               ", counts.iterations),
            ("Number of edges:          ", counts.edges),
        ] {
            putln!(text, "{what}{count}");
        }
    }
    for var in 1..vars.len() {
        if !vars[var].has(var_flag::MAY_HAVE_POINTERS) {
            continue;
        }
        let node = graph.found(var);
        put!(text, "{} = {{ ", name(var));
        for object in graph.sets[node as usize].iter() {
            put!(text, "{} ", name(object));
        }
        text.push('}');
        if node != var {
            put!(text, " same as {}", name(node));
        }
        text.push('\n');
    }
    put!(dump, "{text}");
}

/// What the oracle answers from (`dump_alias_info`).
pub fn alias_information(dump: &mut Dump<'_>, unit: &Unit, f: &Function, solution: &PointsTo) {
    if !dump.enabled() {
        return;
    }
    let function = crate::dump_text::decl(unit, f, f.decl);
    let mut text = format!("\n\nAlias information for {function}\n\nAliased symbols\n\n");
    for &var in f.locals.iter().rev().filter(|&&var| is_shown(unit, var)) {
        variable(&mut text, unit, f, var);
    }
    text.push_str("\nCall clobber information\n\nESCAPED");
    match solution.of_unit {
        // It is not what has escaped from the function.
        true => points_to(&mut text, &Solution::anything(), true),
        false => points_to(&mut text, &solution.escaped, solution.escaped.null),
    }
    text.push_str("\n\nFlow-insensitive points-to information\n\n");
    for (name, data) in f.names.iter() {
        if !super::is_pointer(unit, data) {
            continue;
        }
        let Some(found) = solution.of(f, name) else { continue };
        text += &ssa_name_text(unit, f, name);
        points_to(&mut text, found, !is_never_null(unit, f, name));
        text.push('\n');
    }
    text.push('\n');
    put!(dump, "{text}");
}

/// Whether a variable may be another by pointers, and change.
fn is_shown(unit: &Unit, var: DeclId) -> bool {
    let decl = &unit.decls[var];
    may_be_aliased(unit, var) && !(decl.is_global() && decl.has(flag::READONLY))
}

/// Whether a pointer is known not to be null wherever it is.
fn is_never_null(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let data = &f.names[name];
    let incoming = data.has(NameFlags::DEFAULT_DEF) && data.var.is_some();
    let chain_or_declared =
        || data.var == f.static_chain || fold::is_declared_nonnull(unit, f, data.var);
    data.has(NameFlags::NONNULL) || incoming && chain_or_declared()
}

fn variable(text: &mut String, unit: &Unit, f: &Function, var: DeclId) {
    let decl = &unit.decls[var];
    let name = crate::dump_text::decl(unit, f, var);
    let ty = type_text(unit, decl.ty, DumpFlags::NONE);
    put!(text, "{name}, UID D.{}, {ty}", var.0);
    for (is_so, what) in [
        (decl.has(flag::ADDRESSABLE), ", is addressable"),
        (decl.is_global(), ", is global"),
        (decl.has(flag::VOLATILE), ", is volatile"),
    ] {
        text.push_str(if is_so { what } else { "" });
    }
    if let Some(&name) = f.default_defs.get(&var) {
        put!(text, ", default def: {}", ssa_name_text(unit, f, name));
    }
    if let Some(&value) = unit.initializers.get(&var) {
        put!(text, ", initial: {}", crate::dump_text::operand(unit, f, value));
    }
    text.push('\n');
}

fn points_to(text: &mut String, solution: &Solution, null: bool) {
    for (is_so, what) in [
        (solution.anything, "anything"),
        (solution.nonlocal, "non-local"),
        (solution.escaped, "escaped"),
        (null, "NULL"),
    ] {
        if is_so {
            put!(text, ", points-to {what}");
        }
    }
    let Some(vars) = &solution.vars else { return };
    text.push_str(", points-to vars: { ");
    variables_among(text, solution, vars);
}

/// `D.1 D.2 } (escaped)`: variables, and what can be said of them in short.
fn variables_among(text: &mut String, solution: &Solution, vars: &[DeclId]) {
    for var in vars {
        put!(text, "D.{} ", var.0);
    }
    text.push('}');
    let facts = [
        (solution.has_nonlocal, "nonlocal"),
        (solution.has_escaped, "escaped"),
        (solution.has_escaped_heap, "escaped heap"),
        (solution.has_restrict, "restrict"),
        (solution.has_interposable, "interposable"),
    ];
    let facts: Vec<&str> = facts.iter().filter(|fact| fact.0).map(|fact| fact.1).collect();
    if !facts.is_empty() {
        put!(text, " ({})", facts.join(", "));
    }
}

/// What a pointer points to by the function's solution, as `-alias` notes it: `PT = nonlocal null { D.7 } (escaped)`; and
/// what is known of where it is aligned.
pub fn notes(unit: &Unit, f: &Function, solution: Option<&Solution>, name: SsaName) -> Vec<String> {
    let zeros = f.nonzero_bits.get(name).trailing_zeros().min(MOST_ALIGNED);
    let mut lines = Vec::new();
    match solution {
        Some(solution) => {
            let null = !is_never_null(unit, f, name);
            lines.push(format!("PT = {}", solution_text(solution, null)));
        }
        None if zeros > 0 => lines.push("PT = anything ".to_string()),
        None => {}
    }
    if zeros > 0 {
        lines.push(format!("ALIGN = {}, MISALIGN = 0", 1u64 << zeros));
    }
    lines
}

/// The binary logarithm of the greatest alignment that is noted.
const MOST_ALIGNED: u32 = 31;

/// A solution in words, with a space after each.
pub fn solution_text(solution: &Solution, null: bool) -> String {
    if solution.anything {
        return "anything ".to_string();
    }
    let mut text = String::new();
    for (is_so, what) in
        [(solution.nonlocal, "nonlocal "), (solution.escaped, "escaped "), (null, "null ")]
    {
        text.push_str(if is_so { what } else { "" });
    }
    if let Some(vars) = solution.vars.as_ref().filter(|vars| !vars.is_empty()) {
        text.push_str("{ ");
        variables_among(&mut text, solution, vars);
    }
    text
}
