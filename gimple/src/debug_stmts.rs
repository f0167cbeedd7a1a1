//! Debug statements: which value a variable of the source has from some place on, and where statements of the source
//! begin (`-fvar-tracking-assignments`, `-gstatement-frontiers`).
//!
//! ```text
//!   # DEBUG BEGIN_STMT          a statement begins here
//!   _4 = a_2 + b_3;
//!   # DEBUG x => _4             from here on, `x` is `_4`
//!   # DEBUG x => NULL           and here nobody knows any more
//! ```
//!
//! **They are no statements to any pass, and their operands are no uses.** They do not stand in a block's list: each
//! statement has a *gap* before it, and each block one at its end, that hold the debug statements there. Who walks the
//! statements of a block, asks for its first or last one, whether it is empty, or who uses a name, cannot see them, so
//! that nothing is decided differently for them. What edits a block takes them along: where a statement goes, what was
//! before it is before the next one; what is inserted before a statement is after its debug statements. Printing,
//! reading, verifying, and copying blocks ask for them explicitly.
//!
//! A pass removes definitions and replaces names as if they did not exist. That is written down in order (`Event`) and
//! debug statements follow when the pass is done, or before something looks at them ([`Function::settle_debug`]):
//!
//! * a name was replaced: so it is in binds;
//! * a name's definition was removed: what defined it stands for it, in place where there is one bind that is nothing but
//!   the name, or else through a temporary, `# DEBUG D#1 => a_2 + b_3`, where the definition was.
//!
//! What cannot be said any more is reset (`=> NULL`), which is always right.
//!
//! Before there is a CFG, the only ones are markers, which are [`StmtKind::BeginStmt`]; `cfg` hangs them into gaps.

use crate::cfg::BlockId;
use crate::code::TreeCode;
use crate::decl::{DeclId, DeclKind, flag};
use crate::entity::EntityVec;
use crate::function::Function;
use crate::location::Location;
use crate::ssa::{NameFlags, SsaName};
use crate::stmt::{ScopeId, Seq, StmtFlags, StmtId, StmtInfo, StmtKind};
use crate::tree::{Operand, TreeKind};
use crate::types::TypeId;
use crate::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

crate::entity! {
    /// A debug statement.
    DebugId;
}

/// What a debug statement says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugKind {
    /// A statement of the source begins.
    BeginStmt,
    /// An inlined function begins: its lexical block is the statement's.
    InlineEntry(DeclId),
    /// The variable, or the temporary, has the value from here on; none: it is not known.
    Bind { var: Operand, value: Operand },
    /// As `Bind`, of a parameter that is gone: its value is in terms of the source (`# DEBUG x s=> y`).
    SourceBind { var: Operand, value: Operand },
    /// It has been removed.
    Gone,
}

/// A debug statement, and the next one in its gap.
#[derive(Clone, Copy, Debug)]
pub struct DebugStmt {
    pub kind: DebugKind,
    pub loc: Location,
    pub scope: ScopeId,
    next: DebugId,
}

/// The debug statements of a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    first: DebugId,
    last: DebugId,
}

impl Default for Gap {
    fn default() -> Gap {
        Gap { first: DebugId::NONE, last: DebugId::NONE }
    }
}

/// What defined a name.
#[derive(Clone, Copy, Debug)]
enum Definition {
    Unknown,
    Value(Operand),
    Operation { code: TreeCode, ty: TypeId, rhs: [Operand; 3] },
}

/// What a pass did to a name that debug statements may know.
#[derive(Clone, Copy, Debug)]
enum Event {
    Replaced {
        name: SsaName,
        value: Operand,
    },
    /// Its definition goes; the place is that of a bind for it, if one turns out to be needed.
    Removed {
        name: SsaName,
        definition: Definition,
        place: DebugId,
    },
}

