//! The pass manager: runs the pass table over a module.
//!
//! For each pass and function it asks the gate (and `-fdisable-`, `-fenable-`), checks the properties the pass
//! requires, opens the dump, runs the pass, does what it asked for, dumps the function, verifies it, and takes the time.
//! Rows that are not at the top belong to the nearest shallower row above; a row of kind IPA runs the function passes
//! below it for every function, callees before callers.

use crate::call_graph::CallGraph;
use crate::decl::DeclId;
use crate::function::{Function, Prop, StartWith};
use crate::options::{Flag, Options};
use crate::pass::{
    Event, Listed, Listener, PassContext, PassEntry, PassId, PassRun, PassTable, Services,
    Statistics, Todo,
};
use crate::unit::{Module, Unit};
use dumps::timing::TimeReport;
use dumps::{DumpFlags, DumpKind, DumpManager, MemoryDump, PassDumpInfo};
use dumps::{put, putln};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::fmt::Write;
use std::ops::Range;
use std::rc::Rc;

thread_local! {
    /// What is running, for the message of an internal compiler error.
    static CURRENT: RefCell<(PassId, String)> = const { RefCell::new((NO_PASS, String::new())) };
}

/// What is running where no pass is.
const NO_PASS: PassId = PassId { name: "", instance: 0 };

/// The pass and function at work in this thread (`("", "")` outside passes).
pub fn current_pass() -> (String, String) {
    CURRENT.with_borrow(|(pass, function)| (pass.to_string(), function.clone()))
}

/// Names what runs next, for the message of an internal compiler error.
fn set_current_pass(pass: PassId, function: &str) {
    CURRENT.with_borrow_mut(|current| {
        current.0 = pass;
        current.1.clear();
        current.1.push_str(function);
    });
}

/// The dump file information of a pass table.
pub fn dump_table(table: &[PassEntry]) -> Vec<PassDumpInfo> {
    table
        .iter()
        .map(|row| {
            let instance = (row.instance != 0).then_some(row.instance);
            let info = PassDumpInfo::new(row.number, row.pass.kind, row.pass.name, instance);
            match row.pass.listed {
                Listed::Always => info,
                Listed::Never => info.on_request(),
            }
        })
        .collect()
}

/// Why no pass runs any more.
#[derive(Debug)]
pub struct PassFailure {
    /// The pass after which this was found.
    pub pass: String,
    pub function: String,
    pub cause: FailureCause,
    pub what: String,
}

/// Who found fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureCause {
    /// A verifier, or an observer.
    Verification,
    /// The pass itself, one that was registered at run time.
    Pass,
    /// A listener.
    Listener,
}

impl fmt::Display for PassFailure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PassFailure { pass, function, cause, what } = self;
        match cause {
            FailureCause::Verification => write!(out, "verification failed after {pass}")?,
            FailureCause::Pass => write!(out, "pass {pass} failed")?,
            FailureCause::Listener => write!(out, "a listener failed at {pass}")?,
        }
        if !function.is_empty() {
            write!(out, " in {function}")?;
        }
        write!(out, ":\n{what}")
    }
}

