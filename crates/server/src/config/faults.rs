//! Faults of a configuration, collected so that all of them are reported at once.

use crate::failure::CommandFailure;

/// A fault of an option.
#[derive(Debug)]
pub struct ConfigFault {
    /// Long name without hyphens.
    pub option: &'static str,
    pub message: String,
}

#[derive(Debug, Default)]
pub struct ConfigFaults(Vec<ConfigFault>);

impl ConfigFaults {
    pub fn add(&mut self, option: &'static str, message: impl Into<String>) {
        self.0.push(ConfigFault { option, message: message.into() });
    }

    /// Returns the checked value; otherwise adds the fault and returns `None`.
    pub fn take<T>(&mut self, option: &'static str, checked: Result<T, CommandFailure>) -> Option<T> {
        checked.map_err(|failure| self.add(option, failure.into_message())).ok()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value if there is no fault.
    pub fn into_result<T>(self, value: T) -> Result<T, CommandFailure> {
        if self.is_empty() {
            return Ok(value);
        }
        Err(all(self.into_iter().map(|fault| fault.message)))
    }
}

impl IntoIterator for ConfigFaults {
    type Item = ConfigFault;
    type IntoIter = std::vec::IntoIter<ConfigFault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Returns one failure with all messages, each formatted like a single error.
pub fn all(messages: impl IntoIterator<Item = String>) -> CommandFailure {
    CommandFailure::call(messages.into_iter().collect::<Vec<_>>().join("\nerror: "))
}