/// All debug statements of a function.
#[derive(Clone)]
pub struct DebugStmts {
    table: EntityVec<DebugId, DebugStmt>,
    /// The gaps before statements, which have the flag [`StmtFlags::DEBUG_BEFORE`], and at the ends of blocks.
    before: FxHashMap<StmtId, Gap>,
    at_end: FxHashMap<BlockId, Gap>,
    /// The binds that name a name, or did once.
    uses: FxHashMap<SsaName, Vec<DebugId>>,
    /// What has not been followed yet, and the names that will be in binds once it has.
    events: Vec<Event>,
    coming: FxHashSet<SsaName>,
    /// A statement was moved or inserted since binds were last known to be below the definitions they name.
    pub(crate) moved: bool,
    /// The statement that has last been said to leave its place.
    leaving: StmtId,
    version: u32,
    /// What statements that left their places wrote, and what value, or were given the addresses of: memory may be without the
    /// values that variables should have there.
    pub lost_stores: Vec<(Operand, Operand)>,
    /// Binds are made (`-fvar-tracking-assignments`).
    pub binds: bool,
    /// There are markers among the statements of a function without a CFG.
    pub markers: bool,
}

impl Default for DebugStmts {
    fn default() -> DebugStmts {
        DebugStmts {
            table: EntityVec::new(),
            before: FxHashMap::default(),
            at_end: FxHashMap::default(),
            uses: FxHashMap::default(),
            events: Vec::new(),
            coming: FxHashSet::default(),
            moved: false,
            leaving: StmtId::NONE,
            version: 0,
            lost_stores: Vec::new(),
            binds: false,
            markers: false,
        }
    }
}

impl DebugStmts {
    /// Whether there are none, and never were.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// How many there are, gone ones included.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether binds may name what has no value where they stand, in a CFG of a version; asked once.
    pub(crate) fn may_be_lost(&mut self, version: u32) -> bool {
        let changed = std::mem::replace(&mut self.version, version) != version;
        std::mem::take(&mut self.moved) || changed
    }

    /// Whether a name may be in a bind.
    fn knows(&self, name: SsaName) -> bool {
        self.uses.contains_key(&name) || self.coming.contains(&name)
    }

    fn push(&mut self, gap: &mut Gap, id: DebugId) {
        self.table[id].next = DebugId::NONE;
        if gap.last.is_some() {
            self.table[gap.last].next = id;
        } else {
            gap.first = id;
        }
        gap.last = id;
    }

    fn push_front(&mut self, gap: &mut Gap, id: DebugId) {
        self.table[id].next = gap.first;
        if gap.last.is_none() {
            gap.last = id;
        }
        gap.first = id;
    }

    fn join(&mut self, a: Gap, b: Gap) -> Gap {
        if a.first.is_none() {
            return b;
        }
        if b.first.is_none() {
            return a;
        }
        self.table[a.last].next = b.first;
        Gap { first: a.first, last: b.last }
    }

    fn iter(&self, gap: Gap) -> impl Iterator<Item = DebugId> + '_ {
        let mut at = gap.first;
        std::iter::from_fn(move || {
            loop {
                let id = at.expand()?;
                at = self.table[id].next;
                if self.table[id].kind != DebugKind::Gone {
                    return Some(id);
                }
            }
        })
    }

    fn drop_gap(&mut self, gap: Gap) {
        let mut at = gap.first;
        while at.is_some() {
            self.table[at].kind = DebugKind::Gone;
            at = self.table[at].next;
        }
    }
}

impl std::ops::Index<DebugId> for DebugStmts {
    type Output = DebugStmt;
    fn index(&self, id: DebugId) -> &DebugStmt {
        &self.table[id]
    }
}

/// A place among the statements of a block where debug statements stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugPlace {
    /// Before a statement.
    Before(StmtId),
    /// After all statements of a block.
    AtEnd(BlockId),
}

