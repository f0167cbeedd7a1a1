//! What passes keep of a unit from one function to the next, each under a type of its own, so that none has to know of
//! another's.
//!
//! ```text
//! #[derive(Default)]
//! struct Bodies { … }
//! let bodies: &mut Bodies = unit.pass_state.of ();
//! ```

use std::any::{Any, TypeId};

/// Values by their types: few, so that looking through them all is faster than hashing.
#[derive(Default)]
pub struct PassState(Vec<(TypeId, Box<dyn Any>)>);

impl PassState {
    /// The value of a type; the first time it is the default.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let place = self.place::<T>().unwrap_or_else(|| {
            self.0.push((TypeId::of::<T>(), Box::<T>::default()));
            self.0.len() - 1
        });
        self.0[place].1.downcast_mut().expect("a value is kept under its own type")
    }

    /// Keeps a value in place of that of its type.
    pub fn put<T: Any>(&mut self, value: T) {
        self.take::<T>();
        self.0.push((TypeId::of::<T>(), Box::new(value)));
    }

    /// Takes the value of a type out, if there is one.
    pub fn take<T: Any>(&mut self) -> Option<T> {
        let (_, value) = self.0.swap_remove(self.place::<T>()?);
        Some(*value.downcast().expect("a value is kept under its own type"))
    }

    /// The value of a type, if one was asked for before.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0[self.place::<T>()?].1.downcast_ref()
    }

    fn place<T: Any>(&self) -> Option<usize> {
        self.0.iter().position(|(ty, _)| *ty == TypeId::of::<T>())
    }
}

#[cfg(test)]
mod tests {
    use super::PassState;

    #[test]
    fn each_type_has_a_value_of_its_own() {
        let mut state = PassState::default();
        state.of::<Vec<u32>>().push(3);
        *state.of::<String>() += "x";
        assert_eq!(*state.of::<Vec<u32>>(), [3]);
        assert_eq!(state.of::<String>(), "x");
        assert_eq!(state.get::<u32>(), None);
        assert_eq!(*state.of::<u32>(), 0);
        assert_eq!(state.get::<u32>(), Some(&0));
        state.put(4_u32);
        assert_eq!(state.take::<u32>(), Some(4));
        assert_eq!(state.take::<u32>(), None);
    }
}
