//! A function: its declarations, statements, blocks, SSA names, and the edits that keep them consistent.

use crate::cfg::{Block, BlockId, BlockInfo, Edge, EdgeId};
use crate::debug_stmts::{DebugPlace, DebugStmts};
use crate::decl::DeclId;
use crate::entity::EntityVec;
use crate::flag_set::flag_set;
use crate::labels::Labels;
use crate::layout::Links;
use crate::location::Location;
use crate::loops::Loops;
use crate::nonzero_bits::NonzeroBits;
use crate::options::Options;
use crate::ssa::{SsaData, SsaName, UseId, UseNode};
use crate::stmt::{ScopeId, Seq, Stmt, StmtId, StmtInfo, StmtKind};
use crate::tree::Operand;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::sync::Arc;

/// A lexical block: what it declares, the block around it, and those within it, from pass `lower` on: the last first,
/// as inlining puts blocks in front.
#[derive(Clone, Debug)]
pub struct Scope {
    pub parent: ScopeId,
    pub vars: Vec<DeclId>,
    /// Variables of which nothing is left but what debug binds say. Copies of the function have none.
    pub unused: Vec<DeclId>,
    pub blocks: Vec<ScopeId>,
    /// The call in whose place it is, of a function's outermost block that was inlined.
    pub inlined: Option<Inlined>,
    pub told: Told,
}

/// What debuggers are told of a block, whether or not anything in it is used.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Told {
    /// It declares something, or did.
    pub declares: bool,
    /// It declares a function or a tag, for which it stays.
    pub stays: bool,
}

/// A call that has been replaced by a copy of the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inlined {
    pub function: DeclId,
    /// Where the call stands.
    pub call: Location,
}

impl Function {
    /// The calls in place of which a lexical block is here, innermost first.
    pub fn inlined_calls(&self, scope: ScopeId) -> Vec<Inlined> {
        let mut calls = Vec::new();
        let mut next = scope.expand();
        while let Some(scope) = next {
            calls.extend(self.scopes[scope].inlined);
            next = self.scopes[scope].parent.expand();
        }
        calls
    }
}

/// The parameters of functions that were inlined, and which of those variables stand for that take their place: kept for
/// debuggers, and only where those are told of variables.
#[derive(Default, Debug)]
pub struct InlinedParams {
    pub of: FxHashMap<DeclId, Box<[DeclId]>>,
    pub origins: FxHashMap<DeclId, DeclId>,
}

impl InlinedParams {
    /// Notes that a variable is a copy of another, which may stand for a parameter itself.
    pub fn copied(&mut self, old: DeclId, new: DeclId) {
        if let Some(&origin) = self.origins.get(&old) {
            self.origins.insert(new, origin);
        }
    }
}

impl Scope {
    /// A block without declarations.
    pub fn within(parent: ScopeId) -> Scope {
        let (vars, unused, blocks) = (Vec::new(), Vec::new(), Vec::new());
        Scope { parent, vars, unused, blocks, inlined: None, told: Told::default() }
    }
}

flag_set! {
    /// Properties of a function's representation; passes require, provide and destroy them.
    pub struct Prop: u32 {
        /// Gimplified; any structure.
        GIMPLE_ANY = 1;
        /// Structured statements are lowered.
        GIMPLE_LCF = 2;
        /// Exceptions and cleanups are lowered.
        GIMPLE_LEH = 4;
        /// There is a CFG.
        CFG = 8;
        /// In SSA form.
        SSA = 32;
        /// A CFG in SSA form.
        CFG_SSA = Prop::CFG.0 | Prop::SSA.0;
        /// No statement that `expand` does not take.
        GIMPLE_LVEC = 64;
        /// Complex numbers are lowered.
        GIMPLE_LCX = 128;
        /// The loops are known.
        LOOPS = 256;
        /// The body is RTL.
        RTL = 512;
        /// No edge is critical.
        NO_CRIT_EDGES = 1024;
        /// What was to be inlined has been: what is not a constant by now will not become one (`after_inlining`).
        INLINED = 2048;
    }
}

/// A function and the one it is nested in, by its place in a list: outer functions come before inner ones, and functions
/// of one level in order of definition.
pub struct Level {
    pub function: Function,
    pub outer: Option<usize>,
}

