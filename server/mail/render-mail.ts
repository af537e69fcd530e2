import { existsSync } from 'node:fs'
import type { SiteSettings } from '#contract/content.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

interface Built {
  renderTemplate: (name: string, props: unknown, site: SiteSettings) => Promise<RenderedMail>
}

// Built by vite.mail.config.ts, since Node runs no JSX.
const built = new URL('../../build/mail/templates.js', import.meta.url)
let loaded: Promise<Built> | undefined

/**
 * @throws Error when the templates were never built or `template` is unknown, ZodError when `props` don't fit it
 */
export async function renderMail(template: string, props: Record<string, unknown>, site: SiteSettings): Promise<RenderedMail> {
  loaded ??= load()
  // A build that comes later is found by the next try.
  const { renderTemplate } = await loaded.catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return renderTemplate(template, props, site)
}

async function load(): Promise<Built> {
  if (!existsSync(built)) throw new Error('The mail templates are not built: run npm start once, it builds the mail templates.')
  const module: Built = await import(built.href)
  return module
}
