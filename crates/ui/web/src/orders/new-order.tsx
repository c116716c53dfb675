import { Alert, Button, Group, Kbd, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { api, ApiError, unwrap } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { useKeyName } from "../keys/use-key-name";
import { useKeys } from "../keys/keys";
import { DayField } from "../parts/day-field";
import { useFailureText } from "../parts/failure";
import { Page } from "../parts/page";
import { RecordField } from "../parts/record-field";
import { partsMessages } from "../parts/messages";
import { useMay, useSession } from "../session/session";
import { today } from "../values/day";
import {
  fieldErrors,
  isEmpty,
  readDraft,
  useDraft,
  type Draft,
  type DraftLine,
  type FieldErrors,
  type Readout,
} from "./draft";
import { DraftLines } from "./draft-lines";
import classes from "./new-order.module.css";
import { newOrderMessages } from "./new-order-messages";
import type { PlannedOrder } from "./orders";
import { Totals } from "./totals";

export default function NewOrderPage() {
  const t = useMessages(newOrderMessages);
  const mayOrder = useMay("orders:write");
  return (
    <Page title={t("title")} object>
      {mayOrder ? <NewOrder /> : <Text className="quiet">{t("notAllowed")}</Text>}
    </Page>
  );
}

function NewOrder() {
  const t = useMessages(newOrderMessages);
  const keyName = useKeyName();
  const tParts = useMessages(partsMessages);
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft, clear] = useDraft(useSession().user);
  const { errors, save, saving, forget, failure } = useSave(draft, clear, form);
  const preview = usePreview(draft);
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    forget(Object.keys(changes));
  };
  const changeLine = (key: string, changes: Partial<DraftLine>) => {
    setDraft((before) => ({
      ...before,
      lines: before.lines.map((line) => (line.key === key ? { ...line, ...changes } : line)),
    }));
    forget(Object.keys(changes).map((member) => `${key}/${member}`));
  };
  useKeys({
    heading: t("title"),
    keys: [{ press: "$mod+Enter", shown: "Ctrl+Enter", label: t("save"), run: save, whileTyping: true }],
  });
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={t("form")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}>
      <Head draft={draft} errors={errors} change={change} />
      <DraftLines
        lines={draft.lines}
        errors={errors}
        preview={preview.data}
        change={changeLine}
        replace={(lines) => change({ lines })}
      />
      {failure && (
        <Alert color="red" role="alert" p="xs">
          {failure}
        </Alert>
      )}
      <div className={classes.foot}>
        <Group gap="xs">
          <Button
            type="submit"
            loading={saving}
            rightSection={
              <Kbd size="xs" aria-hidden>
                {keyName("Ctrl+Enter")}
              </Kbd>
            }>
            {t("save")}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              clear();
              forget();
            }}>
            {t("clear")}
          </Button>
        </Group>
        <PreviewFoot
          order={preview.data?.order}
          because={failure ? undefined : preview.error}
          loading={tParts("loading")}
          pending={preview.isFetching}
        />
      </div>
    </form>
  );
}

interface HeadProps {
  draft: Draft;
  errors: FieldErrors;
  change: (changes: Partial<Draft>) => void;
}

function Head({ draft, errors, change }: HeadProps) {
  const t = useMessages(newOrderMessages);
  const types = useQuery({
    queryKey: ["lookup", "document-types"],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { kind: "document-types" }, query: { active: true, limit: 500 } };
      const page = await unwrap(api.GET("/api/masterdata/{kind}", { params, signal }));
      const records = page.items as { name: string; baseType: string }[];
      return [...new Set(records.filter(({ baseType }) => baseType === "SOO").map(({ name }) => name))];
    },
  });
  return (
    <div className={classes.head}>
      <RecordField
        kind="bpartners"
        label={t("shipTo")}
        w={220}
        required
        autoFocus
        value={draft.shipBPartnerCode}
        error={errors.shipBPartnerCode}
        onChange={(shipBPartnerCode) => change({ shipBPartnerCode })}
      />
      <DayField
        label={t("datePromised")}
        w={180}
        required
        minDate={today()}
        value={draft.datePromised}
        error={errors.datePromised}
        onChange={(datePromised) => change({ datePromised })}
      />
      <Select
        label={t("docType")}
        w={200}
        allowDeselect={false}
        value={draft.docTypeName}
        error={errors.docTypeName}
        onChange={(docTypeName) => change({ docTypeName: docTypeName ?? "" })}
        data={[{ value: "", label: t("docTypeDefault") }, ...(types.data ?? [])]}
      />
    </div>
  );
}

