//! Debug binds: which register a variable's value is in, or how it is computed from registers.
//!
//! ```text
//! # DEBUG s => s_12          =>   (debug_insn (var_location:SI s (subreg:SI (reg/v:DI 74 [ s ]) 0)))
//! # DEBUG n => _1 + 1        =>   (debug_insn (var_location:SI n (plus:SI (subreg:SI (reg:DI 72) 0) (const_int 1))))
//! ```
//! Nothing is computed for a bind, and no register is made. A bind comes after the last use of its name, perhaps, when the
//! register they share has been assigned to another name: [`Holders`] knows which name a register has the value of.

use super::{Expander, Result, Value};
use crate::emit::{Arrival, IncomingParam};
use crate::machine::target::abi::{ArgLocation, Piece, Place};
use crate::rtl::binds::{Binds, Variable};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnKind, LAST_VIRTUAL, Loc, LocId, NoteKind};
use crate::rtl::locals::{Locals, NO_BLOCK};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::debug_stmts::{DebugId, DebugKind, DebugPlace};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::partitions::{PartitionId, Partitions};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_ssa::fold::gimple_fold::address::{Root, root_and_offset};

/// How many operations deep a value may be.
const DEEPEST: u32 = 16;

/// Blocks times partitions up to which it is found out what registers hold from block to block.
const MOST: usize = 1 << 22;

/// Which name each register that several names share has the value of.
#[derive(Default)]
pub(super) struct Holders {
    columns: FxHashMap<PartitionId, usize>,
    /// By block and column, `NONE` where that depends on the way there.
    at_start: Vec<SsaName>,
    now: Vec<SsaName>,
}

impl Holders {
    /// Forward over the graph: what is assigned last on all paths to a block is there. Linear in blocks times partitions that
    /// binds refer to, a few times over.
    fn of(unit: &Unit, f: &Function, parts: &Partitions, replaced: &FixedBitSet) -> Holders {
        let mut holders = Holders::default();
        let mut names = Vec::new();
        for block in f.block_iter() {
            for place in f.debug_places(block) {
                for id in f.debug_at(place) {
                    unit.for_each_ssa(f.bound_value(id), &mut |name| names.push(name));
                }
            }
        }
        let mut seen = FixedBitSet::with_capacity(f.names.len());
        while let Some(name) = names.pop() {
            if seen.put(name.0 as usize) {
                continue;
            }
            if replaced.contains(name.0 as usize) {
                f.for_each_used_name(unit, f.names[name].def, &mut |name| names.push(name));
            } else {
                holders.add(parts, name);
            }
        }
        let width = holders.columns.len();
        if width == 0 || width.saturating_mul(f.blocks.len()) > MOST {
            return Holders::default();
        }
        let mut known = vec![false; f.blocks.len()];
        let mut row = vec![SsaName::NONE; width];
        for (&var, &name) in &f.default_defs {
            if unit.decls[var].kind == DeclKind::Parm {
                holders.assign(parts, name, &mut row);
            }
        }
        holders.at_start = vec![SsaName::NONE; width * f.blocks.len()];
        holders.meet(ENTRY, &row, &mut known);
        let order: Vec<BlockId> = std::iter::once(ENTRY).chain(f.block_iter()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in
                order.iter().filter(|block| **block == ENTRY || !f.blocks[**block].preds.is_empty())
            {
                if !known[block.0 as usize] {
                    continue;
                }
                row.copy_from_slice(holders.start(block));
                holders.run(f, parts, block, &mut row);
                for &edge in &f.blocks[block].succs {
                    changed |= holders.meet(f.edges[edge].dst, &row, &mut known);
                }
            }
        }
        // Parameters are bound before the first block begins.
        holders.now = holders.start(ENTRY).to_vec();
        holders
    }

    fn add(&mut self, parts: &Partitions, name: SsaName) {
        let partition = parts.of(name);
        if partition.is_some() && parts.table[partition].count > 1 {
            let next = self.columns.len();
            self.columns.entry(partition).or_insert(next);
        }
    }

