//! Debug counters: the changes that passes make, counted one by one, so that some can be left out.
//!
//! A pass asks before each change whether it may make it:
//!
//! ```text
//! if cx.dbg_cnt(Counter::Sink) { …sink the statement… }        -fdbg-cnt=sink:1-7 makes the first seven
//! ```
//!
//! Names, options and messages are GCC's where it has a counter for the same; counters of passes that Gimlet does not
//! have are not there.

use dumps::{complain, putln};
use std::fmt::Write;

macro_rules! counters {
    ($($variant:ident $name:literal,)*) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Counter {
            $(#[doc = $name] $variant,)*
        }

        /// The names, in order.
        const NAMES: &[&str] = &[$($name,)*];

        impl Counter {
            /// All, in order.
            pub const ALL: &'static [Counter] = &[$(Counter::$variant,)*];
        }
    };
}

counters! {
    Ccp "ccp",
    Ch "ch",
    Copyprop "copyprop",
    Dce "dce",
    Dse "dse",
    Einline "einline",
    Forwprop "forwprop",
    Fre "fre",
    GimpleUnroll "gimple_unroll",
    IpaCpBits "ipa_cp_bits",
    IpaCpValues "ipa_cp_values",
    IpaCpVr "ipa_cp_vr",
    Lim "lim",
    MergedIpaIcf "merged_ipa_icf",
    Mergephi "mergephi",
    Phiopt "phiopt",
    RegisteredJumpThread "registered_jump_thread",
    Sink "sink",
    StoreMerging "store_merging",
    TailCall "tail_call",
    TreepreInsert "treepre_insert",
    Vrp "vrp",
}

/// GCC's other counters: nothing here counts by them.
const ELSEWHERE: &str = "asan_use_after_scope auto_inc_dec back_thread1 back_thread2 back_threadfull1 back_threadfull2 cfg_cleanup \
     cprop cse2_move2add dce_fast dce_ud delete_trivial_dead devirt df_byte_scan dom_unreachable_edges dse1 dse2 \
     gcse2_delete global_alloc_at_func global_alloc_at_reg graphite_scop hoist hoist_insn ia64_sched2 \
     if_after_combine if_after_reload if_conversion if_conversion_tree if_to_switch ipa_attr \
     ipa_mod_ref ipa_mod_ref_pta ipa_sra_params ipa_sra_retvalues ira_move ivopts_loop \
     local_alloc_for_sched match phiopt_edge_range postreload_cse pre pre_insn prefetch sched2_func \
     sched_block sched_breakdep sched_func sched_insn sched_region sel_sched_cnt sel_sched_insn_cnt \
     sel_sched_region_cnt sms_sched_loop split_for_sched2 store_motion stv_conversion tree_sra \
     vect_loop vect_slp";

impl Counter {
    /// The name in options.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// The closed intervals of counts in which a change is made.
type Intervals = Vec<(u64, u64)>;

/// All counters of a compilation.
#[derive(Clone, Debug)]
pub struct DebugCounters {
    counts: Vec<u64>,
    /// What was set; without it every change is made.
    limits: Vec<Option<Intervals>>,
    /// Ends of intervals are reached without a word.
    silent: bool,
}

impl Default for DebugCounters {
    fn default() -> Self {
        DebugCounters {
            counts: vec![0; NAMES.len()],
            limits: vec![None; NAMES.len()],
            silent: false,
        }
    }
}

impl DebugCounters {
    /// Counts a change; whether it is to be made. At the ends of what was set that is said.
    pub fn count(&mut self, counter: Counter) -> bool {
        let index = counter as usize;
        self.counts[index] += 1;
        let count = self.counts[index];
        let Some(limits) = &self.limits[index] else { return true };
        let Some(&(low, high)) = limits.iter().find(|&&(low, high)| low <= count && count <= high)
        else {
            return false;
        };
        for (limit, word) in [(low, "lower"), (high, "upper")] {
            if count == limit && !self.silent {
                complain!("***dbgcnt: {word} limit {limit} reached for {}.***", counter.name());
            }
        }
        true
    }

    /// The counts so far.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Lets a counter's first changes be made only, silently.
    pub fn only_first(&mut self, counter: Counter, changes: u64) {
        self.silent = true;
        self.limits[counter as usize] = Some(vec![(0, changes)]);
    }

