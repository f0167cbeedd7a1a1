//! What the string functions say of strings that are known.
//!
//! ```text
//!   strlen ("abc")         =>    3
//!   strchr ("abc", 'c')    =>    the third character
//!   strstr ("abc", "x")    =>    null
//! ```

/// An argument as far as it is known.
#[derive(Default)]
pub struct Argument {
    /// The bytes from where it points on, terminators included.
    pub bytes: Option<Vec<u8>>,
    pub int: Option<i128>,
}

/// What a call comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    Int(i128),
    Null,
    /// A place in the first argument's string.
    Place(usize),
}

/// Whether a builtin is one of those that are folded here.
pub fn is_foldable(name: &str) -> bool {
    matches!(
        name,
        "strlen"
            | "strnlen"
            | "strcmp"
            | "strncmp"
            | "strncasecmp"
            | "memcmp"
            | "bcmp"
            | "strchr"
            | "index"
            | "strrchr"
            | "rindex"
            | "memchr"
            | "strstr"
            | "strpbrk"
            | "strspn"
            | "strcspn"
    )
}

/// The bytes in front of the terminator, if there is one.
fn text(argument: &Argument) -> Option<&[u8]> {
    let bytes = argument.bytes.as_deref()?;
    let end = bytes.iter().position(|&byte| byte == 0)?;
    Some(&bytes[..end])
}

/// The result of a call.
pub fn fold_string_call(name: &str, args: &[Argument]) -> Option<Known> {
    let place = |found: Option<usize>| Some(found.map_or(Known::Null, Known::Place));
    let known = |value: usize| Some(Known::Int(value as i128));
    let character = |argument: &Argument| argument.int.map(|value| value as u8);
    match (name, args) {
        ("strlen", [s]) => known(text(s)?.len()),
        ("strnlen", [s, limit]) => {
            let length = text(s)?.len() as i128;
            Some(Known::Int(length.min(limit.int.filter(|&limit| limit >= 0)?)))
        }
        ("strcmp", [a, b]) => Some(Known::Int(text(a)?.cmp(text(b)?) as i128)),
        ("strncmp" | "strncasecmp" | "memcmp" | "bcmp", [.., limit]) if limit.int == Some(0) => {
            Some(Known::Int(0))
        }
        ("strncmp", [a, b, limit]) => {
            let limit = usize::try_from(limit.int?).ok()?;
            let (x, y) = (text(a)?, text(b)?);
            let order = x[..x.len().min(limit)].cmp(&y[..y.len().min(limit)]);
            Some(Known::Int(order as i128))
        }
        ("memcmp" | "bcmp", [a, b, length]) => {
            let length = usize::try_from(length.int?).ok()?;
            let (x, y) = (a.bytes.as_deref()?.get(..length)?, b.bytes.as_deref()?.get(..length)?);
            Some(Known::Int(x.cmp(y) as i128))
        }
        ("strchr" | "index", [s, c]) => {
            let (text, c) = (text(s)?, character(c)?);
            // The terminator is found as well.
            place(if c == 0 { Some(text.len()) } else { text.iter().position(|&byte| byte == c) })
        }
        ("strrchr" | "rindex", [s, c]) => {
            let (text, c) = (text(s)?, character(c)?);
            place(if c == 0 { Some(text.len()) } else { text.iter().rposition(|&byte| byte == c) })
        }
        ("memchr", [s, c, length]) => {
            let length = usize::try_from(length.int?).ok()?;
            let (bytes, c) = (s.bytes.as_deref()?, character(c)?);
            let found = bytes.iter().take(length).position(|&byte| byte == c);
            // Beyond the string's end nothing is known.
            if found.is_none() && length > bytes.len() { None } else { place(found) }
        }
        ("strstr", [s, part]) => {
            let (text, part) = (text(s)?, text(part)?);
            let starts = 0..(text.len() + 1).saturating_sub(part.len());
            place(starts.into_iter().find(|&start| text[start..].starts_with(part)))
        }
        ("strpbrk", [s, set]) => {
            let (text, set) = (text(s)?, self::text(set)?);
            place(text.iter().position(|byte| set.contains(byte)))
        }
        ("strspn", [s, set]) => {
            let (text, set) = (text(s)?, self::text(set)?);
            known(text.iter().position(|byte| !set.contains(byte)).unwrap_or(text.len()))
        }
        ("strcspn", [s, set]) => {
            let (text, set) = (text(s)?, self::text(set)?);
            known(text.iter().position(|byte| set.contains(byte)).unwrap_or(text.len()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(name: &str, strings: &[&str], int: Option<i128>) -> Option<Known> {
        let of =
            |text: &&str| Argument { bytes: Some([text.as_bytes(), &[0]].concat()), int: None };
        let mut args: Vec<Argument> = strings.iter().map(of).collect();
        args.extend(int.map(|int| Argument { bytes: None, int: Some(int) }));
        fold_string_call(name, &args)
    }

    #[test]
    fn strings_are_searched() {
        assert_eq!(fold("strchr", &["abcb"], Some(98)), Some(Known::Place(1)));
        assert_eq!(fold("strrchr", &["abcb"], Some(98)), Some(Known::Place(3)));
        assert_eq!(fold("strchr", &["abcb"], Some(0)), Some(Known::Place(4)));
        assert_eq!(fold("strstr", &["abcb", "cb"], None), Some(Known::Place(2)));
        assert_eq!(fold("strstr", &["ab", "abc"], None), Some(Known::Null));
        assert_eq!(fold("strpbrk", &["abcb", "xc"], None), Some(Known::Place(2)));
        assert_eq!(fold("strspn", &["abcb", "ba"], None), Some(Known::Int(2)));
        assert_eq!(fold("strcspn", &["abcb", "xc"], None), Some(Known::Int(2)));
    }

    #[test]
    fn nothing_is_known_beyond_the_end() {
        let open = [Argument { bytes: Some(b"ab".to_vec()), int: None }];
        assert_eq!(fold_string_call("strlen", &open), None);
    }
}
