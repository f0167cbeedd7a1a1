//! The assembly of each function, with the lines of the source that it is for.

use super::record::Recording;

/// Adds the assembly as the last version of each function. Where the user did not ask for debugging, what stands there
/// for it is left out.
pub fn add(recording: &mut Recording, text: &str, hide_debug: bool) {
    let main_file = main_file(text, &recording.source);
    let mut open: Option<(String, Vec<String>)> = None;
    let mut number = String::new();
    for line in text.lines() {
        let begins =
            line.strip_prefix("\t.type\t").and_then(|rest| rest.strip_suffix(", @function"));
        if let Some(name) = begins {
            open = Some((name.to_string(), Vec::new()));
            number.clear();
            continue;
        }
        let Some((name, lines)) = &mut open else { continue };
        let size = line.strip_prefix("\t.size\t").and_then(|rest| rest.strip_prefix(name.as_str()));
        if size.is_some_and(|rest| rest.starts_with(',')) {
            if let Some((name, lines)) = open.take()
                && recording.functions.iter().any(|function| function.name == name)
            {
                recording.add(&name, "assembly", lines);
            }
            continue;
        }
        if let Some(place) = line.strip_prefix("\t.loc ") {
            let mut words = place.split_whitespace();
            let here = words.next() == main_file.as_deref();
            number =
                if here { words.next().unwrap_or_default().to_string() } else { String::new() };
        }
        let debugs = [".loc ", ".cfi_", ".file "];
        let directive = line.trim_start();
        let label = [".LFB", ".LFE"].iter().any(|label| line.starts_with(label));
        if !(hide_debug && (label || debugs.iter().any(|word| directive.starts_with(word)))) {
            lines.push(format!("{number}|{}", line.replace('\t', "    ")));
        }
    }
}

/// The number of the source file in `.file NUMBER "NAME"`.
fn main_file(text: &str, name: &str) -> Option<String> {
    let quoted = format!("\"{name}\"");
    text.lines().find_map(|line| {
        let (number, file) = line.strip_prefix("\t.file ")?.split_once(' ')?;
        (file == quoted).then(|| number.to_string())
    })
}
