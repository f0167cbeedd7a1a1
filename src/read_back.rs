//! Dumps read back: `-fbody-from=DUMP` takes the bodies of functions from a dump, GCC's or ours, and lets the passes after
//! the dump's own run on them; `-fstart-pass=`, `-fstop-pass=` say which.
//!
//! ```text
//! gimlet -O2 -fbody-from=f.c.137t.lim2 -fstart-pass=pre -fstop-pass=pre -fdump-tree-pre f.c
//! ```
//!
//! `-fdump-tree-read` prints the bodies again as they were read: what `print → read → print` makes of a dump.
//!
//! Bodies of a dump in RTL take the place of what `expand` makes of their functions, whose frame they have.
//!
//! This is one pass on the input that another compiler gave the same pass. Types, variables and what is declared come from
//! the C file. A function that the dump does not show is gone, as one that had been inlined where it was called.

use crate::cli::CommandLine;
use crate::services::services;
use dumps::{DumpKind, put};
use gimple::decl::DeclId;
use gimple::function::{Function, Prop, RtlDone, RtlDump, StartWith};
use gimple::options::Options;
use gimple::pass::{PassEntry, PassRun};
use gimple::pass_manager::PassManager;
use gimple::print;
use gimple::unit::{Module, Unit};
use rustc_hash::FxHashSet;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use tree_ssa::ssa::{into_ssa, update_ssa};

/// Does what the command line says about bodies and the first pass. An error says what does not fit.
pub fn apply(
    line: &CommandLine,
    manager: &mut PassManager,
    module: &mut Module,
) -> Result<(), String> {
    let find = |name: &str| {
        manager.find(name).ok_or_else(|| format!("there is no pass ‘{name}’ to start with"))
    };
    let mut start = match &line.start_pass {
        Some(name) => Some(find(name)?),
        None => None,
    };
    let own_row = line.body_from.as_deref().and_then(|path| own_pass(manager, path));
    let in_rtl = own_row.is_some_and(|own| manager.table()[own].pass.kind == DumpKind::Rtl);
    if let Some(path) = line.body_from.as_deref().filter(|_| in_rtl) {
        read_rtl(path, (own_row, start), manager, &line.options, module)?;
        start = None;
    } else if let Some(path) = &line.body_from {
        let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let text = String::from_utf8_lossy(&text);
        let read = gimple::read::read_bodies(&text, module);
        let read = read.map_err(|error| format!("{path}:{error}"))?;
        if read.is_empty() {
            return Err(format!("{path}: there is no function in it"));
        }
        let own = own_pass(manager, path);
        let Module { unit, functions } = &mut *module;
        let read: HashSet<DeclId> = read.into_iter().collect();
        functions.retain(|f| read.contains(&f.decl));
        let ssa = manager.find("ssa").unwrap_or(0);
        let in_ssa = own.is_some_and(|own| own >= ssa)
            || functions.iter().any(|f| f.properties.intersects(Prop::SSA));
        let lowered = own.map_or(Prop::NONE, |own| lowered_by(manager, own));
        let passed = |own: usize| provided_by(manager, own).intersection(Prop::INLINED);
        let inlined = own.map_or(Prop::NONE, passed);
        for function in functions {
            if !function.has_cfg() {
                function.properties |= lowered;
            }
            let name = unit.decl_name(function.decl).unwrap_or("").to_string();
            if in_ssa {
                if !function.has_cfg() {
                    return Err(format!("{path}: ‘{name}’ has no blocks"));
                }
                // A function that has nothing to rename shows no names.
                function.properties |= Prop::SSA | inlined;
            }
            complete(unit, function);
            let verified = (services().verify_tree)(unit, function);
            verified.map_err(|what| format!("{path}: ‘{name}’ is not right: {what}"))?;
        }
        print_again(manager, module);
        if start.is_none() {
            start = Some(row_after(manager, own, path)?);
        }
    }
    let Some(start) = start else { return Ok(()) };
    let row = manager.table()[start];
    let Module { unit, functions } = module;
    for function in functions {
        if !function.properties.contains(row.pass.required) {
            let name = unit.decl_name(function.decl).unwrap_or("");
            let pass = row.full_name();
            return Err(format!(
                "‘{name}’ is not in the form that ‘{pass}’ needs; ‘-fbody-from=’ gives it one"
            ));
        }
        function.start_with = StartWith::Pass(row.full_name());
    }
    Ok(())
}

/// Keeps the bodies of a dump in RTL until their functions have been expanded: what the dump does not say, of the frame and of
/// types, is known by then.
fn read_rtl(
    path: &str,
    (own, start): (Option<usize>, Option<usize>),
    manager: &PassManager,
    options: &Options,
    module: &mut Module,
) -> Result<(), String> {
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let text = String::from_utf8_lossy(&text);
    let start = match start {
        Some(start) => start,
        None => rtl_row_after(manager, own, options, &module.functions)
            .ok_or_else(|| format!("{path}: no pass comes after that of the dump"))?,
    };
    let after = |name| own.zip(manager.find(name)).is_some_and(|(own, row)| own >= row);
    let done = RtlDone {
        laid_out: after("into_cfglayout") && !after("outof_cfglayout"),
        recognized: after("vregs"),
        data_flow: after("asmcons"),
        allocated: after("ira") && !after("reload"),
        reload: after("reload"),
        epilogue: after("pro_and_epilogue"),
        shortened: after("shorten"),
    };
    let next = manager.table()[start].full_name();
    for part in text.split("\n;; Function ").skip(1) {
        let (head, body) = part.split_once('\n').unwrap_or((part, ""));
        let name = head.split(' ').next().unwrap_or("");
        let chain = last_chain(body);
        let body = RtlDump { text: body.into(), chain, next: next.clone(), done };
        module.unit.rtl_dumps.insert(name.into(), body);
    }
    match module.unit.rtl_dumps.is_empty() {
        true => Err(format!("{path}: there is no function in it")),
        false => Ok(()),
    }
}

