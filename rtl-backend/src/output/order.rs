//! The order in which variables are written where it need not be that of the source: GCC's, on which programs rely that
//! collect variables in sections of their own.
//!
//! GCC writes variables last first. With section anchors it puts them into a block for each section, those that code gets
//! at by way of an anchor first ([`super::anchors`]), and writes the blocks by the names of their sections.

use super::varasm::{AsmFile, DataKind, DataObject, section_of};
use crate::asm::anchors::Anchors;
use gimple::decl::DeclId;
use std::collections::BTreeMap;

/// A section's objects with their offsets, and its anchors.
struct Block<'o> {
    section: String,
    objects: Vec<(u64, &'o DataObject)>,
    anchors: BTreeMap<u64, u32>,
    end: u64,
}

/// Writes variables by sections, in blocks. They come in GCC's order, and have been declared.
pub fn write_blocks(file: &mut AsmFile, anchors: &Anchors, variables: &[(DeclId, DataObject)]) {
    let mut blocks: Vec<Block<'_>> = anchors
        .blocks
        .iter()
        .map(|block| Block {
            section: block.section.clone(),
            objects: Vec::new(),
            anchors: block.anchors.clone(),
            end: block.end,
        })
        .collect();
    let mut by_section: BTreeMap<String, usize> =
        blocks.iter().enumerate().map(|(index, block)| (block.section.clone(), index)).collect();
    for (decl, object) in variables.iter().filter(|(_, object)| object.kind != DataKind::Common) {
        if let Some(place) = anchors.place(*decl) {
            blocks[place.block].objects.push((place.offset, object));
            continue;
        }
        let section = section_of(file.options(), object);
        let index = *by_section.entry(section).or_insert_with_key(|section| {
            let (objects, anchors) = (Vec::new(), BTreeMap::new());
            blocks.push(Block { section: section.clone(), objects, anchors, end: 0 });
            blocks.len() - 1
        });
        let block = &mut blocks[index];
        let offset = block.end.next_multiple_of(object.align.max(1).into());
        block.objects.push((offset, object));
        block.end = offset + object.size;
    }
    blocks.sort_by(|a, b| rank(&a.section).cmp(&rank(&b.section)));
    for block in blocks.iter_mut().filter(|block| !block.objects.is_empty()) {
        // What has no size stands before what is at the same place.
        block.objects.sort_by_key(|(offset, object)| (*offset, object.size));
        file.block(&block.section, &block.anchors, &block.objects);
    }
}

/// What blocks are sorted by: sections without a name of their own by what they are for, then names.
fn rank(section: &str) -> (u8, &str) {
    match section {
        ".rodata" => (1, ""),
        ".data" => (2, ""),
        ".bss" => (3, ""),
        _ => (4, section),
    }
}
