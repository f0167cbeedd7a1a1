//! Every `-g` and `-W` option that GCC 12 documents for C, with what it does here. Those with `-f` are in
//! `gimple::option_data`, the machine's in the backend.
//!
//! A word that no row knows is refused as unknown; what is not implemented is refused as such, never read and dropped.

pub use gimple::option_data::FLAGS;
use gimple::option_row::{Action, OptionGroup};

/// Where the options are tried: each has a row there whose outcome depends on it.
const TEST: &str = "tests/suite/options.rs";

/// Words that say what holds anyway, of options whose other values are refused.
pub const NO_CHANGE: &[&str] = &["cf-protection=none", "diagnostics-format=text"];

/// `-g` options, without `-g`.
pub const DEBUG: &[OptionGroup] = &[
    OptionGroup { action: Action::Does(TEST), names: "0 1 column-info dwarf dwarf- gdb toggle" },
    OptionGroup { action: Action::Does("tests/suite/debug.rs"), names: "2 3" },
    OptionGroup {
        action: Action::Harmless("the compiler is named without its options"),
        names: "record-gcc-switches",
    },
    OptionGroup {
        action: Action::Harmless("what debuggers read is complete without it"),
        names: "as-loc-support as-locview-support describe-dies dwarf32 gnu-pubnames \
            internal-reset-location-views no-pubnames pubnames strict-dwarf \
            variable-location-views variable-location-views= z z=",
    },
    OptionGroup {
        action: Action::Does("tests/passes/debug-statements/no-markers.c"),
        names: "statement-frontiers",
    },
    OptionGroup {
        action: Action::Does("tests/passes/debug-statements/inline-entry.c"),
        names: "inline-points",
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
        names: "address all cast-function-type char-subscripts dangling-else \
            declaration-after-statement deprecated deprecated-declarations extra implicit implicit-function-declaration \
            implicit-int init-self main nonnull parentheses pointer-arith restrict \
            return-type sign-compare switch undef uninitialized unknown-pragmas unused unused-function \
            unused-const-variable unused-const-variable= unused-label unused-local-typedefs unused-parameter \
            unused-value unused-variable vla",
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
        action: Action::Does("tests/diagnostics/formats.txt"),
        names: "format format= format-extra-args format-zero-length format-contains-nul \
            format-nonliteral format-security format-signedness format-y2k",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/printed.txt"),
        names: "format-overflow format-overflow= format-truncation format-truncation=",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/conversions.txt"),
        names: "absolute-value arith-conversion bad-function-cast cast-align cast-align=strict cast-qual \
            conversion discarded-array-qualifiers double-promotion float-conversion float-equal int-to-pointer-cast \
            pointer-sign sign-conversion write-strings",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/doubtful-declarations.txt"),
        names: "c90-c99-compat comment comments duplicate-decl-specifier ignored-qualifiers \
            missing-declarations missing-parameter-type missing-prototypes nested-externs old-style-declaration old-style-definition \
            redundant-decls shadow shadow-compatible-local shadow-local shadow=compatible-local \
            shadow=global shadow=local strict-prototypes unused-macros unused-result",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/doubtful-switches.txt"),
        names: "jump-misses-init switch-bool switch-default switch-enum switch-outside-range \
            switch-unreachable",
    },
    OptionGroup {
        action: Action::Does("tests/diagnostics/doubtful-sizes.txt"),
        names: "memset-elt-size memset-transposed-args sizeof-array-argument sizeof-array-div \
            sizeof-pointer-div sizeof-pointer-memaccess",
    },
    OptionGroup {
        action: Action::Harmless("a warning that Gimlet does not give"),
        names: "invalid-memory-model \
            NSObject-attribute abi abi-tag abi= address-of-packed-member aggregate-return \
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
            analyzer-write-to-const analyzer-write-to-string-literal array-bounds array-bounds= \
            array-parameter array-parameter= array-temporaries assign-intercept attribute-alias attribute-alias= \
            bidi-chars bidi-chars= c++-compat c++0x-compat c++11-compat \
            c++11-extensions c++14-compat c++14-extensions c++17-compat c++17-extensions c++1z-compat \
            c++20-compat c++20-extensions c++23-extensions c++2a-compat c-binding-type c11-c2x-compat \
            c99-c11-compat cannot-profile \
            cast-result catch-value catch-value= character-truncation chkp class-conversion class-memaccess \
            clobbered comma-subscript compare-reals conditionally-supported conversion-extra \
            conversion-null coverage-invalid-line-number coverage-mismatch ctad-maybe-unsupported \
            ctor-dtor-privacy dangling-pointer dangling-pointer= date-time delete-incomplete \
            delete-non-virtual-dtor deprecated-copy deprecated-copy-dtor deprecated-enum-enum-conversion \
            deprecated-enum-float-conversion designated-init disabled-optimization \
            do-subscript duplicated-branches duplicated-cond effc++ \
            error-implicit-function-declaration exceptions expansion-to-defined extra-semi fatal-errors \
            format-diag frame-address frame-larger-than= \
            free-nonheap-object function-elimination hsa if-not-aligned ignored-attributes \
            implicit-interface implicit-procedure import inaccessible-base infinite-recursion \
            inherited-variadic-ctor init-list-lifetime inline integer-division \
            interference-size intrinsic-shadow intrinsics-std invalid-imported-macros invalid-offsetof \
            invalid-pch larger-than- larger-than= line-truncation literal-suffix logical-op \
            lto-type-mismatch mismatched-dealloc mismatched-new-delete mismatched-tags \
            missing-attributes missing-format-attribute missing-include-dirs missing-noreturn \
            missing-profile missing-requires missing-template-keyword mudflap \
            multiple-inheritance namespaces narrowing no-alloc-size-larger-than \
            no-alloca-larger-than no-frame-larger-than no-larger-than no-stack-usage no-vla-larger-than noexcept \
            noexcept-type non-template-friend non-virtual-dtor nonnull-compare normalized normalized= \
            objc-root-class odr old-style-cast openacc-parallelism \
            openmp-simd overlength-strings overloaded-virtual \
            overwrite-recursive packed packed-bitfield-compat packed-not-aligned padded pessimizing-move \
            placement-new placement-new= pmf-conversions pointer-compare prio-ctor-dtor \
            property-assign-default protocol psabi range-loop-construct real-q-constant realloc-lhs \
            realloc-lhs-all redundant-move redundant-tags register reorder scalar-storage-order selector \
            shadow-ivar \
            sign-promo sized-deallocation \
            stack-protector stack-usage= strict-aliasing strict-aliasing= \
            strict-null-sentinel strict-overflow strict-overflow= strict-selector-match string-compare \
            stringop-overflow stringop-overflow= stringop-overread stringop-truncation subobject-linkage \
            suggest-attribute=cold suggest-attribute=const suggest-attribute=format suggest-attribute=malloc \
            suggest-attribute=noreturn suggest-attribute=pure suggest-final-methods suggest-final-types \
            suggest-override surprising sync-nand synth system-headers tabs target-lifetime \
            templates terminate traditional traditional-conversion trampolines trivial-auto-var-init tsan \
            undeclared-selector undefined-do-loop underflow unreachable-code unsafe-loop-optimizations \
            unsuffixed-float-constants unused-dummy-argument use-after-free \
            use-after-free= use-without-only useless-cast vector-operation-performance vexing-parse \
            virtual-inheritance virtual-move-assign vla-larger-than= vla-parameter volatile \
            volatile-register-var zero-as-null-pointer-constant zero-length-bounds zerotrip",
    },
];
