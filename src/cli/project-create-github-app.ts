import type { Command } from "commander";
import { AppError } from "../errors.ts";
import { connectProject } from "../projects/connect-project.ts";
import { getProject } from "../projects/get-project.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "./command.ts";
import { watchSignals } from "./watch-signals.ts";

interface Options extends CommonOptions {
  organization?: string;
}

export function addProjectCreateGithubApp(group: Command, context: CommandContext): void {
  const command = defineCommand("create-github-app", {
    summary: "make a GitHub App for a project in the browser, and store its key",
    example: "copydesk project create-github-app prj_0123456789abcdefghijkl --organization acme",
  })
    .argument("<project id>", "id of the project")
    .option("--organization <name>", "organisation that shall own the App (default: you)")
    .action((projectId: string, options: Options) => create(context, projectId, options));
  group.addCommand(command);
}

async function create(context: CommandContext, projectId: string, options: Options): Promise<void> {
  const { deps } = context;
  await withStore(context, options, async (store, config) => {
    const project = await getProject(store, projectId);
    if (project.host !== "github") {
      throw new AppError("usage", `The project's code host is ${project.host}; only GitHub has Apps.`);
    }
    const signals = watchSignals(deps.io);
    try {
      const app = await deps.createGithubApp(config, {
        projectId,
        repository: project.repository,
        apiUrl: project.hostUrl,
        organization: options.organization ?? null,
        onReady: (url) => deps.io.stderr.write(`Open ${url} in your browser. Waiting for GitHub …\n`),
        signal: signals.signal,
      });
      const { id, pem: privateKey, webhookSecret, htmlUrl } = app;
      const slug = htmlUrl.split("/").at(-1)!;
      // It is installed on nothing yet, so that GitHub could not say what it may do.
      const identify = async () => ({ login: `${slug}[bot]`, missing: [] });
      await connectProject({ ...store, identify }, projectId, {
        credentials: { app: { id, privateKey }, ...(webhookSecret === null ? {} : { webhookSecret }) },
      });
      return {
        document: { projectId, appId: id, url: htmlUrl, hasWebhook: webhookSecret !== null },
        text: `The App ${slug} is made and its key is stored.\n\nNext: install it from ${htmlUrl}/installations/new, then check with: copydesk project connect ${projectId}`,
      };
    } finally {
      signals.close();
    }
  });
}
