import type { CleanText } from "../outgoing/clean-text.ts";

/** Who caused a job or an event, with names as they were then. Further kinds may come. */
export type Author =
  | { kind: "api_key"; id: string; name: CleanText }
  /**
   * `name`: the login of who commented, or a check's name; absent where the host does not say who it was.
   * `id`: where people can give themselves any name.
   */
  | { kind: "code_host"; host: string; id?: CleanText; name?: CleanText }
  /** Who signed in to the dashboard. */
  | { kind: "user"; id: string; name: CleanText }
  | { kind: "management_key"; id: string; name: CleanText }
  | { kind: "trigger"; id: string; name: CleanText }
  /** `name`: the system's user. */
  | { kind: "command_line"; name: CleanText }
  /** What workers and timers do by themselves. */
  | { kind: "service" };

/** An author as the API tells it; a newer version may have stored a kind that this one does not know. */
export interface AuthorRecord {
  kind: string;
  id?: string;
  host?: string;
  name?: string;
}

/** Whose monthly cap the author's jobs use up besides the project's; null: nobody's. */
export function accountOf(author: Author): string | null {
  return author.kind === "api_key" ? author.id : null;
}
