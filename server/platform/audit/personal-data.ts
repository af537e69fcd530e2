import type { PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const no = 'It records the work of staff, and personal values in it are masked.'

export const auditPersonalData: PersonalData = {
  exports: {},
  erasures: {},
  columns: {
    'audit_log.actor_id': {
      exported: { no },
      erased: { retained: 'The log is append-only. The account that it refers to names nobody after its erasure.' },
    },
    'audit_log.changes': {
      exported: { no },
      erased: {
        retained:
          'The log is append-only. It masks personal values when it is written, and shows names of the records as they are.',
      },
    },
  },
}
