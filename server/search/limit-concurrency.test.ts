import { expect, test } from 'vitest'
import type { HttpError } from '../errors.ts'
import { takeTurns } from './limit-concurrency.ts'

/** Work that ends when it is told to. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = false
  return { work: () => ((begun = true), promise), resolve, reject, hasBegun: () => begun }
}

test('two run at once, others wait for their turn, and one too many is refused [SEC-063]', async () => {
  const inTurn = takeTurns(2, 1)
  const [a, b, c, d] = [openWork(), openWork(), openWork(), openWork()]
  const results = [a, b, c].map(({ work }) => inTurn(work))
  const refused = inTurn(d.work)
  await expect(refused).rejects.toMatchObject({ status: 429, retryAfter: 1 } satisfies Partial<HttpError>)
  expect([a, b, c, d].map((one) => one.hasBegun())).toEqual([true, true, false, false])
  b.resolve('b')
  expect(await results[1]).toBe('b')
  await Promise.resolve()
  expect(c.hasBegun()).toBe(true)
  a.resolve('a')
  c.resolve('c')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
})

test('work that fails gives its place to the next', async () => {
  const inTurn = takeTurns(1, 5)
  const a = openWork()
  const [first, second] = [inTurn(a.work), inTurn(async () => 'second')]
  a.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  expect(await second).toBe('second')
  expect(await inTurn(async () => 'third')).toBe('third')
})
