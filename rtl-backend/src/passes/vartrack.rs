//! `vartrack`: in which register or place of the frame each variable is, from where to where.
//!
//! ```text
//! (debug_insn (var_location:SI s (subreg:SI (reg/v:DI 74 [ s ]) 0)))     74 is in s1
//! =>
//! (note (var_location s (reg:SI 9 s1 [orig:74 s ] [74])) NOTE_INSN_VAR_LOCATION)
//! …
//! (note (var_location s (nil)) NOTE_INSN_VAR_LOCATION)                    where s1 is written again
//! ```
//! After `gcc/var-tracking.cc`'s description, on what [`crate::rtl::binds`] keeps. The code is run symbolically: each register
//! and spill slot holds pseudos, and values. A bind gives what its pseudos hold at that point the name of a value; the
//! variable is wherever that value is, until the last place that holds it is written. Where control joins, what holds on all
//! ways stays. Linear in the insns, and in blocks times what is known at a time, up to a limit.

use crate::machine::target::NUM_HARD;
use crate::rtl::cfg::{self, ENTRY};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_defs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, LocId, NoteKind, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use crate::state;
use gimple::function::{Function, Prop};
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// `vartrack` for the pass table.
pub const PASS: Pass = Pass::rtl("vartrack", execute)
    .gate(tracks_variables)
    .requires(Prop::RTL)
    .follows(&[("pro_and_epilogue", "variables are in registers and in the frame")]);

fn tracks_variables(options: &Options, _: &Function) -> bool {
    options.optimize > 0 && options.debug_binds()
}

/// How much may be known at the starts of all blocks together, where `--param=max-vartrack-size=` does not say; functions
/// that are larger are given up.
const MOST: usize = 50_000_000;

/// A register or a spill slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Place {
    Hard(u32),
    /// The slot of a pseudo.
    Slot(u32),
}

/// What a place may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Content {
    /// The value a pseudo has at the moment.
    Pseudo(u32),
    /// What a pseudo had when a bind named it.
    Value(u32),
}

/// A bind, or a parameter's arrival.
struct Bind {
    variable: u32,
    /// What the variable is computed from; `NONE` if that is not known.
    value: RtxId,
    pseudos: SmallVec<[u32; 2]>,
    /// The number of the value of the first of the pseudos; the others follow.
    first: u32,
}

/// What is known at a point.
#[derive(Clone, Default)]
struct State {
    held: FxHashMap<Place, SmallVec<[Content; 2]>>,
    places: FxHashMap<Content, SmallVec<[Place; 2]>>,
    /// The bind that holds of each variable.
    bound: FxHashMap<u32, u32>,
}

impl State {
    fn put(&mut self, place: Place, content: Content) {
        let held = self.held.entry(place).or_default();
        if !held.contains(&content) {
            held.push(content);
            self.places.entry(content).or_default().push(place);
        }
    }

    /// A place gets something else; `changed` is told which values it held.
    fn clear(&mut self, place: Place, changed: &mut Vec<u32>) {
        for content in self.held.remove(&place).unwrap_or_default() {
            if let Some(places) = self.places.get_mut(&content) {
                places.retain(|other| *other != place);
                if places.is_empty() {
                    self.places.remove(&content);
                }
            }
            if let Content::Value(value) = content {
                changed.push(value);
            }
        }
    }

    /// Nothing holds this any more.
    fn forget(&mut self, content: Content) {
        for place in self.places.remove(&content).unwrap_or_default() {
            if let Some(held) = self.held.get_mut(&place) {
                held.retain(|other| *other != content);
                if held.is_empty() {
                    self.held.remove(&place);
                }
            }
        }
    }

    fn places(&self, content: Content) -> &[Place] {
        self.places.get(&content).map_or(&[], |places| places)
    }

    fn size(&self) -> usize {
        self.bound.len() + self.held.values().map(SmallVec::len).sum::<usize>()
    }

