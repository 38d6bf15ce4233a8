import { afterAll, expect, test } from "vitest";
import { startAdminCli } from "../../test/helpers/admin-cli.ts";

const { cli, newProject, close } = await startAdminCli();
afterAll(close);

test("resuming a project's triggers says when those of all projects are still stopped", async () => {
  const project = await newProject();
  const resume = async (...which: string[]) => (await cli.run("trigger", "resume", ...which)).stdout;
  await cli.run("trigger", "stop", "--project", project);
  await cli.run("trigger", "stop", "--all");
  expect(await resume("--project", project)).toMatch(/still stopped: copydesk trigger resume --all\.$/m);
  expect(await resume("--all")).toMatch(/^All triggers of the instance/);
  expect(await resume("--project", project)).toMatch(/^All triggers of the project/);
});
