import { createRequire } from "node:module";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError } from "../../errors.ts";
import { maskCredentials } from "../../outgoing/mask-credentials.ts";
import type { Provider, ProviderSettings } from "../../schemas/providers.ts";
import { findModel } from "./find-model.ts";
import { googlePath } from "./providers/google-path.ts";
import type { Endpoint } from "./providers/provider-module.ts";
import { providerModules } from "./providers/provider-modules.ts";

export interface ModelConfig extends ProviderSettings {
  createChoresModel(): LanguageModelV4;
  /** Decides which addresses may be contacted; every provider call goes through it. */
  fetch?: typeof fetch;
}

type Open = (
  settings: { baseURL: string; apiKey: string; fetch: typeof fetch },
  model: string,
) => LanguageModelV4;

const require = createRequire(import.meta.url);

/** Loaded on demand: packages take long to load, and a process uses one provider at most. */
const packages: Record<Provider, Open> = {
  anthropic(settings, model) {
    const { createAnthropic } = require("@ai-sdk/anthropic") as typeof import("@ai-sdk/anthropic");
    return createAnthropic(settings)(model);
  },
  openai(settings, model) {
    const { createOpenAI } = require("@ai-sdk/openai") as typeof import("@ai-sdk/openai");
    return createOpenAI(settings).responses(model);
  },
  google(settings, model) {
    const { createGoogle } = require("@ai-sdk/google") as typeof import("@ai-sdk/google");
    return createGoogle(settings)(googlePath(model));
  },
  "openai-compatible"({ apiKey, ...settings }, model) {
    const name = "openai-compatible";
    const { createOpenAICompatible } =
      require("@ai-sdk/openai-compatible") as typeof import("@ai-sdk/openai-compatible");
    return createOpenAICompatible({ ...settings, name, apiKey: apiKey || undefined }).chatModel(model);
  },
};

/**
 * Resolves `provider/name` to a model without contacting anyone. Throws `unknown_model` for any other form or
 * provider, `invalid_configuration` if the provider's settings are missing.
 */
export function resolveModel(config: ModelConfig, name: string): LanguageModelV4 {
  const found = findModel(config, name);
  if (found === null) return config.createChoresModel();
  const { provider, model, endpoint } = found;
  const limited = limitPaths(config.fetch ?? fetch, provider, model, endpoint);
  // Always set, because the packages would otherwise look in the environment.
  const given = { baseURL: endpoint.baseUrl, apiKey: endpoint.apiKey ?? "", fetch: limited };
  return packages[provider](given, model);
}

/** Sends the key only to URLs of the model's own interface, whatever a package makes of the name. */
function limitPaths(
  fetch: typeof globalThis.fetch,
  provider: Provider,
  model: string,
  { baseUrl }: Endpoint,
): typeof globalThis.fetch {
  const paths = providerModules[provider].modelPaths(model);
  const allowed = new Set(paths.map((path) => new URL(`${baseUrl}/${path}`).href));
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!allowed.has(new URL(url).href)) {
      throw new AppError(
        "url_not_allowed",
        `The model ${provider}/${model} is not asked at ${maskCredentials(url)}.`,
      );
    }
    return await fetch(input, init);
  };
}
