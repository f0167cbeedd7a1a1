//! As much of Tcl as test directives use: words, quoting, lists and glob patterns.
//!
//! A directive is a Tcl command. `{braces}` keep their text; in `"quotes"` and bare words backslash sequences, `$name`
//! and `${name}` are substituted. A `[command]` there is an error, as in Tcl: a pattern has to escape its brackets.

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The text, after substitution.
    pub text: String,
    /// It was written in braces: its text is as in the source.
    pub braced: bool,
}

/// The variables a command may refer to: names and values.
pub type Variables<'a> = &'a [(&'a str, &'a str)];

/// Splits a list into words. A quote or brace that is not closed is an error.
pub fn words(text: &str) -> Result<Vec<Word>, String> {
    split(text, None)
}

/// Splits a command into words and substitutes in them.
pub fn command(text: &str, variables: Variables<'_>) -> Result<Vec<Word>, String> {
    split(text, Some(variables))
}

fn split(text: &str, variables: Option<Variables<'_>>) -> Result<Vec<Word>, String> {
    let mut scanner = Scanner { text, at: 0, variables };
    let mut result = Vec::new();
    while let Some(word) = scanner.word()? {
        result.push(word);
    }
    Ok(result)
}

/// The commands of a script: one a line, or separated by semicolons, as words.
pub fn commands(script: &str, variables: Variables<'_>) -> Result<Vec<Vec<Word>>, String> {
    let mut scanner = Scanner { text: script, at: 0, variables: Some(variables) };
    let mut all = vec![Vec::new()];
    loop {
        scanner.skip_blanks();
        match scanner.peek() {
            Some('\n' | ';') => {
                scanner.bump();
                all.push(Vec::new());
            }
            None => break,
            _ => {
                if let (Some(word), Some(command)) = (scanner.word()?, all.last_mut()) {
                    command.push(word);
                }
            }
        }
    }
    all.retain(|command| !command.is_empty());
    Ok(all)
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// `None` in a list, where nothing is substituted but backslash sequences.
    variables: Option<Variables<'a>>,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\r')) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> Result<Option<Word>, String> {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
        match self.peek() {
            None => Ok(None),
            Some('{') => self.braced().map(Some),
            Some('"') => self.quoted().map(Some),
            Some(_) => self.bare().map(Some),
        }
    }

    fn braced(&mut self) -> Result<Word, String> {
        let start = self.at + 1;
        let mut depth = 0usize;
        while let Some(c) = self.bump() {
            match c {
                '\\' => {
                    self.bump();
                }
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        let text = self.text[start..self.at - 1].to_string();
                        return Ok(Word { text, braced: true });
                    }
                }
                _ => {}
            }
        }
        Err("missing close-brace".into())
    }

    fn quoted(&mut self) -> Result<Word, String> {
        self.bump();
        let mut text = String::new();
        loop {
            match self.bump() {
                Some('"') => return Ok(Word { text, braced: false }),
                Some('\\') => self.backslash(&mut text),
                Some(c) => self.substitute(c, &mut text)?,
                None => return Err("missing \"".into()),
            }
        }
    }

    /// After `c`, which begins a substitution or stands for itself.
    fn substitute(&mut self, c: char, out: &mut String) -> Result<(), String> {
        let Some(variables) = self.variables else {
            out.push(c);
            return Ok(());
        };
        let rest = &self.text[self.at..];
        let (name, length) = match c {
            // No command at all yields nothing.
            '[' if rest.starts_with(']') => {
                self.at += 1;
                return Ok(());
            }
            '[' => {
                let end = rest.find(|c: char| c == ']' || c.is_whitespace()).unwrap_or(rest.len());
                return Err(format!("invalid command name \"{}\"", &rest[..end]));
            }
            '$' if rest.starts_with('{') => match rest.find('}') {
                Some(end) => (&rest[1..end], end + 1),
                None => return Err("missing close-brace for variable name".into()),
            },
            '$' => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                (&rest[..end], end)
            }
            _ => ("", 0),
        };
        if length == 0 {
            out.push(c);
            return Ok(());
        }
        let Some((_, value)) = variables.iter().find(|(known, _)| *known == name) else {
            return Err(format!("can't read \"{name}\": no such variable"));
        };
        out.push_str(value);
        self.at += length;
        Ok(())
    }

    fn bare(&mut self) -> Result<Word, String> {
        let mut text = String::new();
        while let Some(c) = self.peek() {
            if c.is_whitespace() || c == ';' && self.variables.is_some() {
                break;
            }
            self.bump();
            if c == '\\' { self.backslash(&mut text) } else { self.substitute(c, &mut text)? }
        }
        if text.is_empty() {
            self.bump();
        }
        Ok(Word { text, braced: false })
    }

    /// After a backslash.
    fn backslash(&mut self, out: &mut String) {
        let Some(c) = self.bump() else {
            out.push('\\');
            return;
        };
        match c {
            'a' => out.push('\x07'),
            'b' => out.push('\x08'),
            'f' => out.push('\x0c'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\x0b'),
            'x' => self.coded(16, 2, c, out),
            'u' => self.coded(16, 4, c, out),
            '0'..='7' => {
                self.at -= 1;
                self.coded(8, 3, c, out);
            }
            '\n' => {
                self.skip_blanks();
                out.push(' ');
            }
            c => out.push(c),
        }
    }

    /// At most `most` digits; without any, the letter that asked for them.
    fn coded(&mut self, radix: u32, most: usize, letter: char, out: &mut String) {
        let digits = self.text[self.at..]
            .chars()
            .take(most)
            .take_while(|c| c.is_digit(radix))
            .collect::<String>();
        self.at += digits.len();
        match u32::from_str_radix(&digits, radix).ok().and_then(char::from_u32) {
            Some(c) => out.push(c),
            None => out.push(letter),
        }
    }
}

