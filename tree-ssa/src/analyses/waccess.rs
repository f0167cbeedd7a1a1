//! Pass `waccess`: what pointers point to, as warnings about invalid accesses ask it, counted.
//!
//! ```text
//!   int *f (int *p)                 pointer_query counters:
//!   { return p + 1; }                 hits:    1     (p_1(D), once it is known)
//!                                     misses:  4     (_2 and p_1(D), and each as a question of its own)
//! ```
//!
//! Nothing is warned of: the pass asks what GCC's asks, and writes down how often the answer was known already. The first two
//! runs look for addresses of variables that outlive them: pointers that calls return and φs join, and what is stored before
//! the function returns (`stores`), as far back as no call could see it. The third looks at the arguments of functions on
//! strings and memory. A question first looks an answer up by the number of the entry before, where none is: so it misses,
//! always; the steps to the answer find what is known. Does nothing without a dump. Linear in statements but for chains
//! of copies, which are followed `LONGEST_CHAIN` names far.

use crate::effects::call_effects::builtin_at;
use crate::effects::call_effects::call_flags;
use crate::effects::call_effects::is_clobber;
use crate::effects::fn_spec::FnSpec;
use dumps::put;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, EXIT, EdgeId};
use gimple::code::TreeCode;
use gimple::decl::DeclKind;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// `waccess` for the pass table.
pub const PASS: Pass = Pass::tree("waccess", execute).requires(Prop::CFG_SSA);

/// How many names a question may lead through (`ssa-name-def-chain-limit`).
const LONGEST_CHAIN: u32 = 512;

/// The smallest address of a constant that may be that of an object (`min-pagesize`).
const FIRST_PAGE: i128 = 4096;

/// What each run of the pass has counted over the functions of a unit so far.
#[derive(Default)]
struct Runs([Counters; 3]);

#[derive(Clone, Copy, Default)]
struct Counters {
    hits: u64,
    misses: u64,
    failures: u64,
    max_depth: u32,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !cx.dump.enabled() {
        return Todo::NONE;
    }
    let run = cx.pass.instance;
    let index = run as usize - 1;
    let counters = cx.unit.pass_state.of::<Runs>().0[index];
    let mut query = Query::new(cx.unit, f, counters);
    match run {
        1 | 2 => {
            query.joined_pointers();
            query.stores();
        }
        _ => query.arguments(),
    }
    let (counters, size, entries) = (query.counters, query.index_size, query.known.len());
    cx.unit.pass_state.of::<Runs>().0[index] = counters;
    let Counters { hits, misses, failures, max_depth } = counters;
    let text = [
        ("index cache size:", size as u64),
        ("index entries:", entries as u64),
        // Every second place stays empty.
        ("access cache size:", 2 * entries as u64),
        ("access entries:", entries as u64),
        ("hits:", hits),
        ("misses:", misses),
        ("failures:", failures),
        ("max_depth:", u64::from(max_depth)),
    ];
    put!(cx.dump, "pointer_query counters:\n");
    for (what, number) in text {
        put!(cx.dump, "  {what:19} {number}\n");
    }
    Todo::NONE
}

/// What a pointer or reference leads to.
#[derive(Clone, Copy)]
struct Target {
    object: Operand,
    /// How often memory is read on the way; -1 for an address.
    reads: i32,
    /// Whether the object is known, so that offsets are from its start.
    whole: bool,
    /// Whether its size is known.
    sized: bool,
}

impl Target {
    fn unknown(object: Operand) -> Target {
        Target { object, reads: 0, whole: false, sized: false }
    }
}

/// Questions within a function.
struct Query<'a> {
    unit: &'a Unit,
    f: &'a Function,
    counters: Counters,
    /// Answers, by name and whether the innermost object is asked for.
    known: FxHashMap<(SsaName, bool), Target>,
    index_size: usize,
    depth: u32,
    left: u32,
    joins: FxHashSet<SsaName>,
}