    /// Keeps what also holds in another state; whether that is less.
    fn meet(&mut self, other: &State) -> bool {
        let before = self.size();
        self.bound.retain(|variable, bind| other.bound.get(variable) == Some(bind));
        let lost: Vec<(Place, Content)> = self
            .held
            .iter()
            .flat_map(|(&place, held)| held.iter().map(move |&content| (place, content)))
            .filter(|(place, content)| {
                !other.held.get(place).is_some_and(|held| held.contains(content))
            })
            .collect();
        for (place, content) in lost {
            if let Some(list) = self.held.get_mut(&place) {
                list.retain(|it| *it != content);
            }
            if let Some(list) = self.places.get_mut(&content) {
                list.retain(|it| *it != place);
            }
        }
        self.held.retain(|_, held| !held.is_empty());
        self.places.retain(|_, places| !places.is_empty());
        self.size() != before
    }
}

/// Where a variable is: the bind that says how it is computed, and the places of its parts.
type Location = (u32, SmallVec<[Place; 2]>);

struct Tracker<'f> {
    f: &'f mut RtlFunction,
    binds: Vec<Bind>,
    /// The bind of each note, and that of each value.
    of_note: FxHashMap<InsnId, u32>,
    of_value: Vec<u32>,
    arrivals: std::ops::Range<u32>,
    /// The pseudos whose places are known to have what they should.
    whole: FxHashSet<u32>,
    /// References to the slots of pseudos.
    slots: FxHashMap<u32, RtxId>,
    at_start: Vec<Option<State>>,
    /// What the notes so far say.
    shown: FxHashMap<u32, Location>,
}

/// What is done after each element, with what is known then and the variables that may have moved.
type After<'f, 'a> = dyn FnMut(&mut Tracker<'f>, &State, InsnId, &[u32]) + 'a;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut given_up = false;
    let most = match cx.options.param("max-vartrack-size") {
        None => MOST,
        // No limit.
        Some(0) => usize::MAX,
        Some(most) => usize::try_from(most).unwrap_or(usize::MAX),
    };
    let todo = state::run(cx, f, |state, _| given_up = run(&mut state.rtl, most));
    if given_up {
        let loc = cx.unit.decls[f.decl].loc;
        cx.unit.diagnostics.note(loc, "variable tracking size limit exceeded");
    }
    todo
}

/// Replaces binds by notes of where variables are. The answer is whether it was too much work.
pub fn run(f: &mut RtlFunction, most: usize) -> bool {
    if f.binds.is_none() {
        return false;
    }
    cfg::build_graph(f);
    let mut tracker = Tracker::new(f);
    let followed = tracker.follow(most);
    if followed {
        tracker.emit();
    }
    tracker.remove_binds();
    !followed
}

