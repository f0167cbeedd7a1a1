//! What the pass says in its dump, in GCC's words.

use super::Propagation;
use super::graph::{EdgeId, Graph, NodeId};
use super::jump::{Jump, Passed};
use super::lattice::{self, Bits};
use crate::{remove_symbols, symbol_text};
use dumps::{put, putln};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::print::{Flags, type_text};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::ranges::Range;
use tree_ssa::profile::sreal::Sreal;

/// A number as `%g` has it.
pub fn general(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let exponent = number.abs().log10().floor() as i32;
    if !(-4..6).contains(&exponent) {
        let text = format!("{number:.5e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = if digits.contains('.') { digits.trim_end_matches('0') } else { digits };
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", digits.trim_end_matches('.'), exponent.abs());
    }
    let text = format!("{number:.*}", (5 - exponent).max(0) as usize);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// The symbols when all is decided: functions and their copies, and what has gone meanwhile.
pub fn say_symbols(cx: &mut PassContext<'_>, graph: &Graph, functions: &[Function]) {
    if !cx.dump.enabled() {
        return;
    }
    remove_symbols::say_unreached(cx, functions);
    let copies = graph.nodes.values().filter(|node| node.original.is_some());
    let originals: Vec<(DeclId, String)> =
        copies.filter_map(|node| Some((node.decl, graph.name(cx.unit, node.original?)))).collect();
    let text = symbol_text::Table::of(cx.unit, cx.options, functions).text(&[], &originals);
    put!(cx.dump, "{text}");
}

/// Bits as GCC writes them.
fn hexadecimal(bits: u64) -> String {
    format!("{bits:#x}")
}

impl Propagation<'_> {
    /// Writes to the dump, if there is one.
    pub fn say(
        &self,
        cx: &mut PassContext<'_>,
        text: impl FnOnce(&Propagation<'_>, &Unit) -> String,
    ) {
        if cx.dump.enabled() {
            let _ = cx.dump.write_str(&text(self, cx.unit));
        }
    }

    /// Writes what only a dump with details has.
    pub fn say_details(
        &self,
        cx: &mut PassContext<'_>,
        text: impl FnOnce(&Propagation<'_>, &Unit) -> String,
    ) {
        if cx.dump.details() {
            self.say(cx, text);
        }
    }

    /// A constant of a parameter.
    pub fn constant_text(&self, unit: &Unit, node: NodeId, constant: Operand) -> String {
        let f = &self.functions[self.graph.nodes[node].function as usize];
        tree_ssa::dump_text::operand(unit, f, constant)
    }

    pub fn param_text(&self, unit: &Unit, node: NodeId, index: usize) -> String {
        let f = &self.functions[self.graph.nodes[node].function as usize];
        let name = unit.decl_name(f.params[index]);
        match name {
            Some(name) => format!("param #{index} {name}"),
            None => format!("param #{index}"),
        }
    }

    /// What the dump begins with.
    pub fn say_structures(&self, cx: &mut PassContext<'_>) {
        if !cx.dump.enabled() {
            return;
        }
        let details = cx.dump.details();
        self.say(cx, |p, unit| {
            let mut text =
                "\nIPA constant propagation start:\n\nIPA structures before propagation:\n"
                    .to_owned();
            if details {
                text += &p.parameters(unit);
            }
            text += "\nJump functions:\n";
            for &node in &p.graph.functions {
                putln!(text, "  Jump functions of caller  {}:", p.graph.name(unit, node));
                for &edge in &p.graph.nodes[node].callees {
                    text += &p.call(unit, edge);
                }
            }
            text
        });
    }

    fn parameters(&self, unit: &Unit) -> String {
        let mut text = "\nFunction parameters:\n".to_owned();
        for &node in &self.graph.functions {
            let data = &self.graph.nodes[node];
            putln!(text, "  function  {} parameter descriptors:", self.graph.name(unit, node));
            for (index, param) in data.params.iter().enumerate() {
                let used = if param.is_used { " used" } else { "" };
                putln!(text, "    {}{used}", self.param_text(unit, node, index));
            }
        }
        text
    }

    fn call(&self, unit: &Unit, edge: EdgeId) -> String {
        let it = &self.graph.edges[edge];
        let (caller, callee) = (self.graph.name(unit, it.caller), self.graph.name(unit, it.callee));
        let mut text = format!("    callsite  {caller} -> {callee} : \n");
        let Some(args) = &self.graph.sites[it.site].args else {
            return text + "       no arg info\n";
        };
        for (index, passed) in args.iter().enumerate() {
            putln!(text, "       param {index}: {}", self.jump(unit, it.caller, passed));
            if let Bits::Known { value, mask } = passed.bits {
                let (value, mask) = (hexadecimal(value), hexadecimal(mask));
                putln!(text, "         value: {value}, mask: {mask}");
            } else {
                text += "         Unknown bits\n";
            }
            match passed.range.as_ref().filter(|_| !matches!(passed.jump, Jump::Constant(_))) {
                Some(range) => {
                    putln!(text, "         VR  {}", range_text(range));
                }
                None => text += "         Unknown VR\n",
            }
        }
        text
    }

    fn jump(&self, unit: &Unit, caller: NodeId, passed: &Passed) -> String {
        match &passed.jump {
            Jump::Unknown => "UNKNOWN".to_owned(),
            &Jump::Constant(constant) => {
                format!("CONST: {}", self.constant_text(unit, caller, constant))
            }
            Jump::Parameter { index, operation } => {
                let text = match operation {
                    None => "nop_expr".to_owned(),
                    Some(operation) => {
                        let operand = match operation.constants[0] {
                            Operand::None => String::new(),
                            constant => self.constant_text(unit, caller, constant),
                        };
                        format!("{} {operand}", operation.code.name())
                    }
                };
                format!("PASS THROUGH: {index}, op {text}")
            }
        }
    }

    /// What is known of the parameters when everything has flowed.
    pub fn say_lattices(&self, cx: &mut PassContext<'_>) {
        let details = cx.dump.details();
        self.say(cx, |p, unit| {
            let mut text = "\nIPA lattices after all propagation:\n\nLattices:\n".to_owned();
            for &node in &p.graph.functions {
                putln!(text, "  Node: {}:", p.graph.name(unit, node));
                for index in 0..p.graph.nodes[node].params.len() {
                    text += &p.lattice_text(unit, node, index, details);
                }
            }
            text
        });
    }

    fn lattice_text(&self, unit: &Unit, node: NodeId, index: usize, details: bool) -> String {
        let param = &self.graph.nodes[node].params[index];
        let mut text = format!("    param [{index}]: ");
        let lattice = &param.lattice;
        if lattice.bottom {
            text += "BOTTOM\n";
        } else if lattice.values.is_empty() && !lattice.variable {
            text += "TOP\n";
        } else {
            if lattice.variable {
                text += "VARIABLE\n";
            }
            for (place, &value) in lattice.values.iter().enumerate() {
                if place > 0 || lattice.variable {
                    text += "               ";
                }
                let data = &self.graph.values[value];
                text += &self.constant_text(unit, node, data.constant);
                if details {
                    text += &self.value_details(data);
                }
                text.push('\n');
            }
        }
        text += &bits_text(unit, param.ty, param.bits);
        let ty = type_text(unit, param.ty, Flags::NONE);
        let _ = match &param.range.range {
            None => writeln!(text, "         {ty} VARYING"),
            Some(range) if range.is_empty() => writeln!(text, "         UNDEFINED"),
            Some(range) => writeln!(text, "         {ty} {}", range_text(range)),
        };
        text
    }

    fn value_details(&self, data: &lattice::Value) -> String {
        let mut text = format!(" [scc: {}, from:", data.cycle + 1);
        for source in &data.sources {
            let caller = self.graph.edges[source.edge].caller;
            let often = self.graph.frequency(source.edge).to_f64();
            put!(text, " {}({often:.6})", self.graph.nodes[caller].order);
        }
        let of = |(time, size): (Sreal, i64)| (general(time.to_f64()), size);
        let ((local, size), (time, all)) = (of(data.local), of(data.propagated));
        put!(text, "] [loc_time: {local}, loc_size: {size}, prop_time: {time}, prop_size: {all}]");
        text
    }
}

fn bits_text(unit: &Unit, ty: TypeId, bits: Bits) -> String {
    match (bits, lattice::all_bits(unit, ty)) {
        (Bits::Known { value, mask }, Some(_)) => {
            let (value, mask) = (hexadecimal(value), hexadecimal(mask));
            format!("         Bits: value = {value}, mask = {mask}\n")
        }
        (Bits::Top, Some(_)) => "         Bits unknown (TOP)\n".to_owned(),
        _ => "         Bits unusable (BOTTOM)\n".to_owned(),
    }
}

/// A range as GCC writes it: one interval, or all but one.
pub fn range_text(range: &Range) -> String {
    match range.parts() {
        [(low, high)] => format!("[{low}, {high}]"),
        _ => {
            let gap = range.complement();
            let (low, high) = gap.bounds();
            format!("~[{low}, {high}]")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn numbers_are_as_printf_has_them() {
        let all = [0.0, 99.0, 1.5, 0.59, 1234567.0, 0.00001, 99.000021, 100000.0];
        let texts = ["0", "99", "1.5", "0.59", "1.23457e+06", "1e-05", "99", "100000"];
        assert_eq!(all.map(general), texts);
    }
}
