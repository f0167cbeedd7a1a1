//! The line table, held against GCC's, and all debugging information as its readers see it.

use crate::support::{
    CROSS_GCC, ScratchDir, compiler, for_each_file, project_dir, require_tools, run_ok, test_files,
    words,
};
use dumps::diff::{Step, steps};
use std::collections::BTreeMap;
use std::path::Path;

/// The rows of the line table of each function, as the assembler is given them.
fn rows(assembly: &str) -> BTreeMap<String, Vec<String>> {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut function = String::new();
    for line in assembly.lines() {
        if let Some(label) = line.strip_suffix(':').filter(|label| !label.starts_with(['.', '\t']))
        {
            function = label.to_string();
        } else if let Some(row) = line.strip_prefix("\t.loc ") {
            // Where views of locations begin is about those, not about lines.
            let row = row.split(" view ").next().unwrap_or(row);
            rows.entry(function.clone()).or_default().push(row.to_string());
        }
    }
    rows
}

/// How many rows GCC's line table has without optimisation, and how many of them ours has in the same order.
fn common_rows(file: &Path) -> Result<(usize, usize), String> {
    let scratch = ScratchDir::new().map_err(|error| error.to_string())?;
    let name = file.to_str().unwrap_or_default();
    let compiled = |compiler: Vec<String>| {
        let options = words(&["-O0", "-g", "-w", "-S", "-o", "-", name]);
        run_ok(&[compiler, options].concat(), scratch.path()).map(|finished| finished.output)
    };
    let (theirs, ours) = (rows(&compiled(words(&[CROSS_GCC]))?), rows(&compiled(compiler())?));
    let mut found = (0, 0);
    for (function, rows) in theirs {
        let none = Vec::new();
        let way = steps(&rows, ours.get(&function).unwrap_or(&none));
        found.0 += rows.len();
        found.1 += way.iter().filter(|step| matches!(step, Step::Both(..))).count();
    }
    Ok(found)
}

/// Lines, columns, and what tells blocks of a line apart.
#[test]
fn lines_are_gccs_without_optimisation() {
    require_tools();
    let (mut all, mut common) = (0, 0);
    for folder in ["tests/debug", "tests/run"] {
        for file in test_files(&project_dir(folder), &["c"]).iter().take(40) {
            let (rows, same) = common_rows(file).expect("both compile it");
            (all, common) = (all + rows, common + same);
        }
    }
    assert!(all > 1000 && common * 100 > all * 95, "{common} of {all} rows");
}

/// Readers of debugging information have nothing to say against it.
#[test]
fn debugging_information_is_well_formed() {
    require_tools();
    let check = |file: &Path| {
        let scratch = ScratchDir::new().map_err(|error| error.to_string())?;
        let name = file.to_str().unwrap_or_default();
        for (level, version) in [("-O0", "-g3"), ("-O2", "-g"), ("-O1", "-gdwarf-4")] {
            let mut compile = compiler();
            compile.extend(words(&[level, version, "-w", "-c", name, "-o", "x.o"]));
            run_ok(&compile, scratch.path())?;
            let reader = words(&["riscv64-linux-gnu-readelf", "--debug-dump", "x.o"]);
            let read = run_ok(&reader, scratch.path())?.output;
            // It does not know the relocation of thread-local variables' offsets, which the linker does.
            let is_known = |line: &str| line.contains("unsupported reloc type 9 ");
            let is_complaint = |line: &&str| {
                (line.contains("arning:") || line.contains("rror:")) && !is_known(line)
            };
            if let Some(line) = read.lines().find(is_complaint) {
                return Err(format!("{level} {version}: {line}"));
            }
        }
        Ok(())
    };
    for_each_file(&test_files(&project_dir("tests/debug"), &["c"]), check);
}
