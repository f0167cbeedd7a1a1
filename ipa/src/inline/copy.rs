//! Copying a body in place of a call (`expand_call_inline`).
//!
//! The block of the call is split around it; the copied blocks follow the first half in the layout. Parameters become
//! variables of the caller, or their names the arguments where those are names or invariants; a return assigns to a
//! variable for the result and goes on after the call. Names are copied when they are first met, blocks in order, φs
//! last, so that versions come out in GCC's order. Virtual operands, and the result variable, are left to the update of
//! SSA form.

use super::LateLoads;
use super::body::{Body, BodyStmt, TO_EXIT, returned};
use crate::renaming::{BodyCopy, Renaming, leaves};
use dumps::putln;
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, Probability};
use gimple::code::TreeCode;
use gimple::debug_stmts::{DebugId, DebugKind, DebugPlace};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::fold_const::const_unop;
use gimple::function::{Function, Inlined, InlinedParams, Scope, Told};
use gimple::location::Location;
use gimple::nonzero_bits::Known;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaData, SsaName};
use gimple::stmt::{Call, ScopeId, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Clobber, Operand, TreeKind};
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::locals::new_local;
use tree_ssa::fold::gimple_fold;
use tree_ssa::fold::is_invariant;
use tree_ssa::fold::known_call::fold_known_call;
use tree_ssa::ssa::update_ssa;

/// Whether the arguments of a call, and what becomes of its result, fit the body.
pub fn call_fits(unit: &Unit, f: &Function, call: &Call, callee: &Signature<'_>) -> bool {
    let arguments = call.args.len() >= callee.params.len()
        && callee
            .params
            .iter()
            .zip(&call.args)
            .all(|(&param, &arg)| converts(unit, unit.decls[param].ty, unit.type_of(f, arg)));
    let result = unit.returned_type(callee.decl);
    let used = call.lhs.is_none()
        || result.is_some_and(|ty| useless_type_conversion(unit, unit.type_of(f, call.lhs), ty));
    let enclosed = callee.static_chain.is_none() || call.chain.is_some();
    // What a nested function is passed and returns may have a size known at run time only.
    let has_size = |ty| unit.types.size(ty).is_some();
    let passed = callee.params.iter().map(|&param| unit.decls[param].ty);
    arguments && used && enclosed && passed.chain(result).all(has_size)
}

/// What calls of a function depend on.
pub struct Signature<'a> {
    pub decl: DeclId,
    pub params: &'a [DeclId],
    pub static_chain: DeclId,
}

/// Whether an argument can be passed for a parameter: as it is, or by a conversion between integers or pointers.
fn converts(unit: &Unit, to: gimple::types::TypeId, from: gimple::types::TypeId) -> bool {
    let scalar = |ty| unit.types.is_integral(ty) || unit.types.is_pointer(ty);
    useless_type_conversion(unit, to, from) || scalar(to) && scalar(from)
}

