//! Rules for rows: errors that reject, problems that are stored with the candidate, and warnings.

use jiff::civil::date;

use super::*;
use crate::access::OrgScope;
use crate::candidate::*;
use crate::identifier::IdentifierString;
use crate::ids::*;
use crate::import::{ErrorPolicy, HeaderDate, INVOICE_CANDIDATE_DEST, ImportRow, KnownReference};
use crate::masterdata::{PaymentTerm, Shipper, Warehouse};
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::SyncAdvice;

type Set = fn(&mut CandidateRequest);

fn known() -> ImportFixture {
    given().partner("G0001").product("P1").reference(|reference| {
        reference.shippers.push(Shipper {
            id: ShipperId(80),
            organisation: SHARED,
            active: true,
            code: code("DPD - Classic"),
            external_id: Some(code("dpd")),
            name: None,
        });
        reference.payment_terms.push(PaymentTerm {
            id: PaymentTermId(81),
            organisation: SHARED,
            active: true,
            code: code("30 days"),
            external_id: None,
            name: None,
        });
        reference.warehouses.push(Warehouse {
            id: WarehouseId(82),
            organisation: OWN,
            active: true,
            code: code("W1"),
            name: None,
            country: Some(code("DE")),
        });
    })
}

fn identifier(text: &str) -> IdentifierString {
    IdentifierString::parse(&code(text)).unwrap()
}

#[test]
fn unknown_reference_is_rejected_with_pointer() {
    let table: [(&str, Set); 15] = [
        ("uomCode.unknown /uomCode", |request| request.uom_code = Some(code("XXX"))),
        ("currencyCode.unknown /currencyCode", |request| request.currency_code = Some(code("XXX"))),
        ("currencyCode.required /currencyCode", |request| request.price = Some(number("0"))),
        ("pricingSystemCode.unknown /pricingSystemCode", |request| {
            request.pricing_system_code = Some(code("testpreise"));
        }),
        ("shipper.unknown /shipper", |request| request.shipper = Some(identifier("val-dpd"))),
        ("paymentTerm.unknown /paymentTerm", |request| request.payment_term = Some(identifier("80"))),
        ("warehouse.unknown /warehouseCode", |request| request.warehouse_code = Some(code("w1"))),
        ("warehouse.unknown /warehouseDestCode", |request| request.warehouse_dest_code = Some(code("W2"))),
        ("salesPartnerCode.unknown /salesPartnerCode", |request| {
            request.sales_partner_code = Some(code("test_42"));
        }),
        ("invoiceDocType.unknown /invoiceDocType", |request| {
            let kind = InvoiceDocType { doc_base_type: code("ARI"), doc_sub_type: Some(code("SO")) };
            request.invoice_doc_type = Some(kind);
        }),
        ("orderDocType.unknown /orderDocType", |request| {
            request.order_doc_type = Some(OrderDocType::PrepayOrder);
        }),
        ("dataSource.unknown /dataSource", |request| {
            request.data_source = Some(SourceReference::Identifier(identifier("int-SOURCE.none")));
        }),
        ("dataSource.unknown /externalSystemCode", |request| {
            request.data_source = Some(SourceReference::ExternalSystem(code("none")));
        }),
        ("dataDest.unknown /dataDestInternalName", |request| {
            request.data_dest = Some(SourceReference::InternalName(code("DEST.none")));
        }),
        ("property.missing /dateRequired", |request| request.date_required = None),
    ];
    for (expected, set) in table {
        assert_eq!(known().outcome(row_with("H", "1", set)), format!("rejected {expected}"));
    }
}

#[test]
fn existing_records_are_referenced() {
    let table: [(&str, Set); 9] = [
        ("by search key", |request| request.shipper = Some(identifier("val-DPD - Classic"))),
        ("by external id", |request| request.shipper = Some(identifier("EXT-dpd"))),
        ("by record id", |request| request.shipper = Some(identifier("80"))),
        ("int- is the record id too", |request| request.shipper = Some(identifier("int-80"))),
        ("payment term", |request| request.payment_term = Some(identifier("val-30 days"))),
        ("warehouse", |request| request.warehouse_code = Some(code("W1"))),
        ("pricing system", |request| request.pricing_system_code = Some(code("Testpreise"))),
        ("invoice type without sub type", |request| {
            let kind = InvoiceDocType { doc_base_type: code("ARI"), doc_sub_type: None };
            request.invoice_doc_type = Some(kind);
        }),
        ("order type", |request| request.order_doc_type = Some(OrderDocType::SalesOrder)),
    ];
    for (case, set) in table {
        assert_eq!(staged(&known(), row_with("H", "1", set)), "new", "{case}");
    }
}

