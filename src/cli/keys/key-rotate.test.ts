import { afterAll, expect, test } from "vitest";
import { startAdminCli } from "../../../test/helpers/admin-cli.ts";

const { cli, newProject, close } = await startAdminCli();
afterAll(close);

test("the new key is shown with the cap that it takes over", async () => {
  const project = await newProject();
  const of = ["--project", project];
  const made = await cli.run("key", "create", ...of, "--monthly-cost-usd", "20");
  const [, id = ""] = /^cpd_(\w{8})/.exec(made.stdout) ?? [];
  const { stdout } = await cli.run("key", "rotate", ...of, id);
  expect(stdout).toMatch(/^ {2}in a month +\$20\.00$/m);
});
