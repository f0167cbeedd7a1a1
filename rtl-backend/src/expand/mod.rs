//! `expand`: GIMPLE into RTL.
//!
//! ```text
//! _1 = n_5(D) + -1;     =>   (set (reg:SI 78) (plus:SI (subreg/s/u:SI (reg/v:DI 74 [ n ]) 0) (const_int -1)))
//!                            (set (reg/v:DI 74 [ n ]) (sign_extend:DI (reg:SI 78)))
//! ```
//!
//! SSA names live in the places of their partitions ([`tree_ssa::ssa::out_of_ssa`]): pseudo-registers, or stack slots at
//! `-O0` for the user's variables, so that a debugger finds them. Everything else that has an address gets a slot in the
//! frame. Statements are expanded block by block in layout order; each block that is jumped to has a label.
//!
//! One file per kind of thing: [`types`] (modes and argument classes), `places` (where things are), `memref`
//! (references), `assign`, `call`, `builtin`, `control` (statements).

pub(crate) mod alias_sets;
mod assign;
mod atomic;
mod binds;
mod block_builtins;
mod builtin;
mod call;
mod cleanup;
mod complex;
mod control;
mod copies;
mod fields;
mod frame;
mod guard;
mod held;
mod library;
mod math;
mod mem_attrs;
mod memref;
mod nonlocal;
pub mod offsets;
mod overflow;
mod parameters;
mod places;
mod replace;
mod report;
mod switch;
mod tls;
pub mod types;
mod untyped;
mod vector;
mod written;

pub use places::{assembler_name, binds_locally, is_noted, name_constants};
pub use written::read_written;

