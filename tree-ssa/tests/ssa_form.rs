//! Into SSA and its update, on random CFGs: along any path, a statement must read what the definition that was met last
//! wrote, before the transformation and after it.

use dumps::Dump;
use gimlet_tree_ssa::cfg_edit::reachable_blocks;
use gimlet_tree_ssa::into_ssa::build_ssa;
use gimlet_tree_ssa::update_ssa;
use gimple::cfg::{BlockId, ENTRY, EXIT, edge_flag};
use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind};
use gimple::diagnostic::Diagnostics;
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Interner;
use gimple::tree::Operand;
use gimple::unit::Unit;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// What a block assigns, and its two ways on.
type BlockPlan = (Vec<(usize, usize, usize)>, usize, usize);

/// A random program: for each block what it assigns (`variables[a] = variables[b] + variables[c]`), and where it goes.
#[derive(Clone, Debug)]
struct Program {
    blocks: Vec<BlockPlan>,
    variables: usize,
    /// Which way each branch of a walk goes.
    turns: Vec<bool>,
}

fn program() -> impl Strategy<Value = Program> {
    (2usize..10, 1usize..5).prop_flat_map(|(n, v)| {
        let assign = (0..v, 0..v, 0..v);
        let block = (prop::collection::vec(assign, 0..4), 0..n + 1, 0..n + 1);
        let blocks = prop::collection::vec(block, n);
        let turns = prop::collection::vec(any::<bool>(), 60);
        (blocks, turns).prop_map(move |(blocks, turns)| Program { blocks, variables: v, turns })
    })
}

struct Built {
    unit: Unit,
    f: Function,
    /// The variables each statement reads, and the one it writes.
    meaning: FxHashMap<StmtId, (Vec<DeclId>, Option<DeclId>)>,
}

fn target() -> gimple::target::TargetDesc {
    gimple::target::TargetDesc {
        triplet: "test",
        char_signed: false,
        wchar_signed: true,
        short_size: 2,
        int_size: 4,
        long_size: 8,
        long_long_size: 8,
        pointer_size: 8,
        wchar_size: 4,
        long_double_size: 16,
        long_double_mantissa: 113,
        biggest_alignment: 16,
        word_bits: 64,
        max_fixed_mode_bits: 128,
        big_endian: false,
        strict_alignment: true,
        slow_unaligned_access: true,
        branch_cost: 3,
        move_by_pieces: 64,
        promote_function_values: true,
        constant_alignment: 8,
        predefined_macros: &[],
        multiarch: "",
    }
}

fn build(program: &Program) -> Built {
    let mut unit = Unit::new(target(), Interner::new(), Diagnostics::captured());
    let int = unit.common.int;
    let name = unit.symbols.intern("f");
    let decl = unit.decls.push(Decl::new(DeclKind::Function, Some(name), int, Location::default()));
    let mut f = Function::new(decl, 0);
    let variables: Vec<DeclId> = (0..program.variables)
        .map(|index| {
            let name = unit.symbols.intern(&format!("v{index}"));
            let kind = if index == 0 { DeclKind::Parm } else { DeclKind::Var };
            unit.decls.push(Decl::new(kind, Some(name), int, Location::default()))
        })
        .collect();
    f.init_cfg();
    let mut last = ENTRY;
    let blocks: Vec<BlockId> = (0..program.blocks.len())
        .map(|_| {
            last = f.create_block(last);
            last
        })
        .collect();
    f.make_edge(ENTRY, blocks[0], edge_flag::FALLTHRU);
    let mut meaning = FxHashMap::default();
    let target = |index: usize| blocks.get(index).copied().unwrap_or(EXIT);
    for (&block, (assigns, yes, no)) in blocks.iter().zip(&program.blocks) {
        for &(a, b, c) in assigns {
            let [a, b, c] = [a, b, c].map(|index| variables[index]);
            let kind = StmtKind::Assign {
                lhs: Operand::Decl(a),
                code: TreeCode::Plus,
                rhs: [Operand::Decl(b), Operand::Decl(c), Operand::None],
            };
            let stmt = f.new_stmt(kind, Location::default());
            f.append_to_block(block, stmt);
            meaning.insert(stmt, (vec![b, c], Some(a)));
        }
        if yes == no {
            f.make_edge(block, target(*yes), edge_flag::FALLTHRU);
            continue;
        }
        let zero = unit.int(int, 0);
        let kind = StmtKind::Cond {
            code: TreeCode::Ne,
            lhs: Operand::Decl(variables[0]),
            rhs: zero,
            true_label: DeclId::NONE,
            false_label: DeclId::NONE,
        };
        let stmt = f.new_stmt(kind, Location::default());
        f.append_to_block(block, stmt);
        meaning.insert(stmt, (vec![variables[0]], None));
        f.make_edge(block, target(*yes), edge_flag::TRUE_VALUE);
        f.make_edge(block, target(*no), edge_flag::FALSE_VALUE);
    }
    gimlet_tree_ssa::cfg_edit::delete_unreachable_blocks(&unit, &mut f);
    Built { unit, f, meaning }
}

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

proptest! {
    #[test]
    fn a_name_holds_what_its_variable_held(program in program()) {
        let Built { mut unit, mut f, meaning } = build(&program);
        build_ssa(&mut unit, &mut f, &mut Dump::off());
        prop_assert!(definitions_are_consistent(&f));
        let mut wrong = None;
        walk_through(&f, &program.turns, &meaning, &mut |stmt, variables, names| {
            let Some((reads, _)) = meaning.get(&stmt) else { return };
            let renamed = reads_of(&f, stmt);
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
        prop_assert_eq!(wrong, None);
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
