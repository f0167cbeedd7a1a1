//! One translation unit, from text to assembly.

use crate::cli::{CommandLine, Input, Language, Stage};
use crate::code_macros;
use crate::dependencies;
use crate::driver::output;
use crate::interpret;
use crate::memory_report;
use crate::pass_table;
use crate::plugin::Extensions;
use crate::preprocess::{preprocess, preprocessor_options};
use crate::read_back;
use crate::services::services;
use crate::symbol_dump;
use crate::time_trace::TimeTrace;
use c_frontend::analyze::{Gimplified, analyze_functions};
use c_frontend::context::{Context, FunctionDef};
use c_frontend::gimplify::GimplifiedNest;
use c_frontend::parse::Parser;
use c_frontend::source::{Placeholders, PpSource};
use dumps::put;
use dumps::timing::TimeReport;
use dumps::{
    DumpFlags, DumpKind, DumpManager, DumpNaming, DumpOptions, NamingInputs, OutputStage,
    PassState, Severity,
};
use gimple::coverage::Coverage;
use gimple::diagnostic::{Diagnostic, DiagnosticOptions, Diagnostics, Kind, Place, Warnings};
use gimple::function::{Function, Prop, StartWith};
use gimple::options::{Annotations, Flag, OutOfSsa};
use gimple::pass::{Event, PassEntry, PassTable, Registration};
use gimple::pass_manager::{PassManager, dump_table};
use gimple::symbol::Interner;
use gimple::unit::{Module, Unit};
use rtl_backend::rtl::read::Stage as RtlStage;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of the last dump that the front end writes.
const LAST_OF_FRONT_END: u32 = 7;

/// What became of an input.
pub enum Outcome {
    /// With this exit status; the reason has been said.
    Failed(u8),
    /// Nothing is left to do.
    Done,
    /// Preprocessed text, or a rule for make.
    Text(Vec<u8>),
    Assembly(String),
}

/// Takes an input as far as the command line asks.
pub fn compile(line: &CommandLine, input: &Input) -> Outcome {
    if line.stage == Stage::Preprocess {
        return preprocess(line, input);
    }
    if line.options.out_of_ssa == OutOfSsa::Naive && !line.diagnostics.iter().any(|d| d == "w") {
        line.complain(
            Kind::Warning,
            "‘-fout-of-ssa=naive’ loses copies and swaps: its code is wrong",
        );
    }
    let mut unit = match Translation::parse(line, input, Vec::new()) {
        Ok(unit) => unit,
        Err(status) => return Outcome::Failed(status),
    };
    let asked = !line.opt_info.is_empty() || line.options.on(Flag::SaveOptimizationRecord);
    unit.module.unit.wants_remarks = asked || !unit.manager.listeners.is_empty();
    let outcome = unit.as_asked();
    if unit.finish() { outcome } else { Outcome::Failed(1) }
}

/// A translation unit on its way: what the front end has made of it, and the passes it is to go through.
pub struct Translation<'a> {
    pub line: &'a CommandLine,
    pub manager: PassManager,
    pub module: Module,
    /// The row to go on with.
    next: usize,
    /// Something that was written on the way could not be, which has been said.
    unwritten: Arc<AtomicBool>,
}

