import { parseSync, Visitor } from 'oxc-parser'

/** Every whole piece of text in a file of code: strings, parts of templates and text between tags, with single spaces. */
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

/** What the titles of the tests of a file can read, with a group for everything that is filled in. */
export function testTitlesIn(path: string, source: string): RegExp[] {
  const found: RegExp[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      // `test(…)` and `test.each(…)(…)`.
      const called = callee.type === 'CallExpression' && callee.callee.type === 'MemberExpression' ? callee.callee.object : callee
      if (called.type !== 'Identifier' || called.name !== 'test' || !title) return
      if (title.type === 'Literal' && typeof title.value === 'string') found.push(patternOf(title.value.split(/%[sdijo]/)))
      if (title.type === 'TemplateLiteral') found.push(patternOf(title.quasis.map(({ value }) => value.cooked ?? value.raw)))
    },
  }).visit(parseSync(path, source).program)
  return found
}

function patternOf(parts: string[]): RegExp {
  return new RegExp(`^${parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('(.+)')}$`)
}
