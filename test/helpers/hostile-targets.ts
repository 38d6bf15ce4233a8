import { lineChanges } from "../../dashboard/src/pages/job/line-changes.ts";
import { toSummaryBlocks, toTextParts } from "../../dashboard/src/pages/review/summary-blocks.ts";
import { applyEdits } from "../../src/agent/apply-edits.ts";
import { describeModelError } from "../../src/agent/describe-model-error.ts";
import { foldText } from "../../src/agent/fold-text.ts";
import { nearestLines } from "../../src/agent/nearest-lines.ts";
import { parsePath } from "../../src/agent/parse-path.ts";
import { findSyntaxBlocks, rewriteSpan } from "../../src/agent/rewrite-span.ts";
import { isAddressOrRange } from "../../src/api-keys/allowed-ips.ts";
import { parseApiKey } from "../../src/api-keys/api-key-text.ts";
import { decode, splitTarget } from "../../src/checks/links/split-target.ts";
import { applyRedirect, compileRedirects } from "../../src/checks/model/compile-redirects.ts";
import { matchIgnore } from "../../src/checks/model/match-ignore.ts";
import { parseJsonPlaces } from "../../src/checks/pages/parse-json-places.ts";
import { readPageFacts } from "../../src/checks/pages/read-page-facts.ts";
import { tokensOf } from "../../src/checks/possible-links/tokens-of.ts";
import { readZensical } from "../../src/checks/sites/mkdocs/read-zensical.ts";
import { findDescription } from "../../src/chores/find-description.ts";
import { readOlderResult } from "../../src/chores/older-results.ts";
import { createScopeTest, isEditablePage } from "../../src/chores/page-paths.ts";
import { parseInstructions } from "../../src/chores/parse-instruction.ts";
import { replaceInFrontMatter } from "../../src/chores/replace-in-front-matter.ts";
import { replaceTerm } from "../../src/chores/replace-term.ts";
import { readMark } from "../../src/code-hosts/marked-body.ts";
import { readRepositoryAddress } from "../../src/code-hosts/repository-address.ts";
import { siblingRepository } from "../../src/code-hosts/sibling-repository.ts";
import { readDiffPath, splitHeaderPaths } from "../../src/diff/diff-paths.ts";
import { parseUnifiedDiff } from "../../src/diff/parse-unified-diff.ts";
import { readAnswerUsage } from "../../src/engines/read-answer-usage.ts";
import { isMention } from "../../src/feedback/is-mention.ts";
import { assertRefName } from "../../src/git/assert-ref-name.ts";
import { appendTrailers } from "../../src/git/commit/append-trailers.ts";
import { gitsOwnWords } from "../../src/git/programs/git-output.ts";
import { parseRepository } from "../../src/git/remote/parse-repository.ts";
import { cutWords } from "../../src/git/remote/remote-failure.ts";
import { sshKeyProblem } from "../../src/git/remote/ssh-key-problem.ts";
import { regexProblem } from "../../src/git/search/regex-problem.ts";
import { searchPathspecs } from "../../src/git/search/search-pathspecs.ts";
import { createJobBody } from "../../src/jobs/create-job-body.ts";
import { plainHeadingText } from "../../src/markdown/plain-heading-text.ts";
import { scanPage } from "../../src/markdown/scan-page.ts";
import { slugHeading } from "../../src/markdown/slug-heading.ts";
import { assertStorableHost } from "../../src/network/resolve-allowed-address.ts";
import { cleanMarkdown } from "../../src/outgoing/clean-markdown.ts";
import { cleanPlain, cleanTitle } from "../../src/outgoing/clean-plain.ts";
import { createNeedles } from "../../src/outgoing/create-needles.ts";
import { findTokens } from "../../src/outgoing/find-tokens.ts";
import { findHiddenCharacter, removeHidden } from "../../src/outgoing/hidden-characters.ts";
import { maskCredentials } from "../../src/outgoing/mask-credentials.ts";
import { spellSecret } from "../../src/outgoing/spell-secret.ts";
import { prefersType } from "../../src/server/http/prefers-type.ts";
import { requestPath } from "../../src/server/http/request-path.ts";
import { findAll } from "../../src/text/find-all.ts";
import { findTerm } from "../../src/text/find-term.ts";
import { matchGlob } from "../../src/text/match-glob.ts";
import { runAtOnce } from "../../src/text/run-in-slices.ts";
import { showHidden } from "../../src/text/show-hidden.ts";
import { fillTemplate } from "../../src/worker/texts/pull-request-template.ts";
import { createWriteRules } from "../../src/writes/write-rules.ts";

