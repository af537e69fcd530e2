import type { ParsedOf } from '#contract/endpoint.ts'
import type { OpenedPart, openInstalmentLink as endpoint } from '#contract/money/instalments.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { hashOfLinkSecret } from '#server/money/links/link-secret.ts'
import { plainDayOf } from '#server/platform/text/format.ts'
import { instalmentStateSql } from './state.ts'

type Input = Pick<ParsedOf<typeof endpoint>, 'body'>

// A part that was paid stays paid when its place ends.
const partOfLink = statement<
  NonNullable<OpenedPart['part']> & { state: Exclude<OpenedPart['state'], 'foreign'>; is_own: boolean }
>(
  'part_of_link',
  `select i.id, e.batch_id, c.title as course_title, i.number, i.parts as of, i.amount_paise, to_char(i.due_on, 'YYYY-MM-DD') as due_on,
     case when i.state = 'void' then 'ended' else ${instalmentStateSql('i')} end as state,
     $2::bigint is null or e.user_id = $2 as is_own
   from instalments i join enrolments e on e.id = i.enrolment_id join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   where i.link_hash = $1`,
)

/**
 * Opens the link of a reminder. It lends no right: the account that has the place could pay the part without it, and another account
 * learns nothing of it.
 * @throws HttpError 404 for a secret that no part has, such as that of an older mail
 */
export async function openInstalmentLink(deps: Pick<Deps, 'db'>, student: Student, input: Input): Promise<OpenedPart> {
  return open(deps, input, student.id)
}

/** What a visitor learns of a part. @throws HttpError 404 as `openInstalmentLink` does */
export async function readInstalmentLink(deps: Pick<Deps, 'db'>, _visitor: Visitor, input: Input): Promise<OpenedPart> {
  return open(deps, input, null)
}

async function open({ db }: Pick<Deps, 'db'>, { body }: Input, userId: number | null): Promise<OpenedPart> {
  const found = await row(db, partOfLink, [hashOfLinkSecret(body.offer), userId])
  if (!found) throw notFound('This link is not the newest one. Please open the newest mail, or log in to see your payments.')
  const { is_own: isOwn, state, ...part } = found
  if (!isOwn) return { state: 'foreign', message: 'This link is for somebody else.', part: null }
  return { state, message: messageOf(state, part.due_on, userId !== null), part }
}

function messageOf(state: Exclude<OpenedPart['state'], 'foreign'>, dueOn: string, isStudent: boolean): string {
  if (state === 'paid') return 'This part is paid.'
  if (state === 'waived') return 'The school has forgiven this part. You need not pay it any more.'
  if (state === 'ended') return 'The place has ended, so this part is not owed any more.'
  const moved = state === 'moved' ? `The school has moved this part: it is due on ${plainDayOf(`${dueOn}T12:00:00+05:30`)}. ` : ''
  return `${moved}${isStudent ? 'This part is yours.' : 'Log in with the account that has the place to pay this part.'}`
}
