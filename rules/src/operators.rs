//! The operators patterns are made of.

/// How the types of an operator's operands and result hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// All the same.
    Uniform,
    /// The second operand, a count, has a type of its own.
    Shift,
    /// The operands have one type, the result is a truth value.
    Comparison,
    /// From any type to any.
    Convert,
    /// From a signed type to the unsigned one.
    Absolute,
    /// Pointer and offset.
    PointerPlus,
    /// Difference of pointers.
    PointerDiff,
    /// A condition and two values.
    Cond,
    /// Parts of complex numbers and what is made of them: no relation that is checked.
    Parts,
}

/// An operator.
#[derive(PartialEq, Eq, Debug)]
pub struct Operator {
    /// As rules write it.
    pub name: &'static str,
    /// The variant of `TreeCode`.
    pub code: &'static str,
    pub arity: usize,
    pub commutative: bool,
    pub shape: Shape,
}

const fn op(
    name: &'static str,
    code: &'static str,
    arity: usize,
    commutative: bool,
    shape: Shape,
) -> Operator {
    Operator { name, code, arity, commutative, shape }
}

use Shape::{Comparison, Uniform};

/// All operators.
pub static OPERATORS: &[Operator] = &[
    op("negate", "Negate", 1, false, Uniform),
    op("abs", "Abs", 1, false, Uniform),
    op("absu", "Absu", 1, false, Shape::Absolute),
    op("bit_not", "BitNot", 1, false, Uniform),
    op("paren", "Paren", 1, false, Uniform),
    op("conj", "Conj", 1, false, Shape::Parts),
    op("realpart", "Realpart", 1, false, Shape::Parts),
    op("imagpart", "Imagpart", 1, false, Shape::Parts),
    op("complex", "Complex", 2, false, Shape::Parts),
    op("convert", "Nop", 1, false, Shape::Convert),
    // A conversion of numbers of as many bits, in patterns.
    op("nop", "Nop", 1, false, Shape::Convert),
    // Marks the value of a template as no object, in trees.
    op("non_lvalue", "Single", 1, false, Uniform),
    op("view_convert", "ViewConvert", 1, false, Shape::Parts),
    op("plus", "Plus", 2, true, Uniform),
    op("minus", "Minus", 2, false, Uniform),
    op("mult", "Mult", 2, true, Uniform),
    op("trunc_div", "TruncDiv", 2, false, Uniform),
    op("exact_div", "ExactDiv", 2, false, Uniform),
    op("trunc_mod", "TruncMod", 2, false, Uniform),
    op("rdiv", "Rdiv", 2, false, Uniform),
    op("min", "Min", 2, true, Uniform),
    op("max", "Max", 2, true, Uniform),
    op("bit_and", "BitAnd", 2, true, Uniform),
    op("bit_ior", "BitIor", 2, true, Uniform),
    op("bit_xor", "BitXor", 2, true, Uniform),
    op("lshift", "Lshift", 2, false, Shape::Shift),
    op("rshift", "Rshift", 2, false, Shape::Shift),
    op("lrotate", "Lrotate", 2, false, Shape::Shift),
    op("rrotate", "Rrotate", 2, false, Shape::Shift),
    op("pointer_plus", "PointerPlus", 2, false, Shape::PointerPlus),
    op("pointer_diff", "PointerDiff", 2, false, Shape::PointerDiff),
    op("lt", "Lt", 2, false, Comparison),
    op("le", "Le", 2, false, Comparison),
    op("gt", "Gt", 2, false, Comparison),
    op("ge", "Ge", 2, false, Comparison),
    op("eq", "Eq", 2, true, Comparison),
    op("ne", "Ne", 2, true, Comparison),
    op("unordered", "Unordered", 2, true, Comparison),
    op("ordered", "Ordered", 2, true, Comparison),
    op("unlt", "Unlt", 2, false, Comparison),
    op("unle", "Unle", 2, false, Comparison),
    op("ungt", "Ungt", 2, false, Comparison),
    op("unge", "Unge", 2, false, Comparison),
    op("uneq", "Uneq", 2, true, Comparison),
    op("ltgt", "Ltgt", 2, true, Comparison),
    op("cond", "Cond", 3, false, Shape::Cond),
];

/// The operator of a name.
pub fn operator(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|op| op.name == name)
}
