import { Button, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useMessages } from "../i18n";
import { DialogFoot } from "./dialog-foot";
import { partsMessages } from "./messages";

interface DialogFrameProps {
  title: string;
  submit: string;
  busy: boolean;
  /** The action is destructive. */
  grave?: boolean;
  size?: string;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** Modal form: Enter submits, Escape closes. */
export function DialogFrame({ title, submit, busy, grave, size, onClose, onSubmit, children }: DialogFrameProps) {
  const tParts = useMessages(partsMessages);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size && { size })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {children}
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              {tParts("cancel")}
            </Button>
            <Button type="submit" loading={busy} {...(grave && { color: "red.9" })}>
              {submit}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}
