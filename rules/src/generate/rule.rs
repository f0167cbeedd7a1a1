//! The function of one rule:
//!
//! ```text
//! fn minus_plus<S: Subject>(s: &mut S, e: &E<S>, defs: &[Option<E<S>>; 2]) -> Option<E<S>> {
//!     let d1 = defs[0].as_ref()?;
//!     if !matches!(d1.code, TreeCode::Plus) { return None; }
//!     for [i1, j1] in [[0, 1], [1, 0]] {
//!         let v_x = d1.ops[i1];
//!         let v_y = d1.ops[j1];
//!         if !s.equal(e.ops[1], v_y) { continue; }
//!         if s.float(e.ty) { continue; }
//!         s.dropped(v_y);
//!         return Some(Expr::of_value(e.ty, v_x, S::NONE));
//!     }
//!     None
//! }
//! ```

use super::effects::{Effects, effects};
use super::{code_pattern, codes};
use crate::ast::{Condition, Form, Node, Op, Pattern, Rule, Template, TypeRef, Value};
use crate::operators::Shape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Writes the function of one rule.
pub(super) struct RuleWriter<'a> {
    rule: &'a Rule,
    out: String,
    depth: usize,
    /// Loops over orders of operands that are open.
    open: usize,
    /// Names for parts without one.
    fresh: usize,
    /// Captures and loop variables that have a value by now.
    bound: Vec<String>,
    /// How often each name is mentioned.
    uses: BTreeMap<String, usize>,
    /// What is done about the effects of operands, where they can have any.
    effects: Effects,
}

impl<'a> RuleWriter<'a> {
    pub(super) fn write(rule: &'a Rule, name: &str) -> String {
        let mut uses = BTreeMap::new();
        count_uses(rule, &mut uses);
        let on_trees = rule.forms.contains(&Form::Generic);
        let effects = if on_trees { effects(rule) } else { Effects::default() };
        for name in effects.dropped.iter().chain(&effects.refused) {
            *uses.entry(name.clone()).or_default() += 1;
        }
        let mut writer = RuleWriter {
            rule,
            out: String::new(),
            depth: 1,
            open: 0,
            fresh: 0,
            bound: Vec::new(),
            uses,
            effects,
        };
        let Some(root) = rule.pattern.node() else { return String::new() };
        let _ = write!(
            writer.out,
            "\n// {}:{}\nfn {name}<S: Subject>(s: &mut S, e: &E<S>, defs: &[Option<E<S>>; 2]) -> Option<E<S>> {{\n",
            rule.file, rule.line
        );
        if let Op::Variable(variable) = &root.op {
            writer.bind_loop(variable, "e.code");
        }
        writer.args(root, "e", true);
        writer.condition();
        writer.repeated();
        writer.result();
        for _ in 0..writer.open {
            writer.depth -= 1;
            writer.line("}");
        }
        if writer.open > 0 {
            writer.line("None");
        }
        writer.out.push_str("}\n");
        writer.without_unused()
    }

