import { expect, test } from "vitest";
import { openCredentials, sealCredentials, secretWords } from "./project-credentials.ts";
import { createSecretBox } from "./secret-box.ts";

const box = createSecretBox(Buffer.alloc(32, 1));
const privateKey = `-----BEGIN PRIVATE KEY-----\nshort\n${"k".repeat(64)}\n-----END PRIVATE KEY-----\n`;

test("what was sealed for a project opens for it", () => {
  const credentials = { token: "t0ken", app: { id: "1", privateKey }, webhookSecret: "hook" };
  const sealed = sealCredentials(box, "prj_1", credentials);
  expect(sealed).not.toContain("t0ken");
  expect(openCredentials(box, "prj_1", sealed)).toEqual(credentials);
  expect(openCredentials(box, "prj_1", null)).toEqual({});
});

test("another project's row, or another key, opens nothing", () => {
  const sealed = sealCredentials(box, "prj_1", { token: "t0ken" });
  const opening = () => openCredentials(box, "prj_2", sealed);
  expect(opening).toThrowError(expect.objectContaining({ code: "invalid_configuration" }));
  const other = createSecretBox(Buffer.alloc(32, 2));
  expect(() => openCredentials(other, "prj_1", sealed)).toThrowError(/COPYDESK_SECRET_KEY/);
});

test("the words that may never leave are the secrets, including keys", () => {
  const words = secretWords({
    token: "t0ken",
    username: "bot",
    webhookSecret: "hook",
    ssh: { privateKey, knownHosts: null },
    signing: { format: "ssh", key: privateKey },
  });
  expect(words).toEqual(["t0ken", "hook", privateKey, privateKey]);
});
