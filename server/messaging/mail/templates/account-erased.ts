import { z } from 'zod'
import { refundTime } from '#contract/rules.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

export const accountErased = defineMail({
  props: z.strictObject({}),
  write: (_props, site) => ({
    subject: `Your ${site.brand} account has been erased`,
    preview: 'This is the last mail to this address.',
    heading: 'Your account has been erased',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Your name, e-mail address, phone number, enquiries and signed-in devices are gone, and your access to courses has ended.',
      },
      {
        kind: 'paragraph',
        text: `Records of payments, receipts and refunds are kept for as long as the law asks. A payment that was still on its way goes back to where it came from within ${refundTime}.`,
      },
      { kind: 'note', text: 'This is our last mail to this address. You are welcome to register again at any time.' },
    ],
  }),
})
