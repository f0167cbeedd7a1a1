//! Pass `dataflow`, which GCC does not have: solves the problems that `-fdataflow=` names, before SSA form is built, and
//! prints what holds at the ends of each block.

use super::bits::{GenKill, Meet, Sets};
use super::constants::{Constants, Known};
use super::expressions::Expressions;
use super::{Direction, bits, live, reaching, solve};
use crate::dump_text;
use dumps::put;
use gimple::cfg::BlockId;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::options::{Analysis, Choice, DataflowOrder};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::print::operand_text;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Facts times blocks that are still worked on: sets are dense.
const TABLE_LIMIT: usize = 1 << 32;

/// `dataflow` for the pass table.
pub const PASS: Pass = Pass::tree("dataflow", execute)
    .gate(|options, _| !options.analyses.is_empty())
    .requires(Prop::CFG);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !cx.dump.enabled() {
        return Todo::NONE;
    }
    let (variables, numbers) = live::variables(cx.unit, f);
    for &(_, analysis) in Analysis::WORDS {
        if cx.options.analyses.contains(&analysis) {
            let text = report(cx, f, analysis, &variables, &numbers);
            put!(cx.dump, "{text}");
        }
    }
    Todo::NONE
}

fn report(
    cx: &mut PassContext<'_>,
    f: &Function,
    analysis: Analysis,
    variables: &[DeclId],
    numbers: &FxHashMap<DeclId, usize>,
) -> String {
    let order = cx.options.dataflow_order;
    let expression = |unit: &Unit, found: &Expressions| -> Vec<String> {
        found.stmts.iter().map(|&stmt| right_side(&dump_text::stmt(unit, f, stmt))).collect()
    };
    let variable_names = |unit: &Unit| -> Vec<String> {
        variables.iter().map(|&var| dump_text::decl(unit, f, var)).collect()
    };
    let unit = &*cx.unit;
    let (problem, names) = match analysis {
        Analysis::Live => (live::problem(unit, f, numbers), variable_names(unit)),
        Analysis::Reaching => {
            let found = reaching::definitions(unit, f);
            let text = |&(stmt, _): &(_, _)| dump_text::stmt(unit, f, stmt).trim().to_string();
            (reaching::problem(f, &found), found.iter().map(text).collect())
        }
        Analysis::Available | Analysis::PartiallyAvailable => {
            let found = Expressions::find(unit, f);
            let meet = meet_of(analysis == Analysis::Available);
            (found.available(unit, f, meet), expression(unit, &found))
        }
        Analysis::Anticipated | Analysis::PartiallyAnticipated => {
            let found = Expressions::find(unit, f);
            let meet = meet_of(analysis == Analysis::Anticipated);
            (found.anticipated(unit, f, meet), expression(unit, &found))
        }
        Analysis::Constants | Analysis::ConditionalConstants => {
            return constants(cx.unit, f, analysis, variables, numbers, order);
        }
    };
    sets(f, &problem, &names, order)
}

fn meet_of(all_paths: bool) -> Meet {
    if all_paths { Meet::Intersection } else { Meet::Union }
}

fn right_side(stmt: &str) -> String {
    let text = stmt.trim().trim_end_matches(';');
    text.split_once(" = ").map_or(text, |sides| sides.1).to_string()
}

fn word_of<C: Choice + PartialEq>(choice: C) -> &'static str {
    C::WORDS.iter().find(|entry| entry.1 == choice).map_or("", |entry| entry.0)
}

fn sets(f: &Function, problem: &GenKill, names: &[String], order: DataflowOrder) -> String {
    let direction = match problem.direction {
        Direction::Forward => "forward",
        Direction::Backward => "backward",
    };
    let meet = match problem.meet {
        Meet::Union => "union",
        Meet::Intersection => "intersection",
    };
    let mut text =
        format!(";; data flow: {}, {direction}, {meet}; {} facts\n", problem.name, problem.facts);
    if problem.facts.saturating_mul(f.blocks.len()) > TABLE_LIMIT {
        text.push_str(";; too many facts for so many blocks\n\n");
        return text;
    }
    let found = bits::solve(f, problem, order);
    text.push_str(&work(order, found.iterations, found.visits));
    let list = |sets: &Sets, block: BlockId| {
        let facts: Vec<&str> = sets.facts(block).into_iter().map(|fact| &names[fact][..]).collect();
        match facts.is_empty() {
            true => "{ }".to_string(),
            false => format!("{{ {} }}", facts.join(" ")),
        }
    };
    for block in f.block_iter() {
        text.push_str(&format!(";; <bb {}> in: {}\n", block.0, list(&found.at_start, block)));
        text.push_str(&format!(";; <bb {}> out: {}\n", block.0, list(&found.at_end, block)));
    }
    text.push('\n');
    text
}

fn work(order: DataflowOrder, iterations: usize, visits: usize) -> String {
    format!(";; {}: {iterations} iterations, {visits} blocks visited\n", word_of(order))
}

fn constants(
    unit: &mut Unit,
    f: &Function,
    analysis: Analysis,
    variables: &[DeclId],
    numbers: &FxHashMap<DeclId, usize>,
    order: DataflowOrder,
) -> String {
    let name = word_of(analysis);
    let mut text = format!(";; data flow: {name}, forward; {} variables\n", variables.len());
    if variables.len().saturating_mul(f.blocks.len()) > TABLE_LIMIT / 64 {
        text.push_str(";; too many variables for so many blocks\n\n");
        return text;
    }
    let conditional = analysis == Analysis::ConditionalConstants;
    let mut problem = Constants::new(unit, variables, numbers, conditional);
    let found = solve(f, &mut problem, order);
    text.push_str(&work(order, found.iterations, found.visits));
    let row = |values: &[Known]| {
        let shown: Vec<String> = variables
            .iter()
            .zip(values)
            .map(|(&var, value)| {
                let value = match value {
                    Known::Undetermined => "⊤".to_string(),
                    Known::Varying => "⊥".to_string(),
                    Known::Constant(id) => {
                        operand_text(unit, f, Operand::Const(*id), dumps::DumpFlags::NONE)
                    }
                };
                format!("{}={value}", dump_text::decl(unit, f, var))
            })
            .collect();
        shown.join(" ")
    };
    for block in f.block_iter() {
        let index = block.0 as usize;
        if !found.reached[index] {
            text.push_str(&format!(";; <bb {}> is not executed\n", block.0));
            continue;
        }
        text.push_str(&format!(";; <bb {}> in: {}\n", block.0, row(&found.into[index])));
        text.push_str(&format!(";; <bb {}> out: {}\n", block.0, row(&found.result[index])));
    }
    text.push('\n');
    text
}
