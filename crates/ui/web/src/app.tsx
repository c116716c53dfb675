import { Alert, Button, Center, Loader, Modal, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Component, lazy, Suspense, useEffect, useState, type ErrorInfo, type ReactNode } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { resumeRequests, discardPausedRequests, onSessionExpired, ApiError } from "./api/client";
import { EventsProvider } from "./api/events";
import { Frame } from "./frame/frame";
import { frameMessages } from "./frame/messages";
import { useLanguage, useMessages } from "./i18n";
import { DropAnywhere } from "./import-drafts/upload/drop-anywhere";
import { KeysProvider } from "./keys/keys";
import { Dock } from "./parts/dock";
import { LoadFailed } from "./parts/failure";
import { useWindowTitle } from "./parts/window-title";
import { partsMessages } from "./parts/messages";
import { SessionContext, sessionQuery, useSignedIn, type Session } from "./session/session";
import { saveUnsent } from "./session/unsent-texts";
import { UnsentNotice } from "./session/unsent-notice";
import { sessionMessages } from "./session/messages";

const importLogin = () => import("./session/login");
const LoginPage = lazy(() => importLogin().then(({ LoginPage }) => ({ default: LoginPage })));
const LoginForm = lazy(() => importLogin().then(({ LoginForm }) => ({ default: LoginForm })));
const Dashboard = lazy(() => import("./dashboard"));
const Inbox = lazy(() => import("./inbox"));
const OnHold = lazy(() => import("./on-hold"));
const Rejected = lazy(() => import("./rejected"));
const RejectedRowPage = lazy(() => import("./rejected/row-page"));
const Imports = lazy(() => import("./import-drafts"));
const ImportDraftPage = lazy(() => import("./import-drafts/draft-page"));
const CrossReferences = lazy(() => import("./cross-references"));
const Disposition = lazy(() => import("./disposition"));
const CandidatePage = lazy(() => import("./disposition/candidate-page"));
const Orders = lazy(() => import("./orders"));
const NewOrder = lazy(() => import("./orders/new-order"));
const OrderPage = lazy(() => import("./orders/order-page"));
const Requests = lazy(() => import("./requests"));
const RequestPage = lazy(() => import("./requests/request-page"));
const Outgoing = lazy(() => import("./outgoing"));
const WebhookPage = lazy(() => import("./outgoing/webhook-page"));
const RulePage = lazy(() => import("./outgoing/rule-page"));
const Scheduler = lazy(() => import("./runs"));
const RunPage = lazy(() => import("./runs/run-page"));

/** Renders the login or the pages. */
export function App() {
  const tParts = useMessages(partsMessages);
  const queryClient = useQueryClient();
  const signedIn = useSignedIn();
  const keep = (session: Session) => queryClient.setQueryData(sessionQuery.queryKey, session);
  const begin = (session: Session) => {
    // clerks start in the inbox
    if (session.role === "clerk" && ["/", "/login"].includes(location.pathname))
      history.replaceState(null, "", "/inbox");
    keep(session);
  };
  if (signedIn.data) return <SignedIn session={signedIn.data} onSession={keep} />;
  const loading = (
    <Center mih="100vh">
      <Loader aria-label={tParts("loading")} />
    </Center>
  );
  if (signedIn.isPending) return loading;
  if (signedIn.error instanceof ApiError && signedIn.error.status === 401) {
    return (
      <Suspense fallback={loading}>
        <LoginPage onSession={begin} />
      </Suspense>
    );
  }
  return <LoadFailed failure={signedIn.error} retry={() => void signedIn.refetch()} />;
}

/** Delay until the login is loaded for the end of the session, in milliseconds. */
const LOGIN_DELAY = 10_000;

function SignedIn({ session, onSession }: { session: Session; onSession: (session: Session) => void }) {
  const queryClient = useQueryClient();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: server texts depend on the language
  useEffect(() => void queryClient.invalidateQueries(), [language, queryClient]);
  useEffect(() => {
    const timer = setTimeout(() => void importLogin(), LOGIN_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SessionContext value={session}>
      <EventsProvider>
        <KeysProvider>
          <Frame>
            <Pages />
            <DropAnywhere />
          </Frame>
          <UnsentNotice />
          <SignInAgain session={session} onSession={onSession} />
        </KeysProvider>
      </EventsProvider>
    </SessionContext>
  );
}

function Pages() {
  const [at] = useLocation();
  return (
    <Caught key={at.split("/")[1]}>
      <Switch>
        <Route path="/" component={Dashboard} />
        <Route path="/inbox" component={Inbox} />
        <Route path="/on-hold" component={OnHold} />
        <Route path="/rejected" component={Rejected} />
        <Route path="/rejected/:id" component={RejectedRowPage} />
        <Route path="/imports" component={Imports} />
        <Route path="/imports/:id" component={ImportDraftPage} />
        <Route path="/candidates" component={Disposition} />
        <Route path="/candidates/:id" component={CandidatePage} />
        <Route path="/orders" component={Orders} />
        <Route path="/orders/new" component={NewOrder} />
        <Route path="/orders/:id" component={OrderPage} />
        <Route path="/cross-references" component={CrossReferences} />
        <Route path="/scheduler" component={Scheduler} />
        <Route path="/runs/:id" component={RunPage} />
        <Route path="/requests" component={Requests} />
        <Route path="/requests/:id" component={RequestPage} />
        <Route path="/outgoing" component={Outgoing} />
        <Route path="/outgoing/webhooks/:id" component={WebhookPage} />
        <Route path="/outgoing/rules/:id" component={RulePage} />
        {/* signed-in users skip the login */}
        <Route path="/login">
          <Redirect to="/" replace />
        </Route>
        <Route component={NotFound} />
      </Switch>
    </Caught>
  );
}

/** Renders as a dialog over the page, so that the page keeps its state. */
function SignInAgain({ session, onSession }: { session: Session; onSession: (session: Session) => void }) {
  const t = useMessages(sessionMessages);
  const queryClient = useQueryClient();
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionExpired(() => setEnded(true)), []);
  const back = (renewed: Session) => {
    if (renewed.user !== session.user) {
      saveUnsent(session.user);
      discardPausedRequests();
      location.assign("/");
      return;
    }
    onSession(renewed);
    setEnded(false);
    resumeRequests();
    void queryClient.invalidateQueries();
  };
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      title={t("title")}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}>
      <Suspense>
        <LoginForm because={t("expired")} user={session.user} onSession={back} />
      </Suspense>
    </Modal>
  );
}

function NotFound() {
  const t = useMessages(frameMessages);
  useWindowTitle(t("notFound"));
  return (
    <Stack align="center" gap="sm" p="xl" mt="xl">
      <Dock />
      <Title order={1}>{t("notFound")}</Title>
      <Text className="quiet">{t("notFoundText")}</Text>
      <Button component={Link} href="/inbox" variant="default">
        {t("openInbox")}
      </Button>
    </Stack>
  );
}

/** Error boundary of one page. */
class Caught extends Component<{ children: ReactNode }, { fault?: Error }> {
  override state: { fault?: Error } = {};

  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }

  override componentDidCatch(fault: Error, info: ErrorInfo) {
    console.error(fault, info.componentStack);
  }

  override render() {
    return this.state.fault ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const t = useMessages(frameMessages);
  const tParts = useMessages(partsMessages);
  useWindowTitle(t("crash"));
  return (
    <Alert color="red" m="md" role="alert" title={t("crash")}>
      <Button variant="default" onClick={() => location.reload()}>
        {tParts("reload")}
      </Button>
    </Alert>
  );
}
