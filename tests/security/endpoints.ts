import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const folder = join(import.meta.dirname, '..', '..', 'contract')

/** Lists every endpoint of the contract, including those in new files. */
export const endpoints: readonly Endpoint[] = (
  await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(async (file) => Object.values((await import(/* @vite-ignore */ join(folder, file))) as Record<string, unknown>)),
  )
)
  .flat()
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'path' in value)

const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

/** Returns a URL with valid parameters for an endpoint. The row it names may not exist. */
export function addressOf({ path, params, query }: Endpoint): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const id = params?.safeParse(Object.fromEntries(names.map((name) => [name, '1']))).success ? '1' : uuid
  const validQuery = ['q=cloud', 'email=asha%40example.com'].find(
    (text) => query?.safeParse(Object.fromEntries(new URLSearchParams(text))).success,
  )
  return `/api${path.replace(/:\w+/g, id)}${validQuery ? `?${validQuery}` : ''}`
}
