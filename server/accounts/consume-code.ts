import { one, type Queryable, row, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { type CodePurpose, hashesOfCode, lockCodes } from './issue-code.ts'

const guessesPerNetwork = 5
const guessesPerDay = 30

const recentGuesses = statement<{ here: number; today: number }>(
  'recent_guesses',
  // Whoever asks from where the owner has signed in is not kept out by what strangers guessed elsewhere.
  `with own as (select network from known_networks where email = $1)
   select count(*) filter (where network = $3::cidr and guessed_at > app_now() - interval '15 minutes')::int as here,
     count(*) filter (where network in (select network from own) or $3::cidr not in (select network from own))::int as today
   from code_guesses
   where email = $1 and purpose = $2::code_purpose and guessed_at > app_now() - interval '1 day'`,
)
const consume = statement<{ email: string }>(
  'consume_code',
  `update codes set consumed_at = app_now()
   where email = $1 and purpose = $2::code_purpose and code_hash = any($3) and consumed_at is null and expires_at > app_now()
   returning email`,
)
const forgetGuesses = statement('forget_guesses', `delete from code_guesses where email = $1 and purpose = $2::code_purpose`)
const noteGuess = statement(
  'note_guess',
  `insert into code_guesses (email, purpose, network, guessed_at)
   select $1, $2::code_purpose, $3::cidr, app_now()
   where not exists (select 1 from codes where email = $1 and purpose = $2::code_purpose and code_hash = any($4))`,
)
const rememberNetwork = statement(
  'remember_network',
  `insert into known_networks (email, network) values ($1, $2::cidr) on conflict do nothing`,
)

/**
 * Whether this was the address's newest code; true exactly once. A wrong one counts as a guess, so the caller
 * must commit either way. After five guesses from a network even the right code fails from there, and after thirty a day
 * from wherever. Of those only guesses from networks it has signed in from count against one of these: a stranger locks
 * nobody out.
 */
export async function consumeCode(
  deps: Deps,
  tx: Queryable,
  given: { email: string; purpose: CodePurpose; network: string; code: string },
): Promise<boolean> {
  const { email, purpose, network } = given
  await rows(tx, lockCodes, [email])
  const guesses = await one(tx, recentGuesses, [email, purpose, network])
  if (guesses.here >= guessesPerNetwork || guesses.today >= guessesPerDay) return false
  const hashes = hashesOfCode(deps, email, purpose, given.code)
  if (!(await row(tx, consume, [email, purpose, hashes]))) {
    await rows(tx, noteGuess, [email, purpose, network, hashes])
    return false
  }
  await rows(tx, forgetGuesses, [email, purpose])
  await rows(tx, rememberNetwork, [email, network])
  return true
}
