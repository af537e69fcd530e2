import { importColumns, type ReadHeading } from '#contract/desk/staff/imports.ts'
import { columnFinder } from '#server/platform/tabular/headings.ts'

type Column = (typeof importColumns)[number]

/** What people call the columns. Words of a form around them do not matter, so `Name of the student` is here too. */
const columnOf = columnFinder<Column>({
  name: ['name', 'full name', 'student', 'candidate', 'learner', 'participant', 'नाम', 'पूरा नाम', 'नाव', 'संपूर्ण नाव', 'पूर्ण नाव'],
  first_name: ['first name', 'given name', 'forename', 'पहला नाम', 'प्रथम नाम', 'पहिले नाव'],
  last_name: ['last name', 'surname', 'family name', 'उपनाम', 'अंतिम नाम', 'कुलनाम', 'आडनाव'],
  email: [
    'email',
    'mail',
    'email id',
    'mail id',
    'email address',
    'mail address',
    'gmail',
    'gmail id',
    'username',
    'ईमेल',
    'ईमेल पता',
    'ईमेल आईडी',
    'मेल',
    'मेल आईडी',
  ],
  phone: [
    ...['phone', 'mobile', 'contact', 'telephone', 'tel', 'cell', 'whatsapp'].flatMap((word) => [
      word,
      `${word} no`,
      `${word} number`,
    ]),
    'mobile phone',
    'phone mobile',
    'whatsapp mobile number',
    ...['फोन', 'मोबाइल', 'मोबाईल', 'व्हाट्सएप', 'संपर्क'].flatMap((word) => [
      word,
      `${word} नंबर`,
      `${word} नम्बर`,
      `${word} न`,
      `${word} क्रमांक`,
    ]),
    'दूरभाष',
  ],
  batch: ['batch', 'batch id', 'batch no', 'batch number', 'batch name', 'preferred batch', 'बैच', 'बैच नंबर', 'बैच क्रमांक'],
})

const columnNames: Readonly<Record<Column, string>> = {
  name: 'name',
  first_name: 'first name',
  last_name: 'last name',
  email: 'e-mail address',
  phone: 'phone number',
  batch: 'batch',
}
const quoted = (headings: readonly string[]) => headings.map((heading) => `“${heading.slice(0, 60)}”`).join(' and ')

/** Returns which column each heading names. */
export function readHeadings(head: readonly string[]): ReadHeading[] {
  return head.map((heading) => ({ heading: heading.slice(0, 60), column: columnOf(heading) }))
}

/** Returns why headings can't be used, such as when two of them mean one column. Null when they can. */
export function refuseHeadings(headings: readonly ReadHeading[]): string | null {
  for (const column of importColumns) {
    const named = headings.filter((one) => one.column === column).map(({ heading }) => heading)
    if (named.length > 1)
      return `The columns ${quoted(named)} both look like the ${columnNames[column]}. Please leave one of them.`
  }
  const has = (column: Column) => headings.some((one) => one.column === column)
  const missing = has('name') || has('first_name') ? (has('email') ? null : 'email') : 'name'
  return missing && `No column of the first line is the ${columnNames[missing]}. Please name one of them “${missing}”.`
}
