//! A new function of blocks of another, some or all of them, with fewer parameters (`tree_function_versioning`).
//!
//! Names are copied when they are first met, block by block, φs last, so that versions come out in GCC's order; a block of
//! its own is put in front. Virtual operands are left to the update of SSA form. What blocks run how often is computed
//! anew where they are entered from elsewhere.

use crate::renaming::{BodyCopy, Renaming, leaves};
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId, Probability};
use gimple::debug_stmts::{DebugId, DebugKind, DebugPlace};
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::{Function, InlinedParams, Scope};
use gimple::nonzero_bits::Known;
use gimple::pass::PassContext;
use gimple::ssa::{SsaData, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::graph::natural_loops::dump_loops;
use tree_ssa::graph::natural_loops::find_loops;
use tree_ssa::profile::{self, frequencies};
use tree_ssa::ssa::{into_ssa, update_ssa};

/// A parameter of the new function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewParam {
    /// One of the other function's.
    Kept(DeclId),
    /// A part of what one of them is or points to.
    Part(Symbol, TypeId),
}

/// What else is different in the copies of statements.
#[derive(Default)]
pub struct Edits {
    /// Loads whose values are passed: of which parameter they are.
    pub loads: FxHashMap<StmtId, usize>,
    /// Statements that only compute what nobody needs any more.
    pub skipped: FxHashSet<StmtId>,
    /// Arguments that are not passed any more.
    pub blank: FxHashMap<StmtId, Vec<bool>>,
}

/// What the new function is to be.
pub struct Shape<'a> {
    pub entry: BlockId,
    pub blocks: &'a BTreeSet<BlockId>,
    /// Its parameters, in order.
    pub params: &'a [NewParam],
    /// Parameters that are constants in it.
    pub constant: &'a [DeclId],
    /// Whether it returns what the other returns; nothing otherwise.
    pub returns_value: bool,
    pub returns: bool,
}

/// A copy of a whole function, which has constants for some of its parameters.
pub struct Specialized {
    pub function: Function,
    /// What stands for the calls of the other.
    pub calls: FxHashMap<StmtId, StmtId>,
}

/// Attributes that name parameters by their numbers: with one of them, none is dropped.
const BY_NUMBER: [&str; 6] =
    ["nonnull", "alloc_size", "alloc_align", "format", "format_arg", "sentinel"];

/// Whether the parameters of a function must stay where they are.
pub fn has_fixed_signature(unit: &Unit, decl: DeclId) -> bool {
    unit.decls[decl].extra.as_ref().is_some_and(|extra| {
        let names = extra.written.iter().map(|attribute| unit.symbols.text(attribute.name));
        names.into_iter().any(|name| BY_NUMBER.contains(&name))
    })
}

struct Copier<'a> {
    unit: &'a mut Unit,
    from: &'a Function,
    to: Function,
    renaming: Renaming,
    blocks: FxHashMap<BlockId, BlockId>,
    /// Variables that were not listed in the other function.
    unlisted: Vec<DeclId>,
    calls: FxHashMap<StmtId, StmtId>,
    /// Copied binds, and what they are copies of.
    binds: Vec<(DebugId, DebugKind)>,
    edits: &'a Edits,
    returns_value: bool,
}

/// Makes the function. Its declaration is in the symbol table; the pass manager gets the body.
pub fn make(cx: &mut PassContext<'_>, f: &Function, shape: &Shape<'_>) -> Function {
    let decl = declare_part(cx.unit, f, shape);
    let (mut to, _) = copy(cx, f, (decl, shape), &[], &Edits::default());
    frequencies::estimate(&mut to, &mut cx.dump);
    profile::note_frequency(cx.unit, &to);
    cx.unit.calls.rebuild(&to);
    to
}

