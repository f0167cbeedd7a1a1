//! Streams other than the standard ones. Files live in the run's memory only: a program sees what it wrote itself, and
//! nothing of the host's.

use super::{Args, Outcome, STDERR, STDIN, STDOUT, State, Value, scan, signed};
use crate::interp::ErrorKind;
use crate::interp::machine::Machine;
use rustc_hash::FxHashMap;

type Function = fn(&mut Machine<'_>, &[Value]) -> Outcome;

/// What one `fscanf` looks at.
const SCANNED: usize = 1 << 16;
/// Distance between the addresses streams have.
const STEP: u64 = 0x100;
/// How long a file may be.
const MAX_BYTES: usize = 1 << 28;

/// A file's bytes, wherever they are in [`Files::data`].
type FileId = usize;

/// An open file.
struct Stream {
    file: FileId,
    at: usize,
    writes: bool,
    appends: bool,
    at_end: bool,
    failed: bool,
    /// What `ungetc` gave back, last first out.
    pushed: Vec<u8>,
}

/// The file system of a run.
#[derive(Default)]
pub(super) struct Files {
    names: FxHashMap<Vec<u8>, FileId>,
    data: Vec<Vec<u8>>,
    /// By the stream's address; closed ones are empty.
    streams: Vec<Option<Stream>>,
    temporaries: u32,
    /// The stream `freopen` put in place of `stdout`.
    pub redirected: Option<u64>,
}

impl Files {
    fn create(&mut self, name: &[u8]) -> FileId {
        self.data.push(Vec::new());
        self.names.insert(name.to_vec(), self.data.len() - 1);
        self.data.len() - 1
    }

    /// The address of a new stream, or 0.
    fn open(&mut self, name: &[u8], mode: &[u8]) -> u64 {
        let known = self.names.get(name).copied();
        let file = match (mode.first(), known) {
            (Some(b'r'), None) | (None, _) => return 0,
            (Some(b'w'), Some(file)) => {
                self.data[file].clear();
                file
            }
            (_, Some(file)) => file,
            (_, None) => self.create(name),
        };
        self.streams.push(Some(Stream {
            file,
            at: 0,
            writes: mode[0] != b'r' || mode.contains(&b'+'),
            appends: mode[0] == b'a',
            at_end: false,
            failed: false,
            pushed: Vec::new(),
        }));
        STDERR + STEP * self.streams.len() as u64
    }

    /// Gives a stream another file (`freopen`). Returns the stream, or 0.
    fn reopen(&mut self, name: &[u8], mode: &[u8], address: u64) -> u64 {
        let new = self.open(name, mode);
        if new == 0 {
            return 0;
        }
        if address == STDOUT {
            self.redirected = Some(new);
            return address;
        }
        let opened = self.streams.pop().flatten();
        let index = address.checked_sub(STDERR + STEP).map(|offset| (offset / STEP) as usize);
        match index.and_then(|index| self.streams.get_mut(index)) {
            Some(slot) => {
                *slot = opened;
                address
            }
            None => 0,
        }
    }

    fn temporary_name(&mut self) -> Vec<u8> {
        self.temporaries += 1;
        format!("/tmp/file{:06}", self.temporaries).into_bytes()
    }

    /// An open stream with the bytes of its file.
    fn stream(&mut self, address: u64) -> Option<(&mut Stream, &mut Vec<u8>)> {
        let index = (address.checked_sub(STDERR + STEP)? / STEP) as usize;
        let stream = self.streams.get_mut(index)?.as_mut()?;
        let data = &mut self.data[stream.file];
        Some((stream, data))
    }

    /// Writes to a stream. Returns false where that is not possible.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some((stream, data)) = self.stream(address) else { return false };
        if !stream.writes || stream.at + bytes.len() > MAX_BYTES {
            stream.failed = true;
            return false;
        }
        if stream.appends {
            stream.at = data.len();
        }
        let end = stream.at + bytes.len();
        if data.len() < end {
            data.resize(end, 0);
        }
        data[stream.at..end].copy_from_slice(bytes);
        stream.at = end;
        true
    }

    /// Reads up to `count` bytes.
    fn read(&mut self, address: u64, count: usize) -> Vec<u8> {
        let Some((stream, data)) = self.stream(address) else { return Vec::new() };
        let mut bytes = Vec::new();
        while bytes.len() < count
            && let Some(byte) = stream.pushed.pop()
        {
            bytes.push(byte);
        }
        let from = stream.at.min(data.len());
        let to = from.saturating_add(count - bytes.len()).min(data.len());
        bytes.extend_from_slice(&data[from..to]);
        stream.at = to;
        stream.at_end |= bytes.len() < count;
        bytes
    }

    /// Reads up to the end of the line, or `count` bytes.
    fn read_line(&mut self, address: u64, count: usize) -> Vec<u8> {
        let mut line = Vec::new();
        while line.len() < count && line.last() != Some(&b'\n') {
            match self.read(address, 1).first() {
                Some(&byte) => line.push(byte),
                None => break,
            }
        }
        line
    }

    fn seek(&mut self, address: u64, offset: i64, origin: i32) -> i64 {
        let Some((stream, data)) = self.stream(address) else { return -1 };
        let base = match origin {
            0 => 0,
            1 => stream.at as i64,
            _ => data.len() as i64,
        };
        match usize::try_from(base.saturating_add(offset)) {
            Ok(at) if at <= MAX_BYTES => {
                stream.at = at;
                stream.at_end = false;
                stream.pushed.clear();
                0
            }
            _ => -1,
        }
    }
}

