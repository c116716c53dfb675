//! The fixture of the suite: a database, its records, and plans that write them.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use jiff::civil::{Date, date};
use orderdock_domain::access::{OrgScope, ReadScope};
use orderdock_domain::candidate::{Candidate, ExternalIdentity, NewCandidate, PartnerRole};
use orderdock_domain::ids::{CallerId, DataSourceId, IdBlock, InstanceId, OrganisationId, RequestId};
use orderdock_domain::import::{
    Content, Expectation, ImportContext, ImportKeys, ImportWrites, RequestKind, RowNote, RowNoteOutcome,
    used_references,
};
use orderdock_domain::masterdata::kinds::{self, Batch, KindName, Node, RecordReader};
use orderdock_domain::masterdata::{
    Contact, Defaults, ExternalSystem, Letterhead, Location, NegativePrices, Organisation, Partner, Product,
    Reference, Unit,
};
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Name};

use super::calls::SingleCalls as _;
use crate::{
    ChangeAuthor, IdempotencyKey, ImportCommit, MasterdataUpsert, NewInstance, OwnerChoice, ReferenceOwner,
    RejectionChanges, RequestOwnership, Store, StoreResult, StoredBody, StoredRequest, StoredResponse,
};

/// Opens the database of a case; can be called repeatedly.
pub type Opener = Box<dyn Fn() -> Arc<dyn Store> + Send + Sync>;

/// Returns the default time of all records and calls.
pub fn now() -> Timestamp {
    Timestamp::from_second(1_790_000_000).unwrap()
}

pub const TODAY: Date = date(2026, 9, 21);

pub fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

pub fn name(text: &str) -> Name {
    Name::parse(text).unwrap().unwrap()
}

pub fn number(text: &str) -> Decimal {
    number::exact(text).unwrap()
}

pub fn everything() -> ReadScope {
    OrgScope::All.read()
}

/// Chooses this data source, regardless of the reference data.
pub fn known(source: DataSourceId) -> OwnerChoice {
    Box::new(move |_| Some(ReferenceOwner::DataSource(source)))
}

pub fn only(organisation: OrganisationId) -> ReadScope {
    OrgScope::These(vec![organisation]).read()
}

/// A database, and reserved ids for its records.
pub struct Fixture {
    opener: Opener,
    pub store: Arc<dyn Store>,
    ids: Mutex<IdBlock>,
}

/// A stored organisation with a partner, its location, a product and a unit.
pub struct Scene {
    pub organisation: Organisation,
    pub partner: Partner,
    pub location: Location,
    pub product: Product,
    pub unit: Unit,
}

impl Fixture {
    pub async fn new(opener: Opener) -> Self {
        let store = opener();
        let ids = Mutex::new(store.reserve_ids(100_000).await.unwrap());
        Self { opener, store, ids }
    }

    /// Opens another store on the same database, like another process.
    pub fn another(&self) -> Arc<dyn Store> {
        (self.opener)()
    }

    /// Registers another instance.
    pub async fn instance(&self) -> InstanceId {
        self.store.begin_instance(NewInstance::default()).await.unwrap()
    }

    /// Closes the store and opens it again.
    #[must_use]
    pub fn reopened(self) -> Self {
        let Self { opener, store, ids } = self;
        drop(store);
        let store = opener();
        Self { opener, store, ids }
    }

    pub fn id<T: From<i64>>(&self) -> T {
        self.ids.lock().unwrap().next().unwrap()
    }

    pub async fn reference(&self) -> Arc<Reference> {
        self.store.reference().await.unwrap()
    }

    pub async fn unit(&self) -> Unit {
        self.reference().await.unit_by_code(&code("PCE")).unwrap().clone()
    }

    /// Returns the current generations of all organisations, as expectations of a plan.
    pub async fn relied(&self) -> Vec<Expectation> {
        let reference = self.reference().await;
        reference.expectations(reference.generations.keys().copied())
    }

