//! Which memory is accessed: a tree of the types that objects are taken to have, of the types of what is accessed in them,
//! and of places, each told by what it is reached through.
//!
//! ```text
//!   Base 0: alias set 2                                                  struct s
//!     Ref 0: alias set 1                                                 an int in it
//!       access: Parm 0 param offset:8 offset:32 size:32 max_size:64      in bits 32 to 95 of what is 8 bytes after
//! ```                                                                   where the first argument points
//!
//! Nothing grows without limit: what there is no room for makes a place larger, or becomes "every".

use crate::types::TypeId;

/// `--param modref-max-bases`, `modref-max-refs` and `modref-max-accesses`.
const MAX_BASES: usize = 32;
const MAX_REFS: usize = 16;
const MAX_ACCESSES: usize = 16;
/// `--param modref-max-adjustments`: how often a place may move or grow around recursive calls.
const MAX_ADJUSTMENTS: u8 = 8;

/// What memory is reached through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Via {
    Unknown,
    /// What the parameter with this index points to.
    Param(u32),
    /// What the static chain points to.
    Chain,
    /// What other functions can reach, too.
    Global,
    /// Memory that nobody else sees, or that does not change; no access is recorded of such.
    Local,
}

impl Via {
    /// The number dumps show.
    pub fn number(self) -> i64 {
        match self {
            Via::Param(index) => i64::from(index),
            Via::Unknown => -1,
            Via::Chain => -2,
            Via::Global => -4,
            Via::Local => -5,
        }
    }
}

/// Where a pointer leads: so many bytes after something, if that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    pub via: Via,
    pub offset: Option<i64>,
}

impl Origin {
    /// Anywhere.
    pub const UNKNOWN: Origin = Origin { via: Via::Unknown, offset: None };
}

/// Which bits are accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Bytes from where the pointer points to the object.
    pub param_offset: i64,
    /// Bits from there.
    pub offset: i64,
    /// What each access takes at least, if that is known.
    pub size: Option<i64>,
    /// All accesses are within so many bits.
    pub max_size: Option<i64>,
}

impl Extent {
    /// The first bit, from where the pointer points.
    pub fn start(&self) -> i64 {
        self.param_offset.saturating_mul(8).saturating_add(self.offset)
    }

    fn end(&self) -> Option<i64> {
        self.max_size.map(|size| self.start().saturating_add(size))
    }

    /// Whether these bits are accessed and no others.
    fn is_exact(&self) -> bool {
        self.size.is_some_and(|size| size > 0) && self.size == self.max_size
    }

    fn spans(&self, other: &Extent) -> bool {
        let ends = match (self.end(), other.end()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(end), Some(other)) => other <= end,
        };
        self.start() <= other.start() && ends
    }

    /// Bits between two; negative where they overlap.
    fn gap(&self, other: &Extent) -> i64 {
        let (first, second) =
            if self.start() <= other.start() { (self, other) } else { (other, self) };
        first.end().map_or(i64::MIN, |end| second.start().saturating_sub(end))
    }

    /// Both, and what is between them.
    fn joined(&self, other: &Extent) -> Extent {
        let param_offset = self.param_offset.min(other.param_offset);
        let start = self.start().min(other.start());
        let end = self.end().zip(other.end()).map(|(a, b)| a.max(b));
        Extent {
            param_offset,
            offset: start.saturating_sub(param_offset.saturating_mul(8)),
            size: self.size.zip(other.size).map(|(a, b)| a.min(b)),
            max_size: end.map(|end| end.saturating_sub(start)),
        }
    }
}

/// An access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessNode {
    pub via: Via,
    /// `None`: anywhere around what the pointer points to.
    pub extent: Option<Extent>,
    /// How often it has moved or grown.
    pub adjustments: u8,
}

impl AccessNode {
    /// An access of what is reached so.
    pub fn new(via: Via, extent: Option<Extent>) -> AccessNode {
        AccessNode { via, extent, adjustments: 0 }
    }

    /// Whether it surely writes all of what it says (`useful_for_kill_p`).
    pub fn is_kill(&self) -> bool {
        matches!(self.via, Via::Param(_) | Via::Chain)
            && self.extent.is_some_and(|it| it.is_exact())
    }

    /// What an access of a function called is in the caller, where the parameters lead there.
    pub fn mapped(&self, map: &ParamMap) -> AccessNode {
        let to = map.origin(self.via);
        let moved = |extent: Extent| {
            let param_offset = extent.param_offset.checked_add(to.offset?)?;
            Some(Extent { param_offset, ..extent })
        };
        AccessNode { via: to.via, extent: self.extent.and_then(moved), ..*self }
    }

