//! What a cursor makes: where it stands, what it is linked to, what folds instead.

use crate::dump_text;
use crate::edit::*;
use gimple::cfg::{ENTRY, EXIT, EdgeFlags};
use gimple::decl::{Decl, DeclKind};
use gimple::diagnostic::Diagnostics;
use gimple::function::Prop;
use gimple::options::Options;
use gimple::symbol::Interner;
use gimple::target::TargetDesc;
use rstest::rstest;

/// `int f (int x) { label: _2 = x_1(D) + 1; if (_2 != 0) … }`.
struct Example {
    unit: Unit,
    f: Function,
    block: BlockId,
    x: SsaName,
    sum: StmtId,
    cond: StmtId,
}

fn example() -> Example {
    let mut unit = Unit::new(TargetDesc::lp64(), Interner::new(), Diagnostics::captured());
    let int = unit.common.int;
    let declare = |unit: &mut Unit, kind, name: &str, ty| {
        let name = unit.symbols.intern(name);
        unit.decls.push(Decl::new(kind, Some(name), ty, Location::UNKNOWN))
    };
    let decl = declare(&mut unit, DeclKind::Function, "f", int);
    let x = declare(&mut unit, DeclKind::Parm, "x", int);
    let label = declare(&mut unit, DeclKind::Label, "label", int);
    let mut f = Function::new(decl, 0);
    f.properties |= Prop::CFG | Prop::SSA;
    f.init_cfg();
    let block = f.create_block(ENTRY);
    f.make_edge(ENTRY, block, EdgeFlags::FALLTHRU);
    f.make_edge(block, EXIT, EdgeFlags::TRUE_VALUE);
    let x = f.default_def(&unit, x);
    let (one, zero) = (unit.int(int, 1), unit.int(int, 0));
    let mut at = Cursor::end(block);
    at.make(&unit, &mut f, StmtKind::Label(label));
    let name = at.temporary(&unit, &mut f, int, TreeCode::Plus, [Operand::Ssa(x), one]);
    let cond = at.cond(&unit, &mut f, TreeCode::Ne, [name, zero]);
    let sum = f.names[name.ssa().expect("a name")].def;
    Example { unit, f, block, x, sum, cond }
}

impl Example {
    fn text(&mut self) -> Vec<String> {
        let stmts: Vec<StmtId> = self.f.block_stmts(self.block).collect();
        stmts.into_iter().map(|stmt| dump_text::stmt(&self.unit, &self.f, stmt)).collect()
    }

    /// `_N = x << number`.
    fn shift(&mut self, at: &mut Cursor, number: i128) -> StmtId {
        let int = self.unit.common.int;
        let rhs = [Operand::Ssa(self.x), self.unit.int(int, number)];
        let name = at.temporary(&self.unit, &mut self.f, int, TreeCode::Lshift, rhs);
        self.f.names[name.ssa().expect("a name")].def
    }
}

#[rstest]
#[case::before(|e: &Example| Cursor::before(e.sum), 1)]
#[case::after(|e: &Example| Cursor::after(e.sum), 2)]
#[case::start(|e: &Example| Cursor::start(e.block), 1)]
#[case::end(|e: &Example| Cursor::end(e.block), 3)]
#[case::before_end(|e: &Example| Cursor::before_end(&e.unit, &e.f, e.block), 2)]
fn statements_stand_in_the_order_they_were_made_in(
    #[case] place: fn(&Example) -> Cursor,
    #[case] first: usize,
) {
    let mut e = example();
    let mut at = place(&e);
    for number in 2..5 {
        e.shift(&mut at, number);
    }
    let text = e.text();
    let made = ["_3 = x_1(D) << 2;", "_4 = x_1(D) << 3;", "_5 = x_1(D) << 4;"];
    assert_eq!(text[first..first + 3], made, "{text:?}");
}

#[rstest]
fn a_block_that_nothing_ends_has_its_end_after_all() {
    let mut e = example();
    e.f.remove_stmt(e.cond);
    let mut at = Cursor::before_end(&e.unit, &e.f, e.block);
    let last = e.shift(&mut at, 2);
    assert_eq!(e.f.last_stmt(e.block), Some(last));
}