// The gaps.
impl Function {
    fn gap(&self, place: DebugPlace) -> Gap {
        match place {
            DebugPlace::Before(stmt) if !self.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) => {
                Gap::default()
            }
            DebugPlace::Before(stmt) => self.debug.before.get(&stmt).copied().unwrap_or_default(),
            DebugPlace::AtEnd(block) => self.debug.at_end.get(&block).copied().unwrap_or_default(),
        }
    }

    fn set_gap(&mut self, place: DebugPlace, gap: Gap) {
        match (place, gap.first.is_some()) {
            (DebugPlace::Before(stmt), true) => {
                self.stmts[stmt].flags |= StmtFlags::DEBUG_BEFORE;
                self.debug.before.insert(stmt, gap);
            }
            (DebugPlace::Before(stmt), false) => {
                if self.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
                    self.stmts[stmt].flags.remove(StmtFlags::DEBUG_BEFORE);
                    self.debug.before.remove(&stmt);
                }
            }
            (DebugPlace::AtEnd(block), true) => {
                self.debug.at_end.insert(block, gap);
            }
            (DebugPlace::AtEnd(block), false) => {
                self.debug.at_end.remove(&block);
            }
        }
    }

    fn take_gap(&mut self, place: DebugPlace) -> Gap {
        let gap = self.gap(place);
        if gap.first.is_some() {
            self.set_gap(place, Gap::default());
        }
        gap
    }

    /// The place after a statement of a block.
    fn place_after(&self, stmt: StmtId) -> DebugPlace {
        match self.stmts[stmt].next.expand() {
            Some(next) => DebugPlace::Before(next),
            None => DebugPlace::AtEnd(self.stmts[stmt].block),
        }
    }

    /// The place after the labels of a block.
    fn place_after_labels(&self, block: BlockId) -> DebugPlace {
        match self.first_after_labels(block) {
            Some(first) => DebugPlace::Before(first),
            None => DebugPlace::AtEnd(block),
        }
    }

    /// A statement goes: what is before it will be before the next one.
    pub(crate) fn leave_gap(&mut self, stmt: StmtId) {
        if self.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
            let gap = self.take_gap(DebugPlace::Before(stmt));
            let after = self.place_after(stmt);
            let rest = self.gap(after);
            let joined = self.debug.join(gap, rest);
            self.set_gap(after, joined);
        }
    }

    /// A statement has been put between another place's debug statements and that place.
    pub(crate) fn enter_gap(&mut self, stmt: StmtId, place: DebugPlace) {
        if !self.debug.is_empty() {
            let gap = self.take_gap(place);
            self.set_gap(DebugPlace::Before(stmt), gap);
            self.debug.moved = true;
        }
    }

    /// The statements of a block from `first` on (none: there are none) are going to the end of another one.
    pub(crate) fn move_gaps(&mut self, from: BlockId, first: StmtId, to: BlockId) {
        if self.debug.is_empty() {
            return;
        }
        let end = self.take_gap(DebugPlace::AtEnd(to));
        let rest = self.take_gap(DebugPlace::AtEnd(from));
        let place = match first.expand() {
            Some(first) => {
                self.set_gap(DebugPlace::AtEnd(to), rest);
                DebugPlace::Before(first)
            }
            None => {
                self.set_gap(DebugPlace::AtEnd(to), rest);
                DebugPlace::AtEnd(to)
            }
        };
        let before = self.gap(place);
        let joined = self.debug.join(end, before);
        self.set_gap(place, joined);
    }

    /// A block is removed with the debug statements that are left in it.
    pub(crate) fn drop_debug_of(&mut self, block: BlockId) {
        if !self.debug.is_empty() {
            let gap = self.take_gap(DebugPlace::AtEnd(block));
            self.debug.drop_gap(gap);
        }
    }

    /// Statements got new numbers: `moved` says which of those with debug statements before them.
    pub(crate) fn renumber_gaps(&mut self, moved: &[(StmtId, StmtId)]) {
        if self.debug.is_empty() {
            return;
        }
        let old = std::mem::take(&mut self.debug.before);
        let renamed = moved.iter().filter_map(|(from, to)| Some((*to, *old.get(from)?)));
        self.debug.before = renamed.collect();
    }

    /// Blocks got new numbers.
    pub(crate) fn renumber_end_gaps(&mut self, number: impl Fn(BlockId) -> BlockId) {
        if !self.debug.at_end.is_empty() {
            let old = std::mem::take(&mut self.debug.at_end);
            self.debug.at_end = old.into_iter().map(|(block, gap)| (number(block), gap)).collect();
        }
    }

    /// The debug statements at a place, in order.
    pub fn debug_at(&self, place: DebugPlace) -> Vec<DebugId> {
        if self.debug.is_empty() {
            return Vec::new();
        }
        self.debug.iter(self.gap(place)).collect()
    }

    /// The debug statements before a statement.
    pub fn debug_before(&self, stmt: StmtId) -> Vec<DebugId> {
        self.debug_at(DebugPlace::Before(stmt))
    }

    /// The debug statements after all statements of a block.
    pub fn debug_at_end(&self, block: BlockId) -> Vec<DebugId> {
        self.debug_at(DebugPlace::AtEnd(block))
    }

    /// All places in a block where debug statements may stand, in order.
    pub fn debug_places(&self, block: BlockId) -> Vec<DebugPlace> {
        if self.debug.is_empty() {
            return Vec::new();
        }
        let stmts = self.block_stmts(block);
        let before = stmts.filter(|&stmt| self.stmts[stmt].has(StmtFlags::DEBUG_BEFORE));
        before.map(DebugPlace::Before).chain([DebugPlace::AtEnd(block)]).collect()
    }

    /// Whether a block has any.
    pub fn has_debug(&self, block: BlockId) -> bool {
        self.debug_places(block).into_iter().any(|place| !self.debug_at(place).is_empty())
    }

    fn new_debug(&mut self, kind: DebugKind, loc: Location, scope: ScopeId) -> DebugId {
        self.debug.table.push(DebugStmt { kind, loc, scope, next: DebugId::NONE })
    }

    /// Makes a debug statement, the last one at a place.
    pub fn add_debug(
        &mut self,
        unit: &Unit,
        place: DebugPlace,
        kind: DebugKind,
        (loc, scope): (Location, ScopeId),
    ) -> DebugId {
        let id = self.new_debug(kind, loc, scope);
        let mut gap = self.gap(place);
        self.debug.push(&mut gap, id);
        self.set_gap(place, gap);
        self.link_debug(unit, id);
        id
    }

    fn add_first(
        &mut self,
        unit: &Unit,
        place: DebugPlace,
        kind: DebugKind,
        (loc, scope): (Location, ScopeId),
    ) {
        let id = self.new_debug(kind, loc, scope);
        let mut gap = self.gap(place);
        self.debug.push_front(&mut gap, id);
        self.set_gap(place, gap);
        self.link_debug(unit, id);
    }

    /// Makes a debug statement right after a statement, at its place in the source.
    pub fn add_debug_after(&mut self, unit: &Unit, stmt: StmtId, kind: DebugKind) {
        let StmtInfo { loc, scope, .. } = self.stmt_info[stmt];
        self.add_first(unit, self.place_after(stmt), kind, (loc, scope));
    }

    /// Makes the first debug statement after the labels of a block.
    pub fn add_debug_at_start(
        &mut self,
        unit: &Unit,
        block: BlockId,
        kind: DebugKind,
        place: (Location, ScopeId),
    ) {
        self.add_first(unit, self.place_after_labels(block), kind, place);
    }

    /// The debug statements after the labels of a block, before its first statement.
    pub fn debug_after_labels(&self, block: BlockId) -> Vec<DebugId> {
        self.debug_at(self.place_after_labels(block))
    }

    /// Removes a debug statement.
    pub fn remove_debug(&mut self, id: DebugId) {
        self.debug.table[id].kind = DebugKind::Gone;
    }

    /// Moves the debug statements at a place to the end of those at another.
    pub fn move_debug(&mut self, from: DebugPlace, to: DebugPlace) {
        let gap = self.take_gap(from);
        if gap.first.is_some() {
            let before = self.gap(to);
            let joined = self.debug.join(before, gap);
            self.set_gap(to, joined);
            self.debug.moved = true;
        }
    }

    /// Moves the debug statements of a block that has no statement but labels to the start of another.
    pub fn move_debug_to_start(&mut self, from: BlockId, to: BlockId) {
        let gap = self.take_gap(DebugPlace::AtEnd(from));
        if gap.first.is_some() {
            let place = self.place_after_labels(to);
            let rest = self.gap(place);
            let joined = self.debug.join(gap, rest);
            self.set_gap(place, joined);
            self.debug.moved = true;
        }
    }

    /// Copies the debug statements at a place to the end of those at another, with the names they name.
    pub fn copy_debug(&mut self, unit: &Unit, from: DebugPlace, to: DebugPlace) {
        for id in self.debug_at(from) {
            let DebugStmt { kind, loc, scope, .. } = self.debug.table[id];
            self.add_debug(unit, to, kind, (loc, scope));
        }
    }

    /// Removes the debug statements that `keep` refuses, which may change the others.
    pub fn retain_debug(&mut self, mut keep: impl FnMut(&mut DebugStmt) -> bool) {
        for stmt in self.debug.table.values_mut() {
            if stmt.kind != DebugKind::Gone && !keep(stmt) {
                stmt.kind = DebugKind::Gone;
            }
        }
    }

    /// Removes all debug statements.
    pub fn drop_debug(&mut self) {
        if self.debug.is_empty() {
            return;
        }
        for stmt in std::mem::take(&mut self.debug.before).into_keys() {
            self.stmts[stmt].flags.remove(StmtFlags::DEBUG_BEFORE);
        }
        self.debug = DebugStmts::default();
    }

    /// The last statement of a sequence without a CFG that is no marker.
    pub fn last_but_markers(&self, seq: Seq) -> Option<StmtId> {
        let mut at = seq.last;
        while at.is_some() && matches!(self.stmts[at].kind, StmtKind::BeginStmt) {
            at = self.stmts[at].prev;
        }
        at.expand()
    }
}

