//! A function in RTL: the insn chain, its registers, its blocks and its frame.
//!
//! Insns are numbered by `uid` in order of creation and linked both ways, so that inserting and removing are O(1).
//! Uid 0 is the chain's end in either direction. The CFG is built from the chain ([`crate::rtl::cfg::build_graph`]) and is
//! rebuilt after passes that move labels and jumps.

use gimple::decl::DeclId;
use gimple::options::ZeroedRegisters;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::machine::insn::Output;
use crate::machine::recog;
use crate::machine::target::{Convention, RegClass, is_frame_base};
use crate::rtl::binds::Binds;
use crate::rtl::cfg::Cfg;
use crate::rtl::code::Code;
use crate::rtl::edge_places::EdgePlaces;
use crate::rtl::locals::Locals;
use crate::rtl::mode::Mode;
use crate::rtl::parked::Parked;
use crate::rtl::rtx::{RtxArena, RtxId, StrId, SymId, flag};
use crate::rtl::stamps::Stamps;
use crate::rtl::summary::DataFlow;
use fixedbitset::FixedBitSet;

gimple::entity! {
    /// An insn, label, barrier or note of the chain, named by its uid. 0 is none.
    InsnId;
    /// A source position of [`RtlFunction::locs`]. 0 is unknown.
    LocId;
}

impl LocId {
    /// No known position.
    pub const UNKNOWN: LocId = LocId(0);
}

impl InsnId {
    /// The end of the chain.
    pub const NIL: InsnId = InsnId(0);

    /// Whether this is not the end of the chain.
    #[inline]
    pub fn exists(self) -> bool {
        self.0 != 0
    }
}

/// Number of the first pseudo-register that stands for no place in the frame.
pub const FIRST_PSEUDO: u32 = 66;
/// Virtual registers, replaced by frame or argument pointer plus offset in the `vregs` pass.
pub const VIRTUAL_INCOMING_ARGS: u32 = 66;
pub const VIRTUAL_STACK_VARS: u32 = 67;
pub const VIRTUAL_STACK_DYNAMIC: u32 = 68;
pub const VIRTUAL_OUTGOING_ARGS: u32 = 69;
pub const VIRTUAL_CFA: u32 = 70;
pub const LAST_VIRTUAL: u32 = 71;

/// What an element of the chain is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsnKind {
    Insn,
    Jump,
    Call,
    Label,
    Barrier,
    /// A jump table's data, right after its label.
    JumpTable,
    Note(NoteKind),
}

/// What a note says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    Deleted,
    FunctionBeg,
    BasicBlock,
    PrologueEnd,
    EpilogueBeg,
    /// From here on a variable has the value of the pattern, none if that is not known (GCC's `debug_insn`). The variable's
    /// number stands in [`Insn::label`].
    Bind,
    /// A statement of the source begins (GCC's `debug_marker`).
    Marker,
    /// From here on a variable is where the pattern says (`vartrack`).
    VarLocation,
    /// A move of a register to itself has been deleted: its pseudo has what the other one had, in the same register.
    Moved,
}

/// A fact attached to an insn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegNote {
    Dead(RtxId),
    Unused(RtxId),
    Equal(RtxId),
    Equiv(RtxId),
    /// Probability that the branch is taken, as `profile_probability` encodes it in a note.
    BrProb(u32),
    CallDecl(RtxId),
    NoReturn,
    /// The call throws nothing; shown as a region of exceptions numbered 0.
    NoThrow,
    /// The same of a function of the library that leaves in no other way either.
    OfLibrary,
    EhRegion(i64),
    FrameRelated(RtxId),
    CfaRestore(RtxId),
    CfaDefCfa(RtxId),
    CfaAdjustCfa(RtxId),
}

impl RegNote {
    /// Whether it says where control goes, or how often.
    fn is_of_edges(self) -> bool {
        matches!(self, RegNote::BrProb(_) | RegNote::EhRegion(_))
    }
}

/// What dumps show of a function besides its insns, as far as GCC knows it at that place in the list of passes.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The numbers of the blocks of insns.
    pub blocks: bool,
    /// Which registers are referred to.
    pub data_flow: DataFlow,
    /// The hard registers that have been referred to, or handed out, so far.
    pub ever_live: u64,
    /// Insns from this one on are not recognised yet.
    pub raw_from: InsnId,
    /// What insns from this one on refer to is not known any more.
    pub unseen_from: InsnId,
}

