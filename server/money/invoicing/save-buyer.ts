import type { ParsedOf } from '#contract/endpoint.ts'
import type { BuyerRecord, saveBuyer as saveBuyerEndpoint } from '#contract/money/buyer.ts'
import { isErased } from '#server/people/accounts/is-erased.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { one, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { unauthenticated } from '#server/platform/errors/errors.ts'

const upsertBuyer = statement<BuyerRecord>(
  'upsert_buyer',
  `insert into buyers (user_id, state_code, company_name, gstin, address, saved_at) values ($1, $2, $3, $4, $5, app_now())
   on conflict (user_id) do update set state_code = excluded.state_code, company_name = excluded.company_name,
     gstin = excluded.gstin, address = excluded.address, saved_at = excluded.saved_at
   returning state_code, company_name, gstin, address`,
)

/**
 * Saves who a student buys for. The next start stores it on its order, and settling an unpaid order takes it from here, so a
 * call that overtakes or follows a start has the same result.
 * @throws HttpError 401 when the account is erased
 */
export async function saveBuyer(
  deps: Deps,
  student: Student,
  { body }: Pick<ParsedOf<typeof saveBuyerEndpoint>, 'body'>,
): Promise<BuyerRecord> {
  return transaction(deps.db, async (tx) => {
    if (await isErased(tx, student.id)) throw unauthenticated()
    return one(tx, upsertBuyer, [
      student.id,
      body.state_code,
      body.company_name ?? null,
      body.gstin ?? null,
      body.address ?? null,
    ])
  })
}
