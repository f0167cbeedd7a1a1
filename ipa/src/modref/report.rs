//! What the passes `modref` say, in GCC's words.

use dumps::{put, putln};
use gimple::function::Function;
use gimple::modref::{AccessNode, AccessTree, ArgFlags, Listed, Modref, Origin, Via};
use gimple::types::{FieldId, TypeId, TypeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::alias::types::AliasSets;

/// What is said, until it is written to the dump; nothing if there is none.
pub struct Log {
    pub wanted: bool,
    pub text: String,
    /// Types by the numbers of their alias sets: each gets the next where it is first shown.
    numbers: Vec<TypeId>,
    sets: AliasSets,
}

impl Log {
    /// An empty one. The numbers go from function to function, by the unit.
    pub fn new(unit: &mut Unit, wanted: bool) -> Log {
        let numbers = std::mem::take(&mut unit.shown_alias_sets);
        Log { wanted, text: String::new(), numbers, sets: AliasSets::default() }
    }

    /// Gives back the numbers.
    pub fn close(self, unit: &mut Unit) -> String {
        unit.shown_alias_sets = self.numbers;
        self.text
    }

    /// Adds what is only made if it is wanted.
    pub fn say(&mut self, text: impl FnOnce() -> String) {
        if self.wanted {
            self.text.push_str(&text());
        }
    }

    /// Gives alias sets their numbers, if somebody sees them.
    pub fn number_types(&mut self, unit: &Unit, (base, ty): (TypeId, TypeId)) {
        if self.wanted {
            self.number(unit, ty);
            self.number(unit, base);
        }
    }

    /// The number of an alias set, by the type that stands for it.
    fn number(&mut self, unit: &Unit, ty: TypeId) -> usize {
        if ty.is_none() {
            return 0;
        }
        if let Some(place) = self.numbers.iter().position(|&known| known == ty) {
            return place + 1;
        }
        self.numbers.push(ty);
        let own = self.numbers.len();
        // What is in it gets the numbers after it.
        if let TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } =
            unit.types.kind(ty)
        {
            for &field in fields {
                let part = self.sets.representative(unit, field_type(unit, field));
                self.number(unit, part);
            }
        }
        own
    }

    /// Says that an access is recorded.
    pub fn recording(&mut self, unit: &Unit, (base, ty): (TypeId, TypeId), access: &AccessNode) {
        if self.wanted {
            let (ty, base) = (self.number(unit, ty), self.number(unit, base));
            let access = access_text(access);
            putln!(self.text, "   - Recording base_set={base} ref_set={ty} {access}");
        }
    }

    /// Says what is known of a function.
    pub fn summary(&mut self, unit: &Unit, found: &Modref) {
        if !self.wanted {
            return;
        }
        self.text.push_str("  loads:\n");
        self.tree(unit, &found.effects.loads);
        self.text.push_str("  stores:\n");
        self.tree(unit, &found.effects.stores);
        if !found.kills.is_empty() {
            self.text.push_str("  kills:\n");
            for kill in &found.kills {
                putln!(self.text, "    {}", access_text(kill));
            }
        }
        let lines = [
            (found.effects.writes_errno, "  Writes errno\n"),
            (found.effects.side_effects, "  Side effects\n"),
            (found.effects.nondeterministic, "  Nondeterministic\n"),
            (found.global_memory_read, "  Global memory read\n"),
            (found.global_memory_written, "  Global memory written\n"),
            (found.try_dse, "  Try dse\n"),
        ];
        lines.iter().filter(|(holds, _)| *holds).for_each(|(_, line)| self.text.push_str(line));
        for (index, &flags) in found.effects.arguments.iter().enumerate() {
            if flags != ArgFlags::NONE {
                putln!(self.text, "  parm {index} flags:{}", flags_text(flags));
            }
        }
        if found.effects.chain != ArgFlags::NONE {
            putln!(self.text, "  Static chain flags:{}", flags_text(found.effects.chain));
        }
    }

    fn tree(&mut self, unit: &Unit, tree: &AccessTree) {
        let Listed::These(bases) = &tree.bases else {
            return self.text.push_str("    Every base\n");
        };
        for (index, base) in bases.iter().enumerate() {
            let number = self.number(unit, base.ty);
            putln!(self.text, "      Base {index}: alias set {number}");
            let Listed::These(refs) = &base.refs else {
                self.text.push_str("      Every ref\n");
                continue;
            };
            for (index, node) in refs.iter().enumerate() {
                let number = self.number(unit, node.ty);
                putln!(self.text, "        Ref {index}: alias set {number}");
                if node.accesses.is_every() {
                    self.text.push_str("          Every access\n");
                }
                for access in node.accesses.these() {
                    putln!(self.text, "          access:{}", access_text(access));
                }
            }
        }
    }
}

fn field_type(unit: &Unit, field: FieldId) -> TypeId {
    let field = unit.types.field(field);
    if field.is_bitfield { field.declared_type } else { field.ty }
}

fn access_text(access: &AccessNode) -> String {
    let mut text = match access.via {
        Via::Unknown | Via::Local => return String::new(),
        Via::Global => return " Base in global memory".to_owned(),
        Via::Param(index) => format!(" Parm {index}"),
        Via::Chain => " Static chain".to_owned(),
    };
    if let Some(extent) = access.extent {
        let (size, most) = (extent.size.unwrap_or(-1), extent.max_size.unwrap_or(-1));
        let (start, offset) = (extent.param_offset, extent.offset);
        put!(text, " param offset:{start} offset:{offset} size:{size} max_size:{most}");
    }
    if access.adjustments > 0 {
        put!(text, " adjusted {} times", access.adjustments);
    }
    text
}

/// Flags by their names, each after a space.
pub fn flags_text(flags: ArgFlags) -> String {
    let names = ArgFlags::NAMES.iter().filter(|(flag, _)| flags.contains(*flag));
    names.fold(String::new(), |text, (_, name)| text + " " + name)
}

/// Where arguments lead, in terms of the caller.
pub fn origin_text(origin: Origin) -> String {
    let offset = origin.offset.map_or(String::new(), |bytes| format!(" offset:{bytes}"));
    format!(" {}{offset}", origin.via.number())
}

/// How dumps begin with a function that is looked at.
pub fn heading(unit: &Unit, f: &Function) -> String {
    let name = crate::inline::node_name(unit, f.decl);
    let flags = unit.decls[f.decl].flags;
    let known = [(gimple::decl::flag::CONST, " (const)"), (gimple::decl::flag::PURE, " (pure)")];
    let known = known.iter().find(|(flag, _)| flags & flag != 0).map_or("", |(_, text)| text);
    format!("\n\nmodref analyzing '{name}' (ipa=0){known}\n")
}
