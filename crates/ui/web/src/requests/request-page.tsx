// One logged request: facts, rows with their outcome, body, and sending it again.
import { ActionIcon, Anchor, Button, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Check, Copy, Send } from "lucide-react";
import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { Link, useParams } from "wouter";
import { ApiError } from "../api/client";
import { useUndoKey } from "../disposition/undo";
import { useLanguage, useMessages } from "../i18n";
import { useKeys } from "../keys/keys";
import { actorText } from "../parts/common-names";
import { LoadFailed } from "../parts/failure";
import { FocusPlace } from "../parts/focus-place";
import { partsMessages } from "../parts/messages";
import { Page } from "../parts/page";
import { sizeText } from "../parts/size";
import { Skeleton } from "../parts/skeleton";
import { InstantText } from "../parts/values";
import { useMay, useSession } from "../session/session";
import { Body } from "./body";
import { requestMessages } from "./messages";
import { RequestOutcomeText } from "./outcome";
import { isImport, requestQuery, type ReceivedRequest } from "./requests";
import classes from "./requests.module.css";
import { RowList } from "./row-list";
import { rowsOf } from "./rows";

const ReplayDialog = lazy(() => import("./replay-dialog"));

export default function RequestPage() {
  const { id = "" } = useParams();
  const t = useMessages(requestMessages);
  const request = useQuery(requestQuery(Number(id)));
  const title = t("heading", { id });
  useUndoKey(title);
  if (request.data) return <RequestView key={id} request={request.data} />;
  return (
    <Page title={title}>
      <FocusPlace label={title}>
        {!request.isError && <Skeleton as="paper" />}
        {request.isError &&
          (request.error instanceof ApiError && request.error.status === 404 ? (
            <Text>
              {t("notFound")}{" "}
              <Anchor component={Link} href="/requests">
                {t("toList")}
              </Anchor>
            </Text>
          ) : (
            <LoadFailed failure={request.error} retry={() => void request.refetch()} />
          ))}
      </FocusPlace>
    </Page>
  );
}

function RequestView({ request }: { request: ReceivedRequest }) {
  const t = useMessages(requestMessages);
  const [sending, send] = useState(false);
  const rows = useMemo(() => (isImport(request) || request.rows.length > 0 ? rowsOf(request) : []), [request]);
  const { mayAsk, obstacle } = useSendAgain(request);
  const title = t("heading", { id: request.id });
  useKeys({
    heading: title,
    keys: mayAsk ? [{ press: "s", label: t("keySendAgain"), run: () => send(true), offered: true }] : [],
  });
  return (
    <Page
      title={title}
      object
      beside={<RequestOutcomeText request={request} />}
      actions={
        <>
          <Anchor component={Link} href="/requests" size="sm" underline="hover">
            {t("toList")}
          </Anchor>
          {mayAsk && (
            <Button leftSection={<Send size={14} aria-hidden />} aria-keyshortcuts="s" onClick={() => send(true)}>
              {t("sendAgain")}
            </Button>
          )}
        </>
      }>
      {rows.length > 0 ? (
        <Facts request={request} />
      ) : (
        <FocusPlace label={t("facts")}>
          <Facts request={request} />
        </FocusPlace>
      )}
      <Notes request={request} obstacle={obstacle} />
      {rows.length > 0 && <RowList request={request} rows={rows} />}
      <Body request={request} />
      <Suspense>{sending && <ReplayDialog request={request} rows={rows} onClose={() => send(false)} />}</Suspense>
    </Page>
  );
}

/** Returns whether the user may send the request again, otherwise the reason unless the user may change nothing. */
function useSendAgain(request: ReceivedRequest): { mayAsk: boolean; obstacle?: "onlyImports" | "onlySender" } {
  const { user, role } = useSession();
  const mayWrite = useMay("candidates:write");
  if (!mayWrite || request.excerpt) return { mayAsk: false };
  if (!isImport(request)) return { mayAsk: false, obstacle: "onlyImports" };
  if (request.actor !== user && role !== "administrator") return { mayAsk: false, obstacle: "onlySender" };
  return { mayAsk: true };
}

function Notes({
  request,
  obstacle,
}: {
  request: ReceivedRequest;
  obstacle: "onlyImports" | "onlySender" | undefined;
}) {
  const t = useMessages(requestMessages);
  const hidden = request.rowsLeftOut ?? 0;
  return (
    <>
      {hidden > 0 && <Text size="sm">{t("rowsHidden", { count: hidden })}</Text>}
      {request.excerpt && <Text size="sm">{t("excerpt")}</Text>}
      {obstacle && (
        <Text size="sm" className="quiet">
          {t(obstacle)}
        </Text>
      )}
    </>
  );
}

function Facts({ request }: { request: ReceivedRequest }) {
  const t = useMessages(requestMessages);
  const language = useLanguage();
  const { method, path, query, mediaType, replayOf } = request;
  const facts: [string, ReactNode][] = [
    [t("received"), <InstantText key="received" instant={request.receivedAt} seconds />],
    [t("sender"), actorText(request.actor, language)],
    [t("operation"), <code key="operation">{`${method} ${path}${query && `?${query}`}`}</code>],
    [t("requestId"), <RequestId key="id" id={request.requestId} />],
    [t("size"), sizeText(request.size, language)],
    [t("mediaType"), mediaType],
    [
      t("resend"),
      replayOf !== undefined && (
        <Anchor key="resend" component={Link} href={`/requests/${replayOf}`} size="sm" underline="hover">
          {t("heading", { id: replayOf })}
        </Anchor>
      ),
    ],
  ];
  return (
    <dl className={classes.facts} aria-label={t("facts")}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Request id with a button that copies it. */
function RequestId({ id }: { id: string }) {
  const t = useMessages(requestMessages);
  const tParts = useMessages(partsMessages);
  const clipboard = useClipboard();
  const Icon = clipboard.copied ? Check : Copy;
  return (
    <span className={classes.copy}>
      <code>{id}</code>
      <ActionIcon size="sm" aria-label={t("copyId")} title={t("copyId")} onClick={() => clipboard.copy(id)}>
        <Icon size={14} aria-hidden />
      </ActionIcon>
      <span role="status" className="quiet">
        {clipboard.copied && tParts("copied")}
      </span>
    </span>
  );
}
