//! What a call does not do with its arguments: by what is known of library functions, and by what pass `modref` has found
//! out of functions of the unit.

use crate::effects::fn_spec::ArgSpec;
use crate::effects::fn_spec::FnSpec;
use gimple::modref::{ArgFlags, Modref};
use gimple::stmt::{Call, Callee};
use gimple::unit::Unit;

/// What a function with that specification does not do with an argument (`arg_eaf_flags`).
pub fn of_spec(spec: ArgSpec) -> ArgFlags {
    if !spec.is_used() {
        return ArgFlags::UNUSED;
    }
    let mut flags = ArgFlags::NONE;
    // What is copied elsewhere leaves.
    if spec.is_direct() && !spec.is_copied() {
        flags = flags.union(ArgFlags::of([
            ArgFlags::NO_INDIRECT_READ,
            ArgFlags::NO_INDIRECT_ESCAPE,
            ArgFlags::NO_INDIRECT_CLOBBER,
            ArgFlags::NOT_RETURNED_INDIRECTLY,
        ]));
    }
    if spec.stays() && !spec.is_copied() {
        flags =
            flags.union(ArgFlags::of([ArgFlags::NO_DIRECT_ESCAPE, ArgFlags::NO_INDIRECT_ESCAPE]));
    }
    if !spec.may_be_written() {
        let written = [ArgFlags::NO_DIRECT_CLOBBER, ArgFlags::NO_INDIRECT_CLOBBER];
        flags = flags.union(ArgFlags::of(written));
    }
    flags
}

/// What pass `modref` knows of the function called.
pub fn summary<'a>(unit: &'a Unit, call: &Call) -> Option<&'a Modref> {
    match call.callee {
        Callee::Decl(decl) => unit.modref.get(&decl).filter(|known| known.tracked),
        _ => None,
    }
}

/// What a call does not do with an argument (`gimple_call_arg_flags`).
pub fn of_argument(unit: &Unit, call: &Call, spec: FnSpec, index: usize) -> ArgFlags {
    let found = summary(unit, call).and_then(|it| it.effects.arguments.get(index).copied());
    of_spec(spec.argument(index)).union(found.unwrap_or_default())
}

/// What a call does not do with its static chain.
pub fn of_chain(unit: &Unit, call: &Call) -> ArgFlags {
    summary(unit, call).map_or(ArgFlags::NONE, |known| known.effects.chain)
}
