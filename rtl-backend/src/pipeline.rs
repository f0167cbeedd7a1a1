//! The RTL passes as the pass manager runs them, and the assembly file around them.
//!
//! A function's RTL lives in [`gimple::function::Function::backend`] between passes, the file's state in
//! [`gimple::unit::Unit::backend`]. Both are taken out for the time of a pass.

use crate::allocation::ira::Allocation;
use crate::expand::{self, Strings, assembler_name};
use crate::machine::riscv::regs;
use crate::output::objects::{self, linkage};
use crate::output::unit::{CodegenOptions, Unit as AsmUnit};
use crate::output::varasm::{AsmFile, DataKind, DataObject, Linkage, Piece};
use crate::output::{anchors, order};
use crate::passes::shorten::BranchLengths;
use crate::passes::{self, PassContext as RtlPassContext};
use crate::rtl::cfg;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, LocId, NoteKind, RtlFunction, Shown};
use crate::rtl::print;
use crate::rtl::read::{self, Stage};
use crate::rtl::rtx::RtxId;
use crate::rtl::summary::{self, DataFlow};
use crate::rtl::verify;
use dumps::DumpFlags;
use dumps::put;
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, RtlDump, StartWith};
use gimple::location::Location;
use gimple::options::{Flag, Options, RegisterUse, StackLimit};
use gimple::pass::{Pass, PassContext, Todo, not_optimizing};
use gimple::unit::{SymtabNode, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::analyses::symbol_references;

/// What identifies the compiler in the object file.
const IDENT: &str = concat!("gimlet ", env!("CARGO_PKG_VERSION"));

/// What the names of section anchors begin with.
const ANCHOR: &str = "*.LANCHOR";

/// The assembly file under construction.
struct AsmState {
    unit: AsmUnit,
    strings: Strings,
    file: AsmFile,
    /// Assembler numbers of labels whose address may be taken outside their function.
    labels: FxHashMap<DeclId, u32>,
    /// Where functions, variables and `asm` stand in the order of the source: how many of the symbol table's nodes and of
    /// the `asm` are written.
    written: (usize, usize),
    /// Variables that hold addresses of labels within functions still to come.
    waiting: Vec<DeclId>,
    /// What the functions that have been expanded refer to.
    referred: FxHashSet<DeclId>,
    /// The variables that wait for all functions, whose order is up to us.
    deferred: Vec<DeclId>,
    /// The variables that have been written.
    held: FxHashSet<DeclId>,
    /// The variables that are written: all where symbols keep the order of the source.
    wanted: Option<FxHashSet<DeclId>>,
}

/// A function's RTL, and what one pass leaves for a later one.
struct RtlState {
    rtl: RtlFunction,
    allocation: Option<Allocation>,
    lengths: Option<BranchLengths>,
    /// `vregs` has run: every insn is one of the machine's.
    recognized: bool,
    /// What is wrong with the allocation, where that was checked.
    misallocated: Option<String>,
}

/// Starts the assembly file of a unit that has been parsed: what it says in `asm` at file scope comes first, unless all is
/// to be in the order of the source.
pub fn begin_file(unit: &mut Unit, options: &Options, source_name: &str) {
    let mut codegen = CodegenOptions::of(options);
    if !codegen.machine.isa.wide && options.code.coverage.arcs {
        unit.diagnostics.sorry(Location::UNKNOWN, "counts of what runs on RV32");
    }
    set_registers(unit, options, &mut codegen);
    let mut file = AsmFile::new(source_name, &codegen);
    file.debug.source.clone_from(&unit.main_input);
    file.debug.directory.clone_from(&options.code.directory);
    let mut asms = 0;
    if options.on(Flag::ToplevelReorder) {
        for (_, text) in &unit.toplevel_asm {
            file.toplevel_asm(text);
        }
        asms = unit.toplevel_asm.len();
    }
    let state = AsmState {
        unit: AsmUnit::new(codegen),
        strings: Strings::default(),
        file,
        labels: FxHashMap::default(),
        written: (0, asms),
        waiting: Vec::new(),
        referred: FxHashSet::default(),
        deferred: Vec::new(),
        held: FxHashSet::default(),
        wanted: None,
    };
    unit.backend = Some(Box::new(state));
}

/// Says that nobody is going to see the RTL of functions: names that only dumps show are not put together.
pub fn leave_out_names(unit: &mut Unit) {
    let mut asm = take_asm(unit);
    asm.unit.shows_names = false;
    unit.backend = Some(asm);
}

/// Notes what the registers are that are kept for the program, variables of all functions and those that options name, and
/// which of them calls change. What code needs for itself is not for options to give away.
fn set_registers(unit: &mut Unit, options: &Options, codegen: &mut CodegenOptions) {
    let mut wanted: Vec<(String, Location, RegisterUse)> = Vec::new();
    for node in unit.symtab() {
        let data = &unit.decls[node.decl];
        if let Some(name) = data.extra.as_ref().and_then(|extra| extra.hard_register) {
            wanted.push((unit.symbols.text(name).to_string(), data.loc, RegisterUse::Fixed));
        }
    }
    let given = options.code.registers.iter();
    wanted.extend(given.map(|(name, how)| (name.clone(), Location::UNKNOWN, *how)));
    if let Some(StackLimit::Register(name)) = &options.code.stack_limit {
        match regs::by_name(name) {
            Some(_) => wanted.push((name.clone(), Location::UNKNOWN, RegisterUse::Fixed)),
            None => {
                let text = format!("unrecognized register name ‘{name}’");
                unit.diagnostics.error(Location::UNKNOWN, text);
            }
        }
    }
    for (name, loc, how) in wanted {
        let Some(number) = regs::by_name(&name) else {
            if loc.is_unknown() {
                unit.diagnostics.warning("", loc, format!("unknown register name: {name}"));
            } else {
                unit.diagnostics.error(loc, format!("invalid register name for ‘{name}’"));
            }
            continue;
        };
        let free = regs::can_be_kept(number);
        match how {
            RegisterUse::Fixed if regs::fixed(number) || free => codegen.kept |= 1 << number,
            RegisterUse::CallUsed | RegisterUse::CallSaved if free => {
                codegen.kept &= !(1 << number);
                let saved = how == RegisterUse::CallSaved;
                codegen.convention = codegen.convention.with(number, saved);
            }
            _ => {
                let text = format!("another use of the register ‘{name}’");
                unit.diagnostics.sorry(loc, text);
            }
        }
    }
}

fn take_asm(unit: &mut Unit) -> Box<AsmState> {
    let state = unit.backend.take().and_then(|state| state.downcast::<AsmState>().ok());
    state.expect("the assembly file was begun")
}

fn take_rtl(f: &mut Function) -> Box<RtlState> {
    let state = f.backend.take().and_then(|state| state.downcast::<RtlState>().ok());
    state.expect("the function was expanded")
}

impl RtlState {
    fn new(rtl: RtlFunction) -> RtlState {
        RtlState { rtl, allocation: None, lengths: None, recognized: false, misallocated: None }
    }
}

/// Reads the body of a function that was written in RTL; `false` where it is wrong, which has been said. The assembly file
/// has been begun.
pub fn read_written(unit: &mut Unit, options: &Options, f: &mut Function, stage: Stage) -> bool {
    let Some(written) = f.written_rtl.take() else { return false };
    let asm = take_asm(unit);
    let mut rtl = expand::empty_function(unit, options, f, &asm.unit);
    let stage = Stage { omit_frame_pointer: asm.unit.options.omit_frame_pointer, ..stage };
    unit.backend = Some(asm);
    match read::read_function(&written.text, stage, &mut rtl) {
        Ok(()) if rtl.rtx.has_symbol(ANCHOR) => {
            let what = "section anchors in a function that is written in RTL";
            unit.diagnostics.sorry(written.loc, what);
            false
        }
        Ok(()) => {
            let mut asm = take_asm(unit);
            settle_labels(&mut asm.unit, &mut rtl);
            unit.backend = Some(asm);
            let state = RtlState { recognized: true, ..RtlState::new(rtl) };
            f.backend = Some(Box::new(state));
            true
        }
        Err(wrong) => {
            let name = unit.decl_name(f.decl).map(str::to_string);
            unit.diagnostics.set_function(name.as_deref());
            unit.diagnostics.error(written.loc.offset_by(wrong.offset as u32), wrong.what);
            false
        }
    }
}

/// Labels that were read keep their numbers, unless labels of the file have some of them already.
fn settle_labels(asm: &mut AsmUnit, f: &mut RtlFunction) {
    let is_label = |f: &RtlFunction, id| f.insn(id).kind == InsnKind::Label;
    let labels: Vec<InsnId> = f.chain().filter(|&id| is_label(f, id)).collect();
    let numbers = || labels.iter().map(|&id| f.insn(id).label);
    let (Some(least), Some(most)) = (numbers().min(), numbers().max()) else { return };
    let by = asm.reserve_labels(least, most);
    for id in labels {
        let label = &mut f.insn_mut(id).label;
        *label = label.saturating_add(by);
    }
}

// Passes.

/// Pass `expand`.
pub fn expand(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let name = cx.unit.decl_name(f.decl).map(str::to_string);
    cx.unit.diagnostics.set_function(name.as_deref());
    let mut asm = take_asm(cx.unit);
    let last_label = asm.unit.last_label();
    expand::name_constants(cx.unit, &mut asm.unit);
    let mut referred = Vec::new();
    symbol_references::referenced(cx.unit, f, &mut referred);
    asm.referred.extend(referred);
    let result = expand::expand_function(
        cx.unit,
        cx.options,
        f,
        expand::File {
            asm: &mut asm.unit,
            strings: &mut asm.strings,
            label_numbers: &mut asm.labels,
        },
        &cx.dump,
    );
    cx.unit.backend = Some(asm);
    match result {
        Ok((rtl, report)) => {
            put!(cx.dump, "{report}");
            f.release_body();
            let dump = cx.unit.rtl_dumps.remove(name.as_deref().unwrap_or(""));
            let Some(dump) = dump else {
                f.backend = Some(Box::new(RtlState::new(rtl)));
                return Todo::NONE;
            };
            f.start_with = StartWith::Pass(dump.next.clone());
            let mut asm = take_asm(cx.unit);
            asm.unit.forget_labels_after(last_label);
            cx.unit.backend = Some(asm);
            match read_back(cx, f, &dump, rtl) {
                Ok(state) => {
                    f.backend = Some(Box::new(state));
                    Todo::NONE
                }
                Err(what) => {
                    cx.unit.diagnostics.sorry(cx.unit.decls[f.decl].loc, what);
                    Todo::DISCARD_FUNCTION
                }
            }
        }
        Err(unsupported) => {
            cx.unit.diagnostics.sorry(unsupported.loc, unsupported.what);
            Todo::DISCARD_FUNCTION
        }
    }
}

/// A function as a dump shows it, which has been expanded as well: what the dump does not say is as it was then.
fn read_back(
    cx: &mut PassContext<'_>,
    f: &Function,
    dump: &RtlDump,
    expanded: RtlFunction,
) -> Result<RtlState, String> {
    let done = dump.done;
    let mut asm = take_asm(cx.unit);
    let mut rtl = expand::empty_function(cx.unit, cx.options, f, &asm.unit);
    rtl.frame = expanded.frame.clone();
    rtl.return_regs.clone_from(&expanded.return_regs);
    rtl.edge_places.clone_from(&expanded.edge_places);
    (rtl.start, rtl.end) = (expanded.start, expanded.end);
    rtl.files.clone_from(&expanded.files);
    let stage = Stage {
        reload_completed: done.reload,
        epilogue_completed: done.epilogue,
        omit_frame_pointer: asm.unit.options.omit_frame_pointer,
        framed: true,
    };
    let chain = &dump.text[dump.chain..];
    let read = read::read_function(chain, stage, &mut rtl).map_err(|wrong| {
        let line = 1 + chain[..wrong.offset.min(chain.len())].matches('\n').count();
        format!("this body in RTL, line {line} of its chain: {}", wrong.what)
    });
    let pairs = (FIRST_PSEUDO..rtl.num_regs()).any(|reg| rtl.rtx.is_multiword(rtl.reg_mode(reg)));
    let read = match read {
        Ok(()) if rtl.rtx.has_symbol(ANCHOR) => {
            Err("section anchors in a body in RTL: the text does not say what they stand for"
                .into())
        }
        Ok(()) if done.allocated && pairs => {
            Err("a body in RTL with registers of two words that ‘reload’ is to begin with".into())
        }
        read => read,
    };
    if read.is_ok() {
        settle_labels(&mut asm.unit, &mut rtl);
    }
    // Insns that are gone had numbers, too.
    while rtl.max_uid() < expanded.max_uid() {
        rtl.make_insn(InsnKind::Note(NoteKind::Deleted), RtxId::NONE, LocId::UNKNOWN);
    }
    let mut state = RtlState { recognized: done.recognized, ..RtlState::new(rtl) };
    let rtl_cx = &mut RtlPassContext { unit: &mut asm.unit, dump: None, details: false };
    if !done.recognized {
        state.rtl.shown.raw_from = Shown::ALL_KNOWN;
    }
    if read.is_ok() && done.laid_out {
        passes::layout::read_back(&mut state.rtl, chain, rtl_cx);
    }
    if read.is_ok() && done.allocated {
        state.allocation = Some(crate::allocation::ira::read_back(&mut state.rtl, &dump.text));
    }
    if read.is_ok() && done.shortened {
        state.lengths = Some(passes::shorten::run(&mut state.rtl, rtl_cx));
        state.rtl.shown.blocks = false;
    }
    if done.data_flow {
        state.rtl.shown.data_flow = DataFlow::Unasked;
        state.rtl.shown.ever_live = summary::referred(&state.rtl);
    }
    cx.unit.backend = Some(asm);
    read.map(|()| state)
}

/// Runs a pass over the RTL of a function, whose GIMPLE is not needed any more.
fn run(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    pass: impl FnOnce(&mut RtlState, &mut RtlPassContext<'_>),
) -> Todo {
    let mut asm = take_asm(cx.unit);
    let mut state = take_rtl(f);
    let mut text = String::new();
    let details = cx.dump.details();
    let dump = cx.dump.enabled().then_some(&mut text);
    pass(&mut state, &mut RtlPassContext { unit: &mut asm.unit, dump, details });
    put!(cx.dump, "{text}");
    cx.unit.backend = Some(asm);
    f.backend = Some(state);
    Todo::NONE
}

/// Pass `vregs`.
pub fn vregs(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| {
        passes::vregs::run(&mut state.rtl, rtl);
        state.recognized = true;
    })
}

/// Pass `subreg1`.
pub fn subreg(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::subreg::run(&mut state.rtl, rtl))
}

