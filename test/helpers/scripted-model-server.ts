import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface WireMessage {
  role: "system" | "user" | "assistant" | "tool";
  content?: unknown;
  tool_calls?: WireToolCall[];
  tool_call_id?: string;
}

export interface WireRequest {
  model: string;
  messages: WireMessage[];
  tools?: { type: "function"; function: { name: string; description?: string; parameters: unknown } }[];
}

export interface ScriptedAnswer {
  text?: string;
  /** `arguments`: an object, or a text that is sent as it is. */
  calls?: { id?: string; name: string; arguments: object | string }[];
  finishReason?: string;
  usage?: { prompt_tokens: number; completion_tokens: number };
  /** Answer with an error instead. */
  status?: number;
  headers?: Record<string, string>;
  errorBody?: unknown;
  delayMs?: number;
}

export type Script = (index: number, request: WireRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedModelServer {
  /** For OPENAI_BASE_URL. */
  baseUrl: string;
  /** What was asked, in order; what the server refused is not among them. */
  requests: WireRequest[];
  /** What a real API would have refused; a test that expects none must look. */
  refusals: string[];
  authorizations: (string | undefined)[];
  close(): Promise<void>;
}

/** An OpenAI-compatible API on loopback that answers from a script and refuses what the real API refuses. */
export async function startScriptedModelServer(options: { script: Script }): Promise<ScriptedModelServer> {
  const state: Pick<ScriptedModelServer, "requests" | "refusals" | "authorizations"> = {
    requests: [],
    refusals: [],
    authorizations: [],
  };
  const server = createServer((request, response) => {
    answer(state, options.script, request, response).catch((error: unknown) => {
      if (!response.headersSent)
        send(response, 500, { error: { message: `script failed: ${String(error)}` } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    ...state,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  state: Pick<ScriptedModelServer, "requests" | "refusals" | "authorizations">,
  script: Script,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
    return send(response, 404, { error: { message: `no route ${request.method} ${request.url}` } });
  }
  const body = await readBody(request);
  const problem = findProblem(body);
  if (problem !== null) {
    state.refusals.push(problem);
    return send(response, 400, { error: { message: problem, type: "invalid_request_error" } });
  }
  const wire = body as WireRequest;
  const index = state.requests.push(wire) - 1;
  state.authorizations.push(request.headers.authorization);
  const scripted = await script(index, wire);
  if (scripted.delayMs) await sleep(scripted.delayMs, undefined, { ref: false });
  if (scripted.status !== undefined && scripted.status >= 400) {
    return send(
      response,
      scripted.status,
      scripted.errorBody ?? { error: { message: "scripted error" } },
      scripted.headers,
    );
  }
  send(response, 200, toCompletion(index, wire, scripted), scripted.headers);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function toCompletion(index: number, request: WireRequest, scripted: ScriptedAnswer) {
  const calls = (scripted.calls ?? []).map((call, position) => ({
    id: call.id ?? `call_${index}_${position}`,
    type: "function",
    function: {
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  const message = {
    role: "assistant",
    content: scripted.text ?? null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const usage = scripted.usage ?? { prompt_tokens: 100, completion_tokens: 10 };
  return {
    id: `chatcmpl-${index}`,
    object: "chat.completion",
    created: 1_700_000_000,
    model: request.model,
    choices: [
      {
        index: 0,
        message,
        finish_reason: scripted.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop"),
      },
    ],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  };
}

function findProblem(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return "the body is not a JSON object";
  const { model, messages, tools } = body as Partial<WireRequest>;
  if (typeof model !== "string" || model === "") return "you must provide a model parameter";
  if (!Array.isArray(messages) || messages.length === 0) return "messages must not be empty";
  return findToolProblem(tools) ?? findMessageProblem(messages);
}

function findToolProblem(tools: WireRequest["tools"]): string | null {
  for (const tool of tools ?? []) {
    if (tool.type !== "function") return "tools must be of type function";
    if (!/^[\w-]{1,64}$/.test(tool.function.name)) return `invalid function name ${tool.function.name}`;
    const { type } = (tool.function.parameters ?? {}) as { type?: unknown };
    if (type !== "object") return `schema of ${tool.function.name} must be of type object`;
  }
  return null;
}

/** Every call needs its result right after the message that made it, and a result needs its call. */
function findMessageProblem(messages: readonly WireMessage[]): string | null {
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    if (message.role === "tool") {
      if (typeof message.tool_call_id !== "string") return `${place}: missing tool_call_id`;
      if (typeof message.content !== "string") return `${place}: tool content must be a string`;
      if (!open.delete(message.tool_call_id)) return `${place}: tool message without a preceding tool call`;
      continue;
    }
    if (open.size > 0) return `${place}: tool calls without results: ${[...open].join(", ")}`;
    const problem = findRoleProblem(message, index);
    if (problem !== null) return `${place}: ${problem}`;
    open = new Set(message.tool_calls?.map((call) => call.id));
  }
  return open.size > 0 ? `tool calls without results: ${[...open].join(", ")}` : null;
}

function findRoleProblem(message: WireMessage, index: number): string | null {
  switch (message.role) {
    case "system":
      return index === 0 && typeof message.content === "string" ? null : "system message must come first";
    case "user":
      return typeof message.content === "string" || Array.isArray(message.content)
        ? null
        : "user content is missing";
    case "assistant":
      return findAssistantProblem(message);
    default:
      return `unknown role ${String(message.role)}`;
  }
}

function findAssistantProblem({ content, tool_calls: calls }: WireMessage): string | null {
  if (calls === undefined || calls.length === 0) {
    return typeof content === "string" && content !== "" ? null : "assistant content is missing";
  }
  for (const call of calls) {
    if (typeof call.id !== "string" || call.id === "") return "a tool call has no id";
    try {
      JSON.parse(call.function.arguments);
    } catch {
      return `arguments of ${call.id} are not JSON`;
    }
  }
  return new Set(calls.map((call) => call.id)).size === calls.length ? null : "tool call ids are not unique";
}
