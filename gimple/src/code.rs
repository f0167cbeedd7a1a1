//! Expression codes, with GCC's names and spellings.

/// The code of an expression: what the right-hand side of an assignment or a condition computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum TreeCode {
    /// A single operand: a copy, load, store, address or constant.
    Single,
    // Unary.
    /// A conversion between integral, pointer or real types that is not one of the next two (`NOP_EXPR`).
    Nop,
    /// Integer to real (`FLOAT_EXPR`).
    Float,
    /// Real to integer, towards zero (`FIX_TRUNC_EXPR`).
    FixTrunc,
    Negate,
    Abs,
    /// Absolute value in the unsigned type.
    Absu,
    BitNot,
    /// `!`, in GENERIC and on boolean operands.
    TruthNot,
    /// Complex conjugate.
    Conj,
    Realpart,
    Imagpart,
    /// Reinterpretation of the bits (`VIEW_CONVERT_EXPR` of a register operand).
    ViewConvert,
    /// `((x))`: a barrier against re-association.
    Paren,
    // Binary arithmetic.
    Plus,
    Minus,
    Mult,
    /// Upper half of the double-width product.
    MultHighpart,
    WidenMult,
    PointerPlus,
    PointerDiff,
    TruncDiv,
    ExactDiv,
    TruncMod,
    Rdiv,
    Min,
    Max,
    Lshift,
    Rshift,
    Lrotate,
    Rrotate,
    BitIor,
    BitXor,
    BitAnd,
    /// Builds a complex value of two parts.
    Complex,
    // Logic of GENERIC.
    TruthAnd,
    TruthOr,
    TruthXor,
    TruthAndIf,
    TruthOrIf,
    // Comparisons.
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    Unordered,
    Ordered,
    Unlt,
    Unle,
    Ungt,
    Unge,
    Uneq,
    Ltgt,
    // Ternary.
    /// `a ? b : c`.
    Cond,
    /// Fused `a * b + c` on integers of twice the width.
    WidenMultPlus,
    /// Value with the bits at a position replaced.
    BitInsert,
    VecPerm,
    VecCond,
    DotProd,
}

/// What two comparisons of the same operands come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergedComparison {
    One(TreeCode),
    Decided(bool),
}

/// Comparisons by the outcomes for which they hold, less, equal, greater, unordered as bits, from 1 on.
const BY_OUTCOMES: [TreeCode; 14] = {
    use TreeCode::*;
    [Lt, Eq, Le, Gt, Ltgt, Ge, Ordered, Unordered, Unlt, Uneq, Unle, Ungt, Ne, Unge]
};

