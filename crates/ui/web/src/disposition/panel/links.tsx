import { Anchor, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { api, unwrap, type Schemas } from "../../api/client";
import { useLanguage, useMessages } from "../../i18n";
import { unitText } from "../../parts/common-names";
import { LoadFailed } from "../../parts/failure";
import { SourceText } from "../../parts/source";
import { StatusText } from "../../parts/status";
import { partsMessages } from "../../parts/messages";
import { showDay } from "../../values/day";
import { showDecimal } from "../../values/decimal";
import type { Candidate } from "../candidate";
import { CANDIDATES } from "../candidates";
import { memberMessages } from "../members";
import { named } from "./member-value";
import { panelMessages } from "./messages";
import classes from "./links.module.css";

/** Maximum number of lines listed. */
const NAMED = 20;

export function LinksTab({ candidate }: { candidate: Candidate }) {
  const t = useMessages(panelMessages);
  const tMember = useMessages(memberMessages);
  const { effective, order } = candidate;
  const filtered = (filter: Record<string, string>) => `/candidates?${new URLSearchParams(filter).toString()}`;
  return (
    <dl className={classes.links}>
      <Row name={t("orderLine")}>
        {order ? (
          <Anchor component={Link} size="sm" href={`/orders/${order.salesOrderId}`}>
            {t("orderLineOf", { no: order.documentNo, line: order.line })}
          </Anchor>
        ) : (
          <Text size="sm" className="quiet">
            {t("notOrdered")}
          </Text>
        )}
      </Row>
      <Row name={tMember("price")}>
        {order ? (
          <Price orderId={order.salesOrderId} line={order.line} />
        ) : (
          <Text size="sm" className="quiet">
            {t("priceLater")}
          </Text>
        )}
      </Row>
      <Row name={t("siblings")}>
        <Siblings candidate={candidate} />
      </Row>
      <Row name={tMember("bpartner")}>
        {effective.bpartner && <div>{named(effective.bpartner)}</div>}
        {effective.bpartner?.code && (
          <Anchor component={Link} href={filtered({ bpartner: effective.bpartner.code })} size="xs">
            {t("partnerOrders")}
          </Anchor>
        )}
      </Row>
      <Row name={tMember("productCode")}>
        {effective.productCode && <div>{named(effective.productCode)}</div>}
        {effective.productCode?.code && (
          <Anchor component={Link} href={filtered({ product: effective.productCode.code })} size="xs">
            {t("productCandidates")}
          </Anchor>
        )}
      </Row>
      <Row name={t("source")}>
        {candidate.dataSourceInternalName && (
          <div className={classes.long}>
            <SourceText name={candidate.dataSourceInternalName} />
          </div>
        )}
        <Anchor
          component={Link}
          href={filtered({ dataSource: candidate.dataSourceInternalName ?? String(candidate.dataSourceId) })}
          size="xs">
          {t("sourceCandidates")}
        </Anchor>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Siblings({ candidate }: { candidate: Candidate }) {
  const t = useMessages(panelMessages);
  const tParts = useMessages(partsMessages);
  const dataSource = candidate.dataSourceInternalName ?? String(candidate.dataSourceId);
  const { externalHeaderId } = candidate;
  const found = useQuery({
    queryKey: [...CANDIDATES, "siblings", dataSource, externalHeaderId],
    queryFn: ({ signal }) => {
      const query = { dataSource, externalHeaderId, limit: NAMED + 1 };
      return unwrap(api.GET("/api/sales/order/candidates", { params: { query }, signal }));
    },
  });
  if (found.isPending) return <Loader size="xs" aria-label={tParts("loading")} />;
  if (found.isError) return <LoadFailed failure={found.error} retry={() => void found.refetch()} />;
  const others = found.data.items.filter(({ id }) => id !== candidate.id).slice(0, NAMED);
  if (others.length === 0)
    return (
      <Text size="sm" className="quiet">
        {t("noSiblings")}
      </Text>
    );
  const all = `/candidates?${new URLSearchParams({ externalHeaderId, dataSource }).toString()}`;
  return (
    <>
      <ul className={classes.siblings}>
        {others.map((other) => (
          <li key={other.id}>
            <Anchor component={Link} size="sm" href={`/candidates/${other.id}`}>
              {other.externalLineId}
            </Anchor>
            <span className={classes.long}>{other.productName}</span>
            <StatusText status={other.status} />
          </li>
        ))}
      </ul>
      <Anchor component={Link} href={all} size="xs">
        {t("siblingsAll", { header: externalHeaderId })}
      </Anchor>
    </>
  );
}

function Price({ orderId, line }: { orderId: string; line: number }) {
  const tParts = useMessages(partsMessages);
  const language = useLanguage();
  const order = useQuery({
    queryKey: ["order", orderId],
    queryFn: ({ signal }) => unwrap(api.GET("/api/sales/order/{id}", { params: { path: { id: orderId } }, signal })),
  });
  if (order.isPending) return <Loader size="xs" aria-label={tParts("loading")} />;
  if (order.isError) return <LoadFailed failure={order.error} retry={() => void order.refetch()} />;
  const found = order.data.lines.find((one) => one.line === line);
  if (!found) return null;
  const digits = String(found.price).split(".")[1]?.length ?? 0;
  return (
    <>
      <div>{`${showDecimal(found.price, language, digits)} ${order.data.currencyCode} / ${unitText(found.priceUom, language)}`}</div>
      <Version explanation={found.priceExplanation} />
      <Text size="xs" className="quiet">
        {found.priceExplanation.message}
      </Text>
    </>
  );
}

function Version({ explanation }: { explanation: Schemas["PriceExplanation"] }) {
  const t = useMessages(panelMessages);
  const language = useLanguage();
  const step = explanation.steps?.at(-1);
  if (!step) return null;
  return <div>{t("priceList", { list: step.priceListCode, from: showDay(step.validFrom, language) })}</div>;
}
