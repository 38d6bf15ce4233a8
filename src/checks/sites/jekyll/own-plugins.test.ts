import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../../check-site.ts";

const tag = `require "base64"
require_relative "lib/parts"

module Jekyll
  class TideTag < Liquid::Tag
    def render(context)
      site = context.registers[:site]
      converter = site.find_converter_instance(::Jekyll::Converters::Markdown)
      converter.convert(site.pages.map { |one| one.url }.join(File.read("a.txt")))
    end
  end
end
Liquid::Template.register_tag("tide", Jekyll::TideTag)
`;
const generator = (line: string) =>
  `class Tides < Jekyll::Generator\n  # site.pages << made\n  def generate(site)\n    ${line}\n  end\nend\n`;

async function findMissing(plugins: Record<string, string>, settings = ""): Promise<string[]> {
  const { site } = await openTexts({
    ...{ "_config.yml": `title: T\n${settings}`, Gemfile: 'gem "jekyll"\n', "_layouts/a.html": "x" },
    "index.md": "---\ntitle: T\n---\n\n[a](/none.html) ![b](/img/none.png)\n",
    ...Object.fromEntries(Object.entries(plugins).map(([name, text]) => [`_plugins/${name}`, text])),
  });
  return (await checkSite(site)).findings.flatMap(({ target }) => target ?? []);
}

it.each([
  ["tags and filters", { "tide.rb": tag, "lib/parts.rb": "module Parts\nend\n" }],
  ["what templates show", { "tides.rb": generator("site.config['tides'] = ENV['TIDES']") }],
  ["data", { "tides.rb": generator("site.data['tides'] = [1]"), "notes.txt": "site.pages << a" }],
])("links are judged beside a site's own plugins for %s", async (_, plugins) => {
  expect(await findMissing(plugins)).toEqual(["/none.html", "/img/none.png"]);
});

it.each([
  ["a page", generator("site.pages << Tide.new(site)")],
  ["a file", generator("site.static_files.concat(made)")],
  ["a written file", generator("File.write('a', 'b')")],
  ["another address", generator("site.pages.each { |one| one.data['permalink'] = '/a/' }")],
  ["a setting", generator("site.config['permalink'] = 'pretty'")],
  ["a setting whose name is not known", generator("site.config[name] = 'pretty'")],
  ["a hook", "Jekyll::Hooks.register :pages, :post_render do |page|\nend\n"],
  ["another Markdown", "class Tides < Jekyll::Converter\nend\n"],
  ["Jekyll itself", "module Jekyll\n  class Document\n    def a\n    end\n  end\nend\n"],
  ["a plugin of others", 'require "jekyll-archives"\n'],
])("nothing is missing for certain where one may make %s", async (_, plugin) => {
  expect(await findMissing({ "tides.rb": plugin })).toEqual([]);
});

it("nothing is missing for certain where plugins are kept elsewhere", async () => {
  expect(await findMissing({}, "plugins_dir: tools\n")).toEqual([]);
});
