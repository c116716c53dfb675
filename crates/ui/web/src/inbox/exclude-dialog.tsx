import { Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSetActive } from "../disposition/actions";
import { useMessages } from "../i18n";
import { MAX_COMMENT_LENGTH } from "../parts/comment-box";
import { ConfirmFoot } from "../parts/dialog-foot";
import { partsMessages } from "../parts/messages";
import { createMessages } from "./create-messages";
import { referenceMessages } from "./reference-messages";
import { linesFilter, type OpenReference } from "./references";

/** Excludes all lines of an unresolved reference. */
export default function ExcludeDialog({ entry, onClose }: { entry: OpenReference; onClose: () => void }) {
  const t = useMessages(referenceMessages);
  const tCreate = useMessages(createMessages);
  const tParts = useMessages(partsMessages);
  const exclude = useSetActive(false);
  const [reason, setReason] = useState("");
  const selection = { filter: linesFilter(entry) };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("excludeTitle", { count: entry.lines })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="md">
        <Text size="sm">{t("excludeText")}</Text>
        <TextInput
          label={tCreate("reason")}
          description={tCreate("reasonHint")}
          maxLength={MAX_COMMENT_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ConfirmFoot
          submit={t("excludeDo")}
          previewed
          busy={exclude.isPending}
          onClose={onClose}
          onSubmit={() => exclude.mutate({ selection, comment: reason.trim() }, { onSettled: onClose })}
        />
      </Stack>
    </Modal>
  );
}
