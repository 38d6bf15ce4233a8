import { maskCredentials } from "../../outgoing/mask-credentials.ts";
import type { Provider } from "../../schemas/providers.ts";
import { parseErrorBody } from "../asking/read-error-body.ts";
import { cutCharacters, oneLine } from "../tools/cut-text.ts";
import type { Endpoint } from "./providers/provider-module.ts";
import { providerModules } from "./providers/provider-modules.ts";

const answerMs = 5_000;
const reasonCharactersMax = 300;

/** Returns the sorted names of a provider's models, or why there is no list, in the provider's own words. */
export async function askForModels(
  { fetch, answerMs: limitMs = answerMs }: { fetch: typeof globalThis.fetch; answerMs?: number },
  provider: Provider,
  endpoint: Endpoint,
): Promise<{ names: string[] } | { reason: string }> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`it did not respond within ${limitMs / 1000} s`));
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
  const { listQuery, keyHeaders, readNames } = providerModules[provider];
  const headers = apiKey === null ? {} : keyHeaders(apiKey);
  const response = await fetch(`${baseUrl}/models${listQuery}`, { headers, signal });
  const body = await response.text();
  if (!response.ok) {
    const words = parseErrorBody(body).message ?? response.statusText;
    throw new Error(`it answered ${response.status}: ${words}`);
  }
  try {
    return readNames(JSON.parse(body));
  } catch {
    throw new Error("its response is not a list of models");
  }
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  const words = message === "fetch failed" && cause instanceof Error ? cause.message : message;
  const text = maskCredentials(oneLine(words || String((cause as { code?: unknown } | undefined)?.code)));
  return `The provider could not be asked for its models: ${cutCharacters(text, reasonCharactersMax)}`;
}
