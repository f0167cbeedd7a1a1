//! Variables that passes make, and names like others.

use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::symbol::Symbol;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// A new local variable, `prefix.N` or without a name.
pub fn new_local(unit: &mut Unit, f: &mut Function, ty: TypeId, prefix: Option<&str>) -> DeclId {
    let name = prefix.map(|prefix| {
        let number = unit.next_tmp;
        unit.next_tmp += 1;
        unit.symbols.intern(&format!("{prefix}.{number}"))
    });
    named_local(unit, f, ty, name)
}

/// A new local variable that the compiler made, by its whole name.
pub fn named_local(unit: &mut Unit, f: &mut Function, ty: TypeId, name: Option<Symbol>) -> DeclId {
    let mut decl = Decl::new(DeclKind::Var, name, ty, Location::default());
    decl.flags = flag::ARTIFICIAL | flag::IGNORED;
    decl.context = f.decl;
    let decl = unit.decls.push(decl);
    f.locals.push(decl);
    decl
}

/// A new name like `old` (`duplicate_ssa_name`).
pub fn duplicate_name(unit: &Unit, f: &mut Function, old: SsaName) -> SsaName {
    let (var, ty, ident) = (f.names[old].var, f.names[old].ty, f.names[old].ident);
    let new = if var.is_some() {
        f.make_ssa_name(unit, var, StmtId::NONE)
    } else {
        f.make_temp_ssa_name(unit.types.main_variant(ty), ident, StmtId::NONE)
    };
    let kept = f.names[old].flags.intersection(NameFlags::NONNULL);
    f.names[new].flags |= kept;
    f.nonzero_bits.put(new, f.nonzero_bits.known(old));
    new
}
