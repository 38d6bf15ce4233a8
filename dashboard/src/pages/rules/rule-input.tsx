import { NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { toLines } from "../../parts/to-lines.ts";
import type { RuleField } from "./rule-field.ts";
import type { RuleValue } from "./rules-form.ts";

export interface RuleInputProps {
  field: RuleField;
  value: RuleValue;
  isReadOnly: boolean;
  onChange: (value: RuleValue) => void;
}

export function RuleInput({ field, value, isReadOnly, onChange }: RuleInputProps) {
  const common = { label: field.label, description: field.about, readOnly: isReadOnly };
  switch (field.kind) {
    case "list":
      return (
        <LineList {...common} placeholder={field.placeholder} value={value as string[]} onChange={onChange} />
      );
    case "number":
      return (
        <NumberInput
          {...common}
          placeholder={field.placeholder}
          min={field.min}
          max={field.max}
          clampBehavior="strict"
          allowDecimal={field.decimals !== undefined}
          decimalScale={field.decimals}
          thousandSeparator=","
          prefix={field.unit === "$" ? "$" : undefined}
          suffix={field.unit === "days" ? " days" : undefined}
          value={value as number | ""}
          onChange={(next) => onChange(next === "" ? "" : Number(next))}
        />
      );
    case "switch":
      return (
        <Switch
          label={field.label}
          description={field.about}
          checked={value === true}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          data={[...field.options]}
          value={String(value)}
          allowDeselect={false}
          disabled={isReadOnly}
          maw={360}
          onChange={(next) => next !== null && onChange(next)}
        />
      );
    case "text":
      return (
        <TextInput
          {...common}
          placeholder={field.placeholder}
          value={String(value)}
          maw={480}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

interface LineListProps {
  label: string;
  description: string;
  placeholder: string | undefined;
  readOnly: boolean;
  value: string[];
  onChange: (value: string[]) => void;
}

/** One entry per line. The typed text stays as it is until the value changes from outside. */
function LineList({ value, onChange, ...rest }: LineListProps) {
  const [text, setText] = useState(value.join("\n"));
  const shown = toLines(text).join("\n") === value.join("\n") ? text : value.join("\n");
  return (
    <Textarea
      {...rest}
      autosize
      minRows={2}
      maxRows={12}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(toLines(currentTarget.value));
      }}
    />
  );
}
