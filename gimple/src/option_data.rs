//! Every `-f` option that GCC 12 documents for C, and those of our own: a row each.
//!
//! ```text
//! FLAG LEVEL "name" => ACTION;      an option that passes or front end ask for: `options.on (Flag::FLAG)`
//! "name" => ACTION;                 one that is read as a word (`src/cli.rs`, `src/option_words.rs`), or that nothing reads
//! ```
//! The command line is judged by these rows before anything acts on it, and the ledger is made from them. To add an option
//! is to add its row, and to ask for it where it matters; a test finds flags that nobody asks for.
//!
//! A word that no row knows is refused as unknown; what is not implemented is refused as such, never read and dropped.

use crate::option_row::Action::{self, Does, Error, Harmless, Own, Partly, Sorry};
use crate::option_row::OptionGroup;

/// When a flag is on by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    Never,
    Always,
    /// From `-O1` on.
    O1,
    /// From `-O1` on, but not with `-Og`.
    O1NotDebug,
    O2,
    /// From `-O2` on, but not with `-Os`.
    O2Speed,
    O3,
}

/// Makes of the rows the flags, their defaults and the table of all options.
macro_rules! options {
    (
        $($flag:ident $on:ident $name:literal => $action:expr;)*
        @others $($other:literal => $what:expr;)*
    ) => {
        /// A flag; its row has the option's name.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Flag {
            $($flag,)*
        }

        /// Each flag with its name after `-f` and its default.
        pub const DEFAULTS: &[(Flag, &str, On)] = &[$((Flag::$flag, $name, On::$on),)*];

        /// All options, without `-f` and `no-`.
        pub const FLAGS: &[OptionGroup] = &[
            $(OptionGroup { action: $action, names: $name },)*
            $(OptionGroup { action: $what, names: $other },)*
        ];
    };
}

impl Flag {
    /// Number of flags.
    pub const COUNT: usize = DEFAULTS.len();
}

/// Where options are tried that have no test of their own: each has a row there whose outcome depends on it.
const TEST: &str = "tests/suite/options.rs";
const TRIED: Action = Does(TEST);
const TRAPS: &str =
    "what traps within the reach of the attribute `cleanup` has no landing pad and is refused";
const IGNORED: Action = Harmless("GCC ignores it too");
const NO_PASS: Action =
    Harmless("a pass that Gimlet does not have; what a program means does not depend on it");
const OTHER_LANGUAGES: Action = Harmless("about other languages");
const COMPILER: Action = Harmless("about the compiler itself");
const SAME_RESULT: Action = Harmless("chooses among ways to the same result");
const MESSAGES: Action = Harmless("how messages look");
const NO_LTO: Action = Harmless("objects hold code; nothing is left to the link");
const ANALYSER: Action =
    Harmless("only warnings and messages of an analyser that Gimlet does not have");
const DEBUGGING: Action =
    Harmless("details of how debugging information is written; what is used is described");
const PROFILE: Action = Harmless("directs what is made of a profile, and nothing is");
const SANITIZER: Action = Harmless("directs messages and kinds of -fsanitize= that are refused");
const SANITIZE: Action = Partly(
    "tests/passes/sanopt/kinds.c",
    "only undefined behaviour, and only with -fsanitize-undefined-trap-on-error",
);
const UNUSED: Action = Harmless("what it allows is not made use of");

