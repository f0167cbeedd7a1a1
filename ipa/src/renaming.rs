//! What stands for the names and the local declarations of a body in a copy of it, which may be in another function.

use super::inline::is_local;
use gimple::debug_stmts::DebugKind;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::nonzero_bits::Known;
use gimple::ssa::{NameFlags, SsaData, SsaName};
use gimple::stmt::StmtId;
use gimple::tree::{Operand, Trees};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// What stands for what was met; declarations that were not met stay.
pub struct Renaming {
    /// By number of the old name; `None` for those not met.
    pub names: Vec<Operand>,
    pub decls: FxHashMap<DeclId, DeclId>,
}

impl Renaming {
    /// Of so many names.
    pub fn new(names: usize) -> Self {
        Self { names: vec![Operand::None; names], decls: FxHashMap::default() }
    }

    /// Whether a name or a local declaration has been met.
    pub fn knows(&self, leaf: Operand) -> bool {
        match leaf {
            Operand::Ssa(name) => self.names[name.0 as usize].is_some(),
            Operand::Decl(decl) => self.decls.contains_key(&decl),
            _ => true,
        }
    }

    /// An operand with everything in it replaced; its `leaves` have been met.
    pub fn operand(&self, trees: &mut Trees, op: Operand) -> Operand {
        match op {
            Operand::Ssa(name) => self.names[name.0 as usize],
            Operand::Decl(decl) => Operand::Decl(self.decls.get(&decl).copied().unwrap_or(decl)),
            Operand::Tree(id) => {
                Operand::Tree(trees.map_operands(id, |trees, op| self.operand(trees, op)))
            }
            _ => op,
        }
    }
}

/// A copy of a body in the making: names and declarations get theirs when they are first met.
pub trait BodyCopy {
    /// What stands for what so far.
    fn renaming(&mut self) -> (&mut Unit, &mut Renaming);
    /// A name of the body, and what is known of its value.
    fn original(&self, name: SsaName) -> (SsaData, Known);
    /// The function the copy is in.
    fn target(&mut self) -> (&Unit, &mut Function);
    /// What stands for a local declaration.
    fn decl(&mut self, old: DeclId) -> DeclId;

    /// What stands for a name.
    fn name(&mut self, old: SsaName) -> Operand {
        let known = self.renaming().1.names[old.0 as usize];
        if known.is_some() {
            return known;
        }
        let (data, known) = self.original(old);
        let var = if data.var.is_some() { self.decl(data.var) } else { DeclId::NONE };
        let (unit, f) = self.target();
        let new = name_like(unit, f, &data, var);
        f.nonzero_bits.put(new, known);
        let new = Operand::Ssa(new);
        self.renaming().1.names[old.0 as usize] = new;
        new
    }

    /// An operand with names and local declarations replaced.
    fn operand(&mut self, op: Operand) -> Operand {
        let mut met = Vec::new();
        leaves(self.renaming().0, op, &mut |leaf| met.push(leaf));
        self.meet(&met);
        let (unit, renaming) = self.renaming();
        renaming.operand(&mut unit.trees, op)
    }

    /// What a copied debug statement says, in the names of the copy: a value that names what has no copy is not known.
    fn debug_kind(&mut self, kind: DebugKind) -> DebugKind {
        let DebugKind::Bind { var, value } = kind else { return kind };
        let mut known = true;
        let (unit, renaming) = self.renaming();
        leaves(unit, value, &mut |leaf| known &= renaming.knows(leaf));
        let value = if known { self.operand(value) } else { Operand::None };
        // A variable that has no copy is called by its own name.
        let (unit, renaming) = self.renaming();
        DebugKind::Bind { var: renaming.operand(&mut unit.trees, var), value }
    }

    /// Makes sure that names and declarations have their copies.
    fn meet(&mut self, leaves: &[Operand]) {
        for &leaf in leaves {
            match leaf {
                Operand::Ssa(name) => {
                    self.name(name);
                }
                Operand::Decl(decl) => {
                    self.decl(decl);
                }
                _ => {}
            }
        }
    }
}

/// The names and local declarations in an operand, from left to right.
pub fn leaves(unit: &Unit, op: Operand, note: &mut dyn FnMut(Operand)) {
    match op {
        Operand::Ssa(_) => note(op),
        Operand::Decl(decl) if is_local(unit, decl) => note(op),
        Operand::Tree(id) => unit.trees.for_each_operand(id, |op| leaves(unit, op, note)),
        _ => {}
    }
}

/// A name of `f` that is like another function's: of the variable that stands for its own, if it had one.
fn name_like(unit: &Unit, f: &mut Function, data: &SsaData, var: DeclId) -> SsaName {
    // Without a variable the name the program has for the type is lost.
    let ty = if var.is_none() { unit.types.main_variant(data.ty) } else { data.ty };
    let new = if var.is_none() {
        f.make_temp_ssa_name(ty, data.ident, StmtId::NONE)
    } else if data.has(NameFlags::DEFAULT_DEF) {
        f.default_def(unit, var)
    } else {
        f.make_ssa_name(unit, var, StmtId::NONE)
    };
    let target = &mut f.names[new];
    target.ty = ty;
    // As in GCC a copy's pointers are not known to be other than null.
    target.flags |= data.flags.intersection(NameFlags::ABNORMAL);
    new
}
