import { chatCompletions } from "./scripted-models/chat-completions.ts";
import type { WireRequest } from "./scripted-models/find-chat-problem.ts";
import type { Script as ScriptOf } from "./scripted-models/script.ts";
import { type ScriptedServer, type ServeOptions, serveScript } from "./scripted-models/serve-script.ts";

export type { WireMessage, WireRequest } from "./scripted-models/find-chat-problem.ts";
export type { ScriptedAnswer } from "./scripted-models/script.ts";

export type Script = ScriptOf<WireRequest>;

export type ScriptedModelServer = ScriptedServer<WireRequest>;

/** An OpenAI-compatible API on loopback that answers from a script and refuses what the real API refuses. */
export function startScriptedModelServer(options: ServeOptions<WireRequest>): Promise<ScriptedModelServer> {
  return serveScript(chatCompletions, options);
}
