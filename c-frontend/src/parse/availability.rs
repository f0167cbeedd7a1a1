//! What the attributes `deprecated` and `unavailable` say where a name is used.

use super::Parser;
use gimple::decl::{DeclId, Notices};
use gimple::location::Location;
use gimple::types::TypeId;

impl Parser<'_> {
    /// A declaration is used.
    pub(super) fn say_of_use(&mut self, decl: DeclId) {
        let data = &self.cx.unit.decls[decl];
        let Some(notices) = data.extra.as_ref().and_then(|extra| extra.notices.clone()) else {
            return;
        };
        let name = self.cx.unit.decl_name(decl).unwrap_or_default().to_string();
        let declared = self.cx.unit.decls[decl].loc;
        self.say_of_name(&notices, &name, Some(declared));
    }

    /// A typedef name is used.
    pub(super) fn say_of_type(&mut self, ty: TypeId) {
        let Some(notices) = self.unit.type_notices.get(&ty).cloned() else { return };
        let name = self.cx.unit.types[ty].name.map_or(String::new(), |name| self.text(name));
        self.say_of_name(&notices, &name, None);
    }

    fn say_of_name(&mut self, notices: &Notices, name: &str, declared: Option<Location>) {
        let at = self.cx.input_location();
        let text = |what: &str, said: &str| match said {
            "" => format!("‘{name}’ is {what}"),
            _ => format!("‘{name}’ is {what}: {said}"),
        };
        let said = if let Some(said) = &notices.unavailable {
            self.error(at, text("unavailable", said));
            true
        } else if let Some(said) = &notices.deprecated {
            self.warning("deprecated-declarations", at, text("deprecated", said))
        } else {
            false
        };
        if let (true, Some(declared)) = (said, declared) {
            self.note(declared, "declared here");
        }
    }
}
