import { Mic } from 'lucide-react'
import { type Meters, useLevelOf, useSpeaking } from './meters.ts'
import type { LiveState } from './live-state.ts'

/** Names of whoever speaks, on the stage. */
const mostNames = 3

/** Whose sound a source is. */
function nameOfSource({ people, person }: Pick<LiveState, 'people' | 'person'>, source: string): string {
  if (source.startsWith('voice-')) return people.find(({ id }) => `voice-${id}` === source)?.name ?? ''
  if (source !== 'camera') return ''
  return person?.role === 'host' ? person.name : (people.find(({ role }) => role === 'host')?.name ?? '')
}

/** Who speaks now, the loudest first. */
export function Speaking({ meters, state }: { meters: Meters; state: LiveState }) {
  const sources = useSpeaking(meters)
  const names = sources
    .split(' ')
    .map((source) => nameOfSource(state, source))
    .filter((name) => name !== '')
  if (names.length === 0) return null
  return (
    <p className="live-speaking">
      <Mic aria-hidden="true" />
      <span className="sr-only">Speaking: </span>
      <span className="live-names">{[...new Set(names)].slice(0, mostNames).join(', ')}</span>
    </p>
  )
}

/** How loud one microphone is. */
export function Level({ meters, source, label }: { meters: Meters; source: string; label: string }) {
  return <meter className="live-loud" min={0} max={1} value={useLevelOf(meters, source)} aria-label={label} />
}