/// Tcl's `string match`: `*`, `?`, `[a-z]`, backslash.
pub fn glob_match(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    // On a mismatch the last star takes one character more.
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    loop {
        let advanced = match pattern.get(p) {
            Some('*') => {
                star = Some((p + 1, t));
                p += 1;
                continue;
            }
            None if t == text.len() => return true,
            None => None,
            Some(_) => text.get(t).and_then(|&c| glob_item(&pattern, p, c)),
        };
        match (advanced, star) {
            (Some(next), _) => (p, t) = (next, t + 1),
            (None, Some((after, from))) if from < text.len() => {
                star = Some((after, from + 1));
                (p, t) = (after, from + 1);
            }
            _ => return false,
        }
    }
}

/// Matches one character; the index after the pattern item if it does.
fn glob_item(pattern: &[char], p: usize, c: char) -> Option<usize> {
    match pattern[p] {
        '?' => Some(p + 1),
        '\\' if p + 1 < pattern.len() => (pattern[p + 1] == c).then_some(p + 2),
        '[' => {
            let end = p + pattern[p..].iter().position(|&x| x == ']')?;
            let mut i = p + 1;
            let mut inside = false;
            while i < end {
                if i + 2 < end && pattern[i + 1] == '-' {
                    inside |= pattern[i] <= c && c <= pattern[i + 2];
                    i += 3;
                } else {
                    inside |= pattern[i] == c;
                    i += 1;
                }
            }
            inside.then_some(end + 1)
        }
        x => (x == c).then_some(p + 1),
    }
}

/// Splits compiler options as a shell would: blanks separate, quotes and backslashes protect.
pub fn shell_words(text: &str) -> Vec<String> {
    let mut result = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => result.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(q), c) if c == q => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    result.extend(word);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn texts(command: &str) -> Vec<String> {
        words(command).unwrap().into_iter().map(|w| w.text).collect()
    }

    #[rstest]
    #[case(r#"run { target { ! int16 } }"#, &["run", " target { ! int16 } "])]
    #[case(r#""a \\\[1\\\] \"q\"\t" 1 "optimized""#, &["a \\[1\\] \"q\"\t", "1", "optimized"])]
    #[case(r"{a \} b} c\ d \x41\101", &[r"a \} b", "c d", "AA"])]
    #[case("  ", &[])]
    fn splits(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(texts(text), expected);
    }

    #[rstest]
    #[case("-I$d/x ${d} $ a$", &["-I/s/x", "/s", "$", "a$"])]
    #[case("\"%a[]\"", &["%a"])]
    #[case(r#""\$d {[$d" {$d[}"#, &[])]
    #[case(r#""\$d" {$d[}"#, &["$d", "$d["])]
    fn variables_are_substituted(#[case] text: &str, #[case] expected: &[&str]) {
        let found = command(text, &[("d", "/s")]).unwrap_or_default();
        let texts: Vec<_> = found.into_iter().map(|w| w.text).collect();
        assert_eq!(texts, expected);
    }

    #[rstest]
    #[case("\"a[0]\"", "invalid command name \"0\"")]
    #[case("$e", "can't read \"e\": no such variable")]
    fn what_cannot_be_substituted_is_an_error(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(command(text, &[("d", "")]).unwrap_err(), expected);
    }

    #[test]
    fn unclosed_words_are_errors() {
        assert!(words("{ a").is_err());
        assert!(words("\"a").is_err());
    }

    #[test]
    fn scripts_have_commands() {
        let all = commands("\n a {x\ny} ; b\n\n c", &[]).unwrap();
        let first: Vec<_> = all.iter().map(|c| c[0].text.as_str()).collect();
        assert_eq!(first, ["a", "b", "c"]);
    }

    #[rstest]
    #[case("*-*-*", "sparc-sun-solaris2", true)]
    #[case("i?86-*-*", "i686-pc-linux-gnu", true)]
    #[case("i?86-*-*", "x86_64-pc-linux-gnu", false)]
    #[case("*-*-linux*", "m68k-unknown-linux-gnu", true)]
    #[case("mips[2-4]*", "mips3", true)]
    #[case("a*b*c", "aXbXbX", false)]
    #[case("", "", true)]
    fn globs(#[case] pattern: &str, #[case] text: &str, #[case] expected: bool) {
        assert_eq!(glob_match(pattern, text), expected);
    }

    #[test]
    fn options_split_as_in_a_shell() {
        assert_eq!(
            shell_words(r#"-O2  -DS=\"x\" '-DA=b c' "" -Dx="a\"b""#),
            ["-O2", "-DS=\"x\"", "-DA=b c", "", "-Dx=a\"b"]
        );
    }
}
