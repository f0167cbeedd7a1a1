//! The machine's options (`-m…`): the table, and what the words come to.

use gimple::option_row::{Action, OptionGroup, Verdict, judge};
use gimple::options::Options;
use std::fmt::Write;

/// Where they are tried.
const TEST: &str = "tests/suite/options.rs";

/// `-m` options, without `-m` and `no-`.
pub const MACHINE: &[OptionGroup] = &[
    OptionGroup {
        action: Action::Does(TEST),
        names: "abi=[ilp32|ilp32d|ilp32e|ilp32f|lp64|lp64d|lp64f] arch= cmodel=[medany|medlow] plt relax \
            riscv-attribute small-data-limit=# strict-align stack-protector-guard=[global|tls] \
            stack-protector-guard-offset= stack-protector-guard-reg= cpu= tune=",
    },
    OptionGroup { action: Action::SorryOff, names: "div fdiv little-endian glibc" },
    OptionGroup {
        action: Action::Harmless("chooses among ways to the same result"),
        names: "branch-cost=# explicit-relocs save-restore shorten-memrefs align-data=[natural|xlen]",
    },
    OptionGroup {
        action: Action::Sorry,
        names: "big-endian bionic musl uclibc isa-spec=[2.2|20190608|20191213] preferred-stack-boundary=#",
    },
];

/// Processors GCC 12 knows, for `-mcpu=` and `-mtune=`; all of them run what is generated.
const PROCESSORS: &[&str] = &[
    "rocket",
    "sifive-3-series",
    "sifive-5-series",
    "sifive-7-series",
    "sifive-e20",
    "sifive-e21",
    "sifive-e24",
    "sifive-e31",
    "sifive-e34",
    "sifive-e76",
    "sifive-s21",
    "sifive-s51",
    "sifive-s54",
    "sifive-s76",
    "sifive-u54",
    "sifive-u74",
    "size",
    "thead-c906",
];

/// Extensions of more than one letter that may stand in `-march=`, in GCC's order; none of them changes what is
/// generated but for what the assembler is told.
const EXTENSIONS: &[&str] = &[
    "zicsr", "zifencei", "zba", "zbb", "zbc", "zbs", "zbkb", "zbkc", "zbkx", "zkne", "zknd",
    "zknh", "zkr", "zksed", "zksh", "zkt", "svinval", "svnapot",
];

/// Where the stack protector's value is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Guard {
    /// `__stack_chk_guard`.
    #[default]
    Global,
    /// At an offset from a register.
    Register(String, i64),
}

/// What the machine's options say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineOptions {
    /// Instructions of two bytes may be used.
    pub compressed: bool,
    /// Extensions of more than one letter, in GCC's order.
    pub extensions: Vec<&'static str>,
    /// `-mcmodel=medlow`.
    pub medlow: bool,
    pub relax: bool,
    pub plt: bool,
    pub attributes: bool,
    pub strict_align: bool,
    /// `-msmall-data-limit=`, in bytes.
    pub small_data_limit: Option<u64>,
    pub guard: Guard,
}

impl Default for MachineOptions {
    fn default() -> MachineOptions {
        MachineOptions {
            compressed: true,
            extensions: vec!["zicsr", "zifencei"],
            medlow: false,
            relax: true,
            plt: true,
            attributes: true,
            strict_align: true,
            small_data_limit: None,
            guard: Guard::Global,
        }
    }
}

/// What is wrong with machine options, each as GCC says it; what is not implemented stands apart.
#[derive(Default, Debug)]
pub struct Problems {
    pub errors: Vec<String>,
    pub sorries: Vec<String>,
}

/// Whether `-m` has this option, and what is wrong with it by itself.
pub fn judge_word(word: &str) -> Verdict {
    if matches!(
        word,
        "isa-spec=20191213" | "preferred-stack-boundary=4" | "no-bionic" | "no-musl" | "no-uclibc"
    ) {
        return Verdict::Take;
    }
    judge(MACHINE, "-m", word)
}

