import type { SiteSettings } from '#contract/content.ts'
import { greeting, type MailContent } from './mail-content.ts'
import type { MailProps } from './props.ts'

export function signInCode(props: MailProps['sign-in-code'], site: SiteSettings): MailContent {
  return {
    subject: `${props.code} is your ${site.brand} code`,
    preview: `It works once, for the next ${props.minutes} minutes.`,
    heading: 'Your code',
    blocks: [
      { kind: 'paragraph', text: `${greeting(props.name)} enter this code on the page where you asked for it.` },
      { kind: 'code', code: props.code },
      {
        kind: 'paragraph',
        text: `It works once and expires ${props.minutes} minutes after you asked. A newer code replaces it.`,
      },
      {
        kind: 'note',
        text: `Did you not ask for it? Then nothing has happened, and you can delete this mail. Nobody at ${site.brand} will ever ask you for a code.`,
      },
    ],
  }
}
