import { vi } from 'vitest'
import type { TestApp } from './create-test-app.ts'

/** Runs a call and returns how many statements the application sent, on the pool and in transactions. */
export async function countStatements(shop: TestApp, run: () => Promise<unknown>): Promise<number> {
  const client = await shop.deps.db.connect()
  // Every client has the same prototype, whose `query` the pool uses too.
  const spy = vi.spyOn(Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown }, 'query')
  client.release()
  await run()
  const count = spy.mock.calls.length
  spy.mockRestore()
  return count
}
