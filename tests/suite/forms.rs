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

/// Interprets a program after out-of-SSA.
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
        // Of calls with constants, ranges find the results; what a loop leaves is to be what it has computed.
        let mut options =
            words(&["-fout-of-ssa=naive", "-w", "-fno-inline", "-fno-tree-scev-cprop"]);
        let finished = interpret(&program, &options).expect("the compiler runs");
        assert!(judge(&program, "naive", &finished).is_err(), "{name} came out right");
        options[1] = "-fdump-tree-outofssa-details=stderr".to_string();
        let said = interpret(&program, &options).expect("the compiler runs").output;
        assert!(said.contains("warning: ‘-fout-of-ssa=naive’"), "{said}");
        assert!(said.contains("left wrong:") && said.contains("transformed SSA"), "{said}");
    }
}

/// What the compiler says of a program under `tests/run` that is not run.
fn said_of(name: &str, options: &[&str]) -> String {
    let dir = ScratchDir::new().expect("a scratch directory");
    let mut command = compiler();
    command.extend(words(&["-O2", "-w", "-S", "-o", "x.s"]));
    command.extend(words(options));
    command.push(project_dir("tests/run").join(name).display().to_string());
    run(&command, dir.path()).expect("the compiler runs").output
}

#[test]
fn choices_there_are_not_are_refused() {
    if !testing_gimlet() {
        return;
    }
    for option in
        ["-fssa-form", "-fssa-construction", "-fout-of-ssa", "-fdataflow", "-fdataflow-order"]
    {
        let said = said_of("loops.c", &[&format!("{option}=best")]);
        assert!(
            said.contains(&format!("unrecognized argument in option ‘{option}=best’")),
            "{said}"
        );
        assert!(said.contains(&format!("valid arguments to ‘{option}=’ are: ")), "{said}");
    }
}

/// The numbers after `event: ` in a dump, added up.
fn counted(said: &str, event: &str) -> u64 {
    said.lines()
        .filter_map(|line| line.strip_prefix(event)?.strip_prefix(": ")?.parse::<u64>().ok())
        .sum()
}

#[test]
fn better_methods_copy_less_and_pruned_forms_place_less() {
    if !testing_gimlet() {
        return;
    }
    for name in ["sorting.c", "parallel-copies.c", "nested-loops.c"] {
        let copies = |method: &str| {
            let method = format!("-fout-of-ssa={method}");
            let said = said_of(name, &[&method, "-fdump-tree-outofssa-stats=stderr"]);
            (counted(&said, "Copies inserted"), counted(&said, "Copies left"))
        };
        let [briggs, third, first] = ["briggs", "sreedhar3", "sreedhar1"].map(copies);
        assert!(third.0 < briggs.0 && briggs.0 < first.0, "{name}: {third:?} {briggs:?} {first:?}");
        assert!(
            third.1 <= briggs.1 && briggs.1 <= first.1,
            "{name}: {third:?} {briggs:?} {first:?}"
        );
        let phis = |form: &str| {
            let form = format!("-fssa-form={form}");
            counted(
                &said_of(name, &[&form, "-fdump-tree-ssa-stats=stderr"]),
                "PHI nodes of variables",
            )
        };
        let [pruned, semi, minimal] = ["pruned", "semi-pruned", "minimal"].map(phis);
        assert!(
            0 < pruned && pruned <= semi && semi <= minimal,
            "{name}: {pruned} {semi} {minimal}"
        );
    }
}

#[test]
fn data_flow_is_dumped() {
    if !testing_gimlet() {
        return;
    }
    let options = ["-fdataflow=all", "-fdataflow-order=postorder", "-fdump-tree-dataflow=stderr"];
    let said = said_of("listing-3-8.c", &options);
    for text in [
        ";; data flow: live-variables, backward, union; ",
        ";; data flow: reaching-definitions, forward, union; ",
        ";; data flow: available-expressions, forward, intersection; ",
        ";; data flow: partially-available-expressions, forward, union; ",
        ";; data flow: anticipated-expressions, backward, intersection; ",
        ";; data flow: partially-anticipated-expressions, backward, union; ",
        ";; data flow: constants, forward; ",
        ";; data flow: conditional-constants, forward; ",
        ";; postorder: ",
        " is not executed",
    ] {
        assert!(said.contains(text), "{text}\n{said}");
    }
}
