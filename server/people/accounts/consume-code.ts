import { codeMinutes } from '#contract/rules.ts'
import { sendLater, one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type Guesses, guessesLeft } from './code-limits.ts'
import { type CodePurpose, hashesOfCode, lockCodes } from './issue-code.ts'

const recentGuesses = statement<Guesses>(
  'recent_guesses',
  // Guesses from unknown networks do not lock out a network that the owner has signed in from.
  `with known as (select network from known_networks where email = $1),
   counted as (
     select network = $3::cidr as here, own, guessed_at > app_now() - interval '15 minutes' as lately,
       network in (select network from known) or $3::cidr not in (select network from known) as counts
     from code_guesses
     where email = $1 and purpose = $2::code_purpose and guessed_at > app_now() - interval '1 day'
   )
   select exists (
       select 1 from code_sends
       where email = $1 and purpose = $2::code_purpose and network = $3::cidr and sent_at > app_now() - make_interval(mins => $4)
     ) as own,
     count(*) filter (where here and own and lately)::int as own_here,
     count(*) filter (where here and own)::int as own_today,
     count(*) filter (where here and not own and lately)::int as here,
     count(*) filter (where counts)::int as today
   from counted`,
)
const consumeNewestCode = statement<{ email: string }>(
  'consume_newest_code',
  `update codes set consumed_at = app_now()
   where email = $1 and purpose = $2::code_purpose and code_hash = any($3) and consumed_at is null and expires_at > app_now()
   returning email`,
)
const clearGuesses = statement('clear_guesses', `delete from code_guesses where email = $1 and purpose = $2::code_purpose`)
const noteGuess = statement(
  'note_guess',
  `insert into code_guesses (email, purpose, network, guessed_at, own)
   select $1, $2::code_purpose, $3::cidr, app_now(), $5
   where not exists (select 1 from codes where email = $1 and purpose = $2::code_purpose and code_hash = any($4))
   returning 1`,
)
// Nothing is remembered of a guest without an account: nobody would ever delete it.
const rememberNetwork = statement(
  'remember_network',
  `insert into known_networks (email, network) select $1, $2::cidr
   where $3::code_purpose <> 'trial' or exists (select from users where email = $1) on conflict do nothing`,
)

/** `spent`: this network has no guess left, so even the right code fails. */
export type Guess = 'right' | 'wrong' | 'spent'

/**
 * Consumes the newest code of an address; `right` exactly once. A wrong code counts as a guess, so the caller must commit
 * either way. Limits: five guesses per network, thirty a day per address. A network that has just requested a code has
 * guesses of its own, which guesses from other networks do not use up.
 */
export async function consumeCode(
  deps: Deps,
  tx: Queryable,
  given: { email: string; purpose: CodePurpose; network: string; code: string },
): Promise<Guess> {
  const { email, purpose, network } = given
  const [, guesses] = await Promise.all([
    rows(tx, lockCodes, [email]),
    one(tx, recentGuesses, [email, purpose, network, codeMinutes]),
  ])
  const left = guessesLeft(guesses)
  if (left <= 0) return 'spent'
  const hashes = hashesOfCode(deps, email, purpose, given.code)
  if (!(await row(tx, consumeNewestCode, [email, purpose, hashes]))) {
    const counted = await row(tx, noteGuess, [email, purpose, network, hashes, guesses.own])
    return counted && left === 1 ? 'spent' : 'wrong'
  }
  sendLater(tx, clearGuesses, [email, purpose])
  sendLater(tx, rememberNetwork, [email, network, purpose])
  return 'right'
}
