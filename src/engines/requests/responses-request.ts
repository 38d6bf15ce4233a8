import { z } from "zod";
import {
  flag,
  imageDataUrl,
  jsonSchema,
  label,
  maybe,
  number,
  ownTools,
  wholeNumber,
  word,
} from "./request-parts.ts";

const inputText = z.object({ type: z.literal("input_text"), text: z.string() });
const image = z.object({ type: z.literal("input_image"), image_url: imageDataUrl, detail: maybe(word) });
const outputText = z.object({ type: z.literal("output_text"), text: z.string() });
const refusal = z.object({ type: z.literal("refusal"), refusal: z.string() });

const message = z.object({
  type: maybe(z.literal("message")),
  role: z.enum(["user", "system", "developer", "assistant"]),
  content: z.union([
    z.string(),
    z.array(z.discriminatedUnion("type", [inputText, image, outputText, refusal])),
  ]),
});

const output = z.union([z.string(), z.array(z.discriminatedUnion("type", [inputText, image]))]);

/**
 * The text is required, because otherwise the provider would look the reasoning up in the account's storage.
 */
const reasoning = z.object({
  type: z.literal("reasoning"),
  id: label,
  summary: z.array(z.object({ type: z.literal("summary_text"), text: z.string() })),
  encrypted_content: z.string().min(1),
});

const item = z.union(
  [
    z.object({ type: z.literal("function_call"), call_id: label, name: label, arguments: z.string() }),
    z.object({ type: z.literal("function_call_output"), call_id: label, output }),
    z.object({ type: z.literal("custom_tool_call"), call_id: label, name: label, input: z.string() }),
    z.object({ type: z.literal("custom_tool_call_output"), call_id: label, output }),
    reasoning,
    message,
  ],
  "must be a message, a call, its result or reasoning in the request itself",
);

const grammar = z.object({ type: z.literal("grammar"), syntax: word, definition: z.string() });

const tool = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("function"),
    ...{ name: label, description: maybe(z.string()), parameters: maybe(jsonSchema), strict: flag },
  }),
  z.object({
    type: z.literal("custom"),
    ...{ name: label, description: maybe(z.string()) },
    format: maybe(z.discriminatedUnion("type", [z.object({ type: z.literal("text") }), grammar])),
  }),
]);

const format = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["text", "json_object"]) }),
  z.object({
    type: z.literal("json_schema"),
    ...{ name: label, description: maybe(z.string()), schema: jsonSchema, strict: flag },
  }),
]);

const encryptedReasoning = "reasoning.encrypted_content";

/**
 * Fields that an agent needs of OpenAI's Responses. Nothing is stored at the provider, and nothing stored
 * there is used.
 */
export const responsesRequest = z
  .object({
    input: z.union([z.string(), z.array(item)]),
    instructions: maybe(z.string()),
    tools: ownTools(tool),
    tool_choice: maybe(
      z.union([
        z.enum(["none", "auto", "required"]),
        z.object({ type: z.enum(["function", "custom"]), name: label }),
      ]),
    ),
    parallel_tool_calls: flag,
    ...{ temperature: number, top_p: number, max_output_tokens: wholeNumber, stream: flag },
    reasoning: maybe(z.object({ effort: maybe(word), summary: maybe(word) })),
    text: maybe(z.object({ verbosity: maybe(word), format: maybe(format) })),
    include: maybe(
      z.array(z.unknown()).transform((names) => names.filter((name) => name === encryptedReasoning)),
    ),
  })
  .transform(({ tool_choice, ...rest }) => ({
    ...rest,
    ...(rest.tools !== undefined && { tool_choice }),
    store: false,
  }));
