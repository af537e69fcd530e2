import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import type { PaymentOutcome, StartedPayment } from '#contract/money/payments.ts'
import { required, type Shop } from './shop.ts'

/** A paid enrolment, with the answer of checkout. */
export interface Purchase {
  batchId: number
  courseId: number
  course: string
  paymentId: string
  answer: Record<'razorpay_payment_id' | 'razorpay_order_id' | 'razorpay_signature', string>
}

async function jsonOf<Body>(response: APIResponse): Promise<Body> {
  expect(response.status(), `${response.url()}: ${await response.text()}`).toBe(200)
  return (await response.json()) as Body
}

/** The course whose batches the tests buy, with the id of its first open batch. */
export async function findOpenBatch(request: APIRequestContext): Promise<{ batchId: number; courseId: number; course: string }> {
  const courses = await jsonOf<CourseCard[]>(await request.get('/api/courses/'))
  const course = courses.find(({ title }) => title.includes('Cloud Architecture'))
  const batch = course?.upcoming_batches.find(({ can_enroll }) => can_enroll)
  if (!course || !batch) throw new Error('the demo content has no open batch of this course')
  return { batchId: batch.id, courseId: course.id, course: course.title }
}

/**
 * Buys a batch through the API and pays at the sandbox as its sheet does.
 * @param of another batch than that of `findOpenBatch`
 * @param sandboxUrl of another product than the one that the tests share
 */
export async function buyBatch(
  request: APIRequestContext,
  { access }: { access: string },
  of?: number,
  sandboxUrl = required('SANDBOX_URL'),
): Promise<Purchase> {
  const open = await findOpenBatch(request)
  const batchId = of ?? open.batchId
  const answer = await payAt(request, { access }, { batchId, start: `/api/payment/start-payment/${batchId}/`, sandboxUrl })
  return { ...open, batchId, paymentId: answer.razorpay_payment_id, answer }
}

/** Pays a part of a price in the same way. */
export async function buyPart(
  request: APIRequestContext,
  { access }: { access: string },
  { id, batch_id: batchId }: { id: number; batch_id: number },
): Promise<void> {
  await payAt(
    request,
    { access },
    { batchId, start: `/api/payment/instalments/${id}/start/`, sandboxUrl: required('SANDBOX_URL') },
  )
}

async function payAt(
  request: APIRequestContext,
  { access }: { access: string },
  { batchId, start, sandboxUrl }: { batchId: number; start: string; sandboxUrl: string },
) {
  const headers = { authorization: `Bearer ${access}` }
  const order = await jsonOf<StartedPayment>(await request.post(start, { headers }))
  const card = { type: 'card', number: '4100280000001007', expiry_month: 12, expiry_year: 2030, cvv: '123', name: order.name }
  const paid = await jsonOf<{ status: string } & Purchase['answer']>(
    await request.post(`${sandboxUrl}/v1/checkout/payments`, {
      data: {
        attempt_id: randomUUID(),
        key: order.razorpay_key_id,
        order_id: order.order_id,
        amount: Math.round(order.amount * 100),
        method: card,
        email: order.email,
        contact: order.phone,
      },
    }),
  )
  const { status, ...answer } = paid
  expect(status).toBe('success')
  const outcome = await jsonOf<PaymentOutcome>(
    await request.post(`/api/payment/payment-verify/${batchId}/`, { headers, data: answer }),
  )
  expect(outcome.status).toBe('enrolled')
  return answer
}

/** Opens the payment page as checkout leaves it: with the answer that it stores until the payment is settled. */
export async function openPaid(shop: Shop, { batchId, answer }: Purchase): Promise<void> {
  await shop.page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
    `unfinished-checkout-${batchId}`,
    JSON.stringify(answer),
  ] as const)
  await shop.open(`/razarpayment/${batchId}`)
  await expect(shop.page.getByRole('heading', { level: 1, name: 'You are enrolled' })).toBeVisible()
}
