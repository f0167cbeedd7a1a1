//! `gimlet prove`: what is right is proved, faults planted in dumps are refuted, and so is what GCC 12.2 gets wrong.

use crate::support::ScratchDir;
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prove").join(name)
}

fn prove(words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
    let Output { status, stdout, stderr } =
        command.arg("prove").args(words).output().expect("gimlet can be run");
    let text = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (status.code(), text.concat())
}

/// What is said of a function in which something is replaced.
fn planted(function: &str, from: &str, to: &str) -> (Option<i32>, String) {
    let dump = fs::read_to_string(data("faults.c.021t.ssa")).expect("the dump is there");
    let start = dump.find(&format!(";; Function {function} (")).expect("the function is there");
    let end = dump[start + 1..].find(";; Function").map_or(dump.len(), |at| start + 1 + at);
    let body = &dump[start..end];
    assert!(body.contains(from), "{body}");
    let changed = format!("{}{}{}", &dump[..start], body.replacen(from, to, 1), &dump[end..]);
    let dir = ScratchDir::new().expect("a scratch directory");
    let after = dir.path().join("faults.c.022t.fault");
    fs::write(&after, changed).expect("a file");
    let files = [data("faults.c.021t.ssa"), after, data("faults.c")];
    let [before, after, source] = files.each_ref().map(|file| file.to_string_lossy());
    let (before, after) = (format!("--before={before}"), format!("--after={after}"));
    prove(&[&before, &after, "--timeout", "60", "-w", &source])
}

#[rstest]
#[case::wrong_fold("fold", "a_2(D) ^ b_3(D)", "a_2(D) | b_3(D)")]
#[case::dropped_store("store", "  *_1 = _2;\n", "")]
#[case::hoisted_trap("trap", "if (b_3(D) != 0)", "if (1 != 0)")]
#[case::wrong_range("range", "a_2(D) <= 9", "a_2(D) <= 10")]
#[case::alias_mistake("alias", "_6 = *p_2(D)", "_6 = 1")]
#[case::wrong_phi_argument("phi", "PHI <r_6(3), r_4(4)>", "PHI <r_6(3), r_6(4)>")]
#[case::overflow_introduced("overflow", "_6 = (int) _3", "_6 = a_4(D) + b_5(D)")]
#[case::wrong_sign_extension("extension", "(long int) u.3_1", "(long int) u_3")]
#[case::lost_volatile("twice", "b_4 ={v} *p_2(D)", "b_4 = a_3")]
#[case::reordered_calls("calls", "g (a_2(D));\n  h (a_2(D));", "h (a_2(D));\n  g (a_2(D));")]
#[case::exit_off_by_one("exits", "i_6 < n_9(D)", "i_6 <= n_9(D)")]
#[case::wrong_step("step", "i_11 = i_4 + 1", "i_11 = i_4 + 2")]
#[case::endless_loop("step", "i_4 < n_7(D)", "n_7(D) > 1")]
#[case::merged_nan_comparison("unordered", "a_2(D) < b_3(D)", "a_2(D) u< b_3(D)")]
#[case::live_store("live", "  *p_2(D) = 1;\n", "")]
#[case::field_too_wide("field", "_4 = (unsigned int) _1", "_4 = BIT_FIELD_REF <*s_3(D), 32, 0>")]
#[case::field_read_as_its_mode("low", "_1 = s_3(D)->a", "_1 = MEM[(<unnamed-unsigned:5> *)s_3(D)]")]
#[case::lost_asm_output("output", "_3 = out_2 + 1", "_3 = a_1(D) + 1")]
fn planted_faults_are_refuted(#[case] function: &str, #[case] from: &str, #[case] to: &str) {
    let (status, text) = planted(function, from, to);
    // The input that was found has been run on both bodies.
    assert!(text.contains(&format!("{function}: fault: refuted: ")), "{text}");
    assert_eq!(status, Some(1), "{text}");
}

#[rstest]
#[case::commuted("fold", "a_2(D) ^ b_3(D)", "b_3(D) ^ a_2(D)")]
#[case::equal_condition("range", "a_2(D) <= 9", "a_2(D) < 10")]
#[case::value_stored_before("twice", "_5 = a_3 + b_4", "_5 = b_4 + a_3")]
#[case::loop_exit("exits", "i_6 < n_9(D)", "n_9(D) > i_6")]
#[case::asm_output("output", "_3 = out_2 + 1", "_3 = out_2 - -1")]
fn equal_forms_are_proved(#[case] function: &str, #[case] from: &str, #[case] to: &str) {
    let (status, text) = planted(function, from, to);
    assert!(!text.contains("refuted:") && !text.contains("unknown ("), "{text}");
    assert_eq!(status, Some(0), "{text}");
}

