//! Into SSA form (`pass_build_ssa`).
//!
//! ```text
//!   <bb 2> :                           <bb 2> :
//!   if (a > 0) goto <bb 3>;            if (a_2(D) > 0) goto <bb 3>;
//!   else goto <bb 4>;                  else goto <bb 4>;
//!
//!   <bb 3> :                    =>     <bb 3> :
//!   a = 0;                             a_3 = 0;
//!
//!   <bb 4> :                           <bb 4> :
//!   return a;                          # a_1 = PHI <a_2(D)(2), a_3(3)>
//!                                      return a_1;
//! ```
//!
//! After Cytron et al., "Efficiently computing static single assignment form" (1991), in the order in which GCC goes, which
//! determines every version number: φ results first, variables in order of their uids, blocks in order of their numbers;
//! then one walk of the dominator tree renames statements, uses before definitions, virtual operands before real
//! ones, and fills in the arguments of the successors' φs. Names that gimplification made stay what they are, where their
//! definitions dominate their uses (`undominated`).
//!
//! GCC's φs are *pruned*: a variable gets one where two of its definitions meet and it is live. `-fssa-form=` chooses
//! *semi-pruned* (where they meet, if the variable is live into some block; Briggs et al. 1998) or *minimal* (wherever
//! they meet; Cytron et al.). `-fssa-construction=braun` finds the same φs without dominance frontiers (`braun`);
//! the names come out the same, as they are handed out in the same walk.

mod braun;
mod operands;
mod undominated;

use crate::edit::cfg_edit::ends_block;
use crate::effects::call_effects::is_clobber;
use crate::graph::analyses;
use crate::graph::dom_walk::{DomWalker, Reach, Step, walk_in_order};
use crate::graph::dominance::Dominators;
use crate::graph::order::rpo_numbers;
use crate::ssa::phi_placement::Placement;
use braun::{OnTheFly, Value};
use dumps::Dump;
use dumps::{put, putln};
use gimple::cfg::{BlockId, ENTRY};
use gimple::debug_stmts::DebugKind;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::{SsaConstruction, SsaForm};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
pub use operands::{for_each_register_def, for_each_register_use, map_register_uses};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::fmt::Write;

/// Whether a variable may need φs, by what has been seen of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NeedPhi {
    Unknown,
    /// One definition so far, which dominates all uses.
    No,
    Maybe,
}

/// What is known of a variable that is being renamed.
struct VarInfo {
    var: DeclId,
    need_phi: NeedPhi,
    /// Blocks with a definition, and with a use before any definition of their own; each once.
    def_blocks: SmallVec<[BlockId; 4]>,
    livein_blocks: SmallVec<[BlockId; 4]>,
    current: SsaName,
}

/// The variables of the function that are renamed.
struct Vars {
    index: FxHashMap<DeclId, u32>,
    infos: Vec<VarInfo>,
}

impl Vars {
    fn with_room_for(count: usize) -> Vars {
        let index = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
        Vars { index, infos: Vec::with_capacity(count) }
    }

    fn of(&mut self, var: DeclId) -> usize {
        let next = self.infos.len() as u32;
        let index = *self.index.entry(var).or_insert(next);
        if index == next {
            self.infos.push(VarInfo {
                var,
                need_phi: NeedPhi::Unknown,
                def_blocks: SmallVec::new(),
                livein_blocks: SmallVec::new(),
                current: SsaName::NONE,
            });
        }
        index as usize
    }
}

/// `ssa` for the pass table.
pub const PASS: Pass = Pass::tree("ssa", execute)
    .requires(Prop::CFG)
    .provides(Prop::SSA)
    .todo(Todo::REMOVE_UNUSED_LOCALS);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if cx.options.optimize > 0 {
        crate::ssa::address_taken::execute(cx, f);
    }
    f.debug.binds = cx.options.debug_binds();
    let (form, construction) = (cx.options.ssa_form, cx.options.ssa_construction);
    build_ssa_form(cx.unit, f, &mut cx.dump, form, construction);
    if cx.dump.enabled() && cx.dump.stats() {
        put!(cx.dump, "{}", crate::ssa::dfa_stats::table(cx.unit, f));
        count_phis(cx, f);
    }
    // A body to run where others have claims to be checked.
    cx.claim(f, |_, _| Vec::new());
    Todo::NONE
}