    /// The function with `_` for what its body does not mention.
    fn without_unused(self) -> String {
        let mut text = self.out;
        let mentions = |text: &str, word: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let mut count = 0;
            for (at, _) in text.match_indices(word) {
                let before = text[..at].chars().next_back().is_some_and(is_part);
                let after = text[at + word.len()..].chars().next().is_some_and(is_part);
                count += usize::from(!before && !after);
            }
            count
        };
        if mentions(&text, "s") == 1 {
            text = text.replacen("(s: &mut S", "(_: &mut S", 1);
        }
        if mentions(&text, "defs") == 1 {
            text = text.replacen(" defs: &[", " _: &[", 1);
        }
        for number in 1..=self.fresh {
            for (stem, left, right) in [("i", "[", ", j"), ("j", " ", "] in")] {
                let name = format!("{stem}{number}");
                if mentions(&text, &name) == 1 {
                    let wanted = format!("{left}{name}{right}");
                    text = text.replacen(&wanted, &format!("{left}_{right}"), 1);
                }
            }
        }
        text
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn fail(&self) -> &'static str {
        if self.open > 0 { "continue" } else { "return None" }
    }

    /// Gives a name to what an `Option` holds; the rule does not apply if that is nothing.
    fn let_some(&mut self, name: &str, option: &str) {
        if self.open > 0 {
            self.line(&format!("let Some({name}) = {option} else {{ continue }};"));
        } else {
            self.line(&format!("let {name} = {option}?;"));
        }
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    /// The rule does not apply if this holds.
    fn fail_if(&mut self, test: &str) {
        let fail = self.fail();
        self.line(&format!("if {test} {{"));
        self.line(&format!("    {fail};"));
        self.line("}");
    }

    fn used_again(&self, name: &str) -> bool {
        self.uses.get(name).is_some_and(|&count| count > 1)
    }

    /// Gives the variables of a loop values, the operator of one being known.
    fn bind_loop(&mut self, variable: &str, code: &str) {
        let rule = self.rule;
        let Some(l) =
            rule.loops.iter().find(|l| l.columns.iter().any(|column| column.0 == variable))
        else {
            return;
        };
        let known = l.columns.iter().position(|column| column.0 == variable).unwrap_or(0);
        for (index, column) in l.columns.iter().enumerate() {
            self.bound.push(column.0.clone());
            if index == known {
                if self.used_again(variable) {
                    self.line(&format!("let op_{variable} = {code};"));
                }
                continue;
            }
            if !self.uses.contains_key(&column.0) {
                continue;
            }
            let fail = self.fail();
            self.line(&format!("let op_{} = match {code} {{", column.0));
            for (from, to) in l.columns[known].1.iter().zip(&column.1) {
                self.line(&format!("    TreeCode::{} => TreeCode::{},", from.code, to.code));
            }
            self.line(&format!("    _ => {fail},"));
            self.line("};");
        }
    }

    /// Matches the operands of the operation `place`.
    fn args(&mut self, node: &'a Node, place: &str, root: bool) {
        let mut order: Vec<String> = (0..node.args.len()).map(|i| i.to_string()).collect();
        if node.commutes {
            let (i, j) = (self.fresh("i"), self.fresh("j"));
            self.line(&format!("for [{i}, {j}] in [[0, 1], [1, 0]] {{"));
            self.depth += 1;
            self.open += 1;
            order = vec![i, j];
        }
        // Plain operands first: comparing them costs nothing.
        let mut parts: Vec<usize> = (0..node.args.len()).collect();
        parts.sort_by_key(|&index| node.args[index].node().is_some());
        for index in parts {
            let value = format!("{place}.ops[{}]", order[index]);
            let definition =
                (root && index < 2).then(|| format!("defs[{}].as_ref()", order[index]));
            self.operand(&node.args[index], &value, definition);
        }
    }

    /// Matches one operand.
    fn operand(&mut self, pattern: &'a Pattern, value: &str, definition: Option<String>) {
        match pattern {
            Pattern::Any(name) | Pattern::Constant(name) => {
                if self.bound.contains(name) {
                    self.fail_if(&format!("!s.equal({value}, v_{name})"));
                    return;
                }
                if matches!(pattern, Pattern::Constant(_)) {
                    self.fail_if(&format!("!s.is_constant({value})"));
                }
                self.name(name, value);
            }
            Pattern::Literal(number) => {
                let test = match number {
                    0 => format!("!s.is_zero({value})"),
                    1 => format!("!s.is_one({value})"),
                    -1 => format!("!s.is_all_ones({value})"),
                    other => format!("s.int({value}) != Some({other})"),
                };
                self.fail_if(&test);
            }
            Pattern::Real(bits) => {
                self.fail_if(&format!("!s.is_real({value}, {bits:#x})"));
            }
            Pattern::Node(node) if is_nop(&node.op) => {
                let below = self.fresh("n");
                if node.optional {
                    self.line(&format!("let {below} = s.below_nop({value});"));
                } else {
                    self.let_some(&below, &format!("s.nop_operand({value})"));
                }
                if let Some(name) = &node.name {
                    self.name(name, value);
                }
                self.operand(&node.args[0], &below, None);
            }
            Pattern::Node(node) => {
                let place = self.fresh("d");
                let definition = definition.unwrap_or_else(|| format!("s.definition({value})"));
                self.let_some(&place, &definition);
                match &node.op {
                    Op::Variable(variable) if self.bound.contains(variable) => {
                        self.fail_if(&format!("{place}.code != op_{variable}"));
                    }
                    op => {
                        let pattern = code_pattern(&codes(op, &self.rule.loops));
                        self.fail_if(&format!("!matches!({place}.code, {pattern})"));
                    }
                }
                if node.single {
                    self.fail_if(&format!("!s.single_use({value})"));
                }
                if node.once {
                    self.fail_if(&format!("!s.used_once({value})"));
                }
                if let Op::Variable(variable) = &node.op
                    && !self.bound.contains(variable)
                {
                    self.bind_loop(variable, &format!("{place}.code"));
                }
                if let Some(name) = &node.name {
                    self.name(name, value);
                }
                self.args(node, &place, false);
            }
        }
    }

    fn name(&mut self, name: &str, value: &str) {
        if self.used_again(name) {
            self.line(&format!("let v_{name} = {value};"));
        }
        self.bound.push(name.to_string());
    }

    fn condition(&mut self) {
        for part in self.rule.condition.conjuncts() {
            let test = negated(part);
            // A list needs no parentheses of its own.
            let plain = test.strip_prefix('(').and_then(|test| test.strip_suffix(')'));
            self.fail_if(plain.unwrap_or(&test));
        }
    }

    /// What is evaluated at other times or more than once.
    fn repeated(&mut self) {
        for name in std::mem::take(&mut self.effects.refused) {
            self.fail_if(&format!("s.has_effects(v_{name})"));
        }
        for name in std::mem::take(&mut self.effects.repeated) {
            self.line(&format!("let v_{name} = s.repeated(v_{name});"));
        }
    }

    fn result(&mut self) {
        let expr = match &self.rule.result {
            Template::Node { op: Op::Known(op), args, .. } if op.name == "non_lvalue" => {
                let value = self.part(&args[0], "e.ty");
                format!("Expr::of_value(e.ty, s.non_lvalue({value}), S::NONE)")
            }
            Template::Capture(name) => format!("Expr::of_value(e.ty, v_{name}, S::NONE)"),
            Template::Value(number, _) => {
                let value = self.constant(number, "e.ty");
                format!("Expr::of_value(e.ty, {value}, S::NONE)")
            }
            Template::Node { op, args, .. } => {
                let (code, ops) = self.operation(op, args, "e.ty", "e.ty");
                format!("Expr {{ code: {code}, ty: e.ty, ops: {ops} }}")
            }
        };
        for name in std::mem::take(&mut self.effects.dropped) {
            self.line(&format!("s.dropped(v_{name});"));
        }
        if self.open > 0 {
            self.line(&format!("return Some({expr});"));
        } else {
            self.line(&format!("Some({expr})"));
        }
    }

    /// The name of a new constant.
    fn constant(&mut self, number: &Value, ty: &str) -> String {
        let name = self.fresh("k");
        if let Value::Number(number) = number {
            self.line(&format!("let ty = {ty};"));
            self.line(&format!("let {name} = s.constant(ty, {number});"));
        } else {
            self.let_some("number", &value(number));
            self.line(&format!("let ty = {ty};"));
            self.line(&format!("let {name} = s.constant(ty, number);"));
        }
        name
    }

    /// Code and operands of an operation of a template whose type is `ty`, and will be in the variable `own`.
    fn operation(&mut self, op: &Op, args: &[Template], ty: &str, own: &str) -> (String, String) {
        let shape = codes(op, &self.rule.loops).first().map_or(Shape::Uniform, |op| op.shape);
        let known: Option<String> = args.iter().find_map(type_of);
        let mut ops = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let place = match shape {
                Shape::Shift if index == 1 => "s.int_type()".to_string(),
                Shape::Uniform | Shape::Cond | Shape::Shift => ty.to_string(),
                _ => known.clone().unwrap_or_else(|| ty.to_string()),
            };
            ops.push(self.part(arg, &place));
        }
        let code = match op {
            Op::Known(op) if op.shape == Shape::Convert => {
                format!("s.conversion({own}, s.type_of({}))", ops[0])
            }
            Op::Known(op) => format!("TreeCode::{}", op.code),
            Op::Variable(name) => format!("op_{name}"),
        };
        while ops.len() < 3 {
            ops.push("S::NONE".to_string());
        }
        (code, format!("[{}]", ops.join(", ")))
    }

    /// The name of an operand of a template; numbers get type `place`.
    fn part(&mut self, template: &Template, place: &str) -> String {
        match template {
            Template::Capture(name) => format!("v_{name}"),
            Template::Value(number, ty) => {
                let ty = ty.as_ref().map_or_else(|| place.to_string(), type_ref);
                self.constant(number, &ty)
            }
            Template::Node { op, args, .. } => {
                let ty = type_of(template).unwrap_or_else(|| place.to_string());
                let (code, ops) = self.operation(op, args, &ty, "ty");
                let name = self.fresh("k");
                self.line(&format!("let ty = {ty};"));
                self.line(&format!("let (code, ops) = ({code}, {ops});"));
                self.let_some(&name, "s.build(code, ty, ops)");
                name
            }
        }
    }
}