/// Where the first element of the last chain stands: a dump may show a function twice.
fn last_chain(text: &str) -> usize {
    let mut at = 0;
    let mut first = 0;
    for line in text.split_inclusive('\n') {
        let mut words = line.split(' ');
        let opens = words.next().is_some_and(|word| word.starts_with('('));
        if opens && words.nth(1) == Some("0") {
            first = at;
        }
        at += line.len();
    }
    first
}

/// The dump of what was read, function by function.
fn print_again(manager: &mut PassManager, module: &Module) {
    let Some(index) = manager.find("read") else { return };
    let mut dump = manager.dumps.begin(index);
    if !dump.enabled() {
        return;
    }
    let mut text = String::new();
    for function in &module.functions {
        print::dump_function_header(&mut text, &module.unit, function);
        print::dump_function(&mut text, &module.unit, function, dump.flags());
    }
    put!(dump, "{text}");
}

/// Gives a function in SSA form that was written without virtual operands what it lacks: these, and names for registers that
/// were written without a version.
pub fn complete(unit: &mut Unit, function: &mut Function) {
    if function.properties.intersects(Prop::SSA) {
        mark_bare_registers(unit, function);
        into_ssa::create_vop(unit, function);
        update_ssa::mark_virtuals(function);
        update_ssa::update(unit, function, &mut dumps::Dump::off());
    }
}

/// Registers their statements name as variables are to become names.
fn mark_bare_registers(unit: &Unit, function: &mut Function) {
    let mut bare = FxHashSet::default();
    for block in function.blocks.keys() {
        for stmt in function.block_stmts(block) {
            let mut found = |var: DeclId| {
                bare.insert(var);
            };
            into_ssa::for_each_register_use(unit, function, stmt, &mut found);
            into_ssa::for_each_register_def(unit, function, stmt, &mut found);
        }
    }
    for var in bare {
        update_ssa::mark_symbol(function, var);
    }
}

/// The pass whose dump a file is by its name, `f.c.137t.lim2`.
fn own_pass(manager: &PassManager, path: &str) -> Option<usize> {
    let path = Path::new(path);
    let name = path.extension()?.to_string_lossy();
    let kind = path.file_stem()?.to_string_lossy();
    // Passes of several kinds may have one name.
    let kind = match kind.chars().next_back() {
        Some('r') => Some(DumpKind::Rtl),
        Some('t') => Some(DumpKind::Tree),
        _ => None,
    };
    let is_own = |row: &PassEntry| Some(row.pass.kind) == kind && row.full_name() == name;
    if let Some(own) = manager.table().iter().position(is_own) {
        return Some(own);
    }
    manager.find(&name)
}

/// What statements without blocks have been through by that pass: a dump does not show it.
fn lowered_by(manager: &PassManager, own: usize) -> Prop {
    provided_by(manager, own).intersection(Prop::GIMPLE_LCF | Prop::GIMPLE_LEH)
}

/// What passes up to one provide.
fn provided_by(manager: &PassManager, own: usize) -> Prop {
    manager.table()[..=own].iter().fold(Prop::NONE, |all, row| all | row.pass.provided)
}

/// The first pass over RTL after that one which runs, even if it leaves everything as it is.
fn rtl_row_after(
    manager: &PassManager,
    own: Option<usize>,
    options: &Options,
    functions: &[Function],
) -> Option<usize> {
    let rows = manager.table();
    let any = functions.first()?;
    let runs = |&index: &usize| {
        let row = &rows[index];
        let does = matches!(row.pass.run, PassRun::Function(_) | PassRun::Unchanged);
        // The lists that it is in have to be open.
        let mut depth = row.depth + 1;
        let mut around = rows[..=index].iter().rev().filter(|row| {
            let closer = row.depth < depth;
            depth = depth.min(row.depth);
            closer
        });
        row.pass.kind == DumpKind::Rtl && does && around.all(|row| (row.pass.gate)(options, any))
    };
    (own.map_or(0, |own| own + 1)..rows.len()).find(runs)
}

/// The first pass after that one.
pub fn row_after(manager: &PassManager, own: Option<usize>, path: &str) -> Result<usize, String> {
    let Some(own) = own else {
        return Err(format!(
            "{path} is not called by a pass whose dump it is; ‘-fstart-pass=’ says with which to go on"
        ));
    };
    let runs = |index: &usize| {
        matches!(manager.table()[*index].pass.run, PassRun::Function(_) | PassRun::Unchanged)
    };
    (own + 1..manager.table().len())
        .find(runs)
        .ok_or_else(|| "no pass comes after that of the dump".to_string())
}
