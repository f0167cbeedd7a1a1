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
use super::varasm::{DataKind, DataObject, section_of};
use crate::asm::AsmUnit;
use gimple::decl::{DeclId, flag};
use gimple::options::{Flag, Options};
use gimple::unit::Unit;

/// Variables of this size and larger are not reached by way of anchors.
const LARGE: u64 = 2047;

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
    if !asm.anchors.is_decided(decl) {
        // What the variable is initialised with says which section it is in; it is written at the end.
        let object = objects::describe(unit, options, &mut AsmUnit::default(), decl);
        let plain = |object: &DataObject| object.kind != DataKind::Common && object.size < LARGE;
        let object = object.ok().filter(plain);
        match object.map(|object| (section_of(&asm.options, &object), object)) {
            Some((section, object)) if !is_small(&section) => {
                asm.anchors.put(decl, section, object.align, object.size);
            }
            _ => asm.anchors.leave_out(decl),
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
