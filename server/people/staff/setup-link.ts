import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { claimSetupLink as claimEndpoint, readSetupLink as readEndpoint } from '#contract/people/staff/setup-link.ts'
import { invitationHours } from '#contract/staff-rules.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Operator, System, Visitor } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, gone } from '#server/platform/errors/errors.ts'
import { hashOfInvitation, type Invitation, storeInvitation } from './invitations.ts'
import { lockStaffAddress } from './issue-staff-code.ts'
import type { StaffDeps } from './staff-deps.ts'

type LinkDeps = Pick<StaffDeps, 'db' | 'random'> & { config: Pick<StaffDeps['config'], 'publicUrl'> }

/** An owner is there once one has accepted, or was invited another way than by the link. */
const ownerExists = `exists (select 1 from staff s where 'owner' = any (s.roles)
  and (s.accepted_at is not null or not exists (select 1 from setup_links l where l.staff_id = s.id)))`

const hasOwner = statement<{ found: boolean }>('has_owner', `select ${ownerExists} as found`)
const lockSetupLinks = statement('lock_setup_links', `select pg_advisory_xact_lock(hashtext('setup-links'))`)
// The account that a link was making stays with its row, so that the next link goes on with it.
const storeSetupLink = statement<{ expires_at: Date }>(
  'store_setup_link',
  `insert into setup_links (token_hash, issued_at, expires_at) values ($1, app_now(), app_now() + make_interval(hours => $2))
   on conflict (id) do update set token_hash = excluded.token_hash, issued_at = excluded.issued_at,
     expires_at = excluded.expires_at, used_at = null
   returning expires_at`,
)
const workingSetupLink = statement<{ issued_at: Date }>(
  'working_setup_link',
  `select issued_at from setup_links where used_at is null and expires_at > app_now()`,
)
const openSetupLink = statement<{ expires_at: Date; staff_id: number | null; name: string; email: string }>(
  'open_setup_link',
  `select l.expires_at, l.staff_id, coalesce(s.name, '') as name, coalesce(s.email, '') as email
   from setup_links l left join staff s on s.id = l.staff_id
   where l.token_hash = $1 and l.used_at is null and l.expires_at > app_now() and not ${ownerExists}
   for update of l`,
)
const insertFirstOwner = statement<{ id: number }>(
  'insert_first_owner',
  `insert into staff (email, name, roles) values ($1, $2, '{owner}') on conflict (email) do nothing returning id`,
)
const renameFirstOwner = statement<{ id: number }>(
  'rename_first_owner',
  `update staff set email = $2, name = $3
   where id = $1 and accepted_at is null and not exists (select 1 from staff o where o.email = $2 and o.id <> $1) returning id`,
)
const keepFirstOwner = statement('keep_first_owner', `update setup_links set staff_id = $1`)

/**
 * Makes the link of a new school, which ends the one before.
 * @throws HttpError 409 when the school has an owner
 */
export async function issueSetupLink(deps: LinkDeps, principal: Operator | System): Promise<Invitation> {
  return transactionAs(deps, principal, async (tx) => {
    await rows(tx, lockSetupLinks)
    return store(deps, tx)
  })
}

/**
 * Makes the link of a school without an owner, unless one works already.
 * @returns undefined when the school has an owner; when the working link was made; or the new one
 */
export async function offerSetupLink(deps: LinkDeps, principal: System): Promise<Invitation | { issuedAt: Date } | undefined> {
  if ((await one(deps.db, hasOwner)).found) return undefined
  return transactionAs(deps, principal, async (tx) => {
    // Of processes that start together one prints it.
    await rows(tx, lockSetupLinks)
    if ((await one(tx, hasOwner)).found) return undefined
    const working = await row(tx, workingSetupLink)
    return working ? { issuedAt: working.issued_at } : store(deps, tx)
  })
}

async function store(deps: LinkDeps, tx: Queryable): Promise<Invitation> {
  if ((await one(tx, hasOwner)).found) throw conflict('has_owner', 'The school has an owner, who invites others in the console.')
  const token = deps.random.bytes(32).toString('base64url')
  const { expires_at: expiresAt } = await one(tx, storeSetupLink, [hashOfInvitation(token), invitationHours])
  return { link: `${deps.config.publicUrl}/console/setup#${token}`, expiresAt }
}

async function findLink(tx: Queryable, token: string) {
  const found = await row(tx, openSetupLink, [hashOfInvitation(token)])
  if (found) return found
  if ((await one(tx, hasOwner)).found) throw gone('setup_over', 'This school has an owner. Please sign in.')
  const message = 'This link has expired or was replaced. Print a new one on the machine: npm run staff -- setup-link'
  throw gone('setup_link_invalid', message)
}

// An acceptance locks the invitation, then the link.
const lockInvitationOfLink = statement(
  'lock_invitation_of_link',
  `select 1 from staff_invitations i join setup_links l on l.staff_id = i.staff_id where l.token_hash = $1 for update of i`,
)

/** @throws HttpError 410 for a link that does not work */
export async function readSetupLink(
  deps: Deps,
  _visitor: Visitor,
  { body }: { body: ParsedOf<typeof readEndpoint>['body'] },
): Promise<AnswerOf<typeof readEndpoint>> {
  const { expires_at: expiresAt, name, email } = await transaction(deps.db, (tx) => findLink(tx, body.token))
  return { expires_at: expiresAt.toISOString(), name, email }
}

/**
 * Makes the account of the first owner, who accepts it with a second factor. Until then the holder of the link may correct it.
 * No mail is sent, because the school may not have a mail server yet.
 * @throws HttpError 410 for a link that does not work; 409 for an address of another account
 */
export async function claimSetupLink(
  deps: Deps,
  _visitor: Visitor,
  { body: { token, name, email } }: { body: ParsedOf<typeof claimEndpoint>['body'] },
): Promise<AnswerOf<typeof claimEndpoint>> {
  return transaction(deps.db, async (tx) => {
    await rows(tx, lockInvitationOfLink, [hashOfInvitation(token)])
    const { staff_id: known } = await findLink(tx, token)
    await rows(tx, lockStaffAddress, [email])
    // The holder has a terminal of the machine, or was sent the link by who has.
    await setActor(tx, ['operator', null])
    const made =
      known === null ? await row(tx, insertFirstOwner, [email, name]) : await row(tx, renameFirstOwner, [known, email, name])
    if (!made) {
      const message = 'Another member of staff has this address.'
      throw conflict('email_taken', message, { email: [message] })
    }
    if (known === null) await rows(tx, keepFirstOwner, [made.id])
    return { token: (await storeInvitation(deps, tx, made.id)).token }
  })
}
