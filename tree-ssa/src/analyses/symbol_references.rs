//! Which functions and variables of a unit can be reached from what is needed for itself (`symbol_table::remove_unreachable_nodes`),
//! and what a function, an operand or the data refer to. Linear in statements and initialisers.

use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::stmt::{Callee, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// What can be reached.
pub struct Reached {
    /// For each function of the unit.
    pub functions: Vec<bool>,
    pub variables: FxHashSet<DeclId>,
    /// Names of functions whose bodies are others'.
    pub names: FxHashSet<DeclId>,
}

/// The variables that are needed for themselves, and those that can be reached from what functions refer to at last.
pub fn reached_variables(unit: &Unit, referred: impl Iterator<Item = DeclId>) -> FxHashSet<DeclId> {
    let mut work = roots(unit, &[], false);
    work.extend(referred);
    Reached::from(unit, &[], work).variables
}

/// The functions and variables that can be reached from what is needed for itself.
pub fn reached_symbols<'a>(
    unit: &Unit,
    functions: &'a [Function],
    keep_static: bool,
) -> (impl Iterator<Item = &'a Function>, FxHashSet<DeclId>) {
    let reached = Reached::from(unit, functions, roots(unit, functions, keep_static));
    let there = functions.iter().zip(reached.functions);
    (there.filter_map(|(f, reached)| reached.then_some(f)), reached.variables)
}

/// The functions that can be reached from what is needed for itself.
pub fn reached_functions<'a>(
    unit: &Unit,
    functions: &'a [Function],
    keep_static: bool,
) -> impl Iterator<Item = &'a Function> {
    reached_symbols(unit, functions, keep_static).0
}

impl Reached {
    /// All that can be reached from the symbols in `work`.
    pub fn from(unit: &Unit, functions: &[Function], mut work: Vec<DeclId>) -> Reached {
        let position: FxHashMap<DeclId, usize> =
            functions.iter().enumerate().map(|(index, f)| (f.decl, index)).collect();
        let mut reached = Reached {
            functions: vec![false; functions.len()],
            variables: FxHashSet::default(),
            names: FxHashSet::default(),
        };
        let mut by_name = named_by_aliases(unit, functions);
        while let Some(name) = work.pop() {
            let decl = unit.ultimate_alias_target(name);
            if decl != name {
                reached.names.insert(name);
            }
            if unit.decls[decl].kind == DeclKind::Function {
                if let Some(&index) = position.get(&decl)
                    && !std::mem::replace(&mut reached.functions[index], true)
                {
                    referenced(unit, &functions[index], &mut work);
                }
            } else if reached.variables.insert(name) {
                let values = [name, decl].map(|it| unit.initializers.get(&it));
                values.into_iter().flatten().for_each(|&value| symbols_in(unit, value, &mut work));
                work.extend((decl != name).then_some(decl));
            }
            if let Some(target) = unit.alias_target(decl) {
                work.extend(by_name.remove(&target).into_iter().flatten());
            }
        }
        reached
    }
}

/// What is needed whatever the unit does.
pub fn roots(unit: &Unit, functions: &[Function], keep_static: bool) -> Vec<DeclId> {
    let mut work: Vec<DeclId> =
        functions.iter().map(|f| f.decl).filter(|&decl| unit.is_kept(decl, keep_static)).collect();
    work.extend(unit.visible_aliases());
    work.extend(unit.folded.keys().filter(|&&name| {
        unit.decls[name].kind == DeclKind::Function && unit.is_kept(name, keep_static)
    }));
    let is_kept = |decl: DeclId| {
        let data = &unit.decls[decl];
        let visible = data.has(flag::PUBLIC) && !data.has(flag::EXTERNAL);
        let kept = visible || data.flags & (flag::PRESERVED | flag::RETAIN | flag::VOLATILE) != 0;
        data.kind == DeclKind::Var && (keep_static && stays_in_order(unit, decl) || kept)
    };
    work.extend(unit.symtab().iter().map(|node| node.decl).filter(|&decl| is_kept(decl)));
    work
}

