import { vi } from 'vitest'
import type { z } from 'zod'
import { runJobs } from '../../bench/growth/run-jobs.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { TestApp } from '#tests/school/create-test-app.ts'
import { addressOf, credentialsFor, endpoints } from '#tests/security/endpoints.ts'
import { addStaff } from '#tests/school/staff.ts'
import { signIn } from '#tests/school/sign-in.ts'

/** A whole address that nobody in the school has. */
export const unknownAddress = 'nobody.here@example.com'

/** The values with which a statement was sent, by its text. */
export type Sent = ReadonlyMap<string, readonly unknown[][]>

/**
 * Sends every read of the contract, lists in each order and with words, runs the jobs, and returns the statements that
 * this caused.
 */
export async function recordCalls(shop: TestApp): Promise<{ sent: Sent; failed: string[] }> {
  const { access } = await signIn(shop)
  const owner = await addStaff(shop, 'owner')
  const teacher = await addStaff(shop, 'instructor')
  await shop.db.query('update instructors set staff_id = $1 where id = 1', [teacher.id])
  // Support reads what all teach, and writes what it teaches itself.
  const others = [shop.asStaff('instructor', teacher), shop.asStaff('support', await addStaff(shop, 'support'))]
  const sent = new Map<string, unknown[][]>()
  const client = await shop.deps.db.connect()
  const prototype = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown }
  client.release()
  const { query } = prototype
  const spy = vi.spyOn(prototype, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const [config] = given
    if (isStatement(config)) sent.set(config.text, [...(sent.get(config.text) ?? []), config.values])
    return query.apply(this, given)
  })
  const failed: string[] = []
  const read = async (endpoint: Endpoint, url: string) => {
    const answer = await shop.app.inject({ url, headers: credentialsFor(shop, endpoint, access, owner) })
    const answers = [answer]
    if (typeof endpoint.access === 'object') {
      for (const headers of others) answers.push(await shop.app.inject({ url, headers: { ...headers } }))
    }
    for (const { statusCode } of answers) if (statusCode >= 500) failed.push(`${endpoint.name}: ${statusCode}`)
  }
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const url = addressOf(endpoint)
    await read(endpoint, url)
    const [path = ''] = url.split('?')
    for (const sort of sortsOf(endpoint)) await read(endpoint, `${path}?sort=${sort}`)
    if (hasWords(endpoint)) await read(endpoint, `${path}?q=${unknownAddress}`)
  }
  await runJobs(shop.deps)
  spy.mockRestore()
  return { sent, failed }
}

function isStatement(config: unknown): config is { text: string; values: unknown[] } {
  return typeof config === 'object' && config !== null && 'text' in config && 'values' in config
}

const hasWords = ({ access, query }: Endpoint): boolean =>
  typeof access === 'object' && 'q' in ((query as { shape?: object } | undefined)?.shape ?? {})

/** The values of `sort` that a list takes. */
function sortsOf({ query }: Endpoint): readonly string[] {
  const { sort } = (query as { shape?: { sort?: z.ZodOptional<z.ZodEnum<Record<string, string>>> } } | undefined)?.shape ?? {}
  return sort?.unwrap().options ?? []
}