/// The function of a name.
pub(super) fn find(name: &str) -> Option<Function> {
    let name = name.strip_suffix("_unlocked").unwrap_or(name);
    Some(match name {
        "fopen" | "fopen64" => |m, a| {
            let (name, mode) = (m.memory.c_str(a.word(0))?, m.memory.c_str(a.word(1))?);
            Ok(m.libc.files.open(name, mode).into())
        },
        "freopen" => |m, a| {
            let (name, mode) = (m.memory.c_str(a.word(0))?, m.memory.c_str(a.word(1))?);
            Ok(m.libc.files.reopen(name, mode, a.word(2)).into())
        },
        "tmpfile" => |m, _| {
            let name = m.libc.files.temporary_name();
            Ok(m.libc.files.open(&name, b"w+").into())
        },
        "tmpnam" => |m, a| {
            let mut name = m.libc.files.temporary_name();
            name.push(0);
            let place = match a.word(0) {
                0 => m.memory.add_global(32, 1)?,
                place => place,
            };
            m.write_bytes(place, &name)?;
            Ok(place.into())
        },
        "fclose" => |m, a| close(&mut m.libc, a.word(0)),
        "remove" | "unlink" => |m, a| {
            let name = m.memory.c_str(a.word(0))?;
            signed(if m.libc.files.names.remove(name).is_some() { 0 } else { -1 })
        },
        "rename" => |m, a| {
            let (from, to) = (m.memory.c_str(a.word(0))?, m.memory.c_str(a.word(1))?.to_vec());
            let Some(file) = m.libc.files.names.remove(from) else { return signed(-1) };
            m.libc.files.names.insert(to, file);
            signed(0)
        },
        "open" | "open64" | "creat" => |_, _| signed(-1),
        "fread" => |m, a| {
            let size = a.word(1).checked_mul(a.word(2)).ok_or(ErrorKind::OutOfMemory)?;
            let bytes = m.libc.files.read(a.word(3), size as usize);
            m.write_bytes(a.word(0), &bytes)?;
            Ok(if size == 0 { 0 } else { bytes.len() as u128 / u128::from(a.word(1)) })
        },
        "fgets" => |m, a| {
            let mut line = m.libc.files.read_line(a.word(2), (a.int(1) - 1).max(0) as usize);
            if line.is_empty() {
                return Ok(0);
            }
            line.push(0);
            m.write_bytes(a.word(0), &line)?;
            Ok(a.word(0).into())
        },
        "getchar" => |m, _| byte(m, STDIN),
        "getc" | "fgetc" | "_IO_getc" => |m, a| byte(m, a.word(0)),
        "ungetc" => |m, a| match m.libc.files.stream(a.word(1)) {
            Some((stream, _)) if a.int(0) != -1 => {
                stream.pushed.push(a.word(0) as u8);
                stream.at_end = false;
                Ok(u128::from(a.word(0) as u8))
            }
            _ => signed(-1),
        },
        "fscanf" | "__isoc99_fscanf" => |m, a| scan_stream(m, a.word(0), a.word(1), &a[2..]),
        "scanf" | "__isoc99_scanf" => |m, a| scan_stream(m, STDIN, a.word(0), &a[1..]),
        "feof" => |m, a| {
            let stream = m.libc.files.stream(a.word(0));
            Ok(stream.is_none_or(|(stream, _)| stream.at_end).into())
        },
        "ferror" => |m, a| {
            let stream = m.libc.files.stream(a.word(0));
            Ok(stream.is_some_and(|(stream, _)| stream.failed).into())
        },
        "clearerr" => |m, a| {
            if let Some((stream, _)) = m.libc.files.stream(a.word(0)) {
                (stream.failed, stream.at_end) = (false, false);
            }
            Ok(0)
        },
        "fseek" | "fseeko" => {
            |m, a| signed(m.libc.files.seek(a.word(0), a.word(1) as i64, a.int(2)))
        }
        "rewind" => |m, a| signed(m.libc.files.seek(a.word(0), 0, 0)),
        "ftell" | "ftello" => {
            |m, a| signed(m.libc.files.stream(a.word(0)).map_or(-1, |(stream, _)| stream.at as i64))
        }
        _ => return None,
    })
}

fn close(library: &mut State, address: u64) -> Outcome {
    let redirected = library.files.redirected.take_if(|_| address == STDOUT);
    let address = redirected.unwrap_or(address);
    let index = address.checked_sub(STDERR + STEP).map(|offset| (offset / STEP) as usize);
    let slot = index.and_then(|index| library.files.streams.get_mut(index));
    signed(if slot.and_then(Option::take).is_some() || address <= STDERR { 0 } else { -1 })
}

fn byte(m: &mut Machine<'_>, stream: u64) -> Outcome {
    match m.libc.files.read(stream, 1).first() {
        Some(&byte) => Ok(byte.into()),
        None => signed(-1),
    }
}

fn scan_stream(m: &mut Machine<'_>, stream: u64, form: u64, places: &[Value]) -> Outcome {
    let form = m.memory.c_str(form)?.to_vec();
    let places: Vec<u64> = (0..places.len()).map(|index| places.word(index)).collect();
    let Some((open, data)) = m.libc.files.stream(stream) else { return signed(-1) };
    let (start, mut text) = (open.at, open.pushed.iter().rev().copied().collect::<Vec<u8>>());
    let given_back = text.len();
    let end = data.len().min(start + SCANNED);
    text.extend_from_slice(data.get(start..end).unwrap_or(&[]));
    let (stored, used) = scan::scan(m, &text, &form, &places)?;
    if let Some((open, _)) = m.libc.files.stream(stream) {
        open.pushed.truncate(given_back - used.min(given_back));
        open.at = start + used.saturating_sub(given_back);
        open.at_end |= used == text.len();
    }
    signed(stored.into())
}
