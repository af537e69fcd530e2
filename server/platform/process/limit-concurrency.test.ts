import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

/** Work that the test ends. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let started = false
  return { work: () => ((started = true), promise), resolve, reject, hasStarted: () => started }
}

test('two run at once, one waits and the next is refused [SEC-063]', async () => {
  const refusal = new Error('too many')
  const limited = limitConcurrency({ atOnce: 2, waiting: 1, refusal: () => refusal })
  const [a, b, c, d] = [openWork(), openWork(), openWork(), openWork()]
  const results = [a, b, c].map(({ work }) => limited(work))
  const refused = limited(d.work)
  await expect(refused).rejects.toBe(refusal)
  expect([a, b, c, d].map((one) => one.hasStarted())).toEqual([true, true, false, false])
  b.resolve('b')
  expect(await results[1]).toBe('b')
  await Promise.resolve()
  expect(c.hasStarted()).toBe(true)
  a.resolve('a')
  c.resolve('c')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
})

test('failed work lets the next one start', async () => {
  const limited = limitConcurrency({ atOnce: 1, waiting: 5, refusal: () => new Error('too many') })
  const a = openWork()
  const [first, second] = [limited(a.work), limited(async () => 'second')]
  a.reject(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  expect(await second).toBe('second')
  expect(await limited(async () => 'third')).toBe('third')
})
