//! GIMPLE as text: what is printed of a program after a pass reads back as the same text, and what was read does in
//! the interpreter what the program did.

use crate::support::{
    CROSS_GCC, Finished, ScratchDir, compiler, for_each_file, project_dir, require_tools, run,
    run_ok, test_files, testing_gimlet, words,
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

/// A dump of GCC's, or of ours, taken back as the bodies of the functions of the C file.
fn bodies_from(
    program: &Path,
    pass: &str,
    reference: bool,
    options: &[String],
) -> Result<(), String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let (source, here) = (program.display().to_string(), dir.path());
    let dump = format!("f.{pass}");
    let mut command = if reference { vec![CROSS_GCC.to_string()] } else { compiler() };
    command.extend(words(&[
        "-O2",
        "-w",
        &format!("-fdump-tree-{pass}={dump}"),
        "-S",
        "-o",
        "f.s",
        &source,
    ]));
    command.extend_from_slice(options);
    run_ok(&command, here)?;
    let from_c = interpreted(&["-O2", "-w", "--interpret", &source], options, here)?;
    let body = format!("-fbody-from={dump}");
    let from_dump = interpreted(&["-O2", "-w", "--interpret", &body, &source], options, here)?;
    match from_c == from_dump {
        true => Ok(()),
        false => Err(format!("read from the dump of {pass}, it does\n{from_dump}\nnot\n{from_c}")),
    }
}

/// What a dump does not say, so that it cannot be read back.
const NOT_IN_DUMPS: [(&str, &str); 16] = [
    ("setjmp-in-expression.c", "which abnormal edges there are"),
    ("builtin-setjmp.c", "which abnormal edges there are"),
    ("nonlocal-goto.c", "which abnormal edges there are"),
    ("jump-from-callback.c", "which label of an outer function is meant"),
    ("pointers.c", "what a constant in memory holds"),
    ("variable-structures.c", "the bounds of arrays of variable length"),
    ("builtins-integers.c", "the types of arguments of functions for any type"),
    ("atomic-objects.c", "the types of functions that only a compiler knows"),
    ("folding-errors.c", "which of the static variables of one name is meant"),
    ("statements-gnu.c", "which of the variables of one name is meant"),
    ("va-arg-skipped.c", "the type of an argument that nothing takes"),
    ("cleanup-attribute.c", "which of the variables of one name is meant"),
    ("ifcombine.c", "of which of the variables of one name a version is"),
    ("storage-order.c", "which members are stored in the other order"),
    ("far-argument-pointer.c", "the type of what a nested function is called through"),
    ("vectors.c", "the type of a permutation's mask"),
];

#[test]
fn dumps_read_back_as_bodies_of_functions() {
    require_tools();
    for_each_program(|program, options| {
        let is = |(name, _): &(&str, &str)| program.file_name().is_some_and(|own| own == *name);
        if NOT_IN_DUMPS.iter().any(is) {
            return Ok(());
        }
        [true, false].iter().try_for_each(|gcc| bodies_from(program, "ssa", *gcc, options))
    });
}

