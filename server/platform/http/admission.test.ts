import { expect, test } from 'vitest'
import { Admission, Busy } from './admission.ts'

/** One call at once, each as long as the clock says. */
function open() {
  const clock = { at: 0 }
  const admission = new Admission({ atOnce: 1, longestWait: 3000, now: () => clock.at })
  return { admission, clock }
}

test('what was begun goes before what begins', async () => {
  const { admission } = open()
  const order: string[] = []
  const end = await admission.enter('new')
  const calls = (['new', 'begun', 'new', 'begun'] as const).map(async (turn, index) => {
    const done = await admission.enter(turn)
    order.push(`${turn} ${index}`)
    done()
  })
  end()
  await Promise.all(calls)
  expect(order).toEqual(['begun 1', 'begun 3', 'new 0', 'new 2'])
  expect(admission.waiting).toBe(0)
})

test('a call that would wait too long is refused at once', async () => {
  const { admission, clock } = open()
  // Calls take a second each.
  for (let call = 0; call < 100; call += 1) {
    const end = await admission.enter('new')
    clock.at += 1000
    end()
  }
  const end = await admission.enter('new')
  const waiting = [admission.enter('new'), admission.enter('new')]
  await expect(admission.enter('new')).rejects.toBeInstanceOf(Busy)
  // The queue of those who have begun is empty.
  const begun = admission.enter('begun')
  end()
  for (const call of [begun, ...waiting]) (await call)()
})

test('ending a call twice frees one place', async () => {
  const { admission } = open()
  const end = await admission.enter('new')
  end()
  end()
  const next = await admission.enter('new')
  let entered = false
  const other = admission.enter('new').then((done) => {
    entered = true
    done()
  })
  await Promise.resolve()
  expect(entered).toBe(false)
  next()
  await other
})
