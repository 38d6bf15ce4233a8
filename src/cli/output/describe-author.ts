import type { AuthorRecord } from "../../jobs/author.ts";
import { toOneLine } from "./format-table.ts";

type Describe = (author: AuthorRecord) => string;

const descriptions: Record<string, Describe> = {
  api_key: ({ id, name }) => `API key ${name} (${id})`,
  code_host: ({ host, name }) => (name === undefined ? `${host}` : `${name} on ${host}`),
  user: ({ name }) => `${name}`,
  management_key: ({ id, name }) => `management key ${name} (${id})`,
  command_line: ({ name }) => `${name} on the command line`,
  trigger: ({ id, name }) => `trigger ${name} (${id})`,
  service: () => "Copydesk",
};

/**
 * Describes the author in one line; "" if unknown. An author of an unknown, newer kind is shown by that kind.
 */
export function describeAuthor(author: AuthorRecord | null): string {
  if (author === null) return "";
  const describe = Object.hasOwn(descriptions, author.kind) ? descriptions[author.kind] : undefined;
  return toOneLine(describe?.(author) ?? [author.kind.replaceAll("_", " "), author.name].join(" ").trim());
}