#[test]
fn all_errors_of_a_row_are_reported_together() {
    let row = row_with("H", "1", |request| {
        request.uom_code = Some(code("XXX"));
        request.currency_code = Some(code("XXX"));
        request.shipper = Some(identifier("9"));
        request.bpartner.bpartner.code = sent("nobody");
        request.product.code = sent("nothing");
        request.bill_bpartner = Some(PartnerBlock::default().into());
        request.date_required = None;
    });
    let expected = [
        "rejected property.missing /dateRequired",
        "uomCode.unknown /uomCode",
        "currencyCode.unknown /currencyCode",
        "shipper.unknown /shipper",
        "bpartner.unknown /bpartner/bpartner/code",
        "bpartner.key_missing /billBPartner/bpartner/code",
        "product.unknown /product/code",
    ];
    assert_eq!(known().outcome(row), expected.join(", "));
}

#[test]
fn unknown_flat_product_code_is_reported_at_product_code() {
    let row = short_row("X", |request| request.product.code = sent("nothing"));
    assert_eq!(known().outcome(row), "rejected product.unknown /productCode");
}

#[test]
fn unknown_or_foreign_organisation_is_rejected() {
    let with = |key: &str, advice: Option<SyncAdvice>, label: MaybeUndefined<crate::text::Name>| {
        row_with("H", "1", |request| {
            request.org = Some(OrgData { code: code(key), name: label, advice });
        })
    };
    let mine = known();
    let all = known().allow(|permissions| {
        permissions.organisations = OrgScope::All;
        permissions.default_organisation = None;
    });
    let admin = all.clone().allow(|permissions| permissions.create_organisations = true);
    let absent = || MaybeUndefined::Absent;
    let table = [
        (&mine, with("001", None, absent()), "created"),
        // the token must not learn whether the organisation exists
        (&mine, with("002", None, absent()), "rejected org.not_allowed /org/code"),
        (&mine, with("999", CREATE, called("N")), "rejected org.not_allowed /org/code"),
        (&all, with("999", None, absent()), "rejected org.unknown /org/code"),
        (&all, with("999", CREATE, called("N")), "rejected scope.missing /org/code"),
        (&all, row("H", "1"), "rejected org.required /org/code"),
        (&admin, with("999", CREATE, absent()), "rejected org.name_required /org/name"),
    ];
    for (given, row, expected) in table {
        assert_eq!(given.outcome(row), expected);
    }
    // the name of an existing organisation is ignored under DONT_UPDATE
    let plan = admin.plan(ErrorPolicy::All, &[with("001", CREATE, called("Renamed"))]);
    assert!(plan.writes.organisations.changed.is_empty() && outcome_text(&plan.outcomes[0]) == "created");
}

#[test]
fn shared_organisation_is_rejected() {
    let given =
        known().allow(|permissions| permissions.organisations = OrgScope::All).reference(|reference| {
            let mut shared = reference.organisations[0].clone();
            (shared.id, shared.code) = (SHARED, code("*"));
            reference.organisations.push(shared);
        });
    let row = row_with("H", "1", |request| {
        request.org = Some(OrgData { code: code("*"), name: MaybeUndefined::Absent, advice: None });
    });
    assert_eq!(given.outcome(row), "rejected org.not_allowed /org/code");
}

