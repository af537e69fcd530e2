import { z } from 'zod'
import { accountConsentSentence } from '#contract/rules.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

/** Invites a student whom the school has imported. The code of the first sign-in verifies the address. */
export const importInvitation = defineMail({
  props: z.object({
    name: z.string(),
    email: z.string(),
    /** Whether the import made the account. */
    isNew: z.boolean(),
    courses: z.array(z.object({ title: z.string(), startsOn: z.string() })),
    loginUrl: z.url(),
  }),
  write({ name, email, isNew, courses, loginUrl }, site) {
    const places = courses.length === 1 ? 'a place in a course' : `places in ${courses.length} courses`
    const what = courses.length === 0 ? 'an account' : isNew ? `an account and ${places}` : places
    return {
      subject:
        courses.length === 1
          ? `Your place in ${oneLine(courses[0]?.title ?? '', 80)}`
          : courses.length > 1
            ? `Your places at ${site.brand}`
            : `Your account at ${site.brand}`,
      preview: 'Log in with this address. There is no password.',
      heading: `Welcome to ${site.brand}`,
      blocks: [
        { kind: 'paragraph', text: `${greeting(name)} ${site.brand} has given you ${what}.` },
        ...(courses.length > 0
          ? [
              {
                kind: 'facts',
                rows: courses.map(({ title, startsOn }) => [oneLine(title, 80), `begins on ${startsOn}`] as const),
              } as const,
            ]
          : []),
        { kind: 'paragraph', text: `Log in with ${oneLine(email)}. We send a code to it, so you need no password.` },
        { kind: 'action', label: 'Log in', url: loginUrl },
        ...(isNew ? [{ kind: 'note', text: accountConsentSentence } as const] : []),
        {
          kind: 'note',
          text: `If you do not know ${site.brand}, somebody gave us this address by mistake.${site.email ? ` Please write to ${site.email}.` : ' Please tell us.'}`,
        },
      ],
    }
  },
})
