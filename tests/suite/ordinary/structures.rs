//! Functions that copy structures: structures and unions in each other, arrays and bit-fields in them, copied whole and in
//! parts, changed member by member, passed and returned by value, between variables and memory.
//!
//! No copy overlaps its own source, and of a union only the member that comes first is shown, read as the bytes that all
//! members have left there. None of a union's members has padding, which a copy of it need not copy: nothing is undefined,
//! and padding is never looked at.

use crate::random::Random;
use std::fmt::Write;

/// Types of members that are no structures. Every bit pattern that occurs is a value of them.
const SCALARS: [&str; 10] = [
    "char",
    "short",
    "int",
    "long",
    "unsigned char",
    "unsigned short",
    "unsigned",
    "unsigned long",
    "float",
    "double",
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Scalar(&'static str),
    BitField(&'static str, usize),
    Array(&'static str, usize),
    /// By its number.
    Aggregate(usize),
}

struct Type {
    union: bool,
    members: Vec<Kind>,
}

/// A part of an object: how it is selected, and what it is.
#[derive(Clone)]
struct Part {
    path: String,
    kind: Kind,
}

impl Part {
    fn is_float(&self) -> bool {
        matches!(self.kind, Kind::Scalar("float" | "double"))
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    /// What every name begins with.
    prefix: String,
    types: Vec<Type>,
    out: String,
}

/// Types, functions and a function `run_NAME` that calls them and shows what they did.
pub fn structures(random: &mut Random, name: &str) -> String {
    let mut writer =
        Writer { random, prefix: name.to_string(), types: Vec::new(), out: String::new() };
    writer.declare_types();
    for number in 0..writer.types.len() {
        writer.by_value(number);
    }
    let mut runs = String::new();
    for index in 0..2 {
        let number = writer.types.len() - 1 - writer.random.below(3);
        writer.copies(number, index);
        writer.run(number, index, &mut runs);
    }
    let _ = writeln!(writer.out, "static void\nrun_{name} (void)\n{{\n{runs}}}\n");
    writer.out
}

impl Writer<'_> {
    fn type_name(&self, number: usize) -> String {
        let keyword = if self.types[number].union { "union" } else { "struct" };
        format!("{keyword} {}_{number}", self.prefix)
    }

    fn declare_types(&mut self) {
        for _ in 0..3 + self.random.below(4) {
            let union = self.random.one_in(4);
            let count = if union { 2 + self.random.below(2) } else { 1 + self.random.below(4) };
            let members = (0..count).map(|_| self.member(union)).collect();
            self.types.push(Type { union, members });
            let number = self.types.len() - 1;
            let mut text = format!("{}\n{{\n", self.type_name(number));
            for (index, member) in self.types[number].members.iter().enumerate() {
                let _ = match member {
                    Kind::Scalar(ty) => writeln!(text, "  {ty} m{index};"),
                    Kind::BitField(ty, bits) => writeln!(text, "  {ty} m{index} : {bits};"),
                    Kind::Array(ty, count) => writeln!(text, "  {ty} m{index}[{count}];"),
                    Kind::Aggregate(inner) => {
                        writeln!(text, "  {} m{index};", self.type_name(*inner))
                    }
                };
            }
            self.out += &text;
            self.out += "};\n";
        }
    }

    fn member(&mut self, in_union: bool) -> Kind {
        let scalar = self.random.pick(&SCALARS);
        match self.random.below(20) {
            0..=7 if !self.types.is_empty() => {
                let kind = Kind::Aggregate(self.random.below(self.types.len()));
                match in_union && self.is_padded(kind) {
                    true => Kind::Scalar(scalar),
                    false => kind,
                }
            }
            8 | 9 => Kind::Array(scalar, 1 + self.random.below(3)),
            10 | 11 if !in_union => {
                Kind::BitField(self.random.pick(&["int", "unsigned"]), 1 + self.random.below(20))
            }
            _ => Kind::Scalar(scalar),
        }
    }

    /// Whether there are bits in the type that belong to no member.
    fn is_padded(&self, kind: Kind) -> bool {
        let Kind::Aggregate(number) = kind else { return matches!(kind, Kind::BitField(..)) };
        let Type { union, members } = &self.types[number];
        let (size, mut parts) = (self.layout(kind).0, members.iter().map(|&of| self.layout(of).0));
        let covered =
            if *union { parts.any(|part| part == size) } else { parts.sum::<u64>() == size };
        !covered || members.iter().any(|&member| self.is_padded(member))
    }

    /// Size and alignment in bytes of a type without bit-fields.
    fn layout(&self, kind: Kind) -> (u64, u64) {
        let scalar = |ty: &str| match ty {
            "char" | "unsigned char" => 1,
            "short" | "unsigned short" => 2,
            "long" | "unsigned long" | "double" => 8,
            _ => 4,
        };
        match kind {
            Kind::Scalar(ty) | Kind::BitField(ty, _) => (scalar(ty), scalar(ty)),
            Kind::Array(ty, count) => (scalar(ty) * count as u64, scalar(ty)),
            Kind::Aggregate(number) => {
                let Type { union, members } = &self.types[number];
                let (mut size, mut align) = (0u64, 1);
                for (bytes, to) in members.iter().map(|&member| self.layout(member)) {
                    align = align.max(to);
                    size = match union {
                        true => size.max(bytes),
                        false => size.next_multiple_of(to) + bytes,
                    };
                }
                (size.next_multiple_of(align), align)
            }
        }
    }

    /// All parts of an object of a type, itself first.
    fn parts(&self, kind: Kind, path: &str, all: &mut Vec<Part>) {
        match kind {
            Kind::Array(ty, count) => all.extend(
                (0..count).map(|at| Part { path: format!("{path}[{at}]"), kind: Kind::Scalar(ty) }),
            ),
            Kind::Aggregate(number) => {
                all.push(Part { path: path.to_string(), kind });
                for (index, &member) in self.types[number].members.iter().enumerate() {
                    self.parts(member, &format!("{path}.m{index}"), all);
                }
            }
            Kind::Scalar(_) | Kind::BitField(..) => all.push(Part { path: path.to_string(), kind }),
        }
    }

    fn parts_of(&self, number: usize) -> (Vec<Part>, Vec<Part>) {
        let mut all = Vec::new();
        self.parts(Kind::Aggregate(number), "", &mut all);
        all.into_iter().partition(|part| matches!(part.kind, Kind::Aggregate(_)))
    }

    fn one<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())].clone()
    }

    /// An assignment of a changed member of one object to one of another.
    fn change(&mut self, members: &[Part], to: &str, from: &str) -> String {
        let (target, source) = (self.one(members), self.one(members));
        if target.is_float() || source.is_float() {
            return format!("{to}{} = {};", target.path, self.random.below(10));
        }
        let op = self.random.pick(&["+", "^", "&", "|"]);
        format!("{to}{} = {from}{} {op} {}u;", target.path, source.path, self.random.below(100))
    }

    /// A function that takes an object by value and returns it changed.
    fn by_value(&mut self, number: usize) {
        let ty = self.type_name(number);
        let (_, members) = self.parts_of(number);
        let how = self.random.pick(&["", "inline ", "__attribute__ ((noinline)) "]);
        let _ = writeln!(
            self.out,
            "static {how}{ty}\n{}_changed_{number} ({ty} x, {ty} *y, int k)\n{{",
            self.prefix
        );
        for _ in 0..1 + self.random.below(3) {
            let from = self.random.pick(&["x", "(*y)"]);
            let change = self.change(&members, "x", from);
            let condition = match self.random.one_in(2) {
                true => format!("if (k > {})\n    ", self.random.below(4)),
                false => String::new(),
            };
            let _ = writeln!(self.out, "  {condition}{change}");
        }
        self.out += "  return x;\n}\n";
    }

    /// A function that copies between three objects in memory and three variables.
    fn copies(&mut self, number: usize, index: usize) {
        let ty = self.type_name(number);
        let _ = writeln!(
            self.out,
            "static __attribute__ ((noipa)) void\n{}_copies_{index} ({ty} *p, {ty} *q, {ty} *o, int k)\n\
             {{\n  {ty} a = *p, b = *q, c;\n  memset (&c, 0, sizeof c);",
            self.prefix
        );
        let parts = self.parts_of(number);
        for _ in 0..4 + self.random.below(7) {
            self.statement(&parts, 1);
        }
        let result = self.random.pick(&["a", "b", "c"]);
        let _ = writeln!(self.out, "  *o = {result};\n}}\n");
    }

    fn object(&mut self, variable: bool) -> &'static str {
        let objects = ["a", "b", "c", "(*p)", "(*q)", "(*o)"];
        self.random.pick(if variable { &objects[..3] } else { &objects[..] })
    }

    fn statement(&mut self, parts: &(Vec<Part>, Vec<Part>), depth: usize) {
        let indent = 2 * depth;
        let how = self.random.below(20);
        if how < 6 && depth < 3 {
            let head = match how {
                0 => format!(
                    "for (int i{depth} = 0; i{depth} < {0}; i{depth}++)",
                    1 + self.random.below(4)
                ),
                _ => {
                    let op = self.random.pick(&["<", ">", "=="]);
                    format!("if (k {op} {})", self.random.below(5))
                }
            };
            let _ = writeln!(self.out, "{:indent$}{head}\n{:indent$}{{", "", "");
            for _ in 0..1 + self.random.below(3) {
                self.statement(parts, depth + 1);
            }
            let _ = writeln!(self.out, "{:indent$}}}", "");
            return;
        }
        let variable = !self.random.one_in(3);
        let (to, from) = (self.object(variable), self.object(false));
        let text = match how {
            6..=8 => self.call(parts, to, from),
            9..=14 => self.copy(parts, to, from),
            _ => Some(self.change(&parts.1, to, from)),
        };
        if let Some(text) = text {
            let _ = writeln!(self.out, "{:indent$}{text}", "");
        }
    }

    /// A part and another of the same kind; none if they are of one object and not the same, for they might overlap.
    fn two(&mut self, parts: &[Part], to: &str, from: &str) -> Option<(Part, Part)> {
        let target = self.one(parts);
        let same: Vec<Part> =
            parts.iter().filter(|part| part.kind == target.kind).cloned().collect();
        let source = self.one(&same);
        (to != from || target.path == source.path).then_some((target, source))
    }

    fn copy(
        &mut self,
        (aggregates, members): &(Vec<Part>, Vec<Part>),
        to: &str,
        from: &str,
    ) -> Option<String> {
        let parts = if self.random.one_in(3) { members } else { aggregates };
        let (target, source) = self.two(parts, to, from)?;
        Some(format!("{to}{} = {from}{};", target.path, source.path))
    }

    fn call(
        &mut self,
        (aggregates, _): &(Vec<Part>, Vec<Part>),
        to: &str,
        from: &str,
    ) -> Option<String> {
        let (target, source) = self.two(aggregates, to, from)?;
        let Kind::Aggregate(number) = target.kind else { return None };
        let looked_at = self.object(false);
        Some(format!(
            "{to}{} = {}_changed_{number} ({from}{}, &{looked_at}{}, k);",
            target.path, self.prefix, source.path, source.path
        ))
    }

    /// Members that are shown: of a union the first.
    fn shown(&self, kind: Kind, path: &str, all: &mut Vec<Part>) {
        let Kind::Aggregate(number) = kind else { return self.parts(kind, path, all) };
        let Type { union, members } = &self.types[number];
        let count = if *union { 1 } else { members.len() };
        for (index, &member) in members[..count].iter().enumerate() {
            self.shown(member, &format!("{path}.m{index}"), all);
        }
    }

    /// What calls a function of copies for several numbers, and shows the three objects.
    fn run(&mut self, number: usize, index: usize, runs: &mut String) {
        let ty = self.type_name(number);
        let mut shown = Vec::new();
        self.shown(Kind::Aggregate(number), "", &mut shown);
        let _ = writeln!(
            runs,
            "  for (int k = 0; k < 5; k++)\n    {{\n      static {ty} s[3];\n      \
             unsigned char *bytes = (unsigned char *) s;\n      \
             for (unsigned i = 0; i < sizeof s; i++)\n        bytes[i] = (i * 7 + k) & 0x3f;\n      \
             {}_copies_{index} (s, s + 1, s + 2, k);\n      for (int i = 0; i < 3; i++)\n        {{",
            self.prefix
        );
        for part in shown {
            let show = if part.is_float() { "show_double" } else { "show" };
            let _ = writeln!(runs, "          {show} (\"{0}\", s[i]{0});", part.path);
        }
        *runs += "        }\n    }\n";
    }
}
