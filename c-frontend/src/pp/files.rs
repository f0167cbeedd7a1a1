//! Where headers are found, what is known of each file, and the stack of files being read.

use super::conditional::Guard;
use super::{Buffer, Event, Preprocessor};
use crate::headers;
use crate::lex::Token;
use crate::lex::lexer::Lexer;
use gimple::charset::Charset;
use gimple::complain;
use gimple::location::{HeaderKind, Location};
use gimple::symbol::Symbol;
use rustc_hash::FxHashMap;
use std::io::{self, Read};
use std::sync::Arc;

/// A directory of the search path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchDir {
    /// The directory, as it appears in the names of files.
    pub path: String,
    /// Whether its headers are the system's.
    pub kind: HeaderKind,
    /// The directory stands for the headers that are built into the compiler.
    pub builtin: bool,
}

impl SearchDir {
    /// A directory on disk.
    pub fn new(path: impl Into<String>, kind: HeaderKind) -> SearchDir {
        SearchDir { path: path.into(), kind, builtin: false }
    }

    /// The headers built into the compiler; `path` is for show.
    pub fn builtin(path: impl Into<String>) -> SearchDir {
        SearchDir { path: path.into(), kind: HeaderKind::SystemExternC, builtin: true }
    }
}

/// Leaves out directories that do not exist, that come again, and those of the user that are the
/// system's as well: what is found there is to count as the system's.
pub(super) fn without_duplicates(dirs: &mut Vec<SearchDir>) {
    let identity = |dir: &SearchDir| std::fs::canonicalize(&dir.path).ok();
    let system: Vec<_> = dirs
        .iter()
        .filter(|dir| dir.kind.is_system() && !dir.builtin)
        .filter_map(identity)
        .collect();
    let mut seen = Vec::new();
    dirs.retain(|dir| {
        if dir.builtin {
            return true;
        }
        let Some(path) = identity(dir) else { return false };
        let again = seen.contains(&path) || (!dir.kind.is_system() && system.contains(&path));
        seen.push(path);
        !again
    });
}

/// How many inclusions a translation unit may have.
const MAX_INCLUSIONS: usize = 200_000;

/// A file that was asked for.
struct KnownFile {
    path: String,
    text: Arc<[u8]>,
    /// `#pragma once`, `#import`
    once: bool,
    included: bool,
    /// Nothing is left of the file while this macro is defined.
    guard: Option<Symbol>,
}

/// The files of a translation unit.
#[derive(Default)]
pub(super) struct Files {
    known: Vec<KnownFile>,
    by_path: FxHashMap<String, Option<usize>>,
    inclusions: usize,
    pub main_name: String,
    /// Where the translation unit ends.
    pub end: Location,
}

/// A header that was found.
#[derive(Clone, Copy)]
pub(super) struct Found {
    file: usize,
    /// The directory of the search path; none for the includer's own.
    dir: Option<usize>,
    kind: HeaderKind,
}

/// Reads the main file.
pub(super) fn read_main(path: &str, set: Charset) -> io::Result<Arc<[u8]>> {
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(path)?;
    }
    Ok(with_line_end(set.decoded(bytes)))
}

/// The text with a line end at its end; a carriage return without a newline ends a line, too.
pub(super) fn with_line_end(mut bytes: Vec<u8>) -> Arc<[u8]> {
    if bytes.contains(&b'\r') {
        for index in 0..bytes.len() {
            if bytes[index] == b'\r' && bytes.get(index + 1) != Some(&b'\n') {
                bytes[index] = b'\n';
            }
        }
    }
    if bytes.last().is_some_and(|&last| last != b'\n') {
        bytes.push(b'\n');
    }
    Arc::from(bytes)
}

/// The reason of an error in the C library's words.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

/// A file's name as it stands between quotes.
pub(super) fn quoted(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// The part of a path before its last slash.
pub(super) fn directory_of(path: &str) -> &str {
    path.rsplit_once('/')
        .map_or("", |(directory, _)| if directory.is_empty() { "/" } else { directory })
}

fn joined(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_string(),
        _ if directory.ends_with('/') => format!("{directory}{name}"),
        _ => format!("{directory}/{name}"),
    }
}