impl<'a> Translation<'a> {
    /// What the front end makes of an input. An exit status where there were errors, which have been said.
    pub fn parse(
        line: &'a CommandLine,
        input: &Input,
        passes: Vec<Registration>,
    ) -> Result<Translation<'a>, u8> {
        Translation::parse_with(line, input, passes, |_| {})
    }

    /// As [`Translation::parse`], with a manager to which something is done first.
    pub fn parse_with(
        line: &'a CommandLine,
        input: &Input,
        passes: Vec<Registration>,
        prepare: impl FnOnce(&mut PassManager),
    ) -> Result<Translation<'a>, u8> {
        let mut extensions = line.plugins.load().map_err(|what| {
            line.complain(Kind::Error, what);
            1
        })?;
        extensions.passes.extend(passes);
        let unwritten = Arc::new(AtomicBool::new(false));
        let mut manager = pass_manager(line, input, extensions, &unwritten)?;
        prepare(&mut manager);
        if let Some(times) = &mut manager.times {
            times.start("phase parsing");
        }
        let parsed = front_end(line, input, &mut manager);
        allocator::give_back_pages();
        if let Some(times) = &mut manager.times {
            times.stop();
        }
        match parsed {
            Ok(mut module) => {
                let name = base_name(&input.name);
                read_back::apply(line, &mut manager, &mut module).map_err(|what| {
                    line.complain(Kind::Error, what);
                    1
                })?;
                rtl_backend::output::file::begin_file(&mut module.unit, &line.options, name);
                compile_written(line, &mut manager, &mut module);
                module.unit.coverage = coverage_of(line, input, manager.dumps.prefix());
                if let Some(index) = manager.find("cgraph") {
                    let mut dump = manager.dumps.begin(index);
                    if dump.enabled() {
                        let _ = dump.write_str(&symbol_dump::text(&module));
                    }
                }
                let next = first_row(&manager, &module);
                manager.tell("the unit's beginning", "", Event::UnitBegins(&module));
                Ok(Translation { line, manager, module, next, unwritten })
            }
            Err(status) => {
                finish_dumps(line, &mut manager);
                Err(status)
            }
        }
    }

    fn as_asked(&mut self) -> Outcome {
        if self.line.stage == Stage::SyntaxOnly {
            return Outcome::Done;
        }
        if let Some(pass) = &self.line.interpret {
            return interpret::interpret(self, pass.as_deref());
        }
        if let Some(pass) = &self.line.emit_gimple {
            return emit_gimple(self, pass.as_deref());
        }
        if let Some(pass) = &self.line.stop_pass {
            return self.run_up_to(Some(pass)).err().unwrap_or(Outcome::Done);
        }
        if self.is_rtl_unseen() {
            rtl_backend::output::file::leave_out_names(&mut self.module.unit);
        }
        self.assembly()
    }

    /// Whether nobody is going to see the RTL of functions: no dump and no comment in the assembly is wanted, and no one
    /// looks on.
    fn is_rtl_unseen(&self) -> bool {
        let (manager, options) = (&self.manager, &self.line.options);
        let dumped = (0..manager.table().len()).any(|row| manager.dumps.enabled(row))
            || manager.dumps.options().final_insns().is_some();
        let watched = manager.observer.is_some()
            || !manager.listeners.is_empty()
            || manager.run_limit.is_some();
        let annotated = options.code.annotations != Annotations::default();
        !dumped && !watched && !annotated && options.checking == 0
    }

    /// Goes through all that is left, and prints assembly.
    pub fn assembly(&mut self) -> Outcome {
        #[cfg(feature = "prove")]
        crate::prove::watch(self);
        self.run_passes();
        if self.manager.failure.is_none() {
            let module = &self.module;
            self.manager.tell("the unit's end", "", Event::UnitEnds(module));
        }
        if let Some(failure) = self.manager.failure.take() {
            self.line.complain(Kind::Ice, failure.to_string());
            return Outcome::Failed(4);
        }
        let unit = &mut self.module.unit;
        if self.unwritten.load(Ordering::Relaxed)
            || self.line.opt_info.iter().any(|info| info.print(unit) != 0)
        {
            return Outcome::Failed(1);
        }
        let text = rtl_backend::output::file::finish_file(unit, &self.line.options);
        if let Some(coverage) = &unit.coverage
            && self.line.options.code.coverage.notes
            && output::write(&coverage.notes_file, &coverage.notes) != 0
        {
            return Outcome::Failed(1);
        }
        if self.line.options.on(Flag::StackUsage) {
            let prefix = self.manager.dumps.prefix();
            let name = format!("{}.su", prefix.strip_suffix(".c").unwrap_or(prefix));
            if output::write(&name, unit.stack_usage.as_bytes()) != 0 {
                return Outcome::Failed(1);
            }
        }
        if self.line.options.on(Flag::SaveOptimizationRecord) {
            let name = format!("{}.opt-record.json.gz", self.manager.dumps.prefix());
            if output::write(&name, &crate::opt_record::packed(unit)) != 0 {
                return Outcome::Failed(1);
            }
        }
        if self.line.list_counters {
            dumps::put::to_stderr(&unit.counters.list());
        }
        unit.diagnostics.finish();
        if unit.diagnostics.error_count() > 0 {
            return Outcome::Failed(1);
        }
        Outcome::Assembly(text)
    }

    /// Runs the passes that are left, as far as the manager goes.
    pub fn run_passes(&mut self) {
        let end = self.manager.stop_after.map_or(self.manager.table().len(), |last| last + 1);
        let rows = self.next.min(end)..end;
        self.manager.run_module(&mut self.module, &self.line.options, rows);
        self.next = self.next.max(end);
    }

    /// Runs the passes up to one, the gimplifier where none is named. The outcome where that failed, which has been said.
    pub fn run_up_to(&mut self, pass: Option<&str>) -> Result<(), Outcome> {
        let name = pass.unwrap_or("gimple");
        // Of passes of several kinds with one name it is the one over trees.
        let is_it = |row: &PassEntry| row.pass.kind == DumpKind::Tree && row.full_name() == name;
        let tree = self.manager.table().iter().position(is_it);
        let Some(last) = tree.or_else(|| self.manager.find(name)) else {
            let text = format!("there is no pass ‘{name}’ to stop after");
            self.line.complain(Kind::Error, text);
            return Err(Outcome::Failed(1));
        };
        self.manager.stop_after = Some(last);
        self.run_passes();
        match self.manager.failure.take() {
            Some(failure) => {
                self.line.complain(Kind::Ice, failure.to_string());
                Err(Outcome::Failed(4))
            }
            None => Ok(()),
        }
    }

    /// Completes dumps and reports. `false` where a dump could not be written, which has been said.
    pub fn finish(mut self) -> bool {
        if self.manager.stop_after.is_none() {
            for name in pass_table::empty_dumps(&self.line.options) {
                if let Some(row) = self.manager.find(name) {
                    let _creates_the_file = self.manager.dumps.begin(row);
                }
            }
        }
        let written = finish_dumps(self.line, &mut self.manager);
        if let Some(times) = &mut self.manager.times {
            if self.line.time_report {
                dumps::put::to_stderr(&times.table());
            }
            if self.line.memory_report {
                dumps::put::to_stderr(&times.memory_table());
                dumps::put::to_stderr(&memory_report::tables(&self.module.unit));
            }
        }
        written
    }
}

