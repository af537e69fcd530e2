import { createStore } from './store.ts'

const notes = createStore<readonly { note: string }[]>([])

/** Has pending buttons say why they take long. The returned function ends that. */
export function beginWaiting(note: string): () => void {
  const own = { note }
  notes.set([...notes.read(), own])
  return () => notes.set(notes.read().filter((one) => one !== own))
}

/** Why something takes long at the moment; undefined when nothing does. */
export const useWaitingNote = (): string | undefined => notes.useValue().at(-1)?.note
