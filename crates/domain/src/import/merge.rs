//! Merges sent members into a record, and handles differences according to the sync advice.

use super::Expectation;
use super::members::MemberValue;
use super::row::RowDraft;
use super::state::{ImportState, RowRecord};
use super::table::TableIndex;
use crate::access::{OrgScope, Scope};
use crate::candidate::{ContactData, LocationData, MaybeUndefined, PartnerData, ProductData};
use crate::ids::{OrganisationId, SHARED};
use crate::masterdata::{Contact, Location, Partner, Product};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::{IfExists, SyncAdvice};
use crate::text::{Code, plain_spaces};

/// A member whose stored value differs from the sent one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DifferingMember {
    pub(super) name: &'static str,
    pub(super) stored: Option<String>,
    pub(super) sent: Option<String>,
}

/// External id of a record that the row refers to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum RowId {
    /// The id without a system, which is a member of the record.
    #[default]
    Shared,
    /// The id in the row's system.
    OfSystem(Option<Code>),
}

/// Writes sent members to a record and collects all differences.
#[derive(Debug, Default)]
pub(super) struct Merge {
    /// Whether the record is new, so that it has no values to clear.
    creating: bool,
    /// Whether absent members are cleared as if they were null (`UPDATE_REMOVE`).
    clear_absent: bool,
    /// External id with which `externalId` is compared and to which it is written.
    pub(super) row_id: RowId,
    pub(super) changes: Vec<DifferingMember>,
    /// Required members that were sent as null.
    pub(super) required_nulls: Vec<&'static str>,
}

impl Merge {
    pub(super) fn creating() -> Self {
        Self { creating: true, ..Self::default() }
    }

    pub(super) fn updating(advice: SyncAdvice) -> Self {
        Self { clear_absent: advice.if_exists == IfExists::UpdateRemove, ..Self::default() }
    }

    /// Returns the merge with the external id to compare and write.
    pub(super) fn with_row_id(self, row_id: RowId) -> Self {
        Self { row_id, ..self }
    }

    /// Returns the new value of an optional member; the outer `None` leaves it unchanged.
    #[expect(clippy::option_option, reason = "leaving a member and clearing it are different things")]
    pub(super) fn wanted<'a, T>(&self, sent: &'a MaybeUndefined<T>) -> Option<Option<&'a T>> {
        match sent {
            MaybeUndefined::Value(value) => Some(Some(value)),
            MaybeUndefined::Null => Some(None),
            MaybeUndefined::Absent => self.clear_absent.then_some(None),
        }
    }

    pub(super) fn optional<T: MemberValue + Clone + PartialEq>(
        &mut self,
        name: &'static str,
        sent: &MaybeUndefined<T>,
        stored: &mut Option<T>,
    ) {
        let Some(wanted) = self.wanted(sent) else { return };
        let unchanged = match (stored.as_ref(), wanted) {
            (Some(stored), Some(wanted)) => same(stored, wanted),
            (stored, wanted) => stored.is_none() && wanted.is_none(),
        };
        if !unchanged {
            self.changed(name, stored.as_ref().map(MemberValue::text), wanted.map(MemberValue::text));
            *stored = wanted.cloned();
        }
    }

    pub(super) fn required<T: MemberValue + Clone + PartialEq>(
        &mut self,
        name: &'static str,
        sent: &MaybeUndefined<T>,
        stored: &mut T,
    ) {
        match sent {
            MaybeUndefined::Value(value) if !same(stored, value) => {
                self.changed(name, Some(stored.text()), Some(value.text()));
                *stored = value.clone();
            }
            MaybeUndefined::Null if !self.creating => self.required_nulls.push(name),
            _ => {}
        }
    }

    /// Writes the external id to the record itself or to the id in the row's system.
    pub(super) fn external_id(&mut self, sent: &MaybeUndefined<Code>, shared: &mut Option<Code>) {
        let mut row_id = std::mem::take(&mut self.row_id);
        let stored = match &mut row_id {
            RowId::Shared => shared,
            RowId::OfSystem(id) => id,
        };
        self.optional("externalId", sent, stored);
        self.row_id = row_id;
    }

    pub(super) fn changed(&mut self, name: &'static str, stored: Option<String>, sent: Option<String>) {
        self.changes.push(DifferingMember { name, stored, sent });
    }
}

