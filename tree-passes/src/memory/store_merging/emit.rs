//! A group written: its pieces as statements, in the place of its last store.
//!
//! ```text
//!   _2 = MEM <unsigned int> [(char *)q_1];
//!   _3 = _2 ^ 16711935;                          where bits of the first and the third byte are inverted
//!   MEM <unsigned int> [(char *)p_4] = _3;
//! ```

use super::group::Group;
use super::split::{Piece, is_cleared_first, split};
use super::value::{Form, Load, Source};
use super::{Chain, Merging, Store};
use dumps::DumpFlags;
use dumps::putln;
use gimple::code::TreeCode;
use gimple::fold_const::constant_of_bytes;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::fold::gimple_fold::fold_stmt;
use tree_ssa::fold::gimple_fold::follow_all;
use tree_ssa::fold::place::Address;
use tree_ssa::fold::place::alias_pointer;
use tree_ssa::fold::place::innermost;
use tree_ssa::ssa::update_ssa;

impl Merging<'_, '_> {
    /// Writes a group in fewer stores, if there are fewer (`output_merged_store`).
    pub fn write(&mut self, chain: &Chain, group: &Group) -> bool {
        let mut cleared = is_cleared_first(chain, group);
        if cleared {
            let pieces = |cleared| split(self.f, chain, group, cleared).pieces.len();
            cleared = pieces(true) < pieces(false);
        }
        let split = split(self.f, chain, group, cleared);
        let (old, new) = (group.stores.len(), split.pieces.len());
        if new >= old {
            self.say(format_args!(
                "Exceeded original number of stmts ({old}).  Not profitable to emit new sequence.\n"
            ));
            return false;
        }
        if split.before <= split.after {
            self.say(format_args!(
                "Estimated number of original stmts ({}) not larger than estimated number of new \
                 stmts ({}).\n",
                split.before, split.after
            ));
            return false;
        }
        let last = chain.stores[group.last].stmt;
        let mut writer = Writer::new(self, chain, group);
        let mut end = last;
        for (number, piece) in split.pieces.iter().enumerate() {
            end = writer.piece(piece, number + 1 == new);
        }
        self.say_sequence((last, end), new, old);
        self.remove_stores(chain, group);
        true
    }

    /// Writes what stands after a statement down to another.
    fn say_sequence(&mut self, (before, end): (StmtId, StmtId), new: usize, old: usize) {
        if !self.cx.dump.enabled() {
            return;
        }
        putln!(self.cx.dump, "New sequence of {new} stores to replace old one of {old} stores");
        let mut at = before;
        while self.cx.dump.details() && at != end {
            at = self.f.stmts[at].next;
            let text = gimple::print::stmt_text(self.cx.unit, self.f, at, DumpFlags::VOPS);
            putln!(self.cx.dump, "{text}");
        }
    }

    /// Takes the stores out that others are instead of. What the last one defined is what the last of the new ones defines.
    fn remove_stores(&mut self, chain: &Chain, group: &Group) {
        let last = chain.stores[group.last].stmt;
        for &index in &group.stores {
            let stmt = chain.stores[index].stmt;
            if stmt == last {
                self.f.stmts[stmt].vdef = SsaName::NONE;
            } else {
                update_ssa::unlink_stmt_vdef(self.cx.unit, self.f, stmt);
            }
            self.f.remove_stmt(stmt);
        }
    }
}

struct Writer<'a, 'b, 'c> {
    pass: &'a mut Merging<'b, 'c>,
    chain: &'a Chain,
    group: &'a Group,
    /// The state of memory after the group.
    left: SsaName,
    here: Cursor,
    /// Where loads go that go elsewhere, and what they load from.
    loads: [Option<Cursor>; 2],
    from: [Operand; 2],
    pointer: Operand,
}