/// Makes the body of a copy that [`declare`] has declared, with constants in the place of parameters.
pub fn specialize(
    cx: &mut PassContext<'_>,
    f: &Function,
    decl: DeclId,
    (dropped, known): (&[bool], &[Operand]),
) -> Specialized {
    let goes = |index: usize| dropped.get(index).is_some_and(|&dropped| dropped);
    let kept = f.params.iter().enumerate().filter(|(index, _)| !goes(*index));
    let params: Vec<NewParam> = kept.map(|(_, &param)| NewParam::Kept(param)).collect();
    let constant = f.params.iter().zip(known).enumerate();
    let constant = constant.filter(|(index, (_, known))| goes(*index) && known.is_some());
    let constant: Vec<DeclId> = constant.map(|(_, (&param, _))| param).collect();
    let values: Vec<(SsaName, Operand)> = f
        .params
        .iter()
        .zip(known)
        .filter(|(_, known)| known.is_some())
        .filter_map(|(param, &known)| Some((*f.default_defs.get(param)?, known)))
        .collect();
    whole(cx, f, (decl, true), (&params, &constant), &values, &Edits::default())
}

/// Makes the body of a copy that has parts of what the parameters of the other function are, or point to.
pub fn split_params(
    cx: &mut PassContext<'_>,
    f: &Function,
    (decl, returns_value): (DeclId, bool),
    params: &[NewParam],
    edits: &Edits,
) -> Specialized {
    whole(cx, f, (decl, returns_value), (params, &[]), &[], edits)
}

/// Makes a copy of all blocks.
fn whole(
    cx: &mut PassContext<'_>,
    f: &Function,
    (decl, returns_value): (DeclId, bool),
    (params, constant): (&[NewParam], &[DeclId]),
    values: &[(SsaName, Operand)],
    edits: &Edits,
) -> Specialized {
    let blocks: BTreeSet<BlockId> = f.block_order().into_iter().collect();
    let entry = f.single_succ(ENTRY).map_or(EXIT, |entry| f.edges[entry].dst);
    let shape = Shape { entry, blocks: &blocks, params, constant, returns_value, returns: true };
    let (mut function, calls) = copy(cx, f, (decl, &shape), values, edits);
    for block in [ENTRY, EXIT] {
        function.block_info[block].count = f.block_info[block].count;
    }
    function.calls_alloca = f.calls_alloca;
    Specialized { function, calls }
}

