import type { RuleField } from "./rule-field.ts";
import { ruleSections } from "./rule-sections.ts";

export type RuleValue = string[] | number | "" | boolean | string;

/** Value of each field by its path. */
export type RulesForm = Record<string, RuleValue>;

export interface RuledProject {
  model: string | null;
  settings: object;
}

export interface RulesPatch {
  model?: string | null;
  settings?: Record<string, unknown>;
}

const fields = ruleSections.flatMap((section) => section.fields);

export function toRulesForm(project: RuledProject): RulesForm {
  return Object.fromEntries(fields.map((field) => [field.path, storedValue(field, project)]));
}

/** Returns the paths whose values differ from the stored ones. */
export function changedRules(project: RuledProject, form: RulesForm): string[] {
  const stored = toRulesForm(project);
  return fields.map(({ path }) => path).filter((path) => !isSame(stored[path], form[path]));
}

/** Labels of the edited fields that somebody else has set to something else since the edit began. */
export function findClashes(begun: RuledProject, latest: RuledProject, edits: RulesForm): string[] {
  const before = toRulesForm(begun);
  const now = toRulesForm(latest);
  return fields
    .filter(
      ({ path }) => path in edits && !isSame(now[path], before[path]) && !isSame(now[path], edits[path]),
    )
    .map(({ label }) => label);
}

/**
 * Returns the request's body. A setting is replaced as a whole, so that a change of one of its fields sends
 * all of them, including those that the page does not know; null removes a setting without values.
 */
export function toRulesPatch(project: RuledProject, form: RulesForm): RulesPatch {
  const changed = changedRules(project, form);
  const patch: RulesPatch = {};
  for (const path of changed) {
    const [place, name = ""] = path.split(".");
    if (place !== "settings") patch.model = form[path] === "" ? null : String(form[path]);
    else patch.settings = { ...patch.settings, [name]: settingOf(name, project, form) };
  }
  return patch;
}

function settingOf(name: string, project: RuledProject, form: RulesForm): unknown {
  const prefix = `settings.${name}`;
  if (form[prefix] !== undefined) return isEmpty(form[prefix]) ? null : form[prefix];
  const stored = (project.settings as Record<string, unknown>)[name];
  const setting = structuredClone(stored ?? {}) as Record<string, unknown>;
  for (const { path } of fields.filter(({ path: one }) => one.startsWith(`${prefix}.`)))
    put(setting, path.slice(prefix.length + 1).split("."), form[path]);
  return Object.keys(setting).length === 0 ? null : setting;
}

function put(
  target: Record<string, unknown>,
  [name = "", ...rest]: string[],
  value: RuleValue | undefined,
): void {
  if (rest.length > 0) {
    const inner = { ...(target[name] as Record<string, unknown> | undefined) };
    put(inner, rest, value);
    if (Object.keys(inner).length === 0) delete target[name];
    else target[name] = inner;
  } else if (isEmpty(value)) delete target[name];
  else target[name] = value;
}

function storedValue(field: RuleField, project: RuledProject): RuleValue {
  const stored = field.path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], project);
  switch (field.kind) {
    case "list":
      return (stored as string[] | undefined) ?? [];
    case "switch":
      return stored === true;
    case "choice":
      return (stored as string | undefined) ?? field.options[0]!.value;
    default:
      return (stored as string | number | null | undefined) ?? "";
  }
}

/** Whether a value has the same effect as no value. */
export function isEmpty(value: RuleValue | undefined): boolean {
  return (
    value === undefined ||
    value === "" ||
    value === false ||
    value === "off" ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isSame(one: RuleValue | undefined, other: RuleValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