/// PR 106523: a rotation by a number that may exceed the width is made of shifts in a wider type.
#[test]
fn a_fault_of_gcc_is_found_in_its_dumps() {
    let files = ["rotate-x.c.034t.ccp1", "rotate-x.c.035t.forwprop1", "faults.c"].map(data);
    let [before, after, source] = files.each_ref().map(|file| file.to_string_lossy());
    let (status, text) = prove(&["--before", &before, "--after", &after, "-w", &source]);
    assert!(text.contains("rotate: forwprop1: refuted"), "{text}");
    assert_eq!(status, Some(1));
}

/// What smtgcc's author has reported and 12.2 still does: each input is refuted, at the pass that is at fault.
#[rstest]
#[case::rotation("pr106523", "forwprop1", "another value is returned")]
#[case::sum_for_product(
    "pr106883",
    "slsr",
    "undefined behaviour only: what was defined is undefined"
)]
#[case::shift_made_common(
    "pr106884",
    "ifcombine",
    "undefined behaviour only: what was defined is undefined"
)]
#[case::product_made_wide(
    "pr108625",
    "forwprop1",
    "undefined behaviour only: another value is returned"
)]
#[case::sum_of_vectors(
    "pr110495",
    "forwprop1",
    "undefined behaviour only: another value is returned"
)]
#[case::end_of_the_result("pr110434", "nrv", "undefined behaviour only: another value is returned")]
fn faults_of_gcc_are_found(#[case] function: &str, #[case] pass: &str, #[case] what: &str) {
    let source = data("gcc-faults.c");
    let source = source.to_string_lossy();
    let compiler = "--compiler=riscv64-linux-gnu-gcc";
    let function_word = format!("--function={function}");
    let (status, text) = prove(&[compiler, "-O2", "-w", "--timeout=60", &function_word, &source]);
    let found = text.lines().filter(|line| line.contains("refuted:") || line.contains("refuted ("));
    let found: Vec<&str> = found.collect();
    assert_eq!(found.len(), 1, "{text}");
    assert!(found[0].contains(&format!("{function}: {pass}: refuted")), "{text}");
    assert!(found[0].ends_with(what), "{text}");
    assert_eq!(status, Some(1), "{text}");
}

/// What is proved as a whole, not up to a bound: loops, objects that are made, and passes between functions.
#[rstest]
#[case::many_iterations("fill", "ch2")]
#[case::moved_out_of_a_loop("fill", "lim2")]
#[case::nested_loops("nested", "lim4")]
#[case::names_made_dense("nested", "release_ssa")]
#[case::malloc_and_free("kept", "fre1")]
#[case::calloc("zeroed", "optimized")]
#[case::variable_length_array("sized", "release_ssa")]
#[case::inlining("inlined", "einline")]
#[case::constant_propagation("second", "cp")]
#[case::scalar_replacement("picked", "sra")]
#[case::identical_functions("other_twin", "icf")]
#[case::inlined_later("other_twin", "inline")]
#[case::nonnull_argument("nonnull", "evrp")]
#[case::variadic_arguments("added", "stdarg")]
#[case::same_but_for_counts("dispatched", "profile_estimate")]
#[case::same_but_for_counts_and_undefined("undefined", "profile_estimate")]
#[case::padding_that_is_not_copied("parted", "sra")]
#[case::range_of_a_parameter("called_once", "vrp1")]
#[case::truth_value_that_no_number_changes("truth", "pre")]
#[case::table_of_strings("named", "pre")]
#[case::fields_merged("marked", "store-merging")]
#[case::end_of_an_array("summed", "ivopts")]
#[case::local_that_is_not_given_away("own_pair", "dse2")]
#[case::records_do_not_overlap("overlapping", "fre1")]
#[case::difference_of_pointers("nearer", "forwprop1")]
#[case::part_of_a_record("last_of", "fre1")]
#[case::whether_it_is_constant("settled", "vrp1")]
#[case::bound_of_an_index("counted", "evrp")]
#[case::index_that_counts_down("counted", "ivcanon")]
#[case::address_for_an_index("counted", "ivopts")]
#[case::addresses_for_an_index("moved", "ivopts")]
#[case::address_that_may_be_undefined("row", "ivopts")]
#[case::bounds_of_a_nest("numbered", "evrp")]
#[case::tests_of_a_nest_copied("numbered", "ch2")]
#[case::nest_that_counts_down("numbered", "ivcanon")]
#[case::addresses_in_a_nest("numbered", "ivopts")]
#[case::call_that_becomes_two("made_for", "dom2")]
#[case::address_of_a_local("compares", "einline")]
#[case::restrict_parameters("apart", "fre1")]
#[case::restrict_parameter_that_moves_on("copied_apart", "pre")]
fn shapes_are_proved(#[case] function: &str, #[case] pass: &str) {
    let source = data("shapes.c");
    let source = source.to_string_lossy();
    let words = [format!("--function={function}"), format!("--pass={pass}")];
    let (status, text) = prove(&["-O2", "-w", "--timeout=60", &words[0], &words[1], &source]);
    assert_eq!(status, Some(0), "{text}");
    let row = text.lines().find(|line| line.starts_with(&format!("{pass} ")));
    let row: Vec<&str> = row.unwrap_or_default().split_whitespace().collect();
    assert_eq!(row, [pass, "1", "1", "0", "0", "0"], "{text}");
}

