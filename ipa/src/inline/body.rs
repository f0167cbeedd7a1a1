//! A function's body set aside to be copied into callers.
//!
//! The copy is compact: blocks by position, edges by their ends, statements without their links. It holds no virtual
//! operands; callers rename theirs.

use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, Probability};
use gimple::debug_stmts::DebugStmt;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::{Function, Inlined, Told};
use gimple::location::Location;
use gimple::nonzero_bits::NonzeroBits;
use gimple::options::Options;
use gimple::ssa::SsaData;
use gimple::stmt::{ScopeId, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;

use crate::summary::FnSummary;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Where an edge of a body leads that leaves the function.
pub const TO_EXIT: u32 = u32::MAX;

/// A statement of a body.
pub struct BodyStmt {
    /// What it is a copy of.
    pub origin: StmtId,
    pub kind: StmtKind,
    pub loc: Location,
    pub flags: StmtFlags,
    /// The position of its block among those of the body.
    pub scope: u32,
    /// The debug statements before it.
    pub debug: Vec<DebugStmt>,
}

/// An edge of a body: to the block at a position, and there its place among the predecessors.
pub struct BodyEdge {
    pub dst: u32,
    pub dst_idx: u32,
    pub flags: EdgeFlags,
    pub probability: Probability,
    pub loc: Location,
    pub scope: u32,
}

/// A block of a body. φs are kept as statements of kind [`StmtKind::Phi`].
pub struct BodyBlock {
    pub phis: Vec<BodyStmt>,
    pub stmts: Vec<BodyStmt>,
    /// The debug statements at its end.
    pub debug: Vec<DebugStmt>,
    pub succs: Vec<BodyEdge>,
    pub count: u64,
}

/// A lexical block of a body.
pub struct BodyScope {
    /// The position of the block around it, which comes before it.
    pub parent: u32,
    /// The variables it declares, but for those that stand for what other files define.
    pub vars: Vec<DeclId>,
    pub inlined: Option<Inlined>,
    pub told: Told,
}

/// A body.
pub struct Body {
    pub decl: DeclId,
    pub params: Vec<DeclId>,
    /// The frame of the function it is nested in, as it gets it, or `NONE`.
    pub static_chain: DeclId,
    /// Its lexical blocks, outer ones first.
    pub scopes: Vec<BodyScope>,
    /// Their positions by the function's own numbers of blocks.
    scope_positions: Vec<u32>,
    /// All local variables.
    pub locals: Vec<DeclId>,
    /// Those of them, and of the parameters, that are in memory, with the flags that say so. The function's own body may
    /// change before this one is copied, and its variables with it.
    in_memory: FxHashMap<DeclId, u64>,
    pub result: DeclId,
    /// The first block is entered first.
    pub blocks: Vec<BodyBlock>,
    /// The place of the function's entry among the first block's predecessors.
    pub entry_idx: u32,
    /// The names by version.
    pub names: Vec<SsaData>,
    /// Which bits of them may be set.
    pub nonzero_bits: NonzeroBits,
    /// What it takes, and what that depends on, where that has been asked for.
    pub summary: Option<Arc<FnSummary>>,
    pub calls_alloca: bool,
    /// Options of its own.
    pub options: Option<Arc<Options>>,
    /// Whether the address of one of its labels is taken.
    pub has_forced_label: bool,
}

impl Body {
    /// The body of a function in SSA form, if it can be copied.
    pub fn of(unit: &Unit, f: &Function) -> Option<Body> {
        is_copyable(unit, f).then(|| Body::of_copyable(unit, f))
    }

    /// The body of a function that is known to be copyable.
    pub fn of_copyable(unit: &Unit, f: &Function) -> Body {
        let order = f.block_order();
        let mut position = vec![TO_EXIT; f.blocks.len()];
        for (index, &block) in order.iter().enumerate() {
            position[block.0 as usize] = index as u32;
        }
        let (scopes, scope_positions) = lexical_blocks(unit, f);
        let entry_idx = f.single_succ(ENTRY).map_or(0, |entry| f.edges[entry].dst_idx);
        let blocks: Vec<BodyBlock> =
            order.iter().map(|&block| body_block(f, block, &position, &scope_positions)).collect();
        Body {
            decl: f.decl,
            params: f.params.clone(),
            static_chain: f.static_chain,
            scopes,
            scope_positions,
            locals: f.locals.clone(),
            in_memory: in_memory(unit, f),
            result: f.result,
            blocks,
            entry_idx,
            names: f.names.values().cloned().collect(),
            nonzero_bits: f.nonzero_bits.clone(),
            summary: None,
            calls_alloca: f.calls_alloca,
            options: f.options.clone(),
            has_forced_label: f.has_forced_label,
        }
    }
}

impl Body {
    /// The position among its blocks of one that the function has; the outermost stands for what it has not.
    pub fn scope(&self, scope: ScopeId) -> u32 {
        position_of(&self.scope_positions, scope)
    }

    /// A local declaration as it was when the body was set aside.
    pub fn local(&self, unit: &Unit, local: DeclId) -> Decl {
        let mut decl = unit.decls[local].clone();
        decl.flags &= !IN_MEMORY;
        decl.flags |= self.in_memory.get(&local).copied().unwrap_or(0);
        decl
    }

    /// What calls of it depend on.
    pub fn signature(&self) -> super::copy::Signature<'_> {
        super::copy::Signature {
            decl: self.decl,
            params: &self.params,
            static_chain: self.static_chain,
        }
    }
}

