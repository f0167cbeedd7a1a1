//! What functions are to take and to return.

use super::graph::{Graph, Part};
use super::report::Log;
use crate::version;
use dumps::putln;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::symbol::Symbol;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::late_names::late_name;

/// A new parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum New {
    /// The one at this place before.
    Kept(usize),
    /// A part of what the one at this place was, or pointed to, and its name.
    Part(usize, Part, Symbol),
}

/// A function whose signature changes.
pub struct Adjusted {
    pub node: usize,
    /// The new function.
    pub decl: DeclId,
    pub params: Vec<New>,
    pub removes_return: bool,
}

/// Decides about all functions, the last first as GCC does (`process_isra_node_results`).
pub fn decide(
    unit: &mut Unit,
    graph: &Graph,
    functions: &[Function],
    log: &mut Log,
) -> Vec<Adjusted> {
    let order = |node: &usize| unit.symtab_node(graph.nodes[*node].decl).map_or(0, |it| it.order);
    let mut nodes: Vec<usize> = (0..graph.nodes.len()).collect();
    nodes.sort_by_key(|node| std::cmp::Reverse(order(node)));
    let mut all = Vec::new();
    for node in nodes {
        let data = &graph.nodes[node];
        let changes =
            data.removes_return || data.params.iter().any(|param| param.unused || param.splits);
        if data.is_candidate && changes {
            let adjusted = adjust(unit, graph, &functions[node], node, log);
            log.say(|| {
                let made = crate::inline::node_name(unit, adjusted.decl);
                format!("  Created new node {made}\n")
            });
            all.push(adjusted);
        }
    }
    all
}

fn adjust(unit: &mut Unit, graph: &Graph, f: &Function, node: usize, log: &mut Log) -> Adjusted {
    let data = &graph.nodes[node];
    let mut text = format!("\nEvaluating analysis results for {}\n", graph.name(unit, node));
    if data.removes_return {
        text.push_str("  Will remove return value.\n");
    }
    let mut params = Vec::new();
    for (index, param) in data.params.iter().enumerate() {
        if param.unused {
            putln!(text, "  Will remove parameter {index}");
        } else if param.splits {
            putln!(text, "  Will split parameter {index}");
            for part in &param.parts {
                let (offset, size) = (part.offset, part.size);
                putln!(text, "    - component at byte offset {offset}, size {size}");
                params.push(New::Part(index, *part, Symbol::NONE));
            }
        } else {
            params.push(New::Kept(index));
        }
    }
    for new in &mut params {
        if let New::Part(.., name) = new {
            *name = late_name(unit, "ISRA");
        }
    }
    text.push_str(&adjustments_text(data, &params));
    log.say(|| text);
    let types: Vec<TypeId> = params
        .iter()
        .map(|new| match *new {
            New::Kept(index) => unit.decls[f.params[index]].ty,
            New::Part(_, part, _) => part.ty,
        })
        .collect();
    let returns_value = data.returns_value && !data.removes_return;
    let decl = version::declare_copy(unit, f, "isra", Some((types, returns_value)));
    Adjusted { node, decl, params, removes_return: data.removes_return }
}

fn adjustments_text(data: &super::graph::Node, params: &[New]) -> String {
    let mut text = "\n  Created adjustments:\n".to_owned();
    putln!(text, "    m_always_copy_start: {}", data.params.len());
    let mut prefix = "    IPA adjusted parameters: ";
    for (place, new) in params.iter().enumerate() {
        let line = match new {
            New::Kept(index) => {
                format!("IPA_PARAM_OP_COPY , base_index: {index}, prev_clone_index: {index}")
            }
            New::Part(base, part, _) => format!(
                "IPA_PARAM_OP_SPLIT , offset: {}, base_index: {base}, prev_clone_index: {base}, prefix: ISRA",
                part.offset
            ),
        };
        putln!(text, "{prefix}{place}. {line}");
        prefix = "                             ";
    }
    if data.removes_return {
        text.push_str("    Will SKIP return.\n");
    }
    text
}
