// One API process on an existing database. Prints its port when it listens; started by
// test/helpers/start-api-process.ts.
import { assertRefName } from "../../src/git/assert-ref-name.ts";
import { createLog } from "../../src/log.ts";
import { startServer } from "../../src/server/listen.ts";
import { createServerDeps } from "../../src/server/server-deps.ts";
import { openDatabase } from "../../src/store/database.ts";

const { connection, dieAfterCommit } = JSON.parse(process.argv[2] ?? "{}");
const log = createLog({ level: "silent", pretty: false });
const database = openDatabase(connection, { poolSize: 4 });
const deps = createServerDeps({
  ...{
    database,
    log,
    version: "0.0.0",
    defaultModel: "copydesk/chores",
    assertRefName,
  },
  ...(dieAfterCommit && { afterCommit: () => dieNow() }),
});
const { port } = await startServer(deps, { port: 0, host: "127.0.0.1" });
process.send?.({ port });

// The parent holds the channel: a test that dies takes its servers along.
process.on("disconnect", () => process.exit(0));

function dieNow(): Promise<void> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
}
