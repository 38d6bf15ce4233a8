import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  makeDataFolder,
  makeSeed,
  processesIn,
  runningServer,
  startJoiner,
  untilStopped,
} from "../../../test/helpers/embedded-server.ts";
import { skipUnless } from "../../../test/helpers/skip-unless.ts";
import { canReach } from "./can-reach.ts";
import { findServerPackage } from "./find-server-package.ts";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

let seed: string;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  seed = await makeSeed((work) => void cleanups.push(work));
  return async () => await Promise.all(cleanups.map((work) => work()));
});

test("a platform without a built-in PostgreSQL is told to set DATABASE_URL", async () => {
  await expect(findServerPackage("sunos", "sparc")).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringMatching(/sunos sparc.*Set DATABASE_URL/),
  });
});

// Root may write anywhere, so another user has to try, who must be able to reach this checkout.
const canTry =
  !isRoot || (canReach(import.meta.dirname, nobody) && canReach(join(process.execPath, ".."), nobody));

test(
  "a data folder without write permission is reported with a remedy",
  skipUnless(canTry, "another user cannot read this checkout"),
  async ({ onTestFinished }) => {
    const dataFolder = makeDataFolder(onTestFinished);
    mkdirSync(dataFolder);
    chmodSync(dataFolder, 0o555);
    const joiner = await startJoiner(dataFolder, isRoot ? { uid: nobody.uid } : {});
    expect(joiner).toMatchObject({
      code: "data_folder_not_writable",
      message: expect.stringMatching(new RegExp(`${dataFolder}.*EACCES.*--data`)),
    });
  },
);

test.concurrent("a data folder that cannot be made is reported with a remedy", async ({ onTestFinished }) => {
  const file = join(makeDataFolder(onTestFinished), "..", "file");
  writeFileSync(file, "");
  expect(await startJoiner(join(file, "data"))).toMatchObject({ code: "data_folder_not_writable" });
});

const versions = [
  { written: "19", code: "data_folder_newer" },
  { written: "17", code: "store_unavailable" },
];
test.concurrent.for(versions)(
  "a cluster of PostgreSQL $written is left alone: $code",
  async ({ written, code }, { onTestFinished }) => {
    const dataFolder = makeDataFolder(onTestFinished);
    mkdirSync(join(dataFolder, "postgres/cluster"), { recursive: true });
    writeFileSync(join(dataFolder, "postgres/cluster/PG_VERSION"), `${written}\n`);
    expect(await startJoiner(dataFolder)).toMatchObject({
      code,
      message: expect.stringContaining(`PostgreSQL ${written}`),
    });
  },
);

test.concurrent("the error of a server that does not start is quoted, it leaves nothing behind, and once repaired it starts", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const base = join(dataFolder, "postgres");
  await (await startJoiner(dataFolder)).end();
  await untilStopped(base);
  const configuration = join(base, "cluster/postgresql.auto.conf");
  appendFileSync(configuration, "no_such_setting = 1\n");
  const refused = await startJoiner(dataFolder);
  expect(refused).toMatchObject({
    code: "store_unavailable",
    message: expect.stringMatching(/did not start.*no_such_setting/),
  });
  await untilStopped(base);
  writeFileSync(configuration, "");
  expect(await startJoiner(dataFolder)).toMatchObject({ startedServer: true });
});

test.concurrent("a second server is refused while another container, whose processes are invisible, watches the first", async ({
  onTestFinished,
}) => {
  const dataFolder = makeDataFolder(onTestFinished, seed);
  const base = join(dataFolder, "postgres");
  const other = await startJoiner(dataFolder);
  for (const pid of processesIn(base, /run-server\.sh/)) process.kill(pid, "SIGKILL");
  process.kill(runningServer(base)!, "SIGKILL");
  writeFileSync(join(base, "scope"), "this-boot pid:[1]");
  expect(await startJoiner(dataFolder)).toMatchObject({
    code: "store_unavailable",
    message: expect.stringMatching(/Another container/),
  });
  await other.end();
  await untilStopped(base);
  expect(await startJoiner(dataFolder)).toMatchObject({ startedServer: true });
});

test.concurrent("a data folder too deep for a socket's path gets a private socket folder elsewhere", async ({
  onTestFinished,
}) => {
  const dataFolder = join(makeDataFolder(onTestFinished), "a".repeat(60), "b".repeat(60));
  onTestFinished(() => rmSync(first.connection.host!, { recursive: true, force: true }));
  const [first, second] = [await startJoiner(dataFolder), await startJoiner(dataFolder)];
  expect(first.connection.host).toMatch(new RegExp(`^${tmpdir()}/copydesk-[0-9a-f]{16}$`));
  expect(second).toMatchObject({ startedServer: false, connection: first.connection });
});