impl Unit {
    /// The variable whose values binds say, if a declaration is one that debuggers know (`target_for_debug_bind`).
    pub fn tracked_variable(&self, var: DeclId) -> Option<Operand> {
        let decl = self.decls.get(var)?;
        let tracked = matches!(decl.kind, DeclKind::Var | DeclKind::Parm)
            && decl.flags & (flag::VIRTUAL | flag::IGNORED | flag::HAS_VALUE_EXPR) == 0
            && self.types.is_register_type(decl.ty);
        tracked.then_some(Operand::Decl(var))
    }
}

// What binds name.
impl Function {
    /// Notes the names in a bind.
    fn link_debug(&mut self, unit: &Unit, id: DebugId) {
        if let DebugKind::Bind { value, .. } = self.debug.table[id].kind {
            let uses = &mut self.debug.uses;
            unit.for_each_ssa(value, &mut |name| {
                let list = uses.entry(name).or_default();
                if list.last() != Some(&id) {
                    list.push(id);
                }
            });
        }
    }

    /// The value of a bind; none of others.
    pub fn bound_value(&self, id: DebugId) -> Operand {
        match self.debug.table[id].kind {
            DebugKind::Bind { value, .. } => value,
            _ => Operand::None,
        }
    }

    /// Gives a bind another value.
    pub fn set_bound_value(&mut self, unit: &Unit, id: DebugId, new: Operand) {
        if let DebugKind::Bind { value, .. } = &mut self.debug.table[id].kind {
            *value = new;
            self.link_debug(unit, id);
        }
    }