impl<'a, 'b, 'c> Writer<'a, 'b, 'c> {
    fn new(pass: &'a mut Merging<'b, 'c>, chain: &'a Chain, group: &'a Group) -> Self {
        let last = chain.stores[group.last].stmt;
        let (state, left) = (pass.f.stmts[last].vuse, pass.f.stmts[last].vdef);
        let here = Cursor::after(last).like(pass.f, chain.stores[group.stores[0]].stmt);
        let mut writer = Writer {
            pass,
            chain,
            group,
            left,
            here: here.reading(state),
            loads: [None, None],
            from: [Operand::None, Operand::None],
            pointer: Operand::None,
        };
        writer.pointer = writer.address(&chain.base, None);
        for which in 0..2 {
            writer.prepare_loads(which);
        }
        writer
    }

    /// Decides where loads go: where they are now if all see one state of memory, else to before the stores.
    fn prepare_loads(&mut self, which: usize) {
        let load = |index: usize| self.chain.stores[index].value.sources[which].load();
        let stores = &self.group.stores;
        let (Some(first), Some(last)) =
            (load(stores[0]), stores.last().and_then(|&last| load(last)))
        else {
            return;
        };
        let state = self.pass.f.stmts[first.stmt].vuse;
        let base = &first.place.base;
        if state == self.pass.f.stmts[last.stmt].vuse {
            let all: Vec<StmtId> =
                stores.iter().filter_map(|&index| load(index)).map(|load| load.stmt).collect();
            let last = Cursor::after(self.last_load(&all)).like(self.pass.f, self.like());
            self.loads[which] = Some(last.reading(state));
            self.from[which] = self.address(base, Some(which));
        } else if base.same(self.pass.cx.unit, &self.chain.base) {
            self.from[which] = self.pointer;
        } else {
            self.from[which] = self.address(base, None);
        }
    }

    /// The load in the innermost block: further out it is not certain that all is there that is to be loaded.
    fn last_load(&mut self, all: &[StmtId]) -> StmtId {
        let f = &mut *self.pass.f;
        let found = all[0];
        let block = f.stmts[found].block;
        if all.iter().all(|&stmt| f.stmts[stmt].block == block) {
            return all.last().copied().unwrap_or(found);
        }
        innermost(f, all)
    }

    /// An address as an operand; what computes it goes to before the loads there are `which` of, or to before the stores.
    fn address(&mut self, address: &Address, which: Option<usize>) -> Operand {
        let mut at = *self.cursor(which);
        let value = address.compute(&mut at, self.pass.cx.unit, self.pass.f);
        *self.cursor(which) = at;
        value
    }

    fn cursor(&mut self, which: Option<usize>) -> &mut Cursor {
        which.and_then(|which| self.loads[which].as_mut()).unwrap_or(&mut self.here)
    }

    /// The statement whose place in the source is that of what is computed.
    fn like(&self) -> StmtId {
        self.chain.stores[self.group.stores[0]].stmt
    }

    fn operation(
        &mut self,
        which: Option<usize>,
        ty: TypeId,
        code: TreeCode,
        args: [Operand; 2],
    ) -> Operand {
        let mut at = *self.cursor(which);
        let value = at.temporary(self.pass.cx.unit, self.pass.f, ty, code, args);
        *self.cursor(which) = at;
        value
    }

    /// An operation before the stores, or what it is in a simpler way (`gimple_build`).
    fn simplified(&mut self, ty: TypeId, code: TreeCode, args: [Operand; 2]) -> Operand {
        let before = self.here;
        let value = self.operation(None, ty, code, args);
        let pass = &mut *self.pass;
        let Some(stmt) = value.ssa().map(|name| pass.f.names[name].def) else { return value };
        fold_stmt(pass.cx.unit, pass.f, pass.cx.options, &follow_all, stmt);
        match pass.f.stmts[stmt].kind {
            StmtKind::Assign { code: TreeCode::Single, rhs: [simple, ..], .. } => {
                // What it is computed from may have been put before it.
                self.here = before.moved_after(pass.f.stmts[stmt].prev);
                pass.f.remove_stmt(stmt);
                simple
            }
            _ => value,
        }
    }

    fn converted(&mut self, ty: TypeId, value: Operand) -> Operand {
        let own = self.pass.cx.unit.type_of(self.pass.f, value);
        if useless_type_conversion(self.pass.cx.unit, ty, own) {
            return value;
        }
        self.simplified(ty, TreeCode::Nop, [value, Operand::None])
    }

