import { endpointWithKey, type ProviderModule, readIds } from "./provider-module.ts";

export const anthropic: ProviderModule = {
  readEndpoint: endpointWithKey("anthropic", { address: "https://api.anthropic.com", version: "v1" }),
  modelPaths: () => ["messages"],
  keyHeaders: (apiKey) => ({ "x-api-key": apiKey, "anthropic-version": "2023-06-01" }),
  listQuery: "?limit=1000",
  readNames: readIds,
};
