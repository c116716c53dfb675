//! Lookup, creation and update of the contact in a partner block.

use super::keys::contact_name;
use super::mapping::own_key;
use super::partner::RoleBlock;
use super::row::{AdviceAtLevel, AlreadyReported, RowDraft};
use super::table::TableIndex;
use crate::candidate::{ContactData, ReferenceKey, ReferenceKind};
use crate::ids::{ContactId, OrganisationId, PartnerId};
use crate::masterdata::{Contact, CrossReferenceMember};
use crate::phrase::Phrase;
use crate::problem::ProblemCode;
use crate::sync_advice::IfNotExists;
use crate::text::{Code, Name, fold};

impl RowDraft<'_> {
    /// Returns the contact that the block names. A block without a contact has none, because there is no default contact.
    pub(super) fn contact(
        &mut self,
        block: &RoleBlock<'_>,
        partner: TableIndex,
    ) -> Result<Option<TableIndex>, AlreadyReported> {
        let given = block.data.contact.as_ref();
        let Some(data) = given.filter(|data| data.has_values()) else { return Ok(None) };
        let partner = self.state.partners.get(partner).id;
        let advised = self.advice(block, data.advice, ("/contact", Phrase::Contact));
        if let Some((place, own)) = self.mapped_contact(block.organisation, partner, data) {
            self.update_contact(block, place, &own, advised);
            return Ok(Some(place));
        }
        match self.find_contact(block.organisation, partner, data) {
            Some(place) => {
                self.update_contact(block, place, data, advised);
                Ok(Some(place))
            }
            None => match self.create_contact(block, partner, data, advised) {
                Err(AlreadyReported)
                    if self.is_open(block.role.field(ReferenceKind::Contact), ReferenceKind::Contact) =>
                {
                    Ok(None)
                }
                created => created.map(Some),
            },
        }
    }

    /// Returns the contact of a cross-reference, and the sent members with the keys replaced by its own.
    fn mapped_contact(
        &mut self,
        organisation: OrganisationId,
        partner: PartnerId,
        data: &ContactData,
    ) -> Option<(TableIndex, ContactData)> {
        use CrossReferenceMember::{Code, ExternalId};
        let sent = [(ExternalId, data.external_id.value()), (Code, data.code.value())];
        let keys: Vec<_> = sent.into_iter().filter_map(|(member, value)| Some((member, value?))).collect();
        let found = self.mapped(|state| &state.contacts, Some(partner), &keys)?;
        self.mapping.used.insert(found.reference);
        let place = found.record;
        let contact = self.state.contacts.get(place);
        let is_mapped = |key| {
            let mapped = self.mapped(|state| &state.contacts, Some(partner), &[key]);
            mapped.is_some_and(|mapped| mapped.record == place)
        };
        let mut own = data.clone();
        let own_id = self.state.row_id(contact.id.0, self.ids, contact.external_id.as_ref());
        for (member, value) in keys {
            let by_id = |id| self.state.contact_by_external_id(organisation, partner, self.ids, id);
            let other = (member == ExternalId).then(|| by_id(value)).flatten();
            match member {
                ExternalId
                    if other != Some(place)
                        && (other.is_some() || own_id.is_some() || is_mapped((member, value))) =>
                {
                    own.external_id = own_key(own_id);
                }
                Code if is_mapped((member, value)) => own.code = own_key(contact.code.as_ref()),
                _ => {}
            }
        }
        Some((place, own))
    }

    /// Adds the errors of the new contact of a partner that could not be created.
    pub(super) fn check_new_contact(&mut self, block: &RoleBlock<'_>) {
        let Some(data) = block.data.contact.as_ref().filter(|data| data.has_values()) else { return };
        let advised = self.advice(block, data.advice, ("/contact", Phrase::Contact));
        if advised.advice.if_not_exists == IfNotExists::Create && contact_name(data).is_none() {
            self.error(ProblemCode::ContactNameRequired, block.at("/contact/name"));
        }
    }

    /// Finds a contact by external id. Without an external id, finds it by name and, if sent, email.
    fn find_contact(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        data: &ContactData,
    ) -> Option<TableIndex> {
        if let Some(id) = data.external_id.value() {
            return self.state.contact_by_external_id(organisation, partner, self.ids, id);
        }
        let name = fold(contact_name(data)?.as_str());
        let email = data.email.value().map(|email| fold(email.as_str()));
        self.state.contact_by_name(organisation, partner, &name, email.as_deref())
    }

    fn create_contact(
        &mut self,
        block: &RoleBlock<'_>,
        partner: PartnerId,
        data: &ContactData,
        advised: AdviceAtLevel,
    ) -> Result<TableIndex, AlreadyReported> {
        let keys = keys(data);
        if advised.advice.if_not_exists == IfNotExists::Fail {
            let member = data.external_id.value().map_or("/contact/name", |_| "/contact/externalId");
            let problem = (ProblemCode::ContactUnknown, block.at(member));
            let sent = (block.role.field(ReferenceKind::Contact), ReferenceKind::Contact, sent_keys(data));
            self.unknown(problem, ("contact", partner.0, &keys), advised.level, sent);
            return Err(AlreadyReported);
        }
        let Some(name) = contact_name(data) else {
            self.error(ProblemCode::ContactNameRequired, block.at("/contact/name"));
            self.want("contact", partner.0, &keys);
            return Err(AlreadyReported);
        };
        let id: ContactId = self.state.next_id();
        let mut contact = Contact::new(id, partner, block.organisation, name);
        let mut merge = self.creating();
        merge.contact(data, &mut contact);
        let code = data.external_id.value().or(contact.code.as_ref());
        self.record_created("contact", id.0, code.map(Code::as_str));
        let place = self.state.create(contact);
        self.store_system_id::<Contact>(place, &merge);
        Ok(place)
    }

    fn update_contact(
        &mut self,
        block: &RoleBlock<'_>,
        place: TableIndex,
        data: &ContactData,
        advised: AdviceAtLevel,
    ) {
        let pointer = || block.at("/contact");
        let updated = self.updated((place, pointer), advised.advice, |_, merge, contact: &mut Contact| {
            merge.contact(data, contact);
        });
        let Some((contact, _)) = updated else { return };
        if self.state.contact_taken(place, &contact) {
            return self.key_taken(block, "contact", contact.name.to_string());
        }
        self.state.change(place, contact);
    }
}

/// Returns the keys of an unknown contact.
fn sent_keys(data: &ContactData) -> Vec<(ReferenceKey, String)> {
    match data.external_id.value() {
        Some(id) => vec![(ReferenceKey::ExternalId, id.to_string())],
        None => vec![(ReferenceKey::Name, keys(data).concat())],
    }
}

/// Returns the sent keys as readable text.
fn keys(data: &ContactData) -> Vec<String> {
    if let Some(id) = data.external_id.value() {
        return vec![format!("externalId {id}")];
    }
    let email = data.email.value().map(Name::to_string);
    let named = contact_name(data).map(|name| name.to_string()).into_iter().chain(email);
    vec![named.collect::<Vec<_>>().join(", ")]
}
