//! Groups: stores side by side that become fewer.

use super::value::{Form, Source};
use super::{Chain, Merging, Store};
use dumps::{put, putln};
use gimple::code::TreeCode;
use gimple::fold_const::constant_bytes;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alignment;
use tree_ssa::analyses::alignment::Alignment;
use tree_ssa::dump_text;

/// Bytes that a group may span (`--param store-merging-max-size`).
const MAX_BYTES: i64 = 65536;

/// Bit-fields that are copied become numbers put in where their region is no wider.
const WIDEST_INSERTION: i64 = 128;

/// Stores between two others that are looked at.
const MAX_BETWEEN: u32 = 64;

/// What a place is aligned to, in bits, given as that of some position of the object.
#[derive(Clone, Copy)]
pub struct Aligned {
    known: Alignment,
    at: i64,
}

impl Aligned {
    /// What another position is aligned to.
    pub fn of(&self, pos: i64) -> u64 {
        self.known.at(pos - self.at)
    }

    /// Whether nothing is known.
    pub fn is_bytewise(&self) -> bool {
        self.known.multiple <= 8
    }
}

/// Stores that are written as one, by position, and what they write.
pub struct Group {
    /// Numbers of stores of the chain, by position.
    pub stores: Vec<usize>,
    pub start: i64,
    pub end: i64,
    /// Bits that may be written.
    pub region: (i64, i64),
    pub aligned: Aligned,
    pub loads: [Option<Aligned>; 2],
    pub first: usize,
    pub last: usize,
    only_constants: bool,
    /// Numbers are put into bit-fields.
    pub inserts: bool,
    /// The bytes of the region as far as they are constant, and which bits of them are not written.
    pub bytes: Vec<u8>,
    pub unwritten: Vec<u8>,
}

impl Merging<'_, '_> {
    /// What a reference is aligned to.
    fn aligned(&self, reference: Operand, at: i64) -> Aligned {
        Aligned { known: alignment::of(self.cx.unit, self.f, self.cx.options, reference), at }
    }

    fn new_group(&self, chain: &Chain, index: usize) -> Group {
        let store = &chain.stores[index];
        let load = |source: &Source| {
            source.load().map(|load| self.aligned(load.reference, load.place.pos))
        };
        Group {
            stores: vec![index],
            start: store.place.pos,
            end: store.place.end(),
            region: store.place.region,
            aligned: self.aligned(store.lhs, store.place.pos),
            loads: [load(&store.value.sources[0]), load(&store.value.sources[1])],
            first: index,
            last: index,
            only_constants: store.value.form == Form::Constant,
            inserts: store.value.form == Form::Insert,
            bytes: Vec::new(),
            unwritten: Vec::new(),
        }
    }

    /// Adds a store to a group (`do_merge`).
    fn add(&self, chain: &Chain, group: &mut Group, index: usize) {
        let store = &chain.stores[index];
        group.region.0 = group.region.0.min(store.place.region.0);
        group.region.1 = group.region.1.max(store.place.region.1);
        group.end = group.end.max(store.place.end());
        let more = self.aligned(store.lhs, store.place.pos);
        if more.known.multiple > group.aligned.known.multiple {
            group.aligned = more;
        }
        for (known, source) in group.loads.iter_mut().zip(&store.value.sources) {
            let Some(load) = source.load() else { continue };
            let more = self.aligned(load.reference, load.place.pos);
            if known.is_none_or(|known| more.known.multiple > known.known.multiple) {
                *known = Some(more);
            }
        }
        if store.order > chain.stores[group.last].order {
            group.last = index;
        }
        if store.order < chain.stores[group.first].order {
            group.first = index;
        }
        group.only_constants &= store.value.form == Form::Constant;
        group.inserts |= store.value.form == Form::Insert;
        group.stores.push(index);
    }

