//! Variadic arguments: a list is the address of the next one's slot, in memory that the caller has filled.

use super::{Result, Run, Value};
use crate::terms::{Op, Sort, Term};
use gimple::stmt::Call;

/// Bytes of a slot.
const SLOT: u64 = 8;
/// What is larger is passed by reference, and nothing is aligned more strictly.
const LARGEST: u64 = 16;

impl Run<'_> {
    /// `va_start`: the list begins somewhere outside.
    pub fn start_arguments(&mut self, call: &Call) -> Result<Option<Option<Value>>> {
        let list = self.defined_operand(call.args[0])?;
        let first = self.terms.var("variadic arguments", Sort::Bits(64));
        let first = self.defined(first);
        self.write_at(list, first);
        Ok(Some(None))
    }

    /// `va_copy`: another list at the same place.
    pub fn copy_arguments(&mut self, call: &Call) -> Result<Option<Option<Value>>> {
        let list = self.defined_operand(call.args[0])?;
        let place = self.operand(call.args[1])?;
        if self.terms.width(place.bits) != 64 {
            return Err("not modelled: a list of another form".to_string());
        }
        self.write_at(list, place);
        Ok(Some(None))
    }

    /// `.VA_ARG`: the next argument, and the list moved on.
    pub fn next_argument(&mut self, call: &Call) -> Result<()> {
        let types = &self.unit.types;
        let [list, skipped, _] = call.args[..] else {
            return Err("not modelled: an argument of any size".to_string());
        };
        let ty = types.pointee(self.unit.type_of(self.f, skipped));
        let ty = ty.ok_or("not modelled: an argument without a type")?;
        let bytes = types.size(ty).ok_or("not modelled: an argument of any size")?;
        let by_reference = bytes > LARGEST;
        let align = if by_reference { SLOT } else { u64::from(types.align(ty)) };
        let step = if by_reference { SLOT } else { bytes.next_multiple_of(SLOT) };
        let list = self.defined_operand(list)?;
        let slot = self.read_at(list, SLOT);
        let unknown = self.is_undefined(slot);
        self.undefined_if(unknown);
        let slot = self.aligned(slot.bits, align.clamp(SLOT, LARGEST), bytes);
        let by = self.terms.constant(64, step.into());
        let next = self.terms.add(slot, by);
        let next = self.defined(next);
        self.write_at(list, next);
        if call.lhs.is_none() {
            return Ok(());
        }
        let address = if by_reference { self.read_at(slot, SLOT).bits } else { slot };
        if self.unit.types.is_aggregate(ty) {
            let value = self.read_at(address, bytes);
            return self.store_operand(call.lhs, ty, value);
        }
        let value = self.load_at(address, ty)?;
        self.write(call.lhs, ty, value)
    }

    fn aligned(&mut self, slot: Term, align: u64, bytes: u64) -> Term {
        if align <= SLOT || bytes == 0 {
            return slot;
        }
        let up = self.terms.constant(64, u128::from(align - 1));
        let mask = self.terms.constant(64, (align as u128).wrapping_neg());
        let past = self.terms.add(slot, up);
        self.terms.binary(Op::BitAnd, past, mask)
    }
}