    /// Writes a piece; the statement that does.
    fn piece(&mut self, piece: &Piece, last: bool) -> StmtId {
        let stores = |index: &usize| &self.chain.stores[*index];
        let first = stores(&piece.stores[0]);
        let (lhs, rhs) = if piece.original {
            (first.lhs, first.rhs)
        } else {
            let references = piece.stores.iter().map(|index| stores(index).lhs).collect();
            let lhs = self.memory(self.pointer, references, piece.pos, piece.size);
            (lhs, self.value(piece, lhs))
        };
        let like = self.like();
        let (unit, f) = (&*self.pass.cx.unit, &mut *self.pass.f);
        let stmt = self.here.like(f, first.stmt).copy(unit, f, lhs, rhs);
        let state = if last { self.left } else { f.make_ssa_name(unit, f.vop, stmt) };
        f.set_vdef(stmt, state);
        self.here = Cursor::after(stmt).like(f, like).reading(state);
        stmt
    }

    /// `MEM <unsigned …> [(alias)pointer + pos]`, which may alias what these references may.
    fn memory(
        &mut self,
        pointer: Operand,
        references: Vec<Operand>,
        pos: i64,
        size: i64,
    ) -> Operand {
        let unit = &mut *self.pass.cx.unit;
        let mut types = references.into_iter().map(|it| alias_pointer(unit, self.pass.f, it));
        let mut alias_ptr = types.next().unwrap_or(TypeId::NONE);
        let others: Vec<TypeId> = types.collect();
        let pointee = |ty: TypeId| unit.types.pointee(ty).map(|to| unit.types.main_variant(to));
        if others.iter().any(|&other| pointee(other) != pointee(alias_ptr)) {
            alias_ptr = unit.common.void_ptr;
        }
        let ty = unit.types.nonstandard_integer(size as u16, true);
        let kind = TreeKind::MemRef { base: pointer, offset: pos / 8, alias_ptr };
        Operand::Tree(unit.trees.add(kind, ty))
    }

    /// The value a piece is to have.
    fn value(&mut self, piece: &Piece, lhs: Operand) -> Operand {
        let ty = self.pass.cx.unit.types.nonstandard_integer(piece.size as u16, true);
        let first = &self.chain.stores[piece.stores[0]];
        let count = 1 + usize::from(!matches!(first.value.sources[1], Source::None));
        let mut sources = [Operand::None, Operand::None];
        for (which, source) in sources.iter_mut().enumerate().take(count) {
            *source = match self.chain.stores[piece.stores[0]].value.sources[which].load() {
                Some(load) => {
                    let load = load.clone();
                    self.loaded(piece, which, &load, ty)
                }
                None => self.constant(&self.group.bytes, piece, ty),
            };
        }
        let mut value = sources[0];
        if let Some(code) = self.chain.operation(self.group) {
            // With one load only, the operation goes where that is.
            let which = (self.loads[0].is_some() && self.from[1].is_none()).then_some(0);
            value = self.operation(which, ty, code, sources);
            value = self.inverted(piece, which, value, ty, &|store| store.value.inverted);
        }
        if self.group.inserts {
            for &index in &piece.stores {
                value = self.inserted(piece, index, value, ty);
            }
        }
        self.beside_others(piece, lhs, value, ty)
    }

    fn constant(&mut self, bytes: &[u8], piece: &Piece, ty: TypeId) -> Operand {
        let start = ((piece.pos - self.group.region.0) / 8) as usize;
        let bytes = &bytes[start..start + (piece.size / 8) as usize];
        constant_of_bytes(self.pass.cx.unit, ty, bytes).map_or(Operand::None, Operand::Const)
    }

    /// Loads a source of a piece.
    fn loaded(&mut self, piece: &Piece, which: usize, first: &Load, ty: TypeId) -> Operand {
        let source = |index: &usize| self.chain.stores[*index].value.sources[which].load();
        let references = piece.stores.iter().filter_map(source).map(|it| it.reference).collect();
        let store = &self.chain.stores[piece.stores[0]];
        let pos = piece.pos - store.place.pos + first.place.pos;
        let memory = self.memory(self.from[which], references, pos, piece.size);
        let place = Some(which);
        let loaded = self.operation(place, ty, TreeCode::Single, [memory, Operand::None]);
        self.inverted(piece, place, loaded, ty, &|store| {
            store.value.sources[which].load().is_some_and(|load| load.inverted)
        })
    }

