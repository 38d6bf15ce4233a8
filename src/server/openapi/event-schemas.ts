import { z } from "zod";
import { author } from "../../jobs/author-schema.ts";
import { isEventKind } from "../../jobs/event-kinds.ts";
import { jobEvent } from "../../jobs/events.ts";

const head = { seq: z.int().min(1), at: z.iso.datetime({ precision: 3 }) };
const tail = { author: author.nullable() };

/** One schema per kind of event, as the API returns it. */
export const eventOfKinds = jobEvent.options.map((option) => {
  const { kind, data } = option.shape;
  return z.object({ ...head, kind, data, ...tail });
});

const [first, ...others] = eventOfKinds;

export const knownEvent = z.discriminatedUnion("kind", [first!, ...others]).meta({
  description:
    "An event of a job; its kind determines the shape of its data. seq: its number in the job, from 1, without gaps. author: who caused it; null for events older than this field.",
});

export const unknownEvent = z
  .object({
    ...head,
    kind: z
      .string()
      .refine((kind) => !isEventKind(kind))
      .meta({ not: { enum: jobEvent.options.map(({ shape }) => shape.kind.value) } }),
    data: z.record(z.string(), z.unknown()),
    ...tail,
  })
  .meta({
    description:
      "An event of a kind that this document does not describe, because another version wrote it. Ignore it.",
  });

export const eventPage = z.object({
  data: z.array(z.xor([knownEvent, unknownEvent])),
  nextAfter: z
    .int()
    .nullable()
    .meta({ description: "For the next page; null if there is nothing more at the moment." }),
});

/** Converts e.g. "tool_result" to "ToolResultEvent". */
export function eventSchemaName(kind: string): string {
  return `${kind.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;
}
