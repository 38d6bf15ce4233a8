import { z } from "zod";
import { type Provider, type ProviderSettings, providers, settingOf } from "../../../schemas/providers.ts";
import { trimEndCharacters } from "../../../text/trim-characters.ts";

/** Address of a provider. `baseUrl` includes the version and has no trailing slash. */
export interface Endpoint {
  baseUrl: string;
  apiKey: string | null;
}

/** A missing variable, and what to set it to. */
interface MissingSetting {
  variable: string;
  what: string;
}

/** Settings of a provider's API; the packages are loaded in `resolve-model.ts`. */
export interface ProviderModule {
  /** Returns the endpoint, or the required setting that is missing. */
  readEndpoint(settings: ProviderSettings): Endpoint | MissingSetting;
  /** Paths of the model's own interface, below the base URL. */
  modelPaths(model: string): string[];
  /** Headers of the request for the list of models. */
  keyHeaders(apiKey: string): Record<string, string>;
  listQuery: string;
  /** Returns the names of listed models that can hold a conversation. */
  readNames(answer: unknown): string[];
}

/** Reads the endpoint of a provider that needs a key; `address` is the default base URL. */
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

/** Base URLs of proxies come with and without the version; request paths begin after it. */
function withVersion(baseUrl: string, version: string): string {
  const plain = withoutSlash(baseUrl);
  return /\/v\d\w*$/.test(plain) ? plain : `${plain}/${version}`;
}
