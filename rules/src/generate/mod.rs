//! Matchers written in Rust.
//!
//! For each rule there is a function that matches the pattern, asks the condition and builds the result ([`rule`]); for
//! each operator at the top of a pattern one that tries the rules which the kinds of the operands leave, in the table's
//! order ([`tree`]).

mod effects;
mod rule;
mod tree;

use crate::ast::{Form, Loop, Op, Rule};
use crate::expand::without_options;
use crate::operators::{OPERATORS, Operator};
use rule::RuleWriter;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text of a Rust module's items: `simplify_gimple`, `simplify_generic` and `simplify_rtl`, each over the rules for
/// that form, and `RULES`, all names.
pub fn generate(rules: &[Rule]) -> String {
    let mut out = String::new();
    let mut functions = Vec::new();
    for rule in rules {
        for (index, alternative) in without_options(rule).into_iter().enumerate() {
            let name = match index {
                0 => rule.name.clone(),
                n => format!("{}_{n}", rule.name),
            };
            out.push_str(&RuleWriter::write(&alternative, &name));
            functions.push((name, alternative));
        }
    }
    for (form, name) in [(Form::Gimple, "gimple"), (Form::Generic, "generic"), (Form::Rtl, "rtl")] {
        let of_form: Vec<&(String, Rule)> =
            functions.iter().filter(|entry| entry.1.forms.contains(&form)).collect();
        if !of_form.is_empty() {
            dispatch(&mut out, name, &of_form);
        }
    }
    let names: Vec<String> = rules.iter().map(|rule| format!("    {:?},\n", rule.name)).collect();
    let _ = write!(
        out,
        "/// The names of all rules.\npub const RULES: &[&str] = &[\n{}];\n",
        names.concat()
    );
    out
}

/// The codes an operator of a pattern may be.
fn codes(op: &Op, loops: &[Loop]) -> Vec<&'static Operator> {
    match op {
        Op::Known(op) => vec![op],
        Op::Variable(name) => loops
            .iter()
            .flat_map(|l| &l.columns)
            .find(|column| column.0 == *name)
            .map_or_else(Vec::new, |column| column.1.clone()),
    }
}

/// `TreeCode` patterns for operators.
fn code_pattern(operators: &[&'static Operator]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for code in operators.iter().flat_map(|op| tree::code_names(op)) {
        if !names.contains(&code) {
            names.push(code);
        }
    }
    names.iter().map(|name| format!("TreeCode::{name}")).collect::<Vec<_>>().join(" | ")
}

/// The function that tries all rules for a form, and those it calls.
fn dispatch(out: &mut String, form: &str, rules: &[&(String, Rule)]) {
    let mut roots: BTreeMap<&str, Vec<(&str, &Rule)>> = BTreeMap::new();
    for (name, rule) in rules {
        let Some(root) = rule.pattern.node() else { continue };
        for op in codes(&root.op, &rule.loops) {
            roots.entry(op.name).or_default().push((name, rule));
        }
    }
    let mut arms = String::new();
    for op in OPERATORS {
        let Some(rules) = roots.get(op.name) else { continue };
        arms.push_str(&tree::arm(form, op));
        out.push_str(&tree::function(form, op, rules));
    }
    let _ = write!(
        out,
        "\n/// What the first rule for {form} that applies makes of an operation.\n\
         pub fn simplify_{form}<S: Subject>(s: &mut S, e: &E<S>) -> Option<E<S>> {{\n    \
         match e.code {{\n{arms}        _ => None,\n    }}\n}}\n\n"
    );
}
