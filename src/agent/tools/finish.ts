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
});

export const finishTool: AgentTool<z.infer<typeof schema>> = {
  name: "finish",
  description:
    "End the job. The title heads the commit and pull request; the summary says what changed and why.",
  schema,
  async run(_context, { title, summary }) {
    return succeeded("finished", { finish: { title, summary } });
  },
};

/** What a call of `finish` said; undefined when its arguments are not those of the tool. */
export function parseFinish(input: unknown): { title: string; summary: string } | undefined {
  return schema.safeParse(input).data;
}