impl<'a> Query<'a> {
    fn new(unit: &'a Unit, f: &'a Function, counters: Counters) -> Query<'a> {
        Query {
            unit,
            f,
            counters,
            known: FxHashMap::default(),
            index_size: 0,
            depth: 0,
            left: 0,
            joins: FxHashSet::default(),
        }
    }

    /// Asks about the pointers that calls return or φs join.
    fn joined_pointers(&mut self) {
        let f = self.f;
        for number in 1..f.names.len() as u32 {
            let data = &f.names[SsaName(number)];
            if data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL)
                || !self.unit.types.is_pointer(data.ty)
            {
                continue;
            }
            match data.def.expand().map(|def| &f.stmts[def].kind) {
                Some(StmtKind::Phi(phi)) => {
                    for arg in &phi.args {
                        self.ask(arg.value, false);
                    }
                }
                Some(StmtKind::Call(call)) => {
                    if let Some(argument) = returned_argument(self.unit, call) {
                        self.ask(argument, false);
                    }
                }
                _ => {}
            }
        }
    }

    /// Asks about what is stored, backwards from where the function returns.
    fn stores(&mut self) {
        let f = self.f;
        let mut seen: FxHashSet<BlockId> = FxHashSet::default();
        let mut stored: FxHashSet<Operand> = FxHashSet::default();
        let mut open: Vec<(&[EdgeId], usize)> = vec![(&f.blocks[EXIT].preds, 0)];
        while let Some((edges, at)) = open.last_mut() {
            let Some(&edge) = edges.get(*at) else {
                open.pop();
                continue;
            };
            let block = f.edges[edge].src;
            if !seen.insert(block) {
                *at += 1;
            } else if self.stores_of(block, &mut stored) && !f.blocks[block].preds.is_empty() {
                open.push((&f.blocks[block].preds, 0));
            }
        }
    }

    /// Asks about what a block stores, backwards; whether those before it may still be looked at.
    fn stores_of(&mut self, block: BlockId, stored: &mut FxHashSet<Operand>) -> bool {
        let (unit, f) = (self.unit, self.f);
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for &stmt in stmts.iter().rev() {
            let &StmtKind::Assign { lhs, rhs, .. } = &f.stmts[stmt].kind else {
                let call = matches!(f.stmts[stmt].kind, StmtKind::Call(_));
                if call && !call_flags(unit, f, stmt).intersects(Ecf::CONST | Ecf::PURE) {
                    return false;
                }
                continue;
            };
            if is_clobber(unit, f, stmt) {
                continue;
            }
            let Some(target) = self.ask(lhs, false) else { continue };
            let (object, reads) = self.base(target);
            let outlives = match object {
                Operand::Ssa(name) if f.names[name].def.is_some() => return false,
                Operand::Ssa(name) => {
                    let var = f.names[name].var;
                    var.is_some() && unit.decls[var].kind == DeclKind::Parm
                }
                Operand::Decl(var) => {
                    let data = &unit.decls[var];
                    data.is_global() && reads == 0 && unit.types.is_pointer(data.ty)
                }
                _ => false,
            };
            if outlives && stored.insert(object) {
                self.ask(rhs[0], false);
            }
        }
        true
    }

    /// What a target is reached from, and how often memory is read from there.
    fn base(&self, target: Target) -> (Operand, i32) {
        let (mut object, mut reads) = (target.object, target.reads);
        let kind = |op: Operand| op.tree().map(|id| self.unit.trees.kind(id));
        if let Some(&TreeKind::MemRef { base, .. }) = kind(object) {
            (object, reads) = (base, reads + 1);
        }
        if let Some(&TreeKind::Addr(base)) = kind(object) {
            (object, reads) = (base, reads - 1);
        }
        (object, reads)
    }

    /// Follows the arguments of functions on strings and memory.
    fn arguments(&mut self) {
        let f = self.f;
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                if let StmtKind::Call(call) = &f.stmts[stmt].kind
                    && let Some(builtin) = builtin_at(self.unit, f, stmt)
                {
                    let (indices, innermost) = looked_at(builtin);
                    for &index in indices {
                        if let Some(&argument) = call.args.get(index) {
                            self.answer(argument, innermost);
                        }
                    }
                }
            }
        }
    }

    /// A question of its own: looked up first, in vain, then followed.
    fn ask(&mut self, op: Operand, innermost: bool) -> Option<Target> {
        if op.ssa().is_some() {
            self.counters.misses += 1;
        }
        let target = self.answer(op, innermost);
        if target.is_none() {
            self.counters.failures += 1;
        }
        target
    }

    fn answer(&mut self, op: Operand, innermost: bool) -> Option<Target> {
        self.depth = 0;
        self.left = LONGEST_CHAIN;
        self.joins.clear();
        self.follow(op, false, innermost)
    }

    /// What a reference leads to, or an address of one if `addressed`.
    fn follow(&mut self, op: Operand, addressed: bool, innermost: bool) -> Option<Target> {
        let unit = self.unit;
        let id = match op {
            Operand::Ssa(name) => return self.follow_name(name, addressed, innermost),
            Operand::Decl(var) => {
                let ty = unit.decls[var].ty;
                let known = addressed || !unit.types.is_pointer(ty);
                let sized = known && unit.types.size(ty).is_some();
                return Some(Target { object: op, reads: 0, whole: known, sized });
            }
            Operand::Const(_) => {
                let object = unit.as_int(op).is_some_and(|at| at == 0 || at >= FIRST_PAGE);
                return Some(Target { object: op, reads: 0, whole: true, sized: !object });
            }
            Operand::Tree(id) => id,
            Operand::None => return None,
        };
        match *unit.trees.kind(id) {
            TreeKind::Addr(base) => self.follow(base, true, innermost).map(|it| it.read(-1)),
            TreeKind::BitFieldRef { base, .. } | TreeKind::ViewConvert(base) => {
                self.follow(base, addressed, innermost)
            }
            TreeKind::ArrayRef { base, .. } | TreeKind::SizedArrayRef { base, .. } => {
                // Arrays of pointers are left alone.
                let pointers = !addressed && unit.types.is_pointer(unit.type_of(self.f, op));
                if pointers { None } else { self.follow(base, addressed, innermost) }
            }
            TreeKind::ComponentRef { base, .. } | TreeKind::PlacedComponentRef { base, .. } => {
                self.follow(base, addressed, false)
            }
            TreeKind::MemRef { base, .. } => {
                self.follow(base, false, innermost).map(|it| it.read(1))
            }
            TreeKind::TargetMemRef { base, .. } => {
                let target = self.follow(base, addressed, innermost)?;
                Some(Target { object: op, ..target })
            }
            _ => Some(Target::unknown(op)),
        }
    }

    fn follow_name(&mut self, name: SsaName, addressed: bool, innermost: bool) -> Option<Target> {
        self.left = self.left.checked_sub(1)?;
        self.depth += 1;
        self.counters.max_depth = self.counters.max_depth.max(self.depth);
        if let Some(&known) = self.known.get(&(name, innermost)) {
            self.counters.hits += 1;
            return Some(known);
        }
        self.counters.misses += 1;
        let (target, kept) = self.definition(name, addressed, innermost)?;
        if kept {
            self.keep(name, innermost, target);
        }
        Some(target)
    }

    fn keep(&mut self, name: SsaName, innermost: bool, target: Target) {
        self.known.entry((name, innermost)).or_insert(target);
        let index = name.0 as usize * 2 + usize::from(innermost);
        self.index_size = self.index_size.max(index + 1);
    }

    /// What the definition of a name leads to, and whether that is kept.
    fn definition(
        &mut self,
        name: SsaName,
        addressed: bool,
        innermost: bool,
    ) -> Option<(Target, bool)> {
        let (unit, f) = (self.unit, self.f);
        let unknown = Target::unknown(Operand::Ssa(name));
        let Some(def) = f.names[name].def.expand() else { return Some((unknown, true)) };
        match &f.stmts[def].kind {
            StmtKind::Call(call) => match FnSpec::of(unit, call, false).returned_argument() {
                Some(index) => {
                    let argument = call.args.get(index).copied().unwrap_or(Operand::None);
                    Some((self.follow(argument, addressed, innermost)?, true))
                }
                None => Some((unknown, true)),
            },
            StmtKind::Phi(_) => self.join(name, def, innermost).map(|target| (target, true)),
            &StmtKind::Assign { code, rhs, .. } => match code {
                TreeCode::Min | TreeCode::Max => {
                    let sides = [rhs[0], rhs[1]].map(|op| self.follow(op, false, innermost));
                    let side = sides[0].or(sides[1])?;
                    Some((Target { object: Operand::Ssa(name), ..side }, true))
                }
                TreeCode::PointerPlus => {
                    self.follow(rhs[0], addressed, innermost).map(|target| (target, true))
                }
                TreeCode::Single if rhs[0].ssa().is_some() || unit.addressed(rhs[0]).is_some() => {
                    self.follow(rhs[0], addressed, innermost).map(|target| (target, true))
                }
                _ => Some((Target::unknown(rhs[0]), false)),
            },
            _ => Some((unknown, false)),
        }
    }

    /// What the arguments of a φ lead to, until one leads to something unknown.
    fn join(&mut self, name: SsaName, def: StmtId, innermost: bool) -> Option<Target> {
        let f = self.f;
        let mut joined = Target::unknown(Operand::Ssa(name));
        if !self.joins.insert(name) {
            return Some(joined);
        }
        for index in 0..f.phi(def).args.len() {
            let argument = f.phi(def).args[index].value;
            let target = self.follow(argument, false, innermost)?;
            if let Some(name) = argument.ssa() {
                self.keep(name, innermost, target);
            }
            joined.reads = target.reads;
            if !target.sized && self.unit.as_int(argument) != Some(0) {
                break;
            }
            (joined.whole, joined.sized) = (true, true);
        }
        Some(joined)
    }
}

