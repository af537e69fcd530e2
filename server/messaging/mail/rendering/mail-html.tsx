import { Body, Container, Head, Heading, Html, Preview, render, Section, Text } from 'react-email'
import type { SiteSettings } from '#contract/site/content.ts'
import { colour } from '#server/platform/settings/brand-colours.ts'
import type { MailContent } from '#server/messaging/mail/mail-content.ts'
import { BlockHtml } from './block-html.tsx'
import { closing } from './closing.ts'
import { font, styles } from './mail-style.ts'

/** Renders a mail as HTML. Node calls this function of the built module. */
export function mailHtml(content: MailContent, site: SiteSettings): Promise<string> {
  return render(<MailLayout content={content} site={site} />)
}

/** The layout of every mail: at most 560 px wide, without images, light and dark. */
function MailLayout({ content, site }: { content: MailContent; site: SiteSettings }) {
  return (
    <Html lang="en-IN">
      <Head>
        <title>{site.brand}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <style>{styles}</style>
      </Head>
      <Body className="paper" style={{ backgroundColor: colour.paper, padding: '32px 12px' }}>
        <Preview useTitleTag={false}>{content.preview}</Preview>
        <Container style={{ maxWidth: 560 }}>
          <Masthead brand={site.brand} />
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

/** The brand's name under a bar, as in its logo. */
function Masthead({ brand }: { brand: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '0 0 20px 4px' }}>
      <tbody>
        <tr>
          <td
            className="ink beam"
            style={{
              borderTop: `5px solid ${colour.saffron}`,
              color: colour.ink,
              fontFamily: font,
              fontSize: 20,
              fontWeight: 700,
              letterSpacing: '-0.2px',
              lineHeight: '30px',
            }}
          >
            {brand}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
