import { cleanLine } from "../../outgoing/clean-plain.ts";
import type { Run } from "../run.ts";

const shownMax = 30;
const wordsMax = 120;

interface Said {
  at: Date;
  prompt: string;
}

/** Lists a topic's prompts, oldest first, for its job's pull request; null for jobs without a topic. */
export async function writeTimeline(run: Run): Promise<string | null> {
  const { topic, createdAt, prompt, turn } = run.job;
  if (topic === null) return null;
  const created = run.past.find(({ kind }) => kind === "created");
  const first = created?.kind === "created" ? created.data.prompt : prompt;
  const later = turn === 1 || created !== undefined ? await run.loadMessages(0) : [];
  const said: Said[] = [{ at: createdAt, prompt: first }, ...later];
  const left = Math.max(0, said.length - shownMax);
  const lines = said.slice(left).map((one, index) => `${left + index + 1}. ${describe(one)}`);
  const more = left === 0 ? [] : [`${left} earlier ones are in the job.`, ""];
  return [`Timeline of the topic ${asCode(topic)}:`, "", ...more, ...lines].join("\n");
}

function describe({ at, prompt }: Said): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC: ${asCode(prompt)}`;
}

/** Formats text as code, in which nobody is mentioned and nothing is Markdown. */
function asCode(text: string): string {
  const line = cleanLine(text.slice(0, 4 * wordsMax)).replaceAll("`", "'");
  return `\`${line.length <= wordsMax ? line : `${line.slice(0, wordsMax)}…`}\``;
}
