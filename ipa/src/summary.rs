//! What is known of a function's size and time, and of its calls, when it is decided what is inlined (`ipa_fn_summary`).
//!
//! ```text
//!   int f (int n) { if (n > 0) g (n); return 0; }     size 2, time 2, executed if: not inlined
//!                                                     call of g, executed if: op0 > 0, passes op0
//!   f (0), inlined into h:                            nothing is added to h's summary
//! ```
//!
//! [`super::fn_summary`] makes a summary; where a function is inlined, its summary joins that of the caller.

use super::param_loads::Part;
use super::passed_parts::{self, PassedParts};
use super::predicate::{self, Condition, FIXED, NOT_INLINED, Possible, Predicate};
use gimple::decl::DeclId;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use smallvec::SmallVec;
use std::sync::Arc;
use tree_ssa::analyses::ranges::Range;
use tree_ssa::profile::sreal::Sreal;

/// The scale of [`Argument::change`].
pub const ALWAYS: u32 = 10000;
/// The most entries of a table; what has other predicates then counts as always executed.
const MAX_ENTRIES: usize = 256;
/// The most loops of which it is noted when their numbers of iterations are known.
pub const MAX_LOOPS: usize = 32;

/// What is passed for a parameter (a jump function).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Passed {
    Unknown,
    Constant(Operand),
    /// What the function with the call was passed itself; and whether nothing was stored before in what it points to.
    Parameter {
        index: u32,
        preserved: bool,
    },
    /// The address of a part of what the function with the call was passed a pointer to, `offset` bits from there.
    Ancestor {
        index: u32,
        offset: i64,
        preserved: bool,
    },
    /// What is loaded from a part of what the function was passed.
    Loaded {
        index: u32,
        part: Part,
    },
}

impl Passed {
    /// The address `offset` bits from what this points to, which is passed on; and whether nothing was stored there before
    /// since this was passed.
    pub fn at(self, offset: i64, unchanged: bool) -> Passed {
        let sum = |to: i64, preserved: bool, index: u32| match to.checked_add(offset) {
            Some(offset) => Passed::Ancestor { index, offset, preserved: preserved && unchanged },
            None => Passed::Unknown,
        };
        match self {
            Passed::Parameter { index, preserved } if offset == 0 => {
                Passed::Parameter { index, preserved: preserved && unchanged }
            }
            Passed::Parameter { index, preserved } => sum(0, preserved, index),
            Passed::Ancestor { index, offset, preserved } => sum(offset, preserved, index),
            Passed::Constant(_) if offset == 0 => self,
            Passed::Loaded { .. } if offset == 0 => self,
            Passed::Loaded { .. } | Passed::Constant(_) | Passed::Unknown => Passed::Unknown,
        }
    }
}

/// An argument.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Argument {
    pub passed: Passed,
    /// How often it is another than for the call before, in 1/[`ALWAYS`].
    pub change: u32,
}

/// The ranges of some of a call's arguments, by parameter.
pub type Ranges = Option<Arc<[(u32, Range)]>>;

/// What is known of a call's arguments besides what they are: parts of memory, and ranges.
pub type Details<'a> = (&'a PassedParts, &'a Ranges);

/// The arguments of a call.
pub type Arguments = SmallVec<[Argument; 2]>;

/// A call of a function.
#[derive(Clone)]
pub struct CallSummary {
    pub stmt: StmtId,
    /// The function, unless it is called through a pointer.
    pub callee: Option<DeclId>,
    /// The pointer then.
    pub pointer: Passed,
    /// In instructions.
    pub size: i64,
    pub time: i64,
    pub executed: Predicate,
    pub count: u64,
    pub loop_depth: u32,
    pub args: Arguments,
    pub parts: PassedParts,
    pub ranges: Ranges,
}

/// Statements with the same predicates.
#[derive(Clone)]
pub struct Entry {
    /// In half instructions.
    pub size: i64,
    pub time: Sreal,
    executed: Predicate,
    /// Holds no longer than `executed`.
    not_constant: Predicate,
}

/// A summary.
#[derive(Clone, Default)]
pub struct FnSummary {
    pub conditions: Vec<Condition>,
    /// The first is for what is always executed.
    entries: Vec<Entry>,
    /// What the calls take, in the same way.
    call_entries: Vec<Entry>,
    /// The calls.
    pub calls: Vec<CallSummary>,
    /// When the numbers of iterations of loops are not known, and how often they are entered.
    pub loops: Vec<(Predicate, Sreal)>,
    /// The statements that compute addresses by indices that are not always constants, once for each index: dumps show it.
    pub addresses: Vec<StmtId>,
    /// Whether it may be inlined as far as options and attributes go.
    pub asked_for: bool,
    /// Calls of functions that are no cheap builtins.
    pub real_calls: i64,
    /// What variables in memory take.
    pub stack: u64,
    /// The size in instructions, the least that is left of it, and the time of one call.
    pub size: i64,
    pub least: i64,
    pub time: Sreal,
}

