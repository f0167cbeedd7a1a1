//! IPA pass `whole-program`: what is there of it finds variables nothing writes, or nothing reads
//! (`ipa_discover_variable_flags`).
//!
//! ```text
//! static int limit = 10;        nothing assigns to it, nobody has its address:  read-only, a load of it is 10
//! static int seen;              no pointer to it:                               not addressable
//! static int calls;             nothing reads it, nobody has its address:       write-only, what is stored to it goes
//! ```
//!
//! Only variables that nobody outside sees count, and none that the program has put somewhere or may change after the
//! compiler's back. Functions that nothing can reach any more go as well. Linear in statements and initialisers.

use super::{remove_symbols, visibility};
use dumps::{put, putln};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::analyses::symbol_references;

/// `whole-program` for the pass table.
pub const PASS: Pass = Pass::ipa("whole-program", execute);

/// What is done to variables.
#[derive(Default)]
struct Uses {
    read: FxHashSet<DeclId>,
    written: FxHashSet<DeclId>,
    address_taken: FxHashSet<DeclId>,
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    if cx.options.optimize == 0 || !cx.options.on(Flag::ToplevelReorder) {
        return Todo::NONE;
    }
    visibility::say_who_sees_what(cx, functions);
    find_flags(cx, functions, When::First);
    remove_symbols::execute(cx, functions)
}

/// When variables are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    First,
    /// With what has been inlined: addresses that were passed may have become plain uses.
    Inlined,
}

/// Notes what is done to variables. Of what an address was taken before, only that it is never written to is made use of: where
/// GCC knows of other uses by reference it keeps the address.
pub fn find_flags(cx: &mut PassContext<'_>, functions: &[Function], when: When) {
    if !cx.options.on(Flag::IpaReferenceAddressable) {
        return;
    }
    let unit = &*cx.unit;
    let mut uses = Uses::default();
    for &value in unit.initializers.values() {
        uses.initializer(unit, value);
    }
    for f in functions.iter() {
        uses.function(unit, f);
    }
    // What is done to them by another name is not seen here.
    let aliased = symbol_references::alias_targets(unit);
    let renamed = |decl: DeclId| unit.decls[decl].name.is_some_and(|name| aliased.contains(&name));
    let nodes = unit.symtab().iter().rev();
    let found: Vec<DeclId> = nodes
        .filter(|node| node.definition && is_ours(unit, node.decl) && !renamed(node.decl))
        .map(|node| node.decl)
        .collect();
    let mut text = "Clearing variable flags:".to_owned();
    for decl in found {
        let (old, data) = (cx.unit.decls[decl].flags, &mut cx.unit.decls[decl]);
        let written = uses.written.contains(&decl);
        let kept = when == When::Inlined && written && data.has(flag::ADDRESSABLE);
        if kept || uses.address_taken.contains(&decl) {
            continue;
        }
        data.set(flag::ADDRESSABLE, false);
        if !written {
            data.set(flag::READONLY, true);
        } else if !uses.read.contains(&decl) {
            data.set(flag::WRITE_ONLY, true);
            cx.unit.initializers.remove(&decl);
        }
        let now = cx.unit.decls[decl].flags;
        let news = [
            (old & !now, "non-addressable"),
            (now & !old & flag::READONLY, "read-only"),
            (now & !old & flag::WRITE_ONLY, "write-only"),
        ];
        for (changed, what) in news {
            if changed != 0 {
                put!(text, " {} ({what})", super::inline::node_name(cx.unit, decl));
            }
        }
    }
    if cx.dump.enabled() {
        putln!(cx.dump, "{text}");
    }
}

/// Whether all that is done to a variable is in the unit.
fn is_ours(unit: &Unit, decl: DeclId) -> bool {
    const ELSEWHERE: u64 = flag::PUBLIC
        | flag::EXTERNAL
        | flag::WEAK
        | flag::COMMON
        | flag::VOLATILE
        | flag::HARD_REGISTER
        | flag::THREAD_LOCAL
        | flag::PRESERVED
        | flag::RETAIN;
    let data = &unit.decls[decl];
    let placed = |extra: &gimple::decl::DeclExtra| extra.section.is_some() || extra.alias.is_some();
    data.kind == DeclKind::Var
        && data.flags & ELSEWHERE == 0
        && !data.extra.as_ref().is_some_and(|extra| placed(extra))
}

impl Uses {
    fn function(&mut self, unit: &Unit, f: &Function) {
        for block in f.block_iter() {
            for phi in f.phis(block) {
                f.phi(phi).args.iter().for_each(|arg| self.value(unit, arg.value));
            }
            for stmt in f.block_stmts(block) {
                f.for_each_read(stmt, &mut |op| {
                    self.value(unit, op);
                    self.read.extend(base(unit, op));
                });
                f.for_each_write(stmt, &mut |op| {
                    self.value(unit, op);
                    self.written.extend(base(unit, op));
                });
                if let StmtKind::Asm(asm) = &f.stmts[stmt].kind {
                    // What is in memory for an asm is there to be changed.
                    let operands = asm.inputs.iter().chain(&asm.outputs);
                    self.address_taken.extend(operands.filter_map(|it| base(unit, it.value)));
                }
            }
        }
    }

    /// Notes the addresses in an operand.
    fn value(&mut self, unit: &Unit, op: Operand) {
        let Operand::Tree(id) = op else { return };
        match *unit.trees.kind(id) {
            TreeKind::Addr(object) => {
                self.address_taken.extend(base(unit, object));
                self.value(unit, object);
            }
            TreeKind::MemRef { base: Operand::Tree(address), .. }
                if let TreeKind::Addr(object) = *unit.trees.kind(address) =>
            {
                self.value(unit, object);
            }
            _ => unit.trees.for_each_operand(id, |inner| self.value(unit, inner)),
        }
    }

    /// All that initial values name is by address.
    fn initializer(&mut self, unit: &Unit, op: Operand) {
        match op {
            Operand::Decl(decl) => {
                self.address_taken.insert(decl);
            }
            Operand::Tree(id) => {
                unit.trees.for_each_operand(id, |inner| self.initializer(unit, inner));
            }
            _ => {}
        }
    }
}

/// The variable a reference is based on.
fn base(unit: &Unit, op: Operand) -> Option<DeclId> {
    unit.trees.base_address(op).decl()
}
