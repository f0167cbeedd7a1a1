//! `__builtin_tgmath`, by which `<tgmath.h>` chooses among functions: after them come the arguments of the one that is
//! called.
//!
//! ```text
//! __builtin_tgmath (sqrtf, sqrt, sqrtl, csqrtf, csqrt, csqrtl, x)   →   sqrt (x)      for int and double x
//! ```
//!
//! A parameter that is of the same type in all functions plays no part. The arguments of the others have a common type,
//! integers counting as `double`, and the function that takes that type is called; where there is none and all yield
//! the same type (they round), the first that takes a larger one is.

use super::Parser;
use crate::generic::ExprId;
use crate::lex::TokenKind;
use crate::typeck::types::{self, common_type};
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// A function to choose.
struct Candidate {
    function: ExprId,
    params: Vec<TypeId>,
    result: TypeId,
}

impl Parser<'_> {
    pub(super) fn tgmath(&mut self) -> ExprId {
        let loc = self.next().loc;
        if !self.expect(TokenKind::LeftParen) {
            return self.cx.error_expr(loc);
        }
        let all = self.argument_list();
        if all.iter().any(|&arg| self.cx.is_error(arg)) {
            return self.cx.error_expr(loc);
        }
        let Some((candidates, args)) = self.tgmath_candidates(&all, loc) else {
            return self.cx.error_expr(loc);
        };
        let generic: Vec<usize> = (0..args.len())
            .filter(|&index| {
                let first = self.cx.unit.types.main_variant(candidates[0].params[index]);
                candidates.iter().any(|candidate| {
                    self.cx.unit.types.main_variant(candidate.params[index]) != first
                })
            })
            .collect();
        let Some(&deciding) = generic.first() else {
            self.error(loc, "function arguments of ‘__builtin_tgmath’ all have the same type");
            return self.cx.error_expr(loc);
        };
        let Some(common) = self.tgmath_common(&args, &generic) else {
            return self.cx.error_expr(loc);
        };
        match self.tgmath_chosen(&candidates, deciding, common) {
            Some(function) => self.call(function, args, loc),
            None => {
                self.error(loc, "no matching function for type-generic call");
                self.cx.error_expr(loc)
            }
        }
    }

    /// The functions, and what follows them: as many arguments as each of them has parameters.
    fn tgmath_candidates(
        &mut self,
        all: &[ExprId],
        loc: Location,
    ) -> Option<(Vec<Candidate>, Vec<ExprId>)> {
        let Some(&first) = all.first() else {
            self.error(loc, "too few arguments to function ‘__builtin_tgmath’");
            return None;
        };
        let count = self.tgmath_function(first, 1)?.params.len();
        if all.len() <= count {
            self.error(loc, "too few arguments to function ‘__builtin_tgmath’");
            return None;
        }
        let (functions, args) = all.split_at(all.len() - count);
        let mut candidates = Vec::with_capacity(functions.len());
        for (index, &function) in functions.iter().enumerate() {
            let number = index + 1;
            let candidate = self.tgmath_function(function, number)?;
            if candidate.params.len() != count {
                let text = format!(
                    "argument {number} of ‘__builtin_tgmath’ has wrong number of arguments"
                );
                self.error(loc, text);
                return None;
            }
            candidates.push(candidate);
        }
        Some((candidates, args.to_vec()))
    }

    fn tgmath_function(&mut self, function: ExprId, number: usize) -> Option<Candidate> {
        let ty = self.cx.type_of(function);
        let types = &self.cx.unit.types;
        let trouble = match types.kind(types.pointee(ty).unwrap_or(ty)) {
            TypeKind::Function { variadic: true, .. } => "has variable arguments",
            TypeKind::Function { prototyped: false, .. } => "is unprototyped",
            TypeKind::Function { params, .. } if params.is_empty() => "has no arguments",
            TypeKind::Function { result, params, .. } => {
                return Some(Candidate { function, params: params.clone(), result: *result });
            }
            _ => "is not a function pointer",
        };
        let at = self.cx.get(function).loc;
        self.error(at, format!("argument {number} of ‘__builtin_tgmath’ {trouble}"));
        None
    }

    /// The type the arguments that decide have together.
    fn tgmath_common(&mut self, args: &[ExprId], generic: &[usize]) -> Option<TypeId> {
        let double = self.cx.unit.common.double;
        let mut common = None;
        for &index in generic {
            let ty = self.cx.unit.types.main_variant(self.cx.type_of(args[index]));
            let ty = match *self.cx.unit.types.kind(ty) {
                _ if self.cx.unit.types.is_integral(ty) => double,
                TypeKind::Complex(part) if self.cx.unit.types.is_integral(part) => {
                    self.cx.unit.types.complex_of(double)
                }
                TypeKind::Complex(_) | TypeKind::Real(_) => ty,
                _ => {
                    let at = self.cx.get(args[index]).loc;
                    let number = index + 1;
                    let text =
                        format!("invalid type of argument {number} of type-generic function");
                    self.error(at, text);
                    return None;
                }
            };
            common = Some(match common {
                Some(so_far) => common_type(&mut self.cx, so_far, ty),
                None => ty,
            });
        }
        common
    }

    fn tgmath_chosen(
        &mut self,
        candidates: &[Candidate],
        deciding: usize,
        common: TypeId,
    ) -> Option<ExprId> {
        let main = |parser: &Self, ty| parser.cx.unit.types.main_variant(ty);
        let taking = |parser: &Self, ty| {
            let ty = main(parser, ty);
            candidates.iter().find(|candidate| main(parser, candidate.params[deciding]) == ty)
        };
        if let Some(found) = taking(self, common) {
            return Some(found.function);
        }
        // Functions for complex numbers alone (`carg`) take real ones too.
        if self.cx.unit.types.is_real(common) {
            let complex = self.cx.unit.types.complex_of(common);
            if let Some(found) = taking(self, complex) {
                return Some(found.function);
            }
        }
        let result = main(self, candidates[0].result);
        let rounding = candidates.iter().all(|candidate| main(self, candidate.result) == result);
        let size = self.cx.unit.types.size(common);
        let larger = candidates.iter().find(|candidate| {
            let param = candidate.params[deciding];
            types::is_complex(&self.cx, param) == types::is_complex(&self.cx, common)
                && self.cx.unit.types.size(param) >= size
        });
        larger.filter(|_| rounding).map(|candidate| candidate.function)
    }
}
