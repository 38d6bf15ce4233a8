import { z } from "zod";
import {
  anyObject,
  base64,
  flag,
  imageType,
  jsonSchema,
  label,
  maybe,
  number,
  ownTools,
  wholeNumber,
  word,
} from "./request-parts.ts";

const cache = {
  cache_control: maybe(z.object({ type: z.literal("ephemeral"), ttl: maybe(z.enum(["5m", "1h"])) })),
};

const text = z.object({ type: z.literal("text"), text: z.string(), ...cache });
const image = z.object({
  type: z.literal("image"),
  source: z.object({ type: z.literal("base64"), media_type: imageType, data: base64 }),
  ...cache,
});

const block = z.discriminatedUnion(
  "type",
  [
    text,
    image,
    z.object({ type: z.literal("tool_use"), id: label, name: label, input: anyObject, ...cache }),
    z.object({
      type: z.literal("tool_result"),
      tool_use_id: label,
      content: maybe(z.union([z.string(), z.array(z.discriminatedUnion("type", [text, image]))])),
      is_error: flag,
      ...cache,
    }),
    z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
    z.object({ type: z.literal("redacted_thinking"), data: z.string() }),
  ],
  "must be text, an image in the request itself, a call, its result or thinking",
);

const tool = z.union([
  z.object({
    type: maybe(z.literal("custom")),
    ...{ name: label, description: maybe(z.string()), input_schema: jsonSchema, ...cache },
  }),
  // Tools that the model knows and the agent runs.
  z.object({
    type: z.string().regex(/^(?:bash|text_editor|memory)_\d{8}$/),
    ...{ name: label, max_characters: wholeNumber, ...cache },
  }),
]);

/** Fields that an agent needs of Anthropic's Messages, and to count their tokens. */
export const messagesRequest = z
  .object({
    messages: z.array(
      z.object({
        role: z.enum(["user", "assistant"]),
        content: z.union([z.string(), z.array(block)]),
      }),
    ),
    system: maybe(z.union([z.string(), z.array(text)])),
    tools: ownTools(tool),
    tool_choice: maybe(
      z.object({
        type: z.enum(["auto", "any", "tool", "none"]),
        ...{ name: maybe(label), disable_parallel_tool_use: flag },
      }),
    ),
    thinking: maybe(z.object({ type: word, budget_tokens: wholeNumber })),
    output_config: maybe(z.object({ effort: maybe(word) })),
    ...{ max_tokens: wholeNumber, temperature: number, top_p: number, top_k: number, stream: flag },
    stop_sequences: maybe(z.array(z.string()).max(100)),
  })
  .transform(({ tool_choice, ...rest }) => ({ ...rest, ...(rest.tools !== undefined && { tool_choice }) }));
