//! Functions in the text of RTL, as bodies of `__RTL` have them, and as dumps do.
//!
//! ```text
//! int __RTL (startwith ("combine")) f (int a)
//! {
//! (function "f"
//!   (insn-chain
//!     (block 2
//!       (edge-from entry (flags "FALLTHRU"))
//!       (cnote 3 [bb 2] NOTE_INSN_BASIC_BLOCK)
//!       (cinsn 5 (set (reg:DI <0>) (plus:DI (reg:DI a0) (const_int 1))) "f.c":3)
//!       (cinsn 6 (set (reg/i:DI a0) (reg:DI <0>)))
//!       (cinsn 7 (use (reg/i:DI a0)))
//!       (edge-to exit (flags "FALLTHRU"))
//!     )
//!   )
//!   (crtl (return_rtx (reg/i:DI a0)))
//! )
//! }
//! ```
//!
//! The form is that of the chapter "Reading RTL" of GCC's internals manual: elements of the chain have a `c` before their
//! names and only their own number; `<0>` is the first pseudo. What a dump prints, with the numbers of neighbours and
//! blocks, is taken as well. Numbers of insns are kept, so that dumps name them as the text does. Blocks and edges are read
//! and then found anew from the chain, which says the same; of the frame the text says nothing but by the places it
//! refers to, and from these its size is taken.

mod expr;
pub(super) mod frame;
mod insn;

use crate::machine::recog::{operands_of, recog_insn};
use crate::machine::target::frame::REAL_REGISTERS;
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RtlFunction, Shown, UNRECOGNIZED};
use crate::rtl::mode::Mode;
use crate::rtl::print::print_insn;
use crate::rtl::rtx::RtxId;
use crate::rtl::verify::verify;
use rustc_hash::FxHashMap;

/// What is wrong with a text, and how many bytes stand before the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub offset: usize,
    pub what: String,
}

/// What has been done to a function before the pass it begins with, and what may be.
#[derive(Clone, Copy, Default, Debug)]
pub struct Stage {
    pub reload_completed: bool,
    pub epilogue_completed: bool,
    /// Options allow functions to do without a frame pointer.
    pub omit_frame_pointer: bool,
    /// The frame is known.
    pub framed: bool,
}

type Result<T> = std::result::Result<T, ReadError>;

/// How deep expressions may be nested.
const MAX_DEPTH: u32 = 200;
/// The greatest number of an insn or a register.
const MAX_NUMBER: u32 = 1 << 20;

/// Reads a body into a function that has nothing yet.
///
/// # Errors
/// What is no RTL, or none that could stand where the function begins.
pub fn read_function(text: &str, stage: Stage, f: &mut RtlFunction) -> Result<()> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        f,
        places: FxHashMap::default(),
        reused: FxHashMap::default(),
        block: 0,
        raw: Vec::new(),
    };
    reader.function()?;
    reader.finish(stage)
}

/// The text being read, and what is made of it.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    f: &'a mut RtlFunction,
    /// Where the elements of the chain stand in the text.
    places: FxHashMap<InsnId, usize>,
    /// Expressions that are referred to by number (`0|scratch`).
    reused: FxHashMap<u32, RtxId>,
    /// The block that is open.
    block: u32,
    /// The insns that the text says are not recognised yet.
    raw: Vec<InsnId>,
}

// Words.

impl<'a> Reader<'a> {
    fn fail<T>(&self, what: impl Into<String>) -> Result<T> {
        self.fail_at(self.at, what)
    }

    fn fail_at<T>(&self, offset: usize, what: impl Into<String>) -> Result<T> {
        Err(ReadError { offset, what: what.into() })
    }

