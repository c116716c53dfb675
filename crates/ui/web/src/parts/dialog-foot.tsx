import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useMessages } from "../i18n";
import classes from "./dialog-foot.module.css";
import { partsMessages } from "./messages";

/** Sticky buttons of a dialog. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}

interface ConfirmFootProps {
  submit: string;
  /** The preview is visible. Before, Cancel has the focus and the other button is inert. */
  previewed: boolean;
  /** Nothing to do, or the preview is outdated. */
  idle?: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: () => void;
}

/** Cancel and confirm buttons. */
export function ConfirmFoot({ submit, previewed, idle = false, busy, onClose, onSubmit }: ConfirmFootProps) {
  const tParts = useMessages(partsMessages);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (previewed && document.activeElement === cancel.current) confirm.current?.focus({ preventScroll: true });
  }, [previewed]);
  // stays focusable while inert
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