fn count_phis(cx: &mut PassContext<'_>, f: &Function) {
    for block in f.block_iter() {
        for phi in f.phis(block) {
            let real = !f.is_virtual_phi(phi);
            let event = if real { "PHI nodes of variables" } else { "PHI nodes of memory" };
            cx.statistics.count(event, 1);
        }
    }
    let undefined = crate::ssa::strictness::undefined_reads(cx.unit, f).len() as u64;
    cx.statistics.count("Reads of undefined variables", undefined);
}

/// Brings a function with a CFG into SSA form, GCC's: pruned, by dominance.
pub fn build_ssa(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>) {
    build_ssa_form(unit, f, dump, SsaForm::default(), SsaConstruction::default());
}

/// Brings a function with a CFG into the SSA form asked for.
pub fn build_ssa_form(
    unit: &mut Unit,
    f: &mut Function,
    dump: &mut Dump<'_>,
    form: SsaForm,
    construction: SsaConstruction,
) {
    create_vop(unit, f);
    let tree = analyses::analysis::<Dominators>(f);
    undominated::make_variables(unit, f, &tree);
    let mut vars = Vars::with_room_for(f.params.len() + f.locals.len());
    let mut marker = DefSites { unit, tree: &tree, vars: &mut vars, uses: 0, defs: 0 };
    let order = analyses::reverse_post_order(f);
    let order = rpo_numbers(f, &order);
    walk_in_order(f, &tree, &order, ENTRY, Reach::All, &mut marker);
    let (uses, names) = (marker.uses, marker.defs);
    let (places, arguments) = match construction {
        SsaConstruction::Dominance => (None, insert_phis(unit, f, &tree, &vars, dump, form)),
        SsaConstruction::Braun => {
            let phis = OnTheFly::construct(f, &tree, &vars, form);
            let (phis, arguments) = insert_found_phis(unit, f, &vars, dump, phis);
            (Some(phis), arguments)
        }
    };
    // Tables that double would be copied, and take fresh memory.
    f.uses.reserve(uses + arguments);
    // Each variable may have a default definition.
    f.names.reserve(names + vars.infos.len());
    let details = dump.details();
    let mut renamer = Renamer {
        unit,
        vars,
        on_the_fly: places,
        stack: Vec::with_capacity(names),
        marks: Vec::new(),
        dump: dump.reborrow(),
        details,
        reads: Vec::new(),
        used: Vec::new(),
    };
    walk_in_order(f, &tree, &order, ENTRY, Reach::All, &mut renamer);
    forget_temporaries(unit, f);
    f.properties |= Prop::SSA;
}

/// Makes the variable of virtual operands, if there is none yet (`create_vop_var`).
pub fn create_vop(unit: &mut Unit, f: &mut Function) {
    if f.vop.is_some() {
        return;
    }
    let name = unit.symbols.intern(".MEM");
    let mut decl = Decl::new(DeclKind::Var, Some(name), unit.common.void, Location::default());
    decl.flags = flag::VIRTUAL | flag::ARTIFICIAL | flag::IGNORED;
    f.vop = unit.decls.push(decl);
}

/// Collects definition and use sites (`mark_def_dom_walker`).
struct DefSites<'a> {
    unit: &'a Unit,
    tree: &'a Dominators,
    vars: &'a mut Vars,
    /// Uses and definitions seen.
    uses: usize,
    defs: usize,
}

impl DefSites<'_> {
    /// `set_livein_block`.
    fn add_use(&mut self, var: DeclId, block: BlockId) {
        self.uses += 1;
        let index = self.vars.of(var);
        let info = &mut self.vars.infos[index];
        if info.def_blocks.last() == Some(&block) {
            return;
        }
        if info.livein_blocks.last() != Some(&block) {
            info.livein_blocks.push(block);
        }
        let dominated = info.need_phi == NeedPhi::No
            && info.def_blocks.first().is_some_and(|&def| self.tree.dominated_by(block, def));
        if !dominated {
            info.need_phi = NeedPhi::Maybe;
        }
    }

    /// `set_def_block`.
    fn add_def(&mut self, var: DeclId, block: BlockId) {
        self.defs += 1;
        let index = self.vars.of(var);
        let info = &mut self.vars.infos[index];
        if info.def_blocks.last() != Some(&block) {
            info.def_blocks.push(block);
        }
        info.need_phi =
            if info.need_phi == NeedPhi::Unknown { NeedPhi::No } else { NeedPhi::Maybe };
    }
}