impl Preprocessor<'_> {
    /// Puts text on the stack of files; returns its place there.
    pub(super) fn push_text(
        &mut self,
        name: &str,
        text: Arc<[u8]>,
        from: Location,
        kind: HeaderKind,
    ) -> Option<usize> {
        let Some(file) = self.shared.diag.sources.add_text(name, text, from, kind) else {
            let text = format!("{name} is too large");
            self.shared.diag.fatal(from, text);
            return None;
        };
        let mut lexer = Lexer::new(file, &self.shared);
        lexer.line_comments |= kind != HeaderKind::User;
        self.buffers.push(Buffer {
            lexer,
            conditionals: Vec::new(),
            guard: Guard::Start,
            file: None,
            directory: String::new(),
            found_in: None,
            kind,
        });
        Some(self.buffers.len() - 1)
    }

    /// Goes back to the includer. False at the end of the translation unit.
    pub(super) fn leave_file(&mut self) -> bool {
        let Some(mut buffer) = self.buffers.pop() else { return false };
        let open = std::mem::take(&mut buffer.conditionals);
        self.unterminated(open);
        if let Some(file) = buffer.file
            && let Some(guard) = buffer.guard.name()
        {
            self.files.known[file].guard = Some(guard);
        }
        self.files.end = buffer.lexer.last_line_end();
        if let Some(outer) = self.buffers.last() {
            let here = outer.lexer.here();
            let included = buffer.file.is_some();
            self.event(|_| if included { Event::Leave(here) } else { Event::Rename(here) });
        }
        !self.buffers.is_empty()
    }

    /// The known file of a path, read if need be.
    fn known_file(&mut self, path: &str, builtin: Option<&'static str>) -> Option<usize> {
        if let Some(&known) = self.files.by_path.get(path) {
            return known;
        }
        let text = match builtin {
            Some(text) => Some(Arc::from(text.as_bytes())),
            None => read_file(path, self.options.input_charset),
        };
        let known = text.map(|text| {
            let path = path.to_string();
            self.files.known.push(KnownFile {
                path,
                text,
                once: false,
                included: false,
                guard: None,
            });
            self.files.known.len() - 1
        });
        self.files.by_path.insert(path.to_string(), known);
        known
    }

    /// Looks for a header along the search path.
    pub(super) fn find_header(&mut self, name: &str, angled: bool, next: bool) -> Option<Found> {
        if name.starts_with('/') {
            let kind = self.buffers.last().map(|buffer| buffer.kind).unwrap_or_default();
            return self.known_file(name, None).map(|file| Found { file, dir: None, kind });
        }
        let quotes = self.options.quote_dirs.len();
        let found_in = self.buffers.last().and_then(|buffer| buffer.found_in);
        let first = match (next, found_in) {
            (true, Some(dir)) => dir + 1,
            _ if angled => quotes,
            _ => 0,
        };
        if !angled
            && !next
            && let Some(buffer) = self.buffers.last()
        {
            let kind = buffer.kind;
            let path = joined(&buffer.directory, name);
            let builtin = found_in.and_then(|dir| self.search_dir(dir));
            let builtin = builtin.filter(|dir| dir.builtin).and_then(|_| headers::find(name));
            if let Some(file) = self.known_file(&path, builtin) {
                return Some(Found { file, dir: found_in, kind });
            }
        }
        for dir in first..quotes + self.options.dirs.len() {
            let Some(place) = self.search_dir(dir) else { break };
            let (path, kind, builtin) = (joined(&place.path, name), place.kind, place.builtin);
            let text = if builtin { headers::find(name) } else { None };
            if builtin && text.is_none() {
                continue;
            }
            if let Some(file) = self.known_file(&path, text) {
                return Some(Found { file, dir: Some(dir), kind });
            }
        }
        None
    }

    fn search_dir(&self, index: usize) -> Option<&SearchDir> {
        let quotes = self.options.quote_dirs.len();
        match index.checked_sub(quotes) {
            None => self.options.quote_dirs.get(index),
            Some(index) => self.options.dirs.get(index),
        }
    }

    /// Finds and enters a header; `at` is the token that names it.
    pub(super) fn include_header(
        &mut self,
        name: &str,
        angled: bool,
        next: bool,
        once: bool,
        at: &Token,
    ) {
        match self.find_header(name, angled, next) {
            Some(found) => self.enter(found, once, at.loc),
            None if self.dependencies.missing(&self.options.dependencies, name) => {}
            None => {
                let text = format!("{name}: No such file or directory");
                self.shared.diag.fatal(at.loc, text);
            }
        }
    }

    fn enter(&mut self, found: Found, once: bool, from: Location) {
        // What a system header includes is the system's.
        let outer = self.buffers.last().map(|buffer| buffer.kind).unwrap_or_default();
        let kind = outer.max(found.kind);
        let known = &mut self.files.known[found.file];
        self.dependencies.file(&known.path, kind.is_system());
        let seen = known.included && (known.once || once);
        known.once |= once;
        let guarded = known.guard;
        if seen || guarded.is_some_and(|guard| self.macro_of(guard).is_some()) {
            return;
        }
        let known = &mut self.files.known[found.file];
        known.included = true;
        let (path, text) = (known.path.clone(), known.text.clone());
        self.files.inclusions += 1;
        if self.files.inclusions > MAX_INCLUSIONS {
            self.shared.diag.fatal(from, format!("more than {MAX_INCLUSIONS} inclusions"));
            return;
        }
        if self.options.show_includes {
            let depth = 1 + self.buffers.iter().filter(|buffer| buffer.file.is_some()).count();
            complain!("{} {path}", ".".repeat(depth));
        }
        let Some(index) = self.push_text(&path, text, from, kind) else { return };
        let buffer = &mut self.buffers[index];
        buffer.file = Some(found.file);
        buffer.found_in = found.dir;
        buffer.directory = directory_of(&path).to_string();
        let here = buffer.lexer.here();
        self.event(|_| Event::Enter(here));
    }

    /// `#pragma once`
    pub(super) fn mark_once(&mut self) -> bool {
        let file = self.buffers.last().and_then(|buffer| buffer.file);
        if let Some(file) = file {
            self.files.known[file].once = true;
        }
        file.is_some()
    }

    /// Reads what `-imacros` names, and stacks what `-include` names and the header that the C
    /// library wants read first. Returns whether anything is stacked.
    pub(super) fn read_includes(&mut self) -> bool {
        if self.options.preprocessed {
            return false;
        }
        let quoted = |names: &[String]| -> Vec<String> {
            names.iter().map(|name| format!("#include \"{name}\"\n")).collect()
        };
        let (imacros, includes) = (quoted(&self.options.imacros), quoted(&self.options.includes));
        let library = if self.options.hosted && !self.options.undef {
            "#if __has_include(<stdc-predef.h>)\n#include <stdc-predef.h>\n#endif\n"
        } else {
            ""
        };
        for text in imacros {
            let events = self.events.take();
            self.read_command_line(&text);
            self.events = events;
        }
        // The text that is to be parsed stays on the stack.
        let text = library.to_string() + &includes.concat();
        let text_end = with_line_end(text.clone().into_bytes());
        let unknown = Location::UNKNOWN;
        !text.is_empty()
            && self.push_text("<command-line>", text_end, unknown, HeaderKind::User).is_some()
    }

    /// Reads text and the files it includes for their macros only.
    fn read_command_line(&mut self, text: &str) {
        let text = with_line_end(text.as_bytes().to_vec());
        if self.push_text("<command-line>", text, Location::UNKNOWN, HeaderKind::User).is_some() {
            while !self.buffers.is_empty() {
                self.get();
            }
        }
    }
}

fn read_file(path: &str, set: Charset) -> Option<Arc<[u8]>> {
    // A directory of that name is no header.
    std::fs::metadata(path).ok().filter(|data| !data.is_dir())?;
    std::fs::read(path).ok().map(|bytes| with_line_end(set.decoded(bytes)))
}
