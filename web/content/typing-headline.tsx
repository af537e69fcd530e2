import { useEffect, useState } from 'react'
import { timings } from '#contract/rules.ts'
import { Icon } from '#ui/icon.tsx'

interface Headline {
  headline: string
  slogan: string
}

interface Typed {
  index: number
  length: number
  deleting: boolean
}

/** The next state and its delay in milliseconds: type, hold, delete, switch. */
function next(state: Typed, full: string, count: number): [Typed, number] {
  if (!state.deleting && state.length < full.length) return [{ ...state, length: state.length + 1 }, timings.typing]
  if (!state.deleting) return [{ ...state, deleting: true }, timings.headlineHold]
  if (state.length > 0) return [{ ...state, length: state.length - 1 }, timings.deleting]
  return [{ index: (state.index + 1) % count, length: 0, deleting: false }, timings.headlineSwitch]
}

const caret =
  '-mr-[0.14em] bg-[linear-gradient(var(--signal),var(--signal))] bg-[length:0.08em_0.8em] bg-[position:100%_64%] bg-no-repeat pr-[0.14em]'

/**
 * Types and deletes the headlines in turn. Screen readers get the full text, and the box has the height of the longest
 * headline. The animation can be paused and does not run with reduced motion.
 */
export function TypingHeadline({ headlines }: { headlines: Headline[] }) {
  const [running, setRunning] = useState(false)
  const [state, setState] = useState<Typed>({ index: 0, length: headlines[0]?.headline.length ?? 0, deleting: false })
  useEffect(() => {
    setRunning(headlines.length > 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [headlines.length])
  const shown = headlines[state.index]
  useEffect(() => {
    if (!running || !shown) return
    const [following, wait] = next(state, shown.headline, headlines.length)
    const timer = setTimeout(() => setState(following), wait)
    return () => clearTimeout(timer)
  }, [running, state, shown, headlines.length])
  if (!shown) return null
  const toggle = () => {
    // Pausing shows the whole headline instead of a part of a word.
    if (running) setState({ index: state.index, length: shown.headline.length, deleting: false })
    setRunning(!running)
  }
  return (
    <div>
      <h1 className="grid grid-cols-1 text-4xl font-extrabold">
        <span className="sr-only">{headlines.map((one) => one.headline).join('. ')}</span>
        {headlines.map((one) => (
          <span key={one.headline} aria-hidden="true" className="invisible col-start-1 row-start-1">
            {one.headline}
          </span>
        ))}
        <span aria-hidden="true" className="col-start-1 row-start-1 self-end">
          {/* A background as the caret: an element of its own could break a word. */}
          <span data-testid="typed" className={`${caret} ${running ? '' : 'bg-none'}`}>
            {shown.headline.slice(0, state.length)}
          </span>
          {/* The rest keeps each word on the line where it ends. */}
          <span className="invisible">{shown.headline.slice(state.length)}</span>
        </span>
      </h1>
      <div className="mt-5 flex items-start gap-3">
        <p className="grid max-w-xl grid-cols-1 text-muted sm:text-lg">
          {headlines.map((one, index) => (
            <span
              key={one.slogan}
              aria-hidden={index !== state.index}
              className={`col-start-1 row-start-1 ${index === state.index ? '' : 'invisible'}`}
            >
              {one.slogan}
            </span>
          ))}
        </p>
        {headlines.length > 1 ? (
          <button
            type="button"
            onClick={toggle}
            data-needs-script=""
            aria-label={running ? 'Pause the changing headline' : 'Play the changing headline'}
            className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name={running ? 'pause' : 'play'} className="size-4" />
          </button>
        ) : null}
      </div>
    </div>
  )
}
