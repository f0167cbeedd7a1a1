//! RTX codes: what an expression node is.
//!
//! Names are GCC's; the shape of each (how many operands are themselves expressions) is in [`Code::arity`].

use rustc_hash::FxHashMap;

/// The code of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Code {
    // Leaves.
    Reg,
    ConstInt,
    ConstDouble,
    SymbolRef,
    LabelRef,
    Pc,
    Scratch,
    Return,
    SimpleReturn,
    // One operand.
    Subreg,
    Mem,
    Const,
    High,
    Neg,
    Not,
    Abs,
    Sqrt,
    Bswap,
    Clz,
    Ctz,
    Popcount,
    SignExtend,
    ZeroExtend,
    Truncate,
    FloatExtend,
    FloatTruncate,
    Float,
    UnsignedFloat,
    Fix,
    UnsignedFix,
    Use,
    Clobber,
    TrapIf,
    // Two operands.
    Set,
    Plus,
    Minus,
    Mult,
    Div,
    Udiv,
    Mod,
    Umod,
    And,
    Ior,
    Xor,
    Ashift,
    Ashiftrt,
    Lshiftrt,
    Rotate,
    Rotatert,
    Smin,
    Smax,
    Umin,
    Umax,
    LoSum,
    Eq,
    Ne,
    Lt,
    Ltu,
    Le,
    Leu,
    Gt,
    Gtu,
    Ge,
    Geu,
    Unordered,
    Ordered,
    Unlt,
    Unle,
    Ungt,
    Unge,
    Uneq,
    Ltgt,
    Call,
    // Three operands.
    IfThenElse,
    Fma,
    // A vector of operands.
    Parallel,
    Unspec,
    UnspecVolatile,
    AsmOperands,
}

/// Number of codes, the length of tables indexed by one.
pub const NUM_CODES: usize = Code::AsmOperands as usize + 1;

impl Code {
    /// The name a dump prints.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The code of this name; who asks for many takes [`Self::by_name`].
    pub fn from_name(name: &str) -> Option<Code> {
        NAMES.iter().position(|n| *n == name).map(|i| ALL[i])
    }

    /// The codes by name, as machine-description patterns spell them.
    pub fn by_name() -> FxHashMap<&'static str, Code> {
        NAMES.into_iter().zip(ALL).collect()
    }

    /// How many operands held in the node itself are expressions. Codes with a vector of operands answer 0.
    #[inline]
    pub fn arity(self) -> usize {
        if self < Code::Subreg {
            0
        } else if self < Code::Set {
            1
        } else if self < Code::IfThenElse {
            2
        } else if self < Code::Parallel {
            3
        } else {
            0
        }
    }

    /// Whether the operands are a vector (`parallel`, `unspec`).
    #[inline]
    pub fn is_vector(self) -> bool {
        matches!(self, Code::Parallel | Code::Unspec | Code::UnspecVolatile)
    }

    /// Whether this is a comparison.
    #[inline]
    pub fn is_comparison(self) -> bool {
        (Code::Eq..=Code::Ltgt).contains(&self)
    }

    /// Whether the operands of this binary code may be exchanged.
    pub fn is_commutative(self) -> bool {
        use Code::*;
        matches!(self, Plus | Mult | And | Ior | Xor | Eq | Ne | Smin | Smax | Umin | Umax)
    }

    /// Whether this is a constant (of any kind).
    #[inline]
    pub fn is_constant(self) -> bool {
        use Code::*;
        matches!(self, ConstInt | ConstDouble | SymbolRef | LabelRef | Const | High)
    }

    /// The comparison that holds with the operands exchanged.
    pub fn swap_condition(self) -> Code {
        use Code::*;
        match self {
            Lt => Gt,
            Gt => Lt,
            Le => Ge,
            Ge => Le,
            Ltu => Gtu,
            Gtu => Ltu,
            Leu => Geu,
            Geu => Leu,
            Unlt => Ungt,
            Ungt => Unlt,
            Unle => Unge,
            Unge => Unle,
            other => other,
        }
    }

    /// The comparison that holds exactly where this one does not. Only for operands that cannot be unordered.
    pub fn reverse_condition(self) -> Code {
        use Code::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Lt => Ge,
            Ge => Lt,
            Gt => Le,
            Le => Gt,
            Ltu => Geu,
            Geu => Ltu,
            Gtu => Leu,
            Leu => Gtu,
            Unordered => Ordered,
            Ordered => Unordered,
            other => other,
        }
    }

    /// The unsigned form of a comparison.
    pub fn unsigned_condition(self) -> Code {
        use Code::*;
        match self {
            Lt => Ltu,
            Le => Leu,
            Gt => Gtu,
            Ge => Geu,
            other => other,
        }
    }
}

