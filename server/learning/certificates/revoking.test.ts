import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { CheckedCertificate } from '#contract/learning/certificates.ts'
import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import type { ExportedData } from '#contract/people/accounts.ts'
import { createFinishedBatch, type FinishedBatch } from '#tests/school/finished-batch.ts'
import { endPlaces, movePlace } from '#tests/school/places.ts'
import { addBatch } from '#tests/school/sell-course.ts'

interface Issued {
  shop: FinishedBatch
  student: Awaited<ReturnType<FinishedBatch['signInStudent']>>
  /** The newest certificate. */
  newest: () => Promise<StaffCertificate>
  check: (code: string) => Promise<CheckedCertificate>
}

async function issueOne(): Promise<Issued> {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  await issueAgain(shop, student.id)
  return {
    shop,
    student,
    newest: async () => (await shop.owner('GET', 'certificates/?sort=-id')).as<{ items: StaffCertificate[] }>().items[0]!,
    check: async (code) => (await shop.get(`/certificates/${code}/`)).json<CheckedCertificate>(),
  }
}
const issueAgain = (shop: FinishedBatch, id: number) =>
  shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [id] } })
const pdfOf = (shop: FinishedBatch, code: string) => shop.app.inject(`/api/certificates/${code}/pdf/`)

test('a revoked certificate says only that it is not valid', async () => {
  const { shop, student, newest, check } = await issueOne()
  const { id, code } = await newest()
  expect((await check(code)).valid).toBe(true)
  const revoked = await shop.owner('POST', `certificates/${id}/revoke/`, { body: { reason: 'Issued to the wrong student.' } })
  expect(revoked.as()).toMatchObject({ revoked_for: 'staff', revoke_reason: 'Issued to the wrong student.' })
  expect(await check(code)).toEqual({ valid: false })
  expect((await pdfOf(shop, code)).statusCode).toBe(404)
  expect((await shop.get('/own-certificates/', student.access)).json()).toEqual([])
  const again = await shop.owner('POST', `certificates/${id}/revoke/`, { body: { reason: 'Twice' } })
  expect([again.status, again.error.code]).toEqual([409, 'already_revoked'])
  expect((await shop.owner('POST', 'certificates/9999/revoke/', { body: { reason: 'x' } })).status).toBe(404)
  expect((await shop.owner('POST', `certificates/${id}/revoke/`, { body: { reason: ' ' } })).status).toBe(400)
  // The new one has an address of its own.
  expect((await issueAgain(shop, student.id)).as()).toMatchObject({ issued: 1 })
  expect((await newest()).code).not.toBe(code)
})

test('the end of the access ends the certificate in its transaction', async () => {
  const { shop, student, newest, check } = await issueOne()
  const { code } = await newest()
  const tx = await shop.db.connect()
  try {
    await tx.query('begin')
    await tx.query('update enrolments set ended_at = app_now() where user_id = $1', [student.id])
    const { rows } = await tx.query('select revoked_for from certificates')
    expect(rows).toEqual([{ revoked_for: 'access_ended' }])
    await tx.query('rollback')
  } finally {
    tx.release()
  }
  expect((await check(code)).valid).toBe(true)
  await endPlaces(shop.db, student.id)
  expect(await check(code)).toEqual({ valid: false })
})

test('a move to another batch ends the certificate', async () => {
  const { shop, student, newest, check } = await issueOne()
  const { code } = await newest()
  const other = await addBatch(shop.db, shop.courseId, {})
  await movePlace(shop.db, student.id, other)
  expect(await check(code)).toEqual({ valid: false })
  expect(await newest()).toMatchObject({ revoked_for: 'access_ended', revoked_by: null })
})

test('an issue during the end of an access gives none', async () => {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  const tx = await shop.db.connect()
  try {
    await tx.query('begin')
    await tx.query('update enrolments set ended_at = app_now() where user_id = $1', [student.id])
    const issuing = issueAgain(shop, student.id)
    await tx.query('commit')
    expect((await issuing).as()).toMatchObject({ issued: 0, refused: [student.id] })
  } finally {
    tx.release()
  }
})