options! {
    AggressiveLoopOptimizations Always "aggressive-loop-optimizations" => Does("tests/passes/niter/array-ends-unknown.c");
    ParameterlessVariadic Never "allow-parameterless-variadic-functions" => TRIED;
    AllowStoreDataRaces Never "allow-store-data-races" => Does("tests/passes/lim/store-races-allowed.c");
    AssociativeMath Never "associative-math" => Does("tests/passes/reassoc/float-associative.c");
    Asm Always "asm" => TRIED;
    AsynchronousUnwindTables Never "asynchronous-unwind-tables" => TRIED;
    BitTests Always "bit-tests" => Does("tests/passes/expand/no-bit-tests.c");
    Builtin Always "builtin" => TRIED;
    CodeHoisting O2 "code-hoisting" => Does("tests/passes/pre/no-hoisting.c");
    Common Never "common" => TRIED;
    Crossjumping O2 "crossjumping" => Does("tests/passes/bbro/cross-jump-off.c");
    CxFortranRules Never "cx-fortran-rules" => Does("tests/passes/cplxlower/fortran-rules.c");
    CxLimitedRange Never "cx-limited-range" => Does("tests/passes/cplxlower/limited-range.c");
    DataSections Never "data-sections" => TRIED;
    DeleteNullPointerChecks Always "delete-null-pointer-checks" => Does("tests/passes/ethread/null-checks-kept.c");
    Devirtualize O2 "devirtualize" => TRIED;
    DevirtualizeSpeculatively O2 "devirtualize-speculatively" => TRIED;
    DollarsInIdentifiers Always "dollars-in-identifiers" => TRIED;
    Dwarf2CfiAsm Always "dwarf2-cfi-asm" => TRIED;
    EarlyInlining Always "early-inlining" => Does("tests/passes/inline/no-early-inlining.c");
    Exceptions Never "exceptions" => Does("tests/passes/eh/cleanup-on-unwinding.c");
    ExpensiveOptimizations O2 "expensive-optimizations" => Does("tests/passes/thread/off.c");
    FiniteMathOnly Never "finite-math-only" => TRIED;
    FunctionSections Never "function-sections" => TRIED;
    Gimple Never "gimple" => Does("tests/passes/gimple-body/printed.c");
    GnuInline Never "gnu89-inline" => TRIED;
    GuessBranchProbability O1 "guess-branch-probability" => Does("tests/passes/profile_estimate/off.c");
    HardenCompares Never "harden-compares" => Does("tests/passes/hardcmp/compares.c");
    HardenConditionalBranches Never "harden-conditional-branches" => Does("tests/passes/hardcmp/branches.c");
    Hosted Always "hosted" => TRIED;
    Ident Always "ident" => TRIED;
    IndirectInlining O2 "indirect-inlining" => Does("tests/passes/inline/callback-off.c");
    Inline Always "inline" => TRIED;
    InhibitSizeDirective Never "inhibit-size-directive" => Does("tests/passes/assembly/no-sizes.c");
    InlineFunctions O2 "inline-functions" => Does("tests/passes/inline/no-inline-functions.c");
    InlineFunctionsCalledOnce O1NotDebug "inline-functions-called-once" => TRIED;
    InlineSmallFunctions O2 "inline-small-functions" => TRIED;
    InstrumentFunctions Never "instrument-functions" => TRIED;
    IpaBitCp O2 "ipa-bit-cp" => Does("tests/passes/cp/no-bits.c");
    IpaCp O2 "ipa-cp" => Does("tests/passes/cp/off.c");
    IpaCpClone O3 "ipa-cp-clone" => Does("tests/passes/cp/clone.c");
    IpaIcfFunctions O2 "ipa-icf-functions" => Does("tests/passes/icf/off.c");
    IpaIcfVariables O2 "ipa-icf-variables" => Does("tests/passes/icf/off.c");
    IpaModref O1NotDebug "ipa-modref" => Does("tests/passes/modref/off.c");
    IpaPta Never "ipa-pta" => Does("tests/passes/ipa-pta/argument.c");
    IpaPureConst O1 "ipa-pure-const" => Does("tests/passes/local-pure-const/off.c");
    IpaReference O1 "ipa-reference" => Does("tests/passes/static-var/off.c");
    IpaReferenceAddressable O1 "ipa-reference-addressable" => Does("tests/passes/whole-program/addressable.c");
    IpaSra O2 "ipa-sra" => Does("tests/passes/ipa-sra/off.c");
    IpaVrp O2 "ipa-vrp" => Does("tests/passes/cp/no-ranges.c");
    IsolateErroneousAttributes Never "isolate-erroneous-paths-attribute" => Does("tests/passes/isolate-paths/declared-nonnull.c");
    IsolateErroneousPaths O2 "isolate-erroneous-paths-dereference" => Does("tests/passes/isolate-paths/off.c");
    Ivopts Always "ivopts" => Does("tests/passes/ivopts/off.c");
    JumpTables Always "jump-tables" => TRIED;
    KeepInlineFunctions Never "keep-inline-functions" => Does("tests/passes/assembly/kept-functions.c");
    KeepStaticFunctions Never "keep-static-functions" => Does("tests/passes/assembly/kept-functions.c");
    LaxVectorConversions Never "lax-vector-conversions" => TRIED;
    LeadingUnderscore Never "leading-underscore" => TRIED;
    LoopInterchange O3 "loop-interchange" => Does("tests/passes/linterchange/off.c");
    LoopUnrollAndJam O3 "loop-unroll-and-jam" => Does("tests/passes/unrolljam/off.c");
    MathErrno Always "math-errno" => TRIED;
    MergeAllConstants Never "merge-all-constants" => Does("tests/passes/icf/merge-all-constants.c");
    MergeConstants O1 "merge-constants" => TRIED;
    MoveLoopStores O1NotDebug "move-loop-stores" => Does("tests/passes/lim/stores-stay.c");
    MsExtensions Never "ms-extensions" => TRIED;
    NonCallExceptions Never "non-call-exceptions" => Partly(TEST, TRAPS);
    OmitFramePointer O1 "omit-frame-pointer" => TRIED;
    OptimizeSiblingCalls O2 "optimize-sibling-calls" => Does("tests/passes/tailc/off.c");
    OptimizeStrlen O2Speed "optimize-strlen" => Does("tests/passes/strlen/off.c");
    PartialInlining O2 "partial-inlining" => Does("tests/passes/fnsplit/off.c");
    Plan9Extensions Never "plan9-extensions" => TRIED;
    PredictiveCommoning O3 "predictive-commoning" => Does("tests/passes/pcom/off.c");
    PrintfReturnValue Always "printf-return-value" => Does("tests/passes/strlen/no-return-value.c");
    Profile Never "profile" => TRIED;
    ReciprocalMath Never "reciprocal-math" => Does("tests/passes/recip/three.c");
    RecordGccSwitches Never "record-gcc-switches" => TRIED;
    ScheduleInsns2 O2 "schedule-insns2" => Does("tests/passes/sched2/calls.c");
    Gcse O2 "gcse" => Does("tests/passes/gcse/off.c");
    IfConversion O1NotDebug "if-conversion" => Does("tests/passes/ce/neighbours.c");
    ShrinkWrap O1 "shrink-wrap" => Does("tests/passes/pro_and_epilogue/shrink-wrap.c");
    ReorderBlocks O1 "reorder-blocks" => Does("tests/passes/bbro/off.c");
    RoundingMath Never "rounding-math" => TRIED;
    SaveOptimizationRecord Never "save-optimization-record" => Does("tests/suite/coverage.rs");
    SectionAnchors O1 "section-anchors" => Does("tests/passes/assembly/order-without-anchors.c");
    ShortEnums Never "short-enums" => TRIED;
    ShortWchar Never "short-wchar" => TRIED;
    SignalingNans Never "signaling-nans" => TRIED;
    SignedBitfields Always "signed-bitfields" => TRIED;
    SignedZeros Always "signed-zeros" => TRIED;
    SinglePrecisionConstant Never "single-precision-constant" => TRIED;
    SplitLoops O3 "split-loops" => Does("tests/passes/lsplit/off.c");
    SplitPaths O3 "split-paths" => Does("tests/passes/split-paths/off.c");
    SsaBackprop O1 "ssa-backprop" => Does("tests/passes/backprop/off.c");
    SsaPhiopt O1NotDebug "ssa-phiopt" => TRIED;
    StackCheck Never "stack-check" => Does("tests/passes/assembly/stack-check.c");
    StackClashProtection Never "stack-clash-protection" => TRIED;
    StackUsage Never "stack-usage" => Does("tests/suite/coverage.rs");
    StoreMerging O2 "store-merging" => Does("tests/passes/store-merging/off.c");
    StrictAliasing O2 "strict-aliasing" => TRIED;
    StrictVolatileBitfields Never "strict-volatile-bitfields" => Does("tests/passes/assembly/strict-volatile-bitfields.c");
    ThreadJumps O1 "thread-jumps" => Does("tests/passes/ethread/off.c");
    ToplevelReorder O1 "toplevel-reorder" => Does("tests/passes/assembly/source-order.c");
    TrappingMath Always "trapping-math" => TRIED;
    Trapv Never "trapv" => TRIED;
    TreeBitCcp O1NotDebug "tree-bit-ccp" => Does("tests/passes/ccp/no-bits.c");
    TreeBuiltinCallDce O1 "tree-builtin-call-dce" => Does("tests/passes/cdce/off.c");
    TreeCcp O1 "tree-ccp" => TRIED;
    TreeCh O1 "tree-ch" => TRIED;
    TreeCoalesceVars O1 "tree-coalesce-vars" => Does("tests/passes/uncprop/no-coalescing.c");
    TreeCopyProp O1 "tree-copy-prop" => TRIED;
    TreeCselim O1 "tree-cselim" => Does("tests/passes/cselim/off.c");
    TreeDce O1 "tree-dce" => TRIED;
    TreeDominatorOpts O1 "tree-dominator-opts" => Does("tests/passes/dom/off.c");
    TreeDse O1NotDebug "tree-dse" => TRIED;
    TreeForwprop O1 "tree-forwprop" => TRIED;
    TreeFre O1 "tree-fre" => TRIED;
    TreeLoopDistribution O3 "tree-loop-distribution" => Does("tests/passes/ldist/two-loops.c");
    TreeLoopDistributePatterns O2 "tree-loop-distribute-patterns" => Does("tests/passes/ldist/off.c");
    TreeLoopIfConvert Never "tree-loop-if-convert" => Does("tests/passes/ifcvt/off.c");
    TreeLoopIm O1 "tree-loop-im" => TRIED;
    TreeLoopIvcanon O1 "tree-loop-ivcanon" => TRIED;
    TreeLoopOptimize O1 "tree-loop-optimize" => TRIED;
    TreeLoopVectorize O2Speed "tree-loop-vectorize" => Does("tests/passes/cselim/no-vectorize.c");
    TreePartialPre O3 "tree-partial-pre" => Does("tests/passes/pre/partial.c");
    TreePhiprop O1 "tree-phiprop" => Does("tests/passes/phiprop/off.c");
    TreePre O2 "tree-pre" => TRIED;
    TreePta O1NotDebug "tree-pta" => TRIED;
    TreeReassoc O1 "tree-reassoc" => TRIED;
    TreeScevCprop O1 "tree-scev-cprop" => Does("tests/passes/sccp/off.c");
    TreeSink O1 "tree-sink" => TRIED;
    TreeSinkAssignments Never "tree-sink-assignments" => Own("tests/passes/motion/sink-varying.c");
    TreeSlpVectorize O2Speed "tree-slp-vectorize" => Does("tests/passes/slp2/off.c");
    TreeSlsr O1 "tree-slsr" => Does("tests/passes/slsr/off.c");
    TreeSra O1NotDebug "tree-sra" => TRIED;
    TreeSwitchConversion O2 "tree-switch-conversion" => Does("tests/passes/switchconv/off.c");
    TreeTailMerge O2 "tree-tail-merge" => Does("tests/passes/pre/no-tail-merge.c");
    TreeTer O1 "tree-ter" => Does("tests/passes/expand/no-replacing.c");
    TreeVrp O2 "tree-vrp" => Does("tests/passes/evrp/off.c");
    UnsafeMath Never "unsafe-math-optimizations" => Does("tests/passes/reassoc/float-unsafe.c");
    UnswitchLoops O3 "unswitch-loops" => Does("tests/passes/lim/no-unswitching.c");
    UnwindTables Never "unwind-tables" => TRIED;
    VersionLoopsForStrides O3 "version-loops-for-strides" => Does("tests/passes/lversion/off.c");
    WholeProgram Never "whole-program" => Does("tests/passes/whole-program/functions.c");
    Wrapv Never "wrapv" => TRIED;
    WrapvPointer Never "wrapv-pointer" => Does("tests/passes/ethread/pointers-wrap.c");
    ZeroInitializedInBss Always "zero-initialized-in-bss" => TRIED;
    @others
    "PIC" => TRIED;
    "PIE" => TRIED;
    "abi-version=" => OTHER_LANGUAGES;
    "ada-spec-parent=" => OTHER_LANGUAGES;
    "align-functions" => TRIED;
    "align-functions=" => TRIED;
    "align-jumps" => SAME_RESULT;
    "align-jumps=" => SAME_RESULT;
    "align-labels" => SAME_RESULT;
    "align-labels=" => SAME_RESULT;
    "align-loops" => SAME_RESULT;
    "align-loops=" => SAME_RESULT;
    "allocation-dce" => NO_PASS;
    "analyzer" => ANALYSER;
    "analyzer-call-summaries" => ANALYSER;
    "analyzer-checker=" => ANALYSER;
    "analyzer-feasibility" => ANALYSER;
    "analyzer-fine-grained" => ANALYSER;
    "analyzer-show-duplicate-count" => ANALYSER;
    "analyzer-state-merge" => ANALYSER;
    "analyzer-state-purge" => ANALYSER;
    "analyzer-transitivity" => ANALYSER;
    "analyzer-verbose-edges" => ANALYSER;
    "analyzer-verbose-state-changes" => ANALYSER;
    "analyzer-verbosity=" => ANALYSER;
    "argument-alias" => IGNORED;
    "argument-noalias" => IGNORED;
    "argument-noalias-anything" => IGNORED;
    "argument-noalias-global" => IGNORED;
    "asan-shadow-offset=" => SANITIZER;
    "auto-inc-dec" => NO_PASS;
    "auto-profile" => Sorry;
    "auto-profile=" => Sorry;
    "body-from=" => Own("tests/suite/roundtrip.rs");
    "branch-count-reg" => NO_PASS;
    "branch-probabilities" => SAME_RESULT;
    "branch-target-load-optimize" => NO_PASS;
    "branch-target-load-optimize2" => NO_PASS;
    "btr-bb-exclusive" => NO_PASS;
    "building-libgcc" => Sorry;
    "builtin-" => TRIED;
    "call-saved-" => Does("tests/passes/assembly/call-saved-registers.c");
    "call-used-" => Does("tests/passes/assembly/call-saved-registers.c");
    "caller-saves" => SAME_RESULT;
    "callgraph-info" => Sorry;
    "callgraph-info=" => Sorry;
    "canonical-system-headers" => Harmless("default on this target");
    "cf-protection" => Error("‘-fcf-protection=full’ is not supported for this target");
    "cf-protection=[full|branch|return|none|check]" => Error("‘-fcf-protection=%’ is not supported for this target");
    "check-data-deps" => NO_PASS;
    "check-new" => OTHER_LANGUAGES;
    "check-pointer-bounds" => IGNORED;
    "checking" => Does("tests/suite/claims.rs");
    "checking=#" => Does("tests/suite/claims.rs");
    "chkp-check-incomplete-type" => IGNORED;
    "chkp-check-read" => IGNORED;
    "chkp-check-write" => IGNORED;
    "chkp-first-field-has-own-bounds" => IGNORED;
    "chkp-flexible-struct-trailing-arrays" => IGNORED;
    "chkp-instrument-calls" => IGNORED;
    "chkp-instrument-marked-only" => IGNORED;
    "chkp-narrow-bounds" => IGNORED;
    "chkp-narrow-to-innermost-array" => IGNORED;
    "chkp-optimize" => IGNORED;
    "chkp-store-bounds" => IGNORED;
    "chkp-treat-zero-dynamic-size-as-infinite" => IGNORED;
    "chkp-use-fast-string-functions" => IGNORED;
    "chkp-use-nochk-string-functions" => IGNORED;
    "chkp-use-static-bounds" => IGNORED;
    "chkp-use-static-const-bounds" => IGNORED;
    "chkp-use-wrappers" => IGNORED;
    "chkp-zero-input-bounds-for-main" => IGNORED;
    "cilkplus" => IGNORED;
    "combine-stack-adjustments" => SAME_RESULT;
    "compare-debug" => Does("tests/suite/dump_options.rs");
    "compare-debug=" => Does("tests/suite/dump_options.rs");
    "compare-elim" => NO_PASS;
    "cond-mismatch" => Harmless("takes more programs; those it takes beyond the standard’s are refused with an error");
    "conserve-stack" => NO_PASS;
    "cprop-registers" => NO_PASS;
    "cse-follow-jumps" => NO_PASS;
    "cse-skip-blocks" => NO_PASS;
    "dataflow-order=" => Own("tests/suite/forms.rs");
    "dataflow=" => Own("tests/suite/forms.rs");
    "dbg-cnt-list" => Does("tests/suite/bisect.rs");
    "dbg-cnt=" => Does("tests/suite/bisect.rs");
    "dce" => SAME_RESULT;
    "debug-cpp" => COMPILER;
    "debug-prefix-map=" => TRIED;
    "debug-types-section" => DEBUGGING;
    "defer-pop" => SAME_RESULT;
    "delayed-branch" => NO_PASS;
    "delete-dead-exceptions" => UNUSED;
    "devirtualize-at-ltrans" => NO_PASS;
    "diagnostics-color" => MESSAGES;
    "diagnostics-color=[never|always|auto]" => TRIED;
    "diagnostics-column-origin=#" => MESSAGES;
    "diagnostics-column-unit=[display|byte]" => MESSAGES;
    "diagnostics-escape-format=[unicode|bytes]" => MESSAGES;
    "diagnostics-format=[text|json]" => Sorry;
    "diagnostics-generate-patch" => MESSAGES;
    "diagnostics-minimum-margin-width=" => MESSAGES;
    "diagnostics-parseable-fixits" => MESSAGES;
    "diagnostics-path-format=" => MESSAGES;
    "diagnostics-plain-output" => TRIED;
    "diagnostics-show-caret" => TRIED;
    "diagnostics-show-cwe" => MESSAGES;
    "diagnostics-show-labels" => MESSAGES;
    "diagnostics-show-line-numbers" => TRIED;
    "diagnostics-show-location=[once|every-line]" => MESSAGES;
    "diagnostics-show-option" => TRIED;
    "diagnostics-show-path-depths" => MESSAGES;
    "diagnostics-urls=[never|always|auto]" => MESSAGES;
    "directives-only" => Harmless("parts of the preprocessor’s output");
    "dse" => SAME_RESULT;
    "dump-analyzer" => ANALYSER;
    "dump-analyzer-callgraph" => ANALYSER;
    "dump-analyzer-exploded-graph" => ANALYSER;
    "dump-analyzer-exploded-nodes" => ANALYSER;
    "dump-analyzer-exploded-nodes-2" => ANALYSER;
    "dump-analyzer-exploded-nodes-3" => ANALYSER;
    "dump-analyzer-exploded-paths" => ANALYSER;
    "dump-analyzer-feasibility" => ANALYSER;
    "dump-analyzer-json" => ANALYSER;
    "dump-analyzer-state-purge" => ANALYSER;
    "dump-analyzer-stderr" => ANALYSER;
    "dump-analyzer-supergraph" => ANALYSER;
    "dump-analyzer-untracked" => ANALYSER;
    "eliminate-dwarf2-dups" => IGNORED;
    "eliminate-unused-debug-symbols" => DEBUGGING;
    "eliminate-unused-debug-types" => DEBUGGING;
    "emit-class-debug-always" => OTHER_LANGUAGES;
    "emit-struct-debug-baseonly" => OTHER_LANGUAGES;
    "emit-struct-debug-detailed=" => OTHER_LANGUAGES;
    "emit-struct-debug-reduced" => OTHER_LANGUAGES;
    "excess-precision=[fast|standard|16]" => Harmless("the target computes in the types’ own formats");
    "exec-charset=" => TRIED;
    "extended-identifiers" => Harmless("default on this target");
    "fast-math" => TRIED;
    "fat-lto-objects" => NO_LTO;
    "file-prefix-map=" => TRIED;
    "finite-loops" => UNUSED;
    "fixed-" => Does("tests/run/global-registers.c");
    "float-store" => Harmless("the target computes in the types’ own formats");
    "fold-simple-inlines" => SAME_RESULT;
    "force-addr" => SAME_RESULT;
    "forward-propagate" => SAME_RESULT;
    "fp-contract=[off|on|fast]" => Does("tests/passes/widening_mul/off.c");
    "fp-int-builtin-inexact" => SAME_RESULT;
    "freestanding" => TRIED;
    "function-cse" => SAME_RESULT;
    "gcse-after-reload" => NO_PASS;
    "gcse-las" => NO_PASS;
    "gcse-lm" => NO_PASS;
    "gcse-sm" => NO_PASS;
    "gnat-encodings=[all|gdb|minimal]" => OTHER_LANGUAGES;
    "gnu-tm" => Sorry;
    "gnu-unique" => OTHER_LANGUAGES;
    "graphite" => NO_PASS;
    "graphite-identity" => NO_PASS;
    "handle-exceptions" => Does("tests/passes/eh/old-name.c");
    "hoist-adjacent-loads" => NO_PASS;
    "if-conversion2" => NO_PASS;
    "inline-atomics" => SAME_RESULT;
    "inline-limit-" => SAME_RESULT;
    "inline-limit=#" => SAME_RESULT;
    "input-charset=" => TRIED;
    "instrument-functions-exclude-file-list=" => TRIED;
    "instrument-functions-exclude-function-list=" => TRIED;
    "ipa-cp-alignment" => NO_PASS;
    "ipa-icf" => Does("tests/passes/icf/off.c");
    "ipa-matrix-reorg" => NO_PASS;
    "ipa-profile" => NO_PASS;
    "ipa-ra" => NO_PASS;
    "ipa-stack-alignment" => NO_PASS;
    "ipa-strict-aliasing" => NO_PASS;
    "ipa-struct-reorg" => NO_PASS;
    "ira-algorithm=[CB|priority]" => SAME_RESULT;
    "ira-hoist-pressure" => SAME_RESULT;
    "ira-loop-pressure" => SAME_RESULT;
    "ira-region=[one|all|mixed]" => SAME_RESULT;
    "ira-share-save-slots" => SAME_RESULT;
    "ira-share-spill-slots" => SAME_RESULT;
    "ira-verbose=#" => SAME_RESULT;
    "keep-gc-roots-live" => SAME_RESULT;
    "keep-static-consts" => Harmless("static objects are kept without it");
    "large-source-files" => IGNORED;
    "lifetime-dse" => SAME_RESULT;
    "lifetime-dse=" => SAME_RESULT;
    "limit-function-alignment" => SAME_RESULT;
    "live-patching" => Does("tests/passes/icf/live-patching.c");
    "live-patching=[inline-only-static|inline-clone]" => Does("tests/passes/icf/live-patching.c");
    "live-range-shrinkage" => NO_PASS;
    "loop-block" => NO_PASS;
    "loop-flatten" => NO_PASS;
    "loop-nest-optimize" => NO_PASS;
    "loop-optimize" => NO_PASS;
    "loop-parallelize-all" => NO_PASS;
    "loop-strip-mine" => NO_PASS;
    "lra-remat" => NO_PASS;
    "lto" => NO_LTO;
    "lto-compression-level=#" => NO_LTO;
    "lto-odr-type-merging" => OTHER_LANGUAGES;
    "lto-partition=" => NO_LTO;
    "lto-report" => NO_LTO;
    "lto-report-wpa" => NO_LTO;
    "lto=" => NO_LTO;
    "macro-prefix-map=" => TRIED;
    "max-errors=#" => TRIED;
    "max-include-depth=" => TRIED;
    "mem-report" => Does("tests/suite/dump_options.rs");
    "mem-report-wpa" => COMPILER;
    "merge-debug-strings" => DEBUGGING;
    "message-length=#" => MESSAGES;
    "modulo-sched" => NO_PASS;
    "modulo-sched-allow-regmoves" => NO_PASS;
    "move-loop-invariants" => SAME_RESULT;
    "mudflap" => IGNORED;
    "mudflapir" => IGNORED;
    "mudflapth" => IGNORED;
    "nothrow-opt" => UNUSED;
    "offload-abi=[lp64|ilp32]" => Harmless("pointers to code are not offloaded");
    "offload-options=" => Harmless("pointers to code are not offloaded");
    "openacc" => Sorry;
    "openacc-dim=" => Harmless("pointers to code are not offloaded");
    "openmp" => Sorry;
    "openmp-simd" => SAME_RESULT;
    "opt-info" => Does("tests/suite/bisect.rs");
    "opt-info=" => Does("tests/suite/bisect.rs");
    "optimize-register-move" => SAME_RESULT;
    "out-of-ssa=" => Own("tests/suite/forms.rs");
    "pack-struct" => TRIED;
    "pack-struct=#" => TRIED;
    "patchable-function-entry=" => TRIED;
    "pcc-struct-return" => Harmless("the target has one convention");
    "pch-deps" => Harmless("a header is read itself, not what it was precompiled to");
    "pch-preprocess" => Harmless("a header is read itself, not what it was precompiled to");
    "peel-loops" => NO_PASS;
    "peephole" => NO_PASS;
    "peephole2" => NO_PASS;
    "permitted-flt-eval-methods=[c11|ts-18661]" => Harmless("the target computes in the types’ own formats");
    "pic" => TRIED;
    "pie" => TRIED;
    "plt" => Harmless("GCC for this target has -mplt instead");
    "plugin-arg-" => Does("tests/suite/plugin.rs");
    "plugin=" => Does("tests/suite/plugin.rs");
    "post-ipa-mem-report" => COMPILER;
    "pre-ipa-mem-report" => COMPILER;
    "prefetch-loop-arrays" => NO_PASS;
    "preprocessed" => TRIED;
    "profile-abs-path" => Does("tests/suite/coverage.rs");
    "profile-arcs" => Does("tests/suite/coverage.rs");
    "profile-correction" => PROFILE;
    "profile-dir=" => Does("tests/suite/coverage.rs");
    "profile-exclude-files=" => Does("tests/suite/coverage.rs");
    "profile-filter-files=" => Does("tests/suite/coverage.rs");
    "profile-generate" => Does("tests/suite/coverage.rs");
    "profile-generate=" => Does("tests/suite/coverage.rs");
    "profile-info-section" => Sorry;
    "profile-info-section=" => Sorry;
    "profile-note=" => Does("tests/suite/coverage.rs");
    "profile-partial-training" => PROFILE;
    "profile-prefix-map=" => Sorry;
    "profile-prefix-path=" => Sorry;
    "profile-reorder-functions" => PROFILE;
    "profile-report" => PROFILE;
    "profile-reproducible=[serial|parallel-runs|multithreaded]" => PROFILE;
    "profile-update=[single|atomic|prefer-atomic]" => Does("tests/suite/coverage.rs");
    "profile-use" => SAME_RESULT;
    "profile-use=" => SAME_RESULT;
    "profile-values" => PROFILE;
    "random-seed" => COMPILER;
    "random-seed=" => COMPILER;
    "ree" => NO_PASS;
    "reg-struct-return" => Harmless("the target has one convention");
    "regmove" => SAME_RESULT;
    "rename-registers" => NO_PASS;
    "reorder-blocks-algorithm=[simple|stc]" => Does("tests/passes/bbro/simple.c");
    "reorder-blocks-and-partition" => NO_PASS;
    "reorder-functions" => NO_PASS;
    "report-bug" => COMPILER;
    "require-return-statement" => OTHER_LANGUAGES;
    "rerun-cse-after-loop" => NO_PASS;
    "rerun-loop-opt" => IGNORED;
    "reschedule-modulo-scheduled-loops" => NO_PASS;
    "rtti" => OTHER_LANGUAGES;
    "sanitize-address-use-after-scope" => SANITIZER;
    "sanitize-coverage=" => Partly("tests/passes/sancov/blocks.c", "trace-cmp is refused");
    "sanitize-recover" => SANITIZER;
    "sanitize-recover=" => SANITIZER;
    "sanitize-sections=" => SANITIZER;
    "sanitize-undefined-trap-on-error" => SANITIZE;
    "sanitize=" => SANITIZE;
    "sched-critical-path-heuristic" => NO_PASS;
    "sched-dep-count-heuristic" => NO_PASS;
    "sched-group-heuristic" => NO_PASS;
    "sched-interblock" => NO_PASS;
    "sched-last-insn-heuristic" => NO_PASS;
    "sched-pressure" => NO_PASS;
    "sched-rank-heuristic" => NO_PASS;
    "sched-spec" => NO_PASS;
    "sched-spec-insn-heuristic" => NO_PASS;
    "sched-spec-load" => NO_PASS;
    "sched-spec-load-dangerous" => NO_PASS;
    "sched-stalled-insns" => NO_PASS;
    "sched-stalled-insns-dep" => NO_PASS;
    "sched-stalled-insns-dep=#" => NO_PASS;
    "sched-stalled-insns=#" => NO_PASS;
    "sched-verbose=#" => NO_PASS;
    "sched2-use-superblocks" => NO_PASS;
    "sched2-use-traces" => NO_PASS;
    "schedule-fusion" => NO_PASS;
    "schedule-insns" => NO_PASS;
    "see" => NO_PASS;
    "sel-sched-pipelining" => NO_PASS;
    "sel-sched-pipelining-outer-loops" => NO_PASS;
    "sel-sched-reschedule-pipelined" => NO_PASS;
    "selective-scheduling" => NO_PASS;
    "selective-scheduling2" => NO_PASS;
    "self-test=" => Sorry;
    "semantic-interposition" => Harmless("objects may be preempted either way; that is how they are compiled");
    "show-column" => TRIED;
    "shrink-wrap-separate" => NO_PASS;
    "signed-char" => TRIED;
    "simd-cost-model=[unlimited|dynamic|cheap|very-cheap]" => NO_PASS;
    "split-ivs-in-unroller" => NO_PASS;
    "split-stack" => Error("‘-fsplit-stack’ is not supported by this compiler configuration");
    "split-wide-types" => NO_PASS;
    "split-wide-types-early" => NO_PASS;
    "ssa-construction=" => Own("tests/suite/forms.rs");
    "ssa-form=" => Own("tests/suite/forms.rs");
    "sso-struct=[big-endian|little-endian|native]" => TRIED;
    "stack-check=[no|generic|specific]" => Does("tests/passes/assembly/stack-check.c");
    "stack-limit" => Harmless("a limit has to be asked for");
    "stack-limit-register=" => Does("tests/passes/assembly/stack-limit.c");
    "stack-limit-symbol=" => Does("tests/passes/assembly/stack-limit-symbol.c");
    "stack-protector" => TRIED;
    "stack-protector-all" => TRIED;
    "stack-protector-explicit" => TRIED;
    "stack-protector-strong" => TRIED;
    "stack-reuse=[all|named_vars|none]" => SAME_RESULT;
    "start-pass=" => Own("tests/suite/roundtrip.rs");
    "stdarg-opt" => NO_PASS;
    "stop-pass=" => Own("tests/suite/roundtrip.rs");
    "strength-reduce" => NO_PASS;
    "strict-enums" => UNUSED;
    "strict-overflow" => Does("tests/passes/ethread/no-strict-overflow.c");
    "sync-libcalls" => NO_PASS;
    "syntax-only" => Does("tests/suite/command.rs");
    "tabstop=" => Harmless("parts of the preprocessor’s output");
    "test-coverage" => Does("tests/suite/coverage.rs");
    "threadsafe-statics" => OTHER_LANGUAGES;
    "time-report" => Does("tests/suite/command.rs");
    "time-report-details" => COMPILER;
    "tls-model=" => Does("tests/passes/assembly/tls-option.c");
    "tracer" => NO_PASS;
    "track-macro-expansion" => COMPILER;
    "track-macro-expansion=" => COMPILER;
    "trampolines" => Harmless("default on this target");
    "tree-coalesce-inlined-vars" => NO_PASS;
    "tree-copyrename" => NO_PASS;
    "tree-lexical-pre=" => Own("tests/suite/motion.rs");
    "tree-loop-if-convert-stores" => NO_PASS;
    "tree-loop-linear" => NO_PASS;
    "tree-lrs" => NO_PASS;
    "tree-parallelize-loops=#" => NO_PASS;
    "tree-salias" => NO_PASS;
    "tree-store-ccp" => NO_PASS;
    "tree-store-copy-prop" => NO_PASS;
    "tree-vect-loop-version" => NO_PASS;
    "tree-vectorize" => NO_PASS;
    "tree-vectorizer-verbose=" => NO_PASS;
    "trivial-auto-var-init=[uninitialized|pattern|zero]" => TRIED;
    "unconstrained-commons" => UNUSED;
    "unit-at-a-time" => Does("tests/passes/assembly/source-order.c");
    "unroll-all-loops" => NO_PASS;
    "unroll-completely-grow-size" => NO_PASS;
    "unroll-loops" => NO_PASS;
    "unsafe-loop-optimizations" => NO_PASS;
    "unsigned-bitfields" => TRIED;
    "unsigned-char" => TRIED;
    "use-ld=" => Harmless("which linker runs is the linker driver’s matter");
    "use-linker-plugin" => NO_LTO;
    "var-tracking" => Does("tests/passes/vartrack/off.c");
    "var-tracking-assignments" => Does("tests/passes/debug-statements/no-assignments.c");
    "var-tracking-assignments-toggle" => DEBUGGING;
    "var-tracking-uninit" => DEBUGGING;
    "variable-expansion-in-unroller" => NO_PASS;
    "vect-cost-model" => NO_PASS;
    "vect-cost-model=[unlimited|dynamic|cheap|very-cheap]" => NO_PASS;
    "verbose-asm" => Does("tests/suite/dump_options.rs");
    "version" => COMPILER;
    "visibility=[default|internal|hidden|protected]" => TRIED;
    "vpt" => PROFILE;
    "vtable-verify=" => OTHER_LANGUAGES;
    "vtv-counts" => OTHER_LANGUAGES;
    "vtv-debug" => OTHER_LANGUAGES;
    "web" => NO_PASS;
    "wide-exec-charset=" => Sorry;
    "working-directory" => Harmless("default on this target");
    "zee" => NO_PASS;
    "zero-call-used-regs=" => Does("tests/passes/assembly/zeroed-registers.c");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_option_has_one_row() {
        let mut names = HashSet::new();
        for row in FLAGS {
            let name = row.names.split('[').next().unwrap_or(row.names);
            assert!(names.insert(name), "{name} has two rows");
        }
    }
}
