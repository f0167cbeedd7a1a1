//! Section anchors (`-fsection-anchors`): variables of one section stand in a block, and code gets at all of them from one
//! symbol.
//!
//! ```text
//! static int a, b;  … a + b        lla  a5,.LANCHOR0             .bss
//!                            =>    lw   a0,0(a5)                 .align 3
//!                                  lw   a4,4(a5)                 .set .LANCHOR0,. + 0
//!                                                         a:     .zero 4
//!                                                         b:     .zero 4
//! ```
//! A variable is given its place when code first asks for it, after those before it; the others of its section follow at the
//! file's end. An anchor serves what is within reach of a load's offset.

use super::objects;
use super::unit::Unit as AsmUnit;
use super::varasm::{DataKind, DataObject, section_of};
use crate::expand::Strings;
use gimple::decl::{DeclId, flag};
use gimple::options::{Flag, Options};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How far below and above itself an anchor reaches.
const BELOW: u64 = 2048;
const REACH: u64 = 4096;

/// Variables of this size and larger are not reached by way of anchors.
const LARGE: u64 = 2047;

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
    fn put(&mut self, decl: DeclId, section: String, object: &DataObject) -> Place {
        let block = match self.by_section.get(&section) {
            Some(&block) => block,
            None => {
                self.blocks.push(Block { section: section.clone(), ..Block::default() });
                self.by_section.insert(section, self.blocks.len() - 1);
                self.blocks.len() - 1
            }
        };
        let offset = self.blocks[block].end.next_multiple_of(object.align.max(1).into());
        self.blocks[block].end = offset + object.size;
        let place = Place { block, offset };
        self.places.insert(decl, Some(place));
        place
    }

    /// The anchor for a place: its number, and how far the place is from it.
    fn anchor(&mut self, place: Place) -> (u32, i64) {
        let at = (place.offset + BELOW) / REACH * REACH;
        let labels = &mut self.labels;
        let label = *self.blocks[place.block].anchors.entry(at).or_insert_with(|| {
            *labels += 1;
            *labels - 1
        });
        (label, place.offset as i64 - at as i64)
    }
}

/// Whether the file's variables stand in blocks.
pub fn are_used(options: &Options) -> bool {
    let flag = |flag| options.on(flag);
    flag(Flag::SectionAnchors) && flag(Flag::ToplevelReorder) && !flag(Flag::DataSections)
}

/// The anchor by which code gets at a variable, and the variable's offset from it.
pub fn for_variable(
    unit: &Unit,
    options: &Options,
    asm: &mut AsmUnit,
    decl: DeclId,
) -> Option<(u32, i64)> {
    if !are_used(options) || !may_have_anchor(unit, decl) {
        return None;
    }
    if !asm.anchors.places.contains_key(&decl) {
        // What the variable is initialised with says which section it is in; it is written at the end.
        let (mut scratch, mut strings) = (AsmUnit::default(), Strings::default());
        let object = objects::describe(
            unit,
            options,
            &mut scratch,
            &mut strings,
            &FxHashMap::default(),
            decl,
        );
        let plain = |object: &DataObject| object.kind != DataKind::Common && object.size < LARGE;
        let object = object.ok().filter(plain);
        match object.map(|object| (section_of(&asm.options, &object), object)) {
            Some((section, object)) if !is_small(&section) => {
                asm.anchors.put(decl, section, &object);
            }
            _ => {
                asm.anchors.places.insert(decl, None);
            }
        }
    }
    let place = asm.anchors.place(decl)?;
    Some(asm.anchors.anchor(place))
}

/// Whether a variable is one of this file's that no other can take the place of, and not too large.
fn may_have_anchor(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    let others = flag::THREAD_LOCAL | flag::WEAK | flag::EXTERNAL | flag::HARD_REGISTER;
    data.is_global()
        && data.flags & others == 0
        && crate::expand::binds_locally(unit, decl)
        && data.extra.as_ref().is_none_or(|extra| extra.alias.is_none())
        && !unit.folded.contains_key(&decl)
        && (data.has(flag::CONST_POOL)
            || unit.symtab_node(decl).is_some_and(|node| node.definition))
        && unit.types.size(data.ty).is_some_and(|size| size < LARGE)
}

/// Whether a section is one of those that the global pointer leads to.
fn is_small(section: &str) -> bool {
    [".sdata", ".sbss", ".srodata"].iter().any(|name| section.starts_with(name))
}
