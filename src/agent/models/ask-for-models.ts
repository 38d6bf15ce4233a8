import { z } from "zod";
import { maskCredentials } from "../../outgoing/mask-credentials.ts";
import { parseErrorBody } from "../asking/read-error-body.ts";
import { cutCharacters, oneLine } from "../tools/cut-text.ts";
import type { Endpoint, Provider } from "./provider-settings.ts";

const answerMs = 5_000;
const reasonCharactersMax = 300;

const named = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

const google = z.object({
  models: z.array(
    z.object({ name: z.string().min(1), supportedGenerationMethods: z.array(z.string()).default([]) }),
  ),
});

/** OpenAI lists everything that it sells; these cannot hold a conversation. */
const otherKinds =
  /embedding|whisper|tts|dall-e|image|audio|realtime|moderation|transcribe|sora|davinci|babbage/;

/** The names of a provider's models, sorted, or why there is no list, in the provider's own words. */
export async function askForModels(
  { fetch, answerMs: limitMs = answerMs }: { fetch: typeof globalThis.fetch; answerMs?: number },
  provider: Provider,
  endpoint: Endpoint,
): Promise<{ names: string[] } | { reason: string }> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`it gave no answer within ${limitMs / 1000} s`));
    controller.abort();
  }, limitMs);
  try {
    const asked = request(fetch, provider, endpoint, controller.signal);
    return { names: (await Promise.race([asked, late.promise])).sort() };
  } catch (error) {
    return { reason: describe(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function request(
  fetch: typeof globalThis.fetch,
  provider: Provider,
  { baseUrl, apiKey }: Endpoint,
  signal: AbortSignal,
): Promise<string[]> {
  const size = { anthropic: "?limit=1000", google: "?pageSize=1000" }[provider as string] ?? "";
  const response = await fetch(`${baseUrl}/models${size}`, { headers: keyHeaders(provider, apiKey), signal });
  const body = await response.text();
  if (!response.ok) {
    const words = parseErrorBody(body).message ?? response.statusText;
    throw new Error(`it answered ${response.status}: ${words}`);
  }
  return readNames(provider, body);
}

function keyHeaders(provider: Provider, apiKey: string | null): Record<string, string> {
  if (apiKey === null) return {};
  switch (provider) {
    case "anthropic":
      return { "x-api-key": apiKey, "anthropic-version": "2023-06-01" };
    case "google":
      return { "x-goog-api-key": apiKey };
    default:
      return { authorization: `Bearer ${apiKey}` };
  }
}

function readNames(provider: Provider, body: string): string[] {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    answer = null;
  }
  if (provider === "google") {
    return check(google, answer).models.flatMap(({ name, supportedGenerationMethods }) =>
      supportedGenerationMethods.includes("generateContent") ? [name.replace(/^models\//, "")] : [],
    );
  }
  const names = check(named, answer).data.map(({ id }) => id);
  return provider === "openai" ? names.filter((name) => !otherKinds.test(name)) : names;
}

function check<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (!result.success) throw new Error("its answer is no list of models");
  return result.data;
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  const words = message === "fetch failed" && cause instanceof Error ? cause.message : message;
  const text = maskCredentials(oneLine(words || String((cause as { code?: unknown } | undefined)?.code)));
  return `The provider could not be asked for its models: ${cutCharacters(text, reasonCharactersMax)}`;
}
