// Measures the gate's cost on the main thread: an event of 64 KiB and a patch of 1 MiB against the secrets of
// an instance and a project.
import { randomBytes } from "node:crypto";
import { createGate } from "../src/outgoing/create-gate.ts";
import { createKnownSecrets } from "../src/outgoing/known-secrets.ts";

const secretsCount = 24;
const runs = 50;
const line =
  "+The quick brown fox sets `api.baseUrl` in docs.json, see [the guide](../guide/start.mdx) for keys.\n";

const known = createKnownSecrets();
known.learn(
  null,
  Array.from({ length: secretsCount }, () => randomBytes(32).toString("base64url")),
);
const gate = createGate(() => known.of(null));

for (const [what, bytes] of [
  ["event of 64 KiB", 64 * 1024],
  ["patch of 1 MiB", 1024 * 1024],
] as const) {
  const texts = Array.from({ length: runs + 10 }, (_, index) =>
    Buffer.from(`${index}${line.repeat(Math.ceil(bytes / line.length))}`.slice(0, bytes)).toString(),
  );
  for (const text of texts.splice(0, 10)) await gate.maskData({ output: text });
  const before = process.cpuUsage();
  for (const text of texts) await gate.maskData({ output: text });
  const { user, system } = process.cpuUsage(before);
  console.log(`${what}: ${((user + system) / 1_000 / runs).toFixed(2)} ms of CPU`);
}
