//! The file of notes (`.gcno`) that `gcov` reads: for each function its blocks, its arcs, and the lines of each block.
//!
//! ```text
//!   "oncg" "*22B" STAMP 0 DIRECTORY 1
//!   FUNCTION  ident, checksums, name, where it begins and ends
//!   BLOCKS    how many          ARCS  source, (destination, flags)…          LINES  block, 0, file, line…, 0, 0
//! ```
//!
//! A record is a tag, its length in bytes, and words of four bytes; a string is its length with the zero after it, and
//! its bytes.

use super::arcs::Graph;
use gimple::coverage::fingerprint;
use gimple::function::Function;
use gimple::location::Location;
use gimple::stmt::{Callee, InternalFn, StmtId, StmtKind};
use gimple::unit::Unit;

const FUNCTION: u32 = 0x0100_0000;
const BLOCKS: u32 = 0x0141_0000;
const ARCS: u32 = 0x0143_0000;
const LINES: u32 = 0x0145_0000;

/// The version of the format, GCC's 12.2.
const VERSION: &[u8; 4] = b"*22B";

/// Where the stamp stands in the file.
const STAMP_AT: usize = 8;

/// What a function is known by.
pub struct Identity {
    pub name: String,
    pub ident: u32,
    /// Numbers made of its place in the source, and of its graph.
    pub lines: u32,
    pub graph: u32,
    start: Place,
    end: Place,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq)]
struct Place {
    file: String,
    line: u32,
    column: u32,
}

impl Place {
    fn of(unit: &Unit, loc: Location) -> Place {
        let sources = &unit.diagnostics.sources;
        let at = sources.position(sources.expansion_point(loc));
        Place { file: at.file.to_string(), line: at.line, column: at.column }
    }
}

impl Identity {
    /// What a function is known by.
    pub fn of(unit: &Unit, f: &Function, graph: &Graph) -> Identity {
        let data = &unit.decls[f.decl];
        let renamed = data.extra.as_ref().and_then(|extra| extra.assembler_name);
        let name = renamed.or(data.name).map_or("", |name| unit.symbols.text(name)).to_string();
        let (start, end) = (Place::of(unit, data.loc), Place::of(unit, f.end));
        let lines = fingerprint(format!("{name} {} {}", start.file, start.line).as_bytes());
        let arcs = graph.arcs.iter().flat_map(|arc| [arc.src.to_le_bytes(), arc.dst.to_le_bytes()]);
        let graph = fingerprint(&arcs.flatten().collect::<Vec<u8>>());
        Identity { name, ident: f.funcdef_no + 1, lines, graph, start, end }
    }
}

/// The file as it grows.
pub struct Notes {
    bytes: Vec<u8>,
    /// What stands before the names of files that do not begin at the root.
    directory: String,
}

impl Notes {
    /// The file's head.
    pub fn new(directory: &str, absolute: bool) -> Notes {
        let before = if absolute { format!("{directory}/") } else { String::new() };
        let mut notes = Notes { bytes: b"oncg".to_vec(), directory: before };
        notes.bytes.extend(VERSION);
        notes.word(0);
        notes.word(0);
        notes.string(directory);
        // Blocks without lines are known to be so.
        notes.word(1);
        notes
    }

    /// All of it.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    fn word(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    fn string(&mut self, text: &str) {
        self.word(text.len() as u32 + 1);
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
    }

    fn file(&mut self, name: &str) {
        match name.starts_with('/') {
            true => self.string(name),
            false => self.string(&format!("{}{name}", self.directory)),
        }
    }

    fn record(&mut self, tag: u32, content: impl FnOnce(&mut Notes)) {
        self.word(tag);
        let at = self.bytes.len();
        self.word(0);
        content(self);
        let length = (self.bytes.len() - at - 4) as u32;
        self.bytes[at..at + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// The records of a function.
    pub fn function(&mut self, unit: &Unit, f: &Function, graph: &Graph, known: &Identity) {
        self.record(FUNCTION, |notes| {
            [known.ident, known.lines, known.graph].into_iter().for_each(|word| notes.word(word));
            notes.string(&known.name);
            notes.word(0);
            notes.file(&known.start.file);
            for word in [known.start.line, known.start.column, known.end.line, known.end.column] {
                notes.word(word);
            }
        });
        self.record(BLOCKS, |notes| notes.word(graph.blocks.len() as u32));
        for arcs in graph.arcs.chunk_by(|a, b| a.src == b.src) {
            self.record(ARCS, |notes| {
                notes.word(arcs[0].src);
                for arc in arcs {
                    notes.word(arc.dst);
                    let flags = [arc.on_tree, arc.is_fake(), arc.falls_through];
                    notes.word((0..3).map(|bit| u32::from(flags[bit]) << bit).sum());
                }
            });
        }
        let mut last = Place { file: String::new(), line: 0, column: 0 };
        for (position, &block) in graph.blocks.iter().enumerate().skip(2) {
            let first = (position == 2).then(|| unit.decls[f.decl].loc);
            // What stands for all calls that may jump belongs to no line.
            let in_source = |&stmt: &StmtId| {
                !matches!(&f.stmts[stmt].kind, StmtKind::Call(call)
                    if call.callee == Callee::Internal(InternalFn::AbnormalDispatcher))
            };
            let stmts = f.block_stmts(block).filter(in_source).map(|stmt| f.stmt_info[stmt].loc);
            let jump = match *f.blocks[block].succs {
                [edge] => Some(f.edges[edge].loc),
                _ => None,
            };
            let locations = first.into_iter().chain(stmts).chain(jump);
            let places: Vec<Place> = locations
                .filter(|loc| !loc.is_unknown() && *loc != Location::BUILTIN)
                .map(|loc| Place::of(unit, loc))
                .collect();
            self.lines(position as u32, &places, &mut last);
        }
    }

    /// The lines of a block; one that is said again after itself is left out.
    fn lines(&mut self, block: u32, places: &[Place], last: &mut Place) {
        if places.is_empty() {
            return;
        }
        self.record(LINES, |notes| {
            notes.word(block);
            for (index, place) in places.iter().enumerate() {
                let (new_file, new_line) = (place.file != last.file, place.line != last.line);
                if index == 0 || new_file {
                    notes.word(0);
                    notes.file(&place.file);
                }
                if index == 0 || new_file || new_line {
                    notes.word(place.line);
                }
                *last = place.clone();
            }
            notes.word(0);
            notes.word(0);
        });
    }
}

/// The file with its stamp.
pub fn stamped(mut bytes: Vec<u8>, stamp: u32) -> Vec<u8> {
    bytes[STAMP_AT..STAMP_AT + 4].copy_from_slice(&stamp.to_le_bytes());
    bytes
}
