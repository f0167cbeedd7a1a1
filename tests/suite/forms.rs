//! Every way into SSA form and out of it: the programs under `tests/run` do the same, whatever is chosen; `naive` is seen to
//! go wrong on the lost-copy and the swap problem, and says beforehand that it does.

use crate::run::{judge, options_of};
use crate::support::{
    ScratchDir, compiler, for_each_file, project_dir, run, test_files, testing_gimlet, words,
};
use std::path::Path;

const WAYS_IN: [&str; 6] = [
    "-fssa-form=minimal",
    "-fssa-form=semi-pruned",
    "-fssa-form=pruned",
    "-fssa-form=minimal -fssa-construction=braun",
    "-fssa-form=semi-pruned -fssa-construction=braun",
    "-fssa-form=pruned -fssa-construction=braun",
];
const WAYS_OUT: [&str; 6] = ["split", "briggs", "sreedhar1", "sreedhar2", "sreedhar3", "coalesce"];

/// Interprets a program behind out-of-SSA.
fn interpret(program: &Path, options: &[String]) -> Result<dumps::check::Finished, String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let mut command = compiler();
    command.extend(["--interpret=outofssa".to_string(), "-O2".to_string()]);
    command.push(program.display().to_string());
    command.extend_from_slice(options);
    run(&command, dir.path())
}

#[test]
fn every_way_in_and_out_is_right() {
    if !testing_gimlet() {
        return;
    }
    let files = test_files(&project_dir("tests/run"), &["c"]);
    let number = |program: &Path| files.iter().position(|file| file == program).unwrap_or(0);
    for_each_file(&files, |program| {
        let options = options_of(program)?;
        // Over the programs all pairs occur.
        WAYS_OUT.iter().enumerate().try_for_each(|(index, way_out)| {
            let way_in = WAYS_IN[(index + number(program)) % WAYS_IN.len()];
            let mut all = options.clone();
            all.extend(way_in.split(' ').map(str::to_string));
            all.push(format!("-fout-of-ssa={way_out}"));
            judge(program, &format!("{way_in}, {way_out}"), &interpret(program, &all)?)
        })
    });
}

#[test]
fn naive_loses_copies_and_swaps() {
    if !testing_gimlet() {
        return;
    }
    for name in ["listing-2-12.c", "listing-2-13.c"] {
        let program = project_dir("tests/run").join(name);
        let mut options = words(&["-fout-of-ssa=naive", "-w"]);
        let finished = interpret(&program, &options).expect("the compiler runs");
        assert!(judge(&program, "naive", &finished).is_err(), "{name} came out right");
        options[1] = "-fdump-tree-outofssa-details=stderr".to_string();
        let said = interpret(&program, &options).expect("the compiler runs").output;
        assert!(said.contains("warning: ‘-fout-of-ssa=naive’"), "{said}");
        assert!(said.contains("left wrong:") && said.contains("transformed SSA"), "{said}");
    }
}