/// Runs passes.
pub struct PassManager {
    table: PassTable,
    services: Services,
    pub dumps: DumpManager,
    /// Where time and memory went, if `-ftime-report` asks.
    pub times: Option<TimeReport>,
    statistics: Statistics,
    /// The row of `-fdump-statistics`, if that is asked for, and with `-stats` the sums by pass and event.
    statistics_row: Option<usize>,
    sums: Vec<(usize, &'static str, u64)>,
    /// What passes have counted over all functions, for who asks: pass, event, how often.
    pub totals: Option<Vec<(&'static str, &'static str, u64)>>,
    /// The last pass to run, if not all are wanted.
    pub stop_after: Option<usize>,
    /// The first invariant found broken; nothing runs after it.
    pub failure: Option<PassFailure>,
    /// Sees the module after each pass.
    pub observer: Option<Observer>,
    /// Hear of all boundaries.
    pub listeners: Vec<Box<dyn Listener>>,
    /// Lets only the first runs of passes happen.
    pub run_limit: Option<RunLimit>,
    /// Done when all functions have been through a list of passes, or bodies have been copied: much memory is free then.
    pub between_lists: Option<fn()>,
    /// The number of the next function that a pass makes; 0 before the first.
    next_funcdef_no: u32,
}

/// Passes that no one can do without though `-O0` does: there the parser does what they do.
const NEEDED: [&str; 2] = ["fab", "objsz"];

/// Lets only the first runs of passes over functions happen, and notes them all.
pub struct RunLimit {
    limit: u64,
    /// Later runs are left out where `-O0` does without; otherwise nothing happens after the last.
    skips: bool,
    plain: Options,
    /// How many runs there were so far.
    pub count: Rc<Cell<u64>>,
    pub log: Vec<RunOfPass>,
}

/// A run of a pass over a function, or over all.
#[derive(Debug)]
pub struct RunOfPass {
    pub pass: String,
    pub function: String,
    /// The debug counters before and after it.
    pub before: Vec<u64>,
    pub after: Vec<u64>,
}

impl RunLimit {
    /// A limit that leaves out what can be left out after `limit` runs, or stops there.
    pub fn new(limit: u64, skips: bool) -> RunLimit {
        let plain = Options::new(0, false, false);
        RunLimit { limit, skips, plain, count: Rc::default(), log: Vec::new() }
    }

    /// Whether a pass runs; if so that is noted.
    fn admits(&mut self, row: &PassEntry, dispensable: bool, unit: &Unit, function: &str) -> bool {
        let dispensable = match row.pass.run {
            PassRun::Function(_) | PassRun::Ipa(_) => dispensable,
            PassRun::Dynamic(_) => true,
            PassRun::Missing | PassRun::Group | PassRun::Unchanged => return true,
        };
        let required =
            !row.pass.provided.is_empty() || !dispensable || NEEDED.contains(&row.pass.name);
        if self.skips && !required && self.count.get() >= self.limit {
            return false;
        }
        self.count.set(self.count.get() + 1);
        self.log.push(RunOfPass {
            pass: row.full_name(),
            function: function.to_string(),
            before: unit.counters.counts().to_vec(),
            after: Vec::new(),
        });
        true
    }

    /// Notes that the last run has ended.
    fn ended(&mut self, unit: &Unit) {
        if let Some(run) = self.log.last_mut() {
            run.after = unit.counters.counts().to_vec();
        }
    }
}

/// Looks at the module after a pass of a name has run, over the function at a position or over all. What it complains
/// of ends the run like a verifier's complaint.
pub type Observer = Box<dyn FnMut(&Module, Option<usize>, &str) -> Result<(), String>>;

impl PassManager {
    /// A manager over a table.
    pub fn new(table: PassTable, services: Services, dumps: DumpManager) -> PassManager {
        let statistics_row = table.find("statistics").filter(|&row| dumps.enabled(row));
        PassManager {
            table,
            services,
            dumps,
            times: None,
            statistics: Statistics::default(),
            statistics_row,
            sums: Vec::new(),
            totals: None,
            stop_after: None,
            failure: None,
            observer: None,
            listeners: Vec::new(),
            run_limit: None,
            between_lists: None,
            next_funcdef_no: 0,
        }
    }

    /// The table's rows.
    pub fn table(&self) -> &[PassEntry] {
        &self.table.rows
    }

    /// The row of a pass by its full name (`fre1`, or `cfg`), of any kind.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.table.find(name)
    }

    /// Runs the rows `range` over the module: lists of function passes run function by function, all of the list for
    /// one function before the next. Functions whose bodies were discarded are gone afterwards.
    /// A range that begins within lists goes on in them if their gates are open.
    pub fn run_module(&mut self, module: &mut Module, options: &Options, range: Range<usize>) {
        let mut index = self.after_closed_lists(options, range.start);
        while index < range.end && self.failure.is_none() && !self.past_end(index) {
            if self.table.rows[index].pass.kind == DumpKind::Ipa {
                self.run_ipa(module, options, index);
                index = self.table.below(index).end;
                continue;
            }
            let mut end = index;
            while end < range.end && self.table.rows[end].pass.kind != DumpKind::Ipa {
                end = self.table.below(end).end;
            }
            let order = match module.functions.iter().any(Function::has_cfg) {
                false => analysis_order(module),
                true if options.on(Flag::ToplevelReorder) => expansion_order(module, options),
                true => (0..module.functions.len()).collect(),
            };
            self.run_functions(module, options, index..end, order);
            index = end;
        }
    }

