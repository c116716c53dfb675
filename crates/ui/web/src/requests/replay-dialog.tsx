// Preview of sending an import again, then sending it, with the result.
import { Alert, Anchor, Button, Loader, Modal, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n";
import { ConfirmFoot, DialogFoot } from "../parts/dialog-foot";
import { FailureText, LoadFailed } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { useProblemTitle } from "../parts/problem-title";
import { randomKey } from "../parts/random-key";
import { REJECTED } from "../rejected/rejected";
import { requestMessages } from "./messages";
import { RowOutcomeText } from "./outcome";
import { entryQuery, previewQuery, replay, type Replay } from "./replay";
import { REQUESTS, type ReceivedRequest } from "./requests";
import classes from "./requests.module.css";
import { compared, type Comparison, type RowChange, type RowOutcome } from "./rows";

/** Rows and lines listed; the others are counted. */
const MAX_CHANGES = 50;
const MAX_LINES = 20;

interface ReplayDialogProps {
  request: ReceivedRequest;
  rows: RowOutcome[];
  onClose: () => void;
}

export default function ReplayDialog({ request: { id }, rows, onClose }: ReplayDialogProps) {
  const t = useMessages(requestMessages);
  const tParts = useMessages(partsMessages);
  const queryClient = useQueryClient();
  const [key] = useState(randomKey);
  const preview = useQuery(previewQuery(id));
  const comparison = useMemo(() => preview.data && compared(rows, preview.data.results), [rows, preview.data]);
  const send = useMutation({
    mutationFn: () => replay(id, key),
    onSettled: () => {
      for (const queryKey of [REQUESTS, REJECTED, ["candidates"], ["problem-groups"], ["holds"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t("sendAgainTitle", { id })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="sm">
        {send.data ? (
          <Sent sent={send.data} onClose={onClose} />
        ) : (
          <>
            {preview.isPending && <Loader size="sm" aria-label={tParts("loading")} />}
            {preview.isError && <LoadFailed failure={preview.error} retry={() => void preview.refetch()} />}
            {comparison && <Preview comparison={comparison} />}
            {send.isError && (
              <Alert color="red" role="alert" py={6}>
                <FailureText failure={send.error} />
              </Alert>
            )}
            <ConfirmFoot
              submit={t("send")}
              previewed={comparison !== undefined}
              idle={comparison?.created === 0}
              busy={send.isPending}
              onClose={onClose}
              onSubmit={() => send.mutate()}
            />
          </>
        )}
      </Stack>
    </Modal>
  );
}

/** Rows that differ, and the number of the others. */
function Preview({ comparison: { changes, stored, stillRejected, notStored, created } }: { comparison: Comparison }) {
  const t = useMessages(requestMessages);
  return (
    <Stack gap={6} role="status">
      <Text fw={600}>{created > 0 ? t("willCreate", { count: created }) : t("willCreateNone")}</Text>
      {changes.length > 0 && <Changes changes={changes} />}
      {stored > 0 && <Text size="sm">{t("same", { count: stored })}</Text>}
      {stillRejected.length > 0 && (
        <div>
          <Text size="sm">{t("stillRejected", { count: stillRejected.length })}</Text>
          <Reasons changes={stillRejected} />
        </div>
      )}
      {notStored > 0 && <Text size="sm">{t("stillNotStored", { count: notStored })}</Text>}
    </Stack>
  );
}

function Changes({ changes }: { changes: readonly RowChange[] }) {
  const t = useMessages(requestMessages);
  const title = useProblemTitle();
  return (
    <>
      <Table aria-label={t("differences")} className={classes.changes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("row")}</Table.Th>
            <Table.Th scope="col">{t("before")}</Table.Th>
            <Table.Th scope="col">{t("now")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.slice(0, MAX_CHANGES).map(({ before, now }) => (
            <Table.Tr key={before.index}>
              <Table.Td>
                {before.index + 1}{" "}
                <span className="quiet">{[before.headerId, before.lineId].filter(Boolean).join(" / ")}</span>
              </Table.Td>
              <Table.Td>
                <RowOutcomeText outcome={before.outcome} /> {before.codes.map((code) => title(code, code)).join(", ")}
              </Table.Td>
              <Table.Td>
                <RowOutcomeText outcome={now.outcome} /> <Now now={now} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {changes.length > MAX_CHANGES && <Text size="sm">{t("moreRows", { count: changes.length - MAX_CHANGES })}</Text>}
    </>
  );
}

function Now({ now: { outcome, items } }: Pick<RowChange, "now">) {
  const t = useMessages(requestMessages);
  if (items.length === 0) return null;
  if (outcome === "rejected") return <>{items.map(({ message }) => message).join(" ")}</>;
  return <>{t("withProblems", { count: items.length })}</>;
}

/** Messages of rows that stay rejected, without repetitions. */
function Reasons({ changes }: { changes: readonly RowChange[] }) {
  const messages = [...new Set(changes.flatMap(({ now }) => now.items.map(({ message }) => message)))];
  return (
    <ul className={classes.reasons}>
      {messages.slice(0, MAX_LINES).map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** Result with links to the created lines and the new log entry. */
function Sent({ sent: { results, requestId }, onClose }: { sent: Replay; onClose: () => void }) {
  const t = useMessages(requestMessages);
  const tParts = useMessages(partsMessages);
  const { data: entry } = useQuery(entryQuery(requestId));
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  const all = [...results.values()];
  const created = all.filter(({ outcome }) => outcome === "created");
  const unchanged = all.filter(({ outcome }) => outcome === "unchanged").length;
  const rejected = all.filter(({ outcome }) => outcome === "rejected").length;
  const ids = created.flatMap(({ candidateId }) => candidateId ?? []);
  return (
    <>
      <div role="status">
        <Text fw={600}>{t("sent")}</Text>
        <Text size="sm">
          {t("created", { count: created.length })}
          {unchanged > 0 && ` ${t("same", { count: unchanged })}`}
          {rejected > 0 && ` ${t("rejected", { count: rejected })}`}
        </Text>
      </div>
      <ul className={classes.links}>
        {ids.slice(0, MAX_LINES).map((id) => (
          <li key={id}>
            <Anchor component={Link} href={`/candidates/${id}`} size="sm">
              {t("line", { id })}
            </Anchor>
          </li>
        ))}
        {ids.length > MAX_LINES && <li className="quiet">{tParts("andMore", { count: ids.length - MAX_LINES })}</li>}
        {entry && (
          <li>
            <Anchor component={Link} href={`/requests/${entry}`} size="sm" onClick={onClose}>
              {t("heading", { id: entry })}
            </Anchor>
          </li>
        )}
      </ul>
      <DialogFoot>
        <Button ref={close} variant="default" onClick={onClose}>
          {tParts("close")}
        </Button>
      </DialogFoot>
    </>
  );
}
