//! What is taken as given of other functions, and whether it is so.
//!
//! ```text
//! static int g (int x) { return x * 2; }      ‘g’ neither reads nor writes memory
//! int f (int *p) { *p = 1; g (3); return *p; }
//!                                             ‘x’ of ‘g’ is what its callers pass: 3
//! ```
//!
//! A pass may use what an earlier one found of a function elsewhere: that it is pure or const, and within which bounds its
//! arguments lie. Where such a fact may have been used, the answer names it; [`check`] asks of the function's own body, or
//! of its callers' calls, whether it holds.

use crate::answer::Answer;
use crate::compare::{Config, Pair};
use crate::query::{Verdict, in_order};
use crate::semantics::objects::{Bodies, is_known, is_local};
use crate::semantics::{Limits, Meaning, Obj, Role, Run};
use crate::terms::{Op, Sort, Term, Terms};
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::stmt::{Callee, StmtKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;

/// What is known of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fact {
    /// It writes no memory and does nothing else.
    Pure(DeclId),
    /// It does not read memory, either.
    Const(DeclId),
    /// All callers keep to bounds for a parameter.
    Range(DeclId, DeclId),
}

impl Fact {
    /// The fact in words.
    pub fn text(self, unit: &Unit) -> String {
        let name = |decl| unit.decl_name(decl).unwrap_or("?");
        match self {
            Fact::Pure(f) => format!("‘{}’ writes no memory", name(f)),
            Fact::Const(f) => format!("‘{}’ neither reads nor writes memory", name(f)),
            Fact::Range(f, param) => {
                format!("callers of ‘{}’ keep to a range for ‘{}’", name(f), name(param))
            }
        }
    }
}

/// The facts that passes may have used between two bodies, of functions that have bodies.
pub fn facts(unit: &Unit, pair: [&Function; 2], has_body: &dyn Fn(DeclId) -> bool) -> Vec<Fact> {
    let mut all = FxHashSet::default();
    for f in pair {
        all.extend(f.param_ranges.keys().map(|&param| Fact::Range(f.decl, param)));
        for stmt in f.block_order().into_iter().flat_map(|block| f.block_stmts(block)) {
            let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
            let Callee::Decl(callee) = call.callee else { continue };
            let data = &unit.decls[callee];
            if data.builtin.is_some() || callee == f.decl || !has_body(callee) {
                continue;
            }
            if data.has(flag::CONST) {
                all.insert(Fact::Const(callee));
            } else if data.has(flag::PURE) {
                all.insert(Fact::Pure(callee));
            }
        }
    }
    let mut all: Vec<Fact> = all.into_iter().collect();
    all.sort_unstable();
    all
}

/// Whether a fact holds, as far as bodies show it.
pub fn check(unit: &Unit, fact: Fact, bodies: &Bodies<'_>, config: &Config) -> Answer {
    let answer = match fact {
        Fact::Pure(f) | Fact::Const(f) => {
            let Some(&body) = bodies.get(&f) else { return Answer::Unknown("no body".to_string()) };
            is_pure(unit, body, matches!(fact, Fact::Const(_)), config)
        }
        Fact::Range(f, param) => keeps_to_range(unit, (f, param), bodies, config),
    };
    answer.unwrap_or_else(Answer::Unknown)
}

/// What a body means, and the pair that it is both sides of.
fn run<'a>(
    unit: &'a Unit,
    body: &'a Function,
    config: &Config,
) -> Result<(Pair<'a>, Meaning), String> {
    let mut pair = Pair::of(unit, [body, body], Bodies::default());
    let limits = Limits { bound: config.limits.bound, ..config.limits };
    let mut run = Run::new(unit, body, &mut pair.terms, &pair.objects, Role::Before);
    run.limits = limits;
    let meaning = run.meaning()?;
    Ok((pair, meaning))
}

