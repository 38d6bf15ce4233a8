import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endWithTests } from "./end-with-tests.ts";

test("what a test has started ends with the process of the tests, however that ends, and takes its group along", async () => {
  const program = `
    import { spawn } from "node:child_process";
    import { endWithTests } from ${JSON.stringify(join(import.meta.dirname, "end-with-tests.ts"))};
    const options = { detached: true, stdio: ["ignore", "pipe", "ignore"] };
    const script = "sleep 600 & echo $!; wait";
    const child = endWithTests(spawn("sh", ["-c", script], options), { isGroup: true });
    child.stdout.on("data", (pid) => console.log(child.pid, pid.toString().trim()));
    endWithTests(spawn("true", []));
  `;
  const tests = endWithTests(
    spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const [line] = await once(tests.stdout, "data");
  const pids = String(line).trim().split(" ").map(Number);
  expect(pids.filter(isAlive)).toHaveLength(2);
  tests.kill("SIGKILL");
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
