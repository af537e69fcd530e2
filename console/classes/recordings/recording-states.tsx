import { type RecordingState as State, recordingStates, recordingStateNames } from '#contract/classes/classes.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
const tones = { expected: 'ahead', processing: 'ahead', ready: 'good', missing: 'signal', withheld: 'neutral' } as const

export const recordingStateChoices = recordingStates.map((value) => ({ value, label: recordingStateNames[value] }))

export function RecordingState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{recordingStateNames[state]}</Badge>
}
