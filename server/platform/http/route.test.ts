import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from '#contract/client.ts'
import { endpoint, type Method } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { injectCalls } from '#server/platform/pages/inject-calls.ts'
import { transportOf } from '#server/platform/pages/page-renderer.ts'
import { route } from './route.ts'

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies Method[]

async function mount(method: (typeof writes)[number]) {
  const shop = await createTestApp({ addsRoutes: true })
  const rename = endpoint({
    name: `rename${method}`,
    method,
    path: '/rename/:id/',
    tag: 'Tests',
    summary: 'Rename a thing',
    access: 'public',
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.strictObject({ name: z.string().min(1, 'Name is required.') }),
    answers: { 200: z.object({ id: z.number(), name: z.string() }) },
    example: { body: { name: 'Cloud' }, answer: { id: 1, name: 'Cloud' } },
  })
  route(shop.app, shop.deps, rename, async (_visitor, { params, body }) => ({ id: params.id, name: body.name }), {
    network: { name: 'rename', calls: 1, minutes: 10 },
  })
  shop.deps.config.rateLimitFactor = 1
  const send = (payload: object) => shop.app.inject({ method, url: '/api/rename/7/', payload })
  return { shop, rename, send }
}

test.each(writes)('%s is parsed, rejected and documented as a write', async (method) => {
  const { shop, send } = await mount(method)
  const refused = await send({ name: '', more: true })
  expect(refused.statusCode).toBe(400)
  expect(errorBody.parse(refused.json())).toMatchObject({ name: ['Name is required.'], more: ['This field is not known here.'] })
  const { paths } = (await shop.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { responses: object; requestBody?: object }>>
  }>()
  const documented = paths['/api/rename/{id}/']?.[method.toLowerCase()]
  expect(Object.keys(documented?.responses ?? {})).toEqual(expect.arrayContaining(['200', '413', '415']))
})

test('a missing field is required in plain words', async () => {
  const { send } = await mount('POST')
  expect((await send({})).json()).toMatchObject({ message: 'This field is required.', name: ['This field is required.'] })
})

test.each(writes)('%s is counted and rejected when counting fails', async (method) => {
  const { shop, send } = await mount(method)
  expect((await send({ name: 'Cloud' })).json()).toEqual({ id: 7, name: 'Cloud' })
  expect((await send({ name: 'Cloud' })).statusCode).toBe(429)
  await shop.db.query('alter table limit_counters rename to limit_counters_away')
  expect((await send({ name: 'Cloud' })).statusCode).toBe(500)
})

test.each(writes)('%s is never answered from the cached read of its path', async (method) => {
  const { shop, rename } = await mount(method)
  shop.deps.responseCache.markAllStale(true)
  const cachedAnswer = async () => ({ body: Buffer.from('{"id":1,"name":"Read"}'), headers: {}, tags: new Set<string>() })
  await shop.deps.responseCache.getOrRender('/api/rename/7/', cachedAnswer)
  expect(shop.deps.responseCache.get('/api/rename/7/')).toBeDefined()
  const transport = transportOf(injectCalls(shop.app, shop.deps, '203.0.113.5').call)
  const received = await transport({ method, path: '/rename/7/', body: { name: 'Cloud' } }, rename)
  expect(received).toMatchObject({ status: 200, body: { id: 7, name: 'Cloud' } })
  const injected = await shop.app.inject({ method, url: '/api/rename/7/', payload: { name: 'Cloud' } })
  expect(injected.json()).toEqual({ id: 7, name: 'Cloud' })
})

test('an answer without a body works for every client', async () => {
  const shop = await createTestApp({ addsRoutes: true })
  const remove = endpoint({
    name: 'removeThing',
    method: 'DELETE',
    path: '/things/:id/',
    tag: 'Tests',
    summary: 'Remove a thing',
    access: 'public',
    params: z.object({ id: z.coerce.number().int().positive() }),
    answers: { 204: z.null() },
    example: { answer: null },
  })
  route(shop.app, shop.deps, remove, async (_visitor, _input, reply) => {
    reply.code(204)
    return null
  })
  const answer = await shop.app.inject({ method: 'DELETE', url: '/api/things/7/' })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  const transport = transportOf(injectCalls(shop.app, shop.deps, '203.0.113.5').call)
  expect(await createClient(transport)(remove, { params: { id: 7 } })).toBeNull()
  expect((await shop.app.inject('/api/openapi.json')).json()).toMatchObject({
    paths: { '/api/things/{id}/': { delete: { responses: { 204: {} } } } },
  })
})

test('an endpoint that writes cannot be mounted as cached', async () => {
  const shop = await createTestApp({ addsRoutes: true })
  const cached = endpoint({
    name: 'cachedWrite',
    method: 'POST',
    path: '/cached/',
    tag: 'Tests',
    summary: 'Write',
    access: 'public',
    answers: { 200: z.object({}) },
    example: { answer: {} },
    cacheTags: ['course'],
  })
  expect(() => route(shop.app, shop.deps, cached, async () => ({}))).toThrow('cachedWrite writes')
})

test('answers 404 for a method that a path lacks', async () => {
  const shop = await createTestApp({ addsRoutes: true })
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const answer = await shop.app.inject({ method, url: '/api/courses/' })
    expect([answer.statusCode, errorBody.parse(answer.json()).code]).toEqual([404, 'not_found'])
  }
})

test.each(writes)('%s is sent with its body while rendering', async (method) => {
  const { shop, rename } = await mount(method)
  const transport = transportOf(injectCalls(shop.app, shop.deps, '203.0.113.5').call)
  const received = await transport({ method, path: '/rename/7/', body: { name: 'Cloud' } }, rename)
  expect(received).toMatchObject({ status: 200, body: { id: 7, name: 'Cloud' } })
})
