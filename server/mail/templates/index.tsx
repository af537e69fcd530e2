import type { ReactElement } from 'react'
import { render } from 'react-email'
import type { SiteSettings } from '#contract/content.ts'
import { accountErased } from './account-erased.ts'
import { changeAsked } from './change-asked.ts'
import { changeCode } from './change-code.ts'
import { changeMade } from './change-made.ts'
import { enquiryReceived } from './enquiry-received.ts'
import { enquiryThanks } from './enquiry-thanks.ts'
import { eraseCode } from './erase-code.ts'
import type { MailContent } from './mail-content.ts'
import { MailHtml } from './mail-html.tsx'
import { mailText } from './mail-text.ts'
import { noAccountYet } from './no-account-yet.ts'
import { paymentReturned } from './payment-returned.ts'
import type { MailProps, MailTemplate } from './props.ts'
import { propsSchema } from './props-schema.ts'
import { receipt } from './receipt.ts'
import { refund } from './refund.ts'
import { requestReceived } from './request-received.ts'
import { requestState } from './request-state.ts'
import { signInCode } from './sign-in-code.ts'

export interface WrittenMail {
  subject: string
  element: ReactElement
  text: string
}
type Template<Props> = (props: Props, site: SiteSettings) => WrittenMail

const written =
  <Props,>(mailContentOf: (props: Props, site: SiteSettings) => MailContent): Template<Props> =>
  (props, site) => {
    const letter = mailContentOf(props, site)
    return { subject: letter.subject, element: <MailHtml letter={letter} site={site} />, text: mailText(letter, site) }
  }

export const templates: { [Name in MailTemplate]: Template<MailProps[Name]> } = {
  'sign-in-code': written(signInCode),
  'change-code': written(changeCode),
  'change-asked': written(changeAsked),
  'change-made': written(changeMade),
  'erase-code': written(eraseCode),
  'account-erased': written(accountErased),
  'no-account-yet': written(noAccountYet),
  receipt: written(receipt),
  refund: written(refund),
  'payment-returned': written(paymentReturned),
  'request-received': written(requestReceived),
  'request-state': written(requestState),
  'enquiry-received': written(enquiryReceived),
  'enquiry-thanks': written(enquiryThanks),
}

/** @throws Error for an unknown template, ZodError for props that are not that template's */
export async function renderTemplate(
  name: string,
  props: unknown,
  site: SiteSettings,
): Promise<{ subject: string; text: string; html: string }> {
  if (!isTemplate(name)) throw new Error(`There is no mail template "${name}".`)
  const { subject, element, text } = write(name, props, site)
  return { subject, text, html: await render(element) }
}

function write<Name extends MailTemplate>(name: Name, props: unknown, site: SiteSettings): WrittenMail {
  return templates[name](propsSchema[name].parse(props), site)
}

const isTemplate = (name: string): name is MailTemplate => Object.hasOwn(templates, name)
