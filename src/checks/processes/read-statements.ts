import { Parser } from "acorn";
import jsx from "acorn-jsx";

const parser = Parser.extend(jsx());
const statement = /^(?:Import|Export(?:All|Default|Named))Declaration$/;
/** Each of them is declared again before all statements that follow. */
const namesMax = 500;

/**
 * Returns the names that statements of MDX import; null unless they only import and export, and are valid
 * after what the page has imported before.
 */
export function readStatements(code: string, imported: readonly string[]): string[] | null {
  if (imported.length > namesMax) return null;
  const before = imported.length === 0 ? "" : `var ${imported.join(",")}\n`;
  try {
    const { body } = parser.parse(before + code, { ecmaVersion: 2024, sourceType: "module" });
    const statements = before === "" ? body : body.slice(1);
    if (statements.some(({ type }) => !statement.test(type))) return null;
    return statements.flatMap((node) =>
      node.type === "ImportDeclaration" ? node.specifiers.map(({ local }) => local.name) : [],
    );
  } catch {
    return null;
  }
}
