import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../helpers/free-port.ts";
import { commitAll, createRepository, writeFiles } from "../helpers/git-fixture.ts";
import { scriptedKey, startScriptedProvider } from "../helpers/scripted-models/start-scripted-provider.ts";
import { createEmptyTestDatabase, createTestDatabase } from "../helpers/test-database.ts";
import { type CodeHostStandIn, startCodeHostStandIn } from "./code-host-stand-in.ts";
import { type PageBlock, root } from "./read-page.ts";
import { openShell, type ShellSession } from "./shell-session.ts";
import { splitCommands } from "./split-commands.ts";

const site = {
  "index.md": "# Home\n\nSee the [guide](Guide.md).\n",
  "guide.md": "# Guide\n\nSet the API token. Keep your API token safe. Add a web hook.\n",
};

/** Code and its guide, each commit after the first in a folder of its own. */
const code: Record<string, string>[] = [
  { "README.md": "# Orders\n" },
  { "src/orders.js": "export const total = 1;\n" },
  { "docs/orders.md": "# Orders\n\nAn order has a total.\n" },
  { "cli/list.js": "export const limit = 20;\n" },
];

export interface PagesScene {
  /** A terminal in a folder of its own, below a home that has nothing but the reader's repository. */
  openTerminal(): Promise<ShellSession>;
  /** Runs a block as a reader would; answers what it printed. */
  runBlock(terminal: ShellSession, block: PageBlock): Promise<string>;
  /** The newest text of this form that any terminal has printed. */
  lastPrinted(form: RegExp): string;
  /** What Copydesk has sent to the address that the pages call an example. */
  received: IncomingMessage[];
  repository: string;
  close(): Promise<void>;
}

/**
 * Everything that the pages take for granted, on this machine alone: an empty home, a repository, a free
 * port, an address to call.
 */
