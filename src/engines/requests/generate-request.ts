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

const thought = { thought: flag, thoughtSignature: maybe(base64) };

const text = z.object({ text: z.string(), ...thought });

const part = z.union(
  [
    z.object({
      functionCall: z.object({ id: maybe(label), name: label, args: maybe(anyObject) }),
      ...thought,
    }),
    z.object({
      functionResponse: z.object({ id: maybe(label), name: label, response: anyObject }),
      ...thought,
    }),
    z.object({ inlineData: z.object({ mimeType: imageType, data: base64 }), ...thought }),
    text,
  ],
  "must be text, an image in the request itself, a call or its result",
);

const tool = z.object({
  functionDeclarations: z.array(
    z.object({
      ...{ name: label, description: maybe(z.string()), parameters: maybe(jsonSchema) },
      parametersJsonSchema: maybe(jsonSchema),
    }),
  ),
});

const generationConfig = z.object({
  ...{ temperature: number, topP: number, topK: number, maxOutputTokens: wholeNumber, seed: wholeNumber },
  ...{ presencePenalty: number, frequencyPenalty: number },
  stopSequences: maybe(z.array(z.string()).max(16)),
  responseMimeType: maybe(z.enum(["text/plain", "application/json", "text/x.enum"])),
  ...{ responseSchema: maybe(jsonSchema), responseJsonSchema: maybe(jsonSchema) },
  thinkingConfig: maybe(
    z.object({ includeThoughts: flag, thinkingBudget: wholeNumber, thinkingLevel: maybe(word) }),
  ),
});

/** Fields that an agent needs of Google's generateContent, and to count its tokens. */
export const generateRequest = z
  .object({
    contents: z.array(z.object({ role: maybe(z.enum(["user", "model", "function"])), parts: z.array(part) })),
    systemInstruction: maybe(z.object({ role: maybe(word), parts: z.array(text) })),
    tools: ownTools(tool),
    toolConfig: maybe(
      z.object({
        functionCallingConfig: maybe(
          z.object({ mode: maybe(word), allowedFunctionNames: maybe(z.array(label)) }),
        ),
      }),
    ),
    generationConfig: maybe(generationConfig),
  })
  .transform(({ toolConfig, ...rest }) => ({ ...rest, ...(rest.tools !== undefined && { toolConfig }) }));