    /// Lets a bind be one of another variable.
    pub fn set_debug_kind(&mut self, unit: &Unit, id: DebugId, kind: DebugKind) {
        self.debug.table[id].kind = kind;
        self.link_debug(unit, id);
    }

    /// The binds that name a name.
    fn debug_uses(&self, unit: &Unit, name: SsaName) -> Vec<DebugId> {
        let Some(list) = self.debug.uses.get(&name) else { return Vec::new() };
        let mut seen = FxHashSet::default();
        let names = |&&id: &&DebugId| {
            let mut found = false;
            unit.for_each_ssa(self.bound_value(id), &mut |other| found |= other == name);
            found && seen.insert(id)
        };
        list.iter().filter(names).copied().collect()
    }

    /// Notes that something stands for a name from now on, wherever it stood. Its definition may go afterwards.
    pub fn note_replaced(&mut self, name: SsaName, value: Operand) {
        if self.debug.is_empty() || !self.debug.knows(name) {
            return;
        }
        if let Operand::Ssa(new) = value {
            self.debug.coming.insert(new);
        }
        self.debug.events.push(Event::Replaced { name, value });
    }

    /// Notes that a statement leaves its place: what it defines may not be defined where binds are any more.
    pub(crate) fn note_unlinked(&mut self, stmt: StmtId) {
        if self.debug.is_empty() || self.debug.leaving == stmt {
            return;
        }
        self.debug.leaving = stmt;
        let mut defs: SmallVec<[SsaName; 2]> = SmallVec::new();
        let mut stores: SmallVec<[(Operand, Operand); 2]> = SmallVec::new();
        let value = match &self.stmts[stmt].kind {
            StmtKind::Assign { rhs, .. } => rhs[0],
            _ => Operand::None,
        };
        self.for_each_write(stmt, &mut |op| match op.ssa() {
            Some(name) => defs.push(name),
            None => stores.push((op, value)),
        });
        if let StmtKind::Call(call) = &self.stmts[stmt].kind {
            let given = call.args.iter().filter(|arg| matches!(arg, Operand::Tree(_)));
            stores.extend(given.map(|&arg| (arg, Operand::None)));
        }
        self.debug.lost_stores.extend(stores);
        defs.into_iter().for_each(|name| self.note_removed(name));
    }

