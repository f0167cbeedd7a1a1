//! Types for generated signatures: scalars of every class, and structs and unions made of them.

use crate::random::Random;
use std::fmt::Write;

/// A scalar type: its C spelling, and whether `...` passes it unpromoted.
pub struct Scalar {
    pub name: &'static str,
    pub variadic: bool,
    class: Class,
}

/// How values of a scalar type are made and how they may be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Integer,
    Wide,
    Float,
    Complex,
    Pointer,
    /// A vector of this many `int`s or `double`s.
    Vector(usize),
}

const fn scalar(name: &'static str, variadic: bool, class: Class) -> Scalar {
    Scalar { name, variadic, class }
}

pub const SCALARS: &[Scalar] = &[
    scalar("_Bool", false, Class::Integer),
    scalar("char", false, Class::Integer),
    scalar("signed char", false, Class::Integer),
    scalar("unsigned short", false, Class::Integer),
    scalar("short", false, Class::Integer),
    scalar("int", true, Class::Integer),
    scalar("unsigned", true, Class::Integer),
    scalar("long", true, Class::Integer),
    scalar("unsigned long long", true, Class::Integer),
    scalar("enum colour", true, Class::Integer),
    scalar("char *", true, Class::Pointer),
    scalar("__int128", true, Class::Wide),
    scalar("unsigned __int128", true, Class::Wide),
    scalar("float", false, Class::Float),
    scalar("double", true, Class::Float),
    scalar("float", false, Class::Float),
    scalar("double", true, Class::Float),
    scalar("long double", true, Class::Float),
    scalar("_Complex float", true, Class::Complex),
    scalar("_Complex double", true, Class::Complex),
    scalar("_Complex long double", true, Class::Complex),
    scalar("_Complex int", true, Class::Complex),
    scalar("v2si", true, Class::Vector(2)),
    scalar("v4si", true, Class::Vector(4)),
    scalar("v2df", true, Class::Vector(2)),
    scalar("v8si", true, Class::Vector(8)),
];

/// A type a signature may name, with functions `fill_N` and `same_N` in the generated program.
pub struct Type {
    /// C spelling, for a declaration `NAME variable`.
    pub name: String,
    /// Whether `...` passes it unpromoted.
    pub variadic: bool,
    /// Its definition, for structs and unions.
    definition: String,
    leaves: Vec<Leaf>,
}

/// A scalar within a type.
#[derive(Clone)]
struct Leaf {
    path: String,
    name: &'static str,
    class: Class,
}

/// Types by number, each made of earlier ones.
pub struct Types {
    pub all: Vec<Type>,
}

impl Types {
    /// The scalars and `aggregates` structs and unions.
    pub fn generate(random: &mut Random, aggregates: usize) -> Types {
        let mut types = Types { all: Vec::new() };
        for s in SCALARS {
            let leaves = match s.class {
                Class::Vector(lanes) => (0..lanes).map(|lane| vector_lane(s.name, lane)).collect(),
                class => vec![Leaf { path: String::new(), name: s.name, class }],
            };
            types.all.push(Type {
                name: s.name.to_string(),
                variadic: s.variadic,
                definition: String::new(),
                leaves,
            });
        }
        for index in 0..aggregates {
            let aggregate = types.aggregate(random, index);
            types.all.push(aggregate);
        }
        types
    }

    fn aggregate(&self, random: &mut Random, index: usize) -> Type {
        let is_union = random.one_in(6);
        let keyword = if is_union { "union" } else { "struct" };
        let name = format!("{keyword} t{index}");
        // Most are small: those are the ones with rules of their own.
        let members = match random.below(16) {
            0 => 0,
            1..=5 => 1,
            6..=11 => 2,
            12..=13 => 3,
            _ => 4 + random.below(6),
        };
        let mut body = String::new();
        let mut leaves = Vec::new();
        for member in 0..members {
            let found = self.member(random, member, &mut body);
            // Only one member of a union holds a value.
            if !is_union || member == 0 {
                leaves.extend(found);
            }
        }
        let attribute = match random.below(20) {
            0 | 3 | 4 => " __attribute__ ((packed))",
            1 => " __attribute__ ((aligned (16)))",
            2 => " __attribute__ ((aligned (32)))",
            _ => "",
        };
        let definition = format!("{name}\n{{\n{body}}}{attribute};\n");
        // The reference does not agree with itself on empty arguments after `...`.
        Type { name, variadic: !leaves.is_empty(), definition, leaves }
    }

