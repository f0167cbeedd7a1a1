//! Writes Rust of a machine description: constants, a table of the insns, and functions that recognise them.
//!
//! What it writes stands in a module that has `Code`, `Mode`, `RtxArena`, `RtxId`, `Operands`, `Insn`, `Constraint`, `Output`, `Piece` and
//! the target's `predicates` in scope.

use super::ast::{Description, Insn, Output, Pattern, Piece, Predicate, Test};
use super::tree::{self, variant};
use std::fmt::Write;

/// The Rust of a description.
pub fn generate(description: &Description) -> String {
    let mut out = String::new();
    unspecs(description, &mut out);
    for predicate in &description.predicates {
        predicate_function(predicate, &mut out);
    }
    table(description, &mut out);
    recognition(&description.insns, &mut out);
    out
}

fn unspecs(description: &Description, out: &mut String) {
    for unspec in &description.unspecs {
        let what = if unspec.volatile { "unspec_volatile" } else { "unspec" };
        let _ = writeln!(
            out,
            "/// Number of an `{what}` that dumps print as `{}`.\npub const {}: u32 = {};",
            unspec.printed, unspec.name, unspec.number
        );
    }
    for (name, volatile) in [("UNSPECS", false), ("VOLATILE_UNSPECS", true)] {
        let rows = description.unspecs.iter().filter(|unspec| unspec.volatile == volatile);
        let rows: Vec<String> =
            rows.map(|unspec| format!("({}, {:?})", unspec.name, unspec.printed)).collect();
        let _ = writeln!(out, "static {name}: &[(u32, &str)] = &[{}];", rows.join(", "));
    }
}

/// `fn is_NAME(r, x, mode)`.
fn predicate_function(predicate: &Predicate, out: &mut String) {
    let (mut numbers, mut codes, mut functions) = (Vec::new(), Vec::new(), Vec::new());
    for test in &predicate.tests {
        match test {
            Test::Int(None) => numbers.push(format!("{}..={}", i64::MIN, i64::MAX)),
            Test::Int(Some((low, high))) => numbers.push(format!("{low}..={high}")),
            Test::Code(code) => codes.push(format!("Code::{}", variant(code))),
            Test::Function(name) => functions.push(format!("predicates::{name}(r, x)")),
        }
    }
    let _ = writeln!(
        out,
        "fn is_{}(r: &RtxArena, x: RtxId, mode: Mode) -> bool {{\n\
         let code = r.code(x);\n\
         if code != Code::ConstInt && mode != Mode::VOID && r.mode(x) != mode {{ return false; }}\n\
         match code {{",
        predicate.name
    );
    if !numbers.is_empty() {
        let numbers = numbers.join(" | ");
        let _ =
            writeln!(out, "Code::ConstInt => r.as_int(x).is_some_and(|v| matches!(v, {numbers})),");
    }
    if !codes.is_empty() {
        let _ = writeln!(out, "{} => true,", codes.join(" | "));
    }
    let rest = if functions.is_empty() { "false".to_string() } else { functions.join(" || ") };
    let _ = writeln!(out, "_ => {rest},\n}}\n}}");
}

fn table(description: &Description, out: &mut String) {
    let insns = &description.insns;
    let _ = writeln!(out, "static INSNS: [Insn; {}] = [", insns.len());
    for insn in insns {
        let _ = writeln!(
            out,
            "Insn {{ name: {:?}, icode: {}, shown: {}, output: {}, length: {}, cost: {}, load_cost: {}, early_clobber: {}, may_write_memory: {}, constraints: &[{}] }},",
            insn.name,
            insn.icode,
            insn.shown,
            output(&insn.output),
            insn.length,
            insn.cost,
            insn.load_cost,
            insn.early,
            may_write_memory(&insn.template, &description.predicates),
            constraints(insn)
        );
    }
    let _ = writeln!(out, "];");
    let last = insns.iter().map(|insn| insn.icode as usize).max().unwrap_or(0);
    let mut by_icode = vec![u16::MAX; last + 1];
    for (index, insn) in insns.iter().enumerate() {
        by_icode[insn.icode as usize] = index as u16;
    }
    let _ = writeln!(out, "static BY_ICODE: [u16; {}] = {by_icode:?};", by_icode.len());
}

/// The constraints of an insn's operands, none if all may be anything that the predicates accept.
fn constraints(insn: &Insn) -> String {
    let mut said = insn.constraints.clone();
    if said.is_empty() {
        said = by_predicates(&insn.template);
    }
    let row = |(number, text): (usize, &String)| {
        let (operand, text) = match text.strip_prefix('@') {
            Some(rest) => rest.split_at(rest.find(' ').unwrap_or(rest.len())),
            None => ("", text.as_str()),
        };
        let operand = operand.parse().unwrap_or(number);
        let alternatives: Vec<String> =
            text.split(',').map(|letters| format!("{:?}", letters.trim())).collect();
        format!("Constraint {{ operand: {operand}, alternatives: &[{}] }}", alternatives.join(", "))
    };
    let says = |text: &String| match text.strip_prefix('@') {
        Some(rest) => rest.contains(' '),
        None => !text.is_empty(),
    };
    match said.iter().any(says) {
        true => said.iter().enumerate().map(row).collect::<Vec<_>>().join(", "),
        false => String::new(),
    }
}

