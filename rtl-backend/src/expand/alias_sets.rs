//! The alias sets of references, and what may fail about them.

use crate::expand::Expander;
use gimple::options::Flag;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeFlags, TypeId, TypeKind};

impl Expander<'_> {
    /// The alias set of objects of a type.
    pub(super) fn alias_set(&mut self, ty: TypeId) -> u32 {
        self.em.unit.alias_sets.of_type(self.unit, ty)
    }

    /// What a reference starts from, and the object whose alias set it has where that is not its own.
    pub(super) fn alias_parent(&self, op: Operand) -> (Operand, Option<Operand>) {
        let mut at = op;
        let mut parent = None;
        while let Operand::Tree(id) = at {
            let (base, through) = match *self.unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field }
                | TreeKind::PlacedComponentRef { base, field, .. } => {
                    let ty = self.unit.type_of(self.f, base);
                    let union = matches!(self.unit.types.kind(ty), TypeKind::Union { .. });
                    (base, union || self.unit.types.field(field).is_bitfield)
                }
                TreeKind::ArrayRef { base, .. } | TreeKind::SizedArrayRef { base, .. } => {
                    (base, false)
                }
                TreeKind::BitFieldRef { base, .. } | TreeKind::ViewConvert(base) => (base, true),
                TreeKind::Realpart(base) | TreeKind::Imagpart(base) => (base, false),
                _ => break,
            };
            if through {
                parent = Some(base);
            }
            at = base;
        }
        (at, parent)
    }

    /// The alias set of a reference: that of the object around it where that is how it is reached.
    pub(super) fn alias_set_of_reference(&mut self, op: Operand) -> u32 {
        let (at, parent) = self.alias_parent(op);
        // The object a reference starts from comes before what is in it.
        let whole = self.unit.type_of(self.f, at);
        self.alias_set(whole);
        let object = parent.unwrap_or(op);
        let ty = self.unit.type_of(self.f, object);
        if let Operand::Tree(id) = at
            && let TreeKind::MemRef { alias_ptr, .. } | TreeKind::TargetMemRef { alias_ptr, .. } =
                *self.unit.trees.kind(id)
            && let Some(to) = self.unit.types.pointee(alias_ptr)
        {
            let inner = self.unit.types.main_variant(self.unit.trees[id].ty);
            if self.unit.types[to].flags.0 & TypeFlags::MAY_ALIAS != 0 {
                return 0;
            }
            if inner != self.unit.types.main_variant(to) {
                return self.alias_set(to);
            }
        }
        self.alias_set(ty)
    }

    /// Gives the types their numbers that were asked for when the program was read and functions were optimised; and where
    /// all is to be in the order of the source, the variables that stand before the function, which are written before it.
    pub(super) fn number_variables(&mut self) {
        let Some(own) = self.unit.symtab_node(self.f.decl).map(|node| node.order) else { return };
        let symtab = self.unit.symtab();
        let sets = &mut self.em.unit.alias_sets;
        for &ty in &self.unit.early_alias_sets[sets.early..] {
            sets.of_type(self.unit, ty);
        }
        sets.early = self.unit.early_alias_sets.len();
        if self.options.on(Flag::ToplevelReorder) {
            return;
        }
        let mut index = sets.symbols;
        while let Some(node) = symtab.get(index).filter(|node| node.order < own) {
            let data = &self.unit.decls[node.decl];
            if data.kind == gimple::decl::DeclKind::Var && node.definition {
                self.em.unit.alias_sets.of_type(self.unit, data.ty);
            }
            index += 1;
        }
        self.em.unit.alias_sets.symbols = index;
    }

    /// Whether an access may fail: of what a pointer points to, or beside an array.
    pub(super) fn may_trap(&self, op: Operand) -> bool {
        let mut at = op;
        while let Operand::Tree(id) = at {
            at = match *self.unit.trees.kind(id) {
                TreeKind::ArrayRef { base, index } => {
                    let ty = self.unit.type_of(self.f, base);
                    let within = match (self.unit.types.kind(ty), self.unit.as_int(index)) {
                        (TypeKind::Array { domain: ArrayDomain::Count(count), .. }, Some(i)) => {
                            i >= 0 && (i as u64) < *count
                        }
                        _ => false,
                    };
                    if !within {
                        return true;
                    }
                    base
                }
                TreeKind::ComponentRef { base, .. }
                | TreeKind::BitFieldRef { base, .. }
                | TreeKind::ViewConvert(base)
                | TreeKind::Realpart(base)
                | TreeKind::Imagpart(base) => base,
                TreeKind::MemRef { base, offset, .. } => {
                    let Some(object) = self.unit.addressed(base) else { return true };
                    let whole = self.unit.types.size(self.unit.type_of(self.f, object));
                    let part = self.unit.types.size(self.unit.trees[id].ty);
                    let inside = whole
                        .zip(part)
                        .is_some_and(|(whole, part)| offset >= 0 && offset as u64 + part <= whole);
                    if !inside {
                        return true;
                    }
                    object
                }
                _ => return true,
            };
        }
        false
    }
}
