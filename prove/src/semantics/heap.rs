//! Objects that a function makes as it runs: `malloc` and its like, and `alloca`.
//!
//! Such an object is known by the place of the call, or where there are more or fewer such calls before the pass than
//! after it, the name that its address is given to, and by the round in which that happens, so that it is the same in both
//! bodies. Making one is no effect that the world sees. Nothing from elsewhere points to it before
//! the function has given its address away. What is freed is not looked at when the function ends.

use super::memory::MAX_COPY;
use super::objects::OFFSET_BITS;
use super::{Result, Role, Run, Value};
use crate::terms::{HEAP, LOCAL, NO_ADDRESS, Sort, Term, Terms};
use gimple::stmt::Call;
use gimple::tree::Operand;

/// Rounds that objects are told apart by.
const ROUNDS: u32 = 128;

/// Where an object is made, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Allocation {
    Stack,
    Heap,
    /// The alignment is asked for before the size.
    Aligned,
    Zeroed,
}

impl Run<'_> {
    /// The address of a new object, or null where there is no room for one.
    pub fn allocate(&mut self, call: &Call, how: Allocation) -> Result<Option<Value>> {
        let Operand::Ssa(lhs) = call.lhs else { return Ok(None) };
        if self.nesting > 0 {
            return Err("not modelled: objects that are made in what is called".to_string());
        }
        let place = self.objects.makers[usize::from(self.role == Role::After)].get(&self.stmt);
        let number = u64::from(place.copied().unwrap_or(lhs.0)) * u64::from(ROUNDS)
            + u64::from(self.round % ROUNDS);
        if u128::from(number) << OFFSET_BITS >= NO_ADDRESS {
            return Err("not modelled: objects without numbers".to_string());
        }
        let aligned = how == Allocation::Aligned;
        let mut size = self.size_argument(call.args[usize::from(aligned)])?;
        if how == Allocation::Zeroed {
            let each = self.size_argument(call.args[1])?;
            size = self.terms.mul(size, each);
        }
        let base = if how == Allocation::Stack { LOCAL | HEAP } else { HEAP };
        let address = self.terms.constant(64, base | u128::from(number) << OFFSET_BITS);
        let id = self.terms.constant(64, number.into());
        let fails = match how {
            Allocation::Stack => Terms::FALSE,
            _ => self.terms.apply("no room", &[id, size], Sort::Bool),
        };
        self.set_size(address, size, fails);
        if let Some(known) = self.terms.as_const(size)
            && known > 0
            && known <= u128::from(MAX_COPY)
        {
            let bits = known as u32 * 8;
            let zero = self.terms.constant(bits, 0);
            let undef = if how == Allocation::Zeroed { zero } else { self.terms.ones(bits) };
            self.write_new(address, Value { bits: zero, undef });
        }
        let null = self.terms.constant(64, 0);
        let address = self.terms.ite(fails, null, address);
        Ok(Some(self.defined(address)))
    }

    fn size_argument(&mut self, op: Operand) -> Result<Term> {
        let bits = self.defined_operand(op)?;
        Ok(self.terms.resize(64, bits, true))
    }

    /// A fact: an object is so large, if there is room for it. For none that takes more than an offset is there.
    fn set_size(&mut self, address: Term, size: Term, fails: Term) {
        if self.role != Role::Before {
            return;
        }
        let id = self.terms.extract(63, OFFSET_BITS, address);
        let known = self.terms.apply("size", &[id], Sort::Bits(OFFSET_BITS));
        let known = self.terms.zero_extend(64, known);
        let is = self.terms.eq(known, size);
        let either = self.terms.or(is, fails);
        let not = self.terms.not(either);
        self.undefined_if(not);
    }

    /// `free`: of what the function made nobody sees that it ends; for anything else it is an effect.
    pub fn free(&mut self, call: &Call) -> Result<Option<Option<Value>>> {
        let address = self.defined_operand(call.args[0])?;
        let mut made = Vec::new();
        if !self.made_here(address, &mut made, 8) {
            return Ok(None);
        }
        for address in made {
            let id = self.terms.extract(63, OFFSET_BITS, address);
            self.freed.push((self.reach, id));
        }
        Ok(Some(None))
    }

    /// Whether an address is that of one of some objects of the function, or null; and of which.
    fn made_here(&self, address: Term, made: &mut Vec<Term>, depth: u32) -> bool {
        if let Some(value) = self.terms.as_const(address) {
            if value & (LOCAL | HEAP) == HEAP {
                made.push(address);
            }
            return value == 0 || value & (LOCAL | HEAP) == HEAP;
        }
        let node = self.terms.node(address);
        node.op == crate::terms::Op::Ite
            && depth > 0
            && node.args[1..].iter().all(|&side| self.made_here(side, made, depth - 1))
    }

    /// Whether an address is of what has been freed.
    pub fn is_freed(terms: &mut Terms, freed: &[(Term, Term)], address: Term) -> Term {
        let own = terms.extract(63, OFFSET_BITS, address);
        let mut any = Terms::FALSE;
        for &(reach, id) in freed {
            let is = terms.eq(own, id);
            let here = terms.and(is, reach);
            any = terms.or(any, here);
        }
        any
    }
}
