//! What the pass says of components and chains.

use super::chains::{Chain, Kind, Link, Spot, Start, What, memory_at};
use super::references::{Component, Memory};
use dumps::{DumpFlags, put, putln};
use gimple::code::TreeCode;
use std::fmt::Write;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::dump_text;

/// Says something under `-details`.
pub fn say(scev: &mut Scev<'_, '_>, text: impl FnOnce() -> String) {
    if scev.dump.details() {
        putln!(scev.dump, "{}", text());
    }
}

/// Writes the components as they were found (`dump_components`).
pub fn components(scev: &mut Scev<'_, '_>, memory: &Memory, components: &[Component]) {
    if !scev.dump.details() {
        return;
    }
    putln!(scev.dump, "Initial state:\n");
    for component in components {
        putln!(scev.dump, "Component:");
        for member in &component.members {
            let reference = &memory.references[member.reference];
            let place = dump_text::operand(scev.unit, scev.f, reference.place);
            let writes = if reference.writes { ", write" } else { "" };
            putln!(scev.dump, "    {place} (id {}{writes})", member.number);
            putln!(scev.dump, "      offset 0\n      distance 0");
        }
        putln!(scev.dump);
    }
}

/// Writes the chains (`dump_chains`).
pub fn chains(scev: &mut Scev<'_, '_>, chains: &[Chain]) {
    if !scev.dump.details() {
        return;
    }
    putln!(scev.dump, "Before commoning:\n");
    for (number, chain) in chains.iter().enumerate() {
        write_chain(scev, number, chain);
    }
}

fn write_chain(scev: &mut Scev<'_, '_>, number: usize, chain: &Chain) {
    let kind = match chain.kind {
        Kind::Loads => "Loads-only",
        Kind::StoreLoads => "Store-loads",
        Kind::Stores => "Store-stores",
        Kind::Combination { .. } => "Combination",
    };
    let combined = if chain.combined { " (combined)" } else { "" };
    putln!(scev.dump, "{kind} chain {:#x}{combined}", number + 1);
    let reuse = if chain.used_after { "" } else { ", may reuse first" };
    putln!(scev.dump, "  max distance {}{reuse}", chain.length);
    if let Kind::Combination { parts: [a, b], code, swapped } = chain.kind {
        let sign = sign(code);
        let ty = gimple::print::type_text(scev.unit, chain.ty, DumpFlags::NONE);
        let swapped = if swapped { " (swapped)" } else { "" };
        let (a, b) = (a + 1, b + 1);
        putln!(scev.dump, "  equal to {a:#x} {sign} {b:#x}{swapped} in type {ty}");
    } else {
        let starts: Vec<String> =
            chain.starts.iter().map(|start| start_text(scev, start)).collect();
        putln!(scev.dump, "  inits {}", starts.join(" "));
    }
    putln!(scev.dump, "  references:");
    for link in &chain.links {
        write_link(scev, link);
    }
    putln!(scev.dump);
}

fn sign(code: TreeCode) -> &'static str {
    match code {
        TreeCode::Plus => "+",
        TreeCode::Minus => "-",
        TreeCode::Mult => "*",
        TreeCode::BitAnd => "&",
        TreeCode::BitIor => "|",
        TreeCode::BitXor => "^",
        TreeCode::Min => "min",
        TreeCode::Max => "max",
        _ => "/",
    }
}

fn write_link(scev: &mut Scev<'_, '_>, link: &Link) {
    let What::Place(place) = link.what else {
        let what = if link.what == What::Carried { "looparound" } else { "combination" };
        let text = dump_text::stmt(scev.unit, scev.f, link.stmt);
        let text = text.trim_start_matches("# ");
        putln!(scev.dump, "    {what} ref\n      in statement {text}\n");
        putln!(scev.dump, "      distance {}", link.distance);
        return;
    };
    let place = dump_text::operand(scev.unit, scev.f, place);
    let writes = if link.writes { ", write" } else { "" };
    put!(scev.dump, "    {place} (id {}{writes})\n", link.number);
    putln!(scev.dump, "      offset {}\n      distance {}", link.offset, link.distance);
}

fn start_text(scev: &mut Scev<'_, '_>, start: &Start) -> String {
    match start {
        Start::None | Start::Operation { .. } => String::new(),
        Start::Value(value) => dump_text::operand(scev.unit, scev.f, *value),
        Start::Memory(spot) => spot_text(scev, spot),
    }
}

/// A reference to a spot; where its base is not an operand yet, the expression stands for it.
fn spot_text(scev: &mut Scev<'_, '_>, spot: &Spot) -> String {
    let base = scev.state.exprs.operand(spot.base);
    if base.is_none() {
        return format!("MEM[{} + {}B]", scev.text(spot.base), spot.offset);
    }
    let place = memory_at(scev.unit, spot, base);
    dump_text::operand(scev.unit, scev.f, place)
}
