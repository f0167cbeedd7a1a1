//! Floating-point rules, tried on the numbers that are different from others.

use crate::types::operator;
use gimlet_rules::ast::{Condition, Pattern, Question, Rule, Template, TypeRef, Value};
use rustc_apfloat::ieee::{Double, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A value: a number or the outcome of a comparison.
#[derive(Clone, Copy, Debug)]
enum Val {
    Number(Single),
    Truth(bool),
}

/// The rule that has a test of its own.
pub const WIDENED: &str = "convert_widened_real";

/// What the options say.
#[derive(Clone, Copy, Debug)]
struct Options {
    nans: bool,
    signed_zeros: bool,
    trapping: bool,
    signaling_nans: bool,
    rounding: bool,
}

/// The ways a machine rounds.
const DIRECTIONS: [Round; 4] =
    [Round::NearestTiesToEven, Round::TowardZero, Round::TowardNegative, Round::TowardPositive];

type Env = BTreeMap<String, Val>;

fn numbers() -> Vec<Single> {
    let plain = ["0", "1", "2", "0.5", "3.25", "0x1p-149", "0x1p-126", "0x1.fffffep127"];
    let mut all: Vec<Single> =
        plain.iter().filter_map(|text| text.parse::<Single>().ok()).collect();
    assert_eq!(all.len(), plain.len());
    all.push(Single::INFINITY);
    let negative: Vec<Single> = all.iter().map(|&number| -number).collect();
    all.extend(negative);
    all.push(Single::NAN);
    all.push(Single::snan(None));
    all
}

/// Whether the operators of a rule have a meaning on floating-point numbers, and its condition lets it apply to them.
pub fn applies(rule: &Rule) -> bool {
    !instances(rule).is_empty()
}

/// Which captures are truth values rather than numbers, if the rule is about numbers at all.
fn truths(rule: &Rule) -> Option<Vec<String>> {
    let mut truths = Vec::new();
    let mut fits = true;
    let mut about_numbers = false;
    kind(&rule.pattern, is_truth(&rule.pattern), &mut truths, &mut fits, &mut about_numbers);
    (fits && about_numbers).then_some(truths)
}

fn is_comparison(name: &str) -> bool {
    gimlet_rules::operator(name).is_some_and(|op| op.shape == gimlet_rules::Shape::Comparison)
}

fn is_truth(pattern: &Pattern) -> bool {
    pattern.node().is_some_and(|node| {
        let name = operator(&node.op).name;
        is_comparison(name)
            || matches!(name, "bit_not" | "bit_xor") && node.args.iter().any(is_truth)
    })
}

fn kind(
    pattern: &Pattern,
    truth: bool,
    truths: &mut Vec<String>,
    fits: &mut bool,
    about_numbers: &mut bool,
) {
    match pattern {
        Pattern::Any(name) | Pattern::Constant(name) => {
            if truth {
                truths.push(name.clone());
            } else {
                *about_numbers = true;
            }
        }
        Pattern::Literal(_) => {}
        Pattern::Real(_) => *fits &= !truth,
        Pattern::Node(node) => {
            let name = operator(&node.op).name;
            let number = matches!(
                name,
                "plus" | "minus" | "mult" | "rdiv" | "negate" | "abs" | "paren" | "min" | "max"
            );
            let inner_truth = match name {
                _ if is_comparison(name) => {
                    *fits &= truth;
                    node.args.iter().any(is_truth)
                }
                "bit_not" | "bit_xor" => {
                    *fits &= truth;
                    true
                }
                _ => {
                    *fits &= number && !truth;
                    false
                }
            };
            if truth && let Some(name) = &node.name {
                truths.push(name.clone());
            }
            for arg in &node.args {
                kind(arg, inner_truth, truths, fits, about_numbers);
            }
        }
    }
}

/// The options under which a rule applies to numbers.
fn instances(rule: &Rule) -> Vec<Options> {
    let Some(truths) = truths(rule) else { return Vec::new() };
    let root_is_truth = is_truth(&rule.pattern);
    let all = (0..32).map(|bits| Options {
        nans: bits & 1 != 0,
        signed_zeros: bits & 2 != 0,
        trapping: bits & 4 != 0,
        signaling_nans: bits & 9 == 9,
        rounding: bits & 16 != 0,
    });
    all.filter(|&options| holds(&rule.condition, options, &truths, root_is_truth)).collect()
}

/// Whether a condition holds of numbers; comparisons of integers do not.
fn holds(condition: &Condition, options: Options, truths: &[String], root_is_truth: bool) -> bool {
    let go = |part: &Condition| holds(part, options, truths, root_is_truth);
    match condition {
        Condition::All(parts) => parts.iter().all(go),
        Condition::Any(parts) => parts.iter().any(go),
        Condition::Not(inner) => !go(inner),
        Condition::Compare(..) | Condition::Fits(..) | Condition::NotNegative(_) => false,
        // What holds of all numbers holds of those with a sign.
        Condition::NotZero(_) | Condition::Negative(_) => true,
        Condition::Ask(question, types) => {
            let truth = match types.first() {
                Some(TypeRef::Root) => root_is_truth,
                Some(TypeRef::Of(name)) => truths.contains(name),
                _ => false,
            };
            match question {
                Question::Float | Question::Real => !truth,
                Question::Integral | Question::Truth => truth,
                Question::Unsigned | Question::Wraps => truth,
                Question::Nans => options.nans && !truth,
                Question::SignedZeros => options.signed_zeros,
                Question::Trapping => options.trapping,
                Question::SignalingNans => options.signaling_nans && !truth,
                Question::Rounding => options.rounding,
                Question::Same | Question::Nop | Question::Whole => true,
                Question::Pointer | Question::Undefined | Question::Alike => false,
            }
        }
    }
}

fn compare(name: &str, a: Single, b: Single) -> bool {
    let order = a.partial_cmp(&b);
    let (less, equal, more) = (
        order == Some(Ordering::Less),
        order == Some(Ordering::Equal),
        order == Some(Ordering::Greater),
    );
    let none = order.is_none();
    match name {
        "lt" => less,
        "le" => less || equal,
        "gt" => more,
        "ge" => more || equal,
        "eq" => equal,
        "ne" => !equal,
        "ordered" => !none,
        "unordered" => none,
        "unlt" => none || less,
        "unle" => none || less || equal,
        "ungt" => none || more,
        "unge" => none || more || equal,
        "uneq" => none || equal,
        "ltgt" => less || more,
        _ => panic!("{name} compares nothing"),
    }
}

/// The value of an operation; `None` where it is left open.
fn operation(name: &str, args: &[Val], round: Round) -> Option<Val> {
    let second = args.get(1).copied().unwrap_or(args[0]);
    Some(match (args[0], second) {
        (Val::Number(a), Val::Number(b)) => match name {
            "plus" => Val::Number(a.add_r(b, round).value),
            "minus" => Val::Number(a.sub_r(b, round).value),
            "mult" => Val::Number(a.mul_r(b, round).value),
            "rdiv" => Val::Number(a.div_r(b, round).value),
            "negate" => Val::Number(-a),
            "abs" => Val::Number(a.abs()),
            "paren" | "non_lvalue" => Val::Number(a),
            // Of NaNs and of zeros of different signs it may be either.
            "min" | "max" => {
                let less = a.partial_cmp(&b)? == Ordering::Less;
                if a.is_zero() && b.is_zero() && a.is_negative() != b.is_negative() {
                    return None;
                }
                Val::Number(if less == (name == "min") { a } else { b })
            }
            _ => Val::Truth(compare(name, a, b)),
        },
        (Val::Truth(a), Val::Truth(b)) => Val::Truth(match name {
            "bit_not" => !a,
            "bit_xor" | "ne" => a != b,
            "eq" => a == b,
            "lt" => !a & b,
            "gt" => a & !b,
            "le" => !a | b,
            "ge" => a | !b,
            _ => return None,
        }),
        _ => return None,
    })
}

fn number(value: i128, truth: bool) -> Val {
    if truth { Val::Truth(value & 1 == 1) } else { Val::Number(Single::from_i128(value).value) }
}

fn pattern(pattern_: &Pattern, truth: bool, env: &mut Env, round: Round) -> Option<Val> {
    match pattern_ {
        Pattern::Any(name) | Pattern::Constant(name) => env.get(name).copied(),
        Pattern::Literal(value) => Some(number(*value, truth)),
        Pattern::Real(bits) => Some(Val::Number(f64::from_bits(*bits).to_string().parse().ok()?)),
        Pattern::Node(node) => {
            let name = operator(&node.op).name;
            let inner = match name {
                _ if is_comparison(name) => node.args.iter().any(is_truth),
                _ => truth,
            };
            let mut args = Vec::new();
            for arg in &node.args {
                args.push(pattern(arg, inner, env, round)?);
            }
            let value = operation(name, &args, round)?;
            if let Some(name) = &node.name {
                env.insert(name.clone(), value);
            }
            Some(value)
        }
    }
}

fn template(template_: &Template, truth: bool, env: &Env, round: Round) -> Option<Val> {
    match template_ {
        Template::Capture(name) => env.get(name).copied(),
        Template::Value(Value::Number(value), _) => Some(number(*value, truth)),
        Template::Value(..) => None,
        Template::Node { op, args, .. } => {
            let args = args.iter().map(|arg| template(arg, truth, env, round));
            operation(operator(op).name, &args.collect::<Option<Vec<Val>>>()?, round)
        }
    }
}

fn alike(a: Val, b: Val, options: Options) -> bool {
    match (a, b) {
        (Val::Truth(a), Val::Truth(b)) => a == b,
        (Val::Number(a), Val::Number(b)) => {
            let signaling = a.is_signaling() == b.is_signaling() || !options.signaling_nans;
            a.is_nan() && b.is_nan() && signaling
                || a.bitwise_eq(b)
                || !options.signed_zeros && a.is_zero() && b.is_zero()
        }
        _ => false,
    }
}

/// Tries a rule on all combinations of numbers under all options that allow it.
fn try_out(rule: &Rule) -> Option<String> {
    let directions = |options: Options| if options.rounding { 0..4 } else { 0..1 };
    let cases = instances(rule).into_iter();
    cases
        .flat_map(|options| DIRECTIONS[directions(options)].iter().map(move |&d| (options, d)))
        .find_map(|(options, direction)| try_under(rule, options, direction))
}

/// Tries a rule on all combinations of numbers.
fn try_under(rule: &Rule, options: Options, direction: Round) -> Option<String> {
    let truths = truths(rule)?;
    let names: Vec<String> = rule
        .pattern
        .captures()
        .iter()
        .filter(|name| !truths.iter().any(|truth| truth == *name))
        .map(|name| name.to_string())
        .collect();
    let mut all = numbers();
    all.retain(|number| options.signaling_nans || !number.is_signaling());
    let root = is_truth(&rule.pattern);
    let mut choice = vec![0; names.len()];
    loop {
        let chosen: Vec<Single> = choice.iter().map(|&index| all[index]).collect();
        let numbers = chosen.iter().map(|&number| Val::Number(number));
        let mut env: Env = names.iter().cloned().zip(numbers).collect();
        let finite = chosen.iter().all(|number| number.is_finite());
        let before = pattern(&rule.pattern, root, &mut env, direction);
        if let Some(before) = before.filter(|_| options.nans || finite)
            && let Some(after) = template(&rule.result, root, &env, direction)
            && !alike(before, after, options)
        {
            return Some(format!("{} {chosen:?} {options:?} {direction:?}", rule.name));
        }
        let next = choice.iter().position(|&index| index + 1 < all.len())?;
        choice[next] += 1;
        choice[..next].fill(0);
    }
}

#[test]
fn floating_point_rules_hold_for_special_numbers() {
    let broken: Vec<String> = crate::concrete_rules().iter().filter_map(try_out).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn wrong_rules_are_refuted() {
    for text in [
        "rule w: (plus @x 0) => @x if float(type)",
        "rule w: (bit_not (lt @x @y)) => (ge @x @y) if truth(type)",
        "rule w: (negate (minus @x @y)) => (minus @y @x) if float(type)",
        "rule w: (minus @x 0.0) => @x if float(type) && !snans(type)",
        "rule w: (mult @x 1) => @x if float(type)",
        "rule w: (negate (plus @x @y)) => (minus (negate @x) @y) if float(type) && !signed_zeros(type)",
    ] {
        let rules = gimlet_rules::parse("wrong", text).expect("a rule");
        assert!(try_out(&rules[0]).is_some(), "{text}");
    }
}

#[test]
fn widening_first_changes_no_conversion() {
    for number in numbers() {
        let mut loses = false;
        let wide: Double = number.convert(&mut loses).value;
        let back: Single = wide.convert(&mut loses).value;
        assert!(back.bitwise_eq(number) || number.is_nan() && back.is_nan(), "{number}");
        let mut exact = false;
        let direct = number.to_i128_r(64, Round::TowardZero, &mut exact).value;
        assert_eq!(wide.to_i128_r(64, Round::TowardZero, &mut exact).value, direct, "{number}");
        let widest: Quad = number.convert(&mut loses).value;
        let through: Quad = wide.convert(&mut loses).value;
        assert!(widest.bitwise_eq(through) || number.is_nan(), "{number}");
    }
}
