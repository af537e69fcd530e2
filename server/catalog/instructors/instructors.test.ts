import { expect, test } from 'vitest'
import type { InstructorRecord } from '#contract/catalog/staff/instructors.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const link = { kind: 'code', label: 'Code', url: 'https://code.example/tara' }
const meera = {
  name: 'Tara Venkatesh',
  bio: 'Reviews code.',
  background: '',
  languages: ['English', 'Tamil'],
  portrait: 'media/library/tara.avif',
  links: [link],
}

test('an instructor is created, changed, archived and restored', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  const made = (await call('POST', 'instructors/', { body: meera })).as<InstructorRecord>()
  expect(made).toMatchObject({ ...meera, archived: false, batches: 0 })
  const changed = await call('PATCH', `instructors/${made.id}/`, {
    body: { portrait: null, languages: [] },
    version: made.version,
  })
  expect(changed.as()).toMatchObject({ name: meera.name, portrait: null, languages: [], version: made.version + 1 })
  const archived = await call('POST', `instructors/${made.id}/archive/`, { version: made.version + 1 })
  expect([archived.etag, archived.as<InstructorRecord>().archived]).toEqual([`"${made.version + 2}"`, true])
  const names = async (query: string) =>
    (await call('GET', `instructors/${query}`)).as<{ items: InstructorRecord[] }>().items.map(({ name }) => name)
  expect(await names('?archived=false')).toEqual([])
  expect(await names('?q=TARA')).toEqual(['Tara Venkatesh'])
  expect((await call('POST', `instructors/${made.id}/restore/`, { version: made.version })).error.code).toBe('stale')
  expect((await call('POST', `instructors/${made.id}/restore/`, { version: made.version + 2 })).status).toBe(200)
  expect(await names('?archived=false')).toEqual(['Tara Venkatesh'])
})

test('an archived instructor still teaches but gets no new batch', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  const call = staffClient(shop)
  const [own] = (await call('GET', 'instructors/')).as<{ items: InstructorRecord[] }>().items
  expect(own).toMatchObject({ name: 'Meera Kulkarni', batches: 1 })
  await call('POST', `instructors/${own?.id}/archive/`, { version: own?.version ?? 0 })
  expect((await shop.get(`/courses/${courseId}/`)).json()).toMatchObject({ instructors: [{ name: 'Meera Kulkarni' }] })
  const copy = await call('POST', `batches/${batchId}/duplicate/`, { body: { starts_on: '2031-02-03' } })
  expect([copy.status, copy.error['instructor_id']]).toEqual([400, ['Please choose an instructor who is not archived.']])
  const { version } = (await call('GET', `batches/${batchId}/`)).as<{ version: number }>()
  expect((await call('PATCH', `batches/${batchId}/`, { body: { capacity: 5 }, version })).status).toBe(200)
})

test('visitors see the links of an instructor', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  const call = staffClient(shop, 'content')
  const [own] = (await call('GET', 'instructors/')).as<{ items: InstructorRecord[] }>().items
  const changed = await call('PATCH', `instructors/${own?.id}/`, { body: { links: [link] }, version: own?.version ?? 0 })
  expect(changed.as()).toMatchObject({ links: [link] })
  const shown = async () => (await shop.get(`/courses/${courseId}/`)).json<{ instructors: object[] }>().instructors
  await expect.poll(shown).toMatchObject([{ links: [link] }])
  const write = (links: object) => shop.db.query('update instructors set links = $1', [JSON.stringify(links)])
  for (const wrong of [
    {},
    [{ ...link, url: 'javascript:alert(1)' }],
    [{ ...link, label: '' }],
    [{}],
    Array.from({ length: 5 }, () => link),
  ]) {
    await expect(write(wrong)).rejects.toThrow('instructors_links')
  }
})

test.each([
  ['a script as portrait', { portrait: 'javascript:alert(1)' }],
  ['an address of another scheme', { portrait: '//evil.example/x.png' }],
  ['a name with a line break', { name: 'Tara\nVenkatesh' }],
  ['an empty name', { name: ' ' }],
  ['an unknown field', { version: 9 }],
  ['a link that is not https', { links: [{ ...link, url: 'http://code.example/' }] }],
  ['a link that is a script', { links: [{ ...link, url: 'javascript:alert(1)' }] }],
  ['a password in a link', { links: [{ ...link, url: 'https://me:secret@code.example/' }] }],
  ['a link without a name', { links: [{ ...link, label: ' ' }] }],
  ['an unknown kind of link', { links: [{ ...link, kind: 'facebook' }] }],
  ['the same link twice', { links: [link, link] }],
  ['five links', { links: Array.from({ length: 5 }, (_, n) => ({ ...link, url: `https://code.example/${n}` })) }],
  ['too many languages', { languages: Array.from({ length: 13 }, (_, index) => `Language ${index}`) }],
])('refuses an instructor with %s', async (_, change) => {
  const shop = await createTestApp()
  expect((await staffClient(shop)('POST', 'instructors/', { body: { ...meera, ...change } })).status).toBe(400)
  expect((await shop.db.query('select 1 from instructors')).rowCount).toBe(0)
})