impl TreeCode {
    /// The operator as C spells it, where there is one.
    pub fn symbol(self) -> Option<&'static str> {
        use TreeCode::*;
        Some(match self {
            Negate | Minus | PointerDiff => "-",
            BitNot => "~",
            TruthNot => "!",
            Plus | PointerPlus => "+",
            Mult => "*",
            MultHighpart => "h*",
            WidenMult => "w*",
            TruncDiv | Rdiv => "/",
            ExactDiv => "/[ex]",
            TruncMod => "%",
            Lshift => "<<",
            Rshift => ">>",
            Lrotate => "r<<",
            Rrotate => "r>>",
            BitIor => "|",
            BitXor => "^",
            BitAnd => "&",
            TruthAnd => "&&",
            TruthOr => "||",
            TruthXor => "^",
            TruthAndIf => "&&",
            TruthOrIf => "||",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
            Unordered => "unord",
            Ordered => "ord",
            Unlt => "u<",
            Unle => "u<=",
            Ungt => "u>",
            Unge => "u>=",
            Uneq => "u==",
            Ltgt => "<>",
            _ => return None,
        })
    }

    /// GCC's lower-case name, as `-raw` dumps print it.
    pub fn name(self) -> &'static str {
        use TreeCode::*;
        match self {
            Single => "single",
            Nop => "nop_expr",
            Float => "float_expr",
            FixTrunc => "fix_trunc_expr",
            Negate => "negate_expr",
            Abs => "abs_expr",
            Absu => "absu_expr",
            BitNot => "bit_not_expr",
            TruthNot => "truth_not_expr",
            Conj => "conj_expr",
            Realpart => "realpart_expr",
            Imagpart => "imagpart_expr",
            ViewConvert => "view_convert_expr",
            Paren => "paren_expr",
            Plus => "plus_expr",
            Minus => "minus_expr",
            Mult => "mult_expr",
            MultHighpart => "mult_highpart_expr",
            WidenMult => "widen_mult_expr",
            PointerPlus => "pointer_plus_expr",
            PointerDiff => "pointer_diff_expr",
            TruncDiv => "trunc_div_expr",
            ExactDiv => "exact_div_expr",
            TruncMod => "trunc_mod_expr",
            Rdiv => "rdiv_expr",
            Min => "min_expr",
            Max => "max_expr",
            Lshift => "lshift_expr",
            Rshift => "rshift_expr",
            Lrotate => "lrotate_expr",
            Rrotate => "rrotate_expr",
            BitIor => "bit_ior_expr",
            BitXor => "bit_xor_expr",
            BitAnd => "bit_and_expr",
            Complex => "complex_expr",
            TruthAnd => "truth_and_expr",
            TruthOr => "truth_or_expr",
            TruthXor => "truth_xor_expr",
            TruthAndIf => "truth_andif_expr",
            TruthOrIf => "truth_orif_expr",
            Lt => "lt_expr",
            Le => "le_expr",
            Gt => "gt_expr",
            Ge => "ge_expr",
            Eq => "eq_expr",
            Ne => "ne_expr",
            Unordered => "unordered_expr",
            Ordered => "ordered_expr",
            Unlt => "unlt_expr",
            Unle => "unle_expr",
            Ungt => "ungt_expr",
            Unge => "unge_expr",
            Uneq => "uneq_expr",
            Ltgt => "ltgt_expr",
            Cond => "cond_expr",
            WidenMultPlus => "widen_mult_plus_expr",
            BitInsert => "bit_insert_expr",
            VecPerm => "vec_perm_expr",
            VecCond => "vec_cond_expr",
            DotProd => "dot_prod_expr",
        }
    }

    /// Number of operands.
    pub fn arity(self) -> usize {
        use TreeCode::*;
        match self {
            Single | Nop | Float | FixTrunc | Negate | Abs | Absu | BitNot | TruthNot | Conj
            | Realpart | Imagpart | ViewConvert | Paren => 1,
            Cond | WidenMultPlus | BitInsert | VecPerm | VecCond | DotProd => 3,
            _ => 2,
        }
    }

    /// Whether this compares (`tcc_comparison`).
    pub fn is_comparison(self) -> bool {
        (TreeCode::Lt..=TreeCode::Ltgt).contains(&self)
    }

    /// Whether a comparison of two integers holds; nothing for other codes.
    pub fn compare(self, a: i128, b: i128) -> Option<bool> {
        Some(match self {
            TreeCode::Eq => a == b,
            TreeCode::Ne => a != b,
            TreeCode::Lt => a < b,
            TreeCode::Le => a <= b,
            TreeCode::Gt => a > b,
            TreeCode::Ge => a >= b,
            _ => return None,
        })
    }

    /// Whether `a op b` equals `b op a`.
    pub fn is_commutative(self) -> bool {
        use TreeCode::*;
        matches!(
            self,
            Plus | Mult
                | MultHighpart
                | WidenMult
                | Min
                | Max
                | BitIor
                | BitXor
                | BitAnd
                | Eq
                | Ne
                | Unordered
                | Ordered
                | Uneq
                | Ltgt
                | TruthAnd
                | TruthOr
                | TruthXor
        )
    }

    /// The comparison with its operands exchanged (`swap_tree_comparison`).
    pub fn swap_comparison(self) -> TreeCode {
        use TreeCode::*;
        match self {
            Lt => Gt,
            Le => Ge,
            Gt => Lt,
            Ge => Le,
            Unlt => Ungt,
            Unle => Unge,
            Ungt => Unlt,
            Unge => Unle,
            other => other,
        }
    }

    /// Less, equal, greater, unordered as bits: the outcomes for which a comparison holds.
    fn outcomes(self) -> Option<u8> {
        BY_OUTCOMES.iter().position(|&code| code == self).map(|index| index as u8 + 1)
    }

    /// The comparison that holds when both of two hold (or one, if not `and`) of the same operands (`combine_comparisons`).
    /// With NaNs that trap, `None` where it would trap otherwise than the two, the second of which is done if the first
    /// does not decide.
    pub fn merged_comparison(
        self,
        second: TreeCode,
        and: bool,
        nans: bool,
        trapping: bool,
    ) -> Option<MergedComparison> {
        const UNORDERED: u8 = 8;
        let (a, b) = (self.outcomes()?, second.outcomes()?);
        let merged = if and { a & b } else { a | b };
        if nans && trapping {
            let traps = |set: u8| set & UNORDERED == 0 && set != 2 && set != 7;
            // A NaN has decided when the second is asked.
            let decided = if and { a & UNORDERED == 0 } else { a & 7 == 7 };
            let second_traps = traps(b) && !decided;
            if second_traps && !traps(a) || (traps(a) || second_traps) != traps(merged) {
                return None;
            }
        }
        let merged = if nans { merged } else { merged & 7 };
        Some(match merged {
            0 => MergedComparison::Decided(false),
            15 => MergedComparison::Decided(true),
            7 if !nans => MergedComparison::Decided(true),
            5 if !nans => MergedComparison::One(TreeCode::Ne),
            set => MergedComparison::One(BY_OUTCOMES[usize::from(set) - 1]),
        })
    }

    /// The comparison that is true when this one is false and raises an exception where this one does, if there is one
    /// (`invert_tree_comparison`): `a > b` minds NaNs, `a unle b` does not.
    pub fn inverse_comparison(self, honor_nans: bool, trapping: bool) -> Option<TreeCode> {
        use TreeCode::*;
        let kept = !(honor_nans && trapping) || matches!(self, Eq | Ne | Ordered | Unordered);
        if kept { self.invert_comparison(honor_nans) } else { None }
    }

    /// The comparison that is true when this one is false; with NaNs honoured where `honor_nans`
    /// (`invert_tree_comparison`, without trapping considerations).
    pub fn invert_comparison(self, honor_nans: bool) -> Option<TreeCode> {
        use TreeCode::*;
        Some(match self {
            Eq => Ne,
            Ne => Eq,
            Gt => {
                if honor_nans {
                    Unle
                } else {
                    Le
                }
            }
            Ge => {
                if honor_nans {
                    Unlt
                } else {
                    Lt
                }
            }
            Lt => {
                if honor_nans {
                    Unge
                } else {
                    Ge
                }
            }
            Le => {
                if honor_nans {
                    Ungt
                } else {
                    Gt
                }
            }
            Ltgt => Uneq,
            Uneq => Ltgt,
            Ungt => Le,
            Unge => Lt,
            Unlt => Ge,
            Unle => Gt,
            Ordered => Unordered,
            Unordered => Ordered,
            _ => return None,
        })
    }
}
