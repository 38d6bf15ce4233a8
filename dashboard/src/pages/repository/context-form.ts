import type { AddContextRepositoryBody, ContextRepository } from "../../api/context.ts";
import { toLines } from "../../parts/to-lines.ts";
import { type CredentialsForm, emptyCredentials, toCredentials } from "./credentials-form.ts";
import { nameOfRepository } from "./name-of-repository.ts";

export interface ContextForm {
  repository: string;
  /** Null for the name suggested by the address. */
  name: string | null;
  ref: string;
  include: string;
  hasCredentials: boolean;
  credentials: CredentialsForm;
  anyway: boolean;
}

export function toContextForm(stored: ContextRepository | null): ContextForm {
  return {
    repository: stored?.repository ?? "",
    name: stored?.name ?? null,
    ref: stored?.ref ?? "",
    include: (stored?.include ?? []).join("\n"),
    ...{ hasCredentials: false, credentials: emptyCredentials, anyway: false },
  };
}

/** Returns the name to show; by default one that the service accepts, made from the address. */
export function nameIn({ name, repository }: ContextForm): string {
  if (name !== null) return name;
  const text = nameOfRepository(repository)
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, "-");
  return text.replace(/^[_-]{1,40}/, "").slice(0, 40);
}

/** Returns the fields that adding and changing have in common. */
export function toContextBody(form: ContextForm) {
  const credentials = form.hasCredentials ? toCredentials(form.credentials) : undefined;
  return {
    ...{ name: nameIn(form).trim(), include: toLines(form.include), anyway: form.anyway },
    ...(credentials !== undefined && {
      credentials: credentials as AddContextRepositoryBody["credentials"],
    }),
  };
}
