// Request log: write requests with their outcome.
import { Button, ActionIcon } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { Link } from "wouter";
import { useUndoKey } from "../disposition/undo";
import { ColumnMenu } from "../grid/column-menu";
import { RecordCard, useRecordColumns, type RecordColumn } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import gridClasses from "../grid/record-grid.module.css";
import { useCursorRows } from "../grid/record-rows";
import { useLanguage, useMessages } from "../i18n";
import { actorText } from "../parts/common-names";
import { Empty } from "../parts/empty";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { sizeText } from "../parts/size";
import { InstantText } from "../parts/values";
import { RequestFilters } from "./filters";
import { requestMessages } from "./messages";
import { RequestOutcomePill, RequestOutcomeText, useRowCounts } from "./outcome";
import { REQUEST_FILTERS, REQUESTS, requestsSource, type LoggedRequest } from "./requests";

export default function RequestsPage() {
  const t = useMessages(requestMessages);
  const queryClient = useQueryClient();
  const [filter, change] = useQueryString(...REQUEST_FILTERS);
  const rows = useCursorRows(requestsSource(filter));
  const columns = useRequestColumns();
  useUndoKey(t("title"));
  const clear = () => change(Object.fromEntries(REQUEST_FILTERS.map((key) => [key, undefined])));
  const isNarrowed = REQUEST_FILTERS.some((key) => filter[key]);
  return (
    <Page
      title={t("title")}
      fill
      actions={
        <>
          <ActionIcon
            aria-label={t("refresh")}
            title={t("refresh")}
            onClick={() => void queryClient.invalidateQueries({ queryKey: [...REQUESTS, "list"] })}>
            <RotateCw size={16} aria-hidden />
          </ActionIcon>
          {!columns.cards && <ColumnMenu columns={columns.state} />}
        </>
      }>
      <RequestFilters filter={filter} change={change} clear={clear} />
      <RecordGrid
        label={t("list")}
        rows={rows}
        columns={columns}
        fill
        main
        empty={
          <Empty message={t(isNarrowed ? "emptyMatch" : "emptyNone")}>
            {isNarrowed && (
              <Button variant="default" onClick={clear}>
                {t("clear")}
              </Button>
            )}
          </Empty>
        }
      />
    </Page>
  );
}

function useRequestColumns() {
  const t = useMessages(requestMessages);
  const language = useLanguage();
  const rowCounts = useRowCounts();
  const columns: RecordColumn<LoggedRequest>[] = [
    {
      id: "received",
      header: t("received"),
      size: 170,
      pinned: true,
      show: ({ receivedAt }) => <InstantText instant={receivedAt} seconds />,
    },
    { id: "sender", header: t("sender"), size: 130, show: ({ actor }) => actorText(actor, language) },
    { id: "outcome", header: t("outcome"), size: 190, show: (request) => <RequestOutcomeText request={request} /> },
    { id: "rows", header: t("rows"), size: 220, show: rowCounts },
    { id: "operation", header: t("operation"), size: 270, show: ({ method, path }) => `${method} ${path}` },
    { id: "size", header: t("size"), size: 90, numeric: true, show: ({ size }) => sizeText(size, language) },
    { id: "resend", header: t("resend"), size: 130, show: ({ replayOf }) => <RequestLink id={replayOf} /> },
    { id: "requestId", header: t("requestId"), size: 270, hidden: true, show: ({ requestId }) => requestId },
  ];
  return useRecordColumns({
    name: "requests",
    columns,
    hrefOf: ({ id }) => `/requests/${id}`,
    cardLabel: t("request"),
    card: (request) => (
      <RecordCard title={<InstantText instant={request.receivedAt} />} end={actorText(request.actor, language)}>
        <RequestOutcomePill request={request} />{" "}
        {rowCounts(request) || `${request.method} ${request.path.replace(/^\/api/, "")}`}
      </RecordCard>
    ),
  });
}

function RequestLink({ id }: { id: number | undefined }) {
  const t = useMessages(requestMessages);
  if (id === undefined) return null;
  return (
    <Link href={`/requests/${id}`} className={gridClasses.link} tabIndex={-1}>
      {t("heading", { id })}
    </Link>
  );
}