impl Default for Shown {
    fn default() -> Shown {
        Shown {
            blocks: true,
            data_flow: DataFlow::Off,
            ever_live: 0,
            raw_from: Shown::ALL_KNOWN,
            unseen_from: Shown::ALL_KNOWN,
        }
    }
}

impl Shown {
    /// No insn is this one.
    pub const ALL_KNOWN: InsnId = InsnId(u32::MAX);

    /// Somebody has asked which registers are live.
    pub fn ask(&mut self) {
        if self.data_flow == DataFlow::Unasked {
            self.data_flow = DataFlow::Asked;
        }
    }
}

/// A source position; `line` 0 is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Loc {
    pub file: u32,
    pub line: u32,
    pub column: u32,
    /// The lexical block, counted from 1; 0 is unknown ([`Locals`]).
    pub block: u32,
}

impl Loc {
    /// Whether both are the same place in the source, in whatever block.
    pub fn is_at(self, other: Loc) -> bool {
        (self.file, self.line, self.column) == (other.file, other.line, other.column)
    }
}

/// What the tables are made for, from the sizes of what real programs are expanded to.
const INSNS_A_STATEMENT: usize = 6;
const NODES_A_STATEMENT: usize = 24;
const REGS_A_STATEMENT: usize = 3;

/// Insn code of what has not been recognised.
pub const UNRECOGNIZED: i16 = -1;

/// An element of the chain. Two fit in a cache line: walks along the chain are what the passes do most.
#[derive(Clone, Debug)]
pub struct Insn {
    pub kind: InsnKind,
    /// [`flag`] bits: `/f` frame-related, `/u` const call, `/j` sibling call.
    pub flags: u8,
    /// The matched pattern of the machine description, or [`UNRECOGNIZED`].
    pub icode: i16,
    pub prev: InsnId,
    pub next: InsnId,
    /// Block number; 0 outside any.
    pub block: u32,
    pub pattern: RtxId,
    pub loc: LocId,
    /// Jump: the target label. Label: its number. Note of a block: the block. Bind: the variable. Call: start of the usage
    /// list.
    pub label: u32,
    /// Label: number of uses. Otherwise: first of the notes, 0 if there is none.
    extra: u32,
}

const _: () = assert!(size_of::<Insn>() == 32);

impl Insn {
    /// An element that is in no chain.
    pub(super) fn deleted() -> Insn {
        Insn::new(InsnKind::Note(NoteKind::Deleted), RtxId::NONE, LocId::UNKNOWN)
    }

    fn new(kind: InsnKind, pattern: RtxId, loc: LocId) -> Insn {
        Insn {
            kind,
            flags: 0,
            icode: UNRECOGNIZED,
            prev: InsnId::NIL,
            next: InsnId::NIL,
            block: 0,
            pattern,
            loc,
            label: 0,
            extra: 0,
        }
    }
}

/// What the function needs of its frame, and where things ended up.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Bytes that the stack pointer is a multiple of.
    pub stack_align: i64,
    /// Bytes of locals below the frame pointer (grows with `assign_stack_local`).
    pub locals: i64,
    /// Gaps between locals, as offsets of their starts and ends, the newest last.
    pub holes: Vec<(i64, i64)>,
    /// Bytes for outgoing stack arguments.
    pub outgoing_args: i64,
    /// Bytes right above the frame for anonymous register arguments (variadic functions).
    pub pretend_args: i64,
    /// Offset from the incoming argument pointer of the first anonymous argument.
    pub first_anonymous: i64,
    /// Whether the stack pointer changes in the body (`alloca`, variable-length arrays).
    pub calls_alloca: bool,
    /// Whether `s0` is kept as frame pointer.
    pub frame_pointer_needed: bool,
    /// Whether the function is told the frame of the one it is nested in.
    pub static_chain: bool,
    /// Whether the function has no frame of the compiler's, nor a return (`naked`).
    pub naked: bool,
    /// Where the function handles interrupts: what it returns by, an `UNSPECV_…RET`.
    pub interrupt: Option<u32>,
    /// Whether the function writes to the stack it is about to use, page by page (`-fstack-check`).
    pub checked: bool,
    /// The registers that are zeros when the function returns.
    pub zeroed: Option<ZeroedRegisters>,
    /// Whether the return address or the frame of a caller is asked for.
    pub accesses_prior_frames: bool,
    /// Whether all registers that calls keep are saved (`__builtin_unwind_init`).
    pub saves_all_registers: bool,
    /// Whether `__builtin_eh_return` leaves the function.
    pub calls_eh_return: bool,
    /// Strictest alignment in bytes any local asked for.
    pub max_align: u32,
    /// Whether functions of the library may save and restore registers.
    pub library_saves: bool,
    /// Set by layout: the number of the functions that do, as their names have it, and how many bytes they take.
    pub library_save: Option<(u32, i64)>,
    /// Set by layout: total size, and offsets from the final stack pointer.
    pub total: i64,
    pub saved_regs: Vec<u32>,
    /// Distance from the CFA down to the hard frame pointer.
    pub hard_fp_offset: i64,
    /// Distance from the stack pointer up to the frame pointer (register 65).
    pub frame_pointer_offset: i64,
    /// Distance from the stack pointer up to the first saved general register.
    pub gp_save_offset: i64,
    /// Distance from the stack pointer up to the first saved floating-point register.
    pub fp_save_offset: i64,
    /// Set with the prologue: it does not stand at the start, and code after it may have no frame.
    pub shrink_wrapped: bool,
}

