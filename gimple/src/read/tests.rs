//! Texts are GCC 12.2's dumps of functions of our own; what is read from one prints as the same text, and a module
//! printed whole reads back as itself.

use super::read_module;
use crate::print::{Flags, dump_function, print_module};
use crate::target::TargetDesc;
use crate::unit::Module;
use proptest::prelude::*;
use rstest::rstest;

/// The module of a text that must be right.
pub(crate) fn module(text: &str) -> Module {
    match read_module(text, TargetDesc::lp64()) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

pub(crate) const FACT_SSA: &str = "\
int fact (int n)
{
  int _1;
  int _2;
  int _3;
  int _8;
  int _9;

  <bb 2> :
  if (n_5(D) <= 1)
    goto <bb 3>; [INV]
  else
    goto <bb 4>; [INV]

  <bb 3> :
  _9 = 1;
  // predicted unlikely by early return (on trees) predictor.
  goto <bb 5>; [INV]

  <bb 4> :
  _1 = n_5(D) + -1;
  _2 = fact (_1);
  _8 = n_5(D) * _2;

  <bb 5> :
  # _3 = PHI <_9(3), _8(4)>
  return _3;

}


";

const UNNAMED_TYPE: &str = "\
int f (char * p)
{
  <unnamed-signed:24> _1;
  int _4;
  <unnamed-signed:24> _5;
  int _6;

  <bb 2> :
  _1 = MEM <<unnamed-signed:24>> [(char *)p_2(D)];
  _5 = VIEW_CONVERT_EXPR<<unnamed-signed:24>>(MEM <<unnamed-unsigned:24>> [(char *)p_2(D) + 3B]);
  _4 = (int) _1;
  _6 = (int) _5;
  return _6;

}


";

const LOOP_COUNTED: &str = "\
int loop (int * p, int n)
{
  unsigned long ivtmp.58;
  int s;
  int _4;
  void * _5;
  unsigned long _18;
  unsigned long _19;
  unsigned long _21;

  <bb 2> [local count: 118111600]:
  if (n_7(D) > 0)
    goto <bb 3>; [89.00%]
  else
    goto <bb 5>; [11.00%]

  <bb 3> [local count: 105119324]:
  ivtmp.58_6 = (unsigned long) p_10(D);
  _18 = (unsigned long) n_7(D);
  _19 = _18 * 4;
  _21 = ivtmp.58_6 + _19;

  <bb 4> [local count: 955630225]:
  # s_14 = PHI <s_11(4), 0(3)>
  # ivtmp.58_13 = PHI <ivtmp.58_8(4), ivtmp.58_6(3)>
  _5 = (void *) ivtmp.58_13;
  _4 = MEM[(int *)_5];
  s_11 = _4 + s_14;
  ivtmp.58_8 = ivtmp.58_13 + 4;
  if (ivtmp.58_8 != _21)
    goto <bb 4>; [89.00%]
  else
    goto <bb 5>; [11.00%]

  <bb 5> [local count: 118111600]:
  # s_15 = PHI <s_11(4), 0(2)>
  return s_15;

}


";

const STRUCTURED: &str = "\
int sum (int n, double x)
{
  int D.1686;
  double d[4];
  complex double z;

  try
    {
      d = {};
      d[1] = 2.5e+0;
      z = __complex__ (1.0e+0, -0.0);
      switch (n) <default: <D.1573>, case 1: <D.1569>, case 2 ... 5: <D.1570>, case 97: <D.1571>>
      <D.1569>:
      D.1686 = 3;
      return D.1686;
      <D.1570>:
      {
        int i;

        i = 0;
        if (i < n) goto <D.1571>; else goto <D.1573>;
      }
      <D.1571>:
      // predicted unlikely by goto predictor.
      goto lab;
      <D.1573>:
      x = ABS_EXPR <x>;
      n = n r>> 3;
      n = MAX_EXPR <n, 4>;
      lab:
      D.1686 = 7;
      return D.1686;
    }
  finally
    {
      d = {CLOBBER(eol)};
    }
}


";

/// Listing 2-17: both arms of a branch lead to one block, with different arguments.
#[test]
fn both_arms_of_a_branch_may_lead_to_one_block() {
    let text = "\
int f (int a)
{
  int x;

  <bb 2> :
  if (a_1(D) > 3)
    goto <bb 3> (5);
  else
    goto <bb 3> (a_1(D));

  <bb 3> (x_2) :
  return x_2;

}
";
    let module = module(text);
    let mut out = String::new();
    dump_function(&mut out, &module.unit, &module.functions[0], Flags::NONE);
    assert!(out.contains("# x_2 = PHI <5(2), a_1(D)(4)>"), "{out}");
    assert_eq!(crate::verify::verify_function(&module.unit, &module.functions[0]), Ok(()));
    let mut again = String::new();
    dump_function(&mut again, &module.unit, &module.functions[0], Flags::BLOCKARGS);
    assert!(again.contains("goto <bb 3> (5);") && again.contains("<bb 3> (x_2) :"), "{again}");
}

#[test]
fn a_jump_brings_as_many_arguments_as_its_block_has_parameters() {
    let text = "int f (int a)\n{\n  int x;\n\n  <bb 2> :\n  goto <bb 3>;\n\n  <bb 3> (x_2) :\n  return x_2;\n\n}\n";
    let error =
        read_module(text, TargetDesc::lp64()).map(|_| ()).expect_err("an argument is missing");
    assert!(error.to_string().contains("too few arguments"), "{error}");
}

#[rstest]
#[case::ssa(FACT_SSA)]
#[case::counts(LOOP_COUNTED)]
#[case::structured(STRUCTURED)]
#[case::unnamed_type(UNNAMED_TYPE)]
fn what_is_read_prints_the_same(#[case] text: &str) {
    let module = module(text);
    let mut out = String::new();
    for function in &module.functions {
        dump_function(&mut out, &module.unit, function, Flags::NONE);
    }
    // Numbers of labels and temporaries are the unit's own.
    let numbers = |text: &str| {
        let mut seen: Vec<String> = Vec::new();
        let mut parts = text.split("D.");
        let mut out = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let number = part[..digits].to_string();
            let index = seen.iter().position(|known| *known == number).unwrap_or_else(|| {
                seen.push(number);
                seen.len() - 1
            });
            out.push_str(&format!("D.#{index}{}", &part[digits..]));
        }
        out
    };
    assert_eq!(numbers(&out), numbers(text));
}

