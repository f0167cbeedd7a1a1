//! Passes on small functions: what a pass leaves of a dump, in dump syntax, and that the verifiers are content.

use dumps::{DumpFlags, MemoryDump};
use expect_test::{Expect, expect};
use gimlet_tree_passes as tree_passes;
use gimple::cfg::ENTRY;
use gimple::function::Function;
use gimple::options::Options;
use gimple::pass::{PassContext, PassId, RunFn, Services, Statistics, Todo};
use gimple::read::read_module;
use gimple::target::TargetDesc;
use gimple::unit::{Module, Unit};

fn nothing(_: &mut PassContext<'_>, _: &mut Function) -> Todo {
    Todo::NONE
}

fn no_dump(_: &mut PassContext<'_>, _: &Function) {}

fn services() -> Services {
    Services {
        cleanup_cfg: tree_ssa::cleanup::cfg_cleanup::execute,
        update_ssa: tree_ssa::ssa::update_ssa::execute,
        compute_alias: nothing,
        update_address_taken: tree_ssa::ssa::address_taken::execute,
        remove_unused_locals: nothing,
        dump_header: no_dump,
        dump_tree: no_dump,
        dump_rtl: no_dump,
        graph_rtl: |_, _, _| {},
        verify_tree: gimple::verify::verify_function,
        verify_rtl: |_: &Unit, _: &Function| Ok(()),
    }
}

/// The function `f` of a text after a pass, from its first block on.
fn after(text: &str, pass: RunFn) -> String {
    let Module { mut unit, functions } =
        read_module(text, TargetDesc::lp64()).expect("the text is right");
    let mut f = functions
        .into_iter()
        .find(|f| unit.decl_name(f.decl) == Some("f"))
        .expect("the text defines f");
    let (options, services) = (Options::new(2, false, false), services());
    let mut memory = MemoryDump::new(DumpFlags::NONE);
    let mut statistics = Statistics::default();
    let mut cx = PassContext {
        unit: &mut unit,
        options: &options,
        dump: memory.dump(),
        pass: PassId { name: "test", instance: 0 },
        services: &services,
        statistics: &mut statistics,
    };
    tree_ssa::analyses::alias::compute(&mut cx, &mut f);
    let todo = pass(&mut cx, &mut f);
    if todo.intersects(Todo::CLEANUP_CFG) {
        tree_ssa::cleanup::cfg_cleanup::execute(&mut cx, &mut f);
    }
    tree_ssa::ssa::update_ssa::execute(&mut cx, &mut f, todo);
    assert!(f.is_live(ENTRY));
    gimple::verify::verify_function(&unit, &f).expect("the pass leaves a valid function");
    let mut out = String::new();
    gimple::print::dump_function(&mut out, &unit, &f, DumpFlags::NONE);
    let start = out.find("  <bb 2>").expect("the function has a block");
    let body = out[start..].trim_end().trim_end_matches('}').trim_end();
    // Expectations are written without the indentation all lines share.
    body.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}

fn check(text: &str, pass: RunFn, expected: Expect) {
    expected.assert_eq(&after(text, pass));
}

const LOOP: &str = "\
int f (int n, int k)
{
  int s;
  int i;
  int _1;

  <bb 2> :
  goto <bb 4>; [INV]

  <bb 3> :
  _1 = k_8(D) * 7;
  s_9 = s_3 + _1;
  i_10 = i_2 + 1;

  <bb 4> :
  # i_2 = PHI <0(2), i_10(3)>
  # s_3 = PHI <0(2), s_9(3)>
  if (i_2 < n_7(D))
    goto <bb 3>; [INV]
  else
    goto <bb 5>; [INV]

  <bb 5> :
  return s_3;

}
";

#[test]
fn a_loop_tests_at_its_end() {
    check(
        LOOP,
        tree_passes::loops::ch::execute,
        expect![[r#"
              <bb 2> :
              if (n_7(D) > 0)
                goto <bb 3>; [INV]
              else
                goto <bb 4>; [INV]

              <bb 3> :
              # i_13 = PHI <i_10(3), 0(2)>
              # s_14 = PHI <s_9(3), 0(2)>
              _1 = k_8(D) * 7;
              s_9 = s_14 + _1;
              i_10 = i_13 + 1;
              if (n_7(D) > i_10)
                goto <bb 3>; [INV]
              else
                goto <bb 4>; [INV]

              <bb 4> :
              # s_15 = PHI <s_9(3), 0(2)>
              return s_15;
        "#]],
    );
}

#[test]
fn an_invariant_product_leaves_the_loop() {
    check(
        LOOP,
        tree_passes::loops::lim::execute,
        expect![[r#"
            <bb 2> :
            _11 = (unsigned int) k_8(D);
            _12 = _11 * 7;
            _1 = (int) _12;
            goto <bb 4>; [INV]

            <bb 3> :
            s_9 = s_3 + _1;
            i_10 = i_2 + 1;

            <bb 4> :
            # i_2 = PHI <0(2), i_10(3)>
            # s_3 = PHI <0(2), s_9(3)>
            if (i_2 < n_7(D))
              goto <bb 3>; [INV]
            else
              goto <bb 5>; [INV]

            <bb 5> :
            return s_3;
        "#]],
    );
}

const DEAD_LOOP: &str = "\
int f (int n, int c)
{
  int t;
  int i;

  <bb 2> :
  t_5 = n_4(D) * 3;
  if (c_6(D) != 0)
    goto <bb 3>; [INV]
  else
    goto <bb 4>; [INV]

  <bb 3> :
  t_7 = t_5 + 1;

  <bb 4> :
  # t_1 = PHI <t_5(2), t_7(3)>
  goto <bb 6>; [INV]

  <bb 5> :
  i_8 = i_2 + 1;

  <bb 6> :
  # i_2 = PHI <0(4), i_8(5)>
  if (i_2 < n_4(D))
    goto <bb 5>; [INV]
  else
    goto <bb 7>; [INV]

  <bb 7> :
  return n_4(D);

}
";

#[test]
fn branches_keep_without_control_dependence() {
    check(
        DEAD_LOOP,
        tree_passes::scalar::dce::execute,
        expect![[r#"
          <bb 2> :
          goto <bb 4>; [INV]

          <bb 3> :
          i_8 = i_2 + 1;

          <bb 4> :
          # i_2 = PHI <0(2), i_8(3)>
          if (i_2 < n_4(D))
            goto <bb 3>; [INV]
          else
            goto <bb 5>; [INV]

          <bb 5> :
          return n_4(D);
    "#]],
    );
}

#[test]
fn a_finite_loop_without_effect_goes() {
    check(
        DEAD_LOOP,
        tree_passes::scalar::dce::execute_control_dependent,
        expect![[r#"
          <bb 2> :
          return n_4(D);
    "#]],
    );
}

#[test]
fn a_loop_that_may_not_end_stays() {
    let text = DEAD_LOOP.replace("i_8 = i_2 + 1", "i_8 = i_2 * 3");
    check(
        &text,
        tree_passes::scalar::dce::execute_control_dependent,
        expect![[r#"
          <bb 2> :
          goto <bb 4>; [INV]

          <bb 3> :
          i_8 = i_2 * 3;

          <bb 4> :
          # i_2 = PHI <0(2), i_8(3)>
          if (i_2 < n_4(D))
            goto <bb 3>; [INV]
          else
            goto <bb 5>; [INV]

          <bb 5> :
          return n_4(D);
    "#]],
    );
}

#[test]
fn addresses_and_comparisons_go_into_their_uses() {
    let text = "\
int f (int * p, int a, int b)
{
  int * q;
  int c;
  _Bool _1;
  int _2;

  <bb 2> :
  q_5 = p_4(D) + 8;
  _2 = *q_5;
  _1 = a_6(D) < b_7(D);
  c_8 = (int) _1;
  if (c_8 != 0)
    goto <bb 3>; [INV]
  else
    goto <bb 4>; [INV]

  <bb 3> :
  return _2;

  <bb 4> :
  return a_6(D);

}
";
    check(
        text,
        tree_passes::scalar::forwprop::execute,
        expect![[r#"
          <bb 2> :
          _2 = MEM[(int *)p_4(D) + 8B];
          _1 = a_6(D) < b_7(D);
          c_8 = (int) _1;
          if (a_6(D) < b_7(D))
            goto <bb 3>; [INV]
          else
            goto <bb 4>; [INV]

          <bb 3> :
          return _2;

          <bb 4> :
          return a_6(D);
    "#]],
    );
}

#[test]
fn an_overwritten_store_goes() {
    let text = "\
void f (int * p, int a)
{
  <bb 2> :
  # .MEM_2 = VDEF <.MEM_1(D)>
  *p_4(D) = 4;
  # .MEM_3 = VDEF <.MEM_2>
  *p_4(D) = a_5(D);
  # VUSE <.MEM_3>
  return;

}
";
    check(
        text,
        tree_passes::memory::dse::execute,
        expect![[r#"
          <bb 2> :
          *p_4(D) = a_5(D);
          return;
    "#]],
    );
}

#[test]
fn a_store_that_is_read_stays() {
    let text = "\
int f (int * p, int a)
{
  int _6;

  <bb 2> :
  # .MEM_2 = VDEF <.MEM_1(D)>
  *p_4(D) = 4;
  # VUSE <.MEM_2>
  _6 = *p_4(D);
  # .MEM_3 = VDEF <.MEM_2>
  *p_4(D) = a_5(D);
  # VUSE <.MEM_3>
  return _6;

}
";
    check(
        text,
        tree_passes::memory::dse::execute,
        expect![[r#"
          <bb 2> :
          *p_4(D) = 4;
          _6 = *p_4(D);
          *p_4(D) = a_5(D);
          return _6;
    "#]],
    );
}

#[test]
fn phis_merge_into_their_successor() {
    let text = "\
int f (int a, int b, int c)
{
  int t;

  <bb 2> :
  if (a_4(D) != 0)
    goto <bb 3>; [INV]
  else
    goto <bb 7>; [INV]

  <bb 3> :
  if (b_5(D) != 0)
    goto <bb 4>; [INV]
  else
    goto <bb 5>; [INV]

  <bb 4> :
  t_7 = b_5(D) + 1;
  goto <bb 6>; [INV]

  <bb 5> :
  t_8 = c_6(D) + 2;

  <bb 6> :
  # t_1 = PHI <t_7(4), t_8(5)>

  <bb 7> :
  # t_2 = PHI <t_1(6), c_6(D)(2)>
  return t_2;

}
";
    check(
        text,
        tree_passes::scalar::merge_phi::execute,
        expect![[r#"
            <bb 2> :
            if (a_4(D) != 0)
              goto <bb 3>; [INV]
            else
              goto <bb 7>; [INV]

            <bb 3> :
            if (b_5(D) != 0)
              goto <bb 4>; [INV]
            else
              goto <bb 5>; [INV]

            <bb 4> :
            t_7 = b_5(D) + 1;
            goto <bb 7>; [INV]

            <bb 5> :
            t_8 = c_6(D) + 2;

            <bb 7> :
            # t_2 = PHI <t_8(5), c_6(D)(2), t_7(4)>
            return t_2;
        "#]],
    );
}

#[test]
fn a_computation_sinks_to_its_only_use() {
    let text = "\
int f (int a, int b, int c)
{
  int t;
  int _1;

  <bb 2> :
  t_5 = a_3(D) * b_4(D);
  if (c_6(D) != 0)
    goto <bb 3>; [INV]
  else
    goto <bb 4>; [INV]

  <bb 3> :
  _1 = t_5 + c_6(D);
  return _1;

  <bb 4> :
  return 7;

}
";
    check(
        text,
        tree_passes::redundancy::sink::execute,
        expect![[r#"
          <bb 2> :
          if (c_6(D) != 0)
            goto <bb 3>; [INV]
          else
            goto <bb 4>; [INV]

          <bb 3> :
          t_5 = a_3(D) * b_4(D);
          _1 = t_5 + c_6(D);
          return _1;

          <bb 4> :
          return 7;
    "#]],
    );
}
