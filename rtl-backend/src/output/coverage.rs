//! What a program that counts arcs brings along for the library that writes the counts (`libgcov`).
//!
//! ```text
//! __gcov_.f:  the unit, ident, checksums, the number of counters, __gcov0.f
//! .LPBX0:     version, stamp, the file's name, how counts are merged, the functions
//! _sub_I_00100_0:  before main  __gcov_init (&.LPBX0)          _sub_D_00100_1:  after it  __gcov_exit ()
//! ```

use crate::output::varasm::{AsmFile, DataKind, DataObject, Linkage, Piece};
use gimple::coverage::{CountedFunction, Coverage, fingerprint};

/// The version of the format, GCC's 12.2: `B22*`.
const VERSION: u64 = 0x4232_322a;

/// The kinds of counters the library knows; arcs are the first, and added up.
const KINDS: usize = 8;

/// When the library is told of the unit, among the functions that run before and after `main`.
const PRIORITY: u16 = 100;

/// Writes all of it.
pub fn write(file: &mut AsmFile, coverage: &Coverage) {
    if coverage.functions.is_empty() {
        return;
    }
    for function in &coverage.functions {
        let name = format!("__gcov0.{}", function.name);
        let size = 8 * u64::from(function.count);
        object(file, name, DataKind::Bss, vec![Piece::Zero(size)]);
    }
    for function in &coverage.functions {
        object(file, format!("__gcov_.{}", function.name), DataKind::Data, described(function));
    }
    let mut name = coverage.data_file.clone().into_bytes();
    name.push(0);
    object(file, ".LPBN0".to_string(), DataKind::ReadOnly, vec![Piece::Bytes(name)]);
    object(file, ".LPBX0".to_string(), DataKind::Data, unit(coverage));
    let functions = coverage.functions.iter();
    let list = functions.map(|function| pointer(&format!("__gcov_.{}", function.name))).collect();
    object(file, ".LPBX1".to_string(), DataKind::Data, list);
    let init = file.user_label(&format!("_sub_I_{PRIORITY:05}_0"));
    let exit = file.user_label(&format!("_sub_D_{PRIORITY:05}_1"));
    file.jumping_function(&init, &["lla\ta0,.LPBX0"], &file.user_label("__gcov_init"));
    file.pointer_entry(".init_array", Some(PRIORITY), &init);
    file.jumping_function(&exit, &[], &file.user_label("__gcov_exit"));
    file.pointer_entry(".fini_array", Some(PRIORITY), &exit);
}

fn word(value: u64) -> Piece {
    Piece::Int { size: 4, value }
}

fn pointer(name: &str) -> Piece {
    Piece::Symbol { size: 8, name: name.to_string(), addend: 0 }
}

/// Writes an object; names get the prefix that those of the program have.
fn object(file: &mut AsmFile, name: String, kind: DataKind, mut pieces: Vec<Piece>) {
    let label = |name: &str| match name.starts_with(".L") {
        true => name.to_string(),
        false => file.user_label(name),
    };
    let name = label(&name);
    for piece in &mut pieces {
        if let Piece::Symbol { name, .. } = piece {
            *name = label(name);
        }
    }
    let size = pieces.iter().map(|piece| match piece {
        Piece::Bytes(bytes) => bytes.len() as u64,
        Piece::Zero(count) => *count,
        Piece::Int { size, .. } | Piece::Symbol { size, .. } | Piece::Difference { size, .. } => {
            u64::from(*size)
        }
    });
    let size = size.sum();
    file.object(&DataObject { name, align: 8, size, kind, linkage: Linkage::default(), pieces });
}

fn described(function: &CountedFunction) -> Vec<Piece> {
    vec![
        pointer(".LPBX0"),
        word(function.ident.into()),
        word(function.lines.into()),
        word(function.graph.into()),
        Piece::Zero(4),
        word(function.count.into()),
        Piece::Zero(4),
        pointer(&format!("__gcov0.{}", function.name)),
    ]
}

fn unit(coverage: &Coverage) -> Vec<Piece> {
    let all: Vec<u8> =
        coverage.functions.iter().flat_map(|function| function.graph.to_le_bytes()).collect();
    let mut pieces = vec![
        word(VERSION),
        Piece::Zero(4),
        Piece::Zero(8),
        word(coverage.stamp.into()),
        word(fingerprint(&all).into()),
        pointer(".LPBN0"),
        pointer("__gcov_merge_add"),
    ];
    pieces.push(Piece::Zero(8 * (KINDS as u64 - 1)));
    pieces.push(word(coverage.functions.len() as u64));
    pieces.push(Piece::Zero(4));
    pieces.push(pointer(".LPBX1"));
    pieces
}