/** Sends the draft once and maps errors to fields. */
function useSave(draft: Draft, clear: () => void, form: React.RefObject<HTMLFormElement | null>) {
  const t = useMessages(newOrderMessages);
  const tParts = useMessages(partsMessages);
  const failureText = useFailureText();
  const language = useLanguage();
  const [, go] = useLocation();
  const [errors, setErrors] = useState<FieldErrors>({});
  const sending = useRef(false);
  const show = (wrong: FieldErrors) => {
    setErrors(wrong);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const attempt = useMutation({
    mutationFn: ({ body }: Readout) => {
      const params = { header: { "Idempotency-Key": draft.idempotencyKey } };
      return unwrap(api.POST("/api/sales/order", { params, body }));
    },
    onSuccess: (order) => {
      clear();
      notifications.show({ message: t("created", { number: order.documentNo }) });
      go(`/orders/${order.salesOrderId}`);
    },
    onError: (failure, { keys }) => {
      sending.current = false;
      const refused = failure instanceof ApiError && failure.errors.length > 0;
      show(refused ? fieldErrors(failure.errors, keys, tParts("required")) : { "": failureText(failure) });
    },
  });
  const save = () => {
    if (sending.current) return;
    const readout = readDraft(draft, language);
    if (readout.unreadable.length > 0) {
      show(Object.fromEntries(readout.unreadable.map((field) => [field, t("number")])));
      return;
    }
    sending.current = true;
    setErrors({});
    attempt.mutate(readout);
  };
  const forget = (fields?: string[]) =>
    setErrors((before) =>
      fields ? Object.fromEntries(Object.entries(before).filter(([field]) => field && !fields.includes(field))) : {},
    );
  const count = Object.keys(errors).filter((field) => field).length;
  const failure = errors[""] ?? (count > 0 ? t("refused", { count }) : undefined);
  return { errors, save, saving: attempt.isPending, forget, failure };
}

/** Debounced preview of the order. */
function usePreview(draft: Draft) {
  const language = useLanguage();
  const [rested] = useDebouncedValue(draft, 350);
  const { body, keys, unreadable } = readDraft(rested, language);
  const complete =
    body.shipBPartnerCode &&
    body.datePromised &&
    unreadable.length === 0 &&
    rested.lines.filter((line) => !isEmpty(line)).every(({ productCode, qty }) => productCode.trim() && qty.trim());
  const query = useQuery({
    queryKey: ["new-order", body, keys],
    enabled: !!complete && body.lines.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { query: { dryRun: true } };
      const order = await unwrap(api.POST("/api/sales/order", { params, body, signal }));
      return { order, keys };
    },
  });
  // skip incomplete drafts
  return body.lines.length > 0 ? query : { ...query, data: undefined, error: null };
}

interface PreviewProps {
  order: PlannedOrder | undefined;
  because: unknown;
  pending: boolean;
  loading: string;
}

function PreviewFoot({ order, because, pending, loading }: PreviewProps) {
  const t = useMessages(newOrderMessages);
  const failureText = useFailureText();
  if (because)
    return (
      <Text size="sm" className="quiet" maw={520} role="status">
        {t("previewNone", { because: failureText(because) })}
      </Text>
    );
  if (!order)
    return (
      <Text size="sm" className="quiet">
        {pending ? loading : t("previewHint")}
      </Text>
    );
  const values = { customer: order.bpartner.bpartner.name, org: order.org.name, list: order.priceList.name };
  return (
    <div>
      <Text size="sm" className="quiet" ta="right">
        {t("previewFor", values)}
      </Text>
      <Totals order={order} />
    </div>
  );
}
