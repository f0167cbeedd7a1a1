//! Names with numbers that are given when a function's own turn comes, not when a pass over the unit makes the variable.
//!
//! ```text
//!   f.isra (int ISRA.p0, int b)    =>    f.isra (int ISRA.7, int b)
//! ```
//!
//! GCC makes the bodies of copies of functions as they are needed, and numbers their parameters then; the functions that
//! have been through all passes before have taken their numbers.

use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::symbol::Symbol;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// Names that stand for others, with these where they have been made.
#[derive(Default)]
struct LateNames(FxHashMap<Symbol, Option<Symbol>>);

/// A name `prefix.N` with a number that is not known yet.
pub fn late_name(unit: &mut Unit, prefix: &str) -> Symbol {
    let number = unit.pass_state.of::<LateNames>().0.len();
    let name = unit.symbols.intern(&format!("{prefix}.p{number}"));
    unit.pass_state.of::<LateNames>().0.insert(name, None);
    name
}

/// Gives a function's variables their names.
pub fn settle(unit: &mut Unit, f: &Function) {
    if unit.pass_state.get::<LateNames>().is_none() {
        return;
    }
    for &decl in f.params.iter().chain(&f.locals) {
        settle_one(unit, decl);
    }
}

fn settle_one(unit: &mut Unit, decl: DeclId) {
    let Some(late) = unit.decls[decl].name else { return };
    let Some(&known) = unit.pass_state.of::<LateNames>().0.get(&late) else { return };
    let name = known.unwrap_or_else(|| {
        let prefix = unit.symbols.text(late).split('.').next().unwrap_or_default().to_owned();
        let number = unit.next_tmp;
        unit.next_tmp += 1;
        unit.symbols.intern(&format!("{prefix}.{number}"))
    });
    unit.pass_state.of::<LateNames>().0.insert(late, Some(name));
    unit.decls[decl].name = Some(name);
}