use crate::asm::AsmUnit;
use crate::emit::Emitter;
use crate::machine::target::abi::AbiType;
use crate::machine::target::frame::interrupt_return;
use crate::read_back::read_back;
use crate::rtl::code::Code;
use crate::rtl::edge_places::EdgePlaces;
use crate::rtl::function::{InsnId, Loc, RtlFunction};
use crate::rtl::locals::{Locals, NO_BLOCK};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use crate::rtl::stamps::Stamps;
use crate::state::{RtlState, take_asm};
use dumps::{Dump, put, putln};
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY};
use gimple::constant::{ConstId, ConstValue};
use gimple::debug_stmts::DebugPlace;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop, StartWith};
use gimple::location::Location;
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{ScopeId, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::analyses::symbol_references;
use tree_ssa::ssa::out_of_ssa::{PartitionId, Partitions, rewrite_out_of_ssa};

/// `expand` for the pass table.
pub const PASS: Pass = Pass::rtl("expand", execute)
    .requires(Prop::CFG_SSA)
    .provides(Prop::RTL)
    .destroys(Prop::SSA)
    .follows(&[("outofssa", "names are read through their partitions")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let name = cx.unit.decl_name(f.decl).map(str::to_string);
    cx.unit.diagnostics.set_function(name.as_deref());
    let mut asm = take_asm(cx.unit);
    let last_label = asm.last_label();
    name_constants(cx.unit, &mut asm);
    let mut referred = Vec::new();
    symbol_references::referenced(cx.unit, f, &mut referred);
    asm.referred.extend(referred);
    let result = expand_function(cx.unit, cx.options, f, &mut asm, &cx.dump);
    let dump = result.is_ok().then(|| cx.unit.rtl_dumps.remove(name.as_deref().unwrap_or("")));
    let state = result.and_then(|(rtl, report)| {
        put!(cx.dump, "{report}");
        f.release_body();
        let Some(dump) = dump.flatten() else { return Ok(RtlState::new(rtl)) };
        f.start_with = StartWith::Pass(dump.next.clone());
        asm.forget_labels_after(last_label);
        let empty = empty_function(cx.unit, cx.options, f, &asm);
        read_back(empty, &dump, &rtl, &mut asm)
            .map_err(|what| Unsupported { what, loc: cx.unit.decls[f.decl].loc })
    });
    cx.unit.backend = Some(asm);
    match state {
        Ok(state) => {
            f.backend = Some(Box::new(state));
            Todo::NONE
        }
        Err(unsupported) => {
            cx.unit.diagnostics.sorry(unsupported.loc, unsupported.what);
            Todo::DISCARD_FUNCTION
        }
    }
}

/// A value: how it is held depends on its type.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A scalar of a mode: register, constant or memory.
    Scalar(RtxId, Mode),
    /// The parts of a complex number, each of the mode.
    Complex(RtxId, RtxId, Mode),
    /// An object in memory.
    Memory(RtxId),
}

/// Something the backend has no code for; ends in a `sorry`.
#[derive(Clone, Debug)]
pub struct Unsupported {
    pub what: String,
    pub loc: Location,
}

/// What may go wrong.
pub type Result<T> = std::result::Result<T, Unsupported>;

/// Expands one function.
pub struct Expander<'a> {
    unit: &'a mut Unit,
    f: &'a Function,
    options: &'a Options,
    em: Emitter<'a>,
    parts: Partitions,
    partition_values: Vec<Option<Value>>,
    saved: FxHashMap<PartitionId, Value>,
    /// The first name of each partition, once one has been asked for.
    first_names: Vec<Option<SsaName>>,
    homes: FxHashMap<DeclId, RtxId>,
    /// The variables that are in registers instead.
    held: held::Held,
    /// What is copied at the ends of blocks.
    copies: copies::EdgeCopies,
    /// The partition that is in the register for the function's value.
    result_part: PartitionId,
    /// The names whose definitions are expanded where they are used.
    replaced: FixedBitSet,
    /// The blocks that have a label.
    labelled: FixedBitSet,
    /// Whether references are taken apart for their addresses alone.
    addresses_only: bool,
    /// How dumps spell the next reference, where that is not as the program does.
    spelling: Option<String>,
    /// Where the edges are in the source, by the jumps and the notes of the blocks that are them.
    edge_places: EdgePlaces,
    /// What blocks are told by when they are looked for.
    block_marks: cleanup::BlockMarks,
    /// The note of the block that is being expanded, and those of the blocks that have been.
    block_note: InsnId,
    block_notes: FxHashMap<BlockId, InsnId>,
    /// Where the value of the statement is wanted.
    goal: Option<RtxId>,
    /// The register for the function's value, where it is made before it is needed.
    result_var: Option<RtxId>,
    /// The label of each block, `NIL` until it is asked for: it is numbered near the first jump to it, as GCC does.
    labels: Vec<InsnId>,
    return_label: InsnId,
    /// The insn after the return label, of a function that never gives its value.
    valueless_end: Option<InsnId>,
    result: Option<Value>,
    result_type: TypeId,
    loc: Location,
    /// Its lexical block.
    block: u32,
    /// The line of it, where the search for the next one starts.
    line: u32,
    /// What was looked for last, and where it is.
    last_place: (Location, Loc),
    /// What the stack protector looks after, where it does.
    guard: Option<RtxId>,
    /// Where the function's own arguments are kept for `__builtin_apply_args`.
    own_arguments: Option<RtxId>,
    /// The landing pads' numbers, by their labels.
    pads: FxHashMap<DeclId, i64>,
    /// The exception that has arrived at a landing pad.
    exception: Option<RtxId>,
    /// Where `__builtin_return` goes.
    untyped_return: Option<untyped::UntypedReturn>,
    /// What the dump says before the insns.
    report: report::Report,
    /// Which names registers have the values of, where that is needed for debuggers.
    holders: Option<binds::Holders>,
    /// The variables whose memory may lack values they should have there.
    lost: FxHashSet<DeclId>,
    /// The values of debug temporaries so far.
    debug_temps: FxHashMap<u32, Operand>,
}

