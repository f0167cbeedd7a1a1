//! Decision trees: from templates to Rust that finds the first one an expression matches.
//!
//! What is still to be looked at are expressions in variables, and for each template what it wants of each (a matrix with a
//! row for each template, after Maranget, *Compiling Pattern Matching to Good Decision Trees*, 2008). Where the first row
//! wants a code, the expression's code decides which rows remain; a predicate matches leaves, memory and parts of registers, so its
//! row remains for those only. Where the first row wants operands only, these are tested, and the others follow.

use super::ast::{Condition, Insn, Pattern};
use std::fmt::Write;

/// Codes whose operands are a vector.
const VECTORS: [&str; 3] = ["parallel", "unspec", "unspec_volatile"];

/// Codes of what an operand may be.
const OPERANDS: [&str; 8] =
    ["reg", "subreg", "mem", "const_int", "const_double", "symbol_ref", "label_ref", "const"];

/// The integer comparisons.
const COMPARISONS: [&str; 10] = ["eq", "ne", "lt", "ltu", "le", "leu", "gt", "gtu", "ge", "geu"];

/// An insn whose template may still match.
#[derive(Clone)]
struct Row<'a> {
    /// The insn's index.
    insn: usize,
    /// What is wanted of the variables that are not decided yet.
    wanted: Vec<Option<&'a Pattern>>,
    /// Tests that have to hold besides, as Rust.
    guards: Vec<String>,
    /// The variable of each operand seen.
    operands: Vec<(u8, String)>,
}

/// Writes the body of a function that looks at `x`, an expression of `r`, and returns the number of the insn and its operands.
pub fn decide(insns: &[Insn], indices: impl Iterator<Item = usize>) -> String {
    let rows = indices
        .map(|insn| {
            let mut row =
                Row { insn, wanted: Vec::new(), guards: Vec::new(), operands: Vec::new() };
            row.want(&insns[insn].template, "x");
            row
        })
        .collect();
    let mut tree = Tree { insns, out: String::new(), next: 0 };
    tree.node(&["x".to_string()], rows);
    tree.out
}

impl<'a> Row<'a> {
    /// Notes what is wanted of a variable that comes after those there are.
    fn want(&mut self, pattern: &'a Pattern, variable: &str) {
        match pattern {
            Pattern::Operand { index, predicate, mode } => {
                self.operands.push((*index, variable.to_string()));
                let mode = mode.as_deref().unwrap_or("VOID");
                self.guards.push(format!("is_{predicate}(r, {variable}, Mode::{mode})"));
                self.wanted.push(None);
            }
            Pattern::Same(index) => {
                let other = self.operands.iter().find(|(own, _)| own == index);
                let other = &other.expect("the operand has been seen").1;
                self.guards.push(format!("r.equal({other}, {variable})"));
                self.wanted.push(None);
            }
            Pattern::Int(value) => {
                self.guards.push(format!("r.is_int({variable}, {value})"));
                self.wanted.push(None);
            }
            Pattern::Comparison { index, .. } => {
                self.operands.push((*index, variable.to_string()));
                self.wanted.push(Some(pattern));
            }
            Pattern::Leaf(_) | Pattern::Node { .. } => self.wanted.push(Some(pattern)),
        }
    }
}

struct Tree<'a> {
    insns: &'a [Insn],
    out: String,
    /// The number of the next variable.
    next: usize,
}

/// What a pattern wants at its top: code, mode, operands.
fn top(pattern: &Pattern) -> (Vec<&str>, Option<&str>, &[Pattern]) {
    match pattern {
        Pattern::Leaf(code) => (vec![code], None, &[]),
        Pattern::Node { code, mode, operands, .. } => (vec![code], mode.as_deref(), operands),
        Pattern::Comparison { operands, .. } => (COMPARISONS.to_vec(), None, operands),
        Pattern::Operand { .. } | Pattern::Same(_) | Pattern::Int(_) => (Vec::new(), None, &[]),
    }
}

/// Each of what an iterator yields once, in the order in which they come.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    for item in items {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    all
}

/// The variant of a code's name: `SignExtend`.
pub fn variant(code: &str) -> String {
    code.split('_').map(|word| format!("{}{}", word[..1].to_uppercase(), &word[1..])).collect()
}

