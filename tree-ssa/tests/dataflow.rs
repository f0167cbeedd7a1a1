//! Data flow: the tables of the texts Gimlet grew out of, on CFGs that fit what the texts say; that the order of visits and
//! the way sets are kept change nothing; where the fixed point and the meet over all paths differ.

mod support;

use gimlet_tree_ssa::analyses::dataflow::bits::{self, AsLattice, GenKill, Meet};
use gimlet_tree_ssa::analyses::dataflow::constants::{Constants, Known};
use gimlet_tree_ssa::analyses::dataflow::expressions::Expressions;
use gimlet_tree_ssa::analyses::dataflow::paths::meet_over_paths;
use gimlet_tree_ssa::analyses::dataflow::{Direction, Solution, live, reaching, solve};
use gimple::cfg::BlockId;
use gimple::decl::DeclId;
use gimple::options::{Choice, DataflowOrder};
use gimple::target::TargetDesc;
use gimple::unit::{Module, Unit};
use proptest::prelude::*;
use support::{build, program};

const RPO: DataflowOrder = DataflowOrder::ReversePostOrder;

fn read(body: &str) -> Module {
    let text = format!(
        "int f (int p, int q)\n{{\n  int a;\n  int b;\n  int c;\n  int i;\n  int flag;\n  int x;\n  int y;\n  int z;\n\n{body}\n}}\n"
    );
    gimple::read::read_module(&text, TargetDesc::lp64())
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn names(unit: &Unit, variables: &[DeclId], facts: &[usize]) -> Vec<String> {
    let mut names: Vec<String> = facts
        .iter()
        .map(|&fact| unit.decl_name(variables[fact]).unwrap_or("").to_string())
        .collect();
    names.sort();
    names
}

/// Figure 3-7, as far as the text tells: blocks A to G (here 2 to 8), a loop, live variables found from the last block up;
/// the third round finds nothing new.
#[test]
fn live_variables_of_table_3_3() {
    let module = read(
        "  <bb 2> :\n  a = p;\n  b = q;\n\n  <bb 3> :\n  c = a + b;\n  if (c > 9)\n    goto <bb 4>;\n  else\n    goto <bb 5>;\n\n  <bb 4> :\n  a = b * 2;\n  goto <bb 6>;\n\n  <bb 5> :\n  b = a + 1;\n\n  <bb 6> :\n  i = c - a;\n\n  <bb 7> :\n  if (i < q)\n    goto <bb 3>;\n  else\n    goto <bb 8>;\n\n  <bb 8> :\n  return i;\n",
    );
    let (unit, f) = (&module.unit, &module.functions[0]);
    let (variables, numbers) = live::variables(unit, f);
    let found = bits::solve(f, &live::problem(unit, f, &numbers), RPO);
    let at_end = |block| names(unit, &variables, &found.at_end.facts(BlockId(block)));
    assert_eq!(at_end(8), [""; 0]);
    assert_eq!(at_end(7), ["a", "b", "i", "q"]);
    assert_eq!(at_end(6), ["a", "b", "i", "q"]);
    assert_eq!(at_end(5), ["a", "b", "c", "q"]);
    assert_eq!(at_end(4), ["a", "b", "c", "q"]);
    assert_eq!(at_end(3), ["a", "b", "c", "q"]);
    assert_eq!(at_end(2), ["a", "b", "q"]);
    assert_eq!(found.iterations, 3);
}

/// Figure 3-8, as far as the text tells: blocks A to E (here 2 to 6), found from the first block down in three rounds.
#[test]
fn reaching_definitions_of_table_3_4() {
    let module = read(
        "  <bb 2> :\n  x = 3;\n  y = 4;\n\n  <bb 3> :\n  if (x < q)\n    goto <bb 4>;\n  else\n    goto <bb 6>;\n\n  <bb 4> :\n  y = x + 1;\n\n  <bb 5> :\n  x = y * 2;\n  goto <bb 3>;\n\n  <bb 6> :\n  return y;\n",
    );
    let (unit, f) = (&module.unit, &module.functions[0]);
    // x = 3; y = 4; y = x + 1; x = y * 2 are d1 to d4.
    let definitions = reaching::definitions(unit, f);
    let found = bits::solve(f, &reaching::problem(f, &definitions), RPO);
    let out = |block| found.at_end.facts(BlockId(block)).iter().map(|d| d + 1).collect::<Vec<_>>();
    assert_eq!(out(2), [1, 2]);
    assert_eq!(out(3), [1, 2, 3, 4]);
    assert_eq!(out(4), [1, 3, 4]);
    assert_eq!(out(5), [3, 4]);
    assert_eq!(out(6), [1, 2, 3, 4]);
    assert_eq!(found.iterations, 3);
}

const LISTING_3_8: &str = "  <bb 2> :\n  i = 1;\n  flag = 0;\n\n  <bb 3> :\n  if (i > 0)\n    goto <bb 4>;\n  else\n    goto <bb 9>;\n\n  <bb 4> :\n  if (flag == 0)\n    goto <bb 5>;\n  else\n    goto <bb 9>;\n\n  <bb 5> :\n  if (i == 1)\n    goto <bb 7>;\n  else\n    goto <bb 6>;\n\n  <bb 6> :\n  i = i + 1;\n  goto <bb 8>;\n\n  <bb 7> :\n  flag = 1;\n\n  <bb 8> :\n  goto <bb 3>;\n\n  <bb 9> :\n  return i;\n";

/// What is known of `i` and `flag` before each block and after it.
fn constants(module: &mut Module, conditional: bool) -> (Solution<Vec<Known>>, usize, usize) {
    let f = &module.functions[0];
    let (variables, numbers) = live::variables(&module.unit, f);
    let number = |name: &str| {
        variables.iter().position(|&var| module.unit.decl_name(var) == Some(name)).expect("there")
    };
    let (i, flag) = (number("i"), number("flag"));
    let mut problem = Constants::new(&mut module.unit, &variables, &numbers, conditional);
    (solve(f, &mut problem, RPO), i, flag)
}

fn number(unit: &Unit, known: Known) -> Option<i128> {
    match known {
        Known::Constant(id) => unit.consts.as_int(id),
        _ => None,
    }
}

/// Table 3-5: but for the first statement nothing is constant at the end, in three rounds.
#[test]
fn constants_of_table_3_5() {
    let mut module = read(LISTING_3_8);
    let (found, i, flag) = constants(&mut module, false);
    for block in 3..=9 {
        assert_eq!(found.into[block][i], Known::Varying, "i before <bb {block}>");
        assert_eq!(found.into[block][flag], Known::Varying, "flag before <bb {block}>");
    }
    assert_eq!(number(&module.unit, found.result[2][i]), Some(1));
    assert_eq!(number(&module.unit, found.result[2][flag]), Some(0));
    assert_eq!(found.iterations, 3);
}

/// The note on Table 3-5: with conditions decided, the increment is never reached and flag is 1 after its assignment.
#[test]
fn conditional_constants_of_listing_3_8() {
    let mut module = read(LISTING_3_8);
    let (found, i, flag) = constants(&mut module, true);
    assert!(!found.reached[6]);
    for block in [3, 4, 5, 7, 8, 9] {
        assert_eq!(number(&module.unit, found.into[block][i]), Some(1), "i before <bb {block}>");
    }
    assert_eq!(number(&module.unit, found.result[7][flag]), Some(1));
    assert_eq!(number(&module.unit, found.into[8][flag]), Some(1));
}

/// Figure 3-6: the fixed point has met x and y before it adds them, the meet over paths adds first.
#[test]
fn paths_know_more_than_the_fixed_point() {
    let mut module = read(
        "  <bb 2> :\n  if (p > 0)\n    goto <bb 3>;\n  else\n    goto <bb 4>;\n\n  <bb 3> :\n  x = 2;\n  y = 3;\n  goto <bb 5>;\n\n  <bb 4> :\n  x = 3;\n  y = 2;\n\n  <bb 5> :\n  z = x + y;\n\n  <bb 6> :\n  return z;\n",
    );
    let f = &module.functions[0];
    let (variables, numbers) = live::variables(&module.unit, f);
    let of = |name: &str| {
        variables.iter().position(|&var| module.unit.decl_name(var) == Some(name)).expect("there")
    };
    let (x, y, z) = (of("x"), of("y"), of("z"));
    let mut problem = Constants::new(&mut module.unit, &variables, &numbers, false);
    let fixed = solve(f, &mut problem, RPO);
    let paths = meet_over_paths(f, &mut problem, 100).expect("there are two paths");
    let paths = paths[6].clone().expect("they lead here");
    assert_eq!([x, y, z].map(|v| fixed.into[6][v]), [Known::Varying; 3]);
    assert_eq!([x, y].map(|v| paths[v]), [Known::Varying; 2]);
    assert_eq!(number(&module.unit, paths[z]), Some(5));
}

/// All problems over sets.
fn problems(unit: &Unit, f: &gimple::function::Function) -> Vec<GenKill> {
    let (_, numbers) = live::variables(unit, f);
    let expressions = Expressions::find(unit, f);
    vec![
        live::problem(unit, f, &numbers),
        reaching::problem(f, &reaching::definitions(unit, f)),
        expressions.available(unit, f, Meet::Intersection),
        expressions.available(unit, f, Meet::Union),
        expressions.anticipated(unit, f, Meet::Intersection),
        expressions.anticipated(unit, f, Meet::Union),
    ]
}

proptest! {
    #[test]
    fn neither_order_nor_representation_matters(program in program()) {
        let built = build(&program);
        prop_assert!(!program.turns.is_empty() && built.meaning.len() < 1000);
        for problem in problems(&built.unit, &built.f) {
            let first = bits::solve(&built.f, &problem, RPO);
            for &(word, order) in DataflowOrder::WORDS {
                let other = bits::solve(&built.f, &problem, order);
                let general = solve(&built.f, &mut AsLattice(&problem), order);
                for block in built.f.block_order() {
                    prop_assert_eq!(first.at_start.facts(block), other.at_start.facts(block));
                    prop_assert_eq!(first.at_end.facts(block), other.at_end.facts(block));
                    let into = match problem.direction {
                        Direction::Forward => &first.at_start,
                        Direction::Backward => &first.at_end,
                    };
                    let words = &general.into[block.0 as usize];
                    let facts: Vec<usize> = (0..problem.facts)
                        .filter(|fact| words[fact / 64] >> (fact % 64) & 1 != 0)
                        .collect();
                    prop_assert_eq!(facts, into.facts(block), "{} {}", problem.name, word);
                }
            }
        }
    }

    /// These transfer functions distribute over the meet: there is nothing to be lost.
    #[test]
    fn sets_lose_nothing_to_paths(mut program in program()) {
        // Forward jumps only, so that paths end.
        let count = program.blocks.len();
        for (index, block) in program.blocks.iter_mut().enumerate() {
            block.1 = block.1.max(index + 1).min(count);
            block.2 = block.2.max(index + 1).min(count);
        }
        let built = build(&program);
        for problem in problems(&built.unit, &built.f) {
            let fixed = solve(&built.f, &mut AsLattice(&problem), RPO);
            let Some(paths) = meet_over_paths(&built.f, &mut AsLattice(&problem), 100_000) else {
                continue;
            };
            for block in built.f.block_order() {
                if let Some(met) = &paths[block.0 as usize] {
                    prop_assert_eq!(met, &fixed.into[block.0 as usize], "{}", problem.name);
                }
            }
        }
    }
}
