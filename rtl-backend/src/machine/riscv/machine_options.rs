//! The machine's options (`-m…`): the table, and what the words come to.

use super::isa::Isa;
use gimple::option_row::{Action, OptionGroup, Verdict, judge};
use gimple::options::Options;

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
    pub isa: Isa,
    /// Bytes of a floating-point register (0: there are none), and of the largest number passed in one (`-mabi=`).
    pub float_width: u32,
    pub float_arguments: u32,
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
            isa: Isa::default(),
            float_width: 8,
            float_arguments: 8,
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
        match Isa::read(arch) {
            Ok(isa) => self.isa = isa,
            Err(text) => return problems.errors.push(text),
        }
        let isa = &self.isa;
        let (has, wide) = (|name| isa.has(name), isa.wide);
        if abi.ends_with('d') && !has("d") {
            problems
                .errors
                .push("requested ABI requires ‘-march’ to subsume the ‘D’ extension".to_string());
        } else if abi.ends_with('f') && !has("f") {
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
        if !wide {
            problems.sorries.push(format!("-mabi={abi}"));
        } else if !["m", "a"].into_iter().all(has) {
            problems.sorries.push(format!("-march={arch}"));
        }
        self.compressed = has("c");
        self.float_width = isa.float_width();
        self.float_arguments = match abi {
            "lp64d" => 8,
            "lp64f" => 4,
            _ => 0,
        };
    }

    /// The alignment of functions: that of the shortest instruction.
    pub fn code_align(&self) -> u32 {
        if self.compressed { 2 } else { 4 }
    }
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
    }
    let has = machine.isa.macros();
    for (name, _) in Isa::default().macros() {
        if has.iter().all(|(other, _)| *other != name) {
            set(&name, None);
        }
    }
    for (name, value) in &has {
        set(name, Some(value));
    }
    if machine.isa.has("v") {
        for (name, value) in [("elen", "64"), ("elen_fp", "64"), ("min_vlen", "128")] {
            set(&format!("__riscv_v_{name}"), Some(value));
        }
        set("__riscv_vector", Some("1"));
    }
    float_macros(&machine, &mut set);
    macros
}

/// Macros about floating-point numbers, where these are not all in registers.
fn float_macros(machine: &MachineOptions, set: &mut impl FnMut(&str, Option<&str>)) {
    if machine.float_width < 8 {
        for name in ["__FP_FAST_FMA", "__FP_FAST_FMAF32x", "__FP_FAST_FMAF64"] {
            set(name, None);
        }
        for name in ["__GCC_IEC_559", "__GCC_IEC_559_COMPLEX"] {
            set(name, Some("0"));
        }
        set("__riscv_flen", (machine.float_width > 0).then_some("32"));
    }
    if machine.float_width == 0 {
        for name in ["__FP_FAST_FMAF", "__FP_FAST_FMAF32", "__riscv_fdiv", "__riscv_fsqrt"] {
            set(name, None);
        }
    }
    let abi = match machine.float_arguments {
        8 => return,
        4 => "__riscv_float_abi_single",
        _ => "__riscv_float_abi_soft",
    };
    set("__riscv_float_abi_double", None);
    set(abi, Some("1"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> (MachineOptions, Problems) {
        MachineOptions::read(&words.iter().map(|word| word.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn what_cannot_be_generated_is_refused() {
        for (words, errors, sorries) in [
            (&["arch=rv32imac"][..], 2, 0),
            (&["abi=ilp32"], 1, 0),
            (&["arch=rv64imac"], 1, 0),
            (&["arch=rv64imac", "abi=lp64"], 0, 0),
            (&["arch=rv64imac", "abi=lp64f"], 1, 0),
            (&["arch=rv64imafc", "abi=lp64f"], 0, 0),
            (&["arch=rv64iac", "abi=lp64"], 0, 1),
            (&["arch=rv32gc", "abi=ilp32d"], 0, 1),
            (&["abi=lp64"], 0, 0),
            (&["arch=rv64gcv"], 0, 0),
            (&["tune=rocket"], 0, 0),
            (&["tune=other"], 1, 0),
        ] {
            let (_, problems) = read(words);
            assert_eq!(problems.errors.len(), errors, "{words:?} {problems:?}");
            assert_eq!(problems.sorries.len(), sorries, "{words:?} {problems:?}");
        }
    }
}
