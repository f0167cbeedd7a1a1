//! Stretches of code: of the unit (`.debug_aranges`), and of what lies in several (`.debug_rnglists`, `.debug_ranges`
//! before DWARF 5).
//!
//! Lengths between labels would have to be of a fixed size, as the linker may shorten code; so stretches are written
//! by their ends.

use super::text::DwarfText;

/// Stretches from one label to another.
pub(super) type RangeList = Vec<(String, String)>;

const RLE_END_OF_LIST: u32 = 0;
const RLE_START_END: u32 = 6;

/// Writes which addresses are the unit's.
pub(super) fn write_addresses(code: &RangeList, data: &mut DwarfText) {
    data.raw("\t.section\t.debug_aranges,\"\",@progbits\n");
    data.fixed(4, 12 + 2 * data.word * (code.len() + 1), "Length of Address Ranges Info");
    data.fixed(2, 2, "DWARF aranges version");
    data.fixed(4, ".Ldebug_info0", "Offset of Compilation Unit Info");
    data.fixed(1, data.word, "Size of Address");
    data.fixed(1, 0, "Size of Segment Descriptor");
    data.fixed(4, 0, format_args!("Pad to {} byte boundary", 2 * data.word));
    for (low, high) in code {
        data.address(low, "Address");
        data.address(format_args!("{high}-{low}"), "Length");
    }
    data.address(0, "End of List");
    data.address(0, "End of List");
}

/// Writes the lists, each under its label.
pub(super) fn write_lists(version: u8, lists: &[RangeList], data: &mut DwarfText) {
    if lists.is_empty() {
        return;
    }
    data.begin_lists(version, "rnglists", "ranges");
    for (number, list) in lists.iter().enumerate() {
        data.raw(&format!(".LRL{number}:\n"));
        if version < 5 {
            data.address(-1, "the addresses are absolute");
            data.address(0, "End of List");
        }
        for (low, high) in list {
            if version >= 5 {
                data.fixed(1, RLE_START_END, "DW_RLE_start_end");
            }
            data.address(low, "Begin");
            data.address(high, "End");
        }
        if version >= 5 {
            data.fixed(1, RLE_END_OF_LIST, "DW_RLE_end_of_list");
        } else {
            data.address(0, "End of List");
            data.address(0, "End of List");
        }
    }
    if version >= 5 {
        data.raw(".Lrnglists1:\n");
    }
}