#[test]
fn valid_row_is_stored_with_its_problems() {
    type Change = fn(ImportFixture) -> ImportFixture;
    let same: Change = |given| given;
    let table: [(&str, Change, Set); 12] = [
        ("new", same, |_| ()),
        ("error qty.not_positive /qty", same, |request| request.qty = number("0")),
        ("error qty.not_positive /qty", same, |request| request.qty = number("-1")),
        ("new", same, |request| {
            (request.price, request.currency_code) = (Some(number("0")), Some(code("EUR")));
        }),
        (
            "error bpartner.inactive /bpartner/bpartner",
            |given| given.context(|context| context.partners[0].active = false),
            |_| (),
        ),
        (
            "error location.inactive /bpartner/location",
            |given| given.context(|context| context.locations[0].active = false),
            |request| {
                let location = LocationData { external_id: sent("G0001-L"), ..LocationData::default() };
                request.bpartner.location = Some(location);
            },
        ),
        (
            "error product.inactive /product",
            |given| given.context(|context| context.products[0].active = false),
            |_| (),
        ),
        ("error price.none /price", |given| given.context(|context| context.product_prices.clear()), |_| ()),
        ("error currencyCode.mismatch /currencyCode", same, |request| {
            request.currency_code = Some(code("USD"));
        }),
        ("error uomCode.no_conversion /uomCode", same, |request| request.uom_code = Some(code("KGM"))),
        (
            "error bpartner.inactive /billBPartner/bpartner",
            |given| given.partner_with("G2", |partner| partner.active = false),
            |request| {
                let mut block = request.bpartner.clone();
                block.bpartner.code = sent("G2");
                request.bill_bpartner = Some(block.into());
            },
        ),
        (
            "error qty.not_positive /qty, product.inactive /product, price.none /price",
            |given| {
                given.context(|context| {
                    context.products[0].active = false;
                    context.product_prices.clear();
                    context.products[0].tax_category = Some(CATEGORY);
                })
            },
            |request| request.qty = number("0"),
        ),
    ];
    for (expected, change, set) in table {
        assert_eq!(staged(&change(known()), row_with("H", "1", set)), expected);
    }
}

#[test]
fn short_shape_uses_the_currency_of_the_price_list() {
    let plan =
        known().plan(ErrorPolicy::All, &[short_row("X", |request| request.price = Some(number("7.5")))]);
    let candidate = &plan.writes.candidates[0];
    assert_eq!(candidate.currency, Some(code("EUR")));
    assert_eq!((candidate.price, candidate.list_price), (Some(number("7.5")), None));
}

/// Returns a fixture in which the partner already used `PO-H`.
fn with_reference(ordered: bool) -> ImportFixture {
    known().context(|context| {
        context.po_references.push(KnownReference {
            organisation: OWN,
            partner: context.partners[0].id,
            po_reference: code("PO-H"),
            data_source: SOURCE,
            header_id: code("earlier"),
            ordered,
        });
    })
}

#[test]
fn short_shape_warns_about_ordered_reference() {
    let warned = "created, warned poReference.seen_before /poReference";
    for (ordered, reference, expected) in
        [(false, "PO-H", "created"), (true, "PO-H", warned), (true, "PO-2", "created")]
    {
        let row = short_row("H", |request| request.po_reference = code(reference));
        assert_eq!(with_reference(ordered).outcome(row), expected, "{ordered} {reference}");
    }
}

#[test]
fn warnings_do_not_reject_a_row() {
    let given = with_reference(false);
    let seen = "poReference.seen_before /poReference";
    let earlier = |set: Set| {
        row_with("earlier", "2", |request| {
            request.po_reference = code("PO-H");
            set(request);
        })
    };
    let other = |request: &mut CandidateRequest| {
        request.data_source = Some(SourceReference::InternalName(code("SOURCE.shop")));
    };
    let other_reference: Set = |request| request.po_reference = code("PO-2");
    let table = [
        (row("H", "1"), format!("created, warned {seen}")),
        (earlier(|_| ()), "created".to_owned()),
        // the same header id in another data source is a different header
        (earlier(other), format!("created, warned {seen}")),
        (row_with("H", "1", other_reference), "created".to_owned()),
        // each row in the short shape has a header of its own
        (short_row("H", |_| ()), "created".to_owned()),
        (
            row_with("X", "1", |request| request.date_required = Some(day(2026, 11, 19))),
            "created, warned date.in_past /dateRequired".to_owned(),
        ),
        (row_with("X", "1", |request| request.date_required = Some(day(2026, 11, 20))), "created".to_owned()),
        (
            row_with("X", "1", |request| {
                request.preset_date_shipped = Some(day(2020, 1, 1));
                request.preset_date_invoiced = Some(day(2020, 1, 1));
                request.date_ordered = Some(day(2020, 1, 1));
            }),
            "created, warned date.in_past /presetDateShipped, date.in_past /presetDateInvoiced".to_owned(),
        ),
        (
            row_with("X", "1", |request| {
                (request.price, request.currency_code) = (Some(number("1.005")), Some(code("EUR")));
            }),
            "created, warned price.rounded /price".to_owned(),
        ),
    ];
    for (row, expected) in table {
        assert_eq!(given.outcome(row), expected);
    }
}

