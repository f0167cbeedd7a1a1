//! What functions do not do with their arguments, and which memory they touch: what pass `modref` finds out, kept with the
//! unit for the callers' sake.

mod tree;

use crate::decl::DeclId;
use crate::flag_set::flag_set;
pub use tree::{
    AccessNode, AccessTree, BaseNode, Extent, Insertion, Listed, Origin, ParamMap, RefNode, Via,
    insert_kill,
};

flag_set! {
    /// What a function may do with an argument, and with what can be reached from it, but does not: GCC's `EAF_…`.
    pub struct ArgFlags: u16 {
        /// It is not looked at.
        UNUSED = 1;
        /// What it points to is not written.
        NO_DIRECT_CLOBBER = 1 << 1;
        /// What can be reached from there is not written.
        NO_INDIRECT_CLOBBER = 1 << 2;
        /// It is not kept anywhere.
        NO_DIRECT_ESCAPE = 1 << 3;
        /// Pointers found there are not kept anywhere.
        NO_INDIRECT_ESCAPE = 1 << 4;
        /// It is not returned.
        NOT_RETURNED_DIRECTLY = 1 << 5;
        /// Pointers found there are not returned.
        NOT_RETURNED_INDIRECTLY = 1 << 6;
        /// What it points to is not read.
        NO_DIRECT_READ = 1 << 7;
        /// What can be reached from there is not read.
        NO_INDIRECT_READ = 1 << 8;
        /// Nothing is done, nothing at all.
        ALL = (1 << 9) - 1;
    }
}

impl ArgFlags {
    /// What a function that only reads memory does not do with its arguments.
    pub const OF_PURE: ArgFlags = ArgFlags::of([
        ArgFlags::NO_DIRECT_CLOBBER,
        ArgFlags::NO_INDIRECT_CLOBBER,
        ArgFlags::NO_DIRECT_ESCAPE,
        ArgFlags::NO_INDIRECT_ESCAPE,
    ]);
    /// What a function that does not even do that does not do with them.
    pub const OF_CONST: ArgFlags = ArgFlags::OF_PURE.union(ArgFlags::of([
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
        let (mut all, mut index) = (ArgFlags::NONE, 0);
        while index < N {
            all = all.union(flags[index]);
            index += 1;
        }
        all
    }

    /// What both uses do not do. One that is no use says nothing.
    pub const fn merged(self, other: ArgFlags) -> ArgFlags {
        if other.contains(ArgFlags::UNUSED) { self } else { self.intersection(other) }
    }
}

/// What a function does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// By parameter; of further arguments nothing is known.
    pub arguments: Vec<ArgFlags>,
    pub chain: ArgFlags,
    pub loads: AccessTree,
    pub stores: AccessTree,
    pub writes_errno: bool,
    /// It does more than computing and writing to memory, or may run forever.
    pub side_effects: bool,
    /// Called again it may do something else though memory is the same.
    pub nondeterministic: bool,
}

/// What is known of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modref {
    pub effects: Effects,
    /// What is written whenever the function is called.
    pub kills: Vec<AccessNode>,
    /// Memory is read, or written, that is not reached through its own arguments alone.
    pub global_memory_read: bool,
    pub global_memory_written: bool,
    /// A call of it does nothing but write to known places.
    pub try_dse: bool,
    /// More is known than the function's declaration says.
    pub tracked: bool,
    /// What is known if functions called turn out to do less than was known of them then.
    pub pending: Option<Box<Pending>>,
}

/// What is known of a function but for calls of functions that were not known when it was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pending {
    pub effects: Effects,
    pub calls: Vec<PendingCall>,
}

/// A call of a function that was not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingCall {
    pub callee: DeclId,
    /// Where the arguments lead; `None` if what it touches has been put in.
    pub map: Option<ParamMap>,
    /// Nobody sees what it writes.
    pub ignores_stores: bool,
    /// What is passed.
    pub escapes: Vec<Escape>,
}

impl PendingCall {
    /// A call of which nothing is known yet but who is called.
    pub fn of(callee: DeclId) -> PendingCall {
        PendingCall { callee, map: None, ignores_stores: false, escapes: Vec::new() }
    }
}

/// A parameter, or what it leads to, is passed as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Escape {
    pub param: Via,
    pub arg: Via,
    pub direct: bool,
    /// What is surely not done.
    pub least: ArgFlags,
}

/// Stores that are looked at for one call (`--param modref-max-tests`).
pub const MAX_TESTS: usize = 64;

impl Effects {
    /// The same of a copy to whose parameters those of the function lead, without what is not done with them.
    fn with_params(&self, map: &ParamMap) -> Effects {
        let (mut loads, mut stores) = (AccessTree::default(), AccessTree::default());
        loads.merge(&self.loads, map, &mut Insertion::default());
        stores.merge(&self.stores, map, &mut Insertion::default());
        Effects { arguments: Vec::new(), loads, stores, ..*self }
    }

    /// What is not done with an argument.
    pub fn of_argument(&self, via: Via) -> ArgFlags {
        match via {
            Via::Param(index) => self.arguments.get(index as usize).copied().unwrap_or_default(),
            Via::Chain => self.chain,
            Via::Unknown | Via::Global | Via::Local => ArgFlags::NONE,
        }
    }

    /// Whether anything is known of the memory it touches beyond what its flags as a function say (`useful_p`).
    pub fn tells_accesses(&self, is_const: bool, is_pure: bool, looping: bool) -> bool {
        let runs_through = looping && !(self.side_effects && self.nondeterministic);
        if is_const {
            return runs_through;
        }
        if !self.loads.bases.is_every() {
            return true;
        }
        if is_pure { runs_through } else { !self.stores.bases.is_every() }
    }
}

impl Pending {
    fn with_params(&self, map: &ParamMap) -> Pending {
        let moved = |origin: Origin| Origin {
            offset: map.origin(origin.via).offset.and(origin.offset),
            via: map.origin(origin.via).via,
        };
        let of_call = |call: &PendingCall| PendingCall {
            map: call.map.as_ref().map(|inner| ParamMap {
                args: inner.args.iter().map(|&origin| moved(origin)).collect(),
                chain: moved(inner.chain),
            }),
            escapes: call.escapes.iter().filter_map(|it| it.with_params(map)).collect(),
            ..*call
        };
        let calls = self.calls.iter().map(of_call).collect();
        Pending { effects: self.effects.with_params(map), calls }
    }
}

impl Escape {
    fn with_params(&self, map: &ParamMap) -> Option<Escape> {
        let param = map.origin(self.param).via;
        matches!(param, Via::Param(_) | Via::Chain).then_some(Escape { param, ..*self })
    }
}

impl Modref {
    /// The same of a copy to whose parameters those of the function lead: without offsets.
    pub fn with_params(&self, map: &ParamMap) -> Modref {
        let kills = self.kills.iter().map(|kill| kill.mapped(map)).filter(AccessNode::is_kill);
        let mut copy = Modref {
            effects: self.effects.with_params(map),
            kills: kills.collect(),
            pending: self.pending.as_ref().map(|it| Box::new(it.with_params(map))),
            ..*self
        };
        copy.finalize();
        copy
    }

    /// Brings up to date what follows from the accesses.
    pub fn finalize(&mut self) {
        let Effects { loads, stores, writes_errno, side_effects, .. } = &self.effects;
        self.global_memory_read = loads.is_global();
        self.global_memory_written = stores.is_global();
        let more = *side_effects || self.global_memory_written || *writes_errno;
        self.try_dse = !more && stores.all_known(MAX_TESTS);
    }
}

#[cfg(test)]
mod tests;