#[test]
fn one_pass_runs_on_what_gcc_gave_its_own() {
    if !testing_gimlet() {
        return;
    }
    let source = project_dir("tests/read-back/partial.c");
    let dump = project_dir("tests/read-back/partial.c.141t.lim2");
    let dir = ScratchDir::new().expect("a scratch directory");
    let words = |more: &[&str]| {
        let mut command = compiler();
        command.extend(more.iter().map(|word| word.to_string()));
        command.extend([format!("-fbody-from={}", dump.display()), source.display().to_string()]);
        command
    };
    let only_pre =
        ["-O2", "-fstart-pass=pre", "-fstop-pass=pre", "-fdump-tree-all", "-S", "-o", "x.s"];
    run_ok(&words(&only_pre), dir.path()).expect("gimlet runs");
    let files = std::fs::read_dir(dir.path()).expect("a folder");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| {
            let others = [".read", ".original", ".gimple", ".nested", ".statistics"];
            !others.iter().any(|other| name.ends_with(other))
        })
        .collect();
    names.sort();
    assert_eq!(names, ["x.c.143t.pre"], "one pass runs, and nothing is written after it");
    let text = std::fs::read_to_string(dir.path().join(&names[0])).expect("a dump");
    assert!(text.contains("# prephitmp_"), "{text}");
    let all = run(&words(&["-O2", "--interpret=optimized"]), dir.path()).expect("gimlet runs");
    assert!(all.describe().contains("42"), "{}", all.describe());
    for (option, said) in [
        ("-fstart-pass=nothing", "there is no pass ‘nothing’ to start with"),
        ("-fstop-pass=nothing", "there is no pass ‘nothing’ to stop after"),
    ] {
        let finished = run(&words(&["-O2", "-S", option]), dir.path()).expect("gimlet runs");
        assert!(finished.output.contains(said), "{}", finished.output);
    }
}

/// Functions that passes made of others, functions as arguments of φs, values that nothing gave, and two variables of one
/// name of which one is in memory.
#[test]
fn what_passes_made_reads_back() {
    if !testing_gimlet() {
        return;
    }
    let source = project_dir("tests/read-back/made.c").display().to_string();
    let dump = project_dir("tests/read-back/made.c.141t.lim2");
    let text = std::fs::read_to_string(&dump).expect("a dump");
    for needed in ["look.part.0 (", "scaled.constprop (", "PHI <first(2), second(3)>", "_20(D);"] {
        assert!(text.contains(needed), "{needed}");
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let interpret = |options: &[String]| {
        interpreted(&["-O2", "--interpret", &source], options, dir.path()).expect("gimlet runs")
    };
    let from_c = interpret(&[]);
    assert!(from_c.contains("exit status: 86"), "{from_c}");
    assert_eq!(interpret(&[format!("-fbody-from={}", dump.display())]), from_c);
    // Of two types, either could have the versions.
    let other = text.replace("int s;\n  int i;", "int s;\n  long int i;");
    std::fs::write(dir.path().join("x.lim2"), other).expect("a file");
    let refused = interpret(&["-fbody-from=x.lim2".to_string()]);
    assert!(refused.contains("which of the variables ‘i’ is meant?"), "{refused}");
}

#[test]
fn a_dump_that_fits_nothing_is_refused() {
    if !testing_gimlet() {
        return;
    }
    let source = project_dir("tests/read-back/partial.c").display().to_string();
    let good = project_dir("tests/read-back/partial.c.141t.lim2");
    let good = std::fs::read_to_string(good).expect("a dump");
    let dir = ScratchDir::new().expect("a scratch directory");
    for (from, to, said) in [
        ("f (", "h (", "the C file defines no function ‘h’"),
        ("int x;", "struct s x;", "lim2:16:10: error: unknown type struct s"),
        ("a_6(D) * b_7(D)", "a_6(D) * nothing", "error: unknown name nothing"),
        ("goto <bb 3>", "goto <bb 77>", "error"),
        ("{", "", "there is no function in it"),
    ] {
        std::fs::write(dir.path().join("f.lim2"), good.replace(from, to)).expect("a file");
        let mut command = compiler();
        command.extend(words(&["-O2", "-S", "-o", "f.s", "-fbody-from=f.lim2", &source]));
        let finished = run(&command, dir.path()).expect("gimlet runs");
        let refused = finished.describe().contains("exit status: 1");
        assert!(refused && finished.output.contains(said), "{from}: {}", finished.output);
        assert!(!dir.path().join("f.s").exists(), "{from}");
    }
}

/// The functions of a dump from their heads on, the last of each name.
fn functions_of(dump: &str) -> Vec<(String, String)> {
    let mut functions: Vec<(String, String)> = Vec::new();
    for part in format!("\n{dump}").split("\n;; Function ").skip(1) {
        let name = part.split(' ').next().unwrap_or("").to_string();
        let (Some(open), Some(close)) = (part.find("\n{\n"), part.rfind("\n}\n")) else { continue };
        let head = part[..open].rfind('\n').unwrap_or(0);
        functions.retain(|(known, _)| *known != name);
        functions.push((name, part[head..close].trim_start().to_string()));
    }
    functions
}

/// Every dump of a program is printed again as it was, and says the same program. What the interpreter cannot run before
/// functions are inlined is only printed.
#[test]
fn dumps_print_again_as_they_were() {
    if testing_gimlet() {
        print_again("tests/read-back/again.c", true);
        print_again("tests/read-back/pack.c", false);
    }
}

fn print_again(program: &str, runs: bool) {
    let source = project_dir(program).display().to_string();
    let dir = ScratchDir::new().expect("a scratch directory");
    let here = dir.path();
    gimlet(&["-O2", "-w", "-fdump-tree-all", "-S", "-o", "f.s", &source], &[], here)
        .expect("gimlet runs");
    let from_c = interpreted(&["-O2", "-w", "--interpret", &source], &[], here).expect("it runs");
    let mut names: Vec<String> = std::fs::read_dir(here)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("t.") && !name.ends_with(".original"))
        .collect();
    names.sort();
    let mut read = 0;
    for name in names {
        let text = std::fs::read_to_string(here.join(&name)).expect("a dump");
        let functions = functions_of(&text);
        if functions.is_empty() {
            continue;
        }
        let body = format!("-fbody-from={name}");
        let words =
            ["-O2", "-w", "-S", "-fstop-pass=read", "-fdump-tree-read=again", &body, &source];
        gimlet(&words, &[], here).unwrap_or_else(|what| panic!("{name}: {what}"));
        let again = std::fs::read_to_string(here.join("again")).expect("a dump");
        for (function, shown) in &functions {
            let found = functions_of(&again).into_iter().find(|(own, _)| own == function);
            assert_eq!(found.map(|(_, shown)| shown).as_ref(), Some(shown), "{name}");
        }
        let run = ["-O2", "-w", "--interpret", &body, &source];
        // After the last tree pass names are those of registers, of which the text has no versions. Passes over loops
        // dump functions with loops only, and some those without.
        let complete = functions.iter().any(|(function, _)| function == "main");
        let apart = [".outofssa", ".no_loop", ".slp2"].iter().any(|pass| name.ends_with(pass));
        if runs && complete && !apart {
            assert_eq!(interpreted(&run, &[], here).as_ref(), Ok(&from_c), "{name}");
        }
        read += 1;
    }
    assert!(read > 60, "{read} dumps");
}

