use super::Failure;

/// Print the OpenAPI document
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock openapi > openapi.json")]
pub struct Openapi {}

impl Openapi {
    pub fn run() -> Result<(), Failure> {
        Err(Failure::work("there is no document yet"))
    }
}
