import AssignDialog from "../disposition/attention/assign-dialog";
import { useAttend } from "../disposition/attention/attend";
import { NotStarted } from "../disposition/dialogs/not-started";
import { useMessages } from "../i18n";
import { createMessages } from "./create-messages";
import { useReferenceText } from "./reference-text";
import { linesFilter, type OpenReference } from "./references";

/** Assigns the lines of an unresolved reference to a user who can create its record. */
export default function RequestDialog({ entry, onClose }: { entry: OpenReference; onClose: () => void }) {
  const t = useMessages(createMessages);
  const attend = useAttend(true);
  const { kindOf, keyOf, sourceOf } = useReferenceText();
  const keys = entry.keys.map(({ key, value }) => `${keyOf(key)} ${value}`).join(", ");
  const words = { kind: kindOf(entry), keys, source: sourceOf(entry), count: entry.lines };
  return (
    <AssignDialog
      count={entry.lines}
      busy={attend.isPending}
      failure={attend.isError && <NotStarted failure={attend.error} />}
      request={{
        title: t("requestTitle", { count: entry.lines }),
        submit: t("requestDo"),
        explanation: t("requestText"),
        comment: t("requestComment", words),
      }}
      onAssign={(attention) =>
        attend.mutate({ selection: { filter: linesFilter(entry) }, ...attention }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}
