//! Which change of a pass is refuted, as [debug counters](gimple::debug_counter) count them, as `gimlet bisect` says it.

use super::prover::Record;
use super::session::Session;
use crate::bisect::{Change, first_wrong};
use crate::cli::Input;
use gimple::debug_counter::Counter;
use prove::Answer;

/// The first change that its pass must not make; nothing where it does not count its changes, or not this one.
pub fn change(session: &Session, input: &Input, record: &Record) -> Option<String> {
    let mut asked = session.asked.clone();
    asked.functions = vec![record.function.clone()];
    asked.passes = vec![record.pass.clone()];
    let trial = |limit: Option<(Counter, u64)>| {
        session.ours(input, &asked, |translation| {
            if let Some((counter, changes)) = limit {
                translation.module.unit.counters.only_first(counter, changes);
            }
        })
    };
    let refuted = |counter, changes| {
        let seen = trial(Some((counter, changes))).ok()?;
        Some(seen.records.iter().any(|record| matches!(record.answer, Answer::Refuted(_))))
    };
    // A pass between functions is one run for all.
    let log = trial(None).ok()?.log;
    let of_it = |function: &str| function == record.function || function.is_empty();
    let run = log.iter().find(|run| run.pass == record.pass && of_it(&run.function))?;
    for &counter in Counter::ALL {
        let (from, to) = (run.before[counter as usize], run.after[counter as usize]);
        if from == to || refuted(counter, from)? {
            continue;
        }
        let number = first_wrong(from, to, |changes| refuted(counter, changes) == Some(false));
        let counter = counter.name();
        return Some(Change { counter, number, within: number - from, made: to - from }.words());
    }
    None
}
