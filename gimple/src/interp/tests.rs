//! Programs in GIMPLE text and what they do. Where a C program says the same, GCC's executable did it.

use super::{ErrorKind, ExitCode, Limits, run};
use crate::read::tests::{FACT_SSA, module};
use expect_test::{Expect, expect};
use rstest::rstest;

fn output(text: &str, limits: Limits) -> (Result<ExitCode, super::InterpError>, String) {
    let module = module(text);
    let mut out = Vec::new();
    let outcome = run(&module, &["prog".to_string()], &mut out, limits);
    (outcome, String::from_utf8_lossy(&out).into_owned())
}

fn check(text: &str, expected: Expect) {
    let (outcome, out) = output(text, Limits::default());
    let end = match outcome {
        Ok(code) => format!("exit {}", code.0),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&format!("{out}{end}"));
}

#[test]
fn recursion_in_ssa_form() {
    let text = format!(
        "{FACT_SSA}int main ()\n{{\n  int _1;\n\n  <bb 2> :\n  _1 = fact (5);\n  return _1;\n\n}}\n"
    );
    check(&text, expect!["exit 120"]);
}

/// `printf (form, value)` and its text, which is glibc's.
#[rstest]
#[case("%d|%5d|%-5d|%05d|%+d|% d", "-42", "-42|  -42|-42  |-0042|-42|-42")]
#[case("%x|%#X|%o|%#o|%u", "255", "ff|0XFF|377|0377|255")]
#[case("%c%c%%", "65", "AA%")]
#[case("%.3d|%8.3d|%-8.3d|", "7", "007|     007|007     |")]
fn integers_print_as_in_c(#[case] form: &str, #[case] value: &str, #[case] expected: &str) {
    let values = [value; 6].join(", ");
    let text = format!(
        "int main ()\n{{\n  <bb 2> :\n  printf (\"{form}\", {values});\n  return 0;\n\n}}\n"
    );
    assert_eq!(output(&text, Limits::default()).1, expected);
}

#[rstest]
#[case(
    "%f|%.0f|%.2f|%10.3f|%-10.1f|%+f",
    "2.5e+0",
    "2.500000|2|2.50|     2.500|2.5       |+2.500000"
)]
#[case("%e|%.0e|%.3E", "1.23456789e+8", "1.234568e+08|1e+08|1.235E+08")]
#[case("%g|%g|%G|%#g", "1.0e-5", "1e-05|1e-05|1E-05|1.00000e-05")]
#[case("%g|%.3g|%f", "1.0e+2", "100|100|100.000000")]
#[case("%a|%.2a", "1.5e+0", "0x1.8p+0|0x1.80p+0")]
#[case("%f|%5.1f|%e", " Inf", "inf|  inf|inf")]
#[case(
    "%.20f",
    "1.000000000000000055511151231257827021181583404541015625e-1",
    "0.10000000000000000555"
)]
fn reals_print_as_in_c(#[case] form: &str, #[case] value: &str, #[case] expected: &str) {
    let values = [value; 6].join(", ");
    let text = format!(
        "int main ()\n{{\n  <bb 2> :\n  printf (\"{form}\", {values});\n  return 0;\n\n}}\n"
    );
    assert_eq!(output(&text, Limits::default()).1, expected);
}