#[test]
fn repeated_reference_within_a_request_is_a_warning() {
    let with = |header: &str, line: &str| row_with(header, line, |request| request.po_reference = code("PO"));
    let rows = [with("A", "1"), with("A", "2"), with("B", "1"), with("B", "2"), with("A", "3")];
    let warned = "created, warned poReference.seen_before /poReference";
    let expected = ["created", "created", warned, warned, warned];
    assert_eq!(known().outcomes(ErrorPolicy::All, &rows), expected);
    // the same header id in another data source is a different header, also within a request
    let other = row_with("A", "1", |request| {
        request.po_reference = code("PO");
        request.data_source = Some(SourceReference::InternalName(code("SOURCE.shop")));
    });
    assert_eq!(known().outcomes(ErrorPolicy::All, &[with("A", "1"), other]), ["created", warned]);
}

#[test]
fn at_most_two_headers_are_stored_per_reference() {
    let with = |header: &str| row_with(header, "1", |request| request.po_reference = code("PO"));
    let again = row_with("A", "2", |request| request.po_reference = code("PO"));
    let other = row_with("C", "2", |request| request.po_reference = code("PO-2"));
    let rows = [with("A"), again, with("B"), with("C"), other];
    let table: [(&[&str], &[&str]); 5] = [
        (&[], &["PO A", "PO B", "PO-2 C"]),
        (&["A"], &["PO B", "PO-2 C"]),
        (&["earlier"], &["PO A", "PO-2 C"]),
        (&["earlier", "C"], &["PO-2 C"]),
        // concurrent imports can store more than the maximum
        (&["earlier", "C", "D"], &["PO-2 C"]),
    ];
    for (known_headers, expected) in table {
        let given = known().context(|context| {
            let partner = context.partners[0].id;
            context.po_references.extend(known_headers.iter().map(|header| KnownReference {
                organisation: OWN,
                partner,
                po_reference: code("PO"),
                data_source: SOURCE,
                header_id: code(header),
                ordered: false,
            }));
        });
        let writes = given.plan(ErrorPolicy::All, &rows).writes;
        let stored: Vec<_> = writes
            .po_references
            .iter()
            .map(|one| format!("{} {}", one.po_reference, one.header_id))
            .collect();
        assert_eq!(stored, expected, "{known_headers:?}");
    }
}

#[test]
fn reader_warnings_precede_planner_warnings() {
    let mut row = row_with("X", "1", |request| request.date_required = Some(day(2020, 1, 1)));
    row.warnings.push(Problem::new(ProblemCode::PropertyUnknown, "/colour"));
    let given = known();
    let expected = "created, warned property.unknown /colour, date.in_past /dateRequired";
    assert_eq!(given.outcome(row.clone()), expected);
    let first = given.plan(ErrorPolicy::All, std::slice::from_ref(&row));
    assert_eq!(given.after(&first.writes).outcome(row), "unchanged, warned property.unknown /colour");
}

