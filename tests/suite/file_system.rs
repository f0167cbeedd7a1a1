//! What the compiler does to files, and what becomes of a run that ends early: links and modes of outputs, folders that
//! take no files, signals, limits of memory, outputs that cannot be written.

use crate::support::{Finished, ScratchDir, compiler, require_tools, run, testing_gimlet};
use rstest::rstest;
use std::fs;

/// Runs a script of the shell in a folder with `x.c`; `$G` is the compiler.
fn script(dir: &ScratchDir, text: &str) -> Finished {
    fs::write(dir.path().join("x.c"), "int f (int a) { return a + 1; }\n").expect("x.c");
    let text = format!("G='{}'\n{text}", compiler().join(" "));
    run(&["bash".to_string(), "-c".to_string(), text], dir.path()).expect("the shell runs")
}

/// Each script ends well if what it says holds.
#[rstest]
#[case::symbolic_link(
    "echo old > t.s; ln -s t.s x.s; $G -S x.c && [ -h x.s ] && grep -q addiw t.s"
)]
#[case::link_to_nothing(
    "mkdir d; ln -s d/new.s x.s; $G -S x.c && [ -h x.s ] && grep -q addiw d/new.s"
)]
#[case::hard_link(
    "echo old > t.s; ln t.s x.s; $G -S x.c && cmp t.s x.s && [ $(stat -c %h x.s) = 2 ]"
)]
#[case::mode(
    "echo old > x.s; chmod 751 x.s; $G -S x.c && [ $(stat -c %a x.s) = 751 ] && grep -q addiw x.s"
)]
#[case::long_name("n=$(printf %0250d 0); $G -S x.c -o $n && [ -s $n ] && [ $(ls | wc -l) = 2 ]")]
#[case::no_folder_for_temporary_files(
    "TMPDIR=$PWD/nowhere $G -c x.c && [ -s x.o ] && [ ! -e nowhere ]"
)]
#[case::temporary_files_go("mkdir t; TMPDIR=$PWD/t $G -c x.c && [ -s x.o ] && [ -z \"$(ls t)\" ]")]
#[case::device("$G -S x.c -o /dev/null && [ -c /dev/null ]")]
#[case::full_device("! $G -S x.c -o /dev/full")]
#[case::full_trace("$G -S x.c -ftime-trace=/dev/full; [ $? = 1 ] && [ ! -e x.s ]")]
#[case::closed_output("$G -S x.c -o - >&-; [ $? = 1 ]")]
#[case::closed_output_of_a_question("$G --version >&-; [ $? = 1 ]")]
#[case::file_too_large("(ulimit -f 0; $G -S x.c 2>/dev/null); [ $? = 1 ] && [ \"$(ls)\" = x.c ]")]
#[case::little_memory("ulimit -v 300000; $G -O2 -S x.c && [ -s x.s ]")]
#[case::little_memory_and_deep(
    "ulimit -v 300000; (echo 'int f (int a) { return'; printf '(%.0s' {1..5000}; echo a; printf ')%.0s' {1..5000}; \
     echo '; }') > y.c; $G -S y.c; [ $? = 1 ] && [ ! -e y.s ]"
)]
fn outputs_are_written_as_they_should(#[case] text: &str) {
    if !testing_gimlet() {
        return;
    }
    require_tools();
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = script(&dir, text);
    assert!(finished.succeeded(), "{text}: {} {}", finished.describe(), finished.output);
}

/// A signal ends the assembler that was started, too, and no file stays.
#[rstest]
#[case("TERM")]
#[case("INT")]
#[case("HUP")]
fn a_signal_ends_all_and_leaves_nothing(#[case] signal: &str) {
    if !testing_gimlet() {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let text = format!(
        "mkdir t b; printf '#!/bin/sh\\necho $$ > pid\\nexec sleep 60\\n' > b/as; chmod +x b/as\n\
         exec python3 - $G <<'E'\n\
         import os, signal, subprocess, sys, time\n\
         signal.signal (signal.SIGINT, signal.default_int_handler)\n\
         signal.signal (signal.SIGHUP, signal.SIG_DFL)\n\
         env = dict (os.environ, TMPDIR = os.getcwd () + '/t')\n\
         p = subprocess.Popen (sys.argv[1:] + ['-Bb/', '-c', 'x.c'], env = env)\n\
         for i in range (600):\n\
         \x20   if os.path.exists ('pid') and open ('pid').read ().strip (): break\n\
         \x20   time.sleep (0.05)\n\
         assembler = int (open ('pid').read ())\n\
         assert os.listdir ('t')\n\
         p.send_signal (signal.SIG{signal})\n\
         assert p.wait () == -signal.SIG{signal}, p.returncode\n\
         assert not os.listdir ('t') and not os.path.exists ('x.o')\n\
         for i in range (200):\n\
         \x20   try: state = open ('/proc/%d/stat' % assembler).read ().rsplit (')', 1)[1].split ()[0]\n\
         \x20   except OSError: break\n\
         \x20   if state == 'Z': break\n\
         \x20   time.sleep (0.05)\n\
         else: raise SystemExit ('the assembler runs')\n\
         E\n"
    );
    let finished = script(&dir, &text);
    assert!(finished.succeeded(), "{signal}: {} {}", finished.describe(), finished.output);
}

/// A program in GIMPLE that does not hold is the user's mistake.
#[rstest]
#[case::types_disagree(
    "_2 = a_1(D) + _Literal (int) 1;",
    "_2 = a_1(D) + _Literal (double) 1.0e+0;"
)]
#[case::defined_by_itself("_2 = a_1(D) + _Literal (int) 1;", "_2 = _2 + _Literal (int) 1;")]
fn gimple_that_does_not_hold_is_refused(#[case] right: &str, #[case] wrong: &str) {
    if !testing_gimlet() {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let made = script(&dir, "$G -O1 --emit-gimple=ssa x.c -o x.gimple");
    assert!(made.succeeded(), "{}", made.output);
    let path = dir.path().join("x.gimple");
    let text = fs::read_to_string(&path).expect("x.gimple");
    assert!(text.contains(right), "{text}");
    fs::write(&path, text.replace(right, wrong)).expect("x.gimple");
    let finished = script(&dir, "$G -O1 -S x.gimple -o x.s; [ $? = 1 ] && [ ! -e x.s ]");
    assert!(finished.succeeded() && finished.output.contains("error: "), "{}", finished.output);
}