impl DomWalker for DefSites<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        let vop = f.vop;
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            f.update_stmt(self.unit, stmt);
            let flags = f.stmts[stmt].flags;
            if flags.intersects(StmtFlags::VUSE) {
                self.add_use(vop, block);
            }
            let unit = self.unit;
            for_each_register_use(unit, f, stmt, &mut |var| self.add_use(var, block));
            if flags.intersects(StmtFlags::VDEF) {
                self.add_def(vop, block);
            }
            operands::for_each_register_def(unit, f, stmt, &mut |var| self.add_def(var, block));
            stmt = f.stmts[stmt].next;
        }
        Step::Continue
    }
}

/// Places φs by iterated dominance frontiers, in the order that determines their versions. The answer is the number of their
/// arguments.
fn insert_phis(
    unit: &Unit,
    f: &mut Function,
    tree: &Dominators,
    vars: &Vars,
    dump: &mut Dump<'_>,
    form: SsaForm,
) -> usize {
    let mut order: Vec<usize> = (0..vars.infos.len())
        .filter(|&index| {
            let info = &vars.infos[index];
            match form {
                SsaForm::Minimal => !info.def_blocks.is_empty(),
                SsaForm::SemiPruned => !info.livein_blocks.is_empty(),
                SsaForm::Pruned => info.need_phi == NeedPhi::Maybe,
            }
        })
        .collect();
    if order.is_empty() {
        return 0;
    }
    order.sort_unstable_by_key(|&index| vars.infos[index].var);
    let mut placement = Placement::new(f, tree);
    let mut results = Vec::new();
    for index in order {
        let info = &vars.infos[index];
        let blocks = match form {
            SsaForm::Pruned => placement.phi_blocks(tree, &info.def_blocks, &info.livein_blocks),
            _ => placement.iterated_frontier(tree, &info.def_blocks),
        };
        for block in blocks {
            results.push((block, name_phi(unit, f, info.var, block, dump)));
        }
    }
    // Names are given variable by variable, as GCC gives them, but the statements are made block by block, so that those
    // that are read together stand together in memory.
    results.sort_by_key(|&(block, _)| block);
    let mut arguments = 0;
    for (block, result) in results {
        let phi = f.create_phi(result, block);
        arguments += f.phi(phi).args.len();
        bind_phi(unit, f, phi);
    }
    arguments
}

/// Lets debuggers know that a variable is what a φ makes from its block on.
pub(super) fn bind_phi(unit: &Unit, f: &mut Function, phi: StmtId) {
    let result = f.phi(phi).result;
    if f.debug.binds
        && let Some(var) = unit.tracked_variable(f.names[result].var)
    {
        let bind = DebugKind::Bind { var, value: Operand::Ssa(result) };
        let info = f.stmt_info[phi];
        f.add_debug_at_start(unit, f.stmts[phi].block, bind, (info.loc, info.scope));
    }
}

/// Lets debuggers know that a variable has a value, which may not be known, from a statement on.
pub(super) fn bind_value(unit: &Unit, f: &mut Function, stmt: StmtId, var: DeclId, value: Operand) {
    if f.debug.binds
        && let Some(var) = unit.tracked_variable(var)
        && !(f.stmts[stmt].next.is_none() && ends_block(unit, f, stmt))
    {
        f.add_debug_after(unit, stmt, DebugKind::Bind { var, value });
    }
}

/// Names the result of the φ that a variable needs in a block.
fn name_phi(
    unit: &Unit,
    f: &mut Function,
    var: DeclId,
    block: BlockId,
    dump: &mut Dump<'_>,
) -> SsaName {
    if dump.details() {
        let name = crate::dump_text::decl(unit, f, var);
        putln!(dump, "creating PHI node in block #{} for {name}", block.0);
    }
    f.make_ssa_name(unit, var, StmtId::NONE)
}

/// What [`OnTheFly`] found, with the names that have been made for it.
struct FoundPhis {
    found: OnTheFly,
    index_of: FxHashMap<StmtId, u32>,
    results: FxHashMap<u32, SsaName>,
    /// The variables' names at the ends of the blocks that write them.
    at_end: FxHashMap<(u32, BlockId), SsaName>,
    /// What the block being renamed writes.
    written: Vec<u32>,
}

