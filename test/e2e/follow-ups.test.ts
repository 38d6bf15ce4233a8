import { expect, test } from "vitest";
import { writeMendRequest } from "../../src/pull-requests/mend-request.ts";
import {
  answerWith,
  api,
  changes,
  commitToBase,
  diffOf,
  followUp,
  guide,
  mergeToBase,
  model,
  post,
  project,
  run,
  show,
  useTurnsScene,
  wait,
} from "../helpers/turns-scene.ts";

useTurnsScene();

test("a follow-up goes on with the branch and updates the same pull request", async () => {
  answerWith(changes("API token", "API key", "Say key"));
  const first = await run("Say API key");
  expect(first).toMatchObject({ status: "completed", reason: "pull_request_opened", title: "Say key" });
  answerWith(changes("Line 0 of", "Line zero of", "Spell zero"));
  const second = await followUp(first.id, "Spell the zero");
  expect(second).toMatchObject({ status: "completed", reason: "pull_request_updated", title: "Say key" });
  expect(second.prLink).toBe(first.prLink);
  expect(second.source).toEqual(first.source);
  expect(second.usage.steps).toBe(6);
  expect(await show(second)).toMatch(/API key[\s\S]*Line zero of/);
  expect(await project.git("rev-list", "--count", `main..${second.source.ref}`)).toBe("2\n");
  expect(await diffOf(first.id)).toMatch(/\+Set the API key[\s\S]*\+Line zero/);
  const review = await project.request(api.url, `/job/${first.id}/review`);
  expect(await review.json()).toMatchObject({ summary: "Spell zero.\n\nBefore that:\n\nSay key." });
  const told = JSON.stringify(model.requests.at(-1)?.messages[1]);
  expect(told).toContain("Earlier in this job");
  expect(told).toContain("Asked: Say API key");
});

test("a follow-up is rebased when the base has moved and nothing conflicts", async () => {
  answerWith(changes("API token", "API key", "Say key"));
  const first = await run("Say API key");
  await commitToBase("news.md", "# News\n");
  answerWith(changes("Line 1 of", "Line one of", "Spell one"));
  const second = await followUp(first.id, "Spell the one");
  expect(second).toMatchObject({ reason: "pull_request_updated", prLink: first.prLink });
  expect(await project.git("merge-base", "main", second.source.ref)).toBe(
    await project.git("rev-parse", "main"),
  );
  expect(await diffOf(first.id)).not.toContain("news.md");
});

test("a follow-up that is only rebased leaves what is said of the change", async () => {
  answerWith(changes("API token", "API key", "Say key"));
  const first = await run("Say API key");
  await commitToBase("more-news.md", "# More news\n");
  answerWith(() => ({
    calls: [{ name: "finish", arguments: { title: "No change", summary: "Nothing was changed." } }],
  }));
  const second = await followUp(first.id, "Bring it up to date");
  expect(second).toMatchObject({ reason: "pull_request_updated", title: "Say key" });
  expect(second.message).toContain("Say key (1 file changed)");
  expect(await project.git("merge-base", "main", second.source.ref)).toBe(
    await project.git("rev-parse", "main"),
  );
  const review = await project.request(api.url, `/job/${first.id}/review`);
  expect(await review.json()).toMatchObject({ title: "Say key", summary: "Say key." });
  const bodyOf = `select body from pull_requests where job_id = '${first.id}'`;
  const { rows } = await project.store.database.pool.query<{ body: string }>(bodyOf);
  expect(rows[0]!.body.split("Say key.")).toHaveLength(2);
  expect(rows[0]!.body).not.toContain("Nothing was changed.");
});

test("a follow-up stays on its old base and says so when it conflicts with the new one", async () => {
  answerWith(changes("API token", "API key", "Say key"));
  const first = await run("Say API key");
  await commitToBase("guide.md", guide.replace("API token", "access token"));
  answerWith(changes("Line 2 of", "Line two of", "Spell two"));
  const second = await followUp(first.id, "Spell the two");
  expect(second).toMatchObject({ reason: "pull_request_updated", prLink: first.prLink });
  expect(second.message).toMatch(/guide\.md/);
  expect(await show(second)).toMatch(/API key[\s\S]*Line two of/);
  await commitToBase("guide.md", guide);
});

test("a follow-up that mends conflicts begins with the base's side of them, and brings its own change in again", async () => {
  answerWith(changes("API token", "API key", "Say key"));
  const first = await run("Say API key");
  await commitToBase("guide.md", guide.replace("API token", "secret API token"));
  answerWith(changes("secret API token", "secret API key", "Mend"));
  const request = writeMendRequest({ conflicts: ["guide.md"], patch: await diffOf(first.id) });
  const second = await followUp(first.id, request);
  expect(second).toMatchObject({ reason: "pull_request_updated", prLink: first.prLink });
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("> +Set the API key");
  expect(await show(second)).toContain("secret API key");
  expect(await project.git("merge-base", "main", second.source.ref)).toBe(
    await project.git("rev-parse", "main"),
  );
  await commitToBase("guide.md", guide);
});

test("a follow-up of a merged pull request begins at the base and opens a new one", async () => {
  answerWith(changes("Line 3 of", "Line three of", "Spell three"));
  const first = await run("Spell the three");
  await mergeToBase(first.source.ref);
  answerWith(changes("Line 4 of", "Line four of", "Spell four"));
  const second = await followUp(first.id, "Spell the four");
  expect(second).toMatchObject({ reason: "pull_request_opened", title: "Spell four" });
  expect(second.prLink).not.toBe(first.prLink);
  expect(await diffOf(first.id)).not.toContain("+Line three");
});

test("a follow-up brings a deleted branch back", async () => {
  answerWith(changes("Line 5 of", "Line five of", "Spell five"));
  const first = await run("Spell the five");
  await project.git("branch", "--quiet", "-D", first.source.ref);
  answerWith(changes("Line 6 of", "Line six of", "Spell six"));
  const second = await followUp(first.id, "Spell the six");
  expect(second.status).toBe("completed");
  expect(await show(second)).toMatch(/Line five of[\s\S]*Line six of/);
});

test("a follow-up is refused for an archived job and for one that is not there", async () => {
  answerWith(changes("Line 7 of", "Line seven of", "Spell seven"));
  const { id } = await run("Spell the seven");
  await project.store.database.pool.query(
    "update jobs set status = 'archived', archived_at = now() where id = $1",
    [id],
  );
  const refused = await post(`/job/${id}/message`, { prompt: "More" });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: "job_archived" });
  const missing = await post(`/job/job_${"0".repeat(22)}/message`, { prompt: "More" });
  expect(await missing.json()).toMatchObject({ code: "job_not_found", status: 404 });
});

test("a follow-up sent twice with one key is one message, and is counted apart from creates", async () => {
  answerWith(changes("Line 8 of", "Line eight of", "Spell eight"));
  const { id } = await run("Spell the eight");
  const key = { "idempotency-key": "once" };
  const [first, again] = [
    await post(`/job/${id}/message`, { prompt: "More" }, key),
    await post(`/job/${id}/message`, { prompt: "More" }, key),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await again.text()).toBe(await first.text());
  expect(first.headers.get("ratelimit-policy")).toBe('"message";q=100;w=3600');
  const other = await post(`/job/${id}/message`, { prompt: "Else" }, key);
  expect(await other.json()).toMatchObject({ code: "idempotency_key_reused" });
  await wait(id);
  const { rows } = await project.store.database.pool.query("select turn from jobs where id = $1", [id]);
  expect(rows).toEqual([{ turn: 2 }]);
});
