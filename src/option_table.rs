//! Every `-f`, `-g` and `-W` option that GCC 12 documents for C, with what it does here. The machine's are the
//! backend's.
//!
//! A word that no row knows is refused as unknown; what is not implemented is refused as such, never read and dropped.

use gimple::option_row::{Action, OptionGroup};

/// Where the options are tried: each has a row there whose outcome depends on it.
const TEST: &str = "tests/suite/options.rs";

/// Words that say what holds anyway, of options whose other values are refused.
pub const NO_CHANGE: &[&str] = &["cf-protection=none", "diagnostics-format=text"];

/// `-f` options, without `-f` and `no-`.
pub const FLAGS: &[OptionGroup] = &[
    OptionGroup {
        action: Action::Does("tests/passes/ethread/null-checks-kept.c"),
        names: "delete-null-pointer-checks",
    },
    OptionGroup {
        action: Action::Does("tests/passes/ethread/pointers-wrap.c"),
        names: "wrapv-pointer",
    },
    OptionGroup { action: Action::Does("tests/passes/ethread/off.c"), names: "thread-jumps" },
    OptionGroup {
        action: Action::Does("tests/passes/thread/off.c"),
        names: "expensive-optimizations",
    },
    OptionGroup {
        action: Action::Does("tests/passes/ethread/no-strict-overflow.c"),
        names: "strict-overflow",
    },
    OptionGroup { action: Action::Does("tests/passes/evrp/off.c"), names: "tree-vrp" },
    OptionGroup {
        action: Action::Does("tests/passes/eh/cleanup-on-unwinding.c"),
        names: "exceptions",
    },
    OptionGroup { action: Action::Does("tests/passes/eh/old-name.c"), names: "handle-exceptions" },
    OptionGroup {
        action: Action::Partly(
            TEST,
            "what traps within the reach of the attribute `cleanup` has no landing pad and is refused",
        ),
        names: "non-call-exceptions",
    },
    OptionGroup {
        action: Action::Does("tests/passes/hardcmp/compares.c"),
        names: "harden-compares",
    },
    OptionGroup {
        action: Action::Does("tests/passes/hardcmp/branches.c"),
        names: "harden-conditional-branches",
    },
    OptionGroup {
        action: Action::Does("tests/passes/assembly/kept-functions.c"),
        names: "keep-inline-functions keep-static-functions",
    },
    OptionGroup { action: Action::Does("tests/passes/gimple-body/printed.c"), names: "gimple" },
    OptionGroup { action: Action::Does("tests/passes/pre/no-hoisting.c"), names: "code-hoisting" },
    OptionGroup { action: Action::Does("tests/passes/pre/partial.c"), names: "tree-partial-pre" },
    OptionGroup {
        action: Action::Does("tests/passes/tailc/off.c"),
        names: "optimize-sibling-calls",
    },
    OptionGroup { action: Action::Does("tests/passes/expand/no-bit-tests.c"), names: "bit-tests" },
    OptionGroup { action: Action::Does("tests/passes/backprop/off.c"), names: "ssa-backprop" },
    OptionGroup { action: Action::Does("tests/passes/cselim/off.c"), names: "tree-cselim" },
    OptionGroup { action: Action::Does("tests/passes/dom/off.c"), names: "tree-dominator-opts" },
    OptionGroup { action: Action::Does("tests/passes/phiprop/off.c"), names: "tree-phiprop" },
    OptionGroup { action: Action::Does("tests/passes/modref/off.c"), names: "ipa-modref" },
    OptionGroup { action: Action::Does("tests/passes/cp/off.c"), names: "ipa-cp" },
    OptionGroup { action: Action::Does("tests/passes/cp/clone.c"), names: "ipa-cp-clone" },
    OptionGroup { action: Action::Does("tests/passes/cp/no-bits.c"), names: "ipa-bit-cp" },
    OptionGroup { action: Action::Does("tests/passes/cp/no-ranges.c"), names: "ipa-vrp" },
    OptionGroup {
        action: Action::Does("tests/passes/inline/no-early-inlining.c"),
        names: "early-inlining",
    },
    OptionGroup {
        action: Action::Does("tests/passes/icf/off.c"),
        names: "ipa-icf ipa-icf-functions ipa-icf-variables",
    },
    OptionGroup {
        action: Action::Does("tests/passes/icf/merge-all-constants.c"),
        names: "merge-all-constants",
    },
    OptionGroup {
        action: Action::Does("tests/passes/pre/no-tail-merge.c"),
        names: "tree-tail-merge",
    },
    OptionGroup {
        action: Action::Does("tests/passes/switchconv/off.c"),
        names: "tree-switch-conversion",
    },
    OptionGroup {
        action: Action::Does("tests/passes/local-pure-const/off.c"),
        names: "ipa-pure-const",
    },
    OptionGroup {
        action: Action::Does("tests/suite/command.rs"),
        names: "syntax-only time-report",
    },
    OptionGroup {
        action: Action::Does("tests/suite/dump_options.rs"),
        names: "compare-debug compare-debug= mem-report verbose-asm",
    },
    OptionGroup { action: Action::Does("tests/suite/bisect.rs"), names: "dbg-cnt= dbg-cnt-list" },
    OptionGroup { action: Action::Does("tests/suite/bisect.rs"), names: "opt-info opt-info=" },
    OptionGroup { action: Action::Does("tests/suite/plugin.rs"), names: "plugin= plugin-arg-" },
    OptionGroup { action: Action::Does("tests/suite/claims.rs"), names: "checking checking=#" },
    OptionGroup {
        action: Action::Does("tests/passes/assembly/order-without-anchors.c"),
        names: "section-anchors",
    },
    OptionGroup {
        action: Action::Does(TEST),
        names: "PIC PIE align-functions align-functions= allow-parameterless-variadic-functions asynchronous-unwind-tables builtin builtin- common \
            data-sections debug-prefix-map= diagnostics-color=[never|always|auto] \
            diagnostics-plain-output diagnostics-show-caret \
            diagnostics-show-line-numbers diagnostics-show-option dollars-in-identifiers dwarf2-cfi-asm \
            fast-math file-prefix-map= finite-math-only freestanding function-sections \
            gnu89-inline hosted ident inline inline-functions-called-once inline-small-functions leading-underscore \
            instrument-functions instrument-functions-exclude-file-list= \
            instrument-functions-exclude-function-list= jump-tables lax-vector-conversions macro-prefix-map= math-errno max-errors=# \
            max-include-depth= merge-constants ms-extensions omit-frame-pointer pack-struct \
            pack-struct=# patchable-function-entry= pic pie plan9-extensions preprocessed profile \
            record-gcc-switches rounding-math short-enums short-wchar show-column signaling-nans signed-bitfields signed-char signed-zeros \
            single-precision-constant sso-struct=[big-endian|little-endian|native] ssa-phiopt stack-clash-protection stack-protector stack-protector-all stack-protector-explicit \
            stack-protector-strong strict-aliasing \
            trapping-math trapv trivial-auto-var-init=[uninitialized|pattern|zero] tree-ccp tree-ch tree-copy-prop tree-dce tree-dse tree-forwprop \
            tree-fre tree-loop-im tree-pre tree-pta tree-reassoc tree-sink tree-sra unsigned-bitfields \
            unsigned-char unwind-tables visibility=[default|internal|hidden|protected] wrapv \
            zero-initialized-in-bss",
    },
    OptionGroup {
        action: Action::Does("tests/passes/lim/store-races-allowed.c"),
        names: "allow-store-data-races",
    },
    OptionGroup {
        action: Action::Does("tests/passes/lim/stores-stay.c"),
        names: "move-loop-stores",
    },
    OptionGroup {
        action: Action::Does("tests/passes/reassoc/float-associative.c"),
        names: "associative-math",
    },
    OptionGroup {
        action: Action::Does("tests/passes/reassoc/float-unsafe.c"),
        names: "unsafe-math-optimizations",
    },
    OptionGroup {
        action: Action::Does("tests/passes/assembly/zeroed-registers.c"),
        names: "zero-call-used-regs=",
    },
    OptionGroup {
        action: Action::Does("tests/passes/assembly/strict-volatile-bitfields.c"),
        names: "strict-volatile-bitfields",
    },
    OptionGroup { action: Action::Does("tests/run/global-registers.c"), names: "fixed-" },
    OptionGroup { action: Action::Does("tests/passes/fnsplit/off.c"), names: "partial-inlining" },
    OptionGroup { action: Action::Does("tests/passes/cdce/off.c"), names: "tree-builtin-call-dce" },
    OptionGroup { action: Action::Does("tests/passes/slsr/off.c"), names: "tree-slsr" },
    OptionGroup { action: Action::Does("tests/passes/ipa-sra/off.c"), names: "ipa-sra" },
    OptionGroup { action: Action::Does("tests/passes/static-var/off.c"), names: "ipa-reference" },
    OptionGroup {
        action: Action::Harmless(
            "C has no virtual functions: without it there is no dump `devirt`",
        ),
        names: "devirtualize devirtualize-speculatively",
    },
    OptionGroup {
        action: Action::Does("tests/passes/inline/callback-off.c"),
        names: "indirect-inlining",
    },
    OptionGroup {
        action: Action::Does("tests/passes/niter/array-ends-unknown.c"),
        names: "aggressive-loop-optimizations",
    },
    OptionGroup { action: Action::Does("tests/passes/recip/three.c"), names: "reciprocal-math" },
    OptionGroup {
        action: Action::Does("tests/passes/store-merging/off.c"),
        names: "store-merging",
    },
    OptionGroup {
        action: Action::Does("tests/passes/isolate-paths/off.c"),
        names: "isolate-erroneous-paths-dereference",
    },
    OptionGroup {
        action: Action::Does("tests/passes/isolate-paths/declared-nonnull.c"),
        names: "isolate-erroneous-paths-attribute",
    },
    OptionGroup {
        action: Action::Does("tests/passes/assembly/stack-check.c"),
        names: "stack-check stack-check=[no|generic|specific]",
    },
    OptionGroup {
        action: Action::Does("tests/suite/coverage.rs"),
        names: "save-optimization-record stack-usage",
    },
    OptionGroup { action: Action::Does(TEST), names: "exec-charset= input-charset=" },
    OptionGroup {
        action: Action::Harmless("GCC ignores it too"),
        names: "argument-alias argument-noalias argument-noalias-anything argument-noalias-global \
            check-pointer-bounds chkp-check-incomplete-type chkp-check-read chkp-check-write \
            chkp-first-field-has-own-bounds chkp-flexible-struct-trailing-arrays chkp-instrument-calls \
            chkp-instrument-marked-only chkp-narrow-bounds chkp-narrow-to-innermost-array chkp-optimize \
            chkp-store-bounds chkp-treat-zero-dynamic-size-as-infinite chkp-use-fast-string-functions \
            chkp-use-nochk-string-functions chkp-use-static-bounds chkp-use-static-const-bounds \
            chkp-use-wrappers chkp-zero-input-bounds-for-main cilkplus eliminate-dwarf2-dups \
            large-source-files mudflap mudflapir mudflapth rerun-loop-opt",
    },
    OptionGroup { action: Action::Harmless("a limit has to be asked for"), names: "stack-limit" },
    OptionGroup {
        action: Action::Harmless(
            "a pass that Gimlet does not have; what a program means does not depend on it",
        ),
        names: "allocation-dce auto-inc-dec branch-count-reg \
            branch-target-load-optimize branch-target-load-optimize2 btr-bb-exclusive check-data-deps \
            compare-elim conserve-stack cprop-registers crossjumping cse-follow-jumps \
            cse-skip-blocks delayed-branch devirtualize-at-ltrans \
            gcse gcse-after-reload gcse-las gcse-lm gcse-sm graphite graphite-identity \
            hoist-adjacent-loads if-conversion if-conversion2 \
            ipa-cp-alignment ipa-matrix-reorg \
            ipa-profile ipa-pta ipa-ra ipa-reference-addressable \
            ipa-stack-alignment ipa-strict-aliasing ipa-struct-reorg \
            ivopts live-range-shrinkage loop-block loop-flatten \
            loop-interchange loop-nest-optimize loop-optimize loop-parallelize-all loop-strip-mine \
            loop-unroll-and-jam lra-remat modulo-sched modulo-sched-allow-regmoves \
            optimize-strlen peel-loops peephole peephole2 predictive-commoning \
            prefetch-loop-arrays ree rename-registers reorder-blocks-and-partition reorder-functions \
            rerun-cse-after-loop reschedule-modulo-scheduled-loops sched-critical-path-heuristic \
            sched-dep-count-heuristic sched-group-heuristic sched-interblock sched-last-insn-heuristic \
            sched-pressure sched-rank-heuristic sched-spec sched-spec-insn-heuristic sched-spec-load \
            sched-spec-load-dangerous sched-stalled-insns sched-stalled-insns-dep sched-stalled-insns-dep=# \
            sched-stalled-insns=# sched-verbose=# sched2-use-superblocks sched2-use-traces schedule-fusion \
            schedule-insns schedule-insns2 see sel-sched-pipelining \
            sel-sched-pipelining-outer-loops sel-sched-reschedule-pipelined selective-scheduling \
            selective-scheduling2 shrink-wrap shrink-wrap-separate \
            simd-cost-model=[unlimited|dynamic|cheap|very-cheap] split-ivs-in-unroller split-loops split-paths \
            split-wide-types split-wide-types-early stdarg-opt strength-reduce \
            sync-libcalls tracer tree-coalesce-inlined-vars tree-copyrename \
            tree-loop-distribute-patterns tree-loop-distribution \
            tree-loop-if-convert tree-loop-if-convert-stores tree-loop-ivcanon tree-loop-linear \
            tree-loop-vectorize tree-lrs tree-parallelize-loops=# \
            tree-salias tree-scev-cprop tree-slp-vectorize tree-store-ccp \
            tree-store-copy-prop tree-vect-loop-version tree-vectorize \
            tree-vectorizer-verbose= unroll-all-loops unroll-completely-grow-size unroll-loops \
            unsafe-loop-optimizations unswitch-loops variable-expansion-in-unroller vect-cost-model \
            vect-cost-model=[unlimited|dynamic|cheap|very-cheap] version-loops-for-strides web zee",
    },
    OptionGroup {
        action: Action::Harmless("about other languages"),
        names: "abi-version= ada-spec-parent= check-new emit-class-debug-always emit-struct-debug-baseonly \
            emit-struct-debug-detailed= emit-struct-debug-reduced gnat-encodings=[all|gdb|minimal] gnu-unique \
            lto-odr-type-merging require-return-statement rtti threadsafe-statics vtable-verify= vtv-counts \
            vtv-debug",
    },
    OptionGroup {
        action: Action::Harmless("about the compiler itself"),
        names: "debug-cpp mem-report-wpa \
            post-ipa-mem-report pre-ipa-mem-report random-seed random-seed= report-bug time-report-details \
            track-macro-expansion track-macro-expansion= version",
    },
    OptionGroup {
        action: Action::Does("tests/passes/widening_mul/off.c"),
        names: "fp-contract=[off|on|fast]",
    },
    OptionGroup {
        action: Action::Does("tests/passes/cplxlower/fortran-rules.c"),
        names: "cx-fortran-rules",
    },
    OptionGroup {
        action: Action::Does("tests/passes/cplxlower/limited-range.c"),
        names: "cx-limited-range",
    },
    OptionGroup { action: Action::Does("tests/passes/assembly/tls-option.c"), names: "tls-model=" },
    OptionGroup {
        action: Action::Does("tests/passes/assembly/source-order.c"),
        names: "toplevel-reorder unit-at-a-time",
    },
    OptionGroup {
        action: Action::Does("tests/passes/icf/live-patching.c"),
        names: "live-patching live-patching=[inline-only-static|inline-clone]",
    },
    OptionGroup {
        action: Action::Harmless("chooses among ways to the same result"),
        names: "openmp-simd tree-loop-optimize tree-bit-ccp align-jumps align-jumps= align-labels align-labels= align-loops align-loops= caller-saves \
            combine-stack-adjustments dce defer-pop dse fold-simple-inlines force-addr \
            forward-propagate fp-int-builtin-inexact function-cse guess-branch-probability inline-atomics \
            inline-functions inline-limit- inline-limit=# ira-algorithm=[CB|priority] ira-hoist-pressure \
            ira-loop-pressure ira-region=[one|all|mixed] ira-share-save-slots ira-share-spill-slots \
            ira-verbose=# keep-gc-roots-live lifetime-dse lifetime-dse= limit-function-alignment \
            move-loop-invariants optimize-register-move profile-use profile-use= branch-probabilities \
            printf-return-value regmove reorder-blocks \
            reorder-blocks-algorithm=[simple|stc] stack-reuse=[all|named_vars|none] tree-coalesce-vars tree-ter",
    },
    OptionGroup {
        action: Action::Does("tests/passes/whole-program/functions.c"),
        names: "whole-program",
    },
    OptionGroup { action: Action::Harmless("GCC for this target has -mplt instead"), names: "plt" },
    OptionGroup {
        action: Action::Harmless("default on this target"),
        names: "canonical-system-headers extended-identifiers trampolines working-directory",
    },
    OptionGroup {
        action: Action::Harmless("details of debugging information; line tables do not have them"),
        names: "debug-types-section eliminate-unused-debug-symbols eliminate-unused-debug-types merge-debug-strings \
            var-tracking var-tracking-assignments var-tracking-assignments-toggle var-tracking-uninit",
    },
    OptionGroup {
        action: Action::Harmless("directs -fsanitize=, which is refused"),
        names: "asan-shadow-offset= sanitize-address-use-after-scope sanitize-recover sanitize-recover= \
            sanitize-sections= sanitize-undefined-trap-on-error",
    },
    OptionGroup {
        action: Action::Does("tests/suite/coverage.rs"),
        names: "profile-abs-path profile-arcs profile-dir= profile-exclude-files= profile-filter-files= profile-generate profile-generate= profile-note= \
            profile-update=[single|atomic|prefer-atomic] test-coverage",
    },
    OptionGroup {
        action: Action::Harmless("directs what is made of a profile, and nothing is"),
        names: "profile-correction profile-partial-training profile-reorder-functions profile-report \
            profile-reproducible=[serial|parallel-runs|multithreaded] profile-values vpt",
    },
    OptionGroup {
        action: Action::Harmless("how messages look"),
        names: "diagnostics-show-labels diagnostics-color diagnostics-column-origin=# diagnostics-column-unit=[display|byte] \
            diagnostics-escape-format=[unicode|bytes] diagnostics-generate-patch \
            diagnostics-minimum-margin-width= diagnostics-parseable-fixits diagnostics-path-format= \
            diagnostics-show-cwe diagnostics-show-location=[once|every-line] diagnostics-show-path-depths \
            diagnostics-urls=[never|always|auto] message-length=#",
    },
    OptionGroup {
        action: Action::Harmless("objects hold code; nothing is left to the link"),
        names: "fat-lto-objects lto lto-compression-level=# lto-partition= lto-report lto-report-wpa lto= \
            use-linker-plugin",
    },
    OptionGroup {
        action: Action::Harmless(
            "objects may be preempted either way; that is how they are compiled",
        ),
        names: "semantic-interposition",
    },
    OptionGroup {
        action: Action::Harmless(
            "only warnings and messages of an analyser that Gimlet does not have",
        ),
        names: "analyzer analyzer-call-summaries analyzer-checker= analyzer-feasibility analyzer-fine-grained \
            analyzer-show-duplicate-count analyzer-state-merge analyzer-state-purge analyzer-transitivity \
            analyzer-verbose-edges dump-analyzer dump-analyzer-callgraph dump-analyzer-exploded-graph \
            dump-analyzer-exploded-nodes dump-analyzer-exploded-nodes-2 dump-analyzer-exploded-nodes-3 \
            dump-analyzer-exploded-paths dump-analyzer-feasibility dump-analyzer-json dump-analyzer-state-purge \
            dump-analyzer-stderr dump-analyzer-supergraph dump-analyzer-untracked analyzer-verbose-state-changes analyzer-verbosity=",
    },
    OptionGroup {
        action: Action::Harmless("parts of the preprocessor’s output"),
        names: "directives-only tabstop=",
    },
    OptionGroup {
        action: Action::Harmless("pointers to code are not offloaded"),
        names: "offload-abi=[lp64|ilp32] offload-options= openacc-dim=",
    },
    OptionGroup {
        action: Action::Harmless("a header is read itself, not what it was precompiled to"),
        names: "pch-deps pch-preprocess",
    },
    OptionGroup {
        action: Action::Harmless("static objects are kept without it"),
        names: "keep-static-consts",
    },
    OptionGroup {
        action: Action::Harmless(
            "takes more programs; those it takes beyond the standard’s are refused with an error",
        ),
        names: "cond-mismatch",
    },
    OptionGroup {
        action: Action::Harmless("the target computes in the types’ own formats"),
        names: "excess-precision=[fast|standard|16] float-store permitted-flt-eval-methods=[c11|ts-18661]",
    },
    OptionGroup {
        action: Action::Harmless("the target has one convention"),
        names: "pcc-struct-return reg-struct-return",
    },
    OptionGroup {
        action: Action::Harmless("what it allows is not made use of"),
        names: "delete-dead-exceptions finite-loops nothrow-opt strict-enums \
            unconstrained-commons",
    },
    OptionGroup {
        action: Action::Harmless("which linker runs is the linker driver’s matter"),
        names: "use-ld=",
    },
    OptionGroup {
        action: Action::Sorry,
        names: "auto-profile auto-profile= building-libgcc call-saved- call-used- \
            callgraph-info callgraph-info= diagnostics-format=[text|json] gnu-tm \
            inhibit-size-directive \
            openacc openmp sanitize-coverage= sanitize= \
            self-test= \
            stack-limit-register= \
            stack-limit-symbol= profile-info-section profile-info-section= \
            profile-prefix-map= profile-prefix-path= \
            wide-exec-charset=",
    },
    OptionGroup { action: Action::SorryOff, names: "asm" },
    OptionGroup {
        action: Action::Error("‘-fcf-protection=%’ is not supported for this target"),
        names: "cf-protection=[full|branch|return|none|check]",
    },
    OptionGroup {
        action: Action::Error("‘-fcf-protection=full’ is not supported for this target"),
        names: "cf-protection",
    },
    OptionGroup {
        action: Action::Error("‘-fsplit-stack’ is not supported by this compiler configuration"),
        names: "split-stack",
    },
];

