//! Text packed so that a page of a large function stays small, as text that a script element may hold.
//!
//! What was seen before is named by how far back it begins and how long it is, in digits of five bits, the last one of
//! a number marked; a tilde announces it, and two stand for one:
//!
//! ```text
//! "  a_1 = b_2;","  a_1 = b_3;"   →   "  a_1 = b_2;"~,m~…   (the marks stand for digits)
//! ```
//!
//! The page unpacks it (`unpacked` in `page-data.js`).

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// What is not as long costs more to name than to repeat.
const SHORTEST: usize = 8;
/// Earlier places with the same beginning that are tried.
const TRIES: usize = 4;
/// A match as long is taken at once.
const GOOD: usize = 200;
/// As much of a match is looked up later.
const EDGE: usize = 16;
const TABLE_BITS: u32 = 18;
const NOWHERE: u32 = u32::MAX;

/// Packs ASCII text.
pub fn packed(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4);
    let mut last = vec![NOWHERE; 1 << TABLE_BITS];
    let mut before = vec![NOWHERE; text.len()];
    let mut at = 0;
    while at < text.len() {
        let (length, start) = longest(text, at, &last, &before);
        let length = if length < SHORTEST {
            out.push(text[at]);
            if text[at] == b'~' {
                out.push(b'~');
            }
            1
        } else {
            out.push(b'~');
            number(at - start, &mut out);
            number(length, &mut out);
            length
        };
        // Of a long match only the beginning and the end are remembered.
        let (from, to) = (at + length.min(EDGE), at + length - length.min(EDGE));
        for place in (at..from).chain(to.max(from)..at + length) {
            if let Some(slot) = slot(text, place) {
                before[place] = last[slot];
                last[slot] = place as u32;
            }
        }
        at += length;
    }
    out
}

/// Where what begins at a place is looked up.
fn slot(text: &[u8], at: usize) -> Option<usize> {
    let bytes: [u8; SHORTEST] = text.get(at..at + SHORTEST)?.try_into().ok()?;
    let mixed = u64::from_le_bytes(bytes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Some((mixed >> (64 - TABLE_BITS)) as usize)
}

/// The longest of the texts seen last that begin as what is here: its length and beginning.
fn longest(text: &[u8], at: usize, last: &[u32], before: &[u32]) -> (usize, usize) {
    let mut best = (0, 0);
    let Some(slot) = slot(text, at) else { return best };
    let mut candidate = last[slot];
    for _ in 0..TRIES {
        if candidate == NOWHERE {
            break;
        }
        let start = candidate as usize;
        // What differs where the best one ends cannot be better.
        if best.0 == 0 || text.get(at + best.0) == Some(&text[start + best.0]) {
            let same = common(&text[start..], &text[at..]);
            if same > best.0 {
                best = (same, start);
            }
            if same > GOOD {
                break;
            }
        }
        candidate = before[start];
    }
    best
}

/// How many bytes two texts begin with alike.
fn common(a: &[u8], b: &[u8]) -> usize {
    let (x, y) = (a.chunks_exact(SHORTEST), b.chunks_exact(SHORTEST));
    let start = x.zip(y).take_while(|(x, y)| x == y).count() * SHORTEST;
    start + a[start..].iter().zip(&b[start..]).take_while(|(x, y)| x == y).count()
}

/// A number in digits of five bits, the lowest first.
fn number(mut value: usize, out: &mut Vec<u8>) {
    loop {
        let digit = value & 31;
        value >>= 5;
        if value == 0 {
            out.push(DIGITS[digit + 32]);
            return;
        }
        out.push(DIGITS[digit]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unpacked(text: &[u8]) -> Vec<u8> {
        let mut out: Vec<u8> = Vec::new();
        let mut at = 0;
        let read = |at: &mut usize| {
            let (mut value, mut shift) = (0, 0);
            loop {
                let digit = DIGITS.iter().position(|d| *d == text[*at]).expect("a digit");
                *at += 1;
                value |= (digit & 31) << shift;
                shift += 5;
                if digit >= 32 {
                    return value;
                }
            }
        };
        while at < text.len() {
            let c = text[at];
            at += 1;
            if c != b'~' {
                out.push(c);
            } else if text[at] == b'~' {
                out.push(c);
                at += 1;
            } else {
                let (back, length) = (read(&mut at), read(&mut at));
                for _ in 0..length {
                    out.push(out[out.len() - back]);
                }
            }
        }
        out
    }

    proptest! {
        #[test]
        fn what_is_packed_comes_out_again(words in prop::collection::vec("[a-c~]{1,9}", 0..200)) {
            let text = words.concat();
            prop_assert_eq!(unpacked(&packed(text.as_bytes())), text.as_bytes());
        }
    }

    #[test]
    fn what_repeats_takes_no_room() {
        let text = "0,".repeat(5000);
        assert!(packed(text.as_bytes()).len() < 20);
    }
}
