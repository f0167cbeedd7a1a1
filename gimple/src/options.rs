//! Options that passes and front end look at: optimisation level, `-f` flags, the language.

use crate::charset::Charset;
use crate::decl::{TlsModel, Visibility};
use crate::option_data::{DEFAULTS, On};
use crate::sanitize::Sanitize;

/// A `-f` flag that Gimlet acts on.
pub use crate::option_data::Flag;

/// The C dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard {
    /// 1990 (c89, c90), 1994 (iso9899:199409), 1999, 2011, 2017 or 2023 (c2x).
    pub year: u16,
    /// `gnuNN` as against `cNN`.
    pub gnu: bool,
}

impl Default for Standard {
    fn default() -> Self {
        Standard { year: 2017, gnu: true }
    }
}

/// A choice among algorithms, made by the word after `-fNAME=`.
pub trait Choice: Copy + Sized + 'static {
    /// Every choice with its word.
    const WORDS: &'static [(&'static str, Self)];

    /// The choice a word stands for.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|entry| entry.0 == word).map(|entry| entry.1)
    }
}

/// How blocks of the machine's code are ordered (`-freorder-blocks-algorithm=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockOrder {
    /// So that as much as possible falls through, without copies.
    Simple,
    /// By traces, with copies of small blocks.
    Traces,
}

impl Choice for BlockOrder {
    const WORDS: &'static [(&'static str, BlockOrder)] =
        &[("simple", BlockOrder::Simple), ("stc", BlockOrder::Traces)];
}

/// Where into-SSA puts φs (`-fssa-form=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SsaForm {
    /// Wherever two definitions of a variable meet.
    Minimal,
    /// There, for variables that are live across blocks.
    SemiPruned,
    /// There, where the variable is live.
    #[default]
    Pruned,
}

impl Choice for SsaForm {
    const WORDS: &'static [(&'static str, SsaForm)] = &[
        ("minimal", SsaForm::Minimal),
        ("semi-pruned", SsaForm::SemiPruned),
        ("pruned", SsaForm::Pruned),
    ];
}

/// How into-SSA finds the φs and what reaches a use (`-fssa-construction=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SsaConstruction {
    /// By iterated dominance frontiers and a walk of the dominator tree (Cytron et al. 1991).
    #[default]
    Dominance,
    /// On the fly, backward from uses (Braun et al. 2013).
    Braun,
}

impl Choice for SsaConstruction {
    const WORDS: &'static [(&'static str, SsaConstruction)] =
        &[("dominance", SsaConstruction::Dominance), ("braun", SsaConstruction::Braun)];
}

/// How SSA form is left (`-fout-of-ssa=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutOfSsa {
    /// A copy for each φ argument at the end of its block, one after the other: wrong, to be seen failing.
    Naive,
    /// Copies at once, on critical edges that are split.
    Split,
    /// Copies of all arguments, and of the results that are live too far (Briggs et al. 1998).
    Briggs,
    /// Copies of all arguments and results (Sreedhar et al. 1999, first method).
    Sreedhar1,
    /// Copies of what interferes.
    Sreedhar2,
    /// Copies of one of two that interfere.
    Sreedhar3,
    /// Copies only where names cannot share a place (after Boissinot et al. 2009).
    #[default]
    Coalesce,
}

impl Choice for OutOfSsa {
    const WORDS: &'static [(&'static str, OutOfSsa)] = &[
        ("naive", OutOfSsa::Naive),
        ("split", OutOfSsa::Split),
        ("briggs", OutOfSsa::Briggs),
        ("sreedhar1", OutOfSsa::Sreedhar1),
        ("sreedhar2", OutOfSsa::Sreedhar2),
        ("sreedhar3", OutOfSsa::Sreedhar3),
        ("coalesce", OutOfSsa::Coalesce),
    ];
}

impl Choice for TlsModel {
    const WORDS: &'static [(&'static str, TlsModel)] = TlsModel::WORDS;
}

