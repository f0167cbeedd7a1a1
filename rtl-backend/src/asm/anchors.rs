//! Where variables stand that code gets at by way of their sections' anchors (`output::anchors` gives them their places).

use gimple::decl::DeclId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How far below and above itself an anchor reaches.
const BELOW: u64 = 2048;
const REACH: u64 = 4096;

/// Where a variable stands: in which block, how many bytes from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub block: usize,
    pub offset: u64,
}

/// The variables of a section that have a place.
#[derive(Default)]
pub struct Block {
    pub section: String,
    pub end: u64,
    /// The numbers of its anchors, by their places.
    pub anchors: BTreeMap<u64, u32>,
}

/// The blocks of a file.
#[derive(Default)]
pub struct Anchors {
    pub blocks: Vec<Block>,
    by_section: FxHashMap<String, usize>,
    /// The places of variables, none of those that anchors do not lead to.
    places: FxHashMap<DeclId, Option<Place>>,
    labels: u32,
}

impl Anchors {
    /// Where a variable stands that has a place.
    pub fn place(&self, decl: DeclId) -> Option<Place> {
        self.places.get(&decl).copied().flatten()
    }

    /// Gives a variable the next place in its section.
    pub(crate) fn put(&mut self, decl: DeclId, section: String, align: u32, size: u64) {
        let block = match self.by_section.get(&section) {
            Some(&block) => block,
            None => {
                self.blocks.push(Block { section: section.clone(), ..Block::default() });
                self.by_section.insert(section, self.blocks.len() - 1);
                self.blocks.len() - 1
            }
        };
        let offset = self.blocks[block].end.next_multiple_of(align.max(1).into());
        self.blocks[block].end = offset + size;
        self.places.insert(decl, Some(Place { block, offset }));
    }

    /// Notes that no anchor leads to a variable.
    pub(crate) fn leave_out(&mut self, decl: DeclId) {
        self.places.insert(decl, None);
    }

    /// Whether it has been decided whether a variable has a place.
    pub(crate) fn is_decided(&self, decl: DeclId) -> bool {
        self.places.contains_key(&decl)
    }

    /// The anchor for a place: its number, and how far the place is from it.
    pub(crate) fn anchor(&mut self, place: Place) -> (u32, i64) {
        let at = (place.offset + BELOW) / REACH * REACH;
        let labels = &mut self.labels;
        let label = *self.blocks[place.block].anchors.entry(at).or_insert_with(|| {
            *labels += 1;
            *labels - 1
        });
        (label, place.offset as i64 - at as i64)
    }
}
