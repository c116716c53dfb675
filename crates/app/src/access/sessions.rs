//! Sessions of users: sign in, authenticate a cookie, sign out.

use std::collections::HashMap;
use std::sync::Mutex;

use argon2::{Argon2, PasswordVerifier};
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::Role;
use orderdock_domain::ids::UserId;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::fold;
use orderdock_store::{SessionRecord, StoreError, UserRecord, WriteMode};

use super::attempts::{Attempts, started};
use super::users::MAX_PASSWORD_LENGTH;
use crate::access::AccessService;
use crate::context::Rights;
use crate::locked::locked;
use crate::lookups::Lookups;
use crate::metrics::count;
use crate::{Actor, Caller, Failure, KnownBrowser, Network, Outcome, Password, SessionSecret};

/// Idle timeout of a session.
const IDLE: SignedDuration = SignedDuration::from_hours(12);
/// Maximum lifetime of a session, regardless of its use.
pub(crate) const MAX_LIFETIME: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Maximum number of characters of a name.
const MAX_NAME_LENGTH: usize = 255;
/// Seconds until a rejected attempt may be repeated.
const RETRY_AFTER_SECONDS: u32 = 5;
/// Hash for unknown users, so that they take as long as known ones. It has the parameters of all other hashes and
/// belongs to no password.
const UNKNOWN_USER_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Cached sessions, and uses that are not yet stored.
#[derive(Default)]
pub(crate) struct SessionCache {
    records: Lookups<[u8; 32], (SessionRecord, UserRecord)>,
    used: Mutex<HashMap<[u8; 32], SessionRecord>>,
}

/// Credentials of a sign-in.
#[derive(Debug)]
pub struct Login {
    pub name: String,
    pub password: Password,
    pub network: Network,
    /// Cookie of the browser, possibly of another user.
    pub browser: Option<KnownBrowser>,
}

/// A signed-in user.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub context: Caller,
    pub role: Role,
    pub secret: SessionSecret,
    /// End of the session, unless it is used before.
    pub expires_at: Timestamp,
}

/// Origin of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usage {
    /// An action of a person, which extends the session.
    Person,
    /// A background request of a page, which must not extend the session of an absent user.
    Page,
}

impl AccessService {
    /// Maximum lifetime of a session.
    pub const MAX_SESSION_LIFETIME: SignedDuration = MAX_LIFETIME;

    /// Checks a login and returns its user. Neither the response nor its duration distinguishes a wrong password, an
    /// unknown user and a disabled one. After many failures the rejection is delayed. The future may be dropped when
    /// the caller disconnects.
    pub async fn prove(&self, login: Login) -> Outcome<UserRecord> {
        let Login { name, password, network, browser } = login;
        let now = self.clock.now();
        let plausible = name.chars().count() <= MAX_NAME_LENGTH
            && password.reveal().chars().count() <= MAX_PASSWORD_LENGTH;
        if !plausible {
            return Err(self.login_wrong());
        }
        let wanted = name.clone();
        let user = self.store.read(move |tx| tx.user_by_name(&wanted)).await?;
        let (id, hash) =
            user.as_ref().map_or((UserId(0), UNKNOWN_USER_HASH), |user| (user.id, &user.password_hash));
        let (folded, browser) = (fold(&name), browser.filter(|browser| browser.is_of(id, hash)));
        self.attempts.learn(&*self.store, (&folded, &network, browser.as_ref()), now).await?;
        let known = browser.filter(|browser| self.attempts.trusts(browser, now));
        let attempt = self.attempts.begin(folded, network, known.as_ref()).ok_or_else(too_many)?;
        let hash = hash.to_owned();
        let right = self.attempts.in_turn(&attempt, now, move || proves(&password, &hash)).await?;
        if let Some(user) = user.filter(|user| right && user.disabled.is_none()) {
            return Ok(user);
        }
        let rejection = self.login_wrong();
        let held_back = self.attempts.failed(&attempt, now);
        let keys = Attempts::keys(&attempt);
        let since = started(now);
        let counted = self
            .store
            .write(WriteMode::Unlocked, 3, move |tx| tx.count_sign_in_failure(&keys, now, since))
            .await;
        if let Err(error) = counted {
            tracing::warn!(%error, "sharing a failed sign-in with other instances failed");
        }
        tokio::time::sleep(held_back).await;
        Err(rejection)
    }