    fn contains(&self, other: &AccessNode) -> bool {
        if self.via != other.via {
            return false;
        }
        match (&self.extent, &other.extent) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => a.spans(b) && a.size.unwrap_or(0) <= b.size.unwrap_or(0),
        }
    }

    /// Bits between two of one parameter: what both must have to become one.
    fn gap(&self, other: &AccessNode) -> Option<i64> {
        if self.via != other.via {
            return None;
        }
        Some(self.extent?.gap(&other.extent?))
    }

    /// Makes this one both.
    fn join(&mut self, other: &AccessNode, adjusts: bool) {
        let joined = match (self.extent, other.extent) {
            (Some(a), Some(b)) => Some(a.joined(&b)),
            _ => None,
        };
        self.adjustments = self.adjustments.max(other.adjustments);
        if adjusts && joined != self.extent {
            self.adjustments = self.adjustments.saturating_add(1);
        }
        self.extent = joined.filter(|_| self.adjustments < MAX_ADJUSTMENTS);
    }
}

/// Where the arguments of a call lead, in terms of the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamMap {
    pub args: Vec<Origin>,
    pub chain: Origin,
}

impl ParamMap {
    /// Where something of the function called leads. What is not passed is not known.
    pub(super) fn origin(&self, via: Via) -> Origin {
        match via {
            Via::Param(index) => self.args.get(index as usize).copied().unwrap_or(Origin::UNKNOWN),
            Via::Chain => self.chain,
            Via::Unknown | Via::Global | Via::Local => Origin { via, offset: None },
        }
    }
}

/// A list of what there is, or all there could be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Listed<T> {
    Every,
    These(Vec<T>),
}

impl<T> Default for Listed<T> {
    fn default() -> Listed<T> {
        Listed::These(Vec::new())
    }
}

impl<T> Listed<T> {
    /// What is listed; nothing where it is everything.
    pub fn these(&self) -> &[T] {
        match self {
            Listed::Every => &[],
            Listed::These(list) => list,
        }
    }

    /// Whether it is everything.
    pub fn is_every(&self) -> bool {
        matches!(self, Listed::Every)
    }

    /// Makes it everything; whether that is news.
    fn collapse(&mut self) -> bool {
        !matches!(std::mem::replace(self, Listed::Every), Listed::Every)
    }
}

/// The accesses of what has a type, in objects of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefNode {
    /// The type that stands for its alias set; `NONE` is alias set 0.
    pub ty: TypeId,
    pub accesses: Listed<AccessNode>,
}

/// The accesses of objects of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseNode {
    pub ty: TypeId,
    pub refs: Listed<RefNode>,
}

/// All accesses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccessTree {
    pub bases: Listed<BaseNode>,
}

/// How accesses are put into a tree.
#[derive(Default)]
pub struct Insertion {
    /// They come around recursive calls, so that places may move and grow so often only.
    pub adjusts: bool,
    /// What is said of limits.
    pub said: String,
}

impl AccessTree {
    /// Anything may be accessed.
    pub const EVERY: AccessTree = AccessTree { bases: Listed::Every };

    /// Whether nothing is accessed.
    pub fn is_empty(&self) -> bool {
        matches!(&self.bases, Listed::These(list) if list.is_empty())
    }

    /// Anything may be accessed from now on; whether that is news.
    pub fn collapse(&mut self) -> bool {
        self.bases.collapse()
    }

    /// Whether memory is accessed that is not reached through parameters alone (`global_access_p`).
    pub fn is_global(&self) -> bool {
        let of_access = |node: &AccessNode| matches!(node.via, Via::Unknown | Via::Global);
        let of_ref = |node: &RefNode| {
            node.accesses.is_every() || node.accesses.these().iter().any(of_access)
        };
        let of_base =
            |node: &BaseNode| node.refs.is_every() || node.refs.these().iter().any(of_ref);
        self.bases.is_every() || self.bases.these().iter().any(of_base)
    }

    /// Whether all accesses are known, and there are not more than so many.
    pub fn all_known(&self, most: usize) -> bool {
        let (mut count, mut known) = (0, !self.bases.is_every());
        for base in self.bases.these() {
            known &= !base.refs.is_every();
            for node in base.refs.these() {
                known &= !node.accesses.is_every();
                count += node.accesses.these().len();
                known &= node.accesses.these().iter().all(|access| access.extent.is_some());
            }
        }
        known && count <= most
    }

    /// Adds an access; whether that is news.
    pub fn insert(
        &mut self,
        base: TypeId,
        ty: TypeId,
        access: AccessNode,
        how: &mut Insertion,
    ) -> bool {
        if access.via == Via::Local || self.bases.is_every() {
            return false;
        }
        if base.is_none() && ty.is_none() && access.via == Via::Unknown {
            return self.collapse();
        }
        let Some(node) = self.ref_node(base, ty, how) else { return false };
        if access.via == Via::Unknown {
            return node.accesses.collapse();
        }
        insert_access(&mut node.accesses, access, how)
    }

