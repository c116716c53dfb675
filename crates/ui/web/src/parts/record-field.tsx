import { Autocomplete, Text, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, unwrap } from "../api/client";
import { useFirstMatch } from "./first-match";

/** Maximum number of suggestions. */
const OFFERED = 12;
const STROKE = 120;

interface RecordFieldProps extends Omit<AutocompleteProps, "data" | "filter" | "renderOption"> {
  kind: "bpartners" | "products";
  value: string;
  onChange: (code: string) => void;
  org?: string;
}

/** Input for the code of a record with suggestions. */
export function RecordField({ kind, value, org, onChange, onBlur, ...field }: RecordFieldProps) {
  const [sought] = useDebouncedValue(value.trim(), STROKE);
  const [typing, type] = useState(false);
  const [opened, open] = useState(false);
  const picked = useRef(false);
  const found = useQuery({
    queryKey: ["lookup", kind, org, sought],
    enabled: sought !== "",
    queryFn: async ({ signal }) => {
      const query = { q: sought, org, active: true, limit: OFFERED };
      const page = await unwrap(api.GET("/api/masterdata/{kind}", { params: { path: { kind }, query }, signal }));
      return page.items as { code: string; name: string }[];
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const names = new Map((found.data ?? []).map(({ code, name }) => [code, name]));
  const take = (code: string) => {
    type(false);
    open(false);
    onChange(code);
  };
  const onEnter = useFirstMatch({
    typed: typing ? value : undefined,
    hits: [...names.keys()],
    settled: sought === value.trim() && !found.isFetching,
    isExact: (code) => code === value.trim(),
    take,
  });
  return (
    <Autocomplete
      value={value}
      onChange={(text) => {
        // selecting an option triggers a change too
        type(!picked.current);
        picked.current = false;
        onChange(text);
      }}
      onOptionSubmit={() => (picked.current = true)}
      onBlur={(event) => {
        type(false);
        onBlur?.(event);
      }}
      onKeyDown={onEnter}
      dropdownOpened={opened}
      onDropdownOpen={() => open(true)}
      onDropdownClose={() => open(false)}
      data={[...names.keys()]}
      // filtered by the server, also by name
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Text size="sm" component="span" truncate>
          <b>{option.value}</b> {names.get(option.value)}
        </Text>
      )}
      comboboxProps={{ width: 320, position: "bottom-start" }}
      openOnFocus={false}
      spellCheck={false}
      autoComplete="off"
      {...field}
    />
  );
}