/// The flags of what is in memory.
const IN_MEMORY: u64 = flag::ADDRESSABLE | flag::NOT_GIMPLE_REG;

/// The variables of a function that are in memory.
fn in_memory(unit: &Unit, f: &Function) -> FxHashMap<DeclId, u64> {
    let all = f.locals.iter().chain(&f.params).chain([&f.result]).filter(|decl| decl.is_some());
    let flags = all.map(|&decl| (decl, unit.decls[decl].flags & IN_MEMORY));
    flags.filter(|(_, flags)| *flags != 0).collect()
}

fn position_of(positions: &[u32], scope: ScopeId) -> u32 {
    scope.expand().and_then(|scope| positions.get(scope.0 as usize)).copied().unwrap_or(0)
}

/// The lexical blocks, each before those within, and their positions by number.
fn lexical_blocks(unit: &Unit, f: &Function) -> (Vec<BodyScope>, Vec<u32>) {
    let (mut scopes, mut positions) = (Vec::new(), vec![0; f.scopes.len()]);
    let mut work: Vec<(ScopeId, u32)> = Vec::new();
    work.extend(f.scopes.iter().next().map(|(outermost, _)| (outermost, 0)));
    while let Some((id, parent)) = work.pop() {
        let scope = &f.scopes[id];
        let is_var = |var: &DeclId| {
            let decl = &unit.decls[*var];
            decl.kind == DeclKind::Var && !decl.has(flag::EXTERNAL)
        };
        let vars = scope.vars.iter().copied().filter(is_var).collect();
        let position = scopes.len() as u32;
        positions[id.0 as usize] = position;
        scopes.push(BodyScope { parent, vars, inlined: scope.inlined, told: scope.told });
        work.extend(scope.blocks.iter().rev().map(|&inner| (inner, position)));
    }
    (scopes, positions)
}

fn body_block(f: &Function, block: BlockId, position: &[u32], scopes: &[u32]) -> BodyBlock {
    let kept = |stmt: StmtId| {
        let data = &f.stmts[stmt];
        BodyStmt {
            origin: stmt,
            kind: data.kind.clone(),
            loc: f.stmt_info[stmt].loc,
            flags: data.flags.without(StmtFlags::DEBUG_BEFORE),
            scope: position_of(scopes, f.stmt_info[stmt].scope),
            debug: f.debug_before(stmt).into_iter().map(|id| f.debug[id]).collect(),
        }
    };
    let real = |phi: &StmtId| !f.is_virtual_phi(*phi);
    let edge = |id: &gimple::cfg::EdgeId| {
        let edge = &f.edges[*id];
        BodyEdge {
            dst: if edge.dst == EXIT { TO_EXIT } else { position[edge.dst.0 as usize] },
            dst_idx: edge.dst_idx,
            flags: edge.flags,
            probability: edge.probability,
            loc: edge.loc,
            scope: position_of(scopes, edge.scope),
        }
    };
    BodyBlock {
        phis: f.phis(block).filter(real).map(kept).collect(),
        stmts: f
            .block_stmts(block)
            .filter(|&stmt| !matches!(f.stmts[stmt].kind, StmtKind::Nop))
            .map(kept)
            .collect(),
        debug: f.debug_at_end(block).into_iter().map(|id| f.debug[id]).collect(),
        succs: f.blocks[block].succs.iter().map(edge).collect(),
        count: f.block_info[block].count,
    }
}

