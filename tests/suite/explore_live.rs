//! `gimlet explore --serve`: what is served, to whom, and what becomes of a file that is saved.

use crate::browser::Browser;
use crate::support::ScratchDir;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A page that is served; it ends with its owner.
struct Served {
    process: Child,
    port: u16,
}

impl Served {
    fn start(dir: &Path, arguments: &[&str]) -> Served {
        // What starts the tests in the background ignores the signal that is sent below.
        let mut process = Command::new("env")
            .args(["--default-signal=INT", env!("CARGO_BIN_EXE_gimlet"), "explore", "--serve"])
            .args(arguments)
            .current_dir(dir)
            .stdout(Stdio::piped())
            .spawn()
            .expect("gimlet can be run");
        let mut line = String::new();
        let stdout = process.stdout.as_mut().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let port = line.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split('/').next());
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("{line}"));
        Served { process, port }
    }

    /// The status and all else of an answer.
    fn ask(&self, head: &str, host: &str, body: &str) -> (u32, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let length = body.len();
        write!(stream, "{head}\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}")
            .expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        (status.unwrap_or_else(|| panic!("{answer}")), answer)
    }

    fn get(&self, path: &str) -> (u32, String) {
        self.ask(&format!("GET {path} HTTP/1.1"), &format!("127.0.0.1:{}", self.port), "")
    }

    fn post(&self, options: &str) -> (u32, String) {
        let head = "POST /options HTTP/1.1\r\nX-Gimlet: page";
        self.ask(head, &format!("localhost:{}", self.port), options)
    }

    /// The state when so many compilations have ended.
    fn after(&self, number: u32) -> String {
        for _ in 0..600 {
            let (_, state) = self.get("/state");
            if state.contains(&format!("\"number\":{number},\"building\":false")) {
                return state;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("there is no compilation {number}: {}", self.get("/state").1);
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const FIRST: &str = "int first (int a)\n{\n  return a * 3;\n}\n";
const SECOND: &str = "int second (int a)\n{\n  return a * 5;\n}\n";

#[test]
fn a_saved_file_is_compiled_again() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let file = dir.path().join("x.c");
    fs::write(&file, FIRST).expect("a file");
    let mut served = Served::start(dir.path(), &["-O1", "x.c"]);
    served.after(1);
    let (status, page) = served.get("/");
    assert!(status == 200 && page.contains("\"name\":\"first\"") && page.contains("live-bar"));

    fs::write(&file, SECOND).expect("a file");
    served.after(2);
    assert!(served.get("/").1.contains("\"name\":\"second\""));

    // What does not compile is said, above what last did.
    fs::write(&file, "int second (int a) { return }\n").expect("a file");
    let state = served.after(3);
    assert!(state.contains("x.c:1:29: error: expected expression"), "{state}");
    assert!(served.get("/").1.contains("\"name\":\"second\""));

    // Options from the page are compiled with.
    fs::write(&file, SECOND).expect("a file");
    served.after(4);
    assert!(!served.get("/").1.contains("t.pre\""));
    assert_eq!(served.post("-O2").0, 200);
    let state = served.after(5);
    assert!(state.contains("\"options\":\"-O2\"") && served.get("/").1.contains("t.pre\""));
    assert_eq!(served.post("-fnonsense").0, 200);
    assert!(served.after(6).contains("unrecognized command-line option"));

    // Nothing was left in the folder, and it ends with the signal as every command does.
    let names: Vec<_> = fs::read_dir(dir.path()).expect("a folder").flatten().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    let stopped = Command::new("kill").args(["-INT", &served.process.id().to_string()]).status();
    assert!(stopped.is_ok_and(|status| status.success()));
    let ended = served.process.wait().expect("it ends");
    assert_eq!(ended.signal(), Some(2), "{ended:?}");
}

/// A compilation that does not end is given up when there is something newer.
#[test]
fn a_compilation_that_hangs_is_given_up() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let made = Command::new("mkfifo").arg(dir.path().join("never.h")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let file = dir.path().join("x.c");
    fs::write(&file, "#include \"never.h\"\n").expect("a file");
    let served = Served::start(dir.path(), &["x.c"]);
    std::thread::sleep(Duration::from_millis(300));
    assert!(served.get("/state").1.contains("\"number\":0,\"building\":true"));
    fs::write(&file, SECOND).expect("a file");
    served.after(1);
    assert!(served.get("/").1.contains("\"name\":\"second\""));
}

#[test]
fn options_with_spaces_are_kept() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), "int f (void) { return X; }\n").expect("a file");
    let served = Served::start(dir.path(), &["-O1", "-DX=(1 + 2)", "x.c"]);
    let state = served.after(1);
    assert!(state.contains("\"error\":\"\"") && state.contains("\"options\":\"-O1\""), "{state}");
}

