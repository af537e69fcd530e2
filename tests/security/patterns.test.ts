import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { createTestApp } from '../create-test-app.ts'
import { patternsOfProduct, slowFor } from './patterns.ts'
import { speak } from './speak.ts'

test('no pattern of the product runs away on long input [SEC-039]', { timeout: 120_000 }, () => {
  const { written, built } = patternsOfProduct()
  expect(written.length).toBeGreaterThan(150)
  const distinct = new Map(written.map((pattern) => [`${pattern.source} ${pattern.flags}`, pattern]))
  const slow = [...distinct.values()].flatMap((pattern) => {
    const text = slowFor(pattern)
    return text === undefined ? [] : [`${pattern.file}: ${pattern.source} on ${text}`]
  })
  expect(slow).toEqual([])
  // These build patterns from constants of ours: paths of pages, keywords of prime courses, paths of calls.
  expect(built).toEqual(['contract/pages.ts', 'contract/rules.ts', 'server/cache/cache-tags.ts'])
})

test.each(['(?<=.)\\/+$', '^(?:a+)+$', '<a[^>]*>[\\s\\S]*?<\\/a>'])(
  'the measure finds %s, which does',
  { timeout: 60_000 },
  (source) => expect(slowFor({ file: 'here', source, flags: '' })).toBeDefined(),
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

test('a path beyond 2 KB or with two slashes is refused in the one error body [SEC-040]', async () => {
  const shop = await createTestApp()
  for (const [path, status] of refused) {
    const answer = await speak(shop, `GET ${path} HTTP/1.1\r\nHost: school.example\r\n\r\n`)
    expect(answer.status, path.slice(0, 60)).toBe(status)
    expect(errorBody.parse(answer.body).code).toBe(status === 414 ? 'uri_too_long' : 'invalid')
  }
  for (const path of [`/api/courses/?back=//x${'/'.repeat(3000)}`, 'http://school.example/api/courses/']) {
    const asked = `GET ${path} HTTP/1.1\r\nHost: school.example\r\nConnection: close\r\n\r\n`
    expect((await speak(shop, asked)).status, path.slice(0, 60)).toBe(200)
  }
})

test('long headers are answered as fast as short ones [SEC-039]', async () => {
  const shop = await createTestApp()
  const headers = ['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie', 'if-none-match', 'range']
  const ask = async (name: string, value: string) => {
    const began = performance.now()
    const lines = `${name}: ${value}\r\nHost: school.example\r\nConnection: close\r\n`
    const { status } = await speak(shop, `GET /api/courses/ HTTP/1.1\r\n${lines}\r\n`)
    expect(status, name).toBeLessThan(500)
    return performance.now() - began
  }
  for (const name of [...headers, 'user-agent', 'x-forwarded-for', 'x-request-id']) {
    for (const unit of [',', ' ,', ';', 'W/"', 'q=0;', 'br,', 'Bearer ', 'a@']) {
      const value = unit.repeat(14_000 / unit.length)
      const quickest = Math.min(await ask(name, value), await ask(name, value), await ask(name, value))
      expect(quickest, `${name} of ${unit}`).toBeLessThan(500)
    }
  }
})