/// Pass `jump`.
pub fn jump(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::jump::run(&mut state.rtl, rtl))
}

/// Pass `rtl pre`.
pub fn gcse(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::gcse::run(&mut state.rtl, rtl))
}

/// Pass `cse1`.
pub fn cse(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::cse::run(&mut state.rtl, rtl))
}

/// Pass `loop2_invariant`.
pub fn loop_invariant(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::loop_invariant::run(&mut state.rtl, rtl))
}

/// Pass `combine`.
pub fn combine(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::combine::run(&mut state.rtl, rtl))
}

/// Pass `into_cfglayout`, without optimisation.
pub fn enter_layout(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::layout::enter(&mut state.rtl, rtl))
}

/// Pass `outof_cfglayout`, without optimisation.
pub fn leave_layout(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::layout::leave(&mut state.rtl, rtl))
}

/// Pass `jump2`, without optimisation.
pub fn jump2(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::layout::after_reload(&mut state.rtl, rtl))
}

/// Pass `split5`, without optimisation.
pub fn split(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::split::run(&mut state.rtl, rtl))
}

/// Pass `ira`.
pub fn ira(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| {
        state.allocation = Some(crate::allocation::ira::run(&mut state.rtl, rtl));
        state.rtl.shown.ask();
    })
}

/// Pass `reload`.
pub fn reload(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut failure = None;
    let checking = cx.options.checking > 0;
    run(cx, f, |state, rtl| {
        let allocation = state.allocation.take().expect("ira has run");
        match crate::allocation::reload::run(&mut state.rtl, &allocation, rtl) {
            Ok(moves) => {
                // Moves of a register to itself say which pseudo has become which.
                state.misallocated = if checking {
                    crate::allocation::check_allocation::check(&state.rtl).err()
                } else {
                    None
                };
                crate::allocation::reload::delete_noop_moves(&mut state.rtl, &moves, rtl);
            }
            Err(what) => failure = Some(what),
        }
    });
    if let Some(what) = failure {
        let loc = cx.unit.decls[f.decl].loc;
        let name = cx.unit.decl_name(f.decl).map(str::to_string);
        cx.unit.diagnostics.set_function(name.as_deref());
        cx.unit.diagnostics.error(loc, what);
        return Todo::DISCARD_FUNCTION;
    }
    Todo::NONE
}

