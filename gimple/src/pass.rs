//! The pass interface: what a pass is given, what it may ask for, and its row in the pass table.
//!
//! One table lists every pass in order, and only the [pass manager](crate::pass_manager) calls one. A pass is a function
//! over a [`Function`]; an IPA pass one over the [`Module`]. What a pass wants done when it has finished (cleaning up the
//! CFG, updating SSA form) it returns as a [`Todo`], or its row says so for every run.

use crate::claims::{Claimed, Claims};
use crate::debug_counter::Counter;
use crate::decl::DeclId;
use crate::flag_set::flag_set;
use crate::function::{Function, Prop};
use crate::location::Location;
use crate::options::Options;
use crate::remark::{Remark, RemarkKind};
use crate::stmt::StmtId;
use crate::unit::{Module, Unit};
use dumps::{Dump, DumpFlags, DumpKind};
use std::fmt::{self, Write};
use std::ops::Range;

/// What a pass works with besides its function.
pub struct PassContext<'a> {
    pub unit: &'a mut Unit,
    pub options: &'a Options,
    /// Where the pass says what it does; costs a branch when nobody asked.
    pub dump: Dump<'a>,
    /// The pass's own name and instance, as in its row.
    pub pass: PassId,
    pub services: &'a Services,
    /// Counters for `-fdump-statistics` and `-stats`: what was counted, how often.
    pub statistics: &'a mut Statistics,
}

impl PassContext<'_> {
    /// Counts a change that a pass is about to make; whether it may.
    pub fn dbg_cnt(&mut self, counter: Counter) -> bool {
        self.unit.counters.count(counter)
    }

    /// Notes what is claimed of a function as it is now, if somebody checks it (`-fchecking=2` in the interpreter).
    pub fn claim<C: Into<Claims>>(
        &mut self,
        f: &Function,
        claims: impl FnOnce(&Unit, &Function) -> C,
    ) {
        if let Some(claimed) = self.begin_claims(f) {
            let claims = claims(self.unit, f).into();
            self.end_claims(Some(claimed), claims);
        }
    }

    /// The function as it is now, for a pass that knows only later what it claims of it; nothing if nobody asks.
    pub fn begin_claims(&self, f: &Function) -> Option<Claimed> {
        self.unit.claims.as_ref()?;
        Some(Claimed::new(self.unit, f, self.pass.to_string()))
    }

    /// Notes what is claimed of a function as it was.
    pub fn end_claims(&mut self, claimed: Option<Claimed>, claims: impl Into<Claims>) {
        if let (Some(claimed), Some(all)) = (claimed, &mut self.unit.claims) {
            all.push(Claimed { claims: claims.into(), ..claimed });
        }
    }

    /// Whether anybody hears what is said to the user, who may read it in the dump as well.
    pub fn wants_remarks(&self) -> bool {
        let shown = DumpFlags::OPTIMIZED | DumpFlags::MISSED | DumpFlags::NOTE;
        self.unit.wants_remarks || self.dump.details() || self.dump.flags().intersects(shown)
    }

    /// Notes something to be said to the user of a function, about a kind of optimisation (`inline`). The dump shows it under
    /// `-details`, or if it was asked for such (`-optimized`).
    pub fn remark(
        &mut self,
        kind: RemarkKind,
        group: &'static str,
        (function, loc): (DeclId, Location),
        text: String,
    ) {
        if self.wants_remarks() {
            let pass = self.pass.to_string();
            let (plain, chain) = (false, Vec::new());
            self.add_remark(Remark { kind, group, pass, function, loc, text, plain, chain });
        }
    }

    /// As [`Self::remark`], of a statement: the calls it came by are known.
    pub fn remark_of(
        &mut self,
        kind: RemarkKind,
        group: &'static str,
        (f, stmt): (&Function, StmtId),
        text: String,
    ) {
        if self.wants_remarks() {
            let pass = self.pass.to_string();
            let (function, loc) = (f.decl, f.stmt_info[stmt].loc);
            let (plain, chain) = (false, f.inlined_calls(f.stmt_info[stmt].scope));
            self.add_remark(Remark { kind, group, pass, function, loc, text, plain, chain });
        }
    }

    /// Notes something of no place that is shown as it is, a line.
    pub fn plain_note(&mut self, group: &'static str, function: DeclId, text: String) {
        if self.wants_remarks() {
            let (kind, pass) = (RemarkKind::Note, self.pass.to_string());
            let (loc, plain, chain) = (Location::UNKNOWN, true, Vec::new());
            self.add_remark(Remark { kind, group, pass, function, loc, text, plain, chain });
        }
    }

    /// Shows a remark in the dump, and keeps it.
    fn add_remark(&mut self, remark: Remark) {
        let kind = remark.kind;
        if self.dump.details() || self.dump.flags().intersects(kind.dump_flag()) {
            let _ = self.dump.write_str(&remark.line(self.unit));
        }
        self.unit.remarks.push(remark);
    }
}

