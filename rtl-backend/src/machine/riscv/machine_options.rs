//! The machine's options (`-m…`): the table, and what the words come to.

use super::builtin_macros::NARROW_MACROS;
use super::isa::{Isa, Spec};
use gimple::option_row::{Action, OptionGroup, Verdict, judge};
use gimple::options::Options;

/// Where they are tried.
const TEST: &str = "tests/suite/options.rs";

/// `-m` options, without `-m` and `no-`.
pub const MACHINE: &[OptionGroup] = &[
    OptionGroup {
        action: Action::Does(TEST),
        names: "abi=[ilp32|ilp32d|ilp32e|ilp32f|lp64|lp64d|lp64f] arch= cmodel=[medany|medlow] div explicit-relocs fdiv plt relax \
            isa-spec=[2.2|20190608|20191213] riscv-attribute small-data-limit=# strict-align \
            stack-protector-guard=[global|tls] stack-protector-guard-offset= stack-protector-guard-reg=",
    },
    OptionGroup {
        action: Action::Partly(TEST, "tuning for processors other than the default"),
        names: "cpu= tune=",
    },
    OptionGroup { action: Action::SorryOff, names: "little-endian glibc" },
    OptionGroup {
        action: Action::Sorry,
        names: "align-data=[natural|xlen] big-endian bionic branch-cost=# musl \
            preferred-stack-boundary=# save-restore shorten-memrefs uclibc",
    },
];

/// Processors GCC 12 knows, for `-mcpu=` and `-mtune=`, and the architecture of each.
const PROCESSORS: &[(&str, &str)] = &[
    ("sifive-e20", "rv32imc"),
    ("sifive-e21", "rv32imac"),
    ("sifive-e24", "rv32imafc"),
    ("sifive-e31", "rv32imac"),
    ("sifive-e34", "rv32imafc"),
    ("sifive-e76", "rv32imafc"),
    ("sifive-s21", "rv64imac"),
    ("sifive-s51", "rv64imac"),
    ("sifive-s54", "rv64imafdc"),
    ("sifive-s76", "rv64imafdc"),
    ("sifive-u54", "rv64imafdc"),
    ("sifive-u74", "rv64imafdc"),
];

/// What else `-mtune=` takes, and whether that is what code is made for anyway.
const TUNINGS: &[(&str, bool)] = &[
    ("rocket", true),
    ("sifive-3-series", true),
    ("sifive-5-series", true),
    ("sifive-7-series", false),
    ("size", false),
    ("thead-c906", false),
];

/// Whether code is made for the processor of `-mtune=` anyway; `None`: there is none of this name.
fn is_usual_tuning(name: &str) -> Option<bool> {
    if PROCESSORS.iter().any(|(other, _)| *other == name) {
        return Some(!name.ends_with("76") && !name.ends_with("74"));
    }
    TUNINGS.iter().find(|(other, _)| *other == name).map(|(_, usual)| *usual)
}

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
    /// It multiplies, and it divides (`-mdiv`).
    pub multiplies: bool,
    pub divides: bool,
    /// It divides floating-point numbers and has their roots (`-mfdiv`).
    pub float_divides: bool,
    /// Bytes of a floating-point register (0: there are none), and of the largest number passed in one (`-mabi=`).
    pub float_width: u32,
    pub float_arguments: u32,
    /// `-mabi=ilp32e`: six argument registers, and a stack aligned to words.
    pub embedded: bool,
    /// `-mcmodel=medlow`.
    pub medlow: bool,
    pub relax: bool,
    /// Addresses by two instructions, not by the assembler's macros.
    pub explicit_relocs: bool,
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
            multiplies: true,
            divides: true,
            float_divides: true,
            float_width: 8,
            float_arguments: 8,
            embedded: false,
            medlow: false,
            relax: true,
            explicit_relocs: false,
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
        "align-data=xlen" | "preferred-stack-boundary=4" | "no-bionic" | "no-musl" | "no-uclibc"
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
        let (arch, mut abi) = (architecture_of(words).unwrap_or("rv64gc"), "lp64d");
        let (mut spec, mut div) = (Spec::default(), true);
        let (mut tls, mut guard_reg, mut guard_offset) = (false, None, None);
        for word in words {
            let (bare, on) =
                word.strip_prefix("no-").map_or((word.as_str(), true), |bare| (bare, false));
            let (stem, value) = bare.split_once('=').unwrap_or((bare, ""));
            match stem {
                "isa-spec" => spec = Spec::of(value),
                "div" => div = on,
                "fdiv" => options.float_divides = on,
                "abi" => abi = value,
                "cmodel" => options.medlow = value == "medlow",
                "explicit-relocs" => options.explicit_relocs = on,
                "relax" => options.relax = on,
                "plt" => options.plt = on,
                "riscv-attribute" => options.attributes = on,
                "strict-align" => options.strict_align = on,
                "small-data-limit" => options.small_data_limit = value.parse().ok(),
                "stack-protector-guard" => tls = value == "tls",
                "stack-protector-guard-reg" => guard_reg = Some(value),
                "stack-protector-guard-offset" => guard_offset = Some(value),
                "cpu" if PROCESSORS.iter().all(|(name, _)| *name != value) => {
                    problems.errors.push(format!("‘-mcpu={value}’: unknown CPU"));
                }
                "tune" => match is_usual_tuning(value) {
                    Some(true) => {}
                    Some(false) => problems.sorries.push(format!("-mtune={value}")),
                    None => {
                        problems.errors.push(format!("unknown cpu ‘{value}’ for ‘-mtune’"));
                    }
                },
                _ => {}
            }
        }
        options.architecture(arch, spec, abi, &mut problems);
        options.divides &= div;
        if tls {
            options.guard = guard(guard_reg, guard_offset, &mut problems);
        }
        (options, problems)
    }

    /// `-march=` and `-mabi=`, which must fit each other.
    fn architecture(&mut self, arch: &str, spec: Spec, abi: &str, problems: &mut Problems) {
        match Isa::read(arch, spec) {
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
        if has("e") && abi != "ilp32e" {
            problems.errors.push("rv32e requires ilp32e ABI".to_string());
        }
        if !problems.errors.is_empty() {
            return;
        }
        self.embedded = abi == "ilp32e";
        (self.multiplies, self.divides) = (has("m"), has("m"));
        self.compressed = has("c");
        self.float_width = isa.float_width();
        self.float_arguments = match abi {
            "lp64d" | "ilp32d" => 8,
            "lp64f" | "ilp32f" => 4,
            _ => 0,
        };
    }

    /// Bytes that the stack pointer is a multiple of.
    pub fn stack_align(&self) -> u32 {
        if self.embedded { 4 } else { 16 }
    }

    /// The alignment of functions: that of the shortest instruction.
    pub fn code_align(&self) -> u32 {
        if self.compressed { 2 } else { 4 }
    }
}

