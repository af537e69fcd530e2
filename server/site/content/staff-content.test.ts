import { expect, onTestFinished, test, vi } from 'vitest'
import { blogs } from '#contract/site/staff/blogs.ts'
import { companies } from '#contract/site/staff/companies.ts'
import { policies } from '#contract/site/staff/policies.ts'
import { projects } from '#contract/site/staff/projects.ts'
import { testimonials } from '#contract/site/staff/testimonials.ts'
import { resources, services } from '#contract/site/staff/utilities.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'

interface Record {
  id: number
  version: number
  publication: string
}

/** Returns calls of a member of staff with the role content. */
function staffOf(shop: TestApp, role: 'content' | 'owner' = 'content') {
  const headers = { ...shop.asStaff(role) }
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, version?: number) =>
    shop.app.inject({
      method,
      url: `/api/staff/${path}`,
      headers: { ...headers, ...(version === undefined ? {} : { 'if-match': `"${version}"` }) },
      ...(payload ? { payload } : {}),
    })
  const create = async (name: string, payload: object) => {
    const answer = await send('POST', `${name}/`, payload)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<Record>()
  }
  const act = async (name: string, verb: string, { id, version }: Record) => {
    const answer = await send('POST', `${name}/${id}/${verb}/`, undefined, version)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Record>()
  }
  return { send, create, act }
}

/** Where visitors read each kind of record, and a text of its example. */
const kinds = [
  { contract: services, read: () => '/utils/', text: 'Mock interviews' },
  { contract: resources, read: () => '/utils/', text: 'Mock interviews' },
  { contract: projects, read: () => '/projects/', text: 'Clinic booking' },
  { contract: blogs, read: (id: number) => `/blogs/${id}/`, text: 'Reading a stack trace' },
  { contract: companies, read: () => '/companies/', text: 'Tarang Systems' },
  { contract: testimonials, read: () => '/testimonials/', text: 'I ship weekly.' },
] as const

test.each(kinds)('visitors see $contract.name only while published', async ({ contract, read, text }) => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const draft = await staff.create(contract.name, contract.examples.input)
  expect(draft.publication).toBe('draft')
  const isShown = async () => (await shop.get(read(draft.id))).body.includes(text)
  expect(await isShown()).toBe(false)
  const published = await staff.act(contract.name, 'publish', draft)
  expect([published.publication, await isShown()]).toEqual(['published', true])
  const again = await staff.act(contract.name, 'unpublish', published)
  expect([again.publication, await isShown()]).toEqual(['draft', false])
  const archived = await staff.act(contract.name, 'archive', await staff.act(contract.name, 'publish', again))
  expect([archived.publication, await isShown()]).toEqual(['archived', false])
  const stale = await staff.send('POST', `${contract.name}/${draft.id}/publish/`, undefined, draft.version)
  expect([stale.statusCode, stale.json<{ current: Record }>().current]).toEqual([412, archived])
  expect((await staff.send('POST', `${contract.name}/${draft.id}/publish/`)).statusCode).toBe(428)
  const { rows } = await shop.db.query(`select distinct actor_kind from audit_log where row_id = $1`, [String(draft.id)])
  expect(rows).toEqual([{ actor_kind: 'staff' }])
})

test.each(kinds)('a preview link shows a draft of $contract.name', async ({ contract, read, text }) => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const draft = await staff.create(contract.name, contract.examples.input)
  const other = await staff
    .create(contract.name, { ...contract.examples.input, name: 'Setu Labs' })
    .catch(() => staff.create(contract.name, contract.examples.input))
  const link = await staff.send('POST', `${contract.name}/${draft.id}/preview/`)
  const token = new URL(link.json<{ path: string }>().path, 'http://x').searchParams.get('preview') ?? ''
  const readWith = async (preview: string, id = draft.id) =>
    (await shop.app.inject({ url: `/api${read(id)}`, headers: { 'x-preview': preview } })).body
  expect(await readWith(token)).toContain(text)
  expect(await readWith(token, other.id), 'another draft stays hidden').not.toContain(`"id":${other.id},`)
  for (const wrong of ['', `${token}x`, token.replace(/^./, 'A'), 'a.b']) expect(await readWith(wrong)).not.toContain(text)
  expect((await shop.get(read(draft.id))).body, 'nothing is cached').not.toContain(text)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await readWith(token), 'the link has expired').not.toContain(text)
})