    /// Groups the stores of a chain, which are sorted by position (`coalesce_immediate_stores`).
    pub fn coalesce(&mut self, chain: &mut Chain) -> Vec<Group> {
        self.say(format_args!("Attempting to coalesce {} stores in chain\n", chain.stores.len()));
        let mut groups = Vec::new();
        let mut group = self.new_group(chain, 0);
        self.say(format_args!("New store group\n"));
        self.say_store(chain, 0);
        for index in 1..chain.stores.len() {
            if !self.try_add(chain, &mut group, index) {
                let next = self.new_group(chain, index);
                let done = std::mem::replace(&mut group, next);
                groups.extend(self.filled(chain, done));
                self.say(format_args!("New store group\n"));
            }
            self.say_store(chain, index);
        }
        groups.extend(self.filled(chain, group));
        if groups.is_empty() || groups.len() >= chain.stores.len() {
            return Vec::new();
        }
        self.say(format_args!("Coalescing successful!\nMerged into {} stores\n", groups.len()));
        groups
    }

    fn say_store(&mut self, chain: &Chain, index: usize) {
        if self.cx.dump.details() {
            let store = &chain.stores[index];
            let value = dump_text::operand(self.cx.unit, self.f, store.rhs);
            let (size, pos) = (store.place.size, store.place.pos);
            putln!(self.cx.dump, "Store {index}:\nbitsize:{size} bitpos:{pos} val:{value}");
        }
    }

    /// Adds the next store by position to a group, if they can be written as one.
    fn try_add(&self, chain: &mut Chain, group: &mut Group, index: usize) -> bool {
        let store = &chain.stores[index];
        let (low, high) =
            (group.region.0.min(store.place.region.0), group.region.1.max(store.place.region.1));
        if (high - low) / 8 > MAX_BYTES {
            return false;
        }
        if (group.start..group.end).contains(&store.place.pos) {
            let constant = group.only_constants && store.value.form == Form::Constant;
            let fits = constant && is_clear(chain, group, index, true);
            if fits {
                self.add(chain, group, index);
            }
            return fits;
        }
        if store.place.region.0 > group.region.1 || !may_join(chain, group, index) {
            return false;
        }
        swap_sources(self.cx.unit, chain, group.stores[0], index);
        if !is_clear(chain, group, index, false) {
            return false;
        }
        make_insertions(chain, group, index);
        let joins = (0..2).all(|which| self.loads_join(chain, group, index, which));
        if joins {
            self.add(chain, group, index);
        }
        joins
    }

    /// Whether a source of a store is as those of a group: not loaded, or loaded from beside where those are, and nothing between
    /// writes that (`compatible_load_p`).
    fn loads_join(&self, chain: &Chain, group: &Group, index: usize, which: usize) -> bool {
        let (first, last) = (&chain.stores[group.stores[0]], group.stores.last());
        let last = last.map_or(first, |&last| &chain.stores[last]);
        let store = &chain.stores[index];
        let source = |store: &'_ Store| store.value.sources[which].load().cloned();
        let (Some(load), Some(leader)) = (source(store), source(first)) else {
            return store.value.sources[which].load().is_none()
                && first.value.sources[which].load().is_none();
        };
        if load.place.pos - leader.place.pos != store.place.pos - first.place.pos
            || !load.place.base.same(self.cx.unit, &leader.place.base)
        {
            return false;
        }
        let vuse = |stmt: StmtId| self.f.stmts[stmt].vuse;
        let Some(latest) = source(last) else { return false };
        let state = vuse(load.stmt);
        if vuse(leader.stmt) == state && vuse(latest.stmt) == state {
            return true;
        }
        // Otherwise each is loaded right before it is stored.
        if vuse(store.stmt) != state
            || vuse(first.stmt) != vuse(leader.stmt)
            || vuse(last.stmt) != vuse(latest.stmt)
        {
            return false;
        }
        if load.place.pos == store.place.pos && load.place.base.same(self.cx.unit, &chain.base) {
            return true;
        }
        self.loads_can_sink(chain, group, index, which)
    }