/// Returns whether the stored value equals the sent one. The kind of spaces is ignored, because older versions stored
/// other space characters than plain spaces.
fn same<T: MemberValue + PartialEq>(stored: &T, sent: &T) -> bool {
    stored == sent || plain_spaces(&stored.text()) == sent.text()
}

/// Merges the members of each record kind. References to other records are resolved by the caller.
impl Merge {
    pub(super) fn partner(&mut self, data: &PartnerData, partner: &mut Partner) {
        self.required("active", &data.active, &mut partner.active);
        self.required("code", &data.code, &mut partner.code);
        self.external_id(&data.external_id, &mut partner.external_id);
        self.required("name", &data.name, &mut partner.name);
        self.optional("name2", &data.name2, &mut partner.name2);
        self.optional("name3", &data.name3, &mut partner.name3);
        self.optional("companyName", &data.company_name, &mut partner.company_name);
        self.optional("phone", &data.phone, &mut partner.phone);
        self.optional("language", &data.language, &mut partner.language);
        self.optional("url", &data.url, &mut partner.url);
        self.optional("url2", &data.url2, &mut partner.url2);
        self.optional("url3", &data.url3, &mut partner.url3);
        self.optional("globalId", &data.global_id, &mut partner.global_id);
        self.optional("vatId", &data.vat_id, &mut partner.vat_id);
        self.required("customer", &data.customer, &mut partner.customer);
        self.required("vendor", &data.vendor, &mut partner.vendor);
        self.optional("invoiceRule", &data.invoice_rule, &mut partner.invoice_rule);
    }

    pub(super) fn location(&mut self, data: &LocationData, location: &mut Location) {
        self.required("active", &data.active, &mut location.active);
        self.external_id(&data.external_id, &mut location.external_id);
        self.optional("gln", &data.gln, &mut location.gln);
        self.optional("name", &data.name, &mut location.name);
        self.optional("bpartnerName", &data.bpartner_name, &mut location.bpartner_name);
        self.optional("address1", &data.address1, &mut location.address1);
        self.optional("address2", &data.address2, &mut location.address2);
        self.optional("address3", &data.address3, &mut location.address3);
        self.optional("address4", &data.address4, &mut location.address4);
        self.optional("poBox", &data.po_box, &mut location.po_box);
        self.optional("postal", &data.postal, &mut location.postal);
        self.optional("city", &data.city, &mut location.city);
        self.optional("district", &data.district, &mut location.district);
        self.optional("region", &data.region, &mut location.region);
        self.required("shipTo", &data.ship_to, &mut location.ship_to);
        self.required("shipToDefault", &data.ship_to_default, &mut location.ship_to_default);
        self.required("billTo", &data.bill_to, &mut location.bill_to);
        self.required("billToDefault", &data.bill_to_default, &mut location.bill_to_default);
    }

    pub(super) fn contact(&mut self, data: &ContactData, contact: &mut Contact) {
        self.required("active", &data.active, &mut contact.active);
        self.external_id(&data.external_id, &mut contact.external_id);
        self.optional("code", &data.code, &mut contact.code);
        self.required("name", &data.name, &mut contact.name);
        self.optional("greeting", &data.greeting, &mut contact.greeting);
        self.optional("firstName", &data.first_name, &mut contact.first_name);
        self.optional("lastName", &data.last_name, &mut contact.last_name);
        self.optional("email", &data.email, &mut contact.email);
        self.optional("phone", &data.phone, &mut contact.phone);
        self.optional("mobilePhone", &data.mobile_phone, &mut contact.mobile_phone);
        self.optional("fax", &data.fax, &mut contact.fax);
        self.optional("description", &data.description, &mut contact.description);
        self.required("newsletter", &data.newsletter, &mut contact.newsletter);
        self.required("defaultContact", &data.default_contact, &mut contact.default_contact);
        self.required("shipToDefault", &data.ship_to_default, &mut contact.ship_to_default);
        self.required("billToDefault", &data.bill_to_default, &mut contact.bill_to_default);
        self.required("sales", &data.sales, &mut contact.sales);
        self.required("salesDefault", &data.sales_default, &mut contact.sales_default);
        self.required("purchase", &data.purchase, &mut contact.purchase);
        self.required("purchaseDefault", &data.purchase_default, &mut contact.purchase_default);
        self.required("subjectMatter", &data.subject_matter, &mut contact.subject_matter);
    }

    pub(super) fn product(&mut self, data: &ProductData, product: &mut Product) {
        self.required("code", &data.code, &mut product.code);
        self.external_id(&data.external_id, &mut product.external_id);
        self.required("name", &data.name, &mut product.name);
        self.required("type", &data.product_type, &mut product.product_type);
    }
}

