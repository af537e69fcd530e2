import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { type Role, roles } from '#contract/permissions.ts'
import type { Staff, Student, Visitor } from '#server/platform/auth/principal.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { route } from './route.ts'

const answers = { 200: z.object({ kind: z.string(), id: z.number().nullable() }) }
const example = { answer: { kind: 'staff', id: 1 } }
const call = { tag: 'Tests', summary: 'Return the caller', answers, example } as const
const change = endpoint({
  ...call,
  name: 'changeCompany',
  method: 'PATCH',
  path: '/staff/tests/:id/',
  access: { staff: 'companies:write' },
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.strictObject({ name: z.string().min(1) }),
  errors: [404, 412, 428],
})
const describePrincipal = (principal: Staff | Student | Visitor) => ({
  kind: principal.kind,
  id: 'id' in principal ? principal.id : null,
})

async function mount(): Promise<TestApp & { change(headers?: object, payload?: object | string): ReturnType<TestApp['get']> }> {
  const shop = await createTestApp({ addsRoutes: true })
  route(shop.app, shop.deps, change, async (staff) => describePrincipal(staff), {
    staff: { name: 'tests', calls: 2, minutes: 10 },
  })
  return {
    ...shop,
    change: (headers = {}, payload = { name: 'Acme' }) =>
      shop.app.inject({
        method: 'PATCH',
        url: '/api/staff/tests/7/',
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

test.each(roles)('answers %s by the permission table [SEC-093]', async (role: Role) => {
  const shop = await mount()
  const answer = await shop.change(shop.asStaff(role))
  const allowed = role === 'owner' || role === 'content'
  expect(answer.statusCode).toBe(allowed ? 200 : 403)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toMatchObject(allowed ? { kind: 'staff', id: 1 } : { code: 'forbidden' })
})

test('answers 401 for a missing or invalid token [SEC-093]', async () => {
  const shop = await mount()
  const dead = shop.asStaff('owner')
  shop.dismissStaff(dead)
  for (const headers of [{}, dead, { authorization: 'Bearer a.b.c' }, { authorization: 'Basic b3duZXI6b3duZXI=' }]) {
    const answer = await shop.change(headers)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' })
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('answers 403 to a student [SEC-093]', async () => {
  const shop = await mount()
  const { access } = await signIn(shop)
  expect((await shop.change({ authorization: `Bearer ${access}` })).statusCode).toBe(403)
})

test('rejects a stranger before the body is read [SEC-093]', async () => {
  const shop = await mount()
  const { access } = await signIn(shop)
  const huge = `{"name": "${'x'.repeat(40_000)}"}`
  for (const payload of ['{"name":', huge, '{"name": 1, "more": true}']) {
    expect((await shop.change({}, payload)).statusCode).toBe(401)
    expect((await shop.change({ authorization: `Bearer ${access}` }, payload)).statusCode).toBe(403)
    expect((await shop.change(shop.asStaff('instructor'), payload)).statusCode).toBe(403)
  }
  const owner = shop.asStaff('owner')
  expect((await shop.change(owner, huge)).statusCode).toBe(413)
  expect((await shop.change(owner, '{"name":')).statusCode).toBe(400)
})

test('staff and student tokens are not interchangeable [SEC-093]', async () => {
  const shop = await mount()
  const student = endpoint({ ...call, name: 'asStudent', method: 'GET', path: '/tests/student/', access: 'student' })
  const optional = endpoint({ ...call, name: 'asAnyone', method: 'GET', path: '/tests/optional/', access: 'optional' })
  const everyone = endpoint({ ...call, name: 'asVisitor', method: 'GET', path: '/tests/public/', access: 'public' })
  for (const one of [student, optional, everyone])
    route(shop.app, shop.deps, one, async (principal) => describePrincipal(principal))
  const { access, user } = await signIn(shop)
  const get = async (path: string, headers: { authorization?: string }) => {
    const answer = await shop.app.inject({ url: `/api/tests/${path}/`, headers })
    return answer.statusCode === 200 ? answer.json<object>() : answer.statusCode
  }
  const [owner, theirs] = [shop.asStaff('owner'), { authorization: `Bearer ${access}` }]
  expect(await get('student', owner)).toBe(401)
  expect(await get('student', theirs)).toEqual({ kind: 'student', id: user.id })
  expect(await get('optional', owner)).toEqual({ kind: 'visitor', id: null })
  expect(await get('optional', theirs)).toEqual({ kind: 'student', id: user.id })
  expect(await get('public', theirs)).toEqual({ kind: 'visitor', id: null })
})

test('counts each staff member separately', async () => {
  const shop = await mount()
  const [busy, other] = [shop.asStaff('owner'), shop.asStaff('owner')]
  const statuses = [busy, busy, busy, other].map(async (headers) => (await shop.change(headers)).statusCode)
  expect(await Promise.all(statuses)).toEqual(expect.arrayContaining([200, 200, 429, 200]))
  expect((await shop.change(busy)).statusCode).toBe(429)
  expect((await shop.change(other)).statusCode).toBe(200)
})

test('the OpenAPI document names permission and roles of staff endpoints', async () => {
  const shop = await mount()
  const { paths } = (await shop.app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, object>> }>()
  expect(paths['/api/staff/tests/{id}/']?.['patch']).toMatchObject({
    'x-permission': 'companies:write',
    'x-roles': ['owner', 'content'],
    security: [{ staffToken: [] }],
    responses: { 200: {}, 401: {}, 403: {}, 404: {}, 412: {}, 413: {}, 415: {}, 428: {} },
  })
})