/// Pass `pro_and_epilogue`.
pub fn pro_and_epilogue(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut frame = (0, false);
    let todo = run(cx, f, |state, rtl| {
        passes::pro_and_epilogue::run(&mut state.rtl, rtl);
        if state.rtl.optimize == 0 {
            passes::layout::after_prologue(&mut state.rtl, rtl);
            say_deferred(rtl);
        }
        frame = (state.rtl.frame.total, state.rtl.frame.calls_alloca);
    });
    if cx.options.on(Flag::StackCheck) && frame.0 > passes::pro_and_epilogue::CHECKED_FRAME {
        let name = cx.unit.decl_name(f.decl).map(str::to_string);
        cx.unit.diagnostics.set_function(name.as_deref());
        let text = "frame size too large for reliable stack checking";
        cx.unit.diagnostics.warning("", cx.unit.decls[f.decl].loc, text);
    }
    if cx.options.on(Flag::StackUsage) {
        let at = cx.unit.diagnostics.sources.position(cx.unit.decls[f.decl].loc);
        let name = cx.unit.decl_name(f.decl).unwrap_or("");
        let (size, kind) = (frame.0, if frame.1 { "dynamic" } else { "static" });
        let line = format!("{}:{}:{}:{name}\t{size}\t{kind}\n", at.file, at.line, at.column);
        cx.unit.stack_usage.push_str(&line);
    }
    todo
}