    /// Returns a commit that depends on the current reference data.
    pub async fn commit_of(&self, writes: ImportWrites) -> ImportCommit {
        let unchanged = writes.unchanged.iter().copied().chain(self.relied().await).collect();
        ImportCommit {
            writes: ImportWrites { unchanged, ..writes },
            request: self.request(),
            response: None,
            rejections: RejectionChanges::default(),
            now: now(),
        }
    }

    pub async fn commit(&self, writes: ImportWrites) -> StoreResult<()> {
        let commit = self.commit_of(writes).await;
        self.store.commit_import(commit).await
    }

    pub async fn load(&self, keys: ImportKeys) -> ImportContext {
        self.load_as(everything(), keys).await
    }

    pub async fn load_as(&self, scope: ReadScope, keys: ImportKeys) -> ImportContext {
        self.store.load_import_context(scope, keys).await.unwrap()
    }

    pub async fn masterdata(&self, lists: Vec<(KindName, Vec<Node>)>) {
        self.store.upsert_masterdata(upsert(&lists)).await.unwrap().unwrap();
    }

    pub async fn scene(&self, organisation_code: &str) -> Scene {
        let organisation = self.organisation(organisation_code);
        let unit = self.unit().await;
        let partner = self.partner(&organisation, "G0001");
        let location = self.location(&partner, "Am Nossbacher Weg 2");
        let product = self.product(&organisation, "P002737", &unit);
        let mut writes = ImportWrites::default();
        writes.organisations.created.push(organisation.clone());
        writes.partners.created.push(partner.clone());
        writes.locations.created.push(location.clone());
        writes.products.created.push(product.clone());
        self.commit(writes).await.unwrap();
        Scene { organisation, partner, location, product, unit }
    }

    pub fn organisation(&self, text: &str) -> Organisation {
        Organisation {
            id: self.id(),
            version: 1,
            active: true,
            code: code(text),
            name: name(text),
            time_zone: jiff::tz::TimeZone::get("Europe/Berlin").unwrap(),
            country: Some(code("DE")),
            defaults: Defaults::default(),
            tax_category: None,
            negative_prices: NegativePrices::Problem,
            letterhead: Letterhead::default(),
        }
    }

    pub fn partner(&self, organisation: &Organisation, text: &str) -> Partner {
        Partner::new(self.id(), organisation.id, code(text), name(text))
    }

    /// Returns a location in the partner's organisation that is not a default.
    pub fn location(&self, partner: &Partner, street: &str) -> Location {
        Location {
            address1: Some(name(street)),
            postal: Some(code("53179")),
            city: Some(name("Bonn")),
            ..Location::new(self.id(), partner.id, partner.organisation, code("DE"))
        }
    }

    pub fn contact(&self, partner: &Partner, text: &str) -> Contact {
        Contact::new(self.id(), partner.id, partner.organisation, name(text))
    }

    pub fn product(&self, organisation: &Organisation, text: &str, unit: &Unit) -> Product {
        Product::new(self.id(), organisation.id, code(text), name(text), unit.id)
    }

    pub fn system(&self, organisation: &Organisation, text: &str) -> ExternalSystem {
        ExternalSystem {
            id: self.id(),
            organisation: organisation.id,
            active: true,
            code: code(text),
            name: Some(name(text)),
        }
    }

    /// Returns a candidate of the scene's partner and product with only the required values.
    pub async fn candidate(&self, scene: &Scene, header: &str, line: &str) -> Candidate {
        let reference = self.reference().await;
        let source = &reference.data_sources[0];
        let new = NewCandidate {
            id: self.id(),
            organisation: scene.organisation.id,
            identity: ExternalIdentity { header_id: code(header), line_id: code(line), flat: false },
            data_source: source.id,
            data_dest: source.id,
            request: RequestId(1),
            request_index: 0,
            buyer: Some(PartnerRole {
                partner: scene.partner.id,
                location: Some(scene.location.id),
                contact: None,
            }),
            product: Some(scene.product.id),
            qty: number("1"),
            unit: Some(scene.unit.id),
            po_reference: code("PO-1"),
            date_ordered: TODAY,
            at: now(),
        };
        Candidate {
            content: Content::from_stored(
                ["of the shop", "", "", "", "", "", &format!("line {line} of {header}")],
                1,
                [7; 16],
            ),
            ..new.into()
        }
    }

