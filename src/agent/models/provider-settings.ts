import { trimEndCharacters } from "../../text/trim-characters.ts";

/** What the operator has set for the providers. A base URL without its key is enough for `openai-compatible` only. */
export interface ProviderSettings {
  anthropicApiKey?: string | null;
  anthropicBaseUrl?: string | null;
  openaiApiKey?: string | null;
  openaiBaseUrl?: string | null;
  googleApiKey?: string | null;
  googleBaseUrl?: string | null;
  openaiCompatibleApiKey?: string | null;
  openaiCompatibleBaseUrl?: string | null;
}

export const providers = ["anthropic", "openai", "google", "openai-compatible"] as const;

export type Provider = (typeof providers)[number];

/** Where a provider is asked. `baseUrl` has no slash at its end and contains the version. */
export interface Endpoint {
  baseUrl: string;
  apiKey: string | null;
}

/** The variable that is missing, and what it has to be set to. */
export interface MissingSetting {
  variable: string;
  what: string;
}

/** A provider's endpoint, or the setting without which it cannot be asked. */
export function readEndpoint(settings: ProviderSettings, provider: Provider): Endpoint | MissingSetting {
  switch (provider) {
    case "anthropic":
      return keyed(settings.anthropicApiKey, "ANTHROPIC_API_KEY", "a key of the Anthropic API", () =>
        withVersion(settings.anthropicBaseUrl ?? "https://api.anthropic.com", "v1"),
      );
    case "openai":
      return keyed(settings.openaiApiKey, "OPENAI_API_KEY", "a key of the OpenAI API", () =>
        withVersion(settings.openaiBaseUrl ?? "https://api.openai.com", "v1"),
      );
    case "google":
      return keyed(settings.googleApiKey, "GOOGLE_API_KEY", "a key of the Gemini API", () =>
        withVersion(settings.googleBaseUrl ?? "https://generativelanguage.googleapis.com", "v1beta"),
      );
    case "openai-compatible":
      return readCompatible(settings);
  }
}

function keyed(
  apiKey: string | null | undefined,
  variable: string,
  what: string,
  baseUrl: () => string,
): Endpoint | MissingSetting {
  return apiKey ? { baseUrl: baseUrl(), apiKey } : { variable, what };
}

/** OpenAI's own variables served such servers before they had some; a key goes only where its base URL points. */
function readCompatible(settings: ProviderSettings): Endpoint | MissingSetting {
  const {
    openaiCompatibleBaseUrl: own,
    openaiCompatibleApiKey: ownKey,
    openaiBaseUrl,
    openaiApiKey,
  } = settings;
  if (own) return { baseUrl: withoutSlash(own), apiKey: ownKey || null };
  if (openaiBaseUrl) return { baseUrl: withoutSlash(openaiBaseUrl), apiKey: ownKey || openaiApiKey || null };
  return {
    variable: "OPENAI_COMPATIBLE_BASE_URL",
    what: "the address of an OpenAI-compatible API, e.g. http://127.0.0.1:11434/v1",
  };
}

/** Base URLs of proxies are given with and without the version; the paths that are asked begin after it. */
function withVersion(baseUrl: string, version: string): string {
  const plain = withoutSlash(baseUrl);
  return /\/v\d\w*$/.test(plain) ? plain : `${plain}/${version}`;
}

function withoutSlash(baseUrl: string): string {
  return trimEndCharacters(baseUrl, "/");
}
