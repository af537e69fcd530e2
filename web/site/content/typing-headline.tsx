import { useEffect, useRef } from 'react'
import { typeHeadline } from './type-headline.ts'

interface Headline {
  headline: string
  slogan: string
}

const caret =
  '-mr-[0.14em] bg-[length:0.08em_0.8em] bg-[position:100%_64%] bg-no-repeat pr-[0.14em] group-data-running:bg-[linear-gradient(var(--signal),var(--signal))]'

/**
 * Types and deletes the headlines in turn, below the title of the page. Screen readers get the full text, and the box has the height of the longest
 * headline. The animation can be paused and does not run with reduced motion.
 *
 * `typeHeadline` changes the elements, also before hydration. React renders them only once.
 */
export function TypingHeadline({ headlines }: { headlines: Headline[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [first] = headlines
  useEffect(() => {
    if (box.current) typeHeadline(box.current)
  }, [])
  if (!first) return null
  return (
    <div ref={box} suppressHydrationWarning data-typing-headline="" className="group mt-2.5 sm:mt-5">
      <p className="grid grid-cols-1 text-lg leading-snug font-bold tracking-tight text-accent sm:text-2xl">
        <span className="sr-only">{headlines.map((one) => one.headline).join('. ')}</span>
        {headlines.map((one) => (
          <span key={one.headline} data-headline="whole" aria-hidden="true" className="invisible col-start-1 row-start-1">
            {one.headline}
          </span>
        ))}
        {/* As high as the highest headline, so that another one moves nothing. Its lines are at the bottom. */}
        <span aria-hidden="true" className="col-start-1 row-start-1 content-end">
          {/* A background as the caret: an element of its own could break a word. */}
          <span data-headline="typed" data-testid="typed" suppressHydrationWarning className={caret}>
            {first.headline}
          </span>
          {/* The rest keeps each word on the line where it ends. */}
          <span data-headline="rest" suppressHydrationWarning className="invisible">
            {''}
          </span>
        </span>
      </p>
      <div className="mt-1.5 flex items-end gap-3 sm:mt-3">
        <p className="grid max-w-md grid-cols-1 text-sm text-muted sm:text-lg">
          {headlines.map((one, index) => (
            <span
              key={one.slogan}
              data-headline="slogan"
              suppressHydrationWarning
              aria-hidden={index !== 0}
              className={`col-start-1 row-start-1 ${index === 0 ? '' : 'invisible'}`}
            >
              {one.slogan}
            </span>
          ))}
        </p>
        {headlines.length > 1 ? (
          <button
            type="button"
            data-needs-script=""
            suppressHydrationWarning
            aria-label="Play the changing headline"
            className="-my-2.5 min-h-11 shrink-0 px-2 text-xs text-muted hover:text-ink hover:underline"
          >
            <span aria-hidden="true" className="group-data-running:hidden">
              Play
            </span>
            <span aria-hidden="true" className="hidden group-data-running:inline">
              Pause
            </span>
          </button>
        ) : null}
      </div>
    </div>
  )
}
