//! Ordinary programs: C as people write it, generated from a seed, without undefined behaviour, in two comparisons.
//!
//! * Every pass against the gimplifier: `--interpret=all` runs the program after each pass that has changed something, and
//!   `-fchecking=2` looks whether what passes claim holds.
//! * The assembly of every level against the reference GCC's, under the emulator: programs of a batch are one binary.
//!
//! An ordinary run tries the programs of fixed seeds. `GIMLET_ORDINARY=20000 cargo test --test suite ordinary` tries as
//! many as that, from `GIMLET_ORDINARY_SEED` on, says what it has found as it goes, and keeps programs that
//! something is wrong with as `ordinary-SEED.c` in the folder of temporary files.

mod expr;
mod function;
mod program;
mod structures;
mod template;

use crate::support::{
    CROSS_GCC, EMULATOR, ScratchDir, compiler, require_tools, run, run_ok, testing_gimlet, words,
};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const LEVELS: [&str; 5] = ["O0", "O1", "O2", "O3", "Os"];
const REFERENCE: &str = "reference";
/// Programs that are linked together.
const BATCH: u64 = 10;
/// Two of the programs from here on find the loop that `ccp` once took for one that runs once.
const FIRST_SEED: u64 = 74;
/// Programs of an ordinary run.
const PROGRAMS: u64 = 20;
/// No products are contracted into sums: the interpreter would not know which.
const OPTIONS: [&str; 2] = ["-w", "-ffp-contract=off"];

/// What runs every program in a process of its own, so that one that crashes spoils no other.
const RUNNER: &str = r#"
int printf (const char *, ...);
int fflush (void *);
int fork (void);
int waitpid (int, int *, int);
void _exit (int);
unsigned alarm (unsigned);
static void
run (const char *name, int (*program) (void))
{
  int status = 0;
  printf ("== %s\n", name);
  fflush (0);
  if (fork () == 0)
    {
      alarm (10);
      program ();
      fflush (0);
      _exit (0);
    }
  waitpid (-1, &status, 0);
  if (status)
    printf ("status %d\n", status);
}
int
main (void)
{
"#;

/// What is wrong with the programs of some seeds, by their numbers.
fn check(seeds: std::ops::Range<u64>, open_ended: bool) -> Result<Vec<String>, String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    for seed in seeds.clone() {
        let path = dir.path().join(format!("p{seed}.c"));
        std::fs::write(path, program::program(seed)).map_err(|e| e.to_string())?;
    }
    let mut wrong = Vec::new();
    compare_assembly(&seeds, dir.path(), &mut wrong)?;
    for seed in seeds {
        if testing_gimlet() {
            // Over the seeds all levels that have passes occur: interpreting takes longer than all else together, so more
            // programs find more than more levels would.
            let level = LEVELS[1 + seed as usize % (LEVELS.len() - 1)];
            interpret(seed, level, dir.path(), &mut wrong)?;
        }
        if open_ended && !wrong.is_empty() {
            keep(seed, &wrong)?;
        }
    }
    Ok(wrong)
}

/// Keeps a program that something is wrong with in the folder of temporary files.
fn keep(seed: u64, wrong: &[String]) -> Result<(), String> {
    let named = format!("seed {seed} ");
    if !wrong.iter().any(|what| what.starts_with(&named)) {
        return Ok(());
    }
    let path = std::env::temp_dir().join(format!("ordinary-{seed}.c"));
    std::fs::write(path, program::program(seed)).map_err(|e| e.to_string())
}

/// Runs a program after every pass.
fn interpret(seed: u64, level: &str, dir: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    let mut command = compiler();
    command.extend(words(&OPTIONS));
    let program = format!("p{seed}.c");
    command.extend([format!("-{level}"), "-fchecking=2".into(), "--interpret=all".into(), program]);
    let finished = run(&command, dir)?;
    if !finished.succeeded() {
        let said = finished.output.lines().filter(|line| line.starts_with("gimlet"));
        let said: Vec<&str> = said.collect();
        wrong.push(format!("seed {seed} -{level}: {}\n{}", finished.describe(), said.join("\n")));
    }
    Ok(())
}

