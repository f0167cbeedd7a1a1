//! Claims that hold, and the same ones spoiled: those are found.

use super::{ErrorKind, Limits, run_checked};
use crate::cfg::{BlockId, EdgeId};
use crate::claims::{Claim, Claimed, Claims, Pointees};
use crate::decl::DeclId;
use crate::print::{Flags, decl_text, ssa_name_text, stmt_text};
use crate::read::tests::module;
use crate::ssa::SsaName;
use crate::stmt::StmtId;
use crate::tree::Operand;
use crate::unit::Module;
use rstest::rstest;

/// A loop that stores and loads; `f (3, &a)` for an `a` of its caller.
const PROGRAM: &str = "\
int f (int n, int * p)
{
  int v[2];
  int u;
  int x;
  int k;
  int i;
  int w;
  int even;
  int * q;
  int * o;

  <bb 2> :
  # .MEM_2 = VDEF <.MEM_1(D)>
  v[0] = 7;
  # .MEM_3 = VDEF <.MEM_2>
  v[1] = 8;
  q_4 = &v[1];
  o_26 = p_5(D);
  goto <bb 4>; [INV]

  <bb 3> :
  # VUSE <.MEM_6>
  x_7 = v[0];
  # .MEM_8 = VDEF <.MEM_6>
  *p_5(D) = i_9;
  # VUSE <.MEM_8>
  k_10 = v[1];
  # .MEM_11 = VDEF <.MEM_8>
  v[1] = 8;
  # VUSE <.MEM_11>
  w_12 = *p_5(D);
  even_13 = i_9 * 4;
  i_14 = i_9 + 1;

  <bb 4> :
  # i_9 = PHI <0(2), i_14(3)>
  # u_15 = PHI <u_16(D)(2), i_14(3)>
  # .MEM_6 = PHI <.MEM_3(2), .MEM_11(3)>
  if (i_9 < n_17(D))
    goto <bb 3>; [INV]
  else
    goto <bb 5>; [INV]

  <bb 5> :
  if (n_17(D) == 0)
    goto <bb 6>; [INV]
  else
    goto <bb 7>; [INV]

  <bb 6> :
  return 0;

  <bb 7> :
  # VUSE <.MEM_6>
  return i_9;

}


int main ()
{
  int a[2];
  int r;

  <bb 2> :
  r_1 = f (3, &a);
  return r_1;

}
";

/// The program, with what is looked up by what dumps call it.
struct Program {
    module: Module,
}

impl Program {
    fn new() -> Program {
        Program::of(PROGRAM)
    }

    /// A program of a function without parameters.
    fn calling(f: &str) -> Program {
        Program::of(&format!("{f}{MAIN}"))
    }

    fn of(text: &str) -> Program {
        let module = module(text);
        assert_eq!(module.unit.decl_name(module.functions[0].decl), Some("f"));
        Program { module }
    }

    fn name(&self, text: &str) -> SsaName {
        let f = &self.module.functions[0];
        let mut names = f.names.iter().map(|(name, _)| name).skip(1);
        names.find(|&name| ssa_name_text(&self.module.unit, f, name) == text).expect("a name")
    }

    fn stmt(&self, text: &str) -> StmtId {
        let (unit, f) = (&self.module.unit, &self.module.functions[0]);
        let mut stmts = f.block_order().into_iter().flat_map(|block| f.block_stmts(block));
        stmts.find(|&stmt| stmt_text(unit, f, stmt, Flags::NONE) == text).expect("a statement")
    }

    fn edge(&self, src: u32, dst: u32) -> EdgeId {
        let f = &self.module.functions[0];
        f.find_edge(BlockId(src), BlockId(dst)).expect("an edge")
    }

    fn int(&mut self, value: i128) -> Operand {
        let int = self.module.unit.common.int;
        self.module.unit.int(int, value)
    }

    fn variable(&self, text: &str) -> DeclId {
        let (unit, f) = (&self.module.unit, &self.module.functions[0]);
        let mut variables = f.locals.iter().copied();
        variables
            .find(|&var| decl_text(unit, Some(f), var, Flags::NONE) == text)
            .expect("a variable")
    }

    /// What is found wrong with a claim about `f`.
    fn complaint(&self, claims: impl Into<Claims>) -> Option<String> {
        let Module { unit, functions } = &self.module;
        let claimed =
            Claimed { claims: claims.into(), ..Claimed::new(unit, &functions[0], "p".into()) };
        let args = ["prog".to_string()];
        let run =
            run_checked(&self.module, &[&claimed], &args, &mut std::io::sink(), Limits::default());
        match run {
            Ok(status) => {
                assert_eq!(status.0, 3, "the program does what it does");
                None
            }
            Err(error) => match error.kind {
                ErrorKind::FalseClaim(text) => {
                    text.strip_prefix("p of f claims that ").map(Into::into)
                }
                other => panic!("{other}"),
            },
        }
    }
}

