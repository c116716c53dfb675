//! Builds the draft of an order from candidates with equal split key: header, lines and totals.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use jiff::civil::Date;

use super::candidate_validator::{CandidateValidator, PricedCandidate};
use crate::candidate::{ExtendedProps, HoldReason, PartnerRole};
use crate::ids::{CandidateId, ProductId, TaxCategoryId, UnitId, WarehouseId};
use crate::money::{LineAmount, LineToPrice, Quote, quote};
use crate::number::{Decimal, add};
use crate::order::{
    Allocation, DatePromised, OrderBody, OrderDocumentType, OrderHeader, OrderLine, OrderTotals, Party,
    RecordSnapshot, missing, named_warehouse, order_line,
};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, Text};

/// Increment of line numbers if the sender provides none.
const LINE_STEP: i64 = 10;
/// Maximum line number that is accepted from a sender.
const LARGEST_LINE: i64 = 1_000_000_000;

/// An order without id and number.
pub(super) struct OrderDraft<'a> {
    /// Candidates of the order, in the order of the sender.
    pub members: Vec<PricedCandidate<'a>>,
    pub body: OrderBody,
}

impl OrderDraft<'_> {
    /// Records on each allocation that this hold reason was released.
    pub fn record_release(&mut self, reason: HoldReason) {
        for given in self.body.lines.iter_mut().flat_map(|line| &mut line.allocations) {
            given.released = given.released.with(reason);
        }
    }

    /// Records on each allocation that ready lines of the incoming order were omitted at the caller's request.
    pub fn record_partial(&mut self) {
        for given in self.body.lines.iter_mut().flat_map(|line| &mut line.allocations) {
            given.released.partial = true;
        }
    }
}

/// Problems that prevent an order although each candidate is valid on its own.
pub(super) struct DraftFault {
    /// Candidates at fault: those of one line, or all.
    pub candidates: Vec<CandidateId>,
    pub problems: Vec<Problem>,
}

impl DraftFault {
    fn of<'m, 'a: 'm>(
        members: impl IntoIterator<Item = &'m PricedCandidate<'a>>,
        problems: Vec<Problem>,
    ) -> Self {
        Self { candidates: members.into_iter().map(|member| member.candidate.id).collect(), problems }
    }
}

/// Builds order drafts. Caches the parties, because many orders have the same ones.
pub(super) struct OrderBuilder<'a> {
    validator: CandidateValidator<'a>,
    parties: HashMap<PartnerRole, Arc<Party>>,
}

/// Values of a line except the quantity. Candidates with equal values can share a line.
#[derive(PartialEq, Eq, Hash)]
struct LineKey<'a> {
    product: ProductId,
    unit: UnitId,
    price: Option<Decimal>,
    /// Whether the line is free of charge, with the reason.
    without_charge: (bool, Option<&'a Text>),
    discount: Decimal,
    tax_category: Option<TaxCategoryId>,
    date_required: Option<Date>,
    preset_date_invoiced: Option<Date>,
    preset_date_shipped: Option<Date>,
    warehouse_dest: Option<WarehouseId>,
    product_description: Option<&'a Text>,
    description: Option<&'a Text>,
    promotion_code: Option<&'a Code>,
    extended_props: Option<&'a ExtendedProps>,
}

impl<'a> LineKey<'a> {
    fn of(member: &PricedCandidate<'a>) -> Self {
        let candidate = member.candidate;
        Self {
            product: member.line.product.id,
            unit: member.line.unit,
            price: candidate.price,
            without_charge: (candidate.is_free(), candidate.reason.as_ref()),
            discount: candidate.discount.unwrap_or_default(),
            tax_category: candidate.tax_category,
            date_required: candidate.date_required,
            preset_date_invoiced: candidate.preset_date_invoiced,
            preset_date_shipped: candidate.preset_date_shipped,
            warehouse_dest: candidate.warehouse_dest,
            product_description: candidate.product_description.as_ref(),
            description: candidate.description.as_ref(),
            promotion_code: candidate.promotion_code.as_ref(),
            extended_props: candidate.extended_props.as_ref(),
        }
    }
}

