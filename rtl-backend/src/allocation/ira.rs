//! `ira`: which pseudo gets which hard register.
//!
//! ```text
//! Disposition:
//!   74:r15  75:r14  76:r10  77:r10
//! ```
//! Priority colouring over live-range segments, after Chow and Hennessy ("The priority-based coloring approach to
//! register allocation", TOPLAS 1990) with the interval unions of LLVM's allocators in place of a conflict graph:
//! pseudos are taken in the order of what spilling would cost a point of their range; each takes, of the registers
//! free all along its range, the one its copies want most, else the first in allocation order. What finds none stays
//! in memory, unless it is worth more than what is in its way (`improve`). Time is that of sorting the pseudos and looking up each segment; there is no conflict table.
//!
//! If anything stays in memory, or the frame may be too large for 12-bit offsets, colouring is done again with a few
//! scratch registers set aside for `reload`, which therefore cannot fail.

mod improve;

use fixedbitset::FixedBitSet;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use std::fmt::Write;

use crate::allocation::fast;
use crate::allocation::live::{LiveRanges, Segment, compute};
use crate::allocation::notes;
use crate::allocation::points::PointSet;
use crate::allocation::report::Report;
use crate::allocation::threads::{self, Link};
use crate::machine::recog;
use crate::machine::target::{self, Convention, HARD_FRAME_POINTER_REGNUM, NUM_HARD, RegClass};
use crate::passes::subreg::{self, Words};
use crate::rtl::cfg;
use crate::rtl::function::{FIRST_PSEUDO, RtlFunction, Shown};
use crate::rtl::group::Groups;
use crate::rtl::insn_table::traits;
use crate::rtl::summary;
use crate::state::{self, RtlContext};

/// A pseudo's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Never referred to.
    Unused,
    /// A hard register.
    Hard(u8),
    /// A stack slot.
    Memory,
}

/// Scratch registers kept free for reloads: two for operands and one for addresses a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scratch {
    pub gpr: Option<[u32; 3]>,
    pub fpr: Option<[u32; 3]>,
}

impl Scratch {
    fn contains(&self, reg: u32) -> bool {
        self.set() >> reg & 1 != 0
    }

    /// All of them, a bit each.
    fn set(&self) -> u64 {
        [self.gpr, self.fpr].into_iter().flatten().flatten().fold(0, |set, reg| set | 1 << reg)
    }
}

/// The allocator's answer.
pub struct Allocation {
    /// By register number.
    pub places: Vec<Place>,
    pub scratch: Scratch,
    /// The insns of the function, of which reload looks at few, and where pseudos were live.
    pub live: LiveRanges,
    /// Where each hard register is taken, if reload may use what is free.
    busy: Option<Vec<PointSet>>,
}

impl Allocation {
    /// The first general register that can hold what is made of `from`, right before insn `index`, for that insn, which
    /// writes `to`.
    pub fn free_before(&self, index: u32, from: u32, to: u32) -> Option<u32> {
        let busy = self.busy.as_ref()?;
        let at = 2 * index;
        let is_free = |hard: u32| {
            let points = &busy[hard as usize];
            let ends = hard == from && (hard == to || points.is_free(at + 1, at + 2));
            ends || points.is_free(at, at + 1)
        };
        target::order(RegClass::Gr).iter().copied().find(|&hard| self.usable(hard) && is_free(hard))
    }

    fn usable(&self, hard: u32) -> bool {
        // What is to be saved is known already.
        Convention::default().call_used(hard) && !self.scratch.contains(hard)
    }
}

/// A copy between two registers and how often it runs.
#[derive(Clone, Copy)]
struct Preference {
    other: u32,
    weight: f32,
    /// Whether it is a copy; else an insn that one dies in makes the other.
    copy: bool,
}

/// A pseudo that has been taken apart. Setting a word of it does not end what is before: it is live from where it holds
/// nothing, or from the function's start.
struct Wide {
    words: Words,
    segments: Vec<Segment>,
    crosses_call: bool,
}

