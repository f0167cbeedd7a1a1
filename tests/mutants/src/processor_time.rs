//! The processor time of a group of processes.

use std::fs;
use std::time::Duration;

/// The fields of `/proc/PID/stat` after the name of the program, which ends with the last parenthesis (proc(5)): the
/// group, then the times of the process and of its children that have ended, in user mode and in the system.
const GROUP: usize = 2;
const TIMES: std::ops::Range<usize> = 11..15;

/// The unit of those times.
const TICK: Duration = Duration::from_millis(10);

/// The processor time that the processes of a group and those of their children that have ended took until now.
pub fn processor_time(group: u32) -> Duration {
    let Ok(processes) = fs::read_dir("/proc") else { return Duration::ZERO };
    let stats = processes.flatten().filter_map(|entry| {
        entry.file_name().to_str()?.parse::<u32>().ok()?;
        fs::read_to_string(entry.path().join("stat")).ok()
    });
    let ticks: u32 = stats.filter_map(|stat| ticks_in_group(&stat, group)).sum();
    TICK * ticks
}

/// The times in a line of `/proc/PID/stat`, if the process is in the group.
fn ticks_in_group(stat: &str, group: u32) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let of_group = fields.get(GROUP)?.parse() == Ok(group);
    let ticks = fields.get(TIMES)?.iter().filter_map(|field| field.parse::<u32>().ok());
    of_group.then(|| ticks.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_group() {
        let stat = "77 (a) b) S 1 42 42 0 -1 4194304 10 20 0 0 7 5 30 2 20 0 1 0 100";
        assert_eq!(ticks_in_group(stat, 42), Some(44));
        assert_eq!(ticks_in_group(stat, 77), None);
    }
}