/// A data-flow problem to be solved and shown (`-fdataflow=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Analysis {
    Live,
    Reaching,
    Available,
    PartiallyAvailable,
    Anticipated,
    PartiallyAnticipated,
    Constants,
    ConditionalConstants,
}

impl Choice for Analysis {
    const WORDS: &'static [(&'static str, Analysis)] = &[
        ("live", Analysis::Live),
        ("reaching", Analysis::Reaching),
        ("available", Analysis::Available),
        ("partially-available", Analysis::PartiallyAvailable),
        ("anticipated", Analysis::Anticipated),
        ("partially-anticipated", Analysis::PartiallyAnticipated),
        ("constants", Analysis::Constants),
        ("conditional-constants", Analysis::ConditionalConstants),
    ];
}

/// How partial redundancies among lexical expressions are found before SSA form (`-ftree-lexical-pre=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LexicalPre {
    /// They are not.
    #[default]
    None,
    /// Morel and Renvoise 1979.
    MorelRenvoise,
    /// Chow 1983.
    Chow,
    /// Chen and Chen: on edges too.
    Chen,
    /// Lazy code motion (Knoop, Rüthing and Steffen 1992).
    Lcm,
}

impl Choice for LexicalPre {
    const WORDS: &'static [(&'static str, LexicalPre)] = &[
        ("none", LexicalPre::None),
        ("mr", LexicalPre::MorelRenvoise),
        ("chow", LexicalPre::Chow),
        ("chen", LexicalPre::Chen),
        ("lcm", LexicalPre::Lcm),
    ];
}

/// In which order a data-flow problem's blocks are visited (`-fdataflow-order=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DataflowOrder {
    /// Reverse post-order of the direction in which facts flow.
    #[default]
    ReversePostOrder,
    /// The reverse of that.
    PostOrder,
    /// By block number.
    RoundRobin,
    /// None that means anything.
    Arbitrary,
}

impl Choice for DataflowOrder {
    const WORDS: &'static [(&'static str, DataflowOrder)] = &[
        ("rpo", DataflowOrder::ReversePostOrder),
        ("postorder", DataflowOrder::PostOrder),
        ("round-robin", DataflowOrder::RoundRobin),
        ("arbitrary", DataflowOrder::Arbitrary),
    ];
}

/// Which functions check that their frame was not overrun (`-fstack-protector…`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StackProtector {
    #[default]
    Off,
    /// Those with arrays of characters of eight bytes and more, or with `alloca`.
    Buffers,
    /// Those with any array, or with a local variable whose address is taken.
    Strong,
    /// Those that ask for it by attribute.
    Explicit,
    All,
}

/// What becomes of variables of functions that the program does not initialise (`-ftrivial-auto-var-init=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AutoInit {
    #[default]
    Off,
    /// Bytes of 0xfe.
    Pattern,
    Zero,
}

/// What is written of a function for debuggers (`-g…`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Debug {
    /// `-g0` to `-g3`.
    pub level: u8,
    /// `-gdwarf-N`.
    pub version: u8,
    /// `-gno-column-info` leaves columns out.
    pub columns: bool,
    /// `-gtoggle`: on where all else leaves it off, and off where it is on.
    pub toggled: bool,
    /// `-gstatement-frontiers` and `-fvar-tracking-assignments`, where the command line says.
    pub markers: Option<bool>,
    pub binds: Option<bool>,
    /// `-ginline-points`: debug statements say where inlined functions are entered.
    pub inline_points: bool,
}

impl Default for Debug {
    fn default() -> Debug {
        Debug {
            level: 0,
            version: 5,
            columns: true,
            toggled: false,
            markers: None,
            binds: None,
            inline_points: false,
        }
    }
}

