//! Records that a row may mean by an unknown code ("did you mean"), for the errors of rejected rows.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::{ImportContext, ImportKeys, ImportRow, RowOutcome};
use crate::candidate::{CandidateRequest, Field, PartnerBlock};
use crate::ids::OrganisationId;
use crate::masterdata::{Partner, Product, Reference};
use crate::money::visible;
use crate::problem::{Problem, ProblemCode};
use crate::suggested_fix::{RecordSuggestion, codes_at_distance_one, listed_records, nearest, unknown_code};
use crate::sync_advice::{IfNotExists, SyncAdvice};
use crate::text::{Code, Name, gtin};

/// Maximum number of unknown codes of a request for which similar records are loaded.
const MAX_UNKNOWN_CODES: usize = 5;

/// Codes of partners and products that match no loaded record, in rows that do not create the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnknownCodes {
    partners: BTreeSet<Code>,
    sales_partners: BTreeSet<Code>,
    products: BTreeSet<Code>,
}

impl UnknownCodes {
    /// Returns the first unknown codes of the rows, whose keys and records are given. Rows that store unresolved references
    /// are included.
    pub fn find<'r>(
        rows: impl IntoIterator<Item = &'r ImportRow>,
        keys: &ImportKeys,
        context: &ImportContext,
    ) -> Self {
        let known = KnownCodes::of(context);
        let mut unknown = Self::default();
        if known.includes(keys) {
            return unknown;
        }
        for request in rows.into_iter().filter_map(|row| row.request.as_deref().ok()) {
            unknown.add_request(request, &known);
            if unknown.len() >= MAX_UNKNOWN_CODES {
                break;
            }
        }
        unknown
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the keys of records whose code differs from an unknown one by one edit, letter case or punctuation.
    pub fn similar_keys(&self) -> ImportKeys {
        let similar = |codes: &BTreeSet<Code>| {
            codes.iter().flat_map(|code| codes_at_distance_one(code.as_str())).collect()
        };
        ImportKeys {
            partner_codes: similar(&self.partners),
            sales_partner_codes: similar(&self.sales_partners),
            product_codes: similar(&self.products),
            ..ImportKeys::default()
        }
    }

    fn len(&self) -> usize {
        self.partners.len() + self.sales_partners.len() + self.products.len()
    }

    fn add_request(&mut self, request: &CandidateRequest, known: &KnownCodes<'_>) {
        let buyer = Some(&request.bpartner);
        let others = [&request.bill_bpartner, &request.drop_ship_bpartner, &request.hand_over_bpartner];
        let blocks = buyer.into_iter().chain(others.into_iter().flatten().map(|block| &**block));
        let codes = blocks.filter(|block| !creates_partner(request, block));
        for code in codes.filter_map(|block| block.bpartner.code.value()) {
            self.add(code, known, |unknown| &mut unknown.partners);
        }
        if let Some(code) = &request.sales_partner_code
            && self.len() < MAX_UNKNOWN_CODES
            && !known.sales_partners.contains(code)
        {
            self.sales_partners.insert(code.clone());
        }
        let advice = request.product.advice.unwrap_or(SyncAdvice::READ_ONLY);
        if let Some(code) = request.product.code.value().filter(|_| !creates(advice)) {
            self.add(code, known, |unknown| &mut unknown.products);
        }
    }

    fn add(&mut self, code: &Code, known: &KnownCodes<'_>, of_kind: fn(&mut Self) -> &mut BTreeSet<Code>) {
        if self.len() < MAX_UNKNOWN_CODES && !known.contains(code) {
            of_kind(self).insert(code.clone());
        }
    }
}

/// Codes that match a loaded record of any organisation.
struct KnownCodes<'c> {
    codes: HashSet<&'c Code>,
    sales_partners: HashSet<&'c Code>,
}

impl<'c> KnownCodes<'c> {
    fn of(context: &'c ImportContext) -> Self {
        let partners = context.partners.iter().map(|partner| &partner.code);
        let products = context.products.iter().map(|product| &product.code);
        let mapped = context.cross_references.iter().map(|reference| &reference.value);
        let gtins = context.gtins.iter().map(|gtin| &gtin.gtin);
        let numbers = context.partner_products.iter().map(|product| &product.number);
        Self {
            codes: partners.chain(products).chain(mapped).chain(gtins).chain(numbers).collect(),
            sales_partners: context
                .partners
                .iter()
                .filter_map(|partner| partner.sales_code.as_ref())
                .collect(),
        }
    }

