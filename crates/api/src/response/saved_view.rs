//! Saved views in responses.

use jiff::Timestamp;
use orderdock_app::Caller;
use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::ViewColumn;
use orderdock_store::SavedViewRecord;
use serde::Serialize;
use utoipa::ToSchema;

use super::Id;

/// A saved view: filters, sort order and columns of a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedView)]
pub struct SavedViewResponse<'a> {
    id: Id,
    /// Version of the view. Incremented by each change.
    version: i64,
    name: &'a str,
    /// Whether other users with access to the same organisations can see the view.
    shared: bool,
    /// Name of the owner.
    owner: &'a str,
    /// Whether the caller is the owner.
    own: bool,
    /// Whether the caller can change the view. Users can change their own views; administrators can also change
    /// shared views.
    changeable: bool,
    /// Whether this is the default view of the caller.
    default: bool,
    /// List that the view applies to: `candidates` or `headers`.
    list: &'static str,
    /// Filters and `sort`, in the format of the list's query string.
    #[schema(example = "status=error&bpartner=G0001&sort=-createdAt")]
    query: &'a str,
    /// Columns in display order. An empty list leaves the columns unchanged.
    columns: Vec<ViewColumnResponse<'a>>,
    created_at: Timestamp,
    changed_at: Timestamp,
}

/// A column of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = SavedViewColumn)]
pub struct ViewColumnResponse<'a> {
    name: &'a str,
    /// Width in pixels. Absent for the default width.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    pinned: bool,
    hidden: bool,
}

impl<'a> SavedViewResponse<'a> {
    pub fn of(record: &'a SavedViewRecord, default: Option<SavedViewId>, caller: &Caller) -> Self {
        let view = &record.view;
        let user = caller.actor.caller.map(|caller| UserId(caller.0));
        let column = |ViewColumn { name, width, pinned, hidden }: &'a ViewColumn| ViewColumnResponse {
            name: name.as_str(),
            width: *width,
            pinned: *pinned,
            hidden: *hidden,
        };
        Self {
            id: Id(view.id.0),
            version: view.version,
            name: view.name.as_str(),
            shared: view.shared,
            owner: record.owner_name.as_str(),
            own: user == Some(view.owner),
            changeable: user.is_some_and(|user| view.is_changed_by(user, &caller.scopes)),
            default: default == Some(view.id),
            list: view.list.as_str(),
            query: &view.query,
            columns: view.columns.iter().map(column).collect(),
            created_at: view.created_at,
            changed_at: view.changed_at,
        }
    }
}
