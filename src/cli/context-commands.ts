import type { Command } from "commander";
import type { ContextRepositoryRecord } from "../context/context-schema.ts";
import { hostNames } from "../schemas/hosts.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "./command.ts";
import { formatFields, formatTable } from "./output/format-table.ts";
import { type CredentialOptions, readGivenCredentials } from "./projects/credential-options.ts";
import { resolveRepository } from "./projects/resolve-repository.ts";

interface Options extends RemoteOptions, CredentialOptions {
  project: string;
  name?: string;
  ref?: string;
  include?: string[];
  host?: string;
  apiUrl?: string;
  anyway?: boolean;
}

const projectOption = ["--project <id>", "project whose jobs read it"] as const;
const exampleProject = "--project prj_0123456789abcdefghijkl";
const exampleId = "ctx_0123456789abcdefghijkl";

export function addContextCommands(group: Command, context: CommandContext): void {
  const adding = defineRemoteCommand("add", {
    summary: "let a project's jobs read another repository",
    example: `copydesk context add ${exampleProject} --name api --include "src/**" https://github.com/example/api`,
  })
    .requiredOption(...projectOption)
    .requiredOption("--name <name>", "by which jobs call it")
    .argument("<repository>", "URL of the repository, or path of one on this machine")
    .option("--host <host>", `code host: ${hostNames.join(", ")}`)
    .option("--api-url <url>", "base URL of the host's API, if the repository's URL does not give it");
  addReadingOptions(adding).action((repository: string, options: Options) =>
    add(context, repository, options),
  );
  group.addCommand(adding);
  const changing = defineRemoteCommand("set", {
    summary: "change what jobs read of a context repository",
    example: `copydesk context set ${exampleProject} ${exampleId} --ref main`,
  })
    .requiredOption(...projectOption)
    .argument("<context id>", "id of the context repository")
    .option("--name <name>", "by which jobs call it");
  addReadingOptions(changing).action((contextId: string, options: Options) =>
    change(context, contextId, options),
  );
  group.addCommand(changing);
  group.addCommand(
    defineRemoteCommand("list", {
      summary: "list a project's context repositories",
      example: `copydesk context list ${exampleProject}`,
    })
      .requiredOption(...projectOption)
      .action((options: Options) => list(context, options)),
  );
  addForOne(group, context, "test", "see what a job that begins now would read", test);
  addForOne(group, context, "remove", "remove a context repository with its credentials", remove);
}

/** Such a repository needs no credentials for signing or for webhooks. */
function addReadingOptions(command: Command): Command {
  return command
    .option("--ref <branch>", "branch to read (default: the repository's default branch)")
    .option("--include <glob>", "what jobs see, may be repeated (default: everything)", collect)
    .option("--token-file <file>", 'file with an access token, "-" for standard input')
    .option("--username <name>", "the token's owner, where the host asks for it")
    .option("--app-id <id>", "id of a GitHub App")
    .option("--app-key-file <file>", "private key of the GitHub App (PEM)")
    .option("--ssh-key-file <file>", "private deploy key for git over ssh, without a passphrase")
    .option("--known-hosts-file <file>", "the host's public keys, as ssh-keyscan prints them")
    .option("--ca-file <file>", "certificates (PEM) of the authority that issued the host's certificate")
    .option("--anyway", "store it also when the branch cannot be read now");
}

function collect(glob: string, globs: string[] = []): string[] {
  return [...globs, glob];
}

type ForOne = (context: CommandContext, options: Options, contextId: string) => Promise<void>;

function addForOne(
  group: Command,
  context: CommandContext,
  name: string,
  summary: string,
  work: ForOne,
): void {
  const example = `copydesk context ${name} ${exampleProject} ${exampleId}`;
  group.addCommand(
    defineRemoteCommand(name, { summary, example })
      .requiredOption(...projectOption)
      .argument("<context id>", "id of the context repository")
      .action((contextId: string, options: Options) => work(context, options, contextId)),
  );
}

/** There are no options here for signing keys and webhook secrets. */
async function credentialsOf(context: CommandContext, options: Options) {
  const given = await readGivenCredentials(context, options);
  if (given === undefined) return undefined;
  const { signing: _, webhookSecret: __, ...reading } = given;
  return reading;
}

async function add(context: CommandContext, repository: string, options: Options): Promise<void> {
  const { project, name, ref, include, host, apiUrl, anyway } = options;
  const credentials = await credentialsOf(context, options);
  await withVerbs(context, options, async (verbs, { isRemote }) => {
    const { io } = context.deps;
    const place = isRemote
      ? repository
      : await resolveRepository(io, repository, { yes: anyway, flag: "--anyway" });
    const record = await verbs.addContext(project, {
      ...{ name, repository: place, ref, include, host, hostUrl: apiUrl, credentials, anyway },
    });
    return { document: record, text: formatContext(record) };
  });
}

async function change(context: CommandContext, contextId: string, options: Options): Promise<void> {
  const { project: projectId, name, ref, include, anyway } = options;
  const credentials = await credentialsOf(context, options);
  await withVerbs(context, options, async (verbs) => {
    const body = { name, ref, include, credentials, anyway };
    const record = await verbs.changeContext({ projectId, contextId }, body);
    return { document: record, text: formatContext(record) };
  });
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const data = await verbs.listContext(options.project);
    const rows = data.map(({ id, name, repository, ref, include }) => [
      ...[id, name, repository, ref ?? "(default)", include.join(" ")],
    ]);
    const text =
      rows.length === 0
        ? "The project has no context repositories."
        : formatTable(["ID", "NAME", "REPOSITORY", "BRANCH", "INCLUDE"], rows);
    return { document: { data }, text };
  });
}

async function test(context: CommandContext, options: Options, contextId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const found = await verbs.testContext({ projectId: options.project, contextId });
    const text = found.ok ? `${found.message} Jobs would read ${found.commit}.` : found.message;
    return { document: found, text, exitCode: found.ok ? 0 : 1 };
  });
}

async function remove(context: CommandContext, options: Options, contextId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    await verbs.removeContext({ projectId: options.project, contextId });
    return { document: { removed: contextId }, text: `Context repository ${contextId} is removed.` };
  });
}

function formatContext(record: ContextRepositoryRecord): string {
  const { id, name, repository, ref, include, connected } = record;
  return `Context repository ${id}\n${formatFields([
    ["name", name],
    ["repository", repository],
    ["branch", ref ?? "the default branch"],
    ["include", include.length === 0 ? "everything" : include.join(" ")],
    ["credentials", connected ? "stored" : "none"],
  ])}`;
}