    /// Commits candidates with a new request, whose id they get.
    pub async fn import(&self, candidates: &mut [Candidate]) -> StoreResult<RequestId> {
        let mut commit = self.commit_of(ImportWrites::default()).await;
        for candidate in candidates.iter_mut() {
            candidate.request = commit.request.id;
        }
        commit.writes.candidates = candidates.to_vec();
        commit.writes.po_references = used_references(&[], candidates);
        let request = commit.request.id;
        self.store.commit_import(commit).await.map(|()| request)
    }

    pub fn request(&self) -> StoredRequest {
        StoredRequest {
            id: self.id(),
            kind: RequestKind::Bulk,
            request_id: "0192".to_owned(),
            caller: None,
            actor: "cli".to_owned(),
            method: "POST".to_owned(),
            path: "/somewhere".to_owned(),
            query: String::new(),
            received_at: now(),
            status: 201,
            media_type: "application/json".to_owned(),
            body_size: 2,
            body: StoredBody { bytes: vec![0, 255], dictionary: None },
            strict: false,
            replay_of: None,
            default_organisation: None,
            created: Some(0),
            notes: Vec::new(),
            ownership: RequestOwnership::default(),
        }
    }

    pub fn response(&self, caller: impl Into<CallerId>, key: &str) -> StoredResponse {
        StoredResponse {
            key: IdempotencyKey {
                caller: caller.into(),
                method: "POST".to_owned(),
                path: "/somewhere".to_owned(),
                key: key.to_owned(),
            },
            body_hash: [3; 32],
            status: 201,
            body: vec![0, 1, 254, 255],
            created_at: now(),
        }
    }
}

/// Returns the note of a row that was rejected because its quantity is missing.
pub fn rejected_row(index: u32, header: &str, organisation: Option<OrganisationId>) -> RowNote {
    RowNote {
        index,
        header_id: Some(header.to_owned()),
        line_id: Some("L2".to_owned()),
        organisation,
        outcome: RowNoteOutcome::Rejected(vec![ProblemCode::PropertyMissing]),
    }
}

/// Returns an upsert from the command line, for all organisations.
pub fn upsert(lists: &[(KindName, Vec<Node>)]) -> MasterdataUpsert {
    MasterdataUpsert {
        scope: OrgScope::All.write(),
        batch: Arc::new(batch(lists)),
        by: changed_by("cli", 0),
        dry_run: false,
        build_log_entry: None,
    }
}

/// Returns the author of a change, `seconds` after [`now`].
pub fn changed_by(actor: &str, seconds: i64) -> ChangeAuthor {
    let at = now() + jiff::SignedDuration::from_secs(seconds);
    ChangeAuthor { actor: actor.to_owned(), request_id: format!("request of {actor}"), at }
}

/// Returns the batch of a load file with these records by kind.
pub fn batch(lists: &[(KindName, Vec<Node>)]) -> Batch {
    let mut reader = RecordReader::default();
    for (kind, records) in lists {
        for (index, record) in records.iter().enumerate() {
            reader.record(kind.kind(), index, record);
        }
    }
    reader.finish().unwrap()
}

/// Returns a scalar of a load file.
pub fn scalar(text: &str) -> Node {
    Node { line: 1, column: 1, content: kinds::NodeContent::Scalar(text.to_owned()) }
}

pub fn list(nodes: Vec<Node>) -> Node {
    Node { line: 1, column: 1, content: kinds::NodeContent::List(nodes) }
}

pub fn members(members: &[(&str, Node)]) -> Node {
    let members = members.iter().map(|(name, node)| ((*name).to_owned(), node.clone())).collect();
    Node { line: 1, column: 1, content: kinds::NodeContent::Members(members) }
}
