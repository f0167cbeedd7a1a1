//! Plugins, built outside the workspace from `tests/plugin`: one that works, and many that do not.

use crate::support::{ScratchDir, project_dir};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Builds a target of `tests/plugin`; where the libraries are.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--offline", "--locked", "--lib", "--examples"])
            // The same folder as the project's own, whose dependencies are built already.
            .env("CARGO_TARGET_DIR", project_dir("target"))
            .current_dir(project_dir("tests/plugin"))
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        project_dir("target/debug")
    })
}

/// The plugin of the tutorial.
pub fn masks() -> String {
    built().join("libmasks.so").display().to_string()
}

/// A plugin among the examples.
pub fn example(file: &str) -> String {
    built().join("examples").join(file).display().to_string()
}

fn faulty() -> String {
    example("libfaulty.so")
}

/// Compiles `masks.c` in a directory of its own; what was printed, and whether there is assembly.
fn compile(words: &[String]) -> (Output, bool) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let output = Command::new(env!("CARGO_BIN_EXE_gimlet"))
        .args(["-O1", "-S", "-fchecking", "-o", "masks.s"])
        .args(words)
        .arg(project_dir("tests/plugin/masks.c"))
        .current_dir(dir.path())
        .output()
        .expect("gimlet runs");
    let written = dir.path().join("masks.s").exists();
    (output, written)
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_plugin_transforms_and_dumps() {
    let words = [format!("-fplugin={}", masks()), "-fdump-tree-masks=stdout".to_string()];
    let (output, written) = compile(&words);
    let (out, err) = texts(&output);
    assert!(output.status.success() && written, "{err}");
    assert!(out.contains("\n1 masks removed\n"), "{out}");
    assert!(out.contains("  _1 = low_4;\n"), "{out}");
}

#[test]
fn a_plugin_has_arguments_and_listens() {
    let limit = "-fplugin-arg-libmasks-limit=0".to_string();
    let count = "-fplugin-arg-libmasks-count".to_string();
    let plugin = format!("-fplugin={}", masks());
    let (output, _) = compile(&[plugin, limit, count, "-fdump-tree-masks=stdout".to_string()]);
    let (out, err) = texts(&output);
    assert!(output.status.success(), "{err}");
    assert!(out.contains("\n0 masks removed\n"), "{out}");
    let runs = err.strip_prefix("1 functions, ").and_then(|rest| rest.split(' ').next());
    let runs: usize = runs.and_then(|runs| runs.parse().ok()).expect("a number of runs");
    assert!(runs > 50, "{err}");
}

/// Every way in which a plugin may be wrong while it runs, with what is said and the exit status.
#[test]
fn what_a_plugin_does_wrong_is_said() {
    let cases = [
        ("refuses", 1, "error: failed to initialize plugin ‘FILE’: not today\n"),
        ("panics", 1, "failed to initialize plugin ‘FILE’: it panicked: while it registers\n"),
        ("undescribed", 1, "‘FILE’: it panicked: while it says what it is\n"),
        ("misplaced", 1, "error: pass ‘no-such-pass’ not found\n"),
        ("early", 4, "pass faulty failed in f:\nit requires properties "),
        ("divides", 4, "pass faulty failed in f:\nit panicked: attempt to divide by zero\n"),
        ("throws", 4, "pass faulty failed in f:\nit panicked: unknown reason\n"),
        ("gives-up", 4, "pass faulty failed in f:\nit gave up\n"),
        ("forgets", 4, "verification failed after faulty in f:\n"),
        ("listens", 4, "a listener failed at dse in f:\nit would rather not\n"),
    ];
    for (way, status, said) in cases {
        let file = faulty();
        let words = [format!("-fplugin={file}"), format!("-fplugin-arg-libfaulty-{way}")];
        let (output, written) = compile(&words);
        let (_, err) = texts(&output);
        assert_eq!(output.status.code(), Some(status), "{way}: {err}");
        assert!(err.contains(&said.replace("FILE", &file)), "{way}: {err}");
        assert!(!written, "{way}");
    }
}