/// Replaces a call by a copy of the body; calls in `never_made` become unreachable. Returns the calls in the copy, each after
/// what it is a copy of.
pub fn inline_call(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    body: &Body,
    never_made: &[StmtId],
) -> Vec<(StmtId, StmtId)> {
    let StmtKind::Call(call) = f.stmts[stmt].kind.clone() else { return Vec::new() };
    let unreachable = (!never_made.is_empty()).then(|| unreachable_function(cx));
    let unit = &mut *cx.unit;
    let block = f.stmts[stmt].block;
    let before = f.stmts[stmt].prev;
    let edge = cfg_edit::split_block(f, block, before);
    let return_block = f.edges[edge].dst;
    f.move_debug(DebugPlace::Before(stmt), DebugPlace::AtEnd(block));
    f.remove_edge(edge);
    let scope = new_scope(f, f.stmt_info[stmt].scope);
    f.scopes[scope].inlined = Some(Inlined { function: body.decl, call: f.stmt_info[stmt].loc });
    let mut copy = Copy {
        unit,
        f,
        body,
        renaming: Renaming::new(body.names.len()),
        markers: cx.options.debug_markers(),
        entries: cx.options.code.debug.inline_points,
        result: DeclId::NONE,
        wanted: call.lhs.is_some(),
        in_place: false,
        in_memory: false,
        late_locals: Vec::new(),
        blocks: Vec::with_capacity(body.blocks.len()),
        scope,
        scopes: vec![scope],
        declaring: scope,
        described: cx.options.code.debug.level > 1,
        optimize: cx.options.optimize > 0,
        copied: Vec::new(),
        late: Vec::new(),
        late_names: FxHashSet::default(),
        binds: Vec::new(),
        calls: Vec::new(),
        anonymous: call.args.get(body.params.len()..).unwrap_or_default(),
    };
    copy.f.scopes[scope].told = body.scopes.first().map_or(Told::default(), |scope| scope.told);
    copy.copy_scopes();
    copy.parameters(&call, block, stmt);
    copy.variables();
    copy.mark_entry(block);
    copy.make_result(&call, stmt);
    let entry = copy.copy_blocks(block, return_block);
    copy.copy_phis(entry);
    copy.finish_late();
    copy.bind_copied();
    copy.reset_variables(stmt);
    if let Some(unreachable) = unreachable {
        copy.end_at_calls_never_made(never_made, unreachable);
    }
    copy.finish_call(&call, stmt);
    copy.declare_locals();
    let (copied, calls) = (std::mem::take(&mut copy.copied), std::mem::take(&mut copy.calls));
    let in_memory = copy.in_memory;
    f.calls_alloca |= body.calls_alloca;
    f.has_forced_label |= body.has_forced_label;
    for &stmt in &copied {
        fold_copied(cx, f, stmt);
    }
    if in_memory {
        update_ssa::mark_virtuals(f);
    }
    calls
}

/// Folds a copied statement now that it may have constants and addresses for parameters.
pub fn fold_copied(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    if f.is_phi(stmt) || f.stmts[stmt].block.is_none() {
        return;
    }
    f.call_directly(cx.unit, stmt);
    fold_known_call(cx.unit, f, cx.options, stmt);
    update_ssa::update_stmt_without_vdef(cx.unit, f, stmt);
    gimple_fold::fold_stmt_inplace(cx.unit, f, cx.options, stmt);
}

/// Folds all statements of a copied body.
pub fn fold_all(cx: &mut PassContext<'_>, f: &mut Function) {
    for block in f.block_order() {
        for stmt in f.block_stmts(block).collect::<Vec<_>>() {
            fold_copied(cx, f, stmt);
        }
    }
}

fn new_scope(f: &mut Function, parent: ScopeId) -> ScopeId {
    let scope = f.scopes.push(Scope::within(parent));
    if parent.is_some() {
        f.scopes[parent].blocks.push(scope);
    }
    scope
}

pub(super) struct Copy<'a> {
    pub(super) unit: &'a mut Unit,
    pub(super) f: &'a mut Function,
    pub(super) body: &'a Body,
    pub(super) renaming: Renaming,
    /// Whether markers are copied.
    pub(super) markers: bool,
    /// Whether it is marked where the function is entered.
    pub(super) entries: bool,
    /// The variable for the result, or `NONE`.
    result: DeclId,
    /// Whether the call has a use for the result.
    wanted: bool,
    /// Whether the result is written where the call would have put it.
    in_place: bool,
    /// Whether something copied has virtual operands, whatever becomes of it.
    in_memory: bool,
    /// Variables of the body that have copies: those are declared after all others.
    late_locals: Vec<DeclId>,
    blocks: Vec<BlockId>,
    /// The outermost of the copied lexical blocks, and all of them by their positions in the body.
    pub(super) scope: ScopeId,
    scopes: Vec<ScopeId>,
    /// The one whose variables are being copied.
    declaring: ScopeId,
    /// Whether debuggers are told of variables.
    described: bool,
    /// Whether names of parameters are replaced by arguments.
    optimize: bool,
    copied: Vec<StmtId>,
    /// Loads for arguments of calls, and the calls, which get their operands after all else.
    late: Vec<StmtId>,
    /// What these loads define in the body.
    late_names: FxHashSet<SsaName>,
    /// Copied debug statements, in which names and variables are still the body's.
    pub(super) binds: Vec<(DebugId, DebugKind)>,
    /// The calls copied, each after what it is a copy of.
    calls: Vec<(StmtId, StmtId)>,
    /// The arguments after those that parameters take.
    anonymous: &'a [Operand],
}

