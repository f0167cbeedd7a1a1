//! Counting how often arcs of the control flow graph are taken (`-fprofile-arcs`, `--coverage`): what the command asks
//! for, and what the pass `profile` leaves for the assembly file and the file of notes.

/// What the options ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoverageOptions {
    /// Programs count (`-fprofile-arcs`, `-fprofile-generate`).
    pub arcs: bool,
    /// A file says which lines belong to which arcs (`-ftest-coverage`).
    pub notes: bool,
    /// Several threads may count at once (`-fprofile-update=atomic`).
    pub atomic: bool,
    /// Expressions for names of source files: whose functions count, if there are any, and whose do not
    /// (`-fprofile-filter-files=`, `-fprofile-exclude-files=`).
    pub only_files: Vec<String>,
    pub not_files: Vec<String>,
    /// Files of the source are named from the root (`-fprofile-abs-path`).
    pub absolute: bool,
    /// Where programs leave their counts (`-fprofile-dir=`, `-fprofile-generate=`).
    pub directory: Option<String>,
    /// The file of notes (`-fprofile-note=`).
    pub notes_file: Option<String>,
}

/// A unit whose arcs are counted.
#[derive(Default, Debug)]
pub struct Coverage {
    /// The file a program leaves its counts in.
    pub data_file: String,
    /// The file of notes, and what is to stand in it.
    pub notes_file: String,
    pub notes: Vec<u8>,
    /// The number by which counts and notes know each other.
    pub stamp: u32,
    pub functions: Vec<CountedFunction>,
}

/// A function whose arcs are counted.
#[derive(Debug)]
pub struct CountedFunction {
    pub name: String,
    pub ident: u32,
    /// A number made of its place in the source, and one made of its graph.
    pub lines: u32,
    pub graph: u32,
    /// How many counters its array has.
    pub count: u32,
}

/// A number made of bytes (FNV-1a), by which files that belong together know each other.
pub fn fingerprint(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
