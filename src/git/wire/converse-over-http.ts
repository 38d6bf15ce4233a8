import type { LookupFunction } from "node:net";
import type { Dispatcher } from "undici";
import { assertTokenSafe } from "../../network/assert-token-safe.ts";
import { trustedWith } from "../../network/authorities.ts";
import { secureContextOf } from "../../network/secure-context-of.ts";
import { noProxies, proxySecrets } from "../../network/select-proxy.ts";
import { Agent, createProxyAgent } from "../../network/undici.ts";
import { maskKnown } from "../../outgoing/mask-credentials.ts";
import { version } from "../../version.ts";
import { basicOf, type GitAccess, proofOf, secretsOf } from "../remote/git-access.ts";
import type { RemoteAccess, RemoteOptions } from "../remote/open-remote.ts";
import {
  type Conversation,
  ConversationFailed,
  type ConversationLimits,
  endOf,
  fatalLine,
  type RemoteService,
  remoteLines,
  type Said,
} from "./conversation.ts";
import { createPacketReader, ProtocolError } from "./packets.ts";

interface HttpPlace {
  remote: RemoteAccess;
  access: GitAccess;
  service: RemoteService;
  limits: ConversationLimits;
  said: Said;
  signal: AbortSignal;
}

const connectMs = 20_000;
/** Larger requests are chunked, as in git. */
const requestBytesMax = 1024 * 1024;
/** Limit for the host's text that comes with an error. */
const wordsBytesMax = 64 * 1024;

/**
 * Talks to a service over http in this process: only to the allowed address, or through the operator's
 * proxy. Follows no redirects and accepts no compression. Throws `ConversationFailed`, and
 * `url_not_allowed` for a password over http.
 */
export async function converseOverHttp<T>(
  options: RemoteOptions,
  place: HttpPlace,
  use: (conversation: Conversation) => Promise<T>,
): Promise<{ result: T; stderr: string }> {
  const { remote, access, signal } = place;
  if (access.login !== null) assertTokenSafe(remote.url, options.network?.allowPlainHttp ?? false);
  const secrets = [...secretsOf(access), ...proxySecrets(options.network?.proxies ?? noProxies)];
  const redact = (text: string): string => maskKnown(text, secrets);
  const dispatcher = openDispatcher(options, place);
  try {
    const result = await use(await open(place, dispatcher, redact));
    return { result, stderr: redact(place.said.lines()) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProtocolError)) throw error;
    const stderr = redact(place.said.lines() + fatalLine(error.message));
    throw new ConversationFailed({ stderr, proof: proofOf(access), ended: endOf(error) });
  } finally {
    void dispatcher.destroy().catch(() => {});
  }
}

async function open(
  place: HttpPlace,
  dispatcher: Dispatcher,
  redact: Conversation["redact"],
): Promise<Conversation> {
  const { service, limits, signal, remote } = place;
  // Takes long to load, and many jobs never talk to a host.
  const { request } = await import("undici");
  const base = remote.url.replace(/\/$/, "");
  const fail = (error: unknown) =>
    failed(
      place,
      redact(place.said.lines() + fatalLine(`unable to access '${remote.url}': ${transportWords(error)}`)),
    );
  type Question = Pick<Dispatcher.RequestOptions, "method" | "body" | "headersTimeout" | "bodyTimeout">;
  const ask = async (path: string, own: Record<string, string>, question: Question) => {
    const headers = { ...headersOf(place), ...own };
    const asking = request(`${base}/${path}`, { dispatcher, signal, headers, ...question });
    const response = await asking.catch((error: unknown) => {
      throw fail(error);
    });
    const body = translated(response.body, fail);
    const kind = question.method === "GET" ? "advertisement" : "result";
    const words = refusalOf(place, response, `application/x-git-${service}-${kind}`);
    if (words !== null) throw await refused(place, response, { body, words, redact });
    return createPacketReader(body, limits.bytesMax);
  };
  return {
    greeting: await ask(`info/refs?service=git-${service}`, {}, { method: "GET" }),
    redact,
    said: place.said,
    async ask(body) {
      const own = {
        "content-type": `application/x-git-${service}-request`,
        accept: `application/x-git-${service}-result`,
      };
      const ours = { error: null as unknown };
      const parts = body instanceof Uint8Array ? body : await gather(remembered(body, ours));
      // The host may work on a push for as long as the whole conversation may take.
      const isWork = service === "receive-pack";
      const patience = isWork ? { headersTimeout: limits.totalMs, bodyTimeout: limits.totalMs } : {};
      const question = { method: "POST", body: parts, ...patience } as Question;
      return await ask(`git-${service}`, own, question).catch((error: unknown) => {
        throw ours.error ?? error;
      });
    },
  };
}

