//! IPA pass `comdats`: symbols that only one group of symbols refers to, which the linker keeps or drops together, join the
//! group. C has no such groups: the dump shows the functions as they stand, as GCC's does.
//!
//! ```text
//!   int f (void) { return g (); }      =>     int f (void) { return g (); }
//! ```

use dumps::DumpKind;
use gimple::pass::Pass;

/// `comdats` for the pass table.
pub const PASS: Pass = Pass::unchanged(DumpKind::Ipa, "comdats")
    .follows(&[("inline", "what is inlined is no reference any more")]);
