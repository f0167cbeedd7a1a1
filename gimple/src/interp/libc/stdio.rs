//! `<stdio.h>`: formatted and plain output; what goes to `stdout` goes to the run's output.

use super::format::{Source, format};
use super::{Args, Outcome, STDERR, STDOUT, Value, scan, signed};
use crate::interp::ErrorKind;
use crate::interp::machine::Machine;

type Function = fn(&mut Machine<'_>, &[Value]) -> Outcome;

/// The function of a name.
pub(super) fn find(name: &str) -> Option<Function> {
    let name = name.strip_suffix("_unlocked").unwrap_or(name);
    Some(match name {
        "printf" => |m, a| print(m, STDOUT, a.word(0), &mut Source::List(a, 1)),
        "__printf_chk" => |m, a| print(m, STDOUT, a.word(1), &mut Source::List(a, 2)),
        "vprintf" => |m, a| print(m, STDOUT, a.word(0), &mut Source::Memory(a.word(1))),
        "__vprintf_chk" => |m, a| print(m, STDOUT, a.word(1), &mut Source::Memory(a.word(2))),
        "fprintf" => |m, a| print(m, a.word(0), a.word(1), &mut Source::List(a, 2)),
        "__fprintf_chk" => |m, a| print(m, a.word(0), a.word(2), &mut Source::List(a, 3)),
        "vfprintf" => |m, a| print(m, a.word(0), a.word(1), &mut Source::Memory(a.word(2))),
        "__vfprintf_chk" => |m, a| print(m, a.word(0), a.word(2), &mut Source::Memory(a.word(3))),
        "sprintf" => |m, a| to_string(m, a.word(0), u64::MAX, a.word(1), &mut Source::List(a, 2)),
        "__sprintf_chk" => {
            |m, a| to_string(m, a.word(0), u64::MAX, a.word(3), &mut Source::List(a, 4))
        }
        "vsprintf" => {
            |m, a| to_string(m, a.word(0), u64::MAX, a.word(1), &mut Source::Memory(a.word(2)))
        }
        "__vsprintf_chk" => {
            |m, a| to_string(m, a.word(0), u64::MAX, a.word(3), &mut Source::Memory(a.word(4)))
        }
        "snprintf" => |m, a| to_string(m, a.word(0), a.word(1), a.word(2), &mut Source::List(a, 3)),
        "__snprintf_chk" => {
            |m, a| to_string(m, a.word(0), a.word(1), a.word(4), &mut Source::List(a, 5))
        }
        "vsnprintf" => {
            |m, a| to_string(m, a.word(0), a.word(1), a.word(2), &mut Source::Memory(a.word(3)))
        }
        "__vsnprintf_chk" => {
            |m, a| to_string(m, a.word(0), a.word(1), a.word(4), &mut Source::Memory(a.word(5)))
        }
        "puts" => |m, a| {
            let mut line = m.memory.c_str(a.word(0))?.to_vec();
            line.push(b'\n');
            emit(m, STDOUT, &line)?;
            Ok(line.len() as u128)
        },
        "fputs" => |m, a| {
            let text = m.memory.c_str(a.word(0))?.to_vec();
            emit(m, a.word(1), &text)?;
            Ok(1)
        },
        "putchar" | "putchar_unlocked" => |m, a| {
            emit(m, STDOUT, &[a.word(0) as u8])?;
            Ok(u128::from(a.word(0) as u8))
        },
        "putc" | "fputc" | "_IO_putc" => |m, a| {
            emit(m, a.word(1), &[a.word(0) as u8])?;
            Ok(u128::from(a.word(0) as u8))
        },
        "fwrite" => |m, a| {
            let size = a.word(1).checked_mul(a.word(2)).ok_or(ErrorKind::OutOfMemory)?;
            if size != 0 {
                let bytes = m.memory.bytes(a.word(0), size as usize)?.to_vec();
                emit(m, a.word(3), &bytes)?;
            }
            Ok(if size == 0 { 0 } else { a.word(2).into() })
        },
        "write" => |m, a| {
            let bytes = m.memory.bytes(a.word(1), a.word(2) as usize)?.to_vec();
            emit(m, if a.int(0) == 1 { STDOUT } else { STDERR }, &bytes)?;
            Ok(a.word(2).into())
        },
        "sscanf" | "__isoc99_sscanf" => |m, a| {
            let (text, form) =
                (m.memory.c_str(a.word(0))?.to_vec(), m.memory.c_str(a.word(1))?.to_vec());
            let places: Vec<u64> = (2..a.len()).map(|index| a.word(index)).collect();
            signed(scan::scan(m, &text, &form, &places)?.0.into())
        },
        "perror" | "setbuf" | "setvbuf" | "setlinebuf" | "fdopen" | "fflush" | "fileno" => {
            |_, _| Ok(0)
        }
        _ => return None,
    })
}

fn emit(m: &mut Machine<'_>, stream: u64, bytes: &[u8]) -> Result<(), ErrorKind> {
    let stream = m.libc.files.redirected.filter(|_| stream == STDOUT).unwrap_or(stream);
    match stream {
        STDOUT => m.write(bytes),
        STDERR => Ok(()),
        _ if m.libc.files.write(stream, bytes) => Ok(()),
        _ => Err(ErrorKind::BadCall("write to what is no stream open for it".into())),
    }
}

fn print(m: &mut Machine<'_>, stream: u64, form: u64, args: &mut Source<'_>) -> Outcome {
    let form = m.memory.c_str(form)?.to_vec();
    let text = format(m, &form, args)?;
    emit(m, stream, &text)?;
    Ok(text.len() as u128)
}

fn to_string(m: &mut Machine<'_>, to: u64, room: u64, form: u64, args: &mut Source<'_>) -> Outcome {
    let form = m.memory.c_str(form)?.to_vec();
    let text = format(m, &form, args)?;
    if room > 0 {
        let kept = (text.len() as u64).min(room - 1) as usize;
        let place = m.memory.bytes_mut(to, kept + 1)?;
        place[..kept].copy_from_slice(&text[..kept]);
        place[kept] = 0;
    }
    Ok(text.len() as u128)
}
