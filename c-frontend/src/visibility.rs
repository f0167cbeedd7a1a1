//! `-fvisibility=`: what the unit defines and does not say the visibility of.

use gimple::decl::{DeclKind, Visibility, flag};
use gimple::options::Options;
use gimple::unit::Unit;

/// Gives definitions that others may see, and whose visibility the program does not say, that of the option.
/// Declarations of what is defined elsewhere stay as they are: where, is not known.
pub fn apply(unit: &mut Unit, options: &Options) {
    let visibility = options.code.visibility;
    if visibility == Visibility::Default {
        return;
    }
    for decl in unit.decls.values_mut() {
        let object = matches!(decl.kind, DeclKind::Function | DeclKind::Var);
        if !object || !decl.has(flag::PUBLIC) || decl.has(flag::EXTERNAL) {
            continue;
        }
        let extra = decl.extra_mut();
        if !extra.visibility_given {
            extra.visibility = visibility;
        }
    }
}