    /// Reads what follows `-fdbg-cnt=`. The answer is the names of counters that GCC has and nothing here counts by.
    ///
    /// # Errors
    /// GCC's message about the first thing that is wrong.
    pub fn set<'w>(&mut self, words: &'w str) -> Result<Vec<&'w str>, String> {
        let mut elsewhere = Vec::new();
        for word in words.split(',') {
            let (name, intervals) = word.split_once(':').unwrap_or((word, ""));
            if ELSEWHERE.split(' ').any(|known| known == name) {
                elsewhere.push(name);
                continue;
            }
            let Some(index) = NAMES.iter().position(|known| *known == name) else {
                return Err(format!(
                    "cannot find a valid counter name ‘{name}’ of ‘-fdbg-cnt=’ option"
                ));
            };
            for interval in intervals.split(':') {
                self.add(index, interval)?;
            }
        }
        Ok(elsewhere)
    }

    fn add(&mut self, index: usize, interval: &str) -> Result<(), String> {
        let name = NAMES[index];
        // Nothing at all is made of the first 0 changes.
        let only = if interval == "0" { ("0", "0") } else { ("1", interval) };
        let (low, high) = interval.split_once('-').unwrap_or(only);
        let (Ok(low), Ok(high)) = (low.parse::<u64>(), high.parse::<u64>()) else {
            return Err(format!("invalid interval ‘{interval}’ of ‘-fdbg-cnt={name}’"));
        };
        if low > high {
            return Err(format!(
                "‘-fdbg-cnt={name}:{low}-{high}’ has smaller upper limit than the lower"
            ));
        }
        let limits = self.limits[index].get_or_insert_default();
        if let Some(&(a, b)) = limits.iter().find(|&&(a, b)| a <= high && low <= b) {
            let ((a, b), (c, d)) =
                if (a, b) < (low, high) { ((a, b), (low, high)) } else { ((low, high), (a, b)) };
            return Err(format!(
                "Interval overlap of ‘-fdbg-cnt={name}’: [{a}, {b}] and [{c}, {d}]"
            ));
        }
        limits.push((low, high));
        limits.sort_unstable();
        Ok(())
    }

    /// The table that `-fdbg-cnt-list` prints.
    pub fn list(&self) -> String {
        let mut out =
            format!("  {:<30}{:<18}{}\n", "counter name", "counter value", "closed intervals");
        out.push_str(&"-".repeat(65));
        out.push('\n');
        for (index, name) in NAMES.iter().enumerate() {
            let limits = match &self.limits[index] {
                None => "unset".to_string(),
                Some(limits) => {
                    let texts: Vec<String> =
                        limits.iter().map(|(low, high)| format!("[{low}, {high}]")).collect();
                    texts.join(", ")
                }
            };
            putln!(out, "  {name:<30}{:<18}{limits}", self.counts[index]);
        }
        out.push('\n');
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn changes_are_made_within_the_intervals() {
        let mut counters = DebugCounters::default();
        // A number alone is the upper end.
        counters.set("sink:2-3:5-5,dse:1").expect("it is right");
        let made: Vec<bool> = (0..6).map(|_| counters.count(Counter::Sink)).collect();
        assert_eq!(made, [false, true, true, false, true, false]);
        assert_eq!([counters.count(Counter::Dse), counters.count(Counter::Dse)], [true, false]);
    }

    #[test]
    fn counters_of_passes_that_are_missing_are_named() {
        let mut counters = DebugCounters::default();
        assert_eq!(counters.set("vect_loop:1,sink:0,hoist:2-3"), Ok(vec!["vect_loop", "hoist"]));
        assert!(!counters.count(Counter::Sink));
    }

    #[rstest]
    #[case("fusion:1", "cannot find a valid counter name ‘fusion’ of ‘-fdbg-cnt=’ option")]
    #[case("dce:5-3", "‘-fdbg-cnt=dce:5-3’ has smaller upper limit than the lower")]
    #[case("dce:1-3:2-4", "Interval overlap of ‘-fdbg-cnt=dce’: [1, 3] and [2, 4]")]
    #[case("dce:x", "invalid interval ‘x’ of ‘-fdbg-cnt=dce’")]
    fn mistakes_are_told_in_gccs_words(#[case] words: &str, #[case] message: &str) {
        assert_eq!(DebugCounters::default().set(words), Err(message.to_string()));
    }
}
