import { expect, test } from "vitest";
import { isUpToDate, markBody, readMark } from "./marked-body.ts";

const text = { title: "A title", body: "A body.\n", jobId: "job_0123" };

test("hides a mark that names the job and can be read back", () => {
  const body = markBody(text, { charactersMax: 1_000 });
  expect(body).toMatch(/^A body\.\n\n<!-- copydesk:job=job_0123; hash=[0-9a-f]{32} -->\n$/);
  expect(readMark(body)).toMatchObject({ job: "job_0123" });
});

test("uses a link definition as the mark if HTML is shown as text, and reads it back in the same way", () => {
  const body = markBody(text, { charactersMax: 1_000, mark: "definition" });
  expect(body).toMatch(/^A body\.\n\n\[\/\/\]: # \(copydesk:job=job_0123; hash=[0-9a-f]{32}\)\n$/);
  expect(readMark(body)).toMatchObject({ job: "job_0123" });
  expect(isUpToDate(`Somebody's words\n\n${body}`, text)).toBe(true);
  expect(readMark("> [//]: # (copydesk:job=job_0123; hash=0)")).toBeNull();
});

test.each([
  ["the same text", text, true],
  ["another line break at the end", { ...text, body: "A body." }, true],
  ["another title", { ...text, title: "Another" }, false],
  ["another body", { ...text, body: "Another." }, false],
])("%s", (_, other, expected) => {
  expect(isUpToDate(markBody(text, { charactersMax: 1_000 }), other)).toBe(expected);
});

test("ignores Windows line ends and text around the mark", () => {
  const body = `Somebody's words\n${markBody(text, { charactersMax: 1_000 })}more`.replaceAll("\n", "\r\n");
  expect(isUpToDate(body, text)).toBe(true);
});

test.each([null, undefined, "", "no mark", "<!-- copydesk:topic=a -->x"])("finds no mark in %j", (body) => {
  expect(isUpToDate(body, text)).toBe(false);
});

test("fits a text of any length, keeps its mark, is well-formed and says that it was cut", () => {
  for (const charactersMax of [400, 401, 402, 403, 4_000]) {
    const long = { ...text, body: "🚀".repeat(5_000) };
    const body = markBody(long, { charactersMax });
    expect(body.length).toBeLessThanOrEqual(charactersMax);
    expect(body.isWellFormed()).toBe(true);
    expect(body).toContain("Cut here");
    expect(isUpToDate(body, long)).toBe(true);
  }
});

test("closes a code block that is cut", () => {
  const body = markBody({ ...text, body: `\`\`\`\n${"x\n".repeat(1_000)}\`\`\`` }, { charactersMax: 600 });
  expect(body.match(/^```$/gm)).toHaveLength(2);
});
