import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { closeServer } from "../close-server.ts";
import type { Protocol, Script, ScriptedAnswer, WireError } from "./script.ts";

export interface ScriptedServer<Wire> {
  /** With the protocol's version, as the provider's base URL is configured. */
  baseUrl: string;
  /** What was asked, in order; what the server refused or answered from its store is not among them. */
  requests: Wire[];
  /** What the real API would have refused; a test that expects none must look. */
  refusals: string[];
  /** Of every call of the model, refused or not. */
  headers: Record<string, string | undefined>[];
  authorizations: (string | undefined)[];
  /** `Idempotency-Key` of what was asked, in the order of `requests`. */
  callIds: (string | undefined)[];
  /** Calls that were answered from the store of `Idempotency-Key`. */
  replays: string[];
  close(): Promise<void>;
}

export interface ServeOptions<Wire> {
  script: Script<Wire>;
  /** Refuse every call without this key. */
  key?: string;
  /** Answer a second call with the same `Idempotency-Key` with the stored answer, as some gateways do. */
  honoursIdempotencyKey?: boolean;
}

interface State<Wire> extends ScriptedServer<Wire> {
  protocol: Protocol<Wire>;
  options: ServeOptions<Wire>;
  stored: Map<string, unknown>;
}

/** A provider's API on loopback that answers from a script and refuses what the real API refuses. */
export async function serveScript<Wire>(
  protocol: Protocol<Wire>,
  options: ServeOptions<Wire>,
): Promise<ScriptedServer<Wire>> {
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error: unknown) => {
      if (!response.headersSent) {
        sendError(response, { status: 500, body: { error: { message: `script failed: ${String(error)}` } } });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const state: State<Wire> = {
    ...{ protocol, options, stored: new Map() },
    ...{ requests: [], refusals: [], headers: [], authorizations: [], callIds: [], replays: [] },
    baseUrl: `http://127.0.0.1:${port}${protocol.basePath}`,
    async close() {
      await closeServer(server);
    },
  };
  return state;
}

async function answer<Wire>(
  state: State<Wire>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { protocol, options } = state;
  const headers = request.headers as Record<string, string | undefined>;
  const path = request.url?.slice(protocol.basePath.length) ?? "";
  const isList = request.method === "GET" && path.replace(/\?.*/, "") === "/models";
  if (!isList && !(request.method === "POST" && protocol.route.test(path))) {
    return sendError(response, { status: 404, body: { error: { message: `no route ${request.url}` } } });
  }
  const keyProblem = options.key === undefined ? null : protocol.findKeyProblem(headers, options.key);
  if (!isList) state.headers.push(headers);
  if (keyProblem !== null) {
    state.refusals.push(keyProblem);
    return sendError(response, protocol.problems.wrong_key);
  }
  if (isList) return send(response, 200, protocol.models);
  const body = await readBody(request);
  const problem = protocol.findProblem(body, path);
  if (problem !== null) {
    state.refusals.push(problem);
    return sendError(response, protocol.toBadRequest(problem));
  }
  await answerScripted(state, body as Wire, headers, response);
}

async function answerScripted<Wire>(
  state: State<Wire>,
  wire: Wire,
  headers: Record<string, string | undefined>,
  response: ServerResponse,
): Promise<void> {
  const { protocol, options, stored } = state;
  const callKey = options.honoursIdempotencyKey ? headers["idempotency-key"] : undefined;
  if (callKey !== undefined && stored.has(callKey)) {
    state.replays.push(callKey);
    return send(response, 200, stored.get(callKey));
  }
  const index = state.requests.push(wire) - 1;
  state.authorizations.push(headers.authorization);
  state.callIds.push(headers["idempotency-key"]);
  const scripted = await options.script(index, wire);
  if (scripted.delayMs) await sleep(scripted.delayMs, undefined, { ref: false });
  const error = toError(protocol, scripted);
  if (error !== null) return sendError(response, error, scripted.headers);
  if (scripted.fault !== undefined) return fail(protocol, scripted.fault, response);
  const body = protocol.toAnswer(index, wire, scripted);
  if (callKey !== undefined) stored.set(callKey, body);
  send(response, 200, body, scripted.headers);
}

function toError<Wire>(protocol: Protocol<Wire>, scripted: ScriptedAnswer): WireError | null {
  if (scripted.problem !== undefined) return protocol.problems[scripted.problem];
  if (scripted.status === undefined || scripted.status < 400) return null;
  return { status: scripted.status, body: scripted.errorBody ?? { error: { message: "scripted error" } } };
}

function fail<Wire>(
  protocol: Protocol<Wire>,
  fault: NonNullable<ScriptedAnswer["fault"]>,
  response: ServerResponse,
): void {
  if (fault === "no_choice") send(response, 200, protocol.noChoice);
  if (fault === "malformed") send(response, 200, '{"id": "half');
  if (fault !== "cut") return;
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"id": "half', () => response.destroy());
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

function sendError(response: ServerResponse, { status, body }: WireError, headers?: Record<string, string>) {
  send(response, status, body, headers);
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
