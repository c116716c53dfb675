// A change that was not saved: changed by another user, busy, offline, or rejected.
import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { FailureText } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { showInstant } from "../values/day";
import { IMPORT_DRAFTS, loadDraft } from "./drafts";
import { importMessages } from "./messages";
import { useDraft } from "./use-draft";

export function SaveProblem() {
  const { unsaved } = useDraft();
  if (!unsaved) return null;
  const { failure } = unsaved;
  if (failure instanceof ApiError && failure.has("importDraft.outdated")) return <Outdated />;
  return <Failed failure={failure} />;
}

/** Another user changed the draft: shows who, and offers both versions. */
function Outdated() {
  const t = useMessages(importMessages);
  const language = useLanguage();
  const { draft, resolve } = useDraft();
  const [busy, setBusy] = useState(false);
  const stored = useQuery({
    queryKey: [...IMPORT_DRAFTS, "stored", draft.id],
    queryFn: ({ signal }) => loadDraft(draft.id, signal),
    gcTime: 0,
  });
  const choose = (apply: boolean) => {
    setBusy(true);
    void resolve(apply).finally(() => setBusy(false));
  };
  const who = stored.data?.changedBy ?? "…";
  const at = stored.data ? showInstant(stored.data.changedAt, language) : "…";
  return (
    <Alert color="gray" role="alert" title={t("outdated", { who })}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t("outdatedText", { who, at })}</Text>
        <Group gap="xs">
          <Button variant="default" disabled={busy} onClick={() => choose(true)}>
            {t("applyMine")}
          </Button>
          <Button loading={busy} onClick={() => choose(false)}>
            {t("load")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

function Failed({ failure }: { failure: unknown }) {
  const t = useMessages(importMessages);
  const tParts = useMessages(partsMessages);
  const { resolve, saving } = useDraft();
  const busy = failure instanceof ApiError && failure.has("importDraft.busy");
  return (
    <Alert color="red" role="alert" title={t("notSaved")}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{busy ? t("busy") : <FailureText failure={failure} />}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => void resolve(false)}>
            {tParts("reload")}
          </Button>
          <Button loading={saving} onClick={() => void resolve(true)}>
            {tParts("tryAgain")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
