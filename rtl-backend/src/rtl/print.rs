//! RTL in the text of GCC's dumps.
//!
//! ```text
//! (insn 11 3 12 2 (set (reg:DI 78)
//!         (reg/v:DI 77 [ n ])) "f.c":3:40 135 {*movdi_64bit}
//!      (nil))
//! ```
//! An expression starts on a new line, indented, if a parenthesis has just been closed; otherwise it goes on after
//! a space. That one rule makes GCC's layout.

use std::fmt::Write;

use crate::machine::recog;
use crate::machine::target;
use crate::rtl::binds::Variable;
use crate::rtl::code::Code;
use crate::rtl::compact;
use crate::rtl::function::{
    InsnId, InsnKind, LAST_VIRTUAL, Loc, NoteKind, RegNote, RtlFunction, UNRECOGNIZED,
};
use crate::rtl::mode::Mode;
use crate::rtl::real;
use crate::rtl::rtx::{RtxId, flag};
use crate::rtl::slim;
use crate::rtl::summary::{self, DataFlow};

/// What is left out, so that dumps of different runs can be compared.
#[derive(Clone, Copy, Default)]
pub struct Style {
    /// `#` for the numbers of insns, all of them or only those of neighbours (`-fdump-unnumbered[-links]`).
    pub unnumbered: bool,
    pub unnumbered_links: bool,
    /// `#` for addresses (`-fdump-noaddr`).
    pub no_addresses: bool,
    /// As if insns had no neighbours and were in no block (`-fdump-final-insns`).
    pub alone: bool,
    /// As formulas (`-slim`).
    pub slim: bool,
    /// As bodies of `__RTL` (`-compact`).
    pub compact: bool,
}

/// Writes the whole chain of `f`.
pub fn print_function(f: &RtlFunction, style: Style, out: &mut String) {
    if style.compact {
        return compact::print_function(f, out);
    }
    if f.shown.data_flow != DataFlow::Off {
        summary::print(f, out);
    }
    for id in f.chain() {
        let located = f.insn(id).kind == InsnKind::Note(NoteKind::VarLocation);
        if style.alone && (located || f.is_for_debuggers(id)) {
            continue;
        }
        if style.slim {
            slim::print_insn(f, id, out);
            continue;
        }
        print_styled(f, id, style, out);
        if let Some(block) = f.parked.as_ref().and_then(|parked| parked.falls_to(id)) {
            let _ = writeln!(out, "      ; pc falls through to BB {block}");
        }
    }
}

pub(super) fn print_styled(f: &RtlFunction, id: InsnId, style: Style, out: &mut String) {
    // Elements of a block are within that and the chain.
    let indent = if style.compact { 3 } else { 0 };
    let mut p = Printer { f, style, out, indent, closed: false };
    p.element(id);
    p.out.push('\n');
}

/// Writes one element of the chain and a newline.
pub fn print_insn(f: &RtlFunction, id: InsnId, out: &mut String) {
    print_styled(f, id, Style::default(), out);
}

/// The text of one expression.
pub fn rtx_text(f: &RtlFunction, x: RtxId) -> String {
    styled_text(f, x, Style::default())
}

pub(super) fn styled_text(f: &RtlFunction, x: RtxId, style: Style) -> String {
    let mut out = String::new();
    let mut p = Printer { f, style, out: &mut out, indent: 0, closed: false };
    p.rtx(x);
    out
}

struct Printer<'a> {
    f: &'a RtlFunction,
    style: Style,
    out: &'a mut String,
    indent: usize,
    /// A parenthesis has just been closed.
    closed: bool,
}