/// Whether an operator is a conversion that changes no bit.
fn is_nop(op: &Op) -> bool {
    matches!(op, Op::Known(op) if op.name == "nop")
}

/// The type of a part of a template, where it says so.
fn type_of(template: &Template) -> Option<String> {
    match template {
        Template::Capture(name) => Some(format!("s.type_of(v_{name})")),
        Template::Value(_, ty) => ty.as_ref().map(type_ref),
        Template::Node { ty: Some(ty), .. } => Some(type_ref(ty)),
        Template::Node { op: Op::Known(op), args, .. } => match op.shape {
            Shape::Uniform | Shape::PointerPlus => args.iter().find_map(type_of),
            Shape::Shift => type_of(&args[0]),
            Shape::Comparison => Some("s.truth_type()".to_string()),
            _ => None,
        },
        // The operators of a loop are of one kind.
        Template::Node { op: Op::Variable(_), args, .. } => args.iter().find_map(type_of),
    }
}

fn type_ref(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Root => "e.ty".to_string(),
        TypeRef::Of(name) => format!("s.type_of(v_{name})"),
        TypeRef::Int => "s.int_type()".to_string(),
        TypeRef::Truth => "s.truth_type()".to_string(),
        TypeRef::Unsigned(of) => {
            format!("{{ let of = {}; s.integer_type(of, true) }}", type_ref(of))
        }
        TypeRef::Signed(of) => {
            format!("{{ let of = {}; s.integer_type(of, false) }}", type_ref(of))
        }
    }
}

