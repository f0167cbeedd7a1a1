//! What `-fsanitize=` asks for: kinds of undefined behaviour that a program looks for itself while it runs.

use crate::decl::DeclId;
use crate::flag_set::flag_set;
use crate::options::Options;
use crate::unit::Unit;

flag_set! {
    /// Kinds of undefined behaviour that are checked for.
    pub struct Sanitize: u32 {
        /// Shifts of values that lose bits or are negative.
        SHIFT_BASE = 1;
        /// Shifts by negative amounts and by more than there are bits.
        SHIFT_EXPONENT = 1 << 1;
        /// Integers divided by zero.
        DIVIDE = 1 << 2;
        /// `__builtin_unreachable` reached.
        UNREACHABLE = 1 << 3;
        /// Variable length arrays without elements.
        VLA_BOUND = 1 << 4;
        /// Null pointers dereferenced.
        NULL = 1 << 5;
        /// C++: functions left without a value.
        RETURN = 1 << 6;
        /// Signed arithmetic that overflows.
        SIGNED_OVERFLOW = 1 << 7;
        /// A `_Bool` in memory that is neither 0 nor 1.
        BOOL = 1 << 8;
        /// C++: values that are none of an enumeration's.
        ENUM = 1 << 9;
        /// Floating point numbers divided by zero.
        FLOAT_DIVIDE = 1 << 10;
        /// Floating point numbers converted to integer types that cannot hold them.
        FLOAT_CAST = 1 << 11;
        /// Subscripts beyond an array.
        BOUNDS = 1 << 12;
        /// Those of arrays at the end of structures as well.
        BOUNDS_STRICT = 1 << 13;
        /// Pointers to objects not aligned as their type asks.
        ALIGNMENT = 1 << 14;
        /// Null pointers as arguments declared `nonnull`.
        NONNULL_ATTRIBUTE = 1 << 15;
        /// Null pointers returned by functions declared `returns_nonnull`.
        RETURNS_NONNULL_ATTRIBUTE = 1 << 16;
        /// Accesses beyond an object whose size is known.
        OBJECT_SIZE = 1 << 17;
        /// C++: objects of another dynamic type.
        VPTR = 1 << 18;
        /// Pointers whose arithmetic wraps.
        POINTER_OVERFLOW = 1 << 19;
        /// Arguments that builtins do not take: `__builtin_clz (0)`.
        BUILTIN = 1 << 20;
        /// No undefined behaviour: each block says that it is run (`-fsanitize-coverage=trace-pc`).
        COVERAGE = 1 << 21;
    }
}

impl Sanitize {
    /// Shifts.
    const SHIFT: Sanitize = Sanitize::SHIFT_BASE.union(Sanitize::SHIFT_EXPONENT);

    /// `undefined`: all but what floating point numbers have a meaning for, and what is allowed by custom.
    const UNDEFINED: Sanitize = Sanitize::EVERYTHING
        .without(Sanitize::FLOAT_DIVIDE.union(Sanitize::FLOAT_CAST).union(Sanitize::BOUNDS_STRICT));

    /// All kinds of undefined behaviour.
    pub const EVERYTHING: Sanitize = Sanitize((1 << 21) - 1);

    /// The kinds after which a null pointer may be dereferenced as far as the compiler knows.
    pub const KEEPS_NULL_CHECKS: Sanitize = Sanitize::NULL
        .union(Sanitize::NONNULL_ATTRIBUTE)
        .union(Sanitize::RETURNS_NONNULL_ATTRIBUTE);

    /// The kinds that a word of the option stands for.
    pub fn from_word(word: &str) -> Option<Sanitize> {
        let found = match word {
            "undefined" => Sanitize::UNDEFINED,
            "shift" => Sanitize::SHIFT,
            "shift-base" => Sanitize::SHIFT_BASE,
            "shift-exponent" => Sanitize::SHIFT_EXPONENT,
            "integer-divide-by-zero" => Sanitize::DIVIDE,
            "unreachable" => Sanitize::UNREACHABLE,
            "vla-bound" => Sanitize::VLA_BOUND,
            "return" => Sanitize::RETURN,
            "null" => Sanitize::NULL,
            "signed-integer-overflow" => Sanitize::SIGNED_OVERFLOW,
            "bool" => Sanitize::BOOL,
            "enum" => Sanitize::ENUM,
            "float-divide-by-zero" => Sanitize::FLOAT_DIVIDE,
            "float-cast-overflow" => Sanitize::FLOAT_CAST,
            "bounds" => Sanitize::BOUNDS,
            "bounds-strict" => Sanitize::BOUNDS.union(Sanitize::BOUNDS_STRICT),
            "alignment" => Sanitize::ALIGNMENT,
            "nonnull-attribute" => Sanitize::NONNULL_ATTRIBUTE,
            "returns-nonnull-attribute" => Sanitize::RETURNS_NONNULL_ATTRIBUTE,
            "object-size" => Sanitize::OBJECT_SIZE,
            "vptr" => Sanitize::VPTR,
            "pointer-overflow" => Sanitize::POINTER_OVERFLOW,
            "builtin" => Sanitize::BUILTIN,
            _ => return None,
        };
        Some(found)
    }

    /// Whether a word of the option names something that is not undefined behaviour of the language: `address`, `thread`.
    pub fn is_other(word: &str) -> bool {
        const OTHER: [&str; 9] = [
            "address",
            "hwaddress",
            "kernel-address",
            "kernel-hwaddress",
            "leak",
            "pointer-compare",
            "pointer-subtract",
            "shadow-call-stack",
            "thread",
        ];
        OTHER.contains(&word)
    }
}

impl Unit {
    /// What is looked for in a function: what the options ask for, but for what its `no_sanitize` names.
    pub fn sanitized(&self, options: &Options, function: DeclId) -> Sanitize {
        let extra = self.decls[function].extra.as_ref();
        let not = extra.map_or(Sanitize::NONE, |extra| extra.no_sanitize);
        options.code.sanitize.without(not)
    }
}

#[cfg(test)]
mod tests {
    use super::Sanitize;

    #[test]
    fn undefined_is_what_gcc_means_by_it() {
        let undefined = Sanitize::from_word("undefined").expect("a word");
        for word in ["shift", "bounds", "null", "object-size", "pointer-overflow", "builtin"] {
            assert!(undefined.contains(Sanitize::from_word(word).expect(word)), "{word}");
        }
        for word in ["float-divide-by-zero", "float-cast-overflow", "bounds-strict"] {
            assert!(!undefined.contains(Sanitize::from_word(word).expect(word)), "{word}");
        }
        assert_eq!(Sanitize::from_word("address"), None);
        assert!(Sanitize::is_other("address") && !Sanitize::is_other("shift"));
    }
}