/// The functions and variables that aliases stand for, by name.
fn named_by_aliases(unit: &Unit, functions: &[Function]) -> FxHashMap<Symbol, Vec<DeclId>> {
    let targets = alias_targets(unit);
    let mut by_name: FxHashMap<Symbol, Vec<DeclId>> = FxHashMap::default();
    if targets.is_empty() {
        return by_name;
    }
    let variables = unit.symtab().iter().map(|node| node.decl);
    let variables = variables.filter(|&decl| unit.decls[decl].kind == DeclKind::Var);
    for decl in functions.iter().map(|f| f.decl).chain(variables) {
        if let Some(name) = unit.decls[decl].name.filter(|name| targets.contains(name)) {
            by_name.entry(name).or_default().push(decl);
        }
    }
    by_name
}

/// The code of a function defined for inlining only is in another unit.
pub fn is_elsewhere(unit: &Unit, decl: DeclId) -> bool {
    unit.decls[decl].has(flag::EXTERNAL)
}

/// Whether a variable is written where symbols keep the order of the source, even if nothing refers to it: those of inline
/// functions come with these.
pub fn stays_in_order(unit: &Unit, variable: DeclId) -> bool {
    let context = unit.decls[variable].context;
    !unit.decls.get(context).is_some_and(|function| function.has(flag::INLINE))
}

/// Appends the functions and static variables a function refers to.
pub fn referenced(unit: &Unit, f: &Function, work: &mut Vec<DeclId>) {
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            f.for_each_read(stmt, &mut |op| symbols_in(unit, op, work));
            f.for_each_write(stmt, &mut |op| symbols_in(unit, op, work));
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && let Callee::Decl(decl) = call.callee
            {
                work.push(decl);
            }
        }
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| symbols_in(unit, arg.value, work));
        }
    }
}

/// Appends the functions and static variables an operand refers to.
fn symbols_in(unit: &Unit, op: Operand, work: &mut Vec<DeclId>) {
    match op {
        Operand::Decl(decl) => {
            let data = &unit.decls[decl];
            let symbol = data.kind == DeclKind::Function || data.is_global();
            work.extend(symbol.then_some(decl));
        }
        Operand::Tree(id) => unit.trees.for_each_operand(id, |inner| symbols_in(unit, inner, work)),
        _ => {}
    }
}

/// The functions a function refers to otherwise than by calling them.
pub fn addresses_taken(unit: &Unit, f: &Function, work: &mut Vec<DeclId>) {
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            f.for_each_read(stmt, &mut |op| functions_in(unit, op, work));
            f.for_each_write(stmt, &mut |op| functions_in(unit, op, work));
        }
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| functions_in(unit, arg.value, work));
        }
    }
}

/// The names that the program's aliases stand for.
pub fn alias_targets(unit: &Unit) -> FxHashSet<Symbol> {
    unit.decls.keys().filter_map(|decl| unit.alias_target(decl)).collect()
}

/// Appends the functions that initialisers of static variables refer to, and those that have other names.
pub fn functions_in_data(unit: &Unit, work: &mut Vec<DeclId>) {
    for &value in unit.initializers.values() {
        functions_in(unit, value, work);
    }
    let targets = alias_targets(unit);
    if targets.is_empty() {
        return;
    }
    let named = |decl: &Decl| decl.name.is_some_and(|name| targets.contains(&name));
    let functions =
        unit.decls.iter().filter(|(_, decl)| decl.kind == DeclKind::Function && named(decl));
    work.extend(functions.map(|(id, _)| id));
}

/// Appends the functions an operand refers to.
pub fn functions_in(unit: &Unit, op: Operand, work: &mut Vec<DeclId>) {
    match op {
        Operand::Decl(decl) if unit.decls[decl].kind == DeclKind::Function => work.push(decl),
        Operand::Tree(id) => {
            unit.trees.for_each_operand(id, |inner| functions_in(unit, inner, work))
        }
        _ => {}
    }
}
