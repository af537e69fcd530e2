import { timings } from '#contract/rules.ts'

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

/**
 * Types and deletes the headlines of a `TypingHeadline` in turn, until it leaves the page. It changes the elements themselves, so
 * that it can run before hydration. A second call for the same element does nothing.
 */
export function typeHeadline(box: HTMLElement): void {
  const part = (name: string) => [...box.querySelectorAll<HTMLElement>(`[data-headline=${name}]`)]
  const headlines = part('whole').map((one) => one.textContent)
  const slogans = part('slogan')
  const [typed] = part('typed')
  const [rest] = part('rest')
  const button = box.querySelector('button')
  if (!typed || !rest || !button || 'typing' in box.dataset) return
  box.dataset['typing'] = ''
  let state: Typed = { index: 0, length: headlines[0]?.length ?? 0, deleting: false }
  let timer: ReturnType<typeof setTimeout>
  const show = () => {
    const headline = headlines[state.index] ?? ''
    typed.textContent = headline.slice(0, state.length)
    rest.textContent = headline.slice(state.length)
    for (const [index, slogan] of slogans.entries()) {
      slogan.ariaHidden = String(index !== state.index)
      slogan.classList.toggle('invisible', index !== state.index)
    }
  }
  const wait = () => {
    const [following, pause] = next(state, headlines[state.index] ?? '', headlines.length)
    timer = setTimeout(() => {
      if (!box.isConnected) return
      state = following
      show()
      wait()
    }, pause)
  }
  const run = (running: boolean) => {
    box.toggleAttribute('data-running', running)
    button.ariaLabel = running ? 'Pause the changing headline' : 'Play the changing headline'
    clearTimeout(timer)
    if (running) wait()
  }
  button.addEventListener('click', () => {
    const isRunning = 'running' in box.dataset
    // Pausing shows the whole headline instead of a part of a word.
    if (isRunning) {
      state = { index: state.index, length: headlines[state.index]?.length ?? 0, deleting: false }
      show()
    }
    run(!isRunning)
  })
  run(!matchMedia('(prefers-reduced-motion: reduce)').matches)
}