/// The architecture that words name: the last `-march=`, or else that of `-mcpu=`.
pub fn architecture_of(words: &[String]) -> Option<&str> {
    let last = |stem| words.iter().rev().find_map(|word| word.strip_prefix(stem));
    let processor = || {
        let named: &str = last("cpu=")?;
        PROCESSORS.iter().find(|(name, _)| *name == named).map(|(_, arch)| *arch)
    };
    last("arch=").or_else(processor)
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
    if !machine.isa.wide {
        NARROW_MACROS.iter().for_each(|(name, value)| set(name, *value));
    }
    if machine.embedded {
        set("__riscv_abi_rve", Some("1"));
    }
    if machine.isa.has("e") {
        set("__riscv_32e", Some("1"));
    }
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
    if let Some(vectors) = machine.isa.vectors() {
        for (name, value) in ["elen", "elen_fp", "min_vlen"].into_iter().zip(vectors) {
            set(&format!("__riscv_v_{name}"), Some(&value.to_string()));
        }
        set("__riscv_vector", Some("1"));
    }
    if !machine.multiplies {
        set("__riscv_mul", None);
    }
    if !machine.divides {
        set("__riscv_div", None);
        set("__riscv_muldiv", None);
    }
    if !machine.isa.has("a") {
        set("__riscv_atomic", None);
        for name in ["CHAR32_T", "WCHAR_T", "INT", "LONG", "LLONG", "POINTER"] {
            set(&format!("__GCC_ATOMIC_{name}_LOCK_FREE"), Some("1"));
        }
        for size in [4, 8] {
            set(&format!("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_{size}"), None);
        }
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
        for name in ["__FP_FAST_FMAF", "__FP_FAST_FMAF32"] {
            set(name, None);
        }
    }
    if machine.float_width == 0 || !machine.float_divides {
        for name in ["__riscv_fdiv", "__riscv_fsqrt"] {
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
            (&["arch=rv64i", "abi=lp64"], 0, 0),
            (&["arch=rv32e", "abi=ilp32"], 1, 0),
            (&["cpu=sifive-s51"], 1, 0),
            (&["cpu=sifive-s51", "abi=lp64"], 0, 0),
            (&["cpu=sifive-e20", "abi=ilp32"], 0, 0),
            (&["cpu=rocket"], 1, 0),
            (&["tune=size"], 0, 1),
            (&["arch=rv32gc", "abi=ilp32d"], 0, 0),
            (&["arch=rv32imac", "abi=ilp32d"], 1, 0),
            (&["arch=rv32gc", "abi=lp64d"], 1, 0),
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
