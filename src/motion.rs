//! `gimlet motion FILE…`: what each way of moving code makes of programs, as a table.
//!
//! Each file is compiled once for each way, as far as its passes go, and run by the interpreter from there if it can be. What is
//! counted: operations in the program, those evaluated in the run, copies and loads in the run, and what the passes
//! count of themselves. A file whose run differs from one way to another is named, and counts for none.

use crate::cli::CommandLine;
use crate::compile::Translation;
use crate::driver::output::{print, reason};
use dumps::complain;
use dumps::usage::misused;
use gimple::code::TreeCode;
use gimple::interp::{self, Counts, ErrorKind, InterpError};
use gimple::stmt::StmtKind;
use gimple::unit::Module;
use std::ffi::OsString;
use std::time::{Duration, Instant};

/// A way of moving code: its name, its options, the pass after which is counted, and the passes whose counters are shown.
struct Way {
    name: &'static str,
    options: &'static [&'static str],
    last: &'static str,
    passes: &'static [&'static str],
}

const WAYS: &[Way] = &[
    Way { name: "none", options: &[], last: "lexpre", passes: &[] },
    Way { name: "mr", options: &["-ftree-lexical-pre=mr"], last: "lexpre", passes: &["lexpre"] },
    Way {
        name: "chow",
        options: &["-ftree-lexical-pre=chow"],
        last: "lexpre",
        passes: &["lexpre"],
    },
    Way {
        name: "chen",
        options: &["-ftree-lexical-pre=chen"],
        last: "lexpre",
        passes: &["lexpre"],
    },
    Way { name: "lcm", options: &["-ftree-lexical-pre=lcm"], last: "lexpre", passes: &["lexpre"] },
    Way {
        name: "sink",
        options: &["-ftree-sink-assignments"],
        last: "lexpre",
        passes: &["sinkassign"],
    },
    Way {
        name: "-O2 without fre, pre",
        options: &["-O2", "-fno-tree-fre", "-fno-tree-pre"],
        last: "pre",
        passes: &[],
    },
    Way { name: "-O2 fre", options: &["-O2", "-fno-tree-pre"], last: "pre", passes: &["fre"] },
    Way { name: "-O2 fre, pre", options: &["-O2"], last: "pre", passes: &["fre", "pre"] },
];

/// What a way did to a file, or to all.
#[derive(Clone, Default)]
struct Figures {
    operations: u64,
    insertions: u64,
    deletions: u64,
    live: u64,
    time: Duration,
    run: Counts,
}

const HELP: &str = "\
Usage: gimlet motion [COMPILER OPTION]... FILE...
Compile each FILE, a program of its own, with each way of moving code, run it in the interpreter, and print as a table what
each way has inserted and taken away, and what was executed then.

  -h, --help                 print this
";

/// The outcome of a run: exit status and output, or why it cannot be run.
type Run = Result<(i32, Vec<u8>), InterpError>;

/// Runs the command: words are files and options.
pub fn run(words: &[OsString]) -> u8 {
    let (options, files): (Vec<&OsString>, Vec<&OsString>) =
        words.iter().partition(|word| word.to_string_lossy().starts_with('-'));
    if options.iter().any(|&word| word == "-h" || word == "--help") {
        return print(HELP).err().unwrap_or_default();
    }
    if files.is_empty() {
        complain!("{}", misused("motion", "no files", HELP));
        return 2;
    }
    if let Err(status) = can_be_measured(&options, &files) {
        return status;
    }
    let mut sums = vec![Figures::default(); WAYS.len()];
    let (mut counted, mut ran) = (0, 0);
    for file in &files {
        let Some(found) = measure(file, &options) else {
            complain!("gimlet motion: {}: left out, it does not compile", file.to_string_lossy());
            continue;
        };
        counted += 1;
        let first = &found[0].1;
        let same = found.iter().all(|(_, run)| run.as_ref().ok() == first.as_ref().ok());
        if !same {
            complain!("gimlet motion: {}: its runs differ", file.to_string_lossy());
        } else if let Err(reason) = first
            && reason.kind != ErrorKind::NoMain
        {
            complain!("gimlet motion: {}: it is not run: {reason}", file.to_string_lossy());
        }
        let runs = same && first.is_ok();
        ran += u64::from(runs);
        for (sum, (figures, _)) in sums.iter_mut().zip(&found) {
            sum.add(figures, runs);
        }
    }
    let text = format!("{counted} files, {ran} of them run\n\n{}", table(&sums, ran > 0));
    print(&text).err().unwrap_or_default()
}

