import { test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { appendFileSync } from 'node:fs'
test('x', async () => {
  const ends: (() => Promise<void>)[] = []
  const one = async () => {
    await createTestApp({ onFinished: (end) => void ends.push(end) })
    for (const end of ends.splice(0)) await end()
  }
  for (let i = 0; i < 10; i++) await one()
  const c = process.cpuUsage()
  const t = performance.now()
  for (let i = 0; i < 60; i++) await one()
  const u = process.cpuUsage(c)
  appendFileSync(
    '/tmp/zz.txt',
    `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS} each ${((performance.now() - t) / 60).toFixed(0)} cpu ${((u.user + u.system) / 60000).toFixed(0)}\n`,
  )
}, 100000)
