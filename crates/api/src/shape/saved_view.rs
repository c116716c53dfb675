//! Saved views.

use jiff::Timestamp;
use orderdock_app::OpContext;
use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::ViewColumn;
use orderdock_store::SavedViewRecord;
use serde::Serialize;
use utoipa::ToSchema;

use super::Id;

/// How somebody wants to see a list again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedView)]
pub struct SavedViewShape<'a> {
    id: Id,
    /// Rises with each change.
    version: i64,
    name: &'a str,
    /// Others see it who act for the same organisations.
    shared: bool,
    /// Whose it is.
    owner: &'a str,
    /// Whether it is the caller's.
    own: bool,
    /// Whether the caller may change it: their own, administrators also shared ones.
    changeable: bool,
    /// Whether the caller begins with it.
    default: bool,
    /// `candidates` or `headers`.
    list: &'static str,
    /// Filters and `sort` as they stand behind the `?` of that list.
    #[schema(example = "status=error&bpartner=G0001&sort=-createdAt")]
    query: &'a str,
    /// In their order; none leaves them as they are.
    columns: Vec<ViewColumnShape<'a>>,
    created_at: Timestamp,
    changed_at: Timestamp,
}

/// A column of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = SavedViewColumn)]
pub struct ViewColumnShape<'a> {
    name: &'a str,
    /// In pixels; the usual one without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    pinned: bool,
    hidden: bool,
}

impl<'a> SavedViewShape<'a> {
    pub fn of(record: &'a SavedViewRecord, default: Option<SavedViewId>, caller: &OpContext) -> Self {
        let view = &record.view;
        let user = caller.actor.caller.map(|caller| UserId(caller.0));
        let column = |ViewColumn { name, width, pinned, hidden }: &'a ViewColumn| ViewColumnShape {
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
