//! What sees functions after passes, and asks about those that have changed.

use super::asked::Asked;
use super::confirm;
use crate::cli::CommandLine;
use dumps::DumpFlags;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::unit::{Module, Unit};
use prove::{Answer, Config, Fact};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::time::Instant;

/// The last pass that is proved: what comes after it is not in SSA form.
pub const LAST_TREE_PASS: &str = "optimized";

/// Passes that put bodies in the place of calls, or calls in that of bodies: these are asked with the callees' bodies. So
/// are those that see all functions at once.
const BETWEEN_FUNCTIONS: [&str; 2] = ["einline", "fnsplit"];
/// Passes that make loops of recursive calls.
const LOOPS_OF_CALLS: [&str; 2] = ["tailr1", "tailr2"];

/// What is known of one change.
pub struct Record {
    pub file: String,
    pub function: String,
    pub pass: String,
    pub answer: Answer,
    /// Whether one of the bodies has a loop.
    pub loops: bool,
    pub seconds: f64,
    /// Of what was refuted: both bodies as dumps show them, and a caller that shows that they differ.
    pub trial: Option<Trial>,
    /// What a run of the compiled bodies has shown; nothing where it could not be tried.
    pub emulated: Option<bool>,
    /// What was taken as given of other functions.
    pub given: Vec<String>,
    /// The change it is, as debug counters count them.
    pub change: Option<String>,
    /// A smaller file in which the same is refuted.
    pub reduced: Option<String>,
}

impl Record {
    /// What was found, where it is more than undefined behaviour.
    pub fn is_fault(&self) -> bool {
        matches!(&self.answer, Answer::Refuted(example) if !example.undefined_only)
    }
}

/// What is run to confirm that something is refuted.
#[derive(Clone)]
pub struct Trial {
    pub function: String,
    pub pass: String,
    pub bodies: [String; 2],
    pub caller: String,
}

/// Functions as they were seen last, each with its text.
type Seen = HashMap<DeclId, (Rc<str>, Rc<Function>)>;

/// Sees functions after passes, and proves what has changed.
pub struct Prover {
    config: Config,
    asked: Asked,
    file: String,
    /// When nothing more is asked.
    until: Option<Instant>,
    seen: Seen,
    pub records: Vec<Record>,
    /// What was taken as given, and whether it is so; nothing where it is not asked for.
    pub given: Option<BTreeMap<Fact, (String, Answer)>>,
}

impl Prover {
    pub fn new(asked: &Asked, line: &CommandLine, file: &str, until: Option<Instant>) -> Prover {
        let mut config = asked.config(line);
        if let Some(until) = until {
            config.end_at(until);
        }
        Prover {
            config,
            asked: asked.clone(),
            file: file.to_string(),
            until,
            seen: HashMap::new(),
            records: Vec::new(),
            given: Some(BTreeMap::new()),
        }
    }

    /// A prover for the functions of a compilation (`-fchecking=3`).
    pub fn of(line: &CommandLine) -> Prover {
        Prover { given: None, ..Prover::new(&Asked::default(), line, "", None) }
    }

    /// Looks at a module after a pass, of which one function may be new.
    pub fn after_pass(&mut self, module: &Module, position: Option<usize>, pass: &str) {
        let old = self.seen.clone();
        match position {
            Some(position) => {
                let function = &module.functions[position];
                let between = BETWEEN_FUNCTIONS.contains(&pass).then_some(&old);
                self.function(module, function, pass, between);
            }
            None => {
                for function in &module.functions {
                    self.function(module, function, pass, Some(&old));
                }
            }
        }
    }

