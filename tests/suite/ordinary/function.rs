//! Whole functions of statements: assignments, branches, loops with several exits, switches, jumps forward. Every loop
//! has a counter of its own that the body does not change, so every function returns.

use super::expr::{Exprs, INT, INTS, Place};
use crate::random::Random;
use std::fmt::Write;

/// A function under construction.
struct Writer<'a> {
    random: &'a mut Random,
    places: Vec<Place>,
    out: String,
    /// Names made so far, for counters and labels.
    names: usize,
    /// What the function may do yet: loops multiply what they contain.
    budget: usize,
    /// Loops around the current place that `break` and `continue` would leave.
    loops: usize,
    in_switch: bool,
}

/// A function `NAME` of two integers that returns one, and what it shares with others: an array and a global.
pub fn function(random: &mut Random, name: &str) -> String {
    let mut out = String::new();
    let element = random.pick(&INTS[..9]);
    let shared = random.pick(&INTS[..9]);
    let _ = writeln!(out, "static {} {name}_shared = {};", shared.name, random.below(100));
    let _ = writeln!(
        out,
        "static {} {name}_array[8] = {{ 1, {}, 3 }};",
        element.name,
        random.below(90)
    );
    let parameter = [random.pick(&INTS[..9]), random.pick(&INTS[..9])];
    let _ = writeln!(
        out,
        "{}",
        random.pick(&["static", "static __attribute__ ((noinline))", "static inline"])
    );
    let _ = writeln!(
        out,
        "long\n{name} ({} a, {} b, {} *p)\n{{",
        parameter[0].name, parameter[1].name, shared.name
    );
    let mut places = vec![
        Place::new("a", parameter[0]),
        Place::new("b", parameter[1]),
        Place::new(&format!("{name}_shared"), shared),
        Place::new("(*p)", shared),
        Place::new(&format!("{name}_array[{}]", random.below(8)), element),
        Place::new(&format!("{name}_array[b & 7]"), element),
    ];
    for index in 0..2 + random.below(4) {
        let ty = random.pick(&INTS);
        let local = format!("v{index}");
        let mut place = Place::new(&local, ty);
        if ty.bits >= 32 && random.one_in(2) {
            let high = random.pick(&[9, 100, 1000, 65535, 1_000_000]);
            let low = if ty.signed && random.one_in(2) { -high } else { 0 };
            place = Place::bounded(&local, ty, low, high);
        }
        let value = Exprs { random, places: &places }.within(1, place.low, place.high);
        let volatile = if random.one_in(12) { "volatile " } else { "" };
        let _ = writeln!(out, "  {volatile}{} {local} = {value};", ty.name);
        places.push(place);
    }
    let mut writer =
        Writer { random, places, out, names: 0, budget: 400, loops: 0, in_switch: false };
    let count = 3 + writer.random.below(5);
    writer.statements(count, 1);
    let sum: Vec<String> =
        writer.places.iter().map(|place| format!("(unsigned long) {}", place.text)).collect();
    let _ = writeln!(writer.out, "  return {};\n}}\n", sum.join(" * 31 + "));
    writer.out
}

