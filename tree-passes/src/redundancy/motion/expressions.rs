//! The lexical expressions of a function, and what each block does to them.
//!
//! ```text
//!   x = a * b;          a * b: ANTLOC, as nothing before writes a or b
//!   a = 1;              a * b: ALTERED
//!   y = a * b;          a * b: AVLOC, as nothing after writes a or b
//! ```
//!
//! An expression is an operation, arithmetic, logic, comparison or conversion, on register variables and constants; two are the
//! same if they are written the same and have the same type. Operands that are the gimplifier's own temporaries
//! (`_1 * b`) make none: they are written once, so nothing written the same is elsewhere. A load is none either.
//!
//! **What may trap** (division by what may be zero, operations on reals under `-ftrapping-math`, signed ones under `-ftrapv`) must
//! not go before a statement after which the program may not come: a call may exit or jump away, and its output would
//! be missing. Such a statement *stops* those expressions on their way up; their values pass it. All other operations
//! cannot be told from not having been done, and go past calls, as in GCC.

use super::graph::FlowGraph;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::dataflow::bits::Sets;
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::effects::call_effects::call_flags;
use tree_ssa::effects::call_effects::only_computes;
use tree_ssa::ssa::into_ssa::for_each_register_def;

/// What makes two computations the same.
pub type Key = (TreeCode, TypeId, [Operand; 3]);

/// The expressions of a function in order of first appearance.
#[derive(Default)]
pub struct Universe {
    pub keys: Vec<Key>,
    numbers: FxHashMap<Key, usize>,
    of_var: FxHashMap<DeclId, Vec<usize>>,
    /// Those that may trap.
    pub trapping: Vec<usize>,
}

/// What blocks do, each set by block: the properties everything else is computed from.
pub struct Local {
    /// How many expressions there are.
    pub facts: usize,
    /// Computed, and its operands not written before in the block; nor may it have been stopped.
    pub antloc: Sets,
    /// Computed, and its operands not written afterwards in the block.
    pub avloc: Sets,
    /// An operand is written.
    pub altered: Sets,
    /// An operand is written, or it cannot pass upward.
    pub stopped: Sets,
    /// Nothing can be computed at the end of the block for what comes after it.
    pub closed: Vec<bool>,
}

impl Local {
    /// Blocks that do nothing.
    pub fn new(blocks: usize, facts: usize) -> Local {
        let none = Sets::new(blocks, facts);
        Local {
            facts,
            antloc: none.clone(),
            avloc: none.clone(),
            altered: none.clone(),
            stopped: none,
            closed: vec![false; blocks],
        }
    }
}

impl Universe {
    /// Finds the expressions.
    pub fn find(unit: &Unit, f: &Function, options: &Options) -> Universe {
        let mut found = Universe::default();
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                if let Some(key) = key_of(unit, f, stmt) {
                    found.add(unit, options, key);
                }
            }
        }
        found
    }

    fn add(&mut self, unit: &Unit, options: &Options, key: Key) {
        let next = self.keys.len();
        if *self.numbers.entry(key).or_insert(next) != next {
            return;
        }
        self.keys.push(key);
        if may_trap(unit, options, &key) {
            self.trapping.push(next);
        }
        for op in key.2 {
            if let Operand::Decl(var) = op {
                let list = self.of_var.entry(var).or_default();
                if list.last() != Some(&next) {
                    list.push(next);
                }
            }
        }
    }

    /// The expression a statement computes.
    pub fn number(&self, unit: &Unit, f: &Function, stmt: StmtId) -> Option<usize> {
        self.numbers.get(&key_of(unit, f, stmt)?).copied()
    }

    /// Calls `killed` with the expressions a statement writes an operand of.
    pub fn for_each_killed(
        &self,
        unit: &Unit,
        f: &Function,
        stmt: StmtId,
        killed: &mut dyn FnMut(usize),
    ) {
        for_each_register_def(unit, f, stmt, &mut |var| {
            self.of_var.get(&var).into_iter().flatten().for_each(|&fact| killed(fact));
        });
    }

    /// What the blocks do.
    pub fn local(&self, unit: &Unit, f: &Function, graph: &FlowGraph) -> Local {
        let mut local = Local::new(graph.graph.blocks.len(), self.keys.len());
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                if let Some(fact) = self.number(unit, f, stmt) {
                    if !local.stopped.contains(block, fact) {
                        local.antloc.insert(block, fact);
                    }
                    local.avloc.insert(block, fact);
                } else if !self.trapping.is_empty() && may_not_go_on(unit, f, stmt) {
                    self.trapping.iter().for_each(|&fact| local.stopped.insert(block, fact));
                }
                self.for_each_killed(unit, f, stmt, &mut |fact| {
                    local.avloc.remove(block, fact);
                    local.altered.insert(block, fact);
                    local.stopped.insert(block, fact);
                });
            }
            local.closed[block.0 as usize] = is_closed(unit, f, block);
        }
        local
    }
}

