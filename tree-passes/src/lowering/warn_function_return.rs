//! Pass `*warn_function_return`: warns of functions that should return a value and do not.
//!
//! ```text
//! int f (int a)
//! {
//!   if (a)
//!     return 1;
//! }            warning: control reaches end of non-void function
//! ```

use gimple::cfg::EXIT;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::StmtKind;
use gimple::tree::Operand;

/// `*warn_function_return` for the pass table.
pub const PASS: Pass = Pass::tree("*warn_function_return", execute).requires(Prop::CFG);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let noreturn = cx.unit.decls[f.decl].has(flag::NORETURN);
    let wanted = cx.unit.diagnostics.warnings.requested("return-type");
    if f.result.is_none() || noreturn || !wanted {
        return Todo::NONE;
    }
    let mut place = None;
    for &edge in &f.blocks[EXIT].preds {
        let Some(last) = f.last_stmt(f.edges[edge].src) else { continue };
        let loc = f.stmt_info[last].loc;
        // Of a `return` in the program without a value it was said there.
        let implicit = loc.is_unknown() || loc == f.end;
        if matches!(f.stmts[last].kind, StmtKind::Return(Operand::None)) && implicit {
            place = Some(f.end);
            break;
        }
    }
    if let Some(at) = place {
        let name = cx.unit.decl_name(f.decl).map(str::to_string);
        cx.unit.diagnostics.set_function(name.as_deref());
        let text = "control reaches end of non-void function";
        cx.unit.diagnostics.warning("return-type", at, text);
    }
    Todo::NONE
}
