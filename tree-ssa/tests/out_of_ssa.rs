//! Out of SSA on random CFGs: whatever the form, the construction and the method, a walk through the function with its
//! partitions reads what the walk through SSA form reads. Copies are propagated first, which makes names of one web live
//! at once: without that, any method is right.

mod support;

use dumps::Dump;
use gimlet_tree_ssa::graph::dominance::{Direction, Dominators};
use gimlet_tree_ssa::graph::order::mark_dfs_back_edges;
use gimlet_tree_ssa::ssa::into_ssa::build_ssa_form;
use gimlet_tree_ssa::ssa::out_of_ssa::{Partitions, Place, is_undefined, rewrite_out_of_ssa};
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::{Choice, OutOfSsa, SsaConstruction, SsaForm};
use gimple::partitions::PartitionId;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use support::{Built, Program, build, program};

/// Where a value comes from: a statement's execution, the value on entry, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Made(StmtId),
    Entry(SsaName),
    Undefined,
}

/// What each statement that makes a value or decides reads, along a walk.
type Trace = Vec<(StmtId, Vec<Token>)>;

/// A program in SSA form, its `x = y + y` taken for copies and propagated.
fn transformed(
    program: &Program,
    form: SsaForm,
    construction: SsaConstruction,
) -> (Unit, Function) {
    let Built { mut unit, mut f, meaning } = build(program);
    build_ssa_form(&mut unit, &mut f, &mut Dump::off(), form, construction);
    for block in f.block_order() {
        for stmt in f.block_stmts(block).collect::<Vec<_>>() {
            let StmtKind::Assign { lhs: Operand::Ssa(lhs), rhs: [a, b, _], .. } =
                f.stmts[stmt].kind
            else {
                continue;
            };
            let copy = meaning.get(&stmt).is_some_and(|(reads, _)| reads[0] == reads[1]);
            if copy && a == b {
                f.replace_uses_by(&mut unit, lhs, a);
                f.remove_stmt(stmt);
            }
        }
    }
    (unit, f)
}

/// Follows a program's turns and records what is read; `names` says what a name holds, `values` what happens on edges.
fn trace(f: &Function, program: &Program, machine: &mut dyn Machine) -> Trace {
    let mut trace = Trace::new();
    let mut turns = program.turns.iter();
    let mut edge = f.blocks[ENTRY].succs[0];
    machine.leave(f, ENTRY, edge);
    for _ in 0..400 {
        let block = f.edges[edge].dst;
        if block == EXIT {
            return trace;
        }
        for stmt in f.block_stmts(block) {
            let mut reads = Vec::new();
            f.for_each_read(stmt, &mut |op| {
                reads.extend(op.ssa().map(|name| machine.read(f, name)))
            });
            match f.stmts[stmt].kind {
                StmtKind::Assign { lhs: Operand::Ssa(lhs), code: TreeCode::Single, .. } => {
                    machine.write(lhs, reads.first().copied().unwrap_or(Token::Undefined));
                }
                StmtKind::Assign { lhs: Operand::Ssa(lhs), .. } => {
                    trace.push((stmt, reads));
                    machine.write(lhs, Token::Made(stmt));
                }
                // It is read in place, after the copies.
                _ => {}
            }
        }
        let succs = &f.blocks[block].succs;
        let turn = match succs.len() {
            0 => return trace,
            1 => 0,
            n => match turns.next() {
                Some(&turn) => usize::from(turn) % n,
                None => return trace,
            },
        };
        edge = succs[turn];
        machine.leave(f, block, edge);
        if let Some(last) = f.last_stmt(block).filter(|&stmt| f.is_control(stmt)) {
            let mut reads = Vec::new();
            f.for_each_read(last, &mut |op| {
                reads.extend(op.ssa().map(|name| machine.control(f, name)))
            });
            trace.push((last, reads));
        }
    }
    trace
}

/// What names hold, in one form or the other.
trait Machine {
    fn read(&self, f: &Function, name: SsaName) -> Token;
    /// As read by the statement at the end of the block that was left.
    fn control(&self, f: &Function, name: SsaName) -> Token {
        self.read(f, name)
    }
    fn write(&mut self, name: SsaName, token: Token);
    /// What happens at the end of a block that goes on to `edge`.
    fn leave(&mut self, f: &Function, block: BlockId, edge: gimple::cfg::EdgeId);
}

fn on_entry(f: &Function, name: SsaName) -> Token {
    if f.names[name].has(NameFlags::DEFAULT_DEF) { Token::Entry(name) } else { Token::Undefined }
}

/// φs take their arguments at once.
#[derive(Default)]
struct InSsa {
    names: FxHashMap<SsaName, Token>,
    /// The names before the φs of the next block.
    before: FxHashMap<SsaName, Token>,
}

impl Machine for InSsa {
    fn read(&self, f: &Function, name: SsaName) -> Token {
        self.names.get(&name).copied().unwrap_or_else(|| on_entry(f, name))
    }
    fn control(&self, f: &Function, name: SsaName) -> Token {
        self.before.get(&name).copied().unwrap_or_else(|| on_entry(f, name))
    }
    fn write(&mut self, name: SsaName, token: Token) {
        self.names.insert(name, token);
    }
    fn leave(&mut self, f: &Function, _block: BlockId, edge: gimple::cfg::EdgeId) {
        self.before = self.names.clone();
        for phi in f.phis(f.edges[edge].dst) {
            let arg = f.phi_arg(phi, edge).ssa().expect("arguments are names");
            let token = self.before.get(&arg).copied().unwrap_or_else(|| on_entry(f, arg));
            self.names.insert(f.phi(phi).result, token);
        }
    }
}

