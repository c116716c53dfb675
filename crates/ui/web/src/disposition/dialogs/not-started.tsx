import { Alert } from "@mantine/core";
import { useMessages } from "../../i18n";
import { FailureText } from "../../parts/failure";
import { runMessages } from "../../runs/run-messages";

/** Failure of the action with a retry hint. */
export function NotStarted({ failure }: { failure: unknown }) {
  const t = useMessages(runMessages);
  return (
    <Alert color="red" role="alert" title={t("notStarted")}>
      <FailureText failure={failure} />
    </Alert>
  );
}