impl<'f> Tracker<'f> {
    fn new(f: &'f mut RtlFunction) -> Tracker<'f> {
        let mut tracker = Tracker {
            binds: Vec::new(),
            of_note: FxHashMap::default(),
            of_value: Vec::new(),
            arrivals: 0..0,
            whole: FxHashSet::default(),
            slots: FxHashMap::default(),
            at_start: vec![None; f.cfg.blocks.len()],
            shown: FxHashMap::default(),
            f,
        };
        let arrivals = tracker.f.binds.as_ref().map_or_else(Vec::new, |it| it.arrivals.clone());
        for (variable, value) in arrivals {
            tracker.add_bind(variable, value);
        }
        tracker.arrivals = 0..tracker.binds.len() as u32;
        let is_bind = |f: &RtlFunction, id| f.insn(id).kind == InsnKind::Note(NoteKind::Bind);
        let notes: Vec<InsnId> = tracker.f.chain().filter(|&id| is_bind(tracker.f, id)).collect();
        for id in notes {
            let insn = tracker.f.insn(id);
            let (variable, value) = (insn.label, insn.pattern);
            tracker.of_note.insert(id, tracker.binds.len() as u32);
            tracker.add_bind(variable, value);
        }
        tracker
    }

    fn add_bind(&mut self, variable: u32, value: RtxId) {
        let pseudos: SmallVec<[u32; 2]> = self.f.registers_of(value).into();
        for &pseudo in &pseudos {
            if pseudo < FIRST_PSEUDO || self.f.is_whole(pseudo) {
                self.whole.insert(pseudo);
            }
        }
        let (first, number) = (self.of_value.len() as u32, self.binds.len() as u32);
        self.of_value.extend(pseudos.iter().map(|_| number));
        self.binds.push(Bind { variable, value, pseudos, first });
    }

    /// Finds out what is known at the start of each block; whether that was little enough.
    fn follow(&mut self, most: usize) -> bool {
        let order: Vec<u32> = cfg::postorder(&self.f.cfg).into_iter().rev().collect();
        let mut entry = State::default();
        for &hard in self.whole.iter().filter(|&&register| register < FIRST_PSEUDO) {
            entry.put(Place::Hard(hard), Content::Pseudo(hard));
        }
        self.at_start[ENTRY as usize] = Some(entry);
        let mut waiting = vec![true; self.at_start.len()];
        let mut again = true;
        while std::mem::take(&mut again) {
            for &block in &order {
                let Some(start) = &self.at_start[block as usize] else { continue };
                if !std::mem::take(&mut waiting[block as usize]) {
                    continue;
                }
                let mut state = start.clone();
                self.run_block(block, &mut state, &mut |_, _, _, _| {});
                for succ in self.f.cfg.succs(block).collect::<Vec<_>>() {
                    let changed = match &mut self.at_start[succ as usize] {
                        Some(old) => old.meet(&state),
                        none => {
                            *none = Some(state.clone());
                            true
                        }
                    };
                    waiting[succ as usize] |= changed;
                    again |= changed;
                }
            }
            let known: usize = self.at_start.iter().flatten().map(State::size).sum();
            if known > most {
                return false;
            }
        }
        true
    }

    /// Runs a block.
    fn run_block(&mut self, block: u32, state: &mut State, after: &mut After<'f, '_>) {
        if block < 2 {
            return;
        }
        let (mut at, end) = (self.f.cfg.block(block).head, self.f.cfg.block(block).end);
        let mut moved = Vec::new();
        loop {
            let next = self.f.next(at);
            moved.clear();
            self.step(at, state, &mut moved);
            let mut variables: Vec<u32> = Vec::new();
            for &value in &moved {
                let variable = self.binds[self.of_value[value as usize] as usize].variable;
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            }
            if let Some(&bind) = self.of_note.get(&at) {
                variables.push(self.binds[bind as usize].variable);
            } else if self.f.insn(at).kind == InsnKind::Note(NoteKind::FunctionBeg) {
                variables
                    .extend(self.binds[..self.arrivals.end as usize].iter().map(|b| b.variable));
            }
            after(self, state, at, &variables);
            if at == end {
                return;
            }
            at = next;
        }
    }

    fn step(&mut self, at: InsnId, state: &mut State, moved: &mut Vec<u32>) {
        match self.f.insn(at).kind {
            InsnKind::Note(NoteKind::Bind) => self.bind(self.of_note[&at], state),
            InsnKind::Note(NoteKind::FunctionBeg) => {
                for bind in self.arrivals.clone() {
                    self.bind(bind, state);
                }
            }
            InsnKind::Note(NoteKind::Moved) => {
                let pattern = self.f.insn(at).pattern;
                let (to, from) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
                self.copy(to, from, state, moved);
            }
            InsnKind::Call => {
                let convention = self.f.convention;
                for hard in (0..NUM_HARD as u32).filter(|&hard| convention.call_used(hard)) {
                    state.clear(Place::Hard(hard), moved);
                }
                self.writes(at, state, moved);
            }
            InsnKind::Insn | InsnKind::Jump => {
                let pattern = self.f.insn(at).pattern;
                if self.f.rtx.code(pattern) == Code::Set {
                    let (to, from) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
                    if self.copy(to, from, state, moved) {
                        return;
                    }
                }
                self.writes(at, state, moved);
            }
            _ => {}
        }
    }

    /// The place of an operand, and the pseudo it stands for.
    fn place(&mut self, x: RtxId) -> Option<(Place, Option<u32>)> {
        if let Some(hard) = self.f.rtx.as_reg(x) {
            return Some((Place::Hard(hard), self.f.pseudo_of(x)));
        }
        let pseudo = self.f.spilled_pseudo(x)?;
        self.slots.insert(pseudo, x);
        Some((Place::Slot(pseudo), Some(pseudo)))
    }

    /// A move between places; `false` if the two are not both such.
    fn copy(&mut self, to: RtxId, from: RtxId, state: &mut State, moved: &mut Vec<u32>) -> bool {
        let (Some((dst, pseudo)), Some((src, _))) = (self.place(to), self.place(from)) else {
            return false;
        };
        let mode = self.f.rtx.mode(to);
        if self.f.rtx.is_multiword(mode) {
            return false;
        }
        let mut held = state.held.get(&src).cloned().unwrap_or_default();
        held.retain(|content| self.mode_of(*content).size() <= mode.size());
        // Where source and destination are one, its contents stay.
        if dst != src {
            state.clear(dst, moved);
        }
        if let Some(pseudo) = pseudo.filter(|pseudo| !held.contains(&Content::Pseudo(*pseudo))) {
            state.forget(Content::Pseudo(pseudo));
        }
        for &content in &held {
            state.put(dst, content);
            if let Content::Value(value) = content {
                moved.push(value);
            }
        }
        if let Some(pseudo) = pseudo {
            state.put(dst, Content::Pseudo(pseudo));
        }
        true
    }

    fn mode_of(&self, content: Content) -> Mode {
        let pseudo = match content {
            Content::Pseudo(pseudo) => pseudo,
            Content::Value(value) => {
                let bind = &self.binds[self.of_value[value as usize] as usize];
                bind.pseudos[(value - bind.first) as usize]
            }
        };
        self.f.reg_mode(pseudo)
    }

    /// What an insn writes that is no move.
    fn writes(&mut self, at: InsnId, state: &mut State, moved: &mut Vec<u32>) {
        let mut written: SmallVec<[(Place, Option<u32>); 2]> = SmallVec::new();
        visit_defs(self.f, at, &mut |kind, reg, count, x| {
            let pseudo = self.f.pseudo_of(x).filter(|_| kind != RefKind::Clobber && count == 1);
            written.extend((reg..reg + count).map(|reg| (Place::Hard(reg), pseudo)));
        });
        if let Some(set) = self.f.single_set(at) {
            let to = self.f.rtx.op(set, 0);
            if self.f.rtx.code(to) == Code::Mem {
                written.extend(self.place(to));
            }
        }
        for &(place, pseudo) in &written {
            state.clear(place, moved);
            if let Some(pseudo) = pseudo {
                state.forget(Content::Pseudo(pseudo));
            }
        }
        for (place, pseudo) in written {
            if let Some(pseudo) = pseudo {
                state.put(place, Content::Pseudo(pseudo));
            }
        }
    }

    fn bind(&mut self, number: u32, state: &mut State) {
        let variable = self.binds[number as usize].variable;
        if let Some(old) = state.bound.remove(&variable) {
            let old = &self.binds[old as usize];
            for value in (old.first..).take(old.pseudos.len()) {
                state.forget(Content::Value(value));
            }
        }
        let bind = &self.binds[number as usize];
        let known = |pseudo: &u32| {
            self.whole.contains(pseudo) && !state.places(Content::Pseudo(*pseudo)).is_empty()
        };
        if bind.value == RtxId::NONE || !bind.pseudos.iter().all(known) {
            return;
        }
        for (value, &pseudo) in (bind.first..).zip(&bind.pseudos) {
            for place in SmallVec::<[Place; 2]>::from(state.places(Content::Pseudo(pseudo))) {
                state.put(place, Content::Value(value));
            }
        }
        state.bound.insert(variable, number);
    }

    /// Where a variable is.
    fn locate(&self, state: &State, variable: u32) -> Option<Location> {
        let &number = state.bound.get(&variable)?;
        let bind = &self.binds[number as usize];
        let before = self.shown.get(&variable).filter(|before| before.0 == number);
        let mut found: SmallVec<[Place; 2]> = SmallVec::new();
        for (index, value) in (bind.first..).take(bind.pseudos.len()).enumerate() {
            let places = state.places(Content::Value(value));
            // It stays where it is said to be as long as it can.
            let same = before.map(|before| before.1[index]).filter(|it| places.contains(it));
            found.push(same.or_else(|| places.iter().min().copied())?);
        }
        Some((number, found))
    }

    /// Puts in a note wherever a variable gets somewhere else.
    fn emit(&mut self) {
        for block in self.f.cfg.block_ids().collect::<Vec<_>>() {
            let Some(mut state) = self.at_start[block as usize].take() else { continue };
            let head = self.start_of(block);
            let mut variables: Vec<u32> =
                self.shown.keys().chain(state.bound.keys()).copied().collect();
            variables.sort_unstable();
            variables.dedup();
            // Those that come first are put in last, right after the note.
            let mut last = head;
            for variable in variables {
                last = self.show(&state, variable, last);
            }
            self.run_block(block, &mut state, &mut |tracker, state, at, variables| {
                let mut last = at;
                for &variable in variables {
                    last = tracker.show(state, variable, last);
                }
            });
        }
    }

    /// The element of a block after which notes about its start stand.
    fn start_of(&self, block: u32) -> InsnId {
        let mut at = self.f.cfg.block(block).head;
        while self.f.insn(at).kind == InsnKind::Label {
            at = self.f.next(at);
        }
        at
    }

    /// Puts in a note after an element if a variable is somewhere else now; the answer is the element for the next one.
    fn show(&mut self, state: &State, variable: u32, after: InsnId) -> InsnId {
        let location = self.locate(state, variable);
        if self.shown.get(&variable) == location.as_ref() {
            return after;
        }
        let pattern = match &location {
            None => RtxId::NONE,
            Some((number, places)) => {
                let bind = &self.binds[*number as usize];
                let map = bind.pseudos.iter().copied().zip(places.iter().copied()).collect();
                let value = bind.value;
                self.located(value, &map)
            }
        };
        match location {
            Some(location) => self.shown.insert(variable, location),
            None => self.shown.remove(&variable),
        };
        let kind = InsnKind::Note(NoteKind::VarLocation);
        let note = self.f.make_insn(kind, pattern, LocId::UNKNOWN);
        self.f.insn_mut(note).label = variable;
        self.f.link_after(note, after);
        note
    }

    /// A value with the places of its pseudos.
    fn located(&mut self, x: RtxId, map: &FxHashMap<u32, Place>) -> RtxId {
        let (code, mode) = (self.f.rtx.code(x), self.f.rtx.mode(x));
        let register = self.f.pseudo_of(x).or(self.f.rtx.as_reg(x));
        if let Some(place) = register.and_then(|register| map.get(&register)) {
            return self.reference(*place, mode);
        }
        match code {
            Code::Mem => {
                let address = self.located(self.f.rtx.op(x, 0), map);
                self.f.rtx.replace_address(x, address)
            }
            Code::Subreg => {
                let inner = self.f.rtx.op(x, 0);
                match self.f.pseudo_of(inner).and_then(|pseudo| map.get(&pseudo)) {
                    Some(place) => self.reference(*place, mode),
                    None => {
                        let inner = self.located(inner, map);
                        self.f.rtx.gen_raw_subreg(mode, inner, 0)
                    }
                }
            }
            _ if code.arity() == 1 => {
                let inner = self.located(self.f.rtx.op(x, 0), map);
                self.f.rtx.gen_unary(code, mode, inner)
            }
            _ if code.arity() == 2 => {
                let a = self.located(self.f.rtx.op(x, 0), map);
                let b = self.located(self.f.rtx.op(x, 1), map);
                self.f.rtx.gen_binary(code, mode, a, b)
            }
            _ => x,
        }
    }

    /// A register or slot in a mode.
    fn reference(&mut self, place: Place, mode: Mode) -> RtxId {
        match place {
            Place::Hard(hard) => self.f.rtx.gen_reg(mode, hard),
            Place::Slot(pseudo) => self.slots[&pseudo],
        }
    }

    fn remove_binds(&mut self) {
        for &id in self.of_note.keys() {
            self.f.unlink(id);
        }
    }
}
