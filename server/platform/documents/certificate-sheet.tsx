import { Document, Page, Path, StyleSheet, Svg, View } from '@react-pdf/renderer'
import { create } from 'qrcode'
import { colour } from '#server/platform/settings/brand-colours.ts'
import { hoursText, ruleText } from './certificate-text.ts'
import { plainDayOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { fontFamily } from './fonts.ts'
import type { PrintedCertificate } from './printed.ts'
import { useLook } from './look.ts'
import { LookPicture } from './look-picture.tsx'
import { Text } from './text.tsx'

const styles = StyleSheet.create({
  page: { backgroundColor: colour.sheet, color: colour.ink, fontFamily, fontSize: 11, lineHeight: 1.45, flexDirection: 'row' },
  band: { width: 26 },
  beam: { width: 5 },
  sheet: { flexGrow: 1, flexBasis: 0, height: '100%', paddingTop: 54, paddingBottom: 50, paddingLeft: 58, paddingRight: 58 },
  head: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start' },
  name: { flexDirection: 'row', alignItems: 'center', gap: 10 },
  school: { fontSize: 17, fontWeight: 700, letterSpacing: -0.3, maxWidth: 480 },
  kind: { color: colour.muted, fontSize: 11, fontWeight: 600 },
  lead: { color: colour.muted, fontSize: 13, marginTop: 84 },
  holder: { fontWeight: 700, letterSpacing: -1, lineHeight: 1.12, marginTop: 4 },
  rule: { width: 64, height: 3, marginTop: 16, marginBottom: 16 },
  course: { fontWeight: 700, letterSpacing: -0.5, lineHeight: 1.2, marginTop: 3 },
  how: { color: colour.muted, fontSize: 11, marginTop: 10, maxWidth: 520 },
  foot: { flexDirection: 'row', alignItems: 'flex-end', justifyContent: 'space-between', marginTop: 'auto' },
  facts: { flexDirection: 'row', gap: 26, borderTopWidth: 1, borderColor: colour.line, paddingTop: 12 },
  label: { color: colour.muted, fontSize: 9 },
  value: { fontSize: 12, fontWeight: 600, marginTop: 1 },
  check: { flexDirection: 'row', alignItems: 'flex-end', gap: 14 },
  checkText: { color: colour.muted, fontSize: 8, textAlign: 'right' },
  number: { color: colour.ink, fontSize: 7.5, fontWeight: 600 },
  revoked: {
    position: 'absolute',
    top: 92,
    right: 58,
    borderWidth: 2,
    borderColor: colour.signal,
    color: colour.signal,
    fontSize: 15,
    fontWeight: 700,
    paddingHorizontal: 12,
    paddingVertical: 5,
  },
})

const qrSize = 92

/** One A4 page across, with a code that leads to the page which says whether it stands. */
export function CertificateSheet({ document }: { document: PrintedCertificate }) {
  const { colours, wordmark, picture } = useLook()
  const { school, holder, course_title: course, rule, wanted_percent: wanted, verify_url: url } = document
  const facts: [string, string][] = [
    ['Live classes', `${document.classes}, ${hoursText(document.minutes)}`],
    ['Held', `${dayText(document.first_day)} to ${dayText(document.last_day)}`],
    ['Issued', plainDayOf(document.issued_at)],
  ]
  const name = oneLine(holder, 120)
  const title = oneLine(course, 160)
  return (
    <Document title={`Certificate of ${name}: ${title}`} author={school} creator={school} producer={school} language="en-IN">
      <Page size="A4" orientation="landscape" style={styles.page}>
        <View style={[styles.band, { backgroundColor: colours.accent }]} />
        <View style={[styles.beam, { backgroundColor: colours.beam }]} />
        <View style={styles.sheet}>
          <View style={styles.head}>
            {picture?.isLogo ? (
              <LookPicture picture={picture} height={38} />
            ) : (
              <View style={styles.name}>
                {picture ? <LookPicture picture={picture} height={34} /> : null}
                <Text style={styles.school}>{oneLine(wordmark ?? school)}</Text>
              </View>
            )}
            <Text style={styles.kind}>Certificate of completion</Text>
          </View>
          {document.revoked ? <Text style={styles.revoked}>Not valid</Text> : null}
          <Text style={styles.lead}>This certifies that</Text>
          <Text style={[styles.holder, { fontSize: sizeOf(name, [50, 38, 27], [22, 36]) }]}>{name}</Text>
          <View style={[styles.rule, { backgroundColor: colours.beam }]} />
          <Text style={{ color: colour.muted, fontSize: 13 }}>has completed the course</Text>
          <Text style={[styles.course, { color: colours.accent, fontSize: sizeOf(title, [30, 24, 18], [40, 80]) }]}>{title}</Text>
          <Text style={styles.how}>{ruleText(rule, wanted)}</Text>
          <View style={styles.foot}>
            <View style={styles.facts}>
              {facts.map(([label, value]) => (
                <View key={label}>
                  <Text style={styles.label}>{label}</Text>
                  <Text style={styles.value}>{value}</Text>
                </View>
              ))}
            </View>
            <View style={styles.check}>
              <View style={{ width: 168 }}>
                <Text style={styles.checkText}>Scan the code to see whether this certificate stands, or open</Text>
                <Text style={[styles.checkText, styles.number]}>{shownAddress(url)}</Text>
              </View>
              <Code url={url} />
            </View>
          </View>
        </View>
      </Page>
    </Document>
  )
}

/** A QR code with its quiet zone, as one path. */
function Code({ url }: { url: string }) {
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules
  const squares = [...data].flatMap((dark, at) => (dark ? [`M${(at % size) + 2} ${Math.floor(at / size) + 2}h1v1h-1z`] : []))
  const view = size + 4
  return (
    <Svg width={qrSize} height={qrSize} viewBox={`0 0 ${view} ${view}`}>
      <Path d={`M0 0h${view}v${view}h-${view}z`} fill="#ffffff" />
      <Path d={squares.join('')} fill={colour.ink} />
    </Svg>
  )
}

/** Without the scheme, and with a place to break before the code, which is a word of its own. */
const shownAddress = (url: string) => url.replace(/^https?:\/\//, '').replace('/verify/', '/verify/\n')

const dayText = (day: string) => plainDayOf(`${day}T06:00:00.000Z`)

/** A longer text is set smaller. */
function sizeOf(text: string, sizes: readonly [number, number, number], limits: readonly [number, number]): number {
  const [large, medium, small] = sizes
  if (text.length <= limits[0]) return large
  return text.length <= limits[1] ? medium : small
}
