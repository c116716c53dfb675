use super::{one_of, table};
use crate::{config::StorageOptions, failure::CommandFailure, wiring};
use clap::{Subcommand, builder::NonEmptyStringValueParser};
use console::Term;
use orderdock_app::{LastAdministrator, NewUser, Password, Services, UserChanges};
use orderdock_domain::access::Role;
use std::io::{self, BufRead, IsTerminal, Read};

/// Manage users of the order desk
///
/// Can run while the server is running. The server applies the change within a second.
#[derive(Subcommand)]
pub enum UserCommand {
    Create(CreateUser),
    Change(ChangeUser),
    Password(ChangePassword),
    /// Disable a user
    ///
    /// Ends the sessions of the user within a second. Histories keep the name.
    #[command(after_help = "Examples:\n  orderdock user disable anna")]
    Disable(LeavingUser),
    /// Enable a disabled user
    ///
    /// The password stays the same.
    #[command(after_help = "Examples:\n  orderdock user enable anna")]
    Enable(KnownUser),
    /// Remove a user permanently
    ///
    /// Ends the sessions of the user within a second and deletes their saved views, also shared ones. Histories,
    /// comments and assignments keep the name. To keep the views, or to restore the access later, use `user disable`.
    #[command(after_help = "Examples:\n  orderdock user remove anna")]
    Remove(LeavingUser),
    /// List users
    #[command(after_help = "Examples:\n  orderdock user list")]
    List(StorageOptions),
}

/// Create a user
///
/// Prompts for the password on a terminal. If none is entered, or there is no terminal, a password is generated and
/// printed once.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock user create anna --role clerk --org 001\n  \
    orderdock user create auditor --role viewer\n  \
    orderdock user create operations --role administrator --password-stdin")]
pub struct CreateUser {
    /// User name; not case-sensitive
    #[arg(value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    name: String,
    /// Role: viewer (read only), clerk (also correct lines and create orders) or administrator (everything)
    #[arg(long, value_parser = one_of(&Role::ALL, Role::as_str))]
    role: Role,
    /// Codes of the organisations that the user can access [default: all]
    #[arg(long = "org", value_name = "CODE", num_args = 1.., value_delimiter = ',')]
    organisations: Vec<String>,
    #[command(flatten)]
    password: PasswordOptions,
    #[command(flatten)]
    storage: StorageOptions,
}

/// Change the role or the organisations of a user
///
/// Ends the user's sessions within a second, so that the user signs in with the new rights. Values that are not given
/// stay the same. `user password` changes the password.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock user change anna --role administrator\n  \
    orderdock user change anna --role clerk --org 001 002\n  \
    orderdock user change anna --all-orgs")]
pub struct ChangeUser {
    /// User name
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    rights: NewRights,
    #[command(flatten)]
    force: ForceOption,
    #[command(flatten)]
    storage: StorageOptions,
}

#[derive(clap::Args)]
#[group(required = true, multiple = true)]
struct NewRights {
    /// New role: viewer, clerk or administrator
    #[arg(long, value_parser = one_of(&Role::ALL, Role::as_str))]
    role: Option<Role>,
    /// Codes of the organisations that the user can access, instead of the previous ones
    #[arg(long = "org", value_name = "CODE", num_args = 1.., value_delimiter = ',')]
    organisations: Vec<String>,
    /// Give access to all organisations
    #[arg(long = "all-orgs", conflicts_with = "organisations")]
    all_organisations: bool,
}

#[derive(clap::Args)]
struct ForceOption {
    /// Allow that no administrator who can sign in is left
    #[arg(long)]
    force: bool,
}

/// Change a user's password
///
/// Ends the user's sessions.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock user password anna\n  \
    orderdock user password anna --password-stdin")]
pub struct ChangePassword {
    /// User name
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    password: PasswordOptions,
    #[command(flatten)]
    storage: StorageOptions,
}

/// A user of a database.
#[derive(clap::Args)]
pub struct KnownUser {
    /// User name
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    storage: StorageOptions,
}

/// A user of a database who loses access.
#[derive(clap::Args)]
pub struct LeavingUser {
    #[command(flatten)]
    user: KnownUser,
    #[command(flatten)]
    force: ForceOption,
}

#[derive(clap::Args)]
struct PasswordOptions {
    /// Read the password from the first line of standard input
    #[arg(long)]
    password_stdin: bool,
}

/// A password, and whether it was generated and must be shown.
struct Chosen {
    password: Password,
    generated: bool,
}

