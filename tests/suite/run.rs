//! The run tests: every program under `tests/run` prints what the same program compiled by GCC printed.
//!
//! `NAME.expected` holds the output and the exit status. A program is compiled at several levels and
//! run under the emulator, and interpreted from several passes on: where a pass breaks a program, the
//! interpreter says which.

use crate::support::{
    CROSS_GCC, EMULATOR, Finished, ScratchDir, check_config, compiler, for_each_file, project_dir,
    require_tools, run, run_ok, test_files, testing_gimlet, words,
};
use dumps::directives::read_test;
use std::path::Path;

const LEVELS: [&str; 3] = ["-O0", "-O1", "-O2"];
const INTERPRETED_AT: [&str; 3] = ["gimple", "ssa", "optimized"];

/// The options a program asks for with `dg-options`.
pub fn options_of(program: &Path) -> Result<Vec<String>, String> {
    let source = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    Ok(read_test(&source, &check_config().target, &words(&["-w"])).options)
}

pub fn judge(program: &Path, how: &str, finished: &Finished) -> Result<(), String> {
    let expected = std::fs::read_to_string(program.with_extension("expected"))
        .map_err(|e| format!("no expected output: {e}"))?;
    let exit = match finished.status.and_then(|s| s.code()) {
        Some(code) => format!("exit: {code}\n"),
        None => format!("{}\n", finished.describe()),
    };
    let got = format!("{}{exit}", finished.output);
    if got == expected {
        return Ok(());
    }
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    let diff = dumps::compare::unified_diff(&lines(&expected), &lines(&got));
    Err(format!("{how}: wrong output\n{diff}"))
}

fn compile_and_run(program: &Path, level: &str, options: &[String]) -> Result<(), String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let (source, here) = (program.display().to_string(), dir.path());
    let mut compile = compiler();
    compile.extend(words(&[level, "-S", &source, "-o", "x.s"]));
    compile.extend_from_slice(options);
    run_ok(&compile, here)?;
    run_ok(&words(&[CROSS_GCC, "-static", "x.s", "-o", "x", "-latomic", "-lm"]), here)?;
    let finished = run(&words(&[EMULATOR, "./x"]), here)?;
    judge(program, level, &finished)
}

/// A dump that says everything changes nothing. It may take a pass another way: the propagation engine keeps work lists
/// where it has to say what it puts into them, and does without them in a function without loops elsewhere; what registers
/// are called is made up only where somebody may see it, a check that complains of an insn included.
#[test]
fn dumps_change_nothing() {
    for_each_file(&test_files(&project_dir("tests/run"), &["c"]), |program| {
        let dir = ScratchDir::new().map_err(|e| e.to_string())?;
        let source = program.display().to_string();
        let assembly = |output: &str, dumps: &str| {
            let mut compile = compiler();
            compile.extend(words(&["-O2", "-S", &source, "-o", output]));
            compile.extend(options_of(program)?);
            compile.extend(dumps.split_whitespace().map(str::to_string));
            run_ok(&compile, dir.path())?;
            std::fs::read_to_string(dir.path().join(output)).map_err(|e| e.to_string())
        };
        let plain = assembly("plain.s", "-fno-checking")?;
        let dumps = "-fdump-tree-all-details=/dev/null -fdump-rtl-all=/dev/null";
        if assembly("dumped.s", dumps)? != plain {
            return Err("other assembly where there are dumps".into());
        }
        Ok(())
    });
}

/// Debugging information changes no code: each program is compiled again the other way (`-fcompare-debug`).
#[test]
fn debugging_information_changes_nothing() {
    let mut programs = test_files(&project_dir("tests/run"), &["c"]);
    programs.extend(test_files(&project_dir("tests/passes"), &["c"]));
    programs.retain(|program| {
        let text = std::fs::read_to_string(program).unwrap_or_default();
        !["dg-error", "dg-prune", "__RTL", "dg-do preprocess"].iter().any(|it| text.contains(it))
    });
    for_each_file(&programs, |program| {
        ["-O1", "-O2"].iter().try_for_each(|level| {
            let dir = ScratchDir::new().map_err(|e| e.to_string())?;
            let mut compile = compiler();
            let source = program.display().to_string();
            compile.extend(words(&["-w", level, "-S", &source, "-o", "x.s", "-fcompare-debug"]));
            let done = run(&compile, dir.path())?;
            let differs = ["‘-fcompare-debug’ failure", "internal compiler error"]
                .iter()
                .any(|it| done.output.contains(it));
            if differs { Err(format!("{level}: {}", done.output)) } else { Ok(()) }
        })
    });
}

#[test]
fn programs_run_as_gcc_compiled_them() {
    require_tools();
    for_each_file(&test_files(&project_dir("tests/run"), &["c"]), |program| {
        let options = options_of(program)?;
        LEVELS.iter().try_for_each(|level| compile_and_run(program, level, &options))
    });
}

#[test]
fn the_interpreter_agrees_at_every_pass() {
    if !testing_gimlet() {
        return;
    }
    for_each_file(&test_files(&project_dir("tests/run"), &["c"]), |program| {
        let options = options_of(program)?;
        INTERPRETED_AT.iter().try_for_each(|pass| {
            let dir = ScratchDir::new().map_err(|e| e.to_string())?;
            let mut command = compiler();
            command.push(format!("--interpret={pass}"));
            command.extend(["-O2".to_string(), program.display().to_string()]);
            command.extend_from_slice(&options);
            judge(program, &format!("interpreted at {pass}"), &run(&command, dir.path())?)
        })
    });
}
