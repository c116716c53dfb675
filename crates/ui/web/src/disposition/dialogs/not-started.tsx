import { Alert } from "@mantine/core";
import { useWords } from "../../i18n";
import { FailureText } from "../../parts/failure";
import { runWords } from "../../runs/run-words";

/** What a dialog wanted did not begin; it may be tried again. */
export function NotStarted({ failure }: { failure: unknown }) {
  const t = useWords(runWords);
  return (
    <Alert color="red" role="alert" title={t("notStarted")}>
      <FailureText failure={failure} />
    </Alert>
  );
}
