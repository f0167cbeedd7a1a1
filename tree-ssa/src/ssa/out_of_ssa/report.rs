//! Pass `outofssa`, which GCC has no row for (it leaves SSA form in `expand`), and what it says of its work.
//!
//! ```text
//!   ;; phi web 0: i_1 i_2 i_3
//!   ;; i_2 and i_3 interfere: the form is transformed SSA
//!   ;; sreedhar3: 2 copies inserted, 1 coalesced, 1 left
//!   ;; partition 0: i_1 i_3 i_4          i.0
//! ```
//!
//! The dump after that is the function with its partitions for variables and copies for φs.

use super::webs::{Interference, Webs};
use super::{Journal, liveness::Liveness, rewrite_with_journal};
use crate::graph::dominance::{Direction, Dominators};
use crate::graph::order::reverse_post_order;
use dumps::put;
use gimple::function::{Function, Prop};
use gimple::options::{Choice, Flag, OutOfSsa};
use gimple::partitions::Partitions;
use gimple::pass::{Listed, Pass, PassContext, Todo};
use gimple::print::{dump_out_of_ssa, ssa_name_text};
use gimple::ssa::SsaName;
use gimple::unit::Unit;
use std::fmt::Write;

/// Whether SSA form is conventional.
///
/// # Errors
/// Two names of one φ-web that are live at once.
pub fn conventional(unit: &Unit, f: &Function) -> Result<(), (SsaName, SsaName)> {
    let dom = Dominators::compute(f, Direction::Dominators);
    let order = reverse_post_order(f);
    let mut live = Liveness::new(f, &dom, &order.blocks, order.cyclic);
    let found = Webs::find(unit, f).interferences(f, &mut live);
    found.first().map_or(Ok(()), |pair| Err((pair.a, pair.b)))
}

/// `outofssa` for the pass table.
pub const PASS: Pass = Pass::tree("outofssa", execute)
    .listed(Listed::Never)
    .requires(Prop::CFG_SSA)
    .follows(&[("optimized", "what is coalesced here is what the dump of the end shows")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let method = cx.options.out_of_ssa;
    let stats = cx.dump.enabled() && cx.dump.stats();
    let mut journal = Journal {
        wanted: stats || cx.dump.details() || cx.options.checking > 0,
        apart: !cx.options.on(Flag::TreeCoalesceVars),
        ..Journal::default()
    };
    let partitions = rewrite_with_journal(cx.unit, f, method, &mut journal);
    if cx.options.checking > 0 && method != OutOfSsa::Naive {
        let left = journal.left.first().map(|pair| describe(cx.unit, f, pair));
        assert!(left.is_none(), "copies left transformed SSA: {}", left.unwrap_or_default());
    }
    if cx.dump.details() {
        let text = details(cx.unit, f, method, &journal, &partitions);
        put!(cx.dump, "{text}");
    }
    if stats {
        count(cx, f, &journal, &partitions);
    }
    f.partitions = Some(Box::new(partitions));
    if cx.dump.enabled() {
        let mut text = String::new();
        dump_out_of_ssa(&mut text, cx.unit, f, cx.dump.flags());
        put!(cx.dump, "{text}");
    }
    Todo::NO_DUMP
}

fn names(unit: &Unit, f: &Function, names: &[SsaName]) -> String {
    let texts: Vec<String> = names.iter().map(|&name| ssa_name_text(unit, f, name)).collect();
    texts.join(" ")
}

fn describe(unit: &Unit, f: &Function, pair: &Interference) -> String {
    format!("{} and {} interfere", ssa_name_text(unit, f, pair.a), ssa_name_text(unit, f, pair.b))
}

fn details(
    unit: &Unit,
    f: &Function,
    method: OutOfSsa,
    journal: &Journal,
    partitions: &Partitions,
) -> String {
    let mut text = String::new();
    if let Some((webs, meet)) = &journal.webs {
        for (index, web) in webs.iter().enumerate() {
            text.push_str(&format!(";; phi web {index}: {}\n", names(unit, f, web)));
            for pair in meet.iter().filter(|pair| pair.web == index) {
                text.push_str(&format!(";;   {}\n", describe(unit, f, pair)));
            }
        }
        let form = if meet.is_empty() { "conventional" } else { "transformed" };
        text.push_str(&format!(";; the form is {form} SSA\n"));
    }
    for pair in &journal.left {
        text.push_str(&format!(";; left wrong: {}\n", describe(unit, f, pair)));
    }
    let word = OutOfSsa::WORDS.iter().find(|entry| entry.1 == method).map_or("", |entry| entry.0);
    text.push_str(&format!(
        ";; {word}: {} copies inserted, {} coalesced, {} left, {} temporaries, {} edges split\n",
        journal.inserted,
        journal.coalesced,
        partitions.copies_after,
        journal.temporaries,
        journal.split,
    ));
    let mut members: Vec<Vec<SsaName>> = vec![Vec::new(); partitions.table.len()];
    for name in f.names.keys() {
        if let Some(partition) = partitions.of(name).expand() {
            members[partition.0 as usize].push(name);
        }
    }
    for (id, members) in members.iter().enumerate() {
        text.push_str(&format!(";; partition {id}: {}\n", names(unit, f, members)));
    }
    text.push('\n');
    text
}

fn count(cx: &mut PassContext<'_>, f: &Function, journal: &Journal, partitions: &Partitions) {
    let (webs, meet) = journal.webs.as_ref().map_or((0, 0), |(w, m)| (w.len(), m.len()));
    let phis = super::real_phis(f).len();
    let events: [(&'static str, usize); 9] = [
        ("PHI nodes", phis),
        ("PHI webs", webs),
        ("PHI webs that interfere", meet),
        ("Copies requested by PHI nodes", partitions.copies_before),
        ("Copies inserted", journal.inserted),
        ("Copies coalesced", journal.coalesced),
        ("Copies left", partitions.copies_after),
        ("Temporaries for cycles", journal.temporaries),
        ("Edges split", journal.split),
    ];
    for (event, number) in events {
        cx.statistics.count(event, number as u64);
    }
}