    /// Whether nothing from the first store of a group with one more to the last writes what they load.
    fn loads_can_sink(&self, chain: &Chain, group: &Group, index: usize, which: usize) -> bool {
        let store = &chain.stores[index];
        let (mut from, mut to) = (chain.stores[group.first].stmt, chain.stores[group.last].stmt);
        let (order, before) = (store.order, chain.stores[group.first].order);
        let stretch = if order < before {
            let stretch = (store.stmt, from);
            from = store.stmt;
            Some(stretch)
        } else if order > chain.stores[group.last].order {
            let stretch = (to, store.stmt);
            to = store.stmt;
            Some(stretch)
        } else {
            None
        };
        let loaded = |index: usize| {
            chain.stores[index].value.sources[which].load().map(|load| load.reference)
        };
        let undisturbed = |range: (StmtId, StmtId), index: usize| {
            loaded(index).is_some_and(|reference| !self.is_written_between(range, reference))
        };
        stretch.is_none_or(|range| group.stores.iter().all(|&other| undisturbed(range, other)))
            && undisturbed((from, to), index)
    }

    /// Whether a store from one up to another, without the latter, may write what a reference reads.
    fn is_written_between(&self, (from, to): (StmtId, StmtId), reference: Operand) -> bool {
        if from == to {
            return false;
        }
        let access: Access = self.oracle.access(self.cx.unit, self.f, reference);
        let mut state: SsaName = self.f.stmts[to].vuse;
        for _ in 0..MAX_BETWEEN {
            let Some(stmt) = self.f.names[state].def.expand().filter(|&def| !self.f.is_phi(def))
            else {
                return true;
            };
            if self.oracle.stmt_may_clobber(self.cx.unit, self.f, stmt, &access, true) {
                return true;
            }
            if stmt == from {
                return false;
            }
            state = self.f.stmts[stmt].vuse;
        }
        true
    }

    /// A group with what it writes; nothing for one that is no more than a store, or whose stores must stay apart
    /// (`apply_stores`).
    fn filled(&mut self, chain: &Chain, mut group: Group) -> Option<Group> {
        let (low, high) = group.region;
        if group.stores.len() == 1 || low % 8 != 0 || high % 8 != 0 || leaves_between(chain, &group)
        {
            return None;
        }
        let length = (((high - low) / 8) as usize).next_power_of_two();
        group.bytes = vec![0; length];
        group.unwritten = vec![0xff; length];
        let mut by_order = group.stores.clone();
        by_order.sort_by_key(|&index| chain.stores[index].order);
        for index in by_order {
            let store = &chain.stores[index];
            let at = (store.place.pos - low) as usize;
            let size = store.place.size as usize;
            let constant = store.value.sources.iter().find_map(Source::value);
            if store.value.form != Form::Insert
                && let Some(constant) = constant
            {
                let bytes = bytes_of(self.cx.unit, constant);
                copy_bits(&mut group.bytes, at, &bytes, size);
            }
            clear_bits(&mut group.unwritten, at, size);
            if let Some(constant) = constant {
                self.say_written(&group, constant, size, at);
            }
        }
        Some(group)
    }

    fn say_written(&mut self, group: &Group, constant: Operand, size: usize, at: usize) {
        if !self.cx.dump.details() {
            return;
        }
        let value = dump_text::operand(self.cx.unit, self.f, constant);
        let hex = |bytes: &[u8]| {
            bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x} "))
        };
        let insertion = if group.inserts { "  bit insertion is required\n" } else { "" };
        put!(
            self.cx.dump,
            "After writing {value} of size {size} at position {at}\n  the merged value contains {}\n  \
             the merged mask contains  {}\n{insertion}",
            hex(&group.bytes),
            hex(&group.unwritten)
        );
    }
}

/// Whether a store may be written along with a group, as far as what they store is concerned (`can_be_merged_into`).
fn may_join(chain: &Chain, group: &Group, index: usize) -> bool {
    let (first, store) = (&chain.stores[group.stores[0]], &chain.stores[index]);
    let region = store.place.region;
    let narrow = region == first.place.region && region.1 - region.0 <= WIDEST_INSERTION;
    match (first.value.form, store.value.form) {
        (Form::Clobber, _) | (_, Form::Clobber) => false,
        (a, b) if a == b => true,
        (Form::Constant, Form::Insert) | (Form::Insert, Form::Constant) => true,
        (Form::Constant | Form::Insert, Form::Copy)
        | (Form::Copy, Form::Constant | Form::Insert) => narrow,
        _ => false,
    }
}