    fn start(&self, block: BlockId) -> &[SsaName] {
        let width = self.columns.len();
        &self.at_start[block.0 as usize * width..][..width]
    }

    fn assign(&self, parts: &Partitions, name: SsaName, row: &mut [SsaName]) {
        if let Some(&column) = self.columns.get(&parts.of(name)) {
            row[column] = name;
        }
    }

    fn run(&self, f: &Function, parts: &Partitions, block: BlockId, row: &mut [SsaName]) {
        for stmt in f.phis(block).chain(f.block_stmts(block)) {
            self.assigned(f, parts, stmt, row);
        }
    }

    fn assigned(&self, f: &Function, parts: &Partitions, stmt: StmtId, row: &mut [SsaName]) {
        f.for_each_write(stmt, &mut |op| {
            if let Operand::Ssa(name) = op {
                self.assign(parts, name, row);
            }
        });
    }

    /// Control also comes to a block with these names in the registers; whether less is known of it now.
    fn meet(&mut self, block: BlockId, row: &[SsaName], known: &mut [bool]) -> bool {
        let width = self.columns.len();
        let start = &mut self.at_start[block.0 as usize * width..][..width];
        if !std::mem::replace(&mut known[block.0 as usize], true) {
            start.copy_from_slice(row);
            return true;
        }
        let mut changed = false;
        for (old, &new) in start.iter_mut().zip(row) {
            if *old != new && *old != SsaName::NONE {
                *old = SsaName::NONE;
                changed = true;
            }
        }
        changed
    }

    /// Whether the register of a name's partition has the value of the name.
    fn holds(&self, parts: &Partitions, name: SsaName) -> bool {
        let partition = parts.of(name);
        partition.is_some()
            && (parts.table[partition].count == 1
                || self.columns.get(&partition).is_some_and(|&column| self.now[column] == name))
    }
}

