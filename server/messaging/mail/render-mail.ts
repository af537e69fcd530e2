import { existsSync } from 'node:fs'
import type { SiteSettings } from '#contract/site/content.ts'
import type { MailContent } from './mail-content.ts'
import type { MailContext } from './mail-context.ts'
import { isMailTemplate, mailTemplates } from './mail-templates.ts'
import { mailText } from '#server/messaging/mail/rendering/mail-text.ts'
import { showAddresses } from '#server/messaging/mail/rendering/show-addresses.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
  thread: readonly string[]
  replyTo: string | undefined
  unsubscribe: string | undefined
}

interface Built {
  mailHtml: (content: MailContent, site: SiteSettings, publicUrl: string) => Promise<string>
}

// Built by vite.mail.config.ts, because Node cannot run JSX.
const built = new URL('../../../build/mail/mail-html.js', import.meta.url)
let loaded: Promise<Built> | undefined

/**
 * @throws Error when the HTML layout is not built or `template` is unknown, ZodError when `props` don't fit it
 */
export async function renderMail(
  template: string,
  props: unknown,
  site: SiteSettings,
  context: MailContext,
): Promise<RenderedMail> {
  if (!isMailTemplate(template)) throw new Error(`There is no mail template "${template}".`)
  const content = showAddresses(mailTemplates[template].compose(props, site, context))
  loaded ??= load()
  // Resets the promise, so that the next call finds a later build.
  const { mailHtml } = await loaded.catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return {
    subject: content.subject,
    text: mailText(content, site),
    html: await mailHtml(content, site, context.publicUrl),
    thread: content.thread ?? [],
    replyTo: content.replyTo,
    unsubscribe: content.unsubscribe,
  }
}

async function load(): Promise<Built> {
  if (!existsSync(built)) throw new Error('The mail templates are not built: run npm start once, it builds the mail templates.')
  const module: Built = await import(built.href)
  return module
}
