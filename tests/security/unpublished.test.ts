import { addRecording } from '#tests/school/add-recording.ts'
import { expect, test } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

async function createUnpublished() {
  const shop = await createPayingShop()
  const { courseId, batchId } = await sellCourse(shop.db)
  const recordingId = await addRecording(shop.db, batchId, { title: 'Day one', preview: true })
  const buyer = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, buyer.access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, buyer.access)
  await shop.db.query(`update courses set publication = 'draft'`)
  return { shop, courseId, batchId, buyer, recordingId }
}

test('rejects a payment for a batch of an unpublished course [SEC-059]', async () => {
  const { shop, batchId, buyer } = await createUnpublished()
  const { access } = await signIn(shop)
  const refused = await shop.post(`/payment/start-payment/${batchId}/`, undefined, access)
  const unknown = await shop.post('/payment/start-payment/999999/', undefined, access)
  expect([refused.statusCode, refused.json()]).toEqual([404, unknown.json()])
  expect(await shop.providerOrders()).toHaveLength(1)
  expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, buyer.access)).json()).toMatchObject({
    code: 'already_enrolled',
  })
})

test('hides an unpublished course from visitors and other students [SEC-059]', async () => {
  const { shop, courseId, batchId, recordingId } = await createUnpublished()
  const { access } = await signIn(shop)
  const paths = [
    '/api/courses/',
    `/api/courses/${courseId}/`,
    `/api/videos/${batchId}/`,
    '/api/search/?q=Testing',
    `/api/payment/status/${batchId}/`,
    `/api/payment/purchases/${courseId}/`,
    `/api/enrolled-courses/${courseId}/`,
    '/sitemap.xml',
    '/blogs.atom',
    `/media/card/course/${courseId}.jpg`,
  ]
  for (const authorization of [undefined, `Bearer ${access}`]) {
    for (const url of paths) {
      const answer = await shop.app.inject({ url, headers: authorization ? { authorization } : {} })
      expect(answer.statusCode, url).not.toBe(500)
      expect(answer.body, url).not.toMatch(/Testing in Practice|Day one|Meera Kulkarni/)
      expect(answer.body, url).not.toContain(`/courses/${courseId}<`)
    }
  }
  const position = { position_seconds: 5, watched_at: new Date().toISOString() }
  const saved = await shop.post(`/recordings/${recordingId}/position/`, position, access)
  expect(saved.statusCode).toBe(404)
})

test('enrolled students keep access to an unpublished course [SEC-059]', async () => {
  const { shop, courseId, batchId, buyer } = await createUnpublished()
  const other = await addBatch(shop.db, courseId, {})
  expect((await shop.get(`/videos/${batchId}/`, buyer.access)).json()).toMatchObject({ videos: [{ title: 'Day one' }] })
  expect((await shop.get('/enrolled-courses/', buyer.access)).json()).toMatchObject({ 'enrolled courses': [{ id: courseId }] })
  expect((await shop.get(`/payment/purchases/${courseId}/`, buyer.access)).json()).toMatchObject([
    { transfer_choices: [{ id: other }] },
  ])
})
