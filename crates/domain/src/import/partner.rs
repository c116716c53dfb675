//! Lookup, creation and update of the partner in a block, with its location and contact.

use super::merge::Merge;
use super::row::{AdviceAtLevel, RowDraft};
use super::state::ImportState;
use super::table::TableIndex;
use crate::candidate::{
    MaybeUndefined, PartnerBlock, PartnerData, PartnerLookup, PartnerRole, ReferenceKey, ReferenceKind,
};
use crate::ids::{OrganisationId, PartnerGroupId, PartnerId, is_of_a_record};
use crate::masterdata::{Defaults, KeyMismatch, Partner, PartnerGroup};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::processing::partner_difference;
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};
use crate::text::{Code, Name};

/// Partner role of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlockRole {
    Buyer,
    Bill,
    DropShip,
    HandOver,
}

impl BlockRole {
    pub(super) fn pointer(self) -> &'static str {
        match self {
            Self::Buyer => "/bpartner",
            Self::Bill => "/billBPartner",
            Self::DropShip => "/dropShipBPartner",
            Self::HandOver => "/handOverBPartner",
        }
    }
}

/// A partner block of the row, with its role and settings.
#[derive(Clone, Copy)]
pub(super) struct RoleBlock<'a> {
    pub(super) role: BlockRole,
    pub(super) data: &'a PartnerBlock,
    pub(super) organisation: OrganisationId,
    /// Setting of the row's data source for keys that differ.
    pub(super) key_mismatch: KeyMismatch,
}

impl RoleBlock<'_> {
    pub(super) fn at(&self, member: &str) -> String {
        format!("{}{member}", self.role.pointer())
    }
}

/// Table indexes of a role's partner, location and contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoleIndexes {
    pub(super) partner: TableIndex,
    pub(super) location: Option<TableIndex>,
    pub(super) contact: Option<TableIndex>,
}

/// Result of the lookup by the keys of a block.
pub(super) enum FoundPartner {
    Partner(TableIndex),
    /// Found by a cross-reference, with the sent keys that are not those of the partner.
    Mapped(TableIndex, Vec<PartnerLookup>),
    Nobody,
    /// The keys contradict each other. The error was added.
    Contradiction,
}

impl FoundPartner {
    pub(super) fn place(&self) -> Option<TableIndex> {
        match self {
            Self::Partner(place) | Self::Mapped(place, _) => Some(*place),
            Self::Nobody | Self::Contradiction => None,
        }
    }
}