const RECORDS: &str = r#";; gimlet module 1
unit next_tmp 3;
struct s tag s;
union U;
enum e tag e : signed 32 { A = -1, B = 1 };
typedef struct S name S : struct s;
union U size 4 align 4 flags 0x0 {
  int name i at 0 size 32 align 4 uid 90;
  float name f at 0 size 32 align 4 uid 91;
}
struct s size 24 align 8 flags 0x0 {
  int name a at 0 size 32 align 4 uid 92;
  <unnamed-unsigned:5> name b at 32 size 5 bitfield unsigned int align 4 uid 93;
  struct S * name next at 64 size 64 align 8 uid 94;
  union U at 128 size 32 align 4 uid 95;
}
decl 0 function name f : int <T> (struct S *, int (*<T>) (const char *, ...)) flags 0x5;
decl 1 parm name p : struct S * flags 0x0 context 0;
decl 2 parm name q : int (*<T>) (const char *, ...) flags 0x0 context 0;
decl 3 result : int flags 0x30 context 0;
decl 4 var name g : struct s[2] flags 0x5 align 16;
decl 5 label name lab : void flags 0x0 context 0;
init 4 = {{.aD.92=_Literal (int) 1, .nextD.94=_Literal (struct s *) &gD.4[_Literal (int) 1]}, {}};
sym 4 order 0 uid 0 definition;
sym 0 order 1 uid 1 definition;
asm 2 "\t.globl x\n";
function 0 no 0 properties 0x1;
params 1 2;
body
  {
    vars 5;
    MEM <struct s> [(struct s *)pD.1].bD.93 = _Literal (<unnamed-unsigned:5>) 5;
    MEM <struct s> [(struct s *)pD.1].D.95.fD.91 = _Literal (float) 1.5e+0;
    gD.4[_Literal (int) 0] = MEM <struct s> [(struct s *)pD.1];
    qD.2 (_Literal (const char *) &_Literal (char[6]) "a\"\n\xff?");
    labD.5:
    goto labD.5;
  }
end
"#;

#[rstest]
#[case::ssa(FACT_SSA)]
#[case::counts(LOOP_COUNTED)]
#[case::structured(STRUCTURED)]
#[case::records(RECORDS)]
fn a_printed_module_reads_back_as_itself(#[case] text: &str) {
    let printed = print_module(&module(text));
    assert_eq!(print_module(&module(&printed)), printed);
}

#[test]
fn records_keep_their_layout() {
    let printed = print_module(&module(RECORDS));
    assert_eq!(printed, RECORDS);
}

#[rstest]
#[case("int f (int n)\n{\n  <bb 2> :\n  return m_1;\n}\n", "4:10: error: unknown name m_1")]
#[case("decl 0 var name x : struct t flags 0;", "1:28: error: unknown type struct t")]
#[case(
    "int f ()\n{\n  <bb 2> :\n  goto <bb 9>; [INV]\n}\n",
    "5:1: error: edge 2 -> 9 between no blocks"
)]
#[case("decl 99999999999 var", "1:6: error: number is too large")]
#[case("decl 0 var name s : int flags 0; init 0 = \"abc", "1:43: error: string without an end")]
fn mistakes_have_a_place(#[case] text: &str, #[case] expected: &str) {
    match read_module(text, TargetDesc::lp64()) {
        Ok(_) => panic!("accepted"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn nesting_is_limited() {
    let text = format!(
        "decl 0 var name x : int{} flags 0; init 0 = {};",
        " *".repeat(400),
        "&".repeat(100_000)
    );
    assert!(read_module(&text, TargetDesc::lp64()).is_err());
    let stars = format!("decl 0 var name x : int{} flags 0;", " *".repeat(100_000));
    assert!(read_module(&stars, TargetDesc::lp64()).is_err());
}

/// A text with a few of its tokens taken out, doubled or exchanged.
fn mutated(text: &str, edits: &[(usize, usize, u8)]) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ';', '<', '>']).collect();
    for &(a, b, kind) in edits {
        let (a, b) = (a % words.len(), b % words.len());
        match kind % 4 {
            0 => words.swap(a, b),
            1 => words[a] = words[b],
            2 => words[a] = "",
            _ => words.insert(a, words[b]),
        }
    }
    words.concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_text_makes_the_reader_panic(
        which in 0..4usize,
        edits in prop::collection::vec((any::<usize>(), any::<usize>(), any::<u8>()), 1..6),
    ) {
        let text = [FACT_SSA, LOOP_COUNTED, STRUCTURED, RECORDS][which];
        if let Ok(module) = read_module(&mutated(text, &edits), TargetDesc::lp64()) {
            // What was accepted can be printed, checked and read again.
            let printed = print_module(&module);
            for function in &module.functions {
                let _ = crate::verify::verify_function(&module.unit, function);
            }
            let _ = read_module(&printed, TargetDesc::lp64());
        }
    }
}
