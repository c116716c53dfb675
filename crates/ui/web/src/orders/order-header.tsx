import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { memberMessages } from "../disposition/members";
import { useChoice } from "../disposition/panel/choice";
import { useLanguage, useMessages } from "../i18n";
import { countryName, documentTypeName } from "../parts/common-names";
import { SourceText } from "../parts/source";
import { ValueSource } from "../parts/value-source";
import { DayText, InstantText, MoneyText } from "../parts/values";
import type { Schemas } from "../api/client";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import type { Order } from "./orders";
import { Promised } from "./promised-date";
import { ordersMessages } from "./messages";

type Block = Schemas["PartnerBlock"];

/** Partners as stored with the order. */
export function Partners({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
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
  const t = useMessages(orderMessages);
  const language = useLanguage();
  const address = [
    location?.name,
    location?.address1,
    location?.address2,
    location?.address3,
    location?.address4,
    location?.poBox,
    [location?.postal, location?.city].filter(Boolean).join(" "),
    [location?.region, countryName(location?.countryCode, language)].filter(Boolean).join(", "),
  ];
  const person = contact && (contact.name || [contact.firstName, contact.lastName].filter(Boolean).join(" "));
  return (
    <div className={classes.partner}>
      <h2>{heading}</h2>
      <p>
        <b className={classes.name}>{bpartner.companyName || bpartner.name}</b>{" "}
        <span className="quiet">{bpartner.code}</span>
      </p>
      {address.map(
        // biome-ignore lint/suspicious/noArrayIndexKey: address lines have a fixed order
        (part, index) => part && <p key={index}>{part}</p>,
      )}
      {person && (
        <p>
          {t("contact")}: {person}
        </p>
      )}
      {contact?.email && <p>{contact.email}</p>}
      {(contact?.phone || bpartner.phone) && <p>{contact?.phone || bpartner.phone}</p>}
      {bpartner.vatId && <p>{t("vatId", { id: bpartner.vatId })}</p>}
    </div>
  );
}

/** Customer, document type, date and total. */
export function Masthead({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const tOrders = useMessages(ordersMessages);
  const language = useLanguage();
  const type = documentTypeName(order.docType.name, language);
  const reference = order.poReference && `${tOrders("poReference")} ${order.poReference}`;
  return (
    <header className={classes.masthead}>
      <div>
        <p className={classes.seller}>{order.seller ? `${type} ${order.documentNo}` : named(order.org)}</p>
        <p>{[!order.seller && type, reference].filter(Boolean).join(" · ")}</p>
      </div>
      <div className={classes.total}>
        <p className="quiet">{t("grandTotal")}</p>
        <p className={classes.money}>
          <MoneyText value={order.grandTotal} /> {order.currencyCode}
        </p>
        <p className="quiet">{t("lineCount", { count: order.lineCount })}</p>
      </div>
    </header>
  );
}

type Fact = [name: string, value: ReactNode];

function Facts({ label, facts }: { label: string; facts: Fact[] }) {
  return (
    <dl className={classes.facts} aria-label={label}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Terms; empty ones are omitted. */
export function Terms({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const tMember = useMessages(memberMessages);
  const tOrders = useMessages(ordersMessages);
  const choice = useChoice();
  const from = valuesOf(order);
  // biome-ignore-start lint/correctness/useJsxKeyInIterable: pairs, not a list of elements
  const facts: Fact[] = [
    [tOrders("dateOrdered"), <DayText day={order.dateOrdered} />],
    [tOrders("datePromised"), <Promised at={order.datePromised} />],
    [tMember("promotionCode"), order.promotionCode],
    [tMember("paymentRule"), from("paymentRule", order.paymentRule && choice(order.paymentRule))],
    [tMember("paymentTerm"), from("paymentTerm", named(order.paymentTerm))],
    [tMember("shipper"), from("shipper", named(order.shipper))],
    [tMember("deliveryRule"), from("deliveryRule", order.deliveryRule)],
    [tMember("deliveryViaRule"), from("deliveryViaRule", order.deliveryViaRule)],
    [tMember("salesPartnerCode"), named(order.salesPartner)],
  ];
  // biome-ignore-end lint/correctness/useJsxKeyInIterable: pairs, not a list of elements
  return <Facts label={t("facts")} facts={facts} />;
}

/** Internal origin, not printed. */
export function Origin({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const tMember = useMessages(memberMessages);
  const tOrders = useMessages(ordersMessages);
  const language = useLanguage();
  const from = valuesOf(order);
  const source = order.dataSourceInternalName;
  const run = order.runId && (
    <Link href={`/runs/${order.runId}`} className={classes.link}>
      {order.runId}
    </Link>
  );
  // biome-ignore-start lint/correctness/useJsxKeyInIterable: pairs, not a list of elements
  const facts: Fact[] = [
    [tOrders("source"), source ? <SourceText name={source} /> : tOrders("enteredHere")],
    [t("headerId"), order.externalHeaderId],
    [t("externalSystem"), order.externalSystemCode],
    [tMember("pricingSystemCode"), from("pricingSystem", named(order.pricingSystem))],
    [t("priceList"), named(order.priceList)],
    [tMember("warehouseCode"), from("warehouse", named(order.warehouse))],
    [t("invoiceDocType"), order.invoiceDocType && documentTypeName(order.invoiceDocType.name, language)],
    [t("run"), run],
    [tOrders("created"), <InstantText instant={order.createdAt} />],
  ];
  // biome-ignore-end lint/correctness/useJsxKeyInIterable: pairs, not a list of elements
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {t("origin")}
      </Title>
      <Facts label={t("origin")} facts={facts} />
    </section>
  );
}

/** Values with their source, if it is neither candidate nor order. */
function valuesOf(order: Order) {
  return (member: string, value: ReactNode) =>
    value && (
      <>
        {value}{" "}
        <span className="no-print">
          <ValueSource source={order.valuesFrom?.[member]} />
        </span>
      </>
    );
}

function named(reference: Schemas["Reference"] | null | undefined): string | undefined {
  return reference ? (reference.name ?? reference.code ?? undefined) : undefined;
}
