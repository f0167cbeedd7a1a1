//! Pass `switchconv`: a switch that only chooses among constants becomes a table that is loaded from, or arithmetic.
//!
//! ```text
//! switch (x_2(D)) <default: <L4>,          _3 = (unsigned int) x_2(D);
//!     case 0: <L6>, case 1: <L1>, …>       if (_3 <= 3)
//! <L1>: goto <bb 7>;                         _4 = CSWTCH.1[_3];
//! …                                   =>   else
//! <bb 7>:                                    _5 = 0;
//! # _1 = PHI <5(2), 9(3), …, 0(6)>         # _1 = PHI <_5, _4>
//! ```
//!
//! All paths through the switch must meet in one block, and must be empty before. Where the cases leave no gap, the default
//! may do something else. Each φ gets a table, in elements as narrow as its values where it is long, or
//! `A * x + B` where its values lie on a line. Small switches, those better tested by bits, and those whose tables would
//! have more than `BRANCH_RATIO` places for each case stay as they are. Linear in cases and table places.

use dumps::DumpFlags;
use dumps::putln;
use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::fold_const;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::print;
use gimple::ssa::SsaName;
use gimple::stmt::{Case, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId};
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::locals::duplicate_name;
use tree_ssa::ssa::update_ssa;

/// Places a table may have for each case (`--param switch-conversion-max-branch-ratio`).
const BRANCH_RATIO: u64 = 8;
/// Places from which on a table's elements are made narrower than the φ's type; where size counts, the second.
const NARROW_FROM: [usize; 2] = [32, 2];

/// `switchconv` for the pass table.
pub const PASS: Pass = Pass::tree("switchconv", execute)
    .gate(|options, _| options.on(Flag::TreeSwitchConversion))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA)
    .follows(&[("iftoswitch", "chains of conditions may have become switches")]);

/// A switch, and what was found out about it.
struct Conversion {
    block: BlockId,
    stmt: StmtId,
    index: Operand,
    cases: Vec<Case>,
    low: i128,
    high: i128,
    /// The block where all paths meet.
    end: BlockId,
    default_edge: EdgeId,
    /// The cases leave no gap.
    contiguous: bool,
    /// The default is left as it is.
    default_stays: bool,
}

/// Why a switch stays.
type Refused = &'static str;

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    for block in f.block_order() {
        let Some(stmt) = f.last_stmt(block).filter(|_| f.is_live(block)) else { continue };
        let StmtKind::Switch(switch) = &f.stmts[stmt].kind else { continue };
        if cx.dump.enabled() {
            let place = cx.unit.diagnostics.sources.position(f.stmt_info[stmt].loc);
            let place = format!("{}:{}", place.file, place.line);
            let text = print::stmt_text(cx.unit, f, stmt, DumpFlags::NONE);
            putln!(
                cx.dump,
                "beginning to process the following SWITCH statement ({place}) : ------- \n{text}\n"
            );
        }
        let (index, cases) = (switch.index, switch.cases.clone());
        let outcome = match Conversion::of(cx, f, block, stmt, index, cases) {
            Ok(conversion) => {
                conversion.convert(cx, f);
                changed = true;
                "Switch converted".to_string()
            }
            Err(reason) => format!("Bailing out - {reason}"),
        };
        if cx.dump.enabled() {
            putln!(cx.dump, "{outcome}\n--------------------------------");
        }
    }
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// The φs of a block that are not of memory.
fn register_phis(f: &Function, block: BlockId) -> Vec<StmtId> {
    let real = |&phi: &StmtId| !f.is_virtual_phi(phi);
    f.phis(block).filter(real).collect()
}

/// Whether a block holds nothing but labels.
fn is_empty(f: &Function, block: BlockId) -> bool {
    f.first_after_labels(block).is_none()
}

/// Whether switches with so many cases, to so many blocks, over so wide a range, are better tested bit by bit.
fn prefers_bit_tests(unit: &Unit, range: u128, cases: usize, targets: usize) -> bool {
    let word = u128::from(unit.target.pointer_size) * 8;
    range != 0 && range < word && matches!((targets, cases), (1, 3..) | (2, 5..) | (3, 6..))
}