/// What the words of the command line say of code and objects beyond what flags and levels say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodeOptions {
    /// `-fvisibility=`.
    pub visibility: Visibility,
    /// `-fpack-struct[=N]`: the alignment no member exceeds, 0 for none.
    pub pack_struct: u32,
    /// `-fsso-struct=big-endian`, `-fsso-struct=little-endian`: the order scalars are stored in where nothing says so.
    pub big_endian_records: Option<bool>,
    pub stack_protector: StackProtector,
    pub auto_init: AutoInit,
    /// `-fprofile-use[=PATH]`: what a run of the program has left is asked for.
    pub profile: Option<String>,
    /// The character sets of source files and of strings (`-finput-charset=`, `-fexec-charset=`).
    pub input_charset: Charset,
    pub exec_charset: Charset,
    /// `-ffixed-REG`, `-fcall-used-REG`, `-fcall-saved-REG`, the last given last.
    pub registers: Vec<(String, RegisterUse)>,
    /// `-fzero-call-used-regs=`.
    pub zeroed: Option<ZeroedRegisters>,
    /// `-fsanitize=`: the undefined behaviour that is looked for, for which the program ends.
    pub sanitize: Sanitize,
    /// `-fstack-limit-register=`, `-fstack-limit-symbol=`: how far `alloca` may lower the stack.
    pub stack_limit: Option<StackLimit>,
    /// Arcs that are counted.
    pub coverage: crate::coverage::CoverageOptions,
    /// `-finstrument-functions-exclude-function-list=` and `-…-file-list=`: parts of names.
    pub not_instrumented: (Vec<String>, Vec<String>),
    /// `-falign-functions=N`, in bytes; 0 for the target's.
    pub align_functions: u32,
    /// `-fpatchable-function-entry=N,M`: instructions that do nothing at a function's start, and how many of them
    /// stand before its symbol.
    pub patchable: (u16, u16),
    /// `-fno-builtin-NAME`.
    pub not_builtin: Vec<String>,
    /// `-ffile-prefix-map=`, `-fdebug-prefix-map=`: old and new, the last given first.
    pub debug_prefixes: Vec<(String, String)>,
    /// The same for `__FILE__` (`-fmacro-prefix-map=`).
    pub macro_prefixes: Vec<(String, String)>,
    pub debug: Debug,
    pub annotations: Annotations,
    /// The directory the compiler runs in.
    pub directory: String,
    /// The options as `-frecord-gcc-switches` and debugging information have them.
    pub command_line: String,
}

/// Where the lowest address that the stack may reach stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StackLimit {
    /// In a register.
    Register(String),
    /// It is the address of a symbol.
    Symbol(String),
}

/// What an option says of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterUse {
    /// It is kept for the program: `-ffixed-REG`.
    Fixed,
    /// Calls may change it: `-fcall-used-REG`.
    CallUsed,
    /// Functions leave it as they found it: `-fcall-saved-REG`.
    CallSaved,
}

/// What comments in the assembly say.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Annotations {
    /// The lines of source, the variables of operands, the options (`-fverbose-asm`).
    pub source: bool,
    /// The pattern of each insn, its cost and length (`-dp`).
    pub patterns: bool,
    /// Each insn's RTL (`-dP`).
    pub rtl: bool,
    /// What data for debuggers and the unwinder is, places in the source, basic blocks (`-dA`).
    pub debug: bool,
}

/// The registers that a function leaves as zeros, of those that a caller does not rely on (`-fzero-call-used-regs=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZeroedRegisters {
    /// Only what the function has used.
    pub used: bool,
    /// Only integer registers.
    pub general: bool,
    /// Only registers that arguments are passed in.
    pub arguments: bool,
}

impl ZeroedRegisters {
    /// What the words of option and attribute stand for; the outer `None` where one is no such word.
    pub fn from_word(word: &str) -> Option<Option<ZeroedRegisters>> {
        let (which, rest) = word.split_once('-').unwrap_or((word, ""));
        let (general, arguments) = match rest {
            "" => (false, false),
            "gpr" => (true, false),
            "arg" => (false, true),
            "gpr-arg" => (true, true),
            _ => return None,
        };
        match which {
            "skip" if rest.is_empty() => Some(None),
            "used" | "all" => {
                Some(Some(ZeroedRegisters { used: which == "used", general, arguments }))
            }
            _ => None,
        }
    }
}

