import { z } from "zod";
import { type Provider, type ProviderSettings, providers, settingOf } from "../../../schemas/providers.ts";
import { trimEndCharacters } from "../../../text/trim-characters.ts";

/** Where a provider is asked. `baseUrl` has no slash at its end and contains the version. */
export interface Endpoint {
  baseUrl: string;
  apiKey: string | null;
}

/** The variable that is missing, and what it has to be set to. */
interface MissingSetting {
  variable: string;
  what: string;
}

/** How a provider is asked; the packages that do are in `resolve-model.ts`. */
export interface ProviderModule {
  /** The endpoint, or the setting without which it cannot be asked. */
  readEndpoint(settings: ProviderSettings): Endpoint | MissingSetting;
  /** Below the base URL, where a model is asked. */
  modelPaths(model: string): string[];
  /** Of the request for the list of models. */
  keyHeaders(apiKey: string): Record<string, string>;
  listQuery: string;
  /** The names in the list of models that can hold a conversation. */
  readNames(answer: unknown): string[];
}

/**
 * The endpoint of a provider that needs a key; `address` is where it is asked when no other address is set.
 */
export function endpointWithKey(
  provider: Provider,
  { address, version }: { address: string; version: string },
): ProviderModule["readEndpoint"] {
  const { apiKey, baseUrl } = providers[provider];
  return (settings) => {
    const key = settingOf(settings, apiKey.variable);
    if (key === null) return { variable: apiKey.variable, what: apiKey.what };
    return { baseUrl: withVersion(settingOf(settings, baseUrl.variable) ?? address, version), apiKey: key };
  };
}

export function withoutSlash(baseUrl: string): string {
  return trimEndCharacters(baseUrl, "/");
}

export function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

const named = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

export function readIds(answer: unknown): string[] {
  return named.parse(answer).data.map(({ id }) => id);
}

/** Base URLs of proxies are given with and without the version; the paths that are asked begin after it. */
function withVersion(baseUrl: string, version: string): string {
  const plain = withoutSlash(baseUrl);
  return /\/v\d\w*$/.test(plain) ? plain : `${plain}/${version}`;
}
