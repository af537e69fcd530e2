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

export interface TestTitle {
  /** Without its ids; a value that is filled in counts as one word, `…`. */
  text: string
  /** Ids such as `SEC-012`, which stand in brackets at the end. */
  ids: string[]
}

/** Functions that declare a test; `bare` is a browser test without the shared page. */
const declaring = ['test', 'it', 'bare']

/** Returns the titles of a file's tests, of `test(…)` and `test.each(…)(…)`. */
export function testTitlesIn(path: string, source: string): TestTitle[] {
  const found: TestTitle[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const called = callee.type === 'CallExpression' && callee.callee.type === 'MemberExpression' ? callee.callee.object : callee
      if (called.type !== 'Identifier' || !declaring.includes(called.name) || !title) return
      const whole =
        title.type === 'Literal' && typeof title.value === 'string'
          ? title.value
          : title.type === 'TemplateLiteral'
            ? title.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
            : undefined
      if (whole === undefined) return
      const ids = / \[((?:[A-Z]{3}-\d+ ?)+)\]$/.exec(whole)
      found.push({ text: whole.slice(0, ids?.index), ids: ids?.[1]?.split(' ') ?? [] })
    },
  }).visit(parseSync(path, source).program)
  return found
}

/** Returns the ids at the end of the test titles in a file. */
export function testIdsIn(path: string, source: string): string[] {
  return testTitlesIn(path, source).flatMap(({ ids }) => ids)
}