/// Takes the pseudos of several words apart where registers are not handed out word by word.
fn take_apart(f: &mut RtlFunction) -> Vec<Wide> {
    let wide = (FIRST_PSEUDO..f.num_regs()).any(|reg| f.rtx.is_multiword(f.reg_mode(reg)));
    if f.optimize > 0 || !wide {
        return Vec::new();
    }
    let live = compute(f);
    let wide = |words: Words| Wide {
        segments: live.of(words.whole).to_vec(),
        crosses_call: live.crosses_call(words.whole),
        words,
    };
    let words: Vec<Wide> = subreg::take_apart(f).into_iter().map(wide).collect();
    f.word_of = parts(&words).map(|(part, whole, index)| (part, (whole, index))).collect();
    words
}

/// Each word of pseudos that have been taken apart: its number, that of the whole, and which word it is.
fn parts(words: &[Wide]) -> impl Iterator<Item = (u32, u32, u8)> {
    words.iter().flat_map(|Wide { words, .. }| {
        let parts = words.parts.iter().enumerate();
        parts.filter_map(|(index, part)| Some(((*part)?, words.whole, index as u8)))
    })
}

struct Allocator<'a> {
    f: &'a RtlFunction,
    live: LiveRanges,
    /// The pseudos that have been taken apart, by their numbers: without optimisation their words get registers that follow
    /// each other.
    words: Vec<Wide>,
    /// Cost of keeping each register in memory.
    cost: Vec<f32>,
    /// Pseudos an `asm` refers to: these must get registers.
    in_asm: Vec<bool>,
    preferences: Groups<(u32, Preference)>,
    links: Vec<Link>,
    /// Pseudos choose in the order of their threads: as long as there are registers for all of them.
    by_threads: bool,
    crosses_call: Vec<bool>,
    /// Occupied points of each hard register.
    busy: Vec<PointSet>,
    places: Vec<Place>,
    /// Points at which a pseudo that is to come would best be in each hard register.
    wanted: Vec<PointSet>,
    /// Callee-saved registers in use.
    saved_used: u64,
    /// Pseudos take the first register that is free ([`fast`]).
    fast: bool,
    /// Of these, the ones that are to be in general registers whatever their mode.
    general: FixedBitSet,
    /// What is known of them for the dump.
    found: Option<fast::Order>,
}

/// `ira` for the pass table.
pub const PASS: Pass = Pass::rtl("ira", execute)
    .requires(Prop::RTL)
    .follows(&[("vregs", "operands say which registers they take once an insn is recognised")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| {
        let allocation = run(&mut state.rtl, rtl);
        state.left.put(allocation);
        state.rtl.shown.ask();
    })
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) -> Allocation {
    f.shown.raw_from = Shown::ALL_KNOWN;
    cfg::complete(f);
    let words = take_apart(f);
    let live = compute(f);
    if f.optimize == 0 {
        f.shown.ever_live |= summary::referred(f);
        if f.frame.frame_pointer_needed {
            f.shown.ever_live |= 1 << HARD_FRAME_POINTER_REGNUM;
        }
        if cx.dump.is_some() {
            notes::add(f, &live);
        }
    }
    let mut a = Allocator::new(f, live, words);
    let mut order = a.order();
    let mut scratch = Scratch::default();
    if a.frame_may_be_large() {
        scratch.gpr = Some(a.choose_scratch(RegClass::Gr));
    }
    loop {
        a.color(&order, scratch);
        if a.fast
            && order.iter().any(|&r| a.in_asm[r as usize] && a.places[r as usize] == Place::Memory)
        {
            // An `asm` cannot do without its registers.
            a.fast = false;
            order = a.order();
            continue;
        }
        if a.by_threads && order.iter().any(|&r| a.places[r as usize] == Place::Memory) {
            // Where there are too few, those that cost least a point of their range go without.
            a.by_threads = false;
            order = a.order();
            continue;
        }
        let spilled = |class| {
            order.iter().any(|&r| {
                a.places[r as usize] == Place::Memory && RegClass::of_mode(a.f.reg_mode(r)) == class
            })
        };
        let mut wanted = scratch;
        if spilled(RegClass::Gr) && wanted.gpr.is_none() {
            wanted.gpr = Some(a.choose_scratch(RegClass::Gr));
        }
        if spilled(RegClass::Fp) && wanted.fpr.is_none() {
            wanted.fpr = Some(a.choose_scratch(RegClass::Fp));
            // The slots' addresses may need a general register.
            if wanted.gpr.is_none() {
                wanted.gpr = Some(a.choose_scratch(RegClass::Gr));
            }
        }
        if wanted == scratch {
            break;
        }
        scratch = wanted;
    }
    if !a.fast {
        a.improve(&order, scratch);
    }
    if a.f.optimize_size && !a.fast && !a.by_threads {
        a.shorten(&order, scratch);
    }
    if let Some(out) = cx.dump.as_deref_mut() {
        match &a.found {
            Some(found) => Report::new(a.f, &a.live, found, &a.places).print(out),
            None => a.print_disposition(&order, out),
        }
    }
    let busy = a.fast.then_some(a.busy);
    Allocation { places: a.places, scratch, live: a.live, busy }
}

