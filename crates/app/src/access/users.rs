//! Users of the browser interface: creating and listing them, and their passwords.

use argon2::{Argon2, PasswordHasher};
use orderdock_domain::access::{Role, Scope};
use orderdock_domain::ids::UserId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Code, Problem};
use orderdock_domain::text::{self, fold};
use orderdock_store::{StoreError, UserRecord};

use super::tokens::organisations;
use crate::blocking::blocking;
use crate::{App, Failure, OpContext, Outcome};

const SHORTEST_PASSWORD: usize = 12;
pub(crate) const LONGEST_PASSWORD: usize = 256;
/// Letters and digits that are not taken for one another when they are read out.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 100 random bits.
const GENERATED: usize = 20;

/// A password in clear, on its way to being hashed. `Debug` does not print it.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The password itself, to show a generated one once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// What a new user is to be.
#[derive(Clone, Debug)]
pub struct NewUser {
    pub name: String,
    pub role: Role,
    /// Codes of their organisations; empty means all.
    pub organisations: Vec<String>,
    pub password: Password,
}

impl App {
    /// A password that nobody has thought of.
    pub fn generate_password(&self) -> Password {
        let random = self.randomness.token_bytes();
        let characters =
            random.iter().take(GENERATED).map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
        Password(characters.collect())
    }

    pub async fn create_user(&self, ctx: &OpContext, new: NewUser) -> Outcome<UserId> {
        ctx.require(Scope::Admin, Phrase::CreateUsers)?;
        let name = text::Code::parse(&new.name).ok().flatten();
        let name = name.ok_or_else(|| Problem::new(Code::UserNameInvalid, ""))?;
        let organisations = organisations(&*self.store.reference().await?, &new.organisations)?;
        let password_hash = hash(&name, new.password).await?;
        let id: Option<UserId> = self.take_ids(1).await?.next();
        let id = id.ok_or_else(|| Failure::fault("no id for a user"))?;
        let record = UserRecord {
            id,
            name: name.clone(),
            role: new.role,
            organisations,
            password_hash,
            created_at: ctx.now,
            created_by: ctx.actor.name.clone(),
            password_changed_at: ctx.now,
        };
        match self.store.create_user(record).await {
            Ok(()) => Ok(id),
            Err(StoreError::Conflict(_)) => {
                Err(Problem::new(Code::UserExists, "").with("name", name.as_str()).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    pub async fn users(&self, ctx: &OpContext) -> Outcome<Vec<UserRecord>> {
        ctx.require(Scope::Admin, Phrase::ListUsers)?;
        Ok(self.store.users().await?)
    }

    /// Gives a user a new password and ends their sessions.
    pub async fn set_password(&self, ctx: &OpContext, name: &str, password: Password) -> Outcome<()> {
        ctx.require(Scope::Admin, Phrase::ChangePasswords)?;
        let unknown = || Failure::from(Problem::new(Code::UserUnknown, "").with("name", name));
        let user = self.store.user_by_name(name.to_owned()).await?.ok_or_else(unknown)?;
        let hash = hash(&user.name, password).await?;
        if !self.store.set_user_password(user.id, hash, ctx.now).await? {
            return Err(unknown());
        }
        self.forget_sessions();
        Ok(())
    }
}

/// Argon2id takes its time and its memory, and that is its point.
async fn hash(name: &text::Code, Password(password): Password) -> Outcome<String> {
    let allowed = SHORTEST_PASSWORD..=LONGEST_PASSWORD;
    if !allowed.contains(&password.chars().count()) || fold(&password).contains(&fold(name.as_str())) {
        let problem = Problem::new(Code::PasswordInvalid, "");
        let limit = |limit| i64::try_from(limit).unwrap_or(i64::MAX);
        let problem = problem.with("shortest", limit(SHORTEST_PASSWORD));
        return Err(problem.with("longest", limit(LONGEST_PASSWORD)).into());
    }
    let hashed =
        blocking(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()));
    hashed.await?.map_err(|error| Failure::fault(&error.to_string()))
}
