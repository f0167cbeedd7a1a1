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
    /// What is said of the function behind `.cfi_startproc`.
    pub fn begin(function: u32, out: &mut String) {
        // Both are relative to where they stand; the first over a pointer of this file's.
        let _ = writeln!(out, "\t.cfi_personality 0x9b,DW.ref.{PERSONALITY}");
        let _ = writeln!(out, "\t.cfi_lsda 0x1b,.LLSDA{function}");
    }

    /// A call begins.
    pub fn before(&mut self, number: u32, pad: u32, out: &mut String) {
        let _ = writeln!(out, ".LEHB{number}:");
        self.sites.push((number, pad));
    }

    /// The call has been written.
    pub fn behind(&self, out: &mut String) {
        if let Some((number, _)) = self.sites.last() {
            let _ = writeln!(out, ".LEHE{number}:");
        }
    }

    /// The table, in a section of its own; `section` is the rest of that one's name.
    pub fn table(&self, function: u32, section: &str, out: &mut String) {
        let _ = writeln!(out, "\t.section\t.gcc_except_table{section},\"a\",@progbits");
        let _ = writeln!(out, ".LLSDA{function}:\n\t.byte\t0xff\n\t.byte\t0xff\n\t.byte\t0x3");
        let _ = writeln!(out, "\t.uleb128 {}", ENTRY_SIZE * self.sites.len());
        for (number, pad) in &self.sites {
            let _ = writeln!(out, "\t.4byte\t.LEHB{number}-.LFB{function}");
            let _ = writeln!(out, "\t.4byte\t.LEHE{number}-.LEHB{number}");
            let _ = writeln!(out, "\t.4byte\t.L{pad}-.LFB{function}\n\t.byte\t0");
        }
    }

    /// The pointer to the personality that `.cfi_personality` goes over, once for all files that are linked.
    pub fn reference(out: &mut String) {
        let name = format!("DW.ref.{PERSONALITY}");
        let _ = writeln!(out, "\t.hidden\t{name}\n\t.weak\t{name}");
        let section = format!(".data.rel.local.{name}");
        let _ = writeln!(out, "\t.section\t{section},\"awG\",@progbits,{name},comdat");
        let _ = writeln!(out, "\t.align\t3\n\t.type\t{name}, @object\n\t.size\t{name}, 8");
        let _ = writeln!(out, "{name}:\n\t.dword\t{PERSONALITY}");
    }
}