impl RowDraft<'_> {
    /// Finds, creates or updates the records of a block according to its sync advice.
    pub(super) fn partner_block(&mut self, block: RoleBlock<'_>) -> Option<RoleIndexes> {
        let advised = self.advice(&block, block.data.bpartner.advice, ("/bpartner", Phrase::Bpartner));
        let partner = match self.find_partner(&block) {
            FoundPartner::Partner(place) => {
                self.update_partner(&block, place, advised);
                Some(place)
            }
            FoundPartner::Mapped(place, keys) => {
                self.mapping.parts.push(block.at("/bpartner"));
                if advised.advice.if_exists != IfExists::DontUpdate {
                    let data = self.with_own_keys(block.data, place, &keys);
                    self.update_partner(&RoleBlock { data: &data, ..block }, place, advised);
                }
                Some(place)
            }
            FoundPartner::Nobody => {
                let created = self.create_partner(&block, advised);
                if created.is_none() && advised.advice.if_not_exists == IfNotExists::Create {
                    // location and contact would be new too, so their errors are reported as well
                    self.check_new_location(&block);
                    self.check_new_contact(&block);
                }
                created
            }
            FoundPartner::Contradiction => None,
        };
        let partner = partner?;
        if block.role == BlockRole::Buyer {
            self.mapping.buyer = Some(self.state.partners.get(partner).id);
        }
        let location = self.location(&block, partner).ok();
        let contact = self.contact(&block, partner).ok();
        Some(RoleIndexes { partner, location: location?, contact: contact? })
    }

    /// Returns the sync advice of the entity, otherwise of the block, otherwise the default of the shape.
    /// `UPDATE_REMOVE` is an error. The returned advice then updates nothing, so that further errors are found.
    pub(super) fn advice(
        &mut self,
        block: &RoleBlock<'_>,
        own: Option<SyncAdvice>,
        (member, entity): (&str, Phrase),
    ) -> AdviceAtLevel {
        let (advice, level, place) = match (own, block.data.advice) {
            (Some(advice), _) => (advice, entity, member),
            (None, Some(advice)) => (advice, Phrase::Block, ""),
            (None, None) if self.request.identity.flat => (SyncAdvice::CREATE, Phrase::Default, ""),
            (None, None) => (SyncAdvice::READ_ONLY, Phrase::Default, ""),
        };
        if advice.if_exists != IfExists::UpdateRemove {
            return AdviceAtLevel { advice, level };
        }
        let pointer = block.at(&format!("{place}/syncAdvise/ifExists"));
        let problem = Problem::new(ProblemCode::AdviceNotAllowed, pointer);
        let problem = problem.with("advice", advice.if_exists.as_str());
        if !self.errors.contains(&problem) {
            self.errors.push(problem);
        }
        AdviceAtLevel { advice: SyncAdvice { if_exists: IfExists::DontUpdate, ..advice }, level }
    }

    /// Adds the error that another location or contact of the partner already has the keys of the changed record.
    pub(super) fn key_taken(&mut self, block: &RoleBlock<'_>, kind: &'static str, label: String) {
        let problem = Problem::new(ProblemCode::KeyTaken, block.at(&format!("/{kind}")));
        self.errors.push(problem.with("name", kind).with("value", label));
    }

    /// Returns a key of the block that another partner of the same organisation already has. A new partner belongs to the
    /// row's organisation.
    fn taken_key<'b>(
        &self,
        block: &RoleBlock<'b>,
        place: Option<TableIndex>,
    ) -> Option<(PartnerLookup, &'b Code)> {
        let owner = place.map_or(block.organisation, |place| self.state.partners.get(place).organisation);
        let mut keys = BlockKeys::of(block.data).given().filter(|(key, _)| *key != PartnerLookup::Gln);
        keys.find(|(key, value)| {
            let found = self.partners_by(owner, *key, value);
            found
                .iter()
                .any(|other| Some(*other) != place && self.state.partners.get(*other).organisation == owner)
        })
    }

    fn partner_key_taken(&mut self, block: &RoleBlock<'_>, key: PartnerLookup, value: &Code) {
        let problem = Problem::new(ProblemCode::KeyTaken, block.at(pointer_of(key)));
        self.errors.push(problem.with("name", name_of(key)).with("value", value.as_str()));
    }

    pub(super) fn role(&self, indexes: RoleIndexes) -> PartnerRole {
        PartnerRole {
            partner: self.state.partners.get(indexes.partner).id,
            location: indexes.location.map(|place| self.state.locations.get(place).id),
            contact: indexes.contact.map(|place| self.state.contacts.get(place).id),
        }
    }

    /// Tries the keys of a block in order until one matches; with a lookup advice, only that key. If several partners have
    /// the GLN, the code selects one.
    pub(super) fn find_partner(&mut self, block: &RoleBlock<'_>) -> FoundPartner {
        let keys = BlockKeys::of(block.data);
        if keys.tried().next().is_none() {
            // safeguard: the JSON reader already rejects rows without a partner key
            let problem = Problem::new(ProblemCode::BpartnerKeyMissing, block.at("/bpartner/code"));
            self.errors.push(problem.with("expected", Phrase::AnyPartnerKey));
            return FoundPartner::Contradiction;
        }
        if let Some((place, differing)) = self.mapped_partner(block, &keys) {
            return FoundPartner::Mapped(place, differing);
        }
        for (key, value) in keys.tried() {
            let found = self.partners_by(block.organisation, key, value);
            let named = keys.code.and_then(|code| self.state.partner_by_code(block.organisation, code));
            let place = match found.as_slice() {
                [] => continue,
                [only] => *only,
                [first, second, ..] => {
                    match named.filter(|code| found.contains(code) && keys.advised.is_none()) {
                        Some(place) => place,
                        None => {
                            return self.contradiction(
                                block,
                                pointer_of(key),
                                *first,
                                self.partner_label(*second),
                            );
                        }
                    }
                }
            };
            return self.matched(block, &keys, (key, place));
        }
        FoundPartner::Nobody
    }

    pub(super) fn partners_by(
        &self,
        organisation: OrganisationId,
        key: PartnerLookup,
        value: &Code,
    ) -> Vec<TableIndex> {
        match key {
            PartnerLookup::ExternalId => {
                self.state.partner_by_external_id(organisation, self.ids, value).into_iter().collect()
            }
            PartnerLookup::Gln => self.state.partners_by_gln(organisation, value),
            PartnerLookup::Code => self.state.partner_by_code(organisation, value).into_iter().collect(),
        }
    }

    /// Compares the other keys of a block with the partner that was found by one of them. An external id that
    /// matched no partner contradicts a different id of this partner; any other difference is a warning, unless key
    /// mismatches are rejected.
    fn matched(
        &mut self,
        block: &RoleBlock<'_>,
        keys: &BlockKeys<'_>,
        (by, place): (PartnerLookup, TableIndex),
    ) -> FoundPartner {
        for (key, sent) in keys.given().filter(|(key, _)| *key != by) {
            let Some(stored) = self.other_value(block.organisation, place, key, sent) else { continue };
            let missed = key == PartnerLookup::ExternalId && keys.advised.is_none();
            if missed || block.key_mismatch == KeyMismatch::Reject {
                let other = self.partners_by(block.organisation, key, sent).first().copied();
                let other = other.map(|other| self.partner_label(other));
                let second = other.unwrap_or_else(|| format!("{} {sent}", name_of(key)));
                return self.contradiction(block, pointer_of(key), place, second);
            }
            self.warn_of_partner_key(block, (key, sent), stored);
        }
        FoundPartner::Partner(place)
    }

    pub(super) fn warn_of_partner_key(
        &mut self,
        block: &RoleBlock<'_>,
        (key, sent): (PartnerLookup, &Code),
        stored: String,
    ) {
        let warning = Problem::new(ProblemCode::BpartnerKeyDiffers, block.at(pointer_of(key)))
            .with("name", name_of(key))
            .with("stored", stored)
            .with("sent", sent.as_str());
        self.warnings.push(warning);
    }

    /// Returns the partner's value if it differs from a sent key; `None` if it is equal or absent. A partner can have
    /// several GLNs, so a GLN differs only if it belongs to other partners.
    pub(super) fn other_value(
        &self,
        organisation: OrganisationId,
        place: TableIndex,
        key: PartnerLookup,
        sent: &Code,
    ) -> Option<String> {
        let partner = self.state.partners.get(place);
        match key {
            PartnerLookup::Code => (!partner.code.is_spelled(sent))
                .then(|| partner.code.known().map_or_else(|| self.partner_label(place), str::to_owned)),
            PartnerLookup::ExternalId => {
                let stored = self.state.row_id(partner.id.0, self.ids, partner.external_id.as_ref());
                stored.filter(|id| !id.is_spelled(sent)).map(ToString::to_string)
            }
            PartnerLookup::Gln => {
                let owners = self.state.partners_by_gln(organisation, sent);
                (!owners.is_empty() && !owners.contains(&place)).then(|| {
                    let locations = self.state.locations_of(organisation, partner.id);
                    let glns = locations.filter_map(|(_, location)| location.gln.as_ref());
                    glns.map(Code::as_str).collect::<Vec<_>>().join(", ")
                })
            }
        }
    }

    fn contradiction(
        &mut self,
        block: &RoleBlock<'_>,
        member: &str,
        first: TableIndex,
        second: String,
    ) -> FoundPartner {
        let problem = Problem::new(ProblemCode::BpartnerAmbiguous, block.at(member))
            .with("first", self.partner_label(first))
            .with("second", second);
        self.errors.push(problem);
        FoundPartner::Contradiction
    }

    pub(super) fn partner_label(&self, place: TableIndex) -> String {
        let partner = self.state.partners.get(place);
        label(&partner.code, partner.external_id.as_ref(), &partner.name)
    }

    fn create_partner(&mut self, block: &RoleBlock<'_>, advised: AdviceAtLevel) -> Option<TableIndex> {
        let keys = BlockKeys::of(block.data);
        let data = &block.data.bpartner;
        let owner = block.organisation.0;
        if advised.advice.if_not_exists == IfNotExists::Fail {
            let problem = (ProblemCode::BpartnerUnknown, block.at(keys.first_pointer()));
            let sent = (block.role.field(ReferenceKind::Partner), ReferenceKind::Partner, keys.sent());
            self.unknown(problem, ("bpartner", owner, &keys.texts()), advised.level, sent);
            return None;
        }
        let Some(name) = data.name.value() else {
            self.error(ProblemCode::BpartnerNameRequired, block.at("/bpartner/name"));
            self.want("bpartner", owner, &keys.texts());
            return None;
        };
        if let Some((key, value)) = self.taken_key(block, None) {
            self.partner_key_taken(block, key, value);
            return None;
        }
        let id: PartnerId = self.state.next_id();
        let code = self.partner_code(block.organisation, data, id)?;
        let mut partner = Partner::new(id, block.organisation, code, name.clone());
        let mut merge = self.creating();
        merge.partner(data, &mut partner);
        partner.group = data.group.value().map(|group| self.group(block, group));
        partner.parent = match data.parent_id.value() {
            Some(parent) => Some(self.parent(block, *parent)?),
            None => None,
        };
        self.record_created("bpartner", id.0, partner.code.known());
        let place = self.state.create(partner);
        self.store_system_id::<Partner>(place, &merge);
        Some(place)
    }

    /// Returns the code that was sent, otherwise a code derived from the id.
    fn partner_code(&self, organisation: OrganisationId, data: &PartnerData, id: PartnerId) -> Option<Code> {
        if let Some(code) = data.code.value() {
            return Some(code.clone());
        }
        let taken = |code: &Code| self.state.partner_by_code(organisation, code).is_some();
        free_code("BP", id.0, taken)
    }

    /// Returns the group with this name. Creates it with a warning if it is unknown.
    fn group(&mut self, block: &RoleBlock<'_>, name: &Name) -> PartnerGroupId {
        let organisation = block.organisation;
        if let Some(known) = self.state.group_by_name(organisation, name.as_str()) {
            return known;
        }
        let id: PartnerGroupId = self.state.next_id();
        let (name_of_group, defaults) = (name.clone(), Defaults::default());
        let group = PartnerGroup { id, organisation, active: true, name: name_of_group, defaults };
        self.state.groups.create(group);
        self.record_created("group", id.0, Some(name.as_str()));
        let warning = Problem::new(ProblemCode::GroupCreated, block.at("/bpartner/group"));
        self.warnings.push(warning.with("name", name.as_str()));
        id
    }

    fn parent(&mut self, block: &RoleBlock<'_>, id: i64) -> Option<PartnerId> {
        let parent = PartnerId(id);
        if self.state.partner_by_id(block.organisation, parent).is_some() {
            return Some(parent);
        }
        let problem = Problem::new(ProblemCode::RecordUnknown, block.at("/bpartner/parentId"))
            .with("kind", Phrase::Bpartner)
            .with("value", id.to_string());
        self.errors.push(problem);
        None
    }

    fn update_partner(&mut self, block: &RoleBlock<'_>, place: TableIndex, advised: AdviceAtLevel) {
        let data = &block.data.bpartner;
        if advised.advice.if_exists == IfExists::DontUpdate {
            let partner = self.state.partners.get(place);
            let name = data.name.value().map(Name::as_str);
            self.differences.extend(partner_difference(partner, name, block.role.pointer()));
            return;
        }
        let pointer = || block.at("/bpartner");
        let updated =
            self.updated((place, pointer), advised.advice, |state, merge, partner: &mut Partner| {
                merge.partner(data, partner);
                merge_group(data, partner, state, merge);
                merge_parent(data, partner, merge);
            });
        let Some((mut partner, _)) = updated else { return };
        if let Some((key, value)) = self.taken_key(block, Some(place)) {
            return self.partner_key_taken(block, key, value);
        }
        let owner = RoleBlock { organisation: partner.organisation, ..*block };
        match &data.group {
            MaybeUndefined::Value(group) => partner.group = Some(self.group(&owner, group)),
            MaybeUndefined::Null => partner.group = None,
            MaybeUndefined::Absent => {}
        }
        match &data.parent_id {
            MaybeUndefined::Value(parent) => match self.parent(&owner, *parent) {
                Some(parent) => partner.parent = Some(parent),
                None => return,
            },
            MaybeUndefined::Null => partner.parent = None,
            MaybeUndefined::Absent => {}
        }
        self.state.change(place, partner);
    }
}

