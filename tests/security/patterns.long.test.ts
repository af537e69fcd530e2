import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { findSlowInput, listPatterns } from './patterns.ts'
import { sendRaw } from './send-raw.ts'

test('every regular expression is linear on long input [SEC-039]', { timeout: 120_000 }, () => {
  const { literals, constructed } = listPatterns()
  expect(literals.length).toBeGreaterThan(150)
  const distinct = new Map(literals.map((pattern) => [`${pattern.source} ${pattern.flags}`, pattern]))
  const slow = [...distinct.values()].flatMap((pattern) => {
    const text = findSlowInput(pattern)
    return text === undefined ? [] : [`${pattern.file}: ${pattern.source} on ${text}`]
  })
  expect(slow).toEqual([])
  // These files build patterns from constants: literals that are joined, page paths, one class of letters of a script, the starts of statements
  // of our migrations, endpoint paths, the bounded parts of a date.
  expect(constructed).toEqual([
    'contract/classes/webvtt.ts',
    'contract/pages.ts',
    'contract/shown-addresses.ts',
    'server/desk/upgrade/judge-statement.ts',
    'server/desk/upgrade/judge-statement.ts',
    'server/platform/cache/cache-tags.ts',
    'server/platform/tabular/days.ts',
  ])
})

test.each(['(?<=.)\\/+$', '^(?:a+)+$', '<a[^>]*>[\\s\\S]*?<\\/a>'])(
  'findSlowInput detects the slow pattern %s',
  { timeout: 60_000 },
  (source) => expect(findSlowInput({ file: 'here', source, flags: '' })).toBeDefined(),
)

const refused: [path: string, status: number][] = [
  [`/${'/'.repeat(15_000)}`, 414],
  [`/${'a'.repeat(2048)}`, 414],
  [`/api/courses/${'1'.repeat(2048)}/`, 414],
  [`http://school.example/${'a/'.repeat(2000)}`, 414],
  ['//', 400],
  ['//evil.example/', 400],
  ['/courses//1', 400],
  ['/api//courses/?q=1', 400],
  ['http://school.example//home', 400],
]

test('rejects a path over 2 KB or with two slashes [SEC-040]', async () => {
  const shop = await createTestApp()
  for (const [path, status] of refused) {
    const answer = await sendRaw(shop, `GET ${path} HTTP/1.1\r\nHost: school.example\r\n\r\n`)
    expect(answer.status, path.slice(0, 60)).toBe(status)
    expect(errorBody.parse(answer.body).code).toBe(status === 414 ? 'uri_too_long' : 'invalid')
  }
  for (const path of [`/api/courses/?back=//x${'/'.repeat(3000)}`, 'http://school.example/api/courses/']) {
    const request = `GET ${path} HTTP/1.1\r\nHost: school.example\r\nConnection: close\r\n\r\n`
    expect((await sendRaw(shop, request)).status, path.slice(0, 60)).toBe(200)
  }
})

test('answers requests with long headers within 500 ms [SEC-039]', async () => {
  const shop = await createTestApp()
  const headers = [
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'cookie',
    'if-none-match',
    'range',
  ]
  const ask = async (name: string, value: string) => {
    const start = performance.now()
    const lines = `${name}: ${value}\r\nHost: school.example\r\nConnection: close\r\n`
    const { status } = await sendRaw(shop, `GET /api/courses/ HTTP/1.1\r\n${lines}\r\n`)
    expect(status, name).toBeLessThan(500)
    return performance.now() - start
  }
  for (const name of [...headers, 'user-agent', 'x-forwarded-for', 'x-request-id']) {
    for (const unit of [',', ' ,', ';', 'W/"', 'q=0;', 'br,', 'Bearer ', 'a@']) {
      const value = unit.repeat(14_000 / unit.length)
      const quickest = Math.min(await ask(name, value), await ask(name, value), await ask(name, value))
      expect(quickest, `${name} of ${unit}`).toBeLessThan(500)
    }
  }
})