/// Turns a function in SSA form into RTL. The function itself is changed only by the splitting of critical edges.
///
/// The answer also says what stands before the insns in the dump.
///
/// # Errors
/// What the backend has no code for.
pub fn expand_function<'a>(
    unit: &'a mut Unit,
    options: &'a Options,
    f: &'a mut Function,
    asm: &'a mut AsmUnit,
    dump: &Dump<'_>,
) -> Result<(RtlFunction, String)> {
    let parts = match f.partitions.take() {
        Some(parts) => *parts,
        None => {
            let apart = !options.on(Flag::TreeCoalesceVars);
            rewrite_out_of_ssa(unit, f, options.out_of_ssa, apart)
        }
    };
    if parts.uncopied {
        let what = "values that differ where control arrives abnormally".to_string();
        return Err(Unsupported { what, loc: unit.decls[f.decl].loc });
    }
    let mut rtl = empty_function(unit, options, f, asm);
    rtl.reserve(f.stmts.len(), f.blocks.len());
    rtl.stamps = Some(Stamps::default());
    let result_type = types::function_result(unit, f.decl);
    let count = parts.table.len();
    let replaced = replace::replaced_names(unit, f, options, &parts);
    let mut expander = Expander {
        unit,
        f,
        options,
        em: Emitter::new(&mut rtl, asm),
        parts,
        partition_values: vec![None; count],
        saved: FxHashMap::default(),
        first_names: Vec::new(),
        homes: FxHashMap::default(),
        held: held::Held::default(),
        copies: copies::EdgeCopies::default(),
        result_part: PartitionId::NONE,
        replaced,
        labelled: FixedBitSet::with_capacity(f.blocks.len()),
        addresses_only: false,
        spelling: None,
        edge_places: EdgePlaces::default(),
        block_marks: cleanup::BlockMarks::default(),
        block_note: InsnId::NIL,
        block_notes: FxHashMap::default(),
        goal: None,
        result_var: None,
        labels: vec![InsnId::NIL; f.blocks.len()],
        return_label: InsnId::NIL,
        valueless_end: None,
        result: None,
        result_type,
        loc: Location::default(),
        block: NO_BLOCK,
        line: 0,
        last_place: (Location::UNKNOWN, Loc::default()),
        guard: None,
        own_arguments: None,
        pads: FxHashMap::default(),
        exception: None,
        untyped_return: None,
        report: report::Report::new(dump.enabled()),
        holders: None,
        lost: FxHashSet::default(),
        debug_temps: FxHashMap::default(),
    };
    if options.code.debug.level > 1 {
        expander.em.f.locals = Some(Box::new(Locals::of(expander.unit, f)));
    }
    expander.begin_binds();
    if dump.details() {
        expander.report_replaced();
    }
    expander.locate();
    expander.body()?;
    expander.note_homes();
    let places = std::mem::take(&mut expander.edge_places);
    let report = std::mem::take(&mut expander.report);
    let end = expander.valueless_end;
    let marks = std::mem::take(&mut expander.block_marks);
    let cleaned = cleanup::clean_up(&mut expander.em, places, &marks, end, report);
    let cleanup::Cleaned { numbers, places, mut report } = cleaned;
    put!(report, "\n;;\n;; Full RTL generated for this function:\n;;\n");
    let uids = expander.em.f.renumber_by_stamps();
    let places = places.renamed(|id| uids[id.0 as usize]);
    expander.em.f.edge_places = Some(Box::new(places));
    let numbers: Vec<(InsnId, u32)> =
        numbers.into_iter().map(|(note, number)| (uids[note.0 as usize], number)).collect();
    expander.em.f.note_definitions();
    expander.em.finish();
    rtl.number_blocks(&numbers);
    Ok((rtl, report.text()))
}

/// The RTL of a function before there is any.
pub(crate) fn empty_function(
    unit: &Unit,
    options: &Options,
    f: &Function,
    asm: &AsmUnit,
) -> RtlFunction {
    let name = places::symbol_name(unit, f.decl);
    let mut rtl = RtlFunction::new(&name, options.optimize);
    if let Some(declared) = unit.decl_name(f.decl) {
        rtl.declared = declared.into();
    }
    rtl.rtx.label_prefix = unit.target.user_label_prefix;
    rtl.set_extensions(asm.options.machine.isa.extensions());
    rtl.decl = f.decl;
    rtl.name = places::assembler_name(unit, f.decl).into();
    rtl.kept = asm.options.kept;
    rtl.convention = asm.options.convention;
    // What they do with the stack is not told to unwinders.
    rtl.frame.library_saves = asm.options.machine.save_restore && !options.wants_cfi();
    rtl.frame.stack_align = asm.options.machine.stack_align().into();
    rtl.optimize_size = options.optimize_size;
    rtl.order_by_traces = options.orders_by_traces();
    rtl.shrink_wraps = options.on(Flag::ShrinkWrap);
    rtl.cross_jumps = options.on(Flag::Crossjumping);
    rtl
}

