import type { CleanText } from "../outgoing/clean-text.ts";

/** Who caused a job or an event, with the names at that time. More kinds may follow. */
export type Author =
  | { kind: "api_key"; id: string; name: CleanText }
  /**
   * `name`: the commenter's login, or a check's name; absent if the host does not say who it was. `id`: set
   * where people can choose any name.
   */
  | { kind: "code_host"; host: string; id?: CleanText; name?: CleanText }
  /** Person who signed in to the dashboard. */
  | { kind: "user"; id: string; name: CleanText }
  | { kind: "management_key"; id: string; name: CleanText }
  | { kind: "trigger"; id: string; name: CleanText }
  /** `name`: the operating system's user. */
  | { kind: "command_line"; name: CleanText }
  /** Workers and timers acting on their own. */
  | { kind: "service" };

/** An author as the API returns it; a newer version may have stored a kind that this one does not know. */
export interface AuthorRecord {
  kind: string;
  id?: string;
  host?: string;
  name?: string;
}

/**
 * Returns the account whose monthly cap the author's jobs count against, besides the project's; null: none.
 */
export function accountOf(author: Author): string | null {
  return author.kind === "api_key" ? author.id : null;
}
