//! Dump files as they are written: who owns them, and the sink a pass writes to.
//!
//! The [`DumpManager`] owns one stream for each file. A stream is a buffer that goes to its file in
//! large pieces; the file is created when its pass first runs with the dump enabled and stays open, so
//! hundreds of passes over thousands of functions cost one `open` each. Several passes may share a
//! stream (`=FILE`, `=stderr`). Everything is written out by [`DumpManager::finish`], and when the
//! manager is dropped — also while an internal error unwinds, when dumps are needed most.
//!
//! A pass gets a [`Dump`]: nothing, or a stream and the modifiers. Writing to nothing costs a branch:
//!
//! ```
//! # use gimlet_dumps as dumps;
//! use dumps::{DumpFlags, MemoryDump};
//! use std::fmt::Write;
//! let mut memory = MemoryDump::new(DumpFlags::DETAILS);
//! let mut dump = memory.dump();
//! if dump.details() {
//!     writeln!(dump, "Visiting statement:").unwrap();
//! }
//! assert_eq!(memory.text(), "Visiting statement:\n");
//! ```

use crate::naming::DumpNaming;
use crate::options::{DumpFlags, DumpOptions, DumpTarget, PassDumpInfo};
use rustc_hash::FxHashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};

/// A buffer this long goes to its file.
const FLUSH_AT: usize = 1 << 18;

/// What a pass writes its dump to.
///
/// Errors of the file system never reach the pass: they wait in the manager.
#[derive(Default)]
pub struct Dump<'a> {
    active: Option<Active<'a>>,
}

struct Active<'a> {
    stream: &'a mut Stream,
    flags: DumpFlags,
}

impl<'a> Dump<'a> {
    /// The sink of a pass whose dump nobody asked for.
    pub const fn off() -> Dump<'static> {
        Dump { active: None }
    }

    /// Is there anything to write to?
    #[inline]
    pub fn enabled(&self) -> bool {
        self.active.is_some()
    }

    /// `-details`
    #[inline]
    pub fn details(&self) -> bool {
        self.flags().intersects(DumpFlags::DETAILS)
    }

    /// `-stats`
    #[inline]
    pub fn stats(&self) -> bool {
        self.flags().intersects(DumpFlags::STATS)
    }

    /// The modifiers; none if not dumping.
    #[inline]
    pub fn flags(&self) -> DumpFlags {
        self.active.as_ref().map_or(DumpFlags::NONE, |a| a.flags)
    }

    /// The same sink for a callee.
    #[inline]
    pub fn reborrow(&mut self) -> Dump<'_> {
        Dump { active: self.active.as_mut().map(|a| Active { stream: a.stream, flags: a.flags }) }
    }
}

impl fmt::Write for Dump<'_> {
    #[inline]
    fn write_str(&mut self, s: &str) -> fmt::Result {
        if let Some(active) = &mut self.active {
            active.stream.push(s);
        }
        Ok(())
    }

    /// Nothing is formatted for nobody.
    #[inline]
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> fmt::Result {
        if self.active.is_some() { fmt::write(self, text) } else { Ok(()) }
    }
}

/// A dump kept in memory, for tests and for printing an entity outside any pass.
pub struct MemoryDump {
    stream: Stream,
    flags: DumpFlags,
}

impl MemoryDump {
    /// An empty dump with these modifiers.
    pub fn new(flags: DumpFlags) -> MemoryDump {
        MemoryDump { stream: Stream::new(Sink::Memory), flags }
    }

    /// A sink that appends to it.
    pub fn dump(&mut self) -> Dump<'_> {
        Dump { active: Some(Active { stream: &mut self.stream, flags: self.flags }) }
    }

    /// What was written so far.
    pub fn text(&self) -> &str {
        &self.stream.buffer
    }
}

enum Sink {
    Memory,
    Stdout,
    Stderr,
    File(File),
}