impl UserCommand {
    pub async fn run(self) -> Result<(), CommandFailure> {
        match self {
            Self::Create(create) => create.run().await,
            Self::Change(change) => change.run().await,
            Self::Password(change) => change.run().await,
            Self::Disable(LeavingUser { user: KnownUser { name, storage }, force }) => {
                let services = wiring::open_existing(&storage.resolve()?).await?;
                services.access.disable_user(&wiring::operator(&services), &name, force.last()).await?;
                eprintln!("{name} disabled");
                Ok(())
            }
            Self::Remove(LeavingUser { user: KnownUser { name, storage }, force }) => {
                let services = wiring::open_existing(&storage.resolve()?).await?;
                services.access.remove_user(&wiring::operator(&services), &name, force.last()).await?;
                eprintln!("{name} removed");
                Ok(())
            }
            Self::Enable(KnownUser { name, storage }) => {
                let services = wiring::open_existing(&storage.resolve()?).await?;
                services.access.enable_user(&wiring::operator(&services), &name).await?;
                eprintln!("{name} enabled");
                Ok(())
            }
            Self::List(storage) => list(storage).await,
        }
    }
}

impl CreateUser {
    async fn run(self) -> Result<(), CommandFailure> {
        let services = wiring::open_existing(&self.storage.resolve()?).await?;
        let chosen = self.password.choose(&services)?;
        let Self { name, role, organisations, .. } = self;
        let new = NewUser { name: name.clone(), role, organisations, password: chosen.password.clone() };
        services.access.create_user(&wiring::operator(&services), new).await?;
        eprintln!("{name} created with role {}", role.as_str());
        chosen.print_generated()
    }
}

impl ChangeUser {
    async fn run(self) -> Result<(), CommandFailure> {
        let services = wiring::open_existing(&self.storage.resolve()?).await?;
        let NewRights { role, organisations, all_organisations } = self.rights;
        let organisations = (all_organisations || !organisations.is_empty()).then_some(organisations);
        let changes = UserChanges { role, organisations };
        services
            .access
            .change_user(&wiring::operator(&services), &self.name, changes, self.force.last())
            .await?;
        eprintln!("{} changed", self.name);
        Ok(())
    }
}

impl ForceOption {
    fn last(&self) -> LastAdministrator {
        if self.force { LastAdministrator::Optional } else { LastAdministrator::Required }
    }
}

impl ChangePassword {
    async fn run(self) -> Result<(), CommandFailure> {
        let services = wiring::open_existing(&self.storage.resolve()?).await?;
        let chosen = self.password.choose(&services)?;
        services
            .access
            .set_password(&wiring::operator(&services), &self.name, chosen.password.clone())
            .await?;
        eprintln!("password of {} changed", self.name);
        chosen.print_generated()
    }
}

async fn list(storage: StorageOptions) -> Result<(), CommandFailure> {
    let services = wiring::open_existing(&storage.resolve()?).await?;
    let users = services.access.users(&wiring::operator(&services)).await?;
    let reference = services.reference().await?;
    let rows = users.iter().map(|user| {
        let organisations = table::organisations(&user.organisations, None, &reference);
        let (created, changed) = (table::day(user.created_at), table::day(user.password_changed_at));
        let state = match &user.disabled {
            None => "active".to_owned(),
            Some(off) => format!("disabled {}", table::day(off.at)),
        };
        [user.name.to_string(), user.role.as_str().to_owned(), organisations, created, changed, state]
    });
    super::print(&table::aligned(
        ["NAME", "ROLE", "ORGANISATIONS", "CREATED", "PASSWORD CHANGED", "STATE"],
        rows,
    ))
}

impl PasswordOptions {
    fn choose(&self, services: &Services) -> Result<Chosen, CommandFailure> {
        let known = |text: String| Chosen { password: Password::new(text), generated: false };
        if self.password_stdin {
            return first_line().map(known);
        }
        let entered = if io::stdin().is_terminal() { prompt_password()? } else { None };
        Ok(entered
            .map_or_else(|| Chosen { password: services.access.generate_password(), generated: true }, known))
    }
}

impl Chosen {
    fn print_generated(&self) -> Result<(), CommandFailure> {
        if self.generated { super::print(&format!("{}\n", self.password.reveal())) } else { Ok(()) }
    }
}

/// Reads the first line of standard input; the rest is ignored.
fn first_line() -> Result<String, CommandFailure> {
    let mut line = String::new();
    let read = io::stdin().lock().take(1 << 12).read_line(&mut line);
    read.map_err(|error| {
        CommandFailure::call(format!("cannot read a password from standard input: {error}"))
    })?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Prompts twice without echo. Returns `None` if the input is empty.
fn prompt_password() -> Result<Option<String>, CommandFailure> {
    let terminal = Term::stderr();
    let read = |prompt: &str| {
        let line = terminal.write_str(prompt).and_then(|()| terminal.read_secure_line());
        line.map_err(|error| CommandFailure::work(format!("cannot prompt for the password: {error}")))
    };
    let password = read("Password (empty: generate one): ")?;
    if password.is_empty() {
        return Ok(None);
    }
    if read("Repeat password: ")? != password {
        return Err(CommandFailure::call("the passwords do not match; nothing was changed"));
    }
    Ok(Some(password))
}
