import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, ConnectionError } from '#contract/client.ts'
import { call } from './api.ts'
import { loadEnrolled, restoreSession } from './restore-session.ts'
import { clearSession, readSession, updateSession } from './session.ts'
import { logIn } from './start-session.ts'
import { takeQueuedToasts } from './toast.ts'

vi.mock('./api.ts', () => ({ call: vi.fn() }))
const asha = { full_name: 'Asha Patil', email: 'asha@example.com' }
const course = { id: 1, title: 'Cloud' } as unknown as ReturnType<typeof readSession>['enrolled'][number]
const unavailable = new ApiError({ status: 503, body: { message: 'Away' } })

/** Sets the answer of each call by its name. An error is thrown. */
function answer(given: Record<string, unknown>): void {
  vi.mocked(call).mockImplementation(async ({ name }) => {
    const answered = given[name]
    if (answered instanceof Error) throw answered
    return answered
  })
}

beforeEach(() => {
  const stored = new Map([['accessToken', 'access']])
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  updateSession({ loading: true, user: asha, enrolled: [], error: null })
  return () => vi.unstubAllGlobals()
})

test('reports an error when profile and courses both fail [TXT-008]', async () => {
  answer({ readProfile: unavailable, listEnrolledCourses: unavailable })
  await restoreSession()
  expect(readSession()).toMatchObject({ loading: false, enrolled: [], error: 'Authentication error' })
})

const lost = new ConnectionError(new TypeError('fetch failed'))

test.each([
  ['the connection is lost', lost, 'Your internet connection is gone. Please try again when it is back. (Authentication error)'],
  ['the server fails', unavailable, 'Away (Authentication error)'],
  [
    'a proxy answers for the server',
    new ApiError({ status: 502, body: '<html>' }),
    'Something went wrong. Please try again. (Authentication error)',
  ],
  ['the server refuses the session', new ApiError({ status: 401, body: { message: 'Expired' } }), 'Authentication error'],
])('a failed start names its reason first when %s', async (_when, failure, text) => {
  takeQueuedToasts()
  answer({ readProfile: failure, listEnrolledCourses: failure })
  await restoreSession()
  expect(takeQueuedToasts()).toEqual([{ container: 'account', kind: 'error', text }])
})

test('clears the courses error once fetching succeeds [TXT-053]', async () => {
  updateSession({ enrolled: [course] })
  answer({ listEnrolledCourses: unavailable })
  await loadEnrolled()
  expect(readSession()).toMatchObject({ enrolled: [], error: 'Failed to fetch enrolled courses' })
  answer({ listEnrolledCourses: { 'enrolled courses': [course] } })
  await loadEnrolled()
  expect(readSession()).toMatchObject({ enrolled: [course], error: null })
})

test('reports no error when only the profile fails [TXT-054]', async () => {
  answer({ readProfile: unavailable, listEnrolledCourses: { 'enrolled courses': [course] } })
  await restoreSession()
  expect(readSession()).toEqual({ loading: false, user: null, enrolled: [course], error: null })
})

test('a profile that arrives after logout is not stored', async () => {
  answer({ readProfile: { student: { user: { first_name: 'Asha Patil', email: 'asha@example.com' } } }, listEnrolledCourses: {} })
  const restored = restoreSession()
  clearSession()
  await restored
  expect([readSession().user, localStorage.getItem('user')]).toEqual([null, null])
})

test.each([
  ['empty', { student: null }],
  ['unavailable', unavailable],
])('signs out when the profile is %s [SEC-024]', async (_what, profile) => {
  localStorage.setItem('accessToken', 'access')
  updateSession({ loading: true })
  expect(document.documentElement.dataset['auth']).toBe('in')
  answer({ readProfile: profile, listEnrolledCourses: { 'enrolled courses': [] } })
  await restoreSession()
  expect(readSession().user).toBeNull()
  expect(document.documentElement.dataset['auth']).toBe('out')
})

test('login loads the courses, and logout clears user, courses and error [TXT-009]', async () => {
  updateSession({ user: null, error: 'Authentication error' })
  answer({ listEnrolledCourses: { 'enrolled courses': [course] } })
  logIn({ access: 'access', refresh: 'refresh', user: asha })
  expect(readSession()).toMatchObject({ user: asha, error: null })
  await vi.waitFor(() => expect(readSession().enrolled).toEqual([course]))
  updateSession({ error: 'Failed to fetch enrolled courses' })
  clearSession()
  expect(readSession()).toEqual({ loading: false, user: null, enrolled: [], error: null })
})
