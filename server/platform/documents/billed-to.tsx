import { StyleSheet, View } from '@react-pdf/renderer'
import { colour } from '#server/platform/settings/brand-colours.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import type { PrintedReceipt } from './printed.ts'
import { stateText } from './state-text.ts'
import { Text } from './text.tsx'

const styles = StyleSheet.create({
  pair: { flexDirection: 'row', gap: 28, marginTop: 20 },
  half: { flexGrow: 1, flexBasis: 0 },
  label: { color: colour.muted, fontSize: 8.5, marginBottom: 2 },
  name: { fontSize: 12, fontWeight: 600, lineHeight: 1.3, marginBottom: 3 },
  soft: { color: colour.muted, fontSize: 9.5 },
  strong: { fontSize: 9.5, fontWeight: 600 },
  fact: { flexDirection: 'row', marginBottom: 2.5 },
  factName: { color: colour.muted, fontSize: 9.5, width: 88 },
  factValue: { fontSize: 9.5, flexGrow: 1, flexBasis: 0 },
})

interface Props {
  printed: Omit<PrintedReceipt, 'paid_at'>
  title: string
  facts: [label: string, value: string][]
}

/** The recipient, who is the company when one was given, and beside it the facts of the payment. */
export function BilledTo({ printed, title, facts }: Props) {
  const { student, buyer, supplier } = printed
  const taxed = supplier.gstin !== null
  const company = buyer?.company_name
  const address = addressLines(buyer?.address ?? '')
  return (
    <View style={styles.pair}>
      <View style={styles.half}>
        <Text style={styles.label}>{company ? 'Billed to' : 'Student'}</Text>
        <Text style={styles.name}>{oneLine(company ?? student.name)}</Text>
        {address.length > 0 ? <Text style={styles.soft}>{address.join('\n')}</Text> : null}
        {buyer?.state ? <Text style={styles.soft}>{taxed ? stateText(buyer.state) : buyer.state.name}</Text> : null}
        {taxed && buyer?.gstin ? <Text style={styles.strong}>GSTIN {buyer.gstin}</Text> : null}
        {company ? <Text style={styles.soft}>Student {oneLine(student.name, 60)}</Text> : null}
        <Text style={styles.soft}>{student.email}</Text>
      </View>
      <View style={styles.half}>
        <Text style={styles.label}>{title}</Text>
        {facts.map(([label, value]) => (
          <View key={label} style={styles.fact}>
            <Text style={styles.factName}>{label}</Text>
            <Text style={styles.factValue}>{value}</Text>
          </View>
        ))}
      </View>
    </View>
  )
}

/** The whole address, as an invoice needs it. The lines after the fourth share one. */
function addressLines(address: string): string[] {
  const lines = address
    .split('\n')
    .map((one) => oneLine(one, 300))
    .filter(Boolean)
  const rest = lines.slice(4).join(', ')
  return rest ? [...lines.slice(0, 4), oneLine(rest, 300)] : lines
}
