//! Function definitions.

use gimple::decl::DeclId;
use gimple::entity::EntityVec;
use gimple::function::Scope;
use gimple::stmt::ScopeId;
use gimple::symbol::Symbol;
use gimple::types::TypeId;
use rustc_hash::FxHashMap;

use crate::generic::ExprId;

/// What `break` and `continue` leave: labels are made when first jumped to.
#[derive(Clone, Copy, Debug, Default)]
pub struct JumpTargets {
    pub break_label: Option<DeclId>,
    pub continue_label: Option<DeclId>,
    pub is_switch: bool,
}

/// A label of the function.
#[derive(Clone, Copy, Debug)]
pub struct LabelInfo {
    pub decl: DeclId,
    pub defined: bool,
    pub used: bool,
}

/// The function being parsed.
pub struct FunctionState {
    pub decl: DeclId,
    pub params: Vec<DeclId>,
    /// `NONE` for `void` functions.
    pub result: DeclId,
    pub return_type: TypeId,
    pub lexical_scopes: EntityVec<ScopeId, Scope>,
    pub labels: FxHashMap<Symbol, LabelInfo>,
    /// Labels declared by `__label__`, to be restored at the end of their block.
    pub shadowed_labels: Vec<(Symbol, Option<LabelInfo>)>,
    /// Enclosing loops and switches.
    pub jumps: Vec<JumpTargets>,
    /// Statement lists being built, innermost last.
    pub lists: Vec<Vec<ExprId>>,
    /// Identifiers already reported as undeclared.
    pub undeclared: rustc_hash::FxHashSet<Symbol>,
}
