//! Mistakes in a table: names that are not captured, a rule given twice, a rule that an earlier one leaves nothing to do.

use crate::ast::{Condition, Form, Node, Op, Pattern, Rule, Template, TypeRef, Value};
use crate::expand::concrete;

/// Calls `visit` with each name that template and condition mention: captures, and variables of loops.
pub fn mentions(rule: &Rule, visit: &mut dyn FnMut(&str)) {
    in_template(&rule.result, visit);
    in_condition(&rule.condition, visit);
}

fn in_template(template: &Template, visit: &mut dyn FnMut(&str)) {
    match template {
        Template::Capture(name) => visit(name),
        Template::Value(value, ty) => {
            in_value(value, visit);
            in_type(ty.as_ref(), visit);
        }
        Template::Node { op, ty, args } => {
            if let Op::Variable(name) = op {
                visit(name);
            }
            in_type(ty.as_ref(), visit);
            for arg in args {
                in_template(arg, visit);
            }
        }
    }
}

fn in_type(ty: Option<&TypeRef>, visit: &mut dyn FnMut(&str)) {
    match ty {
        Some(TypeRef::Of(name)) => visit(name),
        Some(TypeRef::Unsigned(of) | TypeRef::Signed(of)) => in_type(Some(of), visit),
        Some(TypeRef::Root | TypeRef::Int | TypeRef::Truth) | None => {}
    }
}

fn in_value(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::Number(_) => {}
        Value::Constant(name) | Value::Possible(name) => visit(name),
        Value::Bits(ty) | Value::Min(ty) | Value::Max(ty) => in_type(Some(ty), visit),
        Value::Wrap(ty, inner) | Value::Inverse(ty, inner) => {
            in_type(Some(ty), visit);
            in_value(inner, visit);
        }
        Value::Log2(inner) | Value::Negate(inner) | Value::Not(inner) => in_value(inner, visit),
        Value::Binary(_, left, right) => {
            in_value(left, visit);
            in_value(right, visit);
        }
    }
}

fn in_condition(condition: &Condition, visit: &mut dyn FnMut(&str)) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            for part in parts {
                in_condition(part, visit);
            }
        }
        Condition::Not(inner) => in_condition(inner, visit),
        Condition::Compare(_, left, right) => {
            in_value(left, visit);
            in_value(right, visit);
        }
        Condition::Fits(ty, value) => {
            in_type(Some(ty), visit);
            in_value(value, visit);
        }
        Condition::Ask(_, types) => {
            for ty in types {
                in_type(Some(ty), visit);
            }
        }
        Condition::NotZero(name) | Condition::NotNegative(name) | Condition::Negative(name) => {
            visit(name);
        }
    }
}

/// What is wrong with a table, each complaint with its place.
pub fn check(rules: &[Rule]) -> Vec<String> {
    let mut complaints = Vec::new();
    let place = |rule: &Rule| format!("{}:{}: {}", rule.file, rule.line, rule.name);
    for (index, rule) in rules.iter().enumerate() {
        if rule.pattern.node().is_none() {
            complaints.push(format!("{}: the pattern is no operation", place(rule)));
        }
        if rules[..index].iter().any(|other| other.name == rule.name) {
            complaints.push(format!("{}: the name is taken", place(rule)));
        }
        let captures = rule.pattern.captures();
        let variables: Vec<&String> =
            rule.loops.iter().flat_map(|l| &l.columns).map(|column| &column.0).collect();
        mentions(rule, &mut |name| {
            if !captures.contains(&name) && !variables.iter().any(|v| *v == name) {
                complaints.push(format!("{}: {name} is not captured", place(rule)));
            }
        });
    }
    complaints.extend(overshadowed(rules));
    complaints
}

/// Rules that never apply, because an earlier one matches whatever they match and asks no more.
fn overshadowed(rules: &[Rule]) -> Vec<String> {
    let all: Vec<Rule> = rules.iter().flat_map(concrete).collect();
    let mut complaints = Vec::new();
    for (index, later) in all.iter().enumerate() {
        for earlier in &all[..index] {
            let same_form = |form: &Form| earlier.forms.contains(form);
            if !later.forms.iter().all(same_form) || !covers(earlier, later) {
                continue;
            }
            complaints.push(format!(
                "{}:{}: {} leaves nothing for {}:{}: {}",
                earlier.file, earlier.line, earlier.name, later.file, later.line, later.name
            ));
        }
    }
    complaints.sort();
    complaints.dedup();
    complaints
}

/// What stands for each capture of the general pattern.
type Binding<'a> = Vec<(&'a str, &'a Pattern)>;

