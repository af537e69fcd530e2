import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Method } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { createTestApp } from '#tests/create-test-app.ts'
import { injectTransport } from '../pages/inject-transport.ts'
import { route } from './route.ts'

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies Method[]

async function mount(method: (typeof writes)[number]) {
  const shop = await createTestApp()
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

test.each(writes)('%s is parsed, refused and documented as a write', async (method) => {
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

test.each(writes)('%s is counted, and not let through when nothing can be counted', async (method) => {
  const { shop, send } = await mount(method)
  expect((await send({ name: 'Cloud' })).json()).toEqual({ id: 7, name: 'Cloud' })
  expect((await send({ name: 'Cloud' })).statusCode).toBe(429)
  await shop.db.query('alter table limit_counters rename to limit_counters_away')
  expect((await send({ name: 'Cloud' })).statusCode).toBe(500)
})

test.each(writes)('%s is carried with its body while rendering', async (method) => {
  const { shop, rename } = await mount(method)
  const { transport } = injectTransport(shop.app, shop.deps, '203.0.113.5')
  const received = await transport({ method, path: '/rename/7/', body: { name: 'Cloud' } }, rename)
  expect(received).toMatchObject({ status: 200, body: { id: 7, name: 'Cloud' } })
})
