import { Modal, Stack, Text } from "@mantine/core";
import { useSetActive } from "../disposition/actions";
import { useMessages } from "../i18n";
import { ConfirmFoot } from "../parts/dialog-foot";
import { partsMessages } from "../parts/messages";
import { referenceMessages } from "./reference-messages";
import { linesFilter, type OpenReference } from "./references";

/** Excludes all lines of an unresolved reference. */
export default function ExcludeDialog({ entry, onClose }: { entry: OpenReference; onClose: () => void }) {
  const t = useMessages(referenceMessages);
  const tParts = useMessages(partsMessages);
  const exclude = useSetActive(false);
  const selection = { filter: linesFilter(entry) };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("excludeTitle", { count: entry.lines })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="md">
        <Text size="sm">{t("excludeText")}</Text>
        <ConfirmFoot
          submit={t("excludeDo")}
          previewed
          busy={exclude.isPending}
          onClose={onClose}
          onSubmit={() => exclude.mutate({ selection }, { onSettled: onClose })}
        />
      </Stack>
    </Modal>
  );
}
