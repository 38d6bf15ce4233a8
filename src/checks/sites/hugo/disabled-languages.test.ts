import { testFindings } from "../../../../test/helpers/test-findings.ts";

const layouts = { "layouts/_default/single.html": "{{ .Content }}\n" };

testFindings("Hugo", [
  {
    name: "languages that are switched off have no pages, by their folder",
    files: {
      ...layouts,
      "hugo.toml":
        'disableLanguages = ["zh"]\ndefaultContentLanguage = "en"\n[languages.en]\ncontentDir = "content/en"\n[languages.zh]\ncontentDir = "content/zh"\n',
      "content/en/a.md": "# A\n\n[a](/none/)\n",
      "content/zh/a.md": "# A\n\n[a](#none) [b](/nothing/)\n",
    },
    found: ["internal-link content/en/a.md /none/"],
    left: 0,
  },
  {
    name: "languages that are switched off have no pages, by the names of their files",
    files: {
      ...layouts,
      "hugo.toml": "[languages.en]\n[languages.zh]\ndisabled = true\n",
      "content/a.md": "# A\n\n[a](/b/) [b](/zh/b/)\n",
      "content/b.md": "# B\n",
      "content/b.zh.md": "# B\n\n[a](#none)\n",
    },
    found: ["internal-link content/a.md /zh/b/"],
    left: 0,
  },
]);
