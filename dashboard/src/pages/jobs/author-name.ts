import type { Author } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";

/** Names the author in a few words. Kinds of a later version are shown as unknown. */
export function authorName(author: Author | null): string {
  if (author === null) return "Somebody";
  const name = author.name === undefined || author.name === "" ? null : showHidden(author.name);
  switch (author.kind) {
    case "user":
      return name ?? "A member";
    case "api_key":
      return name === null ? "An API key" : `${name} (API key)`;
    case "management_key":
      return name === null ? "A management key" : `${name} (management key)`;
    case "code_host":
      return `${name ?? "Somebody"} on ${author.host ?? "the code host"}`;
    case "command_line":
      return name === null ? "The command line" : `${name} (command line)`;
    case "trigger":
      return name === null ? "A trigger" : `${name} (trigger)`;
    case "service":
      return "Copydesk";
    default:
      return name ?? "Somebody";
  }
}