/// The allocation that a dump of the pass says (`Disposition:`). A pseudo it says nothing of is in memory.
pub fn read_back(f: &mut RtlFunction, text: &str) -> Allocation {
    notes::remove(f);
    cfg::complete(f);
    let words = take_apart(f);
    let live = compute(f);
    let mut a = Allocator::new(f, live, words);
    a.busy = vec![PointSet::default(); NUM_HARD];
    for hard in 0..NUM_HARD as u32 {
        a.add_busy(hard, hard);
    }
    let all = FIRST_PSEUDO..a.f.num_regs();
    let is_met = |reg: u32| !a.live.of(reg).is_empty() || a.wide(reg).is_some();
    let mut places = vec![Place::Unused; FIRST_PSEUDO as usize];
    places.extend(all.map(|reg| if is_met(reg) { Place::Memory } else { Place::Unused }));
    for (reg, hard) in dispositions(text) {
        if let Some(place) = places.get_mut(reg as usize).filter(|place| **place == Place::Memory) {
            *place = Place::Hard(hard as u8);
            a.occupy(reg, hard);
        }
    }
    for (part, whole, index) in parts(&a.words) {
        if let Place::Hard(hard) = places[whole as usize] {
            places[part as usize] = Place::Hard(hard + index);
        }
    }
    let spilled = places.contains(&Place::Memory);
    let scratch = match spilled {
        true => Scratch {
            gpr: Some(a.choose_scratch(RegClass::Gr)),
            fpr: Some(a.choose_scratch(RegClass::Fp)),
        },
        false => Scratch::default(),
    };
    Allocation { places, scratch, live: a.live, busy: Some(a.busy) }
}

/// The registers that a dump says pseudos have got: `18:r72  l0    15`.
fn dispositions(text: &str) -> Vec<(u32, u32)> {
    let Some((_, list)) = text.rsplit_once("Disposition:") else { return Vec::new() };
    let list = list.split("+++").next().unwrap_or("");
    let words: Vec<&str> = list.split_whitespace().collect();
    let found = words.windows(3).filter_map(|words| {
        let (_, reg) = words[0].split_once(":r")?;
        let hard = words[2].parse().ok().filter(|&hard| hard < NUM_HARD as u32)?;
        Some((reg.parse().ok()?, hard))
    });
    found.collect()
}