    /// Notes that the definition of a name is about to be removed.
    pub(crate) fn note_removed(&mut self, name: SsaName) {
        if self.debug.is_empty() || !self.debug.knows(name) {
            return;
        }
        if self.names[name].has(NameFlags::UPDATING) {
            // The update of SSA form says what it becomes.
            return;
        }
        let def = self.names[name].def;
        let block = def.expand().map_or(BlockId::NONE, |def| self.stmts[def].block);
        let mut definition = Definition::Unknown;
        let mut place = DebugId::NONE;
        if block.is_some() {
            definition = self.definition_of(name, def);
            if let Definition::Operation { .. } = definition {
                let info = self.stmt_info[def];
                place = self.new_debug(DebugKind::Gone, info.loc, info.scope);
                let mut gap = self.gap(DebugPlace::Before(def));
                self.debug.push(&mut gap, place);
                self.set_gap(DebugPlace::Before(def), gap);
            }
            let mut node = self.stmts[def].uses;
            while node.is_some() {
                self.debug.coming.insert(self.uses[node].name);
                node = self.uses[node].next_in_stmt;
            }
        }
        if let Definition::Value(Operand::Ssa(value)) = definition {
            self.debug.coming.insert(value);
        }
        self.debug.events.push(Event::Removed { name, definition, place });
    }

