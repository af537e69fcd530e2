import { find } from './find-element.ts'

/** Shows the time limit in seconds and calls `over` at its end. */
export function countDown(seconds: number | undefined, over: () => void): { stop(): void } {
  if (seconds === undefined || !(seconds > 0)) return { stop: () => undefined }
  const end = performance.now() + seconds * 1000
  const shown = find('timer', HTMLElement)
  find('timer-fact', HTMLElement).hidden = false
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    if (left > 0) return
    clearInterval(interval)
    over()
  }
  const interval = setInterval(tick, 1000)
  tick()
  return { stop: () => clearInterval(interval) }
}
