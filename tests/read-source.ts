import { parseSync, Visitor } from 'oxc-parser'

/** Returns all strings, template parts and JSX texts of a source file, with collapsed whitespace. */
export function literalsIn(path: string, source: string): string[] {
  const found: string[] = []
  const add = (text: string) => found.push(text.replace(/\s+/g, ' ').trim())
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node.value)
    },
    TemplateElement: (node) => add(node.value.cooked ?? node.value.raw),
    JSXText: (node) => add(node.value),
  }).visit(parseSync(path, source).program)
  return found
}

/** Returns the ids such as `SEC-012` at the end of the test titles in a file. */
export function testIdsIn(path: string, source: string): string[] {
  const found: string[] = []
  new Visitor({
    CallExpression({ arguments: [title] }) {
      if (!title || (title.type !== 'Literal' && title.type !== 'TemplateLiteral')) return
      const ids = / \[((?:[A-Z]{3}-\d+ ?)+)\].$/.exec(source.slice(title.start, title.end))?.[1]
      if (ids) found.push(...ids.split(' '))
    },
  }).visit(parseSync(path, source).program)
  return found
}