impl MachineOptions {
    /// Reads the words, which [`judge_word`] has taken.
    pub fn read(words: &[String]) -> (MachineOptions, Problems) {
        let (mut options, mut problems) = (MachineOptions::default(), Problems::default());
        options.medlow = true;
        let (mut arch, mut abi) = ("rv64gc", "lp64d");
        let (mut tls, mut guard_reg, mut guard_offset) = (false, None, None);
        for word in words {
            let (bare, on) =
                word.strip_prefix("no-").map_or((word.as_str(), true), |bare| (bare, false));
            let (stem, value) = bare.split_once('=').unwrap_or((bare, ""));
            match stem {
                "arch" => arch = value,
                "abi" => abi = value,
                "cmodel" => options.medlow = value == "medlow",
                "relax" => options.relax = on,
                "plt" => options.plt = on,
                "riscv-attribute" => options.attributes = on,
                "strict-align" => options.strict_align = on,
                "small-data-limit" => options.small_data_limit = value.parse().ok(),
                "stack-protector-guard" => tls = value == "tls",
                "stack-protector-guard-reg" => guard_reg = Some(value),
                "stack-protector-guard-offset" => guard_offset = Some(value),
                "cpu" | "tune" if !PROCESSORS.contains(&value) => {
                    problems.errors.push(format!("unknown cpu ‘{value}’ for ‘-m{stem}’"));
                }
                "cpu" if value.starts_with("sifive-e") || value.starts_with("sifive-s") => {
                    problems.sorries.push(format!("-mcpu={value}"));
                }
                _ => {}
            }
        }
        options.architecture(arch, abi, &mut problems);
        if tls {
            options.guard = guard(guard_reg, guard_offset, &mut problems);
        }
        (options, problems)
    }

    /// `-march=` and `-mabi=`, which must fit each other.
    fn architecture(&mut self, arch: &str, abi: &str, problems: &mut Problems) {
        let Some((wide, letters)) = self.extensions_of(arch, problems) else { return };
        let has = |letter: char| letters.contains(letter);
        if abi.ends_with('d') && !has('d') {
            problems
                .errors
                .push("requested ABI requires ‘-march’ to subsume the ‘D’ extension".to_string());
        } else if abi.ends_with('f') && !has('f') {
            problems
                .errors
                .push("requested ABI requires ‘-march’ to subsume the ‘F’ extension".to_string());
        }
        let wide_abi = abi.starts_with("lp64");
        if wide_abi != wide {
            let bits = if wide_abi { 64 } else { 32 };
            problems.errors.push(format!("ABI requires ‘-march=rv{bits}’"));
        }
        if !problems.errors.is_empty() {
            return;
        }
        if !wide || abi != "lp64d" {
            problems.sorries.push(format!("-mabi={abi}"));
        } else if !"imafd".chars().all(has) || has('v') {
            problems.sorries.push(format!("-march={arch}"));
        }
        self.compressed = has('c');
    }

    /// Whether an architecture is one of 64 bits, and its extensions of one letter; `None` where it is none.
    fn extensions_of(&mut self, arch: &str, problems: &mut Problems) -> Option<(bool, String)> {
        let mut wrong = |what: &str| problems.errors.push(format!("‘-march={arch}’: {what}"));
        let (wide, rest) = match (arch.strip_prefix("rv64"), arch.strip_prefix("rv32")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => {
                wrong("ISA string must begin with rv32 or rv64");
                return None;
            }
        };
        let mut words = rest.split('_');
        let mut letters = String::new();
        for letter in without_versions(words.next().unwrap_or_default()).chars() {
            match letter {
                'g' => letters.push_str("imafd"),
                'd' => letters.push_str("fd"),
                'i' | 'm' | 'a' | 'f' | 'c' | 'v' => letters.push(letter),
                _ => {
                    wrong("unsupported ISA subset");
                    return None;
                }
            }
        }
        if !letters.starts_with('i') {
            wrong("first ISA subset must be ‘e’, ‘i’ or ‘g’");
            return None;
        }
        let mut found: Vec<String> = words.map(without_versions).collect();
        if letters.contains('f') {
            found.push("zicsr".to_string());
        }
        if rest.starts_with('g') {
            found.push("zifencei".to_string());
        }
        for name in &found {
            if !EXTENSIONS.contains(&name.as_str()) {
                problems.sorries.push(format!("-march={arch} with ‘{name}’"));
            }
        }
        let known = EXTENSIONS.iter().copied();
        self.extensions = known.filter(|name| found.iter().any(|other| other == name)).collect();
        Some((wide, letters))
    }