    /// Writes one member and answers with the scalars in it.
    fn member(&self, random: &mut Random, number: usize, body: &mut String) -> Vec<Leaf> {
        let field = format!("m{number}");
        match random.below(10) {
            0 => {
                let (ty, width) = random.pick(&[
                    ("int", 32),
                    ("unsigned", 32),
                    ("long", 64),
                    ("char", 8),
                    ("_Bool", 1),
                    ("unsigned long", 64),
                    ("short", 16),
                ]);
                let bits = 1 + random.below(width);
                let unnamed = random.one_in(8);
                let shown = if unnamed { "" } else { &field };
                let _ = writeln!(body, "  {ty} {shown} : {bits};");
                if random.one_in(4) {
                    let _ = writeln!(body, "  {ty} : {};", random.pick(&[0, 0, 1, width]));
                }
                if unnamed {
                    return Vec::new();
                }
                vec![Leaf { path: format!(".{field}"), name: ty, class: Class::Integer }]
            }
            1 | 2 => {
                let inner = self.any(random);
                let count = random.pick(&[0, 1, 1, 2, 2, 3]);
                let _ = writeln!(body, "  {} {field}[{count}];", inner.name);
                let elements = (0..count).map(|at| format!(".{field}[{at}]"));
                elements.flat_map(|path| prefixed(inner, &path)).collect()
            }
            3 => {
                let inner = &self.all[random.below(self.all.len())];
                let _ = writeln!(body, "  {} {field};", inner.name);
                prefixed(inner, &format!(".{field}"))
            }
            _ => {
                let inner = self.any(random);
                let align = if random.one_in(24) { " __attribute__ ((aligned (16)))" } else { "" };
                let _ = writeln!(body, "  {} {field}{align};", inner.name);
                prefixed(inner, &format!(".{field}"))
            }
        }
    }

    /// A scalar, more often one of the common classes.
    fn any(&self, random: &mut Random) -> &Type {
        &self.all[random.below(SCALARS.len())]
    }

    /// Definitions of the aggregates, and of the functions that fill and compare values of each type.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (number, ty) in self.all.iter().enumerate() {
            let _ = write!(out, "{}", ty.definition);
            let _ =
                writeln!(out, "static void fill_{number} ({} *x, unsigned long s)\n{{", ty.name);
            for (index, leaf) in ty.leaves.iter().enumerate() {
                let place =
                    if leaf.path.is_empty() { "*x".into() } else { format!("(*x){}", leaf.path) };
                let _ = writeln!(out, "  {place} = {};", leaf.value(index));
            }
            let _ =
                writeln!(out, "}}\nstatic int same_{number} ({} *x, unsigned long s)\n{{", ty.name);
            let _ = writeln!(out, "  {} y;\n  fill_{number} (&y, s);", ty.name);
            for leaf in &ty.leaves {
                let (x, y) = (format!("(*x){}", leaf.path), format!("y{}", leaf.path));
                let _ = writeln!(out, "  if ({x} != {y})\n    return 0;");
            }
            let _ = writeln!(out, "  return 1;\n}}");
        }
        out
    }
}

impl Leaf {
    /// A value that depends on the seed `s`.
    fn value(&self, index: usize) -> String {
        let mix = |more: usize| format!("mix (s, {})", 2 * index + more);
        let small = |more: usize| format!("(int) ({} >> 44)", mix(more));
        match self.class {
            Class::Integer => format!("({}) {}", self.name, mix(0)),
            Class::Wide => format!("({}) {} << 64 | {}", self.name, mix(0), mix(1)),
            Class::Float => format!("({}) {} / 8", self.name, small(0)),
            Class::Complex if self.name.ends_with("int") => {
                format!("{} + {} * 1i", small(0), small(1))
            }
            Class::Complex => {
                let part = self.name.trim_start_matches("_Complex ");
                format!("__builtin_complex (({part}) {}, ({part}) {})", small(0), small(1))
            }
            Class::Vector(_) => small(0),
            Class::Pointer => format!("({}) {}", self.name, mix(0)),
        }
    }
}

fn vector_lane(vector: &str, lane: usize) -> Leaf {
    let name = if vector.ends_with("df") { "double" } else { "int" };
    Leaf { path: format!("[{lane}]"), name, class: Class::Vector(0) }
}

fn prefixed(ty: &Type, path: &str) -> Vec<Leaf> {
    let at = |leaf: &Leaf| Leaf { path: format!("{path}{}", leaf.path), ..leaf.clone() };
    ty.leaves.iter().map(at).collect()
}
