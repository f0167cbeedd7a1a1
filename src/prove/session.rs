//! The files that are proved, one after the other, and what is done with what is refuted in them: it is run, its change is
//! named, it is made smaller and kept, as far as that is asked for.

use super::asked::Asked;
use super::prover::{LAST_TREE_PASS, Prover, Record};
use super::{confirm, counted, dumps_read, emulate, keep, reduce, report};
use crate::cli::{CommandLine, Input, Language};
use crate::compile::Translation;
use crate::driver::output::print;
use dumps::complain;
use gimple::pass::Registration;
use gimple::pass_manager::{RunLimit, RunOfPass};
use prove::Answer;
use std::cell::RefCell;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Files that a command makes one after the other without one that is a program, until it is given up.
const PATIENCE: u32 = 20;

/// A run of the command.
pub struct Session {
    pub line: CommandLine,
    /// The same without warnings, for what is compiled once more.
    pub quiet: CommandLine,
    /// The words for the compiler, files among them.
    given: Vec<String>,
    pub asked: Asked,
    /// Passes of one's own that take part: tests plant faults with them.
    pub passes: fn() -> Vec<Registration>,
    until: Option<Instant>,
    rows: report::Table,
    objects: Vec<String>,
    /// What was taken as given, and whether it is so.
    facts: Vec<String>,
    refuted: bool,
    trouble: bool,
}

/// What became of one compilation under a prover's eyes.
pub struct Seen {
    pub records: Vec<Record>,
    pub log: Vec<RunOfPass>,
    /// What was taken as given, and whether it is so.
    given: Vec<String>,
}

impl Seen {
    /// What a prover has found.
    fn of(prover: &mut Prover, log: Vec<RunOfPass>) -> Seen {
        let given = prover.given.take().unwrap_or_default();
        let given = given.into_values().map(|(fact, answer)| format!("{fact}: {answer}"));
        Seen { records: std::mem::take(&mut prover.records), log, given: given.collect() }
    }
}

