import { useEffect, useState } from 'react'
import { plainTextOf } from './cue-text.ts'

export interface ActiveCaption {
  /** Changes with the caption. Who draws it takes it as the key: an element that changed its size would shift the layout. */
  key: string
  language: string
  text: string
}

/**
 * The caption that is said now, of the tracks in this mode; null between two. Captions that the browser draws move within the picture,
 * which counts as a shift of the page.
 */
export function useActiveCaption(element: HTMLVideoElement | null, mode: 'hidden' | 'showing'): ActiveCaption | null {
  const [caption, setCaption] = useState<ActiveCaption | null>(null)
  useEffect(() => {
    if (!element) return
    const stop = new AbortController()
    const tracks = [...element.textTracks].filter(({ kind }) => kind === 'captions')
    const read = () => setCaption(activeCaption(tracks.filter((track) => track.mode === mode)))
    read()
    element.textTracks.addEventListener('change', read, { signal: stop.signal })
    for (const track of tracks) track.addEventListener('cuechange', read, { signal: stop.signal })
    return () => stop.abort()
  }, [element, mode])
  return caption
}

function activeCaption(tracks: readonly TextTrack[]): ActiveCaption | null {
  const said = tracks.flatMap((track) =>
    [...(track.activeCues ?? [])].flatMap((cue) => (cue instanceof VTTCue ? [{ cue, language: track.language }] : [])),
  )
  const [first] = said
  if (!first) return null
  return {
    key: said.map(({ cue, language }) => `${language} ${cue.startTime}`).join(),
    language: first.language,
    text: said.map(({ cue }) => plainTextOf(cue)).join('\n'),
  }
}
