//! What the string functions say of strings that are known.
//!
//! ```text
//!   strlen ("abc")         =>    3
//!   strchr ("abc", 'c')    =>    the third character
//!   strstr ("abc", "x")    =>    null
//! ```

use crate::builtins::Builtin;

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
pub fn is_foldable(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Strlen
            | Builtin::Strnlen
            | Builtin::Strcmp
            | Builtin::Strncmp
            | Builtin::Strncasecmp
            | Builtin::Memcmp
            | Builtin::Bcmp
            | Builtin::Strchr
            | Builtin::Index
            | Builtin::Strrchr
            | Builtin::Rindex
            | Builtin::Memchr
            | Builtin::Strstr
            | Builtin::Strpbrk
            | Builtin::Strspn
            | Builtin::Strcspn
    )
}

/// The bytes in front of the terminator, if there is one.
fn text(argument: &Argument) -> Option<&[u8]> {
    let bytes = argument.bytes.as_deref()?;
    let end = bytes.iter().position(|&byte| byte == 0)?;
    Some(&bytes[..end])
}

/// The result of a call.
pub fn fold_string_call(builtin: Builtin, args: &[Argument]) -> Option<Known> {
    let place = |found: Option<usize>| Some(found.map_or(Known::Null, Known::Place));
    let known = |value: usize| Some(Known::Int(value as i128));
    let character = |argument: &Argument| argument.int.map(|value| value as u8);
    match (builtin, args) {
        (Builtin::Strlen, [s]) => known(text(s)?.len()),
        (Builtin::Strnlen, [s, limit]) => {
            let length = text(s)?.len() as i128;
            Some(Known::Int(length.min(limit.int.filter(|&limit| limit >= 0)?)))
        }
        (Builtin::Strcmp, [a, b]) => Some(Known::Int(text(a)?.cmp(text(b)?) as i128)),
        (
            Builtin::Strncmp | Builtin::Strncasecmp | Builtin::Memcmp | Builtin::Bcmp,
            [.., limit],
        ) if limit.int == Some(0) => Some(Known::Int(0)),
        (Builtin::Strncmp, [a, b, limit]) => {
            let limit = usize::try_from(limit.int?).ok()?;
            let (x, y) = (text(a)?, text(b)?);
            let order = x[..x.len().min(limit)].cmp(&y[..y.len().min(limit)]);
            Some(Known::Int(order as i128))
        }
        (Builtin::Memcmp | Builtin::Bcmp, [a, b, length]) => {
            let length = usize::try_from(length.int?).ok()?;
            let (x, y) = (a.bytes.as_deref()?.get(..length)?, b.bytes.as_deref()?.get(..length)?);
            Some(Known::Int(x.cmp(y) as i128))
        }
        (Builtin::Strchr | Builtin::Index, [s, c]) => {
            let (text, c) = (text(s)?, character(c)?);
            // The terminator is found as well.
            place(if c == 0 { Some(text.len()) } else { text.iter().position(|&byte| byte == c) })
        }
        (Builtin::Strrchr | Builtin::Rindex, [s, c]) => {
            let (text, c) = (text(s)?, character(c)?);
            place(if c == 0 { Some(text.len()) } else { text.iter().rposition(|&byte| byte == c) })
        }
        (Builtin::Memchr, [s, c, length]) => {
            let length = usize::try_from(length.int?).ok()?;
            let (bytes, c) = (s.bytes.as_deref()?, character(c)?);
            let found = bytes.iter().take(length).position(|&byte| byte == c);
            // Beyond the string's end nothing is known.
            if found.is_none() && length > bytes.len() { None } else { place(found) }
        }
        (Builtin::Strstr, [s, part]) => {
            let (text, part) = (text(s)?, text(part)?);
            let starts = 0..(text.len() + 1).saturating_sub(part.len());
            place(starts.into_iter().find(|&start| text[start..].starts_with(part)))
        }
        (Builtin::Strpbrk, [s, set]) => {
            let (text, set) = (text(s)?, self::text(set)?);
            place(text.iter().position(|byte| set.contains(byte)))
        }
        (Builtin::Strspn, [s, set]) => {
            let (text, set) = (text(s)?, self::text(set)?);
            known(text.iter().position(|byte| !set.contains(byte)).unwrap_or(text.len()))
        }
        (Builtin::Strcspn, [s, set]) => {
            let (text, set) = (text(s)?, self::text(set)?);
            known(text.iter().position(|byte| set.contains(byte)).unwrap_or(text.len()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(builtin: Builtin, strings: &[&str], int: Option<i128>) -> Option<Known> {
        let of =
            |text: &&str| Argument { bytes: Some([text.as_bytes(), &[0]].concat()), int: None };
        let mut args: Vec<Argument> = strings.iter().map(of).collect();
        args.extend(int.map(|int| Argument { bytes: None, int: Some(int) }));
        fold_string_call(builtin, &args)
    }

    #[test]
    fn strings_are_searched() {
        assert_eq!(fold(Builtin::Strchr, &["abcb"], Some(98)), Some(Known::Place(1)));
        assert_eq!(fold(Builtin::Strrchr, &["abcb"], Some(98)), Some(Known::Place(3)));
        assert_eq!(fold(Builtin::Strchr, &["abcb"], Some(0)), Some(Known::Place(4)));
        assert_eq!(fold(Builtin::Strstr, &["abcb", "cb"], None), Some(Known::Place(2)));
        assert_eq!(fold(Builtin::Strstr, &["ab", "abc"], None), Some(Known::Null));
        assert_eq!(fold(Builtin::Strpbrk, &["abcb", "xc"], None), Some(Known::Place(2)));
        assert_eq!(fold(Builtin::Strspn, &["abcb", "ba"], None), Some(Known::Int(2)));
        assert_eq!(fold(Builtin::Strcspn, &["abcb", "xc"], None), Some(Known::Int(2)));
    }

    #[test]
    fn nothing_is_known_beyond_the_end() {
        let open = [Argument { bytes: Some(b"ab".to_vec()), int: None }];
        assert_eq!(fold_string_call(Builtin::Strlen, &open), None);
    }
}
