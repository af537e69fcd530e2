import { test } from 'vitest'
import { createTestApp } from '../create-test-app.ts'
import { signIn } from '../sign-in.ts'
import { endpoints } from './endpoints.ts'
import { fuzzAddress, fuzzBody } from './fuzz-call.ts'

const named = (calls: typeof endpoints) => calls.map((endpoint) => [endpoint.name, endpoint] as const)

test.each(named(endpoints.filter(({ body }) => body)))(
  '%s rejects a thousand invalid bodies without changes',
  async (_name, endpoint) => {
    const shop = await createTestApp()
    const { access } = await signIn(shop)
    await fuzzBody(shop, endpoint, access, { runs: 1000 })
  },
)

test.each(named(endpoints.filter(({ params, query }) => params ?? query)))(
  '%s answers a thousand paths and queries below 500',
  async (_name, endpoint) => {
    const shop = await createTestApp()
    const { access } = await signIn(shop)
    await fuzzAddress(shop, endpoint, access, { runs: 1000 })
  },
)
