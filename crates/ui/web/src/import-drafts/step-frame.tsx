// Content and buttons of a step.
import { Button } from "@mantine/core";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useMessages } from "../i18n";
import { useKeys } from "../keys/keys";
import { importMessages } from "./messages";
import { useDraft } from "./use-draft";
import classes from "./wizard.module.css";

interface StepFrameProps {
  onBack?: () => void;
  /** Absent if there is no next step. */
  onNext?: (() => void) | undefined;
  next?: string;
  nextBusy?: boolean;
  /** The next step cannot be opened yet. */
  blocked?: boolean;
  children: ReactNode;
  foot?: ReactNode;
  fill?: boolean;
}

/** Elements with their own Enter key. */
const OWN_ENTER = "button, a, textarea, [role=grid], [role=combobox], [role=radio], [aria-haspopup], [aria-modal=true]";

/** Content of a step with its buttons; Enter opens the next step. */
export function StepFrame({ onBack, onNext, next, nextBusy, blocked, children, foot, fill }: StepFrameProps) {
  const t = useMessages(importMessages);
  const { saving } = useDraft();
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest(OWN_ENTER) || !onNext) return;
    event.preventDefault();
    onNext();
  };
  useHeadingKey(onNext);
  useKeys({
    heading: t("wizard"),
    keys: [
      ...(onNext
        ? [{ press: "$mod+Enter", shown: "Ctrl+Enter", label: t("keyNext"), run: onNext, whileTyping: true }]
        : []),
      ...(onBack ? [{ press: "$mod+Backspace", shown: "Ctrl+⌫", label: t("keyBack"), run: onBack }] : []),
    ],
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the step
    <div className={classes.content} data-fill={fill || undefined} onKeyDown={onKeyDown}>
      {children}
      <div className={classes.foot}>
        <div className={classes.footText} role="status">
          {saving ? t("saving") : foot}
        </div>
        {onBack && (
          <Button variant="default" leftSection={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
            {t("back")}
          </Button>
        )}
        {onNext && (
          <Button
            loading={nextBusy ?? false}
            data-disabled={blocked || undefined}
            aria-disabled={blocked || undefined}
            rightSection={<ArrowRight size={14} aria-hidden />}
            onClick={onNext}>
            {next ?? t("next")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Enter on the focused heading, which is outside of the step. */
function useHeadingKey(onNext: (() => void) | undefined): void {
  const latest = useRef(onNext);
  latest.current = onNext;
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const plain = event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!plain || document.activeElement?.tagName !== "H1") return;
      event.preventDefault();
      latest.current?.();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
