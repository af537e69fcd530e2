import { expect, test } from 'vitest'
import { policyIds } from '#contract/rules.ts'
import { blanksOf, type PolicyRecord } from '#contract/site/staff/policies.ts'
import { system } from '#server/platform/auth/principal.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { givePolicyDrafts } from './give-policy-drafts.ts'

test('a new school gets drafts that are published without blanks', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  await givePolicyDrafts(shop, system)
  await givePolicyDrafts(shop, system)
  const { items } = (await call('GET', 'policies/')).as<{ items: PolicyRecord[] }>()
  expect(new Set(items.map(({ policy_id }) => policy_id))).toEqual(new Set(Object.values(policyIds)))
  expect(items.map(({ publication }) => publication)).toEqual(['draft', 'draft', 'draft'])
  for (const id of Object.values(policyIds)) expect((await shop.get(`/utils/${id}/`)).statusCode).toBe(404)
  for (const { id, version, content, title } of items) {
    expect(blanksOf({ title, content }).length).toBeGreaterThan(3)
    const refused = await call('POST', `policies/${id}/publish/`, { version })
    expect([refused.status, refused.error.code]).toEqual([409, 'blanks_left'])
    expect(refused.error.message).toMatch(
      /^Please fill in what stands in \[brackets\] before you publish: \[[^\]]+\] and \d more\.$/,
    )
    const filled = content.map((part) => ({ ...part, description: part.description.replaceAll(/\[[^[\]]+\]/g, '7') }))
    const changed = await call('PATCH', `policies/${id}/`, { body: { content: filled }, version })
    const published = await call('POST', `policies/${id}/publish/`, { version: changed.as<PolicyRecord>().version })
    expect(published.as<PolicyRecord>().in_effect).toBe(true)
  }
})

test('a version that is published for later takes no blank', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  const content = [{ title: 'Fees', description: 'See the list [1].' }]
  const body = { policy_id: policyIds.refund, title: 'Refund Policy', content, effective_on: '2099-01-01' }
  const made = (await call('POST', 'policies/', { body })).as<PolicyRecord>()
  const { version } = (await call('POST', `policies/${made.id}/publish/`, { version: made.version })).as<PolicyRecord>()
  const blank = { content: [{ title: 'Fees', description: 'Write to [e-mail].' }] }
  const refused = await call('PATCH', `policies/${made.id}/`, { body: blank, version })
  expect([refused.status, refused.error.code]).toEqual([409, 'blanks_left'])
  expect((await call('GET', `policies/${made.id}/`)).as<PolicyRecord>()).toMatchObject({ version, content })
})