/// Whether `general` applies wherever `special` does.
fn covers(general: &Rule, special: &Rule) -> bool {
    let mut bindings = Vec::new();
    match_pattern(&general.pattern, &special.pattern, Vec::new(), &mut bindings);
    bindings.iter().any(|binding| {
        let renamed = |text: &str| {
            // A condition is about captures: compare it with their names exchanged for those of the other rule.
            let name = binding.iter().find(|entry| entry.0 == text).map(|entry| entry.1);
            match name {
                Some(Pattern::Any(name) | Pattern::Constant(name)) => name.clone(),
                _ => format!("no name for {text}"),
            }
        };
        let theirs: Vec<String> =
            special.condition.conjuncts().iter().map(|part| format!("{part:?}")).collect();
        general.condition.conjuncts().iter().all(|part| {
            let mut text = format!("{part:?}");
            let mut names = Vec::new();
            in_condition(part, &mut |name| names.push(name.to_string()));
            names.sort();
            names.dedup();
            for name in &names {
                // A name that has been exchanged is not exchanged again.
                text = text.replace(&format!("\"{name}\""), &format!("\0{}\0", renamed(name)));
            }
            theirs.contains(&text.replace('\0', "\""))
        })
    })
}

/// Adds to `found` all ways in which `general` matches what `special` matches.
fn match_pattern<'a>(
    general: &'a Pattern,
    special: &'a Pattern,
    binding: Binding<'a>,
    found: &mut Vec<Binding<'a>>,
) {
    match (general, special) {
        (Pattern::Any(name) | Pattern::Constant(name), _) => {
            let constant =
                matches!(special, Pattern::Constant(_) | Pattern::Literal(_) | Pattern::Real(_));
            if matches!(general, Pattern::Constant(_)) && !constant {
                return;
            }
            match binding.iter().find(|entry| entry.0 == name) {
                Some(entry) if entry.1 != special => {}
                Some(_) => found.push(binding),
                None => {
                    let mut binding = binding;
                    binding.push((name, special));
                    found.push(binding);
                }
            }
        }
        (Pattern::Literal(a), Pattern::Literal(b)) if a == b => found.push(binding),
        (Pattern::Real(a), Pattern::Real(b)) if a == b => found.push(binding),
        (Pattern::Node(a), Pattern::Node(b))
            if a.op == b.op && (!a.single || b.single) && (!a.once || b.once) =>
        {
            match_args(a, b, binding, found);
        }
        _ => {}
    }
}

fn match_args<'a>(a: &'a Node, b: &'a Node, binding: Binding<'a>, found: &mut Vec<Binding<'a>>) {
    let in_order = |order: &[usize], binding: Binding<'a>, found: &mut Vec<Binding<'a>>| {
        let mut states = vec![binding];
        for (arg, &index) in a.args.iter().zip(order) {
            let mut next = Vec::new();
            for state in states {
                match_pattern(arg, &b.args[index], state, &mut next);
            }
            states = next;
        }
        found.extend(states);
    };
    match a.args.len() {
        2 if a.commutes => {
            in_order(&[0, 1], binding.clone(), found);
            in_order(&[1, 0], binding, found);
        }
        1 => in_order(&[0], binding, found),
        2 => in_order(&[0, 1], binding, found),
        _ => in_order(&[0, 1, 2], binding, found),
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::parse;

    fn complaints(text: &str) -> Vec<String> {
        check(&parse("t", text).expect("a table"))
    }

    #[test]
    fn the_table_is_in_order() {
        assert_eq!(check(&crate::table()), Vec::<String>::new());
    }

    #[test]
    fn unknown_names_are_found() {
        let found = complaints("rule a: (negate @x) => @y");
        assert_eq!(found, ["t:1: a: y is not captured"]);
    }

    #[test]
    fn names_are_given_once() {
        let found = complaints("rule a: (negate (negate @x)) => @x\nrule a: (abs @x) => @x");
        assert_eq!(found, ["t:2: a: the name is taken"]);
    }

    #[test]
    fn a_rule_an_earlier_one_covers_is_found() {
        let found = complaints(
            "rule a: (plus:c @a @b) => @a if integral(@b)\n\
             rule b: (plus (negate @x) @y) => @x if integral(@y)",
        );
        assert_eq!(found, ["t:1: a leaves nothing for t:2: b"]);
    }

    #[test]
    fn a_rule_with_other_conditions_is_not() {
        let found = complaints(
            "rule a: (plus @a @b) => @a if integral(type)\nrule b: (plus @x @y) => @x if real(type)",
        );
        assert_eq!(found, Vec::<String>::new());
        let found = complaints(
            "rule a: (plus @x #c) => @x if c > 0\nrule b: (plus @x #c) => (negate @x) if c < 0",
        );
        assert_eq!(found, Vec::<String>::new());
    }
}