/// What the passes after a dump in RTL make of the bodies in it is what they made of the functions themselves.
#[test]
fn dumps_in_rtl_go_on() {
    if !testing_gimlet() {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let here = dir.path();
    let program = "extern int g; extern void step (int);\n\
                   int f (int a, int b)\n{\n  int i, s = 0;\n  for (i = 0; i < a; i++)\n    {\n\
                   if (b > 3) s += g; else s -= b;\n      step (s);\n    }\n  return s;\n}\n";
    std::fs::write(here.join("f.c"), program).expect("a file");
    gimlet(&["-O0", "-S", "-fdump-rtl-all", "f.c"], &[], here).expect("gimlet compiles");
    let assembly = std::fs::read_to_string(here.join("f.s")).expect("assembly");
    let mut names: Vec<String> = std::fs::read_dir(here)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| {
            name.contains("r.") && !name.ends_with("final") && !name.ends_with("dfinish")
        })
        .collect();
    names.sort();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let body = format!("-fbody-from={name}");
        gimlet(&["-O0", "-S", "-o", "again.s", &body, "f.c"], &[], here)
            .unwrap_or_else(|what| panic!("{name}: {what}"));
        let again = std::fs::read_to_string(here.join("again.s")).expect("assembly");
        assert_eq!(again, assembly, "{name}");
    }
}
