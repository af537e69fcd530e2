import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Assertions that turn a value into any type: `as never`, and one of `unknown` that was asserted as well. */
function blindAssertionsIn(path: string, text: string): string[] {
  const found: string[] = []
  new Visitor({
    TSAsExpression({ expression, typeAnnotation, start, end }) {
      const isOfUnknown = expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword'
      if (isOfUnknown || typeAnnotation.type === 'TSNeverKeyword') found.push(`${path}: ${text.slice(start, end)}`)
    },
  }).visit(parseSync(path, text, { preserveParens: false }).program)
  return found
}

test('the console asserts no type without a check', () => {
  const options = { cwd: root, encoding: 'utf8' } as const
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'console'], options)
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => blindAssertionsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test.each(['one as never', 'one as unknown as Screen', '(one as unknown) as Screen', '<Field name={one as never} />'])(
  'finds the blind assertion %s',
  (text) => {
    expect(blindAssertionsIn('one.tsx', text)).toHaveLength(1)
  },
)

test.each(['one as unknown', 'one as Screen', "'as never'", 'one satisfies never'])('allows %s', (text) => {
  expect(blindAssertionsIn('one.tsx', text)).toEqual([])
})
