//! Elements of the chain: insns with their notes, labels, barriers, tables.

use super::{Reader, Result};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, JumpTable, Loc, LocId, NoteKind, RegNote};
use crate::rtl::mode::Mode;
use crate::rtl::print::note_name;
use crate::rtl::rtx::RtxId;

const NOTES: [NoteKind; 5] = [
    NoteKind::Deleted,
    NoteKind::FunctionBeg,
    NoteKind::BasicBlock,
    NoteKind::PrologueEnd,
    NoteKind::EpilogueBeg,
];

impl Reader<'_> {
    /// An element of this name, which has been read, and what closes it.
    pub(super) fn element(&mut self, name: &str, start: usize) -> Result<()> {
        let (name, flags) = name.split_once('/').unwrap_or((name, ""));
        let compact = name.starts_with('c') && !matches!(name, "call_insn" | "code_label");
        let kind = match if compact { &name[1..] } else { name } {
            "insn" => InsnKind::Insn,
            "jump_insn" => InsnKind::Jump,
            "call_insn" => InsnKind::Call,
            "code_label" | "label" => InsnKind::Label,
            "barrier" => InsnKind::Barrier,
            "jump_table_data" => InsnKind::JumpTable,
            "note" => InsnKind::Note(NoteKind::Deleted),
            _ => return self.fail_at(start, format!("unknown rtx code ‘{name}’")),
        };
        let id = self.new_element(kind, start)?;
        let mut label = None;
        if compact {
            if kind == InsnKind::Label {
                label = Some(self.number()?);
            }
        } else {
            // Numbers of the neighbours and, within a block, of that; of a label its own besides.
            let numbers = self.numbers()?;
            match (kind, &numbers[..]) {
                (InsnKind::Label, [_, _, block, own]) => (self.block, label) = (*block, Some(*own)),
                (InsnKind::Label, [_, _, own]) => label = Some(*own),
                (_, [_, _, block]) => self.block = *block,
                _ => self.block = 0,
            }
        }
        self.f.insn_mut(id).block = self.block;
        self.f.insn_mut(id).flags = self.flag_bits(flags, start)? as u8;
        match kind {
            InsnKind::Insn | InsnKind::Jump | InsnKind::Call => self.insn(id)?,
            InsnKind::Label => {
                self.f.insn_mut(id).label = label.unwrap_or(id.0);
                self.rest_of('(', ')')?;
                return Ok(());
            }
            InsnKind::JumpTable => self.jump_table(id)?,
            InsnKind::Note(_) => self.note(id)?,
            InsnKind::Barrier => {}
        }
        self.expect(')')
    }

    /// A new element at the end of the chain, with the number that comes next in the text.
    fn new_element(&mut self, kind: InsnKind, start: usize) -> Result<InsnId> {
        let id = InsnId(self.number()?);
        if !id.exists() || self.places.insert(id, start).is_some() {
            return self.fail_at(start, format!("there is an element {} already", id.0));
        }
        while self.f.max_uid() <= id.0 {
            self.f.make_insn(InsnKind::Note(NoteKind::Deleted), RtxId::NONE, LocId::UNKNOWN);
        }
        self.f.insn_mut(id).kind = kind;
        let last = self.f.last;
        self.f.link_after(id, last);
        Ok(id)
    }

    /// Numbers up to what is none.
    fn numbers(&mut self) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    fn note(&mut self, id: InsnId) -> Result<()> {
        if self.accept('[') {
            self.name("bb")?;
            let block = self.number()?;
            self.expect(']')?;
            let insn = self.f.insn_mut(id);
            (insn.block, insn.label) = (block, block);
        }
        self.skip_space();
        let start = self.at;
        let name = self.word();
        let Some(kind) = NOTES.into_iter().find(|kind| note_name(*kind) == name) else {
            return self.fail_at(start, format!("unknown note ‘{name}’"));
        };
        self.f.insn_mut(id).kind = InsnKind::Note(kind);
        Ok(())
    }

    /// `(addr_diff_vec:SI (label_ref:DI 12) [(label_ref:DI 15) …] (const_int 0 [0]) (const_int 0 [0]))`
    fn jump_table(&mut self, id: InsnId) -> Result<()> {
        let table = self.f.prev(id);
        if !table.exists() || self.f.insn(table).kind != InsnKind::Label {
            return self.fail("a jump table stands after its label");
        }
        self.expect('(')?;
        self.name("addr_diff_vec:SI")?;
        self.expression()?;
        let mut targets = Vec::new();
        self.expect('[')?;
        while !self.accept(']') {
            let target = self.expression()?;
            if self.f.rtx.code(target) != Code::LabelRef {
                return self.fail("expected a ‘label_ref’");
            }
            targets.push(InsnId(self.f.rtx.label_of(target)));
        }
        while !self.accept(')') {
            self.expression()?;
        }
        self.f.jump_tables.insert(table, JumpTable { targets });
        Ok(())
    }

    /// The pattern, the place, the number and the name of the machine's insn, the notes; of a call what it uses besides; of
    /// a jump where it goes.
    fn insn(&mut self, id: InsnId) -> Result<()> {
        let pattern = self.expression()?;
        self.f.insn_mut(id).pattern = pattern;
        if self.peek() == Some('"') {
            let loc = self.place()?;
            let loc = self.f.loc_id(loc);
            self.f.insn_mut(id).loc = loc;
        }
        if self.peek().is_some_and(|c| c == '-' || c.is_ascii_digit()) && self.word() == "-1" {
            self.raw.push(id);
        }
        if self.accept('{') {
            self.rest_of('{', '}')?;
        }
        if self.peek() == Some('(') {
            let notes = self.notes()?;
            for note in notes.into_iter().rev() {
                self.f.add_note(id, note);
            }
        }
        if self.f.insn(id).kind == InsnKind::Call {
            let (usage, modes) = self.usage()?;
            self.f.set_call_usage(id, usage);
            if let Some(modes) = modes {
                self.f.set_usage_modes(id, modes);
            }
        }
        if self.accept('-') {
            self.expect('>')?;
            self.word();
        }
        Ok(())
    }

    /// `"f.c":3:40`
    fn place(&mut self) -> Result<Loc> {
        let name = self.string()?;
        let file = self.f.file_index(&name);
        let mut loc = Loc { file, ..Loc::default() };
        let start = self.at;
        let mut numbers = self.word().split(':').skip(1).map(|word| word.parse::<u32>());
        match (numbers.next(), numbers.next()) {
            (Some(Ok(line)), None) => loc.line = line,
            (Some(Ok(line)), Some(Ok(column))) => (loc.line, loc.column) = (line, column),
            _ => return self.fail_at(start, "expected the number of a line"),
        }
        Ok(loc)
    }

    /// `(expr_list:REG_DEAD (reg:DI 10 a0) (int_list:REG_BR_PROB 12 (nil)))`, first note first.
    fn notes(&mut self) -> Result<Vec<RegNote>> {
        let mut notes = Vec::new();
        let mut open = 0;
        while self.peek() == Some('(') {
            self.at += 1;
            let start = self.at;
            let word = self.word();
            if word == "nil" {
                self.expect(')')?;
                break;
            }
            open += 1;
            let name = word.rsplit_once(":REG_").map_or(word, |(_, name)| name);
            if let Some(note) = self.one_note(name, start)? {
                notes.push(note);
            }
        }
        for _ in 0..open {
            self.expect(')')?;
        }
        Ok(notes)
    }

    fn one_note(&mut self, name: &str, start: usize) -> Result<Option<RegNote>> {
        if name == "LABEL_OPERAND" {
            // The pattern says so.
            self.word();
            return Ok(None);
        }
        if name == "BR_PROB" {
            let Ok(value) = self.word().parse() else {
                return self.fail_at(start, "expected a probability");
            };
            return Ok(Some(RegNote::BrProb(value)));
        }
        let value = match self.accept_nil()? {
            true => RtxId::NONE,
            false => self.expression()?,
        };
        if name == "EH_REGION" {
            let region = (value.is_some()).then(|| self.f.rtx.as_int(value)).flatten();
            return Ok(Some(match region {
                Some(region) if region == i64::from(i32::MIN) => RegNote::OfLibrary,
                Some(region) if region != 0 => RegNote::EhRegion(region),
                _ => RegNote::NoThrow,
            }));
        }
        Ok(Some(match name {
            // Passes find out anew which registers die.
            "DEAD" => RegNote::Dead(value),
            "UNUSED" => RegNote::Unused(value),
            "EQUAL" => RegNote::Equal(value),
            "EQUIV" => RegNote::Equiv(value),
            "CALL_DECL" if value.is_some() => RegNote::CallDecl(value),
            "CALL_DECL" | "UNTYPED_CALL" | "CALL_ARG_LOCATION" | "ARGS_SIZE" => return Ok(None),
            "FRAME_RELATED_EXPR" => RegNote::FrameRelated(value),
            "CFA_RESTORE" => RegNote::CfaRestore(value),
            "CFA_DEF_CFA" => RegNote::CfaDefCfa(value),
            "CFA_ADJUST_CFA" => RegNote::CfaAdjustCfa(value),
            "NORETURN" => RegNote::NoReturn,
            _ => return self.fail_at(start, format!("unknown note ‘REG_{name}’")),
        }))
    }

    /// `(nil)`, if that comes.
    fn accept_nil(&mut self) -> Result<bool> {
        self.skip_space();
        let start = self.at;
        if self.accept('(') && self.word() == "nil" {
            self.expect(')')?;
            return Ok(true);
        }
        self.at = start;
        Ok(false)
    }

    /// `(expr_list:DI (use (reg:DI 10 a0)) (nil))`, with the modes of the lists where all have one.
    fn usage(&mut self) -> Result<(Vec<RtxId>, Option<Vec<Mode>>)> {
        let (mut usage, mut modes) = (Vec::new(), Some(Vec::new()));
        let mut open = 0;
        while self.peek() == Some('(') {
            self.at += 1;
            let word = self.word();
            if word == "nil" {
                self.expect(')')?;
                break;
            }
            open += 1;
            usage.push(self.expression()?);
            let mode =
                word.split_once(':').map_or(Some(Mode::VOID), |(_, mode)| Mode::from_name(mode));
            modes = modes.zip(mode).map(|(mut modes, mode)| {
                modes.push(mode);
                modes
            });
        }
        for _ in 0..open {
            self.expect(')')?;
        }
        Ok((usage, modes))
    }
}