/// Assignable places as bodies of templates know them: `int` variables of any value. `names` counts the names made for
/// the function so far.
pub fn statements(random: &mut Random, places: Vec<Place>, names: &mut usize) -> String {
    let mut writer = Writer {
        random,
        places,
        out: String::new(),
        names: *names,
        budget: 20,
        loops: 0,
        in_switch: false,
    };
    let count = 1 + writer.random.below(3);
    writer.statements(count, 2);
    *names = writer.names;
    writer.out
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * depth);
    }

    fn expr(&mut self) -> String {
        let depth = 1 + self.random.below(3);
        Exprs { random: self.random, places: &self.places }.any(depth).text
    }

    fn condition(&mut self) -> String {
        Exprs { random: self.random, places: &self.places }.condition(1)
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn block(&mut self, depth: usize) {
        self.line(depth, "{");
        let count = 1 + self.random.below(3);
        self.statements(count, depth + 1);
        self.line(depth, "}");
    }

    fn statement(&mut self, depth: usize) {
        if depth > 4 {
            return self.assignment(depth);
        }
        match self.random.below(14) {
            0..=5 => self.assignment(depth),
            6 | 7 => self.branch(depth),
            8 | 9 if self.budget >= 4 => self.counted_loop(depth),
            10 if self.budget >= 4 => self.while_loop(depth),
            11 => self.switch(depth),
            12 => self.jump(depth),
            13 if self.loops > 0 => self.exit(depth),
            _ => self.assignment(depth),
        }
    }

    fn assignment(&mut self, depth: usize) {
        let targets: Vec<Place> =
            self.places.iter().filter(|place| place.assignable).cloned().collect();
        if targets.is_empty() {
            return;
        }
        let target = &targets[self.random.below(targets.len())];
        let whole = target.low == target.ty.min() && target.high == target.ty.max();
        // What wraps, or is converted from a wider type, may be changed in place by anything.
        let wraps = whole && (!target.ty.signed || target.ty.bits < 32);
        let text = match self.random.below(8) {
            0 if wraps => format!("{}{};", target.text, self.random.pick(&["++", "--"])),
            1 if wraps => {
                let op = self.random.pick(&["+=", "-=", "^=", "|=", "&="]);
                let limit =
                    if target.ty.bits == 32 || target.ty.bits == 64 { 1 << 30 } else { 1 << 20 };
                let value =
                    Exprs { random: self.random, places: &self.places }.within(1, 0, limit - 1);
                format!("{} {op} {value};", target.text)
            }
            2 if whole => format!(
                "{} {} {};",
                target.text,
                self.random.pick(&["^=", "|=", "&="]),
                self.expr()
            ),
            3 if !whole => {
                let guard = format!("if ({} < {})", target.text, target.high);
                format!("{guard} {}++;", target.text)
            }
            4 if wraps || target.low >= 0 => {
                format!(
                    "{} {} {};",
                    target.text,
                    self.random.pick(&["/=", "%=", ">>="]),
                    1 + self.random.below(7)
                )
            }
            _ if whole => format!("{} = {};", target.text, self.expr()),
            _ => {
                let depth = 1 + self.random.below(3);
                let value = Exprs { random: self.random, places: &self.places }.within(
                    depth,
                    target.low,
                    target.high,
                );
                format!("{} = {value};", target.text)
            }
        };
        self.line(depth, &text);
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(depth, &format!("if ({condition})"));
        self.block(depth + 1);
        if self.random.one_in(2) {
            self.line(depth, "else");
            self.block(depth + 1);
        }
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// The body of a loop, within which its counter can be read.
    fn body(&mut self, depth: usize, counter: Place, trips: usize) {
        let (budget, in_switch) = (self.budget, self.in_switch);
        self.budget /= trips.max(2);
        self.in_switch = false;
        self.loops += 1;
        self.places.push(counter.fixed());
        self.block(depth + 1);
        self.places.pop();
        self.loops -= 1;
        self.in_switch = in_switch;
        self.budget = budget - budget / 4;
    }

    fn counted_loop(&mut self, depth: usize) {
        let counter = self.name("i");
        let ty = self.random.pick(&[INTS[0], INTS[0], INTS[1], INTS[2], INTS[3], INTS[7], INTS[4]]);
        let trips = 1 + self.random.below(self.budget.min(12));
        let step = self.random.pick(&[1, 1, 1, 2, 3]);
        let end = trips * step + self.random.below(step);
        let head = match self.random.below(5) {
            0 => format!(
                "for ({} {counter} = {end}; {counter} > {}; {counter} -= {step})",
                ty.name,
                step - 1
            ),
            1 => format!(
                "for ({} {counter} = 0; {counter} != {}; {counter} += {step})",
                ty.name,
                trips * step
            ),
            2 => {
                let limit =
                    Exprs { random: self.random, places: &self.places }.within(1, 0, end as i128);
                // The limit may change while the loop runs, but stays within its bounds.
                format!("for ({} {counter} = 0; {counter} < {limit}; {counter}++)", ty.name)
            }
            3 => {
                format!("for ({} {counter} = 0; {counter} <= {end}; {counter} += {step})", ty.name)
            }
            _ => format!("for ({} {counter} = 0; {counter} < {end}; {counter} += {step})", ty.name),
        };
        self.line(depth, &head);
        let counter = Place::bounded(&counter, ty, 0, (end + step) as i128);
        self.body(depth, counter, trips + 1);
    }

    fn while_loop(&mut self, depth: usize) {
        let counter = self.name("n");
        let trips = 1 + self.random.below(self.budget.min(10));
        let condition = self.condition();
        self.line(depth, "{");
        self.line(depth + 1, &format!("int {counter} = {trips};"));
        let place = Place::bounded(&counter, INT, -1, trips as i128);
        match self.random.below(4) {
            0 => {
                self.line(depth + 1, &format!("while ({counter}-- > 0 && {condition})"));
                self.body(depth + 1, place, trips);
            }
            1 => {
                self.line(depth + 1, &format!("while ({condition} && --{counter})"));
                self.body(depth + 1, place, trips);
            }
            2 => {
                self.line(depth + 1, "do");
                self.body(depth + 1, place, trips);
                self.line(depth + 1, &format!("while (--{counter} > 0 && {condition});"));
            }
            _ => {
                self.line(depth + 1, "for (;;)");
                self.line(depth + 2, "{");
                self.line(depth + 3, &format!("if ({counter}-- <= 0 || {condition})"));
                self.line(depth + 4, "break;");
                self.body(depth + 2, place, trips);
                self.line(depth + 2, "}");
            }
        }
        self.line(depth, "}");
    }

    fn switch(&mut self, depth: usize) {
        let on = self.expr();
        let was = std::mem::replace(&mut self.in_switch, true);
        let dense = self.random.one_in(2);
        let value = if dense { format!("{on} & 7") } else { on };
        self.line(depth, &format!("switch ({value})"));
        self.line(depth + 1, "{");
        let cases = 2 + self.random.below(5);
        let default = self.random.below(cases + 2);
        let mut label = self.random.below(3);
        for index in 0..cases {
            self.line(depth + 1, &format!("case {label}:"));
            label +=
                1 + if dense { self.random.below(2) } else { self.random.pick(&[0, 3, 40, 1000]) };
            if index == default {
                self.line(depth + 1, "default:");
            }
            let count = self.random.below(3);
            self.statements(count, depth + 2);
            if !self.random.one_in(3) || index + 1 == cases {
                self.line(depth + 2, "break;");
            }
        }
        self.line(depth + 1, "}");
        self.in_switch = was;
    }

    /// A jump over some statements.
    fn jump(&mut self, depth: usize) {
        let label = self.name("out");
        let condition = self.condition();
        self.line(depth, &format!("if ({condition})"));
        self.line(depth + 1, &format!("goto {label};"));
        let count = 1 + self.random.below(2);
        self.statements(count, depth);
        self.line(depth.saturating_sub(1), &format!("{label}:;"));
    }

    fn exit(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(depth, &format!("if ({condition})"));
        let how = if self.in_switch { 2 } else { self.random.below(4) };
        let text = match how {
            0 | 1 => "break;".to_string(),
            // Counters are changed in the loop's head, or in the condition that `continue` goes to.
            2 => "continue;".to_string(),
            _ => format!("return {};", self.expr()),
        };
        self.line(depth + 1, &text);
    }
}