impl Expander<'_> {
    /// Gets ready to expand binds, if there are any.
    pub(super) fn begin_binds(&mut self) {
        let wanted = self.em.f.locals.is_some() && self.options.optimize > 0;
        let marked = self.options.debug_markers();
        if wanted && (self.f.debug.binds || marked) {
            self.holders = Some(Holders::of(self.unit, self.f, &self.parts, &self.replaced));
            self.em.f.binds = Some(Box::new(Binds::new(marked)));
            self.lost = self.lost_variables();
        }
    }

    /// The variables whose memory may not have what it should: something that wrote it has gone.
    fn lost_variables(&self) -> FxHashSet<DeclId> {
        let decl = |&(op, value): &(Operand, Operand)| {
            if let Operand::Tree(id) = value
                && let TreeKind::Clobber(_) = *self.unit.trees.kind(id)
            {
                return None;
            }
            let object = match op {
                Operand::Tree(id) => match *self.unit.trees.kind(id) {
                    TreeKind::Addr(object) => object,
                    _ => op,
                },
                _ => op,
            };
            match self.unit.trees.base_address(object) {
                Operand::Decl(decl) => Some(decl),
                _ => None,
            }
        };
        self.f.debug.lost_stores.iter().filter_map(decl).collect()
    }

    /// Whether the memory of a variable has its value as long as the function runs, as the source has it: nothing that wrote
    /// it has gone. Of copies of a variable that is not known, and only with `-Og` are functions no copies themselves.
    pub(super) fn is_kept_in_memory(&self, decl: DeclId, locals: &Locals) -> bool {
        self.options.optimize_debug
            && self.holders.is_some()
            && !self.unit.is_gimple_reg(decl)
            && !self.lost.contains(&decl)
            && locals.is_own(decl)
    }

    /// The parameters have arrived: in their registers, or where the caller has put what nobody reads.
    pub(super) fn bind_parameters(&mut self) -> Result<()> {
        if self.holders.is_none() {
            return Ok(());
        }
        let ret = self.abi_of(self.result_type)?;
        let mut abis = Vec::new();
        for (index, &param) in self.f.params.iter().enumerate() {
            abis.push(self.abi_of(self.passed_type(index, param))?);
        }
        let spec = |ty| IncomingParam { ty, name: "", as_number: false };
        let specs: Vec<IncomingParam<'_>> = abis.iter().map(spec).collect();
        let (locations, _) = self.em.param_locations(&specs, &ret);
        for ((&param, spec), location) in self.f.params.iter().zip(&specs).zip(&locations) {
            let Some(variable) = self.bound_variable(param) else { continue };
            let name = self.f.default_defs.get(&param).copied();
            let read = name.filter(|&name| self.parts.of(name).is_some());
            let value = match (read, self.em.arrival(spec, location)) {
                (Some(name), _) => self.register_of(name),
                (None, Arrival::Register) => self.arrived_in(param, location),
                (None, Arrival::Address) => self.arrived_by_address(param),
                (None, Arrival::Stack) if self.unit.is_gimple_reg(param) => {
                    Some(self.em.stack_param(spec.ty, location))
                }
                _ => None,
            };
            if let (Some(value), Some(binds)) = (value, &mut self.em.f.binds) {
                let number = binds.number(variable);
                binds.arrivals.push((number, value));
            }
        }
        Ok(())
    }

    /// The register of the caller's that a parameter has come in.
    fn arrived_in(&mut self, param: DeclId, location: &ArgLocation) -> Option<RtxId> {
        let mode = self.simple_mode(self.mode_of_type(self.unit.decls[param].ty))?;
        match location.pieces[..] {
            [Piece { place: Place::Reg(number), .. }] => Some(self.em.f.rtx.gen_reg(mode, number)),
            _ => None,
        }
    }

    /// The object that a register has the address of.
    fn arrived_by_address(&mut self, param: DeclId) -> Option<RtxId> {
        let home = *self.homes.get(&param).filter(|_| !self.lost.contains(&param))?;
        let address = self.em.f.rtx.op(home, 0);
        (self.em.f.rtx.code(address) == Code::Reg).then_some(home)
    }

    /// A block begins.
    pub(super) fn begin_block_binds(&mut self, block: BlockId) {
        if let Some(mut holders) = self.holders.take() {
            if !holders.columns.is_empty() {
                let mut row = std::mem::take(&mut holders.now);
                row.copy_from_slice(holders.start(block));
                for phi in self.f.phis(block) {
                    holders.assigned(self.f, &self.parts, phi, &mut row);
                }
                holders.now = row;
            }
            self.holders = Some(holders);
        }
    }

    /// A statement has been expanded, or will be where it is used.
    pub(super) fn note_assigned(&mut self, stmt: StmtId) {
        if let Some(mut holders) = self.holders.take() {
            let mut row = std::mem::take(&mut holders.now);
            holders.assigned(self.f, &self.parts, stmt, &mut row);
            holders.now = row;
            self.holders = Some(holders);
        }
    }

    /// Expands the binds at a place.
    pub(super) fn binds_at(&mut self, place: DebugPlace) {
        if self.holders.is_some() && !self.em.after_barrier() {
            for id in self.f.debug_at(place) {
                self.bind(id);
            }
        }
    }

    fn bind(&mut self, id: DebugId) {
        let (var, value) = match self.f.debug[id].kind {
            DebugKind::Bind { var, value } => (var, value),
            DebugKind::SourceBind { var, .. } => (var, Operand::None),
            DebugKind::BeginStmt | DebugKind::InlineEntry(_) => return self.marker(id),
            DebugKind::Gone => return,
        };
        if let Operand::Tree(tree) = var
            && let TreeKind::DebugTemp(number) = *self.unit.trees.kind(tree)
        {
            self.debug_temps.insert(number, value);
            return;
        }
        let Operand::Decl(decl) = var else { return };
        let Some(variable) = self.bound_variable(decl) else { return };
        let value = self.bound_value(value, DEEPEST).unwrap_or(RtxId::NONE);
        let Some(binds) = &mut self.em.f.binds else { return };
        let number = binds.number(variable);
        let kind = InsnKind::Note(NoteKind::Bind);
        let note = self.em.f.make_insn(kind, value, LocId::UNKNOWN);
        self.em.f.insn_mut(note).label = number;
        self.em.f.link_after(note, self.em.f.last);
    }

    /// A statement of the source begins.
    fn marker(&mut self, id: DebugId) {
        let (loc, scope) = (self.f.debug[id].loc, self.f.debug[id].scope);
        let block = self.em.f.locals.as_ref().map_or(NO_BLOCK, |locals| locals.block(scope));
        let place = Loc { block, ..self.place_of(loc) };
        let loc = if place.line == 0 { LocId::UNKNOWN } else { self.em.f.loc_id(place) };
        let kind = InsnKind::Note(NoteKind::Marker);
        let note = self.em.f.make_insn(kind, RtxId::NONE, loc);
        self.em.f.link_after(note, self.em.f.last);
    }

    /// A variable that is not in memory all the time, and that debuggers are told of.
    fn bound_variable(&self, decl: DeclId) -> Option<Variable> {
        let data = &self.unit.decls[decl];
        let elsewhere = flag::ADDRESSABLE | flag::VOLATILE | flag::IGNORED | flag::HARD_REGISTER;
        if data.flags & elsewhere != 0 || data.is_global() || data.context != self.f.decl {
            return None;
        }
        let name = self.unit.decl_name(decl)?.into();
        Some(Variable { decl, name, mode: self.mode_of_type(data.ty) })
    }

    /// The value of an operand in terms of registers, at most so many operations deep.
    fn bound_value(&mut self, value: Operand, depth: u32) -> Option<RtxId> {
        let depth = depth.checked_sub(1)?;
        match value {
            Operand::None | Operand::Decl(_) => None,
            Operand::Const(id) => {
                let constant = self.unit.consts[id].clone();
                let mode = self.simple_mode(self.mode_of_type(constant.ty))?;
                match constant.value {
                    ConstValue::Int(value) => {
                        Some(self.em.f.rtx.const_int(mode.trunc_int(value as i64)))
                    }
                    ConstValue::Real(value) if mode == Mode::SF => {
                        Some(self.em.f.rtx.const_double(mode, value.single_bits().into()))
                    }
                    ConstValue::Real(value) if mode == Mode::DF => {
                        Some(self.em.f.rtx.const_double(mode, value.double_bits().into()))
                    }
                    _ => None,
                }
            }
            Operand::Ssa(name) if self.replaced.contains(name.0 as usize) => {
                let StmtKind::Assign { code, rhs, .. } = self.f.stmts[self.f.names[name].def].kind
                else {
                    return None;
                };
                self.bound_operation(code, value, rhs[0], rhs[1], depth)
            }
            Operand::Ssa(name) => self.register_of(name),
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::Expr { code, args } => {
                    self.bound_operation(code, value, args[0], args[1], depth)
                }
                TreeKind::DebugTemp(number) => {
                    let value = *self.debug_temps.get(&number)?;
                    self.bound_value(value, depth)
                }
                TreeKind::Addr(object) => self.bound_address(object),
                _ => None,
            },
        }
    }

    /// The register that has a name's value, seen in the mode of its type.
    fn register_of(&mut self, name: SsaName) -> Option<RtxId> {
        let undefined = self.is_undefined(name) && self.f.names[name].has(NameFlags::DEFAULT_DEF);
        let holds = self.holders.as_ref().is_some_and(|it| it.holds(&self.parts, name));
        if undefined || !holds {
            return None;
        }
        let partition = self.parts.of(name);
        let Some(Value::Scalar(place, mode)) = self.partition_values[partition.0 as usize] else {
            return None;
        };
        self.simple_mode(mode)?;
        let rtx = &mut self.em.f.rtx;
        match rtx.code(place) {
            Code::Reg if rtx.is_multiword(rtx.mode(place)) => None,
            Code::Reg => Some(place),
            Code::Subreg if rtx.code(rtx.op(place, 0)) == Code::Reg => {
                let (inner, byte) = (rtx.op(place, 0), rtx.subreg_byte(place));
                Some(rtx.gen_raw_subreg(mode, inner, byte))
            }
            _ => None,
        }
    }

    /// The address of a variable of the function, or of a part of it.
    fn bound_address(&mut self, object: Operand) -> Option<RtxId> {
        let (root, offset) = root_and_offset(self.unit, object)?;
        let Root::Object(Operand::Decl(decl)) = root else { return None };
        let home = *self.homes.get(&decl).filter(|_| !self.unit.decls[decl].is_global())?;
        let rtx = &mut self.em.f.rtx;
        let (base, start) = match rtx.op(home, 0) {
            address if rtx.code(address) == Code::Plus => {
                (rtx.op(address, 0), rtx.as_int(rtx.op(address, 1))?)
            }
            address => (address, 0),
        };
        let base = rtx.as_reg(base).filter(|&r| r <= LAST_VIRTUAL)?;
        let (base, sum) = (self.em.f.reg(base), start.checked_add(offset)?);
        let sum = self.em.f.rtx.const_int(sum);
        let word = self.em.f.rtx.word();
        Some(self.em.f.rtx.gen_binary(Code::Plus, word, base, sum))
    }

    /// An operation on integers of at most a word.
    fn bound_operation(
        &mut self,
        code: TreeCode,
        whole: Operand,
        a: Operand,
        b: Operand,
        depth: u32,
    ) -> Option<RtxId> {
        let ty = self.unit.type_of(self.f, whole);
        let mode = self.simple_mode(self.mode_of_type(ty))?;
        if code == TreeCode::Single {
            return self.bound_value(a, depth);
        }
        let from = self.unit.type_of(self.f, a);
        let inner = self.simple_mode(self.mode_of_type(from))?;
        if !mode.is_int() || !inner.is_int() {
            return None;
        }
        let left = self.bound_value(a, depth)?;
        let unary = match code {
            TreeCode::Nop => {
                let unsigned = self.unit.types.is_unsigned(from);
                return Some(self.bound_conversion(left, inner, mode, unsigned));
            }
            TreeCode::Negate => Some(Code::Neg),
            TreeCode::BitNot => Some(Code::Not),
            _ => None,
        };
        if let Some(code) = unary {
            return Some(self.em.f.rtx.gen_unary(code, mode, left));
        }
        let code = match code {
            TreeCode::Plus | TreeCode::PointerPlus => Code::Plus,
            TreeCode::Minus | TreeCode::PointerDiff => Code::Minus,
            TreeCode::Mult => Code::Mult,
            TreeCode::BitAnd => Code::And,
            TreeCode::BitIor => Code::Ior,
            TreeCode::BitXor => Code::Xor,
            TreeCode::Lshift => Code::Ashift,
            _ => return None,
        };
        let right = self.bound_value(b, depth)?;
        Some(self.em.f.rtx.gen_binary(code, mode, left, right))
    }

    fn bound_conversion(&mut self, x: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        let rtx = &mut self.em.f.rtx;
        if let Some(value) = rtx.as_int(x) {
            let value =
                if unsigned && from.bits() < 64 { value & ((1 << from.bits()) - 1) } else { value };
            return rtx.const_int(to.trunc_int(value));
        }
        match to.size().cmp(&from.size()) {
            std::cmp::Ordering::Equal => x,
            std::cmp::Ordering::Less => rtx.gen_raw_subreg(to, x, 0),
            std::cmp::Ordering::Greater if unsigned => rtx.gen_unary(Code::ZeroExtend, to, x),
            std::cmp::Ordering::Greater => rtx.gen_unary(Code::SignExtend, to, x),
        }
    }

    /// A mode that one register is enough for.
    fn simple_mode(&self, mode: Mode) -> Option<Mode> {
        let simple =
            matches!(mode, Mode::QI | Mode::HI | Mode::SI | Mode::DI | Mode::SF | Mode::DF);
        (simple && !self.em.f.rtx.is_multiword(mode)).then_some(mode)
    }
}
