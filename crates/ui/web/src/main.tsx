import "./styles";
import "@mantine/notifications/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "./fonts.css";
import "./page.css";
import "./i18n";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiError } from "./api/client";
import { App } from "./app";
import { NotificationPlace } from "./parts/notification-place";
import { theme } from "./theme";

/** Retries connection failures, 429 and 5xx, at most twice. */
function shouldRetry(failures: number, failure: Error): boolean {
  const refused = failure instanceof ApiError && failure.status < 500 && failure.status !== 429;
  return !refused && failures < 2;
}

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 5_000, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
// react-remove-scroll reads the nonce here
Object.assign(globalThis, { __webpack_nonce__: nonce });

createRoot(document.getElementById("root") ?? document.body).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" {...(nonce ? { getStyleNonce: () => nonce } : {})}>
      <QueryClientProvider client={queries}>
        <NotificationPlace />
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