#[test]
fn a_gate_that_panics_is_closed() {
    let words = [format!("-fplugin={}", faulty()), "-fplugin-arg-libfaulty-gate".to_string()];
    let (output, written) = compile(&words);
    assert!(output.status.success() && written);
    assert!(texts(&output).1.contains("at the gate"));
}

/// Makes a shared object of C, as no plugin is.
fn shared_object(dir: &Path, text: &str) -> String {
    let (source, object) = (dir.join("x.c"), dir.join("x.so"));
    std::fs::write(&source, text).expect("a file");
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&object, &source])
        .status()
        .expect("cc runs");
    assert!(status.success());
    object.display().to_string()
}

/// The packages of a lock file with their versions.
fn locked(file: &str) -> std::collections::BTreeMap<String, String> {
    let text = std::fs::read_to_string(project_dir(file)).expect("a lock file");
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_string);
    let packages = text.split("[[package]]").skip(1).filter_map(|package| {
        let mut lines = package.trim().lines();
        Some((quoted(lines.next()?)?, quoted(lines.next()?)?))
    });
    packages.collect()
}

/// What objects of the IR are made of has the same version wherever it is built, as the manifest names it exactly.
#[test]
fn libraries_whose_types_cross_have_one_version() {
    let manifest = std::fs::read_to_string(project_dir("Cargo.toml")).expect("the manifest");
    let own = locked("Cargo.lock");
    for file in ["tests/plugin/Cargo.lock", "tests/library/Cargo.lock"] {
        let other = locked(file);
        for name in
            ["astro-float-num", "bumpalo", "fixedbitset", "rustc-hash", "rustc_apfloat", "smallvec"]
        {
            assert_eq!(other.get(name), own.get(name), "{name} in {file}");
            let row = manifest.lines().find(|line| line.split(' ').next() == Some(name));
            assert!(row.is_some_and(|row| row.contains("\"=")), "{name} is not exact: {row:?}");
        }
    }
}

/// What is no plugin, or one of another build.
#[test]
fn what_is_no_plugin_of_this_build_is_refused() {
    let head = "struct { char magic[8]; unsigned version; const char *build; long length, layout[4]; void *calls[2]; } gimlet_plugin = ";
    let cases = [
        ("int x;", "cannot find ‘gimlet_plugin’ in plugin ‘FILE’"),
        ("char gimlet_plugin[8] = \"nothing\";", "in it is not a plugin's table"),
        ("{ \"GIMLETP\\114\", 99 };", "it has version 99 of the interface, not 1"),
        (
            "{ \"GIMLETP\\114\", 1, \"yesterday's\", 11 };",
            "it was built from other source or by another compiler (yesterday's) than this gimlet",
        ),
    ];
    for (text, said) in cases {
        let dir = ScratchDir::new().expect("a scratch directory");
        let text = if text.starts_with('{') { format!("{head}{text}") } else { text.to_string() };
        let file = shared_object(dir.path(), &text);
        refused(&format!("-fplugin={file}"), &said.replace("FILE", &file));
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let text = dir.path().join("text.so");
    std::fs::write(&text, "no library").expect("a file");
    refused(&format!("-fplugin={}", text.display()), "cannot load plugin ‘");
    refused(&format!("-fplugin={}", dir.path().display()), "cannot load plugin ‘");
    refused(
        "-fplugin=./nowhere.so",
        "cannot load plugin ‘./nowhere.so’: ./nowhere.so: cannot open",
    );
    refused("-fplugin=nowhere", "expanded from short plugin name ‘nowhere’: No such file");
    refused("-fplugin=", "missing filename after ‘-fplugin=’");
    refused(
        "-fplugin-arg-masks",
        "malformed option ‘-fplugin-arg-masks’ (missing -<key>[=<value>])",
    );
    refused("-fplugin-arg-masks-x", "should be specified before ‘-fplugin-arg-masks-x’");
}

fn refused(word: &str, said: &str) {
    let (output, written) = compile(&[word.to_string()]);
    let (_, err) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{word}: {err}");
    assert!(err.starts_with("gimlet: error: ") && err.contains(said), "{word}: {err}");
    assert!(!written, "{word}");
}
