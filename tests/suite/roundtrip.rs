//! GIMPLE as text: what is printed of a program after a pass reads back as the same text, and what was read does in
//! the interpreter what the program did.

use crate::support::{
    Finished, ScratchDir, compiler, for_each_file, project_dir, run, run_ok, test_files,
    testing_gimlet, words,
};
use dumps::directives::read_test;
use std::path::Path;

/// Structured, with a CFG, in SSA form, and optimised.
const PASSES: [&str; 4] = ["gimple", "cfg", "ssa", "optimized"];

fn gimlet(arguments: &[&str], options: &[String], dir: &Path) -> Result<Finished, String> {
    let mut command = compiler();
    command.extend(words(arguments));
    command.extend_from_slice(options);
    run_ok(&command, dir)
}

fn interpreted(arguments: &[&str], options: &[String], dir: &Path) -> Result<String, String> {
    let mut command = compiler();
    command.extend_from_slice(options);
    command.extend(words(arguments));
    let finished = run(&command, dir)?;
    Ok(format!("{}\n{}", finished.output, finished.describe()))
}

fn round_trip(program: &Path, pass: &str, options: &[String]) -> Result<(), String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let (source, here) = (program.display().to_string(), dir.path());
    let emit = format!("--emit-gimple={pass}");
    gimlet(&["-O2", &emit, &source, "-o", "first.gimple"], options, here)?;
    gimlet(&["-O2", "--emit-gimple", "first.gimple", "-o", "second.gimple"], &[], here)?;
    let read = |name: &str| std::fs::read_to_string(here.join(name)).map_err(|e| e.to_string());
    let (first, second) = (read("first.gimple")?, read("second.gimple")?);
    if first != second {
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let diff = dumps::compare::unified_diff(&lines(&first), &lines(&second));
        return Err(format!("{pass}: the text changed\n{diff}"));
    }
    let from_c = interpreted(&["-O2", &format!("--interpret={pass}"), &source], options, here)?;
    let from_text = interpreted(&["-O2", "--interpret", "first.gimple"], &[], here)?;
    if from_c != from_text {
        return Err(format!("{pass}: read from text, it does\n{from_text}\nnot\n{from_c}"));
    }
    Ok(())
}

/// With block arguments instead of φs, the text reads back as the same module.
fn block_arguments(program: &Path, pass: &str, options: &[String]) -> Result<(), String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let (source, here) = (program.display().to_string(), dir.path());
    let with_phis = format!("--emit-gimple={pass}");
    gimlet(&["-O2", &with_phis, &source, "-o", "phis.gimple"], options, here)?;
    let with_args = format!("--emit-gimple={pass}-blockargs");
    gimlet(&["-O2", &with_args, &source, "-o", "args.gimple"], options, here)?;
    gimlet(&["-O2", "--emit-gimple", "args.gimple", "-o", "back.gimple"], &[], here)?;
    let read = |name: &str| std::fs::read_to_string(here.join(name)).map_err(|e| e.to_string());
    let (phis, args, back) = (read("phis.gimple")?, read("args.gimple")?, read("back.gimple")?);
    if args.contains(" PHI <") {
        return Err(format!("{pass}: there are φs beside block arguments"));
    }
    if phis != back {
        return Err(format!("{pass}: block arguments do not read back as the φs they stand for"));
    }
    Ok(())
}

/// Judges every program of the run tests, with the options it asks for.
fn for_each_program(judge: impl Fn(&Path, &[String]) -> Result<(), String> + Sync) {
    if !testing_gimlet() {
        return;
    }
    for_each_file(&test_files(&project_dir("tests/run"), &["c"]), |program| {
        let source = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
        let target = &crate::support::check_config().target;
        judge(program, &read_test(&source, target, &words(&["-w"])).options)
    });
}

#[test]
fn block_arguments_read_back_as_phis() {
    for_each_program(|program, options| {
        ["ssa", "optimized"].iter().try_for_each(|pass| block_arguments(program, pass, options))
    });
}

#[test]
fn gimple_text_reads_back_after_every_form() {
    for_each_program(|program, options| {
        PASSES.iter().try_for_each(|pass| round_trip(program, pass, options))
    });
}
