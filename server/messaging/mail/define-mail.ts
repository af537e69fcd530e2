import type { z } from 'zod'
import type { SiteSettings } from '#contract/site/content.ts'
import type { MailContent } from './mail-content.ts'
import type { MailContext } from './mail-context.ts'

export interface MailDefinition<Schema extends z.ZodType> {
  props: Schema
  /**
   * Returns the content for stored props, which an older version may have queued.
   * @throws ZodError for props that don't fit the schema
   */
  compose(storedProps: unknown, site: SiteSettings, context: MailContext): MailContent
}

/** One mail: the schema of its props and its content, which `write` makes from parsed props. */
export function defineMail<Schema extends z.ZodType>(mail: {
  props: Schema
  write: (props: z.infer<Schema>, site: SiteSettings, context: MailContext) => MailContent
}): MailDefinition<Schema> {
  return { props: mail.props, compose: (storedProps, site, context) => mail.write(mail.props.parse(storedProps), site, context) }
}
