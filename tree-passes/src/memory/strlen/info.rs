//! What is known of strings, and by which pointers they are known.
//!
//! A string has a number for the whole function; names and places in variables are mapped to those numbers once and for all.
//! What is known of a string holds at a point of the program, and is copied only when it changes: a block begins with what
//! held at the end of the one that dominates it. Strings that end at the same NUL are related: they form a list, from the
//! longest to the shortest.
//!
//! ```text
//!   _4 = strlen (p_3);         p_3: _4 characters
//!   q_5 = p_3 + _4;            q_5: none, the end of p_3:  p_3 → q_5
//! ```

use super::length::Length;
use gimple::decl::DeclId;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Strings something may be known of at one point: each store asks of all of them whether it changes them.
const MOST_LIVE: usize = 64;

/// Strings that are told apart in a function (`max-tracked-strlens`).
const MOST_STRINGS: u32 = 10_000;

/// Places in one variable that strings begin at.
const MOST_PLACES: usize = 16;

/// Which string something points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Index {
    /// One of this length that never changes.
    Literal(u64),
    String(u32),
}

/// What is known of a string at a point of the program.
#[derive(Clone, Debug)]
pub struct Info {
    /// A pointer to its beginning.
    pub start: Operand,
    /// The characters it begins with that are not NUL.
    pub nonzero: Option<Length>,
    /// A NUL follows those: they are the string's length.
    pub full: bool,
    /// The call that can be made to tell the length, or that allocated it.
    pub stmt: StmtId,
    /// The call that allocated it, whatever has been written since.
    pub alloc: StmtId,
    /// A pointer to the NUL, or none.
    pub end: Operand,
    /// Related strings: the first of them, and the neighbours. 0 is none.
    pub first: u32,
    pub prev: u32,
    pub next: u32,
    /// It has been written, so that it can be.
    pub writable: bool,
    /// The statement being looked at leaves it as is said here.
    pub unharmed: bool,
}

impl Info {
    /// A string by itself.
    pub fn new(start: Operand, nonzero: Option<Length>, full: bool) -> Info {
        Info {
            start,
            nonzero,
            full,
            stmt: StmtId::NONE,
            alloc: StmtId::NONE,
            end: Operand::None,
            first: 0,
            prev: 0,
            next: 0,
            writable: false,
            unharmed: false,
        }
    }

    /// The number of characters it begins with, if that is a known number.
    pub fn known(&self) -> Option<u64> {
        self.nonzero.as_ref()?.as_known()
    }

    /// Its length, if that is known.
    pub fn length(&self) -> Option<&Length> {
        self.nonzero.as_ref().filter(|_| self.full)
    }

    /// Whether it is known to be empty.
    pub fn is_empty(&self) -> bool {
        self.full && self.known() == Some(0)
    }
}

/// What is known at a point of the program, by number.
pub type Live = Rc<Vec<(u32, Rc<Info>)>>;

/// All strings of a function.
#[derive(Default)]
pub struct Strings {
    live: Live,
    names: FxHashMap<SsaName, Index>,
    /// Of variables, at which bytes strings begin, in order.
    places: FxHashMap<DeclId, Vec<(i64, u32)>>,
    count: u32,
}

impl Strings {
    /// What is known now.
    pub fn live(&self) -> Live {
        self.live.clone()
    }

    /// Lets what was known at some point be what is known now.
    pub fn restore(&mut self, live: Live) {
        self.live = live;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.live = Live::default();
    }

    /// The string a name points to.
    pub fn of_name(&self, name: SsaName) -> Option<Index> {
        self.names.get(&name).copied()
    }

    /// Notes which string a name points to.
    pub fn set_name(&mut self, name: SsaName, index: Index) {
        self.names.insert(name, index);
    }

    /// The number of the string at a byte of a variable.
    pub fn at_place(&self, (var, byte): (DeclId, i64)) -> Option<u32> {
        let list = self.places.get(&var)?;
        list.iter().find(|(at, _)| *at == byte).map(|&(_, index)| index)
    }

    /// The last string of a variable, if it begins before a byte, with its distance.
    pub fn last_before(&self, (var, byte): (DeclId, i64)) -> Option<(u32, u64)> {
        let &(at, index) = self.places.get(&var)?.last()?;
        (at < byte).then(|| (index, byte.abs_diff(at)))
    }