impl<'a> OrderBuilder<'a> {
    pub fn new(validator: CandidateValidator<'a>) -> Self {
        Self { validator, parties: HashMap::new() }
    }

    /// Builds the body of an order from at least one candidate; all must have the same split key.
    pub fn draft(&mut self, members: &[PricedCandidate<'a>]) -> Result<OrderBody, DraftFault> {
        let mut lines = Vec::with_capacity(members.len());
        let mut amounts: Vec<LineAmount<'a>> = Vec::with_capacity(members.len());
        let mut number = 0;
        for group in self.line_groups(members) {
            number = next_number(number, group.first().and_then(|member| member.candidate.line));
            let line = self.line(number, &group);
            let (line, amount) = line.map_err(|problems| DraftFault::of(group, problems))?;
            lines.push(line);
            amounts.push(amount);
        }
        self.body(members, lines, amounts).map_err(|problems| DraftFault::of(members, problems))
    }

    fn body(
        &mut self,
        members: &[PricedCandidate<'a>],
        lines: Vec<OrderLine>,
        amounts: Vec<LineAmount<'a>>,
    ) -> Result<OrderBody, Vec<Problem>> {
        let reference = self.validator.reference();
        let first = members.first().ok_or_else(Vec::new)?;
        let figures = OrderTotals::of(amounts.into_iter(), &first.quote.explanation, reference)
            .map_err(|problem| vec![problem])?;
        let document_type = reference
            .document_type(first.key.document_type)
            .map(OrderDocumentType::of)
            .ok_or_else(|| vec![missing(Phrase::DocumentType, "/orderDocType")])?;
        let promised = lines.iter().filter_map(|line| line.date_required).min();
        let promotion_code = lines.iter().find_map(|line| line.promotion_code.clone());
        let header = self.header(first, promised.unwrap_or(first.line.date))?;
        let header = OrderHeader { promotion_code, ..header };
        Ok(OrderBody { document_type, header, lines, figures })
    }

    /// Groups the candidates by line, in the sender's order.
    fn line_groups<'m>(&self, members: &'m [PricedCandidate<'a>]) -> Vec<Vec<&'m PricedCandidate<'a>>> {
        let merge = members
            .first()
            .is_some_and(|first| self.validator.context.settings.merge_lines(first.key.organisation));
        if !merge {
            return members.iter().map(|member| vec![member]).collect();
        }
        let mut groups: Vec<Vec<&PricedCandidate<'a>>> = Vec::new();
        let mut indexes: HashMap<LineKey<'_>, usize> = HashMap::new();
        for member in members {
            match indexes.entry(LineKey::of(member)) {
                Entry::Occupied(index) => groups[*index.get()].push(member),
                Entry::Vacant(index) => {
                    index.insert(groups.len());
                    groups.push(vec![member]);
                }
            }
        }
        groups
    }

    fn line(
        &self,
        number: i64,
        group: &[&PricedCandidate<'a>],
    ) -> Result<(OrderLine, LineAmount<'a>), Vec<Problem>> {
        let reference = self.validator.reference();
        let first = group.first().ok_or_else(Vec::new)?;
        let candidate = first.candidate;
        let (qty, merged) = if group.len() == 1 { (candidate.qty, None) } else { self.merged(group)? };
        let quote = merged.as_ref().unwrap_or(&first.quote);
        let mut line = order_line(number, first.line.product, (qty, first.line.unit), quote, reference)
            .map_err(|problem| vec![problem])?;
        line.product.description.clone_from(&candidate.product_description);
        line.description.clone_from(&candidate.description);
        line.promotion_code.clone_from(&candidate.promotion_code);
        line.extended_props.clone_from(&candidate.extended_props);
        line.date_required = candidate.date_required;
        line.preset_date_invoiced = candidate.preset_date_invoiced;
        line.preset_date_shipped = candidate.preset_date_shipped;
        line.warehouse_dest =
            candidate.warehouse_dest.and_then(|id| reference.warehouse(id)).map(named_warehouse);
        line.allocations = group
            .iter()
            .map(|member| Allocation {
                candidate: member.candidate.id,
                qty: member.candidate.qty,
                released: member.released,
            })
            .collect();
        Ok((line, LineAmount { net: quote.net, tax: quote.tax }))
    }

    /// Returns the total quantity of a group and its quote. The group is priced as one line, so another scale may apply.
    fn merged(&self, group: &[&PricedCandidate<'a>]) -> Result<(Decimal, Option<Quote<'a>>), Vec<Problem>> {
        let first = group.first().ok_or_else(Vec::new)?;
        let quantity = group
            .iter()
            .try_fold(Decimal::ZERO, |sum, member| add(sum, member.candidate.qty))
            .ok_or_else(|| vec![Problem::new(ProblemCode::NumberTooLarge, "/qty")])?;
        let line = LineToPrice { quantity, ..first.line };
        quote(&line, self.validator.reference()).result.map(|quote| (quantity, Some(quote)))
    }

    fn header(&mut self, first: &PricedCandidate<'a>, promised: Date) -> Result<OrderHeader, Vec<Problem>> {
        let reference = self.validator.reference();
        let (candidate, key) = (first.candidate, &first.key);
        let buyer = self.party(key.buyer)?;
        let sales_partner =
            candidate.sales_partner.and_then(|id| self.validator.context.related.partners.get(&id));
        let days = (candidate.date_ordered, DatePromised::Day(promised));
        let explanation = &first.quote.explanation;
        Ok(OrderHeader {
            data_source: Some(candidate.data_source),
            external_system: candidate.external_system,
            external_header_id: (!candidate.identity.flat).then(|| candidate.identity.header_id.clone()),
            po_reference: Some(candidate.po_reference.clone()),
            bill: self.other_party(key.bill, key.buyer)?,
            drop_ship: self.other_party(key.drop_ship, key.buyer)?,
            hand_over: self.other_party(key.hand_over, key.buyer)?,
            sales_partner: sales_partner
                .map(|partner| RecordSnapshot::new(partner.id, &partner.code, Some(&partner.name))),
            invoice_document_type: candidate
                .invoice_doc_type
                .and_then(|id| reference.document_type(id))
                .map(OrderDocumentType::of),
            ..OrderHeader::of(first.line.organisation, buyer, explanation, days, &first.values, reference)
        })
    }

    fn other_party(
        &mut self,
        role: PartnerRole,
        buyer: PartnerRole,
    ) -> Result<Option<Arc<Party>>, Vec<Problem>> {
        if role == buyer { Ok(None) } else { self.party(role).map(Some) }
    }

    fn party(&mut self, role: PartnerRole) -> Result<Arc<Party>, Vec<Problem>> {
        if let Some(party) = self.parties.get(&role) {
            return Ok(party.clone());
        }
        let partner = self
            .validator
            .partner(role)
            .ok_or_else(|| vec![missing(Phrase::Partner, "/bpartner/bpartner")])?;
        let contacts = &self.validator.context.related.contacts;
        let party = Arc::new(Party {
            partner: partner.clone(),
            location: self.validator.location(role).cloned(),
            contact: role.contact.and_then(|id| contacts.get(&id)).cloned(),
        });
        self.parties.insert(role, party.clone());
        Ok(party)
    }
}

/// Returns the sender's line number if it is greater than the last one, otherwise the last one plus 10.
fn next_number(last: i64, sent: Option<i64>) -> i64 {
    sent.filter(|number| (last + 1..=LARGEST_LINE).contains(number)).unwrap_or(last + LINE_STEP)
}