/// The operands of what is stored change places if that makes them those of the group.
fn swap_sources(unit: &Unit, chain: &mut Chain, first: usize, index: usize) {
    let loads = |store: &Store| {
        let [a, b] = &store.value.sources;
        a.load().cloned().zip(b.load().cloned())
    };
    let Some((leader, _)) = loads(&chain.stores[first]) else { return };
    let Some((_, second)) = loads(&chain.stores[index]) else { return };
    let distance = chain.stores[index].place.pos - chain.stores[first].place.pos;
    if second.place.pos - leader.place.pos == distance
        && second.place.base.same(unit, &leader.place.base)
    {
        chain.stores[index].value.sources.swap(0, 1);
    }
}

/// Bit-fields that are copied beside others that are not are numbers put in.
fn make_insertions(chain: &mut Chain, group: &mut Group, index: usize) {
    let as_insertion = |store: &mut Store| {
        store.value.form = Form::Insert;
        store.value.sources = [Source::Value(store.rhs), Source::None];
    };
    let of_group = chain.stores[group.stores[0]].value.form;
    let own = chain.stores[index].value.form;
    if own == Form::Copy && of_group != Form::Copy {
        as_insertion(&mut chain.stores[index]);
    } else if of_group == Form::Copy && own != Form::Copy {
        for &store in &group.stores {
            as_insertion(&mut chain.stores[store]);
        }
        group.inserts = true;
        group.loads = [None, None];
    }
}

/// Whether no other store is in the way if one more joins a group: one that is to come after some of them, but would be
/// overwritten (`check_no_overlap`). Constants that overlap join the group, too, if they can.
fn is_clear(chain: &Chain, group: &Group, index: usize, constants: bool) -> bool {
    let store = &chain.stores[index];
    let first = chain.stores[group.first].order.min(store.order);
    let last = chain.stores[group.last].order.max(store.order);
    let end = group.end.max(store.place.end());
    let earliest = group.stores[0];
    let before = chain.stores[..earliest]
        .iter()
        .any(|other| other.order > first && other.order < last && other.place.end() > group.start);
    let after = chain.stores[index + 1..]
        .iter()
        .take_while(|other| other.place.pos < end)
        .any(|other| other.order < last && !(constants && other.value.form == Form::Constant));
    !before && !after
}

/// Whether a store that is not of a group overlaps it and is between its first and its last.
fn leaves_between(chain: &Chain, group: &Group) -> bool {
    let (first, last) = (chain.stores[group.first].order, chain.stores[group.last].order);
    let after = group.stores.last().map_or(0, |&last| last + 1);
    chain.stores[after..]
        .iter()
        .take_while(|other| other.place.pos < group.end)
        .any(|other| other.order > first && other.order < last)
}

/// The bytes of a constant; those of `{}` are zero.
fn bytes_of(unit: &Unit, constant: Operand) -> Vec<u8> {
    constant.constant().and_then(|id| constant_bytes(unit, id)).unwrap_or_default()
}

/// Writes the low bits of `from` at a bit; what is after its end is zero.
fn copy_bits(to: &mut [u8], at: usize, from: &[u8], size: usize) {
    if at.is_multiple_of(8) && size.is_multiple_of(8) {
        let to = &mut to[at / 8..(at + size) / 8];
        let known = from.len().min(to.len());
        to[..known].copy_from_slice(&from[..known]);
        to[known..].fill(0);
        return;
    }
    for bit in 0..size {
        let one = from.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0);
        let place = at + bit;
        let mask = 1u8 << (place % 8);
        let byte = &mut to[place / 8];
        *byte = if one { *byte | mask } else { *byte & !mask };
    }
}

fn clear_bits(to: &mut [u8], at: usize, size: usize) {
    copy_bits(to, at, &[], size);
}

impl Chain {
    /// Whether what is stored is an operation, of which the first and the second operand are loaded or constant.
    pub fn operation(&self, group: &Group) -> Option<TreeCode> {
        match self.stores[group.stores[0]].value.form {
            Form::Bits(code) => Some(code),
            _ => None,
        }
    }
}
