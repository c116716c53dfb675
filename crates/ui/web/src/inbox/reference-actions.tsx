// Actions on the lines of an unresolved reference, other than the mapping.
import { Button, Text } from "@mantine/core";
import { Archive, MessageSquareShare, Pencil, Plus, type LucideIcon } from "lucide-react";
import { useMessages } from "../i18n";
import { useMay } from "../session/session";
import { isChangeable } from "./changed-member";
import { createMessages } from "./create-messages";
import classes from "./inbox.module.css";
import type { ReferenceKind } from "./reference-kinds";
import { referenceMessages } from "./reference-messages";
import type { OpenReference } from "./references";

export type ReferenceAction = "create" | "request" | "change" | "exclude";

interface ActionsProps {
  entry: OpenReference;
  onAction: (action: ReferenceAction) => void;
}

/** Creates the missing record, or requests it from a user with the permission. */
export function CreateActions({ entry, onAction }: ActionsProps) {
  const t = useMessages(createMessages);
  const mayCreate = useMay("masterdata:write");
  const mayRequest = useMay("candidates:write");
  if (!mayCreate && !mayRequest) return null;
  return (
    <div className={classes.creation}>
      <Text size="sm">{t("orElse")}</Text>
      {mayCreate ? (
        <Action icon={Plus} label={t(`create_${entry.kind as ReferenceKind}`)} onClick={() => onAction("create")} />
      ) : (
        <Action icon={MessageSquareShare} label={t("request")} onClick={() => onAction("request")} />
      )}
    </div>
  );
}

/** Changes or excludes the lines. */
export function LineActions({ entry, onAction }: ActionsProps) {
  const t = useMessages(createMessages);
  const tReference = useMessages(referenceMessages);
  if (!useMay("candidates:write")) return null;
  return (
    <>
      {isChangeable(entry) && <Action icon={Pencil} label={t("change")} onClick={() => onAction("change")} />}
      <Action icon={Archive} label={tReference("exclude")} onClick={() => onAction("exclude")} />
    </>
  );
}

function Action({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" leftSection={<Icon size={14} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
