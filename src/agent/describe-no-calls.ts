import { maskCredentials } from "../outgoing/mask-credentials.ts";
import { allTools } from "./tools/all-tools.ts";
import { cutCharacters, oneLine } from "./tools/cut-text.ts";

const shownCharacters = 120;

const marks = ["<tool_call", "[TOOL_CALLS]", "<function=", "<|tool_call", "<|python_tag|>"];

const advice =
  "Choose a model that can call tools, and have its server pass them on (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice and --tool-call-parser; Ollama: a model with the label tools). docs/models.md says more.";

/**
 * Explains why a job ended whose model only talked, and what its user can do. `text`: the model's last words.
 */
export function describeNoCalls(text: string): string {
  const what = looksLikeCall(text)
    ? "The model wrote its tool calls as plain text, which its server did not recognize, so nothing was done."
    : "The model answered twice without calling a tool, so nothing was done.";
  return `${what} ${advice} ${quoteLastWords(text)}`;
}

/** Explains why a job ended whose model never looked at the repository. `text`: the model's last words. */
export function describeBlindEnd(text: string): string {
  return `The model ended the job without looking at the repository, so nothing was done and what it said cannot be relied on. Choose a more capable model, or say more exactly which pages are meant. docs/models.md says more. ${quoteLastWords(text)}`;
}

function quoteLastWords(text: string): string {
  const words = cutCharacters(maskCredentials(oneLine(text)), shownCharacters);
  const more = oneLine(text).length > shownCharacters ? "…" : "";
  return `Its last words: ${JSON.stringify(words + more)}`;
}

function looksLikeCall(text: string): boolean {
  const dense = text.slice(0, 10_000).replaceAll(" ", "");
  return (
    marks.some((mark) => text.includes(mark)) ||
    allTools.some(({ name }) => dense.includes(`"name":"${name}"`) || dense.includes(`"tool":"${name}"`))
  );
}
