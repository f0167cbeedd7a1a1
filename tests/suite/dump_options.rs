//! Options that change what dumps and the assembly show, each with something that depends on it.

use crate::support::{ScratchDir, compiler, run, words};
use rstest::rstest;
use std::fs;

/// A loop, and a call that is inlined.
const SOURCE: &str = "\
int count (int n) { int s = 0; for (int i = 0; i < n; i++) s += i * n; return s; }
static int triple (int x) { return x * 3; }
int f (int a) { if (a > 4) return triple (a) + count (a); return 7; }
";

/// Compiles [`SOURCE`] in a folder of its own; with what was printed.
fn compiled(arguments: &str) -> (ScratchDir, String) {
    let dir = ScratchDir::new().expect("a folder");
    fs::write(dir.path().join("x.c"), SOURCE).expect("x.c");
    let mut command = compiler();
    command.extend(words(&["-O2", "-S", "x.c"]));
    command.extend(arguments.split_whitespace().map(str::to_string));
    let finished = run(&command, dir.path()).expect("the compiler runs");
    assert!(finished.succeeded(), "{}\n{}", finished.describe(), finished.output);
    (dir, finished.output)
}

/// The file whose name ends so.
fn file(dir: &ScratchDir, suffix: &str) -> String {
    let entries = fs::read_dir(dir.path()).expect("the folder").flatten();
    let named = |path: &std::path::PathBuf| path.to_string_lossy().ends_with(suffix);
    let path = entries.map(|entry| entry.path()).find(named);
    fs::read_to_string(path.unwrap_or_else(|| panic!("no file …{suffix}"))).expect("text")
}

#[test]
fn a_graph_has_a_cluster_for_each_function_and_loop() {
    let (dir, _) = compiled("-fdump-tree-ssa-graph");
    let text = file(&dir, ".ssa.dot");
    assert!(text.starts_with("digraph \"x.c.021t.ssa\" {\noverlap=false;\nsubgraph \"cluster_"));
    assert_eq!(text.matches("subgraph \"cluster_").count(), 3, "{text}");
    assert!(text.contains("label=\"loop 1\";"), "{text}");
    assert!(text.contains("#\\ s_2\\ =\\ PHI"), "{text}");
    assert!(text.contains("_basic_block_0:s -> fn_"), "{text}");
    assert!(text.ends_with("}\n}\n"), "{text}");
}

#[test]
fn only_passes_that_change_a_function_show_it() {
    let (dir, _) = compiled("-fdump-tree-all-changed");
    let ccp = file(&dir, ".ccp1");
    assert!(ccp.contains("\n-  s_4 = 0;\n"), "{ccp}");
    assert!(ccp.contains("\n+  # s_2 = PHI <0(2), s_9(3)>\n"), "{ccp}");
    let said: Vec<_> = fs::read_dir(dir.path()).expect("the folder").flatten().collect();
    let unchanged =
        |name: &str| said.iter().all(|e| !e.file_name().to_string_lossy().ends_with(name));
    assert!(unchanged(".veclower") && unchanged(".fab1"), "a pass that changes nothing has a dump");
}

/// What GCC writes for `-O0 -fdump-tree-all -fdump-ipa-all`.
const UNOPTIMIZED: &str = "\
000i.cgraph 000i.ipa-clones 000i.type-inheritance 005t.original 006t.gimple 009t.omplower 010t.lower 013t.eh 015t.cfg \
017t.ompexp 018i.visibility 019i.build_ssa_passes 020t.fixup_cfg1 021t.ssa 022t.walloca1 025t.waccess1 \
028i.opt_local_passes 029t.fixup_cfg2 030t.local-fnsummary1 031t.einline 049t.profile_estimate 053t.release_ssa \
054t.local-fnsummary2 055i.remove_symbols 067i.targetclone 071i.free-fnsummary1 077i.whole-program 084i.fnsummary \
085i.inline 087i.modref 088i.free-fnsummary2 090i.single-use 091i.comdats 094t.fixup_cfg3 101t.adjust_alignment \
237t.lower_vaarg 238t.veclower 239t.cplxlower0 241t.switchlower_O0 248t.isel 251t.waccess3 252t.optimized \
335t.statistics 336t.earlydebug 337t.debug";

#[test]
fn without_optimisation_all_dumps_are_those_gcc_writes() {
    let dir = ScratchDir::new().expect("a folder");
    let source = "#include <stdarg.h>\nint first (int n, ...)\n{\n  va_list ap;\n  va_start (ap, n);\n  \
                  int r = va_arg (ap, int);\n  va_end (ap);\n  return r + n;\n}\n";
    fs::write(dir.path().join("x.c"), source).expect("x.c");
    let mut command = compiler();
    command.extend(words(&["-O0", "-S", "x.c", "-fdump-tree-all", "-fdump-ipa-all"]));
    let finished = run(&command, dir.path()).expect("the compiler runs");
    assert!(finished.succeeded(), "{}\n{}", finished.describe(), finished.output);
    let entries = fs::read_dir(dir.path()).expect("the folder").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut dumps: Vec<String> =
        names.filter_map(|name| name.strip_prefix("x.c.").map(str::to_string)).collect();
    dumps.sort();
    assert_eq!(dumps.join(" "), UNOPTIMIZED);
}

