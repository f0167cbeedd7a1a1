//! The pass interface: what a pass is given, what it may ask for, and its row in the pass table.
//!
//! One table lists every pass in order, and only the [pass manager](crate::pass_manager) calls one. A pass is a function
//! over a [`Function`]; an IPA pass one over the [`Module`](crate::unit::Module). What a pass wants done when it has finished (cleaning up the
//! CFG, updating SSA form) it returns as a [`Todo`], or its row says so for every run.

use crate::function::Function;
use crate::options::Options;
use crate::unit::Unit;
use dumps::{Dump, DumpKind};

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

/// Which run of which pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassId {
    pub name: &'static str,
    /// 1 for `fre1`; 0 where there is only one.
    pub instance: u32,
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

/// What is to be done after (or before) a pass.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Todo(pub u32);

impl Todo {
    pub const NONE: Todo = Todo(0);
    /// Clean up the CFG.
    pub const CLEANUP_CFG: Todo = Todo(1);
    /// Bring SSA form up to date for the names and symbols that were registered.
    pub const UPDATE_SSA: Todo = Todo(2);
    /// As before; only virtual operands may need φs.
    pub const UPDATE_SSA_ONLY_VIRTUALS: Todo = Todo(4);
    /// Recompute points-to information.
    pub const REBUILD_ALIAS: Todo = Todo(8);
    /// Find variables whose address is not taken any more.
    pub const UPDATE_ADDRESS_TAKEN: Todo = Todo(16);
    /// Remove unused local variables.
    pub const REMOVE_UNUSED_LOCALS: Todo = Todo(32);
    /// Not dumped by the manager: the pass prints what it wants itself.
    pub const NO_DUMP: Todo = Todo(64);
    /// The body is not needed any more.
    pub const DISCARD_FUNCTION: Todo = Todo(128);

    /// Whether any of the bits of `other` is set.
    pub fn has(self, other: Todo) -> bool {
        self.0 & other.0 != 0
    }
}

impl std::ops::BitOr for Todo {
    type Output = Todo;
    fn bitor(self, other: Todo) -> Todo {
        Todo(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Todo {
    fn bitor_assign(&mut self, other: Todo) {
        self.0 |= other.0;
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
    Function(RunFn),
    Ipa(RunIpaFn),
}

/// A row of the pass table.
#[derive(Clone, Copy)]
pub struct PassEntry {
    pub kind: DumpKind,
    /// Without the instance; a name that begins with `*` has no dump.
    pub name: &'static str,
    /// 1 for `fre1`; 0 where there is only one.
    pub instance: u32,
    /// Number of its dump file.
    pub number: u32,
    /// Rows below it are deeper.
    pub depth: u32,
    pub gate: GateFn,
    pub run: PassRun,
    /// Bits of [`crate::function::prop`].
    pub required: u32,
    pub provided: u32,
    pub destroyed: u32,
    pub todo: Todo,
}

impl PassEntry {
    /// The name with its instance number.
    pub fn full_name(&self) -> String {
        if self.instance == 0 {
            self.name.to_string()
        } else {
            format!("{}{}", self.name, self.instance)
        }
    }
}

/// Where a pass of a plugin goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hook {
    Before,
    After,
    Replace,
}

/// A pass registered at run time.
pub trait DynamicPass {
    /// Its name in dumps and options.
    fn name(&self) -> &str;
    /// Whether it runs.
    fn gate(&self, _options: &Options, _function: &Function) -> bool {
        true
    }
    /// Runs it.
    fn execute(&mut self, cx: &mut PassContext<'_>, function: &mut Function) -> Todo;
}
