//! `gimlet explore --serve FILE.c`: the page in a browser, made anew whenever the file is saved.
//!
//! The page is made by this program, run once more, so that whatever happens to a compilation is only said on the page.
//! It is served at 127.0.0.1 and nowhere else, to who names that host, and nothing but it:
//!
//! ```text
//! GET /            the page as it was last made, with what `page-live.js` adds
//! GET /state       which page is the last, whether another is being made, what the compiler said
//! POST /options    options to compile with; from the page alone, and none that name files
//! ```

use super::json::string;
use crate::driver::output;
use dumps::complain;
use std::ffi::OsString;
use std::fs::Metadata;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

const LIVE: &str = include_str!("page-live.js");

/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_millis(150);
/// How often it is asked whether a compilation has ended.
const POLL: Duration = Duration::from_millis(15);
/// How long a request may take to come, and how long it may be.
const PATIENCE: Duration = Duration::from_secs(5);
const LONGEST: u64 = 16 << 10;
/// How many requests are answered at a time; more are closed at once.
const MOST: usize = 32;

/// What is known of the last compilations.
#[derive(Default)]
struct State {
    /// The last page that was made.
    page: String,
    /// How many compilations have ended.
    number: u64,
    building: bool,
    /// What the compiler said, if it failed.
    error: String,
    /// Options from the page, as written there.
    options: String,
    /// They were changed.
    stale: bool,
}

/// What changes when a file is saved.
type Stamp = (u64, u64, i64, i64);

/// What all threads share.
struct Server {
    file: String,
    /// Words of the command line that the page cannot change, and the file.
    fixed: Vec<OsString>,
    port: u16,
    state: Mutex<State>,
    changed: Condvar,
    /// How many requests are being answered.
    open: AtomicUsize,
}

/// Serves the page of a file; the exit status. It ends with a signal.
pub fn serve(file: &str, words: &[OsString], port: u16) -> u8 {
    let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(listener) => listener,
        Err(error) => {
            let reason = output::reason(&error);
            return output::fatal(&format!("cannot listen at 127.0.0.1:{port}: {reason}"));
        }
    };
    let port = listener.local_addr().map_or(port, |address| address.port());
    let (mut fixed, mut options) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "-o" {
            // There is no file to write.
            words.next();
        } else if text == "--serve" || text.starts_with("--port=") || text.starts_with("-o") {
        } else if !text.contains(char::is_whitespace) && refusal(&text).is_none() {
            options.push(text.into_owned());
        } else {
            fixed.push(word.clone());
        }
    }
    let state = State { options: options.join(" "), ..State::default() };
    let server = Server {
        file: file.to_string(),
        fixed,
        port,
        state: Mutex::new(state),
        changed: Condvar::new(),
        open: AtomicUsize::new(0),
    };
    let server = Arc::new(server);
    if output::print(&format!("http://127.0.0.1:{port}/ shows {file} until Ctrl-C\n")).is_err() {
        return 1;
    }
    let watcher = Arc::clone(&server);
    thread::spawn(move || watcher.watch());
    for stream in listener.incoming() {
        match stream {
            Ok(stream) => take(&server, stream),
            Err(error) => {
                complain!("gimlet explore: {}", output::reason(&error));
                // Descriptors that are used up come back with time.
                thread::sleep(INTERVAL);
            }
        }
    }
    0
}

