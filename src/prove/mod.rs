//! `gimlet prove FILE.c`: each function is held against what each tree pass makes of it, for all inputs
//! ([`gimlet_prove`](prove)).
//!
//! ```text
//! x.c: f: forwprop1: refuted (not confirmed by running): what was defined is undefined
//! ```
//!
//! The passes are ours, those of another compiler (`--compiler`), or whatever made two dumps (`--before`, `--after`).

mod confirm;
mod dumps_read;
mod instrument;
mod report;

use crate::cli::{CommandLine, Input};
use crate::compile::Translation;
use crate::driver::output::print;
use dumps::DumpFlags;
use dumps::complain;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::unit::{Module, Unit};
use prove::{Answer, Config};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::rc::Rc;
use std::time::{Duration, Instant};

const USAGE: &str = "\
Usage: gimlet prove [OPTION]... [COMPILER OPTION]... FILE.c
Show that each function does after each tree pass what it did before, for every input, or find an input
for which it does not.

      --function=NAME      only this function; may be given several times
      --pass=NAME          only this pass; may be given several times
      --timeout=SECONDS    for the questions about one change (default: 10)
      --bound=N            how often loops are followed where that depends on the input (default: 4)
      --before=DUMP        hold the functions of two dumps against each other, GCC's or Gimlet's
      --after=DUMP
      --compiler=PROGRAM   prove the passes of another compiler, from its dumps
      --json               print all answers as JSON
  -h, --help               print this

Exit status: 0 if nothing was refuted, 1 if something was, 2 for trouble.
";

/// The last pass that is proved: what comes after it is not in SSA form.
const LAST_TREE_PASS: &str = "optimized";

/// Passes that put bodies in the place of calls, or calls in that of bodies: these are asked with the callees' bodies. So
/// are those that see all functions at once.
const BETWEEN_FUNCTIONS: [&str; 2] = ["einline", "fnsplit"];
/// Passes that make loops of recursive calls.
const LOOPS_OF_CALLS: [&str; 2] = ["tailr1", "tailr2"];

/// What is asked.
#[derive(Clone, Default)]
struct Asked {
    functions: Vec<String>,
    passes: Vec<String>,
    timeout: Option<f64>,
    bound: Option<u32>,
    before: Option<String>,
    after: Option<String>,
    compiler: Option<String>,
    json: bool,
}

impl Asked {
    /// Takes an option of the subcommand; anything else is the compiler's.
    fn take(&mut self, word: &str, rest: &mut dyn Iterator<Item = String>) -> Result<bool, String> {
        let (name, own) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (word, None),
        };
        if name == "--json" {
            self.json = true;
            return Ok(true);
        }
        let known =
            ["--function", "--pass", "--timeout", "--bound", "--before", "--after", "--compiler"];
        if !known.contains(&name) {
            return Ok(false);
        }
        let value = own.or_else(|| rest.next()).ok_or_else(|| format!("{name} takes a value"))?;
        let wrong = || format!("{name} does not take ‘{value}’");
        match name {
            "--function" => self.functions.push(value),
            "--pass" => self.passes.push(value),
            "--timeout" => {
                let seconds: f64 = value.parse().map_err(|_| wrong())?;
                if !(seconds > 0.0 && seconds < 1e6) {
                    return Err(wrong());
                }
                self.timeout = Some(seconds);
            }
            "--bound" => self.bound = Some(value.parse().map_err(|_| wrong())?),
            "--before" => self.before = Some(value),
            "--after" => self.after = Some(value),
            _ => self.compiler = Some(value),
        }
        Ok(true)
    }

    fn config(&self, line: &CommandLine) -> Config {
        let mut config = Config::default();
        config.limits.wraps = line.options.on(Flag::Wrapv);
        config.limits.wraps_pointers = line.options.on(Flag::WrapvPointer);
        config.limits.null_is_an_address = !line.options.on(Flag::DeleteNullPointerChecks);
        config.limits.any_alias = !line.options.on(Flag::StrictAliasing);
        if let Some(seconds) = self.timeout {
            config.solver.timeout = Duration::from_secs_f64(seconds);
        }
        config.limits.bound = self.bound.unwrap_or(config.limits.bound);
        config
    }
}

/// What is known of one change.
pub struct Record {
    pub function: String,
    pub pass: String,
    pub answer: Answer,
    /// Whether one of the bodies has a loop.
    pub loops: bool,
    pub seconds: f64,
    /// Of what was refuted: both bodies as dumps show them, and a caller that shows that they differ.
    trial: Option<Trial>,
}

/// What is run to confirm that something is refuted.
struct Trial {
    function: String,
    bodies: [String; 2],
    caller: String,
}

/// Functions as they were seen last, each with its text.
type Seen = HashMap<DeclId, (Rc<str>, Rc<Function>)>;

/// Sees functions after passes, and proves what has changed.
pub struct Prover {
    config: Config,
    asked: Asked,
    seen: Seen,
    pub records: Vec<Record>,
}

impl Prover {
    fn new(asked: Asked, config: Config) -> Prover {
        Prover { config, asked, seen: HashMap::new(), records: Vec::new() }
    }

