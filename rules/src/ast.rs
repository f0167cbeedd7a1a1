//! Rules as they are read.

use crate::operators::Operator;

/// What a rule may be used on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Gimple,
    Generic,
    Rtl,
}

/// A rule of the table.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    pub file: String,
    pub line: usize,
    pub forms: Vec<Form>,
    pub loops: Vec<Loop>,
    pub pattern: Pattern,
    pub result: Template,
    pub condition: Condition,
}

/// `for a in (x y) with b in (u v)`: the rule stands for one with `a` as `x` and `b` as `u`, and one with `y` and `v`.
#[derive(Clone, Debug)]
pub struct Loop {
    pub columns: Vec<(String, Vec<&'static Operator>)>,
}

/// An operator, or the variable of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Known(&'static Operator),
    Variable(String),
}

/// What is looked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// `@x`
    Any(String),
    /// `#c`
    Constant(String),
    /// `-1`
    Literal(i128),
    /// `-0.0`: this floating-point number, by the bits of a `f64`.
    Real(u64),
    Node(Node),
}

/// An operation in a pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub op: Op,
    /// Operands match in either order.
    pub commutes: bool,
    /// Its value must be used nowhere else if new operations are made.
    pub single: bool,
    /// Its value must be used nowhere else.
    pub once: bool,
    /// The operation may be missing, its operand in its place.
    pub optional: bool,
    pub args: Vec<Pattern>,
    pub name: Option<String>,
}

/// What a pattern is replaced by.
#[derive(Clone, PartialEq, Debug)]
pub enum Template {
    /// `@x` or `#c`
    Capture(String),
    /// `7` or `{c + d}`, in a type or in that of its place.
    Value(Value, Option<TypeRef>),
    Node {
        op: Op,
        ty: Option<TypeRef>,
        args: Vec<Template>,
    },
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeRef {
    /// `type`: that of the whole expression.
    Root,
    /// `@x`: that of what was captured.
    Of(String),
    /// `int`
    Int,
    /// `truth`: what comparisons of scalars yield.
    Truth,
    /// `unsigned(@x)`: the unsigned integers of as many bits.
    Unsigned(Box<TypeRef>),
    /// `signed(@x)`: the signed integers of as many bits.
    Signed(Box<TypeRef>),
}

/// A number, calculated without limits; it may not exist.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Number(i128),
    /// The value of a constant.
    Constant(String),
    /// `bits(type)`: the precision.
    Bits(TypeRef),
    /// `min(type)`, `max(type)`: the ends of the range.
    Min(TypeRef),
    Max(TypeRef),
    /// `wrap(type, v)`: what a value becomes in a type.
    Wrap(TypeRef, Box<Value>),
    /// `log2(v)`: the exponent of a power of two; of nothing else.
    Log2(Box<Value>),
    /// `inverse(type, v)`: what an odd number is multiplied with to be 1 in a type; of nothing else.
    Inverse(TypeRef, Box<Value>),
    /// `possible(@x)`: a mask of the bits that may be set, those above the type's as its sign says.
    Possible(String),
    Negate(Box<Value>),
    Not(Box<Value>),
    Binary(char, Box<Value>, Box<Value>),
}

/// When a rule applies.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    /// Of a question only: a comparison is false where a number does not exist.
    Not(Box<Condition>),
    Compare(&'static str, Value, Value),
    /// `fits(type, v)`: whether the type has the value.
    Fits(TypeRef, Value),
    Ask(Question, Vec<TypeRef>),
    /// `nonzero(@x)`: a number known not to be zero, or anything that is no number.
    NotZero(String),
    /// `nonnegative(@x)`: a number known not to be less than zero.
    NotNegative(String),
    /// `negative(@c)`: a floating-point constant with its sign set.
    Negative(String),
}

/// What can be asked of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// An integer, truth value or enumeration; no vector.
    Integral,
    /// Floating-point, vectors and complex numbers of such included.
    Float,
    /// A floating-point scalar.
    Real,
    Pointer,
    Unsigned,
    /// Overflow wraps around.
    Wraps,
    /// Overflow has no defined result.
    Undefined,
    /// The values are 0 and 1.
    Truth,
    /// The two types need no conversion from the second to the first.
    Same,
    /// The two types are the same as far as values go: kind, precision and sign.
    Alike,
    /// A conversion from the second to the first changes no bit.
    Nop,
    /// Values fill the memory they are kept in, as those of bit-fields do not.
    Whole,
    /// NaNs play a part in values of the type.
    Nans,
    /// So does the sign of zero.
    SignedZeros,
    /// Floating-point exceptions can be seen.
    Trapping,
    /// Signaling NaNs may be among the values of the type, which operations make quiet.
    SignalingNans,
    /// The direction of rounding may change at run time.
    Rounding,
}

impl Question {
    /// The names of the questions, and of how many types each is asked.
    pub const ALL: &'static [(&'static str, Question, usize)] = &[
        ("integral", Question::Integral, 1),
        ("float", Question::Float, 1),
        ("real", Question::Real, 1),
        ("pointer", Question::Pointer, 1),
        ("unsigned", Question::Unsigned, 1),
        ("wraps", Question::Wraps, 1),
        ("undefined", Question::Undefined, 1),
        ("truth", Question::Truth, 1),
        ("same", Question::Same, 2),
        ("alike", Question::Alike, 2),
        ("nop", Question::Nop, 2),
        ("whole", Question::Whole, 1),
        ("nans", Question::Nans, 1),
        ("signed_zeros", Question::SignedZeros, 1),
        ("trapping", Question::Trapping, 0),
        ("snans", Question::SignalingNans, 1),
        ("rounding", Question::Rounding, 0),
    ];

    /// What the matchers call it.
    pub fn name(self) -> &'static str {
        Question::ALL.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
}

impl Pattern {
    /// The operation, if it is one.
    pub fn node(&self) -> Option<&Node> {
        match self {
            Pattern::Node(node) => Some(node),
            _ => None,
        }
    }

    /// Calls `visit` with all parts, outer ones first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Pattern)) {
        visit(self);
        if let Pattern::Node(node) = self {
            for arg in &node.args {
                arg.walk(visit);
            }
        }
    }

    /// The names that are captured, in order, each once.
    pub fn captures(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        self.walk(&mut |part| {
            let name = match part {
                Pattern::Any(name) | Pattern::Constant(name) => Some(name),
                Pattern::Literal(_) | Pattern::Real(_) => None,
                Pattern::Node(node) => node.name.as_ref(),
            };
            if let Some(name) = name
                && !names.contains(&name.as_str())
            {
                names.push(name);
            }
        });
        names
    }
}

impl Condition {
    /// Always true.
    pub fn always() -> Condition {
        Condition::All(Vec::new())
    }

    /// The parts that must all hold.
    pub fn conjuncts(&self) -> &[Condition] {
        match self {
            Condition::All(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }
}