    fn definition_of(&self, name: SsaName, def: StmtId) -> Definition {
        match &self.stmts[def].kind {
            StmtKind::Phi(phi) if phi.result == name => {
                // All arguments are one value, but for the name itself.
                let mut values =
                    phi.args.iter().map(|arg| arg.value).filter(|&arg| arg != Operand::Ssa(name));
                match values.next() {
                    Some(value) if value.is_some() && values.all(|other| other == value) => {
                        Definition::Value(value)
                    }
                    _ => Definition::Unknown,
                }
            }
            &StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs } if lhs == name => {
                Definition::Operation { code, ty: self.names[name].ty, rhs }
            }
            _ => Definition::Unknown,
        }
    }

    /// Lets debug statements follow what has been done to names since they last did.
    pub fn settle_debug(&mut self, unit: &mut Unit) {
        if self.debug.events.is_empty() {
            return;
        }
        let mut gone = FxHashSet::default();
        for event in std::mem::take(&mut self.debug.events) {
            match event {
                Event::Replaced { name, value } => self.replace_in_debug(unit, name, value),
                Event::Removed { name, definition, place } => {
                    let binds = self.debug_uses(unit, name);
                    if self.names[name].has(NameFlags::RELEASED) {
                        gone.insert(name);
                    }
                    if !binds.is_empty() {
                        let value = self.stands_for(unit, name, definition, &binds, (place, &gone));
                        self.substitute(unit, name, &binds, value);
                    }
                    self.debug.uses.remove(&name);
                }
            }
        }
        self.debug.coming.clear();
        self.debug.leaving = StmtId::NONE;
    }

    /// Names got new numbers.
    pub fn rename_debug(&mut self, unit: &mut Unit, new: &dyn Fn(SsaName) -> SsaName) {
        self.debug.uses.clear();
        for index in 0..self.debug.table.len() as u32 {
            let id = DebugId(index);
            let old = self.bound_value(id);
            let value = unit.replace_ssa(old, &mut |name| Some(Operand::Ssa(new(name))));
            self.set_bound_value(unit, id, value);
        }
    }

    /// Replaces a name in binds.
    fn replace_in_debug(&mut self, unit: &mut Unit, name: SsaName, value: Operand) {
        let binds = self.debug_uses(unit, name);
        self.substitute(unit, name, &binds, value);
        self.debug.uses.remove(&name);
    }

    /// What stands for a name whose definition goes, in the binds that name it: what defined it, or a temporary bound to
    /// that where the definition was; nothing where that is not known.
    fn stands_for(
        &mut self,
        unit: &mut Unit,
        name: SsaName,
        definition: Definition,
        binds: &[DebugId],
        (place, gone): (DebugId, &FxHashSet<SsaName>),
    ) -> Operand {
        let whole = |id: DebugId| self.bound_value(id) == Operand::Ssa(name);
        let single_use = binds.len() == 1 && whole(binds[0]);
        let (value, single) = match definition {
            Definition::Unknown => return Operand::None,
            Definition::Value(value) => (value, true),
            Definition::Operation { code, ty, rhs } => {
                (operation(unit, self, code, ty, rhs), is_single(code))
            }
        };
        let mut released = false;
        unit.for_each_ssa(value, &mut |name| released |= gone.contains(&name));
        if released || value.is_none() {
            return Operand::None;
        }
        let shared = matches!(value, Operand::Ssa(_) | Operand::Const(_))
            || single_use && (!single || unit.addressed(value).is_some())
            || matches!(definition, Definition::Value(_));
        if shared || place.is_none() {
            return if shared { value } else { Operand::None };
        }
        unit.next_debug_temp += 1;
        let ty = unit.type_of(self, value);
        let temp = Operand::Tree(unit.trees.add(TreeKind::DebugTemp(unit.next_debug_temp), ty));
        self.debug.table[place].kind = DebugKind::Bind { var: temp, value };
        self.link_debug(unit, place);
        temp
    }

    /// Puts a value in the place of a name in binds; none resets them.
    fn substitute(&mut self, unit: &mut Unit, name: SsaName, binds: &[DebugId], value: Operand) {
        for &id in binds {
            let old = self.bound_value(id);
            let new = match value.is_some() {
                true => unit.replace_ssa(old, &mut |n| (n == name).then_some(value)),
                false => Operand::None,
            };
            let new = if is_valid(unit, new) { new } else { Operand::None };
            self.set_bound_value(unit, id, new);
        }
    }
}

/// Whether an operation is no more than an operand or a part of one.
fn is_single(code: TreeCode) -> bool {
    use TreeCode::*;
    matches!(code, Single | Realpart | Imagpart | ViewConvert)
}

/// What an assignment computes, as an expression.
fn operation(
    unit: &mut Unit,
    f: &Function,
    code: TreeCode,
    ty: TypeId,
    rhs: [Operand; 3],
) -> Operand {
    match code.arity() {
        1 if code == TreeCode::Single => match rhs[0] {
            Operand::Tree(id) => match unit.trees.kind(id) {
                TreeKind::Constructor(_) | TreeKind::Clobber(_) => Operand::None,
                _ => rhs[0],
            },
            _ => rhs[0],
        },
        1 if code == TreeCode::Nop && unit.type_of(f, rhs[0]) == ty => rhs[0],
        1 | 2 => {
            let kind = TreeKind::Expr { code, args: [rhs[0], rhs[1]] };
            Operand::Tree(unit.trees.add(kind, ty))
        }
        _ => Operand::None,
    }
}