/// Says that nothing has been put off, which GCC's dumps do where data flow is brought up to date.
fn say_deferred(rtl: &mut RtlPassContext<'_>) {
    if let Some(out) = rtl.dump.as_deref_mut() {
        out.push_str(summary::DEFERRED);
    }
}

/// Pass `bbro`.
pub fn bbro(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::bbro::run(&mut state.rtl, rtl))
}

/// Pass `ce1`.
pub fn ce1(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::ce::run(&mut state.rtl, rtl))
}

/// Pass `sched2`.
pub fn sched2(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| passes::sched::run(&mut state.rtl, rtl))
}

/// Pass `vartrack`.
pub fn vartrack(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut given_up = false;
    let most = match cx.options.param("max-vartrack-size") {
        None => passes::vartrack::MOST,
        // No limit.
        Some(0) => usize::MAX,
        Some(most) => usize::try_from(most).unwrap_or(usize::MAX),
    };
    let todo = run(cx, f, |state, _| given_up = passes::vartrack::run(&mut state.rtl, most));
    if given_up {
        let loc = cx.unit.decls[f.decl].loc;
        cx.unit.diagnostics.note(loc, "variable tracking size limit exceeded");
    }
    todo
}

/// Pass `shorten`.
pub fn shorten(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, rtl| state.lengths = Some(passes::shorten::run(&mut state.rtl, rtl)))
}

