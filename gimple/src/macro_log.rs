//! What the preprocessor did with macros, in order, for debuggers that are to know them (`-g3`).
//!
//! ```text
//! #include "a.h"        ⇒   Enter a.h (at line 1), Define "A 1", Leave
//! #undef A              ⇒   Undef "A"
//! ```

use crate::location::Location;

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MacroEvent {
    /// A file is entered: its beginning.
    Enter(Location),
    /// The file that includes it is returned to.
    Leave,
    /// A definition: where, and name, parameters and body as they are written.
    Define(Location, String),
    /// A definition ends: where, and the name.
    Undef(Location, String),
}