impl<'a> Tree<'a> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    fn node(&mut self, variables: &[String], rows: Vec<Row<'a>>) {
        let Some(first) = rows.first() else { return };
        let Some(column) = first.wanted.iter().position(Option::is_some) else {
            self.answer(first);
            return self.node(variables, rows[1..].to_vec());
        };
        let variable = &variables[column];
        let wanted = |row: &Row<'a>| row.wanted[column];
        let codes = distinct(rows.iter().filter_map(wanted).flat_map(|pattern| top(pattern).0));
        self.line(&format!("match r.code({variable}) {{"));
        for code in &codes {
            let stays = |row: &&Row<'a>| match wanted(row) {
                Some(pattern) => top(pattern).0.contains(code),
                None => OPERANDS.contains(code),
            };
            let rows: Vec<Row<'a>> = rows.iter().filter(stays).cloned().collect();
            self.line(&format!("Code::{} => {{", variant(code)));
            self.modes(variables, column, code, rows);
            self.line("}");
        }
        self.line("_ => {");
        self.node(variables, rows.iter().filter(|row| wanted(row).is_none()).cloned().collect());
        self.line("}\n}");
    }

    /// Rows that fit the code in a column, by the mode.
    fn modes(&mut self, variables: &[String], column: usize, code: &str, rows: Vec<Row<'a>>) {
        let mode = |row: &Row<'a>| row.wanted[column].and_then(|pattern| top(pattern).1);
        let modes = distinct(rows.iter().filter_map(mode));
        if modes.is_empty() {
            return self.operands(variables, column, code, rows);
        }
        self.line(&format!("match r.mode({}) {{", variables[column]));
        for wanted in &modes {
            let stays = |row: &&Row<'a>| mode(row).is_none_or(|mode| mode == *wanted);
            self.line(&format!("Mode::{wanted} => {{"));
            self.operands(variables, column, code, rows.iter().filter(stays).cloned().collect());
            self.line("}");
        }
        self.line("_ => {");
        let others = rows.iter().filter(|row| mode(row).is_none()).cloned().collect();
        self.operands(variables, column, code, others);
        self.line("}\n}");
    }

    /// Rows that fit code and mode in a column: the operands take its place, as many as there are.
    fn operands(&mut self, variables: &[String], column: usize, code: &str, rows: Vec<Row<'a>>) {
        let count = |row: &Row<'a>| row.wanted[column].map_or(0, |pattern| top(pattern).2.len());
        if !VECTORS.contains(&code) {
            let most = rows.iter().map(count).max().unwrap_or(0);
            return self.expanded(variables, column, code, most, rows);
        }
        let counts = distinct(rows.iter().map(count));
        self.line(&format!("match r.num_ops({}) {{", variables[column]));
        for wanted in &counts {
            let stays = |row: &&Row<'a>| count(row) == *wanted;
            self.line(&format!("{wanted} => {{"));
            let rows = rows.iter().filter(stays).cloned().collect();
            self.expanded(variables, column, code, *wanted, rows);
            self.line("}");
        }
        self.line("_ => {}\n}");
    }

    fn expanded(
        &mut self,
        variables: &[String],
        column: usize,
        code: &str,
        count: usize,
        rows: Vec<Row<'a>>,
    ) {
        if rows.is_empty() {
            return;
        }
        let mut left: Vec<String> = variables.to_vec();
        let parent = left.remove(column);
        let read = if VECTORS.contains(&code) { "any_op" } else { "op" };
        let mut fresh = Vec::new();
        for index in 0..count {
            let name = format!("x{}", self.next);
            self.next += 1;
            self.line(&format!("let {name} = r.{read}({parent}, {index});"));
            fresh.push(name);
        }
        left.extend(fresh.iter().cloned());
        let rows = rows
            .into_iter()
            .map(|mut row| {
                let Some(pattern) = row.wanted.remove(column) else {
                    row.wanted.extend(fresh.iter().map(|_| None));
                    return row;
                };
                if let Pattern::Node { number: Some(number), .. } = pattern {
                    row.guards.push(format!("r.unspec_number({parent}) == {number}"));
                }
                if code == "subreg" {
                    row.guards.push(format!("r.subreg_byte({parent}) == 0"));
                }
                let operands = top(pattern).2;
                for (operand, name) in operands.iter().zip(&fresh) {
                    row.want(operand, name);
                }
                row.wanted.extend(fresh[operands.len()..].iter().map(|_| None));
                row
            })
            .collect();
        self.node(&left, rows);
    }

    /// The insn matches if its operands do.
    fn answer(&mut self, row: &Row<'a>) {
        let insn = &self.insns[row.insn];
        let guards = if row.guards.is_empty() { "true".into() } else { row.guards.join(" && ") };
        let most = row.operands.iter().map(|(index, _)| *index as usize + 1).max().unwrap_or(0);
        let mut operands = vec!["RtxId::NONE"; most];
        for (index, variable) in &row.operands {
            operands[*index as usize] = variable;
        }
        self.line(&format!("if {guards} {{"));
        self.line(&format!("let operands = Operands::of(&[{}]);", operands.join(", ")));
        let conditions: Vec<String> = insn.when.iter().map(condition).collect();
        let index = row.insn;
        if conditions.is_empty() {
            self.line(&format!("return Some(({index}, operands));"));
        } else {
            let all = conditions.join(" && ");
            self.line(&format!("if {all} {{ return Some(({index}, operands)); }}"));
        }
        self.line("}");
    }
}

/// A condition on `operands`, as Rust.
fn condition(condition: &Condition) -> String {
    match condition {
        Condition::In(operand, low, high) => {
            format!("r.as_int(operands[{operand}]).is_some_and(|v| ({low}..={high}).contains(&v))")
        }
        Condition::Is(operand, code) => {
            format!("r.code(operands[{operand}]) == Code::{}", variant(code))
        }
        Condition::Function(name) => format!("predicates::{name}(r, &operands)"),
        Condition::Needs(name) => {
            format!("r.extensions & extension::{} != 0", name.to_uppercase())
        }
    }
}

/// The codes of operators, and of those that are operands of them in some template.
pub fn nested(insns: &[Insn]) -> Vec<(&str, &str)> {
    fn note<'a>(pattern: &'a Pattern, pairs: &mut Vec<(&'a str, &'a str)>) {
        let (outer, _, operands) = top(pattern);
        for operand in operands {
            let (inner, ..) = top(operand);
            pairs.extend(outer.iter().flat_map(|&o| inner.iter().map(move |&i| (o, i))));
            note(operand, pairs);
        }
    }
    let mut pairs = Vec::new();
    for insn in insns {
        note(&insn.template, &mut pairs);
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