    /// Inverts the bits of stores that are to be inverted.
    fn inverted(
        &mut self,
        piece: &Piece,
        place: Option<usize>,
        value: Operand,
        ty: TypeId,
        is_inverted: &dyn Fn(&Store) -> bool,
    ) -> Operand {
        let mut bits: u64 = 0;
        let mut all = true;
        for &index in &piece.stores {
            let store = &self.chain.stores[index];
            if !is_inverted(store) {
                all = false;
                continue;
            }
            let own = self.pass.cx.unit.type_of(self.pass.f, store.rhs);
            let precision = self.pass.cx.unit.types.precision(own).map_or(64, i64::from);
            all &= precision >= store.place.size;
            let mask = u64::MAX >> (64 - store.place.size.min(precision));
            let at = store.place.pos - piece.pos;
            bits |= if at >= 0 { mask << at } else { mask >> -at };
        }
        if bits == 0 {
            return value;
        }
        if all {
            return self.operation(place, ty, TreeCode::BitNot, [value, Operand::None]);
        }
        let mask = self.pass.cx.unit.int(ty, bits.into());
        self.operation(place, ty, TreeCode::BitXor, [value, mask])
    }

    /// A value with the number of a store put in.
    fn inserted(&mut self, piece: &Piece, index: usize, into: Operand, ty: TypeId) -> Operand {
        let store = &self.chain.stores[index];
        let (pos, size) = (store.place.pos, store.place.size);
        let Some(mut value) =
            store.value.sources[0].value().filter(|_| store.value.form == Form::Insert)
        else {
            return into;
        };
        let (before, after) = (pos - piece.pos, piece.pos + piece.size - (pos + size));
        let own = self.pass.cx.unit.type_of(self.pass.f, value);
        let precision = self.pass.cx.unit.types.precision(own).map_or(0, i64::from);
        if precision <= size {
            let narrow = self.pass.cx.unit.types.nonstandard_integer(size as u16, true);
            value = self.converted(narrow, value);
        } else if after > 0 {
            let mask = self.pass.cx.unit.int(own, (1i128 << size) - 1);
            value = self.simplified(own, TreeCode::BitAnd, [value, mask]);
        }
        let int = self.pass.cx.unit.common.int;
        if before < 0 {
            let own = self.pass.cx.unit.type_of(self.pass.f, value);
            let by = self.pass.cx.unit.int(int, i128::from(-before));
            value = self.simplified(own, TreeCode::Rshift, [value, by]);
        }
        value = self.converted(ty, value);
        if before > 0 {
            let by = self.pass.cx.unit.int(int, i128::from(before));
            value = self.simplified(ty, TreeCode::Lshift, [value, by]);
        }
        self.simplified(ty, TreeCode::BitIor, [value, into])
    }

    /// A value with the bits that are not written as they are in memory.
    fn beside_others(
        &mut self,
        piece: &Piece,
        lhs: Operand,
        value: Operand,
        ty: TypeId,
    ) -> Operand {
        let kept = self.constant(&self.group.unwritten, piece, ty);
        let Some(mask) = self.pass.cx.unit.as_int(kept).filter(|&mask| mask != 0) else {
            return value;
        };
        let memory = self.operation(None, ty, TreeCode::Single, [lhs, Operand::None]);
        let others = self.operation(None, ty, TreeCode::BitAnd, [memory, kept]);
        let own = match self.pass.cx.unit.as_int(value) {
            Some(number) => self.pass.cx.unit.int(ty, number & !mask),
            None => {
                let written = self.pass.cx.unit.int(ty, !mask);
                self.operation(None, ty, TreeCode::BitAnd, [value, written])
            }
        };
        self.operation(None, ty, TreeCode::BitIor, [others, own])
    }
}
