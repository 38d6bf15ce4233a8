import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { commentEvent, signDelivery } from "../helpers/code-hosts/gitea-deliveries.ts";
import { type GiteaScene, prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { addPull, addReview, type GiteaPull, newComment } from "../helpers/code-hosts/gitea-state.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { type AskFeedback, askAbout } from "./open-for-feedback.ts";
import { branch } from "./pull-request-draft.ts";

const longAgo = "2025-03-01T10:00:00Z";
const line = { path: "index.md", line: 3, body: "Shorter?" };

describe.each(["gitea", "forgejo"] as const)("what %s is asked for", async (flavour) => {
  const scenes = await prepareGiteaScenes(flavour);
  let scene: GiteaScene;
  let pull: GiteaPull;
  let ask: AskFeedback;

  beforeEach(async () => {
    scene = await scenes.start();
    const { state } = scene;
    const made = { author: "bot", title: "t", body: "", base: "main", head: branch };
    pull = addPull(state, { ...made, headRepository: state.repository });
    ask = askAbout(scene.module.connect(scene.options()), 1, 60_000);
  });
  afterEach(() => scene.close());
  afterAll(() => scenes.close());

  const texts = async () => (await ask()).map(({ text }) => text);

  describe("reviews", () => {
    test.each(["COMMENT", "APPROVED", "REQUEST_CHANGES"] as const)(
      "what one says as a whole and on its lines is listed, each once (%s)",
      async (state) => {
        const body = "Nice, but long.";
        const { id, comments } = addReview(scene.state, pull, {
          author: "writer",
          state,
          body,
          comments: [line],
        });
        expect(await ask()).toEqual([
          {
            kind: "comment",
            number: 1,
            id: `review-${id}`,
            author: "writer",
            text: body,
            url: expect.stringMatching(/^http.*\/pulls\/1#/),
          },
          {
            kind: "comment",
            number: 1,
            id: `comment-${comments[0]!.id}`,
            author: "writer",
            text: line.body,
            path: "index.md",
            line: 3,
            url: expect.stringMatching(/^http.*\/pulls\/1#/),
          },
        ]);
      },
    );

    test("one that is not handed in, that only asks for a review, or that was dismissed says nothing", async () => {
      const said = { body: "Not yet.", comments: [line] };
      addReview(scene.state, pull, { author: "writer", state: "PENDING", ...said });
      addReview(scene.state, pull, { author: "bot", state: "PENDING", ...said });
      addReview(scene.state, pull, { author: "writer", state: "REQUEST_REVIEW", ...said });
      addReview(scene.state, pull, { author: "writer", dismissed: true, ...said });
      expect(await ask()).toEqual([]);
    });

    test("one that was begun long ago and handed in now is said now, with its lines", async () => {
      const comments = [{ ...line, createdAt: longAgo }];
      addReview(scene.state, pull, { author: "writer", createdAt: longAgo, body: "Long.", comments });
      expect(await texts()).toEqual(["Long.", "Shorter?"]);
    });

    test("an answer on a line joins a review of long ago; its delivery has the same id", async () => {
      const answer = { ...line, body: "And this?" };
      const { comments } = addReview(scene.state, pull, {
        author: "writer",
        createdAt: longAgo,
        updatedAt: longAgo,
        comments: [{ ...line, createdAt: longAgo }, answer],
      });
      const [listed, ...others] = await ask();
      expect(listed).toMatchObject({ text: "And this?", line: 3 });
      expect(others).toEqual([]);
      const said = { ...newComment(scene.state, "writer", "And this?"), id: comments[1]!.id };
      const event = commentEvent(scene.state, pull, { author: "writer", text: said.body, said });
      const delivery = signDelivery(scene.state, event, { secret: "s", deliveryId: "d-1" });
      const { events } = await scene.module.readWebhook!(delivery, "s");
      expect(events).toMatchObject([{ kind: "comment", id: (listed as { id: string }).id }]);
    });

    test("a conversation that is resolved is left out with its answers, others of the review are not", async () => {
      const comments = [
        { ...line, resolver: "writer" },
        { ...line, body: "Done." },
        { ...line, line: 4, body: "And here?" },
      ];
      addReview(scene.state, pull, { author: "writer", comments });
      expect(await texts()).toEqual(["And here?"]);
    });

    test("a line that is gone is the one of the old file", async () => {
      addReview(scene.state, pull, { author: "writer", comments: [{ ...line, line: -7 }] });
      expect(await ask()).toMatchObject([{ path: "index.md", line: 7 }]);
    });

    test("lines are told in the order in which they were written", async () => {
      const comments = ["one", "two", "three"].map((body, at) => ({ ...line, line: at + 1, body }));
      addReview(scene.state, pull, { author: "writer", comments });
      expect(await texts()).toEqual(["one", "two", "three"]);
    });

    test("an instance with smaller pages than asked for is read to its end", async () => {
      scene.state.pageMax = 10;
      const bodies = Array.from({ length: 25 }, (_, at) => `review ${at}`);
      for (const body of bodies) addReview(scene.state, pull, { author: "writer", body, comments: [] });
      expect(await texts()).toEqual(bodies);
      expect(scene.requests.filter(({ path }) => path.includes("/reviews/"))).toEqual([]);
    });

    test("one that is deleted while it is read costs nothing else", async () => {
      addReview(scene.state, pull, { author: "writer", body: "one", comments: [line] });
      addReview(scene.state, pull, { author: "writer", body: "two", comments: [line] });
      scene.fail({
        when: ({ path }) => /reviews\/\d+\/comments/.test(path),
        before: { status: 404, body: { message: "not found" } },
      });
      expect(await texts()).toEqual(["one", "two", "Shorter?"]);
    });
  });

  test("an old comment that was changed now was not said now", async () => {
    pull.comments.push({ ...newComment(scene.state, "writer", "Old."), createdAt: longAgo });
    pull.comments.push(newComment(scene.state, "writer", "New."));
    expect(await texts()).toEqual(["New."]);
  });

  describe("what the token may not read is left out", () => {
    test.each([
      ["read:repository", "Shorter?"],
      ["read:issue", "comment"],
    ])("with %s alone", async (scope, heard) => {
      scene.say!({ kind: "comment", number: 1, author: "writer", text: "comment" });
      addReview(scene.state, pull, { author: "writer", comments: [line] });
      scene.state.scopes = new Set([scope]);
      expect(await texts()).toEqual([heard]);
    });

    test("a token that is no longer good, and a host that stays away, are errors", async () => {
      scene.fail({ before: { status: 502, body: { message: "away" } }, times: 5 });
      await expect(ask()).rejects.toMatchObject({ code: "code_host_unavailable" });
      scene.revokeCredentials();
      await expect(ask()).rejects.toMatchObject({ code: "code_host_unauthorized" });
    });
  });

  describe("checks", () => {
    let commit: string;
    const report = (context: string, state: "error" | "failure" | "warning" | "skipped", targetUrl = "") =>
      scene.state.statuses.push({ commit, context, state, description: "Failing after 5s", targetUrl });
    const failed = async () => (await ask({ checkedCommit: commit })) as { name: string; url: string }[];

    beforeEach(async () => {
      commit = await pushBranchTo(scene.gitFolder, branch);
    });

    test("one of the instance's own workflows has the address of its page", async () => {
      report("docs / build (push)", "failure", "/acme/docs/actions/runs/3/jobs/0");
      expect(await failed()).toEqual([
        {
          kind: "check_failed",
          branch,
          commit,
          name: "docs / build (push)",
          text: "Failing after 5s",
          url: `${scene.state.url}/acme/docs/actions/runs/3/jobs/0`,
        },
      ]);
    });

    test("an error is a failure, a warning and what was skipped are none", async () => {
      report("one", "error");
      report("two", "warning");
      report("three", "skipped");
      expect(await failed()).toMatchObject([{ name: "one", url: "" }]);
    });

    test("more of them than one page holds are read", async () => {
      for (let at = 0; at < 120; at += 1) report(`check ${at}`, "failure");
      expect(await failed()).toHaveLength(120);
    });

    test("a commit that is not there has none", async () => {
      expect(await ask({ checkedCommit: "d".repeat(40) })).toEqual([]);
    });

    test("an older instance says nothing at all where there is none", async () => {
      scene.fail({ when: ({ path }) => path.includes("/status"), before: { status: 200 } });
      expect(await failed()).toEqual([]);
    });
  });
});