    /// Notes which string is at a byte of a variable, unless that is known, or too much is already.
    pub fn set_place(&mut self, (var, byte): (DeclId, i64), index: u32) -> bool {
        let list = self.places.entry(var).or_default();
        let at = list.partition_point(|&(at, _)| at < byte);
        let known = list.get(at).is_some_and(|&(at, _)| at == byte);
        if known || list.len() >= MOST_PLACES {
            return false;
        }
        list.insert(at, (byte, index));
        true
    }

    /// A number for a string that nobody points to yet.
    pub fn fresh(&mut self) -> Option<u32> {
        if self.count >= MOST_STRINGS {
            return None;
        }
        self.count += 1;
        Some(self.count)
    }

    /// What is known of a string.
    pub fn get(&self, index: u32) -> Option<&Info> {
        let at = self.live.binary_search_by_key(&index, |&(number, _)| number).ok()?;
        Some(&self.live[at].1)
    }

    /// What is known of a string, to be changed.
    pub fn get_mut(&mut self, index: u32) -> Option<&mut Info> {
        let at = self.live.binary_search_by_key(&index, |&(number, _)| number).ok()?;
        let live = Rc::make_mut(&mut self.live);
        Some(Rc::make_mut(&mut live[at].1))
    }

    /// Notes what is known of a string.
    pub fn set(&mut self, index: u32, info: Info) {
        let live = Rc::make_mut(&mut self.live);
        let info = Rc::new(info);
        match live.binary_search_by_key(&index, |&(number, _)| number) {
            Ok(at) => live[at].1 = info,
            Err(at) => {
                live.insert(at, (index, info));
                if live.len() > MOST_LIVE {
                    // The oldest goes, which may be this one.
                    live.remove(usize::from(at == 0));
                }
            }
        }
    }

    /// Forgets a string.
    pub fn remove(&mut self, index: u32) {
        if let Ok(at) = self.live.binary_search_by_key(&index, |&(number, _)| number) {
            Rc::make_mut(&mut self.live).remove(at);
        }
    }

    /// Forgets by what call the length of a string can be found, or it was allocated.
    pub fn forget_stmt(&mut self, index: u32) {
        if let Some(info) = self.get_mut(index) {
            info.stmt = StmtId::NONE;
        }
    }

    // Related strings.

    /// The first of the strings that are related to one, if all links to it hold (`verify_related_strinfos`).
    pub fn first_related(&self, index: u32) -> Option<u32> {
        let first = self.get(index)?.first;
        let mut at = index;
        // As many steps as there are strings: links may have come to form a circle.
        for _ in 0..=self.live.len() {
            let info = self.get(at)?;
            if first == 0 || info.first != first {
                return None;
            }
            if info.prev == 0 {
                return (at == first).then_some(at);
            }
            if self.get(info.prev)?.next != at {
                return None;
            }
            at = info.prev;
        }
        None
    }

    /// The next of the strings related to one (`get_next_strinfo`).
    pub fn next_related(&self, index: u32) -> Option<u32> {
        let info = self.get(index)?;
        let next = self.get(info.next)?;
        (info.next != 0 && next.first == info.first && next.prev == index).then_some(info.next)
    }

    /// All strings related to one, itself included, from the first on.
    pub fn related(&self, index: u32) -> Vec<u32> {
        let next = |&at: &u32| self.next_related(at);
        let all = std::iter::successors(self.first_related(index), next);
        all.take(self.live.len()).collect()
    }

    /// Whether one string is another, or comes after it among its related strings.
    pub fn is_or_follows(&self, index: u32, earlier: u32) -> bool {
        if index == earlier {
            return true;
        }
        let first = |index| self.get(index).map_or(0, |info| info.first);
        first(earlier) != 0
            && first(earlier) == first(index)
            && self.related(index).contains(&earlier)
    }

    /// A string has come to end elsewhere: those it is the end of are longer by as much (`adjust_related_strinfos`).
    pub fn adjust_related(&mut self, index: u32, by: &Length) {
        let full = self.get(index).is_some_and(|info| info.full);
        for related in self.related(index) {
            if related == index {
                continue;
            }
            let Some(info) = self.get_mut(related) else { continue };
            match info.nonzero.as_ref().and_then(|length| length.plus(by)) {
                Some(length) => {
                    info.nonzero = Some(length);
                    info.full = full;
                    info.end = Operand::None;
                    info.stmt = StmtId::NONE;
                    info.unharmed = true;
                }
                None => self.remove(related),
            }
        }
    }
}