    fn note(&mut self, unit: &Unit, function: &Function) -> Option<(Rc<str>, Rc<Function>)> {
        if function.properties.intersection(Prop::SSA | Prop::RTL) != Prop::SSA
            || !function.has_cfg()
        {
            return None;
        }
        let mut text = String::new();
        gimple::print::dump_function(&mut text, unit, function, DumpFlags::NONE);
        if let Some((old, body)) = self.seen.get_mut(&function.decl)
            && **old == text
        {
            // What is known of its parameters by now is in no dump.
            if body.param_ranges != function.param_ranges {
                *body = Rc::new(function.snapshot());
            }
            return None;
        }
        self.seen.insert(function.decl, (text.into(), Rc::new(function.snapshot())))
    }

    /// Looks at a function after a pass: with what was seen of all before it, where it is one between functions.
    pub fn function(
        &mut self,
        module: &Module,
        function: &Function,
        pass: &str,
        between: Option<&Seen>,
    ) {
        let unit = &module.unit;
        let Some((text, before)) = self.note(unit, function) else { return };
        let name = unit.decl_name(function.decl).unwrap_or("").to_string();
        let skips = |wanted: &[String], name: &str| {
            !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name)
        };
        if skips(&self.asked.functions, &name) || skips(&self.asked.passes, pass) {
            return;
        }
        let start = Instant::now();
        if self.is_over() {
            return;
        }
        let answer = if LOOPS_OF_CALLS.contains(&pass) {
            Answer::Unknown("not modelled: recursive calls made loops".to_string())
        } else if let Some(old) = between {
            let bodies = bodies(module, old);
            prove::prove_with_callees(unit, &before, function, &bodies, &self.config)
        } else {
            prove::prove(unit, &before, function, &self.config)
        };
        if matches!(answer, Answer::Unknown(_)) && self.is_over() {
            // It was not asked to the end.
            return;
        }
        let seconds = start.elapsed().as_secs_f64();
        let trial = match &answer {
            Answer::Refuted(example) => {
                let after = self.seen.get(&function.decl).map(|(text, _)| Rc::clone(text));
                let caller = confirm::caller(unit, [&before, function], example);
                after.zip(caller).map(|(after, caller)| Trial {
                    function: name.clone(),
                    pass: pass.to_string(),
                    bodies: [text.to_string(), after.to_string()],
                    caller,
                })
            }
            _ => None,
        };
        let pass = pass.to_string();
        let loops = prove::has_loops(&before) || prove::has_loops(function);
        let given = self.given_for(module, [&before, function]);
        self.records.push(Record {
            file: self.file.clone(),
            function: name,
            pass,
            answer,
            loops,
            seconds,
            trial,
            emulated: None,
            given,
            change: None,
            reduced: None,
        });
    }

    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// What may have been used between two bodies; whether it is so is asked once.
    fn given_for(&mut self, module: &Module, pair: [&Function; 2]) -> Vec<String> {
        let Some(given) = &mut self.given else { return Vec::new() };
        let unit = &module.unit;
        let facts = prove::facts(unit, pair, &|decl| self.seen.contains_key(&decl));
        for &fact in &facts {
            given.entry(fact).or_insert_with(|| {
                let bodies = bodies(module, &self.seen);
                (fact.text(unit), prove::check(unit, fact, &bodies, &self.config))
            });
        }
        facts.iter().map(|fact| given[fact].0.clone()).collect()
    }

    /// What was refuted last, if anything was. What overflows as it does in GCC is not counted, nor what only a run shows.
    pub fn last_refuted(&self) -> Option<String> {
        let answer = &self.records.last()?.answer;
        let Answer::Refuted(example) = answer else { return None };
        let counts = !example.undefined_only && example.goes_on.is_none();
        counts.then(|| answer.to_string())
    }
}

/// The bodies of functions before a pass, or of those that it made as they are.
fn bodies<'a>(module: &'a Module, old: &'a Seen) -> prove::Bodies<'a> {
    let new = module.functions.iter().filter(|function| function.has_cfg());
    let mut all: prove::Bodies<'a> = new.map(|function| (function.decl, function)).collect();
    all.extend(old.iter().map(|(&decl, (_, function))| (decl, &**function)));
    all
}