/// What a function takes for some arguments.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// In instructions.
    pub size: i64,
    pub time: Sreal,
    /// The time if nothing were known of the arguments.
    pub general_time: Sreal,
}

/// How the conditions of a function are put in terms of another's that it is inlined into.
pub struct Mapping<'a> {
    pub callee: &'a [Condition],
    pub args: &'a [Argument],
    /// What may be true of the callee's conditions.
    pub possible: u32,
    /// When the call is made.
    pub executed: Predicate,
}

impl Mapping<'_> {
    /// A predicate of the callee as one of the caller (`remap_after_inlining`); conditions it needs are added.
    pub fn predicate(&self, conditions: &mut Vec<Condition>, of: &Predicate) -> Predicate {
        let mut all = Predicate::TRUE;
        for clause in of.clauses() {
            let mut any = Predicate::never();
            for bit in (0..u32::BITS).filter(|bit| clause & self.possible & 1 << bit != 0) {
                let one = match bit.checked_sub(FIXED) {
                    None => Predicate::of_clause(1 << bit),
                    Some(index) => self.condition(conditions, &self.callee[index as usize]),
                };
                any = any.or(conditions, &one);
            }
            all = all.and(conditions, &any);
        }
        all.and(conditions, &self.executed)
    }

    fn condition(&self, conditions: &mut Vec<Condition>, condition: &Condition) -> Predicate {
        let passed = self.args.get(condition.param as usize).map(|arg| arg.passed);
        let (param, offset, preserved) = match passed {
            Some(Passed::Parameter { index, preserved }) => (index, 0, preserved),
            Some(Passed::Ancestor { index, offset, preserved }) => (index, offset, preserved),
            _ => return Predicate::TRUE,
        };
        let part = match condition.part {
            Some(part) if part.by_ref && preserved => {
                Some(Part { offset: part.offset + offset, by_ref: true })
            }
            part if offset == 0 && part.is_none_or(|part| !part.by_ref) => part,
            _ => return Predicate::TRUE,
        };
        predicate::ask(conditions, Condition { param, part, ..condition.clone() })
    }
}

impl FnSummary {
    /// What statements take, in half instructions, and when: their sizes and times, when they are executed, and when they are
    /// not constant.
    pub fn entries(&self) -> impl Iterator<Item = (i64, Sreal, &Predicate, &Predicate)> {
        let all = self.entries.iter();
        all.map(|entry| (entry.size, entry.time, &entry.executed, &entry.not_constant))
    }

    fn account_in(table: &mut Vec<Entry>, cost: (i64, Sreal), of: (Predicate, Predicate)) {
        let always = (Predicate::TRUE, Predicate::TRUE);
        if table.is_empty() {
            let (executed, not_constant) = always;
            table.push(Entry { size: 0, time: Sreal::ZERO, executed, not_constant });
        }
        let same = |entry: &Entry| (entry.executed, entry.not_constant) == of;
        let place = match table.iter().position(same) {
            Some(place) => place,
            None if table.len() == MAX_ENTRIES => 0,
            None => {
                let (executed, not_constant) = of;
                table.push(Entry { size: 0, time: Sreal::ZERO, executed, not_constant });
                table.len() - 1
            }
        };
        table[place].size += cost.0;
        table[place].time = table[place].time + cost.1;
        if table[place].time < Sreal::ZERO {
            table[place].time = Sreal::ZERO;
        }
    }

    /// Adds to what the function takes where it is executed, and not constant then: half instructions and time.
    pub fn account(&mut self, cost: (i64, Sreal), executed: Predicate, not_constant: Predicate) {
        let not_constant = not_constant.and(&self.conditions, &executed);
        let nothing = cost.0 == 0 && cost.1 == Sreal::ZERO;
        if !nothing && !executed.is_false() && !not_constant.is_false() {
            Self::account_in(&mut self.entries, cost, (executed, not_constant));
        }
    }

    /// The same for a call.
    pub fn account_call(&mut self, cost: (i64, Sreal), executed: Predicate) {
        if !executed.is_false() {
            Self::account_in(&mut self.call_entries, cost, (executed, executed));
        }
    }

    /// Computes size and time anew (`ipa_update_overall_fn_summary`).
    pub fn update(&mut self) {
        let all = || self.entries.iter().chain(&self.call_entries);
        let size: i64 = all().map(|entry| entry.size).sum();
        let time = |table: &[Entry]| table.iter().fold(Sreal::ZERO, |sum, it| sum + it.time);
        let least: i64 = [&self.entries, &self.call_entries]
            .iter()
            .filter_map(|table| table.first())
            .map(|entry| entry.size)
            .sum();
        self.time = time(&self.entries) + time(&self.call_entries);
        (self.size, self.least) = ((size + 1) / 2, (least + 1) / 2);
    }

    /// What may be so where the function is inlined for a call with these arguments.
    pub fn possible(&self, unit: &Unit, args: &[Operand]) -> Possible {
        let arg = |condition: &Condition| {
            let passed = args.get(condition.param as usize).filter(|_| condition.part.is_none());
            (passed.copied().unwrap_or(Operand::None), false)
        };
        predicate::possible(unit, &self.conditions, &arg)
    }