/// Copies the blocks, with something else in the place of some names.
fn copy(
    cx: &mut PassContext<'_>,
    f: &Function,
    (decl, shape): (DeclId, &Shape<'_>),
    values: &[(SsaName, Operand)],
    edits: &Edits,
) -> (Function, FxHashMap<StmtId, StmtId>) {
    let mut to = Function::new(decl, 0);
    into_ssa::create_vop(cx.unit, &mut to);
    to.init_cfg();
    to.properties = f.properties;
    (to.start, to.end) = (f.start, f.end);
    to.options = f.options.clone();
    to.has_forced_label = f.has_forced_label;
    to.count_quality = f.count_quality;
    to.debug.binds = f.debug.binds;
    let mut copier = Copier {
        unit: cx.unit,
        from: f,
        to,
        renaming: Renaming::new(f.names.len()),
        blocks: FxHashMap::default(),
        unlisted: Vec::new(),
        calls: FxHashMap::default(),
        binds: Vec::new(),
        edits,
        returns_value: shape.returns_value,
    };
    for &(name, value) in values {
        copier.renaming.names[name.0 as usize] = value;
    }
    copier.declarations(shape);
    find_loops(&mut copier.to);
    dump_loops(&copier.to, &mut cx.dump);
    copier.copy_blocks(shape);
    let first = copier.copy_edges(shape);
    copier.copy_phis(shape);
    copier.bind_copied();
    let late = std::mem::take(&mut copier.unlisted);
    copier.to.locals.extend(late);
    let (mut to, calls) = (copier.to, copier.calls);
    split_edge(cx.unit, &mut to, first, &mut SwitchCases::default());
    if let Some(entry) = to.single_succ(ENTRY) {
        let front = to.edges[entry].dst;
        to.block_info[front].count = f.block_info[ENTRY].count;
    }
    update_ssa::mark_virtuals(&mut to);
    for (index, param) in shape.params.iter().enumerate() {
        if matches!(param, NewParam::Part(..)) {
            let decl = to.params[index];
            update_ssa::mark_symbol(&mut to, decl);
        }
    }
    if cx.dump.details() {
        putln!(cx.dump, "fix_loop_structure: fixing up loops for function");
    }
    find_loops(&mut to);
    update_ssa::update(cx.unit, &mut to, &mut cx.dump);
    find_loops(&mut to);
    dump_loops(&to, &mut cx.dump);
    (to, calls)
}

/// Declares a copy of a function without some of its parameters: `f.constprop`, seen by nobody outside.
pub fn declare(unit: &mut Unit, f: &Function, dropped: &[bool]) -> DeclId {
    let goes = |index: usize| dropped.get(index).is_some_and(|&dropped| dropped);
    let kept = f.params.iter().enumerate().filter(|(index, _)| !goes(*index));
    let params = kept.map(|(_, &param)| unit.decls[param].ty).collect();
    let params = dropped.contains(&true).then_some((params, true));
    declare_copy(unit, f, "constprop", params)
}

/// Declares a copy of a function that is named after what has made it. `signature`: the types of its parameters and whether
/// it returns what the other does, where that is different.
pub fn declare_copy(
    unit: &mut Unit,
    f: &Function,
    maker: &str,
    signature: Option<(Vec<TypeId>, bool)>,
) -> DeclId {
    let (mut decl, base) = declaration(unit, f);
    let plain = format!("{}.{maker}", unit.symbols.text(base));
    let plain = unit.symbols.intern(&plain);
    let next = unit.clones.entry(plain).or_default();
    let text = format!("{}.{next}", unit.symbols.text(plain));
    *next += 1;
    let written = decl.name.map_or("", |name| unit.symbols.text(name));
    let name = format!("{written}.{maker}");
    decl.name = Some(unit.symbols.intern(&name));
    decl.extra_mut().assembler_name = Some(unit.symbols.intern(&text));
    if let TypeKind::Function { result, variadic, prototyped, .. } = *unit.types.kind(decl.ty)
        && let Some((params, returns_value)) = signature
    {
        let result = if returns_value { result } else { unit.common.void };
        drop_type_attributes(unit, &mut decl);
        decl.ty = unit.types.function_of(result, params, variadic, prototyped);
    }
    let decl = unit.decls.push(decl);
    unit.append_symtab_node(decl, true);
    unit.set_frequency(decl, unit.frequency(f.decl));
    decl
}

/// Declares the function: `f.part.0`, seen by nobody outside.
fn declare_part(unit: &mut Unit, f: &Function, shape: &Shape<'_>) -> DeclId {
    let (mut decl, base) = declaration(unit, f);
    let next = unit.clones.entry(base).or_default();
    let text = format!("{}.part.{next}", unit.symbols.text(base));
    *next += 1;
    decl.name = Some(unit.symbols.intern(&text));
    decl.set(flag::NORETURN, !shape.returns);
    decl.set(flag::SPLIT_OFF, true);
    if !shape.returns_value {
        decl.set(flag::RETURNS_NONNULL, false);
    }
    let TypeKind::Function { result, variadic, prototyped, .. } = *unit.types.kind(decl.ty) else {
        return f.decl;
    };
    let type_of = |param: &NewParam| match *param {
        NewParam::Kept(param) => unit.decls[param].ty,
        NewParam::Part(_, ty) => ty,
    };
    let params = shape.params.iter().map(type_of).collect();
    let result = if shape.returns_value { result } else { unit.common.void };
    let all = shape.params.len() == f.params.len();
    if !all || result == unit.common.void {
        drop_type_attributes(unit, &mut decl);
        decl.ty = unit.types.function_of(result, params, variadic, prototyped);
    }
    let decl = unit.decls.push(decl);
    unit.append_symtab_node(decl, true);
    decl
}

/// The declaration of a function as one that only the unit knows, and what the function is called outside.
fn declaration(unit: &Unit, f: &Function) -> (Decl, Symbol) {
    const DROPPED: u64 = flag::PUBLIC
        | flag::EXTERNAL
        | flag::WEAK
        | flag::INTERPOSABLE
        | flag::CONSTRUCTOR
        | flag::DESTRUCTOR
        | flag::GNU_INLINE
        | flag::ALWAYS_EMIT
        | flag::PRESERVED
        | flag::RETAIN
        | flag::NESTED
        | flag::ADDRESSABLE
        | flag::SETTLED;
    let mut decl = unit.decls[f.decl].clone();
    let extra = decl.extra.get_or_insert_default();
    let base = extra.assembler_name.or(decl.name).unwrap_or(Symbol::NONE);
    extra.assembler_name = None;
    extra.assembler_name_given = false;
    extra.alias = None;
    extra.visibility = Default::default();
    extra.visibility_given = false;
    extra.priority = None;
    decl.builtin = None;
    decl.context = DeclId::NONE;
    decl.flags = decl.flags & !DROPPED | flag::ARTIFICIAL;
    (decl, base)
}

/// A new type has not the attributes of the old one: which are the line that dumps show last.
fn drop_type_attributes(unit: &mut Unit, decl: &mut Decl) {
    const OF_TYPES: [&str; 4] =
        ["access", "returns_nonnull", "assume_aligned", "warn_unused_result"];
    let extra = decl.extra_mut();
    let Some(text) = extra.attributes else { return };
    let of_decl = |line: &&str| {
        let name = line.trim_start_matches("__attribute__((");
        !OF_TYPES.iter().any(|of_type| name.starts_with(of_type))
    };
    let lines: Vec<&str> = unit.symbols.text(text).lines().filter(of_decl).collect();
    let text = lines.join("\n");
    extra.attributes = (!text.is_empty()).then(|| unit.symbols.intern(&text));
}

impl BodyCopy for Copier<'_> {
    fn renaming(&mut self) -> (&mut Unit, &mut Renaming) {
        (self.unit, &mut self.renaming)
    }

    fn original(&self, name: SsaName) -> (SsaData, Known) {
        (self.from.names[name].clone(), self.from.nonzero_bits.known(name))
    }

    fn target(&mut self) -> (&Unit, &mut Function) {
        (self.unit, &mut self.to)
    }

    fn decl(&mut self, old: DeclId) -> DeclId {
        if let Some(&new) = self.renaming.decls.get(&old) {
            return new;
        }
        let kind = self.unit.decls[old].kind;
        let new = self.declare(old, kind);
        if kind == DeclKind::Var {
            self.unlisted.push(new);
        }
        new
    }
}

