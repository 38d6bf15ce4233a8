import type { Provider, ProviderSettings } from "../../../src/schemas/providers.ts";
import { chatCompletions } from "./chat-completions.ts";
import { generateContent } from "./generate-content.ts";
import { messages } from "./messages.ts";
import { responses } from "./responses.ts";
import type { Protocol, Script } from "./script.ts";
import { type ScriptedServer, serveScript } from "./serve-script.ts";

/** A request of any protocol, with its list of messages under whatever name it has there. */
export interface AnyRequest {
  messages?: unknown[];
  input?: unknown[];
  contents?: unknown[];
  system?: unknown;
  systemInstruction?: unknown;
  tools?: unknown;
  [name: string]: unknown;
}

export interface ScriptedProvider extends ScriptedServer<AnyRequest> {
  provider: Provider;
  /** `provider/name`. */
  model: string;
  /** Settings with which Copydesk finds it. */
  settings: ProviderSettings;
}

/** Set for every scripted provider, and demanded by it. */
export const scriptedKey = "scripted-key-0123456789";

const protocols: Record<
  Provider,
  { protocol: Protocol<AnyRequest>; name: string; settings(baseUrl: string): ProviderSettings }
> = {
  anthropic: {
    protocol: messages as unknown as Protocol<AnyRequest>,
    name: "claude-sonnet-4-5",
    settings: (anthropicBaseUrl) => ({ anthropicBaseUrl, anthropicApiKey: scriptedKey }),
  },
  openai: {
    protocol: responses as unknown as Protocol<AnyRequest>,
    name: "gpt-5",
    settings: (openaiBaseUrl) => ({ openaiBaseUrl, openaiApiKey: scriptedKey }),
  },
  google: {
    protocol: generateContent as unknown as Protocol<AnyRequest>,
    name: "gemini-3-pro-preview",
    settings: (googleBaseUrl) => ({ googleBaseUrl, googleApiKey: scriptedKey }),
  },
  "openai-compatible": {
    protocol: chatCompletions as unknown as Protocol<AnyRequest>,
    name: "m",
    settings: (openaiCompatibleBaseUrl) => ({
      openaiCompatibleBaseUrl,
      openaiCompatibleApiKey: scriptedKey,
    }),
  },
};

/** The API of a provider on loopback, under the control of one script, whatever the provider. */
export async function startScriptedProvider(
  provider: Provider,
  script: Script<AnyRequest>,
  options: { honoursIdempotencyKey?: boolean } = {},
): Promise<ScriptedProvider> {
  const { protocol, name, settings } = protocols[provider];
  const server = await serveScript(protocol, { script, key: scriptedKey, ...options });
  return { ...server, provider, model: `${provider}/${name}`, settings: settings(server.baseUrl) };
}

/** The conversation of a request, without its fixed beginning. */
export function conversationOf({ messages: chat, input, contents }: AnyRequest): unknown[] {
  return chat ?? input ?? contents ?? [];
}