struct Stream {
    buffer: String,
    sink: Sink,
    error: Option<io::Error>,
}

impl Stream {
    fn new(sink: Sink) -> Stream {
        Stream { buffer: String::new(), sink, error: None }
    }

    #[inline]
    fn push(&mut self, text: &str) {
        self.buffer.push_str(text);
        if self.buffer.len() >= FLUSH_AT {
            self.flush();
        }
    }

    #[cold]
    fn flush(&mut self) {
        let bytes = self.buffer.as_bytes();
        let result = match &mut self.sink {
            Sink::Memory => return,
            Sink::Stdout => io::stdout().lock().write_all(bytes),
            Sink::Stderr => io::stderr().lock().write_all(bytes),
            Sink::File(file) => file.write_all(bytes),
        };
        self.buffer.clear();
        if let Err(e) = result {
            self.error.get_or_insert(e);
        }
    }
}

/// The dump files of one compilation.
pub struct DumpManager {
    table: Vec<PassDumpInfo>,
    options: DumpOptions,
    naming: DumpNaming,
    streams: Vec<Stream>,
    /// Names of the files, parallel to `streams`.
    names: Vec<String>,
    by_name: FxHashMap<String, usize>,
    /// The stream of each pass, once it is open.
    of_pass: Vec<Option<usize>>,
    /// The `.dot` file of each pass that drew a graph.
    graph_of_pass: Vec<Option<usize>>,
    /// The file of the insns that become assembly, once it is open.
    final_insns: Option<usize>,
    /// Messages about files that could not be opened.
    failures: Vec<String>,
}

impl DumpManager {
    /// What the names of all files begin with.
    pub fn prefix(&self) -> &str {
        self.naming.prefix()
    }

    /// A manager for the passes of `table`, to which `options` were resolved.
    pub fn new(table: Vec<PassDumpInfo>, options: DumpOptions, naming: DumpNaming) -> DumpManager {
        let n = table.len();
        DumpManager {
            table,
            options,
            naming,
            streams: Vec::new(),
            names: Vec::new(),
            by_name: FxHashMap::default(),
            of_pass: vec![None; n],
            graph_of_pass: vec![None; n],
            final_insns: None,
            failures: Vec::new(),
        }
    }

    /// A manager that never dumps.
    pub fn off(table: Vec<PassDumpInfo>) -> DumpManager {
        let options = DumpOptions::none(table.len());
        DumpManager::new(table, options, DumpNaming::from_prefix(""))
    }

    /// The resolved options.
    pub fn options(&self) -> &DumpOptions {
        &self.options
    }

    /// The passes, in the order of the indices used here.
    pub fn table(&self) -> &[PassDumpInfo] {
        &self.table
    }

    /// Is the dump of this pass asked for?
    #[inline]
    pub fn enabled(&self, pass: usize) -> bool {
        self.options.pass(pass).enabled
    }

    /// Whether any dump shows something.
    pub fn shows(&self, what: DumpFlags) -> bool {
        self.options.shows(what)
    }

    /// Whether a pass's dump names the simplification rules that are applied (`-folding`).
    pub fn names_rules(&self, pass: usize) -> bool {
        self.enabled(pass) && self.options.flags(pass).intersects(DumpFlags::FOLDING)
    }

    /// The modifiers for what a pass says, if its dump is to show what it has changed and no more (`-changed`).
    pub fn shows_changes(&self, pass: usize) -> Option<DumpFlags> {
        let flags = self.options.flags(pass);
        let asked = self.enabled(pass) && flags.intersects(DumpFlags::CHANGED);
        asked.then_some(flags.without(DumpFlags::CHANGED))
    }

