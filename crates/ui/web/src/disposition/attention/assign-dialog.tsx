import { Select, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages } from "../../i18n";
import { MAX_COMMENT_LENGTH } from "../../parts/comment-box";
import { DialogFrame } from "../../parts/dialog-frame";
import { LoadFailed } from "../../parts/failure";
import { useFirstMatch } from "../../parts/first-match";
import { partsMessages } from "../../parts/messages";
import { assigneesQuery, type Attention } from "./attend";
import { attentionMessages } from "./messages";

interface AssignDialogProps {
  count: number;
  busy: boolean;
  /** Current assignee. */
  assigned?: string | null | undefined;
  failure?: React.ReactNode;
  /** Texts of an assignment with a comment. A user is then required. */
  request?: { title: string; submit: string; explanation: string; comment: string };
  onAssign: (attention: Attention) => void;
  onClose: () => void;
}

/** Value of the option without an assignee, because no user has a blank name. */
const NOBODY = " ";

/** Dialog for selecting an assignee. */
export default function AssignDialog({ count, busy, assigned, failure, request, ...on }: AssignDialogProps) {
  const t = useMessages(attentionMessages);
  const tParts = useMessages(partsMessages);
  const users = useQuery(assigneesQuery);
  const [name, setName] = useState<string | null>(assigned ?? null);
  const [missing, setMissing] = useState(false);
  const [comment, setComment] = useState(request?.comment ?? "");
  const data = [
    ...(request ? [] : [{ value: NOBODY, label: t("nobody") }]),
    ...(users.data ?? []).map((one) => ({ value: one, label: one })),
  ];
  // a deactivated assignee stays selectable
  const known = !name || data.some(({ value }) => value === name);
  const choices = known || !name ? data : [...data, { value: name, label: name }];
  const [opened, open] = useState(false);
  const [sought, seek] = useState("");
  const choose = (to: string | null) => {
    setMissing(false);
    setName(to);
  };
  // Enter may come before the options are loaded
  const onEnter = useFirstMatch({
    typed: choices.some(({ value, label }) => value === name && label === sought) ? undefined : sought,
    hits: choices.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase())),
    settled: !users.isPending,
    isExact: ({ label }) => label === sought.trim(),
    take: ({ value, label }) => {
      choose(value);
      seek(label);
      open(false);
    },
  });
  const send = () => {
    setMissing(name === null);
    const text = comment.trim();
    if (name !== null) on.onAssign({ assignedTo: name === NOBODY ? null : name, ...(text && { comment: text }) });
  };
  return (
    <DialogFrame
      title={request?.title ?? t("assignTitle", { count })}
      submit={request?.submit ?? t("assignDo")}
      busy={busy}
      onClose={on.onClose}
      onSubmit={send}>
      {request && <Text size="sm">{request.explanation}</Text>}
      <Select
        label={t("assignTo")}
        data={choices}
        value={name}
        onChange={choose}
        searchable
        searchValue={sought}
        onSearchChange={seek}
        dropdownOpened={opened}
        onDropdownOpen={() => open(true)}
        onDropdownClose={() => open(false)}
        onKeyDown={onEnter}
        selectFirstOptionOnChange
        allowDeselect={false}
        nothingFoundMessage={t("nothingFound")}
        error={missing && t("noName")}
        data-autofocus
      />
      {request && (
        <Textarea
          label={tParts("comment")}
          value={comment}
          maxLength={MAX_COMMENT_LENGTH}
          autosize
          minRows={3}
          maxRows={8}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
      {users.isError && <LoadFailed failure={users.error} retry={() => void users.refetch()} />}
      {failure}
    </DialogFrame>
  );
}