/// Whether there are such options and files; otherwise the exit status, whose reason has been said.
fn can_be_measured(options: &[&OsString], files: &[&OsString]) -> Result<(), u8> {
    let line = CommandLine::parse(options.iter().copied().chain(files.iter().copied()).cloned());
    line.errors.iter().for_each(|error| complain!("gimlet: error: {error}"));
    line.sorries.iter().for_each(|word| complain!("gimlet: sorry, unimplemented: {word}"));
    let mut wrong = !line.errors.is_empty() || !line.sorries.is_empty();
    for file in files {
        if let Err(error) = std::fs::File::open(file) {
            complain!("gimlet motion: {}: {}", file.to_string_lossy(), reason(&error));
            wrong = true;
        }
    }
    if wrong { Err(2) } else { Ok(()) }
}

impl Figures {
    fn add(&mut self, other: &Figures, runs: bool) {
        self.operations += other.operations;
        self.insertions += other.insertions;
        self.deletions += other.deletions;
        self.live += other.live;
        self.time += other.time;
        if runs {
            self.run.operations += other.run.operations;
            self.run.copies += other.run.copies;
        }
    }
}

/// A file under all ways.
fn measure(file: &OsString, options: &[&OsString]) -> Option<Vec<(Figures, Run)>> {
    WAYS.iter().map(|way| one(file, options, way)).collect()
}

/// A file under one way; `None` if it does not compile.
fn one(file: &OsString, options: &[&OsString], way: &Way) -> Option<(Figures, Run)> {
    let mut words: Vec<OsString> = vec!["-w".into(), "-S".into()];
    words.extend(options.iter().map(|&word| word.clone()));
    words.extend(way.options.iter().map(OsString::from));
    words.push(file.clone());
    let line = CommandLine::parse(words);
    let mut unit = Translation::parse(&line, line.inputs.first()?, Vec::new()).ok()?;
    unit.manager.totals = Some(Vec::new());
    let start = Instant::now();
    unit.run_up_to(Some(way.last)).ok()?;
    let mut figures = Figures { time: start.elapsed(), ..Figures::default() };
    figures.operations = operations(&unit.module);
    for (pass, event, count) in unit.manager.totals.iter().flatten() {
        if way.passes.contains(pass) {
            match *event {
                "Insertions" => figures.insertions += count,
                "Deletions" | "Redundant" | "Eliminated" => figures.deletions += count,
                "Live range length" => figures.live += count,
                _ => {}
            }
        }
    }
    let mut output = Vec::new();
    let limits = interp::Limits { steps: 200_000_000, ..interp::Limits::default() };
    let (status, counts) = interp::run_counted(
        &unit.module,
        &[file.to_string_lossy().into_owned()],
        &mut output,
        limits,
    );
    figures.run = counts;
    let run = status.map(|status| (status.0, output));
    Some((figures, run))
}

/// How many operations a program has.
fn operations(module: &Module) -> u64 {
    let of_function = |f: &gimple::function::Function| {
        let blocks = f.block_order();
        let stmts = blocks.iter().flat_map(|&block| f.block_stmts(block));
        let operation = |stmt: &gimple::stmt::StmtId| matches!(f.stmts[*stmt].kind, StmtKind::Assign { code, .. } if code != TreeCode::Single);
        stmts.filter(operation).count() as u64
    };
    module.functions.iter().map(of_function).sum()
}

fn table(sums: &[Figures], ran: bool) -> String {
    let mut text = String::from(
        "| way | operations | evaluated | copies and loads done | insertions | deletions | live range length | seconds |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (way, sum) in WAYS.iter().zip(sums) {
        let run = |count: u64| if ran { count.to_string() } else { "–".to_string() };
        let made = |count: u64, is: bool| if is { count.to_string() } else { "–".to_string() };
        let counts = !way.passes.is_empty();
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} | {:.2} |\n",
            way.name,
            sum.operations,
            run(sum.run.operations),
            run(sum.run.copies),
            made(sum.insertions, counts),
            made(sum.deletions, counts),
            made(sum.live, way.passes == ["lexpre"]),
            sum.time.as_secs_f64(),
        ));
    }
    text
}
