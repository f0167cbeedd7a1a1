//! Pass `strlen`: what is known of strings and their lengths.
//!
//! ```text
//!   l_1 = strlen (p_2);                l_1 = strlen (p_2);
//!   strcpy (q_3, p_2);                 _8 = l_1 + 1;
//!   l_4 = strlen (q_3);        =>      __builtin_memcpy (q_3, p_2, l_1);
//!   strcat (q_3, "xyz");               l_4 = l_1;
//!                                      _9 = q_3 + l_4;
//!                                      __builtin_memcpy (_9, "xyz", 4);
//! ```
//!
//! A walk over the dominator tree keeps of each pointer and each place in a variable what is known of the string there (`info`):
//! with how many characters it begins that are not NUL, whether a NUL follows, which other strings end at the same one.
//! Statements that store characters (`store`) and calls of library functions add to that; statements that may write to a
//! string take away from it (`invalidate`). What is known makes calls simpler: lengths that are known are not computed again
//! (`measure`), what copies a string of known length copies memory (`copy`, `concat`), and of a NUL that is overwritten
//! at once the store goes. Memory that is allocated and then cleared is allocated clear (`allocate`). Comparisons whose result
//! is only held against 0 need not tell which is greater (`compare`).
//!
//! A length that costs something to find is found only if somebody asks: `strcpy` then is `stpcpy`.
//!
//! What `sprintf` and its like return is the number of characters their formats print, which may be known (`printf`).

mod allocate;
mod compare;
mod concat;
mod content;
mod copy;
mod info;
mod invalidate;
mod length;
mod lookup;
mod measure;
pub mod printf;
mod store;

use dumps::putln;
use gimple::builtins::{Builtin, Ecf, Signature, SignaturePart};
use gimple::cfg::{BlockId, ENTRY};
use gimple::claims::Claim;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::NameFlags;
use gimple::stmt::{Call, StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use info::{Index, Live, Strings};
use lookup::{is_char, stored_type};
use printf::Afterwards;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::ranges::View;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::dump_text;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::builtin_at;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dom_walk::{DomWalker, Reach, Step, walk};
use tree_ssa::graph::dominance::Dominators;

/// `strlen` for the pass table.
pub const PASS: Pass = Pass::tree("strlen", execute)
    .gate(|options, _| {
        let flags = [Flag::OptimizeStrlen, Flag::PrintfReturnValue];
        options.warn_printf || flags.into_iter().any(|flag| options.on(flag))
    })
    .requires(Prop::CFG_SSA)
    .follows(&[("fre", "loads of characters that are known need no string")]);

/// Runs the pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    let only_printed = !cx.options.on(Flag::OptimizeStrlen);
    let before = cx.begin_claims(f);
    let claims = walk_strings(cx, f, only_printed);
    cx.end_claims(before, claims);
    Todo::NONE
}

/// Looks at calls that print, and at nothing else.
fn walk_calls_that_print(cx: &mut PassContext<'_>, f: &mut Function) {
    walk_strings(cx, f, true);
}

/// Walks over the statements; what is claimed of values.
fn walk_strings(cx: &mut PassContext<'_>, f: &mut Function, only_printed: bool) -> Vec<Claim> {
    let tree = analyses::analysis::<Dominators>(f);
    let ranger = Ranger::new(View { unit: cx.unit, f, options: cx.options }, &tree);
    let stpcpy = declares_stpcpy(cx.unit);
    let oracle = Oracle::new(cx.unit, cx.options);
    let mut pass = Strlen {
        oracle,
        ranger,
        tree: &tree,
        strings: Strings::default(),
        saved: FxHashMap::default(),
        last: Last::NONE,
        stpcpy,
        claims: Vec::new(),
        afterwards: Vec::new(),
        only_printed,
        cx,
    };
    walk(f, &tree, ENTRY, Reach::All, &mut pass);
    pass.finish_printed(f);
    pass.claims
}

/// Whether the unit declares `stpcpy`, which calls come to be of then.
fn declares_stpcpy(unit: &mut Unit) -> bool {
    /// Whether it does, once that was looked for.
    #[derive(Default)]
    struct Declared(Option<bool>);
    if let Some(known) = unit.pass_state.of::<Declared>().0 {
        return known;
    }
    let declared = unit.decls.values().any(|decl| {
        decl.builtin == Some(Builtin::Stpcpy)
            && decl.name.is_some_and(|name| unit.symbols.text(name) == Builtin::Stpcpy.name())
    });
    unit.pass_state.of::<Declared>().0 = Some(declared);
    declared
}

/// The statement that stored a NUL last: a copy whose last byte that is, or the store of it alone.
#[derive(Clone)]
struct Last {
    stmt: StmtId,
    /// What is copied without the NUL.
    length: Option<length::Length>,
    index: u32,
}

impl Last {
    const NONE: Last = Last { stmt: StmtId::NONE, length: None, index: 0 };
}

