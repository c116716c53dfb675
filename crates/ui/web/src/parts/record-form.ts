// Forms validated by a schema, with the errors of the server at their fields.
import { schemaResolver, useForm, type UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";
import type { GenericSchema } from "valibot";
import { errorItems } from "../api/client";
import { fieldErrors } from "./field-errors";

export function useRecordForm<Values extends object>(initialValues: Values, schema: GenericSchema<unknown>) {
  const latest = useRef(schema);
  latest.current = schema;
  return useForm<Values>({
    initialValues,
    validate: (values) => schemaResolver(latest.current, { sync: true })(values),
  });
}

/** Submits valid values; otherwise the first invalid field receives the focus. */
export function submitForm<Values extends object>(
  form: UseFormReturnType<Values>,
  submit: (values: Values) => void,
): void {
  const { hasErrors, errors } = form.validate();
  const [first] = Object.keys(errors);
  if (!hasErrors) submit(form.values);
  else if (first !== undefined) form.getInputNode(first)?.focus();
}

/**
 * Shows the errors of a failed request at the fields of the form, by the names of the request. Returns whether every
 * error belongs to a field.
 */
export function useServerErrors<Values extends object>(
  form: UseFormReturnType<Values>,
  error: unknown,
  fields: Readonly<Record<string, keyof Values & string>>,
): boolean {
  const { fields: messages, placed } = fieldErrors(errorItems(error), Object.keys(fields));
  const { setErrors, clearErrors } = form;
  const shown = JSON.stringify(messages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each failure
  useEffect(() => {
    if (!error) return clearErrors();
    return setErrors(
      Object.fromEntries(Object.entries(messages).map(([name, message]) => [fields[name] ?? name, message])),
    );
  }, [error, shown]);
  return placed;
}
