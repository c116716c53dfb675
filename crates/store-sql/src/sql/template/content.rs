//! The columns of the stored content of candidates.

/// SQL of the marker `{no_content}`: constants for the columns of [`columns`].
pub(super) const NO_CONTENT: &str = "'', 0, {zero_bytes 16}, NULL, NULL, NULL, NULL, NULL, NULL";

/// The columns of `candidate_content` that reference shared blocks, in the order in which `content::read` decodes them.
const BLOCK_COLUMNS: [&str; 6] = [
    "terms_block",
    "bpartner_block",
    "bill_bpartner_block",
    "drop_ship_bpartner_block",
    "hand_over_bpartner_block",
    "product_block",
];

/// The columns of a candidate that its content does not repeat, in the order in which `content::read` decodes them.
const CANDIDATE_COLUMNS: [&str; 11] = [
    "external_header_id",
    "external_line_id",
    "product_description",
    "description",
    "qty",
    "price",
    "discount",
    "po_reference",
    "date_ordered",
    "date_required",
    "overrides",
];

/// SQL of the marker `{content c}`: the columns that `content::read` decodes, from `candidate_content` joined to `candidate`.
pub(super) fn columns(candidate: &str) -> String {
    // rows of the first version have a hash of 32 bytes
    let mut columns = "content, content_version, substr(content_hash, 1, 16)".to_owned();
    for block in BLOCK_COLUMNS {
        columns.extend([", (SELECT b.members FROM content_block b WHERE b.id = ", block, ")"]);
    }
    for column in CANDIDATE_COLUMNS {
        columns.extend([", ", candidate, ".", column]);
    }
    columns
}
