import { type RecordingState as State, recordingStates } from '#contract/classes/classes.ts'
import type { RecordingKind } from '#contract/classes/recording-links.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

const names = {
  expected: 'Expected',
  processing: 'Being prepared',
  ready: 'Ready',
  missing: 'Missing',
  withheld: 'Withheld',
} as const
const tones = { expected: 'ahead', processing: 'ahead', ready: 'good', missing: 'signal', withheld: 'neutral' } as const

export const recordingStateChoices = recordingStates.map((value) => ({ value, label: names[value] }))

export function RecordingState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{names[state]}</Badge>
}

export const kindNames: Readonly<Record<RecordingKind, string>> = {
  file: 'Video file',
  hls: 'HLS playlist',
  youtube: 'YouTube video',
  vimeo: 'Vimeo video',
}
