import type { BuyerRecord } from '#contract/money/buyer.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

const savedBuyer = statement<BuyerRecord>(
  'saved_buyer',
  `select state_code, company_name, gstin, address from buyers where user_id = $1`,
)

/** Returns State and company as the student last gave them. */
export async function readBuyer(deps: Deps, student: Student): Promise<{ buyer: BuyerRecord | null }> {
  return { buyer: (await row(deps.db, savedBuyer, [student.id])) ?? null }
}
