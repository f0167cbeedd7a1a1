//! What a plugin is written against: the IR, dumps, and the interface of plugins, under the names that the library `gimlet` has
//! them by. A plugin that depends on this crate builds without front end, passes and backend:
//!
//! ```toml
//! [dependencies]
//! gimlet = { path = "…/gimlet/plugin", package = "gimlet-plugin" }
//! ```
//!
//! With the feature `tree-ssa` it has Gimlet's analyses, and what passes make statements with (`gimlet::tree_ssa`), too.

pub mod plugin;

pub use dumps;
pub use gimple;
#[cfg(feature = "tree-ssa")]
pub use tree_ssa;
