//! Random programs over a random CFG, for the tests of SSA form: two paths on from each block, loops that are reducible or
//! not, critical edges, loops of one block.

use gimlet_tree_ssa::edit::Cursor;
use gimlet_tree_ssa::edit::cfg_edit::{reachable_blocks, remove_block};
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags};
use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind};
use gimple::diagnostic::Diagnostics;
use gimple::function::Function;
use gimple::location::Location;
use gimple::stmt::StmtId;
use gimple::symbol::Interner;
use gimple::target::TargetDesc;
use gimple::tree::Operand;
use gimple::unit::Unit;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// What a block assigns, and its two paths on.
pub type BlockPlan = (Vec<(usize, usize, usize)>, usize, usize);

/// A random program: for each block what it assigns (`variables[a] = variables[b] + variables[c]`), and where it goes.
#[derive(Clone, Debug)]
pub struct Program {
    pub blocks: Vec<BlockPlan>,
    pub variables: usize,
    /// Which way each branch of a walk goes.
    pub turns: Vec<bool>,
}

/// A random program.
pub fn program() -> impl Strategy<Value = Program> {
    (2usize..10, 1usize..5).prop_flat_map(|(n, v)| {
        let assign = (0..v, 0..v, 0..v);
        let block = (prop::collection::vec(assign, 0..4), 0..n + 1, 0..n + 1);
        let blocks = prop::collection::vec(block, n);
        let turns = prop::collection::vec(any::<bool>(), 60);
        (blocks, turns).prop_map(move |(blocks, turns)| Program { blocks, variables: v, turns })
    })
}

/// A program that has been built.
pub struct Built {
    pub unit: Unit,
    pub f: Function,
    /// The variables each statement reads, and the one it writes.
    pub meaning: FxHashMap<StmtId, (Vec<DeclId>, Option<DeclId>)>,
}

/// The program as a function with a CFG.
pub fn build(program: &Program) -> Built {
    let mut unit = Unit::new(TargetDesc::lp64(), Interner::new(), Diagnostics::captured());
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
    f.make_edge(ENTRY, blocks[0], EdgeFlags::FALLTHRU);
    let mut meaning = FxHashMap::default();
    let target = |index: usize| blocks.get(index).copied().unwrap_or(EXIT);
    for (&block, (assigns, yes, no)) in blocks.iter().zip(&program.blocks) {
        for &(a, b, c) in assigns {
            let [a, b, c] = [a, b, c].map(|index| variables[index]);
            let [lhs, x, y] = [a, b, c].map(Operand::Decl);
            let stmt = Cursor::end(block).assign(&unit, &mut f, lhs, TreeCode::Plus, [x, y]);
            meaning.insert(stmt, (vec![b, c], Some(a)));
        }
        if yes == no {
            f.make_edge(block, target(*yes), EdgeFlags::FALLTHRU);
            continue;
        }
        let zero = unit.int(int, 0);
        let asked = [Operand::Decl(variables[0]), zero];
        let stmt = Cursor::end(block).cond(&unit, &mut f, TreeCode::Ne, asked);
        meaning.insert(stmt, (vec![variables[0]], None));
        f.make_edge(block, target(*yes), EdgeFlags::TRUE_VALUE);
        f.make_edge(block, target(*no), EdgeFlags::FALSE_VALUE);
    }
    let reached = reachable_blocks(&f);
    for block in f.block_order().into_iter().filter(|block| !reached[block.0 as usize]) {
        remove_block(&unit, &mut f, block);
    }
    Built { unit, f, meaning }
}
