import { useSyncExternalStore } from 'react'

const notes: string[] = []
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Has pending buttons say why they take long. The returned function ends that. */
export function beginWaiting(note: string): () => void {
  notes.push(note)
  tell()
  return () => {
    notes.splice(notes.indexOf(note), 1)
    tell()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why something takes long at the moment; undefined when nothing does. */
export const useWaitingNote = (): string | undefined => useSyncExternalStore(subscribe, () => notes.at(-1), noNote)

const noNote = (): undefined => undefined
