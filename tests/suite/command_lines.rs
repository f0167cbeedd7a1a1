//! Command lines given to Gimlet and to GCC, each in a fresh folder: both must end alike and leave the same files.
//! The lines are data, `tests/command-lines/lines.txt`.

use crate::support::{
    CROSS_GCC, ScratchDir, project_dir, require_tools, run_with_timeout, testing_gimlet,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const INPUTS: &[(&str, &str)] = &[
    ("m.c", "#include \"m.h\"\nint main (void) { return M; }\n"),
    ("m.h", "#define M 0\n"),
    ("n.c", "int g (void) { return 1; }\n"),
    ("u.c", "int g (void);\nint main (void) { return g () - 1; }\n"),
    ("x.c", "X\n"),
    ("s.s", "\t.globl s\ns:\tret\n"),
    ("t.S", "#ifndef R\n#define R ret /* back */\n#endif\n# don't\n\t.globl t\nt:\tR\n"),
    ("c.S", "#define S(a, b) a + \\\n\tb\n\t.set v, \\\n\tS (1, \\\n\t2)\nl \\\n:\n\tret\n"),
    ("sub/p.c", "#include \"z.h\"\nint p = Z;\n"),
    ("inc/z.h", "#define Z 3\n"),
    ("inc/x.h", "#define X included\n"),
];
const FOLDERS: &[&str] = &["d", "obj", "inc", "sub"];

/// How a command ended and what it left.
#[derive(PartialEq, Eq, Debug)]
struct Outcome {
    status: Option<i32>,
    /// Names of files made, with the text of rules for make.
    files: BTreeMap<String, String>,
    stdout: String,
}

fn outcome(compiler: &str, line: &str) -> Result<(Outcome, String), String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let root = fs::canonicalize(dir.path()).map_err(|e| e.to_string())?;
    for folder in FOLDERS {
        fs::create_dir(root.join(folder)).map_err(|e| e.to_string())?;
    }
    for (name, text) in INPUTS {
        fs::write(root.join(name), text).map_err(|e| e.to_string())?;
    }
    let mut command = Command::new("bash");
    // Standard output is kept apart, in a file outside of the folder looked at.
    let aside = ScratchDir::new().map_err(|e| e.to_string())?;
    let stdout = aside.path().join("stdout");
    let script = format!("{{ {line}\n}} >\"$STDOUT\" </dev/null");
    command.args(["-c", &script]).current_dir(&root);
    command.env("CC", compiler).env("STDOUT", &stdout).env("PWD", &root);
    let finished = run_with_timeout(&mut command, Duration::from_secs(60), &root)
        .map_err(|e| e.to_string())?;
    let mut files = BTreeMap::new();
    collect(&root, "", &mut files);
    for (name, text) in INPUTS {
        let now = files.remove(*name);
        if fs::read_to_string(root.join(name)).ok().as_deref() != Some(text) {
            files.insert(format!("{name} changed"), now.unwrap_or_default());
        }
    }
    let text = fs::read(&stdout).unwrap_or_default();
    let stdout = String::from_utf8_lossy(&text).replace(&*root.to_string_lossy(), "ROOT");
    let status = finished.status.and_then(|status| status.code());
    Ok((Outcome { status, files, stdout }, finished.output))
}

fn collect(root: &Path, below: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(root.join(below)).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.path().is_dir() {
            collect(root, &name, files);
        } else {
            let rule =
                if name.ends_with(".d") { fs::read_to_string(entry.path()).ok() } else { None };
            files.insert(name, rule.unwrap_or_default());
        }
    }
}

/// Runs a line with both compilers and says how they differ.
fn difference(row: &str) -> Result<(), String> {
    let (with_stdout, line) = match row.strip_prefix("= ") {
        Some(line) => (true, line),
        None => (false, row.trim_start()),
    };
    let (mut ours, said) = outcome(env!("CARGO_BIN_EXE_gimlet"), line)?;
    let (mut theirs, _) = outcome(CROSS_GCC, line)?;
    if !with_stdout {
        ours.stdout.clear();
        theirs.stdout.clear();
    }
    if ours == theirs {
        return Ok(());
    }
    Err(format!("{line}\n  gimlet: {ours:?}\n  gcc:    {theirs:?}\n  gimlet said: {said}"))
}

#[test]
fn command_lines_end_as_with_gcc() {
    if !testing_gimlet() {
        return;
    }
    require_tools();
    let text = fs::read_to_string(project_dir("tests/command-lines/lines.txt")).expect("the lines");
    let wanted = std::env::var("GIMLET_TEST").unwrap_or_default();
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#') && line.contains(&wanted))
        .collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(message) = difference(row) {
                        failures.lock().expect("no worker panics").push(message);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no worker panics");
    let (bad, all) = (failures.len(), rows.len());
    assert!(failures.is_empty(), "{bad} of {all} lines differ\n{}", failures.join("\n"));
}
