//! What a function does not do with its parameters (`modref_eaf_analysis`).
//!
//! What is done with a name is what its uses do, and what is done with the names they make of it: those are looked at first,
//! as deep as they are made of one another. A name that is loaded through another says what is done to what that one leads to. Every
//! name starts with nothing done, and what is found takes away from that; where names depend on each other in a cycle,
//! until nothing changes.
//!
//! Beside what is sure there is what holds if calls of functions that are not known yet do nothing: those calls are noted
//! with it ([`Point`]), until the functions are known.

use super::report::{Log, flags_text};
use gimple::builtins::Ecf;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::modref::{ArgFlags, Via};
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use tree_ssa::dump_text;
use tree_ssa::effects::arg_flags;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::fn_spec::FnSpec;

/// Names that may be made of one another (`--param modref-max-depth`).
const MAX_DEPTH: usize = 256;
/// Calls of functions not known yet that are noted for one name (`--param modref-max-escape-points`).
const MAX_POINTS: usize = 256;

const RETURNED: ArgFlags =
    ArgFlags::of([ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY]);

/// A call of a function not known yet that a name is passed to, or what is loaded through it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    pub call: StmtId,
    /// The argument.
    pub arg: Via,
    pub direct: bool,
    /// What is surely not done.
    pub least: ArgFlags,
}

/// What is known of a name.
struct Lattice {
    name: SsaName,
    flags: ArgFlags,
    /// What is not done if calls of functions not known yet do nothing but what they must.
    better: ArgFlags,
    points: Vec<Point>,
    state: State,
    /// Names to which what is found of this one goes later, and whether they are what it is loaded through.
    to: Vec<(u32, bool)>,
    changed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its uses are being looked at.
    Open,
    /// It depends on names that are.
    Waits,
    Known,
}

/// The analysis of a function.
pub struct Escapes<'a> {
    cx: &'a PassContext<'a>,
    unit: &'a Unit,
    f: &'a Function,
    log: &'a mut Log,
    /// By version, the place in `lattices` and one; 0 for names not met.
    index: Vec<u32>,
    lattices: Vec<Lattice>,
    /// Those that depend on others, the last found first.
    waiting: Vec<u32>,
    depth: usize,
    /// What is found is of calls not known yet only.
    muted: bool,
}

impl<'a> Escapes<'a> {
    /// None yet.
    pub fn new(cx: &'a PassContext<'_>, f: &'a Function, log: &'a mut Log) -> Self {
        Escapes {
            cx,
            unit: cx.unit,
            f,
            log,
            index: Vec::new(),
            lattices: Vec::new(),
            waiting: Vec::new(),
            depth: 0,
            muted: false,
        }
    }

    /// Looks at everything that is done with these names.
    pub fn analyze(&mut self, names: &[SsaName]) {
        self.index = vec![0; if names.is_empty() { 0 } else { self.f.names.len() }];
        for &name in names {
            self.name(name);
        }
        self.propagate();
    }

    /// What is surely not done with a name, what is not done if calls not known yet do nothing, and those.
    pub fn flags(&self, name: SsaName) -> (ArgFlags, ArgFlags, &[Point]) {
        let lattice = &self.lattices[self.index[name.0 as usize] as usize - 1];
        (lattice.flags, lattice.better, &lattice.points)
    }

    fn say(&mut self, more: usize, text: impl FnOnce() -> String) {
        let width = 4 * self.depth + more;
        if self.muted {
            return;
        }
        self.log.say(|| format!("{:width$}{}\n", "", text()));
    }

