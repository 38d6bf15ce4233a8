import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { git } from "../helpers/git-fixture.ts";
import { plantSettings, type SettingPlace, settingPlaces } from "../helpers/hostile-repository.ts";
import { type ProgramSetting, programSettings, unknownProgramSettings } from "../helpers/program-settings.ts";
import { useCleanups } from "../helpers/use-cleanups.ts";
import { workOnRepository } from "../helpers/work-on-repository.ts";

const isFull = process.env.COPYDESK_FULL_FAULTS === "1";
const { folder } = useCleanups();

let attempts = 0;
let fired = 0;
afterAll(() =>
  console.log(`settings, hooks and attributes of path repositories: ${attempts} planted, ${fired} fired`),
);

async function attack(place: SettingPlace, settings: readonly ProgramSetting[]) {
  const root = await folder();
  const traces = join(root, "traces");
  await mkdir(traces, { mode: 0o777 });
  const planted = await plantSettings(root, place, settings, traces);
  attempts += planted.attempts;
  const seen = await workOnRepository(planted.path, join(root, "data"), async () => {});
  const ran = await readdir(traces);
  fired += ran.length;
  expect(ran).toEqual([]);
  expect(seen).toEqual({
    head: true,
    fetched: true,
    base: "main",
    isMerged: false,
    mergeBase: true,
    deleted: "deleted",
  });
}

describe("what a path repository says of programs", () => {
  it("is known for every setting that the installed git documents", async () => {
    expect(await unknownProgramSettings()).toEqual([]);
  });

  it.each(settingPlaces)("never runs anything: all settings at once, in the %s", async (place) => {
    await attack(place, programSettings);
  });

  if (isFull) {
    const each = settingPlaces.flatMap((place) => programSettings.map((setting) => ({ ...setting, place })));
    it.each(each)("never runs anything: $documented alone, in the $place", async ({ place, ...setting }) => {
      await attack(place, [setting]);
    });
  }

  it("would run by a plain push, so that the traces are real", async () => {
    const root = await folder();
    const traces = join(root, "traces");
    await mkdir(traces);
    const settings = programSettings.filter(({ documented }) => documented === "core.alternateRefsCommand");
    const { path } = await plantSettings(root, "config", settings, traces);
    await git(root, ["clone", "--quiet", path, "clone"]);
    await git(join(root, "clone"), ["push", "--quiet", "origin", "HEAD:refs/heads/other"]);
    expect(await readdir(traces)).toEqual(
      expect.arrayContaining(["core.alternateRefsCommand", "hook-pre-receive"]),
    );
  });
});