/// Compiles all programs at all levels and by the reference GCC, and compares what they print.
fn compare_assembly(
    seeds: &std::ops::Range<u64>,
    dir: &Path,
    wrong: &mut Vec<String>,
) -> Result<(), String> {
    let mut runner = RUNNER.to_string();
    let mut objects = Vec::new();
    for level in LEVELS.into_iter().chain([REFERENCE]) {
        for seed in seeds.clone() {
            let (mut command, option) = match level {
                REFERENCE => (words(&[CROSS_GCC]), "-O1".to_string()),
                _ => (compiler(), format!("-{level}")),
            };
            let output = format!("p{seed}-{level}.s");
            command.extend(words(&OPTIONS));
            command.extend([option, format!("-DLEVEL={level}"), "-S".into()]);
            command.extend([format!("p{seed}.c"), "-o".into(), output.clone()]);
            match run_ok(&command, dir) {
                Ok(_) => {
                    let name = format!("program_{seed}_{level}");
                    let _ = writeln!(
                        runner,
                        "  int {name} (void);\n  run (\"{seed} {level}\", {name});"
                    );
                    objects.push(output);
                }
                Err(what) if level == REFERENCE => return Err(what),
                Err(what) => wrong.push(format!("seed {seed} -{level}: {what}")),
            }
        }
    }
    runner += "}\n";
    std::fs::write(dir.join("main.c"), runner).map_err(|e| e.to_string())?;
    let mut link = words(&[CROSS_GCC, "-w", "-static", "-o", "x", "main.c"]);
    link.extend(objects);
    link.push("-latomic".into());
    run_ok(&link, dir)?;
    let finished = run_ok(&words(&[EMULATOR, "./x"]), dir)?;
    let printed: HashMap<&str, &str> =
        finished.output.split("== ").filter_map(|part| part.split_once('\n')).collect();
    for seed in seeds.clone() {
        let right = printed.get(format!("{seed} {REFERENCE}").as_str()).copied();
        for level in LEVELS {
            let name = format!("{seed} {level}");
            // What could not be compiled has been said.
            if let Some(&text) = printed.get(name.as_str())
                && Some(text) != right
            {
                let place = difference(right.unwrap_or_default(), text);
                wrong.push(format!("seed {seed} -{level}: the assembly prints {place}"));
            }
        }
    }
    Ok(())
}

fn difference(right: &str, wrong: &str) -> String {
    let both = right.lines().chain([""]).zip(wrong.lines().chain([""]));
    let (right, wrong) = both.into_iter().find(|(right, wrong)| right != wrong).unwrap_or_default();
    format!("‘{wrong}’ instead of ‘{right}’")
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|n| n.parse().ok())
}

#[test]
fn every_pass_and_the_assembly_do_what_the_source_says() {
    require_tools();
    let asked = number("GIMLET_ORDINARY");
    let first = number("GIMLET_ORDINARY_SEED").unwrap_or(FIRST_SEED);
    let end = first + asked.unwrap_or(PROGRAMS);
    let next = AtomicU64::new(first);
    let failures = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(BATCH, Ordering::Relaxed);
                    if start >= end {
                        return;
                    }
                    let seeds = start..end.min(start + BATCH);
                    let wrong = check(seeds, asked.is_some()).unwrap_or_else(|what| vec![what]);
                    if asked.is_some() {
                        for what in &wrong {
                            eprintln!("{what}");
                        }
                    }
                    failures.lock().expect("no worker panics").extend(wrong);
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no worker panics");
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_template_can_be_filled_in() {
    let names: Vec<&str> =
        program::templates().iter().filter_map(|template| template.lines().next()).collect();
    assert!(names.len() > 40, "{names:?}");
    // Every template occurs, and the same seed makes the same program.
    let all: String = (0..200).map(program::program).collect();
    for name in names {
        assert!(all.contains(&format!("\n{name}\n")), "{name} does not occur");
    }
    assert_eq!(program::program(7), program::program(7));
}
