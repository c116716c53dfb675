//! Failures of commands: exit code and message.

use orderdock_domain::problem::Language;
use std::{fmt, process::ExitCode};

/// Failure of a command, with a message for its caller.
#[derive(Debug)]
pub struct CommandFailure {
    exit_code: u8,
    message: String,
}

impl CommandFailure {
    /// Creates the failure of a wrong call, such as an invalid option or configuration file.
    pub fn call(message: impl Into<String>) -> Self {
        Self { exit_code: 2, message: message.into() }
    }

    /// Creates the failure of work, in part or as a whole.
    pub fn work(message: impl Into<String>) -> Self {
        Self { exit_code: 1, message: message.into() }
    }

    /// Returns the message without the exit code.
    pub fn into_message(self) -> String {
        self.message
    }

    /// Replaces the name of an option in the message.
    pub fn about(self, option: &str, other: &str) -> Self {
        Self { message: self.message.replace(option, other), ..self }
    }

    /// Appends advice to the message.
    pub fn and(self, advice: &str) -> Self {
        Self { message: format!("{}\n{advice}", self.message), ..self }
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.exit_code)
    }
}

impl fmt::Display for CommandFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<orderdock_app::Failure> for CommandFailure {
    fn from(failure: orderdock_app::Failure) -> Self {
        let messages = failure.problems.iter().map(|problem| problem.message(Language::English));
        let messages: Vec<_> = messages.map(|message| on_one_line(&message)).collect();
        Self::work(messages.join("\n"))
    }
}

/// Returns external text on one line and without control characters, which a terminal would interpret.
pub fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn external_text_is_reduced_to_one_line() {
        assert_eq!(on_one_line("Müller \u{1b}[2J\r\n\0x"), "Müller \\u{1b}[2J\\r\\n\\u{0}x");
    }
}