test('an erased student has no valid certificate and no name', async () => {
  const { shop, student, newest, check } = await issueOne()
  const { id, code } = await newest()
  const exported = (await shop.get('/auth/export/', student.access)).json<ExportedData>().parts
  expect(exported['certificates']).toMatchObject([{ code, holder: 'Asha Patil', attended: 6 }])
  for (const { erasures } of shop.deps.personalData) {
    for (const erase of erasures.account ?? []) await shop.db.query(erase.text, [student.id])
  }
  expect(await check(code)).toEqual({ valid: false })
  expect(await newest()).toMatchObject({ holder: null, revoked_for: 'erased' })
  expect((await issueAgain(shop, student.id)).as()).toMatchObject({ issued: 0, refused: [student.id] })
  expect(
    (await shop.app.inject({ url: `/api/staff/certificates/${id}/pdf/`, headers: { ...shop.asStaff('owner') } })).statusCode,
  ).toBe(404)
})

test('a corrected name is issued again with the same figures', async () => {
  const { shop, student, newest, check } = await issueOne()
  const former = await newest()
  const reissue = (id: number) => shop.owner('POST', `certificates/${id}/reissue/`)
  expect((await reissue(former.id)).error.code).toBe('same_name')
  await shop.db.query(`update users set full_name = 'Asha Patil-Rao' where id = $1`, [student.id])
  expect(await newest()).toMatchObject({ holder: 'Asha Patil', student: 'Asha Patil-Rao' })
  const made = await reissue(former.id)
  expect([made.status, made.as<StaffCertificate>().holder]).toEqual([201, 'Asha Patil-Rao'])
  const { id: _id, code, ...rest } = await newest()
  expect(rest).toMatchObject({ attended: former.attended, counted: former.counted, first_day: former.first_day })
  expect(await check(former.code)).toEqual({ valid: false })
  expect(await check(code)).toMatchObject({ valid: true, holder: 'Asha Patil-Rao' })
  expect((await reissue(former.id)).error.code).toBe('already_revoked')
  await shop.db.query(`update users set full_name = 'Asha Patil' where id = $1`, [student.id])
  expect((await reissue(former.id)).error.code).toBe('already_revoked')
  const late = await shop.owner('POST', `certificates/${former.id}/revoke/`, { body: { reason: 'Wrong' } })
  expect([late.status, late.error.code]).toEqual([409, 'replaced'])
  await shop.db.query(`update users set full_name = '山田' where id = $1`, [student.id])
  expect((await reissue((await newest()).id)).error.code).toBe('unprintable_name')
  expect((await check(code)).valid).toBe(true)
  expect((await shop.mails(student.email)).filter(({ subject }) => subject.startsWith('Your certificate'))).toHaveLength(2)
})

test('the PDF has name, course, hours and address', async () => {
  const { shop, newest } = await issueOne()
  const { id, code, number } = await newest()
  const answer = await pdfOf(shop, code)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-robots-tag']]).toEqual([
    200,
    'application/pdf',
    'noindex',
  ])
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload))
  const page = await document.getPage(1)
  // One page of A4 across, in points.
  expect(document.numPages).toBe(1)
  expect(page.view.map(Math.round)).toEqual([0, 0, 842, 595])
  const text = await textOf(answer.rawPayload)
  for (const part of [
    'Asha Patil',
    'Testing in Practice',
    '6 live classes, 9 hours',
    '3 February 2031 to 14 February 2031',
    number,
  ]) {
    expect(text).toContain(part)
  }
  expect((await shop.app.inject(`/api/staff/certificates/${id}/pdf/`)).statusCode).toBe(401)
  await shop.owner('POST', `certificates/${id}/revoke/`, { body: { reason: 'Wrong' } })
  const forStaff = await shop.app.inject({ url: `/api/staff/certificates/${id}/pdf/`, headers: { ...shop.asStaff('support') } })
  expect(await textOf(forStaff.rawPayload)).toContain('Not valid')
})

test('the picture of a link goes with the certificate', async () => {
  const { shop, newest } = await issueOne()
  const { id, code } = await newest()
  const picture = await shop.app.inject(`/media/card/certificate/${code}.jpg`)
  expect([picture.statusCode, picture.headers]).toMatchObject([
    200,
    { 'content-type': 'image/jpeg', 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' },
  ])
  await shop.owner('POST', `certificates/${id}/revoke/`, { body: { reason: 'Wrong' } })
  expect((await shop.app.inject(`/media/card/certificate/${code}.jpg`)).statusCode).toBe(404)
  expect((await shop.app.inject(`/media/card/course/${code}.jpg`)).statusCode).toBe(404)
})

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text
}
