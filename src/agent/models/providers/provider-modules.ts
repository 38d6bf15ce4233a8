import type { Provider } from "../../../schemas/providers.ts";
import { anthropic } from "./anthropic.ts";
import { google } from "./google.ts";
import { openai } from "./openai.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import type { ProviderModule } from "./provider-module.ts";

export const providerModules: Readonly<Record<Provider, ProviderModule>> = {
  anthropic,
  openai,
  google,
  "openai-compatible": openaiCompatible,
};
