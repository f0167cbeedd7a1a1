//! Comments in the assembly: the line of source, the variables in an instruction's registers (`-fverbose-asm`), the
//! insn it came from (`-dp`, `-dP`), the basic blocks (`-dA`).
//!
//! ```text
//! # f.c:3:   return a + b;
//! #(insn 9 7 12 (set (reg:DI 10 a0) …
//!         addw    a0,a0,a1        # a, b  # 9     [l=4]  *addsi3_extended
//! ```

use crate::machine::recog;
use crate::passes::shorten;
use crate::rtl::cfg::{self, Edge, PROB_MAX};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, Loc, RtlFunction};
use crate::rtl::print;
use crate::rtl::rtx::RtxId;
use dumps::{put, putln};
use gimple::options::Annotations;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// What the comments of a file are made from.
#[derive(Default)]
pub struct Annotator {
    pub wanted: Annotations,
    /// The lines of files, as far as they could be read.
    sources: FxHashMap<Box<str>, Vec<String>>,
    last: Loc,
    /// The first and the last elements of the function's blocks.
    blocks: FxHashMap<InsnId, u32>,
    ends: FxHashMap<InsnId, u32>,
}

impl Annotator {
    pub fn new(wanted: Annotations) -> Annotator {
        Annotator { wanted, ..Annotator::default() }
    }

    /// A function begins: the next place is said even if it was the last one of the function before.
    pub fn begin_function(&mut self, f: &RtlFunction) {
        self.last = Loc::default();
        self.blocks.clear();
        self.ends.clear();
        if self.wanted.debug {
            for block in f.cfg.block_ids() {
                self.blocks.insert(f.cfg.block(block).head, block);
                self.ends.insert(f.cfg.block(block).end, block);
            }
        }
    }

    /// What stands above an element that begins or ends a basic block: how control comes there, and where it goes.
    pub fn block(&self, f: &RtlFunction, id: InsnId, out: &mut String) {
        if let Some(&block) = self.blocks.get(&id) {
            put!(out, "# BLOCK {block} seq:{}\n# PRED:", block - 2);
            for edge in f.cfg.pred_edges(block) {
                way(edge.src, edge, out);
            }
            out.push('\n');
        }
        if let Some(&block) = self.ends.get(&id) {
            out.push_str("# SUCC:");
            for edge in f.cfg.succ_edges(block) {
                way(edge.dst, edge, out);
            }
            out.push('\n');
        }
    }

    /// What stands above the text of an insn.
    pub fn above(&mut self, f: &RtlFunction, id: InsnId, out: &mut String) {
        let loc = f.loc(id);
        if self.wanted.source && loc.line != 0 && loc != self.last {
            self.last = loc;
            let name = f.files.get(loc.file as usize).map_or("", |name| name);
            let lines = self.sources.entry(name.into()).or_insert_with(|| lines_of(name));
            let line = lines.get(loc.line as usize - 1).map_or("", |line| line);
            putln!(out, "# {name}:{}: {line}", loc.line);
        }
        if self.wanted.rtl {
            let mut text = String::new();
            print::print_insn(f, id, &mut text);
            for line in text.lines() {
                putln!(out, "#{line}");
            }
        }
    }

    /// Adds what stands after the text of an insn, which is `out` from `start` on and uses these operands in order.
    pub fn after_insn(
        &self,
        f: &RtlFunction,
        id: InsnId,
        operands: &[RtxId],
        start: usize,
        out: &mut String,
    ) {
        if out.len() == start || !out.ends_with('\n') {
            return;
        }
        out.pop();
        if self.wanted.source {
            let names: Vec<String> = operands.iter().map(|&x| variable(f, x)).collect();
            put!(out, "\t# {}", names.join(", "));
            out.truncate(out.trim_end().len());
        }
        let icode = f.insn(id).icode;
        if self.wanted.patterns && icode >= 0 {
            let (cost, length) = (recog::cost(f, id), shorten::length(f, id));
            let name = recog::insn(icode).name;
            put!(out, "\t# {}\t[c={cost} l={length}]  {name}", id.0);
        }
        out.push('\n');
    }
}

/// A way from or to a block: how likely, and whether it needs no jump.
fn way(block: u32, edge: &Edge, out: &mut String) {
    let _ = match block {
        cfg::ENTRY => write!(out, " ENTRY"),
        cfg::EXIT => write!(out, " EXIT"),
        _ => write!(out, " {block}"),
    };
    if edge.probability >= PROB_MAX {
        out.push_str(" [always] ");
    } else {
        put!(out, " [{:.1}%] ", f64::from(edge.probability) * 100.0 / f64::from(PROB_MAX));
    }
    if edge.fallthru {
        out.push_str(" (FALLTHRU)");
    }
}

/// The lines of a file; none if it cannot be read, or is not text.
fn lines_of(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(name).unwrap_or_default();
    text.lines().map(str::to_string).collect()
}

/// The variable an operand holds, `tmpN` for a register that was made for a value without a name.
fn variable(f: &RtlFunction, x: RtxId) -> String {
    match f.rtx.code(x) {
        Code::Reg => match (f.rtx.reg_name(x), f.rtx.original_regno(x)) {
            (Some(attrs), _) => f.rtx.text(attrs.name).to_string(),
            (None, Some(number)) => format!("tmp{number}"),
            (None, None) => String::new(),
        },
        Code::Subreg => variable(f, f.rtx.op(x, 0)),
        Code::Mem => f.text_of(f.rtx.mem_attrs(x).expr).to_string(),
        _ => String::new(),
    }
}