/// Pass `final`: writes the function into the assembly file.
pub fn final_(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut linkage = linkage(cx.unit, f.decl);
    let mut asm = take_asm(cx.unit);
    if !cx.options.on(Flag::ToplevelReorder)
        && let Some(node) = cx.unit.symtab_node(f.decl)
    {
        let order = node.order;
        write_up_to(cx.unit, cx.options, &mut asm, order);
    }
    if asm.unit.options.function_sections && linkage.section.is_none() {
        linkage.section = Some(format!(".text.{}", assembler_name(cx.unit, f.decl)));
    }
    let mut state = take_rtl(f);
    if asm.unit.options.annotations.debug {
        cfg::build_graph(&mut state.rtl);
    }
    let mut rtl_cx = RtlPassContext { unit: &mut asm.unit, dump: None, details: false };
    // A function that was written in RTL may begin after `shorten`.
    let lengths =
        state.lengths.take().unwrap_or_else(|| passes::shorten::run(&mut state.rtl, &mut rtl_cx));
    crate::output::final_::run(&state.rtl, &lengths, &linkage, &mut asm.file, &mut rtl_cx);
    cx.unit.backend = Some(asm);
    f.backend = Some(state);
    Todo::NONE
}

/// `dfinit` without optimisation for the pass table: from here on dumps say what registers are referred to.
pub const DFINIT: Pass = Pass::rtl("no-opt dfinit", begin_data_flow).gate(not_optimizing);