impl Conversion {
    fn of(
        cx: &PassContext<'_>,
        f: &Function,
        block: BlockId,
        stmt: StmtId,
        index: Operand,
        cases: Vec<Case>,
    ) -> Result<Conversion, Refused> {
        let value = |id| cx.unit.consts.as_int(id).unwrap_or(0);
        let [_, first, ..] = cases[..] else { return Err("switch is a degenerate case") };
        let last = cases[cases.len() - 1];
        let (low, high) = (value(first.low), value(last.high.expand().unwrap_or(last.low)));
        let end_of = |case: &Case| value(case.high.expand().unwrap_or(case.low));
        // Cases are in order: none comes after the greatest value.
        let contiguous = cases[1..]
            .windows(2)
            .all(|pair| end_of(&pair[0]).wrapping_add(1) == value(pair[1].low));
        let edge_of =
            |case: &Case| f.labels.block(case.label).and_then(|to| f.find_edge(block, to));
        let default_edge = edge_of(&cases[0])
            .ok_or("no common successor to all case label target blocks found")?;
        let count = cases[1..]
            .iter()
            .map(|case| 1 + usize::from(case.high.is_some() && case.high != case.low))
            .sum();
        let targets = f.blocks[block].succs.len() - 1;
        let range = high.wrapping_sub(low) as u128;
        if prefers_bit_tests(cx.unit, range, count, targets) {
            return Err("expanding as bit test is preferable");
        }
        if targets <= 2 {
            return Err("expanding as jumps is preferable");
        }
        let guess = if contiguous { edge_of(&first).unwrap_or(default_edge) } else { default_edge };
        let mut conversion = Conversion {
            block,
            stmt,
            index,
            cases,
            low,
            high,
            end: BlockId::NONE,
            default_edge,
            contiguous,
            default_stays: false,
        };
        conversion
            .find_end(f, f.edges[guess].dst)
            .ok_or("no common successor to all case label target blocks found")?;
        match u64::try_from(range) {
            Err(_) => return Err("index range way too large or otherwise unusable"),
            Ok(range) if range > count as u64 * BRANCH_RATIO => {
                return Err("the maximum range-branch ratio exceeded");
            }
            Ok(_) => {}
        }
        conversion.check_blocks(f)?;
        conversion.check_values(cx, f)?;
        Ok(conversion)
    }

    fn default_block(&self, f: &Function) -> BlockId {
        f.edges[self.default_edge].dst
    }

    /// Finds the block where all paths meet.
    fn find_end(&mut self, f: &Function, first: BlockId) -> Option<()> {
        self.end = if f.blocks[first].preds.len() > 1 {
            first
        } else {
            let next = f.edges[f.single_succ(first)?].dst;
            if f.blocks[next].preds.len() == 1 {
                return None;
            }
            next
        };
        if self.end == EXIT {
            return None;
        }
        for &edge in &f.blocks[self.block].succs {
            let dst = f.edges[edge].dst;
            let forwards = f.blocks[dst].preds.len() == 1
                && f.single_succ(dst).is_some_and(|out| f.edges[out].dst == self.end);
            if dst == self.end || forwards {
                continue;
            }
            if edge != self.default_edge || !self.contiguous {
                return None;
            }
            self.default_stays = true;
        }
        Some(())
    }

    /// Only the default may do something.
    fn check_blocks(&mut self, f: &Function) -> Result<(), Refused> {
        for &edge in &f.blocks[self.block].succs {
            let dst = f.edges[edge].dst;
            if dst == self.end || is_empty(f, dst) {
                continue;
            }
            if !self.contiguous || edge != self.default_edge {
                return Err("bad case - a non-final BB not empty");
            }
            self.default_stays = true;
        }
        Ok(())
    }

    /// Whether the values that the paths bring to the φs are constants, but for those of a default that may stay.
    fn check_values(&mut self, cx: &PassContext<'_>, f: &Function) -> Result<(), Refused> {
        for phi in register_phis(f, self.end) {
            for &edge in &f.blocks[self.end].preds {
                let source = f.edges[edge].src;
                let from_switch = f.single_pred(source).is_some_and(|into| {
                    f.edges[into].src == self.block && (!self.default_stays || is_empty(f, source))
                });
                if source != self.block && !from_switch {
                    continue;
                }
                let Err(reason) = fits_table(cx, f.phi_arg(phi, edge)) else { continue };
                let way = if source == self.block { self.end } else { source };
                let of_case =
                    |case: &Case| f.labels.block(case.label).is_none_or(|target| target == way);
                if !self.contiguous
                    || way != self.default_block(f)
                    || self.cases[1..].iter().any(of_case)
                {
                    return Err(reason);
                }
                self.default_stays = true;
            }
        }
        Ok(())
    }

