/**
 * Runs in the head, before the first paint and without any library. It marks whether somebody is signed in, starts
 * hydration (at idle after loading, or at the first interaction), and keeps what a visitor does before it is done:
 * clicks and submits on our own controls are held back and repeated afterwards. Links work on their own.
 */
export const beforeHydration = `(() => {
  const page = document.documentElement
  try { page.dataset.auth = localStorage.getItem('accessToken') ? 'in' : 'out' } catch { page.dataset.auth = 'out' }
  let started = false
  let held = []
  const start = () => {
    if (started) return
    const text = document.querySelector('script[data-hydrate]')
    if (!text) return
    started = true
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = text.textContent
    document.head.append(script)
  }
  const onClick = (event) => {
    const control = event.target.closest && event.target.closest('button, [role=tab], input[type=submit]')
    if (!control || control.closest('a')) return start()
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(() => control.click())
    start()
  }
  const onSubmit = (event) => {
    const form = event.target
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(() => form.requestSubmit())
    start()
  }
  addEventListener('click', onClick, true)
  addEventListener('submit', onSubmit, true)
  for (const type of ['pointerdown', 'keydown', 'focusin', 'touchstart']) addEventListener(type, start, { capture: true, once: true, passive: true })
  addEventListener('load', () => (window.requestIdleCallback || setTimeout)(start))
  window.__hydrated = () => {
    removeEventListener('click', onClick, true)
    removeEventListener('submit', onSubmit, true)
    page.dataset.hydrated = ''
    const actions = held
    held = []
    for (const act of actions) act()
  }
})()`