/// A jump table: its label stands right before it in the chain.
#[derive(Clone, Debug)]
pub struct JumpTable {
    /// Case labels' insns in order.
    pub targets: Vec<InsnId>,
}

/// A function in RTL.
pub struct RtlFunction {
    /// Assembler name.
    pub name: Box<str>,
    /// The name in the source.
    pub declared: Box<str>,
    /// Source files that [`Loc::file`] indexes.
    pub files: Vec<Box<str>>,
    /// Where the function's body begins and ends.
    pub start: Loc,
    pub end: Loc,
    /// Its declaration; `NONE` where there is none.
    pub decl: DeclId,
    /// What debuggers are told of what it declares, if they are.
    pub locals: Option<Box<Locals>>,
    /// What its binds are about, where there are any.
    pub binds: Option<Box<Binds>>,
    /// All expressions.
    pub rtx: RtxArena,
    insns: Vec<Insn>,
    /// Source positions, equal neighbours once.
    locs: Vec<Loc>,
    pub first: InsnId,
    pub last: InsnId,
    note_pool: Vec<(RegNote, u32)>,
    usage_pool: Vec<Vec<RtxId>>,
    /// The modes that dumps show of the uses, where they are not those of the registers.
    usage_modes: FxHashMap<u32, Vec<Mode>>,
    pub cfg: Cfg,
    /// Whether the graph is the one that would be built of the chain as it is now.
    pub(super) graph_is_current: bool,
    /// What dumps number the graph's blocks by, where that is not as they stand.
    pub(crate) block_numbers: Vec<u32>,
    /// Where edges are in the source, from `expand` until the blocks are put in order.
    pub(crate) edge_places: Option<Box<EdgePlaces>>,
    /// The blocks while they are out of the chain.
    pub(crate) parked: Option<Box<Parked>>,
    /// While the function is expanded as GCC does it: what the uids are going to be.
    pub(crate) stamps: Option<Stamps>,
    /// Registers of variables of half a word, which are kept extended by their sign.
    pub(crate) extended: FixedBitSet,
    /// Registers of variables of bytes and halfwords, which are kept extended: by how many bits of theirs they are, and
    /// whether zeros stand above.
    pub(crate) narrow_vars: FxHashMap<u32, (u8, bool)>,
    pub frame: Frame,
    pub jump_tables: FxHashMap<InsnId, JumpTable>,
    /// Labels whose address is taken (computed gotos, jump tables aside).
    pub forced_labels: Vec<InsnId>,
    /// Labels that calls may end in: those of non-local jumps.
    pub receivers: Vec<InsnId>,
    /// Labels where calls go on that an exception ends: [`RegNote::EhRegion`] counts them from 1.
    pub landing_pads: Vec<InsnId>,
    /// What tells blocks of a line apart, by the notes that they begin with.
    pub discriminators: FxHashMap<InsnId, u32>,
    /// Pseudos that are words of others and will be in registers as these would be: of which, and which word.
    pub word_of: FxHashMap<u32, (u32, u8)>,
    /// Level of `-O`.
    pub optimize: u8,
    /// Whether size matters more than speed (`-Os`).
    pub optimize_size: bool,
    /// Whether blocks are ordered by traces, and copied for it (`-freorder-blocks-algorithm=stc`).
    pub order_by_traces: bool,
    /// Whether paths that do not need the frame do without it (`-fshrink-wrap`).
    pub shrink_wraps: bool,
    /// Whether blocks that end the same share their ends (`-fcrossjumping`).
    pub cross_jumps: bool,
    /// Whether pseudos have been given hard registers.
    pub reload_completed: bool,
    /// What dumps show.
    pub shown: Shown,
    /// Whether prologue and epilogue are in the chain.
    pub epilogue_completed: bool,
    /// Where the caller wants a large aggregate value: the register its address arrived in.
    pub struct_value: Option<RtxId>,
    /// Whether a call may return twice (`setjmp`): registers live across it are kept in memory.
    pub calls_setjmp: bool,
    /// Hard registers that are kept for the program (`-ffixed-REG`, variables of all functions), a bit each.
    pub kept: u64,
    /// Which registers calls change, and which a function keeps.
    pub convention: Convention,
    /// Hard registers the function's value is in, live at the exit.
    pub return_regs: Vec<u32>,
    /// The simplification rules applied, where a dump is to name them.
    pub rules_applied: Option<Vec<&'static str>>,
    /// What sizes the function's name in `.size`; a function may be `static`, weak and so on: see `varasm`.
    pub symbol: SymId,
}