    /// The sink of a pass that is about to run; creates the file the first time. If the dump was not
    /// asked for, or its file cannot be created, the sink is [`Dump::off`].
    pub fn begin(&mut self, pass: usize) -> Dump<'_> {
        if !self.enabled(pass) {
            return Dump::off();
        }
        let Some(index) = self.stream_of(pass) else { return Dump::off() };
        let flags = self.options.flags(pass);
        Dump { active: Some(Active { stream: &mut self.streams[index], flags }) }
    }

    /// Asks for a pass's dump, to be kept in memory instead of a file.
    pub fn keep_in_memory(&mut self, pass: usize) {
        self.options.ask_for(pass);
        self.of_pass[pass] = Some(self.shared(&format!("\0memory {pass}"), Sink::Memory));
    }

    /// What a pass wrote that is kept in memory.
    pub fn kept(&self, pass: usize) -> Option<&str> {
        let stream = &self.streams[self.of_pass[pass]?];
        matches!(stream.sink, Sink::Memory).then_some(stream.buffer.as_str())
    }

    /// Appends to the `.dot` file beside a pass's dump (`-graph`).
    pub fn write_graph(&mut self, pass: usize, function_graph: &str) {
        let index = match self.graph_of_pass[pass] {
            Some(index) => index,
            None => {
                let base = self.file_name(pass);
                let Some(index) = self.open_file(format!("{base}.dot")) else { return };
                self.streams[index].push(&format!("digraph \"{base}\" {{\noverlap=false;\n"));
                self.graph_of_pass[pass] = Some(index);
                index
            }
        };
        self.streams[index].push(function_graph);
    }

    /// Appends to the file of `-fdump-final-insns`.
    pub fn write_final_insns(&mut self, text: &str) {
        let Some(name) = self.options.final_insns() else { return };
        if self.final_insns.is_none() {
            let usual = || format!("{}.gkd", self.naming.prefix());
            let name = if name.is_empty() { usual() } else { name.to_string() };
            self.final_insns = self.open_file(name);
        }
        if let Some(index) = self.final_insns {
            self.streams[index].push(text);
        }
    }

    /// What is buffered for standard output and standard error goes out now, so that it stands before
    /// whatever else the compiler is about to print there.
    pub fn flush_terminals(&mut self) {
        for stream in &mut self.streams {
            if matches!(stream.sink, Sink::Stdout | Sink::Stderr) && !stream.buffer.is_empty() {
                stream.flush();
            }
        }
    }

    /// Writes everything out. The messages are about files that could not be opened or written; they
    /// are errors.
    pub fn finish(&mut self) -> Vec<String> {
        self.end_graphs();
        for (stream, name) in self.streams.iter_mut().zip(&self.names) {
            stream.flush();
            // Who closes a pipe has read enough.
            let error = stream.error.take().filter(|e| e.kind() != io::ErrorKind::BrokenPipe);
            if let Some(e) = error {
                self.failures.push(format!("error writing dump file ‘{name}’: {}", plain(&e)));
            }
        }
        std::mem::take(&mut self.failures)
    }

    fn end_graphs(&mut self) {
        for graph in &mut self.graph_of_pass {
            if let Some(index) = graph.take() {
                self.streams[index].push("}\n");
            }
        }
    }

    fn file_name(&self, pass: usize) -> String {
        match &self.options.pass(pass).target {
            DumpTarget::File(name) => name.clone(),
            _ => self.naming.file(&self.table[pass]),
        }
    }

    fn stream_of(&mut self, pass: usize) -> Option<usize> {
        if let Some(index) = self.of_pass[pass] {
            return Some(index);
        }
        let index = match self.options.pass(pass).target {
            DumpTarget::Stdout => self.shared("\0stdout", Sink::Stdout),
            DumpTarget::Stderr => self.shared("\0stderr", Sink::Stderr),
            DumpTarget::Default | DumpTarget::File(_) => self.open_file(self.file_name(pass))?,
        };
        self.of_pass[pass] = Some(index);
        Some(index)
    }

    /// The stream called `name`, which `sink` makes if it is new.
    fn shared(&mut self, name: &str, sink: Sink) -> usize {
        if let Some(&index) = self.by_name.get(name) {
            return index;
        }
        self.streams.push(Stream::new(sink));
        self.names.push(name.trim_start_matches('\0').to_string());
        self.by_name.insert(name.to_string(), self.streams.len() - 1);
        self.streams.len() - 1
    }

    fn open_file(&mut self, name: String) -> Option<usize> {
        if let Some(&index) = self.by_name.get(&name) {
            return Some(index);
        }
        match File::create(&name) {
            Ok(file) => Some(self.shared(&name, Sink::File(file))),
            Err(e) => {
                let text = format!("could not open dump file ‘{name}’: {}", plain(&e));
                if !self.failures.contains(&text) {
                    self.failures.push(text);
                }
                None
            }
        }
    }
}

