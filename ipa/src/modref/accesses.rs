//! Which memory a function touches: through its parameters, or beyond.
//!
//! Objects of its own that nobody else sees do not count, nor do those nobody may write. What functions called touch
//! is put in terms of the caller's parameters, by what is passed.

use super::report::{Log, origin_text};
use crate::inline;
use crate::pure_const::is_safe_for_const;
use gimple::builtins::{Builtin, Ecf};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::modref::{
    AccessNode, ArgFlags, Effects, Extent, Insertion, Origin, ParamMap, Pending, PendingCall, Via,
    insert_kill,
};
use gimple::options::{Flag, Options};
use gimple::pass::PassContext;
use gimple::ssa::NameFlags;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::is_visible_outside;
use tree_ssa::analyses::alias::types::AliasSets;
use tree_ssa::dump_text;
use tree_ssa::effects::arg_flags;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::effects::fn_spec::ArgSize;
use tree_ssa::effects::fn_spec::ArgSpec;
use tree_ssa::effects::fn_spec::FnSpec;

/// Definitions that are followed from a pointer to where it comes from.
const MAX_STEPS: usize = 16;
/// Bits that places may be from where a pointer points, so that sums of them are exact.
const FAR: i64 = 1 << 50;

/// Loads and stores.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Load,
    Store,
}

/// What a function touches.
pub struct Accesses<'a> {
    cx: &'a PassContext<'a>,
    unit: &'a Unit,
    f: &'a Function,
    options: &'a Options,
    sets: AliasSets,
    log: &'a mut Log,
    pub found: Effects,
    /// What is surely written.
    pub kills: Vec<AccessNode>,
    /// Whether the function passes on its arguments without naming them.
    pub passes_on_unnamed: bool,
    /// Calls of the function by itself, and whether each is always made.
    recursive: Vec<(StmtId, bool)>,
    how: Insertion,
    /// Ends of objects' lives do not matter any more.
    late: bool,
    /// What is touched if functions called that are not known yet do nothing; nothing where all are known.
    pub better: Option<Box<Pending>>,
    /// The calls of those.
    pub pending: Vec<StmtId>,
}

impl<'a> Accesses<'a> {
    /// Looks at all statements; `flags_tell`: something is known of the function in any case.
    pub fn of(
        cx: &'a PassContext<'_>,
        f: &'a Function,
        log: &'a mut Log,
        flags_tell: bool,
    ) -> Self {
        let mut all = Accesses {
            cx,
            unit: cx.unit,
            f,
            options: cx.options,
            sets: AliasSets::default(),
            log,
            found: Effects::default(),
            kills: Vec::new(),
            passes_on_unnamed: false,
            recursive: Vec::new(),
            how: Insertion::default(),
            late: cx.pass.instance == 2,
            better: None,
            pending: Vec::new(),
        };
        all.body(flags_tell);
        all
    }

    /// Looks at all statements, as long as there is anything to be found.
    fn body(&mut self, flags_tell: bool) {
        let f = self.f;
        let first = f.next_block(gimple::cfg::ENTRY);
        let mut block = first;
        while block.is_some() {
            // Into the first block a loop may lead back, but it is run once at least.
            let mut always = block == first;
            for stmt in f.block_stmts(block) {
                self.statement(stmt, always);
                if !flags_tell && !self.is_useful() {
                    return self.give_up();
                }
                always &= !self.may_throw(stmt);
            }
            block = f.next_block(block);
        }
        self.close();
    }

    /// Whether more is known than the declaration says.
    fn is_useful(&self) -> bool {
        let is_useful = |found| is_useful(self.unit, self.f.decl, found);
        is_useful(&self.found) || self.better.as_ref().is_some_and(|it| is_useful(&it.effects))
    }

    /// Nothing is known.
    fn give_up(&mut self) {
        self.better = None;
        self.pending.clear();
        self.kills.clear();
        self.collapse(Way::Load);
        self.collapse(Way::Store);
        self.is_not_repeatable();
    }

