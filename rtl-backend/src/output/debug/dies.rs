//! Debugging information entries: a tree, written with abbreviations and strings that are each there once.
//!
//! ```text
//! variable { name "n", type → base type, location fbreg -20 }
//! ⇒
//!         .uleb128 0x3            # (DIE (0x4c) DW_TAG_variable)
//!         .4byte  .LASF2          # DW_AT_name: "n"
//!         .4byte  0x31            # DW_AT_type
//!         .uleb128 0x2            # DW_AT_location
//!         .byte   0x91            # DW_OP_fbreg
//!         .sleb128 -20
//! ```
//! Where entries begin is computed before they are written, so that references are numbers. Linear in the entries.

use super::codes::*;
use super::text::{Code, DwarfText, sleb_size, uleb_size};
use gimple::entity::EntityVec;
use rustc_hash::FxHashMap;

gimple::entity! {
    /// An entry.
    DieId;
    /// A text of `.debug_str`.
    TextId;
}

/// The value of an attribute.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number that is not negative.
    Number(u64),
    /// A number that may be negative.
    Signed(i64),
    Text(TextId),
    Flag,
    /// Another entry.
    Entry(DieId),
    /// A label, or a symbol.
    Address(Box<str>),
    /// The end of a range by its start.
    End(Box<str>, Box<str>),
    /// A place in another section.
    Section(Box<str>),
    Location(Box<[Op]>),
}

/// A step of an expression that says where something is.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    Plain(Code),
    /// With a number that may be negative.
    Offset(Code, i64),
    /// With a symbol, and what the assembler is to make of it.
    Symbol(Code, &'static str, Box<str>),
    /// The register itself.
    Register(u8),
    /// What a general register holds.
    Based(u8),
}

impl Op {
    pub(super) fn size(&self, word: usize) -> usize {
        match self {
            Op::Plain(_) => 1,
            Op::Based(_) => 2,
            Op::Offset(_, offset) => 1 + sleb_size(*offset),
            Op::Symbol(..) => 1 + word,
            Op::Register(number) => {
                if *number < 32 {
                    1
                } else {
                    2
                }
            }
        }
    }

    pub(super) fn write(&self, data: &mut DwarfText) {
        match self {
            Op::Based(number) => {
                data.fixed(1, format_args!("{:#x}", OP_BREG0.0 + u32::from(*number)), OP_BREG0.1);
                data.sleb(0, "offset");
            }
            Op::Plain(code) => data.fixed(1, format_args!("{:#x}", code.0), code.1),
            Op::Offset(code, offset) => {
                data.fixed(1, format_args!("{:#x}", code.0), code.1);
                data.sleb(*offset, "offset");
            }
            Op::Symbol(code, directive, symbol) => {
                data.fixed(1, format_args!("{:#x}", code.0), code.1);
                data.directive(data.word, directive, symbol);
            }
            Op::Register(number @ 0..32) => {
                data.fixed(1, format_args!("{:#x}", OP_REG0.0 + u32::from(*number)), OP_REG0.1);
            }
            Op::Register(number) => {
                data.fixed(1, "0x90", "DW_OP_regx");
                data.uleb(u32::from(*number), "register");
            }
        }
    }
}

/// An entry.
#[derive(Debug)]
struct Die {
    tag: Code,
    attributes: Vec<(Code, Value)>,
    first: DieId,
    last: DieId,
    next: DieId,
    /// Where it begins in the unit, and its abbreviation, once they are known.
    offset: u32,
    abbreviation: u32,
}

/// The entries of a unit, the unit's own first.
#[derive(Default)]
pub struct Dies {
    dies: EntityVec<DieId, Die>,
    texts: Vec<Box<str>>,
    text_ids: FxHashMap<Box<str>, TextId>,
    version: u8,
    /// Bytes of an address.
    word: usize,
}

/// An abbreviation: the tag, whether there are entries within, attributes and forms.
type Abbreviation = (Code, bool, Vec<(Code, Code)>);

impl Dies {
    /// No entries, for a version of DWARF and addresses of so many bytes.
    pub fn new(version: u8, word: usize) -> Dies {
        Dies { version, word, ..Dies::default() }
    }

    /// The version of DWARF.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// A new entry, the last within `parent`.
    pub fn add(&mut self, parent: DieId, tag: Code) -> DieId {
        let none = DieId::NONE;
        let die = self.dies.push(Die {
            tag,
            attributes: Vec::new(),
            first: none,
            last: none,
            next: none,
            offset: 0,
            abbreviation: 0,
        });
        if parent.is_some() {
            let last = std::mem::replace(&mut self.dies[parent].last, die);
            match last.expand() {
                Some(last) => self.dies[last].next = die,
                None => self.dies[parent].first = die,
            }
        }
        die
    }

