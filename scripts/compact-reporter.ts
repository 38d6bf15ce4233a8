import type { SerializedError } from "vitest";
import type { TestCase, TestModule, TestRunEndReason, TestSpecification } from "vitest/node";
import { DefaultReporter } from "vitest/node";

const progressEveryMs = 20_000;
const slowMs = 5_000;
const slowCountMax = 15;

/**
 * Prints failures in full; otherwise an occasional line, the slowest tests, and skipped tests with the
 * reason.
 */
export class CompactReporter extends DefaultReporter {
  #specifications: readonly TestSpecification[] = [];
  #errors: readonly SerializedError[] = [];
  #filesDone = 0;
  #testsDone = 0;
  #saidAt = 0;

  readonly #filesLeftOut: string[];

  /** Takes the lines about files that the run leaves out. */
  constructor(filesLeftOut: string[] = []) {
    super({ summary: false });
    this.#filesLeftOut = filesLeftOut;
  }

  /**
   * Returns the failed files; null if something failed that belongs to no file. Includes files that never
   * started, for example because their process died.
   */
  failedFiles(): string[] | null {
    const blamed = this.#errors.map((error) => error.VITEST_TEST_PATH as string | undefined);
    if (blamed.includes(undefined)) return null;
    const failed = this.#specifications
      .filter(({ testModule, moduleId }) => !isFine(testModule) || blamed.includes(moduleId))
      .map(({ moduleId }) => moduleId);
    return failed.length === 0 ? null : failed;
  }

  /**
   * Returns failed tests by file and title; a file that could not be read or failed outside its tests counts
   * as one.
   */
  failedTests(): string[] {
    return this.#specifications.flatMap(({ testModule, moduleId }) => {
      const tests = [...(testModule?.children.allTests("failed") ?? [])].map(nameOf);
      return tests.length > 0 || isFine(testModule) ? tests : [this.relative(moduleId)];
    });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#specifications = specifications;
    this.#filesDone = 0;
    this.#testsDone = 0;
    this.#saidAt = performance.now();
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test);
    this.#testsDone++;
  }

  override printTestModule(module: TestModule): void {
    this.#filesDone++;
    if (!isFine(module)) super.printTestModule(module);
    if (performance.now() - this.#saidAt < progressEveryMs) return;
    this.#saidAt = performance.now();
    const seconds = Math.round((this.#saidAt - this.start) / 1_000);
    this.log(
      ` ${this.#filesDone} of ${this.#specifications.length} files, ${this.#testsDone} tests, ${seconds} s`,
    );
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    this.#errors = errors;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    this.#printList("Slowest", listSlow(tests));
    this.#printList("Skipped", [...this.#filesLeftOut, ...listSkipped(tests)]);
    super.onTestRunEnd(modules, errors, reason);
  }

  #printList(title: string, lines: string[]): void {
    if (lines.length === 0) return;
    this.log(`\n ${title}`);
    for (const line of lines) this.log(`   ${line}`);
  }
}

function listSlow(tests: readonly TestCase[]): string[] {
  return tests
    .map((test) => ({ test, ms: test.diagnostic()?.duration ?? 0 }))
    .filter(({ ms }) => ms > slowMs)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, slowCountMax)
    .map(({ test, ms }) => `${(ms / 1_000).toFixed(1)} s  ${nameOf(test)}`);
}

function listSkipped(tests: readonly TestCase[]): string[] {
  const skipped = Map.groupBy(
    tests.flatMap((test) => whySkipped(test) ?? []),
    ({ why }) => why,
  );
  return [...skipped].map(([why, { length }]) => `${String(length).padStart(4)}  ${why}`);
}

/** Returns null if it ran, or if `-t` or `only` left it out. */
function whySkipped(test: TestCase): { why: string } | null {
  const result = test.result();
  if (result.state !== "skipped") return null;
  if (result.note !== undefined) return { why: result.note };
  if (test.options.mode === "run") return null;
  for (let at: TestCase["parent"] | TestCase = test; ; at = at.parent) {
    const why = at.meta().whySkipped;
    if (why !== undefined) return { why };
    if (at.type === "module") return { why: `no reason given: ${test.module.relativeModuleId}` };
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

function isFine(module: TestModule | undefined): boolean {
  return module?.state() === "passed" || module?.state() === "skipped";
}
