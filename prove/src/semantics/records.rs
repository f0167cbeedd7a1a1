//! Records through which memory is accessed: what was stored through one is not read through another that has nothing to do
//! with it, nor through one of the same type that begins elsewhere.
//!
//! ```text
//! p->a = 1;         the four bytes are those from 0 on of a `struct s`
//! q->b = 2;         these from 4 on: where q is p - 4, p->a is not read any more
//! _1 = p->a;
//! ```
//!
//! Of each byte it is noted through which record it was last stored, and where in it. Where one record is a part of the other, the
//! places must fit the part's place in the whole, but that is only asked where an input was found without it.

use super::memory::{MAX_COPY, Obj, Place};
use super::objects::{accessed_record, contains};
use super::{Result, Role, Run};
use crate::terms::Term;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use std::collections::BTreeSet;

/// Bytes of a record whose places are told apart.
const MOST_PLACES: u64 = 256;

/// How deep records are looked for within records.
const DEPTH: u32 = 6;

/// Where in a record others of a type are; nothing where arrays or depth hide it.
fn starts(unit: &Unit, whole: TypeId, part: TypeId, depth: u32) -> Option<BTreeSet<u64>> {
    let whole = unit.types.main_variant(whole);
    let mut all = BTreeSet::new();
    if whole == part {
        all.insert(0);
        return Some(all);
    }
    if depth == 0 {
        return None;
    }
    match unit.types.kind(whole) {
        TypeKind::Array { element, .. } => {
            return (!contains(unit, *element, part, depth - 1)).then_some(all);
        }
        TypeKind::Record { .. } | TypeKind::Union { .. } => {
            for &field in unit.types.fields(whole) {
                let field = unit.types.field(field);
                let inner = starts(unit, field.ty, part, depth - 1)?;
                all.extend(inner.into_iter().map(|start| start + field.bit_offset / 8));
            }
        }
        _ => {}
    }
    Some(all)
}

impl Run<'_> {
    /// The number of the record through which a reference accesses memory: 0 for none, or one that is not told apart.
    fn record_number(&self, op: Operand) -> usize {
        let place = |record| self.objects.records.iter().position(|&known| known == record);
        accessed_record(self.unit, op).and_then(place).map_or(0, |at| at + 1)
    }

    /// Where in its record a reference is, counted from 0 to 255; nothing where that does not tell places apart.
    fn place_in_record(
        &mut self,
        place: Place,
        op: Operand,
        record: TypeId,
    ) -> Result<Option<Term>> {
        if self.unit.types.size(record).is_none_or(|size| size > MOST_PLACES) {
            return Ok(None);
        }
        let mut base = op;
        while let Operand::Tree(id) = base
            && let Some(whole) = self.unit.trees.part_of(id)
        {
            base = whole;
        }
        let start = self.locate(base)?;
        let offset = self.terms.sub(place.address, start.address);
        Ok(Some(self.terms.extract(7, 0, offset)))
    }

    /// Loads through a record do not read what was stored through one that has nothing to do with it, or overlaps it, if
    /// that is asked.
    pub fn check_record(&mut self, place: Place, size: u64, op: Operand) -> Result<()> {
        let number = self.record_number(op);
        if self.role != Role::Before
            || self.limits.any_alias
            || place.object != Obj::Shared
            || number == 0
        {
            return Ok(());
        }
        let unit = self.unit;
        let own = self.objects.records[number - 1];
        let within = self.place_in_record(place, op, own)?;
        for index in [0, size.saturating_sub(1)] {
            let at = self.moved(place, index as i64).address;
            let last = self.terms.select(self.state.records, at);
            for (index, &other) in self.objects.records.iter().enumerate() {
                if contains(unit, own, other, 6) || contains(unit, other, own, 6) {
                    continue;
                }
                let wrong = self.terms.constant(8, index as u128 + 1);
                let wrong = self.terms.eq(last, wrong);
                self.undefined_if(wrong);
            }
            let Some(within) = within else { continue };
            let by = self.terms.constant(8, index.into());
            let expected = self.terms.add(within, by);
            self.check_parts(own, at, expected);
            let stored = self.terms.select(self.state.places, at);
            let same_place = self.terms.eq(stored, expected);
            let elsewhere = self.terms.not(same_place);
            let number = self.terms.constant(8, number as u128);
            let same_record = self.terms.eq(last, number);
            let overlaps = self.terms.and(same_record, elsewhere);
            self.undefined_if(overlaps);
        }
        Ok(())
    }

    /// What is read at a place of a record was not stored at one of a part of it, or of a whole that it is a part of, which is
    /// elsewhere.
    fn check_parts(&mut self, own: TypeId, at: Term, expected: Term) {
        let unit = self.unit;
        let last = self.terms.select(self.state.records, at);
        let stored = self.terms.select(self.state.places, at);
        for (index, &other) in self.objects.records.iter().enumerate() {
            let small = unit.types.size(other).is_some_and(|size| size <= MOST_PLACES);
            if other == own || !small {
                continue;
            }
            let (outer, inner, starts) = match starts(unit, own, other, DEPTH) {
                Some(starts) if !starts.is_empty() => (expected, stored, starts),
                _ => match starts(unit, other, own, DEPTH) {
                    Some(starts) if !starts.is_empty() => (stored, expected, starts),
                    _ => continue,
                },
            };
            let number = self.terms.constant(8, index as u128 + 1);
            let mut wrong = self.terms.eq(last, number);
            for start in starts {
                let start = self.terms.constant(8, start.into());
                let place = self.terms.add(start, inner);
                let fits = self.terms.eq(place, outer);
                let not = self.terms.not(fits);
                wrong = self.terms.and(wrong, not);
            }
            self.seldom_if(wrong);
        }
    }

    /// Something is stored through a reference.
    pub fn note_record(&mut self, place: Place, size: u64, op: Operand) -> Result<()> {
        if self.role != Role::Before || place.object != Obj::Shared || size > MAX_COPY {
            return Ok(());
        }
        let number = self.record_number(op);
        let within = match number {
            0 => None,
            _ => self.place_in_record(place, op, self.objects.records[number - 1])?,
        };
        self.mark_record(place, size, number);
        let Some(within) = within else { return Ok(()) };
        for index in 0..size {
            let at = self.moved(place, index as i64).address;
            let by = self.terms.constant(8, index.into());
            let own = self.terms.add(within, by);
            self.state.places = self.terms.store(self.state.places, at, own);
        }
        Ok(())
    }

    /// Something is stored through no record.
    pub fn forget_record(&mut self, place: Place, size: u64) {
        if self.role == Role::Before && place.object == Obj::Shared && size <= MAX_COPY {
            self.mark_record(place, size, 0);
        }
    }

    fn mark_record(&mut self, place: Place, size: u64, number: usize) {
        let number = self.terms.constant(8, number as u128);
        for index in 0..size {
            let at = self.moved(place, index as i64).address;
            self.state.records = self.store_marks(self.state.records, at, number);
        }
    }
}
