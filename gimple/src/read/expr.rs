//! Operands and right-hand sides.

use super::body::unnamed;
use super::lexer::Tok;
use super::{Reader, Result};
use crate::code::TreeCode;
use crate::constant::{Const, ConstValue};
use crate::decl::{DeclId, DeclKind, flag};
use crate::ssa::{NameFlags, SsaData, SsaName, UseId};
use crate::stmt::StmtId;
use crate::symbol::Symbol;
use crate::tree::{Clobber, CtorIndex, Operand, TreeKind};
use crate::types::{FieldId, TypeId, TypeKind};

/// A right-hand side.
pub(super) type Rhs = (TreeCode, [Operand; 3]);

/// Codes that print by their name.
const NAMED_CODES: [TreeCode; 14] = [
    TreeCode::Abs,
    TreeCode::Absu,
    TreeCode::Min,
    TreeCode::Max,
    TreeCode::Complex,
    TreeCode::WidenMultPlus,
    TreeCode::BitInsert,
    TreeCode::VecPerm,
    TreeCode::VecCond,
    TreeCode::DotProd,
    TreeCode::Cond,
    TreeCode::WidenMult,
    TreeCode::MultHighpart,
    TreeCode::Conj,
];

impl Reader<'_> {
    pub(super) fn type_of(&self, op: Operand) -> TypeId {
        match op {
            Operand::Ssa(name) => self.f.names.get(name).map_or(self.unit.common.void, |n| n.ty),
            _ => self.unit.type_of(&self.f, op),
        }
    }

    fn tree(&mut self, kind: TreeKind, ty: TypeId) -> Operand {
        Operand::Tree(self.unit.trees.add(kind, ty))
    }

    fn pointee(&self, op: Operand) -> Result<TypeId> {
        match self.unit.types.pointee(self.type_of(op)) {
            Some(ty) => Ok(ty),
            None => self.error("dereference of what is no pointer"),
        }
    }

    /// An operand; `hint` is the type its surroundings want.
    pub(super) fn operand(&mut self, hint: Option<TypeId>) -> Result<Operand> {
        self.nested(|r| {
            let base = r.primary(hint)?;
            r.postfix(base)
        })
    }

    /// `D#3`, a temporary of debug statements.
    fn debug_temporary(&mut self, hint: Option<TypeId>) -> Result<Operand> {
        self.advance()?;
        self.advance()?;
        let number = self.index()?;
        self.unit.next_debug_temp = self.unit.next_debug_temp.max(number);
        Ok(self.tree(TreeKind::DebugTemp(number), hint.unwrap_or(self.unit.common.int)))
    }

    fn primary(&mut self, hint: Option<TypeId>) -> Result<Operand> {
        match self.tok {
            Tok::Ident("D") if self.lexer.follows('#') => self.debug_temporary(hint),
            Tok::Punct("&") => {
                self.advance()?;
                self.scope.address_of = hint.and_then(|ty| self.unit.types.pointee(ty));
                let object = self.operand(None);
                self.scope.address_of = None;
                let object = object?;
                if let Operand::Decl(decl) = self.unit.trees.base_address(object) {
                    self.unit.decls[decl].set(flag::ADDRESSABLE, true);
                }
                // A dump does not show the conversion of an address, which costs nothing.
                let wanted = hint.filter(|ty| self.scope.plain && self.unit.types.is_pointer(*ty));
                let own = self.type_of(object);
                let ty = wanted.unwrap_or_else(|| self.unit.types.pointer_to(own));
                Ok(self.tree(TreeKind::Addr(object), ty))
            }
            Tok::Punct("*") => {
                self.advance()?;
                if let Tok::Ident(name) = self.tok
                    && name.starts_with(".LC")
                    && let Some(&decl) = self.globals.get(name)
                {
                    self.advance()?;
                    return Ok(Operand::Decl(decl));
                }
                let pointer = self.nested(|r| r.primary(None))?;
                self.dereference(pointer)
            }
            Tok::Punct("(") => {
                self.advance()?;
                self.expect("*")?;
                let pointer = self.operand(None)?;
                self.expect(")")?;
                self.dereference(pointer)
            }
            Tok::Punct("{") => self.braces(hint),
            Tok::Punct("<") => self.angle_name(),
            Tok::Str(_) => {
                let id = self.constant(hint)?;
                let constant = Operand::Const(id);
                let whole = hint.is_some_and(|ty| !self.unit.types.is_pointer(ty)) || self.is("[");
                if whole {
                    return Ok(constant);
                }
                let pointer = self.unit.common.char_ptr;
                Ok(self.tree(TreeKind::Addr(constant), pointer))
            }
            Tok::Ident(word) => match word {
                "_Literal" => self.literal(),
                "_Expr" => self.expression(),
                "MEM" => self.mem_ref(),
                "VIEW_CONVERT_EXPR" => {
                    self.advance()?;
                    self.expect("<")?;
                    let ty = self.ty()?;
                    self.expect(">")?;
                    self.expect("(")?;
                    let base = self.operand(None)?;
                    self.expect(")")?;
                    Ok(self.tree(TreeKind::ViewConvert(base), ty))
                }
                "REALPART_EXPR" | "IMAGPART_EXPR" => {
                    self.advance()?;
                    self.expect("<")?;
                    let base = self.operand(None)?;
                    self.expect(">")?;
                    let TypeKind::Complex(part) = *self.unit.types.kind(self.type_of(base)) else {
                        return self.error("part of what is not complex");
                    };
                    let real = word == "REALPART_EXPR";
                    let kind =
                        if real { TreeKind::Realpart(base) } else { TreeKind::Imagpart(base) };
                    Ok(self.tree(kind, part))
                }
                "WITH_SIZE_EXPR" => {
                    self.advance()?;
                    self.expect("<")?;
                    let object = self.operand(None)?;
                    self.expect(",")?;
                    let size = self.operand(Some(self.unit.common.sizetype))?;
                    self.expect(">")?;
                    let ty = self.type_of(object);
                    Ok(self.tree(TreeKind::WithSize { object, size }, ty))
                }
                "BIT_FIELD_REF" | "__BIT_FIELD_REF" => self.bit_field_ref(hint),
                "Inf" | "Nan" | "__complex__" => Ok(Operand::Const(self.constant(hint)?)),
                _ => self.name(hint),
            },
            _ if self.at_constant() => Ok(Operand::Const(self.constant(hint)?)),
            _ => self.unexpected("an operand"),
        }
    }

    fn postfix(&mut self, mut op: Operand) -> Result<Operand> {
        loop {
            if self.eat(".")? {
                op = self.component(op)?;
            } else if self.eat("->")? {
                op = self.dereference(op)?;
                op = self.component(op)?;
            } else if self.eat("[")? {
                let Some(element) = self.unit.types.element(self.type_of(op)) else {
                    return self.error("index into what is no array");
                };
                let int = self.unit.common.int;
                let index = self.operand(Some(int))?;
                self.expect("]")?;
                op = self.tree(TreeKind::ArrayRef { base: op, index }, element);
            } else if self.is("{")
                && op.tree().is_some_and(|id| {
                    let kind = self.unit.trees.kind(id);
                    matches!(kind, TreeKind::ArrayRef { .. } | TreeKind::ComponentRef { .. })
                })
            {
                op = self.variable_part(op)?;
            } else {
                return Ok(op);
            }
        }
    }

    /// `{off: _1 * 4}` after a field, `{lb: 0 sz: _1 * 4}` after an element: what is known at run time only.
    fn variable_part(&mut self, part: Operand) -> Result<Operand> {
        let Operand::Tree(id) = part else { return Ok(part) };
        let node = self.unit.trees[id].clone();
        self.expect("{")?;
        let sizetype = self.unit.common.sizetype;
        if matches!(node.kind, TreeKind::ArrayRef { .. }) {
            self.expect_word("lb")?;
            self.expect(":")?;
            if self.number()? != 0 {
                return self.error("an array whose first index is not 0");
            }
            self.expect_word("sz")?;
            self.expect(":")?;
        } else {
            self.expect_word("off")?;
            self.expect(":")?;
        }
        let amount = self.operand(Some(sizetype))?;
        let unit = if self.eat("*")? { self.number()? } else { 1 };
        let Ok(unit) = u32::try_from(unit) else {
            return self.error("a unit that is too large");
        };
        self.expect("}")?;
        let kind = match node.kind {
            TreeKind::ArrayRef { base, index } => {
                TreeKind::SizedArrayRef { base, index, size: amount, unit }
            }
            TreeKind::ComponentRef { base, field } => {
                TreeKind::PlacedComponentRef { base, field, offset: amount, unit }
            }
            other => other,
        };
        Ok(self.tree(kind, node.ty))
    }

    fn dereference(&mut self, pointer: Operand) -> Result<Operand> {
        let ty = self.pointee(pointer)?;
        let alias_ptr = self.type_of(pointer);
        Ok(self.tree(TreeKind::MemRef { base: pointer, offset: 0, alias_ptr }, ty))
    }

    fn component(&mut self, base: Operand) -> Result<Operand> {
        let mut name = self.ident()?.to_string();
        if name == "FRAME_BASE" && self.eat(".")? {
            name = format!("{name}.{}", self.ident()?);
        }
        let container = self.unit.types.main_variant(self.type_of(base));
        if let Some(&field) = self.fields.get(&(container, name.to_string())) {
            let ty = self.unit.types.field(field).ty;
            return Ok(self.tree(TreeKind::ComponentRef { base, field }, ty));
        }
        if name.starts_with("D.") {
            return self.unnamed_component(base, container);
        }
        if let Some(ty) = self.type_within(container, &name)
            && let Operand::Tree(id) = base
            && let TreeKind::MemRef { .. } = self.unit.trees.kind(id)
        {
            let node = crate::tree::TreeNode { ty, ..self.unit.trees[id].clone() };
            let base = Operand::Tree(self.unit.trees.add_node(node));
            let field = self.fields[&(ty, name)];
            let ty = self.unit.types.field(field).ty;
            return Ok(self.tree(TreeKind::ComponentRef { base, field }, ty));
        }
        self.error(format!("no member {name}"))
    }

    /// The structure with a member that a reference shows as another of its size: one that begins it, or, of structures
    /// without names, the first that has the member.
    fn type_within(&self, container: TypeId, name: &str) -> Option<TypeId> {
        let types = &self.unit.types;
        let has = |ty: TypeId| self.fields.contains_key(&(ty, name.to_string()));
        let alike = |ty: TypeId| types.size(ty) == types.size(container) && has(ty);
        let inner = types.fields(container).iter();
        let inner = inner.map(|id| types.main_variant(types.field(*id).ty)).find(|ty| alike(*ty));
        let nameless = |ty: TypeId| {
            let untagged = matches!(
                types.kind(ty),
                TypeKind::Record { tag: None, .. } | TypeKind::Union { tag: None, .. }
            );
            untagged && types[ty].name.is_none()
        };
        inner.or_else(|| {
            let all = (0..types.len() as u32).map(TypeId);
            all.filter(|ty| nameless(container) && nameless(*ty)).find(|ty| has(*ty))
        })
    }

    /// A member without a name, in a dump whose compiler numbered it otherwise: the only one, or the one that has
    /// the member that is named next.
    fn unnamed_component(&mut self, base: Operand, container: TypeId) -> Result<Operand> {
        let next = self.is(".").then(|| self.lexer.coming_word());
        let types = &self.unit.types;
        let unnamed = |id: &&FieldId| types.field(**id).name.is_none();
        let has = |id: &FieldId, name: &str| {
            let inner = types.main_variant(types.field(*id).ty);
            self.fields.contains_key(&(inner, name.to_string()))
        };
        let mut candidates = types.fields(container).iter().filter(unnamed).copied();
        let only = candidates.clone().count() == 1;
        let found = candidates.find(|id| only || next.is_some_and(|name| has(id, name)));
        let Some(field) = found else { return self.error("no such member without a name") };
        let ty = self.unit.types.field(field).ty;
        Ok(self.tree(TreeKind::ComponentRef { base, field }, ty))
    }

    /// `_Literal (T) …`: a constant or address of a given type.
    fn literal(&mut self) -> Result<Operand> {
        self.advance()?;
        self.expect("(")?;
        let ty = self.ty()?;
        self.expect(")")?;
        if self.eat("&")? {
            let object = self.operand(None)?;
            return Ok(self.tree(TreeKind::Addr(object), ty));
        }
        Ok(Operand::Const(self.constant(Some(ty))?))
    }

    /// `_Expr (T) code <a, b>`.
    fn expression(&mut self) -> Result<Operand> {
        self.advance()?;
        self.expect("(")?;
        let ty = self.ty()?;
        self.expect(")")?;
        let name = self.ident()?;
        let Some(code) = code_of(name) else { return self.error("unknown operation") };
        self.expect("<")?;
        let mut args = [self.operand(None)?, Operand::None];
        if code.arity() > 1 {
            self.expect(",")?;
            args[1] = self.operand(None)?;
        }
        self.expect(">")?;
        Ok(self.tree(TreeKind::Expr { code, args }, ty))
    }

    fn mem_ref(&mut self) -> Result<Operand> {
        self.advance()?;
        let mut ty = None;
        if self.eat("<")? {
            ty = Some(self.ty()?);
            self.expect(">")?;
        }
        self.expect("[")?;
        self.expect("(")?;
        let alias_ptr = self.ty()?;
        self.expect(")")?;
        let ty = match ty.or(self.unit.types.pointee(alias_ptr)) {
            Some(ty) => ty,
            None => return self.error("access through what is no pointer"),
        };
        // An address whose type were that of the access would not be shown as one.
        let whole = self.is("&") || matches!(self.tok, Tok::Str(_));
        let mut base = self.operand((!whole || !self.scope.plain).then_some(alias_ptr))?;
        if let Operand::Tree(id) = base
            && let TreeKind::Addr(object @ Operand::Const(_)) = *self.unit.trees.kind(id)
            && self.scope.plain
        {
            let own = self.type_of(object);
            let ty = self.unit.types.pointer_to(own);
            base = self.tree(TreeKind::Addr(object), ty);
        }
        let (mut offset, mut index, mut step, mut index2) = (0i64, Operand::None, 1, Operand::None);
        while self.eat("+")? {
            let negative = self.eat("-")?;
            if let Tok::Num(text) = self.tok
                && let Some(Ok(bytes)) = text.strip_suffix('B').map(str::parse::<u64>)
            {
                self.advance()?;
                let bytes = bytes as i64;
                offset = if negative { bytes.wrapping_neg() } else { bytes };
                continue;
            }
            let term = self.operand(None)?;
            if index.is_none() {
                index = term;
                if self.eat("*")? {
                    step = self.number()?;
                }
            } else {
                index2 = term;
            }
        }
        self.expect("]")?;
        let kind = if index.is_none() {
            let alias_ptr = self.shown_type(base, offset, alias_ptr);
            TreeKind::MemRef { base, offset, alias_ptr }
        } else {
            TreeKind::TargetMemRef { base, index, step, index2, offset, alias_ptr }
        };
        Ok(self.tree(kind, ty))
    }

    /// The type of an access through a pointer that prints as that to what the pointer points to: another name of it, as it
    /// would not be shown otherwise.
    fn shown_type(&mut self, base: Operand, offset: i64, alias_ptr: TypeId) -> TypeId {
        if !self.scope.plain || offset != 0 {
            return alias_ptr;
        }
        let types = &self.unit.types;
        let (own, access) = (types.pointee(self.type_of(base)), types.pointee(alias_ptr));
        let tagless = |ty: TypeId| {
            matches!(
                types.kind(ty),
                TypeKind::Record { tag: None, .. } | TypeKind::Union { tag: None, .. }
            )
        };
        let shown = |ty: &TypeId| own == Some(*ty) && !tagless(*ty);
        let Some(access) = access.filter(shown) else { return alias_ptr };
        let variants = self.variants.get_or_insert_with(|| {
            let all = (0..types.len() as u32).map(TypeId);
            let named =
                all.filter(|ty| types[*ty].quals.is_empty() && types.main_variant(*ty) != *ty);
            named.map(|ty| (types.main_variant(ty), ty)).collect()
        });
        let main = types.main_variant(access);
        let other = if main != access { Some(main) } else { variants.get(&main).copied() };
        other.map_or(alias_ptr, |other| self.unit.types.pointer_to(other))
    }

    fn bit_field_ref(&mut self, hint: Option<TypeId>) -> Result<Operand> {
        let typed = self.is_word("__BIT_FIELD_REF");
        self.advance()?;
        self.expect("<")?;
        let mut ty = hint;
        if typed {
            ty = Some(self.ty()?);
            self.expect(">")?;
            self.expect("(")?;
        }
        let base = self.operand(None)?;
        self.expect(",")?;
        let size: u32 = self.small()?;
        self.expect(",")?;
        let pos = self.number()?;
        self.expect(if typed { ")" } else { ">" })?;
        if pos > 1 << 50 || size == 0 {
            return self.error("impossible bit-field");
        }
        let element = self.unit.types.element(self.type_of(base));
        let ty = ty.or(element).unwrap_or(self.unit.common.int);
        Ok(self.tree(TreeKind::BitFieldRef { base, size, pos }, ty))
    }

    /// `{CLOBBER}`, `{.a=1, .b=2}`, `{1, 2}`.
    fn braces(&mut self, hint: Option<TypeId>) -> Result<Operand> {
        let ty = hint.unwrap_or(self.unit.common.void);
        self.expect("{")?;
        if self.eat_word("CLOBBER")? {
            let mut kind = Clobber::Undef;
            if self.eat("(")? {
                self.expect_word("eol")?;
                self.expect(")")?;
                kind = Clobber::EndOfLife;
            }
            self.expect("}")?;
            let node = crate::tree::TreeNode { kind: TreeKind::Clobber(kind), ty, volatile: true };
            return Ok(Operand::Tree(self.unit.trees.add_node(node)));
        }
        let main = self.unit.types.main_variant(ty);
        let element = self.unit.types.element(ty);
        let is_array = matches!(self.unit.types.kind(ty), TypeKind::Array { .. });
        let mut elements = Vec::new();
        let mut next = 0;
        while !self.is("}") {
            let (mut index, mut wanted) = (CtorIndex::None, element);
            // A member whose name begins with a capital looks like a name of the compiler's own.
            let capital = matches!(self.tok, Tok::Ident(word) if word.starts_with('.'));
            if capital || self.eat(".")? {
                let name = self.ident()?;
                let name = name.strip_prefix('.').unwrap_or(name);
                let Some(&field) = self.fields.get(&(main, name.to_string())) else {
                    return self.error(format!("no member {name}"));
                };
                self.expect("=")?;
                index = CtorIndex::Field(field);
                wanted = Some(self.unit.types.field(field).ty);
            } else if self.eat("[")? {
                let low = self.number()?;
                let high = if self.eat("...")? { self.number()? } else { low };
                self.expect("]")?;
                self.expect("=")?;
                if high < low || high >= 1 << 48 {
                    return self.error("impossible index");
                }
                let range = high != low;
                index = if range { CtorIndex::Range(low, high) } else { CtorIndex::Index(low) };
                next = high + 1;
            } else if is_array {
                index = CtorIndex::Index(next);
                next += 1;
            }
            let value = self.operand(wanted)?;
            elements.push((index, value));
            if !self.eat(",")? {
                break;
            }
        }
        self.expect("}")?;
        if let TypeKind::Vector { lanes, .. } = *self.unit.types.kind(ty)
            && self.scope.plain
            && elements.len() == lanes as usize
            && let Some(ids) =
                elements.iter().map(|(_, op)| op.constant()).collect::<Option<Vec<_>>>()
        {
            let value = ConstValue::Vector(ids.into());
            return Ok(Operand::Const(self.unit.consts.intern(Const {
                ty,
                value,
                overflow: false,
            })));
        }
        Ok(self.tree(TreeKind::Constructor(elements.into()), ty))
    }

    /// `<retval>`, `<D.1234>`, `<L3>`.
    fn angle_name(&mut self) -> Result<Operand> {
        self.expect("<")?;
        let name = self.ident()?;
        self.expect(">")?;
        if name == "retval" {
            if self.f.result.is_none() {
                return self.error("the function has no result");
            }
            return Ok(Operand::Decl(self.f.result));
        }
        Ok(Operand::Decl(self.label_named(name)?))
    }

    /// A label by the name it prints by, without its brackets.
    pub(super) fn label_named(&mut self, name: &str) -> Result<DeclId> {
        if let Some(decl) = self.decl_by_uid(name)
            && self.unit.decls[decl].kind == DeclKind::Label
        {
            return Ok(decl);
        }
        if !self.scope.plain {
            return self.error(format!("unknown label {name}"));
        }
        if let Some(&label) = self.scope.labels.get(name) {
            return Ok(label);
        }
        if let Some(label) = unnamed(name).filter(|label| self.is_own_label(*label)) {
            self.scope.labels.insert(name.to_string(), label);
            return Ok(label);
        }
        Ok(self.new_label(name))
    }

    /// Whether the C file's function, or one it is nested in, has a label of that number.
    fn is_own_label(&self, label: DeclId) -> bool {
        let Some(decl) = self.unit.decls.get(label) else { return false };
        let mut function = self.scope.origin;
        while function.is_some() && function != decl.context {
            function = self.unit.decls[function].context;
        }
        function.is_some() && decl.kind == DeclKind::Label && decl.name.is_none()
    }

    /// A label that the function has not yet, of that name from here on.
    pub(super) fn new_label(&mut self, name: &str) -> DeclId {
        let void = self.unit.common.void;
        let artificial = name.strip_prefix('L').is_some_and(|rest| rest.parse::<u32>().is_ok());
        let label = match unnamed(name) {
            Some(number) => self.add_unnamed(DeclKind::Label, number, void),
            None => self.add_decl(DeclKind::Label, (!artificial).then_some(name), void),
        };
        self.unit.decls[label].context = self.f.decl;
        if let Some(number) = name.strip_prefix('L').and_then(|n| n.parse().ok()) {
            self.f.labels.set_number(label, number);
        }
        self.scope.labels.insert(name.to_string(), label);
        label
    }

    fn decl_by_uid(&self, name: &str) -> Option<DeclId> {
        if self.scope.plain {
            return None;
        }
        let (_, uid) = name.rsplit_once("D.")?;
        let decl = DeclId(uid.parse().ok()?);
        self.unit.decls.get(decl).map(|_| decl)
    }

    /// A variable, function or SSA name.
    fn name(&mut self, hint: Option<TypeId>) -> Result<Operand> {
        let name = self.ident()?;
        if let Some(decl) = self.decl_by_uid(name) {
            return Ok(Operand::Decl(decl));
        }
        if let Some(decl) = self.made_function(name)? {
            return Ok(Operand::Decl(decl));
        }
        let call = self.is("(") && !self.scope.phi_argument;
        let local = self.local_variable(name, hint)?;
        // A function may be called where a variable has its name: a dump does not tell their scopes apart.
        let called = |decl: &DeclId| !call || self.unit.types.is_pointer(self.unit.decls[*decl].ty);
        let global =
            self.global(name).filter(|&decl| call || !self.is_version_not_function(name, decl));
        if let Some(decl) = local.filter(called).or(global) {
            let d = &self.unit.decls[decl];
            if d.kind == DeclKind::Function
                && d.context.is_some()
                && self.ambiguous.contains(name)
                && !self.scope.statics.contains_key(name)
            {
                return self.error(format!("several nested functions are called ‘{name}’"));
            }
            if self.scope.plain && self.unit.decls[decl].kind == DeclKind::Function && !call {
                let ty = self.unit.types.pointer_to(self.unit.decls[decl].ty);
                return Ok(self.tree(TreeKind::Addr(Operand::Decl(decl)), ty));
            }
            return Ok(Operand::Decl(decl));
        }
        if let Some((stem, version)) = name.rsplit_once('_')
            && let Ok(version) = version.parse::<u32>()
            && version < super::MAX_NUMBER
        {
            return self.ssa_name(stem, version);
        }
        if let Some(&label) = self.scope.labels.get(name) {
            return Ok(Operand::Decl(label));
        }
        if name.starts_with("CHAIN.") && self.f.static_chain.is_some() {
            return Ok(Operand::Decl(self.f.static_chain));
        }
        if self.scope.plain && call {
            return Ok(Operand::Decl(self.implicit_function(name)));
        }
        self.error(format!("unknown name {name}"))
    }

    fn ssa_name(&mut self, stem: &str, version: u32) -> Result<Operand> {
        let mut flags = NameFlags::NONE;
        for (mark, flag) in [("D)", NameFlags::DEFAULT_DEF), ("ab)", NameFlags::ABNORMAL)] {
            if self.is("(") && self.lexer.at_mark(mark) {
                for _ in 0..3 {
                    self.advance()?;
                }
                flags |= flag;
            }
        }
        let name = SsaName(version);
        if !self.scope.plain {
            if self.f.names.get(name).is_none_or(|data| data.has(NameFlags::RELEASED)) {
                return self.error(format!("unknown SSA name _{version}"));
            }
            return Ok(Operand::Ssa(name));
        }
        self.reserve_names(version + 1);
        if self.f.names[name].has(NameFlags::RELEASED) {
            let var = if stem == ".MEM" { Some(self.virtual_variable()) } else { None };
            let chain = Some(self.f.static_chain).filter(|_| stem.starts_with("CHAIN."));
            let default = flags.intersects(NameFlags::DEFAULT_DEF);
            let var = match var.or(chain) {
                Some(var) => Some(var),
                None => self.variable_of_version(stem, version, default)?,
            };
            let Some(var) = var else {
                return self.error(format!("unknown name {stem}_{version}"));
            };
            let ty = self.unit.decls[var].ty;
            self.f.names[name] = fresh_name(var, ty, Symbol::NONE);
            if stem == ".MEM" {
                self.f.names[name].flags |= NameFlags::VIRTUAL;
            }
        }
        self.f.names[name].flags |= flags;
        if flags.intersects(NameFlags::DEFAULT_DEF) {
            if self.f.names[name].var.is_none() {
                self.undefined_variable(name);
            }
            let var = self.f.names[name].var;
            self.f.default_defs.insert(var, name);
        }
        Ok(Operand::Ssa(name))
    }

    /// `_11(D)`: what a variable without a name holds before anything is assigned to it.
    fn undefined_variable(&mut self, name: SsaName) {
        let ty = self.f.names[name].ty;
        let var = self.add_decl(DeclKind::Var, None, ty);
        self.unit.decls[var].context = self.f.decl;
        self.unit.decls[var].set(flag::ARTIFICIAL, true);
        self.f.names[name].var = var;
        self.f.names[name].def = StmtId::NONE;
    }

    /// Makes room in the table of names.
    pub(super) fn reserve_names(&mut self, count: u32) {
        while self.f.names.len() < count as usize {
            let ty = self.unit.common.void;
            let mut data = fresh_name(DeclId::NONE, ty, Symbol::NONE);
            data.flags = NameFlags::RELEASED;
            self.f.names.push(data);
        }
    }

    // Right-hand sides.

    /// A right-hand side that is no call, for something of type `ty`. `first` has been read already.
    pub(super) fn rhs(&mut self, ty: TypeId, first: Option<Operand>) -> Result<Rhs> {
        if first.is_none()
            && let Some(rhs) = self.prefix_rhs(ty)?
        {
            return Ok(rhs);
        }
        let a = match first {
            Some(op) => op,
            None => self.operand(Some(ty))?,
        };
        if self.is(";") {
            return Ok(self.single(a));
        }
        if self.eat("?")? {
            return self.conditional(ty, a);
        }
        let code = self.infix()?;
        let (a, b) = self.second(code, ty, a)?;
        let code = self.settle(code, a, b);
        if self.eat("?")? {
            let bool_ = self.unit.common.bool_;
            let condition = self.tree(TreeKind::Expr { code, args: [a, b] }, bool_);
            return self.conditional(ty, condition);
        }
        Ok((code, [a, b, Operand::None]))
    }

    fn single(&mut self, op: Operand) -> Rhs {
        if let Operand::Tree(id) = op
            && let TreeKind::ViewConvert(inner) = *self.unit.trees.kind(id)
            && !self.unit.is_memory_operand(inner)
            // An operation prints the type of what it is assigned to, which has no typedef name.
            && self.unit.types.main_variant(self.unit.trees[id].ty) == self.unit.trees[id].ty
            && !matches!(inner, Operand::Tree(_))
            && self.unit.types.is_register_type(self.unit.trees[id].ty)
        {
            return (TreeCode::ViewConvert, [inner, Operand::None, Operand::None]);
        }
        (TreeCode::Single, [op, Operand::None, Operand::None])
    }

    fn conditional(&mut self, ty: TypeId, condition: Operand) -> Result<Rhs> {
        let a = self.operand(Some(ty))?;
        self.expect(":")?;
        let b = self.operand(Some(ty))?;
        Ok((TreeCode::Cond, [condition, a, b]))
    }

    fn unary(code: TreeCode, op: Operand) -> Rhs {
        (code, [op, Operand::None, Operand::None])
    }

    /// Right-hand sides that begin with what they do.
    fn prefix_rhs(&mut self, ty: TypeId) -> Result<Option<Rhs>> {
        Ok(Some(match self.tok {
            Tok::Punct("(") if self.lexer.follows('(') => {
                self.advance()?;
                self.advance()?;
                let op = self.operand(Some(ty))?;
                self.expect(")")?;
                self.expect(")")?;
                Self::unary(TreeCode::Paren, op)
            }
            Tok::Punct("(") if !self.lexer.follows('*') => {
                self.advance()?;
                let to = self.ty()?;
                self.expect(")")?;
                let op = self.operand(None)?;
                self.scope.cast = to;
                Self::unary(self.conversion(to, op), op)
            }
            Tok::Punct("~") => {
                self.advance()?;
                Self::unary(TreeCode::BitNot, self.operand(Some(ty))?)
            }
            Tok::Punct("!") => {
                self.advance()?;
                Self::unary(TreeCode::TruthNot, self.operand(Some(ty))?)
            }
            Tok::Punct("-") if !self.lexer.follows_number() => {
                self.advance()?;
                Self::unary(TreeCode::Negate, self.operand(Some(ty))?)
            }
            Tok::Punct("[") => {
                self.advance()?;
                let Some(code) = code_of(self.ident()?) else {
                    return self.error("unknown operation");
                };
                self.expect("]")?;
                Self::unary(code, self.operand(Some(ty))?)
            }
            Tok::Ident(word) if self.lexer.follows('<') => {
                let Some(code) = NAMED_CODES.into_iter().find(|code| {
                    word.strip_suffix("_EXPR").is_some() && code.name().eq_ignore_ascii_case(word)
                }) else {
                    return Ok(None);
                };
                self.advance()?;
                self.named_operation(code, ty)?
            }
            _ => return Ok(None),
        }))
    }

    fn named_operation(&mut self, code: TreeCode, ty: TypeId) -> Result<Rhs> {
        self.expect("<")?;
        let hint = match code {
            TreeCode::Complex => self.unit.types.element(ty),
            _ => Some(ty),
        };
        let mut args = [Operand::None; 3];
        for (index, arg) in args.iter_mut().enumerate().take(code.arity()) {
            if index != 0 {
                self.expect(",")?;
            }
            let third = code == TreeCode::BitInsert && index == 2;
            let bits = self.unit.common.uint;
            *arg = self.operand(if third { Some(bits) } else { hint })?;
        }
        if code == TreeCode::BitInsert && self.eat("(")? {
            self.number()?;
            self.expect_word("bits")?;
            self.expect(")")?;
        }
        self.expect(">")?;
        Ok((code, args))
    }

    /// What a conversion to a type is.
    fn conversion(&self, to: TypeId, op: Operand) -> TreeCode {
        let types = &self.unit.types;
        let part = |ty: TypeId| match *types.kind(ty) {
            TypeKind::Vector { element, .. } => element,
            _ => ty,
        };
        match (types.is_real(part(to)), types.is_real(part(self.type_of(op)))) {
            (true, false) if !matches!(types.kind(self.type_of(op)), TypeKind::Complex(_)) => {
                TreeCode::Float
            }
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        }
    }

    /// An operator between two operands.
    pub(super) fn infix(&mut self) -> Result<TreeCode> {
        use TreeCode::*;
        let code = match self.tok {
            Tok::Ident("unord") => Unordered,
            Tok::Ident("ord") => Ordered,
            Tok::Ident(prefix @ ("r" | "w" | "h" | "u")) => {
                self.advance()?;
                match (prefix, &self.tok) {
                    ("r", Tok::Punct("<<")) => Lrotate,
                    ("r", Tok::Punct(">>")) => Rrotate,
                    ("w", Tok::Punct("*")) => WidenMult,
                    ("h", Tok::Punct("*")) => MultHighpart,
                    ("u", Tok::Punct("<")) => Unlt,
                    ("u", Tok::Punct("<=")) => Unle,
                    ("u", Tok::Punct(">")) => Ungt,
                    ("u", Tok::Punct(">=")) => Unge,
                    ("u", Tok::Punct("==")) => Uneq,
                    _ => return self.unexpected("an operator"),
                }
            }
            Tok::Punct(punct) => match punct {
                "+" => Plus,
                "-" => Minus,
                "*" => Mult,
                "/" => TruncDiv,
                "%" => TruncMod,
                "<<" => Lshift,
                ">>" => Rshift,
                "|" => BitIor,
                "^" => BitXor,
                "&" => BitAnd,
                "<" => Lt,
                "<=" => Le,
                ">" => Gt,
                ">=" => Ge,
                "==" => Eq,
                "!=" => Ne,
                "<>" => Ltgt,
                _ => return self.unexpected("an operator"),
            },
            _ => return self.unexpected("an operator"),
        };
        self.advance()?;
        if code == TruncDiv && self.is("[") {
            self.advance()?;
            self.expect_word("ex")?;
            self.expect("]")?;
            return Ok(ExactDiv);
        }
        Ok(code)
    }

    /// The second operand of an operation; a first one that is a plain constant takes its type where that matters.
    fn second(&mut self, code: TreeCode, ty: TypeId, a: Operand) -> Result<(Operand, Operand)> {
        use TreeCode::*;
        let given = self.type_of(a);
        let hint = match code {
            Lshift | Rshift | Lrotate | Rrotate if !self.is_vector(given) => self.unit.common.int,
            Plus if self.unit.types.is_pointer(given) => self.unit.common.sizetype,
            _ if a.constant().is_some() && !code.is_comparison() => ty,
            _ => given,
        };
        let b = self.operand(Some(hint))?;
        let other = self.type_of(b);
        let retype = self.scope.plain && code.is_comparison() && b.constant().is_none();
        match a.constant() {
            Some(id) if retype => {
                let mut constant = self.unit.consts[id].clone();
                constant.ty = other;
                Ok((Operand::Const(self.unit.consts.intern(constant)), b))
            }
            _ => Ok((a, b)),
        }
    }

    fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.unit.types.kind(ty), TypeKind::Vector { .. })
    }

    /// Two operands of a comparison with their code.
    pub(super) fn comparison(&mut self) -> Result<(TreeCode, Operand, Operand)> {
        let a = self.operand(None)?;
        let code = self.infix()?;
        if !code.is_comparison() {
            return self.error("expected a comparison");
        }
        let bool_ = self.unit.common.bool_;
        let (a, b) = self.second(code, bool_, a)?;
        Ok((code, a, b))
    }

    /// The code that operand types make of an operator.
    fn settle(&self, code: TreeCode, a: Operand, b: Operand) -> TreeCode {
        let types = &self.unit.types;
        let (left, right) = (self.type_of(a), self.type_of(b));
        match code {
            TreeCode::Plus if types.is_pointer(left) => TreeCode::PointerPlus,
            TreeCode::Minus if types.is_pointer(left) && types.is_pointer(right) => {
                TreeCode::PointerDiff
            }
            TreeCode::TruncDiv if types.is_real(types.element(left).unwrap_or(left)) => {
                TreeCode::Rdiv
            }
            _ => code,
        }
    }
}

/// A name's data before its definition is known.
pub(super) fn fresh_name(var: DeclId, ty: TypeId, ident: Symbol) -> SsaData {
    SsaData { var, ty, def: StmtId::NONE, uses: UseId::NONE, ident, flags: NameFlags::NONE }
}

/// The code of a lower-case name.
fn code_of(name: &str) -> Option<TreeCode> {
    use TreeCode::*;
    const CODES: [TreeCode; 37] = [
        Nop,
        Float,
        FixTrunc,
        Negate,
        Abs,
        BitNot,
        TruthNot,
        Conj,
        Realpart,
        Imagpart,
        ViewConvert,
        Plus,
        Minus,
        Mult,
        PointerPlus,
        PointerDiff,
        TruncDiv,
        ExactDiv,
        TruncMod,
        Rdiv,
        Min,
        Max,
        Lshift,
        Rshift,
        BitIor,
        BitXor,
        BitAnd,
        Complex,
        Lt,
        Le,
        Gt,
        Ge,
        Eq,
        Ne,
        Unordered,
        Ordered,
        Ltgt,
    ];
    CODES.into_iter().find(|code| code.name() == name)
}
