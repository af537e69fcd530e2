import { useContext } from 'react'
import { Body, Container, Head, Heading, Html, Preview, render, Section, Text } from 'react-email'
import type { SiteSettings } from '#contract/site/content.ts'
import { brandVersion, wordmarkOf } from '#contract/site/brand.ts'
import { brandColours, colour } from '#server/platform/settings/brand-colours.ts'
import type { MailContent } from '#server/messaging/mail/mail-content.ts'
import { BlockHtml } from './block-html.tsx'
import { closing } from './closing.ts'
import { font, MailColours, stylesOf } from './mail-style.ts'

/** Renders a mail as HTML. Node calls this function of the built module. */
export function mailHtml(content: MailContent, site: SiteSettings, publicUrl: string): Promise<string> {
  return render(
    <MailColours value={brandColours(site.accent).light}>
      <MailLayout content={content} site={site} publicUrl={publicUrl} />
    </MailColours>,
  )
}

interface Layout {
  content: MailContent
  site: SiteSettings
  publicUrl: string
}

/** The layout of every mail: at most 560 px wide, light and dark, without images other than the school's logo. */
function MailLayout({ content, site, publicUrl }: Layout) {
  return (
    <Html lang="en-IN">
      <Head>
        <title>{site.brand}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <style>{stylesOf(brandColours(site.accent).dark)}</style>
      </Head>
      <Body className="paper" style={{ backgroundColor: colour.paper, padding: '32px 12px' }}>
        <Preview useTitleTag={false}>{content.preview}</Preview>
        <Container style={{ maxWidth: 560 }}>
          <Masthead
            site={content.blocks.some(({ kind }) => kind === 'code') ? withoutPictures(site) : site}
            publicUrl={publicUrl}
          />
          <Container
            className="sheet"
            tdClassName="sheet-in"
            style={{
              backgroundColor: colour.sheet,
              border: `1px solid ${colour.line}`,
              borderRadius: 6,
              borderCollapse: 'separate',
              maxWidth: '100%',
              padding: '36px 40px',
            }}
          >
            <Heading
              className="ink"
              style={{
                color: colour.ink,
                fontFamily: font,
                fontSize: 26,
                lineHeight: '32px',
                letterSpacing: '-0.4px',
                fontWeight: 700,
                margin: '0 0 20px',
              }}
            >
              {content.heading}
            </Heading>
            {content.blocks.map((block) => (
              <BlockHtml key={JSON.stringify(block)} block={block} />
            ))}
          </Container>
          <Section style={{ paddingTop: 20 }}>
            {closing(site).map((line) => (
              <Text
                key={line}
                className="muted"
                style={{ color: colour.muted, fontFamily: font, fontSize: 13, lineHeight: '20px', margin: 0, padding: '0 4px' }}
              >
                {line}
              </Text>
            ))}
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

const nameStyle = {
  color: colour.ink,
  fontFamily: font,
  fontSize: 20,
  fontWeight: 700,
  letterSpacing: '-0.2px',
  lineHeight: '30px',
}

/** A mail with a code loads nothing. */
const withoutPictures = (site: SiteSettings): SiteSettings => ({ ...site, mark: null, logo: null })

/** The school's logo, else its name under a bar, beside its mark if it has one. */
function Masthead({ site, publicUrl }: Omit<Layout, 'content'>) {
  const own = useContext(MailColours)
  const source = (name: string) => `${publicUrl}/media/brand/${name}.jpg?v=${brandVersion(site)}`
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '0 0 20px 4px' }}>
      <tbody>
        <tr>
          {site.logo === null ? (
            <td className="ink beam" style={{ borderTop: `5px solid ${own.beam}`, ...nameStyle }}>
              {site.mark === null ? null : (
                <img
                  src={source('mark')}
                  alt=""
                  width={28}
                  height={28}
                  style={{ borderRadius: 4, margin: '8px 10px 0 0', verticalAlign: 'middle' }}
                />
              )}
              {wordmarkOf(site)}
            </td>
          ) : (
            <td className="ink" style={nameStyle}>
              <img
                src={source('logo')}
                alt={site.brand}
                height={40}
                style={{ borderRadius: 4, display: 'block', height: 40, maxWidth: 280, width: 'auto' }}
              />
            </td>
          )}
        </tr>
      </tbody>
    </table>
  )
}