    /// What calls of itself touch follows from what the function touches.
    fn close(&mut self) {
        let recursive = std::mem::take(&mut self.recursive);
        let mut better = self.better.take();
        let mut changed = !recursive.is_empty();
        while changed {
            changed = false;
            for &(stmt, always) in &recursive {
                let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { continue };
                let (own, kills) = (self.found.clone(), self.kills.clone());
                changed |= self.merge_call(call, (self.f.decl, &own, &kills), always);
            }
            self.how.adjusts = true;
        }
        self.how.adjusts = false;
        if let Some(better) = &mut better {
            for &(stmt, _) in &recursive {
                let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { continue };
                self.put_off(better, (stmt, call), self.f.decl);
            }
        }
        self.better = better;
    }

    /// Leaves what a call does until it is known.
    fn put_off(&mut self, better: &mut Pending, (stmt, call): (StmtId, &Call), callee: DeclId) {
        let ignores_stores = self.ignores_stores(call_effects::flags_of(self.unit, call));
        let map = Some(self.map_of(call));
        better.calls.push(PendingCall { map, ignores_stores, ..PendingCall::of(callee) });
        self.pending.push(stmt);
    }

    fn statement(&mut self, stmt: StmtId, always: bool) {
        let (unit, f) = (self.unit, self.f);
        if self.late && is_clobber(unit, f, stmt) {
            return;
        }
        f.for_each_write(stmt, &mut |op| self.access(op, Way::Store, (stmt, always)));
        f.for_each_read(stmt, &mut |op| self.access(op, Way::Load, (stmt, always)));
        match &f.stmts[stmt].kind {
            StmtKind::Call(call) => self.call(stmt, call, always),
            StmtKind::Asm(asm) => {
                let memory = |&clobber: &Symbol| unit.symbols.text(clobber) == "memory";
                if asm.volatile {
                    self.is_not_repeatable();
                }
                if asm.clobbers.iter().any(memory) {
                    let text = " - Function contains GIMPLE_ASM statement which clobbers memory.\n";
                    self.log.say(|| text.to_owned());
                    self.collapse(Way::Load);
                    self.collapse(Way::Store);
                }
            }
            _ => {}
        }
    }