/// `*free_cfg` without optimisation for the pass table.
pub const FREE_CFG: Pass = Pass::rtl("*free_cfg", free_cfg).gate(not_optimizing);

/// `dfinish` without optimisation for the pass table.
pub const DFINISH: Pass = Pass::rtl("dfinish", end_data_flow).gate(not_optimizing);

/// Pass `dfinit`.
fn begin_data_flow(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, pass| {
        let rtl = &mut state.rtl;
        if let Some(out) = pass.dump.as_deref_mut() {
            summary::print_calls(rtl, out);
        }
        rtl.shown.data_flow = DataFlow::Unasked;
        rtl.shown.ever_live = summary::referred(rtl);
    })
}

/// Pass `*free_cfg`.
fn free_cfg(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, _| {
        state.rtl.shown.blocks = false;
        state.rtl.shown.unseen_from = InsnId(state.rtl.max_uid());
    })
}

/// Pass `dfinish`.
fn end_data_flow(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, |state, _| state.rtl.shown.data_flow = DataFlow::Off)
}

/// `*clean_state` for the pass table.
pub const CLEAN_STATE: Pass = Pass::tree("*clean_state", clean_state)
    .follows(&[("final", "the function's text has been written")]);

/// Pass `*clean_state`: the function is done.
pub fn clean_state(_: &mut PassContext<'_>, f: &mut Function) -> Todo {
    f.backend = None;
    Todo::DISCARD_FUNCTION
}

/// Prints a function's RTL.
pub fn dump(cx: &mut PassContext<'_>, f: &Function) {
    let mut text = String::new();
    let flags = cx.dump.flags();
    let style = print::Style {
        unnumbered: flags.intersects(DumpFlags::UNNUMBERED),
        unnumbered_links: flags.intersects(DumpFlags::UNNUMBERED_LINKS),
        no_addresses: flags.intersects(DumpFlags::NOADDR),
        alone: flags.intersects(DumpFlags::ALONE),
        slim: flags.intersects(DumpFlags::SLIM),
        compact: flags.intersects(DumpFlags::COMPACT),
    };
    print_styled(f, style, &mut text);
    put!(cx.dump, "{text}");
}

/// Draws the graph of a function's RTL.
pub fn draw(unit: &Unit, f: &Function, out: &mut String) {
    if let Some(state) = f.backend.as_ref().and_then(|state| state.downcast_ref::<RtlState>()) {
        let name = unit.decl_name(f.decl).unwrap_or("");
        crate::rtl::graph::draw(&state.rtl, name, f.funcdef_no, out);
    }
}

/// Prints a function's RTL, if it has any.
pub fn print(f: &Function, out: &mut String) {
    print_styled(f, print::Style::default(), out);
}

fn print_styled(f: &Function, style: print::Style, out: &mut String) {
    if let Some(state) = f.backend.as_ref().and_then(|state| state.downcast_ref::<RtlState>()) {
        print::print_function(&state.rtl, style, out);
    }
}

/// Checks a function's RTL, and what `reload` has found out about its registers.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(_: &Unit, f: &Function) -> Result<(), String> {
    let Some(state) = f.backend.as_ref().and_then(|state| state.downcast_ref::<RtlState>()) else {
        return Ok(());
    };
    match &state.misallocated {
        Some(what) => Err(what.clone()),
        None => verify::verify(&state.rtl, state.recognized),
    }
}

// The file.

/// Writes the variables, aliases and `asm` that stand before a place in the order of the source.
fn write_up_to(unit: &mut Unit, options: &Options, asm: &mut AsmState, order: u32) {
    loop {
        let (symbols, asms) = asm.written;
        let symbol = unit.symtab().get(symbols).filter(|node| node.order < order).cloned();
        let text = unit.toplevel_asm.get(asms).filter(|(at, _)| *at < order);
        match (symbol, text) {
            (None, None) => return,
            (Some(node), text) if text.is_none_or(|(at, _)| node.order < *at) => {
                asm.written.0 += 1;
                write_symbol(unit, options, asm, &node);
            }
            (_, Some((_, text))) => {
                asm.written.1 += 1;
                asm.file.toplevel_asm(text);
            }
            (Some(_), None) => unreachable!("a symbol without an `asm` before it has been written"),
        }
    }
}