const NAMES: [&str; NUM_CODES] = [
    "reg",
    "const_int",
    "const_double",
    "symbol_ref",
    "label_ref",
    "pc",
    "scratch",
    "return",
    "simple_return",
    "subreg",
    "mem",
    "const",
    "high",
    "neg",
    "not",
    "abs",
    "sqrt",
    "bswap",
    "clz",
    "ctz",
    "popcount",
    "sign_extend",
    "zero_extend",
    "truncate",
    "float_extend",
    "float_truncate",
    "float",
    "unsigned_float",
    "fix",
    "unsigned_fix",
    "use",
    "clobber",
    "trap_if",
    "set",
    "plus",
    "minus",
    "mult",
    "div",
    "udiv",
    "mod",
    "umod",
    "and",
    "ior",
    "xor",
    "ashift",
    "ashiftrt",
    "lshiftrt",
    "rotate",
    "rotatert",
    "smin",
    "smax",
    "umin",
    "umax",
    "lo_sum",
    "eq",
    "ne",
    "lt",
    "ltu",
    "le",
    "leu",
    "gt",
    "gtu",
    "ge",
    "geu",
    "unordered",
    "ordered",
    "unlt",
    "unle",
    "ungt",
    "unge",
    "uneq",
    "ltgt",
    "call",
    "if_then_else",
    "fma",
    "parallel",
    "unspec",
    "unspec_volatile",
    "asm_operands",
];

const ALL: [Code; NUM_CODES] = {
    use Code::*;
    [
        Reg,
        ConstInt,
        ConstDouble,
        SymbolRef,
        LabelRef,
        Pc,
        Scratch,
        Return,
        SimpleReturn,
        Subreg,
        Mem,
        Const,
        High,
        Neg,
        Not,
        Abs,
        Sqrt,
        Bswap,
        Clz,
        Ctz,
        Popcount,
        SignExtend,
        ZeroExtend,
        Truncate,
        FloatExtend,
        FloatTruncate,
        Float,
        UnsignedFloat,
        Fix,
        UnsignedFix,
        Use,
        Clobber,
        TrapIf,
        Set,
        Plus,
        Minus,
        Mult,
        Div,
        Udiv,
        Mod,
        Umod,
        And,
        Ior,
        Xor,
        Ashift,
        Ashiftrt,
        Lshiftrt,
        Rotate,
        Rotatert,
        Smin,
        Smax,
        Umin,
        Umax,
        LoSum,
        Eq,
        Ne,
        Lt,
        Ltu,
        Le,
        Leu,
        Gt,
        Gtu,
        Ge,
        Geu,
        Unordered,
        Ordered,
        Unlt,
        Unle,
        Ungt,
        Unge,
        Uneq,
        Ltgt,
        Call,
        IfThenElse,
        Fma,
        Parallel,
        Unspec,
        UnspecVolatile,
        AsmOperands,
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_enumeration() {
        let by_name = Code::by_name();
        for (index, code) in ALL.into_iter().enumerate() {
            assert_eq!(code as usize, index);
            assert_eq!(by_name.get(code.name()), Some(&code));
        }
        assert_eq!(Code::Lshiftrt.name(), "lshiftrt");
        assert_eq!(Code::AsmOperands.name(), "asm_operands");
    }
}
