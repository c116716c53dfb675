import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, type FormEvent } from "react";
import { useMessages } from "../i18n";
import { useDraft } from "./draft";
import { FailureText } from "./failure";
import { announce } from "./announce";
import { partsMessages } from "./messages";

/** Maximum length. */
export const MAX_COMMENT_LENGTH = 2000;

interface CommentBoxProps {
  /** Key of the draft. */
  about: string;
  send: (text: string) => Promise<unknown>;
  /** Focus on mount. */
  wanted?: boolean;
  onTaken?: () => void;
}

/** Comment form: Ctrl+Enter sends; drafts are kept. */
export function CommentBox({ about, send, wanted = false, onTaken }: CommentBoxProps) {
  const t = useMessages(partsMessages);
  const hint = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!wanted) return;
    field.current?.focus();
    onTaken?.();
  }, [wanted, onTaken]);
  const [text, type] = useDraft(about);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => {
      type("");
      announce(t("commented"));
    },
  });
  const submit = () => {
    if (text.trim() && !sending.isPending) sending.mutate(text);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Stack gap={6} component="form" onSubmit={onSubmit}>
      <Textarea
        ref={field}
        label={t("comment")}
        aria-describedby={hint}
        value={text}
        maxLength={MAX_COMMENT_LENGTH}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      />
      {sending.isError && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={sending.error} />
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" className="quiet" id={hint}>
          {t("commentHint")}
        </Text>
        <Button type="submit" variant="default" loading={sending.isPending}>
          {t("commentSend")}
        </Button>
      </Group>
    </Stack>
  );
}