/// The options of one compilation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// 0 to 3.
    pub optimize: u8,
    /// `-Os`, `-Oz`.
    pub optimize_size: bool,
    /// `-Og`.
    pub optimize_debug: bool,
    pub standard: Standard,
    /// `-pedantic` (1), `-pedantic-errors` (2).
    pub pedantic: u8,
    /// `-fpic` (1), `-fPIC` (2), `-fpie` and `-fPIE` likewise negative; 0 for none.
    pub pic: i8,
    /// `-ftls-model=`: the most general model that is used.
    pub tls_model: TlsModel,
    /// Run the verifiers after each pass (1); the interpreter checks what passes claim as well (2).
    pub checking: u8,
    /// Some dump is asked for.
    pub dumping: bool,
    /// `-Wuninitialized` or `-Wmaybe-uninitialized`: there are passes for these.
    pub warn_uninitialized: bool,
    /// `-Wformat-overflow` or `-Wformat-truncation`: likewise.
    pub warn_printf: bool,
    /// `-funsigned-char` (`Some(true)`) or `-fsigned-char`, where given.
    pub unsigned_char: Option<bool>,
    /// Whether products and sums become one operation, where said: `-ffp-contract=fast` or `off` (and `on`).
    pub fp_contract: Option<bool>,
    /// `-fssa-form=`.
    pub ssa_form: SsaForm,
    /// `-fssa-construction=`.
    pub ssa_construction: SsaConstruction,
    /// `-fout-of-ssa=`.
    pub out_of_ssa: OutOfSsa,
    /// `-freorder-blocks-algorithm=`, where given.
    pub block_order: Option<BlockOrder>,
    /// `-fdataflow=`.
    pub analyses: Vec<Analysis>,
    /// `-ftree-lexical-pre=`.
    pub lexical_pre: LexicalPre,
    /// `-fdataflow-order=`.
    pub dataflow_order: DataflowOrder,
    flags: [bool; Flag::COUNT],
    /// The flags that were switched by name, whatever the level says.
    given: [bool; Flag::COUNT],
    pub code: CodeOptions,
    /// `-m` options as given, without the dash, for the backend.
    pub machine: Vec<String>,
    /// `--param name=value`.
    pub params: Vec<(String, i64)>,
}

impl Default for Options {
    fn default() -> Self {
        Options::new(0, false, false)
    }
}

impl Options {
    /// The value of a parameter, where one was given (`--param name=value`); the last counts.
    pub fn param(&self, name: &str) -> Option<i64> {
        self.params.iter().rev().find(|param| param.0 == name).map(|param| param.1)
    }

    /// Whether blocks of the machine's code are ordered by traces: at `-O2` unless said otherwise.
    pub fn orders_by_traces(&self) -> bool {
        let by_level = self.optimize >= 2 && !self.optimize_size;
        self.block_order.map_or(by_level, |order| order == BlockOrder::Traces)
    }

