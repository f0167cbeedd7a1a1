//! `-Wunused-macros`: macros of the main file that are neither expanded nor asked for.
//!
//! ```text
//! #define X 1          macro "X" is not used
//! #define Y
//! #ifdef Y
//! ```

use super::Preprocessor;
use super::macros::MacroId;
use gimple::diagnostic::RichLocation;
use gimple::symbol::Symbol;

const OPTION: &str = "unused-macros";

impl Preprocessor<'_> {
    /// A directive asks whether the name is a macro.
    pub(super) fn mark_asked(&mut self, name: Symbol) {
        if let Some(id) = self.macro_of(name) {
            self.macros[id.0 as usize].used = true;
        }
    }

    /// Warns of a macro whose definition ends without its having been used.
    pub(super) fn warn_of_unused(&mut self, id: MacroId) {
        let definition = &self.macros[id.0 as usize];
        let loc = definition.loc;
        if definition.used
            || definition.builtin.is_some()
            || loc.is_unknown()
            || !self.shared.diag.warnings.enabled(OPTION)
        {
            return;
        }
        let sources = &self.shared.diag.sources;
        let file = sources.position(loc).file;
        // What is predefined, or said on the command line, is for whoever wants it; so are headers.
        if matches!(file, "<built-in>" | "<command-line>") || sources.included_from(loc).is_some() {
            return;
        }
        let text = format!("macro \"{}\" is not used", self.shared.symbols.text(definition.name));
        self.shared.diag.warning(OPTION, RichLocation::line(loc), text);
    }

    /// Says at the end of the unit which macros are not used.
    pub fn finish(&mut self) {
        if !self.shared.diag.warnings.enabled(OPTION) {
            return;
        }
        let mut left: Vec<MacroId> = self.macros().filter_map(|name| self.macro_of(name)).collect();
        left.sort();
        for id in left {
            self.warn_of_unused(id);
        }
    }
}
