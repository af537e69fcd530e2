import { z } from 'zod'
import { rupeesOf } from '#server/platform/text/format.ts'

/** What the mails about a list of students say of it. */
export const importFacts = {
  fileName: z.string(),
  enrolments: z.int().nonnegative(),
  /** The list price of the places that nobody pays. */
  givenPaise: z.int().nonnegative(),
  paidPaise: z.int().nonnegative(),
}

type Facts = z.output<z.ZodObject<typeof importFacts>>

/** How much a list gives and records, as rows of facts. */
export function worthOfImport({ enrolments, givenPaise, paidPaise }: Facts): [string, string][] {
  return [
    ['Enrolments', String(enrolments)],
    ...(givenPaise > 0 ? [['Without a payment', rupeesOf(givenPaise)] as [string, string]] : []),
    ...(paidPaise > 0 ? [['Payments', rupeesOf(paidPaise)] as [string, string]] : []),
  ]
}
