import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jobEvent } from "../jobs/events.ts";
import { createGate } from "./create-gate.ts";
import { createKnownSecrets, secretsOfUrl } from "./known-secrets.ts";
import { recordNames } from "./record-names.ts";

const token = `tok-${randomBytes(24).toString("base64url")}`;
const password = "Tr0ub4dor&3x";
const keyLine = randomBytes(48).toString("base64");
const privateKey = `-----BEGIN OPENSSH ${"PRIVATE KEY"}-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUA\n${keyLine}\n-----END-----\n`;
const github = `ghp_${"q7Zp2Kd9Xw4Rt6Bn1Vm8Lc3Gh5Jf0Ys7Ue2Ia9Qo"}`;

const known = createKnownSecrets();
known.learn(null, [
  token,
  privateKey,
  ...secretsOfUrl(`postgres://copydesk:${encodeURIComponent(password)}@db/x`),
]);
const gate = createGate(() => known.of(null));

function bytesAs(secret: string, write: (code: number) => string): string {
  return [...Buffer.from(secret)].map(write).join("");
}

const spellings: [string, (secret: string) => string][] = [
  ["as it is", (secret) => secret],
  ["in the other case", (secret) => secret.toUpperCase()],
  ["reversed", (secret) => [...secret].reverse().join("")],
  ...[0, 1, 2].map((offset): [string, (secret: string) => string] => [
    `base64 at offset ${offset}`,
    (secret) => Buffer.from(`${"x".repeat(offset)}${secret}yz`).toString("base64"),
  ]),
  ["base64url", (secret) => Buffer.from(`a${secret}`).toString("base64url")],
  ["base64 in lines", (secret) => Buffer.from(secret).toString("base64").replace(/.{7}/g, "$&\n")],
  ["base64 of base64", (secret) => Buffer.from(Buffer.from(secret).toString("base64")).toString("base64")],
  ["hexadecimal", (secret) => Buffer.from(secret).toString("hex").toUpperCase()],
  ["hexadecimal, spaced", (secret) => bytesAs(secret, (code) => `${code.toString(16)} `)],
  ["percent-encoded", (secret) => bytesAs(secret, (code) => `%${code.toString(16)}`)],
  ["escaped", (secret) => bytesAs(secret, (code) => `\\x${code.toString(16)}`)],
  ["as character references", (secret) => bytesAs(secret, (code) => `&#${code};`)],
  ["spaced", (secret) => [...secret].join(" ")],
  ["with zero-width characters", (secret) => [...secret].join("\u200b")],
  ["concatenated", (secret) => secret.replace(/.{5}/g, '$&" + "')],
  ["over lines", (secret) => secret.replace(/.{4}/g, "$&\n+- ")],
  ["with escaped line feeds", (secret) => secret.replace(/.{4}/g, "$&\\n")],
];

/** Yields the field names of all objects that a JSON schema describes. */
function* namesIn(schema: unknown): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  if ("properties" in schema) yield* Object.keys(schema.properties as object);
  for (const part of Object.values(schema)) yield* namesIn(part);
}

