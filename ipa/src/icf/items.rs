//! What may be folded (`sem_item`): functions with bodies and variables nothing writes, and what they refer to.
//!
//! ```text
//!   int f (int x) { return g (x) + t[x]; }       refers to g, t
//!   static int (*const p) (int) = f;             refers to f, by its address
//! ```
//!
//! References come in the order in which bodies are walked: what is equal refers to equals, one by one.

use super::hash;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::stmt::{Callee, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{Quals, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// By its place among the functions of the unit.
    Function(usize),
    Variable,
}

/// A reference to a function or variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    pub to: DeclId,
    /// The address itself is used: it may be compared.
    pub address: bool,
}

/// A function or variable that may be equal to another.
pub struct Item {
    pub decl: DeclId,
    pub kind: Kind,
    pub hash: u64,
    pub references: Vec<Reference>,
}

/// All items of a unit, and what addresses are used of.
pub struct Items {
    pub all: Vec<Item>,
    pub by_decl: FxHashMap<DeclId, u32>,
    /// What is referred to by its address, by items or by anything else.
    address_taken: FxHashSet<DeclId>,
    /// What anything refers to.
    referred_to: FxHashSet<DeclId>,
    /// The program's own aliases (`__attribute__((alias))`) and what they are other names of.
    renamed: FxHashMap<DeclId, DeclId>,
}

impl Items {
    /// Finds the items: functions first, in both kinds the last of the symbol table first. Linear in the unit.
    pub fn of(unit: &Unit, functions: &[Function], options: &Options) -> Items {
        let position: FxHashMap<DeclId, usize> =
            functions.iter().enumerate().map(|(index, f)| (f.decl, index)).collect();
        let renamed = aliases(unit, functions);
        let mut items = Items {
            all: Vec::new(),
            by_decl: FxHashMap::default(),
            // What has other names stays a symbol of its own.
            address_taken: renamed.values().copied().collect(),
            referred_to: FxHashSet::default(),
            renamed,
        };
        let references: Vec<Vec<Reference>> =
            functions.iter().map(|f| items.home_all(of_function(unit, f))).collect();
        for reference in references.iter().flatten() {
            items.note(*reference);
        }
        for &value in unit.initializers.values() {
            let mut found = Vec::new();
            in_place(unit, value, true, &mut found);
            for reference in items.home_all(found) {
                items.note(reference);
            }
        }
        let defined =
            || unit.symtab().iter().rev().filter(|node| node.definition).map(|node| node.decl);
        if options.on(Flag::IpaIcfFunctions) {
            for decl in defined() {
                if let Some(&index) = position.get(&decl)
                    && is_candidate(unit, &functions[index])
                {
                    let references = references[index].clone();
                    let hash = hash::function(unit, &functions[index]);
                    items.add(Item { decl, kind: Kind::Function(index), hash, references });
                }
            }
        }
        if options.on(Flag::IpaIcfVariables) {
            for decl in defined().filter(|&decl| is_constant(unit, decl)) {
                if !items.is_needed(unit, decl) {
                    continue;
                }
                let mut references = Vec::new();
                let value = unit.initializers.get(&decl).copied().unwrap_or(Operand::None);
                in_place(unit, value, true, &mut references);
                let references = items.home_all(references);
                let hash = hash::variable(unit, decl, value);
                items.add(Item { decl, kind: Kind::Variable, hash, references });
            }
        }
        items
    }

    fn note(&mut self, reference: Reference) {
        self.referred_to.insert(reference.to);
        if reference.address {
            self.address_taken.insert(reference.to);
        }
    }

    /// Whether a variable is there for anybody.
    fn is_needed(&self, unit: &Unit, decl: DeclId) -> bool {
        unit.decls[decl].flags & (flag::PUBLIC | flag::PRESERVED) != 0
            || self.referred_to.contains(&decl)
    }

    /// What a name stands for.
    pub fn home(&self, decl: DeclId) -> DeclId {
        self.renamed.get(&decl).copied().unwrap_or(decl)
    }

    fn home_all(&self, mut references: Vec<Reference>) -> Vec<Reference> {
        for reference in &mut references {
            reference.to = self.home(reference.to);
        }
        references
    }

    fn add(&mut self, item: Item) {
        self.by_decl.insert(item.decl, self.all.len() as u32);
        self.all.push(item);
    }

