//! A fault that is planted after a pass is refuted, and its change is named.

use super::asked::Asked;
use super::prover::Record;
use super::session::Session;
use crate::bisect::tests::{PROGRAM, plant};
use crate::cli::CommandLine;
use gimple::debug_counter::Counter;
use gimple::pass::{Hook, Registration};
use rstest::rstest;
use std::ffi::OsString;

/// What is refuted of the program with passes of one's own.
fn refuted(passes: fn() -> Vec<Registration>) -> Vec<Record> {
    let given: Vec<String> = ["-S", "-O2", "-w", "program.c"].map(String::from).to_vec();
    let line = CommandLine::parse(given.iter().map(OsString::from));
    let mut input = line.inputs[0].clone();
    input.text = Some(PROGRAM.to_string());
    let mut asked = Asked::default();
    let words = ["--function=f", "--pass=fault", "--timeout=60"];
    for word in words {
        assert_eq!(asked.take(word, &mut std::iter::empty()), Ok(true));
    }
    let mut session = Session::new(line, given, asked);
    session.passes = passes;
    let mut records = session.answered(&input).expect("the program compiles");
    records.retain(Record::is_fault);
    records
}

#[rstest]
#[case::forwprop1(|| plant("forwprop", 1, Hook::After, Some(Counter::Forwprop), 20))]
#[case::dse1(|| plant("dse", 1, Hook::Before, Some(Counter::Dse), 30))]
#[case::phiopt1(|| plant("phiopt", 1, Hook::After, Some(Counter::Phiopt), 40))]
fn the_change_is_named(#[case] passes: fn() -> Vec<Registration>) {
    let records = refuted(passes);
    let [record] = &records[..] else { panic!("{} are refuted", records.len()) };
    let change = record.change.as_deref().unwrap_or_default();
    assert!(change.contains("it makes there: -fdbg-cnt="), "{change}");
    assert!(record.answer.to_string().starts_with("refuted: memory differs"), "{}", record.answer);
}

#[test]
fn without_a_fault_nothing_is_refuted() {
    assert!(refuted(Vec::new).is_empty());
}
