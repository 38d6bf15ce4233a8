import { expect, test, vi } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { Role, RunningService } from "../deps.ts";

interface Start {
  config: Config;
  role: Role;
}

function createService(runningJobs: string[] = []) {
  const starts: Start[] = [];
  const started = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  return {
    starts,
    started: started.promise,
    stopping: stopping.promise,
    finishStop: stopped.resolve,
    startService: async (config: Config, { role }: { role: Role }): Promise<RunningService> => {
      starts.push({ config, role });
      setImmediate(started.resolve);
      const url = role === "worker" ? null : `http://${config.host}:${config.port}`;
      return {
        url,
        runningJobs: () => runningJobs,
        stop: () => {
          stopping.resolve();
          return stopped.promise;
        },
      };
    },
  };
}

test.each([
  [["serve"], { port: 4100, host: "127.0.0.1", dataFolder: `${process.cwd()}/.copydesk` }, "all"],
  [
    ["serve", "--port", "0", "--host", "::1", "--data", "x"],
    { port: 0, host: "::1", dataFolder: "/home/x" },
    "all",
  ],
  [["serve", "--role", "api"], { port: 4100 }, "api"],
])("%j starts what it says and prints one line when ready", async (argv, config, role) => {
  const service = createService();
  const cli = createTestCli({ ...service, cwd: "/home" });
  const running = cli.run(...argv);
  await service.started;
  expect(service.starts).toMatchObject([{ config, role }]);
  expect(cli.output()).toBe(`Copydesk is ready at http://${service.starts[0]!.config.host}:${config.port}\n`);
  cli.signal("SIGTERM");
  service.finishStop();
  expect(await running).toMatchObject({ code: 0, stderr: "" });
});

test("a worker says that it is ready without an address", async () => {
  const service = createService();
  const cli = createTestCli(service);
  const running = cli.run("serve", "--role", "worker");
  await service.started;
  expect(cli.output()).toBe("The Copydesk worker is ready\n");
  cli.signal("SIGINT");
  service.finishStop();
  await running;
});

test("--json prints the address as one document", async () => {
  const service = createService();
  const cli = createTestCli(service);
  const running = cli.run("serve", "--json");
  await service.started;
  expect(JSON.parse(cli.output())).toEqual({ role: "all", url: "http://127.0.0.1:4100" });
  cli.signal("SIGINT");
  service.finishStop();
  await running;
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("the first %s drains, the second ends at once", async (name, code) => {
  const service = createService();
  const cli = createTestCli(service);
  const running = cli.run("serve");
  await service.started;
  const now = vi.spyOn(performance, "now").mockReturnValue(5_000);
  try {
    cli.signal(name);
    await service.stopping;
    // The same Ctrl-C, passed on by npm.
    now.mockReturnValue(5_900);
    cli.signal(name);
    expect(cli.exits).toEqual([]);
    now.mockReturnValue(6_100);
    cli.signal(name);
    expect(cli.exits).toEqual([code]);
  } finally {
    now.mockRestore();
  }
  service.finishStop();
  await running;
});

test.each([
  [
    ["job_a"],
    /^Stopping: 1 job is still running \(job_a\)\. It gets 10 seconds .* Ctrl-C again ends at once/,
  ],
  [
    ["job_a", "job_b", "job_c", "job_d"],
    /^Stopping: 4 jobs are still running \(job_a, job_b, job_c, …\)\. They get/,
  ],
])("the first signal says which jobs it waits for: %j", async (jobs, words) => {
  const service = createService(jobs);
  const cli = createTestCli(service);
  const running = cli.run("serve");
  await service.started;
  cli.signal("SIGINT");
  await service.stopping;
  expect(cli.errors()).toMatch(words);
  expect(cli.errors().split("\n")).toHaveLength(2);
  service.finishStop();
  await running;
});

test("a signal while it starts stops it as soon as it has started", async () => {
  const service = createService();
  const cli = createTestCli({
    startService: async (...args) => {
      cli.signal("SIGTERM");
      return await service.startService(...args);
    },
  });
  service.finishStop();
  expect(await cli.run("serve")).toMatchObject({ code: 0 });
});

test("a port in use is reported in one line with its code and exit code 1", async () => {
  const error = new AppError("port_in_use", "Port 4100 on 127.0.0.1 is taken. Choose another with --port.");
  const cli = createTestCli({ startService: () => Promise.reject(error) });
  const { code, stdout, stderr } = await cli.run("serve");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe("error: Port 4100 on 127.0.0.1 is taken. Choose another with --port. (port_in_use)\n");
});
