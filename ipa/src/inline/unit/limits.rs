//! How much a function may grow by inlining into it: GCC's parameters with the values they have at each level.

use gimple::function::Function;
use gimple::options::{Flag, Options};

/// A function this large does not grow by more than its own size (`large-function-insns`, `large-function-growth`).
pub const LARGE_FUNCTION: i64 = 2700;
/// A frame this large does not grow to more than eleven times its size (`large-stack-frame`, `large-stack-frame-growth`).
pub const LARGE_FRAME: u64 = 256;
pub const FRAME_GROWTH: u64 = 10;
/// A unit up to this size may grow freely up to it, and by 40 % (`large-unit-insns`, `inline-unit-growth`).
const LARGE_UNIT: i64 = 10000;
const UNIT_GROWTH: i64 = 40;
/// How deep recursion is unrolled (`max-inline-recursive-depth`).
pub const RECURSIVE_DEPTH: u32 = 8;
/// How large that makes a function (`max-inline-insns-recursive`).
pub const RECURSIVE_INSNS: i64 = 450;
/// How probable, in percent, recursion must be for that (`min-inline-recursive-probability`).
pub const RECURSIVE_PROBABILITY: i64 = 10;
/// A function called once does not go into a deeper nest of loops, nor where it makes a larger function
/// (`inline-functions-called-once-loop-depth`, `inline-functions-called-once-insns`).
pub const ONCE_LOOP_DEPTH: u32 = 6;
pub const ONCE_INSNS: i64 = 4000;
/// How often a call is made at least that is hot: once in that many calls of its function (`hot-bb-frequency-fraction`).
pub const HOT_FRACTION: u64 = 1000;
/// Growth accepted for functions not declared inline (`max-inline-insns-auto`), to `-O2` and from `-O3` on.
const AUTO: [i64; 2] = [15, 30];
/// Growth accepted for functions declared inline (`max-inline-insns-single`).
const SINGLE: [i64; 2] = [70, 200];

/// How much a function that is inlined may add to its callers, hints aside.
pub fn size_limit(options: &Options, declared: bool) -> i64 {
    let high = usize::from(options.optimize >= 3);
    if declared { SINGLE[high] } else { AUTO[high] }
}

/// What may go into a function.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nothing goes into what looks at its own frame, or is jumped into.
    pub is_fixed: bool,
    /// Calls are inlined that need not be.
    pub inlines: bool,
    pub is_small_inlined: bool,
    pub is_auto_inlined: bool,
    pub is_once_inlined: bool,
    /// Calls through pointers become calls of functions that are passed.
    pub converts: bool,
    pub guesses: bool,
    pub optimize_size: bool,
    /// Growth accepted for functions not declared inline (`max-inline-insns-auto`).
    auto: i64,
    /// Growth accepted for functions declared inline (`max-inline-insns-single`).
    single: i64,
    /// By how much, in percent, the above are larger where inlining helps much (`inline-heuristics-hint-percent`).
    hint: i64,
    /// By how much, in percent, a call must be faster for that (`inline-min-speedup`).
    pub speedup: i64,
}

impl Limits {
    /// The limits of a function that is optimised by some options.
    pub fn of(options: &Options, f: &Function) -> Limits {
        let high = options.optimize >= 3;
        Limits {
            is_fixed: f.calls_setjmp || f.has_nonlocal_label,
            inlines: super::super::may_inline_early(options),
            is_small_inlined: options.on(Flag::InlineSmallFunctions),
            is_auto_inlined: options.on(Flag::InlineFunctions),
            is_once_inlined: options.on(Flag::InlineFunctionsCalledOnce),
            converts: options.on(Flag::IndirectInlining),
            guesses: options.on(Flag::GuessBranchProbability),
            optimize_size: options.optimize_size,
            auto: size_limit(options, false),
            single: size_limit(options, true),
            hint: if high { 600 } else { 200 },
            speedup: if high { 15 } else { 30 },
        }
    }

    fn raised(&self, limit: i64, helps: bool, is_constant: bool) -> i64 {
        match (helps, is_constant) {
            (true, true) => limit * (self.hint * self.hint).min(1_000_000) / 100,
            (false, false) => limit,
            _ => limit * self.hint / 100,
        }
    }

    /// The limit for functions declared inline, with hints that it helps and that a constant decides.
    pub fn single(&self, helps: bool, is_constant: bool) -> i64 {
        self.raised(self.single, helps, is_constant)
    }

    /// The limit for other functions.
    pub fn auto(&self, helps: bool, is_constant: bool) -> i64 {
        self.raised(self.auto, helps, is_constant)
    }
}

/// How large a unit may become that had some size (`compute_max_insns`).
pub fn unit_limit(size: i64) -> i64 {
    size.max(LARGE_UNIT) * (100 + UNIT_GROWTH) / 100
}
