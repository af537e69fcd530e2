import { StyleSheet, View } from '@react-pdf/renderer'
import { dayOf, rupeesOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { colour } from '#server/platform/settings/brand-colours.ts'
import { amountInWords } from './amount-in-words.ts'
import type { PrintedReceipt, PrintedTax } from './printed.ts'
import { useLook } from './look.ts'
import { Text } from './text.tsx'

/** Parts of documents of earlier versions, and the notes of all. */
const styles = StyleSheet.create({
  pair: { flexDirection: 'row', gap: 28, marginTop: 26 },
  half: { flexGrow: 1, flexBasis: 0 },
  label: { color: colour.muted, fontSize: 8.5, marginBottom: 2 },
  name: { fontSize: 12, fontWeight: 600, lineHeight: 1.3, marginBottom: 3 },
  soft: { color: colour.muted, fontSize: 9.5 },
  lines: { marginTop: 30 },
  line: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    borderTopWidth: 1,
    borderColor: colour.line,
    paddingVertical: 7,
  },
  total: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'center',
    borderRadius: 6,
    marginTop: 6,
    paddingHorizontal: 16,
    paddingVertical: 12,
  },
  totalName: { fontSize: 11, fontWeight: 600 },
  totalAmount: { fontSize: 20, fontWeight: 700, letterSpacing: -0.4, lineHeight: 1.2 },
  words: { color: colour.muted, fontSize: 9, marginTop: 7, textAlign: 'right' },
  notes: { marginTop: 28 },
  note: { color: colour.muted, fontSize: 9, marginBottom: 4 },
})

/** The student and the purchase. */
export function Parties({ student, sold }: Pick<PrintedReceipt, 'student' | 'sold'>) {
  return (
    <View style={styles.pair}>
      <View style={styles.half}>
        <Text style={styles.label}>Student</Text>
        <Text style={styles.name}>{oneLine(student.name)}</Text>
        <Text style={styles.soft}>{student.email}</Text>
      </View>
      <View style={styles.half}>
        <Text style={styles.label}>Course and batch</Text>
        <Text style={styles.name}>{oneLine(sold.course_title)}</Text>
        <Text style={styles.soft}>{oneLine(sold.batch_type)}</Text>
        <Text style={styles.soft}>
          First class {dayOf(sold.starts_at)}, {timeOf(sold.starts_at)}
        </Text>
        <Text style={styles.soft}>Class hours {oneLine(sold.time_text)}</Text>
      </View>
    </View>
  )
}

/** The amount, with its tax lines where tax is shown. */
export function Amount({ name, paise, tax }: { name: string; paise: number; tax: PrintedTax | null }) {
  const { colours } = useLook()
  return (
    <View style={styles.lines}>
      {tax ? taxLines(tax).map(([label, value]) => <Line key={label} label={label} value={value} />) : null}
      <View style={[styles.total, { backgroundColor: colours.soft }]}>
        <Text style={styles.totalName}>{name}</Text>
        <Text style={styles.totalAmount}>{rupeesOf(paise)}</Text>
      </View>
      <Text style={styles.words}>{amountInWords(paise)}</Text>
    </View>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <View style={styles.line}>
      <Text>{label}</Text>
      <Text>{value}</Text>
    </View>
  )
}

function taxLines(tax: PrintedTax): [string, string][] {
  const value: [string, string] = [`Taxable value of the live online course, SAC ${tax.sac}`, rupeesOf(tax.taxable_paise)]
  if (tax.igst_paise > 0) return [value, [`IGST ${tax.rate}%`, rupeesOf(tax.igst_paise)]]
  return [value, [`CGST ${tax.rate / 2}%`, rupeesOf(tax.cgst_paise)], [`SGST ${tax.rate / 2}%`, rupeesOf(tax.sgst_paise)]]
}

export function Notes({ lines }: { lines: string[] }) {
  return (
    <View style={styles.notes}>
      {lines.map((line) => (
        <Text key={line} style={styles.note}>
          {line}
        </Text>
      ))}
    </View>
  )
}

/** Returns the notes on tax: included in the price, rounding, and place of supply. */
export function taxNotes(tax: PrintedTax | null): string[] {
  if (!tax) return []
  return [
    'The price includes tax. Each tax is rounded to the nearest paisa and the taxable value is what remains, so that the lines add up to the total.',
    ...(tax.igst_paise > 0
      ? []
      : [
          "Place of supply: the supplier's location, since no address of the recipient is on record. Tax is not payable on reverse charge.",
        ]),
  ]
}
