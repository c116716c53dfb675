//! Descriptions of the tables: columns in the order in which rows are written, their types, and the key.
//!
//! Tables of records are described where they are read and written ([`records`](crate::records)), other master data by
//! the kinds.

use orderdock_domain::candidate::{ReferenceKey, ReferenceKind};
use orderdock_domain::ids::{
    AttachmentId, CallerId, CandidateId, CrossReferenceId, DataSourceId, DeliveryId, DocumentTypeId,
    ExternalSystemId, ImportDraftId, ImportMappingId, InstanceId, NotificationMessageId, NotificationRuleId,
    OrderId, OrganisationId, PartnerId, ProductId, ProductPriceId, RejectedRowId, RequestId, RunId,
    SavedViewId, TaxId, TokenId, UnitId, UserId, WebhookId,
};
use orderdock_domain::number::Decimal;

use crate::sql::table::{Member, Table};

/// Returns all tables that are described by columns.
pub fn tables() -> impl Iterator<Item = &'static Table> {
    crate::records::TABLES.iter().chain(ROWS).copied()
}

/// Returns the table with this name.
pub fn table(name: &str) -> Option<&'static Table> {
    tables().find(|table| table.name == name)
}

/// Describes tables, one entry each: name, primary key, and columns with the Rust types of their values. Columns after
/// `later` are left at their default by new rows. The entry
/// `CONTENT_BLOCK = "content_block" (id) { key: HalfHash, members: String } later { id: i64 };` expands to
///
/// ```text
/// pub static CONTENT_BLOCK: Table = Table {
///     name: "content_block",
///     key: &["id"],
///     members: &[Member::of::<HalfHash>(&["key"]), Member::of::<String>(&["members"])],
///     made: &[],
///     later: &[Member::of::<i64>(&["id"])],
/// };
/// ```
///
/// and all entries together to the list `ROWS`.
macro_rules! tables {
    ($($constant:ident = $name:literal ($($key:ident)+) {
        $($column:ident: $held:ty),+ $(,)?
    } $(later { $($later:ident: $later_held:ty),+ })?;)+) => {
        $(pub static $constant: Table = Table {
            name: $name,
            key: &[$(stringify!($key)),+],
            members: &[$(Member::of::<$held>(&[stringify!($column)])),+],
            made: &[],
            later: &[$($(Member::of::<$later_held>(&[stringify!($later)])),+)?],
        };)+

        const ROWS: &[&Table] = &[$(&$constant),+];
    };
}

type Instant = jiff::Timestamp;
type Hash = [u8; 32];
type HalfHash = [u8; 16];
type Bytes = Vec<u8>;