/// Whether a function can be copied into another at all (`function_attribute_inlinable_p`, `inline_forbidden_p`).
pub fn is_copyable(unit: &Unit, f: &Function) -> bool {
    let decl = &unit.decls[f.decl];
    // What does not return may only be copied if that is true.
    let lies = decl.has(flag::NORETURN) && !f.blocks[EXIT].preds.is_empty();
    let kept_apart = lies || decl.flags & (flag::NOINLINE | flag::NOIPA | flag::NAKED) != 0;
    let special = f.calls_setjmp || f.has_nonlocal_label || has_label_in_static(unit, f);
    // Each call would take memory that only the caller's return gives back.
    let allocates = f.calls_alloca && !decl.has(flag::ALWAYS_INLINE);
    let entered_first =
        f.single_succ(ENTRY).is_some_and(|entry| f.edges[entry].dst == f.next_block(ENTRY));
    !kept_apart
        && entered_first
        && !special
        && !allocates
        && f.properties.intersects(gimple::function::Prop::SSA)
        && f.block_iter().all(|block| {
            f.block_stmts(block).all(|stmt| is_copyable_stmt(unit, f, stmt))
                && f.blocks[block]
                    .succs
                    .iter()
                    .all(|&edge| !f.edges[edge].flags.intersects(gimple::cfg::EdgeFlags::COMPLEX))
        })
}

/// Whether the address of a label may be in one of the function's static variables: those are not copied, and would go on
/// naming the label of the original.
pub(super) fn has_label_in_static(unit: &Unit, f: &Function) -> bool {
    let initialized =
        |decl: &DeclId| unit.decls[*decl].is_global() && unit.initializers.contains_key(decl);
    // A static variable's initialiser is not gimplified: the labels themselves say that it names them.
    let forced = |stmt: StmtId| match f.stmts[stmt].kind {
        StmtKind::Label(label) => unit.decls[label].has(flag::FORCED_LABEL),
        _ => false,
    };
    f.locals.iter().any(initialized) && f.block_iter().any(|block| f.block_stmts(block).any(forced))
}

fn is_copyable_stmt(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Goto(_) => false,
        StmtKind::Label(label) => unit.decls[*label].flags & flag::NONLOCAL == 0,
        StmtKind::Call(call) => {
            // What looks at the frame of its own function. (Addresses of frames are those of the caller's, as in GCC.)
            let frame = matches!(
                tree_ssa::effects::call_effects::callee_builtin(unit, call),
                Some(
                    Builtin::VaStart
                        | Builtin::NextArg
                        | Builtin::ApplyArgs
                        | Builtin::Apply
                        | Builtin::Return
                        | Builtin::Longjmp
                        | Builtin::Setjmp
                        | Builtin::NonlocalGoto
                        | Builtin::VaArgPack
                )
            );
            let flags = tree_ssa::effects::call_effects::flags_of(unit, call);
            !frame && !flags.intersects(gimple::builtins::Ecf::RETURNS_TWICE)
        }
        _ => true,
    }
}

/// Whether an operand is a local variable, parameter, result or label of some function, to be copied with it.
pub fn is_local(unit: &Unit, op: DeclId) -> bool {
    let decl = &unit.decls[op];
    match decl.kind {
        DeclKind::Var | DeclKind::Parm | DeclKind::Result => !decl.is_global(),
        DeclKind::Label => true,
        _ => false,
    }
}

/// What a body returns in a statement, if that is a return.
pub fn returned(stmt: &BodyStmt) -> Option<Operand> {
    match stmt.kind {
        StmtKind::Return(op) => Some(op),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gimple::read::read_module;
    use gimple::target::TargetDesc;

    /// What the function's own body no longer needs in memory is in memory in the body that was set aside before.
    #[test]
    fn a_body_set_aside_keeps_its_variables_in_memory() {
        let text = "void g (int * p)\n{\n  <bb 2> :\n  return;\n}\n\nint f (int n)\n{\n  int x;\n  int y;\n\n  <bb 2> :\n  x = n;\n  y = n;\n  g (&x);\n  return y;\n}\n";
        let mut module = read_module(text, TargetDesc::lp64()).expect("the text is right");
        let f = module.functions.pop().expect("f is the last function");
        let unit = &mut module.unit;
        let of_name = |name: &str| {
            let named = |local: &&DeclId| unit.decl_name(**local) == Some(name);
            *f.locals.iter().find(named).expect("f has such a variable")
        };
        let (x, y) = (of_name("x"), of_name("y"));
        unit.decls[x].set(flag::ADDRESSABLE, true);
        unit.decls[y].set(flag::ADDRESSABLE, false);
        let body = Body::of_copyable(unit, &f);
        unit.decls[x].set(flag::ADDRESSABLE, false);
        unit.decls[y].set(flag::ADDRESSABLE, true);
        assert!(body.local(unit, x).has(flag::ADDRESSABLE));
        assert!(!body.local(unit, y).has(flag::ADDRESSABLE));
    }
}
