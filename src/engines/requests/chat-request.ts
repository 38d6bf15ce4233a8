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

const cacheControl = maybe(z.object({ type: z.literal("ephemeral") }));
const text = z.object({ type: z.literal("text"), text: z.string(), cache_control: cacheControl });
const image = z.object({
  type: z.literal("image_url"),
  image_url: z.object({ url: imageDataUrl, detail: maybe(word) }),
});
const texts = z.union([z.string(), z.array(text)], "must be text");

const call = z.object({
  id: label,
  type: z.literal("function"),
  function: z.object({ name: label, arguments: z.string() }),
});

const message = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "developer"]), content: texts }),
  z.object({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, image]))]),
  }),
  z.object({
    role: z.literal("assistant"),
    // Some servers require an explicit null.
    content: texts.nullish(),
    reasoning_content: maybe(z.string()),
    tool_calls: maybe(z.array(call)),
  }),
  z.object({ role: z.literal("tool"), content: texts, tool_call_id: label }),
]);

const tool = z.object({
  type: z.literal("function"),
  function: z.object({
    ...{ name: label, description: maybe(z.string()), parameters: maybe(jsonSchema), strict: flag },
  }),
});

const format = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["text", "json_object"]) }),
  z.object({
    type: z.literal("json_schema"),
    json_schema: z.object({ name: label, description: maybe(z.string()), schema: jsonSchema, strict: flag }),
  }),
]);

/** Fields that an agent needs of OpenAI's chat completions and compatible servers. */
export const chatRequest = z
  .object({
    messages: z.array(message),
    tools: ownTools(tool),
    tool_choice: maybe(
      z.union([
        z.enum(["none", "auto", "required"]),
        z.object({ type: z.literal("function"), function: z.object({ name: label }) }),
      ]),
    ),
    parallel_tool_calls: flag,
    ...{ temperature: number, top_p: number, top_k: number, min_p: number, repetition_penalty: number },
    ...{ presence_penalty: number, frequency_penalty: number, seed: wholeNumber },
    ...{ max_tokens: wholeNumber, max_completion_tokens: wholeNumber },
    stop: maybe(z.union([z.string(), z.array(z.string()).max(16)])),
    stream: flag,
    reasoning_effort: maybe(word),
    response_format: maybe(format),
  })
  .transform(({ tool_choice, ...rest }) => ({
    ...rest,
    ...(rest.tools !== undefined && { tool_choice }),
    ...(rest.stream === true && { stream_options: { include_usage: true } }),
  }));
