//! IPA pass `icf`: functions and constants that are equal become one.
//!
//! ```text
//!   static int f (int x) { return x * 3; }            static int f (int x) { return x * 3; }
//!   static int g (int y) { return y * 3; }    =>      .set g,f
//!   static const int t[2] = {1, 2}, u[2] = {1, 2};    .set u,t
//! ```
//!
//! Items are put into classes by hashes of what they are (`items`, `hash`), split by what is said of them
//! (`signature`), by what they refer to (`classes`), and by comparing them (`compare`) with the first of each class;
//! then by references again. What is left together is merged as far as nobody could see it (`merge`): two addresses that
//! a program may compare stay different. Linear in the unit but for the refinement, which takes a logarithm.

mod classes;
mod compare;
mod hash;
mod items;
mod merge;
mod signature;
mod wrapper;

use crate::inline::node_name;
use classes::Classes;
use compare::{Comparison, Difference, Known, Same};
use dumps::{put, putln};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use items::{Items, Kind};
use merge::Merger;
use std::fmt::Write;
use tree_ssa::dump_text;

/// `icf` for the pass table.
pub const PASS: Pass = Pass::ipa("icf", execute)
    .gate(|options, _| {
        let any = options.on(Flag::IpaIcfFunctions) || options.on(Flag::IpaIcfVariables);
        any && !options.code.coverage.arcs
    })
    .follows(&[("whole-program", "variables nothing writes are known")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    let items = Items::of(cx.unit, functions, cx.options);
    let mut classes = Classes::by_hash(&items);
    dump_classes(cx, &items, &classes, "Dump after hash based groups");
    classes.split_by_equality(|_, a, b| {
        let pair = (&items.all[a as usize], &items.all[b as usize]);
        let difference = signature::difference(cx, functions, &items, pair);
        if let Some((text, place)) = difference {
            say_unequal(cx, text, place);
        }
        difference.is_none()
    });
    dump_classes(cx, &items, &classes, "Dump after WPA based types groups");
    reduce(cx, &items, &mut classes);
    dump_classes(cx, &items, &classes, "Dump after callgraph-based congruence reduction");
    let loaded = classes.in_company();
    say(cx, || {
        format!("Init called for {loaded} items ({:.2}%).\n", percent(loaded, items.all.len()))
    });
    classes.split_by_equality(|classes, a, b| are_equal(cx, functions, &items, classes, (a, b)));
    dump_classes(cx, &items, &classes, "Dump after full equality comparison of groups");
    let before = classes.all.len();
    reduce(cx, &items, &mut classes);
    dump_classes(cx, &items, &classes, "");
    merge(cx, functions, &items, &classes, (before, loaded));
    Todo::NONE
}

/// Splits classes by what their items refer to, until nothing changes.
fn reduce(cx: &mut PassContext<'_>, items: &Items, classes: &mut Classes) {
    let mut from = classes.referred_to();
    let details = cx.dump.details();
    say(cx, || format!("Worklist has been filled with: {}\n", from.len()));
    loop {
        if details {
            say(cx, || "Congruence class reduction\n".to_owned());
        }
        classes.refine(from, |classes, class, references, index| {
            if details {
                let members = classes.all[class as usize].members.len();
                putln!(
                    cx.dump,
                    "  processing congruence step for class: {class} ({members} items, {references} references), index: {index}"
                );
            }
        });
        from = classes.split_by_addresses(items);
        let created = from.len();
        say(cx, || format!("Address reference subdivision created: {created} new classes.\n"));
        if from.is_empty() {
            return;
        }
    }
}

/// Compares two items.
fn are_equal(
    cx: &mut PassContext<'_>,
    functions: &[Function],
    items: &Items,
    classes: &Classes,
    (a, b): (u32, u32),
) -> bool {
    let (p, q) = (&items.all[a as usize], &items.all[b as usize]);
    let known = Known { unit: cx.unit, items, classes };
    let (found, what): (Same, _) = match (p.kind, q.kind) {
        (Kind::Function(x), Kind::Function(y)) => {
            (Comparison::new(known, &functions[x], &functions[y]).run(), "")
        }
        _ => (known.variables(p.decl, q.decl), " vars"),
    };
    if cx.dump.details() {
        if let (Err(difference), &Kind::Function(x), &Kind::Function(y)) =
            (&found, &p.kind, &q.kind)
        {
            say_different(cx, (&functions[x], &functions[y]), difference);
        } else if let Err(difference) = &found {
            say_unequal(cx, difference.text, "equals");
        }
        let (a, b) = (node_name(cx.unit, p.decl), node_name(cx.unit, q.decl));
        let is = found.is_ok();
        say(cx, || format!("Equals called for{what}: {a}:{b} with result: {is}\n\n"));
    }
    found.is_ok()
}

fn say_different(
    cx: &mut PassContext<'_>,
    (f, g): (&Function, &Function),
    difference: &Difference,
) {
    say_unequal(cx, difference.text, "equals_private");
    if let Some((x, y)) = difference.stmts {
        let (x, y) = (dump_text::stmt(cx.unit, f, x), dump_text::stmt(cx.unit, g, y));
        say(cx, || format!("  different statement:\n{x}\n{y}\n"));
    }
}

fn say_unequal(cx: &mut PassContext<'_>, text: &str, place: &str) {
    if cx.dump.details() {
        say(cx, || format!("  false returned: '{text}' in {place}\n"));
    }
}

fn merge(
    cx: &mut PassContext<'_>,
    functions: &mut Vec<Function>,
    items: &Items,
    classes: &Classes,
    (before, loaded): (usize, usize),
) {
    let (count, total) = (classes.all.len(), items.all.len());
    let together = classes.in_company();
    let several = classes.all.iter().filter(|class| class.members.len() > 1).count();
    let ratio = |a: usize, b: usize| if b == 0 { 0.0 } else { a as f64 / b as f64 };
    say(cx, || {
        format!(
            "\nItem count: {total}\nCongruent classes before: {before}, after: {count}\n\
             Average class size before: {:.2}, after: {:.2}\n\
             Average non-singular class size: {:.2}, count: {several}\nEqual symbols: {}\n\
             Totally needed symbols: {together}, fraction of loaded symbols: {:.2}%\n\n",
            ratio(total, before),
            ratio(total, count),
            ratio(together, several),
            together - several,
            percent(together, loaded),
        )
    });
    // A declaration's number is its uid.
    let order = |item: &u32| items.all[*item as usize].decl;
    let mut equal: Vec<Vec<u32>> = Vec::new();
    for class in classes.all.iter().filter(|class| class.members.len() > 1) {
        let mut members = class.members.clone();
        members.sort_by_key(order);
        equal.push(members);
    }
    equal.sort_by_key(|members| order(&members[0]));
    if equal.is_empty() {
        return;
    }
    let mut merger = Merger::new(items, functions);
    for members in equal {
        merger.merge_class(cx, functions, &members);
    }
    merger.finish(cx, functions);
}

fn percent(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { 100.0 * part as f64 / of as f64 }
}

/// The classes, as GCC shows them.
fn dump_classes(cx: &mut PassContext<'_>, items: &Items, classes: &Classes, title: &str) {
    if !cx.dump.enabled() {
        return;
    }
    let mut text = String::new();
    if !title.is_empty() {
        text = format!("{title}\n");
    }
    putln!(
        text,
        "Congruence classes: {} with total: {} items (in a non-singular class: {})\n\
         Class size histogram [number of members]: number of classes",
        classes.groups.len(),
        items.all.len(),
        classes.in_company(),
    );
    for (size, count) in classes.histogram() {
        putln!(text, "{size:6}: {count:6}");
    }
    if cx.dump.details() {
        for (hash, group) in &classes.groups {
            putln!(text, "  group: with {} classes:", group.len());
            for (number, &id) in group.iter().enumerate() {
                let members = &classes.all[id as usize].members;
                let gap = if number == 0 { "" } else { " " };
                put!(
                    text,
                    "{gap}    class with id: {id}, hash: {}, items: {}\n      ",
                    *hash as u32,
                    members.len()
                );
                for &item in members {
                    let name = node_name(cx.unit, items.all[item as usize].decl);
                    put!(text, "{name} ");
                }
                text.push('\n');
            }
        }
    }
    say(cx, || text);
}

fn say(cx: &mut PassContext<'_>, text: impl FnOnce() -> String) {
    if cx.dump.enabled() {
        let _ = cx.dump.write_str(&text());
    }
}
