import { ActionIcon, Button, TextInput } from "@mantine/core";
import { Plus, Trash2 } from "lucide-react";
import { useRef, type KeyboardEvent } from "react";
import { useLanguage, useMessages } from "../i18n";
import { useKeyName } from "../keys/use-key-name";
import { useShownKeys } from "../keys/keys";
import { unitText } from "../parts/common-names";
import { RecordField } from "../parts/record-field";
import { MoneyText } from "../parts/values";
import { showPrice } from "../values/decimal";
import { emptyLine, type DraftLine, type FieldErrors } from "./draft";
import classes from "./new-order.module.css";
import { newOrderMessages } from "./new-order-messages";
import type { PlannedOrder, OrderLine } from "./orders";

interface DraftLinesProps {
  lines: DraftLine[];
  errors: FieldErrors;
  /** Preview with the keys of its lines. */
  preview: { order: PlannedOrder; keys: string[] } | undefined;
  change: (key: string, changes: Partial<DraftLine>) => void;
  replace: (lines: DraftLine[]) => void;
}

export function DraftLines({ lines, errors, preview, change, replace }: DraftLinesProps) {
  const t = useMessages(newOrderMessages);
  const body = useRef<HTMLTableSectionElement>(null);
  useShownKeys({
    heading: t("lines"),
    keys: [
      { press: "Enter", label: t("keyNext"), run: () => undefined },
      { press: "$mod+Delete", shown: "Ctrl+Del", label: t("keyRemove"), run: () => undefined },
    ],
  });
  const focus = (place: number) =>
    requestAnimationFrame(() => body.current?.rows[place]?.querySelector("input")?.focus());
  const add = () => {
    replace([...lines, emptyLine()]);
    focus(lines.length);
  };
  const remove = (place: number) => {
    const rest = lines.filter((_, other) => other !== place);
    replace(rest.length > 0 ? rest : [emptyLine()]);
    focus(Math.max(0, Math.min(place, rest.length - 1)));
  };
  const answer = (event: KeyboardEvent, place: number) => {
    const control = event.ctrlKey || event.metaKey;
    // Enter in an open list selects a product
    if (event.key === "Enter" && !control && !event.defaultPrevented && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (place === lines.length - 1) add();
      else focus(place + 1);
    }
    if (event.key === "Delete" && control) {
      event.preventDefault();
      remove(place);
    }
  };
  return (
    <div>
      <table className={classes.lines} aria-label={t("lines")}>
        <thead>
          <tr>
            <th scope="col">{t("line")}</th>
            <th scope="col">{t("product")}</th>
            <th scope="col">{t("name")}</th>
            <th scope="col" data-numeric>
              {t("qty")}
            </th>
            <th scope="col">{t("uom")}</th>
            <th scope="col" data-numeric>
              {t("price")}
            </th>
            <th scope="col" data-numeric>
              {t(preview?.order.taxIncluded ? "amount" : "net")}
            </th>
            <td />
          </tr>
        </thead>
        <tbody ref={body}>
          {lines.map((line, index) => (
            <Row
              key={line.key}
              line={line}
              number={index + 1}
              errors={errors}
              priced={pricedLine(preview, line.key)}
              currency={preview?.order.currencyCode}
              change={(changes) => change(line.key, changes)}
              remove={() => remove(index)}
              onKeyDown={(event) => answer(event, index)}
            />
          ))}
        </tbody>
      </table>
      <Button variant="subtle" mt={4} leftSection={<Plus size={14} aria-hidden />} onClick={add}>
        {t("add")}
      </Button>
    </div>
  );
}

function pricedLine(preview: DraftLinesProps["preview"], key: string): OrderLine | undefined {
  return preview?.order.lines[preview.keys.indexOf(key)];
}

interface RowProps {
  line: DraftLine;
  number: number;
  errors: FieldErrors;
  priced: OrderLine | undefined;
  currency: string | undefined;
  change: (changes: Partial<DraftLine>) => void;
  remove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Row({ line, number, errors, priced, currency, change, remove, onKeyDown }: RowProps) {
  const t = useMessages(newOrderMessages);
  const keyName = useKeyName();
  const language = useLanguage();
  const label = (field: "product" | "qty" | "price") => t("fieldOfLine", { field: t(field), line: number });
  const price = priced && !line.price ? showPrice(priced.priceEntered, language, currency) : t("priceHint");
  return (
    <tr onKeyDown={onKeyDown}>
      <td className={classes.number}>{number}</td>
      <td data-part={t("product")}>
        <RecordField
          kind="products"
          aria-label={label("product")}
          w={180}
          value={line.productCode}
          error={errors[`${line.key}/productCode`]}
          onChange={(productCode) => change({ productCode })}
        />
      </td>
      <td className={classes.text}>{priced?.productName}</td>
      <td data-part={t("qty")}>
        <TextInput
          aria-label={label("qty")}
          w={110}
          value={line.qty}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: classes.numeric }}
          error={errors[`${line.key}/qty`]}
          onChange={(event) => change({ qty: event.currentTarget.value })}
        />
      </td>
      <td className={classes.text}>{unitText(priced?.uomCode, language)}</td>
      <td data-part={t("price")}>
        <TextInput
          aria-label={label("price")}
          w={110}
          value={line.price}
          inputMode="decimal"
          autoComplete="off"
          placeholder={price}
          classNames={{ input: classes.numeric }}
          error={errors[`${line.key}/price`]}
          onChange={(event) => change({ price: event.currentTarget.value })}
        />
      </td>
      <td className={classes.text} data-numeric>
        {priced && <MoneyText value={priced.net} />}
      </td>
      <td>
        <ActionIcon
          aria-label={t("remove", { line: number })}
          title={`${t("remove", { line: number })} (${keyName("Ctrl+Del")})`}
          onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}
