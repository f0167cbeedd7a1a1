//! Control flow: conditions, switches, gotos, inline assembly.

use super::{Expander, Result, Value};
use crate::emit::{AsmOperands, AsmStore};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, Loc};
use crate::rtl::locals::NO_BLOCK;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::fold_const;
use gimple::location::Location;
use gimple::stmt::{Asm, ScopeId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an `asm` leaves in a register for an SSA name: the name, its type, the register and its mode.
type Pending = (Operand, TypeId, RtxId, Mode);

/// How many definitions are looked at to find the constant that an operand of an `asm` is.
const CONSTANT_STEPS: u32 = 32;

impl Expander<'_> {
    /// Labels are for the blocks that are reached otherwise than by falling through from the block before.
    pub(super) fn find_labelled(&mut self, order: &[BlockId]) {
        let mut previous = ENTRY;
        for &block in order {
            let preds = &self.f.blocks[block].preds;
            let falls = preds.len() == 1 && {
                let edge = &self.f.edges[preds[0]];
                edge.src == previous
                    && self.f.blocks[previous].succs.len() == 1
                    && !edge.flags.intersects(EdgeFlags::COMPLEX)
            };
            if !falls || self.has_taken_label(block) {
                self.labelled.insert(block.0 as usize);
            }
            previous = block;
        }
    }

    /// Keeps the labels that are referred to otherwise than by jumps of this function, under the numbers by which others
    /// know them. Returns the labels blocks have beyond their own; of blocks that are gone, the first block gets them.
    pub(super) fn force_labels(&mut self) -> FxHashMap<BlockId, Vec<InsnId>> {
        const TAKEN: u64 = flag::FORCED_LABEL | flag::NONLOCAL;
        let f = self.f;
        let mut taken: Vec<(DeclId, Option<BlockId>)> = f
            .labels
            .numbered()
            .filter(|&(decl, _)| self.unit.decls[decl].flags & TAKEN != 0)
            .map(|(decl, _)| (decl, f.labels.block(decl)))
            .collect();
        taken.sort_unstable();
        let first = f.block_order().first().copied();
        let mut numbered = FxHashSet::default();
        let mut more: FxHashMap<BlockId, Vec<InsnId>> = FxHashMap::default();
        for (decl, block) in taken {
            let number = self.em.unit.label_numbers.get(&decl).copied();
            let own = block.filter(|block| self.labelled.contains(block.0 as usize));
            let label = match own.map(|block| self.block_label(block)) {
                Some(label) if number.is_none() || numbered.insert(label) => label,
                _ => {
                    let Some(at) = block.or(first) else { continue };
                    let label = self.em.new_label();
                    more.entry(at).or_default().push(label);
                    label
                }
            };
            match number {
                Some(number) => self.em.f.insn_mut(label).label = number,
                None => {
                    numbered.insert(label);
                    self.em.unit.label_numbers.insert(decl, self.em.f.insn(label).label);
                }
            }
            self.em.label_address(label);
            if block.is_some() && self.unit.decls[decl].has(flag::LANDING_PAD) {
                self.em.f.landing_pads.push(label);
                self.pads.insert(decl, self.em.f.landing_pads.len() as i64);
            } else if block.is_some() && self.unit.decls[decl].has(flag::NONLOCAL) {
                self.em.f.receivers.push(label);
            }
        }
        more
    }

    fn has_taken_label(&self, block: BlockId) -> bool {
        self.f
            .block_stmts(block)
            .next()
            .is_some_and(|stmt| matches!(self.f.stmts[stmt].kind, gimple::stmt::StmtKind::Label(_)))
    }

    /// Whether a block's label is placed where the block begins: otherwise it waits until a jump asks for it.
    pub(super) fn is_label_due(&self, block: BlockId) -> bool {
        let asked = self.labels[block.0 as usize].exists();
        asked || self.has_taken_label(block)
    }

    /// The label of a block that has one.
    pub(super) fn block_label(&mut self, block: BlockId) -> InsnId {
        if block == EXIT {
            return self.return_label;
        }
        debug_assert!(
            self.labelled.contains(block.0 as usize),
            "a jump to a block without a label"
        );
        let label = self.labels[block.0 as usize];
        if label.exists() {
            return label;
        }
        let label = self.em.new_label();
        self.labels[block.0 as usize] = label;
        if let Some(&note) = self.block_notes.get(&block) {
            // The block stands already.
            self.em.f.link_before(label, note);
        }
        label
    }

    /// Goes on to the only successor of a block that does not end in a jump.
    pub(super) fn fall_through(&mut self, block: BlockId, next: Option<BlockId>) {
        let succs = &self.f.blocks[block].succs;
        // Of the edges out of an `asm goto`, the one after it.
        let plain = || {
            let edges = succs.iter().map(|&e| &self.f.edges[e]);
            edges.filter(|edge| !edge.flags.intersects(EdgeFlags::COMPLEX))
        };
        let target = plain()
            .find(|edge| edge.flags.intersects(EdgeFlags::FALLTHRU))
            .or_else(|| plain().next())
            .map(|edge| (edge.dst, edge.loc, edge.scope));
        if let Some((_, loc, scope)) = target
            && block != ENTRY
        {
            self.note_fall(loc, scope);
        }
        match target {
            // Nothing comes after: a call that does not return, or an infinite loop's end.
            None if self.em.after_barrier() => {}
            None => self.em.emit_barrier(),
            Some((dst, ..)) if Some(dst) == next => {}
            Some((EXIT, ..)) if next.is_none() => {}
            Some((dst, loc, scope)) => {
                if loc.is_unknown() {
                    self.leave_location();
                }
                self.set_location(loc, scope);
                let late = self.between(dst, next).and_then(|between| self.begin_late(between));
                let label = self.block_label(dst);
                self.jump_on(label, loc, scope);
                self.end_late(late);
            }
        }
    }

    /// Jumps along an edge that is at `loc` in the source.
    pub(super) fn jump_on(&mut self, label: InsnId, loc: Location, scope: ScopeId) {
        self.em.emit_jump(label);
        let barrier = self.em.f.last;
        let jump = self.em.f.prev(barrier);
        self.note_jump(jump, loc, scope);
    }

    /// Where an edge is in the source.
    fn edge_place(&mut self, loc: Location, scope: ScopeId) -> Option<Loc> {
        if loc.is_unknown() {
            return None;
        }
        let locals = self.em.f.locals.as_ref();
        let block = locals.map_or(NO_BLOCK, |locals| locals.block(scope));
        Some(Loc { block, ..self.place_of(loc) })
    }

    /// Notes where the edge is in the source that a jump stands for.
    fn note_jump(&mut self, jump: InsnId, loc: Location, scope: ScopeId) {
        if let Some(place) = self.edge_place(loc, scope) {
            self.edge_places.jumps.insert(jump, place);
        }
    }

    /// Notes where the edge is in the source along which control falls off what has been emitted.
    pub(super) fn note_fall(&mut self, loc: Location, scope: ScopeId) {
        if let Some(place) = self.edge_place(loc, scope) {
            let last = self.em.f.before_debuggers(self.em.f.last);
            self.edge_places.falls.insert(last, place);
        }
    }

    /// Goes where a condition says, in the order in which GCC thinks of the paths out.
    pub(super) fn condition(
        &mut self,
        block: BlockId,
        (code, lhs, rhs): (TreeCode, Operand, Operand),
        next: Option<BlockId>,
    ) -> Result<()> {
        let Some((true_edge, false_edge)) = self.f.true_false_edges(block) else {
            return self.sorry("a condition without two edges");
        };
        let f = self.f;
        let (yes, no) = (&f.edges[true_edge], &f.edges[false_edge]);
        if Some(no.dst) == next || Some(yes.dst) != next {
            let label = self.block_label(yes.dst);
            self.jump_if(code, lhs, rhs, label, yes.probability)?;
            self.recognize_redirected(yes.dst);
            self.note_jump(self.em.f.last, yes.loc, yes.scope);
            self.note_fall(no.loc, no.scope);
            if Some(no.dst) != next {
                self.set_location(no.loc, no.scope);
                let label = self.block_label(no.dst);
                self.jump_on(label, no.loc, no.scope);
                let jump = self.em.f.prev(self.em.f.last);
                self.em.note_block_before(jump);
            }
            return Ok(());
        }
        let ty = self.unit.type_of(self.f, lhs);
        let real = matches!(self.mode_of_type(ty), Mode::SF | Mode::DF | Mode::TF);
        let exact = !self.options.honor_nans()
            || matches!(
                code,
                TreeCode::Eq | TreeCode::Ne | TreeCode::Ordered | TreeCode::Unordered
            );
        let label = self.block_label(no.dst);
        if let Some(inverse) = code.invert_comparison(false).filter(|_| !real || exact) {
            self.jump_if(inverse, lhs, rhs, label, inverted(yes.probability))?;
            self.recognize_redirected(no.dst);
            self.note_jump(self.em.f.last, no.loc, no.scope);
            self.note_fall(yes.loc, yes.scope);
            return Ok(());
        }
        // What is false of NaNs is not the opposite: the jump is jumped over.
        let over = self.em.new_label();
        self.jump_if(code, lhs, rhs, over, yes.probability)?;
        self.jump_on(label, Location::UNKNOWN, no.scope);
        self.em.emit_label(over);
        self.block_marks.apart.insert(over);
        Ok(())
    }

    /// GCC makes the blocks for copies after the jumps to where they lead, which it redirects then: it knows these insns.
    fn recognize_redirected(&mut self, target: BlockId) {
        let jump = self.em.f.last;
        if self.is_for_copies(target) && self.em.f.is_cond_jump(jump) {
            crate::machine::recog::recog_insn(self.em.f, jump);
        }
    }

    fn jump_if(
        &mut self,
        code: TreeCode,
        lhs: Operand,
        rhs: Operand,
        label: InsnId,
        probability: Probability,
    ) -> Result<()> {
        let note = branch_note(probability);
        let (rtl, mut mode, mut x, mut y) = self.compare_operands(code, lhs, rhs)?;
        if mode == Mode::HI {
            // There is no branch that compares them as they are.
            let unsigned = self.unit.types.is_unsigned(self.unit.type_of(self.f, lhs));
            x = self.em.convert(x, mode, Mode::SI, unsigned);
            y = self.em.convert(y, mode, Mode::SI, unsigned);
            mode = Mode::SI;
        }
        let is_test = matches!(rtl, Code::Eq | Code::Ne) && self.em.f.rtx.is_int(y, 0);
        if is_test && self.em.f.rtx.code(x) == Code::Subreg && self.em.promoted_var(x).is_none() {
            // What is zero or not is better a register than a part of one.
            x = self.em.copy_to_reg(mode, x);
        }
        self.em.branch(rtl, mode, x, y, label, note);
        Ok(())
    }

    pub(super) fn computed_goto(&mut self, target: Operand) -> Result<()> {
        if let Operand::Decl(decl) = target {
            let label = self.user_label(decl)?;
            self.em.emit_jump(label);
            return Ok(());
        }
        let (address, _) = self.scalar(target)?;
        self.em.indirect_jump(address);
        Ok(())
    }

    // Inline assembly.

    /// Expands an `asm`; whether it ended the block, as `asm goto` does.
    pub(super) fn asm_stmt(&mut self, block: BlockId, asm: &Asm) -> Result<bool> {
        let text = |e: &Self, symbol| e.unit.symbols.text(symbol).to_string();
        let template = text(self, asm.template);
        let mut outputs = Vec::new();
        let mut inputs = Vec::new();
        let mut pending = Vec::new();
        for operand in &asm.outputs {
            let ty = self.unit.type_of(self.f, operand.value);
            let constraint = text(self, operand.constraint);
            let (dest, mode) = self.asm_output(operand.value, ty, &mut pending)?;
            outputs.push((constraint, dest, mode));
        }
        for operand in &asm.inputs {
            let constraint = text(self, operand.constraint);
            let (value, mode) = self.asm_input(&constraint, operand.value)?;
            inputs.push((constraint, value, mode));
        }
        let clobbers: Vec<String> =
            asm.clobbers.iter().map(|&clobber| text(self, clobber)).collect();
        let targets: Vec<InsnId> = asm
            .labels
            .iter()
            .filter_map(|label| self.f.labels.block(*label))
            .map(|target| self.block_label(target))
            .collect();
        let stubs: Vec<InsnId> = targets.iter().map(|_| self.em.new_label()).collect();
        let spec = AsmOperands {
            template: &template,
            outputs: &outputs.iter().map(|(c, x, m)| (c.as_str(), *x, *m)).collect::<Vec<_>>(),
            inputs: &inputs.iter().map(|(c, x, m)| (c.as_str(), *x, *m)).collect::<Vec<_>>(),
            clobbers: &clobbers.iter().map(String::as_str).collect::<Vec<_>>(),
            labels: &stubs,
            volatile: asm.volatile || asm.basic,
        };
        let stores = match self.em.asm_insn(&spec) {
            Ok(stores) => stores,
            Err(what) => return self.sorry(&what),
        };
        self.asm_results(&stores, &pending)?;
        if targets.is_empty() {
            return Ok(false);
        }
        // What the registers hold is stored on every path out.
        self.edge_copies(block);
        self.fall_through(block, None);
        for (stub, target) in stubs.into_iter().zip(targets) {
            self.em.emit_label(stub);
            self.asm_results(&stores, &pending)?;
            self.em.emit_jump(target);
        }
        Ok(true)
    }

    fn asm_results(&mut self, stores: &[AsmStore], pending: &[Pending]) -> Result<()> {
        self.em.asm_stores(stores);
        for &(lhs, ty, reg, mode) in pending {
            let value = Value::Scalar(reg, mode);
            let scalar = self.mode_of_type(ty) != Mode::BLK;
            let value = if scalar { value } else { self.view_convert(value, ty)? };
            self.store(lhs, ty, value)?;
        }
        Ok(())
    }

    /// Where an output goes: a register that is stored afterwards, or the memory itself.
    fn asm_output(
        &mut self,
        op: Operand,
        ty: TypeId,
        pending: &mut Vec<Pending>,
    ) -> Result<(RtxId, Mode)> {
        let mode = self.asm_mode(ty);
        if let Some(register) = self.hard_register(op)? {
            return Ok(register);
        }
        if let Operand::Ssa(_) = op {
            if mode == Mode::BLK {
                return self.sorry("an asm operand of this type");
            }
            let reg = self.em.new_reg(mode);
            pending.push((op, ty, reg, mode));
            return Ok((reg, mode));
        }
        let mem = self.reference_memory(op, ty)?;
        Ok((self.em.adjust_address(mem, mode, 0), mode))
    }

    /// The mode an operand of an `asm` has; aggregates of a register's size go as integers, and complex numbers of up
    /// to two.
    fn asm_mode(&self, ty: TypeId) -> Mode {
        let mode = self.mode_of_type(ty);
        let complex = matches!(self.unit.types.kind(ty), TypeKind::Complex(_));
        let most = if complex { 16 } else { 8 };
        let size = self.unit.types.size(ty).filter(|&size| size <= most);
        match size.and_then(Mode::int_of_size) {
            Some(integer) if mode == Mode::BLK => integer,
            _ => mode,
        }
    }

    /// The constant that an operand is, where nothing but a constant will do.
    fn constant_operand(&mut self, constraint: &str, op: Operand) -> Option<RtxId> {
        if constraint.contains(|c: char| c.is_ascii_digit() || "rfgmoAX".contains(c)) {
            return None;
        }
        let mut left = CONSTANT_STEPS;
        match self.linear_constant(op, &mut left)? {
            (Some(decl), offset) => {
                let symbol = self.symbol(decl);
                Some(self.em.plus_constant(symbol, offset))
            }
            (None, value) => Some(self.em.int(value)),
        }
    }

    /// An operand as so many bytes from a static object, or as a number. What computes it of constants is followed; without
    /// optimisation only as far as the program has no names for it. `left`: how many definitions are still looked at.
    fn linear_constant(&mut self, op: Operand, left: &mut u32) -> Option<(Option<DeclId>, i64)> {
        let Operand::Ssa(name) = op else {
            return match self.unit.as_int(op) {
                Some(value) => Some((None, i64::try_from(value).ok()?)),
                None => self.static_address(op),
            };
        };
        let data = &self.f.names[name];
        if self.options.optimize == 0 && data.var.is_some() {
            return None;
        }
        let def = data.def.expand()?;
        *left = left.checked_sub(1)?;
        let StmtKind::Assign { code, rhs, lhs } = self.f.stmts[def].kind else { return None };
        let ty = self.unit.type_of(self.f, lhs);
        let first = self.linear_constant(rhs[0], left)?;
        match (code, first) {
            (TreeCode::Single, first) => Some(first),
            (TreeCode::Nop, (None, value)) => {
                Some((None, self.unit.types.wrap(ty, value.into()) as i64))
            }
            (TreeCode::Nop, first) => {
                (self.mode_of_type(ty) == self.em.word_mode()).then_some(first)
            }
            (TreeCode::Plus | TreeCode::PointerPlus | TreeCode::Minus, (Some(_), _)) => {
                match self.linear_constant(rhs[1], left)? {
                    (None, by) if code == TreeCode::Minus => {
                        Some((first.0, first.1.checked_sub(by)?))
                    }
                    (None, by) => Some((first.0, first.1.checked_add(by)?)),
                    _ => None,
                }
            }
            (_, (None, a)) => {
                let (None, b) = self.linear_constant(rhs[1], left)? else { return None };
                let value = fold_const::int_binop(self.unit, code, ty, a.into(), b.into())?;
                Some((None, i64::try_from(value).ok()?))
            }
            _ => None,
        }
    }

    /// An address as so many bytes from a static object.
    fn static_address(&mut self, op: Operand) -> Option<(Option<DeclId>, i64)> {
        self.unit.addressed(op)?;
        let (base, bits) = tree_ssa::analyses::alias::reference::pointed_to(self.unit, self.f, op);
        let (tree_ssa::analyses::alias::Base::Decl(decl), Some(bits)) = (base, bits) else {
            return None;
        };
        if !self.unit.decls[decl].is_global() || self.unit.decls[decl].has(flag::THREAD_LOCAL) {
            return None;
        }
        Some((Some(decl), bits / 8))
    }

    fn asm_input(&mut self, constraint: &str, op: Operand) -> Result<(RtxId, Mode)> {
        if let Some(constant) = self.constant_operand(constraint, op) {
            let mode = self.asm_mode(self.unit.type_of(self.f, op));
            return Ok((constant, mode));
        }
        if let Some(register) = self.hard_register(op)? {
            return Ok(register);
        }
        let ty = self.unit.type_of(self.f, op);
        let mode = self.asm_mode(ty);
        let memory_only =
            !constraint.contains(|c: char| c.is_ascii_digit() || "rfgpljisSXnIJKL".contains(c));
        if memory_only && self.unit.is_memory_operand(op) {
            let mem = self.reference_memory(op, ty)?;
            return Ok((self.em.adjust_address(mem, mode, 0), mode));
        }
        let (value, mode) = if mode != Mode::BLK && self.mode_of_type(ty) == Mode::BLK {
            let whole = self.operand(op)?;
            let integer = self.unit.types.nonstandard_integer(mode.bits() as u16, true);
            match self.view_convert(whole, integer)? {
                Value::Scalar(value, mode) => (value, mode),
                _ => return self.sorry("an asm operand of this type"),
            }
        } else {
            self.scalar(op)?
        };
        if memory_only {
            let slot = self.new_slot(ty, "")?;
            let slot = self.em.adjust_address(slot, mode, 0);
            self.em.emit_move(slot, value);
            return Ok((slot, mode));
        }
        Ok((value, mode))
    }
}

/// What a `REG_BR_PROB` note holds of a probability, if that is known: all have been guessed, but what is never or always so.
fn branch_note(probability: Probability) -> Option<u32> {
    const GUESSED: u32 = 4;
    const PRECISE: u32 = 7;
    let quality = if matches!(probability.0, 0 | PROB_BASE) { PRECISE } else { GUESSED };
    probability.is_known().then(|| probability.0 * 8 + quality)
}

fn inverted(probability: Probability) -> Probability {
    if probability.is_known() { Probability(PROB_BASE - probability.0) } else { probability }
}