    /// A prover for the functions of a compilation (`-fchecking=3`).
    pub fn of(line: &CommandLine) -> Prover {
        let asked = Asked::default();
        let config = asked.config(line);
        Prover::new(asked, config)
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
        let answer = if LOOPS_OF_CALLS.contains(&pass) {
            Answer::Unknown("not modelled: recursive calls made loops".to_string())
        } else if let Some(old) = between {
            let bodies = bodies(module, old);
            prove::prove_with_callees(unit, &before, function, &bodies, &self.config)
        } else {
            prove::prove(unit, &before, function, &self.config)
        };
        let seconds = start.elapsed().as_secs_f64();
        let trial = match &answer {
            Answer::Refuted(example) => {
                let after = self.seen.get(&function.decl).map(|(text, _)| Rc::clone(text));
                let caller = confirm::caller(unit, [&before, function], example);
                after.zip(caller).map(|(after, caller)| Trial {
                    function: name.clone(),
                    bodies: [text.to_string(), after.to_string()],
                    caller,
                })
            }
            _ => None,
        };
        let pass = pass.to_string();
        let loops = prove::has_loops(&before) || prove::has_loops(function);
        self.records.push(Record { function: name, pass, answer, loops, seconds, trial });
    }

    /// Runs what was refuted, each with a caller of its own.
    fn confirm(&mut self, line: &CommandLine, input: &Input) {
        for record in &mut self.records {
            if let (Answer::Refuted(example), Some(trial)) = (&mut record.answer, &record.trial) {
                let shown = |overflow| confirm::differs(line, input, trial, overflow);
                example.confirmed = match shown(example.undefined_only) {
                    Some(false) if !example.undefined_only => shown(true),
                    known => known,
                };
            }
        }
    }

    /// What was refuted last, if anything was. What overflows as it does in GCC is not counted.
    pub fn last_refuted(&self) -> Option<String> {
        let answer = &self.records.last()?.answer;
        matches!(answer, Answer::Refuted(example) if !example.undefined_only)
            .then(|| answer.to_string())
    }
}

/// The bodies of functions before a pass, or of those that it made as they are.
fn bodies<'a>(module: &'a Module, old: &'a Seen) -> prove::Bodies<'a> {
    let new = module.functions.iter().filter(|function| function.has_cfg());
    let mut all: prove::Bodies<'a> = new.map(|function| (function.decl, function)).collect();
    all.extend(old.iter().map(|(&decl, (_, function))| (decl, &**function)));
    all
}

/// With `-fchecking=3` what a pass makes of a function is proved at once; what is refuted is an error of the compiler.
pub fn watch(translation: &mut Translation<'_>) {
    if translation.line.options.checking < 3 || translation.manager.observer.is_some() {
        return;
    }
    let mut prover = Prover::of(translation.line);
    translation.manager.observer = Some(Box::new(move |module, position, pass| {
        let before = prover.records.len();
        prover.after_pass(module, position, pass);
        let new = prover.records.len() > before;
        prover.last_refuted().filter(|_| new).map_or(Ok(()), Err)
    }));
}

/// Runs the command; the answer is the exit status.
pub fn run(words: &[OsString]) -> u8 {
    let mut texts = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut asked = Asked::default();
    let mut given: Vec<String> = vec!["-S".to_string()];
    while let Some(word) = texts.next() {
        if word == "-h" || word == "--help" {
            return print(USAGE).map_or(1, |()| 0);
        }
        match asked.take(&word, &mut texts) {
            Ok(true) => {}
            Ok(false) => given.push(word),
            Err(what) => return trouble(&what),
        }
    }
    let line = CommandLine::parse(given.iter().map(OsString::from));
    line.errors.iter().for_each(|error| complain!("gimlet: error: {error}"));
    line.sorries.iter().for_each(|word| complain!("gimlet: sorry, unimplemented: {word}"));
    if !line.errors.is_empty() || !line.sorries.is_empty() {
        return 2;
    }
    let [input] = &line.inputs[..] else {
        return trouble(&format!("one file is proved, not {}\n{USAGE}", line.inputs.len()));
    };
    match prove_file(&line, input, &given, asked) {
        Ok(status) => status,
        Err(what) => trouble(&what),
    }
}

fn trouble(what: &str) -> u8 {
    complain!("gimlet prove: {what}");
    2
}

fn prove_file(
    line: &CommandLine,
    input: &Input,
    given: &[String],
    asked: Asked,
) -> Result<u8, String> {
    let json = asked.json;
    let mut prover = Prover::new(asked.clone(), asked.config(line));
    let does_not_compile = |_| format!("{} does not compile", input.name);
    let mut translation = Translation::parse(line, input, Vec::new()).map_err(does_not_compile)?;
    match (&asked.before, &asked.after, &asked.compiler) {
        (Some(before), Some(after), None) => {
            for path in [before, after] {
                dumps_read::look_at(&mut prover, &mut translation.module, path)?;
            }
        }
        (None, None, Some(compiler)) => {
            dumps_read::of_compiler(&mut prover, &mut translation.module, compiler, given)?;
        }
        (None, None, None) => {
            let shared = Rc::new(RefCell::new(prover));
            let seen = Rc::clone(&shared);
            translation.manager.observer = Some(Box::new(move |module, position, pass| {
                seen.borrow_mut().after_pass(module, position, pass);
                Ok(())
            }));
            translation
                .run_up_to(Some(LAST_TREE_PASS))
                .map_err(|_| format!("{} does not compile", input.name))?;
            translation.manager.observer = None;
            prover = Rc::try_unwrap(shared)
                .map_err(|_| "the observer is still there".to_string())?
                .into_inner();
        }
        _ => return Err("--before and --after go together, without --compiler".to_string()),
    }
    prover.confirm(line, input);
    let text = if json {
        report::json(&input.name, &prover.records)
    } else {
        report::text(&input.name, &prover.records)
    };
    if let Err(status) = print(&text) {
        return Ok(status);
    }
    let refuted = |record: &Record| matches!(record.answer, Answer::Refuted(_));
    Ok(u8::from(prover.records.iter().any(refuted)))
}