    /// The node of accesses of a type in objects of another, made if there is none. `None` where nothing need be told apart.
    fn ref_node(&mut self, base: TypeId, ty: TypeId, how: &mut Insertion) -> Option<&mut RefNode> {
        let Listed::These(bases) = &mut self.bases else { return None };
        let (mut base, mut ty) = (base, ty);
        if bases.len() >= MAX_BASES && bases.iter().all(|node| node.ty != base) {
            how.said.push_str("--param modref-max-bases limit reached; using 0\n");
            (base, ty) = (TypeId::NONE, TypeId::NONE);
        }
        let place = bases.iter().position(|node| node.ty == base).unwrap_or_else(|| {
            bases.push(BaseNode { ty: base, refs: Listed::default() });
            bases.len() - 1
        });
        let Listed::These(refs) = &mut bases[place].refs else { return None };
        if refs.len() >= MAX_REFS && refs.iter().all(|node| node.ty != ty) {
            how.said.push_str("--param modref-max-refs limit reached; using 0\n");
            ty = TypeId::NONE;
        }
        let place = refs.iter().position(|node| node.ty == ty).unwrap_or_else(|| {
            refs.push(RefNode { ty, accesses: Listed::default() });
            refs.len() - 1
        });
        refs.get_mut(place)
    }

    /// Adds what a function called accesses; whether that is news.
    pub fn merge(&mut self, other: &AccessTree, map: &ParamMap, how: &mut Insertion) -> bool {
        if self.bases.is_every() {
            return false;
        }
        if other.bases.is_every() {
            return self.collapse();
        }
        let mut changed = false;
        for base in other.bases.these() {
            for node in base.refs.these() {
                for access in node.accesses.these() {
                    changed |= self.insert(base.ty, node.ty, access.mapped(map), how);
                }
                if node.accesses.is_every() {
                    let anything = AccessNode::new(Via::Unknown, None);
                    changed |= self.insert(base.ty, node.ty, anything, how);
                }
            }
        }
        changed
    }
}

/// Whether two accesses are one: what is contained in another, or touches one of the same size.
fn are_one(new: &AccessNode, old: &AccessNode) -> bool {
    new.contains(old)
        || old.gap(new).is_some_and(|gap| gap <= 0)
            && old.extent.map(|it| it.size) == new.extent.map(|it| it.size)
}

/// Adds an access to a list; whether that is news.
fn insert_access(
    accesses: &mut Listed<AccessNode>,
    access: AccessNode,
    how: &mut Insertion,
) -> bool {
    let Listed::These(list) = accesses else { return false };
    if list.iter().any(|old| old.contains(&access)) {
        return false;
    }
    if let Some(place) = list.iter().position(|old| are_one(&access, old)) {
        if access.contains(&list[place]) {
            list[place] = access;
        } else {
            list[place].join(&access, how.adjusts);
        }
        absorb(list, place, how);
    } else if list.len() < MAX_ACCESSES {
        list.push(access);
    } else {
        how.said.push_str("--param modref-max-accesses limit reached;");
        if !make_room(list, access, how) {
            return accesses.collapse();
        }
    }
    true
}

/// One of the accesses has grown: others may be one with it now.
fn absorb(list: &mut Vec<AccessNode>, mut place: usize, how: &Insertion) {
    loop {
        let grown = list[place];
        let meets = |(index, old): (usize, &AccessNode)| index != place && are_one(&grown, old);
        let Some(other) = list.iter().enumerate().position(meets) else { return };
        let old = list.remove(other);
        if other < place {
            place -= 1;
        }
        if !list[place].contains(&old) {
            list[place].join(&old, how.adjusts);
        }
    }
}

/// Makes one of the two accesses between which there is least, the new one included. Not if no two are alike.
fn make_room(list: &mut Vec<AccessNode>, access: AccessNode, how: &mut Insertion) -> bool {
    list.push(access);
    let (last, mut best) = (list.len() - 1, None::<(i64, usize, usize)>);
    for first in 0..last {
        for second in first + 1..=last {
            let Some(gap) = list[first].gap(&list[second]) else { continue };
            if best.is_none_or(|(least, ..)| gap <= least) {
                best = Some((gap, first, second));
            }
        }
    }
    let Some((_, first, second)) = best else { return false };
    let text = match second == last {
        true => format!(" merging with {first}\n"),
        false => format!(" merging {first} and {second}\n"),
    };
    how.said.push_str(&text);
    let other = list.remove(second);
    list[first].join(&other, how.adjusts);
    absorb(list, first, how);
    true
}

/// Adds what is surely written; whether that is news. What touches becomes one.
pub fn insert_kill(kills: &mut Vec<AccessNode>, mut kill: AccessNode, how: &mut Insertion) -> bool {
    let covers = |old: &AccessNode| {
        old.via == kill.via && old.extent.zip(kill.extent).is_some_and(|(a, b)| a.spans(&b))
    };
    if kills.iter().any(covers) {
        return false;
    }
    let mut place = None;
    while let Some(touching) =
        kills.iter().position(|old| old.gap(&kill).is_some_and(|gap| gap <= 0))
    {
        let old = kills.remove(touching);
        kill.join(&old, false);
        // All of it is written.
        kill.extent = kill.extent.map(|all| Extent { size: all.max_size, ..all });
        place.get_or_insert(touching);
    }
    match place {
        Some(place) => kills.insert(place, kill),
        None if kills.len() < MAX_ACCESSES => kills.push(kill),
        None => {
            how.said.push_str("--param modref-max-accesses limit reached:");
            return false;
        }
    }
    true
}