    /// The first row from `start` on that is in no list that the options keep closed.
    fn after_closed_lists(&self, options: &Options, start: usize) -> usize {
        let nobody = Function::new(DeclId::NONE, 0);
        let closed = (0..start).find(|&index| {
            let pass = &self.table.rows[index].pass;
            let around = self.table.below(index).contains(&start);
            around && matches!(pass.run, PassRun::Group) && !(pass.gate)(options, &nobody)
        });
        closed.map_or(start, |index| self.table.below(index).end)
    }

    fn past_end(&self, index: usize) -> bool {
        let limit = &self.run_limit;
        limit.as_ref().is_some_and(|runs| !runs.skips && runs.count.get() >= runs.limit)
            || self.stop_after.is_some_and(|last| index > last)
    }

    fn run_ipa(&mut self, module: &mut Module, options: &Options, index: usize) {
        let row = self.table.rows[index];
        // A function that was read in a later form is none that this pass could look at.
        let unreached = |f: &Function| matches!(f.start_with, StartWith::Pass(_));
        match row.pass.run {
            PassRun::Missing => return,
            PassRun::Ipa(_) if module.functions.iter().any(unreached) => {}
            PassRun::Ipa(_) if !(row.pass.gate)(options, &Function::new(DeclId::NONE, 0)) => {}
            PassRun::Ipa(run) => {
                if let Some(runs) = &mut self.run_limit {
                    runs.admits(&row, false, &module.unit, "");
                }
                let id = PassId { name: row.pass.name, instance: row.instance };
                set_current_pass(id, "");
                self.statistics.clear();
                if let Some(times) = &mut self.times {
                    times.start(row.pass.name);
                }
                self.tell(row.pass.name, "", Event::PassBegins(id, &module.unit, None));
                let mut cx = PassContext {
                    unit: &mut module.unit,
                    options,
                    dump: self.dumps.begin(index),
                    pass: id,
                    services: &self.services,
                    statistics: &mut self.statistics,
                };
                run(&mut cx, &mut module.functions);
                if !row.pass.transforms {
                    show_bodies(&mut cx, &module.functions);
                }
                self.tell(row.pass.name, "", Event::PassEnds(id, &module.unit, None));
                if let Some(times) = &mut self.times {
                    times.stop();
                }
                if let Some(runs) = &mut self.run_limit {
                    runs.ended(&module.unit);
                }
                self.observe(module, None, index, "");
            }
            // What a list of passes is given is shown.
            PassRun::Group | PassRun::Unchanged => self.show_unchanged(module, options, index),
            PassRun::Function(_) | PassRun::Dynamic(_) => {}
        }
        let below = self.table.below(index);
        if !below.is_empty() {
            let order = callees_first(module, options);
            self.run_functions(module, options, below.clone(), order);
        }
        if let Some(act) = self.between_lists
            && (row.pass.transforms || !below.is_empty())
        {
            act();
        }
    }

    fn run_functions(
        &mut self,
        module: &mut Module,
        options: &Options,
        range: Range<usize>,
        order: Vec<usize>,
    ) {
        let mut discarded = vec![false; module.functions.len()];
        for position in order {
            self.tell_function(module, position, true);
            if self.failure.is_some() {
                return;
            }
            let gone = self.run_list(module, options, position, range.clone(), false);
            if !gone && self.failure.is_none() {
                self.tell_function(module, position, false);
            }
            if gone {
                discarded[position] = true;
                // What is left of the body goes now, not with the module.
                let function = &mut module.functions[position];
                let (decl, number) = (function.decl, function.funcdef_no);
                *function = Function::new(decl, number);
            }
            if self.failure.is_some() {
                return;
            }
        }
        // Functions that were made meanwhile stand after those.
        discarded.resize(module.functions.len(), false);
        let mut position = 0;
        module.functions.retain(|_| {
            position += 1;
            !discarded[position - 1]
        });
    }