/// A function with a body.
pub struct Function {
    pub decl: DeclId,
    /// Number in order of definition (`funcdef_no`).
    pub funcdef_no: u32,
    pub params: Vec<DeclId>,
    /// The `RESULT_DECL`, or `NONE`.
    pub result: DeclId,
    /// Local variables in the order in which they were recorded.
    pub locals: Vec<DeclId>,
    /// The lexical blocks, the function's own first.
    pub scopes: EntityVec<ScopeId, Scope>,
    pub stmts: EntityVec<StmtId, Stmt>,
    /// Where the same statements are in the source.
    pub stmt_info: EntityVec<StmtId, StmtInfo>,
    /// What debuggers are told of variables and lines.
    pub debug: DebugStmts,
    /// The statements before the CFG is built.
    pub body: Seq,
    pub blocks: EntityVec<BlockId, Block>,
    /// Of the same blocks, what few passes ask.
    pub block_info: EntityVec<BlockId, BlockInfo>,
    /// Of the same blocks, their neighbours in the layout.
    pub(crate) layout: EntityVec<BlockId, Links>,
    pub edges: EntityVec<EdgeId, Edge>,
    pub(crate) free_edges: Vec<EdgeId>,
    /// Where the labels of the function stand.
    pub labels: Labels,
    pub names: EntityVec<SsaName, SsaData>,
    /// What is known of the bits of the same names.
    pub nonzero_bits: NonzeroBits,
    /// The intervals parameters are in, whoever calls the function, where that is known.
    pub param_ranges: FxHashMap<DeclId, Vec<(i128, i128)>>,
    /// The intervals that names are in wherever they are defined, where passes know more than their definitions tell.
    pub value_ranges: FxHashMap<SsaName, Vec<(i128, i128)>>,
    pub uses: EntityVec<UseId, UseNode>,
    pub(crate) free_uses: Vec<UseId>,
    /// Released names that may be reused, and those that may not yet.
    pub free_names: Vec<SsaName>,
    pub free_names_queue: Vec<SsaName>,
    /// Names that go when SSA form has been updated.
    pub release_later: Vec<SsaName>,
    /// Default definitions of variables.
    pub default_defs: FxHashMap<DeclId, SsaName>,
    /// The variable of virtual operands, once there is one.
    pub vop: DeclId,
    pub loops: Option<Loops>,
    /// Raised by every change of the CFG.
    pub cfg_version: u32,
    pub properties: Prop,
    pub start: Location,
    pub end: Location,
    /// What an `optimize` attribute makes of the options of the compilation.
    pub options: Option<Arc<Options>>,
    pub calls_setjmp: bool,
    pub calls_alloca: bool,
    /// What is called, or has been once, of what passes look for: bits of [`crate::builtins::kind`].
    pub call_kinds: u8,
    pub has_nonlocal_label: bool,
    pub has_forced_label: bool,
    /// A try statement has been made, which is there until the pass `eh`.
    pub has_try: bool,
    /// The static chain parameter of a nested function, or `NONE`.
    pub static_chain: DeclId,
    /// The frame and stack pointers that jumps from nested functions to labels of this one restore, an array in memory.
    pub nonlocal_goto_save_area: Operand,
    /// What the backend keeps of the function between its passes.
    pub backend: Option<Box<dyn Any>>,
    /// What the tree passes have computed about the function and may use again: dominators, points-to sets.
    pub analyses: Option<Box<dyn Any>>,
    /// The places of SSA names, between out-of-SSA and `expand`.
    pub partitions: Option<Box<crate::partitions::Partitions>>,
    /// What stands in place of a body where that was written in RTL.
    pub written_rtl: Option<Box<WrittenRtl>>,
    /// Which passes the function had been through when it was read.
    pub start_with: StartWith,
    /// What the counts of its blocks mean.
    pub count_quality: CountQuality,
}

/// A body in RTL (`__RTL`), which the backend reads.
#[derive(Clone, Debug)]
pub struct WrittenRtl {
    /// Where the text begins.
    pub loc: Location,
    pub text: Box<str>,
}

/// A function's body in the text of an RTL dump, and what passes had been through it by then.
#[derive(Clone, Debug)]
pub struct RtlDump {
    pub text: Box<str>,
    /// Where in it the elements of the chain begin.
    pub chain: usize,
    /// The pass to go on with.
    pub next: String,
    pub done: RtlDone,
}

/// What has been done to a function in RTL.
#[derive(Clone, Copy, Default, Debug)]
pub struct RtlDone {
    /// Its insns are the machine's.
    pub recognized: bool,
    /// Its blocks are out of the chain.
    pub laid_out: bool,
    /// Dumps say which registers are referred to.
    pub data_flow: bool,
    /// Pseudos are to get the registers that the dump says.
    pub allocated: bool,
    pub reload: bool,
    pub epilogue: bool,
    /// How long branches are is known.
    pub shortened: bool,
}

