import { codeMinutes } from '#contract/rules.ts'
import { type Guesses, guessesLeft } from '#server/people/accounts/code-limits.ts'
import type { Guess } from '#server/people/accounts/consume-code.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type From, hashesOfStaffCode, lockStaffAddress } from './issue-staff-code.ts'

const recentStaffGuesses = statement<Guesses>(
  'recent_staff_guesses',
  // Guesses from unknown networks do not lock out a network that the person has signed in from.
  `with known as (select d.network from staff_devices d join staff m on m.id = d.staff_id where m.email = $1),
   counted as (
     select network = $2::cidr as here, own, guessed_at > app_now() - interval '15 minutes' as lately,
       network in (select network from known) or $2::cidr not in (select network from known) as counts
     from staff_code_guesses
     where email = $1 and guessed_at > app_now() - interval '1 day'
   )
   select exists (
       select 1 from staff_code_sends
       where email = $1 and network = $2::cidr and sent_at > app_now() - make_interval(mins => $3)
     ) as own,
     count(*) filter (where here and own and lately)::int as own_here,
     count(*) filter (where here and own)::int as own_today,
     count(*) filter (where here and not own and lately)::int as here,
     count(*) filter (where counts)::int as today
   from counted`,
)
const newestStaffCode = statement<{ valid: boolean }>(
  'newest_staff_code',
  `select consumed_at is null and expires_at > app_now() as valid from staff_codes where email = $1 and code_hash = any($2)`,
)
const noteStaffGuess = statement(
  'note_staff_guess',
  `insert into staff_code_guesses (email, network, guessed_at, own) values ($1, $2::cidr, app_now(), $3)`,
)
const consumeStaffCode = statement<{ email: string }>(
  'consume_staff_code',
  `with cleared as (delete from staff_code_guesses where email = $1)
   update staff_codes set consumed_at = app_now()
   where email = $1 and code_hash = any($2) and consumed_at is null and expires_at > app_now() returning email`,
)

/**
 * Compares a code with the newest one of an address, and does not consume it: a wrong second factor leaves it valid. A wrong
 * code counts as a guess, so the caller must commit either way. Repeating a consumed code is no guess.
 */
export async function checkStaffCode(deps: Deps, tx: Queryable, from: From, code: string): Promise<Guess> {
  const { email, network } = from
  await rows(tx, lockStaffAddress, [email])
  const guesses = await one(tx, recentStaffGuesses, [email, network, codeMinutes])
  const left = guessesLeft(guesses)
  if (left <= 0) return 'spent'
  const found = await row(tx, newestStaffCode, [email, hashesOfStaffCode(deps, email, code)])
  if (found) return found.valid ? 'right' : 'wrong'
  await rows(tx, noteStaffGuess, [email, network, guesses.own])
  return left === 1 ? 'spent' : 'wrong'
}

/** Consumes a code that `checkStaffCode` found right; true exactly once. */
export async function useStaffCode(deps: Deps, tx: Queryable, email: string, code: string): Promise<boolean> {
  return (await row(tx, consumeStaffCode, [email, hashesOfStaffCode(deps, email, code)])) !== undefined
}
