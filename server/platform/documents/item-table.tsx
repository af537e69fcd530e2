import { StyleSheet, View } from '@react-pdf/renderer'
import { localTaxOf, isStateCode } from '#contract/indian-states.ts'
import { colour } from '#server/platform/settings/brand-colours.ts'
import { plainDayOf, rupeesOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { amountInWords } from './amount-in-words.ts'
import type { PrintedReceipt, PrintedTax } from './printed.ts'
import { useLook } from './look.ts'
import { Text } from './text.tsx'

const styles = StyleSheet.create({
  table: { marginTop: 24 },
  head: {
    flexDirection: 'row',
    borderBottomWidth: 1,
    borderColor: colour.ink,
    paddingBottom: 5,
    color: colour.muted,
    fontSize: 8.5,
  },
  row: { flexDirection: 'row', borderBottomWidth: 1, borderColor: colour.line, paddingVertical: 9, fontSize: 9.5 },
  item: { flexGrow: 1, flexBasis: 0, paddingRight: 14 },
  itemMore: { color: colour.muted, fontSize: 9 },
  itemName: { fontWeight: 600 },
  code: { width: 44 },
  figure: { width: 72, textAlign: 'right' },
  sums: { alignSelf: 'flex-end', width: 260, marginTop: 8 },
  sum: { flexDirection: 'row', justifyContent: 'space-between', paddingVertical: 2.5, paddingHorizontal: 14 },
  total: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'center',
    borderRadius: 6,
    marginTop: 5,
    paddingHorizontal: 14,
    paddingVertical: 10,
  },
  totalName: { fontSize: 11, fontWeight: 600 },
  totalAmount: { fontSize: 18, fontWeight: 700, letterSpacing: -0.4, lineHeight: 1.2 },
  words: { color: colour.muted, fontSize: 9, marginTop: 8, textAlign: 'right' },
})

interface Props {
  printed: Omit<PrintedReceipt, 'paid_at' | 'price'>
  /** What leads to the total, above it. */
  lines: [label: string, value: string][]
  total: string
}

/** The item with its taxable value and each tax, and the total in figures and words. */
export function ItemTable({ printed, lines, total }: Props) {
  const { sold, tax, amount_paise: amount } = printed
  const { colours } = useLook()
  const taxes = tax ? taxColumns(tax, printed.place_of_supply?.code) : []
  return (
    <View style={styles.table}>
      <View style={styles.head}>
        <Text style={styles.item}>Description</Text>
        {tax ? <Text style={styles.code}>SAC</Text> : null}
        {taxes.map(([label]) => (
          <Text key={label} style={styles.figure}>
            {label}
          </Text>
        ))}
        <Text style={styles.figure}>Amount</Text>
      </View>
      <View style={styles.row}>
        <View style={styles.item}>
          <Text style={styles.itemName}>{oneLine(sold.course_title, 70)}</Text>
          <Text style={styles.itemMore}>Live online course</Text>
          <Text style={styles.itemMore}>{oneLine(sold.batch_type, 60)}</Text>
          <Text style={styles.itemMore}>First class {plainDayOf(sold.starts_at)}</Text>
        </View>
        {tax ? <Text style={styles.code}>{tax.sac}</Text> : null}
        {taxes.map(([label, value]) => (
          <Text key={label} style={styles.figure}>
            {value}
          </Text>
        ))}
        <Text style={styles.figure}>{rupeesOf(amount)}</Text>
      </View>
      <View style={styles.sums}>
        {lines.map(([label, value]) => (
          <View key={label} style={styles.sum}>
            <Text>{label}</Text>
            <Text>{value}</Text>
          </View>
        ))}
        <View style={[styles.total, { backgroundColor: colours.soft }]}>
          <Text style={styles.totalName}>{total}</Text>
          <Text style={styles.totalAmount}>{rupeesOf(amount)}</Text>
        </View>
      </View>
      <Text style={styles.words}>{amountInWords(amount)}</Text>
    </View>
  )
}

function taxColumns(tax: PrintedTax, place: string | undefined): [label: string, value: string][] {
  const value: [string, string] = ['Taxable value', rupeesOf(tax.taxable_paise)]
  if (tax.igst_paise > 0) return [value, [`IGST ${tax.rate}%`, rupeesOf(tax.igst_paise)]]
  const local = place && isStateCode(place) ? localTaxOf(place) : 'SGST'
  return [value, [`CGST ${tax.rate / 2}%`, rupeesOf(tax.cgst_paise)], [`${local} ${tax.rate / 2}%`, rupeesOf(tax.sgst_paise)]]
}