/// Makes the φs that have been found, in the order of [`insert_phis`]; them, and the number of their arguments.
fn insert_found_phis(
    unit: &Unit,
    f: &mut Function,
    vars: &Vars,
    dump: &mut Dump<'_>,
    found: OnTheFly,
) -> (FoundPhis, usize) {
    let mut order: Vec<(u32, u32, BlockId)> = found.placed().collect();
    order.sort_unstable_by_key(|&(_, var, block)| (vars.infos[var as usize].var, block));
    let mut phis = FoundPhis {
        found,
        index_of: FxHashMap::default(),
        results: FxHashMap::default(),
        at_end: FxHashMap::default(),
        written: Vec::new(),
    };
    let mut results = Vec::with_capacity(order.len());
    for (index, var, block) in order {
        results.push((block, index, name_phi(unit, f, vars.infos[var as usize].var, block, dump)));
    }
    results.sort_by_key(|&(block, ..)| block);
    let mut arguments = 0;
    for (block, index, result) in results {
        let phi = f.create_phi(result, block);
        arguments += f.phi(phi).args.len();
        phis.index_of.insert(phi, index);
        phis.results.insert(index, result);
    }
    (phis, arguments)
}

/// Renames the statements (`rewrite_dom_walker`).
struct Renamer<'a> {
    unit: &'a mut Unit,
    vars: Vars,
    /// Where definitions are looked up, if not on the stack.
    on_the_fly: Option<FoundPhis>,
    /// What each definition replaced, to be put back when the block's subtree is done; `marks` says where a block began.
    stack: Vec<(u32, SsaName)>,
    marks: Vec<u32>,
    dump: Dump<'a>,
    details: bool,
    /// Buffers.
    reads: Vec<DeclId>,
    used: Vec<(DeclId, SsaName)>,
}

impl Renamer<'_> {
    /// The definition that reaches this point, the variable's value on entry if there is no other (`get_reaching_def`).
    fn reaching_def(&mut self, f: &mut Function, var: DeclId) -> SsaName {
        let index = self.vars.of(var);
        match self.vars.infos[index].current.expand() {
            Some(name) => name,
            None => f.default_def(self.unit, var),
        }
    }

    fn register_def(&mut self, var: DeclId, name: SsaName) {
        let index = self.vars.of(var);
        let old = std::mem::replace(&mut self.vars.infos[index].current, name);
        self.stack.push((index as u32, old));
        if let Some(phis) = &mut self.on_the_fly {
            phis.written.push(index as u32);
        }
    }

    /// Lets the variables a block reads from outside be what was found to reach it.
    fn enter_on_the_fly(&mut self, block: BlockId) {
        let Some(phis) = &mut self.on_the_fly else { return };
        phis.written.clear();
        for (var, value) in phis.found.reads(block) {
            self.vars.infos[var as usize].current = phis.name(var, value);
        }
    }

    /// Notes what the variables a block writes are at its end.
    fn leave_on_the_fly(&mut self, block: BlockId) {
        let Some(phis) = &mut self.on_the_fly else { return };
        for var in phis.written.drain(..) {
            phis.at_end.insert((var, block), self.vars.infos[var as usize].current);
        }
    }

    /// The value of a φ's argument for an edge whose source has been renamed.
    fn phi_argument(&mut self, f: &mut Function, phi: StmtId, position: usize) -> SsaName {
        let var = f.names[f.phi(phi).result].var;
        let Some(phis) = &mut self.on_the_fly else { return self.reaching_def(f, var) };
        let Some(&index) = phis.index_of.get(&phi) else { return self.reaching_def(f, var) };
        let value = phis.found.argument(index, position);
        let number = self.vars.of(var) as u32;
        match phis.name(number, value).expand() {
            Some(name) => name,
            None => f.default_def(self.unit, var),
        }
    }

    fn rewrite_stmt(&mut self, f: &mut Function, stmt: StmtId) {
        let flags = f.stmts[stmt].flags;
        if self.details {
            let mut renamed = flags.intersects(StmtFlags::VUSE | StmtFlags::VDEF);
            for_each_register_use(self.unit, f, stmt, &mut |_| renamed = true);
            operands::for_each_register_def(self.unit, f, stmt, &mut |_| renamed = true);
            if renamed {
                let text = crate::dump_text::stmt(self.unit, f, stmt);
                put!(self.dump, "Renaming statement {text}\n\n");
            }
        }
        if flags.intersects(StmtFlags::VUSE) {
            let vop = f.vop;
            f.stmts[stmt].vuse = self.reaching_def(f, vop);
        }
        self.rewrite_uses(f, stmt);
        if flags.intersects(StmtFlags::VDEF) {
            let vop = f.vop;
            let name = f.make_ssa_name(self.unit, vop, stmt);
            f.stmts[stmt].vdef = name;
            self.register_def(vop, name);
        }
        self.rewrite_defs(f, stmt);
        f.update_stmt(self.unit, stmt);
    }

    fn rewrite_uses(&mut self, f: &mut Function, stmt: StmtId) {
        // Default definitions are numbered in the order in which operands are scanned.
        let mut reads = std::mem::take(&mut self.reads);
        let mut used = std::mem::take(&mut self.used);
        for_each_register_use(self.unit, f, stmt, &mut |var| reads.push(var));
        for var in reads.drain(..) {
            if !used.iter().any(|entry| entry.0 == var) {
                used.push((var, self.reaching_def(f, var)));
            }
        }
        if !used.is_empty() {
            map_register_uses(self.unit, f, stmt, &used);
            used.clear();
        }
        (self.reads, self.used) = (reads, used);
    }

    fn rewrite_defs(&mut self, f: &mut Function, stmt: StmtId) {
        let mut defs: Vec<DeclId> = Vec::new();
        operands::for_each_register_def(self.unit, f, stmt, &mut |var| defs.push(var));
        if defs.is_empty() {
            return;
        }
        if is_clobber(self.unit, f, stmt) {
            // The end of the life of what is now a register: from here on it has no value.
            f.stmts[stmt].kind = StmtKind::Nop;
            let name = f.default_def(self.unit, defs[0]);
            self.register_def(defs[0], name);
            return;
        }
        let mut names = Vec::with_capacity(defs.len());
        for var in defs {
            let name = f.make_ssa_name(self.unit, var, stmt);
            names.push(name);
            self.register_def(var, name);
            bind_value(self.unit, f, stmt, var, Operand::Ssa(name));
        }
        operands::set_register_defs(self.unit, f, stmt, &names);
    }

    fn add_phi_arguments(&mut self, f: &mut Function, block: BlockId) {
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            let mut phi = f.blocks[f.edges[edge].dst].phis.first;
            while phi.is_some() {
                let name = self.phi_argument(f, phi, f.edges[edge].dst_idx as usize);
                let loc = phi_argument_location(f, name);
                f.add_phi_arg(phi, edge, Operand::Ssa(name), loc);
                phi = f.stmts[phi].next;
            }
        }
    }
}