    /// Looks at a name, unless that has been done or is being done. Returns its place.
    fn name(&mut self, name: SsaName) -> u32 {
        let (unit, f) = (self.unit, self.f);
        if let Some(known) = self.index[name.0 as usize].checked_sub(1) {
            if self.lattices[known as usize].state == State::Open {
                self.say(0, || "Cycle in SSA graph".to_owned());
            }
            return known;
        }
        let place = self.lattices.len() as u32;
        self.index[name.0 as usize] = place + 1;
        self.lattices.push(Lattice {
            name,
            flags: ArgFlags::ALL,
            better: ArgFlags::ALL,
            points: Vec::new(),
            state: State::Open,
            to: Vec::new(),
            changed: true,
        });
        if self.depth == MAX_DEPTH {
            self.say(0, || "Giving up on max depth".to_owned());
            self.merge(place, ArgFlags::NONE);
            self.lattices[place as usize].state = State::Known;
            return place;
        }
        self.say(0, || format!("Analyzing flags of ssa name: {}", dump_text::name(unit, f, name)));
        self.uses_of(place, name);
        let flags = self.lattices[place as usize].flags;
        self.say(0, || {
            format!("flags of ssa name {}{}", dump_text::name(unit, f, name), flags_text(flags))
        });
        let lattice = &mut self.lattices[place as usize];
        if lattice.state == State::Open {
            lattice.state = State::Known;
        } else {
            self.waiting.push(place);
        }
        place
    }

    /// What is not done with a name is not more than this.
    fn merge(&mut self, place: u32, flags: ArgFlags) {
        let lattice = &mut self.lattices[place as usize];
        let new = (lattice.flags.merged(flags), lattice.better.merged(flags));
        lattice.changed |= new != (lattice.flags, lattice.better);
        (lattice.flags, lattice.better) = new;
    }

    fn lose(&mut self, place: u32, lost: ArgFlags) {
        let lattice = &mut self.lattices[place as usize];
        (lattice.flags, lattice.better) =
            (lattice.flags.without(lost), lattice.better.without(lost));
    }

    /// A name is passed to a call that is not known yet: `sure` is what it surely does not do.
    fn merge_point(&mut self, place: u32, sure: ArgFlags, point: Point) {
        let lattice = &mut self.lattices[place as usize];
        lattice.flags = lattice.flags.merged(sure);
        lattice.better = lattice.better.without(ArgFlags::UNUSED);
        add_point(lattice, point);
    }

    /// Notes that `name` is made of another, or loaded through it.
    fn makes(&mut self, from: u32, name: Operand, loaded: bool) {
        let Operand::Ssa(name) = name else { return self.merge(from, ArgFlags::NONE) };
        if !loaded && name == self.lattices[from as usize].name {
            return;
        }
        self.depth += 1;
        let made = self.name(name);
        self.depth -= 1;
        self.flow(made, from, loaded);
        if self.lattices[made as usize].state != State::Known {
            let (made_of, own) =
                (self.lattices[made as usize].name, self.lattices[from as usize].name);
            let how = if loaded { " (deref)" } else { "" };
            self.say(4, || format!("Will propgate from ssa_name {} to {}{how}", made_of.0, own.0));
            self.lattices[made as usize].to.push((from, loaded));
            self.lattices[from as usize].state = State::Waits;
        }
    }

    /// What is done with one name is done with another, or after it; whether that is news.
    fn flow(&mut self, made: u32, from: u32, loaded: bool) -> bool {
        let through = |flags| if loaded { deref_flags(flags, false) } else { flags };
        let source = &self.lattices[made as usize];
        let (flags, better) = (through(source.flags), through(source.better));
        let points: Vec<Point> = source
            .points
            .iter()
            .map(|point| match loaded {
                true => Point { direct: false, least: deref_flags(point.least, false), ..*point },
                false => *point,
            })
            .collect();
        let lattice = &mut self.lattices[from as usize];
        let before = (lattice.flags, lattice.better, lattice.points.len());
        lattice.flags = lattice.flags.merged(flags);
        lattice.better = lattice.better.merged(better);
        let mut lowered = false;
        for point in points {
            lowered |= add_point(lattice, point);
        }
        let changed = lowered || before != (lattice.flags, lattice.better, lattice.points.len());
        lattice.changed |= changed;
        changed
    }

