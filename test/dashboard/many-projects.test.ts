import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, expectClean, startDashboard } from "../helpers/dashboard.ts";

const count = 2_000;

describe("with more projects and jobs than one page lists", inBrowser, () => {
  let scene: DashboardScene;

  beforeAll(async () => {
    scene = await startDashboard();
    const { store, projectId } = scene.project;
    await store.database.pool.query(
      `insert into projects (id, name, repository, organisation_id)
       select 'prj_' || lpad(n::text, 22, 'x'), 'Site ' || lpad(n::text, 4, '0'), '/docs', organisation_id
       from generate_series(1, $2::integer) as n, projects where projects.id = $1`,
      [projectId, count],
    );
    await store.database.pool.query(
      `insert into jobs (id, project_id, status, reason, prompt, model, repository, branch)
       select 'job_' || lpad(n::text, 22, 'x'), $1, 'failed', 'timed_out', 'x', 'm/m', '/docs', 'b' || n
       from generate_series(1, 51) as n`,
      [projectId],
    );
  });
  afterAll(async () => {
    await scene?.close();
  });

  test("the switcher finds any project, and it stays chosen", async () => {
    const opened = await scene.open(`/projects/${scene.project.projectId}/rules`);
    const { page, context } = opened;
    await page.getByRole("button", { name: /^Project: / }).click();
    await page.getByText("There are more. Type a name to find them.").waitFor();
    await page.getByRole("textbox", { name: "Find a project" }).fill("site 1987");
    const found = page.getByRole("option", { name: /Site 1987/ });
    await found.waitFor();
    await expectClean(opened);
    await found.click();
    await page.getByRole("button", { name: "Project: Site 1987" }).waitFor();
    await page.goto("/new");
    await page.locator('input[value="Site 1987"]').waitFor();
    expect(await page.getByRole("combobox", { name: "Project" }).inputValue()).toBe("Site 1987");
    await context.close();
  });

  test("the inbox says that there are more than it lists", async () => {
    const { page, context } = await scene.open("/");
    await page.getByText("50+").first().waitFor();
    await context.close();
  });
});
