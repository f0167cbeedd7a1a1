//! The shortest way from one list of lines to another: Myers' greedy algorithm.

/// A step of the way; the numbers are lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A line of A and one of B that are the same.
    Both(usize, usize),
    /// A line of A only.
    OnlyA(usize),
    /// A line of B only.
    OnlyB(usize),
}

/// Differences that are looked for; what lies beyond is taken as all different.
const MOST_EDITS: usize = 1500;

/// The steps from `a` to `b`, whose lines are the same if their keys are.
pub fn steps<K: Eq>(a: &[K], b: &[K]) -> Vec<Step> {
    let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(x, y)| x == y);
    let end = end.count();
    let mut found: Vec<Step> = (0..start).map(|i| Step::Both(i, i)).collect();
    let middle_a = &a[start..a.len() - end];
    let middle_b = &b[start..b.len() - end];
    let shifted = middle(middle_a, middle_b).into_iter().map(|step| match step {
        Step::Both(i, j) => Step::Both(i + start, j + start),
        Step::OnlyA(i) => Step::OnlyA(i + start),
        Step::OnlyB(j) => Step::OnlyB(j + start),
    });
    found.extend(shifted);
    found.extend((0..end).map(|i| Step::Both(a.len() - end + i, b.len() - end + i)));
    found
}

fn middle<K: Eq>(a: &[K], b: &[K]) -> Vec<Step> {
    let (n, m) = (a.len() as isize, b.len() as isize);
    let most = (n + m).min(MOST_EDITS as isize);
    // `reach[k + most]`: the furthest line of A on diagonal k.
    let mut reach = vec![0isize; 2 * most as usize + 2];
    let mut trace: Vec<Vec<isize>> = Vec::new();
    for d in 0..=most {
        let low = (most - d) as usize;
        trace.push(reach[low..=(most + d) as usize].to_vec());
        for k in (-d..=d).step_by(2) {
            let at = (k + most) as usize;
            let down = k == -d || k != d && reach[at - 1] < reach[at + 1];
            let mut x = if d == 0 {
                0
            } else if down {
                reach[at + 1]
            } else {
                reach[at - 1] + 1
            };
            let mut y = x - k;
            while x < n && y < m && a[x as usize] == b[y as usize] {
                (x, y) = (x + 1, y + 1);
            }
            reach[at] = x;
            if x >= n && y >= m {
                return walk_back(&trace, d, n, m);
            }
        }
    }
    (0..a.len()).map(Step::OnlyA).chain((0..b.len()).map(Step::OnlyB)).collect()
}

/// The steps, found from the end back through what was reached with fewer edits.
fn walk_back(trace: &[Vec<isize>], edits: isize, n: isize, m: isize) -> Vec<Step> {
    let (mut x, mut y) = (n, m);
    let mut found = Vec::new();
    for d in (1..=edits).rev() {
        // Entry k of what d - 1 edits had reached; the copy for d holds diagonals -d to d.
        let before = |k: isize| trace[d as usize][(k + d) as usize];
        let k = x - y;
        let down = k == -d || k != d && before(k - 1) < before(k + 1);
        let from = if down { k + 1 } else { k - 1 };
        let from_x = before(from);
        let from_y = from_x - from;
        while x > from_x.max(0)
            && y > from_y.max(0)
            && x - y == k
            && (x, y) != begin(from_x, from_y, down)
        {
            (x, y) = (x - 1, y - 1);
            found.push(Step::Both(x as usize, y as usize));
        }
        if down {
            y -= 1;
            found.push(Step::OnlyB(y as usize));
        } else {
            x -= 1;
            found.push(Step::OnlyA(x as usize));
        }
        (x, y) = (from_x, from_y);
    }
    while x > 0 && y > 0 {
        (x, y) = (x - 1, y - 1);
        found.push(Step::Both(x as usize, y as usize));
    }
    found.reverse();
    found
}

/// Where the diagonal begins after the edit.
fn begin(from_x: isize, from_y: isize, down: bool) -> (isize, isize) {
    if down { (from_x, from_y + 1) } else { (from_x + 1, from_y) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn replay(a: &[u8], b: &[u8]) -> (Vec<u8>, Vec<u8>, usize) {
        let (mut left, mut right, mut edits) = (Vec::new(), Vec::new(), 0);
        for step in steps(a, b) {
            match step {
                Step::Both(i, j) => {
                    assert_eq!(a[i], b[j]);
                    left.push(a[i]);
                    right.push(b[j]);
                }
                Step::OnlyA(i) => {
                    left.push(a[i]);
                    edits += 1;
                }
                Step::OnlyB(j) => {
                    right.push(b[j]);
                    edits += 1;
                }
            }
        }
        (left, right, edits)
    }

    #[test]
    fn the_way_is_short() {
        assert_eq!(replay(b"abcabba", b"cbabac").2, 5);
        assert_eq!(replay(b"", b"ab").2, 2);
        assert_eq!(replay(b"ab", b"ab").2, 0);
    }

    proptest! {
        #[test]
        fn the_way_leads_from_one_to_the_other(
            a in prop::collection::vec(0u8..4, 0..40),
            b in prop::collection::vec(0u8..4, 0..40),
        ) {
            let (left, right, _) = replay(&a, &b);
            prop_assert_eq!(left, a);
            prop_assert_eq!(right, b);
        }
    }
}
