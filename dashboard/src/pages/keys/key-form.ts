/** Lifetimes of a key in days, as in the select; `none` if it does not expire. */
export const lifetimes = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "60", label: "60 days" },
  { value: "90", label: "90 days" },
  { value: "none", label: "No end" },
] as const;

/** Hours for which the old key keeps working next to the new one. */
export const overlaps = [
  { value: "0", label: "At once" },
  { value: "24", label: "After 1 day" },
  { value: "72", label: "After 3 days" },
  { value: "168", label: "After 7 days" },
] as const;

export interface KeyForm {
  name: string;
  /** Scopes of an API key, permissions of a management key. */
  grants: string[];
  lifetime: string;
  allowedIps: string[];
  monthlyTokens: number | "";
  monthlyCostUsd: number | "";
}

export const emptyKeyForm: KeyForm = {
  name: "",
  grants: ["read", "write"],
  lifetime: "90",
  allowedIps: [],
  monthlyTokens: "",
  monthlyCostUsd: "",
};

export function toApiKeyBody(form: KeyForm) {
  const cap = {
    ...(form.monthlyTokens === "" ? {} : { maxTokens: form.monthlyTokens }),
    ...(form.monthlyCostUsd === "" ? {} : { maxCostUsd: form.monthlyCostUsd }),
  };
  return { ...commonOf(form), scopes: form.grants, monthlyCap: cap };
}

export function toManagementKeyBody(form: KeyForm) {
  return { ...commonOf(form), permissions: form.grants };
}

function commonOf({ name, lifetime, allowedIps }: KeyForm) {
  return {
    name: name.trim(),
    expiresInDays: lifetime === "none" ? null : Number(lifetime),
    allowedIps,
  };
}