/// An existing record that a row names.
pub(super) struct ExistingRecord {
    /// Kind of the record.
    pub(super) entity: Phrase,
    /// Readable label for messages.
    pub(super) label: String,
    pub(super) owner: OrganisationId,
    /// Whether an earlier row of this request created it.
    pub(super) is_new: bool,
    /// Pointer to its members in the row.
    pub(super) pointer: String,
    pub(super) changed: ProblemCode,
    pub(super) expectation: Option<Expectation>,
}

impl RowDraft<'_> {
    /// Returns the record with the sent members applied, and the differences; `None` if it must not be written.
    pub(super) fn updated<R: RowRecord>(
        &mut self,
        (place, pointer): (TableIndex, impl FnOnce() -> String),
        advice: SyncAdvice,
        write: impl FnOnce(&ImportState, &mut Merge, &mut R),
    ) -> Option<(R, Merge)>
    where
        for<'r> Expectation: From<&'r R>,
    {
        if advice.if_exists == IfExists::DontUpdate {
            return None;
        }
        let (table, _) = R::table(self.state);
        let (is_new, mut record) = (table.is_created(place), table.get(place).clone());
        let existing = ExistingRecord {
            entity: R::ENTITY,
            label: record.known_as(),
            owner: record.rank().0,
            is_new,
            pointer: pointer(),
            changed: R::CHANGED,
            expectation: Some(Expectation::from(&record)),
        };
        let mut merge = self.updating(&record, advice);
        write(self.state, &mut merge, &mut record);
        if !self.must_write(&existing, advice, &merge) {
            return None;
        }
        self.store_system_id::<R>(place, &merge);
        Some((record, merge))
    }

    /// Returns whether the record must be written with the found differences. Adds the errors of the sync advice.
    pub(super) fn must_write(&mut self, record: &ExistingRecord, advice: SyncAdvice, merge: &Merge) -> bool {
        match advice.if_exists {
            IfExists::DontUpdate => false,
            IfExists::AssertUnchanged => {
                self.assert_unchanged(record, merge);
                false
            }
            IfExists::UpdateMerge | IfExists::UpdateRemove => {
                for name in &merge.required_nulls {
                    let problem =
                        Problem::new(ProblemCode::RequiredCleared, format!("{}/{name}", record.pointer));
                    self.errors.push(problem.with("name", *name));
                }
                !merge.changes.is_empty() && merge.required_nulls.is_empty() && self.may_change(record, merge)
            }
        }
    }

    fn assert_unchanged(&mut self, record: &ExistingRecord, merge: &Merge) {
        let cleared = merge.required_nulls.iter().map(|name| (*name, None, None));
        let changes = merge.changes.iter().map(|c| (c.name, c.stored.as_deref(), c.sent.as_deref()));
        let mut unchanged = true;
        for (name, stored, sent) in changes.chain(cleared) {
            let problem = Problem::new(record.changed, format!("{}/{name}", record.pointer))
                .with("code", record.label.as_str())
                .with("field", name)
                .with("stored", stored.unwrap_or_default())
                .with("sent", sent.unwrap_or_default());
            self.errors.push(problem);
            unchanged = false;
        }
        if let (true, false, Some(expectation)) = (unchanged, record.is_new, record.expectation) {
            self.state.expect(expectation);
        }
    }

    /// Returns whether the caller may change the record. Records of this request can always be changed; older ones
    /// require permission to update master data, and shared ones also a token for all organisations.
    fn may_change(&mut self, record: &ExistingRecord, merge: &Merge) -> bool {
        if record.is_new {
            return true;
        }
        let permissions = self.terms.permissions;
        if !permissions.update_masterdata {
            let names: Vec<_> = merge.changes.iter().map(|change| change.name).collect();
            let (label, members) = (record.label.as_str().into(), names.join(", ").into());
            let action = Phrase::ChangeRecord.of([record.entity.into(), label, members]);
            let pointer = format!("{}/{}", record.pointer, names.first().copied().unwrap_or_default());
            self.reject(Scope::MasterdataWrite, pointer, action);
            return false;
        }
        if record.owner == SHARED && permissions.organisations != OrgScope::All {
            self.errors.push(Problem::new(ProblemCode::RecordSharedForbidden, record.pointer.clone()));
            return false;
        }
        true
    }
}
