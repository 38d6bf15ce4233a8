import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { AppError } from "../../src/errors.ts";
import { openRemote, type RemoteOptions } from "../../src/git/remote/open-remote.ts";
import { parseRepository } from "../../src/git/remote/parse-repository.ts";
import { pushFailure, readPushResult } from "../../src/git/remote/push-outcome.ts";
import { ConversationFailed } from "../../src/git/wire/conversation.ts";
import { listRefs } from "../../src/git/wire/list-refs.ts";
import { flushPacket, packetOf } from "../../src/git/wire/packets.ts";
import { pushRef } from "../../src/git/wire/push-ref.ts";
import { writePack } from "../../src/git/wire/write-pack.ts";
import { withPassword } from "./git-access.ts";

export const password = "s3cret-t0ken-of-the-project";
const commit = "c".repeat(40);
export const old = "a".repeat(40);
export const branch = "copydesk/job1";
export const ref = `refs/heads/${branch}`;
export const limits = { totalMs: 60_000, silenceMs: 60_000, bytesMax: 300_000 };

interface HostileServer {
  options: RemoteOptions;
  sent: { bytes: number; authorizations: (string | undefined)[]; requests: number };
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startHostileServer(answer: Answer): Promise<HostileServer> {
  const sent: HostileServer["sent"] = { bytes: 0, authorizations: [], requests: 0 };
  const server = createServer((request, response) => {
    sent.requests += 1;
    sent.authorizations.push(request.headers.authorization);
    const write = response.write.bind(response) as (chunk: Buffer) => boolean;
    response.write = ((chunk: Buffer) => {
      sent.bytes += chunk.length;
      return write(chunk);
    }) as ServerResponse["write"];
    response.on("error", () => {});
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const repository = parseRepository(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`);
  return { options: { repository, allowPrivateAddresses: true, access: withPassword(password) }, sent };
}

/** Goes on for as long as somebody reads. */
export function writeForEver(response: ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}

export const typeOf = (service: string, kind: string) => ({
  "content-type": `application/x-git-${service}-${kind}`,
});

export async function listFrom(
  { options }: HostileServer,
  more: Partial<typeof limits> = {},
): Promise<AppError> {
  const request = { wanted: "refs/heads/main", take: () => {}, ...limits, ...more };
  return await listRefs(options, await openRemote(options), request).then(
    () => expect.fail("it was listed"),
    (error: AppError) => error,
  );
}

export async function pushTo(
  { options }: HostileServer,
  more: Partial<typeof limits> = {},
): Promise<AppError> {
  const pack = async () => writePack(new Map([[commit, { type: "blob", bytes: Buffer.from("x") }]]));
  const update = { ref, expected: null, next: commit, pack };
  const pushing = pushRef(options, await openRemote(options), { ...limits, ...more }, update).then(
    (outcome) => readPushResult({ ...options, branch }, outcome),
    (error) => {
      throw error instanceof ConversationFailed ? pushFailure({ ...options, branch }, error) : error;
    },
  );
  return await pushing.then(
    () => expect.fail("it was pushed"),
    (error: AppError) => error,
  );
}

export function expectClean({ code, message }: AppError, words: RegExp): void {
  const isTooMuch = words.source.includes("more than Copydesk accepts");
  expect({ code, message }).toEqual({
    code: isTooMuch ? "repository_too_large" : "repository_unreachable",
    message: expect.stringMatching(words),
  });
  expect(message.length).toBeLessThan(1_600);
  expect(message).not.toMatch(/\p{Cc}/u);
  expect(message).not.toContain(password);
}

export const capabilities = "report-status side-band-64k delete-refs object-format=sha1";
const advertised = Buffer.concat([packetOf(`${old} refs/heads/main\0${capabilities}\n`), flushPacket]);
export const greet =
  (answer: Answer): Answer =>
  (request, response) => {
    if (request.method === "POST") return answer(request, response);
    response.writeHead(200, typeOf("receive-pack", "advertisement")).end(advertised);
  };
export const band = (number: number, text: string | Buffer) =>
  packetOf(`${String.fromCharCode(number)}${text.toString("latin1")}`);
