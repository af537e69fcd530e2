import { Document, Page, StyleSheet, View } from '@react-pdf/renderer'
import type { ReactNode } from 'react'
import { oneLine } from '#server/platform/text/one-line.ts'
import { colour } from '#server/platform/settings/brand-colours.ts'
import { fontFamily } from './fonts.ts'
import { useLook } from './look.ts'
import { LookPicture } from './look-picture.tsx'
import type { NumberedDocument } from './printed.ts'
import { Text } from './text.tsx'

const styles = StyleSheet.create({
  page: {
    backgroundColor: colour.sheet,
    color: colour.ink,
    fontFamily,
    fontSize: 10,
    lineHeight: 1.45,
    paddingHorizontal: 52,
    paddingTop: 48,
    paddingBottom: 84,
    // A page that does not wrap is as high as its content.
    minHeight: 841.89,
  },
  head: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start' },
  beam: { borderTopWidth: 4, borderTopColor: colour.beam, paddingTop: 5, fontSize: 15, fontWeight: 700, letterSpacing: -0.2 },
  name: { flexDirection: 'row', alignItems: 'center', gap: 8 },
  supplier: { color: colour.muted, fontSize: 9, textAlign: 'right', maxWidth: 250 },
  strong: { color: colour.ink, fontWeight: 600 },
  title: { fontSize: 27, fontWeight: 700, letterSpacing: -0.7, lineHeight: 1.15, marginTop: 44 },
  near: { marginTop: 26 },
  nearNumbers: { marginTop: 18 },
  lead: { color: colour.muted, fontSize: 10.5, marginTop: 4 },
  numbers: { flexDirection: 'row', borderTopWidth: 1, borderBottomWidth: 1, borderColor: colour.line, marginTop: 26 },
  number: { flexGrow: 1, flexBasis: 0, paddingVertical: 12, paddingRight: 14 },
  label: { color: colour.muted, fontSize: 8.5 },
  value: { fontSize: 11, fontWeight: 600, marginTop: 1 },
  foot: {
    position: 'absolute',
    left: 52,
    right: 52,
    bottom: 36,
    flexDirection: 'row',
    justifyContent: 'space-between',
    borderTopWidth: 1,
    borderColor: colour.line,
    color: colour.muted,
    fontSize: 8.5,
    paddingTop: 9,
  },
})

interface Props {
  document: NumberedDocument
  title: string
  lead: string
  numbers: [label: string, value: string][]
  /** A document of an earlier version stays as it was issued. */
  earlier?: boolean
  children: ReactNode
}

/** One A4 page in the style of the site: supplier, title, numbers and content. */
export function Sheet({ document, title, lead, numbers, earlier = false, children }: Props) {
  const { brand, supplier } = document.printed
  const { colours, wordmark, picture } = useLook()
  return (
    <Document
      title={`${title} ${document.serial}`}
      author={supplier.legal_name}
      creator={brand}
      producer={brand}
      language="en-IN"
    >
      <Page size="A4" style={styles.page} wrap={false}>
        <View style={styles.head}>
          {picture?.isLogo ? (
            <LookPicture picture={picture} height={30} />
          ) : (
            <View style={styles.name}>
              {picture ? <LookPicture picture={picture} height={26} /> : null}
              <Text style={[styles.beam, { borderTopColor: colours.beam }]}>{oneLine(wordmark ?? brand)}</Text>
            </View>
          )}
          <View style={styles.supplier}>
            <Text style={styles.strong}>{oneLine(supplier.legal_name)}</Text>
            {supplier.address.map((line) => (
              <Text key={line}>{oneLine(line)}</Text>
            ))}
            {supplier.gstin && supplier.state ? (
              <Text>
                State {supplier.state.name}, code {supplier.state.code}
              </Text>
            ) : null}
            {supplier.gstin ? <Text style={styles.strong}>GSTIN {supplier.gstin}</Text> : null}
          </View>
        </View>
        <Text style={earlier ? styles.title : [styles.title, styles.near]}>{title}</Text>
        <Text style={styles.lead}>{lead}</Text>
        <View style={earlier ? styles.numbers : [styles.numbers, styles.nearNumbers]}>
          {numbers.map(([label, value]) => (
            <View key={label} style={styles.number}>
              <Text style={styles.label}>{label}</Text>
              <Text style={styles.value}>{value}</Text>
            </View>
          ))}
        </View>
        {children}
        <View style={styles.foot} fixed>
          <Text>{earlier ? 'Made by computer; valid without a signature.' : 'Computer-generated; no signature needed.'}</Text>
          <Text>{[supplier.phone, supplier.email].filter(Boolean).join('  ·  ')}</Text>
        </View>
      </Page>
    </Document>
  )
}