    /// Whether what comes after a statement may not come because of an exception.
    fn may_throw(&self, stmt: StmtId) -> bool {
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return false };
        self.options.on(Flag::Exceptions)
            && !call_effects::flags_of(self.unit, call).intersects(Ecf::NOTHROW)
    }

    /// It does something that is no computation, and may be different the next time.
    fn is_not_repeatable(&mut self) {
        self.has_effects(true);
    }

    fn has_effects(&mut self, nondeterministic: bool) {
        self.found.side_effects = true;
        self.found.nondeterministic |= nondeterministic;
        if let Some(better) = &mut self.better {
            better.effects.side_effects = true;
            better.effects.nondeterministic |= nondeterministic;
        }
    }

    fn writes_errno(&mut self) {
        self.found.writes_errno = true;
        if let Some(better) = &mut self.better {
            better.effects.writes_errno = true;
        }
    }

    fn collapse(&mut self, way: Way) {
        let better = self.better.as_deref_mut();
        match way {
            Way::Load => {
                self.found.loads.collapse();
                better.map(|better| better.effects.loads.collapse());
            }
            Way::Store => {
                self.found.stores.collapse();
                better.map(|better| better.effects.stores.collapse());
            }
        }
    }

    fn access(&mut self, op: Operand, way: Way, (stmt, always): (StmtId, bool)) {
        let (unit, f) = (self.unit, self.f);
        if !unit.is_memory_operand(op) || matches!(unit.trees.base_address(op), Operand::Const(_)) {
            return;
        }
        let word = if way == Way::Load { "load" } else { "store" };
        self.log.say(|| format!(" - Analyzing {word}: {}\n", dump_text::operand(unit, f, op)));
        if unit.is_volatile_operand(op) && !is_clobber(unit, f, stmt) {
            self.log.say(|| " (volatile; marking nondeterministic) ".to_owned());
            self.is_not_repeatable();
        }
        let access = Access::of(unit, f, op);
        let node = self.node_of(op, &access);
        let types = self.types_of(&access);
        self.log.number_types(unit, types);
        if node.via == Via::Local {
            return self.log.say(|| "   - Read-only or local, ignoring.\n".to_owned());
        }
        self.record(types, node, way);
        if way == Way::Store && always && node.is_kill() {
            self.log.say(|| "   - Recording kill\n".to_owned());
            insert_kill(&mut self.kills, node, &mut self.how);
            self.say_limits();
        }
    }

    /// The types that stand for the alias sets of an access's object and of itself.
    fn types_of(&mut self, access: &Access) -> (TypeId, TypeId) {
        if !self.options.on(Flag::StrictAliasing) {
            return (TypeId::NONE, TypeId::NONE);
        }
        let mut of = |ty| self.sets.representative(self.unit, ty);
        (of(access.base_ty), of(access.ty))
    }

    fn record(&mut self, types: (TypeId, TypeId), node: AccessNode, way: Way) {
        self.log.recording(self.unit, types, &node);
        self.insert(types, node, way);
    }

    fn insert(&mut self, (base, ty): (TypeId, TypeId), node: AccessNode, way: Way) -> bool {
        let better = self.better.as_deref_mut();
        let (tree, better) = match way {
            Way::Load => (&mut self.found.loads, better.map(|it| &mut it.effects.loads)),
            Way::Store => (&mut self.found.stores, better.map(|it| &mut it.effects.stores)),
        };
        let changed = tree.insert(base, ty, node, &mut self.how);
        if let Some(better) = better {
            better.insert(base, ty, node, &mut Insertion::default());
        }
        self.say_limits();
        changed
    }

    fn say_limits(&mut self) {
        let said = std::mem::take(&mut self.how.said);
        self.log.say(|| said);
    }

    fn node_of(&self, op: Operand, access: &Access) -> AccessNode {
        let unit = self.unit;
        let pointer = match access.base {
            Base::Decl(var) if unit.decls[var].has(flag::HARD_REGISTER) => {
                return AccessNode::new(Via::Unknown, None);
            }
            Base::Decl(var) if unit.decls[var].has(flag::READONLY) => {
                return AccessNode::new(Via::Local, None);
            }
            // The function's own copy, and where its result goes.
            Base::Decl(var) => {
                let via = if unit.decls[var].is_global() { Via::Unknown } else { Via::Local };
                return AccessNode::new(via, None);
            }
            Base::Pointer(pointer) => pointer,
            Base::Unknown => return AccessNode::new(Via::Unknown, None),
        };
        let origin = self.origin(pointer);
        let start = match unit.trees.base_address(op) {
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::MemRef { offset, .. } => Some(offset),
                _ => None,
            },
            _ => None,
        };
        let extent = start.zip(origin.offset).map(|(start, offset)| Extent {
            param_offset: start.saturating_add(offset),
            offset: access.offset.saturating_sub(start.saturating_mul(8)),
            size: access.size,
            max_size: access.max_size,
        });
        AccessNode::new(origin.via, extent.filter(is_near))
    }

    /// Where a pointer comes from.
    fn origin(&self, pointer: Operand) -> Origin {
        let (unit, f) = (self.unit, self.f);
        let (mut at, mut offset) = (pointer, Some(0i64));
        let mut add = |bytes: Option<i64>| {
            offset =
                offset.zip(bytes).and_then(|(a, b)| a.checked_add(b)).filter(|it| it.abs() < FAR);
        };
        for _ in 0..MAX_STEPS {
            if let Some(object) = unit.addressed(at) {
                let access = Access::of(unit, f, object);
                let Base::Pointer(base) = access.base else { break };
                add((access.is_exact() && access.offset % 8 == 0).then_some(access.offset / 8));
                at = base;
                continue;
            }
            let Operand::Ssa(name) = at else { break };
            let Some(def) = f.names[name].def.expand() else { break };
            match f.stmts[def].kind {
                StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. } => {
                    add(unit.as_distance(rhs[1]));
                    at = rhs[0];
                }
                StmtKind::Assign { code: TreeCode::Single, rhs, .. }
                    if !unit.is_memory_operand(rhs[0]) =>
                {
                    at = rhs[0];
                }
                _ => break,
            }
        }
        match self.parameter(at) {
            Some(via) => Origin { via, offset },
            None if self.is_own(at) => Origin { via: Via::Local, offset: None },
            None => Origin::UNKNOWN,
        }
    }

    /// What the value that an operand has on entry is of, if it is a parameter's.
    fn parameter(&self, op: Operand) -> Option<Via> {
        let Operand::Ssa(name) = op else { return None };
        let data = &self.f.names[name];
        if !data.has(NameFlags::DEFAULT_DEF) || data.has(NameFlags::VIRTUAL) {
            return None;
        }
        if data.var == self.f.static_chain {
            return Some(Via::Chain);
        }
        if self.unit.decls[data.var].kind != DeclKind::Parm {
            return None;
        }
        let index = self.f.params.iter().position(|&param| param == data.var)?;
        Some(Via::Param(index as u32))
    }

    /// Whether a pointer points to memory that nobody else sees, or that does not change
    /// (`points_to_local_or_readonly_memory_p`).
    fn is_own(&self, pointer: Operand) -> bool {
        let (unit, f) = (self.unit, self.f);
        if unit.is_zero(pointer) {
            return self.options.on(Flag::DeleteNullPointerChecks);
        }
        let access = Access::from_pointer(unit, f, pointer, None);
        match access.base {
            Base::Decl(var) => {
                unit.decls[var].flags & (flag::READONLY | flag::VOLATILE) == flag::READONLY
                    || !unit.decls[var].is_global()
            }
            Base::Pointer(Operand::Ssa(name)) => {
                // Memory that a function has just made is nobody else's, either.
                let def = f.names[name].def.expand();
                def.is_some_and(|def| {
                    call_effects::call_flags(unit, f, def).intersects(Ecf::MALLOC)
                }) || !is_visible_outside(unit, f, &access)
            }
            _ => false,
        }
    }

    fn call(&mut self, stmt: StmtId, call: &Call, always: bool) {
        let (unit, f) = (self.unit, self.f);
        let flags = call_effects::flags_of(unit, call);
        let builtin = call_effects::callee_builtin(unit, call);
        self.passes_on_unnamed |= builtin == Some(Builtin::ApplyArgs);
        self.log.say(|| format!(" - Analyzing call:{}\n", dump_text::stmt(unit, f, stmt)));
        if flags.intersects(Ecf::CONST) && !flags.intersects(Ecf::LOOPING) {
            let text =
                " - ECF_CONST | ECF_NOVOPS, ignoring all stores and all loads except for args.\n";
            return self.log.say(|| text.to_owned());
        }
        if builtin.is_some_and(|builtin| is_safe_for_const(builtin) || builtin == Builtin::Prefetch)
        {
            if builtin == Some(Builtin::Prefetch) {
                self.has_effects(false);
            }
            return self.log.say(|| " - Builtin is safe for const.\n".to_owned());
        }
        let callee = match call.callee {
            Callee::Decl(callee) => callee,
            Callee::Internal(_) => {
                self.log.say(|| " - Internal call\n".to_owned());
                return self.unknown_call(call, flags);
            }
            Callee::Pointer(_) => {
                self.log.say(|| " - Indirect call.\n".to_owned());
                return self.unknown_call(call, flags);
            }
        };
        if callee == f.decl {
            self.log.say(|| " - Skipping recursive call.\n".to_owned());
            self.has_effects(false);
            return self.recursive.push((stmt, always));
        }
        let waits = super::waits(self.cx, f.decl, call.callee);
        let better =
            waits.then(|| self.better.take().unwrap_or_else(|| super::pending_of(&self.found)));
        self.known_or_unknown_call(call, callee, flags, always);
        if let Some(mut better) = better {
            self.put_off(&mut better, (stmt, call), callee);
            self.better = Some(better);
        }
    }

    fn known_or_unknown_call(&mut self, call: &Call, callee: DeclId, flags: Ecf, always: bool) {
        let unit = self.unit;
        match arg_flags::summary(unit, call) {
            Some(known) => {
                let known = (callee, &known.effects, &known.kills[..]);
                self.merge_call(call, known, always);
            }
            None => {
                let defined = unit
                    .symtab_node(unit.ultimate_alias_target(callee))
                    .is_some_and(|node| node.definition)
                    && inline::binds_to_current_def(self.cx, callee);
                let text = match defined {
                    true => " - No modref summary available for callee.\n",
                    false => " - Function availability <= AVAIL_INTERPOSABLE.\n",
                };
                self.log.say(|| text.to_owned());
                self.unknown_call(call, flags);
            }
        }
    }

    /// Whether nobody sees what a call writes (`ignore_stores_p`).
    fn ignores_stores(&self, flags: Ecf) -> bool {
        let quiet = flags.intersects(Ecf::NOTHROW) || !self.options.on(Flag::Exceptions);
        flags.intersects(Ecf::CONST | Ecf::PURE) || flags.intersects(Ecf::NORETURN) && quiet
    }

    /// A call of what nothing is known of but its specification (`process_fnspec`).
    fn unknown_call(&mut self, call: &Call, flags: Ecf) {
        let unit = self.unit;
        if !flags.intersects(Ecf::CONST | Ecf::PURE) || flags.intersects(Ecf::LOOPING) {
            self.has_effects(!self.ignores_stores(flags));
        }
        if flags.intersects(Ecf::CONST) {
            return;
        }
        let ignores_stores = self.ignores_stores(flags);
        let spec = FnSpec::of(unit, call, self.options.on(Flag::MathErrno));
        if !spec.is_known() || spec.touches_global_memory() {
            if !spec.is_known() && call_effects::callee_builtin(unit, call).is_some() {
                let name = match call.callee {
                    Callee::Decl(decl) => unit.decl_name(decl).unwrap_or_default(),
                    _ => "",
                };
                self.log.say(|| format!("      Builtin with no fnspec: {name}\n"));
            }
            if !ignores_stores {
                self.global(call, flags, Way::Store);
            }
            return self.global(call, flags, Way::Load);
        }
        self.arguments(call, spec, Way::Load);
        if !ignores_stores {
            self.arguments(call, spec, Way::Store);
            if spec.may_set_errno() {
                self.writes_errno();
            }
        }
    }

    /// A call touches what others see, and perhaps what it is passed, which nobody else may know.
    fn global(&mut self, call: &Call, flags: Ecf, way: Way) {
        if self.may_touch_arguments(call, flags, way) {
            self.collapse(way);
        } else {
            let any = (TypeId::NONE, TypeId::NONE);
            self.insert(any, AccessNode::new(Via::Global, None), way);
        }
    }

    /// Whether a call may touch what its arguments lead to and nothing else does (`may_access_nonescaping_parm_p`).
    fn may_touch_arguments(&self, call: &Call, flags: Ecf, way: Way) -> bool {
        let unit = self.unit;
        let no_clobber = ArgFlags::of([ArgFlags::NO_DIRECT_CLOBBER, ArgFlags::NO_INDIRECT_CLOBBER]);
        let implied = match self.ignores_stores(flags) {
            true => no_clobber,
            false => ArgFlags::NONE,
        };
        let spec = FnSpec::of(unit, call, self.options.on(Flag::MathErrno));
        let touches = |op: Operand, flags: ArgFlags| {
            let flags = flags.union(implied);
            let spared = match way {
                Way::Load => flags.contains(ArgFlags::NO_DIRECT_READ),
                Way::Store => flags.contains(no_clobber),
            };
            !flags.contains(ArgFlags::UNUSED) && !spared && !is_harmless(unit, op)
        };
        call.chain.is_some() && touches(call.chain, ArgFlags::NONE)
            || call
                .args
                .iter()
                .enumerate()
                .any(|(index, &arg)| touches(arg, arg_flags::of_argument(unit, call, spec, index)))
    }

    /// What a library function touches through its arguments.
    fn arguments(&mut self, call: &Call, spec: FnSpec, way: Way) {
        let (unit, f) = (self.unit, self.f);
        for (index, &arg) in call.args.iter().enumerate() {
            let does = spec.argument(index);
            let touches = match way {
                Way::Load => does.may_be_read(),
                Way::Store => does.may_be_written(),
            };
            if !touches || !unit.types.is_pointer(unit.type_of(f, arg)) {
                continue;
            }
            let origin = self.origin(arg);
            if origin.via == Via::Unknown {
                return self.collapse(way);
            }
            let max_size = self.touched_bits(call, does, arg);
            let extent = origin.offset.map(|param_offset| Extent {
                param_offset,
                offset: 0,
                size: None,
                max_size,
            });
            let node = AccessNode::new(origin.via, extent.filter(is_near));
            self.insert((TypeId::NONE, TypeId::NONE), node, way);
        }
    }

    /// Bits that a library function touches at most, from where an argument points.
    fn touched_bits(&self, call: &Call, does: ArgSpec, arg: Operand) -> Option<i64> {
        let unit = self.unit;
        match does.size() {
            ArgSize::Argument(index) => {
                let bytes = unit.as_int(*call.args.get(index)?)?;
                i64::try_from(bytes).ok()?.checked_mul(8)
            }
            ArgSize::Pointee => unit.types.bits(unit.types.pointee(unit.type_of(self.f, arg))?),
            ArgSize::Unknown => None,
        }
    }

    /// Where the arguments of a call lead.
    fn map_of(&self, call: &Call) -> ParamMap {
        ParamMap {
            args: call.args.iter().map(|&arg| self.origin(arg)).collect(),
            chain: if call.chain.is_some() { self.origin(call.chain) } else { Origin::UNKNOWN },
        }
    }

    /// Adds what a function called does; whether that is news (`merge_call_side_effects`).
    fn merge_call(
        &mut self,
        call: &Call,
        (callee, known, kills): (DeclId, &Effects, &[AccessNode]),
        always: bool,
    ) -> bool {
        let unit = self.unit;
        let flags = call_effects::flags_of(unit, call);
        let map = self.map_of(call);
        let spreads = known.side_effects
            && (!flags.intersects(Ecf::CONST | Ecf::PURE) || flags.intersects(Ecf::LOOPING));
        let varies = known.nondeterministic && !self.ignores_stores(flags);
        let had = (self.found.side_effects, self.found.nondeterministic);
        self.log.say(|| {
            let name = inline::node_name(unit, callee);
            let args: String = map.args.iter().map(|&origin| origin_text(origin)).collect();
            let chain = match call.chain {
                Operand::None => String::new(),
                _ => format!("static chain{}", origin_text(map.chain)),
            };
            let mut news = String::new();
            if spreads && !had.0 {
                news.push_str(" - merging side effects.\n");
            }
            if spreads && varies && !had.1 {
                news.push_str(" - merging nondeterministic.\n");
            }
            format!(" - Merging side effects of {name}\n{news}   Parm map:{args}{chain}\n")
        });
        let mut changed = false;
        if always {
            for kill in kills {
                let kill = kill.mapped(&map);
                if kill.is_kill() && kill.extent.is_some_and(|extent| is_near(&extent)) {
                    changed |= insert_kill(&mut self.kills, kill, &mut self.how);
                }
            }
        }
        changed |= self.found.loads.merge(&known.loads, &map, &mut self.how);
        if let Some(better) = &mut self.better {
            better.effects.loads.merge(&known.loads, &map, &mut Insertion::default());
        }
        let before = effects(&self.found);
        if !self.ignores_stores(flags) {
            changed |= self.found.stores.merge(&known.stores, &map, &mut self.how);
            if let Some(better) = &mut self.better {
                better.effects.stores.merge(&known.stores, &map, &mut Insertion::default());
            }
            if known.writes_errno {
                self.writes_errno();
            }
        }
        if spreads {
            self.has_effects(varies);
        }
        self.say_limits();
        changed || before != effects(&self.found)
    }
}

