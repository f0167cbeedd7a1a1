//! What a machine description consists of.

/// A whole description.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Description {
    /// Names of the numbers of `unspec`s and `unspec_volatile`s.
    pub unspecs: Vec<Unspec>,
    /// What operands may be.
    pub predicates: Vec<Predicate>,
    /// The insns; where several match, the first.
    pub insns: Vec<Insn>,
}

/// The name of an `unspec`'s number.
#[derive(Clone, PartialEq, Debug)]
pub struct Unspec {
    /// The Rust constant.
    pub name: String,
    /// The number.
    pub number: u32,
    /// What dumps print.
    pub printed: String,
    /// Whether it is of an `unspec_volatile`.
    pub volatile: bool,
}

/// What an operand may be: anything that one of the tests accepts.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The tests.
    pub tests: Vec<Test>,
    /// Whether only registers pass.
    pub register: bool,
}

/// A test of an operand.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// A number, in these bounds if there are any.
    Int(Option<(i64, i64)>),
    /// An expression of this code.
    Code(String),
    /// What a function of the target accepts.
    Function(String),
}

/// An insn.
#[derive(Clone, PartialEq, Debug)]
pub struct Insn {
    /// Its name, as dumps print it.
    pub name: String,
    /// Its number.
    pub icode: u16,
    /// The number dumps show, which several rows may have.
    pub shown: u16,
    /// What it computes.
    pub template: Pattern,
    /// What must hold of the operands besides.
    pub when: Vec<Condition>,
    /// Whether results are written before all inputs are read.
    pub early: bool,
    /// What its operands may be; none where the predicates say it.
    pub constraints: Vec<String>,
    /// Four for a simple instruction.
    pub cost: u32,
    /// What it costs if operand 1 is in memory.
    pub load_cost: u32,
    /// Most bytes it takes.
    pub length: u32,
    /// How it is printed.
    pub output: Output,
    /// The line in the description.
    pub line: usize,
}

/// A template.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// An operand: its number, its predicate, its mode.
    Operand { index: u8, predicate: String, mode: Option<String> },
    /// The same as an operand seen before.
    Same(u8),
    /// This number.
    Int(i64),
    /// An expression of this code, whatever its operands.
    Leaf(String),
    /// An expression with operands; an `unspec` may have a number.
    Node { code: String, mode: Option<String>, operands: Vec<Pattern>, number: Option<String> },
    /// Any integer comparison, which is an operand itself.
    Comparison { index: u8, operands: Vec<Pattern> },
}

/// A condition on operands.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// An operand is a number in these bounds.
    In(u8, i64, i64),
    /// An operand has this code.
    Is(u8, String),
    /// What a function of the target says.
    Function(String),
    /// The machine has an extension.
    Needs(String),
}

/// How an insn is printed.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
    /// A text with operands.
    Text(Vec<Piece>),
    /// By a function of the target, which is named by a variant of its type, with a number if there is one.
    Special(String, Option<u8>),
}

/// A piece of a text.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// As it stands.
    Plain(String),
    /// An operand, printed as the letter says.
    Operand(Option<char>, u8),
}