impl RtlFunction {
    /// An empty function.
    pub fn new(name: &str, optimize: u8) -> RtlFunction {
        let mut rtx = RtxArena::default();
        let symbol =
            rtx.symbol(name, crate::rtl::rtx::symbol_flag::FUNCTION, "function_decl", false);
        for r in 0..FIRST_PSEUDO {
            let mode = if RegClass::of_hard(r) == RegClass::Fp { Mode::DF } else { Mode::DI };
            let x = rtx.regs.push(mode);
            if is_frame_base(r) {
                rtx.add_flags(x, flag::F);
            }
        }
        let mut f = RtlFunction {
            name: name.trim_start_matches('*').into(),
            files: Vec::new(),
            declared: name.trim_start_matches('*').into(),
            start: Loc::default(),
            end: Loc::default(),
            decl: DeclId::NONE,
            locals: None,
            binds: None,
            rtx,
            insns: Vec::new(),
            locs: vec![Loc::default()],
            first: InsnId::NIL,
            last: InsnId::NIL,
            note_pool: vec![(RegNote::NoReturn, 0)],
            usage_pool: vec![Vec::new()],
            usage_modes: FxHashMap::default(),
            cfg: Cfg::default(),
            graph_is_current: false,
            block_numbers: Vec::new(),
            parked: None,
            edge_places: None,
            stamps: None,
            extended: FixedBitSet::new(),
            narrow_vars: FxHashMap::default(),
            frame: Frame { stack_align: 16, ..Frame::default() },
            jump_tables: FxHashMap::default(),
            forced_labels: Vec::new(),
            receivers: Vec::new(),
            landing_pads: Vec::new(),
            discriminators: FxHashMap::default(),
            word_of: FxHashMap::default(),
            optimize,
            optimize_size: false,
            order_by_traces: false,
            shrink_wraps: false,
            cross_jumps: false,
            reload_completed: false,
            shown: Shown::default(),
            epilogue_completed: false,
            struct_value: None,
            calls_setjmp: false,
            kept: 0,
            convention: Convention::default(),
            return_regs: Vec::new(),
            rules_applied: None,
            symbol,
        };
        // The chain's sentinel, never linked.
        f.insns.push(Insn::deleted());
        while f.num_regs() <= LAST_VIRTUAL {
            let x = f.new_reg(Mode::DI);
            f.rtx.add_flags(x, flag::F);
        }
        f
    }

    /// Makes it one for a machine with these extensions, a bit each; there are no insns yet.
    pub fn set_extensions(&mut self, extensions: u32) {
        self.rtx.extensions = extensions;
        let word = self.rtx.word();
        for r in (0..=LAST_VIRTUAL).filter(|&r| RegClass::of_hard(r) == RegClass::Gr) {
            self.rtx.regs.set_mode(r, word);
        }
    }

    /// The number of a source file in [`Self::files`], added on first sight.
    pub fn file_index(&mut self, name: &str) -> u32 {
        let found = self.files.iter().position(|file| &**file == name);
        found.unwrap_or_else(|| {
            self.files.push(name.into());
            self.files.len() - 1
        }) as u32
    }

