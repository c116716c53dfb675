import { Alert, Button, Center, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { FailureText } from "../parts/failure";
import { LanguageSwitch } from "../parts/language-switch";
import { Mark } from "../parts/mark";
import { useMessages } from "../i18n";
import { useWindowTitle } from "../parts/window-title";
import { signIn, type Session } from "./session";
import { sessionMessages } from "./messages";

interface LoginProps {
  /** Reason for signing in again. */
  because?: string;
  /** Previous user; only the password is needed. */
  user?: string;
  onSession: (session: Session) => void;
}

export function LoginForm({ because, user = "", onSession }: LoginProps) {
  const t = useMessages(sessionMessages);
  const form = useForm({
    initialValues: { user, password: "" },
    validate: {
      user: (typed) => (typed.trim() ? null : t("noUser")),
      password: (typed) => (typed ? null : t("noPassword")),
    },
  });
  const attempt = useMutation({
    mutationFn: ({ user: name, password }: typeof form.values) => signIn(name.trim(), password),
    onSuccess: onSession,
    onError: () => form.setFieldValue("password", ""),
  });
  return (
    <form onSubmit={form.onSubmit((values) => attempt.mutate(values))} noValidate>
      <Stack gap="sm">
        {because && <Text size="sm">{because}</Text>}
        <TextInput
          size="sm"
          label={t("user")}
          autoComplete="username"
          data-autofocus={!user || undefined}
          autoFocus={!user}
          {...form.getInputProps("user")}
        />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          data-autofocus={!!user || undefined}
          autoFocus={!!user}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword"), tabIndex: -1 }}
          {...form.getInputProps("password")}
        />
        {attempt.isError && (
          <Alert color="red" role="alert" p="xs">
            <FailureText failure={attempt.error} />
          </Alert>
        )}
        <Button type="submit" size="sm" loading={attempt.isPending}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}

export function LoginPage({ onSession }: Pick<LoginProps, "onSession">) {
  const t = useMessages(sessionMessages);
  useWindowTitle(t("title"));
  return (
    <Center mih="100vh" bg="var(--canvas)" component="main" id="main">
      <Paper withBorder shadow="sm" p="xl" w={360} bg="var(--raised)">
        <Stack gap="md">
          <Group justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap">
              <Mark size={28} />
              <div>
                <Text fw={600}>Orderdock</Text>
                <Text size="xs" className="quiet">
                  {t("tagline")}
                </Text>
              </div>
            </Group>
          </Group>
          <Title order={1}>{t("title")}</Title>
          <LoginForm onSession={onSession} />
          <LanguageSwitch />
        </Stack>
      </Paper>
    </Center>
  );
}
