import { describe, expect, test } from "vitest";
import {
  answerWith,
  botToken,
  channel,
  countJobs,
  disturbSlack,
  jobsOf,
  mention,
  owner,
  projectId,
  saidIn,
  send,
  signingSecret,
  useSlackScene,
  work,
} from "../../test/helpers/slack-scene.ts";

useSlackScene();

describe("a delivery from Slack", () => {
  test("is answered for the app's own Request URL, and refused without its secret", async () => {
    const verify = { type: "url_verification", challenge: "the challenge" };
    expect(await (await send(verify)).json()).toEqual({ challenge: "the challenge" });
    const { payload } = await mention("ed", "Say webhook");
    const refused = await Promise.all([
      send(verify, { secret: "another secret" }),
      send(payload, { secret: "another secret" }),
      send(payload, { secret: "another secret", at: Date.now() - 6 * 60_000 }),
      send(payload, { at: Date.now() - 6 * 60_000 }),
      send(payload, { at: Date.now() + 6 * 60_000 }),
    ]);
    const why = [];
    for (const answer of refused) {
      const problem = (await answer.json()) as { code: string; detail: string };
      expect([answer.status, problem.code]).toEqual([401, "invalid_signature"]);
      why.push(/too far off/.test(problem.detail));
    }
    expect(why).toEqual([false, false, false, true, true]);
    expect((await send({ type: "something" })).status).toBe(400);
    await work();
    expect(await countJobs()).toBe(0);
  });

  test("starts one job however often it is sent, simultaneously or repeatedly, as message and as mention", async () => {
    const before = await countJobs();
    const { ts, payload } = await mention("ed", "Say webhook, not web hook");
    const asMessage = { ...payload, event_id: "Ev2", event: { ...payload.event, type: "message" } };
    const answers = await Promise.all([
      ...[0, 1, 2].map((retry) => send(payload, { retry })),
      send(asMessage),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all([work(), work()]);
    await send(payload, { retry: 3 });
    await work();
    expect((await countJobs()) - before).toBe(1);
    const [job] = await jobsOf(ts);
    expect(job!.prompt).toContain("> Say webhook, not web hook");
    expect(await saidIn(ts)).toEqual([expect.stringContaining(`/jobs/${job!.id}|${job!.id}>`)]);
  });

  test("is ignored if it mentions nobody, comes from an app, or belongs to a channel that is not connected", async () => {
    const before = await countJobs();
    const { payload } = await mention("ed", "x");
    const { event } = payload;
    const told = [
      { ...event, type: "message", text: "without a mention", ts: "1.2" },
      { ...event, type: "message", bot_id: "B1", ts: "1.3" },
      { ...event, type: "message", subtype: "message_changed", ts: "1.4" },
      { ...event, channel: "C999", ts: "1.5" },
      { type: "reaction_added", user: event.user },
    ];
    for (const one of told) expect((await send({ ...payload, event: one })).status).toBe(200);
    await work();
    expect(await countJobs()).toBe(before);
  });
});

test("never shows a channel's tokens, and ignores a disconnected channel", async () => {
  const path = `/v2/manage/projects/${projectId}/slack`;
  const listed = await (await owner.fetch(path)).text();
  const audit = await (await owner.fetch("/v2/manage/audit?action=slack.connected")).text();
  for (const text of [listed, audit]) {
    expect(text).toContain(channel);
    expect(text).not.toMatch(/xoxb|0123456789abcdef0123/);
  }
  const again = await owner.fetch(path, {
    method: "POST",
    body: { botToken, signingSecret, channelId: channel },
  });
  expect([again.status, await again.json()]).toMatchObject([400, { code: "invalid_request" }]);
  const wrong = { botToken: "xoxb-nobody-has-it", signingSecret, channelId: "C777" };
  answerWith(200, '{"ok":false,"error":"invalid_auth"}');
  const refused = await owner.fetch(path, { method: "POST", body: wrong });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "slack_refused" }]);
  disturbSlack(null);
  const { id } = (JSON.parse(listed) as { data: { id: string }[] }).data[0]!;
  const { payload } = await mention("ed", "Too late");
  expect((await owner.fetch(`${path}/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await owner.fetch(`${path}/${id}`, { method: "DELETE" })).status).toBe(404);
  expect((await send(payload)).status).toBe(401);
});