/// Merges the group, which is compared by name.
fn merge_group(data: &PartnerData, partner: &Partner, state: &ImportState, merge: &mut Merge) {
    let group = partner.group.and_then(|id| state.group(id)).map(|group| &group.name);
    if let Some(wanted) = merge.wanted(&data.group)
        && wanted != group
    {
        merge.changed("group", group.map(ToString::to_string), wanted.map(ToString::to_string));
    }
}

fn merge_parent(data: &PartnerData, partner: &Partner, merge: &mut Merge) {
    let parent = partner.parent.map(|parent| parent.0);
    if let Some(wanted) = merge.wanted(&data.parent_id)
        && wanted.copied() != parent
    {
        merge.changed("parentId", parent.map(|id| id.to_string()), wanted.map(i64::to_string));
    }
}

/// Returns a readable label for a partner or product.
pub(super) fn label(code: &Code, external_id: Option<&Code>, name: &Name) -> String {
    match (code.known(), external_id) {
        (Some(code), Some(id)) => format!("{code} (externalId {id})"),
        (Some(code), None) => code.to_owned(),
        (None, Some(id)) => format!("externalId {id}"),
        (None, None) => name.to_string(),
    }
}

/// Returns the prefix followed by the id. Appends `X` until no other record has the code.
pub(super) fn free_code(prefix: &str, id: i64, taken: impl Fn(&Code) -> bool) -> Option<Code> {
    if !is_of_a_record(id) {
        return Some(Code::to_come());
    }
    let mut text = format!("{prefix}{id}");
    loop {
        let code = Code::parse(&text).ok().flatten()?;
        if !taken(&code) {
            return Some(code);
        }
        text.push('X');
    }
}