    /// Skips spaces and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            self.at += match trimmed.get(..2) {
                Some("/*") => trimmed.find("*/").map_or(trimmed.len(), |end| end + 2),
                _ if trimmed.starts_with(';') => trimmed.find('\n').unwrap_or(trimmed.len()),
                _ => return,
            };
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.at..].chars().next()
    }

    fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Result<()> {
        if self.accept(wanted) {
            return Ok(());
        }
        match self.peek() {
            Some(found) => self.fail(format!("expected character ‘{wanted}’, found ‘{found}’")),
            None => self.fail(format!("expected character ‘{wanted}’, found end of text")),
        }
    }

    /// What stands before the next space, bracket or quote; nothing where one stands here.
    fn word(&mut self) -> &'a str {
        self.skip_space();
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || "()[]{}\";<>".contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// The word there has to be.
    fn name(&mut self, wanted: &str) -> Result<()> {
        self.skip_space();
        let start = self.at;
        let found = self.word();
        if found == wanted {
            return Ok(());
        }
        self.fail_at(start, format!("expected ‘{wanted}’, found ‘{found}’"))
    }

    /// A number within the bounds of tables.
    fn number(&mut self) -> Result<u32> {
        self.skip_space();
        let start = self.at;
        match self.word().parse::<u32>() {
            Ok(number) if number < MAX_NUMBER => Ok(number),
            _ => self.fail_at(start, "expected a number"),
        }
    }

    /// A string without its quotes.
    fn string(&mut self) -> Result<String> {
        self.expect('"')?;
        let mut value = String::new();
        let mut chars = self.text[self.at..].char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += offset + 1;
                    return Ok(value);
                }
                '\\' => value.extend(chars.next().map(|(_, c)| c)),
                c => value.push(c),
            }
        }
        self.fail("missing terminating ‘\"’ character")
    }

    /// The rest of what a bracket has opened, nested brackets included.
    fn rest_of(&mut self, open: char, close: char) -> Result<&'a str> {
        let start = self.at;
        let mut depth = 1;
        for (offset, c) in self.text[start..].char_indices() {
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    self.at = start + offset + close.len_utf8();
                    return Ok(&self.text[start..start + offset]);
                }
            }
        }
        self.fail(format!("missing ‘{close}’"))
    }
}

// The function.

