//! Users of the browser interface: creation, list, passwords, rights, removal.

use argon2::{Argon2, PasswordHasher};
use orderdock_domain::access::{Role, Scope};
use orderdock_domain::cast;
use orderdock_domain::ids::UserId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::{self, fold};
use orderdock_store::{Disabled, StoreError, StoreResult, UserRecord, WriteMode, WriteTransaction};
use zxcvbn::feedback::Warning;
use zxcvbn::{Score, zxcvbn};

use super::tokens::organisations;
use crate::access::AccessService;
use crate::blocking::blocking;
use crate::{Caller, Failure, Outcome};

const SHORTEST_PASSWORD: usize = 12;
pub(crate) const MAX_PASSWORD_LENGTH: usize = 256;
/// Minimum strength of a password: 10^8 guesses for an attacker that knows common passwords.
const HARD_ENOUGH: Score = Score::Three;
/// Characters of generated passwords, without those that are confused when read aloud.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Length of generated passwords: 100 random bits.
const GENERATED: usize = 20;

/// A plaintext password before it is hashed. `Debug` does not print it.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the plaintext, to show a generated password once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Parameters of a new user.
#[derive(Clone, Debug)]
pub struct NewUser {
    pub name: String,
    pub role: Role,
    /// Codes of the user's organisations; empty for all.
    pub organisations: Vec<String>,
    pub password: Password,
}

/// Changes of a user's rights; `None` keeps them.
#[derive(Clone, Debug, Default)]
pub struct UserChanges {
    pub role: Option<Role>,
    /// Codes of the user's organisations; empty for all.
    pub organisations: Option<Vec<String>>,
}

/// Whether the last administrator who can sign in must be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastAdministrator {
    Required,
    Optional,
}

impl AccessService {
    /// Generates a random password.
    pub fn generate_password(&self) -> Password {
        generated(self.randomness.token_bytes())
    }

