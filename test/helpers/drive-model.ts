import { generateText, type LanguageModel, type ModelMessage, type ToolSet, tool } from "ai";
import { z } from "zod";
import type { ToolCall } from "../../src/chores/chore.ts";

export interface Driven {
  finish: { title: string; summary: string } | null;
  /** The text of an answer without calls. */
  text: string;
  steps: ToolCall[][];
  messages: ModelMessage[];
  providerMetadata: unknown;
}

const names = ["list", "search", "read", "edit", "write", "move", "delete", "check", "finish"];
const tools: ToolSet = Object.fromEntries(
  names.map((name) => [name, tool({ inputSchema: z.looseObject({}) })]),
);

/**
 * For tests: one SDK call a step, until the model finishes or answers with text. `each` may change the model
 * or the messages.
 */
export async function driveModel(
  model: LanguageModel,
  messages: ModelMessage[],
  call: (call: ToolCall) => string,
  each: (step: number, messages: ModelMessage[]) => LanguageModel | undefined = () => undefined,
): Promise<Driven> {
  const driven: Driven = { finish: null, text: "", steps: [], messages, providerMetadata: null };
  for (let step = 0; driven.finish === null; step++) {
    const used = each(step, messages) ?? model;
    const result = await generateText({ model: used, messages, tools, maxRetries: 0 });
    driven.text = result.text;
    driven.providerMetadata = result.providerMetadata;
    messages.push(...result.response.messages.filter(({ role }) => role === "assistant"));
    const calls = result.toolCalls.map(({ toolName, input }) => ({ name: toolName, input: input as object }));
    if (calls.length === 0) return driven;
    driven.steps.push(calls as ToolCall[]);
    const content = result.toolCalls.map(({ toolCallId, toolName, input }) => {
      if (toolName === "finish") driven.finish = input as { title: string; summary: string };
      const value =
        toolName === "finish"
          ? "finished"
          : call({ name: toolName, input: input as Record<string, unknown> });
      return { type: "tool-result" as const, toolCallId, toolName, output: outputOf(value) };
    });
    messages.push({ role: "tool", content });
  }
  return driven;
}

/** As the agent's loop gives results to a model. */
function outputOf(value: string) {
  return { type: value.startsWith("error: ") ? ("error-text" as const) : ("text" as const), value };
}
