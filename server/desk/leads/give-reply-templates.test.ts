import { expect, test } from 'vitest'
import { replyTemplates, type ReplyTemplateRecord } from '#contract/desk/staff/reply-templates.ts'
import { system } from '#server/platform/auth/principal.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { giveReplyTemplates } from './give-reply-templates.ts'

test('templates of a new school are offered once they are ready', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop, 'support')
  await giveReplyTemplates(shop, system)
  const list = async (query = '') => (await call('GET', `reply-templates/${query}`)).as<{ items: ReplyTemplateRecord[] }>().items
  const given = await list()
  expect(given).toHaveLength(5)
  for (const { name, subject, body, kind, is_draft } of given) {
    expect([replyTemplates.input.safeParse({ name, subject, body, kind }).success, is_draft]).toEqual([true, true])
  }
  expect(await list('?is_draft=false')).toEqual([])
  const [first, second] = given
  if (!first || !second) throw new Error('no template was given')
  const ready = (await call('POST', `reply-templates/${first.id}/ready/`, { version: first.version })).as<ReplyTemplateRecord>()
  expect(await list('?is_draft=false')).toEqual([ready])
  await call('POST', `reply-templates/${second.id}/remove/`, { version: second.version })
  await giveReplyTemplates(shop, system)
  expect(await list()).toHaveLength(4)
})
