import { testFindings } from "../../../../test/helpers/test-findings.ts";

const pages = {
  "content/docs/_index.md": "# A\n\n## Steps\n\n[a](#steps) [b](#none)\n",
  "layouts/partials/footer.html": "<p>Words</p>\n",
};
const found = ["anchor content/docs/_index.md #none"];

testFindings("Hugo", [
  {
    name: "the theme Docsy keeps the ids of headings, as a module",
    files: {
      ...pages,
      "hugo.yaml":
        "module:\n  imports:\n    - path: github.com/google/docsy\n    - path: github.com/google/docsy/dependencies\n",
    },
    found,
    left: 0,
  },
  {
    name: "the theme Docsy keeps them with its own hook",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["docsy"]\n',
      "layouts/_markup/render-heading.html": '{{ partial "td/render-heading.html" . }}\n',
    },
    found,
    left: 0,
  },
  {
    name: "a module beside it may make others",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["docsy", "gallery"]\n',
    },
    found: [],
    left: 0,
  },
]);