/// Whether one of some conditions can hold where a body is defined.
fn never(
    pair: &mut Pair<'_>,
    meaning: &Meaning,
    conditions: &[Term],
    config: &Config,
) -> Result<Answer, String> {
    let mut any = Terms::FALSE;
    for &condition in conditions {
        any = pair.terms.or(any, condition);
    }
    let proved = match meaning.exceeded == Terms::FALSE {
        true => Answer::Proved,
        false => Answer::ProvedFor(meaning.rounds.max(1)),
    };
    if any == Terms::FALSE {
        return Ok(proved);
    }
    let mut asked = pair.premises(meaning, meaning);
    asked.push(any);
    match config.solver.ask(&pair.terms, &asked, &[]) {
        Verdict::Never => Ok(proved),
        Verdict::Possible(_) => Err("it is not so for all that the body may be given".to_string()),
        Verdict::Timeout => Err("timeout".to_string()),
        Verdict::Failed(what) => Err(what),
    }
}

/// Whether a function leaves memory as it was and does nothing that others see.
fn is_pure(
    unit: &Unit,
    body: &Function,
    reads_nothing: bool,
    config: &Config,
) -> Result<Answer, String> {
    let (mut pair, meaning) = run(unit, body, config)?;
    let nothing = pair.terms.var("nothing yet", Sort::Effects);
    let same = pair.same_effects(meaning.state.effects, nothing);
    let mut doubts = vec![pair.terms.not(same)];
    for (&object, &after) in &meaning.state.memory {
        let name = match object {
            Obj::Shared => "memory".to_string(),
            Obj::Own(decl) if is_local(unit, decl) || is_known(unit, decl) => continue,
            Obj::Own(decl) => format!("static {}", decl.0),
        };
        let data = pair.terms.var(&name, Sort::Array);
        let before = crate::semantics::Bytes { data, undef: pair.terms.fill(0) };
        let freed = (object == Obj::Shared).then_some(&meaning.freed[..]);
        doubts.push(pair.arrays_differ(before, after, freed));
    }
    for doubt in &mut doubts {
        *doubt = pair.terms.and(*doubt, meaning.ends);
    }
    if reads_nothing && reads_memory(&pair.terms, &meaning) {
        return Err("the result depends on memory".to_string());
    }
    never(&mut pair, &meaning, &doubts, config)
}

/// Whether what a body returns depends on memory as it finds it.
fn reads_memory(terms: &Terms, meaning: &Meaning) -> bool {
    let roots: Vec<Term> = meaning.result.iter().map(|value| value.bits).collect();
    in_order(terms, &roots).into_iter().any(|term| {
        let node = terms.node(term);
        matches!(node.op, Op::Var(_)) && node.sort == Sort::Array
    })
}

/// Whether the calls in all bodies keep to what is known of a parameter.
fn keeps_to_range(
    unit: &Unit,
    (function, param): (DeclId, DeclId),
    bodies: &Bodies<'_>,
    config: &Config,
) -> Result<Answer, String> {
    let Some(body) = bodies.get(&function) else { return Err("no body".to_string()) };
    let index = body.params.iter().position(|&known| known == param);
    let ranges = body.param_ranges.get(&param).cloned();
    let (Some(index), Some(ranges)) = (index, ranges) else {
        return Err("nothing is known by now".to_string());
    };
    let unsigned = unit.types.is_unsigned(unit.decls[param].ty);
    let mut least = Answer::Proved;
    let mut callers: Vec<(&DeclId, &&Function)> = bodies.iter().collect();
    callers.sort_unstable_by_key(|(decl, _)| **decl);
    for (_, caller) in callers {
        let (mut pair, meaning) = match calls(caller, function) {
            true => run(unit, caller, config)?,
            false => continue,
        };
        let mut doubts = Vec::new();
        for (reach, callee, args) in &meaning.calls {
            let Some(&arg) = args.get(index).filter(|_| *callee == function) else { continue };
            let within = pair.terms.within(arg, &ranges, unsigned);
            let outside = pair.terms.not(within);
            doubts.push(pair.terms.and(*reach, outside));
        }
        let answer = never(&mut pair, &meaning, &doubts, config)?;
        if answer != Answer::Proved {
            least = answer;
        }
    }
    Ok(least)
}

fn calls(f: &Function, callee: DeclId) -> bool {
    f.block_order().into_iter().flat_map(|block| f.block_stmts(block)).any(|stmt| {
        matches!(&f.stmts[stmt].kind,
            StmtKind::Call(call) if matches!(call.callee, Callee::Decl(known) if known == callee))
    })
}