/// Compiles the functions that were written in RTL: they are done before all others, as in GCC. Without a pass to begin with
/// they are only read.
fn compile_written(line: &CommandLine, manager: &mut PassManager, module: &mut Module) {
    let mut written = std::mem::take(&mut module.unit.written_rtl);
    written.retain_mut(|function| {
        let first = match &function.start_with {
            StartWith::Pass(name) => manager.find(name),
            _ => None,
        };
        let names_none = matches!(function.start_with, StartWith::Pass(_)) && first.is_none();
        let after = |name| first.zip(manager.find(name)).is_some_and(|(row, end)| row > end);
        let unit = &mut module.unit;
        let loc = unit.decls[function.decl].loc;
        if names_none || first.is_some() && !after("expand") {
            unit.diagnostics.error(loc, "RTL begins with a pass after ‘expand’");
            return false;
        }
        if after("ira") && !after("reload") {
            unit.diagnostics.sorry(loc, "RTL that begins with ‘reload’");
            return false;
        }
        let stage = RtlStage {
            reload_completed: after("reload"),
            epilogue_completed: after("pro_and_epilogue"),
            ..RtlStage::default()
        };
        let read = rtl_backend::expand::read_written(unit, &line.options, function, stage);
        read && first.is_some()
    });
    manager.run_written(module, &line.options, written);
}

fn finish_dumps(line: &CommandLine, manager: &mut PassManager) -> bool {
    manager.finish_statistics();
    let failures = manager.dumps.finish();
    for failure in &failures {
        line.complain(Kind::Error, failure.to_string());
    }
    failures.is_empty()
}

/// The row to begin with: GIMPLE that was read in may have a CFG or be in SSA form already.
fn first_row(manager: &PassManager, module: &Module) -> usize {
    let have = |property: Prop| {
        let functions = &module.functions;
        !functions.is_empty() && functions.iter().all(|f| f.properties.intersects(property))
    };
    let done = if have(Prop::SSA) {
        "ssa"
    } else if have(Prop::CFG) {
        "cfg"
    } else {
        return 0;
    };
    manager.find(done).map_or(0, |row| row + 1)
}

/// Prints the module after a pass: to the output if one is named, else to standard output.
fn emit_gimple(translation: &mut Translation<'_>, pass: Option<&str>) -> Outcome {
    let (pass, flags) = match pass.and_then(|pass| pass.strip_suffix("-blockargs")) {
        Some(pass) => (Some(pass), DumpFlags::BLOCKARGS),
        None => (pass, DumpFlags::NONE),
    };
    if let Err(outcome) = translation.run_up_to(pass) {
        return outcome;
    }
    let text = gimple::print::print_module_with(&translation.module, flags);
    if translation.line.output.is_some() {
        return Outcome::Text(text.into_bytes());
    }
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let text = format!("cannot write to standard output: {error}");
            translation.line.complain(Kind::Error, text);
            Outcome::Failed(1)
        }
    }
}

