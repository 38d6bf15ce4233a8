import { expect, test } from "vitest";
import { startCpuClock } from "../../test/helpers/start-cpu-clock.ts";
import { findPartitions } from "./find-partitions.ts";

const none = { language: null, oldVersion: null };

test("a language folder is one whose pages have counterparts", () => {
  const of = findPartitions([
    ...["index.mdx", "guides/start.mdx", "es/index.mdx", "es/guides/start.mdx", "es/guides/more.mdx"],
    ...["docs/go/modules.md", "docs/js/arrays.md", "docs/is/it-true.md"],
  ]);
  expect(of("es/guides/more.mdx")).toEqual({ ...none, language: "es" });
  expect(of("es/images/a.png")).toEqual({ ...none, language: "es" });
  expect(of("guides/start.mdx")).toEqual(none);
  expect(of("docs/go/modules.md")).toEqual(none);
  expect(of("docs/is/it-true.md")).toEqual(none);
});

test("languages side by side, below i18n, and in names of files", () => {
  const of = findPartitions([
    ...["content/en/a.md", "content/zh-cn/a.md", "i18n/fr/docs/only-here.md"],
    ...["docs/page.md", "docs/page.de.md", "docs/release.v1.md", "docs/a.is.md"],
  ]);
  expect(of("content/en/a.md").language).toBe("en");
  expect(of("content/zh-cn/b.md").language).toBe("zh-cn");
  expect(of("i18n/fr/docs/only-here.md").language).toBe("fr");
  expect(of("docs/page.de.md").language).toBe("de");
  expect(of("docs/a.is.md").language).toBe(null);
});

test("earlier versions are those beside the current one, or all but the newest", () => {
  const beside = findPartitions(["docs/a.md", "docs/v1/a.md", "versioned_docs/version-2.x/b.md"]);
  expect(beside("docs/v1/a.md").oldVersion).toBe("v1");
  expect(beside("docs/a.md").oldVersion).toBe(null);
  expect(beside("versioned_docs/version-2.x/b.md").oldVersion).toBe("version-2.x");
  const aside = findPartitions(["docs/v9/a.md", "docs/v10/a.md", "docs/v2.1/a.md"]);
  expect(["v9", "v10", "v2.1"].map((name) => aside(`docs/${name}/a.md`).oldVersion)).toEqual([
    "v9",
    null,
    "v2.1",
  ]);
  expect(findPartitions(["api/v2/users.md", "api/overview.md"])("api/v2/users.md").oldVersion).toBe(null);
});

test("a hostile repository takes time in proportion to its files", () => {
  const timeOf = (length: number): number => {
    const files = Array.from(
      { length },
      (_, index) => `${"es/".repeat(index % 60)}v${index % 900}/p${index}.md`,
    );
    const times = [1, 2, 3].map(() => {
      const cpuMs = startCpuClock();
      const of = findPartitions(files);
      for (const path of files) of(path);
      return cpuMs();
    });
    return Math.min(...times);
  };
  timeOf(1_000);
  const [small, large] = [timeOf(4_000), timeOf(16_000)];
  expect(large).toBeLessThan(small * 4 * 2.5);
});