impl<'a> Allocator<'a> {
    fn new(f: &'a RtlFunction, live: LiveRanges, words: Vec<Wide>) -> Allocator<'a> {
        let regs = f.num_regs() as usize;
        let mut cost = vec![0.0; regs];
        let mut in_asm = vec![false; regs];
        let links = if f.optimize > 0 { threads::links(f, &live) } else { Vec::new() };
        let mut copies: Vec<(u32, Preference)> = Vec::with_capacity(2 * links.len());
        for &Link { from, to, weight, copy } in
            links.iter().filter(|l| !target::fixed(l.from) && !target::fixed(l.to))
        {
            let weight = weight as f32;
            copies.push((to, Preference { other: from, weight, copy }));
            copies.push((from, Preference { other: to, weight, copy }));
        }
        for block in f.cfg.block_ids() {
            let weight = if f.optimize_size { 1.0 } else { f.cfg.block(block).frequency };
            let [first, after] = [block, block + 1].map(|b| live.first_insns[b as usize]);
            for index in first..after {
                for entry in live.insns.refs(index) {
                    cost[entry.reg() as usize] += weight;
                }
                if !live.insns.has(index, traits::RECOGNIZED)
                    && let pattern = f.insn(live.insns.insn(index)).pattern
                    && recog::asm_operands(&f.rtx, pattern).is_some()
                {
                    let refs = live.insns.refs(index).iter();
                    refs.for_each(|entry| in_asm[entry.reg() as usize] = true);
                }
            }
        }
        for Wide { words, .. } in &words {
            let parts = || words.parts.iter().flatten();
            in_asm[words.whole as usize] |= parts().any(|&part| in_asm[part as usize]);
        }
        Allocator {
            f,
            words,
            cost,
            in_asm,
            preferences: Groups::new(&copies, regs, |(reg, _)| *reg),
            links,
            by_threads: f.optimize > 0,
            crosses_call: (0..regs as u32)
                .map(|r| r >= FIRST_PSEUDO && live.crosses_call(r))
                .collect(),
            live,
            busy: Vec::new(),
            places: Vec::new(),
            wanted: Vec::new(),
            saved_used: 0,
            fast: f.optimize == 0,
            general: FixedBitSet::new(),
            found: None,
        }
    }

    fn preferences_of(&self, reg: u32) -> impl Iterator<Item = Preference> + '_ {
        self.preferences.of(reg).iter().map(|(_, preference)| *preference)
    }

    /// The pseudos to place: dearest first, without optimisation, and else dearest a point first.
    fn order(&mut self) -> Vec<u32> {
        if self.fast {
            let found = fast::order(self.f, &self.live.insns, parts(&self.words));
            self.general.clone_from(&found.general);
            let order = found.pseudos.clone();
            self.found = Some(found);
            return order;
        }
        if self.by_threads {
            return threads::order(self.f, &self.live, &self.links);
        }
        let mut order: Vec<u64> = (FIRST_PSEUDO..self.f.num_regs())
            .filter(|&r| !self.live.of(r).is_empty() && self.wide(r).is_none())
            .map(|r| {
                let priority = if self.in_asm[r as usize] {
                    f32::INFINITY
                } else {
                    self.cost[r as usize] / (self.live.length(r) as f32 + 4.0)
                };
                // No priority is negative: their bits are in their order.
                u64::from(!priority.to_bits()) << 32 | u64::from(r)
            })
            .collect();
        // They are in the order of their numbers; there are few priorities.
        order.sort_by_key(|key| key >> 32);
        order.into_iter().map(|key| key as u32).collect()
    }

    /// Whether some frame offset might not fit twelve bits even before anything is spilled.
    fn frame_may_be_large(&self) -> bool {
        let frame = &self.f.frame;
        frame.locals + frame.outgoing_args + frame.pretend_args + 8 * 40 > 2000
    }

    /// Three registers of the class that no insn names.
    fn choose_scratch(&self, class: RegClass) -> [u32; 3] {
        let candidates: &[u32] = match class {
            RegClass::Gr => &[31, 30, 29, 28, 7, 6, 5, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 9],
            RegClass::Fp => {
                &[63, 62, 61, 60, 39, 38, 37, 36, 35, 34, 33, 32, 59, 58, 57, 56, 55, 54]
            }
        };
        let mut free = candidates.iter().copied().filter(|&r| self.live.of(r).is_empty());
        let mut next = |i: usize| free.next().unwrap_or(candidates[i]);
        [next(0), next(1), next(2)]
    }

    fn color(&mut self, order: &[u32], scratch: Scratch) {
        self.busy = vec![PointSet::default(); NUM_HARD];
        for hard in 0..NUM_HARD as u32 {
            self.add_busy(hard, hard);
        }
        self.places = vec![Place::Unused; self.f.num_regs() as usize];
        self.saved_used = 0;
        self.note_wanted(order);
        for &reg in order {
            let place = match self.pick(reg, scratch) {
                Some(hard) => {
                    self.occupy(reg, hard);
                    Place::Hard(hard as u8)
                }
                None => Place::Memory,
            };
            self.places[reg as usize] = place;
        }
        for (part, whole, index) in parts(&self.words) {
            match self.places[whole as usize] {
                Place::Hard(hard) => self.places[part as usize] = Place::Hard(hard + index),
                // What says that it holds nothing goes.
                _ if !self.fast => self.places[whole as usize] = Place::Memory,
                place => self.places[part as usize] = place,
            }
        }
    }

