//! A function's RTL between passes: how passes are run on it, and how it is printed, drawn and checked.
//!
//! It lives in [`gimple::function::Function::backend`], the state of the assembly file in [`gimple::unit::Unit::backend`]. Both
//! are taken out for the time of a pass:
//! ```text
//! fn execute (cx, f) -> Todo { state::run (cx, f, |state, rtl| run (&mut state.rtl, rtl)) }
//! ```

use crate::asm::AsmUnit;
use crate::rtl::function::RtlFunction;
use crate::rtl::{graph, print, verify};
use dumps::DumpFlags;
use dumps::put;
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};
use gimple::pass_state::PassState;
use gimple::unit::Unit;
use std::fmt::Write;

/// What a pass over RTL is given besides the function.
pub struct RtlContext<'a> {
    /// State of the assembly file.
    pub unit: &'a mut AsmUnit,
    /// Text for the pass's dump file, `None` when nobody asked.
    pub dump: Option<&'a mut String>,
    /// Whether `-details` was asked for.
    pub details: bool,
}

impl<'a> RtlContext<'a> {
    /// That of a pass which prints nothing.
    pub fn silent(unit: &'a mut AsmUnit) -> RtlContext<'a> {
        RtlContext { unit, dump: None, details: false }
    }

    /// Where to write what the pass did, if `-fdump-rtl-PASS-details` wants it.
    pub fn details(&mut self) -> Option<&mut String> {
        if self.details { self.dump.as_deref_mut() } else { None }
    }
}

/// A function's RTL, and what one pass leaves for a later one.
pub struct RtlState {
    pub rtl: RtlFunction,
    /// The allocation, the lengths of branches, each under its type.
    pub left: PassState,
    /// `vregs` has run: every insn is one of the machine's.
    pub recognized: bool,
    /// What is wrong with the allocation, where that was checked.
    pub misallocated: Option<String>,
}

impl RtlState {
    /// A function that no pass has run on.
    pub fn new(rtl: RtlFunction) -> RtlState {
        RtlState { rtl, left: PassState::default(), recognized: false, misallocated: None }
    }
}

/// Takes the state of the assembly file out of the unit.
///
/// # Panics
/// If no file has been begun.
pub fn take_asm(unit: &mut Unit) -> Box<AsmUnit> {
    let state = unit.backend.take().and_then(|state| state.downcast::<AsmUnit>().ok());
    state.expect("the assembly file was begun")
}

/// Takes a function's RTL out of it.
///
/// # Panics
/// If it has none.
pub fn take_rtl(f: &mut Function) -> Box<RtlState> {
    let state = f.backend.take().and_then(|state| state.downcast::<RtlState>().ok());
    state.expect("the function was expanded")
}

fn rtl_of(f: &Function) -> Option<&RtlState> {
    f.backend.as_ref().and_then(|state| state.downcast_ref::<RtlState>())
}

/// Runs a pass over the RTL of a function, whose GIMPLE is not needed any more.
pub fn run(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    pass: impl FnOnce(&mut RtlState, &mut RtlContext<'_>),
) -> Todo {
    let mut asm = take_asm(cx.unit);
    let mut state = take_rtl(f);
    let mut text = String::new();
    let details = cx.dump.details();
    let dump = cx.dump.enabled().then_some(&mut text);
    pass(&mut state, &mut RtlContext { unit: &mut asm, dump, details });
    put!(cx.dump, "{text}");
    cx.unit.backend = Some(asm);
    f.backend = Some(state);
    Todo::NONE
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
    if let Some(state) = rtl_of(f) {
        let name = unit.decl_name(f.decl).unwrap_or("");
        graph::draw(&state.rtl, name, f.funcdef_no, out);
    }
}

/// Prints a function's RTL, if it has any.
pub fn print(f: &Function, out: &mut String) {
    print_styled(f, print::Style::default(), out);
}

fn print_styled(f: &Function, style: print::Style, out: &mut String) {
    if let Some(state) = rtl_of(f) {
        print::print_function(&state.rtl, style, out);
    }
}

/// Checks a function's RTL, and what `reload` has found out about its registers.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(_: &Unit, f: &Function) -> Result<(), String> {
    let Some(state) = rtl_of(f) else { return Ok(()) };
    match &state.misallocated {
        Some(what) => Err(what.clone()),
        None => verify::verify(&state.rtl, state.recognized),
    }
}
