import { z } from "zod";
import type { AuthorRecord } from "./author.ts";
import { openEnum } from "./open-enum.ts";

/** One shape for all kinds, so that a new kind breaks no client. */
export const author = z
  .object({
    kind: openEnum([
      "api_key",
      "user",
      "management_key",
      "code_host",
      "command_line",
      "trigger",
      "service",
    ]).meta({
      description: "The service is Copydesk itself.",
    }),
    id: z.string().optional().meta({
      description:
        "Of the key, of the person who signed in, or of the user where the code host lets people choose any name.",
    }),
    host: z.string().optional().meta({ description: "The code host, such as github." }),
    name: z.string().optional().meta({
      description:
        "Of the key, the person, the user or check on the code host, or the system's user, as it was then.",
    }),
  })
  .meta({ description: "Who caused it." });

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const schemaIsTheAuthor: Same<z.output<typeof author>, AuthorRecord> = true;

/** Parses a stored author. Null for entries from before authors were stored. */
export function toAuthorRecord(stored: unknown): AuthorRecord | null {
  return author.safeParse(stored).data ?? null;
}