impl Printer<'_> {
    fn put(&mut self, args: std::fmt::Arguments) {
        let _ = self.out.write_fmt(args);
    }

    fn new_line_if_closed(&mut self) {
        if self.closed {
            self.new_line();
            self.closed = false;
        }
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', 2 * self.indent));
    }

    fn nil(&mut self) {
        self.new_line_if_closed();
        self.out.push_str("(nil)");
        self.closed = true;
    }

    /// An operand: two levels deeper, after a space or on a line of its own.
    fn operand(&mut self, x: RtxId) {
        self.indent += 2;
        if !self.closed {
            self.out.push(' ');
        }
        self.rtx(x);
        self.indent -= 2;
    }

    /// The number of an insn that something names.
    fn uid(&mut self, id: u32) {
        match self.style.unnumbered && id != 0 {
            true => self.out.push_str(" #"),
            false => self.put(format_args!(" {id}")),
        }
    }

    /// The numbers of an element and its neighbours, and of its block.
    fn head(&mut self, id: InsnId) {
        let insn = self.f.insn(id);
        self.uid(id.0);
        if self.style.compact {
            return;
        }
        for neighbour in [insn.prev.0, insn.next.0] {
            match neighbour {
                _ if self.style.alone => self.out.push_str(" 0"),
                1.. if self.style.unnumbered_links => self.out.push_str(" #"),
                _ => self.uid(neighbour),
            }
        }
        if insn.block != 0 && !self.style.alone && self.f.shown.blocks {
            self.put(format_args!(" {}", self.f.shown_block(insn.block)));
        }
    }

    fn element(&mut self, id: InsnId) {
        let insn = self.f.insn(id);
        let c = if self.style.compact { "c" } else { "" };
        match insn.kind {
            InsnKind::Note(NoteKind::Bind) => self.bind(id),
            InsnKind::Note(NoteKind::Marker) => self.marker(id),
            InsnKind::Note(NoteKind::VarLocation) => self.var_location(id),
            InsnKind::Note(kind) => {
                self.put(format_args!("({c}note"));
                self.head(id);
                if kind == NoteKind::BasicBlock {
                    self.put(format_args!(" [bb {}]", self.f.shown_block(insn.block)));
                }
                self.put(format_args!(" {})", note_name(kind)));
            }
            InsnKind::Barrier => {
                self.put(format_args!("({c}barrier"));
                self.head(id);
                self.out.push(')');
            }
            InsnKind::Label if self.style.compact => {
                self.put(format_args!("(clabel {} {})", id.0, insn.label));
            }
            InsnKind::Label => {
                self.out.push_str("(code_label");
                self.head(id);
                self.put(format_args!(" {} (nil) [{} uses])", insn.label, self.f.label_uses(id)));
            }
            InsnKind::JumpTable => self.jump_table(id),
            InsnKind::Insn | InsnKind::Jump | InsnKind::Call => self.insn(id),
        }
    }

    /// `(debug_insn 11 10 12 2 (var_location:SI s (const_int 0 [0])) -1 (nil))`
    fn bind(&mut self, id: InsnId) {
        let c = if self.style.compact { "c" } else { "" };
        self.put(format_args!("({c}debug_insn"));
        self.head(id);
        self.indent += 2;
        let mode = self.variable(id).map_or("", |variable| variable.mode.name());
        self.put(format_args!(" (var_location:{mode}"));
        self.bound(id);
        self.indent -= 2;
        self.put(format_args!(" {UNRECOGNIZED}\n     (nil))"));
        self.closed = false;
    }

    /// `(debug_insn 10 4 11 2 (debug_marker) "a.c":4:3 -1 (nil))`
    fn marker(&mut self, id: InsnId) {
        let c = if self.style.compact { "c" } else { "" };
        self.put(format_args!("({c}debug_insn"));
        self.head(id);
        self.out.push_str(" (debug_marker)");
        self.source_place(id);
        self.put(format_args!(" {UNRECOGNIZED}\n     (nil))"));
        self.closed = false;
    }

    /// `(note 139 36 140 4 (var_location i (reg:SI 8 s0 [orig:75 i ] [75])) NOTE_INSN_VAR_LOCATION)`
    fn var_location(&mut self, id: InsnId) {
        let c = if self.style.compact { "c" } else { "" };
        self.put(format_args!("({c}note"));
        self.head(id);
        self.out.push_str(" (var_location");
        self.bound(id);
        self.put(format_args!(" {})", note_name(NoteKind::VarLocation)));
        self.closed = false;
    }

    fn variable(&self, id: InsnId) -> Option<&Variable> {
        self.f.binds.as_ref()?.variables.get(self.f.insn(id).label as usize)
    }

    /// The variable of a bind and its value, up to the parenthesis after them.
    fn bound(&mut self, id: InsnId) {
        let name = self.variable(id).map_or_else(String::new, |variable| variable.name.to_string());
        self.put(format_args!(" {name}"));
        self.closed = false;
        match self.f.insn(id).pattern {
            RtxId::NONE => self.out.push_str(" (nil)"),
            value => self.operand(value),
        }
        self.out.push(')');
    }

    fn jump_table(&mut self, id: InsnId) {
        let insn = self.f.insn(id);
        let c = if self.style.compact { "c" } else { "" };
        self.put(format_args!("({c}jump_table_data"));
        self.head(id);
        self.out.push_str(" (addr_diff_vec:SI (label_ref:DI");
        self.uid(insn.prev.0);
        self.out.push(')');
        self.out.push_str("\n         [");
        if let Some(table) = self.f.jump_tables.get(&insn.prev) {
            for target in &table.targets {
                self.out.push_str("\n            (label_ref:DI");
                self.uid(target.0);
                self.out.push(')');
            }
        }
        self.out.push_str("\n        ]\n        (const_int 0 [0])\n        (const_int 0 [0])))");
    }

    fn insn(&mut self, id: InsnId) {
        let insn = self.f.insn(id);
        let name = match insn.kind {
            InsnKind::Jump => "jump_insn",
            InsnKind::Call => "call_insn",
            _ => "insn",
        };
        let c = if self.style.compact { "c" } else { "" };
        self.put(format_args!("({c}{name}"));
        self.flags(u16::from(insn.flags));
        self.head(id);
        self.operand(insn.pattern);
        self.source_place(id);
        if !self.style.compact {
            let raw = id.0 >= self.f.shown.raw_from.0;
            self.recognized_as(if raw { UNRECOGNIZED } else { insn.icode });
        }
        let notes: Vec<RegNote> = self.f.notes(id).collect();
        if !self.style.compact || !notes.is_empty() {
            self.closed = false;
            self.indent += 2;
            self.out.push_str("\n     ");
            let label = self.label_operand(id);
            if let Some(label) = label {
                self.out.push_str("(insn_list:REG_LABEL_OPERAND");
                self.uid(label);
                self.out.push(' ');
            }
            self.notes(&notes);
            if label.is_some() {
                self.out.push(')');
            }
            self.indent -= 2;
        } else if insn.kind == InsnKind::Call {
            // What a call uses stands after its notes.
            self.out.push_str(" (nil)");
        }
        if insn.kind == InsnKind::Call {
            self.out.push_str("\n    ");
            self.closed = false;
            self.indent += 2;
            let usage = self.f.call_usage(id).to_vec();
            let modes = self.f.usage_modes(id).map(<[Mode]>::to_vec).unwrap_or_default();
            self.usage(&usage, &modes);
            self.indent -= 2;
        }
        if insn.kind == InsnKind::Jump && !self.style.compact {
            let target = self.f.jump_target(id);
            if target.exists() {
                // Labels keep their numbers where insns have none.
                let number = if self.style.alone { self.f.insn(target).label } else { target.0 };
                self.put(format_args!("\n -> {number}"));
            } else if self.returns(insn.pattern) {
                self.out.push_str("\n -> simple_return");
            }
        }
        self.out.push(')');
    }

    fn source_place(&mut self, id: InsnId) {
        let loc = self.f.loc(id);
        if loc != Loc::default()
            && let Some(file) = self.f.files.get(loc.file as usize)
        {
            self.put(format_args!(" \"{file}\":{}:{}", loc.line, loc.column));
        }
    }

    /// The label whose address an insn takes, which GCC notes.
    fn label_operand(&self, id: InsnId) -> Option<u32> {
        if self.f.insn(id).kind != InsnKind::Insn {
            return None;
        }
        let mut label = None;
        self.f.rtx.walk(self.f.insn(id).pattern, &mut |x| {
            if self.f.rtx.code(x) == Code::LabelRef {
                label = Some(self.f.rtx.label_of(x));
            }
            true
        });
        label
    }

    /// The number and the name of the machine's insn.
    fn recognized_as(&mut self, icode: i16) {
        let shown = if icode == UNRECOGNIZED { icode } else { recog::insn(icode).shown };
        match self.style.unnumbered {
            true => self.out.push('#'),
            false => self.put(format_args!(" {shown}")),
        }
        if icode != UNRECOGNIZED {
            self.put(format_args!(" {{{}}}", recog::insn(icode).name));
        }
    }

    fn returns(&self, pattern: RtxId) -> bool {
        let mut found = false;
        self.f.rtx.walk(pattern, &mut |x| {
            found |= self.f.rtx.code(x) == Code::SimpleReturn;
            true
        });
        found
    }

    /// The `expr_list`s and `int_list`s of an insn.
    fn notes(&mut self, notes: &[RegNote]) {
        self.new_line_if_closed();
        let Some((first, rest)) = notes.split_first() else { return self.nil() };
        let integer = match *first {
            RegNote::BrProb(p) => Some(("BR_PROB", p as i64)),
            _ => None,
        };
        if let Some((name, value)) = integer {
            self.put(format_args!("(int_list:REG_{name} {value}"));
        } else {
            let (name, x) = match *first {
                RegNote::Dead(x) => ("DEAD", Some(x)),
                RegNote::Unused(x) => ("UNUSED", Some(x)),
                RegNote::Equal(x) => ("EQUAL", Some(x)),
                RegNote::Equiv(x) => ("EQUIV", Some(x)),
                RegNote::CallDecl(x) => ("CALL_DECL", Some(x)),
                RegNote::FrameRelated(x) => ("FRAME_RELATED_EXPR", Some(x)),
                RegNote::CfaRestore(x) => ("CFA_RESTORE", Some(x)),
                RegNote::CfaDefCfa(x) => ("CFA_DEF_CFA", Some(x)),
                RegNote::CfaAdjustCfa(x) => ("CFA_ADJUST_CFA", Some(x)),
                RegNote::EhRegion(_) | RegNote::NoThrow | RegNote::OfLibrary => ("EH_REGION", None),
                RegNote::NoReturn | RegNote::BrProb(_) => ("NORETURN", None),
            };
            self.put(format_args!("(expr_list:REG_{name}"));
            match (*first, x) {
                (_, Some(x)) => self.operand(x),
                (RegNote::OfLibrary, _) => {
                    let value = i64::from(i32::MIN);
                    self.put(format_args!(" (const_int {value} [{value:#x}])"));
                    self.closed = true;
                }
                (RegNote::EhRegion(value), _) => {
                    self.put(format_args!(" (const_int {value} [{value:#x}])"));
                    self.closed = true;
                }
                _ => {
                    self.out.push_str(" (const_int 0 [0])");
                    self.closed = true;
                }
            }
        }
        self.indent += 2;
        if !self.closed {
            self.out.push(' ');
        }
        self.notes(rest);
        self.indent -= 2;
        self.out.push(')');
        self.closed = true;
    }

    fn usage(&mut self, usage: &[RtxId], modes: &[Mode]) {
        self.new_line_if_closed();
        let Some((&first, rest)) = usage.split_first() else { return self.nil() };
        let own = self.f.rtx.mode(self.f.rtx.op(first, 0));
        let mode = modes.first().copied().unwrap_or(own);
        if self.f.rtx.is_multiword(mode) || matches!(mode, Mode::VOID | Mode::BLK) {
            self.out.push_str("(expr_list");
        } else {
            self.put(format_args!("(expr_list:{mode}"));
        }
        self.operand(first);
        self.indent += 2;
        self.usage(rest, modes.get(1..).unwrap_or_default());
        self.indent -= 2;
        self.out.push(')');
        self.closed = true;
    }

    fn flags(&mut self, flags: u16) {
        for (letter, bit) in FLAGS {
            if flags & bit != 0 {
                self.out.push('/');
                self.out.push(letter);
            }
        }
    }

    fn rtx(&mut self, x: RtxId) {
        self.new_line_if_closed();
        let r = &self.f.rtx;
        let (code, mode) = (r.code(x), r.mode(x));
        self.out.push('(');
        self.out.push_str(code.name());
        self.flags(r.flags(x));
        if mode != Mode::VOID {
            self.put(format_args!(":{mode}"));
        }
        match code {
            Code::Reg => self.reg(x),
            Code::ConstInt => {
                let value = r.int_value(x);
                if self.style.compact {
                    self.put(format_args!(" {value}"));
                } else if value == 0 {
                    self.out.push_str(" 0 [0]");
                } else {
                    self.put(format_args!(" {value} [{value:#x}]"));
                }
            }
            Code::ConstDouble => {
                let bits = r.double_bits(x);
                self.put(format_args!(" {}", real::text(mode, bits)));
            }
            Code::SymbolRef => {
                let info = r.symbol_info(r.symbol_of(x));
                self.put(format_args!(" (\"{}\") [flags {:#x}]", info.name, info.flags));
                if !info.decl.is_empty() {
                    // GCC has an address there.
                    let address = SYMBOL_TABLE + SYMBOL_SIZE * u64::from(r.symbol_of(x).0);
                    let name = info.declared.as_deref().unwrap_or(info.plain_name());
                    match self.style.no_addresses {
                        true => self.put(format_args!("  <{} # {name}>", info.decl)),
                        false => self.put(format_args!("  <{} {address:#x} {name}>", info.decl)),
                    }
                }
            }
            Code::LabelRef => self.uid(r.label_of(x)),
            Code::Subreg => {
                self.operand(r.op(x, 0));
                self.put(format_args!(" {}", r.subreg_byte(x)));
            }
            Code::Mem => {
                self.operand(r.op(x, 0));
                self.mem_attrs(x);
            }
            Code::Parallel | Code::Unspec | Code::UnspecVolatile => self.vector(x, code),
            Code::AsmOperands => self.asm_operands(x),
            _ => {
                for i in 0..code.arity() {
                    self.operand(r.op(x, i));
                }
            }
        }
        self.out.push(')');
        self.closed = true;
    }

    fn vector(&mut self, x: RtxId, code: Code) {
        let r = &self.f.rtx;
        self.indent += 2;
        self.out.push_str(" [");
        self.indent += 2;
        self.closed = true;
        for i in 0..r.num_ops(x) {
            self.rtx(r.any_op(x, i));
        }
        self.indent -= 2;
        self.new_line();
        self.out.push(']');
        self.indent -= 2;
        if code != Code::Parallel {
            let name = crate::machine::target::description::unspec_name(
                r.unspec_number(x),
                code == Code::UnspecVolatile,
            );
            self.put(format_args!(" {name}"));
        }
    }

    fn asm_operands(&mut self, x: RtxId) {
        let info = self.f.rtx.asm_info(x).clone();
        let constraint = info.outputs.first().map_or("", |c| &**c);
        self.put(format_args!(" ({:?}) (\"{constraint}\") 0 [", info.template));
        self.indent += 4;
        self.closed = true;
        for &operand in &info.operands {
            self.rtx(operand);
        }
        self.indent -= 2;
        self.new_line();
        self.out.push_str("] [");
        for input in &info.inputs {
            self.put(format_args!(" (asm_input (\"{input}\"))"));
        }
        self.out.push(']');
        self.indent -= 2;
    }

    fn reg(&mut self, x: RtxId) {
        let r = &self.f.rtx;
        let regno = r.regno(x);
        match regno.checked_sub(LAST_VIRTUAL + 1) {
            Some(pseudo) if self.style.compact => self.put(format_args!(" <{pseudo}>")),
            None if self.style.compact => {}
            _ => self.put(format_args!(" {regno}")),
        }
        if let Some(name) = target::REGISTER_NAMES.get(regno as usize) {
            self.put(format_args!(" {name}"));
        } else if let Some(name) = VIRTUAL_NAMES.get((regno - 66) as usize) {
            self.put(format_args!(" {name}"));
        }
        let original = r.original_regno(x).filter(|o| *o != regno);
        // The first word stands for all of them.
        let original = original.and_then(|o| match self.f.word_of.get(&o) {
            Some(&(whole, word)) => (word == 0).then_some(whole),
            None => Some(o),
        });
        if let Some(attrs) = r.reg_name(x) {
            self.out.push_str(" [");
            if let Some(o) = original {
                self.put(format_args!("orig:{o}"));
            }
            let name = r.text(attrs.name);
            if !name.is_empty() {
                self.put(format_args!(" {name}"));
            }
            if attrs.offset != 0 {
                self.put(format_args!("+{}", attrs.offset));
            }
            self.out.push_str(" ]");
        }
        if let Some(o) = original {
            self.put(format_args!(" [{o}]"));
        }
    }

    fn mem_attrs(&mut self, x: RtxId) {
        let attrs = *self.f.rtx.mem_attrs(x);
        self.put(format_args!(" [{} ", attrs.alias));
        self.out.push_str(self.f.text_of(attrs.expr));
        if let Some(offset) = attrs.offset {
            self.put(format_args!("+{offset}"));
        }
        if let Some(size) = attrs.size {
            self.put(format_args!(" S{size}"));
        }
        self.put(format_args!(" A{}]", attrs.align));
    }
}

