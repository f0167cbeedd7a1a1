//! `-ftime-report`: time and memory of each pass, in GCC's table.
//!
//! ```text
//! Time variable                                   usr           sys          wall           GGC
//!  phase parsing                      :   0.01 ( 33%)   0.00 (  0%)   0.01 ( 33%)   225k ( 16%)
//!  tree PRE                           :   0.02 ( 67%)   0.00 (  0%)   0.02 ( 67%)  4320  (  0%)
//!  TOTAL                              :   0.03          0.00          0.03          229k
//! ```
//!
//! Activities nest; time and memory belong to the innermost one. User and system time are the
//! process's, as the kernel counts them, so that other programs on the machine disturb little.
//! Memory is what was allocated, whether or not it was freed again: the program's allocator reports
//! to [`record_alloc`].

use crate::putln;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::fmt::Write;
use std::time::{Duration, Instant};

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
}

/// The allocator calls this with the size of each allocation.
#[inline]
pub fn record_alloc(bytes: usize) {
    ALLOCATED.with(|sum| sum.set(sum.get() + bytes as u64));
}

/// Bytes this thread has allocated: a unit is compiled by one.
pub fn allocated() -> u64 {
    ALLOCATED.with(Cell::get)
}

#[derive(Clone, Copy, Default)]
struct Usage {
    user: Duration,
    system: Duration,
    wall: Duration,
    memory: u64,
    /// By how much the most that the process has had resident has grown, in KiB.
    resident: u64,
}

impl Usage {
    fn add(&mut self, other: Usage) {
        self.user += other.user;
        self.system += other.system;
        self.wall += other.wall;
        self.memory += other.memory;
        self.resident += other.resident;
    }
}

/// The state of the clocks and of the allocator at some moment.
struct Reading {
    user: Duration,
    system: Duration,
    wall: Instant,
    memory: u64,
    /// The most that the process has had resident so far, in KiB.
    resident: u64,
}

impl Reading {
    fn now() -> Reading {
        // The call fails only for arguments it does not know.
        let (user, system, resident) = getrusage(UsageWho::RUSAGE_SELF).map_or_else(
            |_| Default::default(),
            |u| (span(u.user_time()), span(u.system_time()), u.max_rss() as u64),
        );
        Reading { user, system, wall: Instant::now(), memory: allocated(), resident }
    }

    /// What was used since `earlier`.
    fn since(&self, earlier: &Reading) -> Usage {
        Usage {
            user: self.user.saturating_sub(earlier.user),
            system: self.system.saturating_sub(earlier.system),
            wall: self.wall.duration_since(earlier.wall),
            memory: self.memory.saturating_sub(earlier.memory),
            resident: self.resident.saturating_sub(earlier.resident),
        }
    }
}

fn span(time: TimeVal) -> Duration {
    Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000)
}

/// What was used, by activity, in the order in which activities first began.
pub struct TimeReport {
    names: Vec<String>,
    index: FxHashMap<String, usize>,
    usage: Vec<Usage>,
    running: Vec<usize>,
    last: Reading,
    total: Usage,
}

impl Default for TimeReport {
    fn default() -> Self {
        TimeReport::new()
    }
}

impl TimeReport {
    /// Starts measuring; until the first activity begins, nothing is charged to any.
    pub fn new() -> TimeReport {
        TimeReport {
            names: Vec::new(),
            index: FxHashMap::default(),
            usage: Vec::new(),
            running: Vec::new(),
            last: Reading::now(),
            total: Usage::default(),
        }
    }

    /// An activity begins: what it uses is no longer charged to the one it is part of.
    pub fn start(&mut self, name: &str) {
        self.charge();
        let index = match self.index.get(name) {
            Some(&index) => index,
            None => {
                self.names.push(name.to_string());
                self.usage.push(Usage::default());
                self.index.insert(name.to_string(), self.names.len() - 1);
                self.names.len() - 1
            }
        };
        self.running.push(index);
    }

    /// The activity that began last ends.
    pub fn stop(&mut self) {
        self.charge();
        self.running.pop();
    }

    fn charge(&mut self) {
        let now = Reading::now();
        let used = now.since(&self.last);
        self.last = now;
        self.total.add(used);
        if let Some(&top) = self.running.last() {
            self.usage[top].add(used);
        }
    }

    /// `-fmem-report`: what each activity allocated, most first, and by how much the process grew meanwhile.
    pub fn memory_table(&mut self) -> String {
        self.charge();
        let mut text =
            format!("\n{:<36}{:>18}{:>18}\n", "Memory by activity", "allocated", "resident");
        let mut rows: Vec<(&str, Usage)> =
            self.names.iter().map(String::as_str).zip(self.usage.iter().copied()).collect();
        rows.sort_by_key(|(name, used)| (std::cmp::Reverse(used.memory), *name));
        for (name, used) in rows {
            let share = percent(used.memory as f64, self.total.memory as f64);
            let resident = size(used.resident * 1024);
            putln!(text, " {name:<35}{:>11} ({share:3.0}%){resident:>18}", size(used.memory));
        }
        let (memory, resident) = (size(self.total.memory), size(self.last.resident * 1024));
        putln!(text, " {:<35}{memory:>11}       {resident:>18}", "TOTAL");
        text
    }