/// Writes what a node of the symbol table stands for, if it is no function's body.
fn write_symbol(unit: &mut Unit, options: &Options, asm: &mut AsmState, node: &SymtabNode) {
    let data = &unit.decls[node.decl];
    if data.has(flag::HARD_REGISTER) {
        return;
    }
    if let Some(&home) = unit.folded.get(&node.decl) {
        asm.held.insert(node.decl);
        let (name, home) = (assembler_name(unit, node.decl), assembler_name(unit, home));
        asm.file.alias(&name, &home, &linkage(unit, node.decl));
    } else if let Some(target) = data.extra.as_ref().and_then(|extra| extra.alias) {
        asm.held.insert(node.decl);
        let (name, linkage) = (assembler_name(unit, node.decl), linkage(unit, node.decl));
        let target = asm.unit.options.user_label(unit.symbols.text(target));
        if data.has(flag::WEAK | flag::EXTERNAL) {
            asm.file.weakref(&name, &target);
        } else if data.has(flag::IFUNC) {
            asm.file.ifunc(&name, &target, &linkage);
        } else {
            asm.file.alias(&name, &target, &linkage);
        }
    } else if data.kind == DeclKind::Function {
        initializer_entries(unit, &mut asm.file, node.decl, node.definition);
    } else if node.definition
        && asm.wanted.as_ref().is_none_or(|wanted| wanted.contains(&node.decl))
    {
        if options.on(Flag::ToplevelReorder) {
            asm.deferred.push(node.decl);
        } else if variable(unit, options, asm, node.decl).is_err() {
            asm.waiting.push(node.decl);
        }
    }
}

/// Writes the variables whose order is up to us: GCC's is last first.
fn write_deferred(unit: &mut Unit, options: &Options, asm: &mut AsmState) {
    let blocks = anchors::are_used(options) || !asm.unit.anchors.blocks.is_empty();
    let mut variables = Vec::new();
    for decl in std::mem::take(&mut asm.deferred).into_iter().rev() {
        match object_of(unit, options, asm, decl) {
            Ok(object) if blocks && object.kind != DataKind::Common => {
                strings(unit, asm);
                asm.file.declare(&object);
                variables.push((decl, object));
            }
            Ok(object) => asm.file.object(&object),
            Err(what) => {
                let loc = unit.decls[decl].loc;
                unit.diagnostics.error(loc, what);
            }
        }
    }
    if blocks {
        for decl in unlisted_constants(unit, asm) {
            if asm.unit.anchors.place(decl).is_some()
                && let Ok(object) = object_of(unit, options, asm, decl)
            {
                variables.push((decl, object));
            }
        }
        asm.file.constant_pool(&mut asm.unit);
        order::write_blocks(&mut asm.file, &asm.unit.anchors, &variables);
    }
}

/// A variable as it is to be written, now.
fn object_of(
    unit: &Unit,
    options: &Options,
    asm: &mut AsmState,
    decl: DeclId,
) -> Result<DataObject, String> {
    asm.held.insert(decl);
    objects::describe(unit, options, &mut asm.unit, &mut asm.strings, &asm.labels, decl)
}

