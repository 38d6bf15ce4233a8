import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { AppError } from "../../errors.ts";

export interface ModelConfig {
  openaiApiKey?: string | null;
  openaiBaseUrl?: string | null;
  anthropicApiKey?: string | null;
  createChoresModel(): LanguageModel;
  /** Decides which addresses may be contacted; every provider call goes through it. */
  fetch?: typeof fetch;
}

const known = "copydesk/chores, openai-compatible/<name>, openai/<name>, anthropic/<name>";

/**
 * The model of a `provider/name`. Throws `unknown_model` for a name of another form or provider, `invalid_configuration` when the
 * provider's settings are missing. Contacts nobody.
 */
export function resolveModel(config: ModelConfig, name: string): LanguageModel {
  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(0, slash));
  const model = name.slice(slash + 1);
  if (slash <= 0 || model === "" || /[\s\u0000-\u001f]/.test(name)) throw unknownModel(name);
  switch (provider) {
    case "copydesk":
      if (model === "chores") return config.createChoresModel();
      break;
    case "openai-compatible":
      return openCompatible(config, name, model);
    case "openai":
      return config.openaiBaseUrl ? openCompatible(config, name, model) : openOpenAI(config, name, model);
    case "anthropic":
      return openAnthropic(config, name, model);
  }
  throw unknownModel(name);
}

function openCompatible(config: ModelConfig, name: string, model: string): LanguageModel {
  const { openaiBaseUrl, openaiApiKey, fetch } = config;
  if (!openaiBaseUrl) {
    throw missing(
      name,
      "OPENAI_BASE_URL",
      "the address of an OpenAI-compatible API, e.g. http://127.0.0.1:11434/v1",
    );
  }
  const baseURL = openaiBaseUrl.replace(/\/+$/, "");
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL,
    apiKey: openaiApiKey ?? undefined,
    fetch,
  });
  return provider.chatModel(model);
}

function openOpenAI({ openaiApiKey, fetch }: ModelConfig, name: string, model: string): LanguageModel {
  if (!openaiApiKey) throw missing(name, "OPENAI_API_KEY", "a key of the OpenAI API");
  // The address is given because the package would otherwise look for one in the environment.
  return createOpenAI({ apiKey: openaiApiKey, baseURL: "https://api.openai.com/v1", fetch }).responses(model);
}

function openAnthropic({ anthropicApiKey, fetch }: ModelConfig, name: string, model: string): LanguageModel {
  if (!anthropicApiKey) throw missing(name, "ANTHROPIC_API_KEY", "a key of the Anthropic API");
  return createAnthropic({ apiKey: anthropicApiKey, baseURL: "https://api.anthropic.com/v1", fetch })(model);
}

function missing(name: string, variable: string, what: string): AppError {
  return new AppError("invalid_configuration", `The model ${name} needs ${variable} to be set to ${what}.`, {
    details: { model: name, variable },
  });
}

function unknownModel(name: string): AppError {
  return new AppError("unknown_model", `There is no model ${JSON.stringify(name)}. Known: ${known}.`, {
    details: { model: name },
  });
}
