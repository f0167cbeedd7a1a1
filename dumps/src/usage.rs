//! What a subcommand says when it is called wrongly: what is wrong, how it is called, and where more stands.
//!
//! ```
//! let help = "Usage: gimlet count FILE...\nCount lines.\n\n  -w   words\n";
//! let said = gimlet_dumps::usage::misused("count", "no files", help);
//! assert_eq!(said, "gimlet count: no files\nUsage: gimlet count FILE...\n‘gimlet count --help’ says more");
//! ```

/// The text for a subcommand whose `--help` prints `help`. All of that would push the reason off the screen.
pub fn misused(command: &str, reason: &str, help: &str) -> String {
    let calls = help.lines().take_while(|line| line.starts_with("Usage:") || line.starts_with(' '));
    let mut text = format!("gimlet {command}: {reason}\n");
    calls.for_each(|line| text += &format!("{line}\n"));
    text + &format!("‘gimlet {command} --help’ says more")
}