impl Drop for DumpManager {
    fn drop(&mut self) {
        self.end_graphs();
        for stream in &mut self.streams {
            stream.flush();
        }
    }
}

/// The text of an operating-system error without Rust's "(os error 2)".
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DumpKind;
    use std::fmt::Write;
    use std::path::PathBuf;

    fn table() -> Vec<PassDumpInfo> {
        vec![
            PassDumpInfo::new(15, DumpKind::Tree, "cfg", None),
            PassDumpInfo::new(39, DumpKind::Tree, "fre", Some(1)),
            PassDumpInfo::new(112, DumpKind::Tree, "fre", Some(3)),
        ]
    }

    fn directory(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("gimlet-dumps-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        dir
    }

    fn manager(dir: &std::path::Path, args: &[&str]) -> DumpManager {
        let (options, messages) = DumpOptions::resolve(&table(), args);
        assert_eq!(messages, []);
        let prefix = format!("{}/x.c", dir.display());
        DumpManager::new(table(), options, DumpNaming::from_prefix(prefix))
    }

    #[test]
    fn files_appear_only_for_passes_that_ran() {
        let dir = directory("lazy");
        let mut m = manager(&dir, &["-fdump-tree-all"]);
        for function in ["f", "g"] {
            writeln!(m.begin(0), "{function}").unwrap();
        }
        assert!(m.begin(1).enabled());
        assert_eq!(m.finish(), Vec::<String>::new());
        let read = |name: &str| std::fs::read_to_string(dir.join(name));
        assert_eq!(read("x.c.015t.cfg").unwrap(), "f\ng\n");
        assert_eq!(read("x.c.039t.fre1").unwrap(), "");
        assert!(read("x.c.112t.fre3").is_err());
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn passes_share_a_named_file_and_drop_writes_it() {
        let dir = directory("shared");
        let file = dir.join("all.txt");
        let mut m = manager(&dir, &[&format!("-fdump-tree-fre-details={}", file.display())]);
        assert!(!m.begin(0).enabled());
        m.begin(2).write_str("three ").unwrap();
        m.begin(1).write_str("one").unwrap();
        assert!(m.begin(1).details() && !m.begin(1).stats());
        drop(m);
        assert_eq!(std::fs::read_to_string(file).unwrap(), "three one");
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_graph_is_one_digraph_of_all_functions() {
        let dir = directory("graph");
        let mut m = manager(&dir, &["-fdump-tree-cfg-graph"]);
        m.write_graph(0, "a;\n");
        m.write_graph(0, "b;\n");
        m.finish();
        drop(m);
        let text = std::fs::read_to_string(dir.join("x.c.015t.cfg.dot")).unwrap();
        assert!(text.ends_with("overlap=false;\na;\nb;\n}\n"), "{text}");
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_directory_that_is_not_there_is_reported_once() {
        let mut m = manager(std::path::Path::new("/nonexistent"), &["-fdump-tree-cfg"]);
        assert!(!m.begin(0).enabled());
        assert!(!m.begin(0).enabled());
        assert_eq!(
            m.finish(),
            ["could not open dump file ‘/nonexistent/x.c.015t.cfg’: No such file or directory"]
        );
    }
}