impl Copier<'_> {
    /// Declares parameters, variables and the result, in GCC's order.
    fn declarations(&mut self, shape: &Shape<'_>) {
        let f = self.from;
        for &param in shape.constant {
            self.declare(param, DeclKind::Var);
        }
        for &param in shape.params {
            let new = match param {
                NewParam::Kept(param) => self.declare(param, DeclKind::Parm),
                NewParam::Part(name, ty) => self.declare_part(name, ty),
            };
            self.to.params.push(new);
        }
        let kept: FxHashSet<DeclId> = self.to.params.iter().copied().collect();
        let dropped: Vec<DeclId> = f
            .params
            .iter()
            .map(|&param| self.declare(param, DeclKind::Var))
            .filter(|new| !kept.contains(new))
            .collect();
        self.scopes();
        self.to.locals.extend(dropped.iter().rev());
        for &var in f.locals.iter().rev() {
            if !self.unit.decls[var].is_global() {
                let new = self.declare(var, DeclKind::Var);
                self.to.locals.push(new);
            }
        }
        if f.result.is_none() {
            return;
        }
        if shape.returns_value {
            self.to.result = self.declare(f.result, DeclKind::Result);
            return;
        }
        let void = self.unit.common.void;
        if self.unit.decls[f.result].ty != void {
            let new = self.declare(f.result, DeclKind::Var);
            self.to.locals.push(new);
        }
        let mut result = Decl::new(DeclKind::Result, None, void, self.unit.decls[f.result].loc);
        result.flags = flag::ARTIFICIAL | flag::IGNORED;
        result.context = self.to.decl;
        self.to.result = self.unit.decls.push(result);
    }

    /// The lexical blocks, with the copies of what they declare. Static variables stand in both functions.
    fn scopes(&mut self) {
        let f = self.from;
        for (_, scope) in f.scopes.iter() {
            let mut vars = Vec::with_capacity(scope.vars.len());
            for &var in &scope.vars {
                let data = &self.unit.decls[var];
                match data.kind {
                    DeclKind::Var if data.is_global() => {
                        if !data.has(flag::EXTERNAL) {
                            self.to.locals.push(var);
                        }
                        vars.push(var);
                    }
                    DeclKind::Var => vars.push(self.declare(var, DeclKind::Var)),
                    DeclKind::Parm | DeclKind::Result | DeclKind::Label => {}
                    _ => vars.push(var),
                }
            }
            self.to.scopes.push(Scope { vars, unused: Vec::new(), ..scope.clone() });
        }
    }

    /// A parameter that is a part of another.
    fn declare_part(&mut self, name: Symbol, ty: TypeId) -> DeclId {
        let loc = self.unit.decls[self.from.decl].loc;
        let mut decl = Decl::new(DeclKind::Parm, Some(name), ty, loc);
        decl.flags = flag::ARTIFICIAL | flag::IGNORED;
        decl.context = self.to.decl;
        let new = self.unit.decls.push(decl);
        self.renaming.decls.insert(new, new);
        new
    }

    /// The copy of a declaration, made as one of a kind on first sight.
    fn declare(&mut self, old: DeclId, kind: DeclKind) -> DeclId {
        if let Some(&new) = self.renaming.decls.get(&old) {
            return new;
        }
        let mut decl = self.unit.decls[old].clone();
        if decl.kind != kind {
            decl.kind = kind;
            decl.set(flag::READONLY, false);
        }
        decl.context = self.to.decl;
        let new = self.unit.decls.push(decl);
        self.renaming.decls.insert(old, new);
        self.unit.pass_state.of::<InlinedParams>().copied(old, new);
        new
    }

    fn copy_blocks(&mut self, shape: &Shape<'_>) {
        let f = self.from;
        let mut last = ENTRY;
        for block in f.block_order() {
            if !shape.blocks.contains(&block) {
                continue;
            }
            last = self.to.create_block(last);
            self.to.block_info[last].count = f.block_info[block].count;
            self.blocks.insert(block, last);
            for stmt in f.block_stmts(block) {
                self.copy_debug(DebugPlace::Before(stmt), last);
                if !self.edits.skipped.contains(&stmt) {
                    self.copy_stmt(stmt, last);
                }
            }
            self.copy_debug(DebugPlace::AtEnd(block), last);
        }
        self.blocks.insert(EXIT, EXIT);
    }

    /// Copies debug statements to the end of a block; what binds name gets its copies last.
    fn copy_debug(&mut self, place: DebugPlace, block: BlockId) {
        for id in self.from.debug_at(place) {
            let stmt = self.from.debug[id];
            let marker = matches!(stmt.kind, DebugKind::BeginStmt | DebugKind::InlineEntry(_));
            let kind = if marker { stmt.kind } else { DebugKind::Gone };
            let at = (stmt.loc, stmt.scope);
            let new = self.to.add_debug(self.unit, DebugPlace::AtEnd(block), kind, at);
            if !marker {
                self.binds.push((new, stmt.kind));
            }
        }
    }

    /// Brings copied binds up to date; those that name what has no copy are reset.
    fn bind_copied(&mut self) {
        for (id, kind) in std::mem::take(&mut self.binds) {
            let kind = self.debug_kind(kind);
            self.to.set_debug_kind(self.unit, id, kind);
        }
    }

    fn copy_stmt(&mut self, stmt: StmtId, block: BlockId) {
        let f = self.from;
        let (kind, info) = (self.edited(stmt), f.stmt_info[stmt]);
        let new = self.to.new_stmt(kind, info.loc);
        self.to.stmt_info[new] = info;
        let dropped = StmtFlags::VUSE | StmtFlags::VDEF | StmtFlags::PASSING;
        self.to.stmts[new].flags = f.stmts[stmt].flags.without(dropped);
        let mut met = Vec::new();
        let mut note = |op| leaves(self.unit, op, &mut |leaf| met.push(leaf));
        self.to.for_each_read(new, &mut note);
        self.to.for_each_write(new, &mut note);
        self.meet(&met);
        let trees = &mut self.unit.trees;
        self.to.map_operands(new, &mut |op, _| self.renaming.operand(trees, op));
        self.copy_labels(stmt, new, block);
        self.to.append_to_block(block, new);
        self.to.update_stmt(self.unit, new);
        if matches!(f.stmts[stmt].kind, StmtKind::Call(_)) {
            self.calls.insert(stmt, new);
        }
    }

    /// A statement as it is to be copied.
    fn edited(&self, stmt: StmtId) -> StmtKind {
        let mut kind = self.from.stmts[stmt].kind.clone();
        match &mut kind {
            StmtKind::Assign { rhs, .. } => {
                if let Some(&param) = self.edits.loads.get(&stmt) {
                    rhs[0] = Operand::Decl(self.to.params[param]);
                }
            }
            StmtKind::Call(call) => {
                let blank = self.edits.blank.get(&stmt).into_iter().flatten();
                for (arg, _) in call.args.iter_mut().zip(blank).filter(|(_, blank)| **blank) {
                    *arg = Operand::None;
                }
            }
            StmtKind::Return(value) if !self.returns_value => *value = Operand::None,
            _ => {}
        }
        kind
    }

    fn copy_labels(&mut self, old: StmtId, new: StmtId, block: BlockId) {
        match &self.from.stmts[old].kind {
            &StmtKind::Label(label) => {
                let label = self.decl(label);
                self.to.stmts[new].kind = StmtKind::Label(label);
                self.to.labels.place(label, block);
            }
            StmtKind::Switch(switch) => {
                let labels: Vec<DeclId> =
                    switch.cases.iter().map(|case| self.decl(case.label)).collect();
                if let StmtKind::Switch(switch) = &mut self.to.stmts[new].kind {
                    for (case, label) in switch.cases.iter_mut().zip(labels) {
                        case.label = label;
                    }
                }
            }
            StmtKind::Asm(asm) => {
                let labels: Vec<DeclId> =
                    asm.labels.iter().map(|&label| self.decl(label)).collect();
                if let StmtKind::Asm(asm) = &mut self.to.stmts[new].kind {
                    asm.labels = labels;
                }
            }
            _ => {}
        }
    }

    /// Copies the edges between the blocks and to the exit; returns the one from the entry.
    fn copy_edges(&mut self, shape: &Shape<'_>) -> EdgeId {
        let f = self.from;
        for block in f.block_order().into_iter().filter(|block| shape.blocks.contains(block)) {
            for &edge in &f.blocks[block].succs {
                let old = &f.edges[edge];
                let Some(&dst) = self.blocks.get(&old.dst) else { continue };
                let flags = old.flags.without(EdgeFlags::DFS_BACK | EdgeFlags::EXECUTABLE);
                let new = self.to.make_edge_unchecked(self.blocks[&block], dst, flags);
                let copy = &mut self.to.edges[new];
                (copy.probability, copy.loc, copy.scope) = (old.probability, old.loc, old.scope);
            }
        }
        let entry = self.blocks[&shape.entry];
        let edge = self.to.make_edge_unchecked(ENTRY, entry, EdgeFlags::FALLTHRU);
        self.to.edges[edge].probability = Probability::ALWAYS;
        edge
    }

    fn copy_phis(&mut self, shape: &Shape<'_>) {
        let f = self.from;
        let originals: FxHashMap<BlockId, BlockId> =
            self.blocks.iter().map(|(&old, &new)| (new, old)).collect();
        for block in f.block_order().into_iter().filter(|block| shape.blocks.contains(block)) {
            let copy = self.blocks[&block];
            let preds: Vec<EdgeId> = self.to.blocks[copy].preds.to_vec();
            // The edge each predecessor of the copy stands for: any from outside for that from the entry.
            let within = |src: BlockId| shape.blocks.contains(&src);
            let outside = f.blocks[block].preds.iter().find(|&&edge| !within(f.edges[edge].src));
            let old_edges: Vec<Option<EdgeId>> = preds
                .iter()
                .map(|&edge| match originals.get(&self.to.edges[edge].src) {
                    Some(&src) => f.find_edge(src, block),
                    None => outside.copied(),
                })
                .collect();
            for phi in f.phis(block).filter(|&phi| !f.is_virtual_phi(phi)) {
                if self.edits.skipped.contains(&phi) {
                    continue;
                }
                let Operand::Ssa(result) = self.name(f.phi(phi).result) else { continue };
                let new = self.to.create_phi(result, copy);
                for (&edge, old) in preds.iter().zip(&old_edges) {
                    let Some(old) = *old else { continue };
                    let arg = f.phi(phi).args[f.edges[old].dst_idx as usize];
                    let value = self.operand(arg.value);
                    self.to.add_phi_arg(new, edge, value, arg.loc);
                }
            }
        }
    }
}
