//! RTL as bodies of `__RTL` have it (`-compact`): blocks with their edges, insns with their own numbers only, registers by
//! name or, pseudos, counted from the first. `crate::rtl::read` takes it back.
//!
//! ```text
//! (function "f"
//!   (insn-chain
//!     (block 2
//!       (edge-from entry (flags "FALLTHRU"))
//!       (cinsn 5 (set (reg:DI <0>) (plus:DI (reg:DI a0) (const_int 1))) "f.c":3)
//!       …
//! ```

use crate::rtl::cfg::{Cfg, ENTRY, EXIT, Edge, of_chain};
use crate::rtl::function::{Frame, RtlFunction};
use crate::rtl::print::{Style, print_styled, styled_text};
use crate::rtl::read::frame::SIZES;
use crate::rtl::rtx::RtxId;
use std::fmt::{self, Write};

const STYLE: Style = Style {
    unnumbered: false,
    unnumbered_links: false,
    no_addresses: true,
    alone: false,
    slim: false,
    compact: true,
};

/// Writes a function.
pub(super) fn print_function(f: &RtlFunction, out: &mut String) {
    let _ = function(f, out);
}

fn function(f: &RtlFunction, out: &mut String) -> fmt::Result {
    let cfg = of_chain(f);
    writeln!(out, "(function \"{}\"\n  (insn-chain", f.declared)?;
    let mut open = 0;
    for id in f.chain() {
        let block = f.insn(id).block;
        if block != open {
            leave(out, &cfg, open)?;
            open = block;
            enter(out, &cfg, open)?;
        }
        out.push_str(if open == 0 { "    " } else { "      " });
        print_styled(f, id, STYLE, out);
    }
    leave(out, &cfg, open)?;
    writeln!(out, "  ) ;; insn-chain\n  (crtl\n    (return_rtx")?;
    if let Some(&regno) = f.return_regs.first() {
        writeln!(out, "      {}", styled_text(f, value(f, regno), STYLE))?;
    }
    let Frame { locals, outgoing_args, .. } = f.frame;
    writeln!(out, "    ) ;; return_rtx")?;
    if locals + outgoing_args > 0 && !f.epilogue_completed {
        writeln!(out, "    {SIZES}{locals} {outgoing_args}")?;
    }
    writeln!(out, "  ) ;; crtl\n) ;; function \"{}\"", f.declared)
}

/// The register a function leaves its value in, as the end of the function has it.
fn value(f: &RtlFunction, regno: u32) -> RtxId {
    let used = f.chain_backwards().find_map(|at| {
        let pattern = f.insn(at).pattern;
        let used = f.is_real(at) && f.rtx.code(pattern) == crate::rtl::code::Code::Use;
        used.then(|| f.rtx.op(pattern, 0)).filter(|&x| f.rtx.as_reg(x) == Some(regno))
    });
    used.unwrap_or_else(|| f.reg(regno))
}

fn enter(out: &mut String, cfg: &Option<Cfg>, block: u32) -> fmt::Result {
    if block == 0 {
        return Ok(());
    }
    writeln!(out, "    (block {block}")?;
    let Some(cfg) = cfg else { return Ok(()) };
    cfg.pred_edges(block).try_for_each(|edge| line(out, "from", edge.src, edge))
}

fn leave(out: &mut String, cfg: &Option<Cfg>, block: u32) -> fmt::Result {
    if block == 0 {
        return Ok(());
    }
    if let Some(cfg) = cfg {
        cfg.succ_edges(block).iter().try_for_each(|edge| line(out, "to", edge.dst, edge))?;
    }
    writeln!(out, "    ) ;; block {block}")
}

fn line(out: &mut String, way: &str, block: u32, edge: &Edge) -> fmt::Result {
    write!(out, "      (edge-{way} ")?;
    match block {
        ENTRY => out.push_str("entry"),
        EXIT => out.push_str("exit"),
        other => write!(out, "{other}")?,
    }
    out.push_str(if edge.fallthru { " (flags \"FALLTHRU\"))\n" } else { ")\n" });
    Ok(())
}
