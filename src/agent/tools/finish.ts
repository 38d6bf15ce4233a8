import { z } from "zod";
import { type AgentTool, succeeded } from "./tool.ts";

export const titleCharactersMax = 72;

const schema = z.object({
  title: z
    .string()
    .trim()
    .min(1)
    .max(titleCharactersMax)
    .regex(/^[^\n\r]*$/, "must be one line"),
  summary: z.string().trim().max(20_000),
  pages: z
    .array(z.object({ path: z.string().max(1_024), why: z.string().trim().min(1).max(1_000) }))
    .max(50)
    .optional(),
});

type Finish = z.infer<typeof schema>;

export const finishTool: AgentTool<Finish> = {
  name: "finish",
  description:
    "End the job. The title heads the commit and pull request; the summary says what changed and why; if nothing did, why, and in pages which pages you read and why each holds.",
  schema,
  async run(_context, { title, summary }) {
    return succeeded("finished", { finish: { title, summary } });
  },
};

/** Parses the arguments of `finish`; undefined if they are invalid. */
export function parseFinish(input: unknown): Finish | undefined {
  return schema.safeParse(input).data;
}