#[test]
fn order_date_falls_back_to_header_then_today() {
    let ordered = |given: &ImportFixture, rows: &[ImportRow]| {
        let candidates = given.plan(ErrorPolicy::All, rows).writes.candidates;
        candidates.iter().map(|candidate| candidate.date_ordered.to_string()).collect::<Vec<_>>()
    };
    let dated = |header: &str, line: &str| {
        row_with(header, line, |request| request.date_ordered = Some(day(2026, 11, 1)))
    };
    // the sent date, otherwise that of the header's first candidate, otherwise today
    let rows = [dated("H", "1"), row("H", "2"), row("I", "1"), dated("I", "2"), row("I", "3")];
    let expected = ["2026-11-01", "2026-11-01", "2026-11-20", "2026-11-01", "2026-11-20"];
    assert_eq!(ordered(&known(), &rows), expected);
    let stored = known().context(|context| {
        context.header_dates.push(HeaderDate {
            organisation: OWN,
            data_source: SOURCE,
            system: None,
            header_id: code("H"),
            date_ordered: date(2026, 10, 1),
        });
    });
    assert_eq!(ordered(&stored, &[dated("H", "1"), row("H", "2")]), ["2026-11-01", "2026-10-01"]);
    // noon in UTC is the next day in Kiritimati
    let far = known().reference(|reference| {
        reference.organisations[0].time_zone = jiff::tz::TimeZone::get("Pacific/Kiritimati").unwrap();
    });
    assert_eq!(ordered(&far, &[row("H", "1")]), ["2026-11-21"]);
}

#[test]
fn invoice_candidate_needs_no_required_date() {
    let row = row_with("H", "1", |request| {
        request.date_required = None;
        request.data_dest = Some(SourceReference::InternalName(code(INVOICE_CANDIDATE_DEST)));
    });
    assert_eq!(staged(&known(), row), "new");
}

#[test]
fn sales_partner_code_must_match_one_active_partner() {
    let selling = |given: ImportFixture, key: &str, owner: OrganisationId, active: bool| {
        given.partner_with(key, |partner| {
            partner.sales_code = Some(code("test_42"));
            partner.organisation = owner;
            partner.active = active;
        })
    };
    let row = || row_with("H", "1", |request| request.sales_partner_code = Some(code("test_42")));
    let one = selling(known(), "S1", SHARED, true);
    assert_eq!(one.outcome(row()), "created");
    let own = selling(one.clone(), "S2", OWN, true);
    let plan = own.plan(ErrorPolicy::All, &[row()]);
    assert_eq!(plan.writes.candidates[0].sales_partner, Some(own.partner_id("S2")));
    let two = selling(own, "S3", OWN, true);
    assert_eq!(two.outcome(row()), "rejected salesPartnerCode.ambiguous /salesPartnerCode");
    let inactive = selling(known(), "S1", OWN, false);
    assert_eq!(inactive.outcome(row()), "rejected salesPartnerCode.unknown /salesPartnerCode");
    assert_eq!(
        selling(known(), "S1", OTHER, true).outcome(row()),
        "rejected salesPartnerCode.unknown /salesPartnerCode"
    );
}

#[test]
fn inactive_data_source_is_unknown() {
    let given = known().reference(|reference| reference.data_sources[3].active = false);
    let row = row_with("H", "1", |request| {
        request.data_source = Some(SourceReference::InternalName(code("SOURCE.shop")));
    });
    assert_eq!(given.outcome(row), "rejected dataSource.unknown /dataSourceInternalName");
}

#[test]
fn inactive_records_are_unknown() {
    let named = |request: &mut CandidateRequest| {
        request.shipper = Some(identifier("80"));
        request.payment_term = Some(identifier("81"));
        request.warehouse_code = Some(code("W1"));
        request.pricing_system_code = Some(code("Testpreise"));
        request.currency_code = Some(code("EUR"));
        request.uom_code = Some(code("PCE"));
        request.invoice_doc_type = Some(InvoiceDocType { doc_base_type: code("ARI"), doc_sub_type: None });
        request.order_doc_type = Some(OrderDocType::SalesOrder);
    };
    assert_eq!(staged(&known(), row_with("H", "1", named)), "new");
    let given = known().reference(|reference| {
        reference.shippers[0].active = false;
        reference.payment_terms[0].active = false;
        reference.warehouses[0].active = false;
        reference.pricing_systems[0].active = false;
        reference.currencies[0].active = false;
        reference.units[0].active = false;
        reference.document_types.iter_mut().for_each(|kind| kind.active = false);
    });
    let expected = [
        "rejected uomCode.unknown /uomCode",
        "currencyCode.unknown /currencyCode",
        "orderDocType.unknown /orderDocType",
        "pricingSystemCode.unknown /pricingSystemCode",
        "shipper.unknown /shipper",
        "paymentTerm.unknown /paymentTerm",
        "warehouse.unknown /warehouseCode",
        "invoiceDocType.unknown /invoiceDocType",
    ];
    assert_eq!(given.outcome(row_with("H", "1", named)), expected.join(", "));
}

