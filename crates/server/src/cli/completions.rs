use super::Cli;
use crate::failure::CommandFailure;
use clap::CommandFactory;
use clap_complete::{Shell, generate};

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock completions bash > /etc/bash_completion.d/orderdock\n  \
    orderdock completions zsh > /usr/local/share/zsh/site-functions/_orderdock")]
pub struct Completions {
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<(), CommandFailure> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "orderdock", &mut script);
        super::print(&String::from_utf8_lossy(&script))
    }
}
