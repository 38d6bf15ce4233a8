import { styleText } from "node:util";
import { Command, Help, type Option } from "commander";
import { addDemo } from "./demo/demo.ts";
import type { CliDeps } from "./deps.ts";
import { addJobArchive, addJobRestore } from "./jobs/job-archive.ts";
import { addJobCancel } from "./jobs/job-cancel.ts";
import { addJobChecks } from "./jobs/job-checks.ts";
import { addJobCreate } from "./jobs/job-create.ts";
import { addJobDiff } from "./jobs/job-diff.ts";
import { addJobEvents } from "./jobs/job-events.ts";
import { addJobGet } from "./jobs/job-get.ts";
import { addJobList } from "./jobs/job-list.ts";
import { addJobMessage } from "./jobs/job-message.ts";
import { addJobOpen } from "./jobs/job-open.ts";
import { addRun } from "./jobs/run.ts";
import { addKeyCreate } from "./keys/key-create.ts";
import { addKeyList } from "./keys/key-list.ts";
import { addKeyRevoke } from "./keys/key-revoke.ts";
import { addKeyRotate } from "./keys/key-rotate.ts";
import { addHelp } from "./output/help.ts";
import { addProjectConnect } from "./projects/project-connect.ts";
import { addProjectCreate } from "./projects/project-create.ts";
import { addProjectCreateGithubApp } from "./projects/project-create-github-app.ts";
import { addProjectList } from "./projects/project-list.ts";
import { addProjectRemove } from "./projects/project-remove.ts";
import { addProjectSet } from "./projects/project-set.ts";
import { addProjectShow } from "./projects/project-show.ts";
import { addDoctor } from "./service/doctor.ts";
import { addModels } from "./service/models.ts";
import { addSecretsRotate } from "./service/secrets.ts";
import { addServe } from "./service/serve.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

const helpWidthMax = 100;
const everywhere = new Set(["--data", "--json", "--help"]);

/** All commands. Parsing throws a `CommanderError` for help, version and wrong usage; `finish` gets the exit code. */
export function buildProgram(deps: CliDeps, finish: (exitCode: number) => void): Command {
  const context = { deps, finish };
  const program = newGroup(
    "copydesk",
    "Background documentation jobs: one prompt in, one checked pull request out.",
  )
    .version(deps.version, "-V, --version", "show the version")
    .addHelpText(
      "after",
      "\nExample:\n  copydesk demo\n  copydesk serve --port 4100\n  copydesk project create --help",
    );
  addDemo(program, context);
  addServe(program, context);
  addRun(program, context);
  addDoctor(program, context);
  addModels(program, context);
  const project = newGroup("project", "create, change, connect and remove projects").addHelpText(
    "after",
    "\nExample:\n  copydesk project list",
  );
  addProjectCreate(project, context);
  addProjectList(project, context);
  addProjectShow(project, context);
  addProjectSet(project, context);
  addProjectConnect(project, context);
  addProjectRemove(project, context);
  addProjectCreateGithubApp(project, context);
  const key = newGroup("key", "create, list and revoke API keys").addHelpText(
    "after",
    "\nExample:\n  copydesk key list --project prj_0123456789abcdefghijkl",
  );
  addKeyCreate(key, context);
  addKeyList(key, context);
  addKeyRevoke(key, context);
  addKeyRotate(key, context);
  const job = newGroup("job", "create jobs and look at them").addHelpText(
    "after",
    "\nExample:\n  copydesk job list --project prj_0123456789abcdefghijkl",
  );
  const addJobCommands = [
    addJobCreate,
    addJobGet,
    addJobList,
    addJobEvents,
    addJobDiff,
    addJobChecks,
    addJobOpen,
    addJobMessage,
    addJobCancel,
    addJobArchive,
    addJobRestore,
  ];
  for (const add of addJobCommands) add(job, context);
  const webhook = newGroup("webhook", "have addresses called when something happens").addHelpText(
    "after",
    "\nExample:\n  copydesk webhook list --project prj_0123456789abcdefghijkl",
  );
  addWebhookCommands(webhook, context);
  const secrets = newGroup("secrets", "change the key that stored secrets are encrypted with").addHelpText(
    "after",
    "\nExample:\n  copydesk secrets rotate --new-key",
  );
  addSecretsRotate(secrets, context);
  for (const group of [project, key, job, webhook, secrets]) program.addCommand(group);
  addHelp(program);
  settle(program, deps);
  return program;
}

function newGroup(name: string, summary: string): Command {
  return new Command(name).description(summary).helpOption("-h, --help", "show this help").helpCommand(false);
}

/** Nothing ends the process or writes past `io`; errors are told in one place. */
function settle(command: Command, { io }: CliDeps): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: () => undefined,
      getOutHasColors: () => io.stdout.color,
      getErrHasColors: () => io.stderr.color,
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? helpWidthMax, helpWidthMax),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? helpWidthMax, helpWidthMax),
    })
    .configureHelp({
      visibleOptions: sortOptions,
      optionDescription: describeOption,
      // Commander takes the colours out again where there are none.
      styleTitle: (text) => styleText("bold", text, { validateStream: false }),
    });
  for (const child of command.commands) settle(child, { io } as CliDeps);
}

/** What has to be given comes first, what every command has last. */
function sortOptions(command: Command): Option[] {
  const rank = ({ mandatory, long }: Option) => (mandatory ? 0 : everywhere.has(long ?? "") ? 2 : 1);
  return new Help().visibleOptions(command).toSorted((a, b) => rank(a) - rank(b));
}

function describeOption(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)` : text;
}
