//! `-fsave-optimization-record`: all remarks as JSON, packed as gzip does.
//!
//! ```text
//! [{"format": "1", "generator": {…}}, [passes], [{"kind": "success", "message": ["…"], "function": "f", …,
//!   "inlining_chain": [{"fndecl": "inner"}, {"site": {…}, "fndecl": "f"}]}]]
//! ```

use crate::explore::json;
use gimple::location::Location;
use gimple::remark::{Remark, RemarkKind};
use gimple::unit::Unit;

/// The file's bytes.
pub fn packed(unit: &Unit) -> Vec<u8> {
    gzip(text(unit).as_bytes())
}

fn text(unit: &Unit) -> String {
    let mut passes: Vec<&str> = Vec::new();
    for remark in &unit.remarks {
        if !passes.contains(&remark.pass.as_str()) {
            passes.push(&remark.pass);
        }
    }
    let generator = "{\"version\": \"12.2.0\", \"name\": \"Gimlet\", \"pkgversion\": \"\", \
        \"target\": \"riscv64-linux-gnu\"}";
    let described = passes.iter().enumerate().map(|(index, name)| {
        let name = json::string(name);
        format!(
            "{{\"id\": \"{index}\", \"name\": {name}, \"type\": \"gimple\", \"optgroups\": []}}"
        )
    });
    let described: Vec<String> = described.collect();
    let records: Vec<String> =
        unit.remarks.iter().map(|remark| record(unit, remark, &passes)).collect();
    format!(
        "[{{\"format\": \"1\", \"generator\": {generator}}}, [{}], [{}]]",
        described.join(", "),
        records.join(", ")
    )
}

fn record(unit: &Unit, remark: &Remark, passes: &[&str]) -> String {
    let kind = match remark.kind {
        RemarkKind::Optimized => "success",
        RemarkKind::Missed => "failure",
        RemarkKind::Note => "note",
    };
    let pass = passes.iter().position(|name| *name == remark.pass).unwrap_or_default();
    let function = json::string(remark.function_name(unit).unwrap_or(""));
    let place = match remark.loc.is_unknown() {
        true => String::new(),
        false => format!(", \"location\": {}", place_of(unit, remark.loc)),
    };
    let chain = chain(unit, remark);
    let message = json::string(remark.text.trim());
    format!(
        "{{\"kind\": \"{kind}\", \"message\": [{message}], \"pass\": \"{pass}\", \"function\": {function}{place}, \"inlining_chain\": [{chain}]}}"
    )
}

fn place_of(unit: &Unit, loc: Location) -> String {
    let at = unit.diagnostics.sources.position(loc);
    let (file, line, column) = (json::string(at.file), at.line, at.column);
    format!("{{\"file\": {file}, \"line\": {line}, \"column\": {column}}}")
}

/// The functions a remark is about, innermost first, each but the first with the call by which it has the one before it.
fn chain(unit: &Unit, remark: &Remark) -> String {
    let calls = remark.chain.iter();
    let functions = calls.clone().map(|call| call.function).chain([remark.function]);
    let sites = [None].into_iter().chain(calls.map(|call| Some(call.call)));
    let entries =
        functions.filter(|function| function.is_some()).zip(sites).map(|(function, site)| {
            let site = site.filter(|site| !site.is_unknown());
            let site =
                site.map_or(String::new(), |site| format!("\"site\": {}, ", place_of(unit, site)));
            let name = json::string(unit.decl_name(function).unwrap_or(""));
            format!("{{{site}\"fndecl\": {name}}}")
        });
    entries.collect::<Vec<_>>().join(", ")
}

/// Bytes in a gzip file of blocks that are stored as they are.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    // The method is deflate; neither time nor name are told.
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut blocks = bytes.chunks(0xffff).peekable();
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        out.push(u8::from(blocks.peek().is_none()));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
    out.extend(checksum(bytes).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

/// The cyclic redundancy check of gzip (CRC-32).
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_gzips() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
