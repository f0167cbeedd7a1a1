//! `final`: from recognised insns to assembly.
//!
//! ```text
//! (insn 16 15 4 3 (set (reg:DI 14 a4) (sign_extend:DI (plus:SI (reg:SI 10 a0) (const_int 1)))) 5 {*addsi3_extended}
//! ⇒
//!         addiw   a4,a0,1
//! ```

use dumps::{put, putln};
use gimple::function::{Function, Prop};
use gimple::options::Annotations;
use gimple::pass::{Pass, PassContext, Todo};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

use crate::asm::CodegenOptions;
use crate::emit::model;
use crate::expand::assembler_name;
use crate::machine::insn::{Operands, Output, Piece};
use crate::machine::recog;
use crate::machine::target::isa::extension;
use crate::machine::target::output;
use crate::output::annotate::Annotator;
use crate::output::cfi::{Cfi, frames_after_barriers};
use crate::output::debug::{Blocks, DebugBody, DebugFile, DebugFunction, Lines, Tracks, places};
use crate::output::exceptions::CallSites;
use crate::output::explicit_relocs;
use crate::output::file::FileWriter;
use crate::output::objects;
use crate::output::varasm::{AsmFile, Linkage};
use crate::passes::shorten::{self, BranchLengths};
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RtlFunction};
use crate::rtl::rtx::{RtxId, flag as rtx_flag};
use crate::state::{RtlContext, take_rtl};

/// Bytes of text made room for a byte of code.
const TEXT_A_BYTE: usize = 6;

/// `final` for the pass table.
pub const PASS: Pass = Pass::rtl("final", execute)
    .requires(Prop::RTL)
    .follows(&[("shorten", "the lengths of branches")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut linkage = objects::linkage(cx.unit, f.decl);
    let name = assembler_name(cx.unit, f.decl);
    let mut file = FileWriter::resume(cx.unit, cx.options);
    file.write_before(f.decl);
    let (text, asm) = file.parts();
    if asm.options.function_sections && linkage.section.is_none() {
        linkage.section = Some(format!(".text.{name}"));
    }
    let mut state = take_rtl(f);
    if asm.options.annotations.debug {
        cfg::build_graph(&mut state.rtl);
    }
    let mut rtl = RtlContext::silent(asm);
    // A function that was written in RTL may begin after `shorten`.
    let lengths = state.left.take().unwrap_or_else(|| shorten::run(&mut state.rtl, &mut rtl));
    run(&state.rtl, &lengths, &linkage, text, &mut rtl);
    file.suspend();
    f.backend = Some(state);
    Todo::NONE
}

/// Writes the function to `file`.
pub fn run(
    f: &RtlFunction,
    lengths: &BranchLengths,
    linkage: &Linkage,
    file: &mut AsmFile,
    cx: &mut RtlContext,
) {
    file.start_function(&f.name, linkage, 2);
    let mut debug = std::mem::take(&mut file.debug);
    let mut annotator = std::mem::take(&mut file.annotator);
    annotator.begin_function(f);
    let number = debug.next_function();
    let options = cx.unit.options.clone();
    let sites = (!f.landing_pads.is_empty()).then(CallSites::default);
    let cfi = options.cfi || sites.is_some();
    let marked = options.debug.level > 0 || cfi;
    let (calls_before, addresses_before) = (file.call_sites, file.address_labels);
    let out = file.body(TEXT_A_BYTE * lengths.bytes as usize);
    let frames = match cfi && f.frame.shrink_wrapped {
        true => frames_after_barriers(f),
        false => FxHashMap::default(),
    };
    let cfi = cfi.then(Cfi::at_entry);
    let notes = (annotator.wanted != Annotations::default()).then_some(&mut annotator);
    let debug_file = &mut debug;
    let lines = Lines::default();
    let blocks = f.locals.as_ref().map(|locals| Blocks::begin(locals));
    let mut w = Writer {
        f,
        lengths,
        options,
        out,
        cfi,
        frames,
        debug: debug_file,
        annotator: notes,
        lines,
        blocks,
        tracks: Tracks::default(),
        labels: FxHashSet::default(),
        sites,
        next_site: calls_before,
        address_labels: addresses_before,
    };
    if marked {
        w.begin(number, linkage);
    }
    w.chain(linkage);
    w.end_blocks(number);
    if w.cfi.is_some() {
        w.out.push_str("\t.cfi_endproc\n");
    }
    if marked {
        putln!(w.out, ".LFE{number}:");
    }
    w.exceptions(number, linkage);
    let calls = w.next_site;
    let addresses = w.address_labels;
    file.call_sites = calls;
    file.address_labels = addresses;
    file.debug = debug;
    file.annotator = annotator;
    file.end_function(&f.name, linkage);
}

struct Writer<'a> {
    f: &'a RtlFunction,
    lengths: &'a BranchLengths,
    options: CodegenOptions,
    out: &'a mut String,
    cfi: Option<Cfi>,
    /// Whether the frame stands after each barrier, where that is not plain.
    frames: FxHashMap<InsnId, bool>,
    debug: &'a mut DebugFile,
    /// Who comments, if anybody.
    annotator: Option<&'a mut Annotator>,
    lines: Lines,
    /// In which lexical block the code is.
    blocks: Option<Blocks>,
    /// Where variables are.
    tracks: Tracks,
    /// The labels that are written.
    labels: FxHashSet<u32>,
    /// The calls that have landing pads, where any has.
    sites: Option<CallSites>,
    /// The number of the next of them in the file.
    next_site: u32,
    /// How many labels the file has that say where an address is computed from.
    address_labels: u32,
}

