import {
  type MailChoice,
  type MailKind,
  type MailPreferences,
  mailKindNames,
  mailKinds,
} from '#contract/classes/mail-preferences.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readUnsubscribeToken } from '#server/messaging/mail/unsubscribe-link.ts'

const mailPreferencesOfStudent = statement<{ kind: MailKind; wanted: boolean }>(
  'mail_preferences_of_student',
  `select kind, wanted from mail_preferences where user_id = $1`,
)
// An account that is erased keeps none. One that is disabled may still refuse mails.
const saveMailPreference = statement<{ kind: MailKind }>(
  'save_mail_preference',
  `insert into mail_preferences (user_id, kind, wanted, changed_at)
   select u.id, $2, $3, app_now() from users u where u.id = $1 and u.erased_at is null
   on conflict (user_id, kind) do update set wanted = excluded.wanted, changed_at = excluded.changed_at
   returning kind`,
)

export async function readMailPreferences(deps: Pick<Deps, 'db'>, student: Student): Promise<MailPreferences> {
  const chosen = new Map((await rows(deps.db, mailPreferencesOfStudent, [student.id])).map(({ kind, wanted }) => [kind, wanted]))
  return Object.fromEntries(mailKindNames.map((kind) => [kind, chosen.get(kind) ?? mailKinds[kind]])) as MailPreferences
}

export async function changeMailPreferences(
  deps: Pick<Deps, 'db'>,
  student: Student,
  preferences: Omit<MailPreferences, 'absence' | 'review' | 'answer' | 'unfinished'> & {
    absence?: boolean | undefined
    review?: boolean | undefined
    answer?: boolean | undefined
    unfinished?: boolean | undefined
  },
): Promise<MailPreferences> {
  for (const kind of mailKindNames) {
    const wanted = preferences[kind]
    if (wanted !== undefined) await rows(deps.db, saveMailPreference, [student.id, kind, wanted])
  }
  return readMailPreferences(deps, student)
}

/** Switches the kind of mail that a link names, and nothing else. @throws HttpError 404 for a link that we did not write */
export async function changeByLink(
  deps: Pick<Deps, 'db' | 'config'>,
  _visitor: Visitor,
  { token, wanted }: { token: string; wanted: boolean },
): Promise<MailChoice> {
  const subscription = readUnsubscribeToken(deps.config, token)
  const saved = subscription && (await row(deps.db, saveMailPreference, [subscription.userId, subscription.kind, wanted]))
  if (!saved) throw notFound('This link is not valid.')
  return { kind: saved.kind, wanted }
}
