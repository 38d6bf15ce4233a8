import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasOpenssl } from "../helpers/company-network.ts";
import { git } from "../helpers/git-fixture.ts";
import { onlyInTestAll, runsAll } from "../helpers/skip-unless.ts";
import { listPages } from "./list-pages.ts";
import { type PagesScene, startPagesScene } from "./pages-scene.ts";
import { type PageBlock, readPage } from "./read-page.ts";
import type { ShellSession } from "./shell-session.ts";

const [readme, ...pages] = await Promise.all((await listPages()).map((page) => readPage(page)));

let scene: PagesScene;
let terminal: ShellSession;
const outputs = new Map<PageBlock, string>();

beforeAll(async () => {
  if (!runsAll) return;
  scene = await startPagesScene();
  terminal = await scene.openTerminal();
});

afterAll(() => scene?.close());

/** curl ends well whatever the service returns. */
const problem = /"type":"[^"]*\/errors\//;

async function runPage(blocks: PageBlock[], inTerminal: ShellSession): Promise<void> {
  // Stand-ins of code hosts need a certificate.
  const mayRun = ({ notes }: PageBlock) =>
    notes.notRun === undefined && (notes.host === undefined || hasOpenssl);
  for (const block of blocks.filter(mayRun)) {
    const output = await scene.runBlock(inTerminal, block);
    expect(output, `${block.page}:${block.line}`).not.toMatch(problem);
    outputs.set(block, output);
  }
}

function blockWith(words: string): PageBlock {
  const found = readme!.filter(({ language, text }) => language === "sh" && text.includes(words));
  expect(found).toHaveLength(1);
  return found[0]!;
}

function lastJob(output: string) {
  return JSON.parse(output.slice(output.lastIndexOf('{"id":"job_'))) as {
    status: string;
    reason: string;
    prLink: string;
    source: { ref: string };
  };
}

const openAsBrowser = (url: string) => fetch(url, { headers: { accept: "text/html" } });

const whole = onlyInTestAll("the commands of the pages");

describe("the README, block by block in an empty home", whole, () => {
  test("every block runs", () => runPage(readme!, terminal), 600_000);

  test("the demo prints the address of a page", async () => {
    const [, link] = /Pull request: (http\S+)/.exec(outputs.get(blockWith("npm run demo"))!) ?? [];
    expect((await openAsBrowser(link!)).status).toBe(200);
  });

  test("the first prompt opens a pull request, and a message goes on with it", async () => {
    const job = lastJob(outputs.get(blockWith("?wait=60"))!);
    expect(job).toMatchObject({ status: "completed", reason: "pull_request_opened" });
    expect((await openAsBrowser(job.prLink)).status).toBe(200);
    const followed = lastJob(await scene.runBlock(terminal, blockWith("?wait=60")));
    expect(followed).toMatchObject({
      status: "completed",
      reason: "pull_request_updated",
      prLink: job.prLink,
    });
    const changed = (page: string) => git(scene.repository, ["show", `${job.source.ref}:${page}`]);
    expect(await changed("index.md")).toContain("[guide](guide.md)");
    expect(await changed("guide.md")).toContain("Set the API key. Keep your API key safe.");
  });

  test("the program follows its job while the receiver is called back", async () => {
    const [, link] = /^completed (http\S+)$/m.exec(outputs.get(blockWith("node receiver.mjs"))!) ?? [];
    await expect.poll(() => terminal.printed()).toContain(`job.completed completed ${link}\n`);
    await expect.poll(() => terminal.printed()).toContain(`pull_request.opened completed ${link}\n`);
  });
});

describe("every other page, block by block in a folder of its own", whole, () => {
  const withCommands = pages.filter((blocks) =>
    blocks.some(({ language, notes }) => language === "sh" && notes.notRun === undefined),
  );

  test.each(withCommands.map((blocks) => [blocks[0]!.page, blocks] as const))(
    "%s",
    async (_page, blocks) => {
      const inFolder = await scene.openTerminal();
      try {
        await runPage(blocks, inFolder);
      } finally {
        await inFolder.stop();
      }
    },
    600_000,
  );
});

describe("the way from one machine to three", whole, () => {
  const page = pages.flat().filter((block) => block.page === "docs/three-machines.md");
  const outputOf = (words: string) => outputs.get(page.find(({ text }) => text.includes(words))!)!;

  test("has the first machine's jobs afterwards, with the new ones", () => {
    const ids = (words: string) => outputOf(words).match(/job_\w{22}/g)!;
    expect(ids("copydesk job list")).toEqual(expect.arrayContaining(ids('"Fix broken links"').slice(0, 1)));
  });

  test("runs jobs on two workers, and on one after the other has gone", () => {
    expect(outputOf("copydesk job list")).toMatch(/^Workers +2,/m);
    expect(outputOf('Replace "web hook"')).toMatch(/^Workers +1,/m);
  });
});

describe("what the pages show of HTTP is what the service sends", whole, () => {
  function shown(page: string, language: string, words: string): string {
    const found = pages.flat().filter((block) => block.page === page && block.language === language);
    return found.find(({ text }) => text.includes(words))!.text;
  }

  async function create(prompt: string): Promise<Response> {
    const variables = await terminal.run('printf %s "$URL/v2/agent/$PROJECT/job $KEY"');
    const [address, key] = variables.split(" ");
    return await fetch(address!, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt }),
    });
  }

  test("the headers of the limit", async () => {
    const { headers } = await create("Fix broken links");
    const shape = (text: string) => text.replace(/(?<=[rt]=)\d+/g, "0");
    for (const line of shown("docs/api.md", "http", "RateLimit").trim().split("\n")) {
      const [name = "", value = ""] = line.split(": ");
      expect(shape(headers.get(name) ?? "")).toBe(shape(value));
    }
  });

  test("the problem document", async () => {
    const example = JSON.parse(shown("docs/errors.md", "json", "errors"));
    const real = (await (await create("")).json()) as Record<string, unknown>;
    expect(Object.keys(real)).toEqual(Object.keys(example));
    for (const field of ["type", "title", "status", "detail", "code", "errors"])
      expect(JSON.stringify(real[field])).toContain(JSON.stringify(example[field]).replace(/^"|"$/g, ""));
  });

  test("the headers of a webhook's message", async () => {
    const [first, ...lines] = shown("docs/webhooks.md", "http", "webhook-id").trim().split("\n");
    const { method, url, headers } = scene.received.at(-1)!;
    expect(`${method} ${url} HTTP/1.1`).toBe(first);
    for (const line of lines) {
      const [name = "", value = ""] = line.split(": ");
      const shape = (text: unknown) => String(text).replace(/(?<=_)[0-9a-f]+|^\d+$|(?<=v1,).*/g, "…");
      expect(shape(headers[name])).toBe(shape(value));
    }
  });
});
