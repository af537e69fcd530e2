import { ChevronDown, Megaphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Announcement } from '#contract/classes/classes.ts'
import { Button } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { Picture } from '#web/lib/picture.tsx'
import { useRootData } from '#web/lib/root-data.ts'
import { ClassWords } from './class-words.tsx'

/** So many stand before the rest is shown. */
const shownAtFirst = 3
/** Milliseconds for which an announcement is new, and stands open. */
const newFor = 7 * 24 * 60 * 60_000

/** What staff wrote to the whole batch and keep in its room, the latest first. A batch without any has no such part. */
export function Announcements({ items, clock }: { items: readonly Announcement[]; clock: ServerClock }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button is gone, so the focus goes to the first one that it showed.
  useEffect(() => {
    if (showsAll) list.current?.children[shownAtFirst]?.querySelector('summary')?.focus()
  }, [showsAll])
  const now = useServerTime(clock, 60_000)
  if (items.length === 0) return null
  const shown = showsAll ? items : items.slice(0, shownAtFirst)
  return (
    <section id="announcements" aria-labelledby="announcements-title" className="scroll-mt-20">
      <h2 id="announcements-title" className="mb-4 text-2xl">
        Announcements
      </h2>
      <ul ref={list} className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
        {shown.map((one) => (
          <li key={one.id}>
            <OneAnnouncement one={one} isNew={now - Date.parse(one.sent_at) < newFor} />
          </li>
        ))}
      </ul>
      {shown.length < items.length ? (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {items.length}
        </Button>
      ) : null}
    </section>
  )
}

/** Paragraphs, and where each begins. */
function paragraphsOf(body: string): { at: number; text: string }[] {
  return [...body.matchAll(/(?:[^\n]|\n(?!\n))+/g)].map(({ 0: text, index }) => ({ at: index, text: text.trim() }))
}

function OneAnnouncement({
  one: { subject, body, pictures, sender, sent_at: sentAt },
  isNew,
}: {
  one: Announcement
  isNew: boolean
}) {
  const base = useRootData()?.imageBaseUrl ?? ''
  return (
    <details open={isNew} className="group/announcement">
      <summary className="flex min-h-11 list-none items-start gap-3 px-5 py-4 [&::-webkit-details-marker]:hidden">
        <Megaphone aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">{subject}</span>
          <span className="mt-0.5 block text-sm text-muted">
            {formatPlainDay(sentAt)} <span aria-hidden="true">·</span> {sender}
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="mt-1 size-4 shrink-0 text-muted transition-transform duration-150 group-open/announcement:rotate-180"
        />
      </summary>
      <div className="prose-width space-y-4 px-5 pb-5 sm:pl-12">
        {paragraphsOf(body).map(({ at, text }) => (
          <p key={at}>
            <ClassWords text={text} />
          </p>
        ))}
        {pictures.length > 0 ? (
          <ul aria-label="Pictures" className="flex flex-wrap gap-3">
            {pictures.map(({ path, name, alt, width, height }) => (
              <li key={path}>
                <a
                  href={`${base}/${path.replace('/960.webp', '/1600.jpg')}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="block overflow-hidden rounded-md border border-line hover:border-edge"
                >
                  <Picture
                    path={path}
                    alt={alt || name}
                    width={width}
                    height={height}
                    className="h-36 w-auto max-w-full object-contain"
                  />
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </details>
  )
}
