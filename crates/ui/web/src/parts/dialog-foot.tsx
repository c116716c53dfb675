import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useMessages } from "../i18n";
import classes from "./dialog-foot.module.css";
import { partsMessages } from "./messages";

/** The buttons at the end of a dialog, visible however long it is. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}

interface ConfirmFootProps {
  submit: string;
  /** The preview is on the screen. Until then the focus is on Cancel, and the other button does nothing. */
  previewed: boolean;
  /** There is nothing to do, or the preview is about to be replaced. */
  idle?: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: () => void;
}

/** Cancel, and the button that does what the dialog shows. */
export function ConfirmFoot({ submit, previewed, idle = false, busy, onClose, onSubmit }: ConfirmFootProps) {
  const tParts = useMessages(partsMessages);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (previewed && document.activeElement === cancel.current) confirm.current?.focus({ preventScroll: true });
  }, [previewed]);
  // it keeps the focus while it does nothing
  const inert = !previewed || idle;
  return (
    <DialogFoot>
      <Button ref={cancel} variant="default" onClick={onClose} data-autofocus={!previewed || undefined}>
        {tParts("cancel")}
      </Button>
      <Button
        ref={confirm}
        loading={busy}
        data-disabled={inert || undefined}
        aria-disabled={inert}
        data-autofocus={previewed || undefined}
        onClick={() => inert || onSubmit()}>
        {submit}
      </Button>
    </DialogFoot>
  );
}
