//! The filter of a selection: a JSON object with the filters of candidates as members.

use std::borrow::Cow;
use std::collections::HashSet;

use orderdock_app::Caller;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder};
use utoipa::{PartialSchema, ToSchema};

use super::candidates::{CANDIDATE_FILTERS, CandidateFilterInput, HEADER_OF, OUTCOME};
use super::read_candidate_ids;
use crate::request::json::{
    Anything, Described, Handling, JsonNode, ListOf, Members, NamedSchemas, Property, Reader, TypedMember,
    ValueFault, marks_member, reference,
};

/// Name of the schema.
const SCHEMA: &str = "SelectionFilterData";

/// Name of the member with candidates to leave out.
const EXCLUDE: &str = "exclude";
const EXCLUDE_DESCRIPTION: &str = "Record ids of candidates to leave out.";

/// Members of the filter of a selection.
pub(crate) struct SelectionFilter<'t> {
    node: &'t JsonNode<'t>,
    /// Members, one for each entry of [`CANDIDATE_FILTERS`].
    filters: Vec<TypedMember<'t, Anything>>,
    exclude: TypedMember<'t, ListOf<CandidateId>>,
}

impl<'t> SelectionFilter<'t> {
    /// Reads the filters and the candidates to leave out. An object without any filter is an error, because it would select
    /// all candidates.
    pub fn read(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        reference: &Reference,
    ) -> (CandidateFilterInput, Vec<CandidateId>) {
        let mut input = CandidateFilterInput::default();
        for (filter, slot) in CANDIDATE_FILTERS.iter().zip(&self.filters) {
            filter.read_member(reader, *slot, caller, reference, &mut input);
        }
        if let (Some(outcome), Some(slot)) = (input.outcome_without_run(), self.slot(OUTCOME)) {
            let fault = ValueFault::invalid_parameter(OUTCOME, outcome, Phrase::OnlyWithRun);
            reader.fault(slot, fault);
        }
        if let Some(slot) = self.slot(HEADER_OF).filter(TypedMember::is_given)
            && input.filter.header_of.is_empty()
        {
            reader.fault(slot, ValueFault::new(ProblemCode::SelectionInvalid));
        }
        let exclude = read_candidate_ids(reader, self.exclude).unwrap_or_default();
        if input == CandidateFilterInput::default() && reader.errors.total == 0 {
            let fault = ValueFault::new(ProblemCode::SelectionInvalid);
            reader.fault_here(self.node.at, Some(&self.node.value), fault);
        }
        (input, exclude)
    }

    fn slot(&self, name: &str) -> Option<TypedMember<'t, Anything>> {
        self.filters.iter().find(|slot| slot.name == name).copied()
    }
}

impl<'t> Members<'t> for SelectionFilter<'t> {
    fn open(reader: &mut Reader, node: &'t JsonNode<'t>) -> Option<Self> {
        let members = reader.members(node)?;
        let mut filters: Vec<_> =
            CANDIDATE_FILTERS.iter().map(|filter| TypedMember::empty(filter.name, node.at)).collect();
        let mut exclude = TypedMember::empty(EXCLUDE, node.at);
        let known: Vec<&str> = filters.iter().map(|slot| slot.name).chain([EXCLUDE]).collect();
        let mut unknown = HashSet::new();
        for member in members {
            let (name, value) = (&*member.name, &member.value);
            let is_first = if let Some(slot) = filters.iter_mut().find(|slot| slot.name == name) {
                slot.fill(slot.name, value)
            } else if name == EXCLUDE {
                exclude.fill(EXCLUDE, value)
            } else {
                if !marks_member(name, value, &known) {
                    reader.unknown(Handling::Strict, &mut unknown, Cow::Borrowed(name), value);
                }
                true
            };
            if !is_first {
                reader.duplicate(name, value.at);
            }
        }
        Some(Self { node, filters, exclude })
    }

    fn node(&self) -> &'t JsonNode<'t> {
        self.node
    }
}

impl PartialSchema for SelectionFilter<'_> {
    fn schema() -> Property {
        let mut object = ObjectBuilder::new()
            .description(Some("Filter of candidates, with at least one parameter of the list."));
        for filter in CANDIDATE_FILTERS {
            object = object.property(filter.name, filter.member_schema());
        }
        object
            .property(EXCLUDE, ListOf::<CandidateId>::described(EXCLUDE_DESCRIPTION))
            .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            .into()
    }
}

impl ToSchema for SelectionFilter<'_> {
    fn name() -> Cow<'static, str> {
        SCHEMA.into()
    }
}

impl Described for SelectionFilter<'_> {
    fn described(description: &str) -> Property {
        reference(SCHEMA, description)
    }

    fn parts(parts: &mut NamedSchemas) {
        if parts.iter().all(|(name, _)| name != SCHEMA) {
            parts.push((SCHEMA.to_owned(), Self::schema()));
        }
    }
}
