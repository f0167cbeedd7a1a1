//! Every rule of the table is shown to hold.
//!
//! Integer rules are given to an SMT solver (Debian's z3) for types of 8, 16, 32 and 64 bits with and without sign, with
//! overflow that wraps and that is undefined, truth values and pointers; those with products and quotients for small types
//! only, as no solver gets through the others. All are also tried on all values of types of up to four bits. Floating-point
//! rules are tried on NaNs, zeros, infinities, denormals and plain numbers.
//!
//! The solver has to be there (`tests/install-deps.sh` installs it). What it has no answer for is wrong for
//! narrow types; for wide ones it is listed, and bounded ([`MOST_UNANSWERED`]).

mod float;
mod logic;
mod meaning;
mod types;

use gimlet_rules::ast::{Pattern, Rule};
use gimlet_rules::{Shape, expand};
use logic::{Calculator, Writer};
use meaning::{Instance, Meaning, is_nonlinear};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use types::{Classes, Relation, Type, operator};

/// Rules about parts of complex numbers and views of bits: what their operators mean is what the rule says.
const BY_DEFINITION: &[&str] = &[
    "realpart_complex",
    "imagpart_complex",
    "complex_of_parts",
    "conj_conj",
    "view_same",
    "view_of_bits",
    "view_view",
];

/// The types to try.
struct Space {
    widths: &'static [u32],
    count: Type,
}

/// What the solver is asked.
const LARGE: Space = Space {
    widths: &[8, 16, 32, 64],
    count: Type { bits: 8, unsigned: false, pointer: false, wrapv: false },
};

/// What it is asked where products or quotients occur.
const HARD: Space = Space { widths: &[4, 6], ..LARGE };

/// Types up to so many bits the solver has to come to an end for.
const NARROW: u32 = 16;

/// What is tried value by value.
const SMALL: Space = Space {
    widths: &[2, 3, 4],
    count: Type { bits: 4, unsigned: false, pointer: false, wrapv: false },
};

/// The wanted rules without loops.
fn concrete_rules() -> Vec<Rule> {
    wanted_rules().iter().flat_map(expand::concrete).collect()
}

/// The rules of the table; those whose name contains one of the words in `GIMLET_RULE`, where that is set.
fn wanted_rules() -> Vec<Rule> {
    let wanted = std::env::var("GIMLET_RULE").unwrap_or_default();
    let is_wanted = |rule: &Rule| wanted.split(',').any(|word| rule.name.contains(word));
    gimlet_rules::table().into_iter().filter(is_wanted).collect()
}

fn has_integer_meaning(rule: &Rule) -> bool {
    let mut has = true;
    rule.pattern.walk(&mut |part| match part {
        Pattern::Real(_) => has = false,
        Pattern::Node(node) => {
            let op = operator(&node.op);
            has &= op.shape != Shape::Parts && op.name != "rdiv";
        }
        _ => {}
    });
    has
}