#[rstest]
#[case("x_7", 7, None)]
#[case("w_12", 0, Some("w_12 is 0; it is 1"))]
#[case("even_13", 0, Some("even_13 is 0; it is 4"))]
fn a_constant(#[case] name: &str, #[case] value: i128, #[case] complaint: Option<&str>) {
    let mut program = Program::new();
    let claim = Claim::Value(program.name(name), program.int(value));
    assert_eq!(program.complaint(vec![claim]).as_deref(), complaint);
}

#[rstest]
#[case("w_12", "i_9", None)]
#[case("i_9", "w_12", None)]
#[case("k_10", "x_7", Some("k_10 is x_7; it is 8"))]
#[case("i_9", "i_14", Some("i_9 is i_14; it is 0"))]
// Only in the first round: the value of an earlier one does not count.
#[case("i_9", "x_7", Some("i_9 is x_7; it is 0"))]
fn a_copy(#[case] name: &str, #[case] other: &str, #[case] complaint: Option<&str>) {
    let program = Program::new();
    let claim = Claim::Value(program.name(name), Operand::Ssa(program.name(other)));
    assert_eq!(program.complaint(vec![claim]).as_deref(), complaint);
}

#[rstest]
#[case(0, -4, None)]
#[case(0, -8, Some("even_13 is 0x0 but for the bits 0xfffffffffffffffffffffffffffffff8; it is 4"))]
fn bits(#[case] value: i128, #[case] unknown: i128, #[case] complaint: Option<&str>) {
    let program = Program::new();
    let claim = Claim::Bits { name: program.name("even_13"), value, unknown };
    assert_eq!(program.complaint(vec![claim]).as_deref(), complaint);
}

#[rstest]
#[case(0, 8, None)]
#[case(4, 8, Some("even_13 is between 4 and 8; it is 0"))]
#[case(-8, 3, Some("even_13 is between -8 and 3; it is 4"))]
fn bounds(#[case] low: i128, #[case] high: i128, #[case] complaint: Option<&str>) {
    let program = Program::new();
    let claim = Claim::Within { name: program.name("even_13"), low, high };
    assert_eq!(program.complaint(vec![claim]).as_deref(), complaint);
}

#[rstest]
#[case(5, 6, None)]
#[case(5, 7, Some("the edge from <bb 5> to <bb 7> is not taken; it is"))]
#[case(3, 4, Some("the edge from <bb 3> to <bb 4> is not taken; it is"))]
fn an_edge(#[case] src: u32, #[case] dst: u32, #[case] complaint: Option<&str>) {
    let program = Program::new();
    let claim = Claim::NotTaken(program.edge(src, dst));
    assert_eq!(program.complaint(vec![claim]).as_deref(), complaint);
}

#[rstest]
#[case("x_7 = v[0];", ".MEM_2", false)]
#[case("x_7 = v[0];", ".MEM_1(D)", true)]
#[case("k_10 = v[1];", ".MEM_6", false)]
#[case("k_10 = v[1];", ".MEM_3", true)]
#[case("w_12 = *p_5(D);", ".MEM_8", false)]
#[case("w_12 = *p_5(D);", ".MEM_6", true)]
fn what_is_loaded_was_there(#[case] load: &str, #[case] since: &str, #[case] wrong: bool) {
    let program = Program::new();
    let claim = Claim::Unwritten { load: program.stmt(load), since: program.name(since) };
    assert_eq!(program.complaint(vec![claim]).is_some(), wrong);
}

/// A store that writes what is there is none for what is claimed of loads.
#[test]
fn a_redundant_store() {
    let program = Program::new();
    let first = program.stmt("v[1] = 8;");
    let all: Vec<StmtId> = {
        let f = &program.module.functions[0];
        f.block_stmts(BlockId(3)).filter(|&stmt| f.stmts[stmt].vdef.is_some()).collect()
    };
    let [through_pointer, in_loop] = all[..] else { panic!("two stores") };
    let load = program.stmt("k_10 = v[1];");
    let claims =
        vec![Claim::Redundant(in_loop), Claim::Unwritten { load, since: program.name(".MEM_3") }];
    assert_eq!(program.complaint(claims), None);
    for wrong in [first, through_pointer] {
        let complaint = program.complaint(vec![Claim::Redundant(wrong)]);
        assert!(complaint.is_some_and(|text| text.contains("stores what is there")));
    }
}

#[rstest]
#[case("v[0] = 7;", Some("nothing reads what ‘v[0] = 7;’ writes; this does"))]
#[case("*p_5(D) = i_9;", Some("nothing reads what ‘*p_5(D) = i_9;’ writes; this does"))]
fn a_dead_store_that_is_read(#[case] store: &str, #[case] complaint: Option<&str>) {
    let program = Program::new();
    let claims = vec![Claim::Dead(program.stmt(store))];
    assert_eq!(program.complaint(claims).as_deref(), complaint);
}

