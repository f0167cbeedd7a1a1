//! What oracles have found out that does not change from pass to pass: the alias sets of types, and references taken apart.
//!
//! It is kept with the unit, and shared by the oracles of all passes and functions: types and trees are never changed.

use super::reference::{Access, Base};
use super::types::AliasSets;
use gimple::function::Function;
use gimple::tree::{Operand, TreeId};
use gimple::unit::Unit;
use std::cell::RefCell;
use std::rc::Rc;

/// References that are remembered at most; a power of two.
const PLACES: usize = 1024;

/// What has been found out.
#[derive(Default)]
pub struct Known {
    pub sets: RefCell<AliasSets>,
    /// References that have been taken apart: each has its place by its number, which it may lose to a later one.
    accesses: RefCell<Vec<Option<(TreeId, Access)>>>,
}

#[derive(Default)]
struct Shared(Rc<Known>);

impl Known {
    /// Lets the oracles made from now on share what they find out.
    pub fn share(unit: &mut Unit) {
        unit.pass_state.of::<Shared>();
    }

    /// What is known of a unit so far; nothing if it is not shared yet.
    pub fn of(unit: &Unit) -> Rc<Known> {
        unit.pass_state.get::<Shared>().map_or_else(Rc::default, |shared| Rc::clone(&shared.0))
    }

    /// The access that a reference makes.
    pub fn access(&self, unit: &Unit, f: &Function, reference: Operand) -> Access {
        let Operand::Tree(id) = reference else { return Access::of(unit, f, reference) };
        let accesses = &mut *self.accesses.borrow_mut();
        let place = id.0 as usize % PLACES;
        if let Some(Some((of, access))) = accesses.get(place)
            && *of == id
        {
            return *access;
        }
        let access = Access::of(unit, f, reference);
        // What is read off a register is of the function.
        if access.base != Base::Unknown {
            if accesses.is_empty() {
                accesses.resize(PLACES, None);
            }
            accesses[place] = Some((id, access));
        }
        access
    }
}
