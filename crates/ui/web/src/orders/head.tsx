import type { ReactNode } from "react";
import { Link } from "wouter";
import { memberWords } from "../disposition/members";
import { useChoice } from "../disposition/panel/choice";
import { useLanguage, useWords } from "../i18n";
import { documentTypeName } from "../parts/common-names";
import { SourceText } from "../parts/source";
import { ValueSource } from "../parts/value-source";
import { DayText, InstantText } from "../parts/values";
import type { Schemas } from "../api/client";
import classes from "./order.module.css";
import { orderWords } from "./order-words";
import type { Order } from "./orders";
import { Promised } from "./promised";
import { ordersWords } from "./words";

type Block = Schemas["PartnerBlock"];

/** The partners of an order as they were when it was made. */
export function Partners({ order }: { order: Order }) {
  const t = useWords(orderWords);
  const blocks: [string, Block | null | undefined][] = [
    [t("buyer"), order.bpartner],
    [t("billTo"), order.billBPartner],
    [t("dropShip"), order.dropShipBPartner],
    [t("handOver"), order.handOverBPartner],
  ];
  return (
    <section className={classes.partners} aria-label={t("partners")}>
      {blocks.map(([heading, block]) => block && <Partner key={heading} heading={heading} block={block} />)}
    </section>
  );
}

function Partner({ heading, block: { bpartner, location, contact } }: { heading: string; block: Block }) {
  const t = useWords(orderWords);
  const address = [
    location?.name,
    location?.address1,
    location?.address2,
    location?.address3,
    location?.address4,
    location?.poBox,
    [location?.postal, location?.city].filter(Boolean).join(" "),
    [location?.region, location?.countryCode].filter(Boolean).join(", "),
  ];
  const person = contact && (contact.name || [contact.firstName, contact.lastName].filter(Boolean).join(" "));
  return (
    <div className={classes.partner}>
      <h2>{heading}</h2>
      <p>
        <b>{bpartner.companyName || bpartner.name}</b> <span className="quiet">{bpartner.code}</span>
      </p>
      {address.map(
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address stay in their order
        (part, place) => part && <p key={place}>{part}</p>,
      )}
      {person && (
        <p>
          {t("contact")}: {person}
        </p>
      )}
      {contact?.email && <p>{contact.email}</p>}
      {(contact?.phone || bpartner.phone) && <p>{contact?.phone || bpartner.phone}</p>}
      {bpartner.vatId && <p>{bpartner.vatId}</p>}
    </div>
  );
}

/** What else is said about an order as a whole; what it does not have is left out. */
export function Facts({ order }: { order: Order }) {
  const t = useWords(orderWords);
  const members = useWords(memberWords);
  const list = useWords(ordersWords);
  const choice = useChoice();
  const language = useLanguage();
  const source = order.dataSourceInternalName;
  const from = (member: string, value: ReactNode) =>
    value && (
      <>
        {value} <ValueSource source={order.valuesFrom?.[member]} />
      </>
    );
  // biome-ignore-start lint/correctness/useJsxKeyInIterable: a name and its value, no list of elements
  const facts: [string, ReactNode, boolean?][] = [
    [list("docType"), documentTypeName(order.docType.name, language)],
    [list("dateOrdered"), <DayText day={order.dateOrdered} />],
    [list("datePromised"), <Promised at={order.datePromised} />],
    [list("poReference"), order.poReference],
    [list("organisation"), named(order.org)],
    [members("salesPartnerCode"), named(order.salesPartner)],
    [members("paymentRule"), from("paymentRule", order.paymentRule && choice(order.paymentRule))],
    [members("paymentTerm"), from("paymentTerm", named(order.paymentTerm))],
    [members("shipper"), from("shipper", named(order.shipper))],
    [members("warehouseCode"), from("warehouse", named(order.warehouse))],
    [members("deliveryRule"), from("deliveryRule", order.deliveryRule)],
    [members("deliveryViaRule"), from("deliveryViaRule", order.deliveryViaRule)],
    [members("pricingSystemCode"), from("pricingSystem", named(order.pricingSystem)), true],
    [t("priceList"), named(order.priceList), true],
    [t("invoiceDocType"), order.invoiceDocType && documentTypeName(order.invoiceDocType.name, language), true],
    [list("source"), source ? <SourceText name={source} /> : list("enteredHere"), true],
    [t("headerId"), order.externalHeaderId, true],
    [
      t("run"),
      order.runId && (
        <Link href={`/runs/${order.runId}`} className={classes.link}>
          {order.runId}
        </Link>
      ),
      true,
    ],
    [list("created"), <InstantText instant={order.createdAt} />, true],
  ];
  // biome-ignore-end lint/correctness/useJsxKeyInIterable: a name and its value, no list of elements
  return (
    <dl className={classes.facts} aria-label={t("facts")}>
      {facts.map(
        ([name, value, inside]) =>
          value && (
            <div key={name} className={inside ? "no-print" : undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function named(reference: Schemas["Reference"] | null | undefined): string | undefined {
  return reference ? (reference.name ?? reference.code ?? undefined) : undefined;
}