/// Which passes a function is to see.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum StartWith {
    /// All of them.
    #[default]
    All,
    /// Those that provide what it has already are left out: it was written in the form they make.
    WhatIsMissing,
    /// As before, and no optimisation before the pass of this name.
    Pass(String),
}

/// What the counts of blocks mean.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CountQuality {
    /// They are guessed, relative to the function's entry.
    #[default]
    Local,
    /// They are numbers of executions.
    Precise,
}

impl Function {
    /// An empty function.
    pub fn new(decl: DeclId, funcdef_no: u32) -> Function {
        let mut function = Function {
            decl,
            funcdef_no,
            params: Vec::new(),
            result: DeclId::NONE,
            locals: Vec::new(),
            scopes: EntityVec::new(),
            stmts: EntityVec::new(),
            stmt_info: EntityVec::new(),
            debug: DebugStmts::default(),
            body: Seq::EMPTY,
            blocks: EntityVec::new(),
            block_info: EntityVec::new(),
            layout: EntityVec::new(),
            edges: EntityVec::new(),
            free_edges: Vec::new(),
            labels: Labels::default(),
            names: EntityVec::new(),
            nonzero_bits: NonzeroBits::default(),
            param_ranges: FxHashMap::default(),
            value_ranges: FxHashMap::default(),
            uses: EntityVec::new(),
            free_uses: Vec::new(),
            free_names: Vec::new(),
            free_names_queue: Vec::new(),
            release_later: Vec::new(),
            default_defs: FxHashMap::default(),
            vop: DeclId::NONE,
            loops: None,
            cfg_version: 0,
            properties: Prop::NONE,
            start: Location::default(),
            end: Location::default(),
            options: None,
            calls_setjmp: false,
            calls_alloca: false,
            call_kinds: 0,
            has_nonlocal_label: false,
            has_forced_label: false,
            has_try: false,
            static_chain: DeclId::NONE,
            nonlocal_goto_save_area: Operand::None,
            backend: None,
            analyses: None,
            partitions: None,
            written_rtl: None,
            start_with: StartWith::All,
            count_quality: CountQuality::Local,
        };
        // Version 0 is never used.
        function.names.push(SsaData {
            var: DeclId::NONE,
            ty: crate::types::TypeId::NONE,
            def: StmtId::NONE,
            uses: UseId::NONE,
            ident: crate::symbol::Symbol::NONE,
            flags: crate::ssa::NameFlags::RELEASED,
        });
        function
    }

    /// The function as it is now, without what is known of it beside.
    pub fn snapshot(&self) -> Function {
        Function {
            params: self.params.clone(),
            result: self.result,
            locals: self.locals.clone(),
            stmts: self.stmts.clone(),
            stmt_info: self.stmt_info.clone(),
            debug: self.debug.clone(),
            body: self.body,
            blocks: self.blocks.clone(),
            block_info: self.block_info.clone(),
            layout: self.layout.clone(),
            edges: self.edges.clone(),
            labels: self.labels.clone(),
            names: self.names.clone(),
            nonzero_bits: self.nonzero_bits.clone(),
            param_ranges: self.param_ranges.clone(),
            value_ranges: self.value_ranges.clone(),
            uses: self.uses.clone(),
            default_defs: self.default_defs.clone(),
            vop: self.vop,
            properties: self.properties,
            calls_setjmp: self.calls_setjmp,
            calls_alloca: self.calls_alloca,
            call_kinds: self.call_kinds,
            has_nonlocal_label: self.has_nonlocal_label,
            has_forced_label: self.has_forced_label,
            static_chain: self.static_chain,
            nonlocal_goto_save_area: self.nonlocal_goto_save_area,
            ..Function::new(self.decl, self.funcdef_no)
        }
    }

    /// Drops the body once the backend has its own: statements, blocks, edges, names, and what is known of them. The
    /// later passes need the memory.
    pub fn release_body(&mut self) {
        let empty = Function::new(self.decl, self.funcdef_no);
        self.scopes = empty.scopes;
        self.stmts = empty.stmts;
        self.stmt_info = empty.stmt_info;
        self.debug = empty.debug;
        self.body = empty.body;
        self.blocks = empty.blocks;
        self.block_info = empty.block_info;
        self.layout = empty.layout;
        self.edges = empty.edges;
        self.free_edges = empty.free_edges;
        self.labels = empty.labels;
        self.names = empty.names;
        self.nonzero_bits = empty.nonzero_bits;
        self.param_ranges = empty.param_ranges;
        self.value_ranges = empty.value_ranges;
        self.uses = empty.uses;
        self.free_uses = empty.free_uses;
        self.free_names = empty.free_names;
        self.free_names_queue = empty.free_names_queue;
        self.default_defs = empty.default_defs;
        self.loops = empty.loops;
        self.analyses = empty.analyses;
        self.partitions = empty.partitions;
    }

