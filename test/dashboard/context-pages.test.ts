import { basename, dirname } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, expectClean, type Form, forms, startDashboard } from "../helpers/dashboard.ts";
import { createRepository, type FixtureRepository } from "../helpers/git-fixture.ts";
import { startGitHttpServer } from "../helpers/git-http-server.ts";
import { startScriptedModelServer } from "../helpers/scripted-model-server.ts";

const eachForm = Object.keys(forms) as Form[];

const pages = {
  ".copydesk.yml": "never:\n  - legal/**\nterms:\n  - use: timeout\n    avoid: [time-out]\n",
  "index.md": "# Home\n\nSee the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nSet the timeout.\n\nNothing else is needed.\n",
};
const code = { "src/client.ts": "export const options = {\n  requestTimeoutMs: 30_000,\n};\n" };

const call = (name: string, args: Record<string, unknown>) => ({ name, arguments: args });
const steps = [
  [call("read", { source: "api", path: "src/client.ts" }), call("read", { path: "guide.md" })],
  [
    call("edit", {
      path: "guide.md",
      edits: [{ old: "Set the timeout.", new: "Set `requestTimeoutMs`, which is `30_000` by default." }],
    }),
  ],
  [
    call("cite", {
      citations: [
        {
          ...{ path: "guide.md", paragraph: "Set `requestTimeoutMs`", evidence: "api:src/client.ts#L2" },
          identifier: "requestTimeoutMs",
        },
      ],
    }),
  ],
  [call("finish", { title: "Name the timeout", summary: "Names the option." })],
];

describe("what a project's jobs read beside the documentation", inBrowser, () => {
  let scene: DashboardScene;
  let source: FixtureRepository;
  let host: Awaited<ReturnType<typeof startGitHttpServer>>;
  let model: Awaited<ReturnType<typeof startScriptedModelServer>>;

  beforeAll(async () => {
    source = await createRepository(code);
    host = await startGitHttpServer(dirname(source.path));
    model = await startScriptedModelServer({
      script: (_index, { messages }) => {
        const step = messages.filter(({ role }) => role === "assistant").length;
        return { calls: steps[Math.min(step, steps.length - 1)]! };
      },
    });
    scene = await startDashboard(pages, {
      environment: {
        ...{ COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes", COPYDESK_MODEL: "openai-compatible/scripted" },
        OPENAI_BASE_URL: model.baseUrl,
      },
    });
  });
  afterAll(async () => {
    await scene?.close();
    await model?.close();
    await host?.close();
    await source?.remove();
  });

  const pathOf = (page: string) => `/projects/${scene.project.projectId}/${page}`;

  test("a context repository is added, tested and changed on the page of the repository", async () => {
    const { page, context } = await scene.open(pathOf("repository"));
    await page.getByText("jobs know what the documentation and the prompt say").waitFor();
    await page.getByRole("button", { name: "Add a context repository" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Repository" }).fill("http://127.0.0.1:1/acme/Some_API.git");
    await dialog.getByRole("button", { name: "Add it" }).click();
    await dialog.getByRole("checkbox", { name: /although it cannot be read/ }).waitFor();
    await dialog
      .getByRole("textbox", { name: "Repository" })
      .fill(`${host.url}/${basename(source.path)}/.git`);
    await dialog.getByRole("textbox", { name: "Name" }).fill("api");
    await dialog.getByRole("button", { name: "Add it" }).click();
    await page.getByRole("button", { name: "Test api" }).click();
    await page.getByText("A job would read").waitFor();
    await page.getByRole("button", { name: "Change api" }).click();
    await dialog.getByLabel("Only these files").fill("src/**");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(/The default branch: src\/\*\*/).waitFor();
    await context.close();
  });

  test("the review shows beside the change what it rests on, rendered and as lines", async () => {
    const { project, url } = scene;
    const ids = await project.createJobs(url, 1, () => "Say which option sets the timeout");
    await project.waitForAll(url, ids);
    const opened = await scene.open(pathOf(`jobs/${ids[0]}`));
    const { page, context } = opened;
    await page.getByText("Reads beside it: api").waitFor();
    await page.getByText("1 citation").waitFor();
    await page.goto(`${pathOf(`jobs/${ids[0]}`)}/review`);
    for (const view of ["Rendered", "Unified", "Split"]) {
      await page.getByText(view, { exact: true }).click();
      await readQuote(page.getByRole("article", { name: "Citation for line 3" }));
      await expectClean(opened);
    }
    await context.close();
  });

  async function readQuote(note: Locator): Promise<void> {
    await note.getByText("src/client.ts").waitFor();
    await note.getByText("Rests on").click();
    await note.getByText("requestTimeoutMs: 30_000").waitFor();
  }

  test("the rules show the policy of the repository", async () => {
    const { page, context } = await scene.open(`${pathOf("rules")}#policy`);
    const policy = page.getByRole("group").filter({ hasText: "Policy of the repository" });
    await policy.getByText("Never write legal/**.").waitFor();
    await policy.getByText('Write "timeout", not "time-out".').waitFor();
    await context.close();
  });

  test.for(eachForm)("the pages are clean with them: %s", async (form) => {
    for (const [path, words] of [
      ["repository", "src/**"],
      ["rules#policy", "Never write legal/**."],
    ] as const) {
      const opened = await scene.open(pathOf(path), { form });
      await opened.page.getByText(words).first().waitFor();
      await expectClean(opened);
      await opened.context.close();
    }
  });

  test("a context repository is removed", async () => {
    const { page, context } = await scene.open(pathOf("repository"));
    await page.getByRole("button", { name: "Remove api" }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("jobs know what the documentation and the prompt say").waitFor();
    await context.close();
  });
});
