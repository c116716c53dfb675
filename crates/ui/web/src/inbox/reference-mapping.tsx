// Maps an unresolved reference to a record: suggestions, search and the cross-reference for later orders.
import { Alert, Button, Checkbox, Kbd, Loader, Select, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { api, ApiError, unwrap } from "../api/client";
import { useStartRun } from "../disposition/actions";
import { named } from "../disposition/panel/member-value";
import { useMessages } from "../i18n";
import { FailureText } from "../parts/failure";
import { useFirstMatch } from "../parts/first-match";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import { GROUPS } from "./groups";
import classes from "./inbox.module.css";
import { referenceMessages } from "./reference-messages";
import { useReferenceText } from "./reference-text";
import { useTargets } from "./reference-targets";
import { isRecallable, referenceQuery, REFERENCES, type OpenReference, type Suggestion } from "./references";

/** Suggestions with a key. */
const KEYED = 9;

interface Target {
  id: number;
  label: string;
}

const targetOf = (suggestion: Suggestion): Target => ({ id: suggestion.id, label: named(suggestion) });

export function ReferenceMapping({ entry }: { entry: OpenReference }) {
  const t = useMessages(referenceMessages);
  const mayMap = useMay("references:write");
  const [target, setTarget] = useState<Target>();
  const [missing, setMissing] = useState(false);
  const [remember, setRemember] = useState(true);
  const { sourceOf } = useReferenceText();
  const map = useMap(entry);
  const submit = useRef<HTMLButtonElement>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!target);
    if (target && !map.isPending) map.mutate({ target: target.id, remember: remember && isRecallable(entry) });
  };
  const choose = (to: Target | undefined) => {
    setTarget(to);
    setMissing(false);
  };
  if (!mayMap) {
    return (
      <Text size="sm" className="quiet">
        {t("mayNotMap")}
      </Text>
    );
  }
  return (
    <form className={classes.mapping} onSubmit={send} aria-label={t("map")}>
      <Title order={3}>{t("map")}</Title>
      <Suggestions
        entry={entry}
        chosen={target?.id}
        onChoose={(to) => {
          choose(to);
          submit.current?.focus();
        }}
      />
      <TargetField entry={entry} target={target} onTarget={choose} error={missing && t("noTarget")} />
      {isRecallable(entry) && (
        <Checkbox
          size="sm"
          label={t("remember", { source: sourceOf(entry) })}
          description={t("rememberHint")}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
      )}
      {map.isError && (
        <Alert color="red" role="alert" py={6} title={t("failed")}>
          <FailureText failure={map.error} />
        </Alert>
      )}
      <Button ref={submit} type="submit" loading={map.isPending} className={classes.mapDo}>
        {t("mapDo", { count: entry.lines })}
      </Button>
    </form>
  );
}

interface Mapping {
  target: number;
  remember: boolean;
}

/** Maps all lines of the reference as a run, which can be undone. */
function useMap({ id }: OpenReference) {
  const queryClient = useQueryClient();
  const map = async ({ target, remember }: Mapping) => {
    const params = { path: { id }, header: { Prefer: "wait=2" } };
    const body = { targetId: target, remember: remember ? ("dataSource" as const) : ("none" as const) };
    const run = await unwrap(api.POST("/api/unresolved-references/{id}/map", { params, body }));
    for (const queryKey of [REFERENCES, GROUPS]) void queryClient.invalidateQueries({ queryKey });
    return run;
  };
  return useStartRun(map, true);
}

const REASONS = ["similarCode", "similarName", "recentlyOrdered", "ofPartner"] as const;

interface SuggestionsProps {
  entry: OpenReference;
  chosen: number | undefined;
  onChoose: (target: Target) => void;
}

/** Similar records, selected by number. */
function Suggestions({ entry, chosen, onChoose }: SuggestionsProps) {
  const t = useMessages(referenceMessages);
  const tParts = useMessages(partsMessages);
  const found = useQuery(referenceQuery(entry.id));
  const reasonOf = (reason: string) => {
    const known = REASONS.find((one) => one === reason);
    return known && t(`reason_${known}`);
  };
  if (found.isPending) return <Loader size="xs" aria-label={tParts("loading")} />;
  if (found.error instanceof ApiError && found.error.status === 404) return <Text size="sm">{t("gone")}</Text>;
  const suggestions = found.data?.suggestions ?? [];
  if (suggestions.length === 0) {
    return (
      <Text size="sm" className="quiet">
        {t("noSuggestions")}
      </Text>
    );
  }
  return (
    <ul className={classes.suggestions} aria-label={t("suggestions")}>
      {suggestions.map((suggestion, index) => (
        <li key={suggestion.id}>
          <Button
            variant={chosen === suggestion.id ? "light" : "default"}
            aria-pressed={chosen === suggestion.id}
            className={classes.action}
            aria-keyshortcuts={index < KEYED ? String(index + 1) : undefined}
            data-suggestion
            rightSection={
              index < KEYED && (
                <Kbd size="xs" aria-hidden>
                  {index + 1}
                </Kbd>
              )
            }
            onClick={() => onChoose(targetOf(suggestion))}>
            {named(suggestion)}
          </Button>
          <span className={classes.explanation}>{reasonOf(suggestion.reason)}</span>
        </li>
      ))}
    </ul>
  );
}

interface TargetFieldProps {
  entry: OpenReference;
  target: Target | undefined;
  onTarget: (target: Target | undefined) => void;
  error: string | false;
}

/** Search by code, name or external id. */
function TargetField({ entry, target, onTarget, error }: TargetFieldProps) {
  const t = useMessages(referenceMessages);
  const tParts = useMessages(partsMessages);
  const { kindOf } = useReferenceText();
  const [typed, setTyped] = useState("");
  const [opened, open] = useState(false);
  const isChosen = typed === (target?.label ?? "");
  const targets = useTargets(entry, isChosen ? "" : typed);
  // Enter must not select a match of an older text
  const options = targets.loading ? [] : targets.options.map(({ id, label }) => ({ value: String(id), label }));
  const onEnter = useFirstMatch({
    typed: isChosen ? undefined : typed,
    hits: targets.options,
    settled: !targets.loading,
    isExact: ({ code }) => code?.toLowerCase() === typed.trim().toLowerCase(),
    take: (hit) => {
      onTarget(hit);
      open(false);
    },
  });
  const shown = target && !options.some(({ value }) => value === String(target.id));
  return (
    <Select
      label={t("search", { kind: kindOf(entry) })}
      placeholder={t("searchHint")}
      error={error}
      searchable
      clearable
      data-target
      data={shown ? [{ value: String(target.id), label: target.label }, ...options] : options}
      // filtered by the server
      filter={({ options: all }) => all}
      value={target ? String(target.id) : null}
      onChange={(value, option) => onTarget(value ? { id: Number(value), label: option?.label ?? value } : undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={onEnter}
      dropdownOpened={opened}
      onDropdownOpen={() => open(true)}
      onDropdownClose={() => open(false)}
      nothingFoundMessage={targets.loading ? tParts("loading") : tParts("nothingFound")}
      comboboxProps={{ portalProps: { target: "#main" } }}
    />
  );
}
