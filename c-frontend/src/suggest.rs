//! `did you mean …?`: the candidate nearest to what was written, if it is near enough.
//!
//! The distance is the restricted Damerau-Levenshtein one (insertions, deletions, substitutions, exchanges of
//! neighbours), in half steps: a letter in the wrong case costs half of a wrong letter. How far a candidate may be
//! depends on the lengths, as in GCC.

/// What an insertion, deletion, substitution or exchange costs.
const STEP: usize = 2;
/// What a letter in the wrong case costs.
const WRONG_CASE: usize = 1;
/// Names longer than this are not compared: the cost is the product of the lengths.
const LONGEST: usize = 200;

/// The distance between two names.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let width = b.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).map(|i| i * STEP).collect();
    let mut row = vec![0; width];
    for i in 0..a.len() {
        row[0] = (i + 1) * STEP;
        for j in 0..b.len() {
            let change = match (a[i], b[j]) {
                (x, y) if x == y => 0,
                (x, y) if x.eq_ignore_ascii_case(&y) => WRONG_CASE,
                _ => STEP,
            };
            let mut best = (row[j] + STEP).min(last[j + 1] + STEP).min(last[j] + change);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + STEP);
            }
            row[j + 1] = best;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

/// How far a candidate may be to be meant.
fn cutoff(a: usize, b: usize) -> usize {
    let (long, short) = (a.max(b), a.min(b));
    if long <= 1 {
        return 0;
    }
    if long - short <= 1 { STEP * (long / 3).max(1) } else { STEP * (long + 2) / 3 }
}

/// Looks for the nearest of the candidates it is shown; of those equally near the first.
pub struct Nearest<'a> {
    goal: &'a str,
    best: Option<(usize, String)>,
}

impl<'a> Nearest<'a> {
    /// Nothing has been shown yet.
    pub fn new(goal: &'a str) -> Nearest<'a> {
        Nearest { goal, best: None }
    }

    /// Shows a candidate.
    pub fn consider(&mut self, candidate: &str) {
        let (a, b) = (self.goal.len(), candidate.len());
        let limit = cutoff(a, b).min(self.best.as_ref().map_or(usize::MAX, |best| best.0 - 1));
        if a.abs_diff(b) * STEP > limit || a.max(b) > LONGEST {
            return;
        }
        let far = distance(self.goal.as_bytes(), candidate.as_bytes());
        if far <= limit && far > 0 {
            self.best = Some((far, candidate.to_string()));
        }
    }

    /// The nearest candidate that is near enough.
    pub fn found(self) -> Option<String> {
        self.best.map(|best| best.1)
    }
}

/// Text to be put after a message about `goal`.
pub fn did_you_mean<'c>(goal: &str, candidates: impl Iterator<Item = &'c str>) -> Option<String> {
    let mut nearest = Nearest::new(goal);
    candidates.for_each(|candidate| nearest.consider(candidate));
    nearest.found()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance(b"", b"abc"), 6);
        assert_eq!(distance(b"width", b"widht"), 2);
        assert_eq!(distance(b"Foo", b"foo"), 1);
        assert_eq!(distance(b"kitten", b"sitting"), 6);
    }

    #[test]
    fn only_what_is_near_is_suggested() {
        let names = ["counter", "count", "country"];
        assert_eq!(did_you_mean("couter", names.into_iter()).as_deref(), Some("counter"));
        assert_eq!(did_you_mean("x", names.into_iter()), None);
        assert_eq!(did_you_mean("$b", ["$a"].into_iter()).as_deref(), Some("$a"));
        assert_eq!(did_you_mean("a", ["b"].into_iter()), None);
    }
}