impl Session {
    pub fn new(line: CommandLine, given: Vec<String>, asked: Asked) -> Session {
        let words = given.iter().map(String::as_str).chain(["-w"]);
        Session {
            quiet: CommandLine::parse(words.map(OsString::from)),
            line,
            given,
            until: asked.lasts.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds)),
            asked,
            passes: Vec::new,
            rows: report::Table::default(),
            objects: Vec::new(),
            facts: Vec::new(),
            refuted: false,
            trouble: false,
        }
    }

    /// Proves all files; the answer is the exit status.
    pub fn run(mut self) -> u8 {
        let files = self.line.inputs.clone();
        for input in &files {
            if self.is_over() {
                break;
            }
            if let Err(status) = self.file(input) {
                return status;
            }
        }
        if let Some(command) = self.asked.generate.clone()
            && let Err(status) = self.generated(&command)
        {
            return status;
        }
        let text = if self.asked.json {
            format!("[\n{}\n]\n", self.objects.join(",\n"))
        } else {
            self.facts.sort_unstable();
            self.facts.dedup();
            let given = self.facts.iter().map(|fact| format!("given: {fact}\n"));
            self.rows.text() + &given.collect::<String>()
        };
        if let Err(status) = print(&text) {
            return status;
        }
        match (self.trouble, self.refuted) {
            (true, _) => 2,
            (false, refuted) => u8::from(refuted),
        }
    }

    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Proves a file, and prints what is no proof. Whether it could be compiled.
    fn file(&mut self, input: &Input) -> Result<bool, u8> {
        let records = match self.answered(input) {
            Ok(records) => records,
            Err(what) => {
                complain!("gimlet prove: {what}");
                self.trouble = true;
                return Ok(false);
            }
        };
        self.rows.add(&records);
        if self.asked.json {
            self.objects.extend(records.iter().map(report::object));
        } else {
            print(&report::answers(&records))?;
        }
        let is_refuted = |record: &Record| matches!(record.answer, Answer::Refuted(_));
        self.refuted |= records.iter().any(is_refuted);
        Ok(true)
    }

    /// The answers for a file, with all that is asked for about what is refuted.
    pub fn answered(&mut self, input: &Input) -> Result<Vec<Record>, String> {
        let Seen { mut records, given, .. } = self.prove(input)?;
        self.facts.extend(given);
        self.look_closer(input, &mut records);
        Ok(records)
    }

    /// Proves what a command prints, again and again.
    fn generated(&mut self, command: &str) -> Result<(), u8> {
        let mut failures = 0;
        for number in 1.. {
            if self.is_over() || failures == PATIENCE {
                break;
            }
            failures += 1;
            let output = Command::new("sh").args(["-c", command]).stdin(Stdio::null()).output();
            let Some(output) = output.ok().filter(|output| output.status.success()) else {
                continue;
            };
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let name = format!("generated-{number}.c");
            if self.file(&Input { name, language: Language::C, text: Some(text) })? {
                failures = 0;
            }
        }
        if failures == PATIENCE {
            complain!("gimlet prove: ‘{command}’ makes no programs");
            self.trouble = true;
        }
        Ok(())
    }

    /// The answers for a file.
    fn prove(&self, input: &Input) -> Result<Seen, String> {
        let Asked { before, after, compiler, .. } = &self.asked;
        if before.is_none() && compiler.is_none() {
            let seen = catch_unwind(AssertUnwindSafe(|| self.ours(input, &self.asked, |_| {})));
            let broke_down = |_| Err(format!("{}: the compiler broke down", input.name));
            return seen.unwrap_or_else(broke_down);
        }
        let mut prover = Prover::new(&self.asked, &self.line, &input.name, self.until);
        let does_not_compile = |_| format!("{} does not compile", input.name);
        let mut translation =
            Translation::parse(&self.line, input, Vec::new()).map_err(does_not_compile)?;
        for path in [before, after].into_iter().flatten() {
            dumps_read::look_at(&mut prover, &mut translation.module, path)?;
        }
        if let Some(compiler) = compiler {
            let words = self.words_for(input);
            let module = &mut translation.module;
            dumps_read::of_compiler(&mut prover, module, compiler, (&words, input))?;
        }
        Ok(Seen::of(&mut prover, Vec::new()))
    }

    /// The words for a compiler of one file.
    pub fn words_for(&self, input: &Input) -> Vec<String> {
        let others = self.line.inputs.iter().filter(|other| other.name != input.name);
        let others: Vec<&str> = others.map(|other| other.name.as_str()).collect();
        self.given.iter().filter(|word| !others.contains(&word.as_str())).cloned().collect()
    }

    /// What our own passes do to a file, prepared in some way.
    pub fn ours(
        &self,
        input: &Input,
        asked: &Asked,
        prepare: impl FnOnce(&mut Translation<'_>),
    ) -> Result<Seen, String> {
        let does_not_compile = || format!("{} does not compile", input.name);
        let mut translation = Translation::parse(&self.line, input, (self.passes)())
            .map_err(|_| does_not_compile())?;
        prepare(&mut translation);
        translation.manager.run_limit = Some(RunLimit::new(u64::MAX, false));
        let prover = Prover::new(asked, &self.line, &input.name, self.until);
        let shared = Rc::new(RefCell::new(prover));
        let seen = Rc::clone(&shared);
        translation.manager.observer = Some(Box::new(move |module, position, pass| {
            seen.borrow_mut().after_pass(module, position, pass);
            Ok(())
        }));
        translation.run_up_to(Some(LAST_TREE_PASS)).map_err(|_| does_not_compile())?;
        let log = translation.manager.run_limit.take().map(|limit| limit.log).unwrap_or_default();
        let seen = Seen::of(&mut shared.borrow_mut(), log);
        Ok(seen)
    }

    /// Runs what was refuted, and does what else is asked for.
    fn look_closer(&mut self, input: &Input, records: &mut [Record]) {
        for record in records {
            let Answer::Refuted(example) = &mut record.answer else { continue };
            if let Some(trial) = &record.trial {
                let shown = |overflow| confirm::differs(&self.quiet, input, trial, overflow);
                example.confirmed = match shown(example.undefined_only) {
                    Some(false) if !example.undefined_only => shown(true),
                    known => known,
                };
                if let (Some(count), false) = (example.goes_on, example.confirmed == Some(true)) {
                    // Loops have become others that go round more often, as far as is known.
                    record.answer = Answer::ProvedFor(count);
                    continue;
                }
                if !example.undefined_only && !self.asked.quick {
                    let program = self.asked.emulator();
                    record.emulated = emulate::differs(&self.quiet, input, trial, program);
                }
            }
            let ours = self.asked.before.is_none() && self.asked.compiler.is_none();
            if ours && !self.asked.quick {
                record.change = counted::change(self, input, record);
            }
            if self.asked.reduces {
                record.reduced = reduce::reduced(self, input, record);
            }
            if let Some(folder) = &self.asked.keep
                && record.is_fault()
                && let Err(what) = keep::keep(folder, input, record)
            {
                complain!("gimlet prove: {what}");
                self.trouble = true;
            }
        }
    }
}
