import { expect } from "vitest";
import type { FakeRequest } from "../helpers/code-hosts/fake-server.ts";
import type { HostScene } from "../helpers/code-hosts/scene.ts";
import type { ContractCase } from "./contract-case.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

const isWrite = ({ method }: FakeRequest) => method !== "GET";

/** The request that opens a pull request, on every host. */
const isOpening = ({ method, path }: FakeRequest) =>
  method === "POST" && /\/(pulls|pullrequests|pull-requests|merge_requests)(\?|$)/i.test(path);

function openCount(scene: HostScene): number {
  return scene.pullRequests().filter(({ state }) => state === "open").length;
}

function opensOnceDespite(name: string, fault: Parameters<HostScene["fail"]>[0]): ContractCase {
  return {
    name: `opens exactly one: ${name}`,
    run: async (scene) => {
      const draft = await makeDraft(scene);
      scene.fail({ when: isOpening, ...fault });
      const opened = await connect(scene).openPullRequest(draft);
      expect(openCount(scene)).toBe(1);
      expect(scene.pullRequests()[0]).toMatchObject({
        number: opened.number,
        head: branch,
        title: draft.title,
      });
    },
  };
}

const failing = { status: 500, body: { message: "Server Error" } };
const unavailable = { status: 503, body: { message: "Service Unavailable" } };
const limited = { status: 429, headers: { "retry-after": "1" }, body: { message: "Too many requests" } };

export const faultCases: ContractCase[] = [
  opensOnceDespite("the connection is lost before the host did anything", { before: "drop" }),
  opensOnceDespite("the connection is lost after the host has opened it", { after: "drop" }),
  opensOnceDespite("500 before anything was done", { before: failing }),
  opensOnceDespite("500 after it was opened", { after: failing }),
  opensOnceDespite("502 twice", { before: { status: 502 }, times: 2 }),
  opensOnceDespite("503 after it was opened", { after: unavailable }),
  opensOnceDespite("504 after it was opened", { after: { status: 504 } }),
  opensOnceDespite("429 with Retry-After", { before: limited }),
  opensOnceDespite("429 with Retry-After, twice", { before: limited, times: 2 }),
  opensOnceDespite("an answer that is a page instead of JSON, after it was opened", {
    after: { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" },
  }),
  {
    name: "four workers open at once while every second answer is lost: one pull request",
    run: async (scene) => {
      const draft = await makeDraft(scene);
      let seen = 0;
      const isEverySecond = (request: FakeRequest) => {
        if (isOpening(request)) seen += 1;
        return isOpening(request) && seen % 2 === 1;
      };
      scene.fail({ when: isEverySecond, times: 3, after: "drop" });
      const opened = await Promise.all(
        Array.from({ length: 4 }, () => connect(scene).openPullRequest(draft)),
      );
      expect(new Set(opened.map(({ number }) => number)).size).toBe(1);
      expect(openCount(scene)).toBe(1);
    },
  },
  {
    name: "a look-up is repeated after 500",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(await makeDraft(scene));
      scene.fail({ before: failing });
      expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
    },
  },
  {
    name: "a look-up is repeated after a lost connection",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(await makeDraft(scene));
      scene.fail({ before: "drop" });
      expect(await connect(scene).getPullRequest(opened.number)).toEqual(opened);
    },
  },
  {
    name: "a look-up waits as Retry-After says",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(await makeDraft(scene));
      scene.fail({ before: limited, times: 2 });
      expect(await connect(scene).getPullRequest(opened.number)).toEqual(opened);
    },
  },
  {
    name: "an update is repeated after an answer that was lost",
    run: async (scene) => {
      const host = connect(scene);
      const draft = await makeDraft(scene);
      const { number } = await host.openPullRequest(draft);
      scene.fail({ when: isWrite, after: "drop" });
      await host.updatePullRequest(number, { ...draft, title: "After the loss" });
      expect(scene.pullRequests()[0]).toMatchObject({ title: "After the loss" });
    },
  },
  {
    name: "a comment whose answer was lost is there once",
    run: async (scene) => {
      const host = connect(scene);
      const { number } = await host.openPullRequest(await makeDraft(scene));
      scene.fail({ when: isWrite, after: "drop" });
      await host.comment(number, { topic: "one", body: "Said once." }).catch(() => undefined);
      await host.comment(number, { topic: "one", body: "Said once." });
      expect(scene.pullRequests()[0]!.comments).toHaveLength(1);
    },
  },
  {
    name: "a host that keeps failing is code_host_unavailable, in its own words, and nothing is opened twice",
    run: async (scene) => {
      const draft = await makeDraft(scene);
      scene.fail({
        before: { status: 503, body: { message: "Down for maintenance until noon" } },
        times: 100,
      });
      await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
        code: "code_host_unavailable",
      });
      expect(openCount(scene)).toBe(0);
    },
  },
  {
    name: "a wait longer than Copydesk waits is not waited for",
    run: async (scene) => {
      const before = {
        status: 429,
        headers: { "retry-after": "86400" },
        body: { message: "Come back tomorrow" },
      };
      scene.fail({ before, times: 100 });
      const asked = scene.requests.length;
      await expect(connect(scene).findPullRequest(branch)).rejects.toMatchObject({
        code: "code_host_unavailable",
      });
      expect(scene.requests.length - asked).toBeLessThan(3);
    },
  },
  {
    name: "revoked credentials fail fast: code_host_unauthorized after one request, without the token in the message",
    run: async (scene) => {
      const draft = await makeDraft(scene);
      scene.revokeCredentials();
      const asked = scene.requests.length;
      const error = await connect(scene)
        .openPullRequest(draft)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "code_host_unauthorized" });
      expect(scene.requests.length - asked).toBeLessThan(4);
      const { token } = scene.options().credentials;
      if (token !== undefined) expect(String((error as Error).message)).not.toContain(token);
    },
  },
  {
    name: "a missing permission is code_host_forbidden or the host's own refusal, in its words, and nothing is opened",
    run: async (scene) => {
      const draft = await makeDraft(scene);
      scene.withholdPermission();
      await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
        code: expect.stringMatching(/^code_host_(forbidden|refused|unauthorized)$/),
        message: expect.stringMatching(/answered 40[0-9]/),
      });
      expect(openCount(scene)).toBe(0);
    },
  },
  {
    name: "an address that is no API of this host is told so",
    run: async (scene) => {
      scene.fail({
        before: { status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" },
        times: 100,
      });
      await expect(connect(scene).findPullRequest(branch)).rejects.toMatchObject({
        code: expect.stringMatching(/^code_host_/),
      });
    },
  },
  {
    name: "a redirect is not followed with the credentials",
    run: async (scene) => {
      const asked: string[] = [];
      const elsewhere = await listen(asked);
      scene.fail({ before: { status: 302, headers: { location: elsewhere.url } }, times: 100 });
      await expect(connect(scene).findPullRequest(branch)).rejects.toMatchObject({
        code: expect.stringMatching(/^code_host_/),
      });
      elsewhere.close();
      expect(asked).toEqual([]);
    },
  },
  {
    name: "an aborted job ends its waiting",
    run: async (scene) => {
      const controller = new AbortController();
      scene.fail({ before: { ...limited, headers: { "retry-after": "30" } }, times: 100 });
      const { sleep: _, ...options } = scene.options();
      const host = scene.module.connect({ ...options, signal: controller.signal }).pullRequests;
      const waiting = host.findPullRequest(branch);
      setTimeout(() => controller.abort(new Error("cancelled")), 50);
      await expect(waiting).rejects.toThrow();
    },
  },
];

async function listen(asked: string[]) {
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as import("node:net").AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
