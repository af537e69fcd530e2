import { expect, test } from 'vitest'
import { codeLines, codeTokens } from './code-tokens.ts'

const coloured = (code: string) => codeTokens(code).flatMap(({ kind, text }) => (kind === 'plain' ? [] : [`${kind} ${text}`]))

test.each([
  ['const total = 41_500 // rupees', ['keyword const', 'number 41_500', 'comment // rupees']],
  ["SELECT name FROM 'a--b' -- all", ['keyword SELECT', 'keyword FROM', "string 'a--b'", 'comment -- all']],
  ['def f(x):\n    """Adds.\n    """\n    return x', ['keyword def', 'string """Adds.\n    """', 'keyword return']],
  ['fetch("https://a.example/b#c")', ['string "https://a.example/b#c"']],
  ["Error: can't read https://a.example", []],
  ['i--; color: #fff', []],
  ['/* never\nclosed', ['comment /* never\nclosed']],
  ['say `one\ntwo`', ['string `one\ntwo`']],
  ['row.limit.default(1)', ['number 1']],
])('colours %j', (code, expected) => {
  expect(coloured(code)).toEqual(expected)
})

test('tokens give the whole code back in order', () => {
  const code = 'let a = "x\\"y" # b\n\n0x1F 3.5e-2 `${z}` \'it\' it\'s $1 _ /** d */'
  const tokens = codeTokens(code)
  expect(tokens.map(({ text }) => text).join('')).toBe(code)
  for (const { at, text } of tokens) expect(code.slice(at, at + text.length)).toBe(text)
})

test('lines give the whole code back', () => {
  const code = 'a /* b\n\n  c */ d\n'
  const lines = codeLines(code)
  expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(code)
  expect(lines[2]?.[0]).toEqual({ at: 8, kind: 'comment', text: '  c */' })
})

test.each(['"', "'", '`', '/*', '<!--', '"""', '\\"', '# ', 'a', '0'])('5,000 times %j takes no time', (sign) => {
  const began = performance.now()
  codeTokens(sign.repeat(5000))
  expect(performance.now() - began).toBeLessThan(500)
})
