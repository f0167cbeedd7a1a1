//! A headless Chromium, driven over WebDriver.

use crate::support::ScratchDir;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Options under which the browser keeps to itself.
const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1500,900",
];

/// A browser with one page; it ends with its owner.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: ScratchDir,
}

impl Browser {
    /// Starts it.
    pub fn start() -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is needed and was not found: run tests/install-deps.sh");
        let said = BufReader::new(driver.stdout.take().expect("a pipe"));
        let port = said.lines().map_while(Result::ok).find_map(|line| {
            line.strip_suffix('.')?.rsplit_once("started successfully on port ")?.1.parse().ok()
        });
        let profile = ScratchDir::new().expect("a scratch directory");
        let mut arguments = String::new();
        for argument in ARGUMENTS {
            let _ = write!(arguments, "\"{argument}\",");
        }
        let mut browser = Browser {
            driver,
            port: port.expect("chromedriver says its port"),
            session: String::new(),
            _profile: profile,
        };
        let wanted = format!(
            "{{\"capabilities\":{{\"alwaysMatch\":{{\"goog:chromeOptions\":{{\"args\":[{arguments}\"--user-data-dir={}\"]}},\"goog:loggingPrefs\":{{\"browser\":\"ALL\"}}}}}}}}",
            browser._profile.path().display()
        );
        let answer = browser.post("/session", &wanted);
        let id = answer.split("\"sessionId\":\"").nth(1).and_then(|rest| rest.split('"').next());
        browser.session = id.unwrap_or_else(|| panic!("no session: {answer}")).to_string();
        browser
    }

    /// Opens a file, and waits until its scripts have run.
    pub fn open(&self, file: &Path, hash: &str) {
        let url = format!("{{\"url\":\"file://{}{hash}\"}}", file.display());
        self.post(&format!("/session/{}/url", self.session), &url);
    }

    /// The value of an expression as text.
    pub fn eval(&self, expression: &str) -> String {
        let script =
            format!("return String({expression})").replace('\\', "\\\\").replace('"', "\\\"");
        let body = format!("{{\"script\":\"{script}\",\"args\":[]}}");
        let answer = self.post(&format!("/session/{}/execute/sync", self.session), &body);
        let value = answer.strip_prefix("{\"value\":\"").and_then(|rest| rest.strip_suffix("\"}"));
        value.unwrap_or_else(|| panic!("{expression}: {answer}")).replace("\\\"", "\"")
    }

    /// What the page has said on the console since it was last asked: errors of scripts are there.
    pub fn console(&self) -> String {
        self.post(&format!("/session/{}/se/log", self.session), "{\"type\":\"browser\"}")
    }

    /// Opens an address, and waits until its scripts have run.
    pub fn visit(&self, url: &str) {
        let body = format!("{{\"url\":\"{url}\"}}");
        self.post(&format!("/session/{}/url", self.session), &body);
    }

    /// Gives the page a window of this size.
    pub fn resize(&self, width: u32, height: u32) {
        let size = format!(
            "{{\"width\":{width},\"height\":{height},\"deviceScaleFactor\":1,\"mobile\":false}}"
        );
        let body = format!("{{\"cmd\":\"Emulation.setDeviceMetricsOverride\",\"params\":{size}}}");
        self.post(&format!("/session/{}/goog/cdp/execute", self.session), &body);
    }

    /// Clicks on what a selector finds first.
    pub fn click(&self, selector: &str) {
        self.eval(&format!(
            "document.querySelector('{selector}').dispatchEvent(new MouseEvent('click', {{bubbles: true, cancelable: true}}))"
        ));
    }

    /// Presses a key on the page.
    pub fn press(&self, key: &str) {
        self.eval(&format!(
            "document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"
        ));
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.request("POST", path, body)
    }

    fn request(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("chromedriver runs");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}",
            self.port
        )
        .expect("chromedriver listens");
        let mut answer = Vec::new();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("chromedriver answers");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        answer.resize(length, 0);
        reader.read_exact(&mut answer).expect("chromedriver answers whole");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            self.request("DELETE", &format!("/session/{}", self.session), "");
        }
        // It may have ended by itself.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
