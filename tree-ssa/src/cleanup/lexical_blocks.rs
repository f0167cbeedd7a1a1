//! The function's lexical blocks after unused variables went (`remove_unused_scope_block_p`), and their dump.
//!
//! ```text
//! { Scope block #0                         { Scope block #0
//!   int i;                                   int i;
//!
//!   { Scope block #0                 =>      { Scope block #0
//!     int never_read;                          struct s * p;
//!
//!     { Scope block #0                       }
//!       struct s * p;
//!                                          }
//!     }
//!
//!   }
//!
//! }
//! ```
//!
//! A block goes when no statement and no jump is its own and it declares nothing that is used; the blocks within it take
//! its place. Types, functions and labels stay where they are declared. Linear in blocks and declarations.
//!
//! Where debuggers are told of blocks, one with a function or a tag of its own stays, as does one around others that
//! declares something, be it used or not, or is the copy of a function.

use dumps::DumpFlags;
use fixedbitset::FixedBitSet;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Scope};
use gimple::print;
use gimple::stmt::ScopeId;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;

/// The outermost block.
const OUTERMOST: ScopeId = ScopeId(0);

/// Takes unused declarations out of the blocks, and unused blocks out of those around them. Returns the blocks in use.
pub fn prune(
    unit: &Unit,
    f: &mut Function,
    used_vars: &FxHashSet<DeclId>,
    mut used: FixedBitSet,
    described: bool,
) -> FixedBitSet {
    if f.scopes.is_empty() {
        return used;
    }
    for scope in inner_first(f) {
        let index = scope.0 as usize;
        let mut in_use = used[index] || scope == OUTERMOST;
        if described {
            note_told(unit, f, scope);
            in_use |= f.scopes[scope].told.stays;
        }
        let mut unused = std::mem::take(&mut f.scopes[scope].unused);
        f.scopes[scope].vars.retain(|var| {
            let kept = stays(unit, *var, used_vars);
            in_use |= kept && unit.decls[*var].kind != DeclKind::Type;
            if !kept && described && is_plain_variable(unit, *var) {
                unused.push(*var);
            }
            kept
        });
        let mut blocks = Vec::new();
        for inner in std::mem::take(&mut f.scopes[scope].blocks) {
            if used[inner.0 as usize] {
                blocks.push(inner);
                continue;
            }
            let freed = std::mem::take(&mut f.scopes[inner].blocks);
            freed.iter().for_each(|&block| f.scopes[block].parent = scope);
            blocks.extend(freed);
        }
        let data = &mut f.scopes[scope];
        let around = described && !blocks.is_empty();
        in_use |= around && (data.told.declares || data.inlined.is_some());
        (data.blocks, data.unused) = (blocks, unused);
        used.set(index, in_use);
    }
    used
}

/// Notes what a block declares before what is unused is taken out.
fn note_told(unit: &Unit, f: &mut Function, scope: ScopeId) {
    let Scope { vars, told, .. } = &mut f.scopes[scope];
    for &var in vars.iter() {
        let decl = &unit.decls[var];
        let is_tag = decl.kind == DeclKind::Type && decl.name.is_none();
        told.stays |= is_tag || decl.kind == DeclKind::Function;
        told.declares |= !decl.has(flag::IGNORED);
    }
}

/// Whether debuggers are told of a declaration even where nothing is left of it.
fn is_plain_variable(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    let others = flag::IGNORED | flag::ARTIFICIAL | flag::EXTERNAL;
    data.kind == DeclKind::Var
        && data.name.is_some()
        && data.flags & others == 0
        && !data.is_global()
}

/// Whether a block goes on to declare something.
fn stays(unit: &Unit, decl: DeclId, used: &FxHashSet<DeclId>) -> bool {
    let d = &unit.decls[decl];
    match d.kind {
        DeclKind::Function => true,
        DeclKind::Var if d.has(flag::HAS_VALUE_EXPR) => true,
        _ if d.has(flag::IGNORED) => false,
        // What `extern` declares in a block is another declaration of what is used.
        DeclKind::Var => used.contains(&decl) && !d.has(flag::EXTERNAL),
        DeclKind::Label => d.has(flag::USED) || used.contains(&decl),
        DeclKind::Type => true,
        _ => false,
    }
}

/// The blocks of the tree, those within a block before it.
fn inner_first(f: &Function) -> Vec<ScopeId> {
    let mut order = vec![OUTERMOST];
    let mut next = 0;
    while let Some(&scope) = order.get(next) {
        order.extend(&f.scopes[scope].blocks);
        next += 1;
    }
    order.reverse();
    order
}

/// The dump of the tree of blocks.
pub fn text(unit: &Unit, f: &Function, flags: DumpFlags) -> String {
    enum Step {
        Open(ScopeId, usize),
        Close(usize),
    }
    let mut out = String::from("Scope blocks after cleanups:\n");
    let mut work = Vec::new();
    if !f.scopes.is_empty() {
        work.push(Step::Open(OUTERMOST, 0));
    }
    while let Some(step) = work.pop() {
        match step {
            Step::Open(scope, column) => {
                out.push_str(&format!("\n{:column$}{{ Scope block #0 \n", ""));
                for &var in &f.scopes[scope].vars {
                    let text = print::declaration_text(unit, f, var, flags);
                    out.push_str(&format!("{:column$}  {text}\n", ""));
                }
                work.push(Step::Close(column));
                // The last one comes first, and is printed last.
                let inner = f.scopes[scope].blocks.iter();
                work.extend(inner.map(|&block| Step::Open(block, column + 2)));
            }
            Step::Close(column) => out.push_str(&format!("\n{:column$}}}\n", "")),
        }
    }
    out
}