impl BodyCopy for Copy<'_> {
    fn renaming(&mut self) -> (&mut Unit, &mut Renaming) {
        (self.unit, &mut self.renaming)
    }

    fn original(&self, name: SsaName) -> (SsaData, Known) {
        (self.body.names[name.0 as usize].clone(), self.body.nonzero_bits.known(name))
    }

    fn target(&mut self) -> (&Unit, &mut Function) {
        (self.unit, self.f)
    }

    /// The caller's copy of a local variable or label.
    fn decl(&mut self, old: DeclId) -> DeclId {
        if let Some(&new) = self.renaming.decls.get(&old) {
            return new;
        }
        let mut decl = self.body.local(self.unit, old);
        if decl.kind == DeclKind::Label && decl.context != self.body.decl {
            // A label of the function that the inlined one is nested in.
            return old;
        }
        decl.context = self.f.decl;
        let own = decl.kind == DeclKind::Var;
        let is_param = decl.kind == DeclKind::Parm;
        if matches!(decl.kind, DeclKind::Parm | DeclKind::Result) {
            decl.kind = DeclKind::Var;
            decl.set(flag::READONLY | flag::BY_REFERENCE, false);
        }
        let variable = decl.kind == DeclKind::Var;
        let new = self.unit.decls.push(decl);
        self.renaming.decls.insert(old, new);
        if own {
            self.late_locals.push(old);
        } else if variable {
            self.f.locals.push(new);
        }
        if variable {
            self.f.scopes[self.declaring].vars.push(new);
        }
        if self.described {
            let params = self.unit.pass_state.of::<InlinedParams>();
            if is_param {
                params.origins.insert(new, old);
            } else {
                params.copied(old, new);
            }
        }
        new
    }
}

