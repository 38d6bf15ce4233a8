import { providers } from "../../../schemas/providers.ts";
import { bearer, type ProviderModule, readIds, withoutSlash } from "./provider-module.ts";

/** A base URL is enough: many such servers ask for no key. */
export const openaiCompatible: ProviderModule = {
  /**
   * OpenAI's own variables served such servers before they had some; a key goes only where its base URL
   * points.
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