/** Yields the parts, and records in `ours` why they ended early. */
async function* remembered(
  parts: AsyncIterable<Uint8Array>,
  ours: { error: unknown },
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    ours.error = error;
    throw error;
  }
}

async function* translated(
  body: Dispatcher.ResponseData["body"],
  fail: (error: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw fail(error);
  }
}

function headersOf({ service, access }: HttpPlace): Record<string, string> {
  return {
    // Hosts and the proxies in front of them recognise git by this prefix.
    "user-agent": `git/2.0 (Copydesk ${version})`,
    accept: "*/*",
    "accept-encoding": "identity",
    ...(service === "upload-pack" && { "git-protocol": "version=2" }),
    ...(access.login !== null && { authorization: `Basic ${basicOf(access.login)}` }),
  };
}

function openDispatcher(options: RemoteOptions, { remote, access, limits }: HttpPlace): Dispatcher {
  const times = { headersTimeout: limits.silenceMs, bodyTimeout: limits.silenceMs };
  const isSecure = remote.protocol === "https";
  const tls =
    isSecure || remote.proxy?.startsWith("https:") ? { secureContext: trustOf(options, access) } : {};
  if (remote.proxy !== null) {
    const ends = { requestTls: { ...tls, timeout: connectMs }, proxyTls: { ...tls, timeout: connectMs } };
    return createProxyAgent({ uri: remote.proxy, proxyTunnel: isSecure, ...times, ...ends });
  }
  const connect = { ...tls, timeout: connectMs, lookup: lookupOnly(remote.address!) };
  return new Agent({ ...times, connections: 1, connect });
}

/** Does not resolve the name again, which could give an address other than the one that was checked. */
function lookupOnly(address: string): LookupFunction {
  const family = address.includes(":") ? 6 : 4;
  return (_host, { all }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

function trustOf({ network }: RemoteOptions, { authorities = [] }: GitAccess) {
  const known = network?.authorities ?? null;
  if (authorities.length === 0) return secureContextOf(known);
  return secureContextOf([...(known ?? trustedWith([])), ...authorities]);
}

/** Gives short requests a length, which some servers require. */
async function gather(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const rest = body[Symbol.asyncIterator]();
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    parts.push(next.value);
    bytes += next.value.length;
    if (bytes > requestBytesMax) return joined(parts, rest);
  }
  return Buffer.concat(parts);
}

async function* joined(parts: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Returns null for an answer in git's protocol. */
function refusalOf(
  { remote }: HttpPlace,
  { statusCode, headers }: Answer,
  expectedType: string,
): string | null {
  if (statusCode === 404) return `repository '${remote.url}' not found`;
  if (statusCode !== 200)
    return `unable to access '${remote.url}': The requested URL returned error: ${statusCode}`;
  if (typeOf(headers) !== expectedType) return strangeAnswer;
  const encoding = String(headers["content-encoding"] ?? "identity").toLowerCase();
  return encoding === "identity" ? null : "protocol error: its answer is compressed, which was not asked for";
}

type Answer = Pick<Dispatcher.ResponseData, "statusCode" | "headers">;

function typeOf(headers: Answer["headers"]): string {
  return String(headers["content-type"] ?? "")
    .split(";")[0]!
    .trim()
    .toLowerCase();
}

async function refused(
  place: HttpPlace,
  { statusCode, headers }: Answer,
  said: { body: AsyncIterable<Uint8Array>; words: string; redact: Conversation["redact"] },
): Promise<ConversationFailed> {
  const text = said.redact(await readWords(said.body));
  const words = said.words === strangeAnswer ? explainStrange(place.remote.url, text) : said.words;
  const host = typeOf(headers) === "text/plain" && statusCode !== 200 ? remoteLines(text) : "";
  return failed(place, `${host}${fatalLine(words)}`, statusCode);
}

const strangeAnswer = "its answer is not one of git's";

function explainStrange(url: string, text: string): string {
  return /^[0-9a-f]{40,64}\trefs\//m.test(text)
    ? "dumb http transport does not support shallow capabilities"
    : `${url}/info/refs not valid: is this a git repository?`;
}

async function readWords(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes > wordsBytesMax) break;
  }
  return Buffer.concat(parts).toString("utf8", 0, wordsBytesMax);
}

function transportWords(error: unknown): string {
  const { message, code, errors = [] } = error as AggregateError & { code?: string };
  // The error for several failed attempts to connect has no message of its own.
  return message || (errors[0] as Error | undefined)?.message || (code ?? "the connection failed");
}

function failed({ access }: HttpPlace, stderr: string, status?: number): ConversationFailed {
  return new ConversationFailed({ stderr, proof: proofOf(access), ended: "exit" }, status);
}
