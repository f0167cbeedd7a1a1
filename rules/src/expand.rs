//! Rules without loops and optional parts.

use crate::ast::{Node, Op, Pattern, Rule, Template};
use crate::operators::Operator;

/// The rule with and without its optional conversions: all of them at once.
pub fn without_options(rule: &Rule) -> Vec<Rule> {
    let mut optional = false;
    rule.pattern.walk(&mut |part| optional |= part.node().is_some_and(|node| node.optional));
    if !optional {
        return vec![rule.clone()];
    }
    let with = |keep: bool| Rule { pattern: decide(&rule.pattern, keep), ..rule.clone() };
    vec![with(false), with(true)]
}

fn decide(pattern: &Pattern, keep: bool) -> Pattern {
    let Pattern::Node(node) = pattern else { return pattern.clone() };
    if node.optional && !keep {
        return decide(&node.args[0], keep);
    }
    let args = node.args.iter().map(|arg| decide(arg, keep)).collect();
    Pattern::Node(Node { optional: false, args, ..node.clone() })
}

/// All the rules a rule stands for, each with operators in place of the loops' variables.
pub fn concrete(rule: &Rule) -> Vec<Rule> {
    let mut all = without_options(rule);
    for l in &rule.loops {
        let rows = l.columns[0].1.len();
        all = all
            .iter()
            .flat_map(|rule| {
                (0..rows).map(|row| {
                    let find = |name: &str| {
                        let column = l.columns.iter().find(|column| column.0 == name);
                        column.map(|column| column.1[row])
                    };
                    Rule {
                        loops: Vec::new(),
                        pattern: put_in_pattern(&rule.pattern, &find),
                        result: put_in_template(&rule.result, &find),
                        ..rule.clone()
                    }
                })
            })
            .collect();
    }
    all
}

type Find<'a> = &'a dyn Fn(&str) -> Option<&'static Operator>;

fn put(op: &Op, find: Find<'_>) -> Op {
    match op {
        Op::Variable(name) => find(name).map_or_else(|| op.clone(), Op::Known),
        Op::Known(_) => op.clone(),
    }
}

fn put_in_pattern(pattern: &Pattern, find: Find<'_>) -> Pattern {
    let Pattern::Node(node) = pattern else { return pattern.clone() };
    let args = node.args.iter().map(|arg| put_in_pattern(arg, find)).collect();
    Pattern::Node(Node { op: put(&node.op, find), args, ..node.clone() })
}

fn put_in_template(template: &Template, find: Find<'_>) -> Template {
    let Template::Node { op, ty, args } = template else { return template.clone() };
    let args = args.iter().map(|arg| put_in_template(arg, find)).collect();
    Template::Node { op: put(op, find), ty: ty.clone(), args }
}
