import { readFileSync } from 'node:fs'
import { onTestFinished, vi } from 'vitest'
import { runEngines } from '#server/classes/classroom/engine/run-engines.ts'
import { system } from '#server/platform/auth/principal.ts'
import type { TestApp } from '#tests/school/create-test-app.ts'

/** Starts the media engines of an application as the server does, and waits for one. The test's end stops them. */
export async function startEngines(shop: TestApp): Promise<void> {
  const engines = runEngines(shop.deps, system)
  onTestFinished(() => engines.stop())
  await vi.waitUntil(async () => (await runningEngines(shop)).length > 0)
}

export const runningEngines = async (shop: TestApp) =>
  (
    await shop.db.query<{ id: string; control_url: string }>(
      'select id, control_url from classroom_engines where stopped_at is null',
    )
  ).rows

/** Returns the processes of the engines that this test's process has started. */
export function pidsOfEngines(): number[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('classroom/main.ts'))
}

export function killEngines(): void {
  for (const pid of pidsOfEngines()) process.kill(pid, 'SIGKILL')
}
