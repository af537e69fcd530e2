import type { Role } from '#contract/permissions.ts'
import type { TestApp } from './create-test-app.ts'

export interface StaffAnswer {
  status: number
  etag: string | undefined
  /** The body as JSON; tests name its type. */
  as<T>(): T
  /** The code and the fields of an error. */
  error: { code: string; [field: string]: unknown }
}

export type StaffClient = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  given?: { body?: object; version?: number },
) => Promise<StaffAnswer>

/** Returns a function that calls `/api/staff/…` as a member of staff: of `addStaff`, or of one that no table has. */
export function staffClient(shop: TestApp, roles: Role | readonly Role[] = 'content', member?: { id: number }): StaffClient {
  const credentials = shop.asStaff(roles, member)
  return async (method, path, { body, version } = {}) => {
    const headers = { ...credentials, ...(version === undefined ? {} : { 'if-match': `"${version}"` }) }
    const answer = await shop.app.inject({ method, url: `/api/staff/${path}`, headers, ...(body ? { payload: body } : {}) })
    const json = () => answer.json<StaffAnswer['error']>()
    return {
      status: answer.statusCode,
      etag: typeof answer.headers['etag'] === 'string' ? answer.headers['etag'] : undefined,
      as: <T>() => answer.json<T>(),
      get error() {
        return json()
      },
    }
  }
}