/// Programs of these tests, with loops, fields, strings and pointers, that are proved in a minute and a half at most.
const SAMPLE: [&str; 26] = [
    "prove/faults.c",
    "passes/ivopts/down.c",
    "passes/ivopts/fields.c",
    "passes/ivopts/exit-test.c",
    "passes/ldist/copy.c",
    "passes/ldist/zero.c",
    "passes/phiprop/maximum.c",
    "passes/strlen/stored.c",
    "run/alias-of-static.c",
    "run/compare-and-swap-sign.c",
    "run/compared-for-equality.c",
    "run/folding-keeps-effects.c",
    "run/merged-stores-in-order.c",
    "run/overflow-into-bitfield.c",
    "run/parameter-read-behind-store.c",
    "run/promoted-parameters.c",
    "run/result-not-read.c",
    "run/returned-locals.c",
    "run/sign-in-a-swap.c",
    "run/sign-of-converted.c",
    "run/weak-missing.c",
    "passes/ivopts/nest.c",
    "passes/unswitch/simple.c",
    "prove/shapes.c",
    "run/aliasing-stores.c",
    "run/pointers.c",
];

/// Nothing is refuted in the sample but what is undefined only, as far as a minute and a half goes.
#[test]
fn a_sample_is_proved() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files: Vec<PathBuf> = SAMPLE.iter().map(|name| tests.join(name)).collect();
    let mut words = vec!["-O2", "-w", "--quick", "--for=90"];
    words.extend(files.iter().map(|file| file.to_str().expect("a name in UTF-8")));
    let (_, text) = prove(&words);
    let is_fault =
        |line: &&str| line.contains(": refuted") && !line.contains("undefined behaviour only");
    let faults: Vec<&str> = text.lines().filter(is_fault).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(!text.contains("does not compile"), "{text}");
    let row = text.lines().find(|line| line.starts_with("all "));
    let proved = row.and_then(|row| row.split_whitespace().nth(2)?.parse().ok());
    assert!(proved.is_some_and(|count: u32| count >= 60), "{text}");
}

/// A parameter in memory is what is passed, as it is in the register that it becomes.
#[test]
fn a_parameter_that_becomes_a_register_is_not_refuted() {
    let source = data("shapes.c");
    let source = source.to_string_lossy();
    let words = ["-O2", "-w", "--timeout=60", "--function=listed", "--pass=ccp3", &source];
    let (status, text) = prove(&words);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("unknown ("), "{text}");
}

/// Addresses that stand for an index are its functions: of wrong ones that is not said.
#[test]
fn wrong_addresses_are_not_proved() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let source = data("shapes.c");
    let source = source.to_string_lossy();
    let compiled = Command::new(env!("CARGO_BIN_EXE_gimlet"))
        .args(["-O2", "-w", "-S", "-o", "x.s", &source])
        .args(["-fdump-tree-slp1=x.before", "-fdump-tree-ivopts=x.after"])
        .current_dir(dir.path())
        .status();
    assert!(compiled.is_ok_and(|status| status.success()));
    let [before, after] = ["x.before", "x.after"].map(|name| dir.path().join(name));
    let good = fs::read_to_string(&after).expect("a dump");
    let at = good.find(";; Function moved ").expect("the function");
    for (from, to, shown) in [
        ("+ 4000;", "+ 4000;", true),
        ("+ 4000;", "+ 4004;", false),
        ("+ 4000;", "+ 3998;", false),
        (" + 4;", " + 8;", false),
        (" = (unsigned long) q_", " = (unsigned long) p_", false),
    ] {
        let text = format!("{}{}", &good[..at], good[at..].replacen(from, to, 1));
        assert_eq!(text == good, from == to, "{from}");
        fs::write(&after, text).expect("a file");
        let [before, after] = [("before", &before), ("after", &after)]
            .map(|(word, path)| format!("--{word}={}", path.display()));
        let words = ["-O2", "-w", "--timeout=20", "--function=moved", &before, &after, &source];
        let (_, text) = prove(&words);
        assert!(text.contains("moved: ") != shown, "{to}: {text}");
    }
}