#[test]
fn nothing_but_the_page_is_served_and_to_this_host_alone() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), FIRST).expect("a file");
    let served = Served::start(dir.path(), &["x.c"]);
    served.after(1);
    for path in ["/x.c", "/../x.c", "//etc/passwd", "/index.html", "http://127.0.0.1/"] {
        assert_eq!(served.get(path).0, 404, "{path}");
    }
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(served.ask("GET / HTTP/1.1", host, "").0, 403, "{host}");
    }
    assert!(TcpStream::connect(("127.0.0.2", served.port)).is_err());
    let own = format!("127.0.0.1:{}", served.port);
    assert_eq!(served.ask("PUT / HTTP/1.1", &own, "").0, 405);
    let mut stream = TcpStream::connect(("127.0.0.1", served.port)).expect("it listens");
    stream.write_all(b"nonsense\r\n").expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    // Another page's script cannot send the header.
    assert_eq!(served.ask("POST /options HTTP/1.1", &own, "-O2").0, 403);
    for options in [
        "-o x.s",
        "-ox.s",
        "-save-temps",
        "-fdump-tree-all",
        "-fdump-tree-ssa=x",
        "-fplugin=./x.so",
        "@x",
        "y.c",
        "-I/etc",
        "-include /etc/passwd",
        "-MD",
        "-Wp,-MD,x",
        "-dumpdir x",
        "-O2 -fopt-info=x",
        "--versus=-fplugin=x",
        "--serve",
    ] {
        let (status, answer) = served.post(options);
        assert_eq!(status, 422, "{options}");
        assert!(answer.contains("cannot be given here"), "{answer}");
    }
    assert!(served.get("/state").1.contains("\"number\":1,"));
    let names = fs::read_dir(dir.path()).expect("a folder").count();
    assert_eq!(names, 1);
}

#[test]
fn a_browser_follows_what_is_saved() {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), "int f (void) { return }\n").expect("a file");
    let served = Served::start(dir.path(), &["-O1", "x.c"]);
    served.after(1);
    let browser = Browser::start();
    browser.visit(&format!("http://127.0.0.1:{}/", served.port));
    let shown = |wanted: &str, what: &str| {
        for _ in 0..100 {
            if browser.eval(what).contains(wanted) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{wanted} is not in {}", browser.eval(what));
    };
    let error = "document.querySelector('#live-bar pre').textContent";
    let body = "document.body.textContent";
    shown("expected expression", error);
    fs::write(dir.path().join("x.c"), FIRST).expect("a file");
    shown("return a * 3;", body);
    browser.eval("focus(data.versions.findIndex(v => v.pass === '021t.ssa'), true)");
    fs::write(dir.path().join("x.c"), FIRST.replace("a * 3", "a * 7")).expect("a file");
    shown("return a * 7;", body);
    assert!(browser.eval("location.hash").contains("p=021t.ssa"));
    browser.eval("(optionsField.value = '-o x.s', bar.requestSubmit())");
    shown("cannot be given here", error);
    browser.eval("(optionsField.value = '-O2', bar.requestSubmit())");
    shown("-O2", "JSON.parse(element('live').textContent).options");
}

#[test]
fn a_port_is_one_and_for_serving() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
        command.arg("explore").args(arguments).output().expect("gimlet can be run")
    };
    for arguments in [&["--port=8080", "x.c"][..], &["--serve", "--port=no", "x.c"]] {
        assert_eq!(run(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
