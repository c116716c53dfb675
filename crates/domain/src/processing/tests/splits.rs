//! Splitting of incoming orders: each member of the split key, and values that do not split.

use super::*;
use crate::candidate::{OrderDocType, PartnerRole, PaymentRule};
use crate::ids::{ExternalSystemId, PaymentTermId, ShipperId, TaxId};
use crate::masterdata::{ExemptBuyers, Tax};

type Change = fn(&mut Candidate);

const OTHER_PARTY: PartnerRole = PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None };

/// Changes one value in the second of two candidates, so that they become two orders.
#[test]
fn each_split_member_splits_the_order() {
    let table: [(SplitMember, Change); 23] = [
        (SplitMember::PoReference, |c| c.po_reference = code("PO-2")),
        (SplitMember::Buyer, |c| c.buyer = Some(OTHER_PARTY)),
        (SplitMember::Buyer, |c| c.buyer.as_mut().unwrap().location = Some(BUYER_OFFICE)),
        (SplitMember::Buyer, |c| c.buyer.as_mut().unwrap().contact = Some(CLERK)),
        (SplitMember::Bill, |c| c.bill = Some(OTHER_PARTY)),
        (SplitMember::Bill, |c| {
            c.bill = Some(PartnerRole { location: Some(BUYER_OFFICE), ..c.buyer.unwrap() });
        }),
        (SplitMember::DropShip, |c| c.drop_ship = Some(OTHER_PARTY)),
        (SplitMember::HandOver, |c| c.hand_over = Some(OTHER_PARTY)),
        (SplitMember::Currency, |c| {
            c.pricing_system = Some(RUPEES);
            c.price = Some(number("900"));
        }),
        (SplitMember::PricingSystem, |c| c.pricing_system = Some(CONSUMERS)),
        (SplitMember::DateOrdered, |c| c.date_ordered = day("2026-12-02")),
        (SplitMember::DocumentType, |c| c.order_doc_type = Some(OrderDocType::PrepayOrder)),
        (SplitMember::InvoiceDocumentType, |c| c.invoice_doc_type = Some(INVOICE)),
        (SplitMember::PaymentRule, |c| c.payment_rule = Some(PaymentRule::Paypal)),
        (SplitMember::PaymentTerm, |c| c.payment_term = Some(PaymentTermId(130))),
        (SplitMember::Shipper, |c| c.shipper = Some(ShipperId(120))),
        (SplitMember::SalesPartner, |c| c.sales_partner = Some(AGENT)),
        (SplitMember::Warehouse, |c| c.warehouse = Some(WAREHOUSE)),
        (SplitMember::DeliveryRule, |c| c.delivery_rule = Some(code("A"))),
        (SplitMember::DeliveryViaRule, |c| c.delivery_via_rule = Some(code("S"))),
        (SplitMember::DataSource, |c| c.data_source = EDI),
        (SplitMember::ExternalSystem, |c| c.external_system = Some(ExternalSystemId(1))),
        (SplitMember::ExternalHeaderId, |c| c.identity.header_id = code("H2")),
    ];
    for (member, change) in table {
        let candidates = [candidate(1, "H1"), with(candidate(2, "H1"), change), candidate(3, "H1")];
        let plan = run(&OrderFixture::new(), &candidates);
        assert_eq!(summary(&plan), "1 3 | 2", "{member:?}");
        let same_header = HeaderKey::of(&candidates[0]) == HeaderKey::of(&candidates[1]);
        let RunOutcome::Ordered { split_by, .. } = plan.results[1].outcome else { panic!("{member:?}") };
        assert_eq!(split_by, same_header.then_some(member));
    }
    let named: std::collections::HashSet<_> = table.iter().map(|(member, _)| *member).collect();
    let rest: Vec<_> = SplitMember::ALL.iter().filter(|member| !named.contains(member)).collect();
    let own = [&SplitMember::Organisation, &SplitMember::TaxIncluded];
    assert_eq!(rest, own, "these have tests of their own");
}

