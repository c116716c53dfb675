use crate::failure::CommandFailure;

/// Print the OpenAPI document
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock openapi > docs/openapi.json")]
pub struct Openapi {}

impl Openapi {
    pub fn run() -> Result<(), CommandFailure> {
        let document = orderdock_api::openapi()
            .to_pretty_json()
            .map_err(|error| CommandFailure::work(format!("cannot write the document: {error}")))?;
        super::print(&format!("{document}\n"))
    }
}
