//! One trial: a file compiled with some of the runs of its passes, and some of their changes.

use crate::cli::{CommandLine, Input};
use crate::compile::{Outcome, Translation};
use dumps::DumpFlags;
use gimple::debug_counter::Counter;
use gimple::function::Prop;
use gimple::interp::{self, ExitCode, InterpError};
use gimple::pass::Registration;
use gimple::pass_manager::{RunLimit, RunOfPass};
use gimple::unit::Module;
use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

/// The last pass whose result the interpreter can run.
const LAST_TREE_PASS: &str = "outofssa";

/// Steps that a program is given; a wrong one may not come to an end.
const PATIENCE: u64 = 200_000_000;

/// How a program is tried.
pub enum Test {
    Interpreter,
    /// The command, and what the compiler was given.
    Command {
        words: Vec<String>,
        given: Vec<String>,
    },
}

/// What is made of a file.
#[derive(Clone)]
pub struct Limits {
    /// Runs of passes.
    pub runs: u64,
    /// A counter, and how many of its changes.
    pub counter: Option<(Counter, u64)>,
    /// The run whose texts are wanted; 0 for none.
    pub watched: u64,
}

impl Limits {
    pub fn all() -> Limits {
        Limits::first(u64::MAX)
    }

    pub fn first(runs: u64) -> Limits {
        Limits { runs, counter: None, watched: 0 }
    }
}

/// What came of a trial.
#[derive(Default)]
pub struct Built {
    /// The interpreter found nothing wrong; the compiler did not break down.
    pub right: bool,
    pub log: Vec<RunOfPass>,
    pub assembly: String,
    /// The function of the watched run, before and after it.
    pub before: String,
    pub after: String,
}

/// Compiles a file so far. Trouble is what has nothing to do with passes.
pub fn attempt(
    line: &CommandLine,
    input: &Input,
    limits: &Limits,
    test: &Test,
    passes: fn() -> Vec<Registration>,
) -> Result<Built, String> {
    let mut translation = Translation::parse(line, input, passes())
        .map_err(|_| format!("{} does not compile", input.name))?;
    let interprets = matches!(test, Test::Interpreter);
    let result = catch_unwind(AssertUnwindSafe(|| trial(&mut translation, limits, interprets)));
    // What breaks down is wrong.
    result.unwrap_or_else(|_| Ok(Built::default()))
}

/// Takes a unit through so many runs, and looks at what becomes of it.
fn trial(
    translation: &mut Translation<'_>,
    limits: &Limits,
    interprets: bool,
) -> Result<Built, String> {
    if let Some((counter, changes)) = limits.counter {
        translation.module.unit.counters.only_first(counter, changes);
    }
    let run_limit = RunLimit::new(limits.runs, !interprets);
    let (runs, watched) = (Rc::clone(&run_limit.count), limits.watched);
    translation.manager.run_limit = Some(run_limit);
    let seen = Rc::new(RefCell::new(Seen::default()));
    if watched > 0 {
        let seen = Rc::clone(&seen);
        note_texts(&mut seen.borrow_mut(), &translation.module, None, false);
        translation.manager.observer = Some(Box::new(move |module, position, _| {
            note_texts(&mut seen.borrow_mut(), module, position, runs.get() == watched);
            Ok(())
        }));
    }
    let mut built = Built::default();
    let program = &translation.line.inputs[0].name.clone();
    if interprets {
        let expected = behaviour(&translation.module, program);
        if let Err(error) = &expected.1 {
            return Err(format!("the interpreter: {error}"));
        }
        let ended = translation.run_up_to(Some(LAST_TREE_PASS));
        built.right = ended.is_ok() && behaviour(&translation.module, program) == expected;
    } else {
        match translation.assembly() {
            Outcome::Assembly(text) => (built.right, built.assembly) = (true, text),
            Outcome::Failed(1) => return Err(format!("{program} does not compile")),
            // An internal compiler error.
            Outcome::Failed(_) | Outcome::Done | Outcome::Text(_) => {}
        }
    }
    built.log = translation.manager.run_limit.take().map(|limit| limit.log).unwrap_or_default();
    let seen = std::mem::take(&mut *seen.borrow_mut());
    (built.before, built.after) = (seen.before, seen.after);
    Ok(built)
}

/// What was seen in a trial.
#[derive(Default)]
struct Seen {
    /// Texts of functions by name, as they last were.
    texts: HashMap<String, String>,
    before: String,
    after: String,
}

type Behaviour = (Vec<u8>, Result<ExitCode, InterpError>);

fn behaviour(module: &Module, program: &str) -> Behaviour {
    let mut output = Vec::new();
    let limits = interp::Limits { steps: PATIENCE, ..interp::Limits::default() };
    let result = interp::run(module, &[program.to_string()], &mut output, limits);
    (output, result)
}

/// Notes the text of what a run has worked on, and that of before if it is the one that is watched.
fn note_texts(seen: &mut Seen, module: &Module, position: Option<usize>, is_watched: bool) {
    let functions = match position {
        Some(position) => &module.functions[position..=position],
        None => &module.functions,
    };
    for function in functions {
        let mut text = String::new();
        if function.properties.intersects(Prop::RTL) {
            rtl_backend::state::print(function, &mut text);
        } else {
            gimple::print::dump_function(&mut text, &module.unit, function, DumpFlags::NONE);
        }
        let name = module.unit.decl_name(function.decl).unwrap_or("").to_string();
        let before = seen.texts.insert(name, text.clone()).unwrap_or_default();
        if is_watched && (position.is_some() || before != text) {
            seen.before.push_str(&before);
            seen.after.push_str(&text);
        }
    }
}

/// Assembles and links what the trials have made of the files, with the other words that the compiler was given.
pub fn link(
    assembled: &[(String, String)],
    given: &[String],
    output: Option<&str>,
) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("gimlet-bisect-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut words = given.to_vec();
    let mut made: Vec<PathBuf> = Vec::new();
    for (index, (name, text)) in assembled.iter().enumerate() {
        let path = folder.join(format!("{index}.s"));
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        for word in words.iter_mut().filter(|word| *word == name) {
            *word = path.to_string_lossy().into_owned();
        }
        made.push(path);
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let status = Command::new(own).args(&words).status();
    // What is left over is no reason to fail.
    let _ = std::fs::remove_dir_all(&folder);
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("cannot build {}", output.unwrap_or("a.out"))),
        Err(error) => Err(error.to_string()),
    }
}
