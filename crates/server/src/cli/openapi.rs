use super::Failure;

/// Print the OpenAPI document
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock openapi > docs/openapi.json")]
pub struct Openapi {}

impl Openapi {
    pub fn run() -> Result<(), Failure> {
        let document = orderdock_api::openapi()
            .to_pretty_json()
            .map_err(|error| Failure::work(format!("the document cannot be written: {error}")))?;
        super::print(&format!("{document}\n"))
    }
}