/// Whether a value still says something: a reference whose base has become an expression does not.
fn is_valid(unit: &Unit, value: Operand) -> bool {
    let Operand::Tree(id) = value else { return true };
    let fits = |op: Operand| match op {
        Operand::Tree(inner) => !matches!(unit.trees.kind(inner), TreeKind::Expr { .. }),
        _ => true,
    };
    match unit.trees.kind(id) {
        TreeKind::MemRef { base, .. } => fits(*base),
        TreeKind::TargetMemRef { base, index, index2, .. } => {
            fits(*base) && fits(*index) && fits(*index2)
        }
        _ => {
            let mut valid = true;
            unit.trees.for_each_operand(id, |op| valid &= is_valid(unit, op));
            valid
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::ENTRY;

    const HERE: (Location, ScopeId) = (Location::UNKNOWN, ScopeId::NONE);

    /// A function of one block with three statements, a marker before the second and one at the end.
    fn example(unit: &Unit) -> (Function, BlockId, [StmtId; 3]) {
        let mut f = Function::new(DeclId(0), 0);
        f.init_cfg();
        let block = f.create_block(ENTRY);
        let stmts = [(); 3].map(|()| f.new_stmt(StmtKind::Nop, Location::UNKNOWN));
        stmts.iter().for_each(|&stmt| f.append_to_block(block, stmt));
        f.add_debug(unit, DebugPlace::Before(stmts[1]), DebugKind::BeginStmt, HERE);
        f.add_debug(unit, DebugPlace::AtEnd(block), DebugKind::BeginStmt, HERE);
        (f, block, stmts)
    }

    fn unit() -> Unit {
        use crate::diagnostic::Diagnostics;
        use crate::symbol::Interner;
        Unit::new(crate::target::TargetDesc::lp64(), Interner::new(), Diagnostics::captured())
    }

    fn numbers(f: &Function, place: DebugPlace) -> Vec<u32> {
        f.debug_at(place).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn what_stands_before_a_removed_statement_is_before_the_next() {
        let (mut f, block, stmts) = example(&unit());
        f.unlink_stmt(stmts[1]);
        assert_eq!(numbers(&f, DebugPlace::Before(stmts[2])), [0]);
        f.unlink_stmt(stmts[2]);
        assert_eq!(numbers(&f, DebugPlace::AtEnd(block)), [0, 1]);
        assert_eq!(f.last_stmt(block), Some(stmts[0]));
    }

    #[test]
    fn statements_are_inserted_after_debug_statements_or_before_them() {
        let (mut f, block, stmts) = example(&unit());
        let [before, after, last] = [(); 3].map(|()| f.new_stmt(StmtKind::Nop, Location::UNKNOWN));
        f.insert_before(stmts[1], before);
        assert_eq!(numbers(&f, DebugPlace::Before(before)), [0]);
        assert_eq!(numbers(&f, DebugPlace::Before(stmts[1])), []);
        f.insert_after(stmts[2], after);
        assert_eq!(numbers(&f, DebugPlace::AtEnd(block)), [1]);
        f.append_to_block(block, last);
        assert_eq!(numbers(&f, DebugPlace::Before(last)), [1]);
    }

    #[test]
    fn debug_statements_go_with_the_statements_of_a_block() {
        let (mut f, block, stmts) = example(&unit());
        let to = f.create_block(block);
        f.add_debug(&unit(), DebugPlace::AtEnd(to), DebugKind::BeginStmt, HERE);
        f.move_stmts_after(block, stmts[0], to);
        assert_eq!(numbers(&f, DebugPlace::Before(stmts[1])), [2, 0]);
        assert_eq!(numbers(&f, DebugPlace::AtEnd(to)), [1]);
        assert!(!f.has_debug(block));
    }
}
