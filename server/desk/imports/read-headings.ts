import { type ImportColumn as Column, importColumns, isPaymentColumn, type ReadHeading } from '#contract/desk/staff/imports.ts'
import { columnFinder, columnsKnown, type MappingOf, quoted } from '#server/platform/tabular/headings.ts'

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
  course: ['course', 'course name', 'course title', 'program', 'programme', 'कोर्स', 'पाठ्यक्रम', 'अभ्यासक्रम'],
  starts_on: [
    'batch date',
    'start date',
    'starts on',
    'batch start',
    'batch start date',
    'batch starts on',
    'first day',
    'बैच की तारीख',
  ],
  amount: [
    'amount',
    'amount paid',
    'paid amount',
    'paid',
    'fee paid',
    'fees paid',
    'amount received',
    'payment',
    'राशि',
    'भुगतान',
    'रक्कम',
  ],
  method: ['method', 'payment method', 'payment mode', 'mode', 'mode payment', 'paid by', 'paid via', 'भुगतान का तरीका'],
  reference: [
    'reference',
    'reference no',
    'reference number',
    'payment reference',
    'transaction',
    'transaction id',
    'transaction no',
    'transaction number',
    'utr',
    'utr no',
    'utr number',
    'utr ref',
    'utr ref no',
    'utr reference',
    'utr reference no',
    'utr transaction id',
    'transaction ref',
    'transaction ref no',
    'txn id',
    'txn no',
    'upi ref',
    'upi reference',
    'ref',
    'ref no',
    'receipt no',
    'receipt number',
    'cheque no',
    'cheque number',
    'संदर्भ',
  ],
  received_on: [
    'received on',
    'paid on',
    'payment date',
    'date payment',
    'date paid',
    'received date',
    'transaction date',
    'भुगतान की तारीख',
  ],
})

const columnNames: Readonly<Record<Column, string>> = {
  name: 'name',
  first_name: 'first name',
  last_name: 'last name',
  email: 'e-mail address',
  phone: 'phone number',
  batch: 'batch',
  course: 'course',
  starts_on: 'first day of the batch',
  amount: 'amount',
  method: 'way to pay',
  reference: 'reference of the payment',
  received_on: 'day of the payment',
}

export type Mapping = MappingOf<Column>

/** How many columns a line of headings names, with those that a person has named. */
export const knownIn = (cells: readonly string[], mapping: Mapping | undefined): number => columnsKnown(cells, columnOf, mapping)

/**
 * Returns which column each heading names: as a person said, else as it is guessed. What a person has named is guessed for no other.
 * @param guessesPayments whether columns of payments are guessed too
 */
export function readHeadings(
  headings: readonly (string | null)[],
  { mapping = {}, guessesPayments }: { mapping?: Mapping | undefined; guessesPayments: boolean },
): (ReadHeading | null)[] {
  const named = new Set(Object.values(mapping))
  return headings.map((heading) => {
    if (heading === null) return null
    if (Object.hasOwn(mapping, heading)) return { heading, column: mapping[heading] ?? null }
    const guess = columnOf(heading)
    const isTaken = named.has(guess) || (isPaymentColumn(guess) && !guessesPayments)
    return { heading, column: isTaken ? null : guess }
  })
}

/**
 * Returns why headings can't be used, such as when two of them mean one column. Null when they can. A list of enrolments needs no names.
 * @param isOfBatches whether the batch or the course of all lines was chosen
 */
export function refuseHeadings(
  headings: readonly (ReadHeading | null)[],
  { isOfBatches }: { isOfBatches: boolean },
): string | null {
  for (const column of importColumns) {
    const named = headings.flatMap((one) => (one?.column === column ? [one.heading] : []))
    if (named.length > 1)
      return `The columns ${quoted(named)} both look like the ${columnNames[column]}. Please leave one of them.`
  }
  const has = (column: Column) => headings.some((one) => one?.column === column)
  const isNamed = has('name') || has('first_name') || (has('email') && (isOfBatches || has('batch') || has('course')))
  const missing = isNamed ? (has('email') ? null : 'email') : 'name'
  return missing && `No column of the first line is the ${columnNames[missing]}. Please name one of them “${missing}”.`
}
