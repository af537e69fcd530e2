import { expect, test } from 'vitest'
import { Admission, Busy } from './admission.ts'

/** One task at once, each as long as the clock says. */
function open() {
  const clock = { at: 0 }
  const admission = new Admission({ atOnce: 1, longestWait: 3000, now: () => clock.at })
  return { admission, clock }
}

test('urgent tasks go before others', async () => {
  const { admission } = open()
  const order: string[] = []
  const end = await admission.enter(false)
  const tasks = [false, true, false, true].map(async (isUrgent, index) => {
    const done = await admission.enter(isUrgent)
    order.push(`${isUrgent ? 'urgent' : 'other'} ${index}`)
    done()
  })
  end()
  await Promise.all(tasks)
  expect(order).toEqual(['urgent 1', 'urgent 3', 'other 0', 'other 2'])
  expect(admission.waiting).toBe(0)
})

test('a task that would wait too long is refused at once', async () => {
  const { admission, clock } = open()
  // Tasks take a second each.
  for (let task = 0; task < 100; task += 1) {
    const end = await admission.enter(false)
    clock.at += 1000
    end()
  }
  const end = await admission.enter(false)
  const waiting = [admission.enter(false), admission.enter(false)]
  await expect(admission.enter(false)).rejects.toBeInstanceOf(Busy)
  // The queue of the urgent ones is empty.
  const urgent = admission.enter(true)
  end()
  for (const task of [urgent, ...waiting]) (await task)()
})

test('ending a task twice frees one place', async () => {
  const { admission } = open()
  const end = await admission.enter(false)
  end()
  end()
  const next = await admission.enter(false)
  let entered = false
  const other = admission.enter(false).then((done) => {
    entered = true
    done()
  })
  await Promise.resolve()
  expect(entered).toBe(false)
  next()
  await other
})

/** Asks for places, and returns the names of those that were let in, in order. */
function queueAt(most: number) {
  const places = new Admission({ atOnce: most })
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const ask = async (...names: string[]) => {
    for (const name of names) {
      void places.enter(name.startsWith('urgent')).then((end) => {
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

test('a quarter of the places is kept for urgent tasks', async () => {
  const { inside, ask, end } = queueAt(4)
  await ask('a', 'b', 'c', 'd', 'urgent 1', 'urgent 2')
  expect(inside).toEqual(['a', 'b', 'c', 'urgent 1'])
  await end('a')
  expect(inside).toEqual(['a', 'b', 'c', 'urgent 1', 'urgent 2'])
  await end('urgent 1')
  expect(inside).not.toContain('d')
  await end('urgent 2')
  expect(inside.at(-1)).toBe('d')
})

test('with one place an urgent task is next', async () => {
  const { inside, ask, end } = queueAt(1)
  await ask('a', 'b', 'urgent 1', 'urgent 2')
  for (const name of ['a', 'urgent 1', 'urgent 2']) await end(name)
  expect(inside).toEqual(['a', 'urgent 1', 'urgent 2', 'b'])
})

test('slow tasks of others refuse no urgent one', async () => {
  const clock = { at: 0 }
  const admission = new Admission({ atOnce: 4, longestWait: 3000, now: () => clock.at })
  // A provider that hangs: others take nine seconds each.
  for (let task = 0; task < 100; task += 1) {
    const end = await admission.enter(false)
    clock.at += 9000
    end()
  }
  for (let task = 0; task < 3; task += 1) await admission.enter(false)
  await expect(admission.enter(false)).rejects.toBeInstanceOf(Busy)
  const end = await admission.enter(true)
  const next = admission.enter(true)
  end()
  expect(await next).toBeTypeOf('function')
})