// The front end.

fn front_end(line: &CommandLine, input: &Input, manager: &mut PassManager) -> Result<Module, u8> {
    if input.language == Language::Gimple {
        return read_gimple(line, input);
    }
    let target = code_macros::target(&line.options);
    let options = preprocessor_options(line, input, &target)?;
    let mut unit = Unit::new(target, Interner::new(), diagnostics(line));
    unit.counters = line.debug_counters.clone();
    unit.interposable = line.options.pic > 0;
    unit.trapping_overflow = line.options.on(Flag::Trapv);
    unit.folding.rounding_math = line.options.on(Flag::RoundingMath);
    unit.folding.signaling_nans = line.options.on(Flag::SignalingNans);
    unit.folding.foreign_strings = !line.options.code.exec_charset.extends_ascii();
    unit.main_input = input.name.clone();
    let mut placeholders = Placeholders::new();
    let mut source = match &input.text {
        Some(text) => {
            let text = text.as_bytes();
            PpSource::from_text(&mut unit, &mut placeholders, options, &input.name, text)
        }
        None => PpSource::open(&mut unit, &mut placeholders, options, &input.name),
    };
    let cx = Context::new(unit, line.options.clone());
    let mut parser = Parser::new(&mut source, cx);
    parser.cx.keep_bodies = line.stage != Stage::SyntaxOnly;
    let mut definitions = Vec::new();
    let [original, gimple] = ["original", "gimple"].map(|name| manager.find(name));
    let names_rules =
        [original, gimple].into_iter().flatten().any(|dump| manager.dumps.names_rules(dump));
    parser.cx.unit.rules_applied = names_rules.then(Vec::new);
    parser.translation_unit(&mut |cx, definition| {
        if let Some(dump) = original {
            dump_original(cx, &definition, manager, dump);
        }
        if cx.keep_bodies {
            definitions.push(definition);
        }
    });
    let mut cx = parser.cx;
    if !cx.unit.diagnostics.is_fatal() {
        dependencies::write(line, input, &source.dependency_rule())?;
    }
    if cx.unit.diagnostics.error_count() > 0 {
        source.finish(&mut cx.unit);
        cx.unit.diagnostics.finish();
        return Err(1);
    }
    c_frontend::visibility::apply(&mut cx.unit, &cx.options);
    let nested = manager.find("nested");
    let mut then = AfterGimplification { manager, gimple, nested };
    let functions = analyze_functions(&mut cx, definitions, &mut then);
    let mut unit = cx.unit;
    source.finish(&mut unit);
    unit.rules_applied = None;
    if unit.diagnostics.error_count() > 0 {
        unit.diagnostics.finish();
        return Err(1);
    }
    Ok(Module { unit, functions })
}

/// The dump of what the parser has built.
fn dump_original(
    cx: &mut Context,
    definition: &FunctionDef,
    manager: &mut PassManager,
    index: usize,
) {
    if definition.gimple.is_some() {
        return;
    }
    let rules = rules_applied(cx, manager.dumps.names_rules(index));
    let mut dump = manager.dumps.begin(index);
    if dump.enabled() {
        let text = c_frontend::print::dump_original(cx, definition, &rules, dump.flags());
        put!(dump, "{text}");
    }
}

/// What happens to functions as they are gimplified: the dumps of the gimplifier and of `nested`, which are no passes.
struct AfterGimplification<'a> {
    manager: &'a mut PassManager,
    gimple: Option<usize>,
    nested: Option<usize>,
}

impl Gimplified for AfterGimplification<'_> {
    fn function(&mut self, cx: &mut Context, function: &Function) {
        if let Some(dump) = self.gimple {
            dump_gimple(cx, function, self.manager, dump);
        }
    }

    fn unnest(&mut self, cx: &mut Context, nest: GimplifiedNest) -> Vec<Function> {
        if nest.function.written_rtl.is_some() {
            cx.unit.written_rtl.push(nest.function);
            return Vec::new();
        }
        if nest.function.start_with != StartWith::All {
            let mut function = nest.function;
            read_back::complete(&mut cx.unit, &mut function);
            return vec![function];
        }
        let levels = nest.flatten();
        let is_nested = levels.len() > 1;
        let outermost = levels.first().map(|level| level.function.decl);
        let functions =
            tree_passes::lowering::nested::lower(&mut cx.unit, levels, cx.options.optimize > 0);
        let Some(dump) = self.nested.filter(|_| is_nested) else { return functions };
        let mut dump = self.manager.dumps.begin(dump);
        if dump.enabled() {
            let name = outermost.and_then(|decl| cx.unit.decl_name(decl)).unwrap_or_default();
            let mut text = format!("\n;; Function {name}\n\n");
            for function in &functions {
                text.push_str("\n\n");
                gimple::print::dump_function(&mut text, &cx.unit, function, dump.flags());
            }
            put!(dump, "{text}");
        }
        functions
    }
}