describe("a gate", () => {
  it.each(spellings)("finds and masks a known secret %s", async (_how, spell) => {
    for (const secret of [token, "Tr0ub4dor&3x9", keyLine]) {
      const own = createKnownSecrets();
      own.learn(null, [secret]);
      const text = `before ${spell(secret)} after`;
      const { mask, findSecret } = createGate(() => own.of(null));
      expect(await findSecret(text)).toBe("a secret of this installation");
      const masked = await mask(text);
      expect(masked).toMatch(/\[redacted\]/);
      expect(masked).toMatch(/^before [\s\S]* after$/);
      expect(await findSecret(masked)).toBeNull();
    }
  });

  it("finds a database password, a line of a private key, and most of a token", async () => {
    for (const text of [password, encodeURIComponent(password), keyLine, token.slice(7), token.slice(0, -9)])
      expect(await gate.findSecret(`x ${text} y`)).not.toBeNull();
  });

  it("does not treat plain words and short text as secrets", async () => {
    const weak = createKnownSecrets();
    weak.learn(null, ["postgres", "copydesk", "Password", "hunter2", "--------", ""]);
    const text = "Set the Password of postgres for copydesk to hunter2, below the -------- line.";
    expect(await createGate(() => weak.of(null)).mask(text)).toBe(text);
  });

  it("keeps projects apart, but shows each the secrets of the instance", async () => {
    const secrets = createKnownSecrets();
    secrets.learn("prj_a", [token]);
    secrets.learn(null, [keyLine]);
    expect(await createGate(() => secrets.of("prj_b")).mask(token)).toBe(token);
    expect(await createGate(() => secrets.of("prj_a")).mask(`${token} ${keyLine}`)).toBe(
      "[redacted] [redacted]",
    );
    expect(secrets.all().find(`${token} ${keyLine}`)).toHaveLength(2);
    secrets.learn("prj_b", [token]);
    expect(await createGate(() => secrets.of("prj_b")).mask(token)).toBe("[redacted]");
  });

  it("masks every text and name of data, also a secret that is split over several", async () => {
    const data = {
      [token]: 1,
      a: [{ b: `x ${token}` }, null, 5],
      parts: [token.slice(0, 9), token.slice(9)],
    };
    const masked = await gate.maskData(data);
    expect(masked).toEqual({
      "[redacted]": 1,
      a: [{ b: "x [redacted]" }, null, 5],
      parts: ["[redacted]", "[redacted]"],
    });
    const clean = { a: "b", when: new Date(0) };
    expect(await gate.maskData(clean)).toBe(clean);
  });

  it("keeps the names of the fields that a secret was cut off before", async () => {
    // Whether the next name looks like the secret's end depends on its letters.
    for (let round = 0; round < 20; round += 1) {
      const secret = randomBytes(48).toString("base64").replace(/\W/g, "x");
      const own = createKnownSecrets();
      own.learn(null, [secret]);
      const call = { toolName: `send_${secret}`.slice(0, 64), input: { to: secret } };
      const masked = await createGate(() => own.of(null)).maskData({ message: { content: [call] } });
      const toolName = expect.stringContaining("[redacted]");
      expect(masked).toEqual({ message: { content: [{ toolName, input: { to: "[redacted]" } }] } });
    }
  });

  it("knows the names of all fields of all events", () => {
    const schema = z.toJSONSchema(jobEvent, { unrepresentable: "any" });
    const names = [...namesIn(schema)];
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => !recordNames.has(name))).toEqual([]);
  });

  it("keeps the lines and the marks of a diff", async () => {
    const diff = `@@ -0,0 +1,3 @@\n+a: ${token.slice(0, 12)}\n+${token.slice(12)}\n+end\n`;
    expect(await gate.mask(diff)).toBe("@@ -0,0 +1,3 @@\n+a: [redacted]\n+[redacted]\n+end\n");
  });

  it("lets other work run while it looks at long texts, and finds the same in them as in short ones", async () => {
    const line = (n: number) => {
      const digest = createHash("sha256").update(String(n)).digest("hex");
      return `${n} ${token} ghp_${digest.slice(0, 36)} ${password} ${"word-".repeat(8)} ${[...token].join("\n")}`;
    };
    const lines = Array.from({ length: 5_000 }, (_, n) => line(n));
    const short = await Promise.all(lines.map((text) => gate.mask(text)));
    let turns = 0;
    const count = () => {
      turns += 1;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    const masked = await gate.maskData({ lines });
    const [whole, what] = [await gate.mask(lines.join("\n")), await gate.findSecret(lines.join("\n"))];
    clearImmediate(turning);
    expect(masked).toEqual({ lines: short });
    expect(whole).toBe(short.join("\n"));
    expect(what).toBe("a secret of this installation");
    expect(turns).toBeGreaterThan(5);
  });

  it("tells data apart that are cleaned at the same time, and looks again when another secret is known", async () => {
    const own = createKnownSecrets();
    own.learn(null, [token]);
    const both = createGate(() => own.of(null));
    const clean = { text: "nothing to hide ".repeat(20_000) };
    const bad = { text: `${clean.text}${token}` };
    for (const order of [
      [clean, bad, clean],
      [bad, clean, bad],
    ])
      for (const [index, masked] of (await Promise.all(order.map((data) => both.maskData(data)))).entries())
        expect(masked).toEqual(order[index] === clean ? clean : { text: `${clean.text}[redacted]` });
    const later = { text: `${clean.text}${keyLine}` };
    expect(await both.maskData(later)).toBe(later);
    own.learn(null, [keyLine]);
    expect(await both.maskData(later)).toEqual({ text: `${clean.text}[redacted]` });
  });

  it("lets a token pass that is already public, and asks about it once", async () => {
    const asked: string[] = [];
    const own = createGate(() => createKnownSecrets().of(null));
    expect(await own.mask(`such as ${github}`)).toBe("such as [redacted]");
    own.trust(async (tokens) => {
      asked.push(...tokens);
      return tokens;
    });
    expect(await own.mask(`such as ${github}`)).toBe(`such as ${github}`);
    expect(await own.findSecret(`again ${github}`)).toBeNull();
    expect(asked).toEqual([github]);
  });
});
