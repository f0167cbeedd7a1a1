//! Declarations, initialisers, the symbol table.

use super::lexer::Tok;
use super::{Reader, Result};
use crate::builtins::Builtin;
use crate::decl::{Decl, DeclId, DeclKind, Visibility};
use crate::location::Location;
use crate::types::TypeId;
use crate::unit::{Frequency, SymtabNode};

/// How many numbers are left free for declarations without a name.
const MOST_FREE: u32 = 1 << 16;

impl Reader<'_> {
    /// A declaration that exists.
    pub(super) fn decl_id(&mut self) -> Result<DeclId> {
        let uid = self.index()?;
        let id = DeclId(uid);
        match self.unit.decls.get(id) {
            Some(_) => Ok(id),
            None => self.error(format!("unknown declaration {uid}")),
        }
    }

    /// `decl 1490 var name g : int flags 0x5;`
    pub(super) fn declaration(&mut self) -> Result<()> {
        self.advance()?;
        let uid = self.index()?;
        if (uid as usize) < self.unit.decls.len() {
            return self.error(format!("declaration {uid} is out of order"));
        }
        while self.unit.decls.len() < uid as usize {
            // A uid that nothing has: never referred to.
            let filler = Decl::new(DeclKind::Type, None, self.unit.common.void, Location::UNKNOWN);
            self.unit.decls.push(filler);
        }
        let kind = match self.ident()? {
            "var" => DeclKind::Var,
            "parm" => DeclKind::Parm,
            "result" => DeclKind::Result,
            "function" => DeclKind::Function,
            "label" => DeclKind::Label,
            "type" => DeclKind::Type,
            "const" => DeclKind::Const,
            _ => return self.error("unknown kind of declaration"),
        };
        let name = if self.eat_word("name")? {
            let name = match self.tok {
                Tok::Str(_) => self.string()?,
                _ => self.ident()?.to_string(),
            };
            Some(self.unit.symbols.intern(&name))
        } else {
            None
        };
        self.expect(":")?;
        let ty = self.ty()?;
        let mut decl = Decl::new(kind, name, ty, Location::UNKNOWN);
        while !self.eat(";")? {
            self.property(&mut decl)?;
        }
        let global = decl.context.is_none();
        let id = self.unit.decls.push(decl);
        if let (true, Some(name)) = (global, name) {
            self.globals.insert(self.unit.symbols.text(name).to_string(), id);
        }
        Ok(())
    }

    fn property(&mut self, decl: &mut Decl) -> Result<()> {
        match self.ident()? {
            "flags" => decl.flags = self.number()?,
            "align" => {
                let align: u32 = self.small()?;
                decl.align = if align.is_power_of_two() { align } else { 0 };
            }
            "context" => decl.context = DeclId(self.index()?),
            "builtin" => decl.builtin = Builtin::find(self.ident()?),
            "visibility" => {
                decl.extra_mut().visibility = match self.number()? {
                    1 => Visibility::Hidden,
                    2 => Visibility::Protected,
                    3 => Visibility::Internal,
                    _ => Visibility::Default,
                };
            }
            "priority" => decl.extra_mut().priority = Some(self.small()?),
            "nonnull" => {
                let argument = self.index()?;
                decl.extra_mut().nonnull.push(argument);
            }
            word @ ("asm" | "section" | "alias" | "register" | "attributes") => {
                let text = self.string()?;
                let symbol = Some(self.unit.symbols.intern(&text));
                let extra = decl.extra_mut();
                match word {
                    "asm" => {
                        extra.assembler_name = symbol;
                        extra.assembler_name_given = true;
                    }
                    "section" => extra.section = symbol,
                    "alias" => extra.alias = symbol,
                    "register" => extra.hard_register = symbol,
                    _ => extra.attributes = symbol,
                }
            }
            _ => return self.error("unknown property of a declaration"),
        }
        Ok(())
    }

    /// A new declaration for what a plain dump shows without a name: by its number, where nothing else has that.
    pub(super) fn add_unnamed(&mut self, kind: DeclKind, number: DeclId, ty: TypeId) -> DeclId {
        if self.spare.remove(&number) {
            self.unit.decls[number] = Decl::new(kind, None, ty, Location::UNKNOWN);
            return number;
        }
        self.add_decl(kind, None, ty)
    }

    /// Leaves numbers up to one free for what has no name, unless they are too many.
    pub(super) fn leave_free(&mut self, last: DeclId) {
        let next = self.unit.decls.len() as u32;
        if last.0.saturating_sub(next) > MOST_FREE {
            return;
        }
        for uid in next..=last.0 {
            let void = self.unit.common.void;
            self.unit.decls.push(Decl::new(DeclKind::Type, None, void, Location::UNKNOWN));
            self.spare.insert(DeclId(uid));
        }
    }

    /// A new declaration made while reading.
    pub(super) fn add_decl(&mut self, kind: DeclKind, name: Option<&str>, ty: TypeId) -> DeclId {
        let name = name.map(|name| self.unit.symbols.intern(name));
        self.unit.decls.push(Decl::new(kind, name, ty, Location::UNKNOWN))
    }

    /// `init 1490 = _Literal (int) 3;`
    pub(super) fn initializer(&mut self) -> Result<()> {
        self.advance()?;
        let decl = self.decl_id()?;
        self.expect("=")?;
        let ty = self.unit.decls[decl].ty;
        let value = self.operand(Some(ty))?;
        self.expect(";")?;
        self.unit.initializers.insert(decl, value);
        Ok(())
    }

    /// `sym 1490 order 0 uid 0 definition;`, `sym 1491 order 1 uid 1 definition of 1490;`
    pub(super) fn symbol_node(&mut self) -> Result<()> {
        self.advance()?;
        let decl = self.decl_id()?;
        let order = if self.eat_word("unnumbered")? {
            SymtabNode::UNNUMBERED
        } else {
            self.expect_word("order")?;
            self.index()?
        };
        self.expect_word("uid")?;
        let cgraph_uid = self.index()?;
        let definition = self.eat_word("definition")?;
        if self.eat_word("of")? {
            let home = self.decl_id()?;
            self.unit.folded.insert(decl, home);
        }
        self.expect(";")?;
        self.unit.add_symtab_node(SymtabNode {
            decl,
            order,
            cgraph_uid,
            definition,
            frequency: Frequency::default(),
        });
        Ok(())
    }

    /// `asm 3 "…";`
    pub(super) fn toplevel_asm(&mut self) -> Result<()> {
        self.advance()?;
        let order = self.index()?;
        let Tok::Str(_) = self.tok else { return self.unexpected("a string") };
        let text = self.string()?;
        self.expect(";")?;
        self.unit.toplevel_asm.push((order, text));
        Ok(())
    }
}
