//! Errors of the storage traits.

use orderdock_domain::string_enum;

/// Error of a storage call. A missing record is not an error: the call returns `None` or an empty list.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// A record that the plan depends on has changed. The caller loads, plans and commits again.
    #[error("the data changed since the plan was made: {}", .0.as_str())]
    Conflict(Conflict),
    /// The idempotency key already has a stored response, which the caller returns.
    #[error("the idempotency key already has a response")]
    ResponseExists,
    /// Another process holds the lock of the idempotency key and has not stored a response yet.
    #[error("another process is handling the request with this idempotency key")]
    ResponsePending,
    /// Another process has taken over the run or lease. Nothing is written.
    #[error("another process took over this work")]
    TakenOver,
    /// The write queue is full.
    #[error("too many plans are waiting to be written")]
    Overloaded,
    /// COMMIT itself failed, so the writes may or may not be durable.
    #[error("the outcome of the commit is unknown: {0}")]
    OutcomeUnknown(String),
    #[error("no space left: {0}")]
    NoSpace(String),
    /// The database is closed, damaged, or locked by another process.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// A row contains a value that no version of Orderdock wrote.
    #[error("inconsistent data in {place}: {fault}")]
    Inconsistent { place: &'static str, fault: String },
    /// The database rejected a statement that is valid by design: a bug.
    #[error("the database rejected a statement: {0}")]
    Statement(String),
}

string_enum! {
    /// Kind of a record that has changed since the plan was made, or that exists already.
    Conflict {
        /// The small kinds of master data, which are compared as a whole.
        ReferenceData "reference data"
        Organisation "organisation"
        PartnerGroup "partner group"
        Partner "partner"
        Location "location"
        Contact "contact"
        Product "product"
        ProductPrice "product price"
        /// Header and line of a row.
        Identity "identity"
        Candidate "candidate"
        Order "order"
        /// Quantity of a candidate in an order.
        Allocation "allocation"
        Attachment "attachment"
        /// The file of an attachment.
        Content "content"
        Run "run"
        Request "request"
        Token "token"
        User "user"
        Session "session"
        Webhook "webhook"
        NotificationRule "notification rule"
        SavedView "saved view"
        ImportDraft "import draft"
        ImportMapping "import mapping"
        /// Stored bytes of an organisation.
        Quota "quota"
    }
}

pub type StoreResult<T> = Result<T, StoreError>;