export async function startPagesScene(): Promise<PagesScene> {
  const [store, emptyStore, fixture] = await Promise.all([
    createTestDatabase(),
    createEmptyTestDatabase(),
    createRepository(site),
  ]);
  const home = await mkdtemp(join(tmpdir(), "copydesk-pages-"));
  // A service of root runs its database as another user.
  await chmod(home, 0o755);
  const repository = join(home, "src/my-docs");
  await mkdir(join(home, "src"));
  const backups = join(home, "backups");
  await mkdir(backups);
  await cp(fixture.path, repository, { recursive: true });
  await fixture.remove();
  const api = await createRepository(code[0]!);
  for (const [index, files] of code.slice(1).entries()) {
    await writeFiles(api.path, files);
    await commitAll(api.path, `Add part ${index + 1}`);
  }
  await cp(api.path, join(home, "src/api"), { recursive: true });
  await api.remove();
  const models = await Promise.all(
    (["openai", "anthropic"] as const).map((provider) =>
      startScriptedProvider(provider, () => ({ text: "There is nothing to change." })),
    ),
  );
  const standIns = new Map<string, Promise<CodeHostStandIn>>();
  const received: IncomingMessage[] = [];
  const receiver = createServer((request, response) => {
    received.push(request);
    request.resume();
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/copydesk`;
  const ports = { receiver: await freePort() };
  const terminals: ShellSession[] = [];
  /** Terminals whose projects only they can reach: on a code host or in an instance of their own. */
  const apart = new Set<ShellSession>();
  const env = {
    PATH: `${process.env.PATH}:${join(root, "node_modules/.bin")}`,
    HOME: home,
    TMPDIR: tmpdir(),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
    COPYDESK_DATA: join(home, "data"),
    // Instead of the default, which another service of this machine may have.
    COPYDESK_PORT: "0",
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    SCRIPTED_KEY: scriptedKey,
    SCRIPTED_OPENAI: models[0]!.baseUrl,
    SCRIPTED_ANTHROPIC: models[1]!.baseUrl,
  };

  function lastPrinted(form: RegExp, where: readonly ShellSession[] = terminals): string {
    for (const terminal of where.toReversed()) {
      const found = terminal.printed().match(new RegExp(form, "g"))?.at(-1);
      if (found !== undefined) return found;
    }
    throw new Error(`no terminal has printed anything like ${form}`);
  }

  const readyAt = /(?<=^Copydesk is ready at |\nCopydesk is ready at )http\S+/g;

  /** What a reader has to put in, and what stands for the internet. */
  const replacements: [RegExp, () => string][] = [
    [/cpd_…/g, () => lastPrinted(/cpd_\w{8}_\w{38}/)],
    [/job_…/g, () => lastPrinted(/job_\w{22}/)],
    [/whsec_…/g, () => lastPrinted(/whsec_[\w+/=]+/)],
    [/(?<=wh_… )17$/gm, () => lastPrinted(/(?<=^|\n)\d+(?= +job\.)/)],
    [/wh_…/g, () => lastPrinted(/wh_\w{22}/)],
    [/GOOGLE_API_KEY=…/g, () => "GOOGLE_API_KEY=not-a-key"],
    [/postgres:\/\/…/g, () => store.url],
    [/postgres:\/\/copydesk:…@db\.example\.com\/copydesk/g, () => emptyStore.url],
    [/\/var\/backups(?=\/)/g, () => backups],
    [/http:\/\/127\.0\.0\.1:4100/g, () => lastPrinted(readyAt)],
    // The README's service, which is the first and runs on.
    [/(?<=REMOTE_URL=)https:\S+/g, () => terminals[0]!.printed().match(readyAt)!.at(-1)!],
    [/\bPORT=4200\b/g, () => `PORT=${ports.receiver}`],
    [/https:\/\/example\.com\/copydesk/g, () => receiverUrl],
    [/git clone \S+copydesk\.git/g, () => `ln -s '${root}' copydesk`],
  ];

  function replaceAll(text: string, terminal: ShellSession): string {
    const own = [...terminals.filter((one) => one !== terminal && !apart.has(one)), terminal];
    const withProject = text.replace(/prj_…/g, () => lastPrinted(/prj_\w{22}/, own));
    return replacements.reduce((sofar, [form, value]) => sofar.replace(form, value), withProject);
  }

  /** Goes to a folder with what the host would have given the reader; answers what leads back. */
  async function enterHost(terminal: ShellSession, name: string): Promise<string> {
    apart.add(terminal);
    if (!standIns.has(name)) standIns.set(name, startCodeHostStandIn(name));
    const { env: own, files } = await standIns.get(name)!;
    const folder = await mkdtemp(join(home, "host-"));
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    const back = `unset ${Object.keys(own).join(" ")}; cd '${terminal.folder()}'`;
    const settings = Object.entries(own).map(([variable, value]) => `export ${variable}='${value}'`);
    await terminal.run([...settings, `cd '${folder}'`].join("\n"));
    return back;
  }

  async function runBlock(terminal: ShellSession, { language, text, notes }: PageBlock): Promise<string> {
    if (text.includes("export COPYDESK_DATA=")) apart.add(terminal);
    const back = notes.host === undefined ? null : await enterHost(terminal, notes.host);
    if (notes.stops !== undefined) await terminal.stopOne(notes.stops);
    if (notes.before !== undefined) await terminal.run(replaceAll(notes.before, terminal));
    if (notes.file !== undefined) await writeFile(join(terminal.folder(), notes.file), text);
    if (language !== "sh") return "";
    const parts = splitCommands(text);
    let output = "";
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const keepsRunning =
        isLast && notes.keepsRunning !== undefined ? new RegExp(notes.keepsRunning) : undefined;
      output += await terminal.run(replaceAll(part, terminal), { keepsRunning });
    }
    if (back !== null) await terminal.run(back);
    return output;
  }

  return {
    async openTerminal() {
      const folder = await mkdtemp(join(home, "folder-"));
      const terminal = openShell(home, { folder, env });
      terminals.push(terminal);
      return terminal;
    },
    runBlock,
    lastPrinted,
    received,
    repository,
    async close() {
      await Promise.all(terminals.map((terminal) => terminal.stop()));
      receiver.close();
      await Promise.all(models.map((model) => model.close()));
      for (const standIn of standIns.values()) await (await standIn).close();
      // The embedded database ends some seconds after the last process that used it.
      const databases = ["data", "data/demo", "restored", "copydesk-data"].map((data) =>
        join(home, data, "postgres/postmaster.pid"),
      );
      while (databases.some((file) => existsSync(file))) await sleep(100);
      await Promise.all([store.drop(), emptyStore.drop()]);
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
    },
  };
}
