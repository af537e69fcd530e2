import { Document, Image, Page, Path, StyleSheet, Svg, View } from '@react-pdf/renderer'
import { create } from 'qrcode'
import { colour } from '#server/platform/settings/brand-colours.ts'
import { builtText, hoursText, ruleText, workText } from '#contract/certificate-words.ts'
import { plainDayOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { fontFamily } from './fonts.ts'
import type { PrintedCertificate } from './printed.ts'
import { useLook } from './look.ts'
import { LookPicture } from './look-picture.tsx'
import { Text } from './text.tsx'

// Points of A4 across, 842 by 595. `ui/certificate.css` has the same places.
const art = { left: 590, width: 252 }
const seal = 124
const qrSize = 84

const styles = StyleSheet.create({
  page: { backgroundColor: colour.sheet, color: colour.ink, fontFamily, fontSize: 11, lineHeight: 1.45 },
  // The height of the page, as its parts may not flow onto a second one.
  whole: { height: 595 },
  art: { position: 'absolute', top: 0, left: art.left, width: art.width, height: 595, objectFit: 'cover' },
  beam: { position: 'absolute', top: 0, left: art.left - 5, width: 5, height: 595 },
  seal: { position: 'absolute', top: 416, left: art.left - 2.5 - seal / 2, width: seal, height: seal },
  code: { position: 'absolute', right: 24, bottom: 24, padding: 4, backgroundColor: '#ffffff' },
  sheet: { width: art.left - 5, height: 595, paddingTop: 46, paddingBottom: 42, paddingLeft: 54, paddingRight: 40 },
  name: { flexDirection: 'row', alignItems: 'center', gap: 9 },
  school: { fontSize: 16, fontWeight: 700, letterSpacing: -0.3, maxWidth: 440 },
  kind: { fontSize: 12, fontWeight: 600, marginTop: 46 },
  lead: { color: colour.muted, fontSize: 12, marginTop: 16 },
  // High enough for marks below the letters of any script.
  holder: { fontWeight: 700, letterSpacing: -1, lineHeight: 1.45, marginTop: -2 },
  rule: { width: 56, height: 3, marginTop: 11, marginBottom: 11 },
  course: { fontWeight: 700, letterSpacing: -0.5, lineHeight: 1.2, marginTop: 2 },
  how: { color: colour.muted, fontSize: 10, marginTop: 9, maxWidth: 440 },
  work: { fontSize: 10, fontWeight: 600, marginTop: 9 },
  built: { color: colour.muted, fontSize: 9.5, marginTop: 1, maxWidth: 440 },
  foot: { flexDirection: 'row', alignItems: 'flex-end', gap: 30, marginTop: 'auto' },
  signatory: { width: 178 },
  signature: { height: 40, width: 170, objectFit: 'contain', objectPosition: '0% 100%', marginBottom: 3 },
  line: { borderTopWidth: 0.75, borderColor: colour.ink, paddingTop: 5 },
  label: { color: colour.muted, fontSize: 8.5 },
  value: { fontSize: 10.5, fontWeight: 600 },
  address: { color: colour.muted, fontSize: 7.5, marginTop: 5, maxWidth: 230 },
  revoked: {
    position: 'absolute',
    top: 88,
    left: 420,
    borderWidth: 2,
    borderColor: colour.signal,
    color: colour.signal,
    fontSize: 15,
    fontWeight: 700,
    paddingHorizontal: 12,
    paddingVertical: 5,
  },
})

/** One A4 page across with the course's art, the school's seal, and a code that leads to the page which says whether it stands. */
export function CertificateSheet({ document }: { document: PrintedCertificate }) {
  const { colours, wordmark, picture, certificate } = useLook()
  const { school, holder, course_title: course, rule, wanted_percent: wanted, verify_url: url, number } = document
  const { signatory_name: signatory, signatory_title: title } = document
  const name = oneLine(holder, 120)
  const shownCourse = oneLine(course, 160)
  return (
    <Document
      title={`Certificate of ${name}: ${shownCourse}`}
      author={school}
      creator={school}
      producer={school}
      language="en-IN"
    >
      <Page size="A4" orientation="landscape" style={styles.page} wrap={false}>
        <View style={styles.whole}>
          {certificate?.art ? (
            <Image src={`data:image/jpeg;base64,${certificate.art}`} style={styles.art} />
          ) : (
            <View style={[styles.art, { backgroundColor: colours.accent }]} />
          )}
          <View style={[styles.beam, { backgroundColor: colours.beam }]} />
          <View style={styles.sheet}>
            {picture?.isLogo ? (
              <LookPicture picture={picture} height={36} />
            ) : (
              <View style={styles.name}>
                {picture ? <LookPicture picture={picture} height={30} /> : null}
                <Text style={styles.school}>{oneLine(wordmark ?? school)}</Text>
              </View>
            )}
            <Text style={[styles.kind, { color: colours.accent }]}>Certificate of completion</Text>
            <Text style={styles.lead}>This certifies that</Text>
            <Text style={[styles.holder, { fontSize: sizeOf(name, [44, 34, 24], [20, 36]) }]}>{name}</Text>
            <View style={[styles.rule, { backgroundColor: colours.beam }]} />
            <Text style={{ color: colour.muted, fontSize: 12 }}>has completed the course</Text>
            <Text style={[styles.course, { color: colours.accent, fontSize: sizeOf(shownCourse, [25, 20, 16], [38, 76]) }]}>
              {shownCourse}
            </Text>
            <Text style={styles.how}>
              {`${document.classes} live classes, ${hoursText(document.minutes)}, from ${dayText(document.first_day)} to ${dayText(document.last_day)}. ${ruleText(rule, wanted)}`}
            </Text>
            {document.accepted > 0 ? <Text style={styles.work}>{workText(document)}</Text> : null}
            {document.built.length > 0 ? (
              <Text style={styles.built}>{builtText(document.built.map((one) => oneLine(one, 80)))}</Text>
            ) : null}
            <View style={styles.foot}>
              {signatory === null ? null : (
                <View style={styles.signatory}>
                  {certificate?.signature ? (
                    <Image src={`data:image/png;base64,${certificate.signature}`} style={styles.signature} />
                  ) : null}
                  <View style={styles.line}>
                    <Text style={styles.value}>{oneLine(signatory, 80)}</Text>
                    {title ? <Text style={styles.label}>{oneLine(title, 80)}</Text> : null}
                  </View>
                </View>
              )}
              <View>
                <Text style={styles.label}>Issued</Text>
                <Text style={styles.value}>{plainDayOf(document.issued_at)}</Text>
                <Text style={[styles.label, { marginTop: 6 }]}>Number</Text>
                <Text style={styles.value}>{number}</Text>
                <Text style={styles.address}>Check it at {url.replace(/^https?:\/\//, '')}</Text>
              </View>
            </View>
          </View>
          {certificate?.seal ? <Image src={`data:image/png;base64,${certificate.seal}`} style={styles.seal} /> : null}
          <View style={styles.code}>
            <Code url={url} />
          </View>
          {document.revoked ? <Text style={styles.revoked}>Not valid</Text> : null}
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
      <Path d={squares.join('')} fill={colour.ink} />
    </Svg>
  )
}

const dayText = (day: string) => plainDayOf(`${day}T06:00:00.000Z`)

/** A longer text is set smaller. */
function sizeOf(text: string, sizes: readonly [number, number, number], limits: readonly [number, number]): number {
  const [large, medium, small] = sizes
  if (text.length <= limits[0]) return large
  return text.length <= limits[1] ? medium : small
}
