import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminCli, startAdminCli } from "../../../test/helpers/admin-cli.ts";

let admin: AdminCli;
beforeAll(async () => {
  admin = await startAdminCli();
});
afterAll(() => admin.close());

const run = async (...argv: string[]) => {
  const { code, stdout, stderr } = await admin.cli.run("user", ...argv, "--json");
  return { code, document: stdout === "" ? null : JSON.parse(stdout), stderr };
};

test("somebody is added with a link, changed, let in again and removed; the last owner stays", async () => {
  const made = await run("create", "Ada@Example.com", "--name", "Ada", "--role", "owner");
  expect(made.document).toMatchObject({
    email: "ada@example.com",
    role: "owner",
    url: expect.stringMatching(/\/reset-password\?token=/),
  });
  expect((await run("list")).document.data).toMatchObject([
    { email: "ada@example.com", role: "owner", lastSeenAt: null },
  ]);
  expect((await run("role", "ada@example.com", "viewer")).stderr).toMatch(/last_owner/);
  await run("create", "bob@example.com", "--role", "owner");
  expect((await run("role", "ada@example.com", "viewer")).code).toBe(0);
  expect((await run("sign-in-link", made.document.id)).document.url).toMatch(/\/sign-in-link\?token=/);
  expect((await run("reset-password", "ada@example.com")).document.url).toMatch(/\/reset-password\?token=/);
  expect((await run("remove", "ada@example.com")).code).toBe(0);
  expect((await run("sign-in-link", "ada@example.com")).stderr).toMatch(/member_not_found/);
});