    /// Gives an entry an attribute more.
    pub fn set(&mut self, die: DieId, attribute: Code, value: Value) {
        self.dies[die].attributes.push((attribute, value));
    }

    /// As [`Self::set`], for a number.
    pub fn number(&mut self, die: DieId, attribute: Code, value: u64) {
        self.set(die, attribute, Value::Number(value));
    }

    /// As [`Self::set`], for a text.
    pub fn text(&mut self, die: DieId, attribute: Code, text: &str) {
        let id = match self.text_ids.get(text) {
            Some(&id) => id,
            None => {
                let id = TextId(self.texts.len() as u32);
                self.texts.push(text.into());
                self.text_ids.insert(text.into(), id);
                id
            }
        };
        self.set(die, attribute, Value::Text(id));
    }

    /// Where code lies, from one label to another.
    pub fn range(&mut self, die: DieId, low: &str, high: &str) {
        self.set(die, AT_LOW_PC, Value::Address(low.into()));
        let end = match self.version {
            ..4 => Value::Address(high.into()),
            _ => Value::End(low.into(), high.into()),
        };
        self.set(die, AT_HIGH_PC, end);
    }

    fn form(&self, value: &Value) -> Code {
        let modern = self.version >= 4;
        match value {
            Value::Number(..=0xff) => FORM_DATA1,
            Value::Number(..=0xffff) => FORM_DATA2,
            Value::Number(..=0xffff_ffff) => FORM_DATA4,
            Value::End(..) if self.word == 4 => FORM_DATA4,
            Value::Number(_) | Value::End(..) => FORM_DATA8,
            Value::Signed(_) => FORM_SDATA,
            Value::Text(id) if self.is_short(*id) => FORM_STRING,
            Value::Text(_) => FORM_STRP,
            Value::Flag if modern => FORM_FLAG_PRESENT,
            Value::Flag => FORM_FLAG,
            Value::Entry(_) => FORM_REF4,
            Value::Address(_) => FORM_ADDR,
            Value::Section(_) if modern => FORM_SEC_OFFSET,
            Value::Section(_) => FORM_DATA4,
            Value::Location(_) if modern => FORM_EXPRLOC,
            Value::Location(_) => FORM_BLOCK1,
        }
    }

    /// A text that takes no more room than a reference to it.
    fn is_short(&self, text: TextId) -> bool {
        self.texts[text.0 as usize].len() < 4
    }

    fn size(&self, value: &Value) -> usize {
        match value {
            Value::Number(..=0xff) => 1,
            Value::Number(..=0xffff) => 2,
            Value::Number(..=0xffff_ffff) | Value::Entry(_) | Value::Section(_) => 4,
            Value::Number(_) => 8,
            Value::End(..) | Value::Address(_) => self.word,
            Value::Signed(value) => sleb_size(*value),
            Value::Text(id) if self.is_short(*id) => self.texts[id.0 as usize].len() + 1,
            Value::Text(_) => 4,
            Value::Flag => usize::from(self.version < 4),
            Value::Location(ops) => {
                let bytes: usize = ops.iter().map(|op| op.size(self.word)).sum();
                uleb_size(bytes as u32) + bytes
            }
        }
    }

    /// Writes the entries, which begin at an offset in the unit; returns what abbreviations they have.
    pub fn write(&mut self, data: &mut DwarfText) -> Abbreviations {
        let mut abbreviations = Abbreviations::default();
        self.place(data.offset, &mut abbreviations);
        self.walk(&mut |dies, step| match step {
            Step::Begin(die) => dies.entry(die, data),
            Step::End(die) => {
                let offset = dies.dies[die].offset;
                data.fixed(1, 0, format_args!("end of children of DIE {offset:#x}"));
            }
        });
        abbreviations
    }

    /// Finds abbreviations and offsets.
    fn place(&mut self, start: usize, abbreviations: &mut Abbreviations) {
        let mut offset = start;
        let mut placed: Vec<(u32, u32)> = vec![(0, 0); self.dies.len()];
        self.walk(&mut |dies, step| match step {
            Step::Begin(die) => {
                let number = abbreviations.number(dies, die);
                placed[die.0 as usize] = (offset as u32, number);
                let attributes = dies.dies[die].attributes.iter();
                let size: usize = attributes.map(|(_, value)| dies.size(value)).sum();
                offset += uleb_size(number) + size;
            }
            Step::End(_) => offset += 1,
        });
        for (die, (offset, abbreviation)) in self.dies.values_mut().zip(placed) {
            (die.offset, die.abbreviation) = (offset, abbreviation);
        }
    }