fn effects(found: &Effects) -> (bool, bool, bool) {
    (found.writes_errno, found.side_effects, found.nondeterministic)
}

/// Whether more is known of the memory a function touches than its declaration says (`useful_p`).
pub fn is_useful(unit: &Unit, decl: DeclId, found: &Effects) -> bool {
    let has = |flag| unit.decls[decl].has(flag);
    found.tells_accesses(has(flag::CONST), has(flag::PURE), has(flag::LOOPING))
}

fn is_near(extent: &Extent) -> bool {
    extent.param_offset.abs() < FAR
        && extent.offset.abs() < FAR
        && extent.max_size.is_none_or(|size| size < FAR)
}

/// Whether an argument leads nowhere that anybody may write (`verify_arg`).
fn is_harmless(unit: &Unit, op: Operand) -> bool {
    match op {
        Operand::Const(_) | Operand::None => true,
        Operand::Decl(var) => unit.decls[var].has(flag::READONLY),
        Operand::Ssa(_) => false,
        Operand::Tree(_) => {
            unit.addressed(op).is_some_and(|object| match unit.trees.base_address(object) {
                Operand::Const(_) => true,
                Operand::Decl(var) => {
                    let decl = &unit.decls[var];
                    decl.has(flag::READONLY) || decl.kind == DeclKind::Function
                }
                _ => false,
            })
        }
    }
}