    /// The options an optimisation level implies.
    pub fn new(optimize: u8, optimize_size: bool, optimize_debug: bool) -> Options {
        let mut flags = [false; Flag::COUNT];
        for &(flag, _, on) in DEFAULTS {
            flags[flag as usize] = match on {
                On::Never => false,
                On::Always => true,
                On::O1 => optimize >= 1,
                On::O1NotDebug => optimize >= 1 && !optimize_debug,
                On::O2 => optimize >= 2,
                On::O2Speed => optimize >= 2 && !optimize_size,
                On::O3 => optimize >= 3,
            };
        }
        Options {
            optimize,
            optimize_size,
            optimize_debug,
            given: [false; Flag::COUNT],
            standard: Standard::default(),
            pedantic: 0,
            pic: -2,
            tls_model: TlsModel::default(),
            block_order: None,
            checking: cfg!(debug_assertions) as u8,
            dumping: false,
            warn_uninitialized: false,
            warn_printf: false,
            unsigned_char: None,
            fp_contract: None,
            ssa_form: SsaForm::default(),
            ssa_construction: SsaConstruction::default(),
            out_of_ssa: OutOfSsa::default(),
            analyses: Vec::new(),
            lexical_pre: LexicalPre::default(),
            dataflow_order: DataflowOrder::default(),
            flags,
            code: CodeOptions::default(),
            machine: Vec::new(),
            params: Vec::new(),
        }
    }

    /// Whether a flag is on.
    #[inline]
    pub fn on(&self, flag: Flag) -> bool {
        self.flags[flag as usize]
    }

    /// Whether a flag was switched on or off by name.
    pub fn given(&self, flag: Flag) -> bool {
        self.given[flag as usize]
    }

    /// Switches a flag.
    pub fn set(&mut self, flag: Flag, on: bool) {
        self.flags[flag as usize] = on;
    }

    /// Switches the flag of a name (without `-f` and `no-`); `false` if there is none.
    pub fn set_by_name(&mut self, name: &str, on: bool) -> bool {
        if name == "strict-overflow" {
            // Without it what overflows wraps.
            self.set(Flag::Wrapv, !on);
            self.set(Flag::WrapvPointer, !on);
        }
        if name == "unit-at-a-time" {
            self.set(Flag::ToplevelReorder, on);
        }
        if name == "ipa-icf" {
            self.set(Flag::IpaIcfFunctions, on);
            self.set(Flag::IpaIcfVariables, on);
        }
        if name == "unsafe-math-optimizations" {
            self.set(Flag::SignedZeros, !on);
            self.set(Flag::TrappingMath, !on);
            self.set(Flag::AssociativeMath, on);
            self.set(Flag::ReciprocalMath, on);
        }
        if name == "fast-math" {
            self.set_fast_math(on);
            return true;
        }
        match DEFAULTS.iter().find(|row| row.1 == name) {
            Some(&(flag, _, _)) => {
                self.set(flag, on);
                self.given[flag as usize] = true;
                true
            }
            None => false,
        }
    }

