import type pg from 'pg'
import { setSettings } from './set-settings.ts'
import { expect } from 'vitest'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { Role } from '#contract/permissions.ts'
import { operator } from '#server/platform/auth/principal.ts'
import { ledgerBalances, readLedger } from '#server/money/settlement/read-ledger.ts'
import { createPayingShop, type PayingShop } from './create-paying-shop.ts'
import { newPerson, signIn } from './sign-in.ts'
import { addStaff, type StaffMember } from './staff.ts'
import { type StaffAnswer, type StaffClient, staffClient } from './staff-client.ts'

/** A member of staff at the desk. */
export interface Clerk extends StaffMember {
  call: StaffClient
}

export interface Desk {
  shop: PayingShop
  clerk(...roles: Role[]): Promise<Clerk>
  /** The id of a new student. */
  student(): Promise<{ id: number; email: string; access: string }>
  /** Sets the amount in paise above which a second person decides. */
  setLimit(paise: number | null): Promise<void>
  today(daysAgo?: number): Promise<string>
  /** Expects that the ledger balances and returns it. */
  ledger(): ReturnType<typeof readLedger>
  count(table: string): Promise<number>
}

/** Opens a school whose staff take money at a desk. No second person is needed unless a test sets an amount. */
export async function openDesk(): Promise<Desk> {
  const shop = await createPayingShop()
  const desk: Desk = {
    shop,
    async clerk(...roles) {
      const member = await addStaff(shop, ...(roles.length > 0 ? roles : (['finance'] as const)))
      return { ...member, call: staffClient(shop, member.roles, member) }
    },
    async student() {
      const { user, access, person } = await signIn(shop)
      return { id: user.id, email: person.email, access }
    },
    setLimit: (paise) => setApprovalLimit(shop.db, paise),
    async today(daysAgo = 0) {
      const { rows } = await shop.db.query<{ day: string }>(
        `select to_char((app_now() at time zone 'Asia/Kolkata')::date - $1::int, 'YYYY-MM-DD') as day`,
        [daysAgo],
      )
      return rows[0]?.day ?? ''
    },
    async ledger() {
      const ledger = await readLedger(shop.deps, operator)
      expect(ledgerBalances(ledger), JSON.stringify(ledger)).toBe(true)
      return ledger
    },
    async count(table) {
      return (await shop.db.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0
    },
  }
  await desk.setLimit(null)
  return desk
}

/** Sets the amount in paise above which a second person decides; null for none. */
export async function setApprovalLimit(db: pg.Pool, paise: number | null): Promise<void> {
  await setSettings(db, { approval_above_paise: paise })
}

export const newKey = () => crypto.randomUUID()

let references = 0
/** A reference that no payment has. */
export const newReference = () => {
  references += 1
  return `UTR${String(references).padStart(9, '0')}`
}

/** Records an offline payment of ₹45,000 by UPI, unless a test says otherwise. */
export async function take(desk: Desk, clerk: Clerk, given: object): Promise<StaffAnswer> {
  const body = {
    key: newKey(),
    student_id: null,
    new_student: null,
    method: 'upi',
    reference: newReference(),
    amount_paise: 4_500_000,
    discount: null,
    received_on: await desk.today(),
    received_by: clerk.id,
    ...given,
  }
  return clerk.call('POST', 'offline-payments/', { body })
}

export function enrol(clerk: Clerk, given: object): Promise<StaffAnswer> {
  const body = { key: newKey(), student_id: null, new_student: null, reason: 'Scholarship', ...given }
  return clerk.call('POST', 'enrolments/', { body })
}

export function refund(clerk: Clerk, paymentId: number, given: object = {}): Promise<StaffAnswer> {
  const usual = { amount_paise: null, reason: 'Moves abroad', keeps_access: false, request_id: null, paid_back: null }
  return clerk.call('POST', `payments/${paymentId}/refund/`, { body: { key: newKey(), ...usual, ...given } })
}

export function decide(
  clerk: Clerk,
  { id, version }: ApprovalRecord,
  verb: 'approve' | 'withdraw' | 'decline',
): Promise<StaffAnswer> {
  const body = verb === 'decline' ? { body: { reason: 'Not now' } } : {}
  return clerk.call('POST', `approvals/${id}/${verb}/`, { version, ...body })
}

/** Buys a batch online and returns our id of the payment. */
export async function buyOnline(desk: Desk, batchId: number, access: string): Promise<number> {
  const { shop } = desk
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  const { rows } = await shop.db.query<{ id: number }>('select id from payments where provider_payment_id = $1', [
    triple.razorpay_payment_id,
  ])
  return rows[0]?.id ?? 0
}

export const walkIn = () => newPerson('Bala Iyer')