    /// Starts a session of an authenticated user.
    pub async fn sign_in(&self, user: UserRecord, request_id: &str) -> Outcome<(SignedIn, KnownBrowser)> {
        let browser = KnownBrowser::of(user.id, &user.password_hash, self.randomness.token_bytes());
        Ok((self.begin_session(user, request_id, self.clock.now()).await?, browser))
    }

    fn login_wrong(&self) -> Failure {
        count(&self.metrics.authentications_failed, 1);
        ProblemCode::LoginWrong.into()
    }

    async fn begin_session(&self, user: UserRecord, request_id: &str, now: Timestamp) -> Outcome<SignedIn> {
        let secret = SessionSecret::new(self.randomness.token_bytes());
        let session = SessionRecord {
            secret_hash: secret.hash(),
            user: user.id,
            created_at: now,
            last_used_at: now,
            expires_at: expiry(now, now),
        };
        let record = session.clone();
        let password_hash = user.password_hash.clone();
        match self
            .store
            .write(WriteMode::Shared, 1, move |tx| tx.create_session(&record, &password_hash))
            .await
        {
            Ok(()) => self.signed_in(secret, &session, user, request_id, now).await,
            // the password was changed or the user disabled since the check
            Err(StoreError::Conflict(_)) => Err(self.login_wrong()),
            Err(error) => Err(error.into()),
        }
    }

    /// Authenticates a session cookie. Fails with 401 and the reason: unknown or expired.
    pub async fn authenticate_session(
        &self,
        cookie: &str,
        usage: Usage,
        request_id: &str,
    ) -> Outcome<SignedIn> {
        let outcome = self.find_session(cookie, usage, request_id).await;
        if matches!(&outcome, Err(failure) if failure.status() == 401) {
            count(&self.metrics.authentications_failed, 1);
        }
        outcome
    }

    async fn find_session(&self, cookie: &str, usage: Usage, request_id: &str) -> Outcome<SignedIn> {
        let now = self.clock.now();
        let secret = SessionSecret::parse(cookie).ok_or(ProblemCode::SessionUnknown)?;
        let (mut session, user) = self.live_session(&secret, now).await?;
        if usage == Usage::Person {
            session.expires_at = expiry(session.created_at, now);
            session.last_used_at = now;
            locked(&self.sessions.used).insert(session.secret_hash, session.clone());
        }
        self.signed_in(secret, &session, user, request_id, now).await
    }

    /// Returns a session that has not ended; does not count as use.
    pub(crate) async fn live_session(
        &self,
        secret: &SessionSecret,
        now: Timestamp,
    ) -> Outcome<(SessionRecord, UserRecord)> {
        let hash = secret.hash();
        let look = || {
            self.sessions.records.find(&*self.store, now, hash, self.store.read(move |tx| tx.session(hash)))
        };
        let (mut session, mut user) = look().await?.ok_or(ProblemCode::SessionUnknown)?;
        if let Some(used) = locked(&self.sessions.used).get(&hash) {
            session = used.clone();
        }
        if session.expires_at <= now {
            // another process may have extended it since it was cached
            self.sessions.records.forget();
            (session, user) = look().await?.ok_or(ProblemCode::SessionUnknown)?;
        }
        if session.expires_at <= now {
            return Err(Problem::new(ProblemCode::SessionExpired, "").with("at", session.expires_at).into());
        }
        Ok((session, user))
    }

