import { Anchor, Button, Group, Loader, SegmentedControl, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { api, ApiError, unwrap, type Schemas } from "../../api/client";
import { useLanguage, useMessages } from "../../i18n";
import { LoadFailed } from "../../parts/failure";
import { FaultyJson } from "../../parts/faulty-json";
import { jsonLines, linesOf, type JsonLine } from "../../parts/json-lines";
import classes from "../../parts/json-text.module.css";
import { partsMessages } from "../../parts/messages";
import { useMay } from "../../session/session";
import { showInstant } from "../../values/day";
import { parseJson } from "../../values/decimal";
import type { Candidate } from "../candidate";
import { fieldAt } from "../fields";
import { isOverridden } from "../values";
import { candidateQuery } from "../candidates";
import { panelMessages } from "./messages";

/** Minimum retention of requests, in days. */
const RETENTION_DAYS = 30;

function isKept({ createdAt }: Candidate): boolean {
  return Date.now() - Date.parse(createdAt) < RETENTION_DAYS * 86_400_000;
}

/** Longer requests show only the row of the candidate, in lines. */
const MAX_LINES = 4_000;

/** Received data with the faulty value marked. */
export function Request({ candidate }: { candidate: Candidate }) {
  const t = useMessages(panelMessages);
  const tParts = useMessages(partsMessages);
  const request = useQuery({
    queryKey: [...candidateQuery(candidate.id).queryKey, "request"],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/sales/order/candidates/{id}/request", { params: { path: { id: candidate.id } }, signal })),
  });
  if (request.isPending) return <Loader size="sm" m="md" aria-label={tParts("loading")} />;
  if (request.error instanceof ApiError && [403, 404].includes(request.error.status)) {
    return <Text m="sm">{t(isKept(candidate) ? "requestNotYours" : "requestGone", { days: RETENTION_DAYS })}</Text>;
  }
  if (request.isError) return <LoadFailed failure={request.error} retry={() => void request.refetch()} />;
  return <Received candidate={candidate} request={request.data} />;
}

function Received({ candidate, request }: { candidate: Candidate; request: Schemas["ReceivedRequest"] }) {
  const t = useMessages(panelMessages);
  const tParts = useMessages(partsMessages);
  const language = useLanguage();
  const technical = useMay("admin");
  const clipboard = useClipboard();
  const lines = useMemo(() => jsonLines(request.body), [request.body]);
  const row = useMemo(() => rowOf(request.body, candidate), [request.body, candidate]);
  const tooLong = (lines?.length ?? 0) > MAX_LINES && row !== undefined;
  const [whole, showWhole] = useState(false);
  const leftOut = request.rowsLeftOut ?? 0;
  const at = showInstant(request.receivedAt, language, true);
  const rowLines = row && lines ? linesOf(lines, row.pointer) : undefined;
  const shown = (row && !whole) || tooLong ? rowLines : undefined;
  return (
    <Stack gap="xs" p="sm" className={classes.received}>
      <Group justify="space-between" gap="xs">
        <div>
          {technical && <Text ff="monospace" size="xs">{`${request.method} ${request.path}`}</Text>}
          <Text size="xs" className="quiet">
            {t("receivedAt", { at, by: request.actor })}{" "}
            <Anchor component={Link} href={`/requests/${request.id}`} size="xs" underline="always">
              {t("toRequest", { id: request.id })}
            </Anchor>
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<Copy size={14} aria-hidden />}
          onClick={() => clipboard.copy(request.body)}>
          {clipboard.copied ? tParts("copied") : t("copyRequest")}
        </Button>
      </Group>
      {row && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600}>
            {t("rowOf", { row: row.place + 1, count: row.count })}
          </Text>
          {!tooLong && (
            <SegmentedControl
              size="xs"
              aria-label={t("requestText")}
              value={whole ? "whole" : "row"}
              onChange={(to) => showWhole(to === "whole")}
              data={[
                { value: "row", label: t("thisRow") },
                { value: "whole", label: t("wholeRequest") },
              ]}
            />
          )}
        </Group>
      )}
      {leftOut > 0 && (
        <Text size="xs" className="quiet">
          {t("rowsLeftOut", { count: leftOut })}
        </Text>
      )}
      {tooLong && (
        <Text size="xs" className="quiet">
          {t("tooLong")}
        </Text>
      )}
      {lines ? (
        <Lines lines={lines} shown={shown} row={rowLines} candidate={candidate} within={row?.pointer ?? ""} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
        <pre className={classes.text} role="region" tabIndex={0} aria-label={t("requestText")}>
          {request.body}
        </pre>
      )}
    </Stack>
  );
}

interface LinesProps {
  lines: JsonLine[];
  /** Visible range of lines. */
  shown: [number, number] | undefined;
  row: [number, number] | undefined;
  candidate: Candidate;
  /** JSON pointer of the candidate in the request. */
  within: string;
}

function Lines({ lines, shown, row, candidate, within }: LinesProps) {
  const t = useMessages(panelMessages);
  const faults = candidate.problems.filter(({ pointer }) => isAboutImported(candidate, pointer));
  return <FaultyJson label={t("requestText")} {...{ lines, shown, faults, within }} row={shown ? undefined : row} />;
}

/** Returns whether a problem is about an imported value and not about the override that replaces it. */
function isAboutImported(candidate: Candidate, pointer: string): boolean {
  const member = fieldAt(pointer, candidate.clear);
  return member === undefined || !isOverridden(candidate, member);
}

interface RowPlace {
  place: number;
  count: number;
  pointer: string;
}

/** Returns the row of a bulk request; sent ids may contain blanks. */
function rowOf(body: string, candidate: Candidate): RowPlace | undefined {
  let sent: unknown;
  try {
    sent = parseJson(body);
  } catch {
    return undefined;
  }
  const requests = (sent as { requests?: unknown } | null)?.requests;
  if (!Array.isArray(requests)) return undefined;
  const text = (value: unknown) => (value == null ? "" : String(value).trim().normalize("NFC"));
  const place = requests.findIndex((row: Record<string, unknown> | null) => {
    if (row === null || typeof row !== "object") return false;
    const flat = text(row.externalId);
    if (flat) return flat === candidate.externalHeaderId && flat === candidate.externalLineId;
    return (
      text(row.externalHeaderId) === candidate.externalHeaderId && text(row.externalLineId) === candidate.externalLineId
    );
  });
  return place < 0 ? undefined : { place, count: requests.length, pointer: `/requests/${place}` };
}
