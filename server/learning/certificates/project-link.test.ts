import { expect, test } from 'vitest'
import type { OwnCertificate, ValidCertificate } from '#contract/learning/certificates.ts'
import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { createFinishedBatch } from '#tests/school/finished-batch.ts'

const url = 'https://github.com/asha/clinic'

async function issueOne() {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  const path = `/api/own-certificates/${shop.batchId}/`
  const headers = { authorization: `Bearer ${student.access}` }
  const issue = () => shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [student.id] } })
  const send = (given: unknown) => shop.app.inject({ method: 'PUT', url: `${path}project/`, headers, payload: { url: given } })
  return {
    shop,
    issue,
    send,
    remove: () => shop.app.inject({ method: 'DELETE', url: `${path}project/`, headers }),
    own: async () => (await shop.app.inject({ url: path, headers })).json<OwnCertificate>().certificate,
    shown: async () => {
      const certificate = (await shop.app.inject({ url: path, headers })).json<OwnCertificate>().certificate!
      return (await shop.get(`/certificates/${certificate.number}/`)).json<ValidCertificate>().project_url
    },
  }
}

test('the page shows a link while the student wants it', async () => {
  const { issue, send, remove, own, shown } = await issueOne()
  expect((await send(url)).statusCode).toBe(404)
  await issue()
  expect(await shown()).toBeNull()
  expect((await send(` ${url} `)).json()).toEqual({ project_url: url })
  expect([await shown(), (await own())?.project_url]).toEqual([url, url])
  expect((await remove()).json()).toEqual({ project_url: null })
  expect(await shown()).toBeNull()
})

test('refuses a link that is not of the web with TLS', async () => {
  const { issue, send, shown } = await issueOne()
  await issue()
  for (const wrong of [
    'http://example.com',
    'javascript:alert(1)',
    'https://me@example.com',
    'https://',
    '',
    `${url}/${'x'.repeat(500)}`,
    7,
  ])
    expect((await send(wrong)).statusCode, String(wrong)).toBe(400)
  expect(await shown()).toBeNull()
})

test('staff remove the link, and an erasure takes it', async () => {
  const { shop, issue, send, shown } = await issueOne()
  await issue()
  await send(url)
  const { items } = (await shop.owner('GET', 'certificates/')).as<{ items: StaffCertificate[] }>()
  expect(items).toMatchObject([{ project_url: url }])
  const removed = await shop.owner('POST', `certificates/${items[0]!.id}/remove-project/`)
  expect(removed.as<StaffCertificate>().project_url).toBeNull()
  expect(await shown()).toBeNull()
  await send(url)
  for (const { erasures } of shop.deps.personalData) {
    for (const erase of erasures.account ?? []) await shop.db.query(erase.text, [items[0]!.student_id])
  }
  expect((await shop.db.query('select project_url from certificates')).rows).toEqual([{ project_url: null }])
})