tables! {
    CANDIDATE_IDENTITY = "candidate_identity" (external_header_id external_line_id org_id data_source_id system_key) {
        external_header_id: String, external_line_id: String, org_id: OrganisationId,
        data_source_id: DataSourceId, system_key: i64, candidate_id: CandidateId,
        external_system_id: Option<ExternalSystemId>,
    };
    CANDIDATE_CONTENT = "candidate_content" (candidate_id) {
        candidate_id: CandidateId, content: String, content_version: i64, content_hash: HalfHash,
        terms_block: Option<i64>, bpartner_block: Option<i64>, bill_bpartner_block: Option<i64>,
        drop_ship_bpartner_block: Option<i64>, hand_over_bpartner_block: Option<i64>, product_block: Option<i64>,
    };
    KEY_SPELLING = "key_spelling" (plain spelling) {
        plain: String, spelling: String,
    };
    CONTENT_BLOCK = "content_block" (id) {
        key: HalfHash, members: String,
    } later { id: i64 };
    CANDIDATE_PROBLEM = "candidate_problem" (code candidate_id) {
        code: String, candidate_id: CandidateId, cause: String,
    };
    CANDIDATE_CAUSE = "candidate_cause" (candidate_id code cause) {
        candidate_id: CandidateId, code: String, cause: String, at: Instant, org_id: OrganisationId,
        data_source_id: DataSourceId,
    };
    OPEN_REFERENCE = "open_reference" (candidate_id member key) {
        candidate_id: CandidateId, member: String, key: ReferenceKey, value: String, kind: ReferenceKind,
        external_system_id: i64, org_id: OrganisationId, data_source_id: DataSourceId, bpartner_id: i64,
    };
    MISSING_RECORD = "missing_record" (id) {
        id: String, org_id: OrganisationId, data_source_id: DataSourceId, kind: ReferenceKind,
        external_system_id: i64, bpartner_id: i64, keys: String, key_text: String, lines: i64, orders: i64,
        unpriced: i64, worth: String, oldest_id: CandidateId, oldest_at: Instant,
    };
    MISSING_RECORD_LINE = "missing_record_line" (missing_record_id candidate_id) {
        missing_record_id: String, candidate_id: CandidateId, header: String, currency: Option<String>,
        net: Option<Decimal>, created_at: Instant,
    };
    CANDIDATE_HISTORY = "candidate_history" (candidate_id version) {
        candidate_id: CandidateId, version: i64, at: Instant, actor: String, event: String,
        status_before: String, status: String, changes: String, problems_before: Option<String>,
        problems: Option<String>, order_id: Option<OrderId>, document_no: Option<String>,
        run_id: Option<RunId>, released: Option<String>, noted: Option<String>,
    };
    COMMENT = "comment" (id) {
        candidate_id: Option<CandidateId>, order_id: Option<OrderId>, at: Instant, actor: String, text: String,
    } later { id: i64 };
    CANDIDATE_COUNT = "candidate_count" (quarter org_id data_source_id slot) {
        quarter: i64, org_id: OrganisationId, data_source_id: DataSourceId, slot: i64,
        new: i64, error: i64, processed: i64, inactive: i64,
    };
    PO_REFERENCE_USE = "po_reference_use" (po_reference bpartner_id org_id data_source_id external_header_id) {
        po_reference: String, bpartner_id: PartnerId, org_id: OrganisationId,
        data_source_id: DataSourceId, external_header_id: String,
    };

    PRODUCT_PRICE_SCALE = "product_price_scale" (product_price_id from_quantity_key) {
        product_price_id: ProductPriceId, from_quantity: Decimal, from_quantity_key: String, price: Decimal,
    };
    EXTERNAL_REFERENCE =
        "external_reference" (external_id external_system_id kind org_id bpartner_id)
    {
        external_id: String, external_system_id: ExternalSystemId, kind: String, org_id: OrganisationId,
        bpartner_id: i64, record_id: i64,
    };
    PRODUCT_GTIN = "product_gtin" (gtin org_id product_id) {
        gtin: String, org_id: OrganisationId, product_id: ProductId,
    };
    CROSS_REFERENCE_USE = "cross_reference_use" (cross_reference_id slot) {
        cross_reference_id: CrossReferenceId, slot: i64, uses: i64, last_used_at: Instant,
    };
    REFERENCE_MAPPING = "reference_mapping" (run_id) {
        run_id: RunId, cross_reference_id: CrossReferenceId, version: i64,
    };
    DATA_SOURCE_NAME = "data_source_name" (org_id name) {
        org_id: OrganisationId, name: String, data_source_id: DataSourceId, position: i64,
    };
    MASTERDATA_CHANGE = "masterdata_change" (root_id record_id version) {
        root_id: i64, record_id: i64, version: i64, kind: String, org_id: OrganisationId, at: Instant,
        actor: String, request_id: String, changes: Option<String>,
    };
    GENERATION = "generation" (org_id) {
        org_id: OrganisationId, value: i64,
    };
    RECORD_GENERATION = "record_generation" (org_id) {
        org_id: OrganisationId, value: i64,
    };

    SALES_ORDER = "sales_order" (id) {
        id: OrderId, org_id: OrganisationId, version: i64, status: String, document_no: String,
        document_type_id: DocumentTypeId, document_number: i64, document_type: String, awaits_payment: bool,
        data_source_id: Option<DataSourceId>, external_header_id: Option<String>, po_reference: Option<String>,
        bpartner_id: PartnerId, date_ordered: jiff::civil::Date, header: String, total_lines: Decimal,
        total_tax: Decimal, grand_total: Decimal, requests: String, run_id: Option<RunId>, created_at: Instant,
        updated_at: Instant, document_no_key: String, po_reference_key: Option<String>, allocated: i64,
        created_by: Option<String>,
    } later {
        voided_by: Option<String>, void_reason: Option<String>, receiver: Option<String>, receiver_said_at: Option<Instant>,
        handed_over: bool, receiver_number: Option<String>, receiver_words: Option<String>
    };
    SALES_ORDER_LINE = "sales_order_line" (order_id line) {
        order_id: OrderId, line: i64, product_id: ProductId, product_code: String, product_name: String,
        product_description: Option<String>, description: Option<String>, qty: Decimal, uom_id: UnitId,
        uom_code: String, qty_in_price_uom: Decimal, price_uom_id: UnitId, price_uom_code: String,
        price_entered: Decimal, discount: Decimal, price: Decimal, net: Decimal, tax_id: Option<TaxId>,
        tax_code: Option<String>, tax_rate: Option<Decimal>, explanation: String,
        date_required: Option<jiff::civil::Date>, preset_date_invoiced: Option<jiff::civil::Date>,
        preset_date_shipped: Option<jiff::civil::Date>, warehouse_dest: Option<String>,
        multiplier: Option<Decimal>, divisor: Option<Decimal>, promotion_code: Option<String>,
        extended_props: Option<String>,
    };
    SALES_ORDER_TAX = "sales_order_tax" (order_id position) {
        order_id: OrderId, position: i64, tax_id: TaxId, code: String, name: Option<String>, rate: Decimal,
        reverse_charge: bool, base: Decimal, amount: Decimal,
    };
    ALLOCATION = "allocation" (order_id line position) {
        order_id: OrderId, line: i64, position: i64, candidate_id: CandidateId, qty: Decimal,
        released: Option<String>, live: bool,
    };
    DOCUMENT_COUNTER = "document_counter" (org_id document_type_id) {
        org_id: OrganisationId, document_type_id: DocumentTypeId, value: i64,
    };
    ORDER_SETTING = "order_setting" (org_id) {
        org_id: OrganisationId, merge_lines: bool, hand_over_since: Option<Instant>,
    };
    NUMBER_PATTERN = "number_pattern" (org_id document_type_id) {
        org_id: OrganisationId, document_type_id: DocumentTypeId, pattern: String,
    };

    RUN = "run" (id) {
        id: RunId, kind: String, trigger: String, state: String, actor: String, release: String,
        orgs: Option<String>, queued_at: Instant, started_at: Option<Instant>, finished_at: Option<Instant>,
        total: i64, selected: i64, processed: i64, orders: i64, stayed: i64, failed: i64,
        stop_requested: bool, fence: i64, instance_id: Option<InstanceId>, task: Option<String>,
        selection: Option<Bytes>, undoes: Option<RunId>, undone_by: Option<RunId>, added: i64,
    };
    RUN_RESULT = "run_result" (run_id candidate_id) {
        run_id: RunId, candidate_id: CandidateId, outcome: String, order_id: Option<OrderId>,
        line: Option<i64>, detail: Option<String>, warnings: Option<String>,
    };
    SCHEDULE = "schedule" (org_id) {
        org_id: OrganisationId, active: bool, cron: String, paused_until: Option<Instant>,
    };
    SCHEDULE_STATE = "schedule_state" (org_id) {
        org_id: OrganisationId, last_run_at: Option<Instant>, due_at: Option<Instant>,
        validated_stamp: Option<i64>,
    };
    LEASE = "lease" (name) {
        name: String, holder: InstanceId, fence: i64,
    };
    INSTANCE = "instance" (id) {
        id: InstanceId, name: String, session: String, version: String, attachments: String, started_at: Instant,
        signed_at: Instant, watching_since: Instant, clock_ahead: i64, signs: i64, steps: i64,
    };
    SIGN_IN_FAILURE = "sign_in_failure" (key) {
        key: Hash, failures: i64, since: Instant,
    };

    REQUEST = "request" (id) {
        id: RequestId, origin_id: i64, caller_id: Option<CallerId>, request_id: Bytes, received_at: Instant,
        status: u16, candidate_count: i64, replay_of: Option<RequestId>, path: String, query: String,
        notes: String, body_size: i64, dictionary_id: Option<RequestId>, body: Bytes,
        first_candidate_id: Option<CandidateId>, last_candidate_id: Option<CandidateId>,
    };
    REQUEST_ORIGIN = "request_origin" (id) {
        kind: String, actor: String, method: String, path: String, query: String, media_type: String,
        strict: bool, default_org_id: Option<OrganisationId>, org_id: Option<OrganisationId>, whole: bool,
    } later { id: i64 };
    REQUEST_ORG = "request_org" (request_id org_id) {
        request_id: RequestId, org_id: OrganisationId,
    };
    REQUEST_HEADER = "request_header" (external_header_id request_id) {
        external_header_id: String, request_id: RequestId,
    };
    REJECTED_LINE = "rejected_line" (external_header_id request_id request_index) {
        external_header_id: String, request_id: RequestId, request_index: i64, external_line_id: String,
        org_id: Option<OrganisationId>, data_source_id: Option<DataSourceId>, external_system_id: Option<i64>,
    };
    REJECTED_ROW = "rejected_row" (id) {
        id: RejectedRowId, identity_key: Hash, status: String, org_id: Option<OrganisationId>,
        data_source_id: Option<DataSourceId>, external_system_id: Option<i64>, external_header_id: Option<String>,
        external_line_id: Option<String>, request_id: RequestId, request_index: Option<u32>,
        caller_id: Option<CallerId>, actor: String, first_rejected_at: Instant, last_rejected_at: Instant,
        rejections: i64, candidate_id: Option<CandidateId>, closed_at: Option<Instant>, closed_by: Option<String>,
        reason: Option<String>, code: String, problem_count: u32, fell_with: u32, customer: String, product: String,
        po_reference: String, words: String, content_hash: Hash, is_cut: bool, problems: String, body: String,
    };
    IDEMPOTENCY = "idempotency" (caller_id method path key) {
        caller_id: CallerId, method: String, path: String, key: String, body_hash: Hash, status: u16,
        answer: Bytes, created_at: Instant,
    };

    STORAGE_USE = "storage_use" (org_id) {
        org_id: OrganisationId, attachment_bytes: i64, refused_bytes: i64, attachment_bytes_before: i64,
        refused_bytes_before: i64,
    };
    ATTACHMENT = "attachment" (id) {
        id: AttachmentId, org_id: OrganisationId, data_source_id: Option<DataSourceId>,
        external_system_id: Option<ExternalSystemId>, external_header_id: Option<String>, order_id: Option<OrderId>, sha256: Hash, size: i64,
        file_name: String, media_type: String, tags: String, created_by: String, created_at: Instant,
    };
    ATTACHMENT_CONTENT = "attachment_content" (sha256) {
        sha256: Hash, claimed_until: Option<Instant>, claimed_by: Option<InstanceId>,
    } later { doomed: bool };

    TOKEN = "token" (id) {
        id: TokenId, public_id: String, secret_hash: Hash, name: String, scopes: String, all_orgs: bool,
        default_org_id: Option<OrganisationId>, created_at: Instant, created_by: String,
        expires_at: Option<Instant>, revoked_at: Option<Instant>, last_used_at: Option<Instant>,
        minimal_responses: bool,
    };
    TOKEN_ORG = "token_org" (token_id org_id) {
        token_id: TokenId, org_id: OrganisationId,
    };
    USER = "\"user\"" (id) {
        id: UserId, name: String, name_key: String, role: String, all_orgs: bool, password_hash: String,
        created_at: Instant, created_by: String, password_changed_at: Instant, disabled_at: Option<Instant>,
        disabled_by: Option<String>,
    };
    USER_ORG = "user_org" (user_id org_id) {
        user_id: UserId, org_id: OrganisationId,
    };
    SESSION = "session" (secret_hash) {
        secret_hash: Hash, user_id: UserId, created_at: Instant, last_used_at: Instant, expires_at: Instant,
    };
    OUTBOX = "outbox" (id) {
        org_id: OrganisationId, at: Instant, events: String,
    } later { id: i64, position: Option<i64> };
    WEBHOOK = "webhook" (id) {
        id: WebhookId, version: i64, url: String, types: String, org_id: Option<OrganisationId>,
        data_source_id: Option<DataSourceId>, records: bool, description: Option<String>, secret: Hash,
        old_secret: Option<Hash>, old_secret_until: Option<Instant>, secret_rotated_at: Option<Instant>,
        created_at: Instant, created_by: String, updated_at: Instant, updated_by: String, status: String,
        status_by: Option<String>, status_at: Instant, cursor_position: i64, cursor_number: u32,
        last_success_at: Option<Instant>, last_failure_at: Option<Instant>, failing_since: Option<Instant>,
    };
    WEBHOOK_DELIVERY = "webhook_delivery" (id) {
        webhook_id: WebhookId, event_id: String, event_type: String, org_id: OrganisationId, happened_at: Instant,
        event: Option<String>, subject: Option<String>, body: Option<String>, sequence: String, status: String,
        manual: bool, created_at: Instant, attempts: u32, tries: u32, first_tried_at: Option<Instant>,
        next_attempt_at: Option<Instant>, tried_at: Option<Instant>,
    } later { id: DeliveryId };
    WEBHOOK_ATTEMPT = "webhook_attempt" (delivery_id number) {
        delivery_id: DeliveryId, number: u32, at: Instant, duration_ms: i64, status: Option<u16>,
        error: Option<String>, answer: Option<String>,
    };
    NOTIFICATION_RULE = "notification_rule" (id) {
        id: NotificationRuleId, version: i64, org_id: Option<OrganisationId>, kind: String, patience_minutes: i64,
        data_source_id: Option<DataSourceId>, weekdays: String, from_time: Option<String>, to_time: Option<String>,
        time_zone: String, language: String, recipients: String, webhook_id: Option<WebhookId>,
        active_since: Option<Instant>, created_at: Instant, created_by: String,
    };
    NOTIFICATION_MESSAGE = "notification_message" (id) {
        id: NotificationMessageId, rule_id: NotificationRuleId, org_id: Option<OrganisationId>, kind: String,
        cause: String, hour: i64, at: Instant, subject: String, text: String,
    };
    NOTIFICATION_SENDING = "notification_sending" (message_id position) {
        message_id: NotificationMessageId, position: u32, recipient: String, status: String, attempts: u32,
        next_attempt_at: Option<Instant>, sent_at: Option<Instant>, error: Option<String>,
    };
    SAVED_VIEW = "saved_view" (id) {
        id: SavedViewId, version: i64, owner_id: UserId, name: String, shared: bool, list: String, query: String,
        columns: String, created_at: Instant, changed_at: Instant, name_key: String,
    };
    SAVED_VIEW_DEFAULT = "saved_view_default" (user_id) {
        user_id: UserId, view_id: SavedViewId,
    };
    IMPORT_DRAFT = "import_draft" (id) {
        id: ImportDraftId, version: i64, org_id: OrganisationId, file_name: String, size: i64, sha256: Hash,
        status: String, settings: String, results: String, undo_run_id: Option<RunId>, created_by: String,
        created_at: Instant, changed_by: String, changed_at: Instant, expires_at: Instant,
    } later {
        fence: Option<i64>, instance_id: Option<InstanceId>, caller: Option<String>, stop_requested: bool
    };
    IMPORT_DRAFT_CELL = "import_draft_cell" (draft_id row_number column_number) {
        draft_id: ImportDraftId, row_number: u32, column_number: u32, text: String,
    };
    IMPORT_DRAFT_ROW = "import_draft_row" (draft_id row_number) {
        draft_id: ImportDraftId, row_number: u32, result: String, header_id: Option<String>,
        problems: Option<String>,
    };
    IMPORT_DRAFT_REQUEST = "import_draft_request" (draft_id request_id) {
        draft_id: ImportDraftId, request_id: RequestId,
    };
    IMPORT_MAPPING = "import_mapping" (id) {
        id: ImportMappingId, org_id: OrganisationId, name: String, columns: String, settings: String,
        changed_by: String, changed_at: Instant, name_key: String,
    };
    SEARCH_PARTNER = "search_partner" (id) {
        id: i64, org_id: OrganisationId, target_id: i64, words: String,
    };
    SEARCH_PRODUCT = "search_product" (id) {
        id: i64, org_id: OrganisationId, target_id: i64, words: String,
    };
    SEARCH_CANDIDATE = "search_candidate" (id) {
        id: i64, org_id: OrganisationId, target_id: i64, words: String,
    };
    SEARCH_ORDER = "search_order" (id) {
        id: i64, org_id: OrganisationId, target_id: i64, words: String,
    };
    COUNTER = "counter" (name) {
        name: String, value: i64,
    };
}
