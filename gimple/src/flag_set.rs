//! Sets of flags with a type of their own: those of one kind cannot be taken for those of another.
//!
//! ```text
//! flag_set! {
//!     /// What a call may do.
//!     pub struct Ecf: u16 {
//!         /// It throws no exception.
//!         NOTHROW = 1;
//!     }
//! }
//! ```

/// Declares a set of flags, its members as constants.
macro_rules! flag_set {
    ($(#[$about:meta])* pub struct $set:ident: $bits:ty {
        $($(#[$doc:meta])* $flag:ident = $value:expr;)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        pub struct $set($bits);

        impl $set {
            /// No flag.
            pub const NONE: $set = $set(0);
            $($(#[$doc])* pub const $flag: $set = $set($value);)*

            /// The set of a number's bits, as [`Self::bits`] gives them.
            pub const fn from_bits(bits: $bits) -> $set {
                $set(bits)
            }

            /// The flags as bits of a number, which is how they stand in text.
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Whether there is no flag in the set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether any of these flags is in the set.
            pub const fn intersects(self, flags: $set) -> bool {
                self.0 & flags.0 != 0
            }

            /// Whether all of these flags are in the set.
            pub const fn contains(self, flags: $set) -> bool {
                self.0 & flags.0 == flags.0
            }

            /// The flags of both sets.
            pub const fn union(self, flags: $set) -> $set {
                $set(self.0 | flags.0)
            }

            /// The flags that are in both sets.
            pub const fn intersection(self, flags: $set) -> $set {
                $set(self.0 & flags.0)
            }

            /// The flags of this set that are not in another.
            pub const fn without(self, flags: $set) -> $set {
                $set(self.0 & !flags.0)
            }

            /// Turns flags that are in the set out of it, and others into it.
            pub fn toggle(&mut self, flags: $set) {
                self.0 ^= flags.0;
            }

            /// Takes flags out of the set.
            pub fn remove(&mut self, flags: $set) {
                *self = self.without(flags);
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;

            fn bitor(self, flags: $set) -> $set {
                self.union(flags)
            }
        }

        impl std::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, flags: $set) {
                *self = self.union(flags);
            }
        }
    };
}

pub(crate) use flag_set;

#[cfg(test)]
mod tests {
    flag_set! {
        /// Letters.
        pub struct Letters: u8 {
            /// The first.
            A = 1;
            /// The second.
            B = 2;
            /// The third.
            C = 4;
        }
    }

    #[test]
    fn sets_are_joined_and_asked() {
        let mut set = Letters::A | Letters::B;
        assert!(set.intersects(Letters::B | Letters::C) && !set.contains(Letters::B | Letters::C));
        assert!(!set.intersects(Letters::NONE) && set.contains(Letters::NONE));
        set |= Letters::C;
        assert_eq!(set, Letters::A | Letters::B | Letters::C);
        assert_eq!(set.intersection(Letters::B), Letters::B);
        set.remove(Letters::B);
        set.toggle(Letters::A | Letters::B);
        assert_eq!(set, Letters::B | Letters::C);
        set.toggle(Letters::A | Letters::B);
        assert_eq!(set, Letters::A | Letters::C);
        assert_eq!(set.without(Letters::A | Letters::B), Letters::C);
        assert_eq!(Letters::from_bits(6).bits(), 6);
        assert!(Letters::default().is_empty() && !set.is_empty());
    }
}
