//! `@file`: the words of a file in the place of its name.

/// How deep response files may name response files.
const MAX_FILES: usize = 2000;

/// The words with each `@file` that can be read replaced by its words; one that cannot be read stays as it is.
pub fn expand(words: impl IntoIterator<Item = String>) -> Result<Vec<String>, String> {
    let mut left: Vec<String> = words.into_iter().collect();
    left.reverse();
    let mut expanded = Vec::with_capacity(left.len());
    let mut files = 0;
    while let Some(word) = left.pop() {
        let text = match word.strip_prefix('@') {
            Some(name) => std::fs::read(name).ok(),
            None => None,
        };
        let Some(text) = text else {
            expanded.push(word);
            continue;
        };
        files += 1;
        if files > MAX_FILES {
            return Err("too many @-files encountered".to_string());
        }
        left.extend(split(&String::from_utf8_lossy(&text)).into_iter().rev());
    }
    Ok(expanded)
}

/// Words between white space; quotes of both kinds and backslashes keep it in a word.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(chars.next()),
            (_, Some(open)) if c == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(c),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            _ if c.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_and_backslashes_keep_words_together() {
        let text = "-c  'a b.c' \"-DX=\\\"y z\\\"\"\n-I\\ d '' x\\\\y";
        let words = ["-c", "a b.c", "-DX=\"y z\"", "-I d", "", "x\\y"];
        assert_eq!(split(text), words);
    }
}