    /// The edge into the last block by which a way from the switch comes.
    fn last_edge(&self, f: &Function, target: BlockId) -> EdgeId {
        let edge = match target == self.end {
            true => f.find_edge(self.block, target),
            false => f.single_succ(target),
        };
        edge.expect("every way from the switch ends in the last block")
    }

    /// Makes tables and what looks into them, in place of the switch.
    fn convert(self, cx: &mut PassContext<'_>, f: &mut Function) {
        let phis = register_phis(f, self.end);
        let default = match self.default_stays {
            true => self.cases[1].label,
            false => self.cases[0].label,
        };
        let default = f.labels.block(default).expect("the labels of a switch stand in blocks");
        let edge = self.last_edge(f, default);
        let defaults: Vec<Operand> = phis.iter().map(|&phi| f.phi_arg(phi, edge)).collect();
        let tables = self.tables(cx.unit, f, &phis, &defaults);
        let memory = self.memory_at_end(f);

        let index = self.offset(cx.unit, f);
        let mut inside = Vec::with_capacity(phis.len());
        let mut loads = false;
        for (&phi, values) in phis.iter().zip(&tables) {
            let name = duplicate_name(cx.unit, f, f.phi(phi).result);
            loads |= self.look_up(cx, f, name, index, values);
            inside.push(Operand::Ssa(name));
        }
        if loads {
            update_ssa::mark_virtuals(f);
        }
        let prob = f.edges[self.default_edge].probability;
        let (tested, looks) = self.split(cx.unit, f, index, &phis, &defaults, prob);
        let into_end = |f: &mut Function, from: BlockId| {
            let edge = f.make_edge_unchecked(from, self.end, EdgeFlags::FALLTHRU);
            f.edges[edge].probability = Probability::ALWAYS;
            edge
        };
        let from_table = into_end(f, looks);
        let outside = tested.as_ref().map(|(block, _)| into_end(f, *block));
        self.prune(cx, f, tested.is_none().then(|| self.default_block(f)));
        for phi in f.phis(self.end).collect::<Vec<_>>() {
            let place = phis.iter().position(|&other| other == phi);
            let value = place.map_or(memory, |place| inside[place]);
            f.add_phi_arg(phi, from_table, value, Location::UNKNOWN);
            if let (Some(edge), Some((_, names))) = (outside, &tested) {
                let value = place.map_or(memory, |place| names[place]);
                f.add_phi_arg(phi, edge, value, Location::UNKNOWN);
            }
        }
    }

    /// The state of memory that all paths bring.
    fn memory_at_end(&self, f: &Function) -> Operand {
        let of_memory = |&phi: &StmtId| f.is_virtual_phi(phi);
        let Some(phi) = f.phis(self.end).find(of_memory) else { return Operand::None };
        let stays = |edge: &&EdgeId| self.default_stays && **edge == self.default_edge;
        let way = f.blocks[self.block].succs.iter().find(|edge| !stays(edge));
        let way = way.expect("a switch has cases");
        f.phi_arg(phi, self.last_edge(f, f.edges[*way].dst))
    }

    /// The values of each φ over the range.
    fn tables(
        &self,
        unit: &Unit,
        f: &Function,
        phis: &[StmtId],
        defaults: &[Operand],
    ) -> Vec<Vec<Operand>> {
        let place = |value: i128| value.wrapping_sub(self.low) as usize;
        let places = place(self.high) + 1;
        let mut tables: Vec<Vec<Operand>> =
            defaults.iter().map(|&value| vec![value; places]).collect();
        for case in &self.cases[1..] {
            let target = f.labels.block(case.label).expect("a case's label stands in a block");
            let edge = self.last_edge(f, target);
            let value = |id| unit.consts.as_int(id).unwrap_or(0);
            let (low, high) = (value(case.low), value(case.high.expand().unwrap_or(case.low)));
            let range = place(low)..=place(high);
            for (&phi, table) in phis.iter().zip(&mut tables) {
                table[range.clone()].fill(f.phi_arg(phi, edge));
            }
        }
        tables
    }