    /// What is known of a pseudo that has been taken apart.
    fn wide(&self, reg: u32) -> Option<&Wide> {
        let at = self.words.binary_search_by_key(&reg, |wide| wide.words.whole).ok()?;
        Some(&self.words[at])
    }

    /// Notes for each hard register where what is copied from or to it would best stay in it: a parameter, an argument. What
    /// may go anywhere leaves it to them.
    fn note_wanted(&mut self, order: &[u32]) {
        self.wanted = vec![PointSet::default(); NUM_HARD];
        if self.fast {
            return;
        }
        let points = self.live.points();
        for &reg in order {
            let of_hard = self.preferences_of(reg).take(8);
            let of_hard = of_hard.filter(|p| p.copy && (p.other as usize) < NUM_HARD);
            let best = of_hard.max_by(|a, b| a.weight.total_cmp(&b.weight)).map(|p| p.other);
            let segments = self.live.of(reg);
            let Some(hard) = best.filter(|&hard| self.is_free(hard, segments)) else { continue };
            // Each point is noted once.
            let wanted = &mut self.wanted[hard as usize];
            for s in segments.iter().filter(|s| s.start < s.end) {
                if wanted.is_free(s.start, s.end) {
                    wanted.add(s.start, s.end, points);
                }
            }
        }
    }

    /// Makes `hard` busy where `reg` is live.
    fn add_busy(&mut self, reg: u32, hard: u32) {
        let points = self.live.points();
        for s in self.live.of(reg) {
            self.busy[hard as usize].add(s.start, s.end, points);
        }
    }

    fn occupy(&mut self, reg: u32, hard: u32) {
        self.add_busy(reg, hard);
        if let Ok(at) = self.words.binary_search_by_key(&reg, |wide| wide.words.whole) {
            let points = self.live.points();
            for hard in hard..hard + self.number_of_words(reg) {
                let segments = &self.words[at].segments;
                segments.iter().for_each(|s| self.busy[hard as usize].add(s.start, s.end, points));
            }
        }
        if self.f.convention.call_saved(hard) {
            self.saved_used |= 1 << hard;
        }
    }

    fn number_of_words(&self, reg: u32) -> u32 {
        self.f.reg_mode(reg).size().div_ceil(self.f.rtx.word().size())
    }

    /// The first registers that follow each other and are free for all words of a pseudo; the first of them is even.
    fn pick_words(
        &self,
        reg: u32,
        segments: &[Segment],
        allowed: &impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let count = self.number_of_words(reg);
        let is_free = |hard: u32| allowed(hard) && self.is_free(hard, segments);
        let mut order = target::order(RegClass::Gr).iter().copied();
        order.find(|&first| first % 2 == 0 && (first..first + count).all(is_free))
    }

    /// The class of registers that a pseudo is to be in.
    fn class_of(&self, reg: u32) -> RegClass {
        match RegClass::of_mode(self.f.reg_mode(reg)) {
            RegClass::Fp if self.fast && self.general.contains(reg as usize) => RegClass::Gr,
            class => class,
        }
    }

    /// The registers that a pseudo can be in where they are free, a bit each.
    fn allowed(&self, reg: u32, scratch: Scratch) -> u64 {
        let crosses = self.crosses_call[reg as usize];
        let crosses = self.wide(reg).map_or(crosses, |wide| wide.crosses_call);
        if crosses && (self.f.calls_setjmp || !self.f.receivers.is_empty()) {
            return 0;
        }
        let mut taken = target::FIXED | self.f.kept | scratch.set();
        if crosses {
            taken |= self.f.convention.used;
        }
        if self.f.frame.frame_pointer_needed {
            taken |= 1 << HARD_FRAME_POINTER_REGNUM;
        }
        self.class_of(reg).all() & !taken
    }