/** Something that reads text from outside. What it throws is an answer. */
export interface HostileTarget {
  name: string;
  run(text: string): unknown;
}

const path = "docs/guides/a/b/page.md";
const globMax = 500;
const needles = createNeedles([spellSecret("a-secret-of-ours")]);

const targets: Record<string, (text: string) => unknown> = {
  "glob against a path": (text) => matchGlob("**/{a,b*}*/?x*y/**/*.md")(text),
  "glob from outside": (text) => matchGlob(text.slice(0, globMax))(path),
  "scope of an instruction": (text) => createScopeTest(text.slice(0, globMax))(path),
  "ignore file": (text) => matchIgnore(text.split("\n")).isIgnored(path),
  "ignore file against a path": (text) => matchIgnore(["**/a*b/**/c", "[a-z]*/x", "!*.md"]).isIgnored(text),
  "redirect from outside": (text) =>
    applyRedirect(compileRedirects([{ from: text, to: text, place: null }]), path),
  "redirect against a route": (text) =>
    applyRedirect(compileRedirects([{ from: "/:a*/x/:b*/y/*", to: "/:a/:b/*", place: null }]), text),
  "write rules against a path": (text) =>
    createWriteRules({ paths: ["docs/**"], protectedPaths: ["a/{b,c}*"] } as never)(text),
  "page facts of Markdown": (text) => readPageFacts(Buffer.from(text), false),
  "page facts of MDX": (text) => readPageFacts(Buffer.from(text), true),
  "page facts of front matter": (text) => readPageFacts(Buffer.from(`---\n${text}\n---\n`), false),
  "spans of MDX": (text) => scanPage(text, { mdx: true }),
  "front matter of another language": (text) => scanPage(`+++\n${text}\n+++\n`, { mdx: false }),
  heading: (text) => [plainHeadingText(text, { mdx: false }), scanPage(`# ${text}`, { mdx: false }).headings],
  slug: (text) =>
    (["github", "mintlify", "vitepress", "mkdocs"] as const).map((style) => slugHeading(text, style)),
  JSON: (text) => parseJsonPlaces(text),
  "link target": (text) => [splitTarget(text), decode(text)],
  "unified diff": (text) => parseUnifiedDiff(`diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n${text}`),
  "path in a diff": (text) => [readDiffPath(text), splitHeaderPaths(text)],
  "edit: old text": (text) => applyEdits("a page\n".repeat(500), [{ old: text, new: "b" }]),
  "edit: old text in itself": (text) => applyEdits(text, [{ old: text.slice(0, 200), new: "b" }]),
  "edit: page": (text) => applyEdits(text, [{ old: "“a” – b\n", new: "b" }]),
  "folded text": (text) => foldText(text),
  "rewritten span": (text) =>
    runAtOnce(
      rewriteSpan(text, { old: text, new: `${text.slice(0, 3_000)}b` }, { lineEnd: "\n", isProse: true }),
    ),
  "blocks of syntax": (text) => runAtOnce(findSyntaxBlocks(text)),
  "nearest lines": (text) => runAtOnce(nearestLines(text, text.slice(0, 500))),
  "places of a text in itself": (text) => runAtOnce(findAll(text, text.slice(text.length / 2))),
  "path of a tool": (text) => [parsePath(text), isEditablePage(text)],
  "error of a model": (text) => describeModelError(new Error(text)),
  instruction: (text) => parseInstructions(text.slice(0, 8_000)),
  "instruction with a suffix": (text) => parseInstructions(`Replace "a" with "b" ${text.slice(0, 7_900)}`),
  "instruction to move": (text) => parseInstructions(`Move the page ${text.slice(0, 7_900)} to b`),
  "term in a page": (text) => runAtOnce(findTerm(text, "a")),
  "underscore in a page": (text) => runAtOnce(findTerm(text, "_")),
  "term replaced": (text) =>
    runAtOnce(
      replaceTerm(
        { path: "a.mdx", lines: text.split("\n"), cutLines: new Map() },
        { old: "a", new: "bb", includingCode: false },
      ),
    ),
  "term replaced in front matter": (text) =>
    runAtOnce(
      replaceInFrontMatter(`title: ${text.slice(0, 8_000)}`, "yaml", {
        old: "a",
        new: "bb",
        includingCode: false,
      }),
    ),
  description: (text) => findDescription(text, scanPage(text, { mdx: true })),
  "result of a tool": (text) => {
    const names = ["read", "list", "search", "check", "move"];
    const texts = [
      text,
      `new rule ${text}`,
      `new 1, fixed 0, preexisting 0\n${text}`,
      `1 match in 1 file\n${text}`,
    ];
    const calls = names.map((name) => ({ name, input: { filesOnly: true } }));
    return calls.flatMap((call) => texts.map((one) => readOlderResult(call, true, one)));
  },
  "API key": (text) => [parseApiKey(text), parseApiKey(`cpd_${text}`)],
  "address or range": (text) => isAddressOrRange(text),
  "body of a create": (text) =>
    createJobBody.safeParse({
      prompt: text.slice(0, 32_768),
      model: text,
      ref: text,
      paths: [text],
      metadata: { [text]: text },
    }),
  host: (text) => assertStorableHost(text),
  "repository of a project": (text) => [parseRepository(text.slice(0, 4_096))],
  "address of a repository": (text) => readRepositoryAddress(text),
  "repository beside": (text) => siblingRepository(text, { owner: "a", name: "b" }),
  "branch name": (text) => assertRefName(text),
  "trailers of a commit": (text) => appendTrailers(text, ["A: b"]),
  "words of git": (text) => [gitsOwnWords(text), cutWords(text)],
  "search expression": (text) => regexProblem({ pattern: text.slice(0, 1_000), literal: false }),
  "search glob": (text) => searchPathspecs(text.slice(0, globMax)),
  "ssh key": (text) => [sshKeyProblem(text), sshKeyProblem(`-----BEGIN PRIVATE KEY-----\n${text}`)],
  "names in texts": (text) => [...tokensOf(text, ["a", "1"])],
  "configuration of Zensical": (text) => readZensical(`a = [${text}`),
  "mark of a pull request": (text) => readMark(text),
  "pull request template": (text) => fillTemplate(text, "what was done"),
  mention: (text) => isMention(text, "docs-bot[bot]"),
  "stream of a model": (text) => {
    const usage = readAnswerUsage("openai-chat" as never, "text/event-stream");
    usage.push(Buffer.from(text));
    return usage.end();
  },
  "Accept header": (text) => prefersType(text, "text/html", "application/json"),
  "request path": (text) => requestPath(text),
  "hidden characters": (text) => showHidden(text),
  "tokens and secrets": (text) => [
    findTokens(text),
    needles.find(text),
    maskCredentials(text, ["a-secret-of-ours"]),
  ],
  "outgoing Markdown": (text) => cleanMarkdown(text, { linkHosts: ["a.example"] }),
  "outgoing plain text": (text) => [cleanPlain(text), cleanTitle(text), removeHidden(text)],
  "hidden characters of a change": (text) => findHiddenCharacter(text, text.slice(1)),
  "summary on a page": (text) =>
    toSummaryBlocks(text)
      .map((block) => JSON.stringify(block))
      .map(toTextParts),
  "small diff of an edit": (text) => lineChanges(text, `${text.slice(1)}x`),
};

export const hostileTargets: readonly HostileTarget[] = Object.entries(targets).map(([name, run]) => ({
  name,
  run,
}));
