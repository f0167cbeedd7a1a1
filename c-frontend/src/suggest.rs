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

/// The distance between two names, or `limit` if it is no less than that.
fn distance(a: &[u8], b: &[u8], limit: usize) -> usize {
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
        if before.iter().chain(&last).all(|&least| least >= limit) {
            return limit;
        }
    }
    last[b.len()].min(limit)
}

/// How far a candidate may be to be meant.
fn cutoff(a: usize, b: usize) -> usize {
    let (long, short) = (a.max(b), a.min(b));
    if long <= 1 {
        return 0;
    }
    if long - short <= 1 { STEP * (long / 3).max(1) } else { STEP * (long + 2) / 3 }
}

/// Looks for the nearest of the candidates it is shown; of those equally near the first. It is found if it is near enough
/// for its own length: a short one that is not hides longer ones after it, as in GCC.
pub struct Nearest<'a> {
    goal: &'a str,
    best: Option<(usize, String)>,
    /// A candidate must be nearer than this.
    limit: usize,
}

impl<'a> Nearest<'a> {
    /// Nothing has been shown yet.
    pub fn new(goal: &'a str) -> Nearest<'a> {
        Nearest { goal, best: None, limit: usize::MAX }
    }

    /// For candidates of another kind, which must be nearer than all these.
    pub fn nearer(&self) -> Nearest<'a> {
        Nearest { goal: self.goal, best: None, limit: self.limit }
    }

    /// Shows a candidate.
    pub fn consider(&mut self, candidate: &str) {
        let (a, b) = (self.goal.len(), candidate.len());
        let least = a.abs_diff(b);
        if least * STEP >= self.limit || least > cutoff(a, b) || a.max(b) > LONGEST {
            return;
        }
        let far = distance(self.goal.as_bytes(), candidate.as_bytes(), self.limit);
        if far < self.limit {
            self.limit = far;
            self.best = Some((far, candidate.to_string()));
        }
    }

    /// The nearest candidate, if it is near enough.
    pub fn found(self) -> Option<String> {
        let (far, name) = self.best?;
        (far > 0 && far <= cutoff(self.goal.len(), name.len())).then_some(name)
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
        let far = |a: &str, b: &str| distance(a.as_bytes(), b.as_bytes(), usize::MAX);
        assert_eq!(far("", "abc"), 6);
        assert_eq!(far("width", "widht"), 2);
        assert_eq!(far("Foo", "foo"), 1);
        assert_eq!(far("kitten", "sitting"), 6);
        assert_eq!(distance(b"kitten", b"sitting", 4), 4);
        assert_eq!(distance(b"width", b"widht", 3), 2);
    }

    #[test]
    fn only_what_is_near_is_suggested() {
        let names = ["counter", "count", "country"];
        assert_eq!(did_you_mean("couter", names.into_iter()).as_deref(), Some("counter"));
        assert_eq!(did_you_mean("x", names.into_iter()), None);
        assert_eq!(did_you_mean("$b", ["$a"].into_iter()).as_deref(), Some("$a"));
        assert_eq!(did_you_mean("a", ["b"].into_iter()), None);
    }

    #[test]
    fn a_short_name_hides_a_longer_one() {
        assert_eq!(did_you_mean("foo", ["floor"].into_iter()).as_deref(), Some("floor"));
        assert_eq!(did_you_mean("foo", ["fma", "floor"].into_iter()), None);
        assert_eq!(did_you_mean("y", ["z", "yn"].into_iter()), None);
    }
}
