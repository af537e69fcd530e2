import { expect, test } from 'vitest'
import { z } from 'zod'
import { block } from '#contract/site/blocks.ts'
import { submitStudentResearch } from '#contract/people/enquiries.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { endpoints } from './endpoints.ts'

/** Values that PostgreSQL can't store as text, day or time. An example's text, day or address becomes one of them. */
const unstorable = (value: unknown): string[] => {
  const addresses = ['https://a.example/\0', 'https://a.example/\ud800']
  if (value === null) return addresses
  if (typeof value !== 'string') return []
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return ['0000-01-01']
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return ['0000-01-01T00:00:00Z', value.replace(/Z$/, '+23:59')]
  return [...addresses, `${value}a\0`, `${value}\ud800`]
}

/** Copies of an example, each with one unstorable value. */
function* variantsOf(example: unknown): Generator {
  yield* unstorable(example)
  if (typeof example !== 'object' || example === null) return
  for (const [name, inner] of Object.entries(example)) {
    for (const value of variantsOf(inner))
      yield Array.isArray(example) ? example.with(Number(name), value) : { ...example, [name]: value }
  }
}

test('bodies of staff refuse values that can not be stored [SEC-035]', () => {
  const accepted: string[] = []
  let refused = 0
  for (const { name, body, access, example } of endpoints) {
    if (!body || typeof access !== 'object') continue
    for (const variant of variantsOf(example.body)) {
      if (body.safeParse(variant).success) accepted.push(`${name} ${JSON.stringify(variant)}`)
      else refused += 1
    }
  }
  expect(accepted).toEqual([])
  expect(refused).toBeGreaterThan(500)
})

test('a form with NUL or half a character is refused [SEC-035]', async () => {
  const shop = await createTestApp()
  const form = z.object({}).loose().parse(submitStudentResearch.example.body)
  for (const end of ['\0', '\ud800', '\udc00']) {
    const answer = await shop.post('/student-research/', {
      ...form,
      url: `https://institute.example/${end}`,
    })
    expect(answer.statusCode, JSON.stringify(end)).toBe(400)
  }
  const url = 'https://institute.example/\u{1f393}'
  expect((await shop.post('/student-research/', { ...form, url })).statusCode).toBe(201)
})

test('every query refuses days that can not be stored', () => {
  for (const { name, query } of endpoints) {
    for (const filter of ['from', 'to']) expect(query?.safeParse({ [filter]: '0000-01-01' }).success ?? false, name).toBe(false)
  }
})

test('links and pictures of articles refuse broken text', () => {
  const link = (target: string) => ({ type: 'paragraph', text: [{ text: 'Read on', link: target }] })
  const image = (path: string) => ({ type: 'image', path, width: 1, height: 1, alt: 'A desk', caption: null })
  for (const end of ['\0', '\ud800', '\\', '\u202e']) {
    for (const start of ['https://a.example/', '/', 'mailto:a@b.example']) {
      expect(block.safeParse(link(start)).success, start).toBe(true)
      expect(block.safeParse(link(start + end)).success, JSON.stringify(start + end)).toBe(false)
    }
    expect(block.safeParse(image(`https://a.example/a.webp${end}`)).success, JSON.stringify(end)).toBe(false)
  }
})
