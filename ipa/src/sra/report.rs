//! What the pass `sra` says, in GCC's words.

use super::graph::{Graph, Param};
use dumps::putln;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;

/// What is said, until it is written to the dump.
#[derive(Default)]
pub struct Log {
    pub wanted: bool,
    /// More is wanted.
    pub in_detail: bool,
    pub text: String,
}

impl Log {
    /// Adds what is only made if it is wanted.
    pub fn say(&mut self, text: impl FnOnce() -> String) {
        if self.wanted {
            self.text.push_str(&text());
        }
    }

    /// Adds what is only wanted in detail.
    pub fn details(&mut self, text: impl FnOnce() -> String) {
        if self.in_detail {
            self.text.push_str(&text());
        }
    }

    /// Says what is known of the parameters of a function, to begin with or when it has been looked at.
    pub fn say_params(&mut self, unit: &Unit, f: &Function, params: &[Param], all: bool) {
        if !(self.in_detail || all && self.wanted) {
            return;
        }
        for (index, (param, &decl)) in params.iter().zip(&f.params).enumerate() {
            let name = param_name(unit, decl);
            putln!(self.text, "  Descriptor for parameter {index} {name}");
            if all {
                param_lines(unit, param, &mut self.text);
            } else {
                first_lines(param, &mut self.text);
            }
        }
        if all {
            self.text.push('\n');
        }
    }
}

fn first_lines(param: &Param, text: &mut String) {
    if param.unused {
        text.push_str("    unused\n");
    }
    if !param.splits {
        text.push_str("    not a candidate\n");
    } else if param.by_reference {
        putln!(text, "    by_ref with {} pass throughs", param.passed_on);
    }
}

/// What is known of a parameter (`dump_isra_param_descriptor`).
fn param_lines(unit: &Unit, param: &Param, text: &mut String) {
    if param.unused {
        text.push_str("    (locally) unused\n");
    }
    if !param.splits {
        return text.push_str("    not a candidate for splitting\n");
    }
    let by_ref = if param.by_reference { ", by_ref" } else { "" };
    let (limit, reached) = (param.limit, param.reached);
    putln!(text, "    param_size_limit: {limit}, size_reached: {reached}{by_ref}");
    for part in &param.parts {
        let (offset, size) = (part.offset, part.size);
        let (ty, alias) = (type_text(unit, part.ty), type_text(unit, part.alias_ptr));
        let star = if alias.ends_with('*') { "" } else { " " };
        let certain = if part.certain || !param.by_reference { ", certain" } else { "" };
        putln!(
            text,
            "    * Access to unit offset: {offset}, unit size: {size}, type: {ty}, alias_ptr_type: {alias}{star}*{certain}"
        );
    }
}

fn type_text(unit: &Unit, ty: TypeId) -> String {
    gimple::print::type_text(unit, ty, dumps::DumpFlags::NONE)
}

/// A parameter with its number.
pub fn param_name(unit: &Unit, decl: DeclId) -> String {
    let name = unit.decl_name(decl).unwrap_or_default();
    format!("{name}D.{}", decl.0)
}

/// Says what is known of all functions and calls.
pub fn say_graph(unit: &Unit, graph: &Graph, log: &mut Log) {
    if !log.wanted {
        return;
    }
    for node in (0..graph.nodes.len()).rev() {
        let data = &graph.nodes[node];
        let name = graph.name(unit, node);
        putln!(log.text, "\nSummary for node {name}:");
        if !data.is_candidate {
            log.text.push_str("  Not a candidate function\n");
            continue;
        }
        if data.returns_value {
            log.text.push_str("  Returns value\n");
        }
        if data.params.is_empty() {
            log.text.push_str("  No parameter information. \n");
        }
        for (index, param) in data.params.iter().enumerate() {
            putln!(log.text, "  Descriptor for parameter {index}:");
            param_lines(unit, param, &mut log.text);
        }
        log.text.push('\n');
        for &call in &data.calls {
            say_call(unit, graph, call, &mut log.text);
        }
    }
}

fn say_call(unit: &Unit, graph: &Graph, index: usize, text: &mut String) {
    let call = &graph.calls[index];
    let Some(callee) = call.callee else { return };
    let (caller, callee) = (graph.name(unit, call.caller), graph.name(unit, callee));
    putln!(text, "  Summary for edge {caller}->{callee}:");
    if call.ignored {
        text.push_str("    return value ignored\n");
    } else if call.returned {
        text.push_str("    return value used only to compute caller return value\n");
    }
    if call.before_stores && call.flows.iter().any(|flow| flow.pointer.is_some()) {
        text.push_str("    happens before any store to memory\n");
    }
    for (place, flow) in call.flows.iter().enumerate() {
        putln!(text, "    Parameter {place}:");
        if !flow.sources.is_empty() {
            let sources: String = flow.sources.iter().map(|source| format!(" {source}")).collect();
            putln!(text, "      Scalar param sources:{sources}");
        }
        if let Some((offset, size)) = flow.aggregate {
            putln!(
                text,
                "      Aggregate pass through from the param given above, unit offset: {offset} , unit size: {size}"
            );
        }
        if let Some(safe) = flow.pointer {
            let safe = u8::from(safe);
            putln!(
                text,
                "      Pointer pass through from the param given above, safe_to_import_accesses: {safe}"
            );
        }
    }
}
