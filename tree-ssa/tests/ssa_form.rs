//! Into SSA and its update, on random CFGs: along any path, a statement must read what the definition that was met last
//! wrote, before the transformation and after it.

mod support;

use dumps::Dump;
use gimlet_tree_ssa::edit::cfg_edit::reachable_blocks;
use gimlet_tree_ssa::graph::dominance::{Direction, Dominators};
use gimlet_tree_ssa::ssa::into_ssa::{build_ssa, build_ssa_form};
use gimlet_tree_ssa::ssa::strictness::check_strict;
use gimlet_tree_ssa::ssa::update_ssa;
use gimple::cfg::{ENTRY, EXIT};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::options::{SsaConstruction, SsaForm};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use support::{Built, Program, build, program};

/// What was written where, along a walk: a statement, or nothing yet.
type Token = Option<StmtId>;

/// What is called with each statement, the token of each variable and of each name.
type Check<'a> = dyn FnMut(StmtId, &FxHashMap<DeclId, Token>, &FxHashMap<SsaName, Token>) + 'a;

/// Walks through the CFG and calls `check` with each statement, the token of each variable, and that of each name.
fn walk_through(
    f: &Function,
    turns: &[bool],
    meaning: &FxHashMap<StmtId, (Vec<DeclId>, Option<DeclId>)>,
    check: &mut Check<'_>,
) {
    let mut variables: FxHashMap<DeclId, Token> = FxHashMap::default();
    let mut names: FxHashMap<SsaName, Token> = FxHashMap::default();
    let mut edge = f.blocks[ENTRY].succs[0];
    for &turn in turns {
        let block = f.edges[edge].dst;
        if block == EXIT {
            return;
        }
        let values: Vec<(SsaName, Token)> = f
            .phis(block)
            .map(|phi| {
                let arg = f.phi_arg(phi, edge).ssa().expect("arguments are names");
                (f.phi(phi).result, names.get(&arg).copied().flatten())
            })
            .collect();
        names.extend(values);
        for stmt in f.block_stmts(block) {
            check(stmt, &variables, &names);
            if let StmtKind::Assign { lhs: Operand::Ssa(name), .. } = f.stmts[stmt].kind {
                names.insert(name, Some(stmt));
            }
            if let Some((_, Some(var))) = meaning.get(&stmt) {
                variables.insert(*var, Some(stmt));
            }
        }
        let succs = &f.blocks[block].succs;
        match succs.len() {
            0 => return,
            n => edge = succs[usize::from(turn) % n],
        }
    }
}

fn reads_of(f: &Function, stmt: StmtId) -> Vec<SsaName> {
    let mut names = Vec::new();
    f.for_each_read(stmt, &mut |op| names.extend(op.ssa()));
    names
}

/// Every name has one definition, which dominates its uses because walks say so; here: it is where the name says it is.
fn definitions_are_consistent(f: &Function) -> bool {
    let reached = reachable_blocks(f);
    f.block_order().into_iter().filter(|b| reached[b.0 as usize]).all(|block| {
        f.phis(block).all(|phi| f.names[f.phi(phi).result].def == phi)
            && f.block_stmts(block).all(|stmt| match f.stmts[stmt].kind {
                StmtKind::Assign { lhs: Operand::Ssa(name), .. } => f.names[name].def == stmt,
                _ => true,
            })
    })
}

/// The first read along the program's walk of something else than its variable was given last.
fn first_wrong_read(
    f: &Function,
    program: &Program,
    meaning: &FxHashMap<StmtId, (Vec<DeclId>, Option<DeclId>)>,
) -> Option<(StmtId, DeclId, SsaName)> {
    let mut wrong = None;
    walk_through(f, &program.turns, meaning, &mut |stmt, variables, names| {
        let Some((reads, _)) = meaning.get(&stmt) else { return };
        let renamed = reads_of(f, stmt);
        for (var, name) in reads.iter().zip(&renamed) {
            let expected = variables.get(var).copied().flatten();
            if names.get(name).copied().flatten() != expected || f.names[*name].var != *var {
                wrong = Some((stmt, *var, *name));
            }
        }
        if renamed.len() != reads.len() {
            wrong = Some((stmt, DeclId::NONE, SsaName::NONE));
        }
    });
    wrong
}

