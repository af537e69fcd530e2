import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import type { TestApp } from '#tests/school/create-test-app.ts'

const contract = join(import.meta.dirname, '..', '..', 'contract')
const files = globSync('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] }).map((file) => join(contract, file))
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
/** A resource of the console holds its calls, and its verbs apart. */
const endpointsOf = (value: unknown): Endpoint[] => {
  if (isEndpoint(value)) return [value]
  const isResource = typeof value === 'object' && value !== null && 'endpoints' in value
  const calls = isResource ? { ...(value.endpoints as object), ...('actions' in value ? (value.actions as object) : {}) } : {}
  return Object.values<unknown>(calls).filter(isEndpoint)
}

/** Every endpoint of the contract, also of files that are added later. */
export const endpoints: readonly Endpoint[] = (
  await Promise.all(
    files.map(async (file) =>
      Object.values((await import(/* @vite-ignore */ file)) as Record<string, unknown>).flatMap(endpointsOf),
    ),
  )
).flat()

/**
 * Headers with which a call gets as far as its body: those of a student, or of an owner for a call that staff make.
 * @param owner of `addStaff`, for calls that write down who made them
 */
export function credentialsFor(
  shop: TestApp,
  { access }: Endpoint,
  studentToken: string,
  owner?: { id: number },
): { authorization: string } {
  return typeof access === 'object' || access === 'student-or-staff' || access === 'attendee'
    ? shop.asStaff('owner', owner)
    : { authorization: `Bearer ${studentToken}` }
}

/** Of a row, of what has a UUID, of a certificate, and of a month. */
const ids = ['1', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '6f9619ff8b864d01b42d00cf4fc964ff', '2024-01']
const queries = [
  'q=cloud',
  'email=asha%40example.com',
  'instructor=1&minutes=60',
  'month=2024-01',
  'month=2024-01&section=b2b',
  'month=2024-01&book=sales',
]

/** Returns a URL with valid parameters for an endpoint. The row it names may not exist. */
export function addressOf({ path, params, query }: Endpoint): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const id = ids.find((value) => params?.safeParse(Object.fromEntries(names.map((name) => [name, value]))).success) ?? '1'
  const validQuery = queries.find((text) => query?.safeParse(Object.fromEntries(new URLSearchParams(text))).success)
  return `/api${path.replace(/:\w+/g, id)}${validQuery ? `?${validQuery}` : ''}`
}