impl Writer<'_> {
    /// What is said of a function before its code.
    fn begin(&mut self, number: u32, linkage: &Linkage) {
        putln!(self.out, ".LFB{number}:");
        if self.options.debug.level > 0 {
            if self.f.start.line != 0 {
                let marked = self.f.binds.as_ref().is_some_and(|binds| binds.marked);
                self.lines = Lines::at(self.f.start, marked);
                self.place();
            }
            self.debug.described.push(DebugFunction {
                number,
                decl: self.f.decl,
                name: self.f.declared.to_string(),
                public: linkage.public,
                elsewhere: linkage.section.is_some(),
                body: None,
            });
        }
        if self.cfi.is_some() {
            self.out.push_str("\t.cfi_startproc\n");
        }
        if self.sites.is_some() {
            CallSites::begin(number, &self.options, self.out);
        }
    }

    /// The function's code is at its end: where its blocks and variables are is known.
    fn end_blocks(&mut self, number: u32) {
        let (Some(blocks), Some(locals)) = (self.blocks.take(), &self.f.locals) else { return };
        let stretches = blocks.end(&mut self.debug.next_label, self.out);
        let (params, places) = (locals.params.clone(), places::places(locals, self.f));
        let mut labels = locals.labels.clone();
        for label in &mut labels {
            label.number = label.number.filter(|number| self.labels.contains(number));
        }
        let tracks = std::mem::take(&mut self.tracks);
        let locations = tracks.end(self.f, &format!(".LFE{number}"));
        if let Some(function) = self.debug.described.last_mut() {
            let blocks = locals.blocks.clone();
            function.body =
                Some(DebugBody { params, blocks, labels, stretches, places, locations });
        }
    }

    /// Writes the row of the line table that was noted last.
    fn place(&mut self) {
        let name = self.f.files.get(self.lines.last.file as usize).map_or("", |name| name);
        self.debug.place(name, &self.lines, &self.options, self.out);
    }

    fn chain(&mut self, linkage: &Linkage) {
        let mut at = self.f.first;
        let mut in_prologue = true;
        while at.exists() {
            let kind = self.f.insn(at).kind;
            if let Some(annotator) = &self.annotator {
                annotator.block(self.f, at, self.out);
            }
            match kind {
                InsnKind::JumpTable => self.jump_table(self.f.prev(at), linkage),
                InsnKind::Note(NoteKind::FunctionBeg) => self.lines.begin_body(),
                InsnKind::Note(NoteKind::BasicBlock) => {
                    let number = self.f.discriminators.get(&at).copied();
                    self.lines.block = number.unwrap_or(0);
                }
                InsnKind::Note(NoteKind::PrologueEnd) => {
                    in_prologue = false;
                    if let Some(cfi) = &mut self.cfi {
                        cfi.body();
                    }
                }
                InsnKind::Note(NoteKind::Marker) => {
                    let loc = self.f.loc(at);
                    if let (Some(blocks), Some(locals)) = (&mut self.blocks, &self.f.locals) {
                        blocks.enter(locals, loc.block, &mut self.debug.next_label, self.out);
                    }
                    if self.lines.mark(loc) {
                        self.place();
                    }
                }
                InsnKind::Note(NoteKind::VarLocation) => {
                    self.tracks.note(self.f, at, &mut self.debug.next_location, self.out);
                }
                InsnKind::Barrier => {
                    if let Some(cfi) = &mut self.cfi {
                        cfi.barrier(self.frames.get(&at).copied(), self.out);
                    }
                }
                InsnKind::Insn | InsnKind::Jump | InsnKind::Call => {
                    let loc = self.f.loc(at);
                    if let (Some(blocks), Some(locals)) = (&mut self.blocks, &self.f.locals) {
                        blocks.enter(locals, loc.block, &mut self.debug.next_label, self.out);
                    }
                    let frame = self.f.insn(at).flags & rtx_flag::F as u8 != 0;
                    if self.options.debug.level > 0
                        && !(frame && in_prologue)
                        && self.lines.enter(loc)
                    {
                        self.place();
                    }
                    self.annotated(at);
                    self.tracks.insn(kind == InsnKind::Call);
                    if frame && kind == InsnKind::Insn {
                        self.frame(at);
                    }
                }
                _ => self.element(at),
            }
            at = self.f.next(at);
        }
    }

    /// Says what a frame-related insn has done to the frame.
    fn frame(&mut self, id: InsnId) {
        let Some(cfi) = &mut self.cfi else { return };
        if cfi.enters_epilogue() {
            let mut at = id;
            while at.exists() && self.f.insn(at).kind != InsnKind::Barrier {
                at = self.f.next(at);
            }
            let framed = self.frames.get(&at).copied().unwrap_or(true);
            while at.exists() && !self.f.is_real(at) {
                at = self.f.next(at);
            }
            cfi.epilogue(at.exists() && framed, self.out);
        }
        cfi.insn(self.f, id, self.out);
    }

    fn element(&mut self, id: InsnId) {
        let insn = self.f.insn(id);
        match insn.kind {
            InsnKind::Label if !self.f.jump_tables.contains_key(&id) => {
                output::label_name(insn.label, self.out);
                self.out.push_str(":\n");
                if self.blocks.is_some() {
                    self.labels.insert(insn.label);
                }
            }
            _ => {}
        }
    }

    /// A jump table stands in read-only data, as offsets from itself.
    fn jump_table(&mut self, label: InsnId, linkage: &Linkage) {
        let number = self.f.insn(label).label;
        let own = match self.options.function_sections {
            true => format!(".{},\"a\",@progbits", self.f.name),
            false => String::new(),
        };
        put!(self.out, "\t.section\t.rodata{own}\n\t.align\t2\n\t.align\t2\n.L{number}:\n");
        if let Some(table) = self.f.jump_tables.get(&label) {
            for target in &table.targets {
                putln!(self.out, "\t.word\t.L{}-.L{number}", self.f.insn(*target).label);
            }
        }
        self.back_to_code(linkage);
    }

    fn back_to_code(&mut self, linkage: &Linkage) {
        match &linkage.section {
            Some(section) => {
                putln!(self.out, "\t.section\t{section},\"ax\",@progbits");
            }
            None => self.out.push_str("\t.text\n"),
        }
    }

    /// Says where the exceptions of the function's calls go.
    fn exceptions(&mut self, number: u32, linkage: &Linkage) {
        let Some(sites) = &self.sites else { return };
        let own = match self.options.function_sections {
            true => format!(".{}", self.f.name),
            false => String::new(),
        };
        sites.table(number, &own, self.options.annotations.debug, self.out);
        self.back_to_code(linkage);
    }

    /// A call between the labels that its exceptions are known by.
    fn call_with_pad(&mut self, id: InsnId, pad: InsnId) {
        let (number, pad) = (self.next_site, self.f.insn(pad).label);
        self.next_site += 1;
        if let Some(sites) = &mut self.sites {
            sites.before(number, pad, self.out);
        }
        self.insn(id);
        if let Some(sites) = &self.sites {
            sites.after_call(self.out);
        }
    }

    /// An insn's text with its comments.
    fn annotated(&mut self, id: InsnId) {
        if let Some(annotator) = &mut self.annotator {
            annotator.above(self.f, id, self.out);
        }
        let start = self.out.len();
        match self.f.landing_pad(id) {
            Some(pad) => self.call_with_pad(id, pad),
            None => self.insn(id),
        }
        if let Some(annotator) = &self.annotator {
            let operands = self.operands_in_order(id);
            annotator.after_insn(self.f, id, &operands, start, self.out);
        }
    }

    /// The operands of an insn's text as they stand there.
    fn operands_in_order(&self, id: InsnId) -> Vec<RtxId> {
        let insn = self.f.insn(id);
        if insn.icode < 0 {
            return Vec::new();
        }
        let Some(operands) = recog::operands_of(insn.icode, &self.f.rtx, insn.pattern) else {
            return Vec::new();
        };
        match recog::insn(insn.icode).output {
            Output::Text(pieces) => pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Plain(_) => None,
                    Piece::Operand(n) | Piece::Modified(_, n) => Some(operands[*n as usize]),
                })
                .collect(),
            Output::Move => vec![operands[0], operands[1]],
            Output::Branch => vec![operands[1], operands[2]],
            Output::Nothing
            | Output::Jump
            | Output::InterruptReturn
            | Output::Call(_)
            | Output::Sibcall(_) => Vec::new(),
        }
    }

    fn insn(&mut self, id: InsnId) {
        let insn = self.f.insn(id);
        if insn.icode < 0
            && let Some(asm) = recog::asm_operands(&self.f.rtx, insn.pattern)
        {
            let loc = self.f.loc(id);
            let file = self.f.files.get(loc.file as usize).map_or("", |name| name);
            output::asm_statement(self.f, asm, (file, loc.line), self.out);
            return;
        }
        if insn.icode < 0 {
            return;
        }
        let Some(operands) = recog::operands_of(insn.icode, &self.f.rtx, insn.pattern) else {
            let mut text = String::new();
            crate::rtl::print::print_insn(self.f, id, &mut text);
            panic!("final: insn does not match its pattern in {}: {text}", self.f.name);
        };
        match recog::insn(insn.icode).output {
            Output::Text(pieces) => {
                let start = self.out.len();
                self.text(pieces, &operands);
                self.spell_out(start);
            }
            Output::Nothing => {}
            Output::Move => {
                let start = self.out.len();
                output::move_insn(self.f, operands[0], operands[1], self.out);
                self.spell_out(start);
            }
            Output::InterruptReturn => {
                let how = self.f.rtx.unspec_number(self.f.rtx.any_op(insn.pattern, 1));
                self.out.push_str(output::interrupt_return(how));
            }
            Output::Branch => self.branch(id, &operands),
            Output::Jump => {
                let label = self.f.insn(self.f.jump_target(id)).label;
                self.out.push_str("\tj\t");
                output::label_name(label, self.out);
                self.out.push('\n');
            }
            Output::Call(index) => self.call(operands[index as usize], false),
            Output::Sibcall(index) => self.call(operands[index as usize], true),
        }
    }

    /// Writes the address in the instruction from `start` on by instructions, where the assembler's macros are not wanted.
    fn spell_out(&mut self, start: usize) {
        if self.options.machine.explicit_relocs {
            explicit_relocs::rewrite(self.out, start, &mut self.address_labels);
        }
    }

    fn call(&mut self, callee: RtxId, tail: bool) {
        output::call(self.f, callee, tail, self.options.pic, self.out);
    }

    fn branch(&mut self, id: InsnId, operands: &Operands) {
        let condition = operands[0];
        let label = self.f.insn(self.f.jump_target(id)).label;
        let far = self.lengths.is_far(id);
        let mut code = self.f.rtx.code(condition);
        if far {
            code = code.reverse_condition();
        }
        self.out.push_str("\tb");
        self.out.push_str(code.name());
        self.out.push('\t');
        self.operand(operands[1]);
        self.out.push(',');
        self.zero_or(operands[2]);
        if far {
            put!(self.out, ",1f\n\tj\t.L{label}\n1:\n");
        } else {
            self.out.push(',');
            output::label_name(label, self.out);
            self.out.push('\n');
        }
    }

    fn zero_or(&mut self, x: RtxId) {
        if self.f.rtx.is_int(x, 0) {
            self.out.push_str("zero");
        } else {
            self.operand(x);
        }
    }

    fn operand(&mut self, x: RtxId) {
        output::operand(self.f, x, self.out);
    }

    /// Writes the text of an insn with its operands.
    fn text(&mut self, pieces: &[Piece], operands: &Operands) {
        self.out.push('\t');
        for piece in pieces {
            match piece {
                Piece::Plain(text) => self.out.push_str(text),
                Piece::Operand(n) => self.operand(operands[*n as usize]),
                Piece::Modified(letter, n) => self.modified(*letter, operands[*n as usize]),
            }
        }
        self.out.push('\n');
    }

    /// An operand as the letter before its number says.
    fn modified(&mut self, letter: char, x: RtxId) {
        let r = &self.f.rtx;
        match letter {
            'i' if r.code(x) == Code::ConstInt => self.out.push('i'),
            'z' => self.zero_or(x),
            'w' if r.extensions & extension::RV32 == 0 => self.out.push('w'),
            'H' => output::decimal(i64::from(r.word().bits()) - 16, self.out),
            'R' => output::symbolic(self.f, r.op(x, 0), self.out),
            'P' => output::decimal(r.int_value(x) + 1, self.out),
            'M' => output::decimal(32 - r.int_value(x), self.out),
            'S' => output::decimal(r.int_value(x).trailing_zeros().into(), self.out),
            'T' => output::decimal(r.int_value(x).trailing_ones().into(), self.out),
            'F' if model::releases(r.int_value(x) & 15) => self.out.push_str("fence iorw,ow; "),
            'A' if model::acquires(r.int_value(x) & 15) => self.out.push_str(".aq"),
            'B' if model::acquires(r.int_value(x) >> 4) => self.out.push_str(".aq"),
            _ => {}
        }
    }
}
