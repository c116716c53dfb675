import { Alert, Button, Center, Loader, Modal, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Component, lazy, useEffect, useState, type ErrorInfo, type ReactNode } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { announceSessionRenewed, forgetWaiting, onSessionEnded, Refusal } from "./api/client";
import { EventsProvider } from "./api/events";
import { Frame } from "./frame/frame";
import { frameWords } from "./frame/words";
import { useLanguage, useWords } from "./i18n";
import { KeysProvider } from "./keys/keys";
import { LoadFailed } from "./parts/failure";
import { useWindowTitle } from "./parts/window-title";
import { partsWords } from "./parts/words";
import { LoginForm, LoginPage } from "./session/login";
import { SessionContext, sessionQuery, useSignedIn, type Session } from "./session/session";
import { keepUnsent } from "./session/unsent";
import { UnsentNotice } from "./session/unsent-notice";
import { sessionWords } from "./session/words";

const Dashboard = lazy(() => import("./dashboard"));
const Inbox = lazy(() => import("./inbox"));
const Disposition = lazy(() => import("./disposition"));
const CandidatePage = lazy(() => import("./disposition/candidate-page"));
const Orders = lazy(() => import("./orders"));
const NewOrder = lazy(() => import("./orders/new-order"));
const OrderPage = lazy(() => import("./orders/order-page"));
const Outgoing = lazy(() => import("./outgoing"));
const WebhookPage = lazy(() => import("./outgoing/webhook-page"));
const RulePage = lazy(() => import("./outgoing/rule-page"));
const Scheduler = lazy(() => import("./runs"));
const RunPage = lazy(() => import("./runs/run-page"));

/** Shows the login, or the pages to who is signed in. */
export function App() {
  const parts = useWords(partsWords);
  const queries = useQueryClient();
  const signedIn = useSignedIn();
  const keep = (session: Session) => queries.setQueryData(sessionQuery.queryKey, session);
  const begin = (session: Session) => {
    // who came for no page in particular begins with what is to be settled
    if (session.role === "clerk" && ["/", "/login"].includes(location.pathname))
      history.replaceState(null, "", "/inbox");
    keep(session);
  };
  if (signedIn.data) return <SignedIn session={signedIn.data} onSession={keep} />;
  if (signedIn.isPending) {
    return (
      <Center mih="100vh">
        <Loader aria-label={parts("loading")} />
      </Center>
    );
  }
  if (signedIn.error instanceof Refusal && signedIn.error.status === 401) return <LoginPage onSession={begin} />;
  return <LoadFailed failure={signedIn.error} retry={() => void signedIn.refetch()} />;
}

function SignedIn({ session, onSession }: { session: Session; onSession: (session: Session) => void }) {
  const queries = useQueryClient();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the service's words come in the reader's language
  useEffect(() => void queries.invalidateQueries(), [language, queries]);
  return (
    <SessionContext value={session}>
      <EventsProvider>
        <KeysProvider>
          <Frame>
            <Pages />
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
        <Route path="/candidates" component={Disposition} />
        <Route path="/candidates/:id" component={CandidatePage} />
        <Route path="/orders" component={Orders} />
        <Route path="/orders/new" component={NewOrder} />
        <Route path="/orders/:id" component={OrderPage} />
        <Route path="/scheduler" component={Scheduler} />
        <Route path="/runs/:id" component={RunPage} />
        <Route path="/outgoing" component={Outgoing} />
        <Route path="/outgoing/webhooks/:id" component={WebhookPage} />
        <Route path="/outgoing/rules/:id" component={RulePage} />
        {/* who is signed in already has nothing to do there */}
        <Route path="/login">
          <Redirect to="/" replace />
        </Route>
        <Route component={NotFound} />
      </Switch>
    </Caught>
  );
}

/** Over the page, so that everything stays where it was. */
function SignInAgain({ session, onSession }: { session: Session; onSession: (session: Session) => void }) {
  const t = useWords(sessionWords);
  const queries = useQueryClient();
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
  const back = (renewed: Session) => {
    if (renewed.user !== session.user) {
      keepUnsent(session.user);
      forgetWaiting();
      location.assign("/");
      return;
    }
    onSession(renewed);
    setEnded(false);
    announceSessionRenewed();
    void queries.invalidateQueries();
  };
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      title={t("title")}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}>
      <LoginForm because={t("expired")} user={session.user} onSession={back} />
    </Modal>
  );
}

function NotFound() {
  const t = useWords(frameWords);
  useWindowTitle(t("notFound"));
  return (
    <Stack p="md">
      <Title order={1}>{t("notFound")}</Title>
      <Text>{t("notFoundText")}</Text>
    </Stack>
  );
}

/** A fault of one page leaves the others standing. */
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
  const t = useWords(frameWords);
  const parts = useWords(partsWords);
  useWindowTitle(t("crash"));
  return (
    <Alert color="red" m="md" role="alert" title={t("crash")}>
      <Button variant="default" onClick={() => location.reload()}>
        {parts("reload")}
      </Button>
    </Alert>
  );
}