proptest! {
    #[test]
    fn a_name_holds_what_its_variable_held(program in program()) {
        let Built { mut unit, mut f, meaning } = build(&program);
        build_ssa(&mut unit, &mut f, &mut Dump::off());
        prop_assert!(definitions_are_consistent(&f));
        prop_assert_eq!(first_wrong_read(&f, &program, &meaning), None);
    }

    #[test]
    fn every_form_and_construction_is_right(program in program()) {
        for form in [SsaForm::Minimal, SsaForm::SemiPruned, SsaForm::Pruned] {
            for construction in [SsaConstruction::Dominance, SsaConstruction::Braun] {
                let Built { mut unit, mut f, meaning } = build(&program);
                build_ssa_form(&mut unit, &mut f, &mut Dump::off(), form, construction);
                prop_assert!(definitions_are_consistent(&f));
                let tree = Dominators::compute(&f, Direction::Dominators);
                prop_assert_eq!(check_strict(&unit, &f, &tree), Ok(()));
                prop_assert_eq!(gimple::verify::verify_function(&unit, &f), Ok(()));
                prop_assert_eq!(first_wrong_read(&f, &program, &meaning), None);
            }
        }
    }

    #[test]
    fn constructions_agree_and_forms_nest(program in program()) {
        let phis = |form, construction| {
            let Built { mut unit, mut f, .. } = build(&program);
            build_ssa_form(&mut unit, &mut f, &mut Dump::off(), form, construction);
            f.block_order().into_iter().flat_map(|b| f.phis(b).collect::<Vec<_>>())
                .map(|phi| {
                    let result = f.phi(phi).result;
                    let args: Vec<_> = f.phi(phi).args.iter().map(|arg| arg.value).collect();
                    (f.stmts[phi].block, f.names[result].var, result, args)
                })
                .collect::<Vec<_>>()
        };
        let [minimal, semi, pruned] =
            [SsaForm::Minimal, SsaForm::SemiPruned, SsaForm::Pruned].map(|form| {
                let found = phis(form, SsaConstruction::Dominance);
                (form, found.clone(), found == phis(form, SsaConstruction::Braun))
            });
        for (form, _, agree) in [&minimal, &semi, &pruned] {
            prop_assert!(agree, "{form:?}");
        }
        let within = |few: &[(_, _, _, _)], many: &[(_, _, _, _)]| {
            few.iter().all(|a| many.iter().any(|b| (a.0, a.1) == (b.0, b.1)))
        };
        prop_assert!(within(&pruned.1, &semi.1));
        prop_assert!(within(&semi.1, &minimal.1));
    }

    #[test]
    fn phis_are_read(program in program()) {
        let Built { mut unit, mut f, .. } = build(&program);
        build_ssa(&mut unit, &mut f, &mut Dump::off());
        // Pruned form: a φ of a real variable reaches a statement, directly or through φs.
        let mut useful = vec![false; f.names.len()];
        let mut work: Vec<SsaName> = Vec::new();
        for block in f.block_order() {
            for stmt in f.block_stmts(block) {
                work.extend(reads_of(&f, stmt));
            }
        }
        while let Some(name) = work.pop() {
            if std::mem::replace(&mut useful[name.0 as usize], true) {
                continue;
            }
            let def = f.names[name].def;
            if def.0 != u32::MAX && f.is_phi(def) {
                work.extend(f.phi(def).args.iter().filter_map(|arg| arg.value.ssa()));
            }
        }
        for block in f.block_order() {
            for phi in f.phis(block) {
                let result = f.phi(phi).result;
                prop_assert!(f.names[result].var == f.vop || useful[result.0 as usize]);
            }
        }
    }

    #[test]
    fn a_second_definition_is_met(program in program(), place in 0usize..1000, which in 0usize..1000) {
        let Built { mut unit, mut f, .. } = build(&program);
        build_ssa(&mut unit, &mut f, &mut Dump::off());
        let assigned: Vec<SsaName> = f.block_order().iter().flat_map(|&b| f.block_stmts(b).collect::<Vec<_>>())
            .filter_map(|stmt| match f.stmts[stmt].kind {
                StmtKind::Assign { lhs, .. } => lhs.ssa(),
                _ => None,
            }).collect();
        prop_assume!(!assigned.is_empty());
        let old = assigned[which % assigned.len()];
        // As a variable: read and written under the old name.
        let order = f.block_order();
        let block = order[place % order.len()];
        let int = unit.common.int;
        let var = f.names[old].var;
        let new = f.make_ssa_name(&unit, var, StmtId::NONE);
        let value = unit.int(int, 7);
        let kind = StmtKind::Assign { lhs: Operand::Ssa(new), code: TreeCode::Single,
            rhs: [value, Operand::None, Operand::None] };
        let stmt = f.new_stmt(kind, Location::default());
        f.prepend_to_block(block, stmt);
        f.update_stmt(&unit, stmt);
        let before: FxHashMap<StmtId, Vec<SsaName>> = order.iter()
            .flat_map(|&b| f.block_stmts(b).collect::<Vec<_>>()).map(|s| (s, reads_of(&f, s))).collect();
        let phis: FxHashMap<StmtId, Vec<Operand>> = order.iter()
            .flat_map(|&b| f.phis(b).collect::<Vec<_>>())
            .map(|p| (p, f.phi(p).args.iter().map(|a| a.value).collect())).collect();
        update_ssa::register_new_name(&mut f, new, old);
        update_ssa::update(&mut unit, &mut f, &mut Dump::off());
        prop_assert!(definitions_are_consistent(&f));
        // Where the old name is not defined on a path, the update may give anything: follow only what is defined.
        let mut names: FxHashMap<SsaName, StmtId> = FxHashMap::default();
        let mut slots: FxHashMap<SsaName, StmtId> = FxHashMap::default();
        let mut edge = f.blocks[ENTRY].succs[0];
        for &turn in &program.turns {
            let block = f.edges[edge].dst;
            if block == EXIT {
                break;
            }
            let index = f.edges[edge].dst_idx as usize;
            let mut updates = Vec::new();
            let mut slot_updates = Vec::new();
            for phi in f.phis(block) {
                let result = f.phi(phi).result;
                if let Operand::Ssa(arg) = f.phi(phi).args[index].value
                    && let Some(&token) = names.get(&arg) {
                    updates.push((result, token));
                }
                if let Some(args) = phis.get(&phi)
                    && let Operand::Ssa(arg) = args[index]
                    && let Some(&token) = slots.get(&arg) {
                    slot_updates.push((result, token));
                }
            }
            names.extend(updates);
            slots.extend(slot_updates);
            for s in f.block_stmts(block) {
                for (name, slot) in reads_of(&f, s).iter().zip(&before[&s]) {
                    if let Some(expected) = slots.get(slot) {
                        prop_assert_eq!(names.get(name), Some(expected));
                    }
                }
                if let StmtKind::Assign { lhs: Operand::Ssa(name), .. } = f.stmts[s].kind {
                    names.insert(name, s);
                    slots.insert(if name == new { old } else { name }, s);
                }
            }
            let succs = &f.blocks[block].succs;
            if succs.is_empty() {
                break;
            }
            edge = succs[usize::from(turn) % succs.len()];
        }
    }
}
