import { expect, test } from 'vitest'
import type { Endpoint, StaffAccess } from '#contract/endpoint.ts'
import { permissions, type Role, roles } from '#contract/permissions.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addressOf, endpoints } from '#tests/security/endpoints.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff, enterConsole } from '#tests/school/staff.ts'

type StaffEndpoint = Endpoint & { access: StaffAccess }
const isForStaff = (endpoint: Endpoint): endpoint is StaffEndpoint => typeof endpoint.access === 'object'
const staffCalls = endpoints.filter(isForStaff)

/** Calls with a body that no parser reads, so an answer about rights was decided before it. */
async function call(shop: TestApp, endpoint: Endpoint, token: string | undefined): Promise<{ status: number; code: string }> {
  const answer = await shop.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint),
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(endpoint.body && { 'content-type': 'application/json' }) },
    ...(endpoint.body ? { payload: '{' } : {}),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, code: isJson ? (answer.json<{ code?: string }>().code ?? '') : '' }
}

test('every staff call is in the matrix or signs in', () => {
  const others = endpoints.filter((endpoint) => endpoint.path.startsWith('/staff/') && !isForStaff(endpoint))
  expect(others.every(({ path }) => path.startsWith('/staff/auth/'))).toBe(true)
  expect(staffCalls.every(({ path }) => path.startsWith('/staff/'))).toBe(true)
  expect(staffCalls.length).toBeGreaterThan(20)
  const used = new Set<string>(staffCalls.map(({ access }) => access.staff))
  expect(Object.keys(permissions).filter((permission) => !used.has(permission))).toEqual([])
})

test.each(roles)('answers the role %s at every call by the table [SEC-093]', async (role: Role) => {
  const shop = await createTestApp()
  const { access } = await enterConsole(shop, await addStaff(shop, role))
  for (const endpoint of staffCalls) {
    const { status, code } = await call(shop, endpoint, access)
    const allowed = (permissions[endpoint.access.staff] as readonly Role[]).includes(role)
    if (allowed) expect([200, 201, 202, 400, 404, 409, 415, 428], `${endpoint.name} ${code}`).toContain(status)
    else expect([status, code], endpoint.name).toEqual([403, 'forbidden'])
  }
})

test('answers two roles by the sum of both [SEC-093]', async () => {
  const shop = await createTestApp()
  const both = ['content', 'finance'] as const
  const { access, staff } = await enterConsole(shop, await addStaff(shop, ...both))
  expect([staff.role, staff.roles]).toEqual(['content', both])
  for (const endpoint of staffCalls) {
    const { status } = await call(shop, endpoint, access)
    const holders: readonly Role[] = permissions[endpoint.access.staff]
    const allowed = both.some((role) => holders.includes(role))
    expect([status !== 403, staff.permissions.includes(endpoint.access.staff)], endpoint.name).toEqual([allowed, allowed])
  }
})

test('refuses students, strangers and disabled staff at every call [SEC-093]', async () => {
  const shop = await createTestApp()
  const student = await signIn(shop)
  const disabled = await enterConsole(shop, await addStaff(shop, 'owner'))
  await addStaff(shop, 'owner')
  await shop.db.query('update staff set disabled_at = app_now() where id = $1', [disabled.member.id])
  for (const endpoint of staffCalls) {
    expect(await call(shop, endpoint, undefined), endpoint.name).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await call(shop, endpoint, disabled.access), endpoint.name).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await call(shop, endpoint, student.access), endpoint.name).toEqual({ status: 403, code: 'forbidden' })
  }
})

test('a staff token is nothing to the calls of students [SEC-120]', async () => {
  const shop = await createTestApp()
  const { access } = await enterConsole(shop, await addStaff(shop, 'owner'))
  const calls = endpoints.filter((endpoint) => endpoint.access === 'student')
  expect(calls.length).toBeGreaterThan(10)
  for (const endpoint of calls) {
    const answer = await shop.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: { authorization: `Bearer ${access}` },
      ...(endpoint.body ? { payload: endpoint.example.body as object } : {}),
    })
    expect(answer.statusCode, endpoint.name).toBe(401)
  }
})

test('every call that asks for a step-up refuses an old factor [SEC-128]', async () => {
  const shop = await createTestApp()
  const { access } = await enterConsole(shop, await addStaff(shop, 'owner'))
  await shop.passTime('16 minutes')
  const asking = staffCalls.filter(({ access: { stepUp } }) => stepUp)
  expect(asking.length).toBeGreaterThan(10)
  for (const endpoint of staffCalls) {
    const { code } = await call(shop, endpoint, access)
    if (endpoint.access.stepUp) expect(code, endpoint.name).toBe('step_up_required')
    else expect(code, endpoint.name).not.toBe('step_up_required')
  }
})

test('the OpenAPI document names permission, roles and step-up', async () => {
  const shop = await createTestApp()
  const { paths } = (await shop.get('/openapi.json')).json<{
    paths: Record<
      string,
      Record<string, { operationId: string; 'x-permission'?: string; 'x-roles'?: string[]; 'x-step-up'?: string }>
    >
  }>()
  const operations = new Map(Object.values(paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one])))
  for (const { name, access } of staffCalls) {
    const operation = operations.get(name)
    expect([operation?.['x-permission'], operation?.['x-roles']], name).toEqual([access.staff, permissions[access.staff]])
    expect(operation?.['x-step-up'] !== undefined, name).toBe(access.stepUp !== undefined)
  }
})
