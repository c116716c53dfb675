import { Alert, Button, Loader, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api, ApiError, unwrap } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { CHORDS, SHORTCUTS } from "../keys/chords";
import { useKeyHandlers } from "../keys/keys";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText, LoadFailed, useFailureText } from "../parts/failure";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { announce } from "../parts/announce";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { showInstant } from "../values/day";
import { AdministratorsOnly } from "./administrators-only";
import { Facts } from "./facts";
import { Messages } from "./notification-list";
import { usePageKeys } from "./page-keys";
import { EditRule } from "./rule-form";
import { Cut, Recipients, RuleState } from "./rule-list";
import { ruleMessages, useRuleText, useWindowText } from "./rule-messages";
import type { Rule } from "./rule";
import { ruleQuery, RULES } from "./rules";
import { TrialOutcome } from "./trial";
import { Missing } from "./webhook-page";
import { OUTGOING } from "./webhooks";
import { outgoingMessages } from "./messages";

export default function RulePage() {
  return (
    <AdministratorsOnly>
      <OneRule />
    </AdministratorsOnly>
  );
}

function OneRule() {
  const { id = "" } = useParams();
  const t = useMessages(ruleMessages);
  const tParts = useMessages(partsMessages);
  useRefresh(OUTGOING);
  const rule = useQuery(ruleQuery(Number(id)));
  if (rule.error instanceof ApiError && rule.error.status === 404) return <Missing words={t("notFound")} />;
  if (rule.data) return <RuleView key={rule.data.id} rule={rule.data} />;
  return (
    <Page title={t("rule")}>
      {rule.isError ? (
        <LoadFailed failure={rule.error} retry={() => void rule.refetch()} />
      ) : (
        <Loader size="sm" aria-label={tParts("loading")} />
      )}
    </Page>
  );
}

function RuleView({ rule }: { rule: Rule }) {
  const t = useMessages(ruleMessages);
  const ruleText = useRuleText();
  const trial = useMutation({
    mutationFn: () => unwrap(api.POST("/api/notification-rules/{id}/try", { params: { path: { id: rule.id } } })),
  });
  return (
    <Page
      title={ruleText(rule)}
      object
      beside={<RuleState rule={rule} />}
      actions={<RuleActions rule={rule} trying={trial.isPending} onTry={() => trial.mutate()} />}>
      <RuleFacts rule={rule} />
      {trial.data && <TrialOutcome trial={trial.data} />}
      {trial.isError && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={trial.error} />
        </Alert>
      )}
      <Title order={2}>{t("messages")}</Title>
      <Messages rule={rule.id} />
    </Page>
  );
}

function RuleFacts({ rule }: { rule: Rule }) {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const language = useLanguage();
  const windowText = useWindowText();
  return (
    <Facts
      label={t("facts")}
      facts={[
        [t("recipients"), <Recipients key="recipients" rule={rule} />],
        [t("when"), windowText(rule)],
        [t("language"), t(`language_${rule.language === "de" ? "de" : "en"}`)],
        [tOutgoing("organisation"), rule.orgCode ?? tOutgoing("allOrganisations")],
        [
          t("lastSent"),
          rule.lastSentAt ? <InstantText key="sent" instant={rule.lastSentAt} seconds /> : tOutgoing("never"),
        ],
        [t("lastError"), rule.lastError && <Cut key="error" words={rule.lastError} wrong />],
        [
          tOutgoing("created"),
          tOutgoing("createdBy", { at: showInstant(rule.createdAt, language), by: rule.createdBy }),
        ],
      ]}
    />
  );
}

interface ActionsProps {
  rule: Rule;
  trying: boolean;
  onTry: () => void;
}

function RuleActions({ rule, trying, onTry }: ActionsProps) {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const [dialog, open] = useState<"edit" | "delete">();
  const close = () => open(undefined);
  const setActive = useSetActive(rule);
  const attempt = () => {
    if (!trying) onTry();
  };
  const toggle = tOutgoing(rule.active ? "pause" : "resume");
  usePageKeys([
    { press: "t", label: `${t("try")}: ${t("tryHint")}`, run: attempt },
    { press: "$mod+e", shown: CHORDS.edit, label: tOutgoing("edit"), run: () => open("edit") },
  ]);
  useKeyHandlers(tOutgoing("keys"), [{ label: toggle, run: setActive.run }]);
  return (
    <>
      <Button variant="default" loading={trying} title={`${t("tryHint")} (t)`} onClick={attempt}>
        {t("try")}
      </Button>
      <Button variant={rule.active ? "default" : "filled"} loading={setActive.busy} onClick={setActive.run}>
        {toggle}
      </Button>
      <Button variant="default" aria-keyshortcuts={SHORTCUTS.edit} onClick={() => open("edit")}>
        {tOutgoing("edit")}
      </Button>
      <Button variant="default" onClick={() => open("delete")}>
        {tOutgoing("delete")}
      </Button>
      {dialog === "edit" && <EditRule rule={rule} onClose={close} />}
      {dialog === "delete" && <DeleteRule rule={rule} onClose={close} />}
    </>
  );
}

function useSetActive({ id, version, active: was }: Rule) {
  const t = useMessages(ruleMessages);
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const active = !was;
  const change = useMutation({
    mutationFn: () =>
      unwrap(api.PATCH("/api/notification-rules/{id}", { params: { path: { id } }, body: { version, active } })),
    onSuccess: (after) => {
      queryClient.setQueryData(ruleQuery(id).queryKey, after);
      announce(t(active ? "resumed" : "paused"));
    },
    onError: (failure) => notifications.show({ message: failureText(failure), color: "red", autoClose: false }),
    // the result is shown already, so do not wait for the lists
    onSettled: () => void queryClient.invalidateQueries({ queryKey: RULES }),
  });
  return {
    busy: change.isPending,
    run: () => {
      if (!change.isPending) change.mutate();
    },
  };
}

function DeleteRule({ rule: { id }, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useMessages(ruleMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const queryClient = useQueryClient();
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/notification-rules/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      announce(tOutgoing("deleted"));
      go("/outgoing?tab=rules");
      queryClient.removeQueries({ queryKey: ruleQuery(id).queryKey });
      return queryClient.invalidateQueries({ queryKey: RULES });
    },
  });
  return (
    <DialogFrame
      title={t("deleteTitle")}
      submit={tOutgoing("deleteDo")}
      grave
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate()}>
      <Text size="sm">{t("deleteText")}</Text>
      {remove.isError && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={remove.error} />
        </Alert>
      )}
    </DialogFrame>
  );
}
