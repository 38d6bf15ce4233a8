import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { AssistantModelMessage, ModelMessage } from "ai";

export interface ProviderRequest
  extends Omit<LanguageModelV4CallOptions, "prompt" | "toolChoice" | "responseFormat"> {
  system: string;
  /** Marks the system prompt for a provider's cache. */
  systemOptions?: LanguageModelV4CallOptions["providerOptions"];
  messages: readonly ModelMessage[];
}

export interface ProviderAnswer extends Pick<LanguageModelV4GenerateResult, "usage" | "providerMetadata"> {
  text: string;
  toolCalls: { toolCallId: string; toolName: string; input: unknown }[];
  finishReason: LanguageModelV4GenerateResult["finishReason"]["unified"];
  rawFinishReason: string | undefined;
  isEmpty: boolean;
  /** The answer as a message of the conversation; null if it has nothing that can be sent back. */
  message: AssistantModelMessage | null;
}

/**
 * Asks a model of the SDK's providers once, without the SDK's own loop: arguments of calls are only parsed,
 * and stay a text where they are no JSON.
 */
export async function callProvider(
  model: LanguageModelV4,
  { system, systemOptions, messages, tools, ...options }: ProviderRequest,
): Promise<ProviderAnswer> {
  const result = await model.doGenerate({
    ...options,
    ...(tools?.length && { tools, toolChoice: { type: "auto" } }),
    prompt: [
      { role: "system", content: system, providerOptions: systemOptions },
      ...messages.map(toPromptMessage),
    ],
  });
  const { content, usage, providerMetadata, finishReason } = result;
  const parts = content.flatMap(toMessagePart);
  const calls = parts.filter((part) => part.type === "tool-call");
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    toolCalls: calls.map(({ toolCallId, toolName, input }) => ({ toolCallId, toolName, input })),
    finishReason: finishReason.unified,
    rawFinishReason: finishReason.raw,
    isEmpty: content.length === 0,
    message: parts.length === 0 ? null : { role: "assistant", content: parts },
    ...{ usage, providerMetadata },
  };
}

/** Providers take lists of parts, and no text without characters. */
function toPromptMessage(message: ModelMessage): LanguageModelV4Message {
  const { role, content } = message;
  if (role === "tool" || role === "system") return message as LanguageModelV4Message;
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const said = parts.filter((part) => part.type !== "text" || part.text !== "" || part.providerOptions);
  return { ...message, content: said } as LanguageModelV4Message;
}

type MessagePart = Exclude<AssistantModelMessage["content"], string>[number];

/** Leaves out what cannot be sent back, such as the sources of an answer. */
function toMessagePart(part: LanguageModelV4Content): MessagePart[] {
  const providerOptions = part.providerMetadata;
  switch (part.type) {
    case "text":
      return part.text === "" && providerOptions === undefined
        ? []
        : [{ type: "text", text: part.text, providerOptions }];
    case "reasoning":
      return [{ type: "reasoning", text: part.text, providerOptions }];
    case "custom":
      return [{ type: "custom", kind: part.kind, providerOptions }];
    case "tool-call":
      return [toCallPart(part)];
    default:
      return [];
  }
}

function toCallPart({ toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall): MessagePart {
  return {
    ...({ type: "tool-call", toolCallId, toolName, input: parseArguments(input) } as const),
    providerOptions: providerMetadata,
  };
}

function parseArguments(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
