//! Notes bits and ranges of parameters where passes over one function ask for them.
//!
//! ```text
//!   static int f (int a) called with 4 and with x & 8 only:    bits 0xc may be set of a_1(D), which is in [0, 8]
//! ```

use super::graph::{Graph, Node, Param};
use super::lattice::{Bits, all_bits};
use super::report::range_text;
use dumps::putln;
use gimple::debug_counter::Counter;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use std::fmt::Write;

/// Shows which bits have been found.
pub fn say_bits(cx: &mut PassContext<'_>, graph: &Graph) {
    if !cx.dump.enabled() {
        return;
    }
    for &id in &graph.functions {
        let node = &graph.nodes[id];
        let known = |param: &Param| matches!(param.bits, Bits::Known { .. });
        if !node.params.iter().any(known) {
            continue;
        }
        let name = graph.name(cx.unit, id);
        putln!(cx.dump, "Propagated bits info for function {name}:");
        for (index, param) in node.params.iter().enumerate() {
            if let Bits::Known { value, mask } = param.bits {
                putln!(cx.dump, " param {index}: value = {value:#x}, mask = {mask:#x}");
            }
        }
    }
}

/// Notes what is known of the parameters of all functions, copies included.
pub fn note(cx: &mut PassContext<'_>, graph: &Graph, functions: &mut [Function]) {
    let copies = graph.nodes.values().filter(|node| node.original.is_some());
    let made: Vec<&Node> = copies.collect();
    let first_copy = functions.len() - made.len();
    for (index, f) in functions.iter_mut().enumerate() {
        let node = match index.checked_sub(first_copy) {
            Some(copy) => made[copy],
            None => &graph.nodes[super::graph::NodeId(index as u32)],
        };
        let original = node.original.map_or(node, |original| &graph.nodes[original]);
        say_function(cx, f);
        let goes = |index: usize| node.dropped.get(index).is_some_and(|&dropped| dropped);
        let kept = (0..original.params.len()).filter(|&index| !goes(index));
        let pairs: Vec<(usize, DeclId)> = kept.zip(f.params.iter().copied()).collect();
        for (index, decl) in pairs {
            let Some(&name) = f.default_defs.get(&decl) else { continue };
            note_bits(cx, f, (index, &original.params[index]), name);
            note_range(cx, f, (index, &original.params[index]), (decl, name));
        }
        if cx.dump.enabled() && f.has_cfg() {
            (cx.services.dump_tree)(cx, f);
        }
    }
}

fn say_function(cx: &mut PassContext<'_>, f: &Function) {
    if !cx.dump.enabled() || !f.has_cfg() {
        return;
    }
    (cx.services.dump_header)(cx, f);
    let name = crate::inline::node_name(cx.unit, f.decl);
    putln!(cx.dump, "Modification phase of node {name}");
}

fn note_bits(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (index, param): (usize, &Param),
    name: SsaName,
) {
    let Bits::Known { value, mask } = param.bits else { return };
    let Some(all) = all_bits(cx.unit, param.ty) else { return };
    if !cx.dbg_cnt(Counter::IpaCpBits) {
        return;
    }
    if cx.dump.enabled() {
        putln!(cx.dump, "Adjusting mask for param {index} to {mask:#x}");
    }
    if cx.unit.types.is_pointer(param.ty) {
        return;
    }
    let known = f.nonzero_bits.get(name);
    f.nonzero_bits.set(name, (value | mask) & all & known);
}

fn note_range(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (index, param): (usize, &Param),
    (decl, name): (DeclId, SsaName),
) {
    let Some(range) = param.range.range.as_ref().filter(|range| !range.is_empty()) else { return };
    if !cx.dbg_cnt(Counter::IpaCpVr) {
        return;
    }
    if range.kind().pointer {
        if !range.contains(0) {
            if cx.dump.enabled() {
                putln!(cx.dump, "Setting nonnull for {index}");
            }
            f.names[name].flags |= NameFlags::NONNULL;
        }
        return;
    }
    if cx.dump.enabled() {
        let place = f.params.iter().position(|&it| it == decl).unwrap_or(index);
        let text = range_text(range);
        putln!(cx.dump, "Setting value range of param {index} (now {place}) {text}");
    }
    f.param_ranges.insert(decl, range.parts().to_vec());
}