    /// A new pseudo-register of `mode`.
    pub fn new_reg(&mut self, mode: Mode) -> RtxId {
        self.rtx.regs.push(mode)
    }

    /// Register `regno` in its own mode.
    #[inline]
    pub fn reg(&self, regno: u32) -> RtxId {
        debug_assert!(regno < self.num_regs());
        RtxId::of_reg(regno)
    }

    /// The mode of register `regno`.
    #[inline]
    pub fn reg_mode(&self, regno: u32) -> Mode {
        self.rtx.regs.mode(regno)
    }

    /// Number of registers, hard ones included.
    pub fn num_regs(&self) -> u32 {
        self.rtx.regs.len() as u32
    }

    /// The element `id` of the chain.
    #[inline]
    pub fn insn(&self, id: InsnId) -> &Insn {
        &self.insns[id.0 as usize]
    }

    /// The element `id` of the chain, to be changed. The graph is taken to be another one then.
    #[inline]
    pub fn insn_mut(&mut self, id: InsnId) -> &mut Insn {
        self.graph_is_current = false;
        &mut self.insns[id.0 as usize]
    }

    /// Gives an insn, or a jump that goes where it went, another expression.
    #[inline]
    pub fn set_pattern(&mut self, id: InsnId, pattern: RtxId) {
        self.insns[id.0 as usize].pattern = pattern;
    }

    /// Says which of the machine's insns an insn is.
    #[inline]
    pub fn set_icode(&mut self, id: InsnId, icode: i16) {
        self.insns[id.0 as usize].icode = icode;
    }

    pub(super) fn take_insns(&mut self) -> Vec<Insn> {
        self.graph_is_current = false;
        std::mem::take(&mut self.insns)
    }

    pub(super) fn put_insns(&mut self, insns: Vec<Insn>) {
        self.insns = insns;
    }

    /// One more than the greatest uid.
    pub fn max_uid(&self) -> u32 {
        self.insns.len() as u32
    }

    /// The element after `id`, or `NIL`.
    #[inline]
    pub fn next(&self, id: InsnId) -> InsnId {
        self.insns[id.0 as usize].next
    }

    /// The element before `id`, or `NIL`.
    #[inline]
    pub fn prev(&self, id: InsnId) -> InsnId {
        self.insns[id.0 as usize].prev
    }