test.each([
  [{ consented_on: null }, 409],
  [{ student_name: null, completed_on: null }, 409],
  [{ live_url: null, consented_on: '2026-06-29' }, 409],
  [{ student_name: null, live_url: null, completed_on: null, consented_on: null }, 200],
])('publishes a project of a student with consent alone: %o', async (change, status) => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const { id, version } = await staff.create('projects', { ...projects.examples.input, ...change })
  const answer = await staff.send('POST', `projects/${id}/publish/`, undefined, version)
  expect([answer.statusCode, answer.json<{ code?: string }>().code]).toEqual([
    status,
    status === 409 ? 'consent_missing' : undefined,
  ])
})

test('a project without a student needs only its description', async () => {
  const shop = await createTestApp()
  const { title, category, content, image } = projects.examples.input
  const draft = await staffOf(shop).create('projects', { title, category, content, image })
  expect(draft).toMatchObject({ student_name: null, learnt: null, live_url: null })
})

test('a policy changes on the day of its new version', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const refund = { ...policies.examples.input, effective_on: '2031-01-01' }
  const readText = async () => (await shop.get('/utils/6/')).body
  await shop.db.query(`update app_clock set "offset" = '2031-01-05T00:00:00Z'::timestamptz - now()`)
  expect((await shop.get('/utils/6/')).statusCode).toBe(404)
  const first = await staff.act('policies', 'publish', await staff.create('policies', refund))
  expect(await readText()).toContain('You get the full amount back.')
  expect(await readText()).toContain('"effective_on":"2031-01-01"')
  const later = { ...refund, effective_on: '2031-02-01', content: [{ title: 'Always', description: 'A new rule.' }] }
  await staff.act('policies', 'publish', await staff.create('policies', later))
  expect(await readText()).not.toContain('A new rule.')
  await shop.db.query(`update app_clock set "offset" = '2031-01-31T18:30:00Z'::timestamptz - now()`)
  // The cache ends an entry after a minute. The test asks without it.
  shop.deps.responseCache.invalidate(['utility:6'])
  expect(await readText()).toContain('A new rule.')
  const list = (await staff.send('GET', 'policies/?policy_id=6&sort=effective_on')).json<{ items: { in_effect: boolean }[] }>()
  expect(list.items.map((version) => version.in_effect)).toEqual([false, true])
  const refused = await staff.send('PATCH', `policies/${first.id}/`, { title: 'Other' }, first.version)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'in_effect'])
})

test('a later version of a policy has no past day', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const publish = async (effective_on: string) => {
    const { id, version } = await staff.create('policies', { ...policies.examples.input, effective_on })
    const answer = await staff.send('POST', `policies/${id}/publish/`, undefined, version)
    return answer.json<{ code?: string; in_effect?: boolean }>()
  }
  expect(await publish('2024-01-01')).toMatchObject({ in_effect: true })
  expect(await publish('2024-02-01')).toMatchObject({ code: 'day_passed' })
  expect(await publish('2023-12-01')).toMatchObject({ code: 'day_passed' })
  const { rows } = await shop.db.query<{ today: string }>(
    `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`,
  )
  expect(await publish(rows[0]?.today ?? '')).toMatchObject({ in_effect: true })
})

test('two published versions of a policy have different days', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const version = { ...policies.examples.input, effective_on: '2099-01-01' }
  await staff.act('policies', 'publish', await staff.create('policies', version))
  const second = await staff.create('policies', version)
  const refused = await staff.send('POST', `policies/${second.id}/publish/`, undefined, second.version)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'day_taken'])
})