impl Reader<'_> {
    /// `(function "f" (param …)… (insn-chain …) (crtl …))`, or the elements of a dump.
    fn function(&mut self) -> Result<()> {
        self.skip_space();
        let start = self.at;
        let is_dump = self.accept('(') && self.word() != "function";
        if is_dump {
            self.at = start;
            return self.elements();
        }
        if start == self.at {
            return self.fail("expected ‘(function’");
        }
        self.string()?;
        while self.accept('(') {
            let start = self.at;
            match self.word() {
                // What parameters are called, their registers say.
                "param" => {
                    self.rest_of('(', ')')?;
                }
                "insn-chain" => {
                    self.elements()?;
                    self.expect(')')?;
                }
                "crtl" => self.facts()?,
                name => return self.fail_at(start, format!("unknown directive ‘{name}’")),
            }
        }
        self.expect(')')?;
        match self.peek() {
            None => Ok(()),
            Some(_) => self.fail("the function has ended"),
        }
    }

    /// What stands of the whole function after its insns: where it leaves its value.
    fn facts(&mut self) -> Result<()> {
        while self.accept('(') {
            self.name("return_rtx")?;
            if self.accept('(') {
                self.at -= 1;
                let value = self.expression()?;
                self.note_value(value);
            }
            self.expect(')')?;
        }
        self.expect(')')
    }

    /// The registers of the function's value.
    fn note_value(&mut self, value: RtxId) {
        let mut found = Vec::new();
        let r = &self.f.rtx;
        r.walk(value, &mut |x| {
            if let Some(first) = r.as_reg(x) {
                found.extend(first..=first + u32::from(r.is_multiword(r.mode(x))));
            }
            true
        });
        self.f.return_regs.extend(found);
    }

    /// Elements and blocks up to a closing parenthesis or the end.
    fn elements(&mut self) -> Result<()> {
        loop {
            match self.peek() {
                None | Some(')') => return Ok(()),
                Some('(') => {
                    self.at += 1;
                    let start = self.at;
                    match self.word() {
                        "block" => {
                            self.block = self.number()?;
                            self.elements()?;
                            self.expect(')')?;
                            self.block = 0;
                        }
                        // The edges are those that the chain makes.
                        "edge-from" | "edge-to" => {
                            self.rest_of('(', ')')?;
                        }
                        name => self.element(name, start)?,
                    }
                }
                Some(other) => {
                    return self.fail(format!("expected character ‘(’, found ‘{other}’"));
                }
            }
        }
    }

    /// Links what refers to elements by number, and makes of the whole what the passes expect.
    fn finish(mut self, stage: Stage) -> Result<()> {
        self.link_labels()?;
        // Registers between those that are named are of no use, and of any mode.
        for regno in 0..self.f.num_regs() {
            if self.f.reg_mode(regno) == Mode::VOID {
                let word = self.f.rtx.word();
                self.f.rtx.regs.set_mode(regno, word);
            }
        }
        self.f.reload_completed = stage.reload_completed;
        self.f.epilogue_completed = stage.epilogue_completed;
        if self.f.return_regs.is_empty() {
            self.find_value();
        }
        if !stage.framed {
            frame::derive(self.f, frame::sizes(self.text));
        }
        self.f.decide_on_frame_pointer(stage.omit_frame_pointer);
        if stage.reload_completed && !stage.epilogue_completed {
            frame::lay_out(self.f);
        }
        self.recognize()?;
        let numbers = self.block_numbers();
        cfg::build_graph(self.f);
        self.f.number_blocks(&numbers);
        verify(self.f, false).map_err(|what| ReadError { offset: 0, what })
    }

    /// The numbers that the text gives blocks.
    fn block_numbers(&self) -> Vec<(InsnId, u32)> {
        let is_start = |id: &InsnId| self.f.insn(*id).kind == InsnKind::Note(NoteKind::BasicBlock);
        self.f.chain().filter(is_start).map(|id| (id, self.f.insn(id).label)).collect()
    }

    /// Every insn is one of the machine's, also with the registers that virtual ones become.
    fn recognize(&mut self) -> Result<()> {
        let known = REAL_REGISTERS.map(|(virtual_reg, _)| self.f.rtx.regs.number(virtual_reg));
        for (virtual_reg, real) in REAL_REGISTERS {
            self.f.rtx.regs.replace(virtual_reg, real);
        }
        let chain: Vec<InsnId> = self.f.chain().collect();
        for &at in &chain {
            if self.f.is_real(at) && !recog_insn(self.f, at) {
                let mut text = String::new();
                print_insn(self.f, at, &mut text);
                let words: Vec<&str> = text.split_whitespace().collect();
                let what = format!("unrecognizable insn: {}", words.join(" "));
                return self.fail_at(self.places[&at], what);
            }
        }
        for ((virtual_reg, _), number) in REAL_REGISTERS.into_iter().zip(known) {
            self.f.rtx.regs.replace(virtual_reg, number);
        }
        let raw = self.raw.iter().filter(|&&at| self.f.insn(at).icode >= 0);
        self.f.shown.raw_from = raw.copied().min_by_key(|at| at.0).unwrap_or(Shown::ALL_KNOWN);
        // With the virtual ones some are not, until ‘vregs’ has run.
        for &at in &chain {
            let insn = self.f.insn(at);
            if insn.icode >= 0 && operands_of(insn.icode, &self.f.rtx, insn.pattern).is_none() {
                self.f.insn_mut(at).icode = UNRECOGNIZED;
            }
        }
        Ok(())
    }

    /// Of a dump, which says nothing of the function's value: what its end uses.
    fn find_value(&mut self) {
        let last = self.f.chain_backwards().find(|&at| {
            let insn = self.f.insn(at);
            insn.kind == InsnKind::Insn && self.f.rtx.code(insn.pattern) == Code::Use
        });
        if let Some(at) = last {
            let value = self.f.rtx.op(self.f.insn(at).pattern, 0);
            self.note_value(value);
        }
    }

    /// Every label that is named is there and knows how often; jumps know theirs.
    fn link_labels(&mut self) -> Result<()> {
        let chain: Vec<InsnId> = self.f.chain().filter(|&at| self.f.is_real(at)).collect();
        for at in chain {
            let mut named = None;
            let r = &self.f.rtx;
            r.walk(self.f.insn(at).pattern, &mut |x| {
                if named.is_none() && r.code(x) == Code::LabelRef {
                    named = Some(InsnId(r.label_of(x)));
                }
                true
            });
            let Some(label) = named else { continue };
            self.known_label(at, label)?;
            if self.f.insn(at).kind == InsnKind::Jump {
                self.f.insn_mut(at).label = label.0;
                self.f.use_label(label);
            } else if !self.f.jump_tables.contains_key(&label)
                && !self.f.forced_labels.contains(&label)
            {
                self.f.forced_labels.push(label);
                self.f.use_label(label);
            }
        }
        let mut tables: Vec<InsnId> = self.f.jump_tables.keys().copied().collect();
        tables.sort_unstable();
        for table in tables {
            for target in self.f.jump_tables[&table].targets.clone() {
                self.known_label(table, target)?;
                self.f.use_label(target);
            }
        }
        Ok(())
    }

    /// What an element names is a label of the chain.
    fn known_label(&self, by: InsnId, label: InsnId) -> Result<()> {
        if self.places.contains_key(&label) && self.f.insn(label).kind == InsnKind::Label {
            return Ok(());
        }
        self.fail_at(self.places[&by], format!("there is no label {}", label.0))
    }
}
