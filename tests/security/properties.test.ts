import { expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTestApp } from '../create-test-app.ts'
import { signIn } from '../sign-in.ts'
import { addStaff } from '../staff.ts'
import { endpoints } from './endpoints.ts'
import { fuzzAddress, fuzzBody } from './fuzz-call.ts'

// Each test makes thousands of calls.
vi.setConfig({ testTimeout: 120_000 })

// The calls of staff share one way from request to record, and strangers never reach it. The long run has more of both.
const fuzzing = ({ access }: Endpoint) => ({ runs: typeof access === 'object' ? 3 : 25, seed: 20_260_101 })

test('random bodies get an answer below 500, rejected ones change nothing [SEC-034]', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  const owner = await addStaff(shop, 'owner')
  // server/uploads/media.test.ts sends hostile forms.
  const calls = endpoints.filter(({ body, bodyType }) => body && !bodyType)
  for (const endpoint of calls) await fuzzBody(shop, endpoint, access, { ...fuzzing(endpoint), owner })
  expect(calls.length).toBeGreaterThan(12)
})

test('random paths and queries get an answer below 500 without changes [SEC-034]', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  const owner = await addStaff(shop, 'owner')
  const calls = endpoints.filter(({ params, query }) => params ?? query)
  for (const endpoint of calls) await fuzzAddress(shop, endpoint, access, { ...fuzzing(endpoint), owner })
  expect(calls.length).toBeGreaterThan(12)
})
