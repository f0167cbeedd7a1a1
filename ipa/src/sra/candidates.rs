//! What a function does with its parameters, and with what its calls return (`ipa_sra_summarize_function`).
//!
//! A scalar is followed through what is computed of it to the calls it is passed to; if nothing else is done with it, it
//! matters only if it does to them. Of a structure, and of what a pointer points to, the parts are noted that are loaded. The
//! loads are made by the callers then: what they load must be the same there, and they must be made in any case.

use super::graph::{Flow, Graph, Param, Part, may_not_return};
use super::report::Log;
use gimple::cfg::{BlockId, ENTRY};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::options::Options;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{Quals, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::alias::walk::walk_aliased_vdefs;
use tree_ssa::edit::reference::bit_field;
use tree_ssa::graph::dominance::{Direction, Dominators};

/// The most parameters that an argument may depend on (`IPA_SRA_MAX_PARAM_FLOW_LEN`).
const MAX_SOURCES: usize = 7;
/// The largest parameter that is split, in bytes (`ISRA_ARG_SIZE_LIMIT`).
const MAX_SIZE: u64 = 1 << 16;
/// By how much the parts may be larger than the pointer (`--param ipa-sra-ptr-growth-factor`).
const GROWTH: u64 = 2;
/// Stores that are looked at to see whether what a pointer points to changes.
const MAX_STORES: usize = 5000;
/// How often blocks are looked at to see what is surely loaded.
const MAX_ROUNDS: usize = 10;

/// A function being looked at.
pub struct Candidates<'a> {
    unit: &'a Unit,
    options: &'a Options,
    f: &'a Function,
    graph: &'a mut Graph,
    node: usize,
    /// The calls by their statements.
    sites: FxHashMap<StmtId, usize>,
    /// The loads of what parameters are or point to: parameter, statement, part.
    loads: Vec<(usize, StmtId, Part)>,
    log: &'a mut Log,
}

impl<'a> Candidates<'a> {
    /// Nothing is known yet; the calls of the function are in the graph.
    pub fn new(
        (unit, options): (&'a Unit, &'a Options),
        f: &'a Function,
        graph: &'a mut Graph,
        node: usize,
        log: &'a mut Log,
    ) -> Self {
        let sites = graph.nodes[node].calls.iter().map(|&call| (graph.calls[call].stmt, call));
        let sites = sites.collect();
        Candidates { unit, options, f, graph, node, sites, loads: Vec::new(), log }
    }

    /// Looks at everything. `changes`: the function's own signature may change.
    pub fn summarize(&mut self, changes: bool) {
        self.results();
        if !changes {
            return;
        }
        let mut params = vec![Param::default(); self.f.params.len()];
        for (index, param) in params.iter_mut().enumerate() {
            self.parameter(index, param);
        }
        self.say_parameters(&params);
        if params.iter().any(|param| param.splits) {
            self.look_at_memory(&mut params);
            self.check(&mut params);
            self.check_passed_on(&params);
        }
        self.log.say_params(self.unit, self.f, &params, true);
        let node = &mut self.graph.nodes[self.node];
        node.is_candidate = true;
        node.params = params;
    }

    /// What is done with what calls return.
    fn results(&mut self) {
        for &call in &self.graph.nodes[self.node].calls {
            let call = &mut self.graph.calls[call];
            let StmtKind::Call(stmt) = &self.f.stmts[call.stmt].kind else { continue };
            if let Operand::Ssa(name) = stmt.lhs {
                call.ignored = self.f.has_zero_uses(name);
                call.returned = !call.ignored && is_only_returned(self.f, name);
            }
            let vuse = self.f.stmts[call.stmt].vuse;
            call.before_stores = vuse.is_some() && self.f.names[vuse].has(NameFlags::DEFAULT_DEF);
        }
    }

