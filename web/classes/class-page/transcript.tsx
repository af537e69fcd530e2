import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { inputClass } from '#ui/field.tsx'
import { formatLength } from '#ui/format.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Playback } from '../playback.ts'
import { includesQuery, joinCaptions, splitByQuery } from './transcript-parts.ts'
import { useCaptions } from './use-captions.ts'
import { usePartAt } from './use-part-at.ts'

/** Milliseconds for which the list stays where its reader has scrolled it. */
const readingMs = 8000

/** What is said in a recording, from its captions. It follows the video, is searched, and a press on a part plays from there. */
export function Transcript({ videoElement, playback }: { videoElement: HTMLVideoElement | null; playback: Playback | null }) {
  const captions = useCaptions(videoElement)
  const parts = useMemo(() => joinCaptions(captions ?? []), [captions])
  const [query, setQuery] = useState('')
  const at = usePartAt(playback, parts)
  const list = useRef<HTMLOListElement>(null)
  const staysUntil = useRef(0)
  useEffect(() => {
    const box = list.current
    const row = box?.querySelector<HTMLElement>('[aria-current]')
    // Scrolls the list alone: the page stays where it is.
    if (box && row && performance.now() > staysUntil.current) box.scrollTo({ top: row.offsetTop - box.clientHeight / 3 })
  }, [at])
  if (captions?.length === 0)
    return <Frame>The transcript could not be loaded. The captions of the player have the same words.</Frame>
  if (captions === undefined) {
    return (
      <Frame>
        <Loading label="Loading the transcript">
          <Skeleton className="h-96 w-full rounded-lg" />
        </Loading>
      </Frame>
    )
  }
  const shown = parts.flatMap((part, index) => (includesQuery(part.text, query) ? [{ ...part, index }] : []))
  const stopFollowing = () => {
    staysUntil.current = performance.now() + readingMs
  }
  return (
    <Frame>
      <search className="relative">
        <Search aria-hidden="true" className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label="Search in the transcript"
          placeholder="Search in the transcript"
          className={`${inputClass} pl-10`}
        />
      </search>
      <p role="status" className="figures mt-2 min-h-5 text-sm text-muted">
        {query.trim() === ''
          ? ''
          : shown.length === 0
            ? 'Nothing found.'
            : shown.length === 1
              ? '1 place'
              : `${shown.length} places`}
      </p>
      <ol
        ref={list}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        className="relative mt-1 max-h-96 divide-y lg:max-h-[max(24rem,60vh)] divide-line overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface"
      >
        {shown.map((part) => (
          <li key={part.index} aria-current={part.index === at ? 'true' : undefined} className="aria-[current]:bg-accent-soft/60">
            <button
              type="button"
              onClick={() => playback?.playFrom(part.startTime)}
              className="flex w-full gap-3 px-4 py-3 text-left outline-offset-[-3px] hover:bg-accent-soft/60"
            >
              <span className="figures min-w-10 shrink-0 text-sm font-semibold text-accent">{formatLength(part.startTime)}</span>
              <span className="min-w-0 text-sm wrap-anywhere">
                {splitByQuery(part.text, query).map(({ at: place, text, isFound }) =>
                  isFound ? <mark key={place}>{text}</mark> : text,
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript" className="mb-3 text-lg">
        Transcript
      </h2>
      {children}
    </section>
  )
}