impl Expander<'_> {
    fn body(&mut self) -> Result<()> {
        self.return_label = self.em.new_label();
        self.em.note_start();
        self.place_guard()?;
        self.set_location(self.start(), ScopeId(0));
        self.number_variables();
        self.find_held();
        self.lay_out_frame()?;
        self.make_result_var();
        self.receive_parameters()?;
        self.em.note_function_beg();
        self.bind_parameters()?;
        let order = self.f.block_order();
        self.find_labelled(&order);
        let more = self.force_labels();
        self.make_copies()?;
        self.em.note_first_block();
        self.set_guard();
        self.count_entry();
        self.save_for_receivers()?;
        // What is entered first need not stand first.
        self.fall_through(ENTRY, order.first().copied());
        for (index, &block) in order.iter().enumerate() {
            let late = self.begin_late(block);
            if self.labelled.contains(block.0 as usize) && self.is_label_due(block) {
                let label = self.block_label(block);
                self.em.emit_label(label);
            }
            for &label in more.get(&block).into_iter().flatten() {
                self.em.emit_label(label);
            }
            self.em.note_block();
            self.end_late(late);
            self.block_note = self.em.f.last;
            self.block_notes.insert(block, self.block_note);
            self.discriminate(block);
            self.land(block);
            putln!(self.report, "\n;; Generating RTL for gimple basic block {}", block.0);
            let next = order.get(index + 1).copied();
            self.block(block, next)?;
        }
        let end = self.em.f.last;
        if let Some(var) = self.result_var.filter(|_| !self.em.after_barrier()) {
            // Control comes here without a value: what its register holds is nobody's.
            self.em.forgotten = Some((end, var));
        }
        self.em.emit_label(self.return_label);
        self.set_location(self.f.end, ScopeId(0));
        self.leave()?;
        self.em.note_block_after(self.return_label);
        self.stamp_split_blocks();
        Ok(())
    }

    fn receive_parameters(&mut self) -> Result<()> {
        self.em.f.frame.naked = self.unit.decls[self.f.decl].has(flag::NAKED);
        self.em.f.frame.interrupt = interrupt_return(self.unit, self.f.decl);
        let data = &self.unit.decls[self.f.decl];
        self.em.f.frame.checked = self.options.on(Flag::StackCheck);
        let own = data.extra.as_ref().and_then(|extra| extra.zeroed);
        self.em.f.frame.zeroed = own.unwrap_or(self.options.code.zeroed);
        if data.name.is_some_and(|name| self.unit.symbols.text(name) == "main") {
            self.em.f.frame.zeroed = None;
        }
        if self.em.f.frame.naked {
            // There is no frame to keep parameters in.
            return Ok(());
        }
        if self.options.optimize == 0 {
            return self.receive_in_order();
        }
        let ret = self.abi_of(self.result_type)?;
        let mut abis = Vec::new();
        let mut names = Vec::new();
        for (index, &parm) in self.f.params.iter().enumerate() {
            abis.push(self.abi_of(self.passed_type(index, parm))?);
            names.push(self.unit.decl_name(parm).unwrap_or("").to_string());
        }
        let variadic = self.unit.types.is_variadic(self.unit.decls[self.f.decl].ty);
        self.receive_by_value(&abis, &names, &ret, variadic)
    }

    /// The type a parameter is passed as: of a function without prototype, `float` comes as `double`, narrow integers as
    /// `int`; so they do where an old-style definition follows a prototype that says so.
    fn passed_type(&self, index: usize, parm: DeclId) -> TypeId {
        let ty = self.unit.decls[parm].ty;
        let function = self.unit.types.kind(self.unit.decls[self.f.decl].ty);
        if let TypeKind::Function { prototyped: true, params, .. } = function {
            let same_kind = |a, b| {
                let types = &self.unit.types;
                types.is_real(a) && types.is_real(b) || types.is_integral(a) && types.is_integral(b)
            };
            return params.get(index).copied().filter(|&param| same_kind(ty, param)).unwrap_or(ty);
        }
        let (types, common) = (&self.unit.types, &self.unit.common);
        let narrower = |than: TypeId| types.size(ty) < types.size(than);
        if types.main_variant(ty) == common.float {
            common.double
        } else if types.is_integral(ty) && narrower(common.int) {
            common.int
        } else {
            ty
        }
    }

    /// Puts an incoming parameter where the body expects it.
    fn place_parameter(
        &mut self,
        (parm, passed): (DeclId, TypeId),
        value: RtxId,
        abi: &AbiType,
    ) -> Result<()> {
        let ty = self.unit.decls[parm].ty;
        let passed = self.mode_of_type(passed);
        let mode = self.mode_of_type(ty);
        let value =
            if passed == mode { value } else { self.em.convert(value, passed, mode, false) };
        if !self.unit.is_gimple_reg(parm) {
            if let AbiType::Aggregate { .. } = abi {
                self.homes.insert(parm, value);
                self.keep_address(value, parm);
                return Ok(());
            }
            let home = self.home(parm)?;
            let mode = self.mode_of_type(ty);
            let unsigned = self.unit.types.is_unsigned(ty);
            let incoming = self.em.var_value(value, mode, unsigned);
            let slot = self.em.adjust_address(home, mode, 0);
            self.em.emit_move(slot, incoming);
            return Ok(());
        }
        let name = self.f.default_defs.get(&parm).copied();
        let name = name.filter(|&name| self.parts.of(name).is_some());
        let unread = name.is_none();
        if unread && (self.options.optimize > 0 || self.unit.decls[parm].has(flag::IGNORED)) {
            return Ok(());
        }
        let incoming = match abi {
            AbiType::Aggregate { .. } if self.em.is_reg(value) => Value::Scalar(value, mode),
            AbiType::Aggregate { .. } => match self.complex_of_parts(value) {
                Some(value) => value,
                None => self.load(value, ty)?,
            },
            _ => {
                let mode = self.mode_of_type(ty);
                let unsigned = self.unit.types.is_unsigned(ty);
                Value::Scalar(self.em.var_value(value, mode, unsigned), mode)
            }
        };
        match name {
            Some(name) => self.assign_name(name, incoming),
            // A debugger wants to see it all the same.
            None => {
                let home = self.home(parm)?;
                let place = self.value_in(home, ty);
                self.assign_value(place, incoming, ty)
            }
        }
    }

    /// Without optimisation, what came by reference keeps its address in the frame, where debuggers find it.
    fn keep_address(&mut self, value: RtxId, parm: DeclId) {
        let address = self.em.f.rtx.op(value, 0);
        if self.options.optimize > 0 || self.em.f.rtx.code(address) != Code::Reg {
            return;
        }
        let name = self.unit.decl_name(parm).unwrap_or("").to_string();
        let slot = self.em.stack_local(8, 8, &name);
        let slot = self.em.adjust_address(slot, self.em.word_mode(), 0);
        self.em.emit_move(slot, address);
        if let Some(locals) = &mut self.em.f.locals {
            locals.set_slot(self.em.f.rtx.regno(address), slot);
        }
    }

    /// Where the body begins in the source.
    fn start(&self) -> Location {
        let start = self.f.start;
        if start.is_unknown() { self.unit.decls[self.f.decl].loc } else { start }
    }

    fn leave(&mut self) -> Result<()> {
        self.check_guard();
        let ret = self.abi_of(self.result_type)?;
        let value = match self.result {
            None => {
                if let Some(var) = self.result_var {
                    self.valueless_end = self.em.leave_without_value(&ret, var);
                    self.end_of_untyped();
                    return Ok(());
                }
                None
            }
            Some(value) => Some(self.as_argument(value, self.result_type)?),
        };
        self.em.emit_return(&ret, value);
        self.end_of_untyped();
        Ok(())
    }

    fn block(&mut self, block: BlockId, next: Option<BlockId>) -> Result<()> {
        let f = self.f;
        let mut ended = false;
        self.begin_block_binds(block);
        for stmt in f.block_stmts(block) {
            self.binds_at(DebugPlace::Before(stmt));
            if self.is_replaced(stmt) {
                continue;
            }
            let (loc, scope) = (f.stmt_info[stmt].loc, f.stmt_info[stmt].scope);
            if loc.is_unknown() {
                self.leave_location();
            }
            self.set_location(loc, scope);
            self.em.free_temps();
            ended = self.statement(block, stmt, next)?;
            self.note_assigned(stmt);
            if ended {
                break;
            }
        }
        if !ended {
            self.binds_at(DebugPlace::AtEnd(block));
            self.edge_copies(block);
            self.fall_through(block, next);
        }
        Ok(())
    }

    /// Notes what tells a block from others of its line, at its note.
    fn discriminate(&mut self, block: BlockId) {
        let number = self.f.block_info[block].discriminator;
        if number != 0 {
            self.em.f.discriminators.insert(self.block_note, number);
        }
    }

    /// Notes where the function begins and ends.
    fn locate(&mut self) {
        let (start, end) = (self.place_of(self.start()), self.place_of(self.f.end));
        (self.em.f.start, self.em.f.end) = (start, end);
    }

    /// A place in the source, in the function's own block.
    fn place_of(&mut self, loc: Location) -> Loc {
        if loc.is_unknown() {
            return Loc::default();
        }
        if self.last_place.0 != loc {
            let sources = &self.unit.diagnostics.sources;
            let place = sources.position_after(loc, &mut self.line);
            let file = self.em.f.file_index(place.file);
            let block = u32::from(self.em.f.locals.is_some());
            let place = Loc { file, line: place.line, column: place.column, block };
            self.last_place = (loc, place);
        }
        self.last_place.1
    }

    /// What is emitted next has no place in the source.
    pub(super) fn leave_location(&mut self) {
        (self.loc, self.block) = (Location::UNKNOWN, NO_BLOCK);
        self.em.set_loc(Loc::default());
    }

    pub(super) fn set_location(&mut self, loc: Location, scope: ScopeId) {
        let locals = self.em.f.locals.as_ref();
        let block = locals.map_or(NO_BLOCK, |locals| locals.block(scope));
        if loc.is_unknown() || (loc, block) == (self.loc, self.block) {
            return;
        }
        (self.loc, self.block) = (loc, block);
        let loc = Loc { block, ..self.place_of(loc) };
        self.em.set_loc(loc);
    }

    /// Notes where variables are in memory, for debuggers.
    fn note_homes(&mut self) {
        let Some(mut locals) = self.em.f.locals.take() else { return };
        let optimized = self.options.optimize > 0;
        let mut homes = Vec::new();
        for (&decl, &home) in &self.homes {
            let data = &self.unit.decls[decl];
            let addressed = data.has(flag::ADDRESSABLE) || data.has(flag::VOLATILE);
            let kept = addressed || !optimized || self.is_kept_in_memory(decl, &locals);
            if !data.is_global() && kept {
                homes.push((decl, home));
            }
        }
        for (value, partition) in self.partition_values.iter().zip(self.parts.table.values()) {
            let (
                Some(Value::Scalar(home, _) | Value::Complex(home, ..) | Value::Memory(home)),
                false,
            ) = (*value, optimized)
            else {
                continue;
            };
            if partition.var.is_some() && self.em.f.rtx.code(home) == Code::Mem {
                homes.push((partition.var, home));
            }
        }
        for label in &mut locals.labels {
            let insn = self.f.labels.block(label.decl).map(|block| self.labels[block.0 as usize]);
            let insn = insn.filter(|insn| insn.exists());
            label.number = insn.map(|insn| self.em.f.insn(insn).label);
        }
        locals.set_homes(self.em.f, homes);
        self.em.f.locals = Some(locals);
    }

    /// Expands a statement; whether it ended the block with a jump of its own.
    fn statement(&mut self, block: BlockId, stmt: StmtId, next: Option<BlockId>) -> Result<bool> {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Nop
            | StmtKind::BeginStmt
            | StmtKind::Label(_)
            | StmtKind::Predict { .. }
            | StmtKind::Phi(_) => Ok(false),
            StmtKind::Assign { lhs, code, rhs } => {
                let (lhs, code, rhs) = (*lhs, *code, *rhs);
                self.assignment(lhs, code, rhs)?;
                Ok(false)
            }
            StmtKind::Call(call) => self.call_stmt(stmt, call),
            StmtKind::Cond { code, lhs, rhs, .. } => {
                let (code, lhs, rhs) = (*code, *lhs, *rhs);
                self.condition(block, (code, lhs, rhs), next)?;
                Ok(true)
            }
            StmtKind::Switch(switch) => {
                self.switch(switch)?;
                Ok(true)
            }
            StmtKind::Goto(target) => {
                let target = *target;
                self.computed_goto(target)?;
                Ok(true)
            }
            StmtKind::Return(value) => {
                let value = *value;
                if f.stmt_info[stmt].loc.is_unknown() {
                    // It stands for several in the source.
                    self.set_location(f.end, ScopeId(0));
                }
                self.return_stmt(stmt, value, next)?;
                Ok(true)
            }
            StmtKind::Asm(asm) => self.asm_stmt(block, asm),
            StmtKind::Bind { .. } | StmtKind::Try { .. } | StmtKind::WithCleanup { .. } => {
                self.sorry("a structured statement in the CFG")
            }
        }
    }

    fn return_stmt(&mut self, stmt: StmtId, value: Operand, next: Option<BlockId>) -> Result<()> {
        let valued = value.is_some() && self.result_type != self.unit.common.void;
        if valued {
            let value = self.returned(value)?;
            self.set_result(value)?;
        }
        if let (true, true, Some(var)) = (value.is_none(), next.is_some(), self.result_var) {
            let ret = self.abi_of(self.result_type)?;
            self.em.forget_value(&ret, var);
        }
        let (loc, scope) = (self.f.stmt_info[stmt].loc, self.f.stmt_info[stmt].scope);
        if next.is_some() || valued {
            self.jump_on(self.return_label, loc, scope);
        } else {
            self.note_fall(loc, scope);
        }
        Ok(())
    }

    /// The value of a return statement: what is computed there has a register of its own.
    fn returned(&mut self, value: Operand) -> Result<Value> {
        let mode = self.mode_of_type(self.result_type);
        if mode == Mode::BLK || self.replacement(value).is_none() {
            return self.operand(value);
        }
        let register = self.em.new_reg(mode);
        let Value::Scalar(rtx, from) = self.operand_into(value, Some(register))? else {
            return self.sorry("a value of this type");
        };
        let rtx =
            if self.em.f.rtx.code(rtx) == Code::Mem { self.em.force_reg(from, rtx) } else { rtx };
        Ok(Value::Scalar(rtx, from))
    }

    /// Keeps the value until the end of the function.
    fn set_result(&mut self, value: Value) -> Result<()> {
        let ty = self.result_type;
        match value {
            Value::Scalar(rtx, mode) => {
                let unsigned = self.unit.types.is_unsigned(ty);
                let result = match self.result {
                    Some(Value::Scalar(result, _)) => result,
                    _ => {
                        let var = match self.result_var {
                            Some(var) => var,
                            None => self.em.new_var(mode, "<retval>", false, false),
                        };
                        let result = self.em.var_value(var, mode, unsigned);
                        self.result = Some(Value::Scalar(result, mode));
                        result
                    }
                };
                let rtx = self.em.widened_for(result, rtx, mode, unsigned);
                let whole = self.em.promoted_var(result);
                if rtx == result || whole.is_some() && self.em.promoted_var(rtx) == whole {
                    // The value is in its place.
                    self.em.keep_in_place(result);
                    return Ok(());
                }
                self.store_scalar(result, rtx, mode, unsigned);
            }
            Value::Complex(re, im, mode) => {
                if self.result.is_none() {
                    let [a, b] = [0, mode.size()].map(|offset| {
                        let part = self.em.new_named_reg(mode, "<retval>", false, false);
                        self.em.shift_name(part, offset);
                        part
                    });
                    self.result = Some(Value::Complex(a, b, mode));
                }
                if let Some(Value::Complex(a, b, _)) = self.result {
                    self.em.emit_move(a, re);
                    self.em.emit_move(b, im);
                }
            }
            Value::Memory(mem) if let Some(var) = self.result_var => {
                let size = self.unit.types.size(ty).unwrap_or(0) as i64;
                let align = self.unit.types.align(ty) * 8;
                let mode = self.em.mode_of(var);
                let value = self.em.load_structure(mem, size, align, mode);
                self.em.emit_move(var, value);
                self.result = Some(Value::Scalar(var, mode));
            }
            Value::Memory(mem) => {
                if self.result.is_none() {
                    // With one return, the object itself is the value.
                    self.result = Some(Value::Memory(mem));
                } else if let Some(Value::Memory(result)) = self.result
                    && result != mem
                {
                    let size = self.unit.types.size(ty).unwrap_or(0);
                    self.em.block_move(result, mem, size as i64);
                }
            }
        }
        Ok(())
    }

    /// The value of an operand. References are loaded.
    fn operand(&mut self, op: Operand) -> Result<Value> {
        match op {
            Operand::None => self.sorry("a missing operand"),
            Operand::Ssa(name) => self.name(name),
            Operand::Const(id) => self.constant(id),
            Operand::Decl(decl) => {
                if self.unit.decls[decl].kind == DeclKind::Label {
                    return Ok(Value::Scalar(self.label_value(decl)?, self.em.word_mode()));
                }
                if let Some((value, mode)) = self.read_hard_register(op)? {
                    return Ok(Value::Scalar(value, mode));
                }
                if let Some(value) = self.held(op) {
                    return Ok(value);
                }
                let home = self.object(op)?;
                let ty = self.unit.decls[decl].ty;
                self.load(home, ty)
            }
            Operand::Tree(id) => {
                let ty = self.unit.trees[id].ty;
                match self.unit.trees.kind(id).clone() {
                    TreeKind::Addr(object) => {
                        let address = self.address_of(object)?;
                        Ok(Value::Scalar(self.settled_address(address), self.em.word_mode()))
                    }
                    TreeKind::Expr { code, args } => self.expression(code, ty, args[0], args[1]),
                    TreeKind::Constructor(_) | TreeKind::Clobber(_) => {
                        self.sorry("a constructor as an operand")
                    }
                    _ => self.load_reference(id, ty),
                }
            }
        }
    }

    /// As [`Self::operand`], in a register if it is computed here.
    fn operand_into(&mut self, op: Operand, goal: Option<RtxId>) -> Result<Value> {
        match op {
            Operand::Ssa(name) if self.replaced.contains(name.0 as usize) => {
                self.replaced_value(name, goal)
            }
            _ => self.operand(op),
        }
    }

    /// As [`Self::operand`], of what must be a scalar: a register, constant or memory, and its mode.
    fn scalar(&mut self, op: Operand) -> Result<(RtxId, Mode)> {
        match self.operand(op)? {
            Value::Scalar(rtx, mode) => Ok((rtx, mode)),
            _ => self.sorry("a value of this type as an operand"),
        }
    }

    fn constant(&mut self, id: ConstId) -> Result<Value> {
        let constant = self.unit.consts[id].clone();
        let mode = self.mode_of_type(constant.ty);
        Ok(match constant.value {
            ConstValue::Int(value) => {
                let rtx = if mode == Mode::TI {
                    self.em.wide_int(mode, value)
                } else {
                    self.em.int(mode.trunc_int(value as i64))
                };
                Value::Scalar(rtx, mode)
            }
            ConstValue::Real(value) => {
                let bits = match types::real_format(self.unit, constant.ty) {
                    Some(RealFormat::Single) => value.single_bits().into(),
                    Some(RealFormat::Double) => value.double_bits().into(),
                    Some(RealFormat::Quad) => value.0,
                    _ => return self.sorry("half-precision constants"),
                };
                Value::Scalar(self.em.float_const(mode, bits), mode)
            }
            ConstValue::Complex(re, im) => match (self.constant(re)?, self.constant(im)?) {
                (Value::Scalar(a, mode), Value::Scalar(b, _)) => Value::Complex(a, b, mode),
                _ => return self.sorry("this constant"),
            },
            ConstValue::String(_) => {
                let mem = self.constant_object(id);
                Value::Memory(mem)
            }
            ConstValue::Vector(_) if mode != Mode::BLK => self.word_of_constant(id, mode)?,
            ConstValue::Vector(_) => Value::Memory(self.vector_constant(id)?),
        })
    }

    fn sorry<T>(&self, what: &str) -> Result<T> {
        Err(Unsupported { what: what.to_string(), loc: self.loc })
    }

    /// Whether a variable of the program has its place in the frame, whatever of it is used.
    fn is_in_slot(&self, var: DeclId) -> bool {
        let elsewhere = flag::IGNORED | flag::REGISTER;
        self.options.optimize == 0 && var.is_some() && !self.unit.decls[var].has_any(elsewhere)
    }

    /// Whether a name has no value: it is what a variable holds before it is assigned, and the variable has no place.
    fn is_undefined(&self, name: SsaName) -> bool {
        self.f.names[name].has(NameFlags::DEFAULT_DEF)
            && !self.is_in_slot(self.f.names[name].var)
            && tree_ssa::ssa::out_of_ssa::is_undefined(self.unit, self.f, name)
    }
}