    fn parameter(&mut self, index: usize, param: &mut Param) {
        let (unit, f) = (self.unit, self.f);
        let decl = f.params[index];
        let data = &unit.decls[decl];
        let mut said = String::new();
        let reason = match data.flags {
            flags if flags & flag::VOLATILE != 0 => Some("is volatile"),
            flags if flags & flag::ADDRESSABLE != 0 => Some("is addressable"),
            _ => None,
        };
        if reason.is_none()
            && unit.is_gimple_reg(decl)
            && let Some(uses) = self.scalar(index)
        {
            param.unused = true;
            said = format!(" is a scalar with only {uses} call uses\n");
        }
        let reason = reason.or_else(|| self.reason_against_splitting(index, param));
        param.splits = reason.is_none();
        self.log.details(|| {
            let name = super::report::param_name(unit, decl);
            match reason {
                Some(reason) => format!("{name}{said} not a candidate, {reason}\n"),
                None => format!("{name}{said} is a candidate\n"),
            }
        });
    }

    fn reason_against_splitting(
        &mut self,
        index: usize,
        param: &mut Param,
    ) -> Option<&'static str> {
        let (unit, f) = (self.unit, self.f);
        let decl = f.params[index];
        let mut ty = unit.decls[decl].ty;
        if let Some(pointee) = unit.types.pointee(ty) {
            ty = pointee;
            let is_register = unit.is_gimple_reg(decl);
            let reason = match unit.types.kind(ty) {
                TypeKind::Function { .. } => Some("reference to a function"),
                _ if unit.types[ty].quals.contains(Quals::VOLATILE) => {
                    Some("reference to a volatile type")
                }
                _ if !is_register => {
                    Some("a reference which is not a gimple register (probably addressable)")
                }
                _ if unit.types.main_variant(ty) == unit.common.void_ptr => {
                    Some("reference to a va list")
                }
                _ if !self.is_only_read(index, param) => Some("reference has nonarg uses"),
                _ => None,
            };
            if reason.is_some() {
                return reason;
            }
            param.by_reference = true;
        } else if !unit.types.is_aggregate(ty) {
            return Some("not an aggregate");
        }
        match unit.types.size(ty) {
            None => Some("not a complete type"),
            Some(size) if size == 0 || size >= MAX_SIZE => Some("has zero or huge size"),
            _ => None,
        }
    }

    /// How many calls a scalar is passed to, if nothing else is done with it and what is computed of it
    /// (`isra_track_scalar_param_local_uses`).
    fn scalar(&mut self, index: usize) -> Option<u32> {
        let f = self.f;
        let Some(&name) = f.default_defs.get(&f.params[index]) else { return Some(0) };
        let (mut work, mut seen, mut uses) = (vec![name], FxHashSet::default(), 0);
        while let Some(name) = work.pop() {
            if !seen.insert(name) {
                continue;
            }
            let mut last = StmtId::NONE;
            for node in f.imm_uses(name) {
                if std::mem::replace(&mut last, node.stmt) == node.stmt {
                    continue;
                }
                match &f.stmts[node.stmt].kind {
                    StmtKind::Call(call) => uses += self.passed(index, name, (node.stmt, call))?,
                    StmtKind::Assign { lhs: Operand::Ssa(lhs), .. }
                        if !f.stmts[node.stmt].has(StmtFlags::VOLATILE) =>
                    {
                        work.push(*lhs);
                    }
                    StmtKind::Phi(phi) => work.push(phi.result),
                    _ => return None,
                }
            }
        }
        Some(uses)
    }

    /// Notes that what is computed of a parameter is passed to a call; how often, if that is all.
    fn passed(
        &mut self,
        index: usize,
        name: SsaName,
        (stmt, call): (StmtId, &Call),
    ) -> Option<u32> {
        let &site = self.sites.get(&stmt)?;
        let own = Operand::Ssa(name);
        let mut all = 0;
        let mut count = |op| self.unit.for_each_ssa(op, &mut |used| all += u32::from(used == name));
        self.f.for_each_read(stmt, &mut count);
        if call.lhs.ssa().is_none() {
            count(call.lhs);
        }
        let mut passed = 0;
        for (place, _) in call.args.iter().enumerate().filter(|(_, arg)| **arg == own) {
            let sources = &mut self.graph.calls[site].flows[place].sources;
            if !sources.contains(&(index as u32)) {
                if sources.len() == MAX_SOURCES {
                    return None;
                }
                sources.push(index as u32);
            }
            passed += 1;
        }
        (passed == all).then_some(passed)
    }

    /// Whether a pointer is only loaded through, or passed on (`ptr_parm_has_nonarg_uses`).
    fn is_only_read(&mut self, index: usize, param: &mut Param) -> bool {
        let (unit, f) = (self.unit, self.f);
        let decl = f.params[index];
        let Some(&name) = f.default_defs.get(&decl) else { return true };
        let pointee = unit.types.pointee(unit.decls[decl].ty);
        let own = Operand::Ssa(name);
        let mut uses: Vec<(StmtId, usize)> = Vec::new();
        let mut places: FxHashMap<StmtId, usize> = FxHashMap::default();
        for node in f.imm_uses(name) {
            let place = *places.entry(node.stmt).or_insert(uses.len());
            if place == uses.len() {
                uses.push((node.stmt, 0));
            }
            uses[place].1 += 1;
        }
        for (stmt, all) in uses {
            let fine = match &f.stmts[stmt].kind {
                StmtKind::Assign { lhs: Operand::Ssa(_), code: TreeCode::Single, rhs } => {
                    usize::from(is_plain_load(unit, rhs[0], own, pointee))
                }
                StmtKind::Call(call) => {
                    let Some(&site) = self.sites.get(&stmt) else { return false };
                    let places = call.args.iter().enumerate().filter(|(_, arg)| **arg == own);
                    let mut passed = 0;
                    for (place, _) in places {
                        self.graph.calls[site].flows[place].pointer = Some(false);
                        param.passed_on += 1;
                        passed += 1;
                    }
                    passed
                }
                _ => 0,
            };
            if fine != all || f.stmts[stmt].has(StmtFlags::VOLATILE) {
                return false;
            }
        }
        true
    }

    /// Notes the parts of parameters, and of what they point to, that are loaded.
    fn look_at_memory(&mut self, params: &mut [Param]) {
        let f = self.f;
        let index_of: FxHashMap<DeclId, usize> =
            f.params.iter().enumerate().map(|(index, &decl)| (decl, index)).collect();
        for block in f.block_order() {
            for stmt in f.block_stmts(block) {
                f.for_each_write(stmt, &mut |op| {
                    if let Some((index, _)) = self.parameter_of(&index_of, params, op) {
                        self.disqualify(params, index, "Encountered a store.");
                    }
                });
                let mut read = Vec::new();
                f.for_each_read(stmt, &mut |op| read.push(op));
                for op in read {
                    if let Some((index, access)) = self.parameter_of(&index_of, params, op) {
                        self.load(params, index, (stmt, op), &access);
                    }
                }
            }
        }
    }

    /// The parameter that is to be split which an operand in memory is part of, or is pointed to by.
    fn parameter_of(
        &self,
        index_of: &FxHashMap<DeclId, usize>,
        params: &[Param],
        op: Operand,
    ) -> Option<(usize, Access)> {
        let (unit, f) = (self.unit, self.f);
        if !unit.is_memory_operand(op) {
            return None;
        }
        let decl = match unit.trees.base_address(op) {
            Operand::Decl(decl) => decl,
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::MemRef { base: Operand::Ssa(name), .. }
                    if f.names[name].has(NameFlags::DEFAULT_DEF) =>
                {
                    f.names[name].var
                }
                _ => return None,
            },
            _ => return None,
        };
        let &index = index_of.get(&decl)?;
        params[index].splits.then(|| (index, Access::of(unit, f, op)))
    }

    fn load(
        &mut self,
        params: &mut [Param],
        index: usize,
        (stmt, op): (StmtId, Operand),
        access: &Access,
    ) {
        let unit = self.unit;
        let ty = unit.type_of(self.f, op);
        if bit_field(unit, op).is_some() && !fills_its_place(unit, ty, access) {
            return self.disqualify(params, index, "Encountered a bit-field access.");
        }
        let (offset, size) = match (access.offset, access.size) {
            (_, size) if size.is_none() || size != access.max_size => {
                return self.disqualify(params, index, "Encountered a variable sized access.");
            }
            (offset, _) if offset < 0 => {
                return self.disqualify(
                    params,
                    index,
                    "Encountered an access at a negative offset.",
                );
            }
            (offset, Some(size)) if offset % 8 == 0 && size % 8 == 0 && size > 0 => {
                (offset as u64 / 8, size as u64 / 8)
            }
            _ => {
                return self.disqualify(
                    params,
                    index,
                    "Encountered an access not aligned to a byte.",
                );
            }
        };
        if let StmtKind::Call(call) = &self.f.stmts[stmt].kind
            && !params[index].by_reference
            && let Some(&site) = self.sites.get(&stmt)
            && unit.types.is_aggregate(ty)
        {
            for (place, _) in call.args.iter().enumerate().filter(|(_, arg)| **arg == op) {
                let flow = &mut self.graph.calls[site].flows[place];
                *flow = Flow { aggregate: Some((offset, size)), ..Flow::default() };
                flow.sources.push(index as u32);
            }
            params[index].passed_on += 1;
            return;
        }
        let is_load =
            matches!(self.f.stmts[stmt].kind, StmtKind::Assign { lhs: Operand::Ssa(_), .. });
        if !is_load || !unit.types.is_register_type(ty) {
            return self.disqualify(
                params,
                index,
                "Would result into a too big set of replacements.",
            );
        }
        // A plain dereference keeps the qualifiers of what its pointer points to.
        let dereferenced = op.tree().and_then(|id| match *unit.trees.kind(id) {
            TreeKind::MemRef { alias_ptr, .. } => unit.types.pointee(alias_ptr),
            _ => None,
        });
        let alias_ptr = match access.ty {
            ty if ty.is_none() => unit.common.char_,
            ty => match dereferenced {
                Some(pointee) if unit.types.same_main(pointee, ty) => pointee,
                _ => unit.types.main_variant(ty),
            },
        };
        let part = Part { offset, size, ty, alias_ptr, certain: false };
        match params[index].insert(unit, part) {
            Ok(()) => self.loads.push((index, stmt, part)),
            Err(reason) => self.disqualify(params, index, reason),
        }
    }

    fn disqualify(&mut self, params: &mut [Param], index: usize, reason: &str) {
        if std::mem::replace(&mut params[index].splits, false) {
            params[index].parts.clear();
            self.log.say(|| format!("! Disqualifying parameter number {index} - {reason}\n"));
        }
    }

    /// Drops what callers could not load (`process_scan_results`).
    fn check(&mut self, params: &mut [Param]) {
        let (unit, f) = (self.unit, self.f);
        let mut loads = std::mem::take(&mut self.loads);
        loads.retain(|&(index, ..)| params[index].splits && params[index].by_reference);
        if !loads.is_empty() {
            let (oracle, mut left) = (Oracle::new(unit, self.options), MAX_STORES);
            for &(index, stmt, _) in &loads {
                if params[index].splits && !is_unchanged(&oracle, unit, f, stmt, &mut left) {
                    let reason = "Data passed by reference possibly modified through an alias.";
                    self.disqualify(params, index, reason);
                }
            }
        }
        self.log.details(|| "----------------------------------------\n".to_owned());
        for index in 0..params.len() {
            if params[index].splits && params[index].by_reference && !params[index].parts.is_empty()
            {
                self.check_certain(params, index, &loads);
            }
            let param = &mut params[index];
            // Of what is passed by value only what is passed on matters.
            param.unused |= param.splits && !param.by_reference && param.parts.is_empty();
            let size = unit.types.size(unit.decls[f.params[index]].ty).unwrap_or(0);
            let growth = if self.options.optimize_size { 1 } else { GROWTH };
            param.limit = if param.by_reference { growth * size } else { size };
            param.reached = param.parts.iter().map(|part| part.size).sum();
            let full = !param.by_reference && param.reached == param.limit;
            if param.splits && (param.reached > param.limit || full) {
                let reason = "Would result into a too big set of replacements.";
                self.disqualify(params, index, reason);
            }
        }
    }

    /// Whether everything that is loaded through a pointer is loaded in any case.
    fn check_certain(
        &mut self,
        params: &mut [Param],
        index: usize,
        loads: &[(usize, StmtId, Part)],
    ) {
        let own = loads.iter().filter(|&&(of, ..)| of == index);
        let surely = surely_loaded(self.unit, self.f, own.map(|&(_, stmt, part)| (stmt, part)));
        if params[index].parts.iter().any(|part| part.offset + part.size > surely) {
            let reason = "Would create a possibly illegal dereference in a caller.";
            return self.disqualify(params, index, reason);
        }
        params[index].parts.iter_mut().for_each(|part| part.certain = true);
    }

    /// Notes which pointers are passed on in calls that are made in any case, before anything changes.
    fn check_passed_on(&mut self, params: &[Param]) {
        let f = self.f;
        let mut tree = None;
        for &call in &self.graph.nodes[self.node].calls {
            let call = &mut self.graph.calls[call];
            let (before_stores, stmt) = (call.before_stores, call.stmt);
            for flow in call.flows.iter_mut().filter(|flow| flow.pointer.is_some()) {
                let Some(&source) = flow.sources.first() else { continue };
                if !params[source as usize].splits {
                    flow.pointer = None;
                    continue;
                }
                let tree =
                    tree.get_or_insert_with(|| Dominators::compute(f, Direction::PostDominators));
                let first = f.next_block(ENTRY);
                let block = f.stmts[stmt].block;
                let surely = tree.contains(first)
                    && tree.contains(block)
                    && tree.dominated_by(first, block)
                    && comes_surely(self.unit, f, stmt);
                flow.pointer = Some(before_stores && surely);
            }
        }
    }

    fn say_parameters(&mut self, params: &[Param]) {
        let (unit, f) = (self.unit, self.f);
        self.log.say_params(unit, f, params, false);
    }
}