/// Calls `visit` with every choice of types for a rule that the condition does not exclude.
fn for_each_instance(rule: &Rule, space: &Space, visit: &mut dyn FnMut(&Instance<'_>)) {
    let classes = Classes::of(rule);
    let text = format!("{:?}", (&rule.pattern, &rule.result, &rule.condition));
    let fragile = ["plus", "minus", "mult", "negate", "abs", "pointer_plus", "Wraps", "Undefined"]
        .iter()
        .any(|word| text.contains(&format!("\"{word}\"")) || text.contains(word));
    let all = classes.all();
    // Three widths are enough for three types to stand in every order.
    let widths = match all.len() {
        0..=2 => space.widths,
        _ => &space.widths[..space.widths.len().min(3)],
    };
    for wrapv in if fragile { &[false, true][..] } else { &[false] } {
        let ints = widths.iter().flat_map(|&bits| {
            let signed = Type { wrapv: *wrapv, ..Type::int(bits) };
            [signed, Type { unsigned: true, ..Type::int(bits) }]
        });
        let pointers = widths.iter().rev().take(1).map(|&bits| Type {
            bits,
            unsigned: true,
            pointer: true,
            wrapv: *wrapv,
        });
        let mut any: Vec<Type> = ints.chain(pointers).chain([Type::TRUTH]).collect();
        any.dedup();
        let candidates: Vec<Vec<Type>> = all
            .iter()
            .map(|&class| {
                let is = |other: usize| classes.find(other) == class;
                for relation in &classes.relations {
                    match *relation {
                        Relation::Truth(c) if is(c) => return vec![Type::TRUTH],
                        Relation::Outcome(c) if is(c) => {
                            let int = widths.last().map(|&bits| Type::int(bits));
                            return [Type::TRUTH].into_iter().chain(int).collect();
                        }
                        Relation::Count(c) if is(c) => return vec![space.count],
                        _ => {}
                    }
                }
                any.clone()
            })
            .collect();
        let mut choice = vec![0; all.len()];
        loop {
            let types: BTreeMap<usize, Type> = all
                .iter()
                .enumerate()
                .map(|(index, &class)| (class, candidates[index][choice[index]]))
                .collect();
            if classes.allowed(&types, space.count) {
                let widest = types.values().map(|ty| ty.bits).max().unwrap_or(space.count.bits);
                let instance = Instance {
                    rule,
                    classes: &classes,
                    types,
                    count: space.count,
                    wide: 2 * widest + 8,
                };
                if instance.decide(&rule.condition) != Some(false) {
                    visit(&instance);
                }
            }
            let Some(next) = (0..all.len()).find(|&i| choice[i] + 1 < candidates[i].len()) else {
                break;
            };
            choice[next] += 1;
            choice[..next].fill(0);
        }
    }
}

/// Values of variables that break a rule, if any do.
fn counterexample(instance: &Instance<'_>) -> Option<String> {
    let mut calculator = Calculator { values: Vec::new(), widths: Vec::new() };
    loop {
        let claim = Meaning::claim(&mut calculator, instance);
        if claim.assumed && !claim.claimed {
            return Some(format!(
                "{} {:?} {:?}",
                instance.rule.name, instance.types, calculator.values
            ));
        }
        let widths = calculator.widths.clone();
        calculator.values.resize(widths.len(), 0);
        let next = (0..widths.len()).find(|&i| calculator.values[i] + 1 < 1 << widths[i])?;
        calculator.values[next] += 1;
        calculator.values[..next].fill(0);
    }
}

#[test]
fn integer_rules_hold_for_all_small_values() {
    let mut broken = Vec::new();
    for rule in concrete_rules().iter().filter(|rule| has_integer_meaning(rule)) {
        let mut asked = BTreeSet::new();
        for_each_instance(rule, &SMALL, &mut |instance| {
            if asked.insert(question(instance)) {
                broken.extend(counterexample(instance));
            }
        });
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_rule_is_covered() {
    let mut covered: Vec<String> = BY_DEFINITION.iter().map(|name| name.to_string()).collect();
    for rule in concrete_rules() {
        let mut some = false;
        if has_integer_meaning(&rule) {
            for_each_instance(&rule, &LARGE, &mut |_| some = true);
        }
        if some || float::applies(&rule) || float::WIDENED == rule.name {
            covered.push(rule.name);
        }
    }
    let missing: Vec<String> = wanted_rules()
        .into_iter()
        .map(|rule| rule.name)
        .filter(|name| !covered.contains(name))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

/// A claim as the solver reads it. Types that differ in what does not matter to the rule (whether overflow wraps, say) give
/// the same.
fn question(instance: &Instance<'_>) -> String {
    let mut writer = Writer::default();
    let claim = Meaning::claim(&mut writer, instance);
    format!("{}(assert {})\n(assert (not {}))\n", writer.text, claim.assumed, claim.claimed)
}

/// What z3 says to a text.
fn ask_solver(text: &str) -> String {
    let mut process = Command::new("z3")
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the proofs need z3: tests/install-deps.sh installs it");
    let mut input = process.stdin.take().expect("it has an input");
    let text = text.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = process.wait_with_output().expect("it has an output");
    writer.join().expect("no thread fails").expect("it reads its input");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What the solver says of a rule.
#[derive(Default)]
struct Verdict {
    /// Types for which it does not hold, or for which that has to be known and is not.
    wrong: Vec<String>,
    /// How many questions about wide types there were, and how many have no answer.
    wide: usize,
    unanswered: usize,
}

/// What the solver may spend on a narrow type (as much as it needs), and on a wide one, in its own units (`rlimit`), so that
/// its answers don't depend on how busy the machine is.
const EFFORT: [u32; 2] = [u32::MAX, 4_000_000];

/// Of a hundred questions about wide types, how many may have no answer.
const MOST_UNANSWERED: usize = 1;

fn verdict(rule: &Rule) -> Verdict {
    let space = if is_nonlinear(rule) { &HARD } else { &LARGE };
    let mut questions: BTreeMap<String, Vec<(u32, String)>> = BTreeMap::new();
    for_each_instance(rule, space, &mut |instance| {
        let widest = instance.types.values().map(|ty| ty.bits).max().unwrap_or(0);
        let effort = EFFORT[usize::from(widest > NARROW)];
        // Each question alone: z3 has its procedure for bit vectors for those only.
        let text = format!(
            "(reset)\n(set-option :rlimit {effort})\n(set-logic QF_BV)\n{}(check-sat)\n",
            question(instance)
        );
        let types = format!("{:?}", instance.types);
        questions.entry(text).or_default().push((widest, types));
    });
    let text: String = questions.keys().map(String::as_str).collect();
    let answer = ask_solver(&text);
    let mut lines = answer.lines();
    let mut verdict = Verdict::default();
    for instances in questions.values() {
        let said = lines.next().unwrap_or("nothing");
        for (widest, types) in instances {
            verdict.wide += usize::from(*widest > NARROW);
            match said {
                "unsat" => {}
                "unknown" if *widest > NARROW => verdict.unanswered += 1,
                _ => verdict.wrong.push(format!("{}: {said} for {types}", rule.name)),
            }
        }
    }
    verdict
}

#[test]
fn the_solver_finds_no_exception() {
    let rules: Vec<Rule> = concrete_rules().into_iter().filter(has_integer_meaning).collect();
    let next = Mutex::new(rules.iter());
    let found = Mutex::new((Vec::new(), BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(rule) = next.lock().expect("no thread fails").next() else { break };
                    let verdict = verdict(rule);
                    let mut found = found.lock().expect("no thread fails");
                    found.0.extend(verdict.wrong);
                    let count: &mut [usize; 2] = found.1.entry(&rule.name).or_default();
                    count[0] += verdict.unanswered;
                    count[1] += verdict.wide;
                }
            });
        }
    });
    let (broken, unanswered) = found.into_inner().expect("no thread fails");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let (mut open, mut all) = (0, 0);
    for (name, [count, wide]) in unanswered {
        (open, all) = (open + count, all + wide);
        if count > 0 {
            println!("{name}: no answer for {count} of {wide} choices of wide types");
        }
    }
    println!("no answer for {open} of {all}");
    assert!(open * 100 <= all * MOST_UNANSWERED, "no answer for {open} of {all}");
}

#[test]
fn a_wrong_rule_is_refuted() {
    let wrong = |text: &str| {
        let rules = gimlet_rules::parse("wrong", text).expect("a rule");
        let mut found = Vec::new();
        for_each_instance(&rules[0], &SMALL, &mut |instance| {
            found.extend(counterexample(instance));
        });
        assert!(!found.is_empty(), "{text}");
        assert!(!verdict(&rules[0]).wrong.is_empty(), "{text}");
    };
    wrong("rule w: (minus @x (minus @y @x)) => @y if integral(type)");
    wrong("rule w: (trunc_div (mult @x #c) #c) => @x if integral(type) && c != 0");
    wrong("rule w: (lt (plus @x #c)@s #d) => (lt @x (minus #d #c)) if integral(@s)");
    wrong("rule w: (convert (convert @x)@m) => @x if integral(@m) && same(type, @x)");
}
