//! What becomes of the side effects of what a rule captures, on trees: operands of GENERIC may be calls and assignments.
//!
//! ```text
//! rule mult_zero: (mult @x 0) => 0                                    x is dropped: `f () * 0` is `f (), 0`
//! rule r: (trunc_mod @x @y) => (minus @x (mult (trunc_div @x @y) @y)) x and y are repeated: each is saved
//! ```

use crate::ast::{Op, Pattern, Rule, Template};

/// What is to be done about captures of a rule, by name, in the order of the pattern.
#[derive(Default)]
pub struct Effects {
    /// Not part of the result: what they do is done before it.
    pub dropped: Vec<String>,
    /// More than once in the result: evaluated once, their value is saved.
    pub repeated: Vec<String>,
    /// Evaluated under some condition: the rule does not apply to what does something.
    pub refused: Vec<String>,
}

/// A plain operand of a pattern.
struct Leaf<'a> {
    name: &'a str,
    /// The named operations it is in.
    within: Vec<&'a str>,
    /// Whether the pattern evaluates it only sometimes.
    conditional: bool,
}

/// How often a name is used in a template.
#[derive(Default)]
struct Uses {
    always: usize,
    sometimes: usize,
}

/// What a rule does to the effects of its operands.
pub fn effects(rule: &Rule) -> Effects {
    let mut leaves = Vec::new();
    collect(&rule.pattern, &mut Vec::new(), false, &mut leaves);
    let mut effects = Effects::default();
    for leaf in &leaves {
        let own = uses(&rule.result, leaf.name, false);
        let mut whole = 0;
        for name in &leaf.within {
            let uses = uses(&rule.result, name, false);
            whole += uses.always + uses.sometimes;
        }
        let list = match own.always + own.sometimes + whole {
            _ if leaf.conditional => &mut effects.refused,
            0 => &mut effects.dropped,
            1 if own.sometimes == 0 => continue,
            _ if whole > 0 || own.always == 0 => &mut effects.refused,
            _ => &mut effects.repeated,
        };
        list.push(leaf.name.to_string());
    }
    effects
}

fn is_cond(op: &Op) -> bool {
    matches!(op, Op::Known(op) if op.name == "cond")
}

fn collect<'a>(
    pattern: &'a Pattern,
    within: &mut Vec<&'a str>,
    conditional: bool,
    leaves: &mut Vec<Leaf<'a>>,
) {
    match pattern {
        Pattern::Any(name) => match leaves.iter_mut().find(|leaf| leaf.name == name) {
            Some(leaf) => leaf.within.extend(within.iter()),
            None => leaves.push(Leaf { name, within: within.clone(), conditional }),
        },
        Pattern::Node(node) => {
            within.extend(node.name.as_deref());
            for (index, arg) in node.args.iter().enumerate() {
                let arm = is_cond(&node.op) && index > 0;
                collect(arg, within, conditional || arm, leaves);
            }
            within.truncate(within.len() - usize::from(node.name.is_some()));
        }
        Pattern::Constant(_) | Pattern::Literal(_) | Pattern::Real(_) => {}
    }
}

fn uses(template: &Template, name: &str, conditional: bool) -> Uses {
    match template {
        Template::Capture(other) if other == name => {
            Uses { always: usize::from(!conditional), sometimes: usize::from(conditional) }
        }
        Template::Capture(_) | Template::Value(..) => Uses::default(),
        Template::Node { op, args, .. } => {
            let mut sum = Uses::default();
            for (index, arg) in args.iter().enumerate() {
                let arm = is_cond(op) && index > 0;
                let of = uses(arg, name, conditional || arm);
                sum.always += of.always;
                sum.sometimes += of.sometimes;
            }
            sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::effects;
    use crate::parse;

    fn of(text: &str) -> [Vec<String>; 3] {
        let effects = effects(&parse("t", text).expect("a rule")[0]);
        [effects.dropped, effects.repeated, effects.refused]
    }

    #[test]
    fn what_is_gone_is_dropped() {
        assert_eq!(of("rule r: (mult @x 0) => 0"), [vec!["x".to_string()], vec![], vec![]]);
    }

    #[test]
    fn what_occurs_twice_is_saved() {
        let text = "rule r: (abs @x) => (cond (lt @x 0) (negate @x) @x)";
        assert_eq!(of(text), [vec![], vec!["x".to_string()], vec![]]);
    }

    #[test]
    fn what_is_in_a_part_as_well_is_refused() {
        let text = "rule r: (plus (negate @x)@n 1) => (mult @n @x)";
        assert_eq!(of(text), [vec![], vec![], vec!["x".to_string()]]);
    }

    #[test]
    fn arms_are_not_evaluated_early() {
        let text = "rule r: (cond @c @x @x) => @x";
        assert_eq!(of(text), [vec!["c".to_string()], vec![], vec!["x".to_string()]]);
    }
}
