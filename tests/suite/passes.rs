//! The tests of single passes: every file under `tests/passes`, judged by its DejaGnu directives.

use crate::support::{
    check_config, for_each_file, project_dir, require_tools, test_files, testing_gimlet,
};
use dumps::check::check_file;

#[test]
fn passes_do_what_their_tests_say() {
    require_tools();
    let config = check_config();
    let extensions: &[&str] = if testing_gimlet() { &["c", "gimple"] } else { &["c"] };
    let mut files = test_files(&project_dir("tests/passes"), extensions);
    // Passes GCC does not have.
    files.retain(|file| {
        let own = ["dataflow", "motion", "outofssa"];
        testing_gimlet()
            || !file.components().any(|part| own.iter().any(|it| part.as_os_str() == *it))
    });
    for_each_file(&files, |file| {
        let outcomes = check_file(file, &config);
        let bad: Vec<String> = outcomes
            .iter()
            .filter(|o| o.status.is_bad())
            .map(|o| format!("{o}\n{}", o.detail))
            .collect();
        if bad.is_empty() { Ok(()) } else { Err(format!("\n{}", bad.join("\n"))) }
    });
}