    /// Whether a pseudo can be in a register where that is free.
    fn is_allowed(&self, reg: u32, hard: u32, scratch: Scratch) -> bool {
        self.allowed(reg, scratch) >> hard & 1 != 0
    }

    /// The best free register for `reg`.
    fn pick(&self, reg: u32, scratch: Scratch) -> Option<u32> {
        let class = self.class_of(reg);
        let wide = self.wide(reg);
        let all_allowed = self.allowed(reg, scratch);
        let allowed = |hard: u32| all_allowed >> hard & 1 != 0;
        if let Some(wide) = wide {
            return self.pick_words(reg, &wide.segments, &allowed);
        }
        let segments = self.live.of(reg);
        if self.fast {
            let mut order = target::order(class).iter().copied();
            return order.find(|&hard| allowed(hard) && self.is_free(hard, segments));
        }
        if let Some(hard) = self.preferred(reg, &allowed, segments) {
            return Some(hard);
        }
        // Opening one more callee-saved register costs a save and a restore.
        let order = target::order(class);
        let free = |hard: &u32| allowed(*hard) && self.is_free(*hard, segments);
        let convention = self.f.convention;
        let cheap = |h: &u32| !convention.call_saved(*h) || self.saved_used >> h & 1 != 0;
        order
            .iter()
            .copied()
            .filter(cheap)
            .find(|h| free(h) && self.is_unwanted(*h, segments))
            .or_else(|| order.iter().copied().filter(cheap).find(free))
            .or_else(|| order.iter().copied().find(free))
    }

    /// The free register the copies of `reg` want most. What is wanted for the sake of a partner gives way to who is copied to
    /// it or from it.
    fn preferred(
        &self,
        reg: u32,
        allowed: &impl Fn(u32) -> bool,
        segments: &[Segment],
    ) -> Option<u32> {
        let mut preferences: Vec<(u32, f32)> = Vec::new();
        let mut prefer = |hard: u32, weight: f32| match preferences.iter_mut().find(|w| w.0 == hard)
        {
            Some(w) => w.1 += weight,
            None => preferences.push((hard, weight)),
        };
        let mut own = 0u64;
        for p in self.preferences_of(reg).take(64) {
            if (p.other as usize) < NUM_HARD {
                own |= u64::from(p.copy) << p.other;
                prefer(p.other, p.weight);
            } else if let Place::Hard(h) = self.places[p.other as usize] {
                prefer(h as u32, p.weight);
            } else if self.places[p.other as usize] == Place::Unused {
                // What the partner will want counts a quarter.
                for q in self.preferences_of(p.other).take(8).filter(|q| q.other != reg) {
                    if (q.other as usize) < NUM_HARD {
                        prefer(q.other, p.weight / 4.0);
                    } else if let Place::Hard(h) = self.places[q.other as usize] {
                        prefer(h as u32, p.weight / 4.0);
                    }
                }
            }
        }
        preferences.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        preferences.into_iter().map(|w| w.0).find(|&hard| {
            allowed(hard)
                && self.is_free(hard, segments)
                && (own >> hard & 1 != 0 || self.is_unwanted(hard, segments))
        })
    }

    /// Whether nothing that is copied to or from a register is live in some segments.
    fn is_unwanted(&self, hard: u32, segments: &[Segment]) -> bool {
        let wanted = &self.wanted[hard as usize];
        segments.iter().all(|s| wanted.is_free(s.start, s.end))
    }

    /// Whether no segment overlaps what occupies `hard`.
    fn is_free(&self, hard: u32, segments: &[Segment]) -> bool {
        let busy = &self.busy[hard as usize];
        segments.iter().all(|s| busy.is_free(s.start, s.end))
    }

    fn print_disposition(&self, order: &[u32], out: &mut String) {
        out.push_str("Disposition:\n");
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        for (i, reg) in sorted.iter().enumerate() {
            let _ = match self.places[*reg as usize] {
                Place::Hard(h) => write!(out, " {i:4}:r{reg:<4} l0 {h:5}"),
                _ => write!(out, " {i:4}:r{reg:<4} l0   mem"),
            };
            if i % 4 == 3 {
                out.push('\n');
            }
        }
        out.push('\n');
    }
}
