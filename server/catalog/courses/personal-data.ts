import type { PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

export const catalogPersonalData: PersonalData = {
  exports: {},
  erasures: {},
  columns: {
    'courses.reviews': {
      exported: { no: 'The school publishes it. It refers to no account and has no address.' },
      erased: { retained: 'It is published content of the school, and no account owns it.' },
    },
  },
}
