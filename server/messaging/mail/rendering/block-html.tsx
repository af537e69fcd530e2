import { type CSSProperties, useContext } from 'react'
import { Button, Heading, Link, Text } from 'react-email'
import { colour } from '#server/platform/settings/brand-colours.ts'
import type { Block } from '#server/messaging/mail/mail-content.ts'
import { linkParts } from './link-parts.ts'
import { font, MailColours } from './mail-style.ts'

const body: CSSProperties = { color: colour.ink, fontFamily: font, fontSize: 16, lineHeight: '26px', margin: '0 0 16px' }
const small: CSSProperties = { ...body, color: colour.muted, fontSize: 14, lineHeight: '22px' }

export function BlockHtml({ block }: { block: Block }) {
  const own = useContext(MailColours)
  switch (block.kind) {
    case 'paragraph':
      return (
        <Text className="ink" style={{ ...body, whiteSpace: 'pre-line' }}>
          {block.hasLinks ? <WithLinks text={block.text} /> : block.text}
        </Text>
      )
    case 'note':
      return (
        <Text className="muted" style={{ ...small, margin: '20px 0 0' }}>
          {block.hasLinks ? <WithLinks text={block.text} /> : block.text}
        </Text>
      )
    case 'code':
      return (
        <Text
          className="pale code"
          style={{
            backgroundColor: own.soft,
            borderRadius: 6,
            color: colour.ink,
            fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Roboto Mono', monospace",
            fontSize: 38,
            fontWeight: 700,
            letterSpacing: '8px',
            lineHeight: '48px',
            margin: '0 0 20px',
            padding: '18px 12px 18px 20px',
            textAlign: 'center',
          }}
        >
          {block.code}
        </Text>
      )
    case 'facts':
      return <Facts rows={block.rows} />
    case 'steps':
      return <Steps title={block.title} items={block.items} />
    case 'quote':
      return (
        <>
          <Text className="muted" style={{ ...small, margin: '0 0 6px' }}>
            {block.title}
          </Text>
          <Text
            className="pale"
            style={{
              ...body,
              backgroundColor: own.soft,
              borderRadius: 6,
              margin: '0 0 24px',
              overflowWrap: 'anywhere',
              padding: '16px 18px',
              whiteSpace: 'pre-wrap',
            }}
          >
            {block.text}
          </Text>
        </>
      )
    case 'action':
      return (
        <Button
          className="button"
          href={block.url}
          style={{
            backgroundColor: own.accent,
            borderRadius: 6,
            color: own.onAccent,
            fontFamily: font,
            fontSize: 16,
            fontWeight: 600,
            padding: '14px 22px',
          }}
        >
          {block.label}
        </Button>
      )
  }
}

function WithLinks({ text }: { text: string }) {
  const own = useContext(MailColours)
  return linkParts(text).map(({ text: part, href, at }) =>
    href === undefined ? (
      part
    ) : (
      <Link
        key={at}
        className="link"
        href={href}
        style={{ color: own.accent, overflowWrap: 'anywhere', textDecoration: 'underline' }}
      >
        {part}
      </Link>
    ),
  )
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  const cell: CSSProperties = {
    borderBottom: `1px solid ${colour.line}`,
    fontFamily: font,
    padding: '10px 0',
    verticalAlign: 'top',
  }
  return (
    <table
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ borderTop: `1px solid ${colour.line}`, margin: '0 0 24px' }}
      className="line"
    >
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th
              scope="row"
              className="fact-label muted line"
              style={{
                ...cell,
                color: colour.muted,
                fontSize: 14,
                fontWeight: 400,
                lineHeight: '24px',
                textAlign: 'left',
                width: '34%',
              }}
            >
              {label}
            </th>
            <td
              className="fact-value ink line"
              style={{
                ...cell,
                color: colour.ink,
                fontSize: 16,
                fontVariantNumeric: 'tabular-nums',
                fontWeight: 500,
                lineHeight: '24px',
                overflowWrap: 'anywhere',
              }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Steps({ title, items }: { title: string; items: string[] }) {
  const own = useContext(MailColours)
  return (
    <>
      <Heading
        as="h2"
        className="ink"
        style={{ color: colour.ink, fontFamily: font, fontSize: 18, lineHeight: '26px', margin: '0 0 10px' }}
      >
        {title}
      </Heading>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '0 0 22px' }}>
        <tbody>
          {items.map((item, index) => (
            <tr key={item}>
              <td
                className="step"
                style={{
                  color: own.accent,
                  fontFamily: font,
                  fontSize: 16,
                  fontWeight: 700,
                  lineHeight: '26px',
                  paddingBottom: 6,
                  verticalAlign: 'top',
                  width: 26,
                }}
              >
                {index + 1}
              </td>
              <td
                className="ink"
                style={{ color: colour.ink, fontFamily: font, fontSize: 16, lineHeight: '26px', paddingBottom: 6 }}
              >
                {item}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