#[test]
fn a_dead_store_that_only_dead_loads_read() {
    let program = Program::new();
    let store = Claim::Dead(program.stmt("*p_5(D) = i_9;"));
    let load = Claim::Unused(program.stmt("w_12 = *p_5(D);"));
    assert_eq!(program.complaint(vec![store, load]), None);
}

/// What calls a function without parameters.
const MAIN: &str = "
int main ()
{
  int r;

  <bb 2> :
  r_1 = f ();
  return r_1;

}
";

/// Stores of which one is dead and the next one stores what is there without it.
const STORES: &str = "\
int f ()
{
  int v[2];
  int k;

  <bb 2> :
  # .MEM_2 = VDEF <.MEM_1(D)>
  v[0] = 3;
  # .MEM_3 = VDEF <.MEM_2>
  v[0] = 8;
  # .MEM_4 = VDEF <.MEM_3>
  v[0] = 3;
  # VUSE <.MEM_4>
  k_5 = v[0];
  return k_5;

}
";

#[test]
fn a_dead_store_before_a_redundant_one() {
    let program = Program::calling(STORES);
    let f = &program.module.functions[0];
    let stores: Vec<StmtId> =
        f.block_stmts(BlockId(2)).filter(|&stmt| f.stmts[stmt].vdef.is_some()).collect();
    let claims = vec![Claim::Dead(stores[1]), Claim::Redundant(stores[2])];
    assert_eq!(program.complaint(claims), None);
    let complaint = program.complaint(vec![Claim::Dead(stores[2])]);
    assert!(complaint.is_some_and(|text| text.starts_with("nothing reads what")));
}

/// A loop that reads what nothing has written since its object has ended.
const ENDED: &str = "\
int f ()
{
  int v[2];
  int k;
  int i;

  <bb 2> :
  goto <bb 4>; [INV]

  <bb 3> :
  # VUSE <.MEM_2>
  k_3 = v[1];
  # .MEM_4 = VDEF <.MEM_2>
  v[1] = 8;
  # .MEM_5 = VDEF <.MEM_4>
  v ={v} {CLOBBER(eol)};
  i_6 = i_7 + 1;

  <bb 4> :
  # i_7 = PHI <0(2), i_6(3)>
  # .MEM_2 = PHI <.MEM_1(D)(2), .MEM_5(3)>
  if (i_7 < 3)
    goto <bb 3>; [INV]
  else
    goto <bb 5>; [INV]

  <bb 5> :
  return i_7;

}
";

/// An object that has ended is another one when it is used again, and what it held is not there any more.
#[test]
fn a_store_into_what_ends() {
    let mut program = Program::calling(ENDED);
    let store = program.stmt("v[1] = 8;");
    assert_eq!(program.complaint(vec![Claim::Dead(store)]), None);
    // So it is in the first round only.
    let claim = Claim::Value(program.name("k_3"), program.int(0));
    let complaint = program.complaint(vec![claim]);
    assert_eq!(complaint.as_deref(), Some("k_3 is 0; it is -1515870811"));
}

#[rstest]
#[case("q_4", 1, None)]
#[case("o_26", 0, None)]
#[case("q_4", 0, Some("q_4 points to no such object; it points into the frame at 0x4"))]
fn a_pointer(#[case] name: &str, #[case] pointees: u32, #[case] complaint: Option<&str>) {
    let program = Program::new();
    let claims = Claims {
        list: vec![Claim::PointsTo(program.name(name), pointees)],
        objects: vec![program.variable("v")],
        pointees: vec![
            Pointees { global: true, ..Pointees::default() },
            Pointees { vars: vec![program.variable("v")], ..Pointees::default() },
        ],
    };
    assert_eq!(program.complaint(claims).as_deref(), complaint);
}

#[rstest]
#[case("x_7", None)]
#[case("even_13", Some("even_13 is the same all through the loop at <bb 4>; it is 4"))]
fn an_invariant(#[case] name: &str, #[case] complaint: Option<&str>) {
    let program = Program::new();
    let claim = Claim::Invariant(program.name(name), BlockId(4));
    assert_eq!(program.complaint(vec![claim]).as_deref(), complaint);
}

/// `u_15` is undefined in the first round, and `i_14` of the round before later: it may be taken for that.
#[test]
fn an_undefined_value_is_any() {
    let mut program = Program::new();
    let u = program.name("u_15");
    assert_eq!(program.complaint(vec![Claim::Value(u, Operand::Ssa(program.name("i_9")))]), None);
    let five = program.int(5);
    let complaint = program.complaint(vec![Claim::Value(u, five)]);
    assert_eq!(complaint.as_deref(), Some("u_15 is 5; it is 1"));
}
