//! Which rules there are to try, decided by what kinds of values the operands are: most operations have none and are left
//! at once.
//!
//! ```text
//! fn gimple_minus<S: Subject>(s: &mut S, e: &E<S>) -> Option<E<S>> {
//!     let defs = [s.definition(e.ops[0]), s.definition(e.ops[1])];
//!     match kind(s, e.ops[0], &defs[0]) {
//!         Kind::Of(TreeCode::Plus) => match kind(s, e.ops[1], &defs[1]) {
//!             Kind::Constant => { ... }
//! ```

use super::{code_pattern, codes};
use crate::ast::{Loop, Node, Pattern, Rule};
use crate::operators::{Operator, Shape};
use std::fmt::Write;

/// What an operand may be for a rule to apply.
#[derive(Clone, PartialEq)]
struct Wanted {
    /// Anything will do.
    any: bool,
    constant: bool,
    codes: Vec<&'static str>,
}

/// What an operand is found to be.
#[derive(Clone, Copy, PartialEq)]
enum Found {
    Constant,
    Code(&'static str),
    Other,
}

impl Wanted {
    fn of(pattern: &Pattern, loops: &[Loop]) -> Wanted {
        let mut wanted = Wanted { any: false, constant: false, codes: Vec::new() };
        match pattern {
            Pattern::Any(_) => wanted.any = true,
            Pattern::Constant(_) | Pattern::Literal(_) | Pattern::Real(_) => wanted.constant = true,
            Pattern::Node(node) => {
                if node.optional {
                    wanted = Wanted::of(&node.args[0], loops);
                }
                for op in codes(&node.op, loops) {
                    wanted.codes.extend(code_names(op));
                }
            }
        }
        wanted
    }

    fn admits(&self, found: Found) -> bool {
        self.any
            || match found {
                Found::Constant => self.constant,
                Found::Code(code) => self.codes.contains(&code),
                Found::Other => false,
            }
    }
}

/// The variants of `TreeCode` an operator stands for.
pub(super) fn code_names(op: &'static Operator) -> Vec<&'static str> {
    match op.shape {
        Shape::Convert if op.name == "convert" => vec!["Nop", "Float", "FixTrunc"],
        _ => vec![op.code],
    }
}

/// Whether a rule may apply to operands of these kinds.
fn may_apply(root: &Node, loops: &[Loop], found: [Found; 2]) -> bool {
    let in_order = |order: &[usize]| {
        root.args
            .iter()
            .zip(order)
            .all(|(arg, &index)| index > 1 || Wanted::of(arg, loops).admits(found[index]))
    };
    in_order(&[0, 1, 2]) || root.commutes && in_order(&[1, 0])
}

/// The kinds of one operand that rules tell apart.
fn kinds(rules: &[(&str, &Rule)], index: usize) -> Vec<Found> {
    let mut kinds = Vec::new();
    for (_, rule) in rules {
        let Some(root) = rule.pattern.node() else { continue };
        for (at, arg) in root.args.iter().enumerate() {
            if at != index && !(root.commutes && at < 2) {
                continue;
            }
            let wanted = Wanted::of(arg, &rule.loops);
            let codes = wanted.codes.iter().map(|code| Found::Code(code));
            for kind in codes.chain(wanted.constant.then_some(Found::Constant)) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        }
    }
    kinds.push(Found::Other);
    kinds
}

/// Arms of a `match` on the kind of operand `index`, equal ones joined; one that is alone needs no `match`.
fn decide(index: usize, arms: Vec<(Found, String)>, depth: usize) -> String {
    let indent = "    ".repeat(depth);
    let rest = arms.last().map_or_else(String::new, |arm| arm.1.clone());
    let mut joined: Vec<(Vec<Found>, &String)> = Vec::new();
    for (found, body) in &arms {
        if *body == rest {
            continue;
        }
        match joined.iter_mut().find(|arm| arm.1 == body) {
            Some(arm) => arm.0.push(*found),
            None => joined.push((vec![*found], body)),
        }
    }
    if joined.is_empty() {
        return rest;
    }
    let mut out = format!("{indent}match kind(s, e.ops[{index}], &defs[{index}]) {{\n");
    for (found, body) in joined {
        let mut patterns = Vec::new();
        if found.contains(&Found::Constant) {
            patterns.push("Kind::Constant".to_string());
        }
        let codes = found.iter().filter_map(|found| match found {
            Found::Code(code) => Some(format!("TreeCode::{code}")),
            _ => None,
        });
        let codes: Vec<String> = codes.collect();
        if !codes.is_empty() {
            patterns.push(format!("Kind::Of({})", codes.join(" | ")));
        }
        let _ = writeln!(out, "{indent}    {} => {{\n{body}{indent}    }}", patterns.join(" | "));
    }
    let rest = match rest.as_str() {
        "" => format!("{indent}        // There is no rule.\n"),
        _ => rest,
    };
    let _ = writeln!(out, "{indent}    _ => {{\n{rest}{indent}    }}\n{indent}}}");
    out
}

/// The function that tries the rules whose pattern has operator `op` at the top.
pub fn function(form: &str, op: &'static Operator, rules: &[(&str, &Rule)]) -> String {
    let attempt = |name: &str, rule: &Rule, depth: usize| {
        let indent = "    ".repeat(depth);
        format!(
            "{indent}if let Some(simpler) = {name}(s, e, &defs) {{\n\
             {indent}    s.applied({:?});\n{indent}    return Some(simpler);\n{indent}}}\n",
            rule.name
        )
    };
    let leaf = |found: [Found; 2], depth: usize| -> String {
        let fitting = rules.iter().filter(|(_, rule)| {
            rule.pattern.node().is_some_and(|root| may_apply(root, &rule.loops, found))
        });
        fitting.map(|(name, rule)| attempt(name, rule, depth)).collect()
    };
    let first = kinds(rules, 0).into_iter().map(|first| {
        let body = if op.arity == 1 {
            leaf([first, Found::Other], 3)
        } else {
            let second = kinds(rules, 1).into_iter();
            decide(1, second.map(|second| (second, leaf([first, second], 4))).collect(), 3)
        };
        (first, body)
    });
    let body = decide(0, first.collect(), 1);
    let second = if op.arity > 1 { "s.definition(e.ops[1])" } else { "None" };
    format!(
        "\nfn {form}_{}<S: Subject>(s: &mut S, e: &E<S>) -> Option<E<S>> {{\n    \
         let defs = [s.definition(e.ops[0]), {second}];\n{body}    None\n}}\n",
        op.name
    )
}

/// The arm of the function that tries all rules of a form.
pub fn arm(form: &str, op: &'static Operator) -> String {
    format!("        {} => {form}_{}(s, e),\n", code_pattern(&[op]), op.name)
}
