import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { type CopydeskError, WebhookVerificationError } from "../../sdk/src/errors.ts";
import { webhooks } from "../../sdk/src/webhooks.ts";
import { signMessage } from "../../src/webhooks/webhook-secrets.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const message = {
  type: "job.completed",
  timestamp: "2026-11-21T09:31:00.000Z",
  data: { projectId: "prj_x", job: { id: "job_x", title: "Grüße, 日本語, 👩‍👩‍👧‍👦" } },
};
const body = JSON.stringify(message);

/** The headers that the service sends. */
const sign = (secrets = [secret], { text = body, at = new Date() } = {}) =>
  signMessage(
    secrets.map((one) => ({ secret: one, expiresAt: null })),
    { id: "msg_1", body: text, at },
  );

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the message was accepted"),
    (error: CopydeskError) => error,
  );

describe("a message that the service signed is returned, with its id", () => {
  const headers = sign();
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );

  test.each<[string, Parameters<typeof webhooks.unwrap>]>([
    ["text and the headers of Node", [body, headers, secret]],
    ["text and headers in capitals", [body, capitals, secret]],
    ["bytes and the headers of the platform", [Buffer.from(body), new Headers(headers), secret]],
    ["a buffer", [new TextEncoder().encode(body).buffer, headers, secret]],
    ["a part of a buffer", [Buffer.from(`__${body}__`).subarray(2, -2), headers, secret]],
    ["a secret without its prefix", [body, headers, secret.replace("whsec_", "")]],
    ["several secrets, while the receiver changes to a new one", [body, headers, [newSecret(), secret]]],
    ["several signatures, while the sender does", [body, sign([newSecret(), secret]), secret]],
    [
      "signatures of versions to come",
      [body, withSignature(headers, (own) => `v2,x v1a,eA== ${own}`), secret],
    ],
    ["a clock that is four minutes ahead", [body, sign([secret], { at: minutes(4) }), secret]],
    [
      "a tolerance of a day",
      [body, sign([secret], { at: minutes(-60) }), secret, { toleranceSeconds: 86_400 }],
    ],
  ])("%s", async (_, call) => {
    expect(await webhooks.unwrap(...call)).toEqual({ ...message, id: "msg_1" });
  });

  test("and is one for the library of the standard too", () => {
    expect(new Webhook(secret).verify(body, headers)).toEqual(message);
  });
});

describe("everything else is refused, and says why", () => {
  const headers = sign();

  test.each<[string, string, Parameters<typeof webhooks.unwrap>]>([
    ["webhook_signature_invalid", "another secret", [body, headers, newSecret()]],
    ["webhook_signature_invalid", "no secret of several", [body, headers, [newSecret(), newSecret()]]],
    ["webhook_signature_invalid", "another body", [`${body} `, headers, secret]],
    ["webhook_signature_invalid", "another id", [body, { ...headers, "webhook-id": "msg_2" }, secret]],
    [
      "webhook_signature_invalid",
      "a later time",
      [body, { ...headers, "webhook-timestamp": now(9) }, secret],
    ],
    ["webhook_signature_invalid", "half a signature", [body, withSignature(headers, halve), secret]],
    ["webhook_signature_invalid", "no base64", [body, withSignature(headers, () => "v1,%%%"), secret]],
    [
      "webhook_signature_invalid",
      "another version",
      [body, withSignature(headers, (s) => s.replace("v1", "v2")), secret],
    ],
    ["webhook_timestamp_invalid", "an old message", [body, sign([secret], { at: minutes(-6) }), secret]],
    ["webhook_timestamp_invalid", "the future", [body, sign([secret], { at: minutes(6) }), secret]],
    ["webhook_timestamp_invalid", "no time", [body, { ...headers, "webhook-timestamp": "soon" }, secret]],
    ["webhook_not_signed", "no headers", [body, {}, secret]],
    ["webhook_not_signed", "no signature", [body, withSignature(headers, () => ""), secret]],
    ["webhook_not_signed", "two signatures", [body, { ...headers, "webhook-id": ["a", "b"] }, secret]],
    ["webhook_body_invalid", "no JSON", ["{", sign([secret], { text: "{" }), secret]],
    ["webhook_body_invalid", "no message", ["[]", sign([secret], { text: "[]" }), secret]],
  ])("%s: %s", async (code, _, call) => {
    const error = await failure(webhooks.unwrap(...call));
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ name: "WebhookVerificationError", code, status: null });
  });

  test.each<[string, string, RegExp]>([
    ["a body that was parsed already", message as unknown as string, /^body must be/],
    ["no body", undefined as unknown as string, /^body must be/],
  ])("%s is a mistake of the receiver", async (_, given, words) => {
    const error = await failure(webhooks.unwrap(given, headers, secret));
    expect([error.name, error.message]).toEqual(["TypeError", expect.stringMatching(words)]);
  });

  test.each(["", "whsec_", "whsec_%%%", undefined as unknown as string])(
    "the secret %j too",
    async (given) => {
      const error = await failure(webhooks.unwrap(body, headers, given));
      expect([error.name, error.message]).toEqual(["TypeError", expect.stringMatching(/^secret must be/)]);
    },
  );

  test("no secret at all accepts nothing", async () => {
    expect(await failure(webhooks.unwrap(body, headers, []))).toBeInstanceOf(WebhookVerificationError);
  });
});

function minutes(n: number): Date {
  return new Date(Date.now() + n * 60_000);
}

function now(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) + seconds);
}

function halve(signature: string): string {
  return signature.slice(0, signature.length >> 1);
}

function withSignature(headers: Record<string, string>, change: (own: string) => string) {
  return { ...headers, "webhook-signature": change(headers["webhook-signature"]!) };
}
