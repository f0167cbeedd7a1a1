//! A plugin that is wrong in the way its argument says: `-fplugin-arg-libfaulty-WAY`.

use gimlet::gimple::function::{Function, Prop};
use gimlet::gimple::options::Options;
use gimlet::gimple::pass::{DynamicPass, Event, Hook, Listener, Pass, PassContext, Todo};
use gimlet::gimple::stmt::StmtKind;
use gimlet::plugin::Plugin;

gimlet::plugin!(register);

fn register(plugin: &mut Plugin) -> Result<(), String> {
    let way = plugin.arguments().first().map_or(String::new(), |argument| argument.key.clone());
    match way.as_str() {
        "refuses" => return Err("not today".to_string()),
        "panics" => panic!("while it registers"),
        "misplaced" => plugin.register("no-such-pass", 0, Hook::After, Faulty { way }),
        "early" => plugin.register("cfg", 0, Hook::Before, Faulty { way }),
        "listens" => plugin.listen(Deaf),
        _ => plugin.register("fre", 1, Hook::After, Faulty { way }),
    }
    Ok(())
}

struct Faulty {
    way: String,
}

impl DynamicPass for Faulty {
    fn describe(&self) -> Pass {
        if self.way == "undescribed" {
            panic!("while it says what it is");
        }
        Pass::of_user("faulty").requires(Prop::CFG_SSA)
    }

    fn gate(&self, _: &Options, _: &Function) -> bool {
        if self.way == "gate" {
            panic!("at the gate");
        }
        true
    }

    fn execute(&mut self, _: &mut PassContext<'_>, f: &mut Function) -> Todo {
        match self.way.as_str() {
            "divides" => {
                let number: u32 = std::env::args().len() as u32;
                panic!("{} was to be divided", number / (number - number));
            }
            "forgets" => {
                // The use of a name whose definition is gone.
                let blocks = f.block_order();
                let first = blocks.iter().find_map(|&block| {
                    f.block_stmts(block)
                        .find(|&stmt| matches!(f.stmts[stmt].kind, StmtKind::Assign { .. }))
                });
                if let Some(stmt) = first {
                    f.remove_stmt(stmt);
                }
            }
            "throws" => std::panic::panic_any(7),
            _ => {}
        }
        Todo::NONE
    }

    fn failure(&mut self) -> Option<String> {
        (self.way == "gives-up").then(|| "it gave up".to_string())
    }
}

struct Deaf;

impl Listener for Deaf {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::PassBegins(pass, ..) if pass.name == "dse" => {
                Err("it would rather not".to_string())
            }
            _ => Ok(()),
        }
    }
}