    /// Runs the rows after `expand` over functions that were written in RTL, each from the pass on that it names.
    pub fn run_written(&mut self, module: &mut Module, options: &Options, written: Vec<Function>) {
        let Some(expand) = self.find("expand") else { return };
        let others = std::mem::replace(&mut module.functions, written);
        for position in 0..module.functions.len() {
            let rows = expand + 1..self.table.rows.len();
            self.run_list(module, options, position, rows, false);
        }
        module.functions = others;
    }

    /// Tells the listeners that a list of passes begins or has ended over the function at a position.
    fn tell_function(&mut self, module: &Module, position: usize, begins: bool) {
        if self.listeners.is_empty() {
            return;
        }
        let Module { unit, functions } = module;
        let function = &functions[position];
        let name = unit.decl_name(function.decl).unwrap_or("");
        let event = match begins {
            true => Event::FunctionBegins(unit, function),
            false => Event::FunctionEnds(unit, function),
        };
        self.tell("the function's boundary", name, event);
    }

    /// Runs the rows of a list over the function at a position; `true` if its body was discarded. A list may be one that
    /// `-O0` does without.
    fn run_list(
        &mut self,
        module: &mut Module,
        options: &Options,
        position: usize,
        range: Range<usize>,
        dispensable: bool,
    ) -> bool {
        let decl = module.functions[position].decl;
        let name = module.unit.decl_name(decl).unwrap_or("").to_string();
        let uid = cgraph_uid(&module.unit, decl);
        let mut index = range.start;
        let mut discarded = false;
        while index < range.end && self.failure.is_none() && !self.past_end(index) {
            let Module { unit, functions } = &mut *module;
            let function = &mut functions[position];
            reach(function, &self.table.rows[index]);
            let next = self.table.below(index).end;
            if self.table.rows[index].pass.is_missing() || self.is_idle(index) {
                index = next;
                continue;
            }
            let row = self.table.rows[index];
            let own = function.options.clone();
            let options = own.as_deref().unwrap_or(options);
            let mut on = self.is_on(index, options, function, uid, &name);
            let mut optional = dispensable;
            if on && let Some(runs) = &mut self.run_limit {
                optional |= !(row.pass.gate)(&runs.plain, function);
                on = runs.admits(&row, optional, unit, &name);
            }
            if on {
                if !skips(function, &row) {
                    discarded |= self.run_one(unit, options, function, index, &name);
                    self.take_over(module, options, index);
                    let unit = &module.unit;
                    if let Some(runs) = &mut self.run_limit {
                        runs.ended(unit);
                    }
                    if !discarded {
                        self.observe(module, Some(position), index, &name);
                    }
                }
                if next > index + 1 {
                    discarded |=
                        self.run_list(module, options, position, index + 1..next, optional);
                }
                if discarded {
                    // Nothing is left that a later pass could work on.
                    return true;
                }
            }
            index = next;
        }
        discarded
    }

    /// Takes over the functions that a pass has made: the lists that run by now leave them out.
    fn take_over(&mut self, module: &mut Module, options: &Options, index: usize) {
        for mut function in std::mem::take(&mut module.unit.made) {
            let next = match self.next_funcdef_no {
                0 => 1 + module.functions.iter().map(|f| f.funcdef_no).max().unwrap_or(0),
                next => next,
            };
            function.funcdef_no = next;
            self.next_funcdef_no = next + 1;
            if options.checking > 0
                && let Err(what) = (self.services.verify_tree)(&module.unit, &function)
            {
                let pass = self.table.rows[index].full_name();
                let function = module.unit.decl_name(function.decl).unwrap_or("").to_string();
                let cause = FailureCause::Verification;
                self.failure.get_or_insert(PassFailure { pass, function, cause, what });
            }
            module.functions.push(function);
        }
    }