    async fn signed_in(
        &self,
        secret: SessionSecret,
        session: &SessionRecord,
        user: UserRecord,
        request_id: &str,
        now: Timestamp,
    ) -> Outcome<SignedIn> {
        let reference = self.store.reference().await?;
        let rights = Rights::of_user(user.role, user.organisations, &reference);
        let context = Caller {
            actor: Actor { caller: Some(user.id.into()), name: user.name.as_str().to_owned() },
            scopes: rights.scopes,
            organisations: rights.organisations,
            default_organisation: rights.default_organisation,
            minimal_responses: false,
            request_id: request_id.to_owned(),
            now,
        };
        Ok(SignedIn { context, role: user.role, secret, expires_at: session.expires_at })
    }

    /// Ends a session, in all processes within one second.
    pub async fn sign_out(&self, secret: &SessionSecret) -> Outcome<()> {
        let secret_hash = secret.hash();
        self.store.write(WriteMode::Shared, 1, move |tx| tx.end_session(secret_hash)).await?;
        self.forget_sessions();
        Ok(())
    }

    /// Clears the session cache of this process after a session has ended.
    pub(crate) fn forget_sessions(&self) {
        self.sessions.records.forget();
    }

    /// Stores the last use of sessions. The server calls it once a minute.
    pub async fn note_session_use(&self) -> Outcome<()> {
        let used: Vec<_> = locked(&self.sessions.used).drain().map(|(_, session)| session).collect();
        if !used.is_empty() {
            self.store.write(WriteMode::Unlocked, 1, move |tx| tx.touch_sessions(&used)).await?;
            self.forget_sessions();
        }
        Ok(())
    }

    /// Deletes sessions that are too old to be valid. The server calls it periodically.
    pub async fn sweep_sessions(&self) -> Outcome<u64> {
        let since = started(self.clock.now());
        self.store.write(WriteMode::Shared, 1, move |tx| tx.sweep_sign_in_failures(since)).await?;
        let before = self.clock.ago(MAX_LIFETIME);
        Ok(self.store.write(WriteMode::Shared, 1, move |tx| tx.sweep_sessions(before)).await?)
    }
}

/// Returns the end of a session from its start and its last use.
fn expiry(created_at: Timestamp, last_used_at: Timestamp) -> Timestamp {
    let after = |at: Timestamp, time| at.saturating_add(time).unwrap_or(Timestamp::MAX);
    after(last_used_at, IDLE).min(after(created_at, MAX_LIFETIME))
}

fn too_many() -> Failure {
    let problem = Problem::new(ProblemCode::LoginTooMany, "").with("seconds", i64::from(RETRY_AFTER_SECONDS));
    Failure::retryable(problem, RETRY_AFTER_SECONDS)
}

/// Returns whether a password has this hash.
fn proves(password: &Password, hash: &str) -> bool {
    Argon2::default().verify_password(password.reveal().as_bytes(), hash).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::PasswordHasher;

    #[test]
    fn unknown_user_costs_the_same_hash_as_a_known_one() {
        let password = Password::new("correct horse battery".to_owned());
        let own = Argon2::default().hash_password(password.reveal().as_bytes()).unwrap().to_string();
        let parameters = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(parameters(UNKNOWN_USER_HASH), parameters(&own));
        assert_eq!(UNKNOWN_USER_HASH.len(), own.len(), "salt and hash of the same lengths");
        assert!(proves(&password, &own));
        assert!(!proves(&password, UNKNOWN_USER_HASH));
        let fault = Argon2::default().verify_password(b"", UNKNOWN_USER_HASH).unwrap_err();
        assert_eq!(fault, argon2::password_hash::Error::PasswordInvalid, "it is really computed");
    }

    #[test]
    fn session_expiry_slides_up_to_a_maximum() {
        let started: Timestamp = "2026-11-20T08:00:00Z".parse().unwrap();
        for (used, expires) in [
            ("2026-11-20T08:00:00Z", "2026-11-20T20:00:00Z"),
            ("2026-11-20T19:59:00Z", "2026-11-21T07:59:00Z"),
            ("2026-11-26T20:00:00Z", "2026-11-27T08:00:00Z"),
            ("2026-11-27T07:00:00Z", "2026-11-27T08:00:00Z"),
        ] {
            assert_eq!(expiry(started, used.parse().unwrap()).to_string(), expires, "{used}");
        }
    }
}
