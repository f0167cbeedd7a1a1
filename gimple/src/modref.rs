//! What functions do not do with their arguments, and which memory they touch: what pass `modref` finds out, kept with the
//! unit for the callers' sake.

/// What a function may do with an argument, and with what can be reached from it, but does not: bits, as GCC's `EAF_…`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ArgFlags(pub u16);

impl ArgFlags {
    /// Anything may be done.
    pub const NONE: ArgFlags = ArgFlags(0);
    /// It is not looked at.
    pub const UNUSED: ArgFlags = ArgFlags(1);
    /// What it points to is not written; nor what can be reached from there.
    pub const NO_DIRECT_CLOBBER: ArgFlags = ArgFlags(1 << 1);
    pub const NO_INDIRECT_CLOBBER: ArgFlags = ArgFlags(1 << 2);
    /// It is not kept anywhere; nor pointers found there.
    pub const NO_DIRECT_ESCAPE: ArgFlags = ArgFlags(1 << 3);
    pub const NO_INDIRECT_ESCAPE: ArgFlags = ArgFlags(1 << 4);
    /// It is not returned; nor pointers found there.
    pub const NOT_RETURNED_DIRECTLY: ArgFlags = ArgFlags(1 << 5);
    pub const NOT_RETURNED_INDIRECTLY: ArgFlags = ArgFlags(1 << 6);
    /// What it points to is not read; nor what can be reached from there.
    pub const NO_DIRECT_READ: ArgFlags = ArgFlags(1 << 7);
    pub const NO_INDIRECT_READ: ArgFlags = ArgFlags(1 << 8);
    /// Nothing is done, nothing at all.
    pub const ALL: ArgFlags = ArgFlags((1 << 9) - 1);

    /// What a function that only reads memory does not do with its arguments.
    pub const OF_PURE: ArgFlags = ArgFlags::of([
        ArgFlags::NO_DIRECT_CLOBBER,
        ArgFlags::NO_INDIRECT_CLOBBER,
        ArgFlags::NO_DIRECT_ESCAPE,
        ArgFlags::NO_INDIRECT_ESCAPE,
    ]);
    /// What a function that does not even do that does not do with them.
    pub const OF_CONST: ArgFlags = ArgFlags::OF_PURE.with(ArgFlags::of([
        ArgFlags::NO_DIRECT_READ,
        ArgFlags::NO_INDIRECT_READ,
        ArgFlags::NOT_RETURNED_INDIRECTLY,
    ]));

    /// The flags by the names dumps give them, in their order.
    pub const NAMES: [(ArgFlags, &'static str); 9] = [
        (ArgFlags::UNUSED, "unused"),
        (ArgFlags::NO_DIRECT_CLOBBER, "no_direct_clobber"),
        (ArgFlags::NO_INDIRECT_CLOBBER, "no_indirect_clobber"),
        (ArgFlags::NO_DIRECT_ESCAPE, "no_direct_escape"),
        (ArgFlags::NO_INDIRECT_ESCAPE, "no_indirect_escape"),
        (ArgFlags::NOT_RETURNED_DIRECTLY, "not_returned_directly"),
        (ArgFlags::NOT_RETURNED_INDIRECTLY, "not_returned_indirectly"),
        (ArgFlags::NO_DIRECT_READ, "no_direct_read"),
        (ArgFlags::NO_INDIRECT_READ, "no_indirect_read"),
    ];

    /// Several flags as one.
    pub const fn of<const N: usize>(flags: [ArgFlags; N]) -> ArgFlags {
        let (mut all, mut index) = (0, 0);
        while index < N {
            all |= flags[index].0;
            index += 1;
        }
        ArgFlags(all)
    }

    /// Whether all these are set.
    pub const fn has(self, flags: ArgFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// These as well.
    pub const fn with(self, flags: ArgFlags) -> ArgFlags {
        ArgFlags(self.0 | flags.0)
    }

    /// Not these.
    pub const fn without(self, flags: ArgFlags) -> ArgFlags {
        ArgFlags(self.0 & !flags.0)
    }

    /// What both uses do not do. One that is no use says nothing.
    pub const fn merged(self, other: ArgFlags) -> ArgFlags {
        if other.has(ArgFlags::UNUSED) { self } else { ArgFlags(self.0 & other.0) }
    }
}

/// The memory a function reads, or that it writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// Memory that is not reached through its own arguments alone.
    pub global: bool,
    /// What these parameters point to: bits.
    pub params: u64,
}

impl Touched {
    /// What may be anything.
    pub const ALL: Touched = Touched { global: true, params: u64::MAX };

    /// Adds what the parameter with this index points to.
    pub fn add_param(&mut self, index: usize) {
        if index < 64 {
            self.params |= 1 << index;
        } else {
            self.global = true;
        }
    }

    /// Whether what the parameter with this index points to is touched.
    pub fn has_param(self, index: usize) -> bool {
        index < 64 && self.params >> index & 1 != 0
    }
}

/// What is known of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modref {
    /// By parameter; of further arguments nothing is known.
    pub arguments: Vec<ArgFlags>,
    pub reads: Touched,
    pub writes: Touched,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_use_says_nothing() {
        let read =
            ArgFlags::ALL.without(ArgFlags::of([ArgFlags::UNUSED, ArgFlags::NO_DIRECT_READ]));
        assert_eq!(ArgFlags::ALL.merged(read), read);
        assert_eq!(read.merged(ArgFlags::UNUSED), read);
        assert_eq!(read.merged(ArgFlags::NONE), ArgFlags::NONE);
    }

    #[test]
    fn parameters_beyond_the_bits_are_anything() {
        let mut touched = Touched::default();
        touched.add_param(3);
        assert!(touched.has_param(3) && !touched.global && !touched.has_param(64));
        touched.add_param(64);
        assert!(touched.global);
    }
}