test.each([
  { consent: false },
  { consented_on: null },
  { completed_on: null },
  { completed_on: '2026-07-05', consented_on: '2026-07-04' },
])('a testimonial without a valid consent is not published: %o', async (lacking) => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const draft = await staff.create('testimonials', { ...testimonials.examples.input, ...lacking })
  const refused = await staff.send('POST', `testimonials/${draft.id}/publish/`, undefined, draft.version)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'consent_missing'])
  const good = await staff.act('testimonials', 'publish', await staff.create('testimonials', testimonials.examples.input))
  const withdrawn = await staff.send('PATCH', `testimonials/${good.id}/`, lacking, good.version)
  expect(withdrawn.statusCode, 'a published one keeps its consent').toBe(409)
})

test('a testimonial names its course while visitors can read it', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const { courseId } = await sellCourse(shop.db)
  const words = { ...testimonials.examples.input, course: 'Testing in Practice' }
  await staff.act('testimonials', 'publish', await staff.create('testimonials', words))
  const named = async () => (await shop.get('/testimonials/')).json<{ course: string }[]>().map(({ course }) => course)
  expect(await named()).toEqual(['Testing in Practice'])
  await shop.db.query(`update courses set publication = 'draft' where id = $1`, [courseId])
  await vi.waitFor(async () => expect(await named()).toEqual(['']))
})

test('search finds published articles only', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const draft = await staff.create('blogs', blogs.examples.input)
  const found = async () => (await shop.get('/search/?q=stack+trace')).json<{ results: { kind: string }[] }>().results.length
  expect(await found()).toBe(0)
  const published = await staff.act('blogs', 'publish', draft)
  expect(await found()).toBe(1)
  await staff.act('blogs', 'archive', published)
  expect(await found()).toBe(0)
})

test('an article keeps its blocks and has its paragraphs as text', async () => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const { id } = await staff.act('blogs', 'publish', await staff.create('blogs', blogs.examples.input))
  const article = (await shop.get(`/blogs/${id}/`)).json<{ blocks: unknown; content: string[] }>()
  expect(article.blocks).toEqual(blogs.examples.input.blocks)
  expect(article.content).toEqual(['Start at the bottom.', 'Stop at your own code.'])
})

test.each([
  { type: 'html', html: '<b>bold</b>' },
  { type: 'paragraph', text: [{ text: 'Go', link: 'javascript:alert(1)' }] },
  { type: 'paragraph', text: [{ text: 'Go', link: 'data:text/html,x' }] },
  { type: 'paragraph', text: [{ text: 'Go', link: '//evil.example' }] },
  { type: 'paragraph', text: [{ text: 'Go', onclick: 'x' }] },
  { type: 'paragraph', text: [{ text: 'a\u202eb' }] },
  { type: 'heading', level: 1, text: [{ text: 'Title' }] },
  { type: 'image', path: 'javascript:alert(1)', alt: 'A', width: 800, height: 450, caption: null },
  { type: 'image', path: 'media/../secret', alt: 'A', width: 800, height: 450, caption: null },
  { type: 'image', path: 'media/library/1.avif', alt: '', width: 800, height: 450, caption: null },
])('refuses the hostile block %o [SEC-042]', async (block) => {
  const shop = await createTestApp()
  const staff = staffOf(shop)
  const answer = await staff.send('POST', 'blogs/', { ...blogs.examples.input, blocks: [block] })
  expect(answer.statusCode).toBe(400)
  expect((await shop.db.query('select 1 from blogs')).rowCount).toBe(0)
})

test('a new school has three policies without a text', async () => {
  const shop = await createTestApp()
  const { rows } = await shop.db.query(`select id, utils_type from utility_items order by id`)
  expect(rows).toEqual([4, 5, 6].map((id) => ({ id, utils_type: 'POL' })))
  expect((await shop.get('/utils/')).json()).toEqual([])
  const made = await staffOf(shop).create('services', services.examples.input)
  expect(made.id).toBe(100)
})
