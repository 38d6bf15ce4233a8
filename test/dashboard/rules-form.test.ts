import { expect, test } from "vitest";
import { ruleSections } from "../../dashboard/src/pages/rules/rule-sections.ts";
import {
  changedRules,
  findClashes,
  toRulesForm,
  toRulesPatch,
} from "../../dashboard/src/pages/rules/rules-form.ts";
import { updateProjectInput } from "../../src/projects/update-project.ts";

const project = {
  model: "openai/gpt-5",
  settings: {
    paths: ["snippets/**"],
    pullRequests: { labels: ["docs"], draft: true },
    commits: { author: { name: "Docs", email: "docs@example.com" } },
    monthlyCap: { maxCostUsd: 5 },
    engine: { kind: "acp", command: ["agent"] },
  },
};

const labelOf = (path: string) =>
  ruleSections.flatMap(({ fields }) => fields).find((field) => field.path === path)?.label;

test("an unchanged form sends nothing", () => {
  const form = toRulesForm(project);
  expect(changedRules(project, form)).toEqual([]);
  expect(toRulesPatch(project, form)).toEqual({});
});

test("a changed field sends its whole setting, and nothing else", () => {
  const form = { ...toRulesForm(project), "settings.pullRequests.draft": false, "settings.concurrency": 3 };
  expect(toRulesPatch(project, form)).toEqual({
    settings: { concurrency: 3, pullRequests: { labels: ["docs"] } },
  });
});

test("an edited field that somebody else has saved meanwhile is named, and no other", () => {
  const edits = { "settings.pullRequests.draft": false, "settings.paths": ["docs/**"] };
  const others = { ...project.settings, concurrency: 3, pullRequests: { labels: ["docs"] } };
  expect(findClashes(project, { ...project, settings: others }, edits)).toEqual([]);
  const settings = { ...others, paths: ["guides/**"] };
  expect(findClashes(project, { ...project, settings }, edits)).toEqual([labelOf("settings.paths")]);
});

test("what is emptied is taken away, with the setting that has nothing left", () => {
  const form = {
    ...toRulesForm(project),
    model: "",
    "settings.paths": [],
    "settings.monthlyCap.maxCostUsd": "" as const,
    "settings.commits.author.name": "",
    "settings.commits.author.email": "",
  };
  expect(toRulesPatch(project, form)).toEqual({
    model: null,
    settings: { paths: null, monthlyCap: null, commits: null },
  });
});

test("every field of the page is a setting that the service knows, and every setting but the engine has a field", () => {
  const filled = Object.fromEntries(
    ruleSections
      .flatMap(({ fields }) => fields)
      .map((field) => {
        if (field.kind === "list") {
          const isAuthor = field.path.endsWith("coAuthors");
          return [field.path, [isAuthor ? "Docs <docs@example.com>" : (field.placeholder ?? "someone")]];
        }
        if (field.kind === "number") return [field.path, field.min];
        if (field.kind === "switch") return [field.path, true];
        if (field.kind === "choice") return [field.path, field.options.at(-1)!.value];
        return [field.path, field.placeholder!];
      }),
  );
  const patch = toRulesPatch({ model: null, settings: {} }, filled);
  expect(updateProjectInput.parse(patch)).toMatchObject(patch);
  const known = Object.keys(updateProjectInput.shape.settings.unwrap().shape);
  expect(Object.keys(patch.settings ?? {}).sort()).toEqual(known.filter((name) => name !== "engine").sort());
});