#[rstest]
fn what_is_made_is_linked() {
    let mut e = example();
    let made = e.shift(&mut Cursor::before(e.cond), 2);
    assert_eq!(e.f.use_stmts(e.x), [made, e.sum]);
    let name = e.f.stmts[made].kind.lhs().ssa().expect("a name");
    assert_eq!(e.f.names[name].def, made);
    assert!(e.f.has_zero_uses(name));
    // In no block, but linked as well.
    let apart = e.shift(&mut Cursor::nowhere(), 3);
    assert!(e.f.stmts[apart].block.is_none());
    assert_eq!(e.f.use_stmts(e.x).len(), 3);
}

#[rstest]
fn what_reads_memory_reads_the_state_it_is_told() {
    let mut e = example();
    let int = e.unit.common.int;
    let name = e.unit.symbols.intern("global");
    let mut decl = Decl::new(DeclKind::Var, Some(name), int, Location::UNKNOWN);
    decl.set(gimple::decl::flag::STATIC, true);
    let global = Operand::Decl(e.unit.decls.push(decl));
    let state = e.f.make_temp_ssa_name(int, Symbol::NONE, StmtId::NONE);
    let mut at = Cursor::before(e.cond).reading(state);
    let value = at.temporary(&e.unit, &mut e.f, int, TreeCode::Single, [global]);
    let load = e.f.names[value.ssa().expect("a name")].def;
    let sum = e.shift(&mut at, 2);
    let store = at.copy(&e.unit, &mut e.f, global, value);
    assert_eq!([load, sum, store].map(|stmt| e.f.stmts[stmt].vuse), [state, SsaName::NONE, state]);
    assert!(e.f.stmts[store].has(StmtFlags::VDEF));
    assert_eq!(e.f.use_stmts(state).len(), 2);
}

#[rstest]
fn the_place_in_the_source_is_that_of_another_or_none() {
    let mut e = example();
    let [here, there] = [Location::BUILTIN, Location::UNKNOWN];
    e.f.stmt_info[e.cond] = StmtInfo { loc: here, scope: ScopeId(3), ..StmtInfo::UNKNOWN };
    let like = Cursor::before(e.cond).like(&e.f, e.cond);
    let made = [
        (like, here, ScopeId(3)),
        (like.at(there), there, ScopeId(3)),
        (Cursor::before(e.cond).within(ScopeId(4)), Location::UNKNOWN, ScopeId(4)),
    ];
    for (mut at, loc, scope) in made {
        let stmt = e.shift(&mut at, 2);
        assert_eq!((e.f.stmt_info[stmt].loc, e.f.stmt_info[stmt].scope), (loc, scope));
    }
}

#[rstest]
#[case::constants(TreeCode::Plus, [Some(2), Some(3)], "5", 3)]
#[case::neutral(TreeCode::Plus, [None, Some(0)], "x_1(D)", 3)]
#[case::simpler(TreeCode::Mult, [None, Some(-1)], "_3 = -x_1(D);", 4)]
#[case::nothing(TreeCode::Plus, [None, Some(3)], "_3 = x_1(D) + 3;", 4)]
#[case::order_kept(TreeCode::Plus, [Some(3), None], "_3 = 3 + x_1(D);", 4)]
fn only_what_does_not_fold_is_made(
    #[case] code: TreeCode,
    #[case] operands: [Option<i128>; 2],
    #[case] expected: &str,
    #[case] stmts: usize,
) {
    let mut e = example();
    let int = e.unit.common.int;
    let x = Operand::Ssa(e.x);
    let rhs = operands.map(|number| number.map_or(x, |number| e.unit.int(int, number)));
    let options = Options::new(2, false, false);
    let value = Cursor::before(e.cond).fold((&mut e.unit, &options), &mut e.f, int, code, rhs);
    let text = e.text();
    assert_eq!(text.len(), stmts, "{text:?}");
    let made = if stmts > 3 { text[2].clone() } else { dump_text::operand(&e.unit, &e.f, value) };
    assert_eq!(made, expected);
}

#[rstest]
fn another_right_side_has_other_uses() {
    let mut e = example();
    let int = e.unit.common.int;
    let shift = e.shift(&mut Cursor::before(e.cond), 2);
    let lhs = e.f.stmts[shift].kind.lhs();
    let two = e.unit.int(int, 2);
    set_rhs(&e.unit, &mut e.f, e.sum, TreeCode::Minus, [lhs, two]);
    assert_eq!(e.f.use_stmts(e.x), [shift]);
    set_value(&e.unit, &mut e.f, shift, two);
    assert!(e.f.has_zero_uses(e.x));
    assert_eq!(e.f.stmts[shift].kind.lhs(), lhs);
}