/// The walk.
pub struct Strlen<'a, 'c, 't> {
    cx: &'a mut PassContext<'c>,
    oracle: Oracle,
    ranger: Ranger<'t>,
    tree: &'t Dominators,
    strings: Strings,
    /// What is known at the ends of the blocks the walk is in.
    saved: FxHashMap<BlockId, Live>,
    last: Last,
    /// `stpcpy` may be called.
    stpcpy: bool,
    claims: Vec<Claim>,
    /// Calls that print, and what is to be done with them.
    afterwards: Vec<(StmtId, Afterwards)>,
    /// Strings are not looked at.
    only_printed: bool,
}

/// What is to be done after a statement has been looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// What it may write is forgotten.
    Invalidate { zeros: bool },
    /// It is gone, or changes nothing that is known.
    Nothing,
}

impl After {
    const WRITES: After = After::Invalidate { zeros: false };
}

impl DomWalker for Strlen<'_, '_, '_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        let dominator = self.tree.idom(block);
        let live = self.saved.get(&dominator).cloned().unwrap_or_default();
        self.strings.restore(live);
        if dominator.is_some() {
            self.join(f, block, dominator);
        }
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            self.statement(f, stmt);
            stmt = next;
        }
        self.saved.insert(block, self.strings.live());
        Step::Continue
    }

    fn after_dom_children(&mut self, _f: &mut Function, block: BlockId) {
        self.saved.remove(&block);
    }
}

impl Strlen<'_, '_, '_> {
    /// Finds what is known on entry to a block.
    fn join(&mut self, f: &Function, block: BlockId, dominator: BlockId) {
        let memory = f.phis(block).find(|&phi| f.is_virtual_phi(phi));
        if let Some(memory) = memory
            && !self.strings.live().is_empty()
        {
            self.invalidate_since(f, dominator, memory);
        }
        let phis: Vec<StmtId> = f.phis(block).collect();
        for phi in phis {
            let result = f.phi(phi).result;
            let data = &f.names[result];
            let hidden = data.flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL);
            if hidden || !self.cx.unit.types.is_pointer(data.ty) {
                continue;
            }
            if let Some(index) = self.common_index(f, phi) {
                self.strings.set_name(result, index);
            }
        }
    }

    /// The string that all arguments of a φ point to.
    fn common_index(&mut self, f: &Function, phi: StmtId) -> Option<Index> {
        let first = self.index_of(f, f.phi(phi).args.first()?.value)?;
        for at in 1..f.phi(phi).args.len() {
            if self.index_of(f, f.phi(phi).args[at].value) != Some(first) {
                return None;
            }
        }
        Some(first)
    }

    /// Looks at a statement (`check_and_optimize_stmt`).
    fn statement(&mut self, f: &mut Function, stmt: StmtId) {
        if self.only_printed {
            self.call_that_prints(f, stmt);
            return;
        }
        let mut before = None;
        let after = match &f.stmts[stmt].kind {
            StmtKind::Call(_) => {
                if f.stmts[stmt].vdef.is_some() && builtin_at(self.cx.unit, f, stmt).is_some() {
                    before = self.before(f, stmt);
                }
                self.call(f, stmt)
            }
            StmtKind::Assign { .. } if !is_clobber(self.cx.unit, f, stmt) => {
                self.assignment(f, stmt)
            }
            _ => After::WRITES,
        };
        if let After::Invalidate { zeros } = after
            && f.stmts[stmt].vdef.is_some()
        {
            self.invalidate(f, stmt, zeros, before.as_ref());
        }
    }

    fn assignment(&mut self, f: &mut Function, stmt: StmtId) -> After {
        let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return After::WRITES };
        let unit = &*self.cx.unit;
        let ty = unit.type_of(f, lhs);
        match lhs {
            Operand::Ssa(name) if unit.types.is_pointer(ty) => {
                let cast = code == TreeCode::Nop && unit.types.is_pointer(unit.type_of(f, rhs[0]));
                if f.names[name].has(NameFlags::ABNORMAL) {
                } else if cast || code == TreeCode::Single && !unit.is_memory_operand(rhs[0]) {
                    if let Some(index) = self.index_of(f, rhs[0]) {
                        self.strings.set_name(name, index);
                    }
                } else if code == TreeCode::PointerPlus {
                    self.pointer_plus(f, stmt);
                }
            }
            Operand::Ssa(_) if unit.types.is_integral(ty) => self.character(f, stmt),
            Operand::Ssa(_) => {}
            _ if unit.is_volatile_operand(lhs) => {}
            _ if stores_characters(unit, f, lhs) => return self.store(f, stmt),
            _ => {}
        }
        After::WRITES
    }

    fn call(&mut self, f: &mut Function, stmt: StmtId) -> After {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return After::WRITES };
        let call = (**call).clone();
        let Some(builtin) = call_effects::callee_builtin(self.cx.unit, &call) else {
            self.call_that_prints(f, stmt);
            let to_memory = !matches!(call.lhs, Operand::None | Operand::Ssa(_));
            if to_memory
                && !self.cx.unit.is_volatile_operand(call.lhs)
                && stores_characters(self.cx.unit, f, call.lhs)
            {
                return self.store(f, stmt);
            }
            return After::WRITES;
        };
        if self.call_that_prints(f, stmt) || !is_as_declared(self.cx.unit, f, stmt, builtin, &call)
        {
            return After::WRITES;
        }
        match builtin {
            Builtin::Strlen => self.strlen(f, stmt, &call, None),
            Builtin::Strnlen => self.strlen(f, stmt, &call, Some(call.args[1])),
            Builtin::Strchr | Builtin::Index => self.strchr(f, stmt, &call),
            Builtin::Strcpy | Builtin::StrcpyChk | Builtin::Stpcpy | Builtin::StpcpyChk => {
                self.strcpy(f, stmt, builtin, &call);
            }
            Builtin::Memcpy | Builtin::MemcpyChk | Builtin::Mempcpy | Builtin::MempcpyChk => {
                self.memcpy(f, stmt, builtin, &call);
            }
            Builtin::Strcat | Builtin::StrcatChk => self.strcat(f, stmt, builtin, &call),
            Builtin::Malloc | Builtin::Calloc => self.allocated(f, stmt, builtin, &call),
            _ if builtin.is_alloca() => self.allocated(f, stmt, builtin, &call),
            Builtin::Memset => return self.memset(f, stmt, &call),
            Builtin::Memcmp => self.memcmp(f, stmt, &call),
            Builtin::Strcmp | Builtin::Strncmp => self.strcmp(f, stmt, &call),
            Builtin::Strstr => self.strstr(f, stmt, &call),
            _ => {}
        }
        After::WRITES
    }

    /// Says what is about to be changed; afterwards, `into` says to what.
    fn optimizing(&mut self, f: &Function, stmt: StmtId) {
        self.say(f, "Optimizing: ", stmt);
    }

    fn into(&mut self, f: &Function, stmt: StmtId) {
        self.say(f, "into: ", stmt);
    }

    fn say(&mut self, f: &Function, what: &str, stmt: StmtId) {
        if self.cx.dump.details() {
            let text = dump_text::stmt(self.cx.unit, f, stmt);
            putln!(self.cx.dump, "{what}{text}");
        }
    }

    /// A library function whose parameters are pointers, sources and sizes.
    fn library(&mut self, builtin: Builtin, result: TypeId, params: &[TypeId]) -> DeclId {
        self.cx.unit.implicit_builtin(builtin, result, params, false)
    }

    /// Lets a statement that reads or writes memory be a call of another function.
    fn call_instead(&mut self, f: &mut Function, stmt: StmtId, callee: DeclId, args: Vec<Operand>) {
        let lhs = f.stmts[stmt].kind.lhs();
        let kind = StmtKind::call(self.cx.unit, lhs, callee, args);
        tree_ssa::edit::replace(self.cx.unit, f, stmt, kind);
    }

    /// Whether a statement may end its block by throwing.
    fn may_throw(&self, f: &Function, stmt: StmtId) -> bool {
        f.stmt_info[stmt].pad.is_some()
    }
}

