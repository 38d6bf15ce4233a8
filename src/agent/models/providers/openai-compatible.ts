import { providers } from "../../../schemas/providers.ts";
import { bearer, type ProviderModule, readIds, withoutSlash } from "./provider-module.ts";

/** Needs only a base URL: many such servers require no key. */
export const openaiCompatible: ProviderModule = {
  /**
   * Falls back to OpenAI's variables, which served this purpose before. A key is sent only to the base URL
   * that it belongs to.
   */
  readEndpoint({
    openaiCompatibleBaseUrl: own,
    openaiCompatibleApiKey: ownKey,
    openaiBaseUrl,
    openaiApiKey,
  }) {
    if (own) return { baseUrl: withoutSlash(own), apiKey: ownKey || null };
    if (openaiBaseUrl)
      return { baseUrl: withoutSlash(openaiBaseUrl), apiKey: ownKey || openaiApiKey || null };
    const { variable, what } = providers["openai-compatible"].baseUrl;
    return { variable, what };
  },
  modelPaths: () => ["chat/completions"],
  keyHeaders: bearer,
  listQuery: "",
  readNames: readIds,
};
