//! Programs with a shared library: what the two share is found by both.

use crate::support::{
    CROSS_GCC, EMULATOR, ScratchDir, compiler, project_dir, require_tools, run, run_ok, words,
};

/// Where the libraries of the emulated machine are.
const SYSROOT: &str = "/usr/riscv64-linux-gnu";

#[test]
fn threads_have_their_variables() {
    require_tools();
    for level in ["-O0", "-O1", "-O2"] {
        let dir = ScratchDir::new().expect("a place to work in");
        let compile = |name: &str, options: &[&str]| {
            let source = project_dir("tests/shared").join(name).display().to_string();
            let output = name.replace(".c", ".s");
            let mut command = compiler();
            command.extend(words(&[level, "-S", &source, "-o", &output]));
            command.extend(words(options));
            run_ok(&command, dir.path()).expect("it compiles");
        };
        compile("tls-library.c", &["-fPIC"]);
        compile("tls-program.c", &[]);
        for link in [
            &["-shared", "tls-library.s", "-o", "libtls.so"][..],
            &["tls-program.s", "-L.", "-ltls", "-pthread", "-o", "program"],
        ] {
            let command = [&words(&[CROSS_GCC])[..], &words(link)].concat();
            run_ok(&command, dir.path()).expect("it links");
        }
        let command = words(&[EMULATOR, "-L", SYSROOT, "-E", "LD_LIBRARY_PATH=.", "./program"]);
        let finished = run(&command, dir.path()).expect("it runs");
        assert_eq!(finished.output, "12345 7\n23456 2 8\n12345 1 7 1\n", "at {level}");
    }
}
