//! The page: its parts put together, and the recording as data in it. Where that is much, it is packed.

use super::pack::packed;
use super::record::{Pool, Recorded, Recording};
use dumps::{put, putln};
use std::fmt::Write;

const HTML: &str = include_str!("page.html");
const CSS: &str = include_str!("page.css");
const SCRIPTS: [&str; 12] = [
    include_str!("page-data.js"),
    include_str!("page-loops.js"),
    include_str!("page-blocks.js"),
    include_str!("page-columns.js"),
    include_str!("page-layout.js"),
    include_str!("page-level.js"),
    include_str!("page-graph.js"),
    include_str!("page-view.js"),
    include_str!("page-minimap.js"),
    include_str!("page-beside.js"),
    include_str!("page-address.js"),
    include_str!("page.js"),
];

/// What passes do: the book's chapter, which is made of what their files say.
const PASSES: &str = include_str!("../../docs/book/src/passes.md");

/// From this size on data are packed; smaller ones can be read as they are.
const MUCH: usize = 150_000;

/// The whole page.
pub fn page(recording: &Recording, options: &str, source: &[String]) -> String {
    let mut data = String::new();
    for (index, function) in recording.functions.iter().enumerate() {
        let of_function = function_data(function, recording);
        script(&format!("f{index}"), &of_function, &mut data);
    }
    script("unit", &unit_data(recording, options, source), &mut data);
    let mut out = String::with_capacity(data.len() + 65536);
    for part in HTML.split_inclusive("-->") {
        // Each comment says what takes its place.
        let Some((before, mark)) = part.rsplit_once("<!--") else {
            out.push_str(part);
            continue;
        };
        out.push_str(before);
        match mark.trim_end_matches("-->").trim() {
            "title" => out.push_str(&escaped(&recording.file)),
            "style" => out.push_str(CSS),
            "data" => out.push_str(&data),
            "script" => SCRIPTS.iter().for_each(|script| out.push_str(script)),
            _ => {}
        }
    }
    out
}

/// Data as an element of the page.
fn script(id: &str, json: &str, out: &mut String) {
    if json.len() < MUCH {
        putln!(out, "<script type=\"application/json\" id=\"{id}\">{json}</script>");
        return;
    }
    let mut plain = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() {
            plain.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                put!(plain, "\\u{unit:04x}");
            }
        }
    }
    let text = packed(plain.as_bytes());
    put!(out, "<script type=\"text/plain\" id=\"{id}\" data-size=\"{}\">", plain.len());
    out.push_str(&String::from_utf8_lossy(&text));
    out.push_str("</script>\n");
}

/// What the pass does that a dump file is named after, in a sentence: that under its heading in the book, without the
/// pass's name.
fn about(label: &str) -> Option<String> {
    let (number, name) = label.split_once('.')?;
    let kind = match number.chars().last()? {
        'i' => "ipa",
        'r' => "rtl",
        _ => "tree",
    };
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let text = [name, bare].iter().find_map(|name| {
        let heading = format!("## `{kind}-{name}`\n\n");
        PASSES.split_once(&heading).map(|(_, rest)| rest)
    })?;
    let paragraph = text.split("\n\n").next()?.replace('\n', " ");
    let told = paragraph.split_once(": ").filter(|(head, _)| head.contains("ass `"));
    let sentence = told.map_or(paragraph.as_str(), |(_, rest)| rest);
    let sentence = sentence.split(". ").next()?.trim_end_matches('.');
    Some(sentence.replace('`', ""))
}

/// Text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn unit_data(recording: &Recording, options: &str, source: &[String]) -> String {
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let functions = recording.functions.iter().map(|function| {
        let file = if function.file == recording.source { "" } else { &function.file };
        format!(
            "{{\"name\":{},\"variant\":{},\"file\":{},\"line\":{},\"compiled\":{}}}",
            string(&function.name),
            function.variant,
            string(file),
            function.line,
            function.compiled
        )
    });
    let remarks = recording.remarks.iter().map(|remark| {
        format!(
            "{{\"function\":{},\"variant\":{},\"pass\":{},\"kind\":{},\"line\":{},\"text\":{}}}",
            string(&remark.function),
            remark.variant,
            string(&remark.pass),
            string(remark.kind),
            remark.line,
            string(&remark.text)
        )
    });
    let reports = recording.reports.iter().map(|report| {
        format!(
            "{{\"function\":{},\"variant\":{},\"pass\":{},\"text\":{}}}",
            string(&report.function),
            report.variant,
            string(&report.pass),
            string(&report.text)
        )
    });
    let said = recording.passes.iter().map(|pass| string(&about(pass).unwrap_or_default()));
    format!(
        "{{\"file\":{},\"options\":{},\"source\":{},\"passes\":{},\"about\":{},\"functions\":{},\"remarks\":{},\"reports\":{},\"variants\":{}}}",
        string(&recording.source),
        string(options),
        list(source.iter().map(|line| string(line)).collect()),
        list(recording.passes.iter().map(|pass| string(pass)).collect()),
        list(said.collect()),
        list(functions.collect()),
        list(remarks.collect()),
        list(reports.collect()),
        list(recording.variants.iter().map(|variant| string(variant)).collect()),
    )
}

fn function_data(function: &Recorded, recording: &Recording) -> String {
    let mut out = String::from("{\"text\":");
    pool(&mut out, &function.text);
    out.push_str(",\"blocks\":");
    pool(&mut out, &function.blocks);
    out.push_str(",\"versions\":[");
    for (index, version) in function.versions.iter().enumerate() {
        let pass = recording.passes.iter().position(|pass| *pass == version.pass);
        let comma = if index > 0 { "," } else { "" };
        put!(out, "{comma}[{}", pass.unwrap_or_default());
        if !version.text.is_empty() || !version.blocks.is_empty() {
            numbers(&mut out, &version.text);
            numbers(&mut out, &version.blocks);
        }
        out.push(']');
    }
    out.push_str("]}");
    out
}

fn pool(out: &mut String, pool: &Pool) {
    out.push('[');
    for (index, line) in pool.lines.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&string(line));
    }
    out.push(']');
}

fn numbers(out: &mut String, list: &[i64]) {
    let list: Vec<String> = list.iter().map(i64::to_string).collect();
    put!(out, ",[{}]", list.join(","));
}

/// A string of JSON that does not end a script either.
pub(crate) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '<' => out.push_str("\\u003c"),
            c if c < ' ' || c == '\u{2028}' || c == '\u{2029}' => {
                put!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{about, string};

    #[test]
    fn passes_are_told_in_a_sentence() {
        let text = about("010t.lower").expect("the book tells of it");
        assert_eq!(text, "flattens bind statements and gathers the returns at the end");
        assert_eq!(about("033t.ccp1"), about("100t.ccp3"));
        assert_eq!(about("001t.no-such-pass"), None);
    }

    #[test]
    fn strings_end_neither_themselves_nor_the_script() {
        assert_eq!(string("a\"\\\t</script>\u{1}é"), "\"a\\\"\\\\\\t\\u003c/script>\\u0001é\"");
    }
}