#[test]
fn cleanups_run_on_every_way_out() {
    check(
        "\
int f (int n)
{
  int D.1;

  try
    {
      if (n > 1) goto <D.2>; else goto <D.3>;
      <D.2>:
      try
        {
          puts (\"inner\");
          D.1 = 7;
          return D.1;
        }
      finally
        {
          puts (\"first\");
        }
      <D.3>:
      D.1 = 3;
    }
  finally
    {
      puts (\"second\");
    }
  return D.1;
}


int main ()
{
  int a;
  int b;

  a = f (1);
  b = f (2);
  a = a + b;
  return a;
}
",
        expect![[r#"
            second
            inner
            first
            second
            exit 10"#]],
    );
}

#[test]
fn phis_are_copied_in_parallel() {
    // Two names that swap each time round: a(n) ends as b(0).
    check(
        "\
int main ()
{
  int a;
  int b;
  int i;

  <bb 2> :
  goto <bb 4>; [INV]

  <bb 3> :
  i_5 = i_3 + 1;

  <bb 4> :
  # a_1 = PHI <3(2), b_2(3)>
  # b_2 = PHI <11(2), a_1(3)>
  # i_3 = PHI <0(2), i_5(3)>
  if (i_3 <= 4)
    goto <bb 3>; [INV]
  else
    goto <bb 5>; [INV]

  <bb 5> :
  return a_1;

}
",
        expect!["exit 11"],
    );
}

#[test]
fn wide_values_are_computed_exactly() {
    check(
        "\
int main ()
{
  __int128 big;
  long double quad;
  complex double z;
  long unsigned int high;

  big = 1;
  big = big << 100;
  big = big / 3;
  big = big >> 64;
  high = (long unsigned int) big;
  printf (\"%lu\\n\", high);
  quad = 1.0e+0;
  quad = quad / 3.0e+0;
  printf (\"%.30Lf\\n\", quad);
  z = __complex__ (1.0e+0, 2.0e+0);
  z = z * z;
  printf (\"%g %g\\n\", REALPART_EXPR <z>, IMAGPART_EXPR <z>);
  return 0;
}
",
        expect![[r#"
            22906492245
            0.333333333333333333333333333333
            -3 4
            exit 0"#]],
    );
}

#[test]
fn memory_is_bytes() {
    check(
        "\
int main ()
{
  int a[4];
  unsigned char c;
  int i;
  unsigned char * p;

  a = {1, 2, 258};
  p = &a;
  p = p + 9;
  c = *p;
  i = (int) c;
  memcpy (p, \"xyz\", 3);
  printf (\"%d %d %d\\n\", i, a[2], a[3]);
  return 0;
}
",
        expect![[r#"
            1 2054780930 0
            exit 0"#]],
    );
}

#[test]
fn library_calls_come_back() {
    check(
        "\
int less (int * a, int * b)
{
  int x;
  int y;

  x = *a;
  y = *b;
  x = x - y;
  return x;
}


int main ()
{
  int v[5];
  int r;

  v = {5, 3, 9, 1, 7};
  qsort (&v, 5, 4, less);
  printf (\"%d %d %d %d %d\\n\", v[0], v[1], v[2], v[3], v[4]);
  r = atoi (\"  -12x\");
  r = abs (r);
  exit (r);
}
",
        expect![[r#"
            1 3 5 7 9
            exit 12"#]],
    );
}

#[rstest]
#[case("p = 16B;\n  x = *p;", "invalid read of 4 bytes at 0x10 in function main: x = *p;")]
#[case("abort ();", "exit 134")]
#[case("__builtin_trap ();", "exit 133")]
#[case("nowhere (3);", "unsupported: undefined function nowhere in function main: nowhere (3);")]
#[case(
    "__builtin_unreachable ();",
    "unreachable code reached in function main: __builtin_unreachable ();"
)]
fn ends_that_are_no_return(#[case] body: &str, #[case] expected: &str) {
    let text = format!("int main ()\n{{\n  int * p;\n  int x;\n\n  {body}\n  return 0;\n}}\n");
    let (outcome, _) = output(&text, Limits::default());
    let end = match outcome {
        Ok(code) => format!("exit {}", code.0),
        Err(error) => error.to_string(),
    };
    assert_eq!(end, expected);
}

#[test]
fn limits_stop_the_program() {
    let endless = "int main ()\n{\n  <bb 2> :\n  goto <bb 2>; [INV]\n\n}\n";
    let limits = Limits { steps: 10_000, ..Limits::default() };
    assert_eq!(output(endless, limits).0.map_err(|e| e.kind), Err(ErrorKind::StepLimit));
    let deep = "int main ()\n{\n  int x;\n\n  x = main ();\n  return x;\n}\n";
    let limits = Limits { depth: 10_000, ..Limits::default() };
    assert_eq!(output(deep, limits).0.map_err(|e| e.kind), Err(ErrorKind::StackOverflow));
}