/// The simplification rules applied since the last time, a line each, where they are wanted.
fn rules_applied(cx: &mut Context, wanted: bool) -> String {
    let mut text = String::new();
    gimple::simplify::say_rules(&mut cx.unit, &mut text);
    if wanted { text } else { String::new() }
}

/// The dump of the gimplifier, which is no pass.
fn dump_gimple(cx: &mut Context, function: &Function, manager: &mut PassManager, index: usize) {
    let mut text = rules_applied(cx, manager.dumps.names_rules(index));
    let mut dump = manager.dumps.begin(index);
    if dump.enabled() {
        gimple::print::dump_function(&mut text, &cx.unit, function, dump.flags());
        put!(dump, "{text}");
    }
}

fn read_gimple(line: &CommandLine, input: &Input) -> Result<Module, u8> {
    let text = match input.text.clone().map_or_else(|| std::fs::read_to_string(&input.name), Ok) {
        Ok(text) => text,
        Err(error) => {
            line.complain(Kind::Error, format!("{}: {error}", input.name));
            return Err(1);
        }
    };
    let module = gimple::read::read_module(&text, rtl_backend::target()).map_err(|error| {
        let place = Place { file: input.name.clone(), line: error.line, column: error.column };
        line.report(Diagnostic::at(place, Kind::Error, error.text));
        1
    })?;
    // What a pass leaves holds, what somebody wrote may not.
    for function in &module.functions {
        if let Err(what) = gimple::verify::verify_function(&module.unit, function) {
            let name = module.unit.decl_name(function.decl).unwrap_or("");
            let place = Place { file: input.name.clone(), line: 0, column: 0 };
            let text = format!("in function ‘{name}’: {what}");
            line.report(Diagnostic::at(place, Kind::Error, text));
            return Err(1);
        }
    }
    Ok(module)
}

