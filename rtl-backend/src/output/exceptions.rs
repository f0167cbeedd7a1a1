//! Where exceptions go: the table of a function's calls that have a landing pad, for the unwinder (Itanium C++ ABI:
//! Exception Handling, level II, "The LSDA").
//!
//! ```text
//! .LLSDA1:
//!         .byte   0xff            what landing pads are relative to: the function
//!         .byte   0xff            no table of types: nothing is caught
//!         .byte   0x3             offsets of four bytes each
//!         .uleb128 13
//!         .4byte  .LEHB0-.LFB1    the call
//!         .4byte  .LEHE0-.LEHB0
//!         .4byte  .L5-.LFB1       where it goes on
//!         .byte   0               nothing but a cleanup
//! ```

use crate::asm::CodegenOptions;
use dumps::putln;
use std::fmt::Write;

/// What runs the cleanups of C.
pub const PERSONALITY: &str = "__gcc_personality_v0";

/// Bytes of an entry.
const ENTRY_SIZE: usize = 13;

/// A function's calls that have a landing pad, in order, by the numbers of the labels around each and of the pad's.
#[derive(Default)]
pub struct CallSites {
    sites: Vec<(u32, u32)>,
}

impl CallSites {
    /// What is said of the function after `.cfi_startproc`.
    pub fn begin(function: u32, options: &CodegenOptions, out: &mut String) {
        // Both are relative to where they stand; the first over a pointer of this file's.
        let name = options.user_label(&format!("DW.ref.{PERSONALITY}"));
        putln!(out, "\t.cfi_personality 0x9b,{name}");
        putln!(out, "\t.cfi_lsda 0x1b,.LLSDA{function}");
    }

    /// A call begins.
    pub fn before(&mut self, number: u32, pad: u32, out: &mut String) {
        putln!(out, ".LEHB{number}:");
        self.sites.push((number, pad));
    }

    /// The call has been written.
    pub fn after_call(&self, out: &mut String) {
        if let Some((number, _)) = self.sites.last() {
            putln!(out, ".LEHE{number}:");
        }
    }

    /// The table, in a section of its own; `section` is the rest of that one's name. Comments say what is what, if asked
    /// for.
    pub fn table(&self, function: u32, section: &str, comments: bool, out: &mut String) {
        let note = |text: &'static str| if comments { text } else { "" };
        putln!(out, "\t.section\t.gcc_except_table{section},\"a\",@progbits");
        putln!(out, ".LLSDA{function}:");
        putln!(out, "\t.byte\t0xff{}", note("\t# @LPStart format (omit)"));
        putln!(out, "\t.byte\t0xff{}", note("\t# @TType format (omit)"));
        putln!(out, "\t.byte\t0x3{}", note("\t# call-site format (udata4)"));
        let length = ENTRY_SIZE * self.sites.len();
        putln!(out, "\t.uleb128 {length}{}", note("\t# Call-site table length"));
        for (number, pad) in &self.sites {
            let (start, length) = (note("\t# region start"), note("\t# length"));
            putln!(out, "\t.4byte\t.LEHB{number}-.LFB{function}{start}");
            putln!(out, "\t.4byte\t.LEHE{number}-.LEHB{number}{length}");
            putln!(out, "\t.4byte\t.L{pad}-.LFB{function}{}", note("\t# landing pad"));
            putln!(out, "\t.byte\t0{}", note("\t# action"));
        }
    }

    /// The pointer to the personality that `.cfi_personality` goes over, once for all files that are linked.
    pub fn reference(options: &CodegenOptions, out: &mut String) {
        let group = format!("DW.ref.{PERSONALITY}");
        let name = options.user_label(&group);
        putln!(out, "\t.hidden\t{name}\n\t.weak\t{name}");
        let section = format!(".data.rel.local.{group}");
        putln!(out, "\t.section\t{section},\"awG\",@progbits,{group},comdat");
        let (align, size, word) = match options.machine.isa.wide {
            true => (3, 8, ".dword"),
            false => (2, 4, ".word"),
        };
        putln!(out, "\t.align\t{align}\n\t.type\t{name}, @object");
        if options.sizes {
            putln!(out, "\t.size\t{name}, {size}");
        }
        putln!(out, "{name}:\n\t{word}\t{}", options.user_label(PERSONALITY));
    }
}
