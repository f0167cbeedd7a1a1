//! A program: some templates filled in, some generated functions, and a main function that runs them.

use super::function::function;
use super::structures::structures;
use super::template::Expander;
use crate::random::Random;
use std::fmt::Write;

const TEMPLATES: [&str; 5] = [
    include_str!("../../ordinary/pointers.c.in"),
    include_str!("../../ordinary/strings.c.in"),
    include_str!("../../ordinary/structures.c.in"),
    include_str!("../../ordinary/numbers.c.in"),
    include_str!("../../ordinary/control.c.in"),
];

/// What is drawn from the second numbers of a seed.
const FOUND: &str = include_str!("../../ordinary/found.c.in");

/// What is drawn from the second numbers of a seed, too: idioms of systems code.
const SYSTEMS: &str = include_str!("../../ordinary/systems.c.in");

/// What every program begins with. `show` is how results are printed.
const PREFIX: &str = r#"int printf (const char *, ...);
void *malloc (unsigned long);
void *calloc (unsigned long, unsigned long);
void free (void *);
void *memcpy (void *, const void *, unsigned long);
void *memmove (void *, const void *, unsigned long);
void *memset (void *, int, unsigned long);
int memcmp (const void *, const void *, unsigned long);
void *memchr (const void *, int, unsigned long);
unsigned long strlen (const char *);
int strcmp (const char *, const char *);
int strncmp (const char *, const char *, unsigned long);
char *strcpy (char *, const char *);
char *strncpy (char *, const char *, unsigned long);
char *strcat (char *, const char *);
char *strchr (const char *, int);
char *strrchr (const char *, int);
char *strstr (const char *, const char *);
void abort (void);
#define NULL ((void *) 0)
#define JOIN(a, b) a##b
#define NAME(a, b) JOIN (a, b)
#ifdef LEVEL
#define MAIN NAME (PROGRAM, LEVEL)
#else
#define MAIN main
#endif

static void
show (const char *what, long value)
{
  printf ("%s %ld\n", what, value);
}

static void
show_double (const char *what, double d)
{
  unsigned long bits;
  memcpy (&bits, &d, sizeof bits);
  if (d != d)
    printf ("%s nan\n", what);
  else
    printf ("%s %lx\n", what, bits);
}

"#;

/// The templates, each from its line `// name` to the next.
pub fn templates() -> Vec<&'static str> {
    let mut all = Vec::new();
    for file in TEMPLATES {
        let mut starts: Vec<usize> = file.match_indices("\n// ").map(|(at, _)| at + 1).collect();
        starts.push(file.len());
        all.extend(starts.windows(2).map(|pair| &file[pair[0]..pair[1]]));
    }
    all
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let templates = templates();
    let mut out =
        format!("/* Ordinary program {seed}.  */\n#define PROGRAM program_{seed}_\n{PREFIX}");
    let mut runs = String::new();
    for index in 0..6 + random.below(5) {
        if random.one_in(4) {
            let name = format!("function_{index}");
            out += &function(&mut random, &name);
            let _ = writeln!(
                runs,
                "  show (\"{name}\", {name} ({}, {}, &{name}_shared));",
                argument(&mut random),
                argument(&mut random)
            );
            let _ = writeln!(
                runs,
                "  show (\"{name}\", {name} ({}, {}, &{name}_shared));",
                argument(&mut random),
                argument(&mut random)
            );
            continue;
        }
        let template = templates[random.below(templates.len())];
        let mut expander = Expander::new(&mut random, index.to_string());
        out += &expander.expand(template);
        out.push('\n');
        let _ = writeln!(runs, "  run_{index} ();");
    }
    // Drawn from numbers of their own, they leave the rest of a seed's program as it is.
    let mut random = Random::new(!seed);
    if random.one_in(3) {
        out += &structures(&mut random, "structures");
        runs += "  run_structures ();\n";
    }
    if random.one_in(3) {
        let template = FOUND.find("\n// ").map_or(FOUND, |start| &FOUND[start + 1..]);
        out += &Expander::new(&mut random, "found".to_string()).expand(template);
        runs += "  run_found ();\n";
    }
    let template = SYSTEMS.find("\n// ").map_or(SYSTEMS, |start| &SYSTEMS[start + 1..]);
    for index in 0..random.below(4) {
        out += &Expander::new(&mut random, format!("systems{index}")).expand(template);
        let _ = writeln!(runs, "  run_systems{index} ();");
    }
    let _ = writeln!(out, "int\nMAIN (void)\n{{\n{runs}  return 0;\n}}");
    out
}

fn argument(random: &mut Random) -> i64 {
    match random.below(3) {
        0 => random.below(10) as i64 - 3,
        1 => random.below(1 << 20) as i64 - (1 << 19),
        _ => random.pick(&[0, -1, 1, 255, 256, 65535, -32768, 0x7fff_ffff, -0x7fff_ffff]),
    }
}