/// Whether nothing can be put at the end of a block: what ends it writes something, or does not go on to all its successors.
fn is_closed(unit: &Unit, f: &Function, block: BlockId) -> bool {
    let Some(last) = f.last_stmt(block) else { return false };
    ends_block(unit, f, last)
        && !matches!(f.stmts[last].kind, StmtKind::Cond { .. } | StmtKind::Switch(_))
}

/// What a statement computes, if that is an expression.
fn key_of(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Key> {
    let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return None };
    let written = match lhs {
        Operand::Ssa(_) => true,
        Operand::Decl(var) => unit.is_gimple_reg(var),
        _ => false,
    };
    let plain = |op: &Operand| match *op {
        Operand::Decl(var) => unit.is_gimple_reg(var),
        Operand::Const(_) | Operand::None => true,
        _ => false,
    };
    let reads = rhs.iter().any(|op| matches!(op, Operand::Decl(_)));
    let key = (code, unit.type_of(f, lhs), rhs);
    (written && reads && is_operation(code) && rhs.iter().all(plain)).then_some(key)
}

/// Whether a code is arithmetic, logic, a comparison, or a conversion.
fn is_operation(code: TreeCode) -> bool {
    use TreeCode::*;
    !matches!(
        code,
        Single
            | Realpart
            | Imagpart
            | ViewConvert
            | Complex
            | Cond
            | WidenMultPlus
            | BitInsert
            | VecPerm
            | VecCond
            | DotProd
    )
}

/// Whether an expression may trap.
fn may_trap(unit: &Unit, options: &Options, &(code, ty, rhs): &Key) -> bool {
    use TreeCode::*;
    let operand = match rhs[0] {
        Operand::Decl(var) => unit.decls[var].ty,
        _ => match rhs[1] {
            Operand::Decl(var) => unit.decls[var].ty,
            _ => ty,
        },
    };
    let integral = unit.types.is_integral(ty) && unit.types.is_integral(operand);
    match code {
        TruncDiv | TruncMod | ExactDiv => {
            !integral || unit.as_int(rhs[1]).is_none_or(|value| value == 0)
        }
        Negate | BitNot | BitAnd | BitIor | BitXor | Lshift | Rshift | Paren if !integral => {
            code == Negate && options.on(Flag::Trapv)
        }
        Plus | Minus | Mult | Negate | Abs | PointerDiff | PointerPlus if integral => {
            options.on(Flag::Trapv)
        }
        PointerPlus | PointerDiff => false,
        _ => options.on(Flag::TrappingMath) && !integral && is_real(unit, operand, ty),
    }
}

/// Whether an operation is on reals, or on vectors or complex values that may hold some.
fn is_real(unit: &Unit, operand: TypeId, result: TypeId) -> bool {
    let plain = |ty| unit.types.is_integral(ty) || unit.types.is_pointer(ty);
    !(plain(operand) && plain(result))
}

/// Whether the program may not come to what is after a statement.
fn may_not_go_on(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Call(_) => !only_computes(call_flags(unit, f, stmt)),
        StmtKind::Asm(_) => true,
        _ => f.stmts[stmt].flags.intersects(StmtFlags::VOLATILE),
    }
}
