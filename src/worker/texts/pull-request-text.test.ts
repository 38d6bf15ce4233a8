import { describe, expect, it } from "vitest";
import { cleanPlain } from "../../outgoing/clean-plain.ts";
import { writePullRequestBody } from "./pull-request-text.ts";

const job = { id: "job_1", prompt: "Fix the links\nin docs" };
const counts = { new: 0, fixed: 2, preexisting: 3 };

function write(
  summary: string,
  folds: boolean,
  checks: typeof counts & { removed?: number; warnings?: number },
) {
  const notJudged = [
    { rule: "anchor", links: 4, reason: "links not judged here: 4 of 9 anchors, because …" },
  ];
  const edited = { title: cleanPlain("Fix the links"), summary } as never;
  return writePullRequestBody(job, edited, { checks, notJudged, past: [], rules: { linkHosts: [] }, folds });
}

/** What a reviewer sees before anything is unfolded. */
function shownLines(body: string): number {
  return body.replace(/<details>\n<summary>[^<]*<\/summary>[\s\S]*?<\/details>/g, "one line").split("\n")
    .length;
}

const long = Array.from({ length: 40 }, (_, n) => `Paragraph ${n}.`).join("\n\n");

describe("the body of a pull request", () => {
  it.each([["One line."], [long], [`\`\`\`\n${"code\n".repeat(50)}\`\`\``], ["x".repeat(20_000)]])(
    "shows at most 15 lines if the host folds, and contains all of it",
    (summary) => {
      const body = write(summary, true, counts);
      expect(shownLines(body)).toBeLessThanOrEqual(15);
      expect(body).toContain(summary.slice(-100));
      expect(body).toContain("> Fix the links\n> in docs");
      expect(body).toContain("4 of 9 anchors");
      expect(body.trimEnd().split("\n").at(-1)).toBe("Copydesk-Job: job_1");
    },
  );

  it("has no markup if the host does not fold", () => {
    expect(write(long, false, counts)).not.toContain("<details>");
  });

  it("reports problems removed with their text, and warnings, only if there are any", () => {
    expect(write("x", true, counts)).toContain("Checks: 0 new, 2 fixed, 3 preexisting.");
    const body = write("x", true, { ...counts, removed: 1, warnings: 2 });
    expect(body).toContain("2 fixed, 3 preexisting, 1 removed with the text, 2 new warnings.");
  });
});
