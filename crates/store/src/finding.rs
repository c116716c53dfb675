//! Findings of a database check.

/// A fault or a notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub fault: String,
    /// Recommended action.
    pub advice: &'static str,
    /// Whether it is a fault; a notice otherwise.
    pub grave: bool,
}

impl Finding {
    /// Creates a finding whose text contains the names in place of `{}`; `None` without names.
    pub fn of(names: &[String], fault: &str, advice: &'static str, grave: bool) -> Option<Self> {
        let found = || Self { fault: fault.replace("{}", &names.join(", ")), advice, grave };
        (!names.is_empty()).then(found)
    }
}
