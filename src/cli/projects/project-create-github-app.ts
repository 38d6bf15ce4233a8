import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { AppError } from "../../errors.ts";
import { type CreatedGithubAppLink, createGithubAppLink } from "../../projects/create-github-app-link.ts";
import { findGithubApp, type StoredGithubApp } from "../../projects/find-github-app.ts";
import {
  type CommandContext,
  type CommandResult,
  type CommonOptions,
  defineCommand,
  withStore,
} from "../command.ts";
import type { CliStore } from "../deps.ts";
import { watchSignals } from "../service/watch-signals.ts";

interface Options extends CommonOptions {
  organization?: string;
  wait: boolean;
}

const pollMs = 500;

export function addProjectCreateGithubApp(group: Command, context: CommandContext): void {
  const command = defineCommand("create-github-app", {
    summary: "create a link that creates a GitHub App for a project, and wait until it has been used",
    example: "copydesk project create-github-app prj_0123456789abcdefghijkl --organization acme",
  })
    .argument("<project id>", "id of the project")
    .option("--organization <name>", "organization that will own the App (default: whoever opens the link)")
    .option("--no-wait", "print the link and exit")
    .action((projectId: string, options: Options) => create(context, projectId, options));
  group.addCommand(command);
}

async function create(context: CommandContext, projectId: string, options: Options): Promise<void> {
  const { io } = context.deps;
  await withStore(context, options, async (store) => {
    const link = await createGithubAppLink(store, projectId, { organization: options.organization });
    if (!options.wait) return describeLink(projectId, link);
    io.stderr.write(`Open in a browser, within an hour: ${link.url}\nWaiting for the App …\n`);
    const watch = watchSignals(io);
    try {
      const app = await waitForGithubApp(store, projectId, { ...link, signal: watch.signal });
      if (app !== null) return describeApp(projectId, app);
      io.stderr.write(`the link stays valid until ${link.expiresAt}\n`);
      return { ...describeLink(projectId, link), exitCode: 1 };
    } finally {
      watch.close();
    }
  });
}

/**
 * Waits for the App that the link creates and returns it once its key is stored; null after an abort. Throws
 * `code_host_unavailable` if the link expires first.
 */
export async function waitForGithubApp(
  store: Pick<CliStore, "database" | "secretBox">,
  projectId: string,
  { id, expiresAt, signal }: Pick<CreatedGithubAppLink, "id" | "expiresAt"> & { signal: AbortSignal },
): Promise<StoredGithubApp | null> {
  for (;;) {
    const isLast = Date.now() > Date.parse(expiresAt);
    const app = await findGithubApp(store, projectId);
    if (app?.link === id) return app;
    if (signal.aborted) return null;
    if (isLast) {
      throw new AppError(
        "code_host_unavailable",
        "The link has expired and no App was created. Run the command again for another link.",
      );
    }
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

function describeLink(projectId: string, { url, expiresAt }: CreatedGithubAppLink): CommandResult {
  return { document: { projectId, link: url, expiresAt }, text: url };
}

function describeApp(projectId: string, { id, url, hasWebhook }: StoredGithubApp): CommandResult {
  return {
    document: { projectId, appId: id, url, hasWebhook },
    text: `The App ${id} is created and its key is stored.\n\nNext: install it from ${url}/installations/new, then check with: copydesk project connect ${projectId}`,
  };
}
