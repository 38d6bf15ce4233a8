import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { AppError } from "../../errors.ts";
import {
  type Endpoint,
  type Provider,
  type ProviderSettings,
  providers,
  readEndpoint,
} from "./provider-settings.ts";

export interface ModelConfig extends ProviderSettings {
  createChoresModel(): LanguageModel;
  /** Decides which addresses may be contacted; every provider call goes through it. */
  fetch?: typeof fetch;
}

const known = "copydesk/chores, openai-compatible/<name>, openai/<name>, anthropic/<name>, google/<name>";

/**
 * The model of a `provider/name`. Throws `unknown_model` for a name of another form or provider, `invalid_configuration` when the
 * provider's settings are missing. Contacts nobody.
 */
export function resolveModel(config: ModelConfig, name: string): LanguageModel {
  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(0, slash));
  const model = name.slice(slash + 1);
  if (slash <= 0 || model === "" || /[\s\u0000-\u001f]/.test(name)) throw unknownModel(name);
  if (name === "copydesk/chores") return config.createChoresModel();
  if (!isProvider(provider)) throw unknownModel(name);
  const endpoint = readEndpoint(config, provider);
  if ("variable" in endpoint) {
    const { variable, what } = endpoint;
    throw new AppError("invalid_configuration", `The model ${name} needs ${variable} to be set to ${what}.`, {
      details: { model: name, variable },
    });
  }
  return openModel(provider, model, endpoint, config.fetch);
}

function isProvider(name: string): name is Provider {
  return (providers as readonly string[]).includes(name);
}

/** Key and address are always given, because the packages would otherwise look for them in the environment. */
function openModel(
  provider: Provider,
  model: string,
  { baseUrl: baseURL, apiKey }: Endpoint,
  fetch: ModelConfig["fetch"],
): LanguageModel {
  const settings = { baseURL, apiKey: apiKey ?? "", fetch };
  switch (provider) {
    case "anthropic":
      return createAnthropic(settings)(model);
    case "openai":
      return createOpenAI(settings).responses(model);
    case "google":
      return createGoogle(settings)(model);
    case "openai-compatible":
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL,
        apiKey: apiKey ?? undefined,
        fetch,
      }).chatModel(model);
  }
}

function unknownModel(name: string): AppError {
  return new AppError("unknown_model", `There is no model ${JSON.stringify(name)}. Known: ${known}.`, {
    details: { model: name },
  });
}
