/**
 * `npm test` runs every test but the long ones, `npm run test:all` runs these too, `npm run test:faults` the
 * tests of faults and code hosts in their longest version. Arguments are Vitest's; files and tests that they
 * name run in any case.
 */
import { join, relative } from "node:path";
import { type CliOptions, parseCLI, startVitest } from "vitest/node";
import { longFiles } from "../test/long-files.ts";
import { CompactReporter } from "./compact-reporter.ts";
import { useOwnTemporaryFolder } from "./own-temporary-folder.ts";

const root = join(import.meta.dirname, "..");
const faultTests = ["test/faults", "test/code-hosts", "test/e2e/host-feedback.test.ts"];
/** If more have failed, the change is at fault, not a test. */
const retriedFilesMax = 20;

const ownOptions = ["--all", "--faults"];
const given = process.argv.slice(2);
const isFaults = given.includes("--faults");
const { filter, options } = parseCLI([
  ...["vitest", "run"],
  ...given.filter((argument) => !ownOptions.includes(argument)),
]);
// As Vitest's own command does: `exclude` itself would replace that of the configuration.
if (options.exclude !== undefined) {
  options.cliExclude = [options.exclude].flat();
  delete options.exclude;
}
const isWholeSuite = !isFaults && filter.length === 0 && options.testNamePattern === undefined;
if (!isWholeSuite || given.includes("--all")) process.env.COPYDESK_TEST_ALL = "1";
if (isFaults) process.env.COPYDESK_FULL_FAULTS = "1";

useOwnTemporaryFolder();
const first = await run(isFaults ? [...faultTests, ...filter] : filter);
const failed = first.failedFiles();
if (
  isWholeSuite &&
  process.exitCode === 1 &&
  process.env.COPYDESK_TEST_RETRY !== "0" &&
  failed !== null &&
  failed.length <= retriedFilesMax
)
  await runFailedAgain(failed);
process.exit();

async function run(files: string[], more: CliOptions = {}): Promise<CompactReporter> {
  const reporter = new CompactReporter(process.env.COPYDESK_TEST_ALL === "1" ? [] : listLongFiles());
  const { reporter: others = [], ...rest } = options as CliOptions & { reporter?: string | string[] };
  const reporters = [reporter, ...[others].flat()] as CliOptions["reporters"];
  await startVitest(files, { ...rest, reporters, root, watch: false, ...more });
  return reporter;
}

function listLongFiles(): string[] {
  return Object.entries(longFiles).map(
    ([what, { length }]) => `${String(length).padStart(4)}  files: ${what} (npm run test:all runs these)`,
  );
}

/**
 * Runs each in a separate process, one after the other. If all pass, so does the run, but it names the
 * unstable ones.
 */
async function runFailedAgain(files: string[]): Promise<void> {
  const said = files.length === 1 ? "1 file failed. It runs" : `${files.length} files failed. They run`;
  process.stdout.write(`\n ${said} once more, each alone in a process of its own.\n`);
  process.exitCode = 0;
  const again = await run(files, { maxWorkers: 1, isolate: true, outputFile: undefined });
  // By files: the title of a test may contain a random seed.
  const failedAgain = (again.failedFiles() ?? []).map((file) => relative(root, file));
  const unstable = first.failedTests().filter((test) => !failedAgain.some((file) => test.startsWith(file)));
  for (const test of unstable) process.stdout.write(` UNSTABLE  failed, then passed alone: ${test}\n`);
  for (const file of process.exitCode === 0 ? files : [])
    process.stdout.write(` Mend it: npm test -- ${relative(root, file)}\n`);
}