/// Names are partitions; copies happen one after the other.
struct InPlaces<'a> {
    parts: &'a Partitions,
    places: FxHashMap<PartitionId, Token>,
}

impl Machine for InPlaces<'_> {
    fn read(&self, f: &Function, name: SsaName) -> Token {
        let place = self.parts.of(name);
        self.places.get(&place).copied().unwrap_or_else(|| on_entry(f, name))
    }
    fn write(&mut self, name: SsaName, token: Token) {
        self.places.insert(self.parts.of(name), token);
    }
    fn leave(&mut self, _f: &Function, block: BlockId, _edge: gimple::cfg::EdgeId) {
        let mut saved = FxHashMap::default();
        for copy in self.parts.copies.get(&block).map_or(&[][..], Vec::as_slice) {
            let value = match copy.src {
                Place::Partition(from) => self.places.get(&from).copied(),
                Place::SavedOf(from) => saved.get(&from).copied(),
                Place::Value(_) => None,
            };
            let value = value.unwrap_or(Token::Undefined);
            match copy.dst {
                Place::Partition(to) => {
                    self.places.insert(to, value);
                }
                Place::SavedOf(of) => {
                    saved.insert(of, value);
                }
                Place::Value(_) => {}
            }
        }
    }
}

/// The first statement that reads something else than in SSA form; undefined values may become anything.
fn first_difference(expected: &Trace, got: &Trace, unit: &Unit, f: &Function) -> Option<StmtId> {
    let undefined = |token: &Token| match token {
        Token::Undefined => true,
        Token::Entry(name) => is_undefined(unit, f, *name),
        Token::Made(_) => false,
    };
    let same = |a: &Token, b: &Token| undefined(a) || a == b;
    expected
        .iter()
        .zip(got)
        .find(|((stmt, a), (other, b))| {
            stmt != other || !a.iter().zip(b.iter()).all(|(a, b)| same(a, b))
        })
        .map(|(entry, _)| entry.0)
}

/// Takes a program into SSA form and out again; the first statement that reads something wrong then.
fn in_and_out(
    program: &Program,
    form: SsaForm,
    construction: SsaConstruction,
    method: OutOfSsa,
) -> Result<Option<StmtId>, String> {
    let (other, before) = transformed(program, form, construction);
    let (mut unit, mut f) = transformed(program, form, construction);
    let parts = rewrite_out_of_ssa(&mut unit, &mut f, method, false);
    gimple::verify::verify_function(&unit, &f)?;
    let expected = trace(&before, program, &mut InSsa::default());
    let mut places = InPlaces { parts: &parts, places: FxHashMap::default() };
    // Parameters lie in their places.
    for (name, data) in f.names.iter() {
        if data.has(NameFlags::DEFAULT_DEF) && !is_undefined(&unit, &f, name) {
            places.write(name, Token::Entry(name));
        }
    }
    let got = trace(&f, program, &mut places);
    Ok(first_difference(&expected, &got, &other, &before))
}

proptest! {
    #[test]
    fn every_combination_is_right(program in program()) {
        for &(_, form) in SsaForm::WORDS {
            for &(_, construction) in SsaConstruction::WORDS {
                for &(word, method) in OutOfSsa::WORDS {
                    if method != OutOfSsa::Naive {
                        let wrong = in_and_out(&program, form, construction, method);
                        prop_assert_eq!(wrong, Ok(None), "{:?} {:?} {}", form, construction, word);
                    }
                }
            }
        }
    }
}

/// Which of the shapes that are hard the CFG of a program has: a block that follows itself, a critical edge, a cycle that
/// is entered in two places, a part that cannot be reached.
fn shapes(program: &Program) -> [bool; 4] {
    let Built { mut f, .. } = build(program);
    mark_dfs_back_edges(&mut f);
    let tree = Dominators::compute(&f, Direction::Dominators);
    let mut shapes = [false; 4];
    for block in f.block_order() {
        let succs = &f.blocks[block].succs;
        for edge in succs.iter().map(|&edge| &f.edges[edge]) {
            shapes[0] |= edge.dst == block;
            shapes[1] |= succs.len() > 1 && f.blocks[edge.dst].preds.len() > 1;
            let back = edge.flags.intersects(EdgeFlags::DFS_BACK);
            shapes[2] |= back && !tree.dominated_by(block, edge.dst);
        }
    }
    shapes[3] = f.block_order().len() < program.blocks.len();
    shapes
}

#[test]
fn the_programs_have_all_shapes() {
    let seen = std::cell::RefCell::new([0; 4]);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let result = runner.run(&program(), |program| {
        for (count, has) in seen.borrow_mut().iter_mut().zip(shapes(&program)) {
            *count += usize::from(has);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    assert!(seen.borrow().iter().all(|&count| count > 16), "of 256 programs {seen:?}");
}

#[test]
fn naive_goes_wrong() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let result = runner.run(&program(), |program| {
        let wrong =
            in_and_out(&program, SsaForm::Pruned, SsaConstruction::Dominance, OutOfSsa::Naive);
        prop_assert_eq!(wrong, Ok(None));
        Ok(())
    });
    assert!(result.is_err(), "no random program shows the lost-copy or the swap problem");
}
