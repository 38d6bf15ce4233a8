import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { AppError } from "../../errors.ts";
import { maskCredentials } from "../../outgoing/mask-credentials.ts";
import { findModel } from "./find-model.ts";
import { googlePath } from "./google-path.ts";
import type { Endpoint, Provider, ProviderSettings } from "./provider-settings.ts";

export interface ModelConfig extends ProviderSettings {
  createChoresModel(): LanguageModel;
  /** Decides which addresses may be contacted; every provider call goes through it. */
  fetch?: typeof fetch;
}

/**
 * The model of a `provider/name`. Throws `unknown_model` for a name of another form or provider, `invalid_configuration` when the
 * provider's settings are missing. Contacts nobody.
 */
export function resolveModel(config: ModelConfig, name: string): LanguageModel {
  const found = findModel(config, name);
  if (found === null) return config.createChoresModel();
  const { provider, model, endpoint } = found;
  return openModel(provider, model, endpoint, limitPaths(config.fetch ?? fetch, provider, model, endpoint));
}

/** Key and address are always given, because the packages would otherwise look for them in the environment. */
function openModel(
  provider: Provider,
  model: string,
  { baseUrl: baseURL, apiKey }: Endpoint,
  fetch: typeof globalThis.fetch,
): LanguageModel {
  const settings = { baseURL, apiKey: apiKey ?? "", fetch };
  switch (provider) {
    case "anthropic":
      return createAnthropic(settings)(model);
    case "openai":
      return createOpenAI(settings).responses(model);
    case "google":
      return createGoogle(settings)(googlePath(model));
    case "openai-compatible":
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL,
        apiKey: apiKey ?? undefined,
        fetch,
      }).chatModel(model);
  }
}

/** The key goes to the addresses of the model's own interface only, whatever a package makes of the name. */
function limitPaths(
  fetch: typeof globalThis.fetch,
  provider: Provider,
  model: string,
  { baseUrl }: Endpoint,
): typeof globalThis.fetch {
  const allowed = new Set(modelPaths(provider, model).map((path) => new URL(`${baseUrl}/${path}`).href));
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

function modelPaths(provider: Provider, model: string): string[] {
  switch (provider) {
    case "anthropic":
      return ["messages"];
    case "openai":
      return ["responses"];
    case "google": {
      const path = googlePath(model);
      return [`${path}:generateContent`, `${path}:streamGenerateContent?alt=sse`];
    }
    case "openai-compatible":
      return ["chat/completions"];
  }
}