fn condition(condition_: &Condition) -> String {
    let list = |parts: &[Condition], between: &str| {
        let parts: Vec<String> = parts.iter().map(condition).collect();
        format!("({})", parts.join(between))
    };
    match condition_ {
        Condition::All(parts) if parts.is_empty() => "true".to_string(),
        Condition::All(parts) => list(parts, " && "),
        Condition::Any(parts) => list(parts, " || "),
        Condition::Not(inner) => format!("!{}", condition(inner)),
        Condition::Compare(symbol, left, right) => {
            let test = match *symbol {
                "==" => "eq",
                "!=" => "ne",
                "<" => "lt",
                "<=" => "le",
                ">" => "gt",
                _ => "ge",
            };
            format!("number::compare({}, {}, i128::{test})", value(left), value(right))
        }
        Condition::Fits(ty, inner) => format!("s.fits({}, {})", type_ref(ty), value(inner)),
        Condition::Ask(question, types) => {
            let types: Vec<String> = types.iter().map(type_ref).collect();
            format!("s.{}({})", question.name(), types.join(", "))
        }
        Condition::NotZero(name) => format!("!s.is_zero(v_{name})"),
        Condition::NotNegative(name) => format!("s.nonnegative(v_{name})"),
        Condition::Negative(name) => format!("s.negative(v_{name})"),
    }
}

/// The opposite of a condition.
fn negated(condition_: &Condition) -> String {
    let list = |parts: &[Condition], between: &str| {
        let parts: Vec<String> = parts.iter().map(negated).collect();
        format!("({})", parts.join(between))
    };
    match condition_ {
        Condition::All(parts) => list(parts, " || "),
        Condition::Any(parts) => list(parts, " && "),
        Condition::Not(inner) => condition(inner),
        Condition::NotZero(name) => format!("s.is_zero(v_{name})"),
        other => format!("!{}", condition(other)),
    }
}

fn value(value_: &Value) -> String {
    match value_ {
        Value::Number(number) => format!("Some({number})"),
        Value::Constant(name) => format!("s.int(v_{name})"),
        Value::Bits(ty) => format!("s.bits({})", type_ref(ty)),
        Value::Min(ty) => format!("s.range({}).map(|r| r.0)", type_ref(ty)),
        Value::Max(ty) => format!("s.range({}).map(|r| r.1)", type_ref(ty)),
        Value::Wrap(ty, inner) => {
            format!("s.wrap({}, {})", type_ref(ty), value(inner))
        }
        Value::Inverse(ty, inner) => {
            format!("s.wrap({}, number::inverse({}))", type_ref(ty), value(inner))
        }
        Value::Log2(inner) => format!("number::log2({})", value(inner)),
        Value::Possible(name) => format!("s.possible_bits(v_{name})"),
        Value::Negate(inner) => format!("number::negate({})", value(inner)),
        Value::Not(inner) => format!("number::not({})", value(inner)),
        Value::Binary(letter, left, right) => {
            let name = match letter {
                '+' => "add",
                '-' => "sub",
                '*' => "mul",
                '&' => "and",
                '|' => "or",
                '^' => "xor",
                '<' => "shl",
                _ => "shr",
            };
            format!("number::{name}({}, {})", value(left), value(right))
        }
    }
}

/// Counts the mentions of captures and loop variables.
fn count_uses(rule: &Rule, uses: &mut BTreeMap<String, usize>) {
    let mut count = |name: &str| *uses.entry(name.to_string()).or_default() += 1;
    rule.pattern.walk(&mut |part| match part {
        Pattern::Any(name) | Pattern::Constant(name) => count(name),
        Pattern::Literal(_) | Pattern::Real(_) => {}
        Pattern::Node(node) => {
            if let Some(name) = &node.name {
                count(name);
            }
            if let Op::Variable(name) = &node.op {
                count(name);
            }
        }
    });
    crate::check::mentions(rule, &mut count);
}
