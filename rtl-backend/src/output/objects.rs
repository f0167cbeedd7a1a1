//! Variables as they are written: section, alignment, size and value of each, and how its symbol is seen.

use super::data::Flattener;
use super::varasm::{DataKind, DataObject, Linkage, Piece};
use crate::asm::AsmUnit;
use crate::expand::assembler_name;
use gimple::constant::ConstValue;
use gimple::decl::{AttributeArgument, DeclExtra, DeclId, Visibility, flag};
use gimple::options::{Flag, Options};
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{Quals, TypeId, TypeKind};
use gimple::unit::Unit;

/// How a symbol is seen from outside.
pub fn linkage(unit: &Unit, decl: DeclId) -> Linkage {
    let data = &unit.decls[decl];
    let extra = data.extra.as_deref();
    let visibility = match extra.map(|extra| extra.visibility) {
        Some(Visibility::Hidden) => "hidden",
        Some(Visibility::Protected) => "protected",
        Some(Visibility::Internal) => "internal",
        _ => "",
    };
    Linkage {
        public: data.has(flag::PUBLIC),
        weak: data.has(flag::WEAK),
        visibility,
        section: extra
            .and_then(|extra| extra.section)
            .map(|section| unit.symbols.text(section).to_string()),
        retain: data.has(flag::RETAIN),
        patchable: extra.and_then(|extra| extra.patchable),
        versions: extra.map_or(Vec::new(), |extra| versions(unit, extra)),
    }
}

/// What attributes `symver` say; each counts with its first argument.
fn versions(unit: &Unit, extra: &DeclExtra) -> Vec<String> {
    let said = extra.written.iter().filter(|said| unit.symbols.text(said.name) == "symver");
    let firsts = said.filter_map(|said| match said.args.first() {
        Some(AttributeArgument::Text(text)) => Some(text.clone()),
        _ => None,
    });
    firsts.collect()
}

/// A variable as it is to be written.
///
/// # Errors
/// If what it is initialised with is no constant.
pub fn describe(
    unit: &Unit,
    options: &Options,
    asm: &mut AsmUnit,
    decl: DeclId,
) -> Result<DataObject, String> {
    let data = &unit.decls[decl];
    let value = unit.initializers.get(&decl).copied().unwrap_or(Operand::None);
    let size = object_size(unit, data.ty, value);
    let pieces = if value.is_some() {
        Flattener::new(unit, asm).object(value, data.ty, size)?
    } else {
        Vec::new()
    };
    let zero = pieces.iter().all(|piece| match piece {
        Piece::Zero(_) => true,
        Piece::Int { value, .. } => *value == 0,
        Piece::Bytes(bytes) => bytes.iter().all(|&byte| byte == 0),
        _ => false,
    });
    let thread = data.has(flag::THREAD_LOCAL);
    let own_section = data.extra.as_ref().is_some_and(|extra| extra.section.is_some());
    let tentative = value.is_none() && data.has(flag::PUBLIC) && !data.has(flag::WEAK);
    let said = data.extra.as_ref().and_then(|extra| extra.common);
    let common = said.unwrap_or(options.on(Flag::Common)) && tentative && !own_section;
    let read_only = data.has(flag::READONLY) || is_const(unit, data.ty);
    let zero = zero && (value.is_none() || options.on(Flag::ZeroInitializedInBss));
    let kind = match (thread, zero) {
        (true, true) => DataKind::ThreadBss,
        (true, false) => DataKind::ThreadData,
        _ if common => DataKind::Common,
        _ if read_only && !data.has(flag::VOLATILE) && value.is_some() => DataKind::ReadOnly,
        (false, true) => DataKind::Bss,
        (false, false) => DataKind::Data,
    };
    Ok(DataObject {
        name: assembler_name(unit, decl),
        align: data.align.max(alignment(unit, data.ty, size)),
        size,
        kind,
        linkage: linkage(unit, decl),
        pieces,
    })
}

/// Aggregates are aligned to a word for the sake of block moves.
fn alignment(unit: &Unit, ty: TypeId, size: u64) -> u32 {
    let own = unit.types.align(ty);
    let aggregate = unit.types.is_aggregate(ty);
    if aggregate && size >= 1 { own.max(unit.target.constant_alignment) } else { own }
}

/// The size of an object with a flexible array member is that of its initialiser.
fn object_size(unit: &Unit, ty: TypeId, value: Operand) -> u64 {
    let size = unit.types.size(ty).unwrap_or(0);
    let Operand::Tree(id) = value else {
        return match value {
            Operand::Const(id) => match &unit.consts[id].value {
                ConstValue::String(bytes) if unit.types.size(ty).is_none() => bytes.len() as u64,
                _ => size,
            },
            _ => size,
        };
    };
    let TreeKind::Constructor(elements) = unit.trees.kind(id) else { return size };
    let Some(&(CtorIndex::Field(last), last_value)) = elements.last() else {
        return size;
    };
    let field = unit.types.field(last);
    if unit.types.size(field.ty).is_some_and(|size| size > 0) {
        return size;
    }
    let tail = initializer_size(unit, field.ty, last_value);
    size.max(field.byte_offset() + tail)
}

/// Bytes an initialiser of an array of unknown length takes.
fn initializer_size(unit: &Unit, ty: TypeId, value: Operand) -> u64 {
    let step = unit.types.element(ty).and_then(|element| unit.types.size(element)).unwrap_or(0);
    match value {
        Operand::Const(id) => match &unit.consts[id].value {
            ConstValue::String(bytes) => bytes.len() as u64,
            _ => 0,
        },
        Operand::Tree(id) => match unit.trees.kind(id) {
            TreeKind::Constructor(elements) => {
                let mut next = 0;
                let mut count = 0;
                for (index, _) in elements.iter() {
                    next = match index {
                        CtorIndex::Index(i) | CtorIndex::Range(_, i) => i + 1,
                        _ => next + 1,
                    };
                    count = count.max(next);
                }
                count * step
            }
            _ => 0,
        },
        _ => 0,
    }
}

fn is_const(unit: &Unit, mut ty: TypeId) -> bool {
    while let TypeKind::Array { element, .. } = *unit.types.kind(ty) {
        ty = element;
    }
    unit.types[ty].quals.contains(Quals::CONST) && !unit.types[ty].quals.contains(Quals::VOLATILE)
}
