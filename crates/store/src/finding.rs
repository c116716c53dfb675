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
