//! Functions that print, and where their arguments are.

use gimple::builtins::Builtin;
use gimple::decl::AttributeArgument;
use gimple::stmt::{Call, Callee};
use gimple::unit::Unit;
use tree_ssa::effects::call_effects::callee_builtin;

/// A function that prints: where it has which argument.
#[derive(Clone, Copy, Default, Debug)]
pub struct Kind {
    pub builtin: Option<Builtin>,
    pub format: usize,
    /// The first argument that is printed; nothing where there is a list of them.
    pub first: Option<usize>,
    /// How many bytes may be written, what does not fit being left out.
    pub limit: Option<usize>,
    /// How large the object is that is written to, as `__builtin_object_size` says.
    pub object: Option<usize>,
    /// It prints to memory, which its first argument leads to.
    pub to_string: bool,
}

impl Kind {
    /// What does not fit is left out.
    pub fn is_bounded(&self) -> bool {
        self.limit.is_some()
    }

    /// The warning about what does not fit.
    pub fn option(&self) -> &'static str {
        if self.is_bounded() { "format-truncation=" } else { "format-overflow=" }
    }

    /// The kind of a call, if it is one of a function that prints.
    pub fn of(unit: &Unit, call: &Call) -> Option<Kind> {
        let kind = match callee_builtin(unit, call) {
            Some(builtin) => Kind::of_builtin(builtin)?,
            None => Kind::declared(unit, call)?,
        };
        let formats = call.args.len() > kind.format;
        formats.then_some(kind)
    }

    fn of_builtin(builtin: Builtin) -> Option<Kind> {
        use Builtin::{
            Fprintf, FprintfChk, FprintfUnlocked, Printf, PrintfChk, PrintfUnlocked, Snprintf,
            SnprintfChk, Sprintf, SprintfChk, Vfprintf, VfprintfChk, Vprintf, VprintfChk,
            Vsnprintf, VsnprintfChk, Vsprintf, VsprintfChk,
        };
        let (format, limit, object) = match builtin {
            Printf | PrintfUnlocked | Vprintf => (0, None, None),
            PrintfChk | VprintfChk | Fprintf | FprintfUnlocked | Vfprintf => (1, None, None),
            FprintfChk | VfprintfChk => (2, None, None),
            Sprintf | Vsprintf => (1, None, None),
            SprintfChk | VsprintfChk => (3, None, Some(2)),
            Snprintf | Vsnprintf => (2, Some(1), None),
            SnprintfChk | VsnprintfChk => (4, Some(1), Some(3)),
            _ => return None,
        };
        let list = matches!(
            builtin,
            Vprintf
                | VprintfChk
                | Vfprintf
                | VfprintfChk
                | Vsprintf
                | VsprintfChk
                | Vsnprintf
                | VsnprintfChk
        );
        let to_string =
            limit.is_some() || matches!(builtin, Sprintf | SprintfChk | Vsprintf | VsprintfChk);
        let first = (!list).then_some(format + 1);
        Some(Kind { builtin: Some(builtin), format, first, limit, object, to_string })
    }

    /// By the attribute `format (printf, FORMAT, FIRST)`.
    fn declared(unit: &Unit, call: &Call) -> Option<Kind> {
        let Callee::Decl(decl) = call.callee else { return None };
        let written = &unit.decls[decl].extra.as_ref()?.written;
        let attribute = written.iter().find(|it| unit.symbols.text(it.name) == "format")?;
        let [AttributeArgument::Text(text)] = &attribute.args[..] else { return None };
        let mut parts = text.split(',').map(str::trim);
        let printf = matches!(parts.next()?.trim_matches('_'), "printf" | "gnu_printf");
        let mut number = || parts.next()?.parse::<usize>().ok()?.checked_sub(1);
        let (format, first) = (number()?, number());
        let complete = first.is_some_and(|first| first <= call.args.len());
        (printf && complete).then_some(Kind { format, first, ..Kind::default() })
    }
}