/// The command line's way of reporting.
pub fn diagnostics(line: &CommandLine) -> Diagnostics {
    let mut options = DiagnosticOptions::from_environment();
    let mut warnings = Warnings::default();
    for option in &line.diagnostics {
        if option == "w" {
            warnings.inhibit();
        } else {
            // What is not about diagnostics was sorted out with the command line.
            let _ = options.set_option(option);
        }
    }
    for option in &line.warnings {
        if option == "pedantic-errors" {
            warnings.set_pedantic_errors();
        } else {
            let _ = warnings.set_option(option);
        }
    }
    let mut diagnostics = Diagnostics::new(options, warnings);
    if let Some(collector) = &line.collector {
        diagnostics.collect_in(collector.clone());
    }
    diagnostics
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

// Passes.

/// The pass manager with the dumps the command line asks for, and what plugins and a library's user add. An exit status when
/// something is wrong with them, which has been said.
fn pass_manager(
    line: &CommandLine,
    input: &Input,
    extensions: Extensions,
    unwritten: &Arc<AtomicBool>,
) -> Result<PassManager, u8> {
    let mut table = PassTable::new(pass_table::table());
    for pass in extensions.passes {
        if let Err(what) = table.register(pass) {
            line.complain(Kind::Error, what);
            return Err(1);
        }
    }
    let info = dump_table(&table.rows);
    let (options, messages) = DumpOptions::resolve(&info, &line.dump_options);
    let mut failed = false;
    for message in messages {
        failed |= message.severity == Severity::Error;
        let kind = match message.severity {
            Severity::Error => Kind::Error,
            Severity::Warning => Kind::Warning,
            Severity::Note => Kind::Note,
        };
        line.complain(kind, message.text);
    }
    let lacking = |&&index: &&usize| {
        let row = &table.rows[index];
        // Some rows without a pass have dumps that others write.
        row.pass.is_missing() && row.number > LAST_OF_FRONT_END && row.pass.name != "statistics"
    };
    for (option, passes) in options.named() {
        if passes.iter().filter(lacking).count() == passes.len() {
            let text = format!("‘{option}’: there is no such pass in this compiler yet");
            line.complain(Kind::Warning, text);
        }
    }
    let naming = DumpNaming::new(&NamingInputs {
        input: &input.name,
        output: line.output.as_deref(),
        dumpdir: line.dumpdir.as_deref(),
        dumpbase: line.dumpbase.as_deref(),
        dumpbase_ext: line.dumpbase_ext.as_deref(),
        stage: if line.stage == Stage::Link {
            OutputStage::Link
        } else {
            OutputStage::AssemblyOrObject
        },
        several_inputs: line.inputs.len() > 1,
    });
    if let Some(path) = &line.options.code.profile {
        failed |= !profile_is_missing(line, path, naming.prefix());
    }
    if options.list_passes() {
        list_passes(line, &table.rows, &info, &options);
    }
    let mut manager = PassManager::new(table, services(), DumpManager::new(info, options, naming));
    manager.listeners = extensions.listeners;
    manager.between_lists = Some(allocator::give_back_pages);
    if let Some(file) = &line.time_trace {
        let usual = || format!("{}.json", manager.dumps.prefix());
        let file = if file.is_empty() { usual() } else { file.clone() };
        let failed = Arc::clone(unwritten);
        manager.listeners.push(Box::new(TimeTrace::new(file, failed)));
    }
    if line.time_report || line.memory_report {
        manager.times = Some(TimeReport::new());
    }
    if failed { Err(1) } else { Ok(manager) }
}

/// The files of a unit whose arcs are counted: where a program leaves the counts, and what `gcov` is told.
fn coverage_of(line: &CommandLine, input: &Input, prefix: &str) -> Option<Box<Coverage>> {
    let wanted = &line.options.code.coverage;
    if !wanted.arcs && !wanted.notes {
        return None;
    }
    let suffix = base_name(&input.name).rfind('.').map_or("", |dot| &base_name(&input.name)[dot..]);
    let stem = prefix.strip_suffix(suffix).unwrap_or(prefix);
    let here = &line.options.code.directory;
    let from_root = if stem.starts_with('/') { stem.to_string() } else { format!("{here}/{stem}") };
    let data_file = match &wanted.directory {
        Some(directory) => format!("{directory}/{}.gcda", from_root.replace('/', "#")),
        None => format!("{from_root}.gcda"),
    };
    let notes_file = wanted.notes_file.clone().unwrap_or_else(|| format!("{stem}.gcno"));
    Some(Box::new(Coverage { data_file, notes_file, ..Coverage::default() }))
}

/// Whether there is no profile of a run where `-fprofile-use` looks for one; what there is is not read.
fn profile_is_missing(line: &CommandLine, path: &str, prefix: &str) -> bool {
    let stem = prefix.strip_suffix(".c").unwrap_or(prefix);
    let file = Path::new(path);
    let profile = match path {
        "" => PathBuf::from(format!("{stem}.gcda")),
        _ if file.is_file() => file.to_path_buf(),
        _ => file.join(format!("{}.gcda", base_name(stem))),
    };
    let profile = profile.display();
    if Path::new(&profile.to_string()).exists() {
        line.complain(Kind::Sorry, format!("the profile in ‘{profile}’"));
        return false;
    }
    let silent = line.warnings.iter().any(|word| word == "no-missing-profile")
        || line.diagnostics.iter().any(|word| word == "w");
    if !silent {
        let text = format!("‘{profile}’ profile count data file not found");
        let option = "missing-profile".to_string();
        line.report(Diagnostic { option, ..Diagnostic::without_place(Kind::Warning, text) });
    }
    true
}

fn list_passes(
    line: &CommandLine,
    table: &[gimple::pass::PassEntry],
    info: &[dumps::PassDumpInfo],
    options: &DumpOptions,
) {
    let function = Function::new(gimple::decl::DeclId::NONE, 0);
    for (index, row) in table.iter().enumerate() {
        let unnumbered = row.pass.name.starts_with('*');
        let of_front_end = row.number <= LAST_OF_FRONT_END && !unnumbered;
        if of_front_end || pass_table::NO_PASSES.contains(&row.pass.name) {
            continue;
        }
        let state = match row.pass.is_missing() {
            true => PassState::Missing,
            false if (row.pass.gate)(&line.options, &function) => PassState::On,
            false => PassState::Off,
        };
        dumps::put::to_stderr(&options.pass_list_line(
            index,
            &info[index],
            row.depth as usize + 1,
            state,
        ));
    }
}
