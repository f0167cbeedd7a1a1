//! Code motion before SSA form: whatever way is chosen the programs under `tests/run` do the same, and none evaluates more than before.

use crate::run::{judge, options_of};
use crate::support::{
    ScratchDir, compiler, for_each_file, project_dir, run, test_files, testing_gimlet, words,
};

const WAYS: [&str; 6] = [
    "-ftree-lexical-pre=mr",
    "-ftree-lexical-pre=chow",
    "-ftree-lexical-pre=chen",
    "-ftree-lexical-pre=lcm",
    "-ftree-sink-assignments",
    "-ftree-lexical-pre=lcm -ftree-sink-assignments",
];

#[test]
fn programs_do_the_same_whatever_moves() {
    if !testing_gimlet() {
        return;
    }
    let files = test_files(&project_dir("tests/run"), &["c"]);
    for_each_file(&files, |program| {
        let options = options_of(program)?;
        WAYS.iter().try_for_each(|way| {
            let dir = ScratchDir::new().map_err(|e| e.to_string())?;
            let mut command = compiler();
            command.extend(words(&["--interpret=ssa", "-O2"]));
            command.push(program.display().to_string());
            command.extend_from_slice(&options);
            command.extend(way.split(' ').map(str::to_string));
            judge(program, way, &run(&command, dir.path())?)
        })
    });
}

/// The columns of a row of the table, without the name.
fn row(table: &str, way: &str) -> Vec<String> {
    let found = table.lines().find(|line| line.starts_with(&format!("| {way} |")));
    let line = found.unwrap_or_else(|| panic!("no row {way} in\n{table}"));
    line.trim_matches('|').split('|').skip(1).map(|cell| cell.trim().to_string()).collect()
}

#[test]
fn the_table_shows_that_nothing_is_evaluated_more_often() {
    if !testing_gimlet() {
        return;
    }
    for name in ["sorting.c", "loops.c", "listing-3-8.c", "nested-loops.c"] {
        let dir = ScratchDir::new().expect("a scratch directory");
        let mut command = compiler();
        command.insert(1, "motion".to_string());
        command.push(project_dir("tests/run").join(name).display().to_string());
        let said = run(&command, dir.path()).expect("the compiler runs").output;
        assert!(said.contains("1 files, 1 of them run"), "{said}");
        let evaluated = |way: &str| -> u64 { row(&said, way)[1].parse().expect("a number") };
        let [none, mr, chow, chen, lcm, sink] =
            ["none", "mr", "chow", "chen", "lcm", "sink"].map(evaluated);
        assert!(lcm <= chen && chen <= chow && lcm <= mr, "{name}\n{said}");
        assert!(chow <= none && mr <= none && sink <= none, "{name}\n{said}");
    }
}

#[test]
fn the_table_wants_files_and_leaves_out_what_does_not_compile() {
    if !testing_gimlet() {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    std::fs::write(dir.path().join("bad.c"), "int f (\n").expect("bad.c");
    let mut command = compiler();
    command.insert(1, "motion".to_string());
    let said = run(&command, dir.path()).expect("the compiler runs");
    assert!(said.output.contains("Usage: gimlet motion"), "{}", said.output);
    command.push("bad.c".to_string());
    let said = run(&command, dir.path()).expect("the compiler runs");
    assert!(said.output.contains("bad.c: left out"), "{}", said.output);
    std::fs::write(dir.path().join("part.c"), "int f (int);\nint main (void) { return f (1); }\n")
        .expect("part.c");
    command.push("part.c".to_string());
    let said = run(&command, dir.path()).expect("the compiler runs");
    assert!(said.output.contains("part.c: it is not run: unsupported: undefined function f"));
    command.pop();
    // What is not there is a mistake in the line.
    for (word, message) in [
        ("gone.c", "gone.c: No such file or directory"),
        ("--nonsense", "unrecognized command-line option"),
    ] {
        let mut command = command.clone();
        command.push(word.to_string());
        let said = run(&command, dir.path()).expect("the compiler runs");
        assert_eq!(said.status.and_then(|status| status.code()), Some(2), "{}", said.output);
        assert!(said.output.contains(message), "{}", said.output);
    }
}

#[test]
fn ways_there_are_not_are_refused() {
    if !testing_gimlet() {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    std::fs::write(dir.path().join("x.c"), "int g;\n").expect("x.c");
    let mut command = compiler();
    command.extend(words(&["-S", "x.c", "-ftree-lexical-pre=best"]));
    let said = run(&command, dir.path()).expect("the compiler runs").output;
    assert!(said.contains("unrecognized argument in option ‘-ftree-lexical-pre=best’"), "{said}");
    assert!(said.contains("none mr chow chen lcm"), "{said}");
}
