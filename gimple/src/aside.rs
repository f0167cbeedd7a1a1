//! A box that takes eight bytes wherever it stands.

use std::borrow::{Borrow, BorrowMut};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// What a variant of an enum holds aside: a `Box` that asks for an alignment of four only, so that it does not round up
/// the size of all the other variants.
#[repr(C, packed(4))]
pub struct Aside<T>(Box<T>);

impl<T> Aside<T> {
    /// Puts a value aside.
    pub fn new(value: T) -> Aside<T> {
        Aside(Box::new(value))
    }
}

impl<T> Deref for Aside<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // The field itself may not be borrowed where it lies, only what it points to.
        (*self.0).borrow()
    }
}

impl<T> DerefMut for Aside<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        (*self.0).borrow_mut()
    }
}

impl<T: Clone> Clone for Aside<T> {
    fn clone(&self) -> Aside<T> {
        Aside::new(T::clone(self))
    }
}

impl<T: fmt::Debug> fmt::Debug for Aside<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_aside_can_be_changed_and_copied() {
        let mut aside = Aside::new(vec![1]);
        let copy = aside.clone();
        aside.push(2);
        assert_eq!(format!("{aside:?} {copy:?}"), "[1, 2] [1]");
        assert_eq!((size_of::<Aside<u64>>(), align_of::<Aside<u64>>()), (8, 4));
    }
}
