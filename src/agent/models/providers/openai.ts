import { bearer, endpointWithKey, type ProviderModule, readIds } from "./provider-module.ts";

/** OpenAI lists everything that it offers; these models cannot hold a conversation. */
const otherKinds =
  /embedding|whisper|tts|dall-e|image|audio|realtime|moderation|transcribe|sora|davinci|babbage/;

export const openai: ProviderModule = {
  readEndpoint: endpointWithKey("openai", { address: "https://api.openai.com", version: "v1" }),
  modelPaths: () => ["responses"],
  keyHeaders: bearer,
  listQuery: "",
  readNames: (answer) => readIds(answer).filter((name) => !otherKinds.test(name)),
};
