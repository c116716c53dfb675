//! What somebody who looks through a database finds.

/// Something that is wrong, or worth knowing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub fault: String,
    /// What to do about it.
    pub advice: &'static str,
    /// Whether it is wrong; else it is worth knowing.
    pub grave: bool,
}

impl Finding {
    /// A fault of these, which stand in it for `{}`; nothing where there are none.
    pub fn of(names: &[String], fault: &str, advice: &'static str, grave: bool) -> Option<Self> {
        let found = || Self { fault: fault.replace("{}", &names.join(", ")), advice, grave };
        (!names.is_empty()).then(found)
    }
}