    /// These options with those of an `optimize` attribute: levels (`O2`, `3`, `s`) and flags (`-fno-common`,
    /// `no-common`). Words that mean nothing here are passed over.
    pub fn with_attribute<'a>(&self, words: impl Iterator<Item = &'a str> + Clone) -> Options {
        let mut options = self.clone();
        for word in words.clone() {
            if let Some((optimize, size, debug)) = level(word) {
                let (old, new) = (
                    Options::new(self.optimize, self.optimize_size, self.optimize_debug),
                    Options::new(optimize, size, debug),
                );
                (options.optimize, options.optimize_size, options.optimize_debug) =
                    (optimize, size, debug);
                // What the command line says of a flag itself stays.
                for (index, flag) in options.flags.iter_mut().enumerate() {
                    if self.flags[index] == old.flags[index] {
                        *flag = new.flags[index];
                    }
                }
            }
        }
        if words.clone().filter(|word| level(word).is_some()).last().is_some_and(is_fast) {
            options.set_fast_math(true);
            options.set(Flag::AllowStoreDataRaces, true);
        }
        for word in words.filter(|word| level(word).is_none()) {
            let name = word.strip_prefix("-f").unwrap_or(word);
            match name.strip_prefix("no-") {
                Some(name) => options.set_by_name(name, false),
                None => options.set_by_name(name, true),
            };
        }
        options
    }

    /// What `-Ofast` means: `-O3`, and what standards do not allow.
    pub fn fast() -> Options {
        let mut options = Options::new(3, false, false);
        options.set_fast_math(true);
        options.set(Flag::AllowStoreDataRaces, true);
        options
    }

    /// Sets or resets what `-ffast-math` stands for.
    fn set_fast_math(&mut self, on: bool) {
        for (flag, value) in [
            (Flag::UnsafeMath, on),
            (Flag::FiniteMathOnly, on),
            (Flag::AssociativeMath, on),
            (Flag::ReciprocalMath, on),
            (Flag::SignedZeros, !on),
            (Flag::TrappingMath, !on),
            (Flag::MathErrno, !on),
            (Flag::CxLimitedRange, on),
        ] {
            self.set(flag, value);
        }
        if on {
            self.set(Flag::RoundingMath, false);
            self.set(Flag::SignalingNans, false);
        }
    }

    /// Whether the assembly says how to unwind the stack: for exceptions, or for debuggers.
    pub fn wants_cfi(&self) -> bool {
        self.on(Flag::Dwarf2CfiAsm) && (self.unwinds() || self.code.debug.level > 0)
    }

    /// Whether debug statements are made where the command line does not say.
    fn makes_debug_statements(&self) -> bool {
        self.optimize > 0 && self.code.debug.level > 1
    }

    /// Whether debug statements mark where statements of the source begin.
    pub fn debug_markers(&self) -> bool {
        self.code.debug.markers.unwrap_or_else(|| self.makes_debug_statements())
    }

    /// Whether debug statements say what values variables have.
    pub fn debug_binds(&self) -> bool {
        self.code.debug.binds.unwrap_or_else(|| self.makes_debug_statements())
    }

    /// Whether unwinding is for the running program: its tables are loaded.
    pub fn unwinds(&self) -> bool {
        [
            Flag::Exceptions,
            Flag::NonCallExceptions,
            Flag::UnwindTables,
            Flag::AsynchronousUnwindTables,
        ]
        .into_iter()
        .any(|flag| self.on(flag))
    }

    /// Whether NaNs have to be honoured.
    pub fn honor_nans(&self) -> bool {
        !self.on(Flag::FiniteMathOnly)
    }

    /// Whether a product that is added to something may be rounded together with the sum: GNU C's default.
    pub fn contracts(&self) -> bool {
        self.fp_contract.unwrap_or(self.standard.gnu || self.on(Flag::UnsafeMath))
    }
}

/// A file's name with the first of the prefixes that it begins with replaced (`-ffile-prefix-map=OLD=NEW`).
pub fn map_prefix(prefixes: &[(String, String)], name: &str) -> String {
    for (old, new) in prefixes {
        if let Some(rest) = name.strip_prefix(old.as_str()) {
            return format!("{new}{rest}");
        }
    }
    name.to_string()
}

/// Whether a level is `-Ofast`.
fn is_fast(word: &str) -> bool {
    word.ends_with("fast")
}

/// An optimisation level: `O2`, `-O2` or `2`; whether it is for size, and for debugging.
fn level(word: &str) -> Option<(u8, bool, bool)> {
    let word = word.strip_prefix('-').unwrap_or(word);
    match word.strip_prefix('O').unwrap_or(word) {
        "" => Some((1, false, false)),
        "s" | "z" => Some((2, true, false)),
        "g" => Some((1, false, true)),
        "fast" => Some((3, false, false)),
        digits => digits.parse::<u8>().ok().map(|level| (level.min(3), false, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_changes_levels_and_flags() {
        let base = Options::new(2, false, false);
        let options = base.with_attribute(["-fno-strict-aliasing"].into_iter());
        assert!(base.on(Flag::StrictAliasing) && !options.on(Flag::StrictAliasing));
        let options = base.with_attribute(["wrapv", "O0"].into_iter());
        assert_eq!(options.optimize, 0);
        assert!(options.on(Flag::Wrapv) && !options.on(Flag::TreePre) && base.on(Flag::TreePre));
    }
}
