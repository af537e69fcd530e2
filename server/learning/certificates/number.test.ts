import { expect, test } from 'vitest'
import { type CheckedCertificate, readCertificateKey } from '#contract/learning/certificates.ts'
import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { createFinishedBatch } from '#tests/school/finished-batch.ts'

async function issueOne() {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [student.id] } })
  const { items } = (await shop.owner('GET', 'certificates/')).as<{ items: StaffCertificate[] }>()
  const check = async (key: string) => (await shop.get(`/certificates/${key}/`)).json<CheckedCertificate>()
  return { shop, student, certificate: items[0]!, check }
}

test('a number opens the certificate as its code does', async () => {
  const { shop, student, certificate, check } = await issueOne()
  const { id, code, number } = certificate
  expect(number).toMatch(/^[A-Z]{2,3}(-[2-9A-HJKMNP-Z]{4}){2}$/)
  expect(await check(number)).toEqual(await check(code))
  expect(await check(number)).toMatchObject({ valid: true, number, holder: 'Asha Patil' })
  const found = await shop.owner('GET', `certificates/?q=${number.toLowerCase()}`)
  expect(found.as<{ items: StaffCertificate[] }>().items).toMatchObject([{ id }])
  await shop.owner('POST', `certificates/${id}/revoke/`, { body: { reason: 'Wrong' } })
  expect(await check(number)).toEqual({ valid: false })
  // The next one has another number.
  await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [student.id] } })
  const [next] = (await shop.get('/own-certificates/', student.access)).json<{ number: string }[]>()
  expect(next?.number).not.toBe(number)
})

test('numbers of one network are checked a limited number of times', async () => {
  const shop = await createFinishedBatch(0)
  shop.deps.config.rateLimitFactor = 0.1
  const statuses: number[] = []
  for (let call = 0; call < 13; call += 1) statuses.push((await shop.get('/certificates/KS-2222-2222/')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 404), 429])
})

test('a number begins with initials of the school', async () => {
  const { db } = await createFinishedBatch(0)
  const names = ['Karyashala', 'Meghvarsha Institute of Computing', 'École de Pune', 'Code & Cloud', 'विद्यालय', '7', 'Of It']
  const { rows } = await db.query<{ prefix: string }>(
    'select certificate_prefix(name) as prefix from unnest($1::text[]) with ordinality as given (name, place) order by place',
    [names],
  )
  expect(rows.map(({ prefix }) => prefix)).toEqual(['KA', 'MC', 'CDP', 'CC', 'KS', 'KS', 'FT'])
})

test.each([
  ['ks 7f3k 92qd', 'KS-7F3K-92QD'],
  ['KS7F3K92QD', 'KS-7F3K-92QD'],
  ['4f1c9a0e7b2d48c5a6e3f0918d7c2b54', '4f1c9a0e7b2d48c5a6e3f0918d7c2b54'],
  ['KS-7F3K-92Q0', undefined],
  ['7F3K-92QD', undefined],
  ['', undefined],
])('the typed text %s is read as %s', (typed, key) => {
  expect(readCertificateKey(typed)).toBe(key)
})