/// Returns the sent key that contradicts the product found by the other key, with the pointer of its member.
pub(super) fn contradicting(
    sent: (Option<&Code>, Option<&Code>),
    stored: (&Code, Option<&Code>),
) -> Option<(&'static str, String)> {
    if let Some(code) = sent.0.filter(|code| !stored.0.is_spelled(code)) {
        return Some(("/code", format!("code {code}")));
    }
    let id = sent.1.filter(|id| stored.1.is_some_and(|stored| !stored.is_spelled(id)))?;
    Some(("/externalId", format!("externalId {id}")))
}

/// Lookup keys of a block.
pub(super) struct BlockKeys<'a> {
    external_id: Option<&'a Code>,
    gln: Option<&'a Code>,
    code: Option<&'a Code>,
    /// The only key for the lookup, if the block has a lookup advice.
    advised: Option<PartnerLookup>,
}

impl<'a> BlockKeys<'a> {
    fn of(block: &'a PartnerBlock) -> Self {
        Self {
            external_id: block.bpartner.external_id.value(),
            gln: block.location.as_ref().and_then(|location| location.gln.value()),
            code: block.bpartner.code.value(),
            advised: block.lookup,
        }
    }

    /// Returns all keys that were sent.
    pub(super) fn given(&self) -> impl Iterator<Item = (PartnerLookup, &'a Code)> + use<'a> {
        let keys = [
            (PartnerLookup::ExternalId, self.external_id),
            (PartnerLookup::Gln, self.gln),
            (PartnerLookup::Code, self.code),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value?)))
    }

    /// Returns the keys for the lookup, in order.
    pub(super) fn tried(&self) -> impl Iterator<Item = (PartnerLookup, &'a Code)> + use<'a> {
        let advised = self.advised;
        self.given().filter(move |(key, _)| advised.is_none_or(|advised| advised == *key))
    }

    /// Returns the keys as readable text. They also identify a partner that could not be created.
    fn texts(&self) -> Vec<String> {
        self.tried().map(|(key, value)| format!("{} {value}", name_of(key))).collect()
    }

    /// Returns the keys of an unknown partner.
    fn sent(&self) -> Vec<(ReferenceKey, String)> {
        let sent = self.tried().map(|(key, value)| {
            let key = match key {
                PartnerLookup::ExternalId => ReferenceKey::ExternalId,
                PartnerLookup::Gln => ReferenceKey::Gln,
                PartnerLookup::Code => ReferenceKey::Code,
            };
            (key, value.to_string())
        });
        sent.collect()
    }

    fn first_pointer(&self) -> &'static str {
        let tried = || self.tried().map(|(key, _)| key);
        let first = tried().find(|key| *key == PartnerLookup::Code).or_else(|| tried().next());
        first.map_or("/bpartner/code", pointer_of)
    }
}

fn name_of(key: PartnerLookup) -> &'static str {
    match key {
        PartnerLookup::ExternalId => "externalId",
        PartnerLookup::Gln => "gln",
        PartnerLookup::Code => "code",
    }
}

fn pointer_of(key: PartnerLookup) -> &'static str {
    match key {
        PartnerLookup::ExternalId => "/bpartner/externalId",
        PartnerLookup::Gln => "/location/gln",
        PartnerLookup::Code => "/bpartner/code",
    }
}
