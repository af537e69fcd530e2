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
    const read = () => setCaption(activeCaption(element, mode))
    read()
    for (const target of [element.textTracks, ...element.textTracks]) {
      for (const type of ['change', 'cuechange']) target.addEventListener(type, read, { signal: stop.signal })
    }
    return () => stop.abort()
  }, [element, mode])
  return caption
}

function activeCaption({ textTracks }: HTMLVideoElement, mode: string): ActiveCaption | null {
  const cues = [...textTracks].flatMap((track) =>
    track.kind === 'captions' && track.mode === mode ? ([...(track.activeCues ?? [])] as VTTCue[]) : [],
  )
  const language = cues[0]?.track?.language
  if (language === undefined) return null
  return { key: language + cues.map(({ startTime }) => startTime).join(), language, text: cues.map(plainTextOf).join('\n') }
}