/// Which run of which pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassId {
    pub name: &'static str,
    /// 1 for `fre1`; 0 where there is only one.
    pub instance: u32,
}

impl fmt::Display for PassId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.instance {
            0 => out.write_str(self.name),
            instance => write!(out, "{}{instance}", self.name),
        }
    }
}

/// Event counters of a pass over one function (`statistics_counter_event`).
#[derive(Default, Debug)]
pub struct Statistics {
    events: Vec<(&'static str, u64)>,
    /// Somebody will look, so that what takes time to count is worth it.
    pub wanted: bool,
}

impl Statistics {
    /// Adds to a counter.
    pub fn count(&mut self, event: &'static str, by: u64) {
        match self.events.iter_mut().find(|(name, _)| *name == event) {
            Some((_, count)) => *count += by,
            None if by != 0 => self.events.push((event, by)),
            None => {}
        }
    }

    /// The counters in order of first event.
    pub fn events(&self) -> &[(&'static str, u64)] {
        &self.events
    }

    /// Forgets all counters.
    pub fn clear(&mut self) {
        self.events.clear();
    }
}

flag_set! {
    /// What is to be done after (or before) a pass.
    pub struct Todo: u32 {
        /// Clean up the CFG.
        CLEANUP_CFG = 1;
        /// Bring SSA form up to date for the names and symbols that were registered.
        UPDATE_SSA = 2;
        /// As before; only virtual operands may need φs.
        UPDATE_SSA_ONLY_VIRTUALS = 4;
        /// Recompute points-to information.
        REBUILD_ALIAS = 8;
        /// Find variables whose address is not taken any more.
        UPDATE_ADDRESS_TAKEN = 16;
        /// Remove unused local variables.
        REMOVE_UNUSED_LOCALS = 32;
        /// Not dumped by the manager: the pass prints what it wants itself.
        NO_DUMP = 64;
        /// The body is not needed any more.
        DISCARD_FUNCTION = 128;
    }
}

/// A pass over a function.
pub type RunFn = fn(&mut PassContext<'_>, &mut Function) -> Todo;
/// A pass over the unit.
pub type RunIpaFn = fn(&mut PassContext<'_>, &mut Vec<Function>) -> Todo;
/// Whether a pass runs.
pub type GateFn = fn(&Options, &Function) -> bool;
/// Prints a function as dumps of a kind show it.
pub type DumpFn = fn(&mut PassContext<'_>, &Function);

/// What only later crates know how to do, handed to the manager by the command.
pub struct Services {
    pub cleanup_cfg: RunFn,
    pub update_ssa: fn(&mut PassContext<'_>, &mut Function, Todo),
    pub compute_alias: RunFn,
    pub update_address_taken: RunFn,
    pub remove_unused_locals: RunFn,
    /// Prints `;; Function …`.
    pub dump_header: DumpFn,
    pub dump_tree: DumpFn,
    pub dump_rtl: DumpFn,
    /// Draws a function's graph of RTL.
    pub graph_rtl: fn(&Unit, &Function, &mut String),
    pub verify_tree: fn(&Unit, &Function) -> Result<(), String>,
    pub verify_rtl: fn(&Unit, &Function) -> Result<(), String>,
}

/// What a row of the table runs.
#[derive(Clone, Copy)]
pub enum PassRun {
    /// Nothing: a name and number that Gimlet has no pass for.
    Missing,
    /// Only a list of passes below it.
    Group,
    /// Nothing but a dump: GCC's pass finds nothing to do in what reaches it here.
    Unchanged,
    Function(RunFn),
    Ipa(RunIpaFn),
    /// One that was registered at run time: its place among those.
    Dynamic(usize),
}

/// When the dump of a pass is one of those that `-fdump-tree-all` and its like stand for; by its name it is always to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    Always,
    /// GCC has no dump of the kind.
    Never,
}

/// What a pass is, said once, beside its code: what runs it and when, what it requires, provides and destroys, what is
/// done after each run, and which passes must have their place before it.
///
/// ```
/// # use gimlet_gimple::{function::{Function, Prop}, options::Flag, pass::{Pass, PassContext, Todo}};
/// # fn execute(_: &mut PassContext<'_>, _: &mut Function) -> Todo { Todo::NONE }
/// const PASS: Pass = Pass::tree("phiopt", execute)
///     .gate(|options, _| options.on(Flag::SsaPhiopt))
///     .requires(Prop::CFG_SSA)
///     .follows(&[("mergephi", "what one condition decides is one φ only in merged blocks")]);
/// ```
#[derive(Clone, Copy)]
pub struct Pass {
    pub kind: DumpKind,
    /// Without the instance; a name that begins with `*` has no dump.
    pub name: &'static str,
    pub gate: GateFn,
    pub run: PassRun,
    /// What must hold before it, what it brings about, and what no longer holds after it.
    pub required: Prop,
    pub provided: Prop,
    pub destroyed: Prop,
    pub todo: Todo,
    /// When its dump is one of those that `-fdump-tree-all` stands for.
    pub listed: Listed,
    /// Passes one of whose instances stands before each of this one in the table, and why.
    pub follows: &'static [(&'static str, &'static str)],
    /// Of a pass over the unit: it shows each function itself, once what it has decided is done to it.
    pub transforms: bool,
}

impl Pass {
    const fn new(kind: DumpKind, name: &'static str, run: PassRun) -> Pass {
        Pass {
            kind,
            name,
            gate: always,
            run,
            required: Prop::NONE,
            provided: Prop::NONE,
            destroyed: Prop::NONE,
            todo: Todo::NONE,
            listed: Listed::Always,
            follows: &[],
            transforms: false,
        }
    }

    /// A pass over GIMPLE.
    pub const fn tree(name: &'static str, run: RunFn) -> Pass {
        Pass::new(DumpKind::Tree, name, PassRun::Function(run))
    }

    /// A pass over RTL.
    pub const fn rtl(name: &'static str, run: RunFn) -> Pass {
        Pass::new(DumpKind::Rtl, name, PassRun::Function(run))
    }

    /// A pass over all functions together.
    pub const fn ipa(name: &'static str, run: RunIpaFn) -> Pass {
        Pass::new(DumpKind::Ipa, name, PassRun::Ipa(run))
    }

    /// A list of the rows below it.
    pub const fn group(kind: DumpKind, name: &'static str) -> Pass {
        Pass::new(kind, name, PassRun::Group)
    }

    /// A pass over GIMPLE that is registered at run time: what a [`DynamicPass`] says of itself.
    pub const fn of_user(name: &'static str) -> Pass {
        Pass::new(DumpKind::Tree, name, PassRun::Missing)
    }

    /// A name and number that Gimlet has no pass for.
    pub const fn missing(kind: DumpKind, name: &'static str) -> Pass {
        Pass::new(kind, name, PassRun::Missing)
    }

    /// A pass that leaves all that reaches it here as it is: only its dump is written, of the bodies as they are.
    pub const fn unchanged(kind: DumpKind, name: &'static str) -> Pass {
        Pass::new(kind, name, PassRun::Unchanged)
    }

    /// When it runs.
    pub const fn gate(self, gate: GateFn) -> Pass {
        Pass { gate, ..self }
    }

    /// Properties that must hold.
    pub const fn requires(self, required: Prop) -> Pass {
        Pass { required, ..self }
    }

    /// Properties that hold afterwards.
    pub const fn provides(self, provided: Prop) -> Pass {
        Pass { provided, ..self }
    }

    /// Properties that do not hold any more afterwards.
    pub const fn destroys(self, destroyed: Prop) -> Pass {
        Pass { destroyed, ..self }
    }

    /// What is done after each run, besides what the run asks for.
    pub const fn todo(self, todo: Todo) -> Pass {
        Pass { todo, ..self }
    }

    /// When its dump is written without being asked for by name.
    pub const fn listed(self, listed: Listed) -> Pass {
        Pass { listed, ..self }
    }

    /// Passes that must have their place before it: name and reason.
    pub const fn follows(self, follows: &'static [(&'static str, &'static str)]) -> Pass {
        Pass { follows, ..self }
    }

    /// The bodies are no part of what is shown after it: it shows them itself where something is done to them.
    pub const fn transforms(self) -> Pass {
        Pass { transforms: true, ..self }
    }

    /// Whether it is but a name.
    pub fn is_missing(&self) -> bool {
        matches!(self.run, PassRun::Missing)
    }
}

/// The gate that is open.
pub fn always(_: &Options, _: &Function) -> bool {
    true
}

/// The gate of what is done without optimisation alone.
pub fn not_optimizing(options: &Options, _: &Function) -> bool {
    options.optimize == 0
}

/// The gate of what is done from `-O1` on.
pub fn optimizing(options: &Options, _: &Function) -> bool {
    options.optimize >= 1
}

/// A row of the pass table: a pass in its place.
#[derive(Clone, Copy)]
pub struct PassEntry {
    pub pass: Pass,
    /// 1 for `fre1`; 0 where there is only one.
    pub instance: u32,
    /// Number of its dump file.
    pub number: u32,
    /// Rows below it are deeper.
    pub depth: u32,
}

impl PassEntry {
    /// A row that has no number yet.
    pub fn new(depth: u32, pass: Pass, instance: u32) -> PassEntry {
        PassEntry { pass, instance, number: 0, depth }
    }

    /// The name with its instance number.
    pub fn full_name(&self) -> String {
        if self.instance == 0 {
            self.pass.name.to_string()
        } else {
            format!("{}{}", self.pass.name, self.instance)
        }
    }
}

/// Where a pass that is registered at run time goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hook {
    Before,
    After,
    Replace,
}

/// A pass registered at run time. It is a row of the table like others: it has a dump file and a number of its own (after
/// those of all others), and inherits nothing from the pass it is put beside.
pub trait DynamicPass {
    /// What the table says of it; its `run` is not looked at.
    fn describe(&self) -> Pass;
    /// Whether it runs. The gate of [`describe`](DynamicPass::describe) is asked as well.
    fn gate(&self, _options: &Options, _function: &Function) -> bool {
        true
    }
    /// Runs it.
    fn execute(&mut self, cx: &mut PassContext<'_>, function: &mut Function) -> Todo;
    /// Why it could not do its work. Asked after each run; no pass runs after a failure.
    fn failure(&mut self) -> Option<String> {
        None
    }
}

/// What a [`Listener`] is told.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// The front end is done.
    UnitBegins(&'a Module),
    /// A list of passes is about to run over a function: those that build SSA form, the early ones, those after the
    /// last IPA pass.
    FunctionBegins(&'a Unit, &'a Function),
    /// A pass is about to run, over a function or, an IPA pass, over all.
    PassBegins(PassId, &'a Unit, Option<&'a Function>),
    PassEnds(PassId, &'a Unit, Option<&'a Function>),
    FunctionEnds(&'a Unit, &'a Function),
    /// All passes have run; assembly is next.
    UnitEnds(&'a Module),
}

/// Hears of the boundaries of units, functions and passes. A complaint ends the run like a verifier's.
pub trait Listener {
    /// Something begins or has ended.
    fn event(&mut self, event: Event<'_>) -> Result<(), String>;
}

/// A request to put a pass beside another.
pub struct Registration {
    pub pass: Box<dyn DynamicPass>,
    /// The other's name without instance number, `fre`.
    pub reference: String,
    /// Which of its instances; 0 is every one.
    pub instance: u32,
    pub hook: Hook,
}

/// The rows, and the passes among them that were registered at run time.
pub struct PassTable {
    pub rows: Vec<PassEntry>,
    pub dynamic: Vec<Box<dyn DynamicPass>>,
}

impl PassTable {
    /// A table without passes registered at run time.
    pub fn new(rows: Vec<PassEntry>) -> PassTable {
        PassTable { rows, dynamic: Vec::new() }
    }

    /// The row of a pass by its full name (`fre1`, or `cfg`), of any kind.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.full_name() == name)
    }

    /// The rows directly or indirectly below a row.
    pub fn below(&self, index: usize) -> Range<usize> {
        let depth = self.rows[index].depth;
        let deeper = self.rows[index + 1..].iter().take_while(|row| row.depth > depth);
        index + 1..index + 1 + deeper.count()
    }

    /// Puts a pass into its place. An error says which pass is not there.
    pub fn register(&mut self, request: Registration) -> Result<(), String> {
        let Registration { pass, reference, instance, hook } = request;
        let described = Pass { run: PassRun::Dynamic(self.dynamic.len()), ..pass.describe() };
        let matches = |row: &PassEntry| {
            row.pass.name == reference && (instance == 0 || row.instance == instance)
        };
        let places: Vec<usize> = (0..self.rows.len()).filter(|&i| matches(&self.rows[i])).collect();
        if places.is_empty() {
            let which = if instance == 0 { String::new() } else { instance.to_string() };
            return Err(format!("pass ‘{reference}{which}’ not found"));
        }
        let mut number = self.rows.iter().map(|row| row.number).max().unwrap_or(0);
        let several = places.len() > 1;
        // From the last place to the first, so that those before stay where they are.
        for (count, &place) in places.iter().enumerate().rev() {
            let instance = if several { count as u32 + 1 } else { 0 };
            let row = PassEntry::new(self.rows[place].depth, described, instance);
            match hook {
                Hook::Before => self.rows.insert(place, row),
                Hook::After => self.rows.insert(self.below(place).end, row),
                Hook::Replace => {
                    let below = self.below(place);
                    self.rows.splice(place..below.end, [row]);
                }
            }
        }
        for row in &mut self.rows {
            if matches!(row.pass.run, PassRun::Dynamic(index) if index == self.dynamic.len()) {
                number += 1;
                row.number = number;
            }
        }
        self.dynamic.push(pass);
        Ok(())
    }
}
