//! What `-details` shows: for each expression a table of all properties, a row for each block.
//!
//! ```text
//!   ;; lcm: a * b
//!   ;;                ANTLOC AVLOC … INSERT DELETE
//!   ;; <bb 3>         0      1       0      0
//!   ;; EDGE_INSERT: 3->6
//! ```

use super::expressions::{Key, Universe};
use super::graph::FlowGraph;
use super::placement::Decision;
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::options::{Choice, LexicalPre, Options};
use gimple::print;
use gimple::unit::Unit;
use tree_ssa::analyses::dataflow::bits::Sets;

/// The tables of all expressions.
pub fn expressions(
    unit: &Unit,
    f: &Function,
    options: &Options,
    universe: &Universe,
    graph: &FlowGraph,
    decision: &Decision,
) -> String {
    let way = LexicalPre::WORDS.iter().find(|word| word.1 == options.lexical_pre);
    let way = way.map_or("", |word| word.0);
    let mut text = String::new();
    for (fact, key) in universe.keys.iter().enumerate() {
        text.push_str(&format!(";; {way}: {}\n", expression(unit, f, key)));
        let rows: Vec<(String, BlockId)> = match &decision.places {
            Some(places) => places
                .iter()
                .enumerate()
                .filter(|(_, place)| !place.is_empty())
                .map(|(index, place)| (place.clone(), BlockId(index as u32)))
                .collect(),
            None => blocks(f),
        };
        text.push_str(&table(&decision.properties, &rows, fact));
        let edges = decision.on_edge.iter().filter(|&&(_, on)| on == fact).map(|&(edge, _)| edge);
        text.push_str(&edge_list(f, "EDGE_INSERT", edges));
        if decision.places.is_some() {
            let of_fact =
                f.block_order().into_iter().filter(|&b| decision.deleted.contains(b, fact));
            let names: Vec<String> = of_fact.map(|block| format!("<bb {}>", block.0)).collect();
            text.push_str(&format!(";; DELETE: {}\n", list(&names)));
        }
        text.push('\n');
    }
    debug_assert_eq!(graph.graph.blocks.len(), f.blocks.len());
    text
}

/// The rows of a table whose rows are the function's blocks.
pub fn blocks(f: &Function) -> Vec<(String, BlockId)> {
    f.block_order().into_iter().map(|block| (format!("<bb {}>", block.0), block)).collect()
}

/// A line that lists edges.
pub fn edge_list(
    f: &Function,
    name: &str,
    edges: impl Iterator<Item = gimple::cfg::EdgeId>,
) -> String {
    let names: Vec<String> =
        edges.map(|edge| format!("{}->{}", f.edges[edge].src.0, f.edges[edge].dst.0)).collect();
    format!(";; {name}: {}\n", list(&names))
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(" ") }
}

/// The properties of one fact.
pub fn table(
    properties: &[(&'static str, Sets)],
    rows: &[(String, BlockId)],
    fact: usize,
) -> String {
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let mut text = format!(";; {:width$}", "");
    for (name, _) in properties {
        text.push_str(&format!(" {name}"));
    }
    text.push('\n');
    for (row, at) in rows {
        text.push_str(&format!(";; {row:width$}"));
        for (name, sets) in properties {
            let bit = u8::from(sets.contains(*at, fact));
            text.push_str(&format!(" {bit:<length$}", length = name.len()));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn expression(unit: &Unit, f: &Function, &(code, ty, rhs): &Key) -> String {
    let operand = |index: usize| print::operand_text(unit, f, rhs[index], dumps::DumpFlags::NONE);
    match (code.symbol(), code.arity()) {
        (Some(symbol), 2) => format!("{} {symbol} {}", operand(0), operand(1)),
        (Some(symbol), _) => format!("{symbol}{}", operand(0)),
        (None, 1) if code == gimple::code::TreeCode::Nop => {
            format!("({}) {}", print::type_text(unit, ty, dumps::DumpFlags::NONE), operand(0))
        }
        (None, arity) => {
            let operands: Vec<String> = (0..arity).map(operand).collect();
            format!("{} <{}>", code.name(), operands.join(", "))
        }
    }
}