    /// Tells the listeners; the first complaint counts.
    pub fn tell(&mut self, pass: &str, function: &str, event: Event<'_>) {
        for listener in &mut self.listeners {
            if self.failure.is_some() {
                return;
            }
            if let Err(what) = listener.event(event) {
                let (pass, function) = (pass.to_string(), function.to_string());
                let cause = FailureCause::Listener;
                self.failure = Some(PassFailure { pass, function, cause, what });
            }
        }
    }

    /// Shows the module to the observer, whose complaint counts like a verifier's. Below a failure nothing is shown.
    fn observe(&mut self, module: &Module, position: Option<usize>, index: usize, name: &str) {
        if self.failure.is_some() {
            return;
        }
        let Some(observer) = &mut self.observer else { return };
        let pass = self.table.rows[index].full_name();
        if let Err(what) = observer(module, position, &pass) {
            let cause = FailureCause::Verification;
            self.failure = Some(PassFailure { pass, function: name.to_string(), cause, what });
        }
    }

    fn run_one(
        &mut self,
        unit: &mut Unit,
        options: &Options,
        function: &mut Function,
        index: usize,
        name: &str,
    ) -> bool {
        let row = self.table.rows[index];
        let id = PassId { name: row.pass.name, instance: row.instance };
        self.tell(row.pass.name, name, Event::PassBegins(id, unit, Some(function)));
        if self.failure.is_some() {
            return false;
        }
        let mut dynamic = std::mem::take(&mut self.table.dynamic);
        let discarded = match row.pass.run {
            PassRun::Function(run) => {
                self.run_pass(unit, options, function, index, name, &mut |cx, f| run(cx, f))
            }
            PassRun::Dynamic(at) => {
                let pass = &mut dynamic[at];
                match lacking(&row, function) {
                    Some(what) => {
                        self.fail_pass(&row, name, what);
                        false
                    }
                    None => {
                        let discarded =
                            self.run_pass(unit, options, function, index, name, &mut |cx, f| {
                                pass.execute(cx, f)
                            });
                        if let Some(what) = pass.failure() {
                            // What it left is of no interest, nor that it may be broken.
                            self.failure = None;
                            self.fail_pass(&row, name, what);
                        }
                        discarded
                    }
                }
            }
            // A list with a dump of its own shows what its first pass gets.
            PassRun::Group if self.dumps.enabled(index) => {
                self.run_pass(unit, options, function, index, name, &mut |_, _| Todo::NONE)
            }
            PassRun::Unchanged => {
                self.run_pass(unit, options, function, index, name, &mut |_, _| Todo::NONE)
            }
            PassRun::Missing | PassRun::Group | PassRun::Ipa(_) => false,
        };
        self.table.dynamic = dynamic;
        if !discarded {
            self.tell(row.pass.name, name, Event::PassEnds(id, unit, Some(function)));
        }
        discarded
    }

    /// Whether a row is there for its dump alone, which nobody asked for.
    fn is_idle(&self, index: usize) -> bool {
        matches!(self.table.rows[index].pass.run, PassRun::Unchanged) && !self.dumps.enabled(index)
    }

    /// Writes the dump of a pass over the unit that changes nothing: the bodies, as GCC shows them after such passes.
    fn show_unchanged(&mut self, module: &mut Module, options: &Options, index: usize) {
        let row = self.table.rows[index];
        if self.is_idle(index) || !(row.pass.gate)(options, &Function::new(DeclId::NONE, 0)) {
            return;
        }
        let mut cx = PassContext {
            unit: &mut module.unit,
            options,
            dump: self.dumps.begin(index),
            pass: PassId { name: row.pass.name, instance: row.instance },
            services: &self.services,
            statistics: &mut self.statistics,
        };
        show_bodies(&mut cx, &module.functions);
    }

    fn fail_pass(&mut self, row: &PassEntry, function: &str, what: String) {
        let (pass, function) = (row.full_name(), function.to_string());
        self.failure = Some(PassFailure { pass, function, cause: FailureCause::Pass, what });
    }

    /// Whether a row's pass runs over a function.
    fn is_on(
        &self,
        index: usize,
        options: &Options,
        function: &Function,
        uid: u32,
        name: &str,
    ) -> bool {
        let row = &self.table.rows[index];
        if let Some(forced) = self.dumps.options().gate_override(index, name, uid) {
            return forced;
        }
        let own = match row.pass.run {
            PassRun::Dynamic(at) => self.table.dynamic[at].gate(options, function),
            _ => true,
        };
        own && (row.pass.gate)(options, function)
    }

