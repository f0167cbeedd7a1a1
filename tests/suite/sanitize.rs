//! `-fsanitize=`: each kind of undefined behaviour in `tests/sanitize` ends the program, at every level and in the interpreter,
//! and nothing that is defined does.

use crate::support::{
    CROSS_GCC, EMULATOR, Finished, ScratchDir, compiler, project_dir, require_tools, run, run_ok,
    testing_gimlet, words,
};

const SANITIZE: &str = "-fsanitize=undefined,float-divide-by-zero,float-cast-overflow -fsanitize-undefined-trap-on-error -w";

/// The names of the cases, in order.
fn cases() -> Vec<String> {
    let text = std::fs::read_to_string(project_dir("tests/sanitize/cases.h")).expect("the cases");
    let name = |line: &str| Some(line.strip_prefix("CASE (")?.split_once(',')?.0.to_string());
    text.lines().filter_map(name).collect()
}

/// Whether a case did what its name says.
fn judge(name: &str, how: &str, finished: &Finished) {
    let done = finished.output == format!("{name}\n");
    assert_eq!(done, !name.ends_with("_bad"), "{name} {how}: {}", finished.describe());
    if !done {
        assert_eq!(finished.output, "", "{name} {how}");
    }
}

#[test]
fn undefined_behaviour_ends_the_program() {
    require_tools();
    let source = project_dir("tests/sanitize/cases.c").display().to_string();
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
        let dir = ScratchDir::new().expect("a scratch directory");
        let mut compile = compiler();
        compile.extend(words(&[level, "-S", &source, "-o", "x.s"]));
        compile.extend(words(&SANITIZE.split(' ').collect::<Vec<_>>()));
        run_ok(&compile, dir.path()).expect("it compiles");
        run_ok(&words(&[CROSS_GCC, "-static", "x.s", "-o", "x"]), dir.path()).expect("it links");
        for (number, name) in cases().iter().enumerate() {
            let number = number.to_string();
            let finished = run(&words(&[EMULATOR, "./x", &number]), dir.path()).expect("it runs");
            judge(name, level, &finished);
        }
    }
}

#[test]
fn the_interpreter_finds_the_same() {
    if !testing_gimlet() {
        return;
    }
    let source = project_dir("tests/sanitize/cases.c").display().to_string();
    for pass in ["ubsan", "optimized"] {
        for (number, name) in cases().iter().enumerate() {
            let dir = ScratchDir::new().expect("a scratch directory");
            let mut command = compiler();
            command.push(format!("--interpret={pass}"));
            command.extend(words(&["-O2", &source]));
            command.extend(words(&SANITIZE.split(' ').collect::<Vec<_>>()));
            command.extend(words(&["--", &number.to_string()]));
            judge(name, pass, &run(&command, dir.path()).expect("it runs"));
        }
    }
}
