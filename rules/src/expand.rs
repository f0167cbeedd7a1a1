//! Rules without loops and optional parts.

use crate::ast::{Condition, Node, Op, Pattern, Question, Rule, Template, TypeRef};
use crate::operators::{Operator, operator};

fn is_nop(node: &Node) -> bool {
    matches!(&node.op, Op::Known(op) if op.name == "nop")
}

/// The rule with and without its optional conversions, all of them at once; those that change no bit stay.
pub fn without_options(rule: &Rule) -> Vec<Rule> {
    let mut optional = false;
    rule.pattern.walk(&mut |part| {
        optional |= part.node().is_some_and(|node| node.optional && !is_nop(node));
    });
    if !optional {
        return vec![rule.clone()];
    }
    let with = |keep: bool| Rule { pattern: decide(&rule.pattern, keep), ..rule.clone() };
    vec![with(false), with(true)]
}

fn decide(pattern: &Pattern, keep: bool) -> Pattern {
    let Pattern::Node(node) = pattern else { return pattern.clone() };
    let own = node.optional && !is_nop(node);
    if own && !keep {
        return decide(&node.args[0], keep);
    }
    let args = node.args.iter().map(|arg| decide(arg, keep)).collect();
    Pattern::Node(Node { optional: node.optional && !own, args, ..node.clone() })
}

/// The rule with conversions that change no bit written as conversions, under the condition that they are such; each
/// optional one is there or not.
fn without_nops(rule: &Rule) -> Vec<Rule> {
    let mut all = Vec::new();
    for keep in [true, false] {
        let mut decided = false;
        let mut condition = Vec::new();
        let pattern = decide_first_nop(&rule.pattern, keep, &mut decided, &mut condition);
        if !decided {
            return vec![rule.clone()];
        }
        let Some(pattern) = pattern else { continue };
        condition.extend(rule.condition.conjuncts().iter().cloned());
        let one = Rule { pattern, condition: Condition::All(condition), ..rule.clone() };
        all.extend(without_nops(&one));
    }
    all
}

/// The pattern with its first conversion of the kind decided; nothing where it must be there and is not to be.
fn decide_first_nop(
    pattern: &Pattern,
    keep: bool,
    decided: &mut bool,
    condition: &mut Vec<Condition>,
) -> Option<Pattern> {
    let Pattern::Node(node) = pattern else { return Some(pattern.clone()) };
    if *decided {
        return Some(pattern.clone());
    }
    if !is_nop(node) {
        let args = node.args.iter();
        let args = args.map(|arg| decide_first_nop(arg, keep, decided, condition));
        let args = args.collect::<Option<Vec<Pattern>>>()?;
        return Some(Pattern::Node(Node { args, ..node.clone() }));
    }
    *decided = true;
    if !keep {
        return node.optional.then(|| node.args[0].clone());
    }
    // Both have a name to ask for their types by.
    let mut inner = node.args[0].clone();
    let (outer_name, inner_name) = match &mut inner {
        Pattern::Any(name) | Pattern::Constant(name) => (format!("nop_of_{name}"), name.clone()),
        Pattern::Node(inner) => {
            let fresh = || format!("under_nop_{}", condition.len());
            let name = inner.name.get_or_insert_with(fresh).clone();
            (format!("nop_of_{name}"), name)
        }
        Pattern::Literal(_) | Pattern::Real(_) => return None,
    };
    let outer_name = node.name.clone().unwrap_or(outer_name);
    let types = vec![TypeRef::Of(outer_name.clone()), TypeRef::Of(inner_name)];
    condition.push(Condition::Ask(Question::Nop, types));
    let op = operator("convert").map_or(node.op.clone(), Op::Known);
    let name = Some(outer_name);
    Some(Pattern::Node(Node { op, optional: false, name, args: vec![inner], ..node.clone() }))
}

/// All the rules a rule stands for, each with operators in place of the loops' variables.
pub fn concrete(rule: &Rule) -> Vec<Rule> {
    let mut all: Vec<Rule> = without_options(rule).iter().flat_map(without_nops).collect();
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
