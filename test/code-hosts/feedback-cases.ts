import { expect } from "vitest";
import type { FeedbackEvent } from "../../src/code-hosts/webhook-types.ts";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import type { HostScene, SceneCheck } from "../helpers/code-hosts/scene.ts";
import type { ContractCase } from "./contract-case.ts";
import { openForFeedback } from "./open-for-feedback.ts";
import { branch } from "./pull-request-draft.ts";

const secret = "a secret of the project's webhook";
const lineText = "Shorter? <b>é</b> 🚀";

const open = (scene: HostScene) => openForFeedback(scene, 86_400_000);

const textsOf = (events: FeedbackEvent[]) => events.map(({ text }) => text);

export const feedbackCases: ContractCase[] = [
  {
    name: "nothing was said about a new pull request, and no check has failed",
    needs: "listedComments",
    run: async (scene) => {
      const { ask, commit } = await open(scene);
      expect(await ask({ checkedCommit: commit })).toEqual([]);
    },
  },
  {
    name: "a comment is listed as its delivery tells it, with the same id",
    needs: "webhooks",
    run: async (scene) => {
      const { number, ask } = await open(scene);
      const text = "@copydesk please mention the <limit> 🚀";
      const delivery = scene.say!({ kind: "comment", number, author: "writer", text });
      const { events } = await scene.module.readWebhook!(delivery(secret, "delivery-1"), secret);
      expect(events).toMatchObject([{ kind: "comment", number, text, id: expect.stringMatching(/./) }]);
      expect(await ask()).toEqual(events);
    },
  },
  {
    name: "a comment on a line is listed with the file and the line; a delivery that has its words has the same id",
    needs: "webhooks",
    run: async (scene) => {
      const { number, ask } = await open(scene);
      const place = { path: "docs/a page.md", line: 12 };
      const words = { kind: "line_comment", number, author: "writer", text: lineText, ...place } as const;
      const delivery = scene.say!(words);
      const listed = await ask();
      expect(listed).toMatchObject([{ kind: "comment", number, text: lineText, ...place }]);
      const { events } = await scene.module.readWebhook!(delivery(secret, "delivery-1"), secret);
      const [event, ...others] = events;
      expect(others).toEqual([]);
      if (event?.kind === "review") expect(event).toEqual({ kind: "review", number });
      else expect(event).toMatchObject({ id: (listed[0] as { id?: string }).id, text: lineText });
    },
  },
  {
    name: "every comment has an id of its own, whatever kind it is of, and the oldest comes first",
    needs: "listedComments",
    run: async (scene) => {
      const { number, ask } = await open(scene);
      const place = { path: "index.md", line: 1 };
      for (const text of ["one", "two"]) {
        scene.say!({ kind: "comment", number, author: "writer", text });
        scene.say!({ kind: "line_comment", number, author: "reviewer", text: `${text} too`, ...place });
      }
      const events = await ask();
      expect(textsOf(events).sort()).toEqual(["one", "one too", "two", "two too"]);
      expect(new Set(events.map((event) => (event as { id?: string }).id)).size).toBe(4);
      const order = textsOf(await ask());
      expect(order.indexOf("one")).toBeLessThan(order.indexOf("two"));
      expect(order.indexOf("one too")).toBeLessThan(order.indexOf("two too"));
    },
  },
  {
    name: "more comments than one page of the host's holds are listed",
    needs: "listedComments",
    run: async (scene) => {
      const { number, ask } = await open(scene);
      const texts = Array.from({ length: 130 }, (_, index) => `comment ${index + 1}`);
      for (const text of texts) scene.say!({ kind: "comment", number, author: "writer", text });
      expect(textsOf(await ask())).toEqual(texts);
    },
  },
  {
    name: "what was said before the time that is asked for is left out",
    needs: "listedComments",
    run: async (scene) => {
      const { number, ask } = await open(scene);
      const place = { path: "index.md", line: 1 };
      scene.say!({ kind: "comment", number, author: "writer", text: "early" });
      scene.say!({ kind: "line_comment", number, author: "writer", text: "early too", ...place });
      expect(await ask({ since: new Date(Date.now() + 60_000) })).toEqual([]);
      expect(await ask({ since: new Date(Date.now() - 60_000) })).toHaveLength(2);
    },
  },
  {
    name: "what was said about another pull request is left out",
    needs: "listedComments",
    run: async (scene) => {
      const { ask } = await open(scene);
      const other = { head: "next", base: "main", title: "Other", body: "" };
      const number = scene.seedPullRequest(other);
      scene.say!({ kind: "comment", number, author: "writer", text: "elsewhere" });
      expect(await ask()).toEqual([]);
      expect(textsOf(await ask({ number }))).toEqual(["elsewhere"]);
    },
  },
  {
    name: "checks of the commit that have failed are listed with their branch, commit and name",
    needs: "listedChecks",
    run: async (scene) => {
      const { ask, commit } = await open(scene);
      const check = (name: string, state: SceneCheck["state"], of = commit): void =>
        scene.setCheck!({ kind: "check", branch, commit: of, name, state, text: "2 broken links" });
      check("docs/links", "running");
      expect(await ask({ checkedCommit: commit })).toEqual([]);
      // GitLab says nothing before all of them have ended.
      check("docs/links", "passed");
      check("docs/build", "failed");
      check("docs/lint", "passed");
      check("docs/old", "failed", (await branchCommit(scene.gitFolder, "main"))!);
      const events = await ask({ checkedCommit: commit });
      expect(events).toMatchObject([{ kind: "check_failed", commit, name: "docs/build" }]);
      expect([branch, ""]).toContain((events[0] as { branch: string }).branch);
      expect(await ask()).toEqual([]);
      check("docs/build", "passed");
      expect(await ask({ checkedCommit: commit })).toEqual([]);
    },
  },
  {
    name: "the state of all checks of the commit is one: failed, then running, then green, or none",
    needs: "allChecks",
    run: async (scene) => {
      const { number, commit } = await open(scene);
      const state = () => scene.module.connect(scene.options()).readChecks!({ number, branch, commit });
      const check = (name: string, reported: SceneCheck["state"], of = commit): void =>
        scene.setCheck!({ kind: "check", branch, commit: of, name, state: reported, text: "" });
      check("docs/old", "failed", (await branchCommit(scene.gitFolder, "main"))!);
      expect(await state()).toBe("none");
      check("docs/links", "running");
      expect(await state()).toBe("pending");
      check("docs/links", "passed");
      expect(await state()).toBe("green");
      check("docs/build", "failed");
      expect(await state()).toBe("failed");
      check("docs/build", "passed");
      expect(await state()).toBe("green");
    },
  },
  {
    name: "credentials that may not read it are code_host_forbidden, or hear nothing",
    needs: "listedComments",
    run: async (scene) => {
      const { number, commit, ask } = await open(scene);
      scene.say!({ kind: "comment", number, author: "writer", text: "one" });
      scene.withholdReading!();
      const answer = await ask({ checkedCommit: commit }).catch((error: { code?: string }) => error.code);
      expect(["code_host_forbidden", []]).toContainEqual(answer);
    },
  },
  {
    name: "the question is asked again when the host fails",
    needs: "listedComments",
    run: async (scene) => {
      const { number, ask } = await open(scene);
      scene.say!({ kind: "comment", number, author: "writer", text: "one" });
      scene.fail({ before: { status: 503, body: { message: "away" } } });
      expect(textsOf(await ask())).toEqual(["one"]);
    },
  },
];
