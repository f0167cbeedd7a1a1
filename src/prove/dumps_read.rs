//! Bodies from dumps, of any compiler that prints them as GCC does.

use super::prover::{LAST_TREE_PASS, Prover};
use crate::cli::Input;
use crate::read_back;
use dumps::complain;
use gimple::function::Prop;
use gimple::unit::Module;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Shows a prover the functions of a dump.
pub fn look_at(prover: &mut Prover, module: &mut Module, path: &str) -> Result<(), String> {
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let text = String::from_utf8_lossy(&text);
    let read = gimple::read::read_bodies(&text, module);
    let read = read.map_err(|error| format!("{path}:{error}"))?;
    let pass = Path::new(path).extension().unwrap_or_default().to_string_lossy().into_owned();
    let Module { unit, functions } = module;
    for function in functions.iter_mut() {
        if read.contains(&function.decl) && function.has_cfg() {
            // A function that has nothing to rename shows no names.
            function.properties |= Prop::SSA;
            read_back::complete(unit, function);
        }
    }
    let read = |position: &usize| {
        let function = &module.functions[*position];
        read.contains(&function.decl) && function.has_cfg()
    };
    let positions: Vec<usize> = (0..module.functions.len()).filter(read).collect();
    for position in positions {
        prover.after_pass(module, Some(position), &pass);
    }
    Ok(())
}

/// Proves the passes of a compiler from the dumps it leaves.
pub fn of_compiler(
    prover: &mut Prover,
    module: &mut Module,
    compiler: &str,
    (given, input): (&[String], &Input),
) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("gimlet-prove-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let prefix = folder.join("x");
    let mut words = given.to_vec();
    if let Some(text) = &input.text {
        let own = folder.join("x.c");
        std::fs::write(&own, text).map_err(|error| format!("{}: {error}", own.display()))?;
        words.push(own.to_string_lossy().into_owned());
    }
    let status = Command::new(compiler)
        .args(words)
        .arg("-fdump-tree-all")
        .arg("-dumpbase")
        .arg(&prefix)
        .arg("-o")
        .arg(folder.join("x.s"))
        .status();
    let result = match status {
        Ok(status) if status.success() => in_order(&folder).map(|dumps| {
            for dump in dumps {
                let name = dump.to_string_lossy().into_owned();
                // What cannot be read is no proof of the pass, and the next one is asked of both.
                if let Err(what) = look_at(prover, module, &name) {
                    complain!("gimlet prove: {what}");
                }
            }
        }),
        Ok(_) => Err(format!("{compiler} does not compile it")),
        Err(error) => Err(format!("cannot run {compiler}: {error}")),
    };
    // What is left over is no reason to fail.
    let _ = std::fs::remove_dir_all(&folder);
    result
}

/// The dumps in a folder from the first in SSA form to the last before expansion, by their numbers.
fn in_order(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut dumps: Vec<(u32, PathBuf)> = Vec::new();
    let mut ends = (0, u32::MAX);
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((rest, pass)) = name.rsplit_once('.') else { continue };
        let Some((_, number)) = rest.rsplit_once('.') else { continue };
        let Some(number) = number.strip_suffix('t').and_then(|digits| digits.parse().ok()) else {
            continue;
        };
        match pass {
            "ssa" => ends.0 = number,
            LAST_TREE_PASS => ends.1 = number,
            _ => {}
        }
        dumps.push((number, path));
    }
    dumps.retain(|&(number, _)| (ends.0..=ends.1).contains(&number));
    dumps.sort();
    Ok(dumps.into_iter().map(|(_, path)| path).collect())
}
