import { expect } from "vitest";
import type { ContractCase } from "./contract-case.ts";
import { connect, makeDraft } from "./pull-request-draft.ts";

/** Whoever comes waits until all have come. */
function createMeeting(people: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === people) resolve();
    return promise;
  };
}

export const commentCases: ContractCase[] = [
  {
    name: "a comment is said once under its topic: later words replace the earlier ones",
    run: async (scene) => {
      const host = connect(scene);
      const { number } = await host.openPullRequest(await makeDraft(scene));
      await host.comment(number, { topic: "follow-up-2", body: "Working on it." });
      await host.comment(number, { topic: "follow-up-2", body: "Done: two pages." });
      const { comments } = scene.pullRequests()[0]!;
      expect(comments).toHaveLength(1);
      expect(comments[0]).toContain("Done: two pages.");
      expect(comments[0]).not.toContain("Working on it.");
    },
  },
  {
    name: "another topic is another comment",
    run: async (scene) => {
      const host = connect(scene);
      const { number } = await host.openPullRequest(await makeDraft(scene));
      await host.comment(number, { topic: "one", body: "First." });
      await host.comment(number, { topic: "one-more", body: "Second." });
      expect(scene.pullRequests()[0]!.comments).toHaveLength(2);
    },
  },
  {
    name: "the same words again write nothing",
    run: async (scene) => {
      const host = connect(scene);
      const { number } = await host.openPullRequest(await makeDraft(scene));
      await host.comment(number, { topic: "one", body: "First." });
      const before = scene.requests.filter(({ method }) => method !== "GET").length;
      await host.comment(number, { topic: "one", body: "First." });
      expect(scene.requests.filter(({ method }) => method !== "GET")).toHaveLength(before);
      expect(scene.pullRequests()[0]!.comments).toHaveLength(1);
    },
  },
  {
    name: "workers that say the same topic at the same moment leave one comment, with the words of one of them",
    run: async (scene) => {
      const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
      const bodies = ["Working on it.", "Working on it.", "Done: two pages."];
      const meet = createMeeting(bodies.length);
      const meetingFetch: typeof fetch = async (input, init) => {
        if (init?.method === "POST" && /\/(comments|notes|threads)(\?|$)/.test(String(input))) await meet();
        return await fetch(input, init);
      };
      const say = (body: string) =>
        scene.module
          .connect(scene.options({ fetch: meetingFetch }))
          .pullRequests.comment(number, { topic: "one", body });
      await Promise.all(bodies.map(say));
      expect(scene.pullRequests()[0]!.comments).toEqual([
        expect.stringMatching(/^(Working on it\.|Done: two pages\.)\n/),
      ]);
    },
  },
  {
    name: "a comment on a number that is not there is pull_request_not_found",
    run: async (scene) => {
      await expect(connect(scene).comment(987, { topic: "one", body: "?" })).rejects.toMatchObject({
        code: "pull_request_not_found",
      });
    },
  },
  {
    name: "whoAmI names the owner of credentials that lack nothing",
    run: async (scene) => {
      expect(await connect(scene).whoAmI()).toEqual({ login: expect.stringMatching(/bot/), missing: [] });
    },
  },
  {
    name: "whoAmI names the missing permission, by the host's own name for it",
    run: async (scene) => {
      scene.withholdPermission();
      const { missing } = await connect(scene).whoAmI();
      expect(missing.length).toBeGreaterThan(0);
      for (const name of missing) expect(name).toMatch(/[a-z]{4}/i);
    },
  },
  {
    name: "whoAmI with revoked credentials is code_host_unauthorized",
    run: async (scene) => {
      scene.revokeCredentials();
      await expect(connect(scene).whoAmI()).rejects.toMatchObject({ code: "code_host_unauthorized" });
    },
  },
  {
    name: "who may push is told from who may only read, and from a stranger",
    run: async (scene) => {
      const connection = scene.module.connect(scene.options());
      const idOf = scene.userId ?? ((name: string) => name);
      expect(await connection.canWrite(idOf("writer"))).toBe(true);
      expect(await connection.canWrite(idOf("reader"))).toBe(false);
      expect(await connection.canWrite(idOf("nobody-here"))).toBe(false);
      // Where people have ids, everybody can give themselves this name.
      if (scene.userId !== undefined) expect(await connection.canWrite("writer")).toBe(false);
    },
  },
  {
    name: "a name that is made to look like a path asks for nothing else",
    run: async (scene) => {
      const connection = scene.module.connect(scene.options());
      expect(await connection.canWrite("../../writer")).toBe(false);
      expect(await connection.canWrite("writer/../writer?x=1")).toBe(false);
      expect(await connection.canWrite("")).toBe(false);
    },
  },
  {
    name: "git gets a user and a password that the host lets in",
    run: async (scene) => {
      const login = await scene.module.connect(scene.options()).httpLogin();
      expect(login?.password.length).toBeGreaterThan(3);
      expect(login?.username).toMatch(/^\S+$/);
      const url = `${scene.repository}/info/refs?service=git-receive-pack`;
      const basic = Buffer.from(`${login!.username}:${login!.password}`).toString("base64");
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { headers: { authorization: `Basic ${basic}` } })).status).toBe(200);
    },
  },
];