#[test]
fn statistics_name_pass_event_and_function() {
    let (dir, _) = compiled("-fdump-statistics");
    let text = file(&dir, "x.c.335t.statistics");
    assert!(text.contains("39 ccp \"Statements deleted\" \"count\" 2\n"), "{text}");
    let (dir, _) = compiled("-fdump-statistics-stats");
    let sums = file(&dir, "x.c.335t.statistics");
    assert!(sums.contains("39 ccp \"Statements deleted\" "), "{sums}");
    assert!(!sums.contains("\"count\""), "{sums}");
}

#[rstest]
#[case("-fdump-unnumbered", "(insn # # # ", "(label_ref #)")]
#[case("-fdump-unnumbered-links", " # # 2 (set (reg", "(code_label ")]
#[case("-fdump-noaddr", "<function_decl # count>", "(insn ")]
fn numbers_are_left_out(#[case] option: &str, #[case] first: &str, #[case] second: &str) {
    let (dir, _) = compiled(&format!("-fno-inline -fdump-rtl-expand {option}"));
    let text = file(&dir, ".expand");
    assert!(text.contains(first) && text.contains(second), "{text}");
    let (dir, _) = compiled("-fno-inline -fdump-rtl-expand");
    assert!(!file(&dir, ".expand").contains(first));
}

#[test]
fn final_insns_stand_alone() {
    let (dir, _) = compiled("-fdump-final-insns");
    let usual = file(&dir, "x.c.gkd");
    assert!(usual.contains(";; Function count (count, "), "{usual}");
    assert!(usual.contains("(insn # 0 0 (set (reg"), "{usual}");
    let (dir, _) = compiled("-fdump-final-insns=insns.txt");
    assert_eq!(file(&dir, "insns.txt"), usual);
}

#[test]
fn a_trace_has_an_event_for_each_pass_and_function() {
    let (dir, _) = compiled("-ftime-trace");
    let text = file(&dir, "x.c.json");
    assert!(text.starts_with("{\"traceEvents\": [\n{\"ph\": \"X\", ") && text.ends_with("}\n]}\n"));
    let event = |pass: &str, function: &str| {
        text.contains(&format!("\"name\": \"{pass}\", \"args\": {{\"detail\": \"{function}\"}}}}"))
    };
    assert!(event("front end", "") && event("ccp1", "count") && event("pre", "f"), "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

#[rstest]
#[case("-fverbose-asm", "# x.c:1: int count (int n) { int s = 0;", "\n# options passed: ")]
#[case("-fverbose-asm", "\t# ", ", ")]
#[case("-dp", "[c=16 l=", "*branchdi\n")]
#[case("-dA", "# BLOCK 2 seq:0\n# PRED: ENTRY [always]", "# SUCC: EXIT")]
#[case("-dP", "\n#(insn ", "\n#        (const_int ")]
fn the_assembly_says_where_it_comes_from(#[case] option: &str, #[case] a: &str, #[case] b: &str) {
    let (dir, _) = compiled(option);
    let text = file(&dir, "x.s");
    assert!(text.contains(a) && text.contains(b), "{text}");
    let (dir, _) = compiled("");
    let plain = file(&dir, "x.s");
    let code = |text: &str| {
        let lines =
            text.lines().map(|line| line.split('#').next().unwrap_or("").trim_end().to_string());
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(code(&text), code(&plain), "comments change nothing else");
}

#[test]
fn all_rtl_is_dumped() {
    let (dir, _) = compiled("-da");
    assert!(file(&dir, ".expand").contains("(insn ") && file(&dir, ".final").contains("(insn "));
}

#[rstest]
#[case(
    "-fdump-tree-graphite",
    "‘-fdump-tree-graphite’: there is no such pass in this compiler yet"
)]
#[case("-fdump-tree-earlydebug", "there is no such pass")]
#[case("-fdump-passes", "tree-graphite : MISSING")]
#[case("-fno-tree-sink -fdump-passes", "tree-sink1 : OFF")]
fn what_is_missing_is_said(#[case] option: &str, #[case] message: &str) {
    let (_, said) = compiled(option);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(message), "{said}");
}

#[rstest]
#[case("-fdump-tree-all -fdump-rtl-all -fdump-tree-gimple")]
#[case("-fdump-tree-all-all -fdump-ipa-all-all -fdump-rtl-all-all")]
fn dumps_that_all_passes_have_are_not_complained_of(#[case] options: &str) {
    assert_eq!(compiled(options).1, "");
}

