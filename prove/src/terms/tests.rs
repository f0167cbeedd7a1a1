//! Terms that have to be one are.

use super::*;

#[test]
fn equal_terms_are_one() {
    let mut t = Terms::new();
    let (a, b) = (t.var("a", Sort::Bits(32)), t.var("b", Sort::Bits(32)));
    let (x, y) = (t.add(a, b), t.add(b, a));
    assert_eq!(x, y);
    let minus = t.sub(x, b);
    assert_eq!(minus, a);
    let one = t.constant(32, 1);
    let (next, two) = (t.add(a, one), t.constant(32, 2));
    let (x, y) = (t.add(next, one), t.add(a, two));
    assert_eq!(x, y);
}

#[test]
fn paths_that_join_are_one() {
    let mut t = Terms::new();
    let (r, c) = (t.var("r", Sort::Bool), t.var("c", Sort::Bool));
    let no = t.not(c);
    let (x, y) = (t.and(r, c), t.and(r, no));
    assert_eq!(t.or(x, y), r);
    assert_eq!(t.and(x, y), Terms::FALSE);
}

#[test]
fn bytes_of_a_number_are_that_number() {
    let mut t = Terms::new();
    let a = t.var("a", Sort::Bits(32));
    let mut whole = t.extract(7, 0, a);
    for byte in 1..4 {
        let next = t.extract(byte * 8 + 7, byte * 8, a);
        whole = t.concat(next, whole);
    }
    assert_eq!(whole, a);
}

#[test]
fn reads_find_what_was_written() {
    let mut t = Terms::new();
    let m = t.var("m", Sort::Array);
    let p = t.var("p", Sort::Bits(64));
    let q = t.var("q", Sort::Bits(64));
    let (x, y) = (t.var("x", Sort::Bits(8)), t.var("y", Sort::Bits(8)));
    let four = t.constant(64, 4);
    let p4 = t.add(p, four);
    let one = t.store(m, p, x);
    let both = t.store(one, p4, y);
    assert_eq!(t.select(both, p), x);
    assert_eq!(t.select(both, p4), y);
    let other = t.store(m, p4, y);
    let other = t.store(other, p, x);
    assert_eq!(both, other, "the order of writes elsewhere does not show");
    let again = t.store(both, p, y);
    let twice = t.store(again, p, x);
    assert_eq!(twice, both);
    let may = t.store(both, q, y);
    let read = t.select(may, p);
    let is = t.eq(q, p);
    assert_eq!(read, t.ite(is, y, x));
}

#[test]
fn comparisons_with_constants_go_through_extensions() {
    let mut t = Terms::new();
    let c = t.var("c", Sort::Bool);
    let bit = t.bit(c);
    let wide = t.zero_extend(32, bit);
    assert_eq!(t.is_nonzero(wide), c);
}

#[test]
fn sums_and_products_have_one_form() {
    let mut t = Terms::new();
    let (s, c, x) =
        (t.var("s", Sort::Bits(32)), t.var("c", Sort::Bits(32)), t.var("x", Sort::Bits(32)));
    let (one, two, three) = (t.constant(32, 1), t.constant(32, 2), t.constant(32, 3));
    let (near, far) = (t.add(s, one), t.add(s, three));
    let (near, far) = (t.mul(near, c), t.mul(c, far));
    let twice = t.mul(c, two);
    assert_eq!(t.add(near, twice), far);
    let (sc, cx) = (t.add(s, c), t.add(c, x));
    assert_eq!(t.add(sc, x), t.add(s, cx));
    let (left, right) = (t.mul(s, c), t.mul(c, x));
    assert_eq!(t.mul(left, x), t.mul(s, right));
    assert_eq!(t.sub(sc, s), c);
}

#[test]
fn addresses_of_other_remainders_never_meet() {
    let mut t = Terms::new();
    let [p, i, j] = ["p", "i", "j"].map(|name| t.var(name, Sort::Bits(64)));
    let (four, one) = (t.constant(64, 4), t.constant(64, 1));
    let (i, j) = (t.mul(i, four), t.mul(j, four));
    let (a, b) = (t.add(p, i), t.add(p, j));
    let next = t.add(b, one);
    assert_eq!(t.eq(a, next), Terms::FALSE);
    assert_ne!(t.eq(a, b), Terms::FALSE);
}

#[test]
fn samples_show_that_something_holds() {
    let mut t = Terms::new();
    let a = t.var("a", Sort::Bits(32));
    let (zero, seven) = (t.constant(32, 0), t.constant(32, 7));
    let square = t.mul(a, a);
    let is = t.eq(square, zero);
    assert!(t.hold_for_a_sample(&[is]));
    let not = t.not(is);
    assert!(t.hold_for_a_sample(&[not]));
    assert!(!t.hold_for_a_sample(&[is, not]));
    let never = t.ult(seven, square);
    assert!(!t.hold_for_a_sample(&[never]), "no sample shows it");
}
