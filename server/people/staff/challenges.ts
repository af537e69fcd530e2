import { challengeMinutes } from '#contract/staff-rules.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

type Purpose = 'sign_in' | 'step_up' | 'register'

const storeChallengeOfStaff = statement(
  'store_challenge_of_staff',
  `insert into staff_challenges (challenge, purpose, email, expires_at)
   values ($1, $2, $3, app_now() + make_interval(mins => $4))`,
)
const takeChallengeOfStaff = statement(
  'take_challenge_of_staff',
  `with taken as (delete from staff_challenges where challenge = $1 and purpose = $2 and email = $3 returning expires_at)
   select 1 from taken where expires_at > app_now()`,
)

export async function storeChallenge(tx: Queryable, purpose: Purpose, email: string, challenge: string): Promise<void> {
  await rows(tx, storeChallengeOfStaff, [challenge, purpose, email, challengeMinutes])
}

/** Whether a challenge was issued to the address for the purpose; true once, within five minutes. */
export async function takeChallenge(tx: Queryable, purpose: Purpose, email: string, challenge: string): Promise<boolean> {
  return (await row(tx, takeChallengeOfStaff, [challenge, purpose, email])) !== undefined
}