/// The price list includes tax, which is removed from the price of a line under reverse charge only.
#[test]
fn lines_with_and_without_included_tax_are_split() {
    let reduced = crate::ids::TaxCategoryId(51);
    let mut fixture = OrderFixture::new();
    let list = &mut fixture.reference.price_lists[0];
    (list.tax_included, list.exempt_buyers) = (true, ExemptBuyers::RemoveTax);
    let domestic = Tax { id: TaxId(77), tax_category: reduced, ..fixture.reference.taxes[0].clone() };
    let owed = Tax { id: TaxId(78), requires_vat_id: true, reverse_charge: true, ..domestic.clone() };
    fixture.reference.taxes.extend([domestic, owed]);
    fixture.partner(BUYER).vat_id = Some(code("DE1"));
    let candidates = [candidate(1, "H1"), with(candidate(2, "H1"), |c| c.tax_category = Some(reduced))];
    let plan = run(&fixture, &candidates);
    assert_eq!(summary(&plan), "1 | 2");
    let RunOutcome::Ordered { split_by, .. } = plan.results[1].outcome else { panic!("{plan:?}") };
    assert_eq!(split_by, Some(SplitMember::TaxIncluded));
    let included: Vec<_> = plan
        .writes
        .orders
        .iter()
        .map(|new| (new.order.header.tax_included, new.order.total_tax.is_zero()))
        .collect();
    assert_eq!(included, [(true, false), (false, true)]);
}

#[test]
fn orders_are_split_by_organisation() {
    let mut fixture = OrderFixture::new();
    let mut second = fixture.reference.organisations[0].clone();
    second.id = crate::ids::OrganisationId(2);
    second.code = code("002");
    fixture.reference.organisations.push(second);
    let candidates =
        [candidate(1, "H1"), with(candidate(2, "H1"), |c| c.organisation = crate::ids::OrganisationId(2))];
    assert_eq!(summary(&run(&fixture, &candidates)), "1 | 2");
}

/// Covers equal values in another notation, and values that belong to the line.
#[test]
fn effectively_equal_values_do_not_split() {
    let table: [(&str, Change); 13] = [
        ("required day", |c| c.date_required = Some(day("2026-12-24"))),
        ("product", |c| c.product = Some(NAIL)),
        ("price", |c| c.price = Some(number("3"))),
        ("discount", |c| c.discount = Some(number("5"))),
        ("the list's currency, named", |c| c.currency = Some(code("EUR"))),
        ("the organisation's pricing system, named", |c| c.pricing_system = Some(CUSTOMERS)),
        ("the default document type, named", |c| c.order_doc_type = Some(OrderDocType::SalesOrder)),
        ("the buyer as bill partner", |c| c.bill = c.buyer),
        ("the buyer as bill partner, without location", |c| {
            c.bill = Some(PartnerRole { partner: BUYER, location: None, contact: None });
        }),
        ("the buyer as drop-ship partner", |c| c.drop_ship = c.buyer),
        ("the request", |c| c.request = crate::ids::RequestId(9)),
        ("the destination warehouse", |c| c.warehouse_dest = Some(WAREHOUSE)),
        ("the promotion code", |c| c.promotion_code = Some(code("SUMMER"))),
    ];
    for (case, change) in table {
        let candidates = [candidate(1, "H1"), with(candidate(2, "H1"), change)];
        assert_eq!(summary(&run(&OrderFixture::new(), &candidates)), "1 2", "{case}");
    }
}

#[test]
fn flat_ids_with_the_same_reference_share_an_order() {
    let flat = |id: i64, its_id: &str| with(candidate(id, its_id), |c| c.identity.flat = true);
    let candidates = [flat(1, "a"), flat(2, "b"), with(flat(3, "c"), |c| c.po_reference = code("PO-2"))];
    let plan = run(&OrderFixture::new(), &candidates);
    assert_eq!(summary(&plan), "1 2 | 3");
    assert_eq!(plan.writes.orders[0].order.header.external_header_id, None);
}

#[test]
fn split_orders_keep_their_lines_together() {
    let paypal = |id| with(candidate(id, "H1"), |c| c.payment_rule = Some(PaymentRule::Paypal));
    let candidates =
        [candidate(1, "H1"), paypal(2), candidate(3, "H1"), paypal(4), candidate(5, "H1"), paypal(6)];
    assert_eq!(summary(&run(&OrderFixture::new(), &candidates)), "1 3 5 | 2 4 6");
}

/// Document numbers are assigned in this order, regardless of the split key.
#[test]
fn orders_are_sorted_by_their_first_candidate() {
    let paypal =
        |id, header: &str| with(candidate(id, header), |c| c.payment_rule = Some(PaymentRule::Paypal));
    let candidates = [candidate(3, "H2"), candidate(2, "H9"), paypal(1, "H9"), paypal(4, "H2")];
    assert_eq!(summary(&run(&OrderFixture::new(), &candidates)), "1 | 2 | 3 | 4");
}

#[test]
fn duplicate_candidate_is_ordered_once() {
    let candidates = [candidate(1, "H1"), candidate(2, "H1"), candidate(1, "H1")];
    let plan = run(&OrderFixture::new(), &candidates);
    assert_eq!((summary(&plan).as_str(), plan.results.len()), ("1 2", 2));
}
