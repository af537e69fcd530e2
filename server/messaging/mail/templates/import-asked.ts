import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { importFacts, worthOfImport } from '#server/messaging/mail/import-facts.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

/** Asks a member of staff to run a list of students that another one may not run alone. */
export const importAsked = defineMail({
  props: z.object({ ...importFacts, name: z.string(), by: z.string(), reason: z.string(), link: z.url() }),
  write(props, site) {
    return {
      subject: `Please decide: the list ${oneLine(props.fileName)}`,
      preview: `${oneLine(props.by)} asks for it in the ${site.brand} console.`,
      heading: 'A second person has to run a list',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${oneLine(props.by)} asks you to run a list of students. Nothing happens until you decide.`,
        },
        {
          kind: 'facts',
          rows: [['File', oneLine(props.fileName)], ...worthOfImport(props), ['Asked by', oneLine(props.by)]],
        },
        { kind: 'quote', title: 'Why', text: props.reason },
        { kind: 'action', label: 'Open the list', url: props.link },
      ],
    }
  },
})