impl FoundPhis {
    /// The name of a value; none for the one on entry.
    fn name(&self, var: u32, value: Value) -> SsaName {
        match value {
            Value::Entry => SsaName::NONE,
            Value::Def(block) => self.at_end.get(&(var, block)).copied().unwrap_or(SsaName::NONE),
            Value::Phi(index) => self.results.get(&index).copied().unwrap_or(SsaName::NONE),
        }
    }
}

/// Where the value of a φ argument was computed; a φ with one argument is a copy.
pub fn phi_argument_location(f: &Function, name: SsaName) -> Location {
    let Some(def) = f.names[name].def.expand() else { return Location::default() };
    match &f.stmts[def].kind {
        _ if f.names[name].has(NameFlags::VIRTUAL) => Location::default(),
        StmtKind::Phi(phi) if phi.args.len() == 1 => phi.args[0].loc,
        _ => f.stmt_info[def].loc,
    }
}

impl DomWalker for Renamer<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        if self.details {
            put!(self.dump, "\n\nRenaming block #{}\n\n", block.0);
        }
        self.marks.push(self.stack.len() as u32);
        self.enter_on_the_fly(block);
        let mut phi = f.blocks[block].phis.first;
        while phi.is_some() {
            let result = f.phi(phi).result;
            self.register_def(f.names[result].var, result);
            phi = f.stmts[phi].next;
        }
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            self.rewrite_stmt(f, stmt);
            stmt = next;
        }
        self.leave_on_the_fly(block);
        self.add_phi_arguments(f, block);
        Step::Continue
    }

    fn after_dom_children(&mut self, _f: &mut Function, _block: BlockId) {
        let floor = self.marks.pop().unwrap_or(0) as usize;
        for (index, old) in self.stack.drain(floor..).rev() {
            self.vars.infos[index as usize].current = old;
        }
    }
}

/// Lets the names of temporaries that gimplification made print as bare versions: the variables themselves are gone.
fn forget_temporaries(unit: &Unit, f: &mut Function) {
    for name in f.names.values_mut() {
        if name.var.is_none() || name.flags.intersects(NameFlags::DEFAULT_DEF | NameFlags::VIRTUAL)
        {
            continue;
        }
        let decl = &unit.decls[name.var];
        if decl.kind == DeclKind::Var && decl.has(flag::IGNORED) {
            name.ident = decl.name.unwrap_or(Symbol::NONE);
            name.var = DeclId::NONE;
        }
    }
}
