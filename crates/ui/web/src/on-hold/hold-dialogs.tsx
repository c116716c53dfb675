// Dialogs of the actions on incoming orders on hold.
import { Modal, Stack, Text } from "@mantine/core";
import AttendMany from "../disposition/attention/many";
import type { Chosen } from "../disposition/candidate";
import { useSetActive } from "../disposition/actions";
import CreateOrdersDialog from "../disposition/dialogs/create-orders";
import type { Reason } from "../disposition/release-messages";
import { useMessages } from "../i18n";
import { ConfirmFoot } from "../parts/dialog-foot";
import { partsMessages } from "../parts/messages";
import { selectionOf, type HoldGroup } from "./holds";
import { onHoldMessages } from "./messages";

export interface HoldDialog {
  what: "release" | "wait" | "exclude";
  group: HoldGroup;
  /** Incoming orders; an empty list means all of the reason. */
  orders: number[];
}

interface HoldDialogsProps {
  dialog: HoldDialog;
  onClose: () => void;
}

export default function HoldDialogs({ dialog: { what, group, orders }, onClose }: HoldDialogsProps) {
  const chosen = selectionOf(group, orders);
  const count = orders.length || group.orders;
  if (what === "release") {
    // the lines of an incoming order that are not on hold become orders too
    return (
      <CreateOrdersDialog
        selection={chosen.selection}
        count={group.candidates}
        release={[group.hold as Reason]}
        onClose={onClose}
      />
    );
  }
  if (what === "wait") return <AttendMany kind="wait" chosen={chosen} count={count} onClose={onClose} />;
  return <Exclude chosen={chosen} count={count} onClose={onClose} />;
}

interface ExcludeProps {
  chosen: Chosen;
  count: number;
  onClose: () => void;
}

function Exclude({ chosen, count, onClose }: ExcludeProps) {
  const t = useMessages(onHoldMessages);
  const tParts = useMessages(partsMessages);
  const exclude = useSetActive(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("excludeTitle", { count })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="md">
        <Text size="sm">{t("excludeText")}</Text>
        <ConfirmFoot
          submit={t("excludeDo")}
          previewed
          busy={exclude.isPending}
          onClose={onClose}
          onSubmit={() => exclude.mutate(chosen, { onSettled: onClose })}
        />
      </Stack>
    </Modal>
  );
}
