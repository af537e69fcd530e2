import { test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { endpoints } from './endpoints.ts'
import { fuzzAddress, fuzzBody } from './fuzz-call.ts'

/** The calls of staff share one way from request to record. */
const runsOf = ({ access }: Endpoint) => (typeof access === 'object' ? 40 : 400)

const named = (calls: typeof endpoints) => calls.map((endpoint) => [endpoint.name, endpoint] as const)

test.each(named(endpoints.filter(({ body, bodyType }) => body && !bodyType)))(
  '%s rejects random invalid bodies without changes [SEC-034]',
  async (_name, endpoint) => {
    const shop = await createTestApp()
    const { access } = await signIn(shop)
    const owner = await addStaff(shop, 'owner')
    await fuzzBody(shop, endpoint, access, { runs: runsOf(endpoint), owner })
  },
)

test.each(named(endpoints.filter(({ params, query }) => params ?? query)))(
  '%s answers random paths and queries below 500 [SEC-034]',
  async (_name, endpoint) => {
    const shop = await createTestApp()
    const { access } = await signIn(shop)
    const owner = await addStaff(shop, 'owner')
    await fuzzAddress(shop, endpoint, access, { runs: runsOf(endpoint), owner })
  },
)
