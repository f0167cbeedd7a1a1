//! `-ftime-report`: time and memory of each pass, in GCC's table.
//!
//! ```text
//! Time variable                                   usr           sys          wall           GGC
//!  phase parsing                      :   0.01 ( 33%)   0.00 (  0%)   0.01 ( 33%)   225k ( 16%)
//!  tree PRE                           :   0.02 ( 67%)   0.00 (  0%)   0.02 ( 67%)  4320  (  0%)
//!  TOTAL                              :   0.03          0.00          0.03          229k
//! ```
//!
//! Activities nest; time and memory belong to the innermost one. The compiler is one thread that
//! computes, so its user time is taken to be the time that passed; system time is not measured.
//! Memory is what was allocated, whether or not it was freed again: the program's allocator reports
//! to [`record_alloc`].

use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

static ALLOCATED: AtomicU64 = AtomicU64::new(0);

/// The allocator calls this with the size of each allocation.
#[inline]
pub fn record_alloc(bytes: usize) {
    ALLOCATED.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// Bytes allocated since the program started.
pub fn allocated() -> u64 {
    ALLOCATED.load(Ordering::Relaxed)
}

#[derive(Clone, Copy, Default)]
struct Usage {
    time: Duration,
    memory: u64,
}

impl Usage {
    fn add(&mut self, other: Usage) {
        self.time += other.time;
        self.memory += other.memory;
    }
}

/// What was used, by activity, in the order in which activities first began.
pub struct TimeReport {
    names: Vec<String>,
    index: FxHashMap<String, usize>,
    usage: Vec<Usage>,
    running: Vec<usize>,
    last_time: Instant,
    last_memory: u64,
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
            last_time: Instant::now(),
            last_memory: allocated(),
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
        let (now, memory) = (Instant::now(), allocated());
        let used = Usage {
            time: now.duration_since(self.last_time),
            memory: memory.saturating_sub(self.last_memory),
        };
        (self.last_time, self.last_memory) = (now, memory);
        self.total.add(used);
        if let Some(&top) = self.running.last() {
            self.usage[top].add(used);
        }
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
            let tiny = used.time < Duration::from_millis(5)
                && used.memory.saturating_mul(1000) < self.total.memory.max(1);
            if !tiny {
                text += &row(name, *used, self.total);
            }
        }
        let (seconds, memory) = (self.total.time.as_secs_f64(), size(self.total.memory));
        let gap = "";
        let _ = writeln!(
            text,
            " {:<35}:{seconds:7.2}{gap:7}{:7.2}{gap:7}{seconds:7.2}{gap:7} {memory}",
            "TOTAL", 0.0
        );
        text
    }
}

fn row(name: &str, used: Usage, total: Usage) -> String {
    let seconds = used.time.as_secs_f64();
    let of_time = percent(seconds, total.time.as_secs_f64());
    let of_memory = percent(used.memory as f64, total.memory as f64);
    format!(
        " {name:<35}:{seconds:7.2} ({of_time:3.0}%){:7.2} (  0%){seconds:7.2} ({of_time:3.0}%) {} ({of_memory:3.0}%)\n",
        0.0,
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
        assert!(report.usage[1].time >= Duration::from_millis(30));
        assert!(report.usage[1].memory >= 50_000_000);
        assert!(report.usage[0].memory < 50_000_000);
        let table = report.table();
        assert!(table.contains("\n inner                              :   0.0"), "{table}");
        assert!(!table.contains(" outer "), "{table}");
    }

    #[test]
    fn rows_line_up_with_those_of_gcc() {
        let total = Usage { time: Duration::from_millis(30), memory: 1400 * 1024 };
        let half = Usage { time: Duration::from_millis(10), memory: 4320 };
        assert_eq!(
            row("tree PRE", half, total),
            " tree PRE                           :   0.01 ( 33%)   0.00 (  0%)   0.01 ( 33%)  4320  (  0%)\n"
        );
        let big = Usage { time: Duration::ZERO, memory: 1037 * 1024 };
        assert_eq!(
            row("phase setup", big, total),
            " phase setup                        :   0.00 (  0%)   0.00 (  0%)   0.00 (  0%)  1037k ( 74%)\n"
        );
    }
}