/// Whether nothing that may not come back stands before a call in its block, where blocks before it have no such calls: those
/// write to memory, and there has been no store.
fn comes_surely(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    f.block_stmts(f.stmts[stmt].block).take_while(|&it| it != stmt).all(|it| {
        match &f.stmts[it].kind {
            StmtKind::Call(call) => !may_not_return(unit, call),
            _ => true,
        }
    })
}

/// Whether a reference is of what a pointer points to, taken for what it says, or of a part of that.
fn is_plain_load(
    unit: &Unit,
    op: Operand,
    pointer: Operand,
    pointee: Option<gimple::types::TypeId>,
) -> bool {
    let Operand::Tree(id) = unit.trees.base_address(op) else { return false };
    let TreeKind::MemRef { base, offset: 0, .. } = *unit.trees.kind(id) else { return false };
    base == pointer
        && pointee.is_some_and(|ty| unit.types.same_main(ty, unit.trees[id].ty))
        && !unit.is_volatile_operand(op)
}

/// Whether a name, and all that is made of it, is only returned (`ssa_name_only_returned_p`).
fn is_only_returned(f: &Function, name: SsaName) -> bool {
    let (mut work, mut seen) = (vec![name], FxHashSet::default());
    while let Some(name) = work.pop() {
        if !seen.insert(name) {
            continue;
        }
        for node in f.imm_uses(name) {
            match &f.stmts[node.stmt].kind {
                StmtKind::Return(op) if *op == Operand::Ssa(name) => {}
                StmtKind::Assign { lhs: Operand::Ssa(lhs), .. }
                    if !f.stmts[node.stmt].has(StmtFlags::VOLATILE) =>
                {
                    work.push(*lhs);
                }
                StmtKind::Phi(phi) => work.push(phi.result),
                _ => return false,
            }
        }
    }
    true
}