    /// Brings what is known of names around cycles together.
    fn propagate(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        self.log.say(|| "Propagating EAF flags\n".to_owned());
        let mut order = std::mem::take(&mut self.waiting);
        order.reverse();
        order.retain(|&place| !self.lattices[place as usize].to.is_empty());
        for &place in &order {
            self.lattices[place as usize].changed = true;
        }
        let (mut iteration, mut changed) = (0, true);
        while changed {
            (iteration, changed) = (iteration + 1, false);
            self.log.say(|| format!(" iteration {iteration}\n"));
            for &place in &order {
                if std::mem::take(&mut self.lattices[place as usize].changed) {
                    changed |= self.propagate_from(place);
                }
            }
        }
        self.log.say(|| format!("EAF flags propagated in {iteration} iterations\n"));
    }

    fn propagate_from(&mut self, place: u32) -> bool {
        let (from, targets) =
            (self.lattices[place as usize].name.0, self.lattices[place as usize].to.clone());
        self.log.say(|| format!("  Visiting ssa name {from}\n"));
        let mut changed = false;
        for (target, loaded) in targets {
            let to = self.lattices[target as usize].name.0;
            let how = if loaded { " (deref)" } else { "" };
            self.log.say(|| format!("   Propagating flags of ssa name {from} to {to}{how}\n"));
            let before = self.lattices[target as usize].flags;
            changed |= self.flow(place, target, loaded);
            let after = self.lattices[target as usize].flags;
            if before != after {
                self.log.say(|| format!("   New lattice: {}\n", flags_text(after)));
            }
        }
        changed
    }

    fn uses_of(&mut self, place: u32, name: SsaName) {
        let (unit, f, mut last) = (self.unit, self.f, StmtId::NONE);
        for node in f.imm_uses(name) {
            let lattice = &self.lattices[place as usize];
            if lattice.flags == ArgFlags::NONE && lattice.better == ArgFlags::NONE {
                return;
            }
            if node.stmt == last {
                continue;
            }
            last = node.stmt;
            let was_muted = self.muted;
            self.muted |= lattice.flags == ArgFlags::NONE;
            self.say(2, || format!("Analyzing stmt: {}", dump_text::stmt(unit, f, last)));
            self.lose(place, ArgFlags::UNUSED);
            self.used_in(place, name, last);
            let flags = self.lattices[place as usize].flags;
            self.say(2, || {
                format!("current flags of {}{}", dump_text::name(unit, f, name), flags_text(flags))
            });
            self.muted = was_muted;
        }
    }

