import { createPause } from "../../src/checks/create-pause.ts";
import { checkOwn, describeBefore, judgeChange } from "../../src/checks/judge-change.ts";
import { collectDoubts } from "../../src/checks/possible-links/doubts.ts";
import { createDictionaryLoader } from "../../src/checks/spelling/dictionary.ts";
import type { CheckComparison, CheckReport } from "../../src/checks/types.ts";
import { openTexts } from "../fixtures/sites/open-fixture.ts";

interface TextChange {
  /** Path → new text, or null if the file is gone. */
  files: Readonly<Record<string, string | null>>;
  /** Old path → new path; the file's new text is among `files`. */
  renames?: Readonly<Record<string, string>>;
  /** Files whose move or deletion was requested after the possible links to them had been reviewed. */
  released?: readonly string[];
}

const loadDictionary = createDictionaryLoader();

/** Judges a change of a site that consists of texts, as jobs and the command line do. */
export async function judgeTexts(
  texts: Readonly<Record<string, string>>,
  { files, renames = {}, released = [] }: TextChange,
): Promise<CheckComparison & { before: CheckReport }> {
  const { site } = await openTexts(texts);
  const placed = { site, folders: [] };
  const before = describeBefore(placed, await checkOwn([placed], placed), loadDictionary);
  const changed = site.copy(async (path) => {
    const text = path in files ? files[path] : texts[path];
    if (text == null) throw new Error(`no file ${path}`);
    return Buffer.from(text);
  });
  const changedPaths = Object.keys(files);
  const newPaths = changedPaths.filter((path) => !(path in texts));
  await changed.update(changedPaths);
  const { comparison } = await judgeChange(
    { before, sites: [before] },
    changed,
    { changedPaths, newPaths, renames: new Map(Object.entries(renames)) },
    {
      doubts: await collectDoubts(site, before.report.notJudged, createPause()),
      released: new Set(released),
      switches: {},
    },
  );
  return { ...comparison, before: before.report };
}