    fn run_pass(
        &mut self,
        unit: &mut Unit,
        options: &Options,
        function: &mut Function,
        index: usize,
        name: &str,
        run: &mut dyn FnMut(&mut PassContext<'_>, &mut Function) -> Todo,
    ) -> bool {
        let row = self.table.rows[index];
        let missing = row.pass.required.without(function.properties);
        assert!(missing.is_empty(), "pass {} lacks required {missing:?}", row.full_name());
        let id = PassId { name: row.pass.name, instance: row.instance };
        set_current_pass(id, name);
        self.statistics.clear();
        if let Some(times) = &mut self.times {
            times.start(row.pass.name);
        }
        // What the pass says is shown only if it changes something.
        let mut aside = self.dumps.shows_changes(index).map(MemoryDump::new);
        let before =
            aside.as_ref().map(|_| self.text_of(unit, options, function, &row, DumpFlags::NONE));
        let dump = match &mut aside {
            Some(aside) => aside.dump(),
            None => self.dumps.begin(index),
        };
        let mut cx = PassContext {
            unit,
            options,
            dump,
            pass: id,
            services: &self.services,
            statistics: &mut self.statistics,
        };
        let dumping = cx.dump.enabled() && before.is_none();
        let counting = self.totals.is_some() || self.statistics_row.is_some();
        cx.statistics.wanted = cx.dump.stats() || counting;
        if dumping {
            begin_dump(&mut cx, function);
        }
        cx.unit.rules_applied = cx.dump.flags().intersects(DumpFlags::FOLDING).then(Vec::new);
        let mut todo = run(&mut cx, function) | row.pass.todo;
        crate::simplify::say_rules(cx.unit, &mut cx.dump);
        cx.unit.rules_applied = None;
        function.properties |= row.pass.provided;
        function.properties.remove(row.pass.destroyed);
        todo |= do_todo(&mut cx, function, todo);
        // Nothing unreachable is left that could still name them.
        function.flush_free_names();
        if dumping && cx.dump.stats() {
            print_statistics(&mut cx);
        }
        if dumping && !todo.intersects(Todo::NO_DUMP) {
            let dump = if row.pass.kind == DumpKind::Rtl {
                cx.services.dump_rtl
            } else {
                cx.services.dump_tree
            };
            dump(&mut cx, function);
        }
        let graph = cx.dump.enabled() && cx.dump.flags().intersects(DumpFlags::GRAPH);
        if graph {
            let mut text = String::new();
            if function.properties.intersects(Prop::RTL) {
                (cx.services.graph_rtl)(cx.unit, function, &mut text);
            } else if row.pass.kind == DumpKind::Tree && function.has_cfg() {
                crate::print::dump_graph(&mut text, cx.unit, function);
            }
            if !text.is_empty() {
                self.dumps.write_graph(index, &text);
            }
        }
        if let (Some(before), Some(aside)) = (before, aside) {
            let after = self.text_of(unit, options, function, &row, DumpFlags::NONE);
            self.show_changes(index, name, aside.text(), &before, &after);
        }
        self.write_statistics(index, name);
        if row.pass.name == "final" && self.dumps.options().final_insns().is_some() {
            let alone = DumpFlags::UNNUMBERED | DumpFlags::NOADDR | DumpFlags::ALONE;
            let text = self.text_of(unit, options, function, &row, alone);
            self.dumps.write_final_insns(&text);
        }
        if options.checking > 0 && !todo.intersects(Todo::DISCARD_FUNCTION) {
            let rtl = function.properties.intersects(Prop::RTL);
            let verify = if rtl { self.services.verify_rtl } else { self.services.verify_tree };
            if let Err(what) = verify(unit, function) {
                let (pass, function) = (row.full_name(), name.to_string());
                let cause = FailureCause::Verification;
                self.failure.get_or_insert(PassFailure { pass, function, cause, what });
            }
        }
        if let Some(totals) = &mut self.totals {
            add_events(totals, row.pass.name, &self.statistics);
        }
        if let Some(times) = &mut self.times {
            times.stop();
        }
        todo.intersects(Todo::DISCARD_FUNCTION)
    }
}

impl PassManager {
    /// The function under its heading, as a dump with these modifiers shows it.
    fn text_of(
        &mut self,
        unit: &mut Unit,
        options: &Options,
        function: &Function,
        row: &PassEntry,
        flags: DumpFlags,
    ) -> String {
        let mut memory = MemoryDump::new(flags);
        let mut cx = PassContext {
            unit,
            options,
            dump: memory.dump(),
            pass: PassId { name: row.pass.name, instance: row.instance },
            services: &self.services,
            statistics: &mut self.statistics,
        };
        let rtl = function.properties.intersects(Prop::RTL);
        let print = if rtl { self.services.dump_rtl } else { self.services.dump_tree };
        (self.services.dump_header)(&mut cx, function);
        print(&mut cx, function);
        memory.text().to_string()
    }