    fn includes(&self, keys: &ImportKeys) -> bool {
        let mut codes = keys.partner_codes.iter().chain(&keys.product_codes);
        let mut sales_partners = keys.sales_partner_codes.iter();
        codes.all(|code| self.contains(code)) && sales_partners.all(|code| self.sales_partners.contains(code))
    }

    /// Returns whether a partner or product has this code, number or GTIN.
    fn contains(&self, code: &Code) -> bool {
        self.codes.contains(code) || gtin(code.as_str()).is_some_and(|gtin| self.codes.contains(&gtin))
    }
}

/// Returns whether a row creates the partner of a block if it does not exist.
fn creates_partner(request: &CandidateRequest, block: &PartnerBlock) -> bool {
    let default = if request.identity.flat { SyncAdvice::CREATE } else { SyncAdvice::READ_ONLY };
    creates(block.bpartner.advice.or(block.advice).unwrap_or(default))
}

fn creates(advice: SyncAdvice) -> bool {
    advice.if_not_exists == IfNotExists::Create
}

/// Returns whether a row was rejected because it names a partner or product by an unknown code, for which similar records
/// are loaded.
pub fn has_unknown_code(outcome: &RowOutcome) -> bool {
    let RowOutcome::Rejected { errors } = outcome else { return false };
    let is_unknown = |error: &Problem| {
        matches!(
            error.code,
            ProblemCode::BpartnerUnknown | ProblemCode::ProductUnknown | ProblemCode::SalesPartnerUnknown
        )
    };
    errors.iter().any(is_unknown)
}

/// Records with codes similar to the unknown ones of a request, and the small kinds of records.
#[derive(Clone, Debug, Default)]
pub struct SimilarRecords {
    pub reference: Arc<Reference>,
    pub partners: Vec<Partner>,
    pub products: Vec<Product>,
}

impl SimilarRecords {
    /// Returns the active records of the row's organisation that it may mean, most similar first; empty for problems other
    /// than an unknown code or an unresolved partner or product.
    pub fn suggestions(
        &self,
        request: &CandidateRequest,
        organisation: OrganisationId,
        problem: &Problem,
    ) -> Vec<RecordSuggestion> {
        let usable = |owner: OrganisationId, active: bool| active && visible(owner, organisation);
        let partners = self.partners.iter().filter(|one| usable(one.organisation, one.active));
        let similar = |code: &str, records: Vec<RecordSuggestion>| nearest(code, records);
        match problem.code {
            ProblemCode::BpartnerUnknown | ProblemCode::BpartnerUnresolved => {
                let records = partners.map(|one| record(&one.code, &one.name)).collect();
                sent_partner(request, problem).map(|code| similar(code.as_str(), records))
            }
            ProblemCode::SalesPartnerUnknown => {
                let records = partners.filter_map(|one| Some(record(one.sales_code.as_ref()?, &one.name)));
                unknown_code(problem).map(|code| similar(code, records.collect()))
            }
            ProblemCode::ProductUnknown | ProblemCode::ProductUnresolved => {
                let products = self.products.iter().filter(|one| usable(one.organisation, one.active));
                let records = products.map(|one| record(&one.code, &one.name)).collect();
                request.product.code.value().map(|code| similar(code.as_str(), records))
            }
            code => field_of(code).zip(unknown_code(problem)).and_then(|(field, code)| {
                Some(similar(code, listed_records(field, organisation, &self.reference)?))
            }),
        }
        .unwrap_or_default()
    }
}

fn record(code: &Code, name: &Name) -> RecordSuggestion {
    RecordSuggestion { code: code.to_string(), name: name.to_string() }
}

/// Returns the partner code of the block that a problem points to.
fn sent_partner<'r>(request: &'r CandidateRequest, problem: &Problem) -> Option<&'r Code> {
    let block = match problem.pointer.split('/').nth(1)? {
        "billBPartner" => request.bill_bpartner.as_ref()?,
        "dropShipBPartner" => request.drop_ship_bpartner.as_ref()?,
        "handOverBPartner" => request.hand_over_bpartner.as_ref()?,
        _ => &request.bpartner,
    };
    block.bpartner.code.value()
}

/// Returns a member that names records of the kind that does not exist.
fn field_of(code: ProblemCode) -> Option<Field> {
    Some(match code {
        ProblemCode::UomUnknown => Field::UomCode,
        ProblemCode::CurrencyUnknown => Field::CurrencyCode,
        ProblemCode::PricingSystemUnknown => Field::PricingSystemCode,
        ProblemCode::WarehouseUnknown => Field::WarehouseCode,
        ProblemCode::ShipperUnknown => Field::Shipper,
        ProblemCode::PaymentTermUnknown => Field::PaymentTerm,
        _ => return None,
    })
}