/// Whether a call of a builtin touches memory as the library's function does (`valid_builtin_call`): declared to do
/// otherwise, it is left alone.
fn is_as_declared(unit: &Unit, f: &Function, stmt: StmtId, builtin: Builtin, call: &Call) -> bool {
    let (reads, writes) = (f.stmts[stmt].vuse.is_some(), f.stmts[stmt].vdef.is_some());
    let pure = builtin.info().flags.intersects(Ecf::PURE);
    let Some(signature) = Signature::read(builtin.info().signature) else { return false };
    let same_kind = |part: &SignaturePart, op: Operand| {
        let ty = unit.type_of(f, op);
        if part.pointers > 0 { unit.types.is_pointer(ty) } else { unit.types.is_integral(ty) }
    };
    let fits = signature.params.len() == call.args.len()
        && signature.params.iter().zip(&call.args).all(|(part, &op)| same_kind(part, op))
        && (call.lhs.is_none()
            || call.lhs.ssa().is_some() && same_kind(&signature.result, call.lhs));
    let throws = f.stmt_info[stmt].pad.is_some()
        && !call_effects::flags_of(unit, call).intersects(Ecf::NOTHROW);
    fits && reads && (writes || pure) && !throws && !f.stmts[stmt].has(StmtFlags::VOLATILE)
}

/// Whether a store is one of characters: by the type of what is stored to, or of what is pointed to.
fn stores_characters(unit: &Unit, f: &Function, lhs: Operand) -> bool {
    if is_char(unit, stored_type(unit, unit.type_of(f, lhs))) {
        return true;
    }
    let Operand::Tree(id) = lhs else { return false };
    let TreeKind::MemRef { base, alias_ptr, .. } = *unit.trees.kind(id) else { return false };
    [unit.type_of(f, base), alias_ptr].into_iter().any(|pointer| {
        unit.types.pointee(pointer).is_some_and(|ty| is_char(unit, stored_type(unit, ty)))
    })
}

/// Whether a function is one that passes must not call instead of what it does itself.
fn is_named(unit: &Unit, f: &Function, name: &str) -> bool {
    unit.decl_name(f.decl) == Some(name) && unit.decls[f.decl].has(flag::PUBLIC)
}
