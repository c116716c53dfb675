// One rejected row: its text with faults, a form of the same values, check and send.
import { Anchor, Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useParams } from "wouter";
import { api, ApiError, unwrap } from "../api/client";
import { useUndoKey } from "../disposition/undo";
import { useLanguage, useMessages } from "../i18n";
import { announce } from "../parts/announce";
import { useFailureText, LoadFailed } from "../parts/failure";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { SourceText } from "../parts/source";
import { InstantText } from "../parts/values";
import { useMay } from "../session/session";
import { showInstant } from "../values/day";
import { Correction } from "./correction";
import { rejectedMessages } from "./messages";
import { entryQuery, nameOf, REJECTED, type RejectedEntry, type RejectedStatus } from "./rejected";
import classes from "./rejected.module.css";

const DismissDialog = lazy(() => import("./dismiss-dialog"));

export default function RejectedRowPage() {
  const { id = "" } = useParams();
  const t = useMessages(rejectedMessages);
  const entry = useQuery(entryQuery(Number(id), useLanguage()));
  useRefresh(REJECTED);
  useUndoKey(t("loading"));
  if (entry.data) return <EntryView entry={entry.data} />;
  return (
    <Page title={t("loading")}>
      {!entry.isError && <Skeleton as="paper" />}
      {entry.isError &&
        (entry.error instanceof ApiError && entry.error.status === 404 ? (
          <Text>
            {t("notFound")}{" "}
            <Anchor component={Link} href="/rejected">
              {t("toList")}
            </Anchor>
          </Text>
        ) : (
          <LoadFailed failure={entry.error} retry={() => void entry.refetch()} />
        ))}
    </Page>
  );
}

function EntryView({ entry }: { entry: RejectedEntry }) {
  const t = useMessages(rejectedMessages);
  const mayWrite = useMay("candidates:write");
  const [dismissing, dismiss] = useState(false);
  const name = entry.unreadable ? t("unreadable") : nameOf(entry);
  return (
    <Page
      title={name}
      window={`${t("loading")} ${name}`}
      beside={
        <Text size="sm" className="quiet">
          {t(`status_${entry.status as RejectedStatus}`)}
        </Text>
      }
      actions={
        <>
          <Anchor component={Link} href="/rejected" size="sm" underline="hover">
            {t("toList")}
          </Anchor>
          {mayWrite && entry.status === "open" && (
            <Button variant="default" leftSection={<Trash2 size={14} aria-hidden />} onClick={() => dismiss(true)}>
              {t("dismiss")}
            </Button>
          )}
        </>
      }>
      <Closed entry={entry} />
      <Facts entry={entry} />
      {entry.unreadable && <Text>{t("unreadableText")}</Text>}
      {entry.cut && <Text>{t("cut")}</Text>}
      <Correction key={`${entry.id} ${entry.row}`} entry={entry} />
      <Suspense>
        {dismissing && <DismissDialog dismissal={{ ids: [entry.id], count: 1 }} onClose={() => dismiss(false)} />}
      </Suspense>
    </Page>
  );
}

/** User who closed the entry, with a link to the line; a dismissed one can be reopened. */
function Closed({ entry }: { entry: RejectedEntry }) {
  const t = useMessages(rejectedMessages);
  const language = useLanguage();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const mayWrite = useMay("candidates:write");
  const reopen = useMutation({
    mutationFn: () => unwrap(api.POST("/api/rejected-rows/{id}/reopen", { params: { path: { id: entry.id } } })),
    onSuccess: () => {
      announce(t("reopened"));
      void queryClient.invalidateQueries({ queryKey: REJECTED });
    },
    onError: (failure) => announce(failureText(failure)),
  });
  const status = entry.status as RejectedStatus;
  if (status === "open") return null;
  const at = entry.closedAt ? showInstant(entry.closedAt, language) : "";
  return (
    <Group gap="sm" role="status">
      <Text size="sm">{t(`closed_${status}`, { by: entry.closedBy ?? "", at, reason: entry.reason ?? "" })}</Text>
      {entry.candidateId != null && (
        <Anchor component={Link} href={`/candidates/${entry.candidateId}`} size="sm" underline="hover">
          {t("toLine", { id: entry.candidateId })}
        </Anchor>
      )}
      {status === "dismissed" && mayWrite && (
        <Button variant="default" size="compact-sm" loading={reopen.isPending} onClick={() => reopen.mutate()}>
          {t("reopen")}
        </Button>
      )}
    </Group>
  );
}

function Facts({ entry }: { entry: RejectedEntry }) {
  const t = useMessages(rejectedMessages);
  const rows = [
    [t("customer"), entry.customer],
    [t("product"), entry.product],
    [t("poReference"), entry.poReference],
    [t("source"), entry.dataSource && <SourceText key="source" name={entry.dataSource} />],
    [t("system"), entry.externalSystemCode],
    [t("org"), entry.orgCode],
    [t("sender"), entry.sender],
    [t("firstRejected"), <InstantText key="first" instant={entry.firstRejectedAt} />],
    [t("lastRejected"), <InstantText key="last" instant={entry.lastRejectedAt} />],
    [t("times"), entry.count],
    [
      t("request"),
      <Anchor key="request" component={Link} href={`/requests/${entry.requestId}`} size="sm" underline="hover">
        {entry.requestId}
      </Anchor>,
    ],
  ] as const;
  return (
    <>
      <dl className={classes.facts} aria-label={t("facts")}>
        {rows
          .filter(([, value]) => value != null && value !== "")
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {entry.fellWith != null && entry.fellWith > 0 && (
        <Text size="sm">{t("fellWith", { count: entry.fellWith })}</Text>
      )}
    </>
  );
}
