import type { RuleField, RuleSection } from "./rule-field.ts";
import { isEmpty, type RulesForm, type RuleValue } from "./rules-form.ts";

/** Describes a section's settings in a line; null if all of them are Copydesk's defaults. */
export function describeSection({ fields }: RuleSection, form: RulesForm): string | null {
  const set = fields.flatMap((field) => describeField(field, form[field.path]) ?? []);
  return set.length === 0 ? null : set.join(" · ");
}

function describeField(field: RuleField, value: RuleValue | undefined): string | null {
  if (value === undefined || isEmpty(value)) return null;
  switch (field.kind) {
    case "list":
      return `${field.label}: ${(value as string[]).join(", ")}`;
    case "number":
      return `${field.label}: ${field.unit === "$" ? "$" : ""}${Number(value).toLocaleString("en-US")}${field.unit === "days" ? " days" : ""}`;
    case "switch":
      return field.label;
    case "choice":
      if (value === field.options[0]!.value) return null;
      return `${field.label}: ${field.options.find((option) => option.value === value)?.label ?? value}`;
    case "text":
      return `${field.label}: ${value}`;
  }
}
