//! Comments that say that control is meant to run into a label: `/* fall through */`.

use super::Parser;
use gimple::location::Location;

impl Parser<'_> {
    /// Whether comments before a label's first token say that falling into it is meant.
    pub(super) fn is_fall_through_meant(&self, loc: Location) -> bool {
        let diagnostics = &self.cx.unit.diagnostics;
        let level = diagnostics.warnings.level("implicit-fallthrough", 3);
        let sources = &diagnostics.sources;
        if level == 0 || sources.expansion(loc).is_some() {
            return false;
        }
        let Some((file, _, offset)) = sources.file_offset(loc) else { return false };
        let text = sources.text(file).get(..offset as usize).unwrap_or_default();
        comments_before(text).any(|comment| says_so(comment, level))
    }
}

/// The comments at the end of a text, the last one first, with nothing but white space between them.
fn comments_before(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        text = text.trim_ascii_end();
        if let Some(body) = text.strip_suffix(b"*/") {
            let start = body.windows(2).rposition(|two| two == b"/*")?;
            text = &text[..start];
            return Some(&body[start + 2..]);
        }
        let line = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let start = line + text[line..].windows(2).rposition(|two| two == b"//")?;
        let comment = &text[start + 2..];
        text = &text[..start];
        Some(comment)
    })
}

/// Whether a comment says so at a level of `-Wimplicit-fallthrough=`: 1 takes any comment, 2 any that names it, 3 the usual
/// phrases, 4 words for checkers.
fn says_so(comment: &[u8], level: u32) -> bool {
    let Ok(text) = std::str::from_utf8(comment) else { return level == 1 };
    match level {
        1 => true,
        2 => names_it(&text.to_ascii_lowercase()),
        3 | 4 => {
            let word = text.trim_matches([' ', '\t']);
            let for_checkers = matches!(text, "-fallthrough" | "@fallthrough@")
                || text.trim_end_matches([' ', '\t']) == "lint -fallthrough"
                || matches!(word, "FALLTHROUGH" | "FALLTHRU");
            for_checkers || level == 3 && is_phrase(text)
        }
        _ => false,
    }
}

/// `falls thru` and its like, anywhere in a text in small letters.
fn names_it(text: &str) -> bool {
    text.match_indices("fall").any(|(at, _)| {
        let rest = &text[at + 4..];
        let rest = rest.strip_prefix('s').unwrap_or(rest).trim_start_matches([' ', '\t', '-']);
        rest.starts_with("through") || rest.starts_with("thru")
    })
}

/// `[ELSE, |INTENTIONALLY ]FALL(S | |-)THR(OUGH|U)`, in one case throughout or with capitals in front, then a remark after
/// a dash.
fn is_phrase(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '.', '!']);
    let phrase = |upper: bool, text: &str| {
        let fit = |word: &str| if upper { word.to_ascii_uppercase() } else { word.to_string() };
        let strip = |text: &str, word: &str| -> Option<String> {
            let rest = text.strip_prefix(&fit(word)).or_else(|| {
                let capital = word[..1].to_ascii_uppercase() + &word[1..];
                (!upper).then(|| text.strip_prefix(&capital)).flatten()
            });
            rest.map(str::to_string)
        };
        let mut rest = text.to_string();
        for lead in ["else, ", "else ", "intentionally ", "intentional "] {
            if let Some(after) = strip(&rest, lead) {
                rest = after;
                break;
            }
        }
        let after = strip(&rest, "fall")?;
        let gap = [fit("s "), " ".to_string(), "-".to_string(), String::new()];
        gap.iter().find_map(|gap| {
            let after = after.strip_prefix(gap.as_str())?;
            let after = match gap.is_empty() {
                true => after.strip_prefix(&fit("thr")).map(str::to_string),
                false => strip(after, "thr"),
            }?;
            let after =
                after.strip_prefix(&fit("ough")).or_else(|| after.strip_prefix(&fit("u")))?;
            let tail = after.trim_start_matches([' ', '\t', '.', '!']);
            (tail.is_empty() || tail.starts_with('-') && !tail.contains(['\n', '\r'])).then_some(())
        })
    };
    phrase(true, text).or_else(|| phrase(false, text)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_phrases_are_known() {
        for text in [
            " fall through ",
            " FALLTHRU ",
            " Falls through. ",
            " fallthrough",
            " else, fall through ",
            " Fall-Through",
            " FALL THROUGH - on purpose ",
            "intentional fallthru",
        ] {
            assert!(says_so(text.as_bytes(), 3), "{text}");
        }
        for text in [" we fall through here ", " fal through ", " Fall Over ", "falling through"] {
            assert!(!says_so(text.as_bytes(), 3), "{text}");
        }
        assert!(says_so(b" we fall through here ", 2) && !says_so(b" Falls through ", 4));
    }

    #[test]
    fn comments_are_found_backwards() {
        let found: Vec<_> = comments_before(b"f (); // a\n  /* b */ ").collect();
        assert_eq!(found, [&b" b "[..], b" a"]);
    }
}
