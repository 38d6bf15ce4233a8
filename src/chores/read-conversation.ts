import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { toolData } from "../agent/tools/tool-data.ts";
import type { ToolAnswer, ToolCall } from "./chore.ts";

export interface MadeCall extends ToolCall {
  id: string;
}

/**
 * The happenings of a conversation, in order. System messages are not for this model. Results recorded by an
 * older version have no data.
 */
export type Happening =
  | { kind: "told"; text: string }
  | { kind: "called"; calls: MadeCall[] }
  | { kind: "answered"; results: Map<string, ToolAnswer> };

export function readConversation(prompt: LanguageModelV4Prompt): Happening[] {
  return prompt.flatMap(readMessage);
}

function readMessage(message: LanguageModelV4Message): Happening[] {
  switch (message.role) {
    case "system":
      return [];
    case "user": {
      const texts = message.content.filter((part) => part.type === "text").map(readTask);
      return [{ kind: "told", text: texts.join("\n") }];
    }
    case "assistant": {
      const calls = message.content.filter((part) => part.type === "tool-call");
      if (calls.length === 0) return [];
      return [
        {
          kind: "called",
          calls: calls.map(({ toolCallId, toolName, input }) => ({
            id: toolCallId,
            name: toolName,
            input: (typeof input === "string" ? JSON.parse(input) : input) as Record<string, unknown>,
          })),
        },
      ];
    }
    case "tool": {
      const parts = message.content.filter((part) => part.type === "tool-result");
      return [
        { kind: "answered", results: new Map(parts.map((part) => [part.toolCallId, readResult(part)])) },
      ];
    }
  }
}

/** The loop passes the task separately, because the text also describes the repository. */
function readTask({ text, providerOptions }: LanguageModelV4TextPart): string {
  const task = providerOptions?.copydesk?.task;
  return typeof task === "string" ? task : text;
}

function readResult({ output, providerOptions }: LanguageModelV4ToolResultPart): ToolAnswer {
  const ok = output.type === "text" || output.type === "content" || output.type === "json";
  const data = toolData.safeParse(providerOptions?.copydesk?.data).data ?? null;
  const text = resultText(output);
  return { ok, text: ok ? text : text.replace(/^error: /, ""), data };
}

function resultText(output: LanguageModelV4ToolResultPart["output"]): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "execution-denied":
      return output.reason ?? "denied";
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
  }
}
