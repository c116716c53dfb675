import { Alert } from "@mantine/core";
import { useMessages } from "../../i18n";
import { FailureText } from "../../parts/failure";
import { runMessages } from "../../runs/run-messages";

/** What a dialog wanted did not begin; it may be tried again. */
export function NotStarted({ failure }: { failure: unknown }) {
  const t = useMessages(runMessages);
  return (
    <Alert color="red" role="alert" title={t("notStarted")}>
      <FailureText failure={failure} />
    </Alert>
  );
}
