//! `-ftime-trace[=FILE]`: when each pass ran over which function, as JSON that Chrome's and Perfetto's viewers open.
//!
//! ```text
//! {"traceEvents": [{"ph": "X", "pid": 1, "tid": 1, "ts": 812, "dur": 95, "name": "pre", "args": {"detail": "f"}}, …]}
//! ```
//! Times are microseconds since the command began to compile; what the front end takes is the first event.

use crate::driver::output;
use crate::explore::json;
use dumps::put;
use gimple::pass::{Event, Listener, PassId};
use gimple::unit::Unit;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Collects events; the file is written when all passes have run.
pub struct TimeTrace {
    file: String,
    start: Instant,
    /// What has begun: when, in microseconds, and what. A pass that drops its function does not end by itself.
    open: Vec<(u128, String, String)>,
    events: String,
    /// The file could not be written, which has been said.
    failed: Arc<AtomicBool>,
}

impl TimeTrace {
    /// A trace that begins now.
    pub fn new(file: String, failed: Arc<AtomicBool>) -> TimeTrace {
        TimeTrace { file, start: Instant::now(), open: Vec::new(), events: String::new(), failed }
    }

    fn begin(&mut self, name: String, detail: String) {
        self.open.push((self.start.elapsed().as_micros(), name, detail));
    }

    fn end(&mut self) {
        if let Some((begun, name, detail)) = self.open.pop() {
            self.add(begun, &name, &detail);
        }
    }

    fn end_all(&mut self) {
        while !self.open.is_empty() {
            self.end();
        }
    }

    fn add(&mut self, begun: u128, name: &str, detail: &str) {
        let comma = if self.events.is_empty() { "" } else { ",\n" };
        let lasted = self.start.elapsed().as_micros() - begun;
        let (name, detail) = (json::string(name), json::string(detail));
        put!(
            self.events,
            "{comma}{{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": {begun}, \"dur\": {lasted}, \
             \"name\": {name}, \"args\": {{\"detail\": {detail}}}}}"
        );
    }
}

fn full_name(pass: PassId) -> String {
    match pass.instance {
        0 => pass.name.to_string(),
        instance => format!("{}{instance}", pass.name),
    }
}

impl Listener for TimeTrace {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        let name = |unit: &Unit, decl| unit.decl_name(decl).unwrap_or("").to_string();
        match event {
            Event::UnitBegins(_) => self.add(0, "front end", ""),
            Event::FunctionBegins(unit, function) => {
                self.end_all();
                self.begin("passes".to_string(), name(unit, function.decl));
            }
            Event::PassBegins(pass, unit, function) => {
                let function = function.map_or(String::new(), |f| name(unit, f.decl));
                self.begin(full_name(pass), function);
            }
            Event::PassEnds(..) | Event::FunctionEnds(..) => self.end(),
            Event::UnitEnds(_) => {
                self.end_all();
                let text = format!("{{\"traceEvents\": [\n{}\n]}}\n", self.events);
                if output::write(&self.file, text.as_bytes()) != 0 {
                    self.failed.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }
}