/// The constraints that follow from the predicates: one alternative, with a letter for each kind of operand.
fn by_predicates(template: &Pattern) -> Vec<String> {
    let mut found = Vec::new();
    collect_constraints(template, false, &mut found);
    let count = found.iter().map(|&(index, _)| index + 1).max().unwrap_or(0);
    let mut said = vec![String::new(); count];
    for (index, text) in found.into_iter().rev() {
        said[index] = text;
    }
    said
}

fn collect_constraints(pattern: &Pattern, written: bool, found: &mut Vec<(usize, String)>) {
    match pattern {
        Pattern::Operand { index, predicate, .. } => {
            let letters = match predicate.as_str() {
                "reg" | "frame_reg" => "r",
                "freg" => "f",
                "arith" | "shift_count" | "wide_count" => "rI",
                "reg_or_zero" => "rJ",
                "memory" => "m",
                _ => "",
            };
            let sign = if written && !letters.is_empty() { "=" } else { "" };
            found.push((usize::from(*index), format!("{sign}{letters}")));
        }
        Pattern::Node { code, operands, .. } => {
            for (number, operand) in operands.iter().enumerate() {
                let written = number == 0 && (code == "set" || code == "clobber");
                collect_constraints(operand, written, found);
            }
        }
        Pattern::Comparison { operands, .. } => {
            operands.iter().for_each(|operand| collect_constraints(operand, false, found));
        }
        Pattern::Same(_) | Pattern::Int(_) | Pattern::Leaf(_) => {}
    }
}

fn output(output: &Output) -> String {
    match output {
        Output::Special(name, None) => format!("Output::{name}"),
        Output::Special(name, Some(number)) => format!("Output::{name}({number})"),
        Output::Text(pieces) => {
            let pieces: Vec<String> = pieces.iter().map(piece).collect();
            format!("Output::Text(&[{}])", pieces.join(", "))
        }
    }
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Plain(text) => format!("Piece::Plain({text:?})"),
        Piece::Operand(None, operand) => format!("Piece::Operand({operand})"),
        Piece::Operand(Some(letter), operand) => format!("Piece::Modified({letter:?}, {operand})"),
    }
}

/// Whether what matches may change memory: it sets or clobbers what may be memory, or is volatile.
fn may_write_memory(pattern: &Pattern, predicates: &[Predicate]) -> bool {
    let any = |operands: &[Pattern]| operands.iter().any(|op| may_write_memory(op, predicates));
    match pattern {
        Pattern::Node { code, operands, .. } if code == "set" || code == "clobber" => {
            let register = match &operands[0] {
                Pattern::Operand { predicate, .. } => {
                    predicates.iter().any(|own| own.name == *predicate && own.register)
                }
                Pattern::Leaf(code) => code == "pc",
                _ => false,
            };
            !register || any(&operands[1..])
        }
        Pattern::Node { code, .. } if code == "unspec_volatile" => true,
        Pattern::Node { operands, .. } | Pattern::Comparison { operands, .. } => any(operands),
        Pattern::Leaf(_) | Pattern::Operand { .. } | Pattern::Same(_) | Pattern::Int(_) => false,
    }
}

fn recognition(insns: &[Insn], out: &mut String) {
    let _ = writeln!(
        out,
        "fn find(r: &RtxArena, x: RtxId) -> Option<(u16, Operands)> {{\n{}\nNone\n}}",
        tree::decide(insns, 0..insns.len())
    );
    let _ = writeln!(
        out,
        "fn find_only(index: u16, r: &RtxArena, x: RtxId) -> Option<(u16, Operands)> {{\nmatch index {{"
    );
    for index in 0..insns.len() {
        let body = tree::decide(insns, std::iter::once(index));
        let _ = writeln!(out, "{index} => {{\n{body}\n}}");
    }
    let _ = writeln!(out, "_ => {{}}\n}}\nNone\n}}");
    let pairs: Vec<String> = tree::nested(insns)
        .iter()
        .map(|(outer, inner)| format!("(Code::{}, Code::{})", variant(outer), variant(inner)))
        .collect();
    let _ = writeln!(
        out,
        "fn is_nested(outer: Code, inner: Code) -> bool {{\nmatches!((outer, inner), {})\n}}",
        pairs.join(" | ")
    );
}
