import { AppError } from "../../errors.ts";
import { isModelName } from "../../schemas/model-name.ts";
import { type Provider, type ProviderSettings, providerNames, providers } from "../../schemas/providers.ts";
import type { Endpoint } from "./providers/provider-module.ts";
import { providerModules } from "./providers/provider-modules.ts";

const choresName = "copydesk/chores";
const known = [choresName, ...providerNames.toReversed().map((provider) => `${provider}/<name>`)].join(", ");

/**
 * Returns the endpoint of a model and its name there; null for the built-in one. Throws `unknown_model` for
 * any other form or provider, `invalid_configuration` if the provider's settings are missing.
 */
export function findModel(
  config: ProviderSettings,
  name: string,
): { provider: Provider; model: string; endpoint: Endpoint } | null {
  if (name === choresName) return null;
  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(0, slash));
  if (!isModelName(name) || !isProvider(provider)) throw unknownModel(name);
  const endpoint = providerModules[provider].readEndpoint(config);
  if ("variable" in endpoint) {
    const { variable, what } = endpoint;
    throw new AppError("invalid_configuration", `The model ${name} needs ${variable} to be set to ${what}.`, {
      details: { model: name, variable },
    });
  }
  return { provider, model: name.slice(slash + 1), endpoint };
}

function isProvider(name: string): name is Provider {
  return Object.hasOwn(providers, name);
}

function unknownModel(name: string): AppError {
  return new AppError("unknown_model", `There is no model ${JSON.stringify(name)}. Known: ${known}.`, {
    details: { model: name },
  });
}
