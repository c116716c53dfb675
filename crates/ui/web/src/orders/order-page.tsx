import { Alert, Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link as LinkIcon, Printer } from "lucide-react";
import { Link, useParams } from "wouter";
import { ApiError } from "../api/client";
import { useUndoKey } from "../disposition/undo";
import { RecordCard, useRecordColumns, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { completeRows } from "../grid/record-rows";
import { useLanguage, useMessages } from "../i18n";
import { LoadFailed } from "../parts/failure";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { StatusText } from "../parts/status";
import { RunOfUrl } from "../runs/progress";
import { useRemembered } from "../session/recent";
import { useMay } from "../session/session";
import { showInstant } from "../values/day";
import type { Schemas } from "../api/client";
import { OrderFiles } from "./files";
import { HandoverNote } from "./handover-status";
import { Footer, Letterhead } from "./letterhead";
import { Masthead, Origin, Partners, Terms } from "./order-header";
import { OrderLines } from "./lines";
import { OrderStatus } from "./order-status";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import { orderQuery, type Order } from "./orders";
import { OrderTimeline } from "./timeline";
import { Totals } from "./totals";
import { VoidButton } from "./void";

export default function OrderPage() {
  const { id = "" } = useParams();
  const t = useMessages(orderMessages);
  const order = useQuery(orderQuery(id));
  useRefresh(orderQuery(id).queryKey);
  useUndoKey(t("loading"));
  if (order.data) return <OrderView order={order.data} />;
  return (
    <Page title={t("loading")} object>
      {!order.isError && <Skeleton as="paper" />}
      {order.isError &&
        (order.error instanceof ApiError && order.error.status === 404 ? (
          <Text>
            {t("notFound")}{" "}
            <Anchor component={Link} href="/orders">
              {t("toList")}
            </Anchor>
          </Text>
        ) : (
          <LoadFailed failure={order.error} retry={() => void order.refetch()} />
        ))}
    </Page>
  );
}

/** Returns whether the status needs no notice. */
function isDone({ status, awaitsPayment }: Order): boolean {
  return status === "completed" && !awaitsPayment;
}

/** Printable order with history and origin. */
function OrderView({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const number = order.documentNo;
  const customer = order.bpartner.bpartner.name;
  useRemembered({
    path: `/orders/${order.salesOrderId}`,
    label: customer ?? t("title", { number }),
    note: t("title", { number }),
  });
  return (
    <Page
      title={t("title", { number })}
      about={customer}
      object
      window={t("window", { number, customer })}
      beside={
        <span className={isDone(order) ? "no-print" : undefined}>
          <OrderStatus order={order} />
        </span>
      }
      actions={<Actions order={order} />}>
      <div className="no-print">
        <RunOfUrl />
      </div>
      <Voided order={order} />
      <HandoverNote order={order} />
      <div className={classes.desk}>
        <article className={classes.paper} aria-label={t("title", { number })}>
          {order.seller && <Letterhead order={order} seller={order.seller} />}
          <Masthead order={order} />
          <div className={classes.head}>
            <Partners order={order} />
            <Terms order={order} />
          </div>
          <section>
            <Title order={2} className={classes.heading}>
              {t("lines")}
            </Title>
            <OrderLines order={order} />
            <Totals order={order} />
          </section>
          {order.seller && <Footer seller={order.seller} />}
        </article>
        <div className={classes.beside}>
          <OrderTimeline order={order} />
        </div>
        <div className={classes.beneath}>
          <OrderFiles orderId={order.salesOrderId ?? ""} files={order.attachments ?? []} />
          <Candidates order={order} />
          <Origin order={order} />
        </div>
      </div>
    </Page>
  );
}

function Voided({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const language = useLanguage();
  if (order.status !== "voided") return null;
  const at = showInstant(order.updatedAt, language);
  return (
    <Alert color="gray" variant="light" role="note" className={classes.note}>
      {t(order.candidates?.length ? "isVoided" : "isVoidedWhole", { at })}
    </Alert>
  );
}

function Actions({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const mayOrder = useMay("orders:write");
  const clipboard = useClipboard();
  return (
    <>
      {candidatesLink(order) && (
        <Button variant="default" component={Link} href={candidatesLink(order) ?? ""}>
          {t("showCandidates")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<LinkIcon size={14} aria-hidden />}
        onClick={() => clipboard.copy(location.href)}>
        <span aria-live="polite">{t(clipboard.copied ? "copied" : "copyLink")}</span>
      </Button>
      <Button variant="default" leftSection={<Printer size={14} aria-hidden />} onClick={() => print()}>
        {t("print")}
      </Button>
      {mayOrder && order.status === "completed" && <VoidButton order={order} />}
    </>
  );
}

/** Returns the URL of the order's candidates. */
function candidatesLink({ candidates, dataSourceInternalName, externalSystemCode }: Order): string | undefined {
  const first = candidates?.[0];
  if (!first) return undefined;
  const query = new URLSearchParams({ externalHeaderId: first.externalHeaderId });
  if (dataSourceInternalName) query.set("dataSource", dataSourceInternalName);
  if (externalSystemCode) query.set("externalSystem", externalSystemCode);
  return `/candidates?${query}`;
}

type OrderedCandidate = Schemas["OrderedCandidate"];

function useCandidateColumns(): RecordColumns<OrderedCandidate> {
  const t = useMessages(orderMessages);
  return useRecordColumns<OrderedCandidate>({
    name: "orderCandidates",
    columns: [
      { id: "id", header: t("candidate"), size: 110, pinned: true, show: ({ id }) => id },
      { id: "header", header: t("headerId"), size: 170, show: ({ externalHeaderId }) => externalHeaderId },
      { id: "extLine", header: t("extLine"), size: 150, show: ({ externalLineId }) => externalLineId },
      { id: "status", header: t("status"), size: 130, show: ({ status }) => <StatusText status={status} /> },
      { id: "line", header: t("line"), size: 90, numeric: true, show: ({ line }) => line },
    ],
    hrefOf: ({ id }) => `/candidates/${id}`,
    cardLabel: t("candidate"),
    card: ({ id, externalHeaderId, externalLineId, status, line }) => (
      <RecordCard title={[externalHeaderId, externalLineId].filter(Boolean).join(" · ")} end={line}>
        <StatusText status={status} /> {id}
      </RecordCard>
    ),
  });
}

function Candidates({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const columns = useCandidateColumns();
  const data = order.candidates ?? [];
  const rows = completeRows("candidates", { data, isError: false, error: null, refetch: () => {} });
  return (
    <Stack component="section" gap={6} className="no-print">
      <Title order={2}>{t("candidates")}</Title>
      <RecordGrid
        label={t("candidates")}
        rows={rows}
        columns={columns}
        empty={
          <Text size="sm" className="quiet">
            {t("noCandidates")}
          </Text>
        }
      />
    </Stack>
  );
}