    /// The chain from the start.
    pub fn chain(&self) -> impl Iterator<Item = InsnId> + '_ {
        let mut at = self.first;
        std::iter::from_fn(move || {
            let here = at;
            here.exists().then(|| {
                at = self.next(here);
                here
            })
        })
    }

    /// The chain from the end.
    pub fn chain_backwards(&self) -> impl Iterator<Item = InsnId> + '_ {
        let mut at = self.last;
        std::iter::from_fn(move || {
            let here = at;
            here.exists().then(|| {
                at = self.prev(here);
                here
            })
        })
    }

    /// The elements of a block, notes included.
    pub fn block_elements(&self, block: u32) -> impl Iterator<Item = InsnId> + '_ {
        let (head, end) = (self.cfg.block(block).head, self.cfg.block(block).end);
        let mut next = Some(head);
        std::iter::from_fn(move || {
            let at = next?;
            next = (at != end).then(|| self.next(at)).filter(|id| id.exists());
            Some(at)
        })
    }

    /// A new element, not yet in the chain.
    pub fn make_insn(&mut self, kind: InsnKind, pattern: RtxId, loc: LocId) -> InsnId {
        let id = InsnId(self.insns.len() as u32);
        self.insns.push(Insn::new(kind, pattern, loc));
        id
    }

    /// Makes room for the RTL of this many statements and blocks. Tables that double would be copied into fresh memory each
    /// time; room that is not needed is never touched.
    pub fn reserve(&mut self, statements: usize, blocks: usize) {
        self.insns.reserve(INSNS_A_STATEMENT * statements);
        self.locs.reserve(statements);
        self.rtx.reserve(NODES_A_STATEMENT * statements);
        self.rtx.regs.reserve(REGS_A_STATEMENT * statements);
        self.note_pool.reserve(statements);
        self.cfg.reserve(blocks);
    }

    /// The entry of a source position.
    pub fn loc_id(&mut self, loc: Loc) -> LocId {
        if self.locs.last() != Some(&loc) {
            self.locs.push(loc);
        }
        LocId(self.locs.len() as u32 - 1)
    }

    /// The source position of an element of the chain.
    pub fn loc(&self, id: InsnId) -> Loc {
        self.locs[self.insn(id).loc.0 as usize]
    }

    /// Links `id` after `after` (`NIL`: at the start); it takes the neighbour's block.
    pub fn link_after(&mut self, id: InsnId, after: InsnId) {
        if let Some(stamps) = &mut self.stamps {
            stamps.stamp(id);
        }
        let next = if after.exists() { self.next(after) } else { self.first };
        {
            let block = if after.exists() { self.insn(after).block } else { 0 };
            let insn = self.insn_mut(id);
            insn.prev = after;
            insn.next = next;
            insn.block = block;
        }
        if after.exists() {
            self.insn_mut(after).next = id;
        } else {
            self.first = id;
        }
        if next.exists() {
            self.insn_mut(next).prev = id;
        } else {
            self.last = id;
        }
    }

    /// Links `id` before `before`; it takes the neighbour's block.
    pub fn link_before(&mut self, id: InsnId, before: InsnId) {
        let block = self.insn(before).block;
        self.link_after(id, self.prev(before));
        self.insn_mut(id).block = block;
    }

    /// Makes these elements, in this order, the chain.
    pub fn relink(&mut self, elements: &[InsnId]) {
        let at = |index: usize| elements.get(index).copied().unwrap_or(InsnId::NIL);
        (self.first, self.last) = (at(0), at(elements.len().wrapping_sub(1)));
        for (index, &id) in elements.iter().enumerate() {
            let insn = self.insn_mut(id);
            (insn.prev, insn.next) = (at(index.wrapping_sub(1)), at(index + 1));
        }
    }

    /// Puts the elements of a block of the graph in this order. The graph stays as it is, unless some of them are no insns of the
    /// program, which it might take out at other places.
    pub fn reorder_block(&mut self, block: u32, elements: &[InsnId]) {
        let lasting = |id: InsnId| match self.insn(id).kind {
            InsnKind::Note(kind) => !matches!(
                kind,
                NoteKind::Deleted | NoteKind::Bind | NoteKind::Marker | NoteKind::Moved
            ),
            _ => true,
        };
        self.graph_is_current &= elements.iter().all(|&id| lasting(id));
        let (&[head, ..], &[.., end]) = (elements, elements) else { return };
        let ends = &mut self.cfg.blocks[block as usize];
        let (old_head, old_end) = (ends.head, ends.end);
        (ends.head, ends.end) = (head, end);
        let after = self.next(old_end);
        let mut last = self.prev(old_head);
        for &id in elements.iter().chain(after.exists().then_some(&after)) {
            self.insns[id.0 as usize].prev = last;
            match last.exists() {
                true => self.insns[last.0 as usize].next = id,
                false => self.first = id,
            }
            last = id;
        }
        if !after.exists() {
            self.insns[end.0 as usize].next = after;
            self.last = end;
        }
    }

    /// Takes `id` out of the chain.
    pub fn unlink(&mut self, id: InsnId) {
        let (prev, next) = (self.prev(id), self.next(id));
        if prev.exists() {
            self.insn_mut(prev).next = next;
        } else {
            self.first = next;
        }
        if next.exists() {
            self.insn_mut(next).prev = prev;
        } else {
            self.last = prev;
        }
        let insn = self.insn_mut(id);
        insn.prev = InsnId::NIL;
        insn.next = InsnId::NIL;
    }

    /// Turns `id` into a `NOTE_INSN_DELETED`, as GCC does so that positions in the dump remain.
    pub fn delete_insn(&mut self, id: InsnId) {
        let insn = self.insn_mut(id);
        insn.kind = InsnKind::Note(NoteKind::Deleted);
        insn.icode = UNRECOGNIZED;
        insn.extra = 0;
        insn.pattern = RtxId::NONE;
    }

    /// A copy of an insn, with its notes, that shares no expression a later pass may change in place. It is in no chain.
    pub fn copy_insn(&mut self, id: InsnId) -> InsnId {
        let insn = self.insn(id).clone();
        let pattern = self.rtx.deep_copy(insn.pattern);
        let copy = self.make_insn(insn.kind, pattern, insn.loc);
        if insn.kind == InsnKind::Jump && insn.label != 0 {
            self.use_label(InsnId(insn.label));
        }
        let (prev, next) = (InsnId::NIL, InsnId::NIL);
        *self.insn_mut(copy) = Insn { prev, next, block: 0, pattern, ..insn };
        copy
    }

    /// A new insn with `pattern` right after `after`, not recognised yet.
    pub fn emit_insn_after(&mut self, pattern: RtxId, after: InsnId) -> InsnId {
        let loc = self.insn(after).loc;
        let id = self.make_insn(InsnKind::Insn, pattern, loc);
        self.link_after(id, after);
        id
    }

    /// A new insn with `pattern` right before `before`, not recognised yet.
    pub fn emit_insn_before(&mut self, pattern: RtxId, before: InsnId) -> InsnId {
        let loc = self.insn(before).loc;
        let id = self.make_insn(InsnKind::Insn, pattern, loc);
        self.link_before(id, before);
        id
    }

    /// Numbers the blocks in dumps as their notes are numbered, those of them that are in the chain.
    pub fn number_blocks(&mut self, notes: &[(InsnId, u32)]) {
        let mut numbers: Vec<u32> = (0..self.cfg.blocks.len() as u32).collect();
        for &(id, number) in notes {
            if self.insn(id).kind == InsnKind::Note(NoteKind::BasicBlock) && self.is_linked(id) {
                numbers[self.insn(id).block as usize] = number;
            }
        }
        self.block_numbers = numbers;
    }

    /// Whether `id` is in the chain.
    pub fn is_linked(&self, id: InsnId) -> bool {
        self.first == id || self.prev(id).exists()
    }

    /// The number by which dumps know a block of the graph.
    pub fn shown_block(&self, block: u32) -> u32 {
        self.block_numbers.get(block as usize).copied().unwrap_or(block)
    }

    /// Whether `id` has a pattern (insn, jump or call).
    #[inline]
    pub fn is_real(&self, id: InsnId) -> bool {
        matches!(self.insn(id).kind, InsnKind::Insn | InsnKind::Jump | InsnKind::Call)
    }

    /// The `set` that is all (besides clobbers) that `id` does.
    pub fn single_set(&self, id: InsnId) -> Option<RtxId> {
        if !self.is_real(id) {
            return None;
        }
        let pattern = self.insn(id).pattern;
        match self.rtx.code(pattern) {
            Code::Set => Some(pattern),
            Code::Parallel => {
                let mut found = None;
                for &item in self.rtx.items(pattern) {
                    match self.rtx.code(item) {
                        Code::Set if found.is_none() => found = Some(item),
                        Code::Clobber => {}
                        _ => return None,
                    }
                }
                found
            }
            _ => None,
        }
    }

    /// Puts a note first on the insn's list.
    pub fn add_note(&mut self, id: InsnId, note: RegNote) {
        debug_assert!(self.is_real(id));
        self.graph_is_current &= !note.is_of_edges();
        let index = self.note_pool.len() as u32;
        let insn = &mut self.insns[id.0 as usize];
        self.note_pool.push((note, insn.extra));
        insn.extra = index;
    }

    /// The insn's notes.
    pub fn notes(&self, id: InsnId) -> impl Iterator<Item = RegNote> + '_ {
        let mut at = if self.is_real(id) { self.insn(id).extra } else { 0 };
        std::iter::from_fn(move || {
            (at != 0).then(|| {
                let (note, next) = self.note_pool[at as usize];
                at = next;
                note
            })
        })
    }

    /// The number that a note says the insn computes.
    pub fn equal_constant(&self, id: InsnId) -> Option<RtxId> {
        self.notes(id).find_map(|note| match note {
            RegNote::Equal(x) if self.rtx.code(x) == Code::ConstInt => Some(x),
            _ => None,
        })
    }

    /// Keeps only the notes `keep` approves of.
    pub fn retain_notes(&mut self, id: InsnId, mut keep: impl FnMut(RegNote) -> bool) {
        let (mut kept, mut all, mut of_edges) = (SmallVec::<[RegNote; 4]>::new(), true, false);
        for note in self.notes(id) {
            if keep(note) {
                kept.push(note);
            } else {
                all = false;
                of_edges |= note.is_of_edges();
            }
        }
        if all {
            return;
        }
        self.graph_is_current &= !of_edges;
        self.insns[id.0 as usize].extra = 0;
        for note in kept.into_iter().rev() {
            self.add_note(id, note);
        }
    }

    /// The branch's probability note.
    pub fn br_prob(&self, id: InsnId) -> Option<u32> {
        self.notes(id).find_map(|n| if let RegNote::BrProb(p) = n { Some(p) } else { None })
    }

    /// Where a call goes on that an exception ends.
    pub fn landing_pad(&self, id: InsnId) -> Option<InsnId> {
        let pads = &self.landing_pads;
        if pads.is_empty() {
            return None;
        }
        let region = self.notes(id).find_map(|note| match note {
            RegNote::EhRegion(region) => Some(region),
            _ => None,
        })?;
        pads.get(region as usize - 1).copied()
    }

    /// The `use`s and `clobber`s of a call.
    pub fn call_usage(&self, id: InsnId) -> &[RtxId] {
        debug_assert_eq!(self.insn(id).kind, InsnKind::Call);
        &self.usage_pool[self.insn(id).label as usize]
    }

    /// Sets the `use`s and `clobber`s of a call.
    pub fn set_call_usage(&mut self, id: InsnId, usage: Vec<RtxId>) {
        let index = self.usage_pool.len() as u32;
        self.usage_pool.push(usage);
        self.insn_mut(id).label = index;
    }

    /// Says with which modes dumps show the `use`s and `clobber`s of a call.
    pub fn set_usage_modes(&mut self, id: InsnId, modes: Vec<Mode>) {
        let index = self.insn(id).label;
        self.usage_modes.insert(index, modes);
    }

    /// The modes with which dumps show the `use`s and `clobber`s of a call, where that has been said.
    pub fn usage_modes(&self, id: InsnId) -> Option<&[Mode]> {
        self.usage_modes.get(&self.insn(id).label).map(Vec::as_slice)
    }

    /// How many jumps, tables and other references name the label.
    pub fn label_uses(&self, label: InsnId) -> u32 {
        debug_assert_eq!(self.insn(label).kind, InsnKind::Label);
        self.insn(label).extra
    }

    /// Counts one more reference to the label.
    pub fn use_label(&mut self, label: InsnId) {
        debug_assert_eq!(self.insn(label).kind, InsnKind::Label);
        self.insn_mut(label).extra += 1;
    }

    /// Counts one reference to the label less.
    pub fn release_label(&mut self, label: InsnId) {
        debug_assert_eq!(self.insn(label).kind, InsnKind::Label);
        let uses = &mut self.insn_mut(label).extra;
        *uses = uses.saturating_sub(1);
    }

    /// Finds out whether the function keeps a frame pointer; options may allow it to do without.
    pub fn decide_on_frame_pointer(&mut self, may_omit: bool) {
        let omit = may_omit && self.optimize > 0;
        self.frame.frame_pointer_needed |=
            !omit || self.frame.calls_alloca || !self.receivers.is_empty();
    }

    /// The label a jump goes to, `NIL` for returns and indirect jumps.
    pub fn jump_target(&self, id: InsnId) -> InsnId {
        debug_assert_eq!(self.insn(id).kind, InsnKind::Jump);
        InsnId(self.insn(id).label)
    }

    /// Whether the jump is unconditional and goes to one label.
    #[inline]
    pub fn is_simple_jump(&self, id: InsnId) -> bool {
        self.insn(id).kind == InsnKind::Jump && self.jump_code(id) == Code::LabelRef
    }

    /// Whether the jump is conditional.
    #[inline]
    pub fn is_cond_jump(&self, id: InsnId) -> bool {
        self.insn(id).kind == InsnKind::Jump && self.jump_code(id) == Code::IfThenElse
    }

    /// What the program counter is set to by a jump: a `label_ref`, an `if_then_else`, or something else. Where the jump
    /// has been recognised its pattern tells, without a look at the expression.
    fn jump_code(&self, jump: InsnId) -> Code {
        let insn = self.insn(jump);
        if insn.icode >= 0 {
            return match recog::insn(insn.icode).output {
                Output::Jump => Code::LabelRef,
                Output::Branch => Code::IfThenElse,
                _ => Code::Reg,
            };
        }
        match self.rtx.code(insn.pattern) {
            Code::Set => self.rtx.code(self.rtx.op(insn.pattern, 1)),
            code => code,
        }
    }

    /// The name `id` stands for, or nothing.
    pub fn text_of(&self, id: StrId) -> &str {
        if id.is_some() { self.rtx.text(id) } else { "" }
    }
}
