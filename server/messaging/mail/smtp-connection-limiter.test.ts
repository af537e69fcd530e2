import { expect, test } from 'vitest'
import { SmtpConnectionLimiter } from './smtp-connection-limiter.ts'

/** Asks for places, and returns the names of those that were let in, in order. */
function queueAt(most: number) {
  const places = new SmtpConnectionLimiter(most)
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const ask = async (...names: string[]) => {
    for (const name of names) {
      void places.enter(name.startsWith('code')).then((end) => {
        inside.push(name)
        leave.set(name, end)
      })
    }
    await settle()
  }
  const end = async (name: string) => {
    leave.get(name)?.()
    await settle()
  }
  return { inside, ask, end }
}

test('a quarter of the connections is kept for codes', async () => {
  const { inside, ask, end } = queueAt(4)
  await ask('a', 'b', 'c', 'd', 'code 1', 'code 2')
  expect(inside).toEqual(['a', 'b', 'c', 'code 1'])
  await end('a')
  expect(inside).toEqual(['a', 'b', 'c', 'code 1', 'code 2'])
  await end('code 1')
  expect(inside).not.toContain('d')
  await end('code 2')
  expect(inside.at(-1)).toBe('d')
})

test('with one connection a code is next', async () => {
  const { inside, ask, end } = queueAt(1)
  await ask('a', 'b', 'code 1', 'code 2')
  for (const name of ['a', 'code 1', 'code 2']) await end(name)
  expect(inside).toEqual(['a', 'code 1', 'code 2', 'b'])
})

test('a place that is given back twice counts once', async () => {
  const { inside, ask, end } = queueAt(1)
  await ask('a', 'b', 'c')
  await end('a')
  await end('a')
  expect(inside).toEqual(['a', 'b'])
})