    /// Whether somebody could find out that the address is another's as well (`address_matters_p`).
    pub fn address_matters(&self, unit: &Unit, decl: DeclId) -> bool {
        unit.decls[decl].flags & (flag::PUBLIC | flag::PRESERVED) != 0
            || self.address_taken.contains(&decl)
    }
}

/// The aliases that are not to be replaced by others when the program is linked or started.
fn aliases(unit: &Unit, functions: &[Function]) -> FxHashMap<DeclId, DeclId> {
    const LOOSE: u64 = flag::WEAK | flag::EXTERNAL | flag::IFUNC;
    let named: Vec<(DeclId, Symbol)> = unit
        .symtab()
        .iter()
        .filter(|node| unit.decls[node.decl].flags & LOOSE == 0)
        .filter_map(|node| Some((node.decl, unit.alias_target(node.decl)?)))
        .collect();
    if named.is_empty() {
        return FxHashMap::default();
    }
    let homes: FxHashMap<Symbol, DeclId> =
        functions.iter().filter_map(|f| Some((unit.decls[f.decl].name?, f.decl))).collect();
    named.into_iter().filter_map(|(decl, name)| Some((decl, *homes.get(&name)?))).collect()
}

/// Whether a function may be equal to another: not what is called by the startup code, nor what shares a frame or knows its
/// own places.
fn is_candidate(unit: &Unit, f: &Function) -> bool {
    const APART: u64 =
        flag::CONSTRUCTOR | flag::DESTRUCTOR | flag::NESTED | flag::NAKED | flag::EXTERNAL;
    unit.decls[f.decl].flags & APART == 0
        && f.static_chain.is_none()
        && !f.has_nonlocal_label
        && f.nonlocal_goto_save_area.is_none()
        && f.has_cfg()
        && f.properties.intersects(gimple::function::Prop::SSA)
}

/// Whether a variable is a constant that the compiler has put into memory: its address matters to nobody.
pub fn is_pooled(unit: &Unit, decl: DeclId) -> bool {
    unit.decls[decl].has(flag::CONST_POOL | flag::READONLY)
}

/// Whether a variable never changes.
fn is_constant(unit: &Unit, decl: DeclId) -> bool {
    const APART: u64 = flag::VOLATILE
        | flag::HARD_REGISTER
        | flag::EXTERNAL
        | flag::THREAD_LOCAL
        | flag::WEAK
        | flag::COMMON;
    let data = &unit.decls[decl];
    let element = |mut ty| {
        while let TypeKind::Array { element, .. } = *unit.types.kind(ty) {
            ty = element;
        }
        ty
    };
    data.kind == DeclKind::Var
        && data.flags & APART == 0
        && (data.has(flag::READONLY) || unit.types[element(data.ty)].quals.contains(Quals::CONST))
        && unit.alias_target(decl).is_none()
}

/// What a function refers to: what it calls, the last first, then everything else.
fn of_function(unit: &Unit, f: &Function) -> Vec<Reference> {
    let (mut calls, mut others) = (Vec::new(), Vec::new());
    for block in f.block_iter() {
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| in_operand(unit, arg.value, &mut others));
        }
        for stmt in f.block_stmts(block) {
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && let Callee::Decl(to) = call.callee
            {
                calls.push(Reference { to, address: false });
            }
            f.for_each_read(stmt, &mut |op| in_operand(unit, op, &mut others));
            f.for_each_write(stmt, &mut |op| in_operand(unit, op, &mut others));
        }
    }
    calls.reverse();
    calls.append(&mut others);
    calls
}

/// Appends what an operand of a statement refers to.
fn in_operand(unit: &Unit, op: Operand, found: &mut Vec<Reference>) {
    in_place(unit, op, false, found);
}

/// Appends what is referred to where an address or what is there is used.
fn in_place(unit: &Unit, op: Operand, address: bool, found: &mut Vec<Reference>) {
    match op {
        Operand::Decl(to) if unit.decls[to].is_global() => found.push(Reference { to, address }),
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::Addr(object) => in_place(unit, object, true, found),
            TreeKind::MemRef { base: Operand::Tree(base), .. }
                if let TreeKind::Addr(object) = *unit.trees.kind(base) =>
            {
                in_place(unit, object, address, found);
            }
            _ => unit.trees.for_each_operand(id, |inner| in_place(unit, inner, address, found)),
        },
        _ => {}
    }
}
