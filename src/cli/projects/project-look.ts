import type { Command } from "commander";
import type { RepositoryPreview } from "../../projects/preview-schema.ts";
import { hostNames } from "../../schemas/hosts.ts";
import { countOf } from "../../text/count-of.ts";
import {
  type CommandContext,
  type CommandResult,
  defineRemoteCommand,
  type RemoteOptions,
  withVerbs,
} from "../command.ts";
import { formatFields, toOneLine } from "../output/format-table.ts";
import { withTransientLine } from "../output/with-transient-line.ts";
import { addCredentialOptions, type CredentialOptions, readGivenCredentials } from "./credential-options.ts";
import { resolveRepository } from "./resolve-repository.ts";

export function addProjectTest(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("test", {
    summary: "read a project's repository and ask its host about each permission; changes nothing",
    example: "copydesk project test prj_0123456789abcdefghijkl",
  })
    .argument("<project id>", "id of the project")
    .action((projectId: string, options: RemoteOptions) =>
      withVerbs(context, options, async (verbs) =>
        toResult(
          await withTransientLine(context.deps.io.stderr, "Reading the repository …", () =>
            verbs.testProject(projectId),
          ),
        ),
      ),
    );
  group.addCommand(command);
}

interface Options extends RemoteOptions, CredentialOptions {
  ref?: string;
  host?: string;
  apiUrl?: string;
}

export function addProjectPreview(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("preview", {
    summary: "find out what is behind a repository's address before a project is created",
    example: "copydesk project preview https://github.com/acme/docs",
  })
    .argument("<repository>", "path or URL of the repository")
    .option("--ref <branch>", "branch to look at (default: the repository's own)")
    .option("--host <host>", `code host: ${hostNames.join(", ")} (default: by the repository)`)
    .option("--api-url <url>", "base URL of the host's API, if the repository's URL does not give it");
  addCredentialOptions(command).action((repository: string, options: Options) =>
    preview(context, repository, options),
  );
  group.addCommand(command);
}

async function preview(context: CommandContext, given: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs, { isRemote }) => {
    const repository = isRemote
      ? given
      : await resolveRepository(context.deps.io, given, { yes: true, flag: "--anyway" });
    const { ref, host, apiUrl: hostUrl } = options;
    const credentials = await readGivenCredentials(context, options);
    return toResult(
      await withTransientLine(context.deps.io.stderr, `Reading ${toOneLine(repository)} …`, () =>
        verbs.previewRepository({ repository, ref, host, hostUrl, credentials }),
      ),
    );
  });
}

/** Sets exit code 1 if something prevents jobs. */
function toResult(found: RepositoryPreview): CommandResult {
  const { repository, host, hostUrl, defaultBranch, generator, pages, otherSites } = found;
  const { permissions, problems } = found;
  const fields = [
    ["repository", repository],
    ["code host", host],
    ...(hostUrl === null ? [] : [["API of the host", hostUrl] as const]),
    ["branch", defaultBranch ?? "not read"],
    ["generator", generator ?? "not known"],
    ["pages", pages === null ? "not counted" : String(pages)],
    ...otherSites.map(
      (one) =>
        [
          "further site",
          toOneLine(`${one.generator}, ${one.folder}, ${countOf(one.pages, "page")}`),
        ] as const,
    ),
  ] as const;
  const marks = permissions.map(({ name, ok, message }) =>
    toOneLine(`${ok === null ? "?" : ok ? "✓" : "✗"} ${name}: ${message}`),
  );
  const wrong = problems.map(({ code, message, url }) =>
    toOneLine(`problem: ${message} (${code})${url === null ? "" : ` See ${url}`}`),
  );
  const parts = [formatFields(fields), marks.join("\n"), wrong.join("\n")].filter((part) => part !== "");
  return { document: found, text: parts.join("\n\n"), exitCode: problems.length === 0 ? 0 : 1 };
}
