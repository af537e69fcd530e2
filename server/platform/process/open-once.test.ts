import { expect, it } from 'vitest'
import { openOnce } from './open-once.ts'

it('users at the same time share one value', async () => {
  let opens = 0
  const thing = openOnce(async () => ({ number: (opens += 1) }))
  expect(thing.opened()).toBeUndefined()
  const [one, other] = await Promise.all([thing.use(), thing.use()])
  expect(one).toBe(other)
  expect(await thing.opened()).toBe(one)
  expect(opens).toBe(1)
})

it('the next use tries again what failed', async () => {
  let opens = 0
  const thing = openOnce(async () => {
    opens += 1
    if (opens === 1) throw new Error('the disk is full')
    return opens
  })
  await expect(thing.use()).rejects.toThrow('the disk is full')
  expect(await thing.use()).toBe(2)
  expect(await thing.use()).toBe(2)
})