impl Target {
    fn read(self, by: i32) -> Target {
        Target { reads: self.reads + by, ..self }
    }
}

/// The argument that what a call returns points into.
fn returned_argument(unit: &Unit, call: &Call) -> Option<Operand> {
    let index = FnSpec::of(unit, call, false).returned_argument().or_else(|| {
        match crate::effects::call_effects::callee_builtin(unit, call)? {
            Builtin::Mempcpy
            | Builtin::Memchr
            | Builtin::Strchr
            | Builtin::Strrchr
            | Builtin::Strstr
            | Builtin::Stpcpy
            | Builtin::Stpncpy => Some(0),
            _ => None,
        }
    })?;
    call.args.get(index).copied()
}

/// The arguments of a function on memory that are followed, in order; and whether for functions on strings, for which the
/// innermost object counts.
fn looked_at(builtin: Builtin) -> (&'static [usize], bool) {
    match builtin {
        Builtin::Memset | Builtin::Bzero | Builtin::Memchr | Builtin::Free | Builtin::Realloc => {
            (&[0], false)
        }
        Builtin::Memcmp => (&[0, 1], false),
        Builtin::Memcpy | Builtin::Memmove | Builtin::Mempcpy => (&[1, 0], false),
        Builtin::Strcpy | Builtin::Stpcpy | Builtin::Strcat => (&[1, 0], true),
        Builtin::Strncpy | Builtin::Stpncpy => (&[1, 0], true),
        Builtin::Strcmp | Builtin::Strncmp | Builtin::Strstr => (&[0, 1], true),
        Builtin::Strspn | Builtin::Strcspn | Builtin::Strpbrk => (&[0, 1], true),
        Builtin::Strlen | Builtin::Strnlen | Builtin::Strchr | Builtin::Strrchr => (&[0], true),
        Builtin::Strdup | Builtin::Strndup | Builtin::Strncat => (&[0], true),
        Builtin::Puts | Builtin::Fputs => (&[0], true),
        _ => (&[], true),
    }
}
