/** Place of the value: a field of the project itself, or `group.field` / `field` of its settings. */
interface FieldBase {
  path: string;
  label: string;
  about: string;
}

export type RuleField = FieldBase &
  (
    | { kind: "list"; placeholder?: string; suggest?: "models" }
    | { kind: "number"; min: number; max: number; unit?: string; decimals?: number; placeholder?: string }
    | { kind: "switch" }
    | { kind: "choice"; options: readonly { value: string; label: string }[] }
    | { kind: "text"; placeholder?: string }
  );

export interface RuleSection {
  id: string;
  title: string;
  about: string;
  fields: readonly RuleField[];
}