    pub async fn create_user(&self, caller: &Caller, new: NewUser) -> Outcome<UserId> {
        caller.require(Scope::Admin, Phrase::CreateUsers)?;
        let name = text::Code::parse(&new.name).ok().flatten();
        let name = name.ok_or(ProblemCode::UserNameInvalid)?;
        let organisations = organisations(&*self.store.reference().await?, &new.organisations)?;
        let password_hash = hash(&name, new.password).await?;
        let id = self.ids.take_one().await?;
        let record = UserRecord {
            id,
            name: name.clone(),
            role: new.role,
            organisations,
            password_hash,
            created_at: caller.now,
            created_by: caller.actor.name.clone(),
            password_changed_at: caller.now,
            disabled: None,
        };
        match self.store.write(WriteMode::Shared, 1, move |tx| tx.create_user(&record)).await {
            Ok(()) => Ok(id),
            Err(StoreError::Conflict(_)) => {
                Err(Problem::new(ProblemCode::UserExists, "").with("name", name.as_str()).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    pub async fn users(&self, caller: &Caller) -> Outcome<Vec<UserRecord>> {
        caller.require(Scope::Admin, Phrase::ListUsers)?;
        Ok(self.store.read(move |tx| tx.users()).await?)
    }

    /// Changes the password of a user and ends their sessions.
    pub async fn set_password(&self, caller: &Caller, name: &str, password: Password) -> Outcome<()> {
        caller.require(Scope::Admin, Phrase::ChangePasswords)?;
        let user = self.named_user(name).await?;
        let hash = hash(&user.name, password).await?;
        let id = user.id;
        let at = caller.now;
        if !self.store.write(WriteMode::Shared, 1, move |tx| tx.set_user_password(id, &hash, at)).await? {
            return Err(unknown(name));
        }
        self.forget_sessions();
        Ok(())
    }

    /// Disables a user and ends their sessions, in all processes within one second.
    pub async fn disable_user(&self, caller: &Caller, name: &str, last: LastAdministrator) -> Outcome<()> {
        caller.require(Scope::Admin, Phrase::DisableUsers)?;
        let disabled = Disabled { at: caller.now, by: caller.actor.name.clone() };
        self.change(name, last, move |tx, user| tx.set_user_disabled(user.id, Some(&disabled))).await
    }

    /// Enables a disabled user.
    pub async fn enable_user(&self, caller: &Caller, name: &str) -> Outcome<()> {
        caller.require(Scope::Admin, Phrase::DisableUsers)?;
        self.change(name, LastAdministrator::Optional, |tx, user| tx.set_user_disabled(user.id, None)).await
    }

    /// Changes role and organisations of a user and ends their sessions, in all processes within one second.
    pub async fn change_user(
        &self,
        caller: &Caller,
        name: &str,
        changes: UserChanges,
        last: LastAdministrator,
    ) -> Outcome<()> {
        caller.require(Scope::Admin, Phrase::ChangeUsers)?;
        let UserChanges { role, organisations: codes } = changes;
        let reference = self.store.reference().await?;
        let wanted = codes.map(|codes| organisations(&reference, &codes)).transpose()?;
        let stays = role.is_none_or(|role| role == Role::Administrator);
        let last = if stays { LastAdministrator::Optional } else { last };
        self.change(name, last, move |tx, user| {
            let organisations = wanted.as_ref().unwrap_or(&user.organisations);
            tx.set_user_rights(user.id, role.unwrap_or(user.role), organisations)
        })
        .await
    }

    /// Removes a user with their saved views and ends their sessions, in all processes within one second. Histories
    /// keep the name.
    pub async fn remove_user(&self, caller: &Caller, name: &str, last: LastAdministrator) -> Outcome<()> {
        caller.require(Scope::Admin, Phrase::RemoveUsers)?;
        self.change(name, last, |tx, user| tx.remove_user(user.id)).await
    }

    /// Changes a user in one transaction, unless the user is the required last administrator. These transactions run
    /// one at a time, so two of them cannot change the last two administrators.
    async fn change(
        &self,
        name: &str,
        last: LastAdministrator,
        change: impl Fn(&dyn WriteTransaction, &UserRecord) -> StoreResult<bool> + Send + 'static,
    ) -> Outcome<()> {
        let wanted = name.to_owned();
        let work = move |tx: &dyn WriteTransaction| {
            let Some(user) = tx.user_by_name(&wanted)? else { return Ok(Err(unknown(&wanted))) };
            if last == LastAdministrator::Required && is_last_administrator(&user, &tx.users()?) {
                let problem = Problem::new(ProblemCode::UserLastAdministrator, "");
                return Ok(Err(problem.with("name", user.name.as_str()).into()));
            }
            Ok(if change(tx, &user)? { Ok(()) } else { Err(unknown(&wanted)) })
        };
        self.store.write(WriteMode::Records, 1, work).await??;
        self.forget_sessions();
        Ok(())
    }

    async fn named_user(&self, name: &str) -> Outcome<UserRecord> {
        let wanted = name.to_owned();
        self.store.read(move |tx| tx.user_by_name(&wanted)).await?.ok_or_else(|| unknown(name))
    }
}

fn generated(random: [u8; 48]) -> Password {
    let characters = random.iter().take(GENERATED).map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
    Password(characters.collect())
}

/// Returns whether the user is the only administrator who can sign in.
fn is_last_administrator(user: &UserRecord, users: &[UserRecord]) -> bool {
    let can_administer = |user: &UserRecord| user.role == Role::Administrator && user.disabled.is_none();
    can_administer(user) && !users.iter().any(|other| other.id != user.id && can_administer(other))
}

fn unknown(name: &str) -> Failure {
    Problem::new(ProblemCode::UserUnknown, "").with("name", name).into()
}

/// Validates and hashes a password with Argon2id, which is slow and uses much memory on purpose.
async fn hash(name: &text::Code, Password(password): Password) -> Outcome<String> {
    let allowed = SHORTEST_PASSWORD..=MAX_PASSWORD_LENGTH;
    if !allowed.contains(&password.chars().count()) || fold(&password).contains(&fold(name.as_str())) {
        let problem = Problem::new(ProblemCode::PasswordInvalid, "");
        let limit = |limit| cast::<i64>(limit);
        let problem = problem.with("shortest", limit(SHORTEST_PASSWORD));
        return Err(problem.with("longest", limit(MAX_PASSWORD_LENGTH)).into());
    }
    let name = name.as_str().to_owned();
    let hashed = blocking(move || match guessable(&password, &name) {
        Some(reason) => Err(Problem::new(ProblemCode::PasswordGuessable, "").with("reason", reason).into()),
        None => Argon2::default()
            .hash_password(password.as_bytes())
            .map_err(|error| Failure::fault(&error.to_string())),
    });
    Ok(hashed.await??.to_string())
}

/// Returns why a password is easy to guess; `None` if it is strong enough.
fn guessable(password: &str, user: &str) -> Option<Phrase> {
    let looked_at = zxcvbn(password, &[user, "orderdock"]);
    if looked_at.score() >= HARD_ENOUGH {
        return None;
    }
    Some(match looked_at.feedback().and_then(zxcvbn::feedback::Feedback::warning) {
        Some(
            Warning::ThisIsATop10Password
            | Warning::ThisIsATop100Password
            | Warning::ThisIsACommonPassword
            | Warning::ThisIsSimilarToACommonlyUsedPassword,
        ) => Phrase::LikeCommonPasswords,
        Some(Warning::StraightRowsOfKeysAreEasyToGuess | Warning::ShortKeyboardPatternsAreEasyToGuess) => {
            Phrase::KeysSideBySide
        }
        Some(
            Warning::RepeatsLikeAaaAreEasyToGuess | Warning::RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess,
        ) => Phrase::RepeatsItself,
        Some(Warning::SequencesLikeAbcAreEasyToGuess) => Phrase::ASequence,
        Some(Warning::RecentYearsAreEasyToGuess | Warning::DatesAreOftenEasyToGuess) => Phrase::ADateOrYear,
        Some(
            Warning::AWordByItselfIsEasyToGuess
            | Warning::NamesAndSurnamesByThemselvesAreEasyToGuess
            | Warning::CommonNamesAndSurnamesAreEasyToGuess,
        ) => Phrase::ASingleWord,
        None => Phrase::PartsTriedFirst,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_password_is_rejected_with_the_reason() {
        assert_eq!(guessable("password1234", "anna"), Some(Phrase::LikeCommonPasswords));
        assert_eq!(guessable("123456789012", "anna"), Some(Phrase::ASequence));
        for password in ["Password1234", "aaaaaaaaaaaaaa", "abcabcabcabcabc", "abcdefghijklmnop"] {
            assert!(guessable(password, "anna").is_some(), "{password}");
        }
    }

    /// Tests all rules together: a password must not contain the user's name, the name of this service or keyboard
    /// rows.
    #[tokio::test]
    async fn names_and_keyboard_rows_are_rejected_as_passwords() {
        let name = text::Code::parse("mueller").unwrap().unwrap();
        let rejected = async |password: &str| hash(&name, Password(password.to_owned())).await.is_err();
        for password in ["mueller-12345", "MUELLER-12345", "orderdock2026", "qwertyuiopasdf"] {
            assert!(rejected(password).await, "{password}");
        }
        assert!(!rejected("correct horse battery").await);
    }

    #[test]
    fn unrelated_words_and_generated_passwords_are_accepted() {
        for password in ["correct horse battery", "another horse battery", "Bagger Mond Kreide vier"] {
            assert_eq!(guessable(password, "anna"), None, "{password}");
        }
        for seed in 0..20_u8 {
            let random =
                std::array::from_fn(|at| u8::try_from(at).unwrap().wrapping_mul(37).wrapping_add(seed * 11));
            assert_eq!(guessable(generated(random).reveal(), "anna"), None);
        }
    }
}
