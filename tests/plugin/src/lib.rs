//! The pass as a plugin: `gimlet -O1 -fplugin=./libmasks.so -fplugin-arg-libmasks-limit=1 -fdump-tree-masks f.c`.

mod masks;

use gimlet::gimple::pass::{Event, Hook, Listener};
use gimlet::plugin::Plugin;
use masks::RedundantMasks;

gimlet::plugin!(register);

fn register(plugin: &mut Plugin) -> Result<(), String> {
    let mut limit = None;
    let mut counting = false;
    for argument in plugin.arguments() {
        match (argument.key.as_str(), &argument.value) {
            ("limit", Some(value)) => {
                limit = Some(value.parse().map_err(|_| format!("‘{value}’ is no number"))?);
            }
            ("count", None) => counting = true,
            (key, _) => return Err(format!("there is no argument ‘{key}’")),
        }
    }
    plugin.register("ccp", 1, Hook::Before, RedundantMasks { limit });
    if counting {
        plugin.listen(Count::default());
    }
    Ok(())
}

/// Says at the end how many functions and runs of passes there were.
#[derive(Default)]
struct Count {
    functions: usize,
    passes: usize,
}

impl Listener for Count {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::UnitBegins(module) => self.functions = module.functions.len(),
            Event::PassEnds(..) => self.passes += 1,
            Event::UnitEnds(_) => {
                eprintln!("{} functions, {} runs of passes", self.functions, self.passes);
            }
            Event::PassBegins(..) | Event::FunctionBegins(..) | Event::FunctionEnds(..) => {}
        }
        Ok(())
    }
}