/// What lies between elements that are accessed is in the same array, and may be read ahead of a loop.
#[test]
fn what_is_between_accesses_is_there() {
    let source = data("shapes.c");
    let source = source.to_string_lossy();
    let options = ["-fpredictive-commoning", "-fno-tree-loop-distribute-patterns", "--bound=2"];
    let words = ["-O2", "-w", "--timeout=60", "--function=spread", "--pass=pcom", &source];
    let (status, text) = prove(&[&options[..], &words].concat());
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("unknown ("), "{text}");
}

/// Every function of the file after every pass.
#[test]
fn our_passes_are_proved() {
    let source = data("faults.c");
    let source = source.to_string_lossy();
    let (status, text) = prove(&["-O2", "-w", "--timeout", "60", &source]);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("unknown ("), "{text}");
}

/// Loops that become loops and calls, in all orders.
#[test]
fn what_ldist_makes_of_loops_is_proved() {
    let source = data("distributed.c");
    let source = source.to_string_lossy();
    let options = ["-O2", "-ftree-loop-distribution", "-fdisable-tree-cunrolli", "--pass=ldist"];
    let words = [&options[..], &["--timeout", "60", &source]].concat();
    let (status, text) = prove(&words);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("unknown ("), "{text}");
    assert!(text.contains("ldist                   8        8"), "{text}");
}

#[test]
fn without_a_solver_nothing_is_proved() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
    let source = data("faults.c");
    let output = command
        .args(["prove", "-O2", "-w"])
        .arg(source)
        .env("PATH", "/nonexistent")
        .output()
        .expect("gimlet can be run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("the solver ‘z3’ cannot be run"), "{text}");
}

#[rstest]
#[case(&["--bound=many", "x.c"], "--bound does not take ‘many’")]
#[case(&["--before", "a", "x.c"], "--before and --after go together")]
#[case(&["--before=a", "--after=b", "x.c", "y.c"], "are about one file")]
#[case(&["-O2"], "there is no file to prove")]
#[case(&["--for=never", "x.c"], "--for does not take ‘never’")]
#[case(&["--generate=csmith"], "goes on as long as --for says")]
#[case(&["--reduce", "--before=a", "--after=b", "x.c"], "two dumps stay what they are")]
fn wrong_words_are_trouble(#[case] words: &[&str], #[case] said: &str) {
    let (status, text) = prove(words);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains(said), "{text}");
}

#[test]
fn answers_are_json_if_asked() {
    let source = data("faults.c");
    let source = source.to_string_lossy();
    let (status, text) = prove(&["-O1", "-w", "--json", "--function=fold", &source]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.starts_with("[\n  {\"file\": ") && text.ends_with("}\n]\n"), "{text}");
    assert!(text.contains("\"function\": \"fold\"") && text.contains("\"answer\": \"proved\""));
}

/// What passes may have used of other functions is named, and asked of these.
#[test]
fn what_is_given_is_checked() {
    let source = data("shapes.c");
    let source = source.to_string_lossy();
    for (function, fact) in [
        ("calls_doubled", "given: ‘doubled’ neither reads nor writes memory: proved"),
        ("called_once", "given: callers of ‘called_once’ keep to a range for ‘j’: proved"),
    ] {
        let function = format!("--function={function}");
        let (status, text) = prove(&["-O2", "-w", "--timeout=60", &function, &source]);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains(fact), "{text}");
    }
}

/// A folder with a program that GCC transforms wrongly, among other things.
fn rotation() -> ScratchDir {
    let dir = ScratchDir::new().expect("a scratch directory");
    let text = "int other (int a) { return a * 3; }\nint unused;\nunsigned char rotate (unsigned char x, unsigned n)\n\
                {\n  unsigned t = x;\n  if (x == 200)\n    { unused++; }\n  return (t << n) | (t >> (-n & 7));\n}\n";
    fs::write(dir.path().join("rotate.c"), text).expect("a file");
    dir
}