    /// Visits the entries in order, and the ends of those that have others within.
    fn walk(&self, visit: &mut dyn FnMut(&Dies, Step)) {
        let mut at = DieId(0);
        let mut outer: Vec<DieId> = Vec::new();
        loop {
            visit(self, Step::Begin(at));
            if let Some(first) = self.dies[at].first.expand() {
                outer.push(at);
                at = first;
                continue;
            }
            while self.dies[at].next.is_none() {
                let Some(parent) = outer.pop() else { return };
                visit(self, Step::End(parent));
                at = parent;
            }
            at = self.dies[at].next;
        }
    }

    fn entry(&self, die: DieId, data: &mut DwarfText) {
        let Die { tag, attributes, abbreviation, offset, .. } = &self.dies[die];
        debug_assert_eq!(*offset as usize, data.offset, "entry {die:?} is not where it was placed");
        data.entry(*abbreviation, *tag);
        for (attribute, value) in attributes {
            self.value(attribute.1, value, data);
        }
    }

    fn value(&self, name: &str, value: &Value, data: &mut DwarfText) {
        match value {
            Value::Number(number) => {
                data.fixed(self.size(value), format_args!("{number:#x}"), name);
            }
            Value::Signed(number) => data.sleb(*number, name),
            Value::Text(id) if self.is_short(*id) => {
                data.string(&self.texts[id.0 as usize], name);
            }
            Value::Text(id) => {
                let text = &self.texts[id.0 as usize];
                data.fixed(4, format_args!(".LASF{}", id.0), format_args!("{name}: \"{text}\""));
            }
            Value::Flag if self.version >= 4 => {}
            Value::Flag => data.fixed(1, 1, name),
            Value::Entry(die) => {
                data.fixed(4, format_args!("{:#x}", self.dies[*die].offset), name);
            }
            Value::Address(label) => data.address(label, name),
            Value::End(low, high) => data.address(format_args!("{high}-{low}"), name),
            Value::Section(label) => data.fixed(4, label, name),
            Value::Location(ops) => {
                let bytes: usize = ops.iter().map(|op| op.size(self.word)).sum();
                data.uleb(bytes as u32, name);
                ops.iter().for_each(|op| op.write(data));
            }
        }
    }

    /// Writes the texts that entries refer to.
    pub fn texts(&self, data: &mut DwarfText) {
        data.raw("\t.section\t.debug_str,\"MS\",@progbits,1\n");
        for (number, text) in self.texts.iter().enumerate() {
            if !self.is_short(TextId(number as u32)) {
                data.raw(&format!(".LASF{number}:\n"));
                data.string(text, "text");
            }
        }
    }
}

/// A step of a walk over the entries.
enum Step {
    Begin(DieId),
    End(DieId),
}

/// The abbreviations of a unit, in order of their numbers, which begin at 1.
#[derive(Default)]
pub struct Abbreviations {
    list: Vec<Abbreviation>,
    numbers: FxHashMap<Vec<u32>, u32>,
    key: Vec<u32>,
}

impl Abbreviations {
    fn number(&mut self, dies: &Dies, die: DieId) -> u32 {
        let entry = &dies.dies[die];
        let within = entry.first.is_some();
        self.key.clear();
        self.key.extend([entry.tag.0, u32::from(within)]);
        for (attribute, value) in &entry.attributes {
            self.key.extend([attribute.0, dies.form(value).0]);
        }
        if let Some(&number) = self.numbers.get(&self.key) {
            return number;
        }
        let attributes = entry.attributes.iter();
        let forms = attributes.map(|(attribute, value)| (*attribute, dies.form(value))).collect();
        self.list.push((entry.tag, within, forms));
        let number = self.list.len() as u32;
        self.numbers.insert(self.key.clone(), number);
        number
    }

    /// Writes them.
    pub fn write(&self, data: &mut DwarfText) {
        data.raw("\t.section\t.debug_abbrev,\"\",@progbits\n.Ldebug_abbrev0:\n");
        for (number, (tag, within, attributes)) in (1..).zip(&self.list) {
            data.uleb(number, "(abbrev code)");
            data.code(*tag);
            let children = if *within { "DW_children_yes" } else { "DW_children_no" };
            data.fixed(1, u8::from(*within), children);
            for &(attribute, form) in attributes {
                data.code(attribute);
                data.code(form);
            }
            data.raw("\t.byte\t0\n\t.byte\t0\n");
        }
        data.raw("\t.byte\t0\n");
    }
}