    fn used_in(&mut self, place: u32, name: SsaName, stmt: StmtId) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Return(op) if *op == Operand::Ssa(name) => {
                self.lose(place, ArgFlags::NOT_RETURNED_DIRECTLY);
            }
            StmtKind::Return(op) if self.is_through(*op, name) => {
                let lost = [ArgFlags::NO_DIRECT_READ, ArgFlags::NOT_RETURNED_INDIRECTLY];
                self.lose(place, ArgFlags::of(lost));
            }
            StmtKind::Call(call) => self.used_in_call(place, name, (stmt, call)),
            StmtKind::Assign { lhs, code, rhs } => self.assigned((place, name), *lhs, *code, rhs),
            StmtKind::Phi(phi) => self.makes(place, Operand::Ssa(phi.result), false),
            StmtKind::Cond { .. } => {}
            _ => {
                self.say(2, || "Unhandled stmt".to_owned());
                self.merge(place, ArgFlags::NONE);
            }
        }
    }

    /// Whether a reference is of what a name points to.
    fn is_through(&self, op: Operand, name: SsaName) -> bool {
        let Operand::Tree(id) = self.unit.trees.base_address(op) else { return false };
        match *self.unit.trees.kind(id) {
            TreeKind::MemRef { base, .. } => base == Operand::Ssa(name),
            // Its index may be an address, too.
            TreeKind::TargetMemRef { .. } => true,
            _ => false,
        }
    }

    fn assigned(
        &mut self,
        (place, name): (u32, SsaName),
        lhs: Operand,
        code: TreeCode,
        rhs: &[Operand; 3],
    ) {
        let unit = self.unit;
        let loads = code == TreeCode::Single && unit.is_memory_operand(rhs[0]);
        let stores = unit.is_memory_operand(lhs);
        if stores && self.is_through(lhs, name) {
            self.lose(place, ArgFlags::NO_DIRECT_CLOBBER);
        }
        if loads && self.is_through(rhs[0], name) {
            if stores {
                self.merge(place, deref_flags(ArgFlags::NONE, false));
            } else {
                self.makes(place, lhs, true);
            }
        }
        if loads {
            return;
        }
        if stores {
            // Kept somewhere; but an index of where it is kept is not.
            let mut kept = false;
            rhs.iter().for_each(|&op| unit.for_each_ssa(op, &mut |used| kept |= used == name));
            if kept {
                self.say(2, || "ssa name saved to memory".to_owned());
                self.merge(place, ArgFlags::NONE);
            }
            return;
        }
        let looked_at = code.is_comparison()
            || code == TreeCode::PointerDiff
            || code == TreeCode::PointerPlus && rhs[0] != Operand::Ssa(name);
        if !looked_at {
            self.makes(place, lhs, false);
        }
    }

    fn used_in_call(&mut self, place: u32, name: SsaName, (stmt, call): (StmtId, &Call)) {
        let (unit, own) = (self.unit, Operand::Ssa(name));
        if call.callee == Callee::Pointer(own) {
            self.lose(place, ArgFlags::NO_DIRECT_CLOBBER);
        }
        let recursive = call.callee == Callee::Decl(self.f.decl);
        let ecf_flags = call_effects::flags_of(unit, call);
        let ends = ecf_flags.intersects(Ecf::NORETURN)
            && (ecf_flags.intersects(Ecf::NOTHROW) || !self.cx.options.on(Flag::Exceptions));
        let no_stores = ends || ecf_flags.intersects(Ecf::CONST | Ecf::PURE);
        if unit.is_memory_operand(call.lhs) && self.is_through(call.lhs, name) {
            self.lose(place, ArgFlags::NO_DIRECT_CLOBBER);
        }
        let spec = FnSpec::of(unit, call, self.cx.options.on(Flag::MathErrno));
        let chain = [(call.chain, arg_flags::of_chain(unit, call), Via::Chain)];
        let of_argument = |(index, &arg): (usize, &Operand)| {
            (arg, arg_flags::of_argument(unit, call, spec, index), Via::Param(index as u32))
        };
        let all = call.args.iter().enumerate().map(of_argument);
        let defers = super::waits(self.cx, self.f.decl, call.callee);
        for (arg, flags, via) in chain.into_iter().chain(all) {
            let through = unit.is_memory_operand(arg) && self.is_through(arg, name);
            if arg != own && !through {
                continue;
            }
            let flags = if through { deref_flags(flags, no_stores) } else { flags };
            let was_muted = self.muted;
            if recursive {
                // Of itself nothing is known; what is found yet is for later.
                self.lattices[place as usize].flags = ArgFlags::NONE;
                self.muted = true;
            }
            if !ends {
                let returned = spec.returned_argument().map(|index| Via::Param(index as u32));
                self.returned(place, call, flags, returned.map(|which| (which, via)));
            }
            self.muted = was_muted;
            if ecf_flags.intersects(Ecf::CONST) {
                if through {
                    self.lose(place, ArgFlags::NO_DIRECT_READ);
                }
                continue;
            }
            let sure = match recursive {
                true => ArgFlags::NONE,
                false => passed(flags, no_stores),
            };
            if defers {
                let least = match through {
                    true => deref_flags(ArgFlags::NONE, no_stores),
                    false => ArgFlags::NONE,
                };
                let least = passed(least, no_stores);
                let point = Point { call: stmt, arg: via, direct: !through, least };
                self.merge_point(place, sure, point);
            } else {
                self.merge(place, sure);
            }
        }
    }

    /// What a call returns may be made of an argument (`merge_call_lhs_flags`). `which`: the argument that is returned for
    /// sure, and the one at hand.
    fn returned(&mut self, place: u32, call: &Call, flags: ArgFlags, which: Option<(Via, Via)>) {
        let unused = flags.contains(ArgFlags::UNUSED);
        let mut directly = !unused && !flags.contains(ArgFlags::NOT_RETURNED_DIRECTLY);
        let mut indirectly = !unused && !flags.contains(ArgFlags::NOT_RETURNED_INDIRECTLY);
        if call.lhs.is_none() {
            return;
        }
        if let Some((returned, own)) = which {
            if returned != own {
                return;
            }
            (directly, indirectly) = (true, false);
        }
        match call.lhs {
            Operand::Ssa(_) => {
                if directly {
                    self.makes(place, call.lhs, false);
                }
                if indirectly {
                    self.makes(place, call.lhs, true);
                }
            }
            _ if directly => self.merge(place, ArgFlags::NONE),
            _ if indirectly => self.merge(place, deref_flags(ArgFlags::NONE, false)),
            _ => {}
        }
    }
}