/// `-g` options, without `-g`.
pub const DEBUG: &[OptionGroup] = &[
    OptionGroup { action: Action::Does(TEST), names: "0 1 column-info dwarf dwarf- gdb toggle" },
    OptionGroup {
        action: Action::Harmless(
            "lines and functions are described, as with -g1; nothing more yet",
        ),
        names: "2 3 record-gcc-switches",
    },
    OptionGroup {
        action: Action::Harmless("what debuggers read is complete without it"),
        names: "as-loc-support as-locview-support describe-dies dwarf32 gnu-pubnames inline-points \
            internal-reset-location-views no-pubnames pubnames statement-frontiers strict-dwarf \
            variable-location-views variable-location-views= z z=",
    },
    OptionGroup { action: Action::Sorry, names: "btf ctf dwarf64 split-dwarf" },
    OptionGroup {
        action: Action::Error("target system does not support the debug format"),
        names: "coff coff1 coff2 coff3 stabs stabs+ vms xcoff xcoff+",
    },
];

/// `-W` options, without `-W` and `no-`.
pub const WARNINGS: &[OptionGroup] = &[
    OptionGroup {
        action: Action::Does("tests/diagnostics/warnings.txt"),
        names: "address all char-subscripts dangling-else declaration-after-statement deprecated \
            deprecated-declarations extra format format= implicit implicit-function-declaration \
            implicit-int main nonnull parentheses pointer-arith restrict \
            return-type sign-compare switch undef uninitialized unknown-pragmas unused unused-function \
            unused-label unused-local-typedefs unused-parameter unused-value unused-variable vla",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/attributes.txt"),
        names: "attribute-warning attributes attributes=",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/expressions.txt"),
        names: "builtin-declaration-mismatch div-by-zero shift-count-negative shift-count-overflow",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/preprocessor.txt"),
        names: "builtin-macro-redefined cpp endif-labels pragmas",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/types.txt"),
        names: "discarded-qualifiers incompatible-pointer-types int-conversion overflow",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/standards.txt"),
        names: "error error= long-long pedantic variadic-macros",
    },
    OptionGroup { action: Action::Does("tests/diagnostics/builtins.txt"), names: "varargs" },
    OptionGroup {
        action: Action::Does("tests/diagnostics/lexer.txt"),
        names: "multichar trigraphs",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/initialisers.txt"),
        names: "pointer-to-int-cast",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/statements.txt"),
        names: "return-local-addr",
    },
    OptionGroup {
        action: Action::Does("tests/passes/isolate-paths/warn-null.c"),
        names: "null-dereference",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/doubtful-comparisons.txt"),
        names: "array-compare bool-compare enum-compare enum-conversion logical-not-parentheses \
            shift-negative-value shift-overflow shift-overflow= tautological-compare type-limits",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/doubtful-conditions.txt"),
        names: "bool-operation empty-body implicit-fallthrough implicit-fallthrough= \
            int-in-bool-context misleading-indentation multistatement-macros",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/doubtful-expressions.txt"),
        names: "missing-braces missing-field-initializers override-init override-init-side-effects \
            sequence-point unused-but-set-parameter unused-but-set-variable",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/uninitialised.txt"),
        names: "maybe-uninitialized",
    },
    OptionGroup {
        action: Action::Harmless("a warning that Gimlet does not give"),
        names: "cast-qual comment conversion \
            float-conversion float-equal format-extra-args format-zero-length \
            init-self memset-transposed-args \
            missing-declarations missing-prototypes \
            old-style-definition redundant-decls shadow sizeof-array-argument sizeof-pointer-memaccess \
            strict-prototypes switch-bool switch-default switch-unreachable \
            unused-const-variable unused-const-variable= unused-macros unused-result invalid-memory-model \
            switch-outside-range \
            NSObject-attribute abi abi-tag abi= absolute-value address-of-packed-member aggregate-return \
            aggressive-loop-optimizations aliasing align-commons aligned-new= alloc-size-larger-than= alloc-zero \
            alloca alloca-larger-than= ampersand analyzer-double-fclose analyzer-double-free \
            analyzer-exposure-through-output-file analyzer-file-leak analyzer-free-of-non-heap \
            analyzer-malloc-leak analyzer-mismatching-deallocation analyzer-null-argument \
            analyzer-null-dereference analyzer-possible-null-argument analyzer-possible-null-dereference \
            analyzer-shift-count-negative analyzer-shift-count-overflow analyzer-stale-setjmp-buffer \
            analyzer-tainted-allocation-size analyzer-tainted-array-index analyzer-tainted-divisor \
            analyzer-tainted-offset analyzer-tainted-size analyzer-too-complex \
            analyzer-unsafe-call-within-signal-handler analyzer-use-after-free \
            analyzer-use-of-pointer-in-stale-stack-frame analyzer-use-of-uninitialized-value \
            analyzer-write-to-const analyzer-write-to-string-literal arith-conversion array-bounds array-bounds= \
            array-parameter array-parameter= array-temporaries assign-intercept attribute-alias attribute-alias= \
            bad-function-cast bidi-chars bidi-chars= c++-compat c++0x-compat c++11-compat \
            c++11-extensions c++14-compat c++14-extensions c++17-compat c++17-extensions c++1z-compat \
            c++20-compat c++20-extensions c++23-extensions c++2a-compat c-binding-type c11-c2x-compat \
            c90-c99-compat c99-c11-compat cannot-profile cast-align cast-align=strict cast-function-type \
            cast-result catch-value catch-value= character-truncation chkp class-conversion class-memaccess \
            clobbered comma-subscript comments compare-reals conditionally-supported conversion-extra \
            conversion-null coverage-invalid-line-number coverage-mismatch ctad-maybe-unsupported \
            ctor-dtor-privacy dangling-pointer dangling-pointer= date-time delete-incomplete \
            delete-non-virtual-dtor deprecated-copy deprecated-copy-dtor deprecated-enum-enum-conversion \
            deprecated-enum-float-conversion designated-init disabled-optimization discarded-array-qualifiers \
            do-subscript double-promotion duplicate-decl-specifier duplicated-branches duplicated-cond effc++ \
            error-implicit-function-declaration exceptions expansion-to-defined extra-semi fatal-errors \
            format-contains-nul format-diag format-nonliteral format-overflow format-overflow= format-security \
            format-signedness format-truncation format-truncation= format-y2k frame-address frame-larger-than= \
            free-nonheap-object function-elimination hsa if-not-aligned ignored-attributes ignored-qualifiers \
            implicit-interface implicit-procedure import inaccessible-base infinite-recursion \
            inherited-variadic-ctor init-list-lifetime inline int-to-pointer-cast integer-division \
            interference-size intrinsic-shadow intrinsics-std invalid-imported-macros invalid-offsetof \
            invalid-pch jump-misses-init larger-than- larger-than= line-truncation literal-suffix logical-op \
            lto-type-mismatch memset-elt-size mismatched-dealloc mismatched-new-delete mismatched-tags \
            missing-attributes missing-format-attribute missing-include-dirs missing-noreturn \
            missing-parameter-type missing-profile missing-requires missing-template-keyword mudflap \
            multiple-inheritance namespaces narrowing nested-externs no-alloc-size-larger-than \
            no-alloca-larger-than no-frame-larger-than no-larger-than no-stack-usage no-vla-larger-than noexcept \
            noexcept-type non-template-friend non-virtual-dtor nonnull-compare normalized normalized= \
            objc-root-class odr old-style-cast old-style-declaration openacc-parallelism \
            openmp-simd overlength-strings overloaded-virtual \
            overwrite-recursive packed packed-bitfield-compat packed-not-aligned padded pessimizing-move \
            placement-new placement-new= pmf-conversions pointer-compare pointer-sign prio-ctor-dtor \
            property-assign-default protocol psabi range-loop-construct real-q-constant realloc-lhs \
            realloc-lhs-all redundant-move redundant-tags register reorder scalar-storage-order selector \
            shadow-compatible-local shadow-ivar shadow-local shadow=compatible-local shadow=global shadow=local \
            sign-conversion sign-promo sized-deallocation \
            sizeof-array-div sizeof-pointer-div stack-protector stack-usage= strict-aliasing strict-aliasing= \
            strict-null-sentinel strict-overflow strict-overflow= strict-selector-match string-compare \
            stringop-overflow stringop-overflow= stringop-overread stringop-truncation subobject-linkage \
            suggest-attribute=cold suggest-attribute=const suggest-attribute=format suggest-attribute=malloc \
            suggest-attribute=noreturn suggest-attribute=pure suggest-final-methods suggest-final-types \
            suggest-override surprising switch-enum sync-nand synth system-headers tabs target-lifetime \
            templates terminate traditional traditional-conversion trampolines trivial-auto-var-init tsan \
            undeclared-selector undefined-do-loop underflow unreachable-code unsafe-loop-optimizations \
            unsuffixed-float-constants unused-dummy-argument use-after-free \
            use-after-free= use-without-only useless-cast vector-operation-performance vexing-parse \
            virtual-inheritance virtual-move-assign vla-larger-than= vla-parameter volatile \
            volatile-register-var write-strings zero-as-null-pointer-constant zero-length-bounds zerotrip",
    },
];