impl Copy<'_> {
    fn append(&mut self, block: BlockId, kind: StmtKind, loc: Location) -> StmtId {
        self.append_within(block, kind, loc, self.scope)
    }

    fn append_within(
        &mut self,
        block: BlockId,
        kind: StmtKind,
        loc: Location,
        scope: ScopeId,
    ) -> StmtId {
        let mut at = Cursor::end(block).at(loc).within(scope);
        let stmt = at.make(self.unit, self.f, kind);
        self.note_memory(stmt);
        stmt
    }

    /// Brings the operands of a new statement up to date.
    fn update(&mut self, stmt: StmtId) {
        self.f.update_stmt(self.unit, stmt);
        self.note_memory(stmt);
    }

    fn note_memory(&mut self, stmt: StmtId) {
        const IN_MEMORY: StmtFlags = StmtFlags::VUSE.union(StmtFlags::VDEF);
        self.in_memory |= self.f.stmts[stmt].flags.intersects(IN_MEMORY);
    }

    /// Gives a parameter or the result its value: an assignment of no place in the source, as in GCC.
    fn assign(&mut self, block: BlockId, lhs: Operand, code: TreeCode, rhs: Operand) {
        let kind = StmtKind::assign(lhs, code, [rhs]);
        let stmt = self.append_within(block, kind, Location::UNKNOWN, ScopeId::NONE);
        self.copied.push(stmt);
    }

    /// Gives the parameters their values (`initialize_inlined_parameters`).
    fn parameters(&mut self, call: &Call, block: BlockId, stmt: StmtId) {
        let loc = self.f.stmt_info[stmt].loc;
        let mut defaults: FxHashMap<DeclId, SsaName> = FxHashMap::default();
        for (index, data) in self.body.names.iter().enumerate().skip(1) {
            if data.has(NameFlags::DEFAULT_DEF) && !data.flags.intersects(NameFlags::RELEASED) {
                defaults.insert(data.var, SsaName(index as u32));
            }
        }
        let (first, first_in_scope) = (self.f.locals.len(), self.f.scopes[self.scope].vars.len());
        let chain = (&self.body.static_chain, &call.chain);
        let chain = std::iter::once(chain).filter(|chain| chain.0.is_some());
        for (&param, &arg) in self.body.params.iter().zip(&call.args).chain(chain) {
            let register = self.unit.is_gimple_reg(param);
            let var = self.decl(param);
            let ty = self.unit.decls[var].ty;
            let mut arg = arg;
            let mut useless =
                useless_type_conversion(self.unit, ty, self.unit.type_of(self.f, arg));
            if let Some(constant) = arg.constant().filter(|_| !useless)
                && let Some(converted) = const_unop(self.unit, TreeCode::Nop, ty, constant)
            {
                (arg, useless) = (Operand::Const(converted), true);
            }
            let default = defaults.get(&param).copied();
            if register && default.is_none() {
                // Nobody reads it.
                self.bind(block, var, arg, loc);
                continue;
            }
            let code = if useless { TreeCode::Single } else { TreeCode::Nop };
            let abnormal = |f: &Function, op: Operand| {
                op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL))
            };
            match default {
                Some(name) if register => {
                    let invariant = is_invariant(self.unit, arg);
                    let simple = matches!(arg, Operand::Ssa(_)) || invariant;
                    // Without optimisation debuggers find every parameter but constants that are declared so.
                    let wanted =
                        self.optimize || invariant && self.unit.decls[param].has(flag::READONLY);
                    if wanted && simple && useless && !abnormal(self.f, arg) {
                        self.renaming.names[name.0 as usize] = arg;
                        self.bind(block, var, arg, loc);
                        continue;
                    }
                    let new = self.f.make_ssa_name(self.unit, var, StmtId::NONE);
                    self.renaming.names[name.0 as usize] = Operand::Ssa(new);
                    self.assign(block, Operand::Ssa(new), code, arg);
                    self.bind(block, var, Operand::Ssa(new), loc);
                }
                _ => self.parameter_in_memory(block, var, arg, code),
            }
        }
        // The last parameter is declared first.
        self.f.locals[first..].reverse();
        self.f.scopes[self.scope].vars[first_in_scope..].reverse();
    }

    /// Makes the lexical blocks; the outermost is there. Blocks side by side keep their order.
    fn copy_scopes(&mut self) {
        let body = self.body;
        for scope in body.scopes.iter().skip(1) {
            let parent = self.scopes[scope.parent as usize];
            let (inlined, told) = (scope.inlined, scope.told);
            let new = self.f.scopes.push(Scope { inlined, told, ..Scope::within(parent) });
            self.scopes.push(new);
        }
        // The last one comes first.
        for (scope, &new) in body.scopes.iter().zip(&self.scopes).skip(1).rev() {
            self.f.scopes[self.scopes[scope.parent as usize]].blocks.push(new);
        }
        if self.described {
            let params = self.unit.pass_state.of::<InlinedParams>();
            params.of.entry(body.decl).or_insert_with(|| body.params.clone().into());
        }
    }

    /// The copy of the lexical block at a position.
    pub(super) fn scope_at(&self, position: u32) -> ScopeId {
        self.scopes.get(position as usize).copied().unwrap_or(self.scope)
    }

    /// Declares the variables of the body in their order. Static ones stand in both functions.
    fn variables(&mut self) {
        let body = self.body;
        for (position, scope) in body.scopes.iter().enumerate() {
            self.declaring = self.scope_at(position as u32);
            for &var in &scope.vars {
                if self.unit.decls[var].is_global() {
                    self.f.locals.push(var);
                } else {
                    self.decl(var);
                }
            }
        }
        self.declaring = self.scope;
    }

    /// Declares the copies of the body's own variables, last first (`add_local_variables`).
    fn declare_locals(&mut self) {
        let body = self.body;
        for &var in body.locals.iter().rev() {
            if !self.unit.decls[var].is_global() {
                let new = self.decl(var);
                self.f.locals.push(new);
            }
        }
        let listed: FxHashSet<DeclId> = body.locals.iter().copied().collect();
        let others = std::mem::take(&mut self.late_locals);
        for var in others.iter().filter(|var| !listed.contains(var)) {
            self.f.locals.push(self.renaming.decls[var]);
        }
    }

    fn parameter_in_memory(&mut self, block: BlockId, var: DeclId, arg: Operand, code: TreeCode) {
        let mut value = arg;
        if code != TreeCode::Single {
            let ty = self.unit.decls[var].ty;
            let name = self.f.make_temp_ssa_name(ty, gimple::symbol::Symbol::NONE, StmtId::NONE);
            self.assign(block, Operand::Ssa(name), code, arg);
            value = Operand::Ssa(name);
        }
        self.assign(block, Operand::Decl(var), TreeCode::Single, value);
    }

    /// Declares the variable for the result (`declare_return_variable`).
    fn make_result(&mut self, call: &Call, stmt: StmtId) {
        let Some(ty) = self.unit.returned_type(self.body.decl) else { return };
        let result = self.body.result;
        if let Operand::Decl(dest) = call.lhs
            && result.is_some()
            && !self.unit.is_gimple_reg(result)
            && self.may_write_to(dest, stmt)
        {
            self.renaming.decls.insert(result, dest);
            (self.result, self.in_place) = (dest, true);
            return;
        }
        if result.is_some() && !self.unit.is_gimple_reg(result) {
            self.result = self.decl(result);
        } else {
            // A register gets a variable of its own: names of the result may be live at the same time.
            self.result = new_local(self.unit, self.f, ty, None);
        }
        if self.wanted && self.unit.is_gimple_reg(self.result) {
            update_ssa::mark_symbol(self.f, self.result);
        }
    }

    /// Whether the body may write its result into a variable of the caller from the start: it cannot read that variable.
    fn may_write_to(&self, dest: DeclId, stmt: StmtId) -> bool {
        let (result, dest) = (&self.unit.decls[self.body.result], &self.unit.decls[dest]);
        let hidden = !dest.is_global() && !dest.has(flag::ADDRESSABLE);
        useless_type_conversion(self.unit, dest.ty, result.ty)
            && !result.has(flag::ADDRESSABLE)
            && !dest.has(flag::VOLATILE)
            && (self.f.stmts[stmt].has(StmtFlags::RETURN_SLOT) || hidden)
    }

    /// Copies the blocks and the edges between them; returns the edge into the first.
    fn copy_blocks(&mut self, block: BlockId, return_block: BlockId) -> EdgeId {
        let body = self.body;
        let count = self.f.block_info[block].count;
        let entry = body.blocks.first().map_or(NO_COUNT, |first| first.count);
        let mut last = block;
        for _ in &body.blocks {
            last = self.f.create_block(last);
            self.blocks.push(last);
        }
        for (index, from) in body.blocks.iter().enumerate() {
            let to = self.blocks[index];
            self.f.block_info[to].count = cfg_edit::count_in_copy(from.count, count, entry);
            for stmt in &from.stmts {
                self.copy_debug(to, &stmt.debug);
                self.copy_stmt(to, stmt);
            }
            self.copy_debug(to, &from.debug);
        }
        for (index, from) in body.blocks.iter().enumerate() {
            for edge in &from.succs {
                let exit = edge.dst == TO_EXIT;
                let dst = if exit { return_block } else { self.blocks[edge.dst as usize] };
                let fall = if exit { EdgeFlags::FALLTHRU } else { EdgeFlags::NONE };
                let kept = edge.flags.intersection(
                    EdgeFlags::FALLTHRU | EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE,
                );
                let new = self.f.make_edge_unchecked(self.blocks[index], dst, kept | fall);
                self.f.edges[new].probability = edge.probability;
                self.f.edges[new].loc = edge.loc;
                self.f.edges[new].scope = self.scope_at(edge.scope);
            }
        }
        let first = self.f.make_edge_unchecked(block, self.blocks[0], EdgeFlags::FALLTHRU);
        self.f.edges[first].probability = Probability::ALWAYS;
        first
    }

    fn copy_stmt(&mut self, block: BlockId, stmt: &BodyStmt) {
        if let Some(value) = returned(stmt) {
            let in_place = value.is_none() || value == Operand::Decl(self.body.result);
            if !in_place && self.wanted && self.result.is_some() {
                let value = self.operand(value);
                let result = Operand::Decl(self.result);
                self.assign(block, result, TreeCode::Single, value);
            }
            return;
        }
        if let StmtKind::Label(label) = stmt.kind {
            let label = self.decl(label);
            let scope = self.scope_at(stmt.scope);
            let new = self.append_within(block, StmtKind::Label(label), stmt.loc, scope);
            debug_assert!(self.f.stmts[new].block == block);
            self.f.labels.place(label, block);
            return;
        }
        if let StmtKind::Call(call) = &stmt.kind
            && tree_ssa::effects::call_effects::callee_builtin(self.unit, call)
                == Some(Builtin::VaArgPackLen)
        {
            self.count_anonymous(block, call, stmt.loc);
            return;
        }
        let new = self.f.new_stmt(stmt.kind.clone(), stmt.loc);
        let dropped = StmtFlags::VUSE | StmtFlags::VDEF | StmtFlags::PASSING | StmtFlags::TAIL_CALL;
        self.f.stmts[new].flags = stmt.flags.without(dropped);
        self.f.stmt_info[new].scope = self.scope_at(stmt.scope);
        let late = self.is_late(stmt);
        if !late {
            self.rename_operands(new);
        }
        if let StmtKind::Call(call) = &mut self.f.stmts[new].kind
            && ends_in_pack(self.unit, &call.args)
        {
            call.args.pop();
            call.args.extend(self.anonymous);
        }
        if let StmtKind::Switch(switch) = &stmt.kind {
            let labels: Vec<DeclId> =
                switch.cases.iter().map(|case| self.decl(case.label)).collect();
            if let StmtKind::Switch(switch) = &mut self.f.stmts[new].kind {
                for (case, label) in switch.cases.iter_mut().zip(labels) {
                    case.label = label;
                }
            }
        }
        if let StmtKind::Asm(asm) = &stmt.kind {
            let labels: Vec<DeclId> = asm.labels.iter().map(|&label| self.decl(label)).collect();
            if let StmtKind::Asm(asm) = &mut self.f.stmts[new].kind {
                asm.labels = labels;
            }
        }
        self.f.append_to_block(block, new);
        if late {
            self.late.push(new);
        } else {
            self.f.call_directly(self.unit, new);
            self.update(new);
        }
        self.copied.push(new);
        if matches!(stmt.kind, StmtKind::Call(_)) {
            self.calls.push((stmt.origin, new));
        }
    }

    /// Gives the operands of a statement their copies.
    fn rename_operands(&mut self, new: StmtId) {
        let mut met = Vec::new();
        let mut note = |op| leaves(self.unit, op, &mut |leaf| met.push(leaf));
        self.f.for_each_read(new, &mut note);
        self.f.for_each_write(new, &mut note);
        self.meet(&met);
        let trees = &mut self.unit.trees;
        self.f.map_operands(new, &mut |op, _| self.renaming.operand(trees, op));
    }

    /// Whether a statement of the body gets its operands after all others: a load of what is passed in the place of a
    /// parameter, or a call that is passed such. The other operands of the call get their copies now.
    fn is_late(&mut self, stmt: &BodyStmt) -> bool {
        let loads = self.unit.pass_state.of::<LateLoads>();
        if loads.contains(self.body.decl, stmt.origin)
            && let StmtKind::Assign { lhs: Operand::Ssa(name), .. } = stmt.kind
        {
            self.late_names.insert(name);
            return true;
        }
        let StmtKind::Call(call) = &stmt.kind else { return false };
        let is_late = |op: &Operand| op.ssa().is_some_and(|name| self.late_names.contains(&name));
        if !call.args.iter().any(is_late) {
            return false;
        }
        let others: Vec<Operand> = call.args.iter().copied().filter(|op| !is_late(op)).collect();
        for op in others.into_iter().chain([call.chain, call.lhs]) {
            self.operand(op);
        }
        true
    }

    /// Gives the statements their operands that get them last (`redirect_all_calls`).
    fn finish_late(&mut self) {
        for stmt in std::mem::take(&mut self.late) {
            self.rename_operands(stmt);
            self.f.call_directly(self.unit, stmt);
            self.update(stmt);
        }
    }

    /// `__builtin_va_arg_pack_len ()`: how many arguments there are after the named ones. Where the call that is inlined
    /// hands on those of its own function, they are added once that one is inlined.
    fn count_anonymous(&mut self, block: BlockId, call: &Call, loc: Location) {
        if call.lhs.is_none() {
            return;
        }
        let int = self.unit.common.int;
        let lhs = self.operand(call.lhs);
        let handed_on = ends_in_pack(self.unit, self.anonymous);
        let given = self.anonymous.len() - usize::from(handed_on);
        let count = self.unit.int(int, given as i128);
        if !handed_on {
            let stmt = self.append(block, StmtKind::assign(lhs, TreeCode::Single, [count]), loc);
            self.copied.push(stmt);
            return;
        }
        let rest = self.f.make_temp_ssa_name(int, Symbol::NONE, StmtId::NONE);
        let rest = Operand::Ssa(rest);
        let pending = Call { lhs: rest, ..call.clone() };
        let stmt = self.append(block, StmtKind::Call(Aside::new(pending)), loc);
        self.copied.push(stmt);
        let sum = StmtKind::assign(lhs, TreeCode::Plus, [rest, count]);
        let stmt = self.append(block, sum, loc);
        self.copied.push(stmt);
    }

    fn copy_phis(&mut self, entry: EdgeId) {
        let body = self.body;
        // The edge into each block that has a place among the predecessors in the body.
        let mut into: Vec<Vec<EdgeId>> = vec![Vec::new(); body.blocks.len()];
        let mut note = |dst: u32, idx: u32, edge: EdgeId| {
            let row = &mut into[dst as usize];
            if row.len() <= idx as usize {
                row.resize(idx as usize + 1, EdgeId::NONE);
            }
            row[idx as usize] = edge;
        };
        note(0, body.entry_idx, entry);
        for (index, from) in body.blocks.iter().enumerate() {
            for (position, edge) in from.succs.iter().enumerate() {
                if edge.dst != TO_EXIT {
                    let new = self.f.blocks[self.blocks[index]].succs[position];
                    note(edge.dst, edge.dst_idx, new);
                }
            }
        }
        for (index, from) in body.blocks.iter().enumerate() {
            for stmt in &from.phis {
                let StmtKind::Phi(old) = &stmt.kind else { continue };
                let Operand::Ssa(result) = self.name(old.result) else { continue };
                let phi = self.f.create_phi(result, self.blocks[index]);
                for (position, arg) in old.args.iter().enumerate() {
                    let value = self.operand(arg.value);
                    if let Some(&edge) = into[index].get(position)
                        && edge.is_some()
                    {
                        self.f.add_phi_arg(phi, edge, value, arg.loc);
                    }
                }
            }
        }
    }

    /// Puts `__builtin_unreachable ()` in the place of calls that are never made, and ends their blocks there.
    fn end_at_calls_never_made(&mut self, never_made: &[StmtId], unreachable: DeclId) {
        let never_made: FxHashSet<StmtId> = never_made.iter().copied().collect();
        let calls = std::mem::take(&mut self.calls);
        let ended = |call: &&(StmtId, StmtId)| never_made.contains(&call.0);
        for stmt in calls.iter().filter(ended).map(|call| call.1) {
            let block = self.f.stmts[stmt].block;
            if block.is_none() {
                // After another one.
                continue;
            }
            while let Some(last) = self.f.last_stmt(block).filter(|&last| last != stmt) {
                self.f.remove_stmt(last);
            }
            for edge in self.f.blocks[block].succs.clone() {
                self.f.remove_edge(edge);
            }
            let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { continue };
            let lhs = call.lhs;
            let call = StmtKind::call(self.unit, Operand::None, unreachable, Vec::new());
            edit::replace(self.unit, self.f, stmt, call);
            if lhs.ssa().is_some() {
                self.leave_undefined(lhs, stmt);
            }
        }
        self.calls = calls;
    }

    /// Gives a name before a statement the value of a variable that has none.
    fn leave_undefined(&mut self, lhs: Operand, before: StmtId) {
        let ty = self.unit.type_of(self.f, lhs);
        let var = new_local(self.unit, self.f, ty, None);
        let value = Operand::Ssa(self.f.default_def(self.unit, var));
        let mut at = Cursor::before(before).like(self.f, before);
        at.copy(self.unit, self.f, lhs, value);
        update_ssa::mark_symbol(self.f, var);
    }

    /// Lets the call's result be that of the copy, or removes the call.
    fn finish_call(&mut self, call: &Call, stmt: StmtId) {
        update_ssa::unlink_stmt_vdef(self.unit, self.f, stmt);
        let body = self.body;
        for param in &body.params {
            if let Some(&var) = self.renaming.decls.get(param) {
                self.end_life(var, stmt, false);
            }
        }
        if call.lhs.is_none() || self.result.is_none() || self.in_place {
            self.f.remove_stmt(stmt);
            return;
        }
        let vdef = self.f.stmts[stmt].vdef;
        self.f.stmts[stmt].kind = StmtKind::copy(call.lhs, Operand::Decl(self.result));
        self.f.set_vuse(stmt, SsaName::NONE);
        self.f.stmts[stmt].vdef = SsaName::NONE;
        self.f.stmts[stmt].flags.remove(StmtFlags::RETURN_SLOT | StmtFlags::TAIL_CALL);
        self.f.update_stmt(self.unit, stmt);
        if vdef.is_some() {
            self.f.release_ssa_name(vdef);
        }
        self.end_life(self.result, stmt, true);
    }

    /// Says before or after a statement that a variable in memory is not needed any more.
    fn end_life(&mut self, var: DeclId, stmt: StmtId, after: bool) {
        if self.unit.is_gimple_reg(var) || self.unit.decls[var].has(flag::VOLATILE) {
            return;
        }
        let ty = self.unit.decls[var].ty;
        let clobber = Operand::Tree(self.unit.trees.add(TreeKind::Clobber(Clobber::EndOfLife), ty));
        let at = if after { Cursor::after(stmt) } else { Cursor::before(stmt) };
        at.like(self.f, stmt).copy(self.unit, self.f, Operand::Decl(var), clobber);
        update_ssa::mark_virtuals(self.f);
    }
}

/// `__builtin_unreachable`, with a node in the symbol table.
fn unreachable_function(cx: &mut PassContext<'_>) -> DeclId {
    let void = cx.unit.common.void;
    let decl = cx.unit.implicit_builtin(Builtin::Unreachable, void, &[], false);
    if cx.unit.symtab_node(decl).is_none() {
        cx.unit.append_symtab_node(decl, false);
        if cx.dump.enabled() {
            let node = super::node_name(cx.unit, decl);
            putln!(cx.dump, "Introduced new external node ({node}).");
        }
    }
    decl
}

/// Whether arguments end in `__builtin_va_arg_pack ()`.
fn ends_in_pack(unit: &Unit, args: &[Operand]) -> bool {
    let last = args.last().and_then(|op| op.tree());
    last.is_some_and(|id| matches!(unit.trees.kind(id), TreeKind::VaArgPack))
}