    /// The same for arguments of which less may be known, but how often they change, and what they point to.
    pub fn possible_for(
        &self,
        unit: &Unit,
        args: &[Argument],
        (parts, ranges): Details<'_>,
    ) -> Possible {
        let arg = |condition: &Condition| {
            let passed = args.get(condition.param as usize);
            let same = passed.is_some_and(|arg| arg.change == 0);
            let passed = passed.map_or(Passed::Unknown, |arg| arg.passed);
            let constant = match (condition.part, passed) {
                (None, Passed::Constant(op)) => Some(op),
                (None, _) => None,
                (Some(part), _) => {
                    passed_parts::constant_in(unit, parts, passed, (condition.param, part))
                }
            };
            (constant.unwrap_or(Operand::None), same || matches!(passed, Passed::Constant(_)))
        };
        let mut possible = predicate::possible(unit, &self.conditions, &arg);
        for (param, range) in ranges.iter().flat_map(|ranges| ranges.iter()) {
            predicate::rule_out(unit, &self.conditions, (*param, range), &mut possible);
        }
        possible
    }

    /// The calls that are not made then.
    pub fn never_made(&self, possible: Possible) -> Vec<StmtId> {
        let never = |call: &&CallSummary| !call.executed.may_hold(possible.changed);
        self.calls.iter().filter(never).map(|call| call.stmt).collect()
    }

    /// What is left of the function, in instructions.
    pub fn size(&self, possible: Possible) -> i64 {
        let left = |entry: &&Entry| entry.is_left(possible);
        let all = self.entries.iter().chain(&self.call_entries);
        (all.filter(left).map(|entry| entry.size).sum::<i64>() + 1) / 2
    }

    /// Whether the number of iterations of a loop is known then.
    pub fn knows_iterations(&self, possible: Possible) -> bool {
        self.loops.iter().any(|(unknown, _)| !unknown.may_hold(possible.changed))
    }

    /// How often loops are entered whose number of iterations is known then.
    pub fn known_loops(&self, possible: Possible) -> Sreal {
        let known = self.loops.iter().filter(|(unknown, _)| !unknown.may_hold(possible.changed));
        known.fold(Sreal::ZERO, |sum, &(_, often)| sum + often)
    }

    /// What the function takes for some arguments (`estimate_size_and_time`). Linear in the entries, which are few.
    pub fn estimate(&self, possible: Possible, args: &[Argument]) -> Estimate {
        let (mut size, mut time) = (0, Sreal::ZERO);
        for entry in self.call_entries.iter().filter(|entry| entry.is_left(possible)) {
            size += entry.size;
            time = time + entry.time;
        }
        let mut general_time = time;
        for entry in &self.entries {
            if !entry.executed.may_hold(possible.executed | NOT_INLINED) {
                continue;
            }
            general_time = general_time + entry.time;
            if entry.not_constant.may_hold(possible.changed) {
                size += entry.size;
                time = time + share(entry.time, self.changes(entry, possible.changed, args));
            }
        }
        let time = if time > general_time { general_time } else { time };
        Estimate { size: (size + 1) / 2, time, general_time }
    }

    /// How often what an entry stands for is to be computed anew.
    fn changes(&self, entry: &Entry, possible: u32, args: &[Argument]) -> u32 {
        entry.not_constant.probability(&self.conditions, possible, |param| {
            args.get(param as usize).map_or(ALWAYS, |arg| arg.change)
        })
    }

    /// Adds what a function takes that is inlined for a call (`ipa_merge_fn_summary_after_inlining`), apart from its calls.
    pub fn merge(
        &mut self,
        callee: &FnSummary,
        mapping: &Mapping<'_>,
        frequency: Sreal,
        accounted: &mut dyn FnMut(u32, (i64, Sreal)),
    ) {
        for entry in &callee.entries {
            let executed = mapping.predicate(&mut self.conditions, &entry.executed);
            let not_constant = mapping.predicate(&mut self.conditions, &entry.not_constant);
            if executed.is_false() || not_constant.is_false() {
                continue;
            }
            let often = callee.changes(entry, mapping.possible, mapping.args);
            let cost = (entry.size, share(entry.time * frequency, often));
            accounted(often, cost);
            self.account(cost, executed, not_constant);
        }
        for (unknown, often) in &callee.loops {
            let unknown = mapping.predicate(&mut self.conditions, unknown);
            if !unknown.is_true() && !unknown.is_false() && self.loops.len() < MAX_LOOPS {
                self.loops.push((unknown, *often * frequency));
            }
        }
    }
}

impl Entry {
    fn is_left(&self, possible: Possible) -> bool {
        self.executed.may_hold(possible.executed) && self.not_constant.may_hold(possible.changed)
    }
}

fn share(time: Sreal, of_always: u32) -> Sreal {
    if of_always == ALWAYS {
        return time;
    }
    time * Sreal::from(i64::from(of_always)) / Sreal::from(i64::from(ALWAYS))
}