/// Whether what a statement loads has not changed since the function was called.
fn is_unchanged(
    oracle: &Oracle,
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
    left: &mut usize,
) -> bool {
    let StmtKind::Assign { rhs, .. } = &f.stmts[stmt].kind else { return false };
    if *left == 0 {
        return false;
    }
    let Some(vuse) = f.stmts[stmt].vuse.expand() else { return true };
    let access = Access::of(unit, f, rhs[0]);
    if !matches!(access.base, Base::Pointer(_)) || access.volatile {
        return false;
    }
    let mut changed = false;
    let looked_at = walk_aliased_vdefs(oracle, unit, f, &access, vuse, &mut |_| {
        changed = true;
        false
    });
    *left = left.saturating_sub(looked_at);
    !changed
}

/// Whether an access to a bit-field is one to an object of its type as well.
fn fills_its_place(unit: &Unit, ty: TypeId, access: &Access) -> bool {
    let align = 8 * i64::from(unit.types.align(ty).max(1));
    let bits = unit.types.size(ty).map(|bytes| 8 * bytes as i64);
    bits == access.size && access.offset % align == 0 && !unit.types.is_bit_precise(ty)
}

/// How many bytes from the start of what a pointer points to are loaded whenever a function is called
/// (`propagate_dereference_distances`).
fn surely_loaded(unit: &Unit, f: &Function, loads: impl Iterator<Item = (StmtId, Part)>) -> u64 {
    let by_stmt: FxHashMap<StmtId, u64> =
        loads.map(|(stmt, part)| (stmt, part.offset + part.size)).collect();
    let order = f.block_order();
    let mut bytes: FxHashMap<BlockId, u64> = FxHashMap::default();
    let mut ends: FxHashSet<BlockId> = FxHashSet::default();
    for &block in &order {
        for stmt in f.block_stmts(block) {
            if let Some(&more) = by_stmt.get(&stmt) {
                let known = bytes.entry(block).or_default();
                *known = more.max(*known);
            }
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && may_not_return(unit, call)
            {
                ends.insert(block);
                break;
            }
        }
    }
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for &block in order.iter().rev().filter(|block| !ends.contains(block)) {
            let of = |&edge| bytes.get(&f.edges[edge].dst).copied().unwrap_or(0);
            let least = f.blocks[block].succs.iter().map(of).min().unwrap_or(0);
            let known = bytes.entry(block).or_default();
            changed |= least > *known;
            *known = least.max(*known);
        }
        if !changed {
            break;
        }
    }
    bytes.get(&f.next_block(ENTRY)).copied().unwrap_or(0)
}

/// Whether a call passes what a function takes, so that both can be changed together.
pub fn call_fits(unit: &Unit, caller: &Function, call: &Call, callee: &Function) -> bool {
    let same = |(arg, &param): (&Operand, &DeclId)| {
        let to = unit.decls[param].ty;
        gimple::types_compatible::useless_type_conversion(unit, to, unit.type_of(caller, *arg))
    };
    matches!(call.callee, Callee::Decl(_))
        && call.chain.is_none()
        && call.args.len() == callee.params.len()
        && call.args.iter().zip(&callee.params).all(same)
}
