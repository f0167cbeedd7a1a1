//! What options of code generation say of predefined macros, and of the target's description.

use gimple::options::{Flag, Options, StackProtector};
use gimple::target::TargetDesc;

/// The target as the options have it: the signedness of `char`, the type `wchar_t`, the prefix of names.
pub fn target(options: &Options) -> TargetDesc {
    let (machine, _) = rtl_backend::MachineOptions::read(&options.machine);
    let mut target = match machine.isa.wide {
        true => rtl_backend::target(),
        false => rtl_backend::narrow_target(),
    };
    // What is not in registers is computed by the library, which rounds twice.
    target.fused_multiply_add &= machine.float_width == 8;
    if let Some(unsigned) = options.unsigned_char {
        target.char_signed = !unsigned;
    }
    if options.on(Flag::LeadingUnderscore) {
        target.user_label_prefix = "_";
    }
    if options.on(Flag::ShortWchar) {
        target.wchar_size = 2;
        target.wchar_signed = false;
    }
    target
}

/// Macros with their values, or without one where they are not to be defined.
pub fn macros(options: &Options) -> Vec<(String, Option<String>)> {
    let mut macros = rtl_backend::machine_macros(options);
    let mut set = |name: &str, value: Option<&str>| {
        macros.push((name.to_string(), value.map(str::to_string)));
    };
    let level = options.pic.unsigned_abs().to_string();
    let (pic, pie) = match options.pic {
        0 => (None, None),
        1.. => (Some(level.as_str()), None),
        _ => (Some(level.as_str()), Some(level.as_str())),
    };
    for name in ["__pic__", "__PIC__"] {
        set(name, pic);
    }
    for name in ["__pie__", "__PIE__"] {
        set(name, pie);
    }
    if options.unsigned_char == Some(false) {
        set("__CHAR_UNSIGNED__", None);
    }
    if options.on(Flag::ShortWchar) {
        for (name, value) in [
            ("__WCHAR_TYPE__", "short unsigned int"),
            ("__WCHAR_MAX__", "0xffff"),
            ("__WCHAR_MIN__", "0"),
            ("__WCHAR_WIDTH__", "16"),
            ("__SIZEOF_WCHAR_T__", "2"),
            ("__GNUC_WIDE_EXECUTION_CHARSET_NAME", "\"UTF-16LE\""),
            ("__GCC_ATOMIC_WCHAR_T_LOCK_FREE", "1"),
        ] {
            set(name, Some(value));
        }
    }
    let protector = match options.code.stack_protector {
        StackProtector::Off => None,
        StackProtector::Buffers => Some(("__SSP__", "1")),
        StackProtector::All => Some(("__SSP_ALL__", "2")),
        StackProtector::Strong => Some(("__SSP_STRONG__", "3")),
        StackProtector::Explicit => Some(("__SSP_EXPLICIT__", "4")),
    };
    if let Some((name, value)) = protector {
        set(name, Some(value));
    }
    if options.on(Flag::LeadingUnderscore) {
        set("__USER_LABEL_PREFIX__", Some("_"));
    }
    if options.on(Flag::Exceptions) {
        set("__EXCEPTIONS", Some("1"));
    }
    for (name, value) in c_frontend::pp::optimization_macros(options) {
        set(name, value);
    }
    let unsafe_floats = options.on(Flag::UnsafeMath)
        || options.on(Flag::FiniteMathOnly)
        || options.on(Flag::AssociativeMath)
        || options.on(Flag::ReciprocalMath)
        || !options.on(Flag::SignedZeros);
    if unsafe_floats {
        set("__GCC_IEC_559", Some("0"));
        set("__GCC_IEC_559_COMPLEX", Some("0"));
    } else if options.on(Flag::CxLimitedRange) || options.on(Flag::CxFortranRules) {
        set("__GCC_IEC_559_COMPLEX", Some("0"));
    }
    if options.wants_cfi() {
        set("__GCC_HAVE_DWARF2_CFI_ASM", Some("1"));
    }
    macros
}