/// Ends the assembly file: variables, strings, aliases, what was declared weak; returns its text.
pub fn finish_file(unit: &mut Unit, options: &Options) -> String {
    let mut asm = take_asm(unit);
    if options.on(Flag::ToplevelReorder) && !unit.has_rtl_bodies {
        let referred = std::mem::take(&mut asm.referred);
        asm.wanted = Some(symbol_references::reached_variables(unit, referred.into_iter()));
    }
    write_up_to(unit, options, &mut asm, u32::MAX);
    write_deferred(unit, options, &mut asm);
    let waiting = std::mem::take(&mut asm.waiting);
    for decl in waiting.into_iter().chain(unlisted_constants(unit, &asm)) {
        if asm.held.contains(&decl) {
            continue;
        }
        if let Err(what) = variable(unit, options, &mut asm, decl) {
            let loc = unit.decls[decl].loc;
            unit.diagnostics.error(loc, what);
        }
    }
    strings(unit, &mut asm);
    for &decl in &asm.unit.noted_references {
        let target = unit.decls[decl].extra.as_ref().and_then(|extra| extra.alias);
        if target.is_none() {
            asm.file.reference(&assembler_name(unit, decl), &linkage(unit, decl));
        }
    }
    if let Some(coverage) = &unit.coverage {
        crate::output::coverage::write(&mut asm.file, coverage);
    }
    let AsmState { unit: mut asm_unit, mut file, held: mut written, wanted, referred, .. } = *asm;
    // Of what other files define, that is told of which is used.
    written.extend(wanted.unwrap_or(referred).into_iter().filter(|&decl| {
        unit.decls[decl].kind == DeclKind::Var && unit.decls[decl].has(flag::EXTERNAL)
    }));
    file.debug_sections(&mut asm_unit, unit, IDENT, &written);
    file.finish(&mut asm_unit, IDENT)
}

/// Initialised variables that are in no symbol table: constants that gimplification has put into memory, so far as anything
/// still refers to them. What only they refer to has not been written, either.
fn unlisted_constants(unit: &Unit, asm: &AsmState) -> Vec<DeclId> {
    let mut found: Vec<DeclId> = unit
        .initializers
        .keys()
        .copied()
        .filter(|&decl| unit.decls[decl].has(flag::STATIC) && unit.symtab_node(decl).is_none())
        .filter(|decl| asm.wanted.as_ref().is_none_or(|wanted| wanted.contains(decl)))
        .collect();
    found.sort_unstable();
    found
}

/// Constructors and destructors are listed for the startup code.
fn initializer_entries(unit: &Unit, file: &mut AsmFile, decl: DeclId, definition: bool) {
    let data = &unit.decls[decl];
    if !definition {
        return;
    }
    let name = assembler_name(unit, decl);
    let priority = data.extra.as_ref().and_then(|extra| extra.priority);
    for (bit, section) in [(flag::CONSTRUCTOR, ".init_array"), (flag::DESTRUCTOR, ".fini_array")] {
        if data.has(bit) {
            file.pointer_entry(section, priority, &name);
        }
    }
}

fn variable(
    unit: &Unit,
    options: &Options,
    asm: &mut AsmState,
    decl: DeclId,
) -> Result<(), String> {
    let object = object_of(unit, options, asm, decl)?;
    asm.file.object(&object);
    Ok(())
}

/// The string literals that code and data refer to.
fn strings(unit: &Unit, asm: &mut AsmState) {
    for (id, label) in asm.strings.take_fresh() {
        let constant = &unit.consts[id];
        let ConstValue::String(bytes) = &constant.value else { continue };
        let element = unit.types.element(constant.ty);
        let width = element.and_then(|ty| unit.types.size(ty)).unwrap_or(1) as u32;
        // An array may be longer than the string it is initialised with.
        let mut bytes = bytes.to_vec();
        let size = unit.types.size(constant.ty).unwrap_or(0);
        if size > bytes.len() as u64 {
            bytes.resize(size as usize, 0);
        }
        let object = DataObject {
            name: format!(".LC{label}"),
            align: 8,
            size: bytes.len() as u64,
            kind: if asm.unit.options.merge_constants {
                string_kind(&bytes, width)
            } else {
                DataKind::ReadOnly
            },
            linkage: Linkage::default(),
            pieces: vec![Piece::Bytes(bytes)],
        };
        asm.file.object(&object);
    }
}

/// A literal may be merged with others if its only terminator is at its end.
fn string_kind(bytes: &[u8], width: u32) -> DataKind {
    let width_bytes = width as usize;
    let terminators =
        bytes.chunks(width_bytes).filter(|unit| unit.iter().all(|&byte| byte == 0)).count();
    let ends =
        bytes.len() >= width_bytes && bytes[bytes.len() - width_bytes..].iter().all(|&b| b == 0);
    if terminators == 1 && ends { DataKind::MergeableString(width) } else { DataKind::ReadOnly }
}
