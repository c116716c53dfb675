// Chooses the fields of a bulk edit; fields with errors come first.
import { Select } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useMessages } from "../../i18n";
import { useFirstMatch } from "../../parts/first-match";
import type { Candidate, Chosen, Member } from "../candidate";
import { BLOCKS } from "../candidates";
import { BULK_FIELDS, isAbout, isMember } from "../fields";
import { memberMessages } from "../members";
import { dialogMessages } from "./messages";

interface FieldChooserProps {
  chosen: Chosen;
  /** Fields that are chosen already. */
  taken: readonly Member[];
  onChoose: (member: Member) => void;
}

export function FieldChooser({ chosen, taken, onChoose }: FieldChooserProps) {
  const t = useMessages(dialogMessages);
  const tMember = useMessages(memberMessages);
  const faulty = useFaultyMembers(chosen);
  const [typed, type] = useState("");
  const left = BULK_FIELDS.map(({ member }) => member).filter((member) => !taken.includes(member));
  const first = faulty.filter((member) => left.includes(member));
  const others = left.filter((member) => !faulty.includes(member));
  const choose = (member: Member) => {
    type("");
    onChoose(member);
  };
  const words = typed.trim().toLowerCase();
  const isFirst = useFirstMatch({
    typed,
    hits: [...first, ...others].filter((member) => tMember(member).toLowerCase().includes(words)),
    settled: true,
    isExact: (member) => tMember(member).toLowerCase() === words,
    take: choose,
  });
  const group = (label: string, members: readonly Member[]) =>
    members.length > 0 ? [{ group: label, items: members.map((value) => ({ value, label: tMember(value) })) }] : [];
  return (
    <Select
      label={t("addField")}
      placeholder={t("addFieldHint")}
      w={{ base: "100%", sm: 320 }}
      searchable
      openOnFocus={false}
      maxDropdownHeight={320}
      nothingFoundMessage={t("noField")}
      data-autofocus={taken.length === 0 || undefined}
      value={null}
      searchValue={typed}
      onSearchChange={type}
      onKeyDown={isFirst}
      onChange={(value) => {
        if (value && isMember(value)) choose(value);
      }}
      data={[...group(t("faultyFields"), first), ...group(t("otherFields"), others)]}
    />
  );
}

/** Returns the fields with errors in the selected lines, as far as they are loaded; the most frequent first. */
function useFaultyMembers({ selection }: Chosen): readonly Member[] {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const ids = selection.ids && new Set(selection.ids.map(Number));
    const lines = new Map<number, Candidate>();
    for (const [, block] of queryClient.getQueriesData<{ items: Candidate[] }>({ queryKey: BLOCKS })) {
      for (const line of block?.items ?? []) {
        // incoming orders have negative ids
        if (line.id > 0 && (!ids || ids.has(line.id))) lines.set(line.id, line);
      }
    }
    const counted = BULK_FIELDS.map((field) => ({
      member: field.member,
      count: [...lines.values()].filter(({ problems }) => problems.some(({ pointer }) => isAbout(field, pointer)))
        .length,
    }));
    return counted
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count)
      .map(({ member }) => member);
  }, [queryClient, selection]);
}
