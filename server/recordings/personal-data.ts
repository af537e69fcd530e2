import type { PersonalData } from '../define-personal-data.ts'

export const recordingsPersonalData: PersonalData = {
  exports: {},
  erasures: {},
  columns: {
    'recording_captions.vtt': {
      exported: { no: 'It is the text of a recording of the school. Students read it in the player.' },
      erased: { retained: 'The captions of a class belong to all of its students.' },
    },
    'recordings.video_url': {
      exported: { no: 'It is a recording of the school. Students watch it in their room.' },
      erased: { retained: 'The recording of a class belongs to all of its students.' },
    },
    'recordings.withhold_reason': {
      exported: { no: 'Staff write to staff why a recording is kept back.' },
      erased: { retained: 'It belongs to the recording. Staff delete it there when it names the person.' },
    },
  },
}
