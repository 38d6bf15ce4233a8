import type { Script } from "../../test/helpers/scripted-model-server.ts";

/** Change made by every benchmark's job: one wrong term on one page of a repository. */
export const change = { path: "docs/page-7.md", from: "the API token", to: "the API key" };

export const prompt = `Replace "${change.from}" with "${change.to}"`;

/**
 * A model that searches, reads, edits and finishes, one call per answer; `delayMs` is evaluated at each call.
 */
export function fourStepScript(delayMs: (model: string) => number = () => 0): Script {
  return (_index, request) => {
    const { path, from, to } = change;
    const answers = request.messages.filter(({ role }) => role === "assistant").length;
    const calls = [
      { name: "search", arguments: { pattern: from } },
      { name: "read", arguments: { path } },
      { name: "edit", arguments: { path, edits: [{ old: from, new: to }] } },
      { name: "finish", arguments: { title: "Say API key", summary: "Replaced the old term." } },
    ];
    return { calls: [calls[answers]!], delayMs: delayMs(request.model) };
  };
}