    /// The index, counted from the lowest case, as an unsigned number.
    fn offset(&self, unit: &mut Unit, f: &mut Function) -> SsaName {
        let ty = unit.type_of(f, self.index);
        let bits = unit.types.size(ty).map_or(32, |size| size as u16 * 8);
        let utype = unsigned_of(unit, bits);
        let name = f.make_temp_ssa_name(utype, Symbol::NONE, StmtId::NONE);
        let result = Operand::Ssa(name);
        let mut at = Cursor::before(self.stmt);
        let same = useless_type_conversion(unit, utype, ty);
        let negative = unit.int(utype, self.low.wrapping_neg());
        if self.low == 0 {
            let code = if same { TreeCode::Single } else { TreeCode::Nop };
            at.assign(unit, f, result, code, [self.index]);
            return name;
        }
        let index = match same {
            true => self.index,
            false => at.temporary(unit, f, utype, TreeCode::Nop, [self.index]),
        };
        at.assign(unit, f, result, TreeCode::Plus, [index, negative]);
        name
    }

    /// Makes `name` the value that belongs to the index. Returns whether that takes a load.
    fn look_up(
        &self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        name: SsaName,
        index: SsaName,
        values: &[Operand],
    ) -> bool {
        let ty = f.names[name].ty;
        let (result, mut at) = (Operand::Ssa(name), Cursor::before(self.stmt));
        if let Some((a, b)) = self.line(cx.unit, f, ty, values) {
            if cx.dump.enabled() {
                putln!(cx.dump, "Linear transformation with A = {a} and B = {b}");
            }
            let value = self.on_line(cx.unit, f, ty, a, b);
            at.copy(cx.unit, f, result, value);
            return false;
        }
        let small = cx.options.optimize_size;
        let element = element_type(cx.unit, ty, values, NARROW_FROM[usize::from(small)]);
        let decl = make_table(cx.unit, element, values);
        let kind = TreeKind::ArrayRef { base: Operand::Decl(decl), index: Operand::Ssa(index) };
        let element = cx.unit.types.main_variant(element);
        let fetch = Operand::Tree(cx.unit.trees.add(kind, element));
        if cx.unit.types.same_main(element, ty) {
            at.copy(cx.unit, f, result, fetch);
            return true;
        }
        let narrow = at.temporary(cx.unit, f, element, TreeCode::Single, [fetch]);
        at.assign(cx.unit, f, result, TreeCode::Nop, [narrow]);
        true
    }

    /// `(A, B)` where the values are `A * index + B`.
    fn line(
        &self,
        unit: &Unit,
        f: &Function,
        ty: TypeId,
        values: &[Operand],
    ) -> Option<(i128, i128)> {
        if !unit.types.is_integral(ty) || !unit.types.is_integral(unit.type_of(f, self.index)) {
            return None;
        }
        let numbers: Vec<i128> =
            values.iter().map(|&value| unit.as_int(value)).collect::<Option<_>>()?;
        let [first, second, ..] = numbers[..] else { return None };
        let bits = unit.types.size(ty).filter(|&size| size <= 8)? as u32 * 8;
        if unit.types.precision(ty) != Some(bits) {
            return None;
        }
        let signed = |value: i128| value << (128 - bits) >> (128 - bits);
        let a = signed(second.wrapping_sub(first));
        let b = signed(first.wrapping_sub(a.wrapping_mul(self.low)));
        let evenly = |pair: &[i128]| signed(pair[1].wrapping_sub(pair[0])) == a;
        numbers.windows(2).all(evenly).then_some((a, b))
    }

    /// `A * index + B`, computed in unsigned numbers.
    fn on_line(&self, unit: &mut Unit, f: &mut Function, ty: TypeId, a: i128, b: i128) -> Operand {
        let mut at = Cursor::before(self.stmt);
        let bits = unit.types.precision(ty).unwrap_or(32) as u16;
        let utype = match unit.types.is_unsigned(ty) {
            true => ty,
            false => unit.types.nonstandard_integer(bits, true),
        };
        let zero = unit.int(utype, 0);
        let mut value = zero;
        if a != 0 {
            value = self.index;
            let own = unit.type_of(f, value);
            if !useless_type_conversion(unit, utype, own) {
                value = at.temporary(unit, f, utype, TreeCode::Nop, [value]);
            }
            value = match a {
                1 => value,
                -1 => at.temporary(unit, f, utype, TreeCode::Negate, [value]),
                _ => {
                    let factor = unit.int(utype, a);
                    at.temporary(unit, f, utype, TreeCode::Mult, [factor, value])
                }
            };
        }
        if b != 0 {
            let addend = unit.int(utype, b);
            value = match value == zero {
                true => addend,
                false => at.temporary(unit, f, utype, TreeCode::Plus, [value, addend]),
            };
        }
        let own = unit.type_of(f, value);
        if useless_type_conversion(unit, ty, own) {
            return value;
        }
        match value.constant().and_then(|id| fold_const::const_convert(unit, TreeCode::Nop, ty, id))
        {
            Some(id) => Operand::Const(id),
            None => at.temporary(unit, f, ty, TreeCode::Nop, [value]),
        }
    }

