import { z } from "zod";
import { type Citation, hasWords, verifyEvidence } from "../verify-evidence.ts";
import { oneLine } from "./cut-text.ts";
import { plainPath } from "./plain-path.ts";
import { type AgentTool, refused, succeeded } from "./tool.ts";

/** Limits that make every answer fit into one result. */
const citationsMax = 40;
const problemCharactersMax = 150;

const schema = z.object({
  citations: z
    .array(
      z.object({
        path: z.string(),
        paragraph: z.string().trim().min(8).max(2_000),
        evidence: z.string().trim().max(1_000),
        identifier: z.string().min(1).max(200).nullish(),
      }),
    )
    .min(1)
    .max(citationsMax),
});

export const citeTool: AgentTool<z.infer<typeof schema>> = {
  name: "cite",
  description:
    "Say what changed paragraphs rest on: path, words of the paragraph, evidence (source:path#L3-L9 or prompt), and an identifier that stands in these lines.",
  schema,
  needsSources: true,
  async run({ workspace, prompt, signal }, { citations }) {
    const lines: string[] = [];
    for (const [at, { path: written, paragraph, evidence, identifier = null }] of citations.entries()) {
      const path = plainPath(written);
      const text = await workspace.readTextIfPresent(path);
      const cited = { evidence, identifier };
      const found =
        text === null || !hasWords(text, paragraph)
          ? { problem: `these words are not in ${path}` }
          : await verifyEvidence(workspace.sources!, cited, { prompt: prompt ?? "", signal });
      lines.push(
        "problem" in found
          ? `${at + 1} refused: ${oneLine(found.problem).slice(0, problemCharactersMax)}`
          : `${at + 1} ok`,
      );
    }
    const isAllRefused = lines.every((line) => line.includes(" refused: "));
    return isAllRefused ? refused(`nothing is cited\n${lines.join("\n")}`) : succeeded(lines.join("\n"));
  },
};

/** Returns the citations that a call's result accepted; gives the same for a replay. */
export function takenCitations(input: unknown, output: string): Citation[] {
  const { data } = schema.safeParse(input);
  const taken = new Set(output.split("\n").filter((line) => /^\d+ ok$/.test(line)));
  return (data?.citations ?? []).flatMap(({ path, paragraph, evidence, identifier = null }, at) =>
    taken.has(`${at + 1} ok`) ? [{ path: plainPath(path), paragraph, evidence, identifier }] : [],
  );
}
