import { open, rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { AppError } from "../../errors.ts";
import { countOf } from "../../text/count-of.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeSize } from "../output/describe-size.ts";
import { showBytes } from "../output/show-bytes.ts";

interface Options extends RemoteOptions {
  out?: string;
  overwrite?: boolean;
}

export function addExport(program: Command, context: CommandContext): void {
  const command = defineRemoteCommand("export", {
    summary: "write a project and its jobs as JSON lines, without secrets",
    example: "copydesk export prj_0123456789abcdefghijkl --out docs.ndjson",
  })
    .argument("<project id>", "id of the project")
    .option("--out <file>", "the file to write (default: standard output)")
    .option("--overwrite", "replace the file if it exists")
    .action((projectId: string, options: Options) =>
      options.out === undefined ? print(context, projectId, options) : save(context, projectId, options),
    );
  program.addCommand(command);
}

/** The lines are JSON already, so `--json` changes nothing. */
async function print(context: CommandContext, projectId: string, options: Options): Promise<void> {
  const { stdout } = context.deps.io;
  await withVerbs(context, { ...options, json: false }, async (verbs) => {
    for await (const line of whole(verbs.exportProject(projectId))) stdout.write(`${line}\n`);
    return { document: null, text: "" };
  });
}

async function save(context: CommandContext, projectId: string, options: Options): Promise<void> {
  const { io } = context.deps;
  const file = resolve(io.cwd, options.out!);
  if (!options.overwrite && (await stat(file).catch(() => null)) !== null)
    throw new AppError("usage", `${file} already exists. Choose another name, or give --overwrite.`);
  await withVerbs(context, options, async (verbs) => {
    const progress = showBytes(io.stderr, "exporting");
    const written = await writeLines(file, whole(verbs.exportProject(projectId)), (bytes) =>
      progress.show({ table: projectId, bytes }),
    ).finally(progress.close);
    // The three lines besides the jobs: the format, the project and the end.
    const document = { file, jobs: written.lines - 3, bytes: written.bytes };
    const jobs = countOf(document.jobs, "job");
    return { document, text: `${file}: ${describeSize(document.bytes)}, the project and ${jobs}.` };
  });
}

/** Throws `unavailable` if the last line is missing: a connection may be cut without any other sign. */
async function* whole(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let last = "";
  for await (const line of lines) {
    last = line;
    yield line;
  }
  if (!last.startsWith('{"kind":"end"'))
    throw new AppError("unavailable", "The export was cut off: its last line is missing. Run it again.");
}

/** Writes the file under another name until it is complete and on disk; only its owner can read it. */
async function writeLines(
  file: string,
  lines: AsyncIterable<string>,
  onProgress: (bytes: number) => void,
): Promise<{ lines: number; bytes: number }> {
  const part = `${file}.${process.pid}.part`;
  const written = { lines: 0, bytes: 0 };
  const handle = await open(part, "wx", 0o600).catch((error: Error) => {
    throw new AppError("usage", `${file} cannot be written: ${error.message}`);
  });
  try {
    for await (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      await handle.appendFile(bytes);
      written.lines += 1;
      written.bytes += bytes.length;
      onProgress(written.bytes);
    }
    await handle.sync();
    await handle.close();
    await rename(part, file);
    return written;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}