    /// Tests the index before what looks it up. Returns the block for indices outside with the values that it gives the
    /// φs, where that is a new block, and the block that looks up.
    fn split(
        &self,
        unit: &mut Unit,
        f: &mut Function,
        index: SsaName,
        phis: &[StmtId],
        defaults: &[Operand],
        outside: Probability,
    ) -> (Option<(BlockId, Vec<Operand>)>, BlockId) {
        let computed = f.names[index].def;
        let utype = f.names[index].ty;
        let bound = unit.int(utype, self.high.wrapping_sub(self.low));
        let mut at = Cursor::after(computed);
        let cond = at.cond(unit, f, TreeCode::Le, [Operand::Ssa(index), bound]);
        let last_look_up = f.stmts[self.stmt].prev;
        let before = cfg_edit::split_block(f, self.block, cond);
        let second = f.edges[before].dst;
        let inside = outside.inverse();
        let result = if self.default_stays {
            let default = self.default_block(f);
            f.edges[before].flags = EdgeFlags::TRUE_VALUE;
            f.edges[before].probability = inside;
            let edge = f.make_edge_unchecked(self.block, default, EdgeFlags::FALSE_VALUE);
            f.edges[edge].probability = outside;
            let old = f.find_edge(second, default).expect("the switch still leads to the default");
            cfg_edit::copy_phi_args(f, old, edge);
            cfg_edit::block_label(unit, f, second);
            let rest = cfg_edit::split_block(f, second, last_look_up);
            f.remove_edge(rest);
            (None, second)
        } else {
            let mut names = Vec::with_capacity(phis.len());
            let mut after = StmtId::NONE;
            let mut at = Cursor::before(f.blocks[second].stmts.first);
            for (&phi, &value) in phis.iter().zip(defaults) {
                let name = duplicate_name(unit, f, f.phi(phi).result);
                after = at.copy(unit, f, Operand::Ssa(name), value);
                names.push(Operand::Ssa(name));
            }
            let label = fresh_label(unit, f);
            f.prepend_to_block(second, label);
            place_label(f, label, second);
            let between =
                cfg_edit::split_block(f, second, if after.is_some() { after } else { label });
            let third = f.edges[between].dst;
            f.remove_edge(between);
            cfg_edit::block_label(unit, f, third);
            let rest = cfg_edit::split_block(f, third, last_look_up);
            f.remove_edge(rest);
            let edge = f.make_edge_unchecked(self.block, third, EdgeFlags::TRUE_VALUE);
            f.edges[edge].probability = inside;
            let edge = &mut f.edges[before];
            edge.flags = edge.flags.without(EdgeFlags::FALLTHRU) | EdgeFlags::FALSE_VALUE;
            edge.probability = outside;
            (Some((second, names)), third)
        };
        let label = fresh_label(unit, f);
        f.prepend_to_block(self.end, label);
        place_label(f, label, self.end);
        result
    }

    /// Removes the switch, which stands alone in its block now, and the blocks only it led to.
    fn prune(&self, cx: &mut PassContext<'_>, f: &mut Function, default: Option<BlockId>) {
        let block = f.stmts[self.stmt].block;
        let mut remove = |f: &mut Function, block: BlockId| {
            if cx.dump.enabled() {
                putln!(cx.dump, "Removing basic block {}", block.0);
            }
            cfg_edit::remove_block(cx.unit, f, block);
        };
        while let Some(&edge) = f.blocks[block].succs.first() {
            let dst = f.edges[edge].dst;
            f.remove_edge(edge);
            if dst != self.end && Some(dst) != default {
                remove(f, dst);
            }
        }
        remove(f, block);
    }
}

