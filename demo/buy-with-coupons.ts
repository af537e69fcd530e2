import { savePaymentChoice } from '#server/money/choice/save-choice.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { dayMs, type Past, type PlannedEnrolment, studentOf } from './past.ts'
import { sellOnline } from './sell-online.ts'

/** Who had a code: some from the college, some from the campaign before it, and newcomers. By days before now. */
const campaigns = [
  { coupon: 'COLLEGE20', from: 19, to: 0 },
  { coupon: 'DIWALI15', from: 44, to: 16 },
  { coupon: 'WELCOME2000', from: 160, to: 45 },
] as const

function codeOf(now: Date, { at, chance, amount_paise: amount }: PlannedEnrolment): string | undefined {
  const days = (now.getTime() - at.getTime()) / dayMs
  if (chance < 20 || chance >= 24 || amount < 2_500_000) return undefined
  return campaigns.find(({ from, to }) => days < from && days > to)?.coupon
}

/** Whether a student pays online with a code. */
export const hasCode = (now: Date, one: PlannedEnrolment): boolean => codeOf(now, one) !== undefined

/** A student types a code and pays. A code that is not for that student, such as a newcomer's, is left. */
export async function buyWithCode(past: Past, one: PlannedEnrolment): Promise<void> {
  const coupon = codeOf(past.now, one)
  const body = { batch_id: one.batch_id, plan: 'full' as const, coupon: coupon ?? null }
  await savePaymentChoice(past.deps, studentOf(one), { body, ip: '10.0.0.2' }).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.status === 400)) throw error
  })
  await sellOnline(past, one)
}
