import { importColumns, type ReadHeading } from '#contract/desk/staff/imports.ts'

type Column = (typeof importColumns)[number]

/** What people call the columns, in lower case without blanks and signs. */
const synonyms: Record<Column, readonly string[]> = {
  name: [
    'name',
    'fullname',
    'student',
    'studentname',
    'nameofstudent',
    'nameofthestudent',
    'candidate',
    'candidatename',
    'learner',
    'learnername',
    'participant',
    'participantname',
  ],
  email: ['email', 'mail', 'emailid', 'mailid', 'emailaddress', 'mailaddress', 'studentemail', 'emailofstudent'],
  phone: [
    'phone',
    'phoneno',
    'phonenumber',
    'mobile',
    'mobileno',
    'mobilenumber',
    'mobilephone',
    'contact',
    'contactno',
    'contactnumber',
    'telephone',
    'telephoneno',
    'telephonenumber',
    'tel',
    'whatsapp',
    'whatsappno',
    'whatsappnumber',
  ],
  batch: ['batch', 'batchid', 'batchno', 'batchnumber'],
}
const columnOf = new Map(importColumns.flatMap((column) => synonyms[column].map((word) => [word, column] as const)))
const nameParts = new Set(['firstname', 'middlename', 'lastname', 'surname', 'givenname', 'familyname'])
const wordOf = (heading: string) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const columnNames: Record<Column, string> = { name: 'name', email: 'e-mail address', phone: 'phone number', batch: 'batch' }
const quoted = (headings: readonly string[]) => headings.map((heading) => `“${heading.slice(0, 60)}”`).join(' and ')

/** Returns which column each heading names. Case, blanks and signs do not matter. */
export function readHeadings(head: readonly string[]): ReadHeading[] {
  return head.map((heading) => ({ heading: heading.slice(0, 60), column: columnOf.get(wordOf(heading)) ?? null }))
}

/** Returns why headings can't be used, such as when two of them mean one column. Null when they can. */
export function refuseHeadings(headings: readonly ReadHeading[]): string | null {
  for (const column of importColumns) {
    const named = headings.filter((one) => one.column === column).map(({ heading }) => heading)
    if (named.length > 1)
      return `The columns ${quoted(named)} both look like the ${columnNames[column]}. Please leave one of them.`
  }
  for (const column of ['name', 'email'] as const) {
    if (headings.some((one) => one.column === column)) continue
    const parts = headings.map(({ heading }) => heading).filter((heading) => nameParts.has(wordOf(heading)))
    return column === 'name' && parts.length > 0
      ? `The name is in the ${parts.length > 1 ? 'columns' : 'column'} ${quoted(parts)}. Please write the full name in one column “name”.`
      : `No column of the first line is the ${columnNames[column]}. Please name one of them “${column}”.`
  }
  return null
}
