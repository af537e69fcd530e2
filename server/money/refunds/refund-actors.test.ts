import { expect, test } from 'vitest'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { operator, type Staff } from '#server/platform/auth/principal.ts'
import { approveRequest } from '#server/money/requests/decide-request.ts'
import { requestRefund } from './queue-refund.ts'

const accountant: Staff = { kind: 'staff', id: 7, roles: ['finance'] }

async function sell() {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  const { rows } = await shop.db.query<{ id: number }>('select id from payments')
  return { shop, access, paymentId: rows[0]?.id ?? 0 }
}

test.each([
  [accountant, { actor_kind: 'staff', actor_id: 7 }],
  [operator, { actor_kind: 'operator', actor_id: null }],
])('a refund stores its principal: %o', async (principal, stored) => {
  const { shop, paymentId } = await sell()
  await requestRefund(shop.deps, principal, { paymentId, amountPaise: null, reason: 'asked for it', keepsAccess: false })
  expect((await shop.db.query('select actor_kind, actor_id from refunds')).rows).toEqual([stored])
})

test('a refund by staff audits refund, payment and enrolment', async () => {
  const { shop, paymentId } = await sell()
  await requestRefund(shop.deps, accountant, { paymentId, amountPaise: null, reason: 'asked for it', keepsAccess: false })
  const { rows } = await shop.db.query(`select actor_kind, actor_id, table_name, operation from audit_log order by table_name`)
  const row = { actor_kind: 'staff', actor_id: 7 }
  expect(rows).toEqual([
    { ...row, table_name: 'enrolments', operation: 'update' },
    { ...row, table_name: 'payments', operation: 'update' },
    { ...row, table_name: 'refunds', operation: 'insert' },
  ])
})

test('a decided request stores its principal', async () => {
  const { shop, access } = await sell()
  const { rows } = await shop.db.query<{ id: number }>('select id from enrolments')
  const created = await shop.post('/payment/requests/', { kind: 'refund', enrolment_id: rows[0]?.id, reason: 'No time.' }, access)
  await approveRequest(shop.deps, accountant, { requestId: created.json<{ id: number }>().id, keepsAccess: false })
  expect((await shop.db.query('select decided_by_kind, decided_by_id from purchase_requests')).rows).toEqual([
    { decided_by_kind: 'staff', decided_by_id: 7 },
  ])
})