#[test]
fn several_files_have_one_table() {
    let files = [data("faults.c"), data("shapes.c")];
    let [faults, shapes] = files.each_ref().map(|path| path.to_string_lossy());
    let words = ["-O2", "-w", "--function=fold", "--function=truth", &faults, &shapes];
    let (status, text) = prove(&words);
    assert_eq!(status, Some(0), "{text}");
    assert_eq!(text.matches("\nall ").count(), 1, "{text}");
    let (status, text) = prove(&[&words[..], &["--json"]].concat());
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("faults.c\"") && text.contains("shapes.c\""), "{text}");
}

/// What is not needed for a refutation goes, and what is found is kept.
#[test]
fn what_is_refuted_is_reduced_and_kept() {
    let dir = rotation();
    let [source, kept] = ["rotate.c", "kept"].map(|name| dir.path().join(name));
    let [source, folder] = [&source, &kept].map(|path| path.to_string_lossy());
    let compiler = "--compiler=riscv64-linux-gnu-gcc";
    let (status, text) =
        prove(&[compiler, "-O2", "-w", "--reduce", "--keep", &folder, "--timeout=60", &source]);
    assert_eq!(status, Some(1), "{text}");
    let (_, reduced) = text.split_once("the same in less:\n").expect("a smaller program");
    assert!(!reduced.contains("other") && !reduced.contains("unused"), "{text}");
    // This machine hides the fault.
    assert!(text.contains("compiled and run, both do the same"), "{text}");
    let found = kept.join("rotate-rotate-forwprop1");
    for name in ["x.c", "reduced.c", "x.before", "x.forwprop1", "caller.c", "answer"] {
        assert!(found.join(name).exists(), "{name}");
    }
    // What is kept can be asked again.
    let files = ["x.before", "x.forwprop1", "x.c"].map(|name| found.join(name));
    let [before, after, source] = files.each_ref().map(|file| file.to_string_lossy());
    let (_, text) = prove(&["--before", &before, "--after", &after, "-O2", "-w", &source]);
    assert!(text.contains("rotate: forwprop1: refuted: another value is returned"), "{text}");
}

#[test]
fn programs_are_generated_as_long_as_is_said() {
    let program = "echo 'int f (int a) { return a * 2 + a * 3; }'";
    let words = ["-O2", "--for=2", "--generate", program];
    let (status, text) = prove(&words);
    assert_eq!(status, Some(0), "{text}");
    let row = text.lines().find(|line| line.starts_with("all "));
    let row: Vec<&str> = row.unwrap_or_default().split_whitespace().collect();
    assert!(row[1] != "0" && row[1] == row[2], "{text}");
    // A command that makes no programs is given up.
    let (status, text) = prove(&["-O2", "--for=1000", "--generate=false"]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("‘false’ makes no programs"), "{text}");
}

/// A question that would take longer than is left ends in time, and is not counted.
#[test]
fn a_long_question_ends_when_time_is_over() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let source = dir.path().join("sorted.c");
    let text = "int a[13], n;\nint sorted (void)\n{\n  for (int i = 0; i < n; i++)\n    for (int j = n - 1; j > i; j--)\n\
                      if (a[j - 1] < a[j])\n        { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }\n\
                  for (int i = 1; i < n; i++)\n    if (a[i - 1] < a[i])\n      return 0;\n  return 1;\n}\n";
    fs::write(&source, text).expect("a file");
    let start = Instant::now();
    let (status, text) =
        prove(&["-O3", "-w", "--quick", "--for=3", "--timeout=200", &source.to_string_lossy()]);
    assert_eq!(status, Some(0), "{text}");
    assert!(start.elapsed() < Duration::from_secs(60), "{text}");
}

/// Compiled, a fault shows as well where the machine does not hide it.
#[test]
fn what_is_refuted_is_compiled_and_run() {
    let (_, text) = planted("fold", "a_2(D) ^ b_3(D)", "a_2(D) | b_3(D)");
    assert!(text.contains("compiled and run, both differ as well"), "{text}");
}

/// `-fchecking=3` proves as it compiles.
#[test]
fn a_compilation_proves_its_passes() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), "int f (int a) { return a * 2 + a * 3; }\n").expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_gimlet"))
        .args(["-O2", "-fchecking=3", "-S", "x.c"])
        .current_dir(dir.path())
        .output()
        .expect("gimlet can be run");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