    /// The architecture as the object file's attribute has it.
    pub fn arch_attribute(&self) -> String {
        let mut text = "rv64i2p1_m2p0_a2p1_f2p2_d2p2".to_string();
        if self.compressed {
            text.push_str("_c2p0");
        }
        for name in &self.extensions {
            let version = if name.starts_with("zi") { "2p0" } else { "1p0" };
            let _ = write!(text, "_{name}{version}");
        }
        text
    }

    /// The alignment of functions: that of the shortest instruction.
    pub fn code_align(&self) -> u32 {
        if self.compressed { 2 } else { 4 }
    }
}

/// An extension's name without the version behind it (`2p0`).
fn without_versions(word: &str) -> String {
    let mut text = String::new();
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        let in_version =
            c.is_ascii_digit() || c == 'p' && chars.peek().is_some_and(char::is_ascii_digit);
        if !in_version {
            text.push(c);
        }
    }
    text
}

fn guard(reg: Option<&str>, offset: Option<&str>, problems: &mut Problems) -> Guard {
    match (reg, offset) {
        (Some(reg), Some(offset)) => match (super::regs::NAMES.contains(&reg), offset.parse::<i64>()) {
            (true, Ok(offset)) if super::constants::simm12(offset) => {
                return Guard::Register(reg.to_string(), offset);
            }
            (true, _) => problems.errors.push(format!(
                "‘{offset}’ is not a valid offset in ‘-mstack-protector-guard-offset=’"
            )),
            _ => problems.errors.push(format!(
                "‘{reg}’ is not a valid base register in ‘-mstack-protector-guard-reg=’"
            )),
        },
        _ => problems.errors.push(
            "both ‘-mstack-protector-guard-offset’ and ‘-mstack-protector-guard-reg’ must be used with \
             ‘-mstack-protector-guard=sysreg’"
                .to_string(),
        ),
    }
    Guard::Global
}

/// Macros that the options define, or without a value take back.
pub fn machine_macros(options: &Options) -> Vec<(String, Option<String>)> {
    let (machine, _) = MachineOptions::read(&options.machine);
    let mut macros = Vec::new();
    let mut set = |name: &str, value: Option<&str>| {
        macros.push((name.to_string(), value.map(str::to_string)));
    };
    if options.pic == 0 {
        set("__riscv_cmodel_pic", None);
        if machine.medlow {
            set("__riscv_cmodel_medany", None);
            set("__riscv_cmodel_medlow", Some("1"));
        }
    }
    if !machine.compressed {
        set("__riscv_compressed", None);
        set("__riscv_c", None);
    }
    for name in &machine.extensions {
        if !name.starts_with("zi") {
            set(&format!("__riscv_{name}"), Some("1000000"));
        }
    }
    if !machine.extensions.contains(&"zifencei") {
        set("__riscv_zifencei", None);
    }
    macros
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> (MachineOptions, Problems) {
        MachineOptions::read(&words.iter().map(|word| word.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn architectures_read_as_gcc_prints_them() {
        let attribute = |arch: &str| read(&[&format!("arch={arch}")]).0.arch_attribute();
        let all = "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0";
        assert_eq!(attribute("rv64gc"), all);
        assert_eq!(attribute("rv64gc_zba"), format!("{all}_zba1p0"));
        assert_eq!(attribute("rv64i2p1m2p0afdc_zicsr_zifencei"), all);
        assert_eq!(attribute("rv64imafd"), "rv64i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0");
    }

    #[test]
    fn what_cannot_be_generated_is_refused() {
        for (words, errors, sorries) in [
            (&["arch=rv32imac"][..], 2, 0),
            (&["abi=ilp32"], 1, 0),
            (&["arch=rv64imac"], 1, 0),
            (&["arch=rv64imac", "abi=lp64"], 0, 1),
            (&["arch=rv32gc", "abi=ilp32d"], 0, 1),
            (&["abi=lp64"], 0, 1),
            (&["arch=rv64gcv"], 0, 1),
            (&["tune=rocket"], 0, 0),
            (&["tune=other"], 1, 0),
        ] {
            let (_, problems) = read(words);
            assert_eq!(problems.errors.len(), errors, "{words:?} {problems:?}");
            assert_eq!(problems.sorries.len(), sorries, "{words:?} {problems:?}");
        }
    }
}
