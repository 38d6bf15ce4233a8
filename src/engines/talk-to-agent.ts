import {
  type AuthMethod,
  type ClientContext,
  client,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
  type PromptRequest,
  RequestError,
  type StopReason,
  type Stream,
} from "@agentclientprotocol/sdk";
import { workspaceInside } from "../sandbox/sandbox-run.ts";
import { AgentProtocolError } from "./agent-protocol-error.ts";
import { answerPermission } from "./answer-permission.ts";
import { type ServedFiles, serveRead, serveWrite } from "./serve-files.ts";

interface AgentTalk {
  stream: Stream;
  files: ServedFiles;
  prompt: string;
  /** The agent's own name of the authentication method; null selects the one with an API key. */
  authMethod: string | null;
  /** On abort, the agent is asked to stop; the caller then ends it. */
  signal: AbortSignal;
}

const startMs = 60_000;
const authRequired = -32_000;

/**
 * Holds one complete conversation: start, a single prompt, end. Returns why the agent stopped. Throws
 * `AgentProtocolError`, the agent's `RequestError`, the reason of an abort, and the stream's error if the
 * agent disconnects.
 */
export async function talkToAgent(talk: AgentTalk): Promise<StopReason> {
  const connection = connect(talk);
  let cancel = () => {};
  try {
    const { signal } = talk;
    const starting = AbortSignal.any([signal, AbortSignal.timeout(startMs)]);
    const sessionId = await orAbort(startSession(connection.agent, talk), starting).catch(
      (error: unknown) => {
        if (starting.aborted && !signal.aborted)
          throw new AgentProtocolError(`it did not start a session within ${startMs / 1_000} seconds`);
        throw error;
      },
    );
    cancel = () => void connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
    signal.addEventListener("abort", cancel);
    const prompt: PromptRequest["prompt"] = [{ type: "text", text: talk.prompt }];
    const answer = connection.agent.request(methods.agent.session.prompt, { sessionId, prompt });
    return (await orAbort(answer, signal)).stopReason;
  } finally {
    talk.signal.removeEventListener("abort", cancel);
    if (!talk.signal.aborted) connection.close();
  }
}

function connect({ stream, files }: AgentTalk) {
  return client({ name: "copydesk" })
    .onRequest(methods.client.session.requestPermission, ({ params }) =>
      answerPermission(params, files.refuseWrite),
    )
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => await serveRead(files, params))
    .onRequest(methods.client.fs.writeTextFile, async ({ params }) => await serveWrite(files, params))
    .connect(stream);
}

async function startSession(agent: ClientContext, { authMethod }: AgentTalk): Promise<string> {
  const about = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
    clientInfo: { name: "copydesk", title: "Copydesk", version: "1" },
  });
  if (about.protocolVersion !== PROTOCOL_VERSION)
    throw new AgentProtocolError(
      `it speaks version ${about.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}`,
    );
  const start = async () =>
    (await agent.request(methods.agent.session.new, { cwd: workspaceInside, mcpServers: [] })).sessionId;
  if (authMethod !== null) await agent.request(methods.agent.authenticate, { methodId: authMethod });
  return await start().catch(async (error: unknown) => {
    const methodId = authMethod === null && isAuthRequired(error) ? findAuthMethod(about) : null;
    if (methodId === null) throw error;
    await agent.request(methods.agent.authenticate, { methodId });
    return await start();
  });
}

function isAuthRequired(error: unknown): boolean {
  return error instanceof RequestError && error.code === authRequired;
}

/**
 * Finds a method that needs no browser or terminal: the API key from the environment, or the only method
 * available.
 */
function findAuthMethod(about: InitializeResponse): string | null {
  const silent = (about.authMethods ?? []).filter(
    (method) => !("type" in method) || method.type !== "terminal",
  );
  const names = ({ id, name }: AuthMethod) => `${id} ${name}`;
  const withKey = silent.find((method) => /api[\s_-]?key|openai|env/i.test(names(method)));
  return (withKey ?? (silent.length === 1 ? silent[0] : undefined))?.id ?? null;
}

async function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
    promise.catch(() => {});
  }
}
