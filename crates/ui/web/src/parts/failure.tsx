import { Alert, Button, Group } from "@mantine/core";
import { RotateCw } from "lucide-react";
import { ApiError } from "../api/client";
import { useMessages } from "../i18n";
import { partsMessages } from "./messages";

/** Returns the text of a failure, preferably the server's. */
export function useFailureText(): (failure: unknown) => string {
  const t = useMessages(partsMessages);
  return (failure) => {
    if (!(failure instanceof ApiError)) return t("unreachable");
    // an expired session cookie looks like a missing token
    if (failure.has("token.missing")) return t("signedOut");
    const messages = failure.errors.map((error) => error.message);
    return messages.length > 0 ? [...new Set(messages)].join(" ") : `${t("loadFailed")} (${failure.status})`;
  };
}

export function FailureText({ failure }: { failure: unknown }) {
  return <>{useFailureText()(failure)}</>;
}

/** Error state with a retry button. */
export function LoadFailed({ failure, retry }: { failure: unknown; retry: () => void }) {
  const t = useMessages(partsMessages);
  const status = failure instanceof ApiError ? ` (${failure.status})` : "";
  const title = `${t("loadFailed")}${status}`;
  const message = useFailureText()(failure);
  return (
    <Alert color="red" role="alert" title={title} m="sm">
      <Group justify="space-between">
        {message !== title && message}
        <Button variant="default" leftSection={<RotateCw size={14} aria-hidden />} onClick={retry}>
          {t("tryAgain")}
        </Button>
      </Group>
    </Alert>
  );
}