/// Whether a value can stand in a table that needs no relocation where code may be anywhere.
fn fits_table(cx: &PassContext<'_>, value: Operand) -> Result<(), Refused> {
    if value.constant().is_some() {
        return Ok(());
    }
    let Some(object) = cx.unit.addressed(value) else {
        return Err("non-invariant value from a case");
    };
    let base = cx.unit.trees.base_address(object);
    let fixed = match base {
        Operand::Const(_) => true,
        Operand::Decl(decl) => {
            let decl = &cx.unit.decls[decl];
            decl.is_global() && !decl.has(flag::THREAD_LOCAL)
        }
        _ => false,
    };
    if !fixed {
        return Err("non-invariant value from a case");
    }
    if cx.options.pic != 0 {
        return Err("value from a case would need runtime relocations");
    }
    let steps = |op: Operand| op.tree().map(|id| cx.unit.trees.kind(id).clone());
    let mut at = object;
    while at != base {
        at = match steps(at) {
            Some(TreeKind::ComponentRef { base, .. }) => base,
            Some(TreeKind::ArrayRef { base, index }) if index.constant().is_some() => base,
            _ => return Err("value from a case is not a valid initializer"),
        };
    }
    Ok(())
}

/// The unsigned type of a machine's width.
pub(crate) fn unsigned_of(unit: &mut Unit, bits: u16) -> TypeId {
    let common = &unit.common;
    let named = [common.uchar, common.ushort, common.uint, common.ulong, common.ullong];
    match named.into_iter().find(|&ty| unit.types.precision(ty) == Some(bits.into())) {
        Some(ty) => ty,
        None => unit.types.nonstandard_integer(bits, true),
    }
}

/// The narrowest type that holds all values, where there are many; otherwise `ty`.
fn element_type(unit: &mut Unit, ty: TypeId, values: &[Operand], narrow_from: usize) -> TypeId {
    let own = unit.types.main_variant(ty);
    let (Some(size), true) = (unit.types.size(own), unit.types.is_integral(own)) else {
        return own;
    };
    let numbers: Option<Vec<i128>> = values.iter().map(|&value| unit.as_int(value)).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() >= narrow_from) else { return own };
    let (least, greatest) = numbers
        .iter()
        .fold((0, 0), |(low, high): (i128, i128), &number| (low.min(number), high.max(number)));
    for bytes in [1u64, 2, 4].into_iter().filter(|&bytes| bytes < size) {
        let bits = bytes as u32 * 8;
        let unsigned = least >= 0 && greatest < 1 << bits;
        let signed = least >= -(1 << (bits - 1)) && greatest < 1 << (bits - 1);
        if !unsigned && !signed {
            continue;
        }
        let wants_unsigned =
            if unsigned && signed { unit.types.is_unsigned(own) } else { unsigned };
        let common = &unit.common;
        let (of_signed, of_unsigned) = match bytes {
            1 => (common.schar, common.uchar),
            2 => (common.short, common.ushort),
            _ => (common.int, common.uint),
        };
        return if wants_unsigned { of_unsigned } else { of_signed };
    }
    own
}

/// A static array of constants.
fn make_table(unit: &mut Unit, element: TypeId, values: &[Operand]) -> DeclId {
    let ty = unit.types.array_of(element, ArrayDomain::Count(values.len() as u64));
    let elements: Box<[_]> = values
        .iter()
        .enumerate()
        .map(|(place, &value)| {
            let narrow = unit.as_int(value).map(|number| unit.int(element, number));
            (CtorIndex::Index(place as u64), narrow.unwrap_or(value))
        })
        .collect();
    let value = Operand::Tree(unit.trees.add(TreeKind::Constructor(elements), ty));
    let number = unit.next_tmp;
    unit.next_tmp += 1;
    let name = unit.symbols.intern(&format!("CSWTCH.{number}"));
    let mut decl = Decl::new(DeclKind::Var, Some(name), ty, Location::UNKNOWN);
    decl.flags = flag::STATIC | flag::READONLY | flag::ARTIFICIAL | flag::IGNORED;
    let decl = unit.decls.push(decl);
    unit.initializers.insert(decl, value);
    unit.append_symtab_node(decl, true);
    decl
}

/// A label of the compiler's.
fn fresh_label(unit: &mut Unit, f: &mut Function) -> StmtId {
    let mut decl = Decl::new(DeclKind::Label, None, unit.common.void, Location::UNKNOWN);
    decl.flags = flag::ARTIFICIAL | flag::IGNORED;
    decl.context = f.decl;
    let label = unit.decls.push(decl);
    Cursor::nowhere().make(unit, f, StmtKind::Label(label))
}

fn place_label(f: &mut Function, stmt: StmtId, block: BlockId) {
    if let StmtKind::Label(label) = f.stmts[stmt].kind {
        f.labels.place(label, block);
    }
}