/// Notes a call; whether that is news. Too many are as if they were known to do anything.
fn add_point(lattice: &mut Lattice, point: Point) -> bool {
    let same =
        |old: &&mut Point| (old.call, old.arg, old.direct) == (point.call, point.arg, point.direct);
    if let Some(old) = lattice.points.iter_mut().find(same) {
        let least = old.least.intersection(point.least);
        return std::mem::replace(&mut old.least, least) != least;
    }
    if lattice.points.len() == MAX_POINTS {
        return std::mem::replace(&mut lattice.better, ArgFlags::NONE) != ArgFlags::NONE;
    }
    lattice.points.push(point);
    true
}

/// What is not done with an argument by a call of a function that does not do this with it (`callee_to_caller_flags`).
pub fn passed(flags: ArgFlags, no_stores: bool) -> ArgFlags {
    // That the function called returns it does not mean that this one does.
    let mut flags = flags.union(RETURNED);
    if no_stores {
        flags = flags.union(ArgFlags::OF_PURE);
    } else if !flags.contains(ArgFlags::UNUSED) {
        // What has escaped may be read from there, and anything done with it.
        if !flags.contains(ArgFlags::NO_DIRECT_ESCAPE) {
            return ArgFlags::NONE;
        }
        if !flags.contains(ArgFlags::NO_INDIRECT_ESCAPE) {
            let lost = [
                ArgFlags::NOT_RETURNED_INDIRECTLY,
                ArgFlags::NO_DIRECT_READ,
                ArgFlags::NO_INDIRECT_READ,
                ArgFlags::NO_INDIRECT_CLOBBER,
            ];
            flags = flags.without(ArgFlags::of(lost));
        }
    }
    flags
}

/// What is not done with a pointer if that is not done with what is loaded through it (`deref_flags`).
pub fn deref_flags(flags: ArgFlags, no_stores: bool) -> ArgFlags {
    let mut result = ArgFlags::of([
        ArgFlags::NO_DIRECT_CLOBBER,
        ArgFlags::NO_DIRECT_ESCAPE,
        ArgFlags::NOT_RETURNED_DIRECTLY,
    ]);
    if flags.contains(ArgFlags::UNUSED) {
        return result.union(ArgFlags::of([
            ArgFlags::NO_INDIRECT_READ,
            ArgFlags::NO_INDIRECT_CLOBBER,
            ArgFlags::NO_INDIRECT_ESCAPE,
            ArgFlags::NOT_RETURNED_INDIRECTLY,
        ]));
    }
    let sides = [
        (ArgFlags::NO_DIRECT_CLOBBER, ArgFlags::NO_INDIRECT_CLOBBER, no_stores),
        (ArgFlags::NO_DIRECT_ESCAPE, ArgFlags::NO_INDIRECT_ESCAPE, no_stores),
        (ArgFlags::NO_DIRECT_READ, ArgFlags::NO_INDIRECT_READ, false),
        (ArgFlags::NOT_RETURNED_DIRECTLY, ArgFlags::NOT_RETURNED_INDIRECTLY, false),
    ];
    for (direct, indirect, implied) in sides {
        if implied || flags.contains(direct.union(indirect)) {
            result = result.union(indirect);
        }
    }
    result
}
