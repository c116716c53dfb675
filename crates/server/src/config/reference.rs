//! The documents about options that are generated from their table.

use super::{
    mail::MAIL_PASSWORD,
    options::{self, ConfigOption},
};
use crate::secret::DATABASE_PASSWORD;
use std::fmt::Write;

/// Columns of a comment in the example.
const COMMENT_WIDTH: usize = 100;

const INTRODUCTION: &str = "\
# Configuration reference

Every option of `orderdock serve` and `orderdock demo`. `orderdock config reference` generates this page.

Each option can be set on the command line (`--NAME`), in the environment, or in the configuration file (`--config FILE`,
TOML) under its name. Precedence: command line, environment, file, default. Options that begin with `mail-` are in the
table `[mail]` of the file, without that prefix.

| Command | Result |
|---|---|
| `orderdock config check` | Checks file, environment and options, and reports every error: invalid values with file and line, invalid combinations with the option. Exit code 2 if there are any. |
| `orderdock config show` | Lists the values in effect and their origin. Secrets are hidden. |
| `orderdock config example` | Prints a configuration file with every option commented out |

Both `check` and `show` accept the options of `serve`.

| Name | Type | Unit | Default | Environment variable | Meaning |
|---|---|---|---|---|---|
";

/// The reference as Markdown.
pub fn reference() -> String {
    let mut text = INTRODUCTION.to_owned();
    for option in options::all() {
        let place = if option.example.is_some() { "" } else { " Not allowed in the configuration file." };
        let default = option.default.as_deref().map_or_else(|| "none".to_owned(), code);
        let environment = option.environment.as_deref().map_or_else(|| "none".to_owned(), code);
        // writing into a text does not fail
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {default} | {environment} | {}.{place} |",
            option.name,
            option.kind,
            option.unit.unwrap_or("–"),
            option.meaning.replace('|', "\\|"),
        );
    }
    let _ = write!(
        text,
        "\nThese secrets can be set in the environment only, because command lines and configuration files may be readable by \
         other users:\n\n\
         | Environment variable | Meaning |\n|---|---|\n\
         | `{DATABASE_PASSWORD}` | Password of the PostgreSQL database; alternative: `database-password-file` |\n\
         | `{MAIL_PASSWORD}` | Password of `mail-user`; alternative: `mail-password-file` |\n"
    );
    text
}

/// Formats a default as code, followed by its explanation.
fn code(text: &str) -> String {
    let end = [" (", ";"].into_iter().filter_map(|mark| text.find(mark)).min();
    let (value, rest) = text.split_at(end.unwrap_or(text.len()));
    if value.contains(' ') { text.to_owned() } else { format!("`{value}`{rest}") }
}

/// A configuration file with every option commented out.
pub fn example() -> String {
    let mut text = "# Configuration of Orderdock. Uncomment an option to change it, and check the result:\n\
                    # orderdock config check --config FILE\n"
        .to_owned();
    let options = options::all();
    let (mail, others): (Vec<_>, Vec<_>) = options.iter().partition(|option| option.key().0.is_some());
    for option in others {
        add(&mut text, option);
    }
    text.push_str("\n[mail]\n");
    for option in mail {
        add(&mut text, option);
    }
    text
}

fn add(text: &mut String, option: &ConfigOption) {
    let Some(example) = option.example else { return };
    let default = option.default.as_deref().unwrap_or("none");
    let (_, key) = option.key();
    let comment = format!("{}. Default: {default}.", option.meaning.replace('`', ""));
    let _ = write!(text, "\n{}#{key} = {example}\n", commented(&comment));
}

fn commented(text: &str) -> String {
    let mut lines = String::new();
    let mut line = "#".to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > COMMENT_WIDTH {
            lines.extend([&*line, "\n"]);
            "#".clone_into(&mut line);
        }
        line.extend([" ", word]);
    }
    lines.extend([&*line, "\n"]);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::file::ConfigFile;

    #[test]
    fn reference_page_is_the_generated_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
        let page = std::fs::read_to_string(path).unwrap_or_default();
        assert!(page == reference(), "out of date: orderdock config reference > docs/configuration.md");
    }

    #[test]
    fn example_is_valid_as_it_is_and_with_every_option() {
        let text = example();
        let file = ConfigFile::parse(&text);
        assert!(file.faults.is_empty() && file.entries.is_empty(), "{:?}", file.faults);
        let uncommented: String = text
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(option) if !option.starts_with(' ') => format!("{option}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let file = ConfigFile::parse(&uncommented);
        assert!(file.faults.is_empty(), "{:?}", file.faults);
        let in_file = options::all().iter().filter(|option| option.example.is_some()).count();
        assert_eq!(file.entries.len(), in_file);
        assert!(text.lines().all(|line| line.chars().count() <= COMMENT_WIDTH), "{text}");
    }
}