/// Answers a request in a thread of its own, unless there are too many.
fn take(server: &Arc<Server>, stream: TcpStream) {
    if server.open.fetch_add(1, Ordering::Relaxed) >= MOST {
        server.open.fetch_sub(1, Ordering::Relaxed);
        return;
    }
    let own = Arc::clone(server);
    let answers = move || {
        own.answer(&stream);
        own.open.fetch_sub(1, Ordering::Relaxed);
    };
    if thread::Builder::new().spawn(answers).is_err() {
        server.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Why an option may not come from the page, if it may not. Those may that say how to compile, and name no file: neither
/// one to be written, nor one to be read.
fn refusal(word: &str) -> Option<String> {
    let refused = |why: &str| Some(format!("‘{word}’ cannot be given here: {why}"));
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,.:()*!".contains(c);
    if let Some(macros) = word.strip_prefix("-D").or_else(|| word.strip_prefix("-U")) {
        return if macros.is_empty() { refused("it has no name") } else { None };
    }
    if !word.chars().all(plain) {
        return refused("it names a file, or is no option");
    }
    let known =
        ["-O", "-f", "-m", "-std=", "-W", "-g", "--param=", "--function=", "--versus=", "--with="];
    if !known.iter().any(|start| word.starts_with(start)) {
        return refused(
            "it is none of -O, -f, -m, -g, -W, -std=, -D, -U, --param=, --function=, --versus=, --with=",
        );
    }
    let writes = [
        "-fdump",
        "-fplugin",
        "-fopt-info",
        "-ftime-trace",
        "-fsave-opt",
        "-fstack-usage",
        "-fcallgraph",
        "-fprofile",
        "-fauto-profile",
        "-ftest-coverage",
        "-fcompare-debug",
        "-fbody-from",
        "-fsanitize-blacklist",
        "-frandom-seed",
        "-fworking-directory",
        "-fdebug-prefix",
        "-ffile-prefix",
        "-fmacro-prefix",
        "-flto",
        "-fdiagnostics",
        "-fuse-ld",
        "-gsplit",
        "-Wl",
        "-Wa",
        "-Wp",
        "-fdbg-cnt-list",
        "-fmem-report",
        "-ftime-report",
        "-fpreprocessed",
        "-fdirectives-only",
        "-finput-charset",
        "-fstats",
    ];
    if writes.iter().any(|start| word.starts_with(start)) {
        return refused("it reads or writes files, or is about what is printed");
    }
    // What a value is, is the option's business, as long as it has only what flags and numbers have.
    let inner = word.split_once("--versus=").map(|(_, options)| options);
    inner.and_then(refusal)
}

impl Server {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the page anew whenever the file or the options are others. What is being compiled then is given up.
    fn watch(&self) {
        let mut compiled = None;
        loop {
            let now = self.stamp();
            if compiled != Some(now) || self.state().stale {
                compiled = self.build(now).then_some(now);
                continue;
            }
            let state = self.state();
            // It is woken when options change, and looks at the file by itself.
            drop(self.changed.wait_timeout(state, INTERVAL));
        }
    }

    /// By what a saved file is told from what it was.
    fn stamp(&self) -> Option<Stamp> {
        let of = |meta: Metadata| (meta.ino(), meta.size(), meta.mtime(), meta.mtime_nsec());
        std::fs::metadata(&self.file).ok().map(of)
    }

    /// Compiles the file as it is at a time, once; whether it got to an end.
    fn build(&self, at: Option<Stamp>) -> bool {
        let options = {
            let mut state = self.state();
            (state.building, state.stale) = (true, false);
            state.options.clone()
        };
        let made = match self.start(&options) {
            Ok(child) => self.finish(child, at),
            Err(error) => Some(Err(error.to_string())),
        };
        let Some(made) = made else { return false };
        let mut state = self.state();
        state.building = state.stale;
        state.number += 1;
        match made {
            Ok(page) => (state.page, state.error) = (page, String::new()),
            Err(text) => state.error = text,
        }
        true
    }

    /// Starts a compilation.
    fn start(&self, options: &str) -> std::io::Result<Child> {
        Command::new(std::env::current_exe()?)
            .arg("explore")
            .args(options.split_whitespace())
            .args(&self.fixed)
            .args(["-o", "-"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    }

    /// The page, or what the compiler said; nothing if the file or the options have changed before it ended.
    fn finish(&self, mut child: Child, at: Option<Stamp>) -> Option<Result<String, String>> {
        let (page, said) = (reader(child.stdout.take()), reader(child.stderr.take()));
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) => {}
                Err(error) => return Some(Err(error.to_string())),
            }
            let state = self.state();
            if state.stale || self.stamp() != at {
                drop(state);
                // One that has just ended cannot be ended.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            drop(self.changed.wait_timeout(state, POLL));
        };
        let text = |reader: thread::JoinHandle<Vec<u8>>| {
            String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
        };
        let (page, said) = (text(page), text(said));
        Some(match status.success() {
            true => Ok(page),
            false if said.is_empty() => Err(format!("the compiler ended with {status}")),
            false => Err(said),
        })
    }

    /// Answers one request.
    fn answer(&self, stream: &TcpStream) {
        let timeouts =
            [stream.set_read_timeout(Some(PATIENCE)), stream.set_write_timeout(Some(PATIENCE))];
        if timeouts.iter().any(Result::is_err) {
            return;
        }
        let (status, kind, body) = match request(stream) {
            Some(request) => self.respond(&request),
            None => ("400 Bad Request", "text/plain", "not a request\n".to_string()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n\
             Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src blob: data:\r\n\
             Connection: close\r\n\r\n",
            body.len()
        );
        let mut stream = stream;
        // Who does not wait for an answer gets none.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    }

    fn respond(&self, request: &Request) -> (&'static str, &'static str, String) {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !hosts.contains(&request.host) {
            // A name that was made to lead here.
            return ("403 Forbidden", "text/plain", "this host is not served\n".to_string());
        }
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/") => ("200 OK", "text/html", self.page()),
            ("GET", "/state") => ("200 OK", "application/json", self.said()),
            ("POST", "/options") if !request.own => (
                "403 Forbidden",
                "text/plain",
                "options are taken from the page alone\n".to_string(),
            ),
            ("POST", "/options") => self.take_options(&request.body),
            (_, "/" | "/state" | "/options") => {
                ("405 Method Not Allowed", "text/plain", "not in this way\n".to_string())
            }
            _ => ("404 Not Found", "text/plain", "only the page is here\n".to_string()),
        }
    }

    fn take_options(&self, text: &str) -> (&'static str, &'static str, String) {
        let refused: Vec<String> = text.split_whitespace().filter_map(refusal).collect();
        if !refused.is_empty() {
            return ("422 Unprocessable Content", "text/plain", refused.join("\n"));
        }
        let mut state = self.state();
        state.options = text.split_whitespace().collect::<Vec<_>>().join(" ");
        state.stale = true;
        state.building = true;
        drop(state);
        self.changed.notify_all();
        ("200 OK", "application/json", self.said())
    }

    /// The state as JSON.
    fn said(&self) -> String {
        let state = self.state();
        format!(
            "{{\"number\":{},\"building\":{},\"error\":{},\"options\":{},\"file\":{},\"there\":{}}}",
            state.number,
            state.building || state.number == 0,
            string(&state.error),
            string(&state.options),
            string(&self.file),
            !state.page.is_empty()
        )
    }

    /// The page with what makes it live.
    fn page(&self) -> String {
        let live = format!(
            "<script type=\"application/json\" id=\"live\">{}</script>\n<script>\n\"use strict\";\n{LIVE}</script>\n</body>",
            self.said()
        );
        let state = self.state();
        if state.page.is_empty() {
            return format!(
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
                 <title>gimlet explore</title><style>:root {{ color-scheme: light dark; }} body {{ font: 14px/1.4 system-ui, sans-serif; margin: 0; }}</style></head><body>\n{live}</html>\n"
            );
        }
        match state.page.rsplit_once("</body>") {
            Some((before, after)) => format!("{before}{live}{after}"),
            None => state.page.clone(),
        }
    }
}

/// Reads all that comes from a pipe.
fn reader(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut all = Vec::new();
        if let Some(mut pipe) = pipe {
            // What has come before an error is kept.
            let _ = pipe.read_to_end(&mut all);
        }
        all
    })
}

/// A request, as far as it matters.
struct Request {
    method: String,
    path: String,
    host: String,
    /// It has the header that only scripts of the page can send.
    own: bool,
    body: String,
}

/// Reads a request; `None` if it is none, or too long.
fn request(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream.take(LONGEST));
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_string(), words.next()?.to_string());
    if !words.next()?.starts_with("HTTP/1.") {
        return None;
    }
    let mut found = Request { method, path, host: String::new(), own: false, body: String::new() };
    let mut length = 0usize;
    loop {
        line.clear();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim_end().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':')?;
        match name.to_ascii_lowercase().as_str() {
            "host" => found.host = value.trim().to_string(),
            "content-length" => length = value.trim().parse().ok()?,
            "x-gimlet" => found.own = true,
            _ => {}
        }
    }
    if length as u64 > LONGEST {
        return None;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    found.body = String::from_utf8(body).ok()?;
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::refusal;
    use rstest::rstest;

    #[rstest]
    #[case("-O2", true)]
    #[case("-fno-tree-pre", true)]
    #[case("-fdisable-tree-fre1=f", true)]
    #[case("-DX=(1+2)", true)]
    #[case("--param=max-unrolled-insns=3", true)]
    #[case("-march=rv64gc", true)]
    #[case("--versus=-O3", true)]
    #[case("-o", false)]
    #[case("-ox", false)]
    #[case("-save-temps", false)]
    #[case("-dumpdir", false)]
    #[case("-fdump-tree-all", false)]
    #[case("-fdump-tree-ssa=x", false)]
    #[case("-fplugin=x.so", false)]
    #[case("@x", false)]
    #[case("x.c", false)]
    #[case("-I/etc", false)]
    #[case("-include", false)]
    #[case("-Wp,-MD,x", false)]
    #[case("-MD", false)]
    #[case("-MFx", false)]
    #[case("-fopt-info=x", false)]
    #[case("-fbody-from=x", false)]
    #[case("-ftime-trace=x", false)]
    #[case("--versus=-fplugin=x.so", false)]
    #[case("--serve", false)]
    #[case("--interpret", false)]
    fn only_options_that_name_no_file_come_from_the_page(#[case] word: &str, #[case] taken: bool) {
        assert_eq!(refusal(word).is_none(), taken, "{word}");
    }
}