/// The pass that splits registers is one of optimisation.
#[rstest]
#[case("-O0 -fdump-rtl-all", false)]
#[case("-O0 -fdump-rtl-subreg1", false)]
#[case("-O1 -fdump-rtl-all", true)]
fn registers_are_split_silently_without_optimisation(#[case] options: &str, #[case] there: bool) {
    let (dir, _) = compiled(options);
    let mut names = fs::read_dir(dir.path()).expect("the folder").flatten();
    let is_split = |name: String| name.ends_with(".subreg1");
    assert_eq!(names.any(|e| is_split(e.file_name().to_string_lossy().into_owned())), there);
}

#[test]
fn rtl_has_a_graph_of_what_its_insns_do() {
    let (dir, said) = compiled("-fno-inline -fdump-rtl-cse1-graph");
    assert_eq!(said, "");
    let text = file(&dir, ".cse1.dot");
    assert!(text.starts_with("digraph \"x.c.259r.cse1\" {\noverlap=false;\nsubgraph \"cluster_"));
    assert_eq!(text.matches("subgraph \"cluster_").count(), 3, "{text}");
    assert_eq!(text.matches("label=\"loop 1\";").count(), 1, "{text}");
    assert!(text.contains("|\\ \\ \\ ") && text.contains("\\ REG_BR_PROB\\ "), "{text}");
    assert!(text.contains("[style=\"dotted,bold\",color=blue,"), "an edge goes back: {text}");
    assert!(text.ends_with("}\n}\n"), "{text}");
}

#[test]
fn memory_is_reported_by_activity_and_table() {
    let (_, said) = compiled("-fmem-report");
    let rows: Vec<&str> = said.lines().collect();
    let find = |name: &str| rows.iter().find(|row| row.trim_start().starts_with(name));
    for row in ["phase parsing", "ssa ", "expand ", "TOTAL", "declarations", "types"] {
        assert!(find(row).is_some(), "{row}: {said}");
    }
    let entries = find("declarations").and_then(|row| row.split_whitespace().nth(1));
    assert!(entries.is_some_and(|number| number.parse::<u32>().is_ok_and(|n| n > 5)), "{said}");
    assert!(!said.contains("Time variable"), "{said}");
}

#[test]
fn two_compilations_are_compared() {
    let (dir, said) = compiled("-fcompare-debug -o x.s");
    assert_eq!(said, "");
    assert!(dir.path().join("x.s").exists());
    let mut command = compiler();
    command.extend(words(&["-O2", "-S", "x.c", "-fcompare-debug=-fno-inline", "-o", "y.s"]));
    let finished = run(&command, dir.path()).expect("the compiler runs");
    assert!(!finished.succeeded());
    let message = "error: x.c: ‘-fcompare-debug’ failure (length)";
    assert!(finished.output.contains(message), "{}", finished.output);
    assert!(!dir.path().join("y.s").exists());
    // Off again, and with nothing to compare with.
    compiled("-fcompare-debug=-fno-inline -fno-compare-debug");
    compiled("-fcompare-debug=-fno-inline -fcompare-debug=");
}

/// What the early inliner leaves alone, in GCC's words.
#[test]
fn the_early_inliner_says_why_it_leaves_calls() {
    let dir = ScratchDir::new().expect("a folder");
    let source = "int r (int n) { return n ? n * r (n - 1) + 1 : 1; }\n\
                  static int g (int a, int b)\n{\n  int s = 0;\n  for (int i = 0; i < a; i++)\n    {\n      \
                  s += i * b;\n      s ^= a;\n      s += s >> 3;\n      if (s > 100)\n        s -= b * 3;\n    }\n  \
                  return s;\n}\nint h (int x) { return g (x, 2) + g (x, 9); }\n";
    fs::write(dir.path().join("x.c"), source).expect("x.c");
    let said = |level: &str| {
        let mut command = compiler();
        command.extend(words(&[level, "-S", "x.c", "-fopt-info-inline-all"]));
        let finished = run(&command, dir.path()).expect("the compiler runs");
        let early = ["Considering", "early inline:", "recursive"];
        let lines = finished.output.lines().map(str::to_string);
        lines.filter(|line| early.iter().any(|word| line.contains(word))).collect::<Vec<_>>()
    };
    let cold =
        "missed:   will not early inline: h/2->g/1, call is cold and code would grow at least by 7";
    let expected = [
        "x.c:1:32: note: Considering inline candidate r/0.".to_string(),
        "x.c:1:32: missed:   Not inlining: recursive call.".to_string(),
        "x.c:15:35: note: Considering inline candidate g/1.".to_string(),
        format!("x.c:15:35: {cold}"),
        "x.c:15:24: note: Considering inline candidate g/1.".to_string(),
        format!("x.c:15:24: {cold}"),
    ];
    assert_eq!(said("-O2"), expected);
    assert!(said("-O1").is_empty(), "{:?}", said("-O1"));
}