    /// Writes what a pass has said and changed (`-changed`), if it changed anything.
    fn show_changes(&mut self, index: usize, name: &str, said: &str, before: &str, after: &str) {
        if before == after {
            return;
        }
        let changes = dumps::diff::unified(name, before, after);
        let mut dump = self.dumps.begin(index);
        put!(dump, "\n;; Function {name}\n\n{said}\n{changes}");
    }

    /// Writes what a pass has counted over one function to the dump of all statistics.
    fn write_statistics(&mut self, index: usize, function: &str) {
        let Some(row) = self.statistics_row else { return };
        let PassEntry { number, pass, .. } = self.table.rows[index];
        let mut dump = self.dumps.begin(row);
        for &(event, count) in self.statistics.events() {
            if !dump.stats() {
                let number = number + STATIC_NUMBERS;
                putln!(dump, "{number} {} \"{event}\" \"{function}\" {count}", pass.name);
                continue;
            }
            match self.sums.iter_mut().find(|sum| (sum.0, sum.1) == (index, event)) {
                Some(sum) => sum.2 += count,
                None => self.sums.push((index, event, count)),
            }
        }
    }

    /// Writes what waits for the end: with `-fdump-statistics-stats`, the sums in the order of passes.
    pub fn finish_statistics(&mut self) {
        let Some(row) = self.statistics_row else { return };
        self.sums.sort_by_key(|&(index, ..)| index);
        let mut dump = self.dumps.begin(row);
        for (index, event, count) in self.sums.drain(..) {
            let PassEntry { number, pass, .. } = self.table.rows[index];
            let number = number + STATIC_NUMBERS;
            putln!(dump, "{number} {} \"{event}\" {count}", pass.name);
        }
    }
}

/// How much larger the numbers are by which GCC's statistics name passes than those of dumps.
const STATIC_NUMBERS: u32 = 5;

/// What a pass asks for and a function has not.
fn lacking(row: &PassEntry, function: &Function) -> Option<String> {
    let missing = row.pass.required.without(function.properties);
    (!missing.is_empty())
        .then(|| format!("it requires properties {:#x}, which do not hold there", missing.bits()))
}

/// Adds what a pass has counted over one function.
fn add_events(
    totals: &mut Vec<(&'static str, &'static str, u64)>,
    pass: &'static str,
    statistics: &Statistics,
) {
    for &(event, count) in statistics.events() {
        match totals.iter_mut().find(|total| (total.0, total.1) == (pass, event)) {
            Some(total) => total.2 += count,
            None => totals.push((pass, event, count)),
        }
    }
}

/// A function that was written in some form begins with the pass it names, or with the one that leaves SSA form.
fn reach(function: &mut Function, row: &PassEntry) {
    if let StartWith::Pass(first) = &function.start_with {
        let named = *first == row.full_name() || (row.instance == 1 && *first == row.pass.name);
        if named || row.pass.destroyed.intersects(Prop::SSA) {
            function.start_with = StartWith::WhatIsMissing;
        }
    }
}

/// Whether a function that was written in the form passes make has no need of this one.
fn skips(function: &Function, row: &PassEntry) -> bool {
    let missing = row.pass.provided.without(function.properties);
    match function.start_with {
        StartWith::All => false,
        StartWith::WhatIsMissing => !row.pass.provided.is_empty() && missing.is_empty(),
        // No pass asks for complex arithmetic to be gone, and `cplxlower0` comes after all that might be named; nor for what
        // was to be inlined.
        StartWith::Pass(_) => missing.without(Prop::GIMPLE_LCX | Prop::INLINED).is_empty(),
    }
}

/// What stands in a dump before what the pass says.
fn begin_dump(cx: &mut PassContext<'_>, function: &Function) {
    (cx.services.dump_header)(cx, function);
    if cx.dump.stats() {
        print_statistics(cx);
    }
}

/// What a pass has counted, under `-stats`: nothing yet at its beginning, where GCC says so, too.
fn print_statistics(cx: &mut PassContext<'_>) {
    let mut text = format!("\nPass statistics of \"{}\": ----------------\n", cx.pass.name);
    for (event, count) in cx.statistics.events() {
        text.push_str(&format!("{event}: {count}\n"));
    }
    text.push('\n');
    put!(cx.dump, "{text}");
}

fn do_todo(cx: &mut PassContext<'_>, function: &mut Function, todo: Todo) -> Todo {
    let services = cx.services;
    let mut more = Todo::NONE;
    function.settle_debug(cx.unit);
    if todo.intersects(Todo::CLEANUP_CFG) {
        more |= (services.cleanup_cfg)(cx, function);
    }
    let update = todo | more;
    if update.intersects(Todo::UPDATE_SSA | Todo::UPDATE_SSA_ONLY_VIRTUALS) {
        (services.update_ssa)(cx, function, update);
    }
    if todo.intersects(Todo::UPDATE_ADDRESS_TAKEN) {
        more |= (services.update_address_taken)(cx, function);
    }
    if todo.intersects(Todo::REBUILD_ALIAS) {
        more |= (services.compute_alias)(cx, function);
    }
    if todo.intersects(Todo::REMOVE_UNUSED_LOCALS) {
        more |= (services.remove_unused_locals)(cx, function);
    }
    function.settle_debug(cx.unit);
    function.reset_lost_binds(cx.unit);
    more
}

/// Functions in the order in which they turned out to be needed, as they are lowered. Those nothing is known of come last.
fn analysis_order(module: &Module) -> Vec<usize> {
    let order = module.unit.analysis_order.iter().enumerate();
    let turns: FxHashMap<DeclId, usize> = order.map(|(turn, &decl)| (decl, turn)).collect();
    let mut positions: Vec<usize> = (0..module.functions.len()).collect();
    positions
        .sort_by_key(|&at| turns.get(&module.functions[at].decl).copied().unwrap_or(usize::MAX));
    positions
}

/// Shows all functions, the last first.
fn show_bodies(cx: &mut PassContext<'_>, functions: &[Function]) {
    if cx.dump.enabled() {
        for function in functions.iter().rev().filter(|f| f.has_cfg()) {
            (cx.services.dump_tree)(cx, function);
        }
    }
}

/// The functions as the inliner found their order, else callees first.
fn expansion_order(module: &Module, options: &Options) -> Vec<usize> {
    let decided = &module.unit.expansion_order;
    let places: FxHashMap<DeclId, usize> =
        decided.iter().enumerate().map(|(place, &decl)| (decl, place)).collect();
    let mut order = callees_first(module, options);
    // What is not known of stays after what is.
    order.sort_by_key(|&index| {
        places.get(&module.functions[index].decl).copied().unwrap_or(places.len())
    });
    order
}

fn callees_first(module: &Module, options: &Options) -> Vec<usize> {
    let Module { unit, functions } = module;
    let keep_static = !options.on(Flag::ToplevelReorder);
    CallGraph::with_names(functions, &unit.folded).callees_first(unit, keep_static)
}

fn cgraph_uid(unit: &Unit, decl: DeclId) -> u32 {
    unit.symtab_node(decl).map_or(0, |node| node.cgraph_uid)
}