#[test]
fn price_is_valid_on_the_required_date() {
    let newer = PriceListVersionId(63);
    let given = known()
        .reference(|reference| {
            let mut version = reference.price_list_versions[0].clone();
            (version.id, version.valid_from) = (newer, REQUIRED);
            reference.price_list_versions.push(version);
        })
        .context(|context| {
            let mut price = context.product_prices[0].clone();
            (price.id, price.price_list_version, price.price) = (ProductPriceId(64), newer, number("11"));
            context.product_prices.push(price);
        });
    let price = |set: Set| {
        let plan = given.plan(ErrorPolicy::All, &[row_with("H", "1", set)]);
        plan.writes.candidates[0].list_price
    };
    assert_eq!(price(|_| ()), Some(number("11")));
    assert_eq!(price(|request| request.date_required = Some(day(2026, 12, 7))), Some(number("10")));
    // without a required date, the order date applies
    let undated = |request: &mut CandidateRequest| {
        request.date_required = None;
        request.data_dest = Some(SourceReference::InternalName(code(INVOICE_CANDIDATE_DEST)));
    };
    let without: [(Option<jiff::civil::Date>, &str); 2] = [(None, "10"), (Some(date(2027, 1, 1)), "11")];
    for (ordered, expected) in without {
        let row = row_with("H", "1", |request| {
            undated(request);
            request.date_ordered = ordered.map(DateOrInstant::Date);
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        assert_eq!(plan.writes.candidates[0].list_price, Some(number(expected)));
    }
}

#[test]
fn own_default_document_type_is_preferred() {
    let given = known().reference(|reference| {
        let invoice = reference.document_types[1].clone();
        for (id, owner, is_default) in
            [(22, SHARED, false), (23, OWN, false), (24, OWN, true), (25, OTHER, true)]
        {
            let mut kind = invoice.clone();
            (kind.id, kind.organisation, kind.is_default) = (DocumentTypeId(id), owner, is_default);
            reference.document_types.push(kind);
        }
    });
    let row = row_with("H", "1", |request| {
        request.invoice_doc_type = Some(InvoiceDocType { doc_base_type: code("ARI"), doc_sub_type: None });
    });
    let plan = given.plan(ErrorPolicy::All, &[row]);
    assert_eq!(plan.writes.candidates[0].invoice_doc_type, Some(DocumentTypeId(24)));
}

#[test]
fn bill_partner_selects_pricing_system_and_drop_ship_location_the_list() {
    let other = PricingSystemId(66);
    let given = known()
        .partner_with("BILL", |partner| partner.defaults.pricing_system = Some(other))
        .partner("DROP")
        .context(|context| {
            let drop = context.locations.last_mut().unwrap();
            drop.country = code("IN");
        })
        .reference(|reference| {
            let mut system = reference.pricing_systems[0].clone();
            (system.id, system.code) = (other, code("other"));
            reference.pricing_systems.push(system);
            let mut list = reference.price_lists[0].clone();
            (list.id, list.code, list.currency) = (PriceListId(67), code("IN-USD"), code("USD"));
            list.country = Some(code("IN"));
            reference.price_lists.push(list);
        });
    let block = |key: &str| PartnerBlock {
        bpartner: PartnerData { code: sent(key), ..PartnerData::default() },
        ..PartnerBlock::default()
    };
    let billed = row_with("H", "1", |request| request.bill_bpartner = Some(block("BILL").into()));
    assert_eq!(staged(&given, billed), "error pricelist.none /pricingSystemCode");
    let dropped = row_with("H", "1", |request| {
        request.drop_ship_bpartner = Some(block("DROP").into());
        request.currency_code = Some(code("EUR"));
    });
    assert!(staged(&given, dropped).starts_with("error currencyCode.mismatch /currencyCode"));
}