    /// The lexical block of the whole body.
    pub fn outermost_scope(&mut self) -> ScopeId {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::within(ScopeId::NONE));
        }
        ScopeId(0)
    }

    /// A new statement in no sequence.
    pub fn new_stmt(&mut self, kind: StmtKind, loc: Location) -> StmtId {
        self.has_try |= matches!(kind, StmtKind::Try { .. });
        self.debug.markers |= matches!(kind, StmtKind::BeginStmt);
        self.stmt_info.push(StmtInfo { loc, ..StmtInfo::UNKNOWN });
        self.stmts.push(Stmt::new(kind))
    }

    /// A new statement in no sequence, at the place of another in the source.
    pub fn new_stmt_at(&mut self, like: StmtId, kind: StmtKind) -> StmtId {
        let stmt = self.new_stmt(kind, Location::UNKNOWN);
        self.stmt_info[stmt] = self.stmt_info[like];
        stmt
    }

    /// A statement stands for several: neither a line nor a lexical block is its own.
    pub fn forget_place(&mut self, stmt: StmtId) {
        let pad = self.stmt_info[stmt].pad;
        self.stmt_info[stmt] = StmtInfo { pad, ..StmtInfo::UNKNOWN };
    }

    /// Appends a statement to a sequence that belongs to no block.
    pub fn seq_push(&mut self, seq: &mut Seq, stmt: StmtId) {
        self.stmts[stmt].prev = seq.last;
        self.stmts[stmt].next = StmtId::NONE;
        if seq.last.is_some() {
            self.stmts[seq.last].next = stmt;
        } else {
            seq.first = stmt;
        }
        seq.last = stmt;
    }

    /// Appends one sequence that belongs to no block to another.
    pub fn seq_append(&mut self, seq: &mut Seq, tail: Seq) {
        if tail.is_empty() {
            return;
        }
        if seq.is_empty() {
            *seq = tail;
            return;
        }
        self.stmts[seq.last].next = tail.first;
        self.stmts[tail.first].prev = seq.last;
        seq.last = tail.last;
    }

    /// The statements of a sequence in order.
    pub fn seq_iter(&self, seq: Seq) -> SeqIter<'_> {
        SeqIter { function: self, next: seq.first }
    }

    /// The statements of a block in order, without its φs.
    pub fn block_stmts(&self, block: BlockId) -> SeqIter<'_> {
        self.seq_iter(self.blocks[block].stmts)
    }

    /// The φs of a block in order.
    pub fn phis(&self, block: BlockId) -> SeqIter<'_> {
        self.seq_iter(self.blocks[block].phis)
    }

    fn seq_of(&mut self, block: BlockId, phi: bool) -> &mut Seq {
        let data = &mut self.blocks[block];
        if phi { &mut data.phis } else { &mut data.stmts }
    }

    /// Appends a statement (or φ) to a block, after the debug statements at its end.
    pub fn append_to_block(&mut self, block: BlockId, stmt: StmtId) {
        self.link_last(block, stmt);
        if !self.is_phi(stmt) {
            self.enter_gap(stmt, DebugPlace::AtEnd(block));
        }
    }

    fn link_last(&mut self, block: BlockId, stmt: StmtId) {
        let phi = self.is_phi(stmt);
        let mut seq = *self.seq_of(block, phi);
        self.seq_push(&mut seq, stmt);
        *self.seq_of(block, phi) = seq;
        self.stmts[stmt].block = block;
    }

    /// Makes a stretch of linked statements, which say already what block they are in, those of an empty block.
    pub fn fill_block(&mut self, block: BlockId, stmts: Seq) {
        if stmts.is_empty() {
            return;
        }
        self.blocks[block].stmts = stmts;
        self.stmts[stmts.first].prev = StmtId::NONE;
        self.stmts[stmts.last].next = StmtId::NONE;
    }

    /// Inserts a statement at the start of a block, before the debug statements there.
    pub fn prepend_to_block(&mut self, block: BlockId, stmt: StmtId) {
        let phi = self.is_phi(stmt);
        let first = self.seq_of(block, phi).first;
        self.link_at(block, first, stmt);
    }

    /// Inserts `stmt` before `at`, which is in a block, after the debug statements before it.
    pub fn insert_before(&mut self, at: StmtId, stmt: StmtId) {
        self.link_before(at, stmt);
        if !self.is_phi(stmt) {
            self.enter_gap(stmt, DebugPlace::Before(at));
        }
    }

    fn link_before(&mut self, at: StmtId, stmt: StmtId) {
        let (block, prev) = (self.stmts[at].block, self.stmts[at].prev);
        let new = &mut self.stmts[stmt];
        (new.block, new.prev, new.next) = (block, prev, at);
        self.stmts[at].prev = stmt;
        if prev.is_some() {
            self.stmts[prev].next = stmt;
        } else {
            let phi = self.is_phi(at);
            self.seq_of(block, phi).first = stmt;
        }
    }

    /// Links a statement before `at`, or last in its block where that is none; debug statements there come after it.
    fn link_at(&mut self, block: BlockId, at: StmtId, stmt: StmtId) {
        match at.expand() {
            Some(at) => self.link_before(at, stmt),
            None => self.link_last(block, stmt),
        }
        self.debug.moved = true;
    }

    /// Inserts `stmt` after `at`, which is in a block, before the debug statements after it.
    pub fn insert_after(&mut self, at: StmtId, stmt: StmtId) {
        let (block, next) = (self.stmts[at].block, self.stmts[at].next);
        self.link_at(block, next, stmt);
    }

    /// Inserts `stmt` after the labels at the start of a block, before the debug statements there.
    pub fn insert_after_labels(&mut self, block: BlockId, stmt: StmtId) {
        let at = self.first_after_labels(block).unwrap_or(StmtId::NONE);
        self.link_at(block, at, stmt);
    }

    /// Takes a statement out of its block. Its operands stay linked: see [`Function::remove_stmt`].
    pub fn unlink_stmt(&mut self, stmt: StmtId) {
        self.note_unlinked(stmt);
        self.leave_gap(stmt);
        let Stmt { block, prev, next, .. } = self.stmts[stmt];
        let phi = self.is_phi(stmt);
        if prev.is_some() {
            self.stmts[prev].next = next;
        } else if block.is_some() {
            self.seq_of(block, phi).first = next;
        }
        if next.is_some() {
            self.stmts[next].prev = prev;
        } else if block.is_some() {
            self.seq_of(block, phi).last = prev;
        }
        let data = &mut self.stmts[stmt];
        (data.block, data.prev, data.next) = (BlockId::NONE, StmtId::NONE, StmtId::NONE);
    }

    /// Splits a block's statements: those after `after` (all, where it is `NONE`) move to the end of `to`.
    /// Linear in the statements moved.
    pub fn move_stmts_after(&mut self, from: BlockId, after: StmtId, to: BlockId) {
        let seq = self.blocks[from].stmts;
        let first = if after.is_some() { self.stmts[after].next } else { seq.first };
        self.move_gaps(from, first, to);
        if first.is_none() {
            return;
        }
        if after.is_some() {
            self.stmts[after].next = StmtId::NONE;
            self.blocks[from].stmts.last = after;
        } else {
            self.blocks[from].stmts = Seq::EMPTY;
        }
        self.stmts[first].prev = StmtId::NONE;
        let mut stmt = first;
        while stmt.is_some() {
            self.stmts[stmt].block = to;
            stmt = self.stmts[stmt].next;
        }
        let mut target = self.blocks[to].stmts;
        self.seq_append(&mut target, Seq { first, last: seq.last });
        self.blocks[to].stmts = target;
    }

    /// Whether the statement decides where its block goes, and defines nothing.
    pub fn is_control(&self, stmt: StmtId) -> bool {
        matches!(
            self.stmts[stmt].kind,
            StmtKind::Cond { .. } | StmtKind::Switch(_) | StmtKind::Goto(_) | StmtKind::Return(_)
        )
    }

    /// Whether the statement is a φ.
    #[inline]
    pub fn is_phi(&self, stmt: StmtId) -> bool {
        matches!(self.stmts[stmt].kind, StmtKind::Phi(_))
    }
}

/// Walks a sequence. The statement returned may be unlinked only through a copy of the id taken before.
pub struct SeqIter<'a> {
    function: &'a Function,
    next: StmtId,
}

impl Iterator for SeqIter<'_> {
    type Item = StmtId;
    fn next(&mut self) -> Option<StmtId> {
        let stmt = self.next.expand()?;
        self.next = self.function.stmts[stmt].next;
        Some(stmt)
    }
}