/// Where declarations would be if they were printed as GCC's are: by their addresses, which mean nothing.
const SYMBOL_TABLE: u64 = 0x7f00_0000_0000;
const SYMBOL_SIZE: u64 = 0x90;

/// The letters of flags, in the order of dumps.
pub(super) const FLAGS: [(char, u16); 7] = [
    ('s', flag::S),
    ('v', flag::V),
    ('u', flag::U),
    ('f', flag::F),
    ('j', flag::J),
    ('c', flag::C),
    ('i', flag::I),
];

pub(super) const VIRTUAL_NAMES: [&str; 6] = [
    "virtual-incoming-args",
    "virtual-stack-vars",
    "virtual-stack-dynamic",
    "virtual-outgoing-args",
    "virtual-cfa",
    "virtual-preferred-stack-boundary",
];

pub(super) fn note_name(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Deleted | NoteKind::Moved => "NOTE_INSN_DELETED",
        NoteKind::FunctionBeg => "NOTE_INSN_FUNCTION_BEG",
        NoteKind::BasicBlock => "NOTE_INSN_BASIC_BLOCK",
        NoteKind::PrologueEnd => "NOTE_INSN_PROLOGUE_END",
        NoteKind::EpilogueBeg => "NOTE_INSN_EPILOGUE_BEG",
        NoteKind::Marker => "NOTE_INSN_BEGIN_STMT",
        NoteKind::Bind | NoteKind::VarLocation => "NOTE_INSN_VAR_LOCATION",
    }
}