    /// The table. What was below a hundredth of a second and of a thousandth of the memory is left
    /// out, as in GCC.
    pub fn table(&mut self) -> String {
        self.charge();
        let mut text = format!(
            "\n{:<44}{:>7}{:>14}{:>13}{:>14}\n",
            "Time variable", "usr", "sys", "wall", "GGC"
        );
        for (name, used) in self.names.iter().zip(&self.usage) {
            // Hundredths of a second are too coarse to see how a pass grows; the log has the whole figure.
            let (cpu, memory) = ((used.user + used.system).as_micros() as u64, used.memory);
            tracing::debug!(pass = name.as_str(), cpu, memory, "microseconds and bytes");
            let tiny = used.wall.max(used.user) < Duration::from_millis(5)
                && used.memory.saturating_mul(1000) < self.total.memory.max(1);
            if !tiny {
                text += &row(name, *used, self.total);
            }
        }
        let Usage { user, system, wall, memory, .. } = self.total;
        let gap = "";
        putln!(
            text,
            " {:<35}:{:7.2}{gap:7}{:7.2}{gap:7}{:7.2}{gap:7} {}",
            "TOTAL",
            user.as_secs_f64(),
            system.as_secs_f64(),
            wall.as_secs_f64(),
            size(memory)
        );
        text
    }
}

fn row(name: &str, used: Usage, total: Usage) -> String {
    let time = |part: Duration, whole: Duration| {
        let (part, whole) = (part.as_secs_f64(), whole.as_secs_f64());
        format!("{part:7.2} ({:3.0}%)", percent(part, whole))
    };
    let of_memory = percent(used.memory as f64, total.memory as f64);
    format!(
        " {name:<35}:{}{}{} {} ({of_memory:3.0}%)\n",
        time(used.user, total.user),
        time(used.system, total.system),
        time(used.wall, total.wall),
        size(used.memory)
    )
}

fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { 100.0 * part / whole } else { 0.0 }
}

/// `4320 `, `225k`, `31M`: five digits and a unit.
fn size(bytes: u64) -> String {
    const KIB: u64 = 1024;
    if bytes < 10 * KIB {
        format!("{bytes:5} ")
    } else if bytes < 10 * KIB * KIB {
        format!("{:5}k", bytes / KIB)
    } else {
        format!("{:5}M", bytes / KIB / KIB)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    #[test]
    fn the_innermost_activity_is_charged() {
        let mut report = TimeReport::new();
        report.start("outer");
        report.start("inner");
        record_alloc(50_000_000);
        sleep(Duration::from_millis(30));
        report.stop();
        report.start("inner");
        report.stop();
        report.stop();
        assert_eq!(report.names, ["outer", "inner"]);
        assert!(report.usage[1].wall >= Duration::from_millis(30));
        assert!(report.usage[1].memory >= 50_000_000);
        assert!(report.usage[0].memory < 50_000_000);
        let table = report.table();
        assert!(table.contains("\n inner                              :   0.0"), "{table}");
        assert!(!table.contains(" outer "), "{table}");
    }

    #[test]
    fn all_that_is_measured_is_added() {
        let second = Duration::from_secs(1);
        let one =
            Usage { user: second, system: 2 * second, wall: 3 * second, memory: 4, resident: 5 };
        let mut sum = one;
        sum.add(one);
        assert_eq!([sum.user, sum.system, sum.wall], [2 * second, 4 * second, 6 * second]);
        assert_eq!([sum.memory, sum.resident], [8, 10]);
    }

    #[test]
    fn rows_line_up_with_those_of_gcc() {
        let used = |milliseconds, memory| {
            let time = Duration::from_millis(milliseconds);
            Usage { user: time, system: Duration::ZERO, wall: time, memory, resident: 0 }
        };
        let total = used(30, 1400 * 1024);
        let half = used(10, 4320);
        assert_eq!(
            row("tree PRE", half, total),
            " tree PRE                           :   0.01 ( 33%)   0.00 (  0%)   0.01 ( 33%)  4320  (  0%)\n"
        );
        let big = used(0, 1037 * 1024);
        assert_eq!(
            row("phase setup", big, total),
            " phase setup                        :   0.00 (  0%)   0.00 (  0%)   0.00 (  0%)  1037k ( 74%)\n"
        );
    }
}
